"""The set-up dialog: sizes, goals, boards in any notation, pictures."""

import re
from pathlib import Path
from typing import Any

import pytest

from page_states import STATES, arrows, board, prepared
from page_support import Page, ends


def opened(tab: Any) -> Any:
    tab.get_by_role("button", name="Set up").click()
    return tab.get_by_role("dialog", name="Set up a board")


def test_set_up_takes_the_names_of_boards(tab: Any) -> None:
    dialog = opened(tab)
    text = dialog.get_by_label("Type or paste")
    text.fill("korf1000:1")
    dialog.get_by_text(
        "no board is named korf1000:1; expected a name such as famous:"
    ).last.wait_for()
    text.fill(" Korf100:1\n")
    dialog.get_by_role("button", name="Play this board").click()
    assert board(tab) == "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    goal = "([...document.querySelectorAll('taquin-board')].at(0)).goal.cells[0]"
    assert tab.evaluate(goal) == 0


@pytest.mark.parametrize("page", [{"locale": "de-DE"}], indirect=True)
def test_a_message_has_the_quotation_marks_of_its_language_and_names_sizes_with_a_cross(
    page: Page,
) -> None:
    (setup,) = (state for state in STATES if state.name == "setup")
    tab = prepared(page, setup)
    text, problem = tab.locator("#setup-text"), tab.locator("#setup-text-problem")
    text.fill("hallo")
    problem.filter(has_text="„hallo“").wait_for()
    text.fill("1 2 3")
    problem.filter(has_text="mindestens 2×2").wait_for()
    assert "'" not in problem.inner_text() and "3×3" in problem.inner_text()


def test_set_up_plays_nothing_older_than_what_was_typed(tab: Any) -> None:
    dialog = opened(tab)
    text, play = dialog.get_by_label("Type or paste"), dialog.get_by_role("button", name="Play")
    text.fill("8 1 3/4 0 2/7 6 5")
    dialog.get_by_role("region", name="Can it be solved?").wait_for()
    text.fill("1 2 3/4 5 6/0 0 8")
    dialog.locator(".error", has_text="2 blanks (expected one)").wait_for()
    assert play.is_disabled()
    assert not dialog.get_by_role("region", name="Can it be solved?").is_visible()
    text.fill("1 2 3/4 5 6/0 7 8")
    dialog.get_by_role("region", name="Can it be solved?").wait_for()
    assert play.is_enabled()


def test_set_up_plays_no_size_that_there_is_not(tab: Any) -> None:
    dialog = opened(tab)
    play = dialog.get_by_role("button", name="Play this board")
    field = dialog.get_by_label("Width")
    for width in ("1", "21", "2.5", ""):
        field.fill(width)
        field.press("Tab")
        dialog.get_by_text("whole numbers from 2 to 20").wait_for()
        assert play.is_disabled()
        assert "This size cannot be played." in dialog.inner_text()
        assert field.input_value() == width
        field.fill("4")
        field.press("Tab")
        assert play.is_enabled()
        assert "whole numbers" not in dialog.inner_text()
    play.click()
    assert board(tab).count("/") == 2


def test_no_board_that_is_dealt_is_solved_already(tab: Any) -> None:
    """One in twelve of 2x2 was: nothing to play, and "Already solved."."""
    dialog = opened(tab)
    for side in ("Width", "Height"):
        dialog.get_by_label(side).fill("2")
    dialog.get_by_role("button", name="Play this board").click()
    dealt = set()
    for _ in range(80):
        dealt.add(board(tab))
        tab.keyboard.press("n")
    assert len(dealt) > 6 and "1 2/3 0" not in dealt


