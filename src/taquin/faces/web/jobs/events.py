"""The events of a tab: one numbered stream for all its jobs, which survives reconnections."""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import cached_property

__all__ = ["Event", "EventLog", "Listener"]

_KEPT = 400


@dataclass(frozen=True)
class Event:
    """One message of a stream. name: progress, notice, row, done, failed or cancelled."""

    number: int
    name: str
    data: Mapping[str, object]

    @cached_property
    def encoded(self) -> bytes:
        """The message in the format of `text/event-stream`, made once for all readers."""
        data = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self.number}\nevent: {self.name}\ndata: {data}\n\n".encode()


class Listener:
    """One reader of a log; address: where it listens."""

    def __init__(self, address: str = "") -> None:
        self.address = address
        self.ended = False


class EventLog:
    """The last events of one client.

    Only each row's latest progress is kept, so a slow reader skips steps and never falls behind,
        and memory stays bounded.
    """

    def __init__(self) -> None:
        # Numbers keep rising when a server or a log restarts, so an old number hides no event.
        self._number = time.time_ns() // 1_000_000
        self._lasting: deque[Event] = deque(maxlen=_KEPT)
        self._newest: dict[tuple[object, object], Event] = {}
        self._news = asyncio.Event()
        self._closed = False
        self.readers: list[Listener] = []

    def add(self, name: str, data: Mapping[str, object]) -> None:
        """Send an event to all readers."""
        self._number += 1
        event = Event(self._number, name, data)
        key = data.get("job"), data.get("row")
        if name == "progress":
            self._newest[key] = event
        else:
            self._newest.pop(key, None)
            self._lasting.append(event)
        self._news.set()

    def forget(self, job: str) -> None:
        """Drop the events of a job that is no longer kept."""
        self._lasting = deque((e for e in self._lasting if e.data.get("job") != job), _KEPT)
        for key in [key for key in self._newest if key[0] == job]:
            del self._newest[key]

    def close(self) -> None:
        """End every reader's stream."""
        self._closed = True
        self._news.set()

    def end(self, reader: Listener) -> None:
        """End one reader's stream."""
        reader.ended = True
        self._news.set()

    async def follow(
        self, after: int, *, heartbeat: float, reader: Listener | None = None
    ) -> AsyncIterator[Event | None]:
        """Events after that number as they come; None after `heartbeat` seconds without any.

        One event is taken at a time, so that a slow reader does not hold what has been forgotten.
        """
        last = after if after <= self._number else 0  # a number that was never given
        reader = reader or Listener()
        self.readers.append(reader)
        try:
            while not reader.ended:
                self._news.clear()
                event = self._next(last)
                if event is not None:
                    last = event.number
                    yield event
                elif self._closed:
                    return
                else:
                    try:
                        await asyncio.wait_for(self._news.wait(), heartbeat)
                    except TimeoutError:
                        yield None
        finally:
            self.readers.remove(reader)

    def _next(self, number: int) -> Event | None:
        """The first stored event after `number`."""
        later = [event for event in self._newest.values() if event.number > number]
        later += next(([event] for event in self._lasting if event.number > number), [])
        return min(later, key=lambda event: event.number, default=None)
