"""The service without HTTP: its queue, in turn and bounded, and who is forgotten."""

import asyncio
import time
from dataclasses import replace

import pytest
from serving import LIMITS, asked, endless, until, with_service

from taquin.faces.web.jobs.service import Service
from taquin.faces.web.process.refusals import Refusal


def test_rows_run_side_by_side_and_clients_in_turn() -> None:
    async def work(service: Service) -> None:
        table = service.submit(endless(4), "first-client")
        assert (table.running, len(table.waiting), table.state) == (2, 2, "running")
        second = service.submit(endless(), "second-client")
        own = service.submit(endless(), "first-client")
        third = service.submit(endless(), "third-client")
        assert {second.state, own.state, third.state} == {"waiting"}
        table_run = next(run for run in table.runs if run.state == "running")
        await until(lambda: table_run.process)
        # A free place goes to the client with the least running, the one that came first.
        service.cancel(table.id)
        assert second.state == "waiting"  # the processes have yet to end
        await until(lambda: own.state == "running")
        assert (second.state, third.state) == ("running", "waiting")
        service.cancel(second.id)
        await until(lambda: third.state == "running")

    with_service(work)


def test_a_client_runs_one_job_at_a_time() -> None:
    async def work(service: Service) -> None:
        first = service.submit(endless(), "one-client")
        second = service.submit(endless(), "one-client")
        assert (first.state, second.state) == ("running", "waiting")
        service.cancel(first.id)
        assert second.state == "running"

    with_service(work)


def test_the_queue_is_bounded() -> None:
    async def work(service: Service) -> None:
        for number in range(6):
            service.submit(endless(), f"client-{number}")
        with pytest.raises(Refusal) as refused:
            service.submit(endless(), "client-6")
        assert (refused.value.status, refused.value.kind) == (503, "queue")
        assert refused.value.retry_after
        with pytest.raises(Refusal) as refused:
            for _ in range(9):
                service.submit(endless(), "client-0")
        assert refused.value.status in (409, 503)

    with_service(work)


def test_an_address_has_a_few_jobs_whatever_clients_it_names() -> None:
    async def work(service: Service) -> None:
        jobs = [service.submit(endless(), f"invented-{n}", "192.0.2.1") for n in range(3)]
        with pytest.raises(Refusal, match="your address already has 3 jobs") as refused:
            service.submit(endless(), "invented-3", "192.0.2.1")
        assert (refused.value.status, refused.value.kind) == (429, "jobs")
        assert refused.value.retry_after
        service.submit(endless(), "somebody", "192.0.2.2")
        service.cancel(jobs[0].id)
        service.submit(endless(), "invented-3", "192.0.2.1")

    with_service(work, replace(LIMITS, jobs_of_address=3))


def test_shares_are_taken_anew_when_somebody_arrives() -> None:
    async def work(service: Service) -> None:
        long = service.submit(endless(), "first-client", "192.0.2.1")
        await until(lambda: len(long.runs[0].progress) > 1)
        begun = time.monotonic()
        short = service.submit(asked(board="1 2 3/4 5 6/0 7 8"), "second-client", "192.0.2.2")
        await until(lambda: short.finished)
        assert time.monotonic() - begun < 20  # of the 600 that it had when it began
        assert short.state == "done"
        result = long.runs[0].result
        assert result is not None
        assert (result["status"], result["limit"]) == ("limit", "time")
        assert result["lower_bound"] > 70 and 1 <= result["seconds"]["search"] < 10
        told = [event.data for event in service.clients["first-client"].log._lasting]
        notice = "many visitors are waiting, so this search may take 1 s"
        assert [data["text"] for data in told if "text" in data].count(notice) == 1

    with_service(work, replace(LIMITS, processes=1, time_limit=2, crowded_seconds=1))


def test_clients_are_bounded() -> None:
    async def work(service: Service) -> None:
        service.submit(endless(), "client-0")
        with pytest.raises(Refusal, match="visitors"):
            service.submit(endless(), "client-1")

    with_service(work, replace(LIMITS, clients=1))


def test_who_neither_listens_nor_has_jobs_makes_room() -> None:
    async def work(service: Service) -> None:
        service.submit(endless(), "with-a-job")
        stream = service.clients.follow("listening", 0, heartbeat=60)
        await anext(stream)
        listening = asyncio.create_task(anext(stream))
        await until(lambda: service.clients["listening"].log.readers)
        for number in range(20):
            service.clients.greet(f"invented-{number}")
        assert all(service.clients[name] for name in ("with-a-job", "listening", "invented-19"))
        with pytest.raises(KeyError):
            service.clients["invented-18"]
        service.submit(endless(), "invented-19")
        with pytest.raises(Refusal, match="visitors"):
            service.clients.follow("too-late", 0, heartbeat=60)
        listening.cancel()

    with_service(work, replace(LIMITS, clients=3))


def test_a_stream_hears_its_client_though_forgotten_before_it_began() -> None:
    async def work(service: Service) -> None:
        stream = service.clients.follow("first-client", 0, heartbeat=60)
        service.clients.greet("second-client")
        service.clients.forget(time.monotonic() + 2 * LIMITS.grace)
        assert await anext(stream)
        service.clients["first-client"].log.add("notice", {"job": "some", "row": None})
        assert b"notice" in await anext(stream)

    with_service(work, replace(LIMITS, clients=1))


def test_what_has_ended_is_forgotten_in_time() -> None:
    async def work(service: Service) -> None:
        jobs = [service.submit(asked(board="1 2/3 0"), "one-client") for _ in range(5)]
        await until(lambda: all(job.finished for job in jobs))
        await until(lambda: len(service.jobs) == 2)
        assert list(service.jobs) == [job.id for job in jobs[-2:]]

    with_service(work, replace(LIMITS, kept_jobs=2, waiting_of_one=9))
