"""What the play view says moves and cuts nothing: pauses, names of boards, hints, solutions."""

from typing import Any

import pytest
from helping import EIGHT, opened, solved

from page_states import WELCOMED, arrows
from page_support import Page, ends

# Some 40 moves from its goal.
HARDER = "#/play?board=1+6+2+3/10+0+15+13/5+9+7+8/12+11+4+14"
SMALL = {"viewport": {"width": 360, "height": 740}}
UPRIGHT = {"viewport": {"width": 768, "height": 1024}}
# The frame of a board that is hidden is drawn by what covers it.
FRAME = """() => {
  const board = document.querySelector(".stage taquin-board");
  const after = getComputedStyle(board, "::after");
  const { width } = board.getBoundingClientRect();
  return [width, parseFloat(after.width), getComputedStyle(board.parentElement).outlineStyle];
}"""


def _left(tab: Any, part: str) -> float:
    return float(tab.locator(part).last.bounding_box()["x"])


@pytest.mark.parametrize("page", [SMALL], indirect=True)
def test_a_pause_keeps_the_frame_and_the_figures_in_place(page: Page) -> None:
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    before = _left(tab, ".clock .figure")
    tab.keyboard.press("p")
    tab.locator(".veil").wait_for()
    assert _left(tab, ".clock .figure") == before
    width, covered, outline = tab.evaluate(FRAME)
    assert covered == width and outline == "none"


@pytest.mark.parametrize("page", [SMALL], indirect=True)
def test_the_name_of_a_daily_board_moves_nothing(page: Page) -> None:
    tab = opened(page, EIGHT)
    before = ends(tab, ".stage taquin-board")
    tab.goto(f"{page.url}#/daily")
    tab.get_by_role("button", name="Play: 3×3").click()
    tab.locator(".sizes__goal", has_text="Daily").wait_for()
    assert ends(tab, ".stage taquin-board") == before


@pytest.mark.parametrize("page", [SMALL, UPRIGHT], indirect=True)
def test_a_hint_leaves_the_button_that_solves_in_sight(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)
    [(_, bottom)] = ends(tab, ".solve > .button")
    height = tab.viewport_size["height"]
    assert bottom <= height
    assert tab.evaluate("document.documentElement.scrollHeight") == height


