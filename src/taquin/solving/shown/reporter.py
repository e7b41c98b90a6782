"""Progress of a search as plain data, for faces that draw it while the search runs."""

from collections.abc import Callable, Mapping
from typing import Any

from taquin.search.monitor import Monitor
from taquin.search.outlook import outlook
from taquin.solving.shown.record import Record

__all__ = ["Reporter"]


class Reporter:
    """Reports a search's progress, at most once every `every` seconds, and once at its end.

    say: receives each report as plain data, of kind `progress`. A Reporter is a `Progress`.
    """

    def __init__(self, say: Callable[[Mapping[str, object]], None], every: float) -> None:
        self._say, self._every, self._last = say, every, 0.0
        self._monitor: Monitor[Any] | None = None

    def __call__(self, monitor: Monitor[Any]) -> None:
        """Report the search's progress, unless the last report is too recent."""
        self._monitor = monitor
        seconds = monitor.seconds
        # The monitor reports ten times a second: a report just before its time must still pass.
        if self._last and seconds - self._last < 0.9 * self._every:
            return
        self._last = seconds
        self._report(monitor, seconds)

    def end(self, result: Record) -> None:
        """Report the end of a search reported before, if its frontier is known at the end.

        A compiled search knows it only if a limit cut its last slice short.
        """
        monitor = self._monitor
        known = result.engine == "python" or result.limit in ("time", "expansions")
        if monitor is not None and known and monitor.stats.expanded == result.stats.expanded:
            self._report(monitor, max(self._last, result.seconds["search"]))

    def _report(self, monitor: Monitor[Any], seconds: float) -> None:
        stats, now = monitor.stats, outlook(monitor)
        self._say(
            {
                "kind": "progress",
                "expanded": stats.expanded,
                "generated": stats.generated,
                "frontier": monitor.waiting,
                "reached": monitor.reached,
                "bound": monitor.lower_bound,
                "contour": None if now is None else now.bound,
                "share": None if now is None else now.share,
                "left": None if now is None or now.left is None else round(now.left, 1),
                "depth": stats.max_depth,
                "best": None if monitor.incumbent is None else monitor.incumbent.g,
                "seconds": round(seconds, 3),
                "peak_memory_bytes": monitor.peak_memory,
            }
        )
