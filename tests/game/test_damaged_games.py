"""Files of games that taquin did not write, and files that are no Python."""

import json
import os
from pathlib import Path

import pytest

from cli import taquin
from taquin import TaquinError
from taquin.game.history import History
from taquin.game.record import new_record
from taquin.game.training import Training
from taquin.ground.errors import NotationError, TableError
from taquin.puzzle.board import Board
from taquin.solving.question.plugins import load_plugin

GAME = new_record(Board.parse("123/405"), Board.parse("123/450"), seed=None).as_dict()
WHOLE = {"format": "taquin games", "version": 1, "games": [GAME]}


def text(**changes: str) -> str:
    """The file with some values of its game replaced by text."""
    whole = json.dumps(WHOLE | {"games": [GAME | {name: f"@{name}" for name in changes}]})
    for name, value in changes.items():
        whole = whole.replace(f'"@{name}"', value)
    return whole


DAMAGES = {
    "brackets": "[" * 100_000,
    "objects": '{"a":' * 100_000,
    "infinite undos": text(undos="1e400"),
    "infinite width": text(width="1e400"),
    "infinite hints": text(hints='{"which": 1e400}'),
    "no number": text(undos="NaN"),
    "huge undos": text(undos="9" * 5000),
    "hints in a list": text(hints="[1]"),
    "a number as start": text(start="5"),
    "a list as date": text(created="[]"),
    "moves in a list": text(moves="[1]"),
    "no text": "\ud800",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_named_and_kept(tmp_path: Path, damage: str) -> None:
    path = tmp_path / "games.json"
    path.write_text(DAMAGES[damage], encoding="utf-8", errors="surrogatepass")
    before = path.read_bytes()
    with pytest.raises(TableError, match=r"games\.json is damaged"):
        History(tmp_path).all()
    assert path.read_bytes() == before


NEWER = {
    "games.json": WHOLE | {"version": 9},
    "a game of games.json": WHOLE | {"games": [GAME | {"version": 9}]},
    "a game of unfinished.json": {"record": GAME | {"version": 9}, "undone": [], "elapsed": 0},
    "training.json": {"format": "taquin training", "version": 9},
    "streak.json": {"format": "taquin streak", "version": 9},
}


@pytest.mark.parametrize("name", NEWER)
def test_a_file_of_a_newer_taquin_is_not_called_damaged(tmp_path: Path, name: str) -> None:
    """Its content stood in the message, cut, with the advice to rename or delete it."""
    path = tmp_path / name.rpartition(" ")[2]
    path.write_text(json.dumps(NEWER[name]))
    before = path.read_bytes()
    readers = {
        "games.json": History(tmp_path).all,
        "unfinished.json": History(tmp_path).left,
        "training.json": Training(tmp_path).log,
        "streak.json": Training(tmp_path).streak.read,
    }
    with pytest.raises(TableError, match="of version 9, written by a newer taquin") as caught:
        readers[path.name]()
    reads = "versions up to 2" if name.startswith("a game") else "version 1"
    assert f"this one reads {reads}. Nothing is lost: update taquin" in str(caught.value)
    assert "delete" not in str(caught.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("kind", ["pipe", "device", "huge"])
def test_what_is_no_regular_file_is_not_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "games.json"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device":
        path.symlink_to("/dev/zero")
    else:
        with path.open("wb") as file:
            file.truncate(10**12)
    with pytest.raises(TableError, match=r"regular file|more than 500 MB"):
        History(tmp_path).all()
    path.rename(tmp_path / "mine.py")
    with pytest.raises(NotationError, match=r"regular file|more than 10 MB"):
        load_plugin(tmp_path / "mine.py")


@pytest.mark.parametrize("source", ["(" * 100_000, "-" * 100_000 + "1", "x = " + "9" * 5000, "\0"])
def test_a_plugin_that_python_cannot_read_is_a_users_mistake(tmp_path: Path, source: str) -> None:
    path = tmp_path / "mine.py"
    path.write_text(source)
    with pytest.raises(TaquinError, match=r"mine\.py"):
        load_plugin(path)


def test_an_endless_plugin_is_refused_by_the_command() -> None:
    ran = taquin("solve", "1 2 3/4 5 6/7 0 8", "--plugin", "/dev/zero")
    assert ran.status == 2 and "no regular file; expected a Python file" in ran.err
