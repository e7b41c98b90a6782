"""Relabelled tables: where one belongs, how large it is, and how it is built."""

from dataclasses import dataclass
from functools import cached_property
from math import factorial, prod
from typing import TYPE_CHECKING

from taquin.ground.announce import announce
from taquin.ground.deadline import check_deadline
from taquin.ground.errors import NoRoom
from taquin.ground.heard import NoticeSentence
from taquin.ground.sentences import said
from taquin.ground.storage import affordable_bytes, may_store
from taquin.heuristics.patterns.grouping import grouping
from taquin.kernels import load_numba

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["RelabelledTable", "built"]

_WORTH_STORING = 1 << 20  # bytes; smaller tables are built in some milliseconds
_BYTES_A_SEQUENCE = 28  # while building; 16 are left


@dataclass(frozen=True)
class RelabelledTable:
    """The place of a table: the board, and the blank's canonical goal cell."""

    width: int
    height: int
    blank: int

    @property
    def groups(self) -> tuple[int, ...]:
        """The group of the tile whose goal is each cell."""
        return grouping(self.width, self.height, self.blank)

    @property
    def is_symmetric(self) -> bool:
        """Whether the transposed board has the same goal."""
        return self.width == self.height and self.blank % self.width == self.blank // self.width

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.width}x{self.height}-blank{self.blank}.pushes"

    @cached_property
    def sequences(self) -> int:
        """How many sequences of its groups there are; two words of 64 bits each."""
        tiles = [g for cell, g in enumerate(self.groups) if cell != self.blank]
        alike = prod(factorial(tiles.count(group)) for group in set(tiles))
        return factorial(len(tiles)) // alike

    @property
    def nbytes(self) -> int:
        """Bytes of its entries."""
        return 16 * self.sequences

    @property
    def stores(self) -> bool:
        """Whether it is large enough to be stored."""
        return self.nbytes >= _WORTH_STORING


def built(
    table: RelabelledTable,
) -> tuple["npt.NDArray[np.uint64]", tuple[tuple[int, ...], tuple[int, ...]]]:
    """The codes of a table and its histograms, built now. Raises NoRoom."""
    load_numba()
    from taquin.kernels.patterns.relabelled import build

    needed, room = _BYTES_A_SEQUENCE * table.sequences, affordable_bytes()
    if room is not None and needed > room:
        raise NoRoom(
            f"building the relabelled table of {table.width}x{table.height} takes {needed:,} bytes "
            "of memory, more than there are. Allow more memory, or use manhattan.",
            needed,
        )
    if table.stores:
        built = NoticeSentence.RELABELLED if may_store() else NoticeSentence.RELABELLED_NOW
        announce(said(built, size=f"{table.width}x{table.height}"))

    def tick(_: float) -> None:
        if not may_store():  # then nobody else has any use for the table
            check_deadline()

    workers = 2 if may_store() else 1  # a server runs one search a core
    return build(
        table.width, table.height, table.groups, table.blank, workers=workers, progress=tick
    )
