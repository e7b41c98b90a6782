"""Jobs that have ended, and the files of all jobs, kept within budgets of bytes."""

from typing import NamedTuple

from taquin.faces.web.jobs.fairness import Ledger
from taquin.faces.web.jobs.job import Job, Run
from taquin.faces.web.process.limits import ServerLimits

__all__ = ["Kept", "Written"]


class Written(NamedTuple):
    """The files of one row of a job."""

    job: str
    row: int


class Kept:
    """What is kept of jobs: as much as fits; the heaviest user's goes first.

    Files count as soon as the process that wrote them has ended, whether or not other rows of its
    job still run. A process that runs is bounded by itself: see `ServerLimits.trace_bytes`.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._memory: Ledger[str] = Ledger(limits.kept_bytes, limits.kept_jobs)
        rows = limits.rows * (limits.kept_jobs + limits.waiting + limits.processes)
        self._files: Ledger[Written] = Ledger(limits.scratch_bytes, rows)

    def wrote(self, job: Job, run: Run) -> list[Written]:
        """Count the files of a row; returns those that must go, perhaps its own."""
        row = run.row or 0
        size = sum(path.stat().st_size for path in job.written(row))
        if size:
            self._files.enter(Written(job.id, row), job.address, size)
        return self._files.surplus()

    def ended(self, job: Job) -> list[str]:
        """Keep one more job; returns the names of those that must go, perhaps its own."""
        self._memory.enter(job.id, job.address, job.size)
        return self._memory.surplus()

    def remove(self, job: Job) -> None:
        """Keep a job and its files no longer; does nothing if it was not kept."""
        self._memory.remove(job.id)
        for row in range(len(job.runs)):
            self._files.remove(Written(job.id, row))
