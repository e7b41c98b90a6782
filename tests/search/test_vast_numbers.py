"""Whole costs and estimates of any size: what a search proves of them is exact."""

import random
from fractions import Fraction
from heapq import heappop, heappush
from math import ceil, inf
from typing import Any

import pytest

from taquin.ground.errors import ContractError, OptionError
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, run
from taquin.search.exact import VAST, Weight
from taquin.search.monitor import Limits, Monitor
from taquin.search.result import Status, proved_factor

ALL = [spec for spec in ALGORITHMS if not spec.needs and not spec.unit_cost]
INFORMED = [spec for spec in ALL if spec.informed and not spec.bidirectional]
SIZES = [1 << 24, (1 << 53) - 4, 1 << 53, 1 << 62, 10**30, 10**400]
STATES = 7
Edges = dict[int, list[tuple[str, int, Any]]]


class Graph:
    """From 0 to the last state."""

    start, min_cost = 0, 1
    goal = STATES - 1

    def __init__(self, edges: Edges) -> None:
        self.edges = edges
        self.back: Edges = {state: [] for state in range(STATES)}
        for state, moves in edges.items():
            for move, other, cost in moves:
                self.back[other].append((move, state, cost))

    def is_goal(self, state: int) -> bool:
        return state == self.goal

    def successors(self, state: int) -> list[tuple[str, int, Any]]:
        return self.edges[state]

    def predecessors(self, state: int) -> list[tuple[str, int, Any]]:
        return self.back[state]


class Fractional(Graph):
    fractional, min_cost = True, 0


ENDS: Edges = {state: [] for state in range(STATES)}  # nothing leads on


