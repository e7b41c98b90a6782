"""What is told where the browser stores nothing, or has no room: nothing is lost in silence."""

import json
from pathlib import Path
from typing import Any

import pytest

from page_states import WELCOMED, arrows
from page_support import Page

NEAR = "#/play?board=1+2+3/4+5+6/7+0+8"
FULL = """IDBObjectStore.prototype.put = () => {
  throw new DOMException("no room", "QuotaExceededError");
};"""
BLOCKED = """for (const name of ["localStorage", "sessionStorage", "indexedDB"])
Object.defineProperty(window, name, {
  get() { throw new DOMException("no", "SecurityError"); },
});"""
LASTS = "only as long as this tab."


def solved(page: Page, script: str) -> Any:
    tab = page.tab
    tab.add_init_script(WELCOMED if script == FULL else "")
    tab.add_init_script(script)
    page.open(NEAR)
    tab.wait_for_function("() => location.hash === '#/play'")
    arrows(tab, "Left")
    tab.get_by_text("Solved", exact=True).wait_for()
    return tab


@pytest.mark.parametrize(
    ("script", "told"),
    [(FULL, "had no room for this game"), (BLOCKED, "stores nothing: your games")],
    ids=["full", "blocked"],
)
def test_a_game_that_is_not_kept_is_told_once_and_offered(
    page: Page, script: str, told: str, tmp_path: Path
) -> None:
    tab = solved(page, script)
    notice = tab.locator(".notice").filter(has_text=LASTS)
    notice.wait_for()
    assert told in notice.inner_text()
    with tab.expect_download() as saved:
        notice.get_by_role("button", name="Save this game").click()
    saved.value.save_as(tmp_path / "game.json")
    (game,) = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))["games"]
    assert game["moves"] == "L" and game["status"] == "solved"
    tab.evaluate("location.hash = '#/stats'")
    tab.locator(".games tbody tr").wait_for()  # the tab has it
    words = "had no room for one game" if script == FULL else "This browser stores nothing"
    kept = tab.get_by_text(words).filter(visible=True)
    kept.filter(has_text="Export them to keep them.").first.wait_for()
    tab.evaluate("location.hash = '#/train'")
    note = tab.locator(".train__data .note")
    note.wait_for()
    false = "are stored only in this browser"
    assert (false in note.inner_text()) == (script == FULL)
    assert (LASTS in note.inner_text()) == (script == BLOCKED)
