"""Timed attempts in a browser: a relay from start to end, blind, and what the keys change."""

from typing import Any

import pytest

from page_support import SIZES, Page, axe_violations, ends

# Plays the board in sight to its goal, by the distances of the page's own table.
SOLVE = """async () => {
  const { Engine } = await import("./solver/engine.js");
  const { namedGoal } = await import("./board.js");
  const board = [...document.querySelectorAll("taquin-board")].find((one) => one.checkVisibility());
  const { width, height } = board.board;
  const engine = new Engine();
  const solving = engine.solve(board.board, namedGoal("last", width, height));
  let step = solving.next();
  while (!step.done) step = solving.next();
  for (const letter of step.value.moves) board.push(letter);
}"""


def choose(tab: Any, **values: str) -> None:
    for label, value in values.items():
        tab.get_by_label(label.replace("_", " "), exact=True).select_option(value)


def test_a_relay_by_keyboard_with_one_clock_and_its_result(page: Page) -> None:
    tab = page.open()
    tab.get_by_role("button", name="Hint").first.wait_for()
    tab.keyboard.press("m")
    tab.get_by_label("Kind").wait_for()
    play = tab.get_by_role("navigation", name="Views").get_by_role("link", name="Play")
    assert play.get_attribute("aria-current") == "true"
    choose(tab, Kind="relay", Relay_to="3")
    assert tab.locator(".timed__where").inner_text() == "board 1 of 2, 2×2 · 0 moves"
    stage, side = (tab.locator(part).bounding_box() for part in ("taquin-board", ".timed__side"))
    assert stage["x"] + stage["width"] <= side["x"]
    tab.get_by_role("heading", name="Timed").click()
    tab.keyboard.press("Space")
    tab.evaluate(SOLVE)
    where = tab.locator(".timed__where")
    tab.wait_for_function(
        "() => document.querySelector('.timed__where').textContent.includes('2 of 2')"
    )
    assert "3×3" in where.inner_text()
    assert tab.get_by_label("Kind").evaluate("(one) => one.closest('[inert]') !== null")
    tab.evaluate(SOLVE)
    tab.get_by_text("Solved in").first.wait_for()
    assert tab.locator(".timed__splits li").count() == 2
    tab.keyboard.press("n")  # begins another
    tab.keyboard.press("n")
    assert tab.get_by_role("button", name="Give up").is_enabled()
    tab.keyboard.press("t")
    tab.get_by_text("Given up.").first.wait_for()
    tab.reload()
    tab.get_by_label("Kind").wait_for()
    assert tab.get_by_label("Kind").input_value() == "relay"
    assert tab.locator(".timed__results dd").first.inner_text() == "1"
    games = "async () => (await (await import('./game/history.js')).createHistory()).all()"
    assert sorted(game["width"] for game in tab.evaluate(games)) == [2, 3]


def test_blind_hides_numbers_and_colours_with_the_first_move_and_inspection_runs_out(
    page: Page,
) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    # A first move that solves the board would show the numbers again.
    choose(tab, Size="3", Numbers="blind")
    tab.get_by_role("button", name="Start").click()
    board = tab.locator("taquin-board:visible")
    looks = "(one) => [one.labels, one.palette]"
    assert board.evaluate(looks) == ["numbers", "rows"]
    # The board is learnt with the clock running.
    tab.wait_for_function("() => document.querySelector('.timed__time').textContent !== '0:00.0'")
    board.evaluate(
        "(one) => { for (const letter of 'UDLR') if (one.labels === 'numbers') one.push(letter); }"
    )
    assert board.evaluate(looks) == ["none", "mono"]
    tab.evaluate(SOLVE)
    tab.get_by_text("Solved in").first.wait_for()
    assert board.evaluate(looks) == ["numbers", "rows"]
    ((_, bottom),) = ends(tab, ".timed__words")
    assert bottom <= 900
    assert tab.get_by_role("button", name="Review").is_visible()
    choose(tab, Numbers="shown", Size="4", Inspection="5")
    tab.clock.install()
    tab.get_by_role("button", name="Start").click()
    assert tab.locator(".timed__time").inner_text() == "5"
    tab.clock.run_for(6500)
    assert tab.locator(".timed__time").inner_text().startswith("0:01.")


@pytest.mark.parametrize(
    "page",
    [{"viewport": dict(zip(("width", "height"), SIZES["phone"], strict=True)), "has_touch": True}],
    indirect=True,
)
def test_keys_and_two_fingers_change_numbers_and_tiles(page: Page) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    size, numbers = tab.get_by_label("Tile size"), tab.get_by_label("Numbers")
    tab.keyboard.press("-")
    assert size.input_value() == "120"
    for _ in range(6):
        tab.keyboard.press("-")
    tab.keyboard.press("+")
    assert size.input_value() == "40"
    assert tab.locator("taquin-board").evaluate("(one) => one.clientWidth") < 190
    tab.keyboard.press("b")
    assert numbers.input_value() == "hidden"
    session = tab.context.new_cdp_session(tab)
    box = tab.locator(".timed__cover").bounding_box()
    middle, height = box["x"] + box["width"] / 2, box["y"] + 20

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": middle + side * apart, "y": height, "id": side} for side in (-1, 1)]
        touches = [] if kind == "touchEnd" else points
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    for there, expected in ((30, ("blind", "40")), (70, ("blind", "48"))):
        fingers("touchStart", 30)
        fingers("touchMove", there)
        fingers("touchEnd", there)
        assert (numbers.input_value(), size.input_value()) == expected
    assert axe_violations(tab) == []
    assert tab.evaluate("() => document.documentElement.scrollWidth") <= 320
