"""What a phone or tablet shows is whole, stays in place, and asks for no keyboard."""

from typing import Any

import pytest
from helping import EIGHT, opened

from page_states import WELCOMED, arrows
from page_support import Page

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TABLET = {"viewport": {"width": 768, "height": 1024}, "has_touch": True, "is_mobile": True}


def _hinted(page: Page) -> Any:
    tab = opened(page, EIGHT)
    tab.get_by_role("button", name="Hint", exact=True).first.click()
    tab.locator(".hints__move .badge").wait_for(timeout=60_000)
    return tab


def _box(tab: Any, part: str) -> dict[str, float]:
    return dict(tab.locator(part).last.bounding_box())


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_tabs_of_the_training_scroll_sideways_alone(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/train")
    strip = tab.locator(".train__tabs")
    strip.wait_for()
    scrolled, shown = strip.evaluate("(strip) => [strip.scrollHeight, strip.clientHeight]")
    assert scrolled == shown


# What the gauge of a peek lies upon, of all that can be seen: its own button alone is its frame.
UNDER_PEEK = """() => {
  const gauge = document.querySelector(".peek").getBoundingClientRect();
  return [...document.querySelectorAll(".view--play :is(button, p, taquin-board)")]
    .filter((one) => !one.closest(".peek, [title^='Shows the moves left']"))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const place = one.getBoundingClientRect();
      return place.left < gauge.right && place.right > gauge.left &&
        place.top < gauge.bottom && place.bottom > gauge.top;
    }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize("hinted", [False, True])
@pytest.mark.parametrize("page", [PHONE, TABLET, {}], indirect=True)
def test_a_peek_moves_nothing(page: Page, hinted: bool) -> None:
    tab = _hinted(page) if hinted else opened(page, EIGHT)
    places = """() => [...document.querySelectorAll(".view--play :is(button, .hints__words)")]
      .filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().top)"""
    tab.get_by_role("button", name="Moves left").hover()
    before = tab.evaluate(places)
    tab.keyboard.down("v")
    tab.locator(".peek").get_by_text("moves left").wait_for()
    assert tab.evaluate(places) == before
    assert tab.evaluate(UNDER_PEEK) == []


@pytest.mark.parametrize("page", [TABLET], indirect=True)
def test_a_hint_keeps_its_distance_from_the_buttons_above_it(page: Page) -> None:
    tab = _hinted(page)
    row, words = _box(tab, ".hints__row"), _box(tab, ".hints__words")
    assert 10 <= words["y"] - row["y"] - row["height"] <= 16


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_no_keys_are_offered_to_fingers_and_help_begins_with_what_they_do(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menu").wait_for()
    assert tab.locator(".menu__entry kbd:visible").count() == 0
    tab.keyboard.press("Escape")
    tab.get_by_role("button", name="Help", exact=True).click()
    dialog = tab.get_by_role("dialog", name="Help")
    assert dialog.locator("dt").first.inner_text() == "Moving"
    assert dialog.locator("dt").nth(1).inner_text() == "Two fingers"


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_placeholder_can_be_read_in_the_dark(page: Page) -> None:
    page.tab.emulate_media(color_scheme="dark")
    tab = opened(page, EIGHT)
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menuitem", name="Ask about the board").click()
    tab.get_by_placeholder("where 7").wait_for()
    ratio = tab.get_by_placeholder("where 7").evaluate("""(field) => {
      const light = (style) => {
        const [r, g, b] = style.match(/[\\d.]+/g).map((part) => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
      };
      const { color, opacity } = getComputedStyle(field, "::placeholder");
      if (opacity !== "1") return 0;
      const pair = [color, getComputedStyle(field).backgroundColor].map(light);
      return Math.max(...pair) / Math.min(...pair);
    }""")
    assert ratio >= 4.5


@pytest.mark.parametrize("page", [TABLET], indirect=True)
def test_the_text_of_a_board_that_is_set_up_shows_all_its_rows(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play")
    tab.locator(".hints").wait_for()
    tab.get_by_role("group", name="Size").get_by_text("5×5").click()
    tab.get_by_role("button", name="Set up", exact=True).click()
    area = tab.get_by_label("Type or paste")
    area.wait_for()
    text, scrolled, shown = area.evaluate(
        "(one) => [one.value, one.scrollHeight, one.clientHeight]"
    )
    assert text.count("\n") == 4 and scrolled <= shown


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_pause_offers_neither_a_hint_nor_a_solution(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    tab.get_by_role("button", name="Pause").click()
    tab.locator(".veil").wait_for()
    for name in ("Hint", "Solve"):
        for one in tab.get_by_role("button", name=name, exact=True).all():
            assert one.is_disabled()
    tab.locator(".veil").click()
    assert tab.get_by_role("button", name="Solve", exact=True).is_enabled()
    assert tab.get_by_role("button", name="Hint", exact=True).first.is_enabled()


# Of every figure of a card the gap between its name and the figure above it.
GAPS = """() => [...document.querySelectorAll(".lab-table tbody tr")].flatMap((row) => {
  const cells = [...row.cells].slice(2, -1).map((cell) => cell.getBoundingClientRect());
  return cells.slice(3).map((cell, i) => cell.top - cells[i].bottom);
})"""
RAMPS = """() => [...document.querySelectorAll(".lab-key > li")].map((one) => {
  const [few, ramp] = [...one.children].map((part) => part.getBoundingClientRect());
  return [ramp.left, few.height < 30];
})"""


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_figures_of_the_lab_are_read_without_guessing(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/lab")
    tab.get_by_role("button", name="Run", exact=True).click()
    tab.locator(".lab-sentences li").first.wait_for(timeout=60_000)
    tab.get_by_role("button", name="All figures").click()
    assert min(tab.evaluate(GAPS)) >= 6
    badge = tab.locator(".lab-table .badge").first
    high = badge.bounding_box()["height"]
    badge.evaluate("""(one) => {
      one.classList.replace("badge--good", "badge--warn");
      one.textContent = "stopped: time limit";
    }""")
    assert badge.bounding_box()["height"] == high
    tab.get_by_text("Two searches compared").click()
    for name in ("Compare", "with"):
        field = tab.locator(".lab-told").get_by_label(name, exact=True)
        assert field.bounding_box()["width"] > 250
    tab.get_by_text("The map of all states").click()
    tab.locator(".lab-key .lab-ramp").last.wait_for()
    ramps = tab.evaluate(RAMPS)
    assert len(ramps) == 3 and {tuple(one) for one in ramps} == {(ramps[0][0], True)}


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_long_line_of_pseudo_code_hangs(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/lab")
    tab.get_by_role("button", name="Record", exact=True).click()
    line = tab.locator(".lab-code__line").first
    line.wait_for(timeout=60_000)
    first, *others = line.locator("code").evaluate(
        "(one) => [...one.getClientRects()].map(({ left }) => left)"
    )
    assert others and min(others) >= first + 12


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_words_of_the_archive_begin_where_those_of_other_cards_do(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/daily")
    tab.locator(".calendar").wait_for()
    begins = """(head) => {
      const range = document.createRange();
      range.selectNodeContents(head);
      return range.getBoundingClientRect().left;
    }"""
    archive, streak = (
        tab.get_by_role("heading", name=name).evaluate(begins) for name in ("Archive", "Streak")
    )
    assert archive == streak
