"""The learned value for a torus knows only how places lie to one another; it is stored, stretched,
trained and searched with.
"""

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from cli import taquin
from taquin import scramble, solve
from taquin.beams.kernels.learned_training import Lesson
from taquin.beams.kernels.relative_training import teach_relative
from taquin.beams.passes import beam as compiled
from taquin.beams.training import session, training
from taquin.beams.training.boards import draw
from taquin.beams.training.checkpoint import TRAINING, load_training, save_training
from taquin.beams.training.session import begin, check_trainable
from taquin.beams.training.training import TrainingReport, TrainingSettings
from taquin.beams.value import store
from taquin.beams.value.file import MODEL, read_model, write_model
from taquin.beams.value.model import Model
from taquin.beams.value.plan import has_torus_beam
from taquin.beams.value.relative import (
    RelativeWeights,
    class_counts,
    first_distances,
    relative_model,
    shared,
    stretched,
    weights_of,
)
from taquin.beams.value.tables import BeamFrame, beam_tables, judge_of
from taquin.beams.value.twin import beam
from taquin.ground.errors import DamagedFile, OptionError
from taquin.ground.sealed import read_sealed, write_sealed
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import topology

SIZES = [(3, 3), (4, 3), (3, 5)]
SMALL = TrainingSettings(width=20, samples=8)


def rough_weights(width: int, height: int) -> RelativeWeights:
    source = np.random.default_rng(width * 10 + height)
    singles, pairs = class_counts(width, height)
    return RelativeWeights(
        source.integers(-500, 500, singles).astype(np.float32) / 64,
        source.integers(-300, 300, pairs).astype(np.float32) / 64,
    )


def rough_model(width: int, height: int) -> Model:
    return relative_model(width, height, rough_weights(width, height), {})


def turned(board: list[int], width: int, height: int, to, named) -> list[int]:
    """The board after its cells and the goal cells of its contents have gone where `to` says; the
    contents keep the names of their goal cells, so the blank's goal cell must stay cell 0.
    """
    after = [0] * len(board)
    for cell, content in enumerate(board):
        after[to(*divmod(cell, width))] = named(*divmod(content, width))
    return after


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_reflections_change_nothing(width: int, height: int) -> None:
    model = rough_model(width, height)
    source = random.Random(3)
    for down, right in ((1, -1), (-1, 1), (-1, -1)):
        board = source.sample(range(width * height), width * height)

        def to(row: int, column: int, down: int = down, right: int = right) -> int:
            return down * row % height * width + right * column % width

        assert model.value(turned(board, width, height, to, to)) == model.value(board)
    if width == height:
        board = source.sample(range(width * height), width * height)

        def across(row: int, column: int) -> int:
            return column * width + row

        assert model.value(turned(board, width, height, across, across)) == model.value(board)


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_step_of_all_places_changes_no_weight_of_tiles(width: int, height: int) -> None:
    model, n = rough_model(width, height), width * height

    def step(place: int) -> int:
        row, column = divmod(place, width)
        return (row + 1) % height * width + (column + 1) % width

    tried = 0
    source = random.Random(4)
    for _ in range(400):
        cell, other = source.sample(range(n), 2)
        tile, second = source.sample(range(1, n), 2)
        if 0 in (step(tile), step(second)):
            continue
        tried += 1
        there, also = step(cell) * n + step(tile), step(other) * n + step(second)
        assert model.pairs[cell * n + tile, other * n + second] == model.pairs[there, also]
        assert model.single[cell * n + tile] == model.single[there]
    assert tried > 200


def test_what_was_not_trained_is_the_distance() -> None:
    model = relative_model(5, 4, first_distances(5, 4), {})
    table = topology("torus", 5, 4)
    board = random.Random(5).sample(range(20), 20)
    steps = sum(table.distances(tile)[cell] for cell, tile in enumerate(board) if tile)
    assert model.value(board) == 64 * steps


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_weights_come_back_from_the_model(width: int, height: int) -> None:
    weights = rough_weights(width, height)
    model = relative_model(width, height, weights, {})
    again = weights_of(model)
    assert np.array_equal(again.singles, weights.singles)
    assert (again.pairs == weights.pairs).mean() > 0.5  # the others are of no pair of features
    assert np.array_equal(relative_model(width, height, again, {}).pairs, model.pairs)


def test_stretching_keeps_what_both_boards_have() -> None:
    weights = weights_of(rough_model(5, 5))
    same = stretched(weights, (5, 5), (5, 5))
    assert np.allclose(same.singles, weights.singles) and np.array_equal(same.pairs, weights.pairs)
    plain = stretched(first_distances(5, 5), (5, 5), (7, 4))
    assert np.array_equal(plain.singles, first_distances(7, 4).singles)


