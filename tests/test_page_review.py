"""Review and statistics in a real browser: verdicts, trying again, keyboard, files out and in."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from page_states import WELCOMED, arrows, board
from page_support import Page, axe_violations, browser, page, server

__all__ = ["browser", "page", "server"]

# Two moves from the goal.
NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
PHONE = {"viewport": {"width": 320, "height": 640}, "color_scheme": "dark"}
# Of four moves the first leads away and the second back: two are lost.
GAME = {
    "version": 1,
    "id": "first-game",
    "created": "2026-01-02T10:00:00.000Z",
    "width": 3,
    "height": 3,
    "start": "1 2 3/4 5 6/0 7 8",
    "goal": "1 2 3/4 5 6/7 8 0",
    "moves": "DULL",
    "times": [0, 400, 800, 1200],
    "inputs": "kkkk",
    "status": "solved",
    "hints": {"which": 0, "arrow": 0, "play": 0, "peek": 0},
    "undos": 0,
    "seed": "tests",
    "paused": False,
}


def games(count: int) -> list[dict[str, Any]]:
    """The same game at several paces, a day apart."""
    return [
        {
            **GAME,
            "id": f"game-{i}",
            "created": f"2026-01-{i + 1:02}T10:00:00.000Z",
            "times": [0, 100 * (i + 1), 200 * (i + 1), 1000 * (i + 1)],
        }
        for i in range(count)
    ]


def opened(page: Page, fragment: str) -> Any:
    page.tab.add_init_script(WELCOMED)
    return page.open(fragment)


def imported(page: Page, records: list[dict[str, Any]], tmp_path: Path) -> Any:
    """The statistics with these games in them."""
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"games": records}), encoding="utf-8")
    tab = opened(page, "#/stats")
    tab.get_by_role("heading", name="Your data").wait_for()
    tab.set_input_files("input[type=file]", file)
    tab.get_by_text(f"Import: {len(records)} added.").first.wait_for()
    return tab


def reviewed(page: Page, record: dict[str, Any], tmp_path: Path) -> Any:
    tab = imported(page, [record], tmp_path)
    tab.goto(f"{page.url}#/review?id={record['id']}")
    tab.locator(".graph__line").wait_for()
    return tab


def figure(tab: Any, name: str) -> str:
    return str(tab.locator(f".figures__one:has(dt:text-is('{name}')) dd > span").inner_text())


# A game held against perfect play


def test_a_game_just_played_is_reviewed(page: Page) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    arrows(tab, "Down", "Up", "Left", "Left")
    tab.get_by_role("heading", name="Solved").wait_for()
    tab.get_by_role("button", name="Review").click()
    tab.locator(".figures__one small", has_text="proved").wait_for()
    assert [figure(tab, name) for name in ("Moves", "Optimal", "Accuracy")] == ["4", "2", "50 %"]
    marks = tab.locator(".moves__mark")
    tab.locator(".moves__mark", has_text="+2").wait_for()
    assert marks.all_inner_texts() == ["+2", "✓", "✓", "✓"]
    assert "Red: each rise cost two extra moves" in tab.locator(".graph__legend").inner_text()
    legend = tab.locator(".legend").inner_text()
    assert "+2 moves worse than the best" in legend
    assert "= tied for best" in legend
    assert re.search(r"\+2\s+at move 1: 1 move, but 1 farther from the goal", stretches(tab))


def stretches(tab: Any) -> str:
    return str(tab.locator(".stretches").inner_text())


def test_trying_again_from_a_costly_move(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".stretch").wait_for()
    tab.locator(".stretch").get_by_role("button", name="Try again from here").click()
    tab.locator(".hints").wait_for()
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    assert tab.locator(".figure:has(dt:text-is('Moves')) dd").inner_text() == "0"


def test_trying_again_from_any_move(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.get_by_role("radio", name=re.compile(": move 1,")).click()
    tab.locator(".review__board > .button").click()
    tab.locator(".hints").wait_for()
    assert board(tab) == "1 2 3/0 5 6/4 7 8"


def test_trying_again_leads_back_to_a_game_not_over(page: Page) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    arrows(tab, "Left")
    left = board(tab)
    tab.get_by_role("link", name="Review").click()
    tab.get_by_role("button", name="Review it so far").click()
    tab.locator(".review__board > .button").click()
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
    assert sorted(best.all_inner_texts()) == ["1 left", "3 right", "5 down"]
    assert "31 moves left" in tab.locator(".review__left").inner_text()
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
      const goal = namedGoal("last", 7, 7);
      const board = randomBoard(7, 7, goal, "band");
      const moves = [...humanSteps(board, goal)].map((step) => step.moves).join("");
      return `#/replay?b=${formatBoard(board).replaceAll(" ", "+")}&m=${packMoves(moves)}`;
    }""")
    tab.goto(page.url + link)
    tab.locator(".graph__band").wait_for(state="attached")
    tab.locator(".figures__one small", has_text="not proved").wait_for()
    assert re.fullmatch(r"\d+ – \d+", figure(tab, "Optimal"))
    assert re.fullmatch(r"[\d.]+ % – 100 %", figure(tab, "Accuracy"))
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
        ["1", "4 down", "3", "2 moves worse than the best", "7 left"],
        ["2", "4 up", "2", "best", "4 up"],
        ["3", "7 left", "1", "best", "7 left"],
        ["4", "8 left", "0", "best", "8 left"],
    ]


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
    assert tab.locator(".view--review taquin-board").count() == 0
    tab.locator(".view--review").get_by_role("button", name="Play").click()
    tab.get_by_role("button", name="Resume").click()
    tab.get_by_role("link", name="Review").click()
    tab.get_by_text("This game is not finished").wait_for()
    tab.get_by_role("button", name="Review it so far").click()
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
    assert help_had == "1 undone, paused, chosen board"
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


