"""Boards: what is one, how it moves, how it prints."""

import re
from itertools import product
from typing import Any

import pytest

from taquin.ground.errors import MoveError, NotationError, OptionError
from taquin.puzzle.board import Board, parse_size
from taquin.puzzle.topology import topology

NOTEBOOK = Board.parse("7 0 2/8 5 3/6 1 4")


def test_parts() -> None:
    assert (NOTEBOOK.width, NOTEBOOK.height, NOTEBOOK.size) == (3, 3, "3x3")
    assert NOTEBOOK.rows() == [(7, 0, 2), (8, 5, 3), (6, 1, 4)]
    assert list(NOTEBOOK) == [7, 0, 2, 8, 5, 3, 6, 1, 4]
    assert (NOTEBOOK.blank, NOTEBOOK[0]) == (1, 7)


def test_repr_rebuilds() -> None:
    assert repr(NOTEBOOK) == 'Board.parse("7 0 2/8 5 3/6 1 4")'
    assert eval(repr(NOTEBOOK)) == NOTEBOOK == Board.parse(repr(NOTEBOOK))


def test_moves_speak_of_the_tile() -> None:
    assert NOTEBOOK.legal_moves() == "ULR"
    assert NOTEBOOK.apply("U").text == "7 5 2/8 0 3/6 1 4"
    assert NOTEBOOK.apply("D", notation="blank").text == "7 5 2/8 0 3/6 1 4"


def test_path_shows_every_board() -> None:
    path = list(NOTEBOOK.path("U2"))
    assert [b.text for b in path] == [
        "7 0 2/8 5 3/6 1 4",
        "7 5 2/8 0 3/6 1 4",
        "7 5 2/8 1 3/6 0 4",
    ]
    assert NOTEBOOK.apply("") == NOTEBOOK
    assert NOTEBOOK.cells == (7, 0, 2, 8, 5, 3, 6, 1, 4)


def test_illegal_move_is_named_as_it_was_written() -> None:
    with pytest.raises(MoveError, match=r"move 2 \(D\).*legal: U, R\."):
        NOTEBOOK.apply("LD")
    with pytest.raises(MoveError, match=r"move 1 \(U\): no tile can move down.*legal: D, R, L\."):
        NOTEBOOK.apply("U", notation="blank")


def test_no_move_at_all_behind_walls() -> None:
    table = topology("walls:0-1,0-2", 2, 2)
    with pytest.raises(MoveError, match="legal: none"):
        Board.parse("0 1/2 3").apply("U", topology=table)


def test_moves_wrap_on_a_torus() -> None:
    table = topology("torus", 3, 3)
    board = Board.parse("0 1 2/3 4 5/6 7 8")
    assert board.legal_moves(table) == "UDLR"
    assert board.apply("R", topology=table).text == "2 1 0/3 4 5/6 7 8"


def test_swapped() -> None:
    assert NOTEBOOK.swapped(7, 4).text == "4 0 2/8 5 3/6 1 7"
    with pytest.raises(OptionError, match="tiles are 1 to 8"):
        NOTEBOOK.swapped(7, 9)


def test_transpose_of_a_rectangle() -> None:
    board = Board.parse("1 2 3/4 5 0")
    assert board.transpose().text == "1 4/2 5/3 0"
    assert board.transpose().transpose() == board


def test_mirror() -> None:
    goal = Board.parse("1 2 3/4 5 6/7 8 0")
    assert goal.mirror(goal) == goal
    assert goal.apply("D").mirror(goal).text == goal.apply("R").text
    with pytest.raises(OptionError, match="square"):
        Board.parse("1 2 3/4 5 0").mirror(Board.parse("1 2 3/4 5 0"))
    with pytest.raises(OptionError, match="the board is 3x3, the goal 2x2"):
        goal.mirror(Board.parse("1 2/3 0"))


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        ([1, 2, 3], "3 numbers for a 2x2 board; expected 4"),
        ([1, 1, 2, 0], "tile 1 given more than once; tile 3 missing"),
        ([1, 2, 3, 4], "4 out of range.*no blank"),
        ([1, 0, 2, 0], "2 blanks"),
        ([1, 2, -3, 0], "-3 out of range"),
        (["1", 2, 3, 0], "whole numbers"),
        ([None, 2, 3, 0], "whole numbers"),
        ([1.5, 2, 3, 0], "whole numbers"),
    ],
)
def test_cells_that_are_no_board(cells: list[int], named: str) -> None:
    with pytest.raises(NotationError, match=named):
        Board.of(2, 2, cells)


