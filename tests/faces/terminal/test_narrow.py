"""What a narrow or a low terminal shows: every key, the goal, and titles that say they are cut."""

import re
from collections.abc import Awaitable, Callable
from datetime import date
from pathlib import Path

import pytest
from stage import EASY, Stage, staged
from textual.widgets import DataTable, Input, OptionList, Static

from taquin.faces.terminal import playtext
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.clipping import clipped, wrapped
from taquin.faces.terminal.daily import today
from taquin.faces.terminal.dialogs import ChoiceDialog, GoalBox, Help, HelpBox, HelpPart
from taquin.faces.terminal.figures import Statistics
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.playing import Play
from taquin.faces.terminal.playtext import bar_text
from taquin.faces.terminal.puzzling import Puzzling
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.faces.terminal.session import Session, read_opening
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.solution import Solution
from taquin.faces.terminal.timing import Timed
from taquin.game.attempt import AttemptChoice, AttemptResult, BoardTime, Results
from taquin.game.daily import daily_board, daily_seed
from taquin.game.history import History
from taquin.game.record import HINT_KINDS, GameRecord
from taquin.game.statistics import pace
from taquin.game.training import Training
from taquin.game.words import game_time_text, kind_text, local_text
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal

WHEN = "2026-11-28T10:00:00.000Z"
OWN_GOAL = "8 7 6/5 4 3/2 1 0"
KEYS = {"U": "up", "D": "down", "L": "left", "R": "right"}


async def posed(stage: Stage) -> Puzzling:
    """The screen of puzzles, once it asks one."""
    screen = stage.app.screen
    assert isinstance(screen, Puzzling)
    await stage.until(lambda: screen.tried is not None and screen.series.asking)
    return screen


async def in_the_game(stage: Stage) -> None:
    pass


async def in_a_solution(stage: Stage) -> None:
    await stage.press("o")
    await stage.until(lambda: isinstance(stage.app.screen, Solution))


async def in_puzzles(stage: Stage) -> None:
    await stage.press("z")
    await posed(stage)


async def in_statistics(stage: Stage) -> None:
    await stage.press("up", "left", "g")


@pytest.mark.parametrize("width", [30, 40])
def test_the_title_of_a_question_is_wrapped(tmp_path: Path, width: int) -> None:
    title = "Give this attempt up? The clock is not stopped."

    async def scene(stage: Stage) -> None:
        stage.app.push_screen(ChoiceDialog(title, [("stay", "go on", "")]))
        await stage.until(lambda: isinstance(stage.app.screen, ChoiceDialog))
        await stage.until(lambda: " ".join(stage.text(".title").split()) == title)
        label = stage.app.screen.query_one(".title", Static)
        lines = stage.text(".title").splitlines()
        await stage.until(lambda: label.size.height == len(lines) > 1)
        assert max(map(len, lines)) <= label.size.width <= width - 4

    staged(scene, tmp_path, size=(width, 20))


def shown(stage: Stage) -> str:
    """All that is on the screen, without its spaces."""
    picture = stage.app.export_screenshot().replace("&#160;", " ")
    return "".join(re.sub("<[^>]*>", "", picture).split())


@pytest.mark.parametrize("size", [(40, 24), (80, 16)])
def test_a_large_goal_is_scrolled_to_its_end(tmp_path: Path, size: tuple[int, int]) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("b")
        goal = stage.app.screen
        assert isinstance(goal, GoalBox)
        box = goal.query_one(".box")
        await stage.until(lambda: box.border_subtitle == "↓ more, Esc closes")
        assert "398399" not in shown(stage)
        await stage.press("end")
        await stage.until(lambda: box.border_subtitle == "↑ more, Esc closes")
        await stage.until(lambda: "398399" in shown(stage))
        await stage.press("up", "pageup", "home")
        await stage.until(lambda: box.border_subtitle == "↓ more, Esc closes")
        await stage.press("down")
        await stage.until(lambda: box.border_subtitle == "↑ ↓ more, Esc closes")
        await stage.press("pagedown", "b")
        await stage.until(lambda: stage.app.screen is stage.play)

    staged(scene, tmp_path, board="20x20", size=size)


@pytest.mark.parametrize("board", ["3x2", "3x3"])
def test_a_small_goal_shows_the_whole_key_that_closes_it(tmp_path: Path, board: str) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("b")
        await stage.until(lambda: "╰─Esccloses─╯" in shown(stage))

    staged(scene, tmp_path, board=board, size=(40, 24))


