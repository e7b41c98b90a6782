"""States with more words side by side than those of `page_states`, as narrow windows show them."""

from collections.abc import Callable
from typing import Any

from playing import NEAR, SOLUTION

from page_states import STATES, State, arrows, said

__all__ = ["CROWDED"]

# The review of a game of two moves and twelve minutes, from a link.
_LINK = """async () => {
  const { replayFragment } = await import("./notation/replaylinks.js");
  const { newRecord } = await import("./game/record.js");
  const { parseBoard } = await import("./board.js");
  const [board, goal] = ["1 2 3/4 5 6/0 7 8", "1 2 3/4 5 6/7 8 0"].map((text) => parseBoard(text));
  const record = { ...newRecord({ board, goal }), moves: "LL", times: [0, 754_390] };
  location.hash = await replayFragment(record);
}"""


def _named(name: str) -> State:
    return next(state for state in STATES if state.name == name)


def _second_hint(tab: Any) -> None:
    """The direction of the tile that the first one named, and the offer to make the moves."""
    _named("play-hint-human").act(tab)
    asker = tab.locator(".hints .button--primary")
    before = asker.inner_text()
    tab.keyboard.press("h")
    asker.filter(has_not_text=before).wait_for()


def _tour(steps: int) -> Callable[[Any], None]:
    def act(tab: Any) -> None:
        for _ in range(steps):
            tab.locator(".tutorial .button--primary").click()

    return act


def _linked(tab: Any) -> None:
    tab.evaluate(_LINK)
    tab.locator(".review__board .playback").wait_for()


def _race(tab: Any) -> None:
    _linked(tab)
    tab.get_by_role("button", name=said(tab, "Race this game")).click()
    tab.locator(".ghost").wait_for()


def _race_won(tab: Any) -> None:
    _race(tab)
    arrows(tab, "Left")
    arrows(tab, "Left")
    tab.locator(".result").wait_for()


def _daily_solved(tab: Any) -> None:
    tab.locator(".daily__card .button--primary").first.click()
    tab.locator(".stage taquin-board").wait_for()
    arrows(tab, *tab.evaluate(SOLUTION))
    tab.locator(".result").wait_for()
    tab.evaluate("location.hash = '#/daily'")
    tab.locator(".daily__card--solved").wait_for()


def _lab_cached(tab: Any) -> None:
    _named("lab-run").act(tab)
    run = said(tab, "Run")
    tab.get_by_role("button", name=run, exact=True).click()
    tab.locator(".lab-table--alike").wait_for(timeout=60_000)
    tab.get_by_text(said(tab, "All searches have finished.")).wait_for(timeout=60_000)


def _lab_all_figures(tab: Any) -> None:
    _lab_cached(tab)
    tab.locator(".lab-figures").click()


def _game_deleted(tab: Any) -> None:
    _named("stats").act(tab)
    tab.locator(".games .button--icon").first.click()
    tab.locator(".notice").wait_for()


def _streak_ended(tab: Any) -> None:
    tab.locator(".train__words", has_text="3").wait_for()
    for key in ("Up", "Down", "Left", "Right") * 2:
        arrows(tab, key)
        tab.wait_for_timeout(250)
    tab.locator(".train__results dt").first.wait_for()


def _timed_begun(tab: Any) -> None:
    tab.locator(".timed__cover .button--primary").click()
    tab.locator(".timed__strip > .button:enabled").wait_for()


def _timed_over(tab: Any) -> None:
    _timed_begun(tab)
    tab.locator(".timed__strip > .button").click()
    tab.locator(".timed__cover .button--primary").wait_for()


def _attempt(boards: int, given_up: bool = False, **choice: str) -> Callable[[Any], None]:
    """Play so many boards of a timed attempt of these choices, and give the next one up."""

    def act(tab: Any) -> None:
        for name, value in choice.items():
            tab.locator(f"#timed-{name}").select_option(value)
        start, giving = tab.locator(".timed__cover .button--primary"), tab.locator(_GIVING)
        for _ in range(boards):
            # A mixed session covers each of its boards.
            if start.is_visible():
                start.click()
            arrows(tab, *tab.evaluate(SOLUTION))
        if given_up:
            if start.is_visible():
                start.click()
            giving.click()
        start.wait_for()

    return act


