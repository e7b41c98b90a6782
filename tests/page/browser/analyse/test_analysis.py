"""The analysis in a browser: distance, best moves and line always in sight; branches; ways out."""

import re
from pathlib import Path
from typing import Any

import pytest
from helping import EIGHT
from helping import opened as in_play
from make_languages import LANGUAGES
from reviewing import GAME, opened, reviewed

from page_states import WELCOMED, arrows, board
from page_support import Page, axe_violations, ends

# Fourteen moves from the goal; moving 2 left is the only best of four moves.
FOURTEEN = "#/analysis?board=8+1+3/4+0+2/7+6+5"
LONG = "#/analysis?board=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=first"


def left(tab: Any, text: str) -> None:
    tab.locator(".analyse__left", has_text=text).wait_for()


@pytest.mark.parametrize(
    "page", [{"locale": one} for one in LANGUAGES], indirect=True, ids=LANGUAGES
)
def test_the_distance_begins_as_a_heading_in_each_language(page: Page) -> None:
    tab = opened(page, FOURTEEN)
    left(tab, "14")
    heading = tab.locator(".analyse__left").inner_text()
    assert heading[0] == heading[0].upper(), heading


def test_moving_freely_with_everything_in_sight(page: Page) -> None:
    tab = opened(page, FOURTEEN)
    left(tab, "14 moves left")
    review = tab.get_by_role("navigation", name="Views").get_by_role("link", name="Review")
    assert review.get_attribute("aria-current") == "true"
    choices = tab.locator(".analyse__choices button")
    choices.get_by_text("best", exact=True).wait_for()
    seen = [text.split("\n")[:2] for text in choices.all_inner_texts()]
    assert seen == [["2 ←", "best"], ["6 ↑", "+2"], ["1 ↓", "+2"], ["4 →", "+2"]]
    assert tab.get_by_role("button", name="2 left, a best move", exact=True).count() == 1
    line = tab.get_by_role("list", name="Line to the goal").get_by_role("button")
    assert line.count() == 14 and line.first.inner_text() == "2 ←"
    arrows(tab, "Left")
    left(tab, "13 moves left")
    tab.get_by_text("1 move made, none lost.").wait_for()
    tab.keyboard.press("u")
    left(tab, "14 moves left")
    arrows(tab, "Up")
    left(tab, "15 moves left")
    tab.get_by_text("1 move made, 2 lost.").wait_for()
    tab.keyboard.press("u")
    tab.get_by_role("button", name="Branch 2 ←").click()
    left(tab, "13 moves left")
    line.last.click()
    left(tab, "Solved")
    assert board(tab) == "1 2 3/4 5 6/7 8 0"
    made = tab.get_by_role("list", name="Moves made").get_by_role("button")
    assert made.count() == 14 and line.count() == 0
    tab.get_by_role("button", name="To the start", exact=True).click()
    left(tab, "14 moves left")
    assert made.count() == 14
    assert axe_violations(tab) == []


@pytest.mark.parametrize(
    ("link", "measured"),
    [
        ("board=8+1+3/4+0+2/7+6+5", "The bar: 0 to 31 moves, the most on 3×3"),
        # From a goal whose blank is in no corner, the farthest boards are at another distance.
        ("board=2+8+3/1+6+4/7+0+5&goal=spiral", "The bar: 0 to 31 moves"),
        ("board=1+2+3+4+5/6+7+8+9+10/11+12+13+14+15/16+17+18+19+20/21+22+23+0+24",
         "The bar: 0 to 1 move"),
    ],
)  # fmt: skip
def test_the_bar_says_what_it_measures(page: Page, link: str, measured: str) -> None:
    tab = opened(page, f"#/analysis?{link}")
    meter = tab.get_by_role("meter", name="Moves left", exact=True)
    meter.wait_for()
    assert meter.inner_text() == meter.get_attribute("aria-description") == measured
    assert meter.get_attribute("aria-valuetext").startswith(
        tab.locator(".analyse__left").inner_text()
    )


def test_what_was_tried_is_there_after_a_reload(page: Page) -> None:
    tab = in_play(page, EIGHT)
    arrows(tab, "Left")
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menuitem", name="Analyse").click()
    left(tab, "13 moves left")
    arrows(tab, "Up")
    tab.keyboard.press("u")
    arrows(tab, "Down", "Right")
    shown = board(tab)
    branch = tab.get_by_role("button", name=re.compile("^Branch"))
    tab.reload()
    made = tab.get_by_role("list", name="Moves made").get_by_role("button")
    made.nth(2).wait_for()
    assert (board(tab), made.count()) == (shown, 3)
    for _ in range(2):
        tab.keyboard.press("u")
    branch.wait_for()
    tab.get_by_role("link", name="Back to the game").wait_for()


