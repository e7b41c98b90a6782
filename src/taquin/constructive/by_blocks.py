"""Solves boards of any shape block by block: ear by ear, then a small base.

D. Kornhauser, G. Miller and P. Spirakis, "Coordinating pebble motion on graphs", FOCS 1984, show
that O(n³) moves are enough.
"""

import itertools
from collections import deque
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from taquin.constructive.ears import Ear, taken_apart, within
from taquin.constructive.local import Subgoal, achieve
from taquin.constructive.scene import Scene
from taquin.constructive.three_cycles import arranged_by_cycles
from taquin.puzzle.blocks import block_kind, blocks, ring_order

__all__ = ["Halt", "build_by_blocks"]

# Of a base that A* solves: up to 20,160 arrangements.
_BASE_CELLS = 8
# Tiles of an ear that are brought together, and cells of the largest board for that; and how.
_TOGETHER = 4
_SEARCHED_CELLS = 144
_WEIGHT = 3
_EXPANSIONS = 4_000


class Halt(NamedTuple):
    """Where some cells of a block are done.

    steps: of the path so far. done: the cells. way: those that the blank passes from its goal cell
    to where it is when all others are done, too; from there it goes home.
    """

    steps: int
    done: frozenset[int]
    way: tuple[int, ...]


def build_by_blocks(scene: Scene, halts: list[Halt] | None = None) -> bool:
    """Move every tile to its goal cell, as is possible on every solvable board.

    halts: receives those of the first block that is arranged ear by ear.

    No tile leaves its block, and blocks share at most one cell. So each is arranged alone, while
    the blank comes from its goal cell and returns there the same way.
    """
    board_type, goal = scene.puzzle.topology, scene.puzzle.goal
    home = scene.home[0]
    everywhere = within(board_type, range(board_type.cells))
    scene.go(_directions(scene, _walk(everywhere, scene.blank, (home,))))
    away = board_type.steps(home)
    for block in blocks(board_type, home):
        entry = min(block, key=away.__getitem__)
        way = _walk(everywhere, home, (entry,))
        now, wanted = (_carried(cells, way) for cells in (scene.cells, goal.cells))
        if any(now[cell] != wanted[cell] for cell in block):
            scene.go(_directions(scene, way))
            room = _Room(scene, block, wanted)
            room.arrange()
            if halts == []:
                halts += [Halt(steps, done, (*way, *room.way[1:])) for steps, done in room.halts]
            scene.go(_directions(scene, way[::-1]))
    return tuple(scene.cells) == goal.cells


def _walk(
    adjacent: dict[int, list[int]], start: int, to: Collection[int], avoiding: int = -1
) -> list[int]:
    """The cells of a shortest path from `start` to the nearest of `to`, around one cell."""
    came_from = {start: start}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        if cell in to:
            path = [cell]
            while came_from[cell] != cell:
                cell = came_from[cell]
                path.append(cell)
            return path[::-1]
        for n in adjacent[cell]:
            if n not in came_from and n != avoiding:
                came_from[n] = cell
                queue.append(n)
    raise AssertionError(f"no way from cell {start} to {to} around {avoiding}")


def _directions(scene: Scene, cells: Sequence[int]) -> list[int]:
    """The steps of the blank along these cells."""
    return [scene.steps[a].index(b) for a, b in itertools.pairwise(cells)]


def _carried(cells: Iterable[int], way: Sequence[int]) -> list[int]:
    """The contents of the cells after the blank has gone this way."""
    after = [*cells]
    for a, b in itertools.pairwise(way):
        after[a], after[b] = after[b], 0
    return after


