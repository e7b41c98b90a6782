"""How soon the server responds: solving, cancelling, the first load of the page.

    python benchmarks/web_latency.py [--boards 100] [--seed 1]

Prints JSON lines: the machine; seconds from posting a random 15-puzzle, solved optimally by
default, to the `done` event, next to the seconds of the search itself; the same for the command in
a fresh process, for five of the boards; from DELETE to its response and to the `cancelled` event;
from a request for part of a trace to its lines; requests and compressed bytes of the page's first
load by a browser without a cache.
"""

import argparse
import gzip
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urljoin

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from page_support import started
from taquin import scramble
from web_client import Client, Stream


def summary(seconds: list[float]) -> dict[str, float]:
    """The summary of these times, in milliseconds."""
    ordered = sorted(1000 * value for value in seconds)
    return {
        "median_ms": round(statistics.median(ordered), 1),
        "p95_ms": round(ordered[int(0.95 * (len(ordered) - 1))], 1),
        "worst_ms": round(ordered[-1], 1),
    }


def solves(client: Client, stream: Stream, boards: list[str]) -> None:
    waited, searched = [], []
    for board in boards:
        began = time.perf_counter()
        client.start("solve", board=board)
        result = stream.until("done")[-1].data["result"]
        waited.append(time.perf_counter() - began)
        searched.append(result["seconds"]["search"])
        assert result["optimal"]
    print(json.dumps({"what": "solve, 4x4", "boards": len(boards), **summary(waited)}))
    print(json.dumps({"what": "search alone", **summary(searched)}))
    fresh = []
    for board in boards[:5]:
        began = time.perf_counter()
        command = [sys.executable, "-m", "taquin", "solve", board, "--format", "json"]
        subprocess.run(command, check=True, capture_output=True)
        fresh.append(time.perf_counter() - began)
    print(json.dumps({"what": "solve, 4x4, by a fresh process", "boards": 5, **summary(fresh)}))


def cancels(client: Client, stream: Stream) -> None:
    answered, cancelled = [], []
    for _ in range(10):
        search = {"algorithm": "idastar", "heuristic": "manhattan"}
        job = client.start("solve", board="korf24:1", **search)
        stream.until("progress")
        began = time.perf_counter()
        assert client.ask("DELETE", f"/api/jobs/{job}").status == 204
        answered.append(time.perf_counter() - began)
        stream.until("cancelled")
        cancelled.append(time.perf_counter() - began)
    print(json.dumps({"what": "DELETE to its response", **summary(answered)}))
    print(json.dumps({"what": "DELETE to the cancelled event", **summary(cancelled)}))


def traces(client: Client, stream: Stream) -> None:
    job = client.start("trace", board="702853614", goal="first", algorithm="astar", cap=20)
    total = stream.until("done")[-1].data["result"]["trace_lines"]
    read = []
    for start in range(0, min(total, 2500), 500):
        began = time.perf_counter()
        client.get(f"/api/jobs/{job}/trace?start={start}&count=500")
        read.append(time.perf_counter() - began)
    print(json.dumps({"what": "500 lines of a trace", "lines": total, **summary(read)}))


def first_load(client: Client) -> None:
    """index.html and all static imports, but not dynamic imports on first use."""
    queue, loaded = ["/"], {}
    while queue:
        path = queue.pop()
        if path in loaded:
            continue
        answer = client.get(path, accept_encoding="gzip")
        body = answer.body
        loaded[path] = len(body)
        if answer.headers.get("content-encoding") == "gzip":
            body = gzip.decompress(body)
        text = body.decode("utf-8", "replace")
        if path == "/":
            queue += ["/" + name for name in re.findall(r'(?:src|href)="([\w./-]+)"', text)]
        elif path.endswith(".js"):
            found = re.findall(r'^(?:import|export)\b[^;]*?"(\.[\w./-]+)"', text, re.MULTILINE)
            queue += [urljoin(path, name) for name in found]
    print(
        json.dumps({"what": "first load", "requests": len(loaded), "bytes": sum(loaded.values())})
    )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--boards", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(json.dumps({"cores": os.cpu_count(), "load": round(os.getloadavg()[0], 1)}))
    rng = random.Random(options.seed)
    boards = [scramble(4, 4, rng=rng).text for _ in range(options.boards)]
    server = started()
    try:
        client = Client(server.url, "latency-client")
        first_load(client)
        stream = client.stream()
        client.start("solve", board="korf100:1")  # the first may compile
        stream.until("done")
        solves(client, stream, boards)
        cancels(client, stream)
        traces(client, stream)
        stream.close()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
