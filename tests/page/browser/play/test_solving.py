"""The solver's answers beside the board: watched, made, taken back, or none."""

import re

import pytest
from helping import EIGHT, EIGHT_BOARD, FIFTEEN, after, choose, focused, in_focus, opened, solved

from page_states import arrows, board
from page_support import Page, ends

PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


def test_a_solution_is_proved_and_can_be_watched(page: Page) -> None:
    tab = opened(page, FIFTEEN)
    start = board(tab)
    solved(tab)
    panel = tab.get_by_role("group", name="Solver")
    assert panel.get_by_role("heading", name="57 moves").is_visible()
    assert "nodes" not in panel.inner_text()
    panel.get_by_text("How it was found").click()
    assert re.search(r"searched in this browser: [\d,]+ nodes in", panel.inner_text())
    moves = str(panel.locator(".moves__move").all_inner_texts())
    way = "".join({"↑": "U", "↓": "D", "←": "L", "→": "R"}[c] for c in moves if c in "↑↓←→")
    assert len(way) == 57
    panel.get_by_role("button", name="Step").click()
    assert board(tab) == after(tab, start, way[:1])
    panel.get_by_role("button", name="Back").click()
    assert board(tab) == start
    panel.get_by_role("radio", name=re.compile(": move 20,")).click()
    assert board(tab) == after(tab, start, way[:20])
    tab.keyboard.press("ArrowRight")
    assert board(tab) == after(tab, start, way[:21])
    # The list follows within itself, while the page stays.
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.evaluate("document.querySelector('.moves').scrollIntoView({ block: 'end' })")
    top = tab.evaluate("scrollY")
    tab.evaluate("""() => {
      const slider = document.querySelector(".playback__scrub input");
      slider.value = 50;
      slider.dispatchEvent(new Event("input"));
    }""")
    listed, current = ends(tab, ".moves", ".moves [aria-checked=true]")
    assert listed[0] <= current[0] < current[1] <= listed[1]
    assert tab.evaluate("scrollY") == top
    panel.get_by_role("slider", name="Move").fill("57")
    assert board(tab) == "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
    panel.get_by_role("button", name="Return to the game").click()
    assert board(tab) == start
    assert "Moves\n0" in tab.locator(".clock").inner_text()


def test_the_fewest_slides_are_proved_and_stepped_through(page: Page) -> None:
    tab = opened(page, EIGHT)
    start = board(tab)
    solved(tab)
    panel = tab.get_by_role("group", name="Solver")
    panel.get_by_role("button", name="Fewest slides").click()
    panel.get_by_role("heading", name="12 slides").wait_for()
    assert panel.get_by_text("No solution has fewer slides.").is_visible()
    assert panel.get_by_text("fewest, proved").is_visible()
    panel.get_by_text("How it was found").click()
    assert panel.get_by_text("moves; a slide moves one tile or several").is_visible()
    assert panel.locator(".moves__move").count() == 12
    # What is counted is what the title counts: in words, by the slider, and in the list.
    place = panel.locator(".playback__place")
    slider = panel.get_by_role("slider", name="Slide", exact=True)
    assert place.inner_text() == "0 / 12" and slider.get_attribute("max") == "12"
    slides = panel.get_by_role("radiogroup", name="Slides").get_by_role("radio")
    names = [one.get_attribute("aria-label") for one in slides.all()]
    assert [f": slide {i + 1}, " in name for i, name in enumerate(names)] == [True] * 12
    assert any(", " in name.split(f": slide {i + 1}, ")[1] for i, name in enumerate(names))
    for i in range(12):
        panel.get_by_role("button", name="Step").click()
        assert place.inner_text() == f"{i + 1} / 12"
        assert slider.input_value() == str(i + 1)
        assert slider.get_attribute("aria-valuetext") == f"{i + 1} of 12"
        assert slides.nth(i).get_attribute("aria-checked") == "true"
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    slider.fill("11")
    assert (
        place.inner_text() == "11 / 12" and slides.nth(10).get_attribute("aria-checked") == "true"
    )
    panel.get_by_role("button", name="Play").click()
    panel.get_by_text("12 / 12").wait_for()
    panel.get_by_role("button", name="Fewest moves").click()
    panel.get_by_role("heading", name="14 moves").wait_for()
    panel.get_by_role("button", name="Return to the game").click()
    assert board(tab) == start


