"""Asks a submission in a separate process, which is killed if it does not answer.

The process has limits on time, memory, processor time and the size of files, an empty folder as
its working directory and a bare environment. What it prints and how it ends count for nothing:
only its answers do, and they are claims. No limit of a user's process keeps it from the user's
other files or from the network.
"""

import json
import os
import queue
import signal
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from taquin.checks.answers import NoAnswer
from taquin.ground.errors import OptionError
from taquin.ground.interpreters import python_command

__all__ = ["Bounds", "Ended", "OutOfTime", "Process", "no_answer"]

_GRACE = 0.5  # seconds in which an interrupted submission may say where it was
_STARTING = 30.0  # seconds in which a process may start and import taquin, on a busy machine
_LAZY = 5  # times its patience: how long a process may wait that uses no processor time
_PRINTED = 2000  # bytes kept of what a submission prints
_LONGEST = 20_000_000  # bytes of one answer
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


class Ended(Exception):
    """The process ended, or wrote something that is no answer."""


def no_answer(answer: object) -> Ended:
    """The error for something that is no answer to the question."""
    return Ended(f"its process sent {answer!r:.60}, which is no answer")


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
        self._chunks: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        self._rest, self._lines = b"", iter(list[bytes]())
        self.printed = b""

    def __enter__(self) -> "Process":
        self._folder = tempfile.TemporaryDirectory(
            prefix="taquin-check-", ignore_cleanup_errors=True
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._kill()
        try:
            self._folder.cleanup()
        except RecursionError:  # folders nested deeper than Python removes them
            subprocess.run(["rm", "-rf", self._folder.name], check=False)

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
        """The answer to one question.

        Raises OptionError if it is refused, NoAnswer, Ended or OutOfTime.
        """
        self._send({"ask": ask, **question})
        return self._answer(patience)

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
        self._send({"ask": ask, **question})
        for left in reversed(range(number)):
            answer = self._decoded(self._line(patience))
            if isinstance(answer, dict):
                raise Ended(str(answer.get("refused", f"its process sent {answer!r:.60}")))
            if not left:
                self._answer(patience)  # the end of the answers, before the next question
            yield answer

    def _send(self, question: Mapping[str, object]) -> None:
        if self._process is None:
            self._process = self._started()
            for ask, known in list(self._known.items()):
                self.ask(ask, **known)
        self._questions.put(json.dumps(question).encode() + b"\n")

    def _started(self) -> "subprocess.Popen[bytes]":
        os.makedirs(self._folder.name, mode=0o700, exist_ok=True)  # a submission may remove it
        process = subprocess.Popen(
            python_command("taquin.checks.child"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._folder.name if self._bare else None,
            env=_environment(self._folder.name) if self._bare else None,
            start_new_session=True,  # keeps Ctrl-C away from it; a kill reaches all it started
        )
        self._chunks, self._rest, self._lines = queue.SimpleQueue(), b"", iter(list[bytes]())
        self._questions: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        writer = threading.Thread(
            target=_write_all, args=(process.stdin, self._questions), daemon=True
        )
        writer.start()
        self._readers = [
            threading.Thread(target=_read_chunks, args=(process.stdout, self._chunks), daemon=True),
            threading.Thread(target=self._read_tail, args=(process.stderr,), daemon=True),
        ]
        for reader in self._readers:
            reader.start()
        return process

    @property
    def late(self) -> bool:
        """Whether the time for the check is over."""
        return self._end is not None and time.monotonic() >= self._end

    def _answer(self, patience: float | None) -> dict[str, Any]:
        answer = self._decoded(self._line(patience))
        if not isinstance(answer, dict):
            raise no_answer(answer)
        if "refused" in answer:
            raise OptionError(str(answer["refused"]))
        return answer

    def _decoded(self, line: bytes) -> Any:
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise no_answer(line) from None
        if isinstance(answer, dict) and answer.get("memory"):
            raise NoAnswer("reached the memory limit", final=True)
        return answer

    def _line(self, patience: float | None) -> bytes:
        """The next line that the process writes."""
        line = next(self._lines, None)
        if line is not None:
            return line
        began, used_before = time.monotonic(), None
        while True:
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
            with suppress(queue.Empty):
                self._take(self._chunks.get(timeout=0.05))
                line = next(self._lines, None)
                if line is not None:
                    return line

    def _take(self, chunk: bytes) -> None:
        if not chunk:
            raise self._ended()
        if len(self._rest) > _LONGEST:
            raise Ended(f"its process sent an answer of more than {_LONGEST:,} bytes")
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        self._lines = iter(lines)

    def _silent(self, why: str, kind: type[NoAnswer] | type[OutOfTime]) -> Exception:
        """Interrupt the answer; the error says where the submission was."""
        place, answered = None, False
        if os.name == "posix" and self._process is not None:
            with suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)
            end = time.monotonic() + _GRACE
            while not answered and (left := end - time.monotonic()) > 0:
                with suppress(queue.Empty, Ended):
                    self._take(self._chunks.get(timeout=max(0.001, left)))
                for line in self._lines:
                    with suppress(ValueError, AttributeError, RecursionError):
                        answer = json.loads(line)
                        answered = bool(answer.get("interrupted"))
                        place = str(answer.get("place") or "") or None
        if kind is OutOfTime:
            return OutOfTime(place or "")
        if not answered:
            self._kill()
        return NoAnswer(why, place)

    def _processor_seconds(self) -> float | None:
        """The processor time that the process has used, where the system tells."""
        assert self._process is not None
        try:
            fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except (OSError, ValueError, IndexError, AttributeError):
            return None

    def _read_tail(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while some := os.read(pipe.fileno(), 65536):
                self.printed = (self.printed + some)[-_PRINTED:]

    def _ended(self) -> Ended:
        """The error for a process that ended, with how it did."""
        assert self._process is not None
        try:
            status = self._process.wait(timeout=_GRACE)
        except subprocess.TimeoutExpired:
            return Ended("its process closed the pipe for its answers")
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
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(process.pid, signal.SIGKILL)
            else:
                process.kill()
        process.wait()
        self._questions.put(None)
        for reader, pipe in zip(self._readers, (process.stdout, process.stderr), strict=True):
            reader.join(timeout=1.0)
            if pipe is not None and not reader.is_alive():  # else something escaped the kill
                pipe.close()


def _write_all(pipe: IO[bytes], questions: "queue.SimpleQueue[bytes | None]") -> None:
    """Write the questions; a process that does not read them blocks this thread alone."""
    with suppress(OSError, ValueError), pipe:
        while (question := questions.get()) is not None:
            pipe.write(question)
            pipe.flush()


def _read_chunks(pipe: IO[bytes], chunks: "queue.SimpleQueue[bytes]") -> None:
    """Read what a process writes, so that it never blocks; an empty chunk at the end."""
    with suppress(OSError, ValueError):
        while chunk := os.read(pipe.fileno(), 65536):
            chunks.put(chunk)
    chunks.put(b"")


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
