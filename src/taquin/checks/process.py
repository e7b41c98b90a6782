"""Asks a submission in a separate process, which is killed if it does not answer.

The process has limits on time, memory, processor time and the size of files, an empty folder as
its working directory and a bare environment. What it prints and how it ends count for nothing:
only its answers do, and they are claims. No limit of a user's process keeps it from the user's
other files, from the network, or from killing this one.
"""

import json
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from taquin.checks.answers import NoAnswer
from taquin.checks.decoding import decoded, interrupted, longest
from taquin.checks.family import kill_below, kill_escaped, processor_seconds
from taquin.checks.leftovers import remove_folder
from taquin.checks.pipes import AnswerLines, Ended, Questions, Tail
from taquin.checks.stopping import STOPPED_US
from taquin.checks.watch import FamilyWatch
from taquin.ground.interpreters import python_command

__all__ = ["Bounds", "Ended", "OutOfTime", "Process"]

_GRACE = 0.5  # seconds in which an interrupted submission may say where it was
_STARTING = 30.0  # seconds in which a process may start and import taquin, on a busy machine
_LAZY = 5  # times its patience: how long a process may wait that uses no processor time
_KILLING = 2.0  # seconds in which the warden must end after its check
_KEPT = ("PYTHON", "LD_LIBRARY_PATH", "DYLD_", "OPENBLAS_", "SYSTEMROOT")
_SIGXCPU = int(getattr(signal, "SIGXCPU", 0))


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits for each target; None: no limit.

    seconds: wall-clock and processor time. memory: bytes. answer: seconds for one answer on a
    board near the goal.
    """

    seconds: float | None = 60.0
    memory: int | None = 2 << 30
    answer: float = 2.0


class OutOfTime(Exception):
    """The time for the whole check is over."""


class Process:
    """A process that answers questions; a context manager, which kills it.

    bare: whether it sees an empty folder and a bare environment, as a submission does. A process
    that had to be killed is started again with the next question, and told what it knew.
    """

    def __init__(self, bounds: Bounds, *, bare: bool) -> None:
        self._bounds, self._bare = bounds, bare
        self._end: float | None = None
        self._known: dict[str, dict[str, Any]] = {}
        self._process: subprocess.Popen[bytes] | None = None
        self._tail: Tail | None = None

    def __enter__(self) -> "Process":
        self._folder = tempfile.mkdtemp(prefix="taquin-check-")
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        remove_folder(self._folder)

    def start(self) -> None:
        """Start it; the time for the check begins when it is ready."""
        bounds = self._bounds
        self._end = time.monotonic() + _STARTING
        self.tell("limits", memory=bounds.memory, seconds=bounds.seconds)
        self._end = None if bounds.seconds is None else time.monotonic() + bounds.seconds

    def restart(self) -> None:
        """End the process; the next question starts it again, and tells it what it knew."""
        self._kill()

    def ask(self, ask: str, *, patience: float | None = None, **question: object) -> dict[str, Any]:
        """The answer to one question, in its form: see `taquin.checks.decoding`.

        Raises OptionError if it is refused, NoAnswer, Ended or OutOfTime.
        """
        self._send(ask, question)
        answer: dict[str, Any] = decoded(self._line(ask, patience), ask, question.get("kind"))
        return answer

    def tell(
        self, ask: str, *, patience: float | None = None, **question: object
    ) -> dict[str, Any]:
        """`ask` what the process must know for later questions, also when it is started again."""
        answer = self.ask(ask, patience=patience, **question)
        self._known.pop(ask, None)  # to the end: the newest depends on the others
        self._known[ask] = question
        return answer

    def stream(
        self, ask: str, number: int, *, patience: float | None, **question: object
    ) -> Iterator[Any]:
        """`number` answers to one question, each as soon as it is there."""
        self._send(ask, question)
        for left in reversed(range(number)):
            answer = decoded(self._line(ask, patience), ask, streamed=True)
            if not left:  # the end of the answers, before the next question
                decoded(self._line(ask, patience), ask)
            yield answer

    @property
    def printed(self) -> bytes:
        """The end of what it printed."""
        return b"" if self._tail is None else self._tail.text

    def _send(self, ask: str, question: Mapping[str, object]) -> None:
        if self._process is None:
            self._process = self._started()
            for known, told in list(self._known.items()):
                self.ask(known, **told)
        self._questions.put(json.dumps({"ask": ask, **question}).encode())

    def _started(self) -> "subprocess.Popen[bytes]":
        os.makedirs(self._folder, mode=0o700, exist_ok=True)  # a submission may remove it
        theirs = None
        command = python_command("taquin.checks.child")
        if os.name == "posix":
            theirs, self._lifeline = os.pipe()
            command = python_command("taquin.checks.warden", str(theirs), self._folder)
        try:
            process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                cwd=self._folder if self._bare else None,
                env=_environment(self._folder) if self._bare else None,
                start_new_session=True,  # keeps Ctrl-C away from it
                pass_fds=() if theirs is None else (theirs,),
            )
        finally:
            if theirs is not None:
                os.close(theirs)
        assert process.stdin and process.stdout and process.stderr, "all three are pipes"
        self._questions = Questions(process.stdin)
        self._lines = AnswerLines(process.stdout)
        self._tail = Tail(process.stderr, self._tail.text if self._tail else b"")
        self._watch = FamilyWatch(process.pid, self._bounds.memory)
        return process

    @property
    def late(self) -> bool:
        """Whether the time for the check is over."""
        return self._end is not None and time.monotonic() >= self._end

    def _line(self, ask: str, patience: float | None) -> bytes:
        """The next line that the process writes."""
        assert self._process is not None
        line = self._lines.ready()
        if line is not None:
            return line
        began, used_before = time.monotonic(), None
        while True:
            ended = self._process.poll() is not None  # what escaped it may hold the pipe open
            try:
                line = self._lines.next(0.05, longest(ask))
            except EOFError:
                raise self._ended() from None
            if line is not None:
                return line
            if ended:
                raise self._ended()
            now = time.monotonic()
            if self._end is not None and now >= self._end:
                raise self._silent("did not answer", OutOfTime)
            used = self._processor_seconds() if now - began > 0.2 else None
            used_before = used if used_before is None else used_before
            if patience is not None and now - began >= patience:
                # On a busy machine a right search may have had no turn yet.
                waited = None if used is None or used_before is None else used - used_before
                if waited is None or waited >= 0.8 * patience or now - began >= _LAZY * patience:
                    raise self._silent(f"did not answer within {patience:g} s", NoAnswer)

    def _silent(self, why: str, kind: type[NoAnswer] | type[OutOfTime]) -> Exception:
        """Interrupt the answer; the error says where the submission was."""
        place, answered = None, False
        if os.name == "posix" and self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)
            end = time.monotonic() + _GRACE
            with suppress(Ended, EOFError):
                while not answered and (left := end - time.monotonic()) > 0:
                    line = self._lines.next(max(0.001, left), longest("interrupt"))
                    answered, place = interrupted(line or b"")
        if kind is OutOfTime:
            return OutOfTime(place or "")
        if not answered:
            self._kill()
        return NoAnswer(why, place)

    def _processor_seconds(self) -> float | None:
        """The processor time that the process has used, where the system tells."""
        assert self._process is not None
        return processor_seconds(self._process.pid)

    def _ended(self) -> Exception:
        """The error for a process that ended, with how it did."""
        assert self._process is not None
        try:
            status = self._process.wait(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            status = None
        if self._watch.excess is not None:
            return NoAnswer(self._watch.excess, final=True)
        if status is None:
            return Ended("its process closed the pipe for its answers")
        if status == -STOPPED_US:
            return Ended("it stopped this check with a signal, and was killed")
        if status == -_SIGXCPU:
            return Ended(f"it used more than {self._bounds.seconds:g} s of processor time")
        if status < 0:
            names = {int(one): one.name for one in signal.Signals}
            return Ended(f"its process was killed by {names.get(-status, f'signal {-status}')}")
        return Ended(
            f"its process exited with status {status} before the check was complete; a submission "
            "must not end the process"
        )

    def _kill(self) -> None:
        """Kill the process and everything it has started, and wait for it."""
        process, self._process = self._process, None
        if process is None:
            return
        self._watch.close()
        kill_below(process.pid)
        if os.name == "posix":
            with suppress(OSError):
                os.write(self._lifeline, b"k")  # the folder is kept
            os.close(self._lifeline)
            with suppress(subprocess.TimeoutExpired):
                process.wait(timeout=_KILLING)
        process.kill()
        process.wait()
        kill_escaped()
        self._watch.clean()
        self._questions.close()
        self._lines.close()
        if self._tail is not None:
            self._tail.close()


def _environment(folder: str) -> dict[str, str]:
    """The bare environment of a submission; what Python needs to start as this process did."""
    kept = {name: value for name, value in os.environ.items() if name.upper().startswith(_KEPT)}
    return {
        **kept,
        "PATH": os.defpath,
        "HOME": folder,
        "TMPDIR": folder,
        "LANG": "C.UTF-8",
        "TAQUIN_CACHE": os.path.join(folder, "cache"),
    }