@pytest.mark.parametrize(
    "page", [{**PHONE, "viewport": {"width": 360, "height": 640}}], indirect=True
)
def test_a_move_chosen_below_the_window_comes_up_with_the_board(page: Page) -> None:
    tab = opened(page, FIFTEEN)
    tab.emulate_media(reduced_motion="reduce")
    start = board(tab)
    solved(tab)
    moves = tab.locator(".moves__move")
    moves.nth(50).tap()
    tab.locator(".playback__place", has_text="51 / 57").wait_for()
    assert board(tab) != start
    assert 0 <= ends(tab, ".stage taquin-board")[0][0] <= 16
    # From the slider, arrow keys step on.
    tab.keyboard.press("ArrowRight")
    tab.locator(".playback__place", has_text="52 / 57").wait_for()


def test_playing_stops_and_follows_the_speed(page: Page) -> None:
    tab = opened(page, EIGHT)
    solved(tab)
    panel = tab.get_by_role("group", name="Solver")
    drawing = panel.locator(".button--primary path")
    panel.get_by_role("button", name="Play").click()
    stop = drawing.get_attribute("d")
    panel.get_by_role("button", name="Stop").click()
    assert stop != drawing.get_attribute("d")
    speed = panel.get_by_label("Speed")
    speed.focus()
    speed.dispatch_event("pointerdown")
    speed.select_option("32")
    assert in_focus(tab) != speed.text_content()  # arrow keys move tiles again
    panel.get_by_role("button", name="Play").click()
    panel.get_by_text("14 / 14").wait_for()
    assert panel.get_by_role("button", name="Play").is_visible()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    assert not tab.get_by_role("heading", name="Solved").is_visible()


