"""The kernel of `ida_star_pdb`: several lanes search subtrees of one contour in turn."""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits, fetch_add, load_shared, pointers, prefetch
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.patterns.layout import NO_SLOT, Column, PatternTables
from taquin.kernels.patterns.lookup import of_pattern, read, routed
from taquin.kernels.searches.tables import Signal

__all__ = [
    "DEEPEST",
    "DEPTHS",
    "LANES",
    "SPLIT_DEPTH",
    "SUBTREES",
    "UNREACHED",
    "Frames",
    "QueuePlace",
    "Register",
    "SearchTables",
    "aim",
    "blank_frames",
    "search",
    "separate_zeros",
]

U64 = np.uint64
DEEPEST = 510
DEPTHS = DEEPEST + 2
UNREACHED = 1 << 30
LANES = 8
SPLIT_DEPTH = 8
SUBTREES = 4 * 3**7 + 1  # the most that a split can make, and the whole board
_CACHE_LINE = 64


class SearchTables(NamedTuple):
    """What the search reads.

    neighbors:  uint8[cells * 4]    columns U D L R (the tile's direction); 255 = none
    steps:      uint32[states * 4]  see `Automaton`
    choices:    uint8[states]       the directions that have a step, as bits
    patterns:   together they contain every tile
    `search` is compiled for each length of the others:
    fixed:      (0,) for 16 cells of two colours in two complete views, else (); with these
                numbers as constants it is a tenth faster
    partial:    (0,) if a view leaves tiles out, else ()
    """

    neighbors: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.uint32]
    choices: npt.NDArray[np.uint8]
    patterns: PatternTables
    fixed: tuple[int, ...]
    partial: tuple[int, ...]


class Register(IntEnum):
    """Places in `Frames.registers`."""

    TURN = 0  # position of the current lane
    ACTIVE = auto()  # active lanes
    BOUND = auto()
    NEXT = auto()  # the next bound
    EXPANDED = auto()
    GENERATED = auto()
    BASE = auto()  # depth at which lanes begin
    SPLIT = auto()  # depth at which to split off subtrees; 0 = never
    END = auto()  # end of the subtrees
    CUT = auto()  # end of those split off
    DEPTH = auto()  # of the goal
    NEAREST = auto()  # smallest h so far
    FLOOR = auto()  # smallest h of a view at the start, where views share slots


class QueuePlace(IntEnum):
    """Places in `Frames.queue`, which all workers' frames share."""

    ITEM = 0  # the next subtree
    HALT = 1  # whether to stop at once


