"""In a folder full of somebody else's files, no command runs any of them.

The folder has a Python file for every module that taquin might import, and settings of the programs
and libraries that it uses. Each leaves a mark when it runs.
"""

import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path
from types import SimpleNamespace

import click
import pytest

import taquin
from page_support import _ADDRESS
from taquin.bench.run import header
from taquin.bench.suite import SUITES, SuiteSettings
from taquin.faces.cli.main import cli
from taquin.ground import interpreters
from taquin.ground.errors import OptionError
from web_client import Client

SCRIPT = Path(sys.executable).with_name("taquin")
ROOT = Path(taquin.__file__).parent
BOARD = "1 2 3/4 5 6/7 0 8"
# A way to call each command. With "serve", one job is run.
CALLS = {
    "solve": ["2 5 3 4/1 6 7 8/9 10 11 12/13 14 15 0", "--workers", "2"],
    "compare": [BOARD, "-a", "astar", "-a", "bfs", "--plot", "chart.png"],
    "info": [BOARD],
    "replay": ["1 2 3/4 0 5/7 8 6", "LU"],
    "scramble": ["--size", "3x3"],
    "batch": ["boards.txt", "--workers", "2"],
    "list": ["algorithms"],
    "play": [BOARD, "--plain"],
    "lab": [BOARD],
    "check": ["heuristic", "manhattan", "--size", "2x2"],
    "census": ["2x2", "--workers", "2"],
    "pdb build": ["1,2|3", "--size", "2x2", "--workers", "2"],
    "pdb list": [],
    "pdb verify": ["1,2|3"],
    "pdb remove": ["--all"],
    "model train": ["3x3", "--rounds", "1", "--workers", "2"],
    "model list": [],
    "model info": ["5x5"],
    "model verify": [],
    "model remove": ["5x5"],
    "bench list": [],
    "bench run": ["classroom", "--engine", "python", "--time-limit", "0.01", "--workers", "2"],
    "bench report": ["log.jsonl"],
    "serve": ["--port", "0"],
    "site": ["public"],
}
# The others run in the interpreter that the console script has started.
STARTS_INTERPRETERS = {"check", "bench run", "serve"}


def commands(group: click.Group, *before: str) -> Iterator[str]:
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if isinstance(command, click.Group):
            yield from commands(command, *before, name)
        else:
            yield " ".join((*before, name))


def test_every_command_has_a_call() -> None:
    assert sorted(commands(cli)) == sorted(CALLS)


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which a file that runs leaves its name."""
    return tmp_path_factory.mktemp("marks")


@pytest.fixture
def marks(marked: Path) -> Iterator[Path]:
    yield marked
    for mark in marked.iterdir():
        mark.unlink()


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory, marked: Path) -> Path:
    folder = tmp_path_factory.mktemp("foreign")
    text = f"open({f'{marked}/'!r} + __name__, 'w').close()\nraise ImportError('the wrong one')\n"
    names = {*sys.stdlib_module_names, *packages_distributions(), "taquin", "numba", "numpy"}
    for name in (*names, "sitecustomize", "usercustomize"):
        if name.isidentifier():
            (folder / f"{name}.py").write_text(text)
    for name in ("taquin", "numba"):
        (folder / name).mkdir()
        (folder / name / "__init__.py").write_text(text)
    (folder / ".numba_config.yaml").write_text("cache_locator_classes: pickle.Locator\n")
    (folder / "matplotlibrc").write_text("text.usetex: True\n")
    program = folder / "git"
    program.write_text(f"#!/bin/sh\n: > {marked}/git\n")
    program.chmod(0o755)
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / ".git" / "config").write_text(f"[core]\n\tfsmonitor = {program}\n")
    (folder / "boards.txt").write_text(f"{BOARD}\n1 2 3/4 5 6/0 7 8\n")
    (folder / "log.jsonl").write_text(json.dumps(header(SUITES["classroom"], SuiteSettings())))
    return folder


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(name, marks=() if name in STARTS_INTERPRETERS else pytest.mark.slow)
        for name in CALLS
    ],
)
def test_no_command_runs_the_folders_files(command: str, foreign: Path, marks: Path) -> None:
    environment = os.environ | {"PATH": f":{os.environ['PATH']}"}
    if command == "pdb remove":
        environment["TAQUIN_CACHE"] = str(marks.parent / "empty")
    if command == "model remove":
        environment["TAQUIN_CACHE"] = str(marks.parent / "models")
        own = marks.parent / "models" / "models" / "5x5.model"
        own.parent.mkdir(0o700, parents=True)
        own.write_bytes((ROOT / "data" / "models" / "5x5.model").read_bytes())
    process = subprocess.Popen(
        [SCRIPT, *command.split(), *CALLS[command]],
        cwd=foreign, env=environment, text=True, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    if command == "serve":
        assert process.stdout is not None
        found = _ADDRESS.search(process.stdout.readline())
        assert found is not None
        client = Client(found[0])
        client.wait(client.start("solve", board=BOARD))  # while the fork server is still loading
        process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=100)
    assert not [mark.name for mark in marks.iterdir()]
    # The lab's screen needs a terminal.
    assert process.returncode == (2 if command == "lab" else 0), err


HELPER = """
import os, sys
def told():
    return os.getcwd(), sys.path, sys.flags.safe_path
