"""Reports: coverage, means over the boards that every contestant solved, censored time-outs.

A board that reached its time limit took at least that long: it counts as ">= limit" in percentiles
and totals, and never in a mean. Means and medians cover the boards that every contestant solved,
disregarding contestants that solved none or were not installed.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from pathlib import Path
from statistics import fmean, median
from typing import Any

from taquin.bench.log import read_log
from taquin.ground.errors import OptionError

__all__ = ["Experiment", "Figures", "Span", "percentile", "read_logs", "summary"]

Row = Mapping[str, Any]
PERCENTILES = (50, 95, 99, 100)


@dataclass(frozen=True, slots=True)
class Span:
    """Seconds. censored: a lower bound, because a time limit ended the measurement."""

    seconds: float
    censored: bool = False


@dataclass(slots=True)
class Experiment:
    """All rows of one suite, from one or several runs.

    unchecked: how many lines of each file have no digest, as earlier versions wrote them.
    """

    suite: str
    headers: list[Row] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    endings: list[Row] = field(default_factory=list)
    unchecked: Counter[Path] = field(default_factory=Counter)


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of one contestant over one group of boards (None: all boards).

    boards: how many it tried, including those that ended in an error; common: how many
    the means cover.
    ratio: its seconds divided by those of `against`, on the boards both solved; briefest: the
    smaller of these seconds; alike: whether both expanded as many states, in the same engine.
    cpu: processor seconds of searches and tables.
    """

    contestant: str
    group: int | None
    boards: int
    solved: int
    optimal: int
    timeouts: int
    common: int
    cost: float | None
    expanded: float | None
    generated: float | None
    factor: float | None
    mean: float | None
    median: float | None
    percentiles: dict[int, Span]
    total: Span
    setup: float
    cpu: float | None
    against: str | None
    ratio: float | None
    ratio_boards: int
    briefest: float
    alike: bool


def read_logs(paths: Iterable[Path]) -> list[Experiment]:
    """The experiments in these files, by suite; files of one suite are combined.

    A contestant in several files has the file's name appended to its own. Raises NotationError
    as `taquin.bench.log.read_log` does, and OptionError for a log given twice.
    """
    experiments: dict[str, Experiment] = {}
    origin: dict[tuple[str, str], set[str]] = {}
    rows: list[tuple[str, dict[str, Any]]] = []
    endings: dict[tuple[Path, str], dict[str, Any]] = {}
    names = _names(list(paths))
    for path, name in names.items():
        for line in read_log(path):
            row = line.row
            experiment = experiments.setdefault(row["suite"], Experiment(row["suite"]))
            if not line.checked:
                experiment.unchecked[path] += 1
            match line.kind:
                case "header":
                    experiment.headers.append(row)
                case "end":
                    # A resumed run has several endings; the last one counts.
                    endings[path, row["suite"]] = row
                case _:
                    rows.append((name, row))
                    origin.setdefault((row["suite"], row["contestant"]), set()).add(name)
    for name, row in rows:
        if len(origin[row["suite"], row["contestant"]]) > 1:
            against = row["against"] and f"{row['against']} [{name}]"
            row = row | {"contestant": f"{row['contestant']} [{name}]", "against": against}
        experiments[row["suite"]].rows.append(row)
    for (_, suite), row in endings.items():
        experiments[suite].endings.append(row)
    return list(experiments.values())


def _names(paths: list[Path]) -> dict[Path, str]:
    """A name for each file, with its folder if several files have the same name."""
    if len({path.resolve() for path in paths}) < len(paths):
        raise OptionError("a log is given twice; give each log once.")
    stems = Counter(path.stem for path in paths)
    return {
        path: path.stem if stems[path.stem] == 1 else str(path.with_suffix("")) for path in paths
    }


def is_timeout(row: Row) -> bool:
    """Whether the time limit ended the search."""
    return bool(row["status"] == "limit" and row["limit"] == "time")


