"""The server under attack: the effect on other clients, and what is left behind.

    python benchmarks/web_hostile.py [--seconds 8] [--only NAME …]

Each attack runs against a fresh `taquin serve` while the page's script is fetched twenty times a
second. Prints JSON lines: the machine, then for each attack the response statuses, the median, 95th
percentile and maximum time of a fetch in milliseconds, the peak memory of the server and all its
processes in MB, and how many processes and temporary files were left after it ended. `quiet` is no
attack: it shows what the machine itself adds to a fetch.
"""

import argparse
import contextlib
import glob
import http.client
import json
import os
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

WORST = [f"antipodes:{number}" for number in range(1, 11)]
TWENTY = " ".join(map(str, [*range(399, 2, -1), 1, 2, 0]))


@dataclass
class Measured:
    """The measurements of one attack."""

    name: str
    statuses: Counter[str] = field(default_factory=Counter)
    fetches: list[float] = field(default_factory=list)
    failed_fetches: int = 0
    memory: int = 0
    processes: int = 0
    left_processes: list[int] = field(default_factory=list)
    left_files: list[str] = field(default_factory=list)
    exit_status: int | None = None

    def as_dict(self) -> dict[str, object]:
        fetches = sorted(self.fetches)
        return {
            "attack": self.name,
            "statuses": dict(self.statuses),
            "fetches": len(fetches),
            "failed_fetches": self.failed_fetches,
            "median_ms": round(1000 * statistics.median(fetches), 1),
            "p95_ms": round(1000 * fetches[int(0.95 * (len(fetches) - 1))], 1),
            "worst_ms": round(1000 * fetches[-1], 1),
            "memory_mb": round(self.memory / 1e6),
            "most_processes": self.processes,
            "left_processes": len(self.left_processes),
            "left_files": len(self.left_files),
            "exit_status": self.exit_status,
        }


class Target:
    """A fresh server, and requests to it."""

    def __init__(self, folder: str) -> None:
        command = [sys.executable, "-m", "taquin", "serve", "--port", "0"]
        environment = {**os.environ, "TMPDIR": folder}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        assert self.process.stdout is not None
        address = self.process.stdout.readline().split("http://")[1].split("/")[0]
        self.host, port = address.split(":")
        self.port = int(port)

    def request(self, method: str, path: str, body: bytes | None = None) -> tuple[int, bytes]:
        connection = http.client.HTTPConnection(self.host, self.port, timeout=30)
        try:
            connection.request(method, path, body, {"content-type": "application/json"})
            answer = connection.getresponse()
            return answer.status, answer.read()
        finally:
            connection.close()

    def post(self, client: str, **fields: object) -> tuple[int, bytes]:
        body = json.dumps({"client": client, "kind": "solve", **fields}).encode()
        return self.request("POST", "/api/jobs", body)

    def connect(self) -> socket.socket:
        return socket.create_connection((self.host, self.port), timeout=30)

    def stream(self, client: str) -> socket.socket:
        """Open an event stream that nobody reads."""
        connection = self.connect()
        head = f"GET /api/events?client={client} HTTP/1.1\r\nHost: {self.host}\r\n\r\n"
        connection.sendall(head.encode())
        return connection

    def jobs(self) -> int:
        """The number of running searches: processes below the server and its fork server."""
        return len(self.descendants()) - 2

    def descendants(self) -> list[int]:
        """The server and every process below it."""
        parents = {}
        for path in glob.glob("/proc/[0-9]*/stat"):
            with contextlib.suppress(OSError), open(path, encoding="utf-8") as stat:
                fields = stat.read().rpartition(")")[2].split()
                parents[int(path.split("/")[2])] = int(fields[1])
        found = [self.process.pid]
        for pid in found:
            found += [child for child, parent in parents.items() if parent == pid]
        return found


Attack = Callable[[Target, Measured, float], None]


def quiet(target: Target, measured: Measured, seconds: float) -> None:
    """No attack."""
    time.sleep(seconds)


def worst_boards(target: Target, measured: Measured, seconds: float) -> None:
    """Ten 15-puzzles at distance 80 by A*, each from a different client that listens."""
    streams = [target.stream(f"worst-{n:04}") for n in range(10)]
    for n, board in enumerate(WORST):
        search = {"algorithm": "astar", "heuristic": "manhattan"}
        measured.statuses[str(target.post(f"worst-{n:04}", board=board, **search)[0])] += 1
    time.sleep(seconds)
    for stream in streams:
        stream.close()


def large_boards(target: Target, measured: Measured, seconds: float) -> None:
    """20x20 boards for A*, beam and traces, which take the most memory per node."""
    streams = [target.stream(f"large-{n:04}") for n in range(6)]
    for n, search in enumerate(
        [
            {"algorithm": "astar"},
            {"algorithm": "bfs"},
            {"algorithm": "beam", "options": {"width": 10_000_000}},
            {"algorithm": "greedy", "heuristic": "max:manhattan,linear_conflict"},
            {"kind": "trace", "algorithm": "astar", "cap": 100},
            {"algorithm": "mm", "heuristic": "walking_distance"},
        ]
    ):
        status, _ = target.post(f"large-{n:04}", board=TWENTY, time_limit=600, **search)
        measured.statuses[str(status)] += 1
    time.sleep(seconds)
    for stream in streams:
        stream.close()


def flood(target: Target, measured: Measured, seconds: float) -> None:
    """As many requests as consecutive connections can send, each from a new client."""
    deadline, number = time.monotonic() + seconds, 0
    while time.monotonic() < deadline:
        number += 1
        status, _ = target.post(f"flood-{number:06}", board="antipodes:1", algorithm="bfs")
        measured.statuses[str(status)] += 1


