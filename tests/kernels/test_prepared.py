"""Prepared code: made from the present sources, used for nothing else, and as good as compiled."""

import importlib
import importlib.metadata
import json
import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from taquin.ground.announce import announcing
from taquin.ground.sealed import read_sealed
from taquin.kernels.base import cache, prepared
from taquin.kernels.base.jit import types
from taquin.kernels.base.prepared import is_prepared, made_for, read_prepared

SCRIPT = Path(__file__).parent / "make_prepared.py"
KERNELS = ("build._sweep", "lanes.search")
here = pytest.mark.skipif(made_for() is None, reason="there is prepared code for Linux on x86-64")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A copy of the package's prepared code, which the package reads instead."""
    monkeypatch.setattr(prepared, "PREPARED_FOLDER", tmp_path / "prepared")
    monkeypatch.setattr(cache, "_damaged", [])
    return Path(
        shutil.copytree(Path(prepared.__file__).parents[1] / "prepared", tmp_path / "prepared")
    )


@here
@pytest.mark.parametrize("name", KERNELS)
def test_it_is_made_from_the_present_sources(name):
    header, _ = read_sealed(prepared.PREPARED_FOLDER / f"{name}.llvm", prepared.PREPARED)
    assert header["made_for"] == made_for(), "run python -m tests.regenerate"
    assert is_prepared(name) and read_prepared(name) is not None


@here
def test_numba_hands_the_same_to_the_optimizer(tmp_path):
    subprocess.run([sys.executable, SCRIPT, tmp_path], check=True)
    assert {path.stem for path in tmp_path.iterdir()} == set(KERNELS)
    for name in KERNELS:
        ours, again = (
            read_sealed(place / f"{name}.llvm", prepared.PREPARED)
            for place in (prepared.PREPARED_FOLDER, tmp_path)
        )
        if ours[0]["python"].split(".")[:2] == platform.python_version().split(".")[:2]:
            assert again[1] == ours[1], "run python -m tests.regenerate"


QUESTION = """
import json, taquin
from numba.core import event
from taquin.kernels.patterns.build import _sweep
from taquin.kernels.searches.lanes import search

with event.install_recorder("numba:compile") as compiled:
    result = taquin.solve("0 1 9 7/11 13 5 3/14 12 4 2/8 6 10 15", goal="first")
hits = [sum(kernel.stats.cache_hits.values()) for kernel in (_sweep, search)]
print(json.dumps([result.cost, result.stats.expanded, len(compiled.buffer), hits]))
"""


def asked(cache):
    """(cost, states expanded, functions compiled, whether each kernel's code was there)"""
    ran = subprocess.run(
        [sys.executable, "-c", QUESTION],
        env={**os.environ, "TAQUIN_CACHE": str(cache)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(ran.stdout)


@here
def test_a_first_solution_of_a_15_puzzle_compiles_nothing(tmp_path):
    first = asked(tmp_path)
    assert first[0] == 42 and first[2:] == [0, [1, 1]]
    stored = sorted(tmp_path.rglob("*.nbc"))
    assert {path.name.partition("-")[0] for path in stored} == set(KERNELS)
    times = [path.stat().st_mtime_ns for path in stored]
    # The next process finds the tables, and what is translated for this processor.
    assert asked(tmp_path) == [*first[:3], [0, 1]]
    assert [path.stat().st_mtime_ns for path in stored] == times


@here
def test_a_damaged_file_is_named_once_and_not_used(folder):
    file = folder / "lanes.search.llvm"
    content = bytearray(file.read_bytes())
    content[-100] ^= 1
    file.write_bytes(content)
    heard = []
    with announcing(heard.append):
        assert read_prepared("lanes.search") is None and read_prepared("lanes.search") is None
    assert len(heard) == 1 and str(file) in heard[0] and "Install taquin again" in heard[0]
    assert read_prepared("build._sweep") is not None
    file.write_bytes(content[:20])
    assert not is_prepared("lanes.search")


def unknown(name):
    raise importlib.metadata.PackageNotFoundError(name)


@pytest.mark.parametrize(
    ("change", "value"),
    [
        ("sys.platform", "darwin"),
        ("platform.machine", lambda: "aarch64"),
        ("sys.abiflags", "t"),
        ("sys.version_info", (3, 14, 0, "final", 0)),
        ("importlib.metadata.version", lambda name: "0.68.99"),
        ("importlib.metadata.version", unknown),
        ("taquin.kernels.base.prepared.sources_key", lambda *_: "0123456789abcdef"),
    ],
)
def test_elsewhere_a_kernel_is_compiled(change, value, folder, monkeypatch):
    where, _, name = change.rpartition(".")
    made_for.cache_clear()
    monkeypatch.setattr(importlib.import_module(where), name, value)
    try:
        assert not is_prepared("lanes.search") and read_prepared("lanes.search") is None
    finally:
        made_for.cache_clear()


@here
def test_it_serves_one_kernel_with_one_list_of_types(folder):
    code = read_prepared("lanes.search")
    kernel = importlib.import_module("taquin.kernels.searches.lanes").search
    stored, target = kernel._cache, kernel.targetctx
    assert code.kernel.startswith("taquin.kernels.searches.lanes (")
    assert stored._translated((types.int64,), target.codegen()) is None
    assert not is_prepared("lanes.aim") and read_prepared("lanes.aim") is None
    shutil.copy(folder / "lanes.search.llvm", folder / "lanes.aim.llvm")
    other = importlib.import_module("taquin.kernels.searches.lanes").aim._cache
    assert other.kernel((types.int64,)) != code.kernel and is_prepared("lanes.aim")
    assert other._translated((types.int64,), target.codegen()) is None
