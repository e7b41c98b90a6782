"""Loading compiled searches ahead: only what the cache holds, and nothing twice."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from taquin.faces.web.process import warm
from taquin.faces.web.process.limits import public_limits
from taquin.faces.web.process.warm import _HEURISTICS, warming
from taquin.ground.announce import announce
from taquin.kernels.searches import ida_star
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.engines.lowering import board_tables, estimate_tables

CODE = "*.nbc"  # compiled


def test_an_empty_cache_is_left_alone(tmp_path: Path) -> None:
    code = "from taquin.faces.web.process.warm import warming; print(list(warming(set())))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "TAQUIN_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "['explain']"
    assert list(tmp_path.rglob(CODE)) == []


def test_what_was_compiled_is_loaded_once() -> None:
    subprocess.run(
        [sys.executable, "-c", "import taquin; taquin.solve('korf100:1', algorithm='bfs', "
         "engine='compiled', node_limit=1)"],
        check=True,
    )  # fmt: skip
    assert list(Path(os.environ["TAQUIN_CACHE"]).rglob(CODE))
    loaded: set[str] = set()
    names = list(warming(loaded))
    assert "bfs" in names
    assert loaded == set(names) and len(names) == len(loaded)
    assert list(warming(loaded)) == []
    loaded.discard("bfs")
    assert list(warming(loaded)) == ["bfs"]


def test_nothing_is_compiled_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """One form of a search may be in the cache, and another not."""

    def solve(board: str, *, algorithm: str, **given: object) -> None:
        if algorithm == "idastar":
            announce("compiling, once")
            raise AssertionError("it compiles")

    monkeypatch.setattr(warm, "solve", solve)
    monkeypatch.setattr(warm, "is_compiled", lambda module: True)
    loaded: set[str] = set()
    assert "astar" in list(warming(loaded))
    assert "astar" in loaded and "idastar" not in loaded


PRIVATE = """
for line in open("/proc/self/smaps_rollup"):
    if line.startswith("Pss_Anon:") or line.startswith("Pss_Shmem:"):
        print(int(line.split()[1]) * 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="needs smaps_rollup")
def test_what_is_loaded_and_what_visitors_can_hold_fit_into_200_mb() -> None:
    """The processes of the server's own at rest, and the budgets of what they keep for visitors."""
    loading = "from taquin.faces.web.process import fork_server, warm; list(warm.warming(set()))"
    serving = "import taquin.faces.web.http.server"
    private = 0
    for code in (loading, serving):
        command = [sys.executable, "-c", f"{code}\n{PRIVATE}"]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        private += sum(map(int, done.stdout.split()))
    assert private > 50e6
    limits = public_limits()
    held = limits.kept_bytes + limits.cached_bytes + limits.unread_bytes
    reader = 10e6  # of its own; the rest it shares with the fork server
    assert private + held + reader <= 200e6


def test_every_kind_of_ida_star_is_compiled_beforehand() -> None:
    """Each combination of its `direct`, `kind` and `path` is compiled code of its own."""
    puzzle = Puzzle.of("123456780")
    plain = [name for name in _HEURISTICS if "pdb:" not in name]
    estimates = [estimate_tables(name, puzzle) for name in plain]
    lowered = [ida_star.prepare(board_tables(puzzle), given, "parent") for given in estimates]
    forms = {(len(tables.direct), len(tables.kind)) for tables in lowered}
    assert forms == {(1, 0), (0, 1), (0, 2), (0, 3), (0, 4)}
    assert any(name.startswith("pdb:") for name in _HEURISTICS)  # neither direct nor of a kind
