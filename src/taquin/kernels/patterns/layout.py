"""The one layout of additive pattern databases, which every kernel reads.

A *view* maps the cells of the board to those of the tables, and owns the patterns that it looks up
there; a *slot* is one pattern in one view. A view's estimate is the sum of its slots' distances,
so its patterns must not share a tile; the estimate of all views is the greatest sum. The mirrored
board is a view, and so is another partition: patterns of different views may overlap, and a view
may leave tiles out, which then add nothing to its sum.
"""

from collections.abc import Sequence
from enum import IntEnum, auto
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.patterns import ranking
from taquin.kernels.patterns.geometry import colour
from taquin.kernels.patterns.ranking import (
    Arrangements,
    CellSets,
    arrangements,
    cell_sets,
    rank_arrangement,
    set_ranks,
)

__all__ = [
    "MOST_INDEXES",
    "NO_PATTERNS",
    "NO_SLOT",
    "ROW",
    "Column",
    "Pattern",
    "PatternTables",
    "PatternView",
    "carried",
    "joined",
    "largest_sum",
    "lay_out",
    "weighted_slots",
]

U64 = np.uint64
NO_SLOT = 0xFFFF
MOST_INDEXES = 10  # room for the tiles of one slot


class Column(IntEnum):
    """Columns of `PatternTables.patterns`."""

    TILES = 0
    SETS = auto()  # where the pattern's size begins in `first`
    MAPS = auto()  # and in `maps`
    NUMBERS = auto()  # and in `numbers`
    WORDS = auto()  # how many words it has
    ADDRESS = auto()
    PLANE0 = auto()  # distance from the first plane to the second in bytes, 0 if there is none
    GOAL = auto()  # the goal's cells << 32 | rank << 8
    GOAL_REGION = auto()  # the blank's region there
    ODD = auto()  # cells of odd colour
    PARITY = auto()  # how many of those the goal occupies, modulo two
    SHIFT = auto()  # log2 of the order bits of a word
    ORDER = auto()  # mask of the order bits in a rank
    STRIDE = auto()  # bytes in a block
    LARGEST = auto()  # greatest distance in the table
    BYTES = auto()  # in a plane, as all placements take
    WEIGHTED = auto()  # 1 if entries are costs of 16 bits; see `weighted`
    POWERS = auto()  # of the number of pairs of tiles; MOST_INDEXES of them end the row


ROW = Column.POWERS + MOST_INDEXES


class PatternTables(NamedTuple):
    """V views with S slots over P patterns. All arrays are flat; the caller keeps the tables alive.

    cell:     uint8[V * cells]   where the view puts each cell
    slot:     uint16[V * cells]  the slot of each tile; NO_SLOT for the blank, and if there is none
    begin:    uint64[V + 1]      the first slot of each view, and the number of slots
    row:      uint64[S]          where the slot's pattern begins in `patterns`
    tiles:    uint8[S * 10]      the tile that the slot looks up at each index of its pattern
    patterns: uint64[P * 27]     a row for each pattern, see `Column`
    ranks:    uint32[...]        see `set_ranks`
    The rest holds all sizes of patterns in turn:
    first:    uint32[sets]       first block of each cell set
    regions:  uint8[sets * cells] which of the set's blocks, by the blank's cell
    maps:     uint16 or uint32   `Arrangements.maps`
    numbers:  uint16[...]        number of a word by its code in the base of its pairs
    """

    cell: npt.NDArray[np.uint8]
    slot: npt.NDArray[np.uint16]
    begin: npt.NDArray[np.uint64]
    row: npt.NDArray[np.uint64]
    tiles: npt.NDArray[np.uint8]
    patterns: npt.NDArray[np.uint64]
    ranks: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]
    regions: npt.NDArray[np.uint8]
    maps: npt.NDArray[Any]
    numbers: npt.NDArray[np.uint16]

    @property
    def views(self) -> int:
        """Number of views."""
        return len(self.begin) - 1

    @property
    def slots(self) -> int:
        """Number of slots."""
        return len(self.row)


_BYTES, _WORDS, _LONGS = np.zeros(0, np.uint8), np.zeros(0, np.uint32), np.zeros(0, np.uint64)
_SHORTS = np.zeros(0, np.uint16)
NO_PATTERNS = PatternTables(
    cell=_BYTES,
    slot=_SHORTS,
    begin=np.zeros(1, np.uint64),
    row=_LONGS,
    tiles=_BYTES,
    patterns=_LONGS,
    ranks=_WORDS,
    first=_WORDS,
    regions=_BYTES,
    maps=_SHORTS,
    numbers=_SHORTS,
)


