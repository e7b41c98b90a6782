"""Timed attempts in a browser: a relay from start to end, blind, and what the keys change."""

from typing import Any

import pytest
from make_languages import LANGUAGES

from page_states import WELCOMED
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


# One move of those that are possible.
STEP = """() => {
  const boards = [...document.querySelectorAll("taquin-board")];
  const board = boards.find((one) => one.checkVisibility());
  const before = board.board;
  for (const letter of "UDLR") if (board.board === before) board.push(letter);
}"""
GAMES = "async () => (await (await import('./game/history.js')).createHistory()).all()"


# Which of the page's colours the frame around the board that is over has.
FRAME = """() => {
  const board = document.querySelector(".timed__stage--over taquin-board");
  const now = getComputedStyle(board).outlineColor;
  const named = (name) => {
    board.style.outlineColor = name;
    const found = getComputedStyle(board).outlineColor;
    board.style.removeProperty("outline-color");
    return found;
  };
  return ["var(--good)", "var(--warn)"].find((name) => named(name) === now);
}"""


def framed(tab: Any) -> str:
    return str(tab.evaluate(FRAME))


def choose(tab: Any, **values: str) -> None:
    for label, value in values.items():
        tab.get_by_label(label.replace("_", " "), exact=True).select_option(value)


def test_a_relay_by_keyboard_with_one_clock_and_its_result(page: Page) -> None:
    tab = page.open()
    tab.get_by_role("button", name="Hint").first.wait_for()
    tab.keyboard.press("m")
    tab.get_by_label("Kind").wait_for()
    own = tab.get_by_role("navigation", name="Views").get_by_role("link", name="Timed")
    assert own.get_attribute("aria-current") == "page"
    assert not tab.get_by_role("navigation", name="Training").is_visible()
    choose(tab, Kind="relay", Relay_to="3")
    assert tab.locator(".timed__where").inner_text() == "board 1 of 2, 2×2 · 0 moves"
    stage, side = (tab.locator(part).bounding_box() for part in ("taquin-board", ".timed__side"))
    assert stage["x"] + stage["width"] <= side["x"]
    tab.keyboard.press("Space")  # the choice has led back to the board
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
    tab.set_viewport_size({"width": 2560, "height": 1300})
    begins = [tab.locator(one).bounding_box()["x"] for one in (".timed__splits", ".timed__fields")]
    assert begins[0] == begins[1]
    # The large time is that of all boards, and so are the moves beside it.
    words = tab.locator(".timed__words").inner_text()
    time = tab.locator(".timed__time").inner_text()
    moves = where.inner_text().removeprefix("2 boards · ")
    assert f"Solved in {time} and {moves}: before first moves\u00a00:0" in words
    tab.keyboard.press("n")  # begins another
    tab.keyboard.press("n")
    assert tab.get_by_role("button", name="Give up").is_enabled()
    tab.evaluate(SOLVE)
    tab.wait_for_function(
        "() => document.querySelector('.timed__where').textContent.includes('2 of 2')"
    )
    first = int(tab.locator(".timed__splits li").inner_text().split(", ")[1].split()[0])
    for _ in range(3):
        tab.evaluate(STEP)
    tab.keyboard.press("t")
    tab.get_by_text("Given up: not finished (DNF).").first.wait_for()
    notes = tab.locator(".timed__latest li").first.locator(".note").inner_text()
    assert notes == f"given up after {tab.locator('.timed__time').inner_text()} · {first + 3} moves"
    assert where.inner_text() == f"1 of 2 boards solved · {first + 3} moves"
    tab.reload()
    tab.get_by_label("Kind").wait_for()
    assert tab.get_by_label("Kind").input_value() == "relay"
    assert tab.locator(".timed__share").inner_text() == "2 attempts, 1 solved (50%)"
    kept = sorted((game["width"], game["status"]) for game in tab.evaluate(GAMES))
    assert kept == [(2, "solved"), (2, "solved"), (3, "abandoned"), (3, "solved")]


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
    tab.clock.pause_at(tab.evaluate("() => Date.now() + 1000"))  # else the time runs on beside it
    tab.get_by_role("button", name="Start").click()
    assert tab.locator(".timed__time").inner_text() == "5 s"
    tab.clock.run_for(6500)
    assert tab.locator(".timed__time").inner_text().startswith("0:01.")


