"""The command's contract: fields, their meaning, exit statuses, formats."""

import contextlib
import csv
import errno
import io
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from cli import taquin
from drawn import read
from taquin import Board, solve
from taquin.faces.cli.main import run
from taquin.puzzle.move import Notation, parse_moves
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.solving.answers.advice import advice
from taquin.solving.question.reading import request_for

BOARD = "702853614"
FIELDS = [
    "version", "board", "goal", "topology", "algorithm", "heuristic", "options", "engine", "metric",
    "status", "limit", "optimal", "cost", "lower_bound", "moves", "stats", "seconds",
    "peak_memory_bytes",
]  # fmt: skip
COUNTERS = [
    "expanded", "generated", "evaluated", "reopened", "peak_frontier", "peak_reached", "max_depth",
    "contours",
]  # fmt: skip


def solved(*arguments: str) -> dict[str, object]:
    ran = taquin("solve", *arguments, "--format", "json")
    assert ran.status == 0 and ran.err == "" and ran.out.count("\n") == 1
    row = ran.json
    assert isinstance(row, dict)
    return row


def test_json_has_every_field() -> None:
    row = solved(BOARD, "--goal", "first", "-a", "astar", "--heuristic", "manhattan")
    assert set(FIELDS) <= set(row) and set(COUNTERS) <= set(row["stats"])
    assert set(row["seconds"]) == {"compile", "tables", "search"}
    assert row | {
        "version": 1, "board": "7 0 2/8 5 3/6 1 4", "goal": "0 1 2/3 4 5/6 7 8",
        "topology": "grid", "algorithm": "astar", "heuristic": "manhattan", "options": {},
        "metric": "stm", "status": "solved", "limit": None, "optimal": True, "cost": 27,
        "lower_bound": 27, "depth": 27, "label": None, "swap": None,
    } == row  # fmt: skip
    assert len(row["moves"]) == 27 and set(row["moves"]) <= set("UDLR")
    board = Board.parse(row["board"])
    assert list(board.path(row["moves"]))[-1] == Board.parse(row["goal"])


def test_a_search_named_with_its_heuristic_is_the_same_everywhere() -> None:
    one = solved(BOARD, "-a", "astar:misplaced")
    apart = solved(BOARD, "-a", "astar", "--heuristic", "misplaced")
    assert (one["algorithm"], one["heuristic"]) == ("astar", "misplaced")
    assert one["stats"] == apart["stats"]
    (row,) = taquin("batch", "-", "-a", "astar:misplaced", stdin=BOARD.encode()).rows
    assert (row["stats"], row["heuristic"]) == (one["stats"], "misplaced")
    course = taquin("solve", BOARD, "-a", "astar:misplaced", "--format", "uta")
    usual = taquin("solve", BOARD, "-a", "astar", "--heuristic", "misplaced", "--format", "uta")
    assert (course.status, course.out) == (0, usual.out)


def test_the_default_search_is_named_and_optimal() -> None:
    row = solved(BOARD, "--goal", "first")
    assert row["cost"] == 27 and row["optimal"] and row["algorithm"]


@pytest.mark.parametrize(
    ("size", "board_type", "metric", "hint"),
    [
        ((5, 5), "grid", "stm", "-a wastar --heuristic pdb:5-5-5-5-4 -o weight=1.5"),
        ((2, 9), "grid", "stm", "-a wastar --heuristic pdb:5-4-4-4 -o weight=1.25"),
        ((4, 4), "grid", "mtm", "-a idastar"),
        ((5, 5), "torus", "stm", None),
        ((6, 6), "grid", "stm", None),
    ],
)
def test_a_better_search_for_large_boards_is_named(
    size: tuple[int, int], board_type: str, metric: Metric, hint: str | None
) -> None:
    solved = Board.of(*size, range(size[0] * size[1]))
    puzzle = Puzzle.of(solved, topology=board_type, metric=metric)
    found = solve(solved, goal=solved, algorithm="bfs")
    result = replace(found, cost=9, lower_bound=1, algorithm="wastar")
    request = request_for(solved, puzzle)
    request = replace(request, plan=replace(request.plan, advised=True))
    (note, *_) = advice(request, replace(result, puzzle=puzzle))
    assert hint in note if hint else note.endswith("found this solution.")


