"""Builds pattern databases by breadth-first search over bit sets, a whole word of bits at a time.

Entries are numbered as in `ranking`: blocks (cell set, blank region) of words of order bits.
Level L holds the placements at distance L. A block of the next level *pulls*: it gathers the
frontier of its neighbours, so only one thread writes to each block and no update is lost.
On a board whose cells can be two-coloured, all placements in one cell set have distances of the
same parity: half of the blocks are idle at every level, the frontier and the next level share one
array, and one stored bit, ``distance >> 1 & 1``, determines a distance once a neighbour's is
known. On other boards a second bit, ``distance & 1``, is stored.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import factorial
from threading import Event, Lock
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.interrupts import submit_all
from taquin.kernels.base.intrinsics import count_bits
from taquin.kernels.base.jit import internal, kernel
from taquin.kernels.patterns.ranking import (
    MOST_TILES,
    NONE,
    arrangements,
    cell_sets,
    rank_arrangement,
    rank_set,
    set_ranks,
)

__all__ = [
    "Built",
    "Geometry",
    "InMemory",
    "Needs",
    "Rows",
    "build",
    "colour",
    "geometry",
    "packed_neighbors",
]

Progress = Callable[[float, float], None]
_SETS_A_SLICE = 64
_SLICE_BYTES = 1 << 18  # of one array, where sets have long rows


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


class Needs(NamedTuple):
    """The bytes of a build: its rows of bits, everything else, and the finished table."""

    rows: int
    rest: int
    table: int


class Rows(Protocol):
    """Where a build keeps its rows of bits."""

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """A new array."""

    def relieve(self) -> None:
        """Called after each slice, from any thread."""


class InMemory:
    """Rows in arrays of their own."""

    def zeros(self, shape: tuple[int, ...], dtype: npt.DTypeLike) -> npt.NDArray[Any]:
        """A new array."""
        return np.zeros(shape, dtype)

    def relieve(self) -> None:
        """Nothing can be given back."""


class Frames(NamedTuple):
    """The state of a build; T is uint8 or uint16, depending on the order bits of a word.

    visited:  T[blocks, words]  placements reached so far
    frontier: T[blocks, words]  placements of the last level
    fresh:    T[blocks, words]  placements of the next level; may be the frontier itself
    planes:   T[blocks or 2 * blocks, words]  distance bit 1 and, unless parity is known, bit 0
    placed:   T[sets, words]    placements reached with the blank in any region
    active:   uint8[blocks]     whether a block's frontier holds anything
    awake:    uint8[blocks]     whether its fresh row does; may be the same array as active
    left:     int64[blocks]     placements not reached yet
    """

    visited: npt.NDArray[Any]
    frontier: npt.NDArray[Any]
    fresh: npt.NDArray[Any]
    planes: npt.NDArray[Any]
    placed: npt.NDArray[Any]
    active: npt.NDArray[np.uint8]
    awake: npt.NDArray[np.uint8]
    left: npt.NDArray[np.int64]


class Built(NamedTuple):
    """A finished table.

    planes: uint8[planes, blocks * words * bits / 8], distance bit 1, then (if stored) bit 0.
    histogram: by distance, placements of the tiles and the blank's region.
    merged: by distance, placements of the tiles alone, at the least distance of any region.
    relieve: of the rows in which the planes are kept.
    """

    planes: npt.NDArray[np.uint8]
    histogram: tuple[int, ...]
    merged: tuple[int, ...]
    relieve: Callable[[], None]


def packed_neighbors(neighbors: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """uint8[cells * 4] with 255 for none, from int8[cells, 4] with -1."""
    table = np.asarray(neighbors, dtype=np.int16).reshape(-1)
    return np.where(table < 0, 255, table).astype(np.uint8)


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


@kernel
def _sweep(shape: Any, frames: Any, level: Any, first: Any, last: Any, counts: Any) -> Any:
    """Find the placements of cell sets first..last-1 whose distance is `level`.

    counts: int64[2]; adds the placements found, with the region and merged.
    """
    cells = np.int64(shape.neighbors.size // 4)
    words = frames.visited.shape[1]
    tiles = np.int64(count_bits(shape.masks[0]))
    gathered = np.zeros(words, dtype=frames.visited.dtype)
    one = np.uint32(1)
    # keep[e]: the bits whose order pattern lacks pair bit e; they swap with the others.
    keep = np.zeros(9, dtype=np.uint32)
    keep[0], keep[1], keep[2], keep[4], keep[8] = 0xFFFF, 0x5555, 0x3333, 0x0F0F, 0x00FF
    bits = np.uint32(8 * frames.visited.itemsize)
    order = bits - one
    shift = np.uint32(3) if bits == 8 else np.uint32(4)
    for s in range(first, last):
        if shape.parity[s] != 2 and shape.parity[s] != (level & 1):
            continue
        mask = shape.masks[s]
        for block in range(shape.first[s], shape.first[s + 1]):
            frames.awake[block] = 0
            if frames.left[block] == 0:
                continue
            touched = False
            for c in range(cells):
                if shape.block_of[s * cells + c] != block:
                    continue
                for k in range(4):
                    d = shape.neighbors[c * 4 + k]
                    if d == 255 or (mask >> np.uint32(d)) & one == 0:
                        continue
                    # The tile now on d came from c, and the blank went from d to c.
                    before = mask ^ (one << np.uint32(d)) ^ (one << np.uint32(c))
                    source = shape.block_of[
                        np.int64(rank_set(shape.ranks, cells, before)) * cells + d
                    ]
                    if frames.active[source] == 0:
                        continue
                    if not touched:
                        touched = True
                        gathered[:] = 0
                    row = frames.frontier[source]
                    j = np.int64(count_bits(mask & ((one << np.uint32(d)) - one)))
                    i = np.int64(count_bits(before & ((one << np.uint32(c)) - one)))
                    if i == j:
                        for w in range(words):
                            gathered[w] |= row[w]
                        continue
                    start = (j * tiles + i) * words
                    moves = shape.maps[start : start + words]
                    for w in range(words):
                        move = moves[w]
                        word = np.uint32(row[move >> shift])
                        flip = move & order
                        kept = keep[flip]
                        gathered[w] |= ((word & kept) << flip) | ((word >> flip) & kept)
            if not touched:
                continue
            found, merged = _settle(frames, level, s, block, gathered)
            counts[0] += found
            counts[1] += merged


@internal
def _settle(frames: Any, level: Any, s: Any, block: Any, gathered: Any) -> Any:
    """Record the gathered placements that are new; return how many, with the region and merged."""
    visited = frames.visited[block]
    fresh = frames.fresh[block]
    placed = frames.placed[s]
    found = np.int64(0)
    merged = np.int64(0)
    for w in range(gathered.size):
        new = gathered[w] & ~visited[w]
        fresh[w] = new
        visited[w] |= new
        found += np.int64(count_bits(new))
        merged += np.int64(count_bits(new & ~placed[w]))
        placed[w] |= new
    if found == 0:
        return found, merged
    if level & 2:
        plane = frames.planes[block]
        for w in range(gathered.size):
            plane[w] |= fresh[w]
    blocks = len(frames.visited)
    if level & 1 and len(frames.planes) > blocks:
        plane = frames.planes[blocks + block]
        for w in range(gathered.size):
            plane[w] |= fresh[w]
    frames.awake[block] = 1
    frames.left[block] -= found
    return found, merged


def _frames(shape: Geometry, tiles: int, rows: Rows) -> Frames:
    blocks, known_parity = int(shape.first[-1]), _knows_parity(shape)
    words = shape.maps.size // tiles**2
    word = _word(tiles)
    frontier = rows.zeros((blocks, words), word)
    active = np.zeros(blocks, dtype=np.uint8)
    return Frames(
        visited=rows.zeros((blocks, words), word),
        frontier=frontier,
        fresh=frontier if known_parity else rows.zeros((blocks, words), word),
        planes=rows.zeros((blocks if known_parity else 2 * blocks, words), word),
        placed=rows.zeros((len(shape.masks), words), word),
        active=active,
        awake=active if known_parity else np.zeros(blocks, dtype=np.uint8),
        left=np.full(blocks, factorial(tiles), dtype=np.int64),
    )


def _knows_parity(shape: Geometry) -> bool:
    return bool(shape.parity[0] != 2)


def _word(tiles: int) -> type[np.uint8 | np.uint16]:
    return np.uint8 if tiles < 8 else np.uint16


def _needs(shape: Geometry, tiles: int) -> Needs:
    """What `_frames` allocates."""
    blocks, words = int(shape.first[-1]), shape.maps.size // tiles**2
    plane = blocks * words * np.dtype(_word(tiles)).itemsize
    planes = 1 if _knows_parity(shape) else 2
    placed = plane // blocks * len(shape.masks)
    return Needs((1 + 2 * planes) * plane + placed, 10 * blocks, planes * plane)


def build(
    neighbors: npt.NDArray[np.uint8],
    goal_cells: tuple[int, ...],
    blank: int,
    *,
    workers: int = 2,
    progress: Progress | None = None,
    rows: Callable[[Needs], Rows] | None = None,
    each: Callable[[int, Frames], None] | None = None,
) -> Built:
    """Distances of every placement of a pattern to its goal, counting the pattern's moves only.

    neighbors: uint8[cells * 4] (`packed_neighbors`), symmetric.
    goal_cells: goal cell of each tile of the pattern, 1 to 9 tiles; blank: the blank's.
    progress: called about ten times a second with (fraction done, seconds left).
    rows: where to keep so many bytes of them, for example not in memory; it may raise.
    each: called after each level, from 0, with its number and the frames.
    Ctrl-C ends the build within one slice, about 20 ms. Rows: four to six bits per placement.
    """
    tiles = len(goal_cells)
    if not 1 <= tiles <= MOST_TILES:
        raise ValueError(f"a pattern has 1 to {MOST_TILES} tiles, not {tiles}")
    shape = geometry(neighbors, goal_cells)
    kept = InMemory() if rows is None else rows(_needs(shape, tiles))
    frames = _frames(shape, tiles, kept)
    _plant_goal(shape, frames, goal_cells, blank)
    if each is not None:
        each(0, frames)
    histogram, merged = [1], [1]
    total = int(shape.first[-1]) * factorial(tiles)
    clock = _Clock(progress, total)
    with _Team(min(workers, 1 + len(shape.masks) // _SETS_A_SLICE), kept) as team:
        while histogram[-1]:
            counts = team.level(shape, frames, len(histogram), clock)
            if each is not None:
                each(len(histogram), frames)
            histogram.append(int(counts[0]))
            merged.append(int(counts[1]))
            frames = frames._replace(
                frontier=frames.fresh,
                fresh=frames.frontier,
                active=frames.awake,
                awake=frames.active,
            )
            clock.done = sum(histogram)
    planes = 1 if _knows_parity(shape) else 2
    return Built(
        frames.planes.reshape(planes, -1).view(np.uint8),
        tuple(histogram[:-1]),
        tuple(merged[:-1]),
        kept.relieve,
    )


def _plant_goal(shape: Geometry, frames: Frames, goal_cells: tuple[int, ...], blank: int) -> None:
    table = arrangements(len(goal_cells))
    mask = sum(1 << cell for cell in goal_cells)
    rank = rank_arrangement(
        tuple(sorted(range(len(goal_cells)), key=goal_cells.__getitem__)), table
    )
    s = int(np.searchsorted(shape.masks, mask))
    block = int(shape.block_of[s * (shape.neighbors.size // 4) + blank])
    if block == NONE:
        raise ValueError("the blank's goal cell is a tile's goal cell")
    bit = 1 << rank % table.bits
    frames.frontier[block, rank // table.bits] = bit
    frames.visited[block, rank // table.bits] = bit
    frames.placed[s, rank // table.bits] = bit
    frames.active[block] = 1
    frames.left[block] -= 1


class _Clock:
    """Reports the placements reached to `progress`, at most ten times a second."""

    def __init__(self, progress: Progress | None, total: int) -> None:
        self.progress = progress
        self.total = total
        self.done = 0
        self.fraction = 0.0  # reported last
        self.start = self.last = perf_counter()

    def tick(self, found: int) -> None:
        now = perf_counter()
        if self.progress is None or now - self.last < 0.1:
            return
        self.last = now
        # Most placements lie at middle distances; the fourth root of their share is roughly
        # proportional to the work done.
        fraction = min(1.0, (self.done + found) / self.total) ** 0.25
        # What other threads have found is a guess until the level ends; the next one may be lower.
        self.fraction = fraction = max(self.fraction, fraction)
        self.progress(fraction, (now - self.start) * (1 - fraction) / max(fraction, 1e-6))


class _Team:
    """Worker threads that take the cell sets of a level slice by slice."""

    def __init__(self, workers: int, rows: Rows) -> None:
        self.workers = max(1, workers)
        self.rows = rows
        self.pool = ThreadPoolExecutor(self.workers) if self.workers > 1 else None
        self.stop = Event()
        self.lock = Lock()

    def __enter__(self) -> "_Team":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)

    def level(
        self, shape: Geometry, frames: Frames, level: int, clock: _Clock
    ) -> npt.NDArray[np.int64]:
        """Sweep all cell sets once; the calling thread works too, so that Ctrl-C reaches it."""
        total = np.zeros(2, dtype=np.int64)
        row_bytes = frames.visited[:1].nbytes
        sets = max(1, min(_SETS_A_SLICE, _SLICE_BYTES // row_bytes))
        slices = iter(range(0, len(shape.masks), sets))
        work = (shape, frames, level, slices, sets, total)
        helpers = (
            submit_all(self.pool, [partial(self._share, *work)] * (self.workers - 1))
            if self.pool is not None
            else []
        )
        try:
            self._share(*work, clock)
        except BaseException:
            self.stop.set()
            raise
        for helper in helpers:
            helper.result()
        return total

    def _share(
        self,
        shape: Geometry,
        frames: Frames,
        level: int,
        slices: Iterator[int],
        sets: int,
        total: npt.NDArray[np.int64],
        clock: _Clock | None = None,
    ) -> None:
        counts = np.zeros(2, dtype=np.int64)
        while not self.stop.is_set():
            with self.lock:
                first = next(slices, None)
            if first is None:
                break
            last = min(first + sets, len(shape.masks))
            _sweep(shape, frames, level, first, last, counts)
            self.rows.relieve()
            if clock is not None:
                clock.tick(self.workers * int(counts[0]))
        with self.lock:
            total += counts


def distances_reference(
    neighbors: npt.NDArray[np.uint8], goal_cells: tuple[int, ...], blank: int
) -> dict[tuple[tuple[int, ...], int], int]:
    """Slow twin of `build`: (cells of the tiles, blank cell) -> distance, by 0-1 search."""
    start = (goal_cells, blank)
    around = [[cell for cell in row if cell != 255] for row in neighbors.reshape(-1, 4).tolist()]
    distance = {start: 0}
    layer = [start]
    while layer:
        next_layer: list[tuple[tuple[int, ...], int]] = []
        for tiles, hole in layer:  # grows during the loop: moves of other tiles cost nothing
            here = distance[tiles, hole]
            for other in around[hole]:
                if other in tiles:
                    moved = tuple([hole if cell == other else cell for cell in tiles])
                    if (moved, other) not in distance:
                        distance[moved, other] = here + 1
                        next_layer.append((moved, other))
                elif distance.get((tiles, other), here + 1) > here:
                    distance[tiles, other] = here
                    layer.append((tiles, other))
        layer = next_layer
    return distance
