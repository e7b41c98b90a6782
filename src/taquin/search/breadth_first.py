"""Breadth-first search, and the distances of a whole space: the oracle of the tests."""

from collections import deque
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from itertools import count
from typing import TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.best_first import GoalTest
from taquin.search.duplicates import Duplicates, child_function, on_path
from taquin.search.monitor import Monitor
from taquin.search.problem import Node, StateSpace, min_cost, neighbor_function

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
    is_goal, neighbors_of, stats = space.is_goal, neighbor_function(space), monitor.stats
    came_from: dict[S, S | None] = {space.start: None}
    cheapest, layer, deeper = min_cost(space), [space.start], list[S]()
    popped = generated = peak = depth = 0
    asked = held = 0  # expansions the monitor allows; 1 while the state popped is not expanded
    monitor.opens((), came_from)
    if early and is_goal(space.start):
        return _node(space, came_from, space.start)
    try:
        for depth in count():
            monitor.prove((depth + early) * cheapest)
            deeper = []
            for popped, state in enumerate(layer, popped + 1):  # noqa: B020 (it goes on counting)
                if not early and is_goal(state):
                    held = 1
                    return _node(space, came_from, state)
                neighbors = neighbors_of(state)
                waiting = len(came_from) - popped
                if popped > asked:
                    held, stats.expanded, stats.generated = 1, popped - 1, generated
                    stats.max_depth, stats.peak_frontier = depth + bool(deeper), peak
                    monitor.waits(waiting)
                    asked += monitor.ask()
                    held = 0
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
        stats.expanded, stats.popped = popped - held, popped
        stats.generated, stats.peak_frontier = generated, peak
        stats.max_depth = depth + bool(deeper)
        monitor.waits(len(came_from) - popped)
    return None


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
