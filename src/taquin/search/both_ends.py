"""What searches from both ends share: the two sides, their expansion, and where they meet."""

from collections.abc import Iterator, Sequence, Sized
from heapq import heappop
from itertools import chain
from typing import Any, Generic, TypeVar

from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node

__all__ = ["Both", "Side", "expand", "join", "meeting"]

S = TypeVar("S")


def join(forward: Node[S], backward: Node[S]) -> Node[S]:
    """The goal's node on the path through the state where the two nodes meet."""
    node = forward
    while backward.parent is not None:
        step = backward.g - backward.parent.g
        node = Node(backward.parent.state, node, backward.move, node.g + step, node.depth + 1)
        backward = backward.parent
    return node


class Both:
    """The combined size of two containers, for the monitor.

    said: as in `taquin.search.frontier.Heap`.
    """

    def __init__(self, one: Sized, other: Sized) -> None:
        self.sides = (one, other)
        self.said: dict[str, object] = {}

    def __len__(self) -> int:
        return len(self.sides[0]) + len(self.sides[1])


class Side(Generic[S]):
    """One direction of a search: its open and closed nodes; as a container, the states reached."""

    def __init__(self) -> None:
        self.open: dict[S, Node[S]] = {}
        self.closed: dict[S, Node[S]] = {}

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        self.open[node.state] = node

    def close(self, node: Node[S]) -> None:
        """Move an open node to the closed ones."""
        del self.open[node.state]
        self.closed[node.state] = node

    def get(self, state: S) -> Node[S] | None:
        """The best node of a state, open or closed."""
        return self.open.get(state) or self.closed.get(state)

    def drop_stale(self, *heaps: list[Any]) -> None:
        """Remove entries whose node, their last part, is not open from the top of heaps."""
        for heap in heaps:
            while heap and self.open.get(heap[0][-1].state) is not heap[0][-1]:
                heappop(heap)

    def __len__(self) -> int:
        return len(self.open) + len(self.closed)

    def __reversed__(self) -> Iterator[S]:
        return chain(reversed(self.open), reversed(self.closed))


def expand(
    node: Node[S],
    successors: Sequence[tuple[str, S, int]],
    h: Heuristic[S],
    side: Side[S],
    monitor: Monitor[S],
) -> list[Node[S]]:
    """Queue the improved successors of `node` on its side and return them."""
    stats, watch = monitor.stats, monitor.watch
    monitor.expand(node, len(successors))
    improved: list[Node[S]] = []
    for move, state, cost in successors:
        known = side.get(state)
        if known is not None and known.g <= node.g + cost:
            if watch is not None:
                watch(node, move, state, "duplicate")
            continue
        if known is None:
            stats.evaluated += 1
        elif state in side.closed:
            stats.reopened += 1
            del side.closed[state]
        value = h(state) if known is None else known.h
        child = Node(state, node, move, node.g + cost, node.depth + 1, value)
        stats.max_depth = max(stats.max_depth, child.depth)
        if watch is not None:
            watch(node, move, state, "new" if known is None else "better")
        side.push(child)
        improved.append(child)
    return improved


def meeting(
    improved: Sequence[Node[S]], sides: Sequence[Side[S]], side: int, best: Node[S] | None
) -> Node[S] | None:
    """The cheapest of `best` and of the paths through an improved node of one side to the other."""
    for child in improved:
        other = sides[1 - side].open.get(child.state)
        if other is not None and (best is None or child.g + other.g < best.g):
            best = join(child, other) if side == 0 else join(other, child)
    return best
