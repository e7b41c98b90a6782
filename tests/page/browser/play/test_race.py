"""A race against a recorded game: one's own, or that of a link."""

import re
from pathlib import Path

from page_states import WELCOMED, arrows
from page_support import Page, axe_violations, ends

WRITTEN = """async () => {
  const { replayFragment } = await import("./notation/replaylinks.js");
  const { newRecord } = await import("./game/record.js");
  const { parseBoard } = await import("./board.js");
  const [board, goal] = ["1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0"].map((text) => parseBoard(text));
  return replayFragment({ ...newRecord({ board, goal }), moves: "LL", times: [0, 60_000] });
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
    race.get_by_text("You win by 0:5").wait_for()
    tab.keyboard.press("c")
    assert "in 2 moves. Beat me: http" in tab.locator("#share-challenge").input_value()
    tab.keyboard.press("Escape")
    tab.keyboard.press("n")
    race.wait_for(state="detached")


def test_a_review_has_the_game_as_a_challenge_with_its_picture(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN))
    tab.get_by_role("button", name="Challenge a friend").click()
    dialog = tab.get_by_role("dialog")
    text = dialog.get_by_label("Challenge", exact=True).input_value()
    assert text.startswith("1:00.000 in 2 moves. Beat me: http") and "#/replay?b=1+2+3" in text
    assert axe_violations(tab) == []
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with tab.expect_download() as waiting:
            dialog.get_by_role("button", name=f"Challenge as {kind}").click()
        assert waiting.value.suggested_filename == f"taquin-challenge-3x3.{kind.lower()}"
        content = Path(waiting.value.path()).read_bytes()
        assert content.startswith(start)
        if kind == "SVG":
            texts = re.findall(r"<text[^>]*>([^<]*)</text>", content.decode())
            told = ["1:00.000 in 2 moves", "3×3 sliding puzzle. Beat me."]
            assert texts == [*told, *"12345678"]
            assert "Rows from the top: 1, 2, 3; 4, 5, 6; blank, 7, 8." in content.decode()


def test_a_game_without_times_is_no_challenge(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN).partition("&ms=")[0])
    tab.get_by_role("heading", name="Review", exact=True).wait_for()
    tab.get_by_role("button", name="Try again from here").wait_for()
    assert tab.get_by_role("button", name="Challenge a friend").count() == 0
