"""Board texts: everything people paste, and everything that is no board."""

import json
import re
import time
from pathlib import Path

import pytest

from taquin.ground.errors import NotationError
from taquin.puzzle.board import Board
from taquin.puzzle.move import parse_moves
from taquin.puzzle.notation import FORMATS, recognise, write_board

EIGHT = "1 2 3/4 5 6/7 8 0"
SIX = "1 2 3/4 5 0"
FOUR = "1 2/3 0"

READ = [
    # rows
    ("1 2 3/4 5 6/7 8 0", "rows", EIGHT),
    ("1 2 3 / 4 5 6 / 7 8 0", "rows", EIGHT),
    ("1 2 3\\4 5 6\\7 8 0", "rows", EIGHT),
    ("1 2 3 | 4 5 6 | 7 8 0", "rows", EIGHT),
    ("|1 2 3|4 5 6|7 8 0|", "rows", EIGHT),
    ("1,2,3;4,5,0", "rows", SIX),
    ("1 2 3,4 5 0", "rows", SIX),
    ("1 2 3, 4 5 6, 7 8 0", "rows", EIGHT),
    ("1 2 3/4 5 6/7 8 0/", "rows", EIGHT),
    ('"1 2 3/4 5 6/7 8 0"', "rows", EIGHT),
    ("'1 2 3/4 5 6/7 8 _'", "rows", EIGHT),
    ("`1 2 3/4 5 6/7 8 .`", "rows", EIGHT),
    ('Board.parse("1 2 3/4 5 6/7 8 0")', "rows", EIGHT),
    ('start = "1 2 3/4 5 6/7 8 0"', "rows", EIGHT),
    ("123/456/780", "rows", EIGHT),
    ("123|45x", "rows", SIX),
    ("12/30", "rows", FOUR),
    # lines
    ("1 2 3\n4 5 6\n7 8 _", "lines", EIGHT),
    ("1 2 3\r\n4 5 6\r\n7 8 0\r\n", "lines", EIGHT),
    ("\ufeff1 2 3\n4 5 6\n7 8 0", "lines", EIGHT),
    ("1\t2\t3\n4\t5\t6\n7\t8\t0", "lines", EIGHT),
    ("  1   2   3\n\n  4   5   6\n\n  7   8   -", "lines", EIGHT),
    ("1, 2, 3\n4, 5, 6\n7, 8, 0\n", "lines", EIGHT),
    ("1,2,3,\n4,5,6,\n7,8,0,", "lines", EIGHT),
    ("1 2 3;\n4 5 6;\n7 8 0;", "lines", EIGHT),
    ("123\n456\n780", "lines", EIGHT),
    ("12\n30", "lines", FOUR),
    ("1 2\n3 0", "lines", FOUR),
    ("1 2 3\n4 5 6\n7 8 0\nEND OF FILE", "lines", EIGHT),
    ("# my board\n1 2 3 # top\n4 5 6\n7 8 *\n", "lines", EIGHT),
    ("```\n1 2 3\n4 5 6\n7 8 0\n```", "lines", EIGHT),
    # tables
    ("1|2|3\n4|5|6\n7|8|0", "lines", EIGHT),
    ("1|2|3\n4|5|6\n7|8|", "lines", EIGHT),
    (" |1|2\n3|4|5", "lines", "0 1 2/3 4 5"),
    ("|1|2|3|\n|4|5|6|\n|7|8| |", "lines", EIGHT),
    ("| 1 2 3 |\n| 4 5 6 |\n| 7 8 0 |", "lines", EIGHT),
    ("| 1 | 2 |\n|---|---|\n| 3 |   |", "lines", FOUR),
    ("+---+---+\n| 1 | 2 |\n+---+---+\n|   | 3 |\n+---+---+", "lines", "1 2/0 3"),
    ("┌───┬───┐\n│ 1 │ 2 │\n├───┼───┤\n│ 3 │   │\n└───┴───┘", "lines", FOUR),
    # one line, or one number a line: a board has two columns at least
    ("1 2 3 4 5 6 7 8 0", "flat", EIGHT),
    ("1,2,3,4,5,6,7,8,0", "flat", EIGHT),
    ("1;2;3;4;5;6;7;8;0", "flat", EIGHT),
    ("3\n1\n2\n0", "flat", "3 1/2 0"),
    ("1 2 3 4 5 6 7 8 x", "flat", EIGHT),
    # digits and letters
    ("fe_dcba987654321", "letters", "15 14 0 13/12 11 10 9/8 7 6 5/4 3 2 1"),
    (
        "123456789ABCDEFGHIJKLMNO.",
        "letters",
        "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 24 0",
    ),
    # compact
    ("123456780", "compact", EIGHT),
    ("12345678_", "compact", EIGHT),
    ("x12345678", "compact", "0 1 2/3 4 5/6 7 8"),
    ("1230", "compact", FOUR),
    # lists
    ("[[1, 2, 3], [4, 5, 6], [7, 8, 0]]", "json", EIGHT),
    ("[[1,2],[3,null]]", "json", FOUR),
    ("[[1,2],[3,None]]", "json", FOUR),
    ("[[1,2],[3,'']]", "json", FOUR),
    ('[["1","2"],["3","_"]]', "json", FOUR),
    ("[1,2,3],[4,5,0]", "json", SIX),
    ("(1,2,3),(4,5,6),(7,8,0)", "json", EIGHT),
    ("(1, 2, 3, 4, 5, 6, 7, 8, 0)", "json", EIGHT),
    ("[1,2,3,\n4,5,6,\n7,8,0]", "json", EIGHT),
    ("[[1,2],[3,0],]", "json", FOUR),
    ("[[1], [2], [3], [0]]", "json", FOUR),
    ("[[1 2 3]\n [4 5 6]\n [7 8 0]]", "json", EIGHT),
    ("[[1. 2.]\n [3. 0.]]", "json", FOUR),
    ("np.array([[1, 2],\n          [3, 0]], dtype=int8)", "json", FOUR),
    ("[1 2 3; 4 5 0]", "json", SIX),
    ("{{1, 2}, {3, 0}}", "json", FOUR),
    ("start = [1,2,3,4,5,6,7,8,0]", "json", EIGHT),
    # a count, or a size, first
    ("3\n1 2 3\n4 5 6\n7 8 0\n", "counted", EIGHT),
    ("2\n1 2 3 0", "counted", FOUR),
    ("2\n1\n2\n3\n0", "counted", FOUR),
    ("3\n123\n456\n780", "counted", EIGHT),
    ("# This puzzle is solvable\n3\n1 2 3\n4 5 6\n7 8 0\n", "counted", EIGHT),
    ("3x2\n1 2 3\n4 5 0", "counted", SIX),
    ("3x2\n1 2 3 4 5 0", "counted", SIX),
    ("3x2\n123\n450", "counted", SIX),
    ("3 2\n1 2 3\n4 5 0", "counted", SIX),
    ("2 3\n1 2 3\n4 5 0", "counted", SIX),
    ("2 3\n0 1\n4 5\n2 3", "counted", "0 1/4 5/2 3"),
    ("3 x 2\n1 2 3\n4 5 0", "counted", SIX),
    # not counts
    ("3 x 2\n1 4 5\n6 7 8", "lines", "3 0 2/1 4 5/6 7 8"),
    ("1 x 2\n3 4 5\n6 7 8", "lines", "1 0 2/3 4 5/6 7 8"),
    ("3x2\n145", "lines", "3 0 2/1 4 5"),
    ("2 3\n1 0", "lines", "2 3/1 0"),
    ("2 3\n0 1\n4 5\n6 7", "lines", "2 3/0 1/4 5/6 7"),
]