def test_a_game_that_is_not_there(page: Page) -> None:
    tab = opened(page, "#/review?id=gone")
    tab.get_by_text("This game is not in this browser's history").wait_for()


# Statistics


def test_averages_as_cubers_count_them(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(6), tmp_path)
    rows = tab.locator("section[aria-label^='Averages'] tbody tr").all_inner_texts()
    # Times are 1, 2 … 6 seconds: of the last five, 3, 4 and 5 count; of the first, 2, 3 and 4.
    assert rows[0].split("\t")[:3] == ["single", "0:06.00", "0:01.00"]
    assert rows[1].split("\t")[:3] == ["mo3", "0:05.00", "0:02.00"]
    assert rows[2].split("\t")[:3] == ["ao5", "0:04.00", "0:03.00"]
    assert rows[3].split("\t")[:3] == ["ao12", "–", "–"]


def test_a_game_of_one_slide_counts_for_its_moves_alone(page: Page, tmp_path: Path) -> None:
    slide = {**GAME, "id": "slide", "moves": "LL", "times": [0, 0], "inputs": "kk"}
    tab = imported(page, [*games(2), slide], tmp_path)
    rows = tab.locator("section[aria-label^='Averages'] tbody tr").all_inner_texts()
    assert rows[0].split("\t") == ["single", "0:02.00", "0:01.00", "2", "2", "2.00", "4.00"]
    assert rows[1].split("\t")[1:] == ["–", "–", "3.3", "3.3", "–", "–"]
    assert "Games of a single slide (1) have no time" in tab.locator(".stats__body").inner_text()
    bests = tab.locator("section[aria-label='Personal bests'] tbody tr").inner_text()
    assert bests.split("\t") == ["3×3", "keyboard", "3", "0:01.00", "2", "4.00"]


def test_the_filter_says_what_it_hides(page: Page, tmp_path: Path) -> None:
    tab = imported(page, [*games(1), {**GAME, "id": "halted", "paused": True}], tmp_path)
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    tab.get_by_label("Only fresh random boards, without help, pause or undo").uncheck()
    tab.get_by_role("heading", name="Averages of 2 games").wait_for()


def test_a_filter_lets_go_of_what_was_deleted(page: Page, tmp_path: Path) -> None:
    wide = {
        **GAME,
        "id": "wide",
        "width": 4,
        "start": "1 2 3 4/5 6 7 8/0 9 10 11",
        "goal": "1 2 3 4/5 6 7 8/9 10 11 0",
        "moves": "LLL",
        "times": [0, 100, 200],
        "inputs": "kkk",
    }
    tab = imported(page, [*games(2), wide], tmp_path)
    tab.get_by_label("Size").select_option("4x3")
    tab.get_by_role("button", name=re.compile("^Delete the game of")).click()
    tab.get_by_role("heading", name="Averages of 2 games").wait_for()
    assert tab.get_by_label("Size").input_value() == ""


