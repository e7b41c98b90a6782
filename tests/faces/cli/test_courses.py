"""The output formats of the courses, compared with their published samples."""

import pytest

from cli import taquin

# UCR CS170's hand-out: boards of known depth.
UCR = [
    (0, "1 2 3/4 5 6/7 8 0"),
    (2, "1 2 3/4 5 6/0 7 8"),
    (4, "1 2 3/5 0 6/4 7 8"),
    (8, "1 3 6/5 0 2/4 7 8"),
    (12, "1 3 6/5 0 7/4 8 2"),
    (16, "1 6 7/5 0 3/4 8 2"),
    (20, "7 1 2/4 8 5/6 3 0"),
    (24, "0 7 2/4 6 1/3 5 8"),
]
# The sample of UTA CSE 5360's expense 8-puzzle.
UTA = """\
Nodes Popped: 97
Nodes Expanded: 64
Nodes Generated: 173
Max Fringe Size: 77
Solution Found at depth 12 with cost of 63.
Steps:
\tMove 7 Left
\tMove 5 Up
\tMove 8 Right
\tMove 7 Down
\tMove 5 Left
\tMove 6 Down
\tMove 3 Right
\tMove 2 Right
\tMove 1 Up
\tMove 4 Up
\tMove 7 Left
\tMove 8 Left
"""


@pytest.mark.parametrize(("depth", "board"), UCR)
@pytest.mark.parametrize("search", [[], ["--heuristic", "misplaced"], ["-a", "ucs"]])
def test_ucr_depths(depth: int, board: str, search: list[str]) -> None:
    if depth > 16 and search:
        pytest.skip("a transcript of so many expansions is long; A* with Manhattan covers it")
    ran = taquin("solve", board, "--format", "ucr", search)
    assert ran.status == 0 and ran.err == ""
    assert ran.out.endswith(f"The depth of the goal node was {depth}.\n")
    expanded = ran.out.count("The best state to expand")
    assert f"expanded a total of {expanded} nodes." in ran.out


def test_the_queue_is_measured_after_adding_nodes() -> None:
    solved, two_away = (taquin("solve", UCR[i][1], "--format", "ucr").out for i in (0, 1))
    assert "nodes in the queue at any one time: 1." in solved
    # The start; its two successors; the better of these is taken and its two are added.
    assert "nodes in the queue at any one time: 3." in two_away


def test_an_instance_has_its_own_goal() -> None:
    ran = taquin("solve", "aima", "-a", "bfs", "--format", "columbia", "--goal", "first")
    assert "cost_of_path: 26" in ran.out
    assert "depth 26" in taquin("solve", "aima", "-a", "bfs", "--format", "uta").out
    assert "depth 20" in taquin("solve", "7 2 4/5 0 6/8 3 1", "-a", "bfs", "--format", "uta").out


def test_uta_sample() -> None:
    ran = taquin("solve", "2 3 6/1 0 7/4 8 5", "--format", "uta")
    assert (ran.status, ran.out, ran.err) == (0, UTA, "")


def test_columbia_samples() -> None:
    def fields(algorithm: str) -> dict[str, str]:
        out = taquin("solve", "1 2 5/3 4 0/6 7 8", "-a", algorithm, "--format", "columbia").out
        return dict(line.split(": ", 1) for line in out.splitlines())

    breadth, depth = fields("bfs"), fields("dfs")
    assert list(breadth) == [
        "path_to_goal", "cost_of_path", "nodes_expanded", "search_depth", "max_search_depth",
        "running_time", "max_ram_usage",
    ]  # fmt: skip
    assert breadth["path_to_goal"] == depth["path_to_goal"] == "['Up', 'Left', 'Left']"
    assert (breadth["nodes_expanded"], breadth["max_search_depth"]) == ("10", "4")
    assert (depth["nodes_expanded"], depth["max_search_depth"]) == ("181437", "66125")
    assert breadth["search_depth"] == breadth["cost_of_path"] == "3"


@pytest.mark.parametrize("form", ["ucr", "columbia", "uta"])
def test_an_unsolvable_board_has_its_status(form: str) -> None:
    ran = taquin("solve", "1 2 3/4 5 6/8 7 0", "--goal", "last", "--format", form)
    assert ran.status == 3 and "Unsolvable" in ran.err
