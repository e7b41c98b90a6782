"""taquin compare: each row has its own outcome; aliases; taquin list NAME."""

import csv
import io
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import taquin
from taquin.faces.cli.listing import KINDS
from taquin.ground.errors import ExitCode, worst

NEAR = "123405786"
CLIMB = """
from taquin import algorithm, heuristic

@algorithm("climb", optimal=False, complete=False, informed=True, paper="a course")
def climb(space, h, monitor):
    raise RuntimeError("no way up")

@heuristic("wrong_turn", admissible=True, consistent=True, paper="a course")
def wrong_turn(puzzle):
    return lambda state: {}[state]
"""


@pytest.fixture
def plugin(tmp_path: Path) -> Iterator[tuple[str, str]]:
    path = tmp_path / "climb.py"
    path.write_text(CLIMB, encoding="utf-8")
    yield "--plugin", str(path)


ROWS = ("-a", "bfs", "-a", "astar", "-a", "climb", "-a", "astar:wrong_turn")


def test_a_failed_row_leaves_the_others_intact(plugin: tuple[str, str]) -> None:
    ran = taquin("compare", NEAR, *ROWS, *plugin, "--format", "json")
    assert ran.status == ExitCode.USAGE
    assert [row["status"] for row in ran.json] == ["solved", "solved", "error", "error"]
    assert ran.json[2]["error"]["kind"] == "RuntimeError"
    assert "climb.py, line 6: RuntimeError: no way up" in ran.json[2]["error"]["message"]
    assert "climb.py, line 10: KeyError" in ran.json[3]["error"]["message"]
    assert ran.err == "taquin: 2 of 4 searches ended in an error; the others are complete.\n"


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "csv"])
def test_every_format_shows_finished_rows_and_errors(plugin: tuple[str, str], form: str) -> None:
    ran = taquin("compare", NEAR, *ROWS, *plugin, "--format", form)
    assert ran.status == ExitCode.USAGE
    assert "no way up" in ran.out and "Breadth-first" in ran.out and "proved" in ran.out
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(ran.out)))
        assert [bool(row["error"]) for row in rows] == [False, False, True, True]
        assert rows[2]["expanded"] == "" and rows[0]["expanded"] == "9"


def test_a_plot_omits_failed_rows(plugin: tuple[str, str], tmp_path: Path) -> None:
    target = tmp_path / "rows.svg"
    ran = taquin("compare", NEAR, *ROWS, *plugin, "--plot", str(target))
    assert ran.status == ExitCode.USAGE and "plot written to " in ran.err
    assert "Breadth-first" in target.read_text("utf-8") and "climb" not in target.read_text("utf-8")
    target.unlink()
    ran = taquin("compare", NEAR, "-a", "climb", *plugin, "--plot", str(target))
    assert ran.status == ExitCode.USAGE and not target.exists()
    assert ran.err == "taquin: 1 of 1 searches ended in an error.\n"


@pytest.mark.parametrize(
    ("rows", "more", "status"),
    [
        (("bfs", "dls"), ("--node-limit", "5"), ExitCode.LIMIT),
        (("bfs", "astar"), (), ExitCode.DONE),
        (("bfs", "rbfs"), ("--engine", "compiled"), ExitCode.USAGE),
        (("rbfs",), ("--engine", "compiled"), ExitCode.USAGE),
    ],
)
def test_the_exit_status_is_that_of_the_worst_row(
    rows: tuple[str, ...], more: tuple[str, ...], status: int
) -> None:
    given = [word for row in rows for word in ("-a", row)]
    assert taquin("compare", "702853614", "--goal", "first", *given, *more).status == status


def test_an_incomplete_search_counts_only_if_none_succeeds() -> None:
    shallow = taquin("compare", NEAR, "-a", "dls", "-o", "depth=1")
    assert shallow.status == ExitCode.INCOMPLETE and "no search found a solution" in shallow.err
    assert taquin("compare", NEAR, "-a", "bfs", "-a", "dls", "-o", "depth=1").status == 0
    assert taquin("compare", "123456870", "-a", "bfs").status == ExitCode.UNSOLVABLE


def test_order_of_exit_codes() -> None:
    order = [130, 1, 2, 3, 4, 5, 0]
    for place, code in enumerate(order):
        milder = map(ExitCode, reversed(order[place:]))
        assert worst(milder) == code
    assert worst([]) == ExitCode.DONE


