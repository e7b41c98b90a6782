"""Beams for every metric and board type: twins, optima of small boards, and the passes."""

import random

import numpy as np
import pytest

from taquin import Board, Puzzle, solve
from taquin.beams.passes.beam import fixed
from taquin.beams.passes.metric_pass import MetricBeam
from taquin.beams.value.metric_twin import metric_beam
from taquin.beams.value.metric_value import metric_tables, metric_value
from taquin.whole.oracle import true_distances

METRICS = ("stm", "mtm", "expense")
TYPES = ("grid", "torus", "walls:0-1")


def _beam(puzzle: Puzzle) -> MetricBeam:
    value = metric_value(puzzle)
    return MetricBeam(metric_tables(puzzle, value), value, puzzle.goal.cells)


def _random(puzzle: Puzzle, source: random.Random) -> Board:
    goal = puzzle.goal
    while True:
        cells = list(goal.cells)
        source.shuffle(cells)
        board = Board(goal.width, goal.height, tuple(cells))
        if puzzle.judge(board).solvable:
            return board


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("board_type", TYPES)
def test_a_beam_that_keeps_everything_finds_the_optimum_of_every_board(board_type, metric):
    goal = Board.parse("1 2 3/4 5 0")
    puzzle = Puzzle.of(goal, goal=goal, topology=board_type, metric=metric)
    beam, known = _beam(puzzle), true_distances(puzzle)
    assert len(known) == {"grid": 360, "torus": 720}.get(board_type, 18)
    for state, optimum in known.items():
        moves = beam.solve([*state], 1000, fixed(1000), remembered=1 << 14, longest=400, below=None)
        start = puzzle.decode(state)
        if optimum == 0:
            continue
        assert moves is not None
        assert puzzle.follow(start, "".join(moves)) == (goal, optimum)


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize(
    ("size", "board_type"), [("4x4", "grid"), ("4x3", "torus"), ("4x4", "walls:0-1,6-7"),
                             ("5x5", "grid")]
)  # fmt: skip
def test_the_kernel_makes_the_same_beam_as_the_twin(size, board_type, metric):
    width, height = map(int, size.split("x"))
    goal = Board(width, height, (*range(1, width * height), 0))
    puzzle = Puzzle.of(goal, goal=goal, topology=board_type, metric=metric)
    beam, source = _beam(puzzle), random.Random(3)
    value, counts = beam.value, []
    for _ in range(2):
        start = _random(puzzle, source)
        moves = beam.solve(
            start.cells, 40, fixed(40), remembered=1 << 16, longest=60, below=None,
            after_layer=lambda now: counts.append((now.expanded, now.generated)),
        )  # fmt: skip
        twin = metric_beam(
            puzzle, lambda cells: value.value(np.array(cells)), value.unit, start.cells, 40,
            longest=60,
        )  # fmt: skip
        assert (moves, *counts[-1]) == twin


@pytest.mark.parametrize(
    ("size", "board_type", "metric"),
    [("4x4", "torus", "mtm"), ("5x5", "grid", "mtm"), ("6x3", "grid", "expense"),
     ("5x4", "walls:0-1,6-7", "stm"), ("5x4", "walls:0-1,6-7", "expense")],
)  # fmt: skip
def test_every_road_has_a_solution_and_a_bound(size, board_type, metric):
    width, height = map(int, size.split("x"))
    goal = Board(width, height, (*range(1, width * height), 0))
    puzzle = Puzzle.of(goal, goal=goal, topology=board_type, metric=metric)
    start = _random(puzzle, random.Random(8))
    result = solve(
        start, goal=goal, topology=board_type, metric=metric, algorithm="anytime_beam",
        options={"width": 300},
    )  # fmt: skip
    assert result.solved
    assert puzzle.follow(start, result.moves) == (goal, result.cost)
    assert result.lower_bound <= result.cost
    built = solve(start, goal=goal, topology=board_type, metric=metric, algorithm="rows")
    assert result.cost <= built.cost


def test_costs_too_large_for_the_value_are_left_to_the_row_and_column_method():
    goal = Board(4, 4, (*range(1, 16), 0))
    costs = [500 + tile for tile in range(15)]
    start = _random(Puzzle.of(goal, goal=goal), random.Random(2))
    result = solve(start, metric="expense", costs=costs, algorithm="anytime_beam")
    assert result.solved and result.cost > 500


@pytest.mark.parametrize(("size", "most"), [("12x3", 320), ("20x2", 850)])
def test_long_boards_are_solved_by_neighbouring_tiles_and_strips(size, most):
    width, height = map(int, size.split("x"))
    goal = Board(width, height, (*range(1, width * height), 0))
    start = _random(Puzzle.of(goal, goal=goal), random.Random(5))
    result = solve(start, algorithm="anytime_beam", options={"width": 1000})
    assert result.cost <= most
    pushed = solve(start, algorithm="anytime_beam", metric="mtm", options={"width": 1000})
    assert result.cost / 3 < pushed.cost < result.cost
