"""Formats reports as text, Markdown, LaTeX, CSV or JSON, with a summary in sentences."""

import csv
import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict
from statistics import fmean
from typing import Any

from taquin.bench.aima import convention, published
from taquin.bench.report import Experiment, Figures, Row, Span, summary
from taquin.ground.grammar import counted, listed
from taquin.ground.latex import latex_table
from taquin.ground.markdown import markdown_table
from taquin.ground.table import fitting, hidden_text, plain_table, wrapped
from taquin.pictures.units import time_text

__all__ = [
    "FORMATS",
    "as_csv",
    "as_data",
    "as_latex",
    "as_markdown",
    "as_text",
    "formatted",
    "sentences",
]

FORMATS = ("text", "markdown", "latex", "csv", "json")
# Of shorter times, in seconds, the ratio is mostly chance.
_MEASURABLE = 0.005
_VERSION = re.compile(r"\d+(\.\d+)+\w*")
_MOST_NAMED = 3  # boards in a sentence
_HEAD = ("contestant", "solved", "optimal", "mean cost", "mean expanded", "mean generated",
         "mean", "median", "p95", "p99", "worst", "total", "set-up", "× time")  # fmt: skip
# Columns that a narrow terminal hides, in this order, and how much of a contestant's name must be
# in a line before one of them is shown.
_HIDE = (
    *((name, 28) for name in ("p99", "p95", "set-up", "mean generated", "worst", "median")),
    *((name, 24) for name in ("total", "optimal", "mean", "× time", "published b*", "mean time")),
    *((name, 14) for name in ("mean cost", "mean expanded", "solved", "b*", "published")),
)
_AIMA_HEAD = ("d", "search", "solved", "nodes", "published", "b*", "published b*", "mean time")


def _span(value: Span) -> str:
    return f"{'≥ ' if value.censored else ''}{time_text(value.seconds)}"


def _maybe(value: float | None, text_of: Callable[[float], str]) -> str:
    return "–" if value is None else text_of(value)


def _count(value: float) -> str:
    return f"{value:,.1f}" if value < 1000 and value != int(value) else f"{value:,.0f}"


def _ratio(line: Figures) -> str:
    if line.ratio is None:
        return "1" if line.against == line.contestant else "–"
    partial = "" if line.ratio_boards == line.boards else f" ({_boards(line.ratio_boards)})"
    return f"{line.ratio:.3g}{partial}"


def _cells(line: Figures) -> list[str]:
    spread = line.percentiles
    return [
        line.contestant,
        f"{line.solved}/{line.boards}",
        str(line.optimal),
        _maybe(line.cost, "{:,.2f}".format),
        *(_maybe(value, _count) for value in (line.expanded, line.generated)),
        *(_maybe(value, time_text) for value in (line.mean, line.median)),
        *(_span(spread[percent]) for percent in (95, 99, 100)),
        _span(line.total),
        time_text(line.setup) if line.setup else "0",
        _ratio(line),
    ]


def _aima_cells(line: Figures) -> list[str]:
    book = published().get((line.group or 0, line.contestant.partition(" [")[0]))
    nodes = None if line.generated is None else line.generated + 1
    return [
        str(line.group),
        line.contestant,
        f"{line.solved}/{line.boards}",
        _maybe(nodes, _count),
        "–" if book is None else f"{book.nodes:,}",
        _maybe(line.factor, "{:.2f}".format),
        "–" if book is None else f"{book.factor:.2f}",
        _maybe(line.mean, time_text),
    ]


def _table(experiment: Experiment) -> tuple[Sequence[str], list[list[str]]]:
    lines = summary(experiment)
    if experiment.suite == "aima-table":
        return _AIMA_HEAD, [_aima_cells(line) for line in lines]
    return _HEAD, [_cells(line) for line in lines]


def sentences(experiment: Experiment) -> list[str]:
    """The findings, problems first."""
    rows, lines = experiment.rows, summary(experiment)
    findings = [f"Not installed: {name}." for name in _names(rows, "missing")]
    findings += [f"Failed: {name}." for name in _names(rows, "error")]
    findings += _unsolvable(rows)
    findings.append(_checked(rows))
    if any(row["twin"] for row in rows):
        findings.append(_twins(rows))
    if experiment.suite == "aima-table":
        return [*findings, convention()]
    for line in lines:
        if line.timeouts:
            findings.append(
                f"{line.contestant} reached its time limit on {line.timeouts} of "
                f"{_boards(line.boards)}, so its total is at least {time_text(line.total.seconds)}."
            )
    if lines:
        findings.append(_coverage(lines))
    findings += [
        _speed(line, line.ratio)
        for line in lines
        if line.ratio and line.briefest >= _MEASURABLE and not line.alike
    ]
    return [*findings, *_gaps(rows)]


