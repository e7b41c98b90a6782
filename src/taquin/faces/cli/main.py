"""The command `taquin`: loads subcommands on demand and turns errors into exit codes."""

import errno
import io
import os
import re
import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NoReturn

import click

from taquin.faces.cli.repeats import refuse_repeats
from taquin.ground.announce import announcing
from taquin.ground.errors import ExitCode, FolderError, TaquinError
from taquin.ground.host import shortage
from taquin.ground.registry import PluginWarning, unknown_name
from taquin.ground.version import __version__

__all__ = ["cli", "main"]

# Name → module in `taquin.faces.cli`, or the full name of another face's module. A subcommand is
# imported when it is called or described.
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
    "replay": "replay",
    "pdb": "pdb",
    "model": "model",
    "bench": "bench",
    "play": "play",
    "lab": "lab",
    "serve": "taquin.faces.web.command",
    "site": "taquin.faces.web.publish.command",
}
_HIDDEN = {"explain"}
# The environment variable by which a shell asks for completions.
_COMPLETION = "_TAQUIN_COMPLETE"


class _LazyGroup(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in COMMANDS if name not in _HIDDEN]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        name = COMMANDS[cmd_name]
        module = import_module(name if "." in name else f"taquin.faces.cli.{name}")
        command = module.command
        assert isinstance(command, click.Command)
        refuse_repeats(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and not args[0].startswith("-") and args[0] not in COMMANDS:
            raise click.UsageError(str(unknown_name("command", args[0], self.list_commands(ctx))))
        return super().resolve_command(ctx, args)


_FIRST_STEPS = """\b
First steps:
  taquin info 702853614                       solvable? why? how far?
  taquin solve 702853614 --goal first         the shortest solution
  taquin solve 702853614 --animate            watch the solution
  taquin compare 702853614 --goal first       many searches on one board
  taquin list counters                        what the numbers mean
  taquin play                                 the game in your terminal
  taquin serve                                the page in your browser
  taquin site DIR                             the page for any web host
  taquin COMMAND --help                       all options of a command
"""
# Characters of a word in a message; almost any file name is shorter.
_MAX_WORD = 250
# Errors of the file or device that is written to.
_WRITE_ERRORS = {errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT}


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=_FIRST_STEPS,
)
@click.version_option(__version__, prog_name="taquin")
def cli() -> None:
    """Solve, compare and study sliding-tile puzzles: the 8-, 15- and 24-puzzle and every N×M board.

    A BOARD is text such as "7 0 2/8 5 3/6 1 4" or 702853614, the name of an instance such as
    korf100:1, @FILE, or - for standard input; a file may have its goal, too. Exit status: 0 solved
    or done, 1 internal error (a bug in taquin), 2 bad usage or input, 3 proved unsolvable, 4 a
    limit was reached, 5 ended without a solution and without proof, 6 refuted (what was claimed
    does not hold), 130 interrupted.
    """


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command and exit with its status; the console entry point."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit status; messages go to stderr."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None:
        return _fail("standard output is closed, so the answer cannot be written.", ExitCode.USAGE)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="replace")  # an encoding without … or ≥
    try:
        with announcing(_announce), warnings.catch_warnings():
            warnings.showwarning = partial(_warn, warnings.showwarning)
            warnings.simplefilter("always", PluginWarning)
            if instruction := os.environ.get(_COMPLETION):
                from click.shell_completion import shell_complete

                return shell_complete(cli, {}, "taquin", _COMPLETION, instruction)
            # Click's own `main` would print an empty line on Ctrl-C, and exit on a closed pipe.
            with cli.make_context("taquin", given or ["--help"]) as context:
                status = cli.invoke(context)
        sys.stdout.flush()
    except BaseException as error:
        return _report(error)
    return int(status or 0)


