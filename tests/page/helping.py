"""The panels beside the board in a browser: hints and the solver."""

from typing import Any

from page_states import WELCOMED
from page_support import Page

__all__ = [
    "EIGHT",
    "EIGHT_BOARD",
    "FIFTEEN",
    "after",
    "choose",
    "focused",
    "in_focus",
    "opened",
    "solved",
]

# Fourteen moves from the goal; moving 2 left is the only best of four moves.
EIGHT = "#/play?board=8+1+3/4+0+2/7+6+5"

EIGHT_BOARD = "8 1 3/4 0 2/7 6 5"

# The first of Korf's hundred, 57 moves.
FIFTEEN = "#/play?board=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=first"


def opened(page: Page, fragment: str) -> Any:
    """The page of somebody who has been here before, with the board of the fragment."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open(fragment)
    tab.locator(".hints").wait_for()
    tab.wait_for_function("() => location.hash === '#/play'")
    return tab


def after(tab: Any, start: str, moves: str) -> str:
    """The board that the moves lead to."""
    return str(
        tab.evaluate(
            """async ([start, moves]) => {
      const { formatBoard, parseBoard, replay } = await import("./board.js");
      return formatBoard(replay(parseBoard(start), moves));
    }""",
            [start, moves],
        )
    )


def choose(tab: Any, mode: str) -> None:
    tab.get_by_role("button", name="Hints:").click()
    tab.get_by_role("menuitemradio", name=mode).click()


def solved(tab: Any, key: str = "o") -> None:
    tab.keyboard.press(key)
    tab.locator(".solve").get_by_text("shortest, proved").wait_for(timeout=60_000)


def in_focus(tab: Any) -> str:
    return str(tab.evaluate("document.activeElement.textContent"))


def focused(tab: Any, text: str) -> None:
    """Wait until the element of that text has the focus."""
    script = "(text) => document.activeElement.textContent === text"
    tab.wait_for_function(script, arg=text)
