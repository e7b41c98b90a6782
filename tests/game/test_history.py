"""Games are kept whole or not at all, and nothing that taquin did not write is overwritten."""

import json
import os
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from taquin.game import folder
from taquin.game.game import Game, Moment
from taquin.game.history import History
from taquin.game.record import HINT_KINDS, GameRecord, read_record
from taquin.game.statistics import AVERAGES, control, figure, personal_bests, session, times
from taquin.game.words import (
    assistance,
    kind_text,
    line_text,
    local_text,
    progress_text,
    pushed_text,
    result_text,
    where_text,
    why_text,
)
from taquin.ground.errors import NotationError, TableError
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal

GOAL = Board.parse("123456780")
START = Board.parse("1 2 3/4 0 6/7 5 8")


def solved(seconds: float = 2.0, input: str = "k", seed: str | None = "scramble 1") -> GameRecord:
    now = [0.0]
    game = Game(START, GOAL, seed=seed, clock=lambda: now[0])
    game.move("U", input)
    now[0] = seconds
    game.move("L", input)
    assert game.solved
    return game.record


def test_games_come_back_and_one_with_the_same_id_is_replaced(tmp_path: Path) -> None:
    history = History(tmp_path / "new")
    assert history.all() == []
    first, second = solved(), solved(3)
    second.created = "2099-01-01T00:00:00.000Z"
    for record in (second, first, second):
        history.add(record)
    assert [record.id for record in history.all()] == [first.id, second.id]
    held = json.loads(history.path.read_text("utf-8"))
    assert (held["format"], held["version"]) == ("taquin games", 1), "as the page exports them"
    assert sorted(p.name for p in history.path.parent.iterdir() if p.suffix != ".lock") == [
        "games.json"
    ]
    history.clear()
    assert history.all() == []


@pytest.mark.parametrize("text", ["", "{", '{"format":"other","games":[]}', "[]", '{"games":{}}'])
def test_a_damaged_file_is_an_error_and_is_never_overwritten(tmp_path: Path, text: str) -> None:
    history = History(tmp_path)
    history.path.write_text(text, "utf-8")
    with pytest.raises(TableError, match=r"games\.json.*(damaged|does not contain)"):
        history.all()
    with pytest.raises(TableError, match=r"games\.json"):
        history.add(solved())
    assert history.path.read_text("utf-8") == text


