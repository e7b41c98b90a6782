"""A search's share of the processor, which the server cuts when other visitors arrive."""

import json
import os
from collections.abc import Callable
from math import inf
from typing import Any

from taquin.search.monitor import Limits, Monitor

__all__ = ["within_share"]

Progress = Callable[[Monitor[Any]], None]


def within_share(progress: Progress, told: int | None) -> Progress:
    """The same progress, which also ends the search when its seconds are used up.

    told: a pipe with lines of JSON, the newest of which counts; None if nothing is ever told.
    """
    if told is None:
        return progress
    os.set_blocking(told, False)
    share = _Share(told)

    def watched(monitor: Monitor[Any]) -> None:
        progress(monitor)
        share.enforce(monitor)

    return watched


class _Share:
    """Adds up the seconds of one search, which may use several monitors after one another."""

    def __init__(self, told: int) -> None:
        self._told, self._most = told, inf
        self._monitor: Monitor[Any] | None = None
        self._before = self._seconds = 0.0

    def enforce(self, monitor: Monitor[Any]) -> None:
        """Let the monitor end the search at its time limit, if the share is used up."""
        if monitor is not self._monitor:
            self._monitor, self._before = monitor, self._before + self._seconds
        self._seconds = monitor.seconds
        self._read()
        if self._before + self._seconds >= self._most:
            limits = monitor.limits
            monitor.limits = Limits(time=0.0, expansions=limits.expansions, memory=limits.memory)

    def _read(self) -> None:
        try:
            lines = os.read(self._told, 1 << 16).splitlines()
        except BlockingIOError:  # nothing new
            return
        if lines:
            self._most = float(json.loads(lines[-1])["seconds"])
