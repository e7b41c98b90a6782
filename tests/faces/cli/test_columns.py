"""Boards in a column of a spreadsheet."""

import pytest

from taquin.faces.cli.columns import board_column
from taquin.faces.cli.files import Line
from taquin.ground.errors import NotationError, TaquinError
from taquin.puzzle.board import Board


def _is_board(line: Line) -> bool:
    try:
        Board.parse(line.text)
    except TaquinError:
        return False
    return True


def _read(text: str) -> list[str] | None:
    lines = [Line(number, line) for number, line in enumerate(text.split("\n"), start=1)]
    found = board_column(lines, _is_board, [].append)
    return None if found is None else [line.problem or line.text for line in found]


@pytest.mark.parametrize(
    ("text", "boards"),
    [
        ('id,board,cost\n1,413726058,6\n2,"1 2/3 0",1', ["413726058", "1 2/3 0"]),
        ("id;text;cost\n1;1 2/3 0;6\n2;1230;1", ["1 2/3 0", "1230"]),
        ("id\tstart\tgoal\n1\t1230\t1203", ["1230"]),
        ("id,puzzle,board\na,x,1230", ["1230"]),
        ("id,board\n1,1230\n2,1223\n", ["1230", "1223"]),
        ("1 | 413726058 | 6 | a\n2 | 1 2/3 0 | 1 | b", ["413726058", "1 2/3 0"]),
        ("1 | 1230\n2 | 1203 | 7", None),
        ("1230 | 1203\n2310 | 1230", None),
        ("1 2 3|4 5 6|7 8 0\n1 2 3|4 5 6|7 0 8", None),
        ("1 | 2 | 3\n4 | 5 | 6\n7 | 8 | 0", None),
        ("1,2,3\n4,5,6\n7,8,0", None),
        ("1 2 3/4 5 6/7 8 0\n1 2/3 0", None),
        ("start, first\n1 2 3\n4 5 0", None),
    ],
)
def test_the_column_of_boards(text: str, boards: list[str] | None) -> None:
    assert _read(text) == boards


def test_a_goal_stands_beside_its_start() -> None:
    (line,) = (
        board_column([Line(1, "start,goal"), Line(2, "1230,1203")], _is_board, [].append) or []
    )
    assert (line.number, line.text, line.goal) == (2, "1230", "1203")


@pytest.mark.parametrize("text", ["name,cost\na,3", "first,second\n1230,1203"])
def test_no_column_or_two(text: str) -> None:
    with pytest.raises(
        NotationError, match=r"expected one with boards.*Name the column of the boards 'board'"
    ):
        _read(text)
