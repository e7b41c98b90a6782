"""The fewest pushes of boards, and the tables that bound them: as the Python package answers."""

import random
from collections.abc import Callable, Iterator
from typing import Any

from taquin import scramble
from taquin.heuristics.patterns.grouping import grouping
from taquin.kernels.patterns.relabelled import build_reference, by_columns
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import topology
from taquin.whole.oracle import true_distances

__all__ = ["PUSHES"]

# Blanks in a corner and on an edge, and tiles in no usual order.
GOALS = ["1 2 3/4 5 0", "0 1 2/3 4 5", "5 3 1/2 0 4", "1 4/2 5/3 0", "1 2/0 3/5 4"]
LARGER = ["1 2 3 4/5 6 7 0", "4 1/0 3/2 6/7 5"]


def _distances() -> Iterator[dict[str, Any]]:
    """Every board of 2x3, and some of 2x4."""
    rng = random.Random(4)
    for goal in map(Board.parse, [*GOALS, *LARGER]):
        plain = topology("grid", goal.width, goal.height)
        found = true_distances(Puzzle(plain, goal, "mtm"))
        boards = sorted(found) if len(found) == 360 else rng.sample(sorted(found), 60)
        texts = {Board.of(goal.width, goal.height, cells).text: found[cells] for cells in boards}
        yield {"goal": goal.text, "pushes": texts}


def _values() -> Iterator[dict[str, Any]]:
    """What the table says of 3x3 boards in each view, for a push along the row and the column."""
    across = by_columns(3, 3)
    groups = grouping(3, 3, 8)
    along_column, along_row = build_reference(3, 3, groups, 8)
    for seed in range(40):
        board = scramble(3, 3, goal="last", seed=seed)
        blank = board.cells.index(0)
        alike = tuple(groups[tile - 1] if tile else 0 for tile in board.cells)
        turned = [board.cells[cell] for cell in across]
        mirrored = tuple(groups[across[tile - 1]] if tile else 0 for tile in turned)
        row = [along_row[alike, blank], along_column[mirrored, across[blank]]]
        column = [along_column[alike, blank], along_row[mirrored, across[blank]]]
        yield {"board": board.text, "groups": list(groups), "row": row, "column": column}


PUSHES: dict[str, Callable[[], dict[str, Any]]] = {
    "pushes": lambda: {"distances": _distances(), "values": _values()}
}
