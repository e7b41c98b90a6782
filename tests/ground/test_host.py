"""What the machine refuses is told as that, and nothing else is."""

import errno
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from taquin.ground.host import shortage

INFINITY = resource.RLIM_INFINITY
REFUSED = {
    "files": (OSError(errno.EMFILE, "Too many open files"), "ulimit -n"),
    "threads": (RuntimeError("can't start new thread"), "ulimit -u"),
    "processes": (BlockingIOError(errno.EAGAIN, "Resource temporarily unavailable"), "ulimit -u"),
    "memory": (OSError(errno.ENOMEM, "Cannot allocate memory"), "too little memory"),
    "temporary": (
        FileNotFoundError(errno.ENOENT, "No usable temporary directory found in ['/tmp']"),
        "set TMPDIR",
    ),
}
OTHERS = [
    RuntimeError("deque mutated during iteration"),
    ImportError("no module named nothing"),
    OSError("Could not find/load shared object file 'libsome.so'"),
    FileNotFoundError(errno.ENOENT, "No such file or directory", "some.txt"),
    ValueError("a defect"),
    SystemError("error return without exception set"),
]


@pytest.mark.parametrize(("error", "words"), REFUSED.values(), ids=list(REFUSED))
def test_a_shortage_is_told_as_one(error: Exception, words: str) -> None:
    told = shortage(error)
    assert told is not None and words in told


def test_other_errors_are_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (INFINITY, INFINITY))
    assert [shortage(error) for error in OTHERS] == [None] * len(OTHERS)


def test_a_library_that_cannot_be_loaded_lacks_room_only_under_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (200 << 20, INFINITY))
    told = shortage(OTHERS[2])
    assert told is not None and "only 200 MiB (ulimit -v)" in told
    assert shortage(OTHERS[4]) is None
    told = shortage(OTHERS[5])
    assert told is not None and "allow more" in told


def test_no_module_is_stored_cut_where_files_are_limited(tmp_path: Path) -> None:
    (tmp_path / "long.py").write_text("X = " + repr("x" * 50_000))
    code = "from taquin.ground.host import keep_bytecode_whole as keep; keep(); import long"
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path[1:]])},
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000)),
        check=True,
    )
    assert [path.name for path in tmp_path.rglob("*")] == ["long.py"]
