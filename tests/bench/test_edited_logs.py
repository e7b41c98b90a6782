"""A log is read as taquin wrote it, or refused with the line that is wrong, before any search."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from taquin.bench.report import read_logs
from taquin.bench.run import ending, header, origin
from taquin.bench.suite import SuiteSettings, find_suite
from taquin.faces.cli.main import run as taquin
from taquin.ground.errors import NotationError
from taquin.ground.row_digest import DIGEST, sealed_line

HEAD = header(find_suite("classroom"), SuiteSettings())
BOARD = "7 0 2/8 5 3/6 1 4"
Row = dict[str, Any]


def row(contestant: str, **more: Any) -> Row:
    """A row of the classroom suite."""
    return origin(HEAD) | {
        "kind": "run", "version": 1, "suite": "classroom", "contestant": contestant,
        "against": None, "twin": False, "instance": "702853614", "group": None, "board": BOARD,
        "goal": "0 1 2/3 4 5/6 7 8", "topology": "grid", "metric": "stm", "solver": "taquin",
        "algorithm": "astar", "heuristic": "manhattan", "options": {}, "engine": "python",
        "time_limit": 120.0, "status": "solved", "limit": None, "cost": 27, "optimal": True,
        "lower_bound": 27, "stats": {"expanded": 10, "generated": 20, "contours": [[9, 10]]},
        "seconds": {"tables": 0.5, "search": 1.0}, "cpu_seconds": 1.0, "peak_memory_bytes": 9,
        "expected": {"cost": 27}, "disagrees": [], **more,
    }  # fmt: skip


def lines() -> list[Row]:
    return [HEAD, row("A*"), row("bfs"), ending(interrupted=False)]


def written(path: Path, log: list[Row], *, sealed: bool = False) -> Path:
    write = sealed_line if sealed else lambda line: json.dumps(line) + "\n"
    path.write_text("".join(map(write, log)), encoding="utf-8")
    return path


def refused(path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What `bench report` and `bench run --resume` say of a log that both refuse."""
    before = path.read_bytes()
    said = set()
    for words in (["report", str(path)], ["run", "classroom", "--out", str(path), "--resume"]):
        assert taquin(["bench", *words]) == 2
        printed = capsys.readouterr()
        assert printed.out == "" and len(printed.err) < 2000
        said.add(printed.err)
    assert path.read_bytes() == before
    return said.pop() if len(said) == 1 else " ".join(said)


def put(**values: Any) -> Callable[[Row], Row]:
    return lambda line: line | values


def without(name: str) -> Callable[[Row], Row]:
    return lambda line: {key: line[key] for key in line if key != name}


ROW_LIES = {
    "only a kind": lambda line: {"kind": "row"},
    "only run": lambda line: {"kind": "run"},
    "no contestant": without("contestant"),
    "no cost": without("cost"),
    "no board": without("board"),
    "no seconds": without("seconds"),
    "contestant": put(contestant=[1]),
    "instance": put(instance={}),
    "board": put(board=5),
    "cost": put(cost="x"),
    "cost is true": put(cost=True),
    "cost below 0": put(cost=-1),
    "cost is null": put(cost=None),
    "cost is NaN": put(cost=float("nan")),
    "cost is infinite": put(cost=float("inf")),
    "cost is huge": put(cost=10**4000),
    "status": put(status="zz"),
    "no status": put(status=None),
    "limit": put(status="limit"),
    "stats": put(stats=3),
    "a counter": put(stats={"expanded": "x"}),
    "seconds": put(seconds={"search": "x"}),
    "other seconds": put(seconds={"search": 1.0, "tables": []}),
    "seconds below 0": put(seconds={"search": -1.0}),
    "no search": put(seconds={"tables": 1.0}),
    "cpu": put(cpu_seconds="x"),
    "expected": put(expected=[1]),
    "an expected cost": put(expected={"cost": "x"}),
    "disagrees": put(disagrees=7),
    "group": put(group="x"),
    "twin": put(twin="x"),
    "against": put(against=[1]),
    "options": put(options=3),
    "bound above cost": put(lower_bound=28),
    "version": put(version=2),
    "suite": put(suite="korf100"),
}
HEAD_LIES = {
    "settings": put(settings=3),
    "seed": put(settings={"seed": [1], "engine": None}),
    "versions": put(versions=None),
    "a version": put(versions={"python": [3]}),
    "cpu": put(cpu=[1]),
    "time limit": put(time_limit="x"),
    "cores": put(cores="x"),
    "workers": put(workers=None),
    "load": put(load=["x", 1, 2]),
    "date": put(date=None),
    "no suite": without("suite"),
}


