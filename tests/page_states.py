"""Every view and state of the page that is worth looking at, and how to get there.

The pictures of docs/images/page.py and the accessibility tests go through the same list.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from page_support import Page

__all__ = ["STATES", "WELCOMED", "State", "arrows", "board", "prepared", "said"]

# The settings of somebody who has seen the introduction.
WELCOMED = """localStorage.setItem("taquin.settings", JSON.stringify(
  {...JSON.parse(localStorage.getItem("taquin.settings") ?? "{}"), welcomed: true}))"""
NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
HARD = "#/play?board=14+13+15+7/11+12+9+5/6+0+2+1/4+8+10+3&goal=first"


@dataclass(frozen=True)
class State:
    """A name, the fragment to open, and what to do there."""

    name: str
    fragment: str = HARD
    act: Callable[[Any], None] = lambda tab: None
    welcomed: bool = True


def prepared(page: "Page", state: State) -> Any:
    """The tab of a page that is opened anew and brought into a state, without motion."""
    tab = page.tab
    if state.welcomed:
        tab.add_init_script(WELCOMED)
    tab.emulate_media(reduced_motion="reduce")
    page.open_anew(state.fragment)
    tab.wait_for_load_state("networkidle")
    state.act(tab)
    return tab


def arrows(tab: Any, *keys: str) -> None:
    """Press arrow keys by their short names."""
    for key in keys:
        tab.keyboard.press(f"Arrow{key}")


def board(tab: Any) -> str:
    """What the board in sight shows, in rows."""
    return str(
        tab.evaluate("""async () => {
      const { formatBoard } = await import("./board.js");
      const boards = [...document.querySelectorAll("taquin-board")];
      return formatBoard(boards.find((board) => board.checkVisibility()).board);
    }""")
    )


# Not seen, and no part of what is looked for: the tests of catalogues enclose texts in them.
_UNSEEN = "\u200b\u00ad"


def said(tab: Any, english: str) -> str:
    """What the page says for an English text in the language that it speaks."""
    script = """async (text) => {
      const { src } = document.querySelector("script[type=module]");
      return (await import(new URL("../words/said.js", src).href)).translated(text);
    }"""
    return str(tab.evaluate(script, english)).strip(_UNSEEN)


def _button(tab: Any, name: str) -> Any:
    return tab.get_by_role("button", name=said(tab, name), exact=True)


def _click(name: str) -> Callable[[Any], None]:
    return lambda tab: _button(tab, name).click()


def _solved(tab: Any) -> None:
    arrows(tab, "Left")
    tab.wait_for_timeout(1200)
    arrows(tab, "Left")
    tab.get_by_text(said(tab, "Solved"), exact=True).wait_for()


def _paused(tab: Any) -> None:
    arrows(tab, "Left")
    tab.keyboard.press("p")
    tab.locator(".veil").wait_for()


def _asked(tab: Any) -> None:
    tab.keyboard.press("/")
    tab.keyboard.type("where 7")
    tab.keyboard.press("Enter")


def _palette(name: str) -> Callable[[Any], None]:
    def act(tab: Any) -> None:
        _click("Settings")(tab)
        tab.locator("#setting-palette").select_option(name)
        tab.keyboard.press("Escape")

    return act


def _large_set_up(tab: Any) -> None:
    _click("Set up")(tab)
    for side in ("Width", "Height"):
        field = tab.get_by_label(said(tab, side))
        field.fill("20")
        field.press("Tab")


def _large_board(tab: Any) -> None:
    _large_set_up(tab)
    _click("Play this board")(tab)


def _bad_text(tab: Any) -> None:
    _click("Set up")(tab)
    tab.locator("#setup-text").fill("1 2 3/4 5 5/7 8 0")


def _notice(tab: Any) -> None:
    arrows(tab, "Left")
    tab.keyboard.press("n")


_MODES = ("Optimal", "Slides", "Human", "Learn")


def _hinted(mode: str) -> Callable[[Any], None]:
    def act(tab: Any) -> None:
        tab.locator(".hints .menu__opener").click()
        tab.get_by_role("menuitemradio").nth(_MODES.index(mode)).click()
        tab.keyboard.press("h")
        tab.locator(".hints__words button, .hints__words p").first.wait_for()
        tab.wait_for_timeout(1500)

    return act


def _menu(opener: str) -> Callable[[Any], None]:
    def act(tab: Any) -> None:
        tab.locator(opener).click()
        tab.get_by_role("menu").wait_for()

    return act


def _over_the_optimum(tab: Any) -> None:
    arrows(tab, *["Down", "Up"] * 4, *["Right", "Left"] * 3)
    _solved(tab)
    _button(tab, "See it").wait_for()


def _solve(tab: Any) -> None:
    tab.keyboard.press("o")
    tab.locator(".solve .badge--good").wait_for(timeout=60_000)


def _review_of_open_game(tab: Any) -> None:
    arrows(tab, "Down")
    tab.locator('.masthead [href="#/review"]').click()
    tab.locator(".view--review").get_by_role("button").first.wait_for()


def _reviewed(tab: Any) -> None:
    arrows(tab, "Down", "Left", "Right", "Up", "Left", "Down", "Up", "Left")
    tab.get_by_text(said(tab, "Solved"), exact=True).wait_for()
    review = said(tab, "Review")
    tab.locator(".result").get_by_role("button", name=review, exact=True).click()
    tab.locator(".stretches").wait_for()


# A month of games on three sizes, some with help, as somebody who plays has them.
_MONTH = """async () => {
  const { inverse, legalMoves, move, namedGoal } = await import("./board.js");
  const { Game } = await import("./game/game.js");
  const { createHistory } = await import("./game/history.js");
  const history = await createHistory();
  for (let i = 0; i < 40; i++) {
    const side = [3, 4, 5][i % 3];
    const goal = namedGoal("last", side, side);
    let [board, way, time] = [goal, "", 0];
    for (let step = 0; step < 11 + (i % 5); step++) {
      const ways = [...legalMoves(board)].filter((letter) => letter !== inverse(way.slice(-1)));
      way += ways[(7 * i + 3 * step) % ways.length];
      board = move(board, way.slice(-1));
    }
    const game = new Game({ board, goal, seed: `month-${i}` }, { clock: () => time });
    for (const letter of inverse(way)) {
      game.move(letter, "kmt"[i % 3]);
      time += 90 + 37 * (i % 7);
    }
    game.record.created = new Date(Date.UTC(2026, 9, 1 + Math.floor(i / 2), 18, i)).toISOString();
    if (i % 9 === 8) game.record.hints.which = 2;
    await history.add(game.record);
  }
}"""


def _month(tab: Any) -> None:
    tab.evaluate(_MONTH)
    tab.locator('.masthead [href="#/stats"]').click()
    # Those of the size played last; their averages, their list and their charts.
    tab.locator("h2", has_text="14").wait_for()
    tab.locator(".view--stats .games tbody tr").first.wait_for()
    tab.locator(".view--stats .progress__charts").wait_for()


def _analysed(tab: Any) -> None:
    tab.locator(".analyse__mark").first.wait_for()


# In the words of a puzzle, and not in those that say that it is still being chosen.
_NUMBER = re.compile(r"\d")


def _puzzle(tab: Any) -> None:
    tab.locator(".train__words", has_text=_NUMBER).wait_for()


def _check(tab: Any) -> None:
    _click("Take the check")(tab)
    tab.locator(".train__words", has_text=_NUMBER).wait_for()


def _lab_ready(tab: Any) -> None:
    tab.locator(".lab-roster li").first.wait_for(state="attached")


def _lab_estimates(tab: Any) -> None:
    _lab_ready(tab)
    tab.get_by_text(said(tab, "What each estimate sees on this board")).click()
    estimate = tab.get_by_label(said(tab, "Estimate"), exact=True)
    estimate.select_option("linear_conflict", timeout=60_000)
    tab.get_by_text(said(tab, "Show as a table")).first.wait_for(timeout=60_000)


def _lab_run(tab: Any) -> None:
    _lab_ready(tab)
    tab.get_by_label(said(tab, "Board"), exact=True).fill("2 4 3\n1 0 6\n7 5 8")
    _click("Run")(tab)
    tab.get_by_text(said(tab, "All searches have finished.")).wait_for(timeout=120_000)


def _lab_record(tab: Any) -> None:
    _lab_ready(tab)
    tab.get_by_label(said(tab, "Board"), exact=True).fill("2 4 3\n1 0 6\n7 5 8")
    _click("Record")(tab)
    tab.locator(".lab-pane .lab-facts:not(:empty)").first.wait_for(timeout=120_000)


STATES = [
    State("play", HARD),
    State("play-first-visit", welcomed=False),
    State("play-rectangle", "#/play?board=8+1+2+3+4/9+6+7+0+5"),
    State("play-solved", NEAR, _solved),
    State("play-solved-over", NEAR, _over_the_optimum),
    State("play-paused", NEAR, _paused),
    State("play-asked", HARD, _asked),
    State("play-notice", NEAR, _notice),
    State("play-fringe", HARD, _palette("fringe")),
    State("play-mono", HARD, _palette("mono")),
    State("play-unsolvable-link", "#/play?board=1+2+3/4+5+6/8+7+0"),
    State("setup", HARD, _click("Set up")),
    State("setup-20x20", HARD, _large_set_up),
    State("play-20x20", HARD, _large_board),
    State("setup-bad-text", HARD, _bad_text),
    State("settings", HARD, _click("Settings")),
    State("help", HARD, _click("Help")),
    State("share", NEAR, lambda tab: (arrows(tab, "Left"), _click("Share")(tab))[-1]),
    State("play-hint", NEAR, _hinted("Optimal")),
    State("play-hint-slides", HARD, _hinted("Slides")),
    State("play-hint-human", HARD, _hinted("Human")),
    State("play-hint-learn", NEAR, _hinted("Learn")),
    State("play-hint-kinds", HARD, _menu(".hints .menu__opener")),
    State("play-more", HARD, _menu(".controls__row .menu > button")),
    State("play-solve", NEAR, _solve),
    State("daily", "#/daily", lambda tab: tab.locator(".daily__card").first.wait_for()),
    State("analysis", "#/analysis?board=8+1+3/4+0+2/7+6+5", _analysed),
    State("train", "#/train", _puzzle),
    State("train-storm", "#/train?part=storm", _puzzle),
    State("timed", "#/timed", lambda tab: tab.get_by_label(said(tab, "Kind")).wait_for()),
    State("train-lessons", "#/train?part=lessons"),
    State("train-check", "#/train?part=lessons", _check),
    State("review-empty", "#/review"),
    State("review-open", NEAR, _review_of_open_game),
    State("review", NEAR, _reviewed),
    State("stats-empty", "#/stats"),
    State("stats", "#/play", _month),
    State("lab", "#/lab", _lab_ready),
    State("lab-estimates", "#/lab", _lab_estimates),
    State("lab-run", "#/lab", _lab_run),
    State("lab-record", "#/lab", _lab_record),
]
