"""A board has one size and one place on every screen, and text that is around it has its room."""

import random
import re
from pathlib import Path
from threading import Event
from types import SimpleNamespace
from typing import cast

import pytest
from stage import Stage, staged
from textual.widgets import Static

from taquin import solve
from taquin.faces.terminal import puzzleseries, solution
from taquin.faces.terminal.background import SearchSnapshot, Task
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.drawing import look_for
from taquin.faces.terminal.geometry import SIDE, Window, arrangement, fit, key_lines
from taquin.faces.terminal.goalside import goal_columns, goal_lines
from taquin.faces.terminal.playing import Play
from taquin.faces.terminal.puzzling import Puzzling
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.faces.terminal.session import read_opening
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.solution import Solution
from taquin.faces.terminal.timing import Timed
from taquin.game.attempt import AttemptChoice, Results
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.answers.result import Result
from taquin.teach.advice.puzzles import MovePuzzle

SIZES = [(40, 24), (60, 20), (60, 24), (66, 24), (70, 24), (80, 24), (120, 40)]
BOARDS = {3: "1 2 3/4 0 6/7 5 8", 4: "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15"}


def place(stage: Stage) -> tuple[object, ...]:
    """Where the front screen draws its board, and how large the tiles are."""
    view = stage.app.screen.query_one(BoardView)
    assert view._geometry is not None and view._window is not None and view.missing is None
    left, top = view._corner(view._geometry, view._window)
    return view._geometry, view.region.x + left, view.region.y + top


@pytest.mark.parametrize("side", [3, 4])
@pytest.mark.parametrize("size", SIZES)
def test_a_board_is_as_large_on_every_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], side: int
) -> None:
    posed_board = Board.parse(BOARDS[side])
    puzzle = MovePuzzle(posed_board, 23, 0.1, 1_234, 1, corner=False)
    monkeypatch.setattr(puzzleseries, "draw_puzzle", lambda *given, **wanted: puzzle)
    monkeypatch.setattr(
        puzzleseries.PuzzleWish, "goal", property(lambda wish: named_goal("last", side, side))
    )

    async def scene(stage: Stage) -> None:
        places = {"game": place(stage)}
        await stage.press("h", "h")
        await stage.until(lambda: "H again: play it" in stage.text("#says"))
        places["hint"] = place(stage)
        await stage.press("escape", "o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        places["solution"] = place(stage)
        await stage.press("escape", "up", "left")
        assert stage.game.solved
        await stage.until(lambda: "The shortest solution has" in stage.text("#says")
                          or "solution shown" in stage.text("#says"))  # fmt: skip
        places["solved"] = place(stage)
        await stage.press("x")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        await stage.until(lambda: screen.review is not None)
        places["review"] = place(stage)
        await stage.press("escape", "m")
        assert isinstance(stage.app.screen, Timed)
        places["covered"] = place(stage)
        await stage.press("space")
        places["timed"] = place(stage)
        await stage.press("escape", "down", "enter")
        places["given up"] = place(stage)
        await stage.press("escape", "z")
        puzzles = stage.app.screen
        assert isinstance(puzzles, Puzzling)

        async def posed() -> None:
            await stage.until(lambda: puzzles.tried is not None and puzzles.series.asking)

        await posed()
        for kind in ("puzzle", "streak", "storm", "a storm about a theme"):
            places[kind] = place(stage)
            await stage.press("b" if kind == "storm" else "m")
            await posed()
        await stage.press("escape")
        assert isinstance(stage.app.screen, Play)
        others = {name: at for name, at in places.items() if at != places["game"]}
        assert not others, (places["game"], others)

    Results(tmp_path).choose(AttemptChoice(side=side))
    staged(scene, tmp_path, board=BOARDS[side], size=size)


@pytest.mark.parametrize("lined", [False, True])
@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 3), (4, 4), (5, 5), (8, 3), (10, 10)])
def test_text_and_board_share_every_terminal(width: int, height: int, lined: bool) -> None:
    board = Board(width, height, (*range(1, width * height), 0))

    def whole(columns: int, rows: int) -> int:
        geometry = fit(board, columns, rows, lined=lined)
        across, down = geometry.size(width, height)
        return geometry.high if across <= columns and down <= rows else 0

    for columns in range(20, 161, 4):
        for rows in range(7, 61):
            at = arrangement(board, columns, rows, lined=lined, goal=7)
            lines = rows - 1 - key_lines(columns, rows)
            shown = whole(columns - at.side, lines - at.words)
            assert bool(shown) == bool(whole(columns, lines - 2)), "whole if it can be"
            assert at.words >= 2 and at.side in (0, 7, SIDE)
            if whole(columns, lines - 4) >= 3:
                assert shown >= 3 and at.words >= 4, "clear tiles, and some text"
            if not at.beside and at.side:
                assert shown == whole(columns, lines - at.words), "the goal makes no tile smaller"
            under = arrangement(board, columns, rows, lined=lined, goal=7, rows=4)
            assert under.beside == at.beside and under.under in (0, 4)
            if under.beside:
                assert under.words >= min(3, at.words)
            elif under.side:
                assert lines - under.words >= 4, "the goal is whole"
                assert under.words >= min(4, at.words)
            elif under.under:
                assert under.words >= min(4, at.words)
                if under.words < min(6, at.words):
                    assert whole(columns, lines - 10) < min(shown, 5), "only for the goal"
                left = whole(columns, lines - under.words - 4)
                assert left >= min(shown, 5), "below the board, none that is not tall"
            elif not at.side:
                left = whole(columns, lines - at.words - 4)
                assert left < min(shown, 5) or not shown, "tall tiles give way to the goal"


