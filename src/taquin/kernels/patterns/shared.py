"""Slots that several views share: a move looks each table up once, for all views that add it.

The partitions of a collection have patterns in common. In `PatternTables` each view owns its slots;
here slots that look up the same table through the same cells are one, and a move asks for the slots
that contain its tile. The sums of eight views stand in one word, a byte each (`weights`).

A slot's word has the cells of its tiles, the block and the arrangement's rank (`ranking`), and the
distance modulo four. A block changes by one look-up, in `steps`.
"""

from collections.abc import Mapping
from enum import IntEnum, auto
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits
from taquin.kernels.base.jit import kernel, quick
from taquin.kernels.patterns.layout import ROW, Column, PatternTables
from taquin.kernels.patterns.lookup import of_pattern
from taquin.kernels.patterns.ranking import rank_set

__all__ = [
    "BELOW",
    "BLOCK",
    "CELLS",
    "ENTRY",
    "LINE",
    "MOST_TILES",
    "MOST_VIEWS",
    "PLACES",
    "RANK",
    "SIDE",
    "STEP",
    "VIEWS_A_WORD",
    "CacheLine",
    "Entry",
    "SharedSlots",
    "Six",
    "share_slots",
    "shared_words",
    "turned",
]

U64 = np.uint64
VIEWS_A_WORD = 8
MOST_VIEWS = 4 * VIEWS_A_WORD
MOST_TILES = 8
RANK, BLOCK, CELLS = 2, 18, 39  # where the parts of a word begin, after the distance modulo four
_MOST_BLOCKS = 1 << CELLS - BLOCK
_MOST_CELLS = 64 - CELLS
STEP = (1 << 24) - 1  # the block in an element of `steps`
PLACES = 24  # where the places begin in it
# In an element of `turns`: the cells before the tile's, and where its direction begins.
BELOW, SIDE = (1 << 32) - 1, 32


class Entry(IntEnum):
    """Columns of `SharedSlots.entries`: what the size of the pattern determines."""

    STEPS = 0  # where the size begins in `steps`
    WIDTH = auto()  # elements of `steps` for a block
    MAPS = auto()  # where its size begins in `maps`
    WORDS = auto()  # elements of `maps` for a pair of places
    SHIFT = auto()  # log2 of the order bits of a word


ENTRY = len(Entry)


class CacheLine(IntEnum):
    """Columns of `SharedSlots.lines`: what else a look-up needs, in one cache line."""

    SLOT = 0  # its number | where its view begins in `turns` << 32
    ADDRESS = auto()
    STRIDE = auto()  # bytes in a block, or in an arrangement's row where the table is turned
    TURNED = auto()  # all bits if the table is turned (`patterns.turned`), else none
    WEIGHTS = auto()  # up to four words: 1 in the byte of each view that adds the slot


LINE = 8


class Six(IntEnum):
    """Columns of `Entry` with one value where all patterns have six tiles."""

    STEPS = 0
    WIDTH = 24
    MAPS = 0
    WORDS = 90
    SHIFT = 3


class SharedSlots(NamedTuple):
    """S slots of V views; L entries, one for each tile of each slot. W = V / 8, rounded up.

    begin:   uint64[cells + 1]  where each tile's entries begin; slots of many views come first
    entries: uint64[L * 5]      see `Entry`
    lines:   uint64[L * 8]      see `CacheLine`
    turns:   uint64[M * cells * 4]  for each way to put the cells, cell of the blank, and direction:
                                the cells before the tile's | its direction << 32 | both cells << 39
    steps:   uint32[...]        for each block, place of the moved tile in reading order, and
                                direction: the block after the move | (place before, after) << 24
    maps:    uint16[...]        `Arrangements.maps`
    owner:   uint64[S]          a slot of `PatternTables` that each slot stands for
    seen:    uint64[S]          where the cells of its view begin in `PatternTables.cell`
    words:   tuple of W zeros: the search is compiled for each length
    sixes:   (0,) if all patterns have six tiles, else (): the columns of `Six` are then constants
             of the compiled search
    """

    begin: npt.NDArray[np.uint64]
    entries: npt.NDArray[np.uint64]
    lines: npt.NDArray[np.uint64]
    turns: npt.NDArray[np.uint64]
    steps: npt.NDArray[np.uint32]
    maps: npt.NDArray[np.uint16]
    owner: npt.NDArray[np.uint64]
    seen: npt.NDArray[np.uint64]
    words: tuple[int, ...]
    sixes: tuple[int, ...]

    @property
    def slots(self) -> int:
        """Number of slots."""
        return len(self.owner)