@pytest.mark.parametrize("notation", ["tile", "blank"])
def test_every_better_solution_is_a_line(notation: Notation) -> None:
    start, goal = Board.parse("123456780"), Board.parse("867254301")
    asked = ["solve", start.text, "--goal", goal.text, "-a", "arastar", "--notation", notation]
    ran = taquin(*asked, "--format", "jsonl")
    *better, result = ran.rows
    assert ran.status == 0 and len(better) > 1
    assert [row["kind"] for row in ran.rows] == ["solution"] * len(better) + ["result"]
    costs = [row["cost"] for row in better]
    assert costs == sorted(set(costs), reverse=True)
    assert (result["cost"], result["optimal"]) == (31, True) and min(costs) >= 31
    for row in ran.rows:
        moves = parse_moves(row["moves"], notation=notation)
        assert start.apply(moves) == goal and len(moves) == row["cost"] >= row["lower_bound"]
        assert row["gap"] == round(100 * (row["cost"] / row["lower_bound"] - 1), 2)
    assert taquin(*asked, "--format", "json").json["moves"] == result["moves"]


def test_a_search_that_improves_nothing_has_one_line() -> None:
    ran = taquin("solve", "123456708", "-a", "bfs", "--format", "jsonl")
    assert [row["kind"] for row in ran.rows] == ["result"]


def test_blank_notation_is_the_opposite_letter() -> None:
    tile, blank = solved(BOARD), solved(BOARD, "--notation", "blank")
    assert blank["notation"] == "blank"
    assert blank["moves"] == tile["moves"].translate(str.maketrans("UDLR", "DURL"))


def test_an_instance_has_its_own_goal() -> None:
    row = taquin("solve", "korf100:1", "-a", "astar", "--node-limit", "10", "--format", "json").json
    assert row["goal"].startswith("0 1 2 3/")


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
def test_every_metric_is_named(metric: str) -> None:
    row = solved("2 3 6/1 0 7/4 8 5", "--metric", metric)
    assert row["metric"] == metric and row["optimal"]
    assert set(row["moves"]) <= set("UDLR")
    if metric == "expense":
        assert row["cost"] == 63 and row["depth"] == 12


def test_an_unsolvable_board_is_not_searched() -> None:
    ran = taquin("solve", "1 2 3/4 5 6/8 7 0", "--format", "json")
    assert ran.status == 3 and "swap 7 and 8" in ran.err and ran.err.count("\n") == 1
    row = ran.json
    assert row["status"] == "unsolvable" and row["limit"] is None and row["optimal"] is False
    assert row["moves"] is None and row["cost"] is None and row["lower_bound"] is None
    assert row["stats"]["expanded"] == 0 and row["swap"] == [7, 8] and "parit" in row["reason"]


@pytest.mark.parametrize(
    ("arguments", "limit"),
    [
        (["--node-limit", "0"], "expansions"),
        (["--node-limit", "500"], "expansions"),
        (["--time-limit", "0"], "time"),
        (["--memory-limit", "1MB"], "memory"),
    ],
)
def test_a_limit_answers_with_what_is_proved(arguments: list[str], limit: str) -> None:
    ran = taquin("solve", "korf100:1", "-a", "idastar", "--engine", "python", arguments,
                 "--format", "json")  # fmt: skip
    assert ran.status == 4 and "a solution needs at least" in ran.err and ran.err.count("\n") == 1
    row = ran.json
    assert row["status"] == "limit" and row["limit"] == limit and row["moves"] is None
    assert 41 <= row["lower_bound"] <= 57


@pytest.mark.parametrize(
    ("seconds", "nodes", "memory"), [("inf", "9" * 30, "5TB"), ("9" * 400, "9" * 400, "9" * 400)]
)
def test_infinite_limits(seconds: str, nodes: str, memory: str, tmp_path: Path) -> None:
    limits = ["--time-limit", seconds, "--node-limit", nodes, "--memory-limit", memory]
    assert solved(BOARD, *limits)
    assert taquin("compare", BOARD, "-a", "astar", *limits).status == 0
    (tmp_path / "boards").write_text(BOARD)
    assert taquin("batch", str(tmp_path / "boards"), *limits).status == 0


@pytest.mark.parametrize("given", [["-a", "dls", "-o", "depth=5"], ["-a", "beam", "-o", "width=1"]])
def test_an_incomplete_search_says_so(given: list[str]) -> None:
    ran = taquin("solve", BOARD, given, "--format", "json")
    assert ran.status == 5 and "but the board is solvable" in ran.err
    assert ran.json["status"] == "incomplete" and ran.json["limit"] is None


