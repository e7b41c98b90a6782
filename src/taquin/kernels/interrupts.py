"""Ctrl-C held back where an exception would be lost or leave a thread behind."""

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
    """Ctrl-C is answered when the block ends, as KeyboardInterrupt."""
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


def submit_all(pool: ThreadPoolExecutor, calls: Iterable[Callable[[], T]]) -> list[Future[T]]:
    """Hand all calls to the pool, Ctrl-C waiting meanwhile.

    Interrupted while a thread of its starts, a pool forgets that thread: it would not be waited
    for, and would go on in arrays that the next search uses.
    """
    with interrupts_wait():
        return [pool.submit(call) for call in calls]