@pytest.mark.parametrize(
    "page", [{"viewport": {"width": 360, "height": 640}, "reduced_motion": "reduce"}], indirect=True
)
def test_a_move_chosen_below_the_window_comes_up_with_the_board(page: Page) -> None:
    tab = opened(page, FOURTEEN)
    tab.get_by_text("A shortest line, proved.").wait_for()
    for name, text in (("Line to the goal", "4 moves left"), ("Moves made", "10 moves left")):
        place = 9 if name == "Line to the goal" else 3
        entry = tab.get_by_role("list", name=name).get_by_role("button").nth(place)
        entry.scroll_into_view_if_needed()
        tab.evaluate("scrollBy(0, 200)")
        assert ends(tab, ".analyse__board taquin-board")[0][0] < 0
        entry.click()
        left(tab, text)
        assert 0 <= ends(tab, ".analyse__board taquin-board")[0][0] <= 16
        assert tab.evaluate("document.activeElement.localName") == "taquin-board"


def test_from_the_game_which_is_then_marked_and_to_the_lab(page: Page) -> None:
    tab = in_play(page, EIGHT)
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menuitem", name="Analyse").click()
    left(tab, "14 moves left")
    arrows(tab, "Left")
    tab.get_by_role("button", name="Open in the lab").click()
    tab.wait_for_function("() => location.hash.startsWith('#/lab?board=8+1+3')")
    tab.go_back()
    # The way so far is still there.
    left(tab, "13 moves left")
    tab.get_by_role("link", name="Play").click()
    assert board(tab) == "8 1 3/4 0 2/7 6 5"
    tab.wait_for_timeout(600)  # the game is written a moment after a change
    record = "JSON.parse(localStorage.getItem('taquin.game')).record"
    assert tab.evaluate(f"{record}.hints.solution") == 1


def test_the_board_in_play_is_marked_whichever_way_leads_to_its_analysis(page: Page) -> None:
    tab = in_play(page, EIGHT)
    arrows(tab, "Left")
    tab.get_by_role("link", name="Review").click()
    tab.get_by_role("button", name="Review it so far").click()
    tab.get_by_role("button", name="Analyse from here").click()
    left(tab, "14 moves left")
    kept = tab.wait_for_function(
        "() => JSON.parse(localStorage.getItem('taquin.game')).record.hints.solution"
    )
    assert kept.json_value() == 1


def test_from_any_point_of_a_game_and_on_to_play(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".playback").get_by_role("slider").press("ArrowRight")
    tab.get_by_role("button", name="Analyse from here").click()
    left(tab, "3 moves left")
    tab.get_by_text("1 move made, 2 lost.").wait_for()
    assert tab.get_by_role("list", name="Moves made").get_by_role("button").count() == 4
    tab.get_by_role("button", name="Play from here").click()
    tab.wait_for_function("() => location.hash === '#/play'")
    assert board(tab) == "1 2 3/0 5 6/4 7 8"