@pytest.mark.parametrize(
    "page", [{"viewport": {"width": 320, "height": 640}, "locale": "de-DE"}], indirect=True
)
def test_the_smallest_phone_has_room_for_longer_words(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    [(_, bottom)] = ends(tab, ".solve > .button")
    assert bottom <= 640 == tab.evaluate("document.documentElement.scrollHeight")
    for key in ("ArrowLeft", "p", "p", "ArrowLeft"):
        tab.locator("body").press(key)
    tab.get_by_text("Uhr angehalten, gewähltes Brett").wait_for()
    [(_, bottom)] = ends(tab, ".result__tools")
    assert bottom <= 640


LOW_PHONES = [
    {
        "viewport": {"width": width, "height": 640},
        "has_touch": True,
        "is_mobile": True,
        "locale": locale,
    }
    for width in (320, 360)
    for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
]
# What is cut: a word that does not lie within its button.
CUT = """() => [...document.querySelectorAll(".play__main .button, .solve .button")]
  .filter((one) => one.checkVisibility()).filter((one) => {
    const box = one.getBoundingClientRect();
    const range = document.createRange();
    range.selectNodeContents(one);
    return [...range.getClientRects()].some((word) =>
      word.left < box.left - 1 || word.right > box.right + 1 || word.bottom > box.bottom + 1);
  }).map((one) => one.textContent)"""


@pytest.mark.parametrize("page", LOW_PHONES, indirect=True, ids=str)
def test_a_low_phone_has_all_buttons_in_its_window_with_and_without_a_hint(page: Page) -> None:
    """A hint pushed “Pause” and all beside it out; German was 12 px too high, its words 10 px."""
    tab = opened(page, "#/play?board=5+1+2+4/9+6+3+8/13+10+7+11/0+14+15+12")
    tab.locator(".hints").wait_for()
    tools = ".controls__row--first", ".controls > :last-child", ".solve > .button"
    for hint in (".controls__hint", ".hints__row .button--primary", ""):
        for _, bottom in ends(tab, *tools):
            assert bottom <= 640
        assert tab.evaluate("document.documentElement.scrollHeight") == 640
        assert tab.evaluate(CUT) == []
        size = "(one) => parseFloat(getComputedStyle(one).fontSize)"
        assert all(one.evaluate(size) >= 11 for one in tab.locator(".controls__row .button").all())
        if hint:
            tab.locator(hint).click()
            tab.locator(".hints__move .badge").wait_for(timeout=60_000)
    assert tab.locator("taquin-board").bounding_box()["width"] >= 288
    overlap = """() => {
      const [last, solve] = [".controls > :last-child > :last-child", ".solve > .button"]
        .map((one) => document.querySelector(one).getBoundingClientRect());
      return solve.left - last.right;
    }"""
    assert tab.evaluate(overlap) >= 0
    edge = tab.locator(".solve > .button").bounding_box()
    assert edge["x"] + edge["width"] <= tab.viewport_size["width"] - 15.9


@pytest.mark.parametrize("page", LOW_PHONES, indirect=True, ids=str)
def test_a_low_phone_has_all_buttons_beside_a_hint_of_the_method(page: Page) -> None:
    """In Spanish its sentence had two lines."""
    page.tab.add_init_script("""localStorage.setItem("taquin.settings", JSON.stringify({
      ...JSON.parse(localStorage.getItem("taquin.settings") ?? "{}"), hints: "human"}))""")
    tab = opened(page, "#/play?board=8+1+3/4+0+2/7+6+5")
    for hint in (".controls__hint", ".hints__row .button--primary"):
        tab.locator(hint).click()
        tab.locator(".hints__words > p").nth(1).wait_for()
        for _, bottom in ends(tab, ".controls > :last-child", ".solve > .button"):
            assert bottom <= 640
        assert tab.evaluate("document.documentElement.scrollHeight") == 640


# The hint, which kind, the moves left; then how many lines the hint's words take.
HINT_ROW = """() => {
  const part = (name) => document.querySelector(`.hints__row ${name}`);
  const words = document.createRange();
  words.selectNodeContents(part(".button--primary > span"));
  const lines = new Set([...words.getClientRects()].map(({ top }) => top)).size;
  const boxes = [".button--primary", ".menu__opener", ".peek__asker"].map((name) => {
    const { left, right, height } = part(name).getBoundingClientRect();
    return [left, right, height];
  });
  return [boxes, lines];
}"""


@pytest.mark.parametrize(
    "page", [{"locale": language} for language in ("en", "de", "es", "fr", "zh-CN")], indirect=True
)
def test_the_hint_has_most_of_its_row_and_one_line(page: Page) -> None:
    """It was a third as wide as the lesser choice, and its second step made the row higher."""
    for board in (EIGHT, WIDE["8x2"]):
        tab = opened(page, board)
        heights = set()
        for step in ("Hint", "Which way?", "Play it"):
            if step != "Hint":
                tab.keyboard.press("h")
                tab.locator(".hints__move").wait_for()
            for size in ((2560, 1440), (1440, 900)):
                tab.set_viewport_size({"width": size[0], "height": size[1]})
                (hint, kind, left), lines = tab.evaluate(HINT_ROW)
                assert lines == 1, (board, step, size)
                assert kind[1] - hint[0] >= left[1] - left[0] - 1, (board, step, size)
                heights.add((size, hint[2], kind[2], left[2]))
        assert len(heights) == 2, "one a window"


@pytest.mark.parametrize("page", [{"viewport": {"width": 2560, "height": 1440}}], indirect=True)
def test_the_result_of_a_large_window_is_in_keeping_with_the_board(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    arrows(tab, "Left", "Left")
    tab.locator(".result").get_by_text("Perfect").wait_for()
    result, left, board = ends(tab, ".result", ".play__left > :not([hidden])", "taquin-board")
    assert abs(result[0] - left[0]) <= 1
    assert result[1] - result[0] >= 0.4 * (board[1] - board[0])
    # A row each: the first button, and the others.
    tools = tab.locator(".result__tools").bounding_box()
    boxes = [one.bounding_box() for one in tab.locator(".result__tools > *").all()]
    assert abs(boxes[0]["width"] - tools["width"]) <= 1
    assert abs(boxes[-1]["x"] + boxes[-1]["width"] - tools["x"] - tools["width"]) <= 1


@pytest.mark.parametrize("page", [UPRIGHT], indirect=True)
def test_a_question_is_asked_on_a_tablet_without_moving_the_page(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("/")
    tab.locator(".query__answer:not(:empty)").wait_for()
    tab.keyboard.type("row 2")
    tab.keyboard.press("Enter")
    tab.locator(".query__answer", has_text="Row 2").wait_for()
    [(_, bottom)] = ends(tab, ".query")
    assert bottom <= 1024 and tab.evaluate("scrollY") == 0
    tab.keyboard.press("Escape")
    assert tab.locator(".hints").is_visible()


def test_the_menu_of_hints_ends_with_its_panel_and_has_lines_of_its_own(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/13+0+14+15")
    tab.get_by_role("button", name="Hints:").click()
    menu = tab.locator(".menu__list:popover-open")
    panel, box = (one.bounding_box() for one in (tab.locator(".hints"), menu))
    assert box["x"] + box["width"] <= panel["x"] + panel["width"] + 0.5
    notes = menu.locator(".menu__note").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().height)"
    )
    assert notes and max(notes) < 30


@pytest.mark.parametrize("size", [(768, 1024), (1440, 900), (2560, 1100)], ids=str)
def test_the_present_move_of_a_solution_is_in_sight(page: Page, size: tuple[int, int]) -> None:
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = opened(page, HARDER)
    solved(tab)
    slider = tab.locator(".playback input")
    for at in (1, 20, int(slider.get_attribute("max"))):
        slider.fill(str(at))
        list_, move = ends(tab, ".solve .moves", ".moves__move[aria-checked='true']")
        assert list_[0] - 1 <= move[0] and move[1] <= min(list_[1], size[1]) + 1, at
        assert tab.evaluate("scrollY") == 0
    exits, more = ends(tab, ".solve .exits", ".solve__more")
    if size[0] == 768:
        assert exits[1] - exits[0] <= 45, "each button has one line"
    if size[0] == 2560:
        assert more[1] <= 1100 == tab.evaluate("document.documentElement.scrollHeight")


@pytest.mark.parametrize("page", [SMALL], indirect=True)
def test_a_solution_opens_at_the_top_of_the_page(page: Page) -> None:
    tab = opened(page, EIGHT)
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)
    tab.evaluate("scrollTo(0, 99)")
    solved(tab)
    assert tab.evaluate("scrollY") == 0


def test_a_solution_stands_above_the_goal_beside_the_board(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+0+2/3+4+5/6+7+8&goal=first")
    tab.locator(".hints").wait_for()
    [goal] = ends(tab, ".goal")
    tab.get_by_role("button", name="Solve", exact=True).click()
    tab.locator(".solve .moves").wait_for()
    moves, after = ends(tab, ".solve .moves", ".goal")
    assert moves[0] < after[0] and goal[0] < after[0]


@pytest.mark.parametrize("page", [SMALL], indirect=True)
def test_the_introduction_leaves_the_tools_on_the_screen(page: Page) -> None:
    tab = page.open()
    tab.locator(".tutorial").wait_for()
    [(_, bottom)] = ends(tab, ".controls__row--first")
    assert bottom <= 740
    assert tab.locator(".tutorial").bounding_box()["height"] <= 190


@pytest.mark.parametrize("page", [SMALL], indirect=True)
def test_the_name_of_a_tab_is_one_whole_word(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open()
    assert tab.get_by_role("link", name="Statistics", exact=True).count() == 1


def test_a_perfect_game_has_no_words_about_a_line_that_is_not_seen(page: Page) -> None:
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    arrows(tab, "Left", "Left")
    tab.locator(".result").get_by_role("button", name="Review", exact=True).click()
    words = tab.locator(".graph__figure > :last-child", has_text="Solid: moves left")
    words.first.wait_for()
    assert "Dashed" not in words.first.inner_text()


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (768, 1024), (1440, 900)], ids=str)
@pytest.mark.parametrize("position", ["3+1/0+2&goal=spiral", "7+0+2/8+5+3/6+1+4&goal=first"])
def test_another_goal_than_the_usual_one_is_whole_beside_or_below_the_board(
    page: Page, position: str, size: tuple[int, int]
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open(f"#/play?board={position}")
    tab.locator(".hints").wait_for(state="attached")
    tab.locator(".goal__cells").wait_for()
    goal = tab.locator(".goal__cells").bounding_box()
    assert goal["y"] + goal["height"] <= size[1]
    assert goal["x"] + goal["width"] <= size[0] - 16
    assert goal["width"] >= 60
    parts = ".stage taquin-board, .controls button:not(.goal__cells), .solve button, .clock"
    for one in tab.locator(parts).all():
        if not one.is_visible():
            continue
        box = one.bounding_box()
        beside = box["x"] >= goal["x"] + goal["width"] or box["x"] + box["width"] <= goal["x"]
        assert (
            beside
            or box["y"] >= goal["y"] + goal["height"]
            or (box["y"] + box["height"] <= goal["y"])
        )


# Each with a goal that is not the usual one.
OTHER = {
    "3x3": "7+0+2/8+5+3/6+1+4&goal=first",
    "4x3": "1+0+2+3/4+5+6+7/8+9+10+11&goal=first",
    "4x4": "1+2+3+4/12+13+14+5/0+11+15+6/10+9+8+7&goal=spiral",
    "5x5": "14+5+9+2+18/8+23+19+12+17/15+0+10+20+4/6+11+21+1+7/24+3+16+22+13&goal=first",
    "8x2": "8+1+2+3+4+5+6+7/9+10+11+12+13+0+14+15&goal=first",
    "2x8": "2+1/4+3/6+5/8+7/10+9/12+11/13+14/15+0&goal=spiral",
}


@pytest.mark.parametrize("board", OTHER.values(), ids=OTHER)
@pytest.mark.parametrize("size", [(320, 640), (360, 740), (740, 360), (844, 390)], ids=str)
def test_a_hint_leaves_the_picture_of_the_goal_whole_and_in_its_place(
    page: Page, size: tuple[int, int], board: str
) -> None:
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = opened(page, f"#/play?board={board}")
    picture = tab.locator(".goal .goal__cells")
    picture.wait_for()
    before, shown = picture.bounding_box(), tab.locator("taquin-board").bounding_box()
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)
    goal, now = picture.bounding_box(), tab.locator("taquin-board").bounding_box()
    assert goal["y"] >= 0 and goal["y"] + goal["height"] <= size[1], goal
    assert goal["x"] + goal["width"] <= size[0] - 16, goal
    # Beside the board or below it: as near as before, and as large.
    assert goal["x"] - now["x"] == before["x"] - shown["x"]
    assert abs(goal["y"] - now["y"] - before["y"] + shown["y"]) < 1
    assert (goal["width"], now["width"]) == (before["width"], shown["width"])
    beside = goal["x"] >= now["x"] + now["width"]
    assert beside or goal["y"] >= now["y"] + now["height"]


@pytest.mark.parametrize("board", ["3x3", "4x4", "5x5"])
@pytest.mark.parametrize(("size", "least"), [((320, 640), 280), ((360, 640), 290)], ids=str)
def test_another_goal_leaves_a_square_board_the_width_of_a_low_phone(
    page: Page, size: tuple[int, int], least: int, board: str
) -> None:
    """Beside its goal one of 5x5 was 208 and 240 pixels wide."""
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = opened(page, f"#/play?board={OTHER[board]}")
    goal = tab.locator(".goal .goal__cells")
    goal.wait_for()
    assert tab.locator("taquin-board").bounding_box()["width"] >= least
    box = goal.bounding_box()
    assert min(box["width"], box["height"]) >= 44, "for fingers"
    (_, last), *_ = ends(tab, ".solve > .button")
    assert last <= 640.5
    # It was 648 pixels high, so that a window that had all of it in sight could scroll.
    assert tab.evaluate("document.scrollingElement.scrollHeight") <= 640
    goal.click()
    tab.get_by_role("dialog").wait_for()


@pytest.mark.parametrize(
    ("page", "size"),
    [
        ({}, (1440, 900)),
        ({}, (1000, 800)),
        ({"locale": "es-ES"}, (1440, 900)),
        ({"locale": "fr-FR"}, (1280, 900)),
        ({"locale": "de-DE"}, (1000, 800)),
    ],
    indirect=["page"],
    ids=str,
)
def test_the_result_of_a_wide_board_fits_its_column(page: Page, size: tuple[int, int]) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open("#/play?board=1+2+3+4+5+6+7+8/9+10+11+12+13+0+14+15")
    tab.locator(".hints").wait_for()
    arrows(tab, "Left", "Right", "Left", "Left")
    tab.locator(".session").wait_for()
    tab.locator(".result__compared:not(:empty)").wait_for()
    # It comes from a little below its place.
    tab.wait_for_function("() => !document.querySelector('.result').getAnimations().length")
    widths = {tab.locator(part).bounding_box()["width"] for part in (".result", ".session")}
    assert len(widths) == 1, widths
    column = tab.locator(".result").bounding_box()
    # Each button has one line; the figures stand side by side.
    for one in tab.locator(".result__tools > *").all():
        box = one.bounding_box()
        assert box["height"] < 50
        assert box["x"] + box["width"] <= column["x"] + column["width"] - 16
    figures = [one.bounding_box() for one in tab.locator(".result__figures > *").all()]
    assert len(figures) == 3
    assert len({box["y"] + box["height"] for box in figures}) == 1, figures


TALL = (
    "#/play?board=2+1/4+3/6+5/8+7/9+10/11+0&goal=last",
    "#/play?board=2+1/4+3/6+5/8+7/10+9/12+11/13+14/15+0&goal=last",
)
# The search takes seconds.
LONG = "#/play?board=8+7/4+3/13+5/6+10/11+9/15+14/1+12/0+2&goal=last"
TOUCHED = [
    {"viewport": {"width": width, "height": height}, "has_touch": True}
    for width, height in [(320, 640), (360, 640), (360, 740)]
]


@pytest.mark.parametrize("board", TALL, ids=["2x6", "2x8"])
@pytest.mark.parametrize("page", TOUCHED, indirect=True)
def test_a_tall_board_leaves_all_buttons_on_a_phones_screen(page: Page, board: str) -> None:
    tab = opened(page, board)
    tab.locator(".solve > .button").wait_for()
    height = tab.viewport_size["height"]
    parts = (".clock", "taquin-board", ".controls__row", ".hints__row", ".solve > .button")
    shown = ends(tab, *parts)
    assert all(top >= 0 and bottom <= height for top, bottom in shown), shown
    # Tiles no smaller than those of a board of eight columns.
    assert tab.locator(".stage taquin-board").bounding_box()["width"] >= 2 * 34
    tab.locator(".controls__hint").click()
    tab.locator(".hints__move").wait_for(timeout=60_000)
    assert tab.evaluate("() => scrollY") == 0
    [(_, words)] = ends(tab, ".hints__words")
    assert words <= height


@pytest.mark.parametrize("page", TOUCHED, indirect=True)
def test_a_tall_board_is_solved_within_a_phones_screen(page: Page) -> None:
    tab = opened(page, LONG)
    height = tab.viewport_size["height"]
    tab.locator(".solve > .button").click()
    waiting = ends(tab, "taquin-board", ".solve__state", ".solve .toolbar", ".solve")
    # The figures of the search have room below.
    assert all(top >= 0 for top, _ in waiting) and waiting[-1][1] <= height - 24, waiting
    tab.locator(".solve .playback").wait_for(timeout=120_000)
    leave = ".solve .exits > :first-child"
    told = ends(tab, "taquin-board", ".solve__head", ".playback__row", ".playback input", leave)
    assert all(top >= 0 and bottom <= height for top, bottom in told), told


# No browser proves it while the test looks.
LARGE = "#/play?board=14+5+9+2+18/8+23+19+12+17/15+0+10+20+4/6+11+21+1+7/24+3+16+22+13&goal=first"
SEARCHED = [
    {"viewport": {"width": width, "height": height}, "has_touch": True}
    for width, height in [(320, 640), (360, 740), (740, 360), (768, 1024)]
]
_IN_SIGHT = """(names) => {
  const buttons = [...document.querySelectorAll(".view--play .button")];
  return names.filter((name) => buttons.some((one) => {
    if (!one.checkVisibility()) return false;
    const { left, top, right, bottom } = one.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const whole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return one.textContent === name && whole && one.contains(hit);
  }));
}"""


@pytest.mark.parametrize("page", SEARCHED, indirect=True)
def test_the_buttons_of_a_game_and_of_its_search_are_in_sight_together(page: Page) -> None:
    tab = opened(page, LARGE)
    tab.locator("taquin-board").focus()
    tab.keyboard.press("ArrowUp")
    tab.locator(".solve > .button").click()
    tab.locator(".solve__state").wait_for()
    names = ["Undo", "New", "Hint", "Cancel"]
    assert tab.evaluate(_IN_SIGHT, names) == names
    board, buttons, panel = (
        tab.locator(part).bounding_box()
        for part in ("taquin-board", ".controls__row--first", ".solve")
    )
    assert (
        buttons["y"] >= panel["y"] + panel["height"]
        or panel["y"] >= buttons["y"] + buttons["height"]
    )
    assert (
        buttons["x"] >= board["x"] + board["width"] or buttons["y"] >= board["y"] + board["height"]
    )
    tab.get_by_role("button", name="Undo").click()
    tab.wait_for_function("() => !document.querySelector('.solve__state')")
    # They are where they were.
    above, below = (tab.locator(f".controls__row >> nth={row}").bounding_box() for row in (0, 1))
    assert above["y"] + above["height"] <= below["y"]


# How far the words of each button are from its sides, and how high it is.
ROOMS = """(buttons) => [...document.querySelectorAll(buttons)].map((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const box = one.getBoundingClientRect();
  const lines = [...words.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
  const sides = lines.flatMap(({ left, right }) => [left - box.left, box.right - right]);
  return [one.textContent, Math.min(...sides), box.height];
})"""
SMALLEST = [
    {"viewport": {"width": width, "height": 640}, "has_touch": True, "locale": locale}
    for width in (320, 360)
    for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
]


@pytest.mark.parametrize("page", SMALLEST, indirect=True, ids=str)
def test_no_word_fills_its_button_in_a_search_and_in_its_solution(page: Page) -> None:
    """“Cancelar” reached from border to border, in a button lower than the one beside it."""
    tab = opened(page, EIGHT)
    tab.locator(".solve > .button").click()
    tab.locator(".solve .playback").wait_for(timeout=60_000)
    rooms = tab.evaluate(ROOMS, ".solve .playback__row > .button")
    assert len(rooms) == 3 and all(room >= 5 for _, room, _ in rooms), rooms
    assert tab.evaluate("document.documentElement.scrollWidth") == tab.viewport_size["width"]
    tab.get_by_role("button", name="5×5", exact=True).click()
    tab.locator(".solve > .button").click()
    tab.locator(".solve .toolbar > .button--primary:visible").wait_for(timeout=60_000)
    rooms = tab.evaluate(ROOMS, ".solve .toolbar > .button")
    assert len(rooms) == 2 and all(room >= 5 for _, room, _ in rooms), rooms
    assert len({height for *_, height in rooms}) == 1, rooms


# How near the words in the place of a button's own come to its border.
NEAREST = """() => {
  const button = document.querySelector(".peek__asker").getBoundingClientRect();
  const words = document.createRange();
  words.selectNodeContents(document.querySelector(".peek"));
  const lines = [...words.getClientRects()].filter(({ width, height }) => width > 2 && height > 2);
  return Math.min(...lines.flatMap(({ left, top, right, bottom }) =>
    [left - button.left, top - button.top, button.right - right, button.bottom - bottom]));
}"""
HUNDRED = """async () => {
  const { namedGoal, formatBoard } = await import("./board.js");
  const { randomBoard } = await import("./game/random.js");
  const board = formatBoard(randomBoard(10, 10, namedGoal("last", 10, 10), "bounds"));
  location.hash = `#/play?board=${board.replaceAll(" ", "+")}`;
}"""


def nearest_of_a_range(tab: Any) -> float:
    """How near a range of moves left, which has the shorter text, comes to its button's border."""
    tab.locator(".peek__asker").click()
    tab.locator(".peek .distance__short:not(:empty)").wait_for(timeout=60_000)
    assert tab.locator(".peek .distance__text").is_hidden()
    return float(tab.evaluate(NEAREST))


@pytest.mark.parametrize("hinted", [False, True], ids=["alone", "hinted"])
@pytest.mark.parametrize("page", SMALLEST, indirect=True, ids=str)
def test_a_range_of_thousands_has_air_in_its_button(page: Page, hinted: bool) -> None:
    """“643 to 2,109 moves left” had three lines, or four beside a hint, and filled the button."""
    tab = opened(page, "#/play")
    tab.evaluate(HUNDRED)
    tab.locator(".sizes__goal", has_text="10×10").wait_for()
    if hinted:
        tab.locator(".controls__hint").click()
        tab.locator(".hints__move").wait_for(timeout=60_000)
    assert nearest_of_a_range(tab) >= 3


@pytest.mark.parametrize("page", SMALLEST, indirect=True, ids=str)
def test_a_range_has_air_in_its_button_beside_a_hint(page: Page) -> None:
    """“faltan de 93 a 107 movimientos, cuenta como pista” had four lines, and touched its edges."""
    tab = opened(page, LARGE)
    tab.locator(".controls__hint").click()
    tab.locator(".hints__move").wait_for(timeout=60_000)
    assert nearest_of_a_range(tab) >= 3


@pytest.mark.parametrize("board", ["last", "first"])
@pytest.mark.parametrize("page", SEARCHED, indirect=True)
def test_a_search_that_was_cancelled_says_so_in_sight(page: Page, board: str) -> None:
    tab = opened(page, LARGE.replace("goal=first", f"goal={board}"))
    tab.locator(".solve > .button").click()
    tab.locator(".solve__state").wait_for()
    tab.get_by_role("button", name="Cancel").click()
    said = tab.locator(".solve__body p", has_text="The search was stopped")
    said.wait_for()
    words, button = ends(tab, ".solve__body", ".solve > .button")
    height = tab.viewport_size["height"]
    assert words[0] >= 0 and words[1] <= height, words
    assert words[1] <= button[0]
    assert said.evaluate("(one) => one.getClientRects().length") == 1
    # The board, too, unless it is low in a low window.
    assert ends(tab, "taquin-board")[0][0] >= 0


TALL = "0+2/1+3/15+4/14+5/13+6/12+7/11+8/10+9"
WIDE = {
    "8x2": "#/play?board=1+2+3+4+5+6+7+8/9+10+11+12+13+14+0+15&goal=last",
    "5x2": "#/play?board=1+2+3+4+5/6+7+8+0+9&goal=last",
}


@pytest.mark.parametrize("board", WIDE.values(), ids=WIDE)
@pytest.mark.parametrize("page", [{"viewport": {"width": 2560, "height": 1440}}], indirect=True)
def test_a_wide_board_has_the_width_of_a_large_window(page: Page, board: str) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = opened(page, board)
    goal, shown, side = (
        tab.locator(part).bounding_box() for part in (".goal", "taquin-board", ".play__side")
    )
    assert shown["width"] >= 0.5 * 2560
    assert shown["x"] + shown["width"] <= side["x"]
    # What stands at the left of other boards is below the hints.
    assert side["y"] + side["height"] <= goal["y"] and goal["x"] >= side["x"]
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)
    assert tab.locator("taquin-board").bounding_box() == shown
    tab.keyboard.press("Escape")
    tab.keyboard.press("ArrowLeft")
    tab.locator(".result h2").wait_for()
    assert tab.locator("taquin-board").bounding_box() == shown
    assert tab.evaluate("() => document.documentElement.scrollHeight") == 1440


