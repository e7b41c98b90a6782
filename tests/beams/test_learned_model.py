"""Models: their file, the goals and sizes they serve, and the boards they may learn from."""

import random
from pathlib import Path

import numpy as np
import pytest

from taquin.beams.training import boards
from taquin.beams.value import store
from taquin.beams.value.file import read_header, read_model, write_model
from taquin.beams.value.model import UNIT, Model, first_guess
from taquin.beams.value.plan import plan_for
from taquin.beams.value.symmetry import (
    lifted,
    symmetrised,
    transposed_cells,
    view_of,
)
from taquin.ground.errors import TableError
from taquin.puzzle.board import Board
from taquin.puzzle.instances import instances
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.scramble import uniform

MOST_BYTES = 15_000_000


def random_model(width: int, height: int) -> Model:
    n = width * height
    source = np.random.Generator(np.random.PCG64(3))
    pairs = source.integers(-90, 91, size=(n * n, n * n)).astype(np.float32) / UNIT
    single = source.integers(0, 900, size=n * n).astype(np.float32) / UNIT
    if width == height:
        single, pairs = symmetrised(single, pairs)
    four = np.rint((np.triu(pairs, 1) + np.triu(pairs, 1).T) * UNIT).reshape(n, n, n, n)
    same = np.arange(n)
    four[same, :, same, :] = 0
    four[:, same, :, same] = 0
    return Model(
        width,
        height,
        np.rint(single * UNIT).astype(np.int16),
        four.reshape(n * n, n * n).astype(np.int16),
        {"seed": 7},
    )


