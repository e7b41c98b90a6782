"""DVCBS: bidirectional search that expands a smallest vertex cover of the pairs to be refuted."""

from bisect import bisect_right
from heapq import heappop, heappush
from itertools import accumulate
from typing import Any, TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.both_ends import BothEnds, Side
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, ReversibleSpace, min_cost
from taquin.search.pseudocode import both_ends_code
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["vertex_cover"]

S = TypeVar("S")

_TEACHING = Teaching(
    label="DVCBS",
    colour="orange",
    pseudocode=both_ends_code(
        CodeLine("    pairs ← all of a node u of the start's side and a node v of the goal's with"),
        CodeLine("        the smallest bound max(f of u, f of v, g of u + g of v + 1)"),
        CodeLine("    if best costs no more than that bound: return best", "found"),
        CodeLine("    cover ← the fewest nodes that contain one of each pair"),
        CodeLine("    for each node of the smallest g in cover, of one side:", "choose"),
        level=2,
    ),
    why={
        "any": "From a cluster with g = {g}, {side} (size {cluster}). It is part of a smallest set "
        "(size {cover}) that contains a node of each pair through which a path could cost {pair}."
    },
)


class _Side(Side[S]):
    """One direction: nodes that wait until the bound reaches their f, and clusters by g."""

    def __init__(self) -> None:
        super().__init__()
        self.clusters: dict[int, dict[S, Node[S]]] = {}
        self._waiting: list[tuple[Any, ...]] = []

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        before = self.open.get(node.state)
        if before is not None:
            self._leave_cluster(before)
        super().push(node)
        heappush(self._waiting, (node.g + node.h, self.pushed, node))

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

    def sizes(self) -> dict[int, int]:
        """The number of nodes in the cluster of each g."""
        return {g: len(cluster) for g, cluster in self.clusters.items()}

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
    forwards: dict[int, int], backwards: dict[int, int], most: float
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
    search = BothEnds(space, h, h_back, monitor, _Side[S](), _Side[S]())
    if search.best is not None:  # the start is the goal
        return search.best
    forwards, backwards = search.sides
    while (least := _least_bound(search.sides, gap, bound)) is not None:
        bound = least
        search.prove(bound)
        # A difference of floats can be less than the sum that it came from.
        rounded = isinstance(bound, float)
        most = (bound - gap) * (1 + 1e-12) if rounded else bound - gap
        size, clusters = _cover(forwards.sizes(), backwards.sizes(), most)
        g, number = min(clusters)
        side = search.sides[number]
        nodes = list(side.clusters[g].values())
        search.frontiers.said = {"pair": bound, "cover": size, "cluster": len(nodes)}
        for node in nodes:
            if search.is_within(bound):
                return search.best
            if side.open.get(node.state) is not node:
                continue  # a cheaper path to it was found in this cluster
            side.close(node)
            search.expand(node, number)
    return search.exhausted()
