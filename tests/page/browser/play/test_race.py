"""A race against a recorded game: one's own, or that of a link."""

from page_states import WELCOMED, arrows
from page_support import Page, axe_violations

WRITTEN = """async () => {
  const { replayFragment } = await import("./notation/replaylinks.js");
  const { newRecord } = await import("./game/record.js");
  const { parseBoard } = await import("./board.js");
  const [board, goal] = ["1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0"].map((text) => parseBoard(text));
  return replayFragment({ ...newRecord({ board, goal }), moves: "LL", times: [1000, 60_000] });
}"""


def test_a_linked_game_is_raced_on_its_board(page: Page) -> None:
    tab = page.tab
    tab.add_init_script(WELCOMED)
    page.open("#/play")
    page.open_anew(tab.evaluate(WRITTEN))
    tab.get_by_role("button", name="Race this game").click()
    race = tab.get_by_role("region", name="Race")
    race.get_by_text("To beat: 1:00.000 in 2 moves.").wait_for()
    assert axe_violations(tab) == []
    arrows(tab, "Left")
    race.get_by_text("Recorded game: move 1 of 2").wait_for()
    arrows(tab, "Left")
    race.get_by_text("You win by 0:5").wait_for()
    tab.keyboard.press("c")
    assert "in 2 moves. Beat me: http" in tab.locator("#share-challenge").input_value()
    tab.keyboard.press("Escape")
    tab.keyboard.press("n")
    race.wait_for(state="detached")
