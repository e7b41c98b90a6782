"""The lab in a browser: live comparison, words, charts, microscope, exports, by every hand."""

import csv
import hashlib
import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from page_support import ROOT, SIZES, Page, axe_violations, browser, page, server
from taquin import compare
from taquin.comparison import Row

__all__ = ["browser", "page", "server"]

sys.path.insert(0, str(Path(__file__).parent / "page"))

import make_lab

UPLOT = ROOT / "src" / "taquin" / "faces" / "static" / "lab" / "charts" / "uplot"
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
EASY = "2 4 3\n1 0 6\n7 5 8"


def test_recorded_searches_are_what_python_does_now() -> None:
    found = make_lab.RECORDED.read_text(encoding="utf-8")
    assert found == make_lab.written(), "run python tests/page/make_lab.py"


def test_uplot_is_the_package_unchanged() -> None:
    readme = (UPLOT / "README.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"\| `([\w.]+|LICENSE)` \| `[^`]+` \| `([0-9a-f]{64})` \|", readme))
    assert set(listed) == {path.name for path in UPLOT.iterdir()} - {"README.md"}
    for name, expected in listed.items():
        assert hashlib.sha256((UPLOT / name).read_bytes()).hexdigest() == expected, name


# What the tests do on the page


# How many labels the axis of the bars shows, 0 if two of them touch. The chart is laid out anew
# in the frame after a change, so this is waited for.
LABELS_APART = """() => {
  const shown = [...document.querySelectorAll(".lab-bars__label")]
    .filter((label) => label.checkVisibility({ visibilityProperty: true }))
    .map((label) => label.getBoundingClientRect());
  const apart = shown.every((box, i) => i === 0 || shown[i - 1].right < box.left);
  return apart ? shown.length : 0;
}"""


def lab(page: Page, board: str | None = None, preset: str | None = None) -> Any:
    tab = page.open("#/lab")
    tab.wait_for_selector(".lab-roster li")
    # Ample on a busy machine.
    tab.get_by_label("Stop a search after").select_option("60")
    if board is not None:
        tab.get_by_label("Board", exact=True).fill(board)
    if preset is not None:
        tab.get_by_label("Set of searches").select_option(preset)
    return tab


def press(tab: Any, name: str) -> None:
    tab.get_by_role("button", name=name, exact=True).click()


def run(tab: Any) -> None:
    press(tab, "Run")
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)


def record(tab: Any) -> None:
    press(tab, "Record")
    tab.wait_for_selector(".lab-pane .lab-facts:not(:empty)", timeout=60_000)


def figures(tab: Any) -> list[dict[str, str]]:
    """The table as a reader has it: one dictionary a row, by the heads of its columns."""
    rows: list[dict[str, str]] = tab.evaluate(
        """() => {
          const table = document.querySelector(".lab-table");
          const text = (cell) => cell.textContent.trim();
          const heads = [...table.querySelectorAll("thead th")].map(text);
          return [...table.querySelectorAll("tbody tr")].map((row) =>
            Object.fromEntries([...row.children].map((cell, at) =>
              [heads[at], text(cell.querySelector(".badge") ?? cell)])));
        }"""
    )
    return rows


def words(tab: Any) -> str:
    return str(tab.locator(".lab-sentences").all_inner_texts())


def pane(tab: Any) -> dict[str, Any]:
    """What the microscope shows in words."""
    shown: dict[str, Any] = tab.evaluate(
        """() => Object.fromEntries(["why", "facts", "news", "code", "pane__held"].map((name) =>
          [name, [...document.querySelectorAll(`.lab-${name}`)].map((one) =>
            one.textContent + [...one.querySelectorAll("[aria-current]")].map((line) =>
              line.textContent).join())]))"""
    )
    return shown


# The comparison


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


# The board


def test_an_impossible_board_is_explained_mended_and_never_searched(page: Page) -> None:
    tab = lab(page, board="1 2 3\n4 5 6\n8 7 0")
    tab.get_by_label("Goal", exact=True).select_option("last")
    verdict = tab.locator(".lab-verdict")
    assert "nsolvable" in verdict.inner_text()
    assert tab.get_by_role("button", name="Run", exact=True).is_disabled()
    verdict.get_by_role("button").click()
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()


@pytest.mark.parametrize("text", ["1 2 3\n4 5 6\n7 7 0", "abc", "", "1 2\n3", "<b>1</b> 2/3 0"])
def test_a_board_that_cannot_be_read_says_why(page: Page, text: str) -> None:
    tab = lab(page, board=text)
    assert len(tab.locator(".lab-verdict .error").inner_text()) > 10
    assert tab.get_by_role("button", name="Run", exact=True).is_disabled()
    assert tab.locator(".lab-verdict b").count() == 0


def test_any_goal_can_be_set(page: Page) -> None:
    tab = lab(page, board="1 2 3\n8 0 4\n7 6 5", preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("own")
    tab.get_by_label("Goal board").fill("1 2 3/8 6 4/7 5 0")
    run(tab)
    assert {row["Cost"] for row in figures(tab)} == {"2"}
    goal, board = tab.get_by_label("Goal board"), tab.get_by_label("Board", exact=True)
    wrong = {goal: "1 2 3/8 6 4/7 5 9", board: "1 2 3"}
    for field, text in wrong.items():
        before = field.input_value()
        field.fill(text)
        said = tab.locator(".lab-verdict .error").inner_text()
        assert len(said) > 10
        assert said.startswith("Goal board: ") == (field == goal)
        for one in wrong:
            assert one.get_attribute("aria-invalid") == ("true" if one == field else None)
        field.fill(before)
    assert tab.locator(".lab-question [aria-invalid]").count() == 0
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()


def test_the_field_for_a_board_shows_its_rows(page: Page) -> None:
    tab = lab(page)
    field = tab.get_by_label("Board", exact=True)
    fits = "({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight"
    for known in ("An easy 8-puzzle, 6 moves", "Korf's 15-puzzle 79, 42 moves"):
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
    for name in ("A classroom's 8-puzzle, 27 moves", "An easy 8-puzzle, 6 moves"):
        tab.keyboard.press("ArrowDown")
        assert known.input_value() == name
    assert board.input_value() == EASY


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


def test_without_the_server_it_says_what_to_do_and_asks_again(page: Page) -> None:
    page.tab.route("**/api/catalogue", lambda route: route.abort())
    page.open("#/lab")
    page.tab.get_by_text("The lab runs its searches on the server").wait_for()
    page.tab.unroute("**/api/catalogue")
    press(page.tab, "Try again")
    page.tab.wait_for_selector(".lab-roster li")
    page.forgive("ERR_FAILED")


def test_what_the_server_refuses_is_said_in_its_words(page: Page) -> None:
    error = {"kind": "busy", "message": "16 jobs wait already.", "hint": "Try again in 5 s."}
    page.tab.route("**/api/jobs", lambda route: route.fulfill(status=503, json={"error": error}))
    tab = lab(page)
    press(tab, "Run")
    tab.get_by_text("The comparison failed: 16 jobs wait already. Try again in 5 s.").wait_for()
    assert {row["State"] for row in figures(tab)} == {"cancelled"}
    press(tab, "Record")
    tab.get_by_text("No recording: 16 jobs wait already. Try again in 5 s.").wait_for()
    assert tab.get_by_role("button", name="Run", exact=True).is_enabled()
    page.forgive("answer 503")
    page.forgive("Failed to load resource")


# The microscope


def test_a_search_is_stepped_forwards_and_backwards(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    seen = [pane(tab)]
    for _ in range(5):
        press(tab, "+ Step")
        tab.wait_for_timeout(80)
        seen.append(pane(tab))
    assert len({json.dumps(one) for one in seen}) == 6
    for expected in reversed(seen[:-1]):
        press(tab, "− Step")
        tab.wait_for_timeout(80)
        assert pane(tab) == expected
    assert "The start, with f = g + h = 0 + 6 = 6" in seen[0]["why"][0]
    # Lists and tree show a step as it is when all its children are decided.
    assert "Frontier: 4 (just added)" in seen[0]["pane__held"][0]
    press(tab, "End")
    tab.wait_for_timeout(80)
    assert "Solved at cost 6, which is proved optimal." in pane(tab)["why"][0]


def test_the_line_of_code_goes_with_the_moment(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    press(tab, "+ Line")
    current = tab.locator(".lab-code [aria-current]")
    lines, sizes = [], []
    for _ in range(6):
        lines.append(current.all_inner_texts())
        sizes.append(re.findall(r"(?:Frontier|Reached): (\d+)", pane(tab)["pane__held"][0]))
        press(tab, "+ Line")
        tab.wait_for_timeout(80)
    assert "take the node with the smallest f = g + h" in lines[0][0]
    assert "if node is the goal" in lines[1][0]
    assert "for each child of node, in the order UDLR" in lines[2][0]
    assert any("add child to frontier" in " ".join(each) for each in lines[3:])
    # Frontier and reached grow with every highlighted line that adds a child to them.
    expected = [[3, 5]]
    for line in lines[1:]:
        adds = "add child to frontier" in " ".join(line)
        expected.append([size + adds for size in expected[-1]])
    assert [[int(size) for size in both] for both in sizes] == expected != [[3, 5]] * 6


def test_a_step_that_is_over_marks_its_last_line_and_says_so(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    current = tab.locator(".lab-code [aria-current]")
    assert "add child to frontier" in " ".join(current.all_inner_texts())
    assert tab.locator(".lab-when").inner_text() == "After this step; its last line is highlighted."
    press(tab, "+ Line")
    assert "take the node with the smallest f = g + h" in " ".join(current.all_inner_texts())
    assert tab.locator(".lab-when").inner_text() == "After the highlighted line."


def test_the_end_of_a_stopped_recording_says_which_board_it_shows(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Search", exact=True).select_option(label="IDA*, Manhattan")
    record(tab)
    press(tab, "End")
    tab.get_by_text("it stores only the path it was on (5 nodes, last first)").wait_for()
    assert pane(tab)["facts"][0].startswith("last expanded: g 13 · h 9 · f 22 depth 13")


def test_every_child_stands_under_its_own_parent(page: Page) -> None:
    tab = lab(page)
    tab.get_by_label("Search", exact=True).select_option(label="IDA*, Manhattan")
    record(tab)
    back = 0
    for _ in range(12):
        tables = tab.evaluate(
            """() => [...document.querySelectorAll(".lab-pane__code table")].map((table) =>
              [table.caption.textContent, ...[...table.tBodies[0].rows].map((row) =>
                row.cells[2].textContent)])"""
        )
        chosen = re.search(r"g (\d+)", tab.locator(".lab-facts").inner_text())
        assert chosen is not None
        for at, (caption, *children) in enumerate(tables):
            parent = re.search(r"^Back at [\d /]+ \(g (\d+)\)", caption) if at else chosen
            assert parent is not None, caption
            assert set(children) <= {str(int(parent[1]) + 1)}, (caption, children)
            back += at
        press(tab, "+ Step")
        tab.wait_for_timeout(50)
    assert back > 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_tables_on_a_phone_show_that_they_go_on_and_what_they_are(page: Page) -> None:
    tab = lab(page, board="1 2 3 4\n5 6 7 8\n9 10 0 12\n13 14 11 15")
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.get_by_text("What each estimate sees on this board").click()
    tab.get_by_text("All estimates for this board").wait_for()
    record(tab)
    tab.locator(".lab-pane .lab-scroll", has_text="Frontier").wait_for()
    cut = 0
    for table in tab.locator(".lab-scroll:visible").all():
        assert "gradient" in table.evaluate("(one) => getComputedStyle(one).backgroundImage")
        cut += table.evaluate("(one) => one.scrollWidth > one.clientWidth")
        caption, box = table.locator("caption").bounding_box(), table.bounding_box()
        assert caption["width"] <= box["width"]
    assert cut > 2, "the boards of 4x4 are wider than a phone"
    facts = tab.locator(".lab-facts span")
    assert re.fullmatch(r"g 0 · h \d+ · f \d+", facts.first.inner_text())
    assert all(one.bounding_box()["height"] < 30 for one in facts.all()), "each on one line"


def test_two_searches_go_in_lock_step_and_are_kept_together(page: Page, tmp_path: Path) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.get_by_label("Second search, in lockstep").select_option(label="Breadth-first")
    press(tab, "Record")
    tab.wait_for_function("() => document.querySelectorAll('.lab-pane').length === 2")
    press(tab, "+ Step")
    press(tab, "+ Step")
    tab.wait_for_timeout(100)
    why = pane(tab)["why"]
    assert "Smallest f = g + h" in why[0]
    assert "First in, first out" in why[1]
    assert "step 3 of" in tab.locator(".lab-where").inner_text()
    slider = tab.get_by_label("Step", exact=True)
    slider.focus()
    slider.press("End")
    tab.wait_for_timeout(100)
    assert all("Solved at cost 6" in text for text in pane(tab)["why"])
    with tab.expect_download() as waiting:
        press(tab, "Recording as JSON Lines")
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [one["search"] for one in lines if one["kind"] == "header"] == [
        "A*, Manhattan",
        "Breadth-first",
    ]
    assert [one["kind"] for one in lines].count("end") == 2


def test_both_pictures_of_a_lock_step_are_kept_and_named_by_what_they_show(
    page: Page, tmp_path: Path
) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.get_by_label("Second search, in lockstep").select_option(label="Breadth-first")
    press(tab, "Record")
    tab.wait_for_function("() => document.querySelectorAll('.lab-pane').length === 2")
    for at, words, file in (
        (None, "Tree as PNG", "tree.png"),
        (0, "Pictures as PNG", "pictures.png"),
        (1, "Heat map as PNG", "heat-map.png"),
    ):
        if at is not None:
            tab.get_by_label("Picture", exact=True).nth(at).select_option("heat")
        with tab.expect_download() as waiting:
            drawn = pictured(tab, words, tmp_path / file)
        assert waiting.value.suggested_filename == file
        assert ": A*, Manhattan" in drawn and ": Breadth-first" in drawn
        width = int.from_bytes((tmp_path / file).read_bytes()[16:20], "big")
        panes = tab.locator(".lab-tree, .lab-heat").evaluate_all(
            "all => all.reduce((sum, { clientWidth }) => sum + clientWidth, 0)"
        )
        assert width >= panes


def test_a_recording_is_kept_without_a_comparison(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    keep = tab.get_by_role("group", name="Export the recording")
    assert keep.count() == 0
    record(tab)
    for name in ("Tree as PNG", "Recording as JSON Lines"):
        with tab.expect_download():
            keep.get_by_role("button", name=name).click()


def test_a_run_goes_to_the_next_event_and_back(page: Page) -> None:
    tab = lab(page)
    record(tab)
    tab.get_by_label("Go to").select_option("duplicate")
    press(tab, "Next")
    tab.wait_for_timeout(100)
    first = tab.locator(".lab-where").inner_text()
    assert "duplicate" in pane(tab)["why"][0]
    press(tab, "Next")
    assert tab.locator(".lab-where").inner_text() != first
    press(tab, "Previous")
    assert tab.locator(".lab-where").inner_text() == first


def test_the_tree_is_walked_by_arrows_and_told_in_words(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    press(tab, "End")
    tree = tab.get_by_role("application")
    tree.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp"):
        tree.press(key)
    picked = tab.locator(".lab-pane__picture .note", has_text="Selected").inner_text()
    assert "2 4 3 / 1 0 6 / 7 5 8; expanded; g 0, h 6, f 6; moves none: the start" in picked
    tree.press("ArrowDown")
    picked = tab.locator(".lab-pane__picture .note", has_text="Selected").inner_text()
    assert "g 1" in picked


def test_rows_and_heat_map_have_tables_that_add_up(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    press(tab, "End")
    tab.get_by_label("Picture", exact=True).select_option("rows")
    tab.get_by_text("Show the rows as a table").click()
    tab.locator("figure:has(.lab-rows) tbody tr").first.wait_for()
    lines = tab.locator("figure:has(.lab-rows) tbody tr").all_inner_texts()
    expanded = sum(int(line.split("\t")[1]) for line in lines)
    steps = int(re.findall(r"([\d,]+) expansions recorded", tab.inner_text(".view--lab"))[0])
    assert expanded == steps
    tab.get_by_label("Picture", exact=True).select_option("heat")
    twin = tab.locator(".lab-pane figure:has(.lab-heat) details")
    twin.locator("summary").click()
    twin.locator("tbody tr").first.wait_for()
    lines = twin.locator("tbody tr").all_inner_texts()
    assert sum(int(line.split("\t")[-1]) for line in lines) == steps


# Exports


def test_every_export_holds_every_row(page: Page, tmp_path: Path) -> None:
    tab = lab(page, preset="Without an estimate")
    tab.get_by_label("or after", exact=True).select_option("10000")
    run(tab)
    names = [row["Search"] for row in figures(tab)]
    files = {}
    for form in ("CSV", "JSON", "Markdown", "LaTeX"):
        with tab.expect_download() as waiting:
            press(tab, form)
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        files[form] = path.read_text(encoding="utf-8")
    lines = list(csv.DictReader(files["CSV"].splitlines()))
    assert [line["search"] for line in lines] == names
    assert {line["censored"] for line in lines} == {"true", "false"}
    assert [row["search"] for row in json.loads(files["JSON"])["rows"]] == names
    for name in names:
        assert name in files["Markdown"] and name in files["LaTeX"]
    assert "≥ 10,000" in files["Markdown"] and "$\\geq$ 10,000" in files["LaTeX"]


def test_chart_and_tree_become_pictures(page: Page, tmp_path: Path) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    tab.get_by_label("Chart", exact=True).select_option("estimates")
    record(tab)
    tab.wait_for_selector(".lab-heat:visible")
    for name in ("Chart as PNG", "Map as PNG", "Tree as PNG"):
        with tab.expect_download() as waiting:
            press(tab, name)
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        assert path.read_bytes().startswith(b"\x89PNG") and path.stat().st_size > 2000
    with tab.expect_download() as waiting:
        press(tab, "Recording as JSON Lines")
    path = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(path)
    kinds = [json.loads(line)["kind"] for line in path.read_text(encoding="utf-8").splitlines()]
    assert kinds[0] == "header" and kinds[-1] == "end" and "expand" in kinds


def pictured(tab: Any, name: str, path: Path) -> str:
    """Press a button that keeps a picture: every text that was drawn for it."""
    tab.evaluate(
        """() => {
          const of = CanvasRenderingContext2D.prototype;
          const draw = (window.plainText ??= of.fillText);
          window.drawn = [];
          of.fillText = function (text, ...rest) {
            window.drawn.push(text);
            draw.call(this, text, ...rest);
          };
        }"""
    )
    with tab.expect_download() as waiting:
        press(tab, name)
    waiting.value.save_as(path)
    assert path.read_bytes().startswith(b"\x89PNG")
    return "\n".join(tab.evaluate("() => window.drawn"))


def test_pictures_say_what_they_show(page: Page, tmp_path: Path) -> None:
    tab = lab(page, preset="Little memory")
    run(tab)
    names = [row["Search"] for row in figures(tab)]
    question = ["Board 7 0 2 / 8 5 3 / 6 1 4", "Goal 0 1 2 / 3 4 5 / 6 7 8. Cost in stm."]
    bars = pictured(tab, "Chart as PNG", tmp_path / "bars.png")
    expanded = [row["Expanded"] for row in figures(tab)]
    axis = "1\n10\n100\n1,000"
    for text in ["How much work did each search do? Expanded", *question, *names, *expanded, axis]:
        assert text in bars
    tab.get_by_label("Chart", exact=True).select_option("estimates")
    tab.locator(".lab-legend__chip", has_text="misplaced").click()
    curves = pictured(tab, "Chart as PNG", tmp_path / "curves.png")
    for text in ["Is the estimate good?", *question, "true distance", "h: Manhattan"]:
        assert text in curves
    assert "h: misplaced" not in curves, "a curve that is switched off is not drawn"
    width = int.from_bytes((tmp_path / "curves.png").read_bytes()[16:20], "big")
    assert width >= 2 * tab.locator(".lab-chart").bounding_box()["width"], "twice the screen's size"
    tab.wait_for_selector(".lab-heat:visible")
    heat = pictured(tab, "Map as PNG", tmp_path / "map.png")
    for text in ["The map of all states", *question, "few (1)", "g + h below 27"]:
        assert text in heat
    record(tab)
    for view, name, title, mark in (
        ("tree", "Tree", "Search tree", "in the frontier"),
        ("rows", "Rows", "Nodes by depth", "above the bound"),
        ("heat", "Heat map", "States by g and h", "from few (1)"),
    ):
        tab.get_by_label("Picture", exact=True).select_option(view)
        recording = pictured(tab, f"{name} as PNG", tmp_path / f"{view}.png")
        for text in [f"{title}: A*, Manhattan", *question, "Step 1 of 1,000.", mark]:
            assert text in recording
    run(tab)
    tab.get_by_label("Chart", exact=True).select_option("work")
    again = pictured(tab, "Chart as PNG", tmp_path / "again.png")
    assert "From the server's cache" in again


def test_every_chart_draws_and_has_its_table(page: Page) -> None:
    tab = lab(page, preset="The classics")
    # Some searches end at their limit, so they are sampled on any machine; others solve the board.
    tab.get_by_label("Example").select_option("Korf's 15-puzzle 79, 42 moves")
    tab.get_by_label("Stop a search after").select_option("2")
    run(tab)
    select = tab.get_by_label("Chart", exact=True)
    for kind in ("frontier", "reached", "expanded", "bound", "contours", "estimates"):
        select.select_option(kind)
        tab.wait_for_selector(".lab-chart canvas")
        twin = tab.locator(".lab-stack:has(> .lab-chart) > .lab-twin")
        if not twin.evaluate("(one) => one.open"):
            twin.locator("summary").click()
        twin.locator("tbody tr").first.wait_for()
        assert tab.locator(".lab-legend__chip").count() > 0
    assert tab.get_by_label("Logarithmic axes").count() == 1
    assert not tab.get_by_label("Logarithmic axes").is_visible(), "moves on both axes"
    tab.get_by_label("Chart", exact=True).select_option("frontier")
    tab.get_by_label("Logarithmic axes").check()
    tab.wait_for_selector(".lab-chart canvas")
    tab.get_by_label("Chart", exact=True).select_option("contours")
    assert tab.get_by_label("Logarithmic expansions").is_checked(), "the bounds stay as they are"


# For everyone


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        ("phone", "dark"),
        pytest.param("phone", "light", marks=pytest.mark.slow),
        pytest.param("tablet", "dark", marks=pytest.mark.slow),
        pytest.param("wide", "light", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(
    browser: Any, server: Any, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    tab = context.new_page()
    made = Page(tab, server.url)
    lab(made, board=EASY, preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    record(tab)
    press(tab, "+ Step")
    for summary in tab.locator("summary:visible").all():
        summary.click()
    assert axe_violations(tab) == []
    for picture in ("rows", "heat"):
        tab.get_by_label("Picture", exact=True).select_option(picture)
        assert axe_violations(tab, ".lab-pane") == []
    tab.get_by_label("Chart", exact=True).select_option("frontier")
    assert axe_violations(tab, ".lab-chart") == []
    assert tab.evaluate("() => document.documentElement.scrollWidth") <= width
    context.close()


def test_the_whole_lab_by_keyboard(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.get_by_label("Board", exact=True).focus()

    def go_to(name: str) -> None:
        for _ in range(80):
            tab.keyboard.press("Tab")
            here = tab.evaluate(
                "() => document.activeElement.getAttribute('aria-label') "
                "?? document.activeElement.textContent"
            )
            if here.strip() == name:
                return
        raise AssertionError(f"no way to {name} by Tab")

    go_to("Run")
    tab.keyboard.press("Enter")
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)
    go_to("Record")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".lab-pane .lab-facts:not(:empty)")
    go_to("+ Step")
    tab.keyboard.press("Enter")
    assert "step 2 of" in tab.locator(".lab-where").inner_text()
    tab.wait_for_function("() => document.getElementById('say').textContent.includes('step 2 of')")
    assert "Smallest f = g + h" in tab.locator("#say").inner_text()


def test_what_the_estimates_see_follows_the_board(page: Page) -> None:
    tab = lab(page, board="7 0 2/8 5 3/6 1 4")
    tab.get_by_label("Goal", exact=True).select_option("first")
    tab.get_by_text("What each estimate sees on this board").click()
    estimate = tab.get_by_label("Estimate", exact=True)
    estimate.wait_for(timeout=60_000)
    shares = tab.locator(".lab-anatomy td")
    assert " ".join(shares.all_inner_texts()).replace("\n", " ").split() == (
        [
            "7",
            "+3",
            "blank",
            "2",
            "+0",
            "8",
            "+3",
            "5",
            "+1",
            "3",
            "+2",
            "6",
            "+0",
            "1",
            "+2",
            "4",
            "+2",
        ]
    )
    estimate.select_option("linear_conflict")
    assert (
        tab.locator(".lab-sum")
        .inner_text()
        .startswith("linear conflict: 15. Manhattan distance 13")
    )
    assert "true distance is 27; the estimate is 12 too low" in tab.locator(".lab-sum").inner_text()
    tab.get_by_text("All 181,440 boards that can reach this goal").wait_for()
    tab.get_by_text("linear conflict: the estimate is").wait_for()
    estimate.select_option("walking_distance")
    assert shares.count() == 0
    tab.get_by_text("All 181,440 boards").wait_for(state="hidden")
    table = tab.get_by_role("table", name="All estimates for this board")
    assert "25 too high" in table.get_by_role("row").filter(has_text="sequence score").inner_text()
    estimate.select_option("manhattan")
    tab.get_by_label("Board", exact=True).fill("1 2 3/4 5 6/0 7 8")
    tab.get_by_text("Manhattan: 10.").wait_for(timeout=60_000)
    tab.get_by_label("Board", exact=True).fill("1 2 3/4 5 6/0 7 7")
    tab.get_by_text("so there are no estimates").wait_for()
    assert tab.locator(".lab-anatomy").count() == 0


def test_the_estimates_map_follows_the_theme(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_text("What each estimate sees on this board").click()
    tab.get_by_text("All 181,440 boards that can reach this goal").wait_for(timeout=60_000)
    drawn = """() => [...document.querySelectorAll(".lab-heat")]
      .find((one) => one.checkVisibility()).toDataURL()"""
    light = tab.evaluate(drawn)
    tab.emulate_media(color_scheme="dark")
    tab.wait_for_function(f"(light) => ({drawn})() !== light", arg=light)
