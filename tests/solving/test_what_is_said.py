"""What is said of a result agrees with its numbers, in every combination of what there may be."""

import re
from dataclasses import replace
from itertools import islice, product

import pytest

from cli import taquin
from taquin import Board, Limits, compare, scramble, solve
from taquin.ground.errors import ExitCode
from taquin.ground.memory import resident_bytes
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.search.result import Stats, Status
from taquin.solving.answers import advice as advice_module
from taquin.solving.answers import proof_effort as effort_module
from taquin.solving.answers.advice import advice
from taquin.solving.answers.making import attempted, cheaper
from taquin.solving.answers.proof_effort import _range
from taquin.solving.answers.result import Result
from taquin.solving.question.reading import request_for
from taquin.solving.shown.result_text import headline, result_text

# What no sentence may say of a proved solution.
UNPROVED = re.compile(r"too large|wider beams|No quick search|not proved|--optimal|cheaper one")
NUMBERED = re.compile(
    r"(?<![\d,.x])1 (?:more )?(?:\w+-tile )?"
    r"(moves|bits|states|nodes|expansions|seconds|days)\b"
)
ARTICLE = re.compile(r"\b[Aa] (?:8|11|18)x|\b[Aa]n (?:10|12|13|5|6)x")
SIZES = [(4, 4), (5, 4), (5, 5), (6, 6), (8, 8), (11, 11)]


def walked(size: tuple[int, int], moves: str) -> Board:
    """The goal after a walk of legal moves that undoes none of its steps."""
    return named_goal("last", *size).apply(moves)


def check(result: Result) -> None:
    """Every sentence said of the result, held against its numbers and the others."""
    text = result_text(result)
    said = " ".join([headline(result), *result.notes])
    assert not NUMBERED.search(text), text
    assert not ARTICLE.search(text), text
    assert "at least 0" not in text, text
    if result.optimal and result.cost:
        assert "proved optimal" in headline(result) and not UNPROVED.search(said), said
    elif result.status is Status.SOLVED and result.cost:
        assert "not proved optimal" in headline(result), said
        assert result.lower_bound is None or result.lower_bound < result.cost
    if "Beams over" in said and result.puzzle.cells <= 64:
        assert result.algorithm == "anytime_beam", said
    if "tile by tile" in said:
        assert result.algorithm == "rows", said
    if "Weighted A* found this solution" in said:
        assert result.algorithm == "wastar", said
    for low, high in re.findall(r"between (.*?) and (.*?)\.", said):
        assert low != high, said


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("step", [61, pytest.param(1, marks=pytest.mark.slow)])
def test_no_combination_contradicts_itself(size, metric, step, monkeypatch):
    """proved or not × limit × search × tables × which of two searches proved what."""
    start = walked(size, "DRDLURUL" if size[1] > 3 else "DR")
    puzzle = Puzzle.of(start, goal="last", metric=metric)
    stored = [False]
    for module in (advice_module, effort_module):
        monkeypatch.setattr(module, "is_stored", lambda *_: stored[0])
    limits = [Limits(), Limits(time=2), Limits(time=60), Limits(time=90), Limits(expansions=9)]
    limits.append(Limits(memory=resident_bytes() + 100_000_000))
    outcomes = [(Status.SOLVED, None), (Status.LIMIT, "time"), (Status.LIMIT, "interrupt")]
    outcomes.append((Status.LIMIT, "effort"))
    bounds = [0, 1, 7, 8, None]
    names = ["anytime_beam", "rows", "wastar", "astar"]
    base = solve(start, metric=metric, algorithm="rows")
    every = product(limits, outcomes, bounds, names, (False, True))
    for limit, (status, reason), bound, name, stored[0] in islice(every, 0, None, step):
        request = request_for(start, puzzle, limits=limit)
        request = replace(request, plan=replace(request.plan, advised=name != "astar"))
        for cost in (None, 1, 8) if status is Status.LIMIT else (1, 8, 114):
            result = replace(
                base,
                algorithm=name,
                cost=cost,
                status=status,
                limit=reason,
                lower_bound=bound if cost is None else min(bound or 0, cost),
                stats=Stats(expanded=1, peak_frontier=1),
                notes=(),
            )
            other = replace(result, algorithm="wastar", lower_bound=cost or 1)
            for each in (result, attempted(other, result), cheaper(result, other)):
                notes = (*each.notes, *advice(request, each))
                check(replace(each, notes=notes))
                longer = " ".join(notes)
                if limit.time is not None and limit.time >= 60:
                    assert "such as --time-limit 60, wider" not in longer, longer
                assert not (stored[0] and "building tables" in longer), longer
                assert not (limit.memory and "0.6 GB" in longer), longer


@pytest.mark.parametrize("seconds", [10.0**power for power in range(-4, 9)])
def test_a_range_has_two_ends(seconds):
    said = _range(seconds)
    assert not NUMBERED.search(said)
    for low, high in re.findall(r"between (.*) and (.*)", said):
        assert low != high


@pytest.mark.parametrize("size", [(5, 5), (8, 8), (10, 10), (11, 11), (12, 12), (14, 14), (5, 11)])
@pytest.mark.parametrize("asked", [{}, {"optimal": True}])
def test_boards_near_their_goal_are_proved_on_every_size(size, asked):
    result = solve(walked(size, "DRDRULLDRURDLLUR"), **asked)
    assert result.optimal and result.stats.expanded < 2_000
    check(result)
    assert result.notes == ()


@pytest.mark.parametrize(
    "asked", [{"topology": "torus"}, {"metric": "mtm"}, {"metric": "expense"}], ids=str
)
def test_other_board_types_and_metrics_are_proved_too(asked):
    result = solve(walked((6, 6), "DRDRUL"), optimal=True, **asked)
    assert result.optimal and result.algorithm == "astar"
    check(result)


def test_what_is_not_proved_is_answered_with_what_is_known():
    start = walked((5, 5), "DRDRULLDRURDLLUR" * 3)
    result = solve(start, metric="mtm", optimal=True, time_limit=3)
    assert (result.status, result.limit) in {(Status.LIMIT, "effort"), (Status.LIMIT, "time")}
    assert result.cost and result.lower_bound and result.moves and not result.optimal
    check(result)


def test_the_command_says_why_a_proof_was_not_reached():
    board = walked((5, 5), "DRDRULLDRURDLLUR" * 3).text
    shown = taquin("solve", board, "--optimal", "--metric", "mtm", "--size", "5x5", "-q")
    assert shown.status == ExitCode.LIMIT and "For a 5x5 board in mtm, --optimal" in shown.out
    assert "the quick searches did not prove it optimal; a solution needs at" in shown.err
    assert "not proved optimal by the quick searches; a solution needs at least" in shown.out


def test_the_heading_of_a_comparison_names_the_board_type():
    said = str(compare("123456708", ["bfs"], topology="torus"))
    assert "topology torus" in said.splitlines()[0]
    assert "topology" not in str(compare("123456708", ["bfs"])).splitlines()[0]


@pytest.mark.parametrize("size", [(6, 6), (8, 8), (11, 11)])
def test_there_is_a_solution_however_short_the_time(size):
    result = solve(scramble(*size, seed=7), time_limit=0.02)
    assert result.moves and result.lower_bound and not result.optimal
    check(result)
