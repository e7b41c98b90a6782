"""Heuristics that are plain functions of the board, without a decorator."""

from collections.abc import Callable
from typing import TypeAlias

from taquin.ground.errors import OptionError
from taquin.heuristics.base import HEURISTICS, Estimate, FunctionName, HeuristicSpec
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["BoardHeuristic", "name_function"]

BoardHeuristic: TypeAlias = Callable[[Board], int]


def name_function(function: BoardHeuristic) -> str:
    """A name for ``function(board) -> int``, accepted wherever a heuristic's name is.

    The function makes no claims, so its values prove nothing. To declare claims, use the decorator
    `taquin.heuristic`; functions declared that way are accepted here too. Raises OptionError for a
    factory that needs an argument.
    """
    given: object = function
    for spec in HEURISTICS:
        if spec.factory is given:
            if spec.takes_argument:
                raise OptionError(
                    f"heuristic {spec.name} takes an argument: pass its name, as in {spec.name}:…"
                )
            return spec.name
    name = str(getattr(function, "__name__", type(function).__name__))
    if name in HEURISTICS:
        # Distinguishes it from taquin's heuristic of the same name.
        name = f"{getattr(function, '__module__', None) or 'yours'}.{name}"
    paper = summary = "a function of the board"
    return FunctionName(HeuristicSpec(name, _factory(name, function), False, False, paper, summary))


def _factory(name: str, function: BoardHeuristic) -> Callable[[Puzzle], Estimate]:
    def build(puzzle: Puzzle) -> Estimate:
        def estimate(state: State) -> int:
            board = puzzle.decode(state)
            try:
                return function(board)
            except MemoryError:
                raise  # the search reports it as its memory limit
            except (Exception, SystemExit) as error:
                raise OptionError(_raised(name, function, board, error)) from error

        estimate.__module__ = "plug-in"  # marks it as a user's code; see base._Watched
        return estimate

    return build


def _raised(name: str, function: BoardHeuristic, board: Board, error: BaseException) -> str:
    """The error that a user's function raised, with the line that raised it."""
    file = getattr(getattr(function, "__code__", None), "co_filename", None)
    place, trace = "", error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == file:
            place = f" ({file}, line {trace.tb_lineno})"
        trace = trace.tb_next
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"heuristic {name} raised {what}{place} for the board {board}."
