"""Sums of additive pattern databases: of a board from scratch, and of its successors from those.

A stored entry gives a distance modulo four: one bit of it is stored; the other is the parity of
the cells that the pattern occupies, or is stored too. So the distance of a placement takes a walk
to the goal. A move changes the distance of one pattern in each view by at most one, and the
entries before and after the move tell by how much: a search that knows the sums of a board can
update them for every successor without a walk. A best-first search keeps one number per view with
every node, a depth-first search with every depth. Tables of `weighted` have the costs themselves.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits, load_byte, load_short
from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.patterns.layout import MOST_INDEXES, NO_SLOT, Column, PatternTables
from taquin.kernels.patterns.lookup import (
    byte_address,
    of_pattern,
    placed,
    read,
    remainder,
    routed,
)
from taquin.kernels.patterns.ranking import rank_set

__all__ = ["evaluate", "follow", "sum_change"]

U64 = np.uint64
_FARTHEST = 256  # steps of the longest walk to a goal
_UNREACHED = 0xFFFF  # in weighted tables


@inlined
def sum_change(
    tables: PatternTables,
    where: npt.NDArray[np.uint8],
    view: Any,
    tile: Any,
    cell: Any,
    blank: Any,
) -> Any:
    """The change of a view's sum when `tile` moves from `cell` to `blank`.

    -1, 0 or 1; with weighted tables, at most what the tile costs.
    where: uint8[cells], the cell of each tile before the move. view, tile, cell, blank: uint64.
    """
    cells = U64(len(where))
    seen = view * cells
    slot = U64(tables.slot[seen + tile])
    if slot == U64(NO_SLOT):
        return np.int64(0)
    # `placed` and `remainder` in one, because a search spends its time here: a quarter faster.
    at, place, tiles, row = tables.row[slot], tables.cell, tables.tiles, tables.patterns
    count, member = row[at + U64(Column.TILES)], slot * U64(MOST_INDEXES)
    weighted, found = row[at + U64(Column.WEIGHTED)] != U64(0), U64(0)
    for side in range(U64(2)):
        before = found
        where[tile] = blank if side else cell
        hole = U64(place[seen + (cell if side else blank)])
        mask = U64(0)
        for i in range(count):
            mask |= U64(1) << U64(place[seen + U64(where[tiles[member + i]])])
        code, order, last = row[at + U64(Column.NUMBERS)], U64(0), U64(0)
        for i in range(count):
            here = U64(place[seen + U64(where[tiles[member + i]])])
            later = count_bits(mask >> (here + U64(1)))
            code += (i >> U64(1)) * row[at + U64(Column.POWERS) + later]
            if i & U64(1) and here < last:
                order |= U64(1) << (i >> U64(1))
            last = here
        rank = (U64(tables.numbers[code]) << row[at + U64(Column.SHIFT)]) + order
        cell_set = row[at + U64(Column.SETS)]
        cell_set += U64(rank_set(tables.ranks, np.uint32(cells), np.uint32(mask)))
        block = U64(tables.first[cell_set]) + U64(tables.regions[cell_set * cells + hole])
        address = row[at + U64(Column.ADDRESS)] + block * row[at + U64(Column.STRIDE)]
        if weighted:
            found = U64(load_short(address + U64(2) * rank))
            continue
        address += rank >> U64(3)
        low = count_bits(mask & row[at + U64(Column.ODD)]) ^ row[at + U64(Column.PARITY)]
        if row[at + U64(Column.PLANE0)] != 0:
            low = U64(load_byte(address + row[at + U64(Column.PLANE0)])) >> (rank & U64(7))
        high = U64(load_byte(address)) >> (rank & U64(7))
        found = ((high & U64(1)) << U64(1)) | (low & U64(1))
    where[tile] = cell
    if weighted:
        return np.int64(found) - np.int64(before)
    return np.int64((found - before + U64(1)) & U64(3)) - 1


@inlined
def _region(tables: PatternTables, cells: Any, at: Any, word: Any) -> Any:
    """Where the blank's regions of a placement begin in `regions`, by its cell."""
    set_rank = rank_set(tables.ranks, np.uint32(cells), np.uint32(word >> U64(32)))
    return (of_pattern(tables, at, Column.SETS) + U64(set_rank)) * cells


