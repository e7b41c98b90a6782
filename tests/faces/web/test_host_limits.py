"""Limits that the system sets for the server: the smaller holds, or it says why it cannot start."""

import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import replace

import pytest

from cli import taquin
from taquin.faces.web.process.fork_server import _set_limits
from taquin.faces.web.process.limits import HELD, local_limits, within_host
from taquin.ground.errors import OptionError
from web_client import Client

KIB = 1024  # the unit of the shell's limits
INFINITY = resource.RLIM_INFINITY
LIMITS = local_limits()
KINDS = (resource.RLIMIT_AS, resource.RLIMIT_FSIZE, resource.RLIMIT_NOFILE)
SERVE = ("serve", "--port", "0", "--no-prepare")


def limited(limits: Mapping[int, int], *arguments: str) -> "subprocess.Popen[str]":
    """The command under limits of the system."""

    def limit() -> None:
        for kind, most in limits.items():
            resource.setrlimit(kind, (most, most))

    return subprocess.Popen(
        [sys.executable, "-m", "taquin", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=limit,
    )


def test_under_limits_of_the_system_it_answers() -> None:
    limits = {
        resource.RLIMIT_AS: 4_000_000 * KIB,
        resource.RLIMIT_FSIZE: 100 * KIB,
        resource.RLIMIT_CPU: 100,
    }
    with limited(limits, *SERVE) as process:
        assert process.stdout is not None
        client = Client(process.stdout.readline().split(" at ")[1].split()[0])
        explained = client.ask("POST", "/api/explain", {"board": "1 2 3/4 5 6/7 0 8"})
        assert (explained.status, explained.json["solvable"]) == (200, True)
        solved = client.wait(client.start("solve", board="702853614", goal="first"))
        assert (solved["state"], solved["result"]["status"]) == ("done", "solved")
        # A trace ends where its file would be too long.
        traced = client.wait(client.start("trace", board="8 6 7/2 5 4/3 0 1", algorithm="bfs"))
        assert (traced["state"], traced["result"]["limit"]) == ("done", "memory")
        assert client.get("/api/catalogue").json["limits"]["trace_bytes"] == 50 * KIB
        process.terminate()
        _, errors = process.communicate(timeout=20)
    assert "ends this server, and each search, after 100 s of processor time (ulimit -t)" in errors
    assert "Traceback" not in errors and process.returncode == 0


@pytest.mark.parametrize(
    ("kind", "most", "words"),
    [
        (resource.RLIMIT_AS, 500_000 * KIB, "only 488 MiB of address space (ulimit -v)"),
        (resource.RLIMIT_NOFILE, 30, "only 30 files open (ulimit -n)"),
    ],
    ids=["space", "files"],
)
def test_where_it_could_only_fail_it_does_not_start(kind: int, most: int, words: str) -> None:
    with limited({kind: most}, *SERVE) as process:
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert words in errors and "needs at least" in errors and len(errors.splitlines()) == 1


def test_without_a_folder_for_temporary_files_it_does_not_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda: ["/no/such/folder"])
    ran = taquin(*SERVE)
    assert ran.status == 2 and ran.out == ""
    assert "no folder for temporary files can be written to; set TMPDIR" in ran.err


def test_where_no_file_may_be_written_it_does_not_start() -> None:
    with limited({resource.RLIMIT_FSIZE: 0}, *SERVE) as process:
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert "set TMPDIR" in errors and "(ulimit -f)" in errors and "bug" not in errors


def test_a_command_without_room_says_so() -> None:
    with limited({resource.RLIMIT_AS: 200_000 * KIB}, "solve", "korf100:1") as process:
        out, errors = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert "too little memory for this command" in errors
    assert "only 195 MiB (ulimit -v)" in errors and "bug" not in errors


def test_the_smaller_limit_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    held = dict.fromkeys(KINDS, (INFINITY, INFINITY))
    monkeypatch.setattr(resource, "getrlimit", held.__getitem__)
    assert within_host(LIMITS) == LIMITS
    held[resource.RLIMIT_AS] = (1 << 30, INFINITY)
    held[resource.RLIMIT_FSIZE] = (INFINITY, 1 << 20)
    held[resource.RLIMIT_NOFILE] = (64, 1000)  # the server raises it itself
    wide = replace(LIMITS, connections=5000, processes=2)
    lowered = within_host(wide)
    assert (lowered.memory, lowered.trace_bytes) == ((1 << 30) - (800 << 20), 1 << 19)
    assert 900 < lowered.connections * (1 + HELD) < 1000
    held[resource.RLIMIT_AS] = (900 << 20, 900 << 20)
    with pytest.raises(OptionError, match="ulimit -v"):
        within_host(wide)


def test_a_job_keeps_the_smaller_limits_of_its_host() -> None:
    pid = os.fork()
    if pid == 0:
        try:
            sys.dont_write_bytecode = True  # it would be stored cut
            for kind, most in ((resource.RLIMIT_FSIZE, 1000), (resource.RLIMIT_CPU, 50)):
                resource.setrlimit(kind, (most, most))
            _set_limits({"wall": 90, "memory": 1 << 28, "trace_bytes": 1 << 20})
            kept = (
                resource.getrlimit(resource.RLIMIT_FSIZE),
                resource.getrlimit(resource.RLIMIT_CPU),
            )
            os._exit(0 if kept == ((1000, 1000), (49, 50)) else 3)
        finally:
            os._exit(4)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
