"""The layout of the views in other languages, whose words are longer than the English ones."""

import itertools
from typing import Any
from urllib.parse import quote

import pytest
from cut_texts import unreadable
from make_languages import LANGUAGES
from reviewing import GAME

from page_states import WELCOMED
from page_support import Page

WINDOWS = [(360, 740), (768, 1024), (1440, 900), (2560, 1440)]
# Where the lab has just begun, or just ceased, to set its parts side by side.
BETWEEN = [(320, 640), (540, 800), (720, 900), (800, 1024), (1024, 768), (1152, 800), (1280, 800)]
SPOKEN = [{"locale": language} for language in LANGUAGES]
HEIGHT = "() => document.documentElement.scrollHeight"
# Tables and cards that are wider than their room, and lists whose choice is not read whole.
CUT = """() => {
  const wide = [...document.querySelectorAll("main .scroll, main .lab-scroll, main .panel")]
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1)
    .map((part) => `${part.getAttribute("aria-label")}: ${part.scrollWidth}`);
  const pen = document.createElement("canvas").getContext("2d");
  const arrow = 18;
  const cut = [...document.querySelectorAll("main select")].filter((list) => {
    if (!list.checkVisibility()) return false;
    const { font, paddingLeft, paddingRight } = getComputedStyle(list);
    pen.font = font;
    const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    return pen.measureText(list.selectedOptions[0].text).width > room + 1;
  });
  return [...wide, ...cut.map((list) => list.selectedOptions[0].text)];
}"""
# Cells of figures that stand beyond their card.
BEYOND = """() => [...document.querySelectorAll(".lab-table tbody tr")].flatMap((row) => {
  const end = row.getBoundingClientRect().right;
  const cells = [...row.children].filter((cell) => cell.checkVisibility());
  return cells.filter((cell) => cell.getBoundingClientRect().right > end + 1);
}).map((cell) => cell.textContent)"""
TOPS = "(parts) => parts.map((part) => part.getBoundingClientRect().top)"
BOXES = "(parts) => parts.map((part) => part.getBoundingClientRect().toJSON())"
KEEP = """async (records) => {
  const { createHistory } = await import("./game/history.js");
  const history = await createHistory();
  for (const record of records) await history.add(record);
}"""
UNFOLD = """async () => {
  for (const part of document.querySelectorAll(".lab-more > details")) part.open = true;
  document.querySelector(".lab-roster").closest("details")?.setAttribute("open", "");
  document.querySelectorAll(".lab-roster details")[3].open = true;
}"""
UNFOLD_SEARCHES = """() => {
  for (const one of document.querySelectorAll(".lab-roster details")) one.open = true;
}"""
EASY = "2 4 3\n1 0 6\n7 5 8"


def sized(tab: Any, window: tuple[int, int]) -> None:
    tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")


def attempts() -> list[dict[str, Any]]:
    """Games and attempts: one inspected before its first move, and one given up."""
    days = [f"2026-10-{day}T10:00:00.000Z" for day in range(10, 20)]
    played = [{**GAME, "id": f"game-{i}", "created": day} for i, day in enumerate(days)]
    late = {**GAME, "created": "2026-11-01T10:00:00.000Z"}
    waited = {**late, "id": "waited", "times": [9667, 9900, 10200, 10384]}
    left = {**late, "id": "left", "status": "abandoned", "ended": 12384}
    left |= {"moves": "D", "times": [9667], "inputs": "k"}
    return [*played, waited, left]


