"""Beam search on packed boards: the compiled twin of `taquin.search.beam`.

Nodes are numbered in the order of generation, so the nodes of one depth are a range of numbers. The
nodes that are kept of a depth are a list of their numbers, in the order of the Python engine. A
board of up to 16 cells takes 22 bytes, plus about 8 in the index and two per view of pattern
databases.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base import hashing
from taquin.kernels.base.hashing import NOWHERE, entry_of, find, load_growth, unpack
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.base.pieces import lengthened
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.sums import sum_change
from taquin.kernels.searches.breadth_first import (
    BLANK_AT,
    Layers,
    append,
    back_of,
    doubled,
    is_short,
    layers_from,
    link_to,
    path_to,
)
from taquin.kernels.searches.estimates import PARTS, divided, fill, largest, slide, total
from taquin.kernels.searches.moves import (
    MoveTables,
    columns,
    leads_back,
    most_moves,
    successor,
    target,
)
from taquin.kernels.searches.slices import write_counters
from taquin.kernels.searches.tables import NONE, BoardTables, EstimateTables, PartTables, Signal

__all__ = ["NodeValues", "Register", "advance", "load_growth", "search"]

U64 = np.uint64
I64 = npt.NDArray[np.int64]
U16 = npt.NDArray[np.uint16]


class Register(IntEnum):
    """Places in the registers of a search."""

    EXPANDED = 0
    GENERATED = auto()
    EVALUATED = auto()
    POPPED = auto()
    PEAK = auto()
    DEEPEST = auto()
    LAST = auto()  # the value of EXPANDED at which the budget is used up
    USED = auto()  # nodes
    DEPTH = auto()  # of the layer that is expanded
    LENGTH = auto()  # of that layer
    NEXT = auto()  # place in the layer of the node that is taken next
    FIRST = auto()  # the first node of the next depth
    PENDING = auto()  # the node taken but not expanded yet; -1 = none
    PROVED = auto()  # moves of any solution, at least
    INCOMPLETE = auto()  # whether nodes were dropped
    BEST = auto()  # the node with the smallest h so far
    # The rules.
    CELLS = auto()
    WIDE = auto()
    WIDTH = auto()
    VIEWS = auto()  # pattern-database sums per node
    GOAL = auto()  # its two words
    GOAL_SECOND = auto()
    BRANCHES = auto()  # no board has more successors


class NodeValues(NamedTuple):
    """What the search knows of each node, and the layer that it expands.

    h:     uint16[capacity]
    sums:  uint16[capacity, views] flat; see `patterns.sums`
    layer: uint32[capacity], the numbers of the kept nodes
    """

    h: U16
    sums: U16
    layer: npt.NDArray[np.uint32]


class Tables(NamedTuple):
    """The constants of a search. neighbors: int64[cells, 4]. moves: in place of it, or None."""

    neighbors: I64
    estimate: PartTables
    patterns: PatternTables
    moves: MoveTables | None


class Workspace(NamedTuple):
    """Working space for one expansion, and for choosing a layer.

    board, where: uint8[cells], a board and the cell of each of its tiles. parts: int64[2, PARTS].
    places: int64[largest h + 2]. child: uint8[cells], a successor where moves are a table.
    """

    board: npt.NDArray[np.uint8]
    where: npt.NDArray[np.uint8]
    parts: I64
    places: I64
    child: npt.NDArray[np.uint8]


@quick
def advance(
    tables: Tables, layers: Layers, values: NodeValues, scratch: Workspace, at: I64, budget: int
) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    at: int64[len(Register)]. BUDGET: the next node is taken. FULL: an array must grow before the
    search can go on. FOUND: the last node is the goal.
    """
    at[Register.LAST] = at[Register.EXPANDED] + budget
    status = Signal.BUDGET
    while status == Signal.BUDGET:
        if at[Register.PENDING] < 0:
            status = _take(values, scratch.places, at)
            if status != Signal.BUDGET:
                break
        if at[Register.EXPANDED] >= at[Register.LAST]:
            break
        if is_short(layers, at[Register.USED], at[Register.BRANCHES]):
            status = Signal.FULL
            break
        status = _expand(tables, tables.moves, layers, values, scratch, at)
        at[Register.PENDING] = -1
    return status


