"""The command `taquin`: lazy subcommands, one place where errors become exit codes."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

import click

from taquin import __version__
from taquin.errors import ExitCode, TaquinError
from taquin.registry import unknown_name

__all__ = ["cli", "main"]

# Name → module below this package; a subcommand is imported when it is called or described.
COMMANDS = {
    "solve": "solve",
    "compare": "compare",
    "info": "info",
    "explain": "info",
    "scramble": "scramble",
    "batch": "batch",
    "list": "listing",
    "check": "check",
    "census": "census",
}
_HIDDEN = {"explain"}


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if name not in _HIDDEN]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"taquin.faces.cli.{COMMANDS[cmd_name]}")
        command = module.command
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(str(unknown_name("command", args[0], self.list_commands(ctx))))
        return super().resolve_command(ctx, args)


@click.group(cls=_LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="taquin")
def cli() -> None:
    """Solve, compare and study sliding-tile puzzles: the 8-, 15-, 24-puzzle and every N×M board.

    A BOARD is text such as "7 0 2/8 5 3/6 1 4" or 702853614, the name of an instance such as
    korf100:1, @FILE, or - for standard input. Exit status: 0 done, 2 bad usage or input, 3 proved
    unsolvable, 4 a limit was reached, 5 ended without an answer, 130 interrupted, 1 our defect.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit with its status; the console entry point."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; messages go to stderr."""
    try:
        status = cli.main(
            args=None if arguments is None else list(arguments),
            prog_name="taquin",
            standalone_mode=False,
        )
        sys.stdout.flush()
    except click.exceptions.Exit as done:
        return done.exit_code
    except click.UsageError as error:
        where = f" Try: {error.ctx.command_path} --help" if error.ctx else ""
        return _fail(f"{error.format_message()}{where}", ExitCode.USAGE)
    except click.ClickException as error:
        return _fail(error.format_message(), ExitCode.USAGE)
    except (KeyboardInterrupt, click.Abort):
        return _fail("interrupted.", ExitCode.INTERRUPTED)
    except TaquinError as error:
        return _fail(str(error), error.exit_code)
    except BrokenPipeError:
        # The reader went away (| head): not an error, but nothing more can be flushed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
    except Exception as error:
        if os.environ.get("TAQUIN_DEBUG"):
            raise
        return _fail(
            f"this is a defect of taquin: {type(error).__name__}: {error}. "
            "Set TAQUIN_DEBUG=1 to see where, and please report it.",
            ExitCode.DEFECT,
        )
    return int(status or 0)


def _fail(message: str, status: ExitCode) -> int:
    click.echo(f"taquin: {message}", err=True)
    return int(status)
