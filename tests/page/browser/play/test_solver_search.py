"""The solver's search: live, stopped at once, and what it may call proved."""

import re

import pytest
from helping import EIGHT, focused, opened

from page_support import Page

# A board of five by five that takes a browser longer than anybody waits.
LARGE = "#/play?board=14+5+9+2+18/8+23+19+12+17/15+0+10+20+4/6+11+21+1+7/24+3+16+22+13&goal=first"


def test_a_search_is_live_and_stops_within_200_milliseconds(page: Page) -> None:
    tab = opened(page, LARGE)
    tab.keyboard.press("o")
    figures = tab.locator(".solve__figures")
    figures.wait_for(state="attached")
    first = tab.wait_for_function(
        """() => {
          const { textContent } = document.querySelector(".solve__figures");
          return /bound \\d+\\s·\\sdepth \\d+\\s·\\s[\\d,]+ nodes/.test(textContent) && textContent;
        }""",
        timeout=60_000,
    ).json_value()
    # The figures are folded; what is proved is not.
    assert not figures.is_visible()
    assert re.search(r"[Aa]t least \d+ moves$", tab.locator(".solve__state").inner_text())
    assert re.fullmatch(r"\d+\.\d s", tab.locator(".solve__time").inner_text())
    tab.wait_for_function(
        "(text) => document.querySelector('.solve__figures').textContent !== text", arg=first
    )
    # The page is free at once, and a fresh question is answered: the worker has let go.
    tab.evaluate("""async () => {
      const buttons = [...document.querySelectorAll(".solve__body .button")];
      buttons.find(({ textContent }) => textContent === "Cancel").click();
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
    record: { seed: null, created: "2026-01-01T00:00:00.000Z" },
  });
  const solve = (board, goal, { onProgress, onNotice }) => {
    Object.assign(window, { progress: onProgress, waiting: onNotice });
    return new Promise(() => {});
  };
  const root = Object.assign(document.createElement("div"), { id: "trial" });
  document.querySelector("main").append(root);
  const app = { game, history: new EventTarget(), solver: { solve, best: () => null }, say() {} };
  mountSolve(root, app, document.querySelector("taquin-board")).solve();
}"""


def test_nothing_is_called_proved_before_there_is_a_bound(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.evaluate(_WAITING)
    panel = tab.locator("#trial")
    proof = panel.get_by_text("The bound is proved")
    panel.get_by_text("Starting").wait_for()
    assert not proof.is_visible()
    # Where “Cancel” stands in the panel; the page scrolls to what is clicked.
    place = (
        "(one) => one.getBoundingClientRect().y - one.closest('#trial').getBoundingClientRect().y"
    )
    cancel = panel.get_by_role("button", name="Cancel")
    before = cancel.evaluate(place)
    tab.evaluate("progress({ phase: 'tables', bound: 0, depth: 0, nodes: 0 })")
    panel.get_by_text("Preparing the search").wait_for()
    assert not proof.is_visible()
    tab.evaluate("progress({ phase: 'search', bound: 62, depth: 5, nodes: 1000 })")
    panel.get_by_text("At least 62 moves").wait_for()
    assert not proof.is_visible()
    panel.get_by_text("Figures of the search").click()
    panel.get_by_text("bound 62 · depth 5 · 1,000 nodes").wait_for()
    assert proof.is_visible()
    tab.evaluate("waiting('waiting for another search to finish')")
    panel.get_by_text("Waiting for another search to finish · at least 62 moves").wait_for()
    tab.evaluate("progress({ phase: 'server', bound: 62, depth: 5, nodes: 2000 })")
    panel.get_by_text("On the server · at least 62 moves").wait_for()
    panel.get_by_text("bound 62 · depth 5 · 2,000 nodes").wait_for()
    # It has no depth to tell when it takes over.
    tab.evaluate("progress({ phase: 'server', bound: 62, depth: 0, nodes: 2000 })")
    panel.get_by_text("bound 62 · 2,000 nodes").wait_for()
    tab.evaluate("waiting('compiling the search over pattern databases (once, about 5 s)')")
    panel.get_by_text("On the server: compiling the search over").wait_for()
    assert cancel.evaluate(place) == before


@pytest.mark.parametrize("width", [320, 360])
def test_on_a_phone_the_words_of_a_search_have_the_width_and_change_no_height(
    page: Page, width: int
) -> None:
    """They stood in four narrow lines beside the time."""
    page.tab.set_viewport_size({"width": width, "height": 640})
    tab = opened(page, EIGHT)
    tab.evaluate(_WAITING)
    panel = tab.locator("#trial")
    state = panel.locator(".solve__state")
    state.wait_for()
    tab.evaluate("progress({ phase: 'search', bound: 89, best: 95, depth: 5, nodes: 1000 })")
    state.get_by_text("95 moves found").wait_for()
    before = panel.bounding_box()["height"]
    tab.evaluate("progress({ phase: 'server', bound: 89, best: 95, depth: 5, nodes: 1000 })")
    tab.evaluate("waiting('compiling the beam search (once, about 20 s)')")
    state.get_by_text("compiling").wait_for()
    assert panel.bounding_box()["height"] == before
    assert state.bounding_box()["width"] >= width - 80
    time, title = panel.locator(".solve__time"), panel.get_by_role("heading", name="Solving")
    assert abs(time.bounding_box()["y"] - title.bounding_box()["y"]) <= 4, "on its line"


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_what_a_search_has_found_moves_neither_its_time_nor_its_buttons(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.evaluate(_WAITING)
    panel = tab.locator("#trial")
    time, cancel = panel.locator(".solve__time"), panel.get_by_role("button", name="Cancel")
    panel.get_by_text("Starting").wait_for()
    before = [one.bounding_box()["y"] for one in (time, cancel)]
    right = time.evaluate("(one) => one.getBoundingClientRect().right")
    for best, bound in ((0, 0), (0, 62), (98, 62), (198, 156), (1198, 1156)):
        tab.evaluate(
            "([best, bound]) => progress({ phase: 'search', bound, best, depth: 5, nodes: 1000 })",
            [best, bound],
        )
        words = f"at least {bound:,} moves" if bound else "Searching"
        panel.locator(".solve__state").get_by_text(words, exact=False).wait_for()
        assert [one.bounding_box()["y"] for one in (time, cancel)] == before
        assert time.evaluate("(one) => one.getBoundingClientRect().right") == right


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


# A server that proves what the page cannot; it goes on from the nodes of the page's search.
_STRONG_SERVER = """async (start) => {
  const { createSolver } = await import("./solver/solver.js");
  const { optimalAdvice } = await import("./play/advice.js");
  const { move, namedGoal, parseBoard } = await import("./board.js");
  const [board, goal] = [parseBoard(start), namedGoal("first", 5, 5)];
  let moves = "";
  const solve = async (body, { onProgress }) => {
    onProgress({ bound: 3, depth: 0, expanded: 5 });
    const found = { moves, cost: moves.length, optimal: true, lower_bound: moves.length };
    return { ...found, stats: { expanded: 9 }, seconds: {} };
  };
  const solver = createSolver({ online: true, solve });
  moves = (await solver.approach(board, goal, { budget: 1500 })).moves;
  const nodes = [];
  const onProgress = (progress) => progress.phase === "server" && nodes.push(progress.nodes);
  await solver.solve(board, goal, { budget: 300, onProgress });
  const asking = { signal: new AbortController().signal };
  const hints = [];
  for (const at of [board, move(board, moves[0])]) {
    const { letter, distance, badge } = await optimalAdvice(solver, at, goal, asking);
    hints.push([letter, distance, badge.text]);
  }
  const again = await solver.solve(board, goal, { onProgress: () => hints.push("searched") });
  const rest = await solver.solve(move(board, moves[0]), goal);
  const [{ value }] = await solver.distances([board], goal, { budget: 0 });
  solver.close();
  return { moves, nodes, hints, again: again.by, rest: [rest.by, rest.cost], value };
}"""


def test_what_is_proved_once_is_known_everywhere(page: Page) -> None:
    tab = opened(page, EIGHT)
    rows = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    found = tab.evaluate(_STRONG_SERVER, rows)
    moves = found["moves"]
    assert found["hints"] == [
        [moves[0], len(moves), "proved"],
        [moves[1], len(moves) - 1, "proved"],
    ]
    assert (found["again"], found["rest"]) == ("server", ["known", len(moves) - 1])
    assert found["value"] == len(moves)
    before, after = found["nodes"]
    assert 0 < before == after - 5, "the server's nodes are added to the page's"


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
  return notice;
}"""


def test_a_search_that_waits_for_another_says_so(page: Page) -> None:
    tab = opened(page, EIGHT)
    rows = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13"
    assert tab.evaluate(_TWO_SEARCHES, rows) == "waiting for another search to finish"


def test_the_focus_follows_the_solver(page: Page) -> None:
    tab = opened(page, LARGE)
    tab.get_by_role("button", name="Solve").press("Enter")
    focused(tab, "Cancel")
    tab.keyboard.press("Enter")
    focused(tab, "Solve")
    # A hint waits for the server where the page has no model, and this server never answers.
    tab.route("**/api/jobs", lambda route: None)
    rows = [range(start, start + 7) for start in (4, 11, 18, 25, 32)]
    rest = "/".join("+".join(map(str, row)) for row in rows)
    tab.goto(f"{page.url}#/play?board=2+3+1+41+40+39+0/{rest}")
    tab.get_by_role("button", name="41, row 1 column 4").wait_for()
    tab.get_by_role("button", name="Hint", exact=True).press("Enter")
    # Not by `press` of the button, which would be looked for again: it goes at once.
    tab.locator(".hints").get_by_role("button", name="Cancel").focus()
    tab.keyboard.press("Enter")
    focused(tab, "Hint")
    assert tab.locator(".hints").get_by_role("button", name="Cancel").count() == 0


# Boards for which there is no model, and which no browser proves soon.
UNLEARNED = {
    "2x8": "#/play?board=0+14/15+12/7+13/8+5/9+11/2+6/3+10/1+4&goal=last",
    "4x6": "#/play?board=22+23+21+20/19+18+17+16/15+14+13+12/11+10+9+8/7+6+5+4/3+2+1+0&goal=last",
}


@pytest.mark.parametrize("fragment", UNLEARNED.values(), ids=UNLEARNED)
def test_every_size_has_a_solution_soon_and_it_is_the_methods(page: Page, fragment: str) -> None:
    tab = opened(page, fragment)
    # The server never answers, so the search does not end by itself.
    tab.route("**/api/jobs", lambda route: None)
    tab.keyboard.press("o")
    tab.locator(".solve__state").wait_for()
    show = tab.get_by_role("button", name=re.compile(r"^Show the [\d,]+ moves$"))
    show.wait_for(timeout=6_000)
    show.click()
    tab.locator(".solve__body").get_by_text("Not proved to be the shortest: at least").wait_for()
    tab.get_by_text("How it was found").click()
    method = tab.get_by_text("by rows and columns, as people do")
    method.wait_for()
    assert method.is_visible()


def test_a_large_board_has_an_answer_before_the_search_ends(page: Page) -> None:
    tab = opened(page, LARGE)
    # The server never answers, so the search does not end by itself.
    tab.route("**/api/jobs", lambda route: None)
    tab.keyboard.press("o")
    show = tab.get_by_role("button", name=re.compile(r"^Show the \d+ moves$"))
    show.wait_for()
    state = tab.locator(".solve__state")
    tab.wait_for_function(
        "() => document.querySelector('.solve__state').textContent.includes('moves found')"
    )
    assert re.search(r"\d+ moves found\xa0·\xa0at least \d+ moves", state.inner_text())
    show.click()
    tab.locator(".solve__body").get_by_text("Not proved to be the shortest: at least").wait_for()
    length = int(tab.locator(".solve__head h2").inner_text().split()[0])
    assert length < 130, "as people solve it, the board takes twice as many moves"
    tab.get_by_text("How it was found").click()
    tab.get_by_text("by a beam search with a learned heuristic").wait_for()
    tab.get_by_role("button", name="Return to the game").click()
    tab.get_by_role("button", name="Hint", exact=True).click()
    hints = tab.locator(".hints")
    hints.get_by_text(f"It is the first move of a solution of {length} moves").wait_for()


# Boards of 6x6 to 8x8, without a server, by what was asked of the network.
_BEYOND = """async ([side, budget]) => {
  const { createSolver } = await import("./solver/solver.js");
  const { move, namedGoal, sameBoard } = await import("./board.js");
  const { randomBoard } = await import("./game/random.js");
  const solver = createSolver({ online: false });
  const goal = namedGoal("last", side, side);
  const board = randomBoard(side, side, goal, "1");
  const lengths = [];
  const onBetter = (moves) => lengths.push(moves.length);
  const found = await solver.approach(board, goal, { budget, onBetter });
  let at = board;
  for (const letter of found?.moves ?? "") at = move(at, letter);
  const stopped = new AbortController();
  const asked = { budget: 1e6, signal: stopped.signal, onBetter: () => stopped.abort() };
  const end = await solver.approach(board, goal, asked).catch((error) => error.name);
  const began = performance.now();
  await solver.human(board, goal);
  const rest = performance.now() - began;
  const { by } = found ?? (await solver.solve(board, goal, { budget: 0 }));
  solver.close();
  return { by, lengths, solved: sameBoard(at, goal), end, rest };
}"""


@pytest.mark.parametrize("side", [6, 7, 8])
def test_boards_up_to_8x8_are_solved_by_a_model_that_is_fetched_when_it_is_needed(
    page: Page, side: int
) -> None:
    asked: list[str] = []
    page.tab.on("request", lambda request: asked.append(request.url))
    tab = opened(page, EIGHT)
    tab.wait_for_load_state("networkidle")
    assert [url for url in asked if re.search(r"values[678]\.bin", url)] == []
    found = tab.evaluate(_BEYOND, [side, 2000])
    fetched = [url for url in asked if url.endswith(".bin") and "values" in url]
    assert [url.rpartition("/")[2] for url in fetched] == [f"values{side}.bin"]
    assert found["solved"] and found["by"] == "beam"
    lengths = found["lengths"]
    assert lengths == sorted(set(lengths), reverse=True) and lengths[-1] < 1.2 * side**3
    assert found["end"] == "AbortError" and found["rest"] < 1000


def test_a_model_that_cannot_be_fetched_is_asked_for_again(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.route("**/values6.bin", lambda route: route.abort())
    found = tab.evaluate(_BEYOND, [6, 0])
    assert (found["by"], found["lengths"]) == ("method", [])
    tab.unroute("**/values6.bin")
    assert tab.evaluate(_BEYOND, [6, 0])["by"] == "beam"
