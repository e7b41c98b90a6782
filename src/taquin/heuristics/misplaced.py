"""Misplaced tiles."""

from taquin.heuristics.base import PerTile, heuristic, pushes_per_move
from taquin.puzzle.puzzle import Puzzle

__all__ = ["misplaced"]


@heuristic("misplaced", admissible=True, consistent=True, paper="Doran & Michie 1966")
def misplaced(puzzle: Puzzle) -> PerTile:
    """The number of tiles that are not on their goal cell; the blank is not counted.

    With expense the tiles' numbers are added instead; in the multi-tile metric the count is
    divided by the longest push.
    """
    cells = puzzle.cells
    expense = puzzle.metric == "expense"
    table = [
        [0 if tile in (0, home) else tile if expense else 1 for tile in range(cells)]
        for home in puzzle.goal
    ]
    return PerTile(table, divisor=pushes_per_move(puzzle))
