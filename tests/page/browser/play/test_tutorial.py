"""The introduction of a first visit."""

import re

import pytest
from playing import PHONE, figure, tile

from page_states import arrows, board
from page_support import Page, ends

# What is said of a mouse and a keyboard.
POINTED = re.compile("click|key|WASD", re.IGNORECASE)


def test_the_introduction_has_five_steps_and_comes_once(page: Page) -> None:
    tab = page.open("#/play?board=8+6+7/2+5+4/3+0+1")
    card = tab.get_by_role("region", name="Introduction")
    card.wait_for()
    assert "1 of 5" in card.inner_text() and POINTED.search(card.inner_text())
    tile(tab, 3).click()
    card.get_by_text("2 of 5").wait_for()
    for _ in range(3):
        card.get_by_role("button", name="Next").click()
    assert "5 of 5" in card.inner_text()
    card.get_by_role("button", name="Play").click()
    assert card.count() == 0
    tab.reload()
    tab.get_by_role("button", name="Hint").first.wait_for()
    assert card.count() == 0


@pytest.mark.parametrize("fragment", ["", "#/play"])
def test_a_first_visit_begins_on_a_small_board(page: Page, fragment: str) -> None:
    tab = page.open(fragment)
    tab.get_by_role("region", name="Introduction").wait_for()
    assert len(board(tab).split("/")) == 3
    assert tab.get_by_role("button", name="3×3").get_attribute("aria-pressed") == "true"


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_introduction_leaves_the_board_where_it_is_and_speaks_of_fingers(page: Page) -> None:
    tab = page.open("#/play?board=8+6+7/2+5+4/3+0+1")
    card = tab.get_by_role("region", name="Introduction")
    card.wait_for()
    places = set()
    for step in range(5):
        assert not POINTED.search(card.inner_text())
        places.add(
            tab.evaluate("""() => ["taquin-board", ".tutorial"].map((name) => {
              const { top, height } = document.querySelector(name).getBoundingClientRect();
              return `${Math.round(top + scrollY)} ${Math.round(height)}`;
            }).join()""")
        )
        if step < 4:
            card.get_by_role("button", name="Next").tap()
    assert len(places) == 1
    assert (
        tab.evaluate("document.querySelector('taquin-board').getBoundingClientRect().bottom") < 640
    )


@pytest.mark.parametrize(
    "page",
    [{"viewport": {"width": 360, "height": 740}}, {"viewport": {"width": 768, "height": 1024}}],
    indirect=True,
)
def test_the_introduction_gives_way_to_a_hint(page: Page) -> None:
    tab = page.open("#/play?board=8+6+7/2+5+4/3+0+1")
    card = tab.get_by_role("region", name="Introduction")
    card.wait_for()
    tab.get_by_role("button", name="Hint", exact=True).locator("visible=true").click()
    tab.locator(".hints__move .badge").wait_for()
    assert tab.evaluate("scrollY") == 0
    assert tab.locator(".hints__words").evaluate(
        "(words) => words.getBoundingClientRect().bottom <= innerHeight"
    )
    tab.get_by_role("button", name="Close the hint").click()
    card.wait_for()


def test_the_introduction_stands_beside_no_board_of_the_day(page: Page) -> None:
    tab = page.open()
    card = tab.get_by_role("region", name="Introduction")
    card.wait_for()
    assert len(board(tab).split("/")) == 3
    daily = tab.get_by_text(re.compile("^Daily · "))
    assert not daily.is_visible()
    arrows(tab, "Up", "Down", "Left", "Right")
    card.get_by_text("2 of 5").wait_for()
    tab.get_by_role("link", name="Daily").click()
    for size in ("3×3", "4×4"):
        tab.locator(f"[data-side='{size[0]}']").get_by_text("Not solved yet").wait_for()
    tab.get_by_role("button", name="Play: 3×3").click()
    daily.wait_for()
    assert card.count() == 0 and figure(tab, "Time") == "0:00.0"
    # It goes on beside the player's own board.
    tab.locator(".masthead [href='#/play']").first.click()
    card.get_by_text("2 of 5").wait_for()


