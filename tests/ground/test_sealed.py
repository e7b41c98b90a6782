"""Sealed files: whatever is flipped, swapped, cut off, added or lied about is found."""

import json
import os
import pickle
import random
import struct
import time
from hashlib import blake2b

import pytest

from damages import DAMAGES, resealed
from taquin.ground import sealed
from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.fields import (
    IntegerIn,
    ListOf,
    NumberIn,
    OneOf,
    OrNull,
    RecordOf,
    TextOf,
    WrongField,
)
from taquin.ground.sealed import (
    Kind,
    digest_of,
    map_sealed,
    read_sealed,
    read_sealed_header,
    write_sealed,
)
from taquin.ground.storage import nothing_stored

HEADER = RecordOf({"width": IntegerIn(1, 20), "tiles": ListOf(IntegerIn(1, 399), most=12)})
KIND = Kind("test file", b"TAQUINTT", 3, HEADER, "Remove {name}.", align=64)
NAMED = r"^the test file /.* Remove .*\.$"
GOOD = {"width": 4, "tiles": [1, 2, 3]}
BODY = random.Random(1).randbytes(3 * sealed.CHUNK + 12_345)


@pytest.fixture
def path(tmp_path):
    write_sealed(tmp_path / "a.test", KIND, GOOD, BODY)
    return tmp_path / "a.test"


def settle(path):
    """Make a file look a minute old: only then is a check of it remembered."""
    past = time.time_ns() - 60 * 10**9
    os.utime(path, ns=(past, past))


@pytest.fixture
def old(path, monkeypatch):
    """A file that has settled; the time of its last change of status cannot be set."""
    monkeypatch.setattr(sealed, "_SETTLED", 0)
    settle(path)
    time.sleep(0.01)
    return path


def test_what_is_read_is_what_was_written(path):
    assert read_sealed(path, KIND) == (GOOD, BODY)
    assert read_sealed_header(path, KIND) == GOOD
    mapped = map_sealed(path, KIND)
    mapped.check()
    assert mapped.body == BODY and mapped.body.readonly
    room = bytearray(len(BODY))
    copied = map_sealed(path, KIND, lambda size: memoryview(room)[:size])
    copied.check()
    assert room == BODY
    assert [entry.name for entry in path.parent.iterdir()] == ["a.test"]


@pytest.mark.parametrize("size", [0, 1, sealed.CHUNK - 1, sealed.CHUNK, sealed.CHUNK + 1])
def test_bodies_of_any_size(tmp_path, size):
    write_sealed(tmp_path / "b", KIND, GOOD, BODY[:size])
    assert read_sealed(tmp_path / "b", KIND)[1] == BODY[:size]
    mapped = map_sealed(tmp_path / "b", KIND)
    mapped.check()
    assert mapped.body == BODY[:size]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
def test_every_damage_is_found(path, damage):
    good, draw = path.read_bytes(), random.Random(damage.__name__)
    for _ in range(12):
        path.write_bytes(damage(good, draw))
        with pytest.raises(DamagedFile, match=r"Remove a\.test\.") as caught:
            read_sealed(path, KIND)
        assert caught.value.path == path and caught.value.what in str(caught.value)
        with pytest.raises(DamagedFile, match=NAMED):
            map_sealed(path, KIND).check()


def test_every_byte_before_the_body_counts(tmp_path):
    path = tmp_path / "small"
    write_sealed(path, KIND, GOOD, b"body")
    good = path.read_bytes()
    for at in range(len(good)):
        bad = bytearray(good)
        bad[at] ^= 1
        path.write_bytes(bad)
        with pytest.raises(DamagedFile, match=NAMED):
            read_sealed(path, KIND)


@pytest.mark.parametrize(
    "header",
    [
        {**GOOD, "width": 99},
        {**GOOD, "width": True},
        {**GOOD, "width": 4.0},
        {**GOOD, "width": 10**300},
        {**GOOD, "width": float("nan")},
        {**GOOD, "tiles": list(range(1, 40))},
        {**GOOD, "tiles": [1, None]},
        {**GOOD, "tiles": "123"},
        {**GOOD, "more": 1},
        {"width": 4},
        [],
        None,
        "width",
    ],
)
def test_lies_of_the_header_are_refused_even_under_a_right_seal(path, header):
    with pytest.raises(WrongField, match=r" is |missing"):
        write_sealed(path, KIND, header, BODY)
    path.write_bytes(resealed(path.read_bytes(), json.dumps(header).encode(), KIND))
    with pytest.raises(DamagedFile, match="wrong header"):
        read_sealed(path, KIND)


@pytest.mark.parametrize("text", [b"", b"{", b"\xff", b"[" * 100_000, b"9" * 10_000, b"1e999"])
def test_headers_that_are_no_json(path, text):
    path.write_bytes(resealed(path.read_bytes(), text, KIND))
    with pytest.raises(DamagedFile, match="wrong header"):
        read_sealed_header(path, KIND)


@pytest.mark.parametrize("at", [12, 16])
def test_lengths_beyond_all_bounds(path, at):
    bad = bytearray(path.read_bytes())
    bad[at : at + 4] = b"\xff" * 4
    bad[20:24] = b"\xff" * 4
    path.write_bytes(bad)
    with pytest.raises(DamagedFile, match="lengths that no such file has"):
        read_sealed(path, KIND)


@pytest.mark.parametrize(("version", "words"), [(1, "older taquin"), (4, "cannot read"), (0, "0")])
def test_other_versions_are_named(path, version, words):
    bad = bytearray(path.read_bytes())
    bad[8:12] = struct.pack("<I", version)
    path.write_bytes(bad)
    with pytest.raises(DamagedFile, match=words) as caught:
        read_sealed(path, KIND)
    again = pickle.loads(pickle.dumps(caught.value))
    assert caught.value.outdated == again.outdated == (version == 1)