def share_slots(neighbors: npt.NDArray[np.uint8], tables: PatternTables) -> SharedSlots | None:
    """The shared slots of tables of two colours; None if their numbers do not fit.

    neighbors: uint8[cells * 4], 255 = none.
    """
    cells = len(neighbors) // 4
    rows = tables.patterns.reshape(-1, ROW)
    # In the order of layout: each size of patterns begins where the one before ends.
    sizes = {int(row[Column.TILES]): int(row[Column.SETS]) for row in rows}
    if max(sizes) > MOST_TILES or cells > _MOST_CELLS or tables.views > MOST_VIEWS:
        return None
    ends = {tiles: first + comb(cells, tiles) for tiles, first in sizes.items()}
    regions = tables.regions.reshape(-1, cells).astype(np.int64)
    largest = np.where(regions == 255, 0, regions).max(axis=1)
    blocks = {
        tiles: int(tables.first[end - 1] + largest[end - 1]) + 1 for tiles, end in ends.items()
    }
    if max(blocks.values()) > _MOST_BLOCKS:
        return None
    widths = {tiles: blocks[tiles] * tiles * 4 for tiles in sizes}
    begins = dict(zip(sizes, np.cumsum([0, *widths.values()]).tolist(), strict=False))
    steps = np.zeros(sum(widths.values()), np.uint32)
    for tiles, first in sizes.items():
        part = steps[begins[tiles] :]
        found = tables.first[first:], tables.regions[first * cells :]
        _fill_steps(neighbors, tables.ranks, *found, np.int64(tiles), comb(cells, tiles), part)
    return _merged(neighbors, tables, begins, steps)


def turned(shared: SharedSlots, rows: Mapping[int, tuple[int, int]]) -> SharedSlots:
    """The same slots; their lines are those of tables that `turn_bits` has copied.

    rows: the address of the copy and the bytes of its rows, by the address of the table.
    """
    lines = shared.lines.copy()
    table = lines.reshape(-1, LINE)
    table[:, [CacheLine.ADDRESS, CacheLine.STRIDE]] = [
        rows[address] for address in table[:, CacheLine.ADDRESS].tolist()
    ]
    table[:, CacheLine.TURNED] = ~U64(0)
    return shared._replace(lines=lines)


