"""What the commands that print results share: JSON objects, the width of the terminal."""

import json
import shutil
import sys

from taquin.puzzle.move import Notation
from taquin.result import Result

__all__ = ["as_json", "as_row", "terminal_width"]


def as_row(result: Result, *, notation: Notation = "tile") -> dict[str, object]:
    """The JSON object of one result, with what the tables show beside it."""
    return result.as_row(notation=notation)


def as_json(result: Result, *, notation: Notation = "tile", **more: object) -> str:
    """`as_row` as one line of JSON, with `more` fields at its end."""
    return json.dumps(as_row(result, notation=notation) | more, ensure_ascii=False)


def terminal_width() -> int | None:
    """Columns of the terminal that standard output goes to; None where it goes elsewhere."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else None