"""
USER = """
import os, sys
from concurrent.futures import ProcessPoolExecutor
import helper
from taquin.ground.interpreters import spawning
if __name__ == "__main__":
    with ProcessPoolExecutor(1, mp_context=spawning()) as pool:
        folder, path, safe = pool.submit(helper.told).result()
    assert folder == os.getcwd() and path == sys.path and safe
    print(os.environ.get("PYTHONSAFEPATH"))
"""


def test_the_modules_beside_a_users_script_are_found(
    tmp_path: Path, foreign: Path, marks: Path
) -> None:
    (tmp_path / "helper.py").write_text(HELPER)
    (tmp_path / "user.py").write_text(USER)
    done = subprocess.run(
        [sys.executable, tmp_path / "user.py"], cwd=foreign, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == ("None\n", "")
    assert not list(marks.iterdir())


@pytest.mark.parametrize("before", [None, "", "yes"])
def test_the_environment_is_restored(before: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PYTHONSAFEPATH", raising=False)
    if before is not None:
        monkeypatch.setenv("PYTHONSAFEPATH", before)
    met: list[str | None] = []
    entered, done = threading.Event(), threading.Event()

    def other() -> None:
        entered.set()
        with interpreters.safe_path():
            met.append(os.environ.get("PYTHONSAFEPATH"))
        met.append(os.environ.get("PYTHONSAFEPATH"))
        done.set()

    thread = threading.Thread(target=other)
    with pytest.raises(ZeroDivisionError), interpreters.safe_path():
        thread.start()
        assert entered.wait(10) and not done.wait(0.05)
        assert os.environ["PYTHONSAFEPATH"] == "1" and not met
        raise ZeroDivisionError
    thread.join(10)
    assert met == ["1", before]
    assert os.environ.get("PYTHONSAFEPATH") == before


def test_an_interpreter_that_ignores_the_environment_starts_no_worker(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    flags = SimpleNamespace(safe_path=False, ignore_environment=1, isolated=0)
    monkeypatch.setattr(interpreters, "sys", SimpleNamespace(flags=flags, executable="python"))
    with pytest.raises(OptionError, match="add -P"):
        interpreters.spawning()
    assert interpreters.python_command("some")[1:3] == ["-P", "-E"]
    flags.isolated = 1
    assert interpreters.python_command("some")[1:3] == ["-I", "-c"]


def test_batch_forks_where_python_does_so_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for method in multiprocessing.get_all_start_methods():
        default = multiprocessing.get_context(method)
        monkeypatch.setattr(multiprocessing, "get_context", lambda found=default: found)
        context = interpreters.forking_or_spawning()
        monkeypatch.undo()
        assert context.get_start_method() == ("fork" if method == "fork" else "spawn")
        assert (context is default) == (method == "fork")


def test_interpreters_are_started_in_one_place() -> None:
    """A new place would have to keep the current folder off the path too."""
    starting = re.compile(
        r"sys\.executable|multiprocessing\.(get_context|Pool|Process)|import .*\bget_context\b"
    )
    for path in sorted(ROOT.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.name != "interpreters.py":
            assert not starting.search(text), path
        for pool in text.split("= ProcessPoolExecutor(")[1:]:
            assert re.match(r"[^()]*mp_context=(forking_or_)?spawning\(\)", pool), path
