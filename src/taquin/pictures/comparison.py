"""Draws a comparison of searches as bars: states expanded and time on logarithmic scales."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from taquin.ground.errors import OptionError
from taquin.pictures.svg import (
    BLUE,
    GRID,
    ORANGE,
    PAPER,
    QUIET,
    card,
    document,
    number,
    rectangle,
    text,
)
from taquin.pictures.units import count_text, time_text

__all__ = ["Bars", "comparison_svg"]

_WIDTH, _ROW, _TOP, _LEFT = 210, 26, 96, 24  # pixels: bars, one row, above the bars, left margin
_STRIPES = "url(#taquin-stripes)"


@dataclass(frozen=True, slots=True)
class Bars:
    """What the chart shows of one search.

    name:     before the bars
    cost:     of its solution; None without one
    expanded: states
    seconds:  total
    solved:   whether the search ended with a solution
    optimal:  whether its cost is proved minimal
    """

    name: str
    cost: int | None
    expanded: int
    seconds: float
    solved: bool
    optimal: bool


@dataclass(frozen=True, slots=True)
class _Panel:
    """One column of bars.

    label: above the bars. values: one per search. words: a value as text.
    """

    label: str
    values: Sequence[float]
    words: Callable[[float], str]
    colour: str


def comparison_svg(searches: Sequence[Bars], *, question: str, title: str | None = None) -> str:
    """A bar chart of states expanded and time on logarithmic scales, one row per search.

    Filled bars mark costs proved optimal, striped bars other solutions, hollow bars searches that
    ended without a solution.

    question: the heading of a chart without a title: the board, the goal and the metric.
    """
    if not searches:
        raise OptionError("no results to draw: expected the results of a comparison.")
    costs = ["–" if one.cost is None else str(one.cost) for one in searches]
    left = _LEFT + 7 * max(len(one.name) for one in searches) + 16 + 8 * max(map(len, costs)) + 24
    panels = (
        _Panel("states expanded", [float(one.expanded) for one in searches], count_text, BLUE),
        _Panel("time", [one.seconds for one in searches], time_text, ORANGE),
    )
    gap = 32 + 7 * max(len(panel.words(value)) for panel in panels for value in panel.values)
    width = left + len(panels) * (_WIDTH + gap)
    bottom = _TOP + _ROW * len(searches)
    height = bottom + 58
    body = [
        card(width, height),
        _stripes(),
        text(_LEFT, 34, _shortened(title or question, width), 15, weight=600),
        text(left - 28, _TOP - 12, "cost", 12, anchor="end", fill=QUIET),
    ]
    for row, (one, cost) in enumerate(zip(searches, costs, strict=True)):
        y = _TOP + _ROW * row + _ROW / 2 + 4.5
        body.append(text(_LEFT, y, one.name, 13))
        body.append(text(left - 28, y, cost, 13, anchor="end"))
    for column, panel in enumerate(panels):
        body += _bars(panel, left + column * (_WIDTH + gap), searches)
    body += _legend(_LEFT, bottom + 36, searches)
    described = "; ".join(
        f"{one.name}: cost {cost}, {one.expanded} expanded, {time_text(one.seconds)}"
        for one, cost in zip(searches, costs, strict=True)
    )
    return document(width, height, title or "Comparison of searches", f"{described}.", *body)


def _shortened(label: str, width: float) -> str:
    most = int((width - 48) / 8)
    return label if len(label) <= most else label[: most - 1] + "…"


def _bars(panel: _Panel, x: float, searches: Sequence[Bars]) -> list[str]:
    """A panel with its left edge at x: the bars, and grid lines at powers of ten."""
    low, high = _decades(panel.values)

    def at(decades: float) -> float:
        return x + _WIDTH * (decades - low) / (high - low)

    parts = [text(x, _TOP - 36, panel.label, 12, fill=QUIET, weight=600)]
    step = ceil((high - low) / 4)
    for decade in range(low, high + 1):
        place = at(decade)
        parts.append(
            f'<path d="M{number(place)} {number(_TOP - 4)}V{number(_TOP + _ROW * len(searches))}" '
            f'stroke="{GRID}" stroke-width="1"/>'
        )
        if (decade - low) % step == 0:
            label = panel.words(10.0**decade)
            parts.append(text(place, _TOP - 12, label, 11, anchor="middle", fill=QUIET))
    for row, (value, one) in enumerate(zip(panel.values, searches, strict=True)):
        y = _TOP + _ROW * row + 5
        length = max(2.0, at(log10(value)) - x) if value > 0 else 0.0
        fill = panel.colour if one.optimal else PAPER
        parts.append(
            rectangle(x, y, length, _ROW - 10, 2, fill=fill, stroke=panel.colour, stroke_width=1.2)
        )
        if one.solved and not one.optimal:
            parts.append(rectangle(x, y, length, _ROW - 10, 2, fill=_STRIPES))
        label = panel.words(value)
        # A background behind the number hides the grid lines.
        wide = 7 * len(label) + 6
        parts.append(rectangle(x + length + 4, y + 1, wide, _ROW - 12, 0, fill=PAPER))
        parts.append(text(x + length + 7, y + _ROW / 2 - 0.7, label, 12))
    return parts


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around the positive values; the lowest gives every bar some length."""
    known = [value for value in values if value > 0] or [1.0]
    low, high = floor(log10(min(known))), ceil(log10(max(known)))
    if log10(min(known)) - low < 0.05 and low > 0:
        low -= 1
    return low, max(high, low + 1)


def _stripes() -> str:
    return (
        '<defs><pattern id="taquin-stripes" width="6" height="6" patternUnits="userSpaceOnUse" '
        f'patternTransform="rotate(45)"><path d="M0 0V6" stroke="{QUIET}" stroke-width="4" '
        'stroke-opacity="0.55"/></pattern></defs>'
    )


def _legend(x: float, y: float, searches: Sequence[Bars]) -> list[str]:
    """The meaning of the patterns that occur."""
    kinds = (
        ("proved optimal", any(one.optimal for one in searches), QUIET, False),
        ("not proved", any(one.solved and not one.optimal for one in searches), "none", True),
        ("no solution found", any(not one.solved for one in searches), "none", False),
    )
    parts = []
    for label, occurs, fill, striped in kinds:
        if not occurs:
            continue
        parts.append(rectangle(x, y - 10, 22, 12, 2, fill=fill, stroke=QUIET, stroke_width=1.2))
        if striped:
            parts.append(rectangle(x, y - 10, 22, 12, 2, fill=_STRIPES))
        parts.append(text(x + 30, y, label, 12, fill=QUIET))
        x += 30 + 7 * len(label) + 24
    return parts