@pytest.mark.parametrize(("width", "height"), [(3, 3), (4, 2)])
def test_a_file_gives_the_model_back(width: int, height: int, tmp_path: Path) -> None:
    model, path = random_model(width, height), tmp_path / f"{width}x{height}.model"
    write_model(path, model)
    again = read_model(path)
    assert np.array_equal(again.single, model.single)
    assert np.array_equal(again.pairs, model.pairs)
    assert again.about == {"seed": 7} == read_header(path)["about"]
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_damaged_file_is_never_read(tmp_path: Path) -> None:
    path = tmp_path / "3x3.model"
    write_model(path, random_model(3, 3))
    whole = path.read_bytes()
    for length in (0, 4, 12, 40, len(whole) // 2, len(whole) - 1):
        path.write_bytes(whole[:length])
        with pytest.raises(TableError, match=r"empty|cut off|are expected"):
            read_model(path)
    for place in range(0, len(whole), max(1, len(whole) // 60)):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        with pytest.raises(TableError, match=r"taquin model (remove|verify)"):
            read_model(path)
    with pytest.raises(TableError, match="cannot be read"):
        read_model(tmp_path / "missing.model")


def test_the_models_that_come_with_taquin_are_whole_and_small() -> None:
    files = sorted(store.shipped_folder().glob("*.model"))
    assert [file.stem for file in files] == [
        *("5x5-torus", "5x5", "6x6-torus", "6x6", "7x7-torus", "7x7", "8x8-torus", "8x8")
    ]
    assert sum(file.stat().st_size for file in files) < MOST_BYTES
    for file in files[:2]:
        model = read_model(file)
        assert model.name == file.stem
        assert model.about["seed"] is not None and model.about["curve"]


def test_a_model_under_a_wrong_name_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "shipped_folder", lambda: tmp_path)
    monkeypatch.setattr(store, "model_folder", lambda: tmp_path / "own")
    write_model(tmp_path / "4x4.model", random_model(3, 3))
    with pytest.raises(TableError, match="wrong name: it is for 3x3"):
        store.model_for(4, 4)


def test_the_first_guess_is_manhattan_distance_and_conflicts() -> None:
    single, pairs = first_guess(3, 3)
    model = Model(3, 3, (UNIT * single).astype(np.int16), (UNIT * pairs).astype(np.int16))
    assert model.value(range(9)) == 0
    assert model.value((1, 0, 2, 3, 4, 5, 6, 7, 8)) == UNIT
    # Tiles 3 and 5 in each other's cells: four steps, and conflicts with each other and with 4.
    assert model.value((0, 1, 2, 5, 4, 3, 6, 7, 8)) == UNIT * (4 + 3 * 1.5)


def test_lifting_to_the_same_size_changes_no_value() -> None:
    model = random_model(3, 3)
    unit = np.float32(UNIT)
    single, pairs = lifted(
        model.single.astype(np.float32) / unit, model.pairs / unit, (3, 3), (3, 3)
    )
    for board in (
        uniform(Puzzle.of("0 1 2/3 4 5/6 7 8", goal="first"), random.Random(k)) for k in range(20)
    ):
        features = [cell * 9 + content for cell, content in enumerate(board.cells)]
        again = sum(single[i] for i in features)
        again += sum(pairs[i, j] for k, i in enumerate(features) for j in features[:k])
        assert again == pytest.approx(model.value(board.cells) / UNIT, abs=1e-3)


def test_a_transposed_board_has_the_same_value() -> None:
    model = store.model_for(5, 5)
    assert model is not None
    mirror = transposed_cells(5)
    for item in instances("korf24")[:5]:
        board = item.board.cells
        other = [0] * 25
        for cell, content in enumerate(board):
            other[mirror[cell]] = int(mirror[content])
        assert model.value(board) == model.value(other)


@pytest.mark.parametrize("size", [(3, 3), (4, 2), (2, 5)])
def test_any_goal_becomes_canonical_and_its_moves_come_back(size: tuple[int, int]) -> None:
    width, height = size
    source = random.Random(11)
    for blank in range(width * height):
        tiles = list(range(1, width * height))
        source.shuffle(tiles)
        goal = Board(width, height, (*tiles[:blank], 0, *tiles[blank:]))
        puzzle, plan = Puzzle.of(goal, goal=goal), plan_for(goal)
        start = uniform(puzzle, source)
        board, letters = list(plan.board(start)), ""
        for _ in range(40):  # a random walk of the canonical board, translated
            at = board.index(0)
            letter = source.choice(Board(width, height, tuple(board)).legal_moves())
            board = list(Board(width, height, tuple(board)).apply(letter).cells)
            letters += letter
            assert board.index(0) != at
        moves = plan.view.moves(letters)
        assert plan.board(start.apply(moves)) == tuple(board)
        corner = view_of(goal)
        assert (corner is not None) == (plan.walk == "")
        # The canonical goal, walked back, is the puzzle's goal.
        solved = [0] * len(board)
        for cell, place in enumerate(plan.view.places):
            solved[place] = plan.view.names.index(cell)
        back = Board(width, height, tuple(solved))
        assert (back.apply(plan.walk) if plan.walk else back) == goal


@pytest.mark.parametrize(
    ("size", "names"),
    [((5, 5), "korf24"), ((6, 6), "deepcubea35"), ((7, 7), "deepcubea48")],
)
def test_boards_that_measure_a_model_are_never_learned_from(
    size: tuple[int, int], names: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    width, height = size
    mirror = transposed_cells(width)
    measured = []
    for item in instances(names):
        view = view_of(item.goal)
        assert view is not None
        board = view.board(item.board.cells)
        other = [0] * len(board)
        for cell, content in enumerate(board):
            other[mirror[cell]] = int(mirror[content])
        assert not boards.fit_to_learn(board, width, height)
        assert not boards.fit_to_learn(other, width, height)
        measured += [board, tuple(other)]
    # Even a generator that draws nothing else never gives one of them away.
    free = tuple(range(width * height))
    waiting = [*measured, free]
    monkeypatch.setattr(boards, "_uniform", lambda *given: waiting.pop(0))
    monkeypatch.setattr(boards, "_walked", lambda *given: waiting.pop(0))
    assert next(boards.draw(width, height, random.Random(1))) == free
    assert waiting == []


def test_boards_to_learn_from_are_solvable_and_seeded() -> None:
    puzzle = Puzzle.of("0 1 2 3/4 5 6 7/8 9 10 11", goal="first")

    def drawn(seed: int) -> list[tuple[int, ...]]:
        source = boards.draw(4, 3, random.Random(seed))
        return [next(source) for _ in range(60)]

    assert all(puzzle.judge(Board(4, 3, board)).solvable for board in drawn(1))
    assert drawn(1) == drawn(1) != drawn(2)
