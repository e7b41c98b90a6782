"""The process in which a submission is loaded and checked; `taquin.checks.isolation` starts it.

It reads one job, a line of JSON, from standard input and writes its findings, one line of JSON per
finding, to the pipe that was its standard output. Before it loads the submission, it moves that
pipe to another descriptor and redirects printing to standard error, so that printed text cannot
corrupt a finding.
"""

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import asdict
from io import TextIOWrapper
from typing import Any

from taquin.checks.algorithms import check_algorithm
from taquin.checks.findings import Report, Tally
from taquin.checks.heuristics import check_heuristic
from taquin.checks.topologies import check_topology
from taquin.ground.errors import OptionError, TaquinError
from taquin.heuristics.base import HEURISTICS
from taquin.puzzle.topology import TOPOLOGIES
from taquin.search.algorithm import ALGORITHMS
from taquin.search.watchdog import Overdue, Watchdog
from taquin.solving.plugins import blame, load_plugin

__all__ = ["main"]

_REGISTRIES: dict[str, Any] = {
    "heuristic": HEURISTICS,
    "algorithm": ALGORITHMS,
    "topology": TOPOLOGIES,
}
# Freed when memory runs out, so that this can still be reported.
_RESERVE = 16_000_000
_TOPOLOGY_SIZES = ((2, 2), (3, 2), (2, 3))
_LARGEST_FILE = 1_000_000_000  # bytes that a submission may write to one file
_MOST_CELLS = 9  # of a board type whose boards are checked one by one, if sizes are given


def main() -> None:
    """Run one job and report its findings."""
    job = json.loads(sys.stdin.buffer.readline())
    stream = _private_pipe()
    _limit(job["memory"], job["seconds"])
    findings = _Findings(stream, job["token"])
    reserve = bytearray(_RESERVE)
    try:
        with Watchdog(job["seconds"]):
            for report in _reports(job, findings.progress):
                findings.reports.append(report)
                findings.tally = None
        findings.send(done=True)
    except Overdue as error:
        place = blame(error)
        at = f", in {place.removesuffix(': Overdue.')}" if place else ""
        findings.stop(f"the time limit of {job['seconds']:g} s was reached{at}")
    except MemoryError:
        del reserve
        findings.stop("the memory limit was reached")
    except TaquinError as error:
        findings.send(done=True, message=str(error))
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        place = blame(error)
        if place is None:
            raise
        findings.send(done=True, message=place)


def _private_pipe() -> TextIOWrapper:
    """Standard output under another descriptor; descriptor 1 and `print` now lead to stderr."""
    private = os.dup(1)
    os.dup2(2, 1)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    return os.fdopen(private, "w", encoding="utf-8")


def _limit(memory: int | None, seconds: float | None) -> None:
    """Let the system enforce the limits on this process, where it can."""
    try:
        import resource
    except ImportError:
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_LARGEST_FILE, _LARGEST_FILE))
    if memory is not None:
        # Unlike AS, DATA does not count memory that is mapped but never written: thread stacks.
        kind = resource.RLIMIT_DATA if sys.platform == "linux" else resource.RLIMIT_AS
        with suppress(ValueError, OSError):
            resource.setrlimit(kind, (memory, memory))
    if seconds is not None and seconds < 1e9:
        most = int(seconds) + 2
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


class _Findings:
    """The findings so far, and the pipe to send them through."""

    def __init__(self, stream: TextIOWrapper, token: str) -> None:
        self._stream, self._token = stream, token
        self.reports: list[Report] = []
        self.tally: Tally | None = None

    def progress(self, tally: Tally) -> None:
        """Send the progress of the check."""
        self.tally = tally
        self.send(line=tally.line)

    def stop(self, why: str) -> None:
        """Send the final findings, with the reason for stopping early."""
        if self.tally is None:
            self.send(done=True, stopped=f"{why}, before the first board")
        else:
            self.reports.append(self.tally.report(f"{why}, at {self.tally.place}"))
            self.tally = None
            self.send(done=True)

    def send(self, **more: object) -> None:
        """Write all findings as one line."""
        reports = [*self.reports]
        if self.tally is not None:
            reports.append(self.tally.report(f"it ended while checking {self.tally.place}"))
        found = {"token": self._token, "reports": [asdict(report) for report in reports], **more}
        self._stream.write(json.dumps(found) + "\n")
        self._stream.flush()


def _reports(job: dict[str, Any], progress: Callable[[Tally], None]) -> Iterator[Report]:
    """Check every name that the job's target refers to."""
    kind, target = job["kind"], job["target"]
    names = [target]
    if target.endswith(".py"):
        loaded = load_plugin(target)
        names = [name for name in loaded if name in _REGISTRIES[kind]]
        if not names:
            raise OptionError(
                f"{target} registers no {kind}; expected at least one to check. It registers: "
                f"{', '.join(loaded)}."
            )
    sizes = None if job["sizes"] is None else [tuple(size) for size in job["sizes"]]
    for name in names:
        match kind:
            case "heuristic" | "algorithm":
                check = check_heuristic if kind == "heuristic" else check_algorithm
                kept = {key: job[key] for key in ("goals", "metrics", "topologies")}
                given = {key: value for key, value in kept.items() if value is not None}
                yield check(name, sizes=sizes, progress=progress, **given)
            case _:
                given = {} if job["goals"] is None else {"goals": job["goals"]}
                if sizes is not None:
                    given["most_cells"] = _MOST_CELLS
                for width, height in sizes or _TOPOLOGY_SIZES:
                    yield check_topology(name, width, height, progress=progress, **given)


if __name__ == "__main__":
    main()
