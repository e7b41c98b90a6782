"""How the play view looks, in figures: contrasts, sizes, what is in sight."""

import re
import time
from itertools import product
from typing import Any

import pytest
from playing import PHONE, figure

from page_states import WELCOMED, arrows, board
from page_support import Page, ends

# The contrast of what separates each tile from the board's ground: its rim, or its whole face. A
# picture may have any colour: there the rim must do.
CONTRASTS = """([palette, pictured]) => {
  const board = document.querySelector("taquin-board");
  board.palette = palette;
  board.image = pictured ? "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=" : "";
  const context = document.createElement("canvas").getContext("2d");
  const light = (colour) => {
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = colour;
    context.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...context.getImageData(0, 0, 1, 1).data].map((value) =>
      value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) =>
    (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
  const ground = getComputedStyle(board).backgroundColor;
  return [...board.shadowRoot.querySelectorAll("button:not(.blank)")].map((tile) => {
    const { backgroundColor, boxShadow } = getComputedStyle(tile);
    const [rim] = /(color|rgb)\\([^)]*\\)/.exec(boxShadow) ?? [ground];
    const face = pictured ? ground : backgroundColor;
    return [tile.className, Math.max(ratio(rim, ground), ratio(face, ground))];
  });
}"""


def spread(side: int) -> str:
    """The link of a square board one move from its goal."""
    tiles = [*range(1, side**2 - 1), 0, side**2 - 1]
    rows = [tiles[at : at + side] for at in range(0, side**2, side)]
    return "#/play?board=" + "/".join("+".join(map(str, row)) for row in rows)


def test_every_tile_stands_out_in_every_palette(tab: Any) -> None:
    tab.goto(tab.url.partition("#")[0] + spread(8))
    tab.get_by_role("button", name="63, row 8").wait_for()
    tab.get_by_role("button", name="Settings").click()
    for theme in ("light", "dark", "contrast"):
        tab.get_by_label("Theme").select_option(theme)
        for look in product(("rows", "columns", "fringe", "solved", "mono"), (False, True)):
            found = tab.evaluate(CONTRASTS, look)
            assert len(found) == 63
            assert min(found, key=lambda one: one[1])[1] >= 3, (theme, look, found)


FULL = {"viewport": {"width": 1920, "height": 1080}}


@pytest.mark.parametrize("page", [FULL], indirect=True)
def test_the_board_uses_the_window_or_the_size_that_is_set(tab: Any) -> None:
    tab.goto(tab.url.partition("#")[0] + spread(20))
    tab.get_by_role("button", name="399, row 20").wait_for()
    box = tab.locator("taquin-board").bounding_box()
    assert 780 <= box["width"] <= box["height"] + 1 <= 820
    ends = tab.get_by_role("button", name="Share").bounding_box()
    assert ends["y"] + ends["height"] <= 1080
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tab.get_by_role("button", name="Settings").click()
    for size, width in (("medium", 576), ("small", 384)):
        tab.get_by_label("Board size").select_option(size)
        assert tab.locator("taquin-board").bounding_box()["width"] == width


LONG_HINT = "#/play?board=15+2+8+5/12+13+10+3/11+9+4+7/1+14+6+0"


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_hint_is_asked_for_and_read_with_the_whole_board_in_sight(tab: Any) -> None:
    hint = tab.locator(".controls__hint")
    box = hint.bounding_box()
    assert box["y"] + box["height"] <= 640
    hint.tap()
    tab.locator(".hints__move").wait_for(timeout=60_000)
    words, board = ends(tab, ".hints__words", "taquin-board")
    assert tab.evaluate("scrollY") == 0
    assert 0 <= board[0] < board[1] <= words[0] < words[1] <= 640
    tab.get_by_role("button", name="Which way?").tap()
    tab.get_by_role("button", name="Play it").tap()
    tab.locator(".hints__move").wait_for(state="detached")


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_a_long_hint_leaves_the_board_whole_and_is_put_away(tab: Any) -> None:
    tab.goto(tab.url.partition("#")[0] + LONG_HINT)
    tab.get_by_role("button", name="15, row 1").wait_for()
    tab.get_by_role("button", name="Hints:").tap()
    tab.get_by_role("menuitemradio", name="Human").tap()
    tab.locator(".controls__hint").tap()
    tab.locator(".hints__move").wait_for()
    words, board, later = ends(tab, ".hints__words", "taquin-board", ".controls > :last-child")
    assert 0 <= board[0] < board[1] <= words[0] < words[1] <= 640
    # The other buttons make room for the words.
    assert words[1] <= later[0]
    peek = tab.get_by_role("button", name="Moves left")
    peek.hover()  # waits until the hint has its place
    before = peek.bounding_box()
    tab.mouse.down()
    tab.locator(".peek .distance, .peek .note").locator("visible=true").first.wait_for()
    # The finger stays on it.
    assert abs(peek.bounding_box()["y"] - before["y"]) < 20
    tab.mouse.up()
    tab.get_by_role("button", name="Close the hint").tap()
    tab.locator(".hints__move").wait_for(state="detached")
    assert tab.evaluate("document.activeElement.localName") == "taquin-board"


