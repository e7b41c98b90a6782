"""Checks a large table while it is already being looked up.

A search may begin at once; its answer waits for the check. Small tables are checked when they are
opened. A check takes a second for each gigabyte that the system has in memory, and is done once.
"""

import os
from collections.abc import Callable
from contextvars import copy_context
from functools import partial
from threading import Event, Thread

__all__ = ["AT_ONCE", "Check"]

# Bytes of a table that is checked as it is opened.
AT_ONCE = 1 << 26
_PATIENCE = 0.1  # seconds: on some systems Ctrl-C waits as long


class Check:
    """The check of one table, in a thread of its own that no process waits for at its end.

    sound: raises TableError if the table is damaged.
    """

    def __init__(self, sound: Callable[[], None]) -> None:
        self._sound = sound
        self._ended = Event()
        self._error: Exception | None = None
        self._process = os.getpid()
        # In this context, which says whether a note of the check may be written.
        run = partial(copy_context().run, self._run)
        Thread(target=run, name="table check", daemon=True).start()

    def _run(self) -> None:
        try:
            self._sound()
        except Exception as error:  # raised again by the caller that waits
            self._error = error
        self._ended.set()  # not after Ctrl-C

    def wait(self) -> bool:
        """Return true once the table is known to be sound. Raises TableError if it is damaged."""
        if self._process != os.getpid() and not self._ended.is_set():
            self._run()  # forked: the thread was left behind
            self._process = os.getpid()
        while not self._ended.wait(_PATIENCE):
            pass
        return self.poll()

    def poll(self) -> bool:
        """Whether the table is already known to be sound. Raises TableError if it is damaged."""
        if self._error is not None:
            raise self._error
        return self._ended.is_set()
