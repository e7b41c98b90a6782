"""Several programs that play on one folder at the same time leave each other's games alone."""

import os
from pathlib import Path

import pytest

from taquin.game.game import Game, Moment
from taquin.game.history import History
from taquin.game.keptstreak import KeptStreak, StreakFile
from taquin.game.seats import seated
from taquin.ground.errors import TableError
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal


def a_moment(moves: str = "D") -> Moment:
    game = Game(Board.parse("1 2 3/4 0 6/7 5 8"), named_goal("last", 3, 3))
    for letter in moves:
        game.move(letter, "k")
    return game.moment()


def moves_of(games: list[Moment]) -> list[str]:
    return [one.record.moves for one in games]


def test_a_seat_is_free_again_when_its_program_ends(tmp_path: Path) -> None:
    with seated(tmp_path) as first:
        assert first is not None and first.number == 1 and first.is_alone
        with seated(tmp_path) as second:
            assert second is not None and second.number == 2
            assert first.is_elsewhere(2) and second.is_elsewhere(1)
            assert not first.is_elsewhere(1) and not first.is_elsewhere(3)
            assert not first.is_alone and not second.is_alone
        assert first.is_alone and not first.is_elsewhere(2)
    assert not any(first.is_elsewhere(odd) for odd in (None, "2", 0, -1, 10**9, True))


def test_a_folder_that_takes_no_locks_has_no_seats(tmp_path: Path) -> None:
    (tmp_path / "open").write_text("a file", "utf-8")
    with seated(tmp_path) as seat:
        assert seat is None
    assert History(tmp_path, seat).open() == ([], [])


def test_a_game_that_is_open_elsewhere_does_not_go_on_here(tmp_path: Path) -> None:
    """Both programs went on with one game, and the last to leave overwrote the other's moves."""
    mine, theirs = a_moment("D"), a_moment("U")
    with seated(tmp_path) as first:
        assert History(tmp_path, first).open() == ([], [])
        History(tmp_path, first).leave([mine])
        with seated(tmp_path) as second:
            games, elsewhere = History(tmp_path, second).open()
            assert games == [] and moves_of(elsewhere) == ["D"]
            History(tmp_path, second).leave([theirs])
        with seated(tmp_path) as third:
            games, elsewhere = History(tmp_path, third).open()
            assert moves_of(games) == ["U"], "its program has ended"
            assert moves_of(elsewhere) == ["D"]
            with seated(tmp_path) as fourth:
                assert History(tmp_path, fourth).open()[0] == [], "opened, it is open at once"
        longer = a_moment("DU")
        History(tmp_path, first).leave([longer], {mine.record.id})
    assert moves_of(History(tmp_path).left()) == ["U", "DU"]
    with seated(tmp_path) as last:
        games, elsewhere = History(tmp_path, last).open()
        assert moves_of(games) == ["U", "DU"] and elsewhere == []


def test_damaged_seats_cost_no_game(tmp_path: Path) -> None:
    path = tmp_path / "unfinished.json"
    with seated(tmp_path) as seat:
        History(tmp_path, seat).leave([a_moment()])
        for damage in ('"seats":7}', '"seats":{"a":"b"}}', '"seats":[1]}'):
            text = path.read_text("utf-8")
            path.write_text(text[: text.index('"seats"')] + damage, "utf-8")
            assert moves_of(History(tmp_path, seat).open()[0]) == ["D"]


def test_a_streak_goes_on_in_one_program(tmp_path: Path) -> None:
    streak, other = KeptStreak(3, "any", 4, 900), KeptStreak(4, "any", 1, 500)
    with seated(tmp_path) as first:
        StreakFile(tmp_path, first).write(streak)
        with seated(tmp_path) as second:
            file = StreakFile(tmp_path, second)
            assert file.read() is None
            with pytest.raises(TableError, match="A streak goes on in another terminal"):
                file.write(other)
            file.write(None)
            assert file.begin().startswith("A streak goes on in another terminal")
            assert StreakFile(tmp_path, first).begin() == ""
        assert StreakFile(tmp_path, first).read() == streak
    with seated(tmp_path) as later:
        assert StreakFile(tmp_path, later).read() == streak
        StreakFile(tmp_path, later).write(None)
        assert StreakFile(tmp_path, later).read() is None
    assert os.listdir(tmp_path / "open")


def test_a_streak_that_was_left_is_not_replaced_by_one_that_began_beside_it(
    tmp_path: Path,
) -> None:
    """When the first program had ended, the streak of the second took the place of its streak."""
    streak, other = KeptStreak(3, "any", 4, 900), KeptStreak(4, "any", 1, 500)
    with seated(tmp_path) as first:
        assert first is not None and first.number == 1
        with seated(tmp_path) as second:
            StreakFile(tmp_path, second).write(streak)
            file, late = StreakFile(tmp_path, first), StreakFile(tmp_path, first)
            assert file.begin()
            with pytest.raises(TableError, match="A streak goes on in another terminal"):
                late.write(other)
        for one in (file, late):
            with pytest.raises(TableError, match="A streak goes on in another terminal"):
                one.write(other)
            one.write(None)
        assert StreakFile(tmp_path).read() == streak
        assert file.begin() == "", "it goes on here"
        file.write(other)
        assert file.read() == other
