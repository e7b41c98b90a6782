"""Best-first search and its configurations: uniform-cost, greedy, A* and weighted A* search."""

from collections.abc import Callable
from heapq import heappop, heappush
from math import inf
from types import GeneratorType
from typing import Annotated, Any, Literal, TypeVar

from taquin.ground.estimates import FRACTIONS_END
from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.checked import moves_to_check
from taquin.search.duplicates import child_function, on_path
from taquin.search.estimating import values_to_check
from taquin.search.exact import Weight
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import best_first_code, best_first_why
from taquin.search.teaching import Teaching

__all__ = ["GoalTest", "Policy", "TieBreak", "a_star", "best_first", "greedy", "uniform_cost"]

S = TypeVar("S")
GoalTest = Literal["expansion", "generation"]
# The order among equal priorities: last in first out, first in first out, smaller state first, or
# smaller h (larger g) first and then last in first out.
TieBreak = Literal["lifo", "fifo", "state", "low_h"]
# global checks for duplicates when states are generated, closed only when nodes are taken from
# the frontier (the "graph search" of some courses); the others are tree searches.
Policy = Literal["global", "closed", "path", "parent", "none"]

# With larger weights, g is lost when g + weight * h is rounded.
_HEAVIEST = 1_000_000

# Without a memory of what was reached, a circle of free moves is always the cheapest way on.
_ENDLESS_AT_0 = ("duplicates=parent", "duplicates=none")

Entry = Callable[[float, int, Node[S]], tuple[Any, ...]]
_ENTRY: dict[str, Entry[Any]] = {
    "lifo": lambda f, count, node: (f, -count, node),
    "fifo": lambda f, count, node: (f, count, node),
    "state": lambda f, count, node: (f, node.state, count, node),
    "low_h": lambda f, count, node: (f, node.h, -count, node),
}


def best_first(
    space: StateSpace[S],
    h: Heuristic[S] | None,
    monitor: Monitor[S],
    *,
    priority: Callable[[int, int], float] | None,
    bound: Callable[[float], float],
    tie_break: TieBreak,
    duplicates: Policy,
    goal_test: GoalTest,
    reopen: bool = True,
) -> Node[S] | None:
    """Always expand the node with the smallest ``priority(g, h)``; None for g + h.

    bound: turns the smallest priority in the frontier into a proved lower bound on the cost.
    reopen: queue a state again when a cheaper path to it is found.
    """
    is_goal, watch, stats = space.is_goal, monitor.watch, monitor.stats
    children, entry = child_function(space, duplicates), _ENTRY[tie_break]
    check_reached, check_closed = duplicates == "global", duplicates == "closed"
    check_path, early = duplicates == "path", goal_test == "generation"
    usual = (duplicates, tie_break, goal_test, reopen) == ("global", "low_h", "expansion", True)
    if usual and priority is None and h is not None and monitor.observer is None:
        return _without_nodes(space, h, monitor)
    # Calls and attributes are what takes time here: the commonest cases need few, and counters are
    # local until the monitor asks for them.
    all_children = None if duplicates == "parent" else space.successors
    observed, by_h = monitor.observer is not None, tie_break == "low_h"
    expanded = generated = popped = reopened = peak = deepest = allowed = 0
    start = Node(space.start, None, "", 0, 0, _evaluate(h, space.start, monitor))
    evaluated = stats.evaluated
    first = start.h if priority is None else priority(0, start.h)
    frontier = [entry(first, 0, start)]
    reached: dict[S, Node[S]] = {start.state: start} if check_reached else {}
    count, level = 0, -1
    least = start.h
    monitor.closest = start if h is not None else None
    monitor.opens(frontier, reached)
    if early and is_goal(start.state):
        return start
    try:
        while frontier:
            chosen = heappop(frontier)
            node: Node[S] = chosen[-1]
            popped += 1
            if check_reached:
                if reached[node.state] is not node:
                    continue
            elif check_closed:
                known = reached.get(node.state)
                if known is not None:
                    if known.g <= node.g or not reopen:
                        continue
                    reopened += 1
            if chosen[0] != level:
                level = chosen[0]
                if level == inf:  # only dead ends are left
                    return None
                monitor.prove(bound(level))
            if node.h < least:
                least = node.h
                monitor.closest = node
            if not early and is_goal(node.state):
                return node
            successors = children(node) if all_children is None else all_children(node.state)
            if observed or expanded >= allowed:
                stats.popped, stats.evaluated, stats.reopened = popped, evaluated, reopened
                stats.max_depth = deepest
                if observed:
                    monitor.expand(node, len(successors))
                else:
                    stats.expanded, stats.generated = expanded, generated
                    stats.peak_frontier = peak
                    allowed += monitor.allowance()
            expanded += 1
            generated += len(successors)
            if len(frontier) >= peak:
                peak = len(frontier) + 1
            node.expanded = True
            if check_closed:
                reached[node.state] = node
            g_node, depth = node.g, node.depth + 1
            for move, state, cost in successors:
                g = g_node + cost
                known = reached.get(state) if check_reached else None
                if known is not None:
                    if g >= known.g or not reopen:
                        if observed:
                            watch(node, move, state, "duplicate")  # type: ignore[misc]
                        continue
                    reopened += known.expanded
                    value = known.h
                elif check_path and on_path(node, state):
                    if observed:
                        watch(node, move, state, "duplicate")  # type: ignore[misc]
                    continue
                elif h is None:
                    value = 0
                else:
                    value = h(state)
                    evaluated += 1
                child = Node(state, node, move, g, depth, value)
                if check_reached:
                    reached[state] = child
                if depth > deepest:
                    deepest = depth
                if observed:
                    watch(node, move, state, "new" if known is None else "better")  # type: ignore[misc]
                if early and is_goal(state):
                    return child
                count += 1
                f = g + value if priority is None else priority(g, value)
                heappush(frontier, (f, value, -count, child) if by_h else entry(f, count, child))
        return None
    finally:
        stats.popped, stats.evaluated, stats.reopened = popped, evaluated, reopened
        stats.max_depth = deepest
        if not observed:
            stats.expanded, stats.generated, stats.peak_frontier = expanded, generated, peak


