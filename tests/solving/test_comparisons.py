"""Comparisons: lists of results in every form, and rows that fail."""

import csv
import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from library import NEAR, out_of_place, tags

from taquin import (
    Board,
    Comparison,
    MissingExtra,
    OptionError,
    Puzzle,
    Row,
    Status,
    TaquinError,
    algorithm,
    compare,
    heuristic,
)
from taquin.solving.shown.comparison_text import COLUMNS


def divides(board: Board) -> int:
    return len(board.cells) // board.cells.count(99)


def test_a_comparison_behaves_like_a_list() -> None:
    rows = compare(NEAR, ["bfs", "idastar"])
    assert isinstance(rows, Comparison) and len(rows) == 2
    assert rows == list(rows) == [rows[0], rows[1]] and rows != []
    assert rows[:1] == [rows[0]] and isinstance(rows[:1], Comparison) and rows[-1] is rows[1]
    assert [r.algorithm for r in reversed(rows)] == ["idastar", "bfs"]
    assert rows[0] in rows and rows.index(rows[1]) == 1
    assert (
        repr(rows)
        == "<Comparison of 2 searches, 2 solved: Breadth-first, IDA* with Manhattan distance>"
    )
    assert str(rows[:0]) == repr(rows[:0]) == "<Comparison of 0 searches, 0 solved: >"
    assert tags(rows[:0]._repr_html_()) == {"p"}
    with pytest.raises(TypeError, match="item assignment"):
        rows[0] = rows[1]  # type: ignore[index]


def test_a_comparison_in_every_form() -> None:
    rows = compare(NEAR, ["bfs", "astar:h1", Row("idastar", label="a<b & c_d")])
    flat = rows.to_rows()
    assert [row["search"] for row in flat] == [
        "Breadth-first",
        "A* with misplaced tiles",
        "a<b & c_d",
    ]
    assert len({tuple(row) for row in flat}) == 1
    assert all(not isinstance(v, (dict, list, tuple)) for row in flat for v in row.values())
    assert flat[0]["expanded"] == rows[0].stats.expanded and flat[0]["moves"] == "LU"
    assert str(rows).splitlines()[0] == f"board {NEAR}, goal 1 2 3/4 5 6/7 8 0, metric stm"
    html = rows._repr_html_()
    assert "table" in tags(html) and (rows.plot() or "no bars") in html
    assert (
        html.count("a&lt;b &amp; c_d") == 4
    )  # table, remark on a tie, bars' label and description
    assert rows.to_markdown().count("\n") == 4
    assert "c\\_d" in rows.to_latex()
    assert [row["search"] for row in csv.DictReader(io.StringIO(rows.to_csv()))] == [
        row["search"] for row in flat
    ]


def test_a_comparison_fits_a_narrow_terminal() -> None:
    rows = compare(NEAR, ["bfs", "astar"])
    assert max(map(len, rows.text(width=60).splitlines())) <= 60
    assert "hidden in this narrow terminal: peak reached" in rows.text(width=60)


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_a_narrow_terminal_cuts_no_number(width: int) -> None:
    rows = compare(NEAR, [Row("dls", None, {"depth": 100, "duplicates": "blind"}), "astar"])
    rows[0].stats.expanded = 1_649_757
    lines = rows.text(width=width).splitlines()
    assert max(map(len, lines)) <= width and not any("…" in line for line in lines)
    head = next(at for at, line in enumerate(lines) if line.startswith(" search"))
    shown, note = lines[head], " ".join(lines).partition("hidden in this narrow terminal: ")[2]
    for column in COLUMNS:
        assert f" {column}" in shown or column in note.partition(". ")[0].split(", "), column
    assert "1,649,757" in lines[head + 2] and lines[head + 2].startswith(" Depth-limited")


def test_a_comparison_can_be_plotted(tmp_path: Path) -> None:
    rows = compare(NEAR, ["bfs", "astar", ("greedy", divides)])
    assert rows.plot(tmp_path / "rows.svg") is None
    shown = rows.plot()
    assert shown is not None and shown._repr_svg_() == (tmp_path / "rows.svg").read_text("utf-8")
    assert "greedy" not in shown  # a search that failed has no bar


def test_data_frames_need_pandas(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = compare(NEAR, ["bfs"])
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(MissingExtra, match="pip install pandas"):
        rows.to_pandas()
    stand_in = ModuleType("pandas")
    stand_in.DataFrame = lambda given: ("frame", given)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "pandas", stand_in)
    assert rows.to_pandas() == ("frame", rows.to_rows())


