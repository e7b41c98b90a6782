"""What stands in the rows of the lab: whole words, even rows, and a recording to its end."""

from typing import Any

import pytest
from experimenting import EASY, lab, record, run

from page_support import Page, ends

# Pixels between the words of each visible button and its border, where they are too few.
TIGHT = """(parts) => [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility())
  .map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const [box, words] = [one.getBoundingClientRect(), range.getBoundingClientRect()];
    return [one.textContent, Math.min(words.left - box.left, box.right - words.right)];
  }).filter(([, room]) => room < 4)"""

# Lists whose longest choice has no room: measured in the letters that they have.
CUT_LISTS = """(parts) => [...document.querySelectorAll(parts)]
  .filter((one) => one.checkVisibility()).filter((one) => {
    const free = one.cloneNode(true);
    free.style = "inline-size: auto; max-inline-size: none; position: absolute";
    one.after(free);
    const wanted = free.getBoundingClientRect().width;
    free.remove();
    return wanted > one.getBoundingClientRect().width + 1;
  }).map((one) => one.textContent)"""

HEIGHTS = """() => [...document.querySelectorAll(".lab-roster > li")].map((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return [Math.round(top), Math.round(bottom)];
})"""


def at_width(tab: Any, width: int) -> None:
    tab.set_viewport_size({"width": width, "height": 900})


def test_the_controls_of_a_recording_show_all_of_their_words(page: Page) -> None:
    tab = lab(page, board=EASY)
    record(tab)
    for width in (320, 360, 390, 768, 1440):
        at_width(tab, width)
        assert tab.evaluate(TIGHT, ".lab-transport .button") == [], width
    for width in (1440, 2560):
        at_width(tab, width)
        assert tab.evaluate(CUT_LISTS, ".lab-transport select") == [], width


def test_a_card_of_figures_needs_no_scrolling_on_a_phone(page: Page) -> None:
    tab = lab(page, board=EASY)
    run(tab)
    for figures in ("few", "all"):
        if figures == "all":
            tab.get_by_role("button", name="All figures").click()
        for width in (320, 360, 390):
            at_width(tab, width)
            wide = "(one) => one.scrollWidth - one.clientWidth"
            assert tab.locator(".lab-scroll:has(.lab-table)").evaluate(wide) == 0, (figures, width)
            rows = tab.locator(".lab-table tbody tr").all()
            for row in rows:
                badge = row.locator(".badge").first.bounding_box()
                first = row.locator("td:visible").nth(1).bounding_box()
                assert badge["y"] + badge["height"] + 2 <= first["y"], (figures, width)


