"""Loading compiled searches ahead of the first question, for processes that answer many."""

from collections.abc import Iterator
from importlib import import_module

from taquin.heuristics.pdb import default_partition, is_stored
from taquin.lowering import COMPILED
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.solver import solve

__all__ = ["warming"]

_BOARD = "2 5 3 4/1 6 7 8/9 10 11 12/13 14 15 0"


def warming() -> Iterator[str]:
    """Load one compiled search a step and yield its name; what was never compiled is left out.

    A step takes some 0.1 s. Searches of 4x4 with pattern databases come first.
    """
    from taquin.kernels.jit import is_cached

    puzzle = Puzzle.of(Board.parse(_BOARD))
    partition = default_partition(puzzle)
    patterns = import_module("taquin.kernels.ida_star_pdb").__name__
    if partition is not None and is_stored(puzzle, partition) and is_cached(patterns):
        solve(_BOARD, algorithm="idastar", heuristic=f"pdb:{partition}")
        yield f"pdb:{partition}"
    for name, module in COMPILED.items():
        if is_cached(import_module(f"taquin.kernels.{module}").__name__):
            solve(_BOARD, algorithm=name, engine="compiled", node_limit=1)
            yield name
