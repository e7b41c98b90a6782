"""Training in a browser: puzzles and their runs, mistakes, a drill, lessons and their check."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from cut_texts import unreadable
from make_languages import LANGUAGES
from reviewing import GAME, imported, opened

from page_states import arrows, board
from page_support import Page, axe_violations, ends

WAYS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}
TOUCHED = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
# So many milliseconds an answered puzzle of a run is seen.
SEEN = 800
# The best moves and the others of the board in sight.
MOVES = """async () => {
  const { createSolver } = await import("./solver/solver.js");
  const { legalMoves } = await import("./board.js");
  const { board, goal } = document.querySelector("taquin-board");
  window.asked ??= createSolver({ online: false });
  const { letters } = await window.asked.optimalMoves(board, goal);
  return [letters, [...legalMoves(board)].filter((letter) => !letters.includes(letter)).join("")];
}"""


def train(page: Page, part: str) -> Any:
    return opened(page, f"#/train?part={part}")


def press(tab: Any, letter: str) -> None:
    arrows(tab, WAYS[letter])


def test_a_puzzle_solved_and_one_failed_move_the_rating(page: Page) -> None:
    tab = train(page, "moves")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    for said in (
        "Right. 2 more to find.",
        "Right. 1 more to find.",
        "Right, these are best. Rating +",
    ):
        press(tab, tab.evaluate(MOVES)[0][0])
        tab.locator(".train__words", has_text=said).wait_for()
    rating = int(tab.locator(".train__rating").inner_text())
    assert 1200 < rating < 1240
    tab.keyboard.press("n")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    # Where every move is best, the next one or the one after is not.
    for said in ("Right. 2 more to find.", "Right. 1 more to find."):
        best, others = tab.evaluate(MOVES)
        if others:
            break
        press(tab, best[0])
        tab.locator(".train__words", has_text=said).wait_for()
    press(tab, tab.evaluate(MOVES)[1][0])
    tab.locator(".train__words", has_text="Not the best: this costs 2 extra moves.").wait_for()
    lower = int(tab.locator(".train__rating").inner_text())
    assert lower < rating
    tab.get_by_text("1 of 2 puzzles solved.").wait_for()
    # The answer is shown, and made; it changes nothing more.
    tab.keyboard.press("h")
    tab.locator(".train__words", has_text="Best: tile").wait_for()
    assert "Rating" not in tab.locator(".train__words").inner_text(), "the move has said it"
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right").wait_for()
    assert int(tab.locator(".train__rating").inner_text()) == lower
    assert axe_violations(tab) == []
    # It comes back under Mistakes, tomorrow.
    day = tab.evaluate("JSON.parse(localStorage.getItem('taquin.training')).repeats")
    assert [name.split(":")[0] for name in day] == ["puzzle"]


def test_an_answer_says_what_it_costs_and_shows_the_whole_line(page: Page) -> None:
    tab = train(page, "moves")
    words = tab.locator(".train__words")
    words.filter(has_text="The goal is").wait_for()
    tab.keyboard.press("h")
    words.filter(has_text="Best: tile").wait_for()
    said = words.inner_text()
    steps = re.findall(r"tile (\d+) (up|down|left|right)", said)
    assert len(steps) == 3 and re.search(r"Rating −\d+\.$", said), said
    assert tab.get_by_text("It comes back tomorrow, under Mistakes.").is_visible()
    for i, (tile, way) in enumerate(steps):
        cells = [int(one) for one in re.findall(r"\d+", board(tab))]
        arrows(tab, way.capitalize())
        after = ["Right. 2 more", "Right. 1 more", "Right, these are best"][i]
        words.filter(has_text=after).wait_for()
        assert [int(one) for one in re.findall(r"\d+", board(tab))][cells.index(0)] == int(tile)


def test_a_puzzle_that_is_skipped_counts_as_missed(page: Page) -> None:
    tab = train(page, "moves")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    tab.keyboard.press("n")
    tab.get_by_text("Skipped, which counts as not solved. Rating −").wait_for()
    tab.get_by_text("0 of 1 puzzle solved.").wait_for()
    # Another size or theme is no skip: the puzzle waits there.
    tab.locator(".train__words", has_text="The goal is").wait_for()
    first = board(tab)
    tab.get_by_text("4×4", exact=True).click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 4")
    tab.get_by_text("3×3", exact=True).click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 3")
    assert board(tab) == first
    tab.reload()
    tab.locator(".train__words", has_text="The goal is").wait_for()
    assert board(tab) == first
    tab.get_by_text("0 of 1 puzzle solved.").wait_for()


def test_a_puzzle_survives_when_its_first_move_is_judged_meanwhile(page: Page) -> None:
    tab = train(page, "moves")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    best = tab.evaluate(MOVES)[0][0]
    press(tab, best)
    tab.evaluate("location.hash = '#/stats'")
    tab.locator(".view--stats").wait_for()
    # Through the tab of the view, which leads to what was left.
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Train").click()
    tab.locator(".train__words:visible", has_text=re.compile("moves|more to find")).wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text=re.compile("Right. [12] more to find")).wait_for()
    tab.get_by_role("link", name="Lessons").click()
    tab.get_by_role("link", name="Statistics").click()
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Train").click()
    lesson = tab.get_by_role("heading", name="1. Slide several tiles at once")
    lesson.wait_for()
    assert lesson.is_visible()


def solve_one(tab: Any) -> None:
    for left in (2, 1, 0):
        press(tab, tab.evaluate(MOVES)[0][0])
        if left:
            tab.locator(".train__words", has_text=f"Right. {left} more").wait_for()


@pytest.mark.parametrize("kind", ["streak", "storm"])
def test_a_key_pressed_ahead_is_no_answer_to_the_next_puzzle(page: Page, kind: str) -> None:
    tab = page.tab
    tab.clock.install()
    train(page, kind)
    question = tab.locator(".train__words", has_text="find 3 best moves")
    question.wait_for()
    tab.clock.pause_at(tab.evaluate("Date.now() + 1000"))
    solve_one(tab)
    tab.get_by_text("1 solved", exact=True).wait_for()
    seen = board(tab)
    left = tab.get_by_role("timer").inner_text() if kind == "storm" else ""
    arrows(tab, *WAYS.values())
    tab.locator("taquin-board button").first.click(force=True)
    assert board(tab) == seen, "the solved board is seen, whatever is pressed"
    assert not question.is_visible()
    tab.clock.run_for(SEEN)
    question.wait_for()
    assert board(tab) != seen
    assert tab.locator(".train__steps > .is-found, .train__steps > .is-missed").count() == 0
    if kind == "storm":
        assert tab.get_by_role("timer").inner_text() == left, "nobody could have moved meanwhile"
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right. 2 more").wait_for()


def test_a_solved_puzzle_is_carried_to_a_goal_one_move_away(page: Page) -> None:
    tab = page.tab
    tab.clock.install()
    # Four moves from the goal, of which three are asked.
    near = "0 2 3/1 4 6/7 5 8"
    puzzle = {"board": near, "at": near, "found": 0, "corner": False}
    puzzle |= {"length": 3, "distance": 4, "chance": 0.2, "difficulty": 950, "away": 0}
    kept = json.dumps({"name": "3-any", "solved": 0, "one": puzzle})
    tab.add_init_script(f"sessionStorage.setItem('taquin.training.streak', {json.dumps(kept)})")
    train(page, "streak")
    tab.locator(".train__words", has_text="find 3 best moves").wait_for()
    tab.clock.pause_at(tab.evaluate("Date.now() + 1000"))
    solve_one(tab)
    tab.get_by_text("1 solved", exact=True).wait_for()
    assert board(tab) == "1 2 3/4 5 6/7 0 8"
    tab.clock.run_for(SEEN // 2)
    assert board(tab) == "1 2 3/4 5 6/7 8 0"


def test_a_streak_ends_with_the_first_miss(page: Page) -> None:
    tab = train(page, "streak")
    tab.get_by_label("Theme").select_option("detours")
    levels, level = list[int](), tab.locator(".train__run .train__ask .note")
    for solved in (1, 2):
        tab.locator(".train__words", has_text="find 3 best moves").wait_for()
        # A harder puzzle may be nearer to the goal: that would look like a step back.
        assert "The goal is" not in tab.locator(".train__run").inner_text()
        levels.append(int(re.sub(r"\D", "", level.inner_text())))
        solve_one(tab)
        tab.get_by_text(f"{solved} solved", exact=True).wait_for()
    assert levels == sorted(levels)
    tab.locator(".train__words", has_text="find 3 best moves").wait_for()
    # In a streak nothing is skipped, and leaving does not end it.
    tab.keyboard.press("n")
    tab.evaluate("location.hash = '#/stats'")
    tab.locator(".view--stats").wait_for()
    tab.evaluate("history.back()")
    tab.get_by_text("2 solved", exact=True).wait_for()
    while not (others := tab.evaluate(MOVES)[1]):
        press(tab, tab.evaluate(MOVES)[0][0])
        tab.locator(".train__words", has_text="more").wait_for()
    press(tab, others[0])
    ended = tab.locator(".train__words", has_text="The streak ends: 2 solved. Your best.")
    ended.wait_for()
    assert "train__words--failed" not in ended.get_attribute("class"), "a best is no bad news"
    tab.set_viewport_size({"width": 740, "height": 360})
    again = tab.get_by_role("button", name="New streak").bounding_box()
    assert again["y"] + again["height"] <= 360, "in sight on a phone held sideways"
    tab.set_viewport_size({"width": 1440, "height": 900})
    runs = tab.evaluate("JSON.parse(localStorage.getItem('taquin.training')).runs")
    assert runs == {"streak-3-detours": {"best": 2, "played": 1, "last": [2]}}
    assert tab.locator(".train__results dt").last.inner_text() == "streak"
    tab.keyboard.press("h")
    # The answer leaves in sight how the streak ended, and why.
    words = tab.locator(".train__words", has_text="Best: tile")
    words.wait_for()
    assert re.match(
        r"The streak ends: 2 solved\. Your best\. That move costs \d+ moves? more .*\. Best",
        words.inner_text(),
    )
    assert axe_violations(tab) == []
    tab.keyboard.press("n")
    tab.get_by_text("0 solved", exact=True).wait_for()


def test_no_board_comes_twice_in_a_storm(page: Page) -> None:
    # The same seed for each puzzle: without a memory each of them would be the first one.
    page.tab.add_init_script("Crypto.prototype.getRandomValues = (bytes) => bytes.fill(7)")
    tab = train(page, "storm")
    seen: list[str] = []
    for solved in range(4):
        tab.locator(".train__words", has_text="The goal is").wait_for()
        seen.append(board(tab))
        solve_one(tab)
        tab.get_by_text(f"{solved + 1} solved", exact=True).wait_for()
        tab.locator(".train__verdict", has_text="Right.").wait_for()
    assert len(set(seen)) == 4, seen


def test_a_storm_takes_three_minutes(page: Page) -> None:
    tab = page.tab
    tab.clock.install()
    train(page, "storm")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    assert tab.get_by_role("timer").inner_text() == "3:00"
    tab.clock.run_for(60_000)
    assert tab.get_by_role("timer").inner_text() == "3:00"
    solve_one(tab)
    tab.get_by_text("1 solved", exact=True).wait_for()
    tab.locator(".train__words", has_text="The goal is").wait_for()
    tab.keyboard.press("n")
    tab.get_by_text("1 solved, 1 skipped", exact=True).wait_for()
    tab.locator(".train__words", has_text="Skipped: 10 s less.").wait_for()
    tab.locator(".train__words", has_text="The goal is").wait_for()
    assert re.fullmatch(r"difficulty \d+", tab.locator(".train__run .note").first.inner_text())
    tab.keyboard.press("n")
    tab.get_by_text("1 solved, 2 skipped", exact=True).wait_for()
    # The clock goes on while another view is on.
    tab.clock.run_for(100_000)
    tab.evaluate("location.hash = '#/daily'")
    tab.locator(".view--daily").wait_for()
    tab.clock.run_for(50_000)
    tab.evaluate("history.back()")
    assert "0:0" <= tab.get_by_role("timer").inner_text() <= "0:21"
    tab.clock.run_for(25_000)
    ended = tab.locator(".train__words", has_text="Time is up: 1 solved. Your best.")
    ended.wait_for()
    # Every storm ends so: it is no failure.
    assert "train__words--failed" not in ended.get_attribute("class")
    # Nor is a clock without time what is to be read first.
    score = tab.locator(".train__score")
    assert tab.get_by_role("timer").count() == 0
    assert score.inner_text() == "1 solved, 2 skipped"
    assert score.evaluate("(score) => parseFloat(getComputedStyle(score).fontSize)") == 32
    results = tab.get_by_role("region", name="Results").inner_text()
    assert re.search(r"missed in all\s+0\s+skipped in all\s+2", results)
    assert board(tab) == "1 2 3/4 5 6/7 8 0"


def test_a_storm_that_a_reload_ends_counts(page: Page) -> None:
    tab = train(page, "storm")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    solve_one(tab)
    tab.get_by_text("1 solved", exact=True).wait_for()
    tab.reload()
    results = tab.get_by_role("region", name="Results")
    results.wait_for()
    assert re.search(r"best\s+1\s+last\s+1", results.inner_text())
    # The page that comes after says what became of it, once.
    ended = "You left the page. The storm ends: 1 solved. Your best."
    tab.get_by_text(ended, exact=True).wait_for()
    # It does not run on into what the next puzzle asks.
    tab.locator(".train__words", has_text="The goal is").wait_for()
    tops = tab.locator(".train__said > p").evaluate_all(
        "(parts) => parts.map((part) => part.getBoundingClientRect().top)"
    )
    assert tops[1] > tops[0]
    tab.reload()
    tab.locator(".train__words", has_text="The goal is").wait_for()
    assert not tab.get_by_text(ended, exact=True).is_visible()
    solve_one(tab)
    tab.get_by_role("button", name="End the storm").click()
    tab.locator(".train__verdict", has_text="The storm ends: 1 solved.").wait_for()


def test_a_streak_outlives_a_reload_and_its_tab(page: Page) -> None:
    tab = train(page, "streak")
    tab.locator(".train__words", has_text="find 3 best moves").wait_for()
    solve_one(tab)
    tab.get_by_text("1 solved", exact=True).wait_for()
    tab.locator(".train__words", has_text="find 3 best moves").wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right. 2 more").wait_for()
    here = board(tab)
    for _ in range(2):
        tab.reload()
        tab.get_by_text("1 solved", exact=True).wait_for()
        tab.locator(".train__words", has_text="Right. 2 more").wait_for()
        assert board(tab) == here
    assert not tab.get_by_text("You left the page").is_visible()
    # As a game does, it goes on in another tab once its own is gone; but in one alone.
    tab.evaluate("() => dispatchEvent(new PageTransitionEvent('pagehide'))")
    tab.evaluate("() => sessionStorage.clear()")
    tab.goto(f"{page.url}icon.svg")
    tab.goto(f"{page.url}#/train?part=streak")
    tab.get_by_text("1 solved", exact=True).wait_for()
    for left in (1, 0):
        press(tab, tab.evaluate(MOVES)[0][0])
        if left:
            tab.locator(".train__words", has_text=f"Right. {left} more").wait_for()
    tab.get_by_text("2 solved", exact=True).wait_for()
    tab.get_by_role("button", name="End the streak").click()
    ended = tab.locator(".train__verdict", has_text="The streak ends: 2 solved. Your best.")
    ended.wait_for()
    assert "train__words--failed" not in ended.get_attribute("class"), "nothing was missed"
    tab.reload()
    tab.get_by_text("0 solved", exact=True).wait_for()


def test_a_reload_after_another_view_comes_back_to_the_storm_and_says_that_it_ended(
    page: Page,
) -> None:
    tab = train(page, "storm")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right").wait_for()
    tab.evaluate("location.hash = '#/stats'")
    tab.locator(".view--stats").wait_for()
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Train").click()
    tab.locator(".train__words:visible", has_text="Right").wait_for()
    tab.reload()
    said = tab.locator(
        ".train__words:visible, .train__verdict:visible", has_text="You left the page"
    )
    assert said.first.inner_text() == "You left the page. The storm ends: 0 solved."


def test_an_own_mistake_is_put_right_and_comes_back(page: Page, tmp_path: Path) -> None:
    moves = "DDUULL"
    game = {**GAME, "moves": moves, "inputs": "k" * 6, "times": [100 * i for i in range(6)]}
    start = {"start": "1 2 3/4 5 6/0 7 8"}
    tab = imported(page, [{**game, **start}], tmp_path)
    tab.goto(f"{page.url}#/train?part=mistakes")
    tab.get_by_text("In your game a tile moved down here").wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right, that is best.").wait_for()
    tab.get_by_text("It comes back tomorrow.").wait_for()
    tab.reload()
    tab.get_by_text("In your game a tile moved down here").or_(
        tab.get_by_text("Nothing to review")
    ).wait_for()
    stored = tab.evaluate("JSON.parse(localStorage.getItem('taquin.training')).repeats")
    assert [(name, right) for name, (right, _) in stored.items()] == [("first-game:0", 0)]
    tab.evaluate(
        """() => {
          const log = JSON.parse(localStorage.getItem('taquin.training'));
          log.repeats['first-game:0'] = [2, '2026-01-02'];
          localStorage.setItem('taquin.training', JSON.stringify(log));
        }"""
    )
    tab.reload()
    tab.get_by_role("link", name="Mistakes 1").wait_for()
    tab.get_by_text("In your game a tile moved down here").wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.get_by_text("Put right for good.").wait_for()


def test_the_dot_of_the_last_rating_is_whole(page: Page) -> None:
    tab = train(page, "moves")
    edges = tab.evaluate(
        """async () => {
          const { buildRating } = await import("./train/ratingline.js");
          const { emptyLog } = await import("./train/trainlog.js");
          const { element, show } = buildRating();
          document.body.append(element);
          return [[1200, 1300], [1300, 1200]].flatMap((ratings) => {
            show({ ...emptyLog(), played: 2, ratings });
            const { x, y, width, height } = element.querySelector("circle").getBBox();
            return [x, y, 240 - x - width, 56 - y - height];
          });
        }"""
    )
    assert min(edges) >= 2, "room for its edge"


def test_a_drill_is_timed_and_kept(page: Page) -> None:
    tab = train(page, "rows")
    tab.get_by_role("combobox", name="Drill").select_option("3x3-2")
    results = tab.locator(".train__results dd")
    assert results.all_inner_texts() == ["0", "–", "–", "–"]
    words = tab.locator(".train__words")
    assert "The clock starts with your first move." in words.inner_text()
    press(tab, tab.evaluate(MOVES)[0][0])
    assert words.inner_text() in ("The upper rows are home.", "Solved in 1 move.")
    while (letters := tab.evaluate(MOVES)[0]) != "":
        press(tab, letters[0])
    tab.locator(".train__words", has_text="Solved in ").wait_for()
    tab.wait_for_function("() => document.querySelector('.train__results dd').textContent === '1'")
    assert "–" not in results.all_inner_texts()
    # Milliseconds, as in every other result.
    times = [tab.locator(".train__time").inner_text(), *results.all_inner_texts()[1::2]]
    assert all(re.fullmatch(r"\d+:\d\d\.\d{3}", time) for time in times), times
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Statistics").click()
    # It is no game on a random board.
    tab.get_by_text("The game below was not one of these.").wait_for()


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_clock_of_a_drill_and_the_figure_of_a_streak_are_in_sight(page: Page) -> None:
    tab = train(page, "rows")
    for name in ("Next board", "Retry"):
        box = tab.get_by_role("button", name=name).bounding_box()
        assert box["y"] + box["height"] <= 740, name
    tab = train(page, "streak")
    large = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    assert tab.get_by_text("0 solved").evaluate(large) >= 32


def marked(tab: Any) -> str:
    """The way of the tile that is marked."""
    script = """() => document.querySelector("taquin-board").shadowRoot
      .querySelector(".marked").dataset.arrow"""
    return str(tab.evaluate(script))


# In one step: with the last move the button goes.
DO_IT = """() => {
  const buttons = [...document.querySelectorAll("main button")];
  const one = buttons.find((button) => button.textContent === "Do it for me");
  one?.click();
  return Boolean(one?.checkVisibility());
}"""


def test_a_lesson_that_was_made_for_the_player_is_not_done(page: Page) -> None:
    tab = train(page, "lessons")
    tab.emulate_media(reduced_motion="reduce")
    tab.get_by_role("heading", name="1. ").wait_for()
    tab.keyboard.press("n")
    tab.get_by_role("heading", name="2. Bring 1 to its corner").wait_for()
    first = board(tab)
    assert tab.locator(".train__target").all_inner_texts() == ["1"]
    home = tab.locator(".train__target").bounding_box()
    corner = tab.locator("taquin-board").bounding_box()
    assert abs(home["x"] - corner["x"]) < 15 and abs(home["y"] - corner["y"]) < 15
    while tab.evaluate(DO_IT):
        tab.wait_for_timeout(50)
        assert "has to go" not in tab.locator(".train__words").inner_text(), "already made"
    tab.get_by_text("Solved, but with help. Now do it yourself.").wait_for()
    assert tab.locator(".train__lessons .badge").count() == 0
    tab.get_by_role("button", name="Do it yourself").click()
    assert board(tab) == first
    assert tab.locator(".train__lessons .badge").count() == 0


def test_the_check_and_what_comes_back(page: Page) -> None:
    tab = train(page, "lessons")
    tab.get_by_role("button", name="Take the check").click()
    tab.get_by_role("heading", name="Check, 1 of 8").wait_for()
    tab.locator(".train__words", has_text="0 moves of at most").wait_for()
    tab.get_by_role("button", name="I don’t know").click()
    tab.locator(".train__words", has_text="Not solved. It comes back tomorrow.").wait_for()
    assert tab.locator(".train__lessons .badge").all_inner_texts() == ["back tomorrow"]
    assert tab.locator(".train__target").count() == 0
    tab.keyboard.press("n")
    tab.get_by_role("heading", name="Check, 2 of 8").wait_for()
    tab.locator(".train__words", has_text="0 moves of at most").wait_for()
    # Too many moves are a mistake too.
    while not tab.locator(".train__words", has_text="Not home after").is_visible():
        press(
            tab,
            tab.evaluate("""async () => {
          const { legalMoves } = await import("./board.js");
          return legalMoves(document.querySelector("taquin-board").board).at(-1);
        }"""),
        )
    # Leaving keeps it.
    tab.evaluate("location.hash = '#/train?part=moves'")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    tab.evaluate("history.back()")
    tab.get_by_role("heading", name="Check, 2 of 8").wait_for()
    assert axe_violations(tab) == []
    tab.get_by_role("button", name="End").click()
    assert tab.locator(".train__lessons .badge").all_inner_texts() == ["back tomorrow"] * 2
    tab.evaluate(
        """() => {
          const log = JSON.parse(localStorage.getItem('taquin.training'));
          log.repeats = { 'lesson:rotate': [0, '2026-01-02'] };
          localStorage.setItem('taquin.training', JSON.stringify(log));
        }"""
    )
    tab.reload()
    tab.get_by_role("link", name="Lessons 1").wait_for()
    tab.get_by_role("button", name="Repeat it").click()
    tab.get_by_role("heading", name="Repetition, 1 of 1").wait_for()
    tab.locator(".train__words", has_text="0 moves of at most").wait_for()
    while not tab.locator(".train__words", has_text="Right, in").is_visible():
        press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="It comes back in 3 days.").wait_for()
    tab.keyboard.press("n")
    tab.get_by_role("heading", name="Repetition: 1 of 1 right").wait_for()


def test_a_lesson_is_learnt_by_keys_and_kept(page: Page, tmp_path: Path) -> None:
    tab = train(page, "lessons")
    tab.get_by_role("heading", name="1. Slide several tiles at once").wait_for()
    tab.keyboard.press("h")
    tab.locator(".train__words", has_text="13, 14 and 15 slide together.").wait_for()
    arrows(tab, "Left", "Left", "Left")
    tab.locator(".train__words", has_text="Done.").wait_for()
    tab.keyboard.press("n")
    tab.get_by_role("heading", name="2. Bring 1 to its corner").wait_for()
    # Each tap that is told is made; the words stay until all are.
    while not tab.locator(".train__words", has_text="Done.").is_visible():
        tab.keyboard.press("h")
        tab.locator(".train__words", has_text=re.compile("[Tt]ap ")).wait_for()
        press(tab, marked(tab))
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
    tab.get_by_text("This link does not work, so here are the puzzles.").first.wait_for()
    # They work, and a reload or a link to them finds them.
    tab.locator(".train__words", has_text="The goal is").wait_for()
    assert tab.get_by_role("link", name="Rated").get_attribute("aria-current") == "page"
    press(tab, tab.evaluate(MOVES)[0][0])
    tab.locator(".train__words", has_text="Right").wait_for()
    assert tab.evaluate("location.hash") == "#/train?part=moves"
    # Without mistakes to put right there is no board of another training either.
    tab.get_by_role("link", name="Mistakes").click()
    tab.get_by_text("Nothing to review").wait_for()
    assert board(tab) == "1 2 3/4 5 6/7 8 0"


@pytest.mark.parametrize("kind", ["storm", "streak"])
@pytest.mark.parametrize("height", [640, 740])
def test_a_run_on_a_phone_is_on_one_screen_without_an_empty_line(
    page: Page, kind: str, height: int
) -> None:
    page.tab.set_viewport_size({"width": 360, "height": height})
    tab = train(page, kind)
    tab.locator(".train__words", has_text="find 3 best moves").wait_for()
    tab.evaluate("scrollTo(0, 0)")
    parts = ("taquin-board", ".train__figure", ".train__steps", ".train__said", ".train__choices")
    shown, figure, steps, said, choices = ends(tab, *parts)
    assert shown[0] >= 0 and choices[0] + 44 <= height
    assert steps[0] - figure[1] <= 8 and said[0] - steps[1] <= 8
    assert tab.locator(".train__words:not(.train__verdict)").bounding_box()["y"] - said[0] <= 4


# A list whose choice is not read whole.
CUT = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const list = document.querySelector(".train__theme > select");
  const { font, paddingLeft, paddingRight } = getComputedStyle(list);
  pen.font = font;
  const arrow = 18;
  const room = list.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
  const names = [...list.options].map(({ text }) => text);
  return names.filter((name) => pen.measureText(name).width > room + 1);
}"""
NARROW = [{"locale": language, "viewport": {"width": 320, "height": 640}} for language in LANGUAGES]