def test_what_is_no_file(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(DamagedFile, match="is not a file"):
        read_sealed(tmp_path / "pipe", KIND)
    with pytest.raises(TableError, match="cannot be read"):
        read_sealed(tmp_path / "none", KIND)
    with pytest.raises(DamagedFile, match="is a folder, not a file; move it away"):
        read_sealed(tmp_path, KIND)
    (tmp_path / "empty").touch()
    with pytest.raises(DamagedFile, match="is empty"):
        read_sealed(tmp_path / "empty", KIND)
    with pytest.raises(TableError, match="cannot be written"):
        write_sealed(tmp_path / "empty" / "x", KIND, GOOD, b"")


def test_a_body_is_checked_once_while_its_file_stays_the_same(old, monkeypatch):
    assert not map_sealed(old, KIND).is_known
    map_sealed(old, KIND).check()
    assert map_sealed(old, KIND).is_known
    compare, calls = sealed._compare, []
    monkeypatch.setattr(sealed, "_compare", lambda *of: (calls.append(of), compare(*of)))
    map_sealed(old, KIND).check()
    assert not calls
    map_sealed(old, KIND).check(again=True)
    assert calls and map_sealed(old, KIND).is_known
    settle(old)  # its times have changed
    again = map_sealed(old, KIND)
    assert not again.is_known and again.is_doubtful


def test_a_change_that_leaves_size_and_time_is_found(old):
    map_sealed(old, KIND).check()
    before = old.stat()
    with open(old, "r+b") as file:
        file.seek(-7, os.SEEK_END)
        file.write(b"?")
    os.utime(old, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(DamagedFile, match=NAMED):
        map_sealed(old, KIND).check()


def test_a_file_that_was_just_written_is_not_remembered(path):
    map_sealed(path, KIND).check()
    assert not map_sealed(path, KIND).is_known


def test_a_damaged_note_of_a_check_only_has_it_done_again(old):
    note = old.with_name("a.test.checked")
    map_sealed(old, KIND).check()
    known = note.read_bytes()
    for text in (b"", known[:-1], known + b"\0", bytes(32), b"x" * 10_000):
        note.write_bytes(text)
        again = map_sealed(old, KIND)
        assert not again.is_known and again.is_doubtful == (text != b"")
        again.check()
        assert again.is_known and not again.is_doubtful
    other = old.with_name("b.test")
    other.write_bytes(old.read_bytes())
    old.with_name("b.test.checked").write_bytes(note.read_bytes())
    assert not map_sealed(other, KIND).is_known


def test_a_full_check_that_finds_damage_forgets_the_earlier_one(old, monkeypatch):
    map_sealed(old, KIND).check()
    bad = map_sealed(old, KIND)
    bad.body = memoryview(bytes(len(BODY)))  # a disk that has lost what it held
    with pytest.raises(DamagedFile, match=NAMED):
        bad.check(again=True)
    again = map_sealed(old, KIND)
    assert again.is_doubtful and not again.is_known
    again.check()  # it was the memory, not the disk
    assert again.is_known


def test_the_digest_of_a_body_is_that_of_its_file(path):
    assert map_sealed(path, KIND).digest == digest_of(BODY, KIND)


def test_nothing_is_written_where_nothing_may_be_stored(old):
    with nothing_stored():
        map_sealed(old, KIND).check()
    assert not map_sealed(old, KIND).is_known


def test_a_writer_that_fails_leaves_nothing(tmp_path, monkeypatch):
    def full(*of):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(TableError, match="the disk is full"):
        write_sealed(tmp_path / "c", KIND, GOOD, BODY)
    assert not list(tmp_path.iterdir())


def test_the_error_survives_a_pipe():
    error = KIND.damaged(sealed.Path("/x/y"), "is empty")
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), again.path, again.what) == (str(error), error.path, "is empty")


@pytest.mark.parametrize(
    ("field", "good", "bad"),
    [
        (IntegerIn(0, 5), [0, 5], [-1, 6, True, 2.0, "2", None]),
        (NumberIn(0, 1.5), [0, 1, 1.5], [-0.1, 1.6, float("nan"), float("inf"), False, "1"]),
        (TextOf(3), ["", "abc"], ["abcd", 3, None, b"ab"]),
        (OneOf((1, "stm")), [1, "stm"], [True, 1.0, "mtm", [], None]),
        (OrNull(IntegerIn(1, 2)), [None, 1], [0, "1"]),
        (ListOf(IntegerIn(1, 2), most=2, least=1), [[1], [1, 2]], [[], [1, 1, 1], [3], {}, "1", 1]),
        (RecordOf({"a": TextOf(1)}, {"b": TextOf(1)}), [{"a": ""}, {"a": "", "b": ""}],
         [{}, {"b": ""}, {"a": "", "c": ""}, {"a": 1}, {"a": "", "b": 1}]),
    ],
)  # fmt: skip
def test_fields_have_bounds(field, good, bad):
    for value in good:
        field.check(value, "it")
    for value in bad:
        with pytest.raises(WrongField, match="it"):
            field.check(value, "it")


def test_digests_of_chunks_stand_before_the_body(path):
    """The layout as the module describes it."""
    whole = path.read_bytes()
    magic, version, length, size = struct.unpack_from("<8sIIQ", whole)
    assert (magic, version, size) == (b"TAQUINTT", 3, len(BODY))
    assert json.loads(whole[56 : 56 + length]) == GOOD
    first = blake2b(BODY[: sealed.CHUNK], digest_size=32, person=magic).digest()
    assert whole[56 + length : 88 + length] == first
    assert whole[-len(BODY) :] == BODY and (len(whole) - len(BODY)) % 64 == 0
