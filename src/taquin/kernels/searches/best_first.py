"""Best-first search on packed boards: the compiled twin of `taquin.search.best_first`.

A node is one row of `Nodes`, numbered in the order of the Python engine. It takes 12 bytes on
boards of up to 16 cells, plus 5 to 9 bytes in the index; pattern databases add one or two per
view. If duplicates are checked on generation, parents are not stored: the index finds them again
when the path is reconstructed. Priorities are small integers, so the frontier is an array of
buckets, one per priority or one per (priority, h): stacks or queues of node numbers in chunks of
32. Only tie-breaking by board needs a heap. Like the Python engine, it leaves superseded nodes in
the frontier and skips them later, so that all counters are equal.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum, auto
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple, cast

import numpy as np
import numpy.typing as npt

from taquin.kernels.base import hashing
from taquin.kernels.base.hashing import (
    ID_BITS,
    ID_MASK,
    LINE,
    NOWHERE,
    entry_of,
    find,
    home,
    is_goal,
    load_growth,
    mixed,
    moved,
    prefetch,
    unpack,
    unsigned_less,
)
from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.base.pieces import copy
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.sums import sum_change
from taquin.kernels.searches.estimates import PARTS, fill, largest, slide, total
from taquin.kernels.searches.tables import (
    NONE,
    BoardTables,
    EstimateTables,
    PartTables,
    Signal,
)

__all__ = [
    "Frontier",
    "Nodes",
    "Register",
    "Tables",
    "Workspace",
    "advance",
    "load_growth",
    "search",
]

U64 = np.uint64
I64 = npt.NDArray[np.int64]
U32 = npt.NDArray[np.uint32]

GLOBAL, CLOSED, PATH, PARENT, ANYTHING = 0, 1, 2, 3, 4
POLICIES = {"global": GLOBAL, "closed": CLOSED, "path": PATH, "parent": PARENT, "none": ANYTHING}
LIFO, FIFO, BOARD = 0, 1, 2
TIES = {"lifo": LIFO, "low_h": LIFO, "fifo": FIFO, "state": BOARD}

# A node's link, from the low bits up: whether it was expanded, the column of the move straight
# back, the blank's cell, h, and g from bit G_AT on. A superseded node in the frontier has the
# link DEAD, which cannot occur otherwise: no blank is in cell 31.
BACK_AT, BLANK_AT, H_AT = 1, 3, 8
WAS_EXPANDED = 1
DEAD = 0xFF
# Bits of h, types of links and sums; BROAD is for an h of more than 8 bits.
NARROW, BROAD = (8, np.uint32, np.uint8), (12, np.int64, np.uint16)
LARGEST_H, LARGEST_G = (1 << BROAD[0]) - 1, (1 << 16) - 1
MOST_NODES = (1 << ID_BITS) - 8

# The index grows when more than LOAD / LOAD_OF of its entries are used.
LOAD, LOAD_OF = 13, 15

# A chunk of the pool is a link and 31 nodes.
CHUNK_BITS = 5
CHUNK = 1 << CHUNK_BITS

NO_H = 1 << 40
# This many of the newest nodes are still in the processor's cache.
FRESH = 256

# Offsets in rows of `Frontier.rows`.
SIZE, LEAST_H, OLDEST, ROW = 0, 1, 2, 3


class Register(IntEnum):
    """Places in `Workspace.at`: the counters, where the search stands, and its rules."""

    EXPANDED = 0
    GENERATED = auto()
    EVALUATED = auto()
    REOPENED = auto()
    POPPED = auto()
    PEAK = auto()
    DEEPEST = auto()
    # Where the search stands.
    LAST = auto()  # the value of EXPANDED at which the budget is used up
    USED = auto()  # nodes
    DISTINCT = auto()  # boards reached
    WAITING = auto()  # open nodes
    PENDING = auto()  # the node taken but not expanded yet; -1 = none
    SOLUTION = auto()
    F = auto()  # the priority of the node just taken,
    LEAST_F = auto()  # a lower bound on all open ones, and
    HIGHEST_F = auto()  # the highest so far
    BEST = auto()  # the node with the smallest h so far
    BEST_H = auto()
    FREE_CHUNK = auto()
    NEXT_CHUNK = auto()
    NEXT = auto()  # place in the pool of the node that may be taken next
    # The rules: priority = G_WEIGHT * g + H_WEIGHT * h.
    CELLS = auto()
    DEAREST = auto()  # no move costs more
    WIDE = auto()
    STRIDE = auto()
    G_WEIGHT = auto()
    H_WEIGHT = auto()
    INFORMED = auto()
    POLICY = auto()
    TIE = auto()
    EARLY = auto()  # test for goals when generated
    REOPEN = auto()
    BY_H = auto()  # among equal priorities, take the smaller h first
    MOST_H = auto()  # no estimate exceeds it
    DEPTHS = auto()
    PLAIN = auto()
    VIEWS = auto()  # pattern-database sums per node
    PARENTS = auto()  # whether parents are stored
    G_AT = auto()  # the layout of links
    H_MASK = auto()
    GOAL = auto()  # its two words
    GOAL_SECOND = auto()
    # The words and the mixed bits of each successor, three for each column, are the last.
    CHILDREN = auto()


_REGISTERS = Register.CHILDREN + 12


class Tables(NamedTuple):
    """The constants of a search.

    board: int64[…]; neighbours [cells, 4], cost [cells] and value [cells, cells], concatenated.
    """

    board: I64
    estimate: PartTables
    patterns: PatternTables


class Nodes(NamedTuple):
    """All nodes, and the index of their boards.

    boards:  int64[capacity, stride] flat: one or two words, and the depth if moves can cost more
             than 1
    links:   uint32[capacity], or int64 for large h
    parents: uint32[capacity] of node numbers; empty with the policy "global"
    places:  uint32[any size], the index of reached boards
    sums:    uint8[capacity, views] flat, or uint16 for large h; see `patterns.sums`
    """

    boards: I64
    links: Any
    parents: U32
    places: U32
    sums: Any


class Frontier(NamedTuple):
    """Buckets of open nodes; bucket = priority * (MOST_H + 1) + h if BY_H, else priority.

    pool: uint32[chunks, 32] flat. The first word is, for stacks, the bucket's top before this
          chunk; for queues, the next chunk; for free chunks, the next free chunk. Node numbers
          follow.
    tops: uint32[buckets], where the next node goes in the pool; a multiple of 32 is a new chunk
    rows: int64[priorities, 3] flat: number of nodes, a bound on their h, a queue's oldest node
    heap: int64[capacity or 0], only for tie-breaking by board: priority << 28 | node number
    """

    pool: U32
    tops: U32
    rows: I64
    heap: I64


class Workspace(NamedTuple):
    """The registers, and working space for one expansion."""

    at: I64  # int64[...], see `Register`
    board: npt.NDArray[np.uint8]  # uint8[cells]
    parts: I64  # int64[2, PARTS]
    where: npt.NDArray[np.uint8]  # uint8[cells], the cell of each tile of `board`


@quick
def advance(
    tables: Tables, nodes: Nodes, frontier: Frontier, scratch: Workspace, budget: int
) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    BUDGET: the next node is taken from the frontier and is not the goal. FULL: some array must
    grow before the search can go on.
    """
    at = scratch.at
    at[Register.LAST] = at[Register.EXPANDED] + budget
    status = Signal.BUDGET
    while status == Signal.BUDGET:
        if at[Register.PENDING] < 0:
            status = _take(tables.board, nodes, frontier, at)
            if status != Signal.BUDGET:
                break
        if at[Register.EXPANDED] >= at[Register.LAST]:
            break
        if _is_full(nodes, frontier, at):
            status = Signal.FULL
            break
        status = _expand(tables, nodes, frontier, scratch)
        at[Register.PENDING] = -1
    return status


