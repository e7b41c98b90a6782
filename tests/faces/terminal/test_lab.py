"""The lab on a terminal: counters that grow, a search skipped, all of them stopped."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from stage import in_a_loop_of_its_own
from textual.containers import VerticalScroll
from textual.widgets import DataTable, Static

import cli
from taquin.faces.terminal import lab
from taquin.faces.terminal.background import SearchSnapshot
from taquin.faces.terminal.keysbar import KeysBar
from taquin.faces.terminal.lab import Lab
from taquin.ground.errors import ExitCode
from taquin.search.monitor import Monitor
from taquin.solving.answers.result import Result
from taquin.solving.comparison import row_requests
from taquin.solving.question.reading import read_limits
from taquin.solving.question.request import SearchRequest
from taquin.solving.question.row import read_rows
from taquin.solving.runner import answer

BOARD = "1 2 3/4 0 5/7 8 6"


def questions(*rows: str) -> list[SearchRequest]:
    return row_requests(
        BOARD,
        read_rows(rows),
        goal=None,
        metric="stm",
        topology="grid",
        size=None,
        engine="python",
        limits=read_limits(None, None, None),
    )


def row(app: Lab, number: int) -> list[str]:
    return [str(cell) for cell in app.bench.query_one(DataTable).get_row_at(number)]


def says(app: Lab) -> str:
    return str(app.bench.query_one("#says", Static).content)


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():
            await asyncio.sleep(0.01)


def staged(
    scene: Callable[[Lab, Any], Awaitable[None]], *rows: str, size: tuple[int, int] = (110, 24)
) -> Lab:
    app = Lab(questions(*rows))

    async def run() -> None:
        async with app.run_test(size=size) as pilot:
            await scene(app, pilot)

    in_a_loop_of_its_own(run)
    return app


def test_every_search_gets_its_row() -> None:
    async def scene(app: Lab, pilot: Any) -> None:
        await until(lambda: row(app, 1)[1] == "solved" and "proved" in says(app))
        assert row(app, 0)[:5] == ["Breadth-first", "solved", "2*", "9", "24"]
        assert row(app, 1)[:3] == ["A* with Manhattan distance", "solved", "2*"]
        await pilot.press("down")
        await pilot.pause()
        assert says(app).startswith("A* with Manhattan distance: solved in 2 single-tile moves")
        await pilot.resize_terminal(40, 15)
        await until(lambda: row(app, 1) == ["A* with Manhattan distance", "2*", "2"])
        await pilot.pause()
        table = app.bench.query_one(DataTable)
        assert table.virtual_size.width <= table.size.width, "no number is cut"
        await pilot.press("q")

    app = staged(scene, "bfs", "astar")
    assert [result.cost for result in app.bench.results()] == [2, 2]


def test_the_text_below_the_table_has_the_lines_that_the_table_leaves() -> None:
    """It was cut after four lines, below a table of four rows and above many empty ones."""

    async def scene(app: Lab, pilot: Any) -> None:
        await until(lambda: row(app, 2)[1] == "solved" and app.bench._search.finished)
        await pilot.press("down", "down")
        below = app.bench.query_one(VerticalScroll)
        for size in ((80, 24), (60, 24)):
            await pilot.resize_terminal(*size)
            await until(lambda size=size: app.bench.size == size)
            await pilot.pause(0.2)
            assert "Of the searches that found the cheapest solution" in says(app)
            assert below.max_scroll_y == 0
        assert below.size.height > 4
        await pilot.resize_terminal(40, 12)
        await until(lambda: below.max_scroll_y > 0)
        await pilot.pause(0.2)
        keys = str(app.bench.query_one("#keys", Static).content)
        assert "Tab text" in keys and "Q quit" in keys
        await pilot.press("tab", "end")
        await until(lambda: below.scroll_y == below.max_scroll_y)
        assert app.bench.query_one(DataTable).cursor_row == 2

    staged(scene, "bfs", "astar", "beam")


def endless_bfs(request: SearchRequest, progress: Any) -> Result:
    """Breadth-first search that never ends by itself; the others as they are."""
    if request.algorithm != "bfs":
        return answer(request, progress=progress)
    monitor: Monitor[Any] = Monitor()
    monitor.stats.expanded = 1234
    monitor.set_frontier_size(77)
    while True:
        progress(monitor)
        time.sleep(0.005)


def test_counters_grow_and_a_search_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "answer_row", endless_bfs)

    async def scene(app: Lab, pilot: Any) -> None:
        await until(lambda: "1,234 expanded" in says(app) and "█" in says(app))
        assert says(app).splitlines()[-1].startswith("frontier ")
        await until(lambda: {"running", "1,234", "77"} <= set(row(app, 0)))
        await pilot.press("s")
        await until(lambda: row(app, 1)[1] == "solved")
        assert row(app, 0)[1] == "stopped"

    app = staged(scene, "bfs", "idastar")
    assert [result.algorithm for result in app.bench.results()] == ["idastar"]


def test_the_help_says_what_the_columns_and_the_words_below_them_mean(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No key opened it, and no screen said what a bound or a reached state is."""
    monkeypatch.setattr(lab, "answer_row", endless_bfs)

    async def scene(app: Lab, pilot: Any) -> None:
        await until(lambda: "1,234 expanded" in says(app))
        for key in ("question_mark", "f1"):
            await pilot.press(key)
            await until(lambda: app.screen is not app.bench and bool(app.screen.query("#actions")))
            await pilot.pause()
            listed = str(app.screen.query_one("#actions", Static).content).splitlines()
            for word in (*lab._COLUMNS[1:], "bound", "depth", "at least", "best"):
                assert any(line.startswith(f"{word} ") for line in listed), word
            assert "S   skip the search that runs" in listed
            await pilot.press("escape")
            await until(lambda: app.screen is app.bench)
        assert not app.bench._search.finished
        await pilot.click(KeysBar, offset=(4, 0))
        await until(lambda: row(app, 0)[1] == "stopped")

    staged(scene, "bfs", "idastar")


