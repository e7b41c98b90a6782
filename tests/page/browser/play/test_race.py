"""A race against a recorded game: one's own, or that of a link."""

import re
from pathlib import Path

import pytest

from page_states import WELCOMED, arrows, board
from page_support import Page, axe_violations, ends

WRITTEN = """async () => {
  const { replayFragment } = await import("./notation/replaylinks.js");
  const { newRecord } = await import("./game/record.js");
  const { parseBoard } = await import("./board.js");
  const [board, goal] = ["1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0"].map((text) => parseBoard(text));
  return replayFragment({ ...newRecord({ board, goal }), moves: "LL", times: [0, 60_000] });
}"""

# The recorded game of a race, as a hand that tries things leaves it.
BROKEN = """for (const store of [sessionStorage, localStorage]) {
  const kept = JSON.parse(store.getItem("taquin.game"));
  store.setItem("taquin.game", JSON.stringify({ ...kept, ghost: { ...kept.ghost, moves: 7 } }));
}"""


def test_a_linked_game_is_raced_on_its_board(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN))
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.get_by_role("button", name="Race this game").click()
    race = tab.get_by_role("region", name="Race")
    race.get_by_text("To beat: 1:00.000 in 2 moves.").wait_for()
    race.get_by_text("Recorded game: move 0 of 2").wait_for()
    begins = race.get_by_text("Your first move begins the race.")
    begins.wait_for()
    # Said on no notice, which would cover the controls below the board.
    assert tab.locator(".notice").count() == 0
    assert race.get_by_text("After").count() == 0
    assert axe_violations(tab) == []
    [controls] = ends(tab, ".play__main > .controls")
    arrows(tab, "Left")
    race.get_by_text("Recorded game: move 1 of 2").wait_for()
    assert begins.count() == 0
    assert ends(tab, ".play__main > .controls") == [controls]
    arrows(tab, "Left")
    verdict = tab.locator(".view--play").get_by_text("You win by 0:5")
    verdict.wait_for()
    assert verdict.count() == 1, "said once"
    assert tab.locator(".result").get_by_text("You win by 0:5").count() == 1
    top = "(one) => one.getBoundingClientRect().bottom"
    assert verdict.evaluate(top) < 740, "in sight"
    tab.set_viewport_size({"width": 320, "height": 640})
    tab.evaluate("scrollTo(0, 0)")
    shown, tools = ends(tab, ".stage taquin-board", ".result__tools")
    assert shown[0] >= 0 and tools[1] <= 640, "what to do next, too"
    tab.set_viewport_size({"width": 360, "height": 740})
    tab.keyboard.press("c")
    dare = tab.locator("#share-challenge").input_value()
    assert "in 2 moves. Beat me: http" in dare
    assert "#/race?b=1+2+3" in dare
    tab.keyboard.press("Escape")
    tab.keyboard.press("n")
    race.wait_for(state="detached")


LOST = WRITTEN.replace("60_000", "1")
SMALL = [
    {
        "viewport": {"width": width, "height": height},
        "has_touch": True,
        "is_mobile": True,
        "locale": locale,
    }
    for width, height in [(320, 640), (360, 640), (740, 360)]
    for locale in ("en-US", "de-DE", "es-ES")
]
# Lines of the first button below a result.
LINES = """(one) => {
  const range = document.createRange();
  range.selectNodeContents(one);
  return new Set([...range.getClientRects()].map((word) => Math.round(word.top))).size;
}"""


@pytest.mark.parametrize("page", SMALL, indirect=True, ids=str)
def test_a_race_and_its_result_are_whole_in_a_small_window(page: Page) -> None:
    """The panel ended below a low window, and the buttons of a lost race had two lines."""
    tab = page.tab
    tab.add_init_script(WELCOMED)
    height = tab.viewport_size["height"]
    page.open("#/play")
    page.open_anew(tab.evaluate(LOST).replace("#/replay", "#/race"))
    tab.locator(".ghost").wait_for()
    arrows(tab, "Left")
    tab.wait_for_timeout(300)  # the recorded game ends first
    [(_, bottom)] = ends(tab, ".ghost")
    assert bottom <= height
    arrows(tab, "Left")
    again = tab.locator(".result__tools > .button--primary")
    tab.locator(".result__race:not(:empty)").wait_for()
    tab.locator(".result--perfect").wait_for(timeout=60_000)
    top, tools = ends(tab, ".result", ".result__tools")
    assert top[1] <= height and tools[1] <= height
    assert again.locator("span").evaluate(LINES) == 1


