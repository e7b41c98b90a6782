"""How the server is reached: over IPv6, and by a hundred event streams at once."""

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest
from test_guard import Ask, with_guard

import taquin.faces.web.http.app as app_module
from page_support import Server, ipv6, server, started
from taquin.faces.web.http.security import Message
from taquin.faces.web.process.limits import local_limits, public_limits
from web_client import Client

__all__ = ["server"]

STREAMS = 100


@pytest.fixture(scope="module")
def sixth() -> Iterator[Server]:
    """A server on the loopback address of IPv6."""
    if not ipv6():
        pytest.skip("this machine has no IPv6")
    running = started("--host", "::1")
    yield running
    assert running.stop() == 0


def test_over_ipv6_the_page_and_a_job_with_its_stream(sixth: Server) -> None:
    client = Client(sixth.url, "over-ipv6")
    assert sixth.url == f"http://[::1]:{client.port}/"
    page = client.get("/")
    assert page.status == 200 and b"<title>" in page.body
    stream = client.stream()
    job = client.start("solve", board="1 2 3/4 5 6/7 0 8", algorithm="bfs", engine="python")
    assert stream.until("done")[-1].data["job"] == job
    stream.close()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("[::1]:{port}", 200),
        ("[::1]", 200),
        ("localhost:{port}", 200),
        ("[::2]:{port}", 400),
        ("[::1].evil.test:{port}", 400),
        ("[::1%25lo]:{port}", 400),
        ("::1:{port}:{port}", 400),
        ("[::1]:{port}@evil.test", 400),
        ("evil.test:{port}", 400),
    ],
)
def test_the_host_header_of_ipv6(sixth: Server, host: str, status: int) -> None:
    client = Client(sixth.url)
    assert client.get("/", host=host.format(port=client.port)).status == status


def test_a_page_of_ipv6_is_not_a_page_of_ipv4(sixth: Server) -> None:
    client = Client(sixth.url)
    own, other = f"http://[::1]:{client.port}", f"http://127.0.0.1:{client.port}"
    assert client.get("/api/catalogue", origin=own).status == 200
    assert client.get("/api/catalogue", origin=other).status == 403


def test_a_hundred_streams_at_once_and_the_next_is_refused(server: Server) -> None:
    clients = [Client(server.url, f"stream-{n:04}") for n in range(STREAMS)]
    streams = [client.stream() for client in clients]
    try:
        assert [stream.status for stream in streams] == [200] * STREAMS
        assert clients[0].get("/board.js").status == 200
        refused = Client(server.url, "one-too-many").get("/api/events?client=one-too-many")
        assert refused.status == 429
        assert int(refused.headers["retry-after"]) > 0
        assert "event streams" in refused.error["message"]
    finally:
        for stream in streams:
            stream.close()


def test_a_hundred_streams_all_get_their_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app_module, "_HEARTBEAT", 0.05)
    limits = replace(public_limits(), streams=STREAMS)
    of_one = limits.streams_of_address

    async def work(ask: Ask) -> None:
        asked = [await ask(f"client-{n:03}", f"192.0.2.{n // of_one}") for n in range(STREAMS)]
        assert [stream.status for stream in asked] == [200] * STREAMS
        # All are taken, and another address comes: one of whoever has most gives way.
        newcomer = await ask("one-more", "198.51.100.1")
        assert newcomer.status == 200
        async with asyncio.timeout(20):
            while len(asked) == STREAMS or not all(
                _heartbeats(stream.messages) >= 2 for stream in (*asked, newcomer)
            ):
                await asyncio.sleep(0.02)
                asked = [one for one in asked if one.task is None or not one.task.done()]
        assert len(asked) == STREAMS - 1

    with_guard(work, limits)


def _heartbeats(messages: list[Message]) -> int:
    return sum(message.get("body") == b": still here\n\n" for message in messages)


def test_networks_of_ipv6_have_separate_rates() -> None:
    async def work(ask: Ask) -> None:
        first = [(await ask("client-no-1", f"2001:db8:0:7::{n}")).status for n in range(1, 5)]
        assert first == [200, 200, 200, 429]
        assert (await ask("client-no-2", "2001:db8:0:8::1")).status == 200

    with_guard(work, replace(local_limits(), rate=0.001, burst=3))