def test_escape_stops_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lab, "answer_row", endless_bfs)

    async def scene(app: Lab, pilot: Any) -> None:
        await until(lambda: "1,234 expanded" in says(app))
        await pilot.press("escape")
        await until(lambda: row(app, 1)[1] == "stopped")
        assert app.bench._search.ended.wait(10)
        assert says(app).startswith("Breadth-first: stopped by you")

    assert staged(scene, "bfs", "idastar").bench.results() == []


def test_a_name_is_wrapped_so_that_no_part_of_it_is_missing() -> None:
    async def scene(app: Lab, pilot: Any) -> None:
        for number, line in enumerate(app.bench.lines):
            named = replace(line.request, label=f"Depth-limited (depth {number}, duplicates path)")
            line.request = named
        await pilot.resize_terminal(40, 24)
        await until(lambda: all(line.result for line in app.bench.lines))
        await pilot.pause(0.3)
        table = app.bench.query_one(DataTable)
        assert min(row.height for row in table.ordered_rows) > 2
        assert table.virtual_size.width <= table.size.width
        shown = app.export_screenshot().replace("&#160;", " ")
        assert all(f"(depth {number}," in shown for number in range(3))

    staged(scene, "bfs", "astar", "greedy")


def test_the_cursor_goes_along_with_the_searches_until_one_is_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """At 40x15, the search that ran lay below the rows that are seen."""
    monkeypatch.setattr(lab, "answer_row", endless_bfs)

    async def scene(app: Lab, pilot: Any) -> None:
        table = app.bench.query_one(DataTable)
        for number in range(1, 6):
            await pilot.press("s")
            await until(lambda number=number: table.cursor_row == number)
        await until(lambda: table.scroll_y > 0)
        await pilot.press("up", "up", "s")
        await until(lambda: app.bench.lines[6].running and app.bench._followed == 6)
        assert table.cursor_row == 3
        await pilot.resize_terminal(80, 15)
        await until(lambda: app.bench.size.width == 80)
        await pilot.pause()
        assert table.cursor_row == 3

    staged(scene, *["bfs"] * 8, size=(40, 8))


