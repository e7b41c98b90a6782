"""One `taquin model train`: begins or continues a training, saves it, and stores the model."""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from taquin.beams.training.checkpoint import load_training, save_training
from taquin.beams.training.training import Trainer, TrainingReport, from_model
from taquin.beams.value.file import write_model
from taquin.beams.value.model import UNIT, Model, first_guess
from taquin.beams.value.store import file_of, model_folder, model_for
from taquin.ground.errors import OptionError

__all__ = ["begin", "check_trainable", "continued", "smaller_model", "train", "training_file"]

_LARGEST = 64  # cells: the rows of a beam take 8 n⁴ bytes, the weights 4 n⁴
_SMALLEST_SIDE = 4  # whose model is worth beginning from
_SAVE_EVERY = 60.0  # seconds


def training_file(width: int, height: int, *, make: bool = False) -> Path:
    """Where an interrupted training of this size is kept."""
    return model_folder(make=make) / f"{width}x{height}.training"


def check_trainable(width: int, height: int) -> None:
    """Raise OptionError for a size that no model can be trained for."""
    if not 4 <= width * height <= _LARGEST or min(width, height) < 2:
        raise OptionError(
            f"{width}x{height}: expected a board of 2x2 to {_LARGEST} cells, such as 6x6."
        )


def begin(width: int, height: int, seed: int, source: Model | None) -> Trainer:
    """A new training: from a model for this size, lifted if need be, or from nothing learned."""
    check_trainable(width, height)
    if source is None:
        return Trainer(width, height, *first_guess(width, height), seed)
    unit = np.float32(UNIT)
    single, pairs = source.single.astype(np.float32) / unit, source.pairs.astype(np.float32) / unit
    known = str(source.about.get("lifted from", source.size))
    return Trainer(width, height, single, pairs, seed, begun_from=from_model(known))


def smaller_model(width: int, height: int) -> Model | None:
    """The model of the board with a row and a column less, lifted; None if there is none."""
    small = width - 1, height - 1
    if min(small) < _SMALLEST_SIDE or file_of(*small) is None:
        return None
    return model_for(width, height, like=small)


def train(
    trainer: Trainer,
    *,
    seconds: float | None,
    rounds: int | None,
    workers: int,
    tell: Callable[[TrainingReport], None],
) -> Path:
    """Train, store the model and return its file; Ctrl-C saves the training and goes on upwards."""
    path = training_file(trainer.width, trainer.height, make=True)
    save_training(path, trainer)  # better now than after an hour, where nothing can be written
    saved = time.perf_counter()

    def report(report: TrainingReport) -> None:
        nonlocal saved
        tell(report)
        if time.perf_counter() - saved > _SAVE_EVERY:
            save_training(path, trainer)
            saved = time.perf_counter()

    try:
        trainer.run(seconds=seconds, rounds=rounds, workers=workers, tell=report)
    except KeyboardInterrupt:
        save_training(path, trainer)
        raise
    model = path.with_suffix(".model")
    write_model(model, trainer.model())
    path.unlink(missing_ok=True)
    return model


def continued(width: int, height: int) -> Trainer | None:
    """The interrupted training of this size, if there is one."""
    path = training_file(width, height)
    return load_training(path) if path.exists() else None