def test_text_names_goal_search_and_counters() -> None:
    out = taquin("solve", BOARD, "--goal", "first").out
    for word in ("0 1 2/3 4 5/6 7 8 (first)", "proved optimal", "expanded", "single-tile"):
        assert word in out


def test_boards_from_standard_input_and_files(tmp_path: Path) -> None:
    (tmp_path / "b.txt").write_text("7 0 2\n8 5 3\n6 1 4\n")
    from_file = taquin("solve", f"@{tmp_path / 'b.txt'}", "--format", "json").json
    from_input = taquin("solve", "-", "--format", "json", stdin=b"7 0 2\n8 5 3\n6 1 4\n").json
    as_words = taquin("solve", list("702853614"), "--format", "json").json
    assert from_file["moves"] == from_input["moves"] == as_words["moves"]


def test_boards_beyond_256_cells() -> None:
    big = "/".join(" ".join(str(row * 16 + cell) for cell in range(16)) for row in range(17))
    row = solved(big, "--goal", "first")
    assert row["cost"] == 0
    moved = taquin("scramble", "--size", "20x20", "--walk", "4", "--seed", "1").out.strip()
    row = solved(moved)
    assert 0 <= row["cost"] <= 4


def test_trace_is_json_lines(tmp_path: Path) -> None:
    target = tmp_path / "t.jsonl"
    assert taquin("solve", BOARD, "-a", "astar", "--trace", str(target)).status == 0
    lines = [json.loads(line) for line in target.read_text().splitlines()]
    assert lines[0]["kind"] == "header" and lines[-1]["kind"] == "end"
    row = solved(BOARD, "-a", "astar")
    assert sum(line["kind"] == "expand" for line in lines) == row["stats"]["expanded"]


CLASSROOM = [  # cost, expanded (the published figure counts the goal too), depth
    ("Depth-first", 54497, 63396, 54497),
    ("Breadth-first", 27, 174385, 27),
    ("A* with Manhattan distance", 27, 3494, 27),
    ("Uniform-cost", 27, 170994, 27),
    ("Depth-limited (depth 100, duplicates blind)", 99, 75287, 99),
    ("Greedy with Manhattan distance", 71, 302, 71),
]


def test_the_classroom_rows_are_the_published_ones() -> None:
    ran = taquin("compare", BOARD, "--goal", "first", "--suite", "notebook", "--format", "json")
    assert ran.status == 0 and ran.err == ""
    rows = ran.json
    assert [
        (row["label"], row["cost"], row["stats"]["expanded"], row["depth"]) for row in rows[:6]
    ] == CLASSROOM
    assert rows[6]["status"] == "incomplete" and rows[6]["cost"] is None and len(rows) == 7


def test_compare_formats_agree(tmp_path: Path) -> None:
    given = ["compare", BOARD, "-a", "astar:linear_conflict", "-a", "bfs", "-a", "greedy"]
    rows = taquin(*given, "--format", "json").json
    assert [row["algorithm"] for row in rows] == ["astar", "bfs", "greedy"]
    assert rows[0]["heuristic"] == "linear_conflict" and set(FIELDS) <= set(rows[0])
    table = list(csv.DictReader(io.StringIO(taquin(*given, "--format", "csv").out)))
    assert [int(row["expanded"]) for row in table] == [r["stats"]["expanded"] for r in rows]
    assert taquin(*given, "--format", "markdown").out.count("\n") == 5
    for name in ("x.svg", "x.png"):
        target = tmp_path / name
        drawn = taquin(*given, "--format", "csv", "--plot", str(target))
        assert drawn.status == 0 and drawn.err.endswith(f"plot written to {target}\n")
    picture = read((tmp_path / "x.svg").read_text(encoding="utf-8"))
    assert {f"{row['stats']['expanded']:,}" for row in rows} <= set(picture.words)
    assert {"A* with linear conflict", "Breadth-first", "Greedy with Manhattan distance"} <= set(
        picture.words
    )
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_remarks_agree_with_the_numbers() -> None:
    ran = taquin("compare", BOARD, "--goal", "first", "-a", "bfs", "-a", "astar:manhattan",
                 "-a", "greedy:manhattan", "-a", "dls", "-o", "depth=9")  # fmt: skip
    rows = taquin("compare", BOARD, "--goal", "first", "-a", "bfs", "-a", "astar:manhattan",
                  "--format", "json").json  # fmt: skip
    many, few = (row["stats"]["expanded"] for row in rows)
    said = f"fewest states ({few:,}); Breadth-first expanded {many / few:.0f} times as many"
    assert f"{said} ({many:,})." in ran.out
    assert "Solutions costlier than the cheapest (27): Greedy with Manhattan distance (" in ran.out
    assert "No solution found: Depth-limited (depth 9)." in ran.out
    room = taquin("compare", "1 8 6/4 5 3/7 2 0", "--node-limit", "5000").out
    assert "A* with walking distance expanded the fewest states (" in room
    dear = (
        "Greedy with Manhattan distance (30); Weighted A* with Manhattan distance (weight 2) (22)"
    )
    assert f"cheapest (20): {dear}." in room
    alone = taquin("compare", BOARD, "-a", "bfs").out
    assert "fewest" not in alone


