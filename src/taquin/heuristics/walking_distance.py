"""Walking distance: tiles that belong to the same goal line are treated as identical.

Along one axis only the lines matter: how many tiles of goal line j are in line i, and in which
line the blank is. A table, built once per kind of board, gives the least number of moves across
lines in that smaller puzzle. The two axes add up, because each move crosses lines of one axis.
Takahashi Ken'ichiro (takaken), "15-puzzle solver", 2002.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from taquin.ground.deadline import check_deadline
from taquin.ground.errors import OptionError
from taquin.ground.heard import HeuristicSentence
from taquin.ground.once import once
from taquin.ground.sentences import said
from taquin.heuristics.base import Memo, heuristic, pushes_per_move, refuse_move_costs
from taquin.heuristics.parts import Lowerable, Parts, Uncompilable
from taquin.puzzle.puzzle import Puzzle, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.kernels.searches.estimates import Walk

__all__ = ["Axis", "WalkingDistance", "table_states", "walking_distance", "walking_table"]

# A table of this size takes a few seconds and about 100 MB; 5x4 would need 5,977,015 states.
_LARGEST_TABLE = 1_000_000
_SEVEN_LINES_OF_TWO = 16_854_390  # more or longer lines have more states


class Axis(NamedTuple):
    """The reduced puzzle of one axis; its lines are rows or columns.

    belong: int[lines], how many tiles each goal line has; each line has `length` cells.
    blank: the blank's goal line.
    links: pairs of lines between which tiles can move.
    prices: int[lines], the least cost of moving a tile of each goal line.
    """

    length: int
    belong: tuple[int, ...]
    blank: int
    links: tuple[tuple[int, int], ...]
    prices: tuple[int, ...]

    @property
    def bits(self) -> int:
        """Bits of one count in a state's number."""
        return self.length.bit_length()

    def unit(self, line: int, belongs: int) -> int:
        """The contribution of a tile of goal line `belongs` in `line` to the state number."""
        return 1 << self.bits * (line * len(self.belong) + belongs)

    @property
    def blank_unit(self) -> int:
        """The change of the state number when the blank's line increases by one."""
        return 1 << self.bits * len(self.belong) ** 2


@lru_cache(maxsize=64)
def table_states(axis: Axis, most: int) -> int | None:
    """How many states the axis has, None if more than `most`.

    Counts matrices with given row and column sums, row by row. Every partial filling can be
    completed, so their number is a lower bound, which allows stopping early.
    """
    lines = len(axis.belong)
    if comb(axis.length + lines - 2, lines - 1) > most:
        return None
    if lines >= 7 and most < _SEVEN_LINES_OF_TWO:
        return None
    total = 0
    for blank in range(lines):
        # The remaining column sums, in descending order, because their order does not matter.
        partial_fillings = {tuple(sorted(axis.belong)): 1}
        for line in range(lines):
            longer: Counter[tuple[int, ...]] = Counter()
            for left, ways in partial_fillings.items():
                for rest in _rests(left, axis.length - (line == blank)):
                    longer[tuple(sorted(rest))] += ways
                if total + longer.total() > most:
                    return None
            partial_fillings = longer
        total += sum(partial_fillings.values())
    return total


def _rests(left: tuple[int, ...], take: int) -> Iterator[tuple[int, ...]]:
    """What can remain of `left` after taking `take` in total."""
    if len(left) == 1:
        if take <= left[0]:
            yield (left[0] - take,)
        return
    for first in range(min(left[0], take) + 1):
        for rest in _rests(left[1:], take - first):
            yield (left[0] - first, *rest)


@once(maxsize=16)
def walking_table(axis: Axis) -> dict[int, int]:
    """The least cost from every state of the axis to its goal, by state number. O(states).

    Raises OptionError if there are more than a million states.
    """
    if table_states(axis, _LARGEST_TABLE) is None:
        count, length, most = len(axis.belong), axis.length, f"{_LARGEST_TABLE:,}"
        raise OptionError(said(HeuristicSentence.LINES, lines=count, length=length, most=most))
    lines = range(len(axis.belong))
    goal = (
        sum(n * axis.unit(i, i) for i, n in enumerate(axis.belong)) + axis.blank * axis.blank_unit
    )
    many = (1 << axis.bits) - 1
    # The moves for each line of the blank: (mask of the count of tiles to move, change, cost).
    moves: list[list[tuple[int, int, int]]] = [[] for _ in lines]
    for blank, line in axis.links:
        for j in lines:
            change = axis.unit(blank, j) - axis.unit(line, j) + (line - blank) * axis.blank_unit
            moves[blank].append((many * axis.unit(line, j), change, axis.prices[j]))
    shift = axis.bits * len(axis.belong) ** 2
    table: dict[int, int] = {}
    waiting: dict[int, list[int]] = {0: [goal]}  # by cost: Dijkstra with buckets (Dial 1969)
    while waiting:
        check_deadline()
        cost = min(waiting)
        for state in waiting.pop(cost):
            if state in table:
                continue
            table[state] = cost
            for there, change, price in moves[state >> shift]:
                if state & there and state + change not in table:
                    waiting.setdefault(cost + price, []).append(state + change)
    return table


