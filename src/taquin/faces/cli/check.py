"""taquin check heuristic|algorithm|topology NAME|FILE.py."""

import json

import click

from taquin.errors import ExitCode
from taquin.registry import unknown_name

__all__ = ["command"]


@click.command("check")
@click.argument("kind", type=click.Choice(["heuristic", "algorithm", "topology"]))
@click.argument("target", metavar="NAME|FILE.py")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text",
              show_default=True)  # fmt: skip
def command(kind: str, target: str, form: str) -> int:
    """Prove or refute what a heuristic, algorithm or topology promises, by enumeration.

    Every board of 2x2 and 3x2 is tried against a breadth-first oracle; a failure names the board.
    A FILE.py registers its own with the decorators of `taquin`. Exit status 1 if a promise is
    broken.

    \b
    taquin check heuristic manhattan
    taquin check algorithm my_search.py
    """
    from taquin import checks

    names = checks.load_plugin(target, kind=kind) if target.endswith(".py") else [target]
    checker = {
        "heuristic": checks.check_heuristic,
        "algorithm": checks.check_algorithm,
        "topology": checks.check_topology,
    }[kind]
    reports = [checker(name) for name in names]
    if not reports:
        raise unknown_name(kind, target, [])
    if form == "json":
        click.echo(json.dumps([report.as_dict() for report in reports], ensure_ascii=False))
    else:
        click.echo("\n".join(report.text() for report in reports))
    return ExitCode.DONE if all(report.passed for report in reports) else ExitCode.DEFECT
