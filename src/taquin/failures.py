"""Turns what a search raised into the outcome of one row, so that the other rows go on."""

from taquin.errors import ExitCode, TaquinError
from taquin.plugins import blame
from taquin.result import Failure

__all__ = ["failure_of"]


def failure_of(error: BaseException) -> Failure | None:
    """The failure that `error` stands for; None for a bug in taquin, which must be raised.

    An error that is not taquin's is an outcome only if it arose in a user's own code.
    """
    place = blame(error)
    if isinstance(error, TaquinError):
        return Failure(type(error).__name__, place or str(error), error.exit_code)
    if place is None:
        return None
    return Failure(type(error).__name__, place, ExitCode.USAGE)
