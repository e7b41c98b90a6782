"""Small searches inside a scene: some tiles have targets, all others are alike."""

from collections.abc import Callable, Iterator, Sequence, Sized
from dataclasses import dataclass
from heapq import heappop, heappush

from taquin.constructive.scene import Scene
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import State
from taquin.search.problem import Node

__all__ = ["Aim", "box", "bring", "ways_to"]

# The blank's cell, then the cells of the tiles that have targets, a character each: strings are
# searched, changed and hashed in less time than tuples of numbers.
Position = str


@dataclass(frozen=True, slots=True)
class Aim:
    """Where some tiles are to go, the blank staying within `region`.

    targets: tile → cell. blank_to: where the blank must end, if it matters. distance: steps
    between two cells, or fewer. priced: a step costs the tile's number, for tiles with targets.
    below: only ways that cost less. most: expansions.
    """

    targets: dict[int, int]
    region: Sequence[int]
    distance: Callable[[int, int], int]
    blank_to: int | None = None
    priced: bool = False
    below: int = 1 << 60
    most: int = 1 << 60


def bring(scene: Scene, aim: Aim) -> bool:
    """Go a cheapest way to what is aimed at; False, and nothing moved, where there is none."""
    ways = ways_to(scene, aim)
    if ways is not None:
        scene.follow(ways)
    return ways is not None


def ways_to(scene: Scene, aim: Aim) -> list[int] | None:
    """A cheapest way of the blank to what is aimed at, by A*; every expansion is counted."""
    ways = _Search(scene, aim).run()
    scene.monitor.opens(())
    return ways


def box(scene: Scene, around: Sequence[int], margin: int) -> list[int]:
    """The free cells of the smallest rectangle round these cells, and `margin` cells more."""
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
    """The positions that a search has reached, seen as whole boards."""

    def __init__(self, came: Sized, shown: dict[Position, Node[State]]) -> None:
        self._came, self._shown = came, shown

    def __len__(self) -> int:
        return len(self._came)

    def __reversed__(self) -> Iterator[State]:
        return (node.state for node in reversed(self._shown.values()))


class _Search:
    """A* over positions; where somebody watches, it shows them as whole boards."""

    def __init__(self, scene: Scene, aim: Aim) -> None:
        self._scene, self._aim = scene, aim
        places = (scene.blank, *(scene.place[tile] for tile in aim.targets))
        self._start: Position = "".join(map(chr, places))
        self._ends = "".join(map(chr, aim.targets.values()))
        self._blank_to = "" if aim.blank_to is None else chr(aim.blank_to)
        self._price = [tile if aim.priced else 1 for tile in aim.targets]
        self._far = [
            {chr(cell): price * aim.distance(cell, to) for cell in aim.region}
            for price, to in zip(self._price, aim.targets.values(), strict=True)
        ]
        inside = set(aim.region)
        self._moves = {
            chr(cell): [
                (way, chr(n)) for way in scene.order if (n := scene.steps[cell][way]) in inside
            ]
            for cell in aim.region
        }
        # Position → (g, depth, the position before it, the way from there).
        self._came: dict[Position, tuple[int, int, Position, int]] = {
            self._start: (0, len(scene.ways), "", -1)
        }
        self._shown: dict[Position, Node[State]] = {}
        if scene.node is not None:
            self._shown[self._start] = scene.node

    def run(self) -> list[int] | None:
        came, ends, moves, aim = self._came, self._ends, self._moves, self._aim
        monitor, shown = self._scene.monitor, self._shown
        stats, made = monitor.stats, 0
        h = sum(table[cell] for table, cell in zip(self._far, self._start[1:], strict=True))
        heap = [(h, h, 0, 0, self._start, shown.get(self._start))]
        last = stats.expanded + aim.most
        stats.evaluated += 1
        monitor.opens(heap, _Boards(came, shown) if shown else came)
        while heap and stats.expanded < last:
            _, h, _, g, position, _ = heappop(heap)
            stats.popped += 1
            known_g, depth, _, _ = came[position]
            if known_g < g:
                continue
            blank = position[0]
            if position.endswith(ends) and blank.startswith(self._blank_to):
                return self._ways(position)
            self._count(position, len(moves[blank]))
            for way, cell in moves[blank]:
                after, cost, value = self._after(position, cell, h)
                known = came.get(after)
                kept = (known is None or known[0] > g + cost) and g + cost + value < aim.below
                if shown:
                    self._show(position, way, after, known is None, kept)
                if kept:
                    made -= 1
                    stats.evaluated += known is None
                    stats.max_depth = max(stats.max_depth, depth + 1)
                    came[after] = (g + cost, depth + 1, position, way)
                    entry = (g + cost + value, value, made, g + cost, after, shown.get(after))
                    heappush(heap, entry)
        return None

    def _after(self, position: Position, cell: str, h: int) -> tuple[Position, int, int]:
        """The position after the blank has gone to `cell`, the step's cost, the new estimate."""
        blank, moved = position[0], position.find(cell) - 1
        if moved < 0:
            return cell + position[1:], 1, h
        table = self._far[moved]
        after = cell + position[1:].replace(cell, blank)
        return after, self._price[moved], h - table[cell] + table[blank]

    def _count(self, position: Position, successors: int) -> None:
        if self._shown:
            self._scene.monitor.expand(self._shown[position], successors)
        else:
            self._scene.monitor.count(successors)

    def _ways(self, position: Position) -> list[int]:
        ways = []
        while position != self._start:
            _, _, position, way = self._came[position]
            ways.append(way)
        return ways[::-1]

    def _show(self, position: Position, way: int, after: Position, new: bool, kept: bool) -> None:
        node, watch = self._shown[position], self._scene.monitor.watch
        child = self._scene.child(node, way)
        if kept:
            self._shown[after] = child
        if watch is not None:
            verdict = ("new" if new else "better") if kept else "pruned" if new else "duplicate"
            watch(node, DIRECTIONS[way], child.state, verdict)
