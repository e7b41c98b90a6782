"""Explicit estimation search: cost bounds from h, guidance from estimates that may be too high."""

from fractions import Fraction
from heapq import heappop, heappush
from math import inf
from typing import Annotated, Any, Generic, TypeVar

from taquin.ground.estimates import plain_number
from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.exact import WEIGHED, Weight
from taquin.search.frontier import OpenNodes
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import child_loop
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["SLOWEST", "explicit_estimation"]

S = TypeVar("S")
_HEAVIEST = 1_000_000
# Near the start, a path can lead away from the goal; the estimate is then h times the reciprocal.
SLOWEST = 0.5

_TEACHING = Teaching(
    label="EES",
    colour="blue",
    defining="weight",
    pseudocode=(
        CodeLine("frontier ← {{start}}; reached ← {{start}}"),
        CodeLine("while frontier is not empty:"),
        CodeLine("    bound ← {weight} times the smallest f = g + h"),
        CodeLine("    cheapest ← the node with the smallest estimated cost"),
        CodeLine("    nearest ← of those estimated within {weight} times cheapest,"),
        CodeLine("        the node with the fewest estimated moves to go"),
        CodeLine("    node ← nearest if estimated within bound, else cheapest if within bound,"),
        CodeLine("        else the node with the smallest f", "choose"),
        CodeLine("    if node is the goal: return its path", "goal", "found"),
        child_loop(),
        CodeLine("        if child is in reached and not cheaper: skip it", "duplicate"),
        CodeLine("        add child to reached", "new", "better"),
        CodeLine("        add child to frontier", "new", "better"),
        CodeLine("return: no solution exists", "fail"),
    ),
    why={
        "nearest": "Fewest estimated moves to go ({distance}) among the nodes estimated within "
        "{weight} times the smallest estimate, {least_estimate}; its own, {estimate}, is within "
        "{weight} times the smallest f, {least_f}. Ties go to the smallest estimate, then to the "
        "newest node.",
        "cheapest": "Smallest estimated cost, {estimate}, within {weight} times the smallest f, "
        "{least_f}; that of the node with the fewest estimated moves to go is not. Ties go to the "
        "fewest moves to go, then to the newest node.",
        "any": "Smallest f = g + h = {g} + {h} = {f}, because no estimated cost is within "
        "{weight} times it: expanding it can raise the bound. Ties go to the smallest h, then to "
        "the newest node.",
    },
)


@algorithm(
    "ees",
    optimal=False,
    complete=True,
    informed=True,
    bounded="weight",
    paper="Thayer & Ruml 2011",
    teaching=_TEACHING,
)
def explicit_estimation(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    weight: Annotated[float, Between(1, _HEAVIEST)] = 2.0,
) -> Node[S] | None:
    """EES: goes where few moves seem left, and proves a cost of at most weight times the optimum.

    The estimates of cost and of moves to go divide h by the speed at which the path has approached
    the goal so far: the path-based single-step correction of Thayer, Dionne & Ruml 2011. Unlike
    there, the speed is kept between 0.5 and 1: estimates are h to 2h. Other forms of EES learn one
    correction for the whole search, and count otherwise.
    """
    is_goal, watch, stats = space.is_goal, monitor.watch, monitor.stats
    stats.evaluated += 1
    start = Node(space.start, None, "", 0, 0, h(space.start))
    monitor.closest = start
    reached = {start.state: start}
    frontier = _Orders(weight, start)
    monitor.opens(frontier.open, reached)
    while frontier.open:
        node = frontier.choose(monitor)
        stats.popped += 1
        if node.h < monitor.closest.h:
            monitor.closest = node
        if is_goal(node.state):
            return node
        successors = space.successors(node.state)
        monitor.expand(node, len(successors))
        node.expanded = True
        for move, state, cost in successors:
            known, g = reached.get(state), node.g + cost
            if known is not None and g >= known.g:
                if watch is not None:
                    watch(node, move, state, "duplicate")
                continue
            stats.evaluated += known is None
            value = h(state) if known is None else known.h
            if value == inf:
                if watch is not None:
                    watch(node, move, state, "pruned")
                continue
            stats.reopened += known is not None and known.expanded
            child = reached[state] = Node(state, node, move, g, node.depth + 1, value)
            stats.max_depth = max(stats.max_depth, child.depth)
            if watch is not None:
                watch(node, move, state, "new" if known is None else "better")
            frontier.push(child)
    return None