@pytest.mark.parametrize("page", [PHONE], indirect=True)
def test_the_next_board_is_one_tap_away_on_a_phone(tab: Any) -> None:
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        tab.keyboard.press(key)
    result = tab.get_by_role("region", name="Result")
    result.get_by_text("Costliest move: number 1 (2 moves lost).").wait_for(timeout=60_000)
    for name in ("Next board", "Review"):
        box = result.get_by_role("button", name=name).bounding_box()
        assert box["y"] + box["height"] <= 640
    # There is nothing to hint at, and nothing to solve.
    assert not tab.locator(".hints").is_visible()
    assert not tab.locator(".solve").is_visible()


def test_usual_sizes_are_one_tap_away_and_others_one_dialog(tab: Any) -> None:
    sizes = tab.get_by_role("group", name="Size")
    pressed = sizes.locator("[aria-pressed=true]")
    assert pressed.inner_text() == "3×3"
    sizes.get_by_role("button", name="5×5").click()
    assert pressed.inner_text() == "5×5"
    tab.get_by_role("button", name=re.compile("^24, row")).wait_for()
    tab.locator(".notice").get_by_role("button", name="Undo").click()
    assert pressed.inner_text() == "3×3"
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    sizes.get_by_role("button", name="Other").click()
    dialog = tab.get_by_role("dialog")
    dialog.get_by_label("Width").fill("4")
    dialog.get_by_label("Width").press("Tab")
    dialog.get_by_label("Goal", exact=True).select_option("snake")
    dialog.get_by_role("button", name="Play this board").click()
    assert pressed.inner_text() == "4×3"
    # An unusual goal is named, and goes with the next size.
    assert tab.locator(".sizes__goal").inner_text() == "Snake goal"
    sizes.get_by_role("button", name="3×3").click()
    assert tab.locator(".sizes__goal").inner_text() == "Snake goal"


RING = """() => {
  const board = document.querySelector("taquin-board");
  const widths = [...board.shadowRoot.querySelectorAll(".grid, button"), document.activeElement]
    .map((part) => getComputedStyle(part))
    .filter(({ outlineStyle }) => outlineStyle !== "none")
    .map(({ outlineWidth }) => parseFloat(outlineWidth));
  return Math.max(0, ...widths);
}"""


def test_no_ring_stays_after_a_pointer_and_the_tab_key_brings_it_back(tab: Any) -> None:
    tab.get_by_role("button", name="Set up").click()
    dialog = tab.get_by_role("dialog")
    dialog.get_by_label("Type or paste").fill("1 2 3/4 5 6/0 7 8")
    tab.keyboard.press("End")
    dialog.get_by_role("button", name="Play this board").click()
    tab.keyboard.press("ArrowLeft")
    assert tab.evaluate(RING) == 0
    tab.evaluate("document.querySelector('taquin-board').focus({ focusVisible: true })")
    tab.keyboard.press("Tab")
    tab.keyboard.press("Shift+Tab")
    assert tab.evaluate(RING) == 3
    tab.get_by_role("button", name="New").click()
    assert tab.evaluate(RING) == 0
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("dialog").wait_for()
    assert tab.evaluate(RING) == 0
    tab.keyboard.press("Tab")
    assert tab.evaluate(RING) == 3