@pytest.mark.parametrize("page", NARROW, indirect=True, ids=LANGUAGES)
def test_the_words_of_a_run_are_whole_on_the_narrowest_phone(page: Page) -> None:
    tab = train(page, "storm")
    tab.locator(".train__steps > span").nth(2).wait_for()
    # What is back today stands beside a name.
    for count in ("", " 12"):
        tab.locator(".train__due").evaluate_all(
            "(dues, count) => { for (const due of dues) due.textContent = count; }", count
        )
        assert unreadable(tab) == [], count
    for width, height in ((740, 360), (412, 915), (360, 740), (320, 640)):
        tab.set_viewport_size({"width": width, "height": height})
        assert tab.evaluate(CUT) == [], width
    steps, level = (
        tab.locator(part).bounding_box() for part in (".train__steps", ".train__ask > .note")
    )
    assert level["height"] < 25, "in one line"
    assert level["x"] - steps["x"] - steps["width"] >= 6
    # What a rated puzzle asks, or a lesson, is in the window with the board, too.
    for part, last in (("moves", ".train__side .toolbar"), ("lessons", ".train__legend")):
        tab.evaluate("(part) => { location.hash = `#/train?part=${part}`; }", part)
        tab.locator(last).first.wait_for()
        shown, asked = ends(tab, ".train__board", last)
        assert shown[0] >= 0 and asked[1] <= 640, part


