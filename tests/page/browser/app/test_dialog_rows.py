"""What stands in the rows of dialogs: keys in one line, labels at one distance from fields."""

from typing import Any

import pytest

from page_states import WELCOMED, arrows
from page_support import Page


def opened(page: Page, name: str, width: int = 1440) -> Any:
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    page.tab.set_viewport_size({"width": width, "height": 740})
    tab = page.open("#/play")
    tab.get_by_role("button", name=name, exact=True).first.click()
    tab.locator("dialog[open]").wait_for()
    return tab


# Rows of which a part stands in more than one line.
BROKEN = """() => [...document.querySelectorAll(".keys__row")].filter((row) => {
  const [words, keys] = row.children;
  const tops = [...keys.children].map((key) => Math.round(key.getBoundingClientRect().top));
  return new Set(tops).size > 1 || words.getClientRects()[0].height > 30;
}).map((row) => row.textContent)"""


@pytest.mark.parametrize(("name", "width"), [("Help", 1440), ("Help", 360), ("Settings", 1440)])
def test_each_key_stands_in_one_line_with_its_words(page: Page, name: str, width: int) -> None:
    tab = opened(page, name, width)
    assert tab.evaluate(BROKEN) == []
    words = tab.locator(".keys dt").all_inner_texts()
    assert all(text[0].isupper() for text in words)


def test_help_has_the_keys_of_timed(page: Page) -> None:
    tab = opened(page, "Help")
    rows = [text.split("\n") for text in tab.locator(".keys__row").all_inner_texts()]
    keys = {row[0]: row[1:] for row in rows}
    assert keys["Timed: start"] == ["N", "Space"] and keys["Timed: give up"] == ["T"]


def test_the_set_of_keys_in_force_is_shown_as_chosen(page: Page) -> None:
    tab = opened(page, "Settings")
    chosen = tab.locator(".settings__group .toolbar > [aria-pressed=true]")
    assert chosen.all_inner_texts() == ["Arrows and WASD"]
    tab.get_by_role("button", name="Arrows and HJKL").click()
    assert chosen.all_inner_texts() == ["Arrows and HJKL"]
    tab.get_by_role("button", name="J, remove from: move down").click()
    assert chosen.count() == 0


# By label: the distance of the words from what stands below them.
GAPS = """() => [...document.querySelectorAll("dialog .field")].map((field) => {
  const [words, part] = [field.firstElementChild, field.children[1]];
  const range = document.createRange();
  range.selectNodeContents(words);
  const gap = part.getBoundingClientRect().top - range.getBoundingClientRect().bottom;
  return [words.textContent, Math.round(gap)];
})"""


@pytest.mark.parametrize("name", ["Set up", "Settings", "Share"])
def test_every_label_of_a_dialog_is_as_near_to_its_field(page: Page, name: str) -> None:
    gaps = opened(page, name).evaluate(GAPS)
    assert len(gaps) >= 3
    assert len({gap for _, gap in gaps}) == 1, gaps


@pytest.mark.parametrize("width", [360, 1440])
def test_the_verdict_stands_beside_its_button_and_its_reason_below(page: Page, width: int) -> None:
    tab = opened(page, "Set up", width)
    summary = tab.locator(".judgement__why")
    boxes = [one.bounding_box() for one in (summary, tab.locator(".dialog__foot > .button"))]
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert abs(middles[0] - middles[1]) <= 1
    summary.click()
    reason = tab.locator("#setup-why").bounding_box()
    # As wide as both, and at once below them.
    assert reason["x"] == boxes[0]["x"]
    assert reason["x"] + reason["width"] == pytest.approx(boxes[1]["x"] + boxes[1]["width"], abs=1)


def test_help_begins_with_moving_and_ends_with_the_keys(page: Page) -> None:
    tab = opened(page, "Help")
    assert tab.locator("dl.topics dt").first.inner_text() == "Moving"
    top = "one => one.getBoundingClientRect().top"
    assert tab.locator("dl.topics").evaluate(top) < tab.locator("dl.keys").evaluate(top)


@pytest.mark.parametrize("width", [768, 1440])
def test_a_box_to_tick_stands_in_no_row_of_lists_and_in_one_line(page: Page, width: int) -> None:
    tab = opened(page, "Settings", width)
    boxes = tab.locator("dialog .choice").evaluate_all(
        """all => all.map((one) => one.getBoundingClientRect())
          .map(({ top, bottom }) => [top, bottom])"""
    )
    lists = tab.locator("dialog select").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len(boxes) >= 4 and all(bottom - top < 46 for top, bottom in boxes)
    assert not [top for top in lists if any(low < top + 22 < high for low, high in boxes)]


# How far the body of the dialog scrolls down and sideways, and fields that cut their text.
ROOM = """() => {
  const body = document.querySelector(".dialog__body");
  const over = [body.scrollHeight - body.clientHeight, body.scrollWidth - body.clientWidth];
  const fields = [...body.querySelectorAll("#setup-seed, #setup-text")];
  return [over, fields.filter((one) => one.scrollWidth > one.clientWidth).map(({ id }) => id)];
}"""


@pytest.mark.parametrize("size", [(1440, 900), (2560, 1300), (768, 1024)])
def test_dialogs_have_the_room_of_their_window(page: Page, size: tuple[int, int]) -> None:
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    for name in ("Help", "Share", "Set up"):
        if name == "Share":
            arrows(tab, "Left", "Left")
        tab.get_by_role("button", name=name, exact=True).first.click()
        tab.locator(".dialog__body").wait_for()
        if name == "Set up":
            for side in ("Width", "Height"):
                tab.get_by_label(side).fill("10")
            tab.get_by_role("button", name="Scramble", exact=True).click()
            rows = tab.locator("#setup-text")
            assert rows.get_attribute("wrap") == "off"
        (down, aside), cut = tab.evaluate(ROOM)
        assert aside == 0 and cut == [], name
        if name == "Share":
            # In a lower window a shadow says that it goes on.
            script = "(one) => getComputedStyle(one).background"
            shade = tab.locator(".dialog__body").evaluate(script)
            assert down <= 0 or (size[1] == 900 and "gradient" in shade)
        elif name == "Help" and size[0] > 768:
            assert down <= 0, "the keys stand beside the words"
        tab.keyboard.press("Escape")
