"""Runs the terminal face in the process of the test, with a folder of its own."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from errno import EROFS
from pathlib import Path
from typing import Any

from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet
from textual.pilot import Pilot
from textual.widgets import Static

from taquin.faces.terminal.app import Taquin
from taquin.faces.terminal.playing import Play
from taquin.faces.terminal.session import Opening, Session, read_opening
from taquin.faces.terminal.settings import Settings
from taquin.game.seats import Seat

__all__ = ["EASY", "WIDE", "Stage", "in_a_loop_of_its_own", "staged", "unwritable"]

WIDE = (80, 24)
# Two moves from the goal: up, then left.
EASY = "1 2 3/4 0 6/7 5 8"
# Seconds after which a state that does not come is a failure.
_PATIENCE = 30.0


_parse_rules = Stylesheet._parse_rules
_PARSED: dict[object, list[RuleSet]] = {}


def parsed_once(sheet: Stylesheet, *given: Any, **named: Any) -> list[RuleSet]:
    """Rules that another app of this process has parsed: that took a third of the time of one."""
    variables = frozenset(sheet._variables.items())
    key = variables, given, tuple(sorted(named.items()))
    if key not in _PARSED:
        _PARSED[key] = _parse_rules(sheet, *given, **named)
    return _PARSED[key]


Stylesheet._parse_rules = parsed_once  # type: ignore[method-assign]


class Stage:
    """A running game; every wait is for a state, never for a time."""

    def __init__(self, app: Taquin, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def play(self) -> Play:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, Play)
        return screen

    @property
    def game(self):  # type: ignore[no-untyped-def]
        return self.app.session.game

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def resize(self, width: int, height: int) -> None:
        """Give the terminal another size, and wait until the screen is laid out for it."""
        await self.pilot.resize_terminal(width, height)
        await self.until(lambda: self.app.screen.size == (width, height))

    def text(self, selector: str) -> str:
        """What a widget of the front screen shows."""
        return str(self.app.screen.query_one(selector, Static).content)

    def board(self) -> list[str]:
        """The lines of the board that the front screen draws."""
        from taquin.faces.terminal.boardview import BoardView

        view = self.app.screen.query_one(BoardView)
        return [view.render_line(y).text for y in range(view.size.height)]

    async def until(self, holds: Callable[[], bool]) -> None:
        """Wait until something holds, and until what it brought about is on the screen."""
        async with asyncio.timeout(_PATIENCE):
            while not holds():
                await self.pilot.pause(0.01)
        await self.pilot.pause()


def unwritable(**where: object) -> None:
    """Stands for what makes a file, as in a folder that cannot be written."""
    raise OSError(EROFS, os.strerror(EROFS))


def in_a_loop_of_its_own(run: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run a scene in a thread: a browser's test in this process may have left a loop running."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(lambda: asyncio.run(run())).result()


def staged(
    scene: Callable[[Stage], Awaitable[None]],
    folder: Path,
    *,
    board: str = EASY,
    goal: str | None = None,
    opening: Opening | None = None,
    seat: Seat | None = None,
    settings: Settings | None = None,
    size: tuple[int, int] = WIDE,
    colours: bool = True,
    term: str = "xterm-256color",
) -> None:
    """Play a scene on a board, or an opening, on a screen of that size.

    term: the terminal, on which a board's colours depend, and nothing else here.
    """

    async def run() -> None:
        chosen = settings or Settings()
        first = opening or read_opening(board, goal=goal)
        session = Session(first, folder, seat, metric=chosen.metric)
        app = Taquin(session, chosen, folder=folder)
        async with app.run_test(size=size) as pilot:
            await scene(Stage(app, pilot))

    names = ("NO_COLOR", "COLORTERM", "TERM")
    before = {name: value for name in names if (value := os.environ.pop(name, None)) is not None}
    os.environ.update({"TERM": term, **({} if colours else {"NO_COLOR": "1"})})
    try:
        in_a_loop_of_its_own(run)
    finally:
        for name in names:
            os.environ.pop(name, None)
        os.environ.update(before)
