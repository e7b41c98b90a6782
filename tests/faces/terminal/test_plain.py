"""The game line by line: what is written, what is answered, and how it ends."""

import io
from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from stage import unwritable

import cli
from taquin.faces.terminal import plain
from taquin.faces.terminal.daily import today
from taquin.faces.terminal.figures_text import averages_text, bests_text
from taquin.faces.terminal.plain import Conversation
from taquin.faces.terminal.plaintext import PAUSED
from taquin.faces.terminal.puzzleseries import PuzzleWish, Series
from taquin.faces.terminal.session import Session, read_opening
from taquin.faces.terminal.settings import Settings, load
from taquin.game.daily import daily_board
from taquin.game.game import MOST_LEFT
from taquin.game.history import History
from taquin.game.keptstreak import KeptStreak
from taquin.game.record import HINT_KINDS, GameRecord
from taquin.game.seats import Seat, seated
from taquin.game.training import Training
from taquin.ground.errors import ExitCode, TableError
from taquin.puzzle.board import Board
from taquin.puzzle.move import Notation
from taquin.solving.solver import solve

EASY = "1 2 3/4 0 6/7 5 8"


class Talk:
    """A conversation of which a test sees every answer."""

    def __init__(
        self,
        folder: Path,
        board: str = EASY,
        notation: Notation = "tile",
        seat: Seat | None = None,
    ) -> None:
        self.session = Session(read_opening(board), folder, seat)
        self.conversation = Conversation(self.session, notation)

    def __call__(self, line: str) -> str:
        return "\n".join(self.conversation.answer(line))


