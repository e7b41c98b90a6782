"""The server under attack: what honest visitors notice, what it uses, and what is left behind.

    python benchmarks/web_hostile.py [--seconds 8] [--only NAME …]
    python benchmarks/web_hostile.py --seconds 60 --only everything

Each attack runs against a fresh `taquin serve --public` on loopback, which counts its visitors by
their addresses: the attackers have 50 (127.1.0.1 to 127.1.0.50), and each honest visitor has one.
Honest visitors fetch a file of the page twenty times a second, post a small board every few seconds
and wait for its solution, and page through a finished trace. `quiet` is no attack: it shows what
the machine itself adds. `everything` is all attacks at once, each from its share of the addresses.

The attackers run in two processes on the same machine as the server and compete with it for the
processor. They therefore run at nice 10, and each connection that floods sends at most 100 requests
per second. On a machine with few cores the figures show the server and its attackers together.

Prints JSON lines: the machine, then the measurements of each attack, as `Measured` describes them.
"""

import argparse
import json
import math
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).parent))

from hostile.crowd import ATTACKS, HOLDING
from hostile.target import Target, Watch, bytes_in

EVERYTHING, QUIET = "everything", "quiet"
NAMES = (QUIET, *ATTACKS, EVERYTHING)
SOURCES = tuple(f"127.1.0.{number}" for number in range(1, 51))
PACE = 100
PROCESSES = 2
SETTLING = 15  # seconds after an attack within which every job must have ended
MEGABYTE = 1e6


@dataclass
class Measured:
    """The measurements of one attack.

    statuses: responses to the attackers, by attack. visits: those of the honest visitors.
    watch: what the server used. limit_mb: the memory limit of a job.
    jobs_after: job processes that were still running when all clients had been gone for some time.
    left_processes, left_files: after the server has ended; files are those of the temporary folder.
    """

    name: str
    seconds: float
    watch: Watch
    limits: dict[str, float]
    statuses: dict[str, dict[str, int]] = field(default_factory=dict)
    visits: dict[str, Any] = field(default_factory=dict)
    jobs_after: int = 0
    temporary_after: int = 0
    log_bytes: int = 0
    left_processes: list[int] = field(default_factory=list)
    left_files: list[str] = field(default_factory=list)
    exit_status: int | None = None

    def as_dict(self) -> dict[str, object]:
        watch, visits = self.watch, self.visits
        return {
            "attack": self.name,
            "seconds": self.seconds,
            "fetches_ms": _spread(visits["fetches"]),
            "failed_fetches": Counter(visits["failed_fetches"]),
            "answers_ms": _spread(visits["answers"]),
            "pages_ms": _spread(visits["pages"]),
            "honest_lost": visits["lost"],
            "honest_refused": visits["refused"],
            "honest_waiting": visits["waiting"],
            "honest_breaks": visits["breaks"],
            "server_mb": _mb(watch.own_memory),
            "server_parts_mb": {name: _mb(most) for name, most in watch.memory_of.items()},
            "server_files_mb": _mb(watch.files_memory),
            "largest_job_mb": _mb(watch.job_memory),
            "job_limit_mb": _mb(self.limits["memory"]),
            "most_jobs": watch.most_jobs,
            "most_connections": watch.most_connections,
            "tables_growth_mb": _mb(watch.tables - watch.tables_before),
            "code_growth_mb": _mb(watch.code - watch.code_before),
            "temporary_mb": _mb(watch.temporary),
            "temporary_after_mb": _mb(self.temporary_after),
            "log_kb": round(self.log_bytes / 1e3, 1),
            "jobs_after": self.jobs_after,
            "left_processes": len(self.left_processes),
            "left_files": len(self.left_files),
            "exit_status": self.exit_status,
            "statuses": self.statuses,
        }


def _mb(number: float) -> float:
    return round(number / MEGABYTE, 1)


def _spread(seconds: list[float]) -> dict[str, float]:
    """Number, median, 95th percentile and maximum, in milliseconds."""
    if not seconds:
        return {"count": 0}
    ordered = sorted(1000 * each for each in seconds)
    return {
        "count": len(ordered),
        "median": round(statistics.median(ordered), 1),
        "p95": round(ordered[math.ceil(0.95 * len(ordered)) - 1], 1),
        "worst": round(ordered[-1], 1),
    }


def attacked(name: str, seconds: float, *, weighed: bool = True) -> Measured:
    """Run one attack against a fresh server, end it with Ctrl-C, and check what is left.

    weighed: also measure memory, for which the system must scan all pages.
    """
    attacks = [] if name == QUIET else list(ATTACKS) if name == EVERYTHING else [name]
    with tempfile.TemporaryDirectory() as folder:
        target = Target(Path(folder))
        measured = Measured(name, seconds, Watch(target, weighed), target.limits())
        try:
            with measured.watch:
                measured.visits, measured.statuses = _visited(target, attacks, seconds)
                measured.jobs_after = _settled(target)
            measured.temporary_after = bytes_in(target.temporary)
            own, jobs = target.processes()
        finally:
            measured.exit_status = target.stop()
        time.sleep(0.5)
        measured.left_processes = [p for p in (*own, *jobs) if os.path.exists(f"/proc/{p}")]
        measured.left_files = os.listdir(target.temporary)
        measured.log_bytes = target.log.stat().st_size
    return measured


def _visited(
    target: Target, attacks: list[str], seconds: float
) -> tuple[dict[str, Any], dict[str, dict[str, int]]]:
    """Send the honest visitors, then the attackers; what became of them."""
    order = {"host": target.host, "port": target.port, "seconds": seconds, "pace": PACE}
    honest = _crowd({**order, "kind": "honest", "patience": 60})
    crowds = [honest]
    try:
        assert "ready" in json.loads(_line(honest))
        shares = _shares(attacks)
        for part in range(min(PROCESSES, len(attacks))):
            names = attacks[part::PROCESSES]
            crowds.append(_crowd({**order, "kind": "hostile", "attacks": names, "sources": shares}))
        statuses: dict[str, dict[str, int]] = {}
        for crowd in crowds[1:]:
            statuses |= json.loads(_line(crowd))
        return json.loads(_line(honest)), statuses
    finally:
        for crowd in crowds:
            crowd.kill()
            crowd.wait()


def _shares(attacks: list[str]) -> dict[str, list[str]]:
    """The addresses of each attack."""
    seats = [*attacks, *(2 * [name for name in attacks if name in HOLDING])] * len(SOURCES)
    shares: dict[str, list[str]] = {name: [] for name in attacks}
    for source, name in zip(SOURCES, seats, strict=False):
        shares[name].append(source)
    return shares


def _crowd(order: dict[str, Any]) -> "subprocess.Popen[str]":
    crowd = subprocess.Popen(
        [sys.executable, "-m", "hostile.crowd"],
        cwd=Path(__file__).parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    _pipe(crowd.stdin).write(json.dumps(order) + "\n")
    _pipe(crowd.stdin).flush()
    return crowd


def _line(crowd: "subprocess.Popen[str]") -> str:
    return _pipe(crowd.stdout).readline()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def _settled(target: Target) -> int:
    """Wait until no job runs any more; the number of those that still do after 15 s."""
    deadline = time.monotonic() + SETTLING
    while (jobs := target.processes()[1]) and time.monotonic() < deadline:
        time.sleep(0.1)
    return len(jobs)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--only", nargs="+", choices=NAMES, default=list(NAMES))
    options = parser.parse_args()
    print(json.dumps({"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}))
    for name in options.only:
        print(json.dumps(attacked(name, options.seconds).as_dict()), flush=True)


if __name__ == "__main__":
    main()
