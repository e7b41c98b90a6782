"""IDA* (Korf 1985) over additive pattern databases.

A *view* is a symmetry of the board that keeps the blank's goal cell: the mirrored board, looked
up in the same tables, gives a second bound. A *slot* is one pattern in one view. The search keeps
one word for each slot: the cell set of its tiles, the rank of their arrangement, and their
distance. A move changes one slot in each view, by three small look-ups and one bit of the pattern
database, which tells whether the distance grew or shrank. An automaton (`pdb_automaton`) decides
which moves to try. The whole state of the search lies in the caller's arrays, so it can stop and
resume after any number of expansions.

A look-up in a large table waits for memory far longer than it computes. A large contour is
therefore split into subtrees at a small depth, and several *lanes* take turns, each searching one
subtree: a lane prefetches the bytes it needs and reads them when its turn comes again. The lanes
of several threads take their subtrees from one queue. A completed contour expands the same nodes
in any order, so its count depends neither on lanes nor on threads.
"""

import math
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from enum import IntEnum
from functools import partial
from threading import Lock
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from taquin.kernels.interrupts import submit_all
from taquin.kernels.jit import kernel
from taquin.kernels.pdb_intrinsics import (
    count_bits,
    fetch_add,
    load_byte,
    load_shared,
    prefetch,
)
from taquin.kernels.ranking import rank_set

__all__ = [
    "Frames",
    "Outcome",
    "SearchTables",
    "Status",
    "Tabled",
    "blank_frames",
    "deepest",
    "evaluate",
    "ida_star_pdb",
    "nearest",
    "search",
]

_DEEPEST = 510


class Status(IntEnum):
    """How a slice of the search, or the whole search, ended."""

    RUNNING = 0
    SOLVED = 1
    CONTOUR = 2
    EXHAUSTED = 3
    STOPPED = 4


class SearchTables(NamedTuple):
    """What the search reads: P patterns, V views; slot view * P + pattern.

    neighbors:  uint8[cells * 4]    columns U D L R (the tile's direction); 255 = none
    steps:      uint32[states * 4]  see `Automaton`
    choices:    uint8[states]       the directions that have a step, as bits
    view_cell:  uint8[V, cells]     where the view puts each cell
    view_slot:  uint8[V, cells]     slot of each tile; 255 for the blank
    view_index: uint8[V, cells]     index of each tile in its slot's pattern
    ranks:      uint32[...]         see `set_ranks`
    fixed:      (0,) for 16 cells of two colours in two views, else (); with (0,) `search` is
                compiled with these numbers as constants, which makes it a tenth faster
    patterns:   uint64[P, 13]       columns of `Column`
    The rest holds the cell sets of all pattern sizes, one size after the other:
    first:      uint32[sets]        first block of each set
    regions:    uint8[sets * cells] which of the set's blocks, by the blank's cell
    maps:       uint16 or uint32    `Arrangements.maps`
    codes:      uint32              `Arrangements.codes`
    """

    neighbors: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.uint32]
    choices: npt.NDArray[np.uint8]
    view_cell: npt.NDArray[np.uint8]
    view_slot: npt.NDArray[np.uint8]
    view_index: npt.NDArray[np.uint8]
    ranks: npt.NDArray[np.uint32]
    fixed: tuple[int, ...]
    patterns: npt.NDArray[np.uint64]
    first: npt.NDArray[np.uint32]
    regions: npt.NDArray[np.uint8]
    maps: npt.NDArray[Any]
    codes: npt.NDArray[np.uint32]


class Column(IntEnum):
    """Columns of `SearchTables.patterns`."""

    TILES = 0
    SETS = 1  # where the pattern's size begins in `first`, `maps` and `codes`
    MAPS = 2
    CODES = 3
    WORDS = 4
    ADDRESS = 5
    PLANE0 = 6  # distance from the first plane to the second in bytes, 0 if there is none
    GOAL = 7  # the goal's slot word, its distance 0
    GOAL_REGION = 8  # the blank's region there
    ODD = 9  # cells of odd colour, and the goal's parity << 32
    SHIFT = 10  # log2 of the order bits of a word
    ORDER = 11  # mask of the order bits in a rank
    STRIDE = 12  # bytes in a block


_TILES, _SETS, _MAPS, _CODES, _WORDS, _ADDRESS, _PLANE0 = (np.uint64(c) for c in list(Column)[:7])
_GOAL, _GOAL_REGION, _ODD, _SHIFT, _ORDER, _STRIDE = (np.uint64(c) for c in list(Column)[7:])