def test_a_result_says_that_a_hint_was_used(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk("hint")
    talk("5")
    assert " moves per second. With: 1 hint, chosen board.\n" in talk("8")


def test_bests_and_averages_are_of_the_same_games() -> None:
    clean = GameRecord(
        *(Board.parse(EASY), Board.parse("123456780")),
        moves="UL",
        times=[0.0, 5000.0],
        inputs="kk",
        status="solved",
        seed="a",
    )
    quick = {"times": [0.0, 1000.0]}
    helped = replace(clean, **quick, hints=dict.fromkeys(HINT_KINDS, 1))
    others = [helped, replace(clean, **quick, undos=1), replace(clean, **quick, paused=True)]
    rows = bests_text([clean, *others]).splitlines()[2:]
    assert [row.split()[1:4] for row in rows] == [["keyboard", "1", "0:05.000"]]
    assert "single 0:05.000 (best 0:05.000)" in averages_text([clean, *others])
    assert "without help" in bests_text(others)
    assert bests_text(others[1:]).startswith("No game counts yet: ")
    # A game given up counts in the averages, which stand below.
    given_up = replace(clean, moves="U", times=[0.0], inputs="k", status="abandoned")
    assert averages_text([given_up]) == "Averages\n3×3: single DNF"
    none = "No best yet: every game that counts was given up."
    assert bests_text([given_up, *others[1:]]) == none
    daily = replace(clean, seed="taquin daily 1 2026-11-22 3x3")
    archive = replace(daily, **quick, typed=True)
    rows = bests_text([clean, daily, archive]).splitlines()[2:]
    assert [row.split()[2] for row in rows] == ["2"], "a daily board counts on its day"
    slide = replace(clean, moves="L", times=[0.0], inputs="k")
    assert averages_text([clean, slide]) == averages_text([clean]), "it has no time"


def test_a_key_of_the_whole_screen_makes_no_move(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    for line in ("V", " v "):
        assert talk(line) == "V alone moves nothing: type moves left, or down, or D."
    assert talk("moves").startswith("0 moves made.")
    assert talk("^").startswith("5 up."), "arrows of a text still are moves"


@pytest.mark.parametrize("question", ["how do I win", "How can this be solved?", "how finish it"])
def test_how_asks_for_moves_only_if_it_asks_how_many(tmp_path: Path, question: str) -> None:
    talk = Talk(tmp_path)
    said = talk(question)
    assert said.startswith(("The goal is last: ", "The question “How can")), said
    assert "Moves left" not in said
    for left in ("how many moves are left", "how far is it", "how"):
        assert talk(left).startswith("“Moves left” tells")


def test_a_game_in_tiles_and_letters(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert "\n".join(talk.conversation.greeting()).endswith("1 2 3\n4 _ 6\n7 5 8")
    assert talk("2") == "2 down.\n1 _ 3\n4 2 6\n7 5 8"
    assert talk("undo").startswith("Undone.")
    assert talk("quiet") == "The board is shown when you ask for it."
    assert talk("D u") == "2 down, 2 up."
    assert talk("") == "1 2 3\n4 _ 6\n7 5 8\n2 moves."
    assert talk("row 2") == "Row 2: 4, blank, 6."
    assert talk("5") == "5 up."
    won = talk("8")
    assert won.startswith("8 left.\nSolved: 0:0") and "4 moves" in won
    assert talk("8") == "The board is solved."
    assert talk("hint") == "This board is solved."
    assert "Optimal 2, played 4: accuracy 50 per cent." in talk("review")
    assert "Move 1, tile 2 down: 2 moves worse than the best. Better: tile 5 up." in talk("review")
    assert talk("review").startswith("Your last finished game: 3x3, 20")
    assert talk("review").splitlines()[0].endswith(", 4 moves.")
    counted = "only fresh random and daily boards, without help, pause or\nundo."
    assert talk("stats") == talk("statistics") == f"No game counts yet: {counted}"
    talk.session.training.add_run("streak-3-any", 4)
    assert talk("stats").endswith("\nPuzzles\nstreak 3×3: best 4")
    assert [record.moves for record in History(tmp_path).all()] == ["DUUL"]


def test_a_review_names_its_game_and_can_be_of_the_one_that_is_on(tmp_path: Path) -> None:
    """In a running game, `review` spoke of another one without a word."""
    talk = Talk(tmp_path)
    assert talk("review now") == "There is no move to review yet."
    talk("5 8")
    assert talk("review now").startswith("The game that is on: 3x3, 20")
    talk("new 4x4")
    first = f"{'left' if talk.session.game.board.blank % 4 < 3 else 'right'}"
    talk(first)
    said = talk("review").splitlines()
    assert said[0].startswith("Your last finished game: 3x3, 20") and "2 moves." in said[0]
    assert said[-1] == "For the game that is on, type review now; it counts as a hint."
    assert not talk.session.game.record.hints["peek"]
    talk("new 1 2 3/4 0 6/7 5 8")
    talk("2")
    lines = talk("review now").splitlines()
    assert lines[0].startswith("The game that is on: 3x3, 20") and ", 1 move." in lines[0]
    assert lines[1] == "Not solved: 1 move; 2 moves lost. The start needs 2."
    assert talk.session.game.record.hints["peek"] == 1
    talk("pause")
    assert talk("review now") == PAUSED


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("left", "6 left."),
        ("LEFT up", "6 left"),
        ("up, right", "5 up, 7 right."),
        ("ur", "5 up, 7 right."),
        ("down 1", "2 down, 1 right"),
        ("2; 1", "2 down, 1 right."),
        ("↑ →", "5 up, 7 right."),
        ("↑→", "5 up, 7 right."),
    ],
)
def test_moves_in_words_and_letters(tmp_path: Path, line: str, answer: str) -> None:
    assert Talk(tmp_path)(line).startswith(answer)


@pytest.mark.parametrize("line", ["right", "r", "R", "right,"])
def test_letters_and_words_of_the_blank(tmp_path: Path, line: str) -> None:
    """The blank goes right, so the tile right of it goes left."""
    talk = Talk(tmp_path, notation="blank")
    assert talk(line).startswith("6 left.")
    assert talk("r").startswith("Move 1 (R): no tile can move left")
    assert "letters give the blank's direction" in talk("help")
    talk("undo")
    assert talk("solve") == "2 moves, proved to be the shortest:\nDR"
    assert "letters give the tile's direction" in Talk(tmp_path)("help")


def test_a_line_with_a_mistake_moves_nothing(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk("2 9 5") == "Nothing is moved: after D, There is no tile 9; tiles are 1 to 8."
    assert talk("2 8").startswith("Nothing is moved: after D, 8 is not in the row")
    assert talk("board").startswith("1 2 3\n4 _ 6") and talk.session.game.at == 0
    assert "There is no tile 99999999999999999999; tiles" in talk("9" * 5000)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("2D 1R", "2 down, 1 right."),
        ("5 up, 8 left", "5 up, 8 left."),
        ("tile 6 left", "6 left."),
        ("6R", "move 1 (tile 6, R): it cannot move right"),
        ("restart", "Restarted."),
        ("blank left", "blank left is not a command: letters and words move tiles."),
    ],
)
def test_tiles_with_directions(tmp_path: Path, line: str, answer: str) -> None:
    assert Talk(tmp_path)(line).startswith(answer)


