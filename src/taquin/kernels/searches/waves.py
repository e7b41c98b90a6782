"""The kernel of `ida_star_pdb` for collections: views that share slots, nodes expanded in waves.

What a view adds to the cost of a path, f, never falls and grows by two or not at all, because a
move changes one of its distances by one. So the search keeps how often f may still grow before it
is above the bound, a byte for each view: a look-up tells for all views of a slot at once, and a
child is cut as soon as a byte falls below zero. The slots of a tile that most views add are looked
up first.

A look-up waits for memory, and whether a child is cut depends on it. A search that takes one child
after the other waits each time, and the processor, which guesses how a branch goes, guesses wrong
each second time. Here a *wave* of nodes is expanded together, the last ones of a stack. Their
children are looked up in rounds, one slot of each child that is left: first all addresses, then all
bits. What is left is written to a list without a branch, so that nothing has to be guessed.
"""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import (
    count_bits,
    fetch_add,
    load_byte,
    load_shared,
    prefetch,
)
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.shared import (
    BELOW,
    BLOCK,
    CELLS,
    ENTRY,
    LINE,
    PLACES,
    RANK,
    SIDE,
    STEP,
    VIEWS_A_WORD,
    CacheLine,
    Entry,
    SharedSlots,
    Six,
)
from taquin.kernels.searches.lanes import (
    DEPTHS,
    LANES,
    SPLIT_DEPTH,
    SUBTREES,
    QueuePlace,
    Register,
    separate_zeros,
)
from taquin.kernels.searches.tables import Signal

__all__ = [
    "DEPTH",
    "MOST_GROWTH",
    "PATH",
    "WIDTH",
    "SharedTables",
    "StackPlace",
    "Waves",
    "blank_waves",
    "search_waves",
]

U64 = np.uint64
MOST_GROWTH = 254  # by how much f of a view may exceed its smallest value at the start
_ONES = 0x0101010101010101
_BELOW_ZERO = 0x8080808080808080
_CELLS_OF_A_WORD = U64((1 << 64) - (1 << CELLS))
WIDTH = 32  # nodes expanded together; 16 and 64 take a tenth longer
_NODES = 4096
_MOST_MOVES = 4  # children of a node
_CHILDREN = _MOST_MOVES * (WIDTH + 2)  # those behind a wave's are written and not counted
# Room that only single nodes may take: they add no more than this on the way down.
_RESERVE = (_MOST_MOVES - 1) * DEPTHS
PATH = DEPTHS // 32  # words of 32 moves
# In a node's last word, after the blank's cell.
DEPTH, _STATE = 8, 32
_CELL_WORDS = 4  # also where the board is smaller: a direction without a cell reads there too
_BIT = 61  # where the bit's place in its byte begins, after the byte's address
_SOURCE, _NUMBER = 8, 16  # where these begin in `Child.MOVE`


class StackPlace(IntEnum):
    """Places in `Waves.sizes`."""

    OPEN = 0  # nodes on the stack
    WIDTH = auto()  # how many are expanded together; 1 searches strictly depth-first
    REST = auto()  # nodes of a wave that the last call had no budget for


class Part(IntEnum):
    """Where the parts of `Waves.scratch` begin. All in one array: fewer addresses to keep."""

    LEFT = 0  # the children not yet cut or finished, then those kept: where each begins
    BYTES = _CHILDREN  # where a block's move stands, then the address of a bit and its place
    WAITING = 2 * _CHILDREN  # the word whose bit was not read yet
    CHILDREN = 3 * _CHILDREN


class Child(IntEnum):
    """Words of a child in `Waves.scratch`."""

    PARENT = 0  # where its parent begins in `nodes`
    MOVE = auto()  # blank * 4 + direction | the tile's cell << 8 | the parent's number << 16
    FIRST = auto()  # where the tile's lines begin
    LAST = auto()  # the last one
    GROWTH = auto()  # up to four words
    KEPT = 8  # whether it is within the bound so far
    WORDS = auto()  # of the tile's slots after the move


