"""Turns an error that a search raised into the outcome of its row."""

from taquin.ground.errors import ExitCode, TaquinError
from taquin.solving.question.plugins import blame
from taquin.solving.shown.record import Failure

__all__ = ["failure_of"]


def failure_of(error: BaseException) -> Failure | None:
    """The failure to report for `error`; None for a bug in taquin, which must be raised.

    An error outside taquin's error tree is reported as a failure only if a user's code raised it.
    """
    place = blame(error)
    if isinstance(error, TaquinError):
        return Failure(type(error).__name__, place or str(error), error.exit_code)
    if place is None:
        return None
    return Failure(type(error).__name__, place, ExitCode.USAGE)
