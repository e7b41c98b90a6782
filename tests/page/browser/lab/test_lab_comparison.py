"""The lab compares searches: figures, words and charts."""

from experimenting import EASY, figures, lab, run, words

from page_support import Page, axe_violations
from taquin import compare
from taquin.solving.question.row import Row

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


def written(size: int) -> str:
    """So many bytes, as the page writes them."""
    unit, name = next(one for one in ((10**6, "MB"), (10**3, "kB"), (1, "B")) if size >= one[0])
    return f"{(2 * size + unit) // (2 * unit)} {name}"


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
        worse = "by another search" if result.cost == 27 else "no"
        assert row["Optimal"] == ("proved" if result.optimal else worse)
        assert row["Expanded"] == f"{result.stats.expanded:,}"
        assert row["Generated"] == f"{result.stats.generated:,}"
        assert row["Peak frontier"] == f"{result.stats.peak_frontier:,}"
        stored = 9 * max(result.stats.peak_frontier, result.stats.peak_reached)
        assert row["Stored"] == written(stored)
        assert row["Process"].endswith(" MB")


def test_a_search_too_quick_to_be_sampled_has_no_curve_and_the_second_time_says_so(
    page: Page,
) -> None:
    tab = lab(page, board="2 4 3\n1 0 6\n7 5 8", preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    tab.get_by_label("Chart", exact=True).select_option("frontier")
    run(tab)
    drawn = tab.locator(".lab-spark path")
    assert [path.get_attribute("d") or "" for path in drawn.all()] == [""] * 3
    assert {row["Frontier over time"] for row in figures(tab)} == {"not sampled"}
    assert tab.get_by_text("cached", exact=True).count() == 3
    tab.get_by_text("the result came from the server’s cache, which has too few samples").wait_for()
    assert "The results of all searches came from the server’s cache" in words(tab)


def test_why_a_star_expanded_fewer_is_answered_with_a_picture_and_sentences(page: Page) -> None:
    tab = lab(page)
    run(tab)
    tab.wait_for_selector(".lab-heat:visible")
    bfs, _, _, astar, *_ = compare("7 0 2/8 5 3/6 1 4", CLASSICS, goal="first")
    said = words(tab)
    assert (
        "A* with Manhattan distance expanded fewer states than Breadth-first: "
        f"{astar.stats.expanded:,} against {bfs.stats.expanded:,}." in said
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


def test_figures_name_their_board_and_say_when_another_is_asked(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    # A line breaks between rows alone.
    of = "2\xa04\xa03\xa0/ 1\xa00\xa06\xa0/ 7\xa05\xa08, goal blank last"
    assert tab.locator(".lab-table caption").inner_text().endswith(f": {of}")
    stale = tab.locator(".lab-stale")
    assert stale.is_hidden()
    tab.get_by_label("Board", exact=True).fill("korf100:1")
    stale.wait_for()
    # Each where it is needed, and nothing twice on a screen.
    assert stale.inner_text() == f"These figures are for {of}."
    state = tab.locator(".lab-section .note[role=status]").first
    assert state.inner_text() == "Press Run for the board now selected."
    tab.get_by_label("Board", exact=True).fill(EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    stale.wait_for(state="hidden")
    tab.get_by_text("All searches have finished.").wait_for()
    tab.get_by_label("Set of searches").select_option("Tie-breaks")
    assert state.inner_text() == "Press Run for the searches now selected."
    run(tab)
    assert stale.is_hidden()


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
    tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
    tab.get_by_label("or after", exact=True).select_option("200000")
    tab.set_viewport_size({"width": 320, "height": 640})
    run(tab)
    tab.wait_for_function(f"() => ({LABELS_APART})() > 2")
    assert tab.locator(".lab-bars__label").first.inner_text() == "1"
    assert tab.locator(".lab-bars__label").first.is_visible()
    shown = tab.evaluate(LABELS_APART)
    tab.set_viewport_size({"width": 1440, "height": 640})
    tab.wait_for_function(f"(few) => ({LABELS_APART})() > few", arg=shown)


def test_the_table_is_whole_or_says_that_it_scrolls(page: Page) -> None:
    tab = lab(page, preset="Tie-breaks")
    tab.get_by_label("Example").select_option("Korf’s board 79, 42 moves")
    tab.get_by_label("or after", exact=True).select_option("10000")
    run(tab)
    table = tab.locator(".lab-scroll:has(.lab-table)")
    head = tab.locator(".lab-table thead")
    for width, cut in ((1440, False), (320, False), (768, False), (768, True)):
        tab.set_viewport_size({"width": width, "height": 900})
        if cut:
            tab.get_by_role("button", name="All figures").click()
        assert table.evaluate("(one) => one.scrollWidth > one.clientWidth") is cut
        assert "gradient" in table.evaluate("(one) => getComputedStyle(one).backgroundImage")
        assert head.is_visible(), "rows have one head at every width"


def test_definitions_stand_where_the_numbers_are(page: Page) -> None:
    tab = lab(page, board=EASY, preset="Little memory")
    run(tab)
    tab.get_by_text("What the columns mean").click()
    said = tab.locator(".lab-glossary").inner_text()
    assert "states whose successors were generated, once per expansion" in said
    assert "largest number of nodes in the frontier" in said
    title = tab.locator(".lab-table thead th", has_text="Expanded").get_attribute("title")
    assert title.startswith("states whose successors were generated")


def test_heads_of_columns_order_the_rows(page: Page) -> None:
    """The rows stood in one order, whatever was asked of them."""
    tab = lab(page, board=EASY)
    run(tab)
    before = [row["Search"] for row in figures(tab)]
    head = tab.locator(".lab-table").get_by_role("columnheader", name="Expanded")
    sorts = head.get_by_role("button", name="Expanded", exact=True)

    def numbers() -> list[int]:
        return [int(row["Expanded"].replace(",", "")) for row in figures(tab)]

    assert head.get_attribute("aria-sort") is None
    sorts.click()
    assert head.get_attribute("aria-sort") == "ascending"
    assert numbers() == sorted(numbers()) and [row["Search"] for row in figures(tab)] != before
    sorts.press("Enter")
    assert head.get_attribute("aria-sort") == "descending"
    assert numbers() == sorted(numbers(), reverse=True)
    tab.locator(".lab-table").get_by_role("button", name="Search", exact=True).click()
    assert head.get_attribute("aria-sort") is None
    assert [row["Search"] for row in figures(tab)] == sorted(before, key=str.casefold)
    sorts.click()
    sorts.click()
    sorts.click()
    assert [row["Search"] for row in figures(tab)] == before
