"""The rows of a comparison: which searches run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from taquin.ground.errors import OptionError, items_of, quoted, shown
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.question.request import GivenHeuristic

__all__ = ["GivenRow", "Row", "named_search", "read_rows", "split_search"]

H = TypeVar("H", bound=GivenHeuristic)


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a comparison: an algorithm with its heuristic and options."""

    algorithm: str
    heuristic: GivenHeuristic | None = None
    options: Mapping[str, object] | None = None
    label: str | None = None


# A Row, a text such as "astar" or "astar:manhattan", a pair, or a triple with options.
GivenRow: TypeAlias = (
    Row
    | str
    | tuple[str, GivenHeuristic | None]
    | tuple[str, GivenHeuristic | None, Mapping[str, object]]
)


_MOST_ROWS = 10_000


def read_rows(given: Iterable[GivenRow]) -> list[Row]:
    """The rows of a comparison; raises OptionError or UnknownName for an invalid row."""
    expected = (
        "at least one row, as in ['bfs', 'astar:manhattan', ('astar', heuristic)], or Row objects"
    )
    rows = [_row(row) for row in items_of("rows", given, expected, _MOST_ROWS)]
    if not rows:
        raise OptionError(f"rows={quoted(given)}: expected {expected}.")
    return rows


def split_search(text: str) -> tuple[str, str | None]:
    """The algorithm and the heuristic of a text such as "astar:manhattan"; None without a colon.

    >>> split_search("idastar:pdb:6-6-3"), split_search("bfs")
    (('idastar', 'pdb:6-6-3'), ('bfs', None))
    """
    name, colon, heuristic = text.partition(":")
    if colon and not heuristic:
        raise OptionError(
            f"search {quoted(text)}: expected a heuristic after the colon, or no colon."
        )
    return name, heuristic or None


def named_search(algorithm: str | None, heuristic: H | None) -> tuple[str | None, H | str | None]:
    """The algorithm and the heuristic, which may be named apart or as "astar:manhattan".

    Raises OptionError if both name a heuristic.
    """
    if not isinstance(algorithm, str):
        return algorithm, heuristic
    name, named = split_search(algorithm)
    if named is not None and heuristic is not None:
        other = heuristic if isinstance(heuristic, str) else getattr(heuristic, "__name__", "f")
        raise OptionError(
            f"two heuristics for one search: {shown(named)}, in {shown(algorithm)}, and "
            f"{shown(other)}; give one of them."
        )
    return name, heuristic if named is None else named


def _row(given: object) -> Row:
    if isinstance(given, str):
        given = Row(*split_search(given))
    elif isinstance(given, tuple) and len(given) in (2, 3) and isinstance(given[0], str):
        given = Row(*given)
    if not isinstance(given, Row):
        raise OptionError(
            f"row {quoted(given)}: expected the name of an algorithm, a pair such as ('astar', "
            "heuristic), or a Row."
        )
    ALGORITHMS.get(given.algorithm)
    return given
