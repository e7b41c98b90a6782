"""Best-first search and its configurations: uniform-cost, greedy, A* and weighted A* search."""

from collections.abc import Callable
from heapq import heappop, heappush
from math import ceil, inf
from typing import Annotated, Any, Literal, TypeVar

from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.duplicates import child_function, on_path
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
    priority: Callable[[int, int], float],
    bound: Callable[[float], int],
    tie_break: TieBreak,
    duplicates: Policy,
    goal_test: GoalTest,
    reopen: bool = True,
) -> Node[S] | None:
    """Always expand the node with the smallest ``priority(g, h)``.

    bound: turns the smallest priority in the frontier into a proved lower bound on the cost.
    reopen: queue a state again when a cheaper path to it is found.
    """
    is_goal, watch, stats = space.is_goal, monitor.watch, monitor.stats
    children, entry = child_function(space, duplicates), _ENTRY[tie_break]
    check_reached, check_closed = duplicates == "global", duplicates == "closed"
    check_path, early = duplicates == "path", goal_test == "generation"
    start = Node(space.start, None, "", 0, 0, _evaluate(h, space.start, monitor))
    frontier = [entry(priority(0, start.h), 0, start)]
    reached: dict[S, Node[S]] = {start.state: start} if check_reached else {}
    count, level = 0, -1
    least = start.h
    monitor.closest = start if h is not None else None
    monitor.opens(frontier, reached)
    if early and is_goal(start.state):
        return start
    while frontier:
        chosen = heappop(frontier)
        node: Node[S] = chosen[-1]
        stats.popped += 1
        if check_reached:
            if reached[node.state] is not node:
                continue
        elif check_closed:
            known = reached.get(node.state)
            if known is not None:
                if known.g <= node.g or not reopen:
                    continue
                stats.reopened += 1
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
        successors = children(node)
        monitor.expand(node, len(successors))
        node.expanded = True
        if check_closed:
            reached[node.state] = node
        g_node, depth = node.g, node.depth + 1
        for move, state, cost in successors:
            g = g_node + cost
            known = reached.get(state) if check_reached else None
            if known is not None:
                if g >= known.g or not reopen:
                    if watch is not None:
                        watch(node, move, state, "duplicate")
                    continue
                stats.reopened += known.expanded
                value = known.h
            elif check_path and on_path(node, state):
                if watch is not None:
                    watch(node, move, state, "duplicate")
                continue
            else:
                value = 0 if h is None else h(state)
                stats.evaluated += h is not None
            child = Node(state, node, move, g, depth, value)
            if check_reached:
                reached[state] = child
            if depth > stats.max_depth:
                stats.max_depth = depth
            if watch is not None:
                watch(node, move, state, "new" if known is None else "better")
            if early and is_goal(state):
                return child
            count += 1
            heappush(frontier, entry(priority(g, value), count, child))
    return None


def _evaluate(h: Heuristic[S] | None, state: S, monitor: Monitor[S]) -> int:
    if h is None:
        return 0
    monitor.stats.evaluated += 1
    value: int = h(state)
    return value


def _proves_nothing(priority: float) -> int:
    return 0


@algorithm(
    "ucs",
    optimal=True,
    complete=True,
    aliases=("dijkstra", "uniform_cost"),
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
        bound=int,
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
        priority=lambda g, h: g + h,
        bound=int,
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
    """Weighted A*: A* with f = g + weight * h; costs at most weight times the optimum."""
    return best_first(
        space,
        h,
        monitor,
        priority=lambda g, h: g + weight * h,
        # g + weight h <= weight C* for some frontier node on an optimal path.
        bound=lambda f: ceil(f / weight - 1e-9),
        tie_break=tie_break,
        duplicates=duplicates,
        goal_test=goal_test,
    )
