"""IDA* with Manhattan on Korf's hundred 15-puzzles: node rates of each variant of the kernel.

    python benchmarks/kernels_ida4.py                the 40 easiest, best of 3
    python benchmarks/kernels_ida4.py --boards 100   all hundred: 20 s a round, 4 minutes
                                                     in the depth-first form

Prints one JSON object per line. Every count is compared with column 6 of the data file.
"""

import argparse
import json
import time
from importlib import resources

import numpy as np

from taquin.bench import ida_star_4x4 as ida
from taquin.kernels.searches.tables import Signal

FORMS = {
    "depth-first": {"batch_from": 1 << 63},
    "batches": {"wide": False},
    "batches, eight boards per instruction": {"wide": True},
}


def grid(width, height):
    table = np.full((width * height, 4), 0xFF, np.uint8)
    for cell in range(width * height):
        row, column = divmod(cell, width)
        for move, (down, right) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1)]):
            if 0 <= row + down < height and 0 <= column + right < width:
                table[cell, move] = cell + down * width + right
    return table


def korf():
    text = resources.files("taquin").joinpath("data/korf100.txt").read_text("utf-8")
    rows = [line.split("|") for line in text.splitlines() if line and line[0] != "#"]
    parsed = [(int(r[0]), [int(t) for t in r[1].split()], int(r[3]), int(r[5])) for r in rows]
    return sorted(parsed, key=lambda row: row[3])


def solve(tables, row, **options):
    """Processor seconds and elapsed seconds for one board; checks length and node count.

    Rates are per processor second, so that they are valid on a busy machine.
    """
    number, board, length, nodes = row
    frames = ida.start(tables, board, **options)
    begin = time.thread_time(), time.perf_counter()
    while ida.search(tables, frames, 1 << 26) == Signal.BUDGET:
        pass
    seconds = time.thread_time() - begin[0], time.perf_counter() - begin[1]
    counted = 1 + sum(generated for _, _, generated in ida.contours(frames))
    if (len(ida.moves(frames)), counted) != (length, nodes):
        raise SystemExit(f"korf100:{number}: {len(ida.moves(frames))} moves, {counted} nodes")
    return seconds


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=40, help="how many boards, easiest first")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--forms", nargs="*", choices=[*FORMS], default=[*FORMS])
    chosen = parser.parse_args()
    rows = korf()[: chosen.boards]
    tables = ida.build_tables(grid(4, 4), range(16))
    begin = time.perf_counter()
    solve(tables, rows[0])
    print(json.dumps({"what": "first call", "seconds": round(time.perf_counter() - begin, 3)}))
    for form in chosen.forms:
        best = [
            min(times)
            for times in zip(
                *(
                    [solve(tables, row, **FORMS[form]) for row in rows]
                    for _ in range(chosen.rounds)
                ),
                strict=True,
            )
        ]
        nodes = sum(row[3] for row in rows)
        print(
            json.dumps(
                {
                    "what": form,
                    "boards": len(rows),
                    "rounds": chosen.rounds,
                    "generated": nodes,
                    "counts equal column 6": True,
                    "processor seconds": round(sum(cpu for cpu, _ in best), 4),
                    "elapsed seconds": round(sum(wall for _, wall in best), 4),
                    "slowest board": round(max(cpu for cpu, _ in best), 4),
                    "M generated/s": round(nodes / sum(cpu for cpu, _ in best) / 1e6, 1),
                    "M generated/s, hardest board": round(rows[-1][3] / best[-1][0] / 1e6, 1),
                }
            ),
            flush=True,
        )


if __name__ == "__main__":
    main()
