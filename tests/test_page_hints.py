"""Hints and the solver in a real browser: levels, modes, peeking, progress, playback."""

import re
from typing import Any

import pytest

from page_states import WELCOMED, arrows, board
from page_support import Page, axe_violations, browser, page, server

__all__ = ["browser", "page", "server"]

# Fourteen moves from the goal; moving 2 left is the only best of four moves.
EIGHT = "#/play?board=8+1+3/4+0+2/7+6+5"
EIGHT_BOARD = "8 1 3/4 0 2/7 6 5"
# The first of Korf's hundred, 57 moves.
FIFTEEN = "#/play?board=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=first"
# A board of five by five that takes a browser longer than anybody waits.
LARGE = "#/play?board=14+5+9+2+18/8+23+19+12+17/15+0+10+20+4/6+11+21+1+7/24+3+16+22+13&goal=first"


def opened(page: Page, fragment: str) -> Any:
    """The page of somebody who has been here before, with the board of the fragment."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open(fragment)
    tab.locator(".hints").wait_for()
    tab.wait_for_function("() => location.hash === '#/play'")
    return tab


def after(tab: Any, start: str, moves: str) -> str:
    """The board that the moves lead to."""
    return str(
        tab.evaluate(
            """async ([start, moves]) => {
      const { formatBoard, parseBoard, replay } = await import("./board.js");
      return formatBoard(replay(parseBoard(start), moves));
    }""",
            [start, moves],
        )
    )


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


def choose(tab: Any, mode: str) -> None:
    tab.locator(".modes__choice", has_text=mode).click()


# Levels


def test_a_hint_asked_for_before_the_help_is_there_is_given(page: Page) -> None:
    held: list[Any] = []
    page.tab.route("**/hints.js", lambda route: held.append(route))
    page.tab.add_init_script(WELCOMED)
    tab = page.open(EIGHT)
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.keyboard.press("h")
    assert not tab.locator(".hints").is_visible()
    held.pop().continue_()
    announced(tab, "Move 2.")


def test_silent_until_asked(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.wait_for_timeout(800)
    assert words(tab) == ""
    assert not tab.locator(".distance").is_visible()
    assert marked(tab) == []


def test_which_tile_then_which_way_then_the_move(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    announced(tab, "Move 2.", exact=True)
    assert "proved" in words(tab) and "only best move" in words(tab)
    assert marked(tab) == ["2"]
    tab.keyboard.press("h")
    announced(tab, "Move 2 left.", exact=True)
    assert marked(tab) == ["2"]
    assert board(tab) == EIGHT_BOARD
    tab.keyboard.press("h")
    tab.wait_for_function("() => document.querySelector('.hints__words').textContent === ''")
    assert board(tab) == after(tab, EIGHT_BOARD, "L")
    assert marked(tab) == []


def test_equally_good_moves_are_named(page: Page) -> None:
    tab = opened(page, "#/play?board=8+6+7/2+5+4/3+0+1")
    tab.get_by_role("button", name="Hint").click()
    announced(tab, "is just as good")
    assert re.search(r"Moving \d or \d is just as good", words(tab))


def test_hints_played_to_the_end_solve_and_mark_the_game(page: Page) -> None:
    tab = opened(page, EIGHT)
    asker = tab.locator(".hints__row .button--primary")
    for moves in range(1, 15):
        for label in ("Which way?", "Play the move", "Hint"):
            tab.keyboard.press("h")
            asker.get_by_text(label, exact=True).wait_for()
        made(tab, moves)
    tab.get_by_role("heading", name="Solved").wait_for()
    assert "42 hints" in tab.locator(".result").inner_text()


def test_a_hint_of_the_15_puzzle_is_proved(page: Page) -> None:
    tab = opened(page, FIFTEEN)
    tab.keyboard.press("h")
    announced(tab, "Move 12.", exact=True)
    assert "proved" in words(tab)


def test_a_move_of_ones_own_takes_the_hint_away(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    announced(tab, "Move 2.", exact=True)
    arrows(tab, "Up")
    assert words(tab) == ""
    assert marked(tab) == []


def test_the_marks_stay_while_peeking_and_after_a_pause(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    tab.keyboard.press("h")
    announced(tab, "Move 5.", exact=True)
    tab.keyboard.down("v")
    assert marked(tab) == ["5"]
    tab.keyboard.up("v")
    tab.keyboard.press("p")
    tab.keyboard.press("p")
    assert marked(tab) == ["5"]


# The panel of another goal than the usual one comes first, and the hints are below the fold.
OTHER_GOAL = "#/play?board=7+0+2/8+5+3/6+1+4&goal=first"
TABLET = {"viewport": {"width": 768, "height": 1024}}
PHONE = {"viewport": {"width": 320, "height": 640}, "has_touch": True, "is_mobile": True}


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


# Modes


def test_human_mode_gives_the_step_and_its_reason(page: Page) -> None:
    tab = opened(page, EIGHT)
    choose(tab, "Human")
    tab.keyboard.press("h")
    announced(tab, "Bring 1 to its corner, row 1, column 1.")
    assert "line by line" in words(tab)
    assert marked(tab) == ["1"]
    # The moves are those of one tile, not of the whole row.
    assert re.search(r"Part of row 1; this step takes \d+ moves\.", words(tab))
    tab.keyboard.press("h")
    announced(tab, "Start by moving")
    label = tab.locator(".hints__row .button--primary").inner_text()
    count = int(re.search(r"Play the (\d+) moves", label)[1])  # type: ignore[index]
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


@pytest.mark.parametrize(
    ("tile", "verdict"),
    [(14, "Yes, all 2 moves of this slide are best moves."), (5, "Not the best")],
)
def test_learn_mode_judges_a_slide_of_several_tiles(page: Page, tile: int, verdict: str) -> None:
    tab = opened(page, "#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/0+13+14+15")
    start = board(tab)
    choose(tab, "Learn")
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
    announced(tab, "Move 2.", exact=True)
    tab.keyboard.press("h")
    announced(tab, "Move 2 left.", exact=True)
    tab.keyboard.press("h")
    made(tab, 1)
    assert "best move" not in words(tab), "praise for the page's own move"


def test_a_mode_chosen_by_mouse_leaves_the_arrows_to_the_board(page: Page) -> None:
    tab = opened(page, EIGHT)
    choose(tab, "Human")
    arrows(tab, "Left")
    assert board(tab) == after(tab, EIGHT_BOARD, "L")
    assert tab.locator("input[value=human]").is_checked()


# Peeking


@pytest.mark.parametrize("by", ["key", "button"])
def test_the_distance_shows_while_held(page: Page, by: str) -> None:
    tab = opened(page, EIGHT)
    button = tab.get_by_role("button", name="Hold to peek")
    if by == "key":
        tab.keyboard.down("v")
    else:
        button.hover()
        tab.mouse.down()
    tab.locator(".peek").get_by_text("14 moves left").wait_for()
    meter = tab.get_by_role("meter", name="Moves left")
    assert meter.get_attribute("aria-valuenow") == "14"
    assert meter.get_attribute("aria-valuemax") == "31"
    if by == "key":
        tab.keyboard.up("v")
    else:
        tab.mouse.up()
    meter.wait_for(state="hidden")


# Solving


def solved(tab: Any, key: str = "o") -> None:
    tab.keyboard.press(key)
    tab.locator(".solve").get_by_text("shortest, proved").wait_for(timeout=60_000)


def test_a_solution_is_proved_and_can_be_watched(page: Page) -> None:
    tab = opened(page, FIFTEEN)
    start = board(tab)
    solved(tab)
    panel = tab.get_by_role("group", name="Solver")
    assert panel.get_by_role("heading", name="57 moves").is_visible()
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
    panel.get_by_role("slider", name="Move").fill("57")
    assert board(tab) == "0 1 2 3/4 5 6 7/8 9 10 11/12 13 14 15"
    panel.get_by_role("button", name="Return to the game").click()
    assert board(tab) == start
    assert "Moves\n0" in tab.locator(".clock").inner_text()


def test_playing_stops_and_follows_the_speed(page: Page) -> None:
    tab = opened(page, EIGHT)
    solved(tab)
    panel = tab.get_by_role("group", name="Solver")
    drawing = panel.locator(".button--primary path")
    panel.get_by_role("button", name="Play").click()
    stop = drawing.get_attribute("d")
    panel.get_by_role("button", name="Stop").click()
    assert stop != drawing.get_attribute("d")
    panel.get_by_label("Speed").select_option("32")
    panel.get_by_role("button", name="Play").click()
    panel.get_by_text("14 / 14").wait_for()
    assert panel.get_by_role("button", name="Play").is_visible()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    assert not tab.get_by_role("heading", name="Solved").is_visible()


def test_a_solution_seen_is_noted(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    solved(tab)
    tab.get_by_role("button", name="Return to the game").click()
    arrows(tab, "Left", "Left")
    tab.get_by_role("heading", name="Solved").wait_for()
    assert "solution shown" in tab.locator(".result").inner_text()


def test_no_solution_in_a_pause(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    tab.keyboard.press("p")
    tab.keyboard.press("o")
    tab.locator(".solve").get_by_text("The game is paused.").wait_for()


def test_solve_ends_the_playing_of_a_step(page: Page) -> None:
    tab = opened(page, FIFTEEN)
    choose(tab, "Human")
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for()
    tab.keyboard.press("h")
    tab.get_by_role("button", name=re.compile("^Play the ")).wait_for()
    tab.keyboard.press("h")
    solved(tab)


def test_the_solvers_moves_can_be_made_and_taken_back(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    solved(tab)
    tab.get_by_role("button", name="Make these moves").click()
    tab.get_by_role("heading", name="Solved").wait_for()
    assert "solver" in tab.locator(".result").inner_text()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert board(tab) == after(tab, EIGHT_BOARD, "L")


def test_taking_back_the_solvers_moves_leads_through_a_newer_game(page: Page) -> None:
    tab = opened(page, EIGHT)
    solved(tab)
    tab.get_by_role("button", name="Make these moves").click()
    undo = tab.locator(".notice").get_by_role("button", name="Undo")
    undo.focus()  # a notice in focus stays
    tab.evaluate("() => document.querySelector('[data-view=play]').focus()")
    tab.keyboard.press("n")
    newer = board(tab)
    undo.click()
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
    leave.scroll_into_view_if_needed()
    assert edge("top") < -40
    leave.click()
    leave.wait_for(state="detached")
    # The browser scrolls by whole pixels.
    assert edge("top") > -1
    assert edge("bottom") < 641


def test_a_search_is_live_and_stops_within_200_milliseconds(page: Page) -> None:
    tab = opened(page, LARGE)
    tab.keyboard.press("o")
    figures = tab.locator(".solve__figures")
    tab.wait_for_function(
        "() => /bound \\d+ · depth/.test(document.querySelector('.solve__figures').textContent)",
        timeout=60_000,
    )
    first = figures.inner_text()
    assert re.search(r"depth \d+ · [\d,]+ nodes", first)
    tab.wait_for_function(
        "(text) => document.querySelector('.solve__figures').textContent !== text", arg=first
    )
    # The page is free at once, and a fresh question is answered: the worker has let go.
    tab.evaluate("""async () => {
      document.querySelector(".solve__body .button").click();
      while (!document.querySelector(".solve__body").textContent.includes("Cancelled")) {
        await new Promise((done) => setTimeout(done, 5));
      }
    }""")
    assert tab.evaluate(_ANSWERS_AFTER_A_CANCELLATION)


# After a cancellation the worker has nothing more to do: it answers a small question.
_ANSWERS_AFTER_A_CANCELLATION = """async () => {
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal } = await import("./board.js");
  const { randomBoard } = await import("./game/random.js");
  const solver = createSolver({ online: false });
  const goal = namedGoal("last", 4, 4);
  await solver.warm(goal);
  const large = namedGoal("first", 5, 5);
  await solver.warm(large);
  const asking = new AbortController();
  const board = randomBoard(5, 5, large, "hard");
  const ended = solver.solve(board, large, { signal: asking.signal, budget: 60_000 });
  await new Promise((done) => setTimeout(done, 300));
  asking.abort();
  const name = await ended.then(() => "solved", (error) => error.name);
  if (name !== "AbortError") throw new Error(`expected AbortError, got ${name}`);
  const { distance } = await solver.optimalMoves(goal, goal);
  solver.close();
  return distance === 0;
}"""


# A solver that stops where the test wants it.
_WAITING = """async () => {
  const { mountSolve } = await import("./play/solvepanel.js");
  const { parseBoard } = await import("./board.js");
  const game = Object.assign(new EventTarget(), {
    board: parseBoard("1 2 3/4 5 6/0 7 8"), goal: parseBoard("1 2 3/4 5 6/7 8 0"),
  });
  const solve = (board, goal, { onProgress, onNotice }) => {
    Object.assign(window, { progress: onProgress, waiting: onNotice });
    return new Promise(() => {});
  };
  const root = Object.assign(document.createElement("div"), { id: "trial" });
  document.querySelector("main").append(root);
  const app = { game, solver: { solve }, say() {} };
  mountSolve(root, app, document.querySelector("taquin-board")).solve();
}"""


def test_nothing_is_called_proved_before_there_is_a_bound(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.evaluate(_WAITING)
    panel = tab.locator("#trial")
    proof = panel.get_by_text("The bound is proved")
    panel.get_by_text("Starting").wait_for()
    assert not proof.is_visible()
    tab.evaluate("progress({ phase: 'tables', bound: 0, depth: 0, nodes: 0 })")
    panel.get_by_text("Building pattern tables").wait_for()
    assert not proof.is_visible()
    tab.evaluate("progress({ phase: 'search', bound: 62, depth: 5, nodes: 1000 })")
    panel.get_by_text("bound 62").wait_for()
    assert proof.is_visible()
    tab.evaluate("waiting('waiting for another search to finish')")
    panel.get_by_text("bound 62 · waiting for another search to finish").wait_for()
    tab.evaluate("progress({ phase: 'server', bound: 62, depth: 5, nodes: 2000 })")
    panel.get_by_text("On the server: bound 62 · depth 5 · 2,000 nodes").wait_for()


# A server that proves less than the page did.
_WEAK_SERVER = """async ([start, budget]) => {
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal, parseBoard } = await import("./board.js");
  const solve = async (body, { onProgress, onNotice }) => {
    onNotice("waiting");
    onProgress({ bound: 3, depth: 1, expanded: 5 });
    const none = { moves: null, cost: null, optimal: false };
    return { ...none, stats: { expanded: 9 }, seconds: {}, lower_bound: 4 };
  };
  const solver = createSolver({ online: true, solve });
  const [board, goal] = [parseBoard(start), namedGoal("first", 5, 5)];
  const [bounds, notices] = [[], []];
  const asking = {
    onProgress: ({ phase, bound }) => phase === "server" && bounds.push(bound),
    onNotice: (text) => notices.push(text),
  };
  const { lowerBound } = await solver.solve(board, goal, { ...asking, budget: 300 });
  const { lowerBound: again } = await solver.solve(board, goal, { budget: 0 });
  solver.close();
  return { bounds, notices, lowerBound, again };
}"""


def test_a_bound_once_proved_is_kept(page: Page) -> None:
    tab = opened(page, EIGHT)
    rows = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    told_by = tab.evaluate(_WEAK_SERVER, [rows, 300])
    proved = told_by["lowerBound"]
    assert proved > 50
    assert told_by["bounds"] == [proved, proved]
    assert told_by["again"] >= proved
    assert told_by["notices"] == ["waiting"]


# Two searches of one tab: the second waits for the first.
_TWO_SEARCHES = """async (board) => {
  const { createApi } = await import("./server/api.js");
  const api = createApi();
  const ended = new AbortController();
  const body = { board, goal: "first", time_limit: 20 };
  const notice = await new Promise((onNotice) => {
    for (const listening of [{}, { onNotice }]) {
      api.solve(body, { ...listening, signal: ended.signal }).catch(() => {});
    }
  });
  ended.abort();
  api.close();
  return notice;
}"""


def test_a_search_that_waits_for_another_says_so(page: Page) -> None:
    tab = opened(page, EIGHT)
    rows = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    assert tab.evaluate(_TWO_SEARCHES, rows) == "waiting for another search to finish"


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
    start: ({ board, goal }) => { document.title = `${formatBoard(board)} ${formatBoard(goal)}`; },
  });
  const [root, hintRoot] = [document.createElement("div"), document.createElement("div")];
  root.id = "trial";
  document.querySelector("main").append(root, hintRoot);
  const get = (key) => key === "hintMode" && "optimal";
  const settings = Object.assign(new EventTarget(), { get });
  const app = { game, settings, solver: createSolver({ online: false }), say() {}, notify() {} };
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


def in_focus(tab: Any) -> str:
    return str(tab.evaluate("document.activeElement.textContent"))


def test_the_focus_follows_the_solver(page: Page) -> None:
    tab = opened(page, LARGE)
    tab.get_by_role("button", name="Solve").press("Enter")
    assert in_focus(tab) == "Cancel"
    tab.keyboard.press("Enter")
    assert in_focus(tab) == "Solve"
    tab.get_by_role("button", name="Hint", exact=True).press("Enter")
    tab.locator(".hints").get_by_role("button", name="Cancel").press("Enter")
    assert in_focus(tab) == "Hint"


@pytest.mark.parametrize("way", ["Make these moves", "Return to the game"])
def test_the_focus_comes_back_from_the_solution(page: Page, way: str) -> None:
    tab = opened(page, EIGHT)
    tab.get_by_role("button", name="Solve").focus()
    solved(tab, "Enter")
    assert in_focus(tab) == "Play"
    tab.get_by_role("button", name=way).press("Enter")
    assert in_focus(tab) == "Solve"


# For everybody


@pytest.mark.parametrize(
    "page",
    [
        {"color_scheme": "light"},
        {"color_scheme": "dark", "viewport": {"width": 320, "height": 640}},
        {"forced_colors": "active"},
    ],
    ids=["light", "dark phone", "forced colours"],
    indirect=True,
)
def test_nothing_for_axe_to_find(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    tab.keyboard.press("h")
    announced(tab, "Move 2 left.", exact=True)
    assert axe_violations(tab) == []
    solved(tab)
    assert axe_violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
