"""Several results as text: the table of a comparison in every format."""

import csv
import io
from collections.abc import Sequence

from taquin.ground.latex import latex_table
from taquin.ground.markdown import markdown_table
from taquin.ground.table import fitting, hidden_text, plain_table, wrapped
from taquin.search.result import COUNTERS, Status
from taquin.solving.question.heading import question_heading
from taquin.solving.shown.record import Record
from taquin.solving.shown.remarks import remarks
from taquin.solving.shown.result_text import limit_name, method, published_cost

__all__ = [
    "COLUMNS",
    "cells",
    "comparison_lines",
    "csv_table",
    "flat_row",
    "heading",
    "markdown",
    "sentences",
    "table_of",
    "tabular",
]

COLUMNS = (
    "search",
    "status",
    "cost",
    "optimal",
    "expanded",
    "generated",
    "peak frontier",
    "peak reached",
    "depth",
    "b*",
    "seconds",
)


def cells(result: Record, *, grouped: bool = True) -> list[str]:
    """One row of the comparison table: one text per column of COLUMNS."""
    number = (lambda n: f"{n:,}") if grouped else str
    stats = result.stats
    factor = result.effective_branching_factor
    status = str(result.status) if result.limit is None else limit_name(result)
    if result.limit == "interrupt":
        status = "interrupted"
    if result.status is Status.ERROR:
        return [result.label or method(result), status, *[""] * (len(COLUMNS) - 2)]
    return [
        result.label or method(result),
        status,
        "" if result.cost is None else number(result.cost),
        "proved" if result.optimal else "",
        number(stats.expanded),
        number(stats.generated),
        number(stats.peak_frontier),
        number(stats.peak_reached),
        number(stats.max_depth if result.depth is None else result.depth),
        "" if factor is None else f"{factor:.3f}",
        f"{result.seconds['search']:.3f}",
    ]


def table_of(results: Sequence[Record]) -> tuple[list[str], list[list[str]]]:
    """Head and rows of a table, with a column for error messages if there are any."""
    head, rows = list(COLUMNS), [cells(result) for result in results]
    if any(result.error for result in results):
        head.append("error")
        for row, result in zip(rows, results, strict=True):
            row.append(_message(result))
    return head, rows


def _message(result: Record) -> str:
    return "" if result.error is None else " ".join(result.error.message.split())


def markdown(results: Sequence[Record]) -> str:
    """A GitHub-flavoured Markdown table."""
    return markdown_table(*table_of(results), texts=(COLUMNS[0], "error"))


def tabular(results: Sequence[Record]) -> str:
    """A LaTeX tabular."""
    return latex_table(*table_of(results), texts=2)


def csv_table(results: Sequence[Record]) -> str:
    """Comma-separated values with a header; numbers without grouping."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*COLUMNS, "algorithm", "heuristic", "options", "moves", "error"])
    for result in results:
        writer.writerow(
            [
                *cells(result, grouped=False),
                result.algorithm,
                result.heuristic or "",
                _options(result),
                result.moves or "",
                _message(result),
            ]
        )
    return stream.getvalue().rstrip("\n")


def _options(result: Record) -> str:
    return " ".join(f"{key}={value}" for key, value in result.options.items())


def flat_row(result: Record) -> dict[str, object]:
    """One result as a flat dictionary of plain values, for a data frame.

    Times are in seconds, memory in bytes; an unknown value is None.
    """
    known = result.error is None
    stats = {name: getattr(result.stats, name) if known else None for name in COUNTERS}
    lengths = result.lengths or {}
    return {
        "search": result.label or method(result),
        "algorithm": result.algorithm,
        "heuristic": result.heuristic,
        "options": _options(result),
        "board": result.board.text,
        "goal": result.goal.text,
        "topology": result.puzzle.topology.name,
        "metric": result.metric,
        **(
            {}
            if result.puzzle.costs is None
            else {"costs": " ".join(map(str, result.puzzle.costs))}
        ),
        "engine": result.engine,
        "status": str(result.status),
        "limit": result.limit,
        "cost": result.cost,
        "optimal": result.optimal,
        "lower_bound": result.lower_bound,
        "length_stm": lengths.get("stm"),
        "length_mtm": lengths.get("mtm"),
        **stats,
        "effective_branching_factor": result.effective_branching_factor,
        **{f"seconds_{name}": value for name, value in result.seconds.items()},
        "peak_memory_bytes": result.peak_memory_bytes,
        "moves": result.moves,
        "error": None if result.error is None else result.error.message,
    }


def heading(results: Sequence[Record]) -> str:
    """The question, and the published optimal cost if no search proved it."""
    first = results[0]
    text = question_heading(f"board {first.board}", [first.puzzle])
    known = published_cost(first)
    if known is None or any(result.optimal for result in results):
        return text
    return f"{text}; known: {known}"


def sentences(results: Sequence[Record]) -> list[str]:
    """The errors, then remarks on the numbers."""
    errors = [f"{r.label or method(r)}: error: {_message(r)}" for r in results if r.error]
    return errors + remarks(results)


def comparison_lines(results: Sequence[Record], width: int | None) -> list[tuple[str, bool]]:
    """A comparison as text: heading, table, errors and remarks.

    Returns each line with a flag that is true for the row of a search without a solution, which is
    printed dimmed. Columns that do not fit into `width` are hidden and named.
    """
    rows = [cells(result) for result in results]
    columns, hidden, first = fitting(COLUMNS, rows, width, hide=_HIDE)
    head, *table = plain_table(
        [COLUMNS[number] for number in columns],
        [[row[number] for number in columns] for row in rows],
        texts=2 if "status" not in hidden else 1,
        first=first,
    )
    lines = [*((line, False) for line in wrapped(heading(results), width)), ("", False)]
    lines += [(line, False) for line in head]
    lines += [
        (line, not result.solved)
        for row, result in zip(table, results, strict=True)
        for line in row
    ]
    lines.append(("", False))
    texts = []
    if hidden:
        texts.append(hidden_text(hidden, "taquin compare"))
    texts += sentences(results)
    return lines + [(line, False) for text in texts for line in wrapped(text, width)]


# Columns that a narrow terminal hides, in this order, and how much of a search's name must be in a
# line before one of them is shown.
_HIDE = (
    *((name, 28) for name in ("peak reached", "peak frontier", "b*", "depth", "generated")),
    *((name, 24) for name in ("optimal", "seconds")),
    *((name, 14) for name in ("status", "expanded", "cost")),
)
