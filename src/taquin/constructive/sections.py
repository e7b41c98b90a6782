"""What is left of a board once some of its cells are done: a board of its own."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from taquin.constructive.by_blocks import Halt, build_by_blocks
from taquin.constructive.scene import Scene, has_all_grid_moves
from taquin.constructive.shorten import as_moves
from taquin.puzzle.move import DIRECTIONS, inverse, simplify
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.topology import Topology
from taquin.search.monitor import Monitor

__all__ = ["Section", "sections"]


class Section(NamedTuple):
    """A board, the single-tile moves before it, what these cost, and the moves after its goal."""

    puzzle: Puzzle
    start: State
    before: str = ""
    cost: int = 0
    after: str = ""

    def joined(self, labels: Sequence[str]) -> list[str]:
        """The moves of the whole board, with those of this one."""
        if not self.before and not self.after:
            return [*labels]
        return [simplify(self.before + "".join(labels) + self.after)]


def sections(puzzle: Puzzle, start: State, monitor: Monitor[State]) -> list[Section]:
    """The board itself; where it lacks moves of the rectangle, what is left of it ear by ear."""
    found = [Section(puzzle, start)]
    if has_all_grid_moves(puzzle.topology):
        return found
    scene, halts = Scene(puzzle, start, monitor, DIRECTIONS), list[Halt]()
    build_by_blocks(scene, halts)
    path, board = as_moves(bytes(scene.path)), puzzle.decode(start)
    for halt in halts:
        before = path[: halt.steps]
        after, cost = puzzle.follow(board, before)
        way = "".join(
            DIRECTIONS[puzzle.topology.neighbors[a].index(b)]
            for a, b in zip(halt.way, halt.way[1:], strict=False)
        )
        goal = puzzle.goal.apply(way, topology=puzzle.topology)
        rest = replace(puzzle, goal=goal, topology=_without(puzzle.topology, halt.done))
        found.append(Section(rest, puzzle.encode(after), before, cost, inverse(way)))
    return found


def _without(board_type: Topology, cells: Collection[int]) -> Topology:
    """The board type with walls around some cells."""
    neighbors = tuple(
        tuple(-1 if cell in cells or n in cells else n for n in row)
        for cell, row in enumerate(board_type.neighbors)
    )
    name = f"{board_type.name} without {','.join(map(str, sorted(cells)))}"
    return replace(board_type, name=name, neighbors=neighbors)
