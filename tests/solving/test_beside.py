"""On a small torus with a time limit, a proof runs beside the beams; how both end."""

import time
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

from taquin import Limits, Puzzle, scramble, solve
from taquin.puzzle.goal import named_goal
from taquin.puzzle.scramble import random_walk
from taquin.search.monitor import Monitor, Stop
from taquin.search.problem import Node
from taquin.search.result import SearchResult, Stats, Status
from taquin.solving.answers.making import Account
from taquin.solving.engines import beside, engine, lowering
from taquin.solving.engines.lowering import Lowered
from taquin.solving.plan import choice, planning
from taquin.solving.plan.stage import Budget, Changes, Plan
from taquin.solving.question.reading import read_request
from taquin.solving.question.request import SearchRequest

TORUS = Puzzle.of(named_goal("last", 5, 5), topology="torus")


@pytest.fixture(autouse=True)
def two_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "usable_cores", lambda: 2)
    monkeypatch.setattr(choice, "is_stored", lambda puzzle, partition: False)


def plan_of(size: tuple[int, int] = (5, 5), topology: str = "torus", **asked: Any) -> Plan:
    start = scramble(*size, topology=topology, seed=1)
    return read_request(start, topology=topology, **asked).plan


@pytest.mark.parametrize("size", [(5, 5), (5, 4), (8, 3)])
def test_both_have_all_of_the_time(size: tuple[int, int]) -> None:
    plan = plan_of(size, time_limit=10)
    assert [(one.algorithm, one.means, str(one.changes)) for one in plan] == [
        ("astar", "python", "answer"),
        ("idastar", "compiled", "beside"),
        ("anytime_beam", "python", "answer"),
        ("rows", "python", "rescue"),
    ]
    assert plan.main.algorithm == "anytime_beam" and plan.main.budget == Budget()
    assert [one.algorithm for one in plan.only(plan.main)] == ["idastar", "anytime_beam"]
    assert [one.algorithm for one in plan.only(plan.stages[-1])] == ["rows"]
    assert Plan.of(plan.data()) == plan


@pytest.mark.parametrize(
    "asked",
    [{}, {"workers": 1}, {"node_limit": 10_000_000}, {"engine": "python"}, {"metric": "mtm"},
     {"size": (6, 6)}, {"topology": "walls:0-1"}],
    ids=str,
)  # fmt: skip
def test_elsewhere_the_proof_follows(asked: dict[str, Any]) -> None:
    plan = plan_of(**({} if asked == {} else {"time_limit": 10, **asked}))
    assert plan.beside is None
    assert any(stage.changes is Changes.IMPROVE for stage in plan)


def test_it_follows_where_there_is_one_core(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planning, "usable_cores", lambda: 1)
    assert plan_of(time_limit=10).beside is None


def test_stored_tables_prove_more_than_distances_beside_beams(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(choice, "is_stored", lambda puzzle, partition: True)
    plan = plan_of(time_limit=10)
    assert plan.beside is None and plan.main.budget.leaves == 0.7


@pytest.mark.parametrize("interrupted", [False, True])
def test_the_proof_goes_on_where_beams_end_early(
    interrupted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = read_request(random_walk(TORUS, 40, seed=2), topology="torus", time_limit=60)
    one = request.at(request.plan.main, request.limits)

    def rows(given: SearchRequest, *rest: Any) -> SearchResult:
        return engine.in_python(given.at(request.plan.stages[-1], Limits()), *rest)

    def stop(*_: Any) -> None:
        raise KeyboardInterrupt

    if interrupted:
        monkeypatch.setattr(beside, "wait", stop)
        one = replace(one, start=scramble(TORUS, seed=6))  # no proof is that quick
    account = Account()
    found = beside.search_beside(one, None, None, account, rows, Lowered.warm)
    assert found.moves is not None and found.cost == len(found.moves)
    if interrupted:
        assert found.limit == "interrupt" and found.cost > (found.lower_bound or 0)
    else:
        assert found.limit is None and found.cost == found.lower_bound <= 40
        assert "which ran alongside, found this solution" in account.notes[-2]


class Lost(Exception):
    """An error of the proof."""


@pytest.mark.parametrize("why", ["cheaper", "first", "error"])
def test_a_solution_or_an_error_of_the_proof_ends_the_other_search(
    why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = read_request(random_walk(TORUS, 40, seed=2), topology="torus", time_limit=60)
    one = request.at(request.plan.main, request.limits)
    nothing = SearchResult(Status.LIMIT, "proved", None, None, None, 0, Stats())

    def looking(given: SearchRequest, _: Any, progress: Any, account: Account) -> SearchResult:
        monitor: Monitor[Any] = Monitor()
        found = nothing
        if why == "cheaper":
            found = engine.in_python(
                given.at(request.plan.stages[-1], Limits()), None, None, account
            )
            assert found.cost is not None
            monitor.incumbent = Node(given.start, None, "", found.cost, found.cost)
        ends = time.perf_counter() + 20
        with suppress(Stop):
            while time.perf_counter() < ends:
                progress(monitor)
            raise AssertionError("the other search goes on")
        return found

    def fail(*_: Any) -> None:
        raise Lost

    if why == "error":
        monkeypatch.setattr(lowering, "run_compiled", fail)
        with pytest.raises(Lost):
            beside.search_beside(one, None, None, Account(), looking, lambda lowered: 0.0)
        return
    found = beside.search_beside(one, None, None, Account(), looking, Lowered.warm)
    assert (found.status, found.limit) == (Status.SOLVED, None)
    assert found.moves is not None and found.cost == len(found.moves) == found.lower_bound <= 40


def test_a_proof_ends_both_and_ctrl_c_keeps_the_best() -> None:
    board = scramble(TORUS, seed=3)
    proved = solve(board, topology="torus", time_limit=60)
    assert (proved.cost, proved.optimal) == (63, True)
    assert proved.seconds["search"] < 30
    assert any("Manhattan distance proved the bound alongside" in one for one in proved.notes)

    def stop(monitor: Monitor[Any]) -> None:
        if monitor.incumbent is not None:
            raise KeyboardInterrupt

    begun = solve(scramble(TORUS, seed=6), topology="torus", time_limit=60, progress=stop)
    assert (begun.status, begun.limit) == ("limit", "interrupt")
    assert begun.cost is not None and begun.lower_bound is not None
    assert 56 <= begun.lower_bound <= 67 <= begun.cost
