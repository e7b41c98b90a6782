"""Saves comparisons as files: SVG without dependencies, PNG with Matplotlib (extra `plot`)."""

import os
from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from taquin.errors import MissingExtra, OptionError
from taquin.ownership import open_output
from taquin.render import comparison_svg, count_text, time_text
from taquin.result import Result

__all__ = ["check_target", "in_plain_text", "plot_comparison", "save_png"]

_BLUE, _ORANGE, _QUIET = "#0072b2", "#d55e00", "#5c6773"


def check_target(path: str | Path) -> None:
    """Raise what `plot_comparison` would raise for this file, before any work is done.

    OptionError: the suffix is neither .svg nor .png, or the folder is missing or read-only.
    MissingExtra: .png without Matplotlib.
    """
    target = Path(path)
    if target.suffix.lower() not in (".svg", ".png"):
        raise OptionError(f"plot file {target.name!r}: expected a name ending in .svg or .png.")
    if target.is_dir() or not target.parent.is_dir():
        what = "it is a folder" if target.is_dir() else "its folder does not exist"
        raise OptionError(f"plot file {str(target)!r} cannot be written: {what}.")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise OptionError(f"plot file {str(target)!r} cannot be written: permission denied.")
    if target.suffix.lower() == ".png":
        _matplotlib()


def plot_comparison(
    results: Sequence[Result], path: str | Path, *, title: str | None = None
) -> None:
    """Draw the expanded states and times of a comparison into `path`, .svg or .png.

    Raises the errors of `check_target`, and OptionError if the file cannot be written.
    """
    check_target(path)
    target = Path(path)
    results = [result for result in results if result.error is None]
    svg = comparison_svg(results, title=title)  # also refuses an empty comparison
    try:
        if target.suffix.lower() == ".svg":
            with open(target, "w", encoding="utf-8", opener=open_output) as file:
                file.write(svg)
        else:
            with in_plain_text():
                _draw_png(results, target, title)
    except OSError as error:
        reason = error.strerror or str(error)
        raise OptionError(f"plot file {str(target)!r} cannot be written: {reason}.") from None


def _matplotlib() -> Any:
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise MissingExtra(
            "drawing a .png needs Matplotlib: pip install 'taquin[plot]'. A .svg needs nothing."
        ) from None
    return Figure


def in_plain_text() -> AbstractContextManager[None]:
    """While drawing, Matplotlib starts no LaTeX: its settings may be the current folder's."""
    from matplotlib import rc_context

    return rc_context({"text.usetex": False})


def save_png(figure: Any, target: Path) -> None:
    """Write a figure of Matplotlib into a file."""
    with open(target, "wb", opener=open_output) as file:
        figure.savefig(file, format="png", dpi=144)


def _draw_png(results: Sequence[Result], target: Path, title: str | None) -> None:
    """The two panels of `comparison_svg`, drawn by Matplotlib without a window."""
    names = [_label(result) for result in results]
    figure = _matplotlib()(figsize=(11, 1.6 + 0.32 * len(results)), layout="constrained")
    expanded, time = figure.subplots(1, 2, sharey=True)
    first = results[0]
    figure.suptitle(title or f"{first.board}, goal {first.goal}, cost in {first.metric}")
    panels = (
        (
            expanded,
            "states expanded",
            _BLUE,
            [float(r.stats.expanded) for r in results],
            count_text,
        ),
        (time, "seconds", _ORANGE, [sum(r.seconds.values()) for r in results], time_text),
    )
    for axes, label, colour, values, words in panels:
        # A logarithmic axis has no zero: such bars vanish, but their numbers remain.
        known = [value for value in values if value > 0] or [1.0]
        least = min(known) / 2
        places = range(len(names))  # not the names: two rows may have the same
        bars = axes.barh(places, [max(v, least) for v in values], edgecolor=colour, height=0.66)
        for bar, result in zip(bars, results, strict=True):
            bar.set_facecolor(colour if result.optimal else "white")
            bar.set_hatch("///" if result.solved and not result.optimal else None)
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
        color=_QUIET,
    )
    save_png(figure, target)


def _label(result: Result) -> str:
    parts = [result.algorithm] if result.heuristic is None else [result.algorithm, result.heuristic]
    cost = "no answer" if result.cost is None else f"cost {result.cost}"
    return f"{result.label or ', '.join(parts)}  ({cost})"
