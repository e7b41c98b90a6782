"""A* on grids of one's own: `run` against a bare loop that does nothing but search.

    python benchmarks/own_space.py [--turns 21]

Prints a row for each kind of space and heuristic. Both loops expand the same states; they take
turns, and the ratio is the median of those of each turn, of processor time. Read it on an idle
machine.
"""

import argparse
import time
from collections.abc import Callable, Iterator
from heapq import heappop, heappush
from math import hypot, sqrt
from statistics import median
from typing import Any

import numpy as np

from taquin import run

SIDE = 112
State = tuple[int, int]
Moves = list[tuple[str, State, Any]]
Estimate = Callable[[State], Any]
STEPS = (("R", 1, 0), ("D", 0, 1), ("L", -1, 0), ("U", 0, -1))
DIAGONALS = (("RD", 1, 1), ("RU", 1, -1), ("LD", -1, 1), ("LU", -1, -1))


class Grid:
    """A square of cells with walls across it, each of which has one gap; from corner to corner."""

    start, goal, min_cost = (0, 0), (SIDE - 1, SIDE - 1), 1
    cost: Any = 1

    def __init__(self) -> None:
        inside = {(x, y) for x in range(SIDE) for y in range(SIDE)}
        walls = range(5, SIDE - 1, 10)
        gaps = {(x, (x // 10) % 2 * (SIDE - 1)) for x in walls}
        self.free = {(x, y) for x, y in inside if x not in walls} | gaps

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    def successors(self, state: State) -> Any:
        x, y = state
        free, cost = self.free, self.cost
        return [
            (move, cell, cost)
            for move, right, down in STEPS
            if (cell := (x + right, y + down)) in free
        ]

    def steps(self, state: State) -> int:
        return 2 * SIDE - 2 - state[0] - state[1]

    def crow(self, state: State) -> float:
        return hypot(SIDE - 1 - state[0], SIDE - 1 - state[1])


class Weighted(Grid):
    def successors(self, state: State) -> Moves:
        x, y = state
        free = self.free
        return [
            (move, cell, 1 + (7 * cell[0] + 3 * cell[1]) % 5)
            for move, right, down in STEPS
            if (cell := (x + right, y + down)) in free
        ]


class Yielding(Grid):
    def successors(self, state: State) -> Iterator[tuple[str, State, int]]:
        x, y = state
        free = self.free
        for move, right, down in STEPS:
            cell = (x + right, y + down)
            if cell in free:
                yield move, cell, 1


class Boolean(Grid):
    cost = True


class Numpy(Grid):
    cost = np.int64(1)


class Fractional(Grid):
    fractional, cost = True, 1.0


class Diagonal(Grid):
    fractional = True

    def successors(self, state: State) -> Moves:
        x, y = state
        free, aslant = self.free, sqrt(2)
        return [
            (move, cell, cost)
            for steps, cost in ((STEPS, 1), (DIAGONALS, aslant))
            for move, right, down in steps
            if (cell := (x + right, y + down)) in free
        ]


KINDS: dict[str, tuple[Grid, str]] = {
    "cost 1, whole h": (Grid(), "steps"),
    "costs 1 to 5, whole h": (Weighted(), "steps"),
    "cost 1, h with fractions": (Grid(), "crow"),
    "costs 1 to 5, h with fractions": (Weighted(), "crow"),
    "successors that yield": (Yielding(), "steps"),
    "bool costs": (Boolean(), "steps"),
    "NumPy costs": (Numpy(), "steps"),
    "fractional, cost 1.0": (Fractional(), "steps"),
    "fractional, 8 neighbours, h with fractions": (Diagonal(), "crow"),
}


def bare(grid: Grid, h: Estimate) -> tuple[Any, int]:
    """Cost and expansions."""
    start, successors = grid.start, grid.successors
    first = h(start)
    frontier = [(first, first, 0, 0, start)]
    best: dict[State, Any] = {start: 0}
    values: dict[State, Any] = {start: first}
    came_from: dict[State, tuple[State | None, str]] = {start: (None, "")}
    closed: dict[State, Any] = {}
    count = expanded = 0
    while frontier:
        _, _, _, g, state = heappop(frontier)
        if state in closed and closed[state] <= g:
            continue
        if grid.is_goal(state):
            return g, expanded
        closed[state] = g
        expanded += 1
        for move, other, cost in successors(state):
            known = best.get(other)
            if known is None or g + cost < known:
                best[other] = g + cost
                came_from[other] = state, move
                if known is None:
                    values[other] = h(other)
                value = values[other]
                count += 1
                heappush(frontier, (g + cost + value, value, -count, g + cost, other))
    raise AssertionError("the corners are connected")


def ratio(grid: Grid, h: Estimate, turns: int) -> tuple[int, float, float]:
    """Expansions, the median seconds of the bare loop, and the median ratio."""
    loops, ours = [], []
    for _ in range(turns):
        began = time.process_time()
        cost, expanded = bare(grid, h)
        loops.append(time.process_time() - began)
        began = time.process_time()
        result = run("astar", grid, h)
        ours.append(time.process_time() - began)
        assert (result.cost, result.stats.expanded) == (cost, expanded)
    return expanded, median(loops), median(a / b for a, b in zip(ours, loops, strict=True))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A* on grids of one's own, beside a bare loop")
    parser.add_argument("--turns", type=int, default=21)
    turns = parser.parse_args().turns
    print("| Space and heuristic | Expanded | Bare loop | `run` takes |")
    print("| --- | ---: | ---: | ---: |")
    for kind, (grid, h) in KINDS.items():
        expanded, seconds, times = ratio(grid, getattr(grid, h), turns)
        print(f"| {kind} | {expanded:,} | {seconds:.3f} s | {times:.2f} x |", flush=True)


if __name__ == "__main__":
    main()
