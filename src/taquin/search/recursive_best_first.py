"""Recursive best-first search: best-first order in memory linear in the depth."""

from math import inf
from typing import Generic, TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.duplicates import TreePolicy, child_function, on_path
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace

__all__ = ["recursive_best_first"]

S = TypeVar("S")


class _Frame(Generic[S]):
    """A node on the current path; `choices` are [backed-up f, number, node] of its children."""

    __slots__ = ("choices", "limit", "node")

    def __init__(self, node: Node[S], limit: float, choices: list[list[float | Node[S]]]) -> None:
        self.node = node
        self.limit = limit
        self.choices = choices


@algorithm("rbfs", optimal=True, complete=True, informed=True, paper="Korf 1993")
def recursive_best_first(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    duplicates: TreePolicy = "parent",
) -> Node[S] | None:
    """RBFS: follow the best child until an alternative on the path is better; back up its f."""
    stats, watch = monitor.stats, monitor.watch
    children, check_path = child_function(space, duplicates), duplicates == "path"

    def expand(node: Node[S], f: float, limit: float) -> _Frame[S]:
        successors = children(node)
        monitor.expand(node, len(successors))
        choices: list[list[float | Node[S]]] = []
        for move, state, cost in successors:
            if check_path and on_path(node, state):
                if watch is not None:
                    watch(node, move, state, "duplicate")
                continue
            stats.evaluated += 1
            child = Node(state, node, move, node.g + cost, node.depth + 1, h(state))
            choices.append([max(child.g + child.h, f), len(choices), child])
            stats.max_depth = max(stats.max_depth, child.depth)
            if watch is not None:
                watch(node, move, state, "new")
        return _Frame(node, limit, choices)

    stats.evaluated += 1
    start = Node(space.start, None, "", 0, 0, h(space.start))
    monitor.prove(start.h)
    monitor.closest = start
    if space.is_goal(start.state):
        return start
    frames: list[_Frame[S]] = []
    monitor.opens(frames)
    frames.append(expand(start, start.h, inf))
    while True:
        frame = frames[-1]
        frame.choices.sort(key=lambda choice: choice[:2])
        best = frame.choices[0] if frame.choices else None
        f = inf if best is None else best[0]
        if len(frames) == 1:
            if best is None or f == inf:
                return None
            monitor.prove(int(f))  # type: ignore[arg-type]
        if best is None or f > frame.limit or f == inf:  # type: ignore[operator]
            frames.pop()
            frames[-1].choices[0][0] = f
            continue
        node = best[2]
        assert isinstance(node, Node)
        if node.h < monitor.closest.h:
            monitor.closest = node
        if space.is_goal(node.state):
            # No alternative on the path is better than f, or it would have been followed.
            monitor.prove(min(int(f), node.g))  # type: ignore[arg-type]
            return node
        other = frame.choices[1][0] if len(frame.choices) > 1 else inf
        frames.append(expand(node, f, min(frame.limit, other)))  # type: ignore[arg-type,type-var]
