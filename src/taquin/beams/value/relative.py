"""A learned value for boards on a torus, which knows only how places lie to one another.

Moving all tiles and all goal cells by the same step changes nothing on a torus. So a weight depends
on *displacements* alone: how far a content is from its goal cell, and for a pair of contents how
far each is and how their goal cells lie to each other. Reflections, the transposition of a square
and the order of two tiles change nothing either. What is equal by these symmetries is one class and
has one weight: 6x6 has 9,684 weights, where a model of the grid has 1.7 million. A displacement is
a cell, the one at which a content with goal cell 0 would be.
"""

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from taquin.beams.value.model import UNIT, Model

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "LEAST_SIDE",
    "RelativeWeights",
    "Shared",
    "class_counts",
    "first_distances",
    "relative_model",
    "shared",
    "stretched",
    "weights_of",
]

LEAST_SIDE = 3  # sides of two cells do not wrap around


class Shared(NamedTuple):
    """Which weights of a torus of n cells are equal.

    away: int32[n, n]       the displacement by cell and goal cell
    singles: int32[2, n]    the class of a tile's displacement, then that of the blank's
    pairs: int32[2, n³]     the class of (d · n + e) · n + f: the first content is displaced by d
                            and the second by e, whose goal cell lies f from that of the first; then
                            the same where the first one is the blank
    """

    away: "npt.NDArray[np.int32]"
    singles: "npt.NDArray[np.int32]"
    pairs: "npt.NDArray[np.int32]"


class RelativeWeights(NamedTuple):
    """The weights in moves, by class: float32[...] each."""

    singles: "npt.NDArray[np.float32]"
    pairs: "npt.NDArray[np.float32]"


@lru_cache(maxsize=4)
def shared(width: int, height: int) -> Shared:
    """The classes of a torus; sides of three cells or more. O(n³) time and memory."""
    import numpy as np

    n = width * height
    cells = np.arange(n)
    rows, columns = cells // width, cells % width
    away = ((rows[:, None] - rows) % height) * width + (columns[:, None] - columns) % width
    reflected = [
        ((down * rows) % height) * width + (right * columns) % width
        for down in (1, -1)
        for right in (1, -1)
    ]
    if width == height:
        across = columns * width + rows
        reflected += [turned[across] for turned in reflected]
    back = reflected[3]  # both reversed
    least = np.full(n, n)
    ordered = np.full(n**3, n**3)
    either = ordered.copy()
    first, second, between = (part.reshape(-1) for part in np.indices((n, n, n)))
    for turned in reflected:
        least = np.minimum(least, turned)
        code = (turned[first] * n + turned[second]) * n + turned[between]
        ordered = np.minimum(ordered, code)
        code = (turned[second] * n + turned[first]) * n + turned[back[between]]
        either = np.minimum(either, code)
    either = np.minimum(either, ordered)
    return Shared(away.astype(np.int32), _numbered(least, least), _numbered(either, ordered))


def _numbered(
    tiles: "npt.NDArray[np.int64]", blank: "npt.NDArray[np.int64]"
) -> "npt.NDArray[np.int32]":
    """Both rows of class names as numbers from 0 on; the blank's follow those of the tiles."""
    import numpy as np

    names, of_tiles = np.unique(tiles, return_inverse=True)
    of_blank = np.unique(blank, return_inverse=True)[1] + len(names)
    return np.stack([of_tiles, of_blank]).astype(np.int32)


def class_counts(width: int, height: int) -> tuple[int, int]:
    """How many weights a torus has: of single contents, and of pairs."""
    sharing = shared(width, height)
    return int(sharing.singles.max()) + 1, int(sharing.pairs.max()) + 1


def first_distances(width: int, height: int) -> RelativeWeights:
    """The weights before any training: the distance of each tile from its goal cell."""
    import numpy as np

    singles, pairs = (np.zeros(count, np.float32) for count in class_counts(width, height))
    singles[shared(width, height).singles[0]] = _steps(width, height)
    return RelativeWeights(singles, pairs)