@inlined
def _cost(tables: PatternTables, cells: Any, at: Any, word: Any, hole: Any) -> Any:
    """The entry of a placement in a weighted table; -1 if it cannot reach its goal."""
    rank, regions = (word >> U64(8)) & U64(0xFFFFFF), _region(tables, cells, at, word)
    cell_set = regions // cells
    block = U64(tables.first[cell_set]) + U64(tables.regions[regions + hole])
    address = of_pattern(tables, at, Column.ADDRESS)
    address += block * of_pattern(tables, at, Column.STRIDE) + U64(2) * rank
    value = np.int64(load_short(address))
    return np.int64(-1) if value == _UNREACHED else value


@internal
def _distance(neighbors: Any, tables: PatternTables, at: Any, word: Any, hole: Any) -> Any:
    """Exact distance of a placement, found by walking down to the goal; -1 if it cannot reach it.

    neighbors: uint8[cells * 4], of the tables' cells. word: without distance. hole: the blank's
    cell in the view.
    """
    cells, one, three = U64(len(neighbors)) >> U64(2), U64(1), U64(3)
    plane0 = of_pattern(tables, at, Column.PLANE0)
    mask, rank = np.uint32(word >> U64(32)), np.uint32(word >> U64(8)) & np.uint32(0xFFFFFF)
    address = byte_address(tables, np.uint32(cells), at, mask, rank, hole)
    # Only the distance modulo four is known; 4 .. 7 leaves room for one step down.
    h = U64(4) + remainder(tables, at, word, address)
    for distance in range(_FARTHEST):
        regions = _region(tables, cells, at, word)
        region = tables.regions[regions + hole]
        if word == of_pattern(tables, at, Column.GOAL):  # noqa: SIM102
            if region == of_pattern(tables, at, Column.GOAL_REGION):
                return np.int64(distance)
        found, places = False, word >> U64(32)
        for step in range(U64(4) * cells):
            cell, other = step >> U64(2), U64(neighbors[step])
            if tables.regions[regions + cell] != region or other == U64(255):
                continue
            if (places >> other) & one == U64(0):
                continue
            after, address = routed(
                tables, np.uint32(cells), at, word | h, np.uint32(other), np.uint32(cell)
            )
            if read(after, address, plane0) + one == h:
                word, hole, found = after & ~U64(0xFF), other, True
                break
        if not found:
            break
        h = ((h - one) & three) + U64(4)
    return np.int64(-1)


@quick
def evaluate(
    neighbors: Any, tables: PatternTables, boards: Any, where: Any, words: Any, sums: Any
) -> Any:
    """The words of all slots, with distances, and the sums of all views, of many boards.

    neighbors: uint8[cells * 4], of the tables' cells. boards: uint8[n, cells], the tile in each
    cell. where: uint8[cells], scratch. Output: words: uint64[S], of the last board, for weighted
    tables their costs alone; sums: int64[n, V]. Returns -1, or the number of the first board that
    has a pattern which cannot reach its goal.
    """
    cells = U64(len(where))
    for number in range(U64(len(boards))):
        for cell in range(cells):
            where[boards[number, cell]] = cell
        for view in range(U64(len(tables.begin) - 1)):
            seen, total = view * cells, np.int64(0)
            hole = U64(tables.cell[seen + U64(where[0])])
            for slot in range(tables.begin[view], tables.begin[view + U64(1)]):
                word = placed(tables, where, seen, slot)
                if of_pattern(tables, tables.row[slot], Column.WEIGHTED):
                    distance, word = _cost(tables, cells, tables.row[slot], word, hole), U64(0)
                else:
                    distance = _distance(neighbors, tables, tables.row[slot], word, hole)
                if distance < 0:
                    return np.int64(number)
                words[slot] = word | U64(distance)
                total += distance
            sums[number, view] = total
    return np.int64(-1)


@quick
def follow(
    tables: PatternTables, parents: Any, targets: Any, where: Any, before: Any, sums: Any
) -> None:
    """Sums of the boards that one move makes of others whose sums are known.

    parents: uint8[n, cells]. targets: uint8[n], the cell that the blank moves to. where:
    uint8[cells], scratch. before: int64[n, V], the parents' sums. Output: sums: int64[n, V].
    """
    cells = U64(len(where))
    for number in range(U64(len(parents))):
        for cell in range(cells):
            where[parents[number, cell]] = cell
        blank, target = U64(where[0]), U64(targets[number])
        tile = U64(parents[number, target])
        for view in range(U64(len(tables.begin) - 1)):
            change = sum_change(tables, where, view, tile, target, blank)
            sums[number, view] = before[number, view] + change
