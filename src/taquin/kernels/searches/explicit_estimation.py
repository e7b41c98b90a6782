"""EES on packed boards: the compiled twin of `taquin.search.explicit_estimation`.

Where every move costs 1, all that EES asks of a node follows from its g and h, so open nodes of
the same g and h are one class, a stack, because ties go to the newest. Three orders are ranks of
classes, computed once; a set of ranks for each shows the first class that has an open node. Where
moves have costs, `explicit_costs` keeps the nodes in heaps.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import load_growth
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.searches.bits import Bits, add, discard, first, new_bits
from taquin.kernels.searches.expansion import begin, columns, is_left_out, is_short, make
from taquin.kernels.searches.explicit_costs import CostRun
from taquin.kernels.searches.explicit_nodes import Estimating, Extra, h_of, take
from taquin.kernels.searches.nodes import DEAD, H_AT, Nodes, Register, Tables, Workspace
from taquin.kernels.searches.reached import largest_g
from taquin.kernels.searches.shelves import Pool, Shelves, Store, drop, is_tight, peek, put
from taquin.kernels.searches.slices import in_slices
from taquin.kernels.searches.tables import BoardTables, EstimateTables, Signal

__all__ = ["Orders", "advance", "largest_g", "load_growth", "search"]

I64 = npt.NDArray[np.int64]
F64 = npt.NDArray[np.float64]

BY_F, BY_ESTIMATE, BY_DISTANCE = 0, 1, 2
_ROWS = 128  # values of g at first


class Orders(NamedTuple):
    """The open nodes by class = g * (MOST_H + 1) + h, and the classes in three orders.

    sizes:       int64[classes], numbers of open nodes
    ranks:       int64[3, classes], of each class by f, by estimated cost and by distance
    classes:     int64[3, classes], the classes by rank
    estimates:   float64[classes], the estimated cost of a solution
    by_f, by_estimate: ranks of the classes with open nodes
    focal:       ranks by distance of those that were within the weighted least estimate
    beyond:      ranks by estimate of the others
    weight:      float64[1]
    """

    pool: Pool
    stacks: Shelves
    sizes: I64
    ranks: I64
    classes: I64
    estimates: F64
    by_f: Bits
    by_estimate: Bits
    focal: Bits
    beyond: Bits
    weight: F64


@quick
def advance(
    tables: Tables, nodes: Nodes, orders: Orders, scratch: Workspace, budget: int
) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    BUDGET: the next node is taken and is not the goal. FULL: an array must grow before the search
    can go on.
    """
    at = scratch.at
    at[Extra.LAST] = at[Register.EXPANDED] + budget
    if at[Register.POPPED] + at[Extra.WAITING] == 0:  # the start is not open yet
        _open(orders, at, 0, h_of(nodes, at, 0), 0)
    status = Signal.BUDGET
    while status == Signal.BUDGET:
        if at[Register.PENDING] < 0:
            status = _take(nodes, orders, at)
            if status != Signal.BUDGET:
                break
        if at[Register.EXPANDED] >= at[Extra.LAST]:
            break
        g = np.int64(nodes.links[at[Register.PENDING]]) >> at[Register.G_AT]
        if is_short(nodes, at) or is_tight(orders.pool) or g + 1 >= len(orders.stacks.sizes):
            status = Signal.FULL
            break
        _expand(tables, nodes, orders, scratch)
        at[Register.PENDING] = -1
    return status


@inlined
def _take(nodes: Nodes, orders: Orders, at: I64) -> Any:
    """Choose a class and make its newest node the pending one; FOUND if it is the goal."""
    status = Signal.EXHAUSTED
    if at[Extra.WAITING] > 0:
        chosen = _choose(orders, at)
        columns = at[Register.MOST_H] + 1
        g, h = chosen // columns, chosen % columns
        number = peek(orders.stacks, orders.pool, g, h)
        drop(orders.stacks, orders.pool, g, h)
        while nodes.links[number] == DEAD:
            number = peek(orders.stacks, orders.pool, g, h)
            drop(orders.stacks, orders.pool, g, h)
        _leave(orders, chosen)
        status = take(nodes, at, number)
    return status


@inlined
def _choose(orders: Orders, at: I64) -> Any:
    """The class whose node is expanded next; the least f is a proved bound."""
    classes, estimates, weight = orders.classes, orders.estimates, orders.weight[0]
    columns = at[Register.MOST_H] + 1
    surest = classes[BY_F, first(orders.by_f)]
    cheapest = classes[BY_ESTIMATE, first(orders.by_estimate)]
    least_f = surest // columns + surest % columns
    at[Extra.LEAST_F] = max(at[Extra.LEAST_F], least_f)
    limit, bound = weight * estimates[cheapest], weight * np.float64(least_f)
    rank = first(orders.beyond)
    while rank >= 0 and estimates[classes[BY_ESTIMATE, rank]] <= limit:
        discard(orders.beyond, rank)
        add(orders.focal, orders.ranks[BY_DISTANCE, classes[BY_ESTIMATE, rank]])
        rank = first(orders.beyond)
    while True:
        rank = first(orders.focal)
        nearest = classes[BY_DISTANCE, rank]
        if estimates[nearest] <= limit:
            break
        discard(orders.focal, rank)
        add(orders.beyond, orders.ranks[BY_ESTIMATE, nearest])
    chosen = surest
    if estimates[nearest] <= bound:
        chosen = nearest
    elif estimates[cheapest] <= bound:
        chosen = cheapest
    return chosen


