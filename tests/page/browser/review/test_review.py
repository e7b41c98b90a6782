"""The review: a game held against perfect play."""

import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from make_languages import LANGUAGES
from reviewing import GAME, PHONE, imported, opened, reviewed

from page_states import WELCOMED, arrows, board
from page_support import Page, axe_violations, ends

READER = re.compile(r"\byou(rs?)?\b", re.IGNORECASE)
TOUCHED = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}
# Two moves from the goal.
NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"


def figure(tab: Any, name: str) -> str:
    return str(tab.locator(f".figures__one:has(dt:text-is('{name}')) dd > span").inner_text())


ADD = """async ([game]) => {
  const history = await (await import("./game/history.js")).createHistory();
  await history.add(game);
}"""


def test_a_game_just_played_is_reviewed(page: Page) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    arrows(tab, "Down", "Up", "Left", "Left")
    tab.get_by_role("heading", name="Solved").wait_for()
    tab.get_by_role("button", name="Review").click()
    tab.locator(".figures__one small", has_text="proved").wait_for()
    assert [figure(tab, name) for name in ("Moves", "Optimal", "Accuracy")] == ["4", "2", "50%"]
    marks = tab.locator(".moves__mark")
    tab.locator(".moves__mark", has_text="+2").wait_for()
    assert marks.all_inner_texts() == ["+2", "✓", "✓", "✓"]
    assert "Red: each rise cost two extra moves" in tab.locator(".graph__legend").inner_text()
    legend = tab.locator(".legend").inner_text()
    assert "+2 moves worse than the best" in legend
    assert "= tied for best" in legend
    assert re.search(r"\+2\s+at move 1, which leads away from the goal", stretches(tab))


def stretches(tab: Any) -> str:
    return str(tab.locator(".stretches").inner_text())