def _coverage(lines: Sequence[Figures]) -> str:
    """Which boards the averages, percentiles and totals cover."""
    common = max(line.common for line in lines)
    rest = "percentiles (nearest rank) and totals cover every board tried."
    if not common:
        return f"There are no means or medians, because no board was solved by all; {rest}"
    solved_by = "every contestant"
    if not all(line.solved for line in lines):
        solved_by += " that solved any"
    return f"Means and medians cover the {_boards(common)} solved by {solved_by}; {rest}"


def _speed(line: Figures, ratio: float) -> str:
    """How a contestant's time compares with that of the one it is measured against."""
    factor = max(ratio, 1 / ratio)
    text = f"{factor:.3g}" if factor < 100 else f"{factor:,.0f}"
    relation = f"{text} times {'faster' if ratio < 1 else 'slower'} than"
    if text == "1":
        relation = "as fast as"
    return (
        f"{line.contestant} was {relation} {line.against} on the {_boards(line.ratio_boards)} "
        "both solved."
    )


def _boards(count: int) -> str:
    return counted(count, "board")


def _gaps(rows: Sequence[Row]) -> list[str]:
    """How far costs are above the optimum, for the searches that found worse solutions."""
    ratios: dict[str, list[float]] = {}
    for row in rows:
        optimum = row["expected"].get("cost")
        if row["status"] == "solved" and optimum:
            ratios.setdefault(row["contestant"], []).append(row["cost"] / optimum)
    return [
        f"Solutions of {name} cost {fmean(costs):.3g} times the optimum on average and "
        f"{max(costs):.3g} times at worst ({_boards(len(costs))})."
        for name, costs in ratios.items()
        if max(costs) > 1
    ]


def _unsolvable(rows: Sequence[Row]) -> list[str]:
    """Which boards were proved to be unsolvable."""
    boards = list(dict.fromkeys(row["instance"] for row in rows if row["status"] == "unsolvable"))
    if not boards:
        return []
    named = boards if len(boards) <= _MOST_NAMED else [*boards[:_MOST_NAMED], "others"]
    are = "is" if len(boards) == 1 else "are"
    return [
        f"{counted(len(boards), 'board')} {are} unsolvable ({listed(named)}); "
        "`taquin info BOARD` says why."
    ]


def _names(rows: Sequence[Row], status: str) -> list[str]:
    found: dict[str, str] = {}
    for row in rows:
        if row["status"] == status:
            found.setdefault(row["contestant"], row.get("message", ""))
    return [f"{name} ({message.rstrip('.')})" for name, message in found.items()]


def _checked(rows: Sequence[Row]) -> str:
    wrong = [(row, text) for row in rows for text in row["disagrees"]]
    if wrong:
        row, text = wrong[0]
        differ = "1 value differs" if len(wrong) == 1 else f"{len(wrong)} values differ"
        return (
            f"WRONG: {differ} from the known values; first, {row['contestant']} on "
            f"{row['instance']}: {text}."
        )
    solved = [row for row in rows if row["status"] == "solved"]
    known = [row for row in solved if row["expected"]]
    if not known:
        return f"There are no known values to compare the {_answers(len(solved))} with."
    only_costs = all(row["expected"].keys() == {"cost"} for row in known)
    values = "optimal costs" if only_costs else "values"
    if len(known) == len(solved):
        every = "The answer matches" if len(known) == 1 else f"All {len(known)} answers match"
        return f"{every} the known {values}."
    return (
        f"Of {_answers(len(solved))}, {len(known)} can be compared with known {values}, and all "
        "of these match."
    )


def _answers(count: int) -> str:
    return counted(count, "answer")


def _twins(rows: Sequence[Row]) -> str:
    """Whether twins agree in every counter."""
    by_key = {(row["contestant"], row["instance"]): row for row in rows}
    compared, wrong = 0, []
    for row in rows:
        other = by_key.get((row["against"], row["instance"]))
        if row["twin"] and other is not None and row["status"] == other["status"] == "solved":
            compared += 1
            differ = [
                name for name in row["stats"] if row["stats"][name] != other["stats"].get(name)
            ]
            if differ:
                wrong.append(f"{row['contestant']} on {row['instance']} ({', '.join(differ)})")
    if wrong:
        return (
            f"WRONG: counters differ in {len(wrong)} of {compared} pairs of engines; first, "
            f"{wrong[0]}."
        )
    pairs = "the pair" if compared == 1 else f"all {compared} pairs"
    return f"Every counter is equal in {pairs} of engines."


