"""taquin model train|list|info|verify|remove."""

from pathlib import Path

import pytest

from cli import taquin
from taquin.beams.training import session
from taquin.beams.training.training import Trainer
from taquin.beams.value import near, store


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's own models, none yet."""
    own = tmp_path / "models"
    own.mkdir()
    for module in (session, store):
        monkeypatch.setattr(module, "model_folder", lambda *, make=False: own)
    return own


def test_a_model_is_trained_listed_described_verified_and_removed(folder: Path) -> None:
    ran = taquin(["model", "train", "3x3", "--rounds", "2", "--seed", "4"])
    assert (ran.status, ran.out.split()[:3]) == (0, ["3x3.model", "2", "rounds"])
    assert "beginning from Manhattan distance" in ran.err
    rows = taquin(["model", "list", "--format", "json"]).json
    assert [(row["size"], row["own"]) for row in rows][:2] == [("3x3", True), ("5x5", False)]
    about = taquin(["model", "info", "3x3", "--format", "json"]).json["about"]
    assert (about["rounds"], about["seed"]) == (2, 4)
    assert "rounds: 2" in taquin(["model", "info", "3x3"]).out
    assert "begun from: an earlier model of 5x5" in taquin(["model", "info", "5x5"]).out
    assert "3x3  ok" in taquin(["model", "verify"]).out
    ran = taquin(["model", "remove", "3x3"])
    assert (ran.status, ran.out) == (0, "3x3.model removed\n")
    assert list(folder.iterdir()) == []
    ran = taquin(["model", "remove", "5x5"])
    assert ran.status == 2 and "no model '5x5' of your own" in ran.err


def test_ctrl_c_saves_the_training_and_the_same_command_continues_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Trainer._round

    def interrupted(self: Trainer, *given: object) -> object:
        if self.rounds == 1:
            raise KeyboardInterrupt
        return whole(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Trainer, "_round", interrupted)
    ran = taquin(["model", "train", "3x3", "--rounds", "2", "--seed", "5"])
    assert ran.status == 130
    assert "the training is saved; `taquin model train 3x3` continues it" in ran.err
    assert [file.name for file in folder.iterdir()] == ["3x3.training"]
    assert "continues it" in taquin(["model", "list"]).out
    monkeypatch.setattr(Trainer, "_round", whole)
    # Options that ask for another training are refused; those that it has are not.
    for other in (["--seed", "1"], ["--from", "5x5"], ["--seed", "6", "--from", "5x5"]):
        ran = taquin(["model", "train", "3x3", "--rounds", "2", *other])
        assert ran.status == 2 and "has seed 5 and began from Manhattan distance" in ran.err
        assert all(word in ran.err for word in (*other, "taquin model remove 3x3.training"))
    ran = taquin(["model", "train", "3x3", "--rounds", "2", "--seed", "5", "--from", "none"])
    assert ran.status == 0 and "continuing the training of 3x3" in ran.err
    assert [file.name for file in folder.iterdir()] == ["3x3.model"]


def test_the_model_that_sizes_share_is_listed_described_and_verified(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "near  comes with taquin, 10 kB, for more than 64 cells" in taquin("model", "list").out
    assert taquin("model", "list", "--format", "json").json[-1]["trained"] is None
    assert taquin("model", "info", "near", "--format", "json").json["about"]["reach"] == 1
    assert "for more than 64 cells" in taquin("model", "info", "near").out
    assert "near  ok" in taquin("model", "verify").out
    damaged = folder / "near.values"
    damaged.write_bytes(near.near_file().read_bytes()[:-200])
    monkeypatch.setattr(near, "near_file", lambda: damaged)
    ran = taquin("model", "verify")
    assert ran.status == 2 and "near  DAMAGED: the model" in ran.out and "1 of 9" in ran.err


def test_a_damaged_model_is_reported_and_can_be_removed(folder: Path) -> None:
    taquin(["model", "train", "3x3", "--rounds", "1"])
    path = folder / "3x3.model"
    path.write_bytes(path.read_bytes()[:-1] + b"?")
    ran = taquin(["model", "verify"])
    assert ran.status == 2 and "3x3  DAMAGED" in ran.out and "1 of" in ran.err
    assert taquin(["model", "remove", "3x3.model"]).status == 0


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("train 9x9 --rounds 1", "expected a board of 2x2 to 64 cells"),
        ("train 5x5 --time soon", "expected a time such as 90s, 20m or 1h"),
        ("train 5x5 --time 1m --rounds 2", "expected only one"),
        ("train 5x5 --from 9x9", "there is no model of that size"),
        ("info 4x4", "there is no model for 4x4"),
    ],
)
def test_mistakes_are_answered_with_what_is_expected(folder: Path, line: str, words: str) -> None:
    ran = taquin(["model", *line.split()])
    assert ran.status == 2 and words in ran.err and ran.out == ""
