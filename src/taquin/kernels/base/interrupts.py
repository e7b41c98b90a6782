"""Defers Ctrl-C where an exception would be lost or would leave a thread behind."""

from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from types import TracebackType
from typing import TypeVar

from taquin.ground.shield import interrupts_wait

__all__ = ["KernelPool", "interrupts_wait", "submit_all"]

T = TypeVar("T")


class KernelPool(ThreadPoolExecutor):
    """Threads that run kernels, or compile them; its block ends when they have ended.

    After an error, and so after Ctrl-C, calls that have not begun are dropped. Another Ctrl-C waits
    for those that have: it would leave threads that write to arrays, and nobody to wait for them.
    """

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        with interrupts_wait():
            self.shutdown(cancel_futures=kind is not None)


def submit_all(pool: ThreadPoolExecutor, calls: Iterable[Callable[[], T]]) -> list[Future[T]]:
    """Submit all calls to the pool, deferring Ctrl-C.

    A pool interrupted while it starts a thread loses track of that thread: nobody would wait for
    it, and it would go on writing to arrays that the next search uses.
    """
    with interrupts_wait():
        return [pool.submit(call) for call in calls]
