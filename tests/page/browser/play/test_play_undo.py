"""Undo and redo, new boards and second tries."""

from typing import Any

import pytest
from playing import figure, tile

from page_states import arrows, board
from page_support import Page


def test_undo_and_redo_reach_back_to_the_start(tab: Any) -> None:
    for key in ("ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp"):
        tab.keyboard.press(key)
        tab.wait_for_timeout(20)
    end = board(tab)
    for key in ("u", "Control+z", "u", "u"):
        tab.keyboard.press(key)
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    assert tab.get_by_role("button", name="Undo", exact=True).is_disabled()
    for key in ("r", "Control+y", "Control+Shift+z", "r"):
        tab.keyboard.press(key)
    assert board(tab) == end


def test_new_and_retry_are_undoable(tab: Any) -> None:
    arrows(tab, "Down")
    before = board(tab)
    tab.keyboard.press("n")
    assert board(tab) != before
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert board(tab) == before
    tab.keyboard.press("t")
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    tab.keyboard.press("u")
    assert board(tab) == before


def test_a_notice_goes_when_what_it_says_is_undone_by_key(tab: Any) -> None:
    arrows(tab, "Down")
    before = board(tab)
    tab.keyboard.press("n")
    tab.locator(".notice").get_by_text("New 3×3 board.").wait_for()
    notice, controls = (tab.locator(one).bounding_box() for one in (".notice", ".controls"))
    assert notice["x"] >= controls["x"] + controls["width"], "it covers no button"
    arrows(tab, "Down", "Up", "Left", "Right")
    assert tab.locator(".notice").count() == 1
    for _ in range(20):
        if board(tab) == before:
            break
        tab.keyboard.press("u")
    assert board(tab) == before
    assert tab.locator(".notice").count() == 0


COVERED = """() => {
  const { left, top, right, bottom } = document.querySelector(".notice").getBoundingClientRect();
  const within = (one) => !one.closest(".notice, .wordmark") && one.checkVisibility();
  return [...document.querySelectorAll("button, a[href], select, input, taquin-board")]
    .filter(within).filter((one) => {
      const box = one.getBoundingClientRect();
      // Its edge, where no words are, may be covered.
      const across = Math.min(box.right, right) - Math.max(box.left, left);
      return across > 9 && Math.min(box.bottom, bottom) - Math.max(box.top, top) > 9;
    }).map((one) => one.textContent);
}"""


@pytest.mark.parametrize(
    "page",
    [{"viewport": {"width": width, "height": height}} for width, height in
     [(360, 740), (768, 1024), (1440, 900)]],
    indirect=True,
)  # fmt: skip
def test_a_notice_covers_nothing_to_press_and_stays_with_its_view(tab: Any) -> None:
    tab.emulate_media(reduced_motion="reduce")
    tab.get_by_role("button", name="Moves left").wait_for()
    arrows(tab, "Down")
    tab.keyboard.press("n")
    tab.locator(".notice").wait_for()
    assert tab.evaluate(COVERED) == []
    tab.get_by_role("link", name="Daily").click()
    tab.locator(".view--daily").wait_for()
    assert tab.locator(".notice").count() == 0


def test_a_notice_of_what_keys_undo_too_goes_soon(tab: Any) -> None:
    arrows(tab, "Down")
    tab.keyboard.press("n")
    tab.locator(".notice").wait_for()
    tab.locator(".notice").wait_for(state="detached", timeout=8_000)
    assert figure(tab, "Moves") == "0", "the new board stays"


def test_a_notice_brings_back_the_game_it_names_after_moves_in_the_next(
    tab: Any, page: Page
) -> None:
    arrows(tab, "Down")
    before = board(tab)
    undo = tab.locator(".notice").get_by_role("button", name="Undo")
    tab.keyboard.press("n")
    arrows(tab, "Down", "Up", "Left", "Right")
    undo.click()
    assert board(tab) == before
    tab.goto(f"{page.url}#/play?board=1+2+3/4+5+6/7+0+8")
    tab.wait_for_function("() => location.hash === '#/play'")
    arrows(tab, "Right")
    undo.click()
    assert board(tab) == before
    tab.keyboard.press("r")
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    for _ in range(2):
        tab.keyboard.press("u")
    assert board(tab) == before


def test_new_on_a_board_from_a_link_and_after_a_solve_can_be_undone(tab: Any) -> None:
    tab.keyboard.press("n")
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    tile(tab, 8).click()
    for key in ("n", "t"):
        tab.get_by_role("heading", name="Solved").wait_for()
        tab.keyboard.press(key)
        assert figure(tab, "Moves") == "0"
        tab.get_by_role("button", name="Undo", exact=True).click()
        assert board(tab) == "1 2 3/4 5 6/7 8 0"
    assert "in 1 slide" in tab.locator(".result").inner_text()
    kept = """async () => {
      const history = await (await import("./game/history.js")).createHistory();
      return (await history.all()).map(({ moves, status }) => `${moves} ${status}`);
    }"""
    assert tab.evaluate(kept) == ["LL solved"]


def test_a_board_begun_and_taken_back_can_be_tried_again(tab: Any) -> None:
    retry = tab.get_by_role("button", name="Retry", exact=True)
    assert retry.is_disabled()
    arrows(tab, "Down")
    tab.keyboard.press("u")
    assert figure(tab, "Moves") == "0"
    assert retry.is_enabled()
    tab.keyboard.press("t")
    tab.get_by_text("Back to the start of this board.").first.wait_for()
    assert figure(tab, "Time") == "0:00.0"
    assert retry.is_disabled()
    tab.keyboard.press("u")
    assert retry.is_enabled()
