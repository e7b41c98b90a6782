"""The service without HTTP: the processes of jobs, and their ends."""

import os
import signal
from dataclasses import replace

import pytest
from serving import LIMITS, alive, asked, born, endless, until, with_service

from taquin.faces.web.jobs.job import Job
from taquin.faces.web.jobs.service import Service
from taquin.faces.web.process.question import Search
from taquin.faces.web.process.refusals import Refusal
from taquin.solving.plan.stage import Plan, Stage


def test_cancelling_kills_the_process_at_once() -> None:
    async def work(service: Service) -> None:
        job = service.submit(endless(), "one-client")
        (pid,) = await born(service)
        service.cancel(job.id)
        await until(lambda: not alive(pid))

    with_service(work)


def test_a_job_past_its_memory_is_killed_and_says_so() -> None:
    async def work(service: Service) -> None:
        # These tables take longer to build than the time between two checks of the memory;
        # sometimes the search checks first and ends by its own limit.
        search = (Search("astar", "walking_distance"),)
        board = " ".join(map(str, [*range(1, 12), 13, 12, 15, 14, 0]))
        tight = replace(LIMITS, memory=1 << 10)
        for _ in range(20):
            job = service.submit(asked(tight, board=board, searches=search), "one-client")
            await until(lambda job=job: job.finished, 60)
            if job.state == "failed":
                break
            assert job.runs[0].result is not None and job.runs[0].result["limit"] == "memory"
        assert job.state == "failed", job.as_dict()
        assert job.runs[0].error is not None and job.runs[0].error["kind"] == "memory"

    with_service(work)


def test_an_explanation_past_its_time_is_refused() -> None:
    async def work(service: Service) -> None:
        with pytest.raises(Refusal) as refused:
            await service.explainer.explain(asked(kind="explain", board="korf24:2"))
        assert refused.value.kind == "time"

    with_service(work, replace(LIMITS, explain_seconds=0.0))


def test_a_fork_server_that_died_is_replaced() -> None:
    async def work(service: Service) -> None:
        job = service.submit(endless(), "one-client")
        (pid,) = await born(service)
        before = service.fork_server
        assert before is not None
        os.kill(before, signal.SIGKILL)
        await until(lambda: job.finished)
        assert job.state == "failed"
        await until(lambda: not alive(pid))
        again = service.submit(asked(board="1 2 3/4 0 5/7 8 6"), "one-client")
        await until(lambda: again.finished)
        assert again.state == "done" and service.fork_server != before

    with_service(work)


def test_old_traces_make_room() -> None:
    async def work(service: Service) -> None:
        jobs: list[Job] = []
        for _ in range(4):
            question = asked(kind="trace", board="1 2 3/4 0 5/7 8 6", searches=(Search("bfs"),))
            jobs.append(service.submit(question, "one-client"))
            await until(lambda: jobs[-1].finished)
        kept = [job for job in jobs if job.id in service.jobs]
        assert kept == jobs[-2:]
        assert all(len(job.written()) == 2 for job in kept)
        assert not any(job.written() for job in jobs[:2])
        assert service.trace(jobs[-1].id).total() > 3

    with_service(work, replace(LIMITS, kept_jobs=2))


def test_a_flood_of_defects_does_not_flood_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    """A task without a board is a defect in the server, and not the visitor's to see."""

    async def work(service: Service) -> None:
        for _ in range(9):
            named = {"topology": "grid", "plan": Plan((Stage("bfs"),)).data()}
            task = {"do": "solve", "request": named, "every": 1, "wall": 60, "memory": 1 << 28}
            process = await service._launcher.launch(task)
            said = [line async for line in process.lines()]
            assert [line["kind"] for line in said] == ["failed", "ended"]
            assert (said[0]["error"], said[0]["message"]) == ("defect", "")

    with_service(work)
    log = capfd.readouterr().err
    assert log.count("taquin: a job failed:\n") == log.count("KeyError: 'width'") == 5
