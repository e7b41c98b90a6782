"""compare(): one board by several searches, and what came out as one object."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias, overload

from taquin.choice import Choice
from taquin.engines import Engine, Progress
from taquin.errors import MissingExtra, OptionError
from taquin.failures import failure_of
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.result import Failure, Result
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Limits
from taquin.solver import (
    Given,
    Heuristic,
    check_choice,
    check_means,
    choose,
    failed,
    read_limits,
    read_task,
    solve_puzzle,
)

if TYPE_CHECKING:
    from taquin.render import Picture

__all__ = ["Comparison", "GivenRow", "Row", "compare", "data_frame", "read_rows"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a comparison: an algorithm with its heuristic and options."""

    algorithm: str
    heuristic: Heuristic | None = None
    options: Mapping[str, object] | None = None
    label: str | None = None


# A row; the text "astar" or "astar:manhattan"; or a pair, or with options a triple.
GivenRow: TypeAlias = (
    Row | str | tuple[str, Heuristic | None] | tuple[str, Heuristic | None, Mapping[str, object]]
)


class Comparison(Sequence[Result]):
    """The results of one board by several searches, in their order; it does not change.

    It is a sequence of results, and equal to a list of the same ones. `str` is the table that
    `taquin compare` prints; a notebook shows table and picture.

    >>> rows = compare("1 2 3/4 0 5/7 8 6", ["bfs", "idastar"])
    >>> rows
    <Comparison of 2 searches, 2 solved: bfs, idastar with manhattan>
    >>> [row["cost"] for row in rows.to_rows()]
    [2, 2]
    """

    __slots__ = ("_results",)

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = tuple(results)

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> "Comparison": ...
    def __getitem__(self, index: int | slice) -> "Result | Comparison":
        found = self._results[index]
        return Comparison(found) if isinstance(found, tuple) else found

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, (Comparison, list, tuple)):
            return self._results == tuple(other)
        return NotImplemented

    __hash__ = None  # type: ignore[assignment]  # results hold dictionaries

    def __repr__(self) -> str:
        from taquin.result_text import method

        names = ", ".join(result.label or method(result) for result in self)
        noun = "search" if len(self) == 1 else "searches"
        return f"<Comparison of {len(self)} {noun}, {sum(map(bool, self))} solved: {names}>"

    def __str__(self) -> str:
        return self.text()

    def text(self, *, width: int | None = None) -> str:
        """The table, and what its numbers say, for lines of at most `width` characters."""
        from taquin.comparison_text import comparison_lines

        if not self:
            return repr(self)  # a slice may be empty
        return "\n".join(line for line, _ in comparison_lines(self, width))

    def to_rows(self) -> list[dict[str, object]]:
        """One flat dictionary a result, keys as columns: search, status, cost, expanded, …"""
        from taquin.comparison_text import flat_row

        return [flat_row(result) for result in self]

    def to_pandas(self) -> Any:
        """`to_rows` as a pandas DataFrame; raises MissingExtra without pandas."""
        return data_frame(self.to_rows())

    def to_markdown(self) -> str:
        """The table in GitHub-flavoured Markdown."""
        from taquin.comparison_text import markdown

        return markdown(self)

    def to_latex(self) -> str:
        """The table as a LaTeX tabular, which needs no package."""
        from taquin.comparison_text import tabular

        return tabular(self)

    def to_csv(self) -> str:
        """The table as comma-separated values under a header."""
        from taquin.comparison_text import csv_table

        return csv_table(self)

    def plot(self, path: str | Path | None = None, *, title: str | None = None) -> "Picture | None":
        """Expanded states and time as bars: into `path`, .svg or .png, or as a picture.

        Without a path it returns the picture, a text of SVG that notebooks show. Raises OptionError
        for a file that cannot be written, MissingExtra for .png without Matplotlib.
        """
        from taquin.plot import plot_comparison
        from taquin.render import Picture, comparison_svg

        if path is None:
            return Picture(comparison_svg(self, title=title))
        plot_comparison(self, path, title=title)
        return None

    def _repr_html_(self) -> str:
        from taquin.comparison_text import heading, sentences, table_of
        from taquin.result_html import html_table, page_part, paragraphs

        if not self:
            return paragraphs([repr(self)])
        drawn = any(result.error is None for result in self)
        return page_part(
            paragraphs([heading(self)]),
            html_table(*table_of(self), texts=2),
            paragraphs(sentences(self)),
            self.plot() if drawn else None,
        )


