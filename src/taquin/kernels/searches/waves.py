"""The kernel of `ida_star_pdb` for collections: views that share slots, nodes expanded in waves.

What a view adds to the cost of a path, f, never falls and grows by two or not at all, because a
move changes one of its distances by one. So the search keeps how often f may still grow before it
is above the bound, a byte for each view: a look-up tells for all views of a slot at once, and a
child is cut as soon as a byte falls below zero. The slots of a tile that most views add are looked
up first. A *wave*, the last nodes of a stack, is expanded together (`wave_nodes`).
"""

from typing import Any

import numpy as np

from taquin.kernels.base.intrinsics import fetch_add, load_shared
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.patterns.shared import VIEWS_A_WORD
from taquin.kernels.searches.lanes import DEPTHS, QueuePlace, Register
from taquin.kernels.searches.tables import Signal
from taquin.kernels.searches.wave_nodes import (
    DEPTH,
    MOST_MOVES,
    ONES,
    PATH,
    STATE,
    Child,
    NodeRow,
    Part,
    SharedTables,
    StackPlace,
    Waves,
    expand,
    look_up,
    note_move,
    put_cells,
    put_child,
    row_of,
    sort_stack,
    tile_at,
)

__all__ = ["MOST_GROWTH", "RESERVE", "search_waves"]

U64 = np.uint64
MOST_GROWTH = 254  # by how much f of a view may exceed its smallest value at the start
# Room that only single nodes may take: they add no more than this on the way down.
RESERVE = (MOST_MOVES - 1) * DEPTHS


@quick
def search_waves(tables: SharedTables, waves: Waves, budget: Any) -> Signal:
    """Search the contour in `waves` for `budget` more expansions; returns a Signal.

    The signals are those of `lanes.search`. With FOUND the goal is the last node on the stack.
    """
    registers, sizes = waves.registers, waves.sizes
    expanded, limit = registers[Register.EXPANDED], registers[Register.EXPANDED] + budget
    row, free, cut = row_of(tables, waves), U64(sizes[StackPlace.OPEN]), False
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
        children = expand(tables, waves, row, (free - wave, count), U64(0))
        expanded += np.int64(count)
        registers[Register.GENERATED] += np.int64(children)
        look_up(tables, waves, row, children)
        kept = _kept(waves, row, children)
        cut |= kept < children
        end, status = _put(tables, waves, row, free, kept)
        if status == Signal.FOUND:
            free = end
            break
        sizes[StackPlace.REST] = np.int64(wave - count)
        free = sort_stack(waves, (free - wave, free - wave + count, free, end))
    if cut:
        # Every view's f has the parity of the bound, and grows by two.
        bound = registers[Register.BOUND] + 2
        registers[Register.NEXT] = min(registers[Register.NEXT], bound)
    sizes[StackPlace.OPEN], registers[Register.EXPANDED] = np.int64(free), expanded
    return status


@inlined
def _allowed(waves: Waves) -> Any:
    """How often f of a view that is at FLOOR may grow, in each byte."""
    registers = waves.registers
    return U64((registers[Register.BOUND] - registers[Register.FLOOR]) >> 1) * U64(ONES)


@inlined
def _take_up(tables: SharedTables, waves: Waves, row: NodeRow, free: Any) -> Any:
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
        put_cells(waves, row, node, waves.item_cells, item * cells)
        state = U64(waves.item_state[item]) << U64(STATE)
        nodes[node + row.last] = U64(waves.item_blank[item]) | base << U64(DEPTH) | state
        for word in range(U64(PATH)):
            waves.paths[path + word] = U64(0)
        for past in range(base):
            note_move(waves, path, past, U64(waves.item_moves[item * base + past]))
        free += U64(1)
    return free


@inlined
def _wave(waves: Waves, free: Any) -> Any:
    """How many nodes to expand together."""
    if waves.sizes[StackPlace.REST] > 0:
        return U64(waves.sizes[StackPlace.REST])
    wave = min(free, U64(waves.sizes[StackPlace.WIDTH]))
    room = free + U64(MOST_MOVES) * wave + U64(RESERVE) <= U64(len(waves.stack))
    return wave if room else U64(1)


@inlined
def _kept(waves: Waves, row: NodeRow, children: Any) -> Any:
    """List the children within the bound, the last one first; returns how many."""
    scratch, count = waves.scratch, U64(0)
    child = U64(Part.CHILDREN) + children * row.child
    for _ in range(children):
        child -= row.child
        scratch[U64(Part.LEFT) + count] = child
        count += scratch[child + U64(Child.KEPT)]
    return count


@inlined
def _put(tables: SharedTables, waves: Waves, row: NodeRow, free: Any, kept: Any) -> tuple[Any, Any]:
    """Put the children kept on the stack, beyond their parents; returns its end and a Signal.

    At the depth SPLIT they become subtrees instead, searched later.
    """
    registers, scratch = waves.registers, waves.scratch
    split, status = U64(registers[Register.SPLIT]), Signal.BUDGET
    for place in range(kept):
        child, at = scratch[U64(Part.LEFT) + place], U64(waves.stack[free])
        node, depth = at * row.length, put_child(tables, waves, row, child, at)
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
def _least_h(waves: Waves, node: Any, row: NodeRow, depth: Any) -> Any:
    """h in one view; the others may be greater."""
    growth = waves.nodes[node + row.growth] & U64(0xFF)
    return waves.registers[Register.BOUND] - np.int64(depth) - 2 * np.int64(growth)


@inlined
def _note_nearest(tables: SharedTables, waves: Waves, row: NodeRow, node: Any, depth: Any) -> Any:
    """Note a board if its h is the smallest so far; returns its h."""
    views, least = tables.patterns.begin.size - 1, U64(255)
    for view in range(views):
        word = waves.nodes[node + row.growth + U64(view // VIEWS_A_WORD)]
        least = min(least, (word >> U64(8 * (view % VIEWS_A_WORD))) & U64(0xFF))
    h = waves.registers[Register.BOUND] - np.int64(depth) - 2 * np.int64(least)
    if h < waves.registers[Register.NEAREST]:
        waves.registers[Register.NEAREST] = h
        for cell in range(U64(len(waves.nearest))):
            waves.nearest[cell] = tile_at(waves, node + row.cells, cell)
    return h


@inlined
def _split_off(tables: SharedTables, waves: Waves, row: NodeRow, number: Any) -> None:
    """Add a node to the subtrees."""
    registers, nodes, node = waves.registers, waves.nodes, number * row.length
    item, split = U64(registers[Register.CUT]), U64(registers[Register.SPLIT])
    registers[Register.CUT] += 1
    cells, views = U64(len(waves.nearest)), U64(len(tables.shared.words))
    for cell in range(cells):
        waves.item_cells[item * cells + cell] = tile_at(waves, node + row.cells, cell)
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
    waves.item_state[item] = last >> U64(STATE)
