"""The pipes of a process, read and written by threads, with bounds on what waits in memory."""

import os
import queue
import threading
from collections.abc import Iterator
from contextlib import suppress
from typing import IO

__all__ = ["AnswerLines", "Ended", "Questions", "Tail"]

_CHUNK = 65536
_WAITING = 16  # chunks that wait to be read here; then the process waits
_PRINTED = 2000  # bytes kept of what a submission prints


class Ended(Exception):
    """The process ended, or wrote something that is not an answer."""


class AnswerLines:
    """The lines that a process writes to a pipe."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._chunks: queue.Queue[bytes] = queue.Queue(_WAITING)
        self._over = False
        self._rest: list[bytes] = []  # of a line that has not ended
        self._length = 0
        self._lines: Iterator[bytes] = iter(())
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError):
            while chunk := os.read(self._pipe.fileno(), _CHUNK):
                self._put(chunk)
        self._put(b"")

    def _put(self, chunk: bytes) -> None:
        while not self._over:
            with suppress(queue.Full):
                self._chunks.put(chunk, timeout=0.1)
                return

    def ready(self) -> bytes | None:
        """The next line, if it is here already."""
        return next(self._lines, None)

    def next(self, timeout: float, longest: int) -> bytes | None:
        """The next line, of at most about `longest` bytes; None if there is none in time.

        Raises Ended for a line that is too long, EOFError at the end.
        """
        line = self.ready()
        if line is not None:
            return line
        try:
            chunk = self._chunks.get(timeout=timeout)
        except queue.Empty:
            return None
        if not chunk:
            self._chunks.put(chunk)  # the end stays the end
            raise EOFError
        if self._length > longest:
            raise Ended(f"its process sent an answer of more than {longest:,} bytes")
        first, *others = chunk.split(b"\n")
        self._rest.append(first)
        self._length += len(first)
        if others:
            whole = b"".join(self._rest)
            self._rest, self._length = [others[-1]], len(others[-1])
            self._lines = iter([whole, *others[:-1]])
        return next(self._lines, None)

    def close(self) -> None:
        """Read no more; the process must be gone."""
        self._over = True
        _close(self._thread, self._pipe)


class Tail:
    """The last bytes of what a process writes to a pipe, beginning with `before`."""

    def __init__(self, pipe: IO[bytes], before: bytes) -> None:
        self._pipe, self.text = pipe, before
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def _read(self) -> None:
        with suppress(OSError, ValueError):
            while some := os.read(self._pipe.fileno(), _CHUNK):
                self.text = (self.text + some)[-_PRINTED:]

    def close(self) -> None:
        """Read to the end; the process must be gone."""
        _close(self._thread, self._pipe)


class Questions:
    """Lines to write; a process that does not read them blocks the thread alone."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._waiting: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        threading.Thread(target=self._write, daemon=True).start()

    def _write(self) -> None:
        with suppress(OSError, ValueError), self._pipe:
            while (question := self._waiting.get()) is not None:
                self._pipe.write(question)
                self._pipe.flush()

    def put(self, line: bytes) -> None:
        """Write a line, as soon as it can be."""
        self._waiting.put(line + b"\n")

    def close(self) -> None:
        """Write no more."""
        self._waiting.put(None)


def _close(thread: threading.Thread, pipe: IO[bytes]) -> None:
    thread.join(timeout=1.0)
    if not thread.is_alive():  # else something that has escaped holds the other end
        pipe.close()
