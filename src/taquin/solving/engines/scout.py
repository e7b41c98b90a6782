"""Beams that look for a solution while IDA* proves a bound.

IDA* spends most of its time in the last contour, looking for a solution. Where beams have found
one, only its optimality is left to prove: once every contour below its cost is completed, it is
optimal, and the last contour need not be searched, or not to its end.
"""

import time
from collections.abc import Callable

from taquin.search.monitor import Monitor
from taquin.solving.answers.result import Result

__all__ = ["Beams", "Scout"]

# A beam within the given seconds; a solution of the bound, below which there is none, ends it.
Beams = Callable[[float, int], Result]

_GROWTH = 8.0  # expansions of a contour for each of the contour before, about
# Of the seconds that a contour is expected to take, and of those that it has taken so far; less of
# them where the solution that is known is two moves longer than its bound: it is probably optimal.
_SHARE, _SHARE_NEAR = 0.1, 0.05
_WITHIN, _WITHIN_NEAR = 0.1, 0.02
_WORTH = 1.0  # seconds: contours that take less are searched without
_LEAST, _MOST = 0.3, 60.0  # seconds of a beam
_AGAIN = 3.0  # seconds of a contour before a look within it
_LONGER = 2.0  # times as long as the last look, at least
_RESUMED = 10.0  # seconds of a beam at the contour that a resumed search continues
_OF_TIME_LEFT = 0.2


class Scout:
    """Looks for solutions before each long contour, and within it for longer and longer.

    letters: the moves of the shortest one so far, None before there is any.
    compiling: seconds for which beams loaded or compiled their code.
    """

    def __init__(
        self, beams: Beams | None, monitor: Monitor[bytes], told: Callable[[str], None]
    ) -> None:
        """beams: None looks for nothing. told: called with each shorter solution."""
        self._beams, self._monitor, self._told = beams, monitor, told
        self.letters: str | None = None
        self.compiling = 0.0
        self._contour_began: float | None = None
        self._looked = 0.0  # seconds of the last look
        self._again = _AGAIN

    def before(self, bound: int) -> int | None:
        """The cost of the shortest known solution, before the contour `bound`; None without one.

        Contours from that bound on need no search. Raises KeyboardInterrupt as soon as a beam was
        interrupted.
        """
        seconds = self._seconds(bound)
        if seconds is not None and (self.letters is None or len(self.letters) > bound):
            self._look(seconds, bound)
        self._contour_began = time.perf_counter()
        share = self._share_within(bound)
        self._again = max(_AGAIN, _LEAST / share, _LONGER * self._looked / share)
        return None if self.letters is None else len(self.letters)

    def within(self, bound: int) -> bool:
        """Whether a solution of the cost `bound` is known, somewhere within that contour.

        It is optimal, as the contours below are completed. Raises as `before` does.
        """
        began = self._contour_began
        if self._beams is None or began is None or time.perf_counter() - began < self._again:
            return False
        seconds = self._within_limit(min(self._share_within(bound) * self._again, _MOST))
        self._again *= _LONGER
        if seconds is not None:
            self._look(seconds, bound)
        return self.letters is not None and len(self.letters) <= bound

    def _seconds(self, bound: int) -> float | None:
        """How long to look, None for not at all."""
        if self._beams is None:
            return None
        if self._contour_began is None:
            return self._within_limit(_RESUMED) if self._monitor.inherited else None
        expected = _GROWTH * (time.perf_counter() - self._contour_began)
        seconds = (_SHARE_NEAR if self._is_near(bound) else _SHARE) * expected
        if expected < _WORTH or (self.letters is not None and seconds < _LEAST):
            return None
        return self._within_limit(max(_LEAST, min(seconds, _MOST)))

    def _share_within(self, bound: int) -> float:
        return _WITHIN_NEAR if self._is_near(bound) else _WITHIN

    def _is_near(self, bound: int) -> bool:
        """Whether the solution that is known is at most two moves longer."""
        return self.letters is not None and len(self.letters) <= bound + 2

    def _within_limit(self, seconds: float) -> float | None:
        limit = self._monitor.limits.time
        if limit is not None:
            seconds = min(seconds, _OF_TIME_LEFT * (limit - self._monitor.seconds))
        return seconds if seconds > 0 else None

    def _look(self, seconds: float, bound: int) -> None:
        assert self._beams is not None
        self._looked = seconds
        result = self._beams(seconds, bound)
        self.compiling += result.seconds["compile"]
        self._monitor.excuse(result.seconds["compile"] + result.seconds["tables"])
        shorter = self.letters is None or (result.cost or 0) < len(self.letters)
        if result.moves is not None and shorter:
            self.letters = result.moves
            self._told(result.moves)
        if result.limit == "interrupt":
            raise KeyboardInterrupt