def _report(error: BaseException) -> int:
    """Report the error that ended the command in one line; returns the exit status."""
    match error:
        case click.exceptions.Exit():
            return error.exit_code
        case click.NoSuchOption() if re.fullmatch(r"-\d", error.option_name):
            return _fail(
                f"{error.option_name} is neither an option nor a tile; tiles are numbered from 1, "
                "and the blank is 0.",
                ExitCode.USAGE,
            )
        case click.UsageError() if error.ctx and type(error).__name__ == "NoArgsIsHelpError":
            click.echo(error.ctx.get_help())  # `taquin pdb` alone, since Click 8.2
            return ExitCode.DONE
        case click.UsageError():
            hint = f" Try: {error.ctx.command_path} --help" if error.ctx else ""
            return _fail(f"{error.format_message()}{hint}", ExitCode.USAGE)
        case click.ClickException():
            return _fail(error.format_message(), ExitCode.USAGE)
        case KeyboardInterrupt() | click.Abort():
            return _fail("interrupted.", ExitCode.INTERRUPTED)
        case TaquinError():
            return _fail(str(error), error.exit_code)
        case BrokenPipeError() if not _plugin_place(error):
            # The reader closed the pipe (| head): not an error.
            _drop_output()
            return ExitCode.DONE
        case OSError() if _is_cached(error.filename):
            return _fail(
                f"the cache cannot be used: {error.filename}: {error.strerror}. Fix that, or set "
                "TAQUIN_CACHE to another folder.",
                ExitCode.USAGE,
            )
        case OSError() if error.errno in _WRITE_ERRORS:
            _drop_output()
            return _fail(f"the answer cannot be written: {error.strerror}.", ExitCode.USAGE)
        case OSError() if error.errno == errno.ENOMEM:
            return _fail(shortage(error) or "", ExitCode.USAGE)
        case OSError() if error.filename is not None and not _plugin_place(error):
            return _fail(f"{str(error.filename)!r}: {error.strerror}.", ExitCode.USAGE)
        case MemoryError():
            return _fail(
                "out of memory; set a --memory-limit, or choose a search that stores fewer states, "
                "such as idastar.",
                ExitCode.LIMIT,
            )
    if os.environ.get("TAQUIN_DEBUG"):
        raise error
    if place := _plugin_place(error):
        return _fail(f"the plug-in failed: {place}", ExitCode.USAGE)
    if lack := shortage(error):
        return _fail(lack, ExitCode.USAGE)
    return _fail(
        f"internal error (a bug in taquin): {type(error).__name__}: {error}. "
        "Please report it; TAQUIN_DEBUG=1 shows the traceback.",
        ExitCode.DEFECT,
    )


def _is_cached(filename: object) -> bool:
    """Whether the file that an error names is in the cache."""
    from taquin.heuristics.patterns.store import table_folder

    try:
        return filename is not None and Path(str(filename)).is_relative_to(table_folder().parent)
    except FolderError:  # it has another reason, which is reported
        return False


def _plugin_place(error: BaseException) -> str | None:
    """The file and line of a plug-in in which the error arose, if it did."""
    plugins = sys.modules.get("taquin.solving.question.plugins")
    return plugins.blame(error) if plugins else None


def _announce(text: str) -> None:
    """Print a message on stderr, also when stderr is not a terminal."""
    if sys.stderr is not None:
        click.echo(f"taquin: {text}", err=True)


def _warn(
    show_other: Callable[..., None], message: Warning | str, *where: Any, **options: Any
) -> None:
    """Show a warning about a plug-in in one line, and every other warning as Python does."""
    if isinstance(message, PluginWarning):
        _announce(f"warning: {message}")
    else:
        show_other(message, *where, **options)


def _drop_output() -> None:
    """Discard what is still buffered for standard output, which cannot be written."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fail(message: str, status: ExitCode) -> int:
    """Print one line on stderr, if it is still open; very long words are shortened."""
    words = (word if len(word) <= _MAX_WORD else f"{word[:_MAX_WORD]}…" for word in message.split())
    with suppress(OSError):
        click.echo(f"taquin: {' '.join(words)}", err=True)
    return int(status)
