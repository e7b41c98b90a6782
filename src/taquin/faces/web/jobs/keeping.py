"""Ended jobs and their files, kept within budgets of bytes."""

from taquin.faces.web.jobs.job import Job
from taquin.faces.web.jobs.ledger import Ledger
from taquin.faces.web.process.limits import ServerLimits

__all__ = ["EndedJobs"]


class EndedJobs:
    """Which ended jobs are kept: as many as fit, and the fewest for whoever holds most."""

    def __init__(self, limits: ServerLimits) -> None:
        self._memory: Ledger[str] = Ledger(limits.kept_bytes, limits.kept_jobs)
        self._files: Ledger[str] = Ledger(limits.scratch_bytes, limits.kept_jobs)

    def enter(self, job: Job) -> list[str]:
        """Keep one more; returns the names of those that must be forgotten, perhaps its own."""
        self._memory.enter(job.id, job.address, job.size)
        written = sum(path.stat().st_size for path in job.written())
        if written:
            self._files.enter(job.id, job.address, written)
        surplus = {*self._memory.surplus(), *self._files.surplus()}
        for name in surplus:
            self.remove(name)
        return list(surplus)

    def remove(self, name: str) -> None:
        """Keep it no longer; does nothing if it was not kept."""
        self._memory.remove(name)
        self._files.remove(name)
