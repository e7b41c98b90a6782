"""The lab's question: boards and goals in any notation, and what the server refuses."""

from typing import Any

import pytest
from experimenting import EASY, figures, lab, press, run, words

from page_states import board as pictured_board
from page_support import Page
from taquin import compare
from taquin.solving.question.row import Row

SCREENS = ({"width": 320, "height": 640}, {"width": 1440, "height": 900})


def test_an_impossible_board_is_explained_mended_and_never_searched(page: Page) -> None:
    tab = lab(page, board="1 2 3\n4 5 6\n8 7 0")
    tab.get_by_label("Goal", exact=True).select_option("last")
    verdict = tab.locator(".lab-verdict")
    assert "nsolvable" in verdict.inner_text()
    begin = [tab.get_by_role("button", name=name, exact=True) for name in ("Run", "Record")]
    assert all(button.is_disabled() for button in begin)
    verdict.get_by_role("button").click()
    assert all(button.is_enabled() for button in begin)


def test_a_text_that_is_no_board_has_no_picture_and_no_recording(page: Page) -> None:
    tab = lab(page, board="zzz")
    picture = tab.locator(".lab-question taquin-board")
    record = tab.get_by_role("button", name="Record", exact=True)
    picture.wait_for(state="hidden")
    assert record.is_disabled()
    tab.get_by_label("Board", exact=True).fill("1 2 3/4 5 6/0 7 8")
    picture.wait_for()
    assert record.is_enabled()
    # A wrong goal leaves the picture of a board that can be read.
    tab.get_by_label("Goal", exact=True).select_option("own")
    tab.get_by_label("Goal board").fill("zzz")
    tab.get_by_label("Board", exact=True).fill("1 2 3/4 5 6/7 0 8")
    assert record.is_disabled() and picture.is_visible()
    assert pictured_board(tab) == "1 2 3/4 5 6/7 0 8"


def test_a_board_that_cannot_be_read_says_why(page: Page) -> None:
    tab = lab(page)
    run, error = (
        tab.get_by_role("button", name="Run", exact=True),
        tab.locator(".lab-verdict .error"),
    )
    for text in ("1 2 3\n4 5 6\n7 7 0", "abc", "", "1 2\n3", "<b>1</b> 2/3 0"):
        tab.get_by_label("Board", exact=True).fill(text)
        said = error.inner_text()
        assert len(said) > 10 and not said[0].islower(), said
        assert run.is_disabled()
        assert tab.locator(".lab-verdict b").count() == 0
        tab.get_by_label("Board", exact=True).fill("1 2 3/4 5 6/7 0 8")
        error.wait_for(state="hidden")
        assert run.is_enabled()


