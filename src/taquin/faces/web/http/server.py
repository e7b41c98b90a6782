"""Binding a port and running the app on it until a signal ends it."""

import asyncio
import contextlib
import errno
import gc
import logging
import resource
import signal
import socket
from collections.abc import Callable, Iterator, Sequence

import uvicorn

from taquin.faces.web.http.app import make_app
from taquin.faces.web.http.connections import HEAD_BYTES, Connection, connection_class
from taquin.faces.web.http.door import Door
from taquin.faces.web.http.logs import OwnErrors, Seldom
from taquin.faces.web.http.security import App
from taquin.faces.web.jobs.service import Service
from taquin.faces.web.process.limits import ServerLimits
from taquin.ground.errors import OptionError

__all__ = ["DoorServer", "bound", "configured", "serve"]

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # SIGHUP: its terminal was closed
_IDLE_SECONDS = 20
_RECEIVED = 32 << 10  # bytes: more than any request
_QUEUE = 1024  # connections that wait to be accepted; more must try again a second later
_FAREWELL = 1  # seconds for open answers to end


class DoorServer(uvicorn.Server):
    """Accepts connections through a `Door` for each socket."""

    _doors: tuple[Door, ...] = ()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Open the doors; uvicorn itself listens to no socket."""
        await super().startup([])
        protocol = self.config.http_protocol_class
        assert issubclass(protocol, Connection), "see `configured`"

        def enter() -> asyncio.Protocol:
            return protocol(self.config, self.server_state, self.lifespan.state)

        self._doors = tuple(Door(one, protocol.shares, enter) for one in sockets or ())
        for door in self._doors:
            door.open()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the doors, and then what is open."""
        for door in self._doors:
            door.close()
        await super().shutdown(sockets)


class _Server(DoorServer):
    """Ends streams and jobs first, then itself; normally stopped by a signal."""

    def __init__(self, config: uvicorn.Config, service: Service, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._service, self._ready = service, ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Report when the page can be opened."""
        await super().startup(sockets)
        if self.started:
            # What is loaded now stays; collecting it again and again would make visitors wait.
            gc.collect()
            gc.freeze()
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Open event streams and halves of requests would otherwise keep the server waiting."""
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection) and connection.receiving:
                connection.abort()
        await self._service.stop()
        hanging_up = asyncio.create_task(self._hang_up())
        try:
            await super().shutdown(sockets)
        finally:
            hanging_up.cancel()

    async def _hang_up(self) -> None:
        """After a while, end the connections that keep the server waiting: throttled or slow."""
        await asyncio.sleep(_FAREWELL)
        for connection in list(self.server_state.connections):
            if isinstance(connection, Connection):
                connection.abort()
        await asyncio.sleep(0)  # until they are lost, and nobody waits for the requests
        for task in list(self.server_state.tasks):
            task.cancel()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let the signals that end it do so cleanly, without raising them again."""
        loop = asyncio.get_running_loop()
        for number in _ENDING:
            # nohup has a server go on when its terminal closes.
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:
                loop.add_signal_handler(number, self._end)
        try:
            yield
        finally:
            for number in _ENDING:
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
        # Of each connection only so much is read at once, and held, however much is sent.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, _RECEIVED)
        listener.bind(address)
        listener.listen(_QUEUE)
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


def serve(
    listener: socket.socket,
    limits: ServerLimits,
    *,
    public: bool,
    ready: Callable[[], None],
    proxies: Sequence[str] = (),
    prepare: bool = False,
) -> None:
    """Serve the page on a bound socket until a signal ends it; calls `ready` once it is up.

    proxies: addresses of reverse proxies, whose X-Forwarded-For says who asks.
    prepare: build the usual tables of 4x4 if they are missing, and compile what the public needs.
    """
    _allow_files(2 * limits.connections)
    for name in ("uvicorn.error", "asyncio"):
        for sieve in (OwnErrors(), Seldom()):
            logging.getLogger(name).addFilter(sieve)
    prepared = ("tables", "code")[: 1 + public] if prepare else ()
    app, service = make_app(limits, public=public, prepare=prepared)
    server = _Server(configured(app, limits, proxies), service, ready)
    server.run(sockets=[listener])


def configured(app: App, limits: ServerLimits, proxies: Sequence[str] = ()) -> uvicorn.Config:
    """uvicorn with our connections and no more."""
    return uvicorn.Config(
        app,
        http=connection_class(limits, frozenset(proxies)),
        ws="none",
        lifespan="on",
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=_FAREWELL + 2,
        h11_max_incomplete_event_size=HEAD_BYTES,
    )


def _allow_files(wanted: int) -> None:
    """Raise the number of files that this process may have open, as far as the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
