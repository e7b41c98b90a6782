"""What every command says of its question and of numbers: headings, plurals, ties, names."""

import re
from pathlib import Path

import pytest

from cli import taquin
from taquin import Row, compare, compare_many, scramble, solve
from taquin.bench.words import _unsolvable
from taquin.solving.question.classroom import CLASSROOM
from taquin.solving.shown.result_text import result_text

# "1 boards", "1 more moves", "1 given 3x3 boards", but not "1 is", "1 was", "1 times as many".
ADJECTIVE = r"(?:(?:more|given|random|other|single-tile|multi-tile|usable|\d+x\d+) )*"
VERBS = "is|was|has|as|does|needs|takes|goes|matches|differs|contradicts|times|plus|less|this|pass"
ONE_PLURAL = re.compile(
    rf"(?<![\w,.:/|·×=+-])(?<!\d )1 {ADJECTIVE}(?!(?:{VERBS})\b)[a-z]+[^s\W]s\b"
)
ONE = "1 2 3/4 5 6/7 0 8"  # a move from its goal
COMMANDS = [
    ["solve", ONE],
    ["solve", ONE, "-a", "bfs"],
    ["solve", "1 2 3/4 5 6/7 8 0"],
    ["solve", "1 2/3 0"],
    ["solve", "8 6 7/2 5 4/3 0 1", "-a", "astar", "--node-limit", "1"],
    ["solve", "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24"],
    ["info", ONE],
    ["info", "1 2/0 3"],
    ["info", "1 2 3/4 5 6/8 7 0"],
    ["compare", ONE],
    ["compare", ONE, "-a", "bfs", "-a", "dls", "-o", "depth=0"],
    ["compare", "-n", "1", "--walk", "1", "--seed", "1", "--size", "2x2"],
    ["compare", "-n", "1", "--depth", "1", "--seed", "1", "-a", "dfs", "--node-limit", "1"],
    ["census", "2x2"],
    ["replay", ONE, "L"],
    ["replay", ONE, "R"],
    ["scramble", "--size", "2x2", "--walk", "1", "--seed", "1"],
    ["check", "heuristic", "manhattan", "--size", "2x2"],
    ["list", "suites"],
    ["pdb", "list"],
    ["model", "list"],
]


def test_the_expression_finds_wrong_plurals_and_no_others() -> None:
    wrong = ["1 moves of 5, 6", "0.773 (1 boards)", "1 more moves follow", "1 given 3x3 boards"]
    assert all(map(ONE_PLURAL.search, wrong))
    right = ["1 move", "11 moves", "2,001 boards", "1 is missing", "in 1 pass", "1.1 seconds",
             "1 board has", "1 given 3x3 board", "tile 1 was", "from 0 to 1 less"]  # fmt: skip
    assert not any(map(ONE_PLURAL.search, right))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_one_is_never_followed_by_a_plural(command: list[str]) -> None:
    ran = taquin(command)
    said = f"{ran.out}\n{ran.err}"
    assert said.strip() and "internal error" not in said
    assert not ONE_PLURAL.search(said), ONE_PLURAL.search(said)


@pytest.fixture
def mixed(tmp_path: Path) -> str:
    """A file with a solvable board and an unsolvable one."""
    path = tmp_path / "boards.txt"
    path.write_text("1 2 3/4 5 6/7 0 8\n1 2 3/4 5 6/8 7 0\n", encoding="utf-8")
    return f"@{path}"


def test_a_report_with_one_solved_board_has_one_board_and_says_why(mixed: str) -> None:
    ran = taquin("compare", mixed, "-a", "bfs", "-a", "astar")
    assert ran.status == 3 and "(1 board)" in ran.out
    assert "1 board is unsolvable (line 2); `taquin info BOARD` says why." in ran.out
    assert not ONE_PLURAL.search(ran.out)


def test_several_unsolvable_boards_are_counted() -> None:
    rows = [{"status": "unsolvable", "instance": f"line {n}"} for n in range(1, 6)]
    (said,) = _unsolvable(rows)
    assert said.startswith("5 boards are unsolvable (line 1, line 2, line 3 and others);")


