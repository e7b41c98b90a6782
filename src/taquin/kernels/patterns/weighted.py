"""Builds pattern databases in which the move of a tile costs what the tile costs.

Entries are numbered as in `ranking`: blocks (cell set, blank region) of arrangements. Each is the
least cost at which the pattern's tiles reach their goal cells while the blank ends in its own;
moves of other tiles cost nothing. Distances in moves change by one with each move, so that two bits
are enough; costs do not, and take 16 bits.

A tile's move leads from each arrangement of a block to one of a neighbouring block, always the
same block and by a fixed map. So blocks are relaxed as a whole: one whose entries have become
smaller waits in a queue until its neighbours have learned that, as in the label-correcting form of
Dijkstra's algorithm, whose result does not depend on the order.
"""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits
from taquin.kernels.base.jit import kernel
from taquin.kernels.patterns.geometry import Geometry, geometry
from taquin.kernels.patterns.ranking import Arrangements, arrangements, rank_arrangement, rank_set

__all__ = ["GREATEST", "MOST_WEIGHTED", "UNREACHED", "build_weighted", "build_weighted_reference"]

# Greater costs are stored as this one: it is not more than they are, and one move changes it by no
# more than the move costs.
GREATEST, UNREACHED = 0xFFFE, 0xFFFF
MOST_WEIGHTED = 8  # tiles of a pattern: the number of an arrangement takes 16 bits
_BLOCKS_A_SLICE = 2000


class _Steps(NamedTuple):
    """How arrangements change, for all blocks alike.

    maps: uint16[tiles * tiles, size]; maps[i * tiles + j, rank] is the rank after the tile in
          place i (reading order) has moved to place j.
    costs: uint16[tiles, size]; costs[i, rank] is the cost of the tile in place i.
    """

    maps: npt.NDArray[np.uint16]
    costs: npt.NDArray[np.uint16]


class _Queue(NamedTuple):
    """The blocks that wait, in a ring.

    ring: uint32[blocks].   waits: uint8[blocks].   ends: int64[2], the first one, and how many.
    set_of: uint32[blocks], the cell set of each block.
    """

    ring: npt.NDArray[np.uint32]
    waits: npt.NDArray[np.uint8]
    ends: npt.NDArray[np.int64]
    set_of: npt.NDArray[np.uint32]


def build_weighted(
    neighbors: npt.NDArray[np.uint8],
    goal_cells: Sequence[int],
    blank: int,
    costs: Sequence[int],
    tick: Callable[[], None] = lambda: None,
) -> npt.NDArray[np.uint16]:
    """uint16[blocks, arrangements]: the least cost of each placement; UNREACHED if there is none.

    neighbors: uint8[cells * 4], 255 = none.   goal_cells, costs: of each tile of the pattern.
    blank: its goal cell.   tick: called every few milliseconds.
    """
    table, shape = arrangements(len(goal_cells)), geometry(neighbors, tuple(goal_cells))
    steps, blocks = _steps(table, costs), int(shape.first[-1])
    entries = np.full((blocks, len(table.codes) * table.bits), UNREACHED, np.uint16)
    queue = _Queue(
        ring=np.zeros(blocks, np.uint32),
        waits=np.zeros(blocks, np.uint8),
        ends=np.array([0, 1]),
        set_of=np.repeat(np.arange(len(shape.masks), dtype=np.uint32), np.diff(shape.first)),
    )
    mask, cells = sum(1 << cell for cell in goal_cells), len(neighbors) // 4
    goal = shape.block_of[int(np.searchsorted(shape.masks, mask)) * cells + blank]
    order = tuple(sorted(range(len(goal_cells)), key=goal_cells.__getitem__))
    entries[goal, rank_arrangement(order, table)] = 0
    queue.ring[0] = goal
    queue.waits[goal] = 1
    while _relax(shape, steps, entries, queue, _BLOCKS_A_SLICE):
        tick()
    return entries