@inlined
def _is_full(nodes: Nodes, frontier: Frontier, at: I64) -> Any:
    g = np.int64(nodes.links[at[Register.PENDING]]) >> at[Register.G_AT]
    if at[Register.TIE] == BOARD:
        short = at[Register.WAITING] + 4 > len(frontier.heap)
    else:
        short = (at[Register.NEXT_CHUNK] + 4) * CHUNK > len(frontier.pool)
        short |= _highest(at, g) * ROW >= len(frontier.rows)
    short |= at[Register.USED] + 4 > len(nodes.links)
    short |= at[Register.POLICY] <= CLOSED and at[Register.USED] + 8 > len(nodes.places)
    short |= LOAD_OF * (at[Register.DISTINCT] + 4) > LOAD * len(nodes.places)
    return short or g + at[Register.DEAREST] > LARGEST_G


@inlined
def _highest(at: I64, g: Any) -> Any:
    """An upper bound on the priority of a successor of a node with this g."""
    return (
        at[Register.G_WEIGHT] * (g + at[Register.DEAREST])
        + at[Register.H_WEIGHT] * at[Register.MOST_H]
    )


@inlined
def _take(neighbors: I64, nodes: Nodes, frontier: Frontier, at: I64) -> Any:
    """Take nodes from the frontier until one is worth expanding."""
    status = Signal.EXHAUSTED
    while at[Register.WAITING] > 0:
        if at[Register.TIE] == BOARD:
            number = _pop_from_heap(nodes.boards, frontier.heap, at)
        else:
            number = _pop(frontier.pool, frontier.tops, frontier.rows, at)
            _prefetch_next(neighbors, nodes, frontier.pool, at, number)
        at[Register.POPPED] += 1
        link = np.int64(nodes.links[number])
        if link == DEAD or (at[Register.POLICY] == CLOSED and _is_closed(nodes, at, number)):
            continue
        at[Register.HIGHEST_F] = max(at[Register.HIGHEST_F], at[Register.F])
        h = (link >> H_AT) & at[Register.H_MASK]
        if at[Register.INFORMED] and h < at[Register.BEST_H]:
            at[Register.BEST_H], at[Register.BEST] = h, number
        here = number * at[Register.STRIDE]
        status = Signal.BUDGET
        if not at[Register.EARLY] and is_goal(
            nodes.boards, here, at[Register.WIDE], at[Register.GOAL], at[Register.GOAL_SECOND]
        ):
            at[Register.SOLUTION] = number
            status = Signal.FOUND
        at[Register.PENDING] = number
        break
    return status