def test_helped_games_stand_apart(page: Page, tmp_path: Path) -> None:
    helped = {**games(1)[0], "hints": {"which": 1, "arrow": 0, "play": 0, "peek": 0}}
    tab = imported(page, [helped], tmp_path)
    tab.get_by_text("No games match these filters.").wait_for()
    tab.get_by_role("button", name="Show all games").click()
    assert "1 hint" in tab.locator("section[aria-label='Games']").inner_text()


@pytest.mark.parametrize("kind", ["JSON", "CSV"])
def test_what_is_exported_can_be_read_back(page: Page, tmp_path: Path, kind: str) -> None:
    tab = imported(page, games(3), tmp_path)
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name=f"Export {kind}").click()
    file = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(file)
    assert file.suffix == f".{kind.lower()}"
    tab.get_by_role("button", name="Delete all").click()
    tab.get_by_role("dialog").get_by_role("button", name="Delete all").click()
    tab.get_by_text("No solved games yet").wait_for()
    tab.set_input_files("input[type=file]", file)
    tab.get_by_role("heading", name="Averages of 3 games").wait_for()


def test_wiping_asks_first(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(2), tmp_path)
    tab.get_by_role("button", name="Delete all").click()
    assert "2 games will be permanently deleted" in tab.get_by_role("dialog").inner_text()
    tab.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    assert tab.get_by_role("heading", name="Averages of 2 games").is_visible()


def test_one_game_deleted_and_brought_back(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(2), tmp_path)
    tab.get_by_role("button", name=re.compile("^Delete the game of")).first.click()
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    tab.get_by_role("heading", name="Averages of 2 games").wait_for()


def test_the_focus_comes_back_from_a_notice(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(2), tmp_path)
    imported_words = tab.locator(".notice").get_by_role("button", name="Dismiss")
    own = tab.get_by_role("button", name="Delete all")
    own.focus()
    imported_words.focus()
    tab.keyboard.press("Enter")
    assert tab.locator(".notice").count() == 0
    assert own.evaluate("(own) => own === document.activeElement")


def test_the_focus_stays_in_the_list_that_grew(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(20), tmp_path)
    more = tab.get_by_role("button", name=re.compile("^Show all 20"))
    shown = tab.locator(".games tbody tr").count()
    more.focus()
    tab.keyboard.press("Enter")
    row = "() => document.activeElement.closest('tr').sectionRowIndex"
    assert tab.evaluate(row) == shown < 20


def test_the_focus_goes_on_to_the_next_game_after_a_deletion(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(3), tmp_path)
    remove = tab.get_by_role("button", name=re.compile("^Delete the game of"))
    first, _, third = (one.get_attribute("aria-label") for one in remove.all())

    def after(left: int) -> str:
        tab.keyboard.press("Enter")
        tab.wait_for_function(
            "(left) => document.querySelectorAll('.games tbody tr').length === left", arg=left
        )
        return str(
            tab.evaluate(
                "(({ ariaLabel, localName }) => ariaLabel ?? localName)(document.activeElement)"
            )
        )

    remove.nth(1).focus()
    assert after(2) == third, "the one that took its place"
    assert after(1) == first, "the one before the last"
    assert after(0) == "h1"


def test_a_file_that_is_no_game(page: Page, tmp_path: Path) -> None:
    tab = opened(page, "#/stats")
    tab.get_by_role("heading", name="Your data").wait_for()
    file = tmp_path / "other.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    tab.set_input_files("input[type=file]", file)
    tab.get_by_text("Nothing was imported: Expected the JSON or CSV").first.wait_for()
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps([{**GAME, "moves": "UUUU"}]), encoding="utf-8")
    tab.set_input_files("input[type=file]", wrong)
    tab.get_by_text("1 rejected. Game 1: its board does not allow its moves").first.wait_for()
    wrong.write_text('{"format":"taquin games","version":99,"games":[]}', encoding="utf-8")
    tab.set_input_files("input[type=file]", wrong)
    tab.get_by_text("Nothing was imported: The file has version 99; this page").first.wait_for()


