"""The daily boards in a browser: played, counted, shared, and those of earlier days."""

import re
from typing import Any

import pytest
from playing import PHONE, SOLUTION, figure

from page_states import WELCOMED, arrows, board
from page_support import Page, axe_violations

# It is always noon. By the tab's own clock, the test would need a context of its own: the fake one
# of Playwright outlives the tab.
AT_NOON = """{
  const now = Date.parse("2026-11-23T12:00:00Z");
  globalThis.Date = class extends Date {
    constructor(...parts) {
      super(...(parts.length ? parts : [now]));
    }
    static now() {
      return now;
    }
  };
}"""

CELLS = """(cells) => [...document.querySelectorAll("taquin-board")].some(
  (one) => one.checkVisibility() && one.board.cells.length === cells)"""


def daily(page: Page, fragment: str = "#/daily") -> Any:
    tab = page.tab
    tab.add_init_script(AT_NOON)
    tab.add_init_script(WELCOMED)
    page.open(fragment)
    tab.get_by_role("heading", name="Daily").wait_for()
    return tab


def play(tab: Any) -> None:
    """The 3x3 board of the day in sight, as short as can be, and back to the dailies."""
    tab.get_by_role("button", name=re.compile("^(Play|Again): 3×3")).click()
    tab.locator("taquin-board").wait_for()
    arrows(tab, *tab.evaluate(SOLUTION))
    tab.locator(".result").get_by_role("button", name="Daily").click()
    tab.get_by_role("heading", name="Daily").wait_for()


def test_a_daily_counts_on_its_day_and_not_in_the_archive(page: Page) -> None:
    tab = daily(page)
    tab.get_by_text("The next ones come in 12 h").wait_for()
    share = tab.locator("section[aria-label=Share]")
    assert not share.is_visible()
    play(tab)
    share.wait_for()
    card = tab.locator("[data-side='3']")
    card.get_by_text("perfect").wait_for()
    text = tab.get_by_label("Text to share").inner_text()
    assert re.fullmatch(
        r"taquin daily 2026-11-23\n3×3 ★ \d:\d\d\.\d{3}, \d+ moves, perfect 🟩🟩🟩\n4×4 –\n5×5 –",
        text,
    )
    # No font needs to have the squares: the page draws them.
    square = tab.locator(".daily__square").first
    assert tab.locator(".daily__square").count() == 3
    assert square.evaluate("(one) => getComputedStyle(one).fontSize") == "0px"
    with tab.expect_download() as saved:
        share.get_by_role("button", name="Save picture").click()
    assert saved.value.suggested_filename == "taquin-daily-2026-11-23.png"
    assert saved.value.path().read_bytes()[:4] == b"\x89PNG"
    today = tab.get_by_role("button", name=re.compile("^November 23, 2026: 3×3 solved, 4×4 open"))
    assert today.get_attribute("aria-current") == "date"
    # The day before, played today.
    tab.get_by_role("button", name=re.compile("^November 22, 2026")).click()
    tab.get_by_text("archive, does not count").wait_for()
    play(tab)
    tab.get_by_role(
        "button", name=re.compile("^November 22, 2026: 3×3 solved, does not")
    ).wait_for()
    figures = tab.locator(".daily__streak dd").all_inner_texts()
    assert figures == ["1 day", "1 day", "1", "1"]


