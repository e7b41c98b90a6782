"""Breadth-first search, and the distances in a whole space: the tests' oracle."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.best_first import GoalTest
from taquin.search.duplicates import Duplicates, child_function, on_path
from taquin.search.monitor import Monitor
from taquin.search.problem import Node, StateSpace, min_cost, neighbor_function
from taquin.search.pseudocode import graph_search
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["breadth_first", "distances", "layers"]

S = TypeVar("S")
H = TypeVar("H", bound=Hashable)


_TEACHING = Teaching(
    label="Breadth-first",
    colour="blue",
    pseudocode=graph_search(
        "a queue",
        "take the oldest node",
        CodeLine("        if child is in reached: skip it", "duplicate", duplicates=("global",)),
    ),
    why={
        "only": "First in, first out: the only node in the frontier, at depth {depth}.",
        "any": "First in, first out: the oldest of {frontier} nodes in the frontier, "
        "at depth {depth}.",
    },
)


@algorithm(
    "bfs", optimal=True, complete=True, unit_cost=True, paper="Moore 1959", teaching=_TEACHING
)
def breadth_first(
    space: StateSpace[S],
    monitor: Monitor[S],
    *,
    duplicates: Duplicates = "global",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Breadth-first search: always expand the oldest node, so depths never decrease."""
    if duplicates == "global" and monitor.observer is None:
        return _without_nodes(space, monitor, early=goal_test == "generation")
    is_goal, watch, stats = space.is_goal, monitor.watch, monitor.stats
    children = child_function(space, duplicates)
    graph, check_path = duplicates == "global", duplicates == "path"
    early, cheapest = goal_test == "generation", min_cost(space)
    start = Node(space.start, None, "", 0, 0)
    frontier = deque([start])
    reached = {start.state} if graph else set()
    monitor.opens(frontier, reached)
    if early and is_goal(start.state):
        return start
    level = -1
    while frontier:
        node = frontier.popleft()
        stats.popped += 1
        if node.depth > level:
            level = node.depth
            monitor.prove((level + early) * cheapest)
        if not early and is_goal(node.state):
            return node
        successors = children(node)
        monitor.expand(node, len(successors))
        g, depth = node.g, node.depth + 1
        for move, state, cost in successors:
            if state in reached or (check_path and on_path(node, state)):
                if watch is not None:
                    watch(node, move, state, "duplicate")
                continue
            if graph:
                reached.add(state)
            child = Node(state, node, move, g + cost, depth)
            if depth > stats.max_depth:
                stats.max_depth = depth
            if watch is not None:
                watch(node, move, state, "new")
            if early and is_goal(state):
                return child
            frontier.append(child)
    return None


def _without_nodes(space: StateSpace[S], monitor: Monitor[S], *, early: bool) -> Node[S] | None:
    """The same graph search in half the time: stores states and their predecessors, not nodes.

    Twin of the loop above, with equal counters.
    """
    is_goal, neighbors_of, stats = space.is_goal, neighbor_function(space), monitor.stats
    came_from: dict[S, S | None] = {space.start: None}
    cheapest, layer, deeper = min_cost(space), [space.start], list[S]()
    popped = generated = peak = depth = 0
    allowed = 0  # the expansions that the monitor allows
    pending = 0  # 1 while the state popped last is not expanded
    monitor.opens((), came_from)
    if early and is_goal(space.start):
        return _node(space, came_from, space.start)
    try:
        for depth in count():
            monitor.prove((depth + early) * cheapest)
            deeper = []
            for popped, state in enumerate(layer, popped + 1):  # noqa: B020 (the count continues)
                if not early and is_goal(state):
                    pending = 1
                    return _node(space, came_from, state)
                neighbors = neighbors_of(state)
                waiting = len(came_from) - popped
                if popped > allowed:
                    pending, stats.expanded, stats.generated = 1, popped - 1, generated
                    stats.max_depth, stats.peak_frontier = depth + bool(deeper), peak
                    monitor.set_frontier_size(waiting)
                    allowed += monitor.allowance()
                    pending = 0
                generated += len(neighbors)
                if waiting >= peak:
                    peak = waiting + 1
                for other in neighbors:
                    if other not in came_from:
                        came_from[other] = state
                        deeper.append(other)
                        if early and is_goal(other):
                            return _node(space, came_from, other)
            if not deeper:
                return None
            layer = deeper
    finally:
        stats.expanded, stats.popped = popped - pending, popped
        stats.generated, stats.peak_frontier = generated, peak
        stats.max_depth = depth + bool(deeper)
        monitor.set_frontier_size(len(came_from) - popped)
    return None


def _node(space: StateSpace[S], came_from: dict[S, S | None], state: S) -> Node[S]:
    """The node of `state`, with its path from the start."""
    path = [state]
    while (before := came_from[path[-1]]) is not None:
        path.append(before)
    node = Node(path.pop(), None, "", 0, 0)
    while path:
        after = path.pop()
        steps = space.successors(node.state)
        move, cost = next((move, cost) for move, other, cost in steps if other == after)
        node = Node(after, node, move, node.g + cost, node.depth + 1)
    return node


def layers(
    starts: Iterable[H], successors: Callable[[H], Sequence[tuple[str, H, int]]]
) -> Iterator[set[H]]:
    """The states at distance 0, 1, 2, … from `starts`, counted in moves. O(space).

    Every move must be reversible, because only the last two layers are stored.
    """
    before: set[H] = set()
    layer = set(starts)
    while layer:
        yield layer
        after = {state for known in layer for _, state, _ in successors(known)}
        before, layer = layer, after - layer - before


def distances(start: H, successors: Callable[[H], Sequence[tuple[str, H, int]]]) -> dict[H, int]:
    """The least number of moves from `start` to every reachable state. O(space)."""
    return {
        state: depth for depth, layer in enumerate(layers([start], successors)) for state in layer
    }
