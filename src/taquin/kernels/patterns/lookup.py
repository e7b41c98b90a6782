"""Looking up placements in the layout of `taquin.kernels.patterns.layout`.

A placement is one uint64, its *word*: the cells of the pattern's tiles << 32 | the rank of their
arrangement << 8 | their distance, if it is known. See `ranking` for both numbers.
"""

from typing import Any

import numpy as np

from taquin.kernels.base.intrinsics import count_bits, load_byte
from taquin.kernels.base.jit import inlined
from taquin.kernels.patterns.layout import MOST_INDEXES, Column, PatternTables
from taquin.kernels.patterns.ranking import rank_set

__all__ = ["byte_address", "of_pattern", "placed", "read", "remainder", "routed"]

U64 = np.uint64


@inlined
def of_pattern(tables: PatternTables, at: Any, column: Any) -> Any:
    """A column of the pattern whose row begins at `at`."""
    return tables.patterns[at + U64(column)]


@inlined
def byte_address(
    tables: PatternTables, cells: Any, at: Any, mask: Any, rank: Any, hole: Any
) -> Any:
    """The address of the byte of a placement with the blank in the cell `hole`.

    cells, mask, rank: uint32; the tiles' cells and the rank of their arrangement.   at, hole:
    uint64.
    """
    cell_set = of_pattern(tables, at, Column.SETS) + U64(rank_set(tables.ranks, cells, mask))
    block = U64(tables.first[cell_set]) + U64(tables.regions[cell_set * U64(cells) + hole])
    address = of_pattern(tables, at, Column.ADDRESS) + block * of_pattern(tables, at, Column.STRIDE)
    return address + U64(rank >> np.uint32(3))


@inlined
def placed(tables: PatternTables, where: Any, seen: Any, slot: Any) -> Any:
    """The word of a slot's tiles on a board, without distance.

    where: uint8[cells], the cell of each tile.   seen: where the view's cells begin in `cell`.
    """
    at, member = tables.row[slot], slot * U64(MOST_INDEXES)
    count, mask = of_pattern(tables, at, Column.TILES), U64(0)
    for i in range(count):
        mask |= U64(1) << U64(tables.cell[seen + U64(where[tables.tiles[member + i]])])
    code, order, last = of_pattern(tables, at, Column.NUMBERS), U64(0), U64(0)
    for i in range(count):
        here = U64(tables.cell[seen + U64(where[tables.tiles[member + i]])])
        later = count_bits(mask >> (here + U64(1)))
        code += (i >> U64(1)) * tables.patterns[at + U64(Column.POWERS) + later]
        if i & U64(1) and here < last:
            order |= U64(1) << (i >> U64(1))
        last = here
    rank = (U64(tables.numbers[code]) << of_pattern(tables, at, Column.SHIFT)) + order
    return mask << U64(32) | rank << U64(8)


@inlined
def remainder(tables: PatternTables, at: Any, word: Any, address: Any) -> Any:
    """The distance of a placement modulo four; address: its `byte_address`."""
    bit = (word >> U64(8)) & U64(7)
    plane0 = of_pattern(tables, at, Column.PLANE0)
    low = count_bits((word >> U64(32)) & of_pattern(tables, at, Column.ODD))
    low ^= of_pattern(tables, at, Column.PARITY)
    if plane0 != 0:
        low = U64(load_byte(address + plane0)) >> bit
    high = U64(load_byte(address)) >> bit
    return ((high & U64(1)) << U64(1)) | (low & U64(1))


@inlined
def routed(tables: PatternTables, cells: Any, at: Any, word: Any, source: Any, target: Any) -> Any:
    """The word after a tile's move from cell `source` to `target`, and its byte's address.

    The result still holds the old distance. cells, source, target: uint32.
    """
    one = np.uint32(1)
    mask = np.uint32(word >> U64(32))
    rank = np.uint32(word >> U64(8)) & np.uint32(0xFFFFFF)
    after = mask ^ (one << source) ^ (one << target)
    i = U64(count_bits(mask & ((one << source) - one)))
    j = U64(count_bits(after & ((one << target) - one)))
    place = of_pattern(tables, at, Column.MAPS)
    place += (i * of_pattern(tables, at, Column.TILES) + j) * of_pattern(tables, at, Column.WORDS)
    place += U64(rank) >> of_pattern(tables, at, Column.SHIFT)
    order = rank & np.uint32(of_pattern(tables, at, Column.ORDER))
    rank = np.uint32(tables.maps[place]) ^ order
    moved = U64(after) << U64(32) | U64(rank) << U64(8) | (word & U64(0xFF))
    return moved, byte_address(tables, cells, at, after, rank, U64(source))


@inlined
def read(word: Any, address: Any, plane0: Any) -> Any:
    """Distance of a routed word, from its bits; plane0: the pattern's `Column.PLANE0`.

    From 0 to 255 whatever the bits are, so that a damaged table, which may be noticed only while it
    is searched, leads to no address outside it.
    """
    one = np.uint32(1)
    bit = np.uint32(word >> U64(8)) & np.uint32(7)
    h = np.uint32(word) & np.uint32(0xFF)
    low = (h + one) & one
    if plane0 != 0:
        low = (np.uint32(load_byte(address + plane0)) >> bit) & one
    high = (np.uint32(load_byte(address)) >> bit) & one
    # The distance changes by -1, 0 or 1, so its remainder by four says which.
    h += ((high * np.uint32(2) + low - h + one) & np.uint32(3)) - one
    return U64(h & np.uint32(0xFF))