def test_a_goal_is_shown_whole_or_by_its_name(tmp_path: Path) -> None:
    """At 40x15, 2x8 lost the last two rows of it; 10x10 had a title above nothing."""

    async def scene(stage: Stage) -> None:
        view = stage.app.screen.query_one(BoardView)
        for columns, rows in ((2, 8), (6, 6), (10, 10)):
            goal = named_goal("last", columns, rows)
            opening = read_opening(f"{goal.width}x{goal.height}", goal="last")
            stage.app.session.begin(opening)
            stage.play.begun()
            for size in ((40, 15), (60, 15), (60, 20), (80, 24), (120, 40)):
                await stage.resize(*size)
                side = stage.app.screen.query_one("#side")
                await stage.until(lambda: view.missing is None and view._window is not None)
                shown = stage.text("#side").splitlines() if side.display else []
                assert len(shown) <= side.size.height or not shown, (size, goal.size)
                titles = [at for at, line in enumerate(shown) if line in ("Goal", "Goal: last")]
                lines = str(goal).splitlines()
                for at in titles:
                    assert shown[at + 1 :][: len(lines)] == lines, (size, goal.size)
                assert titles or (columns == 10 and size[0] < 80), (size, goal.size)

    staged(scene, tmp_path, size=(40, 15))


def test_the_usual_goal_and_another_one_stand_in_the_same_place() -> None:
    """8x2 at 120x40 was larger with its goal below, but smaller with the goal snake beside it."""
    board = Board(8, 2, (*range(1, 16), 0))
    goal, rows = goal_columns(board), goal_lines(board)
    usual, other = (
        arrangement(board, 120, 40, lined=False, goal=goal, rows=rows, wanted=wanted)
        for wanted in (False, True)
    )
    assert usual == other and usual.under == rows


@pytest.mark.parametrize("side", [2, 3, 4, 5])
@pytest.mark.parametrize("columns", range(58, 82, 2))
def test_text_beside_a_board_makes_no_tile_smaller(columns: int, side: int) -> None:
    """From 60 columns on, a board of 3x3 or 4x4 was smaller than at 58, beside an empty panel."""
    board = Board(side, side, (*range(1, side * side), 0))
    at = arrangement(board, columns, 24, lined=False, goal=7)
    lines = 24 - 1 - key_lines(columns, 24)
    high = fit(board, columns - at.side, lines - at.words, lined=False).high
    alone = fit(board, columns, lines - 5, lined=False).high
    assert high >= min(alone, 8)
    across, _ = fit(board, columns - at.side, lines - at.words, lined=False).size(side, side)
    if at.beside and high == alone:
        assert columns - at.side - across >= 6, "with columns on both sides of it"


