"""Submissions run in separate processes: whatever they do, the verdict is taquin's."""

import json
import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cli import taquin
from taquin.checks import Report, check_algorithm, check_heuristic
from taquin.checks.findings import merged
from taquin.checks.isolation import EXPOSED, Bounds, Submission, check_isolated
from taquin.search.algorithm import ALGORITHMS, algorithm
from taquin.search.problem import Node

HEAD = """
import os, sys, time
from taquin import heuristic

@heuristic("mine", admissible=True, consistent=True, paper="-")
def mine(puzzle):
    goal = puzzle.encode(puzzle.goal)
"""
GOOD = HEAD + "    return lambda state: int(state != goal)\n"
BAD = HEAD + "    return lambda state: 3 * (state != goal)\n"


def written(tmp_path: Path, text: str, name: str = "mine.py") -> str:
    path = tmp_path / name
    path.write_text(text)
    return str(path)


def check(path: str, *options: str) -> "object":
    return taquin("check", "heuristic", path, "--size", "2x2", "--format", "json", *options)


# What a submission does when called, the verdict, the exit status, and words in the row.
CONDUCT = [
    ("os._exit(0)", "error", 2, "exited with status 0"),
    ("os.kill(os.getpid(), 9)", "error", 2, "killed by SIGKILL"),
    ("sys.exit(0)", "refuted", 6, "h raised SystemExit: 0 (mine.py, line "),
    ("print('{\"done\": true}') or sys.stdout.flush() or 9", "refuted", 6, "true distance"),
    ("[0 for _ in iter(int, 1)]", "undecided", 4, "time limit of 2 s was reached, in mine.py"),
    (
        "keep.append(bytearray(2**28)) or 0",
        "undecided",
        4,
        "reached the memory limit, at 2x2 1 0/3 2",
    ),
    ("(_ for _ in ()).throw(KeyboardInterrupt)", "error", 2, "KeyboardInterrupt"),
]


@pytest.mark.parametrize(("body", "verdict", "status", "words"), CONDUCT)
def test_the_verdict_does_not_depend_on_the_submission(
    tmp_path: Path, body: str, verdict: str, status: int, words: str
) -> None:
    path = written(tmp_path, HEAD + f"    keep = []\n    return lambda state: {body}\n")
    quick = ["--time-limit", "2"] if "time limit" in words else []
    ran = check(path, "--memory-limit", "500MB", *quick)
    assert ran.status == status, ran
    (row,) = ran.json
    assert row["verdict"] == verdict and words in ran.out
    assert "internal error" not in ran.err


def test_a_submission_that_does_not_end_is_killed_with_all_it_started(tmp_path: Path) -> None:
    number = tmp_path / "number"
    start = f"open({str(number)!r}, 'w').write(str(os.fork() or os.getpid()))"
    body = f"    return lambda state: {start} and time.sleep(100)\n"
    submission = Submission("heuristic", written(tmp_path, HEAD + body))
    for seconds in (0.5, 2, 8):  # on a busy machine the first estimate may not be reached at once
        outcome = check_isolated(submission, Bounds(seconds), lambda line: None)
        assert outcome.verdict == "undecided"
        if outcome.reports and number.exists():
            break
    assert "2x2" in outcome.reports[0].unfinished or "3x3" in outcome.reports[0].unfinished
    end = time.monotonic() + 5
    while Path(f"/proc/{number.read_text()}").exists() and time.monotonic() < end:
        time.sleep(0.01)
    assert not Path(f"/proc/{number.read_text()}").exists() or os.name != "posix"


def test_files_of_the_current_folder_are_not_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "json.py").write_text("raise RuntimeError('not this one')")
    assert check(written(tmp_path, GOOD)).status == 0


def test_a_forged_finding_is_not_believed(tmp_path: Path) -> None:
    forged = json.dumps({"token": "", "reports": [], "done": True}) + "\n"
    text = HEAD + (
        "    def forge(n):\n"
        f"        try: return os.write(n, {forged.encode()!r})\n"
        "        except OSError: return 0\n"
        "    return lambda state: [forge(n) for n in range(1, 12)] and os._exit(0)\n"
    )
    outcome = check_isolated(
        Submission("heuristic", written(tmp_path, text), sizes=[(2, 2)]),
        Bounds(),
        lambda line: None,
    )
    assert outcome.verdict == "error" and "its process sent {'token': ''" in str(outcome.message)


def test_printed_text_is_kept_separate(tmp_path: Path) -> None:
    path = written(tmp_path, BAD + "    # and\nprint('hello' * 1000)\nprint('world')\n")
    (row,) = check(path).json
    assert row["verdict"] == "refuted" and row["printed"].endswith("world")
    assert len(row["printed"]) <= 2000
    text = taquin("check", "heuristic", path, "--size", "2x2")
    assert text.status == 6 and "    world" in text.out


