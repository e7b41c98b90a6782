"""Connections that must send and take in time and in bounds, shared fairly among addresses.

uvicorn waits for ever for a slow head and for a reader that never reads, reads a body for as long
as it comes, and limits connections in all but not by address.
"""

import asyncio
import json
import re
from collections.abc import Container, Iterable
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from taquin.faces.web.http.policy import HEADERS
from taquin.faces.web.http.rates import RateLimit
from taquin.faces.web.http.security import STREAM, too_large
from taquin.faces.web.http.visitors import visitor
from taquin.faces.web.jobs.fairness import holding_most
from taquin.faces.web.process.limits import HELD, ServerLimits
from taquin.faces.web.process.refusals import Refusal

__all__ = ["HEAD_BYTES", "LONGEST_TARGET", "Connection", "connection_class"]

LONGEST_TARGET = 2048  # characters of a request's path and query
_BAD = Refusal(
    400,
    "http",
    "this is not a request that the server reads.",
    "Send HTTP/1.1 with Content-Length for a body, a target of at most "
    f"{LONGEST_TARGET:,} characters, and few headers; see /api/docs.",
)
# Parsing takes microseconds for each header, and nobody else is served meanwhile.
HEAD_BYTES = 8 << 10
_MOST_HEADERS = 100
_LONGEST_DELAY = 2.0  # seconds for which a new connection waits
_REFUSED = 10  # new connections, as which a message counts that is not read
_END_OF_HEAD = re.compile(rb"\n\r?\n")


class _Parser(h11.Connection):
    """Refuses a request that is too large or would take long to read, whatever its method.

    Nothing of a head is parsed before it is known to be short enough, and nothing of a body is
    read before it is known to be small enough.

    refusal: why the newest request was not read. of_head: whether that request was a HEAD.
    """

    def __init__(self, body: int) -> None:
        super().__init__(h11.SERVER, HEAD_BYTES)
        self._body = body
        self.refusal = _BAD
        self.of_head = False

    def next_event(self) -> Any:
        """The next event; RemoteProtocolError, with `refusal` set, for what is not read."""
        if self.their_state is h11.IDLE:
            self.of_head = False
            self._check_head(self.trailing_data[0])
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._check_request(event)
        return event

    def _check_head(self, given: bytes) -> None:
        end = _END_OF_HEAD.search(given, 0, HEAD_BYTES)
        length = len(given) if end is None else end.end()
        if length > HEAD_BYTES or given.count(b"\n", 0, length) > _MOST_HEADERS + 2:
            raise h11.RemoteProtocolError(_BAD.message)

    def _check_request(self, request: h11.Request) -> None:
        self.of_head = request.method == b"HEAD"
        if len(request.target) > LONGEST_TARGET:
            raise h11.RemoteProtocolError(_BAD.message)
        for name, value in request.headers:
            if name == b"transfer-encoding":
                raise h11.RemoteProtocolError(_BAD.message)
            if name == b"content-length" and int(value) > self._body:
                self.refusal = too_large(self._body)
                raise h11.RemoteProtocolError(self.refusal.message)


