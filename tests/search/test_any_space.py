"""Every algorithm on small random graphs: directed and not, with and without a path, any costs."""

import json
import random
from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Any

import numpy as np
import pytest

from taquin.checks import check_heuristic
from taquin.ground.errors import ContractError, OptionError
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.comparing import compare_space
from taquin.search.monitor import Limits, Observer
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


# --- moves of cost 0, and dead ends -------------------------------------------------------------

POSITIVE = {spec.name for spec in ALGORITHMS if spec.positive_costs}


class Free(Graph):
    """A graph some of whose moves cost nothing; for searches by depth, all or none."""

    def __init__(self, seed: int, *, unit: bool = False) -> None:
        super().__init__(seed, directed=False, unit=True)
        for moves in (self.out, self.into):
            for state, list_of_moves in enumerate(moves):
                moves[state] = [
                    (move, other, 0 if unit else (state + other + seed) % 3)
                    for move, other, _ in list_of_moves
                ]


@pytest.mark.parametrize("name", [name for name in ALL if name not in POSITIVE])
def test_claims_hold_where_moves_cost_nothing(name: str) -> None:
    spec, solved = ALGORITHMS.get(name), 0
    for seed in range(40):
        graph = Free(seed, unit=spec.unit_cost)
        to_goal, from_start = distances(graph.into, graph.goal), distances(graph.out, graph.start)
        rng = random.Random(seed)
        h = {s: rng.randint(0, to_goal.get(s, 20)) for s in range(NODES)}
        back = {s: rng.randint(0, from_start.get(s, 20)) for s in range(NODES)}
        limits = Limits(expansions=5_000)
        result = run(name, graph, h.__getitem__, back.__getitem__, limits=limits)
        true = to_goal.get(graph.start)
        if true is None:
            assert result.status in (Status.UNSOLVABLE, Status.LIMIT), seed
            continue
        if spec.complete:
            assert result.status is Status.SOLVED, seed
        if result.status is Status.SOLVED:
            solved += 1
            assert result.cost is not None and result.cost >= true
            assert not spec.optimal or result.cost == true, seed
    assert solved > 10


@pytest.mark.parametrize("name", ALL)
def test_a_circle_of_free_moves_ends_or_is_refused(name: str) -> None:
    class Circle(Graph):
        """0 and 1 lead to each other at no cost; 1 also leads to 2, the goal."""

        start, goal = 0, 2

        def __init__(self) -> None:
            self.out = [[("a", 1, 0)], [("b", 0, 0), ("c", 2, 5)], []]
            self.into = [[("b", 1, 0)], [("a", 0, 0)], [("c", 1, 5)]]

    limits = Limits(expansions=1_000)
    if name in POSITIVE:
        with pytest.raises(ContractError, match=f"costs 0, but {name} finds its way only where"):
            run(name, Circle(), limits=limits)
        return
    result = run(name, Circle(), limits=limits)
    assert (result.status, result.cost) == (Status.SOLVED, 5)


@pytest.mark.parametrize("directed", [True, False], ids=["directed", "undirected"])
@pytest.mark.parametrize("name", ALL)
def test_infinity_means_that_no_way_leads_from_there(name: str, directed: bool) -> None:
    spec, dead = ALGORITHMS.get(name), 0
    for seed in range(40):
        graph = Graph(seed, directed=directed, unit=spec.unit_cost)
        to_goal, from_start = distances(graph.into, graph.goal), distances(graph.out, graph.start)
        h = {s: to_goal.get(s, inf) for s in range(NODES)}
        back = {s: from_start.get(s, inf) for s in range(NODES)}
        limits = Limits(expansions=2_000)
        result = run(name, graph, h.__getitem__, back.__getitem__, limits=limits)
        true = to_goal.get(graph.start)
        dead += true is None
        if true is not None:
            if spec.complete and (name not in UNDIRECTED_ONLY or not directed):
                assert result.status is Status.SOLVED, seed
            assert not spec.optimal or name in UNDIRECTED_ONLY or result.cost == true, seed
        elif spec.informed and spec.complete:
            assert (result.status, result.lower_bound) == (Status.UNSOLVABLE, None), seed
            assert result.stats.expanded == 0, seed
    assert dead