# Width of a cell and height of its digits, of the first picture of the goal that matches.
LEGIBLE = """(picture) => [
  picture.querySelector("span").getBoundingClientRect().width,
  parseFloat(getComputedStyle(picture.querySelector("span")).fontSize),
]"""


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1440, 900), (2560, 1440)], ids=str)
def test_the_goal_of_a_large_board_can_be_read(page: Page, size: tuple[int, int]) -> None:
    """Its cells were 11 to 14 pixels wide, however much room the panel had."""
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    cells = [1, 0, *range(2, 100)]
    rows = ("+".join(map(str, cells[at : at + 10])) for at in range(0, 100, 10))
    tab = page.open(f"#/play?board={'/'.join(rows)}&goal=first")
    picture = tab.locator(".goal .goal__cells")
    picture.wait_for()
    if size[0] >= 1440:
        cell, digits = picture.evaluate(LEGIBLE)
        assert cell >= 24 and digits >= 11
    large = tab.get_by_role("dialog", name="Blank first").locator(".goal__cells")
    for opens in (picture.click, lambda: picture.press("Enter")):
        opens()
        large.wait_for()
        cell, digits = large.evaluate(LEGIBLE)
        assert cell >= 27 and digits >= 12
        tab.keyboard.press("Escape")
        large.wait_for(state="hidden")