TOP = "one => one.getBoundingClientRect().top"


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_kinds_of_puzzles_stay_in_their_place(page: Page) -> None:
    tops = []
    for part in ("moves", "streak", "storm"):
        tab = train(page, part)
        tab.locator(".train__words", has_text=re.compile("The goal is|Find 3 best")).wait_for()
        tab.evaluate("scrollTo(0, 0)")
        tops.append(tab.locator(".train__modes").evaluate(TOP))
    assert len(set(tops)) == 1, tops
    # A miss does not push the buttons down.
    press(tab, tab.evaluate(MOVES)[0][0])
    skip = tab.get_by_role("button", name="Skip")
    skip.wait_for()
    before = skip.evaluate(TOP)
    skip.click()
    tab.locator(".train__words", has_text="Skipped: 10 s less.").wait_for()
    tab.locator(".train__words", has_text="The goal is").wait_for()
    assert skip.evaluate(TOP) == before


@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_a_lesson_chosen_below_the_window_comes_up_with_its_board(page: Page) -> None:
    tab = train(page, "lessons")
    entry = tab.get_by_role("button", name="9. ")
    entry.tap()
    heading = tab.get_by_role("heading", name="9. ")
    heading.wait_for()
    assert heading.evaluate("(element) => element === document.activeElement")
    shown, head = ends(tab, ".train__board", "[aria-label=Lesson] h2")
    assert 0 <= shown[0] <= 16 and head[1] <= 640
    # Another size or theme shows another puzzle.
    tab.evaluate("location.hash = '#/train?part=moves'")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    size = tab.locator(".train__sizes .choice", has_text="4×4")
    size.scroll_into_view_if_needed()
    tab.evaluate("scrollBy(0, 200)")
    assert ends(tab, ".train__board")[0][0] < 0
    size.tap()
    tab.locator(".train__words", has_text="The goal is").wait_for()
    assert 0 <= ends(tab, ".train__board")[0][0] <= 16


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_next_lesson_is_in_sight_once_one_is_done(page: Page) -> None:
    tab = train(page, "lessons")
    legend = tab.get_by_text("The dashed cells are the places of these tiles.")
    legend.wait_for()
    arrows(tab, "Left", "Left", "Left")
    tab.locator(".train__words", has_text="Done.").wait_for()
    assert not legend.is_visible()
    box = tab.get_by_role("button", name="Next lesson").bounding_box()
    assert box["y"] + box["height"] <= 740
    tab.keyboard.press("u")
    assert legend.is_visible()


