"""Runs a search whose arrays grow in slices, by the protocol of `solving.engines.lowering`."""

from collections.abc import Sequence
from enum import IntEnum
from functools import cache
from threading import Lock
from typing import Any, Protocol

from taquin.kernels.searches.tables import Signal

__all__ = ["Allowance", "Sliced", "in_slices", "write_counters"]

# Register → the counter of `taquin.search.result.Stats` that it is.
_COUNTERS = {
    "EXPANDED": "expanded",
    "GENERATED": "generated",
    "EVALUATED": "evaluated",
    "REOPENED": "reopened",
    "POPPED": "popped",
    "PEAK": "peak_frontier",
    "DISTINCT": "peak_reached",
    "DEEPEST": "max_depth",
}


@cache
def _places(register: type[IntEnum]) -> tuple[tuple[str, int], ...]:
    known = register.__members__
    return tuple((counter, known[name]) for name, counter in _COUNTERS.items() if name in known)


def write_counters(stats: Any, at: Any, register: type[IntEnum]) -> None:
    """Write the counters that a search has registers of to the statistics; `at`: the registers."""
    for counter, place in _places(register):
        setattr(stats, counter, int(at[place]))


class Allowance:
    """The expansions that several threads may still begin, granted slice by slice.

    left: of those not granted to any slice yet; None without a limit.
    """

    def __init__(self, left: int | None, each: int) -> None:
        self.left, self._each, self._lock = left, each, Lock()

    def grant(self) -> int:
        """Expansions for the next slice; 0 if none are left."""
        with self._lock:
            if self.left is None:
                return self._each
            granted = min(self._each, self.left)
            self.left -= granted
            return granted

    def give_back(self, unused: int) -> None:
        """Return what a slice did not use."""
        with self._lock:
            if self.left is not None:
                self.left += unused


class Sliced(Protocol):
    """A search that a kernel runs for a number of expansions at a time."""

    @property
    def is_beyond(self) -> bool:
        """Whether a g would no longer fit in its numbers."""

    @property
    def is_numbered_out(self) -> bool:
        """Whether a node number would no longer fit in its index."""

    @property
    def left(self) -> int:
        """How many of the requested expansions remain."""

    def advance(self, budget: int) -> int:
        """Expand up to `budget` more nodes; returns a Signal, FULL if an array is too short."""

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""

    def grow(self) -> None:
        """Lengthen every array that is too short."""

    def publish(self, monitor: Any) -> None:
        """Report the counters, what is proved and what is found."""

    def solution(self) -> Sequence[str]:
        """The moves of the solution that was found."""

    def sizes(self) -> tuple[int, int]:
        """The numbers of open nodes and of reached boards."""


def in_slices(run: Sliced, monitor: Any) -> tuple[int, Sequence[str] | None]:
    """Run a search to its end; raises Stop at a limit."""
    left = monitor.budget()
    while True:
        status = run.advance(left)
        if status == Signal.FULL and run.is_beyond:
            status = Signal.BEYOND
        elif (
            status == Signal.FULL
            and not run.is_numbered_out
            and monitor.affords(run.bytes_to_grow())
        ):
            run.grow()
            left = run.left  # arrays grow more often than budgets run out
            continue
        run.publish(monitor)
        if status != Signal.BUDGET:
            return status, run.solution() if status == Signal.FOUND else None
        monitor.slice(*run.sizes())
        left = monitor.budget()