def drawn(size: int, dice: random.Random) -> Graph:
    """Edges of about a size, some of them nearly equal, some small."""
    edges: Edges = {state: [] for state in range(STATES)}
    for number in range(16):
        one, other = dice.randrange(STATES), dice.randrange(STATES)
        spread = dice.choice([3, 300, size // 2])
        cost = dice.choice([size, size // 2, size // 3, 5]) + dice.randint(0, spread)
        edges[one].append((f"{number}", other, cost))
    return Graph(edges)


def distances(edges: Edges, start: int) -> dict[int, Any]:
    """Dijkstra's, infinity where no way leads."""
    found: dict[int, Any] = {}
    queue = [(0, start)]
    while queue:
        far, state = heappop(queue)
        if state not in found:
            found[state] = far
            for _, other, cost in edges[state]:
                heappush(queue, (far + cost, other))
    return {state: found.get(state, inf) for state in range(STATES)}


def estimate(kind: str, distance: Any, state: int) -> Any:
    """A value that is at most the distance."""
    if kind == "zero" or state % 3 == 2 or distance == 0:
        return 0
    if distance == inf or kind == "exact":
        return distance
    if kind == "fraction":
        return distance - Fraction(1, 3)
    return 0.5 if kind == "float" else distance // 2


def check(spec: AlgorithmSpec, graph: Graph, kind: str, weight: float) -> None:
    """One search: its cost is the path's, its bound true, its weight kept."""
    to_goal, from_start = distances(graph.back, graph.goal), distances(graph.edges, graph.start)
    result = run(
        spec,
        graph,
        lambda state: estimate(kind, to_goal[state], state),
        lambda state: estimate(kind, from_start[state], state),
        options={"weight": weight} if "weight" in spec.options else {},
        limits=Limits(expansions=20_000),
    )
    best = to_goal[graph.start]
    where = (spec.name, kind, weight, graph.edges)
    assert result.refuted_bound is None, where
    if result.cost is None:
        assert best == inf or result.status is not Status.UNSOLVABLE, where
        assert result.lower_bound is None or result.lower_bound <= best, where
        return
    assert result.moves is not None
    costs = {move: cost for moves in graph.edges.values() for move, _, cost in moves}
    assert result.cost == sum(costs[move] for move in result.moves) >= best, where
    assert result.lower_bound is not None and result.lower_bound <= best, where
    assert type(result.lower_bound) is int, where
    assert result.as_dict()["cost"] == result.cost
    assert result.bound_factor is None or result.optimal == (result.bound_factor == 1), where
    if result.status is Status.SOLVED:
        assert not spec.optimal or (result.cost == best and result.optimal), where
        exact = min(Fraction(weight), Fraction(str(weight)))
        assert not spec.bounded or result.cost <= exact * best, where
        if spec.bounded:
            assert result.cost <= exact * result.lower_bound + exact, where


@pytest.mark.parametrize("size", SIZES, ids=["2^24", "2^53-4", "2^53", "2^62", "10^30", "10^400"])
@pytest.mark.parametrize("spec", ALL, ids=lambda spec: spec.name)
def test_costs_of_any_size_are_added_and_compared_exactly(spec: Any, size: int) -> None:
    dice = random.Random(f"{spec.name} {size}")
    for _ in range(5):
        graph = drawn(size, dice)
        for kind in ("zero", "half", "exact", "fraction", "float") if spec.informed else ("zero",):
            check(spec, graph, kind, dice.choice([1, 1.1, 1.5, 1.9, 2, 100]))


@pytest.mark.parametrize("spec", INFORMED, ids=lambda spec: spec.name)
@pytest.mark.parametrize("size", SIZES[2:], ids=["2^53", "2^62", "10^30", "10^400"])
def test_a_way_that_is_a_little_cheaper_is_found_and_nothing_false_is_proved(
    spec: Any, size: int
) -> None:
    """The float of the cost is more than the cost."""
    best = size - 255
    graph = Graph(
        {
            **ENDS,
            0: [("a", 1, best - 7), ("d", 6, size)],
            1: [("b", 6, 7)],
        }
    )
    for weight in (1, 1.1, 3, 100):
        for kind in ("exact", "zero", "fraction"):
            check(spec, graph, kind, weight)


def test_a_dead_end_behind_a_vast_cost_is_one() -> None:
    graph = Graph({**ENDS, 0: [("a", 1, 10**400), ("d", 6, 10**401)]})
    for spec in INFORMED:
        result = run(spec, graph, lambda state: inf if state == 1 else 0)
        assert result.cost == 10**401, spec.name


def test_whole_floats_become_exact_from_2_to_the_53() -> None:
    graph = Graph({**ENDS, 0: [("a", 6, 10**30)]})
    result = run("idastar", graph, lambda state: 1e29 if state == 0 else 0.0)
    assert result.stats.contours[0] == [int(1e29), 1]


def test_fractions_of_a_heuristic_are_exact_once_a_move_costs_much() -> None:
    seen: list[object] = []
    graph = Graph({**ENDS, 0: [("a", 1, 2 * VAST**2)], 1: [("b", 6, 1)]})
    run("astar", graph, lambda state: 0.5 if state < 6 else 0, monitor=_Bounds(seen))
    assert seen[:2] == [1, 2 * VAST**2 + 1]  # as a float, 0.5 more is not more


class _Bounds(Monitor[Any]):
    def __init__(self, seen: list[object]) -> None:
        super().__init__()
        self._seen = seen

    def prove(self, lower_bound: Any) -> None:
        super().prove(lower_bound)
        self._seen.append(self.lower_bound)


@pytest.mark.parametrize("bound", [100_000_001 * 1.9 / 1.9, 2.0**60, float((1 << 62) - 255)])
def test_a_float_that_was_rounded_up_proves_no_more_than_it_may(bound: float) -> None:
    monitor = Monitor[Any]()
    monitor.prove(bound)
    assert bound - 4 * 1024 <= monitor.lower_bound <= bound


def test_the_bound_of_weighted_a_star_is_not_rounded_up() -> None:
    """1.9 * h / 1.9 is more than h for some h; the start alone then proved too much."""
    off = [h for h in range(10**8, 10**8 + 40) if ceil(h * 1.9 / 1.9 - 1e-9) > h]
    assert off
    for h in off:
        graph = Graph({**ENDS, 0: [("a", 6, h)]})
        result = run("wastar", graph, {0: h, 6: 0}.get, options={"weight": 1.9})
        assert result.optimal and result.lower_bound == h


def test_a_weight_is_the_lesser_of_its_decimal_and_its_float() -> None:
    assert Weight(1.9).times(10**30) < 19 * 10**29 and Weight(1.1).times(10**30) == 11 * 10**29
    assert Weight(1.1)(2, 10) == 2 + 1.1 * 10 and type(Weight(2.0)(2, 10)) is int
    assert Weight(1.5).below(3 * 10**400) == 2 * 10**400


def test_potential_search_takes_a_budget_of_any_size() -> None:
    graph = Graph({**ENDS, 0: [("a", 6, 10**30)]})
    assert run("pts", graph, options={"cost": 10**30}).cost == 10**30
    result = run("pts", graph, options={"cost": 10**30 - 1})
    assert result.status is Status.INCOMPLETE and result.lower_bound == 10**30


def test_other_options_say_how_large_they_may_be() -> None:
    with pytest.raises(OptionError, match="a whole number below 1,000,000,000,000,000,000"):
        run("beam", Graph({}), options={"width": 10**20})


def test_fractional_costs_that_no_float_holds_are_refused() -> None:
    for spec in ALL:
        with pytest.raises(ContractError, match="a number below 2\\^900"):
            run(spec, Fractional({**ENDS, 0: [("a", 6, 10**400)]}))
        result = run(spec, Fractional({**ENDS, 0: [("a", 6, 10**200), ("b", 1, 2.5)]}))
        assert result.cost == 1e200, spec.name


def test_a_factor_too_large_for_a_float_is_infinite_and_one_too_close_to_1_is_more() -> None:
    assert proved_factor(10**400, 1) == inf
    assert 1 < (proved_factor(10**30 + 1, 10**30) or 0) < 1.001


def test_a_float_of_cost_0_is_one_of_cost_0() -> None:
    for cost in (0.0, 0):
        with pytest.raises(ContractError, match="costs 0, but lsslrtastar"):
            run("lsslrtastar", Fractional({**ENDS, 0: [("a", 6, cost)]}))


def test_errors_of_a_generator_are_its_own() -> None:
    class Broken(Graph):
        def successors(self, state: int) -> Any:
            yield "a", 6, 1
            raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        run("astar", Broken(ENDS))
