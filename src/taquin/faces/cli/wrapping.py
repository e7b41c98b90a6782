"""What people read on a terminal: wrapped at words to its width."""

import re
import shutil
import sys
import textwrap

import click

from taquin.faces.cli.progressline import erase

__all__ = ["tell", "terminal_width", "wrapped_lines"]

# What stands before the text of a line: its indentation, or its name, or its name and numbers with
# their units, with the gaps after them. Numbers end in one column, and so begin in several.
_BEFORE_TEXT = re.compile(r"\s*(?:\S+(?: \S+)*? {2,}(?:[\d,.]+(?: [a-z]+)? {2,})*)?")
_LEAST = 20  # characters of a line of text; a name that leaves fewer is not hung out


def terminal_width(*, err: bool = False) -> int | None:
    """The width of the terminal in columns; None if the stream is not a terminal.

    err: of standard error instead of standard output.
    """
    stream = sys.stderr if err else sys.stdout
    return shutil.get_terminal_size().columns if stream.isatty() else None


def tell(text: str, *, err: bool = False) -> None:
    """Print what people read: on a terminal wrapped at words, elsewhere line by line as it is."""
    erase()
    width = None if (sys.stderr if err else sys.stdout) is None else terminal_width(err=err)
    click.echo(text if width is None else wrapped_lines(text, width), err=err)


def wrapped_lines(text: str, width: int) -> str:
    """The lines of a text wrapped at words; what follows stands under the text of its line.

    >>> print(wrapped_lines("  astar    A* expands the node with the least f.", 36))
      astar    A* expands the node with
               the least f.
    """
    return "\n".join(_wrapped_line(line, width) for line in text.split("\n"))


def _wrapped_line(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    before = _BEFORE_TEXT.match(line)
    assert before is not None, "it matches an empty text"
    indent = before.end() if width - before.end() >= _LEAST else len(line) - len(line.lstrip())
    return textwrap.fill(
        line, width, subsequent_indent=" " * indent, break_long_words=False,
        break_on_hyphens=False, replace_whitespace=False,
    )  # fmt: skip
