"""The statistics as text."""

from collections.abc import Sequence
from math import inf

from taquin.game.record import GameRecord
from taquin.game.statistics import AVERAGES, figure, pace, personal_bests
from taquin.game.words import kind_text, time_text

__all__ = ["averages_text", "bests_text"]


def bests_text(records: list[GameRecord], width: int = 80) -> str:
    """The best clean games by kind and control, as a table of text with the columns that fit."""
    rows = [("board", "by", "games", "time", "moves", "moves/s")]
    for best in personal_bests([record for record in records if record.clean]):
        rows.append(
            (
                kind_text(best.like),
                best.control,
                f"{best.games}",
                time_text(best.time.milliseconds, 3) if best.time else "–",
                f"{len(best.moves.moves)}",
                f"{pace(best.pace):.2f}" if best.pace else "–",
            )
        )
    if len(rows) == 1:
        return "No game counts yet: only fresh random\nboards, without help, pause or undo."
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > width and len(widths) > 1:
        widths.pop()
    lines = [
        "  ".join(
            f"{cell:<{wide}}" if number < 2 else f"{cell:>{wide}}"
            for number, (cell, wide) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        for row in rows
    ]
    return "\n".join(lines)


def averages_text(records: Sequence[GameRecord], like: GameRecord) -> str:
    """Averages of the times of clean games of one kind, now and at their best."""
    clean = [record for record in records if record.clean and record.kind == like.kind]
    times = [one.milliseconds if one.solved else inf for one in clean]
    parts = []
    for average in AVERAGES:
        # A single slide starts and stops the clock at once, and has no time.
        now, best = figure([time for time in times if time], average)
        if now is not None and best is not None:
            shown = "DNF" if now == inf else time_text(now, 3)
            parts.append(f"{average.name} {shown} (best {time_text(best, 3)})")
    if not parts:
        return f"{kind_text(like)}: no game counts yet."
    return f"{kind_text(like)} without help: {', '.join(parts)}."
