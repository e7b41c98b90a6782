"""In every view and at every size: one left edge, whole boards, nothing covered."""

import itertools
import re
from typing import Any

import pytest
from experimenting import EASY, lab, record, run
from helping import EIGHT, solved
from playing import NEAR

from page_states import STATES, WELCOMED, State, arrows
from page_support import Page, ends

# Phones, upright and sideways, a tablet, a laptop, a page at 400%, a large screen.
WINDOWS = [(360, 740), (740, 360), (640, 360), (320, 256), (768, 1024), (1440, 900), (2560, 1440)]
LOW = [(740, 360), (640, 360), (568, 320), (320, 256)]

VIEWS = {
    "play": ("#/play", "taquin-board"),
    "daily": ("#/daily", ".daily__card"),
    "timed": ("#/timed", ".timed__fields select"),
    "train": ("#/train", ".train__words:not(:empty)"),
    "lessons": ("#/train?part=lessons", ".train__lessons"),
    "review": ("#/review", ".example"),
    "analysis": ("#/analysis?board=8+1+3/4+0+2/7+6+5", ".analyse__mark"),
    "lab": ("#/lab", ".lab-roster"),
    "stats": ("#/stats", ".stats__empty"),
}

# The first step by the method has a long text.
LONG_STEP = "#/play?board=15+2+8+5/12+13+10+3/11+9+4+7/1+14+6+0"

# The left edges of the wordmark and of what is seen farthest left in the view.
EDGES = """() => {
  const left = (part) => part.getBoundingClientRect().left;
  const seen = [...document.querySelectorAll("main .view *")].filter((part) =>
    part.checkVisibility() && !part.closest(".visually-hidden") && part.clientWidth > 0);
  return [left(document.querySelector(".wordmark")), Math.min(...seen.map(left))];
}"""

# What is drawn at the middle of each control, once it is scrolled to, belongs to another part.
COVERED = """() => {
  const scope = document.querySelector("dialog[open]") ?? document.body;
  const controls = scope.querySelectorAll("button, select, textarea, input, a[href], summary");
  const found = [];
  for (const control of controls) {
    const shown = control.checkVisibility({ visibilityProperty: true });
    if (!shown || control.closest(".visually-hidden, .skip, [inert]")) continue;
    const part = control.closest("label") ?? control;
    part.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
    const [box] = part.getClientRects();
    if (!box || box.width < 2) continue;
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const top = document.elementFromPoint(x, y);
    if (part.contains(top)) continue;
    const name = control.getAttribute("aria-label") ?? control.textContent ?? control.id;
    found.push(`${name.slice(0, 30)} at ${Math.round(x)}, ${Math.round(y)}: ${top?.className}`);
  }
  scrollTo(0, 0);
  return found;
}"""


# The parts of a selector that are not whole: what they hold is
# wider or higher than they are, or something is faded out.
CUT = """(parts) => [...document.querySelectorAll(parts)].filter((part) => {
  if (!part.checkVisibility()) return false;
  const faded = getComputedStyle(part).maskImage !== "none";
  const wide = part.scrollWidth - part.clientWidth;
  const high = part.scrollHeight - part.clientHeight;
  return faded || wide > 1 || high > 1;
}).map((part) => `${part.className}: ${part.scrollWidth}x${part.scrollHeight}`)"""

# Rows of buttons and fields that end raggedly: one that stands alone below others of its row.
ALONE = """(rows) => [...document.querySelectorAll(rows)].filter((row) => {
  const boxes = [...row.children].filter((one) => one.checkVisibility())
    .map((one) => one.getBoundingClientRect());
  const last = boxes.filter(({ top }) => top === boxes.at(-1)?.top);
  return boxes.length > last.length && last.length === 1 && last[0].width < row.clientWidth / 2;
}).map((row) => row.className)"""


