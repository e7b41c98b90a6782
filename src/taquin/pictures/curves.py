"""Draws curves over two axes, one of them logarithmic.

Curves differ in dashes as well as in colour, and a legend names them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10

from taquin.pictures.svg import GRID, INK, PAPER, QUIET
from taquin.pictures.units import count_text, time_text

__all__ = ["Chart", "Curve", "curve_style", "curves_svg"]

# Colours of Okabe & Ito 2008; further curves repeat them with other dashes.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
_DASHES = ("", "7 4", "2 3", "9 3 2 3")


@dataclass(frozen=True, slots=True)
class Curve:
    """A named curve through points (x, y)."""

    name: str
    points: list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Chart:
    """Curves and their axes.

    title:  above the chart
    x, y:   names of the axes
    depths: y is logarithmic (nodes); otherwise x is (seconds), and each curve rises in steps
    curves: at least one, each with at least one point
    """

    title: str
    x: str
    y: str
    depths: bool
    curves: list[Curve]


@dataclass(frozen=True, slots=True)
class _Axis:
    """Maps values to pixels between `start` and `end`."""

    low: float
    high: float
    start: float
    end: float
    logarithmic: bool

    def __call__(self, value: float) -> float:
        place = log10(value) if self.logarithmic else value
        return self.start + (self.end - self.start) * (place - self.low) / (self.high - self.low)

    def ticks(self) -> list[float]:
        if self.logarithmic:
            step = ceil((self.high - self.low) / 8)
            return [10.0**n for n in range(int(self.low), int(self.high) + 1, step)]
        step = next(s for s in (1, 2, 5, 10, 20, 50, 100, 200, 500, 10**9) if s * 6 >= self.high)
        return [float(n) for n in range(0, int(self.high) + 1, step)]


def _axis(values: Sequence[float], start: float, end: float, *, logarithmic: bool) -> _Axis:
    if not logarithmic:
        return _Axis(0, max(values), start, end, False)
    low, high = floor(log10(min(values))), ceil(log10(max(values)))
    return _Axis(low, max(high, low + 1), start, end, True)


def curves_svg(chart: Chart) -> str:
    """The chart as an SVG image, with a legend below it."""
    width, height, left, top = 860, 470 + 18 * len(chart.curves), 70, 52
    bottom, right = 420, width - 30
    across = [x for curve in chart.curves for x, _ in curve.points]
    up = [y for curve in chart.curves for _, y in curve.points]
    x = _axis(across, left, right, logarithmic=not chart.depths)
    y = _axis(up, bottom, top, logarithmic=chart.depths)
    parts = [
        f'<rect width="{width}" height="{height}" rx="10" fill="{PAPER}"/>',
        _text(left, 28, chart.title, 16, weight=600),
    ]
    for tick in x.ticks():
        label = time_text(tick) if x.logarithmic else count_text(tick)
        parts.append(_path([(x(tick), top), (x(tick), bottom)], GRID))
        parts.append(_text(x(tick), bottom + 16, label, 11, anchor="middle"))
    for tick in y.ticks():
        parts.append(_path([(left, y(tick)), (right, y(tick))], GRID))
        parts.append(_text(left - 6, y(tick) + 4, count_text(tick), 11, anchor="end"))
    parts.append(_text((left + right) / 2, bottom + 34, chart.x, 12, anchor="middle"))
    parts.append(_text(left, 44, chart.y, 12))
    for row, curve in enumerate(chart.curves):
        colour, dash = curve_style(row)
        points = [(x(a), y(b)) for a, b in curve.points]
        if not chart.depths:  # one step up per board
            points = _stairs((points[0][0], y(0)), points)
            points.append((right, points[-1][1]))
        parts.append(_path(points, colour, 2, dash))
        line = bottom + 58 + 18 * row
        parts.append(_path([(left, line - 4), (left + 40, line - 4)], colour, 2, dash))
        parts.append(_text(left + 50, line, curve.name, 12))
    title = escape(f"{chart.title}: {chart.y} over {chart.x}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" aria-label="{title}" '
        f'font-family="system-ui, sans-serif"><title>{title}</title>{"".join(parts)}</svg>\n'
    )


def curve_style(row: int) -> tuple[str, str]:
    """Colour and dashes of a curve: lengths of lines and gaps in pixels, "" for a solid line."""
    return _COLOURS[row % len(_COLOURS)], _DASHES[row % len(_DASHES)]


def _stairs(
    start: tuple[float, float], points: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    path = [start]
    for x, y in points:
        path += [(x, path[-1][1]), (x, y)]
    return path


def _path(
    points: Sequence[tuple[float, float]], colour: str, width: float = 1, dash: str = ""
) -> str:
    path = "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'


def _text(
    x: float, y: float, words: str, size: int, *, anchor: str = "start", weight: int = 400
) -> str:
    fill = INK if size > 11 else QUIET
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )
