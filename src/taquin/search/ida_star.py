"""Iterative-deepening A*: depth-first passes under a growing bound on f."""

from collections.abc import Iterator
from typing import TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.deepening import deepen, evaluated_start
from taquin.search.duplicates import TreePolicy, child_function, on_free_path, on_path
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import deepening_code, deepening_why
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["ida_star"]

S = TypeVar("S")


@algorithm(
    "idastar",
    optimal=True,
    complete=True,
    informed=True,
    aliases=("ida*", "ida"),
    paper="Korf 1985",
    teaching=Teaching(
        label="IDA*",
        colour="yellow",
        pseudocode=deepening_code(
            CodeLine(
                "        if g + h of child is above bound: record its f and skip it", "pruned"
            ),
            CodeLine("        if child is the goal: return its path", "goal"),
            CodeLine("        search(child)", "new"),
        ),
        why=deepening_why(),
        priority="f",
    ),
)
def ida_star(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    duplicates: TreePolicy = "parent",
) -> Node[S] | None:
    """IDA*: depth-first passes under a bound on f = g + h, raised to the least f beyond it."""
    start = evaluated_start(space, h, monitor)

    def contour(bound: int) -> tuple[Node[S] | None, int | None]:
        return _contour(space, h, monitor, start, bound, duplicates)

    return deepen(start.h, contour, monitor)


def _contour(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    start: Node[S],
    bound: int,
    duplicates: TreePolicy,
) -> tuple[Node[S] | None, int | None]:
    """One pass under `bound`: the goal's node if reached, else the least f beyond the bound.

    Successors are generated one at a time, so those after the goal are never generated.
    """
    if space.is_goal(start.state):
        return start, None
    children, is_goal = child_function(space, duplicates), space.is_goal
    watch, stats, check_path = monitor.watch, monitor.stats, duplicates == "path"
    beyond: int | None = None
    stack: list[tuple[Node[S], Iterator[tuple[str, S, int]]]] = []
    monitor.opens(stack)
    monitor.expand(start, 0)
    stack.append((start, iter(children(start))))
    while stack:
        node, rest = stack[-1]
        for move, state, cost in rest:
            stats.generated += 1
            if (check_path and on_path(node, state)) or (not cost and on_free_path(node, state)):
                if watch is not None:
                    watch(node, move, state, "duplicate")
                continue
            stats.evaluated += 1
            value = h(state)
            g = node.g + cost
            if g + value > bound:
                if beyond is None or g + value < beyond:
                    beyond = g + value
                if watch is not None:
                    watch(node, move, state, "pruned")
                continue
            child = Node(state, node, move, g, node.depth + 1, value)
            if child.depth > stats.max_depth:
                stats.max_depth = child.depth
            if watch is not None:
                watch(node, move, state, "new")
            if value < monitor.closest.h:  # type: ignore[union-attr]
                monitor.closest = child
            if is_goal(state):
                return child, None
            monitor.expand(child, 0)
            stack.append((child, iter(children(child))))
            break
        else:
            stack.pop()
    return None, beyond
