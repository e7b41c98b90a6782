"""A training that was interrupted: saved whole, and continued by the next one."""

import contextlib
import json
import os
import zipfile
from pathlib import Path
from secrets import token_hex
from typing import Any

import numpy as np

from taquin.ground.errors import TableError
from taquin.heuristics.learned.training import Trainer, TrainingSettings

__all__ = ["load_training", "save_training"]


def save_training(path: Path, trainer: Trainer) -> None:
    """Write the state of a training beside `path`, then rename it. Raises TableError."""
    state = {
        "width": trainer.width,
        "height": trainer.height,
        "seed": trainer.seed,
        "settings": trainer.settings._asdict(),
        "rounds": trainer.rounds,
        "seconds": trainer.seconds,
        "averaged": trainer.averaged,
        "curve": trainer.curve,
        "begun_from": trainer.begun_from,
    }
    weights: dict[str, Any] = {"single": trainer.single, "pairs": trainer.pairs}
    if trainer.mean is not None:
        weights |= {"mean_single": trainer.mean[0], "mean_pairs": trainer.mean[1]}
    temporary = path.with_name(f"{path.name}.{os.getpid()}-{token_hex(4)}.tmp")
    try:
        with open(temporary, "xb") as file:
            text = np.frombuffer(json.dumps(state).encode(), np.uint8)
            np.savez(file, state=text, **weights)
        os.replace(temporary, path)
    except OSError as error:
        raise TableError(
            f"the training {path} cannot be saved: {error.strerror or error}; free some space, or "
            "point TAQUIN_CACHE at a folder you may write to."
        ) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def load_training(path: Path) -> Trainer:
    """The training in a file. Raises TableError if it cannot be read."""
    try:
        with np.load(path, allow_pickle=False) as data:
            state = json.loads(data["state"].tobytes())
            mean = None
            if state["averaged"]:
                mean = data["mean_single"], data["mean_pairs"]
            return Trainer(
                state["width"],
                state["height"],
                data["single"],
                data["pairs"],
                state["seed"],
                TrainingSettings(**state["settings"]),
                state["begun_from"],
                state["rounds"],
                state["seconds"],
                mean,
                state["averaged"],
                [tuple(point) for point in state["curve"]],
            )
    except (OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile) as error:
        raise TableError(
            f"the interrupted training {path} cannot be read ({error}); `taquin model remove "
            f"{path.name}` removes it, and training then starts anew."
        ) from error
