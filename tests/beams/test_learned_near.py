"""The value of neighbouring tiles: its compiled beam against the twin, its file, its boards."""

import random
import runpy
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from taquin import solve
from taquin.beams import anytime_beam
from taquin.beams.passes import beam as compiled
from taquin.beams.passes import passes
from taquin.beams.passes.near_tables import near_judge, near_tables
from taquin.beams.training.boards import draw
from taquin.beams.value import near
from taquin.beams.value.model import UNIT
from taquin.beams.value.near import NearModel, NearValue, near_model, zone_of
from taquin.beams.value.plan import has_grid_beam, memory_needed
from taquin.beams.value.symmetry import view_of
from taquin.beams.value.tables import BeamFrame
from taquin.beams.value.twin import beam
from taquin.ground.errors import TableError
from taquin.puzzle.board import Board
from taquin.puzzle.goal import named_goal
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import random_walk, uniform
from taquin.puzzle.topology import topology
from taquin.search.monitor import Observer
from taquin.search.result import Status
from taquin.solving.plan.choice import best_means


def rough(width: int, height: int, *, reach: int = 1, clip: int = 1, margin: int = 1) -> NearValue:
    """Random weights, so that most values differ."""
    source = np.random.Generator(np.random.PCG64(3))
    zones, marks, places = ((2 * k + 1) ** 2 for k in (margin, clip, reach))
    shapes = (zones, marks), (zones, marks, places, marks), (zones, places, marks)
    weights = (source.integers(-20, 21, size=shape).astype(np.int16) for shape in shapes)
    return NearValue(NearModel(reach, clip, margin, 5, *weights), width, height)


@pytest.mark.parametrize(("reach", "clip", "margin"), [(1, 1, 1), (2, 1, 0), (1, 2, 2)])
@pytest.mark.parametrize(("width", "height"), [(4, 3), (3, 5)])
def test_a_board_that_is_stepped_has_the_value_of_its_definition(
    width: int, height: int, reach: int, clip: int, margin: int
) -> None:
    value = rough(width, height, reach=reach, clip=clip, margin=margin)
    judge = near_judge(value, near_tables(value))
    frame = BeamFrame(value.cells, 8)
    source = draw(width, height, random.Random(5))
    with ThreadPoolExecutor(1) as pool:
        run = compiled.Pass(compiled.LearnedBeam(judge, pool), frame, next(source))
        for _ in range(10):
            assert run.step(8) is None
            layer = run._layer
            for board, found in zip(layer.boards[: run.size], layer.values, strict=False):
                assert value.value(board.tolist()) == found


@pytest.mark.parametrize("clip", [1, 2])
@pytest.mark.parametrize(("width", "height"), [(4, 3), (5, 7), (2, 6), (8, 2)])
def test_a_board_stepped_on_a_torus_has_the_value_of_its_definition(
    width: int, height: int, clip: int
) -> None:
    value = replace(rough(width, height, clip=clip), topology="torus")
    judge = near_judge(value, near_tables(value))
    frame, source = BeamFrame(value.cells, 8), draw(width, height, random.Random(5))
    crossed = False
    with ThreadPoolExecutor(1) as pool:
        run = compiled.Pass(compiled.LearnedBeam(judge, pool), frame, next(source))
        for _ in range(10):
            assert run.step(8) is None
            layer = run._layer
            for board, found in zip(layer.boards[: run.size], layer.values, strict=False):
                assert value.value(board.tolist()) == found
            crossed |= len(set(layer.blanks[: run.size].tolist()) & {0, value.cells - 1}) > 0
    assert crossed  # corners have neighbours around both ends


def test_a_view_shows_walls_where_its_board_has_them() -> None:
    goal = named_goal("last", 4, 3)
    view, walls = view_of(goal), topology("walls:0-1,6-10", 4, 3)
    assert view is not None
    value = rough(4, 3)
    judge = near_judge(value, near_tables(value, view.neighbors(walls.neighbors)))
    frame, source = BeamFrame(value.cells, 50), random.Random(5)
    board = list(random_walk(Puzzle.of(goal, topology=walls.name), 30, seed=5).cells)
    with ThreadPoolExecutor(1) as pool:
        run = compiled.Pass(compiled.LearnedBeam(judge, pool), frame, view.board(board))
        for _ in range(6):
            assert run.step(50) is None
            place = source.randrange(run.size)
            letters = view.moves(run._path(run.counts.layers, place))
            after = Board(4, 3, tuple(board)).apply(letters, topology=walls)
            seen = run._layer.boards[place].tolist()
            assert list(view.board(after.cells)) == seen
            assert value.value(seen) == run._layer.values[place]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("width", [1, 9])