def _without_nodes(space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S]) -> Node[S] | None:
    """The same search with f = g + h and its usual options, in three quarters of the time.

    Twin of the loop above, with equal counters. Its nodes are tuples, which are their own entries
    in the frontier: (f, h, -number, g, depth, state, parent, move).
    """
    is_goal, stats = space.is_goal, monitor.stats
    moves_of, usual, kind, cheapest, vast, price, check = moves_to_check(space)
    least = _evaluate(h, space.start, monitor)
    value_of, most_value, precision, check_value = values_to_check(h)
    node: tuple[Any, ...] = (least, least, 0, 0, 0, space.start, None, "")
    frontier, reached, proved = [node], {space.start: node}, monitor.lower_bound
    # Numbers of nodes that are expanded or that a cheaper path replaced. Looking a number up is
    # faster than a state.
    done: set[int] = set()
    nearest = node
    expanded = generated = reopened = peak = deepest = allowed = count = 0
    monitor.closest = Node(space.start, None, "", 0, 0, least)
    monitor.opens(frontier, reached)
    try:
        while frontier:
            node = heappop(frontier)
            f, value, number, g_node, depth, state, _, _ = node
            if number in done:
                continue
            if f > proved:
                if f == inf:  # only dead ends are left
                    return None
                monitor.prove(f)
                proved = monitor.lower_bound
            if value < least:
                least, nearest = value, node
            if is_goal(state):
                return _node_of(node)
            moves = moves_of(state)
            if type(moves) is not list and type(moves) is not tuple and check is not None:
                yields = isinstance(moves, GeneratorType)
                moves = list(moves) if yields else check(state, moves)
            if expanded >= allowed:
                stats.expanded, stats.generated, stats.reopened = expanded, generated, reopened
                stats.evaluated, stats.popped = len(reached), 1 - count - len(frontier)
                stats.peak_frontier, stats.max_depth = peak, deepest
                allowed += monitor.allowance()
            expanded += 1
            generated += len(moves)
            if len(frontier) >= peak:
                peak = len(frontier) + 1
            done.add(number)
            depth += 1
            try:
                for move, other, cost in moves:
                    if (
                        cost is not usual
                        and check is not None
                        and (type(cost) is not kind or not cheapest <= cost < vast)
                    ):
                        given, cost = cost, price(cost)
                        if cost is None:
                            ((_, _, cost),) = check(state, [(move, other, given)])
                    g = g_node + cost
                    known = reached.get(other)
                    if known is None:
                        value = value_of(other)
                        if check_value is not None and (
                            type(value) is not int or not 0 <= value < most_value
                        ):
                            if (
                                type(value) is float
                                and 0 <= value < FRACTIONS_END
                                and not precision.exact
                            ):
                                value = int(value) if value.is_integer() else value
                            else:
                                value = check_value(other, value)
                    elif g < known[3]:
                        value = known[1]
                        reopened += known[2] in done
                        done.add(known[2])
                    else:
                        continue
                    count -= 1
                    child = (g + value, value, count, g, depth, other, node, move)
                    reached[other] = child
                    heappush(frontier, child)
                    if depth > deepest:
                        deepest = depth
            except (TypeError, ValueError):  # of the moves, unless they are in order
                if check is not None:
                    check(state, moves)
                raise
        return None
    finally:
        stats.expanded, stats.generated, stats.reopened = expanded, generated, reopened
        stats.evaluated, stats.popped = len(reached), 1 - count - len(frontier)
        stats.peak_frontier, stats.max_depth = peak, deepest
        if nearest[1] < monitor.closest.h:
            monitor.closest = _node_of(nearest)


