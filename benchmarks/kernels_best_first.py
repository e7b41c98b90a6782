"""Compiled hash-table searches: compile time, expansions per second, bytes per state.

python benchmarks/kernels_best_first.py [EXPANSIONS] [BOARD]

Takes the best of three runs of each in CPU time, with a fresh cache folder, so that compilation is
measured. Pattern databases need a board as hard as korf100:88; on others their searches end too
soon to be timed.
"""

import os
import sys
import tempfile
import time

os.environ["TAQUIN_CACHE"] = tempfile.mkdtemp()

from taquin.heuristics.base import build_heuristic
from taquin.kernels.searches import best_first
from taquin.kernels.searches.nodes import Register
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.monitor import Limits, Monitor
from taquin.solving.engines.lowering import lower, run_compiled
from taquin.solving.question.reading import read_puzzle, request_for

ROWS = (
    ("astar", "manhattan", {}),
    ("astar", "manhattan", {"tie_break": "fifo"}),
    ("astar", "manhattan", {"tie_break": "state"}),
    ("astar", "linear_conflict", {}),
    ("astar", "walking_distance", {}),
    ("astar", "pdb:6-6-3", {}),
    ("astar", "pdb:5-5-5", {}),
    ("astar", "max:pdb:5-5-5,linear_conflict", {}),
    ("wastar", "manhattan", {"weight": 1.5}),
    ("greedy", "manhattan", {}),
    ("ucs", None, {}),
    ("beam", "manhattan", {"width": 10_000}),
    ("bfs", None, {}),
    ("bibfs", None, {}),
    ("nbs", "manhattan", {}),
    ("dvcbs", "manhattan", {}),
    ("mm", "manhattan", {}),
    ("ees", "manhattan", {"weight": 1.0}),
)


def main() -> None:
    expansions = int(float(sys.argv[1])) if len(sys.argv) > 1 else 5_000_000
    board, puzzle = read_puzzle(sys.argv[2] if len(sys.argv) > 2 else "korf100:1")
    print(f"{board}, up to {expansions:,} expansions")
    print(
        "algorithm  heuristic                     options          compile   M/s  of A*  of Python"
    )
    first = 0.0
    for algorithm, name, options in ROWS:
        lowered = lower(
            request_for(board, puzzle, algorithm=algorithm, heuristic=name, options=options)
        )
        began = time.process_time()
        lowered.warm()
        compiling = time.process_time() - began
        rates = []
        for _ in range(3):
            began = time.process_time()
            result = run_compiled(lowered, Monitor(Limits(expansions=expansions)))
            rates.append(result.stats.expanded / (time.process_time() - began))
        began = time.process_time()
        h = None if name is None else build_heuristic(name, puzzle)
        back = None
        if h is not None and ALGORITHMS.get(algorithm).bidirectional:
            back = build_heuristic(name, puzzle.backwards(board))
        slow = run(
            algorithm,
            puzzle.space(board),
            h,
            back,
            options=options,
            limits=Limits(expansions=min(100_000, result.stats.expanded)),
        )
        python = slow.stats.expanded / (time.process_time() - began)
        first = first or max(rates)
        chosen = " ".join(f"{key}={value}" for key, value in options.items())
        print(
            f"{algorithm:10} {name or '':29} {chosen:15} {compiling:5.1f} s "
            f"{max(rates) / 1e6:6.2f} {max(rates) / first:5.2f} x {max(rates) / python:6.0f} x"
        )
    for part in (0.06, 0.2, 0.6, 1):
        count = int(part * expansions)
        plain, sums = (bytes_a_state(puzzle, board, n, count) for n in ("manhattan", "pdb:5-5-5"))
        print(f"memory, {count:,}: {plain:.1f} bytes per state, with pattern databases {sums:.1f}")


def bytes_a_state(puzzle, board, heuristic, expansions):
    """The bytes per state that A* allocates for rows, index and frontier."""
    runs = []

    class Recorded(best_first._Run):
        def __init__(self, *arguments):
            super().__init__(*arguments)
            runs.append(self)

    original, best_first._Run = best_first._Run, Recorded
    try:
        lowered = lower(request_for(board, puzzle, algorithm="astar", heuristic=heuristic))
        run_compiled(lowered, Monitor(Limits(expansions=expansions)))
    finally:
        best_first._Run = original
    states = int(runs[0].scratch.at[Register.DISTINCT])
    return sum(array.nbytes for array in (*runs[0].nodes, *runs[0].frontier)) / states


if __name__ == "__main__":
    main()