def test_the_clock_stops_while_another_view_is_shown(tab: Any) -> None:
    began = time.monotonic()
    tab.keyboard.press("ArrowDown")
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Statistics").click()
    tab.locator(".stats__body > *").first.wait_for()
    left = time.monotonic()
    tab.wait_for_timeout(1200)
    away = time.monotonic() - left
    tab.get_by_role("link", name="Play").click()
    tab.locator(".clock").wait_for()
    first = figure(tab, "Time, stopped")
    # However slow the page is, the time away is not counted.
    assert float(first.partition(":")[2]) <= time.monotonic() - began - away
    tab.wait_for_timeout(300)
    assert figure(tab, "Time, stopped") == first
    tab.keyboard.press("ArrowUp")
    moved = "(first) => document.querySelector('.figure__value--time').textContent !== first"
    tab.wait_for_function(moved, arg=first)


def test_the_result_is_in_sight_and_says_how_near_to_perfect(tab: Any) -> None:
    tab.keyboard.press("ArrowLeft")
    tab.keyboard.press("ArrowLeft")
    result = tab.get_by_role("region", name="Result")
    result.get_by_text("Perfect: no solution is shorter.").wait_for(timeout=60_000)
    box = result.bounding_box()
    assert box["y"] >= 0 and box["y"] + box["height"] <= 900
    assert tab.get_by_role("button", name="Share", exact=True).count() == 2
    moving = "() => getComputedStyle(document.querySelector('.result')).animationName"
    assert tab.evaluate(moving) == "appear"
    tab.emulate_media(reduced_motion="reduce")
    assert tab.evaluate(moving) == "none"
    tab.keyboard.press("t")
    for key in ("ArrowDown", "ArrowUp", "ArrowLeft", "ArrowLeft"):
        tab.keyboard.press(key)
    result.get_by_text("2 moves over the optimum of 2.").wait_for()
    # The result stands as soon as the game is solved; the list waits for the database.
    games = tab.get_by_role("group", name="This session").get_by_role("listitem")
    games.nth(1).wait_for()
    assert games.count() == 2
    result.get_by_text("Costliest move: number 1 (2 moves lost).").wait_for()
    result.get_by_role("button", name="See it").click()
    tab.locator(".playback__place", has_text="0 / 4").wait_for()
    tab.get_by_role("link", name="Play").click()
    result.wait_for()
    tab.keyboard.press("n")
    result.wait_for(state="hidden")


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_goal_is_shown_where_its_picture_is_below_the_window(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=8+1+3/4+0+2/7+5+6&goal=spiral")
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menuitem", name="Show the goal").click()
    shown = tab.get_by_role("dialog", name="Spiral goal").get_by_role("img")
    assert shown.get_attribute("aria-label") == "Goal, row by row: 1 2 3; 8 0 4; 7 6 5"
    box = shown.bounding_box()
    assert box["y"] > 0 and box["y"] + box["height"] < 740


def test_a_goal_that_is_in_sight_has_its_name_and_is_not_offered_again(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=8+1+3/4+0+2/7+5+6&goal=spiral")
    tab.get_by_role("heading", name="Spiral goal").wait_for()
    assert tab.locator(".goal .goal__cells").is_visible()
    tab.get_by_role("button", name="More").click()
    ask = tab.get_by_role("menuitem", name="Ask about the board")
    ask.wait_for()
    shown = tab.get_by_role("menuitem", name="Show the goal")
    assert shown.count() == 0
    tab.keyboard.press("Escape")
    # The usual one has no picture on the page.
    tab.evaluate("location.hash = '#/play?board=1+2+3/4+5+6/0+7+8'")
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.get_by_role("button", name="More").click()
    shown.click()
    tab.get_by_role("dialog", name="Goal: blank last").get_by_role("img").wait_for()


@pytest.mark.parametrize("size", [(320, 640), (360, 740)], ids=str)
def test_the_usual_sizes_stay_beside_another_size(page: Page, size: tuple[int, int]) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    # The longest name: nobody has said which of the two it is.
    start, goal = "2+1+3+4+5+6+7+8/9+10+11+12+13+14+0+15", "1+2+3+4+5+6+7+8/0+15+14+13+12+11+10+9"
    tab = page.open(f"#/play?board={start}&goal={goal}")
    name = tab.locator(".sizes__goal")
    name.get_by_text("8×2").wait_for()
    assert name.inner_text() == "8×2 · Snake or spiral goal"
    for text in ("3×3", "4×4", "5×5"):
        assert tab.locator(".sizes__row").get_by_text(text).is_visible()
    assert tab.evaluate("document.documentElement.scrollWidth") == size[0]
    tab.set_viewport_size({"width": 768, "height": 1024})
    name.get_by_text("8×2").wait_for(state="detached")
    # A link that names it.
    page.open_anew(f"#/play?board={start}&goal=spiral")
    name.get_by_text("Spiral goal", exact=True).wait_for()
    assert tab.locator(".sizes__row [aria-pressed='true']").inner_text() == "8×2"


@pytest.mark.parametrize(
    ("goal", "name"),
    [
        ("spiral", "spiral"),
        ("1+2+3+4+5+6+7+8/0+15+14+13+12+11+10+9", "snake or spiral"),
        ("snake", "snake"),
    ],
    ids=["spiral", "unnamed", "snake"],
)
def test_a_goal_on_two_rows_has_one_name_in_all_views(page: Page, goal: str, name: str) -> None:
    page.tab.add_init_script(WELCOMED)
    board = "1+2+3+4+5+6+7+8/15+0+14+13+12+11+10+9"
    tab = page.open(f"#/play?board={board}&goal={goal}")
    shown = tab.locator(".sizes__goal")
    shown.get_by_text("goal").wait_for()
    assert shown.inner_text() == f"{name.capitalize()} goal"
    tab.locator(".hints").wait_for()
    arrows(tab, "Right")
    tab.locator(".result h2").wait_for()
    for view, part, text in (
        ("review", ".review__head .note", f"8×2, {name} goal, "),
        ("analysis", ".analyse__named", f"{name} goal"),
        ("stats", ".games tbody td", f"8×2, {name}"),
    ):
        tab.goto(f"{page.url}#/{view}")
        tab.locator(f".view--{view} {part}").get_by_text(text).first.wait_for()
        assert tab.locator(f".view--{view} {part}").first.inner_text().startswith(text)
    options = tab.get_by_label("Goal").locator("option").all_inner_texts()
    assert options == ["All goals", "Blank last", name.capitalize()]


def test_a_past_game_keeps_the_name_of_its_goal_on_two_rows(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/5+0+4&goal=snake")
    tab.locator(".hints").wait_for()
    arrows(tab, "Right")
    tab.locator(".result h2").wait_for()
    tab.goto(
        f"{page.url}#/play?board=1+2+3+4+5/0+10+9+8+6/15+14+13+12+7/11+16+17+18+19&goal=spiral"
    )
    tab.locator(".sizes__goal").get_by_text("Spiral goal").wait_for()
    for view, part, text in (
        ("stats", ".games tbody td", "3×2, snake"),
        ("review", ".review__head .note", "3×2, snake goal, "),
    ):
        tab.goto(f"{page.url}#/{view}")
        tab.locator(f".view--{view} {part}").get_by_text(text).first.wait_for()
        assert tab.locator(f".view--{view} {part}").first.inner_text().startswith(text)
    tab.goto(f"{page.url}#/stats")
    options = tab.get_by_label("Goal").locator("option").all_inner_texts()
    assert options == ["All goals", "Blank last", "Snake"]
    # The same goal by its other name is compared with it, and the field names both.
    tab.goto(f"{page.url}#/play?board=1+2+3/5+0+4&goal=spiral")
    tab.locator(".sizes__goal").get_by_text("Spiral goal").wait_for()
    arrows(tab, "Right")
    tab.locator(".result h2").wait_for()
    tab.goto(f"{page.url}#/stats")
    tab.locator(".games tbody td").get_by_text("3×2, spiral").wait_for()
    assert tab.locator(".games tbody td").get_by_text("3×2, snake").count() == 1
    options = tab.get_by_label("Goal").locator("option").all_inner_texts()
    assert options == ["All goals", "Blank last", "Snake or spiral"]
