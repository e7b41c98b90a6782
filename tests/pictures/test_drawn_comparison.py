"""Bars of comparisons, read back from the image as a person reads them."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from drawn import COUNTS, TIMES, Box, Drawing, Label, place, read
from taquin.ground.errors import OptionError
from taquin.pictures.comparison import Bars, comparison_svg
from taquin.pictures.units import count_text, time_text
from taquin.solving.comparison import Comparison, compare
from taquin.solving.question.row import Row
from taquin.solving.shown.comparison_bars import bars_of

BLUE, ORANGE, PAPER, GRID, QUIET = "#0072b2", "#d55e00", "#fcfbf8", "#d9d5cb", "#5c6773"
STRIPES = "url(#taquin-stripes)"

PROVED = Bars("astar, manhattan", 27, 3_306, 0.0123, True, True)
STRIPED = Bars("A* & <friends>", 71, 302, 2e-5, True, False)
HOLLOW = Bars("dls", None, 181_440, 61.0, False, False)
NONE = Bars("already there", 0, 0, 0.0, True, True)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.0, "0 µs"), (2.5e-5, "25 µs"), (0.0123, "12.3 ms"), (3.39, "3.39 s"), (90, "1.5 min"),
     (7200, "2 h")],
)  # fmt: skip
def test_durations(seconds: float, words: str) -> None:
    assert time_text(seconds) == words


def on_line(drawing: Drawing, row: int, rows: int) -> tuple[list[Label], list[Box]]:
    """The labels and rectangles of one row, from left to right; the rows are equally high."""
    grid = [path.points for path in drawing.paths if path.stroke == GRID]
    ((top, bottom),) = {(points[0][1], points[1][1]) for points in grid}
    top += 4  # grid lines begin a little above the first row
    high = (bottom - top) / rows
    low, up = top + row * high, top + (row + 1) * high
    boxes = [box for box in drawing.boxes if low <= box.y and box.bottom <= up]
    labels = [label for label in drawing.labels if low <= label.box.y and label.y <= up]
    return sorted(labels, key=lambda label: label.x), sorted(boxes, key=lambda box: box.x)


def scales(drawing: Drawing) -> list[list[tuple[float, float]]]:
    """For each of the two panels its labelled grid lines: (x, value)."""
    grid = {path.points[0][0] for path in drawing.paths if path.stroke == GRID}
    ticks = [n for n in drawing.labels if n.anchor == "middle" and n.x in grid]
    return [
        sorted((n.x, values[n.words]) for n in ticks if n.words in values)
        for values in (COUNTS, TIMES)
    ]


def check_bars(drawing: Drawing, searches: Sequence[Bars]) -> None:
    """Each row: name, cost, and per panel a bar as long as its value, with the number beside it."""
    assert all(label.box.within(drawing.page) for label in drawing.labels[1:])
    assert not any(a.box.overlaps(b.box) for a, b in combinations(drawing.labels[1:], 2))
    first, _ = on_line(drawing, 0, len(searches))
    cost = drawing.label("cost")
    assert cost.y < first[1].box.y and (cost.x, cost.anchor) == (first[1].x, first[1].anchor)
    panels = zip(scales(drawing), ("states expanded", "time"), (BLUE, ORANGE), strict=True)
    for scale, title, colour in panels:
        start = drawing.label(title).x
        assert start == scale[0][0] and len(scale) >= 2
        ticks = [label for label in drawing.labels if label.y == cost.y and label.x >= start]
        assert drawing.label(title).y < ticks[0].box.y and ticks[0].y < first[0].box.y
        assert all(
            x == pytest.approx(place(scale, n, logarithmic=True), abs=0.02) for x, n in scale
        )
        for row, one in enumerate(searches):
            labels, boxes = on_line(drawing, row, len(searches))
            value = float(one.expanded) if colour == BLUE else one.seconds
            words = count_text(value) if colour == BLUE else time_text(value)
            (bar,) = (box for box in boxes if box.stroke == colour)
            assert bar.x == start and bar.fill == (colour if one.optimal else PAPER)
            striped = [box for box in boxes if box.fill == STRIPES and box.x == start]
            assert [replace(box, fill=bar.fill, stroke=colour) for box in striped] == (
                [bar] if one.solved and not one.optimal else []
            )
            length = max(2, place(scale, value, logarithmic=True) - start) if value else 0
            assert bar.width == pytest.approx(length, abs=0.02)
            (number,) = (n for n in labels if n.words == words and 0 < n.x - bar.right < 10)
            assert any(number.box.within(box, slack=1) for box in boxes if box.stroke is None)
            assert number.box.within(drawing.page)
            assert labels[0].words == one.name
            assert labels[1].words == ("–" if one.cost is None else str(one.cost))
            assert labels[0].box.right < labels[1].box.x and labels[1].box.right < start


def check_legend(drawing: Drawing, searches: Sequence[Bars]) -> None:
    """Exactly the patterns that occur, each named beside its swatch."""
    kinds = {
        "proved optimal": (any(one.optimal for one in searches), {QUIET}),
        "not proved": (any(one.solved and not one.optimal for one in searches), {"none", STRIPES}),
        "no solution found": (any(not one.solved for one in searches), {"none"}),
    }
    right = 0.0
    for words, (occurs, fills) in kinds.items():
        assert (words in drawing.words) == occurs
        if not occurs:
            continue
        label = drawing.label(words)
        swatches = [box for box in drawing.boxes if box.width == 22 and 0 < label.x - box.x < 40]
        assert {box.fill for box in swatches} == fills
        assert all(box.y < label.y < box.bottom for box in swatches)
        assert all(right < box.x for box in swatches) and label.box.within(drawing.page)
        right = label.box.right


@pytest.mark.parametrize(
    "searches",
    [
        [PROVED, STRIPED, HOLLOW, NONE],
        [PROVED],
        [NONE, HOLLOW],
        [STRIPED, STRIPED],
        [replace(PROVED, expanded=n, seconds=10.0**-n) for n in (1, 2, 7, 6)],
        [replace(STRIPED, name="a long name " * 5, cost=54_497_123_456), PROVED],
    ],
    ids=["all kinds", "one", "nothing expanded", "twice the same", "powers of ten", "long"],
)
def test_bars_read_back(searches: list[Bars]) -> None:
    drawing = read(comparison_svg(searches, question="1 2/3 0, goal 1 2/3 0, cost in stm"))
    check_bars(drawing, searches)
    check_legend(drawing, searches)
    assert drawing.words[0] == "1 2/3 0, goal 1 2/3 0, cost in stm"
    assert drawing.title == "Comparison of searches"
    said = (
        f"{one.name}: cost {'–' if one.cost is None else one.cost}, {one.expanded} expanded, "
        f"{time_text(one.seconds)}"
        for one in searches
    )
    assert drawing.description == "; ".join(said) + "."


def test_the_shortest_bar_is_seen() -> None:
    drawing = read(comparison_svg([replace(PROVED, expanded=n) for n in (1000, 10)], question="q"))
    longer, shorter = (box.width for box in drawing.boxes if box.stroke == BLUE)
    assert longer == 3 * shorter > 60  # from 1 to 1,000


def test_the_heading_is_the_title_and_fits() -> None:
    drawing = read(comparison_svg([PROVED], question="unused", title="Title & <more>"))
    assert drawing.title == drawing.words[0] == "Title & <more>"
    long = read(comparison_svg([PROVED], question="x" * 400))
    heading = long.labels[0]
    assert heading.words.startswith("xxx") and heading.words.endswith("x…")
    assert heading.size == 15 and heading.x + 8 * len(heading.words) < long.page.right


def test_a_comparison_draws_its_results() -> None:
    def divides(board: Any) -> int:
        return 1 // 0

    rows = [
        Row("astar", "manhattan", label="A* & <friends>"),
        Row("greedy"),
        Row("dls", options={"depth": 2}),
        Row("bfs"),
        Row("astar", divides),
    ]
    results = compare("702853614", rows, goal="first")
    searches = bars_of(results)
    assert [one.name for one in searches] == [
        "A* & <friends>",
        "Greedy with Manhattan distance",
        "Depth-limited (depth 2)",
        "Breadth-first",
    ]
    assert [(one.cost, one.solved, one.optimal) for one in searches] == [
        (27, True, True), (results[1].cost, True, False), (None, False, False), (27, True, True),
    ]  # fmt: skip
    for one, result in zip(searches, results, strict=False):
        assert one.expanded == result.stats.expanded > 0
        assert one.seconds == sum(result.seconds.values()) > 0
    picture = results.plot()
    assert picture is not None and picture._repr_svg_() == picture
    drawing = read(picture)
    check_bars(drawing, searches)
    check_legend(drawing, searches)
    assert drawing.words[0] == "board 7 0 2/8 5 3/6 1 4, goal 0 1 2/3 4 5/6 7 8, metric stm"
    assert picture in results._repr_html_()


def test_an_unsolvable_board_and_a_solved_one_have_bars() -> None:
    for board in ("1 2 3/4 5 6/8 7 0", "1 2 3/4 5 6/7 8 0"):
        results = compare(board, ["bfs", "idastar"])
        searches = bars_of(results)
        assert [one.expanded for one in searches] == [0, 0]
        check_bars(read(results.plot() or ""), searches)


def test_comparison_of_nothing() -> None:
    with pytest.raises(OptionError, match="no results to draw"):
        comparison_svg([], question="")
    with pytest.raises(OptionError, match="no results to draw"):
        Comparison([]).plot()
