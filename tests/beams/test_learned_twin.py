"""The compiled beam against its readable twin, and the change of a value against the value."""

import random
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from taquin.beams.kernels.learned_rows import full_value
from taquin.beams.passes import beam as compiled
from taquin.beams.training.boards import draw
from taquin.beams.value.model import UNIT, Model
from taquin.beams.value.tables import BeamFrame, beam_tables, judge_of
from taquin.beams.value.twin import beam


def rough_model(width: int, height: int, seed: int = 1) -> Model:
    """Manhattan distance with random pairs, so that most values differ."""
    n = width * height
    source = np.random.Generator(np.random.PCG64(seed))
    pairs = source.integers(-8, 9, size=(n * n, n * n)).astype(np.int16)
    pairs = np.triu(pairs, 1) + np.triu(pairs, 1).T
    single = np.array(
        [
            UNIT * (abs(c // width - t // width) + abs(c % width - t % width)) if t else 0
            for c in range(n)
            for t in range(n)
        ],
        np.int16,
    )
    return Model(width, height, single, pairs)


def boards(width: int, height: int, count: int) -> list[tuple[int, ...]]:
    source = draw(width, height, random.Random(5))
    return [next(source) for _ in range(count)]


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 3), (3, 4)])
def test_rows_say_what_every_move_changes(width: int, height: int) -> None:
    model = rough_model(width, height)
    tables, n = beam_tables(model), width * height
    for board in boards(width, height, 20):
        blank = board.index(0)
        for direction, cell in enumerate(tables.neighbors[blank]):
            if cell == 255:
                continue
            after = list(board)
            after[blank], after[cell] = after[cell], 0
            row = tables.rows[(blank * 4 + direction) * n + board[cell]]
            change = sum(int(row[c * n + content]) for c, content in enumerate(board))
            assert change == model.value(after) - model.value(board)
        assert full_value(model.single, model.pairs, np.array(board, np.uint8)) == model.value(
            board
        )


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("width", [1, 7, 40])
def test_the_beam_and_its_twin_expand_the_same_boards(
    width: int, workers: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_LEAST_PART", 2)  # several threads even for a few boards
    model = rough_model(3, 3)
    pool = ThreadPoolExecutor(workers)
    solver = compiled.LearnedBeam(judge_of(model, beam_tables(model)), pool, workers)
    frame = BeamFrame(9, width, remembered=1 << 14, parts=workers)
    solved = 0
    for board in boards(3, 3, 12):
        run = compiled.Pass(solver, frame, board)
        moves = None
        while moves is None and run.size and run.counts.layers < 60:
            moves = run.step(width)
        twin = beam(model, board, width, longest=60)
        assert (moves, run.counts.expanded, run.counts.generated) == twin
        solved += moves is not None
    assert solved >= (width > 1) * 6
