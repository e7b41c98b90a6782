"""A game that counts slides: the counter, hints, the result, the review and the statistics."""

import re
from pathlib import Path
from typing import Any

from helping import opened
from playing import figure, tile
from reviewing import GAME, imported, reviewed

from page_states import board
from page_support import Page

# Two slides from the goal: 1 and 2 to the left, then 3 and 6 up.
START = "#/play?board=0+1+2/4+5+3/7+8+6"

IN_SLIDES = """localStorage.setItem("taquin.settings", JSON.stringify({
  ...JSON.parse(localStorage.getItem("taquin.settings") ?? "{}"), metric: "mtm"}))"""


def in_slides(page: Page, fragment: str = START) -> Any:
    page.tab.add_init_script(IN_SLIDES)
    return opened(page, fragment)


def count_as(tab: Any, metric: str) -> None:
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_label("Count moves as").select_option(metric)
    tab.keyboard.press("Escape")


def told(tab: Any, text: str) -> None:
    """Wait until the hints' panel says so."""
    tab.locator(".hints__words").get_by_text(text).wait_for(timeout=60_000)


def test_the_setting_acts_at_once_and_in_games_to_come(page: Page) -> None:
    tab = opened(page, START)
    tile(tab, 2).click()
    assert figure(tab, "Moves") == "2"
    count_as(tab, "mtm")
    assert figure(tab, "Slides") == "1"
    tab.get_by_role("button", name="Slides left").wait_for()
    tile(tab, 3).click()
    tile(tab, 6).click()
    # One after another in one direction, they are one slide.
    assert figure(tab, "Slides") == "2"
    tab.locator(".result").get_by_text("Perfect: no solution has fewer slides.").wait_for()
    assert tab.locator(".result__figures").inner_text().split("\n")[2:4] == ["Slides", "2 4 moves"]
    # A solved game stays as it was played.
    count_as(tab, "stm")
    assert figure(tab, "Slides") == "2"
    tab.keyboard.press("n")
    tab.locator(".figure:has(dt:text-is('Moves'))").wait_for()
    count_as(tab, "mtm")
    tab.keyboard.press("n")
    assert figure(tab, "Slides") == "0"


def test_hints_and_what_is_left_are_slides(page: Page) -> None:
    tab = in_slides(page)
    tab.keyboard.press("h")
    told(tab, "It begins a solution of 2 slides. No solution has fewer slides.")
    tab.keyboard.press("h")
    told(tab, "Move tile 2 left: 1 and 2 slide together.")
    tab.keyboard.press("h")
    tab.locator(".figure:has(dt:text-is('Slides')) dd").get_by_text("1", exact=True).wait_for()
    assert board(tab) == "1 2 0/4 5 3/7 8 6"
    tab.get_by_role("button", name="Slides left").click()
    tab.locator(".peek").get_by_text("1 slide left").wait_for()
    tab.get_by_role("button", name=re.compile("^Hints: ")).click()
    tab.get_by_role("menuitemradio").first.wait_for()
    kinds = tab.get_by_role("menuitemradio").all_inner_texts()
    assert [kind.split("\n")[0] for kind in kinds] == ["Optimal", "Human", "Learn"]


def test_a_learner_finds_the_slide(page: Page) -> None:
    tab = in_slides(page)
    tab.get_by_role("button", name=re.compile("^Hints: ")).click()
    tab.get_by_role("menuitemradio", name="Learn").click()
    tab.keyboard.press("h")
    told(tab, "One of the 4 possible slides is best. Make it on the board.")
    tile(tab, 7).click()
    told(tab, "Not the best: it costs 2 slides more than needed.")
    tab.get_by_role("button", name="Undo it").click()
    tab.keyboard.press("h")
    told(tab, "One of the 4 possible slides is best. Make it on the board.")
    tile(tab, 2).click()
    told(tab, "Yes, that is a best slide. Press Hint for the next one.")
    assert figure(tab, "Slides") == "1"


