"""--cluster: the rows of batch and bench, the answer of solve, and everything that can be wrong."""

import json
import socket
from dataclasses import replace

import pytest
from clusters import within

from cli import taquin
from taquin.bench.suite import SUITES, Contestant
from taquin.cluster import address as address_module
from taquin.cluster import connection
from taquin.cluster.address import Address, read_cluster
from taquin.cluster.crew import Crew
from taquin.ground.errors import ClusterLost

pytest.importorskip("distributed", reason="pip install -e '.[test]'")

LINES = b"702853614\n8 6 7/2 5 4/3 0 1\nnonsense\n# a remark\n123456780\n12345678 0\n813402765\n"
PATTERNS = ["-a", "idastar", "--heuristic", "pdb:4-4"]


@pytest.fixture(scope="module")
def there():
    with within(2) as client:
        yield ["--cluster", client.scheduler.address]


def untimed(rows):
    varies = ("seconds", "peak_memory_bytes", "digest")  # the digest, of the others
    return [{key: row[key] for key in row if key not in varies} for row in rows]


def test_batch_writes_the_rows_that_it_writes_alone(there):
    alone, spread = taquin("batch", "-", stdin=LINES), taquin("batch", "-", there, stdin=LINES)
    assert untimed(spread.rows) == untimed(alone.rows) and len(alone.rows) == 6
    assert (spread.status, spread.err) == (alone.status, alone.err)


def test_batch_loads_plugins_in_the_workers(there, tmp_path):
    plugin = tmp_path / "far.py"
    plugin.write_text(
        "from taquin import heuristic\n\n"
        "@heuristic('far', admissible=True, consistent=True, paper='a test')\n"
        "def far(puzzle):\n    return lambda state: 0\n"
    )
    ran = taquin(
        "batch", "-", there, "--plugin", str(plugin), "--heuristic", "far", stdin=b"123456708\n"
    )
    assert {row.get("heuristic") for row in ran.rows if row["status"] == "solved"} == {"far"}


@pytest.fixture
def small_suite(monkeypatch):
    """The suite `classroom` with two of its searches."""
    searches = [Contestant(name, name, "manhattan", {}, "python") for name in ("astar", "greedy")]
    suite = replace(SUITES["classroom"], contestants=lambda settings: searches)
    monkeypatch.setitem(SUITES, "classroom", suite)


def test_bench_writes_the_rows_that_it_writes_alone(there, small_suite, tmp_path):
    files = tmp_path / "alone.jsonl", tmp_path / "there.jsonl"
    for file, where in zip(files, ([], there), strict=True):
        done = taquin("bench", "run", "classroom", "--limit", "1", "--out", str(file), where)
        assert done.status == 0
    (head, *alone), (other, *spread) = (
        [json.loads(line) for line in file.read_text().splitlines()] for file in files
    )
    assert head["cluster"] is None and other["cluster"] == there[1]
    facts = ("contestant", "instance", "status", "cost", "optimal", "cpu", "disagrees")
    for mine, its in zip(alone[:-1], spread[:-1], strict=True):
        assert [mine[name] for name in facts] == [its[name] for name in facts]
        assert mine["stats"]["expanded"] == its["stats"]["expanded"]


def test_solve_answers_as_alone(there):
    alone, spread = (
        taquin("solve", "8 6 7/2 5 4/3 0 1", PATTERNS, "--format", "json", where).json
        for where in ([], there)
    )
    assert spread["cost"] == alone["cost"] and spread["optimal"]
    assert spread["stats"]["contours"][:-1] == alone["stats"]["contours"][:-1]


@pytest.mark.parametrize(
    "text",
    ["", "locale", "local:", "local:0", "local:-1", "local:two", "local:9999", "tcp://", "tcp://x",
     "tcp://x:0", "tcp://x:65536", "tcp://a b:1", "http://x:8786", "127.0.0.1:8786", "local:٣"],
)  # fmt: skip
def test_other_texts_are_refused(text):
    for command in (["solve", "702853614"], ["batch", "-"], ["bench", "run", "classroom"]):
        ran = taquin(command, "--cluster", text)
        assert ran.status == 2 and ran.out == ""
        assert ran.err.startswith(f"taquin: cluster {text!r}: expected ")


