"""Jobs, their queue and their clients: everything the server does, independent of HTTP.

All methods run on one event loop. A search never runs here: each is a process of its own.
"""

import asyncio
import secrets
import time
from pathlib import Path
from typing import Any

from taquin.faces.web.answers import Answer, Answers
from taquin.faces.web.clients import Clients
from taquin.faces.web.events import EventLog
from taquin.faces.web.explainer import Explainer
from taquin.faces.web.jobs import Job, Run
from taquin.faces.web.limits import ServerLimits
from taquin.faces.web.processes import Launcher
from taquin.faces.web.question import Question
from taquin.faces.web.refusals import Refusal, busy, failure, killed
from taquin.faces.web.scratch import Scratch
from taquin.faces.web.traces import TraceFile
from taquin.heuristics.pdb import default_partition
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle

__all__ = ["Service"]

_TICK = 0.5
# Beyond its own time limit a job may still compile, build tables and write its result: about 15
# seconds, but a minute or more on busy cores.
_GRACE = 120.0
_POINTS = 1000  # maximum number of progress reports of a run


class Service:
    """The queue, the processes and the answers of one server."""

    def __init__(self, limits: ServerLimits) -> None:
        self.limits = limits
        self.jobs: dict[str, Job] = {}
        self.clients = Clients(limits, lambda: {job.client for job in self.jobs.values()})
        self._launcher = Launcher()
        self._answers: Answers[Answer] = Answers(limits.cached_results)
        self.explainer = Explainer(self._launcher, limits)
        self._tasks: set[asyncio.Task[None]] = set()
        self._scratch: Scratch | None = None

    async def start(self) -> None:
        """Start the fork server and the housekeeping; call it on the loop that will serve."""
        self._scratch = Scratch()
        self._launcher.start()
        self._keep(self._housekeeping())
        # Reading a 4x4 question looks for stored tables, which loads NumPy: keep that off the loop.
        fifteen = Puzzle.of(named_goal("last", 4, 4))
        await asyncio.to_thread(default_partition, fifteen)

    async def stop(self) -> None:
        """End every stream and every process."""
        for job in self.jobs.values():
            self._cancel(job, "shutdown")
        self.clients.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
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
        """Queue a question; answer it at once if the answer is cached."""
        self._admit(client, address)
        log = self.clients.greet(client).log
        job = Job(secrets.token_urlsafe(12), client, address, question, self._runs(question))
        if question.kind == "trace":
            job.trace = self._trace_path(job.id)
        self.jobs[job.id] = job
        for number, run in enumerate(job.runs):
            known = self._answers.get(question.key(number))
            if known is not None:
                run.state, run.result = "done", known.result | {"label": run.task["label"]}
                run.cached, run.samples = True, list(known.samples)
                self._tell_row(log, job, run)
        if all(run.over for run in job.runs):
            self._finish(job)
        self._pump()
        return job

    def _admit(self, client: str, address: str) -> None:
        active = [job for job in self.jobs.values() if job.finished is None]
        mine = sum(job.client == client for job in active)
        if mine > self.limits.waiting_of_one:
            raise Refusal(
                409,
                "jobs",
                f"this page already has {mine} jobs running or waiting; the limit is "
                f"{self.limits.waiting_of_one}.",
                "Cancel one with DELETE /api/jobs/{id}, or wait until one is done.",
            )
        # Anyone can invent client names, so one visitor could fill the queue with a few of them.
        most, near = self.limits.jobs_of_address, sum(job.address == address for job in active)
        if most is not None and near >= most:
            raise Refusal(
                429,
                "jobs",
                f"your address already has {near} jobs running or waiting; the limit is {most}.",
                "Cancel one with DELETE /api/jobs/{id}, or wait until one is done.",
                retry_after=5,
            )
        if len(active) >= self.limits.waiting + self.limits.processes:
            raise busy("queue", f"the queue is full: {len(active)} jobs are running or waiting.", 5)

    def _runs(self, question: Question) -> list[Run]:
        rows = len(question.tasks) if question.kind == "compare" else None
        numbers = [None] if rows is None else list(range(rows))
        return [Run(n, task) for n, task in zip(numbers, question.tasks, strict=True)]

    def job(self, name: str) -> Job:
        """The job with that id; asking for it keeps it alive, as an open stream does."""
        if name not in self.jobs:
            raise Refusal(
                404,
                "job",
                f"there is no job {name[:40]!r}.",
                "Jobs are deleted some time after they end; post it again.",
            )
        found = self.jobs[name]
        self.clients[found.client].seen = time.monotonic()
        return found

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
        if job.state != "done":
            raise Refusal(
                409, "trace", f"the trace is {job.state}, not done.", "Ask again when it is done."
            )
        return TraceFile(job.trace)

    # The queue

    def _pump(self) -> None:
        """Start what may start: oldest first, one job per client, as many rows as cores allow."""
        jobs = [job for job in self.jobs.values() if job.finished is None]
        free = self.limits.processes - sum(job.running for job in jobs)
        first: dict[str, Job] = {}
        for job in jobs:
            first.setdefault(job.client, job)
        # One row at a time, so that a comparison of many rows does not keep other clients waiting.
        while free > 0 and (ready := [job for job in first.values() if job.waiting]):
            job = min(ready, key=lambda job: job.running)
            run = job.waiting[0]
            run.state = "running"
            free -= 1
            self._keep(self._run(job, run))

    async def _run(self, job: Job, run: Run) -> None:
        """Launch one process, relay its output, and record its result."""
        error: dict[str, str] | None = None
        try:
            process = await self._launcher.launch(self._task(job, run))
            if run.state == "cancelled":  # while the process was being made
                process.kill()
                return
            run.process = process
            async for said in process.lines():
                error = self._heard(job, run, said, error)
        except (OSError, ValueError) as trouble:
            # No process could be started, or its output broke off in the middle of a line.
            error = {
                "kind": "process",
                "message": f"the job's process failed: {trouble}.",
                "hint": "Try again.",
            }
        finally:
            run.process = None
        if run.state == "cancelled":
            return
        if run.result is not None:
            run.state = "done"
            if run.result["status"] in ("solved", "unsolvable") and job.trace is None:
                key = job.question.key(run.row or 0)
                self._answers.put(key, Answer(run.result, tuple(run.samples)))
        else:
            run.state, run.error = "failed", error or killed(None)
        self._tell_row(self.clients[job.client].log, job, run)
        if all(other.over for other in job.runs):
            self._finish(job)
        self._pump()

    def _task(self, job: Job, run: Run) -> dict[str, Any]:
        longest = float(run.task["time_limit"])
        task = run.task | {"wall": longest + _GRACE, "every": max(0.1, longest / _POINTS)}
        if job.trace is not None:
            task |= {"trace": str(job.trace), "places": str(TraceFile(job.trace).places)}
        return task

    def _heard(
        self, job: Job, run: Run, said: dict[str, Any], error: dict[str, str] | None
    ) -> dict[str, str] | None:
        kind = said["kind"]
        if kind in ("progress", "notice"):
            if run.state == "running":
                report = {name: value for name, value in said.items() if name != "kind"}
                if kind == "progress":
                    run.sample(report)
                self.clients[job.client].log.add(kind, {"job": job.id, "row": run.row, **report})
        elif kind == "result":
            run.result = said["result"] | {"label": run.task["label"]}
        elif kind == "failed":
            error = failure(said["error"], said["message"])
        elif run.result is None and error is None:
            error = killed(said["by"])
        return error

    def _tell_row(self, log: EventLog, job: Job, run: Run) -> None:
        if run.row is not None:
            # The stream has sent the progress of a fresh row already, but perhaps not the newest.
            before = {"cached": run.cached, "samples": run.samples if run.cached else []}
            last = run.samples[-1] if run.samples else None
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

    def _cancel(self, job: Job, by: str) -> None:
        if job.finished is not None:
            return
        job.cancelled_by, job.finished = by, time.monotonic()
        for run in job.runs:
            if not run.over:
                run.state = "cancelled"
                if run.process is not None:
                    run.process.kill()
        self.clients[job.client].log.add("cancelled", {"job": job.id, "by": by})

    # Housekeeping

    def _trace_path(self, job: str) -> Path:
        assert self._scratch is not None
        traces = [j for j in self.jobs.values() if j.trace is not None and j.finished is not None]
        for old in traces[: max(0, len(traces) - self.limits.traces + 1)]:
            self._forget(old)
        return self._scratch.path / f"{job}.jsonl"

    def _forget(self, job: Job) -> None:
        del self.jobs[job.id]
        if job.trace is not None:
            TraceFile(job.trace).remove()
        self.clients[job.client].log.forget(job.id)

    async def _housekeeping(self) -> None:
        while True:
            await asyncio.sleep(_TICK)
            now = time.monotonic()
            for job in [j for j in self.jobs.values() if j.finished is None]:
                if self.clients[job.client].gone(now, self.limits.grace):
                    self._cancel(job, "disconnect")
            self._pump()
            over = [j for j in self.jobs.values() if j.finished is not None]
            surplus = max(0, len(over) - self.limits.kept_jobs)
            for place, job in enumerate(over):
                if place < surplus or now - (job.finished or now) > self.limits.kept_seconds:
                    self._forget(job)
            self.clients.forget(now)

    def _keep(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