def test_any_goal_can_be_set(page: Page) -> None:
    tab = lab(page, board="1 2 3\n8 0 4\n7 6 5", preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("own")
    tab.get_by_label("Goal board").fill("1 2 3/8 6 4/7 5 0")
    run(tab)
    assert {row["Cost"] for row in figures(tab)} == {"2"}
    goal, board = tab.get_by_label("Goal board"), tab.get_by_label("Board", exact=True)
    wrong = {goal: "1 2 3/8 6 4/7 5 9", board: "1 2 3"}
    invalid = tab.locator(".lab-question [aria-invalid]")
    for field, text in wrong.items():
        before = field.input_value()
        field.fill(text)
        said = tab.locator(".lab-verdict .error").inner_text()
        assert len(said) > 10
        assert said.startswith("Goal board: ") == (field == goal)
        for one in wrong:
            assert one.get_attribute("aria-invalid") == ("true" if one == field else None)
        assert invalid.count() == 1
        field.fill(before)
    assert invalid.count() == 0
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()


def test_the_field_for_a_board_shows_its_rows(page: Page) -> None:
    tab = lab(page)
    field = tab.get_by_label("Board", exact=True)
    fits = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight"
    for known in ("An easy 8-puzzle, 6 moves", "Korf’s board 79, 42 moves"):
        tab.get_by_label("Example").select_option(known)
        assert field.evaluate(fits), known


def test_a_random_board_can_be_taken_again_and_again(page: Page) -> None:
    tab = lab(page)
    known, board = tab.get_by_label("Example"), tab.get_by_label("Board", exact=True)
    boards = {board.input_value()}
    for taken in range(2, 5):
        # A list that is open takes its first and last entry by these keys.
        known.click()
        tab.keyboard.press("End")
        tab.keyboard.press("Enter")
        tab.wait_for_timeout(50)
        boards.add(board.input_value())
        assert len(boards) == taken
        assert known.input_value() == "random"
    board.focus()
    assert known.input_value() == "", "it does not go on naming a board that may be gone"
    # On a closed list arrows go on from entry to entry.
    known.focus()
    for name, text in (("easy", EASY), ("famous:notebook", "7 0 2\n8 5 3\n6 1 4")):
        tab.keyboard.press("ArrowDown")
        assert known.input_value() == name
        assert board.input_value() == text


def test_a_board_has_one_name_in_the_lab_and_where_boards_are_set_up(page: Page) -> None:
    tab = lab(page)
    listed = "(list) => [...list.options].map(({ value, text }) => [value, text])"
    offered = dict(tab.get_by_label("Example").evaluate(listed))
    tab.get_by_role("link", name="Play").click()
    tab.get_by_role("button", name="Set up", exact=True).click()
    named = tab.get_by_label("Named boards")
    named.locator("optgroup").last.wait_for(state="attached")
    told = dict(named.evaluate(listed))
    both = offered.keys() & told.keys() - {""}
    assert len(both) == 3
    for name in both:
        assert told[name] == f"{offered[name]} ({name})"


def test_the_board_in_play_can_be_taken(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.get_by_role("link", name="Lab").click()
    tab.wait_for_selector(".lab-roster li")
    tab.get_by_label("Example").select_option("play")
    assert tab.get_by_label("Board", exact=True).input_value().split() == list("123456078")
    tab.get_by_role("link", name="Play").click()
    tab.locator(".hints").wait_for()
    for key in ("ArrowLeft", "ArrowLeft"):
        tab.keyboard.press(key)
    assert "solution shown" in tab.locator(".result .badge").inner_text()


def test_a_link_brings_its_board(page: Page) -> None:
    tab = page.open("#/lab?board=1+2+3/4+0+6/7+5+8")
    tab.wait_for_selector(".lab-roster li")
    assert tab.get_by_label("Board", exact=True).input_value().split() == list("123406758")


def test_without_the_server_the_page_runs_the_searches_itself(page: Page) -> None:
    tab = page.tab
    # As on a host of files alone.
    tab.route("**/api/**", lambda route: route.fulfill(status=404, body="nothing"))
    lab(page, board=EASY, preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("last")
    alone = tab.get_by_text("There is no taquin server here. This page runs and records")
    alone.wait_for()
    first = tab.locator(".lab-roster li").first
    first.locator("summary").click()
    first.get_by_label("Algorithm").wait_for()
    offered = first.get_by_label("Algorithm").locator("option").all_inner_texts()
    assert "A*" in offered and "ARA* (needs the server)" in offered
    press(tab, "Add a search")
    tab.locator(".lab-roster li").last.get_by_label("Algorithm").select_option("arastar")
    run(tab)
    rows, names = figures(tab), ("astar", "idastar", "rbfs")
    results = compare("2 4 3/1 0 6/7 5 8", [Row(name, "manhattan") for name in names], goal="last")
    for row, result in zip(rows, results, strict=False):
        assert row["Cost"] == str(result.cost) and row["State"] == "solved"
        assert row["Expanded"] == f"{result.stats.expanded:,}"
        assert row["Peak frontier"] == f"{result.stats.peak_frontier:,}"
    assert tab.get_by_text("on this page", exact=True).count() == 3
    assert "arastar needs the server" in words(tab) and rows[3]["State"] == "failed"
    large = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 0 19"
    tab.get_by_label("Board", exact=True).fill(large)
    tab.get_by_text("this one has 20 and needs the server").wait_for()
    assert tab.get_by_role("button", name="Run", exact=True).is_disabled()
    tab.unroute("**/api/**")
    press(tab, "Try again")
    alone.wait_for(state="detached")
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()
    # Gone while the lab is open.
    tab.get_by_label("Example").select_option("An easy 8-puzzle, 6 moves")
    tab.get_by_label("Set of searches").select_option("Little memory")
    tab.route("**/api/**", lambda route: route.abort())
    run(tab)
    assert tab.get_by_text("on this page", exact=True).count() == 3
    page.forgive("ERR_FAILED|404")


def test_try_again_keeps_the_question_that_was_typed(page: Page) -> None:
    page.tab.route("**/api/**", lambda route: route.abort())
    tab = lab(page, preset="Without an estimate")
    board, goal = tab.get_by_label("Board", exact=True), tab.get_by_label("Goal", exact=True)
    typed = "1 2 3 4 5\n6 7 8 9 10\n11 12 13 14 15\n16 17 18 19 20\n21 22 23 0 24"
    board.fill(typed)
    goal.select_option("last")
    gone = board.element_handle()
    press(tab, "Try again")
    gone.wait_for_element_state("hidden")
    board.wait_for()
    tab.get_by_text("this one has 25 and needs the server").wait_for()
    assert (board.input_value(), goal.input_value()) == (typed, "last")
    assert tab.get_by_label("Set of searches").input_value() == "Without an estimate"
    page.forgive("ERR_FAILED")


@pytest.mark.parametrize(
    "page", [{"viewport": size} for size in SCREENS], indirect=True, ids=["phone", "wide"]
)
def test_it_opens_with_board_searches_and_run_on_one_screen(page: Page) -> None:
    tab = page.open("#/lab")
    tab.wait_for_selector(".lab-roster li", state="attached")
    below = """() => [".lab-question__board", ".lab-question__goal", ".lab-start .button--primary"]
      .map((part) => innerHeight - document.querySelector(part).getBoundingClientRect().bottom)"""
    room = tab.evaluate(below)
    assert min(room) >= 0
    for name in ("Cost of a move", "Stop a search after", "Record at most"):
        assert tab.get_by_label(name).is_hidden()


# Width and height of a chart, once it has those of its place.
CHART = """() => {
  const place = document.querySelector(".lab-chart");
  const drawn = place.querySelector(".u-wrap");
  return drawn?.clientWidth === place.clientWidth && [drawn.clientWidth, drawn.clientHeight];
}"""


@pytest.mark.parametrize("page", [{"viewport": {"width": 1920, "height": 1080}}], indirect=True)
def test_a_chart_is_larger_on_a_larger_screen(page: Page) -> None:
    tab = lab(page, board=EASY, preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    results, charts = (
        tab.get_by_role("region", name=name, exact=True).bounding_box()
        for name in ("Results", "Charts")
    )
    assert (charts["x"], charts["width"]) == (results["x"], results["width"])
    table = tab.locator(".lab-scroll:has(.lab-table)")
    assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    assert tab.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    assert results["y"] < 1080 * 0.6, "what Run asks for comes into sight"
    tab.get_by_label("Chart", exact=True).select_option("contours")
    sizes = []
    for width in (1440, 1920, 2560):
        tab.set_viewport_size({"width": width, "height": 1080})
        sizes.append(tab.wait_for_function(CHART).json_value())
        parts = tab.locator(".masthead > .wordmark, .lab h1, .lab-start, .lab-results, .lab-body")
        edges = parts.evaluate_all("(all) => all.map((one) => one.getBoundingClientRect())")
        assert len({round(edge["left"]) for edge in edges}) == 1, "one measure"
        assert len({round(edge["right"]) for edge in edges[1:]}) == 1, "one measure"
    (small, medium, large), (low, *_, high) = zip(*sizes, strict=True)
    assert small < medium <= large and low < high


def test_what_the_server_refuses_is_said_in_its_words(page: Page) -> None:
    error = {"kind": "busy", "message": "16 jobs wait already.", "hint": "Try again in 5 s."}
    page.tab.route("**/api/jobs", lambda route: route.fulfill(status=503, json={"error": error}))
    tab = lab(page)
    press(tab, "Run")
    tab.get_by_text("The comparison failed: 16 jobs wait already. Try again in 5 s.").wait_for()
    assert {row["State"] for row in figures(tab)} == {"stopped"}
    # Nothing was measured: there is neither a chart nor a file, nor after a reload.
    for _ in range(2):
        tab.get_by_text("No data for this chart.").wait_for()
        assert tab.locator(".lab-bars").is_visible() is False
        assert tab.get_by_role("button", name="CSV").count() == 0
        assert tab.get_by_text("Save as files").is_visible() is False
        tab.reload()
        tab.locator(".lab-table .badge").first.wait_for()
    press(tab, "Record")
    tab.get_by_text(
        "The search was not recorded: 16 jobs wait already. Try again in 5 s."
    ).wait_for()
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()
    page.forgive("answer 503")
    page.forgive("Failed to load resource")


@pytest.mark.parametrize("locale", ["de-DE", "es-ES", "fr-FR"])
def test_the_rules_in_brief_end_with_their_card_on_a_narrow_phone(
    browser: Any, server: Any, locale: str
) -> None:
    """A torus and pushes of any length ran over its edge in German."""
    context = browser.new_context(viewport={"width": 320, "height": 640}, locale=locale)
    tab = Page(context.new_page(), server.url).open("#/lab")
    rules = tab.locator(".lab-more > details").first
    rules.locator("summary").click()
    rules.locator("select").nth(0).select_option("torus")
    rules.locator("select").nth(1).select_option("mtm")
    brief = tab.locator(".lab-limits__now")
    right = "(one) => Math.max(...[...one.getClientRects()].map(({ right }) => right))"
    assert brief.evaluate(right) <= 320 - 28
    context.close()


def test_a_set_of_ones_own_has_no_question_of_another(page: Page) -> None:
    tab = lab(page)
    asks = tab.get_by_text("How much does an estimate save, and what does a faster search give up?")
    asks.wait_for()
    tab.get_by_label("Set of searches").select_option("Custom")
    assert asks.count() == 0
    assert tab.locator(".lab-roster li").count() == 8