def test_hidden_numbers_leave_colours_that_tell_tiles_apart(page: Page) -> None:
    one_colour = WELCOMED.replace("welcomed: true", "welcomed: true, palette: 'mono'")
    page.tab.add_init_script(one_colour)
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    choose(tab, Size="3", Numbers="hidden")
    tab.get_by_role("button", name="Start").click()
    board = tab.locator("taquin-board:visible")
    assert board.evaluate("(one) => [one.labels, one.palette]") == ["none", "rows"]
    tab.evaluate(SOLVE)
    tab.get_by_text("Solved in").first.wait_for()
    assert board.evaluate("(one) => [one.labels, one.palette]") == ["numbers", "mono"]


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


def rows(tab: Any) -> dict[str, list[str]]:
    """The averages: now and best by name."""
    texts = tab.locator(".timed__averages tbody tr").all_inner_texts()
    return {name: figures for name, *figures in (text.split("\t") for text in texts)}


def test_after_a_choice_the_keys_start_and_stepping_through_a_list_stays_in_it(page: Page) -> None:
    tab = page.open("#/timed")
    size = tab.get_by_label("Size", exact=True)
    size.wait_for()
    for key, value in (("n", "3"), ("Space", "2")):
        size.click()
        tab.keyboard.press("Escape")
        size.select_option(value)
        tab.keyboard.press(key)
        assert not tab.locator(".timed__cover").is_visible()
        tab.keyboard.press("t")
    size.focus()
    tab.keyboard.press("ArrowDown")
    tab.keyboard.press("ArrowDown")
    assert size.input_value() == "4"
    assert tab.evaluate("document.activeElement.id") == "timed-side"
    choose(tab, Kind="mixed")
    box = tab.get_by_role("checkbox", name="7×7")
    box.focus()
    tab.keyboard.press("Space")
    assert box.is_checked() and tab.evaluate("document.activeElement.id") == "timed-sides-7"
    tab.keyboard.press("n")
    assert not tab.locator(".timed__cover").is_visible()


