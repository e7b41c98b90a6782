"""Additive pattern databases as they were published: one distance a placement of the tiles.

The tables of `build` distinguish the regions in which the blank can be. Here each placement has
the least distance of any region, as in Korf & Felner 2002; a byte each, so that a value takes one
look-up a pattern, wherever the search is.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import load_byte
from taquin.kernels.base.jit import inlined, kernel
from taquin.kernels.patterns.build import Frames, build
from taquin.kernels.patterns.layout import Column, PatternTables
from taquin.kernels.patterns.lookup import of_pattern, placed
from taquin.kernels.patterns.ranking import arrangements, rank_set

__all__ = ["distances", "value", "values"]

U64 = np.uint64


def distances(
    neighbors: npt.NDArray[np.uint8],
    goal_cells: tuple[int, ...],
    blank: int,
    *,
    workers: int = 2,
) -> npt.NDArray[np.uint8]:
    """uint8[sets, arrangements]: the least number of moves of a pattern's tiles to their goal.

    The arguments of `build`; both indexes are those of `taquin.kernels.patterns.ranking`. 0 where
    no order of a pair of tiles has the number.
    """
    found: list[npt.NDArray[np.uint8]] = []
    before: list[npt.NDArray[Any]] = []

    def note(level: int, frames: Frames) -> None:
        if not found:
            sets, words = frames.placed.shape
            bits = arrangements(len(goal_cells)).bits
            found.append(np.zeros((sets, words * bits), np.uint8))
            before.append(np.zeros_like(frames.placed))
        _note(frames.placed, before[0], level, found[0])

    build(neighbors, goal_cells, blank, workers=workers, each=note)
    return found[0]


@kernel
def _note(placed: Any, before: Any, level: Any, found: Any) -> None:
    """Write the level of the placements that are new, and remember them."""
    bits = found.shape[1] // placed.shape[1]
    for s in range(placed.shape[0]):
        for w in range(placed.shape[1]):
            new = placed[s, w] & ~before[s, w]
            if new == 0:
                continue
            before[s, w] = placed[s, w]
            for bit in range(bits):
                if (new >> bit) & 1:
                    found[s, w * bits + bit] = level


@inlined
def value(tables: PatternTables, cells: Any, where: Any) -> Any:
    """The greatest sum of any view, from tables of `distances`.

    tables: a layout whose planes are those tables.   cells: int64.   where: uint8[cells], the cell
    of each tile.
    """
    best = U64(0)
    for view in range(len(tables.begin) - 1):
        total = U64(0)
        for slot in range(tables.begin[view], tables.begin[view + 1]):
            at = tables.row[slot]
            word = placed(tables, where, U64(view * cells), U64(slot))
            mask, rank = np.uint32(word >> U64(32)), (word >> U64(8)) & U64(0xFFFFFF)
            row = U64(rank_set(tables.ranks, np.uint32(cells), mask))
            row *= of_pattern(tables, at, Column.STRIDE) * U64(8)
            total += U64(load_byte(of_pattern(tables, at, Column.ADDRESS) + row + rank))
        best = max(best, total)
    return best


@kernel
def values(tables: PatternTables, boards: Any, where: Any, found: Any) -> None:
    """The estimate of each board; boards: uint8[n, cells], where: uint8[cells], found: int64[n]."""
    cells = np.int64(boards.shape[1])
    for row in range(len(boards)):
        for cell in range(cells):
            where[boards[row, cell]] = cell
        found[row] = np.int64(value(tables, cells, where))
