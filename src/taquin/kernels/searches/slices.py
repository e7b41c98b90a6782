"""Runs a search whose arrays grow in slices, by the protocol of `solving.engines.lowering`."""

from typing import Any, Protocol

from taquin.kernels.searches.tables import Signal

__all__ = ["Sliced", "in_slices"]


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

    def solution(self) -> str:
        """The moves of the solution that was found."""

    def sizes(self) -> tuple[int, int]:
        """The numbers of open nodes and of reached boards."""


def in_slices(run: Sliced, monitor: Any) -> tuple[int, str | None]:
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
