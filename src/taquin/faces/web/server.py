"""Binding a port and running the app on it until a signal ends it."""

import asyncio
import contextlib
import errno
import signal
import socket
from collections.abc import Callable, Iterator

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from taquin.errors import OptionError
from taquin.faces.web.app import make_app
from taquin.faces.web.limits import ServerLimits, local_limits, public_limits
from taquin.faces.web.service import Service
from taquin.faces.web.visitors import visitor

__all__ = ["bound", "serve"]

_HEADER_BYTES = 16 << 10
_HEADER_SECONDS = 10
_FAREWELL = 2  # seconds for open answers to end


class _Patience(H11Protocol):
    """A connection that must send a whole request head in time; uvicorn waits forever.

    most: connections that one address may have; uvicorn only limits the total, for everyone.
    """

    most: int | None = None
    _overdue: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock; drop the connection if its address has too many."""
        super().connection_made(transport)
        self._wait()
        if self.most is not None and self._of_address() > self.most:
            transport.abort()

    def _of_address(self) -> int:
        """The number of connections from this one's address, itself included."""
        address = visitor(self.client)
        others = (other.client for other in self.connections if isinstance(other, H11Protocol))
        return sum(visitor(client) == address for client in others)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """The clock runs from the first byte of a request to the end of its head."""
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop()
        elif self._overdue is None:
            self._wait()

    def on_response_complete(self) -> None:
        """Between requests uvicorn's own clock for idle connections runs."""
        self._stop()
        super().on_response_complete()

    def _wait(self) -> None:
        self._overdue = self.loop.call_later(_HEADER_SECONDS, self.transport.abort)

    def _stop(self) -> None:
        if self._overdue is not None:
            self._overdue.cancel()
            self._overdue = None


def _patience(limits: ServerLimits) -> type[_Patience]:
    """uvicorn creates the connections itself, so their class must carry its limit."""

    class Bounded(_Patience):
        most = limits.connections_of_address

    return Bounded


class _Server(uvicorn.Server):
    """Ends streams and jobs first, then itself; normally stopped by a signal."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service, self._ready = service, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Report when the page can be opened."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Open event streams would otherwise keep the server waiting."""
        await self._service.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let Ctrl-C and SIGTERM end the server cleanly, without raising them again."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self._end)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)

    def _end(self) -> None:
        self.should_exit = True


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there; raises OptionError with the reason if that fails."""
    try:
        family, kind, number, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise OptionError(
            f"--host {host}: this name has no address ({error.strerror}); omit --host, or give "
            "one of this machine's addresses."
        ) from None
    listener = socket.socket(family, kind, number)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(128)
    except OSError as error:
        listener.close()
        raise OptionError(_unbound(host, port, error)) from None
    listener.setblocking(False)
    return listener


def _unbound(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"port {port} on {host} is already in use, perhaps by another taquin serve; choose "
            "another with --port, or use --port 0 for any free port."
        )
    if error.errno == errno.EACCES:
        return f"port {port} needs administrator rights; choose a port above 1023."
    return f"cannot listen on {host} port {port}: {error.strerror}."


def serve(listener: socket.socket, *, public: bool, ready: Callable[[], None]) -> None:
    """Serve the page on a bound socket until SIGINT or SIGTERM; calls `ready` once it is up."""
    limits = public_limits() if public else local_limits()
    app, service = make_app(limits, public=public)
    config = uvicorn.Config(
        app,
        http=_patience(limits),
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=limits.connections,
        timeout_keep_alive=20,
        timeout_graceful_shutdown=_FAREWELL,
        h11_max_incomplete_event_size=_HEADER_BYTES,
    )
    server = _Server(config, service, ready)
    server.run(sockets=[listener])