def with_attempts(page: Page, fragment: str) -> Any:
    page.tab.add_init_script(WELCOMED)
    page.open("#/stats").evaluate(KEEP, attempts())
    return page.open_anew(fragment)


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_statistics_with_attempts_are_whole_and_fill_the_window(page: Page) -> None:
    tab = with_attempts(page, "#/stats")
    tab.locator(".stats__games .games__parts").first.wait_for()
    for window in WINDOWS:
        sized(tab, window)
        assert tab.evaluate(CUT) == [], window
        if window[0] > 1280:
            view, games = (tab.locator(f".{part}") for part in ("view--stats", "stats__games"))
            left = view.bounding_box()["width"] - games.bounding_box()["width"]
            assert abs(left) < 1, window


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_a_review_leaves_no_hole_and_its_buttons_stand_in_one_line(page: Page) -> None:
    tab = with_attempts(page, "#/review?id=waited")
    tab.locator(".graph__line").wait_for()
    for window in WINDOWS:
        sized(tab, window)
        assert tab.evaluate(CUT) == [], window
        assert len(set(tab.locator(".review__board .playback__row > *").evaluate_all(TOPS))) == 1
    # All at once: what the review still finds moves the parts.
    side = tab.locator(".review__side > *").evaluate_all(BOXES)
    graph, lost, moves, splits, table = side
    assert lost["y"] == moves["y"] and lost["x"] == splits["x"] < moves["x"]
    assert graph["width"] == table["width"]
    assert abs(splits["bottom"] - moves["bottom"]) < 1


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_the_lab_is_whole_with_all_that_can_be_unfolded(page: Page) -> None:
    tab = page.open("#/lab")
    tab.locator(".lab-roster li").first.wait_for(state="attached")
    tab.evaluate(UNFOLD)
    tab.locator(".lab-estimates").wait_for(state="attached")
    tab.locator(".lab-knobs select").first.wait_for(state="attached")
    for window in WINDOWS:
        sized(tab, window)
        assert tab.evaluate(CUT) == [], window
        searches, more = (
            tab.locator(part).bounding_box() for part in (".lab-start > :nth-child(2)", ".lab-more")
        )
        if window[0] > 1280:
            assert searches["y"] + searches["height"] < more["y"] + more["height"] / 2, window
    tab.evaluate(UNFOLD_SEARCHES)
    tab.locator(".lab-knobs select").nth(30).wait_for()
    for window in [*BETWEEN, *WINDOWS]:
        sized(tab, window)
        assert tab.evaluate(CUT) == [], window


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_the_results_of_the_lab_have_all_their_columns_in_sight(page: Page) -> None:
    tab = page.open("#/lab")
    tab.locator(".lab-roster li").first.wait_for(state="attached")
    tab.locator(".lab-question textarea").first.fill(EASY)
    tab.locator(".lab-start__run .button--primary").first.click()
    tab.locator(".lab-table .lab-spark").first.wait_for(state="attached")
    tab.locator(".lab-start__run > :last-child").first.wait_for(state="hidden", timeout=60_000)
    for window in [*BETWEEN, *WINDOWS]:
        sized(tab, window)
        assert tab.evaluate(CUT) == [], window


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_the_button_that_ends_an_attempt_stands_beside_its_clock(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    tab.locator(".timed__strip").wait_for()
    for window in ((360, 780), (320, 640)):
        sized(tab, window)
        strip = tab.locator(".timed__strip")
        clock, button = (strip.locator(part).bounding_box() for part in (".timed__time", "button"))
        middle = clock["y"] + clock["height"] / 2
        assert button["y"] < middle < button["y"] + button["height"], window


@pytest.mark.parametrize(
    "page", [*SPOKEN, {"locale": "en-US"}], indirect=True, ids=[*LANGUAGES, "en"]
)
def test_the_views_have_the_same_names_on_a_phone_as_in_a_large_window(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/stats")
    tab.locator(".view--stats").wait_for()
    links = tab.locator(".masthead nav a")
    names = []
    for window in ((320, 640), (641, 800), (740, 360), *WINDOWS):
        sized(tab, window)
        assert unreadable(tab) == [], window
        boxes = links.evaluate_all(BOXES)
        assert {box["y"] for box in boxes} == {boxes[0]["y"]}
        assert all(box["width"] >= 24 and box["height"] >= 44 for box in boxes), window
        names.append(links.all_inner_texts())
    assert all(one == names[-1] for one in names) and len(names[0]) == 7


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_every_lesson_and_the_daily_boards_fit_a_window(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": 1440, "height": 900})
    tab = page.open("#/train?part=lessons")
    lessons = tab.locator(".train__lesson")
    for at in range(10):
        lessons.nth(at).click()
        assert tab.evaluate(HEIGHT) == 900, at
    # A month of six weeks.
    tab.clock.set_fixed_time("2026-08-31T12:00:00Z")
    page.open_anew("#/daily")
    tab.locator(".calendar tbody tr").nth(5).wait_for()
    tab.locator(".daily__card").nth(2).wait_for()
    assert tab.evaluate(HEIGHT) == 900


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_the_settings_fit_a_window_and_tabs_of_the_training_share_a_phones(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": 1440, "height": 900})
    tab = page.open("#/train?part=moves")
    tab.locator(".masthead button").first.click()
    over = "(one) => [one.scrollHeight - one.clientHeight, one.scrollWidth - one.clientWidth]"
    body = tab.locator(".dialog__body:has(.keys__row)")
    body.wait_for()
    assert body.evaluate(over) == [0, 0]
    tab.keyboard.press("Escape")
    tab.set_viewport_size({"width": 360, "height": 780})
    links = tab.locator(".train__tabs > a")
    links.nth(4).wait_for()
    boxes = links.evaluate_all(BOXES)
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert boxes[0]["left"] == 16 and abs(boxes[-1]["right"] - 344) < 1
    gaps = [later["left"] - one["right"] for one, later in itertools.pairwise(boxes)]
    assert max(gaps) < 1, "the width is shared: no tab leaves a dead gap"
    tab.set_viewport_size({"width": 320, "height": 568})
    boxes = links.evaluate_all(BOXES)
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert boxes[-1]["right"] <= 320


@pytest.mark.parametrize("page", SPOKEN, indirect=True, ids=LANGUAGES)
def test_the_figures_of_a_search_end_with_its_card_on_a_narrow_phone(page: Page) -> None:
    """In Spanish the badge and the time stood six pixels beyond the line below them."""
    page.tab.set_viewport_size({"width": 320, "height": 640})
    tab = page.open(f"#/lab?board={quote(EASY)}")
    tab.locator(".lab-roster").wait_for(state="attached")
    tab.locator("main .button--primary:visible").first.click()
    tab.locator(".lab-table .badge--good").first.wait_for(timeout=60_000)
    assert tab.evaluate(BEYOND) == []
