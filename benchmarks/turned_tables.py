"""Completed contours of a 24-puzzle over mapped tables and over their turned copy, in turn.

    python benchmarks/turned_tables.py                 korf24:25, five rounds, one worker
    python benchmarks/turned_tables.py --board 44 --rounds 9

Processor seconds of the search alone, over the collection `small`; what turning takes stands above.
The ratio of each round is taken by itself, because other programs use the same caches.
"""

import argparse
import statistics
import time

from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.turned_tables import TurnedTables
from taquin.kernels import load_numba
from taquin.puzzle.instances import instance
from taquin.puzzle.puzzle import Puzzle

load_numba()
from taquin.kernels.searches.ida_star_pdb import Outcome, Tabled, ida_star_pdb  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--board", type=int, default=25, help="of korf24; default: 25")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args()
    known = instance(f"korf24:{given.board}")
    assert known.optimal is not None
    optimum = known.optimal
    heuristic = PatternHeuristic(Puzzle.of(known.board, goal=known.goal), "small")
    board, mapped = heuristic.canonical.board(known.board.cells), heuristic.collection

    def searched(tables: Tabled) -> tuple[Outcome, float]:
        began = time.process_time()
        found = ida_star_pdb(
            tables, board, on_contour=lambda _e, _g, bound: optimum if bound >= optimum else None
        )
        return found, time.process_time() - began

    searched(mapped)  # reads the tables and compiles
    began, before = time.perf_counter(), time.process_time()
    turned = TurnedTables.of(mapped)
    if turned is None:
        parser.exit(1, "there is no memory for a copy\n")
    took, busy = time.perf_counter() - began, time.process_time() - before
    print(f"turning {mapped.nbytes / 1e6:.0f} MB: {took:.2f} s, {busy:.2f} of the processor")
    ratios = []
    for number in range(given.rounds):
        turns: list[tuple[Tabled, str]] = [(mapped, "mapped"), (turned, "turned")]
        outcomes, seconds = [], {}
        for tables, name in turns if number % 2 else reversed(turns):
            found, seconds[name] = searched(tables)
            outcomes.append(found)
        assert outcomes[0] == outcomes[1]
        ratios.append(seconds["turned"] / seconds["mapped"])
        print(
            f"{outcomes[0].expanded:,} expansions: mapped {seconds['mapped']:.2f} s, turned "
            f"{seconds['turned']:.2f} s, ratio {ratios[-1]:.2f}",
            flush=True,
        )
    print(f"median ratio {statistics.median(ratios):.3f}")


if __name__ == "__main__":
    main()
