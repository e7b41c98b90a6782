"""The layer around the app, asked without a socket: how many event streams it lets through."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from taquin.faces.web.http.app import make_app
from taquin.faces.web.http.policy import HEADERS
from taquin.faces.web.http.security import Guard, Message
from taquin.faces.web.http.visitors import visitor
from taquin.faces.web.process.limits import ServerLimits, local_limits, public_limits

Ask = Callable[..., Awaitable["Asked"]]


@dataclass
class Asked:
    """One request under way: its messages, and the event by which its client goes."""

    messages: list[Message] = field(default_factory=list)
    gone: asyncio.Event = field(default_factory=asyncio.Event)
    task: "asyncio.Task[None] | None" = None

    @property
    def status(self) -> int:
        return int(self.messages[0]["status"])

    async def leave(self) -> None:
        assert self.task is not None
        self.gone.set()
        await self.task


def with_guard(work: Callable[[Ask], Awaitable[None]], limits: ServerLimits) -> None:
    """Run `work` with a function that opens an event stream and waits for the answer's head."""

    async def run() -> None:
        guard, service = make_app(limits)
        opened: list[Asked] = []

        async def ask(client: str, address: str = "192.0.2.1") -> Asked:
            asked = await _open(guard, client, address)
            opened.append(asked)
            return asked

        try:
            await work(ask)
        finally:
            service.clients.close()
            for asked in opened:
                await asked.leave()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()


async def _open(guard: Guard, client: str, address: str) -> Asked:
    asked, begun = Asked(), asyncio.Event()

    async def receive() -> Message:
        await asked.gone.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        asked.messages.append(message)
        begun.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": "/api/events",
        "raw_path": b"/api/events",
        "root_path": "",
        "query_string": f"client={client}".encode(),
        "headers": [(b"host", b"localhost")],
        "client": (address, 50_000),
        "server": ("127.0.0.1", 8315),
    }
    asked.task = asyncio.create_task(guard(scope, receive, send))
    await asyncio.wait_for(begun.wait(), 20)
    return asked


def test_invented_clients_do_not_lock_others_out() -> None:
    async def work(ask: Ask) -> None:
        for number in range(20):
            asked = await ask(f"invented-{number:04}")
            assert asked.status == 200
            await asked.leave()
        assert (await ask("an-honest-tab")).status == 200

    with_guard(work, replace(local_limits(), clients=3))


def test_where_no_room_can_be_made_the_answer_is_a_refusal_from_its_head_on() -> None:
    async def work(ask: Ask) -> None:
        assert (await ask("client-no-1")).status == 200
        refused = await ask("client-no-2")
        assert refused.status == 503
        assert b"visitors" in refused.messages[1]["body"]

    with_guard(work, replace(local_limits(), clients=1))


def test_streams_are_counted_for_an_address_and_for_all() -> None:
    async def work(ask: Ask) -> None:
        first = await ask("client-no-1")
        second = await ask("client-no-1")
        assert [first.status, second.status] == [200, 200]
        assert (await ask("client-no-2")).status == 429
        assert (await ask("client-no-2", "192.0.2.2")).status == 200
        # All are taken: the newest of whoever has two more than a newcomer gives way.
        assert (await ask("client-no-3", "192.0.2.3")).status == 200
        assert second.task is not None and first.task is not None
        await asyncio.wait_for(asyncio.shield(second.task), 5)
        assert not first.task.done()
        assert (await ask("client-no-4", "192.0.2.4")).status == 503
        await first.leave()
        assert (await ask("client-no-4", "192.0.2.4")).status == 200

    with_guard(work, replace(local_limits(), streams=3, streams_of_address=2))


def test_an_address_of_ipv6_is_the_network_that_a_provider_gives_away() -> None:
    assert visitor(("2001:db8:0:7:1::1", 5)) == visitor(("2001:db8:0:7:ffff::2", 6))
    assert visitor(("2001:db8:0:7::1", 5)) != visitor(("2001:db8:0:8::1", 5))
    assert visitor(("::ffff:192.0.2.1", 5)) == visitor(("192.0.2.1", 6)) == "192.0.2.1"
    assert visitor(("192.0.2.1", 5)) != visitor(("192.0.2.2", 5))
    assert (visitor(None), visitor(("testclient", 5))) == ("", "testclient")

    async def work(ask: Ask) -> None:
        assert (await ask("client-no-1", "2001:db8:0:7::1")).status == 200
        assert (await ask("client-no-2", "2001:db8:0:7::2")).status == 429
        assert (await ask("client-no-2", "2001:db8:0:8::2")).status == 200

    with_guard(work, replace(local_limits(), streams_of_address=1))


def test_streams_that_are_opened_and_left_at_once_are_rate_limited() -> None:
    async def work(ask: Ask) -> None:
        statuses = []
        for _ in range(5):
            asked = await ask("client-no-1")
            statuses.append(asked.status)
            await asked.leave()
        assert statuses == [200, 200, 200, 429, 429]
        assert (await ask("client-no-2", "192.0.2.2")).status == 200

    with_guard(work, replace(local_limits(), rate=0.001, burst=3))


def test_an_address_has_a_part_of_what_strangers_share() -> None:
    limits = public_limits()
    assert 2 * limits.streams_of_address <= limits.streams
    assert 2 * limits.explaining_of_address <= limits.explaining


# Answers


