"""Requests to one server from many simulated visitors, each with its own loopback address."""

import asyncio
import json
import random
import socket
import time
from collections import Counter
from dataclasses import dataclass, field

__all__ = ["Answer", "Arena", "Wire"]

SMALL_BUFFER = 4096  # bytes that an unread connection accepts before the server must wait


@dataclass(frozen=True)
class Answer:
    """A response; status 0 if the server closed the connection instead."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def word(self) -> str:
        """The status as it is counted."""
        return str(self.status) if self.status else "closed"


CLOSED = Answer(0, {}, b"")


@dataclass
class Wire:
    """An open connection."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def answer(self) -> Answer:
        """Read one response to its end; CLOSED if the connection ends before one begins."""
        line = await self.reader.readline()
        if not line:
            return CLOSED
        headers = {}
        while (text := (await self.reader.readline()).decode("latin-1").strip()) != "":
            name, _, value = text.partition(":")
            headers[name.lower()] = value.strip()
        body = await self.reader.readexactly(int(headers.get("content-length", 0)))
        return Answer(int(line.split()[1]), headers, body)

    def close(self) -> None:
        self.writer.close()


@dataclass
class Arena:
    """Where an attack takes place.

    sources: the addresses that its visitors have. deadline: on the monotonic clock. pace: requests
    per second of each connection that floods. said: responses by status. seed: of names and boards.
    """

    host: str
    port: int
    sources: tuple[str, ...]
    deadline: float
    pace: float = 100
    said: Counter[str] = field(default_factory=Counter)
    seed: str = ""

    def __post_init__(self) -> None:
        self.chance = random.Random(f"15 {self.seed}")

    @property
    def left(self) -> float:
        """Seconds until the end, at least 0."""
        return max(0.0, self.deadline - time.monotonic())

    def name(self) -> str:
        """A new client name."""
        return f"hostile-{self.chance.getrandbits(48):012x}"

    def head(self, method: str, path: str, *headers: str) -> bytes:
        """A request's head."""
        host = f"Host: {self.host}:{self.port}"
        return "\r\n".join([f"{method} {path} HTTP/1.1", host, *headers, "", ""]).encode()

    async def connect(self, source: str) -> Wire | None:
        """A connection from that address; None if there was none in time."""
        try:
            async with asyncio.timeout(30):
                opened = asyncio.open_connection(self.host, self.port, local_addr=(source, 0))
                return Wire(*await opened)
        except (OSError, TimeoutError):
            self.said["closed"] += 1
            return None

    async def ask(
        self, source: str, method: str, path: str, body: bytes | None = None, *headers: str
    ) -> Answer:
        """One request on a connection that then ends, within 30 s; its status is counted."""
        more = [] if body is None else [f"Content-Length: {len(body)}"]
        more += [*headers, "Content-Type: application/json", "Connection: close"]
        wire = await self.connect(source)
        if wire is None:
            return CLOSED
        try:
            async with asyncio.timeout(30):
                await wire.send(self.head(method, path, *more) + (body or b""))
                answer = await wire.answer()
        except (ConnectionError, asyncio.IncompleteReadError):
            answer = CLOSED
        except TimeoutError:
            self.said["no answer"] += 1
            return CLOSED
        finally:
            wire.close()
        self.said[answer.word] += 1
        return answer

    async def post(self, source: str, client: str, **fields: object) -> Answer:
        """Post a job."""
        body = json.dumps({"client": client, "kind": "solve", **fields}).encode()
        return await self.ask(source, "POST", "/api/jobs", body)

    async def job(self, source: str, client: str, **fields: object) -> str | None:
        """Post a job; its id, None if it was refused."""
        answer = await self.post(source, client, **fields)
        return str(json.loads(answer.body)["id"]) if answer.status == 202 else None

    async def ended(self, source: str, job: str) -> str | None:
        """The state of a job once it has ended; None if the time is over first or it is gone."""
        while self.left:
            await asyncio.sleep(min(0.5, self.left))
            answer = await self.ask(source, "GET", f"/api/jobs/{job}")
            if answer.status == 404:
                return None
            if answer.status == 200:
                state = str(json.loads(answer.body)["state"])
                if state not in ("waiting", "running"):
                    return state
        return None

    async def unread(self, source: str, *requests: bytes) -> socket.socket | None:
        """A connection that sends these requests and reads nothing, with a small buffer."""
        loop = asyncio.get_running_loop()
        connection = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, SMALL_BUFFER)
        try:
            connection.bind((source, 0))
            async with asyncio.timeout(max(1.0, self.left)):
                await loop.sock_connect(connection, (self.host, self.port))
                await loop.sock_sendall(connection, b"".join(requests))
        except (OSError, TimeoutError):
            self.said["closed"] += 1
            connection.close()
            return None
        self.said["unread"] += 1
        return connection
