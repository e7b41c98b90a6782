"""Curves of reports, read back from the image as a person reads them."""

from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from drawn import COUNTS, TIMES, Drawing, Label, Path, place, read
from taquin.bench.chart import chart_of
from taquin.ground.errors import OptionError
from taquin.pictures.curves import Chart, Curve, curves_svg

GRID, QUIET = "#d9d5cb", "#5c6773"

DEPTHS = Chart(
    "nodes & <depths>",
    "depth",
    "nodes generated, mean",
    True,
    [Curve("bfs", [(2.0, 9.0), (4.0, 40.0), (12.0, 3_644_035.0)]),
     Curve("astar <m>", [(2.0, 6.0), (24.0, 39_135.0)])],
)  # fmt: skip


def lines(drawing: Drawing) -> list[tuple[Path, Path, Label]]:
    """Each curve with the sample of its line in the legend, and the name beside that."""
    drawn = [path for path in drawing.paths if path.stroke != GRID]
    found = []
    for curve, sample in zip(drawn[::2], drawn[1::2], strict=True):
        ((x0, y), (x1, _)) = sample.points
        assert (curve.stroke, curve.dashes) == (sample.stroke, sample.dashes)
        (name,) = (n for n in drawing.labels if 0 < n.y - y < 8 and 0 < n.x - x1 < 20 and x0 < x1)
        assert name.box.bottom < drawing.page.bottom
        found.append((curve, sample, name))
    return found


def axis(drawing: Drawing, *, across: bool) -> list[tuple[float, float]]:
    """Grid lines of one axis: (pixel, value), from the labels beside their ends."""
    values = {str(n): float(n) for n in range(1000)} | COUNTS | TIMES
    found = []
    for path in drawing.paths:
        (x0, y0), (x1, y1) = path.points[:2]
        if path.stroke != GRID or (x0 == x1) != across:
            continue
        (label,) = (
            n for n in drawing.labels
            if n.size == 11 and (n.x == x0 and n.y > y1 if across else abs(n.y - 4 - y0) < 0.11)
        )  # fmt: skip
        assert label.anchor == ("middle" if across else "end") and label.fill == QUIET
        found.append((x0 if across else y0, values[label.words]))
    return found


def test_curves_over_depth_pass_through_their_points() -> None:
    drawing = read(curves_svg(DEPTHS))
    across, up = axis(drawing, across=True), axis(drawing, across=False)
    for (path, _, name), curve in zip(lines(drawing), DEPTHS.curves, strict=True):
        assert name.words == curve.name
        assert len(path.points) == len(curve.points)
        for (x, y), (depth, nodes) in zip(path.points, curve.points, strict=True):
            assert x == pytest.approx(place(across, depth, logarithmic=False), abs=0.2)
            assert y == pytest.approx(place(up, nodes, logarithmic=True), abs=0.2)
    assert drawing.title == "nodes & <depths>: nodes generated, mean over depth"
    (paper,) = drawing.boxes
    assert paper.within(drawing.page) and drawing.page.within(paper)
    title, x, y = (drawing.label(words) for words in (DEPTHS.title, DEPTHS.x, DEPTHS.y))
    assert title.size > x.size == y.size and title.y < y.y < min(p for p, _ in up)
    assert x.anchor == "middle" and x.y > max(p for p, _ in up)


def test_boards_solved_rise_in_steps_to_the_right_edge() -> None:
    seconds = {"bfs": [0.02, 5e-7, 3.0], "astar": [0.001] * 30}
    rows: list[Any] = [
        {"status": status, "contestant": name, "seconds": {"search": time}}
        for name, times in seconds.items()
        for time in times
        for status in ("solved", "limit")
    ]
    chart = chart_of(SimpleNamespace(suite="korf", rows=rows))  # type: ignore[arg-type]
    assert chart.curves[0].points == [(1e-6, 1.0), (0.02, 2.0), (3.0, 3.0)]
    drawing = read(curves_svg(chart))
    across, up = axis(drawing, across=True), axis(drawing, across=False)
    right = max(x for x, _ in across)
    for (path, _, name), curve in zip(lines(drawing), chart.curves, strict=True):
        assert (
            name.words == curve.name
            and drawing.title == "korf: boards solved over seconds per board"
        )
        corners = [
            (place(across, x, logarithmic=True), place(up, y, logarithmic=False))
            for number, (x, count) in enumerate(curve.points)
            for y in (number, count)
        ]
        assert path.points[0] == pytest.approx(corners[0], abs=0.2)
        drawn = [path.points[0], *path.points[2:-1]]  # the second corner repeats the first
        for point, corner in zip(drawn, corners, strict=True):
            assert point == pytest.approx(corner, abs=0.2)
        assert path.points[-1] == pytest.approx((right, corners[-1][1]), abs=0.2)
    assert max(count for _, count in up) == 30


def test_many_curves_stay_apart() -> None:
    chart = replace(DEPTHS, curves=[Curve(f"c{n}", [(2.0, n + 1.0)]) for n in range(28)])
    found = lines(read(curves_svg(chart)))
    assert [name.words for _, _, name in found] == [curve.name for curve in chart.curves]
    assert len({(path.stroke, path.dashes) for path, _, _ in found}) == 28
    heights = [name.y for _, _, name in found]
    assert all(below - above == 18 for above, below in pairwise(heights))


def test_a_report_without_a_solved_board_has_no_chart() -> None:
    rows: list[Any] = [{"status": "limit", "contestant": "bfs", "seconds": {"search": 1.0}}]
    with pytest.raises(OptionError, match="no board of korf was solved"):
        chart_of(SimpleNamespace(suite="korf", rows=rows))  # type: ignore[arg-type]