# --- several files -----------------------------------------------------------------------------


def test_several_files_give_one_row_each_and_their_names_may_clash(tmp_path: Path) -> None:
    paths = [
        written(tmp_path, GOOD, "ada.py"),
        written(tmp_path, BAD, "bob.py"),
        written(tmp_path, "def (", "cy.py"),
        written(tmp_path, "x = 1", "di.py"),
    ]
    sizes = ["--size", "2x2"]
    ran = taquin("check", "heuristic", *paths, *sizes, "--format", "json")
    assert ran.status == 6 and ran.err == ""
    assert [row["verdict"] for row in ran.json] == ["proved", "refuted", "error", "error"]
    assert [row["target"] for row in ran.json] == paths
    assert "cy.py, line 1" in ran.json[2]["message"]
    text = taquin("check", "heuristic", *paths[:2], *sizes)
    *rows, last = text.out.splitlines()
    assert [row.split()[:2] for row in rows] == [["proved", paths[0]], ["refuted", paths[1]]]
    assert last == EXPOSED
    assert taquin("check", "heuristic", paths[0], paths[3], *sizes).status == 2


def test_a_file_with_two_names_is_one_row(tmp_path: Path) -> None:
    second = GOOD.replace('"mine"', '"yours"').replace("int(", "2 * int(")
    (row,) = check(written(tmp_path, GOOD + second)).json
    assert row["verdict"] == "refuted" and row["counts"]["states"] == 24
    assert [one["verdict"] for one in row["checks"]] == ["proved", "refuted"]
    assert row["failures"][0].startswith("heuristic yours: h = 2 exceeds the true distance 1")


def test_reports_are_merged() -> None:
    one = Report("a", {"states": 3}, ("x",), 1, by_size={"2x2": {"states": 3}}, notes=("n",))
    two = Report("b", {"states": 4}, (), 0, by_size={"2x2": {"states": 4}}, unfinished="late")
    both = merged([one, two])
    assert both == Report(
        "a; b", {"states": 7}, ("a: x",), 1, by_size={"2x2": {"states": 7}}, notes=("a: n",),
        unfinished="late",
    )  # fmt: skip
    assert merged([one]) is one


# --- which boards ------------------------------------------------------------------------------

HARD_CODED = """
from taquin import heuristic

@heuristic("mine", admissible=True, consistent=True, paper="-")
def mine(puzzle):
    return lambda state: sum(
        abs((tile - 1) // 3 - cell // 3) + abs((tile - 1) % 3 - cell % 3)
        for cell, tile in enumerate(state) if tile
    )
"""
ON_3X3_ALONE = (
    HEAD
    + """
    if puzzle.cells != 9:
        return lambda state: 0
    return lambda state: 3 * sum(a != b for a, b in zip(state, goal) if a)
"""
)


@pytest.mark.parametrize("size", [[], ["--size", "3x3"]], ids=["default", "3x3"])
def test_a_heuristic_for_3x3_alone_is_proved_there_and_the_report_says_so(
    tmp_path: Path, size: list[str]
) -> None:
    ran = taquin("check", "heuristic", written(tmp_path, HARD_CODED), *size)
    assert ran.status == 0 and "1 puzzle, 181,440 states" in ran.out
    assert ("It seems to be written for 3x3 boards" in ran.out) == (size == [])


def test_a_heuristic_for_3x3_alone_is_refuted_where_smaller_boards_are_named(
    tmp_path: Path,
) -> None:
    sizes = ["--size", "2x2", "--size", "3x3"]
    ran = taquin("check", "heuristic", written(tmp_path, HARD_CODED), *sizes)
    assert ran.status == 6
    assert "  and 1 more\n  on 2x2: 11 counter-examples\n  on 3x3: no counter-examples\n" in ran.out
    assert "It passes on 3x3" in ran.out


def test_a_heuristic_that_confuses_width_and_height_is_refuted(tmp_path: Path) -> None:
    path = written(tmp_path, HARD_CODED.replace("3", "puzzle.goal.height"))
    ran = taquin("check", "heuristic", path, "--size", "2x2", "--size", "3x2")
    assert ran.status == 6 and "on 2x2: no counter-examples\n  on 3x2: " in ran.out


def test_a_heuristic_that_is_wrong_on_3x3_alone_is_refuted(tmp_path: Path) -> None:
    path = written(tmp_path, ON_3X3_ALONE)
    ran = taquin("check", "heuristic", path, "--goal", "last", "--metric", "stm")
    assert ran.status == 6 and "on 3x2: no counter-examples" in ran.out
    assert "It passes on" not in ran.out


