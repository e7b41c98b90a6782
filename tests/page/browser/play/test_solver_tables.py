"""The page's solver in a browser: compiled loops, larger tables, and what it does without."""

from typing import Any

from page_support import Page

# Two questions about a board of 57 moves; between them the larger tables are made.
ASKED = """async (wait) => {
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal, parseBoard } = await import("./board.js");
  const goal = namedGoal("first", 4, 4);
  const board = parseBoard("14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3");
  const solver = createSolver({ online: false });
  const first = await solver.solve(parseBoard("4 1 2 3/0 5 6 7/8 9 10 11/12 13 14 15"), goal);
  if (wait) await new Promise((done) => setTimeout(done, wait));
  const { cost, optimal, nodes } = await solver.solve(board, goal, { budget: 60_000 });
  solver.close();
  return { first: first.cost, cost, optimal, nodes };
}"""
# One question about a board that needs 347 million nodes with the tables that are made at once,
# and 60,000 with the larger ones.
LONG = """async () => {
  const { createSolver } = await import("./solver/solver.js");
  const { namedGoal, parseBoard } = await import("./board.js");
  const board = parseBoard("2 15/7 13/1 9/12 0/14 4/10 6/8 5/3 11");
  const goal = namedGoal("last", 2, 8);
  const solver = createSolver({ online: false });
  const { cost, optimal, nodes } = await solver.solve(board, goal, { budget: 60_000 });
  solver.close();
  return { cost, optimal, nodes };
}"""
HIDDEN = "delete globalThis.WebAssembly;"


def asked(page: Page, wait: int) -> dict[str, Any]:
    page.open("#/stats")  # where the view asks its own solver nothing
    found: dict[str, Any] = page.tab.evaluate(ASKED, wait)
    assert (found["first"], found["cost"], found["optimal"]) == (1, 57, True)
    return found


def test_compiled_loops_run_under_the_policy_and_plain_ones_without_them(page: Page) -> None:
    said: list[str] = []
    page.tab.on("console", lambda message: said.append(message.text))
    compiled = asked(page, 0)["nodes"]
    assert not any("WebAssembly" in line for line in said)
    page.tab.route(
        "**/solver/bitkit.js",
        lambda route: route.fulfill(
            content_type="text/javascript", body=HIDDEN + route.fetch().text()
        ),
    )
    assert asked(page, 0)["nodes"] == compiled
    assert any("WebAssembly cannot be used" in line for line in said)


def test_larger_tables_are_made_behind_the_first_answer(page: Page) -> None:
    small = asked(page, 0)["nodes"]
    larger = small
    for wait in (2_000, 8_000, 30_000):
        larger = asked(page, wait)["nodes"]
        if larger < small:
            break
    assert larger < small / 2


def test_a_question_that_takes_long_continues_with_larger_tables(page: Page) -> None:
    page.open("#/stats")
    found = page.tab.evaluate(LONG)
    assert (found["cost"], found["optimal"]) == (92, True)
    assert found["nodes"] < 200e6


def test_where_the_loops_cannot_be_loaded_boards_are_solved_all_the_same(page: Page) -> None:
    page.tab.route("**/solver/bitkernel.wasm", lambda route: route.abort())
    asked(page, 0)


def test_larger_tables_that_cannot_be_made_are_told_and_change_nothing(page: Page) -> None:
    said: list[str] = []
    page.tab.on("console", lambda message: said.append(message.text))
    asked_for: list[str] = []

    def once(route: Any) -> None:
        asked_for.append(route.request.url)
        if len(asked_for) > 1:
            route.abort()
        else:
            route.continue_()

    page.tab.route("**/solver/moves.bin", once)
    asked(page, 1_500)
    assert len(asked_for) == 2
    assert any(line.startswith("Larger tables could not be made") for line in said)