def test_only_a_race_against_a_board_that_was_played_is_on_a_known_one(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    link = tab.evaluate(WRITTEN)
    for badge in ("chosen board", "chosen board, played before"):
        page.open_anew(link)
        tab.get_by_role("button", name="Race this game").click()
        tab.get_by_role("region", name="Race").wait_for()
        arrows(tab, "Left", "Left")
        tab.locator(".result .badge").get_by_text(badge, exact=True).wait_for()
    page.open_anew("#/stats")
    tab.get_by_text("chosen board, played before", exact=True).wait_for()
    assert tab.get_by_text("chosen board", exact=True).count() == 1


def test_a_reload_keeps_the_race_and_the_way_to_the_recorded_game(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN))
    tab.get_by_role("button", name="Race this game").click()
    race = tab.get_by_role("region", name="Race")
    race.get_by_text("Your first move begins the race.").wait_for()
    tab.reload()
    race.get_by_text("To beat: 1:00.000 in 2 moves.").wait_for()
    race.get_by_text("Your first move begins the race.").wait_for()
    arrows(tab, "Left")
    race.get_by_text("Recorded game: move 1 of 2").wait_for()
    tab.reload()
    race.get_by_text("Recorded game: move 1 of 2").wait_for()
    race.get_by_role("button", name="Review the recorded game").click()
    tab.get_by_role("button", name="Race this game").wait_for()
    assert tab.locator(".review__summary").get_by_text("1:00.000").count() == 1
    tab.goto(f"{page.url}#/play")
    race.wait_for()
    tab.add_init_script(BROKEN)
    tab.reload()
    tab.locator("taquin-board").wait_for()
    tab.wait_for_load_state("networkidle")
    assert race.count() == 0, "what cannot be read is ignored"


def test_a_review_has_the_game_as_a_challenge_with_its_picture(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN))
    tab.get_by_role("button", name="Challenge a friend").click()
    dialog = tab.get_by_role("dialog")
    text = dialog.get_by_label("Challenge", exact=True).input_value()
    assert (
        text.startswith("1:00.000 in 2 moves. Can you beat it? http") and "#/race?b=1+2+3" in text
    )
    assert axe_violations(tab) == []
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with tab.expect_download() as waiting:
            dialog.get_by_role("button", name=f"Challenge as {kind}").click()
        assert waiting.value.suggested_filename == f"taquin-challenge-3x3.{kind.lower()}"
        content = Path(waiting.value.path()).read_bytes()
        assert content.startswith(start)
        if kind == "SVG":
            texts = re.findall(r"<text[^>]*>([^<]*)</text>", content.decode())
            told = ["1:00.000 in 2 moves", "3×3 sliding puzzle. Can you beat it?"]
            assert texts == [*told, *"12345678"]
            assert "Rows from the top: 1, 2, 3; 4, 5, 6; blank, 7, 8." in content.decode()


BLIND = """async () => {
  const { challengeSvg } = await import("./review/challenge.js");
  const record = {
    start: "1 2 3/4 5 6/0 7 8", goal: "1 2 3/4 5 6/7 8 0", width: 3, height: 3, moves: "LL",
    times: [3000, 4800], inputs: "kk", status: "solved", created: "2026-01-02T10:00:00.000Z",
    paused: false,
  };
  return [record, { ...record, numbers: "blind" }].map(challengeSvg);
}"""


def test_the_picture_of_a_challenge_says_that_the_game_was_blind(page: Page) -> None:
    plain, blind = page.open("#/play").evaluate(BLIND)
    told = re.findall(r"<text[^>]*>([^<]*)</text>", blind)[:3]
    hidden = "blind (memo 0:03.000 + solving 0:01.800)"
    assert told == ["0:04.800 in 2 moves", hidden, "3×3 sliding puzzle. Beat me."]
    assert f"0:04.800 in 2 moves, {hidden}. Beat me." in blind
    assert "blind" not in plain
    highs = [int(re.search(r'height="(\d+)"', one)[1]) for one in (plain, blind)]  # type: ignore[index]
    assert highs[1] - highs[0] == 24, "a line of its own"


def test_a_game_without_times_is_no_challenge(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).partition("&ms=")[0])
    tab.get_by_role("heading", name="Review", exact=True).wait_for()
    tab.get_by_role("button", name="Try again from here").wait_for()
    assert tab.get_by_role("button", name="Challenge a friend").count() == 0


def test_the_link_of_a_challenge_opens_the_race_and_shows_no_move(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).replace("#/replay?", "#/race?"))
    race = tab.get_by_role("region", name="Race")
    race.get_by_text("To beat: 1:00.000 in 2 moves.").wait_for()
    race.get_by_text("Your first move begins the race.").wait_for()
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    # A reload continues it, and the way back does not begin it again.
    assert tab.evaluate("location.hash") == "#/play"
    assert tab.locator(".view--review").count() == 0
    review = race.get_by_role("button", name="Review the recorded game")
    quiet = race.locator(".button--quiet")
    assert quiet.inner_text() == review.inner_text()
    arrows(tab, "Left", "Left")
    tab.locator(".result").get_by_text("You win by").wait_for()
    quiet.wait_for(state="detached")
    review.click()
    tab.get_by_role("button", name="Race this game").wait_for()