def test_a_size_mistyped_and_mended_costs_no_board(tab: Any) -> None:
    dialog = opened(tab)
    dialog.get_by_label("Type or paste").fill("8 1 3/4 0 2/7 6 5")
    dialog.get_by_role("region", name="Can it be solved?").wait_for()
    width = dialog.get_by_label("Width")
    for typed in ("13", "1", "3"):
        width.fill(typed)
        width.press("Tab")
    dialog.get_by_role("button", name="Play this board").click()
    assert board(tab) == "8 1 3/4 0 2/7 6 5"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 1 2 3 4 5 6 7 0", "tile 1 given more than once"),
        ("99 100", "2 cells are not a board"),
    ],
)
def test_what_is_wrong_with_a_text_stands_below_its_field(tab: Any, text: str, fault: str) -> None:
    dialog = opened(tab)
    tab.set_viewport_size({"width": 360, "height": 640})
    dialog.get_by_label("Type or paste").fill(text)
    dialog.locator(".error", has_text=fault).wait_for()
    field, error, foot = ends(tab, "#setup-text", "#setup-text-problem", ".dialog__foot")
    assert 0 <= error[0] - field[1] <= 8 and error[1] <= foot[0] + 1
    assert dialog.get_by_role("button", name="Play this board").is_disabled()
    dialog.get_by_label("Type or paste").fill("۱ ۲ ۳/۴ ۵ ۶/۷ ۰ ۸")
    dialog.get_by_role("region", name="Can it be solved?").wait_for()
    assert fault not in dialog.inner_text()


def test_set_up_plays_no_goal_that_it_cannot_read(tab: Any) -> None:
    dialog = opened(tab)
    play = dialog.get_by_role("button", name="Play this board")
    dialog.get_by_label("Goal", exact=True).select_option("own")
    own = dialog.get_by_label("Custom goal")
    bad, fault = "1 2 3/4 5 5/7 8 0", "tile 5 given more than once"
    for mend in ("own", "list", "board"):
        own.fill(bad)
        own.press("Tab")
        dialog.get_by_text(fault).wait_for()
        assert play.is_disabled()
        assert "The goal is not a board." in dialog.inner_text()
        assert own.input_value() == bad
        if mend == "own":
            own.fill("1 2 3/8 0 4/7 6 5")
            own.press("Tab")
        elif mend == "list":
            dialog.get_by_label("Goal", exact=True).select_option("last")
            dialog.get_by_role("region", name="Can it be solved?").wait_for()
            dialog.get_by_label("Goal", exact=True).select_option("own")
        else:
            dialog.get_by_role("button", name="Scramble").click()
            assert own.input_value() == "1 2 3\n4 5 6\n7 8 0"
        assert fault not in dialog.inner_text()
        dialog.get_by_role("region", name="Can it be solved?").wait_for()
    assert play.is_enabled()


def test_set_up_shows_a_goal_of_the_players_own_by_rows(tab: Any) -> None:
    dialog = opened(tab)
    own = dialog.get_by_label("Custom goal")
    for side, lines in ((3, 4), (5, 5), (6, 6)):
        dialog.get_by_label("Goal", exact=True).select_option("last")
        dialog.get_by_role("button", name=f"{side}×{side}").click()
        dialog.get_by_label("Goal", exact=True).select_option("own")
        assert len(own.input_value().split("\n")) == side
        assert own.get_attribute("rows") == str(lines)
        assert own.evaluate("(one) => one.scrollHeight <= one.clientHeight")


def test_set_up_reads_any_notation_and_explains_what_it_cannot_read(tab: Any) -> None:
    dialog = opened(tab)
    text = dialog.get_by_label("Type or paste")
    text.fill("1 2 3/4 5 5/7 8 0")
    assert "tile 5 given more than once; tile 6 missing" in dialog.inner_text()
    text.fill("[[8, 1, 3], [4, 0, 2], [7, 6, 5]]")
    assert "more than once" not in dialog.inner_text()
    dialog.get_by_role("button", name="Play this board").click()
    assert board(tab) == "8 1 3/4 0 2/7 6 5"


def test_an_unsolvable_board_is_explained_and_mended(tab: Any) -> None:
    dialog = opened(tab)
    dialog.get_by_label("Type or paste").fill("1 2 3/4 5 6/8 7 0")
    play = dialog.get_by_role("button", name="Play this board")
    assert play.is_disabled()
    dialog.get_by_text("Unsolvable. Why?").click()
    assert "every move changes both parities" in dialog.inner_text()
    dialog.get_by_role("button", name="Swap 7 and 8").click()
    assert play.is_enabled()
    # Another verdict is not explained unasked.
    assert "parities" not in dialog.inner_text()
    dialog.get_by_label("Type or paste").fill("1 2 3/4 5 6/8 7 0")
    dialog.get_by_role("button", name="Goal: snake").click()
    play.click()
    assert tab.locator(".sizes__goal").inner_text() == "Snake goal"


