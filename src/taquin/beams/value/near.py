"""A value of large boards that looks at neighbouring tiles only, the same for every size.

Boards are canonical, as in `taquin.beams.value.model`. A tile's *displacement* is the rows
and columns from its cell to its goal cell, each cut off at `clip`. A cell's *zone* says how near it
is to the four sides. The value is the sum

- over the tiles, of the Manhattan distance, of `far` times the squares of the rows and columns to
  go, and of `single` by zone and displacement,
- over the ordered pairs of tiles at most `reach` rows and columns apart, of `pairs` by the first
  one's zone and displacement, where the second one is, and its displacement,
- over the tiles that near the blank, of `blank` by the blank's zone, where the tile is, and its
  displacement.

The squares bring far tiles home first, while the rest is still in disorder. Like the learned value
it ranks boards of the same depth, and proves nothing.

On a torus, lines of three cells and more have no ends: displacements are the shorter way around,
and every cell is in the middle zone.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.beams.value.file import unpacked
from taquin.beams.value.model import UNIT
from taquin.ground.fields import IntegerIn, RecordOf
from taquin.ground.sealed import Kind, read_sealed

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "NEAR",
    "NearModel",
    "NearValue",
    "near_file",
    "near_model",
    "read_near",
    "shorter_way",
    "zone_of",
]

_TWO = 2  # cells of a line, which touch already: on a torus it is not joined at its ends

NEAR = Kind(
    name="model",
    magic=b"TAQUINNV",
    version=1,
    header=RecordOf(
        {
            "reach": IntegerIn(1, 2),
            "clip": IntegerIn(1, 4),
            "margin": IntegerIn(0, 4),
            "far": IntegerIn(0, 1 << 15),
        }
    ),
    remedy="It comes with taquin: reinstall taquin.",
    largest=1 << 27,
)


@dataclass(frozen=True, slots=True)
class NearModel:
    """Weights in units of 1/64 move; K zones, Q displacements, W places around a cell.

    reach, clip: in rows and columns. margin: rows at a side that are distinguished.
    far: for each square
    single: int16[K, Q]
    pairs: int16[K, Q, W, Q]
    blank: int16[K, W, Q]
    """

    reach: int
    clip: int
    margin: int
    far: int
    single: "npt.NDArray[np.int16]"
    pairs: "npt.NDArray[np.int16]"
    blank: "npt.NDArray[np.int16]"


def zone_of(coordinate: int, side: int, margin: int) -> int:
    """The zone of a row or column: 0 at its first side, 2 · margin at its last one."""
    if coordinate < margin:
        return coordinate
    return max(margin, 2 * margin - (side - 1 - coordinate))


def shorter_way(steps: int, side: int) -> int:
    """Steps along a line whose ends are joined, the shorter way around; half of it forwards.

    >>> shorter_way(5, 6), shorter_way(3, 6), shorter_way(-3, 6), shorter_way(-2, 6)
    (-1, 3, 3, -2)
    """
    return (steps + (side - 1) // 2) % side - (side - 1) // 2


@dataclass(frozen=True, slots=True)
class NearValue:
    """The model for boards of one size.

    counted: the tiles that count, None for all; the others add nothing and are all alike.
    topology: grid or torus.
    """

    model: NearModel
    width: int
    height: int
    counted: frozenset[int] | None = None
    topology: str = "grid"

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    def counts(self, content: int) -> bool:
        """Whether it is a tile that counts."""
        return content != 0 and (self.counted is None or content in self.counted)

    def wraps(self, side: int) -> bool:
        """Whether lines of `side` cells are joined at their ends."""
        return self.topology == "torus" and side > _TWO

    def value(self, board: Sequence[int]) -> int:
        """The value of a canonical board, by its definition."""
        model, total = self.model, 0
        for cell, content in enumerate(board):
            zone, counts = self.zone(cell), self.counts(content)
            if counts:
                total += self.alone(cell, content)
            for other, where in self.around(cell):
                if not self.counts(board[other]):
                    continue
                there = self.displacement(other, board[other])
                if counts:
                    here = self.displacement(cell, content)
                    total += int(model.pairs[zone, here, where, there])
                elif content == 0:
                    total += int(model.blank[zone, where, there])
        return total

    def alone(self, cell: int, tile: int) -> int:
        """What a tile in a cell adds, whatever stands around it."""
        down, right = self._to_go(cell, tile)
        distance = UNIT * (abs(down) + abs(right)) + self.model.far * (down**2 + right**2)
        return distance + int(self.model.single[self.zone(cell), self.displacement(cell, tile)])

    def zone(self, cell: int) -> int:
        """The zone of a cell."""
        margin = self.model.margin
        rows, columns = (
            margin if self.wraps(side) else zone_of(at, side, margin)
            for at, side in zip(self._place(cell), (self.height, self.width), strict=True)
        )
        return rows * (2 * margin + 1) + columns

    def displacement(self, cell: int, tile: int) -> int:
        """The displacement of a tile in a cell, as an index."""
        clip, index = self.model.clip, 0
        for steps in self._to_go(cell, tile):
            index = index * (2 * clip + 1) + max(-clip, min(clip, steps)) + clip
        return index

    def around(self, cell: int) -> Iterator[tuple[int, int]]:
        """The cells within reach, and where each of them is, as an index."""
        reach, sides = self.model.reach, (self.height, self.width)
        place = self._place(cell)
        for down in range(-reach, reach + 1):
            for right in range(-reach, reach + 1):
                row, column = (
                    (at + steps) % side if self.wraps(side) else at + steps
                    for at, steps, side in zip(place, (down, right), sides, strict=True)
                )
                inside = 0 <= row < self.height and 0 <= column < self.width
                if inside and (down or right):
                    where = (down + reach) * (2 * reach + 1) + right + reach
                    yield row * self.width + column, where

    def _to_go(self, cell: int, tile: int) -> tuple[int, int]:
        """The rows and columns from a cell to a tile's goal cell."""
        rows, columns = (
            shorter_way(to - at, side) if self.wraps(side) else to - at
            for to, at, side in zip(
                self._place(tile), self._place(cell), (self.height, self.width), strict=True
            )
        )
        return rows, columns

    def _place(self, cell: int) -> tuple[int, int]:
        return divmod(cell, self.width)


def near_file() -> Path:
    """The model's file, which comes with taquin."""
    return Path(__file__).parents[2] / "data" / "models" / "near.values"


@lru_cache(maxsize=1)
def near_model() -> NearModel:
    """The model that comes with taquin. Raises TableError if its file cannot be read."""
    return read_near(near_file())


def read_near(path: Path) -> NearModel:
    """The model in a file. Raises DamagedFile or TableError."""
    import numpy as np

    header, packed = read_sealed(path, NEAR)
    zones, displaced, places = ((2 * header[name] + 1) ** 2 for name in ("margin", "clip", "reach"))
    shapes = (
        (zones, displaced),
        (zones, displaced, places, displaced),
        (zones, places, displaced),
    )
    sizes = [prod(shape) for shape in shapes]
    weights = np.frombuffer(unpacked(path, NEAR, packed, 2 * sum(sizes)), "<i2").astype(np.int16)
    ends = [*accumulate(sizes)]
    single, pairs, blank = (
        part.reshape(shape)
        for part, shape in zip(np.split(weights, ends[:-1]), shapes, strict=True)
    )
    return NearModel(
        header["reach"], header["clip"], header["margin"], header["far"], single, pairs, blank
    )
