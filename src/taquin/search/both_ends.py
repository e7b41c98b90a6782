"""What searches from both ends share: the two sides, their expansion, and where they meet."""

from collections.abc import Iterator, Sized
from heapq import heappop
from itertools import chain
from math import inf
from typing import Any, Generic, TypeVar

from taquin.search.monitor import Monitor
from taquin.search.problem import Heuristic, Node, ReversibleSpace

__all__ = ["Both", "BothEnds", "Side", "join"]

S = TypeVar("S")
D = TypeVar("D", bound="Side[Any]")


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
    """One direction of a search: its open and closed nodes; as a container, the states reached.

    pushed: the number of nodes opened so far, which tells older nodes from newer ones.
    """

    def __init__(self) -> None:
        self.open: dict[S, Node[S]] = {}
        self.closed: dict[S, Node[S]] = {}
        self.pushed = 0

    def push(self, node: Node[S]) -> None:
        """Open a node, replacing any other node of the same state."""
        self.open[node.state] = node
        self.pushed += 1

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


class BothEnds(Generic[S, D]):
    """A heuristic search from both ends: its two sides, and the cheapest path where they meet.

    best: the goal's node on that path; None until the sides meet. If the start is the goal, it is
    the start, and there is nothing to search.
    frontiers: the open nodes of both sides.
    """

    def __init__(
        self,
        space: ReversibleSpace[S],
        h: Heuristic[S],
        h_back: Heuristic[S],
        monitor: Monitor[S],
        forwards: D,
        backwards: D,
    ) -> None:
        self.sides = (forwards, backwards)
        self.best: Node[S] | None = None
        self.frontiers = Both(forwards.open, backwards.open)
        self._steps, self._estimates = (space.successors, space.predecessors), (h, h_back)
        self._monitor = monitor
        monitor.stats.evaluated += 2
        start = monitor.closest = Node(space.start, None, "", 0, 0, h(space.start))
        goal = Node(space.goal, None, "", 0, 0, h_back(space.goal))
        if space.is_goal(start.state):
            self.best = start
            return
        if max(start.h, goal.h) < inf:
            forwards.push(start)
            backwards.push(goal)
        monitor.opens(self.frontiers, Both(*self.sides))

    def prove(self, bound: int) -> None:
        """Record the proof that a path costs at least `bound`, unless it is the best one."""
        self._monitor.prove(bound if self.best is None else min(bound, self.best.g))

    def is_within(self, bound: int) -> bool:
        """Whether the best path costs no more than `bound`, which proves it optimal."""
        return self.best is not None and self.best.g <= bound

    def expand(self, node: Node[S], number: int) -> None:
        """Expand a node just closed on a side (0: forwards, 1: backwards); update the best path."""
        self._monitor.stats.popped += 1
        best = self.best
        for child in self._improved(node, number):
            other = self.sides[1 - number].open.get(child.state)
            if other is not None and (best is None or child.g + other.g < best.g):
                best = join(child, other) if number == 0 else join(other, child)
        if best is not None and best is not self.best:
            self.best = best
            self._monitor.found(best)

    def exhausted(self) -> Node[S] | None:
        """The best path, if there is one; a side is exhausted, so no cheaper path remains."""
        if self.best is not None:
            self._monitor.prove(self.best.g)
        return self.best

    def _improved(self, node: Node[S], number: int) -> list[Node[S]]:
        """Expand a node: its successors that are new to the side, or cheaper, are opened there."""
        side, h = self.sides[number], self._estimates[number]
        stats, watch = self._monitor.stats, self._monitor.watch
        successors = self._steps[number](node.state)
        self._monitor.expand(node, len(successors))
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
            if value == inf:
                if watch is not None:
                    watch(node, move, state, "pruned")
                continue
            child = Node(state, node, move, node.g + cost, node.depth + 1, value)
            stats.max_depth = max(stats.max_depth, child.depth)
            if watch is not None:
                watch(node, move, state, "new" if known is None else "better")
            side.push(child)
            improved.append(child)
        return improved
