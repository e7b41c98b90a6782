"""Manhattan distance and linear conflicts."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from taquin.ground.deadline import check_deadline
from taquin.ground.errors import OptionError
from taquin.ground.sentences import EstimateSentence, said
from taquin.heuristics.base import (
    Estimate,
    Memo,
    heuristic,
    pushes_per_move,
    refuse_move_costs,
)
from taquin.heuristics.manhattan import manhattan
from taquin.heuristics.maximum import Maximum
from taquin.heuristics.parts import Lowerable, Parts, Uncompilable
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.topology import topology

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["LONGEST_LINE", "LinearConflict", "linear_conflict", "taken_out"]

# The longest line whose contents a kernel looks up in a table.
LONGEST_LINE = 7


def taken_out(line: State, home: dict[int, int], weight: Sequence[int]) -> list[int]:
    """The tiles of least total weight that must leave their goal line so that others can pass.

    line: the contents of a row or column. home: the position there of each tile that belongs in
    it. weight: one number per tile. The result is all but the heaviest increasing subsequence of
    goal positions. O(len(line)²).

    >>> taken_out(bytes([3, 0, 1, 2]), {1: 0, 2: 1, 3: 2}, [0, 1, 1, 1])
    [3]
    """
    chains: list[tuple[int, list[int]]] = []
    for tile in line:
        if tile in home:
            ahead = [chain for chain in chains if home[chain[1][-1]] < home[tile]]
            total, kept = max(ahead, default=(0, []))
            chains.append((total + weight[tile], [*kept, tile]))
    _, stay = max(chains, default=(0, []))
    return [tile for tile in line if tile in home and tile not in stay]


class LinearConflict(Lowerable):
    """Manhattan distance plus two steps for every tile that must leave its goal line.

    Two tiles in the wrong order in their common goal row cannot both stay in it: one must step
    out and back, two steps that Manhattan distance does not count. Conflicts in rows and columns
    add up, because their extra steps go in different directions.

    A memo per row holds its Manhattan distance and conflicts, a memo per column its conflicts:
    eight look-ups per state on 4x4.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        width, height, goal = puzzle.goal.width, puzzle.goal.height, puzzle.goal.cells
        plain = replace(puzzle, topology=topology("grid", width, height))
        self._goal = puzzle.goal
        self._steps = manhattan(plain).table
        self._divisor = pushes_per_move(puzzle)
        self._weight = puzzle.tile_costs
        rows: list[slice] = [slice(i, i + width) for i in range(0, len(goal), width)]
        columns: list[slice] = [slice(i, None, width) for i in range(width)]
        self._lines = [(part, _homes(goal[part])) for part in rows + columns]
        self._memos = [
            (part, Memo(partial(self._of_line, number)))
            for number, (part, _) in enumerate(self._lines)
        ]
        self._rows = height

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        total = 0
        for part, memo in self._memos:
            total += memo[state[part]]
        return -(-total // self._divisor) if self._divisor > 1 else total

    def _of_line(self, number: int, line: State) -> int:
        part, home = self._lines[number]
        total = 2 * sum(self._weight[tile] for tile in taken_out(line, home, self._weight))
        if number < self._rows:  # every cell lies in one row
            total += sum(row[tile] for row, tile in zip(self._steps[part], line, strict=True))
        return total

    def conflicts(self, state: State) -> list[int]:
        """The tiles that must leave their lines, first for each row, then for each column."""
        return [
            tile
            for part, home in self._lines
            for tile in taken_out(state[part], home, self._weight)
        ]

    def shares(self, state: State) -> list[int]:
        """Each cell's contribution to the undivided sum, in reading order."""
        shares = [row[tile] for row, tile in zip(self._steps, state, strict=True)]
        for tile in self.conflicts(state):
            shares[state.index(tile)] += 2 * self._weight[tile]
        return shares

    def lower(self) -> Parts:
        """Linear conflicts of rows and columns, looked up by the contents of a line."""
        import numpy as np

        from taquin.kernels.searches.estimates import Conflicts

        width, height = self._goal.width, self._goal.height
        if max(width, height) > LONGEST_LINE:
            raise Uncompilable(
                f"compiled linear_conflict supports lines of up to {LONGEST_LINE} cells; this "
                f"board is {self._goal.size}."
            )
        count = len(self._goal.cells)
        cells = np.arange(count).reshape(height, width)
        digits = np.zeros((2, count, count), np.int64)
        added: list[list[npt.NDArray[np.int64]]] = []
        for axis, lines in enumerate((cells, cells.T)):
            length, tables = lines.shape[1], []
            for line in lines:
                home = [self._goal[cell] for cell in line]
                for place, tile in enumerate(home, start=1):
                    if tile:
                        for i, cell in enumerate(line):
                            digits[axis, cell, tile] = place * (length + 1) ** i
                tables.append(_line_table(tuple(self._weight[tile] for tile in home)))
            added.append(tables)
        conflicts = Conflicts(np.array(self._steps, np.int64), digits, added)
        return Parts(conflicts=conflicts, pushes=self._divisor)


@lru_cache(maxsize=64)
def _line_table(weights: tuple[int, ...]) -> "npt.NDArray[np.int64]":
    """The moves that a line's conflicts add: int64[(length + 1) ** length].

    A line's contents are the goal place, from 1, of the tile on each cell, 0 for none; they are
    the digits of the index in base length + 1, the first cell's the lowest.
    weights: the cost of one step of the tile of each place. Contents that repeat a place stay 0.
    """
    import numpy as np

    length = len(weights)
    # By contents of the first cells: the digits' number, the places as bits, all weights, and the
    # greatest weight of an increasing subsequence that ends with each place; with none, 0.
    numbers, used, total = (np.zeros(1, np.int64) for _ in range(3))
    chains = np.zeros((1, length + 1), np.int64)
    for cell in range(length):
        check_deadline()
        longer = [(numbers, used, total, chains)]
        for place in range(1, length + 1):
            fits = used >> place & 1 == 0
            after = chains[fits]
            after[:, place] = after[:, :place].max(axis=1) + weights[place - 1]
            number = numbers[fits] + place * (length + 1) ** cell
            longer.append(
                (number, used[fits] | 1 << place, total[fits] + weights[place - 1], after)
            )
        numbers, used, total, chains = (
            np.concatenate(parts) for parts in zip(*longer, strict=True)
        )
    table = np.zeros((length + 1) ** length, np.int64)
    table[numbers] = 2 * (total - chains.max(axis=1))
    return table


def _homes(line: Sequence[int]) -> dict[int, int]:
    return {tile: place for place, tile in enumerate(line) if tile}


@heuristic(
    "linear_conflict",
    label="linear conflict",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="Hansson, Mayer & Yung 1992",
)
def linear_conflict(puzzle: Puzzle) -> Estimate:
    """Manhattan distance plus 2 for every tile that must step out of its goal line.

    In expense a step costs what the tile costs; in the multi-tile metric the sum is divided by the
    longest push. With walls it is the larger of this sum, ignoring walls, and Manhattan distance
    around the walls, because a path around a wall may already include the two steps.
    """
    board_type = puzzle.topology
    refuse_move_costs("linear_conflict", puzzle)
    plain = LinearConflict(puzzle)
    if board_type.is_grid:
        return plain
    grid = topology("grid", board_type.width, board_type.height)
    for cell, row in enumerate(board_type.neighbors):
        if any(n not in (-1, usual) for n, usual in zip(row, grid.neighbors[cell], strict=True)):
            raise OptionError(said(EstimateSentence.GRID_ONLY, topology=board_type.name))
    return Maximum({"linear_conflict": plain, "manhattan": manhattan(puzzle)})
