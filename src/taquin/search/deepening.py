"""What searches that deepen share: their passes, under a bound that rises from h of the start."""

from collections.abc import Callable
from math import inf
from typing import TypeVar

from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, StateSpace

__all__ = ["deepen", "evaluated_start"]

S = TypeVar("S")


def evaluated_start(space: StateSpace[S], h: Heuristic[S], monitor: Monitor[S]) -> Node[S]:
    """The start's node: the first evaluation, and so far the state with the smallest h."""
    monitor.stats.evaluated += 1
    start = monitor.closest = Node(space.start, None, "", 0, 0, h(space.start))
    return start


def deepen(
    first: int,
    one_pass: Callable[[int], tuple[Node[S] | None, int | None]],
    monitor: Monitor[S],
    *,
    proves: bool = True,
) -> Node[S] | None:
    """Run passes until one finds the goal, or finds nothing beyond its bound.

    first: the first bound.
    one_pass: returns, for a bound, the goal's node if it is reached; otherwise the next bound, or
    None or infinity if nothing but dead ends is beyond this one.
    proves: whether a pass without a goal proves that no solution costs less than the next bound.
    """
    bound: int | None = first
    while bound is not None and bound < inf:
        monitor.contour(bound)
        monitor.prove(bound if proves else first)
        node, bound = one_pass(bound)
        if node is not None:
            return node
    return None
