"""taquin info BOARD (also: explain)."""

import json
from dataclasses import replace

import click

from taquin.faces.cli.common import (
    PackedCommand,
    TaskOptions,
    board_argument,
    plugin_option,
    read_plugins,
    task_options,
)
from taquin.faces.cli.given import read_start
from taquin.faces.cli.values import Name
from taquin.faces.cli.wrapping import tell
from taquin.ground.errors import ExitCode

__all__ = ["command"]


@click.command("info", cls=PackedCommand, short_help="Explain whether and why a board is solvable.")
@board_argument
@task_options
@click.option("--format", "form", type=Name("format", ["text", "json"]), default="text",
              show_default=True)  # fmt: skip
@plugin_option
def command(
    board: tuple[str, ...],
    task: TaskOptions,
    form: str,
    plugins: tuple[str, ...],
) -> int:
    """Explain a board: whether and why it is solvable, the nearest fix, every heuristic's value.

    \b
    taquin info 702853614
    taquin info "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0"

    Exit status: 0 solvable, 2 bad usage or input, 3 unsolvable.
    """
    from taquin.teach.explain.explanation import explain

    read_plugins(plugins)
    text, goal, _ = read_start(board, task.goal, task.size)
    explanation = explain(text, **replace(task, goal=goal).as_arguments())
    if form == "json":
        click.echo(json.dumps(explanation.as_dict(), ensure_ascii=False))
    else:
        tell(explanation.text())
    return ExitCode.DONE if explanation.solvable else ExitCode.UNSOLVABLE
