"""Every command with its options as Markdown, from Click."""

import inspect
import re
from collections.abc import Iterator

import click

from taquin.faces.cli.main import cli

__all__ = ["commands"]


def commands() -> str:
    """All commands, in the order of `taquin --help`."""
    context = click.Context(cli, info_name="taquin", **cli.context_settings)
    return "\n\n".join(
        part for name in cli.list_commands(context) for part in _of(name, context, 2)
    )


def _of(name: str, above: click.Context, level: int) -> Iterator[str]:
    group = above.command
    assert isinstance(group, click.Group)
    command = group.get_command(above, name)
    assert command is not None
    context = click.Context(command, parent=above, info_name=name)
    yield f"{'#' * level} {context.command_path}"
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"```console\n$ {context.command_path} {usage}\n```"
    yield _help(command)
    rows = [
        record
        for param in command.get_params(context)
        if (record := param.get_help_record(context)) and record[1]
    ]
    if rows:
        lines = [f"| {_cell(option, code=True)} | {_cell(text)} |" for option, text in rows]
        yield "\n".join(["| Option | Meaning |", "| --- | --- |", *lines])
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            yield from _of(part, context, level + 1)


def _help(command: click.Command) -> str:
    """Its help; examples, which Click must not wrap, are fenced."""
    parts = []
    for part in inspect.cleandoc(command.help or "").split("\n\n"):
        if part.startswith("\b"):
            lines = part.removeprefix("\b").strip("\n").split("\n")
            kind = "console" if all(line.startswith("taquin") for line in lines) else "text"
            shown = [f"$ {line}" if kind == "console" else line for line in lines]
            parts.append(f"```{kind}\n" + "\n".join(shown) + "\n```")
        else:
            parts.append(_plain(part))
    return "\n\n".join(parts)


def _cell(text: str, *, code: bool = False) -> str:
    flat = " ".join(text.split())
    if code:
        return f"`{flat}`".replace("|", r"\|")
    return _plain(flat).replace("|", r"\|")


def _plain(text: str) -> str:
    """Text as it is: stars, brackets and angles mean nothing; `code` stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(
        part if part.startswith("`") else re.sub(r"([*_<\[\]{}])", r"\\\1", part) for part in parts
    )
