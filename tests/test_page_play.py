"""Playing in a real browser: mouse, touch, keys, clock, undo, set-up, links, settings, resume."""

import re
from pathlib import Path
from typing import Any

import pytest

from page_states import WELCOMED, arrows, board
from page_support import Page, browser, page, server

__all__ = ["browser", "page", "server"]

NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


@pytest.fixture
def tab(page: Page) -> Any:
    """The page of somebody who has been here before, with a board two moves from the goal."""
    page.tab.add_init_script(WELCOMED)
    made = page.open(NEAR)
    made.locator("taquin-board").wait_for()
    made.wait_for_function("() => location.hash === '#/play'")
    return made


def figure(tab: Any, name: str) -> str:
    return str(tab.locator(f".figure:has(dt:text-is('{name}')) dd").inner_text())


def tile(tab: Any, number: int) -> Any:
    return tab.get_by_role("button", name=re.compile(rf"^{number}, row"))


def said(tab: Any) -> str:
    return str(tab.locator("#say").inner_text()).strip()


def announced(tab: Any, key: str) -> str:
    """What is said after a key."""
    tab.keyboard.press(key)
    tab.keyboard.press("q")
    return said(tab)


# Mouse, touch and the clock


def test_a_click_moves_all_tiles_between(tab: Any) -> None:
    tile(tab, 8).click()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    assert figure(tab, "Moves") == "2"
    assert tab.get_by_role("heading", name="Solved").is_visible()
    assert "2 moves in 1 slide" in tab.locator(".result").inner_text()


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_tap_on_a_phone(tab: Any) -> None:
    tile(tab, 7).tap()
    assert board(tab) == "1 2 3/4 5 6/7 0 8"
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(
    ("page", "room"),
    [(PHONE, 520), ({"viewport": {"width": 1440, "height": 900}}, 640)],
    indirect=["page"],
)
def test_tall_boards_fit_the_window_and_others_keep_their_width(tab: Any, room: int) -> None:
    shown = """async (sizes) => {
      const { namedGoal } = await import("./board.js");
      const element = document.querySelector("taquin-board");
      return sizes.map(([width, height]) => {
        element.show(namedGoal("last", width, height));
        const { width: across, height: down } = element.getBoundingClientRect();
        return [across, down];
      });
    }"""
    tall = tab.evaluate(shown, [(2, 20), (3, 9), (3, 6), (5, 10)])
    assert max(down for _, down in tall) <= room
    assert min(across for across, _ in tall) > 40
    usual = tab.evaluate(shown, [(side, side) for side in range(2, 7)])
    assert {round(across) for across, _ in usual} == {min(576, tab.viewport_size["width"] - 32)}


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_tall_goal_is_drawn_smaller_than_its_board(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+0/2+3/4+5/6+7/8+9/10+11/12+13&goal=first")
    goal = tab.get_by_role("img", name="Goal, row by row").bounding_box()
    assert 200 < goal["height"] < 0.6 * tab.locator("taquin-board").bounding_box()["height"]


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_keys_stand_in_one_line_with_their_action_on_a_phone(tab: Any) -> None:
    tab.get_by_role("button", name="Settings").click()
    assert tab.locator('.keys__row[data-action="up"]').bounding_box()["height"] < 60


def test_the_clock_starts_with_the_first_move_and_stops_when_solved(tab: Any) -> None:
    tab.wait_for_timeout(400)
    assert figure(tab, "Time") == "0:00.0"
    arrows(tab, "Left")
    tab.wait_for_timeout(500)
    assert figure(tab, "Time") not in {"0:00.0", "0:00.1"}
    arrows(tab, "Left")
    stopped = figure(tab, "Time")
    tab.wait_for_timeout(300)
    assert figure(tab, "Time") == stopped
    assert re.fullmatch(r"0:0\d\.\d\d", stopped)


def test_the_time_can_be_hidden(tab: Any) -> None:
    label = tab.get_by_text("Time", exact=True)
    for shown in (True, False, True):
        tab.get_by_role("button", name="Settings").click()
        tab.get_by_label("Show the timer", exact=True).set_checked(shown)
        tab.keyboard.press("Escape")
        label.wait_for(state="visible" if shown else "hidden")
        assert label.count() == 1
        assert tab.get_by_text("0:00.0", exact=True).is_visible() == shown


def test_a_pause_hides_the_board_and_is_noted(tab: Any) -> None:
    arrows(tab, "Left")
    tab.keyboard.press("p")
    assert not tile(tab, 8).is_visible()
    arrows(tab, "Left")
    assert figure(tab, "Moves") == "1"
    tab.get_by_role("button", name="Resume").click()
    arrows(tab, "Left")
    assert "paused" in tab.locator(".result").inner_text()


def test_nothing_shows_the_board_in_a_pause(tab: Any) -> None:
    arrows(tab, "Left")
    tab.keyboard.press("p")
    for name in ("Set up", "Share"):
        opener = tab.get_by_role("button", name=name, exact=True)
        assert opener.is_disabled()
        assert "The game is paused." in opener.get_attribute("title")
    assert tab.get_by_role("button", name="blank last 3 × 3").is_disabled()
    for key in ("e", "c", "t"):
        tab.keyboard.press(key)
        tab.keyboard.press("q")
        assert said(tab) == "The game is paused."
    assert tab.get_by_role("dialog").count() == 0
    assert figure(tab, "Moves") == "1"
    tab.keyboard.press("/")
    tab.keyboard.type("row 3")
    tab.keyboard.press("Enter")
    tab.locator(".query__answer").get_by_text("The game is paused.").wait_for()
    tab.get_by_role("button", name="Resume").click()
    assert tab.get_by_role("button", name="Share", exact=True).get_attribute("title") == "share (C)"
    tab.get_by_role("button", name="Set up", exact=True).click()
    tab.get_by_role("dialog").wait_for()


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_much_help_fits_a_phone(tab: Any) -> None:
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)  # tables are built first
    for key in ("ArrowDown", "u", "ArrowDown", "p", "p", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        tab.keyboard.press(key)
    tab.get_by_text("1 hint, 1 undone, paused, chosen board").wait_for()
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize("page", [{"forced_colors": "active"}], indirect=True)
def test_a_button_out_of_use_looks_so_in_forced_colours(tab: Any) -> None:
    looks = tab.evaluate("""() => {
      const probe = document.body.appendChild(document.createElement("p"));
      probe.style.color = "GrayText";
      const grey = getComputedStyle(probe).color;
      const look = (kind, disabled) => {
        const button = document.createElement("button");
        Object.assign(button, {className: `button ${kind}`, disabled});
        document.querySelector(".play__main").append(button);
        const { color, borderTopColor } = getComputedStyle(button);
        return [color === grey, borderTopColor === grey];
      };
      return ["", "button--quiet", "button--primary"].map((kind) =>
        [false, true].map((disabled) => look(kind, disabled)));
    }""")
    assert looks == [[[False, False], [True, True]]] * 3


# Keys


@pytest.mark.parametrize(("key", "moved"), [("ArrowLeft", "7"), ("a", "7"), ("s", "4")])
def test_arrows_and_letters_move_the_tile(tab: Any, key: str, moved: str) -> None:
    tab.keyboard.press(key)
    assert board(tab).replace("/", " ").split()[6] == moved


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


@pytest.mark.parametrize("cancel", ["Tab", "Shift+Tab", "Escape"])
def test_a_key_that_is_not_given_leaves_the_focus_where_it_was(tab: Any, cancel: str) -> None:
    focused = "document.activeElement.getAttribute('aria-label')"
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("button", name="Add a key: undo").focus()
    for _ in range(2):
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
    tab.get_by_role("button", name="R, remove from: redo").click()
    assert "R" not in tab.locator("[data-action=redo]").inner_text().split()


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
    assert "hold to see the moves left" in text


def test_a_held_key_deals_one_board(tab: Any) -> None:
    tab.keyboard.down("n")
    first = board(tab)
    for _ in range(3):
        tab.keyboard.down("n")
    assert board(tab) == first
    tab.keyboard.up("n")


def test_a_choice_made_with_the_mouse_lets_go_of_the_arrows(tab: Any) -> None:
    human = tab.get_by_role("radio", name="Human")
    human.click()
    arrows(tab, "Left")
    assert human.is_checked()
    assert board(tab) == "1 2 3/4 5 6/7 0 8"


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
    assert "2 moves in 1 slide" in tab.locator(".result").inner_text()
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


def test_undo_redo_and_pauses_are_announced(tab: Any) -> None:
    assert announced(tab, "ArrowDown") == "4 moved down."
    assert announced(tab, "u") == "Undone: 4 moved up."
    assert announced(tab, "u") == "Nothing to undo."
    assert announced(tab, "r") == "Redone: 4 moved down."
    assert announced(tab, "p") == "Paused."
    assert announced(tab, "u") == "The game is paused."
    assert announced(tab, "p") == "Resumed."
    arrows(tab, "Up")
    tile(tab, 8).click()
    assert announced(tab, "u") == "Undone: 8, 7 moved right."
    assert announced(tab, "r") == "Redone: 7, 8 moved left. Solved."


def test_refused_arrows_and_what_arrows_do_are_announced(tab: Any) -> None:
    assert announced(tab, "ArrowUp") == "No tile can move there."
    assert figure(tab, "Moves") == "0"
    assert announced(tab, "ArrowDown") == "4 moved down."
    tile(tab, 4).focus()
    assert announced(tab, "F2") == "Arrow keys now move the focus."
    assert announced(tab, "F2") == "Arrow keys now move tiles."
    assert announced(tab, "p") == "Paused."
    assert announced(tab, "ArrowUp") == "Paused."


def test_a_whole_game_by_tab_arrows_and_enter_alone(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/0+5+6/4+7+8")
    tab.locator("taquin-board").wait_for()
    tab.wait_for_function("() => location.hash === '#/play'")
    for _ in range(60):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.localName") == "taquin-board":
            break
    else:
        pytest.fail("the board cannot be reached with Tab")
    for key in ("Up", "Left"):
        arrows(tab, key)
    tab.keyboard.press("F2")
    name = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')"
    for key in ["Up", "Left", "Down", "Down", "Right", "Right"]:
        arrows(tab, key)
    assert tab.evaluate(name).startswith("8, row 3 column 3, can move left")
    tab.keyboard.press("Enter")
    assert tab.get_by_role("heading", name="Solved").is_visible()
    for _ in range(10):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.textContent") == "Next board":
            break
    tab.keyboard.press("Enter")
    assert figure(tab, "Moves") == "0"


def in_focus(tab: Any) -> str:
    """What a screen reader would call it."""
    return str(
        tab.evaluate("""() => {
          const { activeElement: held } = document;
          return held.matches("taquin-board") ? "board" : held.textContent || held.tagName;
        }""")
    )


def pressed(tab: Any, name: str) -> str:
    """Press that button by keyboard; what is in focus after it."""
    tab.locator("main").get_by_role("button", name=name, exact=True).press("Enter")
    return in_focus(tab)


def test_a_button_that_goes_or_rests_passes_the_focus_on(tab: Any) -> None:
    tile(tab, 7).press("ArrowLeft")
    assert in_focus(tab) == "board"
    tab.keyboard.press("p")
    assert in_focus(tab) == "Resume"
    assert pressed(tab, "Resume") == "board"
    assert pressed(tab, "Retry") == "board"
    arrows(tab, "Left", "Left")
    assert pressed(tab, "Next board") == "board"
    undo = tab.locator(".controls").get_by_role("button", name="Undo")
    while undo.is_enabled():
        assert pressed(tab, "Undo") == ("Undo" if undo.is_enabled() else "board")


def test_the_introduction_passes_the_focus_to_the_board(page: Page) -> None:
    tab = page.open()
    tab.get_by_role("region", name="Introduction").wait_for()
    assert [pressed(tab, name) for name in ("Next", "Back", "Skip")] == ["Next", "Next", "board"]


def test_the_live_region_waits_for_quiet_or_q(tab: Any) -> None:
    spoken = tab.evaluate("""async () => {
      const region = document.getElementById("say");
      const spoken = [];
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      await pause(1200);
      const heard = new MutationObserver(() => spoken.push(region.textContent));
      heard.observe(region, {childList: true, characterData: true, subtree: true});
      const press = (key) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", {key, bubbles: true}));
      press("ArrowLeft");
      press("ArrowRight");
      await pause(0);
      spoken.push("still silent");
      await pause(1200);
      press("ArrowDown");
      press("q");
      await pause(0);
      return spoken;
    }""")
    assert spoken == ["still silent", "7 moved right.", "4 moved down."]
    assert tab.locator("[aria-live], [role=status], [role=alert]:not(:empty)").count() == 1


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where 7", "7 is in row 3, column 2; its home is row 3, column 1."),
        ("row 3", "Row 3: blank, 7, 8."),
        ("progress", "6 of 8 tiles are at home after 0 moves."),
        (
            "fly",
            "“fly” is not a known question. You can ask: where, row, column, progress, help, hint.",
        ),
        ("", "You can ask: where, row, column, progress, help, hint."),
    ],
)
def test_questions_in_words(tab: Any, question: str, answer: str) -> None:
    tab.get_by_role("button", name="Hint").first.wait_for()
    tab.keyboard.press("/")
    tab.keyboard.type(question)
    tab.keyboard.press("Enter")
    tab.get_by_text(answer).first.wait_for()
    assert said(tab) == answer


