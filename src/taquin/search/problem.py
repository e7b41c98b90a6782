"""What a search needs to know of a problem, and the node it builds its paths from."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, Protocol, TypeVar

from taquin.errors import ContractError

__all__ = ["Heuristic", "Node", "ReversibleSpace", "StateSpace", "checked", "min_cost"]

S = TypeVar("S")


class StateSpace(Protocol[S]):
    """A start, a goal test, and a successor function: any problem that can be searched.

    States must be hashable; two states are the same if they compare equal. Costs are whole
    numbers, not negative. Optional: ``min_cost``, the cheapest cost of any move; without it
    searches by depth prove nothing about costs. ``tie_break=state`` needs states with an order.
    ``costs_hold``, if true, says that no move's cost needs to be looked at.
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


def checked(space: StateSpace[S]) -> StateSpace[S]:
    """The space, its moves compared with what it promises; itself where its costs surely hold."""
    return space if getattr(space, "costs_hold", False) else _Checked(space)


class _Checked(Generic[S]):
    """A space whose moves are looked at as they are made.

    A cost below 0, or below `min_cost`, would make a search call optimal what is not.
    """

    def __init__(self, space: StateSpace[S]) -> None:
        self._space, self._least = space, min_cost(space)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    @property
    def start(self) -> S:
        return self._space.start

    def is_goal(self, state: S) -> bool:
        return self._space.is_goal(state)

    def successors(self, state: S) -> Sequence[tuple[str, S, int]]:
        return self._compared(state, self._space.successors(state))

    def predecessors(self, state: S) -> Sequence[tuple[str, S, int]]:
        back: ReversibleSpace[S] = self._space  # type: ignore[assignment]  # `run` has looked
        return self._compared(state, back.predecessors(state))

    def _compared(
        self, state: S, moves: Sequence[tuple[str, S, int]]
    ) -> Sequence[tuple[str, S, int]]:
        moves = list(moves)
        for move, _, cost in moves:
            if not isinstance(cost, int) or cost < max(0, self._least):
                least = f"at least {self._least}, its min_cost" if self._least > 0 else "0 or more"
                raise ContractError(
                    f"move {move!r} of state {state!r} costs {cost!r}; expected a whole number, "
                    f"{least}."
                )
        return moves


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
