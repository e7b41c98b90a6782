"""Ending code that does not look at the clock: somebody's heuristic that never returns.

Our searches ask the monitor, which knows the time; a loop in a plug-in asks nobody. A timer then
raises `Overdue` in the thread that runs it, between two instructions of Python. Code in C that
never returns to Python cannot be ended so; `taquin check` runs submissions in a process that can.
"""

import threading
from types import TracebackType

__all__ = ["Overdue", "Watchdog"]

# A search that looks at the clock ends by itself; only what does not is ended from outside.
_GRACE = 0.3


class Overdue(BaseException):
    """Raised by a `Watchdog` in its own thread; not an Exception, lest a plug-in catch it."""


class Watchdog:
    """Raises Overdue inside its block, once, some time after so many seconds; None never does.

    Usable from any thread. Nothing is raised any more when the block has been left. Not to be
    nested in one thread.
    """

    def __init__(self, seconds: float | None) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._left = False
        self.fired = False  # whether the time was up before the block was left
        self._timer: threading.Timer | None = None
        self._thread = 0

    def __enter__(self) -> "Watchdog":
        if self._seconds is not None and self._seconds < threading.TIMEOUT_MAX - _GRACE:
            self._thread = threading.get_ident()
            self._timer = threading.Timer(max(0.0, self._seconds) + _GRACE, self._fire)
            self._timer.daemon = True
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
        with self._lock:  # whoever is about to fire has fired, or will not
            fired = self.fired
        if fired:
            _raise_in(self._thread, None)  # what has not arrived yet must not arrive later

    def _fire(self) -> None:
        with self._lock:
            if not self._left:
                self.fired = True
                _raise_in(self._thread, Overdue)


def _raise_in(thread: int, kind: type[BaseException] | None) -> None:
    """Raise an exception in a thread before its next instruction; None takes one back."""
    import ctypes  # not before somebody needs it: `import taquin` is light

    what = None if kind is None else ctypes.py_object(kind)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), what)
