"""Puzzles of best moves: drawn near a rating, graded by the page's rules, and judged."""

from itertools import permutations
from math import log2
from random import Random

import pytest

from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.puzzles import LENGTH, PuzzleTry, best_letters, draw_puzzle, puzzle_name
from taquin.whole.census import distance_table

GOAL = named_goal("last", 3, 3)
DISTANCES = Distances(Puzzle.of(GOAL, goal=GOAL))


def left(board: Board) -> int:
    found = distance_table(DISTANCES.puzzle)[board]
    assert found is not None
    return found


@pytest.mark.parametrize("rating", [1100, 1500])
def test_a_puzzle_is_near_the_rating_and_graded_as_the_page_says(rating: int) -> None:
    for seed in range(5):
        puzzle = draw_puzzle(rating, 3, DISTANCES, Random(seed))
        assert puzzle.distance == left(puzzle.board) > LENGTH and puzzle.chance <= 0.34
        graded = 700 + 17 * puzzle.distance - 110 * log2(puzzle.chance)
        assert puzzle.difficulty - round(graded) in (0, 60, 120, 180), "60 a move away from home"
        assert abs(puzzle.difficulty - rating) < 300


@pytest.mark.parametrize("theme", ["corners", "rows", "detours"])
def test_a_puzzle_is_about_its_theme(theme: str) -> None:
    home = {tile: divmod(cell, 3) for cell, tile in enumerate(GOAL)}
    for seed in range(4):
        puzzle = draw_puzzle(1300, 3, DISTANCES, Random(seed), theme=theme)
        if theme == "rows":
            assert tuple(puzzle.board)[:3] == tuple(GOAL)[:3]
            continue
        # One shortest path, as the puzzle was graded.
        board, away, corners = puzzle.board, 0, 0
        for _ in range(LENGTH):
            letter = best_letters(board, DISTANCES)[0]
            after = board.apply(letter)
            tile, (row, column) = board[after.blank], divmod(board.blank, 3)
            before = divmod(after.blank, 3)
            goes = [abs(r - home[tile][0]) + abs(c - home[tile][1])
                    for r, c in (before, (row, column))]  # fmt: skip
            away += goes[1] > goes[0]
            corners += tile in (GOAL[0], GOAL[2], GOAL[6]) and 0 in goes
            board = after
        assert away >= 2 if theme == "detours" else corners >= 1


@pytest.mark.parametrize(
    ("theme", "rating", "least", "count"),
    [
        ("any", 850, 0, 40),
        ("rows", 850, 0, 25),
        ("rows", 1_400, 1_400, 12),
        ("corners", 900, 0, 25),
    ],
)
def test_a_board_that_was_asked_is_not_asked_again(
    theme: str, rating: int, least: int, count: int
) -> None:
    asked: list[str] = []
    for time in range(count):
        puzzle = draw_puzzle(
            rating, 3, DISTANCES, Random(time % 3), theme=theme, least=least,
            asked=[puzzle_name(text) for text in asked],
        )  # fmt: skip
        assert puzzle.board.text not in asked, f"after {len(asked)}"
        asked.append(puzzle.board.text)


def test_where_all_boards_of_a_theme_were_asked_one_comes_again() -> None:
    rows = {
        "puzzle:" + "-".join(map(str, (1, 2, 3, *rest)))
        for rest in permutations((4, 5, 6, 7, 8, 0))
    }
    puzzle = draw_puzzle(900, 3, DISTANCES, Random(1), theme="rows", asked=rows)
    assert puzzle_name(puzzle.board.text) in rows


def test_best_moves_in_a_row_solve_it_and_any_other_fails() -> None:
    puzzle = draw_puzzle(1200, 3, DISTANCES, Random(1))
    tried = PuzzleTry(puzzle, DISTANCES)
    for _ in range(LENGTH):
        assert tried.state == "open" and tried.best
        tried.answer(tried.best[0])
    assert tried.state == "solved" and left(tried.board) == puzzle.distance - LENGTH
    for letter in puzzle.board.legal_moves():
        tried = PuzzleTry(puzzle, DISTANCES)
        tried.answer(letter)
        nearer = left(puzzle.board.apply(letter)) < puzzle.distance
        assert tried.state == ("open" if nearer else "failed")
        assert (letter in best_letters(puzzle.board, DISTANCES)) == nearer
        assert tried.board == (puzzle.board.apply(letter) if nearer else puzzle.board)


def test_the_puzzles_of_a_streak_get_harder() -> None:
    least, rng = 0, Random(5)
    for solved in range(10):
        puzzle = draw_puzzle(900 + 50 * solved, 3, DISTANCES, rng, least=least)
        assert puzzle.difficulty >= least
        least = puzzle.difficulty
