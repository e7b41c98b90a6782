"""Results as text: aligned lines for one, a table for several."""

import csv
import io
import json
from collections.abc import Sequence

from taquin.puzzle.goal import goal_name
from taquin.puzzle.move import Notation, format_moves
from taquin.result import Result
from taquin.search.result import Status

__all__ = [
    "COLUMNS",
    "as_json",
    "as_row",
    "cells",
    "csv_table",
    "markdown_table",
    "method",
    "result_text",
]

_METRIC = {"stm": "single-tile moves", "mtm": "multi-tile moves", "expense": "expense"}
_LINE = 76


def as_row(result: Result, *, notation: Notation = "tile") -> dict[str, object]:
    """The JSON object of one result, with what the tables show beside it."""
    return result.as_row(notation=notation)


def as_json(result: Result, *, notation: Notation = "tile", **more: object) -> str:
    """`as_row` as one line of JSON, with `more` fields at its end."""
    return json.dumps(as_row(result, notation=notation) | more, ensure_ascii=False)


def method(result: Result) -> str:
    """The algorithm, its heuristic and options, in words."""
    parts = [result.algorithm]
    if result.heuristic:
        parts.append(f"with {result.heuristic}")
    if result.options:
        parts.append("(" + ", ".join(f"{k}={v}" for k, v in result.options.items()) + ")")
    return " ".join(parts)


def headline(result: Result) -> str:
    """What came out, in one line."""
    unit = _METRIC[result.metric]
    match result.status:
        case Status.SOLVED if result.cost == 0:
            return "already solved: the board is the goal"
        case Status.SOLVED if result.optimal:
            return f"solved in {result.cost} {unit}, proved optimal"
        case Status.SOLVED:
            bound = f"the optimum is at least {result.lower_bound}" if result.lower_bound else ""
            return f"solved in {result.cost} {unit}, not proved optimal{bound and '; ' + bound}"
        case Status.UNSOLVABLE:
            return "unsolvable"
        case Status.INCOMPLETE:
            return "no solution found, and no proof that there is none"
        case Status.LIMIT:
            ended = (
                "interrupted"
                if result.limit == "interrupt"
                else f"stopped by the {limit_name(result)}"
            )
            known = "" if result.cost is None else f", best so far {result.cost}"
            return f"{ended}: at least {result.lower_bound} {unit}{known}"


def limit_name(result: Result) -> str:
    """The limit that was reached, by the name of its option."""
    return {"expansions": "node limit"}.get(str(result.limit), f"{result.limit} limit")


def result_text(result: Result, *, notation: Notation = "tile") -> str:
    """Everything a person wants to know about one result, a line each."""
    name = goal_name(result.goal)
    stats = result.stats
    lines = [
        ("board", str(result.board)),
        ("goal", f"{result.goal}{f' ({name})' if name else ''}"),
        ("result", headline(result)),
    ]
    if result.puzzle.topology.name != "grid":
        lines.insert(2, ("topology", result.puzzle.topology.name))
    if result.moves:
        compact = format_moves(result.moves, notation=notation, compact=True)
        side = "" if notation == "tile" else ", letters name the blank's way"
        lines.append(("moves", compact))
        lengths = result.lengths or {}
        lines.append(("length", f"{lengths['stm']} single-tile, {lengths['mtm']} multi-tile{side}"))
    if result.status is not Status.UNSOLVABLE:
        lines.append(("by", f"{method(result)}, {result.engine} engine"))
        counts = f"{stats.expanded:,} expanded, {stats.generated:,} generated"
        if stats.evaluated:
            counts += f", {stats.evaluated:,} evaluated"
        if stats.reopened:
            counts += f", {stats.reopened:,} reopened"
        lines.append(("nodes", counts))
        lines.append(
            (
                "memory",
                f"{stats.peak_frontier:,} waiting and {stats.peak_reached:,} reached at most, "
                f"{result.peak_memory_bytes / 1e6:,.0f} MB in the process",
            )
        )
        factor = result.effective_branching_factor
        branching = "" if factor is None else f", effective branching factor {factor:.3f}"
        lines.append(("depth", f"{stats.max_depth} at most{branching}"))
        lines.append(("time", f"{sum(result.seconds.values()):.3f} s"))
    if result.closest is not None:
        board, h = result.closest
        lines.append(("closest", f"{board} (h = {h})"))
    lines += [("note", note) for note in result.notes]
    return "\n".join(f"{label:<9}{_wrapped(text)}" for label, text in lines)


def _wrapped(text: str) -> str:
    if " " in text or len(text) <= _LINE:
        return text
    return ("\n" + " " * 9).join(text[i : i + _LINE] for i in range(0, len(text), _LINE))


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


def cells(result: Result, *, grouped: bool = True) -> list[str]:
    """One row of the comparison table, a text for each of COLUMNS."""
    number = (lambda n: f"{n:,}") if grouped else str
    stats = result.stats
    factor = result.effective_branching_factor
    status = str(result.status) if result.limit is None else limit_name(result)
    if result.limit == "interrupt":
        status = "interrupted"
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


def markdown_table(results: Sequence[Result]) -> str:
    """A GitHub-flavoured Markdown table."""
    rows = [list(COLUMNS), ["---"] + ["---:"] * (len(COLUMNS) - 1)]
    rows += [cells(result) for result in results]
    return "\n".join("| " + " | ".join(row) + " |" for row in rows)


def csv_table(results: Sequence[Result]) -> str:
    """Comma-separated values with a header; numbers without grouping."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*COLUMNS, "algorithm", "heuristic", "options", "moves"])
    for result in results:
        options = " ".join(f"{key}={value}" for key, value in result.options.items())
        writer.writerow(
            [
                *cells(result, grouped=False),
                result.algorithm,
                result.heuristic or "",
                options,
                result.moves or "",
            ]
        )
    return stream.getvalue().rstrip("\n")
