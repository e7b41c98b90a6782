"""The game on a whole terminal, driven by keys and mouse as a player does."""

import time
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from stage import EASY, Stage, staged, unwritable
from textual.widgets import DataTable, Input, Label, OptionList, Static

from taquin import Board, instance
from taquin.faces.terminal import keeping, playing, puzzleseries, timing
from taquin.faces.terminal.app import opening_text
from taquin.faces.terminal.background import Task
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.daily import begin_daily, today
from taquin.faces.terminal.dialogs import ChoiceDialog, Fields, Help, Preferences
from taquin.faces.terminal.drawing import look_for
from taquin.faces.terminal.figures import Statistics
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.plain import Conversation
from taquin.faces.terminal.playing import Play
from taquin.faces.terminal.playtext import side_text
from taquin.faces.terminal.puzzling import Puzzling
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.faces.terminal.session import Opening, Session, read_opening
from taquin.faces.terminal.settings import Settings, load
from taquin.faces.terminal.solution import Solution
from taquin.faces.terminal.timing import AttemptFields, Timed
from taquin.game.attempt import AttemptChoice, Results
from taquin.game.daily import daily_board
from taquin.game.game import MOST_LEFT, Game
from taquin.game.history import History
from taquin.game.keptstreak import KeptStreak, StreakFile
from taquin.game.record import GameRecord
from taquin.game.seats import Seat, seated
from taquin.game.words import time_text
from taquin.ground.announce import announce
from taquin.ground.sentences import FaceSentence, said
from taquin.puzzle.goal import named_goal
from taquin.search.monitor import Monitor
from taquin.search.problem import Node
from taquin.solving.solver import solve
from taquin.teach.advice.distances import Distances, Known


