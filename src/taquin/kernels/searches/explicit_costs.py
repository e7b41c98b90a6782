"""EES on packed boards where moves have costs; twin of `taquin.search.explicit_estimation`.

Open nodes of the same g and h differ there by their numbers of moves, and few are alike, so the
nodes are in heaps. An entry whose node is superseded or expanded is dropped when it comes first.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.searches.expansion import begin, columns, is_left_out, is_short, make
from taquin.kernels.searches.explicit_nodes import Estimating, Extra, h_of, take
from taquin.kernels.searches.heaps import NodeHeap, bytes_for, lengthened, new_heap, pop, push
from taquin.kernels.searches.nodes import WAS_EXPANDED, Nodes, Register, Tables, Workspace
from taquin.kernels.searches.tables import BoardTables, EstimateTables, Signal

__all__ = ["CostRun", "Heaps", "advance"]

I64 = npt.NDArray[np.int64]
F64 = npt.NDArray[np.float64]


class Heaps(NamedTuple):
    """The open nodes in their orders; each heap has room for all nodes.

    by_f:        by f, then h
    by_estimate: by estimated cost, then estimated moves to go
    focal:       those that were within the weighted least estimate, by moves to go, then estimate
    beyond:      the others, like by_estimate
    rules:       float64[3]; the weight, the least speed, the start's h
    """

    by_f: NodeHeap
    by_estimate: NodeHeap
    focal: NodeHeap
    beyond: NodeHeap
    rules: F64


WEIGHT, SLOWEST, START_H = 0, 1, 2


@quick
def advance(tables: Tables, nodes: Nodes, heaps: Heaps, scratch: Workspace, budget: int) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    BUDGET: the next node is taken and is not the goal. FULL: an array must grow before the search
    can go on.
    """
    at = scratch.at
    at[Extra.LAST] = at[Register.EXPANDED] + budget
    if at[Register.POPPED] + at[Extra.WAITING] == 0:  # the start is not open yet
        _open(nodes, heaps, at, 0, h_of(nodes, at, 0), 0)
    status = Signal.BUDGET
    while status == Signal.BUDGET:
        if at[Register.PENDING] < 0:
            status = Signal.EXHAUSTED
            if at[Extra.WAITING] > 0:
                status = take(nodes, at, _choose(nodes, heaps, at))
            if status != Signal.BUDGET:
                break
        if at[Register.EXPANDED] >= at[Extra.LAST]:
            break
        if is_short(nodes, at):  # a heap is as long as the nodes
            status = Signal.FULL
            break
        _expand(tables, nodes, heaps, scratch)
        at[Register.PENDING] = -1
    return status


@internal
def _choose(nodes: Nodes, heaps: Heaps, at: I64) -> Any:
    """The node that is expanded next; the least f is a proved bound."""
    by_f, by_estimate, focal, beyond = heaps.by_f, heaps.by_estimate, heaps.focal, heaps.beyond
    weight = heaps.rules[WEIGHT]
    surest, cheapest = _first(nodes, by_f), _first(nodes, by_estimate)
    least_f, least_estimate = by_f.keys[0], by_estimate.keys[0]
    at[Extra.LEAST_F] = max(at[Extra.LEAST_F], np.int64(least_f))
    limit, bound = weight * least_estimate, weight * least_f
    while beyond.size[0] and beyond.keys[0] <= limit:
        push(focal, beyond.keys[1], beyond.keys[0], np.int64(beyond.numbers[0]))
        pop(beyond)
    while True:
        nearest = _first(nodes, focal)
        if focal.keys[1] <= limit:
            break
        push(beyond, focal.keys[1], focal.keys[0], nearest)
        pop(focal)
    chosen = surest
    if focal.keys[1] <= bound:
        chosen = nearest
    elif least_estimate <= bound:
        chosen = cheapest
    return chosen


@inlined
def _first(nodes: Nodes, heap: NodeHeap) -> Any:
    """The number of the first open node of a heap, which has one; drops those before it."""
    while np.int64(nodes.links[heap.numbers[0]]) & WAS_EXPANDED:  # superseded ones have the bit too
        pop(heap)
    return np.int64(heap.numbers[0])


@inlined
def _open(nodes: Nodes, heaps: Heaps, at: I64, g: Any, h: Any, number: Any) -> None:
    """Add a node to the heaps."""
    depth = nodes.boards[(number + 1) * at[Register.STRIDE] - 1]
    left = distance = np.float64(h)
    if g > 0:
        speed = min(1.0, max(heaps.rules[SLOWEST], (heaps.rules[START_H] - h) / g))
        left = h / speed
        distance = left * depth / g
    push(heaps.by_f, np.float64(g + h), np.float64(h), number)
    push(heaps.by_estimate, g + left, distance, number)
    push(heaps.beyond, g + left, distance, number)
    at[Extra.WAITING] += 1


@inlined
def _expand(tables: Tables, nodes: Nodes, heaps: Heaps, scratch: Workspace) -> None:
    """Generate the successors of the pending node and open those that are new or cheaper."""
    at = scratch.at
    at[Extra.PEAK] = max(at[Extra.PEAK], at[Extra.WAITING] + 1)
    blank, back = begin(tables, nodes, scratch)
    for k in range(columns(tables, scratch)):
        if is_left_out(tables, scratch, blank, back, k):
            continue
        h, g, superseded, _ = make(tables, nodes, scratch, k)
        if h < 0:
            continue
        at[Extra.WAITING] -= superseded >= 0
        _open(nodes, heaps, at, g, h, at[Register.USED] - 1)


class CostRun(Estimating):
    """One search: its nodes, its heaps and their growth."""

    def __init__(
        self, board: BoardTables, estimate: EstimateTables, start: bytes, options: Mapping[str, Any]
    ) -> None:
        super().__init__(board, estimate, start, options)
        by_f, by_estimate, focal, beyond = (new_heap(len(self.nodes.links)) for _ in range(4))
        rules = np.array([self.weight, self.slowest, float(self.h)])
        self.heaps = Heaps(by_f, by_estimate, focal, beyond, rules)

    def advance(self, budget: int) -> int:
        """Expand up to `budget` more nodes; returns a Signal."""
        return advance(self.tables, self.nodes, self.heaps, self.scratch, budget)

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""
        rows = self.longer().get("links")
        heaps = 0 if rows is None else sum(bytes_for(heap, rows) for heap in self.heaps[:4])
        return super().bytes_to_grow() + heaps

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        super().grow()
        rows = len(self.nodes.links)
        if rows > len(self.heaps.by_f.numbers):
            by_f, by_estimate, focal, beyond = (lengthened(h, rows) for h in self.heaps[:4])
            self.heaps = Heaps(by_f, by_estimate, focal, beyond, self.heaps.rules)