def test_the_introduction_shows_the_goal_of_the_board(page: Page) -> None:
    tab = page.open("#/play?board=8+6+7/2+5+4/3+0+1")
    goal = tab.get_by_role("region", name="Introduction").get_by_role("img")
    goal.wait_for()
    assert goal.get_attribute("aria-label") == "Goal, row by row: 1 2 3; 4 5 6; 7 8 0"
    tab.get_by_role("button", name="4×4", exact=True).click()
    tab.get_by_role("img", name="Goal, row by row: 1 2 3 4").first.wait_for()
    assert (goal.get_attribute("aria-label") or "").endswith("13 14 15 0")


def test_the_introduction_can_be_skipped(page: Page) -> None:
    tab = page.open()
    card = tab.get_by_role("region", name="Introduction")
    card.get_by_role("button", name="Skip").click()
    assert card.count() == 0


def test_the_first_board_stays_over_a_reload(page: Page) -> None:
    tab = page.open()
    tab.get_by_role("button", name="Skip").click()
    first = board(tab)
    tab.reload()
    tab.get_by_role("button", name="Hint").first.wait_for()
    assert board(tab) == first
    assert tab.locator(".sizes__goal").inner_text() == ""


def test_the_introduction_keeps_its_place_and_ends_once_read(page: Page) -> None:
    tab = page.open("#/play?board=8+6+7/2+5+4/3+0+1")
    card = tab.get_by_role("region", name="Introduction")
    card.get_by_role("button", name="Next").click()
    card.get_by_role("button", name="Next").click()
    tab.reload()
    card.get_by_text("3 of 5").wait_for()
    for _ in range(2):
        card.get_by_role("button", name="Next").click()
    card.get_by_text("5 of 5").wait_for()
    tab.goto(page.url + "#/stats")
    tab.reload()
    tab.goto(page.url + "#/play")
    tab.get_by_role("button", name="Hint").first.wait_for()
    assert card.count() == 0


def test_the_introduction_ends_with_a_solved_board(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/4+5+6/7+0+8")
    card = tab.get_by_role("region", name="Introduction")
    card.wait_for()
    tile(tab, 8).click()
    tab.get_by_text("Solved", exact=True).wait_for()
    assert card.count() == 0
    tab.reload()
    tab.locator("taquin-board").wait_for()
    tab.wait_for_load_state("networkidle")
    assert card.count() == 0


SMALLEST = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.mark.parametrize(
    "page",
    [{**SMALLEST, "locale": name} for name in ("en-US", "de-DE", "es-ES", "fr-FR")],
    indirect=True,
)
def test_on_the_smallest_phone_the_buttons_of_the_introduction_are_in_sight(page: Page) -> None:
    tab = page.open()
    following = tab.locator(".tutorial__foot .button--primary")
    following.wait_for()
    for _ in range(5):
        box = following.bounding_box()
        # With some room below it.
        assert box["y"] + box["height"] <= 632
        following.tap()


SMALL = [
    {"viewport": {"width": width, "height": height}, "locale": locale, "has_touch": True}
    for (width, height), locale in [
        ((320, 640), "fr-FR"),
        ((360, 640), "en-US"),
        ((360, 640), "de-DE"),
        ((740, 360), "de-DE"),
        ((640, 360), "es-ES"),
    ]
]


@pytest.mark.parametrize("page", SMALL, indirect=True, ids=str)
def test_in_a_small_window_the_introduction_leaves_the_tools_in_sight(page: Page) -> None:
    tab = page.open()
    tab.locator(".tutorial").wait_for()
    tab.wait_for_load_state("networkidle")
    height = tab.viewport_size["height"]
    shown = ends(tab, "taquin-board", ".tutorial", ".controls__row--first")
    assert all(top >= 0 and bottom <= height for top, bottom in shown), shown
