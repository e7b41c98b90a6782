"""Suites, runs and reports: schema, arithmetic, censoring, coverage; tiny boards only."""

import json
import re
import subprocess
import sys
from importlib import util
from pathlib import Path
from types import SimpleNamespace

import pytest

from drawn import read
from taquin.bench import measure
from taquin.bench.aima import published
from taquin.bench.measure import run_pair
from taquin.bench.peers import PEERS, Textbook
from taquin.bench.report import Span, percentile, read_logs, summary
from taquin.bench.run import ending, header, key_of, pairs, run_pairs
from taquin.bench.suite import SUITES, Contestant, Suite, SuiteSettings, SuiteTask, find_suite
from taquin.bench.words import as_csv, as_data, as_markdown, as_text, sentences
from taquin.faces.cli.main import run as taquin
from taquin.ground.errors import NotationError, OptionError, UnknownName
from taquin.puzzle.board import Board
from taquin.search.result import effective_branching_factor

EASY = SuiteTask("easy", "1 2 0/3 4 5/6 7 8", "0 1 2/3 4 5/6 7 8", {"cost": 2})
ASTAR = Contestant("A*", "astar", "manhattan", engine="python")


def row(contestant: str, instance: str, seconds: float, status: str = "solved", **more):
    """A hand-made row of a log."""
    limit = "time" if status == "limit" else None
    stats = {"expanded": 10, "generated": 20, "effective_branching_factor": 1.5}
    return {
        "kind": "run", "version": 1, "suite": "hand", "contestant": contestant,
        "against": None, "twin": False, "instance": instance, "group": None,
        "board": EASY.board, "status": status,
        "limit": limit, "cost": 5, "optimal": status == "solved", "stats": stats,
        "seconds": {"tables": 0.5, "search": seconds}, "cpu_seconds": seconds,
        "time_limit": 10.0, "expected": {}, "disagrees": [], **more,
    }  # fmt: skip


