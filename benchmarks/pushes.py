"""The 15-puzzle in multi-tile moves: Korf's hundred, and the antipodes.

    python benchmarks/pushes.py [--build] [--boards 1-100] [--antipodes 1-16] [--workers 2]

Prints the seconds that building the table takes, then, for each set of boards, the seconds of all
and of the worst, the nodes, and whether the lengths are the known ones. Seconds are given twice, of
the clock and of the processor, because other programs slow the first down; the load is printed too.

--build: build the table again, in memory.   --boards: 1 … 100 by default, or 1,17,36.
--antipodes: of the sixteen boards that need 43 pushes, none by default.   --workers: threads.
"""

import argparse
import os
import time
from importlib import resources

from taquin.heuristics.patterns.relabelled import open_table
from taquin.heuristics.patterns.relabelled_table import RelabelledTable, built
from taquin.puzzle.instances import instance
from taquin.solving.question.reading import read_request
from taquin.solving.runner import answer


def known_lengths() -> dict[int, int]:
    """The optimal lengths of Korf's boards in pushes."""
    text = (resources.files("taquin.data") / "korf100_mtm.txt").read_text("utf-8")
    rows = [line.split("|") for line in text.splitlines() if line and not line.startswith("#")]
    return {int(number): int(length) for number, length in rows}


def numbers(text: str) -> list[int]:
    """The numbers that a text such as 1,17,36 or 1-100 names."""
    first, dash, last = text.partition("-")
    if dash:
        return list(range(int(first), int(last) + 1))
    return [int(part) for part in text.split(",") if part]


def clocks() -> tuple[float, float]:
    """Seconds of the clock and of the processor."""
    return time.perf_counter(), time.process_time()


def measure(what: str, names: list[tuple[str, int]], workers: int) -> None:
    """Solve some boards of known lengths, and print the seconds."""
    nodes, worst, total, spent = 0, (0.0, ""), 0.0, 0.0
    for name, length in names:
        request = read_request(instance(name), metric="mtm", workers=workers)
        began = clocks()
        result = answer(request)
        wall, processor = (now - then for now, then in zip(clocks(), began, strict=True))
        if result.cost != length or not result.optimal:
            raise SystemExit(f"{name}: {result.cost}, not {length}")
        nodes, total, spent = nodes + result.stats.generated, total + wall, spent + processor
        worst = max(worst, (processor, name))
        if what == "antipodes":
            print(f"  {name}: {wall:.1f} s, processor {processor:.1f} s, "
                  f"{result.stats.generated:,} generated", flush=True)  # fmt: skip
    load = os.getloadavg()[0]
    print(f"{what}: {len(names)} boards proved, {total:.1f} s, processor {spent:.1f} s; worst "
          f"{worst[0]:.2f} s of the processor ({worst[1]}); {nodes:,} generated; "
          f"workers {workers}, load {load:.1f}", flush=True)  # fmt: skip


def main() -> None:
    """Run what the options name."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--boards", default="1-100")
    parser.add_argument("--antipodes", default="")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    table = RelabelledTable(4, 4, 0)
    if given.build:
        built(RelabelledTable(3, 3, 0))  # compiles
        began = clocks()
        built(table)
        wall, processor = (now - then for now, then in zip(clocks(), began, strict=True))
        print(f"built in {wall:.1f} s, processor {processor:.1f} s, load {os.getloadavg()[0]:.1f}")
    print(f"table: {open_table(table).nbytes:,} bytes")
    boards = numbers(given.boards)
    if boards:
        answer(read_request(instance("korf100:1"), metric="mtm"))  # compiles
        lengths = known_lengths()
        measure("korf100", [(f"korf100:{n}", lengths[n]) for n in boards], given.workers)
    antipodes = numbers(given.antipodes)
    if antipodes:
        measure("antipodes", [(f"mtm_antipodes:{n}", 43) for n in antipodes], given.workers)


if __name__ == "__main__":
    main()
