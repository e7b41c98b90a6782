"""--costs FILE, and a board type whose moves have costs, on the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import taquin
from taquin import solve
from taquin.teach.trace.watched import SIDES
from xpuzzle import board_type_file, moves, true_costs

BOARD = "1 2 3/8 0 6/4 5 7"


@pytest.fixture
def heavy(tmp_path: Path) -> Iterator[str]:
    path = tmp_path / "heavy.txt"
    path.write_text("5: 9\n" + "\n".join(f"{tile}: 1" for tile in (1, 2, 3, 4, 6, 7, 8)), "utf-8")
    yield str(path)


def test_costs_imply_the_metric(heavy: str) -> None:
    for words in ((), ("--metric", "expense")):
        ran = taquin("solve", BOARD, "--costs", heavy, *words, "--format", "json")
        found = ran.json
        assert (ran.status, found["metric"], found["cost"], found["optimal"]) == (
            0, "expense", 24, True)  # fmt: skip
        assert found["costs"] == [1, 1, 1, 1, 9, 1, 1, 1]
    ran = taquin("solve", BOARD, "--costs", heavy, "--metric", "mtm")
    assert ran.status == 2 and "the metric is mtm; expected metric expense" in ran.err


def test_every_command_that_takes_a_task_takes_costs(heavy: str) -> None:
    ran = taquin("compare", BOARD, "--costs", heavy, "-a", "ucs", "-a", "bfs", "--format", "json")
    assert [(r["cost"], r["optimal"]) for r in ran.json] == [(24, True), (34, False)]
    assert taquin("info", BOARD, "--costs", heavy, "--format", "json").json["distance"] == 24
    assert (
        "costs 24 (sum of the costs of the tiles moved)"
        in taquin("info", BOARD, "--costs", heavy).out
    )
    ran = taquin("scramble", "--size", "3x3", "--costs", heavy, "--depth", "24", "--seed", "1",
                 "--format", "json")  # fmt: skip
    assert (ran.json["metric"], ran.json["costs"][4]) == ("expense", 9)
    again = taquin("solve", ran.json["board"], "--costs", heavy, "--format", "json")
    assert again.json["cost"] == 24
    ran = taquin("compare", "-n", "2", "--seed", "1", "--costs", heavy, "-a", "astar")
    assert ran.status == 0 and "expense with costs 1 1 1 1 9 1 1 1" in ran.out


def test_a_batch_with_costs_is_resumed_with_the_same_costs_only(heavy: str, tmp_path: Path) -> None:
    boards, output = tmp_path / "boards.txt", tmp_path / "out.jsonl"
    boards.write_text(f"{BOARD}\n1 2 3/4 5 6/7 0 8\n", "utf-8")
    asked = ("batch", str(boards), "--output", str(output))
    assert taquin(*asked, "--costs", heavy).status == 0
    rows = [json.loads(line) for line in output.read_text("utf-8").splitlines()]
    assert [row["cost"] for row in rows] == [24, 1]
    output.write_text(output.read_text("utf-8").splitlines()[0] + "\n", "utf-8")
    assert taquin(*asked, "--costs", heavy, "--resume").status == 0
    assert len(output.read_text("utf-8").splitlines()) == 2
    refused = taquin(*asked, "--resume")
    assert refused.status == 2 and "is not a row of this run" in refused.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 2", "2 costs for 8 tiles: expected 8 whole numbers from 1 to 1,000"),
        ("1 1 1 1 1 1 1 0", "the cost of tile 8 is 0"),
        ("1 1 1 1 1 1 1 a", "cost 8 is a; expected a whole number"),
        ("", "no costs"),
        ("[1, 2", "not valid JSON"),
        ("[1, 1, 1, 1, 1, 1, 1, 1.5]", "costs="),
        ("[[1], 1, 1, 1, 1, 1, 1, 1]", "costs="),
    ],
)
def test_files_that_hold_no_costs(text: str, words: str, tmp_path: Path) -> None:
    path = tmp_path / "costs.txt"
    path.write_text(text, "utf-8")
    ran = taquin("solve", BOARD, "--costs", str(path))
    assert (ran.status, ran.out) == (2, "") and words in ran.err


def test_a_missing_file_of_costs(tmp_path: Path) -> None:
    for path in (tmp_path / "none.txt", tmp_path):
        ran = taquin("solve", BOARD, "--costs", str(path))
        assert ran.status == 2 and "expected one with a number for each tile" in ran.err


def cells(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.replace("/", " ").split()))


def test_a_trace_adds_up_what_the_moves_cost(tmp_path: Path) -> None:
    plugin, trace = board_type_file(tmp_path), tmp_path / "trace.jsonl"
    for algorithm in ("astar", "mm", "idastar", "bfs"):
        ran = taquin("solve", "0 5 4/3 2 1", "--plugin", str(plugin), "--topology", "xpuzzle",
                     "-a", algorithm, "--trace", str(trace), "--format", "json")  # fmt: skip
        assert ran.status == 0
        assert ran.json["cost"] >= true_costs((1, 2, 3, 4, 5, 0), 3, 2)[0, 5, 4, 3, 2, 1]
        ways = []
        for line in map(json.loads, trace.read_text("utf-8").splitlines()):
            chosen = line.get("chosen", {})
            for child in line.get("successors", ()):
                if "of" not in child:
                    ends = cells(chosen["board"]), cells(child["board"])
                    source, target = ends[::-1] if line.get("side") == SIDES[1] else ends
                    ways.append((source, target, child["g"] - chosen["g"]))
        assert len(ways) > 10
        assert all((target, cost) in moves(source, 3, 2) for source, target, cost in ways)


def test_orders_of_eight_letters(tmp_path: Path) -> None:
    plugin = str(board_type_file(tmp_path))
    asked = ("solve", "0 2 3 4/5 6 7 1", "--plugin", plugin, "--topology", "xpuzzle")
    ran = taquin(*asked, "-o", "order=CZEQRLDU", "--format", "json")
    assert (ran.status, ran.json["moves"], ran.json["lengths"]) == (0, "C", {"stm": 1})
    blank = taquin(*asked, "--notation", "blank", "--format", "json")
    assert blank.json["moves"] == "Q"
    wrong = taquin("solve", BOARD, "-o", "order=CZEQRLDU")
    assert wrong.status == 2 and "expected the letters U, D, L, R, each once" in wrong.err


def test_an_unsound_board_type_names_its_file_and_the_cell(tmp_path: Path) -> None:
    plugin = board_type_file(tmp_path)
    text = plugin.read_text("utf-8").replace("else -1, cost))", "else -1, cost + (cell_of_tile)))")
    text = text.replace(
        "            wraps =", "            cell_of_tile = column\n            wraps ="
    )
    plugin.write_text(text, "utf-8")
    for words in (("solve", BOARD, "--plugin", str(plugin), "--topology", "xpuzzle"),
                  ("check", "topology", str(plugin))):  # fmt: skip
        ran = taquin(*words)
        assert ran.status == 2 and "expected the same cost both ways" in ran.err
        assert "xpuzzle.py, line 7: topology xpuzzle: with the blank in cell 0" in ran.err


def test_course_formats_and_pictures_know_diagonal_moves(tmp_path: Path) -> None:
    plugin = str(board_type_file(tmp_path))
    board, goal = "6 3 4 7/1 2 5 0", "1 3 5 7/2 4 6 0"
    asked = ("solve", board, "--plugin", plugin, "--topology", "xpuzzle", "--goal", goal)
    ran = taquin(*asked, "--format", "uta", "-a", "astar")
    assert ran.status == 0 and " Down-right\n" in ran.out
    ran = taquin(*asked, "--format", "columbia", "-a", "astar")
    assert ran.status == 0 and "'Up-left'" in ran.out
    result = solve(board, goal=goal, topology="xpuzzle")
    assert result.moves == "CULQULLL"
    picture = result._repr_svg_() or ""
    assert "Moves: 1: 4 ↘; 2: 5 ↑; 3: 4 ←; 4: 6 ↖; 5: 1 ↑;" in picture
    assert picture in result._repr_html_()
