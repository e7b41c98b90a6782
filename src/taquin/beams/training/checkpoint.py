"""A training that was interrupted: saved whole, and continued by the next one."""

from pathlib import Path

import numpy as np

from taquin.beams.training.training import Trainer, TrainingSettings
from taquin.beams.value.fields import CURVE, MOST_SEED, SETTINGS, SIZE, misfit
from taquin.beams.value.model import model_name
from taquin.beams.value.relative import class_counts
from taquin.ground.fields import IntegerIn, NumberIn, OneOf, RecordOf, TextOf
from taquin.ground.sealed import Kind, read_sealed, write_sealed

__all__ = ["TRAINING", "load_training", "save_training"]

TRAINING = Kind(
    name="interrupted training",
    magic=b"TAQUINTR",
    version=1,
    header=RecordOf(
        {
            **SIZE,
            "seed": IntegerIn(0, MOST_SEED),
            "settings": SETTINGS,
            "rounds": IntegerIn(0, 1 << 53),
            "seconds": NumberIn(0, 1e15),
            "averaged": IntegerIn(0, 1 << 53),
            "curve": CURVE,
            "begun_from": TextOf(),
        },
        optional={"topology": OneOf(("torus",))},
    ),
    remedy="`taquin model remove {name}` removes it, and training then starts again.",
    largest=1 << 28,
    longest_header=1 << 26,
)


def save_training(path: Path, trainer: Trainer) -> None:
    """Write the state of a training, completely or not at all. Raises TableError."""
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
    if trainer.topology != "grid":
        state["topology"] = trainer.topology
    weights = [trainer.single, trainer.pairs, *(trainer.mean or ())]
    body = b"".join(part.astype("<f4", copy=False).tobytes() for part in weights)
    write_sealed(path, TRAINING, state, body)


def load_training(path: Path) -> Trainer:
    """The training in a file. Raises DamagedFile or TableError."""
    state, body = read_sealed(path, TRAINING)
    wrong = misfit(state)
    if wrong is not None:
        raise TRAINING.damaged(path, wrong)
    width, height, topology = state["width"], state["height"], state.get("topology", "grid")
    name = model_name(width, height, topology)
    if path.stem != name:
        raise TRAINING.damaged(path, f"has the wrong name: it is a training of {name}")
    n = width * height
    single, pairs = n**2, n**4
    shape: tuple[int, ...] = (n * n, n * n)
    if topology == "torus":
        single, pairs = class_counts(width, height)
        shape = (pairs,)
    several = 2 if state["averaged"] else 1
    found = np.frombuffer(body, "<f4", len(body) // 4).astype(np.float32)
    if len(body) != 4 * several * (single + pairs) or not np.isfinite(found).all():
        raise TRAINING.damaged(path, "has weights that are not those of its size")
    weights = [
        (part[:single].copy(), part[single:].reshape(shape).copy())
        for part in found.reshape(several, -1)
    ]
    return Trainer(
        width,
        height,
        *weights[0],
        state["seed"],
        TrainingSettings(**state["settings"]),
        state["begun_from"],
        state["rounds"],
        state["seconds"],
        weights[1] if state["averaged"] else None,
        state["averaged"],
        [tuple(point) for point in state["curve"]],
        topology,
    )
