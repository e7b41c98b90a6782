"""Builds pattern databases by breadth-first search over bit sets, a whole word of bits at a time.

Entries are numbered as in `ranking`: blocks (cell set, blank region) of words of order bits.
Level L holds the placements at distance L. A block of the next level *pulls*: it gathers the
frontier of its neighbours, so only one thread writes to each block and no update is lost.
On a board whose cells can be two-coloured, all placements in one cell set have distances of the
same parity: half of the blocks are idle at every level, and one stored bit, ``distance >> 1 & 1``,
determines a distance once a neighbour's is known. The frontier needs no array there: it is gathered
with the placements that have the same bit and are 4, 8, ... nearer, whose moves lead to nothing
new. On other boards a second bit, ``distance & 1``, is stored.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from math import factorial, inf
from threading import Event, Lock
from time import perf_counter
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.interrupts import submit_all
from taquin.kernels.base.intrinsics import count_bits, pointers
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.patterns.geometry import Geometry, Pulls, geometry, pulls_of
from taquin.kernels.patterns.ranking import (
    MOST_TILES,
    NONE,
    arrangements,
    rank_arrangement,
)

__all__ = [
    "Built",
    "InMemory",
    "Needs",
    "Rows",
    "build",
    "packed_neighbors",
]

Progress = Callable[[float, float], None]
U64 = np.uint64
_TELLING = 0.05  # of the work: less does not tell how long the rest takes
_SETS_A_SLICE = 512
_SLICE_BYTES = 1 << 18  # of one array, where sets have long rows


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

    alike:    T[blocks, words]  placements reached whose distance has the level's bit 1
    unlike:   T[blocks, words]  placements reached whose distance has the other bit 1
    frontier: T[blocks, words]  placements of the last level; if parity is known, see above
    fresh:    T[blocks, words]  placements of the level; no blocks if parity is known
    planes:   T[blocks or 2 * blocks, words]  distance bit 1, which is also `alike` or `unlike`,
              and, unless parity is known, bit 0
    placed:   T[sets, words]    placements reached with the blank in any region
    active:   uint8[blocks]     whether a block's frontier holds anything
    awake:    uint8[blocks]     whether its fresh row does; may be the same array as active
    left:     int64[blocks]     placements not reached yet
    """

    alike: npt.NDArray[Any]
    unlike: npt.NDArray[Any]
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


class Share(NamedTuple):
    """What one thread writes to beside the frames; T as there.

    counts:   int64[2]  the placements found, with the region and merged
    gathered: T[words]  what moves carry into a block
    turned:   T[(1 + pairs) * words]  a block's words, then with the bits of each pair swapped
    """

    counts: npt.NDArray[np.int64]
    gathered: npt.NDArray[Any]
    turned: npt.NDArray[Any]


@quick
def _sweep(pulls: Pulls, frames: Frames, share: Share, level: Any, first: Any, last: Any) -> None:
    """Find the placements of cell sets first..last-1 whose distance is `level`."""
    into, at, own = pointers(pulls), pointers(frames), pointers(share)
    words, blocks = U64(len(share.gathered)), U64(len(frames.left))
    pairs = U64(len(share.turned)) // words - U64(1)
    two_planes = len(frames.planes) > len(frames.left)
    for s in range(U64(first), U64(last)):
        if into.parity[s] != 2 and into.parity[s] != (level & 1):
            continue
        for block in range(U64(into.first[s]), U64(into.first[s + U64(1)])):
            at.awake[block] = 0
            if at.left[block] == 0 or not _gather(into, at, own, words, pairs, block):
                continue
            found = _settle(at, own, words, s, block)
            if found == 0:
                continue
            at.awake[block] = 1
            at.left[block] -= found
            if two_planes:
                _keep(at, own, words, block)
                if level & 1:
                    _mark(at, own, words, blocks + block)


@inlined
def _gather(into: Pulls, at: Frames, own: Share, words: Any, pairs: Any, block: Any) -> Any:
    """Gather what moves carry into a block; whether there are any from the frontier."""
    touched = False
    for move in range(into.begin[block], into.begin[block + U64(1)]):
        source, order = U64(into.source[move]), U64(into.order[move])
        if at.active[source] == 0:
            continue
        if not touched:
            touched = True
            for w in range(words):
                own.gathered[w] = 0
        row = source * words
        if order == 0:
            for w in range(words):
                own.gathered[w] |= at.frontier[row + w]
            continue
        _turn(at, own, words, pairs, row)
        for w in range(words):
            own.gathered[w] |= own.turned[U64(into.before[order + w])]
    return touched


@inlined
def _turn(at: Frames, own: Share, words: Any, pairs: Any, row: Any) -> None:
    """Copy a block's words, and swap the bits of orders that differ in one pair's bit alone.

    Numbers that the compiler knows let it turn many words at once.
    """
    first, second, third = words, words + words, words + words + words
    for w in range(words):
        word = U64(at.frontier[row + w])
        own.turned[w] = word
        own.turned[first + w] = (word & U64(0x5555)) << U64(1) | word >> U64(1) & U64(0x5555)
        own.turned[second + w] = (word & U64(0x3333)) << U64(2) | word >> U64(2) & U64(0x3333)
        own.turned[third + w] = (word & U64(0x0F0F)) << U64(4) | word >> U64(4) & U64(0x0F0F)
    if pairs == 4:
        fourth = third + words
        for w in range(words):
            word = U64(at.frontier[row + w])
            own.turned[fourth + w] = (word & U64(0x00FF)) << U64(8) | word >> U64(8)


