"""The daily boards, which are the page's, and what counts for a streak."""

import json
from datetime import UTC, date, datetime, timedelta

import pytest

from page_support import ROOT
from taquin.game.daily import (
    DAILY_SIDES,
    daily_board,
    daily_of,
    daily_results,
    daily_seed,
    day_of,
    seeded_board,
    streak_to,
)
from taquin.game.game import Game
from taquin.game.record import GameRecord
from taquin.puzzle.goal import named_goal
from taquin.solving.solver import solve

TODAY = date(2026, 11, 28)
VECTORS = json.loads((ROOT / "tests" / "vectors" / "boards.json").read_text(encoding="utf-8"))


def played(day: date, side: int = 3, *, on: date | None = None, by: str = "k") -> GameRecord:
    """The daily board of a day, solved; on: another day."""
    game = Game(daily_board(day, side), named_goal("last", side, side), seed=daily_seed(day, side))
    for letter in solve(game.board).moves or "":
        game.move(letter, by)
    assert game.solved
    begun = datetime.combine(on or day, datetime.min.time(), UTC)
    game.record.created = begun.isoformat()
    return game.record


def test_the_boards_of_a_day_are_those_of_the_page() -> None:
    assert {case["side"] for case in VECTORS["daily"]} == set(DAILY_SIDES)
    for case in VECTORS["daily"]:
        assert daily_board(date.fromisoformat(case["day"]), case["side"]).text == case["board"]


def test_a_seed_draws_the_board_of_the_page() -> None:
    small = [case for case in VECTORS["random"] if case["width"] * case["height"] <= 25]
    assert len(small) > 30
    for case in small:
        goal = named_goal(case["goal"], case["width"], case["height"])
        assert seeded_board(goal, case["seed"]).text == case["board"]


def test_the_day_is_that_of_utc() -> None:
    tokyo = datetime.fromisoformat("2026-11-28T08:59:00+09:00")
    assert day_of(tokyo) == date(2026, 11, 27)
    assert day_of(tokyo + timedelta(minutes=1)) == TODAY


def test_a_game_is_a_daily_by_its_board_and_not_by_its_seed_alone() -> None:
    record = played(TODAY)
    assert daily_of(record) == (TODAY, 3)
    for seed in ("taquin daily 1 2026-11-27 3x3", "taquin daily 1 2026-11-28 4x4", "scramble 4",
                 "taquin daily 1 2025-11-28 3x3", "taquin daily 1 someday 3x3", None):  # fmt: skip
        record.seed = seed
        assert daily_of(record) is None


def test_the_first_game_that_counts_is_the_result() -> None:
    late, own, again = played(TODAY, on=TODAY + timedelta(1)), played(TODAY), played(TODAY)
    late.created = "2026-11-27T23:00:00+00:00"
    found = daily_results([late, own, again])[TODAY][3]
    assert found.record is own and found.counts and found.tries == 3
    hinted = played(TODAY)
    hinted.hints["which"] = 1
    assert daily_results([hinted])[TODAY][3].counts, "hints that only point are allowed"
    for by in "hs":
        assert not daily_results([played(TODAY, by=by)])[TODAY][3].counts
    shown = played(TODAY)
    shown.hints["solution"] = 1
    assert not daily_results([shown])[TODAY][3].counts


@pytest.mark.parametrize("kind", ["play", "solution"])
def test_a_board_that_was_helped_counts_in_no_later_game(kind: str) -> None:
    helped, later = played(TODAY), played(TODAY, on=TODAY)
    later.created = "2026-11-28T13:00:00+00:00"
    helped.hints[kind] = 1
    result = daily_results([later, helped])[TODAY][3]
    assert result.record is helped and not result.counts and result.tries == 2
    assert streak_to({TODAY: {3: result}}, TODAY).current == 0
    helped.status = "playing"
    helped.moves, helped.inputs, helped.times = "", "", []
    assert not daily_results([later, helped])[TODAY][3].counts, "a game that was not finished"
    helped.again = True
    assert daily_results([later, helped])[TODAY][3].counts, "it was reopened"


@pytest.mark.parametrize(
    ("ago", "current", "longest"),
    [((), 0, 0), ((0,), 1, 1), ((1,), 1, 1), ((2,), 0, 1), ((0, 1, 2), 3, 3), ((1, 2, 4), 2, 2),
     ((0, 2, 3, 4), 1, 3)],
)  # fmt: skip
def test_a_streak_stands_until_a_day_has_passed(
    ago: tuple[int, ...], current: int, longest: int
) -> None:
    records = [played(TODAY - timedelta(days)) for days in ago]
    streak = streak_to(daily_results(records), TODAY)
    assert (streak.current, streak.longest) == (current, longest)
