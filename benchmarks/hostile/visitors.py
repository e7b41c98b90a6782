"""Honest visitors: what they are made to wait, and what they lose."""

import asyncio
import itertools
import json
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from hostile.arena import Answer, Arena, Wire

__all__ = ["Visits", "fetcher", "player", "reader"]

PAGE_FILE = "/board.js"
CONNECTIONS = 6  # that a browser has to one server
EVERY = 3  # seconds from an answer to the next question
PATIENCE = 120  # seconds after which an unanswered job counts as lost


@dataclass
class Visits:
    """What happened to the honest visitors; times in seconds.

    fetches, pages, answers: how long files, pages of a trace, and solved boards took. lost: jobs
    and traces that ended otherwise. refused: responses that ask to come again later.
    waiting: jobs that were still waiting or running at the end. breaks: connections that ended
    early; each was opened again.
    """

    fetches: list[float] = field(default_factory=list)
    failed_fetches: list[str] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    refused: int = 0
    waiting: int = 0
    breaks: int = 0

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


async def fetcher(arena: Arena, visits: Visits) -> None:
    """Fetch a file of the page twenty times a second, each time on a new connection.

    A fetch that takes long does not delay the next, until as many are open as browsers open at
    once; then the time of the next one still counts from the moment at which it was due.
    """
    at_once = asyncio.Semaphore(CONNECTIONS)

    async def fetch() -> None:
        began = time.perf_counter()
        async with at_once:
            answer = await arena.ask(arena.sources[0], "GET", PAGE_FILE)
        visits.fetches.append(time.perf_counter() - began)
        if answer.status != 200:
            visits.failed_fetches.append(answer.word)

    async with asyncio.TaskGroup() as group:
        while arena.left:
            group.create_task(fetch())
            await asyncio.sleep(min(0.05, arena.left))


async def player(arena: Arena, visits: Visits) -> None:
    """Follow an event stream, post a small board every few seconds, and wait for its solution."""
    source, name = arena.sources[0], "honest-player-1"
    over: dict[str, asyncio.Future[str]] = {}
    follower = asyncio.create_task(_follow(arena, visits, source, name, over))
    try:
        for board in itertools.takewhile(lambda _: arena.left, _boards()):
            began = time.monotonic()
            answer = await _admitted(arena, visits, source, kind="solve", client=name, **board)
            if answer is None:
                break
            job = json.loads(answer.body)["id"]
            await _await_end(arena, visits, over.setdefault(job, _future()), job, began)
            await asyncio.sleep(min(EVERY, arena.left))
    finally:
        follower.cancel()


def _boards() -> Iterator[dict[str, object]]:
    """Boards of 3x3 near the goal, each another question than the last, so none is cached.

    In Python, so that no time passes with compiling.
    """
    search = {"algorithm": "astar", "engine": "python"}
    for number in itertools.count():
        yield {"board": "1 2 3/4 5 6/7 0 8", "node_limit": 10_000 + number, **search}


def _future() -> "asyncio.Future[str]":
    return asyncio.get_running_loop().create_future()


async def _await_end(
    arena: Arena, visits: Visits, over: "asyncio.Future[str]", job: str, began: float
) -> None:
    """Record how the job ended: by its event, or because the time is over."""
    try:
        ended = await asyncio.wait_for(asyncio.shield(over), min(PATIENCE, arena.left))
    except TimeoutError:
        if arena.left:
            visits.lost.append(f"{job}: no answer in {PATIENCE} s")
        else:
            visits.waiting += 1
        return
    if ended == "done":
        visits.answers.append(time.monotonic() - began)
    else:
        visits.lost.append(f"{job}: {ended}")


async def _admitted(arena: Arena, visits: Visits, source: str, **fields: object) -> Answer | None:
    """Post a job, again after each refusal that says when; None if the time is over first."""
    body = json.dumps(fields).encode()
    while arena.left:
        answer = await arena.ask(source, "POST", "/api/jobs", body)
        if answer.status == 202:
            return answer
        visits.refused += 1
        if answer.status and "retry-after" not in answer.headers:
            visits.lost.append(f"{answer.status}: {answer.body[:200].decode()}")
        wait = int(answer.headers.get("retry-after", 1))
        await asyncio.sleep(min(wait, arena.left))
    return None


async def _follow(
    arena: Arena,
    visits: Visits,
    source: str,
    name: str,
    over: "dict[str, asyncio.Future[str]]",
) -> None:
    """Read the event stream as a browser does: open it again where it ended."""
    last = "0"
    while True:
        asked = arena.head("GET", f"/api/events?client={name}", f"Last-Event-ID: {last}")
        wire = await arena.connect(source)
        if wire is not None:
            try:
                await wire.send(asked)
                async for number, event, data in _events(wire):
                    last = number
                    if event in ("done", "failed", "cancelled"):
                        ended = over.setdefault(data["job"], _future())
                        if not ended.done():
                            ended.set_result(event)
            except (ConnectionError, asyncio.IncompleteReadError, ValueError):
                pass  # opened again below, and counted
            finally:
                wire.close()
        visits.breaks += 1
        await asyncio.sleep(1)


async def _events(wire: Wire) -> Any:
    """Number, name and data of each event; ends with the stream."""
    event: dict[str, str] = {}
    while line := await wire.reader.readline():
        name, _, value = line.decode("latin-1").strip().partition(": ")
        if name in ("id", "event", "data"):
            event[name] = value
        if name == "data":
            yield event.get("id", "0"), event.get("event", ""), json.loads(value)
            event = {}


async def reader(arena: Arena, visits: Visits, ready: asyncio.Event) -> None:
    """Keep a finished trace and page through it until the end."""
    source = arena.sources[0]
    fields = {"kind": "trace", "client": "honest-reader-1", "board": "1 2 3/4 5 6/7 8 0"}
    answer = await _admitted(
        arena, visits, source, **fields, goal="1 2 3/8 0 4/7 6 5", algorithm="bfs", cap=5
    )
    assert answer is not None, "the trace was not admitted in time"
    job = json.loads(answer.body)["id"]
    state = await arena.ended(source, job)
    assert state == "done", f"the trace ended as {state}"
    ready.set()
    for start in itertools.cycle(range(0, 1000, 200)):
        if not arena.left:
            return
        began = time.perf_counter()
        page = await arena.ask(source, "GET", f"/api/jobs/{job}/trace?start={start}&count=200")
        visits.pages.append(time.perf_counter() - began)
        if page.status == 404:
            visits.lost.append(f"{job}: the trace is gone")
            return
        if page.status in (429, 503):
            visits.refused += 1
        elif page.status != 200:
            visits.breaks += 1
        await asyncio.sleep(min(0.5, arena.left))