@pytest.mark.parametrize("page", [{"viewport": {"width": 768, "height": 1024}}], indirect=True)
def test_the_kinds_are_as_wide_as_the_board_on_a_tablet(page: Page) -> None:
    tab = train(page, "moves")
    tab.locator(".train__words", has_text="The goal is").wait_for()
    board, modes = (tab.locator(one).bounding_box() for one in ("taquin-board", ".train__modes"))
    assert (round(board["x"]), round(board["width"])) == (round(modes["x"]), round(modes["width"]))
    # What can be chosen and the rating are in the window, and so are the first lessons.
    assert max(bottom for _, bottom in ends(tab, ".train__choices", ".train__rating")) <= 1024
    tab = train(page, "lessons")
    lesson, third = ends(tab, "[aria-label=Lesson]", ".train__lessons > :nth-child(3)")
    assert max(lesson[1], third[1]) <= 1024
    tab = train(page, "mistakes")
    tab.get_by_text("Nothing to review").wait_for()
    assert tab.locator("taquin-board").bounding_box()["width"] <= 256


def test_without_a_mistake_the_words_stand_beside_the_board_and_leave_no_void(page: Page) -> None:
    tab = train(page, "mistakes")
    said = tab.get_by_text("Nothing to review.")
    said.wait_for()
    # A smaller board gives mistakes too.
    assert "on boards of up to 16 cells (4×4)" in said.inner_text()
    for width, height in ((1440, 900), (2560, 1440)):
        tab.set_viewport_size({"width": width, "height": height})
        board, words = (tab.locator(one).bounding_box() for one in ("taquin-board", ".train__side"))
        assert 0 <= words["x"] - board["x"] - board["width"] <= 48
        assert board["height"] > 0.6 * height


