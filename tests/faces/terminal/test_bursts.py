"""Keys that arrive faster than the screens change, as a paste or a slow line sends them."""

import asyncio
from pathlib import Path

import pytest
from stage import Stage, staged
from textual.events import Key
from textual.keys import _character_to_key
from textual.widgets import Input, Static

from taquin.faces.terminal.dialogs import ChoiceDialog, Fields, Help, Preferences
from taquin.faces.terminal.figures import Statistics
from taquin.faces.terminal.playing import Play
from taquin.faces.terminal.puzzling import Puzzling
from taquin.faces.terminal.reviewing import ReviewScreen
from taquin.faces.terminal.solution import Solution
from taquin.faces.terminal.timing import AttemptFields, Timed


def burst(stage: Stage, *keys: str) -> None:
    """Send keys at once: none waits until what the one before it did is on the screen."""
    for key in keys:
        one = len(key) == 1
        name = _character_to_key(key) if one else key
        stage.app.post_message(Key(name, key if one else None))


# How each screen is reached, the burst that it gets, and the screen that is in front then.
_BURSTS = [
    (["escape"], "hh", Play),
    (["escape"], "HV", Play),
    (["escape"], "?q", Play),
    (["escape"], "gg", Statistics),
    (["escape"], "ee", Fields),
    (["escape"], "nn", Play),
    (["escape"], "zz", Puzzling),
    (["escape"], "yy", ChoiceDialog),
    (["escape"], ["enter", "enter"], Play),
    (["escape"], ["escape", "?"], Help),
    (["y"], "33", Play),
    (["e"], ["enter", "enter", "enter"], Play),
    (["/"], [*"where 3", "enter", "enter"], Play),
    (["escape"], "/best move?", Fields),
    (["?"], ["q", "?", "escape"], Play),
    ([","], ["escape", ","], Preferences),
    (["x", "g"], ["escape", "g", "g"], Statistics),
    (["z"], ["escape", "?"], Help),
    (["m"], ["escape", "?"], Help),
    (["m", "e"], ["escape", "escape", "?"], Help),
    (["m"], "ee", AttemptFields),
    (["m", "e"], ["escape", "escape", "m"], Timed),
    (["up", "x"], ["enter", "enter"], ReviewScreen),
    (["up", "x", "enter"], ["escape", "?"], Help),
    (["up", "left", "g"], ["enter", "enter"], ReviewScreen),
    (["up", "left", "g"], ["delete", "delete"], ChoiceDialog),
    (["up", "left", "g"], "ee", Fields),
]


@pytest.mark.parametrize(("opening", "keys", "front"), _BURSTS)
def test_a_burst_closes_a_screen_once(
    tmp_path: Path, opening: list[str], keys: list[str], front: type
) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press(*opening)
        burst(stage, *keys)
        await stage.until(lambda: isinstance(stage.app.screen, front))
        await stage.pilot.pause()
        assert isinstance(stage.app.screen, front) and stage.app.is_running

    staged(scene, tmp_path)


def test_a_burst_closes_a_solution_once(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("o")
        await stage.until(lambda: isinstance(stage.app.screen, Solution))
        burst(stage, "escape", "escape", "escape", "?")
        await stage.until(lambda: isinstance(stage.app.screen, Help))
        assert stage.game.at == 0

    staged(scene, tmp_path)


def test_keys_behind_the_one_that_quits_are_dropped(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        await stage.press("escape")
        burst(stage, *"qqqq")
        await stage.until(lambda: not stage.app.is_running)
        assert stage.app.return_code == 0

    staged(scene, tmp_path)


def test_keys_behind_the_one_that_opens_a_screen_are_for_that_screen(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> None:
        burst(stage, *"/row 2", "enter")
        says = stage.play.query_one("#says", Static)
        await stage.until(lambda: str(says.content) == "Row 2: 4, blank, 6.")
        burst(stage, *"/best")
        await stage.until(lambda: isinstance(stage.app.screen, Fields))
        field = stage.app.screen.query_one(Input)
        await stage.until(lambda: field.value == "best")
        assert stage.game.at == 0, "no letter reached the game behind the field"

    staged(scene, tmp_path)


@pytest.mark.parametrize("at_once", [True, False])
def test_fields_take_the_keys_behind_the_one_that_opens_them(tmp_path: Path, at_once: bool) -> None:
    """A key before the focus event replaced all, and Tab came after what was typed behind it."""
    typed = ["e", "ctrl+u", *"2x8", "tab", "ctrl+u", *"snake", "shift+tab", "end", "left", *"1"]

    async def scene(stage: Stage) -> None:
        if at_once:
            burst(stage, *typed)
        else:
            for key in typed:
                burst(stage, key)
                await asyncio.sleep(0.02)
        await stage.until(lambda: bool(stage.app.screen.query("#goal")))
        filled = stage.app.screen.query(Input)
        await stage.until(lambda: filled.first().value == "2x18")
        assert [field.value for field in filled] == ["2x18", "snake", "grid"]

    staged(scene, tmp_path)
