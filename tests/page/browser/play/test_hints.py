"""Hints: which tile, which way, the move; four modes; peeking."""

import json
import re
from typing import Any

import pytest
from helping import EIGHT, EIGHT_BOARD, FIFTEEN, after, choose, in_focus, opened, solved

from page_states import WELCOMED, arrows, board
from page_support import CHROMIUM_ARGUMENTS, SIZES, Page, Server, axe_violations, chromium


def words(tab: Any) -> str:
    return str(tab.locator(".hints__words").inner_text())


def announced(tab: Any, text: str, exact: bool = False) -> None:
    """Wait until the hints' panel says so; tables are built first, on a busy machine for long."""
    tab.locator(".hints__words").get_by_text(text, exact=exact).wait_for(timeout=60_000)


def made(tab: Any, moves: int) -> None:
    """Wait until the game counts so many moves."""
    tab.locator(".figure:has(dt:text-is('Moves')) dd").get_by_text(
        str(moves), exact=True
    ).wait_for()


def marked(tab: Any) -> list[str | None]:
    """Numbers of the marked tiles."""
    found = tab.evaluate("""() => Array.from(
      document.querySelector("taquin-board").shadowRoot.querySelectorAll(".marked"),
      (tile) => tile.textContent)""")
    return [re.sub(r"\D", "", text) for text in found]