def test_a_way_out_on_two_rows_is_offered_once(tab: Any) -> None:
    dialog = opened(tab)
    dialog.get_by_label("Type or paste").fill("2 1 3 4/5 6 7 0")
    dialog.get_by_role("button", name="Swap").wait_for()
    names = [one for one in dialog.get_by_role("button").all_inner_texts() if "Goal:" in one]
    assert names == ["Goal: blank first", "Goal: snake or spiral"]


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_another_goal_deals_another_board_and_keeps_one_that_was_typed(tab: Any) -> None:
    dialog = opened(tab)
    goal, play = dialog.get_by_label("Goal", exact=True), dialog.get_by_role("button", name="Play")
    dialog.get_by_role("button", name="4×4").click()
    text = dialog.get_by_label("Type or paste")
    dealt = text.input_value()
    for name in ("snake", "spiral", "first"):
        goal.select_option(name)
        assert play.is_enabled()
        dialog.get_by_text("Solvable ✓").wait_for()
    goal.select_option("last")
    assert text.input_value() == dealt
    typed = "2 1 3 4\n5 6 7 8\n9 10 11 12\n13 15 14 0"
    text.fill(typed)
    goal.select_option("snake")
    assert text.input_value() == typed
    assert play.is_disabled()
    mended = dialog.get_by_role("button", name="Swap")
    box = mended.bounding_box()
    assert box is not None and box["y"] + box["height"] <= 640, "the fix is in sight"
    mended.click()
    assert play.is_enabled()


def test_sizes_goals_and_seeds(tab: Any) -> None:
    dialog = opened(tab)
    dialog.get_by_label("Width").fill("21")
    dialog.get_by_label("Width").press("Tab")
    assert "whole numbers from 2 to 20" in dialog.inner_text()
    for side in ("Width", "Height"):
        dialog.get_by_label(side).fill("10")
        dialog.get_by_label(side).press("Tab")
    # All of it is in sight.
    whole = "one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight"
    assert dialog.locator(".editor").evaluate(whole)
    dialog.get_by_label("Width").fill("4")
    dialog.get_by_label("Height").fill("3")
    dialog.get_by_label("Height").press("Tab")
    dialog.get_by_label("Goal", exact=True).select_option("spiral")
    boards = []
    for _ in range(2):
        dialog.get_by_label("Scramble from a seed").fill("monday")
        dialog.get_by_role("button", name="Scramble").click()
        boards.append(dialog.get_by_label("Type or paste").input_value())
    assert boards[0] == boards[1]
    dialog.get_by_role("button", name="Play this board").click()
    assert board(tab) == boards[0].replace("\n", "/")
    record = "JSON.parse(localStorage.getItem('taquin.game')).record"
    tab.wait_for_function(f"() => {record}.seed === 'monday'")
    assert tab.evaluate(f"{record}.typed")


@pytest.mark.parametrize(("seed", "chosen"), [("tuesday", True), ("", False)])
def test_a_seed_that_was_typed_makes_a_board_of_choice(tab: Any, seed: str, chosen: bool) -> None:
    dialog = opened(tab)
    dialog.get_by_label("Scramble from a seed").fill(seed)
    for _ in range(2):
        dialog.get_by_role("button", name="Scramble").click()
    dialog.get_by_role("button", name="Play this board").click()
    tab.keyboard.press("o")
    tab.get_by_role("button", name="Make these moves").click(timeout=60_000)
    assert ("chosen board" in tab.locator(".result .badge").inner_text()) is chosen


def test_cells_are_exchanged_by_drag_and_by_keys(tab: Any) -> None:
    dialog = opened(tab)
    dialog.get_by_role("button", name="1, row 1 column 1").drag_to(
        dialog.get_by_role("button", name="8, row 3 column 3")
    )
    text = dialog.get_by_label("Type or paste")
    assert text.input_value() == "8 2 3\n4 5 6\n0 7 1"
    dialog.get_by_role("button", name="blank, row 3 column 1").focus()
    tab.keyboard.press("Enter")
    tab.keyboard.press("ArrowUp")
    tab.keyboard.press("Enter")
    assert text.input_value() == "8 2 3\n0 5 6\n4 7 1"


def test_a_board_set_up_can_be_undone(tab: Any) -> None:
    arrows(tab, "Left")
    left = board(tab)
    tab.get_by_role("button", name="Set up").click()
    dialog = tab.get_by_role("dialog")
    dialog.get_by_role("button", name="5×5").click()
    dialog.get_by_role("button", name="Play this board").click()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert board(tab) == left


