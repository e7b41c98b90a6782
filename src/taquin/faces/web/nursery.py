"""The process that starts, watches and ends all jobs: forked from one that has everything loaded.

A fork answers within milliseconds, where a fresh interpreter would load Numba for half a second.
The server sends, over a Unix socket, one byte for each job with two files: the job's lifeline, a
pipe that carries the task as one line of JSON and is then held open, and the pipe for what the
job says, in lines of JSON. When the server closes the lifeline, or dies, the job is killed; so
it is past its time or its memory. The last line of every job is ``{"kind": "ended"}``.
"""

import gc
import json
import os
import resource
import selectors
import signal
import socket
import sys
import threading
import time
import traceback
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taquin.faces.web.job import run_job
from taquin.warm import warming

__all__ = ["main"]

_LOOK_EVERY = 0.1  # seconds between two looks at the memory and the clock of the jobs
_STATM = "/proc/{}/statm"


@dataclass(slots=True)
class _Child:
    pid: int
    lifeline: int
    said: int
    deadline: float
    memory: int
    ended_by: str | None = None


class _Nursery:
    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._children: dict[int, _Child] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._wake, bell = socket.socketpair()
        bell.setblocking(False)
        self._bell = bell
        # Nobody writes here: a job reads it to its end, which comes when the nursery dies.
        self._pulse, self._heart = os.pipe()
        self._loaded: set[str] = set()
        self._steps: Iterator[str] | None = warming(self._loaded)
        self._selector.register(self._wake, selectors.EVENT_READ)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)

    def run(self) -> None:
        """Serve until the server goes; then end every job."""
        while True:
            patience = _LOOK_EVERY if self._children else None if self._steps is None else 0
            ready = self._selector.select(patience)
            for key, _ in ready:
                if key.fileobj is self._control:
                    if not self._admit():
                        self._end_all()
                        return
                elif key.fileobj is self._wake:
                    self._wake.recv(4096)
                elif key.fd in self._children:
                    self._kill(self._children[key.fd], "server")
            self._watch()
            self._reap()
            if not ready and not self._children:
                self._warm()

    def _warm(self) -> None:
        """Load one more compiled search; every job may have compiled what was not there before."""
        if self._steps is not None and next(self._steps, None) is None:
            self._steps = None
            gc.freeze()

    def _admit(self) -> bool:
        """Fork the next job; False where the server has gone."""
        try:
            byte, files, _, _ = socket.recv_fds(self._control, 1, 2)
        except OSError:
            return False
        if not byte:
            return False
        lifeline, said = files
        task = json.loads(_line(lifeline))
        try:
            pid = os.fork()
        except OSError:  # no memory, or too many processes: the server hears the pipe end
            os.close(lifeline)
            os.close(said)
            return True
        if pid == 0:
            self._become(task, lifeline, said)
        deadline = time.monotonic() + float(task["wall"])
        memory = _resident(pid) + int(task["memory"]) * 5 // 4
        self._children[lifeline] = _Child(pid, lifeline, said, deadline, memory)
        self._selector.register(lifeline, selectors.EVENT_READ)
        return True

    def _become(self, task: dict[str, Any], lifeline: int, said: int) -> None:
        """In the new process: let go of everything that is not this job's, do it, and end."""
        status = 1
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            self._selector.close()
            for end in (self._control, self._wake, self._bell):
                end.close()
            for child in self._children.values():
                os.close(child.lifeline)
                os.close(child.said)
            os.close(lifeline)
            os.close(self._heart)
            threading.Thread(target=_end_at, args=(self._pulse,), daemon=True).start()
            _restrain(task)
            run_job(task, said)
            status = 0
        except BaseException:
            traceback.print_exc()  # into the server's log; the visitor was told by the job
        finally:
            os._exit(status)

    def _watch(self) -> None:
        now = time.monotonic()
        for child in self._children.values():
            if child.ended_by is not None:
                continue
            if now > child.deadline:
                self._kill(child, "time")
            elif _resident(child.pid) > child.memory:
                self._kill(child, "memory")

    def _kill(self, child: _Child, reason: str) -> None:
        if child.ended_by is None:
            child.ended_by = reason
            self._selector.unregister(child.lifeline)
        os.kill(child.pid, signal.SIGKILL)  # not yet waited for, so the number is still its own

    def _reap(self) -> None:
        for child in list(self._children.values()):
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid:
                self._bury(child, os.waitstatus_to_exitcode(status))

    def _bury(self, child: _Child, status: int) -> None:
        self._steps = warming(self._loaded)
        del self._children[child.lifeline]
        if child.ended_by is None:
            self._selector.unregister(child.lifeline)
        os.close(child.lifeline)
        last = {"kind": "ended", "by": child.ended_by, "status": status}
        os.set_blocking(child.said, False)
        with suppress(OSError):  # the server may have stopped listening
            os.write(child.said, json.dumps(last).encode() + b"\n")
        os.close(child.said)

    def _end_all(self) -> None:
        for child in self._children.values():
            self._kill(child, "server")
        for child in self._children.values():
            os.waitpid(child.pid, 0)


def _end_at(pulse: int) -> None:
    """End this process when the pipe ends."""
    os.read(pulse, 1)
    os._exit(1)


def _line(file: int) -> bytes:
    """The first line of a pipe, after which nothing follows."""
    line = bytearray()
    while True:
        piece = os.read(file, 65536)
        line += piece
        if not piece or line.endswith(b"\n"):
            return bytes(line)


def _resident(pid: int) -> int:
    """Bytes that a process has in memory; 0 where the system does not tell."""
    try:
        pages = Path(_STATM.format(pid)).read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()


def _restrain(task: dict[str, Any]) -> None:
    """Limits that hold whatever the job does; where memory runs out, it is killed first."""
    wall, memory = int(task["wall"]) + 1, int(task["memory"])
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("900", encoding="ascii")
    with suppress(OSError):
        taken = int(Path(_STATM.format("self")).read_text(encoding="ascii").split()[0])
        room = taken * resource.getpagesize() + 2 * memory + (1 << 30)
        resource.setrlimit(resource.RLIMIT_AS, (room, room))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 29, 1 << 29))
    resource.setrlimit(resource.RLIMIT_CPU, (wall, wall + 1))


def main() -> None:
    """Serve the socket that the server handed over; its number is the only argument."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)  # what the server itself has to do is short, and somebody waits for it
    control = socket.socket(fileno=int(sys.argv[1]))
    _Nursery(control).run()


if __name__ == "__main__":
    main()