def test_tables_are_built_before_anyone_asks(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    with page.tab.expect_worker() as told:
        page.open(EIGHT)
    assert told.value.url.endswith("/solver/worker.js")


def test_a_hint_asked_for_before_the_help_is_there_is_given(page: Page) -> None:
    held: list[Any] = []
    page.tab.route("**/hints.js", lambda route: held.append(route))
    page.tab.add_init_script(WELCOMED)
    tab = page.open(EIGHT)
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.keyboard.press("h")
    assert not tab.locator(".hints").is_visible()
    held.pop().continue_()
    announced(tab, "Move tile 2.")
    assert tab.locator(".hints").is_visible()


def test_silent_until_asked(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.wait_for_timeout(800)
    meter = tab.get_by_role("meter", name="Moves left")
    assert words(tab) == ""
    assert not meter.is_visible()
    assert marked(tab) == []
    tab.keyboard.down("v")
    meter.wait_for()


def test_which_tile_then_which_way_then_the_move(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    announced(tab, "Move tile 2.", exact=True)
    assert "proved" in words(tab) and "only best move" in words(tab)
    assert marked(tab) == ["2"]
    tab.keyboard.press("h")
    announced(tab, "Move tile 2 left.", exact=True)
    assert marked(tab) == ["2"]
    assert board(tab) == EIGHT_BOARD
    tab.keyboard.press("h")
    tab.wait_for_function("() => document.querySelector('.hints__words').textContent === ''")
    assert board(tab) == after(tab, EIGHT_BOARD, "L")
    assert marked(tab) == []


def test_equally_good_moves_are_named(page: Page) -> None:
    tab = opened(page, "#/play?board=8+6+7/2+5+4/3+0+1")
    tab.get_by_role("button", name="Hint", exact=True).click()
    announced(tab, "is just as good")
    assert re.search(r"Moving \d or \d is just as good", words(tab))


def test_hints_played_to_the_end_solve_and_mark_the_game(page: Page) -> None:
    tab = opened(page, EIGHT)
    asker = tab.locator(".hints__row .button--primary")
    for moves in range(1, 15):
        for label in ("Which way?", "Play it", "Hint"):
            tab.keyboard.press("h")
            # A solved board has no hints.
            asker.get_by_text(label, exact=True).wait_for(state="attached")
        made(tab, moves)
    tab.get_by_role("heading", name="Solved").wait_for()
    assert "14 hints" in tab.locator(".result .badge").inner_text()


def test_a_hint_of_the_15_puzzle_is_proved(page: Page) -> None:
    tab = opened(page, FIFTEEN)
    tab.keyboard.press("h")
    announced(tab, "Move tile 12.", exact=True)
    assert "proved" in words(tab)


# A search that proves its move when the test wants it to.
_SLOW = """async () => {
  const { mountHints } = await import("./play/hints.js");
  const { parseBoard } = await import("./board.js");
  const { newRecord } = await import("./game/record.js");
  const [board, goal] = ["8 1 3/4 0 2/7 6 5", "1 2 3/4 5 6/7 8 0"].map((text) => parseBoard(text));
  const record = newRecord({ board, goal });
  const game = Object.assign(new EventTarget(), { board, goal, record, hinted() {} });
  const proof = new Promise((resolve) => {
    window.prove = () => resolve({ letters: "LU", distance: 14, proved: true });
  });
  const line = { stage: "Row 1", way: "row by row" };
  const step = { ...line, sentence: "Bring 1 home.", tiles: [1], moves: "DR" };
  const solver = {
    better: [], optimalMoves: () => proof, human: async () => step, warm: async () => true,
  };
  const get = (name) => name === "hintMode" && "optimal";
  const settings = Object.assign(new EventTarget(), { get });
  const root = Object.assign(document.createElement("div"), { id: "trial" });
  document.querySelector("main").append(root);
  const app = { game, solver, settings, say() {} };
  mountHints(root, app, document.querySelector("taquin-board")).hint();
}"""


def test_a_slow_hint_begins_with_a_step_of_the_method_and_ends_with_the_proof(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.evaluate(_SLOW)
    trial = tab.locator("#trial")
    # On a board whose proof is near, a moment's patience is better than two answers.
    tab.wait_for_timeout(1_500)
    assert trial.get_by_text("Bring 1 home.").count() == 0
    trial.get_by_text("Bring 1 home.").wait_for(timeout=8_000)
    assert "A shortest solution is still being sought" in trial.inner_text()
    assert trial.locator(".badge").inner_text() == "row by row"
    assert marked(tab) == ["1"]
    trial.get_by_role("button", name="Which way?").click()
    trial.get_by_text("Start by moving tile 1 down.").wait_for()
    tab.evaluate("prove()")
    trial.get_by_text("Move tile 2 left.").wait_for()
    assert trial.locator(".badge").inner_text() == "proved"
    assert "Moving 6 is just as good." in trial.inner_text()
    assert marked(tab) == ["2"]


def test_a_move_of_ones_own_takes_the_hint_away(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    announced(tab, "Move tile 2.", exact=True)
    arrows(tab, "Up")
    assert words(tab) == ""
    assert marked(tab) == []


def test_the_marks_stay_while_peeking_and_after_a_pause(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    tab.keyboard.press("h")
    announced(tab, "Move tile 5.", exact=True)
    tab.keyboard.down("v")
    assert marked(tab) == ["5"]
    tab.keyboard.up("v")
    tab.keyboard.press("p")
    panel = tab.locator(".hints")
    assert not panel.locator(".hints__words").is_visible()
    for name in ("Which way?", "Hints: Optimal", "Moves left"):
        assert panel.get_by_role("button", name=name).is_disabled()
    for key in ("h", "v"):
        tab.keyboard.press(key)
    tab.keyboard.press("p")
    assert marked(tab) == ["5"]
    assert words(tab).startswith("Move tile 5.")
    assert not panel.locator(".peek").is_visible()


# The panel of another goal than the usual one comes first, and the hints are below the fold.
OTHER_GOAL = "#/play?board=7+0+2/8+5+3/6+1+4&goal=first"


TABLET = {"viewport": {"width": 768, "height": 1024}}


@pytest.mark.parametrize("page", [TABLET], indirect=True)
def test_the_words_of_a_hint_come_into_view_and_those_after_a_move_do_not(page: Page) -> None:
    def in_view() -> bool:
        return bool(
            tab.evaluate("""() => {
              const words = document.querySelector(".hints__words");
              const { top, bottom } = words.getBoundingClientRect();
              return top >= 0 && top < bottom && bottom <= innerHeight;
            }""")
        )

    tab = opened(page, OTHER_GOAL)
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)
    assert in_view()
    choose(tab, "Learn")
    tab.evaluate("scrollTo(0, 0)")
    tab.keyboard.press("h")
    announced(tab, "on the board.")
    assert in_view()
    tab.evaluate("scrollTo(0, 0)")
    tab.keyboard.press("ArrowLeft")
    tab.locator(".hints__words").get_by_text(re.compile("^(Yes|Not the best)")).wait_for()
    assert tab.evaluate("scrollY") == 0


@pytest.mark.parametrize("page", [{"forced_colors": "active"}], indirect=True)
def test_a_marked_tile_stands_out_in_forced_colours(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for()
    grounds = tab.evaluate("""() => {
      const tiles = document.querySelector("taquin-board").shadowRoot.querySelectorAll("button");
      const ground = (kind) => [...tiles].filter((tile) => tile.textContent && kind(tile))
        .map((tile) => getComputedStyle(tile).backgroundColor);
      const marked = (tile) => tile.classList.contains("marked");
      return [ground(marked), ground((tile) => !marked(tile))];
    }""")
    assert len(grounds[0]) == 1
    assert grounds[0][0] not in grounds[1]


def test_slides_mode_gives_a_slide_of_several_tiles(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+0/4+5+3/7+8+6")
    arrows(tab, "Right", "Right")
    choose(tab, "Slides")
    tab.keyboard.press("h")
    announced(tab, "Move tile 2: 1 and 2 slide together.")
    announced(tab, "It begins a solution of 2 slides. No solution has fewer slides.")
    assert marked(tab) == ["2"]
    tab.keyboard.press("h")
    announced(tab, "Move tile 2 left: 1 and 2 slide together.")
    tab.keyboard.press("h")
    made(tab, 4)
    assert board(tab) == "1 2 0/4 5 3/7 8 6"
    tab.keyboard.press("h")
    announced(tab, "Move tile 6: 3 and 6 slide together.")
    announced(tab, "It begins a solution of 1 slide. No solution has fewer slides.")


def test_slides_mode_counts_moves_on_large_boards(page: Page) -> None:
    tab = opened(
        page, "#/play?board=1+2+3+4+5/6+7+8+9+10/11+12+13+14+15/16+17+18+19+20/21+22+0+23+24"
    )
    choose(tab, "Slides")
    tab.keyboard.press("h")
    announced(tab, "hints count moves")
    assert "Above 16 cells, hints count moves." in words(tab)


def test_human_mode_gives_the_step_and_its_reason(page: Page) -> None:
    tab = opened(page, EIGHT)
    choose(tab, "Human")
    tab.keyboard.press("h")
    announced(tab, "Bring 1 to its corner, row 1, column 1.")
    assert "row by row" in words(tab)
    assert marked(tab) == ["1"]
    # The moves are those of one tile, not of the whole row.
    assert re.search(r"Part of row 1; this step takes \d+ moves\.", words(tab))
    tab.keyboard.press("h")
    announced(tab, "Start by moving")
    label = tab.locator(".hints__row .button--primary").inner_text()
    count = int(re.search(r"Play (\d+) moves", label)[1])  # type: ignore[index]
    tab.keyboard.press("h")
    made(tab, count)
    assert board(tab).startswith("1 ")


def test_learn_mode_judges_the_move_found(page: Page) -> None:
    tab = opened(page, EIGHT)
    choose(tab, "Learn")
    tab.keyboard.press("h")
    announced(tab, "One of the 4 possible moves is best. Make it on the board.")
    assert marked(tab) == []
    arrows(tab, "Up")
    announced(tab, "Not the best")
    tab.get_by_role("button", name="Undo it").click()
    assert board(tab) == EIGHT_BOARD
    tab.keyboard.press("h")
    announced(tab, "One of the 4")
    arrows(tab, "Left")
    announced(tab, "Yes, that is a best move.")


def test_learn_mode_is_silent_about_the_move_that_solves(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/7+0+8")
    choose(tab, "Learn")
    tab.keyboard.press("h")
    announced(tab, "best")
    arrows(tab, "Left")
    tab.get_by_text("Solved", exact=True).wait_for()
    tab.wait_for_timeout(500)
    assert words(tab) == "", "no hint is left to press for"


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_every_kind_of_hint_is_in_a_low_window(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.get_by_role("button", name="Hints: Optimal").click()
    entries = tab.get_by_role("menuitemradio")
    entries.first.wait_for()
    boxes = [entry.bounding_box() for entry in entries.all()]
    assert len(boxes) == 4
    assert all(box["y"] >= 0 and box["y"] + box["height"] <= 360 for box in boxes), boxes


def test_the_kinds_of_hint_are_beside_the_gutter_of_the_scroll_bar(
    browser: Any, server: Server
) -> None:
    """Nothing is painted on the gutter, and the width of the client includes it."""
    running = browser.browser_type.launch(
        executable_path=chromium()[0],
        args=CHROMIUM_ARGUMENTS,
        ignore_default_args=["--hide-scrollbars"],
    )
    tab = running.new_page(viewport={"width": 1440, "height": 900})
    tab.add_init_script(WELCOMED)
    tab.goto(server.url + EIGHT)
    tab.get_by_role("button", name="Hints: Optimal").click()
    tab.get_by_role("menuitemradio").first.wait_for()
    menu = tab.get_by_role("menu").bounding_box()
    width = tab.evaluate("document.body.getBoundingClientRect().right")
    running.close()
    assert width < 1440
    assert menu["x"] >= 0 and menu["x"] + menu["width"] <= width


def test_learn_mode_judges_no_undo_and_no_redo(page: Page) -> None:
    tab = opened(page, EIGHT)
    choose(tab, "Learn")
    arrows(tab, "Up")
    for key, left in (("u", EIGHT_BOARD), ("r", after(tab, EIGHT_BOARD, "U"))):
        tab.keyboard.press("h")
        announced(tab, "possible moves")
        tab.keyboard.press(key)
        assert board(tab) == left
        assert words(tab) == ""
        assert tab.get_by_role("button", name="Undo it").count() == 0


def test_learn_mode_judges_a_slide_of_several_tiles(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/0+13+14+15")
    start = board(tab)
    choose(tab, "Learn")
    for tile, verdict in (
        (5, "Not the best"),
        (14, "Yes, all 2 moves of this slide are best moves."),
    ):
        tab.keyboard.press("h")
        announced(tab, "possible moves")
        tab.get_by_role("button", name=re.compile(rf"^{tile}, row")).click()
        announced(tab, verdict)
        back = tab.get_by_role("button", name="Undo it")
        assert back.count() == (tile == 5)
        if tile == 5:
            back.press("Enter")
            assert board(tab) == start
            assert tab.evaluate("document.activeElement.tagName") == "TAQUIN-BOARD"


def test_learn_mode_gives_the_tile_away_when_asked_again(page: Page) -> None:
    tab = opened(page, EIGHT)
    choose(tab, "Learn")
    tab.keyboard.press("h")
    announced(tab, "One of the 4")
    tab.keyboard.press("h")
    announced(tab, "Move tile 2.", exact=True)
    tab.keyboard.press("h")
    announced(tab, "Move tile 2 left.", exact=True)
    tab.keyboard.press("h")
    made(tab, 1)
    tab.wait_for_timeout(300)
    assert words(tab) == "", "praise for the page's own move"


def test_the_kind_of_hint_is_chosen_in_a_menu(page: Page) -> None:
    tab = opened(page, EIGHT)
    opener = tab.get_by_role("button", name="Hints: Optimal")
    opener.press("Enter")
    entries = tab.get_by_role("menuitemradio")
    entries.first.wait_for()
    assert [entry.get_attribute("aria-checked") for entry in entries.all()] == [
        *("true", "false", "false", "false")
    ]
    # Neither arrows nor letters reach the board while the menu has them.
    for key in ("ArrowDown", "n", *["ArrowDown"] * 5):
        tab.keyboard.press(key)
    assert board(tab) == EIGHT_BOARD
    assert in_focus(tab).startswith("Human")
    tab.keyboard.press("Escape")
    assert tab.evaluate("document.activeElement.ariaLabel") == "Hints: Optimal"
    choose(tab, "Human")
    arrows(tab, "Left")
    assert board(tab) == after(tab, EIGHT_BOARD, "L")
    assert tab.get_by_role("button", name="Hints: Human").is_visible()
    opener = tab.get_by_role("button", name="Hints:")
    assert opener.get_attribute("aria-expanded") == "false"


def test_the_distance_is_shown_by_a_hold_as_by_a_press(page: Page) -> None:
    tab = opened(page, EIGHT)
    button = tab.get_by_role("button", name="Moves left")
    for by, moves, then in (("key", "14", "Left"), ("button", "13", "Right")):
        if by == "key":
            tab.keyboard.down("v")
        else:
            button.hover()
            tab.mouse.down()
        tab.locator(".peek").get_by_text(f"{moves} moves left").wait_for()
        meter = tab.get_by_role("meter", name="Moves left")
        assert meter.get_attribute("aria-valuenow") == moves
        assert meter.get_attribute("aria-valuemax") == "31"
        if by == "key":
            tab.keyboard.up("v")
        else:
            tab.mouse.up()
        assert button.get_attribute("aria-pressed") == "false"
        assert meter.is_visible()
        arrows(tab, then)
        meter.wait_for(state="hidden")


# The game is stored a moment after its first change.
HINTS_TAKEN = """() => JSON.parse(sessionStorage.getItem("taquin.game"))?.record.hints.peek"""
PHONE_TOUCHED = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
SIDEWAYS = {"viewport": {"width": 740, "height": 360}, "has_touch": True, "is_mobile": True}


def test_the_moves_left_stay_until_the_board_changes(page: Page) -> None:
    tab = opened(page, EIGHT)
    button = tab.get_by_role("button", name="Moves left")
    figure = tab.locator(".peek").get_by_text("moves left")
    presses = (
        button.click,
        lambda: tab.keyboard.press("v"),
        # As a screen reader presses it.
        lambda: button.evaluate("(one) => one.click()"),
    )
    ends = (
        lambda: arrows(tab, "Left"),
        tab.get_by_role("button", name="Undo", exact=True).click,
        lambda: tab.keyboard.press("p"),
        lambda: tab.evaluate("location.hash = '#/stats'"),
    )
    for at, end in enumerate(ends):
        presses[at % 3]()
        figure.wait_for()
        if at == 0:
            tab.wait_for_timeout(2_500)
        assert figure.is_visible()
        end()
        figure.wait_for(state="hidden", timeout=1_000)
        if at == 2:
            tab.keyboard.press("p")


def test_neither_a_hint_nor_a_solution_takes_the_moves_left_away(page: Page) -> None:
    tab = opened(page, EIGHT)
    button, figure = tab.get_by_role("button", name="Moves left"), tab.locator(".peek")
    button.click()
    number = figure.get_by_text("14 moves left")
    number.wait_for()
    size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    assert number.evaluate(size) >= 15
    note = figure.get_by_text("counts as a hint")
    assert note.evaluate(size) >= 13
    tab.set_viewport_size({"width": 2560, "height": 1300})
    lines = number.bounding_box(), note.bounding_box()
    assert lines[1]["y"] - lines[0]["y"] - lines[0]["height"] >= 4, "they nearly touched"
    for words in ("Move tile 2.", "Move tile 2 left."):
        tab.keyboard.press("h")
        announced(tab, words, exact=True)
        assert number.is_visible()
    tab.get_by_role("button", name=re.compile("^Solve")).click()
    tab.get_by_role("button", name="Step").wait_for()
    assert number.is_visible()
    assert figure.get_by_text("counts as a hint").is_visible()
    # The solution shows a board that is nearer.
    tab.get_by_role("button", name="Step").click()
    number.wait_for(state="hidden")


def test_the_moves_left_are_the_best_bounds_known_by_now(page: Page) -> None:
    tab = opened(page, "#/play")
    tab.evaluate("""async () => {
      const { namedGoal, formatBoard } = await import("./board.js");
      const { randomBoard } = await import("./game/random.js");
      const board = formatBoard(randomBoard(10, 10, namedGoal("last", 10, 10), "bounds"));
      location.hash = `#/play?board=${board.replaceAll(" ", "+")}`;
    }""")
    tab.wait_for_function("() => location.hash === '#/play'")
    figure = tab.locator(".peek .distance__text")
    tab.get_by_role("button", name="Moves left").click()
    figure.get_by_text(re.compile(r"^[\d,]+ to [\d,]+ moves left$")).wait_for(timeout=60_000)
    tab.get_by_role("button", name=re.compile("^Solve")).click()
    found = tab.locator(".solve").get_by_text(re.compile("at least .* moves are needed"))
    found.wait_for(timeout=60_000)
    least = re.search(r"at least ([\d,]+) moves", found.inner_text())
    length = tab.locator(".solve__head h2").inner_text().removesuffix(" moves")
    assert least and figure.inner_text() == f"{least[1]} to {length} moves left"
    assert tab.locator(".peek").get_by_text("counts as a hint").is_visible()


# Measured for seconds, as nothing proves how far the board is.
FAR = "#/play?board=12+3+7+20+1/24+8+15+2+9/17+0+22+11+4/6+19+13+10+21/23+16+5+18+14"


@pytest.mark.parametrize("page", [PHONE_TOUCHED, SIDEWAYS, TABLET, {}], indirect=True)
def test_a_number_that_took_seconds_is_remembered_and_the_hint_stays_usable(page: Page) -> None:
    tab = opened(page, FAR)
    button, figure = tab.get_by_role("button", name="Moves left"), tab.locator(".peek")
    hint = tab.get_by_role("button", name=re.compile("^Hint( H)?$")).locator("visible=true")
    places = """() => [...document.querySelectorAll(".view--play :is(button, taquin-board)")]
      .filter((one) => one.checkVisibility())
      .map((one) => Object.values(one.getBoundingClientRect().toJSON()))"""
    hint.hover()
    before = tab.evaluate(places)
    button.click()
    figure.get_by_text("Measuring…").wait_for()
    assert tab.evaluate(places) == before
    hint.click(trial=True)
    # On a phone the range is shorter.
    answer = figure.get_by_text(re.compile(r"^\d+ to \d+( moves)? left$"))
    answer.locator("visible=true").wait_for(timeout=60_000)
    assert figure.get_by_text("counts as a hint").is_visible()
    assert tab.evaluate(places) == before
    hint.click(trial=True)
    words = figure.locator(".distance").inner_text()
    inside = figure.evaluate("""(one) => {
      const box = one.getBoundingClientRect();
      return [...one.children].filter((child) => child.checkVisibility()).every((child) => {
        const { top, bottom } = child.getBoundingClientRect();
        return top >= box.top && bottom <= box.bottom;
      });
    }""")
    assert inside
    # Away and back: no second measurement.
    arrows(tab, "Left")
    figure.wait_for(state="hidden")
    arrows(tab, "Right")
    button.click()
    figure.get_by_text(words).wait_for(timeout=1_000)
    tab.evaluate("dispatchEvent(new Event('pagehide'))")
    assert tab.evaluate(HINTS_TAKEN) == 1


@pytest.mark.parametrize("page", [PHONE_TOUCHED, SIDEWAYS, {}], indirect=True)
def test_moves_left_cost_one_hint_for_each_position_which_no_notice_says(page: Page) -> None:
    tab = opened(page, EIGHT)
    button, figure = tab.get_by_role("button", name="Moves left"), tab.locator(".peek")
    assert button.get_attribute("title") == "Shows the moves left; counts as a hint"
    # It stands with each number that costs one.
    button.click()
    figure.get_by_text("14 moves left").wait_for()
    assert figure.get_by_text("counts as a hint").is_visible()
    button.click()
    assert figure.get_by_text("14 moves left").is_visible()
    tab.wait_for_function(f"() => ({HINTS_TAKEN})() === 1")
    arrows(tab, "Left")
    figure.wait_for(state="hidden", timeout=1_000)
    button.click()
    figure.get_by_text("13 moves left").wait_for()
    assert figure.get_by_text("counts as a hint").is_visible()
    tab.wait_for_function(f"() => ({HINTS_TAKEN})() === 2")
    # Back at a position whose number is known.
    tab.get_by_role("button", name="Undo", exact=True).click()
    button.click()
    figure.get_by_text("14 moves left").wait_for()
    assert not figure.get_by_text("counts as a hint").is_visible()
    tab.evaluate("dispatchEvent(new Event('pagehide'))")
    assert tab.evaluate(HINTS_TAKEN) == 2
    assert tab.locator(".notice").count() == 0


def taken(tab: Any) -> int:
    """How many hints the moves left have cost the game."""
    tab.evaluate("dispatchEvent(new Event('pagehide'))")
    return int(tab.evaluate(HINTS_TAKEN))


@pytest.mark.parametrize("spoilers", [False, True], ids=["asked", "spoilers"])
def test_moves_left_cost_no_second_hint_after_a_reload(page: Page, spoilers: bool) -> None:
    kept = json.dumps({"welcomed": True, "spoilers": spoilers})
    page.tab.add_init_script(f"localStorage['taquin.settings'] = '{kept}'")
    tab = opened(page, EIGHT)
    button, figure = tab.get_by_role("button", name="Moves left"), tab.locator(".peek")
    for visit in range(2):
        if visit:
            tab.reload()
        button.click()
        figure.get_by_text("14 moves left").wait_for()
        assert figure.get_by_text("counts as a hint").is_visible() == (not visit and not spoilers)
        assert taken(tab) == 1
    arrows(tab, "Left")
    button.click()
    figure.get_by_text("13 moves left").wait_for()
    assert taken(tab) == (1 if spoilers else 2)


def test_a_measurement_that_is_cancelled_costs_no_hint(page: Page) -> None:
    tab = opened(page, FAR)
    button, figure = tab.get_by_role("button", name="Moves left"), tab.locator(".peek")
    ends = (
        lambda: arrows(tab, "Left"),
        tab.get_by_role("button", name="Undo", exact=True).click,
        lambda: tab.keyboard.press("p"),
        lambda: tab.evaluate("location.hash = '#/stats'"),
    )
    for end in ends:
        button.click()
        figure.get_by_text("Measuring…").wait_for()
        end()
        figure.wait_for(state="hidden", timeout=1_000)
        if tab.locator(".veil").is_visible():
            tab.keyboard.press("p")
    # A key that is still down measures on for nobody.
    tab.evaluate("location.hash = '#/play'")
    tab.keyboard.down("v")
    figure.get_by_text("Measuring…").wait_for()
    tab.evaluate("location.hash = '#/stats'")
    figure.wait_for(state="hidden", timeout=1_000)
    assert taken(tab) == 0


def clean(tab: Any) -> None:
    """axe-core finds nothing in light, in dark on a phone, or in forced colours."""
    dark = {"color_scheme": "dark"}
    for size, look in (("wide", {}), ("phone", dark), ("wide", {"forced_colors": "active"})):
        width, height = SIZES[size]
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(**{"color_scheme": "light", "forced_colors": "none", **look})
        assert axe_violations(tab) == [], (size, look)
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), (size, look)


def test_nothing_for_axe_to_find(page: Page) -> None:
    page.tab.emulate_media(reduced_motion="reduce")  # colours change at once
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    tab.keyboard.press("h")
    announced(tab, "Move tile 2 left.", exact=True)
    clean(tab)
    solved(tab)
    clean(tab)


# Of this board a later search proves more than the hint's own.
FAR = (
    "#/play?board=18+17+22+0+6/15+4+24+21+1/19+11+20+3+2/7+9+5+10+23/8+12+14+16+13"
    "&goal=1+2+3+4+5/16+17+18+19+6/15+24+0+20+7/14+23+22+21+8/13+12+11+10+9"
)


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_hint_and_the_moves_left_beside_it_have_one_bound(page: Page) -> None:
    """“93 to 107 moves left” stood above “at least 75 moves are needed”."""
    tab = opened(page, FAR)
    tab.keyboard.press("h")
    tab.locator(".hints__words", has_text="at least").wait_for(timeout=60_000)
    tab.locator(".peek__asker").click()
    left = tab.locator(".peek .distance__short")
    left.wait_for(timeout=60_000)
    (least, *_) = re.findall(r"\d+", left.inner_text())
    tab.wait_for_function(
        "(text) => document.querySelector('.hints__words').textContent.includes(text)",
        arg=f"at least {least} moves",
        timeout=10_000,
    )
    assert f"at least {least} moves" in words(tab)
