"""The folder of a server: what is removed at the next start, and what never is."""

import fcntl
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli import taquin
from page_support import started
from taquin.faces.web.jobs.scratch import Scratch, _sweep
from taquin.ground.errors import FolderError
from web_client import Client

# A server in small: it makes its folder, writes a trace, says where, and waits to be killed.
LIVING = """
from taquin.faces.web.jobs.scratch import Scratch
scratch = Scratch()
for name in ("some.jsonl", "some-0.moves", "some.places"):
    (scratch.path / name).write_text("{}")
print(scratch.path, flush=True)
input()
"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where temporary files go, for this process and those it starts."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path


@pytest.fixture
def living(place: Path) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", LIVING]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


def made_by(process: "subprocess.Popen[str]") -> Path:
    assert process.stdout is not None
    return Path(process.stdout.readline().strip())


def test_the_folder_of_a_killed_server_goes_with_the_next_start(
    living: "subprocess.Popen[str]",
) -> None:
    folder = made_by(living)
    assert len(list(folder.iterdir())) == 4
    living.kill()
    living.wait()
    assert folder.exists()
    scratch = Scratch()
    assert not folder.exists() and scratch.path.exists()
    scratch.remove()


def test_the_folder_of_a_living_server_stays(living: "subprocess.Popen[str]", place: Path) -> None:
    folder = made_by(living)
    first, second = Scratch(), Scratch()
    assert {folder, first.path, second.path} == set(place.iterdir())
    assert len(list(folder.iterdir())) == 4
    first.remove()
    second.remove()
    assert list(place.iterdir()) == [folder]


def test_what_no_server_made_stays(place: Path) -> None:
    own = place / "taquin-serve-mine"
    own.mkdir()
    (own / "trace.jsonl").write_text("mine")
    away = place / "elsewhere"
    away.mkdir()
    for name in (".taquin-server", "trace.jsonl"):
        (away / name).write_text("mine")
    (place / "taquin-serve-link").symlink_to(away)
    (place / "taquin-serve-file").write_text("mine")
    mixed = place / "taquin-serve-mixed"
    mixed.mkdir()
    for name in (".taquin-server", "trace.jsonl", "notes.txt"):
        (mixed / name).write_text("mine")
    Scratch().remove()
    assert [file.name for file in own.iterdir()] == ["trace.jsonl"]
    assert len(list(away.iterdir())) == 2
    assert len(list(mixed.iterdir())) == 3
    assert len(list(place.iterdir())) == 5


def test_a_server_that_is_killed_is_cleared_up_after(place: Path) -> None:
    first = started()
    client = Client(first.url)
    client.wait(client.start("trace", board="1 2 3/4 0 5/7 8 6", algorithm="bfs"))
    (left,) = place.glob("taquin-*")
    first.process.kill()
    first.process.wait()
    assert len(list(left.iterdir())) == 3
    second = started()
    (own,) = place.glob("taquin-*")
    assert own != left
    assert second.stop() == 0
    assert not list(place.glob("taquin-*"))


def test_what_others_have_planted_stays(place: Path) -> None:
    """Links to the user's own files, in the place of a folder or in one, are not followed."""
    own = place / "own"
    own.mkdir(mode=0o700)
    for name in (".taquin-server", "trace.jsonl"):
        (own / name).write_text("mine")
    (place / "taquin-serve-link").symlink_to(own)
    os.mkfifo(place / "taquin-serve-pipe")
    shared = place / "taquin-serve-shared"  # anybody could have put these here
    shared.mkdir()
    shared.chmod(0o777)
    (shared / ".taquin-server").symlink_to(own / ".taquin-server")
    os.link(own / "trace.jsonl", shared / "trace.jsonl")
    left = place / "taquin-serve-left"
    left.mkdir(mode=0o700)
    (left / ".taquin-server").touch()
    (left / "trace.jsonl").symlink_to(own / "trace.jsonl")
    Scratch().remove()
    assert not left.exists()
    assert {file.read_text() for file in own.iterdir()} == {"mine"}
    assert len(list(own.iterdir())) == len(list(shared.iterdir())) == 2
    assert {path.name.rpartition("-")[2] for path in place.iterdir()} == {
        "own", "link", "pipe", "shared"
    }  # fmt: skip


def test_a_folder_exchanged_for_a_link_meanwhile_is_not_followed(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own, left, away = place / "own", place / "taquin-serve-left", place / "away"
    for folder in (own, left):
        folder.mkdir(mode=0o700)
        (folder / ".taquin-server").touch()
        (folder / "trace.jsonl").write_text("mine")

    def exchange(*_: int) -> None:
        left.rename(away)
        left.symlink_to(own)

    monkeypatch.setattr(fcntl, "flock", exchange)
    _sweep(place)
    assert len(list(own.iterdir())) == 2 and not list(away.iterdir())


def test_no_server_starts_where_others_can_exchange_its_folder(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place.chmod(0o1777)
    Scratch().remove()
    place.chmod(0o777)
    with pytest.raises(FolderError, match=f"chmod go-w {place}"):
        Scratch()
    ran = taquin("serve", "--port", "0")
    assert ran.status == 2 and "TMPDIR" in ran.err
    assert not list(place.iterdir())
