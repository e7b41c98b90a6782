"""The tabs that the server knows: their event streams, and when each was last seen."""

import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Container
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from taquin.faces.web.jobs.events import EventLog, Listener
from taquin.faces.web.jobs.fairness import giving_way
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.refusals import busy
from taquin.ground.heard import RefusalSentence
from taquin.ground.sentences import said

__all__ = ["Client", "Clients"]

_READERS = 4  # streams of one client; a tab has one, and another while it reconnects


@dataclass
class Client:
    """One tab. seen: on the monotonic clock."""

    log: EventLog = field(default_factory=EventLog)
    seen: float = field(default_factory=time.monotonic)

    def gone(self, now: float, grace: float) -> bool:
        """Whether it has no listener and was not seen for `grace` seconds."""
        return not self.log.readers and now - self.seen > grace


class Clients:
    """All clients by name.

    needed: the names of those that have jobs, which are not forgotten.
    """

    def __init__(self, limits: ServerLimits, needed: Callable[[], Container[str]]) -> None:
        self._limits, self._needed = limits, needed
        self._known: dict[str, Client] = {}
        # From the moment they are granted, oldest first. A response that is dropped before it
        # begins never reads its stream; the listener then goes with the stream.
        self._streams: WeakKeyDictionary[Listener, Client] = WeakKeyDictionary()

    def __getitem__(self, name: str) -> Client:
        return self._known[name]

    def greet(self, name: str) -> Client:
        """The client of that name, registered if new; Refusal if there are too many.

        If there are too many, the least recently seen one without listeners and jobs is dropped.
        """
        if name not in self._known and len(self._known) >= self._limits.clients:
            idle = self._idle()
            if not idle:
                raise busy("clients", RefusalSentence.VISITORS, 10)
            del self._known[min(idle, key=lambda name: self._known[name].seen)]
        known = self._known.setdefault(name, Client())
        known.seen = time.monotonic()
        return known

    def follow(
        self, name: str, after: int, *, heartbeat: float, address: str = ""
    ) -> AsyncIterator[bytes]:
        """The client's event stream, from the event after that number; Refusal as by `greet`.

        address: where it is read. When all streams are taken, the heaviest user's newest ends
        for an address with at least two fewer; otherwise Refusal.
        """
        # Greeted and counted now, because the stream is first read when the response has begun.
        client = self.greet(name)
        if sum(reading is client for reading in self._streams.values()) >= _READERS:
            raise busy("streams", said(RefusalSentence.STREAMS_OF_CLIENT, most=_READERS), 10)
        self._make_room(address)
        reader = Listener(address)
        self._streams[reader] = client
        return self._events(name, client, after, heartbeat, reader)

    def _make_room(self, address: str) -> None:
        streams = [pair for pair in self._streams.items() if not pair[0].ended]
        most = self._limits.streams
        if len(streams) < most:
            return
        held = Counter(reader.address for reader, _ in streams)
        giving = giving_way(held, held[address])
        if giving is None:
            raise busy("streams", said(RefusalSentence.STREAMS, most=most), 10)
        reader, client = next(pair for pair in reversed(streams) if pair[0].address == giving)
        client.log.end(reader)

    async def _events(
        self, name: str, greeted: Client, after: int, heartbeat: float, reader: Listener
    ) -> AsyncIterator[bytes]:
        # It may have been forgotten, and greeted again, before this is first read.
        client = self._known.setdefault(name, greeted)
        self._streams[reader] = client
        try:
            yield b"retry: 1000\n\n"
            async for event in client.log.follow(after, heartbeat=heartbeat, reader=reader):
                yield b": still here\n\n" if event is None else event.encoded
        finally:
            del self._streams[reader]
            client.seen = time.monotonic()

    def forget(self, now: float) -> None:
        """Drop those that are gone and have no jobs."""
        for name in self._idle():
            if self._known[name].gone(now, self._limits.grace):
                del self._known[name]

    def _idle(self) -> list[str]:
        """Those that neither listen nor have jobs."""
        needed = self._needed()
        known = self._known.items()
        return [name for name, client in known if not client.log.readers and name not in needed]

    def close(self) -> None:
        """End every stream."""
        for client in self._known.values():
            client.log.close()
