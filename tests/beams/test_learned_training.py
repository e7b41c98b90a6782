"""Training: the same rounds give the same model, however they are interrupted or shared."""

import random
from pathlib import Path

import numpy as np
import pytest

from taquin.beams.training import training
from taquin.beams.training.boards import draw
from taquin.beams.training.checkpoint import load_training, save_training
from taquin.beams.training.session import begin
from taquin.beams.training.training import Trainer, TrainingReport, TrainingSettings
from taquin.beams.value.model import Model, first_guess
from taquin.beams.value.twin import beam
from taquin.ground.errors import TableError

SMALL = TrainingSettings(width=20, samples=8)


class Enough(Exception):
    """Ends a training."""


def trainer() -> Trainer:
    return Trainer(3, 3, *first_guess(3, 3), seed=5, settings=SMALL)


def test_equal_rounds_give_equal_models_for_any_number_of_threads() -> None:
    first, second = trainer(), trainer()
    first.run(rounds=4, workers=1)
    second.run(rounds=4, workers=3)
    assert np.array_equal(first.model().pairs, second.model().pairs)
    assert np.array_equal(first.model().single, second.model().single)
    untrained = begin(3, 3, 5, None).model()
    assert not np.array_equal(first.model().pairs, untrained.pairs)


def test_an_interrupted_training_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, part, path = trainer(), trainer(), tmp_path / "3x3.training"
    whole.run(rounds=4)
    monkeypatch.setattr(training, "_TOLD", 0.0)

    def stop(report: TrainingReport) -> None:
        if report.rounds == 2:
            raise Enough

    with pytest.raises(Enough):
        part.run(rounds=4, tell=stop)
    save_training(path, part)
    again = load_training(path)
    assert again.rounds == 2
    again.run(rounds=4)
    assert np.array_equal(again.model().pairs, whole.model().pairs)
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(TableError, match=r"taquin model remove 3x3\.training"):
        load_training(path)


def moves_of_narrow_beams(model: Model) -> int:
    source = draw(3, 3, random.Random(99))
    lengths = []
    for _ in range(40):
        moves = beam(model, next(source), 12, longest=90).moves
        lengths.append(90 if moves is None else len(moves))
    return sum(lengths)


def test_training_makes_narrow_beams_find_shorter_solutions() -> None:
    learner = trainer()
    before = moves_of_narrow_beams(learner.model())
    learner.settings = SMALL._replace(first_step=0.01, last_step=0.002)
    learner.run(rounds=120)
    assert moves_of_narrow_beams(learner.model()) < 0.97 * before