def test_a_reload_keeps_the_lesson_and_its_check(page: Page) -> None:
    tab = train(page, "lessons")
    tab.get_by_role("button", name="9. ").click()
    lesson = tab.get_by_role("heading", name="9. ")
    lesson.wait_for()
    tab.reload()
    lesson.wait_for()
    assert tab.locator("[aria-current=step]").inner_text().startswith("9. ")
    tab.get_by_role("button", name="Take the check").click()
    words = tab.locator(".train__words")
    words.filter(has_text="0 moves of at most").wait_for()
    tab.get_by_role("button", name="I don’t know").click()
    missed = words.filter(has_text="Not solved. It comes back tomorrow.")
    missed.wait_for()
    tab.reload()
    tab.get_by_role("heading", name="Check, 1 of 8").wait_for()
    missed.wait_for()
    tab.keyboard.press("n")
    words.filter(has_text="0 moves of at most").wait_for()
    press(tab, tab.evaluate(MOVES)[0][0])
    words.filter(has_text="1 move of at most").wait_for()
    now, said = board(tab), words.inner_text()
    tab.reload()
    tab.get_by_role("heading", name="Check, 2 of 8").wait_for()
    words.filter(has_text=said).wait_for()
    assert board(tab) == now
    press(tab, tab.evaluate(MOVES)[0][0])
    words.filter(has_text=re.compile("^(2 moves of at most|Right, in 2 moves)")).wait_for()
    # What was missed before the reload is still in the result.
    for _ in range(7):
        if tab.get_by_role("button", name="I don’t know").is_visible():
            tab.get_by_role("button", name="I don’t know").click()
        words.filter(has_text=re.compile("^(Not solved|Right)")).wait_for()
        tab.keyboard.press("n")
        if not tab.get_by_role("button", name="Back to the lessons").is_visible():
            words.filter(has_text="0 moves of at most").wait_for()
    tab.get_by_text("Tomorrow again: “Bring 1 to its corner”").wait_for()
    tab.get_by_role("button", name="Back to the lessons").click()
    tab.reload()
    lesson.wait_for()


