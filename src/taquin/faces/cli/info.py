"""taquin info BOARD (also: explain)."""

import json
import textwrap
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
from taquin.faces.cli.text import terminal_width
from taquin.faces.cli.values import Name
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
    """
    from taquin.teach.explain.explanation import explain

    read_plugins(plugins)
    text, goal = read_start(board, task.goal, task.size)
    explanation = explain(text, **replace(task, goal=goal).as_arguments())
    if form == "json":
        click.echo(json.dumps(explanation.as_dict(), ensure_ascii=False))
    else:
        click.echo(_wrapped(explanation.text(), terminal_width()))
    return ExitCode.DONE if explanation.solvable else ExitCode.UNSOLVABLE


def _wrapped(text: str, width: int | None) -> str:
    """Wrap lines that are too long for the terminal, indenting the rest by two more columns."""
    if width is None:
        return text
    return "\n".join(_wrap(line, max(30, width)) for line in text.split("\n"))


def _wrap(line: str, width: int) -> str:
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False,
        replace_whitespace=False, drop_whitespace=True,
    )  # fmt: skip
