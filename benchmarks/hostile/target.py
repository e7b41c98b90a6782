"""A server to attack, in folders of its own: its processes, memory, files and log."""

import contextlib
import glob
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import urllib.request
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from taquin.kernels.base.cache import cache_folder

__all__ = ["Target", "Watch"]

LONG = 24 * 3600  # seconds of processor time that no job has
PREPARE = "from taquin.faces.web.process.warm import build_usual_tables as build; build()"
SMALL_TABLE = 4 << 20  # bytes; larger tables are not needed here


class Target:
    """A fresh `taquin serve --public` on loopback.

    Its cache folder is a copy of the user's compiled code and small tables, so that what it gains
    is seen, and goes with the copy.
    """

    def __init__(self, folder: Path) -> None:
        self.temporary, self.cache, self.log = folder / "tmp", folder / "cache", folder / "log"
        self.temporary.mkdir(mode=0o700)
        _copy_cache(self.cache)
        environment = {
            **os.environ,
            "TMPDIR": str(self.temporary),
            "TAQUIN_CACHE": str(self.cache),
        }
        # What the operator's server makes at its start is there before anything is measured.
        subprocess.run([sys.executable, "-P", "-c", PREPARE], env=environment, check=True)
        # What the cache gains is then what visitors cause.
        command = ["serve", "--public", "--host", "127.0.0.1", "--port", "0", "--no-prepare"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "taquin", *command],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
            )
        assert self.process.stdout is not None
        address = self.process.stdout.readline().split("http://")[1].split("/")[0]
        self.host, port = address.split(":")
        self.port = int(port)

    def limits(self) -> dict[str, float]:
        """The limits in force, as the catalogue shows them."""
        with urllib.request.urlopen(f"http://{self.host}:{self.port}/api/catalogue") as answer:
            limits: dict[str, float] = json.load(answer)["limits"]
        return limits

    def processes(self) -> tuple[dict[int, str], list[int]]:
        """The server's own processes with their names, and its jobs' processes."""
        children: dict[int, list[int]] = {}
        for path in glob.glob("/proc/[0-9]*/stat"):
            with contextlib.suppress(OSError), open(path, encoding="utf-8") as stat:
                fields = stat.read().rpartition(")")[2].split()
                children.setdefault(int(fields[1]), []).append(int(path.split("/")[2]))
        own = {self.process.pid: "web"}
        jobs = []
        for server in children.get(self.process.pid, []):
            own[server] = "fork_server"
            for pid in children.get(server, []):
                if _is_bounded(pid):
                    jobs.append(pid)
                else:
                    own[pid] = "reader"
        return own, jobs

    def stop(self) -> int:
        """End it as Ctrl-C does; its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(30)


def _is_bounded(pid: int) -> bool:
    """Whether a forked process has little processor time: it is a job, and not the reader."""
    try:
        limits = Path(f"/proc/{pid}/limits").read_text(encoding="ascii").splitlines()
    except OSError:  # it has ended
        return True
    seconds = next(line.split()[3] for line in limits if line.startswith("Max cpu time"))
    # Between its fork and the setting of its limits it has none.
    return seconds == "unlimited" or int(seconds) < LONG


def _copy_cache(to: Path) -> None:
    """Copy compiled code, and the tables that are small."""

    def large(folder: str, names: list[str]) -> list[str]:
        paths = [Path(folder, name) for name in names]
        return [path.name for path in paths if path.is_file() and path.stat().st_size > SMALL_TABLE]

    if cache_folder().exists():
        shutil.copytree(cache_folder(), to, ignore=large)
    else:
        to.mkdir()
    to.chmod(0o700)


@dataclass
class Watch:
    """The most that a server used; bytes.

    own_memory: what the machine must give to the server's own processes together: private pages and
        shared memory, each page counted once, those that the jobs share with them included.
    memory_of: of each by its name. files_memory: their pages of files, which all processes of the
        machine share and which the system takes back when it needs memory.
    job_memory: of the largest job, with its part of shared pages.
    tables, code: in the cache folder.
    weighed: whether to measure memory, for which the system must scan all pages.
    """

    target: Target
    weighed: bool = True
    own_memory: int = 0
    memory_of: dict[str, int] = field(default_factory=dict)
    files_memory: int = 0
    job_memory: int = 0
    most_jobs: int = 0
    most_connections: int = 0
    temporary: int = 0
    tables: int = 0
    code: int = 0
    _over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self.tables_before, self.code_before = self._stored()
        self._thread = threading.Thread(target=self._run)

    def __enter__(self) -> "Watch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        self._measure_cache()

    def _run(self) -> None:
        for number in itertools.count():
            if self._over.wait(0.25):
                return
            own, jobs = self.target.processes()
            self.most_jobs = max(self.most_jobs, len(jobs))
            self.most_connections = max(self.most_connections, _sockets(self.target.process.pid))
            self.temporary = max(self.temporary, bytes_in(self.target.temporary))
            if number % 8 == 0:  # there are hundreds of files
                self._measure_cache()
            if self.weighed:
                self._weigh(own)
                largest = max((memory_fields(job)["Pss"] for job in jobs), default=0)
                self.job_memory = max(self.job_memory, largest)

    def _weigh(self, own: dict[int, str]) -> None:
        fields = {pid: memory_fields(pid) for pid in own}
        weights = {pid: _private(own[pid], fields[pid]) for pid in own}
        files = sum(each["Pss_File"] for each in fields.values())
        self.files_memory = max(self.files_memory, files)
        self.own_memory = max(self.own_memory, sum(weights.values()))
        for pid, name in own.items():
            self.memory_of[name] = max(self.memory_of.get(name, 0), weights[pid])

    def _measure_cache(self) -> None:
        tables, code = self._stored()
        self.tables, self.code = max(self.tables, tables), max(self.code, code)

    def _stored(self) -> tuple[int, int]:
        """The bytes of the cache folder's tables (and all else), and of its compiled code."""
        code = bytes_in(self.target.cache / "kernels")
        return bytes_in(self.target.cache) - code, code


def bytes_in(folder: Path) -> int:
    """The bytes of all files below a folder."""
    total = 0
    for path in folder.rglob("*"):
        with contextlib.suppress(OSError):  # it may be gone by now
            total += path.lstat().st_size if path.is_file() else 0
    return total


def _sockets(pid: int) -> int:
    """The number of sockets that a process holds; 0 if it has gone."""
    found = 0
    with contextlib.suppress(OSError):
        for name in os.listdir(f"/proc/{pid}/fd"):
            with contextlib.suppress(OSError):
                found += os.readlink(f"/proc/{pid}/fd/{name}").startswith("socket:")
    return found


def memory_fields(pid: int) -> Counter[str]:
    """The fields of /proc/PID/smaps_rollup, in bytes; none if the process has gone."""
    fields: Counter[str] = Counter()
    with (
        contextlib.suppress(OSError),
        open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup,
    ):
        for line in rollup:
            words = line.split()
            if words[-1] == "kB":
                fields[words[0].rstrip(":")] = int(words[1]) * 1024
    return fields


def _private(name: str, fields: Counter[str]) -> int:
    """The bytes that one of the server's processes adds to what the machine must give.

    Forks share most pages with the fork server: it counts in full, and its reader with what it has
    for itself.
    """
    anonymous = {"fork_server": "Anonymous", "reader": "Private_Dirty"}.get(name, "Pss_Anon")
    return fields[anonymous] + fields["Pss_Shmem"]
