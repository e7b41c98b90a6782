"""Watches, from outside, what a submission and all that it has started use together."""

import sys
import threading

from taquin.checks.family import below, kill_below
from taquin.checks.memory import FamilyMemory, TooManyFiles

__all__ = ["FamilyWatch"]

_EVERY = 0.1  # seconds between two looks
_MOST_PROCESSES = 128


class FamilyWatch:
    """A thread that kills all processes below `warden` at a limit; `excess` says at which.

    memory: bytes, None for no limit. Where the system does not tell of other processes (all but
    Linux), nothing is watched, and the limit holds for each process alone.
    """

    def __init__(self, warden: int, memory: int | None) -> None:
        self._warden, self._memory = warden, memory
        self.excess: str | None = None
        self._counted = FamilyMemory()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(_EVERY):
            self.excess = self._seen(below(self._warden))
            if self.excess is not None:
                kill_below(self._warden)
                return

    def _seen(self, pids: list[int]) -> str | None:
        if len(pids) > _MOST_PROCESSES:
            return f"started more than {_MOST_PROCESSES} processes"
        most = sys.maxsize if self._memory is None else self._memory
        try:
            return "reached the memory limit" if self._counted.of(pids, most) > most else None
        except TooManyFiles as excess:
            return str(excess)

    def close(self) -> None:
        """End the watch."""
        self._over.set()
        self._thread.join()
        self._counted.segments.by(below(self._warden))

    def clean(self) -> None:
        """Remove the shared memory that the processes have left; they must be gone."""
        self._counted.segments.remove()