# Setting up


def opened(tab: Any) -> Any:
    tab.get_by_role("button", name="Set up").click()
    return tab.get_by_role("dialog", name="Set up a board")


def test_set_up_takes_the_names_of_boards(tab: Any) -> None:
    dialog = opened(tab)
    text = dialog.get_by_label("Type or paste")
    text.fill("korf1000:1")
    dialog.get_by_text("no board is named korf1000:1; expected a name such as famous:").wait_for()
    text.fill(" Korf100:1\n")
    dialog.get_by_role("button", name="Play this board").click()
    assert board(tab) == "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    goal = "([...document.querySelectorAll('taquin-board')].at(0)).goal.cells[0]"
    assert tab.evaluate(goal) == 0


def test_set_up_plays_nothing_older_than_what_was_typed(tab: Any) -> None:
    dialog = opened(tab)
    text, play = dialog.get_by_label("Type or paste"), dialog.get_by_role("button", name="Play")
    text.fill("8 1 3/4 0 2/7 6 5")
    dialog.get_by_role("region", name="Can it be solved?").wait_for()
    text.fill("1 2 3/4 5 6/0 0 8")
    dialog.get_by_text("2 blanks (expected one)").wait_for()
    assert play.is_disabled()
    assert not dialog.get_by_role("region", name="Can it be solved?").is_visible()
    text.fill("1 2 3/4 5 6/0 7 8")
    dialog.get_by_role("region", name="Can it be solved?").wait_for()
    assert play.is_enabled()


