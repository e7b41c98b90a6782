"""taquin check heuristic|algorithm|topology NAME|FILE.py."""

import json
from collections.abc import Container
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from taquin.errors import ExitCode, OptionError
from taquin.faces.cli.values import Name
from taquin.heuristics.base import HEURISTICS
from taquin.puzzle.topology import TOPOLOGIES
from taquin.search.algorithm import ALGORITHMS

if TYPE_CHECKING:
    from taquin.findings import Report

__all__ = ["command"]

# Every arrangement of these boards is compared with what can be reached.
SIZES = ((2, 2), (3, 2), (2, 3))


@click.command("check", short_help="Prove or refute what a search or heuristic promises.")
@click.argument("kind", metavar="KIND", type=Name("kind", ["heuristic", "algorithm", "topology"]))
@click.argument("target", metavar="NAME|FILE.py")
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def command(kind: str, target: str, form: str) -> int:
    """Prove or refute what a heuristic, algorithm or topology promises, by enumeration.

    Every board of 2x2 and 3x2 is tried against a breadth-first oracle; a failure names the board.
    A FILE.py registers its own with the decorators of `taquin`. Exit status 1 if a promise is
    broken, 4 if limits leave it open.

    \b
    taquin check heuristic manhattan
    taquin check algorithm my_search.py
    """
    from taquin import checks

    names = [target]
    if target.endswith(".py"):
        names = [name for name in checks.load_plugin(target) if name in _registry(kind)]
        if not names:
            raise OptionError(f"{target} registers no {kind}; expected one, to check it.")
    reports = [report for name in names for report in _reports(kind, name)]
    if form == "json":
        click.echo(json.dumps([asdict(report) for report in reports], ensure_ascii=False))
    else:
        click.echo("\n".join(str(report) for report in reports))
    if not all(report.ok for report in reports):
        return ExitCode.DEFECT
    return ExitCode.LIMIT if any(report.undecided for report in reports) else ExitCode.DONE


def _registry(kind: str) -> Container[str]:
    """What a FILE.py registers may be of several kinds; only one is checked."""
    known: dict[str, Container[str]] = {
        "heuristic": HEURISTICS,
        "algorithm": ALGORITHMS,
        "topology": TOPOLOGIES,
    }
    return known[kind]


def _reports(kind: str, name: str) -> "list[Report]":
    """The checks of one name."""
    from taquin import checks

    match kind:
        case "heuristic":
            return [checks.check_heuristic(name)]
        case "algorithm":
            return [checks.check_algorithm(name)]
        case _:
            return [checks.check_topology(name, width, height) for width, height in SIZES]
