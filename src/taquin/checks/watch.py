"""Watches, from outside, what a submission and all that it has started use together."""

import threading

from taquin.checks.family import below, kill_below, memory_of

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
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def _look(self) -> None:
        while not self._over.wait(_EVERY):
            pids = below(self._warden)
            if len(pids) > _MOST_PROCESSES:
                self.excess = f"started more than {_MOST_PROCESSES} processes"
            elif self._memory is not None and memory_of(pids, self._memory) > self._memory:
                self.excess = "reached the memory limit"
            if self.excess is not None:
                kill_below(self._warden)
                return

    def close(self) -> None:
        """End the watch."""
        self._over.set()
        self._thread.join()
