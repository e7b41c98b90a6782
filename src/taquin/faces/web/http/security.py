"""The headers of every response and the checks of every request, whatever it asks for.

One ASGI layer around the app, so that no route can forget them.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from taquin.faces.web.http.policy import headers_for
from taquin.faces.web.http.rates import RateLimit, Unread
from taquin.faces.web.http.visitors import counted, visitor
from taquin.faces.web.jobs.turns import Gate
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.refusals import Refusal, busy
from taquin.ground.heard import RefusalSentence, RemedySentence
from taquin.ground.sentences import said

__all__ = ["STREAM", "App", "Guard", "Message", "too_large"]

Message = MutableMapping[str, Any]
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_LOOPBACK = {"localhost", "127.0.0.1", "[::1]", "::1"}
_CHANGING = {"POST", "PUT", "PATCH", "DELETE"}
_INTERFACE = "/api/"
STREAM = "/api/events"
# A page for people, to which other sites may link.
_REFERENCE = "/api/docs"
_PIECE = 32 << 10  # bytes; the other end must take each in time
_PORT_DIGITS = 5


class Guard:
    """Host, origin, rate, number and size of requests; headers and size of answers.

    Questions above their rate are refused, reading above its rate is slowed down.

    hosts: names that the Host header may have, with any port; None admits all.
    """

    def __init__(self, app: App, limits: ServerLimits, *, public: bool) -> None:
        self._app, self._limits = app, limits
        self._hosts = None if public else _LOOPBACK
        self._gate = Gate()
        self._preferred = RateLimit(limits.preferred, limits.preferred_burst)
        self._questions = RateLimit(limits.rate, limits.burst)
        # Separate, so that reconnecting tabs do not use up the allowance for questions.
        self._opening = RateLimit(limits.rate, limits.burst)
        self._reads = RateLimit(limits.reads, limits.reads_burst)
        self._files = RateLimit(limits.files, limits.files_burst)
        self._outgoing = RateLimit(limits.outgoing, limits.outgoing_burst)
        self._unread = Unread()
        self._under_way: Counter[str] = Counter()
        self._streams: Counter[str] = Counter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        address = visitor(scope.get("client"))

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_headers(message["headers"])
                await send(message)
            elif message["type"] == "http.response.body":
                if scope["path"] == STREAM:
                    await self._slow_stream(message, address)
                await self._send(message, send, address)

        counts = [self._under_way]
        if scope["path"] == STREAM:
            counts.append(self._streams)
        try:
            with counted(counts, address):
                await self._pass_gate(address)
                self._check(scope, address)
                if scope["method"] not in _CHANGING:
                    await asyncio.sleep(self._delay(scope["path"], address))
                if _has_body(scope):
                    receive = await self._body(receive)
                self._check_unread(address)  # others of this address were answered meanwhile
                await self._app(scope, receive, answer)
        except (_Gone, asyncio.CancelledError):
            # Only the end of the server cancels a request, once its connection is closed.
            return
        except Refusal as refusal:
            await _refuse(refusal, answer)

    async def _pass_gate(self, address: str) -> None:
        modest = not self._preferred.wait(address, time.monotonic())
        await self._gate.passage(address, last=not modest)

    async def _slow_stream(self, message: Message, address: str) -> None:
        """One event of all streams in each cycle, and each address's only at its rate."""
        await asyncio.sleep(self._outgoing.delay(address, time.monotonic(), 0))
        if message.get("body"):
            await self._gate.passage(address)

    async def _send(self, message: Message, send: Send, address: str) -> None:
        """Send a body in pieces, each once the other end has taken the one before."""
        body = message.get("body", b"")
        self._outgoing.delay(address, time.monotonic(), len(body))
        with self._unread.held(address, len(body)):
            for begin in range(0, len(body) or 1, _PIECE):
                more = message.get("more_body", False) or begin + _PIECE < len(body)
                await send({**message, "body": body[begin : begin + _PIECE], "more_body": more})

    def _delay(self, path: str, address: str) -> float:
        """Seconds by which to slow down the reading of something."""
        if path == STREAM:
            return 0
        rate = self._reads if path.startswith(_INTERFACE) else self._files
        now = time.monotonic()
        return max(rate.delay(address, now), self._outgoing.delay(address, now, 0))

    def _check(self, scope: Scope, address: str) -> None:
        """Raise Refusal if the request may not pass, before any work is done for it."""
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        host = headers.get("host", "")
        name = _without_port(host)
        if self._hosts is not None and name.lower() not in self._hosts:
            raise Refusal(
                400,
                "host",
                f"this server answers only to this machine's own names, not to {name[:80]!r}.",
                "Open it as http://127.0.0.1 or http://localhost, or start it with --public.",
            )
        if self._under_way[address] > self._limits.requests:
            raise _too_many(said(RefusalSentence.REQUESTS, most=self._limits.requests), 2)
        self._check_unread(address)
        changing, path = scope["method"] in _CHANGING, scope["path"]
        # Reading has a cost too: a stream registers its client, and a page of a trace is long.
        if changing or (path.startswith(_INTERFACE) and path != _REFERENCE):
            _check_origin(headers, host)
        if path == STREAM:
            self._check_rate(self._opening, address)
            self._check_streams(address)
        elif changing and scope["method"] != "DELETE":  # ending work must always be possible
            self._check_rate(self._questions, address)

    def _check_unread(self, address: str) -> None:
        """Refuse more answers to an address that does not fetch those it has.

        When all of them are too many, an address that has none is still answered.
        """
        own = self._unread.of(address)
        if own > self._limits.unread_bytes_of_address:
            raise _too_many("you have not read the answers to your earlier requests.", 5)
        if own and self._unread.total() > self._limits.unread_bytes:
            raise busy("unread", "too many answers are waiting for their readers.", 5)

    def _check_rate(self, rate: RateLimit, address: str) -> None:
        seconds = rate.wait(address, time.monotonic())
        if seconds:
            raise _too_many(
                said(RefusalSentence.RATE, rate=f"{rate.rate:g}", burst=f"{rate.burst:g}"),
                int(seconds) + 1,
            )

    def _check_streams(self, address: str) -> None:
        """The count includes this stream already."""
        if self._streams[address] > self._limits.streams_of_address:
            most = self._limits.streams_of_address
            raise _too_many(f"you already have {most} open event streams.", 10)

    async def _body(self, receive: Receive) -> Receive:
        """Read the body, which must be small and arrive in time; the app receives it whole.

        Raises _Gone if the other end leaves before its end.
        """
        most = self._limits.body
        body, more = bytearray(), True
        try:
            async with asyncio.timeout(self._limits.body_seconds):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise _Gone
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise too_large(most)
                    more = message.get("more_body", False)
        except TimeoutError:
            raise Refusal(
                408,
                "slow",
                f"the body did not arrive within {self._limits.body_seconds:g} s.",
                "Send it without pauses.",
            ) from None
        whole: list[Message] = [{"type": "http.request", "body": bytes(body), "more_body": False}]

        async def replay() -> Message:
            return whole.pop() if whole else await receive()

        return replay


