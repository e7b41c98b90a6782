"""The rating and the streak of the puzzles, in the page's format."""

import json
import re
from pathlib import Path
from random import Random

import pytest

from taquin import Puzzle
from taquin.faces.terminal.puzzletext import puzzle_task
from taquin.game.keptstreak import KeptStreak, StreakFile
from taquin.game.runs import PENALTY, STORM, PuzzleRun, rung
from taquin.game.training import RunLog, Training, TrainingLog
from taquin.ground.errors import TableError
from taquin.puzzle.goal import named_goal
from taquin.teach.advice.distances import Distances
from taquin.teach.advice.puzzles import draw_puzzle, streak_level


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


def test_the_latest_puzzles_are_known_each_once(tmp_path: Path) -> None:
    training = Training(tmp_path)
    for number in [*range(120), 100]:
        training.add(1200, True, f"puzzle:{number}")
    recent = Training(tmp_path).log().recent
    assert (len(recent), recent[0], recent[-1]) == (100, "puzzle:20", "puzzle:100")


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


def test_the_scores_of_runs_are_kept_as_the_page_keeps_them(tmp_path: Path) -> None:
    training = Training(tmp_path)
    assert training.run("streak-3-any") == RunLog()
    training.add_run("streak-3-any", 4)
    training.add(1200, True)
    for score in range(10):
        training.add_run("streak-3-any", score % 3)
    held = json.loads(training.path.read_text("utf-8"))
    assert held["runs"] == {
        "streak-3-any": {"best": 4, "played": 11, "last": [0, 1, 2, 0, 1, 2, 0, 1, 2, 0]}
    }
    assert training.log().played == 1 and training.run("storm-3-any").played == 0
    # A storm of an earlier version has no such counts.
    held["runs"]["storm-3-any"] = {"best": 2, "played": 1, "last": [2]}
    training.path.write_text(json.dumps(held), "utf-8")
    assert training.add_run("storm-3-any", 9, 1, 16) == RunLog(9, 2, (2, 9), 1, 16)
    assert training.run("storm-3-any") == RunLog(9, 2, (2, 9), 1, 16)
    held["runs"]["streak-3-any"]["best"] = "many"
    training.path.write_text(json.dumps(held), "utf-8")
    assert training.run("streak-3-any") == RunLog()


def test_a_streak_ends_with_the_first_miss_and_a_storm_with_its_time() -> None:
    streak = PuzzleRun("streak")
    streak.moved(0)
    streak.answered(True, 1e6)
    assert streak.begun and not streak.ticking and not streak.over
    streak.answered(False, 1e6)
    assert streak.over and (streak.solved, streak.missed) == (1, 1)
    storm = PuzzleRun("storm")
    assert storm.left(5) == STORM and not storm.begun
    storm.moved(100)
    storm.moved(150)
    storm.answered(False, 150)
    storm.waited(2)
    assert storm.left(150) == STORM - 50 - PENALTY + 2
    storm.answered(True, 271)
    assert not storm.over
    storm.answered(True, 272)
    assert storm.over and storm.solved == 1, "too late"
    assert [rung("streak", 0), rung("streak", 100)] == [900, 2600]


def test_no_puzzle_of_a_streak_is_easier_than_the_one_before() -> None:
    """From the tenth on, four in ten were; and the distance that was told went up and down."""
    goal, rng, shown = named_goal("last", 3, 3), Random(1), list[int]()
    distances = Distances(Puzzle.of(goal, goal=goal))
    least = 0
    for solved in range(24):
        least = streak_level(least, 3)
        puzzle = draw_puzzle(rung("streak", solved), 3, distances, rng, least=least)
        assert puzzle.difficulty >= least
        least = puzzle.difficulty
        task = puzzle_task(puzzle, "streak")
        assert "away" not in task
        shown.append(int(re.sub(r"\D", "", task.partition("difficulty")[2])))
    assert shown == sorted(shown) and shown[-1] == 1_400


def test_a_streak_is_kept_beside_what_the_page_imports(tmp_path: Path) -> None:
    training = Training(tmp_path)
    assert training.streak.read() is None
    training.streak.write(None)
    assert not training.streak.path.exists(), "no file where there was no streak"
    streak = KeptStreak(3, "corners", 4, 1_120, "1 2 3/4 0 6/7 5 8", "U", ("1 2 3/4 0 6/7 5 8",))
    training.streak.write(streak)
    assert Training(tmp_path).streak.read() == streak
    assert not training.path.exists()
    training.streak.write(None)
    assert training.streak.read() is None


@pytest.mark.parametrize(
    "change",
    [
        {"format": "taquin training"},
        {"version": 0},
        {"side": 5},
        {"theme": "no theme!"},
        {"solved": 0},
        {"solved": True},
        {"least": -1},
        {"board": "1 2 3"},
        {"board": "1 2 3 4/5 6 7 8/9 10 0 12/13 14 11 15"},
        {"moves": "UUU"},
        {"moves": "X"},
        {"moves": None},
        {"asked": "1 2 3/4 0 6/7 5 8"},
        {"asked": [4]},
    ],
)
def test_a_damaged_streak_is_refused_and_kept(tmp_path: Path, change: dict[str, object]) -> None:
    file = StreakFile(tmp_path)
    file.write(KeptStreak(3, "any", 4, 1_120, "1 2 3/4 0 6/7 5 8", "U"))
    text = json.dumps(json.loads(file.path.read_text("utf-8")) | change)
    file.path.write_text(text, "utf-8")
    for act in (file.read, lambda: file.write(None)):
        with pytest.raises(TableError, match=r"streak\.json does not contain a taquin streak"):
            act()
    assert file.path.read_text("utf-8") == text