@pytest.mark.parametrize("width", ["1", "21", "2.5", ""])
def test_set_up_plays_no_size_that_there_is_not(tab: Any, width: str) -> None:
    dialog = opened(tab)
    play = dialog.get_by_role("button", name="Play this board")
    field = dialog.get_by_label("Width")
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
            assert own.input_value() == "1 2 3/4 5 6/7 8 0"
        assert fault not in dialog.inner_text()
        dialog.get_by_role("region", name="Can it be solved?").wait_for()
    assert play.is_enabled()


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
    assert "every move changes both parities" in dialog.inner_text()
    dialog.get_by_role("button", name="Swap 7 and 8").click()
    assert play.is_enabled()
    dialog.get_by_label("Type or paste").fill("1 2 3/4 5 6/8 7 0")
    dialog.get_by_role("button", name="Goal: snake").click()
    play.click()
    assert tab.locator(".figure--puzzle dd").inner_text().split() == [
        "snake",
        "goal",
        "3",
        "×",
        "3",
    ]


def test_sizes_goals_and_seeds(tab: Any) -> None:
    dialog = opened(tab)
    dialog.get_by_label("Width").fill("21")
    dialog.get_by_label("Width").press("Tab")
    assert "whole numbers from 2 to 20" in dialog.inner_text()
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
    dialog.get_by_role("button", name="5 × 5").click()
    dialog.get_by_role("button", name="Play this board").click()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert board(tab) == left