# --- costs --------------------------------------------------------------------------------------


class Priced(Graph):
    """A graph whose costs are numbers of another kind."""

    def __init__(self, seed: int, price: Callable[[int], Any], *, unit: bool) -> None:
        super().__init__(seed, directed=False, unit=unit)
        for moves in (self.out, self.into):
            for state, list_of_moves in enumerate(moves):
                moves[state] = [(move, other, price(cost)) for move, other, cost in list_of_moves]


class Fractional(Priced):
    fractional = True


@pytest.mark.parametrize("name", ALL)
def test_fractional_costs_are_added_and_compared_to_a_part_in_a_billion(name: str) -> None:
    spec, solved = ALGORITHMS.get(name), 0
    for seed in range(30):
        graph = Fractional(seed, lambda cost: cost * 0.1, unit=spec.unit_cost)
        to_goal, from_start = distances(graph.into, graph.goal), distances(graph.out, graph.start)
        rng = random.Random(seed)
        h = {s: rng.random() * to_goal.get(s, 2.0) for s in range(NODES)}
        back = {s: rng.random() * from_start.get(s, 2.0) for s in range(NODES)}
        limits = Limits(expansions=3_000)
        result = run(name, graph, h.__getitem__, back.__getitem__, limits=limits)
        true = to_goal.get(graph.start)
        if true is None or result.cost is None:
            continue
        solved += 1
        assert result.cost >= true - 1e-9
        assert result.lower_bound is not None and result.lower_bound <= true + 1e-9
        assert "costs that differ by less than a part in 10⁹ are equal" in result.rests_on
        if spec.optimal:
            assert result.cost == pytest.approx(true, rel=1e-9), seed
            assert result.optimal or spec.unit_cost or name in ("rbfs", "bfhs"), seed
    assert solved > 5


def test_whole_numbers_of_any_kind_are_costs_and_other_fractions_are_refused() -> None:
    graph = Priced(3, np.int16, unit=False)
    plain = Graph(3, directed=False, unit=False)
    result = run("astar", graph)
    assert (result.cost, type(result.cost)) == (run("astar", plain).cost, int)
    assert run("ucs", Priced(3, bool, unit=False)).optimal
    with pytest.raises(ContractError, match=r"costs 0\.5; expected a whole number.*fractional = T"):
        run("astar", Priced(3, lambda cost: 0.5, unit=False))
    for wrong in (float("nan"), -1.0, inf, "1"):
        with pytest.raises(ContractError, match=r"expected a number below 2\^900, 0 or more"):
            run("astar", Fractional(3, lambda cost, wrong=wrong: wrong, unit=False))


class Wild(Graph):
    """Costs of three kinds, some of them 0; moves as a list, a tuple or an iterator."""

    def successors(self, state: int) -> Any:
        kinds = (int, np.int16, lambda cost: cost > 3)
        moves = [
            (move, other, kinds[(state + other) % 3](cost)) for move, other, cost in self.out[state]
        ]
        return (moves, tuple(moves), (move for move in moves))[state % 3]


@pytest.mark.parametrize("seed", range(20))
def test_a_star_without_nodes_counts_as_with_them(seed: int) -> None:
    rng = random.Random(seed)
    graph = Wild(seed, directed=seed % 2 == 0, unit=False)
    h = [rng.randrange(9) for _ in range(NODES)].__getitem__  # neither admissible nor consistent
    for expansions in (None, 0, 1, 3, 5):
        quick = run("astar", graph, h, limits=Limits(expansions=expansions))
        nodes = run("astar", graph, h, limits=Limits(expansions=expansions), observer=Observer())
        assert quick == nodes


