"""Messages for people who wait: compiling, building a table.

The library is silent by default. An interface can receive the messages during a block:

>>> messages = []
>>> with announcing(messages.append):
...     announce("compiling, about 3 s, once")
>>> messages
['compiling, about 3 s, once']

A *private* message names files of this machine. It is for its owner, not for a server's visitors.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["announce", "announcing"]

Listener = Callable[[str], None]
_listeners: ContextVar[tuple[Listener, Listener] | None] = ContextVar("listeners", default=None)


def announce(text: str, *, private: bool = False) -> None:
    """Send a message to the current listener, if there is one."""
    listeners = _listeners.get()
    if listeners is not None:
        listeners[private](text)


@contextmanager
def announcing(listener: Listener, *, private: Listener | None = None) -> Iterator[None]:
    """Make `announce` call `listener` within the block.

    private: receives the private messages; by default `listener` receives them too.
    """
    token = _listeners.set((listener, listener if private is None else private))
    try:
        yield
    finally:
        _listeners.reset(token)
