"""What a search needs to know of a problem, and the node it builds its paths from."""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, Protocol, TypeVar

__all__ = ["Heuristic", "Node", "ReversibleSpace", "StateSpace", "min_cost"]

S = TypeVar("S")


class StateSpace(Protocol[S]):
    """A start, a goal test, and a successor function: any problem that can be searched.

    States must be hashable; two states are the same if they compare equal. Costs are whole
    numbers, not negative. Optional: ``min_cost``, the cheapest cost of any move; without it
    searches by depth prove nothing about costs. ``tie_break=state`` needs states with an order.
    """

    @property
    def start(self) -> S:
        """Where the search begins."""

    def is_goal(self, state: S, /) -> bool:
        """Whether a state ends the search."""

    @property
    def successors(self) -> Callable[[S], Sequence[tuple[str, S, int]]]:
        """(move, state, cost) for every move from a state, in the order they are tried."""


class ReversibleSpace(StateSpace[S], Protocol[S]):
    """A state space with one known goal state and a way back: bidirectional searches need both."""

    @property
    def goal(self) -> S:
        """The only goal state."""

    @property
    def predecessors(self) -> Callable[[S], Sequence[tuple[str, S, int]]]:
        """(move, state, cost) such that `move` leads from that state to the given one."""


Heuristic = Callable[[S], int]


def min_cost(space: StateSpace[S]) -> int:
    """The cheapest move's cost as far as the space tells, else 0."""
    return int(getattr(space, "min_cost", 0))


class Node(Generic[S]):
    """A state reached by a path: state + parent + move + g (cost so far), depth and h.

    expanded: whether its successors have been generated; best-first search keeps it up to date.
    """

    __slots__ = ("depth", "expanded", "g", "h", "move", "parent", "state")

    def __init__(
        self, state: S, parent: "Node[S] | None", move: str, g: int, depth: int, h: int = 0
    ) -> None:
        self.state = state
        self.parent = parent
        self.move = move
        self.g = g
        self.depth = depth
        self.h = h
        self.expanded = False

    def path(self) -> "list[Node[S]]":
        """The nodes from the start to this one. O(depth)."""
        return list(self.upwards())[::-1]

    def moves(self) -> tuple[str, ...]:
        """The moves from the start to this node."""
        return tuple(node.move for node in self.path()[1:])

    def upwards(self) -> "Iterator[Node[S]]":
        """This node, its parent, and so on up to the start."""
        node: Node[S] | None = self
        while node is not None:
            yield node
            node = node.parent

    def __repr__(self) -> str:
        return (
            f"Node({self.state!r}, move={self.move!r}, g={self.g}, depth={self.depth}, h={self.h})"
        )