def test_boards_of_any_shape_up_to_20_by_20(page: Page) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    choose(tab, Size="0", Width="3", Height="2")
    tab.keyboard.press("n")
    assert tab.locator(".timed__where").inner_text() == "3×2 · 0 moves"
    tab.evaluate(SOLVE)
    tab.get_by_text("Solved in").first.wait_for()
    assert tab.locator(".timed__name").inner_text() == "3×2"
    choose(tab, Size="20")
    assert tab.locator(".timed__where").inner_text() == "20×20 · 0 moves"
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_giving_up_leaving_and_reloading_are_kept_as_dnf(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    choose(tab, Size="3")
    ways = (
        lambda: tab.keyboard.press("t"),
        lambda: (
            tab.goto(page.url + "#/stats"),
            tab.locator(".view--stats").wait_for(),
            tab.goto(page.url + "#/timed"),
        ),
        lambda: tab.reload(),
    )
    for number, leave in enumerate(ways, 1):
        tab.keyboard.press("n")
        tab.evaluate(STEP)
        leave()
        tab.get_by_text(
            f"{number} {'attempt' if number == 1 else 'attempts'}, 0 solved (0%)"
        ).wait_for()
        assert rows(tab)["single"] == ["DNF", "–"]
        said = (
            "Given up: not finished (DNF)."
            if number == 1
            else "You left during the attempt: not finished (DNF)."
        )
        tab.locator(".timed__words", has_text=said).wait_for()
        if number == 1:
            assert framed(tab) == "var(--warn)", "not as a board that is solved"
    tab.keyboard.press("n")
    tab.evaluate(SOLVE)
    tab.get_by_text("4 attempts, 1 solved (25%)").wait_for()
    assert framed(tab) == "var(--good)"
    assert rows(tab)["mo3"] == ["DNF", "–"] and rows(tab)["ao5"] == ["–", "–"]
    # Uncovered and not begun is no different: nobody picks boards.
    tab.keyboard.press("n")
    tab.keyboard.press("t")
    tab.get_by_text("5 attempts, 1 solved (20%)").wait_for()
    tab.get_by_role("button", name="Delete attempt 5").click()
    tab.get_by_text("4 attempts, 1 solved (25%)").wait_for()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    tab.get_by_text("5 attempts, 1 solved (20%)").wait_for()
    assert axe_violations(tab) == []
    statuses = [game["status"] for game in tab.evaluate(GAMES)]
    assert sorted(statuses) == ["abandoned"] * 4 + ["solved"]
    tab.goto(page.url + "#/stats")
    tab.locator(".games tbody tr").first.wait_for()
    assert tab.locator(".games").get_by_text("DNF").count() == 4


def test_one_solve_has_one_time_in_timed_and_statistics_and_both_parts_are_named(
    page: Page,
) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    for choice, first in (
        ({"Numbers": "blind"}, "memo"),
        ({"Inspection": "5"}, "first move after"),
    ):
        choose(tab, Size="3", Numbers="shown")
        choose(tab, **choice)
        if "Inspection" in choice:
            tab.clock.install()
        tab.keyboard.press("n")
        if "Inspection" in choice:
            tab.clock.run_for(6690)
        else:
            tab.wait_for_timeout(60)
        tab.evaluate(SOLVE)
        tab.get_by_text("Solved in").first.wait_for()
        whole = tab.locator(".timed__time").inner_text()
        # No line begins with the plus.
        words = tab.locator(".timed__words").inner_text().replace("\xa0", " ")
        assert (
            f"Solved in {whole}" in words and f"{first} 0:0" in words and "+ solving 0:0" in words
        )
        assert rows(tab)["single"][0] == whole
        parts = [_milliseconds(part) for part in words.split(": ")[1].rstrip(".").split(" + ")]
        assert sum(parts) == _milliseconds(whole)
        tab.get_by_role("navigation", name="Views").get_by_role("link", name="Statistics").click()
        row = tab.locator(".games tbody tr").first
        assert row.locator("td").nth(1).locator("> span").inner_text() == whole
        assert row.locator(".games__parts").inner_text().replace("\xa0", " ") in words
        averages = tab.locator(".averages tbody tr").first.inner_text().split("\t")
        assert averages[:2] == ["single", whole]
        tab.get_by_role("navigation", name="Views").get_by_role("link", name="Timed").click()
    # Said once: the mean of one solve would repeat it.
    tab.locator(".timed__latest .note", has_text="first move after").wait_for()
    assert tab.locator(".timed__times").get_by_text("first move after").count() == 1


def _milliseconds(text: str) -> int:
    minutes, seconds = text.split(" ")[-1].split(":")
    return round(60_000 * int(minutes) + 1000 * float(seconds))


def test_results_of_earlier_versions_stay(page: Page) -> None:
    old = """localStorage.setItem("taquin.timed.results", JSON.stringify([3000, 5000].map((total) =>
      ({ name: "4×4, blind", total, times: [total], moves: 80, at: "2026-11-23T00:00:00Z" }))));
      localStorage.setItem("taquin.timed", '{"mode":"single","side":4,"numbers":"blind"}')"""
    page.tab.add_init_script(old)
    tab = page.open("#/timed")
    tab.get_by_text("2 attempts, 2 solved (100%)").wait_for()
    assert rows(tab)["single"] == ["0:05.000", "0:03.000"]
    assert tab.locator(".timed__latest li").all_inner_texts()[0].split("\n") == [
        "2",
        "0:05.000",
        "80 moves",
    ]


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (740, 360), (568, 320), (768, 1024), (1440, 900)]
)
def test_the_board_is_whole_in_the_window(page: Page, width: int, height: int) -> None:
    tab = page.tab
    tab.set_viewport_size({"width": width, "height": height})
    page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    for side in ("3", "6"):
        choose(tab, Size=side)
        tab.evaluate("scrollTo(0, 0)")
        covered = tab.locator(".timed__stage").bounding_box()
        tab.keyboard.press("n")
        box = tab.locator("taquin-board:visible").bounding_box()
        if height > 400:
            strip = tab.locator(".timed__strip").bounding_box()
            assert {strip["width"], covered["width"]} == {box["width"]}, side
        clock = tab.locator(".timed__time").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height, side
        assert box["x"] >= 0 and box["x"] + box["width"] <= width, side
        assert clock["y"] >= 0 and clock["y"] + clock["height"] <= height, side
        assert box["width"] >= min(width, height) * 0.65, side
        tab.keyboard.press("t")


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (740, 360), (768, 1024), (1440, 900), (2560, 1440)]
)
def test_the_end_of_an_attempt_leaves_the_board_where_it_is(
    page: Page, width: int, height: int
) -> None:
    tab = page.tab
    tab.set_viewport_size({"width": width, "height": height})
    page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    for numbers in ("shown", "blind"):
        choose(tab, Size="3", Numbers=numbers)
        tab.keyboard.press("n")
        board = tab.locator("taquin-board:visible")
        before = board.bounding_box()
        tab.evaluate(SOLVE)
        tab.get_by_text("Solved in").first.wait_for()
        after = board.bounding_box()
        assert all(abs(after[side] - before[side]) < 1 for side in before), (before, after)
        left = tab.locator(".timed__strip").bounding_box()["x"]
        for part in (".timed__words", ".timed__cover .button >> nth=0", "text=Review >> nth=-1"):
            box = tab.locator(part).bounding_box()
            assert (
                box["y"] >= after["y"] + after["height"] or box["x"] >= after["x"] + after["width"]
            )
            assert box["x"] >= left and box["x"] + box["width"] <= width, part
            assert box["y"] + box["height"] <= height, part