def opened(page: Page, name: str) -> Any:
    page.tab.add_init_script(WELCOMED)
    fragment, part = VIEWS[name]
    tab = page.open(fragment)
    tab.locator(part).first.wait_for(state="attached")
    tab.wait_for_load_state("networkidle")
    return tab


def resized(tab: Any, window: tuple[int, int]) -> None:
    tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    tab.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("name", VIEWS)
def test_every_view_begins_at_the_left_edge_of_the_masthead(page: Page, name: str) -> None:
    tab = opened(page, name)
    for window in ((360, 740), (768, 1024), (1440, 900), (2560, 1440)):
        resized(tab, window)
        wordmark, content = tab.evaluate(EDGES)
        assert abs(wordmark - content) <= 1, window


@pytest.mark.parametrize("name", ["play", "timed", "train", "analysis"])
def test_the_board_of_a_laptop_begins_at_the_left_edge_in_every_view(page: Page, name: str) -> None:
    tab = opened(page, name)
    for window in ((1024, 768), (1440, 900)):
        resized(tab, window)
        edges = [
            tab.locator(part).first.bounding_box()["x"]
            for part in (".wordmark", "main .view taquin-board")
        ]
        assert abs(edges[0] - edges[1]) <= 1, window


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": 320, "height": 640}, "locale": locale}
        for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
    ],
    indirect=True,
    ids=str,
)
def test_no_word_of_the_tabs_touches_the_windows_edge(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play")
    ends = tab.locator(".masthead .tabs > *").evaluate_all("""(all) => all.map((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      const { left, right } = words.getBoundingClientRect();
      return [left, right];
    })""")
    assert ends[0][0] >= 8 and ends[-1][1] <= 312, ends


def test_no_word_moves_as_another_view_or_size_is_chosen(page: Page) -> None:
    def places() -> Any:
        return tab.evaluate("""() => [...document.querySelectorAll(".masthead a, .sizes button")]
          .map((one) => one.getBoundingClientRect().left)""")

    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play")
    tab.locator(".sizes").wait_for()
    before = places()
    tab.get_by_role("group", name="Size").get_by_text("3×3").click()
    assert places() == before
    links = len(tab.locator(".masthead a").all())
    for name in ("Train", "Statistics"):
        tab.get_by_role("link", name=name, exact=True).click()
        tab.locator(".masthead [aria-current]", has_text=name).wait_for()
        assert places()[:links] == before[:links]


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_ring_of_a_solved_board_touches_nothing_on_a_phone(page: Page) -> None:
    state = _state("play-solved")
    page.tab.add_init_script(WELCOMED)
    tab = page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    ring = tab.locator(".stage taquin-board").evaluate("""(board) => {
      const { outlineOffset, outlineWidth } = getComputedStyle(board);
      return parseFloat(outlineOffset) + parseFloat(outlineWidth);
    }""")
    clock, shown, result = ends(tab, ".clock", ".stage taquin-board", ".result")
    assert shown[0] - ring - clock[1] >= 3 and result[0] - shown[1] - ring >= 3


@pytest.mark.parametrize("name", ["play", "train", "lessons", "analysis"])
def test_a_tablet_held_upright_has_a_large_board_in_every_view(page: Page, name: str) -> None:
    tab = opened(page, name)
    resized(tab, (768, 1024))
    assert tab.locator("main taquin-board:visible").bounding_box()["width"] >= 0.75 * 768
    if name == "analysis":
        [(_, bottom)] = ends(tab, ".analyse__position")
        assert bottom <= 1024 - 16, "the marks of all moves, with some air"


@pytest.mark.parametrize("page", [{"viewport": {"width": 2560, "height": 1440}}], indirect=True)
def test_a_large_window_has_a_large_board_in_every_view_that_plays(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    sides = []
    for name in ("play", "timed", "train"):
        if name != "play":
            tab.goto(page.url + VIEWS[name][0])
            tab.locator(VIEWS[name][1]).first.wait_for()
        sides.append(tab.locator("main taquin-board").bounding_box()["width"])
    assert min(sides) >= 0.7 * 1440 and max(sides) <= 1.1 * min(sides)
    # What stands below the board is in the window, too.
    for height in (1440, 1300):
        tab.set_viewport_size({"width": 2560, "height": height})
        assert tab.evaluate("document.documentElement.scrollHeight") == height


def _hinted(tab: Any) -> None:
    tab.keyboard.press("h")
    tab.locator(".hints__move").wait_for(timeout=60_000)


def _attempt(tab: Any) -> None:
    tab.get_by_role("button", name="Start", exact=True).click()


def _state(name: str) -> State:
    return next(state for state in STATES if state.name == name)


BUSY = [
    State("hint", EIGHT, _hinted),
    State("solution", EIGHT, solved),
    State("attempt", "#/timed", _attempt),
    *map(_state, ("play-notice", "play-solved-over", "setup", "settings", "share", "analysis")),
    *map(_state, ("train-check", "train", "daily", "review", "stats", "lab-record")),
]


MOVES = [
    State("solution", EIGHT, solved),
    *map(_state, ("analysis", "review")),
]


@pytest.mark.parametrize("state", MOVES, ids=lambda state: state.name)
def test_moves_are_whole_and_buttons_stand_in_full_rows(page: Page, state: State) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    for window in WINDOWS:
        resized(tab, window)
        assert tab.evaluate(CUT, ".moves") == [], window
        assert tab.evaluate(ALONE, ".exits, .analyse__exits, .playback__row") == [], window


@pytest.mark.parametrize("height", [640, 740])
def test_the_board_that_is_set_up_on_a_phone_is_whole(page: Page, height: int) -> None:
    state = _state("setup")
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    for width in (320, 360, 390):
        resized(tab, (width, height))
        editor, foot = ends(tab, ".editor", ".dialog__foot")
        assert editor[1] <= foot[0], width


@pytest.mark.parametrize("state", BUSY, ids=lambda state: state.name)
def test_nothing_covers_a_control(page: Page, state: State) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    tab.emulate_media(reduced_motion="reduce")
    page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    for window in WINDOWS:
        resized(tab, window)
        assert tab.evaluate(COVERED) == [], window


def test_what_covers_a_control_is_found(page: Page) -> None:
    tab = opened(page, "play")
    assert tab.evaluate(COVERED) == []
    tab.evaluate("""() => {
      const dock = document.createElement("div");
      dock.className = "dock";
      dock.style = "position: fixed; inset: 50% 0 0";
      document.body.append(dock);
    }""")
    assert any(line.endswith(": dock") for line in tab.evaluate(COVERED))


@pytest.mark.parametrize("page", [{"viewport": {"width": 768, "height": 1024}}], indirect=True)
def test_a_hint_on_a_tablet_moves_neither_the_board_nor_the_buttons(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/13+0+14+15")
    tab.locator(".hints").wait_for()
    parts = ("taquin-board", ".controls__row--first", ".controls__row:not(.controls__row--first)")
    before = ends(tab, *parts)
    _hinted(tab)
    *after, words = ends(tab, *parts, ".hints__words")
    assert after == before
    assert before[0][0] >= 0 and before[-1][1] <= words[0] < words[1] <= 1024


@pytest.mark.parametrize("window", [(360, 740), (740, 360), (768, 1024)], ids=str)
def test_a_solution_is_left_without_scrolling(page: Page, window: tuple[int, int]) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = page.open(EIGHT)
    tab.locator(".hints").wait_for()
    solved(tab)
    leave = tab.get_by_role("button", name="Return to the game")
    shown = ends(tab, "taquin-board", ".playback", ".solve .exits")
    assert all(top >= 0 for top, _ in shown)
    box = leave.bounding_box()
    assert box["y"] + box["height"] <= window[1]
    leave.click()
    assert tab.locator(".controls__row").first.is_visible()


@pytest.mark.parametrize("name", ["play", "timed", "train", "lessons", "analysis"])
def test_the_board_is_whole_in_a_low_window(page: Page, name: str) -> None:
    tab = opened(page, name)
    if name == "timed":
        tab.get_by_label("Size", exact=True).select_option("3")
        _attempt(tab)
    for window in LOW:
        resized(tab, window)
        board = tab.locator("main taquin-board:visible")
        if window[0] < 560:  # below what stands above it
            board.evaluate("(one) => one.scrollIntoView({ block: 'nearest' })")
        box = board.bounding_box()
        # The browser scrolls by whole pixels.
        assert box["y"] > -1 and box["y"] + box["height"] < window[1] + 1, window
        assert box["height"] >= 0.6 * window[1], window


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_the_board_of_a_review_stays_beside_what_is_read(page: Page) -> None:
    state = _state("review")
    page.tab.add_init_script(WELCOMED)
    tab = page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    for scrolled in (0, 600):
        tab.evaluate("(y) => scrollTo(0, y)", scrolled)
        [(top, bottom)] = ends(tab, ".review__board taquin-board")
        assert top >= 0 and bottom <= 360, scrolled


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_review_on_a_phone_begins_with_what_to_do_next(page: Page) -> None:
    state = _state("review")
    page.tab.add_init_script(WELCOMED)
    tab = page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    tab.evaluate("scrollTo(0, 0)")
    box = tab.get_by_role("button", name="Try again from here").first.bounding_box()
    assert box["y"] + box["height"] <= 740


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 256}}], indirect=True)
def test_the_board_of_a_storm_is_in_sight_at_400_percent(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/train?part=storm")
    tab.locator(".train__time:visible").wait_for()
    [(top, bottom)] = ends(tab, ".train__board taquin-board")
    assert top > -1 and bottom < 257


# One of the best moves.
BEGIN = """async () => {
  const boards = [...document.querySelectorAll("taquin-board")];
  const board = boards.find((one) => one.checkVisibility());
  const { createSolver } = await import("./solver/solver.js");
  const { letters } = await createSolver({ online: false }).optimalMoves(board.board, board.goal);
  board.push(letters[0]);
}"""


@pytest.mark.parametrize("window", [(768, 1024), (810, 1080), (700, 1000)], ids=str)
@pytest.mark.parametrize("kind", ["streak", "storm", "timed"])
def test_while_a_clock_runs_or_a_miss_ends_it_all_buttons_are_in_the_window(
    page: Page, kind: str, window: tuple[int, int]
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    if kind == "timed":
        tab = page.open("#/timed")
        tab.get_by_role("button", name="Start", exact=True).click()
        arrows(tab, "Up", "Down", "Left", "Right")
    else:
        tab = page.open(f"#/train?part={kind}")
        tab.locator(".train__words", has_text="find 3 best moves").wait_for()
        tab.evaluate(BEGIN)
    end = "Give up" if kind == "timed" else f"End the {kind}"
    tab.get_by_role("button", name=end).wait_for()
    tab.evaluate("scrollTo(0, 0)")
    buttons = ".timed__strip > .button" if kind == "timed" else ".train__run > .toolbar"
    shown, (top, bottom) = ends(tab, "main taquin-board", buttons)
    assert shown[0] >= 0 and shown[1] <= window[1]
    assert top >= 0 and bottom <= window[1] - 16
    # A large board still.
    width = tab.locator("main taquin-board:visible").bounding_box()["width"]
    assert width >= 0.72 * window[0]


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 256}}], indirect=True)
def test_the_tile_that_a_hint_names_is_in_sight_at_400_percent(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/0+4+6/7+5+8")
    tab.locator(".hints").wait_for()
    _hinted(tab)
    tile = tab.locator("taquin-board button.marked").bounding_box()
    assert tile["y"] > -1 and tile["y"] + tile["height"] < 257


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_no_row_of_buttons_is_cut_by_the_end_of_a_phones_screen(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(LONG_STEP)
    tab.locator(".hints").wait_for()
    assert tab.evaluate("document.documentElement.scrollHeight") <= 740
    tab.get_by_role("button", name="Hints:").click()
    tab.get_by_role("menuitemradio", name="Human").click()
    for label in ("Which way?", "Play 15 moves"):
        tab.keyboard.press("h")
        tab.get_by_role("button", name=label).wait_for()
        [(_, bottom)] = ends(tab, ".controls > :last-child")
        assert bottom <= 740
    button = tab.locator(".hints__row .button--primary")
    words = button.locator("span").first.bounding_box()
    box = button.bounding_box()
    assert words["x"] - box["x"] >= 8
    assert words["x"] + words["width"] <= box["x"] + box["width"] - 8


@pytest.mark.parametrize("name", ["setup", "settings", "help", "share"])
def test_a_dialog_at_400_percent_is_read_in_the_whole_window(page: Page, name: str) -> None:
    state = _state(name)
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    resized(tab, (320, 256))
    body = tab.locator(".dialog__body")
    # It opens at its title, and scrolls on to nothing but its content.
    assert tab.locator("dialog").evaluate("(one) => one.scrollTop") == 0
    tab.locator("dialog").evaluate("(one) => one.scrollTo(0, 70)")
    box = body.bounding_box()
    shown = min(box["y"] + box["height"], 256) - max(box["y"], 0)
    assert shown >= min(200, body.evaluate("(one) => one.scrollHeight") - 70)


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_the_lab_takes_few_screens_on_a_phone_and_nothing_floats_over_it(page: Page) -> None:
    tab = lab(page, board=EASY)
    run(tab)
    height = "document.documentElement.scrollHeight"
    assert tab.evaluate(height) <= 4_100
    assert tab.locator(".lab-table tbody tr").first.locator("td:visible").count() == 5
    figures = tab.get_by_role("button", name="All figures")
    figures.click()
    assert tab.locator(".lab-table tbody tr").first.locator("td:visible").count() == 11
    figures.click()
    record(tab)
    assert tab.evaluate(height) <= 5_000
    # Only the buttons of a recording and their slider stay in sight, while it is passed.
    floating = """() => [...document.querySelectorAll("main *")].filter((part) =>
      part.checkVisibility() && ["fixed", "sticky"].includes(getComputedStyle(part).position)
      && part.localName !== "caption"
      && !part.matches(".lab-steps, .lab-scrub")).length"""
    assert tab.evaluate(floating) == 0
    # What is folded is all there, and draws itself when it is opened.
    tab.get_by_text("Tree, rows and heat map").click()
    assert tab.locator(".lab-tree").bounding_box()["height"] > 200
    resized(tab, (1440, 900))
    assert tab.get_by_text("Frontier (4)").first.is_visible()


@pytest.mark.parametrize("page", [{"viewport": {"width": 768, "height": 1024}}], indirect=True)
def test_a_table_of_the_lab_fits_a_tablet_and_its_bars_take_the_width(page: Page) -> None:
    tab = lab(page, board=EASY)
    run(tab)
    assert tab.evaluate(CUT, ".lab-scroll:has(.lab-table)") == []
    bars = tab.locator(".lab-bars").bounding_box()["width"]
    assert tab.locator(".lab-bars__track").first.bounding_box()["width"] >= 0.9 * bars
    tab.get_by_role("button", name="All figures").click()
    assert tab.locator(".lab-table tbody tr").first.locator("td:visible").count() == 11


@pytest.mark.parametrize("page", [{"viewport": {"width": 1440, "height": 900}}], indirect=True)
def test_no_hole_is_left_below_the_question_of_the_lab(page: Page) -> None:
    tab = page.open("#/lab")
    tab.wait_for_selector(".lab-roster li")
    section = tab.locator(".lab-start > :first-child").bounding_box()
    verdict = tab.locator(".lab-verdict").bounding_box()
    assert section["y"] + section["height"] - verdict["y"] - verdict["height"] < 24


def test_a_wider_window_shows_no_less_of_a_table_of_the_lab(page: Page) -> None:
    tab = lab(page, board=EASY)
    run(tab)
    name, lines = tab.locator(".lab-table tbody tr").nth(5).locator("th"), []
    for width, height in ((1440, 900), (1920, 1080), (2560, 1440)):
        tab.set_viewport_size({"width": width, "height": height})
        assert tab.evaluate(CUT, ".lab-scroll:has(.lab-table)") == [], width
        label, bar = ends(tab, ".lab-bars__name", ".lab-bars__track")
        assert label[0] < bar[1] and bar[0] < label[1], "names stand beside their bars"
        lines.append(
            name.evaluate(
                """(cell) => {
                  const words = document.createRange();
                  words.selectNodeContents(cell);
                  return new Set([...words.getClientRects()].map(({ top }) => top)).size;
                }"""
            )
        )
    assert lines[0] >= lines[1] >= lines[2] > 0


def test_a_notice_leaves_room_for_what_has_the_focus(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": 360, "height": 640})
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open(NEAR)
    tab.locator(".hints").wait_for()
    tab.keyboard.press("ArrowRight")
    tab.keyboard.press("n")
    notice = tab.locator(".notice")
    notice.wait_for()
    more = tab.get_by_role("button", name="More")
    more.focus()
    more.evaluate("(one) => one.scrollIntoView({ block: 'nearest' })")
    box, over = more.bounding_box(), notice.bounding_box()
    # The notice stands at the foot of the page, or above the controls that it would cover there.
    assert box["y"] + box["height"] <= over["y"] or over["y"] + over["height"] <= box["y"]


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 256}}], indirect=True)
def test_the_masthead_is_one_line_at_400_percent(page: Page) -> None:
    tab = opened(page, "stats")
    masthead = tab.locator(".masthead").bounding_box()
    assert masthead["height"] <= 48
    [chosen] = [one.bounding_box() for one in tab.locator(".tabs [aria-current]").all()]
    tools = tab.locator(".masthead__tools").bounding_box()
    assert chosen["x"] >= 0 and chosen["x"] + chosen["width"] <= tools["x"]
    # The first one is not out of reach: it scrolls in.
    tab.locator(".tabs").evaluate("(one) => one.scrollTo(0, 0)")
    assert tab.get_by_role("link", name="Play").first.bounding_box()["x"] >= 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_solve_is_whole_below_a_hint_on_a_phone(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(EIGHT)
    tab.locator(".hints").wait_for()
    _hinted(tab)
    [(top, bottom)] = ends(tab, ".solve > .button")
    assert top > 0 and bottom <= 740


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_what_is_set_up_on_a_phone_held_sideways_is_played_at_once(page: Page) -> None:
    state = _state("setup")
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    sizes, goal, play = ends(tab, ".setup__sizes", "#setup-goal", ".dialog__foot .button--primary")
    assert sizes[1] <= play[0] and goal[1] <= play[0] and play[1] <= 360


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 640}}], indirect=True)
@pytest.mark.parametrize("mode", ["Optimal", "Slides", "Human", "Learn"])
def test_a_hint_on_a_small_phone_moves_nothing_but_once(page: Page, mode: str) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(LONG_STEP)
    tab.locator(".hints").wait_for()
    tab.get_by_role("button", name="Hints:").click()
    tab.get_by_role("menuitemradio", name=mode).click()
    parts = ("taquin-board", ".controls__row--first", ".hints__row")
    below = (*parts, ".controls__row:not(.controls__row--first)")
    before = ends(tab, *parts)
    tab.get_by_role("button", name="Hint", exact=True).click()
    tab.locator(".hints__words > *").first.wait_for()
    opened = ends(tab, *below)
    assert opened[:-1] == before
    tab.get_by_role("button", name=re.compile("Which way|Which tile")).wait_for(timeout=60_000)
    tab.locator(".hints__words", has_text="still being sought").wait_for(
        state="detached", timeout=60_000
    )
    *after, words = ends(tab, *below, ".hints__words")
    assert after == opened and words[1] <= 640


