"""Whole spaces: 3x3 distance tables and the census of 12 cells, compared with plain Python.

    python benchmarks/census.py                  3x3 and 12 cells, best of 3
    python benchmarks/census.py --torus          also the 4x3 torus, 479,001,600 states

Prints one JSON object per line. Counts of 12 cells are compared with the published census.
"""

import argparse
import json
import resource
import time
from pathlib import Path

import numpy as np

from taquin.kernels.searches import whole_space as space
from taquin.puzzle.puzzle import Puzzle
from taquin.whole.distance_table import DistanceTable


def board_type(width, height, *, torus=False):
    table = np.full((width * height, 4), 0xFF, np.uint8)
    for cell in range(width * height):
        row, column = divmod(cell, width)
        for move, (down, right) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
            r, c = row + down, column + right
            if torus:
                r, c = r % height, c % width
            if 0 <= r < height and 0 <= c < width:
                table[cell, move] = r * width + c
    return table


def known(width, height, metric):
    text = (Path(__file__).parents[1] / "tests/data/depth_distributions.csv").read_text("utf-8")
    wanted = [str(width), str(height), metric.upper(), "corner"]
    rows = (line.split(",") for line in text.splitlines() if line and line[0] != "#")
    return [int(row[5]) for row in rows if row[:4] == wanted]


def plain(neighbors, goal):
    """Breadth-first search with tuples and a dictionary."""
    near = [[int(c) for c in row if c != 0xFF] for row in neighbors]
    depth = {goal: 0}
    for board in (queue := [goal]):
        blank = board.index(0)
        for cell in near[blank]:
            child = list(board)
            child[blank], child[cell] = child[cell], 0
            if (key := tuple(child)) not in depth:
                depth[key] = depth[board] + 1
                queue.append(key)
    return depth


def best(rounds, work):
    """((elapsed seconds, processor seconds of all threads) of the fastest round, result)."""
    times = []
    for _ in range(rounds):
        begin = time.perf_counter(), time.process_time()
        result = work()
        times.append((time.perf_counter() - begin[0], time.process_time() - begin[1]))
    return min(times), result


def show(what, seconds, states, **more):
    line = {"what": what, "seconds": round(seconds[0], 5), "states": states}
    line["processor seconds"] = round(seconds[1], 5)
    line["M states/s"] = round(states / seconds[0] / 1e6, 1)
    line["peak MiB"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(json.dumps(line | more), flush=True)


def tables_of_3x3(rounds):
    for metric in ("stm", "mtm"):
        puzzle = Puzzle.of("123456780", metric=metric)
        fast, table = best(rounds, lambda puzzle=puzzle: DistanceTable(puzzle))
        states = sum(map(table.count, range(table.farthest + 1)))
        show(f"3x3 {metric.upper()} distances", fast, states, farthest=table.farthest)
        if metric == "stm":
            slow, reference = best(1, lambda: plain(board_type(3, 3), (1, 2, 3, 4, 5, 6, 7, 8, 0)))
            ratio = round(slow[1] / fast[1])
            show("3x3 STM distances, plain Python", slow, len(reference), ratio=ratio)


def census(width, height, metric, torus, threads):
    neighbors = board_type(width, height, torus=torus)
    longest, counts, begin = 0.0, [], time.perf_counter()
    for count in space.layer_sizes(neighbors, width * height - 1, metric=metric, threads=threads):
        counts.append(count)
        longest, begin = max(longest, time.perf_counter() - begin), time.perf_counter()
    if not torus and counts != known(width, height, metric):
        raise SystemExit(f"{width}x{height} {metric}: counts differ from the published census")
    return counts, longest


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--torus", action="store_true")
    chosen = parser.parse_args()
    tables_of_3x3(10 * chosen.rounds)
    for width, height, torus in [(4, 3, False), (6, 2, False), (4, 3, True)]:
        for metric in ("stm", "mtm") if chosen.torus or not torus else ():
            seconds, (counts, longest) = best(
                1 if torus else chosen.rounds,
                lambda case=(width, height, metric, torus): census(*case, chosen.threads),
            )
            show(
                f"{width}x{height} {metric.upper()} census" + (", torus" if torus else ""),
                seconds,
                sum(counts),
                threads=chosen.threads,
                depth=len(counts) - 1,
                **{"slowest depth": round(longest, 3)},
            )


if __name__ == "__main__":
    main()
