"""A time limit for work before a search: building tables with an entry for every tile and cell.

Code that builds such a table calls `check_deadline` about once a millisecond; the engine sets the
limit:

>>> with deadline(0.0):
...     check_deadline()
Traceback (most recent call last):
taquin.ground.deadline.TimeUp: the time limit was reached before the search began
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["TimeUp", "check_deadline", "deadline"]

_ends: ContextVar[float | None] = ContextVar("ends", default=None)


class TimeUp(Exception):
    """The deadline has passed. Caught by the engine, never seen by callers."""


@contextmanager
def deadline(seconds: float | None) -> Iterator[None]:
    """Within the block, `check_deadline` raises after `seconds`; never if None."""
    token = _ends.set(None if seconds is None else time.perf_counter() + seconds)
    try:
        yield
    finally:
        _ends.reset(token)


def check_deadline() -> None:
    """Raise TimeUp if the deadline of the enclosing block has passed."""
    ends = _ends.get()
    if ends is not None and time.perf_counter() >= ends:
        raise TimeUp("the time limit was reached before the search began")
