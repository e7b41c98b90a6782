"""The blocks of a pattern's placements, and the moves between them, before a build begins."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.patterns.ranking import (
    MOST_TILES,
    arrangements,
    cell_bits,
    cell_sets,
    set_ranks,
)

__all__ = ["Geometry", "Pulls", "colour", "geometry", "pulls_of"]

_SETS_AT_ONCE = 1 << 13


class Geometry(NamedTuple):
    """What the builder and the search both read about one pattern size on one board.

    neighbors: uint8[cells * 4], columns U D L R (the tile's direction), 255 = none.
    ranks: uint32[...], see `set_ranks`.   masks, block_of, first: see `CellSets`.
    maps: uint32[tiles * tiles * words], see `Arrangements`.
    parity: uint8[sets], of the distances in each set; 2 everywhere if cells cannot be coloured.
    """

    neighbors: npt.NDArray[np.uint8]
    ranks: npt.NDArray[np.uint32]
    masks: npt.NDArray[np.uint32]
    block_of: npt.NDArray[np.uint32]
    first: npt.NDArray[np.uint32]
    maps: npt.NDArray[np.uint32]
    parity: npt.NDArray[np.uint8]


class Pulls(NamedTuple):
    """The moves that lead into each block, those into one block next to each other.

    first, parity: see `Geometry`.
    begin:  int64[blocks + 1]  the first move into each block
    source: uint32[moves]      the block before the move
    order:  uint32[moves]      where `before` has the move's words; 0 if it keeps the tiles' order
    before: uint16 or uint32[tiles * tiles * words]  where `build.Share.turned` has the bits that a
            move carries into each word
    """

    first: npt.NDArray[np.uint32]
    parity: npt.NDArray[np.uint8]
    begin: npt.NDArray[np.int64]
    source: npt.NDArray[np.uint32]
    order: npt.NDArray[np.uint32]
    before: npt.NDArray[Any]


def colour(neighbors: npt.NDArray[np.uint8]) -> list[int] | None:
    """A two-colouring of the cells; None if a cycle is odd (a torus with an odd side)."""
    cells = neighbors.size // 4
    colours = [-1] * cells
    for start in range(cells):
        if colours[start] >= 0:
            continue
        colours[start] = 0
        layer = [start]
        while layer:
            cell = layer.pop()
            for other in neighbors[cell * 4 : cell * 4 + 4].tolist():
                if other == 255:
                    continue
                if colours[other] < 0:
                    colours[other] = 1 - colours[cell]
                    layer.append(other)
                elif colours[other] == colours[cell]:
                    return None
    return colours


def geometry(neighbors: npt.NDArray[np.uint8], goal_cells: tuple[int, ...]) -> Geometry:
    """The numbering of `len(goal_cells)` tiles; the goal's parity counts as 0."""
    tiles = len(goal_cells)
    sets = cell_sets(neighbors, tiles)
    colours = colour(neighbors)
    parity = np.full(len(sets.masks), 2, dtype=np.uint8)
    if colours is not None:
        odd = sum(1 << cell for cell, value in enumerate(colours) if value)
        goal = sum(colours[cell] for cell in goal_cells)
        odd_members = sets.masks & np.uint32(odd)
        for shift in (16, 8, 4, 2, 1):
            odd_members ^= odd_members >> np.uint32(shift)
        parity = (odd_members & np.uint32(1)).astype(np.uint8) ^ np.uint8(goal & 1)
    return Geometry(
        neighbors,
        set_ranks(neighbors.size // 4),
        sets.masks,
        sets.block_of,
        sets.first,
        arrangements(tiles).maps.ravel(),
        parity,
    )


def pulls_of(shape: Geometry, tiles: int) -> Pulls:
    """Which blocks a tile's move leads from, and how it changes the words."""
    blocks, words = int(shape.first[-1]), shape.maps.size // tiles**2
    every = range(0, len(shape.masks), _SETS_AT_ONCE)
    pieces = [_pulls_into(shape, begin, tiles, words) for begin in every]
    into, source, order = map(np.concatenate, zip(*pieces, strict=True))
    begins = np.zeros(blocks + 1, dtype=np.int64)
    np.cumsum(np.bincount(into, minlength=blocks), out=begins[1:])
    bits = 8 if tiles < 8 else 16
    # One more than the number of the pair that is swapped, by the bit that it has in an order.
    pair = np.array([0, 1, 2, 0, 3, 0, 0, 0, 4], dtype=np.uint32)
    before = pair[shape.maps % bits] * np.uint32(words) + shape.maps // bits
    return Pulls(
        shape.first,
        shape.parity,
        begins,
        source,
        order,
        before.astype(np.uint16 if tiles < MOST_TILES else np.uint32),
    )


def _pulls_into(
    shape: Geometry, begin: int, tiles: int, words: int
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Of some cell sets, each move's block, the block before it, and its order in `Pulls`."""
    near = shape.neighbors.reshape(-1, 4)
    cells, split = len(near), len(near) // 2
    # A tile came from each `start` to its `end`, and the blank went the other way.
    start, column = np.nonzero(near != 255)
    end = near[start, column].astype(np.int64)
    masks = shape.masks[begin : begin + _SETS_AT_ONCE]
    held = cell_bits(masks, cells)
    places = held.cumsum(axis=1, dtype=np.int32) - held
    row, step = np.nonzero(held[:, end] & ~held[:, start])
    into = shape.block_of[(begin + row) * cells + start[step]]
    sequence = np.argsort(into)
    row, step, into = row[sequence], step[sequence], into[sequence]
    before = masks[row] ^ (np.uint32(1) << start | np.uint32(1) << end).astype(np.uint32)[step]
    below = places[row, split] + (start < split)[step] - (end < split)[step]
    rank = shape.ranks[before & ((1 << split) - 1)]
    rank += shape.ranks[(1 << split) + (below << cells - split) + (before >> split)]
    source = shape.block_of[rank * cells + end[step]]
    now, then = places[row, end[step]], places[row, start[step]] - (end < start)[step]
    order = np.where(now == then, 0, (now * tiles + then) * words)
    return into, source, order.astype(np.uint32)