class Connection(H11Protocol):
    """A connection with deadlines: for a request's head, and for the reader of an answer."""

    limits: ServerLimits
    shares: "Shares"
    conn: _Parser
    _deadlines: dict[str, asyncio.TimerHandle]

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock; close a connection, this or another, if there are too many."""
        super().connection_made(transport)
        self.conn = _Parser(self.limits.body)
        self._deadlines = {}
        # So that writing pauses, and its deadline runs, as soon as anything stays unsent.
        transport.set_write_buffer_limits(high=0)
        self._start("head", self.limits.head_seconds)
        self.shares.enter(self, visitor(self.client))

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

    @property
    def receiving(self) -> bool:
        """Whether a request is on its way: its head is here, and its body is not."""
        return bool(self.conn.their_state is h11.SEND_BODY)

    def abort(self) -> None:
        """Close it at once, whatever was unsent."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Read what has come, unless it follows an event stream."""
        if not self.idle and self.scope["path"] == STREAM:
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
        if self.receiving:  # nobody would read the rest
            self.transport.close()
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
        """Answer what is not read as every other mistake is answered."""
        self.shares.refused(self)
        refusal = self.conn.refusal
        body = json.dumps(refusal.as_dict()).encode()
        headers = {
            "content-type": "application/json",
            "content-length": str(len(body)),
            "connection": "close",
            **HEADERS,
        }
        head = h11.Response(status_code=refusal.status, headers=list(headers.items()))
        self.transport.write(self.conn.send(head) or b"")
        if not self.conn.of_head:  # whose answer has no body
            self.transport.write(self.conn.send(h11.Data(data=body)) or b"")
        self.transport.write(self.conn.send(h11.EndOfMessage()) or b"")
        self.transport.close()

    def _start(self, name: str, seconds: float) -> None:
        self._deadlines[name] = self.loop.call_later(seconds, self.abort)

    def _stop(self, name: str) -> None:
        deadline = self._deadlines.pop(name, None)
        if deadline is not None:
            deadline.cancel()


class Shares:
    """All open connections by address; closes the heaviest user's when there are too many.

    trusted: addresses of reverse proxies, which carry everybody's requests.
    """

    def __init__(self, limits: ServerLimits, trusted: Container[str]) -> None:
        self._limits, self._trusted = limits, trusted
        self._connecting = RateLimit(limits.connecting, limits.connecting_burst)
        self._open: dict[str, dict[Connection, None]] = {}
        self._addresses: dict[Connection, str] = {}

    def delay(self, address: str, waiting: int, waiting_of_address: int) -> float | None:
        """The seconds until a new connection may enter; None if it is one too many."""
        if address in self._trusted:
            return 0
        now = asyncio.get_running_loop().time()
        delay = self._connecting.wait(address, now)
        if delay:
            most = max(1, int(self._limits.connections * HELD))
            too_many = waiting >= most or waiting_of_address >= max(1, most // 8)
            if too_many or delay > _LONGEST_DELAY:
                return None
            delay = self._connecting.delay(address, now)
        return delay

    def refused(self, connection: Connection) -> None:
        """Charge the address for a message that was not read, as for many connections."""
        address = self._addresses.get(connection)
        if address is not None:
            self._connecting.delay(address, connection.loop.time(), _REFUSED)

    def make_room(self) -> None:
        """Close the connection that is needed least."""
        busiest = holding_most({address: len(own) for address, own in self._open.items()})
        if busiest is not None:
            self._close(_least_needed(self._open[busiest]))

    def enter(self, connection: Connection, address: str) -> None:
        """Count a new connection, and close what is too much."""
        if address in self._trusted:
            return
        self._addresses[connection] = address
        own = self._open.setdefault(address, {})
        own[connection] = None
        most = self._limits.connections_of_address
        if most is not None and len(own) > most:
            self._close(connection)
        elif len(self._addresses) > self._limits.connections:
            self.make_room()

    def _close(self, connection: Connection) -> None:
        self.leave(connection)  # now, because more may come before it is lost
        connection.abort()

    def leave(self, connection: Connection) -> None:
        """Count a connection no longer."""
        address = self._addresses.pop(connection, None)
        if address is not None:
            del self._open[address][connection]
            if not self._open[address]:
                del self._open[address]


def _least_needed(connections: Iterable[Connection]) -> Connection:
    """The oldest idle one, or else the newest."""
    *_, newest = connections
    return next((one for one in connections if one.idle), newest)


def connection_class(limits: ServerLimits, trusted: Container[str]) -> type[Connection]:
    """The class of all connections of one server: uvicorn creates them itself."""

    class Limited(Connection):
        pass

    Limited.limits, Limited.shares = limits, Shares(limits, trusted)
    return Limited
