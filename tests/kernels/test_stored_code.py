"""Compiled code that is damaged, or another kernel's: compiled again, said once, and never run."""

import json
import random
import shutil

import pytest

from damages import DAMAGES, resealed
from taquin.ground.announce import announcing
from taquin.kernels.base import cache, jit
from taquin.kernels.base.stored_code import CODE

SIGNATURE = (jit.types.int64,)


def thrice(value):
    return 3 * value


def fourfold(value):
    return 4 * value


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of compiled code of its own, in the cache."""
    monkeypatch.setenv("TAQUIN_CACHE", str(tmp_path))
    monkeypatch.setattr(cache, "_safe", {})
    tmp_path.chmod(0o700)
    made = cache.cache_folder("kernels", "tested", make=True)
    monkeypatch.setattr(jit, "_FOLDER", made)
    monkeypatch.setattr(jit, "has_code", lambda begin: True)
    return made


@pytest.fixture
def file(folder):
    """The stored code of `thrice` for a whole number."""
    jit.kernel(thrice)(1)
    (made,) = folder.glob("*.nbc")
    return made


def answered(monkeypatch):
    """(whether the code was there, what was said) when another process calls the kernel."""
    monkeypatch.setattr(cache, "_damaged", [])
    heard = []
    called = jit.kernel(thrice)
    with announcing(heard.append):
        assert called(14) == 42
    return bool(called.stats.cache_hits), heard


def test_what_is_stored_is_loaded(file, monkeypatch):
    assert answered(monkeypatch) == (True, [])
    assert [path.name for path in file.parent.iterdir()] == [file.name]
    called = jit.kernel(thrice)
    assert called(0.5) == 1.5 and len([*file.parent.glob("*.nbc")]) == 2
    called.recompile()  # forgets both, and compiles what this process uses
    assert len([*file.parent.glob("*.nbc")]) == 1


@pytest.mark.parametrize("trials", [2, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_every_damage_is_found(file, monkeypatch, damage, trials):
    good, draw = file.read_bytes(), random.Random(f"{damage.__name__} {trials}")
    kernel = jit.kernel(thrice)
    for _ in range(trials):
        file.write_bytes(damage(good, draw))
        assert kernel._cache.load_overload(SIGNATURE, kernel.targetctx) is None
    # The same as another process meets it, which then calls the kernel.
    there, heard = answered(monkeypatch)
    assert not there and len(heard) == 1
    assert str(file) in heard[0] and "It is compiled again; if this returns" in heard[0]
    assert answered(monkeypatch) == (True, [])
    assert kernel._cache.load_overload(SIGNATURE, kernel.targetctx) is not None


LIES = [
    *({"file": value} for value in ("", "other", "x" * 1000, 1, None, True, [], {}, 1e400, -1)),
    *({"files": "x"}, {"file": "x", "more": 1}, {}, [], None, 7, "file", [{"file": "x"}], False),
]
RAW = [b"", b"{", b"\xff\xfe", b"[" * 5000, b'{"file": ' + b"9" * 5000 + b"}", b"nul", b"{}{}"]


@pytest.mark.parametrize("lie", range(len(LIES) + len(RAW)))
def test_every_lie_of_the_header_is_found(file, monkeypatch, lie):
    text = ([json.dumps(value).encode() for value in LIES] + RAW)[lie]
    file.write_bytes(resealed(file.read_bytes(), text, CODE))
    there, heard = answered(monkeypatch)
    assert not there and len(heard) == 1 and str(file) in heard[0]


def test_the_code_of_another_kernel_is_not_run(file, monkeypatch):
    jit.kernel(fourfold)(1)
    (other,) = file.parent.glob("*.fourfold-*.nbc")
    shutil.copyfile(other, file)
    there, heard = answered(monkeypatch)
    assert not there and "is that of another kernel" in heard[0]


def test_damage_is_said_once_a_process(file, monkeypatch):
    jit.kernel(fourfold)(1)
    for path in file.parent.glob("*.nbc"):
        path.write_bytes(path.read_bytes()[:-1])
    heard = []
    monkeypatch.setattr(cache, "_damaged", [])
    with announcing(heard.append):
        assert jit.kernel(thrice)(1) + jit.kernel(fourfold)(1) == 7
    assert len(heard) == 1


def test_a_file_that_cannot_be_read_is_compiled_anew(file, monkeypatch):
    file.unlink()
    file.mkdir()
    assert not answered(monkeypatch)[0]