@inlined
def _prefetch_next(neighbors: I64, nodes: Nodes, pool: U32, at: I64, number: Any) -> None:
    """Prefetch the memory that the nodes below the one just taken will need.

    Prefetches their rows and, unless the node taken is fresh, the index entries of their
    successors, which arrive while the entries of the current node are used.
    """
    place = at[Register.NEXT]
    after = np.int64(pool[place])
    if number + FRESH < at[Register.USED] and at[Register.PLAIN] and at[Register.POLICY] == GLOBAL:
        link, board = np.int64(nodes.links[after]), nodes.boards[after * at[Register.STRIDE]]
        blank = (link >> BLANK_AT) & 31
        back = neighbors[4 * blank + ((link >> BACK_AT) & 3)]
        if link != DEAD:
            _look_ahead(neighbors, nodes.places, at[Register.CELLS], board, back, blank)
        after = np.int64(pool[max(place - 1, 0)])
    prefetch(nodes.boards, after * at[Register.STRIDE])  # type: ignore[call-arg]
    prefetch(nodes.links, after)


@internal
def _is_closed(nodes: Nodes, at: I64, number: Any) -> Any:
    """Whether a node's board was expanded, and this path is not worth expanding it again."""
    known, _, _ = _known(nodes, at, number)
    if known == NOWHERE:
        return False
    if (
        not at[Register.REOPEN]
        or nodes.links[known] >> at[Register.G_AT] <= nodes.links[number] >> at[Register.G_AT]
    ):
        return True
    at[Register.REOPENED] += 1
    return False


@internal
def _known(nodes: Nodes, at: I64, number: Any) -> Any:
    """The index entry of a node's board: number or NOWHERE, and place; and its mixed bits."""
    boards, here = nodes.boards, number * at[Register.STRIDE]
    first, second = boards[here], boards[here + 1] if at[Register.WIDE] else np.int64(0)
    bits = mixed(at[Register.WIDE], first, second)
    words = first, second, bits
    known, place = find(boards, at[Register.STRIDE], at[Register.WIDE], nodes.places, words)
    return known, place, bits


@internal
def _enter(nodes: Nodes, at: I64, number: Any) -> None:
    """Make a node the index entry of its board."""
    known, place, bits = _known(nodes, at, number)
    at[Register.DISTINCT] += known == NOWHERE
    nodes.places[place] = entry_of(number, bits, len(nodes.places), place)


@inlined
def _expand(tables: Tables, nodes: Nodes, frontier: Frontier, scratch: Workspace) -> Any:
    """Generate the successors of the pending node."""
    at, neighbors = scratch.at, tables.board
    number = at[Register.PENDING]
    link = np.int64(nodes.links[number])
    blank = (link >> BLANK_AT) & 31
    # The move straight back is always a duplicate, so it is not looked up.
    back = np.int64(-1)
    if number and (at[Register.POLICY] == GLOBAL or at[Register.POLICY] == PARENT):
        back = neighbors[4 * blank + ((link >> BACK_AT) & 3)]
    nodes.links[number] = link | WAS_EXPANDED
    at[Register.PEAK] = max(at[Register.PEAK], at[Register.WAITING] + 1)
    at[Register.EXPANDED] += 1
    if at[Register.POLICY] == CLOSED:
        _enter(nodes, at, number)
    _successors(tables, nodes, scratch, blank, back)
    status = Signal.BUDGET
    for k in range(4):
        cell = neighbors[4 * blank + k]
        if cell == NONE or cell == back:  # noqa: SIM109 (a tuple is slower to compile)
            continue
        if _make(tables, nodes, frontier, scratch, k):
            status = Signal.FOUND
            break
    return status


@inlined
def _successors(tables: Tables, nodes: Nodes, scratch: Workspace, blank: Any, back: Any) -> None:
    """Pack the successors of the pending node and prefetch their index entries."""
    at, board, neighbors = scratch.at, scratch.board, tables.board
    wide, cells, number = at[Register.WIDE], at[Register.CELLS], at[Register.PENDING]
    here = number * at[Register.STRIDE]
    first, second = nodes.boards[here], nodes.boards[here + 1] if wide else np.int64(0)
    if at[Register.PLAIN]:
        scratch.parts[0, 0] = (np.int64(nodes.links[number]) >> H_AT) & at[Register.H_MASK]
    else:
        unpack(wide, first, second, board)
        if at[Register.INFORMED]:
            fill(board, tables.estimate, scratch.parts[0])
        if at[Register.VIEWS]:
            for cell in range(cells):
                scratch.where[board[cell]] = cell
    for k in range(4):
        cell = neighbors[4 * blank + k]
        if cell == NONE:
            continue
        if cell == back:
            at[Register.GENERATED] += at[Register.POLICY] == GLOBAL
            continue
        at[Register.GENERATED] += 1
        child, other = first, second
        if wide:
            tile = np.int64(board[cell])
            child, other = moved(first, 0, tile, cell, blank), moved(second, 1, tile, cell, blank)
        else:
            tile = (first >> (4 * (cells - 1 - cell))) & 15
            child = first ^ (tile << (4 * (cells - 1 - cell))) ^ (tile << (4 * (cells - 1 - blank)))
            board[cell] = tile
        bits = mixed(wide, child, other)
        at[Register.CHILDREN + 3 * k], at[Register.CHILDREN + 3 * k + 1] = child, other
        at[Register.CHILDREN + 3 * k + 2] = bits
        if at[Register.POLICY] == GLOBAL:
            prefetch(nodes.places, home(bits, len(nodes.places)))  # type: ignore[call-arg]
            if at[Register.PLAIN]:
                _look_ahead(neighbors, nodes.places, cells, child, blank, cell)


