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