@inlined
def _take(values: NodeValues, places: I64, at: I64) -> Any:
    """Take the next node of the layer as the pending node; at its end, go one depth deeper."""
    if at[Register.NEXT] == at[Register.LENGTH]:
        _choose(values, places, at)
    status = Signal.EXHAUSTED
    if at[Register.LENGTH]:
        status = Signal.BUDGET
        at[Register.PENDING] = values.layer[at[Register.NEXT]]
        at[Register.NEXT] += 1
        at[Register.POPPED] += 1
    return status


@inlined
def _choose(values: NodeValues, places: I64, at: I64) -> None:
    """Make a layer of the generated nodes: all, or those with the smallest h, in that order."""
    first, used = at[Register.FIRST], at[Register.USED]
    found, width = used - first, at[Register.WIDTH]
    at[Register.NEXT], at[Register.LENGTH], at[Register.FIRST] = 0, min(found, width), used
    at[Register.DEPTH] += 1
    if found:
        at[Register.DEEPEST] = at[Register.DEPTH]
        nearest = first + np.argmin(values.h[first:used])
        if values.h[nearest] < values.h[at[Register.BEST]]:
            at[Register.BEST] = nearest
    if found <= width:
        for i in range(found):
            values.layer[i] = first + i
    else:
        at[Register.INCOMPLETE] = 1
        places[:] = 0
        for number in range(first, used):
            places[values.h[number] + 1] += 1
        for h in range(1, len(places)):
            places[h] += places[h - 1]
        for number in range(first, used):
            place = places[values.h[number]]
            places[values.h[number]] += 1
            if place < width:
                values.layer[place] = number
    if found and not at[Register.INCOMPLETE]:
        at[Register.PROVED] = at[Register.DEPTH] + 1


@inlined
def _expand(
    tables: Tables, moves: Any, layers: Layers, values: NodeValues, scratch: Workspace, at: I64
) -> Any:
    """Generate the successors of the pending node."""
    boards, wide, number = layers.boards, at[Register.WIDE], at[Register.PENDING]
    board, views, link = scratch.board, at[Register.VIEWS], layers.links[number]
    # The move straight back is always a duplicate, so it is not looked up.
    blank, back = (link >> BLANK_AT) & 31, np.int64(-1)
    if number:
        back = back_of(moves, link)
    first = boards[number << wide]
    second = boards[(number << wide) + 1] if wide else np.int64(0)
    at[Register.PEAK] = max(at[Register.PEAK], at[Register.USED] - at[Register.FIRST] + 1)
    at[Register.EXPANDED] += 1
    for k in range(columns(moves, blank)):
        at[Register.GENERATED] += target(moves, tables.neighbors, blank, k) != NONE
    unpack(wide, first, second, board)
    fill(board, tables.estimate, scratch.parts[0])
    if views:
        for cell in range(at[Register.CELLS]):
            scratch.where[board[cell]] = cell
    status = Signal.BUDGET
    for k in range(columns(moves, blank)):
        cell = target(moves, tables.neighbors, blank, k)
        if cell == NONE or leads_back(moves, tables.neighbors, blank, k, back):
            continue
        words = successor(moves, wide, at[Register.CELLS], (first, second), (blank, cell, k))
        known, place = find(boards, 1 + wide, wide, layers.places, words)
        if known != NOWHERE:
            continue
        made = at[Register.USED]
        layers.places[place] = entry_of(made, words[2], len(layers.places), place)
        append(layers, made, wide, words, link_to(moves, number, blank, cell, k))
        h = _estimate(moves, tables.estimate, scratch, (wide, words[0], words[1]), (blank, cell))
        for view in range(views):
            tile = U64(board[cell])
            change = sum_change(
                tables.patterns, scratch.where, U64(view), tile, U64(cell), U64(blank)
            )
            value = np.int64(values.sums[number * views + view]) + change
            values.sums[made * views + view] = value
            h = max(h, value)
        values.h[made] = h
        at[Register.USED] += 1
        at[Register.EVALUATED] += 1
        if words[0] == at[Register.GOAL] and words[1] == at[Register.GOAL_SECOND]:
            at[Register.DEEPEST] = at[Register.DEPTH] + 1
            status = Signal.FOUND
            break
    return status