def test_numpy_numbers_become_plain() -> None:
    np = pytest.importorskip("numpy")
    board = Board.of(2, 2, np.array([[1, 2], [3, 0]]).ravel())
    assert {type(cell) for cell in board} == {int}


@pytest.mark.parametrize("size", [(1, 4), (4, 1), (0, 0), (101, 2)])
def test_sides(size: tuple[int, int]) -> None:
    with pytest.raises(NotationError, match="from 2 to 100"):
        Board.of(*size, range(size[0] * size[1]))


@pytest.mark.parametrize(
    ("text", "size"), [("4x3", (4, 3)), ("4X3", (4, 3)), ("4×3", (4, 3)), ("5", (5, 5))]
)
def test_size(text: str, size: tuple[int, int]) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize(
    "text", ["", "x", "4x", "4x3x2", "-4x3", "1x9", "101x2", "4 3", "²x2", "9" * 5000]
)
def test_bad_size(text: str) -> None:
    with pytest.raises(NotationError, match=r"expected (WIDTHxHEIGHT|a width and a height)"):
        parse_size(text)


def test_boards_are_values() -> None:
    same = Board.parse("702853614")
    assert same == NOTEBOOK
    assert len({same, NOTEBOOK}) == 1
    with pytest.raises(AttributeError):
        same.width = 4  # type: ignore[misc]


@pytest.mark.parametrize("cells", [(True, 2, 3, False), (1, 2, 3, 0.0), ("1", 2, 3, 0), 5, None])
def test_cells_that_are_no_whole_numbers_are_refused(cells: Any) -> None:
    with pytest.raises(NotationError, match="whole numbers"):
        Board(2, 2, cells)
    with pytest.raises(NotationError, match="whole numbers"):
        Board.of(2, 2, cells)


@pytest.mark.parametrize("sides", [(2.0, 2), ("2", 2), (2, None)])
def test_sides_that_are_no_whole_numbers_are_refused(sides: Any) -> None:
    with pytest.raises(NotationError, match="expected whole numbers"):
        Board(*sides, (1, 2, 3, 0))


def test_a_text_that_is_none_is_told() -> None:
    wrong: Any = 5
    with pytest.raises(NotationError, match="text=5: expected that of a board"):
        Board.parse(wrong)
    with pytest.raises(NotationError, match="expected a text such as UR2D"):
        NOTEBOOK.apply(wrong)


@pytest.mark.parametrize("moves", ["8 5", [8, 5], ("8", "5"), ["R", "D"], ("R", "D"), "→↓"])
def test_moves_as_lists_and_as_tiles(moves: Any) -> None:
    board = Board.parse("1 2 3/4 5 6/7 8 0")
    assert board.apply(moves).text == "1 2 3/4 0 6/7 5 8"
    assert [*board.slides(moves)] == [8, 5]
    assert [*board.path(moves)][-1] == board.apply(moves)


def test_tiles_name_no_direction_and_must_be_next_to_the_blank() -> None:
    board = Board.parse("1 2 3/4 5 6/7 8 0")
    assert board.apply("8 5", notation="blank") == board.apply("8 5")
    with pytest.raises(MoveError, match=r"move 2 \(tile 6\): .* that can slide: 5, 7, 8"):
        board.apply("8 6")
    for letters in product("UDLR", repeat=4):
        try:
            tiles = [*board.slides("".join(letters))]
        except MoveError:
            continue
        assert board.apply(tiles) == board.apply("".join(letters))


@pytest.mark.parametrize("size", ["3x3", 3, (3,), ("3", "3"), (3, True)])
def test_a_size_that_is_no_pair_of_sides_is_told(size: Any) -> None:
    with pytest.raises(OptionError, match=re.escape(f"size={size!r}: expected (width, height)")):
        Board.parse(str(NOTEBOOK), size=size)


def test_a_size_may_be_a_list() -> None:
    size: Any = [3, 3]
    assert Board.parse(str(NOTEBOOK), size=size) == Board.parse("702853614", size=size) == NOTEBOOK


def test_a_list_of_cells_becomes_a_tuple() -> None:
    board: Any = Board(2, 2, [1, 2, 3, 0])  # type: ignore[arg-type]
    assert board.cells == (1, 2, 3, 0) and hash(board) == hash(Board(2, 2, (1, 2, 3, 0)))