@pytest.mark.parametrize("board", [TALL, "8+1+3/4+0+2/7+5+6"])
def test_the_picture_of_a_goal_stands_beside_its_name(page: Page, board: str) -> None:
    """They stood at the two ends of a panel of 490 pixels, with nothing between."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open(f"#/play?board={board}&goal=spiral")
    tab.locator(".goal .goal__cells").wait_for()
    name = tab.locator(".goal h2").bounding_box()
    picture = tab.locator(".goal .goal__cells").bounding_box()
    assert 0 < picture["x"] - (name["x"] + name["width"]) <= 32


LOW = [(1920, 700), (1920, 940), (2560, 700), (2560, 940), (2560, 1200), (2560, 1300)]


@pytest.mark.parametrize("sides", [(6, 4), (20, 12)], ids=str)
@pytest.mark.parametrize("size", LOW, ids=str)
def test_the_goal_beside_a_wide_board_is_the_smaller_of_the_two(
    page: Page, size: tuple[int, int], sides: tuple[int, int]
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    width, height = sides
    last = width * height - 1
    cells = [*range(1, last), 0, last]
    rows = ("+".join(map(str, cells[at : at + width])) for at in range(0, len(cells), width))
    tab = opened(page, f"#/play?board={'/'.join(rows)}&goal=last")
    tab.locator(".goal__cells").wait_for()
    board, goal = (tab.locator(part).bounding_box() for part in ("taquin-board", ".goal__cells"))
    assert goal["width"] <= min(0.4 * board["width"], 20 * 19)
    assert tab.evaluate("() => document.documentElement.scrollHeight") == size[1]
    tab.keyboard.press("ArrowLeft")
    tab.locator(".result h2").wait_for()
    tab.wait_for_function("() => document.querySelector('.result__tools')?.children.length")
    assert tab.evaluate("() => document.documentElement.scrollHeight") == size[1]


IN_EVERY_LANGUAGE = [
    {"viewport": {"width": width, "height": 640}, "locale": locale}
    for width in (320, 360, 390)
    for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
]


@pytest.mark.parametrize("page", IN_EVERY_LANGUAGE, indirect=True, ids=str)
def test_time_and_moves_stand_side_by_side_in_every_language(page: Page) -> None:
    daily, chosen = "#/play", EIGHT
    page.tab.add_init_script(WELCOMED)
    for fragment in (daily, chosen):
        tab = page.open_anew(fragment)
        tab.locator(".hints").wait_for(state="attached")
        if fragment == chosen:
            arrows(tab, "Left")
            tab.keyboard.press("p")
            tab.locator(".veil").wait_for()
        time, moves, sizes = (
            tab.locator(part).bounding_box()
            for part in (".clock .figure >> nth=0", ".clock .figure >> nth=1", ".sizes")
        )
        assert time["y"] == moves["y"] and time["x"] + time["width"] <= moves["x"]
        assert moves["x"] + moves["width"] <= sizes["x"]
        assert tab.evaluate("document.documentElement.scrollWidth") == tab.viewport_size["width"]


NARROW_SPANISH = {"viewport": {"width": 320, "height": 640}, "locale": "es-ES"}


@pytest.mark.parametrize("page", [NARROW_SPANISH], indirect=True)
def test_a_long_name_of_a_goal_takes_a_second_line(page: Page) -> None:
    """The page was 372 px wide."""
    page.tab.add_init_script(WELCOMED)
    goal = "1+2+3+4+5+6+7+8/0+15+14+13+12+11+10+9"
    tab = opened(page, f"#/play?board=1+2+3+4+5+6+7+8/15+14+13+12+11+10+0+9&goal={goal}")
    tab.get_by_text("Objetivo en serpiente o espiral").first.wait_for()
    assert tab.evaluate("document.documentElement.scrollWidth") == 320


@pytest.mark.parametrize("side", [7, 10, 16])
@pytest.mark.parametrize("page", [NARROW_SPANISH], indirect=True)
def test_the_picture_of_a_large_goal_makes_no_phone_scroll_sideways(page: Page, side: int) -> None:
    """A page of 10×10 was wider than the window by half of the goal's panel."""
    page.tab.add_init_script(WELCOMED)
    cells = [1, 0, *range(2, side * side)]
    rows = ("+".join(map(str, cells[at : at + side])) for at in range(0, side * side, side))
    tab = opened(page, f"#/play?board={'/'.join(rows)}&goal=first")
    tab.locator(".goal .goal__cells").wait_for()
    assert tab.evaluate("document.documentElement.scrollWidth") == 320
    goal, board = (tab.locator(part).bounding_box() for part in (".goal__cells", "taquin-board"))
    assert goal["x"] + goal["width"] <= board["x"] + board["width"]


