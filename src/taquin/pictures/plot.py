"""Saves charts as files: SVG without dependencies, PNG and PDF with Matplotlib (extra `plot`)."""

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from taquin.ground.errors import MissingExtra, OptionError
from taquin.ground.writing import written_whole
from taquin.pictures.comparison import Bars, comparison_svg
from taquin.pictures.curves import Chart, curve_style, curves_svg
from taquin.pictures.svg import BLUE, GRID, ORANGE, QUIET
from taquin.pictures.units import count_text, time_text

__all__ = ["check_target", "save_comparison", "save_curves"]

_DRAWN = (".png", ".pdf")  # by Matplotlib


def check_target(path: str | Path) -> None:
    """Raise what saving into this file would raise, before any work is done.

    OptionError: the suffix is none of .svg, .png and .pdf, or the folder is missing or read-only.
    MissingExtra: .png or .pdf without Matplotlib.
    """
    target = Path(path)
    if target.suffix.lower() not in (".svg", *_DRAWN):
        raise OptionError(
            f"plot file {target.name!r}: expected a name ending in .svg, .png or .pdf."
        )
    if target.is_dir() or not target.parent.is_dir():
        what = "it is a folder" if target.is_dir() else "its folder does not exist"
        raise OptionError(f"plot file {str(target)!r} cannot be written: {what}.")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OptionError(f"plot file {str(target)!r} cannot be written: permission denied.")
    if target.suffix.lower() in _DRAWN:
        _matplotlib()


def save_comparison(
    searches: Sequence[Bars], path: str | Path, *, question: str, title: str | None = None
) -> None:
    """Draw `comparison_svg`, or the same bars by Matplotlib, into `path`, .svg, .png or .pdf.

    Raises the errors of `check_target` and of `comparison_svg`, and OptionError if the file cannot
    be written.
    """
    check_target(path)
    svg = comparison_svg(searches, question=question, title=title)
    _save(Path(path), svg, lambda: _comparison_figure(searches, title or question))


def save_curves(chart: Chart, path: str | Path) -> None:
    """Draw `curves_svg`, or the same curves by Matplotlib, into `path`, .svg, .png or .pdf.

    Raises the errors of `check_target`, and OptionError if the file cannot be written.
    """
    check_target(path)
    _save(Path(path), curves_svg(chart), lambda: _curves_figure(chart))


def _save(target: Path, svg: str, figure: Callable[[], Any]) -> None:
    """Write the text of an SVG, or Matplotlib's figure as PNG or PDF."""
    try:
        if target.suffix.lower() == ".svg":
            with written_whole(target) as file:
                file.write(svg)
        else:
            _save_drawn(figure, target)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(f"plot file {str(target)!r} cannot be written: {reason}.") from None


def _save_drawn(figure: Callable[[], Any], target: Path) -> None:
    """Draw and write a figure without LaTeX: the current folder may ask Matplotlib to start it."""
    from matplotlib import rc_context

    with rc_context({"text.usetex": False}):
        drawn = figure()
        with written_whole(target, "wb") as file:
            drawn.savefig(file, format=target.suffix.lower()[1:], dpi=144)


def _matplotlib() -> Any:
    """The class Figure, which draws without a window."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(
            "drawing a .png or .pdf needs Matplotlib: pip install 'taquin[plot]'. A .svg needs "
            "nothing."
        ) from None
    return Figure


def _comparison_figure(searches: Sequence[Bars], heading: str) -> Any:
    """The two panels of `comparison_svg`."""
    names = [_label(one) for one in searches]
    figure = _matplotlib()(figsize=(11, 1.6 + 0.32 * len(searches)), layout="constrained")
    expanded, time = figure.subplots(1, 2, sharey=True)
    figure.suptitle(heading)
    panels = (
        (expanded, "states expanded", BLUE, [float(one.expanded) for one in searches], count_text),
        (time, "seconds", ORANGE, [one.seconds for one in searches], time_text),
    )
    for axes, label, colour, values, words in panels:
        # A logarithmic axis has no zero: such bars vanish, but their numbers remain.
        known = [value for value in values if value > 0] or [1.0]
        least = min(known) / 2
        places = range(len(names))  # not the names: two rows may have the same
        bars = axes.barh(places, [max(v, least) for v in values], edgecolor=colour, height=0.66)
        for bar, one in zip(bars, searches, strict=True):
            bar.set_facecolor(colour if one.optimal else "white")
            bar.set_hatch("///" if one.solved and not one.optimal else None)
        axes.bar_label(bars, [words(value) for value in values], padding=4)
        axes.set_yticks(places, names)
        axes.set_xscale("log")
        axes.set_xlim(least, max(known) * 8)
        axes.set_xlabel(label)
        axes.margins(y=0.02)
        axes.spines[["top", "right"]].set_visible(False)
    expanded.invert_yaxis()
    figure.supxlabel(
        "filled: proved optimal; striped: not proved; hollow: no solution found",
        fontsize=9,
        color=QUIET,
    )
    return figure


def _label(search: Bars) -> str:
    cost = "no answer" if search.cost is None else f"cost {search.cost}"
    return f"{search.name}  ({cost})"


def _curves_figure(chart: Chart) -> Any:
    figure = _matplotlib()(figsize=(9, 4.5 + 0.2 * len(chart.curves)), layout="constrained")
    axes = figure.subplots()
    for row, curve in enumerate(chart.curves):
        colour, dash = curve_style(row)
        style = (0, tuple(float(n) for n in dash.split())) if dash else "-"
        steps = None if chart.depths else "steps-post"
        across, up = zip(*curve.points, strict=True)
        axes.plot(across, up, color=colour, linestyle=style, drawstyle=steps, label=curve.name)
    (axes.set_yscale if chart.depths else axes.set_xscale)("log")
    axes.set(title=chart.title, xlabel=chart.x, ylabel=chart.y)
    axes.grid(color=GRID)
    figure.legend(loc="outside lower left", fontsize=8)
    return figure