@pytest.mark.parametrize("size", [(40, 24), (80, 24), (120, 40)])
@pytest.mark.parametrize("keys", [("m",), ("z", "m", "m")])
def test_no_line_of_the_help_breaks_twice(
    tmp_path: Path, size: tuple[int, int], keys: tuple[str, ...]
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press(*keys, "?")
        await stage.until(lambda: isinstance(stage.app.screen, Help))
        text = stage.app.screen.query_one("#actions", Static)
        await stage.until(lambda: 0 < text.size.width <= size[0])
        lines = stage.text("#actions").splitlines()
        assert max(map(len, lines)) <= text.content_size.width
        await stage.until(lambda: text.content_size.height == len(lines))

    staged(scene, tmp_path, size=size)


def test_a_hint_for_a_tile_that_is_not_shown_moves_the_window_there(tmp_path: Path) -> None:
    numbers = [*range(1, 400), 0]
    for one, other in ((0, 19), (1, 2)):
        numbers[one], numbers[other] = numbers[other], numbers[one]
    board = "/".join(" ".join(map(str, numbers[at : at + 20])) for at in range(0, 400, 20))

    async def scene(stage: Stage) -> None:
        await stage.until(lambda: "rows 4 to 20" in " ".join(stage.text("#says").split()))
        rows = len(stage.board())
        await stage.press("h")
        await stage.until(lambda: any("[1]" in line for line in stage.board()))
        await stage.until(lambda: "rows 1 to 17" in " ".join(stage.text("#says").split()))
        assert "H again: which way." in " ".join(stage.text("#says").split())
        assert len(stage.board()) == rows, "the board does not jump"
        await stage.press("escape")
        await stage.until(lambda: "rows 4 to 20" in " ".join(stage.text("#says").split()))

    staged(scene, tmp_path, board=board, settings=Settings(hints="human"), size=(40, 24))


def test_an_answer_of_set_up_goes_when_the_field_is_corrected(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("e", *"30x30", "enter", "enter", "enter")
        await stage.until(lambda: stage.text("#fault").startswith("The board is 30x30; "))
        await stage.press("shift+tab", "shift+tab", *"4x4")
        await stage.until(lambda: stage.text("#fault") == "")

    staged(scene, tmp_path)


def test_examples_of_questions_are_about_the_board(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("/")
        asked = stage.app.screen.query_one("#question", Input)
        assert asked.placeholder == "where 5"
        assert "where5,row2,column3,goal" in shown(stage)

    staged(scene, tmp_path, board="3x2")


def test_one_move_is_one_move(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await in_a_solution(stage)
        assert stage.text("#place").endswith("move 0 of 1")

    staged(scene, tmp_path, board="1 2 3/4 5 6/7 0 8")


def test_the_first_attempt_counts_no_attempts(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("m")
        assert "4×4" in stage.text("#side") and "attempts" not in stage.text("#side")

    staged(scene, tmp_path)


@pytest.mark.parametrize(("height", "note"), [(60, "Esc closes"), (12, "↑ ↓ scroll, Esc closes")])
def test_a_help_that_is_seen_whole_offers_no_scrolling(
    tmp_path: Path, height: int, note: str
) -> None:
    async def scene(stage: Stage) -> None:
        stage.app.push_screen(HelpBox([HelpPart("Words", [("word", "meaning")] * 20)]))
        await stage.until(lambda: isinstance(stage.app.screen, HelpBox))
        await stage.until(lambda: stage.text(".note") == note)

    staged(scene, tmp_path, size=(80, height))


def test_a_game_that_waits_names_its_slides_once(tmp_path: Path) -> None:
    record = GameRecord(
        *(Board.parse(EASY), Board.parse("123456780")),
        moves="U", times=[0.0], inputs="k", status="playing", seed="a", metric="mtm",
    )  # fmt: skip
    waits = Session(read_opening("3x3"), tmp_path).waiting_line(record)
    assert waits.startswith("3×3: 1 slide, begun "), waits


def test_values_lose_no_letter_where_a_line_breaks(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("comma")
        options = stage.app.screen.query_one(OptionList)
        await stage.until(lambda: 0 < options.size.width <= 30 - 4)
        lines = [options.render_line(y).text.strip() for y in range(options.size.height)]
        assert "Hints: quiz, to find the best move" in " ".join(lines)

    staged(scene, tmp_path, settings=Settings(hints="learn"), size=(30, 20))


def test_the_daily_boards_are_explained_in_their_own_box(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        before = stage.text("#says")
        await stage.press("y")
        about = stage.app.screen.query_one(".about", Static)
        await stage.until(lambda: about.size.height > 0)
        said = " ".join(stage.text(".about").split())
        assert said.startswith("The same boards for everyone, until midnight UTC")
        assert said.endswith(
            "A board counts if you begin it on its day and make every move yourself."
        )
        assert about.size.height == len(stage.text(".about").splitlines())
        await stage.press("escape")
        assert stage.text("#says") == before, "it was about the box"

    staged(scene, tmp_path, size=(40, 24))


@pytest.mark.parametrize(("size", "goal"), [((60, 20), "spiral"), ((80, 24), None)])
def test_timed_boards_show_their_goal_and_whole_figures(
    tmp_path: Path, size: tuple[int, int], goal: str | None
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("m")
        lines = stage.text("#side").splitlines()
        assert lines[:4] == ["Goal: last", "1 2 3", "4 5 6", "7 8 _"]
        assert "attempts 12, 11 solved," in lines and "best 0:03.166" in lines
        name = " ".join(lines[lines.index("") + 1 :]).partition(" attempts")[0]
        assert name == "marathon of 100 3×3, numbers hidden"

    choice = AttemptChoice("marathon", side=3, count=100, numbers="hidden")
    Results(tmp_path).choose(choice)
    for number in range(12):
        dnf = number == 4
        Results(tmp_path).add(AttemptResult(choice.name, 3166.0, [3166.0], 20, WHEN, dnf))
    staged(scene, tmp_path, board="3x3", size=size, goal=goal)


@pytest.mark.parametrize(
    ("go", "keys"),
    [
        (in_the_game, ("Esc menu", "? help", "O solve", "P pause", "Q quit")),
        (in_a_solution, ("Space stop", "Esc back", "Enter make moves", "+- speed")),
        (in_puzzles, ("N next", "Esc back", "M streak", "B theme", "E size")),
        (in_statistics, ("Enter review", "Esc back", "B board", "E export", "Del delete all")),
    ],
)
def test_a_narrow_terminal_has_two_lines_of_keys(
    tmp_path: Path, go: Callable[[Stage], Awaitable[None]], keys: tuple[str, ...]
) -> None:
    async def scene(stage: Stage) -> None:
        await go(stage)
        assert all(key in stage.text("#keys") for key in keys)
        bar = stage.app.screen.query_one("#keys", Static)
        assert bar.size.height == 2 >= len(stage.text("#keys").splitlines())
        assert max(map(len, stage.text("#keys").splitlines())) <= 38
        await stage.pilot.resize_terminal(40, 15)
        # The statistics have no board to leave room for.
        await stage.until(lambda: bar.size.height == (2 if go is in_statistics else 1))
        if go is in_statistics:
            assert all(key in stage.text("#keys") for key in (*keys, "? help"))
        assert "Esc" in stage.text("#keys"), "the way out comes before what is left out"

    staged(scene, tmp_path, size=(40, 24))


async def covered(stage: Stage) -> None:
    await stage.press("m")


async def in_a_review(stage: Stage) -> None:
    await stage.press("up", "down", "up", "left", "x")
    screen = stage.app.screen
    assert isinstance(screen, ReviewScreen)
    await stage.until(lambda: screen.review is not None and screen.review.lost > 0)


@pytest.mark.parametrize(
    ("go", "keys"),
    [
        (in_the_game, "H hint U undo N new Esc menu ? help"),
        (in_a_solution, "Space stop Enter make moves Esc back ?"),
        (in_puzzles, "↑↓←→ Esc back N next M streak ? help"),
        (covered, "Space start Esc back E change ? help"),
        (in_a_review, "←→ Tab loss M moves Esc back ? help"),
    ],
)
def test_a_low_terminal_has_the_way_out_and_the_help_on_every_screen(
    tmp_path: Path, go: Callable[[Stage], Awaitable[None]], keys: str
) -> None:
    """At 40x15 puzzles had neither "?" nor M, and only the game named the help at all."""

    async def scene(stage: Stage) -> None:
        await go(stage)
        assert stage.text("#keys") == keys
        shown = set(stage.app.screen.query_one(KeysBar).keys)
        await stage.resize(30, 15)
        await stage.until(lambda: stage.text("#keys") != keys)
        assert "Esc " in stage.text("#keys") and "?" in stage.text("#keys")
        await stage.press("?")
        assert isinstance(stage.app.screen, Help)
        if go is not in_the_game:  # its help begins with the keys of the game
            told = stage.text("#actions").partition("\n\n")[0].splitlines()
            assert len([line for line in told[1:] if not line.startswith(" ")]) == len(shown)

    staged(scene, tmp_path, size=(40, 15))


def test_the_help_of_a_review_names_the_keys_of_its_speed(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await in_a_review(stage)
        assert "4 per second" in stage.text("#place")
        await stage.press("+")
        assert "8 per second" in stage.text("#place")
        await stage.press("?")
        assert "+ and - change the speed" in " ".join(stage.text("#actions").split())

    staged(scene, tmp_path, size=(40, 15))


@pytest.mark.parametrize(
    ("keys", "help_key", "first"),
    [
        (
            ("up", "left", "g"),
            "?",
            [
                "Enter review the game that ↑ ↓ choose, or list the boards of an attempt",
                "Esc   back",
            ],
        ),
        (("g",), "f1", ["Esc back", "?   show this help"]),
        (
            ("up", "left", "x"),
            "?",
            ["←→    go one move back or forward; Home and End go to the start and the"],
        ),
        (("o",), "f1", ["Space play the moves one after another"]),
        (
            ("z",),
            "?",
            ["↑↓←→ move a tile; only a best move counts", "Esc  back", "N    pose another puzzle"],
        ),
        (("m",), "?", ["Space uncover the board", "Esc   back"]),
        (
            ("m", "space"),
            "f1",
            ["Esc  give this attempt up", "↑↓←→ make the first move, which starts the clock"],
        ),
        (("m", "e"), "?", ["← → change the value", "Esc closes"]),
        (("e",), "f1", ["Enter accepts", "Tab   goes on", "Esc   closes", "F1    opens help"]),
        (("escape",), "f1", ["Esc closes", "N   new game", "T   restart this board"]),
    ],
)
def test_the_help_begins_with_the_keys_of_the_screen_behind_it(
    tmp_path: Path, keys: tuple[str, ...], help_key: str, first: list[str]
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press(*keys)
        await stage.until(lambda: not isinstance(stage.app.screen, Play))
        if isinstance(stage.app.screen, Puzzling):
            await posed(stage)
        behind = stage.app.screen
        await stage.press(help_key)
        await stage.until(lambda: isinstance(stage.app.screen, Help))
        await stage.press("?", "f1")
        title, *shown = stage.text("#actions").splitlines()
        assert title == "On this screen" and shown[: len(first)] == first
        assert "In the game" in shown
        await stage.press("escape")
        assert stage.app.screen is behind, "the help opens once"
        if isinstance(behind, (ReviewScreen, Solution, Statistics, Puzzling, Timed)):
            bar = set(behind.query_one(KeysBar).keys)
            assert bar & set(behind.keys_here()) <= {"Esc back"}, "more than the bar says"

    staged(scene, tmp_path)


def test_the_task_of_a_puzzle_stays(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("z")
        await posed(stage)
        task = stage.text("#says")
        await stage.press("?", "escape")
        assert stage.text("#says") == task
        await stage.press("h")
        assert stage.text("#says") == f"A puzzle gives no hints. {task}"

    staged(scene, tmp_path)


@pytest.mark.parametrize("size", [(60, 20), (40, 24)])
def test_a_goal_of_ones_own_is_shown(tmp_path: Path, size: tuple[int, int]) -> None:
    async def scene(stage: Stage) -> None:
        await stage.until(lambda: stage.text("#side") != "")
        head, *rows = stage.text("#side").splitlines()
        assert head == ("Goal" if size[0] == 40 else "Goal: custom")
        assert rows == ["8 7 6", "5 4 3", "2 1 _"]
        assert stage.app.screen.query_one("#side").display
        assert stage.text("#bar").startswith("3×3 custom goal ")
        await stage.press("/", *"goal", "enter")
        assert stage.text("#says") == f"The goal is {OWN_GOAL}."

    staged(scene, tmp_path, board="3x3", goal=OWN_GOAL, size=size)


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
def test_a_goal_with_two_names_has_the_one_that_was_asked_for(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """`play 8x2 --goal spiral` spoke of snake, which is the same goal."""

    async def scene(stage: Stage) -> None:
        assert stage.text("#bar").startswith("8×2 spiral ")
        await stage.press("/", *"goal", "enter")
        assert stage.text("#says").startswith("The goal is spiral: 1 2 3")
        await stage.press("e")
        assert [one.value for one in stage.app.screen.query(Input)] == ["8x2", "spiral", "grid"]
        await stage.press("escape")
        stage.game.move(stage.game.board.legal_moves()[0], "k")
        await stage.press("n", "f")
        (line,) = stage.app.screen.query_one(OptionList).options
        assert " ".join(str(line.prompt).split()).startswith("8×2, spiral: 1 move, begun")
        await stage.press("escape", "e", "tab", "ctrl+u", *"snake", "enter")
        await stage.until(lambda: stage.text("#bar").startswith("8×2 snake "))

    staged(scene, tmp_path, board="8x2", goal="spiral", size=size)


def test_the_name_of_a_goal_is_kept_with_its_game(tmp_path: Path) -> None:
    """After a restart it was snake again."""

    async def begin(stage: Stage) -> None:
        stage.game.move(stage.game.board.legal_moves()[0], "k")
        assert stage.game.record.named == "spiral"
        await stage.press("p")

    staged(begin, tmp_path, board="8x2", goal="spiral")
    later = Session(None, tmp_path)
    assert later.game.at == 1 and later.goal_words == "spiral"
    later.new()
    assert later.game.record.named == "spiral"
    assert [kind_text(record) for record in later.game.waiting] == ["8×2, spiral"]


def test_the_usual_goal_makes_no_tile_smaller(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        view = stage.app.screen.query_one(BoardView)
        await stage.until(lambda: view.size.width == 30)
        alone = view._geometry
        assert not stage.app.screen.query_one("#side").display
        await stage.press("/", *"goal?", "enter")
        assert stage.text("#says") == "The goal is last: 1 2 3/4 5 6/7 8 0."
        await stage.pilot.resize_terminal(40, 24)
        await stage.until(lambda: stage.text("#side").startswith("Goal\n1 2 3"))
        assert alone is not None and view._geometry == alone

    staged(scene, tmp_path, size=(30, 24))


def test_a_title_that_is_too_long_ends_in_an_ellipsis(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h", "h", "down", "u", "up", "left", "x")
        assert isinstance(stage.app.screen, ReviewScreen)
        whole = stage.text("#bar")
        assert whole.startswith("Review 3×3: 2 moves in ") and "…" not in whole
        await stage.resize(28, 24)
        # The game can still be told from others; that it is a review shows in the keys.
        await stage.until(lambda: stage.text("#bar") == whole.removeprefix("Review "))
        await stage.resize(20, 24)
        await stage.until(lambda: len(stage.text("#bar")) == 18)
        assert stage.text("#bar").startswith("3×3: 2 moves in ")
        assert stage.text("#bar").endswith("…")

    staged(scene, tmp_path, size=(40, 24))


@pytest.mark.parametrize("size", [(40, 24), (60, 24), (80, 24)])
def test_a_review_says_with_what_help_on_any_screen(tmp_path: Path, size: tuple[int, int]) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h", "h", "down", "u", "o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        await stage.press("escape", "up", "left", "x")
        assert not stage.text("#bar").endswith("…")
        beside = stage.app.screen.arrangement.beside
        assert beside == (size[0] > 60)
        said = stage.text("#side" if beside else "#detail")
        whole = "With: solution shown, 1 hint, 1 undo, chosen board."
        assert whole in " ".join(said.split())

    staged(scene, tmp_path, size=size)


def test_a_review_lists_its_moves_on_any_screen(tmp_path: Path) -> None:
    """At 40 and at 60 columns there was no list of moves, and Esc back was nowhere at 40x15."""

    async def scene(stage: Stage) -> None:
        for letter in "DU" * 12:
            stage.game.move(letter, "k")
        await stage.press("up", "left", "x")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        await stage.until(lambda: screen.review is not None and not screen.review.waiting)
        for width, height in ((80, 24), (60, 20), (40, 15)):
            await stage.resize(width, height)
            await stage.until(lambda: "M moves" in stage.text("#keys"))
            assert "Esc back" in stage.text("#keys")
            screen.go(1)
            await stage.press("m")
            options = stage.app.screen.query_one(OptionList)
            lines = [" ".join(str(option.prompt).split()) for option in options.options]
            assert lines[:3] == ["moves 1 to 23: 24 lost key 1", "start", "move 1 tile 2 down +2"]
            assert lines[-1] == "move 26 tile 8 left ✓" and len(lines) == 28
            assert options.highlighted == 2, "the move that is shown"
            assert options.region.bottom < height and options.region.right < width
            shown = [options.render_line(y).text for y in range(options.size.height)]
            assert {line[-1] for line in shown} == {" "}, "no key touches the scroll bar"
            await stage.press("end", "enter")
            assert stage.app.screen is screen and screen.at == 26
        await stage.press("m", "1")
        assert screen.at == 1
        await stage.press("m", "escape")
        assert stage.app.screen is screen and screen.at == 1

    staged(scene, tmp_path)


@pytest.mark.parametrize("width", [40, 120])
def test_the_marks_of_a_review_stand_in_one_column(tmp_path: Path, width: int) -> None:
    """Two tiles and their mark ran together: "right, 2 tiles+4"."""

    async def scene(stage: Stage) -> None:
        for moves in ("RR", "LL", *["R", "L"] * 50, "UU"):
            stage.game.move(moves, "m")
        await stage.press("x")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        await stage.until(lambda: screen.review is not None and not screen.review.waiting)
        lists = [stage.text("#side").splitlines()] if width >= 80 else []
        await stage.press("m")
        options = stage.app.screen.query_one(OptionList)
        lists.append([str(option.prompt) for option in options.options])
        for lines in lists:
            moves = [line.rstrip() for line in lines if line.lstrip(" ›").startswith("move ")]
            before, _, marks = zip(*(line.rpartition(" ") for line in moves), strict=True)
            assert before[0].endswith("right, 2 tiles") and marks[:3] == ("+4", "✓", "+2"), moves
            assert set(marks) == {"+4", "+2", "✓"} and len(set(map(len, before))) == 1, moves

    staged(scene, tmp_path, board="1 2 0/4 5 3/7 8 6", size=(width, 24))


@pytest.mark.parametrize("size", [(40, 15), (80, 24)])
def test_set_up_shows_how_a_board_is_written(tmp_path: Path, size: tuple[int, int]) -> None:
    """A field that is filled in showed no example, and the help had no word on boards."""

    async def scene(stage: Stage) -> None:
        await stage.press("e")
        board, example, note = (
            stage.app.screen.query_one(one) for one in ("#board", ".example", ".note")
        )
        assert stage.text(".example") == "4x3, 7 0 2/8 5 3/6 1 4, or korf100:1"
        assert example.region.y == board.region.bottom and example.size.height == 1
        assert example.size.width >= len(stage.text(".example"))
        assert note.region.bottom < size[1] and stage.text(".note").endswith("F1 opens help")
        await stage.press("f1")
        await stage.until(lambda: "On this screen" in stage.text("#actions"))
        here = " ".join(stage.text("#actions").partition("In the game")[0].split())
        for part in ("4x3, of 4 columns and 3 rows", "7 0 2/8 5 3/6 1 4", "korf100:1", "“snake”"):
            assert part in here, part

    staged(scene, tmp_path, size=size)


def test_what_is_wrong_with_a_board_leaves_the_keys_below_it(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("e")
        stage.app.screen.query_one("#fault", Static).update("wrong " * 200)
        await stage.pilot.pause()
        note = stage.app.screen.query(".note").last()
        assert note.region.bottom == 23 and note.size.height == 2, "the border is below it"
        await stage.resize(40, 15)
        await stage.press("ctrl+u", *"1 2 3/4 5 6/8 7 0", "enter")
        wrong = stage.app.screen.query_one("#wrong")
        await stage.until(lambda: wrong.max_scroll_y > 0)
        assert stage.text("#fault").endswith("Nearest fix: swap 7 and 8.")
        await stage.until(lambda: "↑ ↓ scroll the answer" in stage.text(".note"))
        await stage.press("pagedown", "down")
        assert wrong.scroll_y == wrong.max_scroll_y, "the fix, which was never shown, is reached"
        await stage.press("pageup")
        assert wrong.scroll_y == 0

    staged(scene, tmp_path, size=(40, 24))


def test_the_bar_leaves_out_the_goal_before_the_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playtext, "daily_of", lambda record: (today(), 3))

    async def scene(stage: Stage) -> None:
        await stage.press("up", "left")
        width = stage.app.size.width - 2
        assert bar_text(stage.game, stage.app.settings, 50).startswith("3×3 last · daily · solved ")
        assert bar_text(stage.game, stage.app.settings, width).startswith("3×3 · daily · solved ")

    staged(scene, tmp_path, size=(40, 24))


@pytest.mark.parametrize("keys", [("up", "left", "g"), ("up", "left", "x"), ("o",)])
def test_help_is_opened_over_other_screens_too(tmp_path: Path, keys: tuple[str, ...]) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press(*keys)
        await stage.until(lambda: not isinstance(stage.app.screen, Play))
        behind = stage.app.screen
        await stage.press("?")
        await stage.until(lambda: isinstance(stage.app.screen, Help))
        await stage.press("escape")
        assert stage.app.screen is behind

    staged(scene, tmp_path)


@pytest.mark.parametrize("size", [(40, 24), (120, 40)])
def test_puzzles_show_and_name_their_goal(tmp_path: Path, size: tuple[int, int]) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("z")
        await posed(stage)
        assert "the goal is “last”, " in stage.text("#says")
        head, *rows = stage.text("#side").splitlines()[:4]
        assert head == ("Goal" if size[0] == 40 else "Goal: last")
        assert rows == ["1 2 3", "4 5 6", "7 8 _"]

    staged(scene, tmp_path, goal="first", board="3x3", size=size)


def test_a_storm_keeps_its_marks_and_its_board_and_speaks_of_the_last_puzzle(
    tmp_path: Path,
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("z")
        for _ in range(2):
            await posed(stage)
            await stage.press("m")
        screen = await posed(stage)
        assert stage.text("#bar") == f"{'Storm 3×3':<19}3:00  0 solved  ○○○"
        keys = stage.text("#keys")
        assert "M rated" in keys and "Esc back" in keys
        assert "skip" not in keys, "before its clock runs, nothing can be skipped"
        view = screen.query_one(BoardView)
        await stage.until(lambda: view.size.height > 0)
        before = view._geometry
        tried = screen.tried
        assert tried is not None
        if set(tried.best) == set(tried.board.legal_moves()):  # after one, the way back is wrong
            await stage.press(KEYS[tried.best[0]])
        wrong = next(one for one in tried.board.legal_moves() if one not in tried.best)
        await stage.press(KEYS[wrong])
        await stage.until(lambda: screen.tried not in (None, tried))
        assert stage.text("#says").startswith("On the board before, tile ")
        assert " was best. 10 seconds less. Find 3 " in stage.text("#says")
        assert view._geometry == before, "the board does not grow"
        assert "N skip" in stage.text("#keys") and "Esc end" in stage.text("#keys")
        await stage.press("escape", "down", "enter")
        assert stage.text("#keys").count("M rated") == 1, "the same key has the same name"

    staged(scene, tmp_path, size=(40, 24))


def test_the_speed_is_shown_while_a_solution_stands_still(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await in_a_solution(stage)
        await stage.press("home", "+")
        assert stage.text("#place").endswith("8 per second · move 0 of 2")

    staged(scene, tmp_path, board=EASY, size=(40, 24))


def test_a_game_is_one_line_of_the_list_on_a_narrow_terminal(tmp_path: Path) -> None:
    """At 60x24, each game took two lines."""

    async def scene(stage: Stage) -> None:
        stage.game.record.seed = "as if drawn"
        await stage.press("up", "left", "g")
        table = stage.app.screen.query_one(DataTable)

        def lines() -> list[str]:
            return [table.render_line(y).text.rstrip() for y in range(table.size.height)]

        time = game_time_text(stage.game.record)
        when, clock = local_text(stage.game.record.created).split()
        for width in (80, 60, 40):
            await stage.resize(width, 24)
            cells = [when if width > 40 else when[5:], clock, "3×3", time, "2", "none"]
            await stage.until(lambda cells=cells: lines()[1].split() == cells)
            assert lines()[0].split() == ["when", "board", "time", "moves", "help"]
            assert [row.height for row in table.ordered_rows] == [1]
            assert table.region.x + table.virtual_size.width < width, "nothing is cut at the right"
        assert table.region.x == 1, "in line with all else"
        title, board, figures, *_ = stage.text("#figures").splitlines()
        assert (title, board) == ("Your bests without help", "3×3, keyboard, 1 game")
        speed = f"{pace(stage.game.record):.2f}/s"
        assert figures == f"  {time}, fewest 2 moves, {speed}", "each may be of another game"
        assert len(figures) <= 37

    staged(scene, tmp_path)


def test_narrow_statistics_write_long_help_of_the_chosen_game(tmp_path: Path) -> None:
    """At 40x15 it stood in twelve columns, and one game took seven lines."""
    none = dict.fromkeys(HINT_KINDS, 0)
    hints = none | {"solution": 1, "which": 25}
    game = GameRecord(
        Board.parse(EASY), Board.parse("123456780"), moves="UL", times=[0.0, 3166.0],
        inputs="kk", status="solved", created=WHEN, hints=hints, earlier=dict(hints),
    )  # fmt: skip
    History(tmp_path).add(game)

    async def scene(stage: Stage) -> None:
        await stage.press("g")
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: table.row_count == 1)
        lines = [table.render_line(y).text.rstrip() for y in range(table.size.height)]
        when, clock = local_text(WHEN).split()
        assert lines[1].split() == [when[5:], clock, "3×3", "0:03.166", "2", "+"]
        had = "solution shown in an earlier try, 25 hints in an earlier try, chosen board"
        assert stage.text("#chosen") == f"{when} {clock}, 3×3, 0:03.166, 2 moves, with: {had}"
        about = stage.app.screen.query_one("#chosen", Static)
        assert about.size.height == len(wrapped(stage.text("#chosen"), 38)), "all of it is seen"
        assert [row.height for row in table.ordered_rows] == [1]
        assert table.region.x + table.virtual_size.width <= 40

    staged(scene, tmp_path, size=(40, 24))


def test_help_is_marked_where_the_kind_of_a_board_takes_its_place(tmp_path: Path) -> None:
    """With numbers hidden, the list was wider than the screen."""
    games = History(tmp_path)
    for second in (0, 1):
        games.add(
            GameRecord(
                Board.parse(EASY), Board.parse("123456780"), moves="UL", times=[0.0, 3166.0],
                inputs="kk", status="solved", seed=str(second), numbers="hidden", undos=second,
                created=f"2026-11-28T10:00:0{second}.000Z",
            )
        )  # fmt: skip

    async def scene(stage: Stage) -> None:
        await stage.press("g")
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: table.row_count == 2)
        assert table.region.x + table.virtual_size.width <= 40
        lines = [table.render_line(y).text.rstrip() for y in range(3)]
        assert lines[0].split() == ["when", "board", "time", "moves", "+"]
        assert lines[1].endswith(" 3×3, numbers h… 0:03.166 2     +")
        assert lines[2].endswith(" 3×3, numbers h… 0:03.166 2")
        assert stage.text("#chosen").endswith(
            " 3×3, numbers hidden, 0:03.166, 2 moves, with: 1 undo"
        )
        await stage.press("end")
        assert stage.text("#chosen").endswith(" 2 moves, without help")

    staged(scene, tmp_path, size=(40, 15))


def test_statistics_list_attempts_and_puzzles_and_can_be_scrolled(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("g")
        assert stage.text("#figures").splitlines() == [
            "No finished games yet. Solve a board, and its figures appear here.",
            "",
            "Timed attempts",
            "3×3: 1 attempt, 0 solved, 40 moves",
            "marathon of 5 2×2: 2 attempts, 1 solved, 80 moves, best 0:16.185",
            "",
            "Puzzles",
            "rating 1,220, 1 of 1 solved",
            "storm 4×4, corners: best 2",
            "streak 3×3: best 4",
        ]
        assert stage.text("#keys") == "Esc back  ? help"
        await stage.pilot.resize_terminal(40, 15)
        await stage.until(lambda: "Tab figures" in stage.text("#keys"))

    results = Results(tmp_path)
    for name, total, dnf in (
        ("marathon of 5 2×2", 16185.0, False),
        ("marathon of 5 2×2", 3000.0, True),
        ("3×3", 5.0, True),
    ):
        results.add(AttemptResult(name, total, [], 40, "2026-11-29T10:00:00Z", dnf))
    training = Training(tmp_path)
    training.add(1200, True)
    training.add_run("streak-3-any", 4)
    training.add_run("storm-4-corners", 2)
    training.add_run("of another program", 9)
    staged(scene, tmp_path)


def test_what_has_to_be_scrolled_says_that_it_goes_on(tmp_path: Path) -> None:
    """At 40x15, nothing in the menu or in the statistics led to the timed attempts below."""
    Results(tmp_path).add(AttemptResult("3×3", 5.0, [], 40, "2026-11-29T10:00:00Z", True))
    Training(tmp_path).add(1200, True)
    for number in range(6):
        History(tmp_path).add(
            GameRecord(
                Board.parse(EASY), named_goal("last", 3, 3), moves="UL", times=[0.0, 3000.0],
                inputs="kk", status="solved", seed=str(number),
            )
        )  # fmt: skip

    async def scene(stage: Stage) -> None:
        await stage.press("escape")
        box = stage.app.screen.query_one(".box")
        await stage.until(lambda: box.border_subtitle == "↓ more, Esc closes")
        await stage.press(*["down"] * 14)
        await stage.until(lambda: box.border_subtitle == "↑ ↓ more, Esc closes")
        await stage.press("end")
        await stage.until(lambda: box.border_subtitle == "↑ more, Esc closes")
        await stage.resize(40, 40)
        await stage.until(lambda: box.border_subtitle == "Esc closes")
        await stage.resize(40, 15)
        await stage.press("escape", "g")
        more = stage.app.screen.query_one("#more")
        await stage.until(lambda: stage.text("#more") == "↓ Timed attempts, Puzzles")
        assert more.display and more.region.bottom < 15
        await stage.press("tab", *["down"] * 9)
        await stage.until(lambda: stage.text("#more") == "↑ more")
        await stage.resize(40, 40)
        await stage.until(lambda: not more.display)

    staged(scene, tmp_path, size=(40, 15))


def test_enter_reviews_a_game_whether_the_figures_are_scrolled_or_not(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "g", "tab", "enter")
        assert isinstance(stage.app.screen, ReviewScreen), "there is nothing to scroll"
        assert stage.text("#detail").splitlines()[-2].startswith("↑ moves left")
        await stage.press("escape")
        for number in range(18):
            training.add_run(f"streak-{3 + number % 2}-{'abcdefghi'[number // 2]}", 4)
        await stage.press("escape", "g")
        await stage.until(lambda: "Tab figures" in stage.text("#keys"))
        await stage.press("tab", "enter")
        assert isinstance(stage.app.screen, ReviewScreen)
        assert stage.app.screen.record.solved

    training = Training(tmp_path)
    staged(scene, tmp_path, size=(40, 24))


def test_damaged_figures_of_attempts_are_said_beside_the_others(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("g")
        *_, attempts, _, puzzles, best = stage.text("#figures").splitlines()
        assert attempts.endswith("timed.json does not contain timed attempts; rename or delete it.")
        assert (puzzles, best) == ("Puzzles", "streak 3×3: best 4")

    (tmp_path / "timed.json").write_text("[]")
    Training(tmp_path).add_run("streak-3-any", 4)
    staged(scene, tmp_path)


def test_the_help_writes_a_key_one_way(tmp_path: Path) -> None:
    """The list of keys had Ctrl+C, and the text below it Ctrl-C."""

    async def scene(stage: Stage) -> None:
        await stage.press("?")
        await stage.until(lambda: "undo" in stage.text("#actions"))
        listed, text = stage.text("#actions"), stage.text(".topics")
        assert "Ctrl-C" in listed and "Ctrl-Z" in listed and "Ctrl-C" in text
        assert "Ctrl+" not in listed + text

    staged(scene, tmp_path)


def test_the_help_wraps_beside_its_keys(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("?")
        lines = stage.text("#actions").splitlines()
        at = next(at for at, line in enumerate(lines) if line.startswith("H "))
        assert lines[at].endswith(" hint: which tile, which")
        assert lines[at + 1] == f"{'':8} way, the move"
        assert max(map(len, lines)) <= 33
        shown = stage.app.screen.query_one("#actions", Static)
        assert shown.size.height == len(lines), "no line is wrapped once more"

    staged(scene, tmp_path, size=(40, 24))


@pytest.mark.parametrize("width", [40, 80])
def test_the_list_of_games_says_which_were_another_puzzle(tmp_path: Path, width: int) -> None:
    """A blind game, or one with another goal, looked like any other of its size."""
    board, goal = Board.parse(EASY), Board.parse("123456780")
    games = History(tmp_path)
    for number, numbers in enumerate(("shown", "hidden", "blind")):
        games.add(
            GameRecord(
                board, goal, moves="UL", times=[0.0, 3166.0], inputs="kk", status="solved",
                seed=str(number), created=f"2026-11-28T10:0{number}:00.000Z", numbers=numbers,
            )
        )  # fmt: skip

    day = date(2026, 11, 27)
    daily = GameRecord(
        daily_board(day, 3), named_goal("last", 3, 3), status="abandoned",
        seed=daily_seed(day, 3), created="2026-11-27T10:00:00.000Z",
    )  # fmt: skip
    games.add(daily)

    async def scene(stage: Stage) -> None:
        await stage.press("g")
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: table.row_count == 4)
        shown = [str(table.get_row_at(row)[1]) for row in range(4)]
        kinds = ["3×3, blind", "3×3, numbers hidden", "3×3", "3×3, daily"]
        assert shown == (kinds if width == 80 else [clipped(kind, 15) for kind in kinds])
        await stage.press("down")
        assert width == 80 or ", 3×3, numbers hidden, " in stage.text("#chosen")
        assert table.region.x + table.virtual_size.width <= width, "nothing is cut at the right"

    staged(scene, tmp_path, size=(width, 24))


def test_low_statistics_show_whole_games_and_the_averages_of_every_size(tmp_path: Path) -> None:
    """After six games of 3x3 and a new start, which is 4x4, no average was left."""
    board, goal = Board.parse(EASY), Board.parse("123456780")
    for number in range(6):
        History(tmp_path).add(
            GameRecord(
                board, goal, moves="UL", times=[0.0, 3000.0 + number], inputs="kk",
                status="solved", seed=str(number), created=f"2026-11-28T10:0{number}:00.000Z",
            )
        )  # fmt: skip

    async def scene(stage: Stage) -> None:
        await stage.press("g")
        table = stage.app.screen.query_one(DataTable)
        await stage.until(lambda: "Del delete all" in stage.text("#keys"))
        text = stage.text("#figures")
        averages = [line.split() for line in text.splitlines()[4:]]
        assert averages == [
            ["Averages"],
            ["board", "single", "mo3", "ao5"],
            ["3×3", "0:03.005", "0:03.004", "0:03.003"],
            ["best", "0:03.000", "0:03.001", "0:03.002"],
        ]
        assert text.count("without help") == 1
        for lines in (15, 16):
            await stage.resize(40, lines)
            await stage.until(lambda: table.max_scroll_y > 0)
            assert table.size.height >= 4, "games below the head"
            assert not stage.app.screen.query_one("#kept").display

    staged(scene, tmp_path, board="4x4", size=(40, 15))


def test_the_bar_of_an_attempt_keeps_its_parts_apart(tmp_path: Path) -> None:
    """At 40 columns it read `board 1 of 9, 2×2inspection: 5 s  0`."""
    Results(tmp_path).choose(AttemptChoice("relay", last=10, inspection=30))

    async def scene(stage: Stage) -> None:
        await stage.press("m", "space")
        timed = stage.app.screen
        assert isinstance(timed, Timed)
        bar = re.compile(r"board 1 of 9, 2×2 +inspection: (30|29) s")
        assert bar.fullmatch(stage.text("#bar"))
        timed.attempt.sides = (10,) * 100
        timed.attempt.splits = [BoardTime(10, 40_000.0, 400, 0.0)] * 41
        timed.tick()
        assert re.fullmatch(r"42 of 100, 10×10 +inspection: \d\d s", stage.text("#bar"))

    staged(scene, tmp_path, size=(40, 24))


@pytest.mark.parametrize("size", [(40, 24), (80, 24)])
def test_timed_attempts_show_their_averages(tmp_path: Path, size: tuple[int, int]) -> None:
    """However many there were, only the best and the last five were shown."""

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        shown = " ".join(stage.text("#side" if size[0] > 40 else "#detail").split())
        assert "best 0:01.000 mo3 0:11.000, ao5 0:10.000, ao12 0:06.500" in shown
        if size[0] > 40:
            assert "Goal: last" in shown and "Last attempts 0:12.000" in shown

    for number in range(12):
        Results(tmp_path).add(AttemptResult("3×3", 1000.0 * (number + 1), [], 20, WHEN))
    Results(tmp_path).choose(AttemptChoice(side=3))
    staged(scene, tmp_path, board="3x3", size=size)


def test_a_marathon_lists_its_boards_below_the_board_of_a_narrow_terminal(tmp_path: Path) -> None:
    Results(tmp_path).choose(AttemptChoice("marathon", side=3, count=42))

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        timed = stage.app.screen
        assert isinstance(timed, Timed)
        await stage.until(lambda: timed.query_one("#detail", Static).size.width > 0)
        before = len(stage.board())
        timed.attempt.splits = [BoardTime(3, 1000.0 + at, 20, 0.0) for at in range(2)]
        timed.paint()
        boards = ["This attempt", "3×3  0:01.000  20 moves", "3×3  0:01.001  20 moves"]
        assert stage.text("#detail").splitlines()[-3:] == boards
        timed.attempt.splits = [BoardTime(3, 1000.0 + at, 20, 0.0) for at in range(41)]
        timed.paint()
        await stage.pilot.pause()
        head, cut, *_, last = stage.text("#detail").partition("This")[2].splitlines()
        assert (head, cut, last) == (" attempt", "…", "3×3  0:01.040  20 moves")
        assert len(stage.board()) == before, "only lines that are free"

    staged(scene, tmp_path, board="3x3", size=(40, 24))


def test_a_marathon_shows_as_many_of_its_boards_as_fit(tmp_path: Path) -> None:
    """Of 42, the last five stood above twenty empty lines."""
    Results(tmp_path).choose(AttemptChoice("marathon", side=3, count=42))
    Results(tmp_path).add(AttemptResult("marathon of 42 3×3", 9000.0, [], 20, WHEN))

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        timed = stage.app.screen
        assert isinstance(timed, Timed)
        timed.attempt.splits = [BoardTime(3, 1000.0 + at, 20, 0.0) for at in range(41)]
        timed.paint()
        lines = stage.text("#side").splitlines()
        boards = [line for line in lines if line.startswith("3×3  ")]
        assert len(boards) > 15 and boards[-1] == "3×3  0:01.040  20 moves"
        assert lines[lines.index("This attempt") + 1] == "…", "the first ones are left out"
        assert lines[-2:] == ["Last attempts", "0:09.000"]
        assert len(lines) == stage.app.screen.query_one("#side").size.height

    staged(scene, tmp_path, board="3x3", size=(120, 40))


@pytest.mark.parametrize(
    ("inspection", "moves", "goes_on"),
    [(30, "", " The inspection goes on."), (0, "", ""), (0, "m", " The clock is not stopped.")],
)
def test_a_question_says_what_goes_on_meanwhile(
    tmp_path: Path, inspection: int, moves: str, goes_on: str
) -> None:
    """During an inspection, “The clock is not stopped” was said of a clock that stood still."""
    Results(tmp_path).choose(AttemptChoice(side=3, inspection=inspection))

    async def scene(stage: Stage) -> None:
        await stage.press("m", "space")
        timed = stage.app.screen
        assert isinstance(timed, Timed)
        if moves:
            timed._slide(timed.game.board.legal_moves()[0], "k")
        await stage.press("escape")
        question = f"Give this attempt up?{goes_on}"
        await stage.until(lambda: " ".join(stage.text(".title").split()) == question)

    staged(scene, tmp_path, board="3x3")


def test_the_help_has_the_whole_height_and_keeps_off_its_scroll_bar(tmp_path: Path) -> None:
    """At 200x60 it ended after 38 lines; at 40 its text touched the bar."""

    async def scene(stage: Stage) -> None:
        await stage.press("?")
        box = stage.app.screen.query_one(".box")
        await stage.until(lambda: box.region.height == 60)
        await stage.resize(40, 24)
        topics = stage.app.screen.query_one(".topics", Static)
        await stage.until(lambda: topics.region.right < 40)
        widest = max(len(topics.render_line(y).text.rstrip()) for y in range(topics.size.height))
        assert widest < topics.region.width

    staged(scene, tmp_path, size=(200, 60))


def test_the_menu_names_the_commands_that_open_more(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("escape")
        about = stage.app.screen.query_one(".about", Static)
        await stage.until(lambda: about.display and "taquin lab" in stage.text(".about"))

    staged(scene, tmp_path, size=(80, 40))


@pytest.mark.parametrize("hints", ["optimal", "human", "learn"])
@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_each_setting_has_one_line_on_forty_columns(
    tmp_path: Path, hints: str, metric: str
) -> None:
    """The hints of rows and columns took two, the second one where a setting begins."""
    settings = Settings(hints=hints, metric=metric, arrows="gap", keys="Arrows and HJKL")

    async def scene(stage: Stage) -> None:
        await stage.press("comma")
        options = stage.app.screen.query_one(OptionList)
        await stage.until(lambda: 0 < options.size.width <= 40 - 4)
        lines = [options.render_line(y).text.strip() for y in range(options.size.height)]
        assert lines == [str(option.prompt) for option in options.options]
        assert all(line.count(":") == 1 for line in lines)

    staged(scene, tmp_path, settings=settings, size=(40, 24))


def test_keys_take_a_third_of_a_narrow_help_at_most(tmp_path: Path) -> None:
    """The three keys that quit made a column that left 19 of 40 columns to what all keys do."""

    async def scene(stage: Stage) -> None:
        await stage.press("question_mark")
        lines = stage.text("#actions").splitlines()
        await stage.until(lambda: "H        hint: which tile, which" in stage.text("#actions"))
        lines = stage.text("#actions").splitlines()
        at = lines.index("Q Ctrl-Q Ctrl-C")
        assert lines[at + 1] == "         quit; an unfinished game"
        await stage.resize(80, 24)
        await stage.until(lambda: "Q Ctrl-Q Ctrl-C quit; an unfin" in stage.text("#actions"))

    staged(scene, tmp_path, size=(40, 24))


@pytest.mark.parametrize(("height", "examples"), [(24, 2), (12, 1), (11, 0)])
def test_examples_of_set_up_give_way_to_its_keys(
    tmp_path: Path, height: int, examples: int
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("e")
        note = stage.app.screen.query_one(".note")
        await stage.until(lambda: note.size.height == 2)
        assert note.region.bottom <= height - 1, "the last line of the keys is seen"
        shown = [one for one in stage.app.screen.query(".example") if one.display]
        assert len(shown) == examples

    staged(scene, tmp_path, size=(40, height))
