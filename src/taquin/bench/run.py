"""Runs a suite: one row (a dictionary) per board and contestant, and a header with the setting."""

import hashlib
import os
import platform
import shutil
import signal
import subprocess
from collections.abc import Iterator, Mapping, Set
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import asdict
from datetime import UTC, datetime
from functools import lru_cache
from importlib import metadata
from pathlib import Path
from typing import Any

from taquin.bench.measure import VERSION, Row, run_pair
from taquin.bench.suite import Contestant, Suite, SuiteSettings, SuiteTask
from taquin.cluster.address import Cluster
from taquin.ground.cores import usable_cores, within_cores
from taquin.ground.errors import OptionError
from taquin.ground.interpreters import spawning
from taquin.ground.version import __version__

__all__ = ["ending", "header", "key_of", "origin", "pairs", "run_pairs"]

Pair = tuple[SuiteTask, Contestant]


def header(
    suite: Suite, settings: SuiteSettings, *, workers: int = 1, cluster: Cluster | None = None
) -> Row:
    """The first line of a run: what was measured, by which versions, on which machine."""
    from taquin.bench.peers import PEERS, peer_version

    versions = {"python": platform.python_version(), "taquin": __version__}
    for package in ("numpy", "numba"):
        with suppress(metadata.PackageNotFoundError):
            versions[package] = metadata.version(package)
    if suite.name == "peers":
        versions |= {peer: peer_version(peer) or "missing" for peer in PEERS if peer != "textbook"}
    return {
        "kind": "header",
        "version": VERSION,
        "suite": suite.name,
        "settings": asdict(settings) | {"partitions": list(settings.partitions)},
        "time_limit": suite.time_limit if settings.time_limit is None else settings.time_limit,
        "turn": suite.turn,
        "workers": workers,
        "cluster": None if cluster is None else str(cluster),
        "revision": _revision() or __version__,
        "files": _files(),
        "versions": versions,
        "cpu": _cpu(),
        "cores": usable_cores(),
        "load": _load(),
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
    }


def origin(head: Row) -> Row:
    """The parts of the header that each row repeats, so that logs can be combined."""
    return {name: head[name] for name in ("revision", "files", "versions", "cpu")}


def ending(*, interrupted: bool) -> Row:
    """The last line of a run."""
    return {"kind": "end", "version": VERSION, "interrupted": interrupted, "load": _load()}


def _load() -> list[float] | None:
    """The load average over the last 1, 5 and 15 minutes; None where unknown."""
    try:
        return [round(value, 2) for value in os.getloadavg()]
    except (AttributeError, OSError):
        return None


def _revision() -> str | None:
    """The revision of the repository; None outside one.

    git is asked only about taquin's own sources, because a repository's settings can name programs
    for it to run, and is never taken from the current folder.
    """
    root = Path(__file__).parents[3]
    git = shutil.which("git")
    if git is None or not os.path.isabs(git) or not (root / ".git").exists():
        return None
    try:
        done = subprocess.run(
            [git, "-c", "core.fsmonitor=false", "describe", "--always", "--dirty"],
            cwd=root, capture_output=True, text=True, timeout=10, check=True,
        )  # fmt: skip
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() or None


@lru_cache(maxsize=1)
def _files() -> str:
    """The beginning of a SHA-256 over taquin's Python files, which says which code ran."""
    root, digest = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(root.rglob("*.py")):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _cpu() -> str:
    with suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or platform.machine()


def pairs(suite: Suite, settings: SuiteSettings) -> list[Pair]:
    """Every board with every contestant; contestants take turns of `Suite.turn` boards."""
    tasks = suite.tasks(suite.boards if settings.limit is None else settings.limit, settings)
    contestants = suite.contestants(settings)
    return [
        (task, contestant)
        for first in range(0, len(tasks), suite.turn)
        for contestant in contestants
        for task in tasks[first : first + suite.turn]
        if contestant.deepest is None or task.group is None or task.group <= contestant.deepest
    ]


def key_of(row: Mapping[str, Any]) -> tuple[str, str]:
    """The identity of a row: the names of its board and its contestant."""
    return str(row["instance"]), str(row["contestant"])


def run_pairs(
    chosen: list[Pair],
    suite: str,
    time_limit: float,
    *,
    workers: int = 1,
    done: Set[Any] = frozenset(),
    cluster: Cluster | None = None,
) -> Iterator[Row]:
    """The rows in order, without those whose `key_of` is in `done`.

    workers: processes, at most one for each usable core; they distort each other's times.
    cluster: instead of processes, the workers of a cluster; each row then names its machine's
    processor. Raises KeyboardInterrupt as soon as Ctrl-C ends a search; what was yielded before is
    complete.
    """
    left = [pair for pair in chosen if (pair[0].name, pair[1].name) not in done]
    if cluster is not None:
        from taquin.cluster.tasks import in_order

        _check_shared(left)
        calls = [(*pair, suite, time_limit) for pair in left]
        yield from in_order(cluster, _run_there, calls, _nothing_to_prepare)
        return
    workers = min(within_cores(workers)[0], max(1, len(left)))
    if workers == 1:
        for task, contestant in left:
            yield run_pair(task, contestant, suite, time_limit)
        return
    pool = ProcessPoolExecutor(workers, mp_context=spawning(), initializer=_ignore_interrupt)
    try:
        futures = [pool.submit(run_pair, *pair, suite, time_limit) for pair in left]
        for future in futures:
            yield future.result()
    except BaseException:
        # A running search may take hours: terminate its process instead of waiting for it.
        for process in list((pool._processes or {}).values()):
            process.terminate()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _check_shared(left: list[Pair]) -> None:
    for _, contestant in left:
        if contestant.alone:
            raise OptionError(
                f"{contestant.name} runs in a separate process, which a worker of a cluster may "
                "not start; leave --cluster out."
            )


def _nothing_to_prepare() -> str | None:
    return None


def _run_there(task: SuiteTask, contestant: Contestant, suite: str, time_limit: float) -> Row:
    """`run_pair` in a worker of a cluster."""
    return run_pair(task, contestant, suite, time_limit) | {"cpu": _cpu()}


def _ignore_interrupt() -> None:
    # Ctrl-C reaches the whole process group, but only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
