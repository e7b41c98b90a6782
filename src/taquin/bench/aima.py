"""The textbook's table of search costs, as published."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["AIMA_DEPTHS", "IDS_DEEPEST", "Published", "convention", "published"]

AIMA_DEPTHS = range(2, 25, 2)
# The book gives no figures beyond this depth: depth 16 takes some 25 million nodes per board.
IDS_DEEPEST = 14


@dataclass(frozen=True, slots=True)
class Published:
    """Mean nodes, including the start, and effective branching factor in one cell of the table."""

    nodes: int
    factor: float


@cache
def published() -> dict[tuple[int, str], Published]:
    """The book's figures by depth and name of the search (IDS, A*(h1), A*(h2))."""
    text = (resources.files("taquin") / "data" / "aima_table.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return {
        (int(row["depth"]), name): Published(int(row[name]), float(row[f"{name} b*"]))
        for row in rows
        for name in ("IDS", "A*(h1)", "A*(h2)")
        if row[name]
    }


def convention() -> str:
    """How boards are drawn and nodes are counted, here and in the book."""
    return (
        "Boards: drawn uniformly from all 3x3 boards of exactly that depth, goal blank first "
        "(seeded; the book does not say how its instances were drawn). Counts: nodes generated, "
        "including the start, here and in the book; IDS checks for no duplicates, not even the "
        "move straight back; BFS tests for the goal when it generates a node; A* stores the "
        "states it reaches and prefers deeper nodes among ties. b*: mean effective branching "
        "factor over the boards. Published: 3rd edition, figure 3.29; IDS at depths 12 and 14 "
        "from the 2nd edition (the 3rd prints 3644035 at 12, which contradicts its factor 2.78)."
    )
