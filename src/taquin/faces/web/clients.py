"""The tabs that the server knows: their event streams, and when they were last heard of."""

import time
from collections.abc import AsyncIterator, Container
from dataclasses import dataclass, field

from taquin.faces.web.events import EventLog
from taquin.faces.web.limits import ServerLimits
from taquin.faces.web.refusals import busy

__all__ = ["Client", "Clients"]


@dataclass
class Client:
    """One tab. seen: on the monotonic clock."""

    log: EventLog = field(default_factory=EventLog)
    seen: float = field(default_factory=time.monotonic)

    def gone(self, now: float, grace: float) -> bool:
        """Whether nobody listens, and nothing was heard for so many seconds."""
        return not self.log.readers and now - self.seen > grace


class Clients:
    """All clients by name."""

    def __init__(self, limits: ServerLimits) -> None:
        self._limits = limits
        self._known: dict[str, Client] = {}

    def __getitem__(self, name: str) -> Client:
        return self._known[name]

    def greet(self, name: str) -> Client:
        """The client of that name, known from now on; Refusal where there are too many."""
        if name not in self._known and len(self._known) >= self._limits.clients:
            raise busy("clients", "This server has as many visitors as it can take.", 10)
        known = self._known.setdefault(name, Client())
        known.seen = time.monotonic()
        return known

    def admit_stream(self) -> None:
        """Refusal where as many streams are open as may be."""
        streams = sum(client.log.readers for client in self._known.values())
        if streams >= self._limits.streams:
            raise busy("streams", f"{streams} event streams are open, all that fit.", 10)

    async def follow(self, name: str, after: int, *, heartbeat: float) -> AsyncIterator[bytes]:
        """The client's event stream, from the event after that number."""
        client = self.greet(name)
        try:
            yield b"retry: 1000\n\n"
            async for event in client.log.follow(after, heartbeat=heartbeat):
                yield b": still here\n\n" if event is None else event.encode()
        finally:
            client.seen = time.monotonic()

    def forget(self, now: float, *, but: Container[str]) -> None:
        """Drop those that are gone, except the named ones."""
        for name, client in list(self._known.items()):
            if name not in but and client.gone(now, self._limits.grace):
                del self._known[name]

    def close(self) -> None:
        """End every stream."""
        for client in self._known.values():
            client.log.close()