class Frames(NamedTuple):
    """The state of one search in plain arrays, so that it can be saved and resumed.

    L lanes, D depths, V views, T subtrees; subtree 0 is the whole board.

    registers:   int64[13]           see `Register`
    queue:       int64[2]            see `QueuePlace`
    nearest:     uint8[cells]        the board with the smallest h so far
    order:       uint8[L]            lanes, the active ones first
    depths:      uint16[L]           depth of each lane
    blank:       uint8[L]            the blank's cell
    item:        uint32[L]           the lane's subtree
    cells:       uint8[L * cells]    tile on each cell
    words:       uint64[L * slots]   see `patterns.lookup`
    sums:        int32[L * D * V]    h in each view
    child_words: uint64[L * D * 4 * V]  slot words after a move in each direction (for the
                                     direction taken: before it)
    child_bytes: uint64[L * 4 * V]   addresses of the prefetched bits
    child_sums:  int32[L * D * 4 * V]  h after the move
    blanks:      uint8[L * D]        the blank's cell
    moves:       uint8[L * D]        the direction taken
    todo:        uint8[L * D]        the directions still to try, as bits
    state:       uint32[L * D]       state of the automaton
    item_cells:  uint8[T * cells]    tile on each cell
    item_words:  uint64[T * slots]   see `patterns.lookup`
    item_sums:   int32[T * V]        h in each view
    item_blank:  uint8[T]            the blank's cell
    item_state:  uint32[T]           state of the automaton
    item_moves:  uint8[T * depth]    the moves that lead to the subtree
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


def separate_zeros(length: int, *, dtype: Any) -> Any:
    """Like `np.zeros`, but in separate cache lines: threads do not slow each other by writing."""
    size = length * np.dtype(dtype).itemsize
    room = np.zeros(size + 2 * _CACHE_LINE, dtype=np.uint8)
    start = -room.ctypes.data % _CACHE_LINE
    return room[start : start + size].view(dtype)


def blank_frames(tables: SearchTables) -> Frames:
    """Arrays for one search over `tables`: about 2 MB, reusable by one search at a time."""
    views, slots, cells = tables.patterns.views, tables.patterns.slots, len(tables.neighbors) // 4
    frames = LANES * DEPTHS
    return Frames(
        registers=separate_zeros(len(Register), dtype=np.int64),
        queue=separate_zeros(len(QueuePlace), dtype=np.int64),
        nearest=separate_zeros(cells, dtype=np.uint8),
        order=separate_zeros(LANES, dtype=np.uint8),
        depths=separate_zeros(LANES, dtype=np.uint16),
        blank=separate_zeros(LANES, dtype=np.uint8),
        item=separate_zeros(LANES, dtype=np.uint32),
        cells=separate_zeros(LANES * cells, dtype=np.uint8),
        words=separate_zeros(LANES * slots, dtype=np.uint64),
        sums=separate_zeros(frames * views, dtype=np.int32),
        child_words=separate_zeros(frames * 4 * views, dtype=np.uint64),
        child_bytes=separate_zeros(LANES * 4 * views, dtype=np.uint64),
        child_sums=separate_zeros(frames * 4 * views, dtype=np.int32),
        blanks=separate_zeros(frames, dtype=np.uint8),
        moves=separate_zeros(frames, dtype=np.uint8),
        todo=separate_zeros(frames, dtype=np.uint8),
        state=separate_zeros(frames, dtype=np.uint32),
        item_cells=separate_zeros(SUBTREES * cells, dtype=np.uint8),
        item_words=separate_zeros(SUBTREES * slots, dtype=np.uint64),
        item_sums=separate_zeros(SUBTREES * views, dtype=np.int32),
        item_blank=separate_zeros(SUBTREES, dtype=np.uint8),
        item_state=separate_zeros(SUBTREES, dtype=np.uint32),
        item_moves=separate_zeros(SUBTREES * SPLIT_DEPTH, dtype=np.uint8),
    )


@quick
def aim(tables: SearchTables, frames: Frames) -> None:
    """Prefetch again what the lanes of frames that another process wrote wait for."""
    sizes = _sizes(tables)
    for turn in range(U64(frames.registers[Register.ACTIVE])):
        lane = U64(frames.order[turn])
        depth = U64(frames.depths[lane])
        node = _Node(lane, depth, U64(frames.blank[lane]), lane * U64(DEPTHS) + depth)
        choices = U64(tables.choices[frames.state[node.frame]])
        _look_ahead(tables, frames, sizes, node, choices)


class _Sizes(NamedTuple):
    """Constants of a search, for the compiler too if they are fixed."""

    cells: Any
    views: Any
    slots: Any
    two_planes: Any
    partial: Any


@inlined
def _sizes(tables: SearchTables) -> _Sizes:
    patterns, partial = tables.patterns, len(tables.partial) > 0
    slots = U64(len(patterns.row))
    if len(tables.fixed) > 0:
        return _Sizes(U64(16), U64(2), slots, False, partial)
    cells = U64(len(tables.neighbors)) >> U64(2)
    two_planes = of_pattern(patterns, U64(0), Column.PLANE0) != 0
    views = U64(len(patterns.begin) - 1)
    return _Sizes(cells, views, slots, two_planes, partial)


class _Node(NamedTuple):
    """Where a lane stands: its number, its depth, the blank's cell, and its frame."""

    lane: Any
    depth: Any
    blank: Any
    frame: Any


@inlined
def _lowest(choices: Any) -> tuple[Any, Any]:
    """The lowest bit of a set of directions, and its direction."""
    bit = choices & (~choices + U64(1))
    return bit, U64(count_bits(bit - U64(1)))


@inlined
def _child_at(sizes: _Sizes, frame: Any, direction: Any) -> Any:
    """Where the child of a frame in a direction begins in `child_words` and `child_sums`."""
    return (frame * U64(4) + direction) * sizes.views


