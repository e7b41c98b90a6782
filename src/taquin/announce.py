"""Messages for people who wait: compiling, building a table.

The library is silent by default. An interface can receive the messages during a block:

>>> messages = []
>>> with announcing(messages.append):
...     announce("compiling, about 3 s, once")
>>> messages
['compiling, about 3 s, once']
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["announce", "announcing"]

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


def announce(text: str) -> None:
    """Send a message to the current listener, if there is one."""
    listener = _listener.get()
    if listener is not None:
        listener(text)


@contextmanager
def announcing(listener: Callable[[str], None]) -> Iterator[None]:
    """Make `announce` call `listener` within the block."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