class Pattern(NamedTuple):
    """One table.

    homes: the goal cell of each of its tiles.   planes: uint8[1 or 2, bytes], see `build`.
    largest: its greatest distance.   weighted: whether its one plane has costs of 16 bits instead.
    """

    homes: tuple[int, ...]
    planes: npt.NDArray[np.uint8]
    largest: int
    weighted: bool = False


class PatternView(NamedTuple):
    """Where a view puts each cell; for each slot, its pattern's number and its tiles by index."""

    cells: Sequence[int]
    slots: Sequence[tuple[int, Sequence[int]]]


class _Size(NamedTuple):
    """What all patterns of one size share."""

    sets: CellSets
    table: Arrangements
    regions: npt.NDArray[np.uint8]  # uint8[sets * cells]
    numbers: npt.NDArray[np.uint16]


def _size(neighbors: npt.NDArray[np.uint8], tiles: int) -> _Size:
    sets, table = cell_sets(neighbors, tiles), arrangements(tiles)
    # In blocks: as bytes they would not fit 32 bits in tables beyond 4 GiB.
    regions = sets.block_of.reshape(len(sets.masks), -1) - sets.first[:-1, None]
    regions = np.where(sets.block_of == ranking.NONE, 255, regions.ravel())
    base, code = (tiles + 1) // 2, np.zeros(len(table.codes), np.int64)
    for place in range(tiles):
        code += table.codes // ranking.BASE**place % ranking.BASE * base**place
    numbers = np.zeros(base**tiles, np.uint16)
    numbers[code] = np.arange(len(code))
    return _Size(sets, table, regions.astype(np.uint8), numbers)


def lay_out(
    neighbors: npt.NDArray[np.uint8],
    blank: int,
    patterns: Sequence[Pattern],
    views: Sequence[PatternView],
) -> PatternTables:
    """The layout of some tables and views; their planes must outlive it.

    neighbors: uint8[cells * 4], 255 = none.   blank: the blank's goal cell.
    """
    sizes = {len(pattern.homes): None for pattern in patterns}
    parts = {tiles: _size(neighbors, tiles) for tiles in sizes}
    # Words of up to eight tiles fit in 16 bits, and small tables stay in the cache.
    rank = np.uint16 if max(parts, default=0) < 9 else np.uint32
    maps = {tiles: part.table.maps.ravel().astype(rank) for tiles, part in parts.items()}
    rows, begins = np.zeros((len(patterns), ROW), np.uint64), _begins(parts)
    colours = colour(neighbors)
    for row, pattern in zip(rows, patterns, strict=True):
        tiles = len(pattern.homes)
        row[[Column.SETS, Column.MAPS, Column.NUMBERS]] = begins[tiles]
        _fill_row(row, pattern, parts[tiles], colours, blank)
    cells, slots = len(neighbors) // 4, [slot for view in views for slot in view.slots]
    slot_of = np.full((len(views), cells), NO_SLOT, np.uint16)
    tiles_of = np.zeros((len(slots), MOST_INDEXES), np.uint8)
    begin = [*accumulate((len(view.slots) for view in views), initial=0)]
    for v, view in enumerate(views):
        for s, (_, looked_up) in enumerate(view.slots, start=begin[v]):
            slot_of[v, list(looked_up)] = s
            tiles_of[s, : len(looked_up)] = looked_up
    return PatternTables(
        cell=np.array([view.cells for view in views], np.uint8).ravel(),
        slot=slot_of.ravel(),
        begin=np.array(begin, np.uint64),
        row=np.array([pattern * ROW for pattern, _ in slots], np.uint64),
        tiles=tiles_of.ravel(),
        patterns=rows.ravel(),
        ranks=set_ranks(cells),
        first=np.concatenate([part.sets.first[:-1] for part in parts.values()]),
        regions=np.concatenate([part.regions for part in parts.values()]),
        maps=np.concatenate([*maps.values()]),
        numbers=np.concatenate([part.numbers for part in parts.values()]),
    )


def _begins(parts: dict[int, _Size]) -> dict[int, tuple[int, int, int]]:
    """Where each size begins in `first`, `maps` and `numbers`."""
    begins, (sets, maps, numbers) = {}, (0, 0, 0)
    for tiles, part in parts.items():
        begins[tiles] = sets, maps, numbers
        sets, maps = sets + len(part.sets.masks), maps + part.table.maps.size
        numbers += len(part.numbers)
    return begins