SPIRAL = "#/play?board=10+6+9+0/14+5+7+3/15+2+11+8/13+12+1+4&goal=spiral"
# By how much the notice lies on each button, on the board and on the goal.
UNDER_NOTICE = """() => {
  const notice = document.querySelector(".notice");
  const place = notice.getBoundingClientRect();
  const parts = document.querySelectorAll("main :is(button, taquin-board, .goal__cells)");
  return [...parts].filter((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    const high = Math.min(bottom, place.bottom) - Math.max(top, place.top);
    return one.checkVisibility() && high > 1 && right > place.left && left < place.right;
  }).map((one) => one.textContent || one.localName);
}"""


@pytest.mark.parametrize(
    "page", [NARROW_SPANISH, {**NARROW_SPANISH, "locale": "de-DE"}], indirect=True, ids=str
)
def test_with_another_goal_a_notice_is_on_no_button_of_a_search(page: Page) -> None:
    """It lay on the buttons of the search, or on the goal and Solve after Set up."""
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = opened(page, SPIRAL)
    tab.get_by_role("button", name="5×5", exact=True).click()
    notice = tab.locator(".notice")
    notice.wait_for()
    assert tab.evaluate(UNDER_NOTICE) == []
    tab.mouse.wheel(0, 600)
    tab.locator(".solve > .button").click()
    tab.locator(".solve .toolbar > .button--primary:visible").wait_for(timeout=60_000)
    notice.wait_for()
    tab.wait_for_function(f"() => ({UNDER_NOTICE})().length === 0")
    assert tab.evaluate(UNDER_NOTICE) == []


