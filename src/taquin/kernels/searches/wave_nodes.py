"""The nodes of `waves` and `side_by_side`: their children are looked up together, in rounds.

A look-up waits for memory, and whether a child is cut depends on it. A search that takes one child
after the other waits each time, and the processor, which guesses how a branch goes, guesses wrong
every second time. Here the children of a *wave* of nodes are looked up in rounds, one slot of each
child that is left: first all addresses, then all bits. What is left is written to a list without a
branch, so that nothing has to be guessed.
"""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits, load_byte, prefetch
from taquin.kernels.base.jit import inlined
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

__all__ = [
    "DEPTH",
    "MOST_CHILDREN",
    "MOST_MOVES",
    "NUMBER",
    "ONES",
    "PATH",
    "STATE",
    "WIDTH",
    "Child",
    "NodeRow",
    "Part",
    "SharedTables",
    "StackPlace",
    "Waves",
    "blank_waves",
    "expand",
    "look_up",
    "note_move",
    "put_cells",
    "put_child",
    "row_of",
    "sort_stack",
    "tile_at",
]

U64 = np.uint64
ONES = 0x0101010101010101
_BELOW_ZERO = 0x8080808080808080
_CELLS_OF_A_WORD = U64((1 << 64) - (1 << CELLS))
WIDTH = 32  # nodes expanded together; 16 and 64 take a tenth longer
_NODES = 4096
MOST_MOVES = 4  # children of a node
MOST_CHILDREN = MOST_MOVES * (WIDTH + 2)  # those behind a wave's are written and not counted
PATH = DEPTHS // 32  # words of 32 moves
# In a node's last word, after the blank's cell.
DEPTH, STATE = 8, 32
_BIT = 61  # where the bit's place in its byte begins, after the byte's address
_SOURCE, NUMBER = 8, 16  # where these begin in `Child.MOVE`


class StackPlace(IntEnum):
    """Places in `Waves.sizes`, of the search in `waves`."""

    OPEN = 0  # nodes on the stack
    WIDTH = auto()  # how many are expanded together; 1 searches strictly depth-first
    REST = auto()  # nodes of a wave that the last call had no budget for


class Part(IntEnum):
    """Where the parts of `Waves.scratch` begin. All in one array: fewer addresses to keep."""

    LEFT = 0  # the children not yet cut or finished, then those kept: where each begins
    BYTES = MOST_CHILDREN  # where a block's move stands, then the address of a bit and its place
    WAITING = 2 * MOST_CHILDREN  # the word whose bit was not read yet
    CHILDREN = 3 * MOST_CHILDREN


class Child(IntEnum):
    """Words of a child in `Waves.scratch`."""

    PARENT = 0  # where its parent begins in `nodes`
    MOVE = auto()  # blank * 4 + direction | the tile's cell << 8 | the parent's number << 16
    FIRST = auto()  # where the tile's lines begin
    LAST = auto()  # the last one
    KEPT = auto()  # whether it is within the bound so far
    GROWTH = auto()  # up to four words, and then those of the tile's slots after the move


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


def blank_waves(tables: SharedTables, *, nodes: int = _NODES, subtrees: int = SUBTREES) -> Waves:
    """Arrays for one search over `tables`: about 4 MB, reusable by one search at a time.

    nodes, subtrees: how many there is room for.
    """
    cells, slots = len(tables.neighbors) // 4, tables.shared.slots
    words = len(tables.shared.words)
    row = _whole_lines(slots + words + _cell_words(cells) + 1)
    each = int(np.diff(tables.shared.begin.astype(np.int64)).max())  # slots of a tile
    child = _whole_lines(Child.GROWTH + words + each)
    waves = Waves(
        registers=separate_zeros(len(Register), dtype=np.int64),
        queue=separate_zeros(len(QueuePlace), dtype=np.int64),
        nearest=separate_zeros(cells, dtype=np.uint8),
        order=separate_zeros(LANES, dtype=np.uint8),
        state=separate_zeros(DEPTHS, dtype=np.uint32),
        sizes=separate_zeros(len(StackPlace), dtype=np.int64),
        stack=separate_zeros(nodes, dtype=np.uint32),
        nodes=separate_zeros(nodes * row, dtype=np.uint64),
        paths=separate_zeros(nodes * PATH, dtype=np.uint64),
        scratch=separate_zeros(Part.CHILDREN + MOST_CHILDREN * child, dtype=np.uint64),
        item_cells=separate_zeros(subtrees * cells, dtype=np.uint8),
        item_words=separate_zeros(subtrees * slots, dtype=np.uint64),
        item_grown=separate_zeros(subtrees * words, dtype=np.uint64),
        item_blank=separate_zeros(subtrees, dtype=np.uint8),
        item_state=separate_zeros(subtrees, dtype=np.uint32),
        item_moves=separate_zeros(subtrees * SPLIT_DEPTH, dtype=np.uint8),
    )
    waves.stack[:] = np.arange(nodes)
    return waves