def test_options_that_names_of_a_suite_leave_out_are_said() -> None:
    left_out = (
        "Options that the names leave out: order DULR (all searches); tie break state (A* with"
    )
    ran = taquin("compare", BOARD)
    assert left_out in ran.out
    other = "Without them, `taquin solve` may expand another number of states under the same name."
    assert other in ran.out
    search = ["-a", "astar", "--format", "json"]
    named = [row for row in taquin("compare", BOARD, "--format", "json").json
             if row["algorithm"] == "astar" and row["heuristic"] == "manhattan"]  # fmt: skip
    plain = taquin("solve", BOARD, *search).json
    given = [
        word for name, value in named[0]["options"].items() for word in ("-o", f"{name}={value}")
    ]
    same = taquin("solve", BOARD, *search, *given).json
    counts = [one["stats"]["expanded"] for one in (same, named[0], plain)]
    assert counts[0] == counts[1] != counts[2]
    words = ["compare", "1 2 3/4 0 6/7 5 8", "-a", "astar", "-a", "bfs", "-o", "order=DULR"]
    ran = taquin(*words)
    assert ran.status == 0 and "leave out" not in ran.out


def test_a_comparison_without_a_solution_names_the_published_cost() -> None:
    ran = taquin("compare", "8 6 7/2 5 4/3 0 1", "--node-limit", "50", "-a", "astar")
    assert ran.status == 4
    assert "known: optimal cost 31" in ran.out
    assert "no search found a solution; the optimal cost is 31 (" in ran.err


@pytest.mark.parametrize(
    ("given", "status"),
    [
        (["1 2 3/4 5 6/8 7 0", "-a", "bfs", "-a", "astar"], 3),
        ([BOARD, "-a", "bfs", "-a", "ucs", "--node-limit", "5"], 4),
        ([BOARD, "-a", "dls", "-a", "ids", "-o", "depth=3"], 5),
        ([BOARD, "-a", "dls", "-a", "bfs", "-o", "depth=3"], 0),
    ],
)
def test_compare_exit_statuses(given: list[str], status: int) -> None:
    ran = taquin("compare", given)
    assert ran.status == status and bool(ran.err) == (status != 0)


def test_compare_and_solve_report_the_same_nearest_fix() -> None:
    board = "1 2 3/4 5 6/8 7 0"
    ran = taquin("compare", board, "-a", "bfs")
    assert ran.err == taquin("solve", board).err and ran.err.endswith("swap 7 and 8.\n")


def test_scramble_repeats_and_is_solvable() -> None:
    given = ["scramble", "--size", "3x3", "--count", "3", "--seed", "7"]
    first = taquin(*given)
    assert first == taquin(*given) and first.err == "seed 7\n" and first.out.count("\n") == 3
    for line in first.out.splitlines():
        assert taquin("info", line).status == 0
    row = taquin("scramble", "--size", "3x3", "--depth", "20", "--seed", "1", "--format", "json")
    assert solved(row.json["board"])["cost"] == 20 and row.json["seed"] == 1


