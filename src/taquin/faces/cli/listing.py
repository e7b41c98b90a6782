"""taquin list."""

import inspect
import json
from collections.abc import Callable
from typing import Any

import click

from taquin.faces.cli.common import plugin_option, read_plugins
from taquin.faces.cli.values import Name
from taquin.faces.cli.wrapping import tell
from taquin.ground.errors import ExitCode
from taquin.ground.registry import Option, Registry, unknown_name
from taquin.search.algorithm import CHOICES, OPTIONS
from taquin.solving.question.reading import ORDER

__all__ = ["command"]

Item = dict[str, object]


def _aliases(names: tuple[str, ...]) -> Item:
    return {"also": list(names)} if names else {}


def _algorithms() -> list[Item]:
    from taquin.search.algorithm import ALGORITHMS

    return [
        {
            "name": spec.name,
            "label": spec.label,
            "summary": spec.summary,
            "optimal": spec.optimal,
            "only_if_moves_cost_the_same": spec.unit_cost,
            **_bounded(spec.bounded, spec.unbounded),
            "complete": spec.complete,
            **({"only_if_moves_cost_more_than_0": True} if spec.positive_costs else {}),
            **_endless(spec.endless_at_0),
            "heuristic": spec.informed,
            "boards_only": bool(spec.needs),
            "paper": spec.paper,
            **_aliases(spec.aliases),
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


def _endless(options: tuple[str, ...]) -> Item:
    return {"only_if_moves_cost_more_than_0_with": list(options)} if options else {}


def _bounded(option: str | None, unbounded: tuple[str, ...]) -> Item:
    if option is None:
        return {}
    unless = f", unless {' or '.join(unbounded)}" if unbounded else ""
    return {"bounded": f"at most {option} times the optimum{unless}"}


def _heuristics() -> list[Item]:
    from taquin.heuristics.base import HEURISTICS

    return [
        {
            "name": f"{spec.name}:…" if spec.takes_argument else spec.name,
            "summary": spec.summary,
            "admissible": spec.admissible,
            "consistent": spec.consistent,
            "paper": spec.paper,
            **_aliases(spec.aliases),
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
        {"name": name, "count": members.count, "summary": members.summary, "source": members.source}
        for name, members in instance_sets().items()
    ]


def _partitions() -> list[Item]:
    from taquin.heuristics.patterns.partition import (
        format_partition,
        partition_names,
    )
    from taquin.heuristics.patterns.several import collection_names, named_partitions

    return [
        {
            "name": name,
            "size": f"{width}x{height}",
            "patterns": "/".join(map(format_partition, named_partitions(name, width, height))),
        }
        for width, height in ((4, 4), (5, 5))
        for name in (*partition_names(width, height), *collection_names(width, height))
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
        "moves of the solution, or the depth of the deepest node if there is none; in expense it "
        "differs from the cost"
    )
    factor = "effective branching factor: generated = b* + b*² + … + b*^depth (AIMA 3.6.1)"
    more = {"depth": depth, "b*": factor}
    return [{"name": name, "summary": text} for name, text in {**COUNTERS, **more}.items()]


def _suites() -> list[Item]:
    from taquin.solving.question.classroom import CLASSROOM, NOTEBOOK_ROWS

    return [
        {"name": name, "summary": text, "rows": [f"{row.label}" for row in rows]}
        for name, text, rows in (
            ("classroom", "a published notebook's searches, then better ones", CLASSROOM),
            ("notebook", "only the seven searches of the published notebook", NOTEBOOK_ROWS),
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
    "algorithms": "searches, their claims, and their options for -o",
    "heuristics": "estimates for --heuristic, and their claims",
    "topologies": "board types for --topology",
    "instances": "named boards, such as korf100:1",
    "partitions": "named sets of patterns for pattern databases",
    "goals": "names for --goal",
    "metrics": "what a move costs, for --metric",
    "counters": "what each counter of a search means",
    "suites": "named sets of searches for compare --suite",
}


@click.command("list", short_help="List algorithms, heuristics, instances, counters, …")
@click.argument("kind", metavar="[KIND]", type=Name("list", list(KINDS)), required=False)
@click.argument("name", required=False)
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
@plugin_option
def command(kind: str | None, name: str | None, form: str, plugins: tuple[str, ...]) -> int:
    """List the entries of a KIND, or one entry in full by NAME; without a KIND, list the kinds.

    \b
    taquin list algorithms
    taquin list algorithms astar
    taquin list counters
    taquin list instances korf100
    """
    items: list[Item]
    read_plugins(plugins)
    if kind is None:
        items = [{"name": name, "summary": text} for name, text in ABOUT.items()]
    elif name is not None:
        items = _one_set(name) if kind == "instances" else [one_entry(kind, name)]
    else:
        items = KINDS[kind]()
    if form == "json":
        click.echo(json.dumps(items, ensure_ascii=False))
    else:
        tell("\n".join(_paragraph(item) for item in items))
    return ExitCode.DONE


def _one_set(name: str) -> list[Item]:
    from taquin.puzzle.instances import instance, instances
    from taquin.puzzle.notation import is_instance_name

    chosen = [instance(name)] if is_instance_name(name) and ":" in name else instances(name)
    return [
        {
            "name": one.name,
            "board": one.board.text,
            "goal": one.goal.text,
            "optimal": one.optimal,
        }
        for one in chosen
    ]


def one_entry(kind: str, name: str) -> Item:
    """One entry of a list with all its details; raises UnknownName."""
    from taquin.heuristics.base import HEURISTICS
    from taquin.puzzle.topology import TOPOLOGIES
    from taquin.search.algorithm import ALGORITHMS

    known: dict[str, Registry[Any]] = {
        "algorithms": ALGORITHMS, "heuristics": HEURISTICS, "topologies": TOPOLOGIES
    }  # fmt: skip
    if kind in known:
        name = known[kind].get(name.partition(":")[0]).name
    items = {str(item["name"]).removesuffix(":…"): item for item in KINDS[kind]()}
    if name not in items:
        raise unknown_name(_SINGULAR[kind], name, items)
    item = items[name]
    if kind == "algorithms":
        spec = ALGORITHMS.get(name)
        item["option_details"] = [_option(option) for option in (ORDER, *spec.options.values())]
        usual = {option.name: option.default for option in (ORDER, *spec.options.values())}
        item["pseudocode"] = spec.teaching.code(usual)
        item["example"] = f"taquin solve 702853614 --goal first -a {name}"
    elif kind == "heuristics":
        item["details"] = _details(HEURISTICS.get(name).factory)
        argument = _ARGUMENTS.get(name, "…") if HEURISTICS.get(name).takes_argument else ""
        given = f"{name}:{argument}" if argument else name
        metric = " --metric mtm" if name == "relabelled" else ""
        item["example"] = (
            f"taquin solve 702853614 --goal first -a astar --heuristic {given}{metric}"
        )
    elif kind == "topologies":
        argument = ":0-1" if TOPOLOGIES.get(name).takes_argument else ""
        item["example"] = f"taquin info 123456708 --topology {name}{argument}"
    return {key: value for key, value in item.items() if value not in ("", [], None)}


_SINGULAR = {
    "partitions": "partition", "goals": "goal", "metrics": "metric", "counters": "counter",
    "suites": "suite",
}  # fmt: skip
# An argument for the example of each heuristic that needs one.
_ARGUMENTS = {"max": "linear_conflict,walking_distance", "pdb": "4-4", "plain_pdb": "4-4"}


def _option(option: Option) -> Item:
    """An option's name, default, summary, and choices with their meaning."""
    return {
        "name": option.name,
        "default": option.default,
        "summary": OPTIONS.get(option.name, ""),
        "choices": {choice: CHOICES.get((option.name, choice), "") for choice in option.choices},
    }


def _option_lines(option: Item) -> list[str]:
    """The option as typed on the command line, and one line per choice."""
    default = "none" if option["default"] is None else option["default"]
    head = f"-o {option['name']}={default}"
    lines = [f"{head:<25} {option['summary']}".rstrip()]
    choices = option["choices"]
    assert isinstance(choices, dict)
    return lines + [f"   {choice:<22} {text}".rstrip() for choice, text in choices.items()]


def _details(function: Callable[..., object]) -> str:
    """The paragraphs of a docstring after its summary, as one line."""
    parts = inspect.getdoc(function) or ""
    return " ".join(parts.partition("\n\n")[2].split())


def _paragraph(item: Item) -> str:
    head = f"{item['name']}"
    if "summary" in item:
        head = f"{head:<18} {item['summary']}"
    lines = [head]
    for key, value in item.items():
        if key in ("name", "summary"):
            continue
        if key == "options" and "option_details" in item:
            continue
        if key == "option_details" and isinstance(value, list):
            option_lines = [line for option in value for line in _option_lines(option)]
            lines += [f"{'':<18} {line}" for line in option_lines]
            continue
        if key == "pseudocode" and isinstance(value, list):
            lines += [f"{'':<18} pseudo-code:", *(f"{'':<20} {line}" for line in value)]
            continue
        if isinstance(value, list):
            separator = "; " if any("," in str(part) for part in value) else ", "
            value = separator.join(map(str, value))
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if isinstance(value, dict):
            value = ", ".join(f"{k}={v}" for k, v in value.items())
        lines.append(f"{'':<18} {key.replace('_', ' ')}: {value}")
    return "\n".join(lines)
