"""After the first load the page works with its server stopped."""

from collections.abc import Iterator
from typing import Any

import pytest

from page_states import WELCOMED, arrows
from page_support import Server, started

NEAR3 = "#/play?board=1+2+3/4+5+6/0+7+8"
NEAR4 = "#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/0+13+14+15"


@pytest.fixture
def alone(browser: Any) -> Iterator[tuple[Any, Server]]:
    """A tab that has loaded the page once, and the server it came from."""
    server = started()
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(30_000)
    tab = context.new_page()
    tab.add_init_script(WELCOMED)
    tab.goto(server.url)
    # Never, if one file of the worker's list cannot be had.
    tab.wait_for_function("() => navigator.serviceWorker.controller !== null")
    yield tab, server
    context.close()
    server.stop()


def test_play_hints_solving_review_statistics_and_lab_without_the_server(
    alone: tuple[Any, Server],
) -> None:
    tab, server = alone
    server.stop()
    failures: list[str] = []
    tab.on("pageerror", lambda error: failures.append(str(error)))
    tab.reload()
    for fragment, moves in [(NEAR3, 2), (NEAR4, 3)]:
        tab.goto(server.url + fragment)
        tab.wait_for_function("() => location.hash === '#/play'")
        tab.get_by_role("button", name="Hint").first.click()
        tab.locator("aside").get_by_text("proved", exact=True).wait_for()
        for _ in range(moves):
            arrows(tab, "Left")
        tab.get_by_role("heading", name="Solved").wait_for()
        tab.get_by_role("button", name="Review", exact=True).click()
        tab.locator(".view--review").wait_for()
        tab.locator(".view--review").get_by_text("100%").first.wait_for()
        tab.go_back()
    # Shared by another app with the installed page.
    tab.goto(f"{server.url}?text=A+board:%0A1+2+3/4+5+6/7+0+8")
    tab.get_by_text("The shared board is set up.").first.wait_for()
    # What shows a search, which no first load brings.
    tab.get_by_role("button", name="Solve", exact=True).click()
    tab.get_by_text("shortest, proved").wait_for()
    tab.get_by_role("navigation", name="Views").get_by_role("link", name="Statistics").click()
    tab.locator(".view--stats").wait_for()
    for name in ("Settings", "Help"):
        tab.get_by_role("button", name=name, exact=True).click()
        tab.get_by_role("dialog", name=name).wait_for()
        tab.keyboard.press("Escape")
    tab.get_by_role("link", name="Lab").click()
    tab.get_by_role("button", name="Run", exact=True).click()
    tab.get_by_text("All searches have finished.").wait_for()
    assert tab.get_by_text("on this page", exact=True).count() == 8
    # The service worker answers what it does not have; a rejection would be an error of its own.
    forget = """async () => {
      for (const name of await caches.keys())
        await (await caches.open(name)).delete("train/train.js");
      return (await fetch("train/train.js")).status;
    }"""
    assert tab.evaluate(forget) == 504
    tab.get_by_role("link", name="Train").click()
    tab.get_by_text("This view could not be loaded").wait_for()
    tab.evaluate("window.before = true")
    tab.get_by_role("button", name="Reload").click()
    tab.wait_for_function("() => !window.before")
    tab.get_by_text("This view could not be loaded").wait_for()
    assert failures == []
