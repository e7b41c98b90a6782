"""Breadth-first search, and the distances of a whole space: the oracle of the tests."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.best_first import GoalTest
from taquin.search.duplicates import Duplicates, child_function, on_path
from taquin.search.monitor import Monitor
from taquin.search.problem import Node, StateSpace, min_cost

__all__ = ["breadth_first", "distances", "layers"]

S = TypeVar("S")
H = TypeVar("H", bound=Hashable)


@algorithm("bfs", optimal=True, complete=True, unit_cost=True, paper="Moore 1959")
def breadth_first(
    space: StateSpace[S],
    monitor: Monitor[S],
    *,
    duplicates: Duplicates = "global",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Breadth-first search: expand the oldest node, so that depths never decrease."""
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
    """The same graph search in half the time: states alone, each with where it came from.

    Twin of the loop above, counters included.
    """
    is_goal, successors_of, stats = space.is_goal, space.successors, monitor.stats
    came_from: dict[S, S | None] = {space.start: None}
    frontier = deque([space.start])
    cheapest, depth, left = min_cost(space), 0, 1  # left: states of this depth still waiting
    monitor.opens(frontier, came_from)
    if early and is_goal(space.start):
        return _node(space, came_from, space.start)
    monitor.prove(early * cheapest)
    try:
        while frontier:
            if not left:
                depth, left = depth + 1, len(frontier)
                monitor.prove((depth + early) * cheapest)
            state = frontier.popleft()
            left -= 1
            if not early and is_goal(state):
                return _node(space, came_from, state)
            successors = successors_of(state)
            monitor.count(len(successors))
            for _, other, _ in successors:
                if other not in came_from:
                    came_from[other] = state
                    frontier.append(other)
                    if early and is_goal(other):
                        return _node(space, came_from, other)
        return None
    finally:
        stats.popped = len(came_from) - len(frontier)
        stats.max_depth = depth + (len(frontier) > left)


def _node(space: StateSpace[S], came_from: dict[S, S | None], state: S) -> Node[S]:
    """The node of `state`, with the whole path behind it."""
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
    """The states at distance 0, 1, 2, … from `starts`, counting moves. O(space).

    Needs moves that can be undone: only the last two layers are remembered.
    """
    before: set[H] = set()
    layer = set(starts)
    while layer:
        yield layer
        after = {state for known in layer for _, state, _ in successors(known)}
        before, layer = layer, after - layer - before


def distances(start: H, successors: Callable[[H], Sequence[tuple[str, H, int]]]) -> dict[H, int]:
    """The least number of moves from `start` to every state that can be reached. O(space)."""
    return {
        state: depth for depth, layer in enumerate(layers([start], successors)) for state in layer
    }
