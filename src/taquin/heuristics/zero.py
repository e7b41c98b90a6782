"""No estimate at all."""

from taquin.heuristics.base import PerTile, heuristic
from taquin.heuristics.computed import MANY_CELLS, ComputedTable
from taquin.puzzle.puzzle import Puzzle

__all__ = ["zero"]


@heuristic(
    "zero",
    label="h = 0",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="Dijkstra 1959",
)
def zero(puzzle: Puzzle) -> PerTile:
    """Always 0, which turns A* into uniform-cost search."""
    if puzzle.cells > MANY_CELLS:
        return PerTile(ComputedTable(puzzle.cells, lambda cell, tile: 0))
    return PerTile([[0] * puzzle.cells] * puzzle.cells)
