"""Lays out `--help` for the width of the terminal, however narrow, without cutting any sentence."""

import re
import shutil
import textwrap
from collections.abc import Iterable

import click

from taquin.ground.registry import unknown_name

__all__ = ["FIRST_STEPS", "WholeGroup", "lay_out_help"]

FIRST_STEPS = (
    ("taquin info 702853614", "solvable? why? how far?"),
    ("taquin solve 702853614 --goal first", "the shortest solution"),
    ("taquin solve 702853614 --animate", "watch the solution"),
    ("taquin compare 702853614 --goal first", "many searches on one board"),
    ("taquin list counters", "what the numbers mean"),
    ("taquin play", "the game in your terminal"),
    ("taquin serve", "the page in your browser"),
    ("taquin site DIR", "the page for any web host"),
    ("taquin COMMAND --help", "all options of a command"),
)
_WIDEST = 80
_NARROWEST = 24
_BESIDE = 28  # columns of text beside the names of options and commands
_ANY = 10_000  # more characters than any summary has
_HANG = 4  # columns by which what is continued stands further right


class _Layout(click.HelpFormatter):
    """Click's layout, which assumes 50 columns, for any number of them."""

    def __init__(
        self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None
    ) -> None:
        columns = min(shutil.get_terminal_size().columns, max_width or _WIDEST)
        super().__init__(indent_increment, max(_NARROWEST, columns - 2) if width is None else width)

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Names and their texts: side by side, or where a name is long, the text below it."""
        beside = self.width - self.current_indent - col_spacing - _BESIDE
        width = self.width - self.current_indent
        super().write_dl(
            [(_broken(name, width), text) for name, text in rows],
            min(col_max, max(10, beside)),
            col_spacing,
        )

    def getvalue(self) -> str:
        """All lines; Click leaves examples as they are, however long."""
        lines = super().getvalue().split("\n")
        return "\n".join(_hung(line, self.width + 2) for line in lines)


def _broken(name: str, width: int) -> str:
    """A name with its value, on several lines if it must be: [text|markdown|csv]."""
    lines = [""]
    for piece in re.split(r"(?<=[ |])", name):
        if lines[-1] and len(lines[-1]) + len(piece) > width:
            lines.append(" " * _HANG)
        lines[-1] += piece
    return "\n  ".join(line.rstrip() for line in lines)


def _hung(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + _HANG)
    return textwrap.fill(
        line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )


class _HelpContext(click.Context):
    formatter_class = _Layout


class WholeGroup(click.Group):
    """A group whose help has the whole summary of each of its commands.

    Of an unknown one, the error names those that there are.
    """

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is called; a usage error if there is none of that name."""
        known = self.list_commands(ctx)
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            unknown = unknown_name("command", args[0], known, hint=self.hint_for(args[0]))
            raise click.UsageError(str(unknown))
        return super().resolve_command(ctx, args)

    def hint_for(self, name: str) -> str | None:
        """What may have been meant by a command that does not exist; None for the closest name."""
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write all commands with their summaries, which Click would cut to one line."""
        names = self.list_commands(ctx)
        found = [(name, self.get_command(ctx, name)) for name in names]
        rows = [(name, one.get_short_help_str(_ANY)) for name, one in found if one is not None]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def lay_out_help(command: click.Command) -> None:
    """Give `command` and its subcommands this layout of their help."""
    command.context_class = _HelpContext
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            lay_out_help(subcommand)
