"""Batches: errors in place, order, workers, resuming after a kill."""

import json
import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from cli import taquin
from taquin.puzzle.instances import instances

LINES = ["702853614", "bad", "# a comment", "", "1 2 3/4 5 6/8 7 0", "[[1,2],[0,3]]", "112345678"]


def without_times(row: dict[str, Any]) -> dict[str, Any]:
    timed = ("seconds", "peak_memory_bytes", "digest")
    return {k: v for k, v in row.items() if k not in timed}


def test_a_bad_line_is_reported_in_place(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    file.write_text("\n".join(LINES))
    ran = taquin("batch", str(file))
    assert ran.status == 2 and "2 of 5 boards" in ran.err and ran.err.count("\n") == 1
    rows = ran.rows
    assert [row["line"] for row in rows] == [1, 2, 5, 6, 7]
    assert [row["status"] for row in rows] == ["solved", "error", "unsolvable", "solved", "error"]
    assert rows[1]["error"]["kind"] and "bad" in rows[1]["error"]["message"]
    assert rows[1]["input"] == "bad" and "tile 1 given more" in rows[4]["error"]["message"]
    alone = taquin("solve", "702853614", "--format", "json").json
    asked = {"goal": None, "size": None, "metric": "stm", "topology": "grid", "notation": "tile"}
    asked |= {"algorithm": None, "heuristic": None, "options": {}}
    extra = {"line": 1, "input": "702853614", "asked": asked}
    assert without_times(rows[0]) == without_times(alone) | extra


def test_standard_input_and_options() -> None:
    raw = b"702853614\nkorf100:79\n"
    ran = taquin(
        "batch", "-", "-a", "idastar", "--node-limit", "40", "--notation", "blank", stdin=raw
    )
    assert ran.status == 0 and ran.err == ""
    assert [row["status"] for row in ran.rows] == ["limit", "limit"]
    assert ran.rows[1]["goal"].startswith("0 1 2 3")


def test_a_file_read_from_standard_input_is_not_overwritten(tmp_path: Path) -> None:
    boards = tmp_path / "boards.txt"
    boards.write_text("123405678\n", encoding="utf-8")
    with boards.open() as stdin:
        command = [sys.executable, "-m", "taquin", "batch", "-", "--output", str(boards)]
        done = subprocess.run(command, stdin=stdin, capture_output=True, text=True)
    assert (done.returncode, boards.read_text(encoding="utf-8")) == (2, "123405678\n")
    assert "a file that this command reads" in done.stderr


@pytest.mark.parametrize("given", [b"", b"\n \n", b"# nothing\n\n"])
def test_an_empty_batch_succeeds_and_says_so(given: bytes, tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_bytes(given)
    expected = "has no boards, so there is nothing to solve.\n"
    said = f"taquin: standard input {expected}"
    assert taquin("batch", "-", stdin=given) == (0, "", said)
    said = f"taquin: file '{file}' {expected}"
    assert taquin("batch", str(file)) == (0, "", said)


def test_an_unsolvable_board_is_not_counted_among_the_errors() -> None:
    given = b"1 2 3/4 5 6/8 7 0\n1 2 3/4 5 6/7 8 8\n1 2 3/4 5 6/7 0 8\nhello world\n"
    ran = taquin("batch", "-", stdin=given)
    assert [row["status"] for row in ran.rows] == ["unsolvable", "error", "solved", "error"]
    assert ran.status == 2
    assert ran.err == (
        'taquin: 2 of 4 boards ended in an error; their rows have "status": "error" and the '
        "reason.\n"
    )


def test_workers_give_the_same_rows_in_order(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    boards = taquin("scramble", "--size", "3x3", "--count", "30", "--seed", "3").out
    file.write_text(boards + "bad\n" + boards)
    one, two = taquin("batch", str(file)), taquin("batch", str(file), "--workers", "2")
    assert one.status == two.status == 2 and one.err == two.err
    assert [without_times(r) for r in one.rows] == [without_times(r) for r in two.rows]


def start(*arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "taquin", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def wait_for_lines(path: Path, count: int) -> None:
    end = time.monotonic() + 30
    while time.monotonic() < end:
        if path.exists() and path.read_text().count("\n") >= count:
            return
        time.sleep(0.01)
    pytest.fail(f"{path} did not grow to {count} lines")


@pytest.mark.parametrize("workers", ["1", "2"])
def test_resume_after_a_kill_gives_the_same_rows(tmp_path: Path, workers: str) -> None:
    file, target, whole = tmp_path / "b.txt", tmp_path / "out.jsonl", tmp_path / "whole.jsonl"
    boards = taquin("scramble", "--size", "3x3", "--count", "24", "--seed", "4").out
    file.write_text("bad\n" + boards)
    given = ["batch", str(file), "-a", "bfs", "--engine", "python", "--workers", workers]
    process = start(*given, "--output", str(target))
    try:
        wait_for_lines(target, 3)
    finally:
        process.kill()
        process.communicate()
    assert target.read_text().count("\n") < 25, "killed too late to show anything"
    with target.open("a") as stream:
        stream.write('{"version": 1, "boa')  # cut in the middle of a line
    resumed = taquin(given, "--output", str(target), "--resume")
    assert resumed.status == 2 and resumed.out == ""
    # The rows of the same search over the first lines, and all of them once more.
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert [row["line"] for row in rows] == list(range(1, 26))
    again = taquin(given, "--output", str(whole))
    assert again.status == 2
    expected = [json.loads(line) for line in whole.read_text().splitlines()]
    assert [json.dumps(without_times(r)) for r in rows] == [
        json.dumps(without_times(r)) for r in expected
    ]


def test_resume_refuses_the_rows_of_other_boards(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    assert taquin("batch", "-", "--output", str(target), stdin=b"702853614\n").status == 0
    before = target.read_bytes()
    ran = taquin("batch", "-", "--output", str(target), "--resume", stdin=b"123456780\n")
    assert ran.status == 2 and "is not a row of this run" in ran.err
    assert target.read_bytes() == before


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the workers under /proc")
def test_a_killed_worker_is_a_clear_error(tmp_path: Path) -> None:
    file, target = tmp_path / "b.txt", tmp_path / "out.jsonl"
    file.write_text("702853614\n" + "korf100:82\n" * 3)
    process = start("batch", str(file), "-a", "idastar", "--heuristic", "manhattan", "--engine",
                    "python", "--workers", "2", "--output", str(target))  # fmt: skip
    try:
        wait_for_lines(target, 1)
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        assert children
        os.kill(int(children[-1]), signal.SIGKILL)
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 2
    assert err.count("\n") == 1 and "a worker process was killed" in err and "--resume" in err
    assert target.read_text().count("\n") >= 1


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_leaves_complete_rows(tmp_path: Path, workers: str) -> None:
    file, target = tmp_path / "b.txt", tmp_path / "out.jsonl"
    file.write_text("702853614\n" + "korf100:82\n" * 3)
    process = start("batch", str(file), "-a", "idastar", "--heuristic", "manhattan", "--engine",
                    "python", "--workers", workers, "--output", str(target))  # fmt: skip
    try:
        wait_for_lines(target, 1)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=30)
    finally:
        process.kill()
    kept = "taquin: the lines written are complete; continue with --resume\n"
    assert (process.returncode, err) == (130, f"{kept}taquin: interrupted.\n")
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert rows[0]["status"] == "solved"
    assert all(row["limit"] == "interrupt" for row in rows[1:])


@pytest.mark.parametrize(
    "other", [["--metric", "mtm"], ["--goal", "first"], ["-a", "bfs"], ["-o", "order=DULR"]]
)
def test_resume_refuses_rows_of_other_settings(tmp_path: Path, other: list[str]) -> None:
    file, output = tmp_path / "b.txt", tmp_path / "out.jsonl"
    file.write_text("123405786\n123456708\n")
    assert taquin("batch", str(file), "--output", str(output)).status == 0
    before = output.read_bytes()
    ran = taquin("batch", str(file), "--output", str(output), "--resume", *other)
    assert ran.status == 2 and "same options" in ran.err
    assert output.read_bytes() == before


# Between boards that are searched side by side: an error, a board in order, one that no move leads
# to the goal, and one of another size.
MIXED = [
    *("korf100:79", "bad", "korf100:12", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "702853614"),
    *("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", "korf100:55", "korf100:42", "korf100:48"),
]
PATTERNS = ["-a", "idastar", "--heuristic", "pdb:6-6-3"]


def proved(row: dict[str, Any]) -> tuple[Any, ...]:
    contours = row["stats"]["contours"] if "stats" in row else []
    bounds = [bound for bound, _ in contours]
    return row["status"], row.get("cost"), row.get("lower_bound"), bounds, contours[:-1]


def test_boards_side_by_side_are_answered_as_one_by_one(tmp_path: Path, monkeypatch: Any) -> None:
    from taquin.solving.engines import side_by_side

    file = tmp_path / "b.txt"
    lines = [line for line in MIXED if line != "702853614"]
    file.write_text("\n".join(lines))
    together = taquin("batch", str(file), *PATTERNS).rows
    with monkeypatch.context() as alone:
        alone.setattr(side_by_side, "may_join", lambda _: False)
        one_by_one = taquin("batch", str(file), *PATTERNS).rows
    assert list(map(proved, together)) == list(map(proved, one_by_one))
    assert [row["status"] for row in together] == [
        *("solved", "error", "solved", "solved", "unsolvable", "solved", "solved", "solved")
    ]
    for key in ("board", "engine", "notes", "reason", "published"):
        assert [row.get(key) for row in together] == [row.get(key) for row in one_by_one]
    # Boards that take long are searched alone afterwards.
    monkeypatch.setattr("taquin.kernels.searches.side_by_side.MOST_EXPANSIONS", 20_000)
    later = taquin("batch", str(file), *PATTERNS).rows
    assert list(map(proved, later)) == list(map(proved, together))
    assert later[0]["stats"] == together[0]["stats"]


def test_workers_search_boards_side_by_side_too(tmp_path: Path) -> None:
    file = tmp_path / "b.txt"
    file.write_text("\n".join(MIXED * 2))
    ways = [["--workers", "1"], ["--workers", "2"], []]
    one, two, threads = (taquin("batch", str(file), *way).rows for way in ways)
    assert [without_times(row) for row in one] == [without_times(row) for row in two]
    assert [without_times(row) for row in one] == [without_times(row) for row in threads]
    assert sum(row["status"] == "solved" for row in one) == 14


def test_ctrl_c_between_boards_leaves_complete_rows(tmp_path: Path, monkeypatch: Any) -> None:
    from taquin.solving.engines import side_by_side

    file, target = tmp_path / "b.txt", tmp_path / "out.jsonl"
    file.write_text("\n".join(["korf100:79", "korf100:12", "korf100:55"]))
    given = ["batch", str(file), *PATTERNS, "--output", str(target)]
    wait, calls = side_by_side.wait, []

    def interrupted(*arguments: Any) -> Any:
        calls.append(arguments)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return wait(*arguments)

    monkeypatch.setattr(side_by_side, "wait", interrupted)
    monkeypatch.setattr(side_by_side, "_PATIENCE", 60.0)
    ran = taquin(given)
    assert ran.status == 130
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert [row["limit"] for row in rows] == [None, "interrupt"]
    assert "side by side" in rows[1]["notes"][0]
    monkeypatch.undo()
    assert taquin(given, "--resume").status == 0
    rows = [json.loads(line) for line in target.read_text().splitlines()]
    assert [row["cost"] for row in rows] == [42, 45, 41]


def test_a_name_that_is_almost_one_of_a_set_names_the_sets() -> None:
    ran = taquin("batch", "korf1000")
    assert ran.status == 2 and "file 'korf1000' does not exist, and no set" in ran.err
    said = " ".join(ran.err.split())
    assert "a set: korf100, korf24, " in said and "small_antipodes" in said


def test_our_own_files_of_instances_are_read_with_their_goals() -> None:
    """Columns between | were refused row by row."""
    file = files("taquin") / "data" / "korf100.txt"
    ran = taquin("batch", str(file), "--node-limit", "1")
    assert ran.status == 0 and "column 2 of 9; each is an instance" in ran.err
    assert [row["board"] for row in ran.rows] == [one.board.text for one in instances("korf100")]
    assert {row["goal"] for row in ran.rows} == {instances("korf100")[0].goal.text}


def test_the_name_of_a_set_stands_for_its_boards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ran = taquin("batch", "small_antipodes", "--node-limit", "1")
    names = [one.name for one in instances("small_antipodes")]
    assert ran.status == 0 and [row["input"] for row in ran.rows] == names
    monkeypatch.chdir(tmp_path)
    hiding = taquin("batch", "small_antipodes", "--output", "./small_antipodes")
    assert hiding.status == 2 and "has the name of the set" in hiding.err
    assert not Path("small_antipodes").exists()
    Path("small_antipodes").write_text("1 2 3/4 5 6/7 0 8\n")
    (row,) = taquin("batch", "small_antipodes").rows
    assert (row["board"], row["cost"]) == ("1 2 3/4 5 6/7 0 8", 1)
