"""compare(): several searches on one board, and their results as one object."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from taquin.ground.errors import MissingExtra, check_listener, items_of
from taquin.ground.grammar import counted
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.puzzle import Metric
from taquin.search.monitor import Limits
from taquin.solving.answers.failures import failure_of
from taquin.solving.answers.making import failed
from taquin.solving.answers.result import Result
from taquin.solving.question.classroom import CLASSROOM
from taquin.solving.question.reading import (
    Given,
    check_engine,
    check_watchers,
    read_limits,
    read_puzzle,
    request_for,
)
from taquin.solving.question.request import Engine, Progress, SearchRequest
from taquin.solving.question.row import GivenRow, Row, read_rows
from taquin.solving.runner import answer
from taquin.solving.shown.record import Failure

if TYPE_CHECKING:
    from taquin.pictures.svg import Picture

__all__ = ["Comparison", "answer_row", "compare", "data_frame", "row_requests"]


class Comparison(Sequence[Result]):
    """The results of several searches on one board, in order: an immutable sequence.

    It equals a list of the same results. `str` returns the table that `taquin compare` prints; a
    notebook shows the table and a picture.

    >>> rows = compare("1 2 3/4 0 5/7 8 6", ["bfs", "idastar"])
    >>> rows
    <Comparison of 2 searches, 2 solved: Breadth-first, IDA* with Manhattan distance>
    >>> [row["cost"] for row in rows.to_rows()]
    [2, 2]
    """

    __slots__ = ("_results",)

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = tuple(items_of("results", results, "results, as `solve` returns"))

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

    __hash__ = None  # type: ignore[assignment]  # results contain dictionaries

    def __repr__(self) -> str:
        from taquin.solving.shown.result_text import method

        names = ", ".join(result.label or method(result) for result in self)
        searches = counted(len(self), "search", "searches")
        return f"<Comparison of {searches}, {sum(map(bool, self))} solved: {names}>"

    def __str__(self) -> str:
        return self.text()

    def text(self, *, width: int | None = None) -> str:
        """The table and remarks on its numbers, in lines of at most `width` characters."""
        from taquin.solving.shown.comparison_text import comparison_lines

        if not self:
            return repr(self)  # a slice may be empty
        return "\n".join(line for line, _ in comparison_lines(self, width))

    def to_rows(self) -> list[dict[str, object]]:
        """One flat dictionary per result, with a key per column: search, status, cost, …"""
        from taquin.solving.shown.comparison_text import flat_row

        return [flat_row(result) for result in self]

    def to_pandas(self) -> Any:
        """`to_rows` as a pandas DataFrame; raises MissingExtra if pandas is not installed."""
        return data_frame(self.to_rows())

    def to_markdown(self) -> str:
        """The table in GitHub-flavoured Markdown."""
        from taquin.solving.shown.comparison_text import markdown

        return markdown(self)

    def to_latex(self) -> str:
        """The table as a LaTeX tabular; it needs no LaTeX package."""
        from taquin.solving.shown.comparison_text import tabular

        return tabular(self)

    def to_csv(self) -> str:
        """The table as comma-separated values with a header."""
        from taquin.solving.shown.comparison_text import csv_table

        return csv_table(self)

    def plot(self, path: str | Path | None = None, *, title: str | None = None) -> "Picture | None":
        """Draw expanded states and time as bars, into the file `path` (.svg or .png).

        Without a path, return the picture as SVG text, which notebooks display. Raises OptionError
        if the file cannot be written, and MissingExtra for .png without Matplotlib.
        """
        from taquin.pictures.comparison import comparison_svg
        from taquin.pictures.plot import save_comparison
        from taquin.pictures.svg import Picture
        from taquin.solving.shown.comparison_bars import bars_of, question_of

        bars, question = bars_of(self), question_of(self)
        if path is None:
            return Picture(comparison_svg(bars, question=question, title=title))
        save_comparison(bars, path, question=question, title=title)
        return None

    def _repr_html_(self) -> str:
        from taquin.solving.shown.comparison_text import heading, sentences, table_of
        from taquin.solving.shown.result_html import html_div, html_table, paragraphs

        if not self:
            return paragraphs([repr(self)])
        drawn = any(result.error is None for result in self)
        return html_div(
            paragraphs([heading(self)]),
            html_table(*table_of(self), texts=2),
            paragraphs(sentences(self)),
            self.plot() if drawn else None,
        )


def data_frame(rows: list[dict[str, object]]) -> Any:
    """Rows as a pandas DataFrame; raises MissingExtra if pandas is not installed."""
    try:
        pandas = import_module("pandas")
    except ImportError:
        raise MissingExtra(
            "to_pandas() needs pandas: pip install pandas. to_rows() returns the same rows."
        ) from None
    return pandas.DataFrame(rows)


def compare(
    board: Given,
    rows: Iterable[GivenRow] | None = None,
    *,
    goal: Board | str | None = None,
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
    topology: str = "grid",
    size: tuple[int, int] | None = None,
    engine: Engine = "auto",
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    on_row: Callable[[int, Row, Result | None], None] | None = None,
    progress: Progress | None = None,
) -> Comparison:
    """Run several searches on one board; returns one Result per row.

    rows: at least one name such as "astar" or "astar:linear_conflict", pair such as ("astar", f) of
    a name and a heuristic ``f(board) -> int``, or Row; None runs the classroom suite. Each limit
    applies to every row separately. on_row is called before each row (with None) and after it.
    A search that raises an error becomes a row of status error, and the comparison continues; an
    error that affects every board, such as an unknown name, is raised before any search runs.
    Ctrl-C returns the rows finished so far.

    >>> for result in compare("1 2 3/4 0 5/7 8 6", ["bfs", "idastar"]):
    ...     print(result.algorithm, result.cost, result.stats.expanded)
    bfs 2 9
    idastar 2 2
    """
    check_watchers(None, progress)
    chosen = read_rows(CLASSROOM if rows is None else rows)
    requests = row_requests(
        board,
        chosen,
        goal=goal,
        metric=metric,
        costs=costs,
        topology=topology,
        size=size,
        engine=engine,
        limits=read_limits(time_limit, node_limit, memory_limit),
    )
    check_listener("on_row", on_row, "a number, a row and its result", 3)
    results: list[Result] = []
    for number, (row, request) in enumerate(zip(chosen, requests, strict=True)):
        if on_row is not None:
            on_row(number, row, None)
        results.append(answer_row(request, progress))
        if on_row is not None:
            on_row(number, row, results[-1])
        if results[-1].limit == "interrupt":
            break
    return Comparison(results)


def row_requests(
    board: Given,
    rows: Iterable[Row],
    *,
    goal: Board | str | None,
    metric: Metric,
    limits: Limits,
    costs: GivenCosts | None = None,
    topology: str = "grid",
    size: tuple[int, int] | None = None,
    engine: Engine = "auto",
) -> list[SearchRequest]:
    """The question of every row, read and checked before any search; errors as for `compare`."""
    start, puzzle = read_puzzle(
        board, goal=goal, size=size, topology=topology, metric=metric, costs=costs
    )
    check_engine(engine)
    return [
        request_for(
            start,
            puzzle,
            algorithm=row.algorithm,
            heuristic=row.heuristic,
            options=row.options,
            engine=engine,
            limits=limits,
            label=row.label,
        )
        for row in rows
    ]


def answer_row(request: SearchRequest, progress: Progress | None) -> Result:
    """The result of one row, also if the search raises; errors from `progress` propagate."""
    guard = None if progress is None else _ProgressGuard(progress)
    started = time.perf_counter()
    outcome: Failure | str | None
    try:
        return answer(request, progress=guard)
    except BaseException as error:
        match error:
            case KeyboardInterrupt():
                outcome = "interrupt"
            case MemoryError():
                outcome = "memory"
            case _:
                outcome = failure_of(error)
        if outcome is None or (guard is not None and guard.failed):
            raise
    return failed(request, time.perf_counter() - started, outcome)


class _ProgressGuard:
    """Forwards progress and records whether the listener raised: that is not a row's outcome."""

    def __init__(self, listener: Progress) -> None:
        self.failed = False
        self._listener = listener

    def __call__(self, monitor: Any) -> None:
        try:
            self._listener(monitor)
        except BaseException:
            self.failed = True
            raise