def test_a_learner_finds_the_move(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk("learn") == "One of the 4 possible moves is best. Make it on the board."
    assert talk("4").splitlines()[:2] == [
        "4 right.",
        "Not the best: it leads away from the goal and costs two extra moves. "
        "Type undo to take it back.",
    ]
    talk("undo")
    talk("learn")
    assert talk("hint").startswith("Move tile 5. Proved.")
    assert "Yes, that is a best move. Type learn for another question." in talk("5")
    talk("undo")
    talk("learn")
    assert "best" not in talk("5 7"), "two slides are no answer"


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("9", "There is no tile 9; tiles are 1 to 8."),
        ("1", "1 is not in the row or column of the blank."),
        ("jump", "jump is neither a move nor a command. Type help for both."),
        ("UU", "Move 2 (U): no tile can move up"),
        ("where 12", "“where 12”: expected a tile from 1 to 8, or “blank”."),
        ("new 1x9", "A 1x9 board: expected a width and a height from 2 to 20."),
        ("new 30x30", "The board is 30x30; the game has boards of up to 20x20."),
        ("new 3x3 4x4", "'3x3 4x4': 2 sizes; expected one."),
        ("new 1 2 3/4 5 6/8 7 0", "Nearest fix: swap 7 and 8."),
        ("new 3x3 goal nowhere", "nowhere"),
    ],
)
def test_a_line_that_cannot_be_done_changes_nothing(tmp_path: Path, line: str, answer: str) -> None:
    talk = Talk(tmp_path)
    assert answer in talk(line)
    assert talk.session.game.at == 0 and talk.session.game.record.start.text == EASY


def test_hints_solutions_and_distances(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk("hint") == "Move tile 5. Proved. It is the only best move."
    assert talk("hint").startswith("Move tile 5 up. Proved.")
    assert talk("hint").startswith("Played U.")
    assert talk("moves left") == talk("remaining") == "1 move left, proved."
    assert talk("moves") == "1 move made. Type moves left for how many are left."
    assert talk("solve") == "1 move, proved to be the shortest:\nL"
    assert talk("method") == "Move tile 8: it slides home. Proved. That solves the board."
    record = talk.session.game.record
    assert record.hints == {"which": 2, "arrow": 1, "play": 1, "peek": 2, "solution": 1}


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("\x1b[A\n", "Arrow keys work on the whole screen only; type up, or u."),
        ("\x1bOD\x1bOD\n", "Arrow keys work on the whole screen only; type left, or l."),
        ("\x1b[3~\n", "\\x1b[3~ is neither a move nor a command. Type help for both."),
        ("where \x07", "\\x07"),
        ("daily \x1b[1m", "daily \\x1b[1m: expected 3x3, 4x4 or 5x5."),
    ],
)
def test_a_key_that_types_no_letter_is_named_or_shown(
    tmp_path: Path, line: str, answer: str
) -> None:
    """What came back moved the cursor, and nobody saw what was meant."""
    said = Talk(tmp_path)(line)
    assert answer in said and said.isprintable()


