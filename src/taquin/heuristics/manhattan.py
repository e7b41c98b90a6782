"""Manhattan distance."""

from array import array
from collections.abc import Sequence

from taquin.ground.announce import announce
from taquin.ground.deadline import check_deadline
from taquin.ground.heard import NoticeSentence
from taquin.ground.sentences import said
from taquin.heuristics.base import PerTile, heuristic, pushes_per_move
from taquin.heuristics.computed import MANY_CELLS, ComputedTable
from taquin.puzzle.puzzle import Puzzle

__all__ = ["manhattan"]


@heuristic(
    "manhattan",
    label="Manhattan distance",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    aliases=("h2", "taxicab", "city_block"),
    paper="Doran & Michie 1966",
)
def manhattan(puzzle: Puzzle) -> PerTile:
    """The sum of each tile's steps to its goal cell; the blank is not counted.

    Steps are counted on the puzzle's board type; where its moves have costs, they are added. In
    expense they are multiplied by the tile's cost; in the multi-tile metric the sum is divided by
    the longest push.
    """
    cells = puzzle.cells
    if cells > MANY_CELLS:
        return PerTile(_computed(puzzle), divisor=pushes_per_move(puzzle))
    columns: list[Sequence[int]] = [[0] * cells] * cells
    for home, tile in enumerate(puzzle.goal):
        if tile:
            steps: Sequence[int] = puzzle.topology.distances(home)
            if -1 in steps:
                steps = [max(step, 0) for step in steps]
            cost = puzzle.tile_costs[tile]
            columns[tile] = steps if cost == 1 else [cost * n for n in steps]
    return PerTile(list(zip(*columns, strict=True)), divisor=pushes_per_move(puzzle))


def _computed(puzzle: Puzzle) -> ComputedTable:
    """The same table, its values computed where the board type has a formula for the steps.

    Elsewhere the steps from every goal cell are searched for and kept, two bytes each, or four
    where moves have costs. O(cells²).
    """
    board_type, of_tile = puzzle.topology, puzzle.tile_costs
    home = [0] * puzzle.cells
    for cell, tile in enumerate(puzzle.goal):
        home[tile] = cell
    steps = board_type.distance_formula()
    if steps is None:
        announce(said(NoticeSentence.DISTANCES, cells=puzzle.cells))
        rows = []
        for cell in range(puzzle.cells):
            check_deadline()
            kind = "H" if board_type.costs is None else "I"
            rows.append(array(kind, (max(0, n) for n in board_type.distances(cell))))

        def steps(a: int, b: int) -> int:
            return rows[a][b]

    def value(cell: int, tile: int) -> int:
        return steps(home[tile], cell) * of_tile[tile] if tile else 0

    return ComputedTable(puzzle.cells, value)