def _fill_row(
    row: npt.NDArray[np.uint64],
    pattern: Pattern,
    part: _Size,
    colours: list[int] | None,
    blank: int,
) -> None:
    """Everything about a pattern except where its size begins."""
    homes, planes, largest, weighted = pattern
    tiles, sets, table = len(homes), part.sets, part.table
    mask = sum(1 << cell for cell in homes)
    order = tuple(sorted(range(tiles), key=homes.__getitem__))
    cells = len(part.regions) // len(sets.masks)
    row[Column.TILES] = tiles
    row[Column.WORDS] = len(table.codes)
    row[Column.ADDRESS] = planes.ctypes.data
    row[Column.PLANE0] = planes.shape[1] if len(planes) > 1 else 0
    row[Column.GOAL] = mask << 32 | rank_arrangement(order, table) << 8
    row[Column.GOAL_REGION] = part.regions[int(np.searchsorted(sets.masks, mask)) * cells + blank]
    if colours is not None:
        row[Column.ODD] = sum(1 << cell for cell, odd in enumerate(colours) if odd)
        row[Column.PARITY] = sum(colours[cell] for cell in homes) & 1
    row[Column.SHIFT] = table.bits.bit_length() - 1
    row[Column.ORDER] = table.bits - 1
    row[Column.STRIDE] = len(table.codes) * table.bits * 2 // (1 if weighted else 16)
    row[Column.WEIGHTED] = weighted
    row[Column.LARGEST] = largest
    row[Column.BYTES] = int(sets.first[-1]) * int(row[Column.STRIDE])
    row[Column.POWERS :] = [((tiles + 1) // 2) ** later for later in range(MOST_INDEXES)]


def carried(tables: PatternTables, cells: Sequence[int], names: Sequence[int]) -> PatternTables:
    """The same tables for boards in other cells and with other tiles.

    cells: the cell of the given tables that each cell becomes.   names: the same for tiles.
    """
    views, count = tables.views, len(cells)
    given = np.argsort(names).astype(np.uint8)
    return tables._replace(
        cell=tables.cell.reshape(views, count)[:, list(cells)].ravel(),
        slot=tables.slot.reshape(views, count)[:, list(names)].ravel(),
        tiles=given[tables.tiles],
    )


def joined(several: Sequence[PatternTables]) -> PatternTables:
    """All views of several tables of one board side by side; NO_PATTERNS without any."""
    if len(several) < 2:
        return several[0] if several else NO_PATTERNS
    together: dict[str, list[npt.NDArray[Any]]] = {name: [] for name in PatternTables._fields}
    slots = patterns = 0
    sets, maps, numbers = 0, 0, 0
    for tables in several:
        rows = tables.patterns.reshape(-1, ROW).copy()
        rows[:, [Column.SETS, Column.MAPS, Column.NUMBERS]] += np.array(
            [sets, maps, numbers], np.uint64
        )
        shifted = np.where(tables.slot == NO_SLOT, NO_SLOT, tables.slot.astype(np.int64) + slots)
        moved = tables._replace(
            slot=shifted.astype(np.uint16),
            begin=tables.begin[:-1] + U64(slots),
            row=tables.row + U64(patterns),
            patterns=rows.ravel(),
        )
        for name, array in moved._asdict().items():
            together[name].append(array)
        slots, patterns = slots + tables.slots, patterns + len(tables.patterns)
        sets, maps = sets + len(tables.first), maps + len(tables.maps)
        numbers += len(tables.numbers)
    together["begin"].append(np.array([slots], np.uint64))
    together["ranks"] = together["ranks"][:1]  # the same for all patterns of a board
    return PatternTables(**{name: np.concatenate(parts) for name, parts in together.items()})


def weighted_slots(tables: PatternTables) -> npt.NDArray[np.bool_]:
    """bool[S]: which slots look up costs."""
    rows = tables.patterns.reshape(-1, ROW)[:, Column.WEIGHTED] != 0
    weighted: npt.NDArray[np.bool_] = rows[(tables.row // U64(ROW)).astype(np.int64)]
    return weighted


def largest_sum(tables: PatternTables) -> int:
    """An upper bound on the sum of every view; 0 without views."""
    rows = tables.patterns.reshape(-1, ROW)[:, Column.LARGEST]
    largest = rows[(tables.row // U64(ROW)).astype(np.int64)].tolist()
    begin = tables.begin.tolist()
    return max(
        (sum(largest[begin[view] : begin[view + 1]]) for view in range(tables.views)), default=0
    )
