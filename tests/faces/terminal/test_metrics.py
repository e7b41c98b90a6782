"""Games that count slides, and games on a torus or with walls: what each screen says of them."""

from dataclasses import replace
from pathlib import Path
from typing import Literal

import pytest
from stage import EASY, Stage, staged
from textual.widgets import Label, OptionList

import cli
from taquin.faces.terminal.app import _imports
from taquin.faces.terminal.background import Task
from taquin.faces.terminal.boardview import BoardView
from taquin.faces.terminal.daily import begin_daily, today
from taquin.faces.terminal.drawing import look_for
from taquin.faces.terminal.plain import Conversation
from taquin.faces.terminal.plaintext import Teller
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.faces.terminal.session import Opening, Session, SolvedWords, read_opening
from taquin.faces.terminal.settings import Settings
from taquin.faces.terminal.solution import Solution
from taquin.game.history import History
from taquin.ground.errors import ExitCode, OptionError
from taquin.puzzle.board import Board
from taquin.puzzle.topology import TOPOLOGIES, register_topology, topology
from taquin.search.monitor import Monitor
from taquin.solving.solver import solve
from taquin.teach.advice.distances import Known

# Two slides of two tiles each from the goal.
TWO_SLIDES = "0 1 2/4 5 3/7 8 6"
SLIDES = Settings(metric="mtm")
# One move across an edge from the goal, and two across another.
ACROSS = "1 2 3/4 5 6/0 8 7"
TORUS = "torus"


def opened(board: str, topology: str) -> Opening:
    return read_opening(board, topology=topology)


async def pushed(stage: Stage, cell: int) -> None:
    """A press on a tile."""
    stage.play.query_one(BoardView).post_message(BoardView.Pushed(cell))
    await stage.pilot.pause()


def test_a_line_that_is_pushed_at_once_is_one_slide_from_the_counter_to_the_review(
    tmp_path: Path,
) -> None:
    async def scene(stage: Stage) -> None:
        assert stage.text("#bar").endswith("0 slides")
        await pushed(stage, 2)
        assert stage.text("#bar").endswith("1 slide")
        # One after another, by keys, they are one slide, too.
        await stage.press("up")
        assert stage.text("#bar").endswith("2 slides")
        await stage.press("up")
        assert stage.text("#bar").endswith("2 slides") and stage.game.solved
        await stage.until(lambda: "shortest" in stage.text("#says"))
        said = stage.text("#says")
        assert "for 2 slides of 4 moves" in said
        assert "The shortest solution has 2 slides." in said
        assert "2 slides" in stage.text("#side")
        await stage.press("x")
        await stage.until(lambda: "Accuracy" in stage.text("#side"))
        screen = stage.app.screen
        assert isinstance(screen, ReviewScreen)
        assert "Review 3×3: 2 slides" in stage.text("#bar")
        assert "Optimal 2, played 2. Accuracy 100%." in stage.text("#side").replace("\n", " ")
        assert "Slides left" in stage.text("#side")
        await stage.press("right")
        assert "Slide 1, 2 tiles to the left: best; 1 left." in stage.text("#detail")
        assert stage.text("#place").endswith("slide 1 of 2")

    staged(scene, tmp_path, board=TWO_SLIDES, settings=SLIDES)
    (record,) = History(tmp_path).all()
    assert (record.metric, record.count) == ("mtm", 2)
    assert record.as_dict()["version"] == 1


def test_a_slide_that_lost_is_judged_in_slides(tmp_path: Path) -> None:
    session = Session(read_opening(TWO_SLIDES), tmp_path, metric="mtm")
    for moves in ("U", "D", "LL", "UU"):
        session.game.move(moves, "k")
    talk = Conversation(session)
    session.finish()
    answers = "\n".join(talk.answer("review"))
    assert "Optimal 2, played 4: accuracy 50 per cent." in answers
    lost = "Slide 1, tile 4 up: 2 slides worse than the best. Better: 2 tiles to the left."
    assert lost in answers
    assert "Most slides lost: slide 1, 2 lost." in answers


