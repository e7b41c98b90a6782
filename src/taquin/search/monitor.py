"""Counters, limits, progress and observers: what every search loop reports to."""

import time
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from fractions import Fraction
from math import ceil, inf, nextafter, ulp
from numbers import Real
from typing import Any, Generic, NoReturn, TypeVar

from taquin.ground.errors import OptionError, check_kind, check_listener, quoted
from taquin.ground.memory import available_bytes, resident_bytes
from taquin.search.problem import Node
from taquin.search.result import Stats

__all__ = ["Limits", "Monitor", "Observer", "Stop"]

S = TypeVar("S")
_NEVER = 1 << 62
_ROUNDING = Fraction(1, 10**9)  # by which a fraction may be too large, as sums of floats are
_FINE = 1 << 21  # floats below are rounded by less
_CLOCK_EVERY = 128  # most expansions between two clock readings: about a millisecond
_READING_SECONDS = 0.02  # clock readings farther apart, as on large boards, become more frequent
_REPORT_EVERY = 0.1  # seconds between two progress reports
_MEMORY_EVERY = 16  # clock readings between two memory readings
_FIRST_SLICE = 1024  # expansions of a compiled search before Python first reads the clock
_SLICE_SECONDS = 0.02
_LARGEST_SLICE = 1 << 24


class Stop(BaseException):
    """A limit was reached; `limit` names it. Caught by the driver, never seen by callers.

    Not an Exception, so that a plug-in's `except Exception` does not swallow it.
    """

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class Observer:
    """Receives the events of a search. Override what you need; by default nothing happens.

    An observer sees events as they happen and must not modify the objects it receives.
    """

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        """A search, or its next contour, begins; receives live views of its containers."""

    def on_expand(self, node: Node[Any]) -> None:
        """`node` was selected, and its successors have been generated."""

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        """A successor was examined. verdict: new, better, duplicate, pruned (by a bound or limit).

        A goal ends the search: its later siblings are counted as generated but not reported, and
        in idastar and bpmx, which take successors one at a time, they are not counted either.
        """

    def on_contour(self, bound: int) -> None:
        """An iterative-deepening search begins a pass under `bound`."""

    def on_bound(self, lower_bound: int) -> None:
        """The proved lower bound has risen: no solution costs less than this."""

    def on_incumbent(self, cost: int) -> None:
        """A solution of this cost was found; the search continues to prove or improve it."""


class Several(Observer):
    """Forwards every event to each observer in a list."""

    def __init__(self, observers: Iterable[Observer]) -> None:
        self._observers = tuple(observers)

    def on_start(self, frontier: Sized, reached: Sized) -> None:
        """Forward the event."""
        for observer in self._observers:
            observer.on_start(frontier, reached)

    def on_expand(self, node: Node[Any]) -> None:
        """Forward the event."""
        for observer in self._observers:
            observer.on_expand(node)

    def on_generate(self, parent: Node[Any], move: str, state: Any, verdict: str) -> None:
        """Forward the event."""
        for observer in self._observers:
            observer.on_generate(parent, move, state, verdict)

    def on_contour(self, bound: int) -> None:
        """Forward the event."""
        for observer in self._observers:
            observer.on_contour(bound)

    def on_bound(self, lower_bound: int) -> None:
        """Forward the event."""
        for observer in self._observers:
            observer.on_bound(lower_bound)

    def on_incumbent(self, cost: int) -> None:
        """Forward the event."""
        for observer in self._observers:
            observer.on_incumbent(cost)


class Limits:
    """The resources a search may use; None means unlimited.

    time: seconds of wall-clock time. expansions: states expanded. memory: resident bytes of the
    whole process. completes: whether a first solution is found even if that takes more time.
    """

    __slots__ = ("completes", "expansions", "memory", "time")

    def __init__(
        self,
        *,
        time: float | None = None,
        expansions: int | None = None,
        memory: int | None = None,
        completes: bool = False,
    ) -> None:
        for name, value in (("time", time), ("expansions", expansions), ("memory", memory)):
            if value is not None and not (isinstance(value, Real) and value >= 0):
                raise OptionError(f"limit {name}={quoted(value)}: expected a number, 0 or more.")
        self.time = time
        self.expansions = expansions
        self.memory = memory
        self.completes = completes


