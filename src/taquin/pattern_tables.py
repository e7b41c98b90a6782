"""Lowers pattern databases to what the general kernels read, `kernels.tables.PatternTables`."""

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.ida_star_pdb import Column
from taquin.kernels.pattern_sums import MOST_INDEXES, POWERS, Number, word_table
from taquin.kernels.tables import NO_PATTERNS, NONE, PatternTables
from taquin.puzzle.puzzle import State

if TYPE_CHECKING:
    from taquin.heuristics.pdb import PatternHeuristic

__all__ = ["pattern_tables"]

# Columns that both kinds of kernel read.
_SHARED = {
    Number.TILES: Column.TILES,
    Number.SETS: Column.SETS,
    Number.SHIFT: Column.SHIFT,
    Number.STRIDE: Column.STRIDE,
    Number.ADDRESS: Column.ADDRESS,
    Number.PLANE0: Column.PLANE0,
}


def pattern_tables(heuristics: Sequence["PatternHeuristic"], start: State) -> PatternTables:
    """The tables for the maximum of several collections on one puzzle, in a search from `start`.

    Valid as long as the heuristics live. Raises OptionError if a pattern cannot reach its goal.
    """
    if not heuristics:
        return NO_PATTERNS
    several = [_tables(heuristic, start) for heuristic in heuristics]
    rows = [len(tables.numbers) // (POWERS + MOST_INDEXES) for tables in several]
    shifts = zip(
        accumulate(rows, initial=0),
        accumulate((len(tables.first) for tables in several), initial=0),
        accumulate((len(tables.words) for tables in several), initial=0),
        strict=True,
    )
    moved = [
        _moved(tables, sum(rows), *shift) for tables, shift in zip(several, shifts, strict=False)
    ]
    joined = PatternTables(*(np.concatenate(arrays) for arrays in zip(*moved, strict=True)))
    return joined._replace(ranks=several[0].ranks)  # the same for all patterns of a board


def _moved(tables: PatternTables, rows: int, row: int, sets: int, words: int) -> PatternTables:
    """The same tables, shifted behind other patterns, cell sets and words.

    rows: the total number of patterns.   row, sets, words: how many come before these tables' own.
    """
    views = len(tables.start)
    tiles = np.zeros((views, rows, MOST_INDEXES), np.uint8)
    part = tables.tiles.reshape(views, -1, MOST_INDEXES)
    tiles[:, row : row + part.shape[1]] = part
    numbers = tables.numbers.reshape(-1, POWERS + MOST_INDEXES).copy()
    numbers[:, [Number.SETS, Number.WORDS]] += sets, words
    shifted = np.where(tables.row == NONE, NONE, tables.row + row).astype(np.uint8)
    return tables._replace(row=shifted, tiles=tiles.ravel(), numbers=numbers.ravel())


def _tables(heuristic: "PatternHeuristic", start: State) -> PatternTables:
    """One collection, mapped from its canonical goal to the puzzle's cells and tiles."""
    collection, canonical = heuristic.collection, heuristic.canonical
    tables = collection.search_tables()
    views, cells = tables.view_cell.shape
    patterns, names = len(collection.databases), list(canonical.names)
    row, index = np.full((views, cells), NONE, np.uint8), tables.view_index[:, names]
    tiles = np.zeros((views, patterns, MOST_INDEXES), np.uint8)
    for view in range(views):
        for tile in range(1, cells):
            pattern = tables.view_slot[view, names[tile]] - view * patterns
            row[view, tile] = pattern
            tiles[view, pattern, index[view, tile]] = tile
    numbers, words = _numbers(heuristic, tables)
    return PatternTables(
        start=np.array(collection.sums(canonical.board(start)), np.int64),
        place=tables.view_cell[:, list(canonical.symmetry.cells)].ravel(),
        row=row.ravel(),
        tiles=tiles.ravel(),
        numbers=numbers.ravel(),
        words=words,
        ranks=tables.ranks,
        first=tables.first,
        regions=tables.regions,
    )


def _numbers(
    heuristic: "PatternHeuristic", tables: Any
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint16]]:
    """`PatternTables.numbers`, one row for each pattern, and `.words`."""
    databases = heuristic.collection.databases
    numbers = np.zeros((len(databases), POWERS + MOST_INDEXES), np.int64)
    words: dict[int, npt.NDArray[np.uint16]] = {}
    begins: dict[int, int] = {}
    for numbered, given, database in zip(numbers, tables.patterns, databases, strict=True):
        for number, column in _SHARED.items():
            numbered[number] = given[column]
        tiles = len(database.pattern)
        if tiles not in words:
            begins[tiles] = sum(map(len, words.values()))
            first = int(given[Column.CODES])
            codes = tables.codes[first : first + int(given[Column.WORDS])]
            words[tiles] = word_table(tiles, codes)
        numbered[Number.WORDS] = begins[tiles]
        numbered[Number.ODD] = int(given[Column.ODD]) & 0xFFFFFFFF
        numbered[Number.PARITY] = int(given[Column.ODD]) >> 32
        numbered[Number.LARGEST] = len(database.histogram) - 1
        base = (tiles + 1) // 2
        numbered[POWERS:] = [base**later for later in range(MOST_INDEXES)]
    return numbers, np.concatenate(list(words.values()))
