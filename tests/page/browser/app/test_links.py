"""Links to positions, replays and views; what is no link is refused in words."""

import re
from pathlib import Path
from typing import Any

import pytest
from playing import tile

from page_states import WELCOMED, arrows, board
from page_support import Page


def test_links_open_the_position_and_the_board_as_it_began(tab: Any, page: Page) -> None:
    arrows(tab, "Down")
    tab.get_by_role("button", name="Share").click()
    link = tab.get_by_label("Link to this position", exact=True).input_value()
    first = tab.get_by_label("Link to the starting board", exact=True).input_value()
    assert link.startswith(page.url + "#/play?board=")
    for address, expected in [(link, "1 2 3/0 5 6/4 7 8"), (first, "1 2 3/4 5 6/0 7 8")]:
        tab.goto(address)
        tab.wait_for_function("() => location.hash === '#/play'")
        assert board(tab) == expected


def test_a_replay_link_opens_the_review_of_that_game(tab: Any, page: Page) -> None:
    for key in ("Down", "Up", "Left", "Left"):
        arrows(tab, key)
        tab.wait_for_timeout(50)
    tab.locator(".result").get_by_role("button", name="Share").click()
    link = tab.get_by_label("Link to the replay", exact=False).first.input_value()
    assert "#/replay?b=1+2+3/4+5+6/0+7+8&m=" in link
    assert tab.get_by_label("Moves (Slidysim notation)", exact=True).input_value() == "DUL2"
    tab.goto(link)
    tab.locator(".view--review").get_by_text("50%").first.wait_for()
    assert tab.locator(".review__head .note").inner_text() == "3×3, from a link"