@internal
def _look_ahead(neighbors: I64, places: U32, cells: Any, board: Any, back: Any, blank: Any) -> None:
    """Prefetch the index entries of the successors of a board that will soon be expanded."""
    for k in range(4):
        cell = neighbors[4 * blank + k]
        # A missing successor is replaced by the board itself: a branch would cost more.
        if cell == NONE or cell == back:  # noqa: SIM109 (a tuple is slower to compile)
            cell = blank
        tile = (board >> (4 * (cells - 1 - cell))) & 15
        after = board ^ (tile << (4 * (cells - 1 - cell))) ^ (tile << (4 * (cells - 1 - blank)))
        prefetch(places, home(mixed(0, after, 0), len(places)))  # type: ignore[call-arg]


@inlined
def _make(tables: Tables, nodes: Nodes, frontier: Frontier, scratch: Workspace, k: Any) -> Any:
    """Generate the successor of the pending node by column k, unless it is a duplicate.

    True if it is the goal and goals are tested on generation.
    """
    at, links, parent, cells = (
        scratch.at,
        nodes.links,
        scratch.at[Register.PENDING],
        scratch.at[Register.CELLS],
    )
    link = np.int64(links[parent])
    blank = (link >> BLANK_AT) & 31
    cell = tables.board[4 * blank + k]
    g = (link >> at[Register.G_AT]) + tables.board[4 * cells + scratch.board[cell]]
    first, second = at[Register.CHILDREN + 3 * k], at[Register.CHILDREN + 3 * k + 1]
    bits = at[Register.CHILDREN + 3 * k + 2]
    number, h, keep, like = at[Register.USED], np.int64(-1), True, np.int64(-1)
    if at[Register.POLICY] == GLOBAL:
        words = first, second, bits
        known, place = find(
            nodes.boards, at[Register.STRIDE], at[Register.WIDE], nodes.places, words
        )
        if known == NOWHERE:
            at[Register.DISTINCT] += 1
        else:
            other = np.int64(links[known])
            keep = at[Register.REOPEN] and g < other >> at[Register.G_AT]
            if keep:
                h, like = (other >> H_AT) & at[Register.H_MASK], known
                if other & WAS_EXPANDED:
                    at[Register.REOPENED] += 1
                else:
                    links[known] = DEAD
        if keep:
            nodes.places[place] = entry_of(number, bits, len(nodes.places), place)
    elif at[Register.POLICY] == PATH:
        keep = not _on_path(nodes, at, first, second)
    is_solution = False
    if keep:
        if h < 0:
            h = _estimate(tables, scratch, blank, cell)
            if at[Register.VIEWS]:
                h = max(h, _sums(tables, nodes, scratch, blank, cell))
            at[Register.EVALUATED] += at[Register.INFORMED]
        else:
            for view in range(at[Register.VIEWS]):
                nodes.sums[number * at[Register.VIEWS] + view] = nodes.sums[
                    like * at[Register.VIEWS] + view
                ]
        here = number * at[Register.STRIDE]
        nodes.boards[here] = first
        if at[Register.WIDE]:
            nodes.boards[here + 1] = second
        depth = g
        if at[Register.DEPTHS]:
            depth = nodes.boards[(parent + 1) * at[Register.STRIDE] - 1] + 1
            nodes.boards[here + at[Register.STRIDE] - 1] = depth
        at[Register.DEEPEST] = max(at[Register.DEEPEST], depth)
        back_column = tables.board[cells * (5 + cells) + 4 * blank + k]
        links[number] = (
            (back_column << BACK_AT) | (cell << BLANK_AT) | (h << H_AT) | (g << at[Register.G_AT])
        )
        if at[Register.PARENTS]:
            nodes.parents[number] = parent
        at[Register.USED] += 1
        is_solution = (
            at[Register.EARLY] and first == at[Register.GOAL] and second == at[Register.GOAL_SECOND]
        )
        f = at[Register.G_WEIGHT] * g + at[Register.H_WEIGHT] * h
        if is_solution:
            at[Register.SOLUTION] = number
        elif at[Register.TIE] == BOARD:
            _push_on_heap(nodes.boards, frontier.heap, at, (f << ID_BITS) | number)
        else:
            _push(frontier, at, number, f, h)
    return is_solution


