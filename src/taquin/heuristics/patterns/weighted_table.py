"""Weighted pattern databases: where one belongs, how large it is, how it is built and stored."""

import os.path
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import comb, factorial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zlib import crc32

from taquin.ground.announce import announce
from taquin.ground.deadline import check_deadline
from taquin.ground.errors import NoRoom, OptionError
from taquin.ground.fields import IntegerIn, ListOf, RecordOf
from taquin.ground.heard import NoticeSentence
from taquin.ground.once import once
from taquin.ground.sealed import Kind, map_sealed, read_sealed_header, write_sealed
from taquin.ground.sentences import said
from taquin.ground.storage import affordable_bytes, may_store
from taquin.heuristics.patterns.file import refuse_another
from taquin.heuristics.patterns.partition import MOST_CELLS, format_partition
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.store import BUDGET, table_folder
from taquin.heuristics.patterns.stored import load_or_make
from taquin.kernels import load_numba

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["WEIGHTED", "WeightedTable", "open_weighted", "verify_weighted"]

_WORTH_STORING = 1 << 20  # bytes; smaller tables are built in some milliseconds
_DEAREST = 1000  # what a tile can cost
_ROW = ListOf(IntegerIn(-1, MOST_CELLS - 1), least=4, most=4)

WEIGHTED = Kind(
    name="weighted pattern database",
    magic=b"TAQUINPW",
    version=1,
    header=RecordOf(
        {
            "width": IntegerIn(1, MOST_CELLS),
            "height": IntegerIn(1, MOST_CELLS),
            "neighbors": ListOf(_ROW, least=2, most=MOST_CELLS),
            "blank": IntegerIn(0, MOST_CELLS - 1),
            "pattern": ListOf(IntegerIn(1, MOST_CELLS - 1), least=1, most=8),
            "costs": ListOf(IntegerIn(1, _DEAREST), least=1, most=8),
            "greatest": IntegerIn(0, 0xFFFE),
        }
    ),
    remedy=(
        "The next search that needs it rebuilds it; `taquin pdb remove {name}` removes it, and "
        "`taquin pdb verify` checks all stored tables."
    ),
    largest=1 << 34,
    align=4096,
)


