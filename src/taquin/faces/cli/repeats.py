"""Refuses a second value for an option that takes one; Click would silently use the last."""

from collections.abc import Mapping
from typing import Any

import click

from taquin.ground.errors import quoted

__all__ = ["refuse_repeats"]


def refuse_repeats(command: click.Command) -> None:
    """Make every single-valued option of `command` and its subcommands refuse a second value."""
    for option in command.params:
        flag = isinstance(option, click.Option) and (option.is_flag or option.count)
        if type(option) is click.Option and not (option.multiple or flag):
            option.__class__ = _SingleValue
    if isinstance(command, click.Group):
        for subcommand in command.commands.values():
            refuse_repeats(subcommand)


class _SingleValue(click.Option):
    """An option whose values are collected, so that a second one is detected."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser keep every value given."""
        parser.add_option(
            obj=self, opts=self.opts, dest=self.name, action="append", nargs=self.nargs
        )

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Take the only value; raises UsageError if there are two."""
        assert self.name is not None
        given = opts.get(self.name)
        if isinstance(given, list):
            if len(given) > 1 and not ctx.resilient_parsing:
                raise click.UsageError(
                    f"{max(self.opts, key=len)} is given twice, as {quoted(given[0])} and "
                    f"{quoted(given[1])}; give it once.",
                    ctx,
                )
            opts = {**opts, self.name: given[0]}
        return super().handle_parse_result(ctx, opts, args)
