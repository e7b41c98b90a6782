"""Finds what draws on a whole terminal: another face, loaded by name when it is wanted."""

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from taquin.ground.errors import MissingExtra, OptionError

__all__ = ["part", "screen"]

_ROOM = "taquin.faces.terminal"


def screen(command: str, module: str, *, instead: str) -> ModuleType:
    """The module of a command's screen, once it is certain that it can be shown.

    instead: what works without a terminal. Raises OptionError if stdin or stdout is not a terminal
    that can be drawn on, and MissingExtra without Textual.
    """
    for name, stream in (("standard input", sys.stdin), ("standard output", sys.stdout)):
        if stream is None or not stream.isatty():
            raise OptionError(f"{command} needs a terminal, and {name} is not one; {instead}")
    if os.environ.get("TERM", "dumb") == "dumb" and os.name == "posix":
        raise OptionError(
            f"{command} needs a terminal that can move its cursor, and TERM says that this one "
            f"is dumb; {instead}"
        )
    if find_spec("textual") is None:
        raise MissingExtra(
            f"{command} needs textual; install it with: pip install 'taquin[terminal]'. Without "
            f"it, {instead}"
        )
    # Exported, as by a Python that has loaded readline, they would hide every later resize.
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    return part(module)


def part(module: str) -> ModuleType:
    """A module of the terminal face that needs no screen."""
    return import_module(f"{_ROOM}.{module}")
