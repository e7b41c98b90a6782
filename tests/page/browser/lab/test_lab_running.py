"""Searches while they run: live, stopped, with options, and kept for the next visit."""

import re

import pytest
from experimenting import EASY, figures, lab, press, run, words

from page_support import Page, ends, started
from taquin import compare
from taquin.solving.question.row import Row


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


def test_a_finished_comparison_is_there_after_a_reload_and_what_is_lost_is_said(page: Page) -> None:
    tab = lab(page, board=EASY, preset="Tie-breaks")
    run(tab)
    judged = tab.locator(".lab-sentences").get_by_text("must expand every state").first
    judged.wait_for()  # worked out after the searches
    shown, said = figures(tab), words(tab)
    assert len(shown) > 1 and said != "[]"
    press(tab, "Record")
    tab.get_by_text("Recorded for").wait_for()
    tab.reload()
    tab.get_by_text("These results are from").wait_for()
    judged.wait_for()
    assert (figures(tab), words(tab)) == (shown, said)
    assert tab.locator(".lab-bar").count() > 0, "the charts are drawn"
    tab.get_by_text(re.compile("^The recording of .* is gone: record it again.$")).wait_for()
    assert tab.locator(".lab-stale").is_hidden()
    tab.get_by_label("Set of searches").select_option("The classics")
    tab.get_by_text("Press Run for the searches now selected.").wait_for()
    assert tab.locator(".lab-stale").inner_text().endswith("with the searches listed.")
    # It had not ended, or was too large.
    lost = """() => {
      const kept = JSON.parse(sessionStorage.getItem("taquin.lab.results"));
      sessionStorage.setItem("taquin.lab.results", JSON.stringify({ ...kept, rows: null }));
    }"""
    tab.evaluate(lost)
    tab.reload()
    board = "2 4 3 / 1 0 6 / 7 5 8, goal blank first"
    gone = f"The results for {board}, are gone: run the searches again."
    tab.get_by_text(gone).wait_for()
    assert tab.get_by_role("heading", name="Results").count() == 0
    tab.evaluate("sessionStorage.setItem('taquin.lab.results', '{\"rows\": 3}')")
    tab.reload()
    tab.wait_for_selector(".lab-roster li")
    assert tab.get_by_text(gone).count() == 0


def test_figures_come_back_in_another_language(page: Page) -> None:
    tab = lab(page, board=EASY, preset="Little memory")
    run(tab)
    shown = [(row["Cost"], row["Expanded"]) for row in figures(tab)]
    press(tab, "Record")
    tab.get_by_text("Recorded for").wait_for()
    press(tab, "Settings")
    tab.locator("#setting-language").select_option("fr")
    tab.get_by_text(re.compile("^Ces résultats datent d")).wait_for()
    rows = figures(tab)
    plain = [(row["Coût"], row["Développés"].replace("\u202f", ",")) for row in rows]
    assert plain == shown and len(shown) == 3
    assert next(iter(rows[0].values())) == "A* avec distance de Manhattan"
    gone = "L’enregistrement de A* avec distance de Manhattan"
    tab.get_by_text(re.compile(f"^{re.escape(gone)} .* est perdu")).wait_for()
    assert "Manhattan distance" not in tab.locator(".lab").inner_text()


def test_time_outs_are_shown_as_at_least(page: Page) -> None:
    tab = lab(page, preset="A* with four estimates")
    tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
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
    # Stop leaves such bars, too.
    cut = "A striped bar was cut short by a limit or by Stop: the true figure is at least that."
    assert cut in tab.locator(".lab").inner_text()