def test_board_and_text_stand_together_in_the_middle_of_a_wide_terminal(tmp_path: Path) -> None:
    """At 200x60, the goal and the moves were 40 to 55 columns from the board."""

    async def scene(stage: Stage) -> None:
        for key in ("", "o", "escape", "z", "escape"):
            if key:
                await stage.press(key)
                await stage.pilot.pause()
            for size in ((160, 50), (200, 60), (120, 40)):
                await stage.resize(*size)
                await stage.pilot.pause()
                _, left, _ = place(stage)
                lines = stage.board()
                board = max(map(len, (line.rstrip() for line in lines)))
                view = stage.app.screen.query_one(BoardView).region
                side = stage.app.screen.query_one("#side").region
                assert side.width == SIDE and side.x - (view.x + board) <= 9
                assert abs(left - (size[0] - side.right) - 8) <= 1

    staged(scene, tmp_path)


@pytest.mark.parametrize("colours", [True, False])
def test_a_wide_board_has_a_frame_on_a_narrow_terminal(tmp_path: Path, colours: bool) -> None:
    """8x2 was two rows of bare text at 40x24, with ten lines empty."""

    async def scene(stage: Stage) -> None:
        view = stage.app.screen.query_one(BoardView)
        assert view._geometry is not None and view._geometry.frame == 1
        await stage.press("h")
        await stage.until(lambda: any("15*" in line for line in stage.board()))
        await stage.press("h")
        await stage.until(lambda: any("15→" in line for line in stage.board()))

    board = "1 2 3 4 5 6 7 8/9 10 11 12 13 14 15 0"
    goal = "1 2 3 4 5 6 7 8/9 10 11 12 13 14 0 15"
    staged(scene, tmp_path, board=board, goal=goal, size=(40, 24), colours=colours)


# One move from its goal.
EIGHT_BY_TWO = "1 2 3 4 5 6 7 8/9 10 11 12 13 14 0 15"


@pytest.fixture(scope="module")
def tables_of_8x2() -> None:
    """The tables of a first solution, which to make takes longer than a stage has patience."""
    assert solve(EIGHT_BY_TWO).cost == 1


@pytest.mark.usefixtures("tables_of_8x2")
@pytest.mark.parametrize("size", [(40, 15), (40, 24), (60, 20), (100, 24), (120, 24)])
def test_a_wide_board_shows_its_goal_below(tmp_path: Path, size: tuple[int, int]) -> None:
    """8x2 left most of the screen empty, and its goal nowhere; at 40x15 last."""
    rows = ["Goal", " 1  2  3  4  5  6  7  8", " 9 10 11 12 13 14 15  _"]

    async def scene(stage: Stage) -> None:
        place_in_game = place(stage)
        for key in ("", "o"):
            if key:
                await stage.press(key)
                await stage.until(lambda: isinstance(stage.app.screen, Solution))
            assert stage.text("#under").splitlines() == rows
            under = stage.app.screen.query_one("#under")
            assert under.size.height == len(rows) and under.region.bottom < size[1]
            assert place(stage) == place_in_game

    staged(scene, tmp_path, board=EIGHT_BY_TWO, size=size)


def walk(board: Board, count: int) -> str:
    """Moves from a board, none of which takes the one before it back."""
    rng, moves, back = random.Random(1), "", {"U": "D", "D": "U", "L": "R", "R": "L", "": ""}
    for _ in range(count):
        moves += rng.choice([one for one in board.legal_moves() if one != back[moves[-1:]]])
        board = board.apply(moves[-1])
    return moves