def test_a_hint_gives_a_whole_slide_and_plays_it_as_one(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h")
        await stage.until(lambda: "proved" in stage.text("#says"))
        said = stage.text("#says")
        assert "Move tile 2: 1 and 2 slide together (proved)." in said
        assert "It begins a solution of 2 slides. No solution has fewer slides." in said
        await stage.press("h")
        assert "Move tile 2 left: 1 and 2 slide together" in stage.text("#says")
        assert "H again: play it." in stage.text("#says")
        await stage.press("h")
        assert stage.game.record.moves == "LL" and stage.game.record.count == 1

    staged(scene, tmp_path, board=TWO_SLIDES, settings=SLIDES)


def test_a_learner_is_asked_for_slides(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h")
        await stage.until(lambda: "possible slides" in stage.text("#says"))
        assert "One of the 4 possible slides is best." in stage.text("#says")
        await stage.press("left")
        await stage.until(lambda: "begins" in stage.text("#says"))
        assert "It begins a best slide, which goes on for 1 tile." in stage.text("#says")

    staged(scene, tmp_path, board=TWO_SLIDES, settings=Settings(metric="mtm", hints="learn"))


def test_moves_left_and_a_solution_count_slides(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("v")
        await stage.until(lambda: "left" in stage.text("#says"))
        assert stage.text("#says") == "2 slides left, proved."
        await stage.press("o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        assert stage.text("#bar") == "2 slides (4 moves), proved to be the fewest"
        await stage.press("end")
        assert stage.text("#place").endswith("slide 2 of 2")
        await stage.press("enter")
        await stage.until(lambda: stage.game.solved)
        assert stage.game.record.count == 2
        assert len(set(stage.game.record.times)) == 2, "each slide was pushed at once"

    staged(scene, tmp_path, board=TWO_SLIDES, settings=SLIDES)


def test_a_result_without_a_proof_gives_the_bound() -> None:
    words = SolvedWords("Solved: 9 slides.", "", "", True, "slide")
    assert words.text(Known(7, 9)) == "Solved: 9 slides. Every solution has at least 7 slides."
    assert words.text(Known(9, 9)) == "Solved: 9 slides. The shortest solution has 9 slides."
    assert words.text() == "Solved: 9 slides."


def test_a_search_for_slides_says_how_many_are_proved() -> None:
    monitor = Monitor[object]()
    monitor.lower_bound = 12
    task = Task(lambda progress: progress(monitor), "slide")
    task.ended.wait(30)
    assert "at least 12 slides" in task.texts[0]
    lines = list[str]()
    teller = Teller(lines.append, "slide")
    teller._told -= 60
    teller(monitor)
    assert lines == ["Solving: at least 12 slides, 0 nodes expanded."]


def test_the_setting_counts_the_game_that_is_on_and_leaves_a_solved_one(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await pushed(stage, 2)
        assert stage.text("#bar").endswith("2 moves")
        await stage.press("comma")
        options = stage.app.screen.query_one(OptionList)
        lines = [str(options.get_option_at_index(n).prompt) for n in range(options.option_count)]
        at = lines.index("Count moves as: single tiles (STM)")
        await stage.press(*["down"] * at, "right")
        assert str(options.get_option("metric").prompt) == "Count moves as: slides (MTM)"
        await stage.press("escape")
        assert stage.text("#bar").endswith("1 slide")
        await pushed(stage, 8)
        assert stage.game.solved
        await stage.press("comma", *["down"] * at, "left", "escape")
        assert stage.text("#bar").endswith("2 slides"), "a solved game stays as it was played"
        await stage.press("n")
        assert stage.text("#bar").endswith("0 moves")

    staged(scene, tmp_path, board=TWO_SLIDES)


def test_daily_boards_count_single_tiles(tmp_path: Path) -> None:
    session = Session(read_opening(EASY), tmp_path, metric="mtm")
    assert session.game.record.metric == "mtm"
    begin_daily(session, today(), 3)
    assert session.game.record.metric == "stm"
    session.new()
    assert session.game.record.metric == "mtm"


def test_above_16_cells_slides_are_counted_and_hints_say_that_they_count_moves(
    tmp_path: Path,
) -> None:
    goal = Board(5, 5, (*range(1, 25), 0))
    talk = Conversation(
        Session(read_opening(goal.apply("RRD").text, size="5x5"), tmp_path, metric="mtm")
    )
    assert "0 slides." in "\n".join(talk.answer("board"))
    assert "Above 16 cells, hints count moves." in "\n".join(talk.answer("hint"))
    assert "\n".join(talk.answer("moves left")) == "3 moves left, proved."
    talk.session.game.move("U", "k")
    talk.session.game.move("LL", "k")
    talk.session.finish()
    assert "reviews count moves" in "\n".join(talk.answer("review"))


def test_on_a_torus_tiles_move_across_the_edge_by_keys_and_by_the_mouse(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        assert stage.text("#bar").startswith("3×3 torus")
        assert "Torus: edges are joined." in stage.text("#says")
        assert "Torus: edges are joined." in stage.text("#side")
        await stage.press("right")
        assert stage.game.board == Board.parse("1 2 3/4 5 6/7 8 0") and stage.game.solved
        await stage.until(lambda: "shortest" in stage.text("#says"))
        assert "The shortest solution has 1 move." in stage.text("#says")
        await stage.press("u")
        assert stage.game.board.text == ACROSS, "undo goes back across the edge"
        # The tile beside the edge is one step away across it, two along the row.
        await pushed(stage, 8)
        assert stage.game.record.moves == "R"

    staged(scene, tmp_path, opening=opened(ACROSS, TORUS))


def test_games_on_a_torus_are_kept_apart_and_continued(tmp_path: Path) -> None:
    session = Session(opened(ACROSS, TORUS), tmp_path)
    session.game.move("D", "k")
    session.leave()
    again = Session(None, tmp_path)
    assert again.continued and again.game.record.topology == TORUS
    assert again.game.board == session.game.board
    again.undo()
    again.game.move("R", "k")
    again.finish()
    again.new()
    assert again.game.record.topology == TORUS, "a new board is of the same type"
    plain = Session(read_opening(EASY), tmp_path)
    for letter in "UL":
        plain.game.move(letter, "k")
    plain.finish()
    on_a_torus, usual = History(tmp_path).all()
    assert (on_a_torus.topology, usual.topology) == (TORUS, "grid")
    assert on_a_torus.kind != usual.kind
    # No reader may take it for a game on a plain board.
    assert on_a_torus.as_dict()["version"] == 2 and usual.as_dict()["version"] == 1
    talk = Conversation(again)
    assert "\n".join(talk.answer("review")).startswith("Your last finished game: 3x3")


def test_hints_moves_left_and_solutions_go_across_the_edge(tmp_path: Path) -> None:
    talk = Conversation(Session(opened(ACROSS, TORUS), tmp_path))
    answers = ["\n".join(talk.answer(line)) for line in ("moves left", "solve", "hint", "hint")]
    assert answers[0] == "1 move left, proved."
    assert answers[1] == "1 move, proved to be the shortest:\nR"
    assert answers[2].startswith("Move tile 7.")
    assert answers[3].startswith("Move tile 7 right. Proved.")
    assert "torus" in "\n".join(talk.greeting()).lower()
    assert "7 right" in "\n".join(talk.answer("7"))
    assert talk.session.game.solved


def test_a_slide_on_a_torus_is_at_most_as_long_as_the_board(tmp_path: Path) -> None:
    session = Session(opened(ACROSS, TORUS), tmp_path, metric="mtm")
    for _ in range(5):
        session.game.move("L", "k")
    assert session.game.record.count == 3, "two tiles are the longest slide of three cells"
    assert session.puzzle.pushes(session.game.record.moves) == 3


WALLS = "walls:0-1,4-7"


@pytest.mark.parametrize("colours", [True, False])
def test_walls_are_drawn_and_let_no_tile_pass(tmp_path: Path, colours: bool) -> None:
    async def scene(stage: Stage) -> None:
        drawn = "\n".join(stage.board())
        assert "┃" in drawn and "━━━" in drawn
        assert "No tile passes a wall." in stage.text("#side")
        # The blank is above the wall between the middle and 7.
        await stage.press("up")
        assert stage.game.record.moves == ""
        await pushed(stage, 7)
        assert stage.game.record.moves == ""
        await stage.press("left", "up", "right")
        assert stage.game.record.moves == "LUR"

    board = opened("1 2 3/4 0 6/7 5 8", WALLS)
    staged(scene, tmp_path, opening=board, colours=colours)


def test_walls_of_boards_of_one_line_each_are_drawn_too(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        view = stage.play.query_one(BoardView)
        lines = [view.render_line(y) for y in range(view.size.height)]
        assert "┃" in "".join(line.text for line in lines)
        lined = [s.text for line in lines for s in line if s.style and s.style.underline]
        assert lined and lined[0].strip(), "a line under the number"

    staged(scene, tmp_path, opening=opened("3x3", WALLS), size=(20, 7))


def test_the_same_walls_have_one_name() -> None:
    names = {opened("3x3", text).puzzle.topology.name for text in (WALLS, "walls:7-4, 1-0")}
    assert names == {WALLS}


def test_a_hint_with_walls_follows_a_solution_and_is_no_step_of_rows_and_columns(
    tmp_path: Path,
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("h")
        await stage.until(lambda: "proved" in stage.text("#says"))
        assert "Moving 6 is just as good." in stage.text("#says")
        assert "rows and columns needs a plain board." in " ".join(stage.text("#says").split())

    opening = opened("1 2 3/4 0 6/7 5 8", WALLS)
    staged(scene, tmp_path, opening=opening, settings=Settings(hints="human"))
    talk = Conversation(Session(opening, tmp_path))
    assert "\n".join(talk.answer("method")).endswith("rows and columns needs a plain board.")


def test_set_up_chooses_the_board_type(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("e", "tab", "tab", *"torus", "enter")
        assert stage.game.record.topology == TORUS and stage.game.record.size == "3x3"
        assert stage.text("#bar").startswith("3×3 torus")
        await stage.press("n")
        assert stage.game.record.topology == TORUS

    staged(scene, tmp_path)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--metric", "expense"), "no metric named 'expense'. Known: mtm, stm."),
        (("--topology", "tours"), "Did you mean 'torus'?"),
        (("3x3", "--topology", "walls:0-9"), "cells 0 and 9 are not neighbours"),
        (("3x3", "--topology", "walls:5-8,7-8"), "walls enclose the blank of the goal"),
        (("2 1 3/4 5 6/7 8 0", "--topology", "walls:0-1"), "solvable"),
    ],
)
def test_a_metric_or_a_board_type_that_cannot_be_is_refused(
    given: tuple[str, ...], says: str
) -> None:
    done = cli.taquin("play", *given)
    assert done.status in (ExitCode.USAGE, ExitCode.UNSOLVABLE), done
    assert says in done.err


def test_board_types_that_the_game_cannot_draw_are_refused() -> None:
    @register_topology("ring")
    def ring(width: int, height: int) -> list[list[int]]:
        return [[-1, -1, 1, 3], [-1, -1, 2, 0], [-1, -1, 3, 1], [-1, -1, 0, 2]]

    try:
        with pytest.raises(OptionError, match="the game has grid, torus and walls"):
            read_opening("2x2", topology="ring")
    finally:
        TOPOLOGIES.remove("ring")


def test_line_by_line_a_new_board_can_be_of_another_type(tmp_path: Path) -> None:
    talk = Conversation(Session(read_opening(EASY), tmp_path))
    said = "\n".join(talk.answer("new 3x3 walls:0-1 goal first"))
    assert "No tile passes a wall. (walls:0-1)" in said
    record = talk.session.game.record
    assert (record.topology, record.goal.blank) == ("walls:0-1", 0)
    assert "expected two cell numbers" in "\n".join(talk.answer("new 3x3 walls:9"))
    assert talk.session.game.record is record


def test_an_export_says_which_games_the_page_cannot_import(tmp_path: Path) -> None:
    boards = opened(ACROSS, TORUS), read_opening(EASY)
    records = [Session(one, tmp_path).game.record for one in boards]
    but = ", but not 1 game on other board types"
    assert _imports(records) == f"the page can import the file{but}"
    assert _imports(records[1:]) == "the page can import the file"


def test_a_game_that_is_left_is_named_with_its_board_type_and_what_it_counts(
    tmp_path: Path,
) -> None:
    session = Session(opened("1 2 3/4 5 6/8 0 7", TORUS), tmp_path, metric="mtm")
    session.game.move("R", "k")
    session.begin(read_opening(EASY))
    assert session.brings_back() == "Undo brings the 3×3 torus of 1 slide back."
    (waiting,) = session.game.waiting
    assert session.waiting_line(waiting).startswith("3×3, torus: 1 slide, begun")


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ("3x3", "Torus: edges are joined."),
        ("4x2", "Torus: left and right are joined."),
        ("2x3", "Torus: top and bottom are joined."),
        ("2x2", "A 2×2 torus moves as a plain board."),
    ],
)
def test_a_torus_says_which_edges_lead_to_new_neighbours(
    tmp_path: Path, size: str, says: str
) -> None:
    """On sides of two cells, the edges are no new way: 2x2 said that they are joined."""
    table = opened(size, TORUS).puzzle.topology
    assert (table.neighbors == topology("grid", table.width, table.height).neighbors) == (
        size == "2x2"
    )
    talk = Conversation(Session(opened(size, TORUS), tmp_path))
    assert says in "\n".join(talk.greeting())

    async def scene(stage: Stage) -> None:
        assert says in " ".join(stage.text("#says").split())
        assert says in stage.text("#side") or not stage.play.arrangement.beside

    staged(scene, tmp_path, opening=opened(size, TORUS))


@pytest.mark.parametrize("line", ["new 4x4 walls", "new 4x4 walls: 0-1", "new walls 4x4 0-1"])
def test_walls_without_pairs_say_what_is_expected(tmp_path: Path, line: str) -> None:
    """The word was read as a part of the board, and in Set up as walls:ARGUMENT."""
    talk = Conversation(Session(read_opening(EASY), tmp_path))
    record = talk.session.game.record
    said = "\n".join(talk.answer(line))
    assert (
        said.startswith("Walls: expected pairs of neighbouring cells") and "walls:0-1,6-7" in said
    )
    assert talk.session.game.record is record


def test_set_up_shows_the_board_types_below_their_field(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("e")
        shown = [str(label.content) for label in stage.app.screen.query(Label)]
        assert "grid, torus, or walls:0-1,6-7" in shown, "the field itself is filled in"
        await stage.press("tab", "tab", *"walls", "enter")
        await stage.until(lambda: bool(stage.text("#fault")))
        fault = stage.text("#fault")
        assert fault.startswith("Walls: expected pairs of neighbouring cells")
        assert "such as walls:0-1,6-7" in fault and "ARGUMENT" not in fault
        await stage.press("ctrl+u", *"walls:0-1", "enter")
        assert stage.game.record.topology == "walls:0-1"

    staged(scene, tmp_path, size=(40, 24))


@pytest.mark.parametrize(
    ("lower", "metric", "says"),
    [
        (4, "stm", ["4 moves, proved to be the shortest", "4 moves, proved shortest"]),
        (3, "stm", ["4 moves; at least 3 are needed", "4 moves; at least 3"]),
        (2, "mtm", ["2 slides (4 moves), proved to be the fewest",
                    "2 slides (4 moves), proved fewest", "2 slides, proved fewest"]),
        (1, "mtm", ["2 slides (4 moves); at least 1 are needed",
                    "2 slides (4 moves); at least 1", "2 slides; at least 1"]),
    ],
)  # fmt: skip
def test_the_title_of_a_solution_has_fewer_words_on_a_narrow_terminal(
    lower: int, metric: Literal["stm", "mtm"], says: list[str]
) -> None:
    """At 40 columns, "10 slides (17 moves), proved to be th…" was cut."""
    result = replace(solve(TWO_SLIDES, metric=metric), lower_bound=lower)
    screen = Solution(result, look_for(dark=True, lined=False), "rows")
    assert screen.titles() == says


@pytest.mark.parametrize(("board_type", "name"), [(TORUS, "3×3 torus"), ("walls:0-1", "3×3 walls")])
def test_the_title_of_a_review_names_the_board_type(
    tmp_path: Path, board_type: str, name: str
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("up", "left", "x")
        await stage.until(lambda: isinstance(stage.app.screen, ReviewScreen))
        assert f"{name}: 2 moves in " in stage.text("#bar") and "…" not in stage.text("#bar")

    staged(scene, tmp_path, opening=opened(EASY, board_type), size=(40, 24))
