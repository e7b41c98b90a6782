"""Splitting one hard board over several threads: the seventeen 15-puzzles at distance 80.

    python benchmarks/workers.py [--workers 1 2] [--partition 7-8] [--rounds 3] [--boards FILE]

Prints JSON lines: the machine, then wall-clock and processor seconds of the best round for each
number of workers, with rounds taken in turn so that machine load affects all alike. `solved` covers
the whole search; `proof` excludes the last contour, which ends at the first solution found, a
matter of luck, so its times compare equal work.
"""

import argparse
import json
import os
import time
from importlib.resources import files
from pathlib import Path

from korf100_pdb import NEIGHBORS, instances

from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.partition import canonicalise, named_partition
from taquin.kernels.base.cache import cache_folder
from taquin.kernels.searches.ida_star_pdb import blank_frames, ida_star_pdb


def timed(collection, boards, lengths, frames, workers):
    """Wall-clock and processor seconds of one round, and the expansions of completed contours."""
    wall, cpu = time.perf_counter(), time.process_time()
    found = [ida_star_pdb(collection, board, workers=workers, frames=frames) for board in boards]
    spent = time.perf_counter() - wall, time.process_time() - cpu
    assert [outcome.cost for outcome in found] == lengths, "not optimal"
    return *spent, sum(count for outcome in found for _, count in outcome.contours[:-1])


def proof(collection, boards, frames, workers, counts):
    """The same, but stops each board after the expansions of its completed contours."""
    wall, cpu = time.perf_counter(), time.process_time()
    for board, count in zip(boards, counts, strict=True):
        ida_star_pdb(collection, board, workers=workers, frames=frames, max_expanded=count)
    return time.perf_counter() - wall, time.process_time() - cpu


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--partition", default="7-8")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path, default=cache_folder() / "tables")
    default = Path(str(files("taquin") / "data" / "fifteen_antipodes.txt"))
    parser.add_argument("--boards", type=Path, default=default)
    options = parser.parse_args()
    partition = named_partition(options.partition, 4, 4)
    collection = PatternCollection.load_or_build(
        4, 4, NEIGHBORS, 0, partition, folder=options.folder
    )
    canonical = canonicalise((*range(1, 16), 0), 4, 4, NEIGHBORS)
    boards, lengths = zip(*instances(options.boards), strict=True)
    boards = [canonical.board(board) for board in boards]
    frames = blank_frames(collection.search_tables())
    print(json.dumps({"cores": os.cpu_count(), "load": os.getloadavg()[0],
                      "partition": options.partition, "boards": len(boards),
                      "rounds": options.rounds}))  # fmt: skip
    counts = [
        sum(count for _, count in ida_star_pdb(collection, board, frames=frames).contours[:-1])
        for board in boards
    ]
    best: dict[tuple[str, int], tuple[float, float]] = {}
    for _ in range(options.rounds):
        for workers in options.workers:
            *seconds, completed = timed(collection, boards, list(lengths), frames, workers)
            assert completed == sum(counts), "workers changed a completed contour"
            rounds = {
                "solved": tuple(seconds),
                "proof": proof(collection, boards, frames, workers, counts),
            }
            for what, now in rounds.items():
                best[what, workers] = min(best.get((what, workers), now), now)
    for (what, workers), (wall, cpu) in sorted(best.items()):
        print(json.dumps({"what": what, "workers": workers, "wall_s": round(wall, 3),
                          "cpu_s": round(cpu, 3)}))  # fmt: skip


if __name__ == "__main__":
    main()