# A phone held sideways; long boards and others, each one move from its goal.
SIDEWAYS = [
    {
        "viewport": {"width": width, "height": height},
        "has_touch": True,
        "is_mobile": True,
        "locale": locale,
    }
    for width, height, locale in [(740, 360, "en-US"), (640, 360, "es-ES"), (568, 320, "de-DE")]
]


def _nearly(width: int, height: int) -> str:
    """The goal, but for its last two cells."""
    cells = [*range(1, width * height - 1), 0, width * height - 1]
    rows = ("+".join(map(str, cells[at : at + width])) for at in range(0, len(cells), width))
    return f"#/play?board={'/'.join(rows)}&goal=last"


@pytest.mark.parametrize("sides", [(8, 2), (5, 2), (8, 3)], ids=str)
@pytest.mark.parametrize("page", SIDEWAYS, indirect=True, ids=str)
def test_a_long_board_in_a_low_window_has_the_width_and_its_tools_below(
    page: Page, sides: tuple[int, int]
) -> None:
    """Its tiles were half as large, with nothing below; its exits had three lines and were cut."""
    tab = opened(page, _nearly(*sides))
    window = tab.viewport_size
    board = tab.locator("taquin-board").bounding_box()
    # What is not the board's is the head, two rows and the words of a hint.
    high = window["height"] - 220
    assert board["width"] >= min(window["width"] - 33, high * sides[0] / sides[1])
    tools = ".clock", ".controls__row--first", ".controls__row--first + *", ".solve > .button"
    for top, bottom in ends(tab, *tools):
        assert board["y"] + board["height"] <= top and bottom <= window["height"]
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)
    for top, bottom in ends(tab, *tools, ".hints__words", ".hints__row"):
        assert top > 0 and bottom <= window["height"] + 1
    assert tab.locator("taquin-board").bounding_box() == board
    sizes = "() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
    assert tab.evaluate(sizes) == [window["width"], window["height"]]
    tab.keyboard.press("o")
    tab.locator(".solve .playback").wait_for(timeout=60_000)
    for one in tab.locator(".solve :is(.playback .button, select, input, .exits > *)").all():
        box = one.bounding_box()
        assert box["y"] + box["height"] <= window["height"] and box["height"] <= 48
        cut = one.evaluate("(one) => one.scrollWidth - one.clientWidth")
        assert cut <= 1, one.inner_text()


