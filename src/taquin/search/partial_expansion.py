"""Partial expansion A*: of a node's children, only those with the f that is due are stored."""

from heapq import heappop, heappush
from math import inf
from typing import Literal, TypeVar

from taquin.ground.errors import OptionError
from taquin.search.algorithm import algorithm
from taquin.search.frontier import Heap
from taquin.search.monitor import Monitor
from taquin.search.problem import (
    Heuristic,
    Node,
    OperatorSelection,
    StateSpace,
    operator_selection,
)
from taquin.search.pseudocode import child_loop, low_h_why
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["partial_expansion"]

S = TypeVar("S")
# deltas: the heuristic tells which children are due; all: they are found among all children; auto:
# deltas where the heuristic can tell.
Selection = Literal["auto", "deltas", "all"]

_TEACHING = Teaching(
    label="EPEA*",
    colour="blue",
    pseudocode=(
        CodeLine("F of start ← h(start); frontier ← {{start}}; reached ← {{start}}"),
        CodeLine("while frontier is not empty:"),
        CodeLine("    node ← take the node with the smallest F", "choose"),
        CodeLine("    if node is the goal: return its path", "goal", "found"),
        CodeLine(
            "    children ← those whose f = g + h is F of node; no others are created",
            selection=("auto", "deltas"),
        ),
        CodeLine("    children ← those whose f = g + h is F of node", selection=("all",)),
        child_loop(),
        CodeLine("        if child is in reached and not cheaper: skip it", "duplicate"),
        CodeLine("        add child to reached, with F = f", "new", "better"),
        CodeLine("        add child to frontier", "new", "better"),
        CodeLine("    F of node ← the smallest f above it among all its children"),
        CodeLine("    if there is one: return node to frontier"),
        CodeLine("return: no solution exists", "fail"),
    ),
    why=low_h_why(
        "F = {value} (f = {f})",
        more=" Of its children, those with f up to {value} are due, unless they were before.",
    ),
    priority="value",
    tie_break="low_h",
)


@algorithm(
    "epeastar",
    optimal=True,
    complete=True,
    informed=True,
    aliases=("epea*",),
    paper="Goldenberg et al. 2014",
    teaching=_TEACHING,
)
def partial_expansion(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    *,
    selection: Selection = "auto",
) -> Node[S] | None:
    """EPEA*: A* that creates a child only when its f is due; PEA* if h has no operator selection.

    There are no surplus nodes in the frontier. Operator selection takes a heuristic that knows what
    each move changes before it is made: sums over tiles such as manhattan and misplaced do in
    single-tile moves. With linear_conflict, walking_distance and other heuristics, and in
    multi-tile moves, this is PEA* (Yoshizumi, Miura & Ishida 2000): all children are created and
    evaluated at each expansion, and those are stored that are due.
    """
    is_goal, watch, stats = space.is_goal, monitor.watch, monitor.stats
    select = None if selection == "all" else operator_selection(h, space)
    if select is None and selection == "deltas":
        raise OptionError(
            "selection=deltas needs a heuristic that knows what each move changes, such as "
            "manhattan in single-tile moves; choose one, or selection=auto."
        )
    stats.evaluated += 1
    start = Node(space.start, None, "", 0, 0, h(space.start))
    monitor.closest = start
    reached = {start.state: start}
    # F, h and a number, which order the nodes; the F of the node's last expansion; the node.
    frontier = Heap([(start.h, start.h, 0, -1, start)])
    count = 0
    monitor.opens(frontier, reached)
    while frontier:
        due, _, _, before, node = heappop(frontier)
        stats.popped += 1
        if due == inf:  # only dead ends are left
            return None
        if reached[node.state] is not node:
            continue
        monitor.prove(due)
        if node.h < monitor.closest.h:
            monitor.closest = node
        if is_goal(node.state):
            return node
        if watch is not None:
            frontier.said = {"value": due}
        if select is None:
            children, following = _among_all(space, h, monitor, node, before, due)
        else:
            children, following = _by_deltas(select, monitor, node, before, due)
        node.expanded = True
        for child in children:
            known = reached.get(child.state)
            if known is not None and child.g >= known.g:
                if watch is not None:
                    watch(node, child.move, child.state, "duplicate")
                continue
            stats.reopened += known is not None and known.expanded
            stats.max_depth = max(stats.max_depth, child.depth)
            reached[child.state] = child
            if watch is not None:
                watch(node, child.move, child.state, "new" if known is None else "better")
            count += 1
            heappush(frontier, (child.g + child.h, child.h, -count, -1, child))
        if following is not None:
            count += 1
            heappush(frontier, (following, node.h, -count, due, node))
    return None


def _by_deltas(
    select: OperatorSelection[S], monitor: Monitor[S], node: Node[S], before: int, due: int
) -> tuple[list[Node[S]], int | None]:
    """The children whose f is above `before` and at most `due`, and the least f above that.

    With a consistent heuristic, they are those whose f is `due`. No others are created.
    """
    f = node.g + node.h
    chosen, change = select(node.state, before - f, due - f)
    monitor.expand(node, len(chosen))
    children = [
        Node(state, node, move, node.g + cost, node.depth + 1, node.h + more)
        for move, state, cost, more in chosen
    ]
    return children, None if change is None else f + change


def _among_all(
    space: StateSpace[S],
    h: Heuristic[S],
    monitor: Monitor[S],
    node: Node[S],
    before: int,
    due: int,
) -> tuple[list[Node[S]], int | None]:
    """The same children, chosen from all."""
    watch = monitor.watch
    successors = space.successors(node.state)
    monitor.expand(node, len(successors))
    children: list[Node[S]] = []
    following: int | None = None
    for move, state, cost in successors:
        monitor.stats.evaluated += 1
        child = Node(state, node, move, node.g + cost, node.depth + 1, h(state))
        f = child.g + child.h
        if before < f <= due:
            children.append(child)
            continue
        if f > due and (following is None or f < following):
            following = f
        if watch is not None:
            watch(node, move, state, "pruned")
    return children, following
