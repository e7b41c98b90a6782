"""Speed of the compiled depth-first searches: ``python benchmarks/kernels_depth_first.py``.

CPU seconds, best of five; the first column is the first call, which compiles or loads the kernel.
"""

import time

from taquin.kernels.searches import depth_first, ida_star
from taquin.search.monitor import Limits, Monitor
from taquin.solving.engines.lowering import board_tables, estimate_tables
from taquin.solving.question.reading import read_puzzle

ROWS = [
    ("idastar", "korf100:79", "UDLR", "manhattan", {"duplicates": "parent"}),
    ("idastar", "korf100:79", "UDLR", "manhattan", {"duplicates": "none"}),
    ("idastar", "korf100:79", "UDLR", "manhattan", {"duplicates": "path"}),
    ("idastar", "korf100:79", "UDLR", "linear_conflict", {"duplicates": "parent"}),
    ("idastar", "korf100:79", "UDLR", "walking_distance", {"duplicates": "parent"}),
    (
        "idastar",
        "korf100:79",
        "UDLR",
        "max:linear_conflict,walking_distance",
        {"duplicates": "parent"},
    ),
    ("ids", "7 0 2/8 5 3/6 1 4", "DULR", None, {"duplicates": "global"}),
    ("ids", "7 0 2/8 5 3/6 1 4", "DULR", None, {"duplicates": "parent"}),
    ("dls", "7 0 2/8 5 3/6 1 4", "DULR", None, {"duplicates": "blind"}),
    ("dfs", "7 0 2/8 5 3/6 1 4", "DULR", None, {"duplicates": "global"}),
    ("dfs", "korf100:79", "UDLR", None, {"duplicates": "global"}),
    ("dfs", "korf100:79", "UDLR", None, {"duplicates": "path"}),
]
REST = {
    "idastar": {},
    "dfs": {"tie_break": "lifo", "goal_test": "expansion"},
    "dls": {"tie_break": "lifo", "goal_test": "expansion", "depth": 100},
    "ids": {"tie_break": "lifo", "goal_test": "expansion", "depth": None},
}


def main() -> None:
    print(f"{'first':>6} {'best':>7} {'expanded':>11} {'generated':>11} {'M/s':>6}")
    for name, text, order, heuristic, options in ROWS:
        board, puzzle = read_puzzle(text, goal="first")
        tables = board_tables(puzzle, order)
        estimate = estimate_tables(heuristic, puzzle) if heuristic else None
        settings = {"algorithm": name, **REST[name], **options}
        module = ida_star if name == "idastar" else depth_first
        times = []
        for _ in range(5):
            monitor = Monitor(Limits(expansions=5_000_000))
            began = time.process_time()
            try:
                module.search(tables, estimate, puzzle.encode(board), settings, monitor)
            except Exception as stop:  # the limit on expansions
                assert str(stop) == "expansions", stop
            times.append(time.process_time() - began)
        stats = monitor.stats
        print(
            f"{times[0]:6.2f} {min(times):7.4f} {stats.expanded:11,} {stats.generated:11,} "
            f"{stats.generated / min(times) / 1e6:6.1f}  {name} {text} {heuristic or ''} {options}"
        )


if __name__ == "__main__":
    main()
