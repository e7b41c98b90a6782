"""Playing by keys: which they are, how to choose others, and where they rest."""

from typing import Any

from playing import said, tile

from page_states import arrows, board


def test_arrows_and_letters_move_the_tile(tab: Any) -> None:
    for key, moved, back in [("ArrowLeft", "7", "ArrowRight"), ("a", "7", "d"), ("s", "4", "w")]:
        tab.keyboard.press(key)
        assert board(tab).replace("/", " ").split()[6] == moved
        tab.keyboard.press(back)
        assert board(tab) == "1 2 3/4 5 6/0 7 8"


def test_the_letters_h_j_k_l_after_choosing_them(tab: Any) -> None:
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("button", name="Arrows and HJKL").click()
    tab.keyboard.press("Escape")
    tab.get_by_role("dialog").wait_for(state="hidden")
    tab.keyboard.press("h")
    assert board(tab) == "1 2 3/4 5 6/7 0 8"


def test_an_arrow_can_move_the_gap(tab: Any) -> None:
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_label("An arrow key moves").select_option("gap")
    tab.keyboard.press("Escape")
    arrows(tab, "Right")
    assert board(tab) == "1 2 3/4 5 6/7 0 8"


def test_keys_can_be_bound_anew_and_stay(tab: Any) -> None:
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("button", name="Add a key: move left").click()
    tab.keyboard.press("z")
    assert tab.locator("[data-action=left]").inner_text().split()[-3:] == ["←", "A", "Z"]
    tab.keyboard.press("Escape")
    tab.reload()
    tile(tab, 8).wait_for()
    tab.keyboard.press("z")
    assert board(tab) == "1 2 3/4 5 6/7 0 8"


def test_a_key_taken_from_another_action_is_announced(tab: Any) -> None:
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("button", name="Add a key: redo").click()
    tab.keyboard.press("n")
    tab.wait_for_function(
        "() => document.querySelector('#say').textContent.includes('N is no longer assigned to')"
    )
    assert "no key" in tab.locator("[data-action=new]").inner_text()
    told = tab.locator("[data-action=redo]").get_by_text("N is no longer assigned to: new game.")
    assert told.is_visible()
    assert tab.evaluate("document.activeElement.getAttribute('aria-label')") == "Add a key: redo"
    tab.get_by_role("button", name="N, remove from: redo").click()
    assert told.count() == 0


def test_a_key_that_is_not_given_leaves_the_focus_where_it_was(tab: Any) -> None:
    focused = "document.activeElement.getAttribute('aria-label')"
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("button", name="Add a key: undo").focus()
    for cancel in ("Tab", "Tab", "Shift+Tab", "Shift+Tab", "Escape", "Escape"):
        tab.keyboard.press("Enter")
        tab.get_by_text("Press a key", exact=True).wait_for()
        tab.keyboard.press(cancel)
        assert tab.evaluate(focused) == "Add a key: undo"
        assert tab.get_by_text("Press a key", exact=True).count() == 0
        assert said(tab) == "No key was added."
    tab.keyboard.press("Tab")
    assert tab.evaluate(focused) == "R, remove from: redo"
    tab.get_by_role("button", name="Add a key: undo").focus()
    tab.keyboard.press("Enter")
    keys = tab.locator("[data-action=redo]")
    assert "R" in keys.inner_text().split()
    tab.get_by_role("button", name="R, remove from: redo").click()
    assert "R" not in keys.inner_text().split()


def test_no_shortcut_while_typing(tab: Any) -> None:
    tab.keyboard.press("/")
    tab.keyboard.type("nudge a row")
    arrows(tab, "Left")
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    assert tab.locator("#query").input_value() == "nudge a row"


def test_a_dialog_scrolls_below_its_head_and_the_page_behind_it_does_not(tab: Any) -> None:
    tab.keyboard.press("?")
    head = tab.locator(".dialog__head")
    top = head.bounding_box()
    tab.set_viewport_size({"width": 768, "height": 420})
    tab.keyboard.press("PageDown")
    tab.wait_for_function("() => document.querySelector('.dialog__body').scrollTop > 0")
    assert head.bounding_box()["y"] <= top["y"]
    assert tab.evaluate("() => document.querySelector('dialog').scrollTop") == 0
    behind = """() => {
      const style = getComputedStyle(document.documentElement);
      const plain = style.backgroundColor === "rgba(0, 0, 0, 0)";
      return [style.overflowY, style.scrollbarGutter, plain];
    }"""
    assert tab.evaluate(behind) == ["hidden", "stable", False]
    tab.keyboard.press("Escape")
    assert tab.evaluate(behind) == ["visible", "stable", True]


def test_no_shortcut_behind_a_dialog(tab: Any) -> None:
    tab.get_by_role("button", name="Help", exact=True).click()
    tab.get_by_role("dialog", name="Help").wait_for()
    arrows(tab, "Left")
    tab.keyboard.press("n")
    assert board(tab) == "1 2 3/4 5 6/0 7 8"


def test_question_mark_opens_the_help_with_the_keys_in_force(tab: Any) -> None:
    tab.keyboard.press("?")
    text = tab.get_by_role("dialog", name="Help").inner_text()
    assert "Ctrl+Z" in text
    # The keys have the names of the buttons.
    for words in ("Hold: the moves left, as a hint", "Retry this board", "Ask about the board"):
        assert words in text


def test_a_held_key_deals_one_board(tab: Any) -> None:
    tab.keyboard.down("n")
    first = board(tab)
    for _ in range(3):
        tab.keyboard.down("n")
    assert board(tab) == first
    tab.keyboard.up("n")