@inlined
def _estimate(tables: Tables, scratch: Workspace, blank: Any, cell: Any) -> Any:
    """h of the successor of the pending node whose blank is `cell`."""
    board, estimate, cells = scratch.board, tables.estimate, scratch.at[Register.CELLS]
    value = np.int64(0)
    if estimate.kind == 0:
        tile = 5 * cells + np.int64(board[cell])
        change = tables.board[tile + cells * blank] - tables.board[tile + cells * cell]
        value = scratch.parts[0, 0] + change
        if estimate.divisor != 1:
            value = -(-value // estimate.divisor)
    else:
        slide(board, blank, cell, estimate, scratch.parts[0], scratch.parts[1])
        value = total(estimate, scratch.parts[1])
    return value


@inlined
def _sums(tables: Tables, nodes: Nodes, scratch: Workspace, blank: Any, cell: Any) -> Any:
    """The greatest sum of that successor, which will be the next node; stores its sums."""
    at, patterns = scratch.at, tables.patterns
    tile, greatest = U64(scratch.board[cell]), np.int64(0)
    before, after = (
        at[Register.PENDING] * at[Register.VIEWS],
        at[Register.USED] * at[Register.VIEWS],
    )
    for view in range(at[Register.VIEWS]):
        value = np.int64(nodes.sums[before + view])
        value += sum_change(patterns, scratch.where, U64(view), tile, U64(cell), U64(blank))
        nodes.sums[after + view] = value
        greatest = max(greatest, value)
    return greatest


@internal
def _on_path(nodes: Nodes, at: I64, first: Any, second: Any) -> Any:
    """Whether a board is the board of the pending node or of one of its ancestors."""
    number = at[Register.PENDING]
    while True:
        here = number * at[Register.STRIDE]
        if nodes.boards[here] == first and (
            not at[Register.WIDE] or nodes.boards[here + 1] == second
        ):
            return True
        if number == 0:
            return False
        number = np.int64(nodes.parents[number])


@inlined
def _push(frontier: Frontier, at: I64, number: Any, f: Any, h: Any) -> None:
    """Add a node to the frontier."""
    pool, rows = frontier.pool, frontier.rows
    at[Register.WAITING] += 1
    at[Register.LEAST_F] = min(at[Register.LEAST_F], f)
    bucket, row = f, ROW * f
    if at[Register.BY_H]:
        bucket = f * (at[Register.MOST_H] + 1) + h
        if rows[row + SIZE] == 0 or h < rows[row + LEAST_H]:
            rows[row + LEAST_H] = h
    place = np.int64(frontier.tops[bucket])
    if place & (CHUNK - 1) == 0:
        chunk = at[Register.FREE_CHUNK]
        if chunk:
            at[Register.FREE_CHUNK] = pool[chunk << CHUNK_BITS]
        else:
            chunk = at[Register.NEXT_CHUNK]
            at[Register.NEXT_CHUNK] += 1
        if at[Register.TIE] == LIFO:
            pool[chunk << CHUNK_BITS] = place
        elif rows[row + SIZE] == 0:
            rows[row + OLDEST] = (chunk << CHUNK_BITS) + 1
        else:
            pool[place - CHUNK] = chunk
        place = (chunk << CHUNK_BITS) + 1
    rows[row + SIZE] += 1
    pool[place] = number
    frontier.tops[bucket] = place + 1


@inlined
def _pop(pool: U32, tops: U32, rows: I64, at: I64) -> Any:
    """Remove and return the next node; stores its priority in F."""
    at[Register.WAITING] -= 1
    f = at[Register.LEAST_F]
    while rows[ROW * f + SIZE] == 0:
        f += 1
    at[Register.LEAST_F] = f
    at[Register.F] = f
    rows[ROW * f + SIZE] -= 1
    bucket = f
    if at[Register.BY_H]:
        first = f * (at[Register.MOST_H] + 1)
        h = rows[ROW * f + LEAST_H]
        while tops[first + h] == 0:
            h += 1
        rows[ROW * f + LEAST_H] = h
        bucket = first + h
    if at[Register.TIE] == LIFO:
        place = np.int64(tops[bucket]) - 1
        number = np.int64(pool[place])
        emptied = place & (CHUNK - 1) == 1
        top = np.int64(pool[place - 1]) if emptied else np.int64(place)
        tops[bucket] = top
        at[Register.NEXT] = top - 1 if top else top
    else:
        place = rows[ROW * f + OLDEST]
        number = np.int64(pool[place])
        emptied = (place + 1) & (CHUNK - 1) == 0
        if rows[ROW * f + SIZE] == 0:
            tops[bucket] = 0
            emptied = True
        elif emptied:
            rows[ROW * f + OLDEST] = (np.int64(pool[place + 1 - CHUNK]) << CHUNK_BITS) + 1
        else:
            rows[ROW * f + OLDEST] = place + 1
    if emptied:
        chunk = place >> CHUNK_BITS
        pool[chunk << CHUNK_BITS] = at[Register.FREE_CHUNK]
        at[Register.FREE_CHUNK] = chunk
    return number


@internal
def _before(boards: I64, at: I64, one: Any, other: Any) -> Any:
    """Whether a heap entry comes first: smaller priority, then smaller board, then older."""
    if one >> ID_BITS != other >> ID_BITS:
        return one < other
    first, second = (one & ID_MASK) * at[Register.STRIDE], (other & ID_MASK) * at[Register.STRIDE]
    if boards[first] != boards[second]:
        return unsigned_less(boards[first], boards[second])
    if at[Register.WIDE] and boards[first + 1] != boards[second + 1]:
        return unsigned_less(boards[first + 1], boards[second + 1])
    return one < other


@internal
def _push_on_heap(boards: I64, heap: I64, at: I64, entry: Any) -> None:
    """Add a node to the heap: priority << ID_BITS | number."""
    place = at[Register.WAITING]
    at[Register.WAITING] += 1
    while place > 0:
        above = (place - 1) >> 1
        if not _before(boards, at, entry, heap[above]):
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry


@internal
def _pop_from_heap(boards: I64, heap: I64, at: I64) -> Any:
    """Remove and return the next node; stores its priority in F."""
    at[Register.WAITING] -= 1
    size, place = at[Register.WAITING], np.int64(0)
    least, entry = heap[0], heap[size]
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and _before(boards, at, heap[below + 1], heap[below]):
            below += 1
        if not _before(boards, at, heap[below], entry):
            break
        heap[place] = heap[below]
        place = below
    heap[place] = entry
    at[Register.F] = least >> ID_BITS
    return least & ID_MASK


class _Run:
    """One search: its arrays and their growth."""

    def __init__(
        self,
        board: BoardTables,
        estimate: EstimateTables | None,
        start: bytes,
        options: Mapping[str, Any],
    ) -> None:
        cells = len(start)
        if estimate is None:
            zero = np.zeros((cells, cells), np.int64)
            estimate = EstimateTables(PartTables(0, zero, 1, np.zeros(0, np.int64)))
        neighbors = board.neighbors.astype(np.int64)
        back_columns = [
            row.index(cell) if there != NONE else NONE
            for cell, there_all in enumerate(neighbors.tolist())
            for there in there_all
            for row in [neighbors[there].tolist() if there != NONE else []]
        ]
        parts = neighbors.ravel(), board.cost, estimate.parts.value.ravel(), back_columns
        flat = np.concatenate(parts, dtype=np.int64)
        self.tables, self.letters_of = Tables(flat, estimate.parts, estimate.patterns), board
        self.scratch = Workspace(
            at=_registers(board, estimate, options),
            board=np.frombuffer(start, np.uint8).copy(),
            parts=np.zeros((2, PARTS), np.int64),
            where=np.zeros(cells, np.uint8),
        )
        at = self.scratch.at
        heap, capacity = at[Register.TIE] == BOARD, 1 << 12
        rows = (
            0
            if heap
            else int(
                at[Register.G_WEIGHT] * (64 + at[Register.DEAREST])
                + at[Register.H_WEIGHT] * at[Register.MOST_H]
            )
            + 1
        )
        first = (
            (int(at[Register.WIDE]), hashing.pack(start))
            if at[Register.POLICY] == GLOBAL
            else (0, None)
        )
        _, links, sums = NARROW if at[Register.H_MASK] < 1 << NARROW[0] else BROAD
        self.nodes = Nodes(
            boards=np.zeros(capacity * int(at[Register.STRIDE]), np.int64),
            links=np.zeros(capacity, links),
            parents=np.zeros(capacity if at[Register.PARENTS] else 0, np.uint32),
            places=hashing.new_index(2 * capacity, *first),
            sums=np.zeros(capacity * int(at[Register.VIEWS]), sums),
        )
        self.frontier = Frontier(
            pool=np.zeros(0 if heap else 2 * capacity, np.uint32),
            tops=np.zeros(
                rows * int(at[Register.MOST_H] + 1 if at[Register.BY_H] else 1), np.uint32
            ),
            rows=np.zeros(rows * ROW, np.int64),
            heap=np.zeros(capacity if heap else 0, np.int64),
        )
        self._enter_start(start, estimate.start)

    def _enter_start(self, start: bytes, sums: I64) -> None:
        at, h = self.scratch.at, 0
        if at[Register.INFORMED]:
            fill(self.scratch.board, self.tables.estimate, self.scratch.parts[0])
            h = int(total(self.tables.estimate, self.scratch.parts[0]))
            self.nodes.sums[: len(sums)] = sums
            h = max(h, 0, *sums.tolist())
        self.nodes.boards[: 1 + at[Register.WIDE]] = hashing.pack(start)[: 1 + at[Register.WIDE]]
        self.nodes.links[0] = (start.index(0) << BLANK_AT) | (h << H_AT)
        at[[Register.PENDING, Register.HIGHEST_F, Register.NEXT_CHUNK, Register.BEST_H]] = (
            -1,
            -1,
            1,
            h if at[Register.INFORMED] else NO_H,
        )
        at[[Register.USED, Register.EVALUATED]] = 1, at[Register.INFORMED]
        at[Register.WAITING] = 1
        at[Register.LEAST_F] = f = int(at[Register.H_WEIGHT]) * h
        if at[Register.POLICY] == GLOBAL:
            at[Register.DISTINCT] = 1
        if at[Register.TIE] == BOARD:
            self.frontier.heap[0] = f << ID_BITS
            return
        at[Register.NEXT_CHUNK], place = 2, CHUNK + 1
        self.frontier.pool[place] = 0
        self.frontier.tops[f * int(at[Register.MOST_H] + 1) + h if at[Register.BY_H] else f] = (
            place + 1
        )
        self.frontier.rows[ROW * f : ROW * (f + 1)] = 1, h, place

    def _longer(self) -> dict[str, int]:
        """New lengths for the arrays that are too short for one more expansion."""
        at, nodes, frontier = self.scratch.at, self.nodes, self.frontier
        lengths = {}
        full = LOAD_OF * (at[Register.DISTINCT] + 4) > LOAD * len(nodes.places)
        # Node numbers must fit in its entries.
        if full or (at[Register.POLICY] <= CLOSED and at[Register.USED] + 8 > len(nodes.places)):
            lengths["places"] = 2 * len(nodes.places)
        if at[Register.USED] + 4 > len(nodes.links):
            rows = _more(len(nodes.links), 8)
            lengths["boards"], lengths["links"] = rows * int(at[Register.STRIDE]), rows
            lengths["parents"] = rows if at[Register.PARENTS] else 0
            lengths["sums"] = rows * int(at[Register.VIEWS])
        if at[Register.TIE] == BOARD:
            if at[Register.WAITING] + 4 > len(frontier.heap):
                lengths["heap"] = _more(len(frontier.heap), 8)
            return lengths
        if (at[Register.NEXT_CHUNK] + 4) * CHUNK > len(frontier.pool):
            lengths["pool"] = _more(len(frontier.pool), 4)
        highest = (
            at[Register.G_WEIGHT] * (self._g + at[Register.DEAREST])
            + at[Register.H_WEIGHT] * at[Register.MOST_H]
        )
        if highest * ROW >= len(frontier.rows):
            lengths["tops"], lengths["rows"] = 2 * len(frontier.tops), 2 * len(frontier.rows)
        return lengths

    @property
    def _g(self) -> int:
        """The g of the pending node."""
        at = self.scratch.at
        return int(self.nodes.links[at[Register.PENDING]]) >> int(at[Register.G_AT])

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate: whole arrays, or only their extension."""
        arrays, requested = self.nodes._asdict() | self.frontier._asdict(), 0
        for name, length in self._longer().items():
            array = arrays[name]
            kept = array.nbytes if _in_place(array, length) else 0
            requested += length * array.itemsize - kept
        return int(requested)

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        for name, length in self._longer().items():
            if name in Nodes._fields:
                longer = _lengthened(getattr(self.nodes, name), length)
                self.nodes = self.nodes._replace(**{name: longer})
                if name == "places":
                    at, aside = self.scratch.at, np.zeros(length // 2, np.int64)
                    shape = int(at[Register.STRIDE]), int(at[Register.WIDE])
                    hashing.spread_out(self.nodes.boards, shape, longer, aside)
            else:
                longer = _lengthened(getattr(self.frontier, name), length)
                self.frontier = self.frontier._replace(**{name: longer})

    @property
    def left(self) -> int:
        """How many of the requested expansions remain."""
        return int(self.scratch.at[Register.LAST] - self.scratch.at[Register.EXPANDED])

    @property
    def is_numbered_out(self) -> bool:
        """Whether a node number would no longer fit in the index."""
        return bool(self.scratch.at[Register.USED] + 8 > MOST_NODES)

    @property
    def is_beyond(self) -> bool:
        """Whether a g would no longer fit in a link."""
        return bool(self._g + self.scratch.at[Register.DEAREST] > LARGEST_G)

    def board(self, number: int) -> bytes:
        """The board of a node."""
        at = self.scratch.at
        here = number * int(at[Register.STRIDE])
        first, second = self.nodes.boards[here], self.nodes.boards[here + int(at[Register.WIDE])]
        return hashing.unpack_bytes(int(at[Register.CELLS]), int(first), int(second))

    def letters(self) -> str:
        """The moves to the solution."""
        number, blanks = int(self.scratch.at[Register.SOLUTION]), []
        while True:
            blanks.append(int(self.nodes.links[number]) >> BLANK_AT & 31)
            if number == 0:
                return letters_between(self.letters_of, blanks[::-1])
            number = self._parent(number)

    def _parent(self, number: int) -> int:
        """The parent of a node.

        If parents are not stored, it is found by its board, one move back, and by its g: each
        node of the same board has a smaller g than those before it.
        """
        at, nodes, cells = self.scratch.at, self.nodes, bytearray(self.board(number))
        if at[Register.PARENTS]:
            return int(nodes.parents[number])
        link = int(nodes.links[number])
        blank = link >> BLANK_AT & 31
        before = int(self.tables.board[4 * blank + (link >> BACK_AT & 3)])
        g = (link >> int(at[Register.G_AT])) - int(self.letters_of.cost[cells[before]])
        cells[blank], cells[before] = cells[before], 0
        words = hashing.pack(bytes(cells))
        found = hashing.look_up(
            nodes.boards, tuple(at[[Register.STRIDE, Register.WIDE]]), nodes.places, words
        )
        if int(nodes.links[found]) >> int(at[Register.G_AT]) == g:
            return found
        stride, end = int(at[Register.STRIDE]), int(at[Register.USED] * at[Register.STRIDE])
        equal = nodes.boards[:end:stride] == words[0]
        if at[Register.WIDE]:
            equal &= nodes.boards[1:end:stride] == words[1]
        equal &= nodes.links[: at[Register.USED]] != DEAD
        same = np.flatnonzero(equal)
        return int(same[nodes.links[same] >> int(at[Register.G_AT]) == g][0])

    def publish(self, monitor: Any, bound: Callable[[int], int]) -> None:
        """Report the counters and the proved bound to the monitor."""
        at, stats = self.scratch.at.tolist(), monitor.stats
        stats.expanded, stats.generated, stats.evaluated = (
            at[Register.EXPANDED],
            at[Register.GENERATED],
            at[Register.EVALUATED],
        )
        stats.reopened, stats.popped = at[Register.REOPENED], at[Register.POPPED]
        stats.peak_frontier, stats.peak_reached = at[Register.PEAK], at[Register.DISTINCT]
        stats.max_depth = at[Register.DEEPEST]
        if at[Register.HIGHEST_F] >= 0:
            monitor.prove(bound(at[Register.HIGHEST_F]))
        if at[Register.BEST_H] < NO_H:
            monitor.near(self.board(at[Register.BEST]), at[Register.BEST_H])

    def sizes(self) -> tuple[int, int]:
        """The numbers of open nodes and of reached boards."""
        return int(self.scratch.at[Register.WAITING]), int(self.scratch.at[Register.DISTINCT])


# Arrays of at least this many bytes grow in steps into address space reserved behind them, if the
# system allocates memory only on writing. Smaller arrays are copied.
LARGE = 1 << 20
RESERVED = 1 << 30


def _more(length: int, itemsize: int) -> int:
    """A greater length, a multiple of CHUNK."""
    if length * itemsize < LARGE:
        return 2 * length
    return length + max(length >> 6, CHUNK) & -CHUNK


def _in_place(old: npt.NDArray[Any], length: int) -> bool:
    return isinstance(old.base, np.ndarray) and len(old.base) - LINE // old.itemsize >= length


def _lengthened(old: npt.NDArray[Any], length: int) -> npt.NDArray[Any]:
    """The same array, extended with zeros."""
    if _in_place(old, length):
        whole = cast("npt.NDArray[Any]", old.base)
        begin = (old.ctypes.data - whole.ctypes.data) // old.itemsize
        return whole[begin : begin + length]
    if old.nbytes < LARGE:
        longer = hashing.lined_up(length, length, old.dtype)
    else:
        longer = _roomy(length, old.dtype)
    copy(old, longer)
    return longer


def _roomy(length: int, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Zeros, with reserved address space behind them if that costs no memory."""
    room = max(RESERVED // dtype.itemsize, 8 * length)
    while sys.platform == "linux" and room > length:
        try:
            return hashing.lined_up(length, room, dtype)
        except MemoryError:
            room //= 4
    return hashing.lined_up(length, length, dtype)


def letters_between(board: BoardTables, blanks: Sequence[int]) -> str:
    """The moves that take the blank through these cells."""
    letters = []
    for here, there in pairwise(blanks):
        column = board.neighbors[here].tolist().index(there)
        letters.append("UDLR"[board.letters[column]])
    return "".join(letters)


def _weights(options: Mapping[str, Any]) -> tuple[int, int, Callable[[int], int]]:
    """Weights of g and h in the priority, and the bound that a priority proves."""
    match options["algorithm"]:
        case "ucs":
            return 1, 0, int
        case "greedy":
            return 0, 1, lambda f: 0
        case "astar":
            return 1, 1, int
    weight = float(options["weight"])
    numerator, denominator = weight.as_integer_ratio()
    return denominator, numerator, lambda f: ceil(f / denominator / weight - 1e-9)


def _registers(board: BoardTables, estimate: EstimateTables, options: Mapping[str, Any]) -> I64:
    """The initial registers of a search, including the rules that the options select."""
    cells = len(board.goal)
    g_weight, h_weight, _ = _weights(options)
    informed, wide = options["algorithm"] != "ucs", hashing.is_wide(cells)
    most = largest(estimate) if informed else 0
    bits = NARROW[0] if most < 1 << NARROW[0] else BROAD[0]
    depths, views = bool((board.cost[1:] != 1).any()), estimate.patterns.views
    parts = estimate.parts
    rules = {
        Register.CELLS: cells,
        Register.DEAREST: max(cells, int(board.cost.max())),
        Register.WIDE: wide,
        Register.STRIDE: 1 + wide + depths,
        Register.G_WEIGHT: g_weight,
        Register.H_WEIGHT: h_weight,
        Register.INFORMED: informed,
        Register.POLICY: POLICIES[options["duplicates"]],
        Register.TIE: TIES[options["tie_break"]],
        Register.EARLY: options["goal_test"] == "generation",
        Register.REOPEN: options["algorithm"] != "greedy",
        # If the priority already determines h, there are no ties to break by h.
        Register.BY_H: options["tie_break"] == "low_h" and informed and g_weight > 0,
        Register.MOST_H: most,
        Register.DEPTHS: depths,
        Register.PLAIN: not wide and parts.kind == 0 and parts.divisor == 1 and not views,
        Register.G_AT: H_AT + bits,
        Register.H_MASK: (1 << bits) - 1,
        Register.PARENTS: options["duplicates"] != "global",
        Register.VIEWS: views,
        Register.GOAL: hashing.pack(board.goal.tobytes())[0],
        Register.GOAL_SECOND: hashing.pack(board.goal.tobytes())[1],
    }
    assert most <= LARGEST_H
    at = np.zeros(_REGISTERS, np.int64)
    at[list(rules)] = list(rules.values())
    return at


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, str | None]:
    """Run ucs, greedy, astar or wastar: see `taquin.solving.lowering` for the protocol.

    options: algorithm, tie_break, duplicates, goal_test, and weight with wastar.
    """
    run, bound = _Run(board, estimate, start, options), _weights(options)[2]
    if options["goal_test"] == "generation" and start == board.goal.tobytes():
        run.publish(monitor, bound)
        return Signal.FOUND, ""
    left = monitor.budget()
    while True:
        status = advance(run.tables, run.nodes, run.frontier, run.scratch, left)
        if status == Signal.FULL and run.is_beyond:
            status = Signal.BEYOND
        elif (
            status == Signal.FULL
            and not run.is_numbered_out
            and monitor.affords(run.bytes_to_grow())
        ):
            run.grow()
            left = run.left  # arrays grow more often than budgets run out
            continue
        run.publish(monitor, bound)
        if status != Signal.BUDGET:
            return status, run.letters() if status == Signal.FOUND else None
        monitor.slice(*run.sizes())
        left = monitor.budget()