def lesson_of(width: int, height: int, depths: int, samples: int) -> Lesson:
    source = draw(width, height, random.Random(6), "torus")
    boards = np.array([next(source) for _ in range(depths * (samples + 1))], np.uint8)
    path, others = boards[:depths], boards[depths:].reshape(depths, samples, -1)
    others[1, 0] = path[1]  # the same board again, of which nothing is learned
    return Lesson(path.copy(), others.copy())


def taught(weights: RelativeWeights, lesson: Lesson, moves: int, rates, size) -> int:
    """The slow twin of `teach_relative`."""
    sharing, n = shared(*size), size[0] * size[1]
    singles, pairs = weights

    def classes(board):
        alone, both = [], []
        for cell, content in enumerate(board):
            away = sharing.away[cell, content]
            alone.append(sharing.singles[int(content == 0), away])
            for place, other in list(enumerate(board))[:cell]:
                ends = [(away, content), (sharing.away[place, other], other)]
                if other == 0:
                    ends.reverse()
                (first, home), (second, to) = ends
                at = (int(first) * n + int(second)) * n + int(sharing.away[to, home])
                both.append(sharing.pairs[int(0 in (content, other)), at])
        return alone, both

    def value(board):
        alone, both = classes(board)
        total = np.float32(0)
        for i in alone:
            total += singles[i]
        for i in both:
            total += pairs[i]
        return total

    def shift(board, step):
        alone, both = classes(board)
        for i in alone:
            singles[i] += step
        for i in both:
            pairs[i] += step

    step, margin, pull = rates
    wrong = 0
    for depth in range(1, moves):
        good = [int(content) for content in lesson.path[depth]]
        for sample in lesson.others[depth]:
            other = [int(content) for content in sample]
            if other == good or value(good) + margin <= value(other):
                continue
            wrong += 1
            shift(good, -step)
            shift(other, step)
        error = value(good) - np.float32(moves - depth)
        shift(good, -step * pull * min(max(error, np.float32(-5)), np.float32(5)))
    return wrong


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3)])
def test_lessons_change_the_weights_as_in_the_slow_twin(width: int, height: int) -> None:
    weights, slow = rough_weights(width, height), rough_weights(width, height)
    lesson = lesson_of(width, height, 4, 5)
    rates = np.array([0.01, 1.5, 0.02], np.float32)
    sharing = shared(width, height)
    wrong = teach_relative(
        (weights.singles, weights.pairs), sharing.away, (sharing.singles, sharing.pairs),
        lesson, 4, rates,
    )  # fmt: skip
    assert wrong == taught(slow, lesson, 4, rates, (width, height)) > 0
    assert np.allclose(weights.singles, slow.singles, atol=1e-4)
    assert np.allclose(weights.pairs, slow.pairs, atol=1e-4)
    assert not np.allclose(weights.pairs, rough_weights(width, height).pairs, atol=1e-4)


def test_the_beam_and_its_twin_expand_the_same_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "_LEAST_PART", 2)
    model = rough_model(4, 3)
    source = draw(4, 3, random.Random(7), "torus")
    with ThreadPoolExecutor(2) as pool:
        solver = compiled.LearnedBeam(judge_of(model, beam_tables(model)), pool, 2)
        frame = BeamFrame(12, 30, remembered=1 << 14, parts=2)
        for _ in range(4):
            board = next(source)
            run = compiled.Pass(solver, frame, board)
            moves = None
            while moves is None and run.size and run.counts.layers < 40:
                moves = run.step(30)
            twin = beam(model, board, 30, longest=40, topology="torus")
            assert (moves, run.counts.expanded, run.counts.generated) == twin


class Enough(Exception):
    """Ends a training."""


def test_equal_rounds_give_equal_models_however_they_are_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, part = begin(3, 3, 5, None, "torus"), begin(3, 3, 5, None, "torus")
    for trainer in (whole, part):
        trainer.settings = SMALL
    whole.run(rounds=4, workers=2)
    monkeypatch.setattr(training, "_TOLD", 0.0)

    def stop(report: TrainingReport) -> None:
        if report.rounds == 2:
            raise Enough

    with pytest.raises(Enough):
        part.run(rounds=4, tell=stop)
    path = tmp_path / "3x3-torus.training"
    save_training(path, part)
    again = load_training(path)
    assert (again.name, again.rounds) == ("3x3-torus", 2)
    again.run(rounds=4)
    assert np.array_equal(again.pairs, whole.pairs)
    header, body = read_sealed(path, TRAINING)
    write_sealed(path, TRAINING, header, body[:-4])
    with pytest.raises(DamagedFile, match="not those of its size"):
        load_training(path)


