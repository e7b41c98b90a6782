"""Charts of reports: boards solved over time, or nodes over depth."""

from collections.abc import Sequence
from pathlib import Path

from taquin.bench.report import Experiment, Row, summary
from taquin.ground.errors import OptionError
from taquin.pictures.curves import Chart, Curve
from taquin.pictures.plot import check_target, save_curves

__all__ = ["chart_of", "draw"]

_LEAST_SECONDS = 1e-6


def chart_of(experiment: Experiment) -> Chart:
    """The chart of an experiment; OptionError if nothing was solved."""
    depths = experiment.suite == "aima-table"
    curves = _by_depth(experiment) if depths else _profiles(experiment.rows)
    curves = [curve for curve in curves if curve.points]
    if not curves:
        raise OptionError(f"nothing to draw: no board of {experiment.suite} was solved.")
    axes = ("depth", "nodes generated, mean") if depths else ("seconds per board", "boards solved")
    return Chart(experiment.suite, *axes, depths, curves)


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


def draw(experiments: Sequence[Experiment], target: Path) -> None:
    """Draw one experiment into a .svg or .png file.

    Raises the errors of `taquin.pictures.plot.check_target`, and OptionError for several
    experiments, for one without a solved board, and if the file cannot be written.
    """
    check_target(target)
    if len(experiments) != 1:
        names = ", ".join(one.suite for one in experiments)
        raise OptionError(f"--plot draws one suite at a time, but the files contain {names}.")
    save_curves(chart_of(experiments[0]), target)
