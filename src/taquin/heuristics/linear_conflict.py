"""Manhattan distance and linear conflicts."""

from collections.abc import Sequence
from functools import partial

from taquin.ground.errors import OptionError
from taquin.heuristics.base import Estimate, Memo, heuristic, pushes_per_move
from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.topology import topology

__all__ = ["LinearConflict", "linear_conflict", "taken_out"]


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


class LinearConflict:
    """Manhattan distance plus two steps for every tile that must leave its goal line.

    Two tiles in the wrong order in their common goal row cannot both stay in it: one must step
    out and back, two steps that Manhattan distance does not count. Conflicts in rows and columns
    add up, because their extra steps go in different directions.

    A memo per row holds its Manhattan distance and conflicts, a memo per column its conflicts:
    eight look-ups per state on 4x4.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        width, height, goal = puzzle.goal.width, puzzle.goal.height, puzzle.goal.cells
        plain = Puzzle(topology("grid", width, height), puzzle.goal, puzzle.metric)
        self._steps = manhattan(plain).table
        self._divisor = pushes_per_move(puzzle)
        expense = puzzle.metric == "expense"
        self._weight = list(range(len(goal))) if expense else [1] * len(goal)
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


def _homes(line: Sequence[int]) -> dict[int, int]:
    return {tile: place for place, tile in enumerate(line) if tile}


@heuristic("linear_conflict", admissible=True, consistent=True, paper="Hansson, Mayer & Yung 1992")
def linear_conflict(puzzle: Puzzle) -> Estimate:
    """Manhattan distance plus 2 for every tile that must step out of its goal line.

    In expense a step costs the tile's number; in the multi-tile metric the sum is divided by the
    longest push. With walls it is the larger of this sum, ignoring walls, and Manhattan distance
    around the walls, because a path around a wall may already include the two steps.
    """
    board_type = puzzle.topology
    plain = LinearConflict(puzzle)
    if board_type.is_grid:
        return plain
    grid = topology("grid", board_type.width, board_type.height)
    for cell, row in enumerate(board_type.neighbors):
        if any(n not in (-1, usual) for n, usual in zip(row, grid.neighbors[cell], strict=True)):
            raise OptionError(
                f"linear_conflict works only on grids, with or without walls, not on "
                f"{board_type.name}, where two tiles can pass each other without leaving their "
                "line. Use manhattan or walking_distance."
            )
    around = manhattan(puzzle)
    return lambda state: max(plain(state), around(state))
