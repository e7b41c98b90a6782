"""The rows of a comparison: which searches run."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from taquin.ground.errors import OptionError
from taquin.search.algorithm import ALGORITHMS
from taquin.solving.request import GivenHeuristic

__all__ = ["GivenRow", "Row", "read_rows"]


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


def read_rows(given: Iterable[GivenRow]) -> list[Row]:
    """The rows of a comparison; raises OptionError or UnknownName for an invalid row."""
    listed = [] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    rows = [_row(row) for row in listed]
    if not rows:
        raise OptionError(
            f"rows={given!r:.60}: expected at least one row, as in ['bfs', 'astar:manhattan', "
            "('astar', heuristic)], or Row objects."
        )
    return rows


def _row(given: object) -> Row:
    if isinstance(given, str):
        name, colon, heuristic = given.partition(":")
        if colon and not heuristic:
            raise OptionError(f"row {given!r}: expected a heuristic after the colon, or no colon.")
        given = Row(name, heuristic or None)
    elif isinstance(given, tuple) and len(given) in (2, 3) and isinstance(given[0], str):
        given = Row(*given)
    if not isinstance(given, Row):
        raise OptionError(
            f"row {given!r:.60}: expected the name of an algorithm, a pair such as ('astar', "
            "heuristic), or a Row."
        )
    ALGORITHMS.get(given.algorithm)
    return given