# Registers of a search; see `Frames.registers`.
_TURN, _ACTIVE, _BOUND, _NEXT, _EXPANDED, _GENERATED = range(6)
_BASE, _SPLIT, _END, _CUT, _DEPTH, _NEAREST = range(6, 12)
# The queue of subtrees; all workers' frames hold the same array.
_ITEM, _HALT = range(2)
_UNREACHED = 1 << 30
_COLUMNS, _FRAMES = np.uint64(len(Column)), np.uint64(_DEEPEST + 2)


class Frames(NamedTuple):
    """The state of one search in plain arrays, so that it can be saved and resumed.

    L lanes, D depths, V views, T subtrees; subtree 0 is the whole board.

    registers:   int64[12]           position of the current lane, active lanes, bound, next bound,
                                     expanded, generated, depth at which lanes begin, depth at
                                     which to split off subtrees (0 = never), end of the subtrees,
                                     end of those split off, depth of the goal, smallest h so far
    queue:       int64[2]            the next subtree; whether to stop at once
    nearest:     uint8[cells]        the board with the smallest h so far
    order:       uint8[L]            lanes, the active ones first
    depths:      uint16[L]           depth of each lane
    blank:       uint8[L]            the blank's cell
    item:        uint32[L]           the lane's subtree
    cells:       uint8[L, cells]     tile on each cell
    words:       uint64[L, slots]    see `_routed`
    child_bytes: uint64[L, 4, V]     addresses of the prefetched bits
    sums:        int32[L, D, V]      h in each view
    child_words: uint64[L, D, 4, V]  slot words after a move in each direction (for the direction
                                     taken: before it)
    child_sums:  int32[L, D, 4, V]   h after the move
    blanks:      uint8[L, D]         the blank's cell
    moves:       uint8[L, D]         the direction taken
    todo:        uint8[L, D]         the directions still to try, as bits
    state:       uint32[L, D]        state of the automaton
    item_cells:  uint8[T, cells]     tile on each cell
    item_words:  uint64[T, slots]    see `_routed`
    item_sums:   int32[T, V]         h in each view
    item_blank:  uint8[T]            the blank's cell
    item_state:  uint32[T]           state of the automaton
    item_moves:  uint8[T, depth]     the moves that lead to the subtree
    """

    registers: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int64]
    nearest: npt.NDArray[np.uint8]
    order: npt.NDArray[np.uint8]
    depths: npt.NDArray[np.uint16]
    blank: npt.NDArray[np.uint8]
    item: npt.NDArray[np.uint32]
    cells: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]
    sums: npt.NDArray[np.int32]
    child_words: npt.NDArray[np.uint64]
    child_bytes: npt.NDArray[np.uint64]
    child_sums: npt.NDArray[np.int32]
    blanks: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.uint8]
    todo: npt.NDArray[np.uint8]
    state: npt.NDArray[np.uint32]
    item_cells: npt.NDArray[np.uint8]
    item_words: npt.NDArray[np.uint64]
    item_sums: npt.NDArray[np.int32]
    item_blank: npt.NDArray[np.uint8]
    item_state: npt.NDArray[np.uint32]
    item_moves: npt.NDArray[np.uint8]


@kernel
def _routed(
    patterns: Any,
    ranks: Any,
    first: Any,
    regions: Any,
    maps: Any,
    cells: Any,
    at: Any,
    word: Any,
    source: Any,
    target: Any,
) -> Any:
    """The slot word after a tile's move from cell `source` to `target`, and its byte's address.

    patterns: flat; at: where the pattern's row begins. word: uint64, mask << 32 | rank << 8 |
    distance; the result still holds the old distance. cells, source, target: uint32.
    Takes the arrays one by one, because unpacking a tuple here would count references per node.
    """
    one = np.uint32(1)
    mask = np.uint32(word >> np.uint64(32))
    rank = np.uint32(word >> np.uint64(8)) & np.uint32(0xFFFFFF)
    after = mask ^ (one << source) ^ (one << target)
    i = np.uint64(count_bits(mask & ((one << source) - one)))
    j = np.uint64(count_bits(after & ((one << target) - one)))
    place = patterns[at + _MAPS] + (i * patterns[at + _TILES] + j) * patterns[at + _WORDS]
    place += np.uint64(rank) >> patterns[at + _SHIFT]
    rank = np.uint32(maps[place]) ^ (rank & np.uint32(patterns[at + _ORDER]))
    s = patterns[at + _SETS] + np.uint64(rank_set(ranks, cells, after))
    block = np.uint64(first[s]) + np.uint64(regions[s * np.uint64(cells) + np.uint64(source)])
    address = patterns[at + _ADDRESS] + block * patterns[at + _STRIDE]
    address += np.uint64(rank >> np.uint32(3))
    h = word & np.uint64(0xFF)
    return np.uint64(after) << np.uint64(32) | np.uint64(rank) << np.uint64(8) | h, address