@pytest.mark.parametrize(("width", "lines"), [(60, 2), (76, 2), (104, 2), (120, 1), (200, 1)])
def test_a_name_has_the_columns_that_are_free(width: int, lines: int) -> None:
    """At 120 columns and at 200, it was wrapped after 40 letters, beside 90 empty columns."""

    async def scene(app: Lab, pilot: Any) -> None:
        name = "Depth-limited (depth 100, duplicates blind)"
        app.bench.lines[0].request = replace(app.bench.lines[0].request, label=name)
        await pilot.resize_terminal(width, 24)
        table = app.bench.query_one(DataTable)
        await until(lambda: app.bench.size.width == width and table.ordered_rows[0].height > 0)
        await pilot.pause(0.2)
        assert table.ordered_rows[0].height == lines
        assert table.virtual_size.width <= table.size.width
        seen = SearchSnapshot(None, 0, 9, None, *(4 * [123_456_789]), 1.0)
        app.bench.lines[0].result, app.bench.lines[0].seen = None, seen
        app.bench._follow()
        await until(lambda: "123,456,789" in row(app, 0))
        await pilot.pause(0.2)
        assert table.virtual_size.width <= table.size.width, "numbers take it back"

    staged(scene, "bfs", "astar", size=(40, 24))


@pytest.mark.parametrize("width", [110, 80, 40])
def test_the_star_of_a_cost_is_explained_once_there_is_one(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "answer_row", endless_bfs)

    async def scene(app: Lab, pilot: Any) -> None:
        def keys() -> str:
            return str(app.bench.query_one("#keys", Static).content)

        await until(lambda: "Esc stop" in keys())
        assert "*" not in keys()
        await pilot.press("s")
        await until(lambda: "2*" in row(app, 1) and "* proved" in keys())
        assert "Q quit" in keys()

    staged(scene, "bfs", "idastar", size=(width, 24))


def test_long_costs_have_separators(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "BOARD", "0 1 3/4 2 5/7 8 6")

    async def scene(app: Lab, pilot: Any) -> None:
        await until(lambda: app.bench.lines[0].result is not None)
        result = app.bench.lines[0].result
        assert result is not None and result.cost == 34_380
        await until(lambda: row(app, 0)[2] == "34,380")

    staged(scene, "dfs")


def test_ctrl_c_ends_the_searches_with_the_status_of_an_interrupt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    left: list[bool | None] = []

    async def scene(app: Lab, pilot: Any) -> None:
        await pilot.press("ctrl+c")
        await pilot.pause()
        left.append(app.return_value)

    staged(scene, "bfs")
    assert left == [True]

    from types import SimpleNamespace

    from taquin.faces.cli import lab as command

    for finished in (["bfs"], []):
        watched = lab.LabEnd([*map(answer, questions(*finished))] if finished else [], True)
        screen = SimpleNamespace(watch=lambda _, watched=watched: watched)
        monkeypatch.setattr(command, "screen", lambda *_, screen=screen, **__: screen)
        ran = cli.taquin("lab", BOARD, "-a", "bfs", "-a", "astar")
        assert ran.status == ExitCode.INTERRUPTED and "taquin: interrupted" in ran.err
        assert ("Breadth-first" in ran.out) == bool(finished)


def test_a_bound_of_nothing_is_not_shown() -> None:
    """A search with a depth limit said “at least 0”."""
    seen = SearchSnapshot(20, 0, 20, None, 1_234, 3_000, 9, 9, 1.5)
    assert seen.words == "bound 20 · depth 20 · 1,234 expanded · 1.5 s"
    proved = replace(seen, lower_bound=12, best=40)
    assert proved.words == "bound 20 · depth 20 · at least 12 · best 40 · 1,234 expanded · 1.5 s"


@pytest.mark.parametrize(
    ("words", "status", "message"),
    [
        (["1 2 3/4 5 6/8 7 0"], ExitCode.UNSOLVABLE, "swap 7 and 8"),
        (["702853614", "-a", "bsf"], ExitCode.USAGE, "Did you mean"),
        (["702853614", "-a", "bfs", "-o", "weight=2"], ExitCode.USAGE, "weight"),
        (["702853614"], ExitCode.USAGE, "taquin compare prints the same table."),
    ],
)
def test_wrong_input_is_said_before_the_screen_is_taken(
    words: list[str], status: ExitCode, message: str
) -> None:
    done = cli.taquin("lab", *words)
    assert done.status == status and message in done.err and not done.out


