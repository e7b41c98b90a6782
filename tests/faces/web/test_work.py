"""A job process: what it stores, which is nothing, and what its visitor may learn."""

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

import taquin
from taquin.faces.web.process import warm
from taquin.faces.web.process.failures import FailureLog, failure_text, log_line
from taquin.faces.web.process.limits import public_limits
from taquin.faces.web.process.question import JobRequest, Search, read_question
from taquin.faces.web.process.refusals import Refusal, failure
from taquin.faces.web.process.warm import build_strong_tables, build_usual_tables
from taquin.faces.web.process.work import run_job
from taquin.ground.announce import announce, announcing
from taquin.ground.errors import FolderError, TableError
from taquin.heuristics.base import heuristic
from taquin.heuristics.patterns.heuristic import default_partition
from taquin.heuristics.patterns.store import is_stored, open_tables, table_folder
from taquin.kernels.base.cache import code_is_lost, usable_code_folder
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle

LIMITS = public_limits()
BOARD = "5 1 2 4/9 6 3 8/13 10 7 11/14 0 15 12"
# Too far from its goal to be solved before tables are built.
FARTHER = "12 1 2 4/9 5 3 8/13 10 7 11/14 0 15 6"
WALLS = "walls:5-6"
SMALL = "1 2 3/4 5 6/7 0 8"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for tables; kernels stay in the cache of all tests."""
    usable_code_folder()
    from taquin.kernels import load_numba

    load_numba()
    from taquin.kernels.base import jit  # noqa: F401 - it notes the folder of compiled code

    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@dataclass
class Outcome:
    """The lines that a job wrote for its visitor, and what it left for the operator's log."""

    lines: list[dict[str, Any]]
    log: list[str] = field(default_factory=list)

    @property
    def result(self) -> Any:
        (found,) = [line["result"] for line in self.lines if line["kind"] == "result"]
        return found

    @property
    def notices(self) -> list[str]:
        return [line["text"] for line in self.lines if line["kind"] == "notice"]

    @property
    def error(self) -> dict[str, str]:
        """The error that the visitor gets."""
        (failed,) = [line for line in self.lines if line["kind"] == "failed"]
        return failure(failed["error"], failed["message"])

    def check_private(self, *more: str) -> None:
        """No path of this machine is in anything that a visitor gets; some is in the log."""
        paths = {
            os.environ["TAQUIN_CACHE"], str(table_folder()), tempfile.gettempdir(),
            str(Path.home()), sys.prefix, str(Path(taquin.__file__).parent), *more,
        }  # fmt: skip
        seen = json.dumps(self.lines, ensure_ascii=False)
        if any(line["kind"] == "failed" for line in self.lines):
            seen += json.dumps(self.error, ensure_ascii=False)
        assert [path for path in paths if path in seen] == []
        assert "Traceback" not in seen
        log = "\n".join(self.log)
        assert any(path in log for path in paths), log


def run(tmp: Path, **fields: Any) -> Outcome:
    """Run a job in this process."""
    memory = fields.pop("memory", LIMITS.memory)
    more = fields.pop("more", {})
    requested = JobRequest(**{"kind": "solve", "board": BOARD, **fields})
    task = read_question(requested, replace(LIMITS, memory=memory)).tasks[0]
    task |= {"every": 1.0, "time_limit": requested.time_limit or 60.0, "moves": str(tmp / "moves")}
    task |= more
    said = tmp / "said"
    file = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    log: list[str] = []
    try:
        run_job(task, file, log.append)
    except Exception as error:
        log.append(failure_text(error))
    finally:
        os.close(file)
    return Outcome([json.loads(line) for line in said.read_text().splitlines()], log)