@pytest.mark.parametrize("sides", [(4, 4), (6, 4)], ids=str)
@pytest.mark.parametrize("page", SIDEWAYS[:2], indirect=True, ids=str)
def test_the_clock_beside_a_board_has_one_line_in_a_low_window(
    page: Page, sides: tuple[int, int]
) -> None:
    """With its sizes below it, a hint pushed “Solve” out of the window."""
    tab = opened(page, _nearly(*sides))
    window = tab.viewport_size
    assert tab.locator(".clock").bounding_box()["height"] <= 48
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)
    [(_, bottom)] = ends(tab, ".solve > .button")
    assert bottom <= window["height"]
    assert tab.evaluate("document.documentElement.scrollWidth") == window["width"]


FIVE_SPIRAL = (
    "#/play?board=24+16+19+14+8/9+0+3+21+4/2+15+17+11+7/20+6+22+10+1/23+13+12+5+18&goal=spiral"
)
BESIDE_THE_HINT = [
    {"viewport": {"width": width, "height": height}, "has_touch": True, "locale": locale}
    for width, height, locale in [(360, 740, "en-US"), (360, 740, "de-DE"), (390, 844, "es-ES")]
]


@pytest.mark.parametrize("page", BESIDE_THE_HINT, indirect=True, ids=str)
def test_the_goal_of_a_square_board_stands_beside_the_hint_under_its_name(page: Page) -> None:
    """The board had 227 pixels of 360, and the goal's name stood over the sizes."""
    tab = opened(page, FIVE_SPIRAL)
    width = tab.viewport_size["width"]
    picture, name = tab.locator(".goal .goal__cells"), tab.locator(".goal h2")
    picture.wait_for()
    board, goal, words = (
        one.bounding_box() for one in (tab.locator("taquin-board"), picture, name)
    )
    assert board["width"] >= min(285, width - 32)
    assert words["x"] >= goal["x"] + goal["width"]
    assert goal["y"] <= words["y"] <= goal["y"] + goal["height"] - words["height"]
    assert not tab.locator(".sizes__goal").inner_text().strip()
    tab.locator(".controls__hint").click()
    tab.locator(".hints__move").wait_for(timeout=60_000)
    for top, bottom in ends(tab, "taquin-board", ".goal__cells", ".hints__words"):
        assert top >= 0 and bottom <= tab.viewport_size["height"]
    assert tab.evaluate("scrollY") == 0