def log(path: Path, *rows: dict) -> Path:
    head = header(find_suite("korf100"), SuiteSettings()) | {"suite": "hand"}
    lines = [head, *rows, ending(interrupted=False)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def race(tmp_path: Path):
    """Slow misses b by time-out; both solve a and c."""
    rows = [
        row("fast", "a", 1.0), row("slow", "a", 2.0),
        row("fast", "b", 3.0), row("slow", "b", 10.0, "limit"),
        row("fast", "c", 1.0), row("slow", "c", 6.0),
    ]  # fmt: skip
    return read_logs([log(tmp_path / "race.jsonl", *rows)])


def test_means_are_over_boards_that_all_solved(tmp_path: Path) -> None:
    fast, slow = summary(race(tmp_path)[0])
    assert (fast.solved, fast.boards, slow.solved, slow.boards) == (3, 3, 2, 3)
    assert (fast.common, fast.mean, fast.median) == (2, 1.0, 1.0)
    assert (slow.common, slow.mean, slow.median) == (2, 4.0, 4.0)
    assert slow.against == "fast" and slow.ratio == 4.0 and slow.ratio_boards == 2
    assert fast.ratio is None and fast.setup == 1.5


def test_time_outs_are_censored_not_averaged(tmp_path: Path) -> None:
    fast, slow = summary(race(tmp_path)[0])
    assert slow.timeouts == 1
    assert slow.percentiles[50] == Span(6.0) and slow.percentiles[99] == Span(10.0, True)
    assert slow.total == Span(18.0, True) and fast.total == Span(5.0)
    text = as_text(race(tmp_path))
    assert "≥ 18 s" in text and "≥ 10 s" in text and "2/3" in text
    assert "slow reached its time limit on 1 of 3 boards" in text


def test_a_contestant_that_solves_nothing_does_not_empty_the_means(tmp_path: Path) -> None:
    rows = [row("one", "a", 1.0), row("none", "a", 0.1, "incomplete")]
    one, none = summary(read_logs([log(tmp_path / "x.jsonl", *rows)])[0])
    assert (one.common, one.mean) == (1, 1.0)
    assert (none.solved, none.mean, none.ratio, none.timeouts) == (0, None, None, 0)


def test_percentile_is_nearest_rank() -> None:
    spans = [Span(float(n)) for n in range(1, 101)]
    assert [percentile(spans, p).seconds for p in (50, 95, 99, 100)] == [50, 95, 99, 100]
    # A time-out at a low limit still stands behind everything measured to the end.
    assert percentile([Span(1.0, True), Span(5.0)], 100) == Span(1.0, True)


def test_missing_peers_and_disagreements_are_reported(tmp_path: Path) -> None:
    rows = [
        row("peer", "a", 0.0, "missing", message="pip install it."),
        row("ours", "a", 1.0, expected={"cost": 4}, disagrees=["cost 5, expected 4"]),
    ]
    experiment = read_logs([log(tmp_path / "x.jsonl", *rows)])[0]
    assert [line.contestant for line in summary(experiment)] == ["ours"]
    said = " ".join(sentences(experiment))
    assert "Not installed: peer (pip install it)." in said and "WRONG: 1 value differs" in said


def test_twins_that_count_differently_are_reported(tmp_path: Path) -> None:
    other = {"expanded": 11, "generated": 20, "effective_branching_factor": 1.5}
    rows = [
        row("python", "a", 1.0, against="python"),
        row("compiled", "a", 0.1, against="python", twin=True, stats=other),
    ]
    said = " ".join(sentences(read_logs([log(tmp_path / "x.jsonl", *rows)])[0]))
    assert "counters differ in 1 of 1 pairs of engines" in said and "(expanded)" in said


@pytest.mark.parametrize(("seconds", "words"), [
    (2.0, "slow was as fast as fast on the 2 boards both solved."),
    (1000.0, "slow was 500 times slower than fast on the 2 boards both solved."),
    (0.02, "slow was 100 times faster than fast on the 2 boards both solved."),
    (0.002, ""),
    (0.0, ""),
])  # fmt: skip
def test_times_are_compared_in_words(tmp_path: Path, seconds: float, words: str) -> None:
    rows = [row(name, board, time, expected={"cost": 5}) for board in "ab"
            for name, time in (("fast", 2.0), ("slow", seconds))]  # fmt: skip
    found = sentences(read_logs([log(tmp_path / "x.jsonl", *rows)])[0])
    assert found == [
        "All 4 answers match the known optimal costs.",
        "Means and medians cover the 2 boards solved by every contestant; percentiles (nearest "
        "rank) and totals cover every board tried.",
        *([words] if words else []),
    ]


def test_searches_that_expanded_as_much_are_not_compared(tmp_path: Path) -> None:
    rows = [row(name, "a", time, engine="python")
            for name, time in (("one", 2.0), ("other", 60.0))]  # fmt: skip
    said = " ".join(sentences(read_logs([log(tmp_path / "x.jsonl", *rows)])[0]))
    assert "slower" not in said
    rows[1]["stats"] = {**rows[1]["stats"], "expanded": 900}
    said = " ".join(sentences(read_logs([log(tmp_path / "y.jsonl", *rows)])[0]))
    assert "other was 30 times slower than one" in said


def test_a_report_without_common_boards_or_known_values(tmp_path: Path) -> None:
    rows = [row("one", "a", 1.0), row("other", "b", 1.0), row("none", "a", 1.0, "incomplete")]
    found = sentences(read_logs([log(tmp_path / "x.jsonl", *rows)])[0])
    assert found == [
        "There are no known values to compare the 2 answers with.",
        "There are no means or medians, because no board was solved by all; percentiles (nearest "
        "rank) and totals cover every board tried.",
    ]


def test_two_logs_of_one_suite_stand_side_by_side(tmp_path: Path) -> None:
    old = log(tmp_path / "old.jsonl", row("A*", "a", 2.0))
    new = log(tmp_path / "new.jsonl", row("A*", "a", 1.0))
    first, second = summary(read_logs([old, new])[0])
    assert (first.contestant, second.contestant) == ("A* [old]", "A* [new]")
    assert second.against == "A* [old]" and second.ratio == 0.5


def test_logs_of_one_name_in_two_folders_stand_side_by_side(tmp_path: Path) -> None:
    for folder in ("old", "new"):
        (tmp_path / folder).mkdir()
        log(tmp_path / folder / "log.jsonl", row("A*", "a", 1.0), row("A*", "b", 1.0))
    paths = [tmp_path / folder / "log.jsonl" for folder in ("old", "new")]
    lines = summary(read_logs(paths)[0])
    assert [line.solved for line in lines] == [2, 2]
    with pytest.raises(OptionError, match="given twice"):
        read_logs([paths[0], paths[0]])


def test_formats(tmp_path: Path) -> None:
    experiments = race(tmp_path)
    assert as_markdown(experiments).startswith("## hand\n\n| contestant |")
    head, *rows = as_csv(experiments).splitlines()
    assert len(rows) == 2 and all(line.count(",") == head.count(",") for line in rows)
    data = json.loads(json.dumps(as_data(experiments)))
    assert data[0]["lines"][1]["total"] == {"seconds": 18.0, "censored": True}


@pytest.mark.parametrize("text", ["", "no json\n", '{"kind": "run"}\n'])
def test_what_is_no_log_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(NotationError, match=r"is not a row of a benchmark log|is empty"):
        read_logs([path])


def test_a_cut_off_last_line_is_left_out(tmp_path: Path) -> None:
    path = log(tmp_path / "x.jsonl", row("A*", "a", 1.0))
    path.write_text(path.read_text(encoding="utf-8") + '{"kind": "ru', encoding="utf-8")
    assert len(read_logs([path])[0].rows) == 1


def test_a_row_has_everything() -> None:
    found = run_pair(EASY, ASTAR, "hand", 5.0)
    assert json.loads(json.dumps(found)) == found
    assert (found["status"], found["cost"], found["disagrees"]) == ("solved", 2, [])
    assert set(found["seconds"]) == {"compile", "tables", "search"}
    assert {"kind", "version", "suite", "contestant", "instance", "algorithm", "heuristic",
            "options", "engine", "stats", "cpu_seconds", "time_limit"} <= set(found)  # fmt: skip


def test_loading_and_tables_are_told_apart_once_a_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(measure, "_warmed", set())
    patterns = Contestant("by tables", "idastar", "pdb:4-4")
    first, second = (run_pair(EASY, patterns, "hand", 5.0)["seconds"] for _ in range(2))
    assert min(first["compile"], first["tables"]) > 0
    assert (second["compile"], second["tables"]) == (0.0, 0.0)


def test_ctrl_c_while_warming_up_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def interrupted(*_: object):
        calls.append(1)
        return SimpleNamespace(limit="interrupt")

    monkeypatch.setattr(measure, "_warmed", set())
    monkeypatch.setattr(measure, "_solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_pair(EASY, Contestant("by tables", "idastar", "pdb:4-4"), "hand", 5.0)
    assert len(calls) == 1 and not measure._warmed


def test_what_is_not_as_expected_is_told() -> None:
    wrong = SuiteTask("easy", EASY.board, EASY.goal, {"cost": 4})
    assert run_pair(wrong, ASTAR, "hand", 5.0)["disagrees"] == ["cost 2, expected 4"]
    greedy = Contestant("dfs", "dfs", engine="python", options={"order": "DULR"})
    missed = run_pair(EASY, greedy, "hand", 5.0)  # no promise, so no disagreement
    assert missed["cost"] >= 2 and missed["disagrees"] == []


def test_a_search_that_cannot_run_is_a_row() -> None:
    odd = Contestant("odd", "astar", "manhattan", {"nonsense": 1})
    assert run_pair(EASY, odd, "hand", 5.0)["status"] == "error"


def test_a_process_is_ended_at_its_limit() -> None:
    hard = SuiteTask(
        "hard", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0"
    )
    alone = Contestant("book", "astar", "manhattan", solver="textbook", alone=True)
    found = run_pair(hard, alone, "hand", 0.2)
    assert (found["status"], found["limit"], found["seconds"]["search"]) == ("limit", "time", 0.2)


@pytest.mark.parametrize("algorithm", ["astar", "bfs"])
@pytest.mark.parametrize("peer", PEERS)
def test_peers_find_shortest_solutions(peer: str, algorithm: str) -> None:
    if peer != "textbook" and util.find_spec(peer.replace("-", "_")) is None:
        pytest.skip(f"{peer} is not installed")
    task = SuiteTask("two", "3 1 2/6 4 5/0 7 8", EASY.goal, {"cost": 2})
    found = run_pair(task, Contestant(peer, algorithm, "manhattan", solver=peer), "hand", 5.0)
    assert (found["cost"], found["disagrees"]) == (2, [])


def test_a_missing_peer_is_a_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.bench.peers.peer_version", lambda name: None)
    found = measure.run_pair(EASY, Contestant("p", "bfs", solver="simpleai"), "hand", 5.0)
    assert found["status"] == "missing" and "taquin[peers]" in found["message"]


def test_the_textbook_form_says_unsolvable() -> None:
    book = Textbook(Board.parse("2 1/3 0"), Board.parse("1 2/3 0"))
    with pytest.raises(ValueError, match="unsolvable"):
        book.a_star()


@pytest.mark.parametrize("name", SUITES)
def test_every_suite_has_distinct_boards_and_contestants(name: str) -> None:
    suite, settings = SUITES[name], SuiteSettings(limit=2)
    if name in ("aima-table", "engines", "peers"):
        settings = SuiteSettings(limit=1)
    work = pairs(suite, settings)
    keys = [(task.name, contestant.name) for task, contestant in work]
    assert len(set(keys)) == len(keys) > 0
    names = {contestant.name for _, contestant in work}
    assert all(c.against is None or c.against in names for _, c in work)
    assert work == pairs(suite, settings)


@pytest.mark.parametrize(("turn", "order"), [(1, "aAbBcC"), (2, "abABcC"), (9, "abcABC")])
def test_contestants_take_turns(turn: int, order: str) -> None:
    tasks = [SuiteTask(name, "1 2/3 0", "1 2/3 0") for name in "abc"]
    contestants = [Contestant("lower", "bfs"), Contestant("upper", "bfs")]
    suite = Suite("hand", "", 3, 1.0, lambda *_: tasks, lambda _: contestants, turn)
    work = pairs(suite, SuiteSettings())
    told = [task.name if c.name == "lower" else task.name.upper() for task, c in work]
    assert "".join(told) == order


def test_named_partitions_run_alone() -> None:
    for suite in ("korf100", "korf24", "random15", "antipodes"):
        found = SUITES[suite].contestants(SuiteSettings(partitions=("5-5-5",)))
        assert [contestant.heuristic for contestant in found] == ["pdb:5-5-5"]


def test_the_fifty_24_puzzles_come_easiest_first_and_are_proved() -> None:
    suite, settings = SUITES["korf24"], SuiteSettings()
    work = pairs(suite, settings)
    assert len(work) == 50
    assert [task.name for task, _ in work[:3]] == ["korf24:40", "korf24:38", "korf24:25"]
    assert all(contestant.proving and task.expected["cost"] > 80 for task, contestant in work)
    hand = SuiteTask("easy", "1 2 3/4 5 6/7 0 8", "1 2 3/4 5 6/7 8 0", {"cost": 1})
    row = run_pair(hand, work[0][1], "hand", 5.0)
    assert (row["cost"], row["optimal"], row["disagrees"]) == (1, True, [])


def test_an_unknown_suite_is_told() -> None:
    with pytest.raises(UnknownName, match="korf100"):
        find_suite("korf10")


def test_rows_done_are_left_out() -> None:
    work = [(EASY, ASTAR), (EASY, Contestant("bfs", "bfs", engine="python"))]
    rows = list(run_pairs(work, "hand", 5.0, done={("easy", "A*")}))
    assert [key_of(found) for found in rows] == [("easy", "bfs")]


def test_the_book_belongs_to_its_factors() -> None:
    """With the start counted, every printed pair of figures belongs together."""
    for (depth, _), cell in published().items():
        factor = effective_branching_factor(cell.nodes - 1, depth)
        assert factor == pytest.approx(cell.factor, abs=0.1)
    misprint = effective_branching_factor(3_644_035 - 1, 12)
    assert misprint is not None and misprint > 3.3


def test_aima_table_beside_the_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "aima.jsonl"
    arguments = ["bench", "run", "aima-table", "--limit", "1", "--engine", "python", "--out"]
    suite = SUITES["aima-table"]
    settings = SuiteSettings(limit=1, engine="python")
    near = [pair for pair in pairs(suite, settings) if (pair[0].group or 0) <= 6]
    rows = list(run_pairs(near, suite.name, 5.0))
    head = header(suite, settings)
    out.write_text("".join(json.dumps(line) + "\n" for line in [head, *rows]), encoding="utf-8")
    assert taquin(["bench", "report", str(out), "--plot", str(tmp_path / "a.svg")]) == 0
    assert "published b*" in capsys.readouterr().out
    drawn = read((tmp_path / "a.svg").read_text(encoding="utf-8"))
    assert {row["contestant"] for row in rows} <= set(drawn.words)
    assert drawn.title == "aima-table: nodes generated, mean over depth"
    assert taquin([*arguments, str(out)]) == 2  # measurements are not overwritten


def test_run_resume_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "peers.jsonl"
    base = ["bench", "run", "classroom", "--time-limit", "0.05", "--out", str(out)]
    assert taquin(base) == 0
    text = capsys.readouterr().out
    assert text.startswith("classroom\n")
    assert len(re.findall(r"^.+ [01]/1 ", text, re.MULTILINE)) == 19
    lines = out.read_text(encoding="utf-8").splitlines()
    kinds = [json.loads(line)["kind"] for line in lines]
    assert kinds == ["header", *["run"] * 19, "end"]
    head, first = json.loads(lines[0]), json.loads(lines[1])
    assert all(head[name] == first[name] for name in ("revision", "versions", "cpu"))
    out.write_text("\n".join(lines[:5]) + "\n" + lines[5][:40], encoding="utf-8")
    assert taquin([*base, "--resume"]) == 0
    rows = read_logs([out])[0].rows
    assert len(rows) == len({key_of(found) for found in rows}) == 19
    capsys.readouterr()
    assert taquin(["bench", "report", str(out), "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["suite"] == "classroom"
    assert taquin([*base[:3], "--seed", "2", "--out", str(out), "--resume"]) == 2
    with pytest.raises(OptionError, match=r"plot\.txt"):
        from taquin.bench.chart import draw

        draw(read_logs([out]), tmp_path / "plot.txt")


def test_a_suite_in_place_of_its_log_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert taquin(["bench", "report", "korf100"]) == 2
    assert "`taquin bench run korf100 --out FILE`" in capsys.readouterr().err


def test_list(capsys: pytest.CaptureFixture[str]) -> None:
    assert taquin(["bench", "list", "--format", "json"]) == 0
    assert [one["name"] for one in json.loads(capsys.readouterr().out)] == list(SUITES)


def test_import_is_light() -> None:
    code = (
        "import sys, taquin.bench.run, taquin.bench.words, taquin.bench.chart; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert {"taquin.bench.run", "taquin.bench.words", "taquin.bench.chart"} <= loaded
    assert not {"numpy", "numba", "matplotlib", "simpleai"} & loaded


@pytest.mark.slow
def test_korfs_counts_by_his_order_of_moves() -> None:
    suite = SUITES["manhattan"]
    rows = list(run_pairs(pairs(suite, SuiteSettings(limit=40)), suite.name, 600.0))
    assert len(rows) == 40
    assert all(found["status"] == "solved" and not found["disagrees"] for found in rows)


def test_an_interrupt_keeps_what_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out, calls = tmp_path / "c.jsonl", []

    def impatient(task: SuiteTask, contestant: Contestant, suite: str, limit: float):
        calls.append(contestant.name)
        if len(calls) == 3:
            raise KeyboardInterrupt
        return run_pair(task, contestant, suite, limit)

    monkeypatch.setattr("taquin.bench.run.run_pair", impatient)
    base = ["bench", "run", "classroom", "--time-limit", "0.05", "--out", str(out)]
    assert taquin(base) == 130
    printed = capsys.readouterr()
    assert "interrupted" in printed.err and "boards are missing" in printed.out
    kinds = [json.loads(line)["kind"] for line in out.read_text(encoding="utf-8").splitlines()]
    assert kinds == ["header", "run", "run", "end"]
