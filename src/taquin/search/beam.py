"""Beam search: breadth-first, keeping only the most promising states of each depth."""

from heapq import nsmallest
from math import inf
from typing import Annotated, TypeVar

from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace, min_cost
from taquin.search.pseudocode import child_loop
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["beam"]

S = TypeVar("S")


@algorithm(
    "beam",
    optimal=False,
    complete=False,
    informed=True,
    paper="Lowerre 1976 (The Harpy speech recognition system)",
    teaching=Teaching(
        label="Beam",
        colour="green",
        defining="width",
        pseudocode=(
            CodeLine("layer ← {{start}}; reached ← {{start}}"),
            CodeLine("while layer is not empty:"),
            CodeLine("    for each node of layer:", "choose"),
            child_loop(2),
            CodeLine("            if child is in reached: skip it", "duplicate"),
            CodeLine("            if child is the goal: return its path", "found"),
            CodeLine("            add child to reached and to the next layer", "new"),
            CodeLine("    layer ← the {width} children with the smallest h"),
            CodeLine("return: no solution was found", "fail"),
        ),
        why={
            "any": "Next of the boards kept at depth {depth} (at most {width}, those with the "
            "smallest h); h = {h}."
        },
        frontier="nodes generated so far for the next depth, newest first",
        discards=True,
    ),
)
def beam(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    width: Annotated[int, Between(1)] = 1000,
) -> Node[S] | None:
    """Beam search: keep only the `width` states of smallest h per depth; may miss solutions."""
    stats, watch, cheapest = monitor.stats, monitor.watch, min_cost(space)
    stats.evaluated += 1
    start = Node(space.start, None, "", 0, 0, h(space.start))
    monitor.closest = start
    layer, reached = [start], {start.state}
    if space.is_goal(start.state):
        return start
    if start.h == inf:
        monitor.incomplete = False
        return None
    while layer:
        after: list[Node[S]] = []
        monitor.opens(after, reached)
        if not monitor.incomplete:
            monitor.prove((layer[0].depth + 1) * cheapest)
        for node in layer:
            stats.popped += 1
            successors = space.successors(node.state)
            monitor.expand(node, len(successors))
            for move, state, cost in successors:
                if state in reached:
                    if watch is not None:
                        watch(node, move, state, "duplicate")
                    continue
                reached.add(state)
                stats.evaluated += 1
                child = Node(state, node, move, node.g + cost, node.depth + 1, h(state))
                if child.h == inf:
                    if watch is not None:
                        watch(node, move, state, "pruned")
                    continue
                if watch is not None:
                    watch(node, move, state, "new")
                if space.is_goal(state):
                    stats.max_depth = child.depth
                    return child
                after.append(child)
        if after:
            stats.max_depth = after[0].depth
            nearest = min(after, key=lambda node: node.h)
            if nearest.h < monitor.closest.h:
                monitor.closest = nearest
        if len(after) > width:
            monitor.incomplete = True
            after = nsmallest(width, after, key=lambda node: node.h)
        layer = after
    monitor.incomplete = bool(monitor.incomplete)  # where nothing was dropped, that is a proof
    return None