class _Orders(Generic[S]):
    """The open nodes, ordered in three ways.

    by_f: all, by f = g + h. by_estimate: all, by estimated cost. focal: those whose estimated cost
    is within `weight` times the least, by estimated moves to go; beyond: the others, by estimated
    cost. Entries of nodes that are no longer open, or have moved on, are dropped when they come up.
    """

    def __init__(self, weight: float, start: Node[S]) -> None:
        self.open: OpenNodes[S] = OpenNodes()
        self._weight, self._start_h, self._count = Weight(weight), start.h, 0
        self._by_f: list[tuple[Any, ...]] = []
        self._by_estimate: list[tuple[Any, ...]] = []
        self._focal: list[tuple[Any, ...]] = []
        self._beyond: list[tuple[Any, ...]] = []
        if start.h < inf:
            self.push(start)

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        self._count += 1
        self.open[node.state] = node
        estimate, distance = self._estimates(node)
        heappush(self._by_f, (node.g + node.h, node.h, -self._count, node))
        heappush(self._by_estimate, (estimate, distance, -self._count, node))
        heappush(self._beyond, (estimate, distance, -self._count, node))

    def choose(self, monitor: Monitor[S]) -> Node[S]:
        """Close and return the next node to expand; the smallest f is a proved lower bound."""
        least_f, *_, surest = self._first(self._by_f)
        least_estimate, distance, _, cheapest = self._first(self._by_estimate)
        monitor.prove(least_f)
        estimate, nearer, nearest = self._nearest(self._weight.times(least_estimate))
        bound = self._weight.times(least_f)
        if estimate <= bound:
            node, case, distance = nearest, "nearest", nearer
        elif least_estimate <= bound:
            node, case, estimate = cheapest, "cheapest", least_estimate
        else:
            node, case = surest, "any"
        if monitor.watch is not None:
            self.open.said = {
                "case": case,
                "least_f": least_f,
                "estimate": plain_number(round(estimate, 2)),
                "least_estimate": plain_number(round(least_estimate, 2)),
                "distance": plain_number(round(distance, 2)),
            }
        del self.open[node.state]
        chosen: Node[S] = node
        return chosen

    def _nearest(self, limit: float) -> tuple[float, float, Node[S]]:
        """Estimate, moves to go and node: the fewest moves to go with an estimate in the limit."""
        beyond, focal = self._beyond, self._focal
        while beyond and beyond[0][0] <= limit:
            estimate, distance, count, node = heappop(beyond)
            heappush(focal, (distance, estimate, count, node))
        while True:
            distance, estimate, count, node = self._first(focal)
            if estimate <= limit:
                return estimate, distance, node
            heappush(beyond, (estimate, distance, count, heappop(focal)[-1]))

    def _first(self, heap: list[tuple[Any, ...]]) -> tuple[Any, ...]:
        """The least entry whose node is open."""
        while self.open.get(heap[0][-1].state) is not heap[0][-1]:
            heappop(heap)
        return heap[0]

    def _estimates(self, node: Node[S]) -> tuple[Any, Any]:
        """The estimated cost of a solution through the node, and the estimated moves to go."""
        exact = max(self._start_h, node.g + node.h) >= WEIGHED
        g, h, start_h = node.g, node.h, self._start_h
        if exact:
            g, h, start_h = Fraction(g), Fraction(h), Fraction(start_h)  # type: ignore[assignment]
        if g == 0:
            return (h, h) if exact else (float(h), float(h))
        speed = min(1, max(SLOWEST, (start_h - h) / g))
        left = h / (Fraction(speed) if exact else speed)
        return g + left, left * node.depth / g
