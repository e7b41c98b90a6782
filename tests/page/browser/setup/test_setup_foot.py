"""The foot of the set-up dialog leaves the board in sight, whatever it says."""

import pytest

from page_states import WELCOMED
from page_support import AT_REST, Page, ends


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_an_unsolvable_board_is_whole_above_what_mends_it(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/7+0+8")
    tab.get_by_role("button", name="Set up").click()
    for cell in (0, 1):
        tab.locator(".editor__cell").nth(cell).click()
    why = tab.get_by_role("button", name="Unsolvable. Why?")
    why.wait_for()
    editor, foot = ends(tab, ".editor", ".dialog__foot")
    assert foot[1] - foot[0] <= 140 and editor[1] <= foot[0] + 8
    fixes = [one.bounding_box() for one in tab.locator(".judgement .toolbar .button").all()]
    assert len({box["y"] for box in fixes}) == 1 and fixes[-1]["x"] + fixes[-1]["width"] <= 324
    why.click()
    # The reason unfolds at its button; the board stays whole, and the dialog where it is.
    reason, button = ends(tab, "#setup-why", ".judgement__why")
    editor, foot = ends(tab, ".editor", ".dialog__foot")
    assert 0 <= reason[0] - button[1] <= 12 and reason[1] <= foot[1]
    assert editor[1] <= foot[0] + 8
    assert tab.locator("dialog").evaluate("(one) => one.scrollTop") == 0
    # Where there are more, they wrap: none is cut.
    tab.get_by_label("Type or paste").fill("famous:loyd")
    tab.locator(".judgement .toolbar .button").nth(2).wait_for()
    for one in tab.locator(".judgement .toolbar .button").all():
        box = one.bounding_box()
        assert box["x"] >= 36 and box["x"] + box["width"] <= 324


@pytest.mark.parametrize("page", [{}, {"viewport": {"width": 768, "height": 1024}}], indirect=True)
def test_a_long_error_cuts_nothing_below_it(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    # As a link opens the dialog, no ring is drawn around all of it.
    body = tab.locator(".dialog__body")
    body.wait_for()
    assert body.evaluate("(one) => getComputedStyle(one).outlineStyle") == "none"
    tab.evaluate(AT_REST)
    # The dialog stays where it is, whatever is typed.
    where = ends(tab, "dialog", "#setup-text")
    for text, said in (("1 2 3/4 5 6/7 8 0", "Solvable"), ("1 2 3/4", "The text is not a board")):
        tab.get_by_label("Type or paste").fill(text)
        tab.locator(".dialog__foot", has_text=said).wait_for()
        assert ends(tab, "dialog", "#setup-text") == where
    tab.get_by_label("Type or paste").fill("1 1 1 1/2 2 2 2/3 3 3 3/4 4 4 4")
    tab.get_by_text("Not a board of 16 cells").wait_for()
    select, foot = ends(tab, "#setup-instance", ".dialog__foot")
    assert select[1] <= foot[0]


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_foot_covers_nothing_of_the_field_that_is_typed_in(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/7+0+8")
    tab.get_by_role("button", name="Set up").click()
    tab.get_by_label("Type or paste").fill("8 1 3/4 0 2/7 5 6")
    tab.get_by_role("button", name="Unsolvable. Why?").wait_for()
    field, foot = ends(tab, "#setup-text", ".dialog__foot")
    assert field[1] <= foot[0]


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_the_board_is_whole_beside_its_fields_in_a_low_window(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/7+0+8")
    tab.get_by_role("button", name="Set up").click()
    for text in ("8 1 3/4 0 2/7 6 5", "8 1 3/4 0 2/7 5 6"):
        tab.get_by_label("Type or paste").fill(text)
        tab.locator(".judgement__why").get_by_text("olvable").wait_for()
        head, editor, foot = ends(tab, ".dialog__head", ".editor", ".dialog__foot")
        assert head[1] <= editor[0] and editor[1] <= foot[0]


def test_width_and_height_are_named_in_sight(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/7+0+8")
    tab.get_by_role("button", name="Set up").click()
    sides = tab.locator(".setup__sides label")
    sides.first.wait_for()
    assert sides.all_inner_texts() == ["Width", "Height"]


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": 320, "height": 640}, "locale": locale}
        for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
    ],
    indirect=True,
    ids=str,
)
def test_the_smallest_phone_has_three_rows_for_an_unsolvable_board(page: Page) -> None:
    """In Spanish, five rows of the foot left one of the board."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    tab.locator(".judgement .toolbar .button").nth(2).wait_for()
    why, play, foot = ends(tab, ".judgement__why", ".dialog__foot > .button", ".dialog__foot")
    assert foot[1] - foot[0] <= 180 and why[0] < play[1] and play[0] < why[1]
    cut = "(buttons) => buttons.some((one) => one.scrollWidth > one.clientWidth)"
    assert not tab.locator(".dialog__foot button").evaluate_all(cut)


@pytest.mark.parametrize("page", [{"viewport": {"width": 2560, "height": 1440}}], indirect=True)
def test_in_a_high_window_nothing_scrolls(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    # Such a link opens the dialog.
    tab.get_by_role("button", name="Unsolvable. Why?").wait_for()
    body = tab.locator("dialog[open] .dialog__body")
    assert body.evaluate("(one) => one.scrollHeight <= one.clientHeight")