def _steps(table: Arrangements, costs: Sequence[int]) -> _Steps:
    tiles, size = len(costs), len(table.codes) * table.bits
    rank = np.arange(size)
    word, order = rank // table.bits, rank % table.bits
    maps = table.maps[:, :, word] ^ order.astype(np.uint32)
    digits = np.array([table.codes // 5**place % 5 for place in reversed(range(tiles))])
    weights = np.zeros((tiles, size), np.uint16)
    known = np.array([*costs, 0], np.uint16)  # the last pair may have one tile
    for place in range(tiles):
        pair = digits[place]
        later = (digits[:place] == pair).any(axis=0)
        reversed_ = order >> pair[word] & 1
        tile = 2 * pair[word] + (reversed_ ^ later[word])
        weights[place] = known[np.minimum(tile, tiles)]
    return _Steps(maps.reshape(tiles * tiles, size).astype(np.uint16), weights)


@kernel
def _relax(shape: Geometry, steps: Any, entries: Any, queue: Any, blocks: int) -> Any:
    """Relax up to that many waiting blocks; returns how many still wait."""
    cells, one = np.int64(shape.neighbors.size // 4), np.uint32(1)
    ring, waits, ends = queue.ring, queue.waits, queue.ends
    tiles, size, most = len(steps.costs), entries.shape[1], len(queue.ring)
    while ends[1] > 0 and blocks > 0:
        blocks -= 1
        block = np.int64(ring[ends[0]])
        ends[0] = (ends[0] + 1) % most
        ends[1] -= 1
        waits[block] = 0
        cell_set = np.int64(queue.set_of[block])
        mask = shape.masks[cell_set]
        for hole in range(cells):
            if shape.block_of[cell_set * cells + hole] != block:
                continue
            for k in range(4):
                cell = np.int64(shape.neighbors[hole * 4 + k])
                if cell == 255 or (mask >> np.uint32(cell)) & one == 0:
                    continue
                after = mask ^ (one << np.uint32(cell)) ^ (one << np.uint32(hole))
                number = np.int64(rank_set(shape.ranks, cells, after))
                target = np.int64(shape.block_of[number * cells + cell])
                here = np.int64(count_bits(mask & ((one << np.uint32(cell)) - one)))
                there = np.int64(count_bits(after & ((one << np.uint32(hole)) - one)))
                improved = _pull(
                    entries[block],
                    entries[target],
                    steps.maps[here * tiles + there],
                    steps.costs[here],
                    size,
                )
                if improved and waits[target] == 0:
                    waits[target] = 1
                    ring[(ends[0] + ends[1]) % most] = target
                    ends[1] += 1
    return ends[1]


@kernel
def _pull(source: Any, target: Any, ranks: Any, costs: Any, size: Any) -> Any:
    """Lower the entries of a block to those of another one, plus a move; whether any is lower."""
    improved = False
    for rank in range(np.uint64(size)):
        value = np.uint32(source[rank])
        if value == np.uint32(UNREACHED):
            continue
        value = min(value + np.uint32(costs[rank]), np.uint32(GREATEST))
        place = np.uint64(ranks[rank])
        if value < np.uint32(target[place]):
            target[place] = value
            improved = True
    return improved


def build_weighted_reference(
    neighbors: Sequence[Sequence[int]],
    goal_cells: Sequence[int],
    blank: int,
    costs: Sequence[int],
) -> dict[tuple[tuple[int, ...], int], int]:
    """Slow twin of `build_weighted`: Dijkstra's algorithm over (cells of the tiles, blank)."""
    start = (tuple(goal_cells), blank)
    least, frontier = {start: 0}, [(0, start)]
    while frontier:
        cost, (tiles, hole) = heappop(frontier)
        if cost > least[tiles, hole]:
            continue
        for cell in neighbors[hole]:
            if cell < 0:
                continue
            moved, price = tiles, 0
            if cell in tiles:
                tile = tiles.index(cell)
                moved, price = (*tiles[:tile], hole, *tiles[tile + 1 :]), costs[tile]
            if cost + price < least.get((moved, cell), inf):
                least[moved, cell] = cost + price
                heappush(frontier, (cost + price, (moved, cell)))
    return least