@kernel
def _read(word: Any, address: Any, plane0: Any) -> Any:
    """Distance of a routed slot word, from its bits; plane0: the pattern's `Column.PLANE0`."""
    one = np.uint32(1)
    bit = np.uint32(word >> np.uint64(8)) & np.uint32(7)
    h = np.uint32(word) & np.uint32(0xFF)
    low = (h + one) & one
    if plane0 != 0:
        low = (np.uint32(load_byte(address + plane0)) >> bit) & one
    high = (np.uint32(load_byte(address)) >> bit) & one
    # The distance changes by -1, 0 or 1, so its remainder by four says which.
    return np.uint64(h + ((high * np.uint32(2) + low - h + one) & np.uint32(3)) - one)


@kernel
def _placed(tables: Any, owner: Any, at: Any) -> Any:
    """Slot word of a pattern's tiles, without the distance.

    owner: uint8[cells], on each cell the tile's index in the pattern, 255 = none; at: where the
    pattern's row begins in the flat `patterns`.
    """
    patterns, codes = tables.patterns.ravel(), tables.codes
    mask = code = order = members = np.uint32(0)
    one = np.uint32(1)
    for cell in range(owner.size):
        index = np.uint32(owner[cell])
        if index == 255:
            continue
        mask |= one << np.uint32(cell)
        code = code * np.uint32(5) + (index >> one)
        if index & one and not (members >> (index - one)) & one:
            order |= one << (index >> one)
        members |= one << index
    first = patterns[at + _CODES]
    lowest, above = first, first + patterns[at + _WORDS]
    while above - lowest > np.uint64(1):
        middle = (lowest + above) >> np.uint64(1)
        if codes[middle] <= code:
            lowest = middle
        else:
            above = middle
    rank = ((lowest - first) << patterns[at + _SHIFT]) + np.uint64(order)
    return np.uint64(mask) << np.uint64(32) | rank << np.uint64(8)


@kernel
def _distance(tables: Any, at: Any, word: Any, hole: Any) -> Any:
    """Exact distance of a placement, found by walking down to the goal; -1 if it cannot reach it.

    at: as in `_placed`; word: slot word without distance; hole: the blank's cell in the view.
    """
    neighbors, patterns = tables.neighbors, tables.patterns.ravel()
    ranks, first, regions, maps = tables.ranks, tables.first, tables.regions, tables.maps
    cells = np.uint64(tables.view_cell.shape[1])
    one, three = np.uint32(1), np.uint64(3)
    distance = np.int64(-1)
    # Tables store the distance modulo four; 4 .. 7 leaves room for one step down.
    h = np.uint64(0)
    while distance < 255:
        mask = np.uint32(word >> np.uint64(32))
        s = np.uint64(rank_set(ranks, np.uint32(cells), mask)) + patterns[at + _SETS]
        region = regions[s * cells + hole]
        if word == patterns[at + _GOAL] and region == patterns[at + _GOAL_REGION]:
            return distance + 1
        if distance < 0:
            rank = np.uint64(np.uint32(word >> np.uint64(8)) & np.uint32(0xFFFFFF))
            block = np.uint64(first[s]) + np.uint64(region)
            address = patterns[at + _ADDRESS] + block * patterns[at + _STRIDE] + (rank >> three)
            odd = np.uint32(count_bits(mask & np.uint32(patterns[at + _ODD])))
            low = np.uint64(odd) ^ (patterns[at + _ODD] >> np.uint64(32))
            if patterns[at + _PLANE0] != 0:
                low = np.uint64(load_byte(address + patterns[at + _PLANE0])) >> (
                    rank & np.uint64(7)
                )
            high = np.uint64(load_byte(address)) >> (rank & np.uint64(7))
            h = np.uint64(4) + (high & np.uint64(1)) * np.uint64(2) + (low & np.uint64(1))
        distance += 1
        found = False
        for step in range(4 * cells):
            c = step >> np.uint64(2)
            d = np.uint32(neighbors[step])
            if found or regions[s * cells + c] != region or d == 255 or not (mask >> d) & one:
                continue
            after, address = _routed(
                patterns, ranks, first, regions, maps, cells, at, word | h, d, np.uint32(c)
            )
            if _read(after, address, patterns[at + _PLANE0]) + np.uint64(1) == h:
                word = after & ~np.uint64(0xFF)
                hole = np.uint64(d)
                found = True
        if not found:
            return np.int64(-1)
        h = ((h - np.uint64(1)) & three) + np.uint64(4)
    return np.int64(-1)


