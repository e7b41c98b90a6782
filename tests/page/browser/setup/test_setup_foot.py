"""The foot of the set-up dialog leaves the board in sight, whatever it says."""

import pytest

from page_states import WELCOMED
from page_support import Page, ends


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
    reason = ends(tab, "#setup-why")[0]
    assert ends(tab, ".dialog__foot") == [foot] and reason[1] <= foot[0] + 1