@pytest.mark.parametrize("size", [(360, 740), (768, 1024), (1440, 900)], ids=str)
@pytest.mark.parametrize("page", [{"locale": "de-DE"}], indirect=True, ids=str)
def test_the_words_of_a_search_move_none_of_its_buttons(page: Page, size: tuple[int, int]) -> None:
    """“Cancel” stood below words of two lines, then of four, then of three."""
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = opened(page, LARGE)
    tab.locator(".solve > .button").click()
    tab.locator(".solve__state").wait_for()
    cancel = tab.locator(".solve .toolbar > .button").first
    before = cancel.bounding_box()["y"]
    # As words of three more lines do.
    tab.locator(".solve__state").evaluate("(one) => { one.style.paddingBlockEnd = '5rem'; }")
    assert cancel.bounding_box()["y"] == before


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": 320, "height": 640}, "locale": locale}
        for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
    ],
    indirect=True,
    ids=str,
)
def test_a_pause_moves_no_figure_in_any_language(page: Page) -> None:
    """“Tiempo, detenido” pushed the sizes beyond the board's edge."""
    tab = opened(page, EIGHT)
    arrows(tab, "Left")
    parts = ".clock .figure >> nth=1", ".sizes"
    before = [tab.locator(part).bounding_box() for part in parts]
    tab.keyboard.press("p")
    tab.locator(".veil").wait_for()
    after = [tab.locator(part).bounding_box() for part in parts]
    assert [one["x"] for one in after] == [one["x"] for one in before]


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_what_a_session_says_stands_apart_from_the_buttons(page: Page) -> None:
    """After Retry it touched Solve."""
    tab = opened(page, "#/play?board=1+2+3/4+5+6/0+7+8")
    arrows(tab, "Left", "Left")
    tab.locator(".result").wait_for()
    tab.get_by_role("button", name="Retry").click()
    (_, bottom), (top, _) = ends(tab, ".solve > .button", ".session")
    assert top - bottom >= 6