def test_keys_step_and_play_wherever_the_focus_is(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    place = tab.locator(".playback__place")
    tab.keyboard.press("ArrowRight")
    assert place.inner_text() == "1 / 4"
    tab.get_by_role("button", name="Step").focus()
    tab.keyboard.press("ArrowRight")
    assert place.inner_text() == "2 / 4"
    tab.keyboard.press("ArrowLeft")
    assert place.inner_text() == "1 / 4"
    tab.evaluate("document.activeElement.blur()")
    tab.keyboard.press("Home")
    assert place.inner_text() == "0 / 4"
    tab.keyboard.press("Space")
    tab.get_by_text("4 / 4").wait_for()
    assert tab.evaluate("document.documentElement.scrollHeight > innerHeight && scrollY === 0")
    tab.get_by_role("link", name="Play").click()
    tab.locator(".clock").wait_for()
    tab.keyboard.press("Home")
    tab.go_back()
    place.wait_for()
    assert place.inner_text() == "4 / 4"


def test_trying_again_from_a_costly_move(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".stretch").wait_for()
    tab.locator(".stretch").get_by_role("button", name="Try again from here").click()
    tab.locator(".hints").wait_for()
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    assert tab.locator(".figure:has(dt:text-is('Moves')) dd").inner_text() == "0"


def test_the_table_of_a_long_game_is_whole_and_the_page_ends_with_it(
    page: Page, tmp_path: Path
) -> None:
    moves = "DULR" * 9 + "LL"
    record = {
        **GAME, "moves": moves, "times": [40 * i for i in range(len(moves))], "inputs": "k" * 38,
    }  # fmt: skip
    tab = reviewed(page, record, tmp_path)
    tab.set_viewport_size({"width": 360, "height": 800})
    tab.get_by_text("Every move as a table").click()
    table = tab.get_by_role("region", name="Every move")
    assert table.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    beyond = """() => document.documentElement.scrollHeight
      - Math.max(...[...document.querySelectorAll("body *")].filter((one) => !one.closest("svg"))
        .filter((one) => getComputedStyle(one).position !== "absolute")
        .map((one) => one.getBoundingClientRect().bottom + scrollY))"""
    assert tab.evaluate(beyond) < 80


def test_trying_again_from_any_move(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.get_by_role("radio", name=re.compile(": move 1,")).click()
    tab.locator(".review__board").get_by_role("button", name="Try again from here").click()
    tab.locator(".hints").wait_for()
    assert board(tab) == "1 2 3/0 5 6/4 7 8"


def test_trying_again_leads_back_to_a_game_not_over(page: Page) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    arrows(tab, "Left")
    left = board(tab)
    tab.get_by_role("link", name="Review").click()
    tab.get_by_role("button", name="Review it so far").click()
    tab.locator(".review__board").get_by_role("button", name="Try again from here").click()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert board(tab) == left
    assert tab.locator(".figure:has(dt:text-is('Moves')) dd").inner_text() == "1"


def test_all_best_first_moves_are_named(page: Page, tmp_path: Path) -> None:
    # The farthest board of all: three of its moves are best.
    start = "8 6 7/2 5 4/3 0 1"
    moves = "DDLLURRULLDRRDLLURURDDLUURDDLLUU"[:3]
    record = {
        **GAME, "start": start, "moves": moves, "times": [0, 1, 2], "inputs": "kkk",
        "status": "abandoned",
    }  # fmt: skip
    tab = reviewed(page, record, tmp_path)
    best = tab.locator(".review__best .button")
    best.first.wait_for()
    assert sorted(best.all_inner_texts()) == ["1 ←", "3 →", "5 ↓"]
    assert "31 moves left" in tab.locator(".review__left").inner_text()
    # Beside "31 moves left", a "1 left" would be read as a count.
    assert tab.get_by_role("button", name="tile 1 left").count() == 1
    assert tab.locator(".moves__mark").first.inner_text() == "="
    best.first.click()
    arrow = tab.evaluate(
        "() => Boolean(document.querySelector('.review__board taquin-board').shadowRoot"
        ".querySelector('[data-arrow]'))"
    )
    assert arrow


def test_what_is_not_proved_is_a_band(page: Page) -> None:
    tab = opened(page, "#/play")
    tab.locator(".hints").wait_for()
    link = tab.evaluate("""async () => {
      const { formatBoard, namedGoal } = await import("./board.js");
      const { packMoves } = await import("./notation/packing.js");
      const { randomBoard } = await import("./game/random.js");
      const { humanSteps } = await import("./solver/human.js");
      // A size without a model, whose beams would narrow the band.
      const goal = namedGoal("last", 8, 6);
      const board = randomBoard(8, 6, goal, "band");
      const moves = [...humanSteps(board, goal)].map((step) => step.moves).join("");
      return `#/replay?b=${formatBoard(board).replaceAll(" ", "+")}&m=${packMoves(moves)}`;
    }""")
    tab.goto(page.url + link)
    tab.locator(".graph__band").wait_for(state="attached")
    tab.locator(".figures__one small", has_text="not proved").wait_for()
    assert re.fullmatch(r"\d+ – \d+", figure(tab, "Optimal"))
    assert re.fullmatch(r"[\d.]+% – 100%", figure(tab, "Accuracy"))
    assert tab.locator(".moves__mark").first.inner_text() == "?"
    assert re.fullmatch(r"\d+ to \d+ moves left\.", tab.locator(".review__left").inner_text())


def test_a_review_by_keyboard_alone(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".moves__mark", has_text="+2").wait_for()
    tab.get_by_role("slider", name="Move").focus()
    tab.keyboard.press("ArrowRight")
    assert board(tab) == "1 2 3/0 5 6/4 7 8"
    assert "+2" in tab.locator(".review__moment").inner_text()
    tab.keyboard.press("End")
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    tab.locator(".moves__move[tabindex='0']").focus()
    tab.keyboard.press("ArrowLeft")
    assert board(tab) == "1 2 3/4 5 6/7 0 8"
    assert tab.evaluate("document.activeElement.getAttribute('data-at')") == "3"
    tab.locator("summary").focus()
    tab.keyboard.press("Enter")
    tab.locator("details tbody tr").first.wait_for()
    cells = "(rows) => rows.map((row) => Array.from(row.cells, (cell) => cell.textContent))"
    assert tab.locator("details tbody tr").evaluate_all(cells) == [
        ["1", "4 ↓down", "3", "+2 2 moves worse than the best", "7 ←left"],
        ["2", "4 ↑up", "2", "✓ best", "4 ↑up"],
        ["3", "7 ←left", "1", "✓ best", "7 ←left"],
        ["4", "8 ←left", "0", "✓ best", "8 ←left"],
    ]
    # On a phone, no column is cut, and a row is one line.
    tab.set_viewport_size({"width": 360, "height": 740})
    scroll = tab.locator("details .scroll")
    assert scroll.evaluate("(part) => part.scrollWidth <= part.clientWidth")
    assert tab.locator("details tbody tr").first.bounding_box()["height"] < 48


def test_the_graph_takes_the_pointer(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    box = tab.locator("svg.graph").bounding_box()
    tab.mouse.click(box["x"] + box["width"] - 13, box["y"] + 100)
    assert board(tab) == "1 2 3/4 5 6/7 8 0"


def test_the_focus_goes_from_a_step_to_the_slider_at_both_ends(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    for name in ("Step", "Back"):
        tab.get_by_role("button", name=name, exact=True).focus()
        for _ in GAME["moves"]:
            assert tab.evaluate("document.activeElement.textContent") == name
            tab.keyboard.press("Enter")
        assert tab.evaluate("document.activeElement.ariaLabel") == "Move"


def test_a_replay_in_its_own_times(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.get_by_label("Speed").select_option("As played")
    tab.clock.install(time=0)
    tab.clock.pause_at(1000)
    tab.get_by_role("button", name="Play", exact=True).click()
    shown = tab.locator(".playback__place")
    at = []
    for milliseconds in (10, 380, 20, 380, 20, 380, 20):
        tab.clock.run_for(milliseconds)
        at.append(shown.inner_text())
    assert at == ["1 / 4", "1 / 4", "2 / 4", "2 / 4", "3 / 4", "3 / 4", "4 / 4"]


def test_the_review_of_an_open_game_counts_as_a_hint_and_of_a_paused_one_is_refused(
    page: Page,
) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    arrows(tab, "Down")
    tab.keyboard.press("p")
    tab.get_by_role("link", name="Review").click()
    tab.get_by_text("This game is paused").wait_for()
    assert tab.get_by_role("button", name="Review it so far").count() == 0
    shown = tab.locator(".view--review taquin-board")
    assert shown.count() == 0
    tab.locator(".view--review").get_by_role("button", name="Play").click()
    tab.locator(".veil").click()
    tab.get_by_role("link", name="Review").click()
    tab.get_by_text("This game is not finished").wait_for()
    # The example and games from elsewhere are there meanwhile, and the choices on one line.
    assert tab.get_by_role("link", name="Open the example").is_visible()
    assert tab.get_by_label("Paste it here").is_visible()
    choices = tab.locator(".review__open button")
    assert len({one.bounding_box()["y"] for one in choices.all()}) == 1 < choices.count()
    tab.get_by_role("button", name="Review it so far").click()
    shown.wait_for()
    tab.locator(".figures__one small", has_text="proved").wait_for()
    assert "1 hint" in tab.locator(".review__head .badge").inner_text()
    tab.get_by_role("link", name="Play").click()
    tab.locator(".hints").wait_for()
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for()
    tab.get_by_role("link", name="Review").click()
    tab.locator(".review__head .badge", has_text="2 hints").wait_for()
    tab.get_by_role("link", name="Play").click()
    tab.locator(".hints").wait_for()
    arrows(tab, "Up", "Left", "Left")
    assert "2 hints" in tab.locator(".result .badge").inner_text()


@pytest.mark.parametrize("page", [{}, PHONE], ids=["wide", "phone"], indirect=True)
def test_the_review_names_the_help_that_the_result_names(page: Page) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    for key in ("ArrowDown", "u", "ArrowLeft", "p", "p", "ArrowLeft"):
        tab.keyboard.press(key)
    help_had = tab.locator(".result .badge").inner_text()
    assert help_had == "1 undo, clock stopped, chosen board"
    tab.get_by_role("button", name="Review").click()
    badge = tab.locator(".review__head .badge")
    assert badge.inner_text() == help_had
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_review_of_a_clean_game_says_so_and_that_of_a_link_says_nothing(
    page: Page, tmp_path: Path
) -> None:
    tab = reviewed(page, GAME, tmp_path)
    badge = tab.locator(".review__head .badge")
    assert badge.inner_text() == "no help"
    tab.goto(f"{page.url}#/replay?b=1+2+3/4+5+6/0+7+8&m=")
    tab.get_by_text("3×3, from a link").wait_for()
    assert badge.count() == 0


def test_the_review_of_anothers_game_does_not_call_it_the_readers(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    # A step there and back, and a game of best moves only.
    for moves, lost in (
        ("RLL", "at move 1, which leads"),
        ("L", "Nowhere: every move was a best move."),
    ):
        page.open_anew("#/play")
        packed = tab.evaluate(
            "(moves) => import('./notation/packing.js').then(({ packMoves }) => packMoves(moves))",
            moves,
        )
        page.open_anew(f"#/replay?b=1+2+3/4+5+6/7+0+8&m={packed}")
        tab.get_by_role("heading", name="Where most moves were lost").wait_for()
        tab.get_by_text(lost).wait_for()
        words = tab.locator("#main").inner_text()
        assert not READER.search(words), words


def test_a_game_from_elsewhere_names_and_shows_a_goal_that_nobody_chose(page: Page) -> None:
    tab = opened(page, "#/review")
    tab.get_by_label("Paste it here").fill("1 2 3/4 5 6/8 7 0\nR")
    tab.get_by_role("button", name="Review it").click()
    aim = tab.get_by_text(
        "Reviewed towards the snake goal, because blank last cannot be reached from this board."
    )
    aim.wait_for()
    tab.get_by_role("img", name="The goal: 1 2 3; 6 5 4; 7 8 blank").wait_for()
    # It has no clock, and nobody gave it up.
    assert tab.locator(".review__head .note").inner_text() == "3×3, pasted, not finished"
    assert tab.locator(".review__summary dt").all_inner_texts() == ["Moves", "Optimal"]
    page.open("#/replay?b=1+2+3/4+5+6/0+7+8&m=")
    tab.get_by_text("3×3, from a link").wait_for()
    assert aim.count() == 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 780}}], indirect=True)
def test_the_review_of_ones_own_game_names_and_shows_an_unusual_goal(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play?board=1+0+2/3+4+5/6+7+8&goal=first")
    tab.locator(".hints").wait_for()
    arrows(tab, "Right")
    tab.locator(".result").get_by_role("button", name="Review").click()
    head = tab.locator(".review__head .note").first
    head.get_by_text("3×3, blank first").wait_for()
    aim = tab.locator(".review__aim")
    assert aim.inner_text().split("\n")[-1] == "Blank first"
    assert aim.locator(".thumb").is_visible()
    tab.get_by_role("button", name="Analyse from here").click()
    assert tab.locator(".analyse__named").inner_text() == "blank first"
    assert tab.locator(".analyse__goal .thumb").is_visible()
    tab.evaluate("location.hash = '#/analysis?board=1+2+3/4+5+6/7+0+8'")
    tab.locator(".analyse__goal").wait_for(state="hidden")
    assert tab.locator(".analyse__named").inner_text() == ""


def test_a_game_that_is_not_there(page: Page) -> None:
    tab = opened(page, "#/review?id=gone")
    tab.get_by_text("This game is not in this browser’s history").wait_for()
    assert tab.locator("taquin-board").count() == 0


def test_without_a_game_there_is_an_example_and_games_come_from_elsewhere(
    page: Page, tmp_path: Path
) -> None:
    tab = opened(page, "#/review")
    shown = [figure(tab, name) for name in ("Moves", "Optimal", "Accuracy")]
    stretch = tab.locator(".example .stretch__line").inner_text()
    tab.get_by_role("link", name="Open the example").press("Enter")
    tab.get_by_role("list").filter(has_text=stretch).wait_for()
    tab.get_by_text("3×3, the example", exact=True).wait_for()
    assert tab.evaluate("document.activeElement.id") == "main"
    assert [figure(tab, name) for name in ("Moves", "Optimal", "Accuracy")] == shown
    tab.go_back()
    pasted = tab.get_by_label("Paste it here")
    pasted.fill("#/play?board=1+2+3/4+5+6/0+7+8")
    review = tab.get_by_role("button", name="Review it")
    review.press("Enter")
    tab.get_by_text("This link contains no moves; expected the link to a replay").wait_for()
    assert pasted.get_attribute("aria-invalid") == "true"
    pasted.fill("1 2 3\n4 5 6\n0 7 8\nDULL")
    review.press("Enter")
    tab.locator(".moves__mark", has_text="+2").wait_for()
    tab.get_by_role("button", name="Review another game").press("Enter")
    dialog = tab.get_by_role("dialog", name="Review another game")
    assert axe_violations(tab, "dialog") == []
    file = tmp_path / "games.json"
    earlier = {**GAME, "id": "earlier", "created": "2026-01-01T10:00:00.000Z"}
    file.write_text(json.dumps({"games": [GAME, earlier]}), encoding="utf-8")
    tab.set_input_files("input[type=file]", file)
    tab.get_by_text("Import: 2 added.").first.wait_for()
    tab.wait_for_url(f"**#/review?id={GAME['id']}")
    assert dialog.count() == 0
    tab.locator(".graph__line").wait_for()


def longest(tab: Any, moves: str) -> Any:
    """The review of a game of many moves."""
    return tab.evaluate(
        """async (moves) => {
      const { packMoves } = await import("./notation/packing.js");
      location.hash = `#/replay?b=1+2+3/4+5+6/0+7+8&m=${packMoves(moves)}`;
    }""",
        moves,
    )


@pytest.mark.parametrize("page", [{}, PHONE], ids=["wide", "phone"], indirect=True)
def test_a_long_list_of_moves_fades_below_whole_rows(page: Page) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    longest(tab, "DULR" * 60)
    tab.locator(".view--review .moves__move").first.wait_for()
    # Where the rows end above the fading edge, at the beginning and at the end of the list.
    script = """(end) => {
      const list = document.querySelector(".view--review .moves");
      const fade = parseFloat(getComputedStyle(list, "::after").blockSize);
      list.scrollTop = end ? list.scrollHeight : 0;
      const edge = list.getBoundingClientRect().bottom - fade;
      const rows = new Set([...list.children].map((entry) => entry.getBoundingClientRect().bottom));
      return [fade, Math.min(...[...rows].map((bottom) => Math.abs(edge - bottom)))];
    }"""
    for end in (False, True):
        fade, distance = tab.evaluate(script, end)
        assert fade >= 8 and distance <= 5


REVIEWS = [{"viewport": {"width": 360, "height": 740}}, {}]


@pytest.mark.parametrize("page", REVIEWS, ids=["phone", "wide"], indirect=True)
def test_stepping_through_a_game_moves_no_button(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".moves__mark", has_text="+2").wait_for()
    tab.evaluate("scrollTo(0, 0)")
    parts = (".review__board .exits", ".review__side .graph")
    before = ends(tab, *parts)
    for at in range(1, 5):
        tab.keyboard.press("ArrowRight")
        tab.locator(".playback__place", has_text=f"{at} / 4").wait_for()
        assert ends(tab, *parts) == before
    assert "This is the goal" in tab.locator(".review__moment").inner_text()
    # Nor do the words that are there only while the analysis runs.
    tab.locator(".review__waiting").evaluate("(one) => one.append('188 of 191 analysed')")
    assert ends(tab, *parts) == before


@pytest.mark.parametrize("page", REVIEWS, ids=["phone", "wide"], indirect=True)
def test_a_review_begins_with_its_first_button_whole(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".moves__mark", has_text="+2").wait_for()
    tab.evaluate("scrollTo(0, 0)")
    first = tab.locator(".review__board .exits .button").first.bounding_box()
    assert first["y"] + first["height"] <= tab.evaluate("innerHeight")
    # No figure has a line more than the others.
    heights = tab.locator(".review__summary dd").evaluate_all(
        "(all) => [...new Set(all.map((one) => one.parentElement.offsetHeight))]"
    )
    assert len(heights) == 1


def test_a_wide_review_has_all_that_belongs_to_the_board_in_the_window(
    page: Page, tmp_path: Path
) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".moves__mark", has_text="+2").wait_for()
    for window in ((1440, 900), (2560, 1440)):
        tab.set_viewport_size({"width": window[0], "height": window[1]})
        tab.evaluate("scrollTo(0, 0)")
        shown, exits, summary = ends(tab, "taquin-board", ".exits", ".review__summary")
        assert exits[1] <= window[1]
        assert abs(shown[0] - summary[0]) <= 1


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_move_is_reviewed_on_one_screen_of_a_phone(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".review__summary [data-mark='✓']").wait_for()
    tab.keyboard.press("ArrowRight")
    tab.locator(".playback__place", has_text="1 / 4").wait_for()
    assert tab.evaluate("scrollY") == 0
    for top, bottom in ends(tab, "taquin-board", ".playback", ".review__left"):
        assert top >= 0 and bottom <= 640


AT_THE_TOP = """() => {
  const { top } = document.querySelector(".review__board taquin-board").getBoundingClientRect();
  return top >= 0 && top <= 16;
}"""


@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_what_is_chosen_below_the_window_comes_up_with_the_board(
    page: Page, tmp_path: Path
) -> None:
    tab = reviewed(page, GAME, tmp_path)
    place = tab.locator(".playback__place")
    slider = tab.get_by_role("slider", name="Move", exact=True)
    second = tab.locator(".moves__move").nth(1)
    first = tab.get_by_role("button", name="Show", exact=True)
    for choice, shown in ((second, "2 / 4"), (first, "0 / 4")):
        choice.tap()
        place.get_by_text(shown).wait_for()
        tab.wait_for_function(AT_THE_TOP)
        assert slider.evaluate("(element) => element === document.activeElement")


def test_the_tab_leads_back_to_the_review_that_was_left(page: Page, tmp_path: Path) -> None:
    later = {**GAME, "id": "later", "created": "2026-02-02T10:00:00.000Z", "moves": "LL"}
    later |= {"times": [0, 400], "inputs": "kk"}
    tab = imported(page, [GAME, later], tmp_path)
    tab.goto(f"{page.url}#/review?id=first-game")
    tab.locator(".review__head", has_text="Jan").wait_for()
    views = tab.get_by_role("navigation", name="Views")
    views.get_by_role("link", name="Lab").click()
    tab.locator(".view--lab").wait_for()
    views.get_by_role("link", name="Review").click()
    back = tab.locator(".review__head", has_text="Jan")
    back.wait_for()
    assert back.is_visible()


def test_the_tab_leads_back_to_a_pasted_game_and_its_dialog_to_the_overview(page: Page) -> None:
    tab = opened(page, "#/review")
    tab.get_by_label("Paste it here").fill("1 2 3\n4 5 6\n0 7 8\nDULL")
    tab.get_by_role("button", name="Review it").click()
    pasted = tab.locator(".review__head", has_text="3×3, pasted")
    pasted.wait_for()
    views = tab.get_by_role("navigation", name="Views")
    for view in ("Lab", "Play"):
        views.get_by_role("link", name=view).click()
        tab.locator(f".view--{view.lower()}").wait_for()
        views.get_by_role("link", name="Review").click()
        pasted.wait_for()
    tab.get_by_role("button", name="Review another game").click()
    tab.get_by_role("link", name="Overview").click()
    tab.get_by_role("link", name="Open the example").wait_for()
    assert tab.get_by_role("dialog").count() == 0 and pasted.count() == 0
    views.get_by_role("link", name="Lab").click()
    views.get_by_role("link", name="Review").click()
    tab.get_by_role("link", name="Open the example").wait_for()


def test_the_tab_leads_to_the_newest_game_and_the_others_are_listed(
    page: Page, tmp_path: Path
) -> None:
    games = [
        {**GAME, "id": f"g{i}", "created": f"2026-01-0{i + 1}T10:00:00.000Z"} for i in range(7)
    ]
    tab = imported(page, games, tmp_path)
    # One in play, and one against the clock after it.
    tab.goto(page.url + "#/play")
    tab.locator(".view--play taquin-board").wait_for()
    for key in ("ArrowLeft", "ArrowRight"):
        tab.keyboard.press(key)
    tab.get_by_role("button", name="Undo").and_(tab.locator(":enabled")).wait_for()
    tab.evaluate(ADD, [{**GAME, "id": "timed", "created": "2099-01-01T10:00:00.000Z"}])
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Review").click()
    tab.locator(".review__head", has_text="2099").wait_for()
    tab.get_by_role("button", name="Review another game").click()
    latest = tab.get_by_role("dialog").get_by_role("region", name="Latest games")
    rows = latest.get_by_role("listitem").all_inner_texts()
    assert len(rows) == 5
    assert "4×4, in play" in rows[0] and "7" in rows[1] and "3×3, 0:01.200" in rows[1]
    latest.get_by_role("link").nth(1).click()
    tab.locator(".review__head", has_text="2026").wait_for()
    assert tab.get_by_role("dialog").count() == 0


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": width, "height": height}}
        for width, height in [(320, 640), (360, 640), (360, 740)]
    ],
    indirect=True,
)
def test_the_latest_games_on_a_phone_have_rows_of_one_kind_and_leave_the_buttons_whole(
    page: Page, tmp_path: Path
) -> None:
    games = [
        {**GAME, "id": f"g{i}", "created": f"2026-11-{11 + i}T20:56:00.000Z"} for i in range(6)
    ]
    # “DNF” is shorter than a time.
    games[4] |= {"status": "abandoned", "moves": "DU", "times": [0, 400], "inputs": "kk"}
    tab = imported(page, games, tmp_path)
    tab.goto(f"{page.url}#/review?id=g5")
    tab.get_by_role("button", name="Review another game").click()
    tab.get_by_role("button", name="Choose a file").wait_for()
    rows = tab.locator(".review__recent > li:visible")
    below = rows.evaluate_all("""(rows) => rows.map(({ children: [link, result] }) =>
      result.getBoundingClientRect().left < link.getBoundingClientRect().right)""")
    assert len(below) >= 3 and len(set(below)) == 1, below
    assert "DNF" in rows.first.inner_text()
    body, *buttons = ends(
        tab, ".dialog__body", "dialog [type=submit]", "dialog .toolbar > :nth-child(2)"
    )
    assert all(bottom <= body[1] for _, bottom in buttons), (body, buttons)
    assert all(box["height"] >= 40 for box in (row.bounding_box() for row in rows.all()))


