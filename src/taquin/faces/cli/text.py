"""JSON objects, shared by the commands that print results."""

import json

from taquin.puzzle.move import Notation
from taquin.solving.answers.result import Result

__all__ = ["as_json", "as_row"]


def as_row(result: Result, *, notation: Notation = "tile") -> dict[str, object]:
    """The JSON object of one result, with the fields that tables show."""
    return result.as_row(notation=notation)


def as_json(result: Result, *, notation: Notation = "tile", **extra: object) -> str:
    """`as_row` as one line of JSON, followed by the `extra` fields."""
    return json.dumps(as_row(result, notation=notation) | extra, ensure_ascii=False)