def test_a_move_goes_on_from_the_solution_shown(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    start = board(tab)
    solved(tab)
    panel = tab.get_by_role("group", name="Solver")
    for _ in range(3):
        panel.get_by_role("button", name="Step").click()
    shown = board(tab)
    arrows(tab, "Down")
    assert board(tab) == after(tab, shown, "D") != shown
    assert panel.get_by_role("button", name="Solve").is_visible()
    assert "You play on from move 3 of the solution." in tab.locator(".notice").inner_text()
    assert "Moves\n5" in tab.locator(".clock").inner_text()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert board(tab) == start
    # Before the first step it is a move like any other; after the last one the game comes back.
    solved(tab)
    arrows(tab, "Up")
    assert board(tab) == after(tab, start, "U")
    solved(tab)
    panel.get_by_role("slider", name="Move").evaluate(
        "(bar) => { bar.value = bar.max; bar.dispatchEvent(new Event('input')); }"
    )
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    tab.get_by_role("button", name="8, row 3 column 2, can move right").click()
    assert board(tab) == after(tab, start, "U")
    assert panel.get_by_role("button", name="Solve").is_visible()


def test_questions_are_about_the_board_that_the_solution_shows(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    solved(tab)
    answer = tab.locator(".query__answer")

    def asked(question: str, reply: str) -> None:
        tab.keyboard.press("/")
        tab.locator("#query").fill(question)
        tab.keyboard.press("Enter")
        answer.get_by_text(reply, exact=True).wait_for()

    asked("where 7", "7 is in row 3, column 2; its home is row 3, column 1.")
    tab.get_by_role("button", name="Step", exact=True).click()
    answer.get_by_text("You can ask:").wait_for()
    asked("where 7", "7 is at home, row 3, column 1.")
    asked("progress", "7 of 8 tiles are at home after 1 move.")
    asked("hint", "Next in the solution that is shown: tile 8 left.")
    assert tab.locator(".playback__place").inner_text().startswith("1 / ")
    tab.get_by_role("button", name="Step", exact=True).click()
    asked("hint", "The solution that is shown ends here.")
    tab.get_by_role("button", name="Return to the game").click()
    answer.get_by_text("You can ask:").wait_for()


def test_a_solver_that_cannot_be_loaded_says_so_and_loads_later(page: Page) -> None:
    tab = page.tab
    tab.route("**/shared/playback.js", lambda route: route.abort())
    page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    panel = tab.get_by_role("group", name="Solver")
    panel.get_by_role("button", name="Solve").click()
    panel.get_by_role("heading", name="No answer").wait_for()
    panel.get_by_text("The solver could not be loaded.").wait_for()
    tab.unroute("**/shared/playback.js")
    panel.get_by_role("button", name="Solve").click()
    panel.get_by_role("heading", name="2 moves").wait_for()
    page.forgive("ERR_FAILED|playback.js")


def test_a_solution_seen_is_noted(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    solved(tab)
    tab.get_by_role("button", name="Return to the game").click()
    arrows(tab, "Left", "Left")
    tab.get_by_role("heading", name="Solved").wait_for()
    assert "solution shown" in tab.locator(".result .badge").inner_text()


def test_no_solution_in_a_pause(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    tab.keyboard.press("p")
    tab.keyboard.press("o")
    tab.locator(".solve").get_by_text("The game is paused.").wait_for()
    shown = tab.locator(".solve").inner_text().split("\n")
    assert [line for line in shown if line] == ["Paused", "The game is paused.", "Solve"]


def test_a_solution_waits_for_the_end_of_a_pause(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    solved(tab)
    tab.keyboard.press("p")
    assert not tab.locator(".solve .playback").is_visible()
    tab.locator(".veil").click()
    assert tab.locator(".solve .playback").is_visible()


def test_solve_ends_the_playing_of_a_step(page: Page) -> None:
    tab = opened(page, FIFTEEN)
    choose(tab, "Human")
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for()
    tab.keyboard.press("h")
    tab.get_by_role("button", name=re.compile(r"^Play (it|\d+ moves)")).wait_for()
    tab.keyboard.press("h")
    solved(tab)
    before = board(tab)
    tab.wait_for_timeout(300)
    assert board(tab) == before


def test_the_solvers_moves_can_be_made_and_taken_back(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    solved(tab)
    tab.get_by_role("button", name="Make these moves").click()
    tab.get_by_role("heading", name="Solved").wait_for()
    assert "solver" in tab.locator(".result .badge").inner_text()
    # Nothing lies upon the result, which says it all.
    assert tab.locator(".notice").count() == 0
    tab.locator(".controls").get_by_role("button", name="Undo").click()
    assert board(tab) == after(tab, EIGHT_BOARD, "L")


def test_a_board_that_the_page_alone_solved_shows_no_time(page: Page) -> None:
    tab = opened(page, EIGHT)
    solved(tab)
    tab.get_by_role("button", name="Make these moves").click()
    tab.get_by_role("heading", name="Solved").wait_for()
    figures = tab.locator(".clock__figures dd")
    assert figures.all_inner_texts() == ["–", "14"]
    assert "Time" not in tab.locator(".result__figures").inner_text()
    # Nobody played, so the next board begins at no time.
    tab.keyboard.press("n")
    assert figures.first.inner_text() == "0:00.0"


def test_taking_back_the_solvers_moves_leads_through_a_newer_game(page: Page) -> None:
    tab = opened(page, EIGHT)
    solved(tab)
    tab.get_by_role("button", name="Make these moves").click()
    tab.keyboard.press("n")
    newer = board(tab)
    tab.keyboard.press("u")
    tab.keyboard.press("u")
    assert board(tab) == EIGHT_BOARD != newer
    tab.keyboard.press("r")
    tab.keyboard.press("r")
    assert board(tab) == newer


@pytest.mark.parametrize("page", [PHONE], indirect=True)
@pytest.mark.parametrize("way", ["Make these moves", "Return to the game"])
def test_the_board_is_in_view_where_the_solver_leaves_it(page: Page, way: str) -> None:
    def edge(name: str) -> float:
        box = "document.querySelector('taquin-board').getBoundingClientRect().toJSON()"
        return float(tab.evaluate(box)[name])

    tab = opened(page, EIGHT)
    solved(tab)
    leave = tab.get_by_role("button", name=way)
    leave.evaluate("(one) => one.scrollIntoView({ block: 'start' })")
    assert edge("top") < -40
    leave.click()
    leave.wait_for(state="detached")
    # The browser scrolls by whole pixels.
    assert edge("top") > -1
    assert edge("bottom") < 641


def test_already_solved_is_an_answer(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    arrows(tab, "Left", "Left")
    tab.keyboard.press("o")
    tab.get_by_role("heading", name="Already solved").wait_for()
    assert (
        tab.get_by_role("group", name="Solver")
        .get_by_text("There is nothing left to move")
        .is_visible()
    )


# The page never lets a game begin that cannot end; the panel is asked directly.
_UNSOLVABLE = """async () => {
  const { mountSolve } = await import("./play/solvepanel.js");
  const { mountHints } = await import("./play/hints.js");
  const { formatBoard, parseBoard } = await import("./board.js");
  const { createSolver } = await import("./solver/solver.js");
  const game = Object.assign(new EventTarget(), {
    board: parseBoard("2 1 3/4 5 6/7 8 0"), goal: parseBoard("1 2 3/4 5 6/7 8 0"),
    record: { seed: null, created: "2026-01-01T00:00:00.000Z" },
    start: ({ board, goal }) => { document.title = `${formatBoard(board)} ${formatBoard(goal)}`; },
  });
  const [root, hintRoot] = [document.createElement("div"), document.createElement("div")];
  root.id = "trial";
  document.querySelector("main").append(root, hintRoot);
  const get = (key) => key === "hintMode" && "optimal";
  const settings = Object.assign(new EventTarget(), { get });
  const app = {
    game, settings, history: new EventTarget(), solver: createSolver({ online: false }),
    say() {}, notify() {},
  };
  const element = document.querySelector("taquin-board");
  mountSolve(root, app, element).solve();
  mountHints(hintRoot, app, element).hint();
  hintRoot.id = "hint-trial";
}"""


def test_unsolvable_is_an_answer_with_the_nearest_fixes(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.evaluate(_UNSOLVABLE)
    panel = tab.locator("#trial")
    panel.get_by_role("heading", name="Unsolvable").wait_for()
    assert "odd" in panel.inner_text()
    tab.locator("#hint-trial .hints__words p").wait_for()
    panel.get_by_role("button", name="Goal: spiral").click()
    assert tab.title() == "2 1 3/4 5 6/7 8 0 1 2 3/8 0 4/7 6 5"
    panel.get_by_role("button", name=re.compile("^Swap")).click()
    swapped = tab.title().removesuffix(" 1 2 3/4 5 6/7 8 0")
    assert swapped == "1 2 3/4 5 6/7 8 0"


@pytest.mark.parametrize("way", ["Make these moves", "Return to the game"])
def test_the_focus_comes_back_from_the_solution(page: Page, way: str) -> None:
    tab = opened(page, EIGHT)
    tab.get_by_role("button", name="Solve").focus()
    solved(tab, "Enter")
    focused(tab, "Play")
    tab.get_by_role("button", name=way).press("Enter")
    if way == "Make these moves":
        assert tab.evaluate("document.activeElement.localName") == "taquin-board"
    else:
        focused(tab, "Solve")


def test_a_solution_stops_out_of_sight_and_puts_the_hint_away(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    tab.get_by_role("button", name="Which way?").wait_for()
    solved(tab)
    assert tab.get_by_role("button", name="Which way?").count() == 0
    tab.locator(".solve").get_by_role("button", name="Play", exact=True).click()
    tab.locator(".solve").get_by_role("button", name="Stop", exact=True).wait_for()
    tab.evaluate("location.hash = '#/stats'")
    tab.locator(".view--stats").wait_for()
    tab.wait_for_timeout(1_500)
    tab.evaluate("history.back()")
    tab.locator(".solve").get_by_role("button", name="Play", exact=True).wait_for()
    assert board(tab) != "1 2 3/4 5 6/7 8 0"
