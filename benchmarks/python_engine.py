"""The Python engine: its rates, and its times next to other libraries and the textbook form.

Every contestant solves the same boards by the same algorithm with the same heuristic (Manhattan
distance from the same table). Prints a JSON line for each, with the ratio to taquin's seconds, best
of several runs. "taquin" is `run`, the search alone, like the others; a separate row times `solve`,
which also decides solvability and replays the solution. Contestants that are not installed
(`pip install taquin[peers]`) are reported as missing.
`taquin bench run peers` is a larger comparison, with time limits.

Run: python benchmarks/python_engine.py
"""

import json
import random
import time
from collections.abc import Callable

from taquin import Board, MissingExtra, Puzzle, at_depth, instance, random_walk, solve
from taquin.bench.peers import PEERS, find_peer
from taquin.heuristics.base import build_heuristic
from taquin.search.algorithm import run
from taquin.search.breadth_first import distances

CLASSIC = Board.parse("702853614")
FIRST = Puzzle.of(CLASSIC, goal="first")


def timed(call: Callable[[], int], runs: int) -> tuple[float, int]:
    """The best of several runs, in seconds, and the call's return value."""
    best, answer = float("inf"), -1
    for _ in range(runs):
        began = time.perf_counter()
        answer = call()
        best = min(best, time.perf_counter() - began)
    return best, answer


def contest(what: str, start: Board, goal: Board, algorithm: str, *, leave_out: str = "") -> None:
    """Run every contestant on one board; all must agree on the cost."""
    heuristic = "manhattan" if algorithm == "astar" else None

    def run_taquin() -> int:
        puzzle = Puzzle.of(start, goal=goal)
        h = build_heuristic(heuristic, puzzle) if heuristic else None
        return run(algorithm, puzzle.space(start), h).cost or 0

    def whole() -> int:
        result = solve(start, goal=goal, algorithm=algorithm, heuristic=heuristic, engine="python")
        return result.cost or 0

    seconds, expected = timed(run_taquin, 1)
    runs = 3 if seconds > 0.1 else 100
    row = {"contest": what, "algorithm": algorithm, "cost": expected}
    seconds, _ = timed(run_taquin, runs)
    print(json.dumps({**row, "by": "taquin", "seconds": round(seconds, 4)}), flush=True)
    for name in ("taquin, with verdict and replay", *PEERS):
        if name == leave_out:
            continue
        try:
            other = find_peer(name, start, goal, algorithm) if name in PEERS else whole
            seconds_of_other, cost = timed(other, 1)
        except MissingExtra as missing:
            print(json.dumps({**row, "by": name, "missing": str(missing)}), flush=True)
            continue
        assert cost == expected, f"{name}: {cost}, taquin: {expected}"
        reference = float("inf")
        # Run in turn, so that machine load affects both alike.
        for _ in range(3 if seconds_of_other > 0.1 else runs):
            reference = min(reference, timed(run_taquin, 1)[0])
            seconds_of_other = min(seconds_of_other, timed(other, 1)[0])
        ratio = round(seconds_of_other / reference, 2)
        print(
            json.dumps(
                {**row, "by": name, "seconds": round(seconds_of_other, 4), "times_taquin": ratio}
            ),
            flush=True,
        )


def rates() -> None:
    """The rates of the Python engine, on a 15-puzzle and on the whole 3x3 space."""
    korf = instance("korf100:79")
    for algorithm, counter in (("astar", "expanded"), ("idastar", "generated")):
        results = [
            solve(korf, algorithm=algorithm, heuristic="manhattan", engine="python")
            for _ in range(3)
        ]
        seconds = min(result.seconds["search"] for result in results)
        count = getattr(results[0].stats, counter)
        row = {"rate": algorithm, "board": korf.name, "counter": counter, "count": count}
        print(json.dumps({**row, "per_second": round(count / seconds)}), flush=True)
    space = FIRST.space(FIRST.goal)

    class Everything:
        start, successors, min_cost = space.start, staticmethod(space.successors), 1

        def is_goal(self, state: bytes) -> bool:
            return False

    for what, call in (
        ("bfs, every state of 3x3 expanded", lambda: run("bfs", Everything()).stats.expanded),
        ("distances of every state of 3x3", lambda: len(distances(space.start, space.successors))),
    ):
        seconds, count = timed(call, 5)
        print(json.dumps({"rate": what, "count": count, "seconds": round(seconds, 3)}), flush=True)


def main() -> None:
    rates()
    contest("702853614", CLASSIC, FIRST.goal, "astar")
    # simpleai scans its open list linearly: breadth-first search takes minutes on this board.
    contest("702853614", CLASSIC, FIRST.goal, "bfs", leave_out="simpleai")
    near = at_depth(FIRST, 12, random.Random(1))
    contest(f"depth 12: {near}", near, FIRST.goal, "bfs")
    fifteen = Puzzle.of(Board.of(4, 4, range(16)), goal="last")
    start = random_walk(fifteen, 60, random.Random(5))
    contest(f"15-puzzle {start}", start, fifteen.goal, "astar", leave_out="simpleai")


if __name__ == "__main__":
    main()
