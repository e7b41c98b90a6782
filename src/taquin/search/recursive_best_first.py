"""Recursive best-first search: best-first order in memory linear in the depth."""

from math import inf
from typing import Generic, TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.duplicates import TreePolicy, child_function, on_free_path, on_path
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace
from taquin.search.pseudocode import child_loop, duplicate_test
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["recursive_best_first"]

S = TypeVar("S")


class _Frame(Generic[S]):
    """A node on the current path; `choices` are [backed-up f, number, node] of its children."""

    __slots__ = ("choices", "limit", "node")

    def __init__(self, node: Node[S], limit: float, choices: list[list[float | Node[S]]]) -> None:
        self.node = node
        self.limit = limit
        self.choices = choices


_BEST = "Best child of the current path, with f = {value}"
_RAISED = f"{_BEST} (g + h = {{f}}, raised by the search below it)"
_INHERITED = f"{_BEST} (g + h = {{f}}, raised to its parent's {{above}})"
_ELSEWHERE = "; the best alternative has f = {alternative}."
_NO_OTHER = "; there is no alternative."
_TEACHING = Teaching(
    label="Recursive best-first",
    colour="orange",
    pseudocode=(
        CodeLine("search(node, limit):", "choose"),
        CodeLine("    if node is the goal: return its path", "goal", "found"),
        child_loop(),
        *duplicate_test(),
        CodeLine("        value of child ← max(g + h of child, value of node)", "new"),
        CodeLine("    repeat:"),
        CodeLine("        best ← the child with the smallest value"),
        CodeLine("        if value of best is above limit: return that value", "fail"),
        CodeLine("        other ← the second smallest value"),
        CodeLine("        value of best ← search(best, min(limit, other))"),
    ),
    why={
        "start": "The start, with f = g + h = {g} + {h} = {f}.",
        "raised_last": _RAISED + _NO_OTHER,
        "raised": _RAISED + _ELSEWHERE,
        "inherited_last": _INHERITED + _NO_OTHER,
        "inherited": _INHERITED + _ELSEWHERE,
        "last": _BEST + _NO_OTHER,
        "any": _BEST + _ELSEWHERE,
    },
    priority="value",
)


@algorithm(
    "rbfs",
    optimal=True,
    complete=True,
    informed=True,
    paper="Russell & Norvig, AIMA 3.5.3 (after Korf 1993)",
    teaching=_TEACHING,
)
def recursive_best_first(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    duplicates: TreePolicy = "parent",
) -> Node[S] | None:
    """RBFS as in AIMA: follow the best child until an alternative on the path is better.

    A child's value is at least its parent's. In Korf 1993 it inherits the parent's value only where
    an earlier search below the parent had raised that, so counts can differ.
    """
    stats, watch = monitor.stats, monitor.watch
    children, check_path = child_function(space, duplicates), duplicates == "path"

    def expand(node: Node[S], f: float, limit: float) -> _Frame[S]:
        successors = children(node)
        monitor.expand(node, len(successors))
        choices: list[list[float | Node[S]]] = []
        for move, state, cost in successors:
            if (check_path and on_path(node, state)) or (not cost and on_free_path(node, state)):
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
    monitor.closest = start
    if space.is_goal(start.state):
        return start
    if start.h == inf:
        return None
    monitor.prove(start.h)
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
            monitor.prove(f)
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
            monitor.prove(min(f, node.g))  # type: ignore[type-var]
            return node
        other = frame.choices[1][0] if len(frame.choices) > 1 else inf
        frames.append(expand(node, f, min(frame.limit, other)))  # type: ignore[arg-type,type-var]
