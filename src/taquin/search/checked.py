"""The moves of a user's space, checked as a search generates them."""

from collections.abc import Callable, Sequence
from functools import cached_property
from math import ceil, ulp
from numbers import Integral
from typing import Any, Generic, NamedTuple, TypeVar

from taquin.ground.errors import ContractError, quoted
from taquin.search.exact import MOST_FLOAT, VAST, Precision
from taquin.search.problem import (
    ReversibleSpace,
    StateSpace,
    cost_of,
    expected_cost,
    fraction_advice,
    is_fractional,
    min_cost,
)

__all__ = ["UncheckedMoves", "checked", "moves_to_check"]

S = TypeVar("S")
_Successors = Callable[[S], Sequence[tuple[str, S, int]]]


class UncheckedMoves(NamedTuple):
    """The successors of a space, for a loop that checks each move where it uses it.

    of:     the successors of a state
    usual:  the cost that needs no check
    kind, least, most:  costs of this type from the least to below the most need no check
    price:  price(cost) is the cost as a search adds it up, or None if it has to be refused
    check:  check(state, moves) returns moves as a search uses them or raises ContractError; None
            if there is nothing to check
    """

    of: Callable[[Any], Sequence[tuple[str, Any, Any]]]
    usual: int
    kind: type[Any]
    least: Any
    most: int
    price: Callable[[Any], Any]
    check: Callable[[Any, Any], Sequence[tuple[str, Any, Any]]] | None


def moves_to_check(space: StateSpace[Any]) -> UncheckedMoves:
    """The moves of a space from `checked`, without the call that checks them where possible."""
    if isinstance(space, _Checked):
        return space.unchecked
    return UncheckedMoves(space.successors, 1, int, 0, VAST, _unchanged, None)


def _unchanged(cost: Any) -> Any:
    return cost


def checked(
    space: StateSpace[S], precision: Precision, positive: str | None = None
) -> StateSpace[S]:
    """The space with its moves checked as they are generated; unchanged if `costs_hold`.

    precision: of the search, which learns of vast costs.
    positive: the search that keeps its promises only where every move costs more than 0.
    """
    holds = getattr(space, "costs_hold", False) and (positive is None or min_cost(space) > 0)
    return space if holds else _Checked(space, precision, positive)


class _Checked(Generic[S]):
    """A space whose move costs are checked as the moves are generated.

    A cost below 0, or below `min_cost`, would let a search report a wrong solution as optimal.
    successors: as the space's, with every move checked.
    """

    def __init__(self, space: StateSpace[S], precision: Precision, positive: str | None) -> None:
        self._space, self._least, self._positive = space, min_cost(space), positive
        self._price = pricing(precision, self._least)
        _check_hashable(space.start, "start")
        self.successors = self._checking(space.successors)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    @property
    def start(self) -> S:
        return self._space.start

    @cached_property
    def unchecked(self) -> UncheckedMoves:
        """The space's moves and what tells whether they are usual."""
        fractional = is_fractional(self._space)
        least: Any = self._least
        if self._positive is not None:
            least = max(least, ulp(0.0) if fractional else 1)
        usual = max(ceil(least), 1)
        kind, most = (float, MOST_FLOAT) if fractional else (int, VAST)
        steps = self._space.successors
        return UncheckedMoves(steps, usual, kind, least, most, self._price, self._validated)

    @cached_property
    def is_goal(self) -> Callable[[S], bool]:
        return self._space.is_goal

    @cached_property
    def predecessors(self) -> _Successors[S]:
        back: ReversibleSpace[S] = self._space  # type: ignore[assignment]  # `run` has checked
        return self._checking(back.predecessors)

    def _checking(self, steps: _Successors[S]) -> _Successors[S]:
        """The function with its moves checked; those that are usual pass at once."""
        of_state = type(self._space.start)
        _, usual, kind, least, most, _, _ = self.unchecked

        def successors(state: S) -> Sequence[tuple[str, S, int]]:
            moves = steps(state)
            if type(moves) is not list and type(moves) is not tuple:
                return self._validated(state, moves)
            try:
                for _, other, cost in moves:
                    if cost is not usual and (type(cost) is not kind or not least <= cost < most):
                        return self._validated(state, moves)
                    if type(other) is not of_state:
                        return self._validated(state, moves)
            except (TypeError, ValueError):
                return self._validated(state, moves)
            return moves

        return successors

    def _validated(
        self, state: S, moves: Sequence[tuple[str, S, int]]
    ) -> Sequence[tuple[str, S, int]]:
        price, kind = self._price, type(self._space.start)
        known: list[tuple[str, S, Any]] = []
        for move, other, cost in self._listed(state, moves):
            number = price(cost)
            if number is None:
                raise self._wrong(state, move, cost)
            if number == 0 and self._positive is not None:
                raise ContractError(
                    f"move {quoted(move)} of state {quoted(state)} costs 0, but {self._positive} "
                    "finds its way only where every move costs more than 0: it could walk in "
                    "circles for ever. Choose astar, idastar or another search."
                )
            if type(other) is not kind:
                _check_hashable(other, f"the state after move {quoted(move, 40)}")
            known.append((move, other, number))
        return known

    def _listed(self, state: S, moves: Any) -> list[tuple[str, S, Any]]:
        """The moves as a list of three parts each; those of a generator as well."""
        try:
            return [(move, other, cost) for move, other, cost in moves]
        except (TypeError, ValueError):
            raise ContractError(
                f"successors of state {quoted(state)} gave {quoted(moves, 80)}; expected a list of "
                "(move, state, cost)."
            ) from None

    def _wrong(self, state: S, move: str, cost: Any) -> ContractError:
        """The error for a cost that no search can add up."""
        least = f"at least {self._least}, its min_cost" if self._least > 0 else "0 or more"
        rule = fraction_advice(cost, self._space)
        return ContractError(
            f"move {quoted(move)} of state {quoted(state)} costs {quoted(cost)}; expected "
            f"{expected_cost(self._space)}, {least}.{rule}"
        )


def pricing(precision: Precision, least: Any) -> Callable[[Any], Any]:
    """`cost_of` for a space, None below its least cost; faster for the types that it has seen."""
    whole: set[type[Any]] = {int, bool}

    def whole_price(cost: Any) -> Any:
        if type(cost) not in whole:
            if not isinstance(cost, Integral):
                return None
            whole.add(type(cost))
        number = int(cost)
        if least <= number < VAST:
            return number
        precision.exact = precision.exact or number >= VAST
        return number if number >= least else None

    def price(cost: Any) -> Any:
        if type(cost) is float and least <= cost < MOST_FLOAT:
            return cost
        number = cost_of(cost, fractional=True)
        return None if number is None or number < least else number

    return price if precision.fractional else whole_price


def _check_hashable(state: object, what: str) -> None:
    if type(state).__hash__ is None:
        raise ContractError(
            f"{what} is {quoted(state)}; a {type(state).__name__} can change and cannot be hashed. "
            "Use a tuple, a frozenset, a text or bytes as state."
        )
