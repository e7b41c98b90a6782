"""Short searches of the row-and-column method: walk the blank, carry a tile, turn two tiles in.

All take the board as `Work` and change it as they move. Their twin on the page is
`static/solver/carry.js`.
"""

from collections.abc import Callable, Iterable, Sequence

__all__ = ["Work", "carry", "last_four", "turn_in"]


class Work:
    """A board on which more and more cells are locked.

    cells: the tile in each cell, 0 for the blank.   locked: whether a cell is done.
    """

    def __init__(self, width: int, cells: Sequence[int]) -> None:
        self.width = width
        self.cells = list(cells)
        self.locked = [False] * len(self.cells)

    def open(self, cell: int) -> list[int]:
        """Cells beside a cell that are not locked: below, above, right, left."""
        width, count, column = self.width, len(self.cells), cell % self.width
        near = []
        if cell + width < count:
            near.append(cell + width)
        if cell >= width:
            near.append(cell - width)
        if column + 1 < width:
            near.append(cell + 1)
        if column > 0:
            near.append(cell - 1)
        return [other for other in near if not self.locked[other]]

    def walk(self, path: Iterable[int]) -> str:
        """Move the blank along the cells of a path; returns the moves of the tiles."""
        letters = {self.width: "U", -self.width: "D", 1: "L", -1: "R"}
        blank, moves = self.cells.index(0), ""
        for cell in path:
            moves += letters[cell - blank]
            self.cells[blank], self.cells[cell] = self.cells[cell], 0
            blank = cell
        return moves

    def apart(self, a: int, b: int) -> int:
        """Steps from one cell to another."""
        (row, column), (y, x) = divmod(a, self.width), divmod(b, self.width)
        return abs(row - y) + abs(column - x)


def _trail(before: dict[int, int], start: int, end: int) -> list[int]:
    path = []
    while end != start:
        path.append(end)
        end = before[end]
    return path[::-1]


def _shortest(
    start: int, is_goal: Callable[[int], bool], onward: Callable[[int], Iterable[int]]
) -> list[int] | None:
    """Breadth first over numbered states: those after the start, up to the goal."""
    if is_goal(start):
        return []
    before, queue = {start: start}, [start]
    for state in queue:
        for other in onward(state):
            if other in before:
                continue
            before[other] = state
            if is_goal(other):
                return _trail(before, start, other)
            queue.append(other)
    return None


def carry(work: Work, tile: int, target: int) -> str | None:
    """Bring a tile to a cell by the fewest moves that leave locked cells alone.

    A* over (cell of the tile, cell of the blank), numbered tile * cells + blank, in buckets by f.
    None if locked cells block the way.
    """
    count = len(work.cells)
    start = work.cells.index(tile) * count + work.cells.index(0)

    def left(state: int) -> int:
        """The blank comes next to the tile, then needs three or more moves per further step."""
        place, blank = divmod(state, count)
        steps = work.apart(place, target)
        return work.apart(place, blank) + 3 * (steps - 1) if steps else 0

    costs, before = {start: 0}, {start: start}
    expanded: dict[int, int] = {}
    buckets: dict[int, list[int]] = {left(start): [start]}
    f = 0
    while f <= max(buckets):
        for state in buckets.get(f, ()):
            place, blank = divmod(state, count)
            cost = costs[state]
            if expanded.get(state) == cost:
                continue
            expanded[state] = cost
            if place == target:
                path = _trail(before, start, state)
                return work.walk(other % count for other in path)
            for cell in work.open(blank):
                other = (blank if cell == place else place) * count + cell
                if other in costs and cost + 1 >= costs[other]:
                    continue
                costs[other], before[other] = cost + 1, state
                # The estimate can fall by more than a move costs; f never does.
                buckets.setdefault(max(f, cost + 1 + left(other)), []).append(other)
        f += 1
    return None


def turn_in(work: Work, window: Sequence[int], pair: dict[int, int]) -> str | None:
    """Turn two tiles, each to its cell in `pair`, within a window of open cells.

    None unless both are in the window and the blank gets in past them.
    """
    places = [work.cells.index(tile) for tile in pair]
    if not all(place in window for place in places):
        return None
    entry = _shortest(
        work.cells.index(0),
        lambda cell: cell in window,
        lambda cell: [other for other in work.open(cell) if other not in places],
    )
    if entry is None:
        return None
    count = len(work.cells)
    targets = tuple(pair.values())
    blank = entry[-1] if entry else work.cells.index(0)

    def number(one: int, two: int, hole: int) -> int:
        return (one * count + two) * count + hole

    def parts(state: int) -> tuple[int, int, int]:
        both, hole = divmod(state, count)
        return both // count, both % count, hole

    def onward(state: int) -> list[int]:
        one, two, hole = parts(state)
        return [
            number(hole if one == cell else one, hole if two == cell else two, cell)
            for cell in work.open(hole)
            if cell in window
        ]

    path = _shortest(
        number(places[0], places[1], blank), lambda state: parts(state)[:2] == targets, onward
    )
    return None if path is None else work.walk([*entry, *(state % count for state in path)])


def last_four(work: Work, square: Sequence[int], goal: Sequence[int]) -> str | None:
    """Solve four cells in a square, given row by row; None where that is impossible."""
    ring = [square[0], square[1], square[3], square[2]]
    # The blank comes back to its start, with every tile in place, after twelve steps.
    for turns in sorted(range(-6, 7), key=lambda turns: (abs(turns), turns < 0)):
        at, cells, path = ring.index(work.cells.index(0)), list(work.cells), []
        for _ in range(abs(turns)):
            onward = (at + (1 if turns > 0 else -1)) % 4
            cells[ring[at]], cells[ring[onward]] = cells[ring[onward]], 0
            at = onward
            path.append(ring[at])
        if all(cells[cell] == goal[cell] for cell in square):
            return work.walk(path)
    return None