# On a phone


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
def test_a_long_list_of_moves_is_cut_within_a_row(page: Page) -> None:
    tab = opened(page, NEAR)
    tab.locator(".hints").wait_for()
    longest(tab, "DULR" * 60)
    tab.locator(".view--review .moves__move").first.wait_for()
    cut = tab.evaluate("""() => {
      const list = document.querySelector(".view--review .moves");
      const end = list.getBoundingClientRect().bottom;
      const boxes = [...list.children].map((entry) => entry.getBoundingClientRect());
      const box = boxes.find(({ bottom }) => bottom > end);
      return (end - box.top) / box.height;
    }""")
    assert 0.3 < cut < 0.7


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_tables_become_cards_on_a_phone(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(20), tmp_path)
    tab.get_by_role("button", name="Show all 20").click()
    wide = "tables => tables.filter(({ offsetWidth: w, parentElement: p }) => w > p.clientWidth)"
    assert tab.locator(".table").evaluate_all(f"{wide}.length") == 0
    names = (
        tab.locator(".games tbody tr")
        .last.locator("td")
        .evaluate_all("cells => cells.map((cell) => cell.dataset.name)")
    )
    assert names[:6] == ["Size", "Time", "Moves", "TPS", "Control", "Help"]
    # What is shown as a grid is a table still for those who hear it.
    assert tab.get_by_role("table").count() == 3
    assert tab.get_by_role("row").count() == 6 + 1 + 20
    date = tab.locator(".games tbody th").first.evaluate("cell => cell.getClientRects()[0].height")
    assert date < 30
    tab.goto(f"{page.url}#/review?id=game-1")
    tab.locator("section[aria-label=Splits] .table").wait_for()
    assert tab.locator(".table.cards").evaluate_all(f"{wide}.length") == 0


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_columns_of_cards_line_up(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(2), tmp_path)
    names = tab.locator(".cards td[data-name]:not([data-name=''])")
    for table in ("section[aria-label^=Averages]", "section[aria-label=Games]"):
        lefts = (
            tab.locator(table)
            .locator(names)
            .evaluate_all("cells => cells.map((cell) => cell.getBoundingClientRect().x)")
        )
        assert len({round(left) for left in lefts}) == 3, table
    cut = "cells => cells.filter(({ scrollWidth: s, clientWidth: c }) => s > c).length"
    assert names.evaluate_all(cut) == 0


@pytest.mark.parametrize("page", [{}, PHONE], ids=["wide", "phone"], indirect=True)
def test_links_of_the_statistics_are_large_enough_for_fingers(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(3), tmp_path)
    links = tab.locator(".stats__body a")
    assert links.count() == 3 + 3 + 3
    boxes = [link.bounding_box() for link in links.all()]
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes), boxes


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_notice_leaves_the_foot_of_the_page_free(page: Page, tmp_path: Path) -> None:
    page.tab.emulate_media(reduced_motion="reduce")  # else the notice moves while it is measured
    tab = imported(page, games(2), tmp_path)
    # At the very end of the page the notice is below everything.
    tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    notice = tab.locator(".notice").bounding_box()
    delete = tab.get_by_role("button", name="Delete all").bounding_box()
    assert delete["y"] + delete["height"] <= notice["y"]
    assert notice["y"] + notice["height"] <= 640
    # Further up it is in sight all the same.
    tab.evaluate("scrollTo(0, 0)")
    assert tab.locator(".notice").bounding_box()["y"] < 640


# For everybody


@pytest.mark.parametrize("page", [{}, PHONE], ids=["light", "dark phone"], indirect=True)
def test_nothing_for_axe_to_find(page: Page, tmp_path: Path) -> None:
    tab = reviewed(page, GAME, tmp_path)
    tab.locator(".moves__mark", has_text="+2").wait_for()
    tab.locator("summary").click()
    assert axe_violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.goto(page.url + "#/stats")
    tab.get_by_role("heading", name="Personal bests").wait_for()
    assert axe_violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