def test_the_result_compares_slides(page: Page) -> None:
    tab = in_slides(page)
    for number in (4, 4, 2, 6):
        tile(tab, number).click()
    tab.locator(".result").get_by_text("2 slides over the optimum of 2.").wait_for()
    tab.get_by_text("Costliest slide: number 1 (2 slides lost).").wait_for()
    tab.get_by_role("button", name="See it").click()
    tab.get_by_role("heading", name="Slides left").wait_for()
    assert tab.locator(".playback__place").inner_text() == "0 / 4"


def test_solve_shows_the_fewest_slides(page: Page) -> None:
    tab = in_slides(page)
    tab.keyboard.press("o")
    tab.get_by_role("heading", name="2 slides").wait_for(timeout=60_000)
    assert tab.get_by_role("button", name="Fewest moves").is_visible()


def test_on_a_large_board_moves_are_judged_and_slides_counted(page: Page) -> None:
    tab = in_slides(
        page, "#/play?board=1+2+3+4+5/6+7+8+9+10/11+12+13+14+15/16+17+18+19+20/21+22+0+23+24"
    )
    assert figure(tab, "Slides") == "0"
    tab.get_by_role("button", name="Moves left").wait_for()
    tile(tab, 24).click()
    tab.locator(".result").get_by_text("Perfect: no solution is shorter.").wait_for()
    assert figure(tab, "Slides") == "1"
    tab.get_by_role("button", name="Review", exact=True).click()
    tab.get_by_text("This game counted slides. Above 16 cells, reviews count moves.").wait_for()
    tab.get_by_role("heading", name="Moves left").wait_for()


SLID = {**GAME, "id": "slid", "metric": "mtm", "moves": "DULL", "times": [0, 400, 800, 1200]}


def test_a_review_judges_slides(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, SLID, tmp_path)
    assert tab.locator(".figures__one").first.inner_text().split("\n") == ["Slides", "3", "4 moves"]
    marks = tab.locator(".moves__move")
    tab.locator(".moves__mark").nth(2).wait_for()
    assert [text.replace("\n", " ") for text in marks.all_inner_texts()] == [
        *("4 ↓ +2", "4 ↑ ✓", "7 8 ← ✓"),
    ]
    tab.get_by_text("at slide 1, which leads away from the goal.").wait_for()
    tab.get_by_role("button", name="Step").click()
    tab.get_by_text("2 slides left.").wait_for()
    tab.get_by_text("Only best slide:").wait_for()
    tab.get_by_text("Every slide as a table").click()
    row = tab.locator("details tbody tr").last
    assert row.locator("th").inner_text() == "3"
    assert row.locator("td").all_inner_texts()[0].split("\n")[0] == "7, 8 ←"


def test_statistics_keep_the_two_apart(page: Page, tmp_path: Path) -> None:
    moved = {**GAME, "created": "2026-01-01T10:00:00.000Z"}
    tab = imported(page, [moved, SLID, {**SLID, "id": "again"}], tmp_path)
    assert tab.get_by_label("Counted in").input_value() == "mtm"
    heads = tab.locator(".averages thead th[colspan]").all_inner_texts()
    assert heads == ["Time", "Slides", "TPS"]
    assert tab.locator(".games thead th").nth(3).text_content() == "Slides"
    single = tab.locator(".averages tbody tr").first.inner_text().split("\t")
    assert single[3:5] == ["3", "3"]
    tab.get_by_role("button", name="3×3: 1 game").click()
    assert tab.get_by_label("Counted in").input_value() == "stm"
    assert tab.locator(".averages tbody tr").first.inner_text().split("\t")[3:5] == ["4", "4"]
    tab.get_by_label("Counted in").select_option("")
    tab.get_by_text("Still to choose: Counted in.").first.wait_for()
    bests = tab.locator(".bests tbody tr").all_inner_texts()
    assert [row.split("\t")[4] for row in bests] == ["4", "3\u00a0slides"]
    tab.locator("#stats-metric").select_option("mtm")
    tab.get_by_label("Slides over the optimum").check()
    tab.get_by_text(
        re.compile(r"Slides over the optimum of 2 games|Charts appear")
    ).first.wait_for()
