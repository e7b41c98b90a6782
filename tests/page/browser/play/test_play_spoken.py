"""What the play view says, where the focus goes, and questions in words."""

from typing import Any

import pytest
from playing import figure, said, tile

from page_states import arrows
from page_support import Page


def announced(tab: Any, key: str) -> str:
    """What is said after a key."""
    tab.keyboard.press(key)
    tab.keyboard.press("q")
    return said(tab)


def test_undo_redo_and_pauses_are_announced(tab: Any) -> None:
    assert announced(tab, "ArrowDown") == "4 moved down."
    assert announced(tab, "u") == "Undone: 4 moved up."
    assert announced(tab, "u") == "Nothing to undo."
    assert announced(tab, "r") == "Redone: 4 moved down."
    assert announced(tab, "p") == "Paused."
    assert announced(tab, "u") == "The game is paused."
    assert announced(tab, "p") == "Resumed."
    arrows(tab, "Up")
    tile(tab, 8).click()
    assert announced(tab, "u") == "Undone: 8, 7 moved right."
    # How good the game was follows, as soon as it is known.
    heard = announced(tab, "r").removesuffix(" 2 moves over the optimum of 2.")
    assert heard == "Redone: 7, 8 moved left. Solved."


def test_refused_arrows_and_what_arrows_do_are_announced(tab: Any) -> None:
    assert announced(tab, "ArrowUp") == "No tile can move there."
    assert figure(tab, "Moves") == "0"
    assert announced(tab, "ArrowDown") == "4 moved down."
    tile(tab, 4).focus()
    assert announced(tab, "F2") == "Arrow keys now move the focus."
    assert announced(tab, "F2") == "Arrow keys now move tiles."
    assert announced(tab, "p") == "Paused."
    assert announced(tab, "ArrowUp") == "Paused."


def test_a_whole_game_by_tab_arrows_and_enter_alone(page: Page) -> None:
    tab = page.open("#/play?board=1+2+3/0+5+6/4+7+8")
    tab.locator("taquin-board").wait_for()
    tab.wait_for_function("() => location.hash === '#/play'")
    for _ in range(60):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.localName") == "taquin-board":
            break
    else:
        pytest.fail("the board cannot be reached with Tab")
    for key in ("Up", "Left"):
        arrows(tab, key)
    tab.keyboard.press("F2")
    name = "document.activeElement.shadowRoot.activeElement.getAttribute('aria-label')"
    for key in ["Up", "Left", "Down", "Down", "Right", "Right"]:
        arrows(tab, key)
    assert tab.evaluate(name).startswith("8, row 3 column 3, can move left")
    tab.keyboard.press("Enter")
    assert tab.get_by_role("heading", name="Solved").is_visible()
    for _ in range(10):
        tab.keyboard.press("Tab")
        if tab.evaluate("document.activeElement.textContent") == "Next board":
            break
    tab.keyboard.press("Enter")
    assert figure(tab, "Moves") == "0"


def in_focus(tab: Any) -> str:
    """What a screen reader would call it."""
    return str(
        tab.evaluate("""() => {
          const { activeElement: held } = document;
          return held.matches("taquin-board") ? "board" : held.textContent || held.tagName;
        }""")
    )


def pressed(tab: Any, name: str) -> str:
    """Press that button by keyboard; what is in focus after it."""
    tab.locator("main").get_by_role("button", name=name, exact=True).first.press("Enter")
    return in_focus(tab)


def test_a_button_that_goes_or_rests_passes_the_focus_on(tab: Any) -> None:
    tile(tab, 7).press("ArrowLeft")
    assert in_focus(tab) == "board"
    tab.keyboard.press("p")
    assert in_focus(tab) == "Resume"
    assert pressed(tab, "Resume") == "board"
    assert pressed(tab, "Retry") == "board"
    arrows(tab, "Left", "Left")
    assert pressed(tab, "Next board") == "board"
    undo = tab.locator(".controls").get_by_role("button", name="Undo")
    while undo.is_enabled():
        assert pressed(tab, "Undo") == ("Undo" if undo.is_enabled() else "board")


def test_the_introduction_passes_the_focus_to_the_board(page: Page) -> None:
    tab = page.open()
    tab.get_by_role("region", name="Introduction").wait_for()
    assert [pressed(tab, name) for name in ("Next", "Back", "Skip")] == ["Next", "Next", "board"]


def test_the_live_region_waits_for_quiet_or_q(tab: Any) -> None:
    spoken = tab.evaluate("""async () => {
      const region = document.getElementById("say");
      const spoken = [];
      const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
      await pause(1200);
      const heard = new MutationObserver(() => spoken.push(region.textContent));
      heard.observe(region, {childList: true, characterData: true, subtree: true});
      const press = (key) => document.body.dispatchEvent(
        new KeyboardEvent("keydown", {key, bubbles: true}));
      press("ArrowLeft");
      press("ArrowRight");
      await pause(0);
      spoken.push("still silent");
      await pause(1200);
      press("ArrowDown");
      press("q");
      await pause(0);
      return spoken;
    }""")
    assert spoken == ["still silent", "7 moved right.", "4 moved down."]
    assert tab.locator("[aria-live], [role=status], [role=alert]:not(:empty)").count() == 1


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("where 7", "7 is in row 3, column 2; its home is row 3, column 1."),
        ("row 3", "Row 3: blank, 7, 8."),
        ("progress", "6 of 8 tiles are at home after 0 moves."),
        (
            "Fly",
            "“Fly” is not a known question. You can ask: "
            "where, row, column, progress, left, why, help, hint.",
        ),
        ("", "You can ask: where, row, column, progress, left, why, help, hint."),
        (
            "how many moves are left?",
            "“Moves left” tells how many moves are left, and counts as a hint.",
        ),
    ],
)
def test_questions_in_words(tab: Any, question: str, answer: str) -> None:
    tab.get_by_role("button", name="Hint").first.wait_for()
    tab.keyboard.press("/")
    tab.keyboard.type(question)
    tab.keyboard.press("Enter")
    tab.locator("#say").get_by_text(answer, exact=True).wait_for(state="attached")
    assert tab.locator(".query__answer").inner_text() == said(tab) == answer


# A context that no other test uses: one that had the answers before may not ask for them again.
@pytest.mark.parametrize("page", [{"locale": "en-NZ"}], indirect=True)
def test_what_is_typed_while_an_answer_is_on_its_way_stays(tab: Any) -> None:
    waiting: list[Any] = []
    tab.route("**/answers.js", lambda route: waiting.append(route))
    with tab.expect_request("**/answers.js"):
        tab.keyboard.press("/")
    tab.keyboard.type("row 3")
    tab.keyboard.press("Enter")
    tab.keyboard.type("5")
    waiting.pop().continue_()
    tab.locator(".query__answer").get_by_text("Row 3: blank, 7, 8.", exact=True).wait_for()
    tab.keyboard.type("6")
    assert tab.locator("#query").input_value() == "row 356"
