"""The rating and the streak of the puzzles, in the page's format."""

import json
from pathlib import Path

import pytest

from taquin.game.training import Training, TrainingLog
from taquin.ground.errors import TableError


def test_puzzles_move_the_rating_and_the_streak(tmp_path: Path) -> None:
    training = Training(tmp_path)
    assert training.log() == TrainingLog()
    for solved in (True, True, False, True):
        training.add(1200, solved)
    log = Training(tmp_path).log()
    assert (log.played, log.solved, log.in_row, len(log.ratings)) == (4, 3, 1, 4)
    assert log.ratings[:2] == (1220, 1239) and log.rating == log.ratings[-1]
    held = json.loads(training.path.read_text("utf-8"))
    assert held["format"] == "taquin training" and held["inRow"] == 1


def test_what_the_page_keeps_beside_them_stays(tmp_path: Path) -> None:
    training = Training(tmp_path)
    held = {"format": "taquin training", "version": 1, "rating": 1500, "played": 30, "solved": 20,
            "inRow": 2, "ratings": [1500], "lessons": ["corner"]}  # fmt: skip
    training.path.write_text(json.dumps(held), "utf-8")
    assert training.add(1500, True) == TrainingLog(1510, 31, 21, 3, (1500, 1510))
    assert json.loads(training.path.read_text("utf-8"))["lessons"] == ["corner"]


@pytest.mark.parametrize(
    "text",
    ["[]", '{"format": "taquin games"}',
     '{"format": "taquin training", "version": 1, "rating": "9", "played": 0, "solved": 0, '
     '"inRow": 0, "ratings": []}',
     '{"format": "taquin training", "version": 1, "rating": 99999, "played": 0, "solved": 0, '
     '"inRow": 0, "ratings": []}'],
)  # fmt: skip
def test_a_damaged_file_is_refused_and_kept(tmp_path: Path, text: str) -> None:
    training = Training(tmp_path)
    training.path.write_text(text, "utf-8")
    for act in (training.log, lambda: training.add(1200, True)):
        with pytest.raises(TableError, match=r"training\.json"):
            act()
    assert training.path.read_text("utf-8") == text