NARROW = [{"locale": one, "viewport": {"width": 320, "height": 640}} for one in LANGUAGES]


@pytest.mark.parametrize("page", NARROW, indirect=True, ids=LANGUAGES)
def test_the_narrowest_phone_has_all_five_figures_side_by_side(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"games": [GAME]}), encoding="utf-8")
    tab = opened(page, "#/stats")
    tab.locator(".stats__body > *").first.wait_for()
    tab.set_input_files("input[type=file]", file)
    tab.locator(".games tbody th > a").click()
    tab.locator(".review__summary [data-mark='✓']").wait_for()
    # All at one moment: what the review works out meanwhile replaces them.
    boxes = tab.locator(".review__summary .figures__one").evaluate_all(
        "(figures) => figures.map((one) => one.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 5 and all(box["width"] for box in boxes)
    assert len({box["top"] for box in boxes}) == 1
    for one, other in pairwise(boxes):
        assert other["left"] - one["right"] >= 6


# The rows and columns that were in place from the start.
GIVEN = """async () => {
  const { parseBoard } = await import("./board.js");
  const { toldSplits } = await import("./review/splits.js");
  const rows = "1 2 3 4/5 6 7 8/9 10 11 12/13";
  const [start, goal] = [" 0 14 15", " 14 15 0"].map((end) => parseBoard(rows + end));
  return toldSplits([], start, goal).given;
}"""


@pytest.mark.parametrize(
    ("page", "begins"),
    [
        ({"locale": "en-US"}, "Row 1, row 2, row 3 and column 1 were"),
        ({"locale": "de-DE"}, "Zeile 1, Zeile 2, Zeile 3 und Spalte 1 "),
        ({"locale": "es-ES"}, "La fila 1, la fila 2, la fila 3 y la columna 1 "),
        ({"locale": "fr-FR"}, "La ligne 1, la ligne 2, la ligne 3 et la colonne 1 "),
    ],
    indirect=["page"],
    ids=str,
)
def test_every_line_in_a_sentence_has_its_article(page: Page, begins: str) -> None:
    tab = page.open("#/review")
    tab.locator(".view--review h1").wait_for()
    assert tab.evaluate(GIVEN).startswith(begins)