class Monitor(Generic[S]):
    """Counts, records what is proved, enforces limits and informs observers for a search loop.

    progress: called with the monitor about ten times a second while a search runs, and for every
    solution that the search may still improve.

    An algorithm calls `opens` with its containers and `expand` before it uses a node's successors.
    Before it ends without a solution, it may set `incomplete`: True if it discarded nodes that a
    proof would need, False if it examined everything; None means as declared.
    """

    def __init__(
        self,
        limits: Limits | None = None,
        observer: Observer | None = None,
        progress: "Callable[[Monitor[Any]], None] | None" = None,
    ) -> None:
        if limits is not None:
            check_kind("limits", limits, Limits, "a Limits object, as in Limits(time=10)")
        if observer is not None:
            check_kind("observer", observer, Observer, "a taquin.Observer")
        check_listener("progress", progress, "the monitor")
        self.stats = Stats()
        self.limits = limits or Limits()
        self.observer = observer
        # Called as watch(parent, move, state, verdict) for each successor; None without observer.
        self.watch = observer.on_generate if observer is not None else None
        self.lower_bound = 0
        self.fractional = False  # whether costs can be floats, by the space
        self.incumbent: Node[S] | None = None
        self.closest: Node[S] | None = None
        self.incomplete: bool | None = None
        self.share: float | None = None  # of the contour's subtrees, that are searched
        self.inherited = 0  # expansions of the run that a resumed search continues
        self.stopped: str | None = None  # the limit that was reached, even if a search ignored it
        self.engine = "python"
        self.known: int | None = None  # the cost of a solution that is there before the search
        self.preparing = 0.0  # seconds before the clock started
        self.peak_memory = 0  # read before the first expansion and before each progress report
        self._frontier: Sized = ()
        self._reached: Sized = ()
        self._progress = progress
        self._started = self._reported = self._last_reading = time.perf_counter()
        self._clock_readings = 0
        self._checkpoint = 0
        self._clock_every = 1
        self._slice = _FIRST_SLICE
        self._slice_began, self._slice_expanded = self._started, 0

    def ready(self, before: float = 0.0) -> None:
        """Start the clock: the algorithm has compiled its kernels and loaded its tables.

        Those seconds do not count against the time limit; before: seconds of search that do.
        """
        self.engine = "compiled"
        now = time.perf_counter()
        self.preparing += now - self._started - before
        self._started = now - before
        self._reported = self._last_reading = self._slice_began = now

    @contextmanager
    def without_clock(self) -> Iterator[None]:
        """Within the block, for a first answer that takes a second at most, no limit of time."""
        limits = self.limits
        self.limits = Limits(expansions=limits.expansions, memory=limits.memory)
        try:
            yield
        finally:
            self.limits = limits

    def excuse(self, seconds: float) -> None:
        """Take seconds of compiling and loading, in the middle of a search, off the time limit."""
        self.preparing += seconds
        self._started += seconds

    def opens(self, frontier: Sized, reached: Sized = ()) -> None:
        """Set the containers whose sizes are measured from now on."""
        for container in (frontier, reached):
            if not isinstance(container, Sized):
                raise OptionError(
                    f"monitor.opens got {quoted(container)}; expected the search's "
                    f"containers, such "
                    "as a list and a set."
                )
        self._note_reached()
        self._frontier, self._reached = frontier, reached
        if self.observer is not None:
            self.observer.on_start(frontier, reached)

    def expand(self, node: Node[S], successors: int) -> None:
        """Count the expansion of `node`, just taken from the frontier, and its successors.

        Raises Stop, before counting, if a limit is reached.
        """
        self.count(successors)
        if self.observer is not None:
            self.observer.on_expand(node)

    def count(self, successors: int) -> None:
        """`expand` for a loop that creates no nodes; allowed only without an observer."""
        stats = self.stats
        if stats.expanded >= self._checkpoint:
            self._check()
        stats.expanded += 1
        stats.generated += successors
        size = len(self._frontier) + 1
        if size > stats.peak_frontier:
            stats.peak_frontier = size

    def set_frontier_size(self, nodes: int) -> None:
        """Report the frontier's size, for a loop that keeps its own counts."""
        self._frontier = range(nodes)

    def allowance(self) -> int:
        """How many more expansions a loop that keeps its own counts may make before the next call.

        The loop must have updated `stats`. Raises Stop at a limit.
        """
        self._check()
        return self._checkpoint - self.stats.expanded

    def budget(self) -> int:
        """How many expansions a compiled search may make before it calls `slice`.

        About 20 ms of work, and never more than the limit on expansions allows.
        """
        self._slice_began, self._slice_expanded = time.perf_counter(), self.stats.expanded
        most = self.limits.expansions
        left = _NEVER if most is None else max(0, most - self.stats.expanded)
        return min(self._slice, left)

    def slice(self, waiting: int = 0, reached: int = 0) -> None:
        """Report that a compiled search has used up its budget and updated `stats`.

        waiting, reached: sizes of its frontier and of its table. Raises Stop at a limit.
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
        """Whether a compiled search may allocate `more` bytes."""
        if self.limits.memory is not None:
            return resident_bytes() + more < self.limits.memory
        available = available_bytes()
        return available is None or more < available

    def near(self, state: S, h: int) -> None:
        """Report the state with the smallest h that a compiled search has found."""
        self.closest = Node(state, None, "", 0, 0, h)

    def improved(self, start: S, steps: Iterable[tuple[str, S, int]]) -> None:
        """Report the best solution so far of a compiled search: its moves, states and costs."""
        node = Node(start, None, "", 0, 0)
        for move, state, cost in steps:
            node = Node(state, node, move, node.g + cost, node.depth + 1)
        self.found(node)

    def contour(self, bound: int) -> None:
        """Begin a pass under `bound`."""
        self.close_contour()
        self.share = None
        self.stats.contours.append([bound, self.stats.expanded])
        if self.observer is not None:
            self.observer.on_contour(bound)

    def close_contour(self) -> None:
        """Replace the last contour's starting count by its own number of expansions."""
        done = sum(count for _, count in self.stats.contours[:-1])
        if self.stats.contours:
            self.stats.contours[-1][1] = self.stats.expanded - done

    def prove(self, lower_bound: Any) -> None:
        """Record the proof that no solution is cheaper than `lower_bound`, a number.

        A fraction is rounded up, unless costs are fractions. A float may have been rounded itself:
        it counts for a little less.
        """
        if lower_bound > self.lower_bound:
            if type(lower_bound) is not int and not self.fractional:
                lower_bound = _whole(lower_bound)
                if lower_bound <= self.lower_bound:
                    return
            self.lower_bound = lower_bound
            if self.observer is not None:
                self.observer.on_bound(lower_bound)
            if self.known is not None and lower_bound >= self.known:
                self._checkpoint = 0  # the next expansion is none

    def below(self, cost: Any) -> Any:
        """The largest cost that is less than `cost`."""
        return nextafter(cost, -inf) if self.fractional else cost - 1

    def above(self, cost: Any) -> Any:
        """The least cost that is more than `cost`."""
        return nextafter(cost, inf) if self.fractional else cost + 1

    def found(self, node: Node[S]) -> None:
        """Record a solution that the search may still improve, if none so far is as cheap."""
        if not isinstance(node, Node):
            raise OptionError(
                f"monitor.found got {quoted(node)}; expected the Node of a solution, with its "
                "parents back to the start."
            )
        if self.incumbent is not None and node.g >= self.incumbent.g:
            return
        self.incumbent = node
        if self.observer is not None:
            self.observer.on_incumbent(node.g)
        if self._progress is not None:
            self._reported = time.perf_counter()
            self._progress(self)

    @property
    def seconds(self) -> float:
        """Wall-clock seconds since the monitor was created."""
        return time.perf_counter() - self._started

    @property
    def waiting(self) -> int:
        """Number of nodes in the frontier now."""
        return len(self._frontier)

    @property
    def reached(self) -> int:
        """Number of states stored now to recognise duplicates."""
        return len(self._reached)

    def finish(self) -> Stats:
        """Complete the counters and return them."""
        self.close_contour()
        self._note_reached()
        self.peak_memory = max(self.peak_memory, resident_bytes())
        return self.stats

    def _note_reached(self) -> None:
        self.stats.peak_reached = max(self.stats.peak_reached, len(self._reached))

    def _stop(self, limit: str) -> NoReturn:
        self.stopped = limit
        raise Stop(limit)

    def _check(self) -> None:
        limits, expanded = self.limits, self.stats.expanded
        if self.known is not None and self.lower_bound >= self.known:
            self._stop("proved")  # that solution is optimal
        if limits.expansions is not None and expanded >= limits.expansions:
            self._stop("expansions")
        now = time.perf_counter()
        late = limits.time is not None and now - self._started >= limits.time
        if late and not (limits.completes and self.incumbent is None):
            self._stop("time")
        if self._clock_readings % _MEMORY_EVERY == 0:
            resident = resident_bytes()
            self.peak_memory = max(self.peak_memory, resident)
            if limits.memory is not None and resident >= limits.memory:
                self._stop("memory")
        self._clock_readings += 1
        if self._progress is not None and now - self._reported >= _REPORT_EVERY:
            self._reported = now
            self._progress(self)
        last = _NEVER if limits.expansions is None else limits.expansions
        self._pace(now)
        self._checkpoint = min(expanded + self._clock_every, last)

    def _pace(self, now: float) -> None:
        """Read the clock rarely if expansions are fast, often if they are slow."""
        if now - self._last_reading > _READING_SECONDS:
            self._clock_every = max(1, self._clock_every // 2)
        elif self._clock_every < _CLOCK_EVERY and now - self._last_reading < _READING_SECONDS / 4:
            self._clock_every *= 2
        self._last_reading = now


def _whole(bound: Any) -> int:
    """The least whole number that is not below a bound, less what may be wrong with it."""
    if isinstance(bound, float):
        small = bound < _FINE
        return ceil(bound - 1e-9) if small else ceil(Fraction(bound) - 4 * Fraction(ulp(bound)))
    whole: int = ceil(bound - _ROUNDING if isinstance(bound, Fraction) else bound)
    return whole
