"""The search over 15-puzzles compiled by a second process, while the first builds its tables."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pattern_boards import grid
from taquin.ground.interpreters import python_command
from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
from taquin.heuristics.patterns.place import Place
from taquin.kernels.searches.ida_star_pdb import ida_star_pdb
from taquin.kernels.searches.lanes import search
from taquin.solving.engines import ahead
from taquin.solving.engines.ahead import compile_lanes, compiling_lanes

PATTERNS = ((1, 2, 3), (4, 8, 12), (5, 6, 7), (9, 10, 11), (13, 14, 15))


def test_it_compiles_what_a_search_calls() -> None:
    place = Place(4, 4, grid(4, 4), 0)
    tables = PatternCollection(place, [PatternDatabase.build(place, p) for p in PATTERNS])
    near = (4, 1, 2, 3, 5, 0, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
    assert ida_star_pdb(tables, near).moves is not None
    compiled = set(search.overloads)  # type: ignore[attr-defined]
    compile_lanes()
    assert set(search.overloads) == compiled  # type: ignore[attr-defined]


def kernels(cache: Path) -> set[str]:
    """The names of what is compiled."""
    return {path.name.partition("-")[0] for path in cache.rglob("*.nbc")}


class Started:
    """A process that does nothing."""

    def __init__(self, command: list[str], **_: object) -> None:
        self.command, self.ended = command, []

    def kill(self) -> None:
        self.ended.append("killed")

    def wait(self) -> None:
        self.ended.append("gone")


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[Started]:
    """The processes that are started; two cores, nothing compiled."""
    processes: list[Started] = []

    def start(*of: Any, **options: object) -> Started:
        processes.append(Started(*of, **options))
        return processes[-1]

    monkeypatch.setattr(ahead.subprocess, "Popen", start)
    monkeypatch.setattr(ahead, "usable_cores", lambda: 2)
    monkeypatch.setattr(ahead, "has_code", lambda _: False)
    monkeypatch.setattr(ahead, "is_prepared", lambda _: False)
    return processes


def test_the_other_process_lasts_no_longer_than_the_block(started: list[Started]) -> None:
    with pytest.raises(KeyboardInterrupt), compiling_lanes():
        assert started[0].ended == []
        raise KeyboardInterrupt
    assert started[0].ended == ["killed", "gone"]
    assert started[0].command == python_command("taquin.solving.engines.ahead")


def compile_ahead(folder: Path) -> None:
    """What the other process does, with its cache in that folder."""
    subprocess.run(
        python_command("taquin.solving.engines.ahead"),
        env={**os.environ, "TAQUIN_CACHE": str(folder)},
        check=True,
    )
    assert kernels(folder) == {"lanes.search"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("usable_cores", 1),
        ("has_code", True),
        ("is_prepared", True),
        ("usable_code_folder", None),
    ],
)
def test_none_where_it_would_not_help(
    name: str, value: object, started: list[Started], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ahead, name, lambda *_: value)
    with compiling_lanes():
        pass
    assert started == []


def test_no_room_for_another_process(monkeypatch: pytest.MonkeyPatch, started: Any) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(sys, "executable", "")
    with compiling_lanes():
        pass
    monkeypatch.undo()
    monkeypatch.setattr(ahead, "has_code", lambda _: False)
    monkeypatch.setattr(ahead, "is_prepared", lambda _: False)
    monkeypatch.setattr(ahead.subprocess, "Popen", refuse)
    with compiling_lanes():
        pass
    assert started == []


@pytest.mark.parametrize("prepare", [compile_ahead, lambda folder: None], ids=["ahead", "empty"])
def test_the_first_command_on_a_machine(tmp_path: Path, prepare: Callable[[Path], None]) -> None:
    """One 15-puzzle needs two kernels, whichever process compiles them, and none twice."""
    prepare(tmp_path)
    before = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}
    ran = subprocess.run(
        [sys.executable, "-m", "taquin", "solve", "korf100:1", "--format", "json"],
        env={**os.environ, "TAQUIN_CACHE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout)["cost"] == 57
    assert kernels(tmp_path) == {"lanes.search", "build._sweep"}
    assert not list(tmp_path.rglob("*tmp*"))
    assert {path: path.stat().st_mtime_ns for path in before} == before