def test_aliases_in_the_command() -> None:
    ran = taquin("compare", NEAR, "-a", "A*:hamming", "-a", "dijkstra", "--format", "json")
    assert [row["algorithm"] for row in ran.json] == ["astar", "ucs"]
    assert ran.json[0]["heuristic"] == "misplaced"
    ran = taquin("solve", NEAR, "-a", "ida*", "--heuristic", "h2", "--format", "json")
    assert (ran.json["algorithm"], ran.json["heuristic"]) == ("idastar", "manhattan")
    ran = taquin("compare", "-n", "2", "-a", "gbfs", "-a", "iddfs", "--depth", "3", "--seed", "1")
    assert (
        ran.status == 0
        and "Greedy with Manhattan distance" in ran.out
        and "Iterative deepening " in ran.out
    )


@pytest.mark.parametrize("command", [("solve", NEAR), ("compare", NEAR)])
def test_an_option_of_another_algorithm_names_it(command: tuple[str, ...]) -> None:
    ran = taquin(*command, "-a", "astar", "-o", "weight=2")
    assert (
        ran.status == 2
        and "It is an option of arastar, dps, ees, wastar." in ran.err
        and ran.out == ""
    )


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "instances"])
def test_every_entry_is_listed_in_full(kind: str) -> None:
    for item in KINDS[kind]():
        name = str(item["name"]).removesuffix(":…")
        ran = taquin("list", kind, name, "--format", "json")
        assert ran.status == 0 and ran.json[0]["name"] == item["name"]
        for alias in ran.json[0].get("also", ()):
            assert taquin("list", kind, alias).out == taquin("list", kind, name).out
        for option in ran.json[0].get("option_details", ()):
            assert option["summary"] and all(option["choices"].values())
    ran = taquin("list", kind, "nonsense")
    assert ran.status == 2 and f"no {kind.removesuffix('s')[:5]}" in ran.err


@pytest.mark.parametrize("kind", ["algorithms", "heuristics", "topologies"])
def test_examples_of_the_lists_run(kind: str) -> None:
    for item in KINDS[kind]():
        name = str(item["name"]).removesuffix(":…")
        (example,) = (
            entry["example"] for entry in taquin("list", kind, name, "--format", "json").json
        )
        words = shlex.split(example.replace("702853614 --goal first", NEAR))
        assert words[0] == "taquin" and taquin(words[1:]).status == 0, example


MANY = ("compare", "-a", "bfs", "-a", "astar", "-n", "2", "--depth", "6", "-q")


def test_an_interrupted_comparison_is_continued_and_ends_with_the_same_rows(tmp_path: Path) -> None:
    log = tmp_path / "rows.jsonl"
    whole = taquin(*MANY, "--seed", "1", "--out", str(log), "--format", "instances")
    rows = list(csv.DictReader(io.StringIO(whole.out)))
    assert [(row["contestant"], row["instance"]) for row in rows][:2] == [
        ("Breadth-first", "random:1:1"),
        ("A* with Manhattan distance", "random:1:1"),
    ]
    written = log.read_text(encoding="utf-8").splitlines(keepends=True)
    assert '"revision": ' in written[0] and '"files": ' in written[0]
    log.write_text("".join(written[:2]) + written[2][:40], encoding="utf-8")
    again = taquin(*MANY, "--out", str(log), "--resume", "--format", "instances")
    resumed = list(csv.DictReader(io.StringIO(again.out)))
    same = ("contestant", "board", "cost", "expanded", "generated")
    assert [[row[name] for name in same] for row in resumed] == [
        [row[name] for name in same] for row in rows
    ]
    assert "seed 1" in again.err
    refused = taquin(*MANY[:-2], "7", "-q", "--out", str(log), "--resume")
    assert refused.status == ExitCode.USAGE and "Choose another --out" in refused.err
    assert "is not empty" in taquin(*MANY, "--out", str(log)).err


def test_a_log_of_one_board_is_refused_with_the_way_to_keep_it(tmp_path: Path) -> None:
    ran = taquin("compare", NEAR, "-a", "bfs", "--out", str(tmp_path / "x.jsonl"))
    assert ran.status == ExitCode.USAGE and "redirect the output of --format json" in ran.err


def test_a_plot_can_be_a_pdf(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    target = tmp_path / "chart.pdf"
    assert taquin("compare", NEAR, "-a", "bfs", "--plot", str(target)).status == 0
    assert target.read_bytes().startswith(b"%PDF")