def test_the_name_of_the_puzzle_opens_the_set_up(tab: Any) -> None:
    tab.get_by_role("button", name="blank last 3 × 3").click()
    tab.get_by_role("dialog", name="Set up a board").wait_for()


def test_a_goal_that_is_not_the_usual_one_is_shown(tab: Any) -> None:
    picture = tab.get_by_role("img", name="Goal, row by row: 1 2 3; 8 0 4; 7 6 5")
    assert picture.count() == 0
    dialog = opened(tab)
    dialog.get_by_label("Type or paste").fill("2 8 3/1 6 4/7 0 5")
    dialog.get_by_label("Goal", exact=True).select_option("spiral")
    dialog.get_by_role("button", name="Play this board").click()
    assert picture.is_visible()


def test_a_named_board(tab: Any) -> None:
    dialog = opened(tab)
    named = dialog.get_by_label("Named boards")
    named.focus()
    named.select_option(label="korf100:1, 57 moves")
    named.blur()
    assert named.input_value() == "", "the same can be taken again"
    dialog.get_by_role("button", name="Play this board").click()
    assert board(tab).startswith("14 13 15 7/11 12 9 5")
    assert "blank first" in tab.locator(".figure--puzzle").inner_text()


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
    broken = tmp_path / "broken.png"
    broken.write_text("no picture")
    dialog.locator("input[type=file]").set_input_files(broken)
    dialog.get_by_text("broken.png is not a picture this browser can show").wait_for()


