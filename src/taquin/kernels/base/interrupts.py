"""Defers Ctrl-C where an exception would be lost or would leave a thread behind."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from taquin.ground.shield import interrupts_wait

__all__ = ["interrupts_wait", "submit_all"]

T = TypeVar("T")


def submit_all(pool: ThreadPoolExecutor, calls: Iterable[Callable[[], T]]) -> list[Future[T]]:
    """Submit all calls to the pool, deferring Ctrl-C.

    A pool interrupted while it starts a thread loses track of that thread: nobody would wait for
    it, and it would go on writing to arrays that the next search uses.
    """
    with interrupts_wait():
        return [pool.submit(call) for call in calls]
