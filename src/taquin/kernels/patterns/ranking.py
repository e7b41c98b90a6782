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
from taquin.kernels.base.jit import inlined, kernel

__all__ = [
    "MOST_TILES",
    "NONE",
    "Arrangements",
    "CellSets",
    "arrangements",
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
    words: list[tuple[int, ...]] = [()]
    pairs = [t // 2 for t in range(tiles)]
    for _ in range(tiles):
        words = [
            (*word, pair)
            for word in words
            for pair in range((tiles + 1) // 2)
            if word.count(pair) < pairs.count(pair)
        ]
    return np.array(words, dtype=np.uint8).reshape(len(words), tiles)


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


@kernel
def _fill_sets(neighbors: Any, masks: Any, block_of: Any, first: Any) -> Any:
    """Enumerate masks (Gosper's next subset) and flood-fill the regions of each.

    neighbors: uint8[cells * 4], 255 = none; masks, block_of, first: as in CellSets, filled here
    (masks[0] holds the first mask). Returns the number of blocks.
    """
    cells = neighbors.size // 4
    reach = np.zeros(cells, dtype=np.uint32)
    for cell in range(cells):
        for k in range(4):
            if neighbors[cell * 4 + k] != 255:
                reach[cell] |= np.uint32(1) << np.uint32(neighbors[cell * 4 + k])
    full = (np.uint64(1) << np.uint64(cells)) - np.uint64(1)
    blocks = np.uint32(0)
    mask = np.uint64(masks[0])
    for s in range(masks.size):
        masks[s] = mask
        first[s] = blocks
        free = full & ~mask
        while free != 0:
            region = free & (~free + np.uint64(1))
            grown = np.uint64(0)
            while grown != region:
                grown = region
                for cell in range(cells):
                    if grown >> np.uint64(cell) & np.uint64(1):
                        region |= np.uint64(reach[cell]) & free
            for cell in range(cells):
                if region >> np.uint64(cell) & np.uint64(1):
                    block_of[s * cells + cell] = blocks
            blocks += np.uint32(1)
            free &= ~region
        lowest = mask & (~mask + np.uint64(1))
        carried = mask + lowest
        if lowest != 0:
            mask = carried | ((mask ^ carried) >> np.uint64(2)) // lowest
    first[masks.size] = blocks
    return blocks


def cell_sets(neighbors: npt.NDArray[np.uint8], tiles: int) -> CellSets:
    """All sets of `tiles` cells with their blocks; neighbors: uint8[cells * 4], 255 = none."""
    cells = neighbors.size // 4
    sets = comb(cells, tiles)
    masks = np.full(sets, (1 << tiles) - 1, dtype=np.uint32)
    block_of = np.full(sets * cells, NONE, dtype=np.uint32)
    first = np.empty(sets + 1, dtype=np.uint32)
    _fill_sets(neighbors, masks, block_of, first)
    return CellSets(masks, block_of, first)


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