def test_a_job_reads_no_text_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Board and options were read and checked by the reader's process."""
    searches = [Search("wastar", options={"weight": "2", "order": "DULR"})]
    requested = [
        JobRequest("solve", BOARD, "first"),
        JobRequest("solve", "korf100:79", searches=searches),
        JobRequest("trace", SMALL, searches=searches),
        JobRequest("explain", "korf100:79"),
    ]
    tasks = [read_question(one, LIMITS).tasks[0] for one in requested]
    more = {name: str(tmp_path / name) for name in ("moves", "trace", "places")}
    more |= {"every": 1.0, "time_limit": 60.0}  # type: ignore[dict-item]

    def run_all() -> None:
        for task in tasks:
            said = tmp_path / "said"
            file = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            run_job(task | more, file, print)
            os.close(file)
            kinds = [json.loads(line)["kind"] for line in said.read_text().splitlines()]
            assert kinds[-1] == "result", said.read_text()

    run_all()  # reads the published instances
    for place in ("taquin.puzzle.board.recognise", "taquin.search.algorithm.parse_options"):
        monkeypatch.setattr(place, None)
    run_all()


# Storing


@pytest.mark.parametrize(
    "fields",
    [
        {"board": FARTHER},
        {"searches": [Search("astar", "pdb:6-6-3")], "engine": "compiled"},
        {"searches": [Search("astar", "max:manhattan,pdb:6-6-3")], "engine": "python"},
    ],
    ids=["default", "compiled", "python"],
)
def test_a_visitor_causes_nothing_to_be_stored(
    cache: Path, tmp_path: Path, fields: dict[str, Any]
) -> None:
    done = run(tmp_path, topology=WALLS, **fields)
    assert done.result["status"] == "solved" and "pdb:6-6-3" in done.result["heuristic"]
    built = [text for text in done.notices if text.startswith("building")]
    assert built == ["building the pattern databases of 6-6-3 (for this search)"]
    assert not cache.exists()


def test_tables_that_are_stored_are_used_and_left_alone(cache: Path, tmp_path: Path) -> None:
    searches = [Search("astar", "pdb:4-4")]
    taquin.solve(SMALL, algorithm="astar", heuristic="pdb:4-4", engine="python")
    stored = {path: path.stat().st_mtime_ns for path in cache.rglob("*.pdb")}
    assert stored
    done = run(tmp_path, board=SMALL, searches=searches, engine="python")
    assert done.result["status"] == "solved" and done.notices == []
    assert {path: path.stat().st_mtime_ns for path in cache.rglob("*.pdb")} == stored


def test_a_trace_and_an_explanation_store_nothing(cache: Path, tmp_path: Path) -> None:
    trace = {"trace": str(tmp_path / "t.jsonl"), "places": str(tmp_path / "t.places")}
    searches = [Search("astar", "pdb:6-6-3")]
    traced = run(tmp_path, kind="trace", topology=WALLS, searches=searches, more=trace)
    assert traced.result["status"] == "solved"
    explained = run(tmp_path, kind="explain", topology=WALLS)
    assert explained.result["solvable"]
    assert not cache.exists()


def test_building_for_one_search_keeps_to_its_time_and_memory(cache: Path, tmp_path: Path) -> None:
    late = run(tmp_path, topology="walls:6-10", time_limit=0.01)
    assert late.result["status"] == "solved"
    assert late.result["algorithm"] in ("anytime_beam", "rows"), "what needs no tables"
    large = run(tmp_path, topology="walls:6-10", memory=1 << 20)
    assert large.error["kind"] == "option"
    assert "Choose smaller patterns" in large.error["message"]
    assert not cache.exists()


