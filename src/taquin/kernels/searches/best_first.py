"""Best-first search on packed boards: the compiled twin of `taquin.search.best_first`.

Priorities are small integers, so the frontier is an array of buckets, one per priority or one per
(priority, h): stacks or queues of node numbers in chunks of 32. Only tie-breaking by board, and
estimates that would need too many buckets, need a heap. Like the Python engine, it leaves
superseded nodes in the frontier and skips them later, so that all counters are equal.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum, auto
from math import ceil
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.growing import bytes_to_extend, extended, more
from taquin.kernels.base.hashing import (
    ID_BITS,
    ID_MASK,
    is_goal,
    load_growth,
    prefetch,
    unsigned_less,
)
from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.searches.expansion import (
    begin,
    columns,
    is_closed,
    is_left_out,
    is_short,
    look_ahead,
    make,
)
from taquin.kernels.searches.nodes import (
    BACK_AT,
    BLANK_AT,
    CLOSED,
    DEAD,
    END,
    GLOBAL,
    H_AT,
    Nodes,
    Register,
    Tables,
    Workspace,
)
from taquin.kernels.searches.reached import Reached, largest_g
from taquin.kernels.searches.slices import in_slices
from taquin.kernels.searches.tables import BoardTables, EstimateTables, Signal

__all__ = ["Frontier", "Turn", "advance", "largest_g", "load_growth", "search"]

I64 = npt.NDArray[np.int64]
U32 = npt.NDArray[np.uint32]

LIFO, FIFO, BOARD = 0, 1, 2
TIES = {"lifo": LIFO, "low_h": LIFO, "fifo": FIFO, "state": BOARD}

# A chunk of the pool is a link and 31 nodes.
CHUNK_BITS = 5
CHUNK = 1 << CHUNK_BITS

NO_H = 1 << 40
# With a larger estimate, buckets would take more room than nodes.
_MOST_BUCKETS = 4096
# This many of the newest nodes are still in the processor's cache.
FRESH = 256

# Offsets in rows of `Frontier.rows`.
SIZE, LEAST_H, OLDEST, ROW = 0, 1, 2, 3


class Turn(IntEnum):
    """Places in `Workspace.at` behind those of `Register`: which node's turn is next, and why."""

    LAST = END  # the value of EXPANDED at which the budget is used up
    PEAK = auto()
    WAITING = auto()  # open nodes
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
    G_WEIGHT = auto()
    H_WEIGHT = auto()
    TIE = auto()
    EARLY = auto()  # test for goals when generated
    BY_H = auto()  # among equal priorities, take the smaller h first
    HEAP = auto()  # keep open nodes in a heap, not in buckets


class Frontier(NamedTuple):
    """Buckets of open nodes; bucket = priority * (MOST_H + 1) + h if BY_H, else priority.

    pool: uint32[chunks, 32] flat. The first word is, for stacks, the bucket's top before this
          chunk; for queues, the next chunk; for free chunks, the next free chunk. Node numbers
          follow.
    tops: uint32[buckets], where the next node goes in the pool; a multiple of 32 is a new chunk
    rows: int64[priorities, 3] flat: number of nodes, a bound on their h, a queue's oldest node
    heap: int64[capacity or 0], in place of all these: priority << ID_BITS | node number
    """

    pool: U32
    tops: U32
    rows: I64
    heap: I64