@dataclass(frozen=True)
class WeightedTable:
    """A pattern of the canonical goal, and what the move of each of its tiles costs."""

    place: Place
    pattern: tuple[int, ...]
    costs: tuple[int, ...]

    @property
    def name(self) -> str:
        """The name of its file."""
        place, tiles = self.place, "-".join(map(str, self.pattern))
        key = crc32(repr(self.costs).encode())
        return (
            f"{place.width}x{place.height}-{place.key}-blank{place.blank}-{tiles}-{key:08x}.costs"
        )

    @property
    def least_bytes(self) -> int:
        """Bytes of its entries if the blank had one region around each set of cells."""
        tiles = len(self.pattern)
        orders = (factorial(tiles) >> tiles // 2) * (8 if tiles < 8 else 16)
        return 2 * comb(self.place.cells, tiles) * orders

    @property
    def stores(self) -> bool:
        """Whether it is large enough to be stored."""
        return self.least_bytes >= _WORTH_STORING

    @property
    def is_at_hand(self) -> bool:
        """Whether it takes no seconds to build it first."""
        stored = os.path.exists(table_folder() / self.name)
        return not self.stores or stored or open_weighted.known(self)

    def identity(self) -> dict[str, Any]:
        """What its file must say."""
        place = self.place
        return {
            "width": place.width,
            "height": place.height,
            "neighbors": [list(row) for row in place.neighbors],
            "blank": place.blank,
            "pattern": list(self.pattern),
            "costs": list(self.costs),
        }


@once(maxsize=BUDGET, size=lambda entries: int(entries.nbytes))
def open_weighted(table: WeightedTable) -> "npt.NDArray[np.uint16]":
    """The entries of a table, uint16[blocks, arrangements]: from memory, its file, or built.

    Built by one thread while others wait, and stored. Raises NoRoom if there is no memory for it,
    TimeUp if it cannot be stored and takes too long, and TableError for a damaged file that may not
    be rebuilt.
    """
    path = table_folder(make=may_store()) / table.name
    if not table.stores:
        return _built(table)
    if not may_store():
        return _load(table) if os.path.exists(path) else _built(table)

    def make() -> "tuple[npt.NDArray[np.uint16], Callable[[], None]]":
        entries = _built(table)
        header = {**table.identity(), "greatest": greatest(entries)}
        body = entries.reshape(-1).view("uint8").data
        return entries, lambda: write_sealed(path, WEIGHTED, header, body)

    entries, problem = load_or_make(path, partial(_load, table), make)
    if problem:
        announce(f"the table could not be stored for later runs: {problem}", private=True)
    return entries


def greatest(entries: "npt.NDArray[np.uint16]") -> int:
    """The greatest cost in a table."""
    from taquin.kernels.patterns.weighted import UNREACHED

    return int(entries.max(where=entries != UNREACHED, initial=0))


def _built(table: WeightedTable) -> "npt.NDArray[np.uint16]":
    """The entries, built now. Raises NoRoom, and OptionError for a pattern of too many tiles."""
    load_numba()
    from taquin.kernels.patterns.build import packed_neighbors
    from taquin.kernels.patterns.weighted import MOST_WEIGHTED, build_weighted

    tiles, room = format_partition((table.pattern,)), affordable_bytes()
    if len(table.pattern) > MOST_WEIGHTED:
        raise OptionError(
            f"a pattern of {len(table.pattern)} tiles is too large where tiles have costs; "
            f"expected at most {MOST_WEIGHTED} tiles, as in 6-6-3."
        )
    needed = 2 * table.least_bytes
    if room is not None and needed > room:
        raise NoRoom(
            f"building the table of tiles {tiles} with their costs takes about {needed:,} bytes of "
            "memory, more than there are. Choose smaller patterns, or allow more memory.",
            needed,
        )
    if table.stores:
        built = NoticeSentence.WEIGHTED if may_store() else NoticeSentence.WEIGHTED_NOW
        announce(said(built, tiles=tiles))

    def tick() -> None:
        if not may_store():  # then nobody else has any use for the table
            check_deadline()

    place = table.place
    entries = build_weighted(
        packed_neighbors(place.neighbors),
        tuple(map(place.home, table.pattern)),
        place.blank,
        table.costs,
        tick,
    )
    entries.flags.writeable = False
    return entries


def _load(table: WeightedTable, *, again: bool = False) -> "npt.NDArray[np.uint16]":
    """The entries of a stored table, checked. Raises TableError.

    again: check all of it, even if that was done before.
    """
    load_numba()
    import numpy as np

    from taquin.kernels.patterns.build import packed_neighbors
    from taquin.kernels.patterns.ranking import arrangements, cell_sets

    path = table_folder() / table.name
    mapped = map_sealed(path, WEIGHTED)
    refuse_another(path, WEIGHTED, mapped.header, table.identity())
    tiles = len(table.pattern)
    blocks = int(cell_sets(packed_neighbors(table.place.neighbors), tiles).first[-1])
    order = arrangements(tiles)
    needed = 2 * blocks * len(order.codes) * order.bits
    if len(mapped.body) != needed:
        raise WEIGHTED.damaged(path, f"has {len(mapped.body):,} bytes, not {needed:,}")
    if again or not mapped.is_known:
        mapped.check(again=again)
    return np.frombuffer(mapped.body, np.uint16).reshape(blocks, -1)


def verify_weighted(path: Path) -> None:
    """Check all of a file, and whether it is what its name says. Raises TableError."""
    header = read_sealed_header(path, WEIGHTED)
    cells, neighbors = header["width"] * header["height"], header["neighbors"]
    tiles = header["pattern"]
    proper = len(neighbors) == cells and max(map(max, neighbors)) < cells > header["blank"]
    if not proper or tiles != sorted(set(tiles)) or tiles[-1] >= cells:
        raise WEIGHTED.damaged(path, "has a wrong header: its numbers contradict each other")
    place = Place(header["width"], header["height"], tuple(map(tuple, neighbors)), header["blank"])
    table = WeightedTable(place, tuple(tiles), tuple(header["costs"]))
    if table.name != path.name or len(tiles) != len(header["costs"]):
        raise WEIGHTED.damaged(path, f"has the wrong name: it contains {table.name}")
    _load(table, again=True)
