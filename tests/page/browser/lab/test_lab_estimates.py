"""What the estimates see on a board."""

import pytest
from experimenting import EASY, lab, run

from page_support import Page


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
    tab.get_by_text("Manhattan distance: 10.").wait_for(timeout=60_000)
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
    tab.emulate_media(color_scheme="light")
    tab.wait_for_function(f"(light) => ({drawn})() === light", arg=light)
    assert len(light) > 1000  # a drawing, not an empty canvas


KEY = """() => [...document.querySelectorAll(".lab-key > li")].map((line) => {
  const boxes = [...line.children].map((part) => part.getBoundingClientRect());
  return boxes.slice(1).every((box, at) => box.left >= boxes[at].right)
    && Math.max(...boxes.map(({ top }) => top)) < Math.min(...boxes.map(({ bottom }) => bottom))
    && boxes.at(-1).right <= line.parentElement.getBoundingClientRect().right;
})"""


def test_each_colour_of_the_map_is_told_in_one_line_of_a_phone(page: Page) -> None:
    tab = lab(page, preset="The classics")
    tab.set_viewport_size({"width": 360, "height": 740})
    run(tab)
    tab.locator("summary", has_text="The map of all states").click()
    tab.locator(".lab-key > li").nth(2).wait_for()
    assert tab.evaluate(KEY) == [True, True, True]


# The least room between the words of neighbouring columns.
APART = """() => {
  const words = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  };
  return Math.min(...[...document.querySelectorAll(".lab-estimates tr")].flatMap((row) =>
    [...row.cells].slice(1).map((cell, at) => words(cell).left - words(row.cells[at]).right)));
}"""


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": 320, "height": 568}, "locale": locale}
        for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
    ],
    indirect=True,
    ids=str,
)
def test_the_columns_of_all_estimates_stand_apart_on_the_narrowest_phone(page: Page) -> None:
    """They ran together: two pixels lay between the words of two columns."""
    tab = page.open("#/lab")
    tab.locator(".lab-more > details:last-of-type > summary").click()
    table = tab.locator(".lab-estimates")
    table.wait_for(timeout=60_000)
    assert tab.evaluate(APART) >= 7
    assert table.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 1440, "height": 900}}], indirect=True)
def test_what_is_unfolded_below_the_board_has_the_width_of_the_page(page: Page) -> None:
    """The left half grew to 1,600 pixels, beside an empty one."""
    tab = page.open("#/lab")
    tab.locator(".lab-roster li").first.wait_for(state="attached")
    tab.get_by_label("Board", exact=True).fill(EASY)
    whole = tab.locator(".lab-start").bounding_box()
    for words in ("Rules and limits", "What each estimate sees on this board"):
        summary = tab.locator(".lab-more summary", has_text=words)
        summary.click()
        if "estimate" in words:
            tab.locator(".lab-estimates").wait_for(timeout=60_000)
        more = tab.locator(".lab-more").bounding_box()
        assert more["width"] == whole["width"], words
        assert more["height"] < 1000, words
        summary.click()
        assert tab.locator(".lab-more").bounding_box()["width"] < whole["width"] / 2