def test_stop_ends_the_searches(page: Page) -> None:
    tab = lab(page, preset="Little memory")
    tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
    press(tab, "Run")
    tab.wait_for_function(
        "() => [...document.querySelectorAll('.lab-table .badge')]"
        ".some((badge) => badge.textContent === 'running')"
    )
    top = tab.get_by_role("button", name="Stop").bounding_box()["y"]
    assert 0 <= top <= 856, "in sight"
    press(tab, "Stop")
    tab.get_by_text("Stopped. Unfinished searches have no result.").wait_for()
    assert "stopped" in {row["State"] for row in figures(tab)}
    assert re.search(
        "stopped before (it|they) finished|stopped before any of them finished", words(tab)
    )
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()


def test_cached_results_are_measured_again_on_request(page: Page) -> None:
    """A second Run answered from the cache, and nothing on the page measured again."""
    tab = lab(page, board=EASY, preset="Little memory")
    again = tab.get_by_role("button", name="Measure again")
    # Whatever an earlier test left in the cache.
    run(tab)
    run(tab)
    tab.get_by_text("All results are from the server’s cache.").wait_for()
    assert tab.get_by_text("cached", exact=True).count() == 3
    counted = [row["Expanded"] for row in figures(tab)]
    asked = []
    tab.on("request", lambda sent: asked.append(sent.post_data or ""))
    again.click()
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)
    again.wait_for(state="hidden")
    assert tab.get_by_text("cached", exact=True).count() == 0
    assert [row["Expanded"] for row in figures(tab)] == counted
    assert any('"fresh":true' in body for body in asked)
    # Figures of another board are not measured again.
    run(tab)
    again.wait_for()
    tab.get_by_label("Goal", exact=True).select_option("spiral")
    assert again.is_disabled()


