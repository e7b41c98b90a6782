"""The moves of long solutions: an answer lists the first of them, a file holds all."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

__all__ = ["GivenMoves", "Moves", "MovesFile", "shortened"]

_CONTOURS = 1000


def shortened(result: Mapping[str, Any], most: int, path: Path) -> dict[str, Any]:
    """The object of a search with at most `most` moves, and the last thousand contours.

    `omitted` counts the moves and the contours that are left out. If there are such moves, all of
    them are written to `path`, one letter each.
    """
    moves: str = result["moves"] or ""
    short, omitted = dict(result), {"moves": max(0, len(moves) - most), "contours": 0}
    if omitted["moves"]:
        path.write_text(moves, encoding="ascii")
        short["moves"] = moves[:most]
    contours = (result["stats"] or {}).get("contours", [])
    if len(contours) > _CONTOURS:
        omitted["contours"] = len(contours) - _CONTOURS
        short["stats"] = result["stats"] | {"contours": contours[-_CONTOURS:]}
    return short | {"omitted": omitted}


class Moves(Protocol):
    """All moves of a solution, wherever they are."""

    def total(self) -> int:
        """The number of moves."""

    def page(self, start: int, count: int) -> str:
        """At most `count` moves from number `start`, from 0."""


@dataclass(frozen=True)
class GivenMoves:
    """Moves that the answer lists too."""

    text: str

    def total(self) -> int:
        """The number of moves."""
        return len(self.text)

    def page(self, start: int, count: int) -> str:
        """At most `count` moves from number `start`, from 0."""
        return self.text[start : start + count]


@dataclass(frozen=True)
class MovesFile:
    """Moves that a job has written to a file."""

    path: Path

    def total(self) -> int:
        """The number of moves."""
        return self.path.stat().st_size

    def page(self, start: int, count: int) -> str:
        """At most `count` moves from number `start`, from 0."""
        with self.path.open("rb") as file:
            file.seek(start)
            return file.read(count).decode("ascii")
