"""What a result shows: as text, in a line, in a notebook."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import pytest
from library import EIGHT, NEAR, tags

from taquin import Board, Stats, scramble, solve
from taquin.faces.cli import live
from taquin.faces.cli.live import progress_line
from taquin.faces.cli.wrapping import terminal_width
from taquin.search.monitor import Monitor
from taquin.solving.shown.result_text import result_text


def test_a_result_reads_as_the_command_prints_it() -> None:
    result = solve(EIGHT, goal="first", algorithm="astar")
    assert terminal_width() is None
    assert str(result) == result_text(result) and "solved in 27" in str(result)
    assert repr(result) == (
        "<Result astar manhattan: solved, cost 27, proved optimal, 3,306 expanded>"
    )


def test_the_text_of_a_result_is_plain() -> None:
    """Memory, depth and the cost in expense, as the person who ran the search reads them."""
    text = str(solve(EIGHT, goal="first", algorithm="astar", heuristic="manhattan"))
    memory = "memory   at most 1,841 nodes in the frontier and 5,066 states stored; "
    assert re.search(rf"^{memory}[\d,]+ MB in total$", text, re.MULTILINE)
    assert "\ndepth    deepest node: 27; effective branching factor 1.329\n" in text
    expense = "2 3 6/1 0 7/4 8 5"
    solved = "solved at cost 63 (sum of the tiles moved), proved optimal"
    assert solved in str(solve(expense, metric="expense", algorithm="astar"))
    stopped = str(solve(expense, metric="expense", algorithm="ucs", node_limit=5))
    assert "node limit; a solution costs at least 5 (sum of the tiles moved)" in stopped


@pytest.mark.parametrize(
    ("evaluated", "depth"), [(0, "depth limit 18"), (9, "bound 18"), (None, "deepest node 7")]
)
def test_progress_names_the_depth_limit_or_bound(evaluated: int | None, depth: str) -> None:
    contours = [] if evaluated is None else [[18, 3]]
    stats = Stats(expanded=3, max_depth=7, evaluated=evaluated or 0, contours=contours)
    running: Any = SimpleNamespace(
        stats=stats,
        seconds=1.0,
        lower_bound=18,
        waiting=2,
        incumbent=None,
        share=None,
        inherited=0,
    )
    assert progress_line(running) == (
        f"{depth} · a solution costs at least 18 · 3 expanded (3/s) · 2 in the frontier · 1.0 s"
    )
    running.incumbent = SimpleNamespace(g=31)
    assert "at least 18 · best so far 31 · 3 expanded" in progress_line(running)
    assert "at least 20 · best so far 31" in progress_line(running, proved=20)
    running.lower_bound = 0
    assert progress_line(running).startswith(f"{depth} · best so far 31 · "), "0 says nothing"


def test_the_bound_of_one_answer_never_falls(monkeypatch: pytest.MonkeyPatch) -> None:
    lines: list[str] = []

    @contextmanager
    def line(*, enabled: bool) -> Iterator[Any]:
        yield lines.append

    monkeypatch.setattr(live, "_line", line)
    monkeypatch.setattr(live, "_room", lambda: 80)
    for one_answer in (True, False):
        with live.live_progress(enabled=True, one_answer=one_answer) as show:
            assert show is not None
            for proved in (92, 86):
                monitor: Monitor[Any] = Monitor()
                monitor.lower_bound = proved
                show(monitor)
    bounds = [text.partition("at least ")[2].split()[0] for text in lines]
    assert bounds == ["92", "92", "92", "86"], "rows of a comparison are questions of their own"


def test_progress_leaves_out_whole_parts_of_a_line_that_is_too_long() -> None:
    running: Any = SimpleNamespace(
        stats=Stats(expanded=1_234_567, max_depth=7, evaluated=9, contours=[[18, 3]]),
        seconds=10.0, lower_bound=18, waiting=26, incumbent=SimpleNamespace(g=31), share=None,
        inherited=0,
    )  # fmt: skip
    whole = progress_line(running).split(" · ")
    short = ["bound 18", "a solution costs at least 18", "best so far 31", "1,234,567 expanded"]
    lines = [progress_line(running, width) for width in range(130, 35, -1)]
    assert lines[0].split(" · ") == whole
    assert progress_line(running, 79).split(" · ") == short
    for width, line in zip(range(130, 35, -1), lines, strict=True):
        assert len(line) <= width
        assert set(line.split(" · ")) <= {*whole, *short}


@pytest.mark.parametrize(
    ("asked", "words", "solved"),
    [
        ({"algorithm": "dfs"}, "cost ", True),
        ({"algorithm": "bfs", "node_limit": 5}, "node limit, at least 2, 5 expanded", False),
        ({"algorithm": "dls", "options": {"depth": 1}}, "incomplete", False),
    ],
)
def test_repr_is_short_and_bool_says_solved(
    asked: dict[str, Any], words: str, *, solved: bool
) -> None:
    result = solve("1 2 3/4 5 6/0 7 8" if solved else EIGHT, **asked)
    assert words in repr(result) and len(repr(result)) < 120 and "\n" not in repr(result)
    assert bool(result) is result.solved is solved


def test_an_unsolvable_board_is_a_false_result() -> None:
    result = solve("1 2 3/4 5 6/8 7 0")
    assert not result and repr(result) == "<Result astar manhattan: unsolvable>"


def test_html_has_counters_and_a_picture_and_escapes_text() -> None:
    result = solve(EIGHT, goal="first", algorithm="astar")
    html = result._repr_html_()
    assert "table" in tags(html) and "3,306 expanded" in html
    assert html.count("<svg") == 1 and (result._repr_svg_() or "no strip") in html

    def evil(board: Board) -> int:
        return 0

    evil.__name__ = "<script>x</script>"
    shown = solve(NEAR, algorithm="astar", heuristic=evil)._repr_html_()
    assert "script" not in tags(shown) and "&lt;script&gt;" in shown


def test_a_long_solution_is_shown_by_its_first_board() -> None:
    result = solve(scramble(6, 6, seed=1), algorithm="rows")
    assert result.moves is not None and len(result.moves) > 100
    html = result._repr_html_()
    assert "table" in tags(html) and len(html) < 20_000
    assert html.count("<svg") == 1 and result.board._repr_svg_() in html


def test_long_lengths_and_depths_have_separators() -> None:
    result = solve("1 8 6/4 5 3/7 2 0", algorithm="dfs")
    assert result.lengths["stm"] > 999
    said = str(result)
    assert f"length   {result.lengths['stm']:,} single-tile" in said
    assert f"deepest node: {result.stats.max_depth:,}" in said
