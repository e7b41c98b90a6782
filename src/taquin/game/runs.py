"""Runs of puzzles that get harder: a streak ends with the first miss, a storm after three minutes.

The rules are the page's (`static/train/runs.js`).
"""

from typing import Literal

__all__ = ["PENALTY", "STORM", "PuzzleRun", "RunKind", "rung"]

RunKind = Literal["streak", "storm"]
STORM = 180.0  # seconds
PENALTY = 10.0  # seconds that a miss or a skip costs in a storm: guessing does not pay
# Difficulty of the first puzzle, steps between puzzles, difficulty of the hardest.
_LADDER = {"streak": (900, 50, 2600), "storm": (850, 30, 2200)}


def rung(kind: RunKind, solved: int) -> int:
    """How hard the next puzzle is, on the scale of ratings.

    >>> rung("streak", 2), rung("storm", 100)
    (1000, 2200)
    """
    first, step, most = _LADDER[kind]
    return min(most, first + step * solved)


class PuzzleRun:
    """One run. Times are seconds of a monotonic clock; a storm's starts with the first move."""

    def __init__(self, kind: RunKind) -> None:
        self.kind = kind
        self.solved = self.missed = self.skipped = 0
        self.over = False
        self._end: float | None = None

    @property
    def begun(self) -> bool:
        """Whether anything was done."""
        return self._end is not None or self.solved + self.missed + self.skipped > 0

    @property
    def ticking(self) -> bool:
        """Whether a clock is running."""
        return self._end is not None and not self.over

    def moved(self, now: float) -> None:
        """The first move starts the clock of a storm."""
        if self.kind == "storm" and self._end is None:
            self._end = now + STORM

    def waited(self, seconds: float) -> None:
        """The next puzzle had to be looked for: that time is not the player's."""
        if self._end is not None:
            self._end += seconds

    def answered(self, right: bool, now: float) -> None:
        """A puzzle was solved or missed."""
        self.tick(now)
        if self.over:
            return
        if right:
            self.solved += 1
            return
        self.missed += 1
        self.over = self.kind == "streak"
        self._fine(now)

    def skip(self, now: float) -> None:
        """A puzzle of a storm was left out."""
        self.tick(now)
        if not self.over:
            self.skipped += 1
            self._fine(now)

    def _fine(self, now: float) -> None:
        if self._end is not None:
            self._end -= PENALTY
            self.tick(now)

    def tick(self, now: float) -> None:
        """A storm ends when its time is up."""
        if self._end is not None and now >= self._end:
            self.over = True

    def left(self, now: float) -> float:
        """Seconds left of a storm."""
        return STORM if self._end is None else max(0.0, self._end - now)

    def stop(self) -> None:
        """End it."""
        self.over = True