@pytest.mark.parametrize("metric", ["stm", "mtm", "expense"])
@pytest.mark.parametrize("topology", ["grid", "torus"])
@pytest.mark.parametrize("goal", ["last", "first"])
def test_every_heading_names_goal_board_type_and_metric(
    metric: str, topology: str, goal: str, mixed: str
) -> None:
    given = ["--goal", goal, "--topology", topology, "--metric", metric, "-a", "bfs"]
    at = {"last": "1 2 3/4 5 6/7 8 0", "first": "0 1 2/3 4 5/6 7 8"}[goal]
    start = {"last": ONE, "first": "1 0 2/3 4 5/6 7 8"}[goal]
    kind = "" if topology == "grid" else f", topology {topology}"
    rest = f", goal {at}{kind}, metric {metric}"
    drawn = ["-n", "2", "--walk", "2", "--seed", "1", "--size", "3x3", *given]
    headings = {
        f"board {start}{rest}": taquin("compare", start, *given).out,
        f"2 3x3 boards 2 random moves from the goal{rest}": taquin("compare", *drawn).out,
    }
    for heading, said in headings.items():
        assert said.splitlines()[0] == heading
    asked = {"metric": metric, "topology": topology, "goal": goal}
    assert compare_many([start, start], ["bfs"], **asked).title == f"2 given 3x3 boards{rest}"
    picture = compare(start, ["bfs"], **asked).plot()
    assert f"board {start}{rest}" in str(picture)


def test_boards_of_different_sizes_and_goals_are_described_as_such() -> None:
    many = compare_many(["1 2/3 0", ONE], ["bfs"])
    assert many.title == "2 given boards, each with its own goal, metric stm"


def test_ties_are_named_as_ties() -> None:
    said = str(compare("1 2 3/4 5 6/0 7 8", CLASSROOM))
    assert "14 of 19 expanded the fewest states (2 each); Breadth-first expanded 3 times as" in said
    few = str(compare("1 2/0 3", ["bfs", "astar", "astar:misplaced"]))
    both = "A* with Manhattan distance and A* with misplaced tiles expanded the fewest states"
    assert f"{both} (1 each); Breadth-first expanded 2 times as many (2)." in few


def test_one_search_has_one_name_everywhere() -> None:
    name = "A* with Manhattan distance"
    assert f"by       {name}," in taquin("solve", ONE, "-a", "astar").out
    assert f" {name} " in taquin("compare", ONE).out
    assert f" {name} " in taquin("compare", ONE, "-a", "astar").out
    assert compare_many([ONE], ["astar"]).lines[0].contestant == name
    assert name in str(compare(ONE, ["astar"]).plot())
    rows = ["dls", Row("wastar", "linear_conflict", {"weight": 1.5})]
    limited = compare(ONE, rows, node_limit=100).to_rows()
    assert [row["search"] for row in limited] == [
        "Depth-limited (depth 100)", "Weighted A* with linear conflict (weight 1.5)",
    ]  # fmt: skip
    assert [row["algorithm"] for row in limited] == ["dls", "wastar"]


def test_info_names_who_counts_the_greatest_distance() -> None:
    said = taquin("info", "1 2 3/0 4 5", "--topology", "torus").out
    assert "is not stored; `taquin census 3x2 --topology torus` counts it." in said
    assert taquin("census", "3x2", "--topology", "torus").status == 0
    other = taquin("info", "1 2 3/0 4 5", "--metric", "expense", "--goal", "first").out
    assert "`taquin census 3x2 --goal first --metric expense` counts it." in other
    assert "is not known." in taquin("info", "korf100:1", "--topology", "torus").out


@pytest.mark.parametrize(
    ("board", "example"),
    [("1 2/3 0", "pdb:3)"), ("1 2 3/0 4 5", "pdb:5)"), (ONE, "pdb:4-4)"), ("korf24:1", "6-6-6-6)")],
)
def test_info_offers_tables_that_fit_the_board(board: str, example: str) -> None:
    (line,) = [one for one in taquin("info", board).out.splitlines() if "shown: pdb" in one]
    assert example in line
    name = line.rstrip(").").split()[-1]
    if board != "korf24:1":
        assert taquin("solve", board, "-a", "astar", "--heuristic", name).status == 0


def test_info_offers_no_tables_to_a_board_that_is_too_large() -> None:
    assert "pdb (for boards of up to 32 cells)" in taquin("info", scramble(6, 6, seed=1).text).out


def test_time_before_the_clock_is_called_loading_or_compiling() -> None:
    result = solve(scramble(5, 5, seed=1), algorithm="anytime_beam", time_limit=0.2)
    (line,) = [one for one in result_text(result).splitlines() if one.startswith("time ")]
    assert "before it: loading or compiling" in line and "tables" not in line
    assert result.seconds["compile"] > 0
