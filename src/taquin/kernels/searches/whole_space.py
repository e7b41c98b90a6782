"""Breadth-first search over the whole space of a board of up to 12 cells, one bit per state.

A state is (blank's cell, order of the tiles in reading order, without the blank). A move between
cells b and c rotates |b - c| neighbouring tiles in that order, so a sideways move changes only the
blank's cell, and any move changes only |b - c| digits of the Lehmer code (digit j counts the later
tiles that are smaller). The last 8 digits number the bits of a *block*, the digits before them the
blocks of a cell. On most boards the blank's cell determines the parity of the order; then the
second-to-last digit is implied and the map has n!/2 bits, otherwise (a torus with an odd side) n!.
"""

from collections.abc import Iterator
from functools import lru_cache, partial
from math import factorial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.interrupts import KernelPool, submit_all
from taquin.kernels.base.jit import internal, kernel

__all__ = [
    "Layout",
    "Maps",
    "current",
    "layer_sizes",
    "layout",
    "levels",
    "settle",
    "spread",
    "start",
]

U64 = np.uint64
Words = npt.NDArray[np.uint64]

MOST_CELLS = 12
TAIL = 8
SLICE = 100  # blocks of each cell in one kernel call
NONE = 0xFF

# Indices into `Layout.sizes`.
CELLS, BLOCKS, BITS, WORDS, LEAD = 0, 1, 2, 3, 4

# The effect of an edge on (block, bit). A block-first edge rotates digits across the block's
# border from the left, then the rest within the block; a bit-first edge works in reverse order.
NO_EDGE, SAME, IN_BLOCK, BLOCK_ONLY, BLOCK_FIRST, BIT_FIRST = 0, 1, 2, 3, 4, 5

Turn = tuple[int, int, bool]  # first and last digit, whether the first tile goes to the end


class Layout(NamedTuple):
    """The effect of moves on state numbers. An edge is 4 * cell + direction of the tile."""

    sizes: Words  # uint64[5]: cells; blocks a cell; bits, words a block; bits a leading digit
    target: Words  # uint64[edges], the cell where the blank goes
    kind: Words  # uint64[edges], see above
    table: Words  # uint64[edges], row of `rotations`
    border: Words  # uint64[edges], row of `crossings`
    swapped: Words  # uint64[edges], parity of the order just before `rotations` is used
    rotations: npt.NDArray[np.uint16]  # uint16[tables, 2, bits], by parity of the block's digits
    crossings: npt.NDArray[np.uint32]  # uint32[borders, blocks * 8], (block, leading digit) packed
    cell_parity: Words  # uint64[cells], of the order by the blank's cell, goal 0; 2 = not fixed
    block_parity: Words  # uint64[blocks], of the digits before the block
    lead: npt.NDArray[np.uint8]  # uint8[bits], leading digit in the block


class Maps(NamedTuple):
    """One bit per state, block by block, each block padded to whole words."""

    current: Words  # uint64[cells * blocks * words], states at this depth
    coming: Words  # uint64[...], states one move away
    seen: Words  # uint64[...], states at this depth or before


def _parities(neighbors: npt.NDArray[np.uint8]) -> list[int] | None:
    """The parity of the order by the blank's cell, relative to cell 0; None if not determined."""
    parity = {}
    for first in range(len(neighbors)):
        if first in parity:
            continue
        parity[first] = 0
        for cell in (queue := [first]):
            for near in (int(c) for c in neighbors[cell] if c != NONE):
                expected = parity[cell] ^ ((abs(cell - near) - 1) & 1)
                if near not in parity:
                    queue.append(near)
                if parity.setdefault(near, expected) != expected:
                    return None
    return [parity[cell] for cell in range(len(neighbors))]


def layout(neighbors: npt.NDArray[np.uint8], goal_blank: int) -> Layout:
    """The tables of a board, cached (12 cells: up to 3 MB each).

    They depend on the goal only through its blank's cell.
    neighbors: uint8[cells, 4], columns U D L R as the tile moves, 0xFF = none; 3 to 12 cells.
    Raises ValueError for other sizes and for moves that cannot be undone.
    """
    table = np.ascontiguousarray(neighbors, dtype=np.uint8)
    return _layout(table.tobytes(), len(table), goal_blank)