class WalkingDistance(Lowerable):
    """The sum of both axes' distances; a memo per line gives its share of the state number."""

    def __init__(self, puzzle: Puzzle) -> None:
        width, height, cells = puzzle.goal.width, puzzle.goal.height, range(puzzle.cells)
        self._divisor = pushes_per_move(puzzle)
        self._axes = []
        self._lowering: list[tuple[Axis, dict[int, int]]] = []
        for lines, length in (
            ([slice(i, i + width) for i in cells[::width]], width),
            ([slice(i, None, width) for i in range(width)], height),
        ):
            axis, belongs = _axis(puzzle, lines, length)
            memos = [
                (part, Memo(partial(_number, axis, belongs, line)))
                for line, part in enumerate(lines)
            ]
            self._axes.append((memos, walking_table(axis)))
            self._lowering.append((axis, belongs))

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        total = 0
        for memos, table in self._axes:
            number = 0
            for part, memo in memos:
                number += memo[state[part]]
            # Walls can separate lines; a state that cannot reach the goal is estimated as 0.
            total += table.get(number, 0)
        return -(-total // self._divisor) if self._divisor > 1 else total

    def axes(self, state: State) -> tuple[int, int]:
        """The distances along rows and columns, undivided."""
        down, across = (
            table.get(sum(memo[state[part]] for part, memo in memos), 0)
            for memos, table in self._axes
        )
        return down, across

    def lower(self) -> Parts:
        """The walks along rows and columns, as sums modulo the kernels' prime."""
        rows, columns = (_walk(axis, belongs) for axis, belongs in self._lowering)
        return Parts(walks=(rows, columns), pushes=self._divisor)


def _walk(axis: Axis, belongs: dict[int, int]) -> "Walk":
    import numpy as np

    from taquin.kernels.searches.estimates import PRIME, Walk

    numbers, distances = _walk_states(axis)
    lines = range(len(axis.belong))
    return Walk(
        belong=np.array([belongs.get(tile, 0) for tile in range(len(belongs) + 1)]),
        unit=np.array([[axis.unit(i, j) % PRIME for j in lines] for i in lines]),
        blank=np.array([i * axis.blank_unit % PRIME for i in lines]),
        numbers=numbers,
        distances=distances,
    )


@once(maxsize=8)
def _walk_states(axis: Axis) -> "tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]":
    import numpy as np

    from taquin.kernels.searches.estimates import PRIME

    table = walking_table(axis)
    numbers = np.array([number % PRIME for number in table], np.int64)
    if len(np.unique(numbers)) < len(numbers):
        raise Uncompilable("two walking-distance states collide modulo the kernels' prime.")
    return numbers, np.fromiter(table.values(), np.int64, len(table))


def _number(axis: Axis, belongs: dict[int, int], line: int, part: State) -> int:
    return sum(axis.unit(line, belongs[tile]) if tile else line * axis.blank_unit for tile in part)


def _axis(puzzle: Puzzle, lines: list[slice], length: int) -> tuple[Axis, dict[int, int]]:
    """The axis with these lines, and every tile's goal line."""
    goal, of_tile = puzzle.goal.cells, puzzle.tile_costs
    tiles = [[tile for tile in goal[part] if tile] for part in lines]
    line_of = {cell: i for i, part in enumerate(lines) for cell in range(len(goal))[part]}
    links = {
        (line_of[cell], line_of[n])
        for cell in range(len(goal))
        for n in puzzle.topology.adjacent(cell)
        if line_of[n] != line_of[cell]
    }
    axis = Axis(
        length=length,
        belong=tuple(len(part) for part in tiles),
        blank=line_of[goal.index(0)],
        links=tuple(sorted(links)),
        prices=tuple(min((of_tile[tile] for tile in part), default=1) for part in tiles),
    )
    return axis, {tile: i for i, part in enumerate(tiles) for tile in part}


@heuristic(
    "walking_distance",
    label="walking distance",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="Takahashi 2002",
)
def walking_distance(puzzle: Puzzle) -> WalkingDistance:
    """The moves across rows and columns needed if all tiles of a goal line were identical.

    In expense a move costs as much as that of the cheapest tile of its goal line; in the multi-tile
    metric the sum is divided by the longest push. Boards whose tables would be too large are
    refused.
    """
    refuse_move_costs("walking_distance", puzzle)
    width = puzzle.goal.width
    for cell in range(puzzle.cells):
        for n in puzzle.topology.adjacent(cell):
            if n // width != cell // width and n % width != cell % width:
                raise OptionError(
                    f"walking_distance does not fit {puzzle.topology.name}: a move from cell {n} "
                    f"to {cell} changes row and column at once and would be counted twice. Use "
                    "manhattan."
                )
    return WalkingDistance(puzzle)