@inlined
def _estimate(moves: Any, estimate: PartTables, scratch: Workspace, words: Any, ends: Any) -> Any:
    """h of a successor. words: wide, and those of its board. ends: the blank before and after."""
    parts = scratch.parts[1]
    if moves is None:
        slide(scratch.board, ends[0], ends[1], estimate, scratch.parts[0], parts)
        return total(estimate, parts)
    unpack(words[0], words[1], words[2], scratch.child)
    fill(scratch.child, estimate, parts)
    return divided(estimate, parts)


def _grown(
    layers: Layers, values: NodeValues, used: int, branches: int, monitor: Any
) -> tuple[Layers, NodeValues] | None:
    """The same arrays with twice the capacity; None if there is not enough memory."""
    before = len(layers.links)
    more = doubled(layers, used, branches, monitor)
    if more is None or not monitor.affords(2 * sum(array.nbytes for array in values)):
        return None
    if len(more.links) == before:
        return more, values
    longer = [lengthened(array, 2 * len(array)) for array in values]
    return more, NodeValues(*longer)


def _publish(
    layers: Layers, values: NodeValues, at: list[int], cheapest: int, monitor: Any
) -> None:
    write_counters(monitor.stats, at, Register)
    monitor.stats.peak_reached = at[Register.USED]
    monitor.prove(at[Register.PROVED] * cheapest)
    monitor.incomplete = bool(at[Register.INCOMPLETE])
    best, wide = at[Register.BEST], at[Register.WIDE]
    words = layers.boards[best << wide], layers.boards[(best << wide) + 1] if wide else 0
    board = hashing.unpack_bytes(at[Register.CELLS], int(words[0]), int(words[1]))
    monitor.near(board, int(values.h[best]))


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, Sequence[str] | None]:
    """Run beam: see `solving.engines.lowering` for the protocol. options: width."""
    assert estimate is not None
    wide, views, goal = hashing.is_wide(len(start)), estimate.patterns.views, board.goal.tobytes()
    neighbors = board.neighbors.astype(np.int64)
    tables = Tables(neighbors, estimate.parts, estimate.patterns, board.moves)
    scratch = Workspace(
        board=np.frombuffer(start, np.uint8).copy(),
        where=np.zeros(len(start), np.uint8),
        parts=np.zeros((2, PARTS), np.int64),
        places=np.zeros(largest(estimate) + 2, np.int64),
        child=np.zeros(len(start), np.uint8),
    )
    layers = layers_from(start)
    capacity = len(layers.links)
    values = NodeValues(
        h=np.zeros(capacity, np.uint16),
        sums=np.zeros(capacity * views, np.uint16),
        layer=np.zeros(capacity, np.uint32),
    )
    values.sums[:views] = estimate.start
    fill(scratch.board, estimate.parts, scratch.parts[0])
    whole = total if board.moves is None else divided
    values.h[0] = max(int(whole(estimate.parts, scratch.parts[0])), *estimate.start.tolist(), 0)
    at = np.zeros(len(Register), np.int64)
    at[Register.EVALUATED], at[Register.PENDING] = 1, -1
    at[[Register.CELLS, Register.WIDE, Register.VIEWS]] = len(start), wide, views
    at[Register.WIDTH] = min(options["width"], hashing.ID_MASK)
    at[Register.GOAL : Register.GOAL + 2] = hashing.pack(goal)
    if start == goal:
        _publish(layers, values, at.tolist(), 0, monitor)
        return Signal.FOUND, ""
    at[[Register.USED, Register.FIRST, Register.LENGTH, Register.PROVED]] = 1
    at[Register.BRANCHES], cheapest = most_moves(board.moves), board.cheapest
    while True:
        status = advance(tables, layers, values, scratch, at, monitor.budget())
        _publish(layers, values, at.tolist(), cheapest, monitor)
        if status == Signal.BUDGET:
            waiting = at[Register.USED] - at[Register.FIRST]
            monitor.slice(int(waiting), int(at[Register.USED]))
        elif status == Signal.FULL:
            used, branches = at[[Register.USED, Register.BRANCHES]].tolist()
            more = _grown(layers, values, used, branches, monitor)
            if more is None:
                return Signal.FULL, None
            layers, values = more
        elif status == Signal.FOUND:
            return Signal.FOUND, path_to(board, layers, int(at[Register.USED]) - 1)
        else:
            return status, None