def data_frame(rows: list[dict[str, object]]) -> Any:
    """Rows as a pandas DataFrame; raises MissingExtra without pandas."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise MissingExtra(
            "to_pandas() needs pandas: pip install pandas. to_rows() gives the same rows without."
        ) from None
    return pandas.DataFrame(rows)


def compare(
    board: Given,
    rows: Iterable[GivenRow] | None = None,
    *,
    goal: Board | str | None = None,
    metric: Metric = "stm",
    topology: str = "grid",
    size: tuple[int, int] | None = None,
    engine: Engine = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    on_row: Callable[[int, Row, Result | None], None] | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """The same board by several algorithms, one Result a row; limits hold for each row alone.

    rows: names such as "astar" or "astar:linear_conflict", pairs such as ("astar", f) of a name and
    a heuristic, ``f(board) -> int``, or Row objects, at least one; None is the classroom suite.
    on_row is told before (with None) and after each row. A search that raises becomes a row of
    status error, and the others go on; what no board could make good, such as an unknown name, is
    raised before anything runs. Ctrl-C ends with the rows so far.

    >>> for result in compare("1 2 3/4 0 5/7 8 6", ["bfs", "idastar"]):
    ...     print(result.algorithm, result.cost, result.stats.expanded)
    bfs 2 9
    idastar 2 2
    """
    from taquin.classroom import CLASSROOM

    start, puzzle = read_task(board, goal=goal, size=size, topology=topology, metric=metric)
    check_means(engine, progress)
    limits = read_limits(time_limit, node_limit, memory_limit)
    chosen = read_rows(CLASSROOM if rows is None else rows)
    choices = [choose(puzzle, row.algorithm, row.heuristic, row.options) for row in chosen]
    for choice in choices:
        check_choice(choice)
    results: list[Result] = []
    for number, (row, choice) in enumerate(zip(chosen, choices, strict=True)):
        if on_row is not None:
            on_row(number, row, None)
        result = _one_row(start, puzzle, choice, engine, limits, progress)
        results.append(replace(result, label=row.label))
        if on_row is not None:
            on_row(number, row, results[-1])
        if result.limit == "interrupt":
            break
    return Comparison(results)


def _one_row(
    start: Board,
    puzzle: Puzzle,
    choice: Choice,
    engine: Engine,
    limits: Limits,
    progress: Progress | None,
) -> Result:
    """The result of one row, whatever the search raised; what `progress` raised is passed on."""
    watch = None if progress is None else _Watch(progress)
    began = time.perf_counter()
    why: Failure | str | None
    try:
        return solve_puzzle(
            start,
            puzzle,
            algorithm=choice.algorithm,
            heuristic=choice.heuristic,
            options=choice.options,
            engine=engine,
            limits=limits,
            progress=watch,
        )
    except BaseException as error:
        match error:
            case KeyboardInterrupt():
                why = "interrupt"
            case MemoryError():
                why = "memory"
            case _:
                why = failure_of(error)
        if why is None or (watch is not None and watch.failed):
            raise
    return failed(start, puzzle, choice, engine, time.perf_counter() - began, why)


class _Watch:
    """Passes progress on, and remembers whether the listener raised: that is no row's outcome."""

    def __init__(self, listener: Progress) -> None:
        self.failed = False
        self._listener = listener

    def __call__(self, monitor: Any) -> None:
        try:
            self._listener(monitor)
        except BaseException:
            self.failed = True
            raise


def read_rows(given: Iterable[GivenRow]) -> list[Row]:
    """The rows of a comparison, their algorithms known; OptionError for what is none."""
    listed = [] if isinstance(given, str) or not isinstance(given, Iterable) else list(given)
    rows = [_row(one) for one in listed]
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