def test_space_begins_another_attempt_after_a_solve(page: Page) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    choose(tab, Size="3")
    for _ in range(2):
        tab.keyboard.press("Space")
        assert not tab.locator(".timed__cover").is_visible()
        tab.evaluate(SOLVE)
        tab.get_by_text("Solved in").first.wait_for()
        assert tab.evaluate("document.activeElement.localName") == "taquin-board"
        tab.keyboard.press("Space")
        assert tab.get_by_role("button", name="Give up").is_enabled()
        tab.keyboard.press("t")


@pytest.mark.parametrize(("width", "height"), [(360, 740), (768, 1024), (1440, 900), (2560, 1440)])
def test_the_tabs_of_the_training_stay(page: Page, width: int, height: int) -> None:
    page.tab.set_viewport_size({"width": width, "height": height})
    tab = page.open("#/train?part=lessons")
    tabs = tab.get_by_role("navigation", name="Training")
    before = tabs.bounding_box()
    tabs.get_by_role("link", name="Timed").click()
    tab.get_by_label("Kind").wait_for()
    assert tabs.bounding_box() == before
    assert tabs.get_by_role("link", name="Timed").get_attribute("aria-current") == "page"
    # All of a result is in sight below them.
    choose(tab, Kind="marathon", Size="2", Boards="5", Numbers="blind")
    tab.keyboard.press("n")
    for solved in range(1, 6):
        tab.evaluate(SOLVE)
        tab.wait_for_function(
            "(n) => document.querySelectorAll('.timed__splits li').length === n", arg=solved
        )
    words, again = ends(tab, ".timed__words", ".timed__cover .button--primary")
    assert words[1] <= height and again[1] <= height
    if width >= 960:
        [splits] = ends(tab, ".timed__splits")
        assert splits[1] <= height
    views = tab.get_by_role("navigation", name="Views")
    assert views.locator("[aria-current]").all_inner_texts() == ["Train"]
    texts = tabs.get_by_role("link").all_inner_texts()
    tabs.get_by_role("link", name="Lessons").click()
    tab.locator(".train__lessons").first.wait_for()
    assert tabs.get_by_role("link").all_inner_texts() == texts
    tabs.get_by_role("link", name="Timed").click()
    views.get_by_role("link", name="Timed").click()
    tabs.wait_for(state="hidden")
    assert views.locator("[aria-current]").all_inner_texts() == ["Timed"]


