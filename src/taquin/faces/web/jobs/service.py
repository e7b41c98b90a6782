"""Jobs, their queue and their clients: everything the server does, independent of HTTP.

All methods run on one event loop. A search never runs here: each has a separate process.
"""

import asyncio
import secrets
import time
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from taquin.faces.web.jobs.answers import Answers, JobAnswer
from taquin.faces.web.jobs.clients import Clients
from taquin.faces.web.jobs.driver import Ending, follow
from taquin.faces.web.jobs.events import EventLog
from taquin.faces.web.jobs.explainer import Explainer
from taquin.faces.web.jobs.job import Job, Run
from taquin.faces.web.jobs.keeping import Kept
from taquin.faces.web.jobs.progress_log import ProgressLog
from taquin.faces.web.jobs.queueing import JobQueue
from taquin.faces.web.jobs.reader import Reader
from taquin.faces.web.jobs.scratch import Scratch
from taquin.faces.web.jobs.traces import TraceFile
from taquin.faces.web.process.failures import log_line
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.moves import GivenMoves, Moves
from taquin.faces.web.process.processes import Launcher
from taquin.faces.web.process.question import Question
from taquin.faces.web.process.refusals import Refusal
from taquin.ground.heard import RefusalSentence, RemedySentence

__all__ = ["Service", "unknown_job"]

_TICK = 0.5
# Beyond its own time limit a job may still compile, build tables and write its result: about 15
# seconds, but a minute or more on busy cores.
_GRACE = 120.0
_USE_LASTS = 60.0  # seconds in which most of what an address has used is forgotten
_POINTS = 1000  # maximum number of progress reports of a run
_BROKEN = {"kind": "process", "message": "the job's process failed.", "hint": "Try again."}


