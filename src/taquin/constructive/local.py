"""Small searches within a scene: some tiles have targets, all others are indistinguishable."""

from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass
from heapq import heappop, heappush

from taquin.constructive.scene import Scene
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import State
from taquin.search.problem import Node

__all__ = ["Subgoal", "achieve", "bounding_box", "path_to"]

# The blank's cell, then the cells of the tiles with targets, one character each: strings are
# searched, changed and hashed faster than tuples of numbers.
Position = str


@dataclass(frozen=True, slots=True)
class Subgoal:
    """Targets for some tiles, to be reached with the blank staying within `region`.

    targets: tile → cell.
    distance: a lower bound on the steps between two cells.
    blank_to: where the blank must end, if it matters.
    prices: what a step of each tile costs that has a target; None if every step costs 1.
    below: only paths that cost less than this count.
    most: the largest number of expansions.
    """

    targets: dict[int, int]
    region: Sequence[int]
    distance: Callable[[int, int], int]
    blank_to: int | None = None
    prices: Sequence[int] | None = None
    below: int = 1 << 60
    most: int = 1 << 60


def achieve(scene: Scene, subgoal: Subgoal) -> bool:
    """Follow a cheapest path to the subgoal; False, without any moves, if there is none."""
    path = path_to(scene, subgoal)
    if path is not None:
        scene.follow(path)
    return path is not None


def path_to(scene: Scene, subgoal: Subgoal) -> list[int] | None:
    """A cheapest path of the blank to the subgoal, by A*; every expansion is counted."""
    path = _Search(scene, subgoal).run()
    scene.monitor.opens(())
    return path


def bounding_box(scene: Scene, around: Sequence[int], margin: int) -> list[int]:
    """The free cells of the smallest rectangle around these cells, extended by `margin` cells."""
    width = scene.width
    rows, columns = [c // width for c in around], [c % width for c in around]
    top, bottom = max(0, min(rows) - margin), min(scene.height - 1, max(rows) + margin)
    left, right = max(0, min(columns) - margin), min(width - 1, max(columns) + margin)
    return [
        cell
        for row in range(top, bottom + 1)
        for cell in range(row * width + left, row * width + right + 1)
        if scene.free[cell]
    ]


class _Boards:
    """The positions that a search has reached, as whole boards."""

    def __init__(self, came_from: Sized, shown: dict[Position, Node[State]]) -> None:
        self._came_from, self._shown = came_from, shown

    def __len__(self) -> int:
        return len(self._came_from)

    def __reversed__(self) -> Iterator[State]:
        return (node.state for node in reversed(self._shown.values()))


class _Search:
    """A* over positions; observers see them as whole boards."""

    def __init__(self, scene: Scene, subgoal: Subgoal) -> None:
        self._scene, self._subgoal = scene, subgoal
        places = (scene.blank, *(scene.place[tile] for tile in subgoal.targets))
        self._start: Position = "".join(map(chr, places))
        self._ends = "".join(map(chr, subgoal.targets.values()))
        self._blank_to = "" if subgoal.blank_to is None else chr(subgoal.blank_to)
        prices = subgoal.prices
        self._price = [1 if prices is None else prices[tile] for tile in subgoal.targets]
        self._far = [
            {chr(cell): price * subgoal.distance(cell, to) for cell in subgoal.region}
            for price, to in zip(self._price, subgoal.targets.values(), strict=True)
        ]
        inside = set(subgoal.region)
        self._moves = {
            chr(cell): [
                (direction, chr(n))
                for direction in scene.order
                if (n := scene.steps[cell][direction]) in inside
            ]
            for cell in subgoal.region
        }
        # Position → (g, depth, the position before it, the direction from there).
        self._came_from: dict[Position, tuple[int, int, Position, int]] = {
            self._start: (0, len(scene.path), "", -1)
        }
        self._shown: dict[Position, Node[State]] = {}
        if scene.node is not None:
            self._shown[self._start] = scene.node

    def run(self) -> list[int] | None:
        came_from, ends, moves, subgoal = self._came_from, self._ends, self._moves, self._subgoal
        far, price = self._far, self._price
        monitor, shown = self._scene.monitor, self._shown
        stats, pushed = monitor.stats, 0
        h = sum(table[cell] for table, cell in zip(far, self._start[1:], strict=True))
        heap = [(h, h, 0, 0, self._start, shown.get(self._start))]
        last = stats.expanded + subgoal.most
        stats.evaluated += 1
        monitor.opens(heap, _Boards(came_from, shown) if shown else came_from)
        while heap and stats.expanded < last:
            _, h, _, g, position, _ = heappop(heap)
            stats.popped += 1
            known_g, depth, _, _ = came_from[position]
            if known_g < g:
                continue
            blank, places = position[0], position[1:]
            if position.endswith(ends) and blank.startswith(self._blank_to):
                return self._path(position)
            self._count(position, len(moves[blank]))
            for direction, cell in moves[blank]:
                moved = places.find(cell)
                if moved < 0:
                    after, cost, value = cell + places, 1, h
                else:
                    after, cost = cell + places.replace(cell, blank), price[moved]
                    value = h - far[moved][cell] + far[moved][blank]
                known = came_from.get(after)
                kept = (known is None or known[0] > g + cost) and g + cost + value < subgoal.below
                if shown:
                    self._show(position, direction, after, known is None, kept)
                if kept:
                    pushed -= 1
                    stats.evaluated += known is None
                    stats.max_depth = max(stats.max_depth, depth + 1)
                    came_from[after] = (g + cost, depth + 1, position, direction)
                    entry = (g + cost + value, value, pushed, g + cost, after, shown.get(after))
                    heappush(heap, entry)
        return None

    def _count(self, position: Position, successors: int) -> None:
        if self._shown:
            self._scene.monitor.expand(self._shown[position], successors)
        else:
            self._scene.monitor.count(successors)

    def _path(self, position: Position) -> list[int]:
        path = []
        while position != self._start:
            _, _, position, direction = self._came_from[position]
            path.append(direction)
        return path[::-1]

    def _show(
        self, position: Position, direction: int, after: Position, new: bool, kept: bool
    ) -> None:
        node, watch = self._shown[position], self._scene.monitor.watch
        child = self._scene.child(node, direction)
        if kept:
            self._shown[after] = child
        if watch is not None:
            verdict = ("new" if new else "better") if kept else "pruned" if new else "duplicate"
            watch(node, DIRECTIONS[direction], child.state, verdict)
