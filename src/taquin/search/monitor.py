"""Counting, limits and observers: what every search loop tells, one line at a time."""

import time
from collections.abc import Callable, Iterable, Sized
from typing import Any, Generic, TypeVar

from taquin.memory import available_bytes, resident_bytes
from taquin.search.problem import Node
from taquin.search.result import Stats

__all__ = ["Limits", "Monitor", "Observer", "Stop"]

S = TypeVar("S")
_NEVER = 1 << 62
_CLOCK_EVERY = 128  # expansions at most between two looks at the clock: about a millisecond
_LOOK_SECONDS = 0.02  # between two looks this is too long, as it can be on large boards
_REPORT_EVERY = 0.1  # seconds between two reports of progress
_MEMORY_EVERY = 16  # looks at the clock between two readings of the memory
_FIRST_SLICE = 1024  # expansions of a compiled search before Python looks at the clock
_SLICE_SECONDS = 0.02
_LARGEST_SLICE = 1 << 24


class Stop(Exception):
    """A limit was reached; `limit` names it. Caught by the driver, never seen by callers."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Observer:
    """Override what you want to see; every method does nothing by default.

    An observer sees events as they happen and must not change what it is shown.
    """

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        """The containers of a search (live views); called again for each new contour."""

    def on_expand(self, node: Node[Any]) -> None:
        """`node` was chosen and its successors have been generated."""

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        """A successor was met. verdict: new, better, duplicate, pruned (by a bound or limit).

        A goal ends the search: what was generated along with it, and after it, is counted and
        not met.
        """

    def on_contour(self, bound: int) -> None:
        """An iterative-deepening search begins a pass under `bound`."""

    def on_bound(self, lower_bound: int) -> None:
        """No solution costs less than this: the proof has advanced."""

    def on_incumbent(self, cost: int) -> None:
        """A solution of this cost is known; the search goes on to prove or improve it."""


class Several(Observer):
    """Passes every event on to each of a list of observers."""

    def __init__(self, observers: Iterable[Observer]) -> None:
        self._observers = tuple(observers)

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        """Pass on."""
        for observer in self._observers:
            observer.on_start(frontier, reached)

    def on_expand(self, node: Node[Any]) -> None:
        """Pass on."""
        for observer in self._observers:
            observer.on_expand(node)

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        """Pass on."""
        for observer in self._observers:
            observer.on_generate(parent, move, state, verdict)

    def on_contour(self, bound: int) -> None:
        """Pass on."""
        for observer in self._observers:
            observer.on_contour(bound)

    def on_bound(self, lower_bound: int) -> None:
        """Pass on."""
        for observer in self._observers:
            observer.on_bound(lower_bound)

    def on_incumbent(self, cost: int) -> None:
        """Pass on."""
        for observer in self._observers:
            observer.on_incumbent(cost)


class Limits:
    """Resources a search may use; None is unlimited.

    time: seconds of wall clock. expansions: states expanded. memory: bytes resident in the
    whole process.
    """

    __slots__ = ("expansions", "memory", "time")

    def __init__(
        self,
        *,
        time: float | None = None,
        expansions: int | None = None,
        memory: int | None = None,
    ) -> None:
        self.time = time
        self.expansions = expansions
        self.memory = memory


class Monitor(Generic[S]):
    """What the loop reports to: counts, holds the proof so far, stops at limits, informs observers.

    progress is called with the monitor itself about ten times a second while a search runs.

    Algorithms call `opens` with their containers, `expand` before using a node's successors,
    and may set `incomplete` when they cut something that a proof would need.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        observer: Observer | None = None,
        progress: "Callable[[Monitor[Any]], None] | None" = None,
    ) -> None:
        self.stats = Stats()
        self.limits = limits or Limits()
        self.observer = observer
        # Called as watch(parent, move, state, verdict) per successor, if anyone looks.
        self.watch = observer.on_generate if observer is not None else None
        self.lower_bound = 0
        self.incumbent: Node[S] | None = None
        self.best_moves: tuple[str, ...] | None = None
        self.closest: Node[S] | None = None
        self.incomplete = False
        self.peak_memory = 0  # looked at before the first expansion and before progress is told
        self._frontier: Sized = ()
        self._reached: Sized = ()
        self._progress = progress
        self._started = self._reported = self._looked = time.perf_counter()
        self._looks = 0
        self._checkpoint = 0
        self._clock_every = 1
        self._slice = _FIRST_SLICE
        self._slice_began, self._slice_expanded = self._started, 0

    def opens(self, frontier: Sized, reached: Sized = ()) -> None:
        """Name the containers whose sizes are measured from now on."""
        self._note_reached()
        self._frontier, self._reached = frontier, reached
        if self.observer is not None:
            self.observer.on_start(frontier, reached)

    def expand(self, node: Node[S], successors: int) -> None:
        """Count the expansion of `node`, just taken from the frontier, into so many successors.

        Raises Stop, before counting, where a limit is reached.
        """
        self.count(successors)
        if self.observer is not None:
            self.observer.on_expand(node)

    def count(self, successors: int) -> None:
        """`expand` for a loop that makes no nodes, which it may not while somebody observes."""
        stats = self.stats
        if stats.expanded >= self._checkpoint:
            self._check()
        stats.expanded += 1
        stats.generated += successors
        waiting = len(self._frontier) + 1
        if waiting > stats.peak_frontier:
            stats.peak_frontier = waiting

    def waits(self, nodes: int) -> None:
        """So many nodes are in the frontier of a loop that counts by itself."""
        self._frontier = range(nodes)

    def ask(self) -> int:
        """How many more expansions a loop that counts by itself may make until it asks again.

        Its counters stand in `stats`. Raises Stop at a limit.
        """
        self._check()
        return self._checkpoint - self.stats.expanded

    def budget(self) -> int:
        """How many expansions a compiled search may do until it calls `slice`.

        About 20 ms of work, never more than the limit on expansions leaves.
        """
        self._slice_began, self._slice_expanded = time.perf_counter(), self.stats.expanded
        most = self.limits.expansions
        left = _NEVER if most is None else max(0, most - self.stats.expanded)
        return min(self._slice, left)

    def slice(self, waiting: int = 0, reached: int = 0) -> None:
        """A compiled search has used its budget up, and its counters stand in `stats`.

        waiting and reached: sizes of its frontier and of its table. Raises Stop at a limit.
        """
        seconds = time.perf_counter() - self._slice_began
        if self.stats.expanded - self._slice_expanded >= self._slice:
            if seconds < _SLICE_SECONDS / 2:
                self._slice = min(2 * self._slice, _LARGEST_SLICE)
            elif seconds > 2 * _SLICE_SECONDS:
                self._slice = max(1, self._slice // 2)
        self._frontier, self._reached = range(waiting), range(reached)
        self._check()

    def affords(self, more: int) -> bool:
        """Whether a compiled search may ask for so many more bytes of memory."""
        if self.limits.memory is not None:
            return resident_bytes() + more < self.limits.memory
        available = available_bytes()
        return available is None or more < available

    def near(self, state: S, h: int) -> None:
        """`state` has the smallest h that a compiled search has met."""
        self.closest = Node(state, None, "", 0, 0, h)

    def contour(self, bound: int) -> None:
        """A pass under `bound` begins."""
        self.close_contour()
        self.stats.contours.append([bound, self.stats.expanded])
        if self.observer is not None:
            self.observer.on_contour(bound)

    def close_contour(self) -> None:
        """Turn the running count of the last contour into its own number of expansions."""
        done = sum(count for _, count in self.stats.contours[:-1])
        if self.stats.contours:
            self.stats.contours[-1][1] = self.stats.expanded - done

    def prove(self, lower_bound: int) -> None:
        """No solution is cheaper than `lower_bound`."""
        if lower_bound > self.lower_bound:
            self.lower_bound = lower_bound
            if self.observer is not None:
                self.observer.on_bound(lower_bound)

    def found(self, node: Node[S]) -> None:
        """A solution that the search may still improve on."""
        self.incumbent = node
        if self.observer is not None:
            self.observer.on_incumbent(node.g)

    @property
    def seconds(self) -> float:
        """Wall clock since the monitor was made."""
        return time.perf_counter() - self._started

    @property
    def waiting(self) -> int:
        """Nodes in the frontier now."""
        return len(self._frontier)

    @property
    def reached(self) -> int:
        """States kept now to recognise duplicates."""
        return len(self._reached)

    def finish(self) -> Stats:
        """The counters, complete."""
        self.close_contour()
        self._note_reached()
        self.peak_memory = max(self.peak_memory, resident_bytes())
        return self.stats

    def _note_reached(self) -> None:
        self.stats.peak_reached = max(self.stats.peak_reached, len(self._reached))

    def _check(self) -> None:
        limits, expanded = self.limits, self.stats.expanded
        if limits.expansions is not None and expanded >= limits.expansions:
            raise Stop("expansions")
        now = time.perf_counter()
        if limits.time is not None and now - self._started >= limits.time:
            raise Stop("time")
        if self._looks % _MEMORY_EVERY == 0:
            resident = resident_bytes()
            self.peak_memory = max(self.peak_memory, resident)
            if limits.memory is not None and resident >= limits.memory:
                raise Stop("memory")
        self._looks += 1
        if self._progress is not None and now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._progress(self)
        last = _NEVER if limits.expansions is None else limits.expansions
        self._pace(now)
        self._checkpoint = min(expanded + self._clock_every, last)

    def _pace(self, now: float) -> None:
        """Look at the clock rarely where expansions are quick, often where they are slow."""
        if now - self._looked > _LOOK_SECONDS:
            self._clock_every = max(1, self._clock_every // 2)
        elif self._clock_every < _CLOCK_EVERY and now - self._looked < _LOOK_SECONDS / 4:
            self._clock_every *= 2
        self._looked = now