def _steps(width: int, height: int) -> "npt.NDArray[np.float32]":
    """The distance by displacement."""
    import numpy as np

    cells = np.arange(width * height)
    rows, columns = cells // width, cells % width
    steps = np.minimum(rows, height - rows) + np.minimum(columns, width - columns)
    return steps.astype(np.float32)


def relative_model(
    width: int, height: int, weights: RelativeWeights, about: dict[str, object]
) -> Model:
    """The model with these weights, for every feature and pair of features. O(n⁴)."""
    import numpy as np

    sharing, n = shared(width, height), width * height
    most = np.iinfo(np.int16).max
    singles, pairs = (
        np.clip(np.rint(part * UNIT), -most, most).astype(np.int16) for part in weights
    )
    cells, contents = np.divmod(np.arange(n * n), n)
    away, blank = sharing.away[cells, contents], contents == 0
    single = singles[sharing.singles[blank.astype(np.int64), away]]
    tiles, blanks = (pairs[row].reshape(n, n, n) for row in sharing.pairs)
    both = np.empty((n * n, n * n), np.int16)
    for i in range(n * n):
        content = contents[i]
        between = sharing.away[contents, content]
        both[i] = (blanks if blank[i] else tiles)[away[i], away, between]
        both[i, blank] = blanks[away[blank], away[i], sharing.away[content, 0]]
        both[i, (contents == content) | (cells == cells[i])] = 0
    return Model(width, height, single, both, about, "torus")


def weights_of(model: Model) -> RelativeWeights:
    """The weights by class of a model for a torus; one feature or pair stands for each class."""
    import numpy as np

    n = model.cells
    sharing = shared(model.width, model.height)
    singles, pairs = (
        np.zeros(count, np.float32) for count in class_counts(model.width, model.height)
    )
    place = np.argsort(sharing.away, axis=0)  # the cell by displacement and goal cell
    first, second, between = np.indices((n, n, n))
    for blank, tile in ((0, 1), (1, 0)):
        singles[sharing.singles[blank]] = model.single[place[:, tile] * n + tile]
        home = np.full_like(between, tile)
        other = place[between, home]  # the goal cell that lies so far from that of the first
        if not blank:  # a pair of tiles does not tell of the blank: another tile comes first
            home[other == 0] = 2
            other = place[between, home]
        i = place[first, home] * n + home
        j = place[second, other] * n + other
        apart = (other != home) & (place[first, home] != place[second, other])
        pairs[sharing.pairs[blank].reshape(n, n, n)[apart]] = model.pairs[i[apart], j[apart]]
    scale = np.float32(UNIT)
    return RelativeWeights(singles / scale, pairs / scale)


def stretched(
    weights: RelativeWeights, small: tuple[int, int], large: tuple[int, int]
) -> RelativeWeights:
    """Weights for a torus from those of another one.

    A displacement is read as the same number of steps along each axis, the shorter way round, and
    at most as many as the other torus has. Distances are counted on the new one.
    """
    import numpy as np

    given, wanted = shared(*small), shared(*large)
    n, m = small[0] * small[1], large[0] * large[1]
    cells = np.arange(m)
    row = _along(cells // large[0], large[1], small[1])
    read = row * small[0] + _along(cells % large[0], large[0], small[0])
    fresh = first_distances(*large)
    steps, other_steps = _steps(*large), _steps(*small)
    first, second, between = (read[part.reshape(-1)] for part in np.indices((m, m, m)))
    at = (first * n + second) * n + between
    for blank in (0, 1):
        singles = weights.singles[given.singles[blank][read]]
        fresh.singles[wanted.singles[blank]] = (
            singles if blank else singles - other_steps[read] + steps
        )
        fresh.pairs[wanted.pairs[blank]] = weights.pairs[given.pairs[blank][at]]
    return fresh


def _along(places: "npt.NDArray[np.int64]", side: int, other: int) -> "npt.NDArray[np.int64]":
    """Steps along an axis of `side` cells as steps along one of `other`."""
    import numpy as np

    signed = np.where(places > side // 2, places - side, places)
    return np.clip(signed, -((other - 1) // 2), other // 2) % other