def _node_of(last: tuple[Any, ...]) -> Node[Any]:
    """The node of a tuple, with its path from the start."""
    path = [last]
    while (parent := path[-1][6]) is not None:
        path.append(parent)
    node: Node[Any] | None = None
    for _, h, _, g, depth, state, _, move in reversed(path):
        node = Node(state, node, move, g, depth, h)
    assert node is not None
    return node


def _evaluate(h: Heuristic[S] | None, state: S, monitor: Monitor[S]) -> int:
    if h is None:
        return 0
    monitor.stats.evaluated += 1
    value: int = h(state)
    return value


def _itself(priority: float) -> float:
    return priority


def _proves_nothing(priority: float) -> int:
    return 0


@algorithm(
    "ucs",
    optimal=True,
    complete=True,
    aliases=("dijkstra", "uniform_cost"),
    endless_at_0=_ENDLESS_AT_0,
    paper="Dijkstra 1959",
    teaching=Teaching(
        label="Uniform-cost",
        colour="orange",
        pseudocode=best_first_code("g"),
        why=best_first_why("g = {g}"),
        priority="g",
    ),
)
def uniform_cost(
    space: StateSpace[S],
    monitor: Monitor[S],
    *,
    tie_break: TieBreak = "fifo",
    duplicates: Policy = "global",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Uniform-cost search: always expand the node with the smallest path cost g."""
    return best_first(
        space,
        None,
        monitor,
        priority=lambda g, h: g,
        bound=_itself,
        tie_break=tie_break,
        duplicates=duplicates,
        goal_test=goal_test,
    )


@algorithm(
    "greedy",
    optimal=False,
    complete=True,
    informed=True,
    aliases=("gbfs", "best_first"),
    paper="Doran & Michie 1966",
    teaching=Teaching(
        label="Greedy",
        colour="green",
        pseudocode=best_first_code("h", test="if child is in reached: skip it"),
        why=best_first_why("h = {h}"),
        priority="h",
    ),
)
def greedy(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    tie_break: TieBreak = "lifo",
    duplicates: Policy = "global",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Greedy best-first search: always expand the node with the smallest h; fast, not optimal."""
    return best_first(
        space,
        h,
        monitor,
        priority=lambda g, h: h,
        bound=_proves_nothing,
        tie_break=tie_break,
        duplicates=duplicates,
        goal_test=goal_test,
        reopen=False,
    )


@algorithm(
    "astar",
    optimal=True,
    complete=True,
    informed=True,
    aliases=("a*", "a-star", "a_star"),
    endless_at_0=_ENDLESS_AT_0,
    paper="Hart, Nilsson & Raphael 1968",
    teaching=Teaching(
        label="A*",
        colour="pink",
        pseudocode=best_first_code("f = g + h"),
        why=best_first_why("f = g + h = {g} + {h} = {f}", h_breaks_ties=True),
        priority="f",
    ),
)
def a_star(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    tie_break: TieBreak = "low_h",
    duplicates: Policy = "global",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """A*: always expand the node with the smallest f = g + h; optimal if h is admissible."""
    return best_first(
        space,
        h,
        monitor,
        priority=None,
        bound=_itself,
        tie_break=tie_break,
        duplicates=duplicates,
        goal_test=goal_test,
    )


@algorithm(
    "wastar",
    optimal=False,
    complete=True,
    informed=True,
    aliases=("wa*", "weighted_astar"),
    bounded="weight",
    unbounded=("goal_test=generation",),
    endless_at_0=_ENDLESS_AT_0,
    paper="Pohl 1970",
    teaching=Teaching(
        label="Weighted A*",
        colour="violet",
        defining="weight",
        pseudocode=best_first_code("f = g + {weight} h"),
        why=best_first_why(
            "f = g + {weight} * h = {g} + {weighted_h} = {weighted_f}", h_breaks_ties=True
        ),
        priority="weighted_f",
    ),
)
def weighted_a_star(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    weight: Annotated[float, Between(1, _HEAVIEST, "for h alone choose greedy")] = 2.0,
    tie_break: TieBreak = "low_h",
    duplicates: Policy = "global",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Weighted A*: A* with f = g + weight * h; costs at most weight times the optimum.

    With goal_test=generation, the first solution generated can cost more than that; what is proved
    of it, its lower bound, stays true.
    """
    weigh = Weight(weight)

    def bound(f: Any) -> Any:
        """g + weight h <= weight C* for some frontier node on an optimal path."""
        if monitor.fractional:
            return f / weight
        known = type(f) is float and f <= weigh.times(monitor.lower_bound)
        return 0 if known else weigh.below(f)

    return best_first(
        space,
        h,
        monitor,
        priority=weigh,
        bound=bound,
        tie_break=tie_break,
        duplicates=duplicates,
        goal_test=goal_test,
    )
