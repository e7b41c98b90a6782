"""Whole spaces: the number of boards at each distance, and exact distances of small boards."""

import random
from collections.abc import Iterator
from math import factorial, lgamma, log
from types import ModuleType
from typing import TYPE_CHECKING, overload

from taquin.ground.announce import announce
from taquin.ground.cores import within_cores
from taquin.ground.errors import OptionError
from taquin.ground.once import once
from taquin.ground.shield import interrupts_wait
from taquin.puzzle import scramble
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.whole.oracle import census as count_in_python

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.whole.distance_table import DistanceTable

__all__ = ["MOST_CELLS", "at_depth", "census", "countable", "distance_table", "tabled"]

MOST_CELLS = 12
# Up to this size plain Python is faster than loading NumPy.
_PYTHON_CELLS = 8
# The bit maps count moves; costs of moves take Dijkstra's algorithm in plain Python.
_COST_CELLS = 9
_TABLED_CELLS = 9
_COMPILE_SECONDS = 4


def census(puzzle: Puzzle, *, workers: int = 2) -> Iterator[int]:
    """How many boards are at distance 0, 1, 2, … from the goal, in the puzzle's metric.

    Up to 12 cells (239,500,800 boards of 4x3) in stm and mtm, on bit maps of about 30 MB to
    180 MB; up to 9 cells in expense and where moves have costs. Raises OptionError for more.
    workers: threads, at most one per usable core.
    """
    cells, (workers, _) = Puzzle.required(puzzle).cells, within_cores(workers)
    if not puzzle.counts_moves:
        if cells > _COST_CELLS:
            expense = puzzle.metric == "expense"
            what = "in the expense metric" if expense else "where moves have costs"
            raise OptionError(
                f"census of {cells} cells {what}: expected at most "
                f"{_COST_CELLS}; use stm or mtm on grids, which allow {MOST_CELLS}."
            )
        yield from count_in_python(puzzle)
    elif cells <= _PYTHON_CELLS:
        yield from count_in_python(puzzle)
    elif tabled(puzzle):
        table = distance_table(puzzle)
        yield from map(table.count, range(table.farthest + 1))
    elif cells <= MOST_CELLS:
        whole_space = _kernel()
        yield from whole_space.layer_sizes(
            _neighbors(puzzle), puzzle.goal.blank, metric=puzzle.metric, threads=workers
        )
    else:
        raise OptionError(
            f"census of {cells} cells: expected at most {MOST_CELLS}; the board has "
            f"{_arrangements(cells)} arrangements, too many to enumerate."
        )


def countable(puzzle: Puzzle) -> bool:
    """Whether `census` accepts the puzzle."""
    return puzzle.cells <= (MOST_CELLS if puzzle.counts_moves else _COST_CELLS)


def _arrangements(cells: int) -> str:
    """The number of arrangements of a board, as short text."""
    if cells <= 25:
        return f"{factorial(cells):,}"
    return f"more than 10^{int(lgamma(cells + 1) / log(10))}"


def tabled(puzzle: Puzzle) -> bool:
    """Whether distances are looked up in a table, which is faster if searches are long."""
    return puzzle.cells == _TABLED_CELLS and puzzle.counts_moves


@once(maxsize=8)
def distance_table(puzzle: Puzzle) -> "DistanceTable":
    """The exact distances of a puzzle of up to nine cells in stm or mtm, built once per process."""
    with interrupts_wait():  # an interrupted import of NumPy cannot be repeated
        from taquin.whole.distance_table import DistanceTable

    return DistanceTable(Puzzle.required(puzzle))


@overload
def at_depth(
    puzzle: Puzzle, depth: int, /, rng: random.Random | None = None, *, seed: int | None = None
) -> Board: ...
@overload
def at_depth(
    width: int,
    height: int,
    depth: int,
    /,
    rng: random.Random | None = None,
    *,
    goal: Board | str | None = None,
    topology: str | None = None,
    metric: Metric | None = None,
    seed: int | None = None,
) -> Board: ...
def at_depth(
    *where: object,
    goal: Board | str | None = None,
    topology: str | None = None,
    metric: Metric | None = None,
    seed: int | None = None,
    rng: random.Random | None = None,
) -> Board:
    """A board whose optimal solution costs exactly a depth, uniform among all such boards.

    where: width, height and the depth, or a Puzzle and the depth; a ``random.Random`` may follow.
    goal, topology, seed, rng as for `taquin.scramble`. On 3x3 in stm and mtm the board is taken
    from the `distance_table`, otherwise boards are enumerated layer by layer; both give the same
    board for the same seed. Raises OptionError if there is no such board, or if more than 500,000
    boards would have to be enumerated.

    >>> at_depth(3, 3, 31, seed=1).text
    '6 4 7/8 5 0/3 2 1'
    """
    where, rng = scramble.split_source(where, rng)
    puzzle, (depth,) = scramble.puzzle_of(
        where, "depth", goal=goal, topology=topology, metric=metric
    )
    return _at_depth(puzzle, depth, scramble.random_source(seed, rng))


def _at_depth(puzzle: Puzzle, depth: int, rng: random.Random) -> Board:
    if not tabled(puzzle):
        return scramble.at_depth(puzzle, depth, rng)
    table = distance_table(puzzle)
    scramble.check_depth(puzzle, depth, table.farthest)
    return table.board(depth, rng.choice(range(table.count(depth))))


def _kernel() -> ModuleType:
    from taquin.kernels import load_numba

    load_numba()
    from taquin.kernels.base.cache import is_cached
    from taquin.kernels.searches import whole_space

    if not is_cached(whole_space.__name__):
        announce(f"compiling the census search, about {_COMPILE_SECONDS} s, once")
    return whole_space


def _neighbors(puzzle: Puzzle) -> "npt.NDArray[np.uint8]":
    """uint8[cells, 4] in the order U D L R, 255 for none, as the kernels expect it."""
    import numpy as np

    table = np.array(puzzle.topology.neighbors, np.int64)
    return np.where(table < 0, 255, table).astype(np.uint8)
