"""What a header may hold: every number has bounds, every list a length.

>>> header = RecordOf({"width": IntegerIn(1, 20), "pattern": ListOf(IntegerIn(1, 399), most=12)})
>>> header.check({"width": 4, "pattern": [1, 2, 3]})
>>> header.check({"width": 99, "pattern": []})
Traceback (most recent call last):
  ...
taquin.ground.fields.WrongField: width is 99, not a whole number from 1 to 20
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import NoReturn, Protocol

from taquin.ground.errors import quoted

__all__ = [
    "AnyOf",
    "Anything",
    "Field",
    "IntegerIn",
    "ListOf",
    "NumberIn",
    "OneOf",
    "OrNull",
    "RecordOf",
    "TextOf",
    "TupleOf",
    "WrongField",
]


class WrongField(ValueError):
    """A value that a header must not hold: which one, and what was expected."""


class Field(Protocol):
    """What one value of a header may be."""

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is allowed. name: what to call it."""


@dataclass(frozen=True, slots=True)
class IntegerIn:
    """A whole number from `least` to `most`; `true` is none."""

    least: int
    most: int

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is such a number."""
        if type(value) is not int or not self.least <= value <= self.most:
            _refuse(name, value, f"a whole number from {self.least:,} to {self.most:,}")


@dataclass(frozen=True, slots=True)
class NumberIn:
    """A number from `least` to `most`, whole or not; never NaN."""

    least: float
    most: float

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is such a number."""
        if type(value) not in (int, float) or not self.least <= value <= self.most:  # type: ignore[operator]
            _refuse(name, value, f"a number from {self.least:,} to {self.most:,}")


@dataclass(frozen=True, slots=True)
class TextOf:
    """A text of at most `longest` characters."""

    longest: int = 200

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is such a text."""
        if not isinstance(value, str) or len(value) > self.longest:
            _refuse(name, value, f"a text of at most {self.longest:,} characters")


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of a few values, compared with their types: 1 is neither 1.0 nor true."""

    values: tuple[object, ...]

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is one of them."""
        if not any(type(value) is type(known) and value == known for known in self.values):
            _refuse(name, value, f"one of {', '.join(map(quoted, self.values))}")


@dataclass(frozen=True, slots=True)
class ListOf:
    """A list of `least` to `most` values of one kind."""

    of: Field
    most: int
    least: int = 0

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is such a list; names the first wrong item."""
        if not isinstance(value, (list, tuple)) or not self.least <= len(value) <= self.most:
            _refuse(name, value, f"a list of {self.least:,} to {self.most:,} items")
        for number, item in enumerate(value):
            self.of.check(item, f"{name}[{number}]")


@dataclass(frozen=True, slots=True)
class TupleOf:
    """A list with one value for each of some kinds, in their order."""

    of: tuple[Field, ...]

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is such a list; names the first wrong item."""
        if not isinstance(value, (list, tuple)) or len(value) != len(self.of):
            _refuse(name, value, f"a list of {len(self.of):,} items")
        for number, (known, item) in enumerate(zip(self.of, value, strict=True)):
            known.check(item, f"{name}[{number}]")


@dataclass(frozen=True, slots=True)
class OrNull:
    """A value of a kind, or `null`."""

    of: Field

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is one or the other."""
        if value is not None:
            self.of.check(value, name)


@dataclass(frozen=True, slots=True)
class AnyOf:
    """A value of one of several kinds.

    expected: these kinds in words; without it, the last one says what was expected.
    """

    kinds: tuple[Field, ...]
    expected: str = ""

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless one of the kinds allows the value."""
        for kind in self.kinds:
            with suppress(WrongField):
                kind.check(value, name)
                return
        if not self.expected:
            self.kinds[-1].check(value, name)
        _refuse(name, value, self.expected)


@dataclass(frozen=True, slots=True)
class Anything:
    """Any value: nothing is computed from it, or its reader checks it."""

    def check(self, value: object, name: str = "") -> None:
        """Allow the value."""


@dataclass(frozen=True, slots=True)
class RecordOf:
    """An object with these fields; those in `optional` may be missing.

    others: the kind of fields of other names; None if there must be none.
    """

    fields: Mapping[str, Field]
    optional: Mapping[str, Field] = field(default_factory=dict)
    others: Field | None = None

    def check(self, value: object, name: str = "") -> None:
        """Raise WrongField unless the value is such an object; names the first wrong field."""
        if not isinstance(value, Mapping):
            _refuse(name or "the header", value, "an object with named fields")
        for key, item in value.items():
            if key in self.fields or key in self.optional:
                continue
            if self.others is None:
                raise WrongField(f"{_below(name, quoted(key))} is not a field that taquin writes")
            self.others.check(item, _below(name, quoted(key)))
        for key, known in self.fields.items():
            if key not in value:
                raise WrongField(f"{_below(name, key)} is missing")
            known.check(value[key], _below(name, key))
        for key, known in self.optional.items():
            if key in value:
                known.check(value[key], _below(name, key))


def _below(name: str, key: str) -> str:
    return f"{name}.{key}" if name else key


def _refuse(name: str, value: object, expected: str) -> NoReturn:
    raise WrongField(f"{name} is {quoted(value)}, not {expected}")
