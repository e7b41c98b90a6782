"""DVCBS: bidirectional search that expands a smallest vertex cover of the pairs to be refuted."""

from bisect import bisect_right
from heapq import heappop, heappush
from itertools import accumulate
from typing import Any, TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.both_ends import Both, Side, expand, meeting
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, ReversibleSpace, min_cost
from taquin.search.pseudocode import child_loop
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["vertex_cover"]

S = TypeVar("S")

_TEACHING = Teaching(
    label="DVCBS",
    colour="orange",
    pseudocode=(
        CodeLine("two frontiers, from the start and from the goal; best ← none"),
        CodeLine("while neither frontier is empty:"),
        CodeLine("    pairs ← all of a node u of the start's side and a node v of the goal's with"),
        CodeLine("        the smallest bound max(f of u, f of v, g of u + g of v + 1)"),
        CodeLine("    if best costs no more than that bound: return best", "found"),
        CodeLine("    cover ← the fewest nodes that contain one of each pair"),
        CodeLine("    for each node of the smallest g in cover, of one side:", "choose"),
        child_loop(2),
        CodeLine(
            "            if child is in reached of this side and not cheaper: skip it", "duplicate"
        ),
        CodeLine("            add child to this side's frontier", "new", "better"),
        CodeLine("            if it is in the other frontier too: best ← the cheaper joined path"),
        CodeLine("return best, or: no solution exists", "fail"),
    ),
    why={
        "any": "From a cluster with g = {g}, {side} (size {cluster}). It is part of a smallest set "
        "(size {cover}) that contains a node of each pair through which a path could cost {pair}."
    },
)


class _Side(Side[S]):
    """One direction: nodes that wait until the bound reaches their f, and clusters by g."""

    def __init__(self, start: Node[S]) -> None:
        super().__init__()
        self.clusters: dict[int, dict[S, Node[S]]] = {}
        self._waiting: list[tuple[Any, ...]] = []
        self._count = 0
        self.push(start)

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        before = self.open.get(node.state)
        if before is not None:
            self._leave_cluster(before)
        super().push(node)
        self._count += 1
        heappush(self._waiting, (node.g + node.h, self._count, node))

    def close(self, node: Node[S]) -> None:
        """Move an open node to the closed ones."""
        self._leave_cluster(node)
        super().close(node)

    def release(self, bound: int) -> int | None:
        """Put the nodes with f up to the bound into clusters; the least f that is left."""
        while True:
            self.drop_stale(self._waiting)
            if not self._waiting or self._waiting[0][0] > bound:
                return self._waiting[0][0] if self._waiting else None
            node: Node[S] = heappop(self._waiting)[-1]
            self.clusters.setdefault(node.g, {})[node.state] = node

    def _leave_cluster(self, node: Node[S]) -> None:
        cluster = self.clusters.get(node.g, {})
        if cluster.pop(node.state, None) is not None and not cluster:
            del self.clusters[node.g]


def _least_bound(sides: tuple[_Side[S], _Side[S]], gap: int, bound: int) -> int | None:
    """The least bound of any pair, with all nodes in clusters that can have it; None if no pair.

    bound: the one before, which is never more.
    """
    while all(side.open for side in sides):
        left = [side.release(bound) for side in sides]
        least = [min(side.clusters, default=None) for side in sides]
        both = None if least[0] is None or least[1] is None else least[0] + least[1] + gap
        if both is not None and both <= bound:
            return bound
        bound = min(value for value in (both, *left) if value is not None)
    return None


def _cover(
    forwards: dict[int, int], backwards: dict[int, int], most: int
) -> tuple[int, list[tuple[int, int]]]:
    """The smallest set of clusters with one of each pair whose g values add up to at most `most`.

    forwards, backwards: the number of nodes of each g. Returns the number of nodes and the clusters
    as (g, side). The least g pair up with the most, so a cover is a prefix of each side.

    >>> _cover({0: 1, 1: 5}, {0: 2, 1: 4}, most=1)
    (3, [(0, 0), (0, 1)])
    """
    ahead, behind = sorted(forwards), sorted(backwards)
    costs = [
        [0, *accumulate(counts[g] for g in order)]
        for counts, order in ((forwards, ahead), (backwards, behind))
    ]
    choices = []
    for taken in range(len(ahead) + 1):
        needed = 0 if taken == len(ahead) else bisect_right(behind, most - ahead[taken])
        choices.append((costs[0][taken] + costs[1][needed], needed, taken))
    size, needed, taken = min(choices)  # of equal ones, the one with more of the start's side
    return size, [*((g, 0) for g in ahead[:taken]), *((g, 1) for g in behind[:needed])]


@algorithm(
    "dvcbs",
    optimal=True,
    complete=True,
    informed=True,
    bidirectional=True,
    paper="Shperberg, Felner, Sturtevant, Shimony & Hayoun 2019",
    teaching=_TEACHING,
)
def vertex_cover(
    space: ReversibleSpace[S], h: Heuristic[S], h_back: Heuristic[S], monitor: Monitor[S]
) -> Node[S] | None:
    """DVCBS: expands a smallest set of nodes that touches every pair that must be refuted."""
    gap, bound = min_cost(space), 0
    monitor.stats.evaluated += 2
    start = Node(space.start, None, "", 0, 0, h(space.start))
    monitor.closest = start
    goal = Node(space.goal, None, "", 0, 0, h_back(space.goal))
    if space.is_goal(start.state):
        return start
    sides = (_Side(start), _Side(goal))
    frontiers = Both(sides[0].open, sides[1].open)
    monitor.opens(frontiers, Both(*sides))
    steps, estimates = (space.successors, space.predecessors), (h, h_back)
    best: Node[S] | None = None
    while (least := _least_bound(sides, gap, bound)) is not None:
        bound = least
        monitor.prove(bound if best is None else min(bound, best.g))
        counts = [{g: len(cluster) for g, cluster in side.clusters.items()} for side in sides]
        size, clusters = _cover(counts[0], counts[1], bound - gap)
        g, side = min(clusters)
        nodes = list(sides[side].clusters[g].values())
        frontiers.said = {"pair": bound, "cover": size, "cluster": len(nodes)}
        for node in nodes:
            if best is not None and best.g <= bound:
                return best
            if sides[side].open.get(node.state) is not node:
                continue  # a cheaper path to it was found in this cluster
            sides[side].close(node)
            monitor.stats.popped += 1
            improved = expand(node, steps[side](node.state), estimates[side], sides[side], monitor)
            better = meeting(improved, sides, side, best)
            if better is not None and better is not best:
                best = better
                monitor.found(best)
    if best is not None:
        monitor.prove(best.g)  # one side is exhausted, so no cheaper path remains
    return best
