"""Compiled code in the cache folder: announced, shared by processes, damaged, lost, out of date."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from filelock import FileLock

import taquin
from taquin import solve
from taquin.kernels.base.cache import kernel_folders, sources_key, usable_code_folder
from taquin.solving.engines.engine import _warmed
from taquin.solving.engines.lowering import COMPILED


def test_building_is_announced_once(tmp_path: Path) -> None:
    code = (
        "from taquin import solve; from taquin.ground.announce import announcing\n"
        "from taquin.kernels.base import prepared; prepared.made_for = lambda: None\n"
        "heard = []\n"
        "with announcing(heard.append): solve('korf100:79')\n"
        "print(*heard, sep='\\n')"
    )
    # No tables, and one kernel less than is compiled: in an empty cache this would take long.
    # None is prepared, as on other platforms.
    solve("korf100:79")
    compiled = usable_code_folder()
    assert compiled is not None
    shutil.copytree(compiled, tmp_path / "kernels" / compiled.name)
    missing = [*tmp_path.glob("kernels/*/build._sweep-*.nbc")]
    assert missing
    for index in missing:
        index.unlink()
    environment = os.environ | {"TAQUIN_CACHE": str(tmp_path)}
    first, second = (
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True, text=True, check=True, env=environment,
        ).stdout
        for _ in range(2)
    )  # fmt: skip
    assert "compiling the search over pattern databases" in first
    assert first.count("building the pattern databases of 7-7-1 (once)") == 1
    assert second.strip() == ""


DOUBLED = (
    "from taquin.kernels.base.jit import kernel\n"
    "@kernel\ndef double(value):\n    return value + value\n"
    "@kernel\ndef triple(value):\n    return double(value) + value\n"
)

TOLD = (
    "from doubled import double, triple\n"
    "from taquin.kernels.base.cache import telling_of_compiling\n"
    "for kind in 'int', 'int', 'float':\n"
    "    told = []\n"
    "    with telling_of_compiling(told.append, kind):\n"
    "        triple({'int': 1, 'float': 0.5}[kind]), double(True)\n"
    "    print(*told)\n"
)


def _announced_by_doubled(folder: Path) -> str:
    """The announcements while kernels compile from a module in `folder`, with its cache there."""
    (folder / "doubled.py").write_text(DOUBLED)
    environment = os.environ | {"TAQUIN_CACHE": str(folder), "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, "-c", TOLD],
        capture_output=True, text=True, check=True, env=environment,
    ).stdout  # fmt: skip


def test_compiling_is_announced_once_and_only_when_it_happens(tmp_path: Path) -> None:
    """A kernel cached for one argument type is compiled, with an announcement, for another."""
    assert _announced_by_doubled(tmp_path) == "int\n\nfloat\n"
    assert _announced_by_doubled(tmp_path) == "\n\n\n"


def test_damaged_code_is_compiled_again(tmp_path: Path) -> None:
    assert _announced_by_doubled(tmp_path) == "int\n\nfloat\n"
    stored = list(tmp_path.glob("kernels/*/*.nbc"))
    assert len(stored) == 5  # double and triple for their types
    for file in stored:
        content = bytearray(file.read_bytes())
        content[len(content) // 2] ^= 1
        file.write_bytes(content)
    assert _announced_by_doubled(tmp_path) == "int\n\nfloat\n"
    assert _announced_by_doubled(tmp_path) == "\n\n\n"


@pytest.mark.slow
@pytest.mark.parametrize("files", range(1, 8))
def test_killed_while_it_compiles(tmp_path: Path, files: int) -> None:
    """However many files the cache holds by then, another process compiles and runs at once."""
    (tmp_path / "doubled.py").write_text(DOUBLED)
    environment = os.environ | {"TAQUIN_CACHE": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    with subprocess.Popen([sys.executable, "-c", TOLD], env=environment) as process:
        while len(list(tmp_path.glob("kernels/**/*.*"))) < files and process.poll() is None:
            time.sleep(0.001)
        process.kill()
    began = time.monotonic()
    _announced_by_doubled(tmp_path)
    assert time.monotonic() - began < 60  # it does not wait for the lock of the dead
    assert _announced_by_doubled(tmp_path) == "\n\n\n"


LOST = """
import errno, os
def refuse(*args): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
if {full} or {frozen}: os.replace = refuse
from doubled import triple
from taquin.kernels.base.cache import telling_of_compiling
with telling_of_compiling(print, "compiling"):
    print(triple(1))
