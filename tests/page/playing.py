"""The play view in a browser, and what its tests read from it."""

import re
from typing import Any

import pytest

from page_states import WELCOMED
from page_support import Page

__all__ = ["NEAR", "PHONE", "SOLUTION", "figure", "said", "tab", "tile"]

NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}

# Shortest solution of the board in sight, as arrow keys.
SOLUTION = """async () => {
  const { createSolver } = await import("./solver/solver.js");
  const { board, goal } = document.querySelector("taquin-board");
  const { moves } = await createSolver({ online: false }).solve(board, goal);
  return [...moves].map((letter) => ({ U: "Up", D: "Down", L: "Left", R: "Right" })[letter]);
}"""


@pytest.fixture
def tab(page: Page) -> Any:
    """The page of somebody who has been here before, with a board two moves from the goal."""
    page.tab.add_init_script(WELCOMED)
    made = page.open(NEAR)
    made.locator("taquin-board").wait_for()
    made.wait_for_function("() => location.hash === '#/play'")
    return made


def figure(tab: Any, name: str) -> str:
    return str(tab.locator(f".figure:has(dt:text-is('{name}')) dd").inner_text())


def tile(tab: Any, number: int) -> Any:
    return tab.get_by_role("button", name=re.compile(rf"^{number}, row"))


def said(tab: Any) -> str:
    return str(tab.locator("#say").inner_text()).strip()