def test_a_goal_that_is_not_the_usual_one_is_shown(tab: Any) -> None:
    # Beside the board it opens a larger one.
    picture = tab.get_by_role("button", name="Goal, row by row: 1 2 3; 8 0 4; 7 6 5")
    assert picture.count() == 0
    dialog = opened(tab)
    dialog.get_by_label("Type or paste").fill("2 8 3/1 6 4/7 0 5")
    dialog.get_by_label("Goal", exact=True).select_option("spiral")
    # In the dialog, too, where it is chosen.
    shown = dialog.get_by_role("img", name=re.compile("^Goal, row by row"))
    assert shown.get_attribute("aria-label") == "Goal, row by row: 1 2 3; 8 0 4; 7 6 5"
    box = shown.bounding_box()
    assert box is not None and 60 <= box["width"] <= 130 and 60 <= box["height"] <= 130
    dialog.get_by_label("Goal", exact=True).select_option("last")
    assert not shown.is_visible()
    dialog.get_by_label("Goal", exact=True).select_option("spiral")
    dialog.get_by_role("button", name="Play this board").click()
    picture.wait_for()
    assert picture.is_visible()


def test_a_typed_board_of_another_size_keeps_the_goal_that_was_chosen(tab: Any) -> None:
    dialog = opened(tab)
    goal, text = dialog.get_by_label("Goal", exact=True), dialog.get_by_label("Type or paste")
    for name in ("snake", "spiral"):
        goal.select_option(name)
        for typed, side in (("1 2 3 x", "2"), ("1 2 3/8 0 4/7 6 5", "3")):
            text.fill(typed)
            tab.wait_for_function(
                "(side) => document.getElementById('setup-width').value === side", arg=side
            )
            assert goal.input_value() == name
    # A sign that is read as the blank is named.
    assert "x" in dialog.locator("#setup-text-note").inner_text().split("; ")[1]


def test_a_named_board(tab: Any) -> None:
    dialog = opened(tab)
    named = dialog.get_by_label("Named boards")
    named.focus()
    named.select_option(label="Korf’s board 1, 57 moves (korf100:1)")
    named.blur()
    assert named.input_value() == "", "the same can be taken again"
    dialog.get_by_role("button", name="Play this board").click()
    assert board(tab).startswith("14 13 15 7/11 12 9 5")
    assert tab.locator(".sizes__goal").inner_text() == "Blank first"


