"""Tables that are built at the same time, each by a thread of its own.

Two threads that share one table wait for each other at each of its levels; two tables of the same
size need nothing of each other, and while one is written the other is built.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from contextvars import copy_context
from functools import partial
from math import inf, perm
from threading import Condition, Event, Lock
from typing import TYPE_CHECKING, TypeVar

from taquin.heuristics.patterns.partition import format_partition

if TYPE_CHECKING:
    from taquin.kernels.patterns.build import Needs

__all__ = ["BuildProgress", "Progress", "Room", "RoomShare", "made_at_once", "threads_for"]

T = TypeVar("T")
Pattern = tuple[int, ...]
Progress = Callable[[float, float], None]
BuildProgress = Callable[[str, float, float], None]
_BETWEEN_LOOKS = 0.05  # seconds


def threads_for(patterns: Sequence[Pattern], cells: int, workers: int) -> int:
    """How many tables to build at the same time: as many as keeps all threads busy to the end.

    A table that takes longer than all the others is better shared by the workers.
    """
    placements = [perm(cells, len(pattern)) for pattern in patterns]
    threads = min(workers, len(patterns))
    while threads > 1 and threads * max(placements) > sum(placements):
        threads -= 1
    return max(1, threads)


def made_at_once(
    patterns: Sequence[Pattern],
    make: Callable[[Pattern, Progress], T],
    threads: int,
    progress: BuildProgress,
) -> list[T]:
    """What `make` returns for each pattern, in their order.

    progress: called by this thread alone, with the patterns in progress, their fraction done and
    the seconds left.   The calling thread works too. An error of any thread, and Ctrl-C, end the
    others within about 0.1 s: each stops when it next reports its progress.
    """
    if threads == 1:
        return [
            make(pattern, partial(progress, format_partition((pattern,)))) for pattern in patterns
        ]
    from taquin.kernels.base.interrupts import KernelPool, submit_all

    made: dict[int, T] = {}
    numbers, lock = iter(range(len(patterns))), Lock()
    reports = _Reports(patterns, progress)

    def work(report: Callable[[int, float, float], None]) -> None:
        while True:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            reports.note(number, 0.0, inf)
            made[number] = make(patterns[number], partial(report, number))
            reports.done(number)

    helper = partial(work, reports.note)
    with KernelPool(threads - 1) as pool:
        try:
            calls = [partial(copy_context().run, helper) for _ in range(threads - 1)]
            reports.helpers = submit_all(pool, calls)
            work(reports.note_and_tell)
            while wait(reports.helpers, _BETWEEN_LOOKS).not_done:
                reports.tell()
            reports.raise_errors()
        except BaseException:
            reports.stop.set()
            raise
    return [made[number] for number in range(len(patterns))]


class _Stopped(Exception):
    """Ends a thread after an error in another one; never seen by callers."""


class _Reports:
    """What the threads report of their tables, told as one.

    stop: set to end all threads.   helpers: those beside the calling thread.
    """

    def __init__(self, patterns: Sequence[Pattern], progress: BuildProgress) -> None:
        self.stop = Event()
        self.helpers: list[Future[None]] = []
        self._patterns = patterns
        self._progress = progress
        self._now: dict[int, tuple[float, float]] = {}  # by table, what it last reported
        self._told: set[int] = set()  # of which it is known that another process builds them

    def note(self, number: int, fraction: float, left: float) -> None:
        """Note what a table reports."""
        if self.stop.is_set():
            raise _Stopped
        self._now[number] = fraction, left

    def note_and_tell(self, number: int, fraction: float, left: float) -> None:
        """Note it, in the calling thread."""
        self.note(number, fraction, left)
        self.tell()

    def done(self, number: int) -> None:
        """Note that a table is finished."""
        del self._now[number]

    def raise_errors(self) -> None:
        """Raise the error of a helper that has failed, if any has."""
        for helper in self.helpers:
            if helper.done():
                helper.result()

    def tell(self) -> None:
        """Tell about all tables in progress; raise the error of a helper, if any has failed."""
        self.raise_errors()
        now = dict(self._now)
        others = [number for number, (_, left) in now.items() if left < 0]
        ours = [number for number in sorted(now) if number not in others]
        for number in others:
            if not ours or number not in self._told:
                self._told.add(number)
                self._progress(self._label([number]), *now[number])
        if ours:
            fraction = sum(now[number][0] for number in ours) / len(ours)
            left = max(now[number][1] for number in ours)
            self._progress(self._label(ours), fraction, left)

    def _label(self, numbers: list[int]) -> str:
        return format_partition(tuple(self._patterns[number] for number in numbers))


class Room:
    """The memory that tables built at the same time take together.

    free: bytes that a build may take now, None if unknown.
    """

    def __init__(self, free: Callable[[], int | None]) -> None:
        self.free = free
        self.changed = Condition()
        self.taken: dict[RoomShare, int] = {}


class RoomShare:
    """What one table takes of a room until the end of a block.

    progress: called while the table waits for memory.
    """

    def __init__(self, room: Room, progress: Progress | None) -> None:
        self._room = room
        self._progress = progress

    def __enter__(self) -> "RoomShare":
        return self

    def __exit__(self, *_: object) -> None:
        with self._room.changed:
            self._room.taken.pop(self, None)
            self._room.changed.notify_all()

    def decide(self, needs: "Needs", decide: Callable[[int | None], T], *, take: bool = False) -> T:
        """What `decide` makes of the free memory.

        A table that does not fit beside those that are being built waits until they are finished,
        and is then treated as if it were the only one.   take: count what it needs as taken.
        """
        room, whole = self._room, needs.rows + needs.rest
        with room.changed:
            while True:
                # What others took may be in use already, and so be counted twice.
                free = room.free()
                if not room.taken or free is None or whole + sum(room.taken.values()) < free:
                    break
                room.changed.wait(_BETWEEN_LOOKS)
                if self._progress is not None:
                    self._progress(0.0, inf)
            decided = decide(free)
            if take:
                room.taken[self] = whole
            return decided
