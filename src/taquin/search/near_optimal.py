"""NBS: bidirectional search by pairs of nodes, at most twice the necessary expansions."""

from heapq import heappop, heappush
from typing import Any, TypeVar

from taquin.search.algorithm import algorithm
from taquin.search.both_ends import BothEnds, Side
from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, ReversibleSpace, min_cost
from taquin.search.pseudocode import both_ends_code
from taquin.search.teaching import CodeLine, Teaching

__all__ = ["near_optimal"]

S = TypeVar("S")

_TEACHING = Teaching(
    label="NBS",
    colour="green",
    pseudocode=both_ends_code(
        CodeLine("    pair ← a node u of the start's side and a node v of the goal's side with"),
        CodeLine("        the smallest bound max(f of u, f of v, g of u + g of v + 1)"),
        CodeLine("    if best costs no more than that bound: return best", "found"),
        CodeLine("    for node = u, then v:", "choose"),
        level=2,
    ),
    why={
        "any": "One of a pair, {side}: with g = {g} and f = {f}, a path through both of its nodes "
        "costs at least {pair}, and no pair has a smaller bound."
    },
)


class _Side(Side[S]):
    """One direction: open nodes that wait until the bound reaches their f, and ready ones by g.

    The data structure of the paper's algorithm 3.
    """

    def __init__(self) -> None:
        super().__init__()
        self._waiting: list[tuple[Any, ...]] = []
        self._ready: list[tuple[Any, ...]] = []

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        super().push(node)
        heappush(self._waiting, (node.g + node.h, node.g, -self.pushed, node))

    def least_f(self) -> int | None:
        """The least f of a node that waits."""
        self.drop_stale(self._waiting)
        return self._waiting[0][0] if self._waiting else None

    def least_g(self) -> int | None:
        """The least g of a node that is ready."""
        self.drop_stale(self._ready)
        return self._ready[0][0] if self._ready else None

    def release_below(self, bound: int) -> None:
        """Make all nodes ready whose f is below the bound."""
        while (f := self.least_f()) is not None and f < bound:
            self.release()

    def release(self) -> None:
        """Make the node with the least f ready."""
        _, g, count, node = heappop(self._waiting)
        heappush(self._ready, (g, count, node))

    def pop(self) -> Node[S]:
        """Close and return the ready node with the least g."""
        self.drop_stale(self._ready)
        node: Node[S] = heappop(self._ready)[-1]
        self.close(node)
        return node


def _prepare(sides: tuple[_Side[S], _Side[S]], gap: int, bound: int) -> int | None:
    """The least bound of any pair, whose nodes are then the first ready ones of the two sides.

    bound: of the pair before, which is never more. None if no pair is left.
    """
    for side in sides:
        side.release_below(bound)
    while True:
        pair = [side.least_g() for side in sides]
        both = None if pair[0] is None or pair[1] is None else pair[0] + pair[1] + gap
        if both is not None and both <= bound:
            return bound
        waiting = [side.least_f() for side in sides]
        first = next((n for n, f in enumerate(waiting) if f is not None and f <= bound), None)
        if first is not None:
            sides[first].release()
            continue
        if any(g is None and f is None for g, f in zip(pair, waiting, strict=True)):
            return None
        bound = min(value for value in (both, *waiting) if value is not None)


@algorithm(
    "nbs",
    optimal=True,
    complete=True,
    informed=True,
    bidirectional=True,
    paper="Chen, Holte, Zilles & Sturtevant 2017",
    teaching=_TEACHING,
)
def near_optimal(
    space: ReversibleSpace[S], h: Heuristic[S], h_back: Heuristic[S], monitor: Monitor[S]
) -> Node[S] | None:
    """NBS: expands pairs of nodes; at most twice as many as any search with the same heuristics.

    That guarantee holds for consistent heuristics and counts the nodes that a proof of optimality
    needs.
    """
    gap, bound = min_cost(space), 0
    search = BothEnds(space, h, h_back, monitor, _Side[S](), _Side[S]())
    if search.best is not None:  # the start is the goal
        return search.best
    while (least := _prepare(search.sides, gap, bound)) is not None:
        bound = least
        search.prove(bound)
        if search.is_within(bound):
            return search.best
        search.frontiers.said = {"pair": bound}
        for number, side in enumerate(search.sides):
            search.expand(side.pop(), number)
    return search.exhausted()
