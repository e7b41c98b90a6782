"""Several searches of one's own problem, side by side."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from taquin.ground.errors import OptionError, quoted
from taquin.search.algorithm import ALGORITHMS, run
from taquin.search.monitor import Limits
from taquin.search.problem import Heuristic, StateSpace
from taquin.search.result import COUNTERS, SearchResult

__all__ = ["SpaceComparison", "compare_space"]

S = TypeVar("S")
Search = str | tuple[str, Mapping[str, object]]
_COLUMNS = (
    "search",
    "status",
    "cost",
    "optimal",
    "expanded",
    "generated",
    "peak_reached",
    "seconds",
)


@dataclass(frozen=True)
class SpaceComparison:
    """The results of `compare_space`, by search in the given order; `str` is a table."""

    names: tuple[str, ...]
    results: tuple[SearchResult, ...]

    def __iter__(self) -> Iterator[tuple[str, SearchResult]]:
        return iter(zip(self.names, self.results, strict=True))

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary per search: what it found and proved, every counter and the seconds."""
        found = []
        for name, result in self:
            counters = {counter: getattr(result.stats, counter) for counter in COUNTERS}
            found.append(
                {
                    "search": name,
                    "status": str(result.status),
                    "limit": result.limit,
                    "cost": result.cost,
                    "lower_bound": result.lower_bound,
                    "optimal": result.optimal,
                    **counters,
                    "seconds": result.seconds,
                }
            )
        return found

    def csv(self) -> str:
        """The rows as CSV, with a heading."""
        rows, text = self.rows(), io.StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def __str__(self) -> str:
        lines = [_COLUMNS, *(tuple(_shown(row[c]) for c in _COLUMNS) for row in self.rows())]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join(
            "  ".join(
                cell.rjust(width) if at > 1 else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _named(search: object) -> tuple[str, dict[str, object]]:
    """A search as its name and its options."""
    name, options = search if isinstance(search, tuple) and len(search) == 2 else (search, {})
    if not isinstance(name, str) or not isinstance(options, Mapping):
        raise OptionError(
            f"searches has {quoted(search)}; expected a name, or a pair of a name and its options, "
            "as in ('wastar', {'weight': 1.5})."
        )
    return name, dict(options)


def compare_space(
    space: StateSpace[S],
    searches: Sequence[Search],
    h: Heuristic[S] | None = None,
    h_back: Heuristic[S] | None = None,
    *,
    limits: Limits | None = None,
) -> SpaceComparison:
    """Run several searches on your own problem in turn, each under the same limits.

    searches: names, or pairs of a name and its options. Raises what `run` does, before the first
    search runs if a name is unknown.

    >>> class Count:  # from 0 to 6 by adding 1 or 3
    ...     start, min_cost = 0, 1
    ...     def is_goal(self, state): return state == 6
    ...     def successors(self, state): return [("+1", state + 1, 1), ("+3", state + 3, 1)]
    >>> found = compare_space(Count(), ["bfs", ("wastar", {"weight": 1.5})], lambda s: (6 - s) // 3)
    >>> [(name, result.cost, result.stats.expanded) for name, result in found]
    [('bfs', 2, 5), ('wastar weight=1.5', 2, 2)]
    """
    if not isinstance(searches, (list, tuple)) or not searches:
        raise OptionError(
            f"searches={quoted(searches)}: expected a list of names, as in ['astar', 'idastar']."
        )
    asked = [_named(one) for one in searches]
    specs = [ALGORITHMS.get(name) for name, _ in asked]
    names = tuple(
        " ".join([spec.name, *(f"{name}={value}" for name, value in options.items())])
        for spec, (_, options) in zip(specs, asked, strict=True)
    )
    results = tuple(
        run(spec, space, h, h_back, options=options, limits=limits)
        for spec, (_, options) in zip(specs, asked, strict=True)
    )
    return SpaceComparison(names, results)
