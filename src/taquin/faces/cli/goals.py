"""--goal, whose value is a name, a board, or a file with a board."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

from taquin.faces.cli.files import read_board_text
from taquin.ground.errors import OptionError

__all__ = ["OF_NO_BOARD", "goal_files", "goal_option"]

F = TypeVar("F", bound=Callable[..., Any])
# The help of a command that is given no board.
OF_NO_BOARD = (
    "last (1 2 … N 0, the default), first (0 1 … N), snake, spiral, or a board; @FILE reads it "
    "from a file."
)
_HELP = f"{OF_NO_BOARD} An instance has its own goal."
_FILES = "taquin.goal"  # in the context of a command


def goal_option(*, default: str | None = None, help: str = _HELP) -> Callable[[F], F]:
    """--goal; the command is given the goal's text, which `@FILE` reads."""
    return click.option(
        "--goal",
        metavar="G",
        default=default,
        show_default=default is not None,
        callback=_read,
        help=help,
    )


def _read(context: click.Context, param: click.Parameter, value: str | None) -> str | None:
    if value is None or (value.strip() and not value.startswith("@")):
        return value
    if not value.strip():
        raise OptionError("--goal is empty; give it a value or leave it out.")
    context.meta[_FILES] = value[1:]
    return read_board_text((value,)).strip()


def goal_files() -> tuple[str, ...]:
    """The file that the current command's --goal has read, if any."""
    context = click.get_current_context(silent=True)
    return () if context is None or _FILES not in context.meta else (context.meta[_FILES],)