@lru_cache(maxsize=8)
def _layout(raw: bytes, cells: int, goal_blank: int) -> Layout:
    neighbors = np.frombuffer(raw, np.uint8).reshape(cells, 4)
    if not 3 <= cells <= MOST_CELLS:
        raise ValueError(f"{cells} cells: whole spaces are supported for 3 to {MOST_CELLS} cells")
    near = {(b, int(c)) for b in range(cells) for c in neighbors[b] if c != NONE}
    if any((c, b) not in near for b, c in near):
        raise ValueError("a move cannot be undone")
    parity = _parities(neighbors)
    fixed = [2] * cells if parity is None else [p ^ parity[goal_blank] for p in parity]
    tail = min(cells - 1, TAIL)
    head = cells - 1 - tail
    bits = factorial(tail) // (1 if parity is None else 2)
    blocks = factorial(cells - 1) // factorial(tail)
    sizes = [cells, blocks, bits, -(-bits // 64), max(1, bits // tail)]
    edges, rotations, crossings = _edges(neighbors, head, fixed)
    return Layout(
        np.array(sizes, np.uint64),
        *edges,
        _rotations(rotations, tail, bits, sorted({*edges[4].tolist()}) if head == 0 else [0, 1]),
        _crossings(crossings, cells - 1, head, blocks),
        np.array(fixed, np.uint64),
        np.array([sum(_head(block, cells - 1, head)) & 1 for block in range(blocks)], np.uint64),
        (np.arange(bits) // sizes[LEAD]).astype(np.uint8),
    )


def _edges(
    neighbors: npt.NDArray[np.uint8], head: int, fixed: list[int]
) -> tuple[tuple[Words, Words, Words, Words, Words], list[Turn], list[Turn]]:
    """The five columns of edges, and the rotations and crossings that they refer to by row."""
    target, kind, table, border, swapped = (np.zeros(neighbors.size, np.uint64) for _ in range(5))
    rotations: dict[Turn, int] = {}
    crossings: dict[Turn, int] = {}
    for edge, c in enumerate(int(cell) for cell in neighbors.flat):
        target[edge] = c
        if c == NONE:
            continue
        # Tiles at first..last rotate: the first goes to the end, or the last to the front.
        b = edge // 4
        first, last, to_end = min(b, c), max(b, c) - 1, c < b
        swaps = min(head, last) - first
        kind[edge] = SAME
        if last > max(head, first):
            turn = (max(first, head) - head, last - head, to_end)
            table[edge] = rotations.setdefault(turn, len(rotations))
            kind[edge] = IN_BLOCK
        if swaps > 0:
            border[edge] = crossings.setdefault((first, min(head, last), to_end), len(crossings))
            across = BLOCK_FIRST if to_end else BIT_FIRST
            kind[edge] = across if kind[edge] == IN_BLOCK else BLOCK_ONLY
        if fixed[b] < 2:
            swapped[edge] = fixed[b] ^ (swaps & 1 if kind[edge] == BLOCK_FIRST else 0)
    return (target, kind, table, border, swapped), list(rotations), list(crossings)


def _rotations(
    turns: list[Turn], tail: int, bits: int, parities: list[int]
) -> npt.NDArray[np.uint16]:
    rows = np.zeros((max(1, len(turns)), 2, bits), np.uint16)
    half = bits < factorial(tail)
    for row, (first, last, to_end) in enumerate(turns):
        for parity in parities:
            _fill_rotation(rows[row, parity], parity if half else 2, tail, (first, last), to_end)
    return rows


def _head(block: int, tiles: int, head: int) -> list[int]:
    """The digits that number a block."""
    digits = []
    for j in reversed(range(head)):
        block, digit = divmod(block, tiles - j)
        digits.append(digit)
    return digits[::-1]


def _rotate(digits: list[int], first: int, last: int, to_end: bool) -> None:
    """The Lehmer digits after a rotation of the tiles first..last, exchange by exchange."""
    for j in range(first, last) if to_end else range(last - 1, first - 1, -1):
        a, b = digits[j], digits[j + 1]
        digits[j], digits[j + 1] = (b, a - 1) if a > b else (b + 1, a)


def _crossings(keys: list[Turn], tiles: int, head: int, blocks: int) -> npt.NDArray[np.uint32]:
    table = np.zeros((max(1, len(keys)), blocks * TAIL), np.uint32)
    for row, (first, last, to_end) in enumerate(keys):
        for packed in range(blocks * TAIL):
            digits = [*_head(packed // TAIL, tiles, head), packed % TAIL]
            _rotate(digits, first, last, to_end)
            block = 0
            for j in range(head):
                block = block * (tiles - j) + digits[j]
            table[row, packed] = block * TAIL + digits[head]
    return table


@kernel
def _fill_rotation(row: Any, parity: int, tail: int, span: tuple[int, int], to_end: bool) -> None:
    """Where each bit of a block goes when the tiles span[0]..span[1] of the block rotate.

    parity: of the block's digits, which implies the second-to-last digit; 2 = all are stored.
    """
    first, last = span
    digits, turned = np.zeros(tail, np.int64), np.zeros(tail, np.int64)
    weight = np.ones(tail, np.int64)
    for j in range(tail - 2, -1, -1):
        weight[j] = weight[j + 1] * (tail - 1 - j)
    if parity != 2:
        weight //= 2
    # Digits after the last one rotated stay the same, so whole runs of bits move together. The
    # second-to-last digit does not count if it is implied.
    wheel = last if parity == 2 or last < tail - 2 else tail - 3
    run = weight[wheel] if wheel >= 0 else 1
    for bit in range(0, len(row), run):
        if parity != 2:
            digits[tail - 2] = parity
            for j in range(tail - 2):
                digits[tail - 2] ^= digits[j] & 1
        turned[first : last + 1] = digits[first : last + 1]
        for step in range(last - first):
            j = first + step if to_end else last - 1 - step
            a, b = turned[j], turned[j + 1]
            if a > b:
                turned[j], turned[j + 1] = b, a - 1
            else:
                turned[j], turned[j + 1] = b + 1, a
        moved = bit
        for j in range(first, last + 1):
            moved += (turned[j] - digits[j]) * weight[j]
        for i in range(run):
            row[bit + i] = moved + i
        j = wheel
        while j >= 0:
            digits[j] += 1
            if digits[j] < tail - j:
                break
            digits[j] = 0
            j -= 1


@internal
def _lowest(word: Any) -> Any:
    """Number of the lowest bit set."""
    return _ones(~word & (word - U64(1)))


@internal
def _ones(word: Any) -> Any:
    """Number of bits set, in a form that compilers turn into one instruction."""
    word -= (word >> U64(1)) & U64(0x5555555555555555)
    word = (word & U64(0x3333333333333333)) + ((word >> U64(2)) & U64(0x3333333333333333))
    word = (word + (word >> U64(4))) & U64(0x0F0F0F0F0F0F0F0F)
    return (word * U64(0x0101010101010101)) >> U64(56)


@kernel
def spread(
    tables: Layout, maps: Maps, cells: tuple[int, int], blocks: tuple[int, int], longest: int
) -> int:
    """Mark in `coming` the states one move from the `current` states in blocks[0]..blocks[1]-1 of
    each cell, where the blank ends in cells[0]..cells[1]-1.

    longest: the most tiles that one move can push (1 = single-tile metric). Calls for different
    cells write different words, so they may run in parallel.
    """
    first, last = U64(blocks[0]), U64(blocks[1])
    for origin in range(tables.sizes[CELLS]):
        for direction in range(U64(4)):
            cell, identical = U64(origin), True
            for steps in range(U64(1), U64(longest) + U64(1)):
                edge = U64(4) * cell + direction
                if tables.kind[edge] == U64(NO_EDGE):
                    break
                identical &= tables.kind[edge] == U64(SAME)
                cell = tables.target[edge]
                if cell == origin:
                    break
                if U64(cells[0]) <= cell < U64(cells[1]):
                    edge = U64(4) * origin + direction
                    if identical:
                        _copy(tables, maps, (origin, cell), (first, last))
                    elif steps == U64(1) and tables.kind[edge] == U64(IN_BLOCK):
                        _permute(tables, maps, edge, (first, last))
                    else:
                        _walk(tables, maps, edge, steps, (first, last))
    return 0


@internal
def _copy(tables: Layout, maps: Maps, ends: Any, span: Any) -> None:
    """Sideways moves."""
    blocks, words = tables.sizes[BLOCKS], tables.sizes[WORDS]
    source, sink = ends[0] * blocks * words, ends[1] * blocks * words
    for i in range(span[0] * words, span[1] * words):
        maps.coming[sink + i] |= maps.current[source + i]


@internal
def _permute(tables: Layout, maps: Maps, edge: Any, span: Any) -> None:
    """One move that keeps the block."""
    blocks, words = tables.sizes[BLOCKS], tables.sizes[WORDS]
    rows = tables.rotations[tables.table[edge]]
    for block in range(span[0], span[1]):
        row = rows[tables.swapped[edge] ^ tables.block_parity[block]]
        source = ((edge >> U64(2)) * blocks + block) * words
        sink = (tables.target[edge] * blocks + block) * words
        for i in range(words):
            word = maps.current[source + i]
            while word:
                bit = U64(row[(i << U64(6)) + _lowest(word)])
                maps.coming[sink + (bit >> U64(6))] |= U64(1) << (bit & U64(63))
                word &= word - U64(1)


@internal
def _walk(tables: Layout, maps: Maps, edge: Any, steps: Any, span: Any) -> None:
    """Any number of steps in one direction, state by state."""
    target, kinds, swapped, parity = tables.target, tables.kind, tables.swapped, tables.block_parity
    rotations, crossings, lead = tables.rotations, tables.crossings, tables.lead
    blocks, words = tables.sizes[BLOCKS], tables.sizes[WORDS]
    for start_block in range(span[0], span[1]):
        source = ((edge >> U64(2)) * blocks + start_block) * words
        for i in range(words):
            word = maps.current[source + i]
            while word:
                block: Any = start_block
                bit: Any = (i << U64(6)) + _lowest(word)
                cell: Any = edge >> U64(2)
                for _ in range(steps):
                    step = U64(4) * cell + (edge & U64(3))
                    cell, kind, table = target[step], kinds[step], tables.table[step]
                    tau = swapped[step] ^ parity[block]
                    if kind == U64(IN_BLOCK) or kind == U64(BIT_FIRST):
                        bit = U64(rotations[table, tau, bit])
                    if kind > U64(IN_BLOCK):
                        digit = U64(lead[bit])
                        packed = U64(crossings[tables.border[step], block * U64(TAIL) + digit])
                        block = packed >> U64(3)
                        bit += ((packed & U64(7)) - digit) * tables.sizes[LEAD]
                        if kind == U64(BLOCK_FIRST):
                            bit = U64(rotations[table, swapped[step] ^ parity[block], bit])
                sink = (cell * blocks + block) * words
                maps.coming[sink + (bit >> U64(6))] |= U64(1) << (bit & U64(63))
                word &= word - U64(1)


@kernel
def settle(tables: Layout, maps: Maps, first: int, last: int) -> Any:
    """Make the new states in blocks first..last-1 (of all cells) current; returns their number."""
    words = tables.sizes[WORDS]
    count = U64(0)
    for i in range(U64(first) * words, U64(last) * words):
        fresh = maps.coming[i] & ~maps.seen[i]
        maps.coming[i] = U64(0)
        maps.current[i] = fresh
        maps.seen[i] |= fresh
        count += _ones(fresh)
    return count


def start(tables: Layout, goal_blank: int) -> Maps:
    """Maps with only the goal marked."""
    cells, blocks, _, words = (int(size) for size in tables.sizes[:4])
    current, coming, seen = (np.zeros(cells * blocks * words, np.uint64) for _ in range(3))
    current[goal_blank * blocks * words] = seen[goal_blank * blocks * words] = 1
    return Maps(current, coming, seen)


def levels(tables: Layout, maps: Maps, *, metric: str = "stm", threads: int = 1) -> Iterator[int]:
    """Yield the number of states at each depth, from depth 0.

    metric: "stm" or "mtm" (a line of tiles pushed at once is one move). Between two yields,
    `maps.current` holds the states of the depth just yielded. For 12 cells one kernel call takes
    hundredths of a second (multi-tile moves on a torus: tenths); closing the iterator waits only
    for calls in progress.
    """
    cells, blocks = int(tables.sizes[CELLS]), int(tables.sizes[BLOCKS])
    longest = {"stm": 1, "mtm": cells}[metric]
    count = 1
    with KernelPool(threads) as pool:
        while count:
            yield count
            reached = [partial(_one_cell, tables, maps, cell, longest) for cell in range(cells)]
            for done in submit_all(pool, reached):
                done.result()
            settled = [
                partial(settle, tables, maps, cell * blocks, (cell + 1) * blocks)
                for cell in range(cells)
            ]
            count = sum(int(done.result()) for done in submit_all(pool, settled))


def _one_cell(tables: Layout, maps: Maps, cell: int, longest: int) -> int:
    blocks = int(tables.sizes[BLOCKS])
    for first in range(0, blocks, SLICE):
        spread(tables, maps, (cell, cell + 1), (first, min(blocks, first + SLICE)), longest)
    return 0


def layer_sizes(
    neighbors: npt.NDArray[np.uint8], goal_blank: int, *, metric: str = "stm", threads: int = 2
) -> Iterator[int]:
    """How many boards are at each distance from a goal with its blank in the given cell.

    The goal's tiles do not matter. Memory: 3 bits per state (12 cells: 90 MB, without parity 180).
    """
    tables = layout(neighbors, goal_blank)
    return levels(tables, start(tables, goal_blank), metric=metric, threads=threads)


def current(tables: Layout, maps: Maps) -> npt.NDArray[np.int64]:
    """The numbers of the states at the depth that `levels` yielded last."""
    words = int(tables.sizes[WORDS])
    filled = np.flatnonzero(maps.current)
    bits = np.unpackbits(maps.current[filled].view(np.uint8), bitorder="little").reshape(-1, 64)
    row, bit = np.nonzero(bits)
    block, word = np.divmod(filled[row], words)
    return np.asarray(block * int(tables.sizes[BITS]) + word * 64 + bit, np.int64)
