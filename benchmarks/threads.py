"""Korf's hundred by one thread and by several, beside each other: the ratio of wall-clock times.

    python benchmarks/threads.py [--partition 7-8] [--threads 2] [--rounds 5]

Kernels release the interpreter's lock, so two threads on two cores should need little more than
half the time; what is lost goes into preparing and replaying each answer, which is Python.
"""

import argparse
import statistics
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from taquin import solve


def answer(heuristic: str, number: int) -> tuple[int | None, int]:
    result = solve(f"korf100:{number}", algorithm="idastar", heuristic=heuristic)
    return result.cost, result.stats.expanded


def timed(work: Callable[[], object]) -> tuple[float, object]:
    began = time.perf_counter()
    value = work()
    return time.perf_counter() - began, value


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--partition", default="6-6-3")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    one = partial(answer, f"pdb:{given.partition}")
    one(1)  # tables opened, kernel loaded
    ratios = []
    with ThreadPoolExecutor(given.threads) as pool:
        for _ in range(given.rounds):
            alone, expected = timed(lambda: [one(number) for number in range(1, 101)])
            shared, found = timed(lambda: list(pool.map(one, range(1, 101))))
            assert found == expected
            ratios.append(shared / alone)
            print(f"one thread {alone:.2f} s, {given.threads} threads {shared:.2f} s")
    print(f"{given.threads} threads take {statistics.median(ratios):.2f} of the time (median)")


if __name__ == "__main__":
    main()
