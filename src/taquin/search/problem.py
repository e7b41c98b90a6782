"""What a search needs to know about a problem, and the nodes that form its paths."""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from numbers import Integral, Real
from typing import Any, Generic, Protocol, TypeVar, overload

from taquin.ground.errors import OptionError, quoted
from taquin.ground.estimates import FLOATS_END
from taquin.search.exact import MOST_FLOAT

__all__ = [
    "Heuristic",
    "Node",
    "OperatorSelection",
    "ReversibleSpace",
    "Route",
    "StateSpace",
    "cost_of",
    "expected_cost",
    "fraction_advice",
    "is_fractional",
    "min_cost",
    "neighbor_function",
    "operator_selection",
]

S = TypeVar("S")


class StateSpace(Protocol[S]):
    """A start, a goal test and a successor function: any problem that can be searched.

    A heuristic of it returns the least cost to a goal or less, but not less than 0, and infinity
    (`math.inf`) where no way leads to a goal: searches then go no further from there. Any kind of
    number will do, such as NumPy's or a `Fraction`: searches see an ``int``, or a ``float`` for a
    fraction. Anything else, a negative number or NaN is a ContractError.

    Whole costs can be of any size, and so can the heuristic's values: what is proved of them is
    exact. From a move of cost 2**30 or a value of 2**40 on, fractions become a `Fraction`.

    States must be hashable; two states are the same if they compare equal. ``tie_break=state``
    needs states that can be ordered. Costs are whole numbers, 0 or more: any `numbers.Integral`,
    which becomes an ``int``. Fractions need ``fractional = True``: costs are then added as floats,
    and two costs that differ by less than a part in 10⁹ count as equal, in `SearchResult.optimal`
    too. They are below 2**900, as is the heuristic.

    Optional attributes:
    fractional: if true, costs can be floats; the heuristic's values always can.
    min_cost: the least cost of any move; without it, searches by depth prove nothing about costs.
    costs_hold: if true, the costs of moves are not checked: each is an int, below 2**30 if the
    heuristic returns fractions, or a float.
    neighbors: only with costs_hold; the states of ``successors``, in the same order.
    """

    @property
    def start(self) -> S:
        """The state where the search begins."""

    def is_goal(self, state: S, /) -> bool:
        """Whether a state ends the search."""

    @property
    def successors(self) -> Callable[[S], Sequence[tuple[str, S, int]]]:
        """(move, state, cost) for every move from a state, in the order to try them."""


class ReversibleSpace(StateSpace[S], Protocol[S]):
    """A state space with a single goal state and predecessors, as bidirectional searches need."""

    @property
    def goal(self) -> S:
        """The only goal state."""

    @property
    def predecessors(self) -> Callable[[S], Sequence[tuple[str, S, int]]]:
        """(move, state, cost) such that `move` leads from that state to the given one."""


# A number of 0 or more, or infinity. Its values are not checked if it has a true `values_hold`.
Heuristic = Callable[[S], Any]


class OperatorSelection(Protocol[S]):
    """What a heuristic knows of a state's moves before they are made, for EPEA*.

    A heuristic offers one by a method ``operator_selection(space)``, which returns None for spaces
    that it does not know.
    """

    def __call__(
        self, state: S, above: int, most: int, /
    ) -> tuple[Sequence[tuple[str, S, int, int]], int | None]:
        """The moves that change f = g + h by more than `above` and at most `most`.

        Returns (move, state after it, cost, change of h) for each of them, in the order of
        ``successors``, and the least change of f beyond `most`, None if there is none.
        """


def operator_selection(h: Heuristic[S], space: StateSpace[S]) -> OperatorSelection[S] | None:
    """The operator selection that the heuristic offers for the space, if any."""
    offered = getattr(h, "operator_selection", None)
    return None if offered is None else offered(space)


def min_cost(space: StateSpace[S]) -> int:
    """The least cost of a move if the space declares one, else 0; OptionError unless a cost."""
    least: object = getattr(space, "min_cost", 0)
    cost: int | None = cost_of(least, fractional=is_fractional(space))
    if cost is None:
        raise OptionError(
            f"min_cost={quoted(least)}: expected {expected_cost(space)}, 0 or more."
            f"{fraction_advice(least, space)}"
        )
    return cost


def is_fractional(space: object) -> bool:
    """Whether the costs of a space can be floats."""
    return bool(getattr(space, "fractional", False))


