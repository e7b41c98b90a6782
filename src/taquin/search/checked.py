"""The moves of a user's space, checked as a search generates them."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar

from taquin.ground.errors import ContractError, quoted
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
    least:  costs from here on need no check if they are of type int
    check:  check(state, moves) returns moves as a search uses them or raises ContractError; None
            if there is nothing to check
    """

    of: Callable[[Any], Sequence[tuple[str, Any, Any]]]
    usual: int
    least: int
    check: Callable[[Any, Sequence[tuple[str, Any, Any]]], Sequence[tuple[str, Any, Any]]] | None


def moves_to_check(space: StateSpace[Any]) -> UncheckedMoves:
    """The moves of a space from `checked`, without the call that checks them where possible."""
    if isinstance(space, _Checked) and not is_fractional(space):
        return space.unchecked
    return UncheckedMoves(space.successors, 1, 0, None)


def checked(space: StateSpace[S], positive: str | None = None) -> StateSpace[S]:
    """The space with its moves checked as they are generated; unchanged if `costs_hold`.

    positive: the search that keeps its promises only where every move costs more than 0.
    """
    holds = getattr(space, "costs_hold", False) and (positive is None or min_cost(space) > 0)
    return space if holds else _Checked(space, positive)


class _Checked(Generic[S]):
    """A space whose move costs are checked as the moves are generated.

    A cost below 0, or below `min_cost`, would let a search report a wrong solution as optimal.
    successors: as the space's, with every move checked.
    """

    def __init__(self, space: StateSpace[S], positive: str | None) -> None:
        self._space, self._least, self._positive = space, min_cost(space), positive
        _check_hashable(space.start, "start")
        self.successors = self._checking(space.successors)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._space, name)

    @property
    def start(self) -> S:
        return self._space.start

    @cached_property
    def unchecked(self) -> UncheckedMoves:
        """The space's moves and what tells whether they are usual; not for fractional costs."""
        least = max(self._least, 0 if self._positive is None else 1)
        return UncheckedMoves(self._space.successors, max(least, 1), least, self._validated)

    @cached_property
    def is_goal(self) -> Callable[[S], bool]:
        return self._space.is_goal

    @cached_property
    def predecessors(self) -> _Successors[S]:
        back: ReversibleSpace[S] = self._space  # type: ignore[assignment]  # `run` has checked
        return self._checking(back.predecessors)

    def _checking(self, steps: _Successors[S]) -> _Successors[S]:
        """The function with its moves checked; those that are usual pass at once."""
        if is_fractional(self._space):
            return lambda state: self._validated(state, steps(state))
        kind, (_, usual, least, _) = type(self._space.start), self.unchecked

        def successors(state: S) -> Sequence[tuple[str, S, int]]:
            moves = steps(state)
            if type(moves) is not list and type(moves) is not tuple:
                return self._validated(state, moves)
            try:
                for _, other, cost in moves:
                    if cost is not usual and (type(cost) is not int or cost < least):
                        return self._validated(state, moves)
                    if type(other) is not kind:
                        return self._validated(state, moves)
            except (TypeError, ValueError):
                return self._validated(state, moves)
            return moves

        return successors

    def _validated(
        self, state: S, moves: Sequence[tuple[str, S, int]]
    ) -> Sequence[tuple[str, S, int]]:
        fractional, known = is_fractional(self._space), list[tuple[str, S, Any]]()
        try:
            moves = [(move, other, cost) for move, other, cost in moves]
        except (TypeError, ValueError):
            raise ContractError(
                f"successors of state {quoted(state)} gave {quoted(moves, 80)}; expected a list of "
                "(move, state, cost)."
            ) from None
        for move, other, cost in moves:
            _check_hashable(other, f"the state after move {quoted(move, 40)}")
            number = cost_of(cost, fractional=fractional)
            if number is None or number < self._least:
                least = f"at least {self._least}, its min_cost" if self._least > 0 else "0 or more"
                rule = fraction_advice(cost, self._space)
                raise ContractError(
                    f"move {quoted(move)} of state {quoted(state)} costs {quoted(cost)}; expected "
                    f"{expected_cost(self._space)}, {least}.{rule}"
                )
            known.append((move, other, number))
            if number == 0 and self._positive is not None:
                raise ContractError(
                    f"move {quoted(move)} of state {quoted(state)} costs 0, but {self._positive} "
                    "finds its way only where every move costs more than 0: it could walk in "
                    "circles for ever. Choose astar, idastar or another search."
                )
        return known


def _check_hashable(state: object, what: str) -> None:
    if type(state).__hash__ is None:
        raise ContractError(
            f"{what} is {quoted(state)}; a {type(state).__name__} can change and cannot be hashed. "
            "Use a tuple, a frozenset, a text or bytes as state."
        )
