"""Work in a thread of its own, while the screen goes on; it can be cancelled and watched."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from time import monotonic
from typing import Any, Generic, TypeVar

from taquin.ground.announce import announcing
from taquin.ground.grammar import counted
from taquin.search.monitor import Monitor

__all__ = ["Cancelled", "Progress", "SearchSnapshot", "Task"]

T = TypeVar("T")
Progress = Callable[[Monitor[Any]], None]


class Cancelled(Exception):
    """The player no longer wants the answer."""


@dataclass(frozen=True, slots=True)
class SearchSnapshot:
    """The state of a running search at one moment.

    bound:       None before its first contour
    lower_bound: moves that are proved to be needed
    """

    bound: int | None
    lower_bound: int
    deepest: int
    best: int | None
    expanded: int
    generated: int
    waiting: int
    reached: int
    seconds: float

    @classmethod
    def of(cls, monitor: Monitor[Any]) -> "SearchSnapshot":
        """What a monitor shows now."""
        stats = monitor.stats
        return cls(
            stats.contours[-1][0] if stats.contours else None,
            monitor.lower_bound,
            stats.max_depth,
            None if monitor.incumbent is None else monitor.incumbent.g,
            stats.expanded,
            stats.generated,
            monitor.waiting,
            monitor.reached,
            monitor.seconds,
        )

    def after(self, before: "SearchSnapshot | None") -> "SearchSnapshot":
        """With what an earlier stage of the same answer has proved or found, where it is better."""
        if before is None:
            return self
        costs = [cost for cost in (self.best, before.best) if cost is not None]
        return replace(
            self,
            lower_bound=max(self.lower_bound, before.lower_bound),
            best=min(costs, default=None),
        )

    @property
    def words(self) -> str:
        """In one line, with the bound of the contour, for those who study the search."""
        bound = [] if self.bound is None else [f"bound {self.bound}"]
        counts = [f"{self.expanded:,} expanded", f"{self.seconds:.1f} s"]
        return " · ".join([*bound, f"depth {self.deepest}", *self.proved, *counts])

    @property
    def proved(self) -> list[str]:
        """What is known of the cost; every solution costs 0 or more, so that is no news."""
        least = [f"at least {self.lower_bound}"] if self.lower_bound else []
        return least + ([] if self.best is None else [f"best {self.best}"])


class Task(Generic[T]):
    """A call in a daemon thread: leaving the program waits for no search.

    The searches of a task answer one question: what one has proved holds for those that follow.

    work: gets the function to give to a search as `progress`. It ends the search soon after
    `cancel`. Compiling code and building tables are not interrupted, but nobody waits for them.
    unit: what the cost of a solution counts, a move or a slide. least: how many are proved to be
    needed before the work begins.
    finished: True once `result` or `error` is set, or the task was cancelled.
    """

    def __init__(
        self, work: Callable[[Progress], T], unit: str = "move", *, least: int = 0
    ) -> None:
        self.result: T | None = None
        self.error: Exception | None = None
        self.cancelled = False
        self.seen: SearchSnapshot | None = None
        self.told: str | None = None  # compiling, or building a table, until a search goes on
        self.ended = threading.Event()
        self._work, self._began = work, monotonic()
        self._unit, self._least = unit, least
        threading.Thread(target=self._run, daemon=True, name="taquin search").start()

    @property
    def finished(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.cancelled or self.ended.is_set()

    def cancel(self) -> None:
        """End the work; its answer is discarded."""
        self.cancelled = True

    def progress(self, monitor: Monitor[Any]) -> None:
        """Take a snapshot; raises Cancelled once the task is cancelled."""
        if self.cancelled:
            raise Cancelled
        seen = SearchSnapshot.of(monitor).after(self.seen)
        self.seen = replace(seen, lower_bound=max(seen.lower_bound, self._least))
        self.told = None

    @property
    def texts(self) -> list[str]:
        """How the answer stands, the whole line first, then what matters more and more of it.

        Its clock goes on whatever the work is.
        """
        seen, told, clock = self.seen, self.told, f"{monotonic() - self._began:.1f} s"
        proved = [] if seen is None else self._proved(seen)
        if seen is None or told is not None:
            does = told or "loading the solver"
            briefly, _, _ = does.partition(" (")
            ways = [[does, *proved, clock], [briefly, *proved, clock], [briefly, clock], [briefly]]
        else:
            depth, expanded = f"depth {seen.deepest}", f"{counted(seen.expanded, 'node')} expanded"
            known = proved or [expanded]
            ways = [[depth, *proved, expanded, clock], [*proved, expanded, clock],
                    [*known, clock], known]  # fmt: skip
        return [f"{head[0].upper()}{head[1:]}" for head in map(" · ".join, ways)]

    def _proved(self, seen: SearchSnapshot) -> list[str]:
        """What is known of the cost."""
        *most, last = seen.proved or [""]
        return [*most, f"{last} {self._unit}s"] if last else []

    def _tell(self, text: str) -> None:
        self.told = text

    def _run(self) -> None:
        with announcing(self._tell), suppress(Cancelled):
            try:
                self.result = self._work(self.progress)
            except Cancelled:
                raise
            except Exception as error:
                self.error = error
        self.ended.set()
