"""Kicks: beams that are stuck go on where the board is still in disorder."""

import random
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from taquin.heuristics.learned.beam import LearnedBeam, PassAnswer, fixed
from taquin.heuristics.learned.boards import draw
from taquin.heuristics.learned.kicks import past_jams
from taquin.heuristics.learned.near import NearValue, near_model
from taquin.heuristics.learned.near_tables import lowered_near
from taquin.heuristics.learned.tables import BeamFrame
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal

WIDTH, HEIGHT = 16, 10


def drawn(seed: int) -> Board:
    return Board(WIDTH, HEIGHT, next(draw(WIDTH, HEIGHT, random.Random(seed))))


def distance(board: Board) -> int:
    return sum(
        abs(cell // WIDTH - tile // WIDTH) + abs(cell % WIDTH - tile % WIDTH)
        for cell, tile in enumerate(board.cells)
        if tile
    )


def ways(board: Board, workers: int) -> tuple[PassAnswer, PassAnswer]:
    """The answers of narrow beams: of one, and with kicks."""
    frame = BeamFrame(WIDTH * HEIGHT, 40, remembered=1 << 14, parts=workers)
    with ThreadPoolExecutor(workers) as pool:
        beam = LearnedBeam(lowered_near(WIDTH, HEIGHT), pool, workers)

        def solve(cells: Sequence[int], narrow: bool = False) -> PassAnswer:
            width = fixed(10 if narrow else 40)
            return beam.solve(cells, frame, width, longest=5000, patience=30)

        return solve(board.cells), past_jams(solve, board, longest=5000)


def test_kicks_lead_nearer_to_the_goal_where_one_beam_is_stuck() -> None:
    board = drawn(11)
    one, kicked = ways(board, workers=1)
    stuck, end = board.apply(one.moves), board.apply(kicked.moves)
    assert kicked.moves.startswith(one.moves)
    assert kicked.solved == (end == named_goal("first", WIDTH, HEIGHT))
    assert distance(end) <= 64 < 150 < distance(stuck) < distance(board)
    assert ways(board, workers=2) == (one, kicked)


def test_a_way_that_grows_too_long_is_given_up() -> None:
    board, asked = drawn(4), []

    def lost(cells: Sequence[int], narrow: bool) -> PassAnswer:
        asked.append(narrow)
        return PassAnswer("", False)

    answer = past_jams(lost, board, longest=distance(board) - 1)
    assert (answer, asked) == (PassAnswer("", False), [False])
    past_jams(lost, board, longest=10_000)
    assert asked.count(True) == 24 * 4 and asked.count(False) == 26


def test_squares_count_less_on_long_sides() -> None:
    model = near_model()
    assert NearValue(model, 10, 10).far == model.far
    assert NearValue(model, 11, 7).far == NearValue(model, 7, 16).far == model.far // 3
