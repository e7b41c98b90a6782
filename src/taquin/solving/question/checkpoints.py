"""Where a long search is asked to save its progress."""

from pathlib import Path
from typing import NamedTuple

__all__ = ["EVERY", "Checkpoints"]

EVERY = 60.0  # seconds between two checkpoints, and the most that a killed search loses


class Checkpoints(NamedTuple):
    """Where a search keeps its checkpoints.

    file: to write to, None for none.   resume: to continue from, None to begin.
    every: seconds between two checkpoints.
    """

    file: Path | None = None
    resume: Path | None = None
    every: float = EVERY
