"""The textbook's table of search costs, as published."""

import csv
from dataclasses import dataclass
from functools import cache
from importlib import resources

__all__ = ["AIMA_DEPTHS", "IDS_DEEPEST", "Published", "convention", "published"]

AIMA_DEPTHS = range(2, 25, 2)
# Beyond, the book gives no figure: some 25 million nodes a board at depth 16.
IDS_DEEPEST = 14


@dataclass(frozen=True, slots=True)
class Published:
    """Mean nodes, the start included, and effective branching factor of one table cell."""

    nodes: int
    factor: float


@cache
def published() -> dict[tuple[int, str], Published]:
    """Depth and name of the search (IDS, A*(h1), A*(h2)) → the figures of the book."""
    text = (resources.files("taquin") / "data" / "aima_table.csv").read_text(encoding="utf-8")
    rows = csv.DictReader(line for line in text.splitlines() if not line.startswith("#"))
    return {
        (int(row["depth"]), name): Published(int(row[name]), float(row[f"{name} b*"]))
        for row in rows
        for name in ("IDS", "A*(h1)", "A*(h2)")
        if row[name]
    }


def convention() -> str:
    """How boards are drawn and nodes counted, on both sides."""
    return (
        "Boards: uniform among all 3x3 boards of exactly that depth, goal blank first (seeded; the "
        "book does not say how its instances were drawn). Counts: nodes generated, the start "
        "included on both sides; IDS without any duplicate check, the move straight back "
        "included; BFS tests the goal when generated; A* keeps the states it reached, ties by "
        "depth. b*: mean over boards of the effective branching factor. Published: 3rd edition, "
        "figure 3.29; IDS at depths 12 and 14 from the 2nd edition (the 3rd prints 3644035 at "
        "12, to which its own factor 2.78 does not belong)."
    )
