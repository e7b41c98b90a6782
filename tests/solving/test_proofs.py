"""The bound of what a beam found: IDA* proves a better one, in a share of the time."""

from dataclasses import replace

import pytest

from taquin import Limits, Puzzle, scramble, solve
from taquin.constructive.floor import floor
from taquin.puzzle.goal import named_goal
from taquin.solving import runner
from taquin.solving.answers.making import Account
from taquin.solving.engines.engine import engine_of
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
    assert (tried.known, beam.known) == (None, None)
    assert trial.known is not None and trial.known >= (found.cost or 0)


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


@pytest.mark.parametrize(
    "asked",
    [{"heuristic": "manhattan", "engine": "python"}, {"heuristic": "manhattan"},
     {"heuristic": "manhattan", "engine": "compiled"}, {"heuristic": "pdb:4-4"}],
    ids=str,
)  # fmt: skip
def test_a_bound_as_high_as_a_known_cost_ends_the_search(asked):
    board = "8 6 7/2 5 4/3 0 1"
    whole = solve(board, algorithm="idastar", **asked)
    for known in (33, 31, 29):  # longer than optimal, optimal, and not searched so far
        request = replace(read_request(board, algorithm="idastar", **asked), known=known)
        stage = request.plan.stages[-1]
        one = request.at(stage, request.limits, known=known)
        found = engine_of(stage.means)(one, None, None, Account())
        assert (found.limit == "proved") == (known < 33)
        assert found.lower_bound == min(known, 31)
        below = [count for bound, count in whole.stats.contours if bound < known]
        if known < 33 and stage.means != "pruned":
            assert found.stats.expanded == sum(below)


def test_on_a_small_torus_the_proof_has_most_of_the_time(monkeypatch):
    monkeypatch.setattr(choice, "is_stored", lambda puzzle, partition: False)

    def stages(size, **asked):
        board = scramble(*size, topology="torus", seed=1)
        plan = read_request(board, topology="torus", **asked).plan
        proofs = [one for one in plan if one.algorithm == "idastar"]
        return plan.main.budget.leaves, {one.means: one.budget.expansions for one in proofs}

    assert stages((5, 5))[0] == stages((5, 4))[0] == 0.7
    assert stages((6, 6))[0] == stages((12, 2))[0] == 0.1
    most = stages((5, 5))[1]
    assert most["compiled"] == 40_000_000 and most["python"] == 1_000_000
    assert stages((5, 5), engine="python")[1] == {"python": 1_000_000}