def test_without_storing_oblong_boards_get_small_patterns(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """7-8 on 8x2 takes ten seconds to build, 5-5-5 half a second."""
    puzzle = Puzzle.of(Board.parse("0 1 2 3 4 5 6 7/8 9 10 11 12 13 14 15"))
    assert default_partition(puzzle) == "7-8"
    question = read_question(JobRequest("solve", puzzle.goal.text), LIMITS)
    request = question.tasks[0]["request"]
    near, stage = request["plan"]["stages"]
    assert near["budget"]["near"] == 16, "near the goal nothing is built"
    assert (stage["algorithm"], stage["heuristic"]) == ("idastar", "pdb:5-5-5")


def test_the_usual_tables_are_built_ahead_and_once(cache: Path) -> None:
    said: list[str] = []
    with announcing(said.append):
        build_usual_tables()
    assert [text for text in said if "usual" in text] == [
        "building the usual pattern databases of 4x4 (once, 1 to 60 s)",
        "the usual pattern databases of 4x4 are ready",
    ]
    for goal in ("last", "first", "snake", "spiral"):
        puzzle = Puzzle.of(Board.parse(BOARD), goal=goal)
        assert is_stored(puzzle, default_partition(puzzle) or "")
    with announcing(said.append):
        build_usual_tables()
    assert len([text for text in said if "usual" in text]) == 2


def test_the_strong_tables_are_built_once_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    built: list[str] = []
    monkeypatch.setattr(warm, "solve", lambda board, **how: built.append(how["heuristic"]))
    for there in (False, True):
        monkeypatch.setattr(warm, "is_stored", lambda puzzle, name, there=there: there)
        with announcing(said.append):
            build_strong_tables()
    assert built == ["pdb:7-8"]
    assert len(said) == 2 and "--no-prepare leaves it out" in said[0]


BUILDER = """
import sys, taquin.faces.web.process.fork_server as server
from taquin.ground.announce import announce
server.build_usual_tables = lambda: announce("built")
server.build_strong_tables = lambda: announce("strong")
server.compile_all = lambda: announce("compiled")
server.main()
"""


@pytest.mark.parametrize(
    ("told", "made"),
    [([], []), (["tables"], ["built", "strong"]), (["tables", "code"], ["built", "compiled"])],
)
def test_the_fork_server_builds_them_only_if_told(told: list[str], made: list[str]) -> None:
    ours, theirs = socket.socketpair()
    words = [sys.executable, "-c", BUILDER, str(theirs.fileno()), *told]
    with subprocess.Popen(words, pass_fds=[theirs.fileno()], stderr=subprocess.PIPE) as process:
        theirs.close()
        assert process.stderr is not None
        for word in made:
            assert process.stderr.readline() == f"taquin: {word}\n".encode()
        ours.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


PATIENCE = """
import socket
from taquin.faces.web.process.fork_server import _Child, _ForkServer
server = _ForkServer(socket.socketpair()[0])
for reads in [True], [True, False], [False]:
    children = [_Child(1, n, 0, 0.0, 0, True, one) for n, one in enumerate(reads)]
    server._children = dict(enumerate(children))
    print(server._patience(), end=" ")
server._steps = None
print(server._patience())
"""


def test_the_reader_does_not_keep_the_fork_server_from_warming() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PATIENCE], capture_output=True, text=True, check=True
    )
    assert done.stdout == "0 0.1 0.1 0.1\n"


# What a visitor may learn


def store_tables() -> None:
    """Build and store the tables that `TABLES` asks for."""
    taquin.solve("1 2 3/4 5 0/7 8 6", algorithm="astar", heuristic="pdb:4-4", engine="python")
    open_tables.cache_clear()  # a job opens them afresh


TABLES = {"board": SMALL, "searches": [Search("astar", "pdb:4-4")], "engine": "python"}


def test_a_table_that_cannot_be_read(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store_tables()
    words = f"the pattern database {cache}/tables/4x4.pdb cannot be read: Input/output error."
    monkeypatch.setattr("taquin.faces.web.process.work.answer", raising(TableError(words)))
    done = run(tmp_path, **TABLES)
    assert done.error["kind"] == "table" and "heuristic" in done.error["hint"]
    done.check_private()


def test_an_import_that_fails(cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ImportError(f"cannot import name 'x' from 'numba' ({sys.prefix}/numba.py)")
    monkeypatch.setattr("taquin.faces.web.process.work.answer", raising(broken))
    done = run(tmp_path, board=SMALL)
    assert done.error["kind"] == "server"
    done.check_private()


def raising(error: BaseException) -> Any:
    def fail(*_: Any, **__: Any) -> Any:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (RuntimeError(f"no {Path.home()} in {sys.prefix}"), "defect"),
        (KeyError(str(Path.home())), "defect"),
        (PermissionError(13, "Permission denied", str(Path.home() / "file")), "server"),
        (TableError(f"the pattern database {Path.home()}/x cannot be read"), "table"),
        (FolderError(f"the cache folder {Path.home()} belongs to another user"), "server"),
    ],
    ids=lambda value: value if isinstance(value, str) else type(value).__name__,
)
def test_an_error_of_unknown_origin(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, kind: str
) -> None:
    monkeypatch.setattr("taquin.faces.web.process.work.answer", raising(error))
    done = run(tmp_path, board=SMALL)
    assert done.error["kind"] == kind
    done.check_private()


