"""Clusters of processes: their ports, a worker killed, a scheduler killed, Ctrl-C.

The tests that start a scheduler and workers by hand take a minute:
`python -m pytest -m slow tests/cluster`.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from functools import partial
from urllib.error import HTTPError
from urllib.request import urlopen

import clusters
import pytest

from taquin import Checkpoints, solve
from taquin.cluster.address import read_cluster
from taquin.cluster.connection import connected
from taquin.cluster.crew import Crew
from taquin.solving.engines import spread

pytest.importorskip("distributed", reason="pip install -e '.[test]'")
pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kill -9 is of POSIX")

SEARCH = {"algorithm": "idastar", "heuristic": "pdb:4-4-4-3"}
BOARD = "korf100:79"
HARD = ["korf100:82", "-a", "idastar", "--heuristic", "pdb:4-4-4-3"]  # minutes
TAQUIN = [sys.executable, "-m", "taquin"]


@pytest.fixture
def spread_all(monkeypatch):
    monkeypatch.setattr(spread, "_WORTH_SPREADING", 0)
    monkeypatch.setattr(spread, "part_seconds", lambda *known: 0.01)


def killing(monkeypatch, file):
    """Kill the worker that has written its process to a file: it is in the middle of a part."""
    results, killed = Crew.results, []
    monkeypatch.setattr(spread, "search_part", partial(clusters.held, str(file)))

    def then_kill(team, timeout):
        process = clusters.told(file)
        if process is not None and not killed:
            os.kill(process, signal.SIGKILL)
            killed.append(process)
        return results(team, timeout)

    monkeypatch.setattr(Crew, "results", then_kill)
    return killed


def own_listeners():
    """The addresses at which this process and its children listen."""
    import psutil

    me = psutil.Process()
    found = set()
    for process in [me, *me.children(recursive=True)]:
        with contextlib.suppress(psutil.NoSuchProcess):
            found |= {c.laddr.ip for c in process.net_connections("inet") if c.status == "LISTEN"}
    return found


def test_a_killed_worker_of_a_local_cluster(spread_all, monkeypatch, tmp_path):
    """Its subtrees are searched again, and nothing listens beyond this machine."""
    alone = solve(BOARD, **SEARCH)
    before = own_listeners()
    environment = dict(os.environ)
    with connected(read_cluster("local:2")) as client:
        assert own_listeners() <= before | {"127.0.0.1"}
        page = client.cluster.dashboard_link
        with pytest.raises(HTTPError, match="404"):
            urlopen(page, timeout=30)
        killed = killing(monkeypatch, tmp_path / "process")
        found = solve(BOARD, **SEARCH, cluster=client)
    assert len(killed) == 1
    assert found.cost == alone.cost
    assert found.stats.contours[:-1] == alone.stats.contours[:-1]
    assert dict(os.environ) == environment


@pytest.mark.slow
def test_a_scheduler_and_two_workers_started_by_hand(spread_all, monkeypatch, tmp_path):
    alone = solve(BOARD, **SEARCH)
    with (
        clusters.scheduler() as (_, address),
        clusters.worker(address),
        clusters.worker(address),
    ):
        found = solve(BOARD, **SEARCH, cluster=address)
        assert found.stats.contours[:-1] == alone.stats.contours[:-1]
        # Nobody replaces a worker that was started without a nanny.
        killed = killing(monkeypatch, tmp_path / "process")
        found = solve(BOARD, **SEARCH, cluster=address)
        assert len(killed) == 1
        assert found.stats.contours[:-1] == alone.stats.contours[:-1]


def started(*words):
    """The command, once it has written its first checkpoint to a file named `kept`."""
    process = subprocess.Popen(
        [*TAQUIN, "solve", *HARD, "--checkpoint", "kept", "--checkpoint-every", "0.1", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not os.path.exists("kept"):
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    return process


@pytest.mark.slow
def test_a_scheduler_that_is_killed_ends_the_command_with_a_checkpoint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with clusters.scheduler() as (scheduler, address), clusters.worker(address):
        process = started("--cluster", address, "--format", "json")
        scheduler.kill()
        out, err = process.communicate(timeout=120)
    row = json.loads(out)
    assert process.returncode == 4, err
    assert (row["status"], row["limit"]) == ("limit", "cluster")
    assert "taquin: the connection to the cluster's scheduler was lost\n" in err
    assert "taquin: the cluster was lost; a solution needs at least" in err
    assert "To continue, repeat the command with --resume kept." in row["notes"]
    more = row["stats"]["expanded"] + 100_000
    kept = Checkpoints(resume=tmp_path / "kept")
    found = solve(HARD[0], **SEARCH, cluster="local:1", checkpoints=kept, node_limit=more)
    assert (
        found.stats.contours[: len(row["stats"]["contours"]) - 1] == row["stats"]["contours"][:-1]
    )
    assert found.stats.expanded >= more and found.lower_bound >= row["lower_bound"]


@pytest.mark.slow
def test_ctrl_c_ends_a_local_cluster_with_an_answer(tmp_path, monkeypatch):
    """It reaches the workers too, as it does on a terminal."""
    import psutil

    monkeypatch.chdir(tmp_path)
    process = started("--cluster", "local:2")
    children = psutil.Process(process.pid).children(recursive=True)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 130, err
    assert "result   interrupted; a solution needs at least" in out
    assert "Traceback" not in err and "To continue, repeat the command" in out
    assert not psutil.wait_procs(children, timeout=60)[1]