@quick
def search(tables: SearchTables, frames: Frames, budget: Any) -> Signal:
    """Search the contour in `frames` for `budget` more expansions; returns a Signal.

    BUDGET: call again. EXHAUSTED: all subtrees are searched; the registers hold the next bound.
    FOUND: the lane's `moves` from BASE to DEPTH are the last directions, after `item_moves`.
    STOPPED: another worker asked to stop; call again to continue.

    A lane's turn: read the bits of its node's children, backtrack as far as needed, descend to a
    child within the bound, and prefetch the bits of that node's children. All children are
    computed at once: their look-ups depend neither on each other nor on a branch.
    """
    registers, order, queue, sizes = frames.registers, frames.order, frames.queue, _sizes(tables)
    at, given = pointers(frames), pointers(tables)  # for phases, which compile sooner with them
    turn, active = U64(registers[Register.TURN]), U64(registers[Register.ACTIVE])
    base, split = U64(registers[Register.BASE]), U64(registers[Register.SPLIT])
    bound, next_bound = registers[Register.BOUND], registers[Register.NEXT]
    nearest, generated = registers[Register.NEAREST], registers[Register.GENERATED]
    expanded = registers[Register.EXPANDED]
    limit = expanded + budget
    status = Signal.BUDGET
    while expanded < limit:
        if turn >= active:
            if active == 0:
                status = Signal.EXHAUSTED
                break
            turn = U64(0)
            if load_shared(queue, QueuePlace.HALT) != 0:
                status = Signal.STOPPED
                break
        lane = U64(order[turn])
        depth = U64(at.depths[lane])
        node = _Node(lane, depth, U64(at.blank[lane]), lane * U64(DEPTHS) + depth)
        todo, next_bound = _read_children(given, at, sizes, node, bound, next_bound)
        while True:
            if todo == 0:
                node, todo = _backtrack(given, at, sizes, node, base)
            if todo == 0:
                break
            node, h = _descend(given, at, sizes, node, todo)
            if h < nearest:
                nearest = h
                _note_nearest(at, sizes, node)
            if h == 0:
                status = Signal.FOUND
                break
            if node.depth != split:
                break
            _split_off(registers, at, sizes, node)  # a lane searches this subtree later
            todo = U64(0)
        if status == Signal.FOUND:
            registers[Register.DEPTH] = node.depth
            break
        if todo == 0:
            # This lane's subtree is done: take the next one, or retire the lane.
            item = fetch_add(queue, QueuePlace.ITEM)
            if item >= registers[Register.END]:
                active -= U64(1)
                order[turn], order[active] = order[active], order[turn]
                continue
            node = _take_up(at, sizes, node, U64(item))
        expanded += 1
        choices = U64(given.choices[at.state[node.frame]])
        generated += np.int64(count_bits(choices))
        _look_ahead(given, at, sizes, node, choices)
        at.depths[lane] = node.depth
        at.blank[lane] = node.blank
        turn += U64(1)
    registers[Register.TURN], registers[Register.ACTIVE] = turn, active
    registers[Register.NEXT], registers[Register.NEAREST] = next_bound, nearest
    registers[Register.EXPANDED], registers[Register.GENERATED] = expanded, generated
    return status


@inlined
def _read_children(
    tables: SearchTables, frames: Frames, sizes: _Sizes, node: _Node, bound: Any, next_bound: Any
) -> tuple[Any, Any]:
    """Read the bits that the lane's last turn prefetched.

    Returns the directions of the children within the bound, as bits, and the next bound.
    """
    patterns, child_words, below = tables.patterns, frames.child_words, np.int64(node.depth) + 1
    left, todo = U64(tables.choices[frames.state[node.frame]]), U64(0)
    while left != 0:
        bit, direction = _lowest(left)
        left ^= bit
        child = _child_at(sizes, node.frame, direction)
        fetched = (node.lane * U64(4) + direction) * sizes.views
        tile = greatest = np.int64(0)
        if sizes.two_planes or sizes.partial:
            source = tables.neighbors[node.blank * U64(4) + direction]
            tile = np.int64(frames.cells[node.lane * sizes.cells + U64(source)])
        for view in range(sizes.views):
            total = np.int64(frames.sums[node.frame * sizes.views + view])
            slot = U64(0)
            if sizes.two_planes or sizes.partial:
                slot = U64(patterns.slot[view * sizes.cells + U64(tile)])
            if not sizes.partial or slot != U64(NO_SLOT):
                plane0 = U64(0)
                if sizes.two_planes:
                    plane0 = of_pattern(patterns, patterns.row[slot], Column.PLANE0)
                word = child_words[child + view]
                h = read(word, frames.child_bytes[fetched + view], plane0)
                total += np.int64(h) - np.int64(word & U64(0xFF))
                child_words[child + view] = (word & ~U64(0xFF)) | h
            frames.child_sums[child + view] = total
            greatest = total if total > greatest else greatest
        over = greatest + below > bound
        todo |= U64(0) if over else bit
        beyond = greatest + below if over else np.int64(UNREACHED)
        next_bound = beyond if beyond < next_bound else next_bound
    return todo, next_bound


@inlined
def _backtrack(
    tables: SearchTables, frames: Frames, sizes: _Sizes, node: _Node, base: Any
) -> tuple[_Node, Any]:
    """Take moves back until a node has children to search; returns it and their directions.

    There are none if the whole subtree below depth `base` is searched.
    """
    lane, depth, blank, frame = node
    squares, todo = lane * sizes.cells, U64(0)
    while todo == 0 and depth > base:
        depth -= U64(1)
        frame -= U64(1)
        hole = U64(frames.blanks[frame])
        tile = U64(frames.cells[squares + hole])
        frames.cells[squares + blank] = tile
        blank = hole
        todo = U64(frames.todo[frame])
        child = _child_at(sizes, frame, U64(frames.moves[frame]))
        for view in range(sizes.views):
            slot = U64(tables.patterns.slot[view * sizes.cells + tile])
            if not sizes.partial or slot != U64(NO_SLOT):
                frames.words[lane * sizes.slots + slot] = frames.child_words[child + view]
    return _Node(lane, depth, blank, frame), todo