def test_the_beam_and_its_twin_expand_the_same_boards(
    width: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_LEAST_PART", 2)  # several threads even for a few boards
    value = rough(3, 3)
    source = draw(3, 3, random.Random(6))
    with ThreadPoolExecutor(workers) as pool:
        judge = near_judge(value, near_tables(value))
        solver = compiled.LearnedBeam(judge, pool, workers)
        frame = BeamFrame(9, width, remembered=1 << 14, parts=workers)
        for _ in range(2):
            board = next(source)
            run, moves = compiled.Pass(solver, frame, board), None
            while moves is None and run.size and run.counts.layers < 30:
                moves = run.step(width)
            twin = beam(value, board, width, longest=30)
            assert (moves, run.counts.expanded, run.counts.generated) == twin


def test_a_pass_that_is_stuck_answers_with_the_way_to_its_best_board() -> None:
    value = rough(4, 4)
    judge = near_judge(value, near_tables(value))
    board = next(draw(4, 4, random.Random(1)))
    with ThreadPoolExecutor(1) as pool:
        solver, frame = compiled.LearnedBeam(judge, pool), BeamFrame(16, 3)
        answer = solver.solve(board, frame, compiled.fixed(3), longest=500, patience=10)
    assert not answer.solved and 0 < len(answer.moves) < 500
    cells, blank = list(board), board.index(0)
    for letter in answer.moves:
        cell = int(judge.tables.neighbors[blank, "UDLR".index(letter)])
        cells[blank], cells[cell], blank = cells[cell], 0, cell
    assert value.value(cells) < value.value(board)


def test_zones_and_distances_are_those_of_the_definition() -> None:
    assert [zone_of(k, 6, 2) for k in range(6)] == [0, 1, 2, 2, 3, 4]
    assert [zone_of(k, 5, 1) for k in range(5)] == [0, 1, 1, 1, 2]
    value = rough(5, 4)
    zero = near.NearModel(1, 1, 1, 5, *(0 * part for part in _weights(value.model)))
    board = [4, 1, 2, 3, 0, *range(5, 20)]  # tile 4 stands four columns from home
    assert NearValue(zero, 5, 4).value(board) == 4 * UNIT + 5 * 16


def _weights(model: NearModel) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    return model.single, model.pairs, model.blank


@pytest.mark.slow
def test_the_file_is_what_its_script_makes_of_the_trained_models() -> None:
    path = Path(__file__).parents[2] / "benchmarks" / "near_model.py"
    made = runpy.run_path(str(path))["made"]()
    shipped = near_model()
    assert (made.reach, made.clip, made.margin, made.far) == (1, 2, 1, shipped.far)
    for ours, theirs in zip(_weights(made), _weights(shipped), strict=True):
        assert np.array_equal(ours, theirs)


def _cut(content: bytes) -> bytes:
    return content[:5000]


def _flipped(content: bytes) -> bytes:
    return content[:5000] + bytes([content[5000] ^ 4]) + content[5001:]


@pytest.mark.parametrize("broken_by", [lambda _: b"", lambda _: b"PK", _cut, _flipped])
def test_a_file_that_cannot_be_read_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken_by: Callable[[bytes], bytes]
) -> None:
    broken = tmp_path / "near.values"
    broken.write_bytes(broken_by(near.near_file().read_bytes()))
    monkeypatch.setattr(near, "near_file", lambda: broken)
    with pytest.raises(TableError, match=r"near\.values .*reinstall taquin"):
        near_model.__wrapped__()


@pytest.mark.parametrize(
    ("width", "height", "goal"), [(9, 8, "spiral"), (7, 10, "first"), (11, 7, "snake")]
)
def test_boards_of_more_than_64_cells_are_solved_by_default(
    width: int, height: int, goal: str
) -> None:
    solved = named_goal(goal, width, height)
    board = uniform(Puzzle.of(solved, goal=solved), random.Random(2))
    assert best_means(Puzzle.of(solved, goal=solved)).main.algorithm == "anytime_beam"
    result = solve(board, goal=solved, algorithm="anytime_beam", options={"width": 200})
    assert result.status is Status.SOLVED and result.engine == "compiled"
    assert result.cost is not None and result.lower_bound is not None
    assert result.lower_bound <= result.cost < 3 * result.lower_bound


def test_a_beam_that_is_stuck_is_finished_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def counted(*given: object) -> str:
        asked.append(given[-1])
        return plain(*given)

    plain = anytime_beam.completed
    monkeypatch.setattr(anytime_beam, "completed", counted)
    solved = named_goal("last", 9, 8)
    board = uniform(Puzzle.of(solved, goal=solved), random.Random(4))
    result = solve(board, algorithm="anytime_beam", options={"width": 1})
    assert len(asked) == 2 and asked[0] == "" and asked[1]
    assert result.solved


class Interrupted(Observer):
    """Presses Ctrl-C at the first solution."""

    def on_incumbent(self, cost: int) -> None:
        raise KeyboardInterrupt


def test_large_boards_have_an_answer_before_the_first_beam(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    solved = named_goal("last", 9, 8)
    board = uniform(Puzzle.of(solved, goal=solved), random.Random(4))
    monkeypatch.setattr(passes.Passes, "run", lambda self: pytest.fail("a beam ran"))
    result = solve(board, algorithm="anytime_beam", observer=Interrupted())
    assert (result.status, result.limit) == (Status.LIMIT, "interrupt")
    assert result.cost is not None


@pytest.mark.parametrize(("width", "height"), [(10, 10), (33, 32), (100, 100), (6, 20), (40, 2)])
def test_the_value_serves_rectangles_of_every_size(width: int, height: int) -> None:
    goal = named_goal("last", width, height)
    assert has_grid_beam(Puzzle.of(goal, goal=goal))
    assert has_grid_beam(Puzzle.of(goal, goal=goal, metric="mtm"))
    square = named_goal("last", 5, 5)
    assert not has_grid_beam(Puzzle.of(square, goal=square, metric="mtm"))
    assert memory_needed(width, height) < 1 << 30