def large_bodies(target: Target, measured: Measured, seconds: float) -> None:
    """Bodies of 10 MB, announced and unannounced (chunked)."""
    deadline = time.monotonic() + seconds
    piece = b"10000\r\n" + b"x" * 65536 + b"\r\n"
    while time.monotonic() < deadline:
        with target.connect() as connection:
            head = f"POST /api/jobs HTTP/1.1\r\nHost: {target.host}\r\n"
            announced = f"{head}Content-Length: 10000000\r\n\r\n".encode()
            measured.statuses[_poured(connection, announced, b"x" * 65536)] += 1
        with target.connect() as connection:
            chunked = f"{head}Transfer-Encoding: chunked\r\n\r\n".encode()
            measured.statuses[_poured(connection, chunked, piece)] += 1


def _poured(connection: socket.socket, head: bytes, piece: bytes) -> str:
    """Send 10 MB in pieces, or as much as the server accepts; returns the status."""
    with contextlib.suppress(ConnectionError):
        connection.sendall(head)
        for _ in range(152):
            connection.sendall(piece)
    with contextlib.suppress(ConnectionError):
        return connection.recv(4096).split()[1].decode()
    return "closed"


def slow_clients(target: Target, measured: Measured, seconds: float) -> None:
    """Heads and bodies that trickle, and streams of running jobs that nobody reads."""
    head = f"POST /api/jobs HTTP/1.1\r\nHost: {target.host}\r\n"
    slow = []
    for n in range(100):
        connection = target.connect()
        connection.sendall(
            head.encode() if n % 2 else f"{head}Content-Length: 100\r\n\r\n".encode()
        )
        slow.append(connection)
    streams = [target.stream(f"slow-{n:05}") for n in range(20)]
    rows = [{"algorithm": "idastar", "heuristic": "manhattan"}] * 2
    job = {"kind": "compare", "board": "korf24:1", "rows": rows, "time_limit": seconds}
    for n in range(2):
        status, _ = target.post(f"slow-{n:05}", **job)
        measured.statuses[str(status)] += 1
    deadline = time.monotonic() + max(seconds, 14)
    while time.monotonic() < deadline:
        for connection in slow:
            with contextlib.suppress(OSError):
                connection.send(b"x")
        time.sleep(1)
    for connection in slow:
        connection.settimeout(2)
        try:
            answer = connection.recv(4096)
        except ConnectionError:
            answer = b""
        except TimeoutError:
            measured.statuses["still open"] += 1
            continue
        measured.statuses[answer.split()[1].decode() if answer else "closed"] += 1
    for connection in (*slow, *streams):
        connection.close()


def disconnects(target: Target, measured: Measured, seconds: float) -> None:
    """Clients that start large searches and disconnect; all searches must end within seconds."""
    for n in range(10):
        stream = target.stream(f"gone-{n:05}")
        status, _ = target.post(f"gone-{n:05}", board="korf24:1", algorithm="idastar")
        measured.statuses[str(status)] += 1
        stream.close()
    deadline = time.monotonic() + max(seconds, 30)
    # Their processes start shortly after the responses.
    while not (begun := target.jobs()) and time.monotonic() < deadline:
        time.sleep(0.02)
    while (running := target.jobs()) and time.monotonic() < deadline:
        time.sleep(0.1)
    measured.statuses["begun"] = min(begun, 1)
    measured.statuses["still running"] = running


ATTACKS: dict[str, Attack] = {
    "quiet": quiet,
    "worst_boards": worst_boards,
    "large_boards": large_boards,
    "flood": flood,
    "large_bodies": large_bodies,
    "slow_clients": slow_clients,
    "disconnects": disconnects,
}


@contextlib.contextmanager
def watched(target: Target, measured: Measured, weighed: bool) -> Iterator[None]:
    """Meanwhile fetch a file twenty times a second; count processes and memory ten times."""
    over = threading.Event()

    def fetch() -> None:
        while not over.wait(0.05):
            began = time.perf_counter()
            status, _ = target.request("GET", "/board.js")
            measured.fetches.append(time.perf_counter() - began)
            measured.failed_fetches += status != 200

    def count() -> None:
        while not over.wait(0.1):
            pids = target.descendants()
            measured.processes = max(measured.processes, len(pids))
            if weighed:
                measured.memory = max(measured.memory, sum(map(proportional_bytes, pids)))

    threads = [threading.Thread(target=fetch), threading.Thread(target=count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join()


def proportional_bytes(pid: int) -> int:
    """The memory of a process, with shared pages divided among their users."""
    try:
        with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as rollup:
            lines = [line.split() for line in rollup]
    except OSError:
        return 0
    return next((int(line[1]) * 1024 for line in lines if line[0] == "Pss:"), 0)


def attacked(name: str, seconds: float, *, weighed: bool = True) -> Measured:
    """Run one attack against a fresh server, end it with Ctrl-C, and check what is left.

    weighed: also measure memory, for which the system must scan all pages.
    """
    with tempfile.TemporaryDirectory() as folder:
        measured, target = Measured(name), Target(folder)
        try:
            with watched(target, measured, weighed):
                ATTACKS[name](target, measured, seconds)
            pids = target.descendants()
        finally:
            target.process.send_signal(signal.SIGINT)
            measured.exit_status = target.process.wait(30)
        time.sleep(0.5)
        measured.left_processes = [pid for pid in pids if os.path.exists(f"/proc/{pid}")]
        measured.left_files = os.listdir(folder)
    return measured


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=8)
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    options = parser.parse_args()
    print(json.dumps({"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}))
    for name in options.only:
        print(json.dumps(attacked(name, options.seconds).as_dict()), flush=True)


if __name__ == "__main__":
    main()
