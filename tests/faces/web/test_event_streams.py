"""Event streams: what readers hear, and how many of them there are."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest
from serving import LIMITS

from taquin.faces.web.jobs.clients import Clients
from taquin.faces.web.jobs.events import EventLog
from taquin.faces.web.process.refusals import Refusal


def run(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run `work` in an event loop of its own, in a thread: Playwright's may run in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


async def _heard(log: EventLog, after: int, most: int) -> list[object]:
    found: list[object] = []
    async for event in log.follow(after, heartbeat=0.05):
        found.append(event and event.data["n"])
        if len(found) == most or event is None:
            return found
    return found


def test_a_reader_holds_one_event_at_a_time() -> None:
    async def work() -> None:
        log = EventLog()
        for n in range(3):
            log.add("done", {"job": f"job-{n}", "n": n})
        reading = log.follow(0, heartbeat=0.05)
        first = await anext(reading)
        assert first is not None and first.data["n"] == 0
        log.forget("job-1")  # while the reader has not asked for more
        second = await anext(reading)
        assert second is not None and second.data["n"] == 2
        assert second.encoded is second.encoded
        assert await _heard(log, second.number + 10**9, 9) == [0, 2, None]  # never given
        assert await _heard(log, second.number, 9) == [None]

    run(work)


def test_whoever_has_most_streams_gives_way() -> None:
    async def work() -> None:
        limits = replace(LIMITS, streams=3)
        clients = Clients(limits, lambda: ())
        ends: list[str] = []

        async def read(name: str, address: str) -> None:
            async for _ in clients.follow(name, 0, heartbeat=60, address=address):
                pass
            ends.append(name)

        near = [asyncio.create_task(read(f"near-{n}", "near")) for n in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(Refusal, match="all 3 event streams are in use"):
            clients.follow("another", 0, heartbeat=60, address="near")
        far = asyncio.create_task(read("far", "far"))
        await asyncio.sleep(0.01)
        assert ends == ["near-2"] and not far.done()
        with pytest.raises(Refusal, match="all 3 event streams are in use"):
            clients.follow("elsewhere", 0, heartbeat=60, address="far")
        clients.close()
        await asyncio.gather(*near, far)

    run(work)


def test_a_client_has_few_streams() -> None:
    async def work() -> None:
        clients = Clients(LIMITS, lambda: ())
        streams = [clients.follow("one-client", 0, heartbeat=60) for _ in range(4)]
        waiting = [asyncio.create_task(anext(stream)) for stream in streams]
        await asyncio.gather(*waiting)
        more = [asyncio.create_task(anext(stream)) for stream in streams]
        await asyncio.sleep(0.01)
        with pytest.raises(Refusal, match="already has 4 event streams"):
            clients.follow("one-client", 0, heartbeat=60)
        for task in more:
            task.cancel()
        await asyncio.gather(*more, return_exceptions=True)

    run(work)


def test_streams_count_from_the_moment_they_are_granted() -> None:
    async def work() -> None:
        clients = Clients(replace(LIMITS, streams=3), lambda: ())
        near = [clients.follow(f"near-{n}", 0, heartbeat=60, address="near") for n in range(3)]
        far = clients.follow("far", 0, heartbeat=60, address="far")
        assert [item async for item in near[2]] == [b"retry: 1000\n\n"]  # it gave way, unread
        with pytest.raises(Refusal, match="all 3 event streams are in use"):
            clients.follow("elsewhere", 0, heartbeat=60, address="far")
        del far  # as with a response whose client has gone before it began
        again = clients.follow("elsewhere", 0, heartbeat=60, address="far")
        assert await anext(again) == b"retry: 1000\n\n"

    run(work)


def test_a_client_has_few_streams_before_it_reads_any() -> None:
    async def work() -> None:
        clients = Clients(LIMITS, lambda: ())
        streams = [clients.follow("one-client", 0, heartbeat=60) for _ in range(4)]
        with pytest.raises(Refusal, match="already has 4 event streams"):
            clients.follow("one-client", 0, heartbeat=60)
        streams.pop()
        streams.append(clients.follow("one-client", 0, heartbeat=60))

    run(work)