def test_lists_estimates_and_sentences_have_their_room_at_every_width(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_text("What each estimate sees on this board").click()
    tab.locator(".lab-estimates").wait_for(timeout=60_000)
    run(tab)
    wide = "(one) => one.scrollWidth - one.clientWidth"
    charts = ".lab-results > :nth-child(2) select"
    searches = ".lab-told select, .lab-recorded select"
    for width in (360, 768, 1440, 2560):
        at_width(tab, width)
        assert tab.evaluate(CUT_LISTS, charts) == [], width
        # A phone has no room for the longest name, which gives a weight.
        assert width == 360 or tab.evaluate(CUT_LISTS, searches) == [], width
        assert tab.locator(".lab-estimates").evaluate(wide) == 0, width
    # Beside the sentences, where both fit.
    sentences, map = ends(tab, ".lab-told > :first-child", ".lab-told .lab-heat")
    assert abs(sentences[0] - map[0]) < 4
    # It is said once that results are those of an earlier run.
    tab.locator(".lab-section").get_by_role("button", name="Run", exact=True).click()
    tab.get_by_text("The results of all searches came from the server’s cache").wait_for()
    assert "server’s cache" not in tab.locator(".lab-results > :nth-child(2)").inner_text()


@pytest.mark.parametrize("width", [768, 1440])
def test_searches_side_by_side_are_equally_high(page: Page, width: int) -> None:
    tab = lab(page)
    at_width(tab, width)
    boxes = tab.evaluate(HEIGHTS)
    assert len(boxes) == 8
    assert all(one == other for one, other in zip(boxes[::2], boxes[1::2], strict=True))


def test_a_first_recording_of_an_ordinary_board_is_whole(page: Page) -> None:
    tab = lab(page, board="7 0 2\n8 5 3\n6 1 4")
    record(tab)
    proved = tab.get_by_text("Solved at cost 27, which is proved optimal.").first
    proved.wait_for()
    assert "3,306 expansions recorded" in proved.inner_text()


# The gap between the figures of a card, on an empty one.
GAP = """() => {
  const table = document.createElement("table");
  table.className = "table lab-table";
  table.createTBody().insertRow().insertCell().textContent = "1";
  document.querySelector(".view--lab").append(table);
  return parseFloat(getComputedStyle(table.rows[0]).columnGap);
}"""


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_figures_of_a_search_stand_apart_on_the_narrowest_phone(page: Page) -> None:
    tab = page.open("#/lab")
    tab.locator(".view--lab .lab-start, .view--lab .lab-body").first.wait_for()
    assert tab.evaluate(GAP) >= 8


# How high the row of each search is, and how many of its cells stand beside its name.
ROWS = """() => [...document.querySelectorAll(".lab-table tbody tr")].map((row) => {
  const [name, ...others] = [...row.cells].filter((cell) => cell.checkVisibility())
    .map((cell) => cell.getBoundingClientRect());
  const beside = others.filter(({ top, bottom }) => top < name.bottom && name.top < bottom);
  return [row.getBoundingClientRect().height, beside.length];
})"""


@pytest.mark.parametrize("page", [{"locale": "en-US"}, {"locale": "de-DE"}], indirect=True, ids=str)
def test_a_phone_held_sideways_has_the_figures_in_rows(page: Page) -> None:
    """Its window is as wide as a row of figures, and had a card of lines for each search."""
    page.tab.set_viewport_size({"width": 740, "height": 360})
    tab = page.open("#/lab")
    tab.locator(".lab-roster li").first.wait_for(state="attached")
    tab.locator(".lab-question textarea").first.fill(EASY)
    tab.locator(".lab-start__run .button--primary").first.click()
    tab.locator(".lab-table .badge--good").nth(7).wait_for(timeout=60_000)
    for width in (740, 640):
        tab.set_viewport_size({"width": width, "height": 360})
        assert tab.locator(".lab-table thead").is_visible(), width
        rows = tab.evaluate(ROWS)
        assert [beside for _, beside in rows] == [5] * 8, width
        table = tab.locator(".lab-scroll:has(.lab-table)")
        assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth"), width
    tab.set_viewport_size({"width": 740, "height": 360})
    heights = [high for high, _ in tab.evaluate(ROWS)]
    assert max(heights) < 84 and sum(heights) < 8 * 68, heights


@pytest.mark.parametrize("board", [EASY, "korf100:79"])
def test_on_a_large_screen_charts_stand_beside_what_the_results_show(
    page: Page, board: str
) -> None:
    page.tab.set_viewport_size({"width": 2560, "height": 1440})
    tab = lab(page, board=board, preset="Little memory")
    tab.get_by_label("or after", exact=True).select_option("10000")
    run(tab)
    for width in (2000, 2560):
        tab.set_viewport_size({"width": width, "height": 1440})
        parts = [f".lab-results > :nth-child({at})" for at in (1, 2, 3)]
        table, charts, told = (tab.locator(part).bounding_box() for part in parts)
        assert charts["y"] == told["y"] >= table["y"] + table["height"], width
        assert charts["x"] == table["x"] and told["x"] >= charts["x"] + charts["width"], width
        label, bar = ends(tab, ".lab-bars__name", ".lab-bars__track")
        assert label[0] < bar[1] and bar[0] < label[1], "names stand beside their bars"


# How far the middle of each label of an axis stands from its tick.
OFF = """() => [...document.querySelectorAll(".lab-bars__tick")].map((tick) => {
  const { left, right } = tick.firstElementChild.getBoundingClientRect();
  return Math.abs((left + right) / 2 - tick.getBoundingClientRect().left);
})"""


@pytest.mark.parametrize("page", [{"locale": "de-DE"}, {"locale": "es-ES"}], indirect=True, ids=str)
def test_the_numbers_of_an_axis_have_one_form_and_stand_below_their_ticks(page: Page) -> None:
    page.tab.set_viewport_size({"width": 320, "height": 640})
    tab = page.open("#/lab")
    tab.locator(".lab-start__run .button--primary").first.click()
    tab.locator(".lab-table .badge--good").nth(7).wait_for(timeout=60_000)
    # Bars are drawn some time after the table, and these answers may come at once from the cache.
    tab.locator(".lab-bars__label").nth(3).wait_for(state="attached")
    labels = tab.locator(".lab-bars__label").all_inner_texts()
    assert labels[:2] == ["1", "10"] and labels[3] == "1 k", labels
    assert max(tab.evaluate(OFF)) <= 1.5


@pytest.mark.parametrize(
    "page",
    [{"locale": locale} for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")],
    indirect=True,
    ids=str,
)
def test_a_curve_has_its_room_and_its_names_on_the_narrowest_phone(page: Page) -> None:
    """The plot was half as wide as its panel, and the names of two charts ended in dots."""
    page.tab.set_viewport_size({"width": 320, "height": 640})
    tab = page.open("#/lab")
    tab.locator(".lab-start__run .button--primary").first.click()
    tab.locator(".lab-table .badge--good").nth(7).wait_for(timeout=60_000)
    charts = ".lab-results > :nth-child(2) select"
    assert tab.evaluate(CUT_LISTS, charts) == []
    tab.locator(charts).first.select_option("reached")
    plot = tab.locator(".lab-chart .u-over")
    plot.wait_for()
    shares = "(one) => one.clientWidth / one.closest('.lab-chart').clientWidth"
    assert plot.evaluate(shares) >= 0.6
    chip = tab.locator(".lab-legend__chip").first
    assert chip.evaluate("(one) => getComputedStyle(one).textAlign") == "start"


# Where the lines of the words of a heading begin that unfolds.
BEGINS = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return [...range.getClientRects()].map(({ left }) => Math.round(left));
}"""


def test_the_second_line_of_what_unfolds_begins_below_the_first(page: Page) -> None:
    page.tab.set_viewport_size({"width": 320, "height": 640})
    tab = lab(page)
    tab.locator(".lab-searches > summary").click()
    long = tab.locator(".lab-roster summary", has_text="Weighted A*")
    begins = long.evaluate(BEGINS)
    assert len(begins) > 1 and max(begins) - min(begins) <= 1, begins
    tab.locator(".lab-recording > summary").evaluate("(one) => (one.style.inlineSize = '9rem')")
    begins = tab.locator(".lab-recording > summary").evaluate(BEGINS)
    assert len(begins) > 1 and max(begins) - min(begins) <= 1, begins


# The searches whose name and figures are in the window.
IN_SIGHT = """() => [...document.querySelectorAll(".lab-table tbody tr")].filter((row) => {
  const cells = [...row.cells].filter((cell) => cell.checkVisibility());
  return cells.every((cell) => {
    const { top, bottom } = cell.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
}).length"""

# The lines that the words of an element have.
LINES = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ({"viewport": {"width": 320, "height": 568}, "locale": "en-US"}, 4),
        ({"viewport": {"width": 360, "height": 640}, "locale": "de-DE"}, 5),
    ],
    indirect=["page"],
    ids=str,
)
def test_after_run_a_phone_has_several_searches_in_sight(page: Page, least: int) -> None:
    """One search was in sight: each was a card of its own, below what stands between it and Run."""
    tab = page.open("#/lab")
    tab.locator(".lab-roster li").first.wait_for(state="attached")
    start = tab.locator(".lab-start__run .button--primary").first
    start.click()
    tab.locator(".lab-table .badge--good").nth(7).wait_for(timeout=60_000)
    assert tab.evaluate(IN_SIGHT) >= least
    assert tab.locator(".lab-table thead").is_visible()
    # Run again: all are from the cache, which no row says in two lines.
    start.click()
    tab.locator(".lab-table--alike").wait_for()
    assert tab.evaluate(IN_SIGHT) >= least - 1
    for origin in tab.locator(".lab-origin:visible").all():
        assert origin.evaluate(LINES) <= 1
    tab.locator(".lab-figures").click()
    assert tab.locator(".lab-table tbody tr").first.locator("td:visible").count() == 11


@pytest.mark.parametrize(
    "page",
    [{"viewport": {"width": 360, "height": 640}}, {"viewport": {"width": 740, "height": 360}}],
    indirect=True,
    ids=str,
)
def test_what_stops_the_searches_goes_with_their_figures_on_a_phone(page: Page) -> None:
    """The figures had the window, and Stop was above it."""
    tab = lab(page, preset="Little memory")
    tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
    tab.get_by_role("button", name="Run", exact=True).click()
    tab.locator(".lab-table .badge", has_text="running").first.wait_for()
    stop = tab.get_by_role("button", name="Stop", exact=True)
    top = stop.bounding_box()["y"]
    assert 0 <= top <= tab.viewport_size["height"] - 44
    assert stop.evaluate("(one) => one === document.activeElement")
    assert tab.get_by_role("heading", name="Results", exact=True).bounding_box()["y"] >= 0
    stop.click()
    tab.get_by_text("Stopped. Unfinished searches have no result.").wait_for()
    run_again = tab.get_by_role("button", name="Run", exact=True)
    assert run_again.evaluate("(one) => one === document.activeElement")


# Paragraphs and definitions whose lines have more than about 80 letters.
LONG_LINES = """() => [...document.querySelectorAll(".lab :is(p, dd, li, figcaption)")]
  .filter((one) => one.checkVisibility() && one.textContent.length > 80)
  .filter((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    return one.textContent.length / lines > 85;
  }).map((one) => one.textContent)"""


@pytest.mark.parametrize("page", [{"viewport": {"width": 2560, "height": 1440}}], indirect=True)
def test_a_large_window_is_used_by_tables_and_charts_and_not_by_lines_of_text(page: Page) -> None:
    """Margins of 300 pixels stood beside them."""
    tab = lab(page, board=EASY)
    run(tab)
    tab.get_by_text("What the columns mean").click()
    tab.locator(".lab-told .lab-heat").wait_for()
    for part in (".lab-results > :first-child", ".lab-start"):
        box = tab.locator(part).bounding_box()
        assert box["x"] <= 64 and box["x"] + box["width"] >= 2560 - 64, part
    assert tab.evaluate(LONG_LINES) == []
    # Another view has the width that it had.
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Statistics").click()
    tab.locator(".view--stats").wait_for()
    assert tab.locator("main").bounding_box()["width"] < 2100


LANGUAGES = [{"locale": locale} for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")]

# Lines of the map's key that reach beyond their list, and scales too narrow to be read.
KEY = """() => {
  const key = document.querySelector(".lab-told .lab-key");
  const { right } = key.getBoundingClientRect();
  return [...key.children].filter((line) => {
    const ends = [...line.children].map((part) => part.getBoundingClientRect().right);
    return Math.max(...ends) > right + 0.5 || line.querySelector(".lab-ramp").clientWidth < 48;
  }).map((line) => line.textContent);
}"""


@pytest.mark.parametrize("page", LANGUAGES, indirect=True, ids=str)
def test_the_key_of_the_map_fits_a_phone(page: Page) -> None:
    """It made the page wider than the window, and its scales were 12 pixels wide."""
    page.tab.set_viewport_size({"width": 320, "height": 640})
    tab = page.open("#/lab")
    tab.locator(".lab-start__run .button--primary").first.click()
    tab.locator(".lab-table .badge--good").nth(7).wait_for(timeout=60_000)
    tab.locator(".lab-told .lab-key > li").first.wait_for(state="attached")
    tab.evaluate(
        "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
    )
    for width in (320, 360, 420, 640, 740):
        at_width(tab, width)
        assert tab.evaluate(KEY) == [], width
        assert tab.evaluate("document.documentElement.scrollWidth") <= width


# As a board of a second or two has them, whichever machine searches.
LONG_FIGURES = """(decimal) => {
  const mark = decimal === "," ? "." : ",";
  for (const row of document.querySelectorAll(".lab-table tbody tr")) {
    row.cells[4].textContent = `1${mark}814${mark}400`;
    row.cells[8].textContent = `12${decimal}50 s`;
  }
}"""


@pytest.mark.parametrize("page", LANGUAGES, indirect=True, ids=str)
def test_the_results_of_a_long_search_fit_the_narrowest_phone(page: Page) -> None:
    """Times of seconds were cut at the edge, and the names of their column, too."""
    page.tab.set_viewport_size({"width": 320, "height": 640})
    tab = page.open("#/lab")
    tab.locator(".lab-start__run .button--primary").first.click()
    tab.locator(".lab-table .badge--good").nth(7).wait_for(timeout=60_000)
    tab.wait_for_timeout(200)
    points = tab.evaluate("document.documentElement.lang") in ("en", "zh-Hans")
    tab.evaluate(LONG_FIGURES, "." if points else ",")
    table = tab.locator(".lab-scroll:has(.lab-table)")
    assert "2" in table.locator("tbody tr").first.locator("td:visible").last.inner_text()
    for width in (320, 360):
        at_width(tab, width)
        assert table.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0, width
