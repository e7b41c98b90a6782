"""The value of a heuristic as searches and checks use it, whatever kind of number it is."""

from math import nan
from numbers import Real
from operator import index
from typing import Any

__all__ = ["LARGEST", "estimate_of", "number_of"]

# Estimates are below: larger ones, times a weight, exceed any float.
LARGEST = 1 << 900
_EXACT = 1 << 53  # floats below have no gaps between whole numbers


def estimate_of(given: object) -> Any:
    """A value of h as an int, or as a float for a fraction or infinity; None if it is none.

    Takes any number of 0 or more: of Python, of NumPy, a `Fraction`, or an array or tensor that
    holds a single one.

    >>> from fractions import Fraction
    >>> estimate_of(True), estimate_of(2.0), estimate_of(Fraction(5, 2)), estimate_of("2")
    (1, 2, 2.5, None)
    >>> estimate_of(float("inf")), estimate_of(float("nan")), estimate_of(-1)
    (inf, None, None)
    """
    number = number_of(given)
    return number if number is not None and number >= 0 else None


def number_of(given: object) -> Any:
    """A number as `estimate_of` takes it, negative or not, as an int or a float; None if none."""
    if type(given) is int:
        return given if -LARGEST < given < LARGEST else None
    try:
        held = getattr(given, "item", None)
        number: Any = held() if callable(held) else given
        if hasattr(number, "__index__"):
            return number_of(index(number))
        value = float(number) if isinstance(number, Real) else nan
    except Exception:  # the conversions of a user's own class can fail in any way
        return None
    if value != value:  # NaN
        return None
    return int(value) if abs(value) < _EXACT and value.is_integer() else value
