"""Dialogs and the browser's history: Back closes a dialog, and leaves the view only without one."""

from typing import Any

import pytest
from playing import NEAR

from page_states import WELCOMED, arrows
from page_support import Page


@pytest.fixture
def visited(page: Page) -> Any:
    """The play view, reached from the daily boards."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/daily")
    tab.locator(".daily__card").first.wait_for()
    tab.get_by_role("link", name="Play", exact=True).click()
    tab.locator(".view--play").wait_for()
    return tab


def back(tab: Any) -> None:
    tab.evaluate("history.back()")


def shut(tab: Any) -> None:
    tab.locator("dialog").wait_for(state="detached")


@pytest.mark.parametrize("name", ["Settings", "Help", "Set up", "Share"])
def test_back_closes_a_dialog_and_stays(visited: Any, name: str) -> None:
    visited.get_by_role("button", name=name, exact=True).first.click()
    visited.get_by_role("dialog").wait_for()
    back(visited)
    shut(visited)
    assert visited.evaluate("location.hash") == "#/play"
    back(visited)
    visited.locator(".view--daily").wait_for()


def test_a_dialog_pauses_the_game_and_covers_its_board(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    tab.get_by_role("button", name="Moves left").wait_for()
    arrows(tab, "Left")
    time = tab.locator(".figure__value--time")
    for name in ("Settings", "Help", "Set up", "Share"):
        tab.get_by_role("button", name=name, exact=True).first.click()
        tab.get_by_role("dialog").wait_for()
        tab.get_by_text("Time, stopped").wait_for()
        stopped = time.inner_text()
        assert not tab.locator("#board").is_visible()
        tab.keyboard.press("Escape")
        tab.get_by_text("Time", exact=True).wait_for()
        assert tab.locator("#board").is_visible()
        tab.wait_for_function(
            "(time) => time !== document.querySelector('.figure__value--time').textContent",
            arg=stopped,
        )
    # A pause of one's own outlasts the dialog, and the clock does not go on in another view.
    tab.keyboard.press("p")
    tab.keyboard.press("?")
    tab.get_by_role("dialog").wait_for()
    tab.keyboard.press("Escape")
    shut(tab)
    tab.locator(".veil").click()
    tab.keyboard.press("?")
    tab.get_by_role("dialog").wait_for()
    tab.evaluate("location.hash = '#/stats'")
    tab.locator(".view--stats").wait_for()
    shut(tab)
    back(tab)
    tab.get_by_text("Time, stopped").wait_for()
    arrows(tab, "Left")
    assert "clock stopped" in tab.locator(".result .badge").inner_text()


def test_a_dialog_says_that_the_clock_of_an_attempt_goes_on(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    tab.get_by_role("button", name="Start").wait_for()
    note = tab.get_by_text("The clock of the attempt goes on.")
    for begun in (False, True):
        tab.keyboard.press("?")
        tab.get_by_role("dialog").wait_for()
        assert note.count() == begun
        tab.keyboard.press("Escape")
        shut(tab)
        if not begun:
            tab.get_by_role("button", name="Start").click()


def test_back_passes_over_dialogs_that_were_closed_otherwise(visited: Any) -> None:
    for name in ("Help", "Settings"):
        visited.get_by_role("button", name=name, exact=True).first.click()
        visited.get_by_role("dialog").wait_for()
        visited.keyboard.press("Escape")
        shut(visited)
    visited.get_by_role("link", name="Review", exact=True).click()
    visited.locator(".view--review").wait_for()
    back(visited)
    visited.locator(".view--play").wait_for()
    back(visited)
    visited.locator(".view--daily").wait_for()
    assert visited.evaluate("location.hash") == "#/daily"


def test_a_view_that_follows_a_dialog_takes_its_place(visited: Any) -> None:
    visited.get_by_role("link", name="Review", exact=True).click()
    visited.locator(".view--review").wait_for()
    visited.get_by_role("button", name="Help", exact=True).click()
    visited.get_by_role("dialog").wait_for()
    visited.keyboard.press("Escape")
    shut(visited)
    before = visited.evaluate("history.length")
    visited.keyboard.press("m")  # timed attempts
    visited.locator(".view--timed").wait_for()
    assert visited.evaluate("history.length") == before
    back(visited)
    visited.locator(".view--review").wait_for()


def test_a_key_held_to_peek_is_heard_when_a_dialog_covers_the_game(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    tab.get_by_role("button", name="Moves left").wait_for()
    tab.keyboard.down("v")
    tab.locator(".peek").wait_for()
    tab.keyboard.press("?")
    tab.get_by_role("dialog").wait_for()
    asker = tab.locator("[title^='Shows the moves left']")
    assert asker.get_attribute("aria-pressed") == "true"
    tab.keyboard.up("v")
    tab.wait_for_function("() => !document.querySelector('.hints [aria-pressed=true]')")
    assert asker.get_attribute("aria-pressed") == "false"
    tab.keyboard.press("Escape")
    shut(tab)
    tab.keyboard.down("v")
    tab.locator(".peek").wait_for()
    tab.evaluate("location.hash = '#/stats'")
    tab.locator(".view--stats").wait_for()
    tab.keyboard.up("v")
    back(tab)
    tab.locator(".view--play").wait_for()
    assert not tab.locator(".peek").is_visible()


FINGERS = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize("page", [FINGERS], indirect=True)
def test_a_device_without_a_mouse_is_told_of_no_clicks_and_no_keys_of_the_board(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    assert tab.evaluate("matchMedia('(any-pointer: fine)').matches") is False
    tab.get_by_role("button", name="Settings").tap()
    touch = tab.get_by_label("Touch", exact=True)
    touch.wait_for()
    assert touch.locator("option").all_inner_texts() == [
        *("Tap", "Tap and drag", "Tap, drag and trace"),
    ]
    touch.select_option("click")
    tab.keyboard.press("Escape")
    tab.get_by_role("button", name="Help").tap()
    topics = tab.locator(".topics")
    told = topics.inner_text()
    assert "Tap a tile in the row or column" in told and "Two fingers" in told
    assert not any(word in told for word in ("Click", "F2", "Home and End"))


def test_a_device_without_touch_is_told_of_no_fingers(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_label("Mouse and touch", exact=True).wait_for()
    tab.keyboard.press("Escape")
    tab.get_by_role("button", name="Help").click()
    told = tab.locator(".topics").inner_text()
    assert "Two fingers" not in told and "Home and End" in told


@pytest.mark.parametrize("page", [{}, FINGERS], indirect=True)
def test_help_begins_with_what_a_beginner_looks_for(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    tab.get_by_role("button", name="Help").click()
    dialog = tab.get_by_role("dialog", name="Help")
    dialog.locator(".topics").wait_for()
    topics = dialog.locator(".topics dt").all_inner_texts()
    names = [one for one in topics if one != "Two fingers"]
    assert names[:3] == ["Moving", "Hints", "Timing"]
    window = tab.evaluate("innerHeight")
    for name in names[:2]:
        box = dialog.locator(".topics dt").get_by_text(name, exact=True).bounding_box()
        assert box["y"] > 0 and box["y"] + box["height"] < window
    keys = dialog.get_by_role("heading", name="Keys").bounding_box()
    last = dialog.locator(".topics dd").last.bounding_box()
    if tab.evaluate("innerWidth") >= 960:
        assert keys["x"] >= last["x"] + last["width"], "in the column after the words"
    else:
        assert keys["y"] >= last["y"] + last["height"]


def test_help_says_how_searches_are_compared(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    tab.get_by_role("button", name="Help").click()
    topic = tab.locator(".topics > div").filter(has_text="Comparing searches")
    told = topic.inner_text()
    tab.keyboard.press("Escape")
    tab.evaluate("location.hash = '#/lab'")
    # It calls everything by the name that it has there.
    lab = tab.locator(".view--lab")
    names = ["Optimal", "Expanded", "Generated", "Peak frontier", "Run", "Microscope"]
    lab.get_by_role("button", name="Run", exact=True).wait_for()
    shown = lab.evaluate("(one) => one.textContent")
    assert [one for one in names if one not in told or one not in shown] == []
    assert "“What the columns mean” below the table" in told and "What the columns mean" in shown


def test_help_says_that_a_look_at_the_moves_left_is_a_hint(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    tab.get_by_role("button", name="Help").click()
    told = tab.locator(".topics").inner_text()
    assert "Moves left counts as a hint, too. Averages and bests count only fresh random" in told


@pytest.mark.parametrize("page", [FINGERS], indirect=True)
def test_a_text_that_cannot_be_copied_names_no_key_to_a_finger(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    refuse = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    page.tab.add_init_script(refuse)
    tab = page.open(NEAR)
    tab.get_by_role("button", name="Share").tap()
    copy = tab.locator(".share__line button").first
    copy.tap()
    copy.get_by_text("Touch and hold the text").wait_for()
    line = tab.locator(".share__line").first
    assert line.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0


def held(tab: Any, pattern: str) -> list[Any]:
    """Requests that wait until the test lets them go on, as on a slow line."""
    waiting: list[Any] = []
    tab.route(pattern, lambda route: waiting.append(route))
    return waiting


def test_a_dialog_that_is_asked_for_again_while_it_loads_opens_once(visited: Any) -> None:
    waiting = held(visited, "**/settingsview.js")
    button = visited.get_by_role("button", name="Settings")
    with visited.expect_request("**/settingsview.js"):
        button.click()
    button.click()
    waiting.pop().continue_()
    visited.get_by_role("dialog").wait_for()
    assert visited.locator("dialog").count() == 1


LOADED = """async (path) => {
  await import(path);
  await new Promise((done) => setTimeout(done));
}"""


def test_a_dialog_does_not_open_over_the_view_or_the_dialog_that_was_wanted_next(
    visited: Any,
) -> None:
    waiting = held(visited, "**/setup.js")
    with visited.expect_request("**/setup.js"):
        visited.get_by_role("button", name="Set up", exact=True).click()
    visited.get_by_role("button", name="Help").click()
    visited.get_by_role("heading", name="Help").wait_for()
    waiting.pop().continue_()
    visited.evaluate(LOADED, "./setup/setup.js")
    assert visited.locator("dialog").count() == 1
    visited.keyboard.press("Escape")
    shut(visited)
    waiting = held(visited, "**/sharedialog.js")
    with visited.expect_request("**/sharedialog.js"):
        visited.get_by_role("button", name="Share").click()
    visited.get_by_role("link", name="Review", exact=True).click()
    visited.locator(".view--review").wait_for()
    waiting.pop().continue_()
    visited.evaluate(LOADED, "./play/sharedialog.js")
    assert visited.locator("dialog").count() == 0


def test_a_pause_hides_the_board_from_a_dialog_that_is_still_loading(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(NEAR)
    tab.wait_for_function("() => location.hash === '#/play'")
    arrows(tab, "Left")
    waiting = held(tab, "**/setup.js")
    with tab.expect_request("**/setup.js"):
        tab.get_by_role("button", name="Set up", exact=True).click()
    tab.keyboard.press("p")
    tab.locator(".veil").wait_for()
    waiting.pop().continue_()
    tab.evaluate(LOADED, "./setup/setup.js")
    assert tab.locator("dialog").count() == 0


def test_a_dialog_that_is_asked_for_before_the_first_view_opens(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab, held = page.tab, dict[str, Any]()
    for name in ("linked", "settingsview"):
        tab.route(f"**/app/{name}.js", lambda route, _, name=name: held.update({name: route}))
    tab.goto(page.url + NEAR)
    tab.get_by_role("button", name="Settings").click()
    for name in ("linked", "settingsview"):
        assert any(name in held for _ in range(300) if not tab.wait_for_timeout(20))
    held["linked"].continue_()
    tab.locator("taquin-board").wait_for()
    held["settingsview"].continue_()
    tab.get_by_role("dialog", name="Settings").wait_for()
