"""Beam search for every metric and board type; the readable twin is
`taquin.beams.value.metric_twin`.

Like `learned_beam`, but a move may push several tiles, and has a cost: children are ranked by the
cost so far plus the value. Of two ways to a board in one layer the cheaper one is kept, and a board
that was expanded before is kept if it costs less now.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_beam import BINS, NO_THRESHOLD
from taquin.kernels.base.intrinsics import prefetch
from taquin.kernels.base.jit import kernel

__all__ = [
    "MetricChildren",
    "MetricLayer",
    "MetricTables",
    "cheapest_goal",
    "drop_dearer",
    "expand_metric_layer",
    "place_metric_survivors",
]

_WAY = 8  # entries in a bucket of the table of earlier boards, one cache line
_AHEAD = 16  # records between asking for a cache line and reading it
_COST_BITS = 24  # of an entry; the others are the hash's


class MetricTables(NamedTuple):
    """A board type, a metric and a value; n cells, contents 0 (the blank) to n - 1.

    neighbors: int16[n, 4]     the cell whose tile can move here, by direction; -1 for none
    rows:      int16[4n², n²]  row (blank · 4 + direction) · n + tile, column cell · n + content:
                               what a move of one tile changes in the value
    hashes:    uint64[n, n]    a random number for each content in each cell
    cost:      int32[n]        of a move of each tile, in the value's units; of a push, the first's
    longest:   int64[4]        the most tiles of a push, by direction
    joined:    bool            whether a line leads back to where it began, as on a torus
    """

    neighbors: npt.NDArray[np.int16]
    rows: npt.NDArray[np.int16]
    hashes: npt.NDArray[np.uint64]
    cost: npt.NDArray[np.int32]
    longest: npt.NDArray[np.int64]
    joined: bool


class MetricLayer(NamedTuple):
    """The boards of one depth, sorted by the blank's cell; B the beam's width.

    boards: uint8[B, n]; blanks: uint8[B]; came: uint8[B], the direction of the last move, 255 for
    none; values, costs: int32[B], the cost so far with and without the value; hashes: uint64[B]
    """

    boards: npt.NDArray[np.uint8]
    blanks: npt.NDArray[np.uint8]
    came: npt.NDArray[np.uint8]
    values: npt.NDArray[np.int32]
    costs: npt.NDArray[np.int32]
    hashes: npt.NDArray[np.uint64]


class MetricChildren(NamedTuple):
    """Records of children; C of them at most.

    values, costs: int32[C]; hashes: uint64[C]; origins: uint32[C], parent · moves + move, where a
    move is direction · length + tiles - 1; cells: uint8[C], the blank's; kept: uint8[C]
    """

    values: npt.NDArray[np.int32]
    costs: npt.NDArray[np.int32]
    hashes: npt.NDArray[np.uint64]
    origins: npt.NDArray[np.uint32]
    cells: npt.NDArray[np.uint8]
    kept: npt.NDArray[np.uint8]


@kernel
def expand_metric_layer(
    tables: MetricTables,
    layer: MetricLayer,
    children: MetricChildren,
    numbers: tuple[int, int, int],
) -> tuple[int, int, int]:
    """Write children of the first boards; numbers: how many, the largest value and cost of a child.

    Returns how many were written, how many were generated, and the least value written.
    """
    neighbors, hashes, longest = tables.neighbors, tables.hashes, tables.longest
    n = neighbors.shape[0]
    flat = tables.rows.reshape(-1)
    square, length = n * n, max(longest)
    size, threshold, dearest = numbers
    work = np.empty(n, np.int64)
    count, generated, least = 0, 0, NO_THRESHOLD
    for i in range(size):
        came = np.int64(layer.came[i])
        for x in range(n):
            work[x] = layer.boards[i, x]
        for d in range(4):
            # Directions U D L R: the last bit reverses one. Two pushes one way are one, unless the
            # line comes round.
            if (d ^ 1) == came or (length > 1 and d == came and not tables.joined):
                continue
            b = np.int64(layer.blanks[i])
            c = np.int64(neighbors[b, d])
            if c < 0:
                continue
            value, h = layer.values[i] + tables.cost[work[c]], layer.hashes[i]
            cost = layer.costs[i] + tables.cost[work[c]]
            for k in range(longest[d]):
                c = np.int64(neighbors[b, d])
                if c < 0:
                    break
                t = work[c]
                at = ((b * 4 + d) * n + t) * square
                for x in range(n):
                    value += flat[at + x * n + work[x]]
                h = h ^ hashes[t, c] ^ hashes[t, b]
                work[b], work[c] = t, 0
                b = c
                generated += 1
                if value > threshold or cost > dearest:
                    continue
                children.values[count], children.costs[count] = value, cost
                children.hashes[count] = h
                children.origins[count] = np.uint32((i * 4 + d) * length + k)
                children.cells[count] = c
                least = min(least, int(value))
                count += 1
            while b != layer.blanks[i]:  # the tiles go back
                c = np.int64(neighbors[b, d ^ 1])
                work[b], work[c] = work[c], 0
                b = c
    return count, generated, least


@kernel
def drop_dearer(
    children: MetricChildren,
    records: int,
    layer: MetricLayer,
    tables: tuple[npt.NDArray[np.int32], npt.NDArray[np.uint64], npt.NDArray[np.int64]],
    numbers: tuple[int, int, int],
) -> None:
    """Mark the cheapest record of each board that was not reached as cheaply before.

    layer: the one that was expanded; its boards join the earlier ones.
    tables: int32[2^k], one more than this layer's records by hash, more places than records;
    uint64[2^m, 8], buckets of boards expanded before, as hash and cost; int64[BINS], receives how
    many of the marked records have each value. numbers: the layer's size, its depth, and the least
    value.
    """
    seen, earlier, bins = tables
    size, depth, least = numbers
    buckets, mask = np.uint64(len(earlier) - 1), np.uint64(len(seen) - 1)
    costs = np.uint64((1 << _COST_BITS) - 1)
    known = earlier.reshape(-1)
    known_at, seen_at = np.uint64(earlier.ctypes.data), np.uint64(seen.ctypes.data)
    seen[:] = 0
    bins[:] = 0
    oldest = np.uint64(depth % _WAY)
    for i in range(size):
        slot, full = (layer.hashes[i] & buckets) * np.uint64(_WAY), np.uint64(0)
        for k in range(_WAY):
            full += np.uint64(known[slot + np.uint64(k)] != 0)
        entry = (layer.hashes[i] & ~costs) | np.uint64(layer.costs[i])
        known[slot + (full if full < _WAY else oldest)] = entry
    for i in range(records):
        later = children.hashes[min(i + _AHEAD, records - 1)]
        prefetch(seen_at + (((later >> np.uint64(24)) & mask) << np.uint64(2)))
        prefetch(known_at + ((later & buckets) << np.uint64(6)))
        h, cost = children.hashes[i], np.uint64(children.costs[i])
        slot, duplicate = (h & buckets) * np.uint64(_WAY), False
        for k in range(_WAY):
            entry = known[slot + np.uint64(k)]
            duplicate |= entry != 0 and (entry ^ h) & ~costs == 0 and (entry & costs) <= cost
        children.kept[i] = 0
        if duplicate:
            continue
        at = (h >> np.uint64(24)) & mask
        while seen[at] != 0 and children.hashes[seen[at] - 1] != h:
            at = (at + np.uint64(1)) & mask
        if seen[at] != 0:
            before = seen[at] - 1
            if children.costs[before] <= children.costs[i]:
                continue
            children.kept[before] = 0
            bins[min(children.values[before] - least, BINS - 1)] -= 1
        seen[at] = i + 1
        children.kept[i] = 1
        bins[min(children.values[i] - least, BINS - 1)] += 1


@kernel
def cheapest_goal(children: MetricChildren, records: int, goal: np.uint64) -> int:
    """The cheapest record with this hash, or -1."""
    best = -1
    for i in range(records):
        if children.hashes[i] == goal and (best < 0 or children.costs[i] < children.costs[best]):
            best = i
    return best


@kernel
def place_metric_survivors(
    tables: MetricTables,
    layers: tuple[MetricLayer, MetricLayer],
    children: MetricChildren,
    origins: npt.NDArray[np.uint32],
    places: npt.NDArray[np.int64],
    numbers: tuple[int, int],
) -> None:
    """Write the boards of the survivors to the second layer, from their parents in the first.

    origins: uint32[B], receives those of the survivors. places: int64[n], the place of the next
    survivor by the blank's cell; advanced. numbers: the records, and the last survivor's value.
    """
    layer, after = layers
    records, cut = numbers
    n = tables.neighbors.shape[0]
    length: Any = max(tables.longest)
    for i in range(records):
        if children.kept[i] == 0 or children.values[i] > cut:
            continue
        move, cell = np.int64(children.origins[i]), children.cells[i]
        tiles, move = move % length + 1, move // length
        d, parent = move & 3, move >> 2
        to = places[cell]
        places[cell] += 1
        for x in range(n):
            after.boards[to, x] = layer.boards[parent, x]
        b = np.int64(layer.blanks[parent])
        for _ in range(tiles):
            c = np.int64(tables.neighbors[b, d])
            after.boards[to, b] = after.boards[to, c]
            b = c
        after.boards[to, b] = 0
        after.blanks[to], after.came[to] = cell, d
        after.values[to], after.costs[to] = children.values[i], children.costs[i]
        after.hashes[to], origins[to] = children.hashes[i], children.origins[i]
