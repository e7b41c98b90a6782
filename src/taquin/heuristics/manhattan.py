"""Manhattan distance."""

from taquin.heuristics.base import PerTile, heuristic, pushes_per_move
from taquin.puzzle.puzzle import Puzzle

__all__ = ["manhattan"]


@heuristic("manhattan", admissible=True, consistent=True, paper="Doran & Michie 1966")
def manhattan(puzzle: Puzzle) -> PerTile:
    """The steps each tile is from its goal cell, added up; the blank is not counted.

    Steps are counted on the puzzle's own board type. With expense they are multiplied by the
    tile's number; in the multi-tile metric the sum is divided by the longest push.
    """
    cells = puzzle.cells
    weight = list(range(cells)) if puzzle.metric == "expense" else [0] + [1] * (cells - 1)
    table = [[0] * cells for _ in range(cells)]
    for home, tile in enumerate(puzzle.goal):
        for cell, steps in enumerate(puzzle.topology.distances(home)):
            table[cell][tile] = weight[tile] * max(steps, 0)
    return PerTile(table, divisor=pushes_per_move(puzzle))
