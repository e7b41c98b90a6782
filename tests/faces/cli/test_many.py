"""taquin compare -n: many boards, fair means, time-outs reported as such, in every format."""

import json
from pathlib import Path

import pytest

from cli import taquin
from drawn import read

NAMES = ["Breadth-first", "A* with Manhattan distance", "Greedy with Manhattan distance"]
ROWS = ("-a", "bfs", "-a", "astar", "-a", "greedy")


def test_costs_gaps_and_means_cover_the_boards_drawn() -> None:
    ran = taquin("compare", *ROWS, "-n", "6", "--depth", "14", "--seed", "3", "--format", "json")
    assert ran.status == 0 and ran.err == "seed 3\n"
    (told,) = json.loads(ran.out)
    lines = {line["contestant"]: line for line in told["lines"]}
    assert list(lines) == NAMES
    assert all(line["boards"] == line["solved"] == line["common"] == 6 for line in lines.values())
    assert lines["Breadth-first"]["cost"] == lines["A* with Manhattan distance"]["cost"] == 14
    assert lines["Breadth-first"]["expanded"] > lines["A* with Manhattan distance"]["expanded"]
    longer = lines["Greedy with Manhattan distance"]["cost"] > 14
    assert longer == any("times the optimum" in said for said in told["sentences"])


def test_the_same_seed_gives_the_same_counts() -> None:
    once, again = (
        json.loads(
            taquin("compare", *ROWS, "-n", "4", "--walk", "30", "--seed", "9", "--size", "3x2",
                   "--format", "json").out
        )[0]["lines"]
        for _ in range(2)
    )  # fmt: skip
    assert [line["generated"] for line in once] == [line["generated"] for line in again]


def test_a_time_out_is_reported_and_not_averaged() -> None:
    ran = taquin("compare", "-a", "dfs", "-a", "astar", "-n", "2", "--size", "4x4", "--seed", "1",
                 "--time-limit", "0.2", "--engine", "python")  # fmt: skip
    assert ran.status == 4
    assert "Depth-first reached its time limit on 2 of 2 boards" in ran.out and "≥ " in ran.out


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "csv"])
def test_every_format_names_every_row(form: str, tmp_path: Path) -> None:
    picture = tmp_path / "many.svg"
    ran = taquin("compare", *ROWS, "-n", "3", "--depth", "8", "--seed", "1", "--format", form,
                 "--plot", str(picture))  # fmt: skip
    assert ran.status == 0
    assert all(name in ran.out for name in NAMES)
    drawn = read(picture.read_text(encoding="utf-8"))
    assert drawn.words[-3:] == NAMES
    assert drawn.words[0] == "3 3x3 boards at distance 8, goal 1 2 3/4 5 6/7 8 0, metric stm"
    assert (form == "latex") == ran.out.startswith(r"\begin{tabular}")


def test_other_metrics_and_board_types() -> None:
    ran = taquin("compare", "-a", "ucs", "-a", "astar", "-n", "2", "--size", "3x2", "--seed", "2",
                 "--metric", "expense", "--topology", "torus", "--format", "json")  # fmt: skip
    (told,) = json.loads(ran.out)
    assert ran.status == 0 and "expense" in told["suite"]
    assert len({line["cost"] for line in told["lines"]}) == 1


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "expected a BOARD, or -n N"),
        (("702853614", "-n", "3"), "both choose the boards"),
        (("702853614", "--depth", "3"), "give -n N with it"),
        (("-n", "3", "--depth", "3", "--walk", "3"), "two ways to scramble"),
        (("-n", "0"), "expected a whole number of at least 1 and at most 100,000"),
        (("-n", "100000000"), "expected a whole number of at least 1 and at most 100,000"),
        (("-n", "3", "--node-limit", "5"), "supports only --time-limit"),
        (("-n", "3", "--depth", "99"), "more than 31"),
        (("-n", "2", "-a", "bfs", "-a", "bfs"), "given twice"),
    ],
)
def test_contradictory_options_are_refused(arguments: tuple[str, ...], words: str) -> None:
    ran = taquin("compare", *arguments)
    assert ran.status == 2 and words in ran.err and ran.out == ""
