"""Numbering the placements of a pattern: cell set, blank region, arrangement.

A placement of k tiles on n cells with the blank somewhere else is numbered by

* which cells the tiles occupy: a set, ranked by its bit mask's place among all masks with k bits;
* which connected region of the other cells holds the blank: (set, region) is a *block*;
* which tile is where: the *arrangement*, a permutation of the tiles in reading order.

The arrangement's rank is designed for words of bits instead of Lehmer's digits. Tiles are paired,
(0 1) (2 3) (4 5) ...; the *word* of pair numbers (2,520 words for eight tiles) says which pair is
where, and one *order bit* per pair says whether its members are reversed.
``rank = word * bits + order``, where ``bits`` is the number of order patterns, at least 8. Moving
one tile past its neighbours changes the word in a fixed way and at most one order bit, that of the
moved tile's pair, and it is the same bit for all: so a whole word of bits moves together.
"""

from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits
from taquin.kernels.base.jit import inlined

__all__ = [
    "MOST_TILES",
    "NONE",
    "Arrangements",
    "CellSets",
    "arrangements",
    "cell_bits",
    "cell_sets",
    "rank_arrangement",
    "rank_set",
    "set_ranks",
]

MOST_TILES = 9
NONE = 0xFFFFFFFF
BASE = 5  # codes of words are numbers in this base: nine tiles have five pairs


class Arrangements(NamedTuple):
    """The numbering of the arrangements of k tiles, and how moves change the numbers.

    bits:  order patterns per word, 8 (k < 8) or 16; the table stores one bit for each
    used:  how many of them occur, 2 ** (k // 2)
    codes: uint32[words], each word as a number in base 5, ascending
    maps:  uint32[k, k, words]; maps[i, j, w] is the rank without order bits after the tile in
           place i (reading order) has moved to place j; XOR its low bits with the order
    """

    bits: int
    used: int
    codes: npt.NDArray[np.uint32]
    maps: npt.NDArray[np.uint32]


