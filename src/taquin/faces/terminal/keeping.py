"""Keeps the game while it is played, and when a signal ends the program."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Generic, TypeVar

from taquin.ground.errors import TaquinError

__all__ = ["GameKeeper", "told_to_end"]

T = TypeVar("T")
_PAUSE = 1.0  # seconds between two writings
_ENDING = ("SIGTERM", "SIGHUP")  # SIGHUP: its terminal was closed


class GameKeeper(Generic[T]):
    """Writes the newest of what it is given, in a thread of its own.

    What rests is written at once; of what changes often, something every second.
    """

    def __init__(self, write: Callable[[T], None]) -> None:
        """write: raises TaquinError for what cannot be kept."""
        self._write = write
        self._waiting: list[T] = []
        self._thread: threading.Thread | None = None
        self._changing, self._writing = threading.Lock(), threading.Lock()
        self.problem: TaquinError | None = None  # of the last writing

    def keep(self, value: T) -> None:
        """Write it soon, unless something newer comes."""
        with self._changing:
            self._waiting = [value]
            if self._thread is None:
                # The end of the program waits for no pause: it calls `finish`.
                self._thread = threading.Thread(target=self._run, daemon=True, name="keeper")
                self._thread.start()

    def finish(self, value: T) -> None:
        """Write it now, in place of what waits; raises TaquinError."""
        with self._writing:
            with self._changing:
                self._waiting = []
            self._write(value)

    def _run(self) -> None:
        while self._wrote():
            time.sleep(_PAUSE)

    def _wrote(self) -> bool:
        """Write what waits; False, and the thread ends, where nothing does."""
        with self._writing:
            with self._changing:
                if not self._waiting:
                    self._thread = None
                    return False
                value = self._waiting.pop()
            try:
                self._write(value)
                self.problem = None
            except TaquinError as error:
                self.problem = error
        return True


@contextmanager
def told_to_end(end: Callable[[], None], keep: Callable[[], None]) -> Iterator[None]:
    """Within the block, SIGTERM and SIGHUP call `end`, once; nohup is still obeyed.

    keep: called after the block, however that ended, and not ended by these signals.
    """
    over = False

    def told(number: int, frame: FrameType | None) -> None:
        nonlocal over
        if not over:
            over = True
            end()

    before = {}
    if threading.current_thread() is threading.main_thread():
        for name in _ENDING:
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                before[number] = signal.signal(number, told)
    try:
        yield
    finally:  # a terminal that is closed takes no more lines, which may be an error
        over = True
        try:
            keep()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