def letters(stage: Stage, where: str) -> str:
    """The moves that the list shows, and "…" where it shows none of them."""
    lines = stage.text(where).splitlines()
    shown = (re.sub("[ ↑]", "", line) for line in lines)
    return "".join(line for line in shown if re.fullmatch("[UDLR…]+", line))


@pytest.mark.parametrize("size", [(40, 24), (40, 16), (60, 24), (80, 24), (80, 16)])
@pytest.mark.parametrize("seconds", [0.001, 1.56])
def test_the_list_of_moves_follows_the_move_and_says_what_it_leaves_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], seconds: float
) -> None:
    """At 40x24 the last 20 of 80 moves were never shown, and at 60x24 none of them."""
    start = Board(4, 4, (*range(1, 6), 0, *range(6, 16)))
    moves = walk(start, 88)
    spent = {"compile": seconds, "tables": seconds, "search": 1.0}
    goal = start.apply(moves)
    result = SimpleNamespace(
        board=start, goal=goal, puzzle=Puzzle.of(start, goal=goal), moves=moves, cost=len(moves),
        boards=lambda: start.path(moves), optimal=True, lower_bound=len(moves),
        seconds=spent, stats=SimpleNamespace(expanded=12_345_678),
    )  # fmt: skip

    async def scene(stage: Stage) -> None:
        screen = Solution(cast(Result, result), look_for(dark=True, lined=False), "rows")
        stage.app.push_screen(screen)
        await stage.until(lambda: stage.app.screen is screen)
        await stage.press("space", "home")
        where = "#side" if screen.arrangement.beside else "#detail"
        for at in range(len(moves) + 1):
            screen.go(at)
            shown, text = letters(stage, where), stage.text(where)
            part = shown.strip("…")
            begin = 0 if not shown.startswith("…") else moves.index(part)
            assert moves[begin:].startswith(part) and "…" not in part
            assert shown.endswith("…") == (begin + len(part) < len(moves))
            assert begin <= at <= begin + len(part) and len(part) > 1
            assert ("↑" in text) == (at < len(moves))
            place = stage.app.screen.query_one(where).size
            beside = screen.arrangement.beside
            room = place.height if beside else screen.arrangement.words - 1
            assert len(text.splitlines()) <= room
            assert max(map(len, text.splitlines())) <= place.width
        if screen.arrangement.beside or size[1] < 24:
            return
        heads = set()
        for at in range(len(moves) + 1):
            screen.go(at)
            heads.add("Moves of the tiles" in stage.text("#detail"))
            assert "●" in stage.text("#place")
        assert len(heads) == 1, "not only at the end"
        if size[1] == 24:
            assert shown == moves or len(shown) > 60
            assert "12,345,678 nodes" in " ".join(stage.text(where).split())

    monkeypatch.setattr(solution, "method", lambda result: "IDA* with a table of distances")
    staged(scene, tmp_path, board="4x4", size=size)


@pytest.mark.parametrize("side", [3, 4])
def test_a_review_shows_the_curve_wherever_it_stands(tmp_path: Path, side: int) -> None:
    """At 60x24 there was none, though there was one at 40x24."""

    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "x", "end")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        for size in ((40, 24), (58, 24), (60, 24)):
            await stage.resize(*size)
            await stage.until(lambda: "Accuracy 100%" in " ".join(stage.text("#detail").split()))
            shown = stage.text("#detail").splitlines()
            assert any("█▄" in line for line in shown)
            assert any("moves left" in line for line in shown)
            assert "With: chosen board." in " ".join(shown) and "0 left." in shown[-1]
            assert len(shown) < screen.arrangement.words

    staged(scene, tmp_path, board=BOARDS[side], size=(40, 24))


def test_a_curve_without_a_line_below_it_marks_the_move_too(tmp_path: Path) -> None:
    """At 60x24, nothing in the curve of a small board followed the board shown."""

    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "x")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        await stage.until(lambda: screen.review is not None and not screen.review.waiting)
        for at, curve in enumerate(("›█▄ ", "█›▄ ", "█▄› ")):
            screen.go(at)
            assert f"{curve} moves left" in stage.text("#detail").splitlines()

    staged(scene, tmp_path, size=(60, 24))