def test_a_check_that_is_begun_ends_for_a_lesson_only_when_agreed(page: Page) -> None:
    tab = train(page, "lessons")
    tab.get_by_role("button", name="Take the check").click()
    check = tab.get_by_role("region", name="Check")
    check.get_by_text("0 moves of at most").wait_for()
    lesson = tab.get_by_role("button", name="3. ")
    check.get_by_role("button", name="I don’t know").click()
    check.get_by_role("button", name="Next").click()
    check.get_by_role("heading", name="Check, 2 of 8").wait_for()
    check.get_by_text("0 moves of at most").wait_for()
    start = board(tab)
    for answer in ("Cancel", "End the check"):
        lesson.click()
        dialog = tab.get_by_role("dialog", name="End the check?")
        assert "Check, 2 of 8. It gives one try each" in dialog.inner_text()
        dialog.get_by_role("button", name=answer).click()
        if answer == "Cancel":
            assert check.get_by_role("heading").inner_text() == "Check, 2 of 8"
            assert board(tab) == start
    tab.get_by_role("region", name="Lesson", exact=True).wait_for()
    # One without a move is lost to nobody.
    tab.get_by_role("button", name="Take the check").click()
    check.get_by_text("0 moves of at most").wait_for()
    lesson.click()
    tab.get_by_role("region", name="Lesson", exact=True).wait_for()
    assert tab.get_by_role("dialog").count() == 0


