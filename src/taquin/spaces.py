"""Whole spaces: how many boards at each distance, and the exact distance of any small board."""

from collections.abc import Iterator
from functools import lru_cache
from math import factorial, lgamma, log
from types import ModuleType
from typing import TYPE_CHECKING

from taquin.announce import announce
from taquin.errors import OptionError
from taquin.oracle import census as count_in_python
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["MOST_CELLS", "DistanceTable", "census", "distance_table"]

MOST_CELLS = 12
# Up to here plain Python takes less time than loading the compiled form.
_PYTHON_CELLS = 8
# Dijkstra in plain Python, for the expense metric, which the bit maps do not serve.
_EXPENSE_CELLS = 9
_TABLE_CELLS = 10
_COMPILE_SECONDS = 4


def census(puzzle: Puzzle, *, workers: int = 2) -> Iterator[int]:
    """How many boards lie at distance 0, 1, 2, … from the goal, in the puzzle's metric.

    Up to 12 cells (239,500,800 boards of 4x3) in stm and mtm, on bit maps of about 30 MB to
    180 MB; up to 9 cells with expense. Raises OptionError beyond.
    """
    cells = puzzle.cells
    if puzzle.metric == "expense":
        if cells > _EXPENSE_CELLS:
            raise OptionError(
                f"census of {cells} cells with expense: expected at most {_EXPENSE_CELLS}; use "
                f"stm or mtm, which go to {MOST_CELLS}."
            )
        yield from count_in_python(puzzle)
    elif cells <= _PYTHON_CELLS:
        yield from count_in_python(puzzle)
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


class DistanceTable:
    """The exact distance of every board of up to 10 cells, one byte each, in stm or mtm.

    Built by breadth-first search from the goal in milliseconds (3x3) to seconds (5x2).
    """

    def __init__(self, puzzle: Puzzle) -> None:
        if puzzle.cells > _TABLE_CELLS or puzzle.metric == "expense":
            raise OptionError(
                f"a distance table of {puzzle.cells} cells in {puzzle.metric}: expected at most "
                f"{_TABLE_CELLS} cells, in stm or mtm."
            )
        self.puzzle = puzzle
        self._kernel = whole_space = _kernel()
        self._layout = whole_space.layout(_neighbors(puzzle), puzzle.goal.blank)
        self._table = whole_space.distances(
            _neighbors(puzzle), puzzle.goal.blank, metric=puzzle.metric
        )

    def __getitem__(self, board: Board) -> int | None:
        """The least cost of solving `board`, None if it cannot be solved. O(cells²)."""
        number = self._kernel.rank(self._layout, self.puzzle.goal.cells, board.cells)
        value = self._kernel.UNREACHED if number < 0 else int(self._table[number])
        return None if value == self._kernel.UNREACHED else value

    def at_depth(self, depth: int) -> list[Board]:
        """Every board at exactly that distance."""
        width, height = self.puzzle.goal.width, self.puzzle.goal.height
        return [
            Board.of(
                width,
                height,
                self._kernel.unrank(self._layout, self.puzzle.goal.cells, int(number)),
            )
            for number in self._kernel.at_depth(self._table, depth)
        ]


def _kernel() -> ModuleType:
    from taquin.kernels import whole_space
    from taquin.kernels.cache import is_cached

    if not is_cached(whole_space.__name__):
        announce(f"compiling the enumeration of whole spaces, about {_COMPILE_SECONDS} s, once")
    return whole_space


@lru_cache(maxsize=8)
def distance_table(puzzle: Puzzle) -> DistanceTable:
    """The table of a puzzle, built once a process."""
    return DistanceTable(puzzle)


def _neighbors(puzzle: Puzzle) -> "npt.NDArray[np.uint8]":
    """uint8[cells, 4] in the order U D L R, 255 for none: what the kernels read."""
    import numpy as np

    table = np.array(puzzle.topology.neighbors, np.int64)
    return np.where(table < 0, 255, table).astype(np.uint8)
