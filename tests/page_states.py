"""Every view and state of the page that is worth looking at, and how to get there.

The pictures of docs/images/page.py and the accessibility tests go through the same list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

__all__ = ["STATES", "WELCOMED", "State", "arrows"]

# The settings of somebody who has seen the introduction.
WELCOMED = """localStorage.setItem("taquin.settings", JSON.stringify(
  {...JSON.parse(localStorage.getItem("taquin.settings") ?? "{}"), welcomed: true}))"""
NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
HARD = "#/play?board=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=first"


@dataclass(frozen=True)
class State:
    """A name, the fragment to open, and what to do there."""

    name: str
    fragment: str = HARD
    act: Callable[[Any], None] = lambda tab: None
    welcomed: bool = True


def arrows(tab: Any, *keys: str) -> None:
    """Press arrow keys by their short names."""
    for key in keys:
        tab.keyboard.press(f"Arrow{key}")


def _click(name: str) -> Callable[[Any], None]:
    return lambda tab: tab.get_by_role("button", name=name, exact=True).click()


def _solved(tab: Any) -> None:
    arrows(tab, "Left")
    tab.wait_for_timeout(1200)
    arrows(tab, "Left")
    tab.get_by_text("Solved", exact=True).wait_for()


def _paused(tab: Any) -> None:
    arrows(tab, "Left")
    tab.keyboard.press("p")
    tab.get_by_role("button", name="Go on").wait_for()


def _asked(tab: Any) -> None:
    tab.keyboard.press("/")
    tab.keyboard.type("where 7")
    tab.keyboard.press("Enter")


def _palette(name: str) -> Callable[[Any], None]:
    def act(tab: Any) -> None:
        _click("Settings")(tab)
        tab.get_by_label("Tile colours").select_option(name)
        tab.keyboard.press("Escape")

    return act


def _bad_text(tab: Any) -> None:
    _click("Set up")(tab)
    tab.get_by_label("Type or paste").fill("1 2 3/4 5 5/7 8 0")


def _notice(tab: Any) -> None:
    arrows(tab, "Left")
    tab.keyboard.press("n")


STATES = [
    State("play", HARD),
    State("play-first-visit", welcomed=False),
    State("play-rectangle", "#/play?board=8+1+2+3+4/9+6+7+0+5"),
    State("play-solved", NEAR, _solved),
    State("play-paused", NEAR, _paused),
    State("play-asked", HARD, _asked),
    State("play-notice", NEAR, _notice),
    State("play-fringe", HARD, _palette("fringe")),
    State("play-mono", HARD, _palette("mono")),
    State("play-unsolvable-link", "#/play?board=1+2+3/4+5+6/8+7+0"),
    State("setup", HARD, _click("Set up")),
    State("setup-bad-text", HARD, _bad_text),
    State("settings", HARD, _click("Settings")),
    State("help", HARD, _click("Help")),
    State("share", NEAR, lambda tab: (arrows(tab, "Left"), _click("Share")(tab))[-1]),
]
