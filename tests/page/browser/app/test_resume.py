"""An unfinished game comes back, in each tab its own; browsers that store nothing."""

from typing import Any

import pytest
from playing import NEAR, figure, tile

from page_states import WELCOMED, arrows, board
from page_support import Page


def test_an_unfinished_game_resumes(tab: Any) -> None:
    arrows(tab, "Down")
    tab.wait_for_timeout(300)
    tab.reload()
    tile(tab, 8).wait_for()
    assert board(tab) == "1 2 3/0 5 6/4 7 8"
    assert figure(tab, "Moves") == "1"
    time = figure(tab, "Time, stopped")
    assert time != "0:00.0"
    tab.wait_for_timeout(300)
    assert figure(tab, "Time, stopped") == time
    tab.keyboard.press("u")
    assert board(tab) == "1 2 3/4 5 6/0 7 8"


def test_a_paused_game_is_still_paused_after_a_reload(tab: Any) -> None:
    arrows(tab, "Down")
    tab.keyboard.press("p")
    veil = tab.locator(".veil")
    veil.wait_for()
    time = figure(tab, "Time, stopped")
    tab.reload()
    veil.wait_for()
    assert not tile(tab, 8).is_visible()
    assert figure(tab, "Time, stopped") == time
    arrows(tab, "Down")
    assert figure(tab, "Moves") == "1"
    assert tab.get_by_role("button", name="Set up", exact=True).is_disabled()
    veil.click()
    tile(tab, 8).wait_for()
    assert figure(tab, "Time") != "" and board(tab) == "1 2 3/0 5 6/4 7 8"
    arrows(tab, "Down")
    assert board(tab) == "0 2 3/1 5 6/4 7 8"


def test_a_reload_of_a_paused_game_leaves_the_same_buttons_grey(tab: Any) -> None:
    grey = "() => [...document.querySelectorAll('#main :disabled')].map((one) => one.textContent)"
    tab.get_by_role("button", name="Solve").wait_for()
    arrows(tab, "Down")
    tab.keyboard.press("p")
    tab.locator(".veil").wait_for()
    before = tab.evaluate(grey)
    for name in ("Hints: Optimal", "Moves left", "Solve"):
        assert any(name in text for text in before), before
    tab.reload()
    tab.get_by_role("button", name="Solve").wait_for()
    assert tab.evaluate(grey) == before
    tab.locator(".veil").click()
    for name in ("Hints: Optimal", "Moves left", "Solve"):
        assert tab.get_by_role("button", name=name).is_enabled()


def test_another_tab_that_rests_keeps_nothing_over_a_newer_game(tab: Any) -> None:
    arrows(tab, "Down")
    tab.wait_for_timeout(600)
    other = tab.context.new_page()
    other.goto(tab.url)
    tile(other, 8).wait_for()
    assert board(other) == "1 2 3/0 5 6/4 7 8"
    arrows(tab, "Down")
    tab.wait_for_timeout(600)
    other.goto("about:blank")
    other.goto(tab.url)
    tile(other, 8).wait_for()
    assert board(other) == "0 2 3/1 5 6/4 7 8"


def test_each_tab_goes_on_with_its_own_game(tab: Any, page: Page) -> None:
    arrows(tab, "Down")
    tab.wait_for_timeout(600)
    other = tab.context.new_page()
    other.goto(f"{page.url}#/play?board=1+2+3/4+5+6/7+0+8")
    other.wait_for_function("() => location.hash === '#/play'")
    arrows(other, "Right")
    other.wait_for_timeout(600)
    tab.reload()
    tile(tab, 8).wait_for()
    assert board(tab) == "1 2 3/0 5 6/4 7 8"
    other.reload()
    tile(other, 8).wait_for()
    assert board(other) == "1 2 3/4 5 6/0 7 8"


def test_what_is_set_in_one_tab_acts_and_stays_in_the_others(tab: Any) -> None:
    other = tab.context.new_page()
    other.goto(tab.url)
    tile(other, 8).wait_for()
    for one, name, value in (other, "Tile colours", "mono"), (tab, "Theme", "dark"):
        one.get_by_role("button", name="Settings").click()
        one.get_by_label(name).select_option(value)
    other.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    other.reload()
    other.get_by_role("button", name="Settings").click()
    assert other.get_by_label("Tile colours").input_value() == "mono"
    assert other.get_by_label("Theme").input_value() == "dark"


LAME = {
    "no answer": "indexedDB.open = () => ({})",
    "no channel": "delete globalThis.BroadcastChannel",
    "channel refused": "BroadcastChannel = class { constructor() { throw Error('no'); } }",
    "storage refused": "Storage.prototype.getItem = () => { throw Error('no'); }",
}


@pytest.mark.parametrize("script", LAME.values(), ids=LAME.keys())
def test_the_page_plays_where_the_browser_is_lame(page: Page, script: str) -> None:
    page.tab.add_init_script(script)
    tab = page.open(NEAR)
    tile(tab, 8).click()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"


BROKEN = [
    "{", "{}", '{"record": {"start": "<b>"}}', "null", "7",
    '{"record": {"version": 1, "id": "a", "created": "2026-01-02", "width": 3, "height": 3, '
    '"start": "damaged", "goal": "1 2 3/4 5 6/7 8 0", "moves": "", "times": [], "inputs": "", '
    '"status": "playing"}, "undone": [], "elapsed": 0}',
]  # fmt: skip


def test_a_broken_store_begins_a_new_game(page: Page) -> None:
    for stored in BROKEN:
        # Later scripts run after earlier ones, so that the last store is the one that is read.
        page.tab.add_init_script(
            f"localStorage.clear(); localStorage.setItem('taquin.game', {stored!r}); {WELCOMED};"
            f"localStorage.setItem('taquin.settings', {stored!r})"
        )
        tab = page.open_anew()
        tab.locator("taquin-board").wait_for()
        assert figure(tab, "Moves") == "0", stored
