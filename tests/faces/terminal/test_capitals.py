"""A letter does the same with Shift or Caps Lock, as the bars show capitals."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from stage import Stage, in_a_loop_of_its_own, staged
from textual.events import Key
from textual.widgets import Static

from taquin.faces.terminal.app import Taquin
from taquin.faces.terminal.dialogs import ChoiceDialog, Fields, GoalBox, Help, Preferences
from taquin.faces.terminal.figures import Statistics
from taquin.faces.terminal.front import FrontScreen
from taquin.faces.terminal.keys import KEY_SETS, pressed
from taquin.faces.terminal.lab import Lab, LabScreen
from taquin.faces.terminal.playing import Play
from taquin.faces.terminal.puzzling import Puzzling
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.faces.terminal.solution import Solution
from taquin.faces.terminal.timing import AttemptFields, Timed
from taquin.solving.comparison import row_requests
from taquin.solving.question.reading import read_limits
from taquin.solving.question.row import read_rows

# How each screen is reached, and its letters; that of a choice is the menu.
_SCREENS: dict[type[FrontScreen[Any]], tuple[tuple[str, ...], str]] = {
    ReviewScreen: (("up", "left", "x"), "mtq"),
    Solution: (("o",), "q"),
    Statistics: (("up", "left", "g"), "beq"),
    Timed: (("m",), "beq"),
    Puzzling: (("z",), "beq"),
    ChoiceDialog: (("escape",), "nq"),
    Help: (("question_mark",), "q"),
    GoalBox: (("b",), "bq"),
}
# Play has letters alone that `pressed` reads, Fields takes them as text; the lab has its own test.
_OTHERS = {Play, Fields, Preferences, AttemptFields, LabScreen}


def kinds(screen: type[FrontScreen[Any]]) -> set[type[FrontScreen[Any]]]:
    """The screens that are opened: those of which there is no special kind."""
    below = screen.__subclasses__()
    return set().union(*map(kinds, below)) if below else {screen}


def outcome(app: Taquin) -> tuple[bool, list[str], str]:
    """What a key came to: the screens, and what is chosen or, but for times, written above."""
    front = app.screen
    names = [type(screen).__name__ for screen in app.screen_stack]
    if isinstance(front, Timed | Puzzling):
        return (
            app.is_running,
            names,
            str(front._choice if isinstance(front, Timed) else front.wish),
        )
    bars = [str(bar.content) for bar in front.query("#bar").results(Static)]
    return app.is_running, names, re.sub(r"[\d:. ]+", " ", "".join(bars))


def test_every_screen_is_tried_here() -> None:
    opened = {one for one in kinds(FrontScreen) if one.__module__.startswith("taquin.")}
    assert opened == set(_SCREENS) | _OTHERS


@pytest.mark.parametrize("keys", KEY_SETS)
def test_capitals_are_the_same_keys_in_the_game(keys: str) -> None:
    letters = {name for names in KEY_SETS[keys].values() for name in names if name.isalpha()}
    for letter in {name for name in letters if len(name) == 1}:
        small, large = (Key(one, one) for one in (letter, letter.upper()))
        assert pressed(large, keys, "tile") == pressed(small, keys, "tile") != (letter, None, None)


@pytest.mark.parametrize("screen", _SCREENS)
def test_capitals_are_the_same_keys_on_every_screen(
    screen: type[FrontScreen[Any]], tmp_path: Path
) -> None:
    """In a review, the bar says "M moves", and Shift+M did nothing."""
    way, letters = _SCREENS[screen]
    found: dict[str, tuple[bool, list[str], str]] = {}

    for number, letter in enumerate(letters):
        for key in (letter, letter.upper()):

            async def scene(stage: Stage, key: str = key) -> None:
                await stage.press(*way)
                await stage.until(lambda: type(stage.app.screen) is screen)
                front = stage.app.screen
                if isinstance(front, ReviewScreen):
                    await stage.until(lambda: front.review is not None)
                if screen is not ChoiceDialog:
                    assert isinstance(front, FrontScreen)
                    shown = {text[0].lower() for text in front.keys_here() if text[1:2] == " "}
                    assert {one for one in shown if one.isalpha()} <= {*letters, *"mn"}
                before = outcome(stage.app)
                await stage.press(key)
                found[key] = outcome(stage.app)
                assert found[key] != before, f"{key} does nothing"

            staged(scene, tmp_path / f"{number}{key}")
        assert found[letter] == found[letter.upper()]


def test_capitals_are_the_same_keys_in_the_lab() -> None:
    async def run() -> None:
        limits = read_limits(None, None, None)
        requests = row_requests(
            "1 2 3/4 0 5/7 8 6",
            read_rows(("astar",)),
            goal=None,
            metric="stm",
            topology="grid",
            size=None,
            engine="python",
            limits=limits,
        )
        app = Lab(requests)
        async with app.run_test() as pilot:
            await pilot.press("Q")
            async with asyncio.timeout(30):
                while app.is_running:
                    await pilot.pause(0.01)
        ended.append(app.is_running)

    ended: list[bool] = []
    in_a_loop_of_its_own(run)
    assert ended == [False]
