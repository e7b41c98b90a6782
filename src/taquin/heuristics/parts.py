"""What kernels read of a heuristic: each heuristic that has a compiled form lowers itself.

A kernel's estimate is the largest of a few sums, its parts; see
`taquin.kernels.searches.estimates`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.kernels.searches.estimates import Conflicts, Walk

__all__ = ["Lowerable", "Parts", "PatternSums", "Uncompilable", "lowered"]


class Uncompilable(Exception):
    """Why something has no compiled form, in one sentence for the user.

    seconds: how long a kernel had searched before that showed.
    """

    seconds = 0.0


class PatternSums(Protocol):
    """Open pattern databases."""

    @property
    def lookup(self) -> Any:
        """Their sums, of many boards at once."""


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts whose maximum is the estimate; None and () where there is no such part.

    tiles: int64[cells, cells]; tiles[cell, tile] is what a tile adds in a cell, 0 for the blank.
    divisor: the sum over tiles is divided by it and rounded up.
    conflicts, walks: see `taquin.kernels.searches.estimates`; walks along rows and columns.
    pushes: the sums of both are divided by it and rounded up; 1 where one tile moves at a time.
    patterns: pattern databases, whose sums depend on the start.
    """

    tiles: "npt.NDArray[np.int64] | None" = None
    divisor: int = 1
    conflicts: "Conflicts | None" = None
    walks: "tuple[Walk, Walk] | None" = None
    patterns: tuple[PatternSums, ...] = ()
    pushes: int = 1

    def join(self, other: "Parts") -> "Parts":
        """The parts of both; raises Uncompilable for two different sums over tiles."""
        one, two = self.tiles, other.tiles
        first = other if one is None else self
        if (
            one is not None
            and two is not None
            and (self.divisor != other.divisor or (one != two).any())
        ):
            raise Uncompilable("the maximum of two different sums over tiles has no compiled form.")
        return Parts(
            tiles=first.tiles,
            divisor=first.divisor,
            conflicts=self.conflicts or other.conflicts,
            walks=self.walks or other.walks,
            patterns=(*self.patterns, *other.patterns),
            pushes=max(self.pushes, other.pushes),
        )


class Lowerable:
    """A heuristic with a compiled form."""

    def lower(self) -> Parts:
        """What kernels read of it. Raises Uncompilable, with the reason, where they cannot."""
        raise NotImplementedError


def lowered(name: str, h: object) -> Parts:
    """What kernels read of the heuristic called `name`; raises Uncompilable if it has no such form.

    Takes up to seconds for the tables of linear conflicts and walking distance.
    """
    if not isinstance(h, Lowerable):
        raise Uncompilable(
            f"{name} has no compiled form; only sums over tiles (PerTile), linear_conflict, "
            "walking_distance, pattern databases and maxima of these do."
        )
    return h.lower()
