"""Walking distance: tiles as indistinguishable but for the line they belong to.

Along one axis only the lines matter: how many tiles of goal line j stand in line i, and in which
line the blank is. The least number of moves across lines in that smaller puzzle is looked up in
a table, made once per kind of board; both axes add up, as a move crosses lines of one axis only.
Takahashi Ken'ichiro (takaken), "15-puzzle solver", 2002.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache, partial
from math import comb
from typing import NamedTuple

from taquin.deadline import check_deadline
from taquin.errors import OptionError
from taquin.heuristics.base import Memo, heuristic, pushes_per_move
from taquin.once import once
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["Axis", "WalkingDistance", "table_states", "walking_distance", "walking_table"]

# A table of this size takes some seconds and about 100 MB; 5x4 would need 5,977,015 states.
_LARGEST_TABLE = 1_000_000
_SEVEN_LINES_OF_TWO = 16_854_390  # more or longer lines have more states


class Axis(NamedTuple):
    """The small puzzle of one axis; lines are rows, or columns.

    belong: int[lines], how many tiles each goal line has; line length `length`.
    blank: the blank's goal line. links: pairs of lines between which tiles can move.
    prices: int[lines], the cost of moving a tile of each goal line, the cheapest in it.
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
        """One tile of goal line `belongs` in `line`, as a state's number; they add up."""
        return 1 << self.bits * (line * len(self.belong) + belongs)

    @property
    def blank_unit(self) -> int:
        """The blank one line further, as a state's number."""
        return 1 << self.bits * len(self.belong) ** 2


@lru_cache(maxsize=64)
def table_states(axis: Axis, most: int) -> int | None:
    """How many states the axis has, None if more than `most`.

    Counts matrices of given row and column sums row by row; every partial filling can be
    completed, so their number is a lower bound that allows to stop early.
    """
    lines = len(axis.belong)
    if comb(axis.length + lines - 2, lines - 1) > most:
        return None
    if lines >= 7 and most < _SEVEN_LINES_OF_TWO:
        return None
    total = 0
    for blank in range(lines):
        # What is left of the column sums, in falling order as only that matters.
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
    """What can remain of `left` after taking `take` in all."""
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

    Raises OptionError where there would be more than a million states.
    """
    if table_states(axis, _LARGEST_TABLE) is None:
        raise OptionError(
            f"walking_distance: {len(axis.belong)} lines of {axis.length} cells need a table of "
            f"more than {_LARGEST_TABLE:,} states. Use linear_conflict or a pattern database."
        )
    lines = range(len(axis.belong))
    goal = (
        sum(n * axis.unit(i, i) for i, n in enumerate(axis.belong)) + axis.blank * axis.blank_unit
    )
    many = (1 << axis.bits) - 1
    # For each line of the blank: (is there such a tile?, change of number, cost) a move.
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


class WalkingDistance:
    """The sum of both axes' distances; one memo a line gives its share of a state's number."""

    def __init__(self, puzzle: Puzzle) -> None:
        width, height, cells = puzzle.goal.width, puzzle.goal.height, range(puzzle.cells)
        self._divisor = pushes_per_move(puzzle)
        self._axes = []
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

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        total = 0
        for memos, table in self._axes:
            number = 0
            for part, memo in memos:
                number += memo[state[part]]
            # Walls can part the lines; what then never meets the goal is estimated as 0.
            total += table.get(number, 0)
        return -(-total // self._divisor) if self._divisor > 1 else total

    def axes(self, state: State) -> tuple[int, int]:
        """The distances of the rows and of the columns, undivided."""
        down, across = (
            table.get(sum(memo[state[part]] for part, memo in memos), 0)
            for memos, table in self._axes
        )
        return down, across


def _number(axis: Axis, belongs: dict[int, int], line: int, part: State) -> int:
    return sum(axis.unit(line, belongs[tile]) if tile else line * axis.blank_unit for tile in part)


def _axis(puzzle: Puzzle, lines: list[slice], length: int) -> tuple[Axis, dict[int, int]]:
    """The axis with these lines, and the goal line of every tile."""
    goal, expense = puzzle.goal.cells, puzzle.metric == "expense"
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
        prices=tuple(min(part, default=1) if expense else 1 for part in tiles),
    )
    return axis, {tile: i for i, part in enumerate(tiles) for tile in part}


@heuristic("walking_distance", admissible=True, consistent=True, paper="Takahashi 2002")
def walking_distance(puzzle: Puzzle) -> WalkingDistance:
    """Moves across rows plus moves across columns if tiles of one goal line were all alike.

    With expense a move costs the smallest number in the tile's goal line; in the multi-tile
    metric the sum is divided by the longest push. Refuses boards whose tables would be too large.
    """
    width = puzzle.goal.width
    for cell in range(puzzle.cells):
        for n in puzzle.topology.adjacent(cell):
            if n // width != cell // width and n % width != cell % width:
                raise OptionError(
                    f"walking_distance on {puzzle.topology.name}: a move from cell {n} to {cell} "
                    "changes row and column at once and would be counted twice. Use manhattan."
                )
    return WalkingDistance(puzzle)