def test_the_letters_for_help_and_hint_are_known(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk("?") == talk("help")
    assert talk("h").startswith("Move tile 5.")


def test_a_folder_that_cannot_be_written_is_said_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taquin.game.folder.TemporaryFile", unwritable)
    first, *_ = Talk(tmp_path).conversation.greeting()
    assert first.startswith(f"Nothing you do will be kept: {tmp_path} cannot be written: ")


def test_new_pause_and_redo(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk("pause").startswith("The clock is not running")
    talk("2")
    paused = "The game is paused. Type pause to resume."
    assert talk("pause") == "Paused. Type pause to resume." and talk("") == paused
    assert talk("5") == talk("why") == talk("hint") == paused
    assert talk("undo").endswith(paused) and talk("redo").endswith(paused)
    assert talk("pause") == "Resumed."
    assert talk("new 2x3 goal snake").startswith("A new board, 2x3, goal snake.")
    assert talk("undo").startswith("Undone.") and talk.session.game.at == 1
    assert talk("redo").startswith("Redone.") and talk.session.game.goal.text == "1 2/4 3/5 0"
    assert talk("goal") == "snake:\n1 2\n4 3\n5 _"


def test_the_end_of_input_keeps_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("2\nnonsense\n"))
    plain.play(read_opening(EASY))
    first = capsys.readouterr().out
    assert "2 down." in first
    kept = "Your unfinished game is kept; `taquin play` continues it."
    assert first.endswith(f"{kept}\nGoodbye.\n")
    monkeypatch.setattr("sys.stdin", io.StringIO("undo\nquit\nnever read\n"))
    plain.play(None)
    said = capsys.readouterr().out
    assert said.startswith("Continuing your unfinished game.") and said.endswith("Goodbye.\n")
    assert "1 2 3\n4 _ 6\n7 5 8" in said
    assert all(character.isprintable() for character in said.replace("\n", "")), "no controls"


def test_a_paused_game_is_paused_when_it_is_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("2\npause\nquit\n"))
    plain.play(read_opening(EASY))
    capsys.readouterr()
    monkeypatch.setattr("sys.stdin", io.StringIO("pause\n\nquit\n"))
    plain.play(None)
    said = capsys.readouterr().out
    hidden, shown = said.split("Resumed.")
    assert hidden.endswith("The game is paused. Type pause to resume.\n")
    assert "1 _ 3" not in hidden and "1 _ 3\n4 2 6\n7 5 8" in shown


def test_a_board_that_was_only_looked_at_replaces_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(board: str | None, *lines: str) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        plain.play(None if board is None else read_opening(board))
        return capsys.readouterr().out

    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    said(EASY, "2")
    looked = said("4x4", "quit")
    assert "4x4, goal last. Undo brings the 3x3 of 1 move back. Type help" in looked
    back = said(None, "board", "new", "quit")
    assert back.startswith("Continuing your unfinished game.") and "\n1 move." in back
    assert "A new board, 3x3, goal last. Undo brings the 3x3 of 1 move back." in back
    assert "1 _ 3\n4 2 6\n7 5 8" in said(None, "quit")


def test_a_game_that_is_dropped_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    lines = ["2", *["new", "u", "d"] * MOST_LEFT, "new", "board"]
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
    plain.play(read_opening(EASY))
    before, _, after = capsys.readouterr().out.partition(
        "Only 50 other unfinished games are kept; the oldest, the 3x3 of 1 move, has been dropped."
    )
    assert before.count("A new board") == MOST_LEFT + 1 and after and "dropped" not in after


def test_ctrl_c_ends_the_game_cleanly(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1) -> str:
            raise KeyboardInterrupt

    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", Interrupted())
    plain.play(read_opening(EASY))
    assert capsys.readouterr().out.endswith("7 5 8\n\nGoodbye.\n")


