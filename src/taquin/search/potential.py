"""Potential search: first the node most likely to lead to a solution within a budget of cost."""

from fractions import Fraction
from heapq import heapify, heappop, heappush
from math import inf
from sys import float_info
from typing import Annotated, Any, Generic, TypeVar

from taquin.ground.estimates import INFINITE, plain_number
from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.exact import Weight
from taquin.search.frontier import Heap
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import child_loop
from taquin.search.teaching import CodeLine, Teaching, shortest

__all__ = ["anytime_potential", "dynamic_potential", "potential"]

S = TypeVar("S")
_HEAVIEST = 1_000_000

_STARTS = CodeLine("frontier ← {{start}}; reached ← {{start}}")
_WHILE = CodeLine("while frontier is not empty:")
_CHOOSE = CodeLine("    node ← take the node with the largest potential (C - g) / h", "choose")
_FOUND = CodeLine("    if node is the goal: return its path", "goal", "found")
_KNOWN = CodeLine("        if child is in reached and not cheaper: skip it", "duplicate")
_ADD = (
    CodeLine("        add child to reached", "new", "better"),
    CodeLine("        add child to frontier", "new", "better"),
)
_WHY = "Largest potential (C - g) / h = ({budget} - {g}) / {h} = {potential}, where C is "
_TIES = " Ties go to the smallest h, where h = 0 to the smallest g, then to the newest node."


class _ByPotential(Generic[S]):
    """The open nodes by potential, and by f for the proved lower bound."""

    def __init__(self, start: Node[S], budget: Any) -> None:
        self.budget = budget
        self.reached = {start.state: start}
        self.heap = Heap()
        self._by_f: list[tuple[Any, ...]] = []
        self._count = 0
        if start.h < inf:
            self.push(start)

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        self._count += 1
        self.reached[node.state] = node
        heappush(self.heap, self._entry(self._count, node))
        heappush(self._by_f, (node.g + node.h, -self._count, node))

    def pop(self, monitor: Monitor[S]) -> Node[S] | None:
        """The node with the largest potential; None if there is none."""
        while self.heap:
            node: Node[S] = heappop(self.heap)[-1]
            monitor.stats.popped += 1
            if self._is_open(node):
                return node
        return None

    def least_f(self) -> Any:
        """The smallest f of an open node; infinity if there is none."""
        while self._by_f and not self._is_open(self._by_f[0][-1]):
            heappop(self._by_f)
        return self._by_f[0][0] if self._by_f else INFINITE

    def rebudget(self, budget: Any, most_f: Any = INFINITE) -> None:
        """Order the open nodes by a new budget, without those that have an f above `most_f`."""
        self.budget = budget
        self.heap[:] = [
            self._entry(-entry[-2], node)
            for entry in self.heap
            if self._is_open(node := entry[-1]) and node.g + node.h <= most_f
        ]
        heapify(self.heap)

    def _is_open(self, node: Node[S]) -> bool:
        return self.reached[node.state] is node and not node.expanded

    def _entry(self, count: int, node: Node[S]) -> tuple[Any, ...]:
        """Smallest first: the reciprocal of the potential, h, where that is 0 also g, the newest.

        Without g, a search whose h is often 0 would reach each state again and again, each time
        a little cheaper.
        """
        left = self.left(node)
        reciprocal = inf if left < 0 else 0.0 if node.h == 0 else _ratio(node.h, left)
        return (reciprocal, node.h, 0 if node.h else node.g, -count, node)

    def left(self, node: Node[S]) -> Any:
        """What the budget leaves for the rest of a path; less than 0 if nothing."""
        return -1 if node.g > self.budget else self.budget - node.g


def _ratio(part: Any, whole: Any) -> Any:
    """Their quotient, exact if it or one of them is too large for a float; infinity by 0."""
    if whole == inf:
        return 0.0
    try:
        return part / whole if whole else inf
    except OverflowError:
        return Fraction(part) / Fraction(whole)


def _expand(
    nodes: _ByPotential[S],
    node: Node[S],
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    most_f: Any = INFINITE,
) -> bool:
    """Expand a node; whether children were pruned because their f is above `most_f`."""
    stats, watch, pruned = monitor.stats, monitor.watch, False
    if monitor.closest is None or node.h < monitor.closest.h:
        monitor.closest = node
    if watch is not None:
        budget, left = nodes.budget, nodes.left(node)
        endless = left == inf or node.h == 0
        nodes.heap.said = {
            "budget": "∞" if budget == inf else shortest(plain_number(budget) or 0),
            "potential": "∞" if endless else f"{plain_number(_ratio(left, node.h)):.2f}",
        }
    successors = space.successors(node.state)
    monitor.expand(node, len(successors))
    node.expanded = True
    for move, state, cost in successors:
        known, verdict = nodes.reached.get(state), "duplicate"
        g = node.g + cost
        if known is None or g < known.g:
            stats.evaluated += known is None
            value = h(state) if known is None else known.h
            verdict = "new" if known is None else "better"
            if value == inf or g + value > most_f:
                verdict, pruned = "pruned", pruned or value < inf
        if watch is not None:
            watch(node, move, state, verdict)
        if verdict in ("new", "better"):
            stats.reopened += known is not None and known.expanded
            stats.max_depth = max(stats.max_depth, node.depth + 1)
            nodes.push(Node(state, node, move, g, node.depth + 1, value))
    return pruned


