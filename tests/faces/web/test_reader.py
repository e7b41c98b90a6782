"""Questions are read by another process, within the server's limits."""

import asyncio
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from serving import LIMITS, alive, asked, children, until, with_service

from taquin.faces.web.jobs.service import Service
from taquin.faces.web.process.limits import local_limits, public_limits
from taquin.faces.web.process.processes import JobProcess, Launcher
from taquin.faces.web.process.question import JobRequest, read_question
from taquin.faces.web.process.refusals import Refusal
from taquin.ground.errors import OptionError

QUESTION = JobRequest(kind="solve", board="1 2 3/4 0 5/7 8 6")


def test_a_stopping_server_starts_nothing_more() -> None:
    service = with_service(lambda service: asyncio.sleep(0))

    async def work() -> None:
        with pytest.raises(Refusal) as refused:
            await service.reader.read(QUESTION)
        assert refused.value.status == 503
        assert service.fork_server is None

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


async def settled(service: Service) -> None:
    """Wait for the end of the first reader, which shares few pages with what is loaded by now."""
    await service.reader.read(QUESTION)
    (first,) = await children(service)
    await until(lambda: not alive(first), 60)
    assert await children(service) == []


def test_questions_are_read_by_another_process() -> None:
    async def work(service: Service) -> None:
        await settled(service)
        assert await service.reader.read(QUESTION) == read_question(QUESTION, LIMITS)
        with pytest.raises(Refusal, match="tile 1 given more than once") as refused:
            await service.reader.read(replace(QUESTION, board="1 1 3/4 0 5/7 8 6"))
        assert (refused.value.status, refused.value.kind) == (422, "notation")
        (reader,) = await children(service)
        os.kill(reader, signal.SIGKILL)
        assert (await service.reader.read(QUESTION)).tasks
        assert reader not in await children(service)

    with_service(work)


def test_a_reader_that_ends_before_it_began_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where more is loaded between its birth and the first question."""
    launched = []

    async def launch(self: Launcher, task: dict[str, object], **options: bool) -> JobProcess:
        process = await real(self, task, **options)
        if not launched:
            process._reader = asyncio.StreamReader()
            process._reader.feed_eof()
        launched.append(process)
        return process

    async def work(service: Service) -> None:
        assert (await service.reader.read(QUESTION)).tasks
        assert len(launched) == 2

    real = Launcher.launch
    monkeypatch.setattr(Launcher, "launch", launch)
    with_service(work)


def test_a_question_that_takes_too_long_is_refused() -> None:
    async def work(service: Service) -> None:
        with pytest.raises(Refusal, match="takes longer than 0 s to read") as refused:
            await service.reader.read(QUESTION)
        assert refused.value.status == 422
        await until(lambda: service.fork_server)
        service.reader._limits = LIMITS
        assert (await service.reader.read(QUESTION)).tasks

    with_service(work, replace(LIMITS, reading_seconds=0))


def test_a_reader_is_replaced_before_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.faces.web.jobs.reader._QUESTIONS", 2)

    async def work(service: Service) -> None:
        await settled(service)
        seen = set()
        for _ in range(4):
            await service.reader.read(QUESTION)
            (reader,) = await children(service)
            seen.add(reader)
        assert len(seen) == 2

    with_service(work)


def test_no_question_is_above_the_limits() -> None:
    for limits in (local_limits(), public_limits()):
        with pytest.raises(OptionError, match="time_limit"):
            asked(limits, time_limit=limits.longest_time + 1)
        with pytest.raises(OptionError, match="node_limit"):
            asked(limits, node_limit=limits.most_nodes + 1)
        task = asked(limits).tasks[0]
        assert task["request"]["time"] == limits.time_limit and task["memory"] == limits.memory


def test_strangers_get_less() -> None:
    local, public = local_limits(), public_limits()
    assert public.longest_time < local.longest_time
    assert public.processes <= local.processes and public.memory <= local.memory
    # One address cannot hold the queue; a machine's own users all have the same.
    assert public.jobs_of_address is not None and local.jobs_of_address is None
    assert 2 * public.jobs_of_address < public.waiting