class _Room:
    """A block that the blank has entered, and what its cells should hold once it is back there.

    open: the neighbours among the cells that are not done, of each of these.
    """

    def __init__(self, scene: Scene, block: Sequence[int], wanted: Sequence[int]) -> None:
        self._scene, self._block, self._wanted = scene, block, wanted
        self._type = scene.puzzle.topology
        self._open = within(self._type, set(block))
        self.way: list[int] = []
        self.halts: list[tuple[int, frozenset[int]]] = []

    def arrange(self) -> None:
        """Move every tile of the block to its cell."""
        scene = self._scene
        entry = scene.blank
        if len(self._block) < 3:
            return
        if block_kind(self._type, [*self._block]) == "ring":
            self._turn()
            return
        base, theta, ears = taken_apart(self._type, self._block, entry)
        self.way = way = _walk(self._open, entry, base)
        self._wanted = _carried(self._wanted, way)
        for ear in reversed(ears):
            self._fill(ear)
            done = frozenset(self._block).difference(self._open)
            self.halts.append((len(scene.path), done))
        if len(base) <= _BASE_CELLS or base != theta.cells:
            self._search(base, way[-1])
        else:
            self._go(_walk(self._open, scene.blank, (theta.ends[0],)))
            back = _walk(self._open, way[-1], (theta.ends[0],))
            arranged_by_cycles(scene, theta, _carried(self._wanted, back))
            self._go(back[::-1])
        self._go(way[::-1])

    def _go(self, cells: Sequence[int]) -> None:
        self._scene.go(_directions(self._scene, cells))

    def _turn(self) -> None:
        """Turn a ring: each time that the blank goes around it, every tile moves on by one cell."""
        ring = ring_order(self._type, [*self._block])
        at = ring.index(self._scene.blank)
        ring = ring[at:] + ring[:at]
        tile = next(tile for cell in ring if (tile := self._scene.cells[cell]))
        turns = ring.index(self._scene.place[tile]) - self._wanted_cell(ring, tile)
        turns %= len(ring) - 1
        around = [*ring, ring[0]]
        if 2 * turns > len(ring) - 1:
            around, turns = around[::-1], len(ring) - 1 - turns
        for _ in range(turns):
            self._go(around)

    def _wanted_cell(self, ring: Sequence[int], tile: int) -> int:
        return next(i for i, cell in enumerate(ring) if self._wanted[cell] == tile)

    def _search(self, base: Collection[int], blank_to: int) -> None:
        """Arrange a small base by A*."""
        targets = {tile: cell for cell in base if (tile := self._wanted[cell])}
        steps = {cell: self._type.steps(cell) for cell in base}
        subgoal = Subgoal(targets, sorted(base), lambda a, b: steps[a][b], blank_to=blank_to)
        solved = achieve(self._scene, subgoal)
        assert solved, f"the base {sorted(base)} allows too little"

    def _close(self, cells: Collection[int]) -> None:
        """These cells are done, or closed for a while."""
        for cell in cells:
            for n in self._open.pop(cell):
                if n in self._open:
                    self._open[n].remove(cell)

    def _fill(self, ear: Ear) -> None:
        """Move the tiles of an ear to its cells, and close it."""
        scene, tiles = self._scene, [self._wanted[cell] for cell in ear.cells]
        if any(scene.place[tile] != cell for tile, cell in zip(tiles, ear.cells, strict=True)):
            if len(tiles) == 1:
                self._bring(tiles[0], ear.cells[0])
            elif not self._bring_all(tiles, ear.cells):
                self._queue(ear, tiles)
                return
        self._close(ear.cells)

    def _bring_all(self, tiles: Sequence[int], cells: Sequence[int]) -> bool:
        """Move a few tiles to these cells by a short weighted A*; False if it finds no way."""
        if len(tiles) > _TOGETHER or self._scene.puzzle.cells > _SEARCHED_CELLS:
            return False
        away = {cell: self._away(cell) for cell in cells}
        subgoal = Subgoal(
            dict(zip(tiles, cells, strict=True)),
            sorted(self._open),
            lambda a, b: _WEIGHT * away[b][a],
            most=_EXPANSIONS,
        )
        return achieve(self._scene, subgoal)

    def _bring(self, tile: int, to: int) -> None:
        """Move a tile along a shortest path through open cells; the blank goes around it."""
        scene, ahead = self._scene, self._away(to)
        while (at := scene.place[tile]) != to:
            nearer = [n for n in self._open[at] if ahead[n] < ahead[at]]
            self._go([*_walk(self._open, scene.blank, nearer, avoiding=at), at])

    def _away(self, to: int) -> dict[int, int]:
        """Steps to a cell through open cells."""
        away, queue = {to: 0}, deque([to])
        while queue:
            cell = queue.popleft()
            for n in self._open[cell]:
                if n not in away:
                    away[n] = away[cell] + 1
                    queue.append(n)
        return away

    def _queue(self, ear: Ear, tiles: Sequence[int]) -> None:
        """Push the tiles into the ear from its first end, the one for the last cell first.

        Outside the ear, every tile can be moved to every cell, as what is left is a block.
        """
        scene, (first, last) = self._scene, ear.ends
        if scene.blank in ear.cells:
            self._go([*ear.cells[ear.cells.index(scene.blank) :: -1], first])
        self._close(ear.cells)
        inward = [last, *ear.cells[::-1], first]
        for tile in reversed(tiles):
            if scene.place[tile] in ear.cells:
                self._extract(tile, inward)
            self._bring(tile, first)
            self._go(_walk(self._open, scene.blank, (last,), avoiding=first))
            self._go(inward)

    def _extract(self, tile: int, inward: Sequence[int]) -> None:
        """Push a tile out of the ear at its last end; then take back what was pushed in."""
        scene, pushes = self._scene, inward.index(self._scene.place[tile])
        for _ in range(pushes):
            self._go(_walk(self._open, scene.blank, (inward[0],)))
            self._go(inward)
        for _ in range(pushes):
            self._step_aside(tile, inward[-1], inward[0])
            self._go(inward[::-1])

    def _step_aside(self, tile: int, blank_to: int, free: int) -> None:
        """Move the blank to a cell while the tile is not on another one: breadth-first."""
        scene = self._scene
        start = scene.blank, scene.place[tile]
        came_from = {start: start}
        queue = deque([start])
        while queue:
            blank, at = here = queue.popleft()
            if blank == blank_to and at != free:
                path = [blank]
                while here != start:
                    here = came_from[here]
                    path.append(here[0])
                self._go(path[::-1])
                return
            for n in self._open[blank]:
                after = n, blank if n == at else at
                if after not in came_from:
                    came_from[after] = here
                    queue.append(after)
        raise AssertionError(f"tile {tile} cannot leave cell {free}")
