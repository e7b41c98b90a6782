"""Connections that must send and take in time, shared fairly among addresses.

uvicorn waits for ever for a slow head and for a reader that never reads, and limits connections in
all but not by address.
"""

import asyncio
import json
from collections.abc import Callable, Container, Iterable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from taquin.faces.web.http.rates import RateLimit
from taquin.faces.web.http.security import HEADERS, STREAM
from taquin.faces.web.http.visitors import visitor
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.refusals import Refusal

__all__ = ["HEAD_BYTES", "LONGEST_TARGET", "connection_class"]

LONGEST_TARGET = 2048  # characters of a request's path and query
_BAD = Refusal(
    400,
    "http",
    "this is not a request that the server reads.",
    "Send HTTP/1.1 with Content-Length for a body, a target of at most "
    f"{LONGEST_TARGET:,} characters, and few headers; see /api/docs.",
)
# Parsing takes microseconds for each header and each chunk, and nobody else is served meanwhile.
HEAD_BYTES = 8 << 10
_MOST_LINES = 1000


class _Parser(h11.Connection):
    """Refuses, as soon as its head is read, a request that would take long to read."""

    def next_event(self) -> Any:
        """The next event; RemoteProtocolError for a request in chunks or with a long target."""
        event = super().next_event()
        if isinstance(event, h11.Request) and (
            len(event.target) > LONGEST_TARGET
            or any(name == b"transfer-encoding" for name, _ in event.headers)
        ):
            raise h11.RemoteProtocolError(_BAD.message)
        return event


class _Patience(H11Protocol):
    """A connection with deadlines: for a request's head, and for the reader of an answer."""

    limits: ServerLimits
    shares: "_Shares"
    _deadlines: dict[str, asyncio.TimerHandle]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock; close a connection, this or another, if there are too many."""
        super().connection_made(transport)
        self.conn = _Parser(h11.SERVER, HEAD_BYTES)
        self._deadlines = {}
        # So that writing pauses, and its deadline runs, as soon as anything stays unsent.
        transport.set_write_buffer_limits(high=0)
        self._start("head", self.limits.head_seconds)
        self.shares.enter(self, visitor(self.client), self.loop.time())

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clocks."""
        self.shares.leave(self)
        for name in list(self._deadlines):
            self._stop(name)
        super().connection_lost(exc)

    @property
    def idle(self) -> bool:
        """Whether no request is under way."""
        return self.cycle is None or self.cycle.response_complete

    def abort(self) -> None:
        """Close it at once, whatever was unsent."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read what has come, unless it would take long or stands behind an event stream."""
        behind_stream = not self.idle and self.scope["path"] == STREAM
        if behind_stream or data.count(b"\n") > _MOST_LINES:
            self.abort()
        else:
            super().data_received(data)

    def handle_events(self) -> None:
        """The clock runs from the first byte of a request to the end of its head."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop("head")
        elif "head" not in self._deadlines:
            self._start("head", self.limits.head_seconds)

    def on_response_complete(self) -> None:
        """Between requests uvicorn's own clock for idle connections runs."""
        super().on_response_complete()  # handles what has come since, which starts the clock
        if self.idle:
            self._stop("head")

    def pause_writing(self) -> None:
        """The other end must take what is written in time."""
        super().pause_writing()
        if "unread" not in self._deadlines:
            self._start("unread", self.limits.unread_seconds)

    def resume_writing(self) -> None:
        """It has taken everything."""
        self._stop("unread")
        super().resume_writing()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP as every other mistake is answered."""
        headers = {"content-type": "application/json", "connection": "close", **HEADERS}
        body = json.dumps(_BAD.as_dict()).encode()
        events = [
            h11.Response(status_code=_BAD.status, headers=list(headers.items())),
            h11.Data(data=body),
            h11.EndOfMessage(),
        ]
        for event in events:
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _start(self, name: str, seconds: float) -> None:
        self._deadlines[name] = self.loop.call_later(seconds, self.abort)

    def _stop(self, name: str) -> None:
        deadline = self._deadlines.pop(name, None)
        if deadline is not None:
            deadline.cancel()


class _Shares:
    """All open connections by address; closes those of whoever has most when there are too many.

    trusted: addresses of reverse proxies, which carry everybody's requests.
    """

    def __init__(self, limits: ServerLimits, trusted: Container[str]) -> None:
        self._limits, self._trusted = limits, trusted
        self._connecting = RateLimit(limits.connecting, limits.connecting_burst)
        self._open: dict[str, dict[_Patience, None]] = {}
        self._addresses: dict[_Patience, str] = {}

    def enter(self, connection: _Patience, address: str, now: float) -> None:
        """Count a new connection, and close what is too much."""
        if address in self._trusted:
            return
        self._addresses[connection] = address
        own = self._open.setdefault(address, {})
        own[connection] = None
        most = self._limits.connections_of_address
        if (most is not None and len(own) > most) or self._connecting.wait(address, now):
            self._close(connection)
        elif len(self._addresses) > self._limits.connections:
            busiest = max(self._open, key=lambda address: len(self._open[address]))
            self._close(_least_needed(self._open[busiest]))

    def _close(self, connection: _Patience) -> None:
        self.leave(connection)  # now, because more may come before it is lost
        connection.abort()

    def leave(self, connection: _Patience) -> None:
        """Count a connection no longer."""
        address = self._addresses.pop(connection, None)
        if address is not None:
            del self._open[address][connection]
            if not self._open[address]:
                del self._open[address]


def _least_needed(connections: Iterable[_Patience]) -> _Patience:
    """The oldest idle one, or else the newest."""
    *_, newest = connections
    return next((one for one in connections if one.idle), newest)


def connection_class(limits: ServerLimits, trusted: Container[str]) -> Callable[..., _Patience]:
    """The class of all connections of one server: uvicorn creates them itself."""

    class Connection(_Patience):
        pass

    Connection.limits, Connection.shares = limits, _Shares(limits, trusted)
    return Connection
