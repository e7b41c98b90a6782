"""The bound of what a beam found: IDA* proves a better one, in a share of the time."""

from dataclasses import replace

import pytest

from taquin import Limits, Puzzle, solve
from taquin.constructive.floor import floor
from taquin.puzzle.goal import named_goal
from taquin.solving import runner
from taquin.solving.plan import choice
from taquin.solving.plan.choice import bound_search
from taquin.solving.plan.stage import Changes
from taquin.solving.question.reading import read_puzzle, read_request

BOARD, OPTIMUM = "korf24:40", 82


def test_a_search_in_contours_raises_the_bound_of_the_start():
    start, puzzle = read_puzzle(BOARD)
    found = solve(BOARD)
    assert found.algorithm == "anytime_beam" and found.cost is not None
    assert floor(puzzle, puzzle.encode(start)) < found.lower_bound <= OPTIMUM <= found.cost
    assert found.optimal or any("proved the bound" in note for note in found.notes)


def test_the_proof_has_its_share_of_a_time_limit(monkeypatch):
    asked, spent = [], []
    real = runner.engine_of

    def run(request, observer, progress, account):
        asked.append(request)
        # As no test should depend on a clock.
        fewer = Limits(expansions=request.limits.expansions or 150_000)
        one = replace(request, limits=fewer)
        found = real(request.plan.main.means)(one, observer, progress, account)
        spent.append(account.seconds["search"])
        return found

    monkeypatch.setattr(runner, "engine_of", lambda means: run)
    monkeypatch.setattr(choice, "is_stored", lambda puzzle, partition: False)
    found = solve(BOARD, time_limit=1000)
    tried, beam, trial, proof = asked
    assert (tried.algorithm, tried.limits.time) == ("astar", pytest.approx(100))
    left = 1000 - spent[0]
    assert (beam.algorithm, beam.limits.time) == ("anytime_beam", pytest.approx(0.9 * left))
    assert proof.algorithm == "idastar" and proof.limits.expansions is None
    assert (trial.algorithm, trial.limits.expansions) == ("idastar", 1500)
    left -= sum(spent[1:3])
    assert proof.limits.time == pytest.approx(left)
    assert found.solved and found.limit is None


def test_expansions_are_shared_as_well(monkeypatch):
    asked = []
    real = runner.engine_of

    def run(request, *rest):
        asked.append(request)
        return real(request.plan.main.means)(request, *rest)

    monkeypatch.setattr(runner, "engine_of", lambda means: run)
    monkeypatch.setattr(choice, "is_stored", lambda puzzle, partition: False)
    found = solve(BOARD, node_limit=150_000)
    tried, beam, trial, *_ = asked
    names = [request.algorithm for request in asked]
    assert names[:3] == ["astar", "anytime_beam", "idastar"]
    left = 150_000 - tried.limits.expansions
    assert beam.limits.expansions == left
    assert trial.limits.expansions == min(1500, max(0, left - found.stats.expanded))


@pytest.mark.parametrize(
    ("question", "rival"),
    [
        ({"board": "deepcubea35:1"}, "idastar"),
        ({"board": "deepcubea35:1", "algorithm": "anytime_beam"}, None),
        ({"board": "deepcubea35:1", "engine": "compiled"}, "idastar"),
    ],
)
def test_only_the_default_proves_a_bound(question, rival):
    request = read_request(**question)
    assert request.algorithm == "anytime_beam"
    better = {stage.algorithm for stage in request.plan if stage.changes is Changes.IMPROVE}
    assert better == ({rival} if rival else set())


def test_the_proof_uses_the_best_heuristic_that_costs_nothing(monkeypatch):
    def used(size):
        return bound_search(Puzzle.of(named_goal("last", *size))).heuristic

    monkeypatch.setattr(choice, "is_stored", lambda puzzle, partition: False)
    assert [used(size) for size in ((5, 5), (7, 7), (8, 8))] == [
        *("linear_conflict", "linear_conflict", "manhattan")
    ]
    monkeypatch.setattr(choice, "is_stored", lambda puzzle, partition: True)
    assert [used(size) for size in ((5, 5), (7, 7))] == ["pdb:small", "linear_conflict"]