def test_a_stored_check_that_cannot_be_read_is_ignored(page: Page) -> None:
    tab = train(page, "lessons")
    for text in ("{", "{}", '{"lessons": [], "missed": [], "board": "1 2/3 0", "at": 0}'):
        tab.evaluate("text => sessionStorage.setItem('taquin.training.check', text)", text)
        tab.reload()
        tab.get_by_role("button", name="Take the check").wait_for()
        assert tab.get_by_role("heading", name="Check, ").count() == 0


@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_the_board_is_in_sight_while_a_step_is_made(page: Page) -> None:
    tab = train(page, "lessons")
    tab.get_by_role("button", name="9. ").tap()
    tell = tab.get_by_role("button", name="Tell me the next step")
    for button in ("Do it for me", "Start over"):
        tell.tap()
        tab.locator(".train__words", has_text=re.compile("[Tt]ap ")).wait_for()
        acting = tab.get_by_role("button", name=button)
        acting.scroll_into_view_if_needed()
        tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
        acting.evaluate("(one) => one.scrollIntoView({ block: 'start' })")
        assert ends(tab, ".train__board")[0][0] < 0
        acting.tap()
        tab.locator(".train__words", has_not_text=re.compile("[Tt]ap ")).wait_for(state="attached")
        top, bottom = ends(tab, ".train__board")[0]
        assert top >= 0 and bottom <= 640


