"""The progress of a search, as it was reported: the one place where it is kept."""

from collections.abc import Iterable
from typing import Any

__all__ = ["ProgressLog"]

_MOST = 60


class ProgressLog:
    """At most 60 reports, from first to last; the newest is always there."""

    def __init__(self, reports: Iterable[dict[str, Any]] = ()) -> None:
        self.reports = list(reports)

    def __len__(self) -> int:
        return len(self.reports)

    @property
    def last(self) -> dict[str, Any] | None:
        """The newest report; None before the first."""
        return self.reports[-1] if self.reports else None

    def add(self, report: dict[str, Any]) -> None:
        """Keep one more; if there are too many, drop every second one, never the newest."""
        self.reports.append(report)
        if len(self.reports) > _MOST:
            del self.reports[-2::-2]
