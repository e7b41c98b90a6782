"""Training in a browser: a puzzle, an own mistake, a drill and a lesson."""

from pathlib import Path
from typing import Any

import pytest
from reviewing import GAME, imported, opened

from page_states import arrows, board
from page_support import Page, axe_violations

WAYS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}
# The best moves and the others of the board in sight.
MOVES = """async () => {
  const { createSolver } = await import("./solver/solver.js");
  const { legalMoves } = await import("./board.js");
  const { board, goal } = document.querySelector("taquin-board");
  const { letters } = await createSolver({ online: false }).optimalMoves(board, goal);
  return [letters, [...legalMoves(board)].filter((letter) => !letters.includes(letter)).join("")];
}"""


def train(page: Page, part: str) -> Any:
    return opened(page, f"#/train?part={part}")


def press(tab: Any, letter: str) -> None:
    arrows(tab, WAYS[letter])


def test_a_puzzle_solved_and_one_failed_move_the_rating(page: Page) -> None:
    tab = train(page, "moves")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    for said in ("Right. 2 moves more.", "Right. 1 move more.", "Right, these are best. Rating +"):
        press(tab, tab.evaluate(MOVES)[0][0])
        tab.locator(".train__words", has_text=said).wait_for()
    rating = int(tab.locator(".train__rating").inner_text())
    assert 1200 < rating < 1240
    tab.keyboard.press("n")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    # Where every move is best, the next one or the one after is not.
    for said in ("Right. 2 moves more.", "Right. 1 move more."):
        best, others = tab.evaluate(MOVES)
        if others:
            break
        press(tab, best[0])
        tab.locator(".train__words", has_text=said).wait_for()
    press(tab, tab.evaluate(MOVES)[1][0])
    tab.locator(".train__words", has_text="Not the best: this costs 2 moves more").wait_for()
    lower = int(tab.locator(".train__rating").inner_text())
    assert lower < rating
    tab.get_by_text("1 of 2 puzzles solved.").wait_for()
    # The answer is shown, and made; it changes nothing more.
    tab.keyboard.press("h")
    tab.locator(".train__words", has_text="Best: a tile moves").wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right").wait_for()
    assert int(tab.locator(".train__rating").inner_text()) == lower
    assert axe_violations(tab) == []


def test_an_own_mistake_is_put_right_and_not_asked_again(page: Page, tmp_path: Path) -> None:
    moves = "DDUULL"
    game = {**GAME, "moves": moves, "inputs": "k" * 6, "times": [100 * i for i in range(6)]}
    start = {"start": "1 2 3/4 5 6/0 7 8"}
    tab = imported(page, [{**game, **start}], tmp_path)
    tab.goto(f"{page.url}#/train?part=mistakes")
    tab.get_by_text("In your game a tile moved down here").wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right, that is best.").wait_for()
    tab.reload()
    tab.get_by_text("In your game a tile moved down here").or_(
        tab.get_by_text("have no mistakes that you have not put right")
    ).wait_for()
    stored = tab.evaluate("JSON.parse(localStorage.getItem('taquin.training')).mended")
    assert stored == ["first-game:0"]


def test_a_drill_is_timed_and_kept(page: Page) -> None:
    tab = train(page, "rows")
    tab.get_by_role("combobox", name="Drill").select_option("3x3-2")
    results = tab.locator(".train__results dd")
    assert results.all_inner_texts() == ["0", "–", "–", "–"]
    while (letters := tab.evaluate(MOVES)[0]) != "":
        press(tab, letters[0])
    tab.locator(".train__words", has_text="Press N for the next board.").wait_for()
    tab.wait_for_function("() => document.querySelector('.train__results dd').textContent === '1'")
    assert "–" not in results.all_inner_texts()
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Statistics").click()
    # It is no game on a random board.
    tab.get_by_text("The game below does not count.").wait_for()


def test_a_lesson_is_learnt_by_keys_or_shown_and_kept(page: Page, tmp_path: Path) -> None:
    tab = train(page, "lessons")
    tab.get_by_role("heading", name="1. Slide several tiles at once").wait_for()
    tab.keyboard.press("h")
    tab.locator(".train__words", has_text="13, 14 and 15 slide together.").wait_for()
    arrows(tab, "Left", "Left", "Left")
    tab.locator(".train__words", has_text="Done.").wait_for()
    tab.keyboard.press("n")
    tab.get_by_role("heading", name="2. Bring 1 to its corner").wait_for()
    tab.keyboard.press("h")
    tab.locator(".train__words", has_text="Bring 1 to its corner").wait_for()
    tab.get_by_role("button", name="Make it").click()
    tab.locator(".train__words", has_text="Done.").wait_for()
    tab.reload()
    tab.get_by_role("heading", name="3. Bring 2 beside it").wait_for()
    assert tab.locator(".train__lessons .badge").count() == 2
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Export").click()
    file = tmp_path / "training.json"
    waiting.value.save_as(file)
    tab.evaluate("localStorage.removeItem('taquin.training')")
    tab.reload()
    tab.get_by_role("heading", name="1. Slide several tiles at once").wait_for()
    tab.set_input_files("input[type=file]", file)
    tab.get_by_role("heading", name="3. Bring 2 beside it").wait_for()


@pytest.mark.parametrize(
    "page", [{"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}], indirect=True
)
def test_it_fits_a_phone(page: Page) -> None:
    for part in ("moves", "lessons"):
        tab = train(page, part)
        tab.locator(".train__tabs").wait_for()
        tab.wait_for_load_state("networkidle")
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        tabs = tab.locator(".train__tabs")
        assert tabs.evaluate("(tabs) => tabs.scrollWidth <= tabs.clientWidth")
        assert axe_violations(tab) == []


def test_training_that_does_not_exist(page: Page) -> None:
    tab = train(page, "chess")
    tab.get_by_text("no training “chess”; known: moves, mistakes").first.wait_for()
    # The first training is shown instead.
    assert tab.locator("taquin-board:visible").count() == 1
    # Without mistakes to put right there is no board of another training either.
    tab.get_by_role("link", name="Mistakes").click()
    tab.get_by_text("have no mistakes that you have not put right").wait_for()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