def cost_of(given: object, *, fractional: bool) -> Any:
    """A cost as searches add it up, an int or a float; None if it is none.

    Where costs can be floats, large whole numbers are floats too, and the largest are refused.

    >>> cost_of(True, fractional=False), cost_of(0.5, fractional=True)
    (1, 0.5)
    """
    if isinstance(given, Integral):
        whole = int(given)
        if whole < 0 or (fractional and whole >= MOST_FLOAT):
            return None
        return float(whole) if fractional and whole >= FLOATS_END else whole
    if fractional and isinstance(given, Real):
        try:
            number = float(given)
        except OverflowError:  # a Fraction
            return None
        return number if 0 <= number < MOST_FLOAT else None
    return None


def expected_cost(space: object) -> str:
    """What a cost of the space has to be, in words."""
    return "a number below 2^900" if is_fractional(space) else "a whole number"


def fraction_advice(given: object, space: object) -> str:
    """What to do about a cost that the space could have if it declared fractional costs."""
    if is_fractional(space) or cost_of(given, fractional=True) is None:
        return ""
    if cost_of(given, fractional=False) is not None:
        return ""
    return " For fractions, declare fractional = True in the space, or count in smaller units."


def neighbor_function(space: StateSpace[S]) -> Callable[[S], Sequence[S]]:
    """A function for the successor states, in order: the space's ``neighbors`` if usable."""
    neighbors = getattr(space, "neighbors", None) if getattr(space, "costs_hold", False) else None
    successors = space.successors
    return neighbors or (lambda state: [other for _, other, _ in successors(state)])


class Node(Generic[S]):
    """A state reached by a path: state, parent, move, g (path cost), depth and h.

    expanded: whether its successors have been generated; only best-first search maintains it.
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

    def states(self) -> "Sequence[S]":
        """The states from the start to this node's state."""
        return tuple(node.state for node in self.path())

    def upwards(self) -> "Iterator[Node[S]]":
        """This node, its parent, and so on back to the start."""
        node: Node[S] | None = self
        while node is not None:
            yield node
            node = node.parent

    def __repr__(self) -> str:
        return (
            f"Node({self.state!r}, move={self.move!r}, g={self.g}, depth={self.depth}, h={self.h})"
        )


class Route(Node[S]):
    """A node at the end of a list of moves, without a node for each move.

    Millions of moves on a large board fit in memory; the states along the way do not.
    """

    __slots__ = ("_moves", "_space")

    def __init__(self, space: StateSpace[S], state: S, moves: tuple[str, ...], g: int) -> None:
        super().__init__(state, None, moves[-1] if moves else "", g, len(moves))
        self._space, self._moves = space, moves

    def path(self) -> "list[Node[S]]":
        """The nodes from the start to this one, created on each call. O(depth)."""
        nodes = [Node(self._space.start, None, "", 0, 0)]
        for move in self._moves:
            nodes.append(_next(self._space, nodes[-1], move))
        return nodes

    def moves(self) -> tuple[str, ...]:
        """The moves from the start to this node."""
        return self._moves

    def states(self) -> "Sequence[S]":
        """The states from the start to this node's state, each computed on access."""
        return _States(self._space, self._moves)


class _States(Sequence[S]):
    """The states along a list of moves; iteration takes O(1) per state, indexing O(index)."""

    def __init__(self, space: StateSpace[S], moves: tuple[str, ...]) -> None:
        self._space, self._moves = space, moves

    def __len__(self) -> int:
        return len(self._moves) + 1

    def __iter__(self) -> Iterator[S]:
        node = Node(self._space.start, None, "", 0, 0)
        yield node.state
        for move in self._moves:
            node = _next(self._space, node, move)
            node.parent = None
            yield node.state

    @overload
    def __getitem__(self, place: int) -> S: ...

    @overload
    def __getitem__(self, place: slice) -> tuple[S, ...]: ...

    def __getitem__(self, place: int | slice) -> S | tuple[S, ...]:
        if isinstance(place, slice):
            return tuple(self)[place]
        return next(islice(self, range(len(self))[place], None))


def _next(space: StateSpace[S], node: Node[S], move: str) -> Node[S]:
    state, cost = next((s, c) for name, s, c in space.successors(node.state) if name == move)
    return Node(state, node, move, node.g + cost, node.depth + 1)