@pytest.mark.parametrize("width", [360, 768, 1440])
def test_the_boards_of_a_long_marathon_are_whole_and_lead_to_their_reviews(
    page: Page, width: int
) -> None:
    page.tab.set_viewport_size({"width": width, "height": 900})
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    choose(tab, Kind="marathon", Size="2", Boards="25")
    tab.keyboard.press("n")
    for solved in range(1, 26):
        tab.evaluate(SOLVE)
        tab.wait_for_function(
            "(text) => document.querySelector('.timed__where').textContent.includes(text)",
            arg=f"board {solved + 1} of" if solved < 25 else "25 boards",
        )
    rows = tab.locator(".timed__splits li")
    assert rows.count() == 10 and rows.first.evaluate("(one) => one.parentElement.start") == 16
    uncut = """(list) =>
      [list, ...list.children].every((one) => one.scrollHeight <= one.clientHeight + 1)
      && getComputedStyle(list).paddingInlineStart.slice(0, -2) >= 30"""
    assert tab.locator(".timed__splits ol").evaluate(uncut)
    tab.get_by_role("button", name="Show all 25").click()
    assert rows.count() == 25 and tab.locator(".timed__splits ol").evaluate(uncut)
    assert tab.evaluate("() => document.activeElement.localName") == "ol"
    games = {game["id"] for game in tab.evaluate(GAMES)}
    links = rows.get_by_role("link").all()
    assert {link.get_attribute("href").split("=")[1] for link in links} == games
    tab.locator(".timed__cover").get_by_role("button", name="Review").click()
    tab.wait_for_url("**/*#/review*")