def test_a_model_is_stored_and_read_and_serves_other_sizes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (session, store):
        monkeypatch.setattr(module, "model_folder", lambda *, make=False: tmp_path)
    model = rough_model(4, 4)
    path = tmp_path / "4x4-torus.model"
    write_model(path, model)
    again = read_model(path)
    assert again.name == "4x4-torus"
    assert np.array_equal(again.single, model.single)
    assert np.array_equal(again.pairs, model.pairs)
    other = store.model_for(4, 3, topology="torus")
    assert other is not None and other.about["lifted from"] == "4x4-torus"
    ran = taquin(["model", "list"])
    assert ran.status == 0 and "4x4-torus  your own" in ran.out
    assert taquin(["model", "info", "4x4-torus"]).status == 0
    assert taquin(["model", "verify"]).status == 0
    header, body = read_sealed(path, MODEL)
    write_sealed(path, MODEL, {**header, "width": 2, "height": 8}, body)
    with pytest.raises(DamagedFile, match="a torus has sides of 3 cells or more"):
        read_model(path)
    assert taquin(["model", "verify"]).status == 2
    assert taquin(["model", "remove", "4x4-torus"]).status == 0
    assert taquin(["model", "info", "4x4-mobius"]).status == 2


@pytest.mark.parametrize(
    ("size", "board_type", "served"),
    [("5x5", "torus", True), ("16x3", "torus", True), ("3x16", "torus", True),
     ("21x3", "torus", False), ("6x2", "torus", False), ("9x8", "torus", False),
     ("5x5", "grid", False)],
)  # fmt: skip
def test_which_boards_a_model_for_a_torus_serves(size: str, board_type: str, served: bool) -> None:
    width, height = map(int, size.split("x"))
    goal = Board(width, height, tuple(range(width * height)))
    assert has_torus_beam(Puzzle.of(goal, goal=goal, topology=board_type)) is served


def test_sides_that_do_not_wrap_around_have_no_model() -> None:
    with pytest.raises(OptionError, match="sides of 3 cells or more"):
        check_trainable(2, 6, "torus")
    check_trainable(2, 6)


@pytest.mark.parametrize(
    ("size", "metric"),
    [("5x5", "stm"), ("5x4", "stm"), ("5x5", "mtm"), ("4x5", "expense"), ("6x2", "stm"),
     ("2x9", "expense"), ("10x3", "mtm"), ("10x7", "stm"), ("7x10", "expense")],
)  # fmt: skip
def test_boards_of_any_goal_are_solved(size: str, metric: str) -> None:
    width, height = map(int, size.split("x"))
    source = random.Random(9)
    goal = Board(width, height, tuple(source.sample(range(width * height), width * height)))
    puzzle = Puzzle.of(goal, goal=goal, topology="torus", metric=metric)
    start = goal
    while start == goal or not puzzle.judge(start).solvable:
        cells = tuple(source.sample(range(width * height), width * height))
        start = Board(width, height, cells)
    result = solve(
        start, goal=goal, topology="torus", metric=metric, algorithm="anytime_beam",
        options={"width": 300},
    )  # fmt: skip
    assert result.solved
    assert puzzle.follow(start, result.moves) == (goal, result.cost)
    assert result.lower_bound <= result.cost
    if (size, metric) == ("5x5", "stm"):
        assert result.cost <= result.lower_bound + 12


def test_neighbours_rank_a_torus_too_large_for_a_model() -> None:
    start = scramble(Puzzle.of(named_goal("last", 10, 10), topology="torus"), seed=1)
    options = {"width": 300}
    found = solve(start, topology="torus", algorithm="anytime_beam", options=options)
    assert found.solved and found.lower_bound == 502
    assert found.cost <= 700  # rows take 1,972


@pytest.mark.parametrize("metric", ["stm", "mtm"])
def test_rows_continue_where_a_beam_on_a_torus_is_stuck(metric: str) -> None:
    board = named_goal("last", 9, 9)
    puzzle = Puzzle.of(board, topology="torus", metric=metric)
    start = scramble(puzzle, seed=1)
    built, found = (
        solve(start, topology="torus", metric=metric, algorithm=name, options=options)
        for name, options in (("rows", {}), ("anytime_beam", {"width": 300}))
    )
    assert 5 * found.cost < 4 * built.cost
