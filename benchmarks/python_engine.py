"""The Python engine beside other Python libraries and the plain textbook form, in one run.

Every contestant solves the same boards by the same algorithm with the same heuristic (Manhattan
distance, looked up in the same table); one JSON line each with the seconds, and the ratio to
taquin's. Peers that are not installed (`pip install taquin[peers]`) are named as missing.

Run: python benchmarks/python_engine.py
"""

import heapq
import json
import random
import time
from collections import deque
from collections.abc import Callable
from importlib import util

from taquin import Board, Puzzle, build_heuristic, instance, random_walk, solve
from taquin.search.algorithm import run
from taquin.search.breadth_first import distances

CLASSIC = Board.parse("702853614")


def moves_of(width: int, height: int) -> list[list[int]]:
    """The textbook's neighbour lists."""
    cells = range(width * height)
    return [
        [b for b in cells if abs(a // width - b // width) + abs(a % width - b % width) == 1]
        for a in cells
    ]


class Textbook:
    """The plain form: tuples, a list copied for every move, Manhattan cell by cell, a heap.

    Like everybody's it remembers where each state came from and returns the path.
    """

    def __init__(self, start: Board, goal: Board) -> None:
        self.start, self.goal, self.width = start.cells, goal.cells, start.width
        self.neighbors = moves_of(start.width, start.height)
        home = {tile: cell for cell, tile in enumerate(goal.cells)}
        w = start.width
        self.far = [
            [
                0 if not t else abs(home[t] // w - c // w) + abs(home[t] % w - c % w)
                for t in range(len(home))
            ]
            for c in range(len(home))
        ]

    def h(self, state: tuple[int, ...]) -> int:
        return sum(self.far[cell][tile] for cell, tile in enumerate(state))

    def successors(self, state: tuple[int, ...]) -> list[tuple[int, ...]]:
        blank, found = state.index(0), []
        for cell in self.neighbors[blank]:
            after = list(state)
            after[blank], after[cell] = after[cell], after[blank]
            found.append(tuple(after))
        return found

    def path(self, came_from: dict[tuple[int, ...], tuple[int, ...] | None]) -> int:
        path = [self.goal]
        while (before := came_from[path[-1]]) is not None:
            path.append(before)
        return len(path) - 1

    def a_star(self) -> int:
        frontier, best = [(self.h(self.start), 0, self.start)], {self.start: 0}
        came_from: dict[tuple[int, ...], tuple[int, ...] | None] = {self.start: None}
        while frontier:
            _, g, state = heapq.heappop(frontier)
            if state == self.goal:
                return self.path(came_from)
            if g > best[state]:
                continue
            for after in self.successors(state):
                if g + 1 < best.get(after, 1 << 30):
                    best[after] = g + 1
                    came_from[after] = state
                    heapq.heappush(frontier, (g + 1 + self.h(after), g + 1, after))
        raise ValueError("unsolvable")

    def breadth_first(self) -> int:
        frontier = deque([self.start])
        came_from: dict[tuple[int, ...], tuple[int, ...] | None] = {self.start: None}
        while frontier:
            state = frontier.popleft()
            if state == self.goal:
                return self.path(came_from)
            for after in self.successors(state):
                if after not in came_from:
                    came_from[after] = state
                    frontier.append(after)
        raise ValueError("unsolvable")


def with_simpleai(start: Board, goal: Board, search: str) -> int:
    from simpleai import search as simpleai

    book = Textbook(start, goal)

    class Tiles(simpleai.SearchProblem):
        def actions(self, state: tuple[int, ...]) -> list[int]:
            return book.neighbors[state.index(0)]

        def result(self, state: tuple[int, ...], action: int) -> tuple[int, ...]:
            after, blank = list(state), state.index(0)
            after[blank], after[action] = after[action], after[blank]
            return tuple(after)

        def is_goal(self, state: tuple[int, ...]) -> bool:
            return state == goal.cells

        def heuristic(self, state: tuple[int, ...]) -> int:
            return book.h(state)

        def cost(self, state: object, action: object, after: object) -> int:
            return 1

    call = simpleai.astar if search == "astar" else simpleai.breadth_first
    return len(call(Tiles(start.cells), graph_search=True).path()) - 1


def with_py_search(start: Board, goal: Board, search: str) -> int:
    from py_search.base import Node, Problem
    from py_search.informed import best_first_search
    from py_search.uninformed import breadth_first_search

    book = Textbook(start, goal)

    class Tiles(Problem):
        def successors(self, node: object) -> object:
            for after in book.successors(node.state):
                yield Node(after, node, None, node.cost() + 1)

        def node_value(self, node: object) -> int:
            return node.cost() + book.h(node.state)

    problem = Tiles(start.cells, goal=goal.cells)
    call = best_first_search if search == "astar" else breadth_first_search
    return int(next(call(problem)).cost())


def timed(call: Callable[[], int], runs: int) -> tuple[float, int]:
    """The best of several runs, in seconds, and the cost that was returned."""
    best, cost = float("inf"), -1
    for _ in range(runs):
        began = time.perf_counter()
        cost = call()
        best = min(best, time.perf_counter() - began)
    return best, cost


def contest(what: str, start: Board, goal: Board, search: str, *, runs: int = 3) -> None:
    """One board by every contestant; all must agree on the cost."""
    heuristic = "manhattan" if search == "astar" else None
    book = Textbook(start, goal)
    contestants: dict[str, Callable[[], int]] = {
        "taquin": lambda: (
            solve(start, goal=goal, algorithm=search, heuristic=heuristic, engine="python").cost
            or 0
        ),
        "textbook": book.a_star if search == "astar" else book.breadth_first,
        "simpleai": lambda: with_simpleai(start, goal, search),
        "py_search": lambda: with_py_search(start, goal, search),
    }
    ours, expected = timed(contestants["taquin"], runs)
    for name, call in contestants.items():
        row: dict[str, object] = {"contest": what, "algorithm": search, "by": name}
        if name in ("simpleai", "py_search") and util.find_spec(name) is None:
            row["missing"] = "pip install taquin[peers]"
        else:
            seconds, cost = (ours, expected) if name == "taquin" else timed(call, 1)
            assert cost == expected, f"{name}: {cost}, taquin: {expected}"
            row |= {
                "cost": cost,
                "seconds": round(seconds, 4),
                "times_taquin": round(seconds / ours, 2),
            }
        print(json.dumps(row), flush=True)


def rates() -> None:
    """What the Python engine does a second, on 15-puzzles that take it some seconds."""
    korf = instance("korf100:79")
    for algorithm, counter in (("astar", "expanded"), ("idastar", "generated")):
        result = solve(korf, algorithm=algorithm, heuristic="manhattan", engine="python")
        count = getattr(result.stats, counter)
        seconds = result.seconds["search"]
        row = {"rate": algorithm, "board": korf.name, "counter": counter, "count": count}
        print(json.dumps({**row, "per_second": round(count / seconds)}), flush=True)
    puzzle = Puzzle.of(CLASSIC, goal="first")
    space = puzzle.space(puzzle.goal)

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
    h = build_heuristic("manhattan", puzzle)
    assert h(puzzle.encode(CLASSIC)) > 0


def main() -> None:
    rates()
    first = Puzzle.of(CLASSIC, goal="first")
    contest("702853614", CLASSIC, first.goal, "astar")
    contest("702853614", CLASSIC, first.goal, "bfs")
    fifteen = Puzzle.of(Board.of(4, 4, range(16)), goal="last")
    start = random_walk(fifteen, 60, random.Random(5))
    contest(f"15-puzzle {start}", start, fifteen.goal, "astar")


if __name__ == "__main__":
    main()