def span(row: Row) -> Span:
    """The search time, or the time limit that it exceeds."""
    if is_timeout(row):
        return Span(max(row["time_limit"], row["seconds"]["search"]), censored=True)
    return Span(row["seconds"]["search"])


def percentile(spans: Sequence[Span], percent: int) -> Span:
    """The nearest-rank percentile; time-outs rank above all completed measurements."""
    ordered = sorted(spans, key=lambda one: (one.censored, one.seconds))
    return ordered[max(0, ceil(percent / 100 * len(ordered)) - 1)]


def summary(experiment: Experiment) -> list[Figures]:
    """A line for each contestant, or for each group and contestant if boards are grouped."""
    tried = [row for row in experiment.rows if row["status"] != "missing"]
    grouped = experiment.suite == "aima-table"
    groups = dict.fromkeys(row["group"] if grouped else None for row in tried)
    lines: list[Figures] = []
    for group in groups:
        part = [row for row in tried if not grouped or row["group"] == group]
        lines += _group(group, part)
    return lines


def _group(group: int | None, rows: list[Row]) -> list[Figures]:
    by_name: dict[str, list[Row]] = {}
    for row in rows:
        if row["status"] != "error":
            by_name.setdefault(row["contestant"], []).append(row)
    if not by_name:
        return []
    boards_tried = Counter(row["contestant"] for row in rows)
    solved = {
        name: {row["instance"]: row for row in tried if row["status"] == "solved"}
        for name, tried in by_name.items()
    }
    sets = [set(boards) for boards in solved.values() if boards]
    common = set.intersection(*sets) if sets else set()
    first = next(iter(by_name))
    return [
        replace(
            _line(group, name, tried, solved, common, tried[0]["against"] or first),
            boards=boards_tried[name],
        )
        for name, tried in by_name.items()
    ]


def _line(
    group: int | None,
    name: str,
    rows: list[Row],
    solved: Mapping[str, Mapping[str, Row]],
    common: set[str],
    against: str,
) -> Figures:
    answers = solved[name]
    shared = [answers[board] for board in common & set(answers)]
    spans, times = [span(row) for row in rows], [row["seconds"]["search"] for row in shared]
    both = set(answers) & set(solved.get(against, {}))
    reference = sum(solved[against][board]["seconds"]["search"] for board in both)
    seconds = sum(answers[board]["seconds"]["search"] for board in both)
    effort = [
        [(answer[board].get("engine"), answer[board]["stats"].get("expanded")) for board in both]
        for answer in (answers, solved.get(against, {}))
    ]
    cpu = [row["cpu_seconds"] for row in rows]
    return Figures(
        contestant=name,
        group=group,
        boards=len(rows),
        solved=len(answers),
        optimal=sum(bool(row["optimal"]) for row in answers.values()),
        timeouts=sum(map(is_timeout, rows)),
        common=len(shared),
        cost=_mean(row["cost"] for row in shared),
        expanded=_mean(row["stats"].get("expanded") for row in shared),
        generated=_mean(row["stats"].get("generated") for row in shared),
        factor=_mean(row["stats"].get("effective_branching_factor") for row in shared),
        mean=_mean(times),
        median=median(times) if times else None,
        percentiles={percent: percentile(spans, percent) for percent in PERCENTILES},
        total=Span(sum(one.seconds for one in spans), any(one.censored for one in spans)),
        setup=sum(
            value for row in rows for what, value in row["seconds"].items() if what != "search"
        ),
        cpu=None if None in cpu else sum(cpu),
        against=against if against in solved else None,
        ratio=seconds / reference if reference > 0 and name != against else None,
        ratio_boards=len(both),
        briefest=min(seconds, reference),
        alike=effort[0] == effort[1] and all(engine for engine, _ in effort[0]),
    )


def _mean(values: Iterable[Any]) -> float | None:
    """The mean; None if there are no values or one of them is unknown."""
    known = list(values)
    return None if not known or None in known else fmean(known)