def test_the_end_of_what_is_typed_ends_the_line_of_the_prompt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    class Typed(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", Typed("u\n"))
    plain.play(read_opening(EASY))
    kept = "Your unfinished game is kept; `taquin play` continues it."
    assert capsys.readouterr().out.endswith(f"\n> \n{kept}\nGoodbye.\n")
    monkeypatch.setattr("sys.stdin", Typed("quit\n"))
    plain.play(None)
    assert capsys.readouterr().out.count("Goodbye.") == 1


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        ("1 2 3/4 5 6/8 7 0", ExitCode.UNSOLVABLE, "Nearest fix: swap 7 and 8."),
        ("30x30", ExitCode.USAGE, "up to 20x20"),
        ("1x4", ExitCode.USAGE, "from 2 to 20"),
        ("--size 5x1", ExitCode.USAGE, "from 2 to 20"),
        ("702853614 --size 1x9", ExitCode.USAGE, "from 2 to 20"),
        ("3x3 4x4", ExitCode.USAGE, "'3x3 4x4': 2 sizes; expected one."),
        ("hello", ExitCode.USAGE, "hello"),
        ("4x4 --size 3x3", ExitCode.USAGE, "given twice"),
        ("702853614 --seed 1", ExitCode.USAGE, "--seed draws a board"),
        ("--palette pink", ExitCode.USAGE, "palette"),
        ("-", ExitCode.USAGE, "standard input brings your moves"),
        ("3x3 --goal nowhere", ExitCode.USAGE, "nowhere"),
        ("3x3", ExitCode.USAGE, "taquin: play needs a terminal"),
        ("3x3", ExitCode.USAGE, "taquin play --plain plays line by line."),
    ],
)
def test_wrong_input_is_said_before_the_screen_is_taken(
    words: str, status: ExitCode, message: str
) -> None:
    given = ["1 2 3/4 5 6/8 7 0"] if "/" in words else words.split()
    done = cli.taquin("play", *given)
    assert done.status == status and message in done.err and not done.out
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(("notation", "arrows"), [("tile", "tile"), ("blank", "gap")])
def test_the_screen_reads_arrow_keys_in_the_same_notation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, notation: str, arrows: str
) -> None:
    from taquin.faces.cli import play, screens
    from taquin.faces.terminal import app

    shown: list[Settings] = []
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    monkeypatch.setattr(play, "screen", lambda *_, **__: screens.part("app"))
    monkeypatch.setattr(app.Taquin, "run", lambda self: shown.append(self.settings))
    assert cli.taquin("play", "3x3", "--notation", notation).status == 0
    assert [settings.arrows for settings in shown] == [arrows]
    assert load(tmp_path)[0] == Settings(), "for this time only"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("command", "instead"), [("play", "--plain"), ("lab", "taquin compare")])
def test_what_a_screen_needs_is_said_with_what_works_without(
    monkeypatch: pytest.MonkeyPatch, command: str, instead: str
) -> None:
    from taquin.faces.cli import screens
    from taquin.ground.errors import MissingExtra, OptionError

    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", Terminal())
    monkeypatch.setenv("TERM", "dumb")
    with pytest.raises(OptionError, match="TERM says that this one is dumb"):
        screens.screen(f"taquin {command}", "app", instead=instead)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(screens, "find_spec", lambda name: None)
    with pytest.raises(MissingExtra, match=r"pip install 'taquin\[terminal\]'"):
        screens.screen(f"taquin {command}", "app", instead=instead)


def test_the_daily_boards_are_played_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = date(2026, 11, 28)
    monkeypatch.setattr(plain, "today", lambda: day)
    monkeypatch.setattr("taquin.game.record._now", lambda: "2026-11-28T12:00:00.000+00:00")
    talk = Talk(tmp_path)
    said = talk("daily")
    assert f"The boards of {day.isoformat()}" in said and "4x4: not solved yet" in said
    talk("up")
    assert f"This is the daily 3x3 of {day.isoformat()}. Undo brings" in talk("daily 3x3")
    board = daily_board(day, 3)
    assert talk.session.game.board == board and talk("board").startswith(str(board))
    assert talk("daily 3") == f"This is the daily 3x3 of {day.isoformat()}.\n{board!s}"
    first = (solve(board).moves or "")[0]
    talk(first)
    assert "3x3: in progress" in talk("daily")
    talk("new")
    assert "3x3: in progress" in talk("daily"), "it was left unfinished"
    assert talk("daily 3x3").startswith("Continuing the daily 3x3")
    assert talk.session.game.at == 1
    won = talk((solve(board).moves or "")[1:])
    assert "Daily: 1 day in a row." in won
    assert "Streak: 1 day; the longest: 1 day." in talk("daily")
    assert "3x3: 0:0" in talk("daily") and "moves" in talk("daily")
    talk("daily 3x3")
    assert talk.session.game.record.again
    assert talk("daily 9x9") == "daily 9x9: expected 3x3, 4x4 or 5x5."


def solved_daily(talk: Talk, day: date) -> str:
    """What is said when the daily 3x3 is solved from its start."""
    return talk(solve(daily_board(day, 3)).moves or "")


