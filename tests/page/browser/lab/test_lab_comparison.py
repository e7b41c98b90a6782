"""The lab compares searches live: figures, words, charts, cancelling."""

import re
from typing import Any

import pytest
from experimenting import EASY, figures, lab, press, run, words

from page_support import Page, axe_violations
from taquin import compare
from taquin.comparison import Row

CLASSICS = [
    Row("bfs"),
    Row("ucs"),
    Row("greedy", "manhattan"),
    Row("astar", "manhattan"),
    Row("astar", "linear_conflict"),
    Row("wastar", "manhattan"),
    Row("idastar", "manhattan"),
    Row("bibfs"),
]


# How many labels the axis of the bars shows, 0 if two of them touch. The chart is laid out anew
# in the frame after a change, so this is waited for.
LABELS_APART = """() => {
  const shown = [...document.querySelectorAll(".lab-bars__label")]
    .filter((label) => label.checkVisibility({ visibilityProperty: true }))
    .map((label) => label.getBoundingClientRect());
  const apart = shown.every((box, i) => i === 0 || shown[i - 1].right < box.left);
  return apart ? shown.length : 0;
}"""


def test_the_table_shows_what_the_searches_count(page: Page) -> None:
    tab = lab(page)
    with tab.expect_request("**/api/jobs") as asked:
        run(tab)
    # Quick searches do not wait for blind ones: they are asked for first.
    blind = [row["heuristic"] is None for row in asked.value.post_data_json["rows"]]
    assert blind == sorted(blind) and len(set(blind)) == 2
    rows = figures(tab)
    results = compare("7 0 2/8 5 3/6 1 4", CLASSICS, goal="first")
    assert len(rows) == len(results) == 8
    for row, result in zip(rows, results, strict=True):
        assert row["State"] == "solved"
        assert row["Cost"] == str(result.cost)
        worse = "by another" if result.cost == 27 else "no"
        assert row["Optimal"] == ("proved" if result.optimal else worse)
        assert row["Expanded"] == f"{result.stats.expanded:,}"
        assert row["Generated"] == f"{result.stats.generated:,}"
        assert row["Peak frontier"] == f"{result.stats.peak_frontier:,}"
        assert row["Memory"].endswith("B")


def test_a_search_too_quick_to_be_sampled_has_no_curve_and_the_second_time_says_so(
    page: Page,
) -> None:
    tab = lab(page, board="2 4 3\n1 0 6\n7 5 8", preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    tab.get_by_label("Chart", exact=True).select_option("frontier")
    run(tab)
    assert tab.locator(".lab-spark path[d^=M]").count() == 0
    assert {row["Frontier over time"] for row in figures(tab)} == {"not sampled"}
    assert tab.get_by_text("cached", exact=True).count() == 3
    tab.get_by_text("the result came from the server's cache, which has too few samples").wait_for()
    assert "The results of all searches came from the server's cache" in words(tab)


def test_why_a_star_expanded_fewer_is_answered_with_a_picture_and_sentences(page: Page) -> None:
    tab = lab(page)
    run(tab)
    tab.wait_for_selector(".lab-heat:visible")
    bfs, _, _, astar, *_ = compare("7 0 2/8 5 3/6 1 4", CLASSICS, goal="first")
    said = words(tab)
    assert (
        f"A*, Manhattan expanded fewer states than Breadth-first: {astar.stats.expanded:,} "
        f"against {bfs.stats.expanded:,}." in said
    )
    assert "must expand every state with g + h below 27" in said
    assert "Breadth-first has no estimate: it must expand every state closer than 27" in said
    assert "All 181,440 states" in tab.locator("figcaption").first.inner_text()
    twin = tab.locator("figure:has(.lab-heat) details")
    twin.locator("summary").first.click()
    twin.locator("tbody tr").first.wait_for()
    cells = twin.locator("tbody tr").all_inner_texts()
    total = sum(int(line.split("\t")[-1].replace(",", "")) for line in cells)
    assert total == 181_440


def test_names_and_links_bring_their_goals(page: Page) -> None:
    tab = lab(page, board="korf100:1")
    goal = tab.get_by_label("Goal", exact=True)
    tab.wait_for_function("() => document.querySelector('.lab-question textarea').value[0] === '1'")
    assert goal.input_value() == "first"
    tab.get_by_label("Board", exact=True).fill("#/play?board=2+8+3/1+6+4/7+0+5&goal=spiral")
    tab.wait_for_function("() => document.querySelector('.lab-question textarea').value[0] === '2'")
    assert goal.input_value() == "spiral"


def test_it_is_live(page: Page) -> None:
    # Long enough on any machine for more than one message: the searches end at their limit.
    hardest = "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4"
    tab = lab(page, board=hardest, preset="A* with four estimates")
    tab.get_by_label("Goal", exact=True).select_option("first")
    press(tab, "Run")
    tab.wait_for_function(
        "() => [...document.querySelectorAll('.lab-table .badge')]"
        ".some((badge) => badge.textContent === 'running')",
        timeout=60_000,
    )
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)
    points = tab.evaluate(
        "() => Math.max(...[...document.querySelectorAll('.lab-spark path')]"
        ".map((path) => path.getAttribute('d').split('L').length))"
    )
    assert points > 3