@quick
def advance(
    tables: Tables, nodes: Nodes, frontier: Frontier, scratch: Workspace, budget: int
) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    BUDGET: the next node is taken from the frontier and is not the goal. FULL: some array must
    grow before the search can go on.
    """
    at = scratch.at
    at[Turn.LAST] = at[Register.EXPANDED] + budget
    status = Signal.BUDGET
    while status == Signal.BUDGET:
        if at[Register.PENDING] < 0:
            status = _take(tables.board, nodes, frontier, at)
            if status != Signal.BUDGET:
                break
        if at[Register.EXPANDED] >= at[Turn.LAST]:
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
    if at[Turn.HEAP]:
        short = at[Turn.WAITING] + at[Register.BRANCHES] > len(frontier.heap)
    else:
        short = (at[Turn.NEXT_CHUNK] + at[Register.BRANCHES]) * CHUNK > len(frontier.pool)
        short |= _highest(at, g) * ROW >= len(frontier.rows)
    return short or is_short(nodes, at)


@inlined
def _highest(at: I64, g: Any) -> Any:
    """An upper bound on the priority of a successor of a node with this g."""
    return at[Turn.G_WEIGHT] * (g + at[Register.DEAREST]) + at[Turn.H_WEIGHT] * at[Register.MOST_H]


@inlined
def _take(neighbors: I64, nodes: Nodes, frontier: Frontier, at: I64) -> Any:
    """Take nodes from the frontier until one is worth expanding."""
    status = Signal.EXHAUSTED
    while at[Turn.WAITING] > 0:
        if at[Turn.HEAP]:
            number = _pop_from_heap(nodes, frontier.heap, at)
        else:
            number = _pop(frontier.pool, frontier.tops, frontier.rows, at)
            _prefetch_next(neighbors, nodes, frontier.pool, at, number)
        at[Register.POPPED] += 1
        link = np.int64(nodes.links[number])
        if link & DEAD == DEAD or (at[Register.POLICY] == CLOSED and is_closed(nodes, at, number)):
            continue
        at[Turn.HIGHEST_F] = max(at[Turn.HIGHEST_F], at[Turn.F])
        h = (link >> H_AT) & at[Register.H_MASK]
        if at[Register.INFORMED] and h < at[Turn.BEST_H]:
            at[Turn.BEST_H], at[Turn.BEST] = h, number
        here = number * at[Register.STRIDE]
        status = Signal.BUDGET
        if not at[Turn.EARLY] and is_goal(
            nodes.boards, here, at[Register.WIDE], at[Register.GOAL], at[Register.GOAL_SECOND]
        ):
            at[Turn.SOLUTION] = number
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
    place = at[Turn.NEXT]
    after = np.int64(pool[place])
    if number + FRESH < at[Register.USED] and at[Register.PLAIN] and at[Register.POLICY] == GLOBAL:
        link, board = np.int64(nodes.links[after]), nodes.boards[after * at[Register.STRIDE]]
        blank = (link >> BLANK_AT) & 31
        back = neighbors[4 * blank + ((link >> BACK_AT) & 3)]
        if link & DEAD != DEAD:
            look_ahead(neighbors, nodes.places, at[Register.CELLS], board, back, blank)
        after = np.int64(pool[max(place - 1, 0)])
    prefetch(nodes.boards, after * at[Register.STRIDE])  # type: ignore[call-arg]
    prefetch(nodes.links, after)


@inlined
def _expand(tables: Tables, nodes: Nodes, frontier: Frontier, scratch: Workspace) -> Any:
    """Generate the successors of the pending node and add them to the frontier.

    FOUND if one is the goal and goals are tested on generation.
    """
    at = scratch.at
    at[Turn.PEAK] = max(at[Turn.PEAK], at[Turn.WAITING] + 1)
    blank, back = begin(tables, nodes, scratch)
    status = Signal.BUDGET
    for k in range(columns(tables, scratch)):
        if is_left_out(tables, scratch, blank, back, k):
            continue
        h, g, _, _ = make(tables, nodes, scratch, k)
        if h < 0:
            continue
        number = at[Register.USED] - 1
        if at[Turn.EARLY] and is_goal(
            nodes.boards,
            number * at[Register.STRIDE],
            at[Register.WIDE],
            at[Register.GOAL],
            at[Register.GOAL_SECOND],
        ):
            at[Turn.SOLUTION] = number
            status = Signal.FOUND
            break
        f = at[Turn.G_WEIGHT] * g + at[Turn.H_WEIGHT] * h
        if at[Turn.HEAP]:
            _push_on_heap(nodes, frontier.heap, at, (f << ID_BITS) | number)
        else:
            _push(frontier, at, number, f, h)
    return status


@inlined
def _push(frontier: Frontier, at: I64, number: Any, f: Any, h: Any) -> None:
    """Add a node to the frontier."""
    pool, rows = frontier.pool, frontier.rows
    at[Turn.WAITING] += 1
    at[Turn.LEAST_F] = min(at[Turn.LEAST_F], f)
    bucket, row = f, ROW * f
    if at[Turn.BY_H]:
        bucket = f * (at[Register.MOST_H] + 1) + h
        if rows[row + SIZE] == 0 or h < rows[row + LEAST_H]:
            rows[row + LEAST_H] = h
    place = np.int64(frontier.tops[bucket])
    if place & (CHUNK - 1) == 0:
        chunk = at[Turn.FREE_CHUNK]
        if chunk:
            at[Turn.FREE_CHUNK] = pool[chunk << CHUNK_BITS]
        else:
            chunk = at[Turn.NEXT_CHUNK]
            at[Turn.NEXT_CHUNK] += 1
        if at[Turn.TIE] == LIFO:
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
    at[Turn.WAITING] -= 1
    f = at[Turn.LEAST_F]
    while rows[ROW * f + SIZE] == 0:
        f += 1
    at[Turn.LEAST_F] = f
    at[Turn.F] = f
    rows[ROW * f + SIZE] -= 1
    bucket = f
    if at[Turn.BY_H]:
        first = f * (at[Register.MOST_H] + 1)
        h = rows[ROW * f + LEAST_H]
        while tops[first + h] == 0:
            h += 1
        rows[ROW * f + LEAST_H] = h
        bucket = first + h
    if at[Turn.TIE] == LIFO:
        place = np.int64(tops[bucket]) - 1
        number = np.int64(pool[place])
        emptied = place & (CHUNK - 1) == 1
        top = np.int64(pool[place - 1]) if emptied else np.int64(place)
        tops[bucket] = top
        at[Turn.NEXT] = top - 1 if top else top
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
        pool[chunk << CHUNK_BITS] = at[Turn.FREE_CHUNK]
        at[Turn.FREE_CHUNK] = chunk
    return number


@internal
def _before(nodes: Nodes, at: I64, one: Any, other: Any) -> Any:
    """Whether a heap entry comes first: smaller priority, then as ties are broken, then older."""
    if one >> ID_BITS != other >> ID_BITS:
        return one < other
    if at[Turn.TIE] != BOARD:
        return _breaks_tie(nodes.links, at, one, other)
    boards = nodes.boards
    first, second = (one & ID_MASK) * at[Register.STRIDE], (other & ID_MASK) * at[Register.STRIDE]
    if boards[first] != boards[second]:
        return unsigned_less(boards[first], boards[second])
    if at[Register.WIDE] and boards[first + 1] != boards[second + 1]:
        return unsigned_less(boards[first + 1], boards[second + 1])
    return one < other


@internal
def _breaks_tie(links: Any, at: I64, one: Any, other: Any) -> Any:
    """Whether a heap entry comes before another of its priority: smaller h, newer or older."""
    if at[Turn.BY_H]:
        first = (np.int64(links[one & ID_MASK]) >> H_AT) & at[Register.H_MASK]
        second = (np.int64(links[other & ID_MASK]) >> H_AT) & at[Register.H_MASK]
        if first != second:
            return first < second
    return one < other if at[Turn.TIE] == FIFO else one > other


@internal
def _push_on_heap(nodes: Nodes, heap: I64, at: I64, entry: Any) -> None:
    """Add a node to the heap: priority << ID_BITS | number."""
    place = at[Turn.WAITING]
    at[Turn.WAITING] += 1
    while place > 0:
        above = (place - 1) >> 1
        if not _before(nodes, at, entry, heap[above]):
            break
        heap[place] = heap[above]
        place = above
    heap[place] = entry


@internal
def _pop_from_heap(nodes: Nodes, heap: I64, at: I64) -> Any:
    """Remove and return the next node; stores its priority in F."""
    at[Turn.WAITING] -= 1
    size, place = at[Turn.WAITING], np.int64(0)
    least, entry = heap[0], heap[size]
    while 2 * place + 1 < size:
        below = 2 * place + 1
        if below + 1 < size and _before(nodes, at, heap[below + 1], heap[below]):
            below += 1
        if not _before(nodes, at, heap[below], entry):
            break
        heap[place] = heap[below]
        place = below
    heap[place] = entry
    at[Turn.F] = least >> ID_BITS
    return least & ID_MASK


class _Run(Reached):
    """One search: its nodes, its frontier and their growth."""

    def __init__(
        self,
        board: BoardTables,
        estimate: EstimateTables | None,
        start: bytes,
        options: Mapping[str, Any],
    ) -> None:
        super().__init__(
            board,
            estimate,
            start,
            duplicates=options["duplicates"],
            reopen=options["algorithm"] != "greedy",
            foresees=True,
            registers=len(Turn),
        )
        at, h, self._bound = self.scratch.at, self.h, _weights(options)[2]
        rules = _rules(options, int(at[Register.MOST_H]))
        at[list(rules)] = list(rules.values())
        at[[Turn.HIGHEST_F, Turn.NEXT_CHUNK, Turn.WAITING]] = -1, 1, 1
        at[Turn.BEST_H] = h if at[Register.INFORMED] else NO_H
        at[Turn.LEAST_F] = f = int(at[Turn.H_WEIGHT]) * h
        heap, capacity = at[Turn.HEAP], 1 << 12
        at[Register.KEPT] = ~DEAD if heap and at[Turn.BY_H] else 0
        rows = 0 if heap else self._highest(64) + 1
        self.frontier = Frontier(
            pool=np.zeros(0 if heap else 2 * capacity, np.uint32),
            tops=np.zeros(rows * int(at[Register.MOST_H] + 1 if at[Turn.BY_H] else 1), np.uint32),
            rows=np.zeros(rows * ROW, np.int64),
            heap=np.zeros(capacity if heap else 0, np.int64),
        )
        if heap:
            self.frontier.heap[0] = f << ID_BITS
            return
        at[Turn.NEXT_CHUNK], place = 2, CHUNK + 1
        self.frontier.pool[place] = 0
        bucket = f * int(at[Register.MOST_H] + 1) + h if at[Turn.BY_H] else f
        self.frontier.tops[bucket] = place + 1
        self.frontier.rows[ROW * f : ROW * (f + 1)] = 1, h, place

    def _highest(self, g: int) -> int:
        """An upper bound on the priority of a successor of a node with this g."""
        at = self.scratch.at
        far, most = g + at[Register.DEAREST], at[Register.MOST_H]
        return int(at[Turn.G_WEIGHT] * far + at[Turn.H_WEIGHT] * most)

    def _longer_frontier(self) -> dict[str, int]:
        """New lengths for its arrays that are too short for one more expansion."""
        at, frontier, lengths = self.scratch.at, self.frontier, {}
        if at[Turn.HEAP]:
            if at[Turn.WAITING] + self.branches > len(frontier.heap):
                lengths["heap"] = more(len(frontier.heap), 8)
            return lengths
        if (at[Turn.NEXT_CHUNK] + self.branches) * CHUNK > len(frontier.pool):
            lengths["pool"] = more(len(frontier.pool), 4)
        if self._highest(self.g) * ROW >= len(frontier.rows):
            lengths["tops"], lengths["rows"] = 2 * len(frontier.tops), 2 * len(frontier.rows)
        return lengths

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""
        frontier = self.frontier._asdict()
        longer = self._longer_frontier().items()
        return super().bytes_to_grow() + sum(bytes_to_extend(frontier[a], n) for a, n in longer)

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        super().grow()
        for name, length in self._longer_frontier().items():
            longer = extended(getattr(self.frontier, name), length)
            self.frontier = self.frontier._replace(**{name: longer})

    @property
    def left(self) -> int:
        """How many of the requested expansions remain."""
        return int(self.scratch.at[Turn.LAST] - self.scratch.at[Register.EXPANDED])

    def advance(self, budget: int) -> int:
        """Expand up to `budget` more nodes; returns a Signal."""
        return advance(self.tables, self.nodes, self.frontier, self.scratch, budget)

    def publish(self, monitor: Any) -> None:
        """Report the counters and the proved bound to the monitor."""
        at = self.scratch.at.tolist()
        self.count(monitor.stats, at[Turn.PEAK])
        if at[Turn.HIGHEST_F] >= 0:
            monitor.prove(self._bound(at[Turn.HIGHEST_F]))
        if at[Turn.BEST_H] < NO_H:
            monitor.near(self.board(at[Turn.BEST]), at[Turn.BEST_H])

    def sizes(self) -> tuple[int, int]:
        """The numbers of open nodes and of reached boards."""
        return int(self.scratch.at[Turn.WAITING]), int(self.scratch.at[Register.DISTINCT])

    def solution(self) -> Sequence[str]:
        """The moves to the solution."""
        return self.letters(int(self.scratch.at[Turn.SOLUTION]))


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


def _rules(options: Mapping[str, Any], most_h: int) -> dict[int, int]:
    """The registers of the rules that the options select, with estimates of at most `most_h`."""
    g_weight, h_weight, _ = _weights(options)
    return {
        Turn.G_WEIGHT: g_weight,
        Turn.H_WEIGHT: h_weight,
        Turn.TIE: TIES[options["tie_break"]],
        Turn.HEAP: options["tie_break"] == "state" or most_h >= _MOST_BUCKETS,
        Turn.EARLY: options["goal_test"] == "generation",
        # If the priority already determines h, there are no ties to break by h.
        Turn.BY_H: options["tie_break"] == "low_h" and h_weight > 0 and g_weight > 0,
    }


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, Sequence[str] | None]:
    """Run ucs, greedy, astar or wastar: see `solving.engines.lowering` for the protocol.

    options: algorithm, tie_break, duplicates, goal_test, and weight with wastar.
    """
    run = _Run(board, estimate, start, options)
    if options["goal_test"] == "generation" and start == board.goal.tobytes():
        run.publish(monitor)
        return Signal.FOUND, ""
    return in_slices(run, monitor)