@pytest.mark.parametrize(
    "page", [{"viewport": {"width": 360, "height": 740}, "has_touch": True}], indirect=True
)
def test_a_covered_board_says_when_its_clock_starts_and_the_choices_end_with_a_start(
    page: Page,
) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    starts = tab.locator(".timed__cover .note")
    for choice, words in (
        ({"Size": "20"}, "The clock starts with your first move."),
        ({"Inspection": "15"}, "The clock starts after 15 s of inspection, or with your first"),
        ({"Numbers": "blind"}, "The clock starts when you uncover the board."),
    ):
        choose(tab, **choice)
        assert words in starts.inner_text()
        start, note = (one.bounding_box() for one in (tab.locator(".timed__cover"), starts))
        assert note["y"] >= start["y"]
        assert note["y"] + note["height"] <= start["y"] + start["height"]
    # Below the choices, where the button on the board is out of sight.
    start = tab.get_by_role("button", name="Start the attempt")
    start.scroll_into_view_if_needed()
    start.click()
    assert not tab.locator(".timed__cover").is_visible() and not start.is_visible()
    (top, _), (_, bottom) = ends(tab, ".timed__time", ".timed__stage")
    assert top >= 0 and bottom <= 740
    assert tab.evaluate("() => document.activeElement.localName") == "taquin-board"
    tab.keyboard.press("t")
    assert not start.is_visible(), "what follows stands below the board"


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_long_attempt_and_its_result_on_a_phone(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.clock.install()
    tab = page.open("#/timed")
    choose(tab, Size="2", Numbers="blind")
    tab.keyboard.press("n")
    tab.clock.fast_forward(4_521_000)
    tab.clock.run_for(200)
    time, giving = ends(tab, ".timed__time", ".timed__strip > .button")
    assert time[0] < giving[1] and giving[0] < time[1], "side by side"
    tab.evaluate(SOLVE)
    tab.clock.run_for(2_000)
    parts = (
        ".timed__words",
        ".timed__cover .button--primary",
        ".timed__cover .button:last-of-type",
    )
    words, again, review = ends(tab, *parts)
    assert words[1] <= again[0] and again == review and again[1] <= 740
    assert tab.locator(".timed__words").inner_text().startswith("Solved in 1:15:2")
    [times, attempt] = ends(tab, "[aria-label=Times]", "[aria-label=Attempt]")
    assert again[1] < times[0] < times[1] < attempt[0]


def test_an_attempt_that_was_given_up_stands_with_its_clock_and_can_be_reviewed(page: Page) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    tab.keyboard.press("Space")
    for _ in range(2):
        tab.evaluate(STEP)
        tab.wait_for_timeout(60)
    where = tab.locator(".timed__where")
    made = where.inner_text()
    assert made.endswith("· 2 moves")
    tab.get_by_role("button", name="Give up").click()
    tab.get_by_text("Given up: not finished (DNF).").first.wait_for()
    shown = tab.locator(".timed__time").inner_text()
    latest = tab.locator(".timed__latest li").inner_text().split("\n")
    assert shown != "0:00.000" and latest[1:3] == [
        "DNF",
        f"given up after {shown} · 2 moves",
    ]
    assert where.inner_text() == made
    tab.locator(".timed__cover").get_by_role("button", name="Review").click()
    tab.wait_for_url("**/*#/review*")
    tab.locator(".review__head").get_by_text("given up", exact=True).wait_for()
    names = tab.locator(".review__summary dt").all_inner_texts()
    assert "TPS" not in names  # as in the statistics
    time = tab.locator(".figures__one", has=tab.get_by_text("Time", exact=True)).inner_text()
    assert "DNF" in time and f"given up after {shown}" in time
    tab.goto(f"{page.url}#/stats")
    tab.locator(".games").get_by_text(f"given up after {shown}").wait_for()
    tab.goto(f"{page.url}#/timed")
    tab.get_by_label("Kind").wait_for()
    tab.keyboard.press("n")
    assert where.inner_text().endswith("· 0 moves")


@pytest.mark.parametrize("width", [360, 768, 1440, 2560])
def test_no_field_of_an_attempt_stands_alone_in_half_a_row(page: Page, width: int) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": width, "height": 900})
    tab = page.open("#/timed")
    fields = tab.locator(".timed__fields")
    for kind in ("single", "marathon", "relay", "mixed"):
        for size in ("4", "0") if kind in ("single", "marathon") else ("",):
            for numbers in ("shown", "blind"):
                choose(tab, Kind=kind, Numbers=numbers, **({"Size": size} if size else {}))
                boxes = fields.evaluate("""(fields) => [...fields.children].map((one) => {
                  const { top, right } = one.getBoundingClientRect();
                  return [top, right];
                })""")
                rows = {top: max(right for at, right in boxes if at == top) for top, _ in boxes}
                assert len(set(rows.values())) == 1, (kind, size, numbers)


# Lists whose own choice, in the letters that it has, is wider than the room for it.
CUT_CHOICES = """(lists) => lists.filter((one) => {
  const free = one.cloneNode(false);
  free.append(new Option(one.selectedOptions[0].text));
  free.style = "inline-size: auto; min-inline-size: 0; max-inline-size: none; position: absolute";
  one.after(free);
  const wanted = free.getBoundingClientRect().width;
  free.remove();
  return wanted > one.getBoundingClientRect().width + 1;
}).map((one) => one.selectedOptions[0].text)"""


LINES = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return range.getClientRects().length;
}"""


@pytest.mark.parametrize("page", [{"locale": "es"}, {"locale": "de"}], indirect=True)
@pytest.mark.parametrize("width", [320, 360])
def test_the_place_of_a_marathon_has_one_line_on_a_narrow_phone(page: Page, width: int) -> None:
    """In Spanish, “movimientos” stood alone in a third line, and the board came down."""
    page.tab.set_viewport_size({"width": width, "height": 640})
    tab = page.open("#/timed")
    tab.get_by_role("combobox").first.select_option(index=1)
    tab.locator(".timed__cover > .button--primary").click()
    line = tab.locator(".timed__where")
    tab.wait_for_function("() => document.querySelector('.timed__where').textContent.includes('5')")
    assert line.evaluate(LINES) == 1
    # So has that of the end.
    for key in ("Up", "Down", "Left", "Right"):
        tab.keyboard.press(f"Arrow{key}")
    tab.locator(".timed__strip > .button").click()
    tab.locator(".timed__stage--over").wait_for()
    assert line.evaluate(LINES) == 1


@pytest.mark.parametrize("width", [320, 360, 736, 960, 1440, 1920, 2560])
def test_every_choice_of_an_attempt_can_be_read(page: Page, width: int) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": width, "height": 900})
    tab = page.open("#/timed")
    lists = tab.locator(".timed__fields select")
    for kind in ("single", "marathon", "relay", "mixed"):
        choose(tab, Kind=kind, Numbers="shown", Inspection="30")
        assert lists.evaluate_all(CUT_CHOICES) == [], kind
        if kind == "relay":
            assert "2×2 to 10×10" in lists.evaluate_all(
                "(lists) => lists.map((one) => one.selectedOptions[0].text)"
            )
            choose(tab, Relay_to="20")
        else:
            choose(tab, Numbers="blind")
        if kind in ("single", "marathon"):
            choose(tab, Size="0")
        assert lists.evaluate_all(CUT_CHOICES) == [], kind


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_clock_stays_in_its_place_and_all_sizes_are_in_sight(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    choose(tab, Kind="mixed")
    tall = "one => one.scrollHeight - one.clientHeight"
    assert tab.locator(".timed__sizes").evaluate(tall) <= 0, "no scroller in the page"
    choose(tab, Kind="single", Size="3")
    clock = tab.locator(".timed__time")
    before = clock.bounding_box()["y"]
    assert tab.get_by_role("button", name="Give up").is_disabled()
    tab.get_by_role("button", name="Start", exact=True).click()
    tab.evaluate(STEP)
    tab.evaluate("scrollTo(0, 0)")
    assert tab.get_by_role("button", name="Give up").is_enabled()
    assert clock.bounding_box()["y"] == before


@pytest.mark.parametrize("page", [{"viewport": {"width": 1440, "height": 900}}], indirect=True)
def test_the_panels_begin_beside_the_board(page: Page) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    board, side = (tab.locator(one).bounding_box() for one in (".timed__stage", ".timed__side"))
    assert 0 < side["x"] - board["x"] - board["width"] <= 40
    assert board["height"] > 600


def test_all_sizes_of_a_session_are_in_sight(page: Page) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    choose(tab, Kind="mixed")
    for width, height in ((1440, 900), (2560, 1440)):
        tab.set_viewport_size({"width": width, "height": height})
        hidden = "(one) => one.scrollHeight - one.clientHeight"
        assert tab.locator(".timed__sizes").evaluate(hidden) <= 0
        ((_, bottom),) = ends(tab, "section[aria-label=Attempt]")
        assert bottom <= height
    choose(tab, Kind="single")
    tab.set_viewport_size({"width": 768, "height": 1024})
    ((_, bottom),) = ends(tab, "#timed-numbers")
    assert bottom <= 1024


def test_the_times_begin_as_a_heading_does_and_explain_every_average(page: Page) -> None:
    tab = page.open("#/timed")
    tab.get_by_label("Kind").wait_for()
    choose(tab, Kind="marathon", Size="2", Boards="3")
    assert tab.locator(".timed__name").inner_text() == "Marathon: 3 boards of 2×2"
    tab.keyboard.press("Space")
    tab.get_by_role("button", name="Give up").click()
    averages = tab.locator(".timed__averages tbody th").all_inner_texts()
    # Only the next one: rows of dashes would push the latest attempts down.
    assert averages == ["single", "mo3"]
    assert tab.get_by_text("ao5 to ao100, leave out the best and worst 5%").is_visible()


def test_between_two_boards_of_a_session_the_clock_is_that_of_the_last_one(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    choose(tab, Kind="mixed", Boards="3")
    for size in ("4×4", "5×5"):
        tab.get_by_role("checkbox", name=size).uncheck()
    tab.keyboard.press("n")
    tab.evaluate(SOLVE)
    tab.get_by_role("button", name="Board 2 of 3: 3×3").wait_for()
    shown, where = (tab.locator(f".timed__{part}").inner_text() for part in ("time", "where"))
    [row] = tab.locator(".timed__splits li").all_inner_texts()
    moves = row.split(", ")[1]
    assert row == f"3×3: {shown}, {moves}"
    assert where == f"board 1 of 3, 3×3 · {moves}"
    # Of the next one, as soon as it is uncovered.
    tab.keyboard.press("n")
    assert tab.locator(".timed__where").inner_text() == "board 2 of 3, 3×3 · 0 moves"
    tab.evaluate(STEP)
    tab.get_by_role("button", name="Give up").click()
    tab.get_by_role("button", name="Review board 2").wait_for()
    assert "1 of 3 boards solved · " in tab.locator(".timed__where").inner_text()
    tab.get_by_role("heading", name="Board by board").wait_for()
    assert tab.get_by_role("list", name="Board by board").count() == 1


def test_the_result_is_larger_than_the_parts_of_its_time(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    choose(tab, Size="3", Numbers="blind")
    tab.keyboard.press("n")
    tab.evaluate(SOLVE)
    words = tab.locator(".timed__words")
    parts = words.locator(".timed__parts")
    assert parts.inner_text().startswith("memo\u00a00:0") and parts.inner_text().endswith(".")
    sizes = "(one) => parseFloat(getComputedStyle(one).fontSize)"
    assert parts.evaluate(sizes) < words.evaluate(sizes)


@pytest.mark.parametrize("leave", ["give up", "reload"])
def test_a_board_of_a_series_that_was_not_begun_is_no_game(page: Page, leave: str) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    choose(tab, Kind="marathon", Size="3")
    tab.keyboard.press("n")
    tab.evaluate(SOLVE)
    tab.locator(".timed__splits li").wait_for()
    if leave == "reload":
        tab.reload()
    else:
        tab.get_by_role("button", name="Give up").click()
    # The series counts as one that did not finish.
    tab.get_by_text("1 attempt, 0 solved (0%)").wait_for()
    tab.goto(page.url + "#/stats")
    tab.locator(".stats__games tbody tr").first.wait_for()
    tab.locator(".averages").wait_for()
    assert tab.locator(".stats__games tbody tr").count() == 1
    assert "DNF" not in tab.locator(".stats__body").inner_text()


@pytest.mark.parametrize(
    "page", [{"locale": one} for one in LANGUAGES], indirect=True, ids=LANGUAGES
)
def test_a_long_result_ends_above_the_windows_edge(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.clock.install()
    page.tab.set_viewport_size({"width": 1440, "height": 900})
    tab = page.open("#/timed")
    for field, value in (("mode", "marathon"), ("side", "3"), ("count", "3"), ("numbers", "blind")):
        tab.locator(f"#timed-{field}").select_option(value)
    words = tab.locator(".timed__words")
    # The second one is better than the first, and says so.
    for memo in (90_000, 40_000):
        tab.keyboard.press("n")
        tab.clock.run_for(memo)
        for _ in range(3):
            tab.evaluate(SOLVE)
        words.locator(".timed__parts").wait_for()
    assert ends(tab, ".timed__words")[0][1] <= 900 - 6
    assert words.locator(".keep").inner_text(), "the best of both"


def test_leaving_an_attempt_says_that_it_counts_where_one_is_now(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    tab.get_by_role("button", name="Start", exact=True).click()
    tab.evaluate(STEP)
    tab.get_by_role("link", name="Daily").click()
    tab.locator(".view--daily").wait_for()
    left = "You left during the attempt: not finished (DNF)."
    tab.locator(".notice", has_text=left).wait_for()
    assert tab.locator(".notice").is_visible()
    # Back at the attempts, their cover says it, once.
    tab.go_back()
    tab.locator(".timed__words", has_text=left).wait_for()
    assert tab.locator(".notice").count() == 0


def test_help_during_an_attempt_does_not_say_that_it_pauses_the_clock(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    tab.get_by_role("button", name="Start", exact=True).click()
    tab.get_by_role("button", name="Help").click()
    told = tab.get_by_role("dialog").inner_text()
    assert "The clock of the attempt goes on." in told
    assert "pauses it, too, but not the clock of an attempt in Timed." in told


def test_a_marathon_that_was_given_up_is_no_link_to_its_first_board(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/timed")
    tab.get_by_text("mo3 is the mean of 3").wait_for()
    choose(tab, Kind="marathon", Numbers="blind")
    tab.get_by_text("memo: the time before the first move").wait_for()
    tab.get_by_role("button", name="Start", exact=True).click()
    tab.evaluate(STEP)
    tab.get_by_role("button", name="Give up").click()
    latest = tab.locator(".timed__latest")
    latest.get_by_text("DNF").wait_for()
    assert latest.locator("a").count() == 0
