"""Heuristics given as plain functions of the board, without a decorator."""

from collections.abc import Callable
from typing import TypeAlias

from taquin.errors import OptionError
from taquin.heuristics.base import HEURISTICS, Estimate, HeuristicSpec, OwnName
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["BoardHeuristic", "own_heuristic"]

BoardHeuristic: TypeAlias = Callable[[Board], int]


def own_heuristic(function: BoardHeuristic) -> str:
    """A name for ``function(board) -> int``, which stands for it wherever a heuristic's name does.

    It claims nothing, so nothing that follows from it counts as proved; what should is declared by
    the decorator `taquin.heuristic`, whose functions can be given here too. Raises OptionError for
    a factory that needs an argument.
    """
    given: object = function
    for spec in HEURISTICS:
        if spec.factory is given:
            if spec.takes_argument:
                raise OptionError(f"heuristic {spec.name}: expected its name, as in {spec.name}:…")
            return spec.name
    name = str(getattr(function, "__name__", type(function).__name__))
    if name in HEURISTICS:
        # Not to be taken for taquin's own.
        name = f"{getattr(function, '__module__', None) or 'yours'}.{name}"
    paper = summary = "a function of the board"
    return OwnName(HeuristicSpec(name, _factory(name, function), False, False, paper, summary))


def _factory(name: str, function: BoardHeuristic) -> Callable[[Puzzle], Estimate]:
    def build(puzzle: Puzzle) -> Estimate:
        def estimate(state: State) -> int:
            board = puzzle.decode(state)
            try:
                return function(board)
            except MemoryError:
                raise  # which the search reports as its memory limit
            except Exception as error:
                raise OptionError(_raised(name, function, board, error)) from error

        estimate.__module__ = "plug-in"  # whoever asks whose code this runs; see base._watched
        return estimate

    return build


def _raised(name: str, function: BoardHeuristic, board: Board, error: Exception) -> str:
    """What a caller's function raised, and the line of its file that did."""
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    place, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            place = f" ({file}, line {trace.tb_lineno})"
        trace = trace.tb_next
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"heuristic {name} raised {what}{place} for the board {board}."