# Where the words of each element stand: the line below their letters, their left and right end.
LINES = """(parts) => [...document.querySelectorAll(parts)]
  .filter((one) => one.checkVisibility())
  .map((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    const { left, right } = range.getBoundingClientRect();
    const [words, mark] = [document.createElement("span"), document.createElement("span")];
    mark.style.display = "inline-block";
    words.append(...one.childNodes, mark);
    one.append(words);
    const line = mark.getBoundingClientRect().bottom;
    mark.remove();
    words.replaceWith(...words.childNodes);
    return [line, left, right];
  })"""


@pytest.mark.parametrize("window", [(740, 360), (768, 1024), (1440, 900), (2560, 1440)], ids=str)
def test_the_words_beside_the_wordmark_stand_on_its_line(
    page: Page, window: tuple[int, int]
) -> None:
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    tab = page.open()
    tab.locator(".stage taquin-board").wait_for()
    (name, *_), *words = tab.evaluate(LINES, ".wordmark, .masthead .tabs > *")
    assert len(words) == 7
    assert all(abs(line - name) <= 1 for line, *_ in words), (name, words)


@pytest.mark.parametrize(("window", "sides"), [((740, 360), 3), ((768, 1024), 4)])
def test_the_sizes_stand_equally_far_from_each_other(
    page: Page, window: tuple[int, int], sides: int
) -> None:
    """Where a window is low, the last one gives way to “Set up”, so that the clock has one line."""
    page.tab.set_viewport_size({"width": window[0], "height": window[1]})
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for()
    sizes = tab.evaluate(LINES, ".sizes__size")
    gaps = [after[1] - before[2] for before, after in itertools.pairwise(sizes)]
    assert len(sizes) == sides and max(gaps) - min(gaps) <= 3, gaps