@pytest.mark.parametrize(("text", "form", "board"), READ)
def test_read(text: str, form: str, board: str) -> None:
    assert recognise(text).format == form
    assert Board.parse(text).text == board


REFUSED = [
    ("", "empty text"),
    (" \n\t ", "empty text"),
    ("[]", "empty list"),
    ("[[], []]", "empty list"),
    ("[[1,2],[],[3,0]]", "empty list"),
    ("1 2 2/4 5 6/7 8 0", "tile 2 given more than once; tile 3 missing"),
    ("1 2 3/4 5 6/7 0 0", "2 blanks.*tile 8 missing"),
    ("1 2 3/4 5 6/7 8 9", "9 out of range.*no blank"),
    ("1 2 3/4 5 6/7 0 9", "9 out of range.*tile 8 missing"),
    ("1 2 3/4 5 6/7 8 99999999999", "99999999999' in row 3 is not a tile"),
    ("1 2 3/4 5 6/7 8 -1", "-1 in row 3: tiles are numbered from 1"),
    ("[[1,2],[-3,0]]", "-3 in the list"),
    ("-1 2 3 0", "-1 in row 1"),
    ("1 2 3/4 5 6/7 8", "row 3 has 2.*Write 0 for the blank"),
    ("1 2 3\n4   6\n7 8 5", "row 2 has 2.*Write 0 for the blank"),
    ("1 2/3 4 5/0", "ragged rows: row 1 has 2 cells and row 2 has 3"),
    ("1 2 3//4 5 0", "row 2 is empty"),
    ("1,2,3\n4,,5", "nothing between two separators in row 2"),
    ("1 2 3/4 a 0", "'a' in row 2"),
    ("A B C/D E _", "'A' in row 1"),
    ("1234/5678/9ABC/DEF0", "'9ABC' in row 3"),
    ("hello", "'h' at position 1"),
    ("korf100:1", "name of an instance"),
    ("1.5 2 3 0", "'1.5' in row 1"),
    ("[1.5, 2, 3, 0]", "'1.5' in the list"),
    ("[true, 1, 2, 3]", "'true' in the list"),
    ("¹ 2 3 0", "'¹' in row 1"),
    ("1 2 3 4 5 6 7 8", "2x4 or 4x2"),
    ("123450", "2x3 or 3x2"),
    ("[1,2,3,4,5,0]", "2x3 or 3x2"),
    ("1 2 3 4 5 6 7 8 9 10 11 0", "2x6 or 3x4 or 4x3 or 6x2"),
    ("1 2 3 4 5 6 7 8,9 10 11 12 13 14 15 0", "8x2 .*or 4x4"),
    ("1 2 3 4 5 6 0", "7 cells are not a board"),
    ("0", "1 cell is not a board"),
    ("1 0", "2 cells are not a board"),
    ("1234567891011120", "could be split into tiles in many ways"),
    ("1.2.3.4.5.6.7.8.0", "17 digits"),
    ("1" * 5000, "5000 digits"),
    ("z" * 5000, "position 1"),
    ("1 " * 5000, "5000 cells in one line"),
    ("9" * 300_000, "300,000 characters"),
    ("1 2\0 3 0", "NUL byte"),
    ("\0" * 5000, "NUL byte"),
    ("[" * 5000, "missing ] at the end"),
    ("[1, 2", "missing ] at the end"),
    ("[1,2],3,0]", "unmatched ]"),
    ("(1,2,3,0]", "unmatched ]"),
    ("[[1,2],3,0]", "all numbers at one level"),
    ("[1,2],3,0", "all numbers at one level"),
    ("[[[1,2],[3,0]]]", "all numbers at one level"),
    ("3\n1 2 3 4\n5 6 7 8\n9 10 11 0", "count 3, so 3 rows of 3"),
    ("3\n1 2\n4 0\n5 3", "count 3, so 3 rows of 3.*rows of 2, 2, 2"),
    ("3x3\n1 2 3\n4 5 0", "3x2 board.*3x3"),
    ("1 2 3/4 5 0 extra", "'extra' in row 2"),
    ("[[1,2],[3,0]] extra", "'extra'"),
]


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
    ],
    ids=lambda text: text[:4],
)
def test_long_nonsense_is_refused_quickly(text: str) -> None:
    began = time.process_time()
    with pytest.raises(NotationError):
        Board.parse(text)
    assert time.process_time() - began < 5  # linear: a fraction of a second


def _human_solves() -> list[list[str]]:
    path = Path(__file__).parent / "data" / "human_solves.txt"
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
