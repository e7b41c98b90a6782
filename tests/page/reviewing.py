"""Finished games in a browser: records to import, and what the views show of them."""

import json
from pathlib import Path
from typing import Any

from page_states import WELCOMED
from page_support import Page

__all__ = ["GAME", "PHONE", "imported", "opened", "reviewed"]

PHONE = {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}

# Of four moves the first leads away and the second back: two are lost.
GAME = {
    "version": 1,
    "id": "first-game",
    "created": "2026-01-02T10:00:00.000Z",
    "width": 3,
    "height": 3,
    "start": "1 2 3/4 5 6/0 7 8",
    "goal": "1 2 3/4 5 6/7 8 0",
    "moves": "DULL",
    "times": [0, 400, 800, 1200],
    "inputs": "kkkk",
    "status": "solved",
    "hints": {"which": 0, "arrow": 0, "play": 0, "peek": 0},
    "undos": 0,
    "seed": "tests",
    "paused": False,
}


def opened(page: Page, fragment: str) -> Any:
    page.tab.add_init_script(WELCOMED)
    return page.open(fragment)


def imported(page: Page, records: list[dict[str, Any]], tmp_path: Path) -> Any:
    """The statistics with these games in them."""
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"games": records}), encoding="utf-8")
    tab = opened(page, "#/stats")
    tab.locator(".stats__body > *").first.wait_for()
    tab.set_input_files("input[type=file]", file)
    tab.get_by_text(f"Import: {len(records)} added.").first.wait_for()
    return tab


def reviewed(page: Page, record: dict[str, Any], tmp_path: Path) -> Any:
    tab = imported(page, [record], tmp_path)
    tab.goto(f"{page.url}#/review?id={record['id']}")
    tab.locator(".graph__line").wait_for()
    return tab