# Whether the edge of each button can be told from what it lies on.
BORDERS = """(buttons) => buttons.map((one) => {
  const { borderTopColor, borderTopStyle } = getComputedStyle(one);
  return [one.textContent, borderTopStyle === "solid" && !/, 0\\)$/.test(borderTopColor)];
})"""


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_what_skips_or_ends_something_looks_like_a_button(page: Page) -> None:
    tab = page.open()
    skip = tab.locator(".tutorial__foot .button")
    skip.first.wait_for()
    found = dict(skip.evaluate_all(BORDERS))
    assert found["Skip"] and all(found.values()), found
    for kind in ("storm", "streak"):
        tab.goto(f"{page.url}#/train?part={kind}")
        tab.locator(".train__words", has_text="find 3 best moves").wait_for()
        tab.evaluate(BEGIN)
        tab.get_by_role("button", name=f"End the {kind}").wait_for()
        found = dict(tab.locator(".train__run > .toolbar > .button").evaluate_all(BORDERS))
        assert found[f"End the {kind}"] and all(found.values()), found


TALL = "board=1+2/3+4/5+6/7+8/9+10/11+12/13+14/0+15&goal=last"


@pytest.mark.parametrize("view", ["review", "analysis"])
def test_a_tall_board_is_whole_in_the_views_that_read_it(page: Page, view: str) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(f"#/play?{TALL}")
    tab.locator(".hints").wait_for()
    if view == "review":
        tab.keyboard.press("ArrowLeft")
        tab.locator(".result h2").wait_for()
    tab.goto(f"{page.url}#/{view}")
    board = tab.locator(f".view--{view} taquin-board")
    board.wait_for()
    for window in ((360, 740), (740, 360), (768, 1024), (1440, 900), (2560, 1440)):
        resized(tab, window)
        box = board.bounding_box()
        assert box["height"] > 3 * box["width"] and box["width"] >= 64, window
        assert box["y"] >= 0 and box["y"] + box["height"] <= window[1], (window, box)
