"""Statistics of finished games: averages, filters, export and import, on a phone."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import pytest
from cut_texts import unreadable
from make_languages import LANGUAGES
from reviewing import GAME, PHONE, imported, opened, reviewed

from page_support import Page, axe_violations, ends


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


def test_averages_as_cubers_count_them(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(6), tmp_path)
    rows = tab.locator("section[aria-label^='Averages'] tbody tr").all_inner_texts()
    # Times are 1, 2 … 6 seconds: of the last five, 3, 4 and 5 count; of the first, 2, 3 and 4.
    assert rows[0].split("\t")[:3] == ["single", "0:06.000", "0:01.000"]
    assert rows[1].split("\t")[:3] == ["mo3", "0:05.000", "0:02.000"]
    assert rows[2].split("\t")[:3] == ["ao5", "0:04.000", "0:03.000"]
    assert rows[3].split("\t")[:3] == ["ao12", "–", "–"]


def test_a_game_of_one_slide_counts_for_its_moves_alone(page: Page, tmp_path: Path) -> None:
    slide = {**GAME, "id": "slide", "moves": "LL", "times": [0, 0], "inputs": "kk"}
    tab = imported(page, [*games(2), slide], tmp_path)
    rows = tab.locator("section[aria-label^='Averages'] tbody tr").all_inner_texts()
    assert rows[0].split("\t") == ["single", "0:02.000", "0:01.000", "2", "2", "2.00", "4.00"]
    assert rows[1].split("\t")[1:] == ["–", "–", "3.3", "3.3", "–", "–"]
    for part in (".averages", ".progress__charts"):
        panel = tab.locator(f"section.panel:has({part})")
        assert "Games of a single slide (1) have no time" in panel.inner_text()
    bests = tab.locator("section[aria-label='Personal bests'] tbody tr").inner_text()
    assert bests.split("\t") == ["3×3", "keyboard", "3", "0:01.000", "2", "4.00"]
    # Without a chart the card is no taller than its text, although two games count.
    tab.set_viewport_size({"width": 1440, "height": 900})
    tab.get_by_role("button", name=re.compile("^Delete the game of")).last.click()
    tab.get_by_text("Charts appear after two games with a time.").wait_for()
    assert tab.locator(".progress").bounding_box()["height"] < 260


def test_the_filter_says_what_it_hides(page: Page, tmp_path: Path) -> None:
    tab = imported(page, [*games(1), {**GAME, "id": "halted", "paused": True}], tmp_path)
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    single = tab.locator("section[aria-label^='Averages'] tbody tr").first
    assert single.inner_text().split("\t")[:2] == ["single", "0:01.000"]
    tab.get_by_label("Count only fresh random and daily boards").uncheck()
    tab.get_by_role("heading", name="Averages of 2 games").wait_for()
    assert single.inner_text().split("\t")[:2] == ["single", "0:01.200"]


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
    tab.get_by_text("The game below was not one of these.").wait_for()
    apart = tab.locator("section[aria-label='Games that do not count']")
    assert "1 hint" in apart.inner_text()
    box = tab.get_by_label("Count only fresh random and daily boards")
    assert box.is_checked(), "only such games count"
    tab.get_by_role("button", name="Count it all the same").click()
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    assert not box.is_checked()
    bests = tab.locator("section[aria-label='Personal bests'] tbody tr")
    assert bests.inner_text().split("\t")[2:4] == ["1", "0:01.000"], "one meaning in all panels"
    box.check()
    apart.wait_for()
    assert box.is_checked() and tab.locator(".averages").count() == 0


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
    tab.get_by_role("button", name="Delete all").click()
    tab.get_by_role("dialog").get_by_role("button", name="Delete all").click()
    tab.get_by_text("No solved games yet.").wait_for()
    # Without games there is nothing to choose from.
    assert not tab.get_by_label("Session").is_visible()
    assert not tab.get_by_role("button", name="Export JSON").is_visible()
    assert tab.evaluate("document.activeElement.localName") == "h1"
    assert tab.locator(".chart__average").is_visible(), "an example"


def test_one_game_deleted_and_brought_back(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(2), tmp_path)
    tab.get_by_role("button", name=re.compile("^Delete the game of")).first.click()
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    deletes = tab.get_by_role("button", name=re.compile("^Delete the game of"))
    assert deletes.count() == 1
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    tab.get_by_role("heading", name="Averages of 2 games").wait_for()
    assert deletes.count() == 2


def test_a_notice_stands_at_the_foot_in_one_line_whatever_the_width(
    page: Page, tmp_path: Path
) -> None:
    page.tab.emulate_media(reduced_motion="reduce")
    page.tab.set_viewport_size({"width": 1440, "height": 900})
    tab = imported(page, games(12), tmp_path)
    tab.get_by_role("button", name=re.compile("^Delete the game of")).first.click()
    tab.get_by_role("heading", name="Averages of 11 games").wait_for()
    for width in (1440, 1000):
        tab.set_viewport_size({"width": width, "height": 900})
        box = tab.locator(".notice").bounding_box()
        if width == 1440:
            middle = tab.evaluate("document.body.clientWidth") / 2
            assert abs(box["x"] + box["width"] / 2 - middle) < 2 and box["y"] > 800
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
        assert box["height"] < 60 and box["y"] + box["height"] <= 900, width


def test_a_reload_keeps_what_was_chosen(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(3), tmp_path)
    tab.get_by_role("radio", name="TPS").check()
    bests, progress = (
        tab.locator(f"section[aria-label='{name}']").bounding_box()
        for name in ("Personal bests", "Progress")
    )
    assert bests["y"] + bests["height"] < progress["y"] + progress["height"], "no empty card"
    # There is no average of twelve yet.
    assert "Rings are bests." in tab.locator(".progress").inner_text()
    assert "The line is" not in tab.locator(".progress").inner_text()
    tab.reload()
    tab.get_by_role("heading", name="Averages of 3 games").wait_for()
    assert tab.get_by_label("Size").input_value() == "3x3"
    assert tab.get_by_role("radio", name="TPS").is_checked()


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
    tab.locator(".stats__body > *").first.wait_for()
    file = tmp_path / "other.csv"
    file.write_text("a,b\n1,2\n", encoding="utf-8")
    tab.set_input_files("input[type=file]", file)
    tab.get_by_text(
        "Nothing was imported: the file starts with “a,b 1,2”; expected"
    ).first.wait_for()
    wrong = tmp_path / "wrong.json"
    wrong.write_text(json.dumps([{**GAME, "moves": "UUUU"}]), encoding="utf-8")
    tab.set_input_files("input[type=file]", wrong)
    tab.get_by_text("1 rejected. Game 1: its board does not allow its moves").first.wait_for()
    wrong.write_text('{"format":"taquin games","version":99,"games":[]}', encoding="utf-8")
    tab.set_input_files("input[type=file]", wrong)
    tab.get_by_text("Nothing was imported: the file has version 99; this page").first.wait_for()
    assert tab.get_by_role("heading", name=re.compile("^Averages of")).count() == 0


@pytest.mark.parametrize("window", [(768, 1024), (1440, 900)], ids=str)
def test_the_statistics_take_few_screens(
    page: Page, tmp_path: Path, window: tuple[int, int]
) -> None:
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = imported(page, games(20), tmp_path)
    tab.get_by_role("heading", name="Averages of 20 games").wait_for()
    tab.locator(".progress__charts svg").first.wait_for()
    assert tab.evaluate("document.documentElement.scrollHeight") <= 2.05 * window[1]
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shown = tab.locator(".games tbody tr")
    assert shown.count() == 8
    tab.get_by_role("button", name="Show all 20").click()
    assert shown.count() == 20


def test_a_game_deleted_far_below_leaves_the_list_where_it_is(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(30), tmp_path)
    # Else the click itself scrolls, to bring the button out from under it.
    tab.locator(".notice").get_by_role("button", name="Dismiss").click()
    tab.get_by_role("button", name="Show all 30").click()
    rows = tab.locator(".games tbody tr")
    deleting = rows.nth(20).get_by_role("button")
    deleting.scroll_into_view_if_needed()
    following = rows.nth(21).locator("a").get_attribute("href")
    before = tab.evaluate("scrollY")
    deleting.click()
    tab.get_by_text("The game was deleted.").first.wait_for()
    tab.wait_for_function("() => document.querySelectorAll('.games tbody tr').length === 29")
    # The focus comes out from under the notice.
    assert abs(tab.evaluate("scrollY") - before) < 100
    assert tab.evaluate("document.activeElement.closest('tr').querySelector('a').hash") == following


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_tables_become_cards_on_a_phone(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(20), tmp_path)
    top = "one => one.getBoundingClientRect().top + scrollY"
    assert tab.get_by_role("heading", name="Averages of 20 games").evaluate(top) < 530
    tab.get_by_role("button", name="Show all 20").click()
    wide = "tables => tables.filter(({ offsetWidth: w, parentElement: p }) => w > p.clientWidth)"
    tables = tab.locator(".table:visible")
    assert (tables.count(), tables.evaluate_all(f"{wide}.length")) == (3, 0)
    names = (
        tab.locator(".games tbody tr")
        .last.locator("td")
        .evaluate_all("cells => cells.map((cell) => cell.dataset.name)")
    )
    assert names[:6] == ["Size", "Time", "Moves", "TPS", "Control", "Remarks"]
    # What is shown as a grid is a table still for those who hear it.
    assert tab.get_by_role("table").count() == 3
    assert tab.get_by_role("row").count() == 1 + 4 + 1 + 20
    date = tab.locator(".games tbody th").first.evaluate("cell => cell.getClientRects()[0].height")
    assert date < 30
    tab.goto(f"{page.url}#/review?id=game-1")
    tab.locator("section[aria-label=Splits] .table").wait_for()
    cards = tab.locator(".table.cards:visible")
    assert cards.count() > 0 and cards.evaluate_all(f"{wide}.length") == 0


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_remarks_have_the_width_of_their_card(page: Page, tmp_path: Path) -> None:
    helped = {**GAME, "hints": {**GAME["hints"], "which": 9, "solution": 1}, "paused": True}
    tab = imported(page, [helped, *games(2)], tmp_path)
    tab.get_by_role("button", name="Count it all the same").click()
    remarks = tab.locator(".games td").get_by_text("solution shown, 9 hints, clock stopped")
    remarks.wait_for()
    widths = "cell => cell.clientWidth / cell.parentElement.clientWidth"
    assert remarks.evaluate(widths) > 0.75
    # A game without remarks has no line for them.
    heights = [row.bounding_box()["height"] for row in tab.locator(".games tbody tr").all()]
    assert max(heights) - min(heights) > 15


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_columns_of_cards_line_up(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(2), tmp_path)
    names = tab.locator(".cards td[data-name]:not([data-name=''])")
    lefts = (
        tab.locator("section[aria-label=Games]")
        .locator(names)
        .evaluate_all("cells => cells.map((cell) => cell.getBoundingClientRect().x)")
    )
    assert len({round(left) for left in lefts}) == 2
    cut = "cells => cells.filter(({ scrollWidth: s, clientWidth: c }) => s > c).length"
    assert names.evaluate_all(cut) == 0


@pytest.mark.parametrize("page", [{}, PHONE], ids=["wide", "phone"], indirect=True)
def test_links_of_the_statistics_are_large_enough_for_fingers(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(3), tmp_path)
    links = tab.locator(".stats__body a:visible")
    # On a phone the averages show one measure at a time.
    averages = 1 if tab.locator(".averages__choice").is_visible() else 3
    assert links.count() == averages + 3 + 3
    boxes = [link.bounding_box() for link in links.all()]
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes), boxes


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_notice_leaves_the_foot_of_the_page_free(page: Page, tmp_path: Path) -> None:
    page.tab.emulate_media(reduced_motion="reduce")  # else the notice moves while it is measured
    tab = imported(page, games(2), tmp_path)
    # The list of games makes the page longer.
    delete = tab.get_by_role("button", name="Delete all")
    delete.wait_for()
    tab.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    tab.wait_for_timeout(300)  # until the page is at rest: it goes out of the way then
    last, notice = delete.bounding_box(), tab.locator(".notice").bounding_box()
    below = last["y"] + last["height"] <= notice["y"]
    assert below or notice["y"] + notice["height"] <= last["y"]
    assert notice["y"] + notice["height"] <= 640
    # Further up it is in sight all the same.
    tab.evaluate("scrollTo(0, 0)")
    assert tab.locator(".notice").bounding_box()["y"] < 640


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


def test_progress_in_charts_and_the_same_in_tables(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(6), tmp_path)
    panel = tab.locator("section[aria-label=Progress]")
    panel.get_by_text("Median time of the last 3 games: 0:05.000, worse by 0:03.000").wait_for()
    assert panel.locator(".chart__dot").count() == 6
    panel.get_by_role("img", name="Time of 6 games, one dot each").wait_for()
    panel.locator("summary").click()
    sessions = panel.get_by_role("table", name="Sessions").locator("tbody tr")
    assert sessions.count() == 6
    assert sessions.first.inner_text().split("\t")[1:] == [
        "1",
        "0:01.000",
        "0:01.000",
        "0:01.000 – 0:01.000",
    ]
    panel.get_by_label("Moves over the optimum").check()
    # Each game has four moves, and two suffice: found on the page itself.
    panel.get_by_text("Median moves over the optimum of the last 3 games: 2, the same").wait_for()
    rows = panel.get_by_role("table", name="Histogram").locator("tbody tr").all_inner_texts()
    assert rows == ["2\t6 games"]
    assert axe_violations(tab, "section[aria-label=Progress]") == []
    kept = json.loads(tab.evaluate("localStorage.getItem('taquin.optima')"))
    assert kept == {f"game-{i}": 2 for i in range(6)}


def of_goal(name: str, goal: str, start: str, **change: Any) -> dict[str, Any]:
    return {
        **GAME,
        "id": name,
        "goal": goal,
        "start": start,
        "moves": "L",
        "times": [100],
        "inputs": "k",
        **change,
    }


def test_goals_stand_apart_and_the_standard_one_comes_first(page: Page, tmp_path: Path) -> None:
    spiral = of_goal(
        "spiral", "1 2 3/8 0 4/7 6 5", "1 2 3/0 8 4/7 6 5", created="2026-01-01T09:00:00.000Z"
    )
    tab = imported(page, [*games(2), spiral], tmp_path)
    goal = tab.get_by_label("Goal")
    assert goal.input_value() == "last"
    assert goal.locator("option").all_inner_texts() == ["All goals", "Blank last", "Spiral"]
    tab.get_by_role("heading", name="Averages of 2 games").wait_for()
    goal.select_option("spiral")
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    assert tab.locator(".games tbody td").first.inner_text() == "3×3, spiral"
    goal.select_option("")
    tab.get_by_text("Averages compare like with like").wait_for()
    assert tab.locator(".averages").count() == 0
    bests = tab.locator("section[aria-label='Personal bests'] tbody th").all_inner_texts()
    assert bests == ["3×3", "3×3, spiral"]
    tab.get_by_text("Several kinds of boards are mixed").wait_for()
    assert axe_violations(tab) == []


def test_the_filters_that_are_open_are_named(page: Page, tmp_path: Path) -> None:
    blind = {**GAME, "id": "blind", "created": "2026-02-01T09:00:00.000Z", "numbers": "blind"}
    tab = imported(page, [*games(3), blind], tmp_path)
    tab.get_by_label("Numbers").select_option("")
    words = tab.get_by_text("Averages compare like with like").inner_text()
    assert words == (
        "Averages compare like with like. Still to choose: Numbers. "
        "These 4 games are of 2 kinds: 3×3; 3×3, blind."
    )
    mixed = tab.get_by_text("Several kinds of boards are mixed").inner_text()
    assert mixed == "Several kinds of boards are mixed. Still to choose above: Numbers."


def test_the_choice_follows_an_import_and_lists_its_sessions_alone(
    page: Page, tmp_path: Path
) -> None:
    late = "2026-02-01T09:00:00.000Z"
    tab = imported(page, [{**GAME, "id": "b", "created": late, "numbers": "blind"}], tmp_path)
    numbers = tab.get_by_label("Numbers")
    assert numbers.input_value() == "blind"
    older = {**GAME, "id": "b0", "created": "2025-12-01T09:00:00.000Z", "numbers": "blind"}
    file = tmp_path / "more.json"
    file.write_text(json.dumps({"games": [*games(4), older]}), encoding="utf-8")
    tab.set_input_files("input[type=file]", file)
    tab.get_by_role("heading", name="Averages of 4 games").wait_for()
    assert numbers.input_value() == "shown"
    sessions = tab.get_by_label("Session", exact=True).locator("option")
    assert sessions.count() == 5
    assert [text for text in sessions.all_inner_texts() if "(0 games)" in text] == []
    tab.get_by_label("Session", exact=True).select_option(index=1)
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    numbers.select_option("blind")
    # The chosen session stays in its list, although it has no such game.
    tab.get_by_text("No games match these filters.").wait_for()
    assert sessions.count() == 4
    chosen = tab.get_by_label("Session", exact=True).locator("option:checked")
    assert chosen.inner_text().endswith("(0 games)")


ADD = """async ([game]) => {
  const history = await (await import("./game/history.js")).createHistory();
  await history.add(game);
}"""


def test_the_filter_follows_what_was_just_played_and_otherwise_stays(
    page: Page, tmp_path: Path
) -> None:
    four = {
        **of_goal(
            "four", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 0", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"
        ),
        "width": 4,
        "height": 4,
        "created": "2026-02-01T10:00:00.000Z",
    }
    tab = imported(page, games(3), tmp_path)
    size = tab.get_by_label("Size")
    tab.evaluate(ADD, [four])
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    assert size.input_value() == "4x4"
    size.select_option("3x3")
    tab.get_by_role("button", name=re.compile("^Delete the game of")).first.click()
    tab.get_by_role("heading", name="Averages of 2 games").wait_for()
    assert size.input_value() == "3x3", "chosen by hand"
    size.select_option("4x4")
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Play").click()
    tab.evaluate(ADD, [{**GAME, "id": "newest", "created": "2026-02-02T10:00:00.000Z"}])
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Statistics").click()
    tab.get_by_role("heading", name="Averages of 3 games").wait_for()
    assert size.input_value() == "3x3"


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_way_to_the_first_game_is_in_sight_above_the_example(page: Page) -> None:
    tab = opened(page, "#/stats")
    play = tab.locator(".stats__empty").get_by_role("button", name="Play", exact=True)
    play.wait_for()
    assert play.bounding_box()["y"] + 44 <= 740
    tab.set_viewport_size({"width": 1440, "height": 900})
    chart = tab.locator(".stats__empty .chart").first.bounding_box()
    assert chart["x"] + chart["width"] < play.bounding_box()["x"], "beside it"


def test_a_filter_of_one_choice_is_not_offered(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(1), tmp_path)
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    names = tab.locator(".filters label:visible").all_inner_texts()
    assert names[:-1] == ["Size", "Goal"] and names[-1].startswith("Count only")
    assert tab.get_by_text("mo3: the mean of 3.").is_visible()


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_eighteen_games_take_few_screens_on_a_phone(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(18), tmp_path)
    tab.locator(".averages").wait_for()
    assert tab.evaluate("document.documentElement.scrollHeight") <= 2_500
    assert tab.locator(".averages tbody tr:visible").count() == 4
    tab.locator(".averages__choice").get_by_label("Moves").check()
    assert tab.locator(".averages tbody tr").first.locator("td:visible").all_inner_texts() == [
        "4",
        "4",
    ]
    tab.get_by_text("More charts and tables").click()
    assert axe_violations(tab) == []
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_each_chart_says_below_it_what_its_marks_are(page: Page, tmp_path: Path) -> None:
    played = [
        {
            **GAME,
            "id": f"game-{i}",
            "created": f"2026-{i // 28 + 1:02}-{i % 28 + 1:02}T10:00:00.000Z",
            # The second one is the best.
            "times": [0, 100, 200, 1000 + 10 * abs(i - 1)],
        }
        for i in range(80)
    ]
    # One session has two games.
    again = {**played[-1], "id": "again", "created": "2026-03-24T10:01:00.000Z"}
    tab = imported(page, [*played, again], tmp_path)
    every = tab.locator("figure", has=tab.get_by_text("Every game", exact=True))
    every.get_by_text("Rings are bests. The line is the average of 12.", exact=True).wait_for()
    below = every.locator(".chart__tick[text-anchor=middle]").all_text_contents()
    assert [text for text in below if text.isdigit()] == ["20", "40", "60", "80"]
    bar = "The bar of a session goes from the first to the third quartile"
    assert bar not in every.inner_text()
    assert tab.get_by_text(bar).is_hidden()
    tab.get_by_text("More charts and tables").click()
    sessions = tab.locator("figure", has=tab.get_by_text("Sessions", exact=True))
    sessions.get_by_text(bar).wait_for()
    assert sessions.locator("rect").count() == 80
    assert sessions.locator(".chart__record").count() == 2, "rings only where all before were worse"


def test_no_ring_compares_games_of_two_kinds(page: Page, tmp_path: Path) -> None:
    small = {"width": 2, "height": 2, "start": "1 2/0 3", "goal": "1 2/3 0", "moves": "L"}
    quick = [
        {**GAME, **small, "id": f"small-{i}", "created": played["created"], "times": [1 + i]}
        | {"inputs": "k"}
        for i, played in enumerate(games(3))
    ]
    tab = imported(page, [*games(3), *[{**one, "times": [50]} for one in quick]], tmp_path)
    progress = tab.locator(".progress")
    tab.get_by_label("Size", exact=True).select_option(label="All sizes")
    progress.get_by_text("Several kinds of boards are mixed.").wait_for()
    assert progress.locator("figure").first.locator(".chart__dot").count() == 6
    sessions = progress.locator("figure", has=tab.get_by_text("Sessions", exact=True))
    assert sessions.locator("rect").count() == 3
    assert progress.locator(".chart__record").count() == 0
    assert "Rings are" not in progress.inner_text()
    assert "a ring is" not in progress.inner_text()
    tab.get_by_label("Size", exact=True).select_option("3x3")
    progress.get_by_text("Rings are bests.").wait_for()
    assert progress.locator(".chart__record").count() >= 1


def test_the_counts_of_games_agree(page: Page, tmp_path: Path) -> None:
    given_up = {**GAME, "id": "left", "status": "abandoned", "moves": "DU", "times": [0, 400]}
    helped = {**GAME, "id": "helped", "hints": {**GAME["hints"], "which": 1}}
    # Of another session.
    early = {**GAME, "id": "early", "created": "2025-12-01T10:00:00.000Z"}
    given = [early, GAME, {**GAME, "id": "other"}, {**given_up, "inputs": "kk"}, helped]
    tab = imported(page, given, tmp_path)
    tab.get_by_role("heading", name="Averages of 4 games").wait_for()
    tab.get_by_text("4 games: 3 solved, 1 DNF.").wait_for()
    session = tab.get_by_label("Session").locator("option").nth(1)
    assert session.inner_text().endswith("(3 games)")
    bests = tab.locator("section[aria-label='Personal bests'] .bests")
    assert bests.locator("thead th").nth(2).inner_text() == "Solved"
    assert bests.locator("tbody td").nth(1).inner_text() == "3"
    tab.get_by_label("Count only fresh random and daily boards").uncheck()
    tab.get_by_role("heading", name="Averages of 5 games").wait_for()
    assert session.inner_text().endswith("(4 games)")


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_game_off_the_scale_is_marked_with_its_time(page: Page, tmp_path: Path) -> None:
    slow = {**GAME, "id": "slow", "created": "2026-01-20T10:00:00.000Z"}
    tab = imported(
        page,
        [
            *games(9)[:3],
            {**slow, "times": [0, 1, 2, 16_121]},
            *[
                {**GAME, "id": f"late-{i}", "created": f"2026-02-{i + 1:02}T10:00:00.000Z"}
                for i in range(12)
            ],
        ],
        tmp_path,
    )
    chart = tab.locator(".progress .chart").first
    chart.get_by_text("↑ 0:16.121", exact=True).wait_for()
    ticks = chart.locator(".chart__tick[text-anchor=end]").all_text_contents()
    assert not any(one.endswith(".000") for one in ticks), ticks
    # Nothing else stands for it at the upper edge.
    assert chart.locator(".chart__dot").count() == 16
    legend = tab.get_by_text("Rings are bests.")
    assert legend.is_visible()
    below = legend.bounding_box()["y"] - (lambda box: box["y"] + box["height"])(
        chart.bounding_box()
    )
    assert 0 <= below <= 24
    tab.get_by_text("More charts and tables").click()
    assert (
        tab.get_by_role("table", name="Histogram").locator("tbody td", has_text="0 games").count()
        == 0
    )
    tall = "one => one.scrollHeight - one.clientHeight"
    histogram = tab.get_by_role("region", name=re.compile("Histogram"))
    assert histogram.evaluate(tall) <= 1, "no scroller in the page"
    tops = tab.locator(".progress__choice label").evaluate_all(
        "all => all.map((one) => one.offsetTop)"
    )
    assert len(set(tops)) == 1
    bottom = tab.locator("section[aria-label=Games]").evaluate(
        "one => one.getBoundingClientRect().bottom"
    )
    assert (
        abs(
            tab.locator(".stats__data").evaluate("one => one.getBoundingClientRect().top")
            - bottom
            - 16
        )
        < 1
    )


# Words of the charts in sight that overlap others or an arrow, or leave the panel.
CLASHES = """() => [...document.querySelectorAll(".chart")].flatMap((chart) => {
  if (!chart.checkVisibility()) return [];
  const panel = chart.closest(".panel").getBoundingClientRect();
  const words = [...chart.querySelectorAll("text, path.chart__dot")];
  const boxes = words.map((one) => [one.textContent, one.getBoundingClientRect()]);
  const cut = boxes.filter(([, box]) => box.left < panel.left || box.right > panel.right);
  const over = ([, one], [, other]) => one !== other
    && Math.min(one.right, other.right) - Math.max(one.left, other.left) > 0
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 2;
  return [...cut, ...boxes.filter((one) => boxes.some((other) => over(one, other)))]
    .map(([text]) => text);
})"""


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_words_of_charts_are_whole_and_apart(page: Page, tmp_path: Path) -> None:
    # Most in minutes, and some of hours, off the scale.
    times = [5_000_000 + i if i % 20 == 7 else 95_000 + 1300 * (37 * i % 29) for i in range(60)]
    played = [
        {**game, "created": f"2026-{1 + i // 28:02}-{1 + i % 28:02}T10:00:00.000Z"}
        | {"times": [0, 1, 2, times[i]]}
        for i, game in enumerate(games(60))
    ]
    tab = imported(page, played, tmp_path)
    tab.get_by_text("More charts and tables").click()
    for measure in ("Time", "Moves over the optimum", "TPS"):
        tab.locator(".progress__choice").get_by_label(measure).check()
        tab.locator(f".progress .chart[aria-label^='{measure}']").first.wait_for()
        assert tab.evaluate(CLASHES) == [], measure


def test_the_columns_of_wide_statistics_end_together(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(18), tmp_path)
    tab.locator(".progress__charts").wait_for()
    for window in ((1440, 900), (2560, 1440)):
        tab.set_viewport_size({"width": window[0], "height": window[1]})
        progress, data = ends(tab, ".progress", ".stats__data")
        assert abs(progress[1] - data[1]) <= 1, window


def test_both_sides_of_the_statistics_end_together(page: Page, tmp_path: Path) -> None:
    helped = {**GAME, "hints": {**GAME["hints"], "which": 1}}
    tab = imported(page, [helped], tmp_path)
    tab.get_by_role("button", name="all the same").click()
    tab.locator(".progress--none").wait_for()
    parts = ("section[aria-label^=Averages]", ".progress", ".stats__data")
    for width, height in ((1440, 900), (2560, 1440)):
        tab.set_viewport_size({"width": width, "height": height})
        averages, progress, data = ends(tab, *parts)
        assert abs(averages[1] - data[1]) < 1, width
        assert progress[1] - progress[0] < 250, "a sentence, not an empty card"
    others = [{**helped, "id": f"other-{i}"} for i in range(2)]
    imported(page, others, tmp_path)
    tab.locator(".progress:not(.progress--none)").wait_for()
    for width, height in ((1440, 900), (2560, 1440)):
        tab.set_viewport_size({"width": width, "height": height})
        _, progress, data = ends(tab, *parts)
        assert abs(progress[1] - data[1]) < 1, width


def test_the_games_that_are_left_out_are_counted_below_the_others(
    page: Page, tmp_path: Path
) -> None:
    helped = {**GAME, "id": "helped", "hints": {**GAME["hints"], "which": 1}}
    tab = imported(page, [*games(2), helped], tmp_path)
    tab.get_by_text("One more game does not count.").wait_for()
    assert tab.locator(".games tbody tr").count() == 2
    tab.get_by_role("button", name="Count it all the same").click()
    tab.get_by_role("heading", name="Averages of 3 games").wait_for()
    assert tab.locator(".games tbody tr").count() == 3
    assert tab.get_by_text("One more game does not count.").count() == 0
    # It, which the button counts, is the one that is told of last.
    tab.get_by_label("Count only").check()
    tab.evaluate(ADD, [SOLVERS])
    left = "One game with moves by the solver never counts. One more game does not count."
    tab.get_by_text(left).wait_for()


# Of a picture of the table, its last columns that are painted at all, halfway down: grey of each.
EDGE = """async (picture) => {
  const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  const pen = canvas.getContext("2d");
  pen.drawImage(bitmap, 0, 0);
  const { right, top, bottom } = document.querySelector(".scroll").getBoundingClientRect();
  const { data } = pen.getImageData(Math.floor(right) - 8, (top + bottom) / 2 + 7, 10, 1);
  return [...data].filter((_, i) => i % 4 === 0);
}"""


def test_no_shadow_stands_at_a_table_that_needs_no_scrolling(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(1), tmp_path)
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    for width in (2557, 2559):
        tab.set_viewport_size({"width": width, "height": 1440})
        picture = base64.b64encode(tab.screenshot()).decode()
        assert len(set(tab.evaluate(EDGE, picture))) == 1, width


@pytest.mark.parametrize("page", [{"viewport": {"width": 768, "height": 1024}}], indirect=True)
def test_the_remarks_and_sessions_of_a_tablet_take_few_lines(page: Page, tmp_path: Path) -> None:
    hints = {"which": 1, "arrow": 0, "play": 0, "peek": 0, "solution": 1}
    waited = {**GAME, "id": "waited", "times": [11500, 11900, 12300, 61700]}
    left = {**GAME, "id": "left", "status": "abandoned", "ended": 1336}
    left |= {"moves": GAME["moves"][:1], "times": [400], "inputs": "k"}
    shown = [*games(2), {**GAME, "id": "helped", "hints": hints}, waited, left]
    tab = imported(page, shown, tmp_path)
    label = tab.locator(".filters > .choice > span")
    assert tab.locator(".filters > .field").count() > 2
    assert label.bounding_box()["height"] < 30, "in one line"
    tab.get_by_label("Only fresh random and daily boards").uncheck()
    remark = tab.locator(".games tbody td", has_text="solution shown")
    lines = """(cell) => {
      const range = document.createRange();
      range.selectNodeContents(cell);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size;
    }"""
    assert remark.evaluate(lines) <= 2
    for part in (".games tbody th a", ".games__parts:has-text('given up')"):
        assert all(one.evaluate(lines) <= 2 for one in tab.locator(part).all()), part
    tab.get_by_text("More charts and tables").click()
    sessions = tab.locator(".progress__tables .table").first.locator("tbody :is(th, td)")
    assert sessions.count() > 0
    assert {cell.evaluate(lines) for cell in sessions.all()} == {1}
    # The parts of a time leave room for the columns after them.
    tab.locator(".games__parts").first.wait_for()
    room = "(one) => [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight]"
    for width in (768, 360):
        tab.set_viewport_size({"width": width, "height": 1024})
        assert tab.locator(".scroll:has(> .games)").evaluate(room) == [0, 0], width
    session = tab.get_by_label("Session", exact=True)
    session.select_option(index=1)
    for width in (360, 768, 1440):
        tab.set_viewport_size({"width": width, "height": 1024})
        assert session.bounding_box()["width"] > 280, width


SOLVERS = {**GAME, "id": "solvers", "created": "2026-03-01T10:00:00.000Z", "inputs": "ssss"}


def test_what_the_solver_did_is_never_offered_for_counting(page: Page, tmp_path: Path) -> None:
    tab = imported(page, [SOLVERS], tmp_path)
    tab.get_by_text("One game with moves by the solver never counts.").wait_for()
    box = tab.get_by_label("Count only fresh random and daily boards")
    for counted in (True, False):
        box.set_checked(counted)
        apart = tab.locator("section[aria-label='Games that do not count']")
        assert apart.locator("tbody tr").count() == 1
        assert tab.locator(".averages").count() == 0
        assert tab.get_by_role("button", name="all the same").count() == 0
    # Beside one that can count.
    helped = {**GAME, "id": "helped", "hints": {**GAME["hints"], "which": 1}}
    imported(page, [helped], tmp_path)
    box.check()
    tab.get_by_text("One game with moves by the solver never counts.").wait_for()
    tab.get_by_role("button", name="Count it all the same").click()
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()


def test_the_numbers_of_games_differ_only_where_a_line_says_why(page: Page, tmp_path: Path) -> None:
    blind = {**GAME, "id": "blind", "created": "2026-02-01T09:00:00.000Z", "numbers": "blind"}
    tab = imported(page, [*games(2), SOLVERS, blind], tmp_path)
    listed = tab.locator(".stats__games")
    assert listed.locator("tbody tr").count() == 2
    assert "One game with moves by the solver never counts." in listed.inner_text()
    assert listed.get_by_role("button", name="all the same").count() == 0
    tab.get_by_label("Count only fresh random and daily boards").uncheck()
    assert listed.locator("tbody tr").count() == 3
    averages = tab.locator("section[aria-label^='Averages']")
    assert "One game with moves by the solver never counts." in averages.inner_text()
    tab.get_by_label("Numbers").select_option("")
    assert "These 3 games are of 2 kinds" in averages.inner_text()
    assert "One game with moves by the solver never counts." in averages.inner_text()
    assert listed.locator("tbody tr").count() == 4


def test_the_games_that_the_filters_hide_are_one_tap_away(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(3), tmp_path)
    hidden = tab.locator(".stats__others")
    assert not hidden.is_visible()
    spiral = of_goal("spiral", "1 2 3/8 0 4/7 6 5", "1 2 3/0 8 4/7 6 5")
    tab.evaluate(ADD, [{**spiral, "created": "2026-02-03T10:00:00.000Z"}])
    tab.get_by_role("heading", name="Averages of 1 game").wait_for()
    assert hidden.inner_text().startswith("The filters follow what was played last. Not shown:")
    tab.reload()
    hidden.get_by_role("button", name="3×3: 3 games").click()
    tab.get_by_role("heading", name="Averages of 3 games").wait_for()
    assert tab.get_by_label("Goal").input_value() == "last"
    assert not hidden.is_visible(), "chosen by hand"
    assert tab.evaluate("document.activeElement.localName") == "h1"


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_notes_of_averages_are_of_those_shown(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(2), tmp_path)
    note = tab.locator("section[aria-label^='Averages'] .note:visible")
    assert note.count() == 0
    imported(page, [{**GAME, "id": "third"}], tmp_path)
    tab.get_by_role("heading", name="Averages of 3 games").wait_for()
    assert note.all_inner_texts() == ["mo3: the mean of 3."]


def test_a_board_of_a_relay_that_was_not_begun_has_no_moves(page: Page, tmp_path: Path) -> None:
    left = {**GAME, "id": "left", "created": "2026-02-02T10:00:00.000Z", "status": "abandoned"}
    left |= {"moves": "", "times": [], "inputs": "", "ended": 0}
    tab = imported(page, [*games(1), left], tmp_path)
    row = tab.locator(".games tbody tr").first.inner_text().split("\t")
    assert row[2:6] == ["DNF", "–", "–", "not begun"]
    # The filter has the same word for it.
    controls = tab.get_by_label("Control")
    assert controls.locator("option").all_inner_texts() == ["All controls", "keyboard", "not begun"]


CELLS = """() => [...document.querySelector(".games tbody tr").cells].map((cell) => {
  const { left, top } = cell.getBoundingClientRect();
  const row = cell.parentElement.getBoundingClientRect();
  return [Math.round(left - row.left), Math.round((top - row.top) / 10)];
})"""


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_game_of_a_phone_looks_the_same_in_each_language(page: Page, tmp_path: Path) -> None:
    tab = imported(page, games(1), tmp_path)
    tab.locator(".games").wait_for()
    english = tab.evaluate(CELLS)
    for language in ("de", "zh-Hans"):
        tab.evaluate("(language) => { document.documentElement.lang = language; }", language)
        assert tab.evaluate(CELLS) == english, language
    first, figures = ".bests tbody th", ".bests tbody td:nth-of-type(3)"
    (_, upper), (lower, _) = ends(tab, first, figures)
    assert lower - upper >= 8, "not one head of two lines"


TOUCHED = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
DATED = ["en-US", "en-GB", *LANGUAGES]


@pytest.mark.parametrize(
    "page", [{**TOUCHED, "locale": one} for one in DATED], indirect=True, ids=DATED
)
def test_nothing_is_printed_over_the_date_of_a_game(page: Page, tmp_path: Path) -> None:
    late = {**GAME, "created": "2026-11-30T19:05:00.000Z"}
    ways = [("touch", "tttt"), ("keyboard", "kkkk"), ("mouse", "mmmm"), ("mixed", "tkmt")]
    records = [{**late, "id": name, "inputs": inputs} for name, inputs in ways]
    tab = opened(page, "#/stats")
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"games": records}), encoding="utf-8")
    tab.set_input_files("input[type=file]", file)
    tab.locator(".games tbody tr").nth(3).wait_for()
    tab.locator(".notice .button--icon").click()
    for width, height in ((320, 640), (360, 740), (412, 915), (430, 932)):
        tab.set_viewport_size({"width": width, "height": height})
        assert unreadable(tab) == [], width


@pytest.mark.parametrize(
    "page",
    [{"viewport": {"width": 768, "height": 1024}, "locale": "zh-Hans"}],
    indirect=True,
    ids=["zh-Hans"],
)
def test_no_word_of_a_tablets_table_is_set_upright(page: Page, tmp_path: Path) -> None:
    tab = opened(page, "#/stats")
    file = tmp_path / "games.json"
    file.write_text(json.dumps({"games": [GAME, {**GAME, "id": "b"}]}), encoding="utf-8")
    tab.set_input_files("input[type=file]", file)
    tab.locator(".games tbody tr").nth(1).wait_for()
    lines = tab.locator(".games thead th, .games tbody td:nth-child(6)").evaluate_all(
        "(cells) => cells.map((cell) => parseFloat(getComputedStyle(cell).lineHeight))"
    )
    heights = tab.locator(".games thead th, .games tbody td:nth-child(6)").evaluate_all(
        "(cells) => cells.map((one) => { const range = document.createRange();"
        " range.selectNodeContents(one); return range.getBoundingClientRect().height; })"
    )
    assert all(height < 2 * line for height, line in zip(heights, lines, strict=True))


# Their words are the longest.
NARROW = [{"locale": one, "viewport": {"width": 320, "height": 640}} for one in ("es", "fr")]
# Gaps of the averages; the height and the line of the number of games; room in the list of goals.
ROOM = """() => {
  const words = (one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect();
  };
  const seen = (one) => one.checkVisibility();
  const rows = [...document.querySelectorAll(".averages tbody tr")].filter(seen);
  const gaps = rows.flatMap((row) => {
    const boxes = [...row.cells].filter(seen).slice(1).map(words);
    return boxes.slice(1).map(({ left }, i) => left - boxes[i].right);
  });
  const games = document.querySelector(".bests tbody td:nth-of-type(2)");
  const { font, paddingLeft } = getComputedStyle(document.querySelector("#stats-goal"));
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = font;
  const list = document.querySelector("#stats-goal");
  const arrow = 20;
  const room = list.clientWidth - parseFloat(paddingLeft) - arrow;
  return [Math.min(...gaps), games.clientHeight, parseFloat(getComputedStyle(games).lineHeight),
    room - pen.measureText(list.selectedOptions[0].text).width,
    document.documentElement.scrollWidth - innerWidth];
}"""


@pytest.mark.parametrize("page", NARROW, indirect=True, ids=["es", "fr"])
def test_figures_and_words_stand_apart_and_whole_on_the_narrowest_phone(
    page: Page, tmp_path: Path
) -> None:
    other = {**GAME, "id": "other", "start": "0 1 2/3 4 5/6 7 8", "goal": "1 0 2/3 4 5/6 7 8"}
    file = tmp_path / "games.json"
    records = [*games(6), {**other, "moves": "L", "times": [0], "inputs": "k"}]
    file.write_text(json.dumps({"games": records}), encoding="utf-8")
    tab = opened(page, "#/stats")
    tab.locator(".stats__body > *").first.wait_for()
    tab.set_input_files("input[type=file]", file)
    tab.locator("#stats-goal").select_option("last")
    tab.locator(".bests tbody td").first.wait_for()
    gap, high, line, room, over = tab.evaluate(ROOM)
    assert gap >= 12, "between two times"
    assert high < 1.5 * line, "the number of games stands in one line"
    assert room >= 0, "the name of a goal is whole"
    assert over <= 0


@pytest.mark.parametrize(
    "page", [{"viewport": {"width": 320, "height": 640}, "device_scale_factor": 3}], indirect=True
)
def test_a_table_that_ends_in_sight_has_no_shadow(page: Page, tmp_path: Path) -> None:
    """Wherever it lies on the grid of points: the first row of points has one colour."""
    tab = imported(page, games(6), tmp_path)
    table = tab.locator(".scroll:has(> .averages)")
    for shift in (0, 0.2, 0.4, 0.6, 0.8):
        table.evaluate("(one, shift) => { one.style.marginBlockStart = `${shift}px`; }", shift)
        table.scroll_into_view_if_needed()
        picture = base64.b64encode(table.screenshot()).decode()
        colours = tab.evaluate(
            """async (picture) => {
              const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
              const image = await createImageBitmap(new Blob([bytes]));
              const pen = new OffscreenCanvas(image.width, 6).getContext("2d");
              pen.drawImage(image, 0, 0);
              const { data } = pen.getImageData(6, 0, image.width - 12, 6);
              const light = [];
              for (let at = 0; at < data.length; at += 4) light.push(data[at]);
              return Math.max(...light) - Math.min(...light);
            }""",
            picture,
        )
        assert colours < 12, shift