@pytest.mark.parametrize("help", ["solve", "hint\nhint\nhint\nundo"])
@pytest.mark.parametrize(
    "way", ["retry", "new\ndaily 3x3", "new\nundo", "up\ndown\nleft\nright\nretry", "quit"]
)
def test_a_daily_with_help_counts_in_no_other_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, help: str, way: str
) -> None:
    day = today()
    monkeypatch.setattr(plain, "today", lambda: day)
    talk = Talk(tmp_path)
    for line in ["daily 3x3", *help.split("\n"), *way.split("\n")]:
        talk(line)
    if way == "quit":
        # Another visit, on another board.
        talk("new")
        talk.session.leave()
        talk = Talk(tmp_path)
        talk("daily 3x3")
    assert "does not count" in talk("daily").splitlines()[1]
    talk("retry")
    reason = "a solution was shown." if help == "solve" else "a move was made for you."
    assert f"Does not count today: {reason}" in solved_daily(talk, day)
    listed = talk("daily")
    assert "does not count" in listed.splitlines()[1] and "Streak" not in listed
    # Once it is solved, the next game of the board does not count either.
    talk("daily 3x3")
    record = talk.session.game.record
    assert record.again and not record.own
    assert f"Does not count today: {reason}" in solved_daily(talk, day)
    assert "Streak" not in talk("daily")


def test_a_daily_that_was_solved_keeps_its_result_whatever_follows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = today()
    monkeypatch.setattr(plain, "today", lambda: day)
    talk = Talk(tmp_path)
    moves = solve(daily_board(day, 3)).moves or ""
    for line in ["daily 3x3", moves[:2], "retry"]:
        talk(line)
    assert "Daily: 1 day in a row." in talk(moves)
    # The game that was left after two moves is not what has come of the board.
    shown = talk("daily").splitlines()
    assert shown[1].startswith("3x3: 0:0") and "moves" in shown[1] and "progress" not in shown[1]
    assert "Streak: 1 day" in shown[-1]
    assert talk("daily 3x3").startswith("This is the daily 3x3")
    assert talk.session.game.at == 0 and talk.session.game.record.again
    talk("solve")
    talk(moves)
    assert "Streak: 1 day" in talk("daily") and "does not count" not in talk("daily")


def test_a_daily_that_is_played_again_is_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    day = today()
    monkeypatch.setattr(plain, "today", lambda: day)
    talk = Talk(tmp_path)
    moves = solve(daily_board(day, 3)).moves or ""
    for line in ["daily 3x3", moves, "daily 3x3", moves[0], "daily 4x4"]:
        talk(line)
    assert talk("daily 3x3").startswith("Continuing the daily 3x3")
    assert talk.session.game.at == 1


@pytest.mark.parametrize("help", [["solve"], ["hint", "hint"], ["remaining"]])
def test_a_board_with_help_is_no_best_after_a_restart(tmp_path: Path, help: list[str]) -> None:
    talk = Talk(tmp_path, "3x3")
    for line in ["new", *help, "retry"]:
        talk(line)
    talk(solve(talk.session.game.board).moves or "")
    (record,) = talk.session.history.all()
    assert record.solved and record.again and not record.clean
    assert any(record.hints.values())
    assert talk("stats").startswith("No game counts yet")


def test_damaged_help_is_said_and_costs_no_game(tmp_path: Path) -> None:
    (tmp_path / "told.json").write_text('{"taquin daily 1 2026-11-28 3x3": 1}', encoding="utf-8")
    session = Session(None, tmp_path)
    assert session.problem is not None and "told.json is damaged" in session.problem


@pytest.mark.parametrize("damage", ['{"record":1', '{"record":1}', "[]"])
def test_a_damaged_unfinished_game_is_kept_and_costs_no_help(tmp_path: Path, damage: str) -> None:
    talk = Talk(tmp_path)
    for line in ("daily 3x3", "solve"):
        talk(line)
    talk.session.leave()
    path = tmp_path / "unfinished.json"
    path.write_text(damage, encoding="utf-8")
    talk = Talk(tmp_path)
    problem = talk.session.problem or ""
    assert "unfinished.json is damaged" in problem and "does not overwrite it" in problem
    talk.session.leave()  # no game to keep, so nothing to say again
    assert path.read_text(encoding="utf-8") == damage
    talk("daily 3x3")
    assert not talk.session.game.record.own
    talk(daily_board(today(), 3).legal_moves()[0])
    (tmp_path / "told.json").unlink()
    with pytest.raises(TableError, match=r"unfinished\.json is damaged"):
        talk.session.leave()
    assert path.read_text(encoding="utf-8") == damage
    assert talk.session.history.told(), "the help is kept nevertheless"