def test_boards_are_chosen_by_repeatable_options() -> None:
    ran = taquin("check", "heuristic", "manhattan", "--size", "2x2", "--size", "3x2", "--goal",
                 "first", "--goal", "last", "--metric", "mtm", "--topology", "torus",
                 "--format", "json")  # fmt: skip
    (row,) = ran.json
    assert ran.status == 0 and row["counts"]["puzzles"] == 4
    assert {size: own["states"] for size, own in row["by_size"].items()} == {"2x2": 24, "3x2": 1440}


def test_a_board_type_is_checked_on_the_sizes_that_are_named() -> None:
    ran = taquin("check", "topology", "torus", "--size", "2x2", "--goal", "first")
    assert (
        ran.status == 0 and ran.out == "topology torus 2x2: 1 puzzle, 4 cells, 24 boards. Passed.\n"
    )


def test_a_file_that_loops_while_loading_is_stopped(tmp_path: Path) -> None:
    ran = taquin("check", "heuristic", written(tmp_path, "while True:\n    pass\n"),
                 "--time-limit", "0.2")  # fmt: skip
    assert ran.status == 4 and ran.out == "" and "before the first board" in ran.err


def test_an_algorithm_on_3x3_is_sampled_and_nothing_is_called_proved() -> None:
    report = check_algorithm("astar", sizes=[(3, 3)], goals=["last"], metrics=["stm"], most=3)
    assert report.ok and report.verdict == "undecided"
    assert "Undecided: only 3 of the 181,440 boards of 3x3 were tried." in str(report)


def test_by_default_an_algorithm_meets_boards_of_3x3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.checks.algorithms.SIZES", ((2, 2),))

    @algorithm("mine", optimal=True, complete=True, informed=True, paper="none")
    def mine(space, h, monitor):
        """Greedy only on boards of nine cells, which are seldom checked."""
        name = "greedy" if len(space.start) == 9 else "astar"
        return ALGORITHMS.get(name).search(space, h, monitor)

    report = check_algorithm("mine", goals=["last"], metrics=["stm"])
    assert report.verdict == "refuted"
    assert report.by_size["2x2"]["counter-examples"] == 0 < report.failed
    assert report.by_size["3x3"]["boards"] == 32


# --- what else is found ------------------------------------------------------------------------


def test_a_search_that_counts_nothing_is_noted() -> None:
    @algorithm("mine", optimal=True, complete=True, unit_cost=True, paper="none")
    def mine(space, monitor):
        """Breadth-first search that forgets to call monitor.expand."""
        layer, reached = [Node(space.start, None, "", 0, 0)], {space.start}
        while layer:
            after = []
            for node in layer:
                if space.is_goal(node.state):
                    return node
                for move, state, cost in space.successors(node.state):
                    if state not in reached:
                        reached.add(state)
                        after.append(Node(state, node, move, node.g + cost, node.depth + 1))
            layer = after
        return None

    report = check_algorithm("mine", sizes=[(2, 2)], goals=["last"], metrics=["stm"])
    assert report.verdict == "proved"
    assert "note: It solves all boards with 0 nodes expanded: it does not call" in str(report)
    assert check_algorithm("bfs", sizes=[(2, 2)]).notes == ()


def test_a_value_that_changes_is_reported() -> None:
    asked = []

    def moody(puzzle):
        return lambda state: asked.append(state) or int(len(asked) > 12 and state != b"\1\2\3\0")

    report = check_heuristic(moody, sizes=[(2, 2)], goals=["last"], metrics=["stm"])
    assert "h = 0 on the first call and 1 on the second" in report.failures[0]


# --- progress and Ctrl-C -----------------------------------------------------------------------


def test_ctrl_c_reports_the_findings_so_far(tmp_path: Path) -> None:
    text = HEAD + "    return lambda state: time.sleep(0.05) or 3 * (state != goal)\n"
    path, good = written(tmp_path, text), written(tmp_path, GOOD, "good.py")
    main, terminal = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "taquin", "check", "heuristic", good, path, "--size", "2x2",
         "--goal", "last", "--goal", "first", "--goal", "spiral", "--format", "json"],
        stdout=subprocess.PIPE, stderr=terminal, text=True, env={**os.environ, "COLUMNS": "200"},
    )  # fmt: skip
    os.close(terminal)
    shown = b""
    while b"first, stm: 2 puzzles" not in shown:  # progress says that one puzzle is done
        shown += os.read(main, 4096)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    assert process.returncode == 130
    done, stopped = json.loads(out)
    assert done["verdict"] == "proved"
    assert stopped["verdict"] == "refuted" and "interrupted" in stopped["message"]
    os.close(main)