class Service:
    """The queue, the processes and the answers of one server.

    prepare: what to make at the start if it is missing; see `Launcher`.
    """

    def __init__(self, limits: ServerLimits, *prepare: str) -> None:
        self.limits = limits
        self.jobs: dict[str, Job] = {}
        self.clients = Clients(limits, lambda: {job.client for job in self.jobs.values()})
        self._launcher = Launcher(*prepare)
        self.reader = Reader(self._launcher, limits)
        self.explainer = Explainer(self._launcher, limits)
        self._answers: Answers[JobAnswer] = Answers(limits.cached_bytes, limits.cached_results)
        self._queue = JobQueue(limits)
        self._processes = 0  # from their launch until they have ended
        self._kept = Kept(limits)
        self._tasks: set[asyncio.Task[None]] = set()
        self._scratch: Scratch | None = None

    async def start(self) -> None:
        """Start the fork server and the housekeeping; call it on the loop that will serve."""
        self._scratch = Scratch()
        self._launcher.start()
        self._keep(self._housekeeping())

    async def stop(self) -> None:
        """End every stream and every process."""
        for job in self._active():
            self._cancel(job, "shutdown")
        self.clients.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.reader.stop()
        await asyncio.to_thread(self._launcher.stop)
        if self._scratch is not None:
            self._scratch.remove()
            self._scratch = None

    @property
    def fork_server(self) -> int | None:
        """The id of the process from which all jobs are forked."""
        return self._launcher.pid

    # Jobs

    def submit(self, question: Question, client: str, address: str = "") -> Job:
        """Queue a question; answer it at once if the answer is cached and a cached one will do."""
        giving = self._queue.admit(self._active(), client, address)
        if giving is not None:
            self._cancel(giving, "queue")
        log = self.clients.greet(client).log
        assert self._scratch is not None
        name = secrets.token_urlsafe(12)
        files = self._scratch.path / name
        job = self.jobs[name] = Job(name, client, address, question, _runs(question), files)
        for run, key in zip(job.runs, question.keys, strict=True):
            known = None if question.fresh else self._answers.get(key)
            if known is not None:
                run.state, run.result = "done", known.result | {"label": run.label}
                run.cached, run.progress, run.size = True, ProgressLog(known.samples), known.size
                self._tell_row(log, job, run)
        if all(run.over for run in job.runs):
            self._finish(job)
        self._pump()
        return job

    def _active(self) -> list[Job]:
        return [job for job in self.jobs.values() if job.finished is None]

    def job(self, name: str) -> Job:
        """The job with that id; asking for it keeps it alive, as an open stream does."""
        if name not in self.jobs:
            raise unknown_job()
        job = self.jobs[name]
        self.clients[job.client].seen = time.monotonic()
        return job

    def cancel(self, name: str) -> None:
        """Kill the job's processes; a job that has ended is forgotten."""
        job = self.job(name)
        if job.finished is None:
            self._cancel(job, "client")
            self._pump()
        else:
            self._forget(job)

    def trace(self, name: str) -> TraceFile:
        """The lines of a finished trace."""
        job = self.job(name)
        if job.trace is None:
            raise Refusal(
                404, "trace", "this job is not a trace.", 'Post a job of kind "trace" to get one.'
            )
        _check_done(job, "trace")
        if not job.trace.places.exists():
            raise _deleted("trace")
        return job.trace

    def moves(self, name: str, row: int) -> Moves:
        """All moves of a row's solution."""
        job = self.job(name)
        _check_done(job, "solution")
        result = job.runs[row].result if row < len(job.runs) else None
        if result is None or result["moves"] is None:
            raise Refusal(
                404,
                "moves",
                f"row {row} of this job has no solution.",
                "Ask for a row that was solved; rows count from 0.",
            )
        if not result["omitted"]["moves"]:
            return GivenMoves(result["moves"])
        moves = job.moves(row)
        if not moves.path.exists():
            raise _deleted("moves")
        return moves

    # The queue

    def _pump(self) -> None:
        """Start what may start."""
        active = self._active()
        while (ready := self._queue.next(active, self._processes)) is not None:
            job, run = ready
            run.state = "running"
            self._processes += 1
            run.share = self._queue.seconds(active, job)
            self._keep(self._run(job, run))
        for job in active:  # arrivals and departures change what others may use
            for run in job.runs:
                if run.state == "running":
                    self._shorten(job, run, self._queue.seconds(active, job))

    def _shorten(self, job: Job, run: Run, share: float) -> None:
        """Tell a search that it may take less time than its last limit, if that is so."""
        if share < run.share:
            run.share = share
            if run.process is not None:  # otherwise it learns this when it starts
                run.process.tell({"seconds": share})
                self._tell_share(job, run)

    async def _run(self, job: Job, run: Run) -> None:
        """Launch one process, relay its output, and record its result."""
        began = time.monotonic()
        try:
            given = run.share
            process = await self._launcher.launch(self._task(job, run), listening=True)
            run.process = process
            if run.share < given:
                process.tell({"seconds": run.share})
                self._tell_share(job, run)
            if run.state == "cancelled":  # while the process was being made
                process.kill()
            ending = await follow(process, partial(self._heard, job, run))
        except (OSError, ValueError) as trouble:
            # No process could be started, or its output broke off in the middle of a line.
            ending = Ending(None, _BROKEN)
            log_line(f"a job's process failed: {trouble!r}")
        finally:
            run.process = None
            self._processes -= 1
            self._queue.charge(job.address, time.monotonic() - began)
        if run.state == "cancelled":
            _remove(job.written())
            self._pump()
            return
        if ending.result is not None:
            run.state, run.size = "done", ending.size
            run.result = ending.result | {"label": run.label}
            self._cache(job, run)
        else:
            run.state, run.error = "failed", ending.error
        self._count_files(job, run)
        self._tell_row(self.clients[job.client].log, job, run)
        if all(other.over for other in job.runs):
            self._finish(job)
        self._pump()

    def _cache(self, job: Job, run: Run) -> None:
        """Keep an answer that is final and whole, and that needs no files."""
        result = run.result
        assert result is not None
        final = result["status"] in ("solved", "unsolvable")
        if final and job.trace is None and not result["omitted"]["moves"]:
            answer = JobAnswer(result, tuple(run.progress.reports), run.size)
            key = job.question.keys[run.row or 0]
            self._answers.put(key, answer, job.size_of(run), job.address)

    def _count_files(self, job: Job, run: Run) -> None:
        """Count what a row has written, and delete what is too much for the budget."""
        for name, row in self._kept.wrote(job, run):
            loser = self.jobs[name]
            _remove(loser.written(row))
            if loser.finished is not None:
                self._forget(loser)

    def _tell_share(self, job: Job, run: Run) -> None:
        if run.share < run.task["request"]["time"]:
            text = f"many visitors are waiting, so this search may take {run.share:.0f} s"
            self._report(job, run, "notice", {"text": text})

    def _task(self, job: Job, run: Run) -> dict[str, Any]:
        longest = min(float(run.task["request"]["time"]), run.share)
        self._tell_share(job, run)
        bounds = {"time_limit": longest, "wall": longest + _GRACE}
        task = run.task | bounds | {"every": max(0.1, longest / _POINTS)}
        task["moves"] = str(job.moves(run.row or 0).path)
        if job.trace is not None:
            task |= {"trace": str(job.trace.path), "places": str(job.trace.places)}
        return task

    def _heard(self, job: Job, run: Run, kind: str, report: Mapping[str, Any]) -> None:
        if run.state == "running":
            if kind == "progress":
                run.progress.add(dict(report))
            self._report(job, run, kind, report)

    def _report(self, job: Job, run: Run, kind: str, report: Mapping[str, object]) -> None:
        self.clients[job.client].log.add(kind, {"job": job.id, "row": run.row, **report})

    def _tell_row(self, log: EventLog, job: Job, run: Run) -> None:
        if run.row is not None:
            # The stream has sent the progress of a fresh row already, but perhaps not the newest.
            last, before = run.progress.last, {"cached": run.cached, "samples": run.samples}
            data = {"job": job.id, "row": run.row, "result": run.outcome, "last": last, **before}
            log.add("row", data)

    def _finish(self, job: Job) -> None:
        job.finished = time.monotonic()
        log = self.clients[job.client].log
        if job.state == "failed":
            error = job.runs[0].error or {}
            log.add("failed", {"job": job.id, "error": error, "hint": error.get("hint", "")})
        else:
            log.add("done", {"job": job.id, "result": job.result})
        self._keep_ended(job)

    def _keep_ended(self, job: Job) -> None:
        for name in self._kept.ended(job):
            self._forget(self.jobs[name])

    def _cancel(self, job: Job, by: str) -> None:
        job.cancelled_by, job.finished = by, time.monotonic()
        for run in job.runs:
            if not run.over:
                run.state = "cancelled"
                if run.process is not None:
                    run.process.kill()
        self.clients[job.client].log.add("cancelled", {"job": job.id, "by": by})
        self._keep_ended(job)

    # Housekeeping

    def _forget(self, job: Job) -> None:
        del self.jobs[job.id]
        self._kept.remove(job)
        _remove(job.written())
        self.clients[job.client].log.forget(job.id)

    async def _housekeeping(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            now = time.monotonic()
            for job in self._active():
                if self.clients[job.client].gone(now, self.limits.grace):
                    self._cancel(job, "disconnect")
            self._pump()
            for job in list(self.jobs.values()):
                if now - (job.finished or now) > self.limits.kept_seconds:
                    self._forget(job)
            self.clients.forget(now)
            self._queue.forget(_TICK / _USE_LASTS)

    def _keep(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def unknown_job() -> Refusal:
    """The refusal of a request for a job that is not there, or no longer."""
    return Refusal(404, "job", RefusalSentence.NO_JOB, RemedySentence.POST_AGAIN)


def _runs(question: Question) -> list[Run]:
    rows = len(question.tasks) if question.kind == "compare" else None
    numbers = [None] if rows is None else list(range(rows))
    return [Run(n, task) for n, task in zip(numbers, question.tasks, strict=True)]


def _check_done(job: Job, what: str) -> None:
    if job.state != "done":
        raise Refusal(
            409, what, f"the {what} is {job.state}, not done.", "Ask again when it is done."
        )


def _deleted(what: str) -> Refusal:
    left = {"trace": RefusalSentence.NO_TRACE_LEFT, "moves": RefusalSentence.NO_MOVES_LEFT}
    return Refusal(404, what, left[what], RemedySentence.FEWER)


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        path.unlink(missing_ok=True)
