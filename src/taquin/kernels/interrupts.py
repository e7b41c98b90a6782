"""Defers Ctrl-C where an exception would be lost or would leave a thread behind."""

import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

__all__ = ["interrupts_wait", "submit_all"]

T = TypeVar("T")


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Defer Ctrl-C to the end of the block, where it raises KeyboardInterrupt."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGINT)
    if before is None:  # not installed from Python, so it cannot be restored
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


def submit_all(pool: ThreadPoolExecutor, calls: Iterable[Callable[[], T]]) -> list[Future[T]]:
    """Submit all calls to the pool, deferring Ctrl-C.

    A pool interrupted while it starts a thread loses track of that thread: nobody would wait for
    it, and it would go on writing to arrays that the next search uses.
    """
    with interrupts_wait():
        return [pool.submit(call) for call in calls]
