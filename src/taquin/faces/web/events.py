"""The events of a tab: one numbered stream for all its jobs, which survives reconnections."""

import asyncio
import json
import time
from collections import deque
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass

__all__ = ["Event", "EventLog"]

_KEPT = 400


@dataclass(frozen=True, slots=True)
class Event:
    """One message of a stream. name: progress, notice, row, done, failed or cancelled."""

    number: int
    name: str
    data: Mapping[str, object]

    def encode(self) -> bytes:
        """The message in the format of `text/event-stream`."""
        data = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"id: {self.number}\nevent: {self.name}\ndata: {data}\n\n".encode()


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
        self.readers = 0

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

    def since(self, number: int) -> list[Event]:
        """The stored events after `number`, in order."""
        events = [*self._lasting, *self._newest.values()]
        return sorted((e for e in events if e.number > number), key=lambda e: e.number)

    async def follow(self, after: int, *, heartbeat: float) -> AsyncIterator[Event | None]:
        """Events after that number as they come; None after `heartbeat` seconds without any."""
        last = after
        self.readers += 1
        try:
            while True:
                self._news.clear()
                events = self.since(last)
                for event in events:
                    last = event.number
                    yield event
                if events:
                    continue
                if self._closed:
                    return
                try:
                    await asyncio.wait_for(self._news.wait(), heartbeat)
                except TimeoutError:
                    yield None
        finally:
            self.readers -= 1