def _origin(header: Row) -> str:
    """The revision of the repository, or outside one the version of the package."""
    revision = header["revision"]
    return f"{'version' if _VERSION.fullmatch(revision) else 'revision'} {revision}"


def _where(header: Row) -> str:
    versions = ", ".join(f"{name} {number}" for name, number in header["versions"].items())
    load = "unknown" if not header["load"] else f"{header['load'][0]:.1f}"
    return (
        f"{header['date']}, {_origin(header)}, {versions}; {header['cpu']}, "
        f"{counted(header['cores'], 'core')}, load {load} at the start; seed "
        f"{header['settings']['seed']}, {header['time_limit']:g} s per board, "
        f"{counted(header['workers'], 'worker')}."
    )


def _notes(experiment: Experiment) -> list[str]:
    notes = [_where(header) for header in experiment.headers]
    if any(ending["interrupted"] for ending in experiment.endings):
        notes.append("A run was interrupted, so some boards are missing.")
    return notes


def as_text(
    experiments: Sequence[Experiment],
    *,
    width: int | None = None,
    command: str = "taquin bench report",
) -> str:
    """A table for each suite, followed by the sentences, in lines of at most `width` characters.

    Columns that do not fit into `width` are hidden and named. command: prints them all.
    """
    return "\n\n".join(_suite_text(experiment, width, command) for experiment in experiments)


def _suite_text(experiment: Experiment, width: int | None, command: str) -> str:
    head, rows = _table(experiment)
    columns, hidden, first = fitting(
        head, rows, width, hide=[one for one in _HIDE if one[0] in head]
    )
    table = plain_table(
        [head[number] for number in columns],
        [[row[number] for number in columns] for row in rows],
        texts=1 + ("search" in head),
        first=first,
    )
    texts = [hidden_text(hidden, command)] if hidden else []
    texts += [*_notes(experiment), *sentences(experiment)]
    return "\n".join(
        [
            *wrapped(experiment.suite, width),
            "",
            *(line for row in table for line in row),
            "",
            *(line for text in texts for line in wrapped(text, width)),
        ]
    )


def as_markdown(experiments: Sequence[Experiment]) -> str:
    """A heading, a table and a paragraph for each suite."""
    parts = []
    for experiment in experiments:
        head, rows = _table(experiment)
        table = markdown_table(head, rows, texts=("contestant", "search"))
        prose = " ".join([*_notes(experiment), *sentences(experiment)])
        parts.append("\n".join([f"## {experiment.suite}", "", table, "", prose]))
    return "\n\n".join(parts)


def as_latex(experiments: Sequence[Experiment]) -> str:
    """A tabular for each suite, ready for a table, with its paragraph as a comment."""
    parts = []
    for experiment in experiments:
        head, rows = _table(experiment)
        prose = " ".join([*_notes(experiment), *sentences(experiment)])
        parts.append(f"{latex_table(head, rows)}\n% {prose}")
    return "\n\n".join(parts)


def formatted(experiments: Sequence[Experiment], form: str) -> str:
    """The report in one of FORMATS."""
    match form:
        case "json":
            return json.dumps(as_data(experiments), ensure_ascii=False)
        case "csv":
            return as_csv(experiments)
        case "markdown":
            return as_markdown(experiments)
        case "latex":
            return as_latex(experiments)
        case _:
            return as_text(experiments)


def as_data(experiments: Sequence[Experiment]) -> list[dict[str, Any]]:
    """Plain data for JSON: each suite's headers, lines and sentences."""
    return [
        {
            "suite": one.suite,
            "headers": list(one.headers),
            "unchecked": one.unchecked.total(),
            "lines": [asdict(line) for line in summary(one)],
            "sentences": sentences(one),
        }
        for one in experiments
    ]


def as_csv(experiments: Sequence[Experiment]) -> str:
    """One line per contestant (and group); seconds as numbers, a column that marks time-outs."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    plain = ("contestant", "group", "boards", "solved", "optimal", "timeouts", "common", "cost",
             "expanded", "generated", "factor", "mean", "median", "setup", "cpu", "against",
             "ratio", "ratio_boards")  # fmt: skip
    spread = ["p50", "p95", "p99", "worst", "total"]
    writer.writerow(["suite", *plain, *(f"{n}{c}" for n in spread for c in ("", "_censored"))])
    for experiment in experiments:
        for line in summary(experiment):
            spans = [*line.percentiles.values(), line.total]
            cells = [field for one in spans for field in (one.seconds, int(one.censored))]
            writer.writerow([experiment.suite, *(getattr(line, name) for name in plain), *cells])
    return stream.getvalue().rstrip("\n")