def test_figures_name_their_board_and_say_when_another_is_asked(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    of = "2 4 3 / 1 0 6 / 7 5 8, goal blank last"
    assert tab.locator(".lab-table caption").inner_text().endswith(f": {of}")
    stale = tab.locator(".lab-stale")
    assert stale.is_hidden()
    tab.get_by_label("Board", exact=True).fill("korf100:1")
    stale.wait_for()
    expected = f"These figures are for {of}; press Run for the board selected above."
    assert stale.inner_text() == tab.locator(".lab-section .note[role=status]").first.inner_text()
    assert stale.inner_text() == expected
    tab.get_by_label("Board", exact=True).fill(EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    stale.wait_for(state="hidden")
    tab.get_by_text("All searches have finished.").wait_for()
    tab.get_by_label("Set of searches").select_option("Tie-breaks")
    assert stale.inner_text().endswith("press Run for the searches selected above.")
    run(tab)
    assert stale.is_hidden()


def test_what_was_chosen_is_there_after_a_reload_and_damage_breaks_nothing(page: Page) -> None:
    tab = lab(page, board=EASY, preset="Tie-breaks")
    tab.get_by_label("Goal", exact=True).select_option("spiral")
    tab.get_by_role("button", name=re.compile("^Remove")).first.click()
    searches = tab.locator(".lab-roster summary").all_inner_texts()
    tab.reload()
    tab.wait_for_selector(".lab-roster li")
    assert tab.get_by_label("Board", exact=True).input_value() == EASY
    assert tab.get_by_label("Goal", exact=True).input_value() == "spiral"
    assert tab.get_by_label("Stop a search after").input_value() == "60"
    assert tab.get_by_label("Set of searches").input_value() == ""
    assert tab.locator(".lab-roster summary").all_inner_texts() == searches
    damaged = '{"fields": {"board": "1 1"}, "choices": [{"algorithm": "none"}]}'
    tab.evaluate("(text) => sessionStorage.setItem('taquin.lab', text)", damaged)
    tab.reload()
    tab.wait_for_selector(".lab-roster li")
    assert tab.get_by_label("Set of searches").input_value() == "The classics"
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()


def test_logarithmic_bars_stand_on_an_axis_that_begins_at_1(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    assert tab.locator(".lab-bars__label").first.inner_text() == "1"
    tab.set_viewport_size({"width": 320, "height": 640})
    for figure in ("expanded", "seconds", "memory"):
        tab.get_by_label("Figure", exact=True).select_option(figure)
        tab.wait_for_function(f"() => ({LABELS_APART})() > 1")
        assert tab.evaluate("() => document.documentElement.scrollWidth") <= 320
    assert axe_violations(tab, ".lab-stack:has(> div > .lab-bars)") == []
    tab.get_by_label("Scale", exact=True).select_option("linear")
    assert tab.locator(".lab-bars__label").first.inner_text() == "0"


def test_labels_of_an_axis_that_would_touch_are_left_out(page: Page) -> None:
    tab = lab(page, preset="Little memory")
    tab.get_by_label("Example").select_option("Korf's 15-puzzle 79, 42 moves")
    tab.get_by_label("or after", exact=True).select_option("200000")
    tab.set_viewport_size({"width": 320, "height": 640})
    run(tab)
    tab.wait_for_function(f"() => ({LABELS_APART})() > 2")
    assert tab.locator(".lab-bars__label").first.inner_text() == "1"
    assert tab.locator(".lab-bars__label").first.is_visible()
    shown = tab.evaluate(LABELS_APART)
    tab.set_viewport_size({"width": 1440, "height": 640})
    tab.wait_for_function(f"(few) => ({LABELS_APART})() > few", arg=shown)


def test_time_outs_are_shown_as_at_least(page: Page) -> None:
    tab = lab(page, preset="A* with four estimates")
    tab.get_by_label("Example").select_option("Korf's 15-puzzle 79, 42 moves")
    tab.get_by_label("or after", exact=True).select_option("10000")
    run(tab)
    rows = figures(tab)
    assert len(rows) == 4
    blind = rows[0]
    assert blind["State"] == "stopped: expansion limit"
    assert blind["Expanded"] == "≥ 10,000"
    assert blind["Cost"].startswith("≥ ") and blind["Time"].startswith("≥ ")
    assert "was stopped by the limit on expansions after 10,000 expansions" in words(tab)
    assert tab.locator(".lab-bar--open").count() >= 1


@pytest.mark.parametrize(("width", "cut"), [(1440, False), (768, True), (320, False)])
def test_the_table_is_whole_or_says_that_it_scrolls(
    browser: Any, server: Any, width: int, cut: bool
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900})
    tab = lab(Page(context.new_page(), server.url), preset="Tie-breaks")
    tab.get_by_label("Example").select_option("Korf's 15-puzzle 79, 42 moves")
    tab.get_by_label("or after", exact=True).select_option("10000")
    run(tab)
    table = tab.locator(".lab-scroll:has(.lab-table)")
    assert table.evaluate("(one) => one.scrollWidth > one.clientWidth") is cut
    assert "gradient" in table.evaluate("(one) => getComputedStyle(one).backgroundImage")
    head = tab.locator(".lab-table thead")
    assert head.is_visible() is (width >= 700)
    context.close()


def test_stop_ends_the_searches(page: Page) -> None:
    tab = lab(page, preset="Little memory")
    tab.get_by_label("Example").select_option("Korf's 15-puzzle 79, 42 moves")
    press(tab, "Run")
    tab.wait_for_function(
        "() => [...document.querySelectorAll('.lab-table .badge')]"
        ".some((badge) => badge.textContent === 'running')"
    )
    press(tab, "Stop")
    tab.get_by_text("Stopped. Unfinished searches have no result.").wait_for()
    assert "cancelled" in {row["State"] for row in figures(tab)}
    assert re.search(
        "cancelled before (it|they) finished|stopped before any of them finished", words(tab)
    )
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()


# A lab whose searches wait and continue on command.
_CONTROLLED = """async () => {
  const { mount } = await import("./lab/lab.js");
  const { createApi } = await import("./server/api.js");
  const compare = (body, listening) => {
    Object.assign(window, { listening });
    return new Promise(() => {});
  };
  const root = document.createElement("section");
  document.querySelector("main").replaceChildren(root);
  const catalogue = () => createApi().catalogue();
  mount(root, { api: { catalogue, compare }, settings: new EventTarget(), game: {} });
}"""


def test_what_is_waited_for_is_said_until_the_searches_run(page: Page) -> None:
    tab = page.open("#/lab")
    tab.evaluate(_CONTROLLED)
    press(tab, "Run")
    tab.get_by_text("The searches are running.").wait_for()
    tab.get_by_text("The answer appears here").wait_for()
    tab.evaluate("listening.onNotice('compiling greedy, about 10 s, once')")
    tab.get_by_text("Compiling greedy, about 10 s, once.", exact=True).wait_for()
    tab.evaluate(
        "listening.onProgress({row: 0, expanded: 9, generated: 9, frontier: 9, seconds: 1})"
    )
    tab.get_by_text("The searches are running.").wait_for()


def test_the_focus_goes_to_stop_and_comes_back(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.evaluate(
        """() => document.addEventListener("focusin", ({ target }) =>
          (window.focused ??= []).push(target.textContent))"""
    )
    for name in ("Run", "Record"):
        tab.get_by_role("button", name=name, exact=True).focus()
        tab.keyboard.press("Enter")
        tab.wait_for_function("(name) => focused.length > 2 && focused.at(-1) === name", arg=name)
        assert tab.evaluate("focused.splice(0)") == [name, "Stop", name]


def test_the_knobs_reach_the_searches(page: Page) -> None:
    tab = lab(page, board=EASY, preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("last")
    first = tab.locator(".lab-roster li").first
    first.locator("summary").click()
    first.get_by_label("Algorithm").select_option("dls")
    first.get_by_label("Depth limit").fill("9")
    first.get_by_label("Depth limit").press("Tab")
    first.get_by_label("Successor order").select_option("RLDU")
    first.get_by_label("Goal test").select_option("generation")
    run(tab)
    options = {"depth": 9, "order": "RLDU", "goal_test": "generation"}
    (expected,) = compare("2 4 3/1 0 6/7 5 8", [Row("dls", options=options)], goal="last")
    row = figures(tab)[0]
    assert row["Search"] == "Depth-limited, depth 9, order RLDU, goal test generation"
    assert row["Expanded"] == f"{expected.stats.expanded:,}"
    assert row["Cost"] == str(expected.cost)


def test_definitions_stand_where_the_numbers_are(page: Page) -> None:
    tab = lab(page, board=EASY, preset="Little memory")
    run(tab)
    tab.get_by_text("What the columns mean").click()
    said = tab.locator(".lab-glossary").inner_text()
    assert "states whose successors were generated, once per expansion" in said
    assert "largest number of nodes in the frontier" in said
    title = tab.locator(".lab-table thead th", has_text="Expanded").get_attribute("title")
    assert title.startswith("states whose successors were generated")