class _Gone(Exception):
    """The other end left in the middle of its request, so nobody waits for an answer."""


def _has_body(scope: Scope) -> bool:
    """Whether a body follows: one in chunks has been refused already."""
    return any(name == b"content-length" and value != b"0" for name, value in scope["headers"])


def _with_headers(given: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """The headers of an answer, with those of security that it does not set itself."""
    given = list(given)
    own = {name.lower(): value for name, value in given}
    wanted = headers_for(own.get(b"content-type", b"").decode("latin-1"))
    more = [(name.encode(), value.encode()) for name, value in wanted.items()]
    return [*given, *(pair for pair in more if pair[0] not in own)]


def _check_origin(headers: Mapping[str, str], host: str) -> None:
    """Refuse requests from pages of other sites; without these headers it is not a page's."""
    origin, site = headers.get("origin"), headers.get("sec-fetch-site")
    if origin is not None and origin.partition("://")[2] != host:
        raise _foreign(origin)
    if site not in (None, "same-origin", "none"):
        raise _foreign(site)


def _without_port(host: str) -> str:
    """The name in a Host header; all of it if it does not end in a port."""
    name, _, port = host.rpartition(":")
    return name if port.isascii() and port.isdigit() and len(port) <= _PORT_DIGITS else host


def _foreign(origin: str) -> Refusal:
    return Refusal(
        403,
        "origin",
        f"the request comes from another site: {origin[:80]!r}.",
        "Only this server's own page may send requests to it.",
    )


def _too_many(message: str, seconds: int) -> Refusal:
    hint = said(RemedySentence.AGAIN_IN, seconds=seconds)
    return Refusal(429, "rate", message, hint, retry_after=seconds)


def too_large(most: int) -> Refusal:
    """The refusal of a request whose body has more bytes than that."""
    return Refusal(
        413, "body", f"the body is too large; expected at most {most} bytes.", "Send less."
    )


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = json.dumps(refusal.as_dict()).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        # The rest of the request is not read, so the connection cannot be reused.
        (b"connection", b"close"),
    ]
    if refusal.retry_after is not None:
        headers.append((b"retry-after", str(refusal.retry_after).encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
