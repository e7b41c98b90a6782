"""An option that takes one value is refused a second: the last does not win in silence."""

from collections.abc import Mapping
from typing import Any

import click

__all__ = ["refuse_repeats"]


def refuse_repeats(command: click.Command) -> None:
    """Make every option of `command`, and of its subcommands, with one value refuse a second."""
    for option in command.params:
        flag = isinstance(option, click.Option) and (option.is_flag or option.count)
        if type(option) is click.Option and not (option.multiple or flag):
            option.__class__ = _Once
    if isinstance(command, click.Group):
        for below in command.commands.values():
            refuse_repeats(below)


class _Once(click.Option):
    """An option whose values are collected, so that a second one is seen."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser keep every value given."""
        parser.add_option(
            obj=self, opts=self.opts, dest=self.name, action="append", nargs=self.nargs
        )

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        """Take the one value; UsageError if there are two."""
        assert self.name is not None
        given = opts.get(self.name)
        if isinstance(given, list):
            if len(given) > 1 and not ctx.resilient_parsing:
                raise click.UsageError(
                    f"{max(self.opts, key=len)} is given twice, as {given[0]!r:.60} and "
                    f"{given[1]!r:.60}; give it once.",
                    ctx,
                )
            opts = {**opts, self.name: given[0]}
        return super().handle_parse_result(ctx, opts, args)
