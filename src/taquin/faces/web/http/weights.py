"""Models of the learned heuristic as the page reads them, made from those that come with taquin."""

import zlib
from functools import cache
from pathlib import Path

from taquin.beams.value.file import read_weights
from taquin.beams.value.store import shipped_folder

__all__ = ["packed", "page_models"]

_SIDES = (5, 6, 7, 8)


def page_models() -> dict[str, Path]:
    """The models' files, by their path on the page."""
    return {f"solver/values{n}.bin": shipped_folder() / f"{n}x{n}.model" for n in _SIDES}


@cache
def packed(path: Path) -> bytes:
    """The weights in a model's file, compressed by zlib: no browser reads LZMA.

    Raises TableError.
    """
    return zlib.compress(read_weights(path)[1])