def test_a_server_that_is_restarted_is_told_and_works_again(page: Page) -> None:
    own = started("--no-prepare")
    port = own.url.rstrip("/").rpartition(":")[2]
    try:
        tab = lab(Page(page.tab, own.url), preset="Little memory")
        tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
        press(tab, "Run")
        tab.locator(".lab-table .badge", has_text="running").first.wait_for()
        assert own.stop() == 0
        tab.get_by_text("Unfinished searches are lost: the server was stopped.").wait_for()
        states = {row["State"] for row in figures(tab)}
        assert "server lost" in states and "stopped" not in states
        assert re.search("lost with (its|their) server before", words(tab))
        tab.get_by_text("The server does not answer. This page runs and records").wait_for()
        assert tab.get_by_role("button", name="Run", exact=True).is_enabled()
        own = started("--no-prepare", port=port)
        tab.get_by_text("The server answers again: all searches").wait_for(timeout=30_000)
        assert tab.get_by_role("button", name="Try again").count() == 0
        tab.get_by_text("Unfinished searches are lost. Run this again.").wait_for()
        assert tab.get_by_text("Start it and run this again").count() == 0
        tab.get_by_label("or after", exact=True).select_option("10000")
        run(tab)
        assert {row["State"] for row in figures(tab)} <= {"solved", "stopped: expansion limit"}
        assert not tab.get_by_text("The server answers again").is_visible()
    finally:
        own.process.kill()
        own.process.wait()
    page.forgive("request to elsewhere|ERR_")


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
  const api = Object.assign(new EventTarget(), { catalogue, compare });
  mount(root, { api, settings: new EventTarget(), game: {} });
}"""


def test_what_is_waited_for_is_said_until_the_searches_run(page: Page) -> None:
    tab = lab(page, board=EASY)  # shown, so that it no longer takes the other's place
    tab.evaluate(_CONTROLLED)
    press(tab, "Run")
    # They take turns: none of them runs yet.
    waits = tab.get_by_text(re.compile(r"^0 of \d searches have finished\.$"))
    waits.wait_for()
    tab.get_by_text("The answer appears here").wait_for()
    tab.evaluate("listening.onNotice('compiling greedy, about 10 s, once')")
    tab.get_by_text("Compiling greedy, about 10 s, once.", exact=True).wait_for()
    tab.evaluate(
        "listening.onProgress({row: 0, expanded: 9, generated: 9, frontier: 9, seconds: 1})"
    )
    waits.wait_for()
    assert tab.get_by_text("Compiling greedy").count() == 0


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


# What lies at a place of the window.
UNDER = "(at) => document.elementFromPoint(...at).closest('button')?.ariaLabel"


@pytest.mark.parametrize("page", [{"viewport": {"width": 600, "height": 800}}], indirect=True)
def test_the_second_click_of_a_double_click_removes_no_search(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.locator(".lab-searches").evaluate("(one) => (one.open = true)")
    tab.evaluate("scrollTo(0, 0)")
    place = tab.get_by_role("button", name="Run", exact=True).bounding_box()
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    # The button is moved below the pointer, as by a page that scrolls.
    tab.evaluate(
        """([x, y]) => document.addEventListener("click", () => {
          const remove = document.querySelectorAll(".lab-roster li > .button")[3];
          remove.style = `position: fixed; left: ${x - 20}px; top: ${y - 20}px; z-index: 9`;
        }, {once: true})""",
        [x, y],
    )
    tab.mouse.dblclick(x, y)
    assert tab.locator(".lab-roster li").count() == 8
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)
    tab.wait_for_function(
        "(then) => performance.now() > then + 1000", arg=tab.evaluate("performance.now()")
    )
    assert tab.evaluate(UNDER, [x, y]) == "Remove A* with Manhattan distance"
    # Meant, long after the page has scrolled.
    tab.mouse.click(x, y)
    assert tab.locator(".lab-roster li").count() == 7


@pytest.mark.parametrize("window", [(768, 1024), (1440, 900), (2560, 1440)], ids=str)
def test_run_leaves_the_page_or_begins_it_with_the_results(
    page: Page, window: tuple[int, int]
) -> None:
    """The start of the searches was cut, two rows were in sight, and the pointer was on Remove."""
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = lab(page, board=EASY)
    tab.get_by_text("Rules and limits").click()
    tab.evaluate("scrollTo(0, 0)")
    place = tab.get_by_role("button", name="Run", exact=True).bounding_box()
    at = [place["x"] + place["width"] / 2, place["y"] + place["height"] / 2]
    tab.mouse.dblclick(*at)
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)
    moved = tab.evaluate("scrollY")
    heading = tab.get_by_role("heading", name="Results", exact=True).bounding_box()["y"]
    assert moved == 0 or 0 <= heading <= 60, (moved, heading)
    rows = [row.bounding_box() for row in tab.locator(".lab-table tbody tr").all()]
    assert sum(row["y"] + row["height"] <= window[1] for row in rows) >= 6
    assert not (tab.evaluate(UNDER, at) or "").startswith("Remove")
    assert tab.locator(".lab-roster li").count() == 8


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
    assert row["Search"] == "Depth-limited (depth 9, order RLDU, goal test generation)"
    assert row["Expanded"] == f"{expected.stats.expanded:,}"
    assert row["Cost"] == str(expected.cost)


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_stop_pushes_nothing_down_on_a_phone(page: Page) -> None:
    tab = lab(page)
    tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
    row = tab.locator(".lab-start__run").first
    before = row.bounding_box()["height"]
    press(tab, "Run")
    stop = tab.get_by_role("button", name="Stop", exact=True)
    stop.wait_for()
    assert row.bounding_box()["height"] == before
    waiting = [row["Optimal"] for row in figures(tab) if row["State"] in ("waiting", "running")]
    assert waiting and set(waiting) == {"–"}
    stop.click()


@pytest.mark.parametrize("window", [(740, 360), (640, 320), (360, 640), (1440, 900)], ids=str)
def test_run_brings_the_results_into_sight(page: Page, window: tuple[int, int]) -> None:
    """On a phone held sideways nothing was seen to happen."""
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    for _ in range(2):
        run(tab)
        [(top, _bottom)] = ends(tab, ".lab-results")
        assert top <= window[1] - 120
        tab.wait_for_timeout(100)
        assert ends(tab, ".lab-results")[0][0] == top, "the focus that returns moves nothing"
