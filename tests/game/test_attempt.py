"""Timed attempts: which boards come, when the clock runs, what is kept; times are milliseconds."""

import json
from pathlib import Path
from random import Random

import pytest

from taquin import Board
from taquin.game.attempt import Attempt, AttemptChoice, AttemptResult, BoardTime, Results
from taquin.game.record import GameRecord
from taquin.ground.errors import TableError

GOAL = Board.parse("1 2 3/4 5 6/7 8 0")


def an_attempt(**choice: object) -> Attempt:
    return Attempt(AttemptChoice(**choice), Random(1))  # type: ignore[arg-type]


def solve(attempt: Attempt, now: float, moves: int, memo: float = 0.0) -> None:
    """Solve the board that is on at this moment; memo: milliseconds until its first move."""
    assert attempt.since is not None
    record = GameRecord(GOAL, GOAL, moves="U" * moves)
    record.times = [memo] * (moves - 1) + [now - attempt.since]
    attempt.solved(now, record)


def test_the_boards_of_each_mode() -> None:
    assert an_attempt(side=5).sides == (5,)
    assert an_attempt(mode="marathon", side=3, count=3).sides == (3, 3, 3)
    assert an_attempt(mode="relay", last=4).sides == (2, 3, 4)
    mixed = an_attempt(mode="mixed", count=5, sides=(3, 4)).sides
    assert sorted(mixed) == [3, 3, 3, 4, 4]


def test_one_board_from_its_first_move() -> None:
    attempt = an_attempt()
    attempt.moved(5)
    assert attempt.phase == "covered" and not attempt.begun
    attempt.uncover(1000)
    assert attempt.begun and not attempt.running and attempt.left(1500) == 0
    attempt.moved(4000)
    assert attempt.elapsed(4500) == 500
    solve(attempt, 6000, 80)
    assert attempt.phase == "over" and attempt.elapsed(9000) == 2000
    assert attempt.splits == [BoardTime(4, 2000, 80, 0)]
    assert attempt.result("now").total == 2000


def test_the_clock_starts_by_itself_after_the_inspection() -> None:
    attempt = an_attempt(inspection=5)
    attempt.uncover(1000)
    attempt.tick(4000)
    assert attempt.left(4000) == 2000 and not attempt.running
    attempt.moved(8000)  # no tick came in between
    assert attempt.elapsed(8000) == 2000


def test_one_clock_runs_through_a_relay_and_none_between_the_boards_of_a_session() -> None:
    relay = an_attempt(mode="relay", last=3)
    relay.uncover(0)
    relay.moved(100)
    solve(relay, 600, 3)
    assert relay.phase == "solving" and relay.side == 3 and relay.elapsed(700) == 600
    solve(relay, 1100, 20)
    assert [one.time for one in relay.splits] == [500, 500] and relay.spent == 1000
    session = an_attempt(mode="mixed", count=3)
    session.uncover(0)
    session.moved(100)
    solve(session, 600, 3)
    assert session.phase == "covered" and session.begun and session.elapsed(9000) == 500
    session.give_up()
    assert session.phase == "over" and not session.complete


def test_to_learn_a_board_by_heart_counts() -> None:
    attempt = an_attempt(numbers="blind", inspection=5)
    attempt.uncover(0)
    assert attempt.running and attempt.left(100) == 0 and not attempt.bare
    attempt.moved(3000)
    assert attempt.bare
    solve(attempt, 5000, 9, memo=3000)
    assert attempt.splits[0].memo == 3000 and not attempt.bare


def test_choices_are_read_as_far_as_they_are_valid() -> None:
    stored = {"mode": "relay", "last": 99, "sides": [4, 5], "numbers": "blind", "other": 1}
    assert AttemptChoice.read(stored) == AttemptChoice("relay", sides=(4, 5), numbers="blind")
    assert AttemptChoice.read("nonsense") == AttemptChoice()
    assert "inspection" not in AttemptChoice(numbers="blind").fields
    assert AttemptChoice(side=10).next("side").side == 2


def test_results_are_kept_by_what_can_be_compared(tmp_path: Path) -> None:
    results = Results(tmp_path)
    attempt = an_attempt(side=3)
    attempt.uncover(0)
    attempt.moved(0)
    solve(attempt, 1500, 22)
    results.choose(attempt.choice)
    results.add(attempt.result("2026-01-01T00:00:00Z"))
    assert [one.total for one in Results(tmp_path).of("3×3")] == [1500]
    assert results.of("4×4") == [] and Results(tmp_path).choice().side == 3


def test_an_attempt_that_was_given_up_is_kept_as_such(tmp_path: Path) -> None:
    relay = an_attempt(mode="relay", last=4)
    relay.uncover(0)
    relay.moved(1000)
    solve(relay, 2000, 5)
    result = relay.result("2026-01-01T00:00:00Z", now=5000, on_board=3)
    assert (result.dnf, result.total, result.times, result.moves) == (True, 4000, [1000], 8)
    results = Results(tmp_path)
    results.add(result)
    assert results.of(result.name) == [result]


def test_time_and_moves_of_a_session_are_those_of_all_its_boards() -> None:
    session = an_attempt(mode="mixed", count=3, sides=(3,))
    for began in (0, 60_000):
        session.uncover(began)
        session.moved(began + 1000)
        solve(session, began + 2000, 5)
    session.uncover(90_000)
    session.moved(91_000)
    assert session.elapsed(91_500) == 500, "each board has its clock"
    given_up = session.result("now", now=91_500, on_board=3)
    assert (given_up.total, given_up.moves) == (2500, 13)
    solve(session, 92_000, 5)
    assert session.elapsed(99_000) == 3000, "at the end all boards"
    assert session.moves(5) == session.result("now").moves == 15


def test_of_each_name_the_latest_thousand_are_kept(tmp_path: Path) -> None:
    results = Results(tmp_path)
    many = [AttemptResult("4×4", float(at), [], 1, "now") for at in range(1000)]
    held = [AttemptResult("5×5", 1.0, [], 1, "now"), *many]
    results.path.write_text(json.dumps({"results": [one.as_dict() for one in held]}), "utf-8")
    results.add(AttemptResult("4×4", 1000.0, [], 1, "now"))
    assert [one.total for one in results.of("4×4")] == [float(at) for at in range(1, 1001)]
    assert len(results.of("5×5")) == 1


@pytest.mark.parametrize(
    ("held", "reason"),
    [
        ([1], "does not contain timed attempts; rename or delete it"),
        ({"results": [{"name": "4×4", "total": "fast"}]}, "its results are unreadable; delete it"),
    ],
)
def test_a_damaged_file_is_not_overwritten(tmp_path: Path, held: object, reason: str) -> None:
    results = Results(tmp_path)
    results.path.write_text(json.dumps(held), encoding="utf-8")
    attempt = an_attempt()
    with pytest.raises(TableError, match=reason):
        results.add(attempt.result("now"))
    assert json.loads(results.path.read_text(encoding="utf-8")) == held
