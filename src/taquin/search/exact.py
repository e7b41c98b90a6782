"""Numbers as large as you like: where the sums of a search outgrow floats, and what it does then.

Whole numbers are exact in Python, whatever their size; floats, such as a weight of 1.5 or a
heuristic's fractions, are not. A float that is rounded up would prove too much. Ordinary numbers
are far smaller than what floats round, so that ordinary searches add floats, which is fast.
"""

from fractions import Fraction
from math import ulp
from typing import Any

__all__ = ["MOST_FLOAT", "VAST", "WEIGHED", "Precision", "Weight"]

# A move of this cost or more makes a search exact. Paths of cheaper moves stay below 2**53, from
# where floats have gaps, for 2**23 moves, which no search in Python finds.
VAST = 1 << 30
# Sums below are weighed as floats. They are then off by less than 2**-8.
WEIGHED = 1 << 44
# Fractional costs and estimates are below, so that no sum of them exceeds what floats can hold.
MOST_FLOAT = 1 << 900


class Precision:
    """How the numbers of a search are added.

    fractional: costs can be floats, and large numbers are floats. exact: without fractional costs,
    whether the fractions of a heuristic have to be exact; set by the first move of a vast cost.
    """

    __slots__ = ("exact", "fractional")

    def __init__(self, *, fractional: bool) -> None:
        self.fractional = fractional
        self.exact = False


class Weight:
    """A factor of 1 or more, exact where floats are not.

    It is the decimal number that people write or its float, whichever is less, so that a solution
    is within both.
    """

    __slots__ = ("_exact", "_rough")

    def __init__(self, weight: float) -> None:
        self._rough: Any = float(weight)
        exact = min(Fraction(self._rough), Fraction(repr(self._rough)))
        self._exact: Any = exact
        if exact.denominator == 1:
            self._rough = self._exact = exact.numerator

    def __call__(self, g: Any, h: Any) -> Any:
        """The priority g + weight * h."""
        return g + (self._rough if g + h < WEIGHED else self._exact) * h

    def times(self, value: Any) -> Any:
        """The value times the weight."""
        return (self._rough if value < WEIGHED else self._exact) * value

    def below(self, f: Any) -> Any:
        """A number that is at most f / weight, although f may have been rounded up."""
        if type(f) is float:
            f = Fraction(f) - 4 * Fraction(ulp(f))
        return -(-f // self._exact) if type(f) is type(self._exact) is int else f / self._exact
