"""The value of a heuristic as searches and checks use it, whatever kind of number it is."""

from fractions import Fraction
from math import inf
from numbers import Rational, Real
from operator import index
from typing import Any

__all__ = ["FLOATS_END", "FRACTIONS_END", "INFINITE", "estimate_of", "number_of", "plain_number"]

FLOATS_END = 1 << 53  # from here on, floats have gaps between whole numbers
FRACTIONS_END = 1 << 40  # from here on, fractions are exact, as floats round noticeably


class _Infinity(float):
    """Infinity that can be added to whole numbers of any size, which floats cannot."""

    __slots__ = ()

    def _itself(self, other: object) -> "_Infinity":
        return self

    def _nothing(self, other: object) -> float:
        return 0.0

    __add__ = __radd__ = __sub__ = __mul__ = __rmul__ = __truediv__ = _itself
    __rtruediv__ = _nothing


INFINITE = _Infinity(inf)


def estimate_of(given: object, *, exact: bool = False) -> Any:
    """A value of h as an int, as a float for a fraction, or infinity; None if it is none.

    Takes any number of 0 or more: of Python, of NumPy, a `Fraction`, or an array or tensor that
    holds a single one. exact: fractions become a `Fraction`, which they also do from 2**40 on.

    >>> from fractions import Fraction
    >>> estimate_of(True), estimate_of(2.0), estimate_of(Fraction(5, 2)), estimate_of("2")
    (1, 2, 2.5, None)
    >>> estimate_of(float("inf")), estimate_of(float("nan")), estimate_of(-1)
    (inf, None, None)
    """
    number = number_of(given, exact=exact)
    return number if number is not None and number >= 0 else None


def number_of(given: object, *, exact: bool = False) -> Any:
    """A number as `estimate_of` takes it, negative or not; None if it is none."""
    if type(given) is int:
        return given
    if type(given) is float:
        return _of_float(given, exact=exact)
    try:
        held = getattr(given, "item", None)
        number: Any = held() if callable(held) else given
        if hasattr(number, "__index__"):
            return index(number)
        if isinstance(number, Rational):
            return _of_fraction(Fraction(number), exact=exact)
        return _of_float(float(number), exact=exact) if isinstance(number, Real) else None
    except Exception:  # the conversions of a user's own class can fail in any way
        return None


def plain_number(number: Any) -> int | float | None:
    """An exact number as JSON knows it: a fraction as a float, or rounded down if too large."""
    if number is None or type(number) is int:
        return number
    try:
        return float(number)
    except OverflowError:
        return int(number)


def _of_float(value: float, *, exact: bool) -> Any:
    if value.is_integer():
        return int(value)
    if value - value != 0:  # infinity or NaN
        return None if value != value else INFINITE if value > 0 else value
    return Fraction(value) if exact or abs(value) >= FRACTIONS_END else value


def _of_fraction(value: Fraction, *, exact: bool) -> Any:
    if value.denominator == 1:
        return value.numerator
    return value if exact or abs(value) >= FRACTIONS_END else float(value)
