"""Bounds on the ratio of cost to optimum, declared and proved; solutions that get better."""

from functools import cache
from typing import Any

import pytest

from taquin.checks.inside import SearchInside
from taquin.ground.errors import OptionError
from taquin.heuristics.base import build_heuristic
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.search.algorithm import ALGORITHMS, algorithm, run
from taquin.search.monitor import Limits, Observer
from taquin.search.result import SearchResult, Status, proved_factor
from taquin.solving.solver import solve
from taquin.whole.oracle import true_distances

BOUNDED = [spec.name for spec in ALGORITHMS if spec.bounded is not None]
SMALL = "1 2 3/4 5 0"


@cache
def puzzle(metric: Metric = "stm") -> Puzzle:
    return Puzzle.of(SMALL, metric=metric)


@cache
def oracle(metric: Metric = "stm") -> dict[bytes, int]:
    return true_distances(puzzle(metric))


def search(name: str, start: bytes, metric: Metric = "stm", **arguments: Any) -> SearchResult:
    given = puzzle(metric)
    h = build_heuristic("manhattan", given)
    return run(name, given.space(given.decode(start)), h, **arguments)


class Solutions(Observer):
    """The costs of solutions as they are found, and how many there were when each pass began."""

    def __init__(self) -> None:
        self.costs: list[int] = []
        self.passes: list[int] = []

    def on_start(self, frontier: Any, reached: Any) -> None:
        self.passes.append(len(self.costs))

    def on_incumbent(self, cost: int) -> None:
        self.costs.append(cost)


@pytest.mark.parametrize("metric", ["stm", "expense"])
@pytest.mark.parametrize("name", BOUNDED)
def test_cost_and_proof_stay_within_the_weight_on_all_boards(name: str, metric: Metric) -> None:
    for weight in (1.3, 2.0):
        for start, true in list(oracle(metric).items())[:: 1 if metric == "stm" else 4]:
            result = search(name, start, metric, options={"weight": weight})
            assert result.status is Status.SOLVED and result.cost is not None
            assert true <= result.cost <= weight * true
            assert result.bound_factor is not None and result.bound_factor <= weight + 1e-9
            assert result.cost <= result.bound_factor * true + 1e-9


def test_each_pass_of_ara_star_stays_within_its_weight_and_each_solution_is_better() -> None:
    for start, true in oracle().items():
        solutions = Solutions()
        result = search("arastar", start, observer=solutions, options={"weight": 2.0, "step": 0.3})
        assert solutions.costs == sorted(set(solutions.costs), reverse=True)
        assert result.optimal and result.cost == true == [*solutions.costs, 0][-1 - (true > 0)]
        weights = (2.0, 1.7, 1.4, 1.1, 1.0)
        for weight, found in zip(weights, solutions.passes[1:], strict=False):
            assert solutions.costs[found - 1] <= weight * true + 1e-9


def test_stopped_by_a_limit_it_answers_with_the_best_solution_and_its_factor() -> None:
    result = solve("8 6 7/2 5 4/3 0 1", algorithm="arastar", node_limit=2000)
    assert result.status is Status.LIMIT and result.cost is not None and result.cost >= 31
    factor = result.bound_factor
    assert factor is not None and result.cost / 31 <= factor == result.cost / result.lower_bound
    assert f"; best so far {result.cost}, at most {factor:.1f}" in str(result)
    exact = result.as_dict()["bound_factor"]
    assert isinstance(exact, float) and factor <= exact < factor + 1e-5


def test_each_solution_of_ana_star_is_better_and_the_last_is_optimal() -> None:
    for start, true in oracle().items():
        solutions = Solutions()
        result = search("anastar", start, observer=solutions)
        assert solutions.costs == sorted(set(solutions.costs), reverse=True)
        assert result.optimal and result.cost == solutions.costs[-1] == true


@pytest.mark.parametrize("cost", [0, 1, 12])
def test_potential_search_finds_what_costs_no_more_or_proves_that_nothing_does(cost: int) -> None:
    for start, true in oracle().items():
        result = search("pts", start, options={"cost": cost})
        if true <= cost:
            assert result.cost is not None and true <= result.cost <= cost
        else:
            assert (result.status, result.lower_bound) == (Status.INCOMPLETE, cost + 1)


@pytest.mark.parametrize("limit", [0, 5, 40, 200, 800])
def test_a_factor_proved_under_a_limit_holds(limit: int) -> None:
    for start, true in list(oracle().items())[::7]:
        for name in ("arastar", "anastar"):
            result = search(name, start, limits=Limits(expansions=limit))
            if result.bound_factor is not None:
                assert result.cost is not None and result.cost <= result.bound_factor * true + 1e-9


def test_the_factor_in_words_is_rounded_up_and_left_out_where_nothing_is_proved() -> None:
    result = solve("702853614", goal="first", algorithm="wastar", options={"weight": 3})
    assert result.bound_factor == 33 / 16  # 2.0625
    assert "at least 16, so the cost is at most 2.07 times the optimum" in str(result)
    unproved = solve("702853614", goal="first", algorithm="wastar", heuristic="sequence_score")
    assert unproved.bound_factor is None and unproved.as_dict()["bound_factor"] is None
    assert " times the optimum" not in str(unproved)
    assert [proved_factor(*pair) for pair in ((None, 3), (3, None), (3, 3))] == [None, None, 1.0]


def test_a_bound_must_be_an_option() -> None:
    with pytest.raises(OptionError, match="bounded='weight': expected one of its options: width"):

        @algorithm("loose", optimal=False, complete=False, bounded="weight", paper="none")
        def loose(space: Any, monitor: Any, *, width: int = 3) -> None:
            """Never registered."""

    assert "loose" not in ALGORITHMS


def test_ana_star_without_a_heuristic_expands_each_state_once() -> None:
    for puzzle in (Puzzle.of(SMALL), Puzzle.of(SMALL, metric="expense")):
        start = list(true_distances(puzzle))[-1]
        result = run("anastar", puzzle.space(puzzle.decode(start)))
        assert result.optimal and result.stats.expanded <= 360 and result.stats.reopened == 0


def test_a_weight_is_not_promised_where_the_goal_is_tested_early() -> None:
    spec = ALGORITHMS.get("wastar")
    assert SearchInside("wastar", "zero", {"weight": 1}).bounded == ("weight", 1)
    assert SearchInside("wastar", "zero", {"goal_test": "generation"}).bounded is None
    assert spec.unbounded == ("goal_test=generation",)
