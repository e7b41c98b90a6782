"""The command limits what it writes, starts and overwrites, and reports each limit it reaches."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

from cli import taquin
from taquin.faces.cli import batch, bench, live, solve
from taquin.faces.cli.main import cli
from taquin.ground import cores
from taquin.solving import runner
from taquin.solving.solver import solve as solve_in_python

NEAR = "1 2 3/4 0 6/7 5 8"  # two moves from the goal
FAR = "702853614"


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_trace_ends_at_its_limit(tmp_path: Path) -> None:
    target = tmp_path / "t.jsonl"
    given = ["solve", FAR, "-a", "greedy", "--trace", str(target)]
    ran = taquin(given, "--trace-limit", "100kB")
    assert ran.status == 0 and ran.err.count("\n") == 1
    *kept, end = target.read_text(encoding="utf-8").splitlines(keepends=True)
    assert 50_000 < sum(map(len, kept)) <= 100_000
    row = taquin("solve", FAR, "-a", "greedy", "--format", "json").json
    last = json.loads(end)
    assert (last["kind"], last["moves"]) == ("end", row["moves"])
    listed = sum(json.loads(line)["kind"] == "expand" for line in kept)
    assert last["left_out"] == row["stats"]["expanded"] - listed > 20
    said = f"The trace reached its limit of 100,000 bytes: it lists {listed:,} of "
    assert said in ran.err and said in last["why"] and "--trace-limit" in ran.err


@pytest.mark.parametrize(
    ("limit", "most"),
    [([], 100_000_000), (["--trace-limit", "none"], None), (["--trace-limit", "1GiB"], 2**30)],
)
def test_a_trace_has_a_limit_by_default(tmp_path: Path, limit: list[str], most: int | None) -> None:
    target = tmp_path / "t.jsonl"
    ran = taquin("solve", NEAR, "-a", "bfs", "--trace", str(target), limit)
    assert (ran.status, ran.err) == (0, "")
    lines = read(target)
    assert lines[0]["most_bytes"] == most and lines[-1]["left_out"] == 0


def test_the_transcript_of_a_course_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = taquin("solve", NEAR, "-a", "bfs", "--format", "ucr")
    monkeypatch.setattr(solve, "_MAX_EXPANSIONS_PRINTED", 3)
    ran = taquin("solve", NEAR, "-a", "bfs", "--format", "ucr")
    assert complete.err == "" and ran.out.count("best state") == 3 < complete.out.count(
        "best state"
    )
    left = complete.out.count("best state") - 3
    assert f"only the first 3 expansions are printed, not {left} more expansions." in ran.err


def test_an_animation_without_a_terminal_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    complete = taquin("solve", FAR, "--animate")
    monkeypatch.setattr(live, "_MAX_PRINTED", 500)
    ran = taquin("solve", FAR, "--animate")
    shown, every = ran.out.count("of 23\n"), complete.out.count("of 23\n")
    assert (every, complete.err) == (24, "") and 2 < shown < 10
    assert ran.err == f"taquin: {24 - shown} of 24 boards are omitted.\n"


@pytest.fixture
def two_cores(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(cores, "usable_cores", lambda: 2)
    return "--workers 5000 is more than the 2 usable cores of this machine; taquin uses 2."


@pytest.mark.parametrize(
    "line", [f"solve {FAR}", "census 2x2", "pdb build 15", "bench run nothing", "batch nothing"]
)
def test_no_more_workers_than_cores(line: str, two_cores: str) -> None:
    assert two_cores in taquin(shlex.split(line), "--workers", "5000").err
    assert "usable" not in taquin(shlex.split(line), "--workers", "2").err


def test_a_default_above_the_number_of_cores_is_lowered_silently(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(cores, "usable_cores", lambda: 1)
    assert taquin("census", "2x2").err == ""


def test_batch_starts_one_worker_per_core(two_cores: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    pool = batch.ProcessPoolExecutor

    def counted(workers: int, **more: Any) -> Any:
        asked.append(workers)
        return pool(workers, **more)

    monkeypatch.setattr(batch, "ProcessPoolExecutor", counted)
    ran = taquin("batch", "-", "--workers", "5000", stdin=f"{FAR}\n{NEAR}\n{FAR}\n".encode())
    assert ran.status == 0 and two_cores in ran.err and asked == [2]
    assert [row["status"] for row in ran.rows] == ["solved"] * 3


def test_the_library_limits_workers_too(two_cores: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    engine_of = runner.engine_of

    def counted(request: Any, *others: Any) -> Any:
        asked.append(request.plan.main.workers)
        return engine_of(request.plan.main.means)(request, *others)

    monkeypatch.setattr(runner, "engine_of", lambda means: counted)
    result = solve_in_python(NEAR, workers=5000)
    assert asked == [2]
    note = "workers=5000 is more than the 2 usable cores of this machine; taquin uses 2."
    assert note in result.notes
    assert not any("usable" in note for note in solve_in_python(NEAR, workers=2).notes)


def test_a_batch_output_is_overwritten_only_on_request(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    given = ["batch", "-", "--output", str(target)]
    assert taquin(given, stdin=b"123405678\n").status == 0
    before = target.read_bytes()
    ran = taquin(given, stdin=b"123456708\n")
    assert ran.status == 2 and target.read_bytes() == before
    assert "--resume" in ran.err and "--overwrite" in ran.err and "another file name" in ran.err
    assert taquin(given, "--overwrite", stdin=b"123456708\n").status == 0
    assert [row["input"] for row in read(target)] == ["123456708"]
    both = taquin(given, "--overwrite", "--resume", stdin=b"123456708\n")
    assert both.status == 2 and "give one" in both.err


def test_an_empty_output_file_is_used(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.touch()
    assert taquin("batch", "-", "--output", str(target), stdin=b"123456708\n").status == 0


def test_a_benchmark_log_is_overwritten_only_on_request(tmp_path: Path) -> None:
    target = tmp_path / "log.jsonl"
    target.write_text("hours\n", encoding="utf-8")
    given = ["bench", "run", "classroom", "--time-limit", "0", "--out", str(target), "-q"]
    ran = taquin(given)
    assert ran.status == 2 and "--resume" in ran.err and "--overwrite" in ran.err
    assert target.read_text(encoding="utf-8") == "hours\n"
    assert taquin(given, "--overwrite").status == 0
    assert read(target)[0]["kind"] == "header"
    ran = taquin("bench", "run", "classroom", "--overwrite")
    assert ran.status == 2 and "--overwrite needs --out FILE" in ran.err


def single_valued(command: click.Command, words: list[str]) -> Iterator[tuple[str, str]]:
    """Every option with one value, and its command."""
    for option in command.params:
        if isinstance(option, click.Option) and not (option.multiple or option.is_flag):
            yield " ".join(words), max(option.opts, key=len)
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            assert below is not None
            yield from single_valued(below, [*words, name])


OPTIONS = list(single_valued(cli, []))


@pytest.mark.parametrize(("command", "option"), OPTIONS)
def test_no_option_is_given_twice(command: str, option: str) -> None:
    ran = taquin(command.split(), option, "one", f"{option}=other")
    assert (ran.status, ran.out) == (2, "")
    assert f"{option} is given twice, as 'one' and 'other'; give it once." in ran.err


def test_every_command_was_covered() -> None:
    commands = {command for command, _ in OPTIONS}
    assert {"solve", "compare", "batch", "serve", "pdb build", "bench run"} <= commands
    assert len(OPTIONS) > 70
    assert bench.command.name == "bench"


LATIN = "1 2 3/4 0 5/6 7 8\nnoté\n123456708\n".encode("latin-1")


def test_a_line_that_is_not_utf8_leaves_the_others_intact(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    ran = taquin("batch", "-", "--output", str(target), stdin=LATIN)
    assert ran.status == 2 and "1 of 3 boards" in ran.err
    rows = read(target)
    assert [row["status"] for row in rows] == ["solved", "error", "solved"]
    assert rows[1]["input"] == "not\\xe9" and rows[1]["line"] == 2
    assert "byte 4 (0xe9) is not UTF-8 text" in rows[1]["error"]["message"]
    again = taquin("batch", "-", "--output", str(target), "--resume", stdin=LATIN)
    assert again.status == 2 and read(target) == rows


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("command", ["batch", "solve"])
def test_byte_order_marks_of_windows_editors(encoding: str, command: str, tmp_path: Path) -> None:
    """PowerShell 5 writes UTF-16 with a byte order mark, Notepad UTF-8 with one."""
    mark = "\ufeff" if encoding in ("utf-16-le", "utf-16-be") else ""
    file = tmp_path / "boards.txt"
    file.write_bytes((mark + "1 2 3/4 5 6/7 0 8\r\n").encode(encoding))
    where = str(file) if command == "batch" else f"@{file}"
    row = taquin(command, where, *(["--format", "json"] if command == "solve" else [])).json
    assert (row["board"], row["cost"]) == ("1 2 3/4 5 6/7 0 8", 1)


@pytest.mark.parametrize("raw", ["123456708\n".encode("utf-16-le"), b"PK\x03\x04\x00\x00", b"\0"])
def test_a_binary_file_is_refused(raw: bytes) -> None:
    ran = taquin("batch", "-", stdin=raw)
    assert (ran.status, ran.out) == (2, "") and "NUL bytes" in ran.err and "UTF-8" in ran.err


def test_the_published_cost_is_reported() -> None:
    given = ["solve", "korf24:1", "-a", "astar", "--engine", "python", "--node-limit", "5"]
    known = {"instance": "korf24:1", "cost": 95, "source": "Korf & Felner 2002"}
    row = taquin(given, "--format", "json").json
    assert row["published"] == known
    assert "optimal cost 95 (korf24:1; source: Korf & Felner 2002)" in taquin(given).out
    cells = taquin("solve", row["board"], "--goal", "first", *given[2:], "--format", "json").json
    assert cells["published"] == known, "the board, not the way it was written"
    text = taquin("compare", "korf24:1", *given[2:]).out
    assert "known: optimal cost 95 (korf24:1" in text
    for other in (["--topology", "torus"], ["--metric", "mtm"], ["--goal", "last"]):
        ran = taquin(given, *other, "--format", "json")
        assert ran.json["published"] is None, other
    assert taquin("batch", "-", *given[2:], stdin=b"korf24:1\n").rows[0]["published"] == known


def test_one_gap_is_told_where_the_optimum_is_known() -> None:
    """What the search proves allows more than the published cost does."""
    out = taquin("solve", "702853614", "--goal", "first", "-a", "greedy").out
    assert "so the cost is at most 6.24 times the optimum\n" in out
    assert out.count("gap") == 1 and "; the cost is 3.00 times that (gap 200.0%)\n" in out
    unknown = taquin("solve", "702853614", "-a", "greedy").out
    assert "at most 3.00 times the optimum (gap 200.0%)" in unknown


def test_a_proved_cost_is_not_reported_as_published() -> None:
    assert "source: " in taquin("solve", "aima", "-a", "astar", "--node-limit", "5").out
    assert "source: " not in taquin("solve", "aima").out
    assert taquin("solve", "aima", "--format", "json").json["published"]["cost"] == 26
