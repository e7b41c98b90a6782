"""The fork server: one process that forks, monitors and reaps all jobs, with everything loaded.

A fork answers within milliseconds, whereas a fresh interpreter would load Numba for half a second.
For each job the web server sends one byte over a Unix socket, with two files: the job's lifeline, a
pipe that carries the task as one line of JSON and then stays open, and the pipe for the job's
output, in lines of JSON. A third carries later messages: the questions that the
reader reads, and how long a search may still take.
A job is killed when the web server closes the lifeline or dies, and when the job exceeds its time
or memory. The last line of every job is ``{"kind": "ended"}``.
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
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from taquin.faces.web.process.failures import FailureLog, failure_text, log_line
from taquin.faces.web.process.limits import ServerLimits
from taquin.faces.web.process.reading import read_questions
from taquin.faces.web.process.warm import (
    build_strong_tables,
    build_usual_tables,
    compile_all,
    warming,
)
from taquin.faces.web.process.work import run_job
from taquin.ground.announce import announcing
from taquin.ground.host import lower_limit

__all__ = ["main"]

_CHECK_EVERY = 0.1  # seconds between two checks of the jobs' memory and time
_SELDOM = 5.0  # seconds between two looks at a minute of failures
_FAILED = 1  # the exit status of a job that prints its failure
_STATM = "/proc/{}/statm"
_PIPES = 3  # at most, for one process
_LAST_LINES = 4 << 20  # bytes of a file beyond a full trace: its end, or all moves of a solution


@dataclass(slots=True)
class _Child:
    pid: int
    lifeline: int
    said: int
    deadline: float
    memory: int
    shown: bool
    reads: bool
    ended_by: str | None = None


class _ForkServer:
    def __init__(self, control: socket.socket, *, tables: bool = False, code: bool = False) -> None:
        """tables: whether to build and store the usual tables of 4x4 that are missing.

        code: whether to compile every search as well.
        """
        self._control = control
        self._failures = FailureLog()
        self._children: dict[int, _Child] = {}
        self._selector = selectors.DefaultSelector()
        self._selector.register(control, selectors.EVENT_READ)
        self._wake, bell = socket.socketpair()
        bell.setblocking(False)
        self._bell = bell
        # Nothing is written here: a job reads to the end, which comes when the fork server dies.
        self._alive_read, self._alive_write = os.pipe()
        self._loaded: set[str] = set()
        self._steps: Iterator[str] | None = warming(self._loaded)
        self._grown = False  # since the reader was forked
        self._selector.register(self._wake, selectors.EVENT_READ)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(bell.fileno(), warn_on_full_buffer=False)
        self._builder = self._fork_builder(code=code) if tables else None

    def run(self) -> None:
        """Run until the web server has gone; then end every job."""
        while True:
            ready = self._selector.select(self._patience())
            for key, _ in ready:
                if key.fileobj is self._control:
                    if not self._admit():
                        self._end_all()
                        return
                elif key.fileobj is self._wake:
                    self._wake.recv(4096)
                elif key.fd in self._children:
                    self._kill(self._children[key.fd], "server")
            self._enforce_limits()
            self._reap()
            hidden = self._failures.report(time.monotonic())
            if hidden is not None:
                log_line(hidden)
            if not ready and not self._busy:
                self._warm()

    @property
    def _busy(self) -> bool:
        """Whether a job runs; the reader's process waits most of the time, and does not count."""
        return any(not child.reads for child in self._children.values())

    def _patience(self) -> float | None:
        """Seconds until the next thing to do if nothing happens; None if there is none."""
        if self._steps is not None and not self._busy:
            return 0
        if self._children:
            return _CHECK_EVERY
        return _SELDOM if self._failures.pending else None

    def _warm(self) -> None:
        """Load one more compiled search; any job may have compiled a new one."""
        if self._steps is None:
            return
        if next(self._steps, None) is not None:
            self._grown = True
            return
        self._steps = None
        gc.freeze()
        if self._grown:
            self._grown = False
            self._renew_reader()

    def _renew_reader(self) -> None:
        """End the reader, which the web server replaces at the next question.

        A fork shares pages until they change, and loading has changed most: it would keep the old.
        """
        for child in self._children.values():
            if child.reads:
                self._kill(child, "server")

    def _admit(self) -> bool:
        """Fork the next job; False if the web server has gone."""
        try:
            byte, files, flags, _ = socket.recv_fds(self._control, 1, _PIPES)
        except OSError:
            return False
        if not byte:
            return False
        if flags & socket.MSG_CTRUNC:  # no descriptors are left: the server sees the pipe end
            for file in files:
                os.close(file)
            return True
        lifeline, said, *questions = files
        task = json.loads(_line(lifeline))
        shown = self._failures.shows(time.monotonic())
        try:
            pid = os.fork()
        except OSError:  # no memory, or too many processes: the server sees the pipe end
            for file in files:
                os.close(file)
            return True
        if pid == 0:
            self._become(task, lifeline, said, questions, shown)
        for file in questions:
            os.close(file)
        deadline = time.monotonic() + float(task["wall"])
        memory = _resident(pid) + int(task["memory"]) * 5 // 4
        reads = task["do"] == "read"
        self._children[lifeline] = _Child(pid, lifeline, said, deadline, memory, shown, reads)
        self._selector.register(lifeline, selectors.EVENT_READ)
        return True

    def _become(
        self, task: dict[str, Any], lifeline: int, said: int, questions: list[int], shown: bool
    ) -> None:
        """In the new process: close everything that is not this job's, run the job, and exit."""
        status = _FAILED
        log: Callable[[str], None] = log_line if shown else lambda text: None
        gc.freeze()  # a collection would write to every page, and so copy it
        try:
            self._leave()
            os.close(lifeline)
            _set_limits(task)
            if task["do"] == "read":
                read_questions(questions[0], said, ServerLimits(**task["limits"]))
            else:
                run_job(task, said, log, *questions)
            status = 0
        except BaseException as error:
            log(failure_text(error))  # the job itself has told the visitor
        finally:
            os._exit(status)

    def _leave(self) -> None:
        """In a new process: close what is the fork server's or another job's, and die with it."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        self._selector.close()
        for end in (self._control, self._wake, self._bell):
            end.close()
        for child in self._children.values():
            os.close(child.lifeline)
            os.close(child.said)
        os.close(self._alive_write)
        threading.Thread(target=_exit_at_end_of, args=(self._alive_read,), daemon=True).start()

    def _fork_builder(self, *, code: bool) -> int | None:
        """A process that builds the usual tables; jobs run meanwhile, and build what they need.

        code: and compiles all searches, for the public; otherwise it builds the strong tables.
        """
        try:
            pid = os.fork()
        except OSError:  # no memory, or too many processes: jobs build tables themselves
            return None
        if pid == 0:
            try:
                self._leave()
                os.nice(5)
                with announcing(log_line):
                    build_usual_tables()
                    if code:
                        compile_all()
                    else:
                        build_strong_tables()
            except BaseException as error:
                log_line(failure_text(error))
            finally:
                os._exit(0)
        return pid

    def _enforce_limits(self) -> None:
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
        os.kill(child.pid, signal.SIGKILL)  # not reaped yet, so the number is still its own

    def _reap(self) -> None:
        if self._builder is not None and os.waitpid(self._builder, os.WNOHANG)[0]:
            self._builder = None
            self._steps = warming(self._loaded)
        for child in list(self._children.values()):
            pid, status = os.waitpid(child.pid, os.WNOHANG)
            if pid:
                self._forget(child, os.waitstatus_to_exitcode(status))

    def _forget(self, child: _Child, status: int) -> None:
        self._steps = warming(self._loaded)
        del self._children[child.lifeline]
        if status == _FAILED:
            self._failures.failed(time.monotonic(), shown=child.shown)
        if child.ended_by is None:
            self._selector.unregister(child.lifeline)
            if status == -signal.SIGXCPU:
                child.ended_by = "time"
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
        if self._builder is not None:
            os.kill(self._builder, signal.SIGKILL)
            os.waitpid(self._builder, 0)


def _exit_at_end_of(pipe: int) -> None:
    """Exit this process when the pipe ends."""
    os.read(pipe, 1)
    os._exit(1)


def _line(file: int) -> bytes:
    """The only line of a pipe."""
    line = bytearray()
    while True:
        piece = os.read(file, 65536)
        line += piece
        if not piece or line.endswith(b"\n"):
            return bytes(line)


def _resident(pid: int) -> int:
    """Bytes that a process has in memory; 0 if the system does not say."""
    try:
        pages = Path(_STATM.format(pid)).read_text(encoding="ascii").split()[1]
    except OSError:
        return 0
    return int(pages) * resource.getpagesize()


def _set_limits(task: dict[str, Any]) -> None:
    """Set limits that hold whatever the job does; if memory runs out, it is killed first."""
    wall, memory = int(task["wall"]) + 1, int(task["memory"])
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("900", encoding="ascii")
    with suppress(OSError):
        taken = int(Path(_STATM.format("self")).read_text(encoding="ascii").split()[0])
        lower_limit(resource.RLIMIT_AS, taken * resource.getpagesize() + 2 * memory + (1 << 30))
    lower_limit(resource.RLIMIT_CORE, 0)
    lower_limit(resource.RLIMIT_FSIZE, int(task.get("trace_bytes", 0)) + _LAST_LINES)
    most = lower_limit(resource.RLIMIT_CPU, wall + 1)
    # The system then says by SIGXCPU why it ends the process, instead of killing it.
    resource.setrlimit(resource.RLIMIT_CPU, (max(1, most - 1), most))


def main() -> None:
    """Serve the socket that the web server passed on: `fork_server NUMBER [tables [code]]`.

    tables: build and store the usual tables of 4x4 that are missing; code: compile every search.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)  # the web server's own work is short, and visitors wait for it
    control = socket.socket(fileno=int(sys.argv[1]))
    wanted = sys.argv[2:]
    _ForkServer(control, tables="tables" in wanted, code="code" in wanted).run()


if __name__ == "__main__":
    main()
