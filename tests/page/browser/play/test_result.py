"""The result of a game in a browser: what is new in one line, and a small finish."""

import re
from typing import Any

import pytest
from make_languages import LANGUAGES
from reviewing import GAME

from page_states import WELCOMED, arrows
from page_support import Page

NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
# Counts what the finish moves and sounds.
WATCH = """
  window.waves = 0;
  window.notes = 0;
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, ...rest) {
    if ("scale" in frames) window.waves += 1;
    return animate.call(this, frames, ...rest);
  };
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...when) {
    window.notes += 1;
    return start.apply(this, when);
  };
"""
# A slow game of 3x3, and the way of the board in sight to its goal, as keys make it.
EARLIER = """async (game) => {
  const { createHistory } = await import("./game/history.js");
  await (await createHistory()).add(game);
}"""
SOLVE = """async () => {
  const { Engine } = await import("./solver/engine.js");
  const board = document.getElementById("board");
  const solving = new Engine().solve(board.board, board.goal);
  let step = solving.next();
  while (!step.done) step = solving.next();
  for (const letter of step.value.moves) board.push(letter);
}"""


def solved(page: Page, settings: str = "{}") -> Any:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    tab.add_init_script(WATCH)
    tab.add_init_script(
        "localStorage.setItem('taquin.settings', JSON.stringify({...JSON.parse("
        f"localStorage.getItem('taquin.settings') ?? '{{}}'), ...{settings}}}))"
    )
    page.open(NEAR)
    tab.locator("taquin-board").wait_for()
    tab.wait_for_function("() => location.hash === '#/play'")
    arrows(tab, "Left")
    tab.wait_for_timeout(450)  # the game is stored meanwhile
    return tab


def test_tiles_rise_once_and_the_page_is_silent(page: Page) -> None:
    tab = solved(page)
    arrows(tab, "Left")
    tab.wait_for_function("() => window.waves === 8")
    assert tab.evaluate("window.notes") == 0
    tab.keyboard.press("n")
    still = """() => document.getElementById("board").shadowRoot.getAnimations()
      .every(({ effect, playState }) => !effect.getKeyframes().some((frame) => "scale" in frame) ||
        playState !== "running")"""
    tab.wait_for_function(still)


@pytest.mark.parametrize("how", ["settings", "system"])
def test_whoever_wants_less_motion_sees_none_and_a_sound_is_chosen(page: Page, how: str) -> None:
    if how == "system":
        page.tab.emulate_media(reduced_motion="reduce")
    motion = "reduce" if how == "settings" else "system"
    tab = solved(page, f'{{sound: true, motion: "{motion}"}}')
    arrows(tab, "Left")
    tab.wait_for_function("() => window.notes === 4")
    assert tab.evaluate("window.waves") == 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_phone_shows_the_pace_which_the_strip_above_the_board_lacks(page: Page) -> None:
    tab = solved(page)
    arrows(tab, "Left")
    figures = tab.locator(".result__figures")
    figures.wait_for()
    assert re.fullmatch(r"TPS \(tiles per second\)\s+[\d.]+", figures.inner_text())


CUT_ROWS = """() => [...document.querySelectorAll(".controls__row")].filter((row) => {
  const { top, bottom } = row.getBoundingClientRect();
  return top < innerHeight && bottom > innerHeight;
}).length"""


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": width, "height": height}}
        for width, height in ((360, 780), (740, 360), (768, 1024))
    ],
    indirect=True,
)
def test_a_result_below_the_board_cuts_no_row_and_repeats_no_figure(page: Page) -> None:
    tab = solved(page)
    arrows(tab, "Left")
    figures = tab.locator(".result__figures")
    figures.wait_for()
    assert [one for one in ("Time", "Moves", "TPS") if one in figures.inner_text()] == ["TPS"]
    hint = tab.locator(".controls__hint")
    assert hint.is_disabled()
    tab.keyboard.press("h")
    assert tab.locator(".hints__words > *").count() == 0
    bests = tab.locator(".result__bests")
    for lines in range(8):
        bests.evaluate("(one, n) => { one.style.minBlockSize = `${11 * n}px`; }", lines)
        tab.wait_for_function(f"() => ({CUT_ROWS})() === 0")


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_what_is_new_stands_in_one_line(page: Page) -> None:
    tab = solved(page)
    tab.evaluate(EARLIER, {**GAME, "times": [0, 400, 800, 999_000]})
    tab.get_by_role("button", name="3×3", exact=True).click()
    tab.evaluate(SOLVE)
    line = tab.locator(".result__bests")
    line.filter(has_text="New best").wait_for()
    assert line.inner_text() == "New best time and TPS"
    rows = """(one, text) => {
      one.textContent = text;
      const range = document.createRange();
      range.selectNodeContents(one);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }"""
    for text in [
        *("New best time, moves and TPS", "New best time (was 0:39.000)"),
        "First unaided 10×10: 16:39.000",
    ]:
        assert line.evaluate(rows, text) == 1


PLACES = "(parts) => parts.map((part) => part.getBoundingClientRect().toJSON())"
NARROW = {"width": 320, "height": 640}


@pytest.mark.parametrize(
    "page",
    [{"viewport": NARROW, "locale": locale} for locale in ("en-US", *LANGUAGES)],
    indirect=True,
    ids=["en-US", *LANGUAGES],
)
def test_the_buttons_of_a_result_fit_its_panel_in_every_language(page: Page) -> None:
    tab = solved(page)
    arrows(tab, "Left")
    tools = tab.locator(".result__tools")
    tools.wait_for()
    assert tab.locator(".result").bounding_box()["width"] == NARROW["width"] - 32
    ends = [one["right"] for one in tools.locator("> *").evaluate_all(PLACES)]
    assert max(ends) <= NARROW["width"] - 16 - 16
    # Whole words, of the other ways on as well.
    for words in ("Daily boards", "Race again"):
        said = "async (key) => (await import('./words/said.js')).translated(key)"
        tools.locator(".button--primary").evaluate(
            "(button, text) => { button.lastChild.textContent = text; }", tab.evaluate(said, words)
        )
        ends = [one["right"] for one in tools.locator("> *").evaluate_all(PLACES)]
        assert max(ends) <= NARROW["width"] - 16 - 16, words
