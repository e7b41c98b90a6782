"""Plots of reports: boards solved over time, or nodes over depth. SVG needs no dependencies.

Lines differ in dashes as well as in colour, and a legend names them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from pathlib import Path
from typing import Any

from taquin.bench.report import Experiment, Row, summary
from taquin.errors import MissingExtra, OptionError
from taquin.ownership import open_output
from taquin.plot import check_target, in_plain_text, save_png
from taquin.render import count_text, time_text

__all__ = ["Curve", "Picture", "draw", "picture", "svg"]

# Colours of Okabe & Ito 2008; further lines repeat them with other dashes.
_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#000000")
_DASHES = ("", "7 4", "2 3", "9 3 2 3")
_PAPER, _GRID, _INK, _QUIET = "#fcfbf8", "#d9d5cb", "#1f2a37", "#5c6773"
_LEAST_SECONDS = 1e-6


@dataclass(frozen=True, slots=True)
class Curve:
    """A named line through points (x, y)."""

    name: str
    points: list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Picture:
    """Curves and their axes. depths: y is logarithmic (nodes); otherwise x is (seconds)."""

    title: str
    x: str
    y: str
    depths: bool
    curves: list[Curve]


def picture(experiment: Experiment) -> Picture:
    """The picture of an experiment; OptionError if nothing was solved."""
    depths = experiment.suite == "aima-table"
    curves = _by_depth(experiment) if depths else _profiles(experiment.rows)
    curves = [curve for curve in curves if curve.points]
    if not curves:
        raise OptionError(f"nothing to draw: no board of {experiment.suite} was solved.")
    axes = ("depth", "nodes generated, mean") if depths else ("seconds per board", "boards solved")
    return Picture(experiment.suite, *axes, depths, curves)


def _by_depth(experiment: Experiment) -> list[Curve]:
    curves: dict[str, Curve] = {}
    for line in summary(experiment):
        if line.generated is not None and line.group is not None:
            curve = curves.setdefault(line.contestant, Curve(line.contestant, []))
            curve.points.append((line.group, line.generated + 1))
    return list(curves.values())


def _profiles(rows: Sequence[Row]) -> list[Curve]:
    """How many boards each contestant solves within a given time."""
    times: dict[str, list[float]] = {}
    for row in rows:
        if row["status"] == "solved":
            times.setdefault(row["contestant"], []).append(row["seconds"]["search"])
    return [
        Curve(
            name,
            [(max(t, _LEAST_SECONDS), float(n)) for n, t in enumerate(sorted(seconds), start=1)],
        )
        for name, seconds in times.items()
    ]


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


def svg(shown: Picture) -> str:
    """The picture as an SVG document with its own background."""
    width, height, left, top = 860, 440 + 18 * len(shown.curves), 70, 52
    bottom, right = 420, width - 30
    x = _axis([p[0] for c in shown.curves for p in c.points], left, right,
              logarithmic=not shown.depths)  # fmt: skip
    y = _axis([p[1] for c in shown.curves for p in c.points], bottom, top, logarithmic=shown.depths)
    parts = [f'<rect width="{width}" height="{height + 30}" rx="10" fill="{_PAPER}"/>',
             _text(left, 28, shown.title, 16, weight=600)]  # fmt: skip
    for tick in x.ticks():
        words = time_text(tick) if x.logarithmic else count_text(tick)
        parts.append(_path([(x(tick), top), (x(tick), bottom)], _GRID))
        parts.append(_text(x(tick), bottom + 16, words, 11, anchor="middle"))
    for tick in y.ticks():
        parts.append(_path([(left, y(tick)), (right, y(tick))], _GRID))
        parts.append(_text(left - 6, y(tick) + 4, count_text(tick), 11, anchor="end"))
    parts.append(_text((left + right) / 2, bottom + 34, shown.x, 12, anchor="middle"))
    parts.append(_text(left, 44, shown.y, 12))
    for number, curve in enumerate(shown.curves):
        colour, dash = _style(number)
        points = [(x(a), y(b)) for a, b in curve.points]
        if not shown.depths:  # one step up per board
            points = _stairs((points[0][0], y(0)), points)
            points.append((right, points[-1][1]))
        parts.append(_path(points, colour, 2, dash))
        line = bottom + 58 + 18 * number
        parts.append(_path([(left, line - 4), (left + 40, line - 4)], colour, 2, dash))
        parts.append(_text(left + 50, line, curve.name, 12))
    title = escape(f"{shown.title}: {shown.y} over {shown.x}")
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + 30}" '
        f'width="{width}" height="{height + 30}" role="img" aria-label="{title}" '
        f'font-family="system-ui, sans-serif"><title>{title}</title>{"".join(parts)}</svg>\n'
    )


def _stairs(
    start: tuple[float, float], points: Sequence[tuple[float, float]]
) -> list[tuple[float, float]]:
    path = [start]
    for x, y in points:
        path += [(x, path[-1][1]), (x, y)]
    return path


def _style(number: int) -> tuple[str, str]:
    return _COLOURS[number % len(_COLOURS)], _DASHES[number % len(_DASHES)]


def _path(
    points: Sequence[tuple[float, float]], colour: str, width: float = 1, dash: str = ""
) -> str:
    path = "L".join(f"{a:.1f} {b:.1f}" for a, b in points)
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width}"{dashes}/>'


def _text(
    x: float, y: float, text: str, size: int, *, anchor: str = "start", weight: int = 400
) -> str:
    fill = _INK if size > 11 else _QUIET
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{fill}" '
        f'font-weight="{weight}">{escape(text)}</text>'
    )


def draw(experiments: Sequence[Experiment], target: Path) -> None:
    """Draw one experiment into a .svg or .png file; errors as in `taquin.plot.check_target`."""
    check_target(target)
    if len(experiments) != 1:
        names = ", ".join(one.suite for one in experiments)
        raise OptionError(f"--plot draws one suite at a time, but the files contain {names}.")
    shown = picture(experiments[0])
    try:
        if target.suffix.lower() == ".svg":
            with open(target, "w", encoding="utf-8", opener=open_output) as file:
                file.write(svg(shown))
        else:
            _png(shown, target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(f"plot file {str(target)!r} cannot be written: {reason}.") from None


def _png(shown: Picture, target: Path) -> None:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(
            "drawing a .png needs Matplotlib: pip install 'taquin[plot]'. A .svg needs nothing."
        ) from None
    with in_plain_text():
        save_png(_figure(shown, Figure), target)


def _figure(shown: Picture, figure_type: Any) -> Any:
    figure = figure_type(figsize=(9, 4.5 + 0.2 * len(shown.curves)), layout="constrained")
    axes = figure.subplots()
    for number, curve in enumerate(shown.curves):
        colour, dash = _style(number)
        style = (0, tuple(float(n) for n in dash.split())) if dash else "-"
        steps = None if shown.depths else "steps-post"
        across, up = zip(*curve.points, strict=True)
        axes.plot(across, up, color=colour, linestyle=style, drawstyle=steps, label=curve.name)
    (axes.set_yscale if shown.depths else axes.set_xscale)("log")
    axes.set(title=shown.title, xlabel=shown.x, ylabel=shown.y)
    axes.grid(color=_GRID)
    figure.legend(loc="outside lower left", fontsize=8)
    return figure
