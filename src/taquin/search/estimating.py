"""The values of a user's heuristic, checked as a search asks for them."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from taquin.ground.declaration import is_ours, located
from taquin.ground.errors import ContractError, quoted
from taquin.ground.estimates import FRACTIONS_END, INFINITE, estimate_of, number_of
from taquin.search.exact import MOST_FLOAT, Precision
from taquin.search.problem import (
    Heuristic,
    OperatorSelection,
    StateSpace,
    cost_of,
    expected_cost,
    is_fractional,
    operator_selection,
)

__all__ = ["UncheckedValues", "estimating", "values_to_check"]

S = TypeVar("S")

_ANY = Precision(fractional=False)


class UncheckedValues(NamedTuple):
    """The values of a heuristic, for a loop that checks each where it uses it.

    of:     the value of a state; of type int, at least 0 and below most, it needs no check
    precision: of the search; unless exact, floats from 0 to below FRACTIONS_END need no check
    check:  check(state, value) returns a value as a search uses it or raises ContractError; None
            if there is nothing to check
    """

    of: Callable[[Any], Any]
    most: Any
    precision: Precision
    check: Callable[[Any, Any], Any] | None


class _Checked:
    """A heuristic whose values are checked: an int, a float or infinity, 0 or more.

    None and NaN would otherwise end a search with a false proof, and NumPy's numbers wrap around.
    """

    def __init__(self, h: Heuristic[Any], name: str, precision: Precision) -> None:
        self._h, self._what = h, located(f"heuristic {name}", h)
        self._precision = precision
        # With fractional costs, large ints have to become floats.
        self._most = FRACTIONS_END if precision.fractional else INFINITE
        self.unchecked = UncheckedValues(h, self._most, precision, self._validated)

    def __call__(self, state: Any) -> Any:
        value = self._h(state)
        if type(value) is int and 0 <= value < self._most:
            return value
        return self._validated(state, value)

    def operator_selection(self, space: StateSpace[Any]) -> OperatorSelection[Any] | None:
        """The heuristic's, if any, with every move checked."""
        select = operator_selection(self._h, space)
        if select is None or is_ours(select):
            return select

        def selected(state: Any, above: Any, most: Any) -> tuple[Sequence[Any], Any]:
            chosen, following = select(state, above, most)
            moves = [
                (move, other, *self._changed(space, state, move, cost, more))
                for move, other, cost, more in chosen
            ]
            return moves, None if following is None else self._number(following)

        return selected

    def _validated(self, state: Any, given: Any) -> Any:
        precision = self._precision
        if type(given) is float and 0 <= given < FRACTIONS_END and not precision.exact:
            return int(given) if given.is_integer() else given
        value = estimate_of(given, exact=precision.exact)
        if precision.fractional and value is not None and FRACTIONS_END <= value < INFINITE:
            value = float(value) if value < MOST_FLOAT else None
        if value is None:
            negative = (number_of(given) or 0) < 0
            advice = " No cost is negative: return max(h, 0)." if negative else ""
            raise ContractError(
                f"{self._what} returned {quoted(given)} for state {quoted(state)}; expected a "
                f"number, 0 or more, or math.inf where no way leads to a goal.{advice}"
            )
        return value

    def _changed(self, space: StateSpace[Any], state: Any, move: str, cost: Any, more: Any) -> Any:
        """The cost of a move and its change of h, as a search adds them up."""
        price, change = cost_of(cost, fractional=is_fractional(space)), self._number(more)
        if price is None or change is None:
            raise ContractError(
                f"operator_selection of {self._what} gave move {quoted(move)} of state "
                f"{quoted(state)} cost {quoted(cost)} and change of h {quoted(more)}; expected "
                f"{expected_cost(space)} of 0 or more, and a number."
            )
        return price, change

    def _number(self, given: Any) -> Any:
        """A change of h or of f; exact unless costs are fractional."""
        return number_of(given, exact=not self._precision.fractional)


def estimating(h: Heuristic[S], name: str, precision: Precision) -> Heuristic[S]:
    """The heuristic with its values checked; unchanged if its `values_hold`, as taquin's do.

    name: h or h_back, for messages.
    """
    return h if getattr(h, "values_hold", is_ours(h)) else _Checked(h, name, precision)


def values_to_check(h: Heuristic[S]) -> UncheckedValues:
    """The values of a heuristic from `estimating`, without the call that checks them."""
    return h.unchecked if isinstance(h, _Checked) else UncheckedValues(h, INFINITE, _ANY, None)