class SharedTables(NamedTuple):
    """What the search reads: as in `SearchTables`, with slots that views share.

    neighbors:  uint8[cells * 4]    columns U D L R (the tile's direction); 255 = none
    steps:      uint32[states * 4]  see `Automaton`
    choices:    uint8[states]       the directions that have a step, as bits
    patterns:   each view contains every tile
    shared:     its slots, see `share_slots`
    """

    neighbors: npt.NDArray[np.uint8]
    steps: npt.NDArray[np.uint32]
    choices: npt.NDArray[np.uint8]
    patterns: PatternTables
    shared: SharedSlots


class Waves(NamedTuple):
    """The state of one search in plain arrays; N nodes, of R words each.

    S shared slots, W words of views, D depths, T subtrees; subtree 0 is the whole board.

    registers, queue, nearest, order: see `Frames`
    state:      uint32[D]           state of the automaton last seen at each depth, 0 = none
    sizes:      int64[3]            see `StackPlace`
    stack:      uint32[N]           numbers of the open nodes, the next to expand last; then of
                                    the free ones
    nodes:      uint64[N * R]       words of the slots (`SharedSlots`) | in the byte of each view,
                                    how often f may grow by two | tile on each cell, a byte each |
                                    blank's cell, depth << 8, state of the automaton << 32
    paths:      uint64[N * 16]      the moves that lead to a node, two bits each
    scratch:    uint64[...]         the children of a wave, see `Part` and `Child`
    item_cells: uint8[T * cells]    tile on each cell
    item_words: uint64[T * S]
    item_grown: uint64[T * W]       in the byte of each view, by how many twos f is above FLOOR
    item_blank: uint8[T]            the blank's cell
    item_state: uint32[T]           state of the automaton
    item_moves: uint8[T * depth]    the moves that lead to the subtree
    """

    registers: npt.NDArray[np.int64]
    queue: npt.NDArray[np.int64]
    nearest: npt.NDArray[np.uint8]
    order: npt.NDArray[np.uint8]
    state: npt.NDArray[np.uint32]
    sizes: npt.NDArray[np.int64]
    stack: npt.NDArray[np.uint32]
    nodes: npt.NDArray[np.uint64]
    paths: npt.NDArray[np.uint64]
    scratch: npt.NDArray[np.uint64]
    item_cells: npt.NDArray[np.uint8]
    item_words: npt.NDArray[np.uint64]
    item_grown: npt.NDArray[np.uint64]
    item_blank: npt.NDArray[np.uint8]
    item_state: npt.NDArray[np.uint32]
    item_moves: npt.NDArray[np.uint8]


def blank_waves(tables: SharedTables) -> Waves:
    """Arrays for one search over `tables`: about 4 MB, reusable by one search at a time."""
    cells, slots = len(tables.neighbors) // 4, tables.shared.slots
    words = len(tables.shared.words)
    row = _whole_lines(slots + words + _CELL_WORDS + 1)
    most = int(np.diff(tables.shared.begin.astype(np.int64)).max())  # slots of a tile
    child = _whole_lines(Child.WORDS + most)
    waves = Waves(
        registers=separate_zeros(len(Register), dtype=np.int64),
        queue=separate_zeros(len(QueuePlace), dtype=np.int64),
        nearest=separate_zeros(cells, dtype=np.uint8),
        order=separate_zeros(LANES, dtype=np.uint8),
        state=separate_zeros(DEPTHS, dtype=np.uint32),
        sizes=separate_zeros(len(StackPlace), dtype=np.int64),
        stack=separate_zeros(_NODES, dtype=np.uint32),
        nodes=separate_zeros(_NODES * row, dtype=np.uint64),
        paths=separate_zeros(_NODES * PATH, dtype=np.uint64),
        scratch=separate_zeros(Part.CHILDREN + _CHILDREN * child, dtype=np.uint64),
        item_cells=separate_zeros(SUBTREES * cells, dtype=np.uint8),
        item_words=separate_zeros(SUBTREES * slots, dtype=np.uint64),
        item_grown=separate_zeros(SUBTREES * words, dtype=np.uint64),
        item_blank=separate_zeros(SUBTREES, dtype=np.uint8),
        item_state=separate_zeros(SUBTREES, dtype=np.uint32),
        item_moves=separate_zeros(SUBTREES * SPLIT_DEPTH, dtype=np.uint8),
    )
    waves.stack[:] = np.arange(_NODES)
    return waves