@inlined
def _open(orders: Orders, at: I64, g: Any, h: Any, number: Any) -> None:
    """Add a node to its class."""
    put(orders.stacks, orders.pool, g, h, number)
    at[Extra.WAITING] += 1
    entered = g * (at[Register.MOST_H] + 1) + h
    if orders.sizes[entered] == 0:
        add(orders.by_f, orders.ranks[BY_F, entered])
        add(orders.by_estimate, orders.ranks[BY_ESTIMATE, entered])
        add(orders.beyond, orders.ranks[BY_ESTIMATE, entered])
    orders.sizes[entered] += 1


@inlined
def _leave(orders: Orders, left: Any) -> None:
    """Note that a class has one open node less."""
    orders.sizes[left] -= 1
    if orders.sizes[left] == 0:
        discard(orders.by_f, orders.ranks[BY_F, left])
        discard(orders.by_estimate, orders.ranks[BY_ESTIMATE, left])
        discard(orders.beyond, orders.ranks[BY_ESTIMATE, left])
        discard(orders.focal, orders.ranks[BY_DISTANCE, left])


@inlined
def _expand(tables: Tables, nodes: Nodes, orders: Orders, scratch: Workspace) -> None:
    """Generate the successors of the pending node and open those that are new or cheaper."""
    at = scratch.at
    at[Extra.PEAK] = max(at[Extra.PEAK], at[Extra.WAITING] + 1)
    values = at[Register.MOST_H] + 1
    blank, back = begin(tables, nodes, scratch)
    for k in range(columns(tables, scratch)):
        if is_left_out(tables, scratch, blank, back, k):
            continue
        h, g, superseded, before = make(tables, nodes, scratch, k)
        if h < 0:
            continue
        if superseded >= 0:
            former = (before >> H_AT) & at[Register.H_MASK]
            _leave(orders, (before >> at[Register.G_AT]) * values + former)
            at[Extra.WAITING] -= 1
        _open(orders, at, g, h, at[Register.USED] - 1)


class _Run(Estimating):
    """One search: its nodes, its orders and their growth."""

    def __init__(
        self, board: BoardTables, estimate: EstimateTables, start: bytes, options: Mapping[str, Any]
    ) -> None:
        super().__init__(board, estimate, start, options)
        self._columns = int(self.scratch.at[Register.MOST_H]) + 1
        self._store = Store([self._columns], queues=False, rows=_ROWS)
        self.orders = self._ordered(np.zeros(_ROWS * self._columns, np.int64))

    def _ordered(self, sizes: I64) -> Orders:
        """The orders of the classes that have these numbers of open nodes. O(n log n)."""
        g, h = np.divmod(np.arange(len(sizes)), self._columns)
        with np.errstate(divide="ignore", invalid="ignore"):
            speed = np.minimum(1.0, np.maximum(self.slowest, (self.h - h) / g))
            left = h / speed
            distance = np.where(g, left * g / g, h)
        estimate = np.where(g, g + left, h)
        classes = np.array(
            [
                np.lexsort((h, g + h)),
                np.lexsort((distance, estimate)),
                np.lexsort((estimate, distance)),
            ]
        )
        ranks = np.empty_like(classes)
        for order, rank in zip(classes, ranks, strict=True):
            rank[order] = np.arange(len(order))
        sets = [new_bits(len(sizes)) for _ in range(4)]
        for entered in np.flatnonzero(sizes).tolist():
            for bits, kind in zip(sets, (BY_F, BY_ESTIMATE, BY_ESTIMATE), strict=False):
                _add(bits, int(ranks[kind, entered]))
        by_f, by_estimate, beyond, focal = sets
        pool, stacks = self._store.pool, self._store.shelves[0]
        return Orders(
            pool, stacks, sizes, ranks, classes, estimate,
            by_f, by_estimate, focal, beyond, np.array([self.weight]),
        )  # fmt: skip

    def advance(self, budget: int) -> int:
        """Expand up to `budget` more nodes; returns a Signal."""
        return advance(self.tables, self.nodes, self.orders, self.scratch, budget)

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""
        row = self.g + 1
        orders = 0 if row < self._store.rows else 2 * sum(a.nbytes for a in self.orders[2:6])
        return super().bytes_to_grow() + self._store.bytes_to_grow(row) + orders

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        row, rows = self.g + 1, self._store.rows
        super().grow()
        self._store.grow(row)
        pool, stacks = self._store.pool, self._store.shelves[0]
        self.orders = self.orders._replace(pool=pool, stacks=stacks)
        if self._store.rows > rows:
            sizes = np.zeros(self._store.rows * self._columns, np.int64)
            sizes[: len(self.orders.sizes)] = self.orders.sizes
            self.orders = self._ordered(sizes)


def _add(bits: Bits, number: int) -> None:
    """`bits.add` in Python."""
    for words, place in ((bits.words, number), (bits.heads, number >> 6)):
        words.view(np.uint64)[place >> 6] |= np.uint64(1 << (place & 63))


def search(
    board: BoardTables,
    estimate: EstimateTables,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, Sequence[str] | None]:
    """Run ees: see `solving.engines.lowering` for the protocol.

    options: weight, and the least speed at which a path is taken to approach the goal, slowest.
    """
    counts = (board.cheapest, board.dearest) == (1, 1)
    run = (_Run if counts else CostRun)(board, estimate, start, options)
    return in_slices(run, monitor)
