"""Files of models and trainings: whatever is damaged or lied about is named, and nothing breaks."""

import json
import lzma
import struct
import zlib
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path

import numpy as np
import pytest

from cli import taquin
from damages import resealed
from taquin.beams.training import session
from taquin.beams.training.checkpoint import TRAINING, load_training, save_training
from taquin.beams.training.session import begin
from taquin.beams.training.training import Trainer, TrainingSettings
from taquin.beams.value import store
from taquin.beams.value.file import (
    MODEL,
    _stored,
    read_header,
    read_model,
    stored_pairs,
    write_model,
)
from taquin.beams.value.model import first_guess
from taquin.ground.errors import DamagedFile
from taquin.ground.sealed import read_sealed, write_sealed

SMALL = TrainingSettings(width=20, samples=8)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own models: one of 3x3, and a training of 3x4. With taquin comes only 5x5."""
    shipped = tmp_path / "shipped"
    shipped.mkdir()
    (shipped / "5x5.model").write_bytes((store.shipped_folder() / "5x5.model").read_bytes())
    monkeypatch.setattr(store, "shipped_folder", lambda: shipped)
    for module in (session, store):
        monkeypatch.setattr(module, "model_folder", lambda *, make=False: tmp_path)
    write_model(tmp_path / "3x3.model", begin(3, 3, 5, None).model())
    save_training(tmp_path / "3x4.training", Trainer(3, 4, *first_guess(3, 4), 5, SMALL))
    return tmp_path


def relied(path: Path, kind, **lies: object) -> None:
    """Rewrite a file with another header under a right seal."""
    header, _ = read_sealed(path, kind)
    path.write_bytes(resealed(path.read_bytes(), json.dumps({**header, **lies}).encode(), kind))


@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3), (4, 4), (5, 3), (5, 5)])
def test_the_number_of_stored_pairs(size: tuple[int, int]) -> None:
    assert stored_pairs(*size) == _stored(*size).sum()


MODEL_LIES: list[dict[str, object]] = [
    *({"width": lie} for lie in (99, 0, -3, 10**30, 1.5, None, "3", [3], True, 4, 32)),
    *({"goal": lie} for lie in ("last", 1, None)),
    *({"unit": lie} for lie in (63, 0, 64.0)),
    *({"about": lie} for lie in (None, [], "x", {"more": 1}, {"seed": -1}, {"seconds": "9"})),
    {"about": {"curve": [[1, 2, 3]]}},
    {"about": {"curve": [[1, 2, 3, 4, None]]}},
    {"about": {"settings": {"width": 20}}},
    {"about": {"begun from": "x" * 1000}},
]


@pytest.mark.parametrize("lies", MODEL_LIES, ids=range(len(MODEL_LIES)))
def test_a_model_that_lies_breaks_no_command(folder: Path, lies: dict[str, object]) -> None:
    path = folder / "3x3.model"
    relied(path, MODEL, **lies)
    with pytest.raises(DamagedFile, match=r"taquin model remove 3x3\.model"):
        read_model(path)
    for command in (["model", "list"], ["model", "list", "--format", "json"]):
        ran = taquin(command)
        assert ran.status == 0 and "5x5" in ran.out
    ran = taquin(["model", "verify"])
    assert ran.status == 2 and "3x3  DAMAGED" in ran.out and "5x5  ok" in ran.out
    for form in ("text", "json"):
        ran = taquin(["model", "info", "3x3", "--format", form])
        if lies not in ({"width": 4}, {"width": 32}):  # their header alone is possible
            assert ran.status == 2 and "taquin model remove 3x3.model" in ran.err
    with pytest.raises(DamagedFile, match=r"taquin model remove 3x3\.model"):
        store.model_for(3, 3)
    assert taquin(["model", "remove", "3x3"]).status == 0


BODIES: dict[str, Callable[[], bytes]] = {
    "empty": lambda: b"",
    "plain": lambda: b"not compressed",
    "short": lambda: lzma.compress(bytes(10)),
    "bomb": lambda: lzma.compress(bytes(50_000_000)),
    "more": lambda: lzma.compress(bytes(162 + stored_pairs(3, 3))) + b"more",
    "cut": lambda: lzma.compress(bytes(162 + stored_pairs(3, 3)))[:-8],
}


@pytest.mark.parametrize("body", BODIES)
def test_weights_of_another_size_are_refused(folder: Path, body: str) -> None:
    path = folder / "3x3.model"
    write_sealed(path, MODEL, read_header(path), BODIES[body]())
    with pytest.raises(DamagedFile, match="has weights"):
        read_model(path)


TRAINING_LIES: list[dict[str, object]] = [
    *({"width": lie} for lie in (99, 0, -3, 10**30, 1.5, None, "3", 4, 32)),
    *({"seed": lie} for lie in (-1, 10**40, None, 1.0)),
    *({"rounds": lie} for lie in (-1, 10**40, "1")),
    *({"seconds": lie} for lie in (-1, float("nan"), float("inf"), "1")),
    *({"averaged": lie} for lie in (-1, 1, True, 10**40)),
    *({"settings": SMALL._asdict() | lie} for lie in
      ({"width": 0}, {"width": 10**9}, {"samples": 10**9}, {"first_step": 0}, {"averaged": 2})),
    *({"settings": lie} for lie in (None, {}, [])),
    *({"curve": lie} for lie in (None, [1], [[1, 2, 3, 4, "5"]])),
    {"begun_from": 3},
]  # fmt: skip


@pytest.mark.parametrize("lies", TRAINING_LIES, ids=range(len(TRAINING_LIES)))
def test_a_training_that_lies_is_refused(folder: Path, lies: dict[str, object]) -> None:
    path = folder / "3x4.training"
    relied(path, TRAINING, **lies)
    with pytest.raises(DamagedFile, match=r"taquin model remove 3x4\.training"):
        load_training(path)
    ran = taquin(["model", "train", "3x4", "--rounds", "1"])
    assert ran.status == 2 and str(path) in ran.err and "bug" not in ran.err
    ran = taquin(["model", "verify"])
    assert ran.status == 2 and "3x4.training  DAMAGED" in ran.out
    assert taquin(["model", "list"]).status == 0
    assert taquin(["model", "remove", "3x4"]).status == 0


@pytest.mark.parametrize("lie", [float("nan"), float("inf")])
def test_weights_that_are_no_numbers_are_refused(folder: Path, lie: float) -> None:
    path = folder / "3x4.training"
    state, body = read_sealed(path, TRAINING)
    write_sealed(path, TRAINING, state, body[:40] + struct.pack("<f", lie) + body[44:])
    with pytest.raises(DamagedFile, match="has weights"):
        load_training(path)


def test_a_training_with_averaged_weights_comes_back(tmp_path: Path) -> None:
    before, path = Trainer(3, 3, *first_guess(3, 3), 5, SMALL), tmp_path / "3x3.training"
    before._average()
    before.single += 1
    before._average()
    save_training(path, before)
    after = load_training(path)
    assert before.mean is not None and after.mean is not None and after.averaged == 2
    for ours, theirs in zip(
        (before.single, before.pairs, *before.mean), (after.single, after.pairs, *after.mean),
        strict=True,
    ):  # fmt: skip
        assert np.array_equal(ours, theirs) and theirs.flags.writeable


def first_format(path: Path, header: object, packed: bytes) -> None:
    text = json.dumps(header).encode()
    head = struct.pack("<8sIII", b"TAQUINLV", 1, len(text), zlib.crc32(text)) + text
    path.write_bytes(head + packed)


def test_a_model_that_an_older_taquin_trained_is_read(folder: Path) -> None:
    path = folder / "3x3.model"
    wanted = read_model(path)
    header, packed = read_sealed(path, MODEL)
    old = header | {"bytes": len(packed), "checksum": blake2b(packed, digest_size=16).hexdigest()}
    first_format(path, old, packed)
    assert np.array_equal(read_model(path).pairs, wanted.pairs)
    assert read_header(path) == header and "3x3  ok" in taquin(["model", "verify"]).out
    for lies in ({"bytes": 3}, {"checksum": 4}, {"width": 99}, {"about": []}, {"unit": True}):
        first_format(path, old | lies, packed)
        with pytest.raises(DamagedFile, match=r"taquin model remove 3x3\.model"):
            read_model(path)
    for text in (None, [], {}, "x"):
        first_format(path, text, packed)
        with pytest.raises(DamagedFile, match="wrong header"):
            read_model(path)
    first_format(path, old, packed)
    whole = path.read_bytes()
    for place in range(8, len(whole), 17):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1 :])
        with pytest.raises(DamagedFile, match=r"taquin model remove 3x3\.model"):
            read_model(path)


def test_a_training_of_an_older_taquin_is_named(folder: Path) -> None:
    path = folder / "3x4.training"
    path.write_bytes(b"PK\3\4" + bytes(1000))
    with pytest.raises(DamagedFile, match=r"taquin model remove 3x4\.training"):
        load_training(path)


def test_a_seed_too_large_to_store_is_refused_before_training(folder: Path) -> None:
    ran = taquin(["model", "train", "2x2", "--rounds", "1", "--seed", str(1 << 64)])
    assert ran.status == 2 and "expected a whole number" in ran.err