def test_the_table_is_printed_when_the_screen_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    from types import SimpleNamespace

    from taquin.faces.cli import lab as command

    def screen(name: str, module: str, *, instead: str) -> SimpleNamespace:
        return SimpleNamespace(watch=lambda asked: lab.LabEnd([*map(answer, asked)], False))

    monkeypatch.setattr(command, "screen", screen)
    done = cli.taquin("lab", BOARD, "-a", "bfs", "-a", "astar")
    assert done.status == 0 and "A* with Manhattan distance" in done.out
    monkeypatch.setattr(
        command, "screen", lambda *_, **__: SimpleNamespace(watch=lambda _: lab.LabEnd([], False))
    )
    assert cli.taquin("lab", BOARD, "-a", "bfs").status == ExitCode.INTERRUPTED


@pytest.mark.parametrize(
    ("width", "head"),
    [(40, ["search", "result", "expanded"]), (60, ["search", "result", "expanded", "seconds"])],
)
def test_a_narrow_table_says_what_stands_in_its_columns(
    width: int, head: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """“time limit” stood below “cost”, and at 60 columns no seconds beside empty ones."""
    monkeypatch.setattr(lab, "answer_row", endless_bfs)

    async def scene(app: Lab, pilot: Any) -> None:
        table = app.bench.query_one(DataTable)
        await until(lambda: "1,234" in row(app, 0))
        assert [str(column.label) for column in table.ordered_columns] == head
        assert row(app, 0)[1] == "running"
        await pilot.press("s")
        await until(lambda: row(app, 1)[1] == "2*")
        await pilot.pause(0.2)
        assert table.virtual_size.width <= table.size.width

    staged(scene, "bfs", "astar", size=(width, 24))


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_table_holds_still_while_searches_run(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its columns moved with every digit, and all of it when the text below took another line."""
    monkeypatch.setattr(lab, "answer_row", endless_bfs)

    async def scene(app: Lab, pilot: Any) -> None:
        table = app.bench.query_one(DataTable)

        def places() -> tuple[list[int], int]:
            return [
                column.get_render_width(table) for column in table.ordered_columns
            ], table.size.height

        await until(lambda: "1,234" in row(app, 0))
        await pilot.pause(0.3)
        before = places()
        line = app.bench.lines[1]
        for number in (9, 99_999, 1_234_567):
            line.seen = SearchSnapshot(26, 26, 26, None, number, number, 99_999, number, 99.9)
            app.bench._follow()
            await pilot.pause(0.2)
            assert places() == before
        await pilot.press("s")
        await until(lambda: row(app, 1)[1] in ("2*", "solved"))
        await pilot.pause(0.3)
        assert places()[0] == before[0]

    staged(scene, "bfs", "astar", size=(width, 24))


def test_the_title_keeps_the_goal_or_says_that_it_is_cut() -> None:
    board = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"

    async def scene(app: Lab, pilot: Any) -> None:
        for width, title in (
            (120, f"{board} → 1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"),
            (60, f"{board} → last"),
            (40, f"{board[:37]}…"),
        ):
            await pilot.resize_terminal(width, 24)
            await until(lambda width=width: app.bench.size.width == width)
            await until(
                lambda title=title: str(app.bench.query_one("#bar", Static).content) == title
            )

    app = Lab(row_requests(
        board, read_rows(["astar"]), goal=None, metric="stm", topology="grid", size=None,
        engine="python", limits=read_limits(None, None, None),
    ))  # fmt: skip

    async def run() -> None:
        async with app.run_test(size=(120, 24)) as pilot:
            await scene(app, pilot)

    in_a_loop_of_its_own(run)


def test_home_and_end_choose_the_first_and_the_last_search() -> None:
    async def scene(app: Lab, pilot: Any) -> None:
        table = app.bench.query_one(DataTable)
        await until(lambda: app.bench._search.finished)
        await pilot.press("end")
        await until(lambda: table.cursor_row == 2)
        await pilot.press("home")
        await until(lambda: table.cursor_row == 0)

    staged(scene, "bfs", "astar", "idastar")
