"""Sums of additive pattern databases, updated from a board to its successors.

A stored entry gives a distance modulo four: one bit of it is stored; the other is the parity of
the cells that the pattern occupies, or is stored too. A move changes the distance of one pattern
in each view by at most one, so the entries before and after the move tell by how much. A search
that knows the sums of a board can therefore update them for every successor without walking to
the goal: a best-first search keeps one number per view with every node, a depth-first search with
every depth.
"""

from enum import IntEnum
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.jit import inlined
from taquin.kernels.pdb_intrinsics import count_bits, load_byte
from taquin.kernels.ranking import rank_set
from taquin.kernels.tables import NONE, PatternTables

__all__ = ["MOST_INDEXES", "POWERS", "Number", "largest_sum", "sum_change", "word_table"]

U64 = np.uint64

# Room for the tiles of one pattern in `PatternTables.tiles`.
MOST_INDEXES = 10


class Number(IntEnum):
    """Columns of `PatternTables.numbers`, one row per pattern; the powers of its base follow."""

    TILES = 0
    SETS = 1  # where the pattern's size begins in `first`
    WORDS = 2  # where it begins in `words`
    SHIFT = 3  # log2 of the order bits of a word
    STRIDE = 4  # bytes in a block
    ADDRESS = 5
    PLANE0 = 6  # distance from the first plane to the second in bytes, 0 if there is none
    ODD = 7  # cells of odd colour
    PARITY = 8  # how many of those the goal occupies, modulo two
    LARGEST = 9  # greatest distance in the table


POWERS = len(Number)
_ROW = U64(POWERS + MOST_INDEXES)
_INDEXES, _POWERS = U64(MOST_INDEXES), U64(POWERS)
_TILES, _SETS, _WORDS, _SHIFT, _STRIDE, _ADDRESS, _PLANE0, _ODD, _PARITY, _ = map(U64, Number)
_0, _1, _2, _3, _7 = (U64(number) for number in (0, 1, 2, 3, 7))


def word_table(tiles: int, codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint16]:
    """The number of each word of `codes` (in base 5) by its code in the smallest base."""
    base, code = (tiles + 1) // 2, np.zeros(len(codes), np.int64)
    for place in range(tiles):
        code += codes // 5**place % 5 * base**place
    table = np.zeros(base**tiles, np.uint16)
    table[code] = np.arange(len(codes))
    return table


def largest_sum(tables: PatternTables) -> int:
    """An upper bound on the sum of every view."""
    if not len(tables.start):
        return 0
    largest: list[int] = tables.numbers.reshape(-1, int(_ROW))[:, Number.LARGEST].tolist()
    rows: list[list[int]] = tables.row.reshape(len(tables.start), -1).tolist()
    return max(sum(largest[row] for row in set(view) if row != NONE) for view in rows)


@inlined
def sum_change(
    tables: PatternTables,
    where: npt.NDArray[np.uint8],
    view: Any,
    tile: Any,
    cell: Any,
    blank: Any,
) -> Any:
    """The change of a view's sum when `tile` moves from `cell` to `blank`: -1, 0 or 1.

    where: uint8[cells], the cell of each tile before the move. view, tile, cell, blank: uint64.
    """
    numbers, tiles, place, regions = tables.numbers, tables.tiles, tables.place, tables.regions
    cells = U64(len(where))
    seen = view * cells
    pattern = U64(tables.row[seen + tile])
    at = pattern * _ROW
    count = U64(numbers[at + _TILES])
    member = (view * U64(U64(len(numbers)) // _ROW) + pattern) * _INDEXES
    remainder = _0
    for side in range(_2):
        where[tile] = blank if side else cell
        hole = U64(place[seen + (cell if side else blank)])
        mask = _0
        for i in range(count):
            mask |= _1 << U64(place[seen + U64(where[tiles[member + i]])])
        code, order, last = U64(numbers[at + _WORDS]), _0, _0
        for i in range(count):
            here = U64(place[seen + U64(where[tiles[member + i]])])
            later = count_bits(mask >> (here + _1))
            code += (i >> _1) * U64(numbers[at + _POWERS + later])
            if i & _1 and here < last:
                order |= _1 << (i >> _1)
            last = here
        rank = (U64(tables.words[code]) << U64(numbers[at + _SHIFT])) + order
        cell_set = U64(numbers[at + _SETS])
        cell_set += U64(rank_set(tables.ranks, np.uint32(cells), np.uint32(mask)))
        block = U64(tables.first[cell_set]) + U64(regions[cell_set * cells + hole])
        address = U64(numbers[at + _ADDRESS]) + block * U64(numbers[at + _STRIDE]) + (rank >> _3)
        low = count_bits(mask & U64(numbers[at + _ODD])) ^ U64(numbers[at + _PARITY])
        if numbers[at + _PLANE0] != 0:
            low = U64(load_byte(address + U64(numbers[at + _PLANE0]))) >> (rank & _7)
        high = U64(load_byte(address)) >> (rank & _7)
        found = ((high & _1) << _1) | (low & _1)
        remainder = (found - remainder) & _3 if side else found
    where[tile] = cell
    return np.int64((remainder + _1) & _3) - 1
