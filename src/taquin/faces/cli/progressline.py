"""The line of progress at the end of stderr: replaced in place, erased before anything else."""

import os
import stat
import sys
from pathlib import Path
from typing import TextIO

__all__ = ["beside_rows", "erase", "overwrite"]

_ERASED = "\r\x1b[K"
_standing: list[TextIO] = []  # where the line is; empty while there is none


def overwrite(line: str) -> None:
    """Show a line of progress in place of the last one."""
    sys.stderr.write(_ERASED + line)
    sys.stderr.flush()
    _standing[:] = [sys.stderr]


def erase() -> None:
    """Remove the line, if one stands there: something else is printed."""
    if _standing:
        stream = _standing.pop()
        stream.write(_ERASED)
        stream.flush()


def beside_rows(output: Path | None) -> bool:
    """Whether progress can be shown while rows are written: to `output`, else to stdout.

    Rows that go to a terminal are progress by themselves; those that go through a pipe may arrive
    on the terminal, in the line of progress.
    """
    if output is not None:
        return True
    try:
        return stat.S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (AttributeError, OSError, ValueError):  # no descriptor
        return False