def _looking(tab: Any) -> None:
    tab.locator("#timed-inspection").select_option("30")
    _timed_begun(tab)


def _marathon_begun(tab: Any) -> None:
    for name, value in _MARATHON.items():
        tab.locator(f"#timed-{name}").select_option(value)
    _timed_begun(tab)
    arrows(tab, *tab.evaluate(SOLUTION))
    tab.locator(".timed__splits li").wait_for()


_GIVING = ".timed__strip > .button:enabled"
_MARATHON = {"mode": "marathon", "side": "2", "count": "3"}
_BLIND = {"side": "3", "numbers": "blind"}


def _race_lost(tab: Any) -> None:
    tab.evaluate(_LINK.replace("754_390", "1"))
    tab.locator(".review__board .playback").wait_for()
    tab.get_by_role("button", name=said(tab, "Race this game")).click()
    tab.locator(".ghost").wait_for()
    arrows(tab, "Left", "Right", "Left", "Left")
    tab.locator(".result").wait_for()
    tab.get_by_role("button", name=said(tab, "Race again")).wait_for()


def _storm_over(tab: Any) -> None:
    _named("train-storm").act(tab)
    for key in ("Up", "Down", "Left", "Right"):
        arrows(tab, key)
    tab.get_by_role("button", name=said(tab, "End the storm")).click()
    tab.locator(".train__results dt").first.wait_for()


def _hinted_before(tab: Any) -> None:
    """A board that is solved after a hint in an earlier try of it."""
    _named("play-hint-human").act(tab)
    arrows(tab, "Left")
    tab.keyboard.press("t")
    arrows(tab, "Left", "Left")
    tab.locator(".result .badge").wait_for()


def _solution_watched(tab: Any) -> None:
    """The end of a game whose solution was shown before."""
    _named("play-solve").act(tab)
    tab.keyboard.press("Escape")
    tab.locator("taquin-board").first.focus()
    arrows(tab, "Left", "Left")
    tab.locator(".result .badge").wait_for()


CROWDED = [
    *[State(f"play-tour-{n + 1}", "#/play", _tour(n), welcomed=False) for n in range(1, 5)],
    State("play-hint-second", _named("play-hint-human").fragment, _second_hint),
    State("play-race", NEAR, _race),
    State("play-race-won", NEAR, _race_won),
    State("review-linked", NEAR, _linked),
    State("daily-solved", "#/daily", _daily_solved),
    State("train-mistakes", "#/train?part=mistakes"),
    State("train-drills", "#/train?part=drills"),
    State("train-streak", "#/train?part=streak", _named("train").act),
    State("train-streak-ended", "#/train?part=streak", _streak_ended),
    State("timed-begun", "#/timed", _timed_begun),
    State("timed-over", "#/timed", _timed_over),
    State("timed-looking", "#/timed", _looking),
    State("timed-marathon-begun", "#/timed", _marathon_begun),
    State("timed-marathon-over", "#/timed", _attempt(3, **_MARATHON)),
    State("timed-marathon-given-up", "#/timed", _attempt(1, given_up=True, **_MARATHON)),
    State("timed-relay-over", "#/timed", _attempt(2, mode="relay", last="3")),
    State("timed-relay-given-up", "#/timed", _attempt(1, given_up=True, mode="relay")),
    State("timed-mixed-between", "#/timed", _attempt(1, mode="mixed", count="3")),
    State("timed-blind-over", "#/timed", _attempt(1, **_BLIND)),
    State("timed-blind-failed", "#/timed", _attempt(0, given_up=True, **_BLIND)),
    State("play-race-lost", NEAR, _race_lost),
    State("play-hinted-before", NEAR, _hinted_before),
    State("play-solution-watched", NEAR, _solution_watched),
    State("train-storm-over", "#/train?part=storm", _storm_over),
    State("stats-deleted", "#/play", _game_deleted),
    State("lab-cached", "#/lab", _lab_cached),
    State("lab-all-figures", "#/lab", _lab_all_figures),
]