def _ran(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run `work` in a thread: a browser of other tests keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


async def _asked(
    guard: Guard, path: str, send: Callable[[Message], Awaitable[None]], address: str = "192.0.2.1"
) -> None:
    async def receive() -> Message:
        raise AssertionError("nothing reads a body that is not there")

    scope = {"type": "http", "method": "GET", "path": path, "headers": [], "client": (address, 1)}
    await guard(scope, receive, send)


def _answering(size: int) -> Callable[..., Awaitable[None]]:
    async def app(scope: Message, receive: object, send: Callable[..., Awaitable[None]]) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": bytes(size)})

    return app


def test_a_body_is_sent_in_pieces_that_add_up() -> None:
    async def work() -> None:
        for size in (0, 1, 32 << 10, (32 << 10) + 1, 100_000):
            said: list[Message] = []

            async def send(message: Message, said: list[Message] = said) -> None:
                said.append(dict(message))

            await _asked(Guard(_answering(size), public_limits(), public=True), "/", send)
            pieces = [message["body"] for message in said[1:]]
            assert sum(map(len, pieces)) == size and max(map(len, pieces)) <= 32 << 10
            assert [message["more_body"] for message in said[1:]] == [True] * (len(pieces) - 1) + [
                False
            ]

    _ran(work)


def test_whoever_does_not_read_gets_no_more_answers() -> None:
    limits = replace(public_limits(), unread_bytes_of_address=90_000, unread_bytes=150_000)

    async def work() -> None:
        guard, reading = Guard(_answering(60_000), limits, public=True), asyncio.Event()

        async def stuck(message: Message) -> None:
            if message["type"] == "http.response.body":
                await reading.wait()

        async def status(address: str) -> int:
            said: list[Message] = []

            async def send(message: Message) -> None:
                said.append(message)

            await _asked(guard, "/", send, address)
            return int(said[0]["status"])

        unread = [asyncio.create_task(_asked(guard, "/", stuck)) for _ in range(2)]
        await asyncio.sleep(0.01)
        assert await status("192.0.2.1") == 429
        assert await status("192.0.2.2") == 200
        unread.append(asyncio.create_task(_asked(guard, "/", stuck, "192.0.2.3")))
        await asyncio.sleep(0.01)
        # Whoever has nothing unread is served; whoever has is not.
        assert await status("192.0.2.2") == 200
        assert await status("192.0.2.3") == 503
        reading.set()
        await asyncio.gather(*unread)
        assert await status("192.0.2.1") == 200

    _ran(work)


def test_what_was_slowed_down_is_refused_if_answers_are_unread_by_then() -> None:
    limits = replace(public_limits(), files=50, files_burst=1, unread_bytes_of_address=50_000)

    async def work() -> None:
        guard, reading = Guard(_answering(60_000), limits, public=True), asyncio.Event()
        statuses: list[int] = []

        async def read(message: Message) -> None:
            pass

        async def stuck(message: Message) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])
            else:
                await reading.wait()

        await _asked(guard, "/", read)
        # Both come while nothing is unread, and are slowed down.
        asked = [asyncio.create_task(_asked(guard, "/", stuck)) for _ in range(2)]
        await asyncio.sleep(0.2)
        reading.set()
        await asyncio.gather(*asked)
        assert statuses == [200, 429]

    _ran(work)


def test_reading_above_the_rate_waits_and_is_not_refused() -> None:
    limits = replace(public_limits(), files=20, files_burst=3, reads=20, reads_burst=3)

    async def work() -> None:
        for path in ("/board.js", "/api/catalogue"):
            guard = Guard(_answering(1), limits, public=True)
            said: list[Message] = []

            async def send(message: Message, said: list[Message] = said) -> None:
                said.append(message)

            begun = time.monotonic()
            await asyncio.gather(*(_asked(guard, path, send) for _ in range(7)))
            assert time.monotonic() - begun >= 4 / 20 - 0.01
            assert {m["status"] for m in said if "status" in m} == {200}

    _ran(work)


def test_much_read_is_much_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    limits = replace(public_limits(), outgoing=1_000, outgoing_burst=200_000)
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)

    async def work() -> None:
        guard = Guard(_answering(300_000), limits, public=True)

        async def send(message: Message) -> None:
            pass

        for waited in (0, 100):
            await _asked(guard, "/", send)
            assert sum(slept) == pytest.approx(waited, abs=50)

    _ran(work)


def test_a_defect_of_the_server_is_told_without_its_inside() -> None:
    async def work() -> None:
        guard, service = make_app(local_limits())

        async def broken(*given: object) -> None:
            raise RuntimeError("/secret/path")

        service.reader.read = broken  # type: ignore[method-assign, assignment]
        said: list[Message] = []

        async def send(message: Message) -> None:
            said.append(message)

        body = b'{"kind": "solve", "board": "1 2/3 0"}'

        async def receive() -> Message:
            return {"type": "http.request", "body": body, "more_body": False}

        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/jobs",
            "query_string": b"",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "client": ("192.0.2.1", 1),
        }
        with pytest.raises(RuntimeError):  # for the server's log
            await guard(scope, receive, send)
        assert said[0]["status"] == 500
        assert {name.encode() for name in HEADERS} <= {name for name, _ in said[0]["headers"]}
        told = b"".join(message["body"] for message in said[1:])
        assert json.loads(told)["error"]["kind"] == "defect" and b"secret" not in told

    _ran(work)
