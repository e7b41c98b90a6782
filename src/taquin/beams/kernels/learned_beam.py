"""Beam search with the learned heuristic, layer by layer; the readable twin is
`taquin.beams.value.twin`.

A layer is sorted by the blank's cell, so that a row of the model serves many boards. Children are
records of 16 bytes and a byte; boards are made for survivors alone. Each phase works on a part of
the layer, so that threads can share it; the result does not depend on the number of parts.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_rows import NO_CELL, BeamTables
from taquin.kernels.base.intrinsics import prefetch
from taquin.kernels.base.jit import kernel

__all__ = [
    "BINS",
    "NO_THRESHOLD",
    "Children",
    "Layer",
    "Memory",
    "Target",
    "choose_cut",
    "count_survivors",
    "drop_duplicates",
    "expand_layer",
    "find_hash",
    "next_threshold",
    "place_survivors",
]

# Values are counted in bins of one unit from a layer's least value on, which reach 256 moves
# further; the last bin holds what lies beyond.
BINS = 1 << 14
NO_THRESHOLD = 1 << 30
_WAY = 8  # hashes in a bucket of the table of earlier states, one cache line
_AHEAD = 16  # records between asking for a cache line and reading it


class Layer(NamedTuple):
    """The boards of one depth, sorted by the blank's cell; B the beam's width.

    Cells and tiles are uint8, or uint16 on boards of more than 254 cells.

    boards: cell[B, n]; blanks: cell[B]; came: uint8[B], the direction of the last move, 255 for
    none; values: int32[B]; hashes: uint64[B]
    """

    boards: npt.NDArray[Any]
    blanks: npt.NDArray[Any]
    came: npt.NDArray[np.uint8]
    values: npt.NDArray[np.int32]
    hashes: npt.NDArray[np.uint64]


class Memory(NamedTuple):
    """How duplicates are recognised.

    seen: uint64[2^k]         this layer's hashes; more places than records
    earlier: uint64[2^m, 8]   buckets of states expanded before; in a full one, a new one
                              replaces an old one
    bins: int64[BINS]         how many new states have each value
    """

    seen: npt.NDArray[np.uint64]
    earlier: npt.NDArray[np.uint64]
    bins: npt.NDArray[np.int64]


class Target(NamedTuple):
    """Where survivors go.

    layer: the next one. origins: uint32[B], receives parent · 4 + direction.
    places: int64[n], the place of the next survivor by the blank's cell; advanced.
    """

    layer: "Layer"
    origins: npt.NDArray[np.uint32]
    places: npt.NDArray[np.int64]


class Children(NamedTuple):
    """Records of children; C of them at most.

    values: int32[C]; hashes: uint64[C]; origins: uint32[C], parent · 4 + direction;
    cells: cell[C], the blank's new cell; kept: uint8[C], 1 until found to be a duplicate
    """

    values: npt.NDArray[np.int32]
    hashes: npt.NDArray[np.uint64]
    origins: npt.NDArray[np.uint32]
    cells: npt.NDArray[Any]
    kept: npt.NDArray[np.uint8]


@kernel
def expand_layer(
    tables: BeamTables, layer: Layer, children: Children, first: int, last: int, threshold: int
) -> tuple[int, int, int]:
    """Write the children of boards `first` to `last` - 1 whose value is at most `threshold`.

    Returns how many were written, how many were generated, and the least value written.
    """
    neighbors, rows, hashes = tables.neighbors, tables.rows, tables.hashes
    n = neighbors.shape[0]
    flat = rows.reshape(-1)
    boards = layer.boards.reshape(-1)
    square = n * n
    count, generated, least = 0, 0, NO_THRESHOLD
    for i in range(first, last):
        b = np.int64(layer.blanks[i])
        came = layer.came[i]
        start = i * n
        for d in range(4):
            c = np.int64(neighbors[b, d])
            # Directions U D L R: the last bit reverses one.
            if c == NO_CELL or (d ^ 1) == came:
                continue
            t = np.int64(boards[start + c])
            at = ((b * 4 + d) * n + t) * square
            value = np.int32(0)
            for x in range(n):
                value += flat[at + x * n + np.int64(boards[start + x])]
            value += layer.values[i]
            generated += 1
            if value > threshold:
                continue
            children.values[count] = value
            children.hashes[count] = layer.hashes[i] ^ hashes[t, c] ^ hashes[t, b]
            children.origins[count] = np.uint32(i * 4 + d)
            children.cells[count] = c
            least = min(least, int(value))
            count += 1
    return count, generated, least


@kernel
def drop_duplicates(
    children: Children,
    ranges: npt.NDArray[np.int64],
    memory: Memory,
    hashes: npt.NDArray[np.uint64],
    numbers: tuple[int, int, int, int],
) -> None:
    """Mark the first record of each new state, among those whose hash belongs to this part.

    ranges: int64[R, 2], begin and end of the records, in order. hashes: uint64[B], of the layer
    that was expanded, which join the earlier ones. numbers: the layer's depth, this part and how
    many there are, and the least value.
    """
    seen, earlier, bins = memory.seen, memory.earlier, memory.bins
    buckets = np.uint64(len(earlier) - 1)
    mask = np.uint64(len(seen) - 1)
    depth, part, parts, least = numbers
    mine, divisor = np.uint64(part), np.uint64(parts)
    oldest = np.uint64(depth % _WAY)
    known = earlier.reshape(-1)
    known_at, seen_at = np.uint64(earlier.ctypes.data), np.uint64(seen.ctypes.data)
    seen[:] = 0
    bins[:] = 0
    last = len(hashes) - 1
    for i in range(len(hashes)):
        prefetch(known_at + ((hashes[min(i + _AHEAD, last)] & buckets) << np.uint64(6)))
        h = hashes[i]
        bucket = h & buckets
        if parts == 1 or bucket % divisor == mine:
            slot, full = bucket * np.uint64(_WAY), np.uint64(0)
            for k in range(_WAY):
                full += np.uint64(known[slot + np.uint64(k)] != 0)
            known[slot + (full if full < _WAY else oldest)] = h
    for r in range(len(ranges)):
        last = ranges[r, 1] - 1
        for i in range(ranges[r, 0], ranges[r, 1]):
            later = children.hashes[min(i + _AHEAD, last)]
            prefetch(seen_at + (((later >> np.uint64(24)) & mask) << np.uint64(3)))
            prefetch(known_at + ((later & buckets) << np.uint64(6)))
            h = children.hashes[i]
            bucket = h & buckets
            if parts > 1 and bucket % divisor != mine:
                continue
            slot = bucket * np.uint64(_WAY)
            duplicate = False
            for k in range(_WAY):
                duplicate |= known[slot + np.uint64(k)] == h
            at = (h >> np.uint64(24)) & mask
            while seen[at] != 0 and seen[at] != h:
                at = (at + np.uint64(1)) & mask
            if duplicate or seen[at] == h:
                children.kept[i] = 0
                continue
            seen[at] = h
            children.kept[i] = 1
            bins[min(children.values[i] - least, BINS - 1)] += 1


@kernel
def choose_cut(bins: npt.NDArray[np.int64], width: int, least: int) -> tuple[int, int]:
    """The value of the last survivor and how many survivors have it; least: the value of bin 0.

    If not even `width` children lie before the last bin: NO_THRESHOLD, and the first of them
    survive.
    """
    total = 0
    for v in range(BINS - 1):
        if total + bins[v] >= width:
            return v + least, width - total
        total += bins[v]
    return NO_THRESHOLD, 0


@kernel
def next_threshold(cuts: npt.NDArray[np.int64], slack: int) -> int:
    """The value above which the next layer's children are not worth a record.

    cuts: int64[3], the cuts of the last layers that were full, the latest first; the next one is
    expected to lie as much below as before, with `slack` to spare.
    """
    return int(cuts[0] + max(cuts[0] - cuts[1], cuts[1] - cuts[2])) + slack


@kernel
def count_survivors(
    children: Any,
    ranges: npt.NDArray[np.int64],
    cut: int,
    ties: int,
    width: int,
    places: npt.NDArray[np.int64],
) -> int:
    """Find where the survivors of each range go in the next layer, sorted by the blank's cell.

    children: Children, or other records with `kept`, `values` and `cells`.
    places: int64[R, n], is overwritten with the place of the first survivor by range and cell.
    Of the records with the value `cut`, the first `ties` survive; the others are marked, as are
    those beyond `width`. Returns how many survive.
    """
    places[:] = 0
    left = width
    for r in range(len(ranges)):
        for i in range(ranges[r, 0], ranges[r, 1]):
            if children.kept[i] == 0 or children.values[i] > cut:
                continue
            tie = children.values[i] == cut
            if left == 0 or (tie and ties == 0):
                children.kept[i] = 0
                continue
            ties -= tie
            left -= 1
            places[r, children.cells[i]] += 1
    total = 0
    for cell in range(places.shape[1]):
        for r in range(len(ranges)):
            survivors = places[r, cell]
            places[r, cell] = total
            total += survivors
    return total


@kernel
def place_survivors(
    tables: BeamTables,
    layer: Layer,
    children: Children,
    bounds: npt.NDArray[np.int64],
    cut: int,
    target: Target,
) -> None:
    """Write the boards of the survivors among records `bounds[0]` to `bounds[1]` - 1."""
    n = tables.neighbors.shape[0]
    after = target.layer
    for i in range(bounds[0], bounds[1]):
        if children.kept[i] == 0 or children.values[i] > cut:
            continue
        origin = np.int64(children.origins[i])
        parent = origin >> 2
        cell = children.cells[i]
        to = target.places[cell]
        target.places[cell] += 1
        for x in range(n):
            after.boards[to, x] = layer.boards[parent, x]
        after.boards[to, layer.blanks[parent]] = layer.boards[parent, cell]
        after.boards[to, cell] = 0
        after.blanks[to] = cell
        after.came[to] = origin & 3
        after.values[to] = children.values[i]
        after.hashes[to] = children.hashes[i]
        target.origins[to] = children.origins[i]


@kernel
def find_hash(
    children: Children, ranges: npt.NDArray[np.int64], goals: npt.NDArray[np.uint64]
) -> int:
    """The first record with one of these hashes, or -1."""
    for r in range(len(ranges)):
        for i in range(ranges[r, 0], ranges[r, 1]):
            for goal in goals:
                if children.hashes[i] == goal:
                    return i
    return -1