@pytest.fixture
def hill() -> Iterator[str]:
    @algorithm("hill", optimal=False, complete=False, informed=True, paper="a course")
    def climb(space: Any, h: Any, monitor: Any) -> Any:
        """Fails."""
        raise ZeroDivisionError("nothing to divide by")

    yield "hill"


def test_a_row_that_raises_leaves_the_others_intact() -> None:
    rows = compare(NEAR, ["bfs", ("astar", divides), "idastar"])
    assert [row.status for row in rows] == [Status.SOLVED, Status.ERROR, Status.SOLVED]
    failed = rows[1]
    assert failed.error is not None and failed.error.kind == "OptionError"
    assert "divides raised ZeroDivisionError" in failed.error.message
    assert f"{Path(__file__).name}, line " in failed.error.message
    assert not failed and failed.cost is failed.moves is failed.lower_bound is None
    assert not failed.optimal
    assert "A* with divides: error: " in str(rows) and "error: heuristic" in str(failed)
    assert "ZeroDivisionError" in repr(failed)
    plain = failed.as_dict()
    assert plain["status"] == "error" and plain["stats"] is None
    assert plain["error"] == {"kind": "OptionError", "message": failed.error.message}
    assert "error" not in rows[0].as_dict()
    assert rows.to_rows()[1]["expanded"] is None and "divides" in rows.to_csv()
    for text in (rows.to_markdown(), rows.to_latex(), rows._repr_html_()):
        assert "ZeroDivisionError" in text


def test_an_error_in_a_user_s_algorithm_becomes_a_row(hill: str) -> None:
    rows = compare(NEAR, ["bfs", hill])
    assert rows[1].error is not None and rows[1].error.kind == "ZeroDivisionError"
    assert Path(__file__).name in rows[1].error.message


def test_a_refused_search_becomes_a_row() -> None:
    rows = compare(NEAR, ["bfs", "rbfs"], engine="compiled")
    assert rows[0].solved and rows[1].error is not None
    assert "no compiled form" in rows[1].error.message


@pytest.mark.parametrize(
    ("rows", "more", "words"),
    [
        (["bfs", "aster"], {}, "no algorithm named 'aster'"),
        (["bfs", "astar:manhatan"], {}, "no heuristic named 'manhatan'"),
        (["bfs", "bfs:manhattan"], {}, "uses no heuristic"),
        (["bfs", "astar:"], {}, "a heuristic after the colon"),
        (
            ["bfs", Row("astar", None, {"weight": 2})],
            {},
            "It is an option of arastar, dps, ees, wastar",
        ),
        (["bfs", ("mm", out_of_place)], {}, "also needs estimates of the distance to the start"),
        (["bfs"], {"engine": "fast"}, "no engine named 'fast'"),
        (["bfs"], {"progress": 5}, "progress=5"),
        (["bfs", ("astar",)], {}, "a pair such as"),
    ],
)
def test_invalid_arguments_are_refused_before_any_search(
    rows: list[Any], more: dict[str, Any], words: str
) -> None:
    began: list[int] = []
    with pytest.raises(TaquinError, match=re.escape(words)):
        compare(NEAR, rows, on_row=lambda number, *_: began.append(number), **more)
    assert not began


def test_an_error_in_a_progress_callback_is_raised() -> None:
    def stop(monitor: object) -> None:
        raise OptionError("enough")

    with pytest.raises(OptionError, match="enough"):
        compare("korf100:1", ["bfs"], engine="python", progress=stop, time_limit=5)


def test_an_interrupt_keeps_the_finished_rows() -> None:
    def interrupts(board: Board) -> int:
        raise KeyboardInterrupt

    rows = compare(NEAR, ["bfs", ("astar", interrupts), "idastar"])
    assert [row.limit for row in rows] == [None, "interrupt"]


def test_interrupted_while_tables_are_made() -> None:
    @heuristic("slow_tables", admissible=True, consistent=True, paper="a course")
    def slow_tables(puzzle: Puzzle) -> Any:
        raise KeyboardInterrupt

    rows = compare(NEAR, ["bfs", ("astar", slow_tables), "idastar"])
    assert [row.limit for row in rows] == [None, "interrupt"]
