"""A small HTTP client for tests of the server: single requests, jobs, event streams."""

import http.client
import json
import socket
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

__all__ = ["Answer", "Client", "Event", "Stream"]


@dataclass(frozen=True)
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> dict[str, str]:
        error = self.json["error"]
        assert set(error) == {"kind", "message", "hint"} and all(error.values())
        return error


@dataclass(frozen=True)
class Event:
    number: int
    name: str
    data: dict[str, Any]


class Client:
    """Asks one server, under one client name."""

    def __init__(self, url: str, name: str = "test-client-1") -> None:
        parts = urlsplit(url)
        assert parts.hostname and parts.port
        self.host, self.port, self.name = parts.hostname, parts.port, name
        self.netloc = parts.netloc

    def ask(
        self, method: str, path: str, body: Any = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        given = dict(headers or {})
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
            given.setdefault("content-type", "application/json")
        try:
            connection.request(method, path, body, given)
            answer = connection.getresponse()
            named = {name.lower(): value for name, value in answer.getheaders()}
            return Answer(answer.status, named, answer.read())
        finally:
            connection.close()

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, headers={k.replace("_", "-"): v for k, v in headers.items()})

    def head_of(self, path: str, headers: dict[str, str]) -> int:
        """The status of an answer whose body is not read: a stream has no end."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            connection.request("GET", path, headers=headers)
            return connection.getresponse().status
        finally:
            connection.close()

    def post(self, kind: str, **fields: Any) -> Answer:
        return self.ask("POST", "/api/jobs", {"client": self.name, "kind": kind, **fields})

    def start(self, kind: str, **fields: Any) -> str:
        answer = self.post(kind, **fields)
        assert answer.status == 202, answer.body
        return str(answer.json["id"])

    def wait(self, job: str, seconds: float = 60) -> dict[str, Any]:
        """The job's state once it has ended."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            state: dict[str, Any] = self.get(f"/api/jobs/{job}").json
            if state["state"] not in ("waiting", "running"):
                return state
            time.sleep(0.02)
        raise AssertionError(f"job {job} did not end in {seconds} s: {state}")

    def until(self, job: str, wanted: str, seconds: float = 30) -> dict[str, Any]:
        """The job's state once it is the wanted one."""
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            state: dict[str, Any] = self.get(f"/api/jobs/{job}").json
            if state["state"] == wanted:
                return state
            time.sleep(0.02)
        raise AssertionError(f"job {job} was not {wanted} in {seconds} s: {state}")

    def stream(self, last: int | str | None = None) -> "Stream":
        return Stream(self, last)


class Stream:
    """The event stream of a client, read as it comes."""

    def __init__(self, client: Client, last: int | str | None) -> None:
        self._socket = socket.create_connection((client.host, client.port), timeout=60)
        more = "" if last is None else f"Last-Event-ID: {last}\r\n"
        self._socket.sendall(
            f"GET /api/events?client={client.name} HTTP/1.1\r\n"
            f"Host: {client.netloc}\r\n{more}\r\n".encode("latin-1")
        )
        self._file = self._socket.makefile("rb")
        self.status = int(self._file.readline().split()[1])
        self.headers = dict(self._head())

    def _head(self) -> Iterator[tuple[str, str]]:
        while line := self._file.readline().decode().strip():
            name, _, value = line.partition(":")
            yield name.lower(), value.strip()

    def _lines(self) -> Iterator[str]:
        """The lines of the body, whose chunks hold whole events."""
        while size := int(self._file.readline() or b"0", 16):
            chunk = self._file.read(size)
            self._file.readline()
            yield from chunk.decode().split("\n")

    def __iter__(self) -> Iterator[Event]:
        fields: dict[str, str] = {}
        for line in self._lines():
            name, colon, value = line.partition(": ")
            if colon:
                fields[name] = value
            elif "event" in fields:
                yield Event(int(fields["id"]), fields["event"], json.loads(fields["data"]))
                fields = {}

    def until(self, *names: str) -> list[Event]:
        """Events up to the first of one of these names."""
        events = []
        for event in self:
            events.append(event)
            if event.name in names:
                return events
        raise AssertionError(f"the stream ended before {names}: {events}")

    def close(self) -> None:
        self._file.close()
        self._socket.close()
