"""Every view survives being left and entered again: each state, by way of each other view."""

from collections.abc import Callable
from typing import Any

import pytest

from page_states import STATES, State, arrows, prepared
from page_support import Page

# Each view, and what stands on it once it is there.
VIEWS = {
    "play": ".stage",
    "daily": ".daily__card",
    "timed": ".timed__stage",
    "train": ".train__part h2",
    "review": "h1",
    "analysis": ".analyse__choices button",
    "lab": ".lab-body > *",
    "stats": ".stats__body > *",
}
# What somebody sees: texts, fields, the board with its marks. Clocks and progress go on meanwhile.
SEEN = """() => {
  const section = document.querySelector("main > section");
  const shown = (one) => one.checkVisibility() && !one.closest("dialog, [popover]");
  const parts = section.querySelectorAll(
    "h1, h2, p, button, a, summary, dt, label, input:not([type=file]), select, textarea, ol > li");
  const lines = [...parts].filter(shown).map((one) => {
    const field = one.matches("input, select, textarea");
    const text = field ? one.value : one.textContent;
    const state = ["disabled", "checked", "open"].filter((name) => one[name]);
    const current = one.getAttribute("aria-current") ?? "";
    return [one.localName, text.replaceAll(/\\d+([.:,]\\d+)*/g, "#"), ...state, current].join("|");
  });
  const boards = [...section.querySelectorAll("taquin-board")].filter(shown).map((one) =>
    [...one.shadowRoot.querySelectorAll("button")].map((tile) => tile.getAttribute("aria-label"))
      .join("; ") + (one.disabled ? "; only shown" : ""));
  return [...lines, ...boards];
}"""
# Waits until some looks in a row see the same.
SETTLED = f"""async () => {{
  const seen = {SEEN};
  const pause = () => new Promise((done) => setTimeout(done, 60));
  for (let [before, same] = ["", 0]; ; await pause()) {{
    const now = JSON.stringify(seen());
    [before, same] = [now, now === before ? same + 1 : 0];
    if (same === 5) return JSON.parse(now);
  }}
}}"""
# Whether it is as it was.
AS_BEFORE = f"(first) => JSON.stringify(({SEEN})()) === JSON.stringify(first)"


def view_of(tab: Any) -> str:
    script = r"/view--(\w+)/.exec(document.querySelector('main > section').className)[1]"
    return str(tab.evaluate(script))


def go(tab: Any, view: str) -> None:
    tab.evaluate("(hash) => { location.hash = hash; }", f"#/{view}")
    arrived(tab, view)


def back(tab: Any, view: str) -> None:
    tab.evaluate("history.back()")
    arrived(tab, view)


def arrived(tab: Any, view: str) -> None:
    tab.locator(f".view--{view}").locator(VIEWS[view]).first.wait_for()


def same(tab: Any, first: list[str], how: str) -> None:
    from playwright.sync_api import TimeoutError

    try:
        tab.wait_for_function(AS_BEFORE, arg=first, timeout=5_000)
    except TimeoutError:
        assert tab.evaluate(SEEN) == first, how


def changes(tab: Any, act: Callable[[Any], None]) -> None:
    """Do something, and wait until it shows."""
    before = tab.evaluate(SEEN)
    act(tab)
    tab.wait_for_function(f"(first) => !({AS_BEFORE})(first)", arg=before)


# A move in any view with a board: the best one, judged by what the view says of it.
BEST = """async () => {
  const { createSolver } = await import("./solver/solver.js");
  const { board, goal } = [...document.querySelectorAll("taquin-board")].find((one) =>
    one.checkVisibility());
  return (await createSolver({ online: false }).optimalMoves(board, goal)).letters[0];
}"""
WAYS = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}


def best_move(tab: Any) -> None:
    arrows(tab, WAYS[tab.evaluate(BEST)])


# On a hard board the best move takes seconds; a view that lives shows any.
SOME = """async () => {
  const { legalMoves } = await import("./board.js");
  const shown = [...document.querySelectorAll("taquin-board")].find((one) => one.checkVisibility());
  return legalMoves(shown.board)[0];
}"""


def some_move(tab: Any) -> None:
    changes(tab, lambda _: arrows(tab, WAYS[tab.evaluate(SOME)]))


def puzzle(tab: Any) -> None:
    best_move(tab)
    tab.locator(".train__words", has_text="Right").wait_for(timeout=10_000)


def chart(tab: Any) -> None:
    changes(tab, lambda _: tab.locator(".progress__choice label").nth(2).click())


def recording(tab: Any) -> None:
    changes(tab, lambda _: tab.get_by_role("button", name="Next").click())


def key(name: str) -> Callable[[Any], None]:
    return lambda tab: changes(tab, lambda _: tab.keyboard.press(name))


# What must still work in a state after it was left and entered again.
ALIVE: dict[str, Callable[[Any], None]] = {
    "train": puzzle,
    "train-storm": puzzle,
    "train-lessons": key("h"),
    "train-check": some_move,
    "play": some_move,
    "play-hint": key("h"),
    "play-hint-learn": some_move,
    "analysis": some_move,
    "review": key("ArrowRight"),
    "timed": key("n"),
    "stats": chart,
    "lab-record": recording,
}


def survives(page: Page, state: State) -> None:
    """Leave a state for each other view and come back: all is as it was, and goes on."""
    tab = prepared(page, state)
    own = view_of(tab)
    first: list[str] = []
    for other in [view for view in VIEWS if view != own]:
        go(tab, other)
        back(tab, own)
        # Leaving closes dialogs and stops clocks; from then on nothing changes any more.
        first = first or tab.evaluate(SETTLED)
        same(tab, first, f"{state.name} by way of {other}")
    ALIVE.get(state.name, lambda _: None)(tab)


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES, ids=lambda state: state.name)
def test_a_state_survives_every_other_view(page: Page, state: State) -> None:
    survives(page, state)


QUICK = {state.name: state for state in STATES if state.name in ALIVE}


@pytest.mark.parametrize("name", ["train", "train-lessons"])
def test_training_survives_every_other_view(page: Page, name: str) -> None:
    survives(page, QUICK[name])


# Goes to a view and waits until it is as it was left, all in one call; what it saw last.
HOP = f"""async ([hash, view, first]) => {{
  const seen = {SEEN};
  const wanted = JSON.stringify(first);
  location.hash = hash;
  const until = performance.now() + 5000;
  for (let now = null; ; await new Promise((done) => setTimeout(done, 40))) {{
    if (document.querySelector("main > .view--" + view)) now = seen();
    if (JSON.stringify(now) === wanted || performance.now() > until) return now;
  }}
}}"""


# What a view seeks at first on a board that is soon solved.
READY = {"analysis": ".analyse__mark", "train": ".train__steps span"}


@pytest.mark.long
def test_all_pairs_of_views_in_one_visit(page: Page) -> None:
    """From each view to each other and back, and all work at the end."""
    tab = prepared(page, QUICK["play"])
    first: dict[str, list[str]] = {}
    names = list(VIEWS)
    # All are made, and play has been left once: then nothing changes any more.
    for view in [*names, "play"]:
        go(tab, view)
        tab.locator(READY.get(view, "main")).first.wait_for()
        first[view] = tab.evaluate(SETTLED)
    for i, one in enumerate(names):
        for view in [hop for other in names[i + 1 :] for hop in (one, other)]:
            assert tab.evaluate(HOP, [f"#/{view}", view, first[view]]) == first[view], view
    for name in ["train", "analysis", "play", "timed"]:
        go(tab, name)
        ALIVE[name](tab)
