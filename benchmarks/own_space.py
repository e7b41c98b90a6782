"""A* on a grid of one's own: `run` against a bare loop that does nothing but search.

    python benchmarks/own_space.py

Both expand the same states. They take turns; prints the medians of their processor seconds, and
the median of the ratios of each turn, which should be at most 1.15.
"""

import time
from heapq import heappop, heappush
from statistics import median

from taquin import run

SIDE = 112
State = tuple[int, int]


class Grid:
    """A square of cells with walls across it, each of which has one gap; from corner to corner."""

    start, goal, min_cost = (0, 0), (SIDE - 1, SIDE - 1), 1

    def __init__(self) -> None:
        inside = {(x, y) for x in range(SIDE) for y in range(SIDE)}
        walls = range(5, SIDE - 1, 10)
        gaps = {(x, (x // 10) % 2 * (SIDE - 1)) for x in walls}
        self.free = {(x, y) for x, y in inside if x not in walls} | gaps

    def is_goal(self, state: State) -> bool:
        return state == self.goal

    def successors(self, state: State) -> list[tuple[str, State, int]]:
        x, y = state
        free = self.free
        return [
            (move, cell, 1)
            for move, cell in (
                ("R", (x + 1, y)),
                ("D", (x, y + 1)),
                ("L", (x - 1, y)),
                ("U", (x, y - 1)),
            )
            if cell in free
        ]

    def h(self, state: State) -> int:
        return 2 * SIDE - 2 - state[0] - state[1]


def bare(grid: Grid) -> tuple[int, int]:
    """Cost and expansions."""
    start, h = grid.start, grid.h
    frontier = [(h(start), h(start), 0, 0, start)]
    best: dict[State, int] = {start: 0}
    came_from: dict[State, tuple[State | None, str]] = {start: (None, "")}
    closed: set[State] = set()
    count = expanded = 0
    while frontier:
        _, _, _, g, state = heappop(frontier)
        if state in closed:
            continue
        if grid.is_goal(state):
            return g, expanded
        closed.add(state)
        expanded += 1
        for move, other, cost in grid.successors(state):
            known = best.get(other)
            if known is None or g + cost < known:
                best[other] = g + cost
                came_from[other] = state, move
                value = h(other)
                count += 1
                heappush(frontier, (g + cost + value, value, -count, g + cost, other))
    raise AssertionError("the corners are connected")


def main() -> None:
    """Measure and print."""
    grid = Grid()
    loops, ours = [], []
    for _ in range(41):
        began = time.process_time()
        cost, expanded = bare(grid)
        loops.append(time.process_time() - began)
        began = time.process_time()
        result = run("astar", grid, grid.h)
        ours.append(time.process_time() - began)
        assert (result.cost, result.stats.expanded) == (cost, expanded)
    ratio = median(one / other for one, other in zip(ours, loops, strict=True))
    print(
        f"{expanded:,} expansions: bare loop {median(loops):.4f} s, run {median(ours):.4f} s, "
        f"{ratio:.2f} x"
    )


if __name__ == "__main__":
    main()
