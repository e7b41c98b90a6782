"""JSON objects, shared by the commands that print results."""

from taquin.puzzle.move import Notation
from taquin.solving.answers.result import Result

__all__ = ["as_row"]


def as_row(result: Result, *, notation: Notation = "tile") -> dict[str, object]:
    """The JSON object of one result, with the fields that tables show."""
    return result.as_row(notation=notation)
