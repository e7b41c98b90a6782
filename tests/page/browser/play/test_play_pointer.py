"""Playing by mouse and touch; the clock, pauses, and how the view looks meanwhile."""

import re
from typing import Any

import pytest
from playing import PHONE, figure, said, tile

from page_states import WELCOMED, arrows, board
from page_support import Page


def test_a_click_moves_all_tiles_between(tab: Any) -> None:
    tile(tab, 8).click()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    assert figure(tab, "Moves") == "2"
    assert tab.get_by_role("heading", name="Solved").is_visible()
    assert "in 1 slide" in tab.locator(".result").inner_text()


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_tap_on_a_phone(tab: Any) -> None:
    tile(tab, 7).tap()
    assert board(tab) == "1 2 3/4 5 6/7 0 8"
    assert tab.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.parametrize(
    ("page", "room"),
    [(PHONE, 520), ({}, 640)],
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
    assert {round(across) for across, _ in usual} == {min(620, tab.evaluate("innerWidth") - 32)}


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_tall_goal_is_drawn_smaller_than_its_board(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+0/2+3/4+5/6+7/8+9/10+11/12+13&goal=first")
    goal = tab.get_by_role("button", name="Goal, row by row").bounding_box()
    assert 140 < goal["height"] < 0.6 * tab.locator("taquin-board").bounding_box()["height"]


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
    assert re.fullmatch(r"0:0\d\.\d{3}", stopped)


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
    assert tile(tab, 8).is_visible()
    tab.keyboard.press("p")
    assert not tile(tab, 8).is_visible()
    arrows(tab, "Left")
    assert figure(tab, "Moves") == "1"
    tab.locator(".veil").click()
    arrows(tab, "Left")
    assert "clock stopped" in tab.locator(".result .badge").inner_text()


def test_nothing_shows_the_board_in_a_pause(tab: Any) -> None:
    arrows(tab, "Left")
    tab.keyboard.press("p")
    for name in ("Set up", "Share"):
        opener = tab.get_by_role("button", name=name, exact=True)
        assert opener.is_disabled()
        assert "The game is paused." in opener.get_attribute("title")
    assert tab.get_by_role("button", name="Other").is_disabled()
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
    tab.locator(".veil").click()
    assert tab.get_by_role("button", name="Share", exact=True).get_attribute("title") == "share (C)"
    tab.get_by_role("button", name="Set up", exact=True).click()
    tab.get_by_role("dialog").wait_for()


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_field_for_questions_is_closed_by_touch_and_forgets_another_board(tab: Any) -> None:
    tab.get_by_role("button", name="More").tap()
    tab.get_by_role("menuitem", name="Ask about the board").tap()
    tab.keyboard.type("where 7")
    tab.keyboard.press("Enter")
    answer = tab.locator(".query__answer")
    answer.get_by_text("7 is in row 3, column 2").wait_for()
    tab.get_by_role("button", name="New", exact=True).tap()
    answer.get_by_text("You can ask:").wait_for()
    tab.locator(".query").get_by_role("button", name="Close").tap()
    answer.wait_for(state="hidden")
    assert tab.evaluate("document.activeElement.id") == "board"


LOW = {**PHONE, "viewport": {"width": 360, "height": 740}}
# What of the field and of the answer is cut by the part of the window that no keyboard covers.
CUT = """() => {
  const [field, answer] = ["#query", ".query__answer"].map((part) =>
    document.querySelector(part).getBoundingClientRect());
  const { offsetTop, height } = visualViewport;
  return [Math.min(0, field.top - offsetTop), Math.max(0, answer.bottom - offsetTop - height)];
}"""


@pytest.mark.parametrize("zoom", [1, 1.5], ids=["whole", "covered"])
@pytest.mark.parametrize(
    "page",
    [LOW, {**PHONE, "locale": "es-ES"}, {**PHONE, "viewport": {"width": 740, "height": 360}}],
    indirect=True,
    ids=["360x740", "320x640", "740x360"],
)
def test_an_answer_comes_into_sight_with_its_question(page: Page, zoom: float) -> None:
    """A keyboard makes the part of the window that is seen smaller, as zooming does."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=6+1+4/0+2+7/5+3+8")
    tab.locator(".hints").wait_for()
    tab.locator(".controls__row .menu > button").tap()
    tab.get_by_role("menuitem").filter(has_text=re.compile("Ask about|Preguntar")).tap()
    answer = tab.locator(".query__answer", has_text=re.compile("[:.]"))
    answer.wait_for()
    tab.context.new_cdp_session(tab).send("Emulation.setPageScaleFactor", {"pageScaleFactor": zoom})
    tab.wait_for_function("(zoom) => visualViewport.scale === zoom", arg=zoom)
    tab.wait_for_function(f"() => ({CUT})().every((cut) => cut === 0)", timeout=5_000)
    invitation = answer.inner_text()
    # The keys of a phone are typed where the cursor is.
    tab.keyboard.type("why" if "You" in invitation else "motivo")
    tab.keyboard.press("Enter")
    tab.wait_for_function(
        "(before) => document.querySelector('.query__answer').textContent !== before",
        arg=invitation,
    )
    tab.wait_for_function(f"() => ({CUT})().every((cut) => cut === 0)", timeout=5_000)
    assert tab.evaluate(CUT) == [0, 0]
    assert tab.evaluate("document.activeElement.id") == "query"


@pytest.mark.parametrize("page", [LOW], indirect=True)
def test_a_board_begun_from_below_comes_into_sight(tab: Any) -> None:
    def in_sight() -> None:
        tab.wait_for_function(
            "() => document.querySelector('.clock').getBoundingClientRect().top >= 0"
        )
        assert tab.evaluate("innerHeight - document.querySelector('#board').offsetHeight") > 0

    tall = "1 2/3 4/5 6/7 0/9 8"
    for text in (tall, "1 2 3/4 5 6/0 7 8"):
        tab.evaluate("scrollTo(0, document.body.scrollHeight)")
        tab.get_by_role("button", name="Set up").tap()
        tab.get_by_label("Type or paste").fill(text)
        tab.get_by_role("button", name="Play this board").tap()
        in_sight()
    arrows(tab, "Left")
    tab.evaluate("scrollTo(0, document.body.scrollHeight)")
    tab.get_by_role("button", name="Retry").tap()
    in_sight()


@pytest.mark.parametrize("page", [LOW], indirect=True)
def test_the_buttons_of_a_tall_board_are_in_sight(tab: Any) -> None:
    tab.evaluate("location.hash = '#/play?board=1+2/3+4/5+6/7+0/9+8'")
    tab.wait_for_function("() => document.querySelector('#board').board.height === 5")
    for name in ("Undo", "Set up", "Solve"):
        box = tab.get_by_role("button", name=name, exact=True).first.bounding_box()
        assert box["y"] + box["height"] <= 740
    assert tab.locator("#board").bounding_box()["height"] > 350, "as large as they allow"


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_much_help_fits_a_phone(tab: Any) -> None:
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)  # tables are built first
    for key in ("ArrowDown", "u", "ArrowDown", "p", "p", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        tab.keyboard.press(key)
    # The session beside the board says it too, a moment later.
    result = tab.get_by_role("region", name="Result")
    result.get_by_text("1 hint, 1 undo, clock stopped, chosen board").wait_for()
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
