"""A search that lasts restarts with larger tables, and says so."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from taquin.ground.announce import announcing
from taquin.ground.memory import resident_bytes
from taquin.ground.storage import nothing_stored
from taquin.solving.plan import planning
from taquin.solving.plan.stage import Budget, HandsOver, Plan, Stage
from taquin.solving.question.data import request_data, request_of
from taquin.solving.question.reading import read_request
from taquin.solving.question.request import SearchRequest
from taquin.solving.runner import answer

# 31 moves from the goal; tables of tiles by twos and by fours are built in no time.
BOARD = "8 6 7/2 5 4/3 0 1"
SMALL = Stage("idastar", "pdb:1,2|3,4|5,6|7,8", means="pruned")
LARGER = Stage("idastar", "pdb:1,2,3,4|5,6,7,8", means="pruned")


def question(*stages: Stage, **limits: Any) -> SearchRequest:
    return replace(read_request(BOARD, **limits), plan=Plan(stages))


def restarting(seconds: float, **limits: Any) -> SearchRequest:
    short = replace(SMALL, hands_over=HandsOver.LASTING, budget=Budget(seconds=seconds))
    return question(short, LARGER, **limits)


def test_a_search_that_lasts_begins_again_and_is_told_apart() -> None:
    said: list[str] = []
    with announcing(said.append):
        result = answer(restarting(0.0))
    assert (result.cost, result.optimal, result.heuristic) == (31, True, LARGER.heuristic)
    assert any("restarting with larger tables, pdb:1,2,3,4|5,6,7,8" in line for line in said)
    # Its counters are those of a search with these tables alone; the note has the others.
    alone = answer(question(LARGER))
    assert (result.stats.expanded, result.stats.generated) == (
        alone.stats.expanded,
        alone.stats.generated,
    )
    (note,) = set(result.notes) - set(alone.notes)
    assert "A search with pdb:1,2|3,4|5,6|7,8 came first" in note
    assert "not counted here" in note
    assert result.lower_bound == 31


def test_what_the_first_search_proved_is_kept_and_its_share_of_the_limits_is_used() -> None:
    result = answer(restarting(0.0, node_limit=1))
    assert (result.limit, result.moves) == ("expansions", None)
    first = answer(question(SMALL, node_limit=1))
    assert result.lower_bound is not None and first.lower_bound is not None
    assert result.lower_bound >= first.lower_bound


def test_the_first_of_two_answers_is_final_unless_its_own_time_ended_it() -> None:
    assert answer(restarting(60.0)).heuristic == SMALL.heuristic
    ended = answer(restarting(60.0, time_limit=0.0))
    assert (ended.limit, ended.heuristic) == ("time", SMALL.heuristic)


@pytest.mark.parametrize(
    ("board", "given", "further"),
    [
        ("korf100:1", {}, "pdb:7-8"),
        ("korf100:1", {"heuristic": "pdb:6-6-3"}, None),
        ("korf100:1", {"algorithm": "idastar", "heuristic": "pdb:6-6-3"}, None),
        ("korf100:1", {"engine": "python"}, None),
        ("korf100:1", {"options": {"order": "DULR"}}, None),
        ("korf100:1", {"options": {"duplicates": "path"}}, None),
        ("korf100:1", {"memory_limit": resident_bytes() + 900_000_000}, None),
        ("2 1 3 4/5 6 7 8/9 10 11 12/13 15 14 0", {"topology": "torus"}, None),
        (BOARD, {}, None),
        ("korf24:1", {}, None),
    ],
)
def test_only_the_default_search_of_4x4_has_larger_tables_to_turn_to(
    board: str,
    given: dict[str, Any],
    further: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(planning, "affordable_bytes", lambda: None)
    plan = read_request(board, **given).plan
    lasting = [at for at, stage in enumerate(plan) if stage.hands_over is HandsOver.LASTING]
    assert [plan.stages[at + 1].heuristic for at in lasting] == ([further] if further else [])
    with nothing_stored():  # building them would take as long as they save
        stored_nowhere = read_request(board, **given).plan
    assert all(stage.hands_over is not HandsOver.LASTING for stage in stored_nowhere)


def test_the_plan_travels_with_its_request() -> None:
    request = restarting(4.0)
    assert request_of(request_data(request)).plan == request.plan
