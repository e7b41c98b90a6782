"""The length that a file gives with a board, against what a search found."""

from collections.abc import Mapping
from typing import Any

__all__ = ["untrue_length", "with_known"]

_GIVEN = "the file gives the length"


def with_known(row: dict[str, Any], known: int | None, where: str) -> dict[str, Any]:
    """A row with the known length as its published cost, and a note if it cannot be true.

    known: None for none. where: the place of the board in its file. A board that is a published
    instance keeps the cost of its source.
    """
    if known is None or row["status"] == "error":
        return row
    if row["published"] is None:
        row = row | {"published": {"instance": where, "cost": known, "source": "the file"}}
    problem = _problem(row, known)
    if not problem:
        return row
    return row | {"notes": [*row["notes"], f"{where}: {_GIVEN} {known:,}, but {problem}."]}


def untrue_length(row: Mapping[str, Any], where: str) -> str:
    """The note of `with_known` in a row, also one that another process has sent; "" for none."""
    begin = f"{where}: {_GIVEN} "
    ours = (note for note in row.get("notes", []) if note.startswith(begin) and note.isprintable())
    return next(ours, "")


def _problem(row: dict[str, Any], known: int) -> str:
    """Why a length is not that of a shortest solution; "" if it may be."""
    cost, bound = row["cost"], row["lower_bound"]
    if row["status"] == "unsolvable":
        return "the board is unsolvable"
    if row["optimal"] and cost != known:
        return f"{cost:,} is proved optimal"
    if cost is not None and cost < known:
        return f"a solution has the cost {cost:,}"
    if bound is not None and bound > known:
        return f"at least {bound:,} is proved"
    return ""