def test_what_says_the_same_is_not_drawn_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every key laid the whole screen out anew, which took longer than all else that it did."""
    drawn: list[str | None] = []

    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "x")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        await stage.until(lambda: "Accuracy 100%" in " ".join(stage.text("#side").split()))
        with monkeypatch.context() as patched:
            patched.setattr(Static, "update", lambda text, content, **how: drawn.append(text.id))
            stage.play.paint()
            screen.paint()
            assert drawn == []
            screen.go(1)
            assert "bar" not in drawn and "keys" not in drawn and "place" in drawn

    staged(scene, tmp_path)


def test_no_text_makes_the_board_jump_on_a_low_terminal(tmp_path: Path) -> None:
    """At 40x15, 5x5 lost its frame with a hint, and a review of 4x4 at every other move."""

    async def scene(stage: Stage) -> None:
        first = place(stage)
        stage.play.say("Bring 1 to its corner, row 1, column 1. " * 3)
        await stage.pilot.pause()
        assert place(stage) == first
        await stage.press("down", "up", "left", "right", "up", "left", "x")
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        await stage.until(lambda: "Accuracy 33%" in " ".join(stage.text("#detail").split()))
        for at in range(screen.last + 1):
            screen.go(at)
            await stage.pilot.pause()
            assert place(stage) == first, at
            shown = stage.app.screen.query_one("#place")
            assert shown.region.bottom == 14 and "●" in stage.text("#place")
        await stage.press("escape")
        stage.play.say("too long " * 30)
        await stage.pilot.pause()
        assert place(stage) == first and stage.text("#says").endswith("too long…")
        # An answer to a question, and a fault, are shown whole.
        for text, jumped in (("too long " * 30, True), ("", True)):
            stage.play.say(text, whole=True)
            await stage.pilot.pause()
            assert (place(stage) != first) == jumped, "once is enough"
        stage.app.session.begin(read_opening("5x5"))
        stage.play.begun()
        await stage.pilot.pause()
        board = place(stage)
        stage.play.say("Bring 1 to its corner, row 1, column 1. " * 4)
        await stage.pilot.pause()
        assert place(stage) == board

    staged(scene, tmp_path, board=BOARDS[4], size=(40, 15))


def test_an_attempt_has_one_size_whatever_was_chosen_before(tmp_path: Path) -> None:
    """Hidden numbers take a line more to explain; shown again, the board stayed smaller."""

    async def scene(stage: Stage) -> None:
        await stage.press("m")
        before = place(stage)
        await stage.press("b")
        assert place(stage) != before
        await stage.press("b", "b")
        assert place(stage) == before

    staged(scene, tmp_path, size=(40, 15))


def test_tiles_of_5x5_have_edges_on_a_low_terminal_whatever_is_said(tmp_path: Path) -> None:
    """At 40x15 it was five rows of bare text, with up to seven lines empty below it."""

    async def scene(stage: Stage) -> None:
        first = place(stage)
        assert first[0] == fit(stage.game.board, 24, 11, lined=False) and first[0].high == 2
        assert stage.text("#side").splitlines()[-1] == "21 22 23 24  _"
        await stage.press("h", "h")
        await stage.until(lambda: "H again: play it." in stage.text("#says"))
        assert place(stage) == first
        await stage.press("escape")
        stage.play.say("Bring 1 to its corner, row 1, column 1. H again: which way. " * 2)
        assert stage.text("#says").endswith("column 1. H again: which way. …")
        await stage.press("o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        assert place(stage) == first
        # Without a line for an arrow, the mark stands before the move.
        for key, moves in (("home", "›UL"), ("right", "U›L"), ("end", "UL")):
            await stage.press(key)
            assert stage.text("#detail") == moves
        await stage.press("escape", "up", "left")
        await stage.pilot.pause()
        assert stage.game.solved and place(stage) == first
        # The time and the moves stand above the board, too.
        known = "Solved. The shortest solution has 2 moves. …"
        await stage.until(lambda: stage.text("#says") == known)

    cells = [*range(1, 19), 0, 20, 21, 22, 23, 19, 24]
    staged(scene, tmp_path, board=Board(5, 5, tuple(cells)).text, size=(40, 15))


@pytest.mark.parametrize("side", [5, 10])
def test_where_there_is_little_room_the_next_key_and_what_is_proved_stay(
    tmp_path: Path, side: int
) -> None:
    """At 40x15, a hint lost "H again: which way", and a search the middle of its figures."""
    go_on = Event()
    task: Task[Result] = Task(lambda progress: go_on.wait(30))  # type: ignore[arg-type, return-value]

    async def scene(stage: Stage) -> None:
        first = place(stage)
        await stage.press("h")
        await stage.until(lambda: stage.text("#says").endswith("H again: which way."))
        assert place(stage) == first
        await stage.press("escape")
        task.seen = SearchSnapshot(None, 645, 1911, 1503, 1_234_567, 9, 9, 9, 1.0)
        stage.play._search = task
        stage.play.paint()
        head, _, figures = stage.text("#says").partition("\n")
        assert head == "Solving… Esc cancels."
        assert figures.startswith("At least 645 · best 1503 moves") and "…" not in figures
        assert ("1,234,567 nodes expanded" in figures) == (side == 10)
        task.told = "compiling the beam search (once, about 20 s)"
        stage.play.paint()
        assert stage.text("#says").startswith(f"{head}\nCompiling the beam search")
        assert "…" not in stage.text("#says").removeprefix(head)
        await stage.press("escape")
        assert place(stage) == first

    settings = Settings(hints="human")
    staged(scene, tmp_path, board=f"{side}x{side}", size=(40, 15), settings=settings)
    go_on.set()


def test_no_board_is_cut_for_what_can_be_shortened(tmp_path: Path) -> None:
    """10x10 lost a row at 40x15 to the greeting, and then to the sentence that said so."""

    async def scene(stage: Stage) -> None:
        view = stage.app.screen.query_one(BoardView)
        stage.play.say("Continuing your unfinished game. " + "Others are kept. " * 9)
        await stage.pilot.pause()
        assert view.missing is None and stage.text("#says").endswith("Others are kept. …")
        # What was asked is shown whole, and the board is whole again with the next move.
        await stage.press("/", *"goal", "enter")
        await stage.until(lambda: "enlarge the terminal." in stage.text("#says"))
        assert view.missing is not None
        stage.play.act("left" if "L" in stage.game.board.legal_moves() else "right")
        await stage.until(lambda: view.missing is None and stage.text("#says") == "")

    staged(scene, tmp_path, board="10x10", size=(40, 15))


def test_the_rules_of_puzzles_make_no_board_smaller(tmp_path: Path) -> None:
    """With those of a storm about a theme, 3x3 lost its frame at 40x15 until the first move."""

    async def scene(stage: Stage) -> None:
        await stage.press("z")
        screen = stage.app.screen
        assert isinstance(screen, Puzzling)
        places = []
        for key in ("m", "m", "b", "b", "b", "b"):
            await stage.until(lambda: screen.tried is not None and screen.series.asking)
            places.append(place(stage))
            if key == "m" and screen.wish.kind == "rated":
                rated = " (your rating 1,200, difficulty "
                assert rated in " ".join(stage.text("#says").split())
            await stage.press(key)
            places.append(place(stage))
        assert len(set(places)) == 1

    staged(scene, tmp_path, size=(40, 15))


def test_only_the_side_that_is_cut_is_named() -> None:
    board = Board(10, 10, (*range(1, 100), 0))
    assert Window(0, 2, 10, 8).words(board) == "Cut to rows 3 to 10 of 10×10; enlarge the terminal."
    assert Window(0, 0, 10, 10).words(board) is None
