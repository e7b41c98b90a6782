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
    for number in range(5):
        with tabs.tab(server.url, {"device_scale_factor": 1 + number}):
            pass
    assert len(browser.contexts) == before + 3
    tabs.close()
    assert len(browser.contexts) == before