# Links


def test_links_open_the_position_and_the_board_as_it_began(tab: Any, page: Page) -> None:
    arrows(tab, "Down")
    tab.get_by_role("button", name="Share").click()
    link = tab.get_by_label("Link to this position", exact=True).input_value()
    first = tab.get_by_label("Link to the starting board", exact=True).input_value()
    assert link.startswith(page.url + "#/play?board=")
    for address, expected in [(link, "1 2 3/0 5 6/4 7 8"), (first, "1 2 3/4 5 6/0 7 8")]:
        tab.goto(address)
        tab.wait_for_function("() => location.hash === '#/play'")
        assert board(tab) == expected


def test_a_replay_link_opens_the_review_of_that_game(tab: Any, page: Page) -> None:
    for key in ("Down", "Up", "Left", "Left"):
        arrows(tab, key)
        tab.wait_for_timeout(50)
    tab.locator(".result").get_by_role("button", name="Share").click()
    link = tab.get_by_label("Link to the replay", exact=False).first.input_value()
    assert "#/replay?b=1+2+3/4+5+6/0+7+8&m=" in link
    assert tab.get_by_label("Moves (Slidysim notation)", exact=True).input_value() == "DUL2"
    tab.goto(link)
    tab.locator(".view--review").get_by_text("50 %").first.wait_for()
    assert tab.locator(".review__head .note").inner_text() == "3×3, from a link"


@pytest.mark.parametrize(("kind", "start"), [("SVG", b"<svg"), ("PNG", b"\x89PNG")])
def test_a_picture_of_the_board_is_saved(tab: Any, kind: str, start: bytes) -> None:
    tab.get_by_role("button", name="Share").click()
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name=f"Save {kind}").click()
    assert Path(waiting.value.path()).read_bytes().startswith(start)


