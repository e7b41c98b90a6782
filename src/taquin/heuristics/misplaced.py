"""Misplaced tiles."""

from collections.abc import Sequence

from taquin.heuristics.base import PerTile, cheapest_moves, heuristic, pushes_per_move
from taquin.heuristics.computed import MANY_CELLS, ComputedTable
from taquin.puzzle.puzzle import Puzzle

__all__ = ["misplaced"]


@heuristic(
    "misplaced",
    label="misplaced tiles",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    aliases=("h1", "hamming", "misplaced_tiles"),
    paper="Doran & Michie 1966",
)
def misplaced(puzzle: Puzzle) -> PerTile:
    """The number of tiles that are not on their goal cell; the blank is not counted.

    In expense the tiles' costs are added instead; in the multi-tile metric the count is divided
    by the longest push. Where moves have costs, each tile counts as one of the cheapest moves.
    """
    cells, goal = puzzle.cells, puzzle.goal
    of_tile = cheapest_moves(puzzle)

    def value(cell: int, tile: int) -> int:
        return 0 if tile in (0, goal[cell]) else of_tile[tile]

    table: Sequence[Sequence[int]] = ComputedTable(cells, value)
    if cells <= MANY_CELLS:
        table = [list(row) for row in table]
    return PerTile(table, divisor=pushes_per_move(puzzle))
