"""Types of option values, whose messages name the value given and what was expected."""

import math
import re
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from taquin.ground.errors import quoted
from taquin.ground.registry import is_plain, unknown_name

__all__ = ["Duration", "FileName", "Name", "Number", "Whole"]

_DIGITS = 4300  # the longest number that Python reads
_TIME = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*([smh]?)", re.ASCII)
_SECONDS = {"": 1, "s": 1, "m": 60, "h": 3600}

if TYPE_CHECKING:
    _Choice: TypeAlias = click.Choice[str]
    _Whole: TypeAlias = click.ParamType[int]
    _Number: TypeAlias = click.ParamType[float]
    _Target: TypeAlias = click.ParamType[Path]
else:  # Click's types take no parameters before 8.5
    _Choice = click.Choice
    _Whole = _Number = _Target = click.ParamType


class Name(_Choice):
    """One of several names; the error for a wrong one suggests the nearest."""

    def __init__(self, kind: str, names: list[str]) -> None:
        super().__init__(names)
        self.kind = kind

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name itself; raises UnknownName."""
        if value not in self.choices:
            raise unknown_name(self.kind, value, self.choices)
        return value

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """The possible names in one line."""
        return f"Expected one of {', '.join(self.choices)}"


class Whole(_Whole):
    """A whole number, at least `least` and at most `most` if those are given."""

    name = "integer"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        """The number; a usage error if invalid."""
        bound = "" if self.least is None else f" of at least {self.least}"
        bound += "" if self.most is None else f" and at most {self.most:,}"
        text = str(value)
        try:
            number = int(text) if is_plain(text) else None
        except ValueError:
            number = None
        if number is None:
            digits = f" and at most {_DIGITS:,} digits" if len(text) > _DIGITS else ""
            self.fail(f"{quoted(text)}: expected a whole number{bound}{digits}.", param, ctx)
        low = self.least is not None and number < self.least
        if low or (self.most is not None and number > self.most):
            self.fail(f"{number!s:.60}: expected a whole number{bound}.", param, ctx)
        return number


class Number(_Number):
    """A number of at least `least` and at most `most`; infinite only if `infinite` is set."""

    name = "float"

    def __init__(self, least: float, most: float = math.inf, *, infinite: bool = False) -> None:
        self.least, self.most, self.infinite = least, most, infinite

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number; a usage error if invalid."""
        try:
            number = float(str(value)) if is_plain(str(value)) else math.nan
        except ValueError:
            number = math.nan
        if not self.least <= number <= self.most or (math.isinf(number) and not self.infinite):
            most = "" if math.isinf(self.most) else f" and at most {self.most:g}"
            message = f"{quoted(value)}: expected a number of at least {self.least:g}{most}."
            self.fail(message, param, ctx)
        return number


class FileName(_Target):
    """A file name; whether the file can be read or written is checked when it is opened."""

    name = "file"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Path:
        """The path; a usage error for an invalid name or a path that cannot be searched."""
        text = str(value)
        if not text.strip() or "\0" in text:
            self.fail(f"{quoted(text)}: expected a file name.", param, ctx)
        try:
            Path(text).exists()
        except OSError as error:  # a name that is too long, a folder without permission
            self.fail(f"{quoted(text)}: {error.strerror}.", param, ctx)
        return Path(text)


class Duration(_Number):
    """A time in seconds, or with s, m or h."""

    name = "time"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The seconds; a usage error if invalid."""
        if isinstance(value, float):
            return value
        found = _TIME.fullmatch(str(value).strip())
        if found is None or not float(found[1]):
            self.fail(f"{quoted(value)}: expected a time such as 90s, 20m or 1h.", param, ctx)
        return float(found[1]) * _SECONDS[found[2]]
