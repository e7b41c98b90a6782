"""Moves: letters, runs, inverses, the two notations."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from move_texts import MOVES_ON, MOVES_READ, MOVES_REFUSED
from taquin.checks.replay import replay
from taquin.ground.errors import MoveError, NotationError, OptionError, UnknownName
from taquin.puzzle.board import Board
from taquin.puzzle.move import (
    Direction,
    check_order,
    format_moves,
    inverse,
    opposite,
    parse_moves,
    simplify,
)

# Rosetta Code, task "15 puzzle solver": the letters name the way the blank goes.
ROSETTA = "15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2"
ROSETTA_SOLUTIONS = [
    "rrrulddluuuldrurdddrullulurrrddldluurddlulurruldrdrd",
    "rrruldluuldrurdddluulurrrdlddruldluurddlulurruldrrdd",
]


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("UR2D", "URRD"),
        ("urrd", "URRD"),
        ("u r, r\nd", "URRD"),
        ("R10", "R" * 10),
        ("", ""),
        ("L0U", "U"),
        ("['Up', 'Left', 'Left']", "ULL"),
        ("up2 right; down", "UURD"),
        ("3R", "RRR"),
        ("3R2U", "RRRUU"),
        ("U 2R", "URR"),
        ("U2 R", "UUR"),
        ("U2R", "UUR"),
        ("U->L->D", "ULD"),
        ("U→L", "UL"),
        ("U > L", "UL"),
        ("U-L-D", "ULD"),
        ("↑→↓←", "URDL"),
        ("⬆️➡️", "UR"),
        ("^v<>", "UDLR"),
        ("1. U 2. L", "UL"),
        ("1) up\n2) Left", "UL"),
        ("Solution: U R", "UR"),
        ('["Up", "DOWN"]', "UD"),
    ],
)
def test_parse(text: str, moves: str) -> None:
    assert parse_moves(text) == moves


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("URX", "'X' at position 3"),
        ("2U3", "counts stand before a move, as in 2U, and after another, as in U3"),
        ("U 2 R", "'2' at position 3 could count the move before or after it"),
        ("5 8", "numbers name tiles, and only a board knows"),
        ("U ↑", "'↑' at position 3 is an arrow among letters"),
        ("> U", "'>' at position 1 is an arrow among letters"),
        ("3. U", "'.' at position 2"),
        ("U-1", "'-' at position 2"),
        ("U\0", "position 2"),
        ("Upp", "'p' at position 3"),
        ("U9999999", "more than 1,000,000 moves"),
        ("U" + "9" * 5000, "more than 1,000,000 moves"),
        ("q" * 5000, "position 1"),
    ],
)
def test_malformed(text: str, named: str) -> None:
    with pytest.raises(NotationError, match=named):
        parse_moves(text)


@pytest.mark.parametrize("read", [parse_moves, format_moves])
def test_a_notation_nobody_knows(read: Callable[..., str]) -> None:
    with pytest.raises(UnknownName, match="Known: blank, tile"):
        read("U", notation="x")


@pytest.mark.parametrize("read", [parse_moves, inverse, simplify])
@pytest.mark.parametrize(
    ("moves", "named"), [("URX", "'X' at position 3"), (["U"], "UR2D"), (5, "5")]
)
def test_what_are_no_moves(read: Callable[[Any], str], moves: Any, named: str) -> None:
    with pytest.raises(NotationError, match=named):
        read(moves)


@pytest.mark.parametrize("solution", ROSETTA_SOLUTIONS)
def test_rosetta_solutions_speak_of_the_blank(solution: str) -> None:
    board = Board.parse(ROSETTA)
    assert len(solution) == 52
    assert board.apply(solution, notation="blank").text == "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    assert parse_moves(solution, notation="blank") == opposite(solution.upper())
    assert format_moves(parse_moves(solution, notation="blank"), notation="blank").lower() == (
        solution
    )


def test_compact_writes_runs() -> None:
    assert format_moves("URRDDD", compact=True) == "UR2D3"
    assert format_moves(iter("UR"), notation="blank") == "DL"


def test_opposites() -> None:
    assert opposite("UDLR") == "DURL"
    assert [d.opposite for d in Direction] == list("DURL")
    assert inverse("URRD") == inverse("ur2d") == "ULLD"


def test_simplify_cancels_until_nothing_is_left_to_cancel() -> None:
    assert simplify("URLDR") == "R"
    assert simplify("UDUDU") == "U"


def test_order() -> None:
    assert check_order("dulr") == "DULR"
    for wrong in ("UDL", "UDLL", "UDLRU", ""):
        with pytest.raises(OptionError, match="each once"):
            check_order(wrong)


@pytest.mark.parametrize(("text", "moves"), MOVES_READ)
def test_moves_as_people_write_them(text: str, moves: str) -> None:
    assert parse_moves(text) == moves


@pytest.mark.parametrize(("text", "told"), MOVES_REFUSED)
def test_moves_that_are_refused(text: str, told: str) -> None:
    with pytest.raises(NotationError, match=re.escape(told)):
        parse_moves(text)


def test_every_reader_of_moves_on_a_board_reads_alike() -> None:
    for text, moves in MOVES_ON:
        board = Board.parse(text)
        try:
            found = replay(board, moves, time_limit=0)
        except NotationError as error:
            with pytest.raises(NotationError, match=re.escape(str(error))):
                board.apply(moves)
            continue
        if found.problem is None:
            assert board.apply(moves) == found.reached
        else:
            with pytest.raises(MoveError, match=re.escape(found.problem)):
                board.apply(moves)