HOSTILE = [
    "#/play?board=<img src=x onerror=alert(1)>",
    "#/play?board=%3Cscript%3Ealert(1)%3C/script%3E",
    "#/play?board=" + "1+" * 5000,
    "#/play?board=1+2/3+0&goal=javascript:alert(1)",
    "#/play?board=%E0%A4%A",
    "#/replay?b=1+2/3+0&m=!!!",
    "#/replay?b=1+2/3+0&m=AAAA",
    "#/__proto__",
    "#/constructor?x=1",
    "#/../../etc/passwd",
    "#/",
    "#main",
]


@pytest.mark.parametrize("fragment", HOSTILE, ids=lambda text: text[:24])
def test_a_hostile_fragment_is_refused_in_words(page: Page, fragment: str) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.on("dialog", lambda dialog: page.troubles.append(f"dialog: {dialog.message}"))
    tab = page.open(fragment)
    tab.locator("taquin-board").wait_for()
    if len(fragment) > len("#main"):
        assert "This link cannot be opened" in tab.locator(".notice").inner_text()
    assert tab.locator("main img, main script").count() == 0


def test_a_link_that_opens_takes_away_what_was_said_of_one_that_did_not(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=foo")
    tab.get_by_text("This link cannot be opened").first.wait_for()
    page.open("#/stats")
    tab.get_by_role("heading", name="Statistics").wait_for()
    assert tab.locator(".notice").count() == 0


def test_back_takes_the_dialog_of_a_view_along(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/stats")
    tab.get_by_role("link", name="Play").click()
    tab.get_by_role("button", name="Set up").click()
    tab.get_by_role("dialog", name="Set up a board").wait_for()
    tab.go_back()
    tab.get_by_role("heading", name="Statistics").wait_for()
    assert tab.get_by_role("dialog").count() == 0


def test_an_unsolvable_link_offers_the_fix(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    dialog = tab.get_by_role("dialog", name="Set up a board")
    dialog.get_by_role("button", name="Swap 7 and 8").click()
    dialog.get_by_role("button", name="Play this board").click()
    assert tab.get_by_role("heading", name="Already solved").is_visible()


def test_another_unsolvable_link_replaces_the_first(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    dialog = tab.get_by_role("dialog", name="Set up a board")
    dialog.get_by_role("button", name="Swap 7 and 8").wait_for()
    tab.evaluate("() => { location.hash = '#/play?board=1+2+3/4+6+5/7+8+0'; }")
    dialog.get_by_role("button", name="Swap 5 and 6").wait_for()
    assert dialog.count() == 1


@pytest.mark.parametrize("height", [420, 768, 1024])
def test_the_set_up_of_an_unsolvable_link_shows_its_title_and_the_verdict(
    page: Page, height: int
) -> None:
    page.tab.set_viewport_size({"width": 900, "height": height})
    page.tab.emulate_media(reduced_motion="reduce")  # else the dialog moves while it is measured
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    dialog = tab.get_by_role("dialog", name="Set up a board")
    swap = dialog.get_by_role("button", name="Swap 7 and 8")
    swap.wait_for()
    assert dialog.evaluate("(dialog) => [dialog.scrollTop, scrollY]") == [0, 0]
    frame, head, foot, seen = (
        place.bounding_box()
        for place in (dialog, tab.locator(".dialog__head"), tab.locator(".dialog__foot"), swap)
    )
    assert head["y"] >= frame["y"]
    assert head["y"] + head["height"] <= seen["y"]
    assert seen["y"] + seen["height"] <= foot["y"] <= height - foot["height"]


# Resume, first visit, look


def test_an_unfinished_game_resumes(tab: Any) -> None:
    arrows(tab, "Down")
    tab.wait_for_timeout(300)
    tab.reload()
    tile(tab, 8).wait_for()
    assert board(tab) == "1 2 3/0 5 6/4 7 8"
    assert figure(tab, "Moves") == "1"
    time = figure(tab, "Time")
    assert time != "0:00.0"
    tab.wait_for_timeout(300)
    assert figure(tab, "Time") == time
    tab.keyboard.press("u")
    assert board(tab) == "1 2 3/4 5 6/0 7 8"


def test_another_tab_that_rests_keeps_nothing_over_a_newer_game(tab: Any) -> None:
    arrows(tab, "Down")
    tab.wait_for_timeout(600)
    other = tab.context.new_page()
    other.goto(tab.url)
    tile(other, 8).wait_for()
    assert board(other) == "1 2 3/0 5 6/4 7 8"
    arrows(tab, "Down")
    tab.wait_for_timeout(600)
    other.goto("about:blank")
    other.goto(tab.url)
    tile(other, 8).wait_for()
    assert board(other) == "0 2 3/1 5 6/4 7 8"


def test_each_tab_goes_on_with_its_own_game(tab: Any, page: Page) -> None:
    arrows(tab, "Down")
    tab.wait_for_timeout(600)
    other = tab.context.new_page()
    other.goto(f"{page.url}#/play?board=1+2+3/4+5+6/7+0+8")
    other.wait_for_function("() => location.hash === '#/play'")
    arrows(other, "Right")
    other.wait_for_timeout(600)
    tab.reload()
    tile(tab, 8).wait_for()
    assert board(tab) == "1 2 3/0 5 6/4 7 8"
    other.reload()
    tile(other, 8).wait_for()
    assert board(other) == "1 2 3/4 5 6/0 7 8"


def test_what_is_set_in_one_tab_acts_and_stays_in_the_others(tab: Any) -> None:
    other = tab.context.new_page()
    other.goto(tab.url)
    tile(other, 8).wait_for()
    for one, name, value in (other, "Tile colours", "mono"), (tab, "Theme", "dark"):
        one.get_by_role("button", name="Settings").click()
        one.get_by_label(name).select_option(value)
    other.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    other.reload()
    other.get_by_role("button", name="Settings").click()
    assert other.get_by_label("Tile colours").input_value() == "mono"
    assert other.get_by_label("Theme").input_value() == "dark"


def test_back_to_the_address_without_a_view_plays(tab: Any, page: Page) -> None:
    tab.goto(page.url)
    tile(tab, 8).wait_for()
    tab.get_by_role("link", name="Review").click()
    tab.get_by_role("heading", name="Review").wait_for()
    tab.go_back()
    tile(tab, 8).wait_for()
    assert tab.url == page.url
    assert tab.title() == "taquin"
    assert tab.locator("[aria-current=page]").inner_text() == "Play"
    tab.evaluate("location.hash = '#/review'")
    tab.get_by_role("heading", name="Review").wait_for()
    tab.evaluate("location.hash = '#main'")
    tab.wait_for_timeout(100)
    assert tab.get_by_role("heading", name="Review").is_visible()


def test_a_link_may_name_a_board(tab: Any, page: Page) -> None:
    tab.goto(f"{page.url}#/play?board=korf100:1")
    tab.wait_for_function("() => location.hash === '#/play'")
    assert board(tab) == "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    assert tab.evaluate(
        "async () => (await import('./board.js')).formatBoard("
        "document.querySelector('taquin-board').goal)"
    ).startswith("0 1 2 3/")


LAME = {
    "no answer": "indexedDB.open = () => ({})",
    "no channel": "delete globalThis.BroadcastChannel",
    "channel refused": "BroadcastChannel = class { constructor() { throw Error('no'); } }",
    "storage refused": "Storage.prototype.getItem = () => { throw Error('no'); }",
}


@pytest.mark.parametrize("script", LAME.values(), ids=LAME.keys())
def test_the_page_plays_where_the_browser_is_lame(page: Page, script: str) -> None:
    page.tab.add_init_script(script)
    tab = page.open(NEAR)
    tile(tab, 8).click()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"


def test_a_link_to_a_record_that_is_none(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/review?record=5")
    tab.get_by_role("button", name="Play").first.wait_for()


@pytest.mark.parametrize(
    "stored",
    ["{", "{}", '{"record": {"start": "<b>"}}', "null", "7",
     '{"record": {"version": 1, "id": "a", "created": "2026-01-02", "width": 3, "height": 3, '
     '"start": "damaged", "goal": "1 2 3/4 5 6/7 8 0", "moves": "", "times": [], "inputs": "", '
     '"status": "playing"}, "undone": [], "elapsed": 0}'],
)  # fmt: skip
def test_a_broken_store_begins_a_new_game(page: Page, stored: str) -> None:
    page.tab.add_init_script(
        f"localStorage.setItem('taquin.game', {stored!r}); {WELCOMED};"
        f"localStorage.setItem('taquin.settings', {stored!r})"
    )
    tab = page.open()
    tab.locator("taquin-board").wait_for()
    assert figure(tab, "Moves") == "0"


def test_the_introduction_has_five_steps_and_comes_once(page: Page) -> None:
    tab = page.open("#/play?board=8+6+7/2+5+4/3+0+1")
    card = tab.get_by_role("region", name="Introduction")
    card.wait_for()
    assert "1 of 5" in card.inner_text()
    tile(tab, 3).click()
    card.get_by_text("2 of 5").wait_for()
    for _ in range(3):
        card.get_by_role("button", name="Next").click()
    assert "5 of 5" in card.inner_text()
    card.get_by_role("button", name="Play").click()
    assert card.count() == 0
    tab.reload()
    tab.get_by_role("button", name="Hint").first.wait_for()
    assert card.count() == 0


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_introduction_leaves_the_board_where_it_is_and_speaks_of_fingers(page: Page) -> None:
    tab = page.open("#/play?board=8+6+7/2+5+4/3+0+1")
    card = tab.get_by_role("region", name="Introduction")
    card.wait_for()
    places = set()
    for step in range(5):
        assert not re.search("click|key|WASD", card.inner_text())
        places.add(
            tab.evaluate("""() => ["taquin-board", ".tutorial"].map((name) => {
              const { top, height } = document.querySelector(name).getBoundingClientRect();
              return `${Math.round(top + scrollY)} ${Math.round(height)}`;
            }).join()""")
        )
        if step < 4:
            card.get_by_role("button", name="Next").tap()
    assert len(places) == 1
    assert (
        tab.evaluate("document.querySelector('taquin-board').getBoundingClientRect().bottom") < 640
    )


def test_the_introduction_can_be_skipped(page: Page) -> None:
    tab = page.open()
    card = tab.get_by_role("region", name="Introduction")
    card.get_by_role("button", name="Skip").click()
    assert card.count() == 0


@pytest.mark.parametrize(
    ("theme", "background"),
    [
        ("light", "rgb(246, 244, 239)"),
        ("dark", "rgb(20, 25, 31)"),
        ("contrast", "rgb(255, 255, 255)"),
    ],
)
def test_a_theme_acts_at_once_and_before_the_next_first_paint(
    tab: Any, theme: str, background: str
) -> None:
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_label("Theme").select_option(theme)
    colour = "getComputedStyle(document.body).backgroundColor"
    assert tab.evaluate(colour) == background
    tab.route("**/app/main.js", lambda route: route.fulfill(content_type="text/javascript"))
    tab.reload()  # with its style sheets, and without the page's own code
    assert tab.evaluate(colour) == background


def test_the_first_load_is_small(page: Page) -> None:
    received: list[int] = []
    tab = page.tab
    session = tab.context.new_cdp_session(tab)
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.open()
    tab.get_by_role("button", name="Hint").first.wait_for()
    tab.wait_for_load_state("networkidle")
    print(f"first load: {sum(received):,.0f} bytes in {len(received)} requests")
    assert sum(received) <= 150_000
