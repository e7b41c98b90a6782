"""The process between a check and a submission: it ends what the submission has started.

The check starts this process, which forks: the child answers the questions
(`taquin.checks.child`), the parent waits. When the check ends, however it ends, the pipe that it
holds is closed; this process then kills every process below it, also one that has left its group
and its session, and removes the check's folder. A signal that a submission sends to its parent
arrives here, not at the check. A submission that stops the check is killed, and the check goes on;
this process cannot be stopped for longer than half a second. A check that kills the process itself
writes a byte to the pipe first, and keeps the folder for the next one.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from types import FrameType

from taquin.checks.family import (
    adopt_orphans,
    below,
    die_with_parent,
    hide_memory,
    kill_below,
)
from taquin.checks.leftovers import remove_folder
from taquin.checks.memory import Segments
from taquin.checks.stopping import STOPPED_US, resume_self, stopped_by

__all__ = ["main"]

_LOOK = 0.5  # seconds between two looks at the parent
_LOOKS = 3  # at a check that is stopped, before that is undone
_LEFT_ALONE = ("SIGKILL", "SIGSTOP", "SIGCHLD", "SIGINT", "SIGCONT")


def main() -> None:
    """Fork; arguments: the descriptor that closes with the check, and the folder to remove."""
    lifeline, folder = int(sys.argv[1]), sys.argv[2]
    parent, own = os.getppid(), os.getpid()
    child = os.fork()
    if not child:
        os.close(lifeline)
        os.setsid()  # so that killing its group does not kill this process
        die_with_parent()
        if os.getppid() != own:
            os._exit(1)
        from taquin.checks.child import main as answer

        answer()
        return
    _Warden(child, parent, lifeline, folder).watch()


class _Warden:
    """Waits for the end of the child or of the check."""

    def __init__(self, child: int, parent: int, lifeline: int, folder: str) -> None:
        self._child, self._parent = child, parent
        self._lifeline, self._folder = lifeline, folder
        self._segments = Segments()
        self._segments.by([child])
        adopt_orphans()
        hide_memory()
        resume_self()
        self._bell, ring = os.pipe()
        os.set_blocking(self._bell, False)
        os.set_blocking(ring, False)
        signal.set_wakeup_fd(ring, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.signal(signal.SIGINT, self._forward)
        for one in signal.valid_signals():
            name = getattr(one, "name", "")
            if name.startswith("SIG") and name not in _LEFT_ALONE:
                with suppress(OSError, ValueError):
                    signal.signal(one, signal.SIG_IGN)
        with open(os.devnull, "r+b") as nothing:  # the pipes of questions and answers
            os.dup2(nothing.fileno(), 0)
            os.dup2(nothing.fileno(), 1)

    def _forward(self, number: int, frame: FrameType | None) -> None:
        with suppress(ProcessLookupError):
            os.kill(self._child, signal.SIGINT)

    def watch(self) -> None:
        """Wait, kill what is left, and end as the child did."""
        stopped = 0  # looks in a row; after Ctrl-Z, a shell takes a moment
        while (status := self._reaped()) is None:
            ready, _, _ = select.select([self._lifeline, self._bell], [], [], _LOOK)
            if self._bell in ready:
                os.read(self._bell, 4096)
            if self._lifeline in ready or os.getppid() != self._parent:
                self._kill()
                if not (self._lifeline in ready and os.read(self._lifeline, 1)):
                    remove_folder(self._folder)
                os._exit(1)
            stopped = stopped + 1 if stopped_by(self._parent, os.getpid()) else 0
            if stopped >= _LOOKS:
                self._kill()
                with suppress(ProcessLookupError, PermissionError):
                    os.kill(self._parent, signal.SIGCONT)
                self._end_by(STOPPED_US)
        self._kill()
        code = os.waitstatus_to_exitcode(status)
        if code < 0:
            self._end_by(-code)
        os._exit(code)

    def _kill(self) -> None:
        """Kill all below, and the child's group, where the system lists no processes."""
        self._segments.by(below(os.getpid()))
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._child, signal.SIGKILL)
        kill_below(os.getpid())
        self._segments.remove()

    def _reaped(self) -> int | None:
        """The child's status, once it has ended; orphans that have ended are reaped with it."""
        ended = None
        with suppress(ChildProcessError):
            while True:
                pid, status = os.waitpid(-1, os.WNOHANG)
                if not pid:
                    break
                if pid == self._child:
                    ended = status
        return ended

    def _end_by(self, number: int) -> None:
        """End by the signal that ended the child."""
        with suppress(ImportError, ValueError, OSError):
            import resource

            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
