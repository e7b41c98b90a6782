"""One search under the microscope, step by step, or two in lock step."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from experimenting import EASY, lab, pictured, press, record

from page_support import Page, ends

STEPS_AT_TOP = """(least) =>
  document.querySelector(".lab-steps").getBoundingClientRect().top < least"""


def pane(tab: Any) -> dict[str, Any]:
    """What the microscope shows in words."""
    shown: dict[str, Any] = tab.evaluate(
        """() => Object.fromEntries(["why", "facts", "news", "code", "pane__held"].map((name) =>
          [name, [...document.querySelectorAll(`.lab-${name}`)].map((one) =>
            one.textContent + [...one.querySelectorAll("[aria-current]")].map((line) =>
              line.textContent).join())]))"""
    )
    return shown


def disabled(tab: Any) -> list[str]:
    found: list[str] = tab.locator(".lab-steps button:disabled").all_inner_texts()
    return found


def test_a_search_is_stepped_forwards_and_backwards(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    assert disabled(tab) == ["Start", "− Step"], "nothing is before the first step"
    while tab.get_by_role("button", name="− Line").is_enabled():
        before = pane(tab)
        press(tab, "− Line")
        assert pane(tab) != before
    assert disabled(tab) == ["− Step", "− Line"]
    press(tab, "Start")
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
    assert "Frontier (4), just added" in seen[0]["pane__held"][0]
    press(tab, "End")
    tab.wait_for_timeout(80)
    assert "Solved at cost 6, which is proved optimal." in pane(tab)["why"][0]
    assert disabled(tab) == ["+ Line", "+ Step", "End"]
    assert tab.evaluate("document.activeElement.type") == "range", "the focus stays beside them"


def test_the_line_of_code_goes_with_the_moment(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    press(tab, "+ Line")
    current = tab.locator(".lab-code [aria-current]")
    lines, sizes = [], []
    for _ in range(6):
        lines.append(current.all_inner_texts())
        sizes.append(re.findall(r"(?:Frontier|Reached) \((\d+)\)", pane(tab)["pane__held"][0]))
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
    when = tab.locator(".lab-when")
    assert when.inner_text() == "After this step; its last lines are highlighted."
    press(tab, "+ Line")
    assert "take the node with the smallest f = g + h" in " ".join(current.all_inner_texts())
    assert when.inner_text() == "After the highlighted line."


def test_the_end_of_a_stopped_recording_says_which_board_it_shows(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Search", exact=True).select_option(label="IDA* with Manhattan distance")
    tab.get_by_text("A second search, and how much is recorded").click()
    tab.get_by_label("Record at most").select_option("1000")
    record(tab)
    press(tab, "End")
    tab.get_by_text("it stores only the path it had returned to (5 nodes, last first)").wait_for()
    assert pane(tab)["facts"][0].startswith("last expanded: g 13 · h 9 · f 22 depth 13")


def test_a_search_stays_chosen_only_while_it_is_in_the_set(page: Page) -> None:
    tab = lab(page, board=EASY)
    chosen = tab.get_by_label("Search", exact=True)
    label = "(select) => select.selectedOptions[0].text"
    assert chosen.evaluate(label) == "A* with Manhattan distance"
    tab.get_by_label("Set of searches").select_option("Growing weights")
    assert chosen.evaluate(label) == "A* with Manhattan distance"
    chosen.select_option(label="Greedy with Manhattan distance")
    tab.get_by_role("button", name="Remove A* with Manhattan distance", exact=True).click()
    assert chosen.evaluate(label) == "Greedy with Manhattan distance"
    notice = tab.locator(".notice", has_text="A* with Manhattan distance was removed.")
    notice.get_by_role("button", name="Undo").click()
    assert tab.locator(".lab-roster summary").first.inner_text() == "A* with Manhattan distance"
    assert tab.get_by_label("Set of searches").input_value() == "Growing weights"
    assert chosen.evaluate(label) == "Greedy with Manhattan distance"
    tab.get_by_label("Set of searches").select_option("Without an estimate")
    assert chosen.evaluate(label) == "Breadth-first"


def test_every_child_stands_under_its_own_parent(page: Page) -> None:
    tab = lab(page)
    tab.get_by_label("Search", exact=True).select_option(label="IDA* with Manhattan distance")
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
            parent = re.search(r"^Back at [\d\s/]+ \(g (\d+)\)", caption) if at else chosen
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
    for part in ("Children examined", "Frontier and reached states"):
        tab.locator("summary", has_text=part).click()
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
    tab.get_by_text("A second search").click()
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
        "A* with Manhattan distance",
        "Breadth-first",
    ]
    assert [one["kind"] for one in lines].count("end") == 2


def test_both_pictures_of_a_lock_step_are_kept_and_named_by_what_they_show(
    page: Page, tmp_path: Path
) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.get_by_text("A second search").click()
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
        assert ": A* with Manhattan distance" in drawn and ": Breadth-first" in drawn
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
    start = "2\xa04\xa03\xa0/ 1\xa00\xa06\xa0/ 7\xa05\xa08"
    assert f"{start}; expanded; g 0, h 6, f 6; moves none: the start" in picked
    tree.press("ArrowDown")
    picked = tab.locator(".lab-pane__picture .note", has_text="Selected").inner_text()
    assert "g 1" in picked
    # What is selected stays so, and is told as it is at another step.
    tree.press("ArrowUp")
    press(tab, "Start")
    told = tab.locator(".lab-pane__picture .note", has_text="Selected")
    assert "chosen now" in told.inner_text()
    press(tab, "End")
    assert "; expanded;" in told.inner_text()


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


def test_keys_step_wherever_the_focus_is(page: Page) -> None:
    """Home and End threw the page to its ends, and arrows did nothing."""
    tab = lab(page, board=EASY)
    record(tab)
    where = tab.locator(".lab-where")
    for focused in (".lab-steps .button--primary", ".lab-pane .lab-scroll", ".lab-pane h3"):
        if focused.endswith("h3"):
            tab.locator(focused).click()
        else:
            tab.locator(focused).first.focus()
        place = tab.locator(".lab-transport").bounding_box()["y"]
        for key, words in [
            ("Home", "step 1 of"),
            ("ArrowRight", "step 2 of"),
            ("ArrowRight", "step 3 of"),
            ("ArrowLeft", "step 2 of"),
            ("End", "end"),
            ("Home", "step 1 of"),
        ]:
            tab.keyboard.press(key)
            assert where.inner_text().startswith(words), (focused, key)
            assert abs(tab.locator(".lab-transport").bounding_box()["y"] - place) < 120, key
    tab.keyboard.press("Space")
    tab.get_by_role("button", name="Pause").wait_for()
    tab.keyboard.press("Space")
    before = where.inner_text()
    tab.get_by_label("Picture", exact=True).focus()
    tab.keyboard.press("End")
    assert where.inner_text() == before, "a list has its own keys"
    place = tab.evaluate("scrollY")
    tab.locator(".lab-tree__top").focus()
    for key in ("End", "Home"):
        tab.keyboard.press(key)
        assert tab.evaluate("scrollY") == place, "the tree has its own keys"
    assert tab.get_by_role("button", name="+ Step").get_attribute("title") == "+ Step (→)"
    assert "← and → step" in tab.locator(".lab-pane").inner_text()


def test_a_step_is_on_one_screen(page: Page) -> None:
    tab = lab(page)
    record(tab)
    for _ in range(3):
        press(tab, "+ Step")
    shown = ends(tab, ".lab-transport", ".lab-chosen", ".lab-why", ".lab-code", ".lab-tree")
    assert all(top >= 0 and bottom <= 900 for top, bottom in shown)
    table = tab.locator(".lab-pane__code .lab-scroll").first
    assert table.evaluate("(one) => one.scrollWidth <= one.clientWidth")
    box = table.bounding_box()
    assert box["y"] + box["height"] <= 900
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.locator(".lab-why").first.scroll_into_view_if_needed()
    press(tab, "+ Step")
    shown = ends(tab, ".lab-steps", ".lab-scrub", ".lab-chosen", ".lab-why")
    assert all(top >= 0 and bottom <= 640 for top, bottom in shown)
    tab.get_by_label("Step", exact=True).focus()
    tab.keyboard.press("End")
    assert tab.locator(".lab-where").inner_text() == "end"


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_on_a_phone_the_buttons_stay_and_the_line_of_a_step_is_in_sight(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    for _ in range(4):
        press(tab, "+ Step")
        line = tab.locator(".lab-code__line[aria-current]").last.bounding_box()
        assert line["y"] + line["height"] <= 740
        bar = ends(tab, ".lab-steps", ".lab-scrub")
        assert bar[0][0] >= 0 and bar[1][1] <= line["y"]
    tab.locator(".lab-code").last.evaluate("one => scrollBy(0, one.getBoundingClientRect().top)")
    ((top, _),) = ends(tab, ".lab-steps")
    assert -1 <= top <= 1, "they stay at the upper edge"
    frontier = tab.locator(".lab-pane__held caption").first.text_content()
    assert re.match(r"Frontier \(\d+\), next first", frontier or "")
    tab.set_viewport_size({"width": 768, "height": 1024})
    tab.locator(".lab-tree").evaluate("one => scrollBy(0, one.getBoundingClientRect().top - 200)")
    before = ends(tab, ".lab-steps", ".lab-scrub", ".lab-tree")
    assert before[0][0] >= 0 and before[1][1] <= before[2][0], "on a tablet, above the tree"
    press(tab, "+ Step")
    tab.get_by_text("step 6 of").wait_for()
    assert ends(tab, ".lab-steps", ".lab-scrub", ".lab-tree") == before


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": width, "height": height}, "locale": locale}
        for width, height in ((320, 640), (360, 640), (360, 740), (740, 360))
        for locale in ("en-US", "de-DE", "es-ES")
    ],
    indirect=True,
    ids=str,
)
def test_on_a_phone_a_step_shows_its_line_its_board_and_its_words_together(page: Page) -> None:
    """Below the buttons the code filled the window, and the board was out of sight."""
    tab = page.open("#/lab")
    tab.wait_for_selector(".lab-roster li", state="attached")
    tab.locator(".lab-recorded .button--primary").click()
    tab.wait_for_selector(".lab-pane .lab-facts:not(:empty)", timeout=60_000)
    buttons = [one for one in tab.locator(".lab-steps .button").all() if one.is_visible()]
    height = tab.viewport_size["height"]
    for press_one in (buttons[-1], buttons[-1], buttons[-2], buttons[-2]):
        before = tab.locator(".lab-why").inner_text()
        press_one.click()
        tab.wait_for_function(
            "(before) => document.querySelector('.lab-why').innerText !== before", arg=before
        )
        bar, line, shown, words, code = ends(
            tab,
            ".lab-scrub",
            ".lab-code__line[aria-current]",
            ".lab-chosen",
            ".lab-why",
            ".lab-code",
        )
        # Held upright, the board stands above the whole of the code, and never below it.
        both = (line, shown, words, *([code] if height > 400 else []))
        assert shown[0] < code[1]
        assert all(bar[1] <= top + 1 and bottom <= height + 1 for top, bottom in both), both


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": width, "height": 740}, "locale": locale}
        for width in (320, 360)
        for locale in ("en-US", "de-DE", "es-ES", "fr-FR")
    ],
    indirect=True,
    ids=str,
)
def test_on_a_phone_the_code_stays_in_place_and_the_ways_to_step_are_whole(page: Page) -> None:
    tab = page.open("#/lab")
    tab.wait_for_selector(".lab-roster li", state="attached")
    tab.locator(".lab-recorded .button--primary").click()
    tab.wait_for_selector(".lab-pane .lab-facts:not(:empty)", timeout=60_000)
    buttons = [one for one in tab.locator(".lab-steps .button").all() if one.is_visible()]
    boxes = [one.bounding_box() for one in buttons]
    panel = tab.locator(".lab-pane").bounding_box()
    assert max(box["x"] + box["width"] for box in boxes) <= panel["x"] + panel["width"] + 1
    inside = tab.viewport_size["width"] - 32
    assert max(box["x"] + box["width"] for box in boxes) <= inside, "within their card"
    assert max(box["y"] for box in boxes) - min(box["y"] for box in boxes) <= 1
    if tab.evaluate("document.documentElement.lang") == "en":
        text = """(one) => {
          const range = document.createRange();
          range.selectNodeContents(one);
          const tops = [...range.getClientRects()].map(({ top }) => top);
          return Math.max(...tops) - Math.min(...tops);
        }"""
        assert max(one.evaluate(text) for one in buttons) < 6
    from_title = """() => document.querySelector(".lab-code").getBoundingClientRect().top -
      document.querySelector(".lab-pane").getBoundingClientRect().top"""
    places = set()
    for _ in range(8):
        buttons[-1].click()
        tab.wait_for_timeout(80)
        places.add(round(tab.evaluate(from_title)))
    assert len(places) == 1, places


@pytest.mark.parametrize("window", [(768, 1024), (1440, 900), (2560, 1440)], ids=str)
def test_the_lists_of_a_search_are_watched_while_its_steps_are_pressed(
    page: Page, window: tuple[int, int]
) -> None:
    """In a wide window the buttons scrolled away with the tree, above the lists."""
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = lab(page)
    record(tab)
    for _ in range(8):  # the lists are as long as they become
        press(tab, "+ Step")
    tab.locator(".lab-pane__held").evaluate("(one) => one.scrollIntoView({ block: 'end' })")
    before = ends(tab, ".lab-steps", ".lab-pane__held")
    assert before[0][0] >= 0 and before[0][1] <= before[1][0] < before[1][1] <= window[1] + 1
    for step in range(10, 16):
        press(tab, "+ Step")
        tab.get_by_text(f"step {step} of").wait_for()
        bar, lists = ends(tab, ".lab-steps", ".lab-pane__held")
        assert bar == before[0] and abs(lists[0] - before[1][0]) <= 1, step


def test_no_shadow_lies_on_the_words_of_a_list(page: Page) -> None:
    """A shadow of 14 pixels, as high as a line, greyed the last row."""
    tab = lab(page, board=EASY)
    record(tab)
    sizes = tab.locator(".lab-pane__held .lab-scroll").first.evaluate(
        "(one) => getComputedStyle(one).backgroundSize.split(', ').slice(-2)"
    )
    assert [float(size.split()[1].removesuffix("px")) <= 4 for size in sizes] == [True, True]


@pytest.mark.parametrize("window", [(360, 640), (1440, 1200), (1440, 900)], ids=str)
def test_no_press_of_a_step_moves_the_page(page: Page, window: tuple[int, int]) -> None:
    """The first one did: the page had ended too early for the place of the buttons."""
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    record(tab)
    before = ends(tab, ".lab-steps", ".lab-chosen")
    assert 0 <= before[0][0] <= 20, "at the upper edge from the beginning"
    for name in ("+ Step", "+ Step", "+ Line", "− Step"):
        press(tab, name)
        tab.wait_for_timeout(80)
        assert ends(tab, ".lab-steps", ".lab-chosen") == before, name


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": width, "height": height}}
        for width, height in ((320, 568), (360, 640), (740, 360))
    ],
    indirect=True,
    ids=str,
)
def test_a_recording_opens_with_the_name_of_its_search_below_the_buttons(page: Page) -> None:
    """On a phone the heading stood under them."""
    tab = lab(page, board="7 0 2\n8 5 3\n6 1 4")
    tab.locator(".lab-recorded select").first.select_option(
        label="Weighted A* with Manhattan distance (weight 2)"
    )
    record(tab)
    tab.get_by_text("step 1 of").wait_for()
    tab.wait_for_function(STEPS_AT_TOP, arg=2)
    name = tab.locator(".lab-pane").get_by_text("Weighted A* with Manhattan distance", exact=False)
    in_sight = [
        box
        for box in (one.bounding_box() for one in name.all() if one.is_visible())
        if box is not None and box["width"] > 20
    ]
    ((_, below),) = ends(tab, ".lab-scrub")
    height = tab.viewport_size["height"]
    assert any(below <= box["y"] + 1 and box["y"] + box["height"] <= height for box in in_sight)
    for pressed in ("+ Step", "+ Line"):
        press(tab, pressed)
        tab.wait_for_timeout(150)
    shown, facts = ends(tab, ".lab-chosen__name", ".lab-facts")
    assert below <= shown[0] + 1 and shown[1] <= facts[0] + 1


@pytest.mark.parametrize("window", [(1440, 900), (2560, 1440)], ids=str)
def test_a_recording_opens_with_its_heading_below_the_panel_in_a_wide_window(
    page: Page, window: tuple[int, int]
) -> None:
    """The edge of the panel covered half of the heading."""
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = lab(page, board="7 0 2\n8 5 3\n6 1 4")
    record(tab)
    tab.wait_for_function(STEPS_AT_TOP, arg=40)
    tab.wait_for_timeout(150)
    panel, name, code = ends(tab, ".lab-transport", ".lab-pane > h3", ".lab-code")
    assert panel[1] + 7 <= name[0] and code[1] <= window[1]
