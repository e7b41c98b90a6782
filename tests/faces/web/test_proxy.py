"""Behind a reverse proxy: visitors are counted by the address that the named proxy forwards."""

import asyncio
import http.client
import json
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from page_support import started
from web_client import Client

SEARCH = {"board": "korf24:1", "algorithm": "idastar", "heuristic": "manhattan"}
PROXY = "127.0.0.1"


class ReverseProxy:
    """Passes each connection on, with its visitor's address appended to X-Forwarded-For."""

    def __init__(self, port: int) -> None:
        self._to, self.port = port, 0
        self._loop = asyncio.new_event_loop()
        ready = threading.Event()
        self._thread = threading.Thread(
            target=self._loop.run_until_complete, args=[self._run(ready)]
        )
        self._thread.start()
        assert ready.wait(20)

    async def _run(self, ready: threading.Event) -> None:
        self._over = asyncio.Event()
        serving = await asyncio.start_server(self._pass, PROXY, 0)
        self.port = serving.sockets[0].getsockname()[1]
        ready.set()
        await self._over.wait()
        serving.close()

    async def _pass(self, visitor: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        *lines, _, _ = (await visitor.readuntil(b"\r\n\r\n")).split(b"\r\n")
        given = [line for line in lines if line.lower().startswith(b"x-forwarded-for:")]
        passed = [line for line in lines if line not in given]
        chain = [line.partition(b":")[2].strip() for line in given]
        address = back.get_extra_info("peername")[0].encode()
        passed += [b"X-Forwarded-For: " + b", ".join([*chain, address]), b"", b""]
        server, to = await asyncio.open_connection(PROXY, self._to)
        to.write(b"\r\n".join(passed))
        with suppress(ConnectionError):
            await asyncio.gather(_copied(visitor, to), _copied(server, back))

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._over.set)
        self._thread.join()
        self._loop.close()


async def _copied(source: asyncio.StreamReader, to: asyncio.StreamWriter) -> None:
    while piece := await source.read(65536):
        to.write(piece)
    to.close()


@pytest.fixture(scope="module")
def ports() -> Iterator[tuple[int, int]]:
    """The ports of a server that believes its proxy, and of that proxy."""
    server = started("--public", "--host", "127.0.0.1", "--proxy", PROXY)
    port = Client(server.url).port
    proxy = ReverseProxy(port)
    yield port, proxy.port
    assert server.stop() == 0
    proxy.stop()


def post(port: int, source: str, client: str, forwarded: str | None = None) -> int:
    """Post an endless job from that address; the status."""
    connection = http.client.HTTPConnection(
        "127.0.0.1", port, timeout=30, source_address=(source, 0)
    )
    headers = {"content-type": "application/json", "connection": "close"}
    if forwarded is not None:
        headers["x-forwarded-for"] = forwarded
    try:
        connection.request(
            "POST", "/api/jobs", json.dumps({"client": client, "kind": "solve", **SEARCH}), headers
        )
        return connection.getresponse().status
    finally:
        connection.close()


def test_visitors_of_the_proxy_have_their_own_shares(ports: tuple[int, int]) -> None:
    _, proxy = ports
    first = [post(proxy, "127.3.0.1", f"first-{n:04}") for n in range(7)]
    assert first == [202] * 6 + [429]
    assert post(proxy, "127.3.0.2", "second-visitor") == 202
    # What the first one claims stands before what the proxy adds, and does not count.
    assert post(proxy, "127.3.0.1", "first-again", forwarded="198.51.100.9") == 429


def test_nobody_else_is_believed(ports: tuple[int, int]) -> None:
    server, _ = ports
    spoofed = [
        post(server, "127.3.0.3", f"spoofer-{n:04}", forwarded=f"198.51.100.{n}") for n in range(7)
    ]
    assert spoofed == [202] * 6 + [429]
    # Those whose addresses were misused have their shares still.
    assert post(server, PROXY, "the-real-one", forwarded="198.51.100.1") == 202


def test_an_event_stream_passes_the_proxy(ports: tuple[int, int]) -> None:
    _, proxy = ports
    client = Client(f"http://127.0.0.1:{proxy}/", "behind-a-proxy")
    stream = client.stream()
    job = client.start("solve", **SEARCH)
    assert client.ask("DELETE", f"/api/jobs/{job}").status == 204
    assert stream.until("cancelled")[-1].data["job"] == job
    stream.close()