def _merged(
    neighbors: npt.NDArray[np.uint8],
    tables: PatternTables,
    begins: dict[int, int],
    steps: npt.NDArray[np.uint32],
) -> SharedSlots:
    """Merge equal slots and list them by tile."""
    cells = len(neighbors) // 4
    slot_of = tables.slot.reshape(-1, cells)
    words = -(-tables.views // VIEWS_A_WORD)
    ways: dict[tuple[int, ...], int] = {}
    shared: dict[tuple[int, int], int] = {}
    owner: list[int] = []
    seen: list[int] = []
    weights: list[npt.NDArray[np.uint64]] = []
    members: list[npt.NDArray[np.bool_]] = []
    for view in range(tables.views):
        way = tuple(tables.cell[view * cells : (view + 1) * cells].tolist())
        for slot in range(int(tables.begin[view]), int(tables.begin[view + 1])):
            key = ways.setdefault(way, len(ways)), int(tables.row[slot])
            if shared.setdefault(key, len(owner)) == len(owner):
                owner.append(slot)
                seen.append(view * cells)
                weights.append(np.zeros(words, np.uint64))
                members.append(slot_of[view] == slot)
            bit = U64(1) << U64(8 * (view % VIEWS_A_WORD))
            weights[shared[key]][view // VIEWS_A_WORD] |= bit
    by_tile = [
        sorted(
            (number for number, member in enumerate(members) if member[tile]),
            key=lambda number: -sum(int(word).bit_count() for word in weights[number]),
        )
        for tile in range(cells)
    ]
    listed = [number for numbers in by_tile for number in numbers]
    keys = list(shared)
    rows = [tables.patterns[at : at + ROW] for _, at in (keys[number] for number in listed)]
    entries = np.array([_entry(row, begins) for row in rows], np.uint64)
    lines = np.zeros((len(listed), LINE), np.uint64)
    for line, row, number in zip(lines, rows, listed, strict=True):
        line[CacheLine.SLOT] = number | keys[number][0] * cells * 4 << 32
        line[[CacheLine.ADDRESS, CacheLine.STRIDE]] = row[[Column.ADDRESS, Column.STRIDE]]
        line[CacheLine.WEIGHTS : CacheLine.WEIGHTS + words] = weights[number]
    return SharedSlots(
        begin=np.cumsum([0, *map(len, by_tile)]).astype(np.uint64),
        entries=entries.ravel(),
        lines=lines.ravel(),
        turns=np.concatenate([_turns(neighbors, way) for way in ways]),
        steps=steps,
        maps=tables.maps,
        owner=np.array(owner, np.uint64),
        seen=np.array(seen, np.uint64),
        words=(0,) * words,
        sixes=(0,) if all(_is_six(row) for row in entries.tolist()) else (),
    )


def _entry(row: npt.NDArray[np.uint64], begins: dict[int, int]) -> list[int]:
    """A row of `entries`. row: of the pattern, see `Column`."""
    tiles = int(row[Column.TILES])
    sized = (int(row[column]) for column in (Column.MAPS, Column.WORDS, Column.SHIFT))
    return [begins[tiles], tiles * 4, *sized]


def _is_six(row: list[int]) -> bool:
    """Whether a row of `entries` has the constants of patterns of six tiles."""
    return all(row[Entry[name]] == value for name, value in Six.__members__.items())


def _turns(neighbors: npt.NDArray[np.uint8], way: tuple[int, ...]) -> npt.NDArray[np.uint64]:
    """A part of `turns`. way: where each cell is put."""
    turns = np.zeros(len(neighbors), np.uint64)
    for move, source in enumerate(neighbors.tolist()):
        if source == 255:
            continue
        hole, put = way[move // 4], way[source]
        direction = neighbors[hole * 4 : hole * 4 + 4].tolist().index(put)
        turns[move] = ((1 << put) - 1) | direction << SIDE | (1 << put ^ 1 << hole) << CELLS
    return turns


@kernel
def _fill_steps(
    neighbors: Any, ranks: Any, first: Any, regions: Any, tiles: Any, sets: Any, steps: Any
) -> None:
    """Fill `steps` for patterns of one size; first, regions: as in `PatternTables`."""
    cells, one = neighbors.size // 4, np.uint32(1)
    mask = (np.uint64(1) << np.uint64(tiles)) - np.uint64(1)
    for number in range(sets):
        here = np.uint32(mask)
        for hole in range(cells):
            if here >> np.uint32(hole) & one:
                continue
            block = np.int64(first[number]) + regions[number * cells + hole]
            for direction in range(4):
                source = neighbors[hole * 4 + direction]
                if source == 255 or not here >> np.uint32(source) & one:
                    continue
                after = here ^ (one << np.uint32(source)) ^ (one << np.uint32(hole))
                rank = np.int64(rank_set(ranks, np.uint32(cells), after))
                place = np.int64(count_bits(here & ((one << np.uint32(source)) - one)))
                to = np.int64(count_bits(after & ((one << np.uint32(hole)) - one)))
                there = np.int64(first[rank]) + regions[rank * cells + source]
                steps[(block * tiles + place) * 4 + direction] = np.uint32(
                    there | (place * tiles + to) << PLACES
                )
        # The next mask with as many bits (Gosper).
        lowest = mask & (~mask + np.uint64(1))
        carried = mask + lowest
        mask = carried | ((mask ^ carried) >> np.uint64(2)) // lowest


@quick
def shared_words(
    tables: PatternTables, shared: SharedSlots, words: Any, blank: Any, found: Any
) -> None:
    """The words of shared slots, from those that `sums.evaluate` finds.

    words: uint64[slots of `tables`]. blank: uint64, the blank's cell. Output: found: uint64[S].
    """
    cells = U64(len(shared.begin) - 1)
    for slot in range(U64(len(shared.owner))):
        owner = shared.owner[slot]
        word, at = words[owner], tables.row[owner]
        mask, rank = word >> U64(32), (word >> U64(8)) & U64(0xFFFFFF)
        number = of_pattern(tables, at, Column.SETS)
        number += U64(rank_set(tables.ranks, np.uint32(cells), np.uint32(mask)))
        hole = U64(tables.cell[shared.seen[slot] + blank])
        block = U64(tables.first[number]) + U64(tables.regions[number * cells + hole])
        found[slot] = mask << U64(CELLS) | block << U64(BLOCK) | rank << U64(RANK) | (word & U64(3))
