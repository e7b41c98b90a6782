"""Tabs in contexts that are used again find nothing of the test before."""

from typing import Any

from page_support import Server
from page_tabs import Tabs, in_window

STORED = """async () => {
  localStorage.setItem("a", "1");
  sessionStorage.setItem("b", "2");
  document.cookie = "c=3";
  await (await caches.open("d")).put("/d", new Response("4"));
  await new Promise((done) => { indexedDB.open("e").onsuccess = done; });
}"""
FOUND = """async () => [localStorage.length, sessionStorage.length, document.cookie,
  (await caches.keys()).length, (await indexedDB.databases()).length, history.length]"""


def stored(tab: Any) -> Any:
    tab.evaluate(STORED)
    tab.set_viewport_size({"width": 300, "height": 300})
    tab.emulate_media(color_scheme="dark")
    return tab.evaluate(FOUND)


def test_a_context_is_used_again_and_empty(browser: Any, server: Server) -> None:
    tabs = Tabs(browser)
    contexts = []
    for _ in range(3):
        with tabs.tab(server.url, in_window({})) as tab:
            tab.goto(f"{server.url}icon.svg")
            assert tab.evaluate(FOUND) == [0, 0, "", 0, 0, 2]
            assert tab.evaluate("innerWidth") > 300
            assert not tab.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
            assert stored(tab) == [1, 1, "c=3", 1, 1, 2]
        contexts.append(set(browser.contexts))
    assert contexts[0] == contexts[1] == contexts[2]
    tabs.close()


def test_what_outlives_a_tab_is_not_used_again(browser: Any, server: Server) -> None:
    tabs = Tabs(browser)
    before = len(browser.contexts)
    with tabs.tab(server.url, in_window({})) as tab:
        tab.clock.set_fixed_time(0)
    assert len(browser.contexts) == before
    with tabs.tab(server.url, in_window({})) as tab:
        tab.goto(f"{server.url}icon.svg")
        assert tab.evaluate("Date.now()") > 0
        assert len(browser.contexts) == before + 1
        tab.context.add_cookies([{"name": "a", "value": "b", "url": server.url}])
    assert len(browser.contexts) == before
    for number in range(8):
        with tabs.tab(server.url, {"device_scale_factor": 1 + number}):
            pass
    assert len(browser.contexts) == before + 6
    tabs.close()
    assert len(browser.contexts) == before


def test_a_size_is_the_windows_and_the_context_that_of_other_sizes(
    browser: Any, server: Server
) -> None:
    tabs = Tabs(browser)
    before = len(browser.contexts)
    for width, height in (320, 640), (740, 360):
        size = {"width": width, "height": height}
        with tabs.tab(server.url, {"viewport": size}) as tab:
            tab.goto(f"{server.url}icon.svg")
            assert tab.evaluate("[innerWidth, outerWidth, innerHeight]") == [width, width, height]
            assert tab.viewport_size == size
            tab.set_viewport_size({"width": 500, "height": 400})
            assert tab.evaluate("[innerWidth, outerWidth, innerHeight]") == [500, 500, 400]
            tab.reload()
            assert tab.evaluate("[innerWidth, innerHeight]") == [500, 400]
    assert len(browser.contexts) == before + 1
    # A phone's window has no size of its own.
    with tabs.tab(server.url, {"viewport": size, "is_mobile": True}) as tab:
        assert tab.viewport_size == size and tab.evaluate("outerWidth") == size["width"]
        assert len(browser.contexts) == before + 2
    tabs.close()
