"""Attacks by how it is asked: connections that are slow, unread, endless, broken or too many."""

import asyncio
import contextlib
import itertools
import socket

from hostile.arena import Arena, Wire

READABLE = ("/", "/board.js", "/app.js", "/page.css", "/api/catalogue", "/api/docs")
HELD_SECONDS = 20  # that an unread connection is kept
SLOW_OF_ADDRESS, UNREAD_OF_ADDRESS, STREAMS_OF_ADDRESS = 40, 60, 50


async def slow_clients(arena: Arena) -> None:
    """Heads and bodies that trickle, a byte each second."""

    async def one(source: str, head: bytes) -> None:
        while arena.left:
            wire = await arena.connect(source)
            if wire is None:
                await asyncio.sleep(min(1, arena.left))
                continue
            await _sent(arena, wire, head, b"x", pieces=90, pause=1)

    heads = [
        arena.head("POST", "/api/jobs")[:-2],
        arena.head("POST", "/api/jobs", "Content-Length: 100"),
    ]
    places = itertools.product(arena.sources, heads, range(SLOW_OF_ADDRESS // 2))
    await asyncio.gather(*(one(source, head) for source, head, _ in places))


async def _sent(
    arena: Arena, wire: Wire, head: bytes, piece: bytes, *, pieces: int, pause: float = 0
) -> None:
    """Send a head and then pieces, until there is a response or the connection ends."""
    answer = asyncio.ensure_future(wire.answer())
    with contextlib.suppress(ConnectionError):  # it may be closed before it has everything
        await wire.send(head)
        for _ in range(pieces):
            await asyncio.wait([answer], timeout=min(pause, arena.left))
            if answer.done() or not arena.left:
                break
            await wire.send(piece)
    try:
        async with asyncio.timeout(max(1, min(10, arena.left))):
            arena.said[(await answer).word] += 1
    except (ConnectionError, asyncio.IncompleteReadError):
        arena.said["closed"] += 1
    except TimeoutError:
        arena.said["no answer"] += 1
    finally:
        wire.close()


async def large_bodies(arena: Arena) -> None:
    """Bodies of 10 MB, announced and unannounced (chunked)."""
    chunk = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    kinds = [
        (arena.head("POST", "/api/jobs", "Content-Length: 10000000"), b"x" * 65536),
        (arena.head("POST", "/api/explain", "Transfer-Encoding: chunked"), chunk),
    ]

    async def one(source: str) -> None:
        for head, piece in itertools.takewhile(lambda _: arena.left, itertools.cycle(kinds)):
            wire = await arena.connect(source)
            if wire is None:
                await asyncio.sleep(min(0.5, arena.left))
                continue
            await _sent(arena, wire, head, piece, pieces=152)

    await asyncio.gather(*map(one, arena.sources))


async def unread_files(arena: Arena) -> None:
    """Connections that ask for files, the catalogue and the reference again and again, unread."""
    asked = b"".join(arena.head("GET", path) for path in READABLE) * 4
    await _held(arena, [asked])


async def unread_traces(arena: Arena) -> None:
    """Connections that ask for pages of traces and for jobs, and never read."""
    asked = []
    for source in arena.sources[:2]:
        job = await arena.job(
            source,
            arena.name(),
            kind="trace",
            board="antipodes:1",
            algorithm="bfs",
            cap=100,
            node_limit=4000,
        )
        if job and await arena.ended(source, job) == "done":
            pages = (f"/api/jobs/{job}/trace?start={n}&count=2000" for n in range(0, 3000, 100))
            asked.append(b"".join(arena.head("GET", page) for page in pages))
    await _held(arena, asked or [arena.head("GET", "/api/openapi.json") * 50])


async def _held(arena: Arena, asked: list[bytes]) -> None:
    """Keep as many unread connections as an address may have; each asks for one of these.

    The oldest is replaced now and then, because the server will have closed it.
    """
    requests = itertools.cycle(asked)

    async def one(source: str) -> None:
        held: list[socket.socket | None] = []
        while arena.left:
            held.append(await arena.unread(source, next(requests)))
            if len(held) > UNREAD_OF_ADDRESS:
                if (oldest := held.pop(0)) is not None:
                    oldest.close()
                await asyncio.sleep(min(HELD_SECONDS / UNREAD_OF_ADDRESS, arena.left))
        for connection in filter(None, held):
            connection.close()

    await asyncio.gather(*map(one, arena.sources))


async def streams(arena: Arena) -> None:
    """Event streams of clients that ask nothing and read nothing, opened again and again."""

    async def one(source: str) -> None:
        held: list[socket.socket | None] = []
        while arena.left:
            asked = arena.head("GET", f"/api/events?client={arena.name()}")
            held.append(await arena.unread(source, asked))
            await asyncio.sleep(min(0.1, arena.left))
            if len(held) > STREAMS_OF_ADDRESS and (oldest := held.pop(0)) is not None:
                oldest.close()
        for connection in filter(None, held):
            connection.close()

    await asyncio.gather(*map(one, arena.sources))


async def get_flood(arena: Arena) -> None:
    """GETs of known and unknown paths, on connections that stay open."""
    unknown = (f"/no/such/{n}" for n in itertools.count())
    known = itertools.cycle(READABLE)

    async def one(source: str) -> None:
        while arena.left:
            wire = await arena.connect(source)
            if wire is None:
                await asyncio.sleep(min(0.5, arena.left))
                continue
            try:
                async with asyncio.timeout(arena.left):
                    while True:
                        await wire.send(arena.head("GET", next(unknown)))
                        arena.said[(await wire.answer()).word] += 1
                        await wire.send(arena.head("GET", next(known)))
                        arena.said[(await wire.answer()).word] += 1
                        await asyncio.sleep(2 / arena.pace)
            except (ConnectionError, asyncio.IncompleteReadError):
                arena.said["closed"] += 1
            except TimeoutError:
                return
            finally:
                wire.close()

    await asyncio.gather(*(one(source) for source in arena.sources for _ in range(5)))


async def pipelined(arena: Arena) -> None:
    """A hundred requests in one piece, then the responses are read as slowly as they may be."""
    asked = b"".join(arena.head("GET", path) for path in READABLE) * 17

    async def one(source: str) -> None:
        while arena.left:
            wire = await arena.connect(source)
            if wire is None:
                await asyncio.sleep(min(0.5, arena.left))
                continue
            try:
                async with asyncio.timeout(max(1, arena.left)):
                    await wire.send(asked)
                    while arena.left and (answer := await wire.answer()).status:
                        arena.said[answer.word] += 1
                        await asyncio.sleep(0.1)
            except (ConnectionError, asyncio.IncompleteReadError, TimeoutError):
                arena.said["closed"] += 1
            finally:
                wire.close()

    await asyncio.gather(*map(one, arena.sources))


async def broken_http(arena: Arena) -> None:
    """Requests that are not HTTP, or not quite: the log."""
    broken = [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\xaa" * 500,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET /\x00\xff HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/jobs HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n"
        b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 20_000 + b"\r\n\r\n",
        b"POST /api/jobs HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"\r\n" * 2000,
    ]

    async def one(source: str) -> None:
        for request in itertools.takewhile(lambda _: arena.left, itertools.cycle(broken)):
            wire = await arena.connect(source)
            if wire is None:
                continue
            try:
                async with asyncio.timeout(3):
                    await wire.send(request)
                    arena.said[(await wire.answer()).word] += 1
            except (ConnectionError, asyncio.IncompleteReadError):
                arena.said["closed"] += 1
            except TimeoutError:
                arena.said["no answer"] += 1
            finally:
                wire.close()
            await asyncio.sleep(1 / arena.pace)

    await asyncio.gather(*map(one, arena.sources))
