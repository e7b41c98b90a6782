"""Several searches of one's own problem, side by side."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from taquin.ground.errors import (
    OptionError,
    TaquinError,
    check_function,
    check_kind,
    named,
    quoted,
    text_of,
)
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, read_options, run
from taquin.search.monitor import Limits, Monitor
from taquin.search.problem import Heuristic, StateSpace
from taquin.search.result import COUNTERS, SearchResult, Status

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
                    "error": result.error,
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
        errors = [f"{name}: {result.error}" for name, result in self if result.error]
        table = [
            "  ".join(
                cell.rjust(width) if at > 1 else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(line, widths, strict=True))
            ).rstrip()
            for line in lines
        ]
        return "\n".join([*table, *errors])


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


class _Asked:
    """A search to run: its name for the table, its options and its own heuristics, if any."""

    def __init__(self, search: object, h: Any, h_back: Any) -> None:
        name, given = search if isinstance(search, tuple) and len(search) == 2 else (search, {})
        if not isinstance(name, str) or not isinstance(given, Mapping):
            raise OptionError(
                f"searches has {quoted(search)}; expected a name, or a pair of a name and its "
                "options, as in ('wastar', {'weight': 1.5})."
            )
        self.spec: AlgorithmSpec = ALGORITHMS.get(name)
        self.options = {key: value for key, value in given.items() if key not in ("h", "h_back")}
        read_options(self.spec, self.options)
        self.h, self.h_back = given.get("h", h), given.get("h_back", h_back)
        check_function("h", self.h, "the state")
        check_function("h_back", self.h_back, "the state")
        shown = (f"{key}={getattr(value, '__name__', value)}" for key, value in given.items())
        self.name = " ".join([self.spec.name, *shown])

    def run(self, space: StateSpace[Any], limits: Limits | None) -> SearchResult:
        """The result; of status `error` if the search, or the user's code that it calls, fails."""
        monitor = Monitor[Any](limits)
        try:
            return run(self.spec, space, self.h, self.h_back, options=self.options, monitor=monitor)
        except Exception as error:
            return SearchResult(
                status=Status.ERROR,
                limit=None,
                moves=None,
                states=None,
                cost=None,
                lower_bound=0,
                stats=monitor.finish(),
                seconds=monitor.seconds,
                error=text_of(error) if isinstance(error, TaquinError) else named(error),
            )


def compare_space(
    space: StateSpace[S],
    searches: Sequence[Search],
    h: Heuristic[S] | None = None,
    h_back: Heuristic[S] | None = None,
    *,
    limits: Limits | None = None,
) -> SpaceComparison:
    """Run several searches on your own problem in turn, each under the same limits.

    searches: names, or pairs of a name and its options; `h` and `h_back` among these are the
    search's own heuristics. A wrong name or option raises what `run` does before the first search
    runs. A search that fails has the status `error`, and its result's `error` says why; the others
    still run. Ctrl-C ends the comparison after the search that it interrupts.

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
    if limits is not None:
        check_kind("limits", limits, Limits, "a Limits object, as in Limits(time=10)")
    requested = [_Asked(one, h, h_back) for one in searches]
    results = list[SearchResult]()
    for one in requested:
        results.append(one.run(space, limits))
        if results[-1].limit == "interrupt":
            break
    names = tuple(one.name for one in requested[: len(results)])
    return SpaceComparison(names, tuple(results))