def test_an_own_picture_stays_here(tab: Any, tmp_path: Path) -> None:
    svg = tmp_path / "cat.svg"
    svg.write_text('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
    dialog = opened(tab)
    sent: list[str] = []
    tab.on("request", lambda asked: asked.method != "GET" and sent.append(asked.url))
    dialog.locator("input[type=file]").set_input_files(svg)
    dialog.get_by_role("button", name="Remove picture").wait_for()
    assert tab.evaluate("document.querySelector('taquin-board').image").startswith("blob:")
    assert sent == []
    tab.reload()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.image.startsWith('blob:')")
    dialog = opened(tab)
    dialog.get_by_role("button", name="Remove picture").click()
    tab.wait_for_function("() => document.querySelector('taquin-board').image === ''")
    tab.reload()
    dialog = opened(tab)
    assert not dialog.get_by_role("button", name="Remove picture").is_visible()
    assert tab.evaluate("document.querySelector('taquin-board').image") == ""
    broken = tmp_path / "broken.png"
    broken.write_text("no picture")
    dialog.locator("input[type=file]").set_input_files(broken)
    dialog.get_by_text("broken.png is not a picture this browser can show").wait_for()


def test_the_board_follows_the_size_as_it_is_typed(page: Page) -> None:
    (setup,) = (state for state in STATES if state.name == "setup")
    tab = prepared(page, setup)
    tab.set_viewport_size({"width": 360, "height": 740})
    width, height = tab.get_by_label("Width"), tab.get_by_label("Height")
    text, cells = tab.get_by_label("Type or paste"), tab.locator(".editor__cell")
    width.press("ControlOrMeta+a")
    width.press_sequentially("8")
    height.press("ControlOrMeta+a")
    height.press_sequentially("2")
    # The cursor is still in the field.
    tab.wait_for_function("() => document.querySelectorAll('.editor__cell').length === 16")
    assert len(text.input_value().split("\n")) == 2
    # What may become a size is judged when the field is left.
    height.press("Backspace")
    height.press_sequentially("1")
    assert cells.count() == 16 and "whole numbers" not in tab.locator("dialog").inner_text()
    height.press_sequentially("2")
    tab.wait_for_function("() => document.querySelectorAll('.editor__cell').length === 96")


def test_of_two_names_of_one_goal_the_one_that_was_chosen_is_said(tab: Any) -> None:
    said = tab.locator(".sizes__goal")
    dialog = opened(tab)
    for side in ("Width", "Height"):
        dialog.get_by_label(side).fill("2")
        dialog.get_by_label(side).press("Tab")
    goal = dialog.get_by_label("Goal", exact=True)
    for name in ("Snake", "Spiral"):
        goal.select_option(name)
        assert goal.evaluate("(one) => one.selectedOptions[0].text") == name
    dialog.get_by_role("button", name="Play this board").click()
    assert said.inner_text() == "Spiral goal"
    tab.reload()
    said.get_by_text("Spiral goal").wait_for()
    # On three rows the two differ.
    tab.get_by_role("group", name="Size").get_by_text("3×3").click()
    assert said.inner_text() == "Spiral goal"
    assert tab.evaluate("document.querySelector('#board').goal.cells[4]") == 0


def sized(page: Page, shape: tuple[int, int], size: tuple[int, int]) -> Any:
    """A board of that shape in Set up, in a window of that size."""
    (setup,) = (state for state in STATES if state.name == "setup")
    tab = prepared(page, setup)
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    for name, side in zip(("Width", "Height"), shape, strict=True):
        tab.get_by_label(name).fill(str(side))
        tab.get_by_label(name).press("Tab")
    return tab


@pytest.mark.parametrize("size", [(768, 1024), (1440, 900), (1024, 700)], ids=str)
@pytest.mark.parametrize("shape", [(2, 8), (3, 10)], ids=str)
def test_a_tall_board_is_whole_with_the_ways_to_set_it_up(
    page: Page, shape: tuple[int, int], size: tuple[int, int]
) -> None:
    tab = sized(page, shape, size)
    parts = ends(tab, ".editor", "#setup-instance", ".dialog__foot")
    editor, named, foot = parts
    assert editor[1] <= foot[0]
    if size[1] >= 900:
        assert named[1] <= foot[0]
    # Its cells are still for fingers.
    assert tab.locator(".editor__cell").first.bounding_box()["width"] >= 24


# Numbers that are wider than their cell.
_WIDE_NUMBERS = """() => [...document.querySelectorAll(".editor__cell")].filter((cell) => {
  const range = document.createRange();
  range.selectNodeContents(cell);
  return range.getBoundingClientRect().width > cell.clientWidth - 2;
}).length"""


@pytest.mark.parametrize("size", [(740, 360), (640, 360), (320, 640), (360, 740)], ids=str)
@pytest.mark.parametrize("shape", [(2, 8), (4, 6), (2, 10)], ids=str)
def test_the_cells_of_a_tall_board_have_room_for_their_numbers_on_a_phone(
    page: Page, shape: tuple[int, int], size: tuple[int, int]
) -> None:
    tab = sized(page, shape, size)
    cell = tab.locator(".editor__cell").first.bounding_box()
    assert min(cell["width"], cell["height"]) >= 24
    assert tab.evaluate(_WIDE_NUMBERS) == 0
    # The last row can be scrolled to.
    last = tab.locator(".editor__cell").last
    tab.locator(".dialog__body").evaluate("(one) => one.scrollTo(0, one.scrollHeight)")
    last.scroll_into_view_if_needed()
    box, foot = last.bounding_box(), tab.locator(".dialog__foot").bounding_box()
    assert box["y"] + box["height"] <= foot["y"]


@pytest.mark.parametrize("size", [(740, 360), (360, 740), (320, 640)], ids=str)
def test_a_scrambled_board_is_whole_in_sight(page: Page, size: tuple[int, int]) -> None:
    side = 10 if size[0] > size[1] else 4
    tab = sized(page, (side, side), size)
    tab.emulate_media(reduced_motion="reduce")
    scramble = tab.get_by_role("button", name="Scramble")
    scramble.scroll_into_view_if_needed()
    scramble.click()
    first, last, head, foot = ends(
        tab, ".editor__cell", ".editor__cell:last-child", ".dialog__head", ".dialog__foot"
    )
    assert head[1] <= first[0] and last[1] <= foot[0]
