"""Notices are whole at every width, and a page that fits the window still fits with one."""

import pytest

from page_states import STATES, WELCOMED, arrows, board, prepared
from page_support import Page

TOUCHED = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "reduced_motion": "reduce",
}


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_long_notice_wraps_within_a_phones_width_and_its_button_is_whole(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+0+6/7+5+8")
    tab.locator(".hints").wait_for()
    arrows(tab, "Down")
    tab.get_by_role("button", name="More").click()
    tab.get_by_role("menuitem", name="Analyse").click()
    tab.locator(".analyse__left", has_text="left").wait_for()
    tab.get_by_role("button", name="Play from here").click()
    notice = tab.locator(".notice")
    notice.get_by_text("The board of the analysis is set up.").wait_for()
    for part in (notice, notice.get_by_role("button", name="Undo")):
        box = part.bounding_box()
        assert box["x"] >= 16 and box["x"] + box["width"] <= 344
    assert tab.evaluate("document.documentElement.scrollWidth") == 360
    # The longest words of any language, on the smallest phone.
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.evaluate("""() => {
      document.querySelector(".notice").removeAttribute("style");
      const [words, undo] = document.querySelectorAll(".notice > :not(.button--icon)");
      [words.textContent, undo.textContent] = ["Das Brett ist aufgebaut.", "Zurücknehmen"];
    }""")
    boxes = [one.bounding_box() for one in (notice, *notice.locator("> *").all())]
    assert max(box["x"] + box["width"] for box in boxes) <= boxes[0]["x"] + boxes[0]["width"]


def test_a_notice_makes_no_page_scroll_that_fits_the_window(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for()
    height = "document.documentElement.scrollHeight"
    assert tab.evaluate(height) == 900
    arrows(tab, "Down")
    tab.keyboard.press("n")
    tab.locator(".notice").wait_for()
    tab.wait_for_function(f"() => {height} === 900")


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}, {}], indirect=True)
def test_a_notice_offers_something_and_its_cross_stands_apart(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for()
    arrows(tab, "Down")
    tab.keyboard.press("n")
    notice = tab.locator(".notice")
    undo = notice.get_by_role("button", name="Undo").bounding_box()
    cross = notice.get_by_role("button", name="Dismiss")
    box = cross.bounding_box()
    assert undo["y"] == box["y"] and box["x"] - undo["x"] - undo["width"] >= 8
    assert min(undo["height"], box["height"], box["width"]) >= 44
    cross.click()
    assert notice.count() == 0


@pytest.mark.parametrize("size", [(1440, 900), (2560, 1440)], ids=str)
def test_a_notice_is_whole_and_covers_no_edge_of_a_control(
    page: Page, size: tuple[int, int]
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open("#/lab")
    record = tab.get_by_role("button", name="Record")
    record.wait_for()
    for fragment in ("#/lab", "#/play"):
        tab.evaluate("(hash) => { location.hash = hash; }", fragment)
        tab.locator(f".view--{fragment[2:]}").wait_for()
        tab.evaluate("location.hash = '#/nothing'")
        notice = tab.locator(".notice", has_text="no view named").bounding_box()
        assert notice["x"] + notice["width"] <= tab.evaluate("document.body.clientWidth") - 15.5
        if fragment == "#/lab":
            box = record.bounding_box()
            above = notice["y"] + notice["height"] <= box["y"]
            assert above or box["y"] + box["height"] <= notice["y"]
        tab.get_by_role("button", name="Dismiss").click()


# The words of what can be pressed and lies under the notice.
PRESSED = """() => {
  const notice = document.querySelector(".notice").getBoundingClientRect();
  const pressed = "button, a[href], input, select, textarea, summary";
  return [...document.querySelectorAll(pressed)].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const beside = left >= notice.right || right <= notice.left;
    const apart = beside || top >= notice.bottom || bottom <= notice.top;
    return !apart && !one.closest(".notice") && one.checkVisibility();
  }).map((one) => one.textContent || one.id);
}"""


def test_of_a_link_that_does_not_open_nothing_stays_but_words_that_cover_nothing(
    page: Page,
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open("#/lab?board=1+2+3/4+5+6/0+7+8")
    tab.get_by_role("button", name="Record").wait_for()
    address, notice = tab.evaluate("location.hash"), tab.locator(".notice")
    for width, height in ((360, 740), (768, 1024)):
        tab.set_viewport_size({"width": width, "height": height})
        tab.evaluate("scrollTo(0, 300)")
        before = tab.evaluate("document.querySelector('main').offsetTop")
        tab.evaluate("location.hash = '#/nonsense'")
        notice.get_by_text("This link cannot be opened: no view named “nonsense”.").wait_for()
        assert (tab.evaluate(PRESSED), tab.evaluate("location.hash")) == ([], address)
        box = notice.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        notice.get_by_role("button", name="Dismiss").click()
        assert tab.evaluate("document.querySelector('main').offsetTop") == before
        assert notice.count() == 0
    # Nor as the first view grows under it.
    tab.set_viewport_size({"width": 360, "height": 740})
    page.open_anew("#/nonsense")
    tab.locator(".hints").wait_for()
    notice.wait_for()
    tab.wait_for_function(f"() => ({PRESSED})().length === 0")
    assert tab.evaluate("location.hash") == "#/play"


# Whether the notice lies within the page's margin, and what it is on: words and pictures.
COVERED = """() => {
  const notice = document.querySelector(".notice").getBoundingClientRect();
  const covers = (one) =>
    one.left + 1 < notice.right && one.right - 1 > notice.left &&
    one.top + 1 < notice.bottom && one.bottom - 1 > notice.top;
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const found = [];
  while (texts.nextNode()) {
    const { currentNode } = texts;
    if (!currentNode.parentElement.checkVisibility({ visibilityProperty: true })) continue;
    range.selectNodeContents(currentNode);
    if ([...range.getClientRects()].some(covers)) found.push(currentNode.data);
  }
  const pictures = [...document.querySelectorAll("main svg")];
  for (const one of pictures.filter((one) => one.checkVisibility())) {
    if (covers(one.getBoundingClientRect())) found.push(one.parentElement.textContent);
  }
  return { found, inside: notice.left >= 15.5 && notice.right <= innerWidth - 15.5 };
}"""


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": 360, "height": 740}, "has_touch": True},
        {"viewport": {"width": 360, "height": 780}, "has_touch": True},
        {"viewport": {"width": 768, "height": 1024}, "has_touch": True},
    ],
    indirect=True,
)
def test_a_notice_makes_way_for_what_grows_under_it(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open("#/play?board=1+2+3+4/5+6+7+8/9+0+11+12/13+10+14+15")
    tab.locator(".hints").wait_for()
    arrows(tab, "Up")
    tab.get_by_role("group", name="Size").get_by_text("3×3").click()
    tab.locator(".notice").wait_for()
    tab.get_by_role("button", name="Hint", exact=True).tap()
    tab.locator(".hints__words .badge").wait_for()
    tab.evaluate(
        "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    assert tab.evaluate(COVERED) == {"found": [], "inside": True}


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 360}}], indirect=True)
def test_a_notice_goes_where_a_hint_needs_its_place(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.emulate_media(reduced_motion="reduce")
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for()
    arrows(tab, "Down")
    tab.keyboard.press("n")
    notice = tab.locator(".notice")
    notice.wait_for()
    assert tab.evaluate(COVERED) == {"found": [], "inside": True}
    tab.get_by_role("button", name="Hint", exact=True).click()
    tab.locator(".hints__words .badge").wait_for()
    notice.wait_for(state="detached", timeout=1_000)
    assert tab.evaluate("scrollY") <= 16, "the head of the page stays in sight"
    assert tab.get_by_role("button", name="Undo", exact=True).is_enabled()


# What is below the head of the page and lies under the notice: words, controls and the board.
UNDER = """() => {
  const notice = document.querySelector(".notice").getBoundingClientRect();
  const things = "#main :is(button, a[href], input, select, summary, taquin-board, p, dd, dt)";
  return [...document.querySelectorAll(things)].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const beside = left >= notice.right || right <= notice.left;
    const apart = beside || top >= notice.bottom || bottom <= notice.top;
    return !apart && one.checkVisibility({ visibilityProperty: true });
  }).map((one) => one.textContent || one.localName);
}"""


@pytest.mark.parametrize("height", [640, 740])
@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_a_notice_of_another_board_leaves_the_game_and_its_buttons_free(
    page: Page, width: int, height: int
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": width, "height": height})
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for()
    notice = tab.locator(".notice")
    arrows(tab, "Right", "Down")
    tab.get_by_role("group", name="Size").get_by_text("4×4").tap()
    notice.get_by_text("New 4×4 board.").wait_for()
    assert tab.evaluate(UNDER) == []
    arrows(tab, "Right", "Down", "Left")
    tab.evaluate("location.hash = '#/play?board=1+2+3/4+5+6/7+0+8'")
    notice.get_by_text("The board from the link is set up.").wait_for()
    assert tab.evaluate(UNDER) == []
    arrows(tab, "Right", "Down", "Left")
    tab.evaluate("location.hash = '#/analysis?board=1+2+3/4+5+6/7+0+8'")
    tab.get_by_role("button", name="Play from here").tap()
    notice.get_by_text("The board of the analysis is set up.").wait_for()
    assert tab.evaluate(UNDER) == []
    box = notice.bounding_box()
    assert box["x"] >= 15.5 and box["x"] + box["width"] <= width - 15.5
    assert box["y"] >= 0 and box["y"] + box["height"] <= height
    # No tab of the head has its words covered.
    names = "(links) => links.map((one) => one.getBoundingClientRect().top)"
    tabs = tab.locator("header nav a").evaluate_all(names)
    assert all(top >= box["y"] + box["height"] - 8 for top in tabs) or box["y"] > height / 2


@pytest.mark.parametrize("height", [640, 740])
@pytest.mark.parametrize("width", [320, 360])
@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_a_notice_of_another_board_leaves_the_settings_free(
    page: Page, width: int, height: int
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": width, "height": height})
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for()
    notice, tools = tab.locator(".notice"), tab.locator("header button")
    assert tools.count() == 2
    buttons = [tools.nth(i).bounding_box() for i in range(2)]

    def apart() -> None:
        box = notice.bounding_box()
        for one in buttons:
            beside = one["x"] >= box["x"] + box["width"] or one["x"] + one["width"] <= box["x"]
            assert beside or one["y"] + one["height"] <= box["y"], (box, one)
        for name in ("Undo", "Dismiss"):
            part = notice.get_by_role("button", name=name).bounding_box()
            assert min(part["width"], part["height"]) >= 44
            assert part["x"] + part["width"] <= box["x"] + box["width"]

    arrows(tab, "Right", "Down")
    tab.get_by_role("group", name="Size").get_by_text("4×4").tap()
    notice.get_by_text("New 4×4 board.").wait_for()
    apart()
    arrows(tab, "Right", "Down", "Left")
    tab.evaluate("location.hash = '#/analysis?board=1+2+3/4+5+6/7+0+8'")
    tab.get_by_role("button", name="Play from here").tap()
    notice.get_by_text("The board of the analysis is set up.").wait_for()
    apart()
    tab.get_by_role("button", name="Settings").tap()
    tab.get_by_role("dialog", name="Settings").wait_for()


def test_a_notice_names_the_board_that_has_just_come(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for()
    arrows(tab, "Right", "Down")
    before = board(tab)
    sizes, notice = tab.get_by_role("group", name="Size"), tab.locator(".notice")
    for size in ("4×4", "3×3", "5×5"):
        sizes.get_by_text(size).click()
        notice.get_by_text(f"New {size} board.").wait_for()
        assert notice.count() == 1
    # The game that is offered is still the one that was left.
    notice.get_by_role("button", name="Undo").click()
    assert board(tab) == before
    assert notice.count() == 0
    # Once the offer is gone, a board that nobody has begun is replaced without one.
    sizes.get_by_text("4×4").click()
    notice.get_by_text("New 4×4 board.").wait_for()
    notice.get_by_role("button", name="Dismiss").click()
    sizes.get_by_text("3×3").click()
    tab.get_by_text("New 3×3 board.").first.wait_for()
    assert notice.count() == 0


# Whether the notice lies on a heading or on what can be pressed, by more than an edge.
ON = """() => {
  const notice = document.querySelector(".notice").getBoundingClientRect();
  const things = "#main :is(h1, h2, h3, button, a[href], input, select, summary)";
  return [...document.querySelectorAll(things)].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const wide = Math.min(right, notice.right) - Math.max(left, notice.left);
    const high = Math.min(bottom, notice.bottom) - Math.max(top, notice.top);
    return wide > 8 && high > 8 && one.checkVisibility();
  }).map((one) => one.textContent || one.ariaLabel);
}"""


@pytest.mark.parametrize("page", [TOUCHED, {**TOUCHED, "locale": "de-DE"}], indirect=True)
def test_a_notice_on_a_long_page_makes_way_for_headings_and_what_is_scrolled_to(
    page: Page,
) -> None:
    page.tab.set_viewport_size({"width": 360, "height": 740})
    tab = prepared(page, next(state for state in STATES if state.name == "stats"))
    tab.locator(".games .button--icon").first.tap()
    notice = tab.locator(".notice")
    notice.wait_for()
    assert tab.evaluate(ON) == []
    # The import lies where the notice is.
    tab.evaluate("""() => {
      const { top } = document.querySelector(".notice").getBoundingClientRect();
      const data = document.querySelector(".stats__data button").getBoundingClientRect();
      scrollBy(0, data.top - top);
    }""")
    tab.wait_for_function(f"() => ({ON})().length === 0")
    assert notice.count() == 1


# Everything that can be seen or pressed and lies under the notice, the head of the page included.
UNDER_ALL = """() => {
  const notice = document.querySelector(".notice");
  const { left, right, top, bottom } = notice.getBoundingClientRect();
  const under = (box) => box.width > 0 && Math.min(box.right, right) - Math.max(box.left, left) > 1
    && Math.min(box.bottom, bottom) - Math.max(box.top, top) > 1;
  const seen = (one) => one.checkVisibility({ visibilityProperty: true })
    && !notice.contains(one) && !one.closest("[inert], .visually-hidden, .skip");
  const controls = document.querySelectorAll("button, a[href], input, select, summary");
  const found = [...controls].filter((one) => seen(one) && under(one.getBoundingClientRect()))
    .map((one) => one.textContent || one.localName);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    range.selectNodeContents(texts.currentNode);
    if (seen(texts.currentNode.parentElement) && [...range.getClientRects()].some(under)) {
      found.push(texts.currentNode.data);
    }
  }
  return found;
}"""


@pytest.mark.parametrize(
    ("page", "size"),
    [
        (TOUCHED, (320, 640)),
        (TOUCHED, (360, 740)),
        ({**TOUCHED, "locale": "de-DE"}, (360, 740)),
    ],
    indirect=["page"],
    ids=str,
)
def test_on_a_phone_a_notice_lies_on_nothing_and_moves_nothing(
    page: Page, size: tuple[int, int]
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    notice, places = tab.locator(".notice"), "document.querySelector('main').offsetTop"
    before = tab.evaluate(places)
    for view in ("play", "timed", "train", "review", "lab"):
        tab.evaluate("(view) => { location.hash = `#/${view}`; }", view)
        tab.locator(f".view--{view}").wait_for()
        tab.wait_for_load_state("networkidle")
        tab.evaluate("location.hash = '#/nonsense'")
        notice.wait_for()
        assert tab.evaluate(UNDER_ALL) == [], view
        assert tab.evaluate(places) == before, view
        notice.get_by_role("button").last.tap()
        notice.wait_for(state="detached")
    # The name of the page is back.
    assert tab.locator(".wordmark").is_visible()
    # An attempt that goes on needs its choices no more.
    tab.evaluate("location.hash = '#/timed'")
    tab.locator(".timed__cover .button--primary").tap()
    tab.locator("#tools button").first.tap()
    tab.locator("#setting-language").select_option("fr")
    notice.wait_for(state="attached")
    tab.keyboard.press("Escape")
    assert tab.evaluate(UNDER_ALL) == []


# Whether the notice and its words lie within the window, and what it is on of that which the player
# looks at.
ON_GAME = """() => {
  const notice = document.querySelector(".notice");
  const [place, words] = [notice, notice.querySelector("p")]
    .map((one) => one.getBoundingClientRect());
  const inside = place.left >= 0 && place.right <= innerWidth && place.bottom <= innerHeight &&
    place.top >= 0 && words.top >= 1;
  const looked = "taquin-board, .hints__words > *, .result :is(h2, p, button)";
  const on = [...document.querySelectorAll(looked)].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const wide = Math.min(right, place.right) - Math.max(left, place.left);
    const high = Math.min(bottom, place.bottom) - Math.max(top, place.top);
    return wide > 4 && high > 4 && one.checkVisibility();
  });
  return { inside, on: on.map((one) => one.textContent || one.localName) };
}"""
NOTIFIED = """(text) => import("/shared/notices.js").then(({ showNotice }) =>
  void showNotice(document.querySelector("#notices"), text, {}))"""


@pytest.mark.parametrize("after", ["a hint", "a win"])
@pytest.mark.parametrize("size", [(320, 640), (360, 740), (740, 360), (768, 1024)], ids=str)
@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_a_long_notice_is_neither_on_the_board_nor_on_what_was_asked_for(
    page: Page, size: tuple[int, int], after: str
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open("#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/13+14+0+15")
    tab.locator(".hints").wait_for()
    if after == "a hint":
        tab.get_by_role("button", name="Hint", exact=True).tap()
        tab.locator(".hints__words .badge").wait_for()
    else:
        arrows(tab, "Left")
        tab.locator(".result__compared", has_text="Perfect").wait_for()
    texts = (
        "This link cannot be opened: no view named “something”.",
        "Named boards could not be loaded; check the connection and reload the page.",
    )
    for text in texts:
        tab.evaluate(NOTIFIED, text)
        tab.locator(".notice", has_text=text).wait_for()
        assert tab.evaluate(ON_GAME) == {"inside": True, "on": []}, text


@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_words_that_were_seen_go_when_what_is_asked_for_needs_their_place(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.set_viewport_size({"width": 740, "height": 360})
    tab.locator(".hints").wait_for()
    tab.evaluate(NOTIFIED, "The games were read from the file.")
    notice = tab.locator(".notice")
    notice.wait_for()
    tab.wait_for_timeout(2_100)
    assert notice.count() == 1
    tab.get_by_role("button", name="Hint", exact=True).tap()
    tab.locator(".hints__words .badge").wait_for()
    notice.wait_for(state="detached", timeout=2_000)


# Six by six, with a goal beside the board: there is no room below the buttons.
FULL = (
    "#/play?board=1+0+2+3+4+5/6+7+8+9+10+11/12+13+14+15+16+17/18+19+20+21+22+23/"
    "24+25+26+27+28+29/30+31+32+33+34+35&goal=first"
)


@pytest.mark.parametrize("page", [{"viewport": {"width": 740, "height": 330}}], indirect=True)
def test_beside_the_board_a_notice_stands_between_the_tabs_and_the_tools(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(FULL)
    tab.locator(".hints").wait_for()
    arrows(tab, "Up")
    tab.keyboard.press("n")
    tab.locator(".notice", has_text="New 6×6 board.").wait_for()
    assert tab.evaluate(PRESSED) == []
    assert tab.locator(".wordmark").is_visible()
    # It comes from a little below its place.
    tab.wait_for_function(
        "() => document.querySelector('.notice').getAnimations({ subtree: true }).length === 0"
    )
    box = tab.locator(".notice").bounding_box()
    assert box["y"] + box["height"] <= tab.locator(".masthead").bounding_box()["height"]


@pytest.mark.parametrize(
    "page",
    [
        {"viewport": {"width": 320, "height": 640}, "locale": locale}
        for locale in ("en-US", "de-DE", "es-ES", "fr-FR", "zh-CN")
    ],
    indirect=True,
    ids=str,
)
def test_a_notice_in_the_head_of_a_phone_has_two_lines_at_most(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=1+2+3/4+5+6/0+7+8")
    tab.locator(".hints").wait_for(state="attached")
    arrows(tab, "Down")
    tab.get_by_role("button", name="5×5", exact=True).click()
    words = tab.locator(".notice--narrow p")
    words.wait_for()
    assert words.bounding_box()["height"] <= 30
    undo, cross = (one.bounding_box() for one in tab.locator(".notice button").all())
    assert min(undo["width"], undo["height"], cross["width"]) >= 40
    # It has its name, whatever is seen of it.
    assert tab.locator(".notice button").first.inner_text() != ""
    tab.locator(".notice button").first.click()
    tab.locator(".notice").wait_for(state="detached")


# By how much the notice lies on each control, and on the board.
ON_CONTROLS = """() => {
  const notice = document.querySelector(".notice");
  if (!notice) return ["no notice"];
  const place = notice.getBoundingClientRect();
  const controls = "button, a[href], input, select, summary, taquin-board";
  return [...document.querySelectorAll(controls)].filter((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const wide = Math.min(right, place.right) - Math.max(left, place.left);
    const high = Math.min(bottom, place.bottom) - Math.max(top, place.top);
    return wide > 1 && high > 1 && !notice.contains(one) &&
      one.checkVisibility({ visibilityProperty: true });
  }).map((one) => one.textContent || one.ariaLabel || one.localName);
}"""


@pytest.mark.parametrize("size", [(844, 390), (740, 360), (667, 375)], ids=str)
@pytest.mark.parametrize(
    "page", [TOUCHED, {**TOUCHED, "locale": "de-DE"}], indirect=True, ids=["en", "de"]
)
def test_a_long_notice_in_a_low_window_has_two_lines_rather_than_lie_on_a_button(
    page: Page, size: tuple[int, int]
) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open("#/daily")
    tab.locator(".daily__card .button--primary").first.wait_for()
    notice = tab.locator(".notice")
    for view in ("daily", "timed", "train", "review", "lab", "stats"):
        tab.evaluate("(view) => { location.hash = `#/${view}`; }", view)
        tab.locator(f".view--{view}").wait_for()
        tab.wait_for_load_state("networkidle")
        tab.evaluate("location.hash = '#/nonsense'")
        notice.wait_for()
        # While a puzzle is looked for, the words above its buttons change and move them.
        tab.wait_for_function(f"() => ({ON_CONTROLS})().length === 0")
        assert tab.evaluate(ON_CONTROLS) == [], view
        notice.get_by_role("button").last.tap()
        notice.wait_for(state="detached")


# Whether the notice is on the board, on the time or on the moves.
ON_THE_RUNNING_GAME = """() => {
  const notice = document.querySelector(".notice").getBoundingClientRect();
  return [...document.querySelectorAll("taquin-board, .clock .figure")].some((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return left < notice.right && right > notice.left && top < notice.bottom && bottom > notice.top;
  });
}"""


@pytest.mark.parametrize("size", [(640, 360), (667, 375), (740, 360)], ids=str)
@pytest.mark.parametrize(
    "page", [TOUCHED, {**TOUCHED, "locale": "de-DE"}], indirect=True, ids=["en", "de"]
)
def test_in_a_low_window_a_notice_of_another_board_is_on_no_clock(
    page: Page, size: tuple[int, int]
) -> None:
    """It lay on the time and the moves of the game that had begun."""
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab = page.open("#/play?board=1+2+3+4/5+6+7+8/9+0+11+12/13+10+14+15")
    tab.locator(".hints").wait_for()
    arrows(tab, "Up")
    tab.keyboard.press("n")
    tab.locator(".notice").wait_for()
    assert not tab.evaluate(ON_THE_RUNNING_GAME)
    arrows(tab, "Up", "Down", "Left", "Right")
    assert not tab.evaluate(ON_THE_RUNNING_GAME)


# What the notice lies on, of all that can be seen, or that it has gone; and where it is.
FREE_OR_GONE = f"""() => document.querySelector(".notice")
  ? {{ on: ({UNDER_ALL})(), at: ["x", "y"].map(
      (one) => document.querySelector(".notice").getBoundingClientRect()[one]) }}
  : {{ on: [], at: null }}"""
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SCRAMBLED = (
    "#/play?board=1+2+3+4+5/16+18+17+6+19/15+24+20+0+7/14+23+22+21+8/13+12+11+10+9&goal=spiral"
)


@pytest.mark.parametrize(
    "page",
    [
        {**TOUCHED, "viewport": {"width": 768, "height": 1024}},
        {**TOUCHED, "viewport": {"width": 320, "height": 640}},
        {**TOUCHED, "viewport": {"width": 390, "height": 844}},
        {**TOUCHED, "viewport": {"width": 740, "height": 360}},
    ],
    indirect=True,
    ids=str,
)
def test_a_notice_keeps_its_place_or_goes_when_a_search_begins(page: Page) -> None:
    """It wandered, and lay on the words of the search."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open(SCRAMBLED.replace("20+0", "0+20"))
    tab.locator(".hints").wait_for(state="attached")
    for moved, address, other in (
        ("Left", SCRAMBLED, "is set up"),
        ("Right", "#/play?board=1+2+3/4+5+6/0+7+8", "is set up"),
    ):
        arrows(tab, moved)
        tab.evaluate("(hash) => { location.hash = hash; }", address)
        tab.locator(".notice", has_text=other).wait_for()
        before = tab.evaluate(FREE_OR_GONE)
        assert before["on"] == []
        tab.keyboard.press("o")
        tab.locator(".solve__body > *").first.wait_for()
        for _ in range(4):
            tab.wait_for_timeout(150)
            tab.evaluate(FRAMES)
            after = tab.evaluate(FREE_OR_GONE)
            assert after["on"] == []
            assert after["at"] in (None, before["at"])
        tab.evaluate("scrollTo(0, 0)")


@pytest.mark.parametrize("page", [TOUCHED], indirect=True)
def test_on_a_scrolled_phone_a_notice_lies_on_no_button(page: Page) -> None:
    """It lay on the lower half of Solve."""
    page.tab.add_init_script(WELCOMED)
    page.tab.set_viewport_size({"width": 320, "height": 640})
    tab = page.open("#/play?board=1+2+3/4+5+6/7+0+8")
    tab.locator(".hints").wait_for(state="attached")
    arrows(tab, "Left")
    tab.locator(".view--solved").wait_for()
    tab.get_by_role("button", name="Retry", exact=True).first.click()
    arrows(tab, "Right")
    # Room to scroll, as a longer page has it.
    tab.evaluate("document.querySelector('main').style.paddingBlockEnd = '8rem'; scrollTo(0, 60)")
    tab.keyboard.press("n")
    for _ in range(5):
        tab.wait_for_timeout(100)
        assert tab.evaluate(FREE_OR_GONE)["on"] == []


@pytest.mark.parametrize(
    "page",
    [{"viewport": {"width": 2560, "height": 1440}, "locale": "de-DE", "reduced_motion": "reduce"}],
    indirect=True,
)
def test_in_a_wide_window_every_notice_ends_at_the_same_line(page: Page) -> None:
    """One stood at the left, another at the right."""
    page.tab.add_init_script(WELCOMED)
    tab = page.open(SCRAMBLED.replace("20+0", "0+20"))
    tab.locator(".hints").wait_for()
    ends = []
    for address in (SCRAMBLED, "#/play?board=1+2+3/4+5+6/0+7+8"):
        arrows(tab, "Left", "Right", "Up", "Down")
        tab.evaluate("(hash) => { location.hash = hash; }", address)
        tab.locator(".notice", has_text="Link").wait_for()
        box = tab.locator(".notice").bounding_box()
        ends.append((box["x"] + box["width"], box["y"] > 1200))
        assert tab.evaluate(FREE_OR_GONE)["on"] == []
    arrows(tab, "Left", "Right", "Up", "Down")
    tab.keyboard.press("n")
    tab.locator(".notice", has_text="Neues").wait_for()
    box = tab.locator(".notice").bounding_box()
    ends.append((box["x"] + box["width"], box["y"] > 1200))
    assert len(set(ends)) == 1 and ends[0][0] > 1800, ends
