"""Connections of the server: deadlines for both directions, shares by address, proxies, logs."""

import asyncio
import contextlib
import json
import logging
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from taquin.faces.web.http.connections import HEAD_BYTES
from taquin.faces.web.http.logs import Seldom
from taquin.faces.web.http.policy import HEADERS
from taquin.faces.web.http.security import Guard
from taquin.faces.web.http.server import DoorServer, bound, configured
from taquin.faces.web.process.limits import ServerLimits, local_limits

LIMITS = replace(local_limits(), unread_seconds=0.6, head_seconds=0.6, body_seconds=1)
LARGE = 32 << 20  # bytes: more than the buffers of the system take
Address = tuple[str, int]


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers who asks; /large sends pieces that only a reader can get rid of."""
    if scope["type"] == "lifespan":
        return
    if scope["path"] == "/api/events":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"event", "more_body": True})
        while (await receive())["type"] != "http.disconnect":
            pass
        return
    body = json.dumps({"client": scope["client"][0]}).encode()
    pieces = [bytes(32 << 10)] * (LARGE >> 15) if scope["path"] == "/large" else [body]
    length = str(sum(map(len, pieces))).encode()
    start = {"type": "http.response.start", "status": 200, "headers": [(b"content-length", length)]}
    await send(start)
    for place, piece in enumerate(pieces, 1):
        more = place < len(pieces)
        await send({"type": "http.response.body", "body": piece, "more_body": more})


@contextmanager
def serving(
    limits: ServerLimits = LIMITS, proxies: tuple[str, ...] = (), *, guarded: bool = False
) -> Iterator[Address]:
    listener = bound("127.0.0.1", 0)
    served = Guard(app, limits, public=False) if guarded else app
    server = DoorServer(configured(served, limits, proxies))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    try:
        yield listener.getsockname()
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive()


def connected(to: Address, source: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(to, timeout=10, source_address=(source, 0))


def sent(connection: socket.socket, path: str = "/", more: str = "") -> None:
    connection.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n".encode())


def answered(connection: socket.socket) -> dict[str, Any]:
    """The JSON object of one short answer."""
    found = b""
    while not found.endswith(b"}"):
        piece = connection.recv(4096)
        assert piece, "closed"
        found += piece
    return dict(json.loads(found.rpartition(b"\r\n")[2]))


def is_open(connection: socket.socket) -> bool:
    """Whether the other end has not closed it; it must have nothing to say."""
    connection.settimeout(0.2)
    try:
        return connection.recv(1) != b""
    except TimeoutError:
        return True
    except ConnectionError:
        return False


def test_an_answer_that_nobody_reads_is_given_up() -> None:
    with serving() as address, connected(address) as unread:
        sent(unread, "/large")
        time.sleep(2 * LIMITS.unread_seconds)
        received = 0
        while piece := unread.recv(1 << 20):
            received += len(piece)
        assert 0 < received < LARGE


def test_a_reader_who_keeps_reading_gets_it_all() -> None:
    with serving() as address, connected(address) as steady:
        sent(steady, "/large", "Connection: close\r\n")
        begun, received = time.monotonic(), 0
        while piece := steady.recv(1 << 20):
            received += len(piece)
            time.sleep(0.02)  # longer in all than the deadline for one piece
        assert received > LARGE and time.monotonic() - begun > LIMITS.unread_seconds


@pytest.mark.parametrize("begin", ["", "GET / HTTP/1.1\r\nHost: loc"], ids=["nothing", "half"])
def test_a_head_must_come_in_time(begin: str) -> None:
    with serving() as address, connected(address) as slow, connected(address) as other:
        slow.sendall(begin.encode())
        sent(other)
        assert answered(other)
        time.sleep(1.5 * LIMITS.head_seconds)
        assert not is_open(slow) and is_open(other)


def test_whoever_has_most_connections_loses_one_when_all_are_taken() -> None:
    with serving(replace(LIMITS, connections=4, head_seconds=60)) as address:
        one = connected(address, "127.0.0.2")
        many = [connected(address, "127.0.0.3") for _ in range(3)]
        sent(many[0])
        assert answered(many[0])  # idle since, as the others are
        newcomer = connected(address, "127.0.0.4")
        sent(newcomer)
        assert answered(newcomer) == {"client": "127.0.0.4"}
        assert [is_open(connection) for connection in (one, *many)] == [True, False, True, True]
        for connection in (one, *many, newcomer):
            connection.close()


def test_a_connection_under_way_is_not_closed_for_an_idle_one() -> None:
    with serving(replace(LIMITS, connections=2, unread_seconds=60)) as address:
        busy = connected(address, "127.0.0.3")
        sent(busy, "/large")
        assert busy.recv(1)
        idle = connected(address, "127.0.0.3")
        time.sleep(0.1)
        with connected(address, "127.0.0.4") as newcomer:
            sent(newcomer)
            assert answered(newcomer)
            assert not is_open(idle) and is_open(busy)
        idle.close()
        busy.close()


@pytest.mark.parametrize(
    "limits",
    [{"connections_of_address": 3}, {"connecting": 0.001, "connecting_burst": 3}],
    ids=["open", "rate"],
)
def test_one_address_has_only_so_many_connections(limits: dict[str, Any]) -> None:
    with serving(replace(LIMITS, head_seconds=60, **limits)) as address:
        many = [connected(address, "127.0.0.3") for _ in range(5)]
        time.sleep(0.1)
        assert [is_open(connection) for connection in many] == [True] * 3 + [False] * 2
        with connected(address, "127.0.0.4") as other:
            sent(other)
            assert answered(other)
        for connection in many:
            connection.close()


FORWARDED = "X-Forwarded-For: 203.0.113.9\r\n"


def test_only_a_named_proxy_says_who_asks() -> None:
    # One connection for each address, except for the proxy's.
    limits = replace(LIMITS, connections_of_address=1, head_seconds=60)
    with serving(limits, proxies=("127.0.0.2",)) as address:
        for source, client in {"127.0.0.2": "203.0.113.9", "127.0.0.3": "127.0.0.3"}.items():
            with connected(address, source) as connection:
                sent(connection, more=FORWARDED)
                assert answered(connection) == {"client": client}
        many = [connected(address, "127.0.0.2") for _ in range(3)]
        time.sleep(0.1)
        assert all(map(is_open, many))
        for connection in many:
            connection.close()
    with serving(limits) as address, connected(address, "127.0.0.2") as connection:
        sent(connection, more=FORWARDED)
        assert answered(connection) == {"client": "127.0.0.2"}


def test_what_is_not_http_is_answered_like_any_mistake() -> None:
    with serving() as address, connected(address) as connection:
        connection.sendall(b"GET / HTTP/9.9 nonsense\r\n\r\n")
        answer = b""
        while piece := connection.recv(4096):
            answer += piece
        head, _, body = answer.partition(b"\r\n\r\n")
        status, *lines = head.decode().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        assert status.startswith("HTTP/1.1 400")
        assert {name: headers[name] for name in HEADERS} == {
            name: value.lower() for name, value in HEADERS.items()
        }
        assert set(json.loads(body)["error"]) == {"kind", "message", "hint"}


CHUNKED = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
TAXING = {
    "chunks": CHUNKED + "1\r\nx\r\n" * 300,
    "chunks and length": CHUNKED.replace("Transfer", "Content-Length: 9\r\nTransfer"),
    "long target": f"GET /?{'a&' * 1100} HTTP/1.1\r\nHost: localhost\r\n\r\n",
}


@pytest.mark.parametrize("begin", TAXING.values(), ids=list(TAXING))
def test_what_takes_long_to_parse_is_refused_unparsed(begin: str) -> None:
    with serving() as address, connected(address) as connection:
        connection.sendall(begin.encode())
        assert connection.recv(4096).startswith(b"HTTP/1.1 400 ")


def test_what_follows_an_event_stream_ends_the_connection() -> None:
    with serving() as address, connected(address) as connection:
        sent(connection, "/api/events")
        found = b""
        while b"event" not in found:
            found += connection.recv(4096)
        time.sleep(0.1)
        with contextlib.suppress(TimeoutError):
            connection.settimeout(0.1)
            connection.recv(4096)  # the end of the chunk
        connection.sendall(b"x" * 1000)
        time.sleep(0.1)
        assert not is_open(connection)


METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "NONSENSE")


def head(method: str = "GET", *headers: str) -> bytes:
    lines = [f"{method} / HTTP/1.1", "Host: localhost", *headers]
    return "".join(f"{line}\r\n" for line in (*lines, "")).encode()


def said(connection: socket.socket) -> bytes:
    """All that comes until the other end closes; a reset closes too."""
    found = b""
    with contextlib.suppress(ConnectionError):
        while piece := connection.recv(65536):
            found += piece
    return found


@pytest.mark.parametrize("method", METHODS)
def test_too_much_is_refused_at_once_whatever_the_method(
    method: str, caplog: pytest.LogCaptureFixture
) -> None:
    with serving() as address, connected(address) as connection:
        connection.sendall(head(method, "Content-Length: 99999999999"))
        begun = time.monotonic()
        status, _, rest = said(connection).partition(b"\r\n")
        assert status.startswith(b"HTTP/1.1 413 ") and b"x-content-type-options" in rest.lower()
        assert time.monotonic() - begun < LIMITS.head_seconds
        body = rest.partition(b"\r\n\r\n")[2]
        if method == "HEAD":
            assert body == b""
        else:
            assert json.loads(body)["error"]["kind"] == "body"
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


def test_nothing_is_read_of_what_is_too_much() -> None:
    with serving() as address, connected(address) as connection:
        connection.sendall(head("GET", "Content-Length: 99999999999"))
        sent_bytes, begun = 0, time.monotonic()
        with pytest.raises(ConnectionError):
            while time.monotonic() - begun < 5:
                sent_bytes += connection.send(bytes(1 << 16))
        assert sent_bytes < 16 << 20  # what the buffers of both ends take


LONG_HEADS = {
    "20,000 bytes": ["X: " + "a" * 19_900],
    "950 headers": [f"H{n}: v" for n in range(950)],
    "101 headers": [f"H{n}: v" for n in range(100)],
    "a byte too many": ["X: " + "a" * (HEAD_BYTES - len(head("GET", "X: ")) + 1)],
}
RIGHT_HEADS = {
    "100 headers": [f"H{n}: v" for n in range(99)],
    "all bytes": ["X: " + "a" * (HEAD_BYTES - len(head("GET", "X: ")))],
}


@pytest.mark.parametrize("headers", LONG_HEADS.values(), ids=list(LONG_HEADS))
def test_a_long_head_is_refused_though_it_arrives_whole(headers: list[str]) -> None:
    with serving() as address, connected(address) as connection:
        connection.sendall(head("GET", *headers))
        assert said(connection).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("headers", RIGHT_HEADS.values(), ids=list(RIGHT_HEADS))
def test_a_head_at_the_limit_is_read(headers: list[str]) -> None:
    with serving() as address, connected(address) as connection:
        connection.sendall(head("GET", *headers))
        assert answered(connection)


def test_right_requests_in_one_piece_are_all_answered() -> None:
    """Pipelined, with a body of many lines at the limit among them."""
    body = b"\n" * LIMITS.body
    post = head("POST", f"Content-Length: {LIMITS.body}") + body
    with serving() as address, connected(address) as connection:
        last = head("HEAD", "Connection: close")
        connection.sendall(head() * 50 + post + head() * 50 + post + last)
        found = said(connection)
        assert found.count(b"HTTP/1.1 200 ") == 103
        assert found.count(b'{"client"') == 102  # a HEAD has no body


def test_a_right_request_may_come_slowly() -> None:
    with serving(guarded=True) as address, connected(address) as connection:
        for piece in (b"POST / HTTP/1.1\r\nHo", b"st: localhost\r\nContent-", b"Length: 6\r\n\r\n"):
            time.sleep(0.15 * LIMITS.head_seconds)
            connection.sendall(piece)
        for byte in b"slowly":
            time.sleep(0.1 * LIMITS.body_seconds)
            connection.sendall(bytes([byte]))
        assert answered(connection)
        sent(connection)  # and the next one on the same connection
        assert answered(connection)


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_body_must_come_in_time_whatever_the_method(method: str) -> None:
    with serving(guarded=True) as address, connected(address) as connection:
        begun = time.monotonic()
        connection.sendall(head(method, "Content-Length: 6") + b"slow")
        assert said(connection).startswith(b"HTTP/1.1 408 ")
        assert LIMITS.body_seconds <= time.monotonic() - begun < 10


def test_whoever_leaves_in_the_middle_of_a_body_is_not_answered() -> None:
    called = []

    async def run() -> None:
        async def never(scope: Any, receive: Any, send: Any) -> None:
            called.append(scope)

        async def receive() -> Any:
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            called.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "client": ("192.0.2.1", 1)}
        headers = [(b"host", b"localhost"), (b"content-length", b"6")]
        await Guard(never, LIMITS, public=False)({**scope, "headers": headers}, receive, send)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, run()).result()
    assert called == []


def test_a_log_takes_only_so_many_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    now, seen = 0.0, []
    monkeypatch.setattr(time, "monotonic", lambda: now)
    logger = logging.getLogger("taquin.test.seldom")
    logger.propagate = False
    handler = logging.Handler()
    handler.emit = lambda record: seen.append(record.getMessage())  # type: ignore[method-assign]
    logger.addHandler(handler)
    logger.addFilter(Seldom(3))
    for number in range(1000):
        logger.warning("bad %s", number)
    assert seen == ["bad 0", "bad 1", "bad 2"]
    now = 61.0
    logger.warning("bad %s", "again")
    assert seen[3:] == ["(997 messages left out) bad again"]