def test_puzzles_of_best_moves_beside_the_game(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    assert talk("back") == "You are in your game."
    said = talk("puzzle")
    assert said.startswith("Find 3 best moves in a row; the goal is ")
    tried = talk.conversation.puzzles.series.tried
    assert tried is not None
    assert talk("board") == str(tried.board)
    assert talk("goal") == "last:\n1 2 3\n4 5 6\n7 8 _"
    assert talk("hint") == "hint belongs to your game; type back to return to it."
    assert talk("nonsense").startswith("nonsense is neither a move nor a command")
    assert talk(tried.best[0]).startswith("Correct. 2 more best moves to find.")
    talk(tried.best[0])
    assert talk(tried.best[0]).startswith("Correct: solved.\nRating 1,2")
    assert talk("u") == "Type puzzle for another, or back to return to your game."
    talk("puzzle 3x3")
    tried = talk.conversation.puzzles.series.tried
    assert tried is not None
    if set(tried.best) == set(tried.board.legal_moves()):  # after one, the way back is wrong
        talk(tried.best[0])
    wrong = next(one for one in tried.board.legal_moves() if one not in tried.best)
    failed = talk(wrong)
    assert failed.startswith("Not the best. Best: tile ") and "(−" in failed
    assert talk("back").endswith(str(Board.parse(EASY)))
    assert talk("5") == "5 up.\n1 2 3\n4 5 6\n7 _ 8"
    log = talk.session.training.log()
    assert (log.played, log.solved, log.in_row) == (2, 1, 0)
    refused = "puzzle 9x9: expected 3x3, 4x4, or a theme: any, corners, rows or detours."
    assert talk("puzzle 9x9") == refused


def test_a_streak_line_by_line_ends_with_the_first_miss(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    said = talk("streak corners")
    assert said.startswith("A streak: puzzles that get harder; the first miss ends it.\n")
    assert "\nTheme corners: a tile turns into its home corner" in said
    series = talk.conversation.puzzles.series
    for solved in (1, 2):
        for _ in range(3):
            assert series.tried is not None and series.tried.puzzle.corner
            said = talk(series.tried.best[0])
        assert said.startswith(f"Correct: solved.\n{solved} solved.\nFind 3 best moves"), said
    assert talk("skip").startswith("Only a storm can skip a puzzle.")
    assert talk("hint") == "hint belongs to your game; type back to return to it."
    while True:
        tried = series.tried
        assert tried is not None
        wrong = [one for one in tried.board.legal_moves() if one not in tried.best]
        if wrong:
            break
        talk(tried.best[0])
    said = talk(wrong[0])
    assert "The streak ends: 2 solved. Your best.\nType streak for another" in said
    assert talk.session.training.run("streak-3-corners").last == (2,)
    # A run that is left counts, too.
    talk("streak any")
    for _ in range(3):
        assert series.tried is not None
        talk(series.tried.best[0])
    assert talk("back").startswith("The streak ends: 1 solved. Your best.\nBack in your game")
    assert talk.session.training.log().played == 0, "runs leave the rating alone"


def test_a_streak_beside_that_of_another_terminal_says_at_once_that_it_is_not_kept(
    tmp_path: Path,
) -> None:
    """It said so after the first solved puzzle, and was lost uncounted when the program ended."""
    unkept = "A streak goes on in another terminal; this one is not kept when you leave."
    with seated(tmp_path) as one, seated(tmp_path) as another:
        Session(None, tmp_path, one).training.streak.write(KeptStreak(3, "any", 4, 900))
        talk = Talk(tmp_path, seat=another)
        assert unkept in talk("streak corners")
        for _ in range(3):
            tried = talk.conversation.puzzles.series.tried
            assert tried is not None
            said = talk(tried.best[0])
        assert said.startswith("Correct: solved.") and unkept not in said, "said once"
        assert talk("quit") == "The streak ends: 1 solved. Your best.\nGoodbye."
        assert talk.session.training.run("streak-3-corners").last == (1,)


def test_a_streak_line_by_line_goes_on_the_next_time(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    talk("streak corners")
    for _ in range(4):  # one puzzle, and a move of the next one
        tried = talk.conversation.puzzles.series.tried
        assert tried is not None
        talk(tried.best[0])
    board, difficulty = tried.puzzle.board, tried.puzzle.difficulty
    waiting = "A streak of 1 puzzle is kept; streak continues it."
    assert talk("quit") == f"{waiting}\nGoodbye."
    talk = Talk(tmp_path)
    assert waiting in talk.conversation.greeting()
    said = talk("streak")
    assert said.startswith("Your streak goes on: 1 solved.\nFind 3 best moves in a row; ")
    assert "2 more best moves to find." in said
    tried = talk.conversation.puzzles.series.tried
    assert tried is not None and (tried.puzzle.board, tried.found) == (board, 1)
    assert tried.puzzle.difficulty == difficulty
    # Another one ends it, and what was solved counts.
    talk("quit")
    talk = Talk(tmp_path)
    said = talk("streak rows")
    assert said.startswith("The streak ends: 1 solved. Your best.\nA streak: puzzles that get ")
    assert talk.session.training.run("streak-3-corners").last == (1,)
    assert talk.session.training.streak.read() is None
    assert talk("quit") == "Goodbye."


def test_a_streak_that_cannot_be_kept_is_said_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    talk = Talk(tmp_path)
    talk("streak")
    (tmp_path / "streak.json").write_text("[]")
    said = []
    for _ in range(4):
        tried = talk.conversation.puzzles.series.tried
        assert tried is not None
        said.append(talk(tried.best[0]))
    fault = "streak.json does not contain a taquin streak; rename or delete it."
    assert [one.count(fault) for one in said] == [0, 0, 1, 0]
    assert talk("back").startswith("The streak ends: 1 solved.")


@pytest.mark.parametrize("kind", ["rated", "storm", "streak"])
def test_no_board_is_asked_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Literal["rated", "storm", "streak"]
) -> None:
    # Each puzzle from the same seed.
    monkeypatch.setattr("taquin.faces.terminal.puzzleseries.Random", lambda: Random(3))
    series = Series(Training(tmp_path))
    list(series.begin(PuzzleWish(kind)))
    asked: list[str] = []
    for _ in range(5):
        series.pose(series.draw(), 0)
        assert series.tried is not None
        asked.append(series.tried.puzzle.board.text)
        while series.asking:
            list(series.answer(series.tried.best[0]))
    assert len(set(asked)) == 5, asked


def test_a_storm_line_by_line_takes_three_minutes(tmp_path: Path) -> None:
    talk = Talk(tmp_path)
    now = [0.0]
    talk.conversation.puzzles.series = series = Series(talk.session.training, lambda: now[0])
    assert talk("storm").startswith("A storm: three minutes, as many puzzles as you can.")
    now[0] = 100.0
    assert talk("skip").startswith("The clock starts with your first move.")
    for _ in range(3):
        assert series.tried is not None
        said = talk(series.tried.best[0])
    assert said.startswith("Correct: solved.\n1 solved, ")
    assert talk("skip").startswith("Skipped: 10 seconds less.\n1 solved, ")
    now[0] = 269.0
    assert series.run is not None and not series.late()
    now[0] = 280.0
    assert series.tried is not None
    assert talk(series.tried.best[0]) == (
        "Time is up: 1 solved, 1 skipped. Your best.\n"
        "Type storm for another, or back to return to your game."
    )
    assert talk.session.training.run("storm-3-any").best == 1


def test_solve_gives_no_weaker_bound_than_moves_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Solve said that fewer moves are needed than "moves left" had proved before."""
    talk = Conversation(Session(read_opening("4x4", seed=1), tmp_path))
    board, distances = talk.session.game.board, talk.session.distances
    rough = replace(solve(board, algorithm="rows"), lower_bound=3)
    monkeypatch.setattr(plain, "answer", lambda request, progress: rough)
    least = distances.known(board).lower
    assert least > 3
    said = "\n".join(talk.answer("solve"))
    assert f"; at least {least} are needed:" in said
