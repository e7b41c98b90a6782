"""Tables that are built in files, because memory is short: the same bits, and nothing left over."""

import errno
import os
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from cli import taquin
from pattern_boards import grid, torus
from taquin import NoRoom, solve
from taquin.ground import storage
from taquin.ground.announce import announcing
from taquin.ground.memory import resident_bytes
from taquin.ground.storage import affordable_bytes, nothing_stored, using_memory
from taquin.heuristics.patterns import collection, file_rows
from taquin.heuristics.patterns.collection import PatternDatabase
from taquin.heuristics.patterns.file_rows import FileRows
from taquin.heuristics.patterns.place import Place
from taquin.kernels.patterns.build import InMemory, build, packed_neighbors

PLACE = Place(3, 3, grid(3, 3), 0)
FIFTEEN = Place(4, 4, grid(4, 4), 0)


@pytest.fixture
def no_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rows fit in memory, and every look at it finds too much in use."""
    monkeypatch.setattr(file_rows, "_BETWEEN", 0)
    monkeypatch.setattr(collection, "affordable_bytes", lambda: 10_000_000)
    monkeypatch.setattr(file_rows, "resident_bytes", lambda: 1 << 60)
    monkeypatch.setattr(file_rows, "in_memory", lambda *_: False)


@pytest.mark.parametrize("neighbors", [grid(3, 3), torus(3, 3)], ids=["grid", "torus"])
def test_every_pattern_of_3x3_has_the_same_table(
    neighbors: tuple[tuple[int, ...], ...], tmp_path: Path
) -> None:
    """A torus of odd side has two planes."""
    packed = packed_neighbors(neighbors)
    for tiles in (1, 2, 3, 4):
        for goal_cells in combinations(range(1, 9), tiles):
            rows, usual = FileRows(tmp_path, most=0), build(packed, goal_cells, 0)
            other = build(packed, goal_cells, 0, rows=lambda _, rows=rows: rows)
            assert np.array_equal(usual.planes, other.planes)
            assert (usual.histogram, usual.merged) == (other.histogram, other.merged)
            rows.relieve()
            assert np.array_equal(usual.planes, other.planes)  # read again from the file
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_memory")
def test_the_stored_file_is_the_same(tmp_path: Path) -> None:
    pattern, told = (1, 4, 5, 8, 9, 12, 13), []
    with announcing(told.append):
        PatternDatabase.build(FIFTEEN, pattern, scratch=tmp_path).save(tmp_path / "files.pdb")
    assert "MB of memory to build, and 10.0 MB may be used: it is built in files" in told[0]
    kept = InMemory()
    built = build(packed_neighbors(FIFTEEN.neighbors), pattern, 0, rows=lambda _: kept)
    PatternDatabase(FIFTEEN, pattern, *built).save(tmp_path / "memory.pdb")
    assert (tmp_path / "files.pdb").read_bytes() == (tmp_path / "memory.pdb").read_bytes()
    assert len(list(tmp_path.iterdir())) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="other systems decide about pages alone")
def test_no_more_memory_than_allowed(tmp_path: Path) -> None:
    """In a process of its own, whose peak the system tells: about 32 MB instead of 62.

    Eight of them are the moves between blocks.

    A thread that has to wait reads more between two looks at the memory.
    """
    code = (
        "import pathlib, sys\n"
        "from test_file_rows import FIFTEEN\n"
        "from taquin.ground.memory import resident_bytes\n"
        "from taquin.ground.storage import using_memory\n"
        "from taquin.heuristics.patterns import file_rows\n"
        "from taquin.heuristics.patterns.collection import PatternDatabase\n"
        "file_rows._BETWEEN = 10_000_000\n"
        "folder, pattern = pathlib.Path(sys.argv[1]), tuple(range(1, 8))\n"
        "PatternDatabase.build(FIFTEEN, (1, 2, 3)).save(folder / 'first.pdb')\n"
        "pathlib.Path('/proc/self/clear_refs').write_text('5')\n"  # the peak counts from now
        "before = resident_bytes()\n"
        "with using_memory(before + 32_000_000):\n"
        "    PatternDatabase.build(FIFTEEN, pattern, scratch=folder).save(folder / 't.pdb')\n"
        "(peak,) = [line.split()[1] for line in open('/proc/self/status') if 'VmHWM' in line]\n"
        "print(int(peak) * 1024 - before)\n"
    )
    path = os.pathsep.join([str(Path(__file__).parent), *sys.path])
    ran = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert int(ran.stdout) < 40_000_000
    assert (
        PatternDatabase.open(tmp_path / "t.pdb", FIFTEEN, tuple(range(1, 8))).entries > 57_000_000
    )


def test_neither_memory_nor_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collection, "affordable_bytes", lambda: 200_000_000)
    monkeypatch.setattr(file_rows.shutil, "disk_usage", lambda _: _Usage(1_000_000))
    with pytest.raises(NoRoom) as caught:
        PatternDatabase.build(FIFTEEN, tuple(range(1, 9)), scratch=tmp_path)
    words = str(caught.value)
    assert "of memory, and may use 200.0 MB, or " in words
    assert f"of disk space, of which 1.0 MB are free in {tmp_path}." in words


class _Usage:
    def __init__(self, free: int) -> None:
        self.free = free


@pytest.mark.usefixtures("no_memory")
def test_a_disk_that_fills_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(file_rows.os, "posix_fallocate", full, raising=False)
    with pytest.raises(NoRoom, match=r"needs .* MB in .*: No space left on device"):
        PatternDatabase.build(PLACE, (1, 2, 3), scratch=tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("no_memory")
def test_where_blocks_cannot_be_reserved_zeros_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usual = build(packed_neighbors(PLACE.neighbors), (1, 2, 3), 0)
    monkeypatch.delattr(file_rows.os, "posix_fallocate", raising=False)
    built = PatternDatabase.build(PLACE, (1, 2, 3), scratch=tmp_path)
    assert np.array_equal(built.planes, usual.planes)


def test_nothing_is_written_where_nothing_may_be_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    with (
        nothing_stored(resident_bytes() + 1000),
        pytest.raises(NoRoom, match=r"; it may use 0\.0 MB"),
    ):
        solve("korf100:1", algorithm="idastar", heuristic="pdb:5-5-5")
    assert list(tmp_path.rglob("*.pdb")) == []


def test_the_stricter_of_two_limits_counts() -> None:
    used = resident_bytes()
    with nothing_stored(used + 50_000_000), using_memory(used + 900_000_000):
        assert (affordable_bytes() or 0) < 60_000_000
    with using_memory(used + 50_000_000), using_memory(None):
        assert (affordable_bytes() or 0) < 60_000_000


@pytest.mark.parametrize("engine", ["auto", "python", "compiled"])
def test_a_limit_without_room_for_the_tables_is_an_outcome(
    engine: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    result = solve(
        "korf100:1",
        algorithm="idastar",
        heuristic="pdb:7-8",
        engine=engine,
        memory_limit=resident_bytes() + 1_000_000,
    )
    assert (result.status, result.limit, result.lower_bound) == ("limit", "memory", 41)
    assert "takes at least 1" in result.notes[0] and "Choose smaller patterns" in result.notes[0]


def test_a_table_that_no_machine_can_build_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    ran = taquin("solve", "korf24:1", "-a", "idastar", "--heuristic", "pdb:9-9-6")
    assert ran.status == 2 and "of disk space, of which" in ran.err


def test_the_command_builds_within_a_memory_limit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    few = ["pdb", "build", "6-6-3", "--memory-limit"]
    ran = taquin(*few, "1MB")
    assert ran.status == 2 and "takes at least" in ran.err
    assert taquin(*few, "many").status == 2
    monkeypatch.setattr(file_rows, "_BETWEEN", 0)
    # The process's own size changes meanwhile, by as much as a table takes.
    monkeypatch.setattr(storage, "resident_bytes", lambda: 100_000_000)
    ran = taquin(*few, "102MB")
    assert ran.status == 0 and "it is built in files" in ran.err
    assert taquin("pdb", "verify").out.endswith("3 files verified\n")
    assert not [path for path in (tmp_path / "tables").iterdir() if "tmp" in path.name]