def _words(tiles: int) -> npt.NDArray[np.uint8]:
    """All words of the multiset 0 0 1 1 2 2 ..., in lexicographic order: uint8[words, tiles]."""
    words = np.zeros((1, 0), dtype=np.uint8)
    left = np.bincount(np.arange(tiles) // 2)[None, :]  # of each pair, how often it still comes
    for _ in range(tiles):
        row, pair = np.nonzero(left)
        words = np.column_stack([words[row], pair.astype(np.uint8)])
        left = left[row]
        left[np.arange(len(row)), pair] -= 1
    return words


def arrangements(tiles: int) -> Arrangements:
    """Number the arrangements of `tiles` tiles, 1 to MOST_TILES. O(tiles**2 * words)."""
    words = _words(tiles)
    bits = 8 if tiles < 8 else 1 << tiles // 2
    weights = np.array([BASE**p for p in reversed(range(tiles))], dtype=np.uint32)
    codes = (words * weights).sum(axis=1, dtype=np.uint32)
    maps = np.empty((tiles, tiles, len(words)), dtype=np.uint32)
    for i in range(tiles):
        for j in range(tiles):
            order = [p for p in range(tiles) if p != i]
            order.insert(j, i)
            moved = (words[:, order] * weights).sum(axis=1, dtype=np.uint32)
            crossed = words[:, i + 1 : j + 1] if i < j else words[:, j:i]
            swapped = (crossed == words[:, i : i + 1]).any(axis=1)
            flip = np.where(swapped, 1 << words[:, i].astype(np.uint32), 0)
            maps[i, j] = np.searchsorted(codes, moved) * bits + flip
    return Arrangements(bits, 1 << tiles // 2, codes, maps)


def rank_arrangement(order: tuple[int, ...], table: Arrangements) -> int:
    """Rank of an arrangement: `order` lists the pattern's tile indices in reading order."""
    code = flips = 0
    for place, tile in enumerate(order):
        code = code * BASE + tile // 2
        if tile % 2 and tile - 1 not in order[:place]:
            flips |= 1 << tile // 2
    return int(np.searchsorted(table.codes, code)) * table.bits + flips


class CellSets(NamedTuple):
    """The sets of k cells out of n, and the blank's regions around each.

    masks:    uint32[sets], ascending, which is also the order of ranks
    block_of: uint32[sets * n]; block_of[set * n + cell] is the block with the blank in `cell`,
              NONE if the cell is in the set
    first:    uint32[sets + 1], the first block of each set
    """

    masks: npt.NDArray[np.uint32]
    block_of: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]


def set_ranks(cells: int) -> npt.NDArray[np.uint32]:
    """The rank of a cell set as the sum of two look-ups: uint32[low + (cells + 1) * high].

    With split = cells // 2: rank(mask) = table[mask & (2**split - 1)] + table[2**split +
    (members below split) * 2**(cells - split) + (mask >> split)].
    """
    split = cells // 2
    size = 1 << cells - split
    low = np.zeros(1 << split, dtype=np.uint32)
    for mask in range(len(low)):
        members = [c for c in range(split) if mask >> c & 1]
        low[mask] = sum(comb(c, i + 1) for i, c in enumerate(members))
    members_of = (np.arange(size)[:, None] >> np.arange(cells - split)) & 1
    before = members_of.cumsum(axis=1)
    choose = np.array(
        [[comb(c, i) for i in range(2 * cells + 2)] for c in range(cells)], dtype=np.int64
    )
    high = np.zeros((cells + 1, size), dtype=np.uint32)
    for below in range(cells + 1):
        for c in range(cells - split):
            high[below] += (members_of[:, c] * choose[c + split][below + before[:, c]]).astype(
                np.uint32
            )
    return np.concatenate([low, high.ravel()])


def cell_sets(neighbors: npt.NDArray[np.uint8], tiles: int) -> CellSets:
    """All sets of `tiles` cells with their blocks; neighbors: uint8[cells * 4], 255 = none.

    In NumPy, thousands of sets at once: a kernel would take half a second to compile.
    """
    masks, cells = _subsets(neighbors.size // 4, tiles), neighbors.size // 4
    block_of = np.empty((len(masks), cells), dtype=np.uint32)
    first = np.zeros(len(masks) + 1, dtype=np.uint32)
    around = _Around(neighbors)
    for begin in range(0, len(masks), _AT_ONCE):
        end = min(begin + _AT_ONCE, len(masks))
        region_of, regions = around.regions(masks[begin:end])
        first[begin + 1 : end + 1] = first[begin] + regions.cumsum()
        blocks = first[begin:end, None] + region_of
        block_of[begin:end] = np.where(cell_bits(masks[begin:end], cells), np.uint32(NONE), blocks)
    return CellSets(masks, block_of.ravel(), first)


_AT_ONCE = 1 << 13  # sets whose regions are found together: arrays that stay in the caches


def _subsets(cells: int, tiles: int) -> npt.NDArray[np.uint32]:
    """The masks of all sets of `tiles` cells, ascending."""
    of_size = [np.zeros(int(size == 0), dtype=np.uint32) for size in range(tiles + 1)]
    for cell in range(cells):
        with_cell = [smaller | np.uint32(1 << cell) for smaller in of_size[:-1]]
        of_size[1:] = map(np.concatenate, zip(of_size[1:], with_cell, strict=True))
    return of_size[tiles]


def cell_bits(masks: npt.NDArray[np.uint32], cells: int) -> npt.NDArray[np.bool_]:
    """bool[masks, cells]: which cells are in each mask."""
    octets = masks.astype("<u4").view(np.uint8).reshape(-1, 4)
    return np.unpackbits(octets, axis=1, count=cells, bitorder="little").view(np.bool_)


class _Around:
    """The neighbours of sets of cells, in two look-ups each: of its lower cells and the others."""

    def __init__(self, neighbors: npt.NDArray[np.uint8]) -> None:
        # On a torus two cells wide, a cell has one neighbour on both sides.
        near = [
            sum(1 << cell for cell in set(row) - {255}) for row in neighbors.reshape(-1, 4).tolist()
        ]
        self.cells, self.split = len(near), len(near) // 2
        self.low, self.high = _unions(near[: self.split]), _unions(near[self.split :])

    def regions(
        self, masks: npt.NDArray[np.uint32]
    ) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.uint32]]:
        """uint8[masks, cells]: the region of each cell outside a mask, and how many there are."""
        region_of = np.zeros((len(masks), self.cells), dtype=np.uint8)
        regions = np.zeros(len(masks), dtype=np.uint32)
        left, free = np.arange(len(masks)), masks ^ np.uint32((1 << self.cells) - 1)
        while len(left):
            region = self._flooded(free & (~free + np.uint32(1)), free)
            free ^= region
            regions[left] += 1
            left, free = left[free != 0], free[free != 0]
            # Cells that are still free belong to a later region.
            region_of[left] += cell_bits(free, self.cells)
        return region_of, regions

    def _flooded(
        self, region: npt.NDArray[np.uint32], free: npt.NDArray[np.uint32]
    ) -> npt.NDArray[np.uint32]:
        """The regions with all free cells that can be reached from them."""
        low = np.uint32((1 << self.split) - 1)
        while True:
            near = self.low[region & low] | self.high[region >> np.uint32(self.split)]
            grown = region | near & free
            if np.array_equal(grown, region):
                return region
            region = grown


def _unions(masks: list[int]) -> npt.NDArray[np.uint32]:
    """The union of each subset of some masks."""
    table = np.zeros(1, dtype=np.uint32)
    for mask in masks:
        table = np.concatenate([table, table | np.uint32(mask)])
    return table


@inlined
def rank_set(ranks: Any, cells: Any, mask: Any) -> Any:
    """Rank of a cell set by the two look-ups of `set_ranks`; mask: uint32."""
    split = np.uint32(cells >> 1)
    low = mask & ((np.uint32(1) << split) - np.uint32(1))
    high = np.uint64(count_bits(low)) << np.uint64(cells - (cells >> 1))
    return np.uint32(
        ranks[np.uint64(low)]
        + ranks[(np.uint64(1) << np.uint64(split)) + high + np.uint64(mask >> split)]
    )


def rank_set_reference(mask: int) -> int:
    """Slow twin of `rank_set`: the number of smaller masks with as many bits."""
    members = [c for c in range(mask.bit_length()) if mask >> c & 1]
    return sum(comb(c, i + 1) for i, c in enumerate(members))


def arrangement_reference(order: tuple[int, ...], i: int, j: int) -> tuple[int, ...]:
    """Slow twin of `Arrangements.maps`: the tile in place i goes to place j."""
    rest = [tile for place, tile in enumerate(order) if place != i]
    return (*rest[:j], order[i], *rest[j:])