"""


def test_compiled_code_that_cannot_be_stored_is_used_once(tmp_path: Path) -> None:
    """First a full disk, then a writable folder, then the same folder read-only."""
    (tmp_path / "doubled.py").write_text(DOUBLED)
    environment = os.environ | {"TAQUIN_CACHE": str(tmp_path), "PYTHONPATH": str(tmp_path)}
    said = [
        subprocess.run(
            [sys.executable, "-c", LOST.format(full=full, frozen=frozen)],
            capture_output=True, text=True, check=True, env=environment,
        ).stdout.splitlines()
        for full, frozen in ((True, False), (False, False), (False, True))
    ]  # fmt: skip
    full_disk = (
        f"the compiled code cannot be stored in {tmp_path} (No space left on device), so the next "
        "run compiles it again; set TAQUIN_CACHE to a folder you can write to"
    )
    assert said == [["compiling", full_disk, "3"], ["compiling", "3"], ["3"]]


# A command, and what it says at Ctrl-C while its kernels are compiled: by this thread, by others.
COMPILING = {
    "solve korf100:82 -a idastar --engine compiled": "taquin: interrupted; a solution needs at "
    "least 40 single-tile moves. Run it again and wait longer, or choose another search with -a.\n",
    "census 4x3": "taquin: interrupted; nothing was counted.\n",
    "model train 5x5 --time 300s": "taquin: the training is saved; `taquin model train 5x5` "
    "continues it\ntaquin: interrupted.\n",
}


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("command", sorted(COMPILING))
def test_ctrl_c_while_compiling_is_neither_lost_nor_fatal(
    tmp_path: Path, command: str, times: int
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "taquin", *command.split()],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"TAQUIN_CACHE": str(tmp_path)},
        preexec_fn=partial(signal.signal, signal.SIGINT, signal.SIG_DFL),  # not ignored, as by &
    )
    assert process.stderr is not None
    first = process.stderr.readline()
    assert "compiling" in first or "beginning from" in first
    for _ in range(times):
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=250)
    assert (process.returncode, err) == (130, COMPILING[command])


def _bibfs(folder: Path) -> "subprocess.Popen[str]":
    hardest = "8 6 7/2 5 4/3 0 1"
    command = ["solve", hardest, "-a", "bibfs", "--engine", "compiled", "--format", "json"]
    return subprocess.Popen(
        [sys.executable, "-m", "taquin", *command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Numba then prints a line for everything that it stores.
        env=os.environ | {"TAQUIN_CACHE": str(folder), "NUMBA_DEBUG_CACHE": "1"},
    )


def _answer(process: "subprocess.Popen[str]") -> tuple[list[str], str]:
    """What a process that found the solution stored, and its stderr."""
    out, err = process.communicate(timeout=300)
    lines = out.splitlines()
    found = [line for line in lines if not line.startswith("[cache]")]
    assert process.returncode == 0 and json.loads("".join(found))["cost"] == 31, err
    return [line for line in lines if line.startswith("[cache] data saved")], err


def test_two_processes_compile_once(tmp_path: Path) -> None:
    answers = [_answer(process) for process in [_bibfs(tmp_path) for _ in range(2)]]
    assert all("compiling Bidirectional breadth-first" in err for _, err in answers)
    stored = [line for lines, _ in answers for line in lines]
    assert stored and len(stored) == len(set(stored))
    assert _answer(_bibfs(tmp_path)) == ([], "")


def test_without_numbas_compiler_the_way_out_is_named(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "taquin", "solve", "korf100:79"]
    environment = os.environ | {"TAQUIN_CACHE": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert ran.returncode == 2 and ran.stdout == ""
    assert (
        ran.stderr.startswith("taquin: NUMBA_DISABLE_JIT is set")
        and "--engine python" in ran.stderr
    )


def test_ctrl_c_does_not_wait_for_another_process_to_compile(tmp_path: Path) -> None:
    folder = tmp_path / "kernels" / sources_key(*kernel_folders())
    folder.mkdir(parents=True)
    with FileLock(folder / "hashing.spread_part.lock"):
        waiting = _bibfs(tmp_path)
        assert waiting.stderr is not None
        assert "compiling Bidirectional breadth-first" in waiting.stderr.readline()
        time.sleep(1)  # it waits for the lock by now; if it did not, the test would pass anyway
        waiting.send_signal(signal.SIGINT)
        waiting.communicate(timeout=60)
    assert waiting.returncode == 130


def test_code_compiled_from_other_sources_is_never_used(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("inlined = 1")
    (tmp_path / "two.py").write_text("from one import inlined")
    before = sources_key(tmp_path)
    assert sources_key(tmp_path) == before
    (tmp_path / "one.py").write_text("inlined = 2")
    assert sources_key(tmp_path) != before


def test_every_file_with_kernels_is_in_the_key() -> None:
    """Else a kernel that another one's code contains could change without a new folder."""
    package = Path(taquin.__file__).parent
    files = package.rglob("*.py")
    written = {path for path in files if "\n@kernel" in path.read_text("utf-8")}
    assert len(written) > 10
    assert written <= {path for folder in kernel_folders() for path in folder.rglob("*.py")}
    assert len({path.name for path in written}) == len(written)  # stored under these names


def test_compiled_code_goes_a_month_after_it_was_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    for name, days in (("older", 31), ("newer", 29)):
        (tmp_path / "kernels" / name / "module").mkdir(parents=True)
        os.utime(tmp_path / "kernels" / name, (time.time() - days * 86400,) * 2)
    folder = usable_code_folder.__wrapped__()
    assert folder is not None
    assert {path.name for path in folder.parent.iterdir()} == {"newer", folder.name}


def test_a_cache_that_cannot_be_written_costs_time_only() -> None:
    stored, err = _answer(_bibfs(Path(os.devnull) / "cache"))
    assert not stored and err.startswith("taquin: compiling Bidirectional breadth-first")


# One name for each kernel.
SEARCHES = sorted({module: name for name, module in COMPILED.items()}.values())


@pytest.mark.parametrize("search", SEARCHES)
def test_nothing_is_compiled_once_a_search_is_timed(search: str) -> None:
    """Kernels that a search calls late, to grow its arrays, are loaded before it is timed."""
    script = Path(__file__).parents[1] / "late_compiling.py"
    done = subprocess.run([sys.executable, script, search], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout == f"{search}: nothing late\n"


def test_compiling_names_a_search_as_people_do(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []

    @contextmanager
    def telling(_: object, words: str, **__: object) -> Iterator[None]:
        told.append(words)
        yield

    monkeypatch.setattr("taquin.kernels.base.cache.telling_of_compiling", telling)
    lowered: Any = SimpleNamespace(algorithm="idastar", warm=lambda: 0.0)
    assert _warmed(lowered) == 0.0
    assert told == ["compiling IDA* (once, about 10 s)"]