def _begin(
    space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S], budget: Any
) -> _ByPotential[S]:
    monitor.stats.evaluated += 1
    start = Node(space.start, None, "", 0, 0, h(space.start))
    nodes = _ByPotential(start, budget)
    monitor.opens(nodes.heap, nodes.reached)
    return nodes


@algorithm(
    "pts",
    optimal=False,
    complete=True,
    informed=True,
    paper="Stern, Puzis & Felner 2011",
    teaching=Teaching(
        label="Potential search",
        colour="green",
        pseudocode=(
            CodeLine("C ← the largest cost wanted, or ∞"),
            _STARTS,
            _WHILE,
            _CHOOSE,
            _FOUND,
            child_loop(),
            _KNOWN,
            CodeLine("        if g + h of child is above C: skip it", "pruned"),
            *_ADD,
            CodeLine("return: no solution costs C or less", "fail"),
        ),
        why={"any": _WHY + "the largest cost wanted." + _TIES},
    ),
)
def potential(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    cost: Annotated[int, Between(0, inf)] | None = None,
) -> Node[S] | None:
    """Potential search: finds a solution of at most the given cost, or proves that none exists."""
    most: Any = INFINITE if cost is None else cost
    if cost is not None and monitor.fractional:
        most = min(cost, float_info.max)
    nodes = _begin(space, h, monitor, most)
    pruned = most < nodes.least_f() < inf
    while not (pruned and nodes.least_f() > most) and (node := nodes.pop(monitor)) is not None:
        monitor.prove(min(nodes.least_f(), monitor.above(most)))
        if space.is_goal(node.state):
            return node
        pruned |= _expand(nodes, node, space, h, monitor, most)
    if pruned:
        monitor.prove(monitor.above(most))
        monitor.incomplete = True  # a dearer solution may exist
    return None


@algorithm(
    "anastar",
    optimal=True,
    complete=True,
    informed=True,
    aliases=("ana*",),
    paper="Stern et al. 2014",
    teaching=Teaching(
        label="ANA*",
        colour="yellow",
        pseudocode=(
            CodeLine("C ← ∞; best ← none"),
            _STARTS,
            _WHILE,
            _CHOOSE,
            CodeLine("    if node is the goal: best ← its path; C ← its cost; continue", "goal"),
            child_loop(),
            _KNOWN,
            CodeLine("        if g + h of child is not below C: skip it", "pruned"),
            *_ADD,
            CodeLine("if there is a best: return best", "found"),
            CodeLine("return: no solution exists", "fail"),
        ),
        why={"any": _WHY + "the cost of the best solution so far." + _TIES},
    ),
)
def anytime_potential(space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S]) -> Node[S] | None:
    """ANA*: potential search for ever cheaper solutions, without options; the last is optimal."""
    nodes, best, most = _begin(space, h, monitor, INFINITE), None, INFINITE
    while (node := nodes.pop(monitor)) is not None:
        monitor.prove(min(nodes.least_f(), inf if best is None else best.g))
        if space.is_goal(node.state):
            best, most = node, monitor.below(node.g)
            nodes.rebudget(node.g, most)
            monitor.found(node)
        else:
            _expand(nodes, node, space, h, monitor, most)
    if best is not None:
        monitor.prove(best.g)
    return best


@algorithm(
    "dps",
    optimal=False,
    complete=True,
    informed=True,
    bounded="weight",
    paper="Gilon, Felner & Stern 2016",
    teaching=Teaching(
        label="Dynamic potential",
        colour="pink",
        defining="weight",
        pseudocode=(
            _STARTS,
            _WHILE,
            CodeLine("    C ← {weight} times the smallest f = g + h in frontier"),
            _CHOOSE,
            _FOUND,
            child_loop(),
            _KNOWN,
            *_ADD,
            CodeLine("return: no solution exists", "fail"),
        ),
        why={"any": _WHY + "{weight} times the smallest f in the frontier." + _TIES},
    ),
)
def dynamic_potential(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    weight: Annotated[float, Between(1, _HEAVIEST)] = 2.0,
) -> Node[S] | None:
    """Dynamic potential search: its budget rises with f; at most weight times the optimum."""
    nodes, weigh = _begin(space, h, monitor, -1), Weight(weight)
    while (level := nodes.least_f()) < inf:
        monitor.prove(level)
        budget = weigh.times(level)
        if nodes.budget != budget:
            nodes.rebudget(budget)
        node = nodes.pop(monitor)
        assert node is not None  # one with that f is open
        if space.is_goal(node.state):
            return node
        _expand(nodes, node, space, h, monitor)
    return None