# Whether the number of a tile is inside the ring that is drawn around its cell.
CLEAR = """() => {
  const ring = document.querySelector(".train__target--blank").getBoundingClientRect();
  const [x, y] = [(ring.left + ring.right) / 2, (ring.top + ring.bottom) / 2];
  const inner = ring.width / 2 - 5;
  const root = document.querySelector("taquin-board").shadowRoot;
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    if (!/^\\d+$/.test(texts.currentNode.data.trim())) continue;
    range.selectNodeContents(texts.currentNode);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) continue;
    const size = parseFloat(getComputedStyle(texts.currentNode.parentElement).fontSize);
    return Math.hypot((right - left) / 2, 0.36 * size) < inner;
  }
  return null;
}"""


@pytest.mark.parametrize("size", [(320, 640), (360, 640), (1440, 900)], ids=str)
def test_the_ring_of_a_step_leaves_the_number_under_it_readable(
    page: Page, size: tuple[int, int]
) -> None:
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = train(page, "lessons")
    tab.get_by_role("button", name="9. ").click()
    words = tab.locator(".train__words")
    for _ in range(30):
        tab.keyboard.press("h")
        words.filter(has_text=re.compile("[Tt]ap ")).wait_for()
        if tab.locator(".train__target--blank").count() > 0:
            clear = tab.evaluate(CLEAR)
            if clear is not None:
                assert clear
                break
        press(tab, marked(tab))
        if words.filter(has_text="Done.").is_visible():
            tab.keyboard.press("t")
    else:
        pytest.fail("no step asked for the blank elsewhere")


@pytest.mark.parametrize(
    "page",
    [{"viewport": {"width": 320, "height": 640}}, {"viewport": {"width": 740, "height": 360}}],
    indirect=True,
    ids=str,
)
def test_the_goals_of_a_lesson_leave_the_numbers_of_small_tiles_free(page: Page) -> None:
    tab = train(page, "lessons")
    tab.locator(".train__target > b").first.wait_for()
    for target in tab.locator(".train__target:has(> b)").all():
        around, goal = target.bounding_box(), target.locator("b").bounding_box()
        assert goal["y"] + goal["height"] - around["y"] <= 0.28 * around["height"]
