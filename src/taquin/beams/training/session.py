"""One `taquin model train`: begins or continues a training, saves it, and stores the model."""

import time
from collections.abc import Callable
from pathlib import Path

from taquin.beams.training.checkpoint import load_training, save_training
from taquin.beams.training.training import Trainer, TrainingReport, begun
from taquin.beams.value.file import write_model
from taquin.beams.value.model import Model, model_name
from taquin.beams.value.relative import LEAST_SIDE
from taquin.beams.value.store import file_of, model_folder, model_for
from taquin.ground.errors import OptionError

__all__ = ["begin", "check_trainable", "continued", "smaller_model", "train", "training_file"]

_LARGEST = 64  # cells: the rows of a beam take 8 n⁴ bytes, the weights 4 n⁴
_SMALLEST_SIDE = 4  # whose model is worth beginning from
_SAVE_EVERY = 60.0  # seconds


def training_file(width: int, height: int, topology: str = "grid", *, make: bool = False) -> Path:
    """Where an interrupted training of this size and board type is kept."""
    return model_folder(make=make) / f"{model_name(width, height, topology)}.training"


def check_trainable(width: int, height: int, topology: str = "grid") -> None:
    """Raise OptionError for a size that no model can be trained for."""
    if topology == "torus" and min(width, height) < LEAST_SIDE:
        raise OptionError(
            f"{width}x{height}: a model for a torus needs sides of {LEAST_SIDE} cells or more; "
            "shorter ones do not wrap around."
        )
    if not 4 <= width * height <= _LARGEST or min(width, height) < 2:
        raise OptionError(
            f"{width}x{height}: expected a board of 2x2 to {_LARGEST} cells, such as 6x6."
        )


def begin(
    width: int, height: int, seed: int, source: Model | None, topology: str = "grid"
) -> Trainer:
    """A new training: from a model for this size, lifted if need be, or from nothing learned."""
    check_trainable(width, height, topology)
    return begun(width, height, seed, source, topology)


def smaller_model(width: int, height: int, topology: str = "grid") -> Model | None:
    """The model of the board with a row and a column less, lifted; None if there is none."""
    small = width - 1, height - 1
    if min(small) < _SMALLEST_SIDE or file_of(*small, topology) is None:
        return None
    return model_for(width, height, like=small, topology=topology)


def train(
    trainer: Trainer,
    *,
    seconds: float | None,
    rounds: int | None,
    workers: int,
    tell: Callable[[TrainingReport], None],
) -> Path:
    """Train, store the model and return its file; Ctrl-C saves the training and goes on upwards."""
    path = training_file(trainer.width, trainer.height, trainer.topology, make=True)
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


def continued(width: int, height: int, topology: str = "grid") -> Trainer | None:
    """The interrupted training of this size and board type, if there is one."""
    path = training_file(width, height, topology)
    return load_training(path) if path.exists() else None
