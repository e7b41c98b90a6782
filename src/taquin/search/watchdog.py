"""Stops code that does not read the clock, such as a user's heuristic that never returns.

taquin's searches call the monitor, which reads the clock; a loop in a plug-in may not. A timer then
raises `Overdue` in the thread that runs it, between two Python instructions. C code that never
returns to Python cannot be stopped this way; `taquin check` runs submissions in a separate process.
"""

import threading
from types import TracebackType

from taquin.ground.shield import is_shielded, on_leaving

__all__ = ["Overdue", "Watchdog"]

# Seconds for a search that reads the clock to end by itself.
_GRACE = 0.3


class Overdue(BaseException):
    """Raised by a `Watchdog` in its own thread; not an Exception, so that no plug-in catches it."""


class Watchdog:
    """Raises Overdue once inside its block, soon after `seconds` have passed; never if None.

    Usable from any thread. Nothing is raised after the block, and nothing within
    `taquin.ground.shield.interrupts_wait`, whose end it waits for.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._left = False
        self.fired = False  # whether the time ran out inside the block
        self._timer: threading.Timer | None = None
        self._thread = 0

    def __enter__(self) -> "Watchdog":
        if self._seconds is not None and self._seconds < threading.TIMEOUT_MAX - _GRACE:
            self._thread = threading.get_ident()
            self._timer = threading.Timer(max(0.0, self._seconds) + _GRACE, self._fire)
            self._timer.daemon = True
            _active.setdefault(self._thread, []).append(self)
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        self._left = True
        if self._timer is None:
            return
        self._timer.cancel()
        _active[self._thread].remove(self)
        if not _active[self._thread]:
            del _active[self._thread]
        with self._lock:  # the timer has fired, or never will
            fired = self.fired
        if fired:
            _raise_in(self._thread, None)  # cancel it if it has not been delivered yet

    def _fire(self) -> None:
        with self._lock:
            if not self._left:
                self.fired = True
                if not is_shielded(self._thread):
                    _raise_in(self._thread, Overdue)


# The watchdogs in whose blocks each thread is, the outermost first.
_active: dict[int, list[Watchdog]] = {}


def _raise_late(thread: int) -> None:
    """Raise what was held back while the thread was shielded."""
    if any(watchdog.fired for watchdog in _active.get(thread, ())):
        raise Overdue


on_leaving(_raise_late)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread before its next instruction; None cancels a pending one."""
    import ctypes  # here, so that `import taquin` stays light

    what = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