def test_a_whole_game_by_keys(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        assert stage.text("#bar").split() == ["3×3", "last", "0:00.0", "0", "moves"]
        await stage.press("up", "a")
        assert stage.game.solved and stage.text("#says").startswith("Solved: 0:0")
        assert "2 moves" in stage.text("#bar") and "solved" in stage.text("#bar")
        await stage.until(lambda: "The shortest solution has 2 moves." in stage.text("#says"))
        await stage.press("u")
        assert not stage.game.solved and stage.game.at == 1
        await stage.press("ctrl+z")
        assert stage.game.at == 0
        await stage.press("r", "r")
        assert stage.game.solved
        await stage.press("n")
        assert stage.game.at == 0 and stage.game.board.size == "3x3"
        await stage.press("u")
        assert stage.game.solved, "New is undone too"

    staged(scene, tmp_path)
    (record,) = History(tmp_path).all()
    assert record.moves == "UL" and record.inputs == "kk"


def test_the_mouse_pushes_a_line_of_tiles(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        view = stage.app.screen.query_one(BoardView)
        lines = stage.board()
        y = next(at for at, line in enumerate(lines) if "4" in line)
        x = lines[y].index("4")
        await stage.pilot.click(BoardView, offset=(x, y))
        assert stage.game.board == Board.parse("1 2 3/0 4 5/7 8 6")
        assert stage.game.record.inputs == "mm"
        await stage.pilot.click(BoardView, offset=(0, view.size.height - 1))
        assert stage.game.at == 2, "beside the board nothing happens"

    staged(scene, tmp_path, board="1 2 3/4 5 0/7 8 6")


def test_hints_in_three_levels(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h")
        await stage.until(lambda: stage.text("#says").startswith("Move tile 5 (proved)."))
        assert any("[5]" in line for line in stage.board())
        await stage.press("h")
        assert stage.text("#says").startswith("Move tile 5 up (proved). It is the only best move.")
        assert any("↑5" in line for line in stage.board())
        await stage.press("h")
        assert stage.game.record.moves == "U" and stage.game.record.inputs == "h"
        assert stage.game.record.hints == {
            "which": 1, "arrow": 1, "play": 1, "peek": 0, "solution": 0
        }  # fmt: skip
        assert not any("↑" in line for line in stage.board())
        await stage.press("v")
        await stage.until(lambda: stage.text("#says") == "1 move left, proved.")

    staged(scene, tmp_path)


def test_hints_as_people_solve_play_a_whole_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "_BETWEEN", 0.001)

    async def scene(stage: Stage) -> None:
        await stage.press("h")
        assert stage.text("#says").startswith("Bring 1 to its corner")
        await stage.press("h")
        said = stage.text("#says")
        await stage.press("h")
        await stage.until(lambda: stage.game.board[0] == 1)
        assert stage.game.at > 1 and said.endswith(f" H again: play the {stage.game.at} moves.")
        assert stage.game.record.hints["play"] == 1 and set(stage.game.record.inputs) == {"h"}

    staged(scene, tmp_path, board="8 6 7/2 5 4/3 0 1", settings=Settings(hints="human"))


def test_a_learner_finds_the_move_and_hears_whether_it_was_good(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h")
        question = "One of the 4 possible moves is best. Make it on the board."
        await stage.until(lambda: stage.text("#says") == question)
        assert not any("[" in line for line in stage.board()), "nothing says where to look"
        await stage.press("left")
        reproach = "Not the best: it leads away from the goal and costs two extra moves."
        await stage.until(lambda: stage.text("#says") == f"{reproach} Undo takes it back.")
        await stage.press("u", "h")
        await stage.until(lambda: stage.text("#says") == question)
        await stage.press("h")
        assert stage.text("#says").startswith("Move tile 5 (proved)."), (
            "the levels follow the question"
        )
        await stage.press("up")
        praise = "Yes, that is a best move. Ask for the next hint."
        await stage.until(lambda: stage.text("#says") == praise)
        assert stage.game.record.hints["which"] == 2
        await stage.press("left")
        assert stage.text("#says").startswith("Solved:")

    staged(scene, tmp_path, settings=Settings(hints="learn"))


def test_solve_plays_the_solution_and_makes_the_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "_BETWEEN", 0.001)

    async def scene(stage: Stage) -> None:
        await stage.press("o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        assert stage.text("#bar") == "2 moves, proved to be the shortest"
        await stage.press("space", "home")
        assert stage.text("#place").endswith("move 0 of 2")
        await stage.press("right", "end")
        assert stage.text("#place").endswith("move 2 of 2")
        await stage.press("enter")
        await stage.until(lambda: stage.game.solved)
        assert stage.game.record.inputs == "ss"
        assert stage.text("#says") == "Solved, with the solver's moves."

    staged(scene, tmp_path)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        ({"compile": 0.0, "tables": 0.0, "search": 0.004}, "expanded in under 0.01 s."),
        (
            {"compile": 15.0, "tables": 0.2, "search": 0.34},
            "expanded in 0.34 s. Before it: loading or compiling code 15.00 s, loading or building "
            "tables 0.20 s.",
        ),
    ],
)
def test_the_time_of_a_search_is_its_own(seconds: dict[str, float], words: str) -> None:
    """Compiling, once, was counted as search."""
    result = replace(solve(EASY), seconds=seconds)
    assert Solution(result, look_for(dark=True, lined=False), "rows")._search.endswith(words)


def test_a_search_that_is_not_on_yet_says_why() -> None:
    go_on = Event()
    task = Task(lambda progress: go_on.wait(30))
    assert task.texts[0].startswith("Loading the solver · ")
    go_on.set()


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
def test_a_result_with_help_begins_with_its_point(tmp_path: Path, size: tuple[int, int]) -> None:
    """What help a game had stood before how long the shortest solution is, over three lines."""

    async def scene(stage: Stage) -> None:
        await stage.press("h", "h", "h")
        await stage.until(lambda: stage.game.at == 1)
        await stage.press("left")
        shown = " per second. The shortest solution has 2 moves. With: 1 hint, chosen board."
        await stage.until(lambda: stage.text("#says").endswith(shown))
        assert stage.text("#says").startswith("Solved: 0:0")

    staged(scene, tmp_path, size=size)


def test_the_result_says_why_a_game_is_no_best(tmp_path: Path) -> None:
    keys = {"U": "up", "D": "down", "L": "left", "R": "right"}

    async def scene(stage: Stage) -> None:
        solution = [keys[letter] for letter in solve(stage.game.board).moves or ""]
        await stage.press(*solution)
        assert "." in stage.text("#says") and "With:" not in stage.text("#says")
        await stage.press("t", *solution)
        assert stage.text("#says").endswith(". With: played before.")
        await stage.press("x", "t", solution[0], "p", "p", *solution[1:])
        assert "With: clock stopped, chosen board, played before." in stage.text("#says")

    given = read_opening(EASY)
    opening = Opening(given.board, given.puzzle, "as if drawn", typed=False)
    staged(scene, tmp_path, opening=opening)


def test_a_board_whose_solution_was_seen_is_no_best_after_a_restart(tmp_path: Path) -> None:
    keys = {"U": "up", "D": "down", "L": "left", "R": "right"}

    async def scene(stage: Stage) -> None:
        await stage.press("n", "o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        await stage.press("escape")
        await stage.until(lambda: not isinstance(stage.app.screen, Solution))
        await stage.press("t")
        assert stage.game.at == 0
        await stage.press(*(keys[letter] for letter in solve(stage.game.board).moves or ""))
        assert stage.game.solved
        assert stage.text("#says").endswith(". With: solution shown in an earlier try.")

    staged(scene, tmp_path)
    (record,) = History(tmp_path).all()
    assert record.hints["solution"] == 1 and record.again and not record.clean


def endless(request: Any, *, progress: Any) -> None:
    """A search that never ends by itself."""
    monitor: Monitor[Any] = Monitor()
    monitor.lower_bound = 40
    monitor.contour(42)
    monitor.stats.max_depth = 17
    while True:
        monitor.stats.expanded += 1
        progress(monitor)
        time.sleep(0.005)


def test_solving_shows_its_bound_and_can_be_cancelled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "answer", endless)

    async def scene(stage: Stage) -> None:
        await stage.press("o")
        await stage.until(lambda: "\nDepth 17 · at least 40 moves ·" in stage.text("#says"))
        task = stage.play._search
        assert task is not None and "Esc cancel" in stage.text("#keys")
        await stage.press("escape")
        assert "Esc menu" in stage.text("#keys")
        assert stage.text("#says") == "Cancelled."
        assert task.ended.wait(10), "the thread ends"
        assert task.result is None and task.error is None
        await stage.press("o")
        await stage.until(lambda: "Solving" in stage.text("#says"))
        task = stage.play._search
        assert task is not None
        await stage.press("up")
        assert task.ended.wait(10), "a move ends the search too"
        assert stage.game.at == 1

    staged(scene, tmp_path)


def test_a_proved_bound_never_falls_while_solve_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second search began with a lower bound than the first had proved."""
    go_on = [Event(), Event(), Event()]

    def staged_answer(request: Any, *, progress: Any) -> None:
        for number, (bound, best) in enumerate(((92, 118), (86, 120))):
            monitor: Monitor[Any] = Monitor()
            monitor.lower_bound = bound
            monitor.stats.expanded = number + 1
            monitor.incumbent = Node("", None, "", best, best)
            progress(monitor)
            assert go_on[number].wait(30)
            announce("compiling the beam search (once, about 20 s)")
        assert go_on[2].wait(30)
        endless(request, progress=progress)

    monkeypatch.setattr(playing, "answer", staged_answer)

    async def scene(stage: Stage) -> None:
        says = lambda: stage.text("#says").partition("\n")[2]  # noqa: E731
        await stage.press("o")
        await stage.until(lambda: "at least 92 · best 118 moves · 1 node expanded" in says())
        go_on[0].set()
        await stage.until(lambda: "at least 92 · best 118 moves · 2 nodes expanded" in says())
        go_on[1].set()
        await stage.until(lambda: says().startswith("Compiling the beam search"))
        assert "at least 92 · best 118" in says()
        first = says()
        await stage.until(lambda: says() != first)
        go_on[2].set()
        await stage.until(
            lambda: "at least 92 · best 118 moves · " in says() and "Depth 17" in says()
        )
        await stage.press("escape")

    staged(scene, tmp_path)


def test_a_search_that_fails_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(request: Any, *, progress: Any) -> None:
        raise MemoryError("no room")

    monkeypatch.setattr(playing, "answer", broken)

    async def scene(stage: Stage) -> None:
        await stage.press("o")
        await stage.until(lambda: stage.text("#says") == "The search failed: no room")

    staged(scene, tmp_path)


def test_a_pause_hides_the_board(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("p")
        assert "not running" in stage.text("#says")
        await stage.press("down", "p")
        assert "paused" in stage.text("#bar")
        assert not any(digit in line for line in stage.board() for digit in "12345678")
        await stage.press("up")
        assert stage.game.at == 1 and "paused" in stage.text("#says")
        for key in ("h", "o", "v", "/", "c"):
            stage.play.say("")
            await stage.press(key)
            assert stage.text("#says").startswith("The game is paused."), key
        assert not stage.app.clipboard, "what is copied would show the board"
        await stage.press("p")
        assert any("8" in line for line in stage.board()) and stage.game.record.paused

    staged(scene, tmp_path)


def test_another_view_pauses_the_game_and_hides_its_board(tmp_path: Path) -> None:
    """The board was shown and the clock stood still, and only the result said what that cost."""

    async def scene(stage: Stage) -> None:
        costs = " This game no longer counts for your bests."
        await stage.press("right")
        for keys, leads_to in (("g", Statistics), ("z", Puzzling), ("m", Timed)):
            assert stage.game.running and any("8" in line for line in stage.board())
            await stage.press(keys)
            if costs:  # said before, and the game goes on until then
                assert isinstance(stage.app.screen, ChoiceDialog) and stage.game.running
                title = "This pauses your game, which then no longer counts for your bests."
                assert " ".join(stage.text(".title").split()) == title
                await stage.press("enter")
                assert isinstance(stage.app.screen, Play) and stage.game.record.clean
                await stage.press(keys, "down", "enter")
            assert isinstance(stage.app.screen, leads_to) and not stage.game.running
            await stage.press("escape")
            assert isinstance(stage.app.screen, Play) and stage.game.held
            assert stage.text("#says") == f"Paused: press P to resume.{costs}"
            assert not any(digit in line for line in stage.board() for digit in "12345678")
            await stage.press("p")
            costs = ""
        assert stage.text("#says") == "Resumed."

    given = read_opening(EASY)
    opening = Opening(given.board, given.puzzle, "as if drawn", typed=False)
    staged(scene, tmp_path, opening=opening)


def test_the_review_names_the_move_that_lost(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("x")
        assert stage.text("#says") == "There is no game to review yet."
        await stage.press("down", "up", "up", "left")
        assert stage.game.solved
        await stage.press("x")
        assert isinstance(stage.app.screen, ReviewScreen)
        await stage.until(lambda: "; 2 moves lost" in " ".join(stage.text("#side").split()))
        assert "Accuracy 50%" in " ".join(stage.text("#side").split())
        await stage.press("tab")
        moment = " ".join(stage.text("#detail").split())
        assert "Move 1, tile 2 down: 2 moves worse than the best; 3 left." in moment
        assert "Better: tile 5 up." in moment
        side = " ".join(stage.text("#side").split())
        assert "›move 1 tile 2 down +2" in side, "no number of a move reads as a tile"
        await stage.press("home", "1")
        assert stage.text("#place").endswith("move 1 of 4"), "where Tab goes, too"
        assert "Most moves lost 1 move 1: 2 lost" in " ".join(stage.text("#side").split())
        await stage.press("t")
        assert isinstance(stage.app.screen, Play)
        assert stage.game.board == Board.parse(EASY).apply("D") and stage.game.record.again

    staged(scene, tmp_path)


def test_the_review_names_the_way_back_where_that_was_best(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "right", "x", "enter")
        await stage.press("right", "right")
        says = lambda: " ".join(stage.text("#detail").split())  # noqa: E731
        await stage.until(lambda: "tile 1 right: 2 moves worse" in says())
        assert says().endswith("29 left. Better: tile 4 down, undoing move 1.")
        assert stage.text("#keys") == (
            "←→ step  Tab loss  M moves  Esc back\nT try here  Space play  ? help"
        ), "no stretch is listed on a narrow screen"
        await stage.pilot.resize_terminal(80, 24)
        await stage.until(lambda: "Most moves lost" in stage.text("#side"))
        assert stage.text("#keys").endswith("Space play 1 most lost ? help")

    staged(scene, tmp_path, board="3 8 2/6 5 0/7 1 4", size=(40, 24))


def test_the_review_of_a_perfect_game_offers_no_loss(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "x")
        await stage.until(lambda: "Accuracy 100%" in " ".join(stage.text("#side").split()))
        assert stage.text("#keys") == "←→ step  M moves  Esc back  T try here  Space play  ? help"
        await stage.press("end", "t")
        assert isinstance(stage.app.screen, ReviewScreen), "a solved board is no game"
        assert stage.text("#keys") == "←→ step  M moves  Esc back  Space play  ? help"

    staged(scene, tmp_path)


def test_tiles_that_were_moved_are_not_tiles_that_are_left(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        lines = stage.board()
        y = next(at for at, line in enumerate(lines) if "8" in line)
        await stage.pilot.click(BoardView, offset=(lines[y].index("8"), y))
        assert stage.game.solved
        await stage.press("x", "end")
        await stage.until(lambda: "left, 2 tiles ✓" in " ".join(stage.text("#side").split()))
        moment = " ".join(stage.text("#detail").split())
        assert moment == "Move 2, 2 tiles to the left: best; 0 left."

    staged(scene, tmp_path, board="1 2 3/4 5 6/0 7 8")


def test_the_review_of_a_first_game_offers_no_other(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "x")
        options = stage.app.screen.query_one(OptionList).options
        assert [option.id for option in options] == ["far", "stay"]

    staged(scene, tmp_path)


def test_the_review_of_an_unfinished_game_is_a_hint(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("down", "x")
        assert isinstance(stage.app.screen, ChoiceDialog)
        await stage.press("enter")
        assert isinstance(stage.app.screen, ReviewScreen)
        assert stage.game.record.hints["peek"] == 1
        await stage.until(lambda: "lost" in stage.text("#side"))
        side = " ".join(stage.text("#side").split())
        assert side.startswith("Not solved: 1 move; 2 moves lost. The start needs 2. "), (
            "a move and an optimum of a whole game have no share: it was 200%"
        )
        assert "Accuracy" not in side and "Optimal" not in side
        await stage.press("escape")
        assert isinstance(stage.app.screen, Play) and not stage.game.solved

    staged(scene, tmp_path)


@pytest.mark.parametrize("size", [(80, 24), (60, 24)])
def test_a_click_on_a_key_of_the_bar_does_what_the_key_does(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """Tiles took clicks, but the keys below them did nothing."""

    async def scene(stage: Stage) -> None:
        async def click(key: str, into: int = 0) -> None:
            lines = stage.text("#keys").split("\n")
            y = next(y for y, line in enumerate(lines) if key in line)
            offset = (1 + lines[y].index(key) + into, y)
            await stage.pilot.click(KeysBar, offset=offset)
            await stage.pilot.pause()

        await stage.press("down")
        await click("U undo", 5)
        assert stage.text("#says").startswith("Undone")
        await click("? help")
        assert isinstance(stage.app.screen, Help)
        await stage.press("escape")
        await click("Esc menu")
        assert isinstance(stage.app.screen, ChoiceDialog)
        await stage.press("escape", "o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        screen = stage.app.screen
        assert isinstance(screen, Solution)
        # On a busy machine two moves are over before the click.
        await stage.press("-", "home", "space")
        await click("Space stop")
        await stage.press("home")
        await click("→")
        assert screen.at == 1 and screen._playing is None
        await click("Space play", 7)
        assert screen._playing is not None
        await click("Enter make")
        await stage.until(lambda: stage.game.solved)

    staged(scene, tmp_path, size=size)


def test_the_review_of_an_unfinished_game_says_what_its_time_is(tmp_path: Path) -> None:
    """It was "in" the time of the last move, while the clock of the game was further."""

    async def scene(stage: Stage) -> None:
        await stage.press("down", "right", "x", "enter")
        moves, _, last = stage.text("#bar").partition("; ")
        assert moves == "Review 3×3: 2 moves"
        time = time_text(stage.game.record.times[-1], 3)
        assert last == f"the last at {time}"
        for width, title in (
            (40, f"Review 3×3: 2 moves; last at {time}"),
            (38, f"3×3: 2 moves; last at {time}"),
        ):
            await stage.resize(width, 15)
            await stage.until(lambda title=title: stage.text("#bar") == title)

    staged(scene, tmp_path)


def test_statistics_without_games_offer_nothing_to_do_with_them(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("g")
        assert stage.text("#figures").startswith("No finished games yet.")
        assert stage.text("#keys") == "Esc back  ? help"
        assert not stage.app.screen.query_one(DataTable).show_header

    staged(scene, tmp_path)


def test_a_chosen_board_is_no_best_and_the_statistics_say_why(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "g")
        assert stage.text("#figures").splitlines() == [
            "No game counts yet: only fresh random",
            *("and daily boards, without help, pause", "or undo."),
        ]  # fmt: skip

    staged(scene, tmp_path, size=(40, 15))


def test_statistics_list_export_and_delete_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    async def scene(stage: Stage) -> None:
        stage.game.record.seed = "as if drawn"
        await stage.press("up", "left", "g")
        screen = stage.app.screen
        assert isinstance(screen, Statistics)
        assert "keyboard" in stage.text("#figures") and "moves/s" in stage.text("#figures")
        await stage.pilot.resize_terminal(40, 15)
        await stage.until(lambda: "moves/s" not in stage.text("#figures"))
        table = stage.text("#figures").splitlines()
        assert len(table) == 8 and max(map(len, table)) <= 38
        assert table[0] == "Your bests without help"
        await stage.press("enter")
        assert isinstance(stage.app.screen, ReviewScreen)
        await stage.press("escape", "e", "enter")
        assert stage.app.screen is screen, "it fell back to the game"
        written = f"1 game is in {tmp_path / 'taquin-games.json'}; the page can import the file."
        kept = stage.app.screen.query_one("#kept", Static)
        await stage.until(lambda: kept.display and stage.text("#kept") == written)
        await stage.press("e", "enter")
        exists = "The file taquin-games.json exists already; give another name."
        assert stage.text("#fault") == exists
        for name, why in (
            ("", "The name of the file is missing."),
            (f"~{'nobody' * 50}/x", "The file cannot be written: "),
            ("x" * 300, "The file cannot be written: "),
        ):
            stage.app.screen.query_one(Input).value = name
            await stage.press("enter")
            assert stage.text("#fault").startswith(why)
        await stage.press("end", "ctrl+u", *"no/games.json", "enter")
        assert stage.text("#fault") == "There is no folder no."
        assert stage.app.screen.query_one(Input).value == "no/games.json"
        await stage.press("escape")
        assert isinstance(stage.app.screen, Statistics)
        await stage.press("delete", "down", "enter")
        assert stage.text("#says") == "1 game is deleted."

    staged(scene, tmp_path)
    assert History(tmp_path).all() == []
    (tmp_path / "games.json").write_text((tmp_path / "taquin-games.json").read_text())
    assert [record.moves for record in History(tmp_path).all()] == ["UL"]


@pytest.mark.parametrize("keys", [("enter",), ("e",), ("delete",), ("delete", "enter")])
def test_what_is_left_goes_back_to_the_statistics_that_opened_it(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "g")
        statistics = stage.app.screen
        assert isinstance(statistics, Statistics)
        await stage.press(*keys[:1])
        assert stage.app.screen is not statistics
        await stage.press(*(keys[1:] or ("escape",)))
        assert stage.app.screen is statistics
        await stage.press("escape")
        assert stage.app.screen is stage.play

    staged(scene, tmp_path)


def test_another_try_from_the_statistics_begins_in_the_game(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "g", "enter", "t")
        assert stage.app.screen is stage.play
        assert stage.text("#says") == "Try again from here. Undo brings the solved 3×3 back."

    staged(scene, tmp_path)


def test_the_help_of_a_game_is_shown_in_full(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("down", "u", "down", "p", "p", "h", "h", "u", "up", "left", "g")
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: bool(table.row_count))
        had = "1 hint, 2 undos, clock stopped, chosen board"
        assert stage.text("#chosen").endswith(f", with: {had}")
        assert table.virtual_size.width <= 60, "nothing is cut at the right"
        about = stage.app.screen.query_one("#chosen", Static)
        shown = [about.render_line(y).text for y in range(about.size.height)]
        for word in had.split():
            assert any(word in line for line in shown), word
        await stage.press("enter")
        assert isinstance(stage.app.screen, ReviewScreen)

    staged(scene, tmp_path, size=(60, 20))


def test_settings_are_kept_and_followed_at_once(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press(",")
        assert isinstance(stage.app.screen, Preferences)
        await stage.press("enter", "enter", "down", "enter", "down", "enter", "down", "enter")
        assert stage.app.theme == "taquin-light"
        await stage.press("escape")
        await stage.press("j")
        assert stage.game.record.moves == "U", "HJKL, and an arrow moves the gap"

    staged(scene, tmp_path)
    settings, problem = load(tmp_path)
    assert problem is None
    assert settings == Settings("light", "columns", "Arrows and HJKL", "gap")
    (tmp_path / "settings.json").write_text('{"theme": "pink", "timer": "hidden"}')
    assert load(tmp_path) == (Settings(timer="hidden"), None)
    (tmp_path / "settings.json").write_text("{")
    assert load(tmp_path)[0] == Settings() and "damaged" in str(load(tmp_path)[1])


@pytest.mark.parametrize(
    ("arrows", "choice", "words"),
    [
        ("tile", "Arrows move: tiles", "an arrow moves a tile into the blank."),
        (
            "gap",
            "Arrows move: the blank",
            "an arrow moves the blank, and the tile there goes the other way.",
        ),
    ],
)
def test_settings_and_help_say_what_an_arrow_moves(
    tmp_path: Path, arrows: str, choice: str, words: str
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press(",")
        options = stage.app.screen.query_one(OptionList)
        assert options.get_option("arrows").prompt == choice
        before = [str(option.prompt) for option in options.options]
        await stage.press("right", "left")
        assert [str(option.prompt) for option in options.options] == before
        await stage.press("left")
        assert str(options.options[0].prompt) == "Colours: light"
        await stage.press("escape", "?")
        assert stage.text(".topics").startswith(f"Moving: {words} Click a tile")

    staged(scene, tmp_path, settings=Settings(arrows=arrows))


def test_set_up_refuses_what_is_no_board_and_says_why(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("e")
        fields = stage.app.screen
        assert isinstance(fields, Fields)
        await stage.press("ctrl+u", *"8 7 6", "enter")
        assert stage.app.screen is fields and stage.text("#fault")
        await stage.press("ctrl+u", *"30x30", "enter")
        assert stage.text("#fault").startswith("The board is 30x30; ")
        await stage.press("ctrl+u", *"2x3", "tab", "ctrl+u", *"snake", "enter")
        assert stage.app.screen is not fields
        assert stage.game.board.size == "2x3" and stage.game.goal.text == "1 2/4 3/5 0"
        await stage.press("e", "ctrl+u", "enter")
        assert stage.game.board.size == "2x3", "nothing drew a 4x4"
        assert stage.game.goal.text == "1 2/4 3/5 0"
        await stage.press("u", "u")
        assert stage.game.board == Board.parse(EASY)

    staged(scene, tmp_path)


def test_a_board_is_copied_with_its_goal_and_set_up_with_it(tmp_path: Path) -> None:
    """The copy had no goal: whoever set it up got another puzzle."""
    text = "1 8 0/7 2 5/3 6 4 -> 8 7 6/5 4 3/2 1 0"

    async def scene(stage: Stage) -> None:
        await stage.press("c")
        assert stage.app.clipboard == EASY, "the usual goal needs no words"
        await stage.press("e", "ctrl+u", *text, "enter")
        assert stage.game.goal.text == "8 7 6/5 4 3/2 1 0"
        await stage.press("c")
        assert stage.app.clipboard == text
        await stage.press("e", "ctrl+u", *text, "tab", "ctrl+u", *"last", "enter")
        assert "the goal separately" in stage.text("#fault"), "two goals"

    staged(scene, tmp_path)


def test_an_instance_that_is_set_up_has_its_own_goal(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("e", "ctrl+u", *"korf100:1", "enter")
        assert isinstance(stage.app.screen, Play), "the goal of the game before is no goal for it"
        assert stage.game.board == instance("korf100:1").board
        assert stage.text("#bar").startswith("4×4 first ")
        await stage.press("e", "ctrl+u", *"korf100:1", "tab", "ctrl+u", *"last", "enter")
        assert stage.text("#fault").startswith("Unsolvable"), "one that is filled in holds"

    staged(scene, tmp_path, board="4x4")


def test_a_finished_game_is_copied_as_its_starting_board(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "c")
        assert stage.game.solved and stage.app.clipboard == EASY

    staged(scene, tmp_path)


def test_the_daily_boards_are_offered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    day = date(2026, 11, 28)
    monkeypatch.setattr("taquin.faces.terminal.app.today", lambda: day)
    monkeypatch.setattr("taquin.faces.terminal.playtext.today", lambda: day)

    async def scene(stage: Stage) -> None:
        await stage.press("y")
        assert isinstance(stage.app.screen, ChoiceDialog)
        await stage.press("3")
        assert stage.game.board == daily_board(day, 3)
        assert stage.text("#says").startswith("This is the daily 3×3 of 2026-11-28.")
        assert stage.text("#bar").startswith("3×3 last · daily  ")
        await stage.press("escape", "y", "down", "enter")
        assert stage.game.board == daily_board(day, 4)
        monkeypatch.setattr("taquin.faces.terminal.playtext.today", lambda: date(2026, 11, 29))
        await stage.until(lambda: stage.text("#bar").startswith("4×4 last · daily 2026-11-28 "))

    staged(scene, tmp_path)


@pytest.mark.parametrize("size", [(40, 15), (60, 20), (80, 24)])
def test_a_long_outcome_of_a_daily_is_wrapped_beside_the_keys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    long = "0:01.023, 25 moves, does not count, 3 hints, 12 undos, clock stopped, played before"
    rows = [(3, long), (4, "not solved yet"), (5, "in progress")]
    monkeypatch.setattr("taquin.faces.terminal.app.daily_lines", lambda session, day: rows)

    async def scene(stage: Stage) -> None:
        await stage.press("y")
        options = stage.app.screen.query_one(OptionList)

        def drawn() -> list[str]:
            lines = [options.render_line(y).text for y in range(options.size.height)]
            return [" ".join(line.split()) for line in lines]

        def shows_all() -> bool:
            # A terminal that has become narrower is laid out a moment later.
            fits = options.region.right < stage.app.size.width
            return fits and long in " ".join(line.removesuffix(" key 3") for line in drawn())

        await stage.until(shows_all)
        assert [line[-1] for line in drawn() if "×" in line] == ["3", "4", "5"]
        await stage.pilot.resize_terminal(50, 18)
        await stage.until(shows_all)
        assert [line[-1] for line in drawn() if "×" in line] == ["3", "4", "5"]

    staged(scene, tmp_path, size=size)


def test_sizes_are_written_alike_on_every_screen(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "y")
        daily = stage.app.screen.query_one(OptionList)
        assert [str(daily.get_option(side).prompt)[:4] for side in "345"] == [
            "3×3:",
            "4×4:",
            "5×5:",
        ]
        await stage.press("escape", "g")
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: bool(table.row_count))
        assert table.get_row_at(0)[1] == "3×3"
        await stage.press("enter")
        assert stage.text("#bar").startswith("Review 3×3: ")

    staged(scene, tmp_path)


def test_puzzles_of_best_moves(tmp_path: Path) -> None:
    keys = {"U": "up", "D": "down", "L": "left", "R": "right"}
    over = "N next  Esc back  M streak  B theme  E size  ? help"

    async def scene(stage: Stage) -> None:
        await stage.press("z")
        screen = stage.app.screen
        assert isinstance(screen, Puzzling)
        await stage.until(lambda: screen.tried is not None)
        assert stage.text("#says").startswith("Find 3 best moves in a row")
        assert stage.text("#bar").endswith("○○○")
        for found in ("●○○", "●●○", "●●●"):
            await stage.press(keys[screen.tried.best[0]])
            assert stage.text("#bar").endswith(found)
        assert "Correct: solved. Rating 1," in stage.text("#says")
        assert stage.text("#keys") == over, "the arrows do nothing more"
        await stage.press("n")
        await stage.until(lambda: screen.tried is not None)
        tried = screen.tried
        if set(tried.best) == set(tried.board.legal_moves()):  # after one, the way back is wrong
            await stage.press(keys[tried.best[0]])
        wrong = next(one for one in tried.board.legal_moves() if one not in tried.best)
        await stage.press(keys[wrong])
        assert stage.text("#says").startswith("Not the best. Best: tile ")
        assert stage.text("#keys") == over
        await stage.press("n")
        await stage.until(lambda: screen.tried is not None and screen.series.asking)
        assert stage.text("#keys").startswith("↑↓←→ best move  Esc back  N next  ")
        await stage.press("escape")
        assert isinstance(stage.app.screen, Play)
        log = stage.app.session.training.log()
        assert (log.played, log.solved) == (2, 1)
        for _ in range(2):
            await stage.press("z", "b", "escape")
        await stage.press("z")
        assert stage.text("#bar").startswith("Puzzle 3×3: rows"), "the theme is kept"

    staged(scene, tmp_path)


@pytest.mark.parametrize("size", [(40, 15), (60, 20), (80, 24)])
def test_the_rules_of_a_storm_with_a_theme_are_shown_in_full(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("z")
        screen = stage.app.screen
        assert isinstance(screen, Puzzling)
        for key in ("m", "m", "b"):
            await stage.until(lambda: screen.tried is not None)
            await stage.press(key)
        await stage.until(lambda: screen.tried is not None)
        says = screen.query_one("#says", Static)

        def shown() -> str:
            lines = [says.render_line(y).text for y in range(says.size.height)]
            return " ".join(" ".join(lines).split())

        assert stage.text("#says").startswith("A storm: ")
        theme = shown() if size[0] == 40 else " ".join(stage.text("#side").split())
        assert theme.count("Theme corners: a tile turns into its home corner, or has to ") == 1
        await stage.until(lambda: shown() == stage.text("#says"))

    staged(scene, tmp_path, size=size)


def test_a_streak_and_a_storm_on_the_whole_screen(tmp_path: Path) -> None:
    keys = {"U": "up", "D": "down", "L": "left", "R": "right"}

    not_over = "This streak is not over; press Esc to leave it for later or end it."

    async def scene(stage: Stage) -> None:
        await stage.press("z")
        screen = stage.app.screen
        assert isinstance(screen, Puzzling)
        posed = lambda: screen.tried is not None and screen.series.asking  # noqa: E731

        async def solve_one() -> None:
            await stage.until(posed)
            for _ in range(3):
                assert screen.tried is not None
                await stage.press(keys[screen.tried.best[0]])

        await stage.until(posed)
        await stage.press("b")
        await stage.until(posed)
        assert "Theme corners: " in stage.text("#side") and ": corners" in stage.text("#bar")
        await stage.press("m")
        await stage.until(posed)
        assert stage.text("#bar").startswith("Streak 3×3: corners")
        await solve_one()
        await stage.until(posed)
        assert "1 solved  ○○○" in stage.text("#bar")
        assert stage.text("#keys") == "↑↓←→ best move  Esc leave  ? help", "no key that is refused"
        await stage.press("m")
        assert stage.text("#says").startswith(f"{not_over} Find 3 ")
        await stage.press("escape", "enter")
        assert screen.series.asking, "nothing ends without a question"
        await stage.press("escape", "down", "down", "enter")
        assert stage.text("#says") == "The streak ends: 1 solved. Your best."
        await stage.press("m")
        now = [0.0]
        screen.series.clock = lambda: now[0]
        await stage.until(posed)
        assert "3:00  0 solved  ○○○" in stage.text("#bar")
        await solve_one()
        await stage.until(posed)
        now[0] = 30.0
        await stage.until(lambda: "2:30  1 solved" in stage.text("#bar"))
        await stage.press("escape")
        question = stage.app.screen
        assert isinstance(question, ChoiceDialog)
        assert [option for option, _, _ in question._options] == ["stay", "end"]
        await stage.press("escape")
        assert screen.series.asking
        now[0] = 181.0
        await stage.until(lambda: "Time is up: 1 solved. Your best." in stage.text("#says"))
        await stage.press("escape")
        assert isinstance(stage.app.screen, Play)
        training = stage.app.session.training
        assert training.run("streak-3-corners").best == training.run("storm-3-corners").best == 1

    staged(scene, tmp_path)


def test_what_is_chosen_while_a_puzzle_is_looked_for_is_not_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """M, B and E did nothing until then, and a search that was compiled said nothing."""
    go_on, asked = Event(), list[tuple[int, str]]()
    real = puzzleseries.draw_puzzle

    def slow(rating: int, side: int, *given: Any, theme: str, **wanted: Any) -> Any:
        asked.append((side, theme))
        announce("compiling the search (once, about 10 s)")
        assert go_on.wait(30)
        return real(rating, side, *given, **wanted)

    monkeypatch.setattr(puzzleseries, "draw_puzzle", slow)

    async def scene(stage: Stage) -> None:
        await stage.press("z")
        screen = stage.app.screen
        assert isinstance(screen, Puzzling)
        says = "Looking for a puzzle… (compiling the search (once, about 10 s))"
        await stage.until(lambda: stage.text("#says") == says)
        await stage.press("b", "b", "m", "m", "e", "e")
        assert stage.text("#bar").startswith("Storm 3×3: rows")
        assert len(asked) == 1 and screen.tried is None
        go_on.set()
        await stage.until(lambda: screen.tried is not None and screen.series.asking)
        assert asked == [(3, "any"), (3, "rows")]
        assert "A storm: three minutes" in stage.text("#says")

    staged(scene, tmp_path)


def test_a_streak_goes_on_when_the_program_is_started_again(tmp_path: Path) -> None:
    keys = {"U": "up", "D": "down", "L": "left", "R": "right"}
    left: list[object] = []

    async def posed(stage: Stage) -> Puzzling:
        screen = stage.app.screen
        assert isinstance(screen, Puzzling)
        await stage.until(lambda: screen.tried is not None and screen.series.asking)
        return screen

    async def leave(stage: Stage) -> None:
        await stage.press("z")
        await posed(stage)
        await stage.press("m")
        for _ in range(4):  # one puzzle, and a move of the next one
            screen = await posed(stage)
            assert screen.tried is not None
            await stage.press(keys[screen.tried.best[0]])
        left.append(screen.tried.puzzle)
        await stage.press("ctrl+c")
        assert not stage.app.is_running

    async def go_on(stage: Stage) -> None:
        await stage.press("z")
        screen = await posed(stage)
        assert screen.tried is not None and [screen.tried.puzzle] == left
        assert stage.text("#bar").startswith("Streak 3×3: best moves")
        assert stage.text("#bar").endswith("1 solved  ●○○")
        assert stage.text("#says").startswith("Your streak goes on: 1 solved. Find 3 best moves ")
        await stage.press("escape", "down", "enter")
        assert isinstance(stage.app.screen, Play), "it is left, and kept"
        await stage.press("z")
        screen = await posed(stage)
        assert screen.tried is not None and [screen.tried.puzzle] == left
        await stage.press("escape", "down", "down", "enter")
        assert stage.text("#says") == "The streak ends: 1 solved. Your best."
        assert "Best streak: 1 solved" in stage.text("#side")
        await stage.press("escape", "z")
        await posed(stage)
        assert stage.text("#bar").startswith("Puzzle 3×3"), "it has ended"

    staged(leave, tmp_path)
    assert Session(None, tmp_path).training.run("streak-3-any").played == 0
    staged(go_on, tmp_path)
    assert Session(None, tmp_path).training.run("streak-3-any").last == (1,)


def test_a_streak_beside_that_of_another_terminal_is_not_said_to_go_on(tmp_path: Path) -> None:
    """Its question offered to leave it until the next time, and it was lost."""
    unkept = "A streak goes on in another terminal; this one is not kept when you leave."
    keys = {"U": "up", "D": "down", "L": "left", "R": "right"}

    async def scene(stage: Stage) -> None:
        session = stage.app.session
        with seated(tmp_path) as one, seated(tmp_path) as another:
            StreakFile(tmp_path, one).write(KeptStreak(3, "any", 4, 900))
            session.training.streak._seat = another
            await stage.press("z")
            screen = stage.app.screen
            assert isinstance(screen, Puzzling)
            await stage.until(lambda: screen.series.asking)
            await stage.press("m")
            await stage.until(lambda: screen.series.asking and unkept in stage.text("#says"))
            for _ in range(3):
                assert screen.tried is not None
                await stage.press(keys[screen.tried.best[0]])
            assert screen.series.run is not None and screen.series.run.solved == 1
            await stage.press("escape")
            dialog = stage.app.screen
            assert isinstance(dialog, ChoiceDialog)
            assert dialog._title == "End this streak? It is not kept if you leave."
            assert [answer for answer, _, _ in dialog._options] == ["stay", "end"]
            await stage.press("down", "enter")
            assert stage.text("#says") == "The streak ends: 1 solved. Your best."
            assert StreakFile(tmp_path, one).read() == KeptStreak(3, "any", 4, 900)

    staged(scene, tmp_path)


def test_what_has_a_clock_ends_with_the_program_and_counts(tmp_path: Path) -> None:
    keys = {"U": "up", "D": "down", "L": "left", "R": "right"}

    async def storm(stage: Stage) -> None:
        await stage.press("z")
        screen = stage.app.screen
        assert isinstance(screen, Puzzling)
        for key in ("m", "m", ""):
            await stage.until(lambda: screen.tried is not None and screen.series.asking)
            await stage.press(*filter(None, [key]))
        assert screen.tried is not None
        await stage.press(keys[screen.tried.best[0]], "ctrl+q")
        assert not stage.app.is_running

    async def timed(stage: Stage) -> None:
        await stage.press("m", "space", "ctrl+c", "ctrl+c")
        assert not stage.app.is_running

    staged(storm, tmp_path)
    assert Session(None, tmp_path).training.run("storm-3-any").last == (0,)
    staged(timed, tmp_path)
    assert [one.dnf for one in Results(tmp_path).all()] == [True]


def test_ctrl_c_asks_before_it_gives_an_attempt_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "read_opening", lambda size: read_opening(EASY))

    async def scene(stage: Stage) -> None:
        await stage.press("m", "space", "up", "ctrl+c")
        assert isinstance(stage.app.screen, ChoiceDialog) and stage.app.is_running
        await stage.press("enter")
        timed = stage.app.screen
        assert isinstance(timed, Timed) and timed.attempt.running and timed.game.at == 1
        await stage.press("?", "ctrl+q")
        assert isinstance(stage.app.screen, ChoiceDialog), "over another screen, too"
        assert not Results(tmp_path).all()
        await stage.press("ctrl+c")
        assert not stage.app.is_running

    Results(tmp_path).choose(AttemptChoice(side=3))
    staged(scene, tmp_path)
    assert [one.dnf for one in Results(tmp_path).all()] == [True]


def test_a_game_with_a_hint_is_marked_in_this_session(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h")
        await stage.until(lambda: stage.play.hints.text != "")
        await stage.press("up", "left")
        assert stage.game.solved
        session = stage.text("#side").partition("Recent games\n")[2].splitlines()
        assert session[0].endswith("  2 moves") and session[1].split() == [
            "1",
            "hint,",
            "chosen",
            "board",
        ]
        assert not any(line.startswith("best") for line in session)

    staged(scene, tmp_path)


@pytest.mark.parametrize("room", range(1, 20))
def test_no_heading_stands_without_a_game_below_it(room: int) -> None:
    board, goal = Board.parse(EASY), Board.parse("123456780")
    moment = datetime.now(UTC).isoformat()
    solved = GameRecord(
        board, goal, moves="UL", times=[0.0, 3166.0], inputs="kk", status="solved", seed="a",
        created=moment,
    )  # fmt: skip
    lines = side_text(Game(board, goal), [solved] * 5, room).splitlines()
    assert lines[-1] != "Recent games" and len(lines) <= max(room, 4)
    assert ("Recent games" in lines) == (room >= 7), "the best of five, and their average"


def test_the_help_of_a_game_takes_more_lines_in_this_session(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("down", "u", "down", "p", "p", "h", "h", "u", "up", "left")
        assert stage.game.solved
        session = stage.text("#side").partition("Recent games\n")[2].splitlines()
        assert len(session) == 3 and max(map(len, session)) <= 32
        said = " ".join(" ".join(session[1:]).split())
        assert said == "1 hint, 2 undos, clock stopped, chosen board"

    staged(scene, tmp_path)


def test_questions_menu_and_help(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        questions = "where 7, row 2, column 3, goal, progress, left, why."
        await stage.press("/")
        label = stage.app.screen.query(Label)[1]
        assert f"{label.content}." == f"About the board: {questions}"
        await stage.press(*"row 2", "enter")
        assert stage.text("#says") == "Row 2: 4, blank, 6."
        await stage.press("/", *"WHERE is 6?", "enter")
        assert stage.text("#says").startswith("6 is at home, row 2, column 3.")
        await stage.press("/", *"where is 0", "enter")
        assert stage.text("#says").startswith("The blank is in row 2, column 2; ")
        for question in ("left", "How many moves are left?"):
            await stage.press("/", *question, "enter")
            assert stage.text("#says").startswith("“Moves left” tells how many moves are left,")
        assert stage.game.record.hints["peek"] == 0
        await stage.press("/", *"is it solvable?", "enter")
        expected = f"The question “is it solvable?” is not known; ask: {questions}"
        assert stage.text("#says") == expected
        await stage.press("/", "enter")
        assert stage.text("#says") == f"Ask, for example: {questions}"
        await stage.press("escape")
        assert isinstance(stage.app.screen, ChoiceDialog)
        await stage.press("escape", "?")
        assert isinstance(stage.app.screen, Help)
        await stage.press("escape", "c")
        assert stage.text("#says").startswith(EASY) and stage.app.clipboard == EASY
        await stage.press("f10", "n")
        assert stage.game.board != Board.parse(EASY), "the key beside an entry chooses it"
        await stage.press("f10", "up", "enter")
        assert not stage.app.is_running, "the last entry of the menu quits"

    staged(scene, tmp_path)


@pytest.mark.parametrize(
    ("board", "size", "lines"),
    [
        ("4x4", (80, 24), 17),
        ("4x4", (40, 15), 9),
        ("10x10", (40, 15), 10),
        ("3x3", (120, 40), 31),
        ("4x4", (120, 40), 33),
        ("10x10", (120, 40), 31),
        ("3x3", (160, 50), 31),
    ],
)
def test_the_board_is_as_large_as_it_fits(
    tmp_path: Path, board: str, size: tuple[int, int], lines: int
) -> None:
    async def scene(stage: Stage) -> None:
        shown = [line for line in stage.board() if line.strip(" ")]
        tiles = " ".join(shown).split()
        numbers = sorted(int(tile) for tile in tiles if tile.isdecimal())
        assert numbers == list(range(1, len(stage.game.board)))
        view = stage.app.screen.query_one(BoardView)
        assert view._geometry is not None
        down = view._geometry.size(stage.game.board.width, stage.game.board.height)[1]
        assert down == lines

    staged(scene, tmp_path, board=board, size=size)


def test_a_board_that_does_not_fit_is_cut_around_the_blank(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.until(lambda: "Cut to columns" in stage.text("#says"))
        assert "of 20×20; enlarge the terminal." in stage.text("#says")
        await stage.pilot.resize_terminal(15, 5)
        await stage.until(lambda: stage.text("#says").startswith("Too small: 15×5."))
        await stage.pilot.resize_terminal(80, 24)
        await stage.until(lambda: "Cut to" not in stage.text("#says"))
        assert stage.play.has_class("narrow"), "the whole width is the board's"

    staged(scene, tmp_path, board="20x20", size=(40, 15))


def test_without_colours_the_board_is_drawn_in_lines(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        assert next(filter(str.strip, stage.board())).strip().startswith("┌")
        await stage.press("h")
        await stage.until(lambda: any("[5]" in line for line in stage.board()))
        view = stage.app.screen.query_one(BoardView)
        for y in range(view.size.height):
            for segment in view.render_line(y):
                style = segment.style
                assert style is None or (style.color is None and style.bgcolor is None)
        await stage.press("escape", "escape", "down")
        options = stage.app.screen.query_one(OptionList)
        reversed_rows = [
            "".join(
                part.text for part in options.render_line(y) if part.style and part.style.reverse
            )
            for y in range(3)
        ]
        chosen = [" ".join(row.split()) for row in reversed_rows]
        assert chosen == ["", "restart this board T", ""], "it was only bold, as titles are"

    staged(scene, tmp_path, size=(60, 24), colours=False)


def test_what_cannot_be_stored_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "games.json").write_text("{")

    async def scene(stage: Stage) -> None:
        assert "damaged" in stage.text("#says")
        await stage.press("up", "left")
        assert stage.game.solved and "not in the history" in stage.text("#says")
        await stage.press("g")
        assert isinstance(stage.app.screen, Play) and "damaged" in stage.text("#says")

    staged(scene, tmp_path)
    assert (tmp_path / "games.json").read_text() == "{"


def test_a_folder_that_cannot_be_written_is_said_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taquin.game.folder.TemporaryFile", unwritable)

    async def scene(stage: Stage) -> None:
        says = stage.text("#says")
        assert says.startswith("Nothing you do will be kept: ") and "cannot be written" in says
        assert says.endswith("set TAQUIN_DATA to another folder.")

    staged(scene, tmp_path)


def test_a_dialog_stands_in_the_middle_over_the_board(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("y")
        screen = stage.app.screen
        assert isinstance(screen, ChoiceDialog)
        width, height = stage.app.size
        await stage.until(lambda: screen.query_one(".box").region.x > 10)
        box = screen.query_one(".box").region
        assert abs(box.x - (width - box.right)) <= 1 and abs(box.y - (height - box.bottom)) <= 1
        assert screen.styles.background.a < 1, "what is behind it can be seen"

    staged(scene, tmp_path)


def test_keys_do_not_reach_the_game_behind_another_screen(tmp_path: Path) -> None:

    async def scene(stage: Stage) -> None:
        await stage.press("?", "up", "n", "h")
        await stage.press("escape")
        assert stage.game.at == 0 and stage.game.board == Board.parse(EASY)
        assert stage.game.record.hints["which"] == 0

    staged(scene, tmp_path)


LETTER_KEYS = {"U": "up", "D": "down", "L": "left", "R": "right"}


def test_a_closed_terminal_costs_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game was kept 15 seconds after a move."""
    monkeypatch.setattr(keeping, "_PAUSE", 0.01)

    def kept() -> list[tuple[str, bool]]:
        return [(left.record.moves, left.held) for left in History(tmp_path).left()]

    async def scene(stage: Stage) -> None:
        assert kept() == [], "nothing is kept of a board that is only looked at"
        await stage.press("down")
        await stage.until(lambda: kept() == [("D", False)])
        await stage.press("right", "left", "p")
        await stage.until(lambda: kept() == [("DRL", True)])
        await stage.press("p", "u", "u")
        await stage.until(lambda: kept() == [("D", False)])
        await stage.press("?", "ctrl+c")
        assert not stage.app.is_running, "Ctrl-C leaves from every screen"

    staged(scene, tmp_path)
    (left,) = History(tmp_path).left()
    assert left.record.moves == "D"


def test_a_second_terminal_says_which_game_is_open_in_the_first(tmp_path: Path) -> None:
    """It went on with the same game, and each overwrote the moves of the other."""
    words = "is open in another terminal and stays there. This is another game."
    with seated(tmp_path) as one, seated(tmp_path) as another:
        first = Session(read_opening(EASY), tmp_path, one)
        untouched = Session(None, tmp_path, another)
        assert untouched.open_elsewhere() == f"A game {words}"
        first.game.move("D", "k")
        first.leave()
        second = Session(None, tmp_path, another)
        assert not second.continued and second.game.board != first.game.board
        assert opening_text(second, "") == f"The 3×3 of 1 move {words}"
        (said, *_) = Conversation(second).greeting()
        assert said == f"The 3x3 of 1 move {words}"
        second.game.move(second.game.board.legal_moves()[0], "k")
        second.leave()
        first.game.move("R", "k")
        first.leave()
    with seated(tmp_path) as later:
        again = Session(None, tmp_path, later)
        assert again.open_elsewhere() == "" and again.game.record.moves == "DR"
        assert [one.record.start for one in again.game.begun_games] == [
            second.game.record.start, first.game.record.start
        ]  # fmt: skip


def test_what_is_open_elsewhere_is_told_only_to_who_wants_to_continue(tmp_path: Path) -> None:
    """`play 3x3` spoke of a 4x4 that nobody had asked for."""
    with seated(tmp_path) as one, seated(tmp_path) as another:
        first = Session(read_opening("4x4", seed=1), tmp_path, one)
        first.game.move(first.game.board.legal_moves()[0], "k")
        first.leave()
        chosen = Session(read_opening("3x3"), tmp_path, another)
        assert opening_text(chosen, "") == ""
        assert "terminal" not in "".join(Conversation(chosen).greeting())
        assert "The 4×4 of 1 move" in opening_text(Session(None, tmp_path, another), "")


def test_games_of_two_terminals_are_both_kept_and_listed(tmp_path: Path) -> None:
    """The one left last went on, and the other one seemed to be lost: only undo led to it."""
    both = (
        "Your unfinished games are kept; `taquin play` continues the one that you left last and "
        "can list the others."
    )
    with seated(tmp_path) as one, seated(tmp_path) as another:
        first = Session(read_opening("4x4", seed=1), tmp_path, one)
        second = Session(read_opening("4x4", seed=2), tmp_path, another)
        for session, moves in ((first, 7), (second, 6)):
            for at in range(moves):
                session.game.move(
                    "UD"[at % 2] if "U" in session.game.board.legal_moves() else "D", "k"
                )
        second.leave()
        assert second.goes_on == "Your unfinished game is kept; `taquin play` continues it."
        first.leave()
        assert first.goes_on == both
    with seated(tmp_path) as seat:
        again = Session(None, tmp_path, seat)
        said = opening_text(again, "")
        assert said == (
            "Continuing your unfinished game. Your next move starts the clock again. 1 other "
            "unfinished game is kept; F lists it."
        )
        talk = Conversation(again)
        assert "1 other unfinished game is kept; unfinished lists it." in "".join(talk.greeting())
        assert again.game.record.start == first.game.record.start
        (line, *_) = talk.answer("unfinished")
        assert line.startswith("1  4×4: 6 moves, begun ")
        for wrong in ("unfinished 2", "unfinished 1 1", "unfinished x"):
            (line,) = talk.answer(wrong)
            assert line == f"{wrong}: expected 1; unfinished alone lists them."
        said, board = talk.answer("unfinished 1")
        assert (said, board) == ("Continuing the 4x4 of 6 moves.", str(second.game.board))
        again.leave()
        assert again.goes_on == both
    last = Session(None, tmp_path)
    assert last.game.record.start == second.game.record.start
    assert [one.start for one in last.game.waiting] == [first.game.record.start]


def played(folder: Path, seat: Seat | None, size: str, moves: int) -> Session:
    """A terminal in which a game of that size was begun."""
    session = Session(read_opening(size, seed=1), folder, seat)
    more(session, moves)
    return session


def more(session: Session, moves: int) -> None:
    """Make so many moves, and keep them."""
    for _ in range(moves):
        session.game.move(session.game.board.legal_moves()[0], "k")
    session.leave()


def test_a_game_that_goes_on_in_another_terminal_is_not_offered_here(tmp_path: Path) -> None:
    """F listed it as it had been when the program began, and opened a copy without a word."""
    with seated(tmp_path) as one, seated(tmp_path) as another:
        with seated(tmp_path) as before:
            for size in ("3x3", "4x4", "5x5"):
                played(tmp_path, before, size, 2)

        async def scene(stage: Stage) -> None:
            session = stage.app.session
            beside = Session(None, tmp_path, another)
            more(beside, 3)
            await stage.press("f")
            dialog = stage.app.screen
            assert isinstance(dialog, ChoiceDialog)
            lines = [words.partition(", begun")[0] for _, words, _ in dialog._options]
            assert lines == ["4×4: 2 moves", "3×3: 2 moves"]
            about = " ".join(stage.text(".about").split())
            assert about == "Open in another terminal: the 5×5 of 5 moves."
            # While the list is open, one more goes on there.
            beside.go_on_with(beside.game.waiting[0])
            await stage.press("enter")
            said = "The 4×4 of 2 moves went on in another terminal."
            assert stage.text("#says") == said and session.game.board.size == "3x3"
            assert not session.game.record.moves, "the board that was on"
            await stage.press("f", "enter")
            assert stage.text("#says").startswith("Continuing the 3×3 of 2 moves. Your next move")
            await stage.press("f")
            assert stage.text("#says") == (
                "Open in another terminal: the 5×5 of 5 moves and the 4×4 of 2 moves. No other "
                "game is unfinished."
            )
            beside.leave()
            session.leave()

        staged(scene, tmp_path, opening=read_opening("3x3", seed=9), seat=one)
        assert sorted(len(left.record.moves) for left in History(tmp_path).left()) == [2, 2, 5]


def test_the_list_has_the_games_that_another_terminal_has_left(tmp_path: Path) -> None:
    """It was read once, when the program began."""
    with seated(tmp_path) as one:
        old = played(tmp_path, one, "3x3", 1)
        with seated(tmp_path) as another:
            played(tmp_path, another, "4x4", 2)
            old.look()
            assert old.game.waiting == []
            assert old.elsewhere_text() == "Open in another terminal: the 4×4 of 2 moves."
        with seated(tmp_path) as another:
            more(Session(None, tmp_path, another), 2)
        old.look()
        assert [len(record.moves) for record in old.game.waiting] == [4]
        assert old.elsewhere_text() == ""
        old.new()
        old.look()
        assert [record.start.size for record in old.game.waiting] == ["3x3", "4x4"]
        talk = Conversation(old)
        assert "4x4 of 4 moves" in "".join(talk.answer("unfinished 2"))


@pytest.mark.parametrize("is_late", [False, True])
@pytest.mark.parametrize("name", ["undo", "daily", "unfinished"])
def test_no_way_back_leads_to_a_game_of_another_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, is_late: bool
) -> None:
    """Undo at the start of a board, and the daily boards, went on with a copy of it.

    is_late: it goes on there between the look at the file and the claim.
    """
    first = Session(None, tmp_path)
    begin_daily(first, today(), 3)
    more(first, 1)
    with seated(tmp_path) as one, seated(tmp_path) as another:
        session = Session(read_opening(EASY), tmp_path, one)
        beside = Session(None, tmp_path, another)
        more(beside, 1)
        if is_late:
            monkeypatch.setattr(session, "look", lambda: None)
        if name == "unfinished":
            says = session.go_on_with(session.game.waiting[0])
            assert says == "The 3×3 of 1 move went on in another terminal."
            assert session.game.waiting == []
        elif name == "undo":
            assert session.undo() == said(FaceSentence.NO_UNDO)
            assert session.game.record.start == Board.parse(EASY)
        else:
            begin_daily(session, today(), 3)
            assert session.game.at == 0
        session.leave()
        assert [len(left.record.moves) for left in History(tmp_path).left()] == [2]


