"""Checks a submission in a separate process, which can be killed whatever it does.

The process has limits on time, memory, processor time and the size of files, and is killed together
with its process group. Its exit status and printed text do not count: only findings sent through a
private pipe do. This guards against mistakes but is no sandbox: malicious code can forge findings,
outlive the kill in a session of its own, and read and delete your files. Run code that you do not
trust in a container.
"""

import json
import os
import queue
import secrets
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import IO, Any, Literal

from taquin.checks.findings import Report, Verdict, merged
from taquin.ground.interpreters import python_command
from taquin.puzzle.puzzle import Metric

__all__ = ["Bounds", "Checked", "Submission", "check_isolated"]

Kind = Literal["heuristic", "algorithm", "topology"]
# The process stops itself at its limit; if it cannot, it is killed this many seconds later.
_GRACE = 3.0
_PRINTED = 2000  # characters kept of what a submission prints
_LONGEST = 10_000_000  # bytes of one line of findings


@dataclass(frozen=True, slots=True)
class Submission:
    """What to check, a name or FILE.py, and on which boards; None selects the check's default."""

    kind: Kind
    target: str
    sizes: Sequence[tuple[int, int]] | None = None
    goals: Sequence[str] | None = None
    metrics: Sequence[Metric] | None = None
    topologies: Sequence[str] | None = None


@dataclass(frozen=True, slots=True)
class Bounds:
    """Seconds of wall-clock and processor time, and bytes of memory, per target; None: no limit."""

    seconds: float | None = 60.0
    memory: int | None = 2 << 30


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome for one target.

    verdict: error if it could not be checked, for the reason in `message`. printed: the end of
    what it printed. interrupted: whether Ctrl-C stopped the check.
    """

    target: str
    kind: Kind
    verdict: Verdict | Literal["error"]
    seconds: float
    reports: tuple[Report, ...] = ()
    message: str | None = None
    printed: str = ""
    interrupted: bool = False

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON: one row with the merged report, and each report under `checks`."""
        report = merged(self.reports or (Report(f"{self.kind} {self.target}", {}, (), 0),))
        return {
            "target": self.target,
            "kind": self.kind,
            "verdict": self.verdict,
            "message": self.message,
            "seconds": round(self.seconds, 3),
            "printed": self.printed,
            **asdict(report),
            "checks": [asdict(one) | {"verdict": one.verdict} for one in self.reports],
        }


@dataclass(slots=True)
class _Received:
    """The newest findings of a process."""

    reports: tuple[Report, ...] = ()
    message: str | None = None
    stopped: str | None = None  # why it ended before there was anything to report
    done: bool = False
    printed: bytes = field(default=b"")

    def update(self, found: dict[str, Any], show: Callable[[str], None]) -> None:
        """Store the findings and show the progress."""
        self.reports = tuple(_report(one) for one in found["reports"])
        self.message, self.stopped = found.get("message"), found.get("stopped")
        self.done = found.get("done", False)
        if "line" in found:
            show(str(found["line"]))


def check_isolated(submission: Submission, bounds: Bounds, show: Callable[[str], None]) -> Checked:
    """Check one target in a separate process; `show` receives progress as one line of text.

    Ctrl-C stops the check at once; the outcome contains the findings so far.
    """
    began = time.monotonic()
    token = secrets.token_hex(16)
    received, interrupted, status = _Received(), False, None
    process = _start(submission, bounds, token)
    lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    readers = _readers(process, lines, received)
    try:
        _listen(process, bounds, token, received, lines, show)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        status = process.poll()
        _kill(process, readers)
    verdict, message = _verdict(received, status, bounds, interrupted=interrupted)
    return Checked(
        submission.target,
        submission.kind,
        verdict,
        time.monotonic() - began,
        received.reports,
        message,
        received.printed.decode(errors="replace").strip(),
        interrupted,
    )


def _start(submission: Submission, bounds: Bounds, token: str) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        python_command("taquin.checks.child"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,  # keeps Ctrl-C away from it; a kill reaches all it started
    )
    assert process.stdin is not None
    with suppress(BrokenPipeError), process.stdin as stdin:
        stdin.write(
            json.dumps({**asdict(submission), **asdict(bounds), "token": token}).encode() + b"\n"
        )
    return process


