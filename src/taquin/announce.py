"""Words to the person who waits: compiling, building a table.

The library is silent by default. A face says where such words go for the length of a block:

>>> heard = []
>>> with announcing(heard.append):
...     announce("compiling, about 3 s, once")
>>> heard
['compiling, about 3 s, once']
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

__all__ = ["announce", "announcing"]

_listener: ContextVar[Callable[[str], None] | None] = ContextVar("listener", default=None)


def announce(text: str) -> None:
    """Tell whoever listens; nobody, unless a face does."""
    listener = _listener.get()
    if listener is not None:
        listener(text)


@contextmanager
def announcing(listener: Callable[[str], None]) -> Iterator[None]:
    """Within the block, `announce` calls `listener`."""
    token = _listener.set(listener)
    try:
        yield
    finally:
        _listener.reset(token)