def test_another_unfinished_game_goes_on(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("f")
        assert stage.text("#says") == "No other game is unfinished."
        await stage.press("down", "p", "n", "f")
        assert isinstance(stage.app.screen, ChoiceDialog)
        await stage.press("enter")
        assert stage.text("#says") == (
            "Continuing the 3×3 of 1 move. It is paused: press P to resume."
        )
        await stage.press("p", "right")
        assert stage.game.record.moves == "DR" and stage.game.waiting == []
        await stage.press("n", "f", "escape", "f", "enter")
        assert stage.text("#says").endswith("of 2 moves. Your next move starts the clock again.")

    staged(scene, tmp_path)


def test_the_game_says_when_an_unfinished_one_is_dropped(tmp_path: Path) -> None:
    """From the 21st on, the oldest was lost without a word."""

    async def scene(stage: Stage) -> None:
        await stage.press("down", "up")
        for _ in range(MOST_LEFT):
            stage.app.session.new()
            stage.game.move(stage.game.board.legal_moves()[0], "k")
        await stage.pilot.pause()
        assert len(stage.game.waiting) == MOST_LEFT and "dropped" not in stage.text("#says")
        stage.app.session.leave()
        assert len(History(tmp_path).left()) == MOST_LEFT + 1
        await stage.press("n")
        says = (
            "A new board. Undo brings the 3×3 of 1 move back.\nOnly 50 other unfinished games are "
            "kept; the oldest, the 3×3 of 2 moves, has been dropped."
        )
        await stage.until(lambda: stage.text("#says") == says)
        stage.game.move(stage.game.board.legal_moves()[0], "k")
        stage.app.session.leave()
        assert len(History(tmp_path).left()) == MOST_LEFT + 1
        assert stage.app.session.dropped_text() == "", "it is said once"

    staged(scene, tmp_path)


def test_a_game_dropped_for_those_of_another_program_is_named_too(tmp_path: Path) -> None:
    moments = []
    for seed in range(MOST_LEFT + 1):
        opening = read_opening("3x3", seed=seed)
        game = Game(opening.board, opening.puzzle.goal, seed=opening.seed)
        game.move(game.board.legal_moves()[0], "k")
        moments.append(game.moment())
    History(tmp_path).leave(moments)
    session = Session(read_opening("4x4"), tmp_path)
    assert session.dropped_text() == "", "all of them are still in the file"
    session.game.move(session.game.board.legal_moves()[0], "k")
    session.leave()
    dropped = session.dropped_text(lambda board: board.size)
    assert dropped.endswith("; the oldest, the 3x3 of 1 move, has been dropped.")
    left = [one.record.id for one in History(tmp_path).left()]
    assert left == [*(one.record.id for one in moments[1:]), session.game.record.id]


@pytest.mark.parametrize("other", ["4x4", "korf100:3", None])
def test_a_board_without_a_move_replaces_no_game(tmp_path: Path, other: str | None) -> None:
    """`play 4x4`, or N, and leaving without a move lost the game before it."""
    first = Session(read_opening("3x3", seed=5), tmp_path)
    first.game.move(first.game.board.legal_moves()[0], "k")
    board = first.game.board
    if other is None:
        first.new()
    first.leave()
    if other is not None:
        Session(read_opening(other), tmp_path).leave()
    again = Session(None, tmp_path)
    assert again.continued and again.game.board == board and again.game.at == 1
    again.new()
    again.game.move(again.game.board.legal_moves()[0], "k")
    again.leave()
    last = Session(None, tmp_path)
    assert last.game.board != board, "a board with a move goes on instead"
    assert last.undo() == "Undone."
    assert last.undo() == "Undone. This is the 3×3 of 1 move."
    assert last.game.board == board, "and keeps the game before it"


def test_a_new_board_says_what_undo_brings_back(tmp_path: Path) -> None:
    def says(stage: Stage) -> str:
        return stage.text("#says")

    async def scene(stage: Stage) -> None:
        await stage.press("n")
        assert says(stage) == "A new board."
        await stage.press("n", "u")
        assert says(stage) == "Nothing to undo."
        await stage.press("t")
        assert says(stage) == "Restarted."
        letter = stage.game.board.legal_moves()[0]
        await stage.press(LETTER_KEYS[letter], "n")
        assert says(stage) == "A new board. Undo brings the 3×3 of 1 move back."
        await stage.press("u")
        assert says(stage) == "Undone. This is the 3×3 of 1 move."
        await stage.press("p", "t")
        assert says(stage) == "Restarted. Undo brings the 3×3 of 1 move back."
        stage.app.session.leave()

    staged(scene, tmp_path, opening=read_opening("3x3"))

    async def begun(stage: Stage) -> None:
        assert says(stage).startswith("Undo brings the 3×3 of 1 move back. H gives a hint")

    staged(begun, tmp_path, board="4x4")


def test_a_timed_attempt_by_keys_and_mouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "read_opening", lambda size: read_opening(EASY))

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        screen = stage.app.screen
        assert isinstance(screen, Timed)
        assert not any("5" in line for line in stage.board()), "the board is covered"
        await stage.press("up")
        assert screen.game.at == 0
        await stage.press("e", "down", "down", "enter")
        assert isinstance(stage.app.screen, AttemptFields)
        await stage.press("escape")
        assert screen.attempt.sides == (3,) * 3, "100 comes before 3"
        await stage.press("space")
        assert any("5" in line for line in stage.board())
        assert stage.text("#keys") == "Esc give up  ↑↓←→ move  ? help", (
            "each key does something else"
        )
        await stage.press("h")
        assert stage.text("#says") == "There are no hints in a timed attempt."
        await stage.press("p")
        assert stage.text("#says") == "A timed attempt cannot be paused."
        await stage.press("u")
        assert stage.text("#says") == "Moves of a timed attempt cannot be undone."
        for number in range(3):
            assert f"board {number + 1} of 3, 3×3" in stage.text("#bar")
            await stage.press("up", "left")
        assert stage.text("#says").startswith("Solved in ") and screen.attempt.complete
        bar = stage.text("#bar")
        assert bar.startswith("Timed: 3 boards ") and bar.endswith("6 moves"), "of all boards"
        assert "attempts 1, best " in stage.text("#side")
        # Another one is given up, and only then does Escape leave.
        await stage.pilot.click(BoardView, offset=(20, 6))
        await stage.until(lambda: screen.attempt.phase == "looking")
        await stage.press("escape", "down", "enter")
        assert stage.text("#says") == "Given up after 0 moves."
        await stage.press("b", "space")
        assert screen.attempt.bare and not any("5" in line for line in stage.board())
        await stage.press("escape", "down", "enter", "escape")
        assert stage.app.screen is stage.play

    Results(tmp_path).choose(AttemptChoice("marathon", side=3, count=100))
    staged(scene, tmp_path)
    games = History(tmp_path).all()
    assert [one.status for one in games] == ["solved"] * 3, "none without a move, as in the page"
    kept = sorted(Results(tmp_path).of("marathon of 3 3×3"), key=lambda result: result.dnf)
    assert [(r.moves, len(r.times), r.dnf) for r in kept] == [(6, 3, False), (0, 0, True)]
    assert Results(tmp_path).choice().numbers == "hidden"


