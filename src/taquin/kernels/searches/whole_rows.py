"""The kernel of `ida_star_pdb` for collections: views that share slots, sums of eight in a word.

What a view adds to the cost of a path, f, never falls and grows by two or not at all, because a
move changes one of its distances by one. So the search keeps how often f may still grow before it
is above the bound, a byte for each view: a look-up tells for all views of a slot at once, and a
child is cut as soon as a byte falls below zero. The slots of a tile that most views add are looked
up first.

The words of all slots form a row, one for each depth: backtracking takes nothing back.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits, fetch_add, load_byte, load_shared
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.shared import (
    BELOW,
    BLOCK,
    CELLS,
    ENTRY,
    PLACES,
    RANK,
    SIDE,
    STEP,
    VIEWS_A_WORD,
    Entry,
    SharedSlots,
    Six,
)
from taquin.kernels.searches.lanes import (
    DEPTHS,
    SPLIT_DEPTH,
    SUBTREES,
    QueuePlace,
    Register,
    separate_zeros,
)
from taquin.kernels.searches.tables import Signal

__all__ = ["MOST_GROWTH", "Rows", "SharedTables", "blank_rows", "search_rows"]

U64 = np.uint64
MOST_GROWTH = 254  # by how much f of a view may exceed its smallest value at the start
_ONES = 0x0101010101010101
_BELOW_ZERO = 0x8080808080808080
_CELLS_OF_A_WORD = U64((1 << 64) - (1 << CELLS))
_SELDOM = 255  # expansions between two looks at the queue, as bits


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


class Rows(NamedTuple):
    """The state of one search in plain arrays; names as in `Frames`, with a single lane.

    D depths, S shared slots, W words of views, T subtrees; subtree 0 is the whole board.

    registers, queue, nearest, order, depths, blank, item, cells: see `Frames`
    words:      uint64[D * S]       see `SharedSlots`
    growth:     uint64[D * W]       in the byte of each view, how often f may grow by two
    blanks:     uint8[D]            the blank's cell
    moves:      uint8[D]            the direction taken
    todo:       uint8[D]            the directions still to try, as bits
    state:      uint32[D]           state of the automaton
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
    depths: npt.NDArray[np.uint16]
    blank: npt.NDArray[np.uint8]
    item: npt.NDArray[np.uint32]
    cells: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]
    growth: npt.NDArray[np.uint64]
    blanks: npt.NDArray[np.uint8]
    moves: npt.NDArray[np.uint8]
    todo: npt.NDArray[np.uint8]
    state: npt.NDArray[np.uint32]
    item_cells: npt.NDArray[np.uint8]
    item_words: npt.NDArray[np.uint64]
    item_grown: npt.NDArray[np.uint64]
    item_blank: npt.NDArray[np.uint8]
    item_state: npt.NDArray[np.uint32]
    item_moves: npt.NDArray[np.uint8]


def blank_rows(tables: SharedTables) -> Rows:
    """Arrays for one search over `tables`: about 3 MB, reusable by one search at a time."""
    cells, slots = len(tables.neighbors) // 4, tables.shared.slots
    words = len(tables.shared.words)
    return Rows(
        registers=separate_zeros(len(Register), dtype=np.int64),
        queue=separate_zeros(len(QueuePlace), dtype=np.int64),
        nearest=separate_zeros(cells, dtype=np.uint8),
        order=separate_zeros(1, dtype=np.uint8),
        depths=separate_zeros(1, dtype=np.uint16),
        blank=separate_zeros(1, dtype=np.uint8),
        item=separate_zeros(1, dtype=np.uint32),
        cells=separate_zeros(cells, dtype=np.uint8),
        words=separate_zeros(DEPTHS * slots, dtype=np.uint64),
        growth=separate_zeros(DEPTHS * words, dtype=np.uint64),
        blanks=separate_zeros(DEPTHS, dtype=np.uint8),
        moves=separate_zeros(DEPTHS, dtype=np.uint8),
        todo=separate_zeros(DEPTHS, dtype=np.uint8),
        state=separate_zeros(DEPTHS, dtype=np.uint32),
        item_cells=separate_zeros(SUBTREES * cells, dtype=np.uint8),
        item_words=separate_zeros(SUBTREES * slots, dtype=np.uint64),
        item_grown=separate_zeros(SUBTREES * words, dtype=np.uint64),
        item_blank=separate_zeros(SUBTREES, dtype=np.uint8),
        item_state=separate_zeros(SUBTREES, dtype=np.uint32),
        item_moves=separate_zeros(SUBTREES * SPLIT_DEPTH, dtype=np.uint8),
    )


class _Node(NamedTuple):
    """Where the search stands: the depth, the blank's cell, and the directions still to try."""

    depth: Any
    blank: Any
    todo: Any