@pytest.mark.parametrize("size", [(360, 740), (740, 360), (768, 1024)])
def test_who_leads_is_in_sight_with_the_board(page: Page, size: tuple[int, int]) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).replace("#/replay?", "#/race?"))
    tab.set_viewport_size({"width": size[0], "height": size[1]})
    tab.get_by_role("region", name="Race").get_by_text("Your first move begins").wait_for()
    [(top, bottom)] = ends(tab, ".ghost__stand")
    assert 0 < top < bottom <= size[1]
    if size == (768, 1024):
        shown, race, controls = ends(tab, ".stage", ".ghost", ".controls")
        assert shown[1] < race[0] < race[1] < controls[0], "directly below the board"
        assert tab.locator(".ghost").get_by_role("button", name="Review the recorded game").count()
        way, solve = ends(tab, ".ghost .button", ".solve > .button")
        assert race[0] < way[0] and way[1] < race[1] and solve[1] <= 1024
        assert tab.evaluate("document.documentElement.scrollHeight") == 1024


PHONES = [
    {"viewport": {"width": width, "height": height}, "has_touch": True, "locale": locale}
    for (width, height), locale in [
        ((360, 740), "en-US"),
        ((740, 360), "en-US"),
        ((740, 360), "de-DE"),
        ((360, 640), "fr-FR"),
        ((320, 640), "es-ES"),
        ((320, 640), "de-DE"),
    ]
]


@pytest.mark.parametrize("welcomed", [False, True], ids=["new", "welcomed"])
@pytest.mark.parametrize("page", PHONES, indirect=True, ids=str)
def test_on_a_phone_a_friend_sees_that_it_is_a_race_before_the_first_move(
    page: Page, welcomed: bool
) -> None:
    """The introduction said to try a move, and the race stood below it, out of sight."""
    tab = page.tab
    if welcomed:
        tab.add_init_script(WELCOMED)
    page.open()
    link = tab.evaluate(WRITTEN).replace("#/replay?", "#/race?")
    page.open_anew(link)
    tab.locator(".ghost__stand", has_text=re.compile(".")).wait_for()
    tab.wait_for_load_state("networkidle")
    height = tab.viewport_size["height"]
    parts = ("taquin-board", ".ghost .note", ".ghost__now", ".ghost__stand", ".ghost__board")
    shown = ends(tab, *parts, ".controls__row--first")
    assert all(top >= 0 and bottom <= height for top, bottom in shown), shown
    assert tab.locator(".tutorial").count() == 0
    # The race moves nothing.
    arrows(tab, "Left")
    tab.locator(".ghost__now", has_text="1").wait_for()
    assert ends(tab, "taquin-board", ".controls__row--first") == [shown[0], shown[-1]]


def test_the_introduction_waits_for_the_end_of_a_race(page: Page) -> None:
    tab = page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).replace("#/replay?", "#/race?"))
    tab.get_by_role("region", name="Race").get_by_text("Your first move begins").wait_for()
    card = tab.get_by_role("region", name="Introduction")
    assert card.count() == 0
    tab.keyboard.press("n")
    card.wait_for()
    assert "1 of 5" in card.inner_text()


