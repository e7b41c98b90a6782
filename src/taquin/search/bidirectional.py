"""Search from both ends: bidirectional breadth-first search, and MM (meet in the middle)."""

from collections import deque
from heapq import heappop, heappush
from typing import TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.both_ends import Both, BothEnds, Side, join
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, ReversibleSpace, min_cost
from taquin.search.pseudocode import both_ends_code, child_loop
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["bidirectional_breadth_first", "meet_in_the_middle"]

S = TypeVar("S")


@algorithm(
    "bibfs",
    optimal=True,
    complete=True,
    unit_cost=True,
    bidirectional=True,
    paper="Pohl 1971",
    teaching=Teaching(
        label="Bidirectional breadth-first",
        colour="pink",
        pseudocode=(
            CodeLine("two frontiers and reached sets: from the start and from the goal"),
            CodeLine("while neither frontier is empty:"),
            CodeLine("    take the side with the smaller frontier"),
            CodeLine("    for each node of its next level:", "choose"),
            child_loop(2),
            CodeLine("            if child is in reached of this side: skip it", "duplicate"),
            CodeLine(
                "            if child is in reached of the other side: return the joined path",
                "found",
            ),
            CodeLine("            add child to reached and to frontier of this side", "new"),
            CodeLine("return: no solution exists", "fail"),
        ),
        why={
            "any": "Level {depth}, {side}: the oldest node on this side. The frontiers contain "
            "{forwards} more forwards and {backwards} more backwards. A level is completed before "
            "the next one begins, on the side with the smaller frontier."
        },
    ),
)
def bidirectional_breadth_first(space: ReversibleSpace[S], monitor: Monitor[S]) -> Node[S] | None:
    """Bidirectional breadth-first search: whole levels from the end with the smaller frontier."""
    stats, watch, cheapest = monitor.stats, monitor.watch, min_cost(space)
    ends = [Node(state, None, "", 0, 0) for state in (space.start, space.goal)]
    frontiers = [deque([end]) for end in ends]
    reached = [{end.state: end} for end in ends]
    steps = (space.successors, space.predecessors)
    monitor.opens(Both(*frontiers), Both(*reached))
    if space.is_goal(space.start):
        return ends[0]
    while all(frontiers):
        side = 0 if len(frontiers[0]) <= len(frontiers[1]) else 1
        frontier, known, opposite = frontiers[side], reached[side], reached[1 - side]
        # Levels 0 … a and 0 … b are complete and disjoint, so a solution has at least a+b+1 moves.
        monitor.prove((frontiers[0][0].depth + frontiers[1][0].depth + 1) * cheapest)
        level = frontier[0].depth
        while frontier and frontier[0].depth == level:
            node = frontier.popleft()
            stats.popped += 1
            successors = steps[side](node.state)
            monitor.expand(node, len(successors))
            for move, state, cost in successors:
                if state in known:
                    if watch is not None:
                        watch(node, move, state, "duplicate")
                    continue
                child = Node(state, node, move, node.g + cost, level + 1)
                known[state] = child
                stats.max_depth = max(stats.max_depth, level + 1)
                if watch is not None:
                    watch(node, move, state, "new")
                if state in opposite:
                    pair = (child, opposite[state])
                    return join(*pair) if side == 0 else join(*pair[::-1])
                frontier.append(child)
    return None


class _Side(Side[S]):
    """One direction of MM: open nodes by priority, and the least f and g among them."""

    def __init__(self, gap: int) -> None:
        super().__init__()
        self._gap = gap
        self._by_priority: list[tuple[int, int, int, Node[S]]] = []
        self._by_f: list[tuple[int, int, Node[S]]] = []
        self._by_g: list[tuple[int, int, Node[S]]] = []

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        super().push(node)
        f = node.g + node.h
        # Among equal priorities, the smaller g comes first, as the authors recommend.
        priority = max(f, 2 * node.g + self._gap)
        heappush(self._by_priority, (priority, node.g, self.pushed, node))
        heappush(self._by_f, (f, self.pushed, node))
        heappush(self._by_g, (node.g, self.pushed, node))

    def least(self) -> tuple[int, int, int]:
        """The least priority, f and g among the open nodes."""
        self.drop_stale(self._by_priority, self._by_f, self._by_g)
        return self._by_priority[0][0], self._by_f[0][0], self._by_g[0][0]

    def pop(self) -> Node[S]:
        """Close and return the node with the least priority."""
        self.drop_stale(self._by_priority)
        node = heappop(self._by_priority)[-1]
        self.close(node)
        return node


@algorithm(
    "mm",
    optimal=True,
    complete=True,
    informed=True,
    bidirectional=True,
    paper="Holte, Felner, Sharon, Sturtevant & Chen 2017",
    teaching=Teaching(
        label="MM",
        colour="violet",
        pseudocode=both_ends_code(
            CodeLine("    if no path still possible can cost less than best: return best", "found"),
            CodeLine("    node ← take the smallest max(g + h, 2g + 1) of both sides", "choose"),
        ),
        why={
            "any": "Smallest priority on either side, {side}: max(g + h, 2g + 1) = "
            "max({f}, {double_g}) = {mm}. Ties go forwards, then to the smallest g, then to the "
            "oldest node."
        },
        priority="mm",
    ),
)
def meet_in_the_middle(
    space: ReversibleSpace[S], h: Heuristic[S], h_back: Heuristic[S], monitor: Monitor[S]
) -> Node[S] | None:
    """MM: bidirectional heuristic search that never goes past the midpoint from either end.

    Priority max(g + h, 2g + ε), where ε is the cost of the cheapest move; ends when no cheaper
    meeting point is possible (Artificial Intelligence 252, algorithm 1).
    """
    gap = min_cost(space)
    search = BothEnds(space, h, h_back, monitor, _Side[S](gap), _Side[S](gap))
    if search.best is not None:  # the start is the goal
        return search.best
    forwards, backwards = search.sides
    while forwards.open and backwards.open:
        (pr0, f0, g0), (pr1, f1, g1) = forwards.least(), backwards.least()
        bound = max(min(pr0, pr1), f0, f1, g0 + g1 + gap)
        search.prove(bound)
        if search.is_within(bound):
            return search.best
        side = 0 if pr0 <= pr1 else 1
        search.expand(search.sides[side].pop(), side)
    return search.exhausted()
