"""A lock that is passed by where it cannot be had: it saves work or time, and holds up nobody."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress

__all__ = ["held_if_possible"]


@contextmanager
def held_if_possible(acquire: Callable[[], AbstractContextManager[object]]) -> Iterator[None]:
    """Within the block, the lock of a file is held, unless that cannot be done.

    It cannot where another program holds it for longer than one waits, where no file can be
    written, and where files cannot be locked, as on some network drives.

    acquire: takes the lock, or raises; what it returns gives the lock back at its end.
    """
    with ExitStack() as held:
        with suppress(OSError, NotImplementedError):  # filelock's Timeout is an OSError
            held.enter_context(acquire())
        yield
