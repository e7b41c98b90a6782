"""Boards and goals from files, standard input and words: where each comes from, and what wins."""

from pathlib import Path

import pytest

from cli import taquin

BOARD = "702853614"
GOAL = "0 1 2/3 4 5/6 7 8"


@pytest.fixture
def goal(tmp_path: Path) -> str:
    """--goal @FILE, with the goal `first` in rows."""
    file = tmp_path / "goal.txt"
    file.write_text("0 1 2\n3 4 5\n6 7 8\n", encoding="utf-8")
    return f"@{file}"


@pytest.mark.parametrize(
    "words",
    [
        f"solve {BOARD}",
        f"info {BOARD}",
        f"compare {BOARD} -a astar",
        f"replay {BOARD} U",
        "batch -",
        "census 3x3",
        "scramble --seed 1 --count 2",
    ],
)
def test_the_goal_of_a_file(goal: str, words: str) -> None:
    given = [*words.split(), "--format", "json"] if not words.startswith("batch") else words.split()
    ran = taquin(given, "--goal", goal, stdin=BOARD.encode())
    named = taquin(given, "--goal", "first", "--size", "3x3", stdin=BOARD.encode())
    if words.startswith("census"):
        named = taquin(given, "--goal", "first")
    rows = ran.rows[0] if words.startswith("compare") else ran.rows
    expected = named.rows[0] if words.startswith("compare") else named.rows
    assert rows and [row["goal"] for row in rows] == [row["goal"] for row in expected]
    assert {row["goal"] for row in rows} == {GOAL}
    assert ran.status == named.status


def test_a_name_in_the_file(tmp_path: Path) -> None:
    (tmp_path / "goal").write_text("spiral\n", encoding="utf-8")
    row = taquin("info", BOARD, "--goal", f"@{tmp_path / 'goal'}", "--format", "json").json
    assert row["goal_name"] == "spiral"


def test_a_game_with_the_goal_of_a_file(
    goal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAQUIN_DATA", str(tmp_path))
    monkeypatch.setattr("sys.stdin", None)
    from taquin.faces.cli import play
    from taquin.faces.terminal.session import Opening

    opened: list[Opening] = []

    class Plain:
        play = staticmethod(lambda opening, notation: opened.append(opening))

    part = play.part
    monkeypatch.setattr(play, "part", lambda name: Plain if name == "plain" else part(name))
    assert taquin("play", "3x3", "--plain", "--goal", goal).status == 0
    assert [opening.puzzle.goal.text for opening in opened] == [GOAL]


def test_the_goals_file_is_not_overwritten(goal: str) -> None:
    file = Path(goal[1:])
    before = file.read_text(encoding="utf-8")
    for words in (["solve", BOARD, "--trace"], ["batch", "-", "--overwrite", "--output"]):
        ran = taquin(words, str(file), "--goal", goal, stdin=BOARD.encode())
        assert ran.status == 2 and "a file that this command reads" in ran.err
    assert file.read_text(encoding="utf-8") == before