@kernel
def evaluate(tables: Any, board: Any, words: Any, sums: Any) -> Any:
    """Slot words of a board and its h in each view; returns the greatest h.

    board: uint8[cells], tile on each cell. Output: words: uint64[slots]; sums: int32[V].
    Returns -1 if a pattern cannot reach its goal.
    """
    view_cell, view_slot, view_index = tables.view_cell, tables.view_slot, tables.view_index
    kinds = tables.patterns.shape[0]
    owner = np.empty(board.size, dtype=np.uint8)
    greatest = np.int64(0)
    for view in range(view_cell.shape[0]):
        total = np.int64(0)
        for slot in range(view * kinds, (view + 1) * kinds):
            owner[:] = 255
            hole = np.uint64(0)
            for cell in range(board.size):
                tile = board[cell]
                if tile == 0:
                    hole = np.uint64(view_cell[view, cell])
                elif view_slot[view, tile] == slot:
                    owner[view_cell[view, cell]] = view_index[view, tile]
            at = np.uint64((slot - view * kinds) * tables.patterns.shape[1])
            word = _placed(tables, owner, at)
            h = _distance(tables, at, word, hole)
            if h < 0:
                return np.int64(-1)
            words[slot] = word | np.uint64(h)
            total += h
        sums[view] = total
        greatest = max(greatest, total)
    return greatest