def test_info_reports_the_nearest_fix() -> None:
    ran = taquin("info", "1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    assert ran.status == 3 and ran.err == "" and "14 and 15" in ran.out
    row = taquin("explain", BOARD, "--format", "json")
    assert row.status == 0 and row.json["solvable"] is True


@pytest.mark.parametrize(
    "kind",
    ["algorithms", "heuristics", "topologies", "instances", "partitions", "goals", "metrics",
     "counters", "suites"],
)  # fmt: skip
def test_lists(kind: str) -> None:
    items = taquin("list", kind, "--format", "json").json
    text = taquin("list", kind).out
    assert items and all(item["name"] in text for item in items)
    assert kind in taquin("list").out


def test_one_instance_can_be_listed() -> None:
    (item,) = taquin("list", "instances", "korf100:1", "--format", "json").json
    assert item["optimal"] == 57


@pytest.mark.parametrize(
    ("words", "expected"), [("taquin so", "solve"), ("taquin pdb v", "verify")]
)
def test_a_shell_completes_commands(
    words: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("_TAQUIN_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", words)
    monkeypatch.setenv("COMP_CWORD", str(words.count(" ")))
    out = io.TextIOWrapper(io.BytesIO(), newline="\n")  # Click writes bytes
    with contextlib.redirect_stdout(out):
        assert run([]) == 0
    out.seek(0)
    assert out.read() == f"plain,{expected}\n"


def test_check_and_census() -> None:
    good = taquin("check", "heuristic", "misplaced", "--size", "3x2")
    assert good.status == 0 and good.err == "" and "Passed" in good.out
    ran = taquin("census", "3x2", "--format", "json")
    assert ran.status == 0 and ran.err == ""
    assert sum(ran.json["counts"]) == ran.json["states"] == 360 and ran.json["diameter"] == 21
    assert taquin("census", "2x2").out.startswith("distance       boards\n       0            1\n")


@pytest.mark.parametrize("form", ["text", "csv", "json"])
def test_an_interrupted_census_prints_its_counts(
    form: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(puzzle: Puzzle, *, workers: int) -> Iterator[int]:
        yield from (1, 2, 4)
        raise KeyboardInterrupt

    monkeypatch.setattr("taquin.faces.cli.census.census", interrupted)
    ran = taquin("census", "4x3", "--format", form)
    assert (ran.status, ran.err) == (
        130,
        "taquin: interrupted; counted distances 0 to 2.\n",
    )
    if form == "json":
        assert (ran.json["counts"], ran.json["complete"]) == ([1, 2, 4], False)
        assert ran.json["diameter"] is ran.json["mean"] is None
    else:
        assert ran.out.split()[-1] == "2,4" if form == "csv" else "7 states so far" in ran.out


@pytest.mark.parametrize(
    ("number", "place", "text"),
    [
        (errno.EACCES, "cache/tables/some.pdb", "the cache cannot be used: {path}: {why}."),
        (errno.ENOSPC, "cache/tables/some.pdb", "the cache cannot be used: {path}: {why}."),
        (errno.ENOSPC, "answers", "the answer cannot be written: {why}."),
    ],
)
def test_an_unusable_path_is_named(
    number: int, place: str, text: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path, why = tmp_path / place, os.strerror(number)
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))

    def refuse(*_: object) -> bool:
        raise OSError(number, why, str(path))

    monkeypatch.setattr("taquin.heuristics.patterns.heuristic.is_stored", refuse)
    ran = taquin("solve", "korf100:79")
    assert ran.status == 2 and ran.out == ""
    assert text.format(path=path, why=why) in ran.err and ran.err.count("\n") == 1


def test_a_broken_promise_is_exit_status_6(tmp_path: Path) -> None:
    plugin = tmp_path / "too_high.py"
    plugin.write_text(
        "from taquin import heuristic\n"
        "@heuristic('too_high', admissible=True, consistent=True, paper='none')\n"
        "def too_high(puzzle):\n"
        "    goal = puzzle.encode(puzzle.goal)\n"
        "    return lambda s: 0 if s == goal else 9\n"
    )
    ran = taquin("check", "heuristic", str(plugin), "--size", "2x2")
    assert ran.status == 6 and ran.err == "" and "true distance" in ran.out


@pytest.mark.parametrize("option", ["dls -o depth=20", "pts -o cost=20", "beam -o width=1"])
def test_a_search_that_finds_no_solution_names_the_option_to_raise(option: str) -> None:
    algorithm, _, pair = option.split()
    ran = taquin("solve", "702853614", "--goal", "first", "-a", algorithm, "-o", pair)
    assert ran.status == 5
    least = {"dls": 21, "pts": 21, "beam": 13}[algorithm]
    assert f"no solution found; a solution needs at least {least} single-tile moves" in ran.out
    assert f"Raise -o {pair.split('=')[0]}=, or choose another search" in ran.err