@inlined
def _descend(
    tables: SearchTables, frames: Frames, sizes: _Sizes, node: _Node, todo: Any
) -> tuple[_Node, Any]:
    """Go to the first of the children to search; returns it and its h."""
    lane, depth, blank, frame = node
    squares = lane * sizes.cells
    bit, direction = _lowest(todo)
    frames.todo[frame] = todo ^ bit
    source = U64(tables.neighbors[blank * U64(4) + direction])
    tile = U64(frames.cells[squares + source])
    child, greatest = _child_at(sizes, frame, direction), np.int64(0)
    for view in range(sizes.views):
        slot = U64(tables.patterns.slot[view * sizes.cells + tile])
        if not sizes.partial or slot != U64(NO_SLOT):
            slot += lane * sizes.slots
            word = frames.words[slot]
            frames.words[slot] = frames.child_words[child + view]
            frames.child_words[child + view] = word
        total = np.int64(frames.child_sums[child + view])
        frames.sums[(frame + U64(1)) * sizes.views + view] = total
        greatest = total if total > greatest else greatest
    frames.blanks[frame] = blank
    frames.moves[frame] = direction
    frames.state[frame + U64(1)] = tables.steps[U64(frames.state[frame]) * U64(4) + direction]
    frames.cells[squares + blank] = tile
    return _Node(lane, depth + U64(1), source, frame + U64(1)), greatest


@inlined
def _note_nearest(frames: Frames, sizes: _Sizes, node: _Node) -> None:
    for cell in range(sizes.cells):
        frames.nearest[cell] = frames.cells[node.lane * sizes.cells + cell]
    frames.nearest[node.blank] = 0


@inlined
def _split_off(registers: Any, frames: Frames, sizes: _Sizes, node: _Node) -> None:
    """Add the subtree below a node to the subtrees."""
    item, split = U64(registers[Register.CUT]), U64(registers[Register.SPLIT])
    registers[Register.CUT] += 1
    for cell in range(sizes.cells):
        frames.item_cells[item * sizes.cells + cell] = frames.cells[node.lane * sizes.cells + cell]
    for slot in range(sizes.slots):
        frames.item_words[item * sizes.slots + slot] = frames.words[node.lane * sizes.slots + slot]
    for view in range(sizes.views):
        frames.item_sums[item * sizes.views + view] = frames.sums[node.frame * sizes.views + view]
    for past in range(node.depth):
        frames.item_moves[item * split + past] = frames.moves[node.lane * U64(DEPTHS) + past]
    frames.item_blank[item] = node.blank
    frames.item_state[item] = frames.state[node.frame]


@inlined
def _take_up(frames: Frames, sizes: _Sizes, node: _Node, item: Any) -> _Node:
    """Make a subtree's root the node of a lane that stands at the base."""
    frames.item[node.lane] = item
    for cell in range(sizes.cells):
        frames.cells[node.lane * sizes.cells + cell] = frames.item_cells[item * sizes.cells + cell]
    for slot in range(sizes.slots):
        frames.words[node.lane * sizes.slots + slot] = frames.item_words[item * sizes.slots + slot]
    for view in range(sizes.views):
        frames.sums[node.frame * sizes.views + view] = frames.item_sums[item * sizes.views + view]
    frames.state[node.frame] = frames.item_state[item]
    return _Node(node.lane, node.depth, U64(frames.item_blank[item]), node.frame)


@inlined
def _look_ahead(
    tables: SearchTables, frames: Frames, sizes: _Sizes, node: _Node, left: Any
) -> None:
    """Compute where the bits of some of a node's children lie and prefetch them."""
    patterns, blank = tables.patterns, node.blank
    while left != 0:
        bit, direction = _lowest(left)
        left ^= bit
        source = U64(tables.neighbors[blank * U64(4) + direction])
        tile = U64(frames.cells[node.lane * sizes.cells + source])
        child = _child_at(sizes, node.frame, direction)
        fetched = (node.lane * U64(4) + direction) * sizes.views
        for view in range(sizes.views):
            seen = view * sizes.cells
            slot = U64(patterns.slot[seen + tile])
            if sizes.partial and slot == U64(NO_SLOT):
                continue
            word, address = routed(
                patterns,
                np.uint32(sizes.cells),
                patterns.row[slot],
                frames.words[node.lane * sizes.slots + slot],
                np.uint32(patterns.cell[seen + source]),
                np.uint32(patterns.cell[seen + blank]),
            )
            frames.child_words[child + view] = word
            frames.child_bytes[fetched + view] = address
            prefetch(address)