def _whole_lines(words: int) -> int:
    return -(-words // LINE) * LINE


@quick
def search_waves(tables: SharedTables, waves: Waves, budget: Any) -> Signal:
    """Search the contour in `waves` for `budget` more expansions; returns a Signal.

    The signals are those of `lanes.search`. With FOUND the goal is the last node on the stack.
    """
    registers, sizes = waves.registers, waves.sizes
    expanded, limit = registers[Register.EXPANDED], registers[Register.EXPANDED] + budget
    row, free, cut = _row(tables, waves), U64(sizes[StackPlace.OPEN]), False
    status = Signal.BUDGET
    while expanded < limit:
        if load_shared(waves.queue, QueuePlace.HALT) != 0:
            status = Signal.STOPPED
            break
        if sizes[StackPlace.REST] == 0:
            free = _take_up(tables, waves, row, free)
        if free == 0:
            registers[Register.ACTIVE] = 0
            status = Signal.EXHAUSTED
            break
        wave = _wave(waves, free)
        count = min(wave, U64(limit - expanded))
        children = _expand(tables, waves, row, free - wave, count)
        expanded += np.int64(count)
        _look_up(tables, waves, children)
        kept = _kept(waves, row, children)
        cut |= kept < children
        end, status = _put(tables, waves, row, free, kept)
        if status == Signal.FOUND:
            free = end
            break
        sizes[StackPlace.REST] = np.int64(wave - count)
        free = _sort(waves, (free - wave, free - wave + count, free, end))
    if cut:
        # Every view's f has the parity of the bound, and grows by two.
        bound = registers[Register.BOUND] + 2
        registers[Register.NEXT] = min(registers[Register.NEXT], bound)
    sizes[StackPlace.OPEN], registers[Register.EXPANDED] = np.int64(free), expanded
    return status


class _Row(NamedTuple):
    """Where the parts of a node are, in words: growth, cells, the last word; and its length.

    child: the words of a child.
    """

    growth: Any
    cells: Any
    last: Any
    length: Any
    child: Any


@inlined
def _row(tables: SharedTables, waves: Waves) -> _Row:
    growth, length = U64(len(tables.shared.owner)), U64(len(waves.nodes) // len(waves.stack))
    cells = growth + U64(len(tables.shared.words))
    child = U64((len(waves.scratch) - Part.CHILDREN) // _CHILDREN)
    return _Row(growth, cells, length - U64(1), length, child)


@inlined
def _allowed(waves: Waves) -> Any:
    """How often f of a view that is at FLOOR may grow, in each byte."""
    registers = waves.registers
    return U64((registers[Register.BOUND] - registers[Register.FLOOR]) >> 1) * U64(_ONES)


@inlined
def _take_up(tables: SharedTables, waves: Waves, row: _Row, free: Any) -> Any:
    """Put subtrees' roots on the stack while it is too short for a wave; returns its length."""
    registers, nodes = waves.registers, waves.nodes
    while free < U64(waves.sizes[StackPlace.WIDTH]):
        taken = fetch_add(waves.queue, QueuePlace.ITEM)
        if taken >= registers[Register.END]:
            break
        item, base = U64(taken), U64(registers[Register.BASE])
        number, cells = U64(waves.stack[free]), U64(len(waves.nearest))
        node, path = number * row.length, number * U64(PATH)
        views = U64(len(tables.shared.words))
        for slot in range(row.growth):
            nodes[node + slot] = waves.item_words[item * row.growth + slot]
        for word in range(views):
            grown = waves.item_grown[item * views + word]
            nodes[node + row.growth + word] = _allowed(waves) - grown
        for word in range(row.cells, row.last):
            nodes[node + word] = U64(0)
        for cell in range(cells):
            tile = U64(waves.item_cells[item * cells + cell])
            nodes[node + row.cells + (cell >> U64(3))] |= tile << ((cell & U64(7)) << U64(3))
        state = U64(waves.item_state[item]) << U64(_STATE)
        nodes[node + row.last] = U64(waves.item_blank[item]) | base << U64(DEPTH) | state
        for word in range(U64(PATH)):
            waves.paths[path + word] = U64(0)
        for past in range(base):
            _note_move(waves, path, past, U64(waves.item_moves[item * base + past]))
        free += U64(1)
    return free


@inlined
def _note_move(waves: Waves, path: Any, past: Any, direction: Any) -> None:
    waves.paths[path + (past >> U64(5))] |= direction << ((past & U64(31)) << U64(1))


@inlined
def _wave(waves: Waves, free: Any) -> Any:
    """How many nodes to expand together."""
    if waves.sizes[StackPlace.REST] > 0:
        return U64(waves.sizes[StackPlace.REST])
    wave = min(free, U64(waves.sizes[StackPlace.WIDTH]))
    room = free + U64(_MOST_MOVES) * wave + U64(_RESERVE) <= U64(len(waves.stack))
    return wave if room else U64(1)


@inlined
def _expand(tables: SharedTables, waves: Waves, row: _Row, first: Any, count: Any) -> Any:
    """List the children of `count` nodes on the stack, the last node first; returns how many.

    Each direction is written, and counted if the automaton allows it.
    """
    nodes, scratch, begin = waves.nodes, waves.scratch, tables.shared.begin
    children = U64(0)
    for place in range(count):
        number = U64(waves.stack[first + count - U64(1) - place])
        node = number * row.length
        last = nodes[node + row.last]
        choices = U64(tables.choices[last >> U64(_STATE)])
        for direction in range(U64(_MOST_MOVES)):
            move = (last & U64(0xFF)) * U64(4) + direction
            source = U64(tables.neighbors[move]) & U64(31)
            tile = _tile(waves, node + row.cells, source)
            child = U64(Part.CHILDREN) + children * row.child
            scratch[child + U64(Child.PARENT)] = node
            move |= source << U64(_SOURCE) | number << U64(_NUMBER)
            scratch[child + U64(Child.MOVE)] = move
            scratch[child + U64(Child.FIRST)] = begin[tile] * U64(LINE)
            scratch[child + U64(Child.LAST)] = (begin[tile + U64(1)] - U64(1)) * U64(LINE)
            for word in range(U64(len(tables.shared.words))):
                growth = nodes[node + row.growth + word]
                scratch[child + U64(Child.GROWTH) + word] = growth
            scratch[U64(Part.LEFT) + children] = child
            children += (choices >> direction) & U64(1)
    waves.registers[Register.GENERATED] += np.int64(children)
    return children


@inlined
def _look_up(tables: SharedTables, waves: Waves, children: Any) -> None:
    """Look children up in rounds, a slot of their tile in each, until they are cut or finished."""
    left, turn = children, U64(0)
    while left > 0:
        _ask_steps(tables, waves, left, turn)
        _ask_bits(tables, waves, left, turn)
        left = _read_bits(tables, waves, left, turn)
        turn += U64(1)


@inlined
def _ask_steps(tables: SharedTables, waves: Waves, left: Any, turn: Any) -> None:
    """Find where the moves of blocks stand for the slots of a round, and prefetch them."""
    shared, scratch, lines = tables.shared, waves.scratch, tables.shared.lines
    entries, sixes, table = shared.entries, len(shared.sixes) > 0, U64(shared.steps.ctypes.data)
    for place in range(left):
        child = scratch[U64(Part.LEFT) + place]
        at = scratch[child + U64(Child.FIRST)] + turn * U64(LINE)
        line, entry = lines[at], at // U64(LINE) * U64(ENTRY)
        word = waves.nodes[scratch[child + U64(Child.PARENT)] + (line & U64((1 << 32) - 1))]
        move = scratch[child + U64(Child.MOVE)] & U64((1 << _SOURCE) - 1)
        turned = shared.turns[(line >> U64(32)) + move]
        first = U64(Six.STEPS) if sixes else entries[entry + U64(Entry.STEPS)]
        width = U64(Six.WIDTH) if sixes else entries[entry + U64(Entry.WIDTH)]
        before = U64(count_bits((word >> U64(CELLS)) & (turned & U64(BELOW))))
        block = (word >> U64(BLOCK)) & U64((1 << CELLS - BLOCK) - 1)
        step = first + block * width + before * U64(4) + ((turned >> U64(SIDE)) & U64(3))
        prefetch(table + step * U64(4))
        scratch[U64(Part.BYTES) + place] = step
        scratch[U64(Part.WAITING) + place] = word ^ (turned & _CELLS_OF_A_WORD)


@inlined
def _ask_bits(tables: SharedTables, waves: Waves, left: Any, turn: Any) -> None:
    """Move the slots' blocks and arrangements, and prefetch their bits."""
    shared, scratch, lines = tables.shared, waves.scratch, tables.shared.lines
    entries, sixes, one = shared.entries, len(shared.sixes) > 0, U64(1)
    for place in range(left):
        at = scratch[scratch[U64(Part.LEFT) + place] + U64(Child.FIRST)] + turn * U64(LINE)
        entry = at // U64(LINE) * U64(ENTRY)
        maps = U64(Six.MAPS) if sixes else entries[entry + U64(Entry.MAPS)]
        words = U64(Six.WORDS) if sixes else entries[entry + U64(Entry.WORDS)]
        shift = U64(Six.SHIFT) if sixes else entries[entry + U64(Entry.SHIFT)]
        taken = U64(shared.steps[scratch[U64(Part.BYTES) + place]])
        word = scratch[U64(Part.WAITING) + place]
        rank = (word >> U64(RANK)) & U64((1 << BLOCK - RANK) - 1)
        arrangement = maps + (rank >> shift) + (taken >> U64(PLACES)) * words
        rank = U64(shared.maps[arrangement]) ^ (rank & ((one << shift) - one))
        block = taken & U64(STEP)
        swap = (block ^ rank) & lines[at + U64(CacheLine.TURNED)]
        outer, inner = block ^ swap, rank ^ swap
        address = lines[at + U64(CacheLine.ADDRESS)] + outer * lines[at + U64(CacheLine.STRIDE)]
        address += inner >> U64(3)
        prefetch(address)
        scratch[U64(Part.BYTES) + place] = address | inner << U64(_BIT)
        word &= _CELLS_OF_A_WORD | U64(3)
        scratch[U64(Part.WAITING) + place] = word | block << U64(BLOCK) | rank << U64(RANK)


@inlined
def _read_bits(tables: SharedTables, waves: Waves, left: Any, turn: Any) -> Any:
    """Read the bits of a round; returns how many children have slots left to look up.

    The stored bit is the second of the distance; it tells h + 1 from h - 1.
    """
    scratch, lines, one = waves.scratch, tables.shared.lines, U64(1)
    views, remaining = U64(len(tables.shared.words)), U64(0)
    for place in range(left):
        child = scratch[U64(Part.LEFT) + place]
        word, address = scratch[U64(Part.WAITING) + place], scratch[U64(Part.BYTES) + place]
        at = scratch[child + U64(Child.FIRST)] + turn * U64(LINE)
        bit = U64(load_byte(address & U64((1 << _BIT) - 1))) >> (address >> U64(_BIT))
        h = word & U64(3)
        shrank = (bit ^ ((h + one) >> one)) & one
        grew = shrank - one  # all bits or none
        h = (h + one - shrank - shrank) & U64(3)
        scratch[child + U64(Child.WORDS) + turn] = (word & ~U64(3)) | h
        growth, weight = child + U64(Child.GROWTH), at + U64(CacheLine.WEIGHTS)
        below = scratch[growth] - (lines[weight] & grew)
        scratch[growth] = below
        # Not in a loop: it would not be unrolled.
        if views > 1:
            less = scratch[growth + U64(1)] - (lines[weight + U64(1)] & grew)
            scratch[growth + U64(1)] = less
            below |= less
        if views > 2:
            less = scratch[growth + U64(2)] - (lines[weight + U64(2)] & grew)
            scratch[growth + U64(2)] = less
            below |= less
        if views > 3:
            less = scratch[growth + U64(3)] - (lines[weight + U64(3)] & grew)
            scratch[growth + U64(3)] = less
            below |= less
        kept = U64(below & U64(_BELOW_ZERO) == 0)
        scratch[child + U64(Child.KEPT)] = kept
        scratch[U64(Part.LEFT) + remaining] = child
        remaining += kept & U64(at != scratch[child + U64(Child.LAST)])
    return remaining


@inlined
def _kept(waves: Waves, row: _Row, children: Any) -> Any:
    """List the children within the bound, the last one first; returns how many."""
    scratch, count = waves.scratch, U64(0)
    child = U64(Part.CHILDREN) + children * row.child
    for _ in range(children):
        child -= row.child
        scratch[U64(Part.LEFT) + count] = child
        count += scratch[child + U64(Child.KEPT)]
    return count


@inlined
def _put(tables: SharedTables, waves: Waves, row: _Row, free: Any, kept: Any) -> tuple[Any, Any]:
    """Put the children kept on the stack, beyond their parents; returns its end and a Signal.

    At the depth SPLIT they become subtrees instead, searched later.
    """
    registers, scratch = waves.registers, waves.scratch
    split, status = U64(registers[Register.SPLIT]), Signal.BUDGET
    for place in range(kept):
        child, at = scratch[U64(Part.LEFT) + place], U64(waves.stack[free])
        parent = scratch[child + U64(Child.PARENT)]
        node = at * row.length
        for word in range(row.length):
            waves.nodes[node + word] = waves.nodes[parent + word]
        _put_words(tables, waves, row, child, node)
        depth = _put_move(tables, waves, row, child, at)
        h = _least_h(waves, node, row, depth)
        if h < registers[Register.NEAREST]:
            h = _note_nearest(tables, waves, row, node, depth)
        if h == 0:
            status = Signal.FOUND
            free += U64(1)
            break
        if depth == split:
            _split_off(tables, waves, row, at)
        else:
            free += U64(1)
    return free, status


@inlined
def _put_words(tables: SharedTables, waves: Waves, row: _Row, child: Any, node: Any) -> None:
    """Complete a child's words and growth."""
    shared, scratch, nodes = tables.shared, waves.scratch, waves.nodes
    at, word = scratch[child + U64(Child.FIRST)], child + U64(Child.WORDS)
    while at <= scratch[child + U64(Child.LAST)]:
        nodes[node + (shared.lines[at] & U64((1 << 32) - 1))] = scratch[word]
        at += U64(LINE)
        word += U64(1)
    for view in range(U64(len(shared.words))):
        nodes[node + row.growth + view] = scratch[child + U64(Child.GROWTH) + view]


@inlined
def _put_move(tables: SharedTables, waves: Waves, row: _Row, child: Any, number: Any) -> Any:
    """Move a child's tile and complete its path; returns its depth. number: of its node."""
    nodes, node = waves.nodes, number * row.length
    move = waves.scratch[child + U64(Child.MOVE)]
    source, direction = (move >> U64(_SOURCE)) & U64(31), move & U64(3)
    hole, parent = (move & U64((1 << _SOURCE) - 1)) >> U64(2), move >> U64(_NUMBER)
    at, shift = node + row.cells + (source >> U64(3)), (source & U64(7)) << U64(3)
    tile = (nodes[at] >> shift) & U64(0xFF)
    nodes[at] ^= tile << shift
    nodes[node + row.cells + (hole >> U64(3))] |= tile << ((hole & U64(7)) << U64(3))
    last = nodes[node + row.last]
    past = (last >> U64(DEPTH)) & U64(0xFFFF)
    state = tables.steps[(last >> U64(_STATE)) * U64(4) + direction]
    depth = past + U64(1)
    nodes[node + row.last] = source | depth << U64(DEPTH) | U64(state) << U64(_STATE)
    waves.state[depth] = state
    for word in range((past >> U64(5)) + U64(1)):
        waves.paths[number * U64(PATH) + word] = waves.paths[parent * U64(PATH) + word]
    if past & U64(31) == 0:  # a word that the parent has not begun
        waves.paths[number * U64(PATH) + (past >> U64(5))] = U64(0)
    _note_move(waves, number * U64(PATH), past, direction)
    return depth


@inlined
def _least_h(waves: Waves, node: Any, row: _Row, depth: Any) -> Any:
    """h in one view; the others may be greater."""
    growth = waves.nodes[node + row.growth] & U64(0xFF)
    return waves.registers[Register.BOUND] - np.int64(depth) - 2 * np.int64(growth)


@inlined
def _note_nearest(tables: SharedTables, waves: Waves, row: _Row, node: Any, depth: Any) -> Any:
    """Note a board if its h is the smallest so far; returns its h."""
    views, least = tables.patterns.begin.size - 1, U64(255)
    for view in range(views):
        word = waves.nodes[node + row.growth + U64(view // VIEWS_A_WORD)]
        least = min(least, (word >> U64(8 * (view % VIEWS_A_WORD))) & U64(0xFF))
    h = waves.registers[Register.BOUND] - np.int64(depth) - 2 * np.int64(least)
    if h < waves.registers[Register.NEAREST]:
        waves.registers[Register.NEAREST] = h
        for cell in range(U64(len(waves.nearest))):
            waves.nearest[cell] = _tile(waves, node + row.cells, cell)
    return h


@inlined
def _tile(waves: Waves, cells: Any, cell: Any) -> Any:
    return (waves.nodes[cells + (cell >> U64(3))] >> ((cell & U64(7)) << U64(3))) & U64(0xFF)


@inlined
def _split_off(tables: SharedTables, waves: Waves, row: _Row, number: Any) -> None:
    """Add a node to the subtrees."""
    registers, nodes, node = waves.registers, waves.nodes, number * row.length
    item, split = U64(registers[Register.CUT]), U64(registers[Register.SPLIT])
    registers[Register.CUT] += 1
    cells, views = U64(len(waves.nearest)), U64(len(tables.shared.words))
    for cell in range(cells):
        waves.item_cells[item * cells + cell] = _tile(waves, node + row.cells, cell)
    for slot in range(row.growth):
        waves.item_words[item * row.growth + slot] = nodes[node + slot]
    for word in range(views):
        grown = _allowed(waves) - nodes[node + row.growth + word]
        waves.item_grown[item * views + word] = grown
    for past in range(split):
        word = waves.paths[number * U64(PATH) + (past >> U64(5))]
        waves.item_moves[item * split + past] = (word >> ((past & U64(31)) << U64(1))) & U64(3)
    last = nodes[node + row.last]
    waves.item_blank[item] = last & U64(0xFF)
    waves.item_state[item] = last >> U64(_STATE)


@inlined
def _sort(waves: Waves, at: tuple[Any, Any, Any, Any]) -> Any:
    """Put children, the rest of their wave, and the nodes expanded in this order; returns its end.

    at: where these begin now: nodes expanded, rest, children; and where the children end. Behind
    the end, nodes are free. A budget that ends within a wave thus changes the order of no search.
    """
    first, rest, children, end = at
    stack, scratch, expanded = waves.stack, waves.scratch, rest - first
    for place in range(children - first):
        scratch[place] = stack[first + place]
    for place in range(end - children):
        stack[first + place] = stack[children + place]
    first += end - children
    for place in range(children - rest):
        stack[first + place] = scratch[expanded + place]
    first += children - rest
    for place in range(expanded):
        stack[first + place] = scratch[place]
    return first