def _readers(
    process: "subprocess.Popen[bytes]", lines: "queue.SimpleQueue[bytes]", received: _Received
) -> list[threading.Thread]:
    """Threads that read the output of the process, so that it never blocks."""
    readers = [
        threading.Thread(target=_read_lines, args=(process.stdout, lines), daemon=True),
        threading.Thread(target=_read_tail, args=(process.stderr, received), daemon=True),
    ]
    for reader in readers:
        reader.start()
    return readers


def _listen(
    process: "subprocess.Popen[bytes]",
    bounds: Bounds,
    token: str,
    received: _Received,
    lines: "queue.SimpleQueue[bytes]",
    show: Callable[[str], None],
) -> None:
    """Receive findings until they are complete, the process ends or its time is up."""
    end = None if bounds.seconds is None else time.monotonic() + bounds.seconds + _GRACE
    while not received.done:
        left = 0.1 if end is None else min(0.1, end - time.monotonic())
        if left <= 0:
            return
        ended = process.poll() is not None
        try:
            line = lines.get(timeout=left)
        except queue.Empty:
            if ended:
                return
            continue
        found = _found(line, token)
        if found is not None:
            received.update(found, show)


def _read_lines(pipe: IO[bytes], lines: "queue.SimpleQueue[bytes]") -> None:
    with suppress(OSError, ValueError):
        while line := pipe.readline(_LONGEST):
            lines.put(line)


def _read_tail(pipe: IO[bytes], received: _Received) -> None:
    with suppress(OSError, ValueError):
        while some := os.read(pipe.fileno(), 65536):
            received.printed = (received.printed + some)[-_PRINTED:]


def _found(line: bytes, token: str) -> dict[str, Any] | None:
    """The findings in a line; None for a line without the token."""
    try:
        found = json.loads(line)
    except ValueError:
        return None
    return found if isinstance(found, dict) and found.get("token") == token else None


def _report(found: dict[str, Any]) -> Report:
    lists = ("failures", "refused", "notes")
    plain: dict[str, Any] = {
        key: tuple(value) if key in lists else value for key, value in found.items()
    }
    return Report(**plain)


def _kill(process: "subprocess.Popen[bytes]", readers: Sequence[threading.Thread]) -> None:
    """Kill a process and everything it has started, and wait for it."""
    with suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
    for reader, pipe in zip(readers, (process.stdout, process.stderr), strict=True):
        reader.join(timeout=1.0)
        if pipe is not None and not reader.is_alive():  # else something escaped the kill
            pipe.close()


def _verdict(
    received: _Received, status: int | None, bounds: Bounds, *, interrupted: bool
) -> tuple[Verdict | Literal["error"], str | None]:
    """The verdict on the findings received, and a message if there is more to report."""
    verdicts = [report.verdict for report in received.reports]
    message = received.message
    if not received.done:
        message = _how_it_ended(status, bounds, interrupted=interrupted)
        if status is not None and status != -_SIGXCPU and not interrupted:
            return ("refuted" if "refuted" in verdicts else "error"), message
    elif message is not None:
        return "error", message
    if "refuted" in verdicts:
        return "refuted", message
    if received.done and received.stopped is None and "undecided" not in verdicts:
        return "proved", message
    return "undecided", message or received.stopped


_SIGXCPU = int(getattr(signal, "SIGXCPU", 0))


def _how_it_ended(status: int | None, bounds: Bounds, *, interrupted: bool) -> str:
    if interrupted:
        return "interrupted before the check was complete"
    if status is None:
        return (
            f"it did not stop at the time limit of {bounds.seconds:g} s and was killed; its last "
            "findings are shown"
        )
    if status == -_SIGXCPU:
        return f"it used more than {bounds.seconds:g} s of processor time"
    if status < 0:
        return f"its process was killed by {signal.Signals(-status).name}"
    return (
        f"its process exited with status {status} before the check was complete; a submission "
        "must not end the process"
    )
