"""Who may wait, who is next and for how long: fair by address, whatever each of them asks."""

from collections import Counter
from collections.abc import Sequence

from taquin.faces.web.jobs.fairness import giving_way
from taquin.faces.web.jobs.job import Job, Run
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.refusals import Refusal, busy
from taquin.ground.heard import RefusalSentence, RemedySentence
from taquin.ground.sentences import said

__all__ = ["JobQueue"]


class JobQueue:
    """The rules of the queue; the jobs themselves belong to the service.

    `active` are the jobs that wait or run, oldest first.
    """

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        # Seconds of processes that each address has used lately.
        self._used: dict[str, float] = {}

    def admit(self, active: Sequence[Job], client: str, address: str) -> Job | None:
        """Refusal if the client may not queue another job now.

        Returns the job that must give way if the queue is full: the heaviest user's newest
        waiting one, if that user has at least two more than this address.
        """
        mine = sum(job.client == client for job in active)
        if mine > self._limits.waiting_of_one:
            raise Refusal(
                409,
                "jobs",
                said(RefusalSentence.OF_PAGE, jobs=mine, most=self._limits.waiting_of_one),
                RemedySentence.CANCEL,
            )
        # Anyone can invent client names, so one visitor could fill the queue with a few of them.
        held = Counter(job.address for job in active)
        most, near = self._limits.jobs_of_address, held[address]
        if most is not None and near >= most:
            raise Refusal(
                429,
                "jobs",
                said(RefusalSentence.OF_ADDRESS, jobs=near, most=most),
                RemedySentence.CANCEL,
                retry_after=5,
            )
        if len(active) < self._limits.waiting + self._limits.processes:
            return None
        waiting = [job for job in active if job.state == "waiting"]
        giving = giving_way({job.address: held[job.address] for job in waiting}, near)
        if giving is None:
            raise busy("queue", said(RefusalSentence.QUEUE, jobs=len(active)), 5)
        return next(job for job in reversed(waiting) if job.address == giving)

    def next(self, active: Sequence[Job], processes: int) -> tuple[Job, Run] | None:
        """The row to start next, None if no process is free or nothing may start.

        processes: those that there are, also for rows that are cancelled and have yet to end.

        One job of a client at a time; among clients, the address with the fewest processes goes
        first, then the one with the least use of them, where the first few seconds do not count,
        then the one with the fewest jobs; among equals, the job with the fewest rows running. So
        neither a comparison of many rows nor many jobs keep others waiting.
        """
        ready = _ready(active)
        if not ready or processes >= self._limits.processes:
            return None
        running, held = _running(active), Counter(job.address for job in active)

        def rank(job: Job) -> tuple[int, float, int, int]:
            used = max(self._limits.crowded_seconds, self._used.get(job.address, 0))
            return running[job.address], used, held[job.address], job.running

        job = min(ready, key=rank)
        return job, job.waiting[0]

    def seconds(self, active: Sequence[Job], job: Job) -> float:
        """How long a row of the job may search, from its start: less while other addresses wait.

        Alone, as long as any search may. While others could start and have fewer processes, its
        share of the time that a search gets by default.
        """
        running = _running(active)
        own = max(1, running[job.address])
        others = {other.address for other in _ready(active) if running[other.address] < own}
        others.discard(job.address)
        if not others:
            return self._limits.longest_time
        share = self._limits.time_limit / (1 + len(others))
        return max(self._limits.crowded_seconds, share)

    def charge(self, address: str, seconds: float) -> None:
        """Count what a process of the address has used."""
        self._used[address] = self._used.get(address, 0) + seconds

    def forget(self, share: float) -> None:
        """Forget that share of all use."""
        for address in list(self._used):
            self._used[address] *= 1 - share
            if self._used[address] < 1:
                del self._used[address]


def _running(active: Sequence[Job]) -> Counter[str]:
    """The rows that run, by address."""
    running = Counter[str]()
    for job in active:
        running[job.address] += job.running
    return running


def _ready(active: Sequence[Job]) -> list[Job]:
    """The jobs that wait for nothing but a process: the first of each client, if it has rows."""
    first: dict[str, Job] = {}
    for job in active:
        first.setdefault(job.client, job)
    return [job for job in first.values() if job.waiting]
