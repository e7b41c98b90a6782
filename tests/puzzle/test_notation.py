"""Board texts: everything people paste, and everything that is not a board."""

import json
import re
import time
from pathlib import Path

import pytest

from notation_texts import READ, REFUSED, SIX
from taquin.ground.errors import NotationError
from taquin.puzzle.board import Board
from taquin.puzzle.move import parse_moves
from taquin.puzzle.notation import FORMATS, recognise, write_board
from taquin.puzzle.tasks import read_task


@pytest.mark.parametrize(("text", "form", "board"), READ)
def test_read(text: str, form: str, board: str) -> None:
    assert recognise(text).format == form
    assert Board.parse(text).text == board


@pytest.mark.parametrize(("text", "named"), REFUSED)
def test_refused_with_the_thing_named(text: str, named: str) -> None:
    with pytest.raises(NotationError, match=named) as caught:
        Board.parse(text)
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize(
    ("text", "size", "board"),
    [
        ("123450", (3, 2), SIX),
        ("1 2 3 4 5 0", (2, 3), "1 2/3 4/5 0"),
        ("[1,2,3,4,5,0]", (3, 2), SIX),
        ("3 1 2 0 4 5", (3, 2), "3 1 2/0 4 5"),
        ("1 2 3 4 5 6 7 8,9 10 11 12 13 14 15 0", (4, 4), "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
        ("3x2\n1 2 3\n4 5 0", (3, 2), SIX),
    ],
)
def test_a_size_settles_it(text: str, size: tuple[int, int], board: str) -> None:
    assert Board.parse(text, size=size).text == board


@pytest.mark.parametrize(
    ("text", "size", "named"),
    [
        (SIX, (2, 3), "3x2 board, but the size given is 2x3"),
        ("1 2 3 4 5 0", (3, 3), "6 cells do not fill a 3x3 board; expected 9"),
        ("123456780", (4, 2), "9 cells do not fill a 4x2"),
        ("3x2\n1 2 3\n4 5 0", (2, 3), "gives the size 3x2, but the size given is 2x3"),
        ("2\n1 2\n3 0", (3, 3), "2x2 board, but the size given is 3x3"),
        ("0", (2, 2), "1 cell does not fill"),
    ],
)
def test_a_size_that_contradicts(text: str, size: tuple[int, int], named: str) -> None:
    with pytest.raises(NotationError, match=named):
        Board.parse(text, size=size)


@pytest.mark.parametrize("form", FORMATS)
def test_examples_of_the_table_are_what_is_written(form: str) -> None:
    cells: tuple[int, ...] = (7, 0, 2, 8, 5, 3, 6, 1, 4)
    if form == "letters":
        cells = (*range(1, 16), 0)
    text = write_board(round(len(cells) ** 0.5), cells, form=form)
    assert text == FORMATS[form].replace("\\n", "\n")
    assert recognise(text).format == form
    assert recognise(text).cells == cells


def test_what_a_form_cannot_hold() -> None:
    with pytest.raises(NotationError, match="at most 9 cells"):
        write_board(4, tuple(range(16)), form="compact")
    with pytest.raises(NotationError, match="10 to 36 cells"):
        write_board(3, tuple(range(9)), form="letters")
    with pytest.raises(NotationError, match="square boards only"):
        write_board(3, tuple(range(6)), form="counted")
    with pytest.raises(NotationError, match="no board format named 'xml'"):
        write_board(3, tuple(range(6)), form="xml")


def test_json_form_is_json() -> None:
    assert json.loads(write_board(3, tuple(range(6)), form="json")) == [[0, 1, 2], [3, 4, 5]]


@pytest.mark.parametrize(
    "text",
    [
        "-" * 199_000 + "a",
        "[1]," * 49_000,
        "1" + " " * 199_000 + "2",
        "1/" * 99_000,
        "|\n" * 99_000 + "1|2",
        "(1," * 60_000,
        "a." * 99_000,
        "a=" * 99_000,
        "\"' " * 60_000,
        "|1" * 99_000,
        "/*" * 99_000,
        "//" * 99_000,
        "-- " * 66_000,
        "1-" * 99_000,
        "a:" * 99_000,
        "a " * 99_000 + ":",
        "(at t1 p1" * 22_000,
        "( " * 99_000,
        "{a:" * 66_000,
        '{"a": "' + "'" * 190_000,
        "{" + "a." * 99_000,
        "1 2 3\n" * 33_000,
        "1\n" * 99_000,
        "+-" * 99_000,
        "_ " * 99_000,
        "start\n" * 33_000,
        " " * 199_000 + "!",
        "\n" * 199_000 + "!",
        "1 2/3 0" + "-" * 199_000,
        "1 2/3 0" + "=" * 199_000,
        "a" + " " * 199_000 + "(",
    ],
    ids=lambda text: text[:6],
)
def test_long_nonsense_is_refused_quickly(text: str) -> None:
    began = time.process_time()
    with pytest.raises(
        NotationError, match=r"expected|missing|nothing between|not a board|unmatched"
    ):
        Board.parse(text)
    assert time.process_time() - began < 5  # linear: a fraction of a second


def _human_solves() -> list[list[str]]:
    path = Path(__file__).parents[1] / "data" / "human_solves.txt"
    lines = path.read_text(encoding="utf-8").splitlines()
    return [re.split(r" \| ", line) for line in lines if not line.startswith("#")]


def test_human_solves_parse_and_replay() -> None:
    solves = _human_solves()
    assert len(solves) == 6
    for _, size, text, length, _, moves in solves:
        board = Board.parse(text)
        assert board.size == size
        assert len(parse_moves(moves)) == int(length)
        assert board.apply(moves).cells == (*range(1, len(board.cells)), 0)


TWO = ("1 2 3/4 5 6/7 0 8", "1 2 3/8 0 4/7 6 5")


@pytest.mark.parametrize(
    "text",
    [
        "Start: 1 2 3 4 5 6 7 0 8 Goal: 1 2 3 8 0 4 7 6 5",
        "start: 1 2 3/4 5 6/7 0 8 goal state: 1 2 3/8 0 4/7 6 5",
        "Goal = 123804765, Start = 123456708",
        "Zielzustand:\n1 2 3\n8 0 4\n7 6 5\nStartzustand:\n1 2 3\n4 5 6\n7 0 8",
        '{"start": [[1, 2, 3], [4, 5, 6], [7, 0, 8]], "goal": [[1, 2, 3], [8, 0, 4], [7, 6, 5]]}',
        "1 2 3\n4 5 6\n7 0 8\n\n1 2 3\n8 0 4\n7 6 5",
    ],
)
def test_a_start_and_its_goal_in_one_text(text: str) -> None:
    start, goal = read_task(text)
    assert goal is not None and (start.text, goal.text) == TWO


@pytest.mark.parametrize(
    "text",
    [
        '{"start": [[1,2],[3,3]], "goal": [[0,1],[2,3]]}',
        '{"start": [[1,2],[3]], "goal": [[0,1],[2,3]]}',
        '{"start": "1 2/3 4", "goal": "1 2/3 0"}',
    ],
)
def test_a_goal_beside_a_wrong_start_is_not_read_as_the_start(text: str) -> None:
    for read in (Board.parse, read_task):
        with pytest.raises(NotationError, match="the start is not a board"):
            read(text)


def test_a_mark_of_byte_order_before_moves_is_dropped() -> None:
    assert parse_moves("\ufeffUR2D") == "URRD"
    assert parse_moves('path_to_goal: ["Right", "Down"]') == "RD"
