"""What the fork server's log holds of failing jobs: each in full, a few a minute, then a count."""

import sys
import traceback
from collections import deque

from taquin.ground.errors import TaquinError
from taquin.ground.grammar import counted

__all__ = ["FailureLog", "failure_text", "log_line"]

_SHOWN = 5  # failures shown in full in each minute, and a few more if they run at the same time
_MINUTE = 60.0  # seconds
_LONGEST = 8000  # characters of one failure; its end says the most


class FailureLog:
    """Counts failures, so that a flood of them cannot flood the log.

    The fork server asks before each job whether its failure may be shown, because the job itself
    prints it. Times are of the monotonic clock.
    """

    def __init__(self) -> None:
        self._shown: deque[float] = deque()
        self._hidden, self._since = 0, 0.0

    def shows(self, now: float) -> bool:
        """Whether a job that starts now may print its failure."""
        while self._shown and now - self._shown[0] > _MINUTE:
            self._shown.popleft()
        return len(self._shown) < _SHOWN

    def failed(self, now: float, *, shown: bool) -> None:
        """Record that a job has failed, and whether it was allowed to print that."""
        if shown:
            self._shown.append(now)
            return
        if not self._hidden:
            self._since = now
        self._hidden += 1

    @property
    def pending(self) -> bool:
        """Whether failures have been counted and not reported yet."""
        return self._hidden > 0

    def report(self, now: float) -> str | None:
        """A line with the number of failures that were not shown, at most once a minute."""
        if not self._hidden or now - self._since < _MINUTE:
            return None
        count, self._hidden = self._hidden, 0
        jobs = counted(count, "job", more=True)
        return f"{jobs} failed in the last minute; only the first few are shown in full."


def failure_text(error: BaseException) -> str:
    """A failure as the log shows it: taquin's own errors in a line, others with their traceback."""
    if isinstance(error, TaquinError):
        return f"a job failed: {type(error).__name__}: {error}"
    return "a job failed:\n" + "".join(traceback.format_exception(error)).rstrip()


def log_line(text: str) -> None:
    """Print a message to the server's log; characters that could forge other lines are escaped."""
    if len(text) > _LONGEST:
        text = f"{text[:200]}\n[…]\n{text[-_LONGEST:]}"
    lines = ("".join(map(_escaped, line)) for line in text.split("\n"))
    print("taquin: " + "\n".join(lines), file=sys.stderr, flush=True)


def _escaped(character: str) -> str:
    if character.isprintable():
        return character
    return character.encode("unicode_escape").decode("ascii")
