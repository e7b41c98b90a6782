"""Many 15-puzzles at once against board by board, on one core and on all.

    python benchmarks/side_by_side.py [--partition 7-8] [--rounds 5] [--command 500]

Korf's hundred, in turn side by side and one by one, then both in groups of twenty, of which the
least times are added up: on a busy machine a short run is undisturbed more often. Prints processor
seconds of the searches, the least of the rounds, and checks that costs and completed contours are
equal. Then Korf's hundred as `taquin batch` searches them, by one thread and by one for each core,
in wall-clock seconds.

--command N: the whole command `taquin batch` on N random boards, and on one of them, which is what
starting costs; wall-clock and processor seconds of both, the least of the rounds, and their
differences.
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import wait
from contextlib import ExitStack
from pathlib import Path

from korf100_pdb import NEIGHBORS, random_boards

from taquin.ground.cores import usable_cores
from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.partition import named_partition
from taquin.kernels.base.cache import cache_folder
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb
from taquin.kernels.searches.side_by_side import (
    BOARDS,
    blank_boards,
    enter,
    outcome,
    pair_tables,
    run,
)
from taquin.puzzle.instances import instance
from taquin.solving.engines.flight import Flight


def side_by_side(tables, cells):
    """The outcomes of all boards, in order."""
    boards, found, entered = blank_boards(tables), [], 0
    while len(found) < len(cells):
        while entered < len(cells) and entered - len(found) < BOARDS:
            enter(boards, bytes(cells[entered]))
            entered += 1
        run(tables, boards, 100_000, more=entered < len(cells) and entered - len(found) < BOARDS)
        while len(found) < entered and (one := outcome(boards, len(found))) is not None:
            found.append(one)
    return found


def compare(collection, groups, rounds):
    """Print the processor seconds of both, and check that they agree."""
    given = collection.search_tables()
    tables, frames = pair_tables(given), blank_frames(given)
    ways = {
        "side by side": lambda cells: side_by_side(tables, cells),
        "one by one": lambda cells: [ida_star_pdb(collection, c, frames=frames) for c in cells],
    }
    least, found = {}, {}
    for _ in range(rounds):
        for number, cells in enumerate(groups):
            for way, solve in ways.items():
                began = time.thread_time()
                found[way, number] = solve(cells)
                spent = time.thread_time() - began
                least[way, number] = min(spent, least.get((way, number), spent))
    for number in range(len(groups)):
        for one, other in zip(*(found[way, number] for way in ways), strict=True):
            assert len(one.moves) == other.cost == one.bound
            assert one.contours[:-1] == other.contours[:-1]
    for way in ways:
        seconds = sum(least[way, number] for number in range(len(groups)))
        expanded = sum(o.expanded for number in range(len(groups)) for o in found[way, number])
        print(
            f"  {way}: {seconds:.3f} s, {expanded:,} expansions, "
            f"{seconds / expanded * 1e9:.0f} ns each"
        )


def threads(tables, boards, costs, rounds):
    """Print the wall-clock seconds of a batch's search, by one thread and by all cores."""
    counts = sorted({1, usable_cores()})
    flights = {count: Flight(tables, count) for count in counts}
    least = {}
    with ExitStack() as stack:
        for flight in flights.values():
            stack.callback(flight.end)
            flight.begin()
        for _ in range(rounds):
            for count, flight in flights.items():
                began = time.perf_counter()
                outcomes = [flight.enter(bytes(board)) for board in boards]
                wait(outcomes)
                spent = time.perf_counter() - began
                assert [outcome.result().bound for outcome in outcomes] == costs
                least[count] = min(spent, least.get(count, spent))
    for count in counts:
        print(f"  threads: {count}: {least[count]:.3f} s")


def command(count, rounds):
    """Print the seconds of `taquin batch` for `count` boards and for one."""
    wall, processor = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        for boards in (1, count) * (rounds + 1):
            file = Path(folder) / "boards.txt"
            lines = [" ".join(map(str, board)) for board in random_boards(count, 15)[:boards]]
            file.write_text("\n".join(lines))
            before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            with open(os.devnull, "w") as nowhere:
                given = ["batch", str(file), "--goal", "first"]
                subprocess.run([sys.executable, "-m", "taquin", *given], stdout=nowhere, check=True)
            spent = time.perf_counter() - began
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            wall[boards] = min(spent, wall.get(boards, spent))
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            processor[boards] = min(spent, processor.get(boards, spent))
    print(f"taquin batch, {count} boards:")
    for kind, least in {"wall-clock": wall, "processor": processor}.items():
        print(
            f"  {kind}: {least[count]:.2f} s; 1 board: {least[1]:.2f} s; "
            f"difference {least[count] - least[1]:.2f} s"
        )


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--partition", default="7-8")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--command", type=int, default=0, metavar="N")
    options = parser.parse_args()
    collection = PatternCollection.load_or_build(
        *(4, 4, NEIGHBORS, 0, named_partition(options.partition, 4, 4)),
        folder=cache_folder("tables"),
    )
    boards = [instance(f"korf100:{number}").board.cells for number in range(1, 101)]
    print(f"Korf's hundred, {options.partition}, processor seconds:")
    compare(collection, [boards], options.rounds)
    print("in groups of twenty:")
    groups = [boards[first : first + 20] for first in range(0, 100, 20)]
    compare(collection, groups, options.rounds)
    print("Korf's hundred as a batch, wall-clock seconds:")
    costs = [instance(f"korf100:{number}").optimal for number in range(1, 101)]
    threads(pair_tables(collection.search_tables()), boards, costs, options.rounds)
    if options.command:
        command(options.command, options.rounds)


if __name__ == "__main__":
    main()
