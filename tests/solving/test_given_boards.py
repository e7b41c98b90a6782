"""Boards that the library is given: arrays, texts, random ones."""

import random
from typing import Any

import numpy as np
import pytest
from library import EIGHT

from taquin import (
    Board,
    NotationError,
    OptionError,
    Puzzle,
    at_depth,
    compare,
    random_walk,
    scramble,
    solve,
)


@pytest.mark.parametrize("kind", ["uint8", "int64", "float64", "object"])
def test_arrays_are_boards(kind: str) -> None:
    rows = np.array([[7, 0, 2], [8, 5, 3], [6, 1, 4]]).astype(kind)
    assert Board.parse(rows) == Board.of_rows(rows) == Board.parse(EIGHT)
    assert Board.parse(rows.ravel()) == Board.parse(EIGHT)
    assert Board.parse(rows.reshape(9, 1)[:, 0], size=(3, 3)) == Board.parse(EIGHT)
    assert solve(rows, goal="first").cost == 27
    assert Board.of_rows([rows[0], list(rows[1]), tuple(rows[2])]) == Board.parse(EIGHT)
    assert compare(np.array([[1, 2], [0, 3]], kind), ["bfs"])[0].cost == 1


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (np.arange(8).reshape(2, 2, 2), "all numbers at one level"),
        (np.array(5), "1 cell is not a board"),
        (np.array([[1, 2], [3, 0.5]]), "'0.5' in the list is not a tile"),
        (np.zeros((3, 3)), "9 blanks"),
        (np.arange(200_000), "an array of 200,000 numbers"),
        (np.array([[True, False], [True, True]]), "'True' in the list is not a tile"),
        ([], "an empty list"),
        ([[1, 2], [3]], "ragged rows"),
    ],
    ids=str,
)
def test_an_invalid_board_is_refused(given: Any, words: str) -> None:
    for read in (Board.parse, Board.of_rows, solve):
        with pytest.raises(NotationError, match=words):
            read(given)


def test_boards_print_as_rows_and_format_as_one_line() -> None:
    board = Board.parse("10 2 3 4/1 5 6 7/9 0 8 11")
    assert str(board) == "10  2  3  4\n 1  5  6  7\n 9  _  8 11"
    assert board.text == f"{board}" == "10 2 3 4/1 5 6 7/9 0 8 11"
    assert f"{board:json}" == "[[10, 2, 3, 4], [1, 5, 6, 7], [9, 0, 8, 11]]"
    with pytest.raises(NotationError, match="no board format named 'nonsense'"):
        f"{board:nonsense}"


def test_random_boards_from_seeds_sources_sizes_and_puzzles() -> None:
    puzzle = Puzzle.of("123456780", goal="snake", topology="torus")
    given: dict[str, Any] = {"goal": "snake", "topology": "torus"}
    assert scramble(3, 3, seed=1, **given) == scramble(puzzle, seed=1)
    assert scramble(3, 3, seed=1) == scramble(3, 3, rng=random.Random(1))
    assert at_depth(3, 3, 20, seed=4) == at_depth(3, 3, 20, random.Random(4))
    assert at_depth(3, 3, 9, seed=4, **given) == at_depth(puzzle, 9, seed=4)
    assert random_walk(3, 3, 9, seed=4, **given) == random_walk(puzzle, 9, random.Random(4))
    assert scramble(3, 2).size == at_depth(3, 2, 5).size == random_walk(3, 2, 5).size == "3x2"
    assert solve(at_depth(3, 2, 7, metric="expense", seed=1), metric="expense").cost == 7


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: scramble(3), "expected width, height; or a Puzzle"),
        (lambda: at_depth(3, 3), "expected width, height, depth"),
        (lambda: at_depth("3x3", 3), "expected width, height, depth"),
        (lambda: random_walk(3, 3, 2.5), "expected width, height, moves"),
        (lambda: scramble(3, 3, seed=1, rng=random.Random(1)), "expected only one"),
        (lambda: scramble(3, 3, rng=7), "expected a random.Random"),
        (lambda: scramble(3, 3, seed=random.Random(1)), "as rng="),
        (lambda: scramble(Puzzle.of("1230"), topology="torus"), "has its own"),
    ],
)
def test_invalid_arguments_for_random_boards_are_refused(call: Any, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        call()


def test_one_word_for_the_board_type() -> None:
    board = Board.parse("0 1 2/3 4 5/6 7 8")
    assert board.apply("R", topology="torus").text == "2 1 0/3 4 5/6 7 8"
    assert board.legal_moves("torus") == "UDLR"
    with pytest.raises(TypeError, match="board_type"):
        Puzzle.of(board, board_type="torus")  # type: ignore[call-arg]