@quick
def search_rows(tables: SharedTables, rows: Rows, budget: Any) -> Signal:
    """Search the contour in `rows` for `budget` more expansions; returns a Signal.

    The signals are those of `lanes.search`.

    Depth-first: a child is looked up when its turn comes.
    """
    registers = rows.registers
    base, split = U64(registers[Register.BASE]), U64(registers[Register.SPLIT])
    bound, nearest = registers[Register.BOUND], registers[Register.NEAREST]
    expanded, generated = registers[Register.EXPANDED], registers[Register.GENERATED]
    limit, cut = expanded + budget, False
    depth = U64(rows.depths[0])
    node = _Node(depth, U64(rows.blank[0]), U64(rows.todo[depth]))
    status = Signal.BUDGET
    while expanded < limit:
        if expanded & _SELDOM == 0 and load_shared(rows.queue, QueuePlace.HALT) != 0:
            status = Signal.STOPPED
            break
        if registers[Register.ACTIVE] == 0:
            status = Signal.EXHAUSTED
            break
        descended = False
        while not descended:
            node = _backtrack(rows, node, base)
            if node.todo == 0:
                break
            node, descended = _try_child(tables, rows, node)
            cut |= not descended
            if not descended:
                continue
            h = (
                bound
                - np.int64(node.depth)
                - 2 * np.int64(rows.growth[node.depth * U64(len(tables.shared.words))] & U64(0xFF))
            )
            if h < nearest:  # in one view; the others may be greater
                nearest = _note_nearest(tables, rows, node, bound, nearest)
            if nearest == 0:
                status = Signal.FOUND
            elif node.depth == split:
                _split_off(tables, rows, node)  # searched later
                node, descended = _Node(node.depth, node.blank, U64(0)), False
        if status == Signal.FOUND:
            registers[Register.DEPTH] = node.depth
            break
        if not descended:
            item = fetch_add(rows.queue, QueuePlace.ITEM)
            if item >= registers[Register.END]:
                registers[Register.ACTIVE] = 0
                continue
            node = _take_up(tables, rows, node, U64(item))
        choices = U64(tables.choices[rows.state[node.depth]])
        expanded += 1
        generated += np.int64(count_bits(choices))
        node = _Node(node.depth, node.blank, choices)
    if cut:
        # Every view's f has the parity of the bound, and grows by two.
        registers[Register.NEXT] = min(registers[Register.NEXT], bound + 2)
    rows.depths[0], rows.blank[0], rows.todo[node.depth] = node.depth, node.blank, node.todo
    registers[Register.NEAREST] = nearest
    registers[Register.EXPANDED], registers[Register.GENERATED] = expanded, generated
    return status


@inlined
def _backtrack(rows: Rows, node: _Node, base: Any) -> _Node:
    """Take moves back until a node has children to try; none if the subtree is searched."""
    depth, blank, todo = node
    while todo == 0 and depth > base:
        depth -= U64(1)
        hole = U64(rows.blanks[depth])
        rows.cells[blank] = rows.cells[hole]
        blank, todo = hole, U64(rows.todo[depth])
    return _Node(depth, blank, todo)


@inlined
def _try_child(tables: SharedTables, rows: Rows, node: _Node) -> tuple[_Node, Any]:
    """Go to the first of the children to try, if it is within the bound; returns whether it is."""
    depth, blank, todo = node
    shared, views = tables.shared, U64(len(tables.shared.words))
    bit = todo & (~todo + U64(1))
    todo ^= bit
    direction = U64(count_bits(bit - U64(1)))
    move = blank * U64(4) + direction
    source = U64(tables.neighbors[move])
    tile = U64(rows.cells[source])
    slots, growth = U64(len(shared.owner)), depth * views
    here = depth * slots
    for slot in range(slots):
        rows.words[here + slots + slot] = rows.words[here + slot]
    left0 = rows.growth[growth]
    left1 = rows.growth[growth + U64(1)] if views > 1 else U64(0)
    left2 = rows.growth[growth + U64(2)] if views > 2 else U64(0)
    left3 = rows.growth[growth + U64(3)] if views > 3 else U64(0)
    for entry in range(shared.begin[tile], shared.begin[tile + U64(1)]):
        at, weight = entry * U64(ENTRY), entry * views
        slot = here + shared.entries[at + U64(Entry.SLOT)]
        word, grew = _looked_up(shared, at, rows.words[slot], move)
        rows.words[slot + slots] = word
        left0 -= shared.weights[weight] & grew
        if views > 1:
            left1 -= shared.weights[weight + U64(1)] & grew
        if views > 2:
            left2 -= shared.weights[weight + U64(2)] & grew
        if views > 3:
            left3 -= shared.weights[weight + U64(3)] & grew
        if (left0 | left1 | left2 | left3) & U64(_BELOW_ZERO) != 0:
            return _Node(depth, blank, todo), False
    growth += views
    rows.growth[growth] = left0
    if views > 1:
        rows.growth[growth + U64(1)] = left1
    if views > 2:
        rows.growth[growth + U64(2)] = left2
    if views > 3:
        rows.growth[growth + U64(3)] = left3
    rows.blanks[depth], rows.moves[depth], rows.todo[depth] = blank, direction, todo
    rows.state[depth + U64(1)] = tables.steps[U64(rows.state[depth]) * U64(4) + direction]
    rows.cells[blank] = tile
    return _Node(depth + U64(1), source, U64(0)), True


