"""Figures on many games, as speed-solvers compute them; times in milliseconds.

A game left unfinished counts as infinite, worse than any value. None means that there are not
enough games. Its twin on the page is `static/stats/stats.js`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import floor, inf
from typing import NamedTuple

from taquin.game.record import GameRecord, in_order

__all__ = [
    "AVERAGES",
    "Average",
    "Bests",
    "Figure",
    "control",
    "figure",
    "pace",
    "personal_bests",
    "session",
    "times",
]

_SESSION_GAP = 3600.0  # seconds
_CONTROLS = {"m": "mouse", "t": "touch", "k": "keyboard"}
_MOST = 0.9  # of the moves make a game one of the mouse, or of the keyboard


class Average(NamedTuple):
    """The mean of the last `size` games without the best and worst `trimmed`."""

    name: str
    size: int
    trimmed: int


class Figure(NamedTuple):
    """An average now, and at its best."""

    current: float | None
    best: float | None


# At each end 5% of the values, at least one, are left out; none of three (mean of three).
AVERAGES = (
    Average("single", 1, 0),
    Average("mo3", 3, 0),
    Average("ao5", 5, 1),
    Average("ao12", 12, 1),
    Average("ao50", 50, 3),
    Average("ao100", 100, 5),
)


@dataclass(frozen=True, slots=True)
class Bests:
    """The best games of one kind and control; `time` and `pace` are None without a time.

    like: any of the games
    """

    like: GameRecord
    control: str
    games: int
    time: GameRecord | None
    moves: GameRecord
    pace: GameRecord | None


def figure(values: Sequence[float], average: Average) -> Figure:
    """The average after the last game and the best one, of times in order of play."""
    _, size, trimmed = average
    every: list[float] = []
    for end in range(size, len(values) + 1):
        kept = sorted(values[end - size : end])[trimmed : size - trimmed]
        every.append(_rounded(sum(kept) / len(kept)))
    finite = [value for value in every if value < inf]
    return Figure(every[-1] if every else None, min(finite) if finite else None)


def _rounded(mean: float) -> float:
    """Whole milliseconds: a mean of times is a time.

    The World Cube Association (Regulation 9f) rounds means to the last digit of its times too.
    """
    return mean if mean == inf else float(floor(mean + 0.5))


def times(records: Sequence[GameRecord]) -> list[float]:
    """The times of the clean games, infinite for one that was given up.

    A single slide starts and stops the clock at once, and has no time.
    """
    clean = [record for record in records if record.clean]
    return [
        one.milliseconds if one.solved else inf
        for one in clean
        if one.milliseconds or not one.solved
    ]


def pace(record: GameRecord) -> float:
    """Single-tile moves per second; 0 where there is no time to divide by."""
    return 1000 * len(record.moves) / record.milliseconds if record.milliseconds else 0.0


def control(record: GameRecord) -> str:
    """mouse, touch or keyboard; mixed if none made nine moves of ten; solver, or none."""
    manual = [letter for letter in record.inputs if letter in _CONTROLS]
    if not manual:
        return "solver" if record.inputs else "none"
    for letter, name in _CONTROLS.items():
        if manual.count(letter) >= _MOST * len(manual):
            return name
    return "mixed"


def _own(record: GameRecord) -> bool:
    """Whether the player solved the game without the solver's moves."""
    return record.solved and bool(record.moves) and "s" not in record.inputs


def personal_bests(records: list[GameRecord]) -> list[Bests]:
    """One entry per kind and control, the smallest boards first.

    records: those that count; of these, what the solver did is no one's best.
    """
    groups: dict[tuple[int, str, str], list[GameRecord]] = {}
    for record in in_order(records):
        if _own(record):
            key = (len(record.start), record.kind, control(record))
            groups.setdefault(key, []).append(record)
    bests = []
    for (_, _, by), group in sorted(groups.items()):
        timed = [record for record in group if record.milliseconds]
        bests.append(
            Bests(
                group[0],
                by,
                len(group),
                min(timed, key=lambda record: record.milliseconds, default=None),
                min(group, key=lambda record: record.count),
                max(timed, key=pace, default=None),
            )
        )
    return bests


def session(records: list[GameRecord], like: GameRecord, now: datetime) -> list[GameRecord]:
    """The games of the session still going on, of one kind, the oldest first: solved, or given up.

    A pause of an hour ends a session. now: with its time zone.
    """
    games: list[GameRecord] = []
    end = now.timestamp()
    for record in reversed(in_order(records)):
        began = datetime.fromisoformat(record.created).timestamp()
        length = record.milliseconds if record.ended is None else record.ended
        if end - (began + length / 1000) > _SESSION_GAP:
            break
        end = began
        own = _own(record) if record.solved else "s" not in record.inputs
        if own and record.kind == like.kind:
            games.append(record)
    return games[::-1]
