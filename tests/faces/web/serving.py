"""What the tests of the service share: questions, a service that answers them, its processes."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from taquin.faces.web.jobs.service import Service
from taquin.faces.web.process.limits import ServerLimits, local_limits
from taquin.faces.web.process.question import JobRequest, Question, Search, read_question

__all__ = [
    "ENDLESS",
    "LIMITS",
    "alive",
    "asked",
    "born",
    "children",
    "endless",
    "until",
    "with_service",
]

# Nobody listens in these tests, so jobs would end after the grace.
LIMITS = replace(local_limits(), processes=2, waiting=4, grace=600)
ENDLESS = (Search("idastar", "manhattan"),)


def asked(limits: ServerLimits = LIMITS, **fields: Any) -> Question:
    return read_question(JobRequest(**{"kind": "solve", "board": "korf24:1", **fields}), limits)


def endless(rows: int = 1) -> Question:
    kind = "solve" if rows == 1 else "compare"
    return asked(kind=kind, searches=ENDLESS * rows)


def with_service(
    work: Callable[[Service], Awaitable[None]], limits: ServerLimits = LIMITS
) -> Service:
    """Run `work` on a service of its own, and see that nothing of it is left."""

    async def run() -> Service:
        service = Service(limits)
        await service.start()
        try:
            await work(service)
        finally:
            fork_server = service.fork_server
            await service.stop()
        assert fork_server is not None and not alive(fork_server)
        return service

    # In a thread of its own: a browser of other tests keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.01)


async def children(service: Service) -> list[int]:
    """The job processes."""
    path = Path(f"/proc/{service.fork_server}/task/{service.fork_server}/children")
    return [int(pid) for pid in (await asyncio.to_thread(path.read_text)).split()]


async def born(service: Service) -> list[int]:
    """The job processes, once there are some."""
    for _ in range(3000):
        if found := await children(service):
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("no process was started")