def test_a_wrong_link_is_explained_in_place_of_the_analysis(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    for link, text, offer in (
        ("board=1+2+3/4+5+6/8+7+0", "Unsolvable: ", "Set up this board"),
        ("board=1+2+3", "separate the rows with /", "Set up a board"),
        ("board=foo", "expected", "Set up a board"),
        ("board=1+2+3/4+5+6/0+7+8&moves=UU", "no tile can move up", "Set up this board"),
    ):
        tab = page.open_anew(f"#/analysis?{link}")
        panel = tab.locator(".panel:visible")
        panel.get_by_role("heading", name="This link cannot be analysed").wait_for()
        assert text in panel.locator("p").inner_text()
        # Nothing of an analysis that nobody asked for.
        assert panel.count() == 1 and tab.locator("taquin-board:visible").count() == 0
        assert tab.locator("main button:visible").all_inner_texts() == [offer]
    page.open("#/analysis?board=1+2+3/4+5+6/8+7+0")
    tab.get_by_role("button", name="Set up this board").click()
    typed = tab.get_by_role("dialog", name="Set up a board").get_by_label("Type or paste")
    assert typed.input_value().split() == list("123456870")
    tab.keyboard.press("Escape")
    page.open(FOURTEEN)
    left(tab, "14 moves left")
    assert tab.get_by_role("heading", name="This link cannot be analysed").count() == 0


def test_moves_that_are_not_made_are_not_told_as_made(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/analysis?board=1+2+3/4+5+6/0+7+8&moves=LL&at=0")
    made = tab.get_by_role("region", name="Moves made")
    made.get_by_text("0 of 2 moves made.").wait_for()
    assert made.locator(".moves__move--ahead").count() == 2
    tab.get_by_role("button", name="Forward").click()
    made.get_by_text("1 of 2 moves made.").wait_for()
    tab.get_by_role("button", name="Forward").click()
    made.get_by_text("of 2 moves made.").wait_for(state="detached")
    assert made.locator(".moves__move--ahead").count() == 0


@pytest.mark.parametrize(
    "page", [{"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}], indirect=True
)
def test_it_fits_a_phone(page: Page) -> None:
    tab = opened(page, FOURTEEN)
    tab.locator(".analyse__choices").get_by_text("best", exact=True).wait_for()
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    # The distance and the best moves are in sight together with the board.
    tab.locator(".analyse__left").evaluate("one => { one.textContent = 'Faltan 57 movimientos'; }")
    assert tab.locator(".analyse__choices").bounding_box()["y"] + 52 <= 640
    cut = "parts => parts.filter(({ scrollWidth: s, clientWidth: c }) => s > c).length"
    choices = tab.locator(".analyse__choices .button")
    assert (choices.count(), choices.evaluate_all(cut)) == (4, 0)
    assert axe_violations(tab) == []


# A row of the list that its lower edge cuts shows that it goes on.
CUT_ROWS = """(list) => {
  const edge = list.getBoundingClientRect().bottom;
  const rows = [...list.children].map((move) => move.getBoundingClientRect());
  return rows.filter(({ top, bottom }) => top < edge - 4 && bottom > edge + 4).length;
}"""


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 800}}], indirect=True)
@pytest.mark.parametrize(
    ("board", "moves", "goes_on"),
    [("8 6 7/2 5 4/3 0 1", 31, False), ("2 11 3 14/10 6 13 9/15 5 7 4/0 1 8 12", 34, True)],
)
def test_a_list_of_moves_is_whole_or_cut_within_a_row(
    page: Page, board: str, moves: int, goes_on: bool
) -> None:
    tab = page.open(f"#/analysis?board={board.replace(' ', '+')}")
    shown = tab.locator(".analyse__side .moves").first
    shown.locator("> *").nth(moves - 1).wait_for(state="attached")
    assert shown.evaluate("(one) => one.scrollHeight > one.clientHeight") is goes_on
    assert (shown.evaluate(CUT_ROWS) > 0) is goes_on


def test_a_long_line_leaves_no_hole_and_no_button_below_the_window(page: Page) -> None:
    page.tab.set_viewport_size({"width": 768, "height": 1024})
    tab = opened(page, LONG)
    tab.locator(".analyse__choices").get_by_text("best", exact=True).wait_for(timeout=60_000)
    position, choices, made, line = ends(
        tab,
        "[aria-label=Position]",
        ".analyse__choices",
        "[aria-label='Moves made']",
        "[aria-label=Line]",
    )
    assert choices[1] <= 1024 and made[0] - position[1] == 16 and line[1] > made[1]
    lines = "(parts) => parts.map((part) => part.firstElementChild.getClientRects().length)"
    exits = tab.locator(".analyse__exits .button")
    assert exits.evaluate_all(lines) == [1, 1, 1]
    page.tab.set_viewport_size({"width": 1440, "height": 900})
    [(_, bottom)] = ends(tab, ".analyse__exits")
    assert bottom <= 900


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_way_back_to_the_game_and_one_gap_above_the_distance(page: Page) -> None:
    tab = in_play(page, EIGHT)
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menuitem", name="Analyse").click()
    left(tab, "14 moves left")
    card, distance = ends(tab, "[aria-label=Position]", ".analyse__left")
    assert distance[0] - card[0] <= 17.5
    tab.get_by_role("link", name="Back to the game").click()
    assert board(tab) == "8 1 3/4 0 2/7 6 5"
    tab.goto(page.url + FOURTEEN.replace("8+1+3/4+0+2", "8+1+3/4+2+0"))
    tab.locator(".analyse__choices button").first.wait_for()
    assert tab.get_by_role("link", name="Back to the game").count() == 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_a_low_window_has_the_title_and_the_way_back_too(page: Page) -> None:
    tab = in_play(page, EIGHT)
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menuitem", name="Analyse").click()
    left(tab, "14 moves left")
    title, back, choices = ends(tab, "h1", ".analyse__head a", ".analyse__choices")
    assert title[1] - title[0] > 15 and back[1] > title[0] and choices[1] <= 360
    steps = tab.locator(".analyse__steps .button")
    assert steps.all_inner_texts() == ["Back", "Forward", "To the start"]
    boxes = [one.bounding_box() for one in steps.all()]
    assert {round(box["height"]) for box in boxes} == {44}
    tab.get_by_role("link", name="Back to the game").click()
    assert board(tab) == "8 1 3/4 0 2/7 6 5"