@pytest.mark.parametrize(
    ("view", "fragment", "shown"),
    [
        ("play", "１ ２ ３／４ ５ ６／７ ０ ８", "1 2 3/4 5 6/7 0 8"),
        ("play", "1+2+3+4/5+6+7+8/9+A+B+C/D+E+0+F", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"),
        ("play", "123456708&goal=１２３４５６７８０", "1 2 3/4 5 6/7 0 8"),
        ("analysis", "123456708", "1 2 3/4 5 6/7 0 8"),
    ],
)
def test_links_name_boards_in_any_notation(
    tab: Any, page: Page, view: str, fragment: str, shown: str
) -> None:
    tab.goto(f"{page.url}#/{view}?board={fragment}")
    tab.locator(f".view--{view} taquin-board").first.wait_for()
    tab.wait_for_load_state("networkidle")
    assert board(tab) == shown


def test_a_game_that_is_won_is_shared_as_its_replay_and_its_start(tab: Any) -> None:
    arrows(tab, "Left", "Left")
    tab.locator(".result").get_by_role("button", name="Share").click()
    dialog = tab.get_by_role("dialog")
    dialog.wait_for()
    labels = dialog.locator("label").all_inner_texts()
    assert labels == [
        "Link to the replay, with every move",
        "Challenge",
        "Link to the starting board",
        "Starting board as text",
        "Moves (Slidysim notation)",
    ]
    assert tab.get_by_label("Starting board as text", exact=True).input_value() == (
        "1 2 3/4 5 6/0 7 8"
    )
    assert dialog.get_by_role("heading", name="Picture of the starting board").count() == 1
    with tab.expect_download() as waiting:
        dialog.get_by_role("button", name="Save SVG").click()
    drawn = Path(waiting.value.path()).read_text(encoding="utf-8")
    texts = re.findall(r"<text[^>]*>(\d+)</text>", drawn)
    assert texts == list("12345678"), "tiles in the order of the starting board"


OWN = ("1 8 0/7 2 5/3 6 4", "8 7 6/5 4 3/2 1 0", "Custom goal")
NAMED = ("1 3 2/4 5 0", "1 2 3/0 5 4", "Spiral goal")


@pytest.mark.parametrize(("start", "goal", "name"), [OWN, NAMED])
def test_a_board_with_a_goal_of_its_own_is_sent_with_it(
    tab: Any, start: str, goal: str, name: str
) -> None:
    """The text and the picture, recommended where links do not work, lost the goal."""
    start_setup(tab)
    tab.get_by_label("Type or paste").fill(f"{start} -> {goal}")
    if name == "Spiral goal":
        tab.get_by_label("Goal", exact=True).select_option("spiral")
    tab.get_by_role("button", name="Play this board").click()
    tab.get_by_role("button", name="Share").click()
    text = tab.get_by_label("Board as text", exact=True).input_value()
    assert text == f"{start} -> {goal}"
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Save SVG").click()
    drawn = Path(waiting.value.path()).read_text(encoding="utf-8")
    words = re.findall(r"<text[^>]*>([^<]+)</text>", drawn)
    tiles = [re.sub(r"[ /]|\b0\b", " ", rows).split() for rows in (start, goal)]
    assert words == [*tiles[0], name, *tiles[1]]
    with tab.expect_download() as waiting:
        tab.get_by_role("button", name="Save PNG").click()
    assert Path(waiting.value.path()).read_bytes().startswith(b"\x89PNG")
    tab.keyboard.press("Escape")
    start_setup(tab)
    tab.get_by_label("Type or paste").fill(text)
    tab.get_by_role("button", name="Play this board").click()
    assert tab.evaluate("() => document.querySelector('taquin-board').goal.cells.join()") == (
        re.sub(r"[ /]+", ",", goal)
    )


def start_setup(tab: Any) -> None:
    tab.get_by_role("button", name="Set up").click()
    tab.get_by_role("dialog", name="Set up a board").wait_for()


def test_a_picture_of_the_board_is_saved(tab: Any) -> None:
    tab.get_by_role("button", name="Share").click()
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with tab.expect_download() as waiting:
            tab.get_by_role("button", name=f"Save {kind}").click()
        assert Path(waiting.value.path()).read_bytes().startswith(start)


HOSTILE = [
    "#/play?board=<img src=x onerror=alert(1)>",
    "#/play?board=%3Cscript%3Ealert(1)%3C/script%3E",
    "#/play?board=" + "1+" * 5000,
    "#/play?board=1+2/3+0&goal=javascript:alert(1)",
    "#/play?board=%E0%A4%A",
    "#/replay?b=1+2/3+0&m=!!!",
    "#/replay?b=1+2/3+0&m=AAAA",
    "#/__proto__",
    "#/constructor?x=1",
    "#/../../etc/passwd",
    "#/",
    "#main",
]


def test_a_hostile_fragment_is_refused_in_words(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    page.tab.on("dialog", lambda dialog: page.troubles.append(f"dialog: {dialog.message}"))
    for fragment in HOSTILE:
        tab = page.open_anew(fragment)
        tab.locator("taquin-board").wait_for()
        if len(fragment) > len("#main"):
            assert "This link cannot be opened" in tab.locator(".notice").inner_text(), fragment
        places = tab.locator("main, .notices")
        assert (places.count(), places.locator("img, script").count()) == (2, 0), fragment


def test_a_link_without_its_hash_opens_or_says_why_not(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("?board=garbage")
    told = "This link cannot be opened: “garbage” is not a tile; expected a number,"
    tab.locator(".notice", has_text=told).wait_for()
    assert tab.evaluate("location.search + location.hash") == "#/play"
    tab = page.open_anew("?board=1+2+3/4+5+6/7+0+8")
    tab.wait_for_function("() => location.href.endsWith('/#/play')")
    assert board(tab) == "1 2 3/4 5 6/7 0 8"


def test_a_link_that_opens_takes_away_what_was_said_of_one_that_did_not(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/play?board=foo")
    tab.locator(".notice").get_by_text("This link cannot be opened").wait_for()
    page.open("#/stats")
    tab.get_by_role("heading", name="Statistics").wait_for()
    assert tab.locator(".notice").count() == 0


def test_another_link_takes_the_place_of_a_dialog(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    unsolvable, dialog = "#/play?board=1+2+3/4+5+6/8+7+0", page.tab.get_by_role("dialog")
    for link in ("#/play?board=1+2+3/4+5+6/0+7+8", "#/play?board=foo"):
        tab = page.open(unsolvable)
        dialog.wait_for()
        tab.evaluate("(link) => { location.hash = link; }", link)
        dialog.wait_for(state="detached")
    tab.locator(".notice").get_by_text("This link cannot be opened").wait_for()
    assert board(tab) == "1 2 3/4 5 6/0 7 8"


def test_back_closes_a_dialog_and_only_then_leaves_its_view(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/stats")
    tab.get_by_role("link", name="Play").click()
    tab.get_by_role("button", name="Set up").click()
    tab.get_by_role("dialog", name="Set up a board").wait_for()
    tab.go_back()
    tab.get_by_role("dialog").wait_for(state="detached")
    assert (
        tab.get_by_role("navigation").get_by_role("link", name="Play").get_attribute("aria-current")
    )
    tab.go_back()
    tab.get_by_role("heading", name="Statistics").wait_for()
    assert tab.get_by_role("dialog").count() == 0


def test_an_unsolvable_link_offers_the_fix(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    dialog = tab.get_by_role("dialog", name="Set up a board")
    dialog.get_by_role("button", name="Swap 7 and 8").click()
    dialog.get_by_role("button", name="Play this board").click()
    assert tab.get_by_role("heading", name="Already solved").is_visible()


def test_another_unsolvable_link_replaces_the_first(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/4+5+6/8+7+0")
    dialog = tab.get_by_role("dialog", name="Set up a board")
    dialog.get_by_role("button", name="Swap 7 and 8").wait_for()
    tab.evaluate("() => { location.hash = '#/play?board=1+2+3/4+6+5/7+8+0'; }")
    dialog.get_by_role("button", name="Swap 5 and 6").wait_for()
    assert dialog.count() == 1


def test_the_set_up_of_an_unsolvable_link_shows_its_title_and_the_verdict(page: Page) -> None:
    page.tab.emulate_media(reduced_motion="reduce")  # else the dialog moves while it is measured
    for height in (420, 768, 1024):
        page.tab.set_viewport_size({"width": 900, "height": height})
        tab = page.open_anew("#/play?board=1+2+3/4+5+6/8+7+0")
        dialog = tab.get_by_role("dialog", name="Set up a board")
        swap = dialog.get_by_role("button", name="Swap 7 and 8")
        swap.wait_for()
        assert dialog.evaluate("(dialog) => [dialog.scrollTop, scrollY]") == [0, 0]
        frame, head, foot, seen = (
            place.bounding_box()
            for place in (dialog, tab.locator(".dialog__head"), tab.locator(".dialog__foot"), swap)
        )
        assert head["y"] >= frame["y"]
        assert head["y"] + head["height"] <= foot["y"] <= seen["y"]
        assert seen["y"] + seen["height"] <= foot["y"] + foot["height"] <= height


def test_back_to_the_address_without_a_view_plays(tab: Any, page: Page) -> None:
    tab.goto(page.url)
    tile(tab, 8).wait_for()
    tab.get_by_role("link", name="Review").click()
    tab.get_by_role("heading", name="Review").wait_for()
    tab.go_back()
    tile(tab, 8).wait_for()
    assert tab.url == page.url
    assert tab.title() == "taquin"
    assert tab.locator("[aria-current=page]").inner_text() == "Play"
    tab.evaluate("location.hash = '#/review'")
    tab.get_by_role("heading", name="Review").wait_for()
    tab.evaluate("location.hash = '#main'")
    tab.wait_for_timeout(100)
    assert tab.get_by_role("heading", name="Review").is_visible()


def test_a_link_may_name_a_board(tab: Any, page: Page) -> None:
    tab.goto(f"{page.url}#/play?board=korf100:1")
    tab.wait_for_function("() => location.hash === '#/play'")
    assert board(tab) == "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3"
    assert tab.evaluate(
        "async () => (await import('./board.js')).formatBoard("
        "document.querySelector('taquin-board').goal)"
    ).startswith("0 1 2 3/")


def test_a_link_may_name_a_board_and_its_goal_in_one(tab: Any, page: Page) -> None:
    """The goal was left out, without a word."""
    tab.goto(f"{page.url}#/play?board=1+2+3/4+0+5/6+7+8+->+0+1+2/3+4+5/6+7+8")
    tab.wait_for_function("() => location.hash === '#/play'")
    assert board(tab) == "1 2 3/4 0 5/6 7 8"
    assert (
        tab.evaluate(
            "async () => (await import('./board.js')).formatBoard("
            "document.querySelector('taquin-board').goal)"
        )
        == "0 1 2/3 4 5/6 7 8"
    )


def test_a_link_to_a_record_that_is_none(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open("#/review?record=5")
    tab.get_by_role("button", name="Play").first.wait_for()
    assert tab.get_by_role("heading", name="Review").is_visible()


def test_a_view_is_shown_with_its_looks_or_not_at_all(page: Page) -> None:
    tab = page.tab
    held: list[Any] = []
    tab.route("**/daily/daily.css", lambda route: held.append(route))
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    tab.locator("taquin-board").wait_for()
    with tab.expect_response("**/daily/daily.js"), tab.expect_request("**/daily/daily.css"):
        tab.get_by_role("link", name="Daily").click()
    # Every module of the view has arrived; only its style sheet has not.
    tab.evaluate("import('./daily/daily.js')")
    assert tab.locator("main").get_attribute("aria-busy") == "true"
    assert tab.get_by_role("heading", name="Daily").count() == 0
    held.pop().abort()
    tab.get_by_text("This view could not be loaded").wait_for()
    page.forgive("ERR_FAILED")
    page.forgive("daily.css could not be loaded")
    tab.unroute("**/daily/daily.css")
    tab.get_by_role("link", name="Train").click()
    tab.locator(".view--train").wait_for()
    tab.get_by_role("link", name="Daily").click()
    tab.get_by_role("heading", name="Daily").wait_for()


LOADED = """async (path) => {
  await import(path);
  await new Promise((done) => setTimeout(done));
}"""


def test_whoever_leaves_a_link_while_it_loads_is_not_called_back(tab: Any, page: Page) -> None:
    waiting: list[Any] = []
    tab.route("**/instances.js", lambda route: waiting.append(route))
    before = board(tab)
    tab.get_by_role("link", name="Statistics").click()
    tab.locator(".view--stats").wait_for()
    with tab.expect_request("**/instances.js"):
        tab.evaluate("() => { location.hash = '#/play?board=korf100:1'; }")
    tab.get_by_role("link", name="Review", exact=True).click()
    tab.locator(".view--review").wait_for()
    waiting.pop().continue_()
    tab.evaluate(LOADED, "./notation/instances.js")
    assert tab.locator(".view--review").is_visible()
    tab.get_by_role("link", name="Play", exact=True).click()
    tab.locator(".view--play").wait_for()
    assert board(tab) == before
