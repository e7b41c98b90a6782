"""How soon every compiled search, the table builder and the census respond to Ctrl-C.

    python benchmarks/interrupts.py [--rounds 5]

Prints a line for each task: the minimum, median and maximum milliseconds from the signal to the
end, over rounds with the signal at different times. Everything is compiled before measuring.
"""

import argparse
import os
import random
import signal
import statistics
import threading
import time

from taquin import solve
from taquin.heuristics.patterns.collection import PatternDatabase
from taquin.heuristics.patterns.partition import named_partition
from taquin.heuristics.patterns.place import Place
from taquin.puzzle.puzzle import Puzzle
from taquin.whole.census import census

HARD = "korf100:88"
SEARCHES = {
    "bfs": {}, "bibfs": {}, "ucs": {}, "dfs": {}, "dls depth=60": {"depth": 60},
    "ids duplicates=path": {"duplicates": "path"}, "greedy": {}, "astar": {},
    "astar linear_conflict": {}, "astar walking_distance": {}, "wastar": {"weight": 1.5},
    "idastar manhattan": {}, "idastar linear_conflict": {}, "idastar walking_distance": {},
    "idastar zero": {}, "idastar pdb:5-5-5": {},
}  # fmt: skip


def search(name, options, limit=20.0):
    algorithm, *rest = name.split()
    heuristic = rest[0] if rest and "=" not in rest[0] else None
    solve(HARD, algorithm=algorithm, heuristic=heuristic, options=options, engine="compiled",
          time_limit=limit)  # fmt: skip


def build():
    goal = Puzzle.of(HARD_BOARD).topology
    place = Place(4, 4, goal.neighbors, 0)
    PatternDatabase.build(place, named_partition("7-8", 4, 4)[1])


def count():
    list(census(Puzzle.of("0 1 2 3/4 5 6 7/8 9 10 11", goal="first")))


HARD_BOARD = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4"


def delay(work, after):
    """Seconds from a Ctrl-C, `after` seconds into the task, to its end; None if it ended before."""
    sent = []

    def interrupt():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(after, interrupt)
    timer.start()
    try:
        work()
        ended = time.perf_counter()
    except KeyboardInterrupt:
        ended = time.perf_counter()
    timer.cancel()
    return ended - sent[0] if sent else None


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=5)
    rounds = parser.parse_args().rounds
    rng = random.Random(1)
    works = {name: lambda name=name: search(name, SEARCHES[name]) for name in SEARCHES}
    works |= {"build 8 tiles of 7-8": build, "census 4x3": count}
    print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    for name, options in SEARCHES.items():
        search(name, options, 0.3)  # compiles
    PatternDatabase.build(Place(4, 4, Puzzle.of(HARD_BOARD).topology.neighbors, 0), (1, 2))
    list(census(Puzzle.of("0 1 2/3 4 5/6 7 8", goal="first")))
    for name, work in works.items():
        delays = [delay(work, rng.uniform(0.15, 1.0)) for _ in range(rounds)]
        delays_ms = [1e3 * seconds for seconds in delays if seconds is not None]
        if not delays_ms:
            print(f"{name:<24} ended before the signal", flush=True)
            continue
        least, middle, most = min(delays_ms), statistics.median(delays_ms), max(delays_ms)
        print(
            f"{name:<24} {least:7.1f} {middle:7.1f} {most:7.1f} ms ({len(delays_ms)} of {rounds})",
            flush=True,
        )


if __name__ == "__main__":
    main()