@inlined
def _looked_up(shared: SharedSlots, at: Any, word: Any, move: Any) -> tuple[Any, Any]:
    """A slot's word after a move, and all bits if its distance grew, none if it shrank."""
    entries, one, sixes = shared.entries, U64(1), len(shared.sixes) > 0
    first, width = U64(Six.STEPS), U64(Six.WIDTH)
    maps, words = U64(Six.MAPS), U64(Six.WORDS)
    shift, stride = U64(Six.SHIFT), U64(Six.STRIDE)
    if not sixes:
        first, width = entries[at + U64(Entry.STEPS)], entries[at + U64(Entry.WIDTH)]
        maps, words = entries[at + U64(Entry.MAPS)], entries[at + U64(Entry.WORDS)]
        shift, stride = entries[at + U64(Entry.SHIFT)], entries[at + U64(Entry.STRIDE)]
    turn = shared.turns[entries[at + U64(Entry.TURNS)] + move]
    place = U64(count_bits((word >> U64(CELLS)) & (turn & U64(BELOW))))
    block = (word >> U64(BLOCK)) & U64((1 << CELLS - BLOCK) - 1)
    step = first + block * width
    step += place * U64(4) + ((turn >> U64(SIDE)) & U64(3))
    taken = U64(shared.steps[step])
    rank = (word >> U64(RANK)) & U64((1 << BLOCK - RANK) - 1)
    arrangement = maps + (rank >> shift) + (taken >> U64(PLACES)) * words
    rank = U64(shared.maps[arrangement]) ^ (rank & ((one << shift) - one))
    block = taken & U64(STEP)
    address = entries[at + U64(Entry.ADDRESS)] + block * stride
    bit = U64(load_byte(address + (rank >> U64(3)))) >> (rank & U64(7))
    # The stored bit is the second of the distance; it tells h + 1 from h - 1.
    h = word & U64(3)
    shrank = (bit ^ ((h + one) >> one)) & one
    grew = shrank - one
    h = (h + one - shrank - shrank) & U64(3)
    cells = (word ^ turn) & _CELLS_OF_A_WORD
    return cells | block << U64(BLOCK) | rank << U64(RANK) | h, grew


@inlined
def _note_nearest(tables: SharedTables, rows: Rows, node: _Node, bound: Any, nearest: Any) -> Any:
    """Note a board if its h is the smallest so far; returns the smallest."""
    views = tables.patterns.begin.size - 1
    first, least = node.depth * U64(len(tables.shared.words)), U64(255)
    for view in range(views):
        word = rows.growth[first + U64(view // VIEWS_A_WORD)]
        least = min(least, (word >> U64(8 * (view % VIEWS_A_WORD))) & U64(0xFF))
    h = bound - np.int64(node.depth) - 2 * np.int64(least)
    if h >= nearest:
        return nearest
    for cell in range(U64(len(rows.nearest))):
        rows.nearest[cell] = rows.cells[cell]
    rows.nearest[node.blank] = 0
    return h


@inlined
def _allowed(rows: Rows) -> Any:
    """How often f of a view that is at FLOOR may grow, in each byte."""
    return U64((rows.registers[Register.BOUND] - rows.registers[Register.FLOOR]) >> 1) * U64(_ONES)


@inlined
def _split_off(tables: SharedTables, rows: Rows, node: _Node) -> None:
    """Add the subtree below a node to the subtrees."""
    registers, depth, allowed = rows.registers, node.depth, _allowed(rows)
    item, split = U64(registers[Register.CUT]), U64(registers[Register.SPLIT])
    registers[Register.CUT] += 1
    cells, slots = U64(len(rows.cells)), U64(len(tables.shared.owner))
    words = U64(len(tables.shared.words))
    for cell in range(cells):
        rows.item_cells[item * cells + cell] = rows.cells[cell]
    for slot in range(slots):
        rows.item_words[item * slots + slot] = rows.words[depth * slots + slot]
    for word in range(words):
        rows.item_grown[item * words + word] = allowed - rows.growth[depth * words + word]
    for past in range(depth):
        rows.item_moves[item * split + past] = rows.moves[past]
    rows.item_blank[item] = node.blank
    rows.item_state[item] = rows.state[depth]


@inlined
def _take_up(tables: SharedTables, rows: Rows, node: _Node, item: Any) -> _Node:
    """Go to a subtree's root, from the base."""
    depth, allowed = node.depth, _allowed(rows)
    rows.item[0] = item
    cells, slots = U64(len(rows.cells)), U64(len(tables.shared.owner))
    words = U64(len(tables.shared.words))
    for cell in range(cells):
        rows.cells[cell] = rows.item_cells[item * cells + cell]
    for slot in range(slots):
        rows.words[depth * slots + slot] = rows.item_words[item * slots + slot]
    for word in range(words):
        rows.growth[depth * words + word] = allowed - rows.item_grown[item * words + word]
    rows.state[depth] = rows.item_state[item]
    return _Node(depth, U64(rows.item_blank[item]), U64(0))