def test_a_damaged_game_is_named(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.add(solved())
    held = json.loads(history.path.read_text("utf-8"))
    held["games"][0]["moves"] = "DD"
    history.path.write_text(json.dumps(held), "utf-8")
    with pytest.raises(TableError, match="damaged: game"):
        history.all()


@pytest.mark.parametrize("change", [
    {"inputs": "k"}, {"inputs": "KK"}, {"moves": "ul"}, {"times": [0.0, 9e9]},
    {"times": [True, 2.0]}, {"status": "playing"},
])  # fmt: skip
def test_a_game_that_could_not_be_read_back_is_not_added(
    tmp_path: Path, change: dict[str, Any]
) -> None:
    history = History(tmp_path)
    history.add(solved())
    before = history.path.read_text("utf-8")
    with pytest.raises(NotationError, match=r"^game "):
        history.add(replace(solved(), **change))
    assert history.path.read_text("utf-8") == before and len(history.all()) == 1


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history = History(tmp_path)
    history.add(solved())
    before = history.path.read_text("utf-8")

    def full(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(folder.os, "replace", full)
    with pytest.raises(TableError, match=r"No space left on device.*TAQUIN_DATA"):
        history.add(solved())
    assert history.path.read_text("utf-8") == before
    assert not list(tmp_path.glob("*.tmp"))


def a_started_game(moves: str = "D") -> Game:
    game = Game(START, GOAL)
    for letter in moves:
        game.move(letter, "k")
    return game


def test_the_name_of_a_goal_of_two_rows_is_kept(tmp_path: Path) -> None:
    """The page's games, put in the place of these, lost it when they were exported."""
    goal = named_goal("spiral", 4, 2)
    record = GameRecord(
        goal.apply("DL"), goal, moves="RU", times=[0.0, 1.0], inputs="kk", status="solved",
        named="spiral",
    )  # fmt: skip
    History(tmp_path).add(record)
    (read,) = History(tmp_path).all()
    assert read == record and read.as_dict()["named"] == "spiral"
    assert kind_text(read) == "4×2, spiral"
    before = {name: value for name, value in record.as_dict().items() if name != "named"}
    assert read_record(before) == replace(record, named=None)
    assert "named" not in read_record(before).as_dict()
    assert read_record(before | {"named": "last"}).named is None


def moves_of(games: list[Moment]) -> list[str]:
    return [one.record.moves for one in games]


def test_a_game_left_unfinished_goes_on(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert history.left() == []
    game = a_started_game()
    history.leave([game.moment()])
    assert moves_of(history.left()) == ["D"]
    history.leave([], {game.record.id})
    assert history.left() == []
    for damage in ('{"record": 1}', '{"left": 1}', "[]"):
        (tmp_path / "unfinished.json").write_text(damage, "utf-8")
        with pytest.raises(TableError, match=r"unfinished\.json is damaged"):
            history.left()


def test_games_before_the_one_that_goes_on_are_kept_with_it(tmp_path: Path) -> None:
    history = History(tmp_path)
    history.leave([a_started_game(moves).moment() for moves in ("D", "DU")])
    assert moves_of(history.left()) == ["D", "DU"]
    held = json.loads((tmp_path / "unfinished.json").read_text("utf-8"))
    assert Moment.read(held).record.moves == "DU", "as earlier versions read it"
    del held["left"]
    held["record"].update(moves="", times=[], inputs="")
    held["undone"] = [{"moves": "D", "inputs": "k"}]
    (tmp_path / "unfinished.json").write_text(json.dumps(held), "utf-8")
    (earlier,) = history.left()
    assert earlier.record.moves == "" and earlier.begun, "a file of an earlier version"


def test_a_program_that_leaves_keeps_the_games_of_another_one(tmp_path: Path) -> None:
    history, mine, theirs = History(tmp_path), a_started_game(), a_started_game("DU")
    history.leave([theirs.moment()])
    history.leave([], {mine.record.id})
    assert moves_of(history.left()) == ["DU"]
    history.leave([mine.moment()])
    assert moves_of(history.left()) == ["DU", "D"], "the last one that was left goes on"


def test_the_folder_is_the_users_unless_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAQUIN_DATA", os.sep + "elsewhere")
    assert folder.data_folder() == Path(os.sep) / "elsewhere"
    monkeypatch.delenv("TAQUIN_DATA")
    assert folder.data_folder().name == "taquin"


def test_averages_leave_out_the_best_and_the_worst() -> None:
    ao5 = next(average for average in AVERAGES if average.name == "ao5")
    assert figure([1, 2, 3, 4], ao5) == (None, None)
    assert figure([10, 2, 3, 4, 1], ao5) == (3, 3)
    worse = figure([1, 2, 3, 4, 5, float("inf"), float("inf")], ao5)
    assert worse.current == float("inf") and worse.best == 3


def test_means_of_times_are_rounded_to_the_millisecond() -> None:
    mo3, ao5 = (next(one for one in AVERAGES if one.name == name) for name in ("mo3", "ao5"))
    assert figure([2691, 4106, 2472], mo3).current == 3090
    assert figure([float("inf"), 2691, 4106, 1987, 2472], ao5).current == 3090
    assert figure([1, 2], mo3._replace(size=2)).current == 2, "halves are rounded up"


def test_best_games_by_size_and_control() -> None:
    fast, slow, mouse = solved(1), solved(5), solved(2, "m")
    helped = solved(0.5, "s")
    found = personal_bests([slow, mouse, helped, fast])
    assert [(best.control, best.games) for best in found] == [("keyboard", 2), ("mouse", 1)]
    assert found[0].time is fast and found[0].pace is fast
    assert [control(record) for record in (fast, mouse, helped)] == ["keyboard", "mouse", "solver"]


def test_bests_are_those_of_the_games_given_but_for_the_solvers() -> None:
    slow, quick, made = solved(5), solved(1), solved(0.5, "s")
    quick.hints["which"] = 1
    (best,) = personal_bests([slow, quick, made])
    assert best.time is best.pace is quick and best.games == 2
    assert personal_bests([made]) == []


def test_a_slide_is_told_by_its_tiles() -> None:
    assert pushed_text(START, "D") == f"tile {next(START.slides('D'))} down"
    assert pushed_text(Board.parse("1 2 3/4 5 6/0 7 8"), "LL") == "2 tiles to the left"
    assert pushed_text(Board.parse("1 2 3/4 5 6/7 8 0"), "DD") == "2 tiles down"


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the time zone of a process cannot be set")
def test_moments_are_told_where_the_player_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for zone, told in (("UTC", "2026-11-28 23:30"), ("Asia/Tokyo", "2026-11-29 08:30")):
        monkeypatch.setenv("TZ", zone)
        time.tzset()
        assert local_text("2026-11-28T23:30:00.000+00:00") == told
    monkeypatch.undo()
    time.tzset()


def test_a_session_ends_with_a_pause_of_an_hour() -> None:
    now = datetime(2026, 1, 2, 12, tzinfo=UTC)
    games = [solved() for _ in range(3)]
    for record, minutes in zip(games, (200, 90, 40), strict=True):
        record.created = (now - timedelta(minutes=minutes)).isoformat()
    assert session(games, games[0], now) == games[1:]


def test_a_session_has_the_games_that_were_given_up() -> None:
    games = [solved(seconds) for seconds in (1, 2, 3)]
    games[1].status = "abandoned"
    for record, minutes in zip(games, (3, 2, 1), strict=True):
        record.created = (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()
    helped = solved(1, "s")
    helped.status = "abandoned"
    assert session([*games, helped], games[0], datetime.now(UTC)) == games
    assert times(games) == [1000, float("inf"), 3000]


def test_games_in_words() -> None:
    record = solved(62.5)
    assert result_text(record) == "1:02.500 for 2 moves, 0.03 moves per second."
    assert assistance(record) == ""
    helped = solved(1, "s", seed=None)
    helped.hints["which"], helped.undos, helped.paused = 1, 2, True
    assert assistance(helped) == "solver, 1 hint, 2 undos, clock stopped, chosen board"


def test_questions_about_the_board() -> None:
    assert where_text(START, GOAL, "5") == "5 is in row 3, column 2; its home is row 2, column 2."
    assert where_text(START, GOAL, "1") == "1 is at home, row 1, column 1."
    assert where_text(START, GOAL, "blank").startswith("The blank is in row 2, column 2")
    assert "expected a tile from 1 to 8" in where_text(START, GOAL, "9")
    assert line_text(START, "row", "2") == "Row 2: 4, blank, 6."
    assert line_text(START, "column", "2") == "Column 2: 2, blank, 5."
    assert "expected a row from 1 to 3" in line_text(START, "row", "x")
    assert where_text(START, GOAL, "").startswith("“where”: expected a tile")
    assert line_text(START, "row", "").startswith("“row”: expected a row")
    one = Board.parse("1 3 2/5 6 4/8 0 7")
    assert progress_text(one, GOAL, 0) == "1 of 8 tiles is at home after 0 moves."
    assert progress_text(START, GOAL, 1) == "6 of 8 tiles are at home after 1 move."
    assert why_text(START, GOAL).startswith("Solvable: ")


def helped(**counts: int) -> dict[str, int]:
    return dict.fromkeys(HINT_KINDS, 0) | counts


def test_help_that_two_programs_tell_is_joined(tmp_path: Path) -> None:
    history, day = History(tmp_path), "taquin daily 1 2026-11-28"
    history.tell({f"{day} 3x3": helped(solution=1, which=1)})
    history.tell({f"{day} 3x3": helped(which=2), f"{day} 4x4": helped(play=1)})
    joined = {f"{day} 3x3": helped(solution=1, which=2), f"{day} 4x4": helped(play=1)}
    assert history.told() == joined
    # A program whose day is over changes nothing; a new day takes the place of the old one.
    history.tell({"taquin daily 1 2026-11-27 3x3": helped(peek=1)})
    assert history.told() == joined
    next_day = {"taquin daily 1 2026-11-29 3x3": helped(peek=1)}
    history.tell(next_day)
    assert history.told() == next_day
