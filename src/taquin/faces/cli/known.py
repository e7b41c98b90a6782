"""The length that a file gives with a board, against what a search found."""

from typing import Any

__all__ = ["with_known"]


def with_known(row: dict[str, Any], known: int | None, where: str) -> tuple[dict[str, Any], str]:
    """A row with the known length as its published cost, and a sentence if it cannot be true.

    known: None for none. where: the place of the board in its file. A board that is a published
    instance keeps the cost of its source. The sentence is among the notes of the row, too.
    """
    if known is None or row["status"] == "error":
        return row, ""
    if row["published"] is None:
        row = row | {"published": {"instance": where, "cost": known, "source": "the file"}}
    problem = _problem(row, known)
    if problem:
        problem = f"{where}: the file gives the length {known:,}, but {problem}."
        row = row | {"notes": [*row["notes"], problem]}
    return row, problem


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
