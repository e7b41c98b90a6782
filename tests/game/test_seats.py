"""Several programs that play on one folder at the same time leave each other's games alone."""

import os
from pathlib import Path

import pytest
from filelock import FileLock

from taquin.faces.terminal.session import Session, read_opening
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


def test_a_game_that_cannot_be_claimed_goes_on_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a full disk the game did not open."""
    with seated(tmp_path) as seat:
        History(tmp_path, seat).leave([a_moment("D")])

    def full(path: Path, value: object) -> None:
        raise TableError(f"{path} cannot be written: No space left on device.")

    monkeypatch.setattr("taquin.game.folder.write_json", full)
    with seated(tmp_path) as seat:
        history = History(tmp_path, seat)
        games, elsewhere = history.open()
        assert moves_of(games) == ["D"] and elsewhere == []
        assert history.unclaimed is not None and "No space left" in history.unclaimed
        session = Session(None, tmp_path, seat)
        assert session.continued and session.game.record.moves == "D"
        assert session.problem is not None and "No space left" in session.problem


@pytest.mark.parametrize("name", ["1.lock", "3.lock", "looking.lock"])
def test_a_folder_among_the_seats_stops_no_program(tmp_path: Path, name: str) -> None:
    with seated(tmp_path) as seat:
        History(tmp_path, seat).leave([a_moment("D")])
    (tmp_path / "open" / name).unlink(missing_ok=True)
    (tmp_path / "open" / name).mkdir()
    with seated(tmp_path) as seat:
        assert seat is not None and seat.is_alone and seat.problem is None
        session = Session(None, tmp_path, seat)
        assert session.game.record.moves == "D" and session.problem is None


def test_a_program_that_looks_for_long_stops_no_other(tmp_path: Path) -> None:
    with seated(tmp_path) as first:
        assert first is not None
        with FileLock(tmp_path / "open" / "looking.lock"), seated(tmp_path) as second:
            assert second is not None and second.is_elsewhere(1) and not second.is_elsewhere(3)


def test_the_seat_of_another_user_keeps_a_game_closed_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = tmp_path / "open" / "2.lock"
    theirs.parent.mkdir()
    theirs.touch()

    def acquire(lock: FileLock, *arguments: object, **options: object) -> object:
        if Path(lock.lock_file) == theirs:
            raise PermissionError(13, "Permission denied", str(theirs))
        return plain(lock, *arguments, **options)

    plain = FileLock.acquire
    monkeypatch.setattr(FileLock, "acquire", acquire)
    access = os.access
    monkeypatch.setattr(os, "access", lambda path, mode: path != theirs and access(path, mode))
    with seated(tmp_path) as first, seated(tmp_path) as third:
        assert first is not None and third is not None
        assert (first.number, third.number) == (1, 3)
        assert first.is_elsewhere(2) and not first.is_alone
    with seated(tmp_path) as seat:
        assert seat is not None and seat.is_alone
        problem = Session(None, tmp_path, seat).problem
        assert problem is not None and f"{theirs} belongs to another user" in problem
        assert problem.endswith("delete it.")


def test_a_streak_that_was_left_is_on_nowhere(tmp_path: Path) -> None:
    """The next program at its seat was taken for that where it went on."""
    streak, old = KeptStreak(3, "any", 4, 900), a_moment("D")
    with seated(tmp_path) as first:
        StreakFile(tmp_path, first).write(streak)
        History(tmp_path, first).leave([old])
    with seated(tmp_path) as first, seated(tmp_path) as second:
        assert first is not None and first.number == 1
        assert StreakFile(tmp_path, second).read() == streak
        assert StreakFile(tmp_path, second).take() == streak
        assert StreakFile(tmp_path, first).read() is None
        assert moves_of(History(tmp_path, second).open()[0]) == ["D"]


def test_a_streak_that_is_read_is_taken_by_one_program(tmp_path: Path) -> None:
    streak = KeptStreak(3, "any", 4, 900)
    StreakFile(tmp_path).write(streak)
    with seated(tmp_path) as first, seated(tmp_path) as second:
        one, other = StreakFile(tmp_path, first), StreakFile(tmp_path, second)
        assert one.read() == other.read() == streak
        assert one.take() == streak and other.take() is None
        assert one.take() == streak
    path = tmp_path / "streak.json"
    path.write_text(path.read_text("utf-8").replace('"seat":"1 ', '"seat":"x '), "utf-8")
    with seated(tmp_path) as first:
        assert StreakFile(tmp_path, first).take() == streak


def test_a_streak_on_a_full_disk_goes_on_where_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    streak = KeptStreak(3, "any", 4, 900)
    StreakFile(tmp_path).write(streak)

    def full(path: Path, value: object) -> None:
        raise TableError(f"{path} cannot be written: No space left on device.")

    monkeypatch.setattr("taquin.game.folder.write_json", full)
    with seated(tmp_path) as seat:
        assert StreakFile(tmp_path, seat).take() == streak


def test_a_program_claims_only_the_game_that_it_continues(tmp_path: Path) -> None:
    """A board of another size claimed every game that was left."""
    old, older = a_moment("D"), a_moment("U")
    History(tmp_path).leave([older, old])
    with seated(tmp_path) as first, seated(tmp_path) as second:
        beside = Session(read_opening("5x5"), tmp_path, first)
        beside.game.move(beside.game.board.legal_moves()[0], "k")
        beside.leave()
        session = Session(None, tmp_path, second)
        assert session.continued and session.game.record.id == old.record.id
        assert session.open_elsewhere().startswith("The 5×5 of 1 move is open")
        session.game.move("R", "k")
        session.leave()
        # The first has never gone on with them, and overwrites neither.
        beside.leave()
        assert moves_of(History(tmp_path).left())[:2] == ["U", "DR"]
        # One that went on there just before it goes on here: both are kept.
        beside.game.undo()
        beside.game.undo()
        beside.keep()
        assert beside.game.record.moves == "D" and beside.game.record.again
        beside.game.move("L", "k")
        beside.leave()
        session.leave()
        assert {"DL", "DR"} <= set(moves_of(History(tmp_path).left()))


def test_a_game_that_was_left_is_claimed_when_it_goes_on(tmp_path: Path) -> None:
    History(tmp_path).leave([a_moment("D")])
    with seated(tmp_path) as first, seated(tmp_path) as second:
        beside = Session(read_opening("5x5"), tmp_path, first)
        beside.undo()
        beside.keep()
        assert beside.game.record.moves == "D" and not beside.game.record.again
        session = Session(None, tmp_path, second)
        assert not session.continued
        assert session.open_elsewhere().startswith("The 3×3 of 1 move is open")