@pytest.mark.parametrize(
    ("choice", "words"),
    [
        (AttemptChoice(), "Space uncovers the board. The clock starts with your first move."),
        (
            AttemptChoice(inspection=15),
            "Space uncovers the board. The clock starts after 15 s of inspection, or with your "
            "first move.",
        ),
        (
            AttemptChoice(numbers="hidden"),
            "Space uncovers the board. The clock starts with your first move. Tiles show their "
            "colours alone; those of a row look alike.",
        ),
        # Learning a board by heart counts, and takes no inspection.
        (
            AttemptChoice(numbers="blind", inspection=15),
            "The clock starts when you uncover the board: press Space. Your first move hides all "
            "numbers and colours.",
        ),
    ],
)
def test_a_covered_board_says_when_its_clock_starts(
    tmp_path: Path, choice: AttemptChoice, words: str
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("m")
        assert stage.text("#says") == words

    Results(tmp_path).choose(choice)
    staged(scene, tmp_path)


@pytest.mark.parametrize("palette", ["mono", "solved", "rows"])
def test_hidden_numbers_are_offered_only_where_colours_tell_tiles_apart(
    tmp_path: Path, palette: str
) -> None:
    """Without colours every tile was the same dot, and each attempt a DNF."""
    settings = Settings(palette=palette)

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        screen = stage.app.screen
        assert isinstance(screen, Timed)
        refused = "Hidden numbers are not offered: they need colours by rows, columns or fringe."
        assert stage.text("#says").startswith(f"{refused} Space uncovers the board.")
        assert screen._choice.numbers == "shown"
        await stage.press("b")
        assert screen._choice.numbers == "blind" and stage.text("#says").startswith(refused)
        await stage.press("b", "e", "up", "left")
        assert screen._choice.numbers == "blind", "backwards, too"
        await stage.press("left")
        assert screen._choice.numbers == "shown"

    Results(tmp_path).choose(AttemptChoice(numbers="hidden"))
    staged(scene, tmp_path, settings=settings, colours=palette != "rows")
    assert Results(tmp_path).choice().numbers == "shown"


def test_the_two_ways_to_hide_numbers_have_names_of_their_own(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("m", "e")
        dialog = stage.app.screen
        assert isinstance(dialog, AttemptFields)
        shown = []
        for _ in range(3):
            shown.append(dict(dialog.rows())["numbers"])
            dialog._change("numbers", 1)
        assert shown == [
            "Numbers: shown",
            "Numbers: hidden, colours stay",
            "Numbers: blind, hidden once you move",
        ]

    staged(scene, tmp_path)


def test_each_covered_board_of_a_session_says_when_its_clock_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timing, "read_opening", lambda size: read_opening(EASY))

    async def scene(stage: Stage) -> None:
        await stage.press("m", "space", "up", "left")
        assert stage.text("#says").startswith("Board 2 of ")
        assert stage.text("#says").endswith(
            ": Space uncovers it. The clock starts after 15 s of inspection, or with your first "
            "move."
        )
        assert stage.text("#keys") == "Space start  Esc give up  T start again  ? help"
        await stage.press("b", "e")
        assert isinstance(stage.app.screen, Timed), "neither is offered between two boards"
        await stage.press("escape")
        assert isinstance(stage.app.screen, ChoiceDialog), "it asks before it gives up"

    Results(tmp_path).choose(AttemptChoice("mixed", inspection=15))
    staged(scene, tmp_path)


def test_an_attempt_given_up_is_a_dnf_in_every_list_and_average(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = read_opening(EASY)
    drawn = Opening(given.board, given.puzzle, "as if drawn", typed=False)
    monkeypatch.setattr(timing, "read_opening", lambda size: drawn)

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        given_up = ("up", "escape", "down", "enter")
        for keys in (("up", "left"), ("up", "left"), given_up, ("up", "left"), given_up[1:]):
            await stage.press("space", *keys)
        assert "attempts 5, 3 solved" in stage.text("#side")
        # Given up while the board is covered, it is no game.
        await stage.press("escape")
        await stage.until(lambda: "Recent games" in stage.text("#side"))
        session = stage.text("#side").partition("Recent games")[2]
        assert session.count("DNF") == 3, "the average of five, and two games"
        await stage.press("g")
        figures = stage.text("#figures")
        averages = [line.split() for line in figures.splitlines() if "ao5" in line or "DNF" in line]
        assert averages == [["board", "single", "mo3", "ao5"], ["3×3", "DNF", "DNF", "DNF"]]
        table = stage.app.screen.query_one(DataTable)
        shown = [str(table.get_row_at(row)[2]) for row in range(table.row_count)]
        assert [time == "DNF" for time in shown] == [True, False, True, False, False]
        await stage.press("enter")
        review = stage.app.screen
        assert isinstance(review, ReviewScreen)
        await stage.until(lambda: review._analysis.finished)
        await stage.until(lambda: "Not solved: 0 moves. The start" in stage.text("#side"))

    staged(scene, tmp_path)
    games = History(tmp_path).all()
    assert [one.status == "solved" for one in games] == [True, True, False, True, False]
    assert games[2].moves == "U" and (games[2].ended or 0) > 0 and games[4].ended == 0


@pytest.mark.parametrize("key", ["escape", "q", "t"])
def test_boards_and_moves_of_an_attempt_are_lost_only_after_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setattr(timing, "read_opening", lambda size: read_opening(EASY))

    async def scene(stage: Stage) -> None:
        await stage.press("m", "space", key)
        assert isinstance(stage.app.screen, ChoiceDialog), "without a move it would count, too"
        await stage.press("escape", "up", key)
        question = stage.app.screen
        assert isinstance(question, ChoiceDialog)
        for no in ("escape", "enter"):
            assert isinstance(stage.app.screen, ChoiceDialog)
            await stage.press(no)
            timed = stage.app.screen
            assert isinstance(timed, Timed) and timed.attempt.running and timed.game.at == 1
            await stage.press(key)
        await stage.press("escape", "left", key)
        assert isinstance(stage.app.screen, ChoiceDialog), "the second board has no move yet"
        assert not Results(tmp_path).all()
        await stage.press("down", "enter")
        assert stage.app.screen is timed and not timed.attempt.begun
        says = stage.text("#says")
        assert says.startswith("Given up after ") and " and 2 moves." in says
        assert ("Space uncovers" in says) == (key == "t"), "another board is covered already"
        if key != "t":
            bar = stage.text("#bar")
            assert bar.startswith("Timed: 1 of 3 boards ") and bar.endswith(" 2 moves")
            assert "This attempt\n3×3 " in stage.text("#side")
            assert "attempts 1, 0 solved" in stage.text("#side")

    Results(tmp_path).choose(AttemptChoice("marathon", side=3, count=3))
    staged(scene, tmp_path)
    assert [(one.dnf, len(one.times)) for one in Results(tmp_path).all()] == [(True, 1)]


def test_a_board_of_a_marathon_has_one_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is looked at while the clock runs is timed, as in the attempt's own list."""
    monkeypatch.setattr(timing, "read_opening", lambda size: read_opening(EASY))
    now = [100.0]

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        screen = stage.app.screen
        assert isinstance(screen, Timed)
        screen._clock = lambda: now[0]
        await stage.press("space")
        for _ in range(3):
            for key in ("up", "left"):
                now[0] += 2.5
                await stage.press(key)
        assert [split.time for split in screen.attempt.splits] == [2500, 5000, 5000]

    Results(tmp_path).choose(AttemptChoice("marathon", side=3, count=3))
    staged(scene, tmp_path)
    games = History(tmp_path).all()
    assert sorted(one.milliseconds for one in games) == [2500, 5000, 5000]
    assert sorted(one.times[0] for one in games) == [0, 2500, 2500]


def test_a_timed_attempt_says_which_part_of_a_large_board_is_shown(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("m")
        assert stage.text("#says").startswith("Space uncovers the board.")
        assert "of 10" in stage.text("#says").splitlines()[-1]
        assert stage.text("#detail").startswith("10×10")

    Results(tmp_path).choose(AttemptChoice(side=10))
    staged(scene, tmp_path, size=(30, 12))


@pytest.mark.parametrize("size", [(60, 20), (40, 15)])
def test_the_menu_has_every_action_and_says_how_it_closes(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("escape")
        options = stage.app.screen.query_one(OptionList)
        words = [str(options.get_option_at_index(at).prompt) for at in range(options.option_count)]
        for action in ("undo", "pause or resume", "ask a question", "copy the board"):
            assert any(word.startswith(action) for word in words), action
        box = options.parent
        assert box is not None
        await stage.until(lambda: box.border_subtitle == "↓ more, Esc closes")
        await stage.press("up")
        assert options.highlighted == options.option_count - 1
        bottom = options.region.bottom
        assert bottom < size[1], "the last entry is above the border"
        assert "quit" in options.render_line(options.size.height - 1).text
        await stage.press("escape", "y")
        daily = stage.app.screen.query_one(OptionList)
        assert daily.parent is not None and daily.parent.border_subtitle == "Esc closes"

    staged(scene, tmp_path, size=size)


@pytest.mark.parametrize(
    ("key", "about"),
    [
        ("m", "Timed attempts include marathons"),
        ("z", "Puzzles ask for three best moves"),
        ("g", "mo3 is the mean of the last three games"),
    ],
)
def test_the_help_of_a_screen_explains_it_below_its_keys(
    tmp_path: Path, key: str, about: str
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press(key, "f1")
        await stage.until(lambda: isinstance(stage.app.screen, Help))
        await stage.until(lambda: "On this screen" in stage.text("#actions"))
        here = stage.text("#actions").partition("In the game")[0]
        assert about in " ".join(here.split())

    staged(scene, tmp_path)


def test_what_measures_is_not_said_to_measure_for_good(tmp_path: Path) -> None:
    """V, then O before that had ended: “Measuring… Esc cancels.” stayed below the board."""
    go = Event()

    class Slow(Distances):
        def measure(self, *given: Any, **named: Any) -> Known:
            go.wait(10)
            return super().measure(*given, **named)

    async def scene(stage: Stage) -> None:
        stage.app.session._distances = Slow(stage.app.session.puzzle)
        await stage.press("v")
        assert stage.text("#says") == "Measuring… Esc cancels."
        await stage.press("o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        await stage.press("escape")
        assert isinstance(stage.app.screen, Play) and "Measuring" not in stage.text("#says")
        go.set()

    staged(scene, tmp_path)


@pytest.mark.parametrize(("keys", "key"), [("Arrows and WASD", "V"), ("All keys", "V")])
def test_an_answer_names_the_key_that_shows_the_moves_left(
    tmp_path: Path, keys: str, key: str
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("/", *"left", "enter")
        assert stage.text("#says").endswith(f" counts as a hint. Press {key}.")

    staged(scene, tmp_path, settings=Settings(keys=keys))


def test_a_goal_without_room_is_shown_by_a_key(tmp_path: Path) -> None:
    """At 40x24, nothing showed the goal of 5x5 but its name."""

    async def scene(stage: Stage) -> None:
        assert "B goal" in stage.text("#keys")
        await stage.press("b")
        assert stage.text(".title") == "Goal: spiral"
        rows = str(named_goal("spiral", 5, 5)).splitlines()
        assert stage.text("#rows").splitlines() == rows
        label = stage.app.screen.query_one("#rows", Label)
        await stage.until(lambda: label.size.height == 5 and label.size.width == len(rows[0]))
        await stage.press("b")
        await stage.resize(80, 24)
        await stage.until(lambda: "B goal" not in stage.text("#keys"))

    staged(scene, tmp_path, opening=read_opening("5x5", goal="spiral"), size=(40, 24))


def test_a_question_about_a_review_stops_the_moves_that_are_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stayed over the board that they had solved, and said that the game is not finished."""
    monkeypatch.setattr(playing, "_BETWEEN", 0.05)

    async def scene(stage: Stage) -> None:
        stage.play._play("UL", "s")
        await stage.press("x")
        assert isinstance(stage.app.screen, ChoiceDialog)
        await stage.pilot.pause(0.3)
        assert stage.game.at == 1 and not stage.game.solved

    staged(scene, tmp_path)