def test_a_full_disk_ends_a_trace_and_leaves_nothing(cache: Path, tmp_path: Path) -> None:
    trace, places = tmp_path / "t.jsonl", tmp_path / "t.places"
    trace.symlink_to("/dev/full")
    done = run(
        tmp_path, kind="trace", board=SMALL, searches=[Search("bfs")],
        more={"trace": str(trace), "places": str(places)},
    )  # fmt: skip
    assert (done.error["kind"], done.error["message"]) == ("server", "The server's disk is full.")
    assert "No space left on device" in done.log[0]
    assert not trace.is_symlink() and not places.exists()
    assert Path("/dev/full").exists()
    done.check_private()


def test_code_that_cannot_be_stored_is_the_operators_concern(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def warm(_: Any) -> float:
        code_is_lost("No space left on device")
        return 0.0

    monkeypatch.setattr("taquin.solving.engines.lowering.Lowered.warm", warm)
    done = run(tmp_path, board=SMALL, searches=[Search("bfs")], engine="compiled")
    assert done.result["status"] == "solved" and done.notices == []
    done.check_private()


def test_a_private_message_without_a_private_listener_is_heard() -> None:
    """On the command line everything is said to the one who owns the machine."""
    heard: list[str] = []
    with announcing(heard.append):
        announce("public")
        announce("in /home", private=True)
    assert heard == ["public", "in /home"]


@pytest.fixture
def plug_in() -> Iterator[str]:
    def factory(puzzle: Puzzle) -> Any:
        """A user's heuristic with a fault."""
        return lambda state: None

    factory.__module__ = "somebodys"
    heuristic("faulty", admissible=True, consistent=True, paper="none")(factory)
    yield "faulty"


def test_a_plug_in_that_fails(cache: Path, tmp_path: Path, plug_in: str) -> None:
    done = run(tmp_path, board=SMALL, searches=[Search("astar", plug_in)], engine="python")
    assert done.error["kind"] == "plug_in"
    done.check_private(__file__)
    assert __file__ in done.log[0]
    explained = run(tmp_path, kind="explain")
    assert __file__ not in json.dumps(explained.lines)


def test_what_is_the_visitors_concern_is_told(cache: Path, tmp_path: Path) -> None:
    search = Search("astar", "linear_conflict")
    done = run(tmp_path, board=SMALL, topology="torus", searches=[search])
    assert done.error["kind"] == "option" and "torus" in done.error["message"]
    assert done.log == []


def test_a_refusal_can_always_be_sent() -> None:
    refusal = Refusal(422, "field", "half a pair: \ud800", "See /api/docs.")
    assert json.dumps(refusal.as_dict(), ensure_ascii=False).encode()


# The operator's log


def test_a_flood_of_failures_is_counted() -> None:
    log = FailureLog()
    shown = 0
    for number in range(1000):
        now = number / 100
        may = log.shows(now)
        shown += may
        log.failed(now, shown=may)
        assert log.report(now) is None
    assert shown == 5 and log.pending
    assert log.report(61.0) == (
        "995 more jobs failed in the last minute; only the first few are shown in full."
    )
    assert not log.pending and log.report(200.0) is None
    assert log.shows(200.0)


def test_a_line_of_the_log_cannot_be_forged(capsys: pytest.CaptureFixture[str]) -> None:
    log_line("one\x1b[2Jtwo\rthree\u2028four\ud800")
    assert capsys.readouterr().err == "taquin: one\\x1b[2Jtwo\\rthree\\u2028four\\ud800\n"
    log_line("x" * 10**6)
    assert len(capsys.readouterr().err) < 10_000


def test_a_failure_in_the_log() -> None:
    assert failure_text(TableError("bad")) == "a job failed: TableError: bad"
    try:
        raise RuntimeError("odd")
    except RuntimeError as error:
        text = failure_text(error)
    assert "Traceback" in text and text.endswith("RuntimeError: odd")