@kernel
def search(tables: Any, frames: Any, budget: Any) -> Any:
    """Search the contour in `frames` for `budget` more expansions; returns a Status.

    RUNNING: call again. CONTOUR: all subtrees are searched; the registers hold the next bound.
    SOLVED: `frames.moves[lane, base:depth]` are the last directions, after `item_moves`.
    STOPPED: another worker asked to stop; call again to continue.

    A lane's turn: read the bits of its node's children, backtrack as far as needed, descend to a
    child within the bound, and prefetch the bits of that node's children. All children are
    computed at once: their look-ups depend neither on each other nor on a branch.
    """
    neighbors, steps, choices = tables.neighbors, tables.steps, tables.choices
    view_cell, view_slot = tables.view_cell.ravel(), tables.view_slot.ravel()
    patterns = tables.patterns.ravel()
    ranks, first, regions, maps = tables.ranks, tables.first, tables.regions, tables.maps
    order, depths, lane_blank, lane_item = frames.order, frames.depths, frames.blank, frames.item
    board, words, sums = frames.cells.ravel(), frames.words.ravel(), frames.sums.ravel()
    child_words, child_bytes = frames.child_words.ravel(), frames.child_bytes.ravel()
    child_sums = frames.child_sums.ravel()
    blanks, moves = frames.blanks.ravel(), frames.moves.ravel()
    stack, states = frames.todo.ravel(), frames.state.ravel()
    item_cells, item_words = frames.item_cells.ravel(), frames.item_words.ravel()
    item_sums, item_moves = frames.item_sums.ravel(), frames.item_moves.ravel()
    item_blank, item_state = frames.item_blank, frames.item_state
    registers, closest = frames.registers, frames.nearest
    queue = np.uint64(frames.queue.ctypes.data)
    halt = queue + np.uint64(8)
    kinds = np.uint64(tables.patterns.shape[0])
    if len(tables.fixed) > 0:
        cells, views, two_planes = np.uint64(16), np.uint64(2), False
    else:
        cells, views = np.uint64(tables.view_cell.shape[1]), np.uint64(tables.view_cell.shape[0])
        two_planes = patterns[_PLANE0] != 0
    slots = views * kinds
    one, four = np.uint64(1), np.uint64(4)

    turn = np.uint64(registers[_TURN])
    active = np.uint64(registers[_ACTIVE])
    base = np.uint64(registers[_BASE])
    split = np.uint64(registers[_SPLIT])
    bound = np.int64(registers[_BOUND])
    next_bound, nearest = np.int64(registers[_NEXT]), np.int64(registers[_NEAREST])
    expanded, generated = registers[_EXPANDED], registers[_GENERATED]
    limit = expanded + budget
    status = 0
    while expanded < limit:
        if turn >= active:
            if active == 0:
                status = 2
                break
            turn = np.uint64(0)
            if load_shared(halt) != 0:
                status = 4
                break
        lane = np.uint64(order[turn])
        depth = np.uint64(depths[lane])
        blank = np.uint64(lane_blank[lane])
        frame = lane * _FRAMES + depth
        squares = lane * cells
        first_slot = lane * slots

        # Read the bits that the last turn prefetched.
        left = np.uint64(choices[states[frame]])
        todo = np.uint64(0)
        below = np.int64(depth) + 1
        while left != 0:
            lowest = left & (~left + one)
            left ^= lowest
            direction = np.uint64(count_bits(lowest - one))
            child = (frame * four + direction) * views
            greatest = np.int64(0)
            for view in range(views):
                word = child_words[child + view]
                plane0 = np.uint64(0)
                if two_planes:
                    tile = np.uint64(board[squares + neighbors[blank * four + direction]])
                    slot = np.uint64(view_slot[view * cells + tile])
                    plane0 = patterns[(slot - view * kinds) * _COLUMNS + _PLANE0]
                h = _read(word, child_bytes[(lane * four + direction) * views + view], plane0)
                total = np.int64(sums[frame * views + view])
                total += np.int64(h) - np.int64(word & np.uint64(0xFF))
                child_words[child + view] = (word & ~np.uint64(0xFF)) | h
                child_sums[child + view] = total
                greatest = max(greatest, total)
            over = greatest + below > bound
            todo |= np.uint64(0) if over else lowest
            next_bound = min(next_bound, greatest + below if over else np.int64(_UNREACHED))

        # Find the next node: backtrack to one with a child within the bound, descend to the child.
        while True:
            while todo == 0 and depth > base:
                depth -= one
                frame -= one
                hole = np.uint64(blanks[frame])
                tile = np.uint64(board[squares + hole])
                board[squares + blank] = tile
                blank = hole
                todo = np.uint64(stack[frame])
                child = (frame * four + np.uint64(moves[frame])) * views
                for view in range(views):
                    slot = np.uint64(view_slot[view * cells + tile])
                    words[first_slot + slot] = child_words[child + view]
            if todo == 0:
                break
            lowest = todo & (~todo + one)
            stack[frame] = todo ^ lowest
            direction = np.uint64(count_bits(lowest - one))
            source = np.uint64(neighbors[blank * four + direction])
            tile = np.uint64(board[squares + source])
            child = (frame * four + direction) * views
            greatest = np.int64(0)
            for view in range(views):
                slot = first_slot + np.uint64(view_slot[view * cells + tile])
                word = words[slot]
                words[slot] = child_words[child + view]
                child_words[child + view] = word
                total = np.int64(child_sums[child + view])
                sums[(frame + one) * views + view] = total
                greatest = max(greatest, total)
            blanks[frame] = blank
            moves[frame] = direction
            states[frame + one] = steps[np.uint64(states[frame]) * four + direction]
            board[squares + blank] = tile
            blank = source
            frame += one
            depth += one
            todo = lowest
            if greatest < nearest:
                nearest = greatest
                for cell in range(cells):
                    closest[cell] = board[squares + cell]
                closest[blank] = 0
            if greatest == 0:
                status = 1
                break
            if depth != split:
                break
            # Split this subtree off; a lane searches it later.
            item = np.uint64(registers[_CUT])
            registers[_CUT] += 1
            for cell in range(cells):
                item_cells[item * cells + cell] = board[squares + cell]
            for s in range(slots):
                item_words[item * slots + s] = words[first_slot + s]
            for view in range(views):
                item_sums[item * views + view] = sums[frame * views + view]
            for past in range(depth):
                item_moves[item * split + past] = moves[lane * _FRAMES + past]
            item_blank[item] = blank
            item_state[item] = states[frame]
            todo = np.uint64(0)
        if status == 1:
            registers[_DEPTH] = depth
            break
        if todo == 0:
            # This lane's subtree is done: take the next one, or retire the lane.
            item = np.uint64(fetch_add(queue))
            if item >= np.uint64(registers[_END]):
                active -= one
                order[turn], order[active] = order[active], order[turn]
                continue
            lane_item[lane] = item
            for cell in range(cells):
                board[squares + cell] = item_cells[item * cells + cell]
            for s in range(slots):
                words[first_slot + s] = item_words[item * slots + s]
            for view in range(views):
                sums[frame * views + view] = item_sums[item * views + view]
            blank = np.uint64(item_blank[item])
            states[frame] = item_state[item]

        # Expand it: compute where its children's bits lie and prefetch them.
        left = np.uint64(choices[states[frame]])
        expanded += 1
        generated += np.int64(count_bits(left))
        while left != 0:
            lowest = left & (~left + one)
            left ^= lowest
            direction = np.uint64(count_bits(lowest - one))
            source = np.uint64(neighbors[blank * four + direction])
            tile = np.uint64(board[squares + source])
            child = (frame * four + direction) * views
            for view in range(views):
                seen = view * cells
                slot = np.uint64(view_slot[seen + tile])
                word, address = _routed(
                    patterns,
                    ranks,
                    first,
                    regions,
                    maps,
                    np.uint32(cells),
                    (slot - view * kinds) * _COLUMNS,
                    words[first_slot + slot],
                    np.uint32(view_cell[seen + source]),
                    np.uint32(view_cell[seen + blank]),
                )
                child_words[child + view] = word
                child_bytes[(lane * four + direction) * views + view] = address
                prefetch(address)
        depths[lane] = depth
        lane_blank[lane] = blank
        turn += one
    registers[_TURN] = turn
    registers[_ACTIVE] = active
    registers[_NEXT], registers[_NEAREST] = next_bound, nearest
    registers[_EXPANDED] = expanded
    registers[_GENERATED] = generated
    return status


