"""taquin list."""

import json
from collections.abc import Callable

import click

from taquin.errors import ExitCode, OptionError
from taquin.faces.cli.values import Name

__all__ = ["command"]

Item = dict[str, object]


def _algorithms() -> list[Item]:
    from taquin.search.algorithm import ALGORITHMS

    return [
        {
            "name": spec.name,
            "summary": spec.summary,
            "optimal": spec.optimal,
            "only_if_moves_cost_the_same": spec.unit_cost,
            "complete": spec.complete,
            "heuristic": spec.informed,
            "boards_only": bool(spec.needs),
            "paper": spec.paper,
            "options": {
                "order": "UDLR",
                **{
                    o.name: "|".join(o.choices) + f" ({o.default})" if o.choices else o.default
                    for o in spec.options.values()
                },
            },
        }
        for spec in ALGORITHMS
    ]


def _heuristics() -> list[Item]:
    from taquin.heuristics.base import HEURISTICS

    return [
        {
            "name": f"{spec.name}:…" if spec.takes_argument else spec.name,
            "summary": spec.summary,
            "admissible": spec.admissible,
            "consistent": spec.consistent,
            "paper": spec.paper,
        }
        for spec in HEURISTICS
    ]


def _topologies() -> list[Item]:
    from taquin.puzzle.topology import TOPOLOGIES

    return [
        {"name": f"{s.name}:…" if s.takes_argument else s.name, "summary": s.summary}
        for s in TOPOLOGIES
    ]


def _instances() -> list[Item]:
    from taquin.puzzle.instances import instance_sets

    return [
        {"name": name, "count": found.count, "summary": found.summary, "source": found.source}
        for name, found in instance_sets().items()
    ]


def _partitions() -> list[Item]:
    from taquin.heuristics.pattern import format_partition, named_partition, partition_names

    return [
        {
            "name": name,
            "size": f"{width}x{height}",
            "patterns": format_partition(named_partition(name, width, height)),
        }
        for width, height in ((4, 4), (5, 5))
        for name in partition_names(width, height)
    ]


def _goals() -> list[Item]:
    from taquin.puzzle.goal import GOALS

    return [{"name": name, "summary": text} for name, text in GOALS.items()]


def _metrics() -> list[Item]:
    from taquin.puzzle.puzzle import METRICS

    return [{"name": name, "summary": text} for name, text in METRICS.items()]


def _counters() -> list[Item]:
    from taquin.search.result import COUNTERS

    depth = (
        "moves of the solution, or the deepest node where there is none; in a metric other than "
        "stm not the cost"
    )
    factor = "effective branching factor: generated = b* + b*² + … + b*^depth (AIMA 3.6.1)"
    more = {"depth": depth, "b*": factor}
    return [{"name": name, "summary": text} for name, text in {**COUNTERS, **more}.items()]


def _suites() -> list[Item]:
    from taquin.classroom import CLASSROOM, NOTEBOOK_ROWS

    return [
        {"name": name, "summary": text, "rows": [f"{row.label}" for row in rows]}
        for name, text, rows in (
            ("classroom", "a published notebook's searches, then what completes them", CLASSROOM),
            ("notebook", "the seven searches of the published notebook alone", NOTEBOOK_ROWS),
        )
    ]


KINDS: dict[str, Callable[[], list[Item]]] = {
    "algorithms": _algorithms,
    "heuristics": _heuristics,
    "topologies": _topologies,
    "instances": _instances,
    "partitions": _partitions,
    "goals": _goals,
    "metrics": _metrics,
    "counters": _counters,
    "suites": _suites,
}
ABOUT = {
    "algorithms": "searches, what they promise, and their options for -o",
    "heuristics": "estimates for --heuristic, and what they promise",
    "topologies": "board types for --topology",
    "instances": "named boards, such as korf100:1",
    "partitions": "named sets of patterns for pattern databases",
    "goals": "names for --goal",
    "metrics": "what a move costs, for --metric",
    "counters": "what the numbers of a search mean",
    "suites": "named sets of searches for compare --suite",
}


@click.command("list", short_help="Algorithms, heuristics, instances, counters, …")
@click.argument("kind", metavar="[KIND]", type=Name("list", list(KINDS)), required=False)
@click.argument("name", required=False)
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def command(kind: str | None, name: str | None, form: str) -> int:
    """What taquin knows, by KIND; without one, the kinds.

    \b
    taquin list algorithms
    taquin list counters
    taquin list instances korf100
    """
    items: list[Item]
    if kind is None:
        items = [{"name": name, "summary": text} for name, text in ABOUT.items()]
    elif name is not None:
        if kind != "instances":
            raise OptionError(f"taquin list {kind} takes no name; expected only `instances NAME`.")
        items = _one_set(name)
    else:
        items = KINDS[kind]()
    if form == "json":
        click.echo(json.dumps(items, ensure_ascii=False))
    else:
        click.echo("\n".join(_paragraph(item) for item in items))
    return ExitCode.DONE


def _one_set(name: str) -> list[Item]:
    from taquin.puzzle.instances import instance, instances
    from taquin.puzzle.notation import is_instance_name

    found = [instance(name)] if is_instance_name(name) and ":" in name else instances(name)
    return [
        {
            "name": one.name,
            "board": str(one.board),
            "goal": str(one.goal),
            "optimal": one.optimal,
        }
        for one in found
    ]


def _paragraph(item: Item) -> str:
    head = f"{item['name']}"
    if "summary" in item:
        head = f"{head:<18} {item['summary']}"
    lines = [head]
    for key, value in item.items():
        if key in ("name", "summary"):
            continue
        if isinstance(value, list):
            between = "; " if any("," in str(part) for part in value) else ", "
            value = between.join(map(str, value))
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, dict):
            value = ", ".join(f"{k}={v}" for k, v in value.items())
        lines.append(f"{'':<18} {key.replace('_', ' ')}: {value}")
    return "\n".join(lines)