@pytest.mark.parametrize("sealed", [False, True])
@pytest.mark.parametrize("lie", ROW_LIES)
def test_a_row_that_lies_is_refused(
    lie: str, sealed: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = lines()
    log[2] = ROW_LIES[lie](log[2])
    assert "line 3, is " in refused(written(tmp_path / "x", log, sealed=sealed), capsys)


@pytest.mark.parametrize("lie", HEAD_LIES)
def test_a_header_that_lies_is_refused(
    lie: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = lines()
    log[0] = HEAD_LIES[lie](log[0])
    said = refused(written(tmp_path / "x", log), capsys)
    assert "line 1, is not a row of a benchmark log" in said


@pytest.mark.parametrize("name", ["cost", "seconds", "instance", "status"])
def test_an_edited_value_is_found_by_its_digest(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "x", lines(), sealed=True)
    texts = path.read_text(encoding="utf-8").splitlines(keepends=True)
    edited = json.loads(texts[2])
    edited[name] = {"cost": 25, "seconds": {"search": 0.1}}.get(name, "solved?")
    texts[2] = json.dumps(edited) + "\n"
    path.write_text("".join(texts), encoding="utf-8")
    assert "line 3, was changed after taquin wrote it" in refused(path, capsys)


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ([0, 1, 2, 1, 3], "line 4, has the same board and contestant as line 2"),
        ([0, 1, 2, 3, 2], "line 5, has the same board and contestant as line 3"),
        ([1, 2, 3], "line 1, has no header before it"),
        ([3], "line 1, has no header before it"),
    ],
)
def test_what_stands_twice_or_without_a_header_is_refused(
    order: list[int], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = lines()
    assert words in refused(written(tmp_path / "x", [log[at] for at in order]), capsys)


def test_a_header_of_another_run_is_refused(tmp_path: Path) -> None:
    other = HEAD | {"time_limit": 5.0}
    path = written(tmp_path / "x", [HEAD, row("A*"), other, row("bfs", time_limit=5.0)])
    with pytest.raises(NotationError, match="line 3, is a header of another run than line 1"):
        read_logs([path])


def test_a_resumed_log_has_a_header_for_each_run(tmp_path: Path) -> None:
    end = ending(interrupted=True)
    found = read_logs([written(tmp_path / "x", [HEAD, row("A*"), end, HEAD, row("bfs"), end])])
    assert len(found[0].headers) == 2 and len(found[0].rows) == 2 and len(found[0].endings) == 1


def test_disagreements_are_computed_anew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log = lines()
    log[1] = row("A*", cost=25, lower_bound=25)
    log[2] = row("bfs", disagrees=["cost 9, expected 27"])
    path = written(tmp_path / "x", log)
    assert [one["disagrees"] for one in read_logs([path])[0].rows] == [["cost 25, expected 27"], []]
    assert taquin(["bench", "report", str(path)]) == 0
    printed = capsys.readouterr()
    assert "WRONG: 1 value differs" in printed.out
    assert "4 rows have no digest" in printed.err


@pytest.mark.parametrize("cost", [27, 29])
def test_a_search_without_a_promise_may_miss_the_optimum_but_not_its_own_values(cost: int) -> None:
    from taquin.bench.measure import disagreements

    free = row("dfs", cost=cost, optimal=False)
    assert disagreements(free) == []
    own = free | {"expected": {"cost": 27, "expanded": 10}}
    assert disagreements(own) == ([] if cost == 27 else ["cost 29, expected 27"])


def test_a_right_log_is_not_commented_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path / "x", lines(), sealed=True)
    assert taquin(["bench", "report", str(path), "--plot", str(tmp_path / "x.svg")]) == 0
    printed = capsys.readouterr()
    assert "no digest" not in printed.err and "All 2 answers match" in printed.out
    assert taquin(["bench", "report", str(path), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["unchecked"] == 0


def test_an_old_row_has_its_times_together(tmp_path: Path) -> None:
    old = {name: value for name, value in row("A*").items() if name not in (DIGEST, "files")}
    old["seconds"] = {"warm_up": 0.5, "search": 1.0}
    assert read_logs([written(tmp_path / "x", [HEAD, old])])[0].unchecked.total() == 2


def test_what_never_ends_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("taquin.bench.log._LONGEST_LINE", 5000)
    assert taquin(["bench", "report", "/dev/zero"]) == 2
    assert "line 1, has more than 5,000 bytes, or never ends" in capsys.readouterr().err
    monkeypatch.setattr("taquin.bench.log._LONGEST_LOG", 3000)
    path = written(tmp_path / "x", [HEAD, *(row(f"A*{n}") for n in range(5))])
    assert "has more than 3,000 bytes, or never ends" in refused(path, capsys)


def test_half_a_last_line_is_left_out_but_a_wrong_one_is_told(tmp_path: Path) -> None:
    path = written(tmp_path / "x", lines()[:3])
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole[:-20], encoding="utf-8")
    assert len(read_logs([path])[0].rows) == 1
    path.write_text(whole + '{"kind": "row"}', encoding="utf-8")
    with pytest.raises(NotationError, match="line 4"):
        read_logs([path])


def test_a_line_separator_in_a_name_is_part_of_the_line(tmp_path: Path) -> None:
    log = [HEAD, row("A*\u2028B")]
    path = written(tmp_path / "x", log, sealed=True)
    assert read_logs([path])[0].rows[0]["contestant"] == "A*\u2028B"


def test_another_board_of_the_same_name_is_not_continued(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(
        tmp_path / "x", [HEAD, row("A* with Manhattan distance", board="1 2 3/4 5 6/7 8 0")]
    )
    assert taquin(["bench", "run", "classroom", "--out", str(path), "--resume"]) == 2
    assert "has another board as 702853614" in capsys.readouterr().err