class Outcome(NamedTuple):
    """The outcome of a search.

    moves: tile directions as letters U D L R; None unless solved.
    cost: number of moves.
    expanded: nodes expanded.
    generated: children created; forbidden move strings create none.
    contours: (bound, nodes expanded under it); the last contour may be incomplete.
    lower_bound: no solution is shorter.
    """

    status: Status
    moves: str | None
    cost: int | None
    expanded: int
    generated: int
    contours: tuple[tuple[int, int], ...]
    lower_bound: int


Slice = Callable[[int, int, int], bool]


_LANES = 8
_SPLIT_DEPTH = 8
_SUBTREES = 4 * 3**7 + 1  # the most that a split can make, and the whole board
_WORTH_SPLITTING = 200  # expansions of the previous contour
_WORTH_THREADS = 20_000  # the same; starting a thread costs as much as a thousand expansions
_CACHE_LINE = 64
_POLL_SECONDS = 0.02  # how often the caller's thread checks on the others once it has finished


def _zeros(*shape: int, dtype: Any) -> Any:
    """Like `np.zeros`, but in separate cache lines: threads do not slow each other by writing."""
    size = math.prod(shape) * np.dtype(dtype).itemsize
    room = np.zeros(size + 2 * _CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % _CACHE_LINE
    return room[start : start + size].view(dtype).reshape(shape)


def blank_frames(tables: SearchTables) -> Frames:
    """Arrays for one search over `tables`: about 2 MB, reusable by one search at a time."""
    views, cells = tables.view_cell.shape
    slots = views * len(tables.patterns)
    frames = (_LANES, int(_FRAMES))
    children = (*frames, 4, views)
    return Frames(
        registers=_zeros(12, dtype=np.int64),
        queue=_zeros(2, dtype=np.int64),
        nearest=_zeros(cells, dtype=np.uint8),
        order=_zeros(_LANES, dtype=np.uint8),
        depths=_zeros(_LANES, dtype=np.uint16),
        blank=_zeros(_LANES, dtype=np.uint8),
        item=_zeros(_LANES, dtype=np.uint32),
        cells=_zeros(_LANES, cells, dtype=np.uint8),
        words=_zeros(_LANES, slots, dtype=np.uint64),
        sums=_zeros(*frames, views, dtype=np.int32),
        child_words=_zeros(*children, dtype=np.uint64),
        child_bytes=_zeros(_LANES, 4, views, dtype=np.uint64),
        child_sums=_zeros(*children, dtype=np.int32),
        blanks=_zeros(*frames, dtype=np.uint8),
        moves=_zeros(*frames, dtype=np.uint8),
        todo=_zeros(*frames, dtype=np.uint8),
        state=_zeros(*frames, dtype=np.uint32),
        item_cells=_zeros(_SUBTREES, cells, dtype=np.uint8),
        item_words=_zeros(_SUBTREES, slots, dtype=np.uint64),
        item_sums=_zeros(_SUBTREES, views, dtype=np.int32),
        item_blank=_zeros(_SUBTREES, dtype=np.uint8),
        item_state=_zeros(_SUBTREES, dtype=np.uint32),
        item_moves=_zeros(_SUBTREES, _SPLIT_DEPTH, dtype=np.uint8),
    )


def _begin(frames: Frames, lanes: int, base: int, split: int, items: tuple[int, int]) -> None:
    """Prepare `lanes` lanes to search the subtrees items[0] .. items[1]-1, rooted at `base`."""
    registers = frames.registers
    frames.queue[_ITEM], frames.queue[_HALT] = items[0], 0
    frames.order[:] = range(_LANES)
    registers[_TURN], registers[_ACTIVE] = 0, lanes
    registers[_BASE], registers[_SPLIT] = base, split
    registers[_END] = items[1]
    registers[_CUT] = 1
    frames.depths[:] = base
    frames.state[:, base] = 0  # no child to read: each lane fetches a subtree first


def _moves(frames: Frames) -> str:
    """The solution that the current lane has found."""
    registers = frames.registers
    lane = int(frames.order[registers[_TURN]])
    base, depth = int(registers[_BASE]), int(registers[_DEPTH])
    path = frames.item_moves[frames.item[lane], :base].tolist()
    path += frames.moves[lane, base:depth].tolist()
    return "".join("UDLR"[direction] for direction in path)


def deepest(frames: Frames) -> int:
    """The greatest depth that the last search over these arrays reached."""
    return int(np.flatnonzero(frames.state.any(axis=0)).max(initial=0))


def nearest(frames: Frames) -> tuple[bytes, int]:
    """The board with the smallest h in the last search over these arrays, and that h."""
    return frames.nearest.tobytes(), int(frames.registers[_NEAREST])


class Tabled(Protocol):
    """An object that holds tables and keeps their memory alive: a `PatternCollection`."""

    def search_tables(self) -> SearchTables:
        """The tables to search with."""
        ...


class _Workers:
    """The threads of one search: their frames, their budget, and the caller's callback.

    frames: one set for each worker; the first is the caller's, the others share its subtrees and
        its queue.
    winner: the frames of the worker that found a solution.
    """

    def __init__(
        self,
        tables: SearchTables,
        frames: Frames,
        *,
        max_expanded: int | None,
        slice_expansions: int,
        on_slice: Slice | None,
    ) -> None:
        self.frames = [frames]
        self.winner = frames
        self._tables = tables
        self._left = max_expanded  # expansions not granted to any slice yet; None without a limit
        self._slice = slice_expansions
        self._on_slice = on_slice
        self._lock = Lock()
        frames.registers[_EXPANDED] = frames.registers[_GENERATED] = 0

    def total(self, register: int) -> int:
        """Sum of a register over the workers, as of their last slices."""
        return sum(int(frames.registers[register]) for frames in self.frames)

    def add_up_to(self, workers: int) -> None:
        """Make frames until there are `workers` sets."""
        first = self.frames[0]
        subtrees = {name: getattr(first, name) for name in Frames._fields if name[:5] == "item_"}
        while len(self.frames) < workers:
            frames = blank_frames(self._tables)
            frames.registers[_NEAREST] = first.registers[_NEAREST]
            self.frames.append(frames._replace(queue=first.queue, **subtrees))

    def merge(self) -> None:
        """Merge the depths and the smallest h of all workers into the first one's arrays."""
        first = self.frames[0]
        for other in self.frames[1:]:
            np.maximum(first.state, other.state, out=first.state)
            if other.registers[_NEAREST] < first.registers[_NEAREST]:
                first.registers[_NEAREST] = other.registers[_NEAREST]
                first.nearest[:] = other.nearest

    def run(self, active: Sequence[Frames]) -> Status:
        """Search all subtrees in the queue, with one thread for each of the `active` frames.

        CONTOUR: all are searched. SOLVED: `winner` found a solution.
        """
        while True:
            statuses = self._round(active)
            if Status.SOLVED in statuses:
                self.winner = active[statuses.index(Status.SOLVED)]
                return Status.SOLVED
            active = [f for f, s in zip(active, statuses, strict=True) if s is not Status.CONTOUR]
            if not active:
                return Status.CONTOUR
            if self._left == 0 or active[0].queue[_HALT]:
                return Status.STOPPED
            # A worker found the budget used up before others returned what they had not needed.

    def _round(self, active: Sequence[Frames]) -> list[Status]:
        if len(active) == 1:
            return [self._work(active[0], reports=True)]
        queue = active[0].queue
        with ThreadPoolExecutor(len(active) - 1) as pool:
            try:
                others = submit_all(pool, [partial(self._work, frames) for frames in active[1:]])
                first = self._work(active[0], reports=True)
                while wait(others, timeout=_POLL_SECONDS).not_done:
                    if self._caller_stops():
                        queue[_HALT] = 1
                return [first, *(other.result() for other in others)]
            except BaseException:
                queue[_HALT] = 1  # the pool waits for its threads, which check this
                raise

    def _work(self, frames: Frames, *, reports: bool = False) -> Status:
        """Search slice by slice until no subtree or no budget is left."""
        registers = frames.registers
        while granted := self._grant():
            before = int(registers[_EXPANDED])
            status = Status(search(self._tables, frames, granted))
            self._give_back(granted - (int(registers[_EXPANDED]) - before))
            if status is Status.SOLVED:
                frames.queue[_HALT] = 1
            if status is not Status.RUNNING:
                return status
            if reports and self._caller_stops():
                frames.queue[_HALT] = 1
                return Status.STOPPED
        return Status.STOPPED

    def _grant(self) -> int:
        with self._lock:
            if self._left is None:
                return self._slice
            granted = min(self._slice, self._left)
            self._left -= granted
            return granted

    def _give_back(self, unused: int) -> None:
        with self._lock:
            if self._left is not None:
                self._left += unused

    def _caller_stops(self) -> bool:
        """Report progress to the caller; whether the caller wants the search to stop."""
        if self._on_slice is None or self._left == 0:
            return False
        bound = int(self.frames[0].registers[_BOUND])
        return self._on_slice(self.total(_EXPANDED), self.total(_GENERATED), bound)


def _contour(workers: _Workers, bound: int, split: int = 0) -> tuple[Status, int]:
    """Search under `bound` strictly depth-first, down to depth `split` unless it is 0.

    Returns a status and the next bound.
    """
    frames = workers.frames[0]
    frames.registers[_BOUND], frames.registers[_NEXT] = bound, _UNREACHED
    _begin(frames, 1, 0, split, (0, 1))
    status = workers.run((frames,))
    return status, int(frames.registers[_NEXT])


def _split_contour(workers: _Workers, bound: int, lanes: int, count: int) -> tuple[Status, int]:
    """Search under `bound` in subtrees, with `lanes` lanes in each of `count` workers.

    Returns a status and the next bound.
    """
    status, next_bound = _contour(workers, bound, _SPLIT_DEPTH)
    if status is not Status.CONTOUR:
        return status, next_bound
    subtrees = int(workers.frames[0].registers[_CUT])
    workers.add_up_to(count)
    active = workers.frames[:count]
    for frames in active:
        frames.registers[_BOUND], frames.registers[_NEXT] = bound, next_bound
        _begin(frames, min(lanes, subtrees - 1), _SPLIT_DEPTH, 0, (1, subtrees))
    return workers.run(active), min(int(frames.registers[_NEXT]) for frames in active)


def ida_star_pdb(
    collection: Tabled,
    cells: Sequence[int],
    *,
    workers: int = 1,
    max_expanded: int | None = None,
    slice_expansions: int = 250_000,
    on_slice: Slice | None = None,
    on_contour: Callable[[int, int, int], object] | None = None,
    lanes: int = _LANES,
    frames: Frames | None = None,
) -> Outcome:
    """A shortest solution of a solvable board, by IDA* over pattern databases.

    collection: a `PatternCollection` whose partition covers all tiles.
    cells: tile on each cell, canonical labelling. The search may not notice that a board is
        unsolvable: check its solvability first.
    workers: threads that search large contours; each needs 2 MB. With several, the solution found
        and the expansions of the last contour vary from run to run.
    max_expanded: stop (STOPPED) after this many expansions by all workers together.
    slice_expansions: how many nodes a worker expands between two reports.
    on_slice: called in the caller's thread after each slice of about 20 ms with (expanded,
        generated, bound); returning true stops the search, and so does raising.
    on_contour: called with the same arguments as each contour begins; its result is ignored.
    lanes: subtrees searched in turn, 1 to 8; 1 searches strictly depth-first. The counts of
        completed contours do not depend on lanes and workers; those of the last contour, which
        ends at the first solution, may. Depth is limited to 510 moves.
    frames: arrays to reuse, from `blank_frames(collection.search_tables())`, for one search at a
        time; `deepest` and `nearest` read from them how far a stopped search had come.
    """
    tables = collection.search_tables()
    frames = frames or blank_frames(tables)
    board = frames.item_cells[0]
    board[:] = np.frombuffer(bytes(cells), dtype=np.uint8)
    frames.item_blank[0] = board.argmin()
    frames.item_state[0] = board.argmin() + 1
    frames.state[:] = 0  # depths that no lane has reached
    bound = int(evaluate(tables, board, frames.item_words[0], frames.item_sums[0]))
    frames.registers[_NEAREST], frames.nearest[:] = bound, board
    if bound < 0:
        return Outcome(Status.EXHAUSTED, None, None, 0, 0, (), 0)
    if bound == 0:
        return Outcome(Status.SOLVED, "", 0, 0, 0, (), 0)
    team = _Workers(
        tables,
        frames,
        max_expanded=max_expanded,
        slice_expansions=slice_expansions,
        on_slice=on_slice,
    )
    contours: list[tuple[int, int]] = []
    status = Status.CONTOUR
    try:
        while status is Status.CONTOUR and bound <= _DEEPEST:
            before = team.total(_EXPANDED)
            if on_contour is not None:
                on_contour(before, team.total(_GENERATED), bound)
            last = contours[-1][1] if contours else 0
            if lanes > 1 and last > _WORTH_SPLITTING:
                status, next_bound = _split_contour(
                    team, bound, lanes, workers if last > _WORTH_THREADS else 1
                )
            else:
                status, next_bound = _contour(team, bound)
            contours.append((bound, team.total(_EXPANDED) - before))
            if status is Status.CONTOUR:
                bound = next_bound
                if bound == _UNREACHED:
                    status = Status.EXHAUSTED
    finally:
        team.merge()
    moves = _moves(team.winner) if status is Status.SOLVED else None
    return Outcome(
        Status.STOPPED if status is Status.CONTOUR else status,
        moves,
        None if moves is None else len(moves),
        team.total(_EXPANDED),
        team.total(_GENERATED),
        tuple(contours),
        bound,
    )
