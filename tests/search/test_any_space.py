"""Every algorithm on small random graphs: directed and not, with and without a path, any costs."""

import random
from collections.abc import Sequence
from heapq import heappop, heappush

import pytest

from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.monitor import Limits
from taquin.search.result import Status

NODES = 12
ALL = [spec.name for spec in ALGORITHMS if not spec.needs]
# These may walk or search in circles for ever where a move cannot be undone.
UNDIRECTED_ONLY = {"lsslrtastar", "bfhs"}

Edges = Sequence[tuple[str, int, int]]


class Graph:
    """States 0 to NODES - 1; from 0 to the last one."""

    start, goal = 0, NODES - 1

    def __init__(self, seed: int, *, directed: bool, unit: bool) -> None:
        rng = random.Random(seed)
        self.out: list[list[tuple[str, int, int]]] = [[] for _ in range(NODES)]
        self.into: list[list[tuple[str, int, int]]] = [[] for _ in range(NODES)]
        self.least = 1
        for _ in range(rng.randrange(NODES, 2 * NODES)):
            one, other = rng.sample(range(NODES), 2)
            cost = 1 if unit else rng.randrange(1, 6)
            for a, b in [(one, other)] if directed else [(one, other), (other, one)]:
                if all(state != b for _, state, _ in self.out[a]):
                    self.out[a].append((f"{a}-{b}", b, cost))
                    self.into[b].append((f"{a}-{b}", a, cost))

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> Edges:
        return self.out[state]

    def predecessors(self, state: int) -> Edges:
        return self.into[state]


class Declared(Graph):
    """The same, saying the least cost of a move."""

    min_cost = 1


def distances(edges: Sequence[Edges], root: int) -> dict[int, int]:
    found: dict[int, int] = {}
    heap = [(0, root)]
    while heap:
        cost, state = heappop(heap)
        if state not in found:
            found[state] = cost
            for _, other, more in edges[state]:
                heappush(heap, (cost + more, other))
    return found


@pytest.mark.parametrize("directed", [True, False], ids=["directed", "undirected"])
@pytest.mark.parametrize("name", ALL)
def test_claims_hold_on_random_graphs(name: str, directed: bool) -> None:
    spec, solved = ALGORITHMS.get(name), 0
    for seed in range(60):
        unit = seed % 3 == 0
        graph = (Declared if seed % 2 else Graph)(seed, directed=directed, unit=unit)
        rng = random.Random(seed)
        to_goal, from_start = distances(graph.into, graph.goal), distances(graph.out, graph.start)
        # Admissible, not consistent.
        h = {s: rng.randint(0, to_goal.get(s, 20)) for s in range(NODES)}
        back = {s: rng.randint(0, from_start.get(s, 20)) for s in range(NODES)}
        limits = Limits(expansions=2_000)
        result = run(name, graph, h.__getitem__, back.__getitem__, limits=limits)
        true = to_goal.get(graph.start)
        if true is None:
            assert result.status in (Status.UNSOLVABLE, Status.LIMIT), seed
            continue
        assert result.lower_bound is not None and result.lower_bound <= true, seed
        if spec.complete and (name not in UNDIRECTED_ONLY or not directed):
            assert result.status is Status.SOLVED, seed
        if result.status is not Status.SOLVED:
            continue
        assert result.cost is not None and result.states is not None
        solved += 1
        assert result.states[-1] == graph.goal
        steps = zip(result.states, result.states[1:], strict=False)
        cost = sum(next(c for _, b, c in graph.out[a] if b == after) for a, after in steps)
        assert cost == result.cost >= true
        if spec.optimal and (unit or not spec.unit_cost):
            assert cost == true, seed
        if spec.bounded is not None:
            assert cost <= 2.0 * true
    assert solved > 20