@pytest.mark.parametrize("page", [{"viewport": {"width": 320, "height": 640}}], indirect=True)
def test_on_a_small_phone_the_way_to_the_recorded_game_is_below_the_buttons(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).replace("#/replay?", "#/race?"))
    review = tab.get_by_role("button", name="Review the recorded game")
    review.wait_for()
    rows, card = ends(tab, ".controls__row:not(.controls__row--first)", ".ghost")
    way = review.bounding_box()
    assert card[1] <= rows[0] and rows[1] <= way["y"]
    # A large window has it in the card.
    tab.set_viewport_size({"width": 1440, "height": 900})
    tab.locator(".ghost .button").wait_for()
    assert review.count() == 1
    tab.keyboard.press("n")
    review.wait_for(state="detached")


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 780}}], indirect=True)
def test_the_buttons_are_in_reach_during_a_race_and_a_lost_one_is_run_again(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    tab.emulate_media(reduced_motion="reduce")
    page.open("#/play")
    quick = WRITTEN.replace("60_000", "1")
    page.open_anew(tab.evaluate(quick).replace("#/replay?", "#/race?"))
    race = tab.get_by_role("region", name="Race")
    race.get_by_text("To beat: 0:00.001 in 2 moves.").wait_for()
    arrows(tab, "Left")
    rows = ends(tab, ".controls__row--first", ".controls__row:not(.controls__row--first)")
    assert all(bottom <= 780 for _, bottom in rows)
    tab.wait_for_timeout(50)
    arrows(tab, "Left")
    tab.locator(".result").get_by_text("The recorded game wins by").wait_for()
    again = tab.locator(".result__tools .button").first
    again.get_by_text("Race again").wait_for()
    again.click()
    race.get_by_text("Your first move begins the race.").wait_for()
    assert board(tab) == "1 2 3/4 5 6/0 7 8"
    assert tab.locator(".result").is_hidden()


def test_a_challenge_pasted_as_a_game_opens_its_race(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    link = tab.evaluate(WRITTEN).replace("#/replay?", "#/race?")
    page.open_anew("#/review")
    tab.get_by_label("Paste it here").fill(f"1:00.000 in 2 moves. Beat me: http://here/{link}")
    tab.get_by_role("button", name="Review it", exact=True).click()
    tab.get_by_role("region", name="Race").get_by_text("To beat: 1:00.000 in 2 moves.").wait_for()
    assert tab.url.endswith("#/play")


def test_a_linked_game_with_help_says_so_and_is_no_challenge(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    link = tab.evaluate(WRITTEN)
    head = tab.locator(".review__head")
    for view in ("replay", "race"):
        page.open_anew(f"{link.replace('#/replay?', f'#/{view}?')}&help=w2s1c&by=k1s1")
        badge = head.locator(".badge--warn")
        badge.wait_for()
        assert badge.inner_text() == "solver, 2 hints, clock stopped"
        tab.get_by_role("button", name="Try again from here").first.wait_for()
        for name in ("Race this game", "Challenge a friend"):
            assert tab.get_by_role("button", name=name).count() == 0
    page.open_anew(link)
    tab.get_by_role("button", name="Race this game").wait_for()
    assert head.locator(".badge").count() == 0


@pytest.mark.parametrize("page", [{"viewport": {"width": 360, "height": 740}}], indirect=True)
def test_a_race_says_what_it_is_and_when_the_recorded_game_has_won(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN.replace("60_000", "900")))
    tab.get_by_role("button", name="Race this game").click()
    race = tab.get_by_role("region", name="Race")
    title = race.get_by_role("heading", name="Race")
    title.wait_for()
    assert title.bounding_box()["height"] > 15, "in sight"
    arrows(tab, "Left")
    race.get_by_text("Recorded game: move 2 of 2").wait_for()
    race.get_by_text("The recorded game has won; yours goes on.").wait_for()
    arrows(tab, "Left")
    tab.locator(".result").get_by_text("The recorded game wins by").wait_for()
    race.get_by_text("At the end: +0:").wait_for()
    assert race.get_by_text("yours goes on").count() == 0


def test_a_race_that_was_left_does_not_return_with_its_board(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).replace("#/replay?", "#/race?"))
    race = tab.get_by_role("region", name="Race")
    race.get_by_text("Your first move begins the race.").wait_for()
    tab.evaluate("location.hash = '#/play?board=1+2+3/4+5+6/7+0+8'")
    race.wait_for(state="detached")
    tab.evaluate("location.hash = '#/play?board=1+2+3/4+5+6/0+7+8'")
    tab.get_by_role("button", name=re.compile("^7, row 3 column 2")).wait_for()
    tab.wait_for_load_state("networkidle")
    assert race.count() == 0
    # Undo leads back to the board before it, and before that to the race.
    tab.keyboard.press("u")
    tab.keyboard.press("u")
    race.get_by_text("To beat: 1:00.000 in 2 moves.").wait_for()


def test_a_race_counts_single_tiles_until_it_is_left(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).replace("#/replay?", "#/race?"))
    race = tab.get_by_role("region", name="Race")
    race.get_by_text("Your first move begins the race.").wait_for()
    moves, slides = (
        tab.locator(f".figure:has(dt:text-is('{name}'))") for name in ("Moves", "Slides")
    )
    arrows(tab, "Left")
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_label("Count moves as").select_option("mtm")
    tab.keyboard.press("Escape")
    assert (moves.count(), slides.count()) == (1, 0)
    arrows(tab, "Left")
    tab.locator(".result").get_by_text("You win by").wait_for()
    tab.keyboard.press("t")
    race.get_by_text("Your first move begins the race.").wait_for()
    race.get_by_text("Races count single tiles.").wait_for()
    assert (moves.count(), slides.count()) == (1, 0)
    tab.keyboard.press("n")
    slides.wait_for()
