"""What a search raised, told as the outcome of one row, so that the others go on."""

from collections.abc import Callable

from taquin.errors import ExitCode, TaquinError
from taquin.findings import named
from taquin.heuristics.base import OwnName, find_heuristic
from taquin.plugins import blame
from taquin.result import Failure
from taquin.search.algorithm import ALGORITHMS

__all__ = ["failure_of", "owners_of"]


def failure_of(error: BaseException, *owners: Callable[..., object]) -> Failure | None:
    """The failure that `error` is, None where it is neither ours on purpose nor somebody's code's.

    owners: the functions of the algorithm and the heuristic that ran. An error of another kind is
    an outcome only where it arose in a plug-in, or in a module of theirs that is not taquin's.
    """
    place = blame(error) or _place(error, owners)
    if isinstance(error, TaquinError):
        return Failure(type(error).__name__, place or str(error), error.exit_code)
    if place is None:
        return None
    return Failure(type(error).__name__, place, ExitCode.USAGE)


def owners_of(algorithm: str, heuristic: str | None) -> list[Callable[..., object]]:
    """The functions that run for these names, those given as functions left out."""
    owners: list[Callable[..., object]] = [ALGORITHMS.get(algorithm).search]
    if heuristic is not None and not isinstance(heuristic, OwnName):
        owners.append(find_heuristic(heuristic)[0].factory)
    return owners


def _place(error: BaseException, owners: tuple[Callable[..., object], ...]) -> str | None:
    """The deepest line of the owners' modules in which the error arose, and the error."""
    modules = {owner.__module__ for owner in owners if not owner.__module__.startswith("taquin.")}
    place, trace = None, error.__traceback__
    while trace is not None:
        if trace.tb_frame.f_globals.get("__name__") in modules:
            place = f"{trace.tb_frame.f_code.co_filename}, line {trace.tb_lineno}"
        trace = trace.tb_next
    return None if place is None else f"{place}: {named(error)}."
