"""Accepts connections, a few at a time; those of an address that comes too often must wait.

asyncio accepts all that have come before it serves anybody, makes a protocol for each, and prints
a traceback when no descriptor is left. Here a connection that is one too many costs a few system
calls: it waits unread until its address may connect again, or is closed at once.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Protocol

from taquin.faces.web.http.visitors import visitor

__all__ = ["AT_ONCE", "Door", "Doorkeeper"]

AT_ONCE = 8  # connections that are accepted before others are served
_REST = 0.05  # seconds until it tries again when no descriptor is left


class Doorkeeper(Protocol):
    """Who may connect."""

    def delay(self, address: str, waiting: int, waiting_of_address: int) -> float | None:
        """The seconds until a new connection may enter; None if it is one too many."""

    def make_room(self) -> None:
        """Close a connection, because no descriptor is left for a new one."""


class Door:
    """One listening socket. enter: makes the protocol of a connection."""

    def __init__(
        self, listener: socket.socket, keeper: Doorkeeper, enter: Callable[[], asyncio.Protocol]
    ) -> None:
        self._listener, self._keeper, self._enter = listener, keeper, enter
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[socket.socket, tuple[str, asyncio.TimerHandle]] = {}
        self._waiting_of: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()
        self._resting: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Accept what comes."""
        self._resting = None
        self._loop.add_reader(self._listener, self._accept)

    def close(self) -> None:
        """Accept no more; those that wait are closed."""
        self._loop.remove_reader(self._listener)
        if self._resting is not None:
            self._resting.cancel()
        for connection in list(self._waiting):
            self._taken(connection).cancel()
            connection.close()

    def _accept(self) -> None:
        for _ in range(AT_ONCE):
            try:
                connection, (host, port, *_) = self._listener.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                return
            except OSError:  # no descriptor is left, or no memory
                self._keeper.make_room()
                self._loop.remove_reader(self._listener)
                self._resting = self._loop.call_later(_REST, self.open)
                return
            self._admit(connection, visitor((host, port)))

    def _admit(self, connection: socket.socket, address: str) -> None:
        delay = self._keeper.delay(address, len(self._waiting), self._waiting_of[address])
        if delay is None:
            connection.close()
        elif delay:
            timer = self._loop.call_later(delay, self._let_in_later, connection)
            self._waiting[connection] = address, timer
            self._waiting_of[address] += 1
        else:
            self._let_in(connection)

    def _taken(self, connection: socket.socket) -> asyncio.TimerHandle:
        address, timer = self._waiting.pop(connection)
        self._waiting_of[address] -= 1
        if not self._waiting_of[address]:
            del self._waiting_of[address]
        return timer

    def _let_in_later(self, connection: socket.socket) -> None:
        self._taken(connection)
        self._let_in(connection)

    def _let_in(self, connection: socket.socket) -> None:
        task = self._loop.create_task(self._connected(connection))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connected(self, connection: socket.socket) -> None:
        connection.setblocking(False)
        with suppress(OSError):  # it has gone
            await self._loop.connect_accepted_socket(self._enter, connection)