def _cell_words(cells: int) -> int:
    """Words of a node that hold its tiles, eight each; a power of two, see `NodeRow.mask`."""
    return 2 if cells <= 16 else 4


def _whole_lines(words: int) -> int:
    return -(-words // LINE) * LINE


class NodeRow(NamedTuple):
    """Where the parts of a node are, in words: growth, cells, the last word; and its length.

    child: the words of a child.
    words: where those of its slots begin.
    mask: keeps the 255 of a direction without a cell within the cells of a node.
    """

    growth: Any
    cells: Any
    last: Any
    length: Any
    child: Any
    words: Any
    mask: Any


@inlined
def row_of(tables: SharedTables, waves: Waves) -> NodeRow:
    """The places of a search's arrays."""
    growth, length = U64(len(tables.shared.owner)), U64(len(waves.nodes) // len(waves.stack))
    cells = growth + U64(len(tables.shared.words))
    child = U64((len(waves.scratch) - Part.CHILDREN) // MOST_CHILDREN)
    words = U64(Child.GROWTH) + U64(len(tables.shared.words))
    mask = U64(15) if len(waves.nearest) <= 16 else U64(31)
    return NodeRow(growth, cells, length - U64(1), length, child, words, mask)


@inlined
def expand(
    tables: SharedTables, waves: Waves, row: NodeRow, some: tuple[Any, Any], children: Any
) -> Any:
    """List the children of some nodes on the stack, the last node first; returns how many.

    some: the place of the first node, and how many there are.   children: how many are listed
    already. Each direction is written, and counted if the automaton allows it.
    """
    nodes, scratch, begin = waves.nodes, waves.scratch, tables.shared.begin
    first, count = some
    for place in range(count):
        number = U64(waves.stack[first + count - U64(1) - place])
        node = number * row.length
        last = nodes[node + row.last]
        choices = U64(tables.choices[last >> U64(STATE)])
        for direction in range(U64(MOST_MOVES)):
            move = (last & U64(0xFF)) * U64(4) + direction
            source = U64(tables.neighbors[move]) & row.mask
            tile = tile_at(waves, node + row.cells, source)
            child = U64(Part.CHILDREN) + children * row.child
            scratch[child + U64(Child.PARENT)] = node
            move |= source << U64(_SOURCE) | number << U64(NUMBER)
            scratch[child + U64(Child.MOVE)] = move
            scratch[child + U64(Child.FIRST)] = begin[tile] * U64(LINE)
            scratch[child + U64(Child.LAST)] = (begin[tile + U64(1)] - U64(1)) * U64(LINE)
            for word in range(U64(len(tables.shared.words))):
                growth = nodes[node + row.growth + word]
                scratch[child + U64(Child.GROWTH) + word] = growth
            scratch[U64(Part.LEFT) + children] = child
            children += (choices >> direction) & U64(1)
    return children


@inlined
def look_up(tables: SharedTables, waves: Waves, row: NodeRow, children: Any) -> None:
    """Look children up in rounds, a slot of their tile in each, until they are cut or finished."""
    left, turn = children, U64(0)
    while left > 0:
        _ask_steps(tables, waves, left, turn)
        _ask_bits(tables, waves, left, turn)
        left = _read_bits(tables, waves, row, left, turn)
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
def _read_bits(tables: SharedTables, waves: Waves, row: NodeRow, left: Any, turn: Any) -> Any:
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
        scratch[child + row.words + turn] = (word & ~U64(3)) | h
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
def put_child(tables: SharedTables, waves: Waves, row: NodeRow, child: Any, number: Any) -> Any:
    """Make a child the node with this number; returns its depth."""
    parent, node = waves.scratch[child + U64(Child.PARENT)], number * row.length
    for word in range(row.length):
        waves.nodes[node + word] = waves.nodes[parent + word]
    _put_words(tables, waves, row, child, node)
    return _put_move(tables, waves, row, child, number)


@inlined
def _put_words(tables: SharedTables, waves: Waves, row: NodeRow, child: Any, node: Any) -> None:
    """Complete a child's words and growth."""
    shared, scratch, nodes = tables.shared, waves.scratch, waves.nodes
    at, word = scratch[child + U64(Child.FIRST)], child + row.words
    while at <= scratch[child + U64(Child.LAST)]:
        nodes[node + (shared.lines[at] & U64((1 << 32) - 1))] = scratch[word]
        at += U64(LINE)
        word += U64(1)
    for view in range(U64(len(shared.words))):
        nodes[node + row.growth + view] = scratch[child + U64(Child.GROWTH) + view]


@inlined
def _put_move(tables: SharedTables, waves: Waves, row: NodeRow, child: Any, number: Any) -> Any:
    """Move a child's tile and complete its path; returns its depth. number: of its node."""
    nodes, node = waves.nodes, number * row.length
    move = waves.scratch[child + U64(Child.MOVE)]
    source, direction = (move >> U64(_SOURCE)) & U64(31), move & U64(3)
    hole, parent = (move & U64((1 << _SOURCE) - 1)) >> U64(2), move >> U64(NUMBER)
    at, shift = node + row.cells + (source >> U64(3)), (source & U64(7)) << U64(3)
    tile = (nodes[at] >> shift) & U64(0xFF)
    nodes[at] ^= tile << shift
    nodes[node + row.cells + (hole >> U64(3))] |= tile << ((hole & U64(7)) << U64(3))
    last = nodes[node + row.last]
    past = (last >> U64(DEPTH)) & U64(0xFFFF)
    state = tables.steps[(last >> U64(STATE)) * U64(4) + direction]
    depth = past + U64(1)
    nodes[node + row.last] = source | depth << U64(DEPTH) | U64(state) << U64(STATE)
    waves.state[depth] = state
    for word in range((past >> U64(5)) + U64(1)):
        waves.paths[number * U64(PATH) + word] = waves.paths[parent * U64(PATH) + word]
    if past & U64(31) == 0:  # a word that the parent has not begun
        waves.paths[number * U64(PATH) + (past >> U64(5))] = U64(0)
    note_move(waves, number * U64(PATH), past, direction)
    return depth


@inlined
def put_cells(waves: Waves, row: NodeRow, node: Any, cells: Any, first: Any) -> Any:
    """Put a board's tiles into a node; returns the blank's cell.

    node: where it begins.   cells: uint8, tiles by cell, of this board from `first` on.
    """
    for word in range(row.cells, row.last):
        waves.nodes[node + word] = U64(0)
    blank: Any = U64(0)
    for cell in range(U64(len(waves.nearest))):
        tile = U64(cells[first + cell])
        waves.nodes[node + row.cells + (cell >> U64(3))] |= tile << ((cell & U64(7)) << U64(3))
        blank = cell if tile == 0 else blank
    return blank


@inlined
def note_move(waves: Waves, path: Any, past: Any, direction: Any) -> None:
    """Add a move to a node's path. path: where it begins.   past: the moves before."""
    waves.paths[path + (past >> U64(5))] |= direction << ((past & U64(31)) << U64(1))


@inlined
def tile_at(waves: Waves, cells: Any, cell: Any) -> Any:
    """The tile on a cell. cells: where the node's cells begin."""
    return (waves.nodes[cells + (cell >> U64(3))] >> ((cell & U64(7)) << U64(3))) & U64(0xFF)


@inlined
def sort_stack(waves: Waves, at: tuple[Any, Any, Any, Any]) -> Any:
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
