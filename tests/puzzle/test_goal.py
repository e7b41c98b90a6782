"""Goals by name."""

import pytest

from taquin.ground.errors import NotationError, UnknownName
from taquin.puzzle.board import Board
from taquin.puzzle.goal import GOALS, goal_name, named_goal


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("last", "1 2 3/4 5 6/7 8 0"),
        ("first", "0 1 2/3 4 5/6 7 8"),
        ("snake", "1 2 3/6 5 4/7 8 0"),
        ("spiral", "1 2 3/8 0 4/7 6 5"),
    ],
)
def test_3x3(name: str, text: str) -> None:
    assert named_goal(name, 3, 3).text == text
    assert goal_name(Board.parse(text)) == name


def test_rectangles() -> None:
    assert named_goal("spiral", 4, 3).text == "1 2 3 4/10 11 0 5/9 8 7 6"
    assert named_goal("spiral", 2, 3).text == "1 2/0 3/5 4"
    assert named_goal("snake", 4, 2).text == "1 2 3 4/0 7 6 5"
    assert named_goal("spiral", 4, 4).text == "1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7"


@pytest.mark.parametrize("size", [(2, 2), (3, 2), (2, 3), (5, 4), (7, 7), (17, 16)])
@pytest.mark.parametrize("name", GOALS)
def test_every_goal_is_a_board(name: str, size: tuple[int, int]) -> None:
    goal = named_goal(name, *size)
    assert (goal.width, goal.height) == size


def test_any_board_is_a_goal() -> None:
    assert named_goal("8 7 6/5 4 3/2 1 0", 3, 3).text == "8 7 6/5 4 3/2 1 0"
    assert named_goal("1 2 3 4 5 0", 3, 2).text == "1 2 3/4 5 0"
    assert goal_name(Board.parse("8 7 6/5 4 3/2 1 0")) is None


def test_other_words_for_goals() -> None:
    assert named_goal("snail", 4, 4) == named_goal("Snail", 4, 4) == named_goal("spiral", 4, 4)
    assert named_goal("boustrophedon", 4, 4) == named_goal("snake", 4, 4)
    for word, meant in [("standard", "last"), ("zero_first", "first"), ("clockwise", "spiral")]:
        with pytest.raises(UnknownName, match=f"Did you mean '{meant}'"):
            named_goal(word, 3, 3)


def test_errors() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'spiral'"):
        named_goal("spirale", 3, 3)
    with pytest.raises(NotationError, match=r"goal: .*4x4"):
        named_goal("1 2 3/4 5 6/7 8 0", 4, 4)
    with pytest.raises(NotationError, match="from 2 to 100"):
        named_goal("last", 1, 3)
    with pytest.raises(NotationError, match="a board to start from; expected one of last"):
        named_goal("korf100:1", 4, 4)
    with pytest.raises(NotationError, match="goal=5: expected a board's text"):
        named_goal(5, 3, 3)  # type: ignore[arg-type]
