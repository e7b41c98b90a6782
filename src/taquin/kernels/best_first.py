"""Best-first search on packed boards: the compiled twin of `taquin.search.best_first`.

A node is one row of `Nodes`, numbered as the Python engine counts them: 16 bytes a board of up
to 16 cells, and about 8 in the index. Priorities are small integers, so the frontier is an array
of buckets, one a priority, or one a (priority, h): stacks or queues of node numbers in chunks of
32. Only the tie-break by board needs a heap. Like the Python engine it leaves superseded nodes
in the frontier and passes over them later, so that every counter is equal.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from math import ceil
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels import hashing
from taquin.kernels.estimates import PARTS, evaluate, fill, largest, slide, total
from taquin.kernels.hashing import (
    ID_BITS,
    ID_MASK,
    NOWHERE,
    Packing,
    entry_of,
    find,
    home,
    mixed,
    prefetch,
    unpack,
)
from taquin.kernels.jit import kernel
from taquin.kernels.tables import NONE, BoardTables, EstimateTables, Status

__all__ = ["Frontier", "Nodes", "Rules", "Scratch", "advance", "search"]

U64 = np.uint64
I64 = npt.NDArray[np.int64]
I32 = npt.NDArray[np.int32]

GLOBAL, CLOSED, PATH, PARENT, ANYTHING = 0, 1, 2, 3, 4
POLICIES = {"global": GLOBAL, "closed": CLOSED, "path": PATH, "parent": PARENT, "none": ANYTHING}
LIFO, FIFO, BOARD = 0, 1, 2
TIES = {"lifo": LIFO, "low_h": LIFO, "fifo": FIFO, "state": BOARD}

# A node's link, from its low bits: parent, blank cell, column of the move straight back, whether
# it was expanded, h, g. A superseded node that waits in the frontier has the link DEAD.
BLANK_AT, BACK_AT, EXPANDED_AT, H_AT, G_AT = 28, 33, 35, 36, 48
PARENT_MASK, H_MASK, G_MASK = ID_MASK, (1 << 12) - 1, (1 << 15) - 1
WAS_EXPANDED = 1 << EXPANDED_AT
DEAD = -1
LARGEST_H, LARGEST_G = H_MASK, G_MASK
MOST_NODES = (1 << ID_BITS) - 8

CHUNK_BITS = 5
CHUNK = 1 << CHUNK_BITS

# Registers.
EXPANDED, GENERATED, EVALUATED, REOPENED, POPPED, PEAK, DEEPEST = 0, 1, 2, 3, 4, 5, 6
USED, DISTINCT, WAITING, PENDING, SOLUTION, LEAST_F, HIGHEST_F = 7, 8, 9, 10, 11, 12, 13
BEST_H, BEST, FREE_CHUNK, NEXT_CHUNK = 14, 15, 16, 17
REGISTERS = 18
NO_H = 1 << 40

BUDGET, FOUND, EXHAUSTED, FULL = Status.BUDGET, Status.FOUND, Status.EXHAUSTED, Status.FULL


class Rules(NamedTuple):
    """What is searched, and how: priority = g_weight * g + h_weight * h.

    informed, early (goal test when generated), reopen, by_h (smaller h first among equal
    priorities): 0 or 1. policy, tie: see POLICIES and TIES. most_h: no estimate is larger.
    """

    board: BoardTables
    estimate: EstimateTables
    layout: Packing
    goal: npt.NDArray[np.uint64]  # uint64[2]
    g_weight: int
    h_weight: int
    informed: int
    policy: int
    tie: int
    early: int
    reopen: int
    by_h: int
    most_h: int


class Nodes(NamedTuple):
    """Every node ever made, and where its board is found.

    boards: uint64[capacity << wide]. links: int64[capacity]. depths: int32[capacity] where moves
    do not all cost 1, else int32[0]. index: uint32[a power of two], of reached boards.
    """

    boards: npt.NDArray[np.uint64]
    links: I64
    depths: I32
    index: npt.NDArray[np.uint32]


class Frontier(NamedTuple):
    """Buckets of nodes that wait; bucket = priority * (most_h + 1) + h if by_h, else priority.

    pool: uint32[chunks, 32] flat, node numbers. link: int32[chunks]: for stacks where the bucket
    stood before this chunk, for queues the next chunk; the next free one when free.
    tops: int32[buckets], where the next node goes in the pool; a multiple of 32: into a new chunk.
    bottoms: int32[buckets], queues only: the oldest node.
    sizes: int32[priorities], nodes that wait with it. least_h: int32[priorities], by_h only.
    heap: int64[capacity or 0], tie-break by board only: priority << 28 | node number.
    """

    pool: npt.NDArray[np.uint32]
    link: I32
    tops: I32
    bottoms: I32
    sizes: I32
    least_h: I32
    heap: I64


class Scratch(NamedTuple):
    """Room for one expansion, and the registers."""

    at: I64  # int64[REGISTERS]
    words: npt.NDArray[np.uint64]  # uint64[4, 3]: words and mixed bits of each successor
    board: npt.NDArray[np.uint8]  # uint8[cells]
    parts: I64  # int64[PARTS]
    child: I64  # int64[PARTS]


@kernel
def advance(rules: Rules, nodes: Nodes, frontier: Frontier, scratch: Scratch, budget: int) -> int:
    """Expand up to `budget` more nodes; returns a Status.

    BUDGET: the next node is taken from the frontier and is not the goal. FULL: some array must
    grow before the search can go on.
    """
    at = scratch.at
    last = at[EXPANDED] + budget
    while True:
        if at[PENDING] < 0:
            status = _take(rules, nodes, frontier, at)
            if status != BUDGET:
                return status
        if at[EXPANDED] >= last:
            return BUDGET
        if _is_full(rules, nodes, frontier, at):
            return FULL
        status = _expand(rules, nodes, frontier, scratch)
        at[PENDING] = -1
        if status != BUDGET:
            return status


@kernel
def _is_full(rules: Rules, nodes: Nodes, frontier: Frontier, at: I64) -> Any:
    g = (nodes.links[at[PENDING]] >> G_AT) & G_MASK
    if rules.tie == BOARD:
        waits = at[WAITING] + 4 > len(frontier.heap)
    else:
        waits = (
            at[NEXT_CHUNK] + 4 > len(frontier.link) or _highest(rules, g) >= len(frontier.sizes)
        )
    return (
        waits
        or at[USED] + 4 > len(nodes.links)
        or 4 * (at[DISTINCT] + 4) > 3 * len(nodes.index)
        or g + len(rules.board.goal) > LARGEST_G
    )


@kernel
def _highest(rules: Rules, g: Any) -> Any:
    """No successor of a node with this g has a larger priority: tiles cost less than cells."""
    return rules.g_weight * (g + len(rules.board.goal)) + rules.h_weight * rules.most_h


@kernel
def _take(rules: Rules, nodes: Nodes, frontier: Frontier, at: I64) -> Any:
    """Take nodes from the frontier until one is worth expanding."""
    wide = rules.layout.wide
    while True:
        if at[WAITING] == 0:
            return EXHAUSTED
        number, f = _pop(rules, nodes, frontier, at)
        at[POPPED] += 1
        link = nodes.links[number]
        if rules.policy == GLOBAL:
            if link == DEAD:
                continue
        elif rules.policy == CLOSED:
            known, _ = _lookup(rules, nodes, number)
            if known != NOWHERE:
                if not rules.reopen or _g(nodes.links[known]) <= _g(link):
                    continue
                at[REOPENED] += 1
        at[HIGHEST_F] = max(at[HIGHEST_F], f)
        if rules.informed:
            h = (link >> H_AT) & H_MASK
            if h < at[BEST_H]:
                at[BEST_H], at[BEST] = h, number
        here = number << wide
        if not rules.early and nodes.boards[here] == rules.goal[0]:
            if not wide or nodes.boards[here + 1] == rules.goal[1]:
                at[SOLUTION] = number
                return FOUND
        at[PENDING] = number
        return BUDGET


@kernel
def _g(link: Any) -> Any:
    return (link >> G_AT) & G_MASK


@kernel
def _lookup(rules: Rules, nodes: Nodes, number: Any) -> Any:
    """`find` for the board of a node."""
    wide, here = rules.layout.wide, number << rules.layout.wide
    first = nodes.boards[here]
    second = nodes.boards[here + 1] if wide else U64(0)
    bits = mixed(wide, first, second)
    return find(rules.layout, nodes.boards, nodes.index, (first, second), bits)


@kernel
def _enter(rules: Rules, nodes: Nodes, number: Any, at: I64) -> None:
    """Make a node the one by which its board is known."""
    wide, here = rules.layout.wide, number << rules.layout.wide
    known, place = _lookup(rules, nodes, number)
    at[DISTINCT] += known == NOWHERE
    second = nodes.boards[here + 1] if wide else U64(0)
    nodes.index[place] = entry_of(number, mixed(wide, nodes.boards[here], second))


@kernel
def _expand(rules: Rules, nodes: Nodes, frontier: Frontier, scratch: Scratch) -> Any:
    """Make the successors of the pending node."""
    at, neighbors = scratch.at, rules.board.neighbors
    number = at[PENDING]
    link = nodes.links[number]
    blank = (link >> BLANK_AT) & 31
    # The move straight back is a duplicate that need not be looked up.
    back = np.int64(-1)
    if number and (rules.policy == GLOBAL or rules.policy == PARENT):
        back = np.int64(neighbors[blank, (link >> BACK_AT) & 3])
    nodes.links[number] = link | WAS_EXPANDED
    at[PEAK] = max(at[PEAK], at[WAITING] + 1)
    at[EXPANDED] += 1
    if rules.policy == CLOSED:
        _enter(rules, nodes, number, at)
    _successors(rules, nodes, scratch, blank, back)
    for k in range(4):
        cell = np.int64(neighbors[blank, k])
        at[GENERATED] += cell != NONE and (cell != back or rules.policy != PARENT)
    for k in range(4):
        cell = np.int64(neighbors[blank, k])
        if cell == NONE or cell == back:
            continue
        if _make(rules, nodes, frontier, scratch, k):
            return FOUND
    return BUDGET


@kernel
def _successors(rules: Rules, nodes: Nodes, scratch: Scratch, blank: Any, back: Any) -> None:
    """Pack the successors of the pending node and ask for their entries in the index."""
    layout, words, board, number = rules.layout, scratch.words, scratch.board, scratch.at[PENDING]
    wide, here = layout.wide, number << layout.wide
    first = nodes.boards[here]
    second = nodes.boards[here + 1] if wide else U64(0)
    if wide or rules.estimate.kind != 0 or rules.estimate.divisor != 1:
        unpack(layout, first, second, board)
        if rules.informed:
            fill(board, rules.estimate, scratch.parts)
    else:
        scratch.parts[0] = (nodes.links[number] >> H_AT) & H_MASK
    for k in range(4):
        cell = np.int64(rules.board.neighbors[blank, k])
        if cell == NONE or cell == back:
            continue
        if wide:
            tile = U64(board[cell])
            words[k, 0] = first + tile * (layout.unit[0, blank] - layout.unit[0, cell])
            words[k, 1] = second + tile * (layout.unit[1, blank] - layout.unit[1, cell])
        else:
            tile = (first >> layout.shift[cell]) & U64(15)
            words[k, 0] = first ^ (tile << layout.shift[cell]) ^ (tile << layout.shift[blank])
            board[cell] = tile
        if rules.policy == GLOBAL:
            words[k, 2] = mixed(wide, words[k, 0], words[k, 1])
            prefetch(nodes.index, home(words[k, 2], len(nodes.index)))  # type: ignore[call-arg]


@kernel
def _make(rules: Rules, nodes: Nodes, frontier: Frontier, scratch: Scratch, k: Any) -> Any:
    """Make the successor of the pending node by column k, unless it is a duplicate.

    True: it is the goal, and goals are tested here.
    """
    at, words, wide, parent = scratch.at, scratch.words, rules.layout.wide, scratch.at[PENDING]
    link = nodes.links[parent]
    blank = (link >> BLANK_AT) & 31
    cell = np.int64(rules.board.neighbors[blank, k])
    tile = np.int64(scratch.board[cell])
    g = _g(link) + rules.board.cost[tile]
    number, place, h = at[USED], np.int64(0), np.int64(-1)
    if rules.policy == GLOBAL:
        pair = (words[k, 0], words[k, 1])
        known, place = find(rules.layout, nodes.boards, nodes.index, pair, words[k, 2])
        if known != NOWHERE:
            other = nodes.links[known]
            if not rules.reopen or g >= _g(other):
                return False
            h = (other >> H_AT) & H_MASK
            if other & WAS_EXPANDED:
                at[REOPENED] += 1
            else:
                nodes.links[known] = DEAD
        else:
            at[DISTINCT] += 1
        nodes.index[place] = entry_of(number, words[k, 2])
    elif rules.policy == PATH and _on_path(nodes, wide, parent, words[k]):
        return False
    if h < 0:
        h = _estimate(rules, scratch, blank, cell)
        at[EVALUATED] += rules.informed
    nodes.boards[number << wide] = words[k, 0]
    if wide:
        nodes.boards[(number << wide) + 1] = words[k, 1]
    way_back = np.int64(0)
    while rules.board.neighbors[cell, way_back] != blank:
        way_back += 1
    nodes.links[number] = (
        parent | (cell << BLANK_AT) | (way_back << BACK_AT) | (h << H_AT) | (g << G_AT)
    )
    at[USED] += 1
    depth = g
    if len(nodes.depths):
        depth = np.int64(nodes.depths[parent]) + 1
        nodes.depths[number] = depth
    at[DEEPEST] = max(at[DEEPEST], depth)
    if rules.early and words[k, 0] == rules.goal[0]:
        if not wide or words[k, 1] == rules.goal[1]:
            at[SOLUTION] = number
            return True
    _push(rules, nodes, frontier, at, number)
    return False


@kernel
def _estimate(rules: Rules, scratch: Scratch, blank: Any, cell: Any) -> Any:
    """h of the successor of the pending node whose blank is `cell`."""
    if not rules.informed:
        return np.int64(0)
    estimate, board = rules.estimate, scratch.board
    if estimate.kind == 0:
        tile = board[cell]
        change = estimate.value[blank, tile] - estimate.value[cell, tile]
        value = scratch.parts[0] + change
        return value if estimate.divisor == 1 else -(-value // estimate.divisor)
    slide(board, blank, cell, estimate, scratch.parts, scratch.child)
    return total(estimate, scratch.child)


@kernel
def _on_path(nodes: Nodes, wide: Any, number: Any, words: Any) -> Any:
    """Whether a board is that of the node or one of its ancestors."""
    while True:
        here = number << wide
        if nodes.boards[here] == words[0] and (not wide or nodes.boards[here + 1] == words[1]):
            return True
        if number == 0:
            return False
        number = nodes.links[number] & PARENT_MASK


@kernel
def _push(rules: Rules, nodes: Nodes, frontier: Frontier, at: I64, number: Any) -> None:
    """Let a node wait."""
    link = nodes.links[number]
    h = (link >> H_AT) & H_MASK
    f = rules.g_weight * _g(link) + rules.h_weight * h
    at[WAITING] += 1
    if rules.tie == BOARD:
        _push_on_heap(nodes, rules.layout.wide, frontier.heap, at[WAITING], (f << ID_BITS) | number)
        return
    bucket = f
    if rules.by_h:
        bucket = f * (rules.most_h + 1) + h
        if frontier.sizes[f] == 0 or h < frontier.least_h[f]:
            frontier.least_h[f] = h
    frontier.sizes[f] += 1
    at[LEAST_F] = min(at[LEAST_F], f)
    place = np.int64(frontier.tops[bucket])
    if place & (CHUNK - 1) == 0:
        chunk = at[FREE_CHUNK]
        if chunk:
            at[FREE_CHUNK] = frontier.link[chunk]
        else:
            chunk = at[NEXT_CHUNK]
            at[NEXT_CHUNK] += 1
        if rules.tie == LIFO:
            frontier.link[chunk] = place
        elif frontier.sizes[f] == 1:
            frontier.bottoms[bucket] = chunk << CHUNK_BITS
        else:
            frontier.link[(place - 1) >> CHUNK_BITS] = chunk
        place = chunk << CHUNK_BITS
    frontier.pool[place] = number
    frontier.tops[bucket] = place + 1


@kernel
def _pop(rules: Rules, nodes: Nodes, frontier: Frontier, at: I64) -> Any:
    """(number, priority) of the node that has waited for its turn."""
    at[WAITING] -= 1
    if rules.tie == BOARD:
        entry = _pop_from_heap(nodes, rules.layout.wide, frontier.heap, at[WAITING] + 1)
        return entry & ID_MASK, entry >> ID_BITS
    f = at[LEAST_F]
    while frontier.sizes[f] == 0:
        f += 1
    at[LEAST_F] = f
    frontier.sizes[f] -= 1
    bucket = f
    if rules.by_h:
        h, row = np.int64(frontier.least_h[f]), f * (rules.most_h + 1)
        while frontier.tops[row + h] == 0:
            h += 1
        frontier.least_h[f] = h
        bucket = row + h
    if rules.tie == LIFO:
        place = np.int64(frontier.tops[bucket]) - 1
        number = np.int64(frontier.pool[place])
        if place & (CHUNK - 1) == 0:
            chunk = place >> CHUNK_BITS
            frontier.tops[bucket] = frontier.link[chunk]
            frontier.link[chunk] = at[FREE_CHUNK]
            at[FREE_CHUNK] = chunk
        else:
            frontier.tops[bucket] = place
        return number, f
    place = np.int64(frontier.bottoms[bucket])
    number = np.int64(frontier.pool[place])
    chunk = place >> CHUNK_BITS
    if frontier.sizes[f] == 0:
        frontier.tops[bucket] = 0
    elif (place + 1) & (CHUNK - 1) == 0:
        frontier.bottoms[bucket] = np.int64(frontier.link[chunk]) << CHUNK_BITS
    else:
        frontier.bottoms[bucket] = place + 1
        return number, f
    frontier.link[chunk] = at[FREE_CHUNK]
    at[FREE_CHUNK] = chunk
    return number, f


@kernel
def _before(nodes: Nodes, wide: Any, one: Any, other: Any) -> Any:
    """Whether a heap entry comes first: smaller priority, then smaller board, then older."""
    if one >> ID_BITS != other >> ID_BITS:
        return one < other
    mine, yours = (one & ID_MASK) << wide, (other & ID_MASK) << wide
    if nodes.boards[mine] != nodes.boards[yours]:
        return nodes.boards[mine] < nodes.boards[yours]
    if wide and nodes.boards[mine + 1] != nodes.boards[yours + 1]:
        return nodes.boards[mine + 1] < nodes.boards[yours + 1]
    return one < other


@kernel
def _push_on_heap(nodes: Nodes, wide: Any, heap: I64, size: Any, entry: Any) -> None:
    """size: with the new entry."""
    place = size - 1
    while place > 0:
        above = (place - 1) >> 1
        if not _before(nodes, wide, entry, heap[above]):
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry


@kernel
def _pop_from_heap(nodes: Nodes, wide: Any, heap: I64, size: Any) -> Any:
    """size: with the entry that is returned."""
    least, entry = heap[0], heap[size - 1]
    size, place = size - 1, np.int64(0)
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and _before(nodes, wide, heap[below + 1], heap[below]):
            below += 1
        if not _before(nodes, wide, heap[below], entry):
            break
        heap[place] = heap[below]
        place = below
    heap[place] = entry
    return least


class _Run:
    """One search: its arrays, and how they grow."""

    def __init__(self, rules: Rules, start: bytes) -> None:
        cells, wide = len(start), rules.layout.wide
        expense = bool((rules.board.cost[1:] != 1).any())
        capacity = 1 << 12
        rows = _priorities(rules, 0)
        self.rules = rules
        self.nodes = Nodes(
            boards=np.empty(capacity << wide, np.uint64),
            links=np.empty(capacity, np.int64),
            depths=np.zeros(capacity if expense else 0, np.int32),
            index=np.zeros(2 * capacity, np.uint32),
        )
        heap = rules.tie == BOARD
        width = rules.most_h + 1 if rules.by_h else 1
        chunks = 1 if heap else capacity // CHUNK
        self.frontier = Frontier(
            pool=np.empty(chunks * CHUNK, np.uint32),
            link=np.empty(chunks, np.int32),
            tops=np.zeros(0 if heap else rows * width, np.int32),
            bottoms=np.zeros(rows if rules.tie == FIFO else 0, np.int32),
            sizes=np.zeros(0 if heap else rows, np.int32),
            least_h=np.zeros(rows if rules.by_h else 0, np.int32),
            heap=np.empty(capacity if heap else 0, np.int64),
        )
        self.scratch = Scratch(
            at=np.zeros(REGISTERS, np.int64),
            words=np.zeros((4, 3), np.uint64),
            board=np.frombuffer(start, np.uint8).copy(),
            parts=np.zeros(PARTS, np.int64),
            child=np.zeros(PARTS, np.int64),
        )
        self._enter_start(start, cells)

    def _enter_start(self, start: bytes, cells: int) -> None:
        rules, at, wide = self.rules, self.scratch.at, self.rules.layout.wide
        h = int(evaluate(self.scratch.board, rules.estimate)) if rules.informed else 0
        self.nodes.boards[: 1 + wide] = hashing.pack(rules.layout, start)[: 1 + wide]
        self.nodes.links[0] = (start.index(0) << BLANK_AT) | (h << H_AT)
        at[[PENDING, HIGHEST_F, NEXT_CHUNK, BEST_H]] = -1, -1, 1, NO_H
        at[[USED, EVALUATED, LEAST_F]] = 1, rules.informed, NO_H
        if rules.policy == GLOBAL:
            _enter(rules, self.nodes, 0, at)
        _push(rules, self.nodes, self.frontier, at, 0)

    def bytes_to_grow(self) -> int:
        """What `grow` will ask for, the old arrays that live beside the new ones included."""
        return 3 * sum(
            array.nbytes for array in (*self.nodes, *self.frontier) if self._is_short(array)
        )

    def _is_short(self, array: npt.NDArray[Any]) -> bool:
        at, nodes, frontier = self.scratch.at, self.nodes, self.frontier
        if array is nodes.index:
            return bool(4 * (at[DISTINCT] + 4) > 3 * len(array))
        if array is nodes.boards or array is nodes.links or array is nodes.depths:
            return bool(at[USED] + 4 > len(nodes.links))
        if array is frontier.heap:
            return bool(at[WAITING] + 4 > len(array))
        if array is frontier.pool or array is frontier.link:
            return bool(at[NEXT_CHUNK] + 4 > len(frontier.link))
        g = int(_g(nodes.links[at[PENDING]]))
        return bool(_highest(self.rules, g) >= len(frontier.sizes))

    def grow(self) -> None:
        """Double every array that has no room for one more expansion."""
        short = {
            name: True
            for part in (self.nodes, self.frontier)
            for name, array in part._asdict().items()
            if self._is_short(array)
        }
        for name in short:
            if name == "index":
                self._grow_index()
            elif name in Nodes._fields:
                old = getattr(self.nodes, name)
                self.nodes = self.nodes._replace(**{name: _longer(old, 2 * len(old))})
            else:
                self._grow_frontier(name)

    def _grow_index(self) -> None:
        size = 2 * len(self.nodes.index)
        self.nodes = self.nodes._replace(index=np.zeros(0, np.uint32))  # frees the old one first
        self.nodes = self.nodes._replace(index=np.zeros(size, np.uint32))
        need = WAS_EXPANDED if self.rules.policy == CLOSED else 0
        nodes, used = self.nodes, int(self.scratch.at[USED])
        hashing.reindex(self.rules.layout, nodes.boards, nodes.links, nodes.index, need, used)

    def _grow_frontier(self, name: str) -> None:
        old = getattr(self.frontier, name)
        size = 2 * len(old)
        self.frontier = self.frontier._replace(**{name: _longer(old, size)})

    @property
    def at_its_end(self) -> bool:
        """Whether a node number or a g would no longer fit into a link."""
        at = self.scratch.at
        g = int(_g(self.nodes.links[at[PENDING]]))
        return bool(at[USED] + 4 > MOST_NODES or g + len(self.rules.board.goal) > LARGEST_G)

    def board(self, number: int) -> bytes:
        """The board of a node."""
        words = self.nodes.boards[number << self.rules.layout.wide :]
        return hashing.unpack_bytes(self.rules.layout, words[0], words[self.rules.layout.wide])

    def letters(self) -> str:
        """The moves to the solution."""
        number, blanks = int(self.scratch.at[SOLUTION]), []
        while True:
            link = int(self.nodes.links[number])
            blanks.append(link >> BLANK_AT & 31)
            if number == 0:
                break
            number = link & PARENT_MASK
        return letters_between(self.rules.board, blanks[::-1])

    def publish(self, monitor: Any, bound: Callable[[int], int]) -> None:
        """Tell the monitor the counters and what is proved."""
        at, stats = self.scratch.at.tolist(), monitor.stats
        stats.expanded, stats.generated, stats.evaluated = at[EXPANDED], at[GENERATED], at[EVALUATED]
        stats.reopened, stats.popped = at[REOPENED], at[POPPED]
        stats.peak_frontier, stats.peak_reached = at[PEAK], at[DISTINCT]
        stats.max_depth = at[DEEPEST]
        if at[HIGHEST_F] >= 0:
            monitor.prove(bound(at[HIGHEST_F]))
        if at[BEST_H] < NO_H:
            monitor.near(self.board(at[BEST]), at[BEST_H])

    def sizes(self) -> tuple[int, int]:
        """Nodes that wait, boards reached."""
        return int(self.scratch.at[WAITING]), int(self.scratch.at[DISTINCT])


def _priorities(rules: Rules, g: int) -> int:
    return int(_highest(rules, g)) + 64


def _longer(old: npt.NDArray[Any], size: int) -> npt.NDArray[Any]:
    longer = np.zeros(size, old.dtype)
    longer[: len(old)] = old
    return longer


def letters_between(board: BoardTables, blanks: Sequence[int]) -> str:
    """The moves that take the blank through those cells."""
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


def rules_of(
    board: BoardTables, estimate: EstimateTables | None, options: Mapping[str, Any]
) -> Rules:
    """The rules that the Python engine's options amount to."""
    layout, cells = hashing.packing(len(board.goal)), len(board.goal)
    g_weight, h_weight, _ = _weights(options)
    informed = options["algorithm"] != "ucs"
    if estimate is None:
        zero = np.zeros((cells, cells), np.int64)
        estimate = EstimateTables(0, zero, 1, np.zeros(0, np.int64))
    most_h = largest(estimate) if informed else 0
    assert most_h <= LARGEST_H
    return Rules(
        board=board,
        estimate=estimate,
        layout=layout,
        goal=np.array(hashing.pack(layout, board.goal.tobytes()), np.uint64),
        g_weight=g_weight,
        h_weight=h_weight,
        informed=int(informed),
        policy=POLICIES[options["duplicates"]],
        tie=TIES[options["tie_break"]],
        early=int(options["goal_test"] == "generation"),
        reopen=int(options["algorithm"] != "greedy"),
        # Where priority and h say the same, there is nothing to choose by h.
        by_h=int(options["tie_break"] == "low_h" and informed and g_weight > 0),
        most_h=most_h,
    )


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, str | None]:
    """Run ucs, greedy, astar or wastar: see `taquin.lowering` for the protocol.

    options: algorithm, tie_break, duplicates, goal_test, and weight with wastar.
    """
    run, bound = _Run(rules_of(board, estimate, options), start), _weights(options)[2]
    if run.rules.early and start == board.goal.tobytes():
        run.publish(monitor, bound)
        return FOUND, ""
    while True:
        status = advance(run.rules, run.nodes, run.frontier, run.scratch, monitor.budget())
        run.publish(monitor, bound)
        if status == BUDGET:
            monitor.slice(*run.sizes())
        elif status != FULL:
            return status, run.letters() if status == FOUND else None
        elif run.at_its_end or not monitor.affords(run.bytes_to_grow()):
            return FULL, None
        else:
            run.grow()
