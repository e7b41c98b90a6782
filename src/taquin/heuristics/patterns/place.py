"""The board and goal that pattern databases and move automata belong to."""

from dataclasses import dataclass
from functools import cached_property, lru_cache
from zlib import crc32

from taquin.heuristics.patterns.partition import canonical_goal

__all__ = ["Place"]


@lru_cache(maxsize=64)
def _key(neighbors: tuple[tuple[int, ...], ...]) -> str:
    return f"{crc32(repr(neighbors).encode()):08x}"


@dataclass(frozen=True)
class Place:
    """The board and goal that a table belongs to: everything except the pattern.

    neighbors: columns U D L R as in `taquin.puzzle.topology`.
    blank: the blank's goal cell.
    """

    width: int
    height: int
    neighbors: tuple[tuple[int, ...], ...]
    blank: int

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.width * self.height

    @cached_property
    def goal(self) -> tuple[int, ...]:
        """The canonical goal: the tile in each cell."""
        return canonical_goal(self.cells, self.blank)

    @cached_property
    def planes(self) -> int:
        """How many bits an entry has: one where cells can be two-coloured, else two."""
        from taquin.kernels import load_numba

        load_numba()
        from taquin.kernels.patterns.build import packed_neighbors
        from taquin.kernels.patterns.geometry import colour

        return 1 if colour(packed_neighbors(self.neighbors)) is not None else 2

    def home(self, tile: int) -> int:
        """Goal cell of a tile."""
        return self.goal.index(tile)

    @property
    def key(self) -> str:
        """A checksum of the neighbour table, which identifies the board type in file names."""
        return _key(self.neighbors)
