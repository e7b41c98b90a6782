"""Manhattan distance."""

from collections.abc import Sequence

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
    columns: list[Sequence[int]] = [[0] * cells] * cells
    for home, tile in enumerate(puzzle.goal):
        if tile:
            steps: Sequence[int] = puzzle.topology.distances(home)
            if -1 in steps:
                steps = [max(step, 0) for step in steps]
            columns[tile] = steps if puzzle.metric != "expense" else [tile * n for n in steps]
    return PerTile(list(zip(*columns, strict=True)), divisor=pushes_per_move(puzzle))
