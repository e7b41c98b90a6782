"""taquin list."""

import json
from collections.abc import Callable

import click

from taquin.errors import ExitCode, OptionError

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


KINDS: dict[str, Callable[[], list[Item]]] = {
    "algorithms": _algorithms,
    "heuristics": _heuristics,
    "topologies": _topologies,
    "instances": _instances,
    "partitions": _partitions,
    "goals": _goals,
    "metrics": _metrics,
}


@click.command("list")
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.argument("name", required=False)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def command(kind: str, name: str | None, form: str) -> int:
    """What taquin knows: algorithms, heuristics, topologies, instances, partitions, goals, metrics.

    `taquin list instances korf100` prints every board of one set.
    """
    if name is not None:
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
    from taquin.puzzle.instances import instances

    return [
        {
            "name": one.name,
            "board": str(one.board),
            "goal": str(one.goal),
            "optimal": one.optimal,
        }
        for one in instances(name)
    ]


def _paragraph(item: Item) -> str:
    head = f"{item['name']}"
    if "summary" in item:
        head = f"{head:<18} {item['summary']}"
    lines = [head]
    for key, value in item.items():
        if key in ("name", "summary"):
            continue
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, dict):
            value = ", ".join(f"{k}={v}" for k, v in value.items())
        lines.append(f"{'':<18} {key.replace('_', ' ')}: {value}")
    return "\n".join(lines)