def test_a_daily_that_was_begun_is_continued(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 5×5").click()
    shown = tab.locator("taquin-board")
    shown.wait_for()
    assert tab.locator(".sizes__goal").inner_text() == "Daily · November 23 · 5×5"
    moved = "() => document.querySelector('taquin-board')?.board.cells.join()"
    before = tab.evaluate(moved)
    arrows(tab, "Up", "Left")
    after = tab.evaluate(moved)
    assert after != before
    # The board was out of sight: its clock stands, and says so until the next move.
    tab.get_by_role("link", name="Daily").click()
    tab.get_by_text("In progress. Your next move starts the clock again.").wait_for()
    tiles = tab.locator("[data-side='5'] .thumb > span").all_inner_texts()
    assert ",".join(text or "0" for text in tiles) == after
    tab.get_by_role("button", name="Continue: 5×5").click()
    label = tab.locator(".clock .figure__label").first
    tab.wait_for_function(
        "() => document.querySelector('.clock dt')?.textContent === 'Time, stopped'"
    )
    arrows(tab, "Down", "Up")
    assert label.inner_text() == "Time"
    tab.keyboard.press("n")  # another game
    tab.get_by_role("link", name="Daily").click()
    tab.get_by_role("button", name="Continue: 5×5").click()
    shown.wait_for()
    assert tab.evaluate(moved) == after


def test_a_daily_that_was_looked_away_from_was_not_paused(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    keys = tab.evaluate(SOLUTION)
    arrows(tab, keys[0])
    tab.get_by_role("link", name="Daily").click()
    tab.get_by_role("button", name="Continue: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    arrows(tab, *keys[1:])
    tab.locator(".result").get_by_role("button", name="Daily").click()
    tab.locator("[data-side='3']").get_by_text("Clock stopped", exact=True).wait_for()
    text = tab.get_by_label("Text to share").inner_text()
    assert "clock stopped" in text and "paused" not in text


def test_a_paused_daily_stays_paused_and_hidden_until_it_is_resumed(page: Page) -> None:
    tab = daily(page)
    start = tab.locator("[data-side='3'] .thumb").inner_text()
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    keys = tab.evaluate(SOLUTION)
    arrows(tab, keys[0])
    veil = tab.locator(".veil")
    # From the board itself, and from another one.
    for leave in (lambda: None, lambda: tab.locator(".masthead [href='#/play']").first.click()):
        tab.keyboard.press("p")
        veil.wait_for()
        leave()
        tab.get_by_role("link", name="Daily").click()
        card = tab.locator("[data-side='3']")
        card.get_by_text("Paused; its board is hidden until you resume.").wait_for()
        assert card.locator(".thumb").inner_text() == start
        card.get_by_role("button", name="Continue: 3×3").click()
        veil.wait_for()
        veil.click()
        tab.locator("taquin-board:visible").wait_for()
    arrows(tab, *keys[1:])
    tab.locator(".result").get_by_role("button", name="Daily").click()
    tab.locator("[data-side='3']").get_by_text("Clock stopped", exact=True).wait_for()


def test_a_board_of_the_solver_does_not_count_and_says_why(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    warning = tab.get_by_text("With a solution shown, today’s board does not count.")
    warning.wait_for()
    tab.keyboard.press("o")
    tab.get_by_role("button", name="Step").click()
    assert not warning.is_visible()
    lost = "A solution was shown: this board does not count today."
    tab.locator(".solve").get_by_text(lost).wait_for()
    # Left and come back to, the solution is where it was.
    tab.get_by_role("link", name="Daily").click()
    tab.get_by_role("heading", name="Daily").wait_for()
    tab.locator("[data-side='3']").get_by_text(lost).wait_for()
    tab.get_by_role("button", name="Play: 3×3").click()
    assert tab.locator(".playback__place").inner_text().startswith("1 / ")
    tab.get_by_role("button", name="Make these moves").click()
    tab.locator(".result").get_by_role("button", name="Daily").click()
    badges = tab.locator("[data-side='3'] .badge")
    tab.locator("[data-side='3']").get_by_text("solved by the solver").wait_for()
    assert badges.all_inner_texts() == ["does not count"]
    assert tab.locator(".daily__card--solved").count() == 0
    text = tab.get_by_label("Text to share").inner_text()
    assert re.search(r"3×3 ○ .* moves, solved by the solver", text)
    assert "perfect" not in text and "not on the day" not in text


def test_a_daily_board_is_shared_as_that_days_board(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    start = board(tab)
    tab.get_by_role("button", name="Share").click()
    link = tab.get_by_label("Link to the boards of this day", exact=True).input_value()
    assert link.endswith("#/daily?day=2026-11-23")
    assert tab.get_by_label("Link to this board", exact=True).count() == 0
    tab.keyboard.press("Escape")
    page.open_anew(link.removeprefix(page.url))
    tab.get_by_role("button", name=re.compile("3×3$")).first.click()
    tab.locator("taquin-board:visible").wait_for()
    assert board(tab) == start
    tab.locator(".sizes__goal").get_by_text("Daily · November 23").wait_for()


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_boards_of_a_chosen_day_come_into_sight_and_are_an_archive(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name=re.compile("^November 20, 2026")).click()
    heading = tab.get_by_role("heading", name=re.compile("November 20,"))
    heading.wait_for()
    tab.wait_for_function("() => document.activeElement.matches('.daily__day h2')")
    tab.get_by_role("button", name="Play: 3×3").click()
    name = tab.locator(".sizes__goal")
    name.get_by_text("Daily · November 20 · archive").wait_for()
    three = board(tab)
    tab.get_by_role("button", name="4×4", exact=True).click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 4")
    assert name.inner_text() == "Daily · November 20 · archive"
    tab.get_by_role("button", name="3×3", exact=True).click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 3")
    assert board(tab) == three
    arrows(tab, *tab.evaluate(SOLUTION))
    tab.locator(".result").get_by_text("archive board").wait_for()
    assert "chosen" not in tab.locator(".result").inner_text()


def test_a_daily_game_that_was_left_is_continued_after_a_reload(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 3")
    arrows(tab, tab.evaluate(SOLUTION)[0])
    begun = board(tab)
    tab.get_by_role("button", name="4×4", exact=True).click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 4")
    kept = "localStorage.getItem('taquin.left')"
    tab.wait_for_function(f"() => {kept}")
    # A game that cannot be read takes no other with it.
    tab.evaluate(f"() => localStorage.setItem('taquin.left', 'damaged\\n' + {kept})")
    tab.reload()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 4")
    page.open("#/daily")
    tab.get_by_role("button", name=re.compile("3×3")).first.click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 3")
    assert board(tab) == begun


def test_a_daily_that_another_tab_has_finished_is_not_continued(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 3")
    arrows(tab, tab.evaluate(SOLUTION)[0])
    tab.wait_for_function("() => JSON.parse(localStorage['taquin.game'] ?? 'null')?.record.moves")
    # Also where it is among the games that were left.
    for leave in (False, True):
        if leave:
            tab.get_by_role("link", name="Play", exact=True).click()
            tab.locator(".sizes__goal").wait_for(state="hidden")
        else:
            other = tab.context.new_page()
            other.add_init_script(AT_NOON)
            other.goto(page.url)
            other.locator("taquin-board:visible").wait_for()
            arrows(other, *other.evaluate(SOLUTION))
            other.get_by_role("heading", name="Solved").wait_for()
            other.close()
        tab.get_by_role("link", name="Daily").click()
        tab.get_by_role("button", name="Again: 3×3").wait_for()
    tab.get_by_role("button", name="Again: 3×3").click()
    tab.wait_for_function("() => document.querySelector('taquin-board')?.board.width === 3")
    assert tab.locator(".figure:has(dt:text-is('Moves')) dd").inner_text() == "0"


def test_a_solution_that_another_tab_has_shown_is_known(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    other = tab.context.new_page()
    other.add_init_script(AT_NOON)
    other.goto(f"{page.url}#/daily")
    other.get_by_role("button", name=re.compile("^(Play|Continue): 3×3")).click()
    other.locator("taquin-board:visible").wait_for()
    other.keyboard.press("o")
    other.get_by_role("button", name="Step").wait_for()
    other.close()
    lost = "A solution was shown: this board does not count today."
    note = tab.locator(".solve").get_by_text(lost)
    note.wait_for()
    assert note.count() == 1


def test_a_day_without_boards_is_refused(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(AT_NOON)
    for day in ("2026-11-24", "2025-12-31", "yesterday"):
        page.open(f"#/daily?day={day}")
        tab.get_by_text(
            f"no daily boards on “{day}”; the archive goes from 2026-01-01"
        ).first.wait_for()
        assert tab.locator("taquin-board:visible").count() == 0


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_text_to_share_is_whole_on_a_phone(page: Page) -> None:
    tab = daily(page)
    play(tab)
    text = tab.get_by_label("Text to share")
    text.wait_for()
    assert text.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    tops = """(one, width) => {
      one.style.inlineSize = `${width}px`;
      const squares = [...one.querySelectorAll(".daily__square")];
      return [...new Set(squares.map((square) => square.getBoundingClientRect().top))];
    }"""
    for width in range(260, 340, 5):
        assert len(text.evaluate(tops, width)) == 1, "the squares of a game stay in one line"


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_whole_month_fits_a_phone(page: Page) -> None:
    tab = daily(page)
    boxes = [day.bounding_box() for day in tab.locator("button.calendar__day").all()]
    assert len(boxes) == 23
    assert all(box["width"] >= 44 and box["height"] >= 44 for box in boxes)
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert axe_violations(tab) == []


@pytest.mark.parametrize(
    "page", [{"locale": locale} for locale in ("fa-IR", "th-TH", "ar-SA")], indirect=True
)
def test_months_and_days_agree_and_a_sentence_has_one_language(page: Page) -> None:
    tab = daily(page)
    assert tab.locator("h3[aria-live]").inner_text() == "November 2026"
    # Versions of the browser differ in the comma.
    heading = tab.locator(".daily__day h2").inner_text().replace("Monday,", "Monday")
    assert heading == "Today, Monday 23 November 2026"
    chosen = tab.locator(".calendar [aria-pressed=true]")
    assert chosen.inner_text().strip() == "23"
    assert str(chosen.get_attribute("aria-label")).startswith("23 November 2026: 3×3 open")
    days = tab.locator(".calendar__day").all_inner_texts()
    assert [day.strip() for day in days] == [str(day) for day in range(1, 31)]
    assert tab.locator(".calendar th").first.get_attribute("abbr") == "Monday"
    assert re.fullmatch(r"[\x00-\x7f×’]*", tab.locator(".view--daily header").inner_text())


def test_play_leads_from_a_daily_to_the_own_board_and_back(page: Page) -> None:
    tab = daily(page)
    views = tab.get_by_role("navigation", name="Views")
    views.get_by_role("link", name="Play").click()
    tab.locator("taquin-board:visible").wait_for()
    arrows(tab, "Up", "Left", "Down", "Right")
    own = board(tab)
    views.get_by_role("link", name="Daily").click()
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    arrows(tab, "Up", "Left", "Down", "Right")
    of_day = board(tab)
    lit = views.locator("[aria-current]")
    assert lit.inner_text() == "Daily"
    views.get_by_role("link", name="Play").click()
    assert (lit.inner_text(), board(tab)) == ("Play", own)
    arrows(tab, "Up", "Left", "Down", "Right")
    views.get_by_role("link", name="Daily").click()
    tab.get_by_role("button", name="Continue: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    assert (lit.inner_text(), board(tab)) == ("Daily", of_day)


@pytest.mark.parametrize("solved", [True, False])
def test_play_never_brings_back_a_board_that_another_own_one_has_replaced(
    page: Page, solved: bool
) -> None:
    """Neither after that was solved nor where nothing was done on it, now and in the next visit."""
    tab = daily(page)
    tab.evaluate("location.hash = '#/play?board=1+2+3/8+4+0/7+6+5&goal=spiral'")
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.evaluate("location.hash = '#/play?board=1+2+3+4/5+6+7+8/9+10+0+11'")
    tab.wait_for_function("() => location.hash === '#/play'")
    if solved:
        arrows(tab, "Left")
        tab.locator(".result").wait_for()
    else:
        tab.get_by_role("button", name="New", exact=True).click()
    views = tab.get_by_role("navigation", name="Views")
    views.get_by_role("link", name="Daily").click()
    tab.get_by_role("button", name="Play: 4×4").click()
    tab.locator("taquin-board:visible").wait_for()
    goal = "() => [...document.querySelector('taquin-board').goal.cells].join(' ')"
    assert len(board(tab).split()) == 13
    for _ in range(2):
        views.get_by_role("link", name="Play").click()
        assert tab.evaluate(goal) == "1 2 3 4 5 6 7 8 9 10 11 0"
        assert board(tab) != "1 2 3 4/5 6 7 8/9 10 0 11"
        assert figure(tab, "Moves") == "0"
        tab.wait_for_timeout(600)
        page.open_anew()
        tab.locator("taquin-board:visible").wait_for()
        assert len(board(tab).split("/")[0].split()) == 3


def test_a_daily_that_is_played_again_says_so(page: Page) -> None:
    tab = daily(page)
    play(tab)
    tab.get_by_role("button", name="Play: 4×4").click()
    tab.locator("taquin-board:visible").wait_for()
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Daily").click()
    tab.get_by_role("button", name="Again: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    assert tab.locator(".notice").count() == 0
    # Beside the board: a notice would cover something. A solution takes nothing from that result.
    stays = "You have solved the 3×3 board of this day before; its result stays."
    note = tab.locator(".solve > .note")
    note.filter(has_text=stays).wait_for()
    assert tab.locator(".notice", has_text="solved").count() == 0
    tab.keyboard.press("o")
    tab.get_by_role("button", name="Step").wait_for()
    assert note.inner_text() == stays


def test_a_size_whose_daily_is_solved_gives_a_random_board(page: Page) -> None:
    """It was the solved board again, so that only New led away from the boards of a day."""
    tab = daily(page)
    sizes = tab.get_by_role("group", name="Size")
    name = tab.locator(".sizes__goal")
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    arrows(tab, *tab.evaluate(SOLUTION))
    tab.locator(".result").wait_for()
    three, four = (sizes.get_by_role("button", name=size) for size in ("3×3", "4×4"))
    assert three.get_attribute("title") == "new 3×3 board"
    four.click()
    tab.wait_for_function(CELLS, arg=16)
    name.filter(has_text="Daily").wait_for()
    three.click()
    name.filter(has_not_text="Daily").wait_for(state="attached")
    assert len(board(tab).split()) == 7 and figure(tab, "Moves") == "0"
    assert not tab.get_by_text("played before").is_visible()


def test_a_solved_daily_that_was_only_looked_at_again_is_not_in_progress(page: Page) -> None:
    tab = daily(page)
    play(tab)
    views = tab.get_by_role("navigation", name="Views")
    again = tab.get_by_role("button", name="Again: 3×3")
    for moves, words in ([], "Again"), (["Up", "Left", "Down", "Right"], "Continue"):
        views.get_by_role("link", name="Daily").click()
        again.click()
        tab.locator("taquin-board:visible").wait_for()
        arrows(tab, *moves)
        views.get_by_role("link", name="Play").click()
        views.get_by_role("link", name="Daily").click()
        tab.get_by_role("button", name=f"{words}: 3×3").wait_for()
        assert again.count() == (words == "Again")


def test_a_daily_that_was_restarted_and_solved_is_begun_once_more(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    # The first board has a tile above the blank or below it.
    arrows(tab, "Up", "Down")
    moves = tab.locator(".clock .figure__value").nth(1)
    moves.get_by_text(re.compile("[12]")).wait_for()
    tab.get_by_role("button", name="Retry").click()
    moves.get_by_text("0", exact=True).wait_for()
    arrows(tab, *tab.evaluate(SOLUTION))
    tab.locator(".result").get_by_role("button", name="Daily").click()
    tab.get_by_role("button", name="Again: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    moves.get_by_text("0", exact=True).wait_for()
    assert tab.locator(".result:visible").count() == 0


def test_a_seed_of_the_day_that_is_typed_makes_no_daily(page: Page) -> None:
    tab = daily(page, "#/daily")
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Play").click()
    tab.get_by_role("button", name="Set up").click()
    tab.get_by_label("Scramble from a seed").fill("taquin daily 1 2026-11-23 4x4")
    tab.get_by_role("button", name="Scramble").click()
    tab.get_by_role("button", name="Play this board").click()
    assert tab.locator(".sizes__goal").inner_text() == ""
    assert tab.locator(".tabs [aria-current]").inner_text() == "Play"


def test_a_solution_seen_stays_with_the_daily(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    tab.keyboard.press("o")
    tab.get_by_role("button", name="Step").wait_for()
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Play").click()
    tab.get_by_role("link", name="Daily").click()
    tab.get_by_role("button", name="Continue: 3×3").click()
    kept = tab.wait_for_function("""() => {
      const { record } = JSON.parse(localStorage.getItem("taquin.game"));
      return record.seed?.startsWith("taquin daily") && record.hints.solution;
    }""")
    assert kept.json_value() == 1


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_name_of_an_archive_board_breaks_after_a_dot_beside_time_and_moves(page: Page) -> None:
    tab = daily(page, "#/daily?day=2026-11-20")
    tab.get_by_role("button", name="Play: 3×3").click()
    name = tab.locator(".sizes__goal")
    name.get_by_text("archive").wait_for()
    parts = name.locator("span").all_inner_texts()
    assert parts == ["Daily ·", "November 20 ·", "archive"]
    assert name.inner_text() == "Daily · November 20 · archive"
    assert name.locator("span").nth(1).evaluate("one => one.getClientRects().length") == 1
    tops = {one.bounding_box()["y"] for one in tab.locator(".clock .figure__value").all()}
    assert len(tops) == 1, "time and moves are side by side"


def test_a_board_that_was_helped_does_not_count_when_it_is_played_again(page: Page) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    warning = tab.locator(".hints").get_by_text("With a move made for you, today’s board")
    for further in ("Which way?", "Play it"):
        assert warning.count() == 0
        tab.keyboard.press("h")
        tab.locator(".hints").get_by_role("button", name=further).wait_for()
    assert warning.inner_text().endswith("does not count.")
    tab.keyboard.press("h")
    lost = "A move was made for you: this board does not count today."
    tab.locator(".solve").get_by_text(lost).wait_for()
    arrows(tab, *tab.evaluate(SOLUTION))
    reason = "Does not count today: a move was made for you."
    tab.locator(".result__day").get_by_text(reason, exact=True).wait_for()
    for _ in range(2):
        tab.locator(".result").get_by_role("button", name="Daily").click()
        card = tab.locator("[data-side='3']")
        card.get_by_text("does not count", exact=True).wait_for()
        assert tab.locator(".daily__card--solved").count() == 0
        assert tab.locator(".daily__streak dd").first.inner_text() == "0 days"
        text = tab.get_by_label("Text to share").inner_text()
        assert "with help" in text and "★" not in text and "perfect" not in text
        tab.get_by_role("button", name="Again: 3×3").click()
        tab.locator("taquin-board:visible").wait_for()
        # What has happened is said at once, not what could happen.
        tab.locator(".solve").get_by_text(lost).wait_for()
        arrows(tab, *tab.evaluate(SOLUTION))
        tab.locator(".result__day").get_by_text(reason, exact=True).wait_for()


@pytest.mark.parametrize("way", ["retry", "new"])
def test_a_solution_that_was_seen_outlasts_other_games_and_a_reload(page: Page, way: str) -> None:
    tab = daily(page)
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator("taquin-board:visible").wait_for()
    if way == "retry":
        # Undo leads back to the game in which nothing was shown.
        arrows(tab, *tab.evaluate(SOLUTION)[:1])
        tab.get_by_role("button", name="Retry").click()
    tab.keyboard.press("o")
    tab.get_by_role("button", name="Step").wait_for()
    if way == "retry":
        tab.keyboard.press("u")
        tab.wait_for_function("() => document.querySelector('.controls button').disabled === false")
    else:
        tab.keyboard.press("n")
        # More games than are kept, as another visit finds them.
        tab.wait_for_function("() => localStorage.getItem('taquin.told')")
        tab.evaluate(
            "() => addEventListener('pagehide', () => localStorage.removeItem('taquin.left'))"
        )
        page.open_anew("#/daily")
        tab.get_by_role("button", name="Play: 3×3").click()
        tab.locator("taquin-board:visible").wait_for()
    lost = "A solution was shown: this board does not count today."
    tab.locator(".solve").get_by_text(lost).wait_for()
    arrows(tab, *tab.evaluate(SOLUTION))
    reason = "Does not count today: a solution was shown."
    tab.locator(".result__day").get_by_text(reason, exact=True).wait_for()
    assert tab.locator(".result .badge").inner_text().startswith("solution shown")


def test_the_page_opens_on_todays_board_until_it_is_solved(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(AT_NOON)
    tab.add_init_script(WELCOMED)
    page.open()
    name = tab.get_by_text("Daily · November 23")
    name.wait_for()
    assert len(board(tab).split("/")) == 3
    keys = tab.evaluate(SOLUTION)
    arrows(tab, keys[0])
    tab.wait_for_timeout(600)
    # A game in progress and an explicit link come first.
    page.open_anew()
    name.wait_for()
    left = tab.evaluate(SOLUTION)
    assert len(left) == len(keys) - 1
    page.open_anew("#/play?board=1+2+3/4+5+6/7+0+8")
    tab.wait_for_function("() => location.hash === '#/play'")
    assert not name.is_visible()
    tab.keyboard.press("u")
    name.wait_for()
    arrows(tab, *left)
    tab.get_by_role("heading", name="Solved").wait_for()
    tab.get_by_text(re.compile(r"^1 of 3 boards of the day · streak 1 day · ")).wait_for()
    tab.keyboard.press("n")
    page.open_anew()
    tab.locator("taquin-board").wait_for()
    assert not name.is_visible()


def test_a_reload_at_the_bare_address_keeps_the_result_that_was_shown(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open()
    # From the day's board to one's own, at the address without a view.
    tab.get_by_text(re.compile("^Daily · ")).first.wait_for()
    tab.evaluate("location.hash = '#/play?board=1+2+3/4+5+6/7+0+8'")
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.evaluate("history.replaceState(null, '', location.pathname)")
    arrows(tab, "Left")
    solved = tab.get_by_role("heading", name="Solved")
    solved.wait_for()
    tab.reload()
    solved.wait_for()
    # Nor does the way back from another page lead elsewhere.
    tab.goto(f"{page.url}icon.svg")
    tab.go_back()
    solved.wait_for()
    # Another visit opens on the day's board.
    page.open_anew()
    tab.get_by_text(re.compile("^Daily · ")).first.wait_for()
    assert not solved.is_visible()


def test_the_choice_not_to_open_on_todays_board_is_kept(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_label("Open on today’s board until it is solved").uncheck()
    page.open_anew()
    tab.locator("taquin-board").wait_for()
    assert len(board(tab).split("/")) == 4


@pytest.mark.parametrize("day", ["2031-01-01", "garbage"])
def test_a_first_link_to_a_day_without_boards_shows_todays(page: Page, day: str) -> None:
    page.tab.add_init_script(AT_NOON)
    page.tab.add_init_script(WELCOMED)
    tab = page.open(f"#/daily?day={day}")
    told = tab.locator(".notice", has_text=f"no daily boards on “{day}”")
    told.wait_for()
    tab.get_by_role("heading", name="Today, ").wait_for()
    assert tab.get_by_role("button", name=re.compile("^Play: ")).count() == 3
    assert "November 2026" in tab.locator(".daily__archive").inner_text()
    assert tab.evaluate("location.hash") == "#/daily"
    # From another view as well; in Daily itself, the day in sight stays.
    page.open_anew("#/play")
    tab.locator(".hints").wait_for()
    tab.evaluate("(day) => { location.hash = `#/daily?day=${day}`; }", day)
    told.wait_for()
    assert tab.get_by_role("button", name=re.compile("^Play: ")).count() == 3
    tab.evaluate("location.hash = '#/daily?day=2026-11-20'")
    chosen = tab.get_by_role("heading", name="November 20,")
    chosen.wait_for()
    tab.evaluate("(day) => { location.hash = `#/daily?day=${day}`; }", day)
    told.wait_for()
    assert chosen.is_visible()
    assert tab.evaluate("location.hash") == "#/daily?day=2026-11-20"


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_the_cards_are_whole_in_a_low_window(page: Page) -> None:
    tab = daily(page)
    tab.locator(".daily__card").first.wait_for()
    for card in tab.locator(".daily__card").all():
        assert card.evaluate("(one) => one.getBoundingClientRect().bottom") < 360


def test_the_picture_of_an_open_daily_begins_it(page: Page) -> None:
    tab = daily(page)
    tab.locator("[data-side='4'] .thumb").click()
    tab.locator(".sizes__goal").get_by_text("Daily · November 23").wait_for()
    assert len(board(tab).split("/")) == 4