class Faulty(Graph):
    """State 4's moves are as given."""

    def __init__(self, given: Any) -> None:
        super().__init__(3, directed=False, unit=False)
        self.given = given

    def successors(self, state: int) -> Any:
        return self.given if state == 4 else [(str(state + 1), state + 1, 1)]


@pytest.mark.parametrize("observer", [None, Observer()], ids=["tuples", "nodes"])
@pytest.mark.parametrize(
    ("given", "said"),
    [
        (None, "successors of state 4 gave None; expected a list"),
        ([("5", 5)], "expected a list of (move, state, cost)"),
        ([("5", 5, 1), 7], "expected a list of (move, state, cost)"),
        ([("5", 5, 1), ("6", 6, -1)], "move '6' of state 4 costs -1; expected a whole number"),
        ([("5", 5, 1), ("6", 6, "1")], "move '6' of state 4 costs '1'; expected a whole number"),
        ([("5", 5, 1), ("6", [6], 1)], "the state after move '6' is [6]; a list can change"),
    ],
)
def test_a_fault_in_the_moves_of_a_state_is_named(observer: Any, given: Any, said: str) -> None:
    with pytest.raises(ContractError) as caught:
        run("astar", Faulty(given), lambda state: 0, observer=observer)
    assert said in str(caught.value)


def test_an_error_of_the_heuristic_is_its_own() -> None:
    def h(state: int) -> int:
        return int("none") if state else 0

    for observer in (None, Observer()):
        with pytest.raises(ValueError, match="invalid literal for int"):
            run("astar", Graph(3, directed=False, unit=False), h, observer=observer)


def test_a_result_says_on_what_it_rests_and_becomes_plain_data() -> None:
    graph = Graph(3, directed=False, unit=False)
    assert run("ucs", graph).rests_on == ()
    assert run("astar", graph).rests_on == ()  # no heuristic was given
    result = run("astar", graph, lambda state: 0)
    assert result.rests_on == ("the heuristic is admissible",)
    assert run("bfs", graph).rests_on == ("min_cost is the least cost of a move",)
    assert run("mm", graph).rests_on == (
        "predecessors reverses successors, and goal is the only goal",
    )
    data = json.loads(json.dumps(result.as_dict()))
    assert (data["status"], data["optimal"], data["cost"]) == ("solved", True, result.cost)
    assert data["stats"]["expanded"] == result.stats.expanded and 0 < result.seconds < 60


def test_a_heuristic_of_a_space_is_checked_on_its_states() -> None:
    graph = Graph(3, directed=False, unit=False)
    true = distances(graph.into, graph.goal)
    assert check_heuristic(true.__getitem__, space=graph).ok
    report = check_heuristic(lambda state: 2 * true[state], space=graph)
    assert report.verdict == "refuted" and "exceeds the true distance" in report.failures[0]
    fractional = Fractional(3, lambda cost: cost * 0.1, unit=False)
    exact = distances(fractional.into, graph.goal)
    assert check_heuristic(exact.__getitem__, space=fractional).ok
    with pytest.raises(OptionError, match="expected a function of its states"):
        check_heuristic("manhattan", space=graph)


def test_searches_of_a_space_are_compared() -> None:
    graph = Graph(3, directed=False, unit=False)
    found = compare_space(graph, ["ucs", ("wastar", {"weight": 1.0})], lambda state: 0)
    assert [row["search"] for row in found.rows()] == ["ucs", "wastar weight=1.0"]
    assert len({row["cost"] for row in found.rows()}) == 1
    assert found.csv().splitlines()[0].startswith("search,status,limit,cost,lower_bound,optimal,")
    assert str(found).splitlines()[0].split()[:3] == ["search", "status", "cost"]
    for wrong in ("astar", []):
        with pytest.raises(OptionError, match="expected a list of names"):
            compare_space(graph, wrong)