@inlined
def _settle(at: Frames, own: Share, words: Any, s: Any, block: Any) -> Any:
    """Record and keep the gathered placements that are new; how many there are with the region."""
    found = merged = np.int64(0)
    row, placed = block * words, s * words
    for w in range(words):
        new = own.gathered[w] & ~(at.alike[row + w] | at.unlike[row + w])
        own.gathered[w] = new
        at.alike[row + w] |= new
        found += np.int64(count_bits(new))
        merged += np.int64(count_bits(new & ~at.placed[placed + w]))
        at.placed[placed + w] |= new
    own.counts[0] += found
    own.counts[1] += merged
    return found


@inlined
def _keep(at: Frames, own: Share, words: Any, block: Any) -> None:
    """Set a block's new placements apart, for the next level."""
    for w in range(words):
        at.fresh[block * words + w] = own.gathered[w]


@inlined
def _mark(at: Frames, own: Share, words: Any, plane: Any) -> None:
    """Set the bits of the new placements in a row of the planes."""
    for w in range(words):
        at.planes[plane * words + w] |= own.gathered[w]


def _frames(shape: Geometry, tiles: int, rows: Rows) -> Frames:
    blocks, known_parity = int(shape.first[-1]), _knows_parity(shape)
    words, word = shape.maps.size // tiles**2, _word(tiles)
    planes = rows.zeros((blocks if known_parity else 2 * blocks, words), word)
    near = rows.zeros((blocks, words), word)
    active = np.zeros(blocks, dtype=np.uint8)
    return Frames(
        alike=near,
        unlike=planes[:blocks],
        frontier=near if known_parity else rows.zeros((blocks, words), word),
        fresh=rows.zeros((0 if known_parity else blocks, words), word),
        planes=planes,
        placed=rows.zeros((len(shape.masks), words), word),
        active=active,
        awake=active if known_parity else np.zeros(blocks, dtype=np.uint8),
        left=np.full(blocks, factorial(tiles), dtype=np.int64),
    )


def _share_of(frames: Frames) -> Share:
    words, word = frames.planes.shape[1], frames.planes.dtype
    pairs = (8 * word.itemsize).bit_length() - 1
    turned = np.zeros((1 + pairs) * words, word)
    return Share(np.zeros(2, np.int64), np.zeros(words, word), turned)


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
    return Needs((3 * planes - 1) * plane + placed, 10 * blocks, planes * plane)


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
    progress: called about ten times a second with (fraction done, seconds left); inf while
    too little is done to tell.
    rows: where to keep so many bytes of them, for example not in memory; it may raise.
    each: called after each level, from 0, with its number and the frames.
    Ctrl-C ends the build within one slice, about 20 ms. Rows: three to six bits per placement.
    """
    tiles = len(goal_cells)
    if not 1 <= tiles <= MOST_TILES:
        raise ValueError(f"a pattern has 1 to {MOST_TILES} tiles, not {tiles}")
    shape = geometry(neighbors, goal_cells)
    pulls = pulls_of(shape, tiles)
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
            frames = _next(frames, len(histogram))
            counts = team.level(pulls, frames, len(histogram), clock)
            if each is not None:
                each(len(histogram), frames)
            histogram.append(int(counts[0]))
            merged.append(int(counts[1]))
            clock.done = sum(histogram)
    planes = 1 if _knows_parity(shape) else 2
    return Built(
        frames.planes.reshape(planes, -1).view(np.uint8),
        tuple(histogram[:-1]),
        tuple(merged[:-1]),
        kept.relieve,
    )


def _next(frames: Frames, level: int) -> Frames:
    """The frames for a level, from those of the level before."""
    alike, unlike = frames.alike, frames.unlike
    if level % 2 == 0:  # distance bit 1 changes
        alike, unlike = unlike, alike
    apart = len(frames.fresh) > 0
    return frames._replace(
        alike=alike,
        unlike=unlike,
        frontier=frames.fresh if apart else frames.alike,
        fresh=frames.frontier if apart else frames.fresh,
        active=frames.awake,
        awake=frames.active,
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
    frames.alike[block, rank // table.bits] = bit
    if len(frames.fresh):
        frames.fresh[block, rank // table.bits] = bit
    frames.placed[s, rank // table.bits] = bit
    frames.awake[block] = 1
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
        left = (now - self.start) * (1 - fraction) / fraction if fraction >= _TELLING else inf
        self.progress(fraction, left)


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
        self, pulls: Pulls, frames: Frames, level: int, clock: _Clock
    ) -> npt.NDArray[np.int64]:
        """Sweep all cell sets once; the calling thread works too, so that Ctrl-C reaches it."""
        total = np.zeros(2, dtype=np.int64)
        row_bytes = frames.planes[:1].nbytes
        sets = max(1, min(_SETS_A_SLICE, _SLICE_BYTES // row_bytes))
        slices = iter(range(0, len(pulls.parity), sets))
        work = (pulls, frames, level, slices, sets, total)
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
        pulls: Pulls,
        frames: Frames,
        level: int,
        slices: Iterator[int],
        sets: int,
        total: npt.NDArray[np.int64],
        clock: _Clock | None = None,
    ) -> None:
        share = _share_of(frames)
        counts = share.counts
        while not self.stop.is_set():
            with self.lock:
                first = next(slices, None)
            if first is None:
                break
            last = min(first + sets, len(pulls.parity))
            _sweep(pulls, frames, share, level, first, last)
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
