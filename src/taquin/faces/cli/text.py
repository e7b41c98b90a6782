"""Results as text: aligned lines for one, a table for several."""

import csv
import io
import json
import re
import shutil
import sys
import textwrap
from collections.abc import Mapping, Sequence

from taquin.latex import latex_table
from taquin.markdown import markdown_table
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
    "in_moves",
    "in_words",
    "markdown",
    "method",
    "published_cost",
    "result_text",
    "tabular",
    "terminal_width",
    "unsolvable",
]

_METRIC = {"stm": "single-tile move", "mtm": "multi-tile move", "expense": "expense"}
_LABEL = 9  # columns


def as_row(result: Result, *, notation: Notation = "tile") -> dict[str, object]:
    """The JSON object of one result, with what the tables show beside it."""
    return result.as_row(notation=notation)


def as_json(result: Result, *, notation: Notation = "tile", **more: object) -> str:
    """`as_row` as one line of JSON, with `more` fields at its end."""
    return json.dumps(as_row(result, notation=notation) | more, ensure_ascii=False)


def method(result: Result) -> str:
    """The algorithm, its heuristic and options, in words."""
    return in_words(result.algorithm, result.heuristic, result.options)


def in_words(algorithm: str, heuristic: str | None, options: Mapping[str, object]) -> str:
    """As in astar with manhattan (tie_break=fifo)."""
    parts = [algorithm]
    if heuristic:
        parts.append(f"with {heuristic}")
    if options:
        parts.append("(" + ", ".join(f"{k}={v}" for k, v in options.items()) + ")")
    return " ".join(parts)


def headline(result: Result) -> str:
    """What came out, in one line."""
    cost = in_moves(result.cost, result.metric)
    match result.status:
        case Status.SOLVED if result.cost == 0:
            return "already solved: the board is the goal"
        case Status.SOLVED if result.optimal:
            return f"solved in {cost}, proved optimal"
        case Status.SOLVED:
            bound = f"the optimum is at least {result.lower_bound}" if result.lower_bound else ""
            return f"solved in {cost}, not proved optimal{bound and '; ' + bound}"
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
            return f"{ended}: at least {in_moves(result.lower_bound, result.metric)}{known}"


def unsolvable(reason: str, swap: tuple[int, int] | None) -> str:
    """Why a board cannot be solved, and the nearest one that can."""
    return reason if swap is None else f"{reason} Nearest fix: swap {swap[0]} and {swap[1]}."


def in_moves(cost: int | None, metric: str) -> str:
    """A cost with its unit: 1 single-tile move, 3 multi-tile moves, 12 expense."""
    unit = _METRIC[metric]
    return f"{cost} {unit}{'' if cost == 1 or metric == 'expense' else 's'}"


def terminal_width() -> int | None:
    """Columns of the terminal that standard output goes to; None where it goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None


def limit_name(result: Result) -> str:
    """The limit that was reached, by the name of its option."""
    return {"expansions": "node limit"}.get(str(result.limit), f"{result.limit} limit")


def result_text(result: Result, *, notation: Notation = "tile", width: int | None = None) -> str:
    """Everything a person wants to know about one result, a line each, folded at `width`."""
    name = goal_name(result.goal)
    stats = result.stats
    lines = [
        ("board", str(result.board)),
        ("goal", f"{result.goal}{f' ({name})' if name else ''}"),
        ("result", headline(result)),
    ]
    if (known := published_cost(result)) is not None:
        lines.append(("known", known))
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
        lines.append(("time", _time(result.seconds)))
    if result.closest is not None:
        board, h = result.closest
        lines.append(("closest", f"{board} (h = {h})"))
    lines += [("note", note) for note in result.notes]
    return "\n".join(f"{label:<{_LABEL}}{_folded(text, width)}" for label, text in lines)


def published_cost(result: Result) -> str | None:
    """The optimal cost that a source gives for this instance, where the search did not prove it."""
    known = result.published
    if known is None or (result.optimal and result.cost == known.optimal):
        return None
    return f"optimal cost {known.optimal} ({known.name}; source: {known.source})"


def _time(seconds: Mapping[str, float]) -> str:
    """The seconds of the search, and those of what came before it where there was any."""
    before = [
        f"{words} {seconds[part]:.3f} s"
        for part, words in (("compile", "loading or compiling"), ("tables", "tables"))
        if seconds[part] >= 0.0005
    ]
    search = f"{seconds['search']:.3f} s"
    return f"{search}, and before it: {', '.join(before)}" if before else search


def _folded(text: str, width: int | None) -> str:
    """Text over several lines where one is too narrow: between words, moves between letters."""
    if width is None or _LABEL + len(text) <= width:
        return text
    room = max(20, width - _LABEL)
    if " " in text:
        parts = textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False)
    else:
        parts = [""]
        for move in re.findall(r"[A-Z]\d*", text):
            if len(parts[-1]) + len(move) > room:
                parts.append("")
            parts[-1] += move
    return ("\n" + " " * _LABEL).join(parts)


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


def markdown(results: Sequence[Result]) -> str:
    """A GitHub-flavoured Markdown table."""
    return markdown_table(COLUMNS, [cells(result) for result in results], texts=COLUMNS[:1])


def tabular(results: Sequence[Result]) -> str:
    """A LaTeX tabular."""
    return latex_table(COLUMNS, [cells(result) for result in results], texts=2)


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
