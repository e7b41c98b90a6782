"""Depth-first, depth-limited and iterative-deepening search."""

from collections.abc import Iterator
from itertools import count
from typing import Annotated, Literal, TypeVar

from taquin.ground.registry import Between
from taquin.search.algorithm import algorithm
from taquin.search.best_first import GoalTest
from taquin.search.duplicates import Duplicates, child_function
from taquin.search.monitor import Monitor
from taquin.search.problem import Node, StateSpace, min_cost
from taquin.search.pseudocode import graph_search
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["depth_first", "depth_limited", "iterative_deepening"]

S = TypeVar("S")
# Beyond, depths would not fit the compiled twins.
Depth = Annotated[int, Between(0, 10**9)]
# A stack expands the last successor first; fifo expands siblings in successor order.
SiblingOrder = Literal["lifo", "fifo"]
# global: a state reached again at a smaller depth is expanded again, so nothing within the limit
# is missed. blind: a reached state is never expanded again, which misses solutions; states at the
# limit are expanded, and their successors discarded.
DepthPolicy = Literal["global", "blind", "path", "parent", "none"]


def _dive(
    space: StateSpace[S],
    monitor: Monitor[S],
    limit: int | None,
    duplicates: DepthPolicy,
    tie_break: SiblingOrder,
    goal_test: GoalTest,
) -> tuple[Node[S] | None, bool]:
    """One depth-first pass to depth `limit`: the goal's node, and whether the limit cut it off."""
    is_goal, watch, stats = space.is_goal, monitor.watch, monitor.stats
    children, early = child_function(space, duplicates), goal_test == "generation"
    blind = duplicates == "blind"
    aware = duplicates == "global" and limit is not None
    graph, check_path = duplicates in ("global", "blind"), duplicates == "path"
    start = Node(space.start, None, "", 0, 0)
    stack = [start]
    reached = {start.state: 0} if graph else {}  # smallest depth at which a state was generated
    closed: set[S] = set()  # states already expanded at that depth; may be reopened
    path: list[S] = []
    on_path: set[S] = set()
    cut = False
    monitor.opens(stack, reached)
    if early and is_goal(start.state):
        return start, cut
    while stack:
        node = stack.pop()
        stats.popped += 1
        if aware and reached[node.state] < node.depth:
            continue
        if not early and is_goal(node.state):
            return node, cut
        if node.depth == limit and not blind:
            cut = True
            continue
        successors = children(node)
        monitor.expand(node, len(successors))
        if aware:
            closed.add(node.state)
        if check_path:
            on_path.difference_update(path[node.depth :])
            del path[node.depth :]
            path.append(node.state)
            on_path.add(node.state)
        depth = node.depth + 1
        if blind and node.depth == limit:  # the notebook behind this policy checks depth only here
            cut = True
            if watch is not None:
                for move, state, _ in successors:
                    watch(node, move, state, "pruned")
            continue
        for move, state, cost in successors if tie_break == "lifo" else reversed(successors):
            known = reached.get(state) if graph else None
            if (known is not None and (known <= depth or not aware)) or state in on_path:
                if watch is not None:
                    watch(node, move, state, "duplicate")
                continue
            if graph:
                reached[state] = depth
            if known is not None and state in closed:
                stats.reopened += 1
                closed.remove(state)
            child = Node(state, node, move, node.g + cost, depth)
            if depth > stats.max_depth:
                stats.max_depth = depth
            if watch is not None:
                watch(node, move, state, "new" if known is None else "better")
            if early and is_goal(state):
                return child, cut
            stack.append(child)
    if aware:  # by now every state was expanded at its least depth or is at the limit
        cut = any(depth == limit for depth in reached.values())
    return None, cut


_ONLY = "Last in, first out: the only node in the frontier, at depth {depth}"
_NEWEST = "Last in, first out: the newest of {frontier} nodes in the frontier, at depth {depth}"
_WHY_LIMITED = {"only": f"{_ONLY} (limit {{limit}}).", "any": f"{_NEWEST} (limit {{limit}})."}


