"""Which models there are: those that come with taquin, and those that the user has trained."""

import os
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from taquin.beams.value.file import MODEL, read_model
from taquin.beams.value.model import UNIT, Model, model_name
from taquin.beams.value.relative import relative_model, stretched, weights_of
from taquin.beams.value.symmetry import lifted
from taquin.ground.errors import TableError

__all__ = [
    "Stored",
    "file_of",
    "model_folder",
    "model_for",
    "read_named",
    "shipped_folder",
    "source_of",
    "stored_models",
]

_SUFFIX = ".model"
_LARGEST_SIDE = 8  # of a square that can be trained


class Stored(NamedTuple):
    """A model's file; name: see `Model.name`; own: trained by the user, who may remove it."""

    name: str
    path: Path
    own: bool


def shipped_folder() -> Path:
    """Where the models are that come with taquin."""
    return Path(__file__).parents[2] / "data" / "models"


def model_folder(*, make: bool = False) -> Path:
    """Where the user's own models are: `models` in the cache folder."""
    from taquin.kernels.base.cache import cache_folder

    return cache_folder("models", make=make)


def stored_models() -> list[Stored]:
    """All models, the user's own first."""
    return [
        Stored(path.name.removesuffix(_SUFFIX), path, own)
        for folder, own in ((model_folder(), True), (shipped_folder(), False))
        for path in sorted(folder.glob(f"*{_SUFFIX}"), key=lambda path: path.stem)
    ]


def file_of(width: int, height: int, topology: str = "grid") -> Stored | None:
    """The model of exactly this size and board type: the user's own if there is one."""
    return _first_of([(width, height)], topology)


def source_of(width: int, height: int, topology: str = "grid") -> Stored | None:
    """The model that serves boards of this size: its own, or one made from another size's.

    A rectangle uses the model of the square of its longer side, else of the next larger square,
    else of the largest.
    """
    side = max(width, height)
    squares = [*range(side, _LARGEST_SIDE + 1), *range(side - 1, 1, -1)]
    return _first_of([(width, height), *((s, s) for s in squares)], topology)


def _first_of(sizes: list[tuple[int, int]], topology: str) -> Stored | None:
    """The model of the first size that has one. Asked with every board, so no folder is listed."""
    folders = ((str(model_folder()), True), (str(shipped_folder()), False))
    for width, height in sizes:
        name = model_name(width, height, topology)
        for folder, own in folders:
            path = os.path.join(folder, name + _SUFFIX)
            if os.path.exists(path):
                return Stored(name, Path(path), own)
    return None


def model_for(
    width: int, height: int, *, like: tuple[int, int] | None = None, topology: str = "grid"
) -> Model | None:
    """The model for boards of this size and board type, made from another size's if need be.

    like: the size whose model to use. None if no model serves. Raises TableError for a damaged
    file.
    """
    stored = source_of(width, height, topology) if like is None else file_of(*like, topology)
    if stored is None:
        return None
    try:
        changed = stored.path.stat().st_mtime_ns
    except OSError as error:  # removed since
        raise MODEL.failed(stored.path, "read", error) from error
    return _read(stored.path, changed, width, height)


def read_named(path: Path) -> Model:
    """The model in a file, all of it checked, its name too. Raises TableError."""
    model = read_model(path)
    if path.name != f"{model.name}{_SUFFIX}":
        place = "" if model.topology == "grid" else f" on a {model.topology}"
        raise TableError(
            f"the model {path} has the wrong name: it is for {model.width}x{model.height} "
            f"boards{place}; rename it to {model.name}{_SUFFIX}."
        )
    return model


@lru_cache(maxsize=4)
def _read(path: Path, changed: int, width: int, height: int) -> Model:
    """The model in a file, for boards of this size; read again when the file has changed."""
    import numpy as np

    model = read_named(path)
    if (model.width, model.height) == (width, height):
        return model
    about = {**model.about, "lifted from": model.name}
    if model.topology == "torus":
        small = model.width, model.height
        weights = stretched(weights_of(model), small, (width, height))
        return relative_model(width, height, weights, about)
    single, pairs = lifted(
        model.single.astype(np.float32) / np.float32(UNIT),
        model.pairs.astype(np.float32) / np.float32(UNIT),
        (model.width, model.height),
        (width, height),
    )
    alone, both = (np.rint(part * UNIT).astype(np.int16) for part in (single, pairs))
    return Model(width, height, alone, both, about)
