"""The statistics as text."""

import re
from collections.abc import Sequence
from math import inf
from textwrap import wrap

from taquin.faces.terminal.clipping import unbroken
from taquin.game.attempt import AttemptResult, best_total
from taquin.game.record import GameRecord
from taquin.game.statistics import AVERAGES, Bests, Figure, figure, pace, personal_bests, times
from taquin.game.training import Training
from taquin.game.words import kind_text, length_text, moves_text, time_text
from taquin.ground.grammar import counted

__all__ = [
    "HEADS",
    "attempts_text",
    "averages_table",
    "averages_text",
    "bests_text",
    "figures_text",
    "puzzle_figures",
]

# Of the parts of the statistics, in their order.
HEADS = _BESTS, _AVERAGES, _ATTEMPTS, _PUZZLES = (
    "Your bests without help",
    "Averages",
    "Timed attempts",
    "Puzzles",
)
_INDENT = "  "
_NOW, _BEST = "  now", "  best"
# Averages that the name of a kind leaves room for; columns between two of them.
_COLUMNS, _APART = 3, 2
_RUN = re.compile(r"(streak|storm)-(\d)-(\w+)", re.ASCII)


def figures_text(records: Sequence[GameRecord], width: int = 80) -> str:
    """The bests and the averages of all kinds."""
    parts = bests_text(list(records), width), averages_text(records, width)
    return "\n".join(filter(None, parts))


def attempts_text(results: Sequence[AttemptResult]) -> str:
    """How timed attempts went, one line for all that can be compared; "" without any."""
    lines = []
    for name in sorted({one.name for one in results}):
        same = [one for one in results if one.name == name]
        solved = sum(not one.dnf for one in same)
        best = best_total(same)
        counts = counted(len(same), "attempt")
        counts += "" if solved == len(same) else f", {solved} solved"
        counts += f", {moves_text(sum(one.moves for one in same))}"
        lines.append(f"{name}: {counts}{'' if best is None else f', best {time_text(best, 3)}'}")
    return "\n".join([_ATTEMPTS, *lines]) if lines else ""


def puzzle_figures(training: Training) -> str:
    """The rating and the best runs of puzzles, one per line; "" without any.

    Raises TableError if they cannot be read.
    """
    log, lines = training.log(), []
    if log.played:
        lines.append(f"rating {log.rating:,}, {log.solved} of {log.played} solved")
    for name, run in sorted(training.runs().items()):
        if run.played and (parts := _RUN.fullmatch(name)):
            kind, side, theme = parts.groups()
            about = "" if theme == "any" else f", {theme}"
            lines.append(f"{kind} {side}×{side}{about}: best {run.best}")
    return "\n".join([_PUZZLES, *lines]) if lines else ""


def bests_text(records: list[GameRecord], width: int = 80) -> str:
    """The best of clean games by kind and control: a table or, where it does not fit, sentences.

    Each figure is the best of all games of its row, and may be of another game than the others.
    """
    bests = personal_bests([record for record in records if record.clean])
    if not bests:
        none = (
            # Those that count stand in the averages below.
            "No best yet: every game that counts was given up."
            if any(record.clean for record in records)
            else "No game counts yet: only fresh random and daily boards, without help, pause or "
            "undo."
        )
        return "\n".join(wrap(none, width))
    rows = [("board", "by", "games", "time", "moves", "moves/s"), *map(_row, bests)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(
            f"{cell:<{wide}}" if number < 2 else f"{cell:>{wide}}"
            for number, (cell, wide) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
    if len(lines[0]) > width:
        lines = [
            line
            for best in bests
            for about, figures in [_sentences(best)]
            for line in (
                *wrap(about, width),
                *wrap(figures, width, initial_indent=_INDENT, subsequent_indent=_INDENT),
            )
        ]
    return "\n".join([_BESTS, *lines])


def _row(best: Bests) -> tuple[str, ...]:
    return (
        kind_text(best.like),
        best.control,
        f"{best.games}",
        time_text(best.time.milliseconds, 3) if best.time else "–",
        f"{best.moves.count}" if best.like.metric == "stm" else length_text(best.moves),
        f"{pace(best.pace):.2f}" if best.pace else "–",
    )


def _sentences(best: Bests) -> tuple[str, str]:
    """A row of the table in two lines, which do not read as one game."""
    kind, control, _, time, _, speed = _row(best)
    figures = [time] if best.time else []
    figures.append(f"fewest {length_text(best.moves)}")
    figures += [f"{speed}/s"] if best.pace else []
    return f"{kind}, {control}, {counted(best.games, 'game')}", ", ".join(figures)


def averages_text(records: Sequence[GameRecord], width: int = 80) -> str:
    """Averages of the times of clean games, now and at their best, in sentences."""
    lines = []
    for kind, figures in _averages(records):
        parts = []
        for name, (now, best) in figures.items():
            known = "" if best is None else f" (best {time_text(best, 3)})"
            parts.append(f"{name} {_average(now)}{known}")
        lines += unbroken([f"{kind}: {parts[0]}", *parts[1:]], width)
    return "\n".join([_AVERAGES, *lines]) if lines else ""


def averages_table(records: Sequence[GameRecord], width: int) -> str:
    """The same as a table: below the averages of a kind stand the best ones.

    What does not fit is left out from the right. A kind whose name takes the place of too many
    averages has a line for its name.
    """
    kinds = _averages(records)
    if not kinds:
        return ""
    names = [one.name for one in AVERAGES if any(one.name in found for _, found in kinds)]
    columns = [[name, *_cells(kinds, name)] for name in names]
    wide = [max(map(len, column)) for column in columns]
    least = sum(wide[:_COLUMNS]) + _APART * min(len(wide), _COLUMNS)
    widest = max(len(kind) for kind, _ in kinds)
    apart = widest + least > width
    labels = max(map(len, (_NOW, _BEST)))
    widest = labels if apart else max(widest, labels)
    while len(wide) > 1 and widest + sum(wide) + _APART * len(wide) > width:
        wide.pop()

    def line(label: str, number: int) -> str:
        cells = [
            f"{column[number]:>{w + _APART}}" for column, w in zip(columns, wide, strict=False)
        ]
        return f"{label:<{widest}}{''.join(cells)}".rstrip()

    lines = [_AVERAGES, line("" if apart else "board", 0)]
    for number, (kind, _) in enumerate(kinds):
        lines += [kind, line(_NOW, 2 * number + 1)] if apart else [line(kind, 2 * number + 1)]
        lines.append(line(_BEST, 2 * number + 2))
    return "\n".join(lines)


def _averages(records: Sequence[GameRecord]) -> list[tuple[str, dict[str, Figure]]]:
    """Each kind of clean games with the averages that it has, by name."""
    kinds = []
    for like in {one.kind: one for one in records if one.clean}.values():
        of_kind = times([one for one in records if one.kind == like.kind])
        every = {average.name: figure(of_kind, average) for average in AVERAGES}
        found = {name: one for name, one in every.items() if one.current is not None}
        if found:
            kinds.append((kind_text(like), found))
    return kinds


def _cells(kinds: Sequence[tuple[str, dict[str, Figure]]], name: str) -> list[str]:
    """A column of averages: of each kind that of now, and the best."""
    cells = []
    for _, found in kinds:
        now, best = found.get(name, Figure(None, None))
        cells += [_average(now), _average(best)]
    return cells


def _average(value: float | None) -> str:
    if value is None:
        return ""
    return "DNF" if value == inf else time_text(value, 3)