def _unlimited_code() -> tuple[CodeLine, ...]:
    test = "        if child is in reached: skip it"
    return graph_search(
        "a stack", "take the newest node", CodeLine(test, "duplicate", duplicates=("global",))
    )


def _limited_code() -> Iterator[CodeLine]:
    """The same with a depth limit. With `blind`, it is checked after the children are generated."""
    code = graph_search(
        "a stack",
        "take the newest node",
        CodeLine(
            "        if child is in reached at no greater depth: skip it",
            "duplicate",
            duplicates=("global",),
        ),
        CodeLine("        if child is in reached: skip it", "duplicate", duplicates=("blind",)),
        stored=("global", "blind"),
    )
    others: tuple[str, ...] = ("global", "path", "parent", "none")
    for line in code:
        if "expand" not in line.marks:
            yield line
            continue
        yield CodeLine("    if node is at the depth limit: continue", "limit", duplicates=others)
        yield line
        text = "        if node is at the depth limit: skip child"
        yield CodeLine(text, "pruned", duplicates=("blind",))


@algorithm(
    "dfs",
    optimal=False,
    complete=True,
    paper="Tarjan 1972",
    teaching=Teaching(
        label="Depth-first",
        colour="green",
        pseudocode=_unlimited_code(),
        why={"only": f"{_ONLY}.", "any": f"{_NEWEST}."},
    ),
)
def depth_first(
    space: StateSpace[S],
    monitor: Monitor[S],
    *,
    duplicates: Duplicates = "global",
    tie_break: SiblingOrder = "lifo",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Depth-first search: always expand the newest node; finds long solutions."""
    node, _ = _dive(space, monitor, None, duplicates, tie_break, goal_test)
    return node


@algorithm(
    "dls",
    optimal=False,
    complete=False,
    paper="Russell & Norvig, AIMA 3.4.4",
    teaching=Teaching(
        label="Depth-limited",
        colour="yellow",
        defining="depth",
        pseudocode=tuple(_limited_code()),
        why=_WHY_LIMITED,
    ),
)
def depth_limited(
    space: StateSpace[S],
    monitor: Monitor[S],
    *,
    depth: Depth = 100,
    duplicates: DepthPolicy = "global",
    tie_break: SiblingOrder = "lifo",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Depth-limited search: depth-first, never deeper than `depth` moves."""
    node, cut = _dive(space, monitor, depth, duplicates, tie_break, goal_test)
    if node is None:
        monitor.incomplete = cut  # where nothing was cut off, that is a proof
        if cut and duplicates != "blind":
            monitor.prove((depth + 1) * min_cost(space))
    return node


@algorithm(
    "ids",
    optimal=True,
    complete=True,
    unit_cost=True,
    aliases=("iddfs",),
    paper="Korf 1985",
    teaching=Teaching(
        label="Iterative deepening",
        colour="violet",
        pseudocode=(
            CodeLine("for limit = 0, 1, 2, …:"),
            *(line.below() for line in _limited_code() if "fail" not in line.marks),
            CodeLine("    if nothing was cut off: return: no solution exists", "fail"),
        ),
        why=_WHY_LIMITED,
    ),
)
def iterative_deepening(
    space: StateSpace[S],
    monitor: Monitor[S],
    *,
    depth: Depth | None = None,
    duplicates: DepthPolicy = "global",
    tie_break: SiblingOrder = "lifo",
    goal_test: GoalTest = "expansion",
) -> Node[S] | None:
    """Iterative deepening: depth-limited search to 0, 1, 2, … moves, at most `depth`."""
    for limit in count():
        if depth is not None and limit > depth:
            monitor.incomplete = True
            return None
        monitor.contour(limit)
        if duplicates != "blind":
            monitor.prove(limit * min_cost(space))
        node, cut = _dive(space, monitor, limit, duplicates, tie_break, goal_test)
        if node is not None or not cut:
            return node
    raise AssertionError("unreachable: count() does not end")
