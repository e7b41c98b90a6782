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

from taquin.faces.cli.helping import FIRST_STEPS, WholeGroup, lay_out_help
from taquin.faces.cli.repeats import refuse_repeats
from taquin.faces.cli.wrapping import tell
from taquin.ground.announce import announcing
from taquin.ground.beginning import interrupts_raise
from taquin.ground.errors import ExitCode, FolderError, TaquinError
from taquin.ground.host import shortage
from taquin.ground.registry import PluginWarning
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
# What people look for among the commands, and the game has.
_IN_PLAY = {"daily", "game", "hint", "puzzle", "review", "statistics", "stats", "timed", "train"}
# The environment variable by which a shell asks for completions.
_COMPLETION = "_TAQUIN_COMPLETE"


class _LazyGroup(WholeGroup):
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
        lay_out_help(command)
        interrupts_raise()
        return command

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the first steps, each beside what it is for if there is room."""
        longest = max(len(typed) + len(text) for typed, text in FIRST_STEPS)
        with formatter.section("First steps"):
            formatter.write_dl(FIRST_STEPS, col_max=40 if formatter.width > longest + 12 else 2)

    def hint_for(self, name: str) -> str | None:
        if name in _IN_PLAY:
            return "It is part of `taquin play`."
        from taquin.faces.cli.given import is_task

        if name.lower() not in COMMANDS and is_task(name, size=None):
            board = f'"{name}"' if len(name.split()) > 1 else name
            return f"It is a board; `taquin solve {board}` solves it."
        return None


# Characters of a word in a message; almost any file name is shorter.
_MAX_WORD = 250
# Errors of the file or device that is written to.
_WRITE_ERRORS = {errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.EDQUOT}


@click.group(
    cls=_LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="taquin")
def cli() -> None:
    """Solve, compare and study sliding-tile puzzles: the 8-, 15- and 24-puzzle and every N×M board.

    A BOARD is text such as "7 0 2/8 5 3/6 1 4" or 702853614, the name of an instance such as
    korf100:1, @FILE, or - for standard input; a file may have its goal, too. Exit status: 0 solved
    or done, 1 an error in taquin (an internal error, or a benchmark that contradicts a known cost),
    2 bad usage or input, 3 proved unsolvable, 4 a limit was reached, 5 ended without a solution and
    without proof, 6 refuted (what was claimed does not hold), 130 interrupted.
    """


lay_out_help(cli)


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
            return _fail(f"{_sentence(error)}{hint}", ExitCode.USAGE)
        case click.ClickException():
            return _fail(_sentence(error), ExitCode.USAGE)
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


def _sentence(error: click.ClickException) -> str:
    """What is wrong; some of Click's own messages have no full stop."""
    text = error.format_message()
    return text if text.endswith((".", "?", "!")) else f"{text}."


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
        tell(f"taquin: {text}", err=True)


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
        tell(f"taquin: {' '.join(words)}", err=True)
    return int(status)