def test_the_texts_that_name_a_cluster(monkeypatch):
    monkeypatch.setattr(address_module, "usable_cores", lambda: 3)
    assert str(read_cluster(" local ")) == "local:3"
    assert read_cluster("local:12") == Address(workers=12)
    for text in ("tcp://node-7.example:8786", "tcp://[::1]:1"):
        assert str(read_cluster(text)) == text


def test_two_ways_to_spread_are_refused(there, monkeypatch):
    monkeypatch.setattr("taquin.faces.cli.common.within_cores", lambda n, name: (n, None))
    for command in (["solve", "702853614"], ["batch", "-"], ["bench", "run", "classroom"]):
        ran = taquin(command, there, "--workers", "2")
        assert (ran.status, ran.out) == (2, "")
        assert "--workers and --cluster both spread the work; give one of them." in ran.err


def test_a_search_that_cannot_be_spread_is_refused(there):
    ran = taquin("solve", "702853614", there)
    assert ran.status == 2 and "only IDA* over pattern databases" in ran.err


def test_without_dask_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr(address_module, "find_spec", lambda name: None)
    ran = taquin("batch", "-", "--cluster", "local", stdin=LINES)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == (
        "taquin: searching on a cluster needs Dask and cryptography: pip install 'taquin[dask]'.\n"
    )


def test_a_scheduler_that_does_not_answer_is_waited_for_in_bounds(monkeypatch):
    monkeypatch.setattr(connection, "CONNECT_SECONDS", 0.2)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        closed = silent.getsockname()[1]
        for listens in (False, True):  # nobody there, and somebody who says nothing
            if listens:
                silent.listen()
            ran = taquin("solve", "8 6 7/2 5 4/3 0 1", PATTERNS,
                         "--cluster", f"tcp://127.0.0.1:{closed}")  # fmt: skip
            assert (ran.status, ran.out) == (2, "")
            start = f"taquin: no Dask scheduler answers at tcp://127.0.0.1:{closed} within 0.2 s"
            # The first command of a process builds the tables before.
            assert ran.err.splitlines()[-1].startswith(start) and "Traceback" not in ran.err


@pytest.fixture
def lost(monkeypatch):
    """The scheduler is lost once a result has come."""
    results, seen = Crew.results, []

    def losing(team, timeout):
        found = results(team, timeout)
        seen.extend(found)
        if seen:
            raise ClusterLost("the connection to the cluster's scheduler was lost.")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Crew, "results", losing)
        yield patch


def test_a_lost_scheduler_leaves_the_rows_of_batch(there, lost, tmp_path):
    file, source = tmp_path / "out.jsonl", tmp_path / "boards.txt"
    source.write_bytes(LINES)
    ran = taquin("batch", str(source), "--output", str(file), there)
    assert ran.status == 4
    assert ran.err == (
        "taquin: the connection to the cluster's scheduler was lost. The lines written are "
        "complete; continue with --output and --resume.\n"
    )
    lost.undo()
    assert taquin("batch", str(source), "--output", str(file), "--resume", there).status == 2
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert untimed(rows) == untimed(taquin("batch", str(source)).rows)


def test_a_lost_scheduler_leaves_the_rows_of_bench(there, lost, small_suite, tmp_path):
    file = tmp_path / "out.jsonl"
    command = ["bench", "run", "classroom", "--limit", "1", "--out", str(file)]
    ran = taquin(command, there)
    assert ran.status == 4 and "complete; continue with --out and --resume." in ran.err
    lost.undo()
    assert taquin(command, "--resume", there).status == 0


def test_contestants_with_processes_of_their_own_stay_here(there):
    ran = taquin("bench", "run", "peers", "--limit", "1", there)
    assert ran.status == 2 and "which a worker of a cluster may not start" in ran.err
