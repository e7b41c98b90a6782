"""Whole spaces: how many boards at each distance, and the exact distance of any small board."""

import random
from collections.abc import Iterator
from math import factorial, lgamma, log
from types import ModuleType
from typing import TYPE_CHECKING

from taquin.announce import announce
from taquin.cores import within_cores
from taquin.errors import OptionError
from taquin.once import once
from taquin.oracle import census as count_in_python
from taquin.puzzle import scramble
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.distance_table import DistanceTable

__all__ = ["MOST_CELLS", "at_depth", "census", "distance_table", "tabled"]

MOST_CELLS = 12
# Up to here plain Python takes less time than loading NumPy.
_PYTHON_CELLS = 8
# Dijkstra in plain Python, for the expense metric, which the bit maps do not serve.
_EXPENSE_CELLS = 9
_TABLED_CELLS = 9
_COMPILE_SECONDS = 4


def census(puzzle: Puzzle, *, workers: int = 2) -> Iterator[int]:
    """How many boards lie at distance 0, 1, 2, … from the goal, in the puzzle's metric.

    Up to 12 cells (239,500,800 boards of 4x3) in stm and mtm, on bit maps of about 30 MB to
    180 MB; up to 9 cells with expense. Raises OptionError beyond. workers: threads, at most one
    for each usable core.
    """
    cells, (workers, _) = puzzle.cells, within_cores(workers)
    if puzzle.metric == "expense":
        if cells > _EXPENSE_CELLS:
            raise OptionError(
                f"census of {cells} cells with expense: expected at most {_EXPENSE_CELLS}; use "
                f"stm or mtm, which go to {MOST_CELLS}."
            )
        yield from count_in_python(puzzle)
    elif cells <= _PYTHON_CELLS:
        yield from count_in_python(puzzle)
    elif tabled(puzzle):
        table = distance_table(puzzle)
        yield from map(table.count, range(table.farthest + 1))
    elif cells <= MOST_CELLS:
        whole_space = _kernel()
        yield from whole_space.census(
            _neighbors(puzzle), puzzle.goal.blank, metric=puzzle.metric, threads=workers
        )
    else:
        raise OptionError(
            f"census of {cells} cells: expected at most {MOST_CELLS}; its {_many(cells)} "
            "arrangements do not fit into memory."
        )


def _many(cells: int) -> str:
    """How many arrangements a board has, in words that a line can hold."""
    if cells <= 25:
        return f"{factorial(cells):,}"
    return f"more than 10^{int(lgamma(cells + 1) / log(10))}"


def tabled(puzzle: Puzzle) -> bool:
    """Whether distances are looked up in a table: it pays where it spares longer searches."""
    return puzzle.cells == _TABLED_CELLS and puzzle.metric != "expense"


@once(maxsize=8)
def distance_table(puzzle: Puzzle) -> "DistanceTable":
    """The exact distances of a puzzle of up to nine cells, in stm or mtm; built once a process."""
    from taquin.distance_table import DistanceTable

    return DistanceTable(puzzle)


def at_depth(puzzle: Puzzle, depth: int, rng: random.Random) -> Board:
    """A board whose optimal solution costs exactly `depth`, uniform among all such boards.

    On 3x3 in stm and mtm taken from the `distance_table`, else enumerated layer by layer; either
    way the same seed gives the same board. Raises OptionError if there is no such board, or if
    more than 500,000 boards would have to be enumerated.
    """
    if not tabled(puzzle):
        return scramble.at_depth(puzzle, depth, rng)
    table = distance_table(puzzle)
    scramble.check_depth(puzzle, depth, table.farthest)
    return table.board(depth, rng.choice(range(table.count(depth))))


def _kernel() -> ModuleType:
    from taquin.kernels import whole_space
    from taquin.kernels.cache import is_cached

    if not is_cached(whole_space.__name__):
        announce(f"compiling the enumeration of whole spaces, about {_COMPILE_SECONDS} s, once")
    return whole_space


def _neighbors(puzzle: Puzzle) -> "npt.NDArray[np.uint8]":
    """uint8[cells, 4] in the order U D L R, 255 for none: what the kernels read."""
    import numpy as np

    table = np.array(puzzle.topology.neighbors, np.int64)
    return np.where(table < 0, 255, table).astype(np.uint8)
