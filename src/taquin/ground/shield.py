"""Moments that no interrupt may fall into: Ctrl-C, and the end of a time limit, wait for their end.

An exception in the middle of importing NumPy or Numba leaves a module that can neither be used nor
imported again; in the middle of compiling it is lost or fatal.
"""

import signal
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

__all__ = ["interrupts_wait", "is_shielded", "on_leaving"]

# How many blocks of `interrupts_wait` each thread is in.
_depth: Counter[int] = Counter()
# What a thread calls when it leaves its outermost block; set by `taquin.search.watchdog`.
_leaving: list[Callable[[int], None]] = []


def is_shielded(thread: int) -> bool:
    """Whether a thread is in such a moment."""
    return _depth[thread] > 0


def on_leaving(function: Callable[[int], None]) -> None:
    """Have `function` called, with the thread's number, whenever a thread leaves such a moment."""
    _leaving.append(function)


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Ctrl-C is answered when the block ends, as KeyboardInterrupt; so is a time limit.

    That holds for a block that ends in an error, too: what it is caught by would go on.
    """
    thread = threading.get_ident()
    _depth[thread] += 1
    interrupted = False
    try:
        with _signals_wait():
            yield
    except KeyboardInterrupt:
        interrupted = True
        raise
    finally:
        _depth[thread] -= 1
        if not _depth[thread]:
            del _depth[thread]
            for function in () if interrupted else _leaving:
                function(thread)


@contextmanager
def _signals_wait() -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is None:  # installed by something that is not Python; not ours to replace
        yield
        return
    pending: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: pending.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pending:
            signal.raise_signal(signal.SIGINT)
