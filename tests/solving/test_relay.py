"""A search that lasts restarts with larger tables, and says so."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from taquin.ground.announce import announcing
from taquin.ground.memory import resident_bytes
from taquin.ground.storage import nothing_stored
from taquin.solving import relay
from taquin.solving.data import request_data, request_of
from taquin.solving.reading import read_request
from taquin.solving.request import SearchRequest
from taquin.solving.solver import answer

# 31 moves from the goal; tables of tiles by twos and by fours are built in no time.
BOARD = "8 6 7/2 5 4/3 0 1"


def question(**limits: Any) -> SearchRequest:
    made = read_request(BOARD, algorithm="idastar", heuristic="pdb:1,2|3,4|5,6|7,8", **limits)
    return replace(made, further="pdb:1,2,3,4|5,6,7,8")


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(relay, "PATIENCE", 0.0)


def test_a_search_that_lasts_begins_again_and_is_told_apart() -> None:
    said: list[str] = []
    with announcing(said.append):
        result = answer(question())
    assert (result.cost, result.optimal, result.heuristic) == (31, True, "pdb:1,2,3,4|5,6,7,8")
    assert any("restarting with larger tables, pdb:1,2,3,4|5,6,7,8" in line for line in said)
    # Its counters are those of a search with these tables alone; the note has the others.
    alone = answer(replace(question(), heuristic="pdb:1,2,3,4|5,6,7,8", further=None))
    assert (result.stats.expanded, result.stats.generated) == (
        alone.stats.expanded,
        alone.stats.generated,
    )
    (note,) = set(result.notes) - set(alone.notes)
    assert "A search with pdb:1,2|3,4|5,6|7,8 came first" in note
    assert "not counted here" in note
    assert result.lower_bound == 31


def test_what_the_first_search_proved_is_kept_and_its_share_of_the_limits_is_used() -> None:
    request = question(node_limit=1)
    result = answer(request)
    assert (result.limit, result.moves) == ("expansions", None)
    first = answer(replace(request, further=None))
    assert result.lower_bound is not None and first.lower_bound is not None
    assert result.lower_bound >= first.lower_bound


@pytest.mark.parametrize(
    "change",
    [
        {"further": None},
        {"engine": "python"},
        {"order": "DULR"},
        {"options": {"duplicates": "path"}},
    ],
)
def test_a_search_that_was_named_is_not_replaced(change: dict[str, Any]) -> None:
    assert relay.patient(question()) is not None
    assert relay.patient(replace(question(), **change)) is None


def test_nor_is_one_whose_tables_could_not_be_built_or_stored_or_that_ends_sooner() -> None:
    with nothing_stored():
        assert relay.patient(question()) is None
    assert relay.patient(question(memory_limit=resident_bytes() + 900_000_000)) is None
    assert relay.patient(question(time_limit=0)) is None
    assert relay.patient(question(time_limit=1)) is not None


def test_the_first_of_two_answers_is_final_unless_patience_ended_it() -> None:
    solved = answer(replace(question(), further=None))
    assert relay.relieved(question(), solved) is None


@pytest.mark.parametrize(
    ("board", "given", "further"),
    [
        ("korf100:1", {}, "pdb:7-8"),
        ("korf100:1", {"heuristic": "pdb:6-6-3"}, None),
        ("korf100:1", {"algorithm": "idastar", "heuristic": "pdb:6-6-3"}, None),
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
    request = read_request(board, **given)
    assert request.further == further
    assert request_of(request_data(request)).further == further
