"""Tabs in contexts of the browser that tests use one after the other, emptied between them.

A new context starts a process, which has to fetch and to compile all of the page: with the files
kept, that is a third of what a load costs. A context that is used again has that done. Whatever a
page left in it is taken out, and a look from a tab that stays open proves it. What cannot be taken
out, such as a stopped clock, makes the context that test's own.

A tab whose size is emulated forgets every script with each load, and a third of a load is to read
them all again: where a test only asks for a size, the tab's window gets it.
"""

import json
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from kept_files import KEEPING

__all__ = ["Tabs", "in_window"]

Size = dict[str, int]

# Settings that need a size which is emulated.
_EMULATED = {"device_scale_factor", "is_mobile", "screen"}
_AT_MOST = 6
_LOOKS = 40
_LEFT = """async () => [
  ...Object.keys(localStorage), ...Object.keys(sessionStorage), ...await caches.keys(),
  ...(await indexedDB.databases()).map(({ name }) => name), ...document.cookie.split(";"),
  ...await navigator.serviceWorker.getRegistrations(),
].filter(Boolean).map(String)"""


def in_window(settings: dict[str, Any]) -> dict[str, Any]:
    """Those settings of a context; without a viewport, a tab fills the window as it is."""
    return settings if "viewport" in settings else {"no_viewport": True, **settings}


def _apart(settings: dict[str, Any]) -> tuple[dict[str, Any], Size | None]:
    """The settings of a context without its size, and that, where a window can have it."""
    if not _EMULATED.isdisjoint(settings) or "viewport" not in settings:
        return settings, None
    others = {name: value for name, value in settings.items() if name != "viewport"}
    return in_window(others), settings["viewport"]


@dataclass
class _Kept:
    """A context, the tab in it that stays open, and a debugger's session with that tab."""

    context: Any
    waiting: Any
    session: Any

    def is_emptied(self, url: str) -> bool:
        """Close the other tabs and take out what they stored; False if something is left."""
        for tab in self.context.pages:
            if tab is not self.waiting:
                tab.close()
        what = {"origin": url.removesuffix("/"), "storageTypes": "all"}
        self.session.send("Storage.clearDataForOrigin", what)
        # The tab may hear of it a moment later.
        return any(self.waiting.evaluate(_LEFT) == [] for _ in range(_LOOKS))


class Tabs:
    """Tabs of one browser."""

    def __init__(self, browser: Any) -> None:
        self._browser = browser
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    @contextmanager
    def tab(self, url: str, settings: dict[str, Any]) -> Iterator[Any]:
        """A new tab in an empty context of these settings.

        url: of the server. settings: of Playwright's ``browser.new_context``. The context is used
        again, unless the test asked the tab for its context or its clock.
        """
        settings, size = _apart(settings)
        key = url + json.dumps(settings, sort_keys=True)
        kept = self._kept.pop(key, None) or self._made(url, settings)
        tab = kept.context.new_page()
        in_windows = settings.get("no_viewport", False)
        with _windows(kept.context, type(tab), in_windows), _asked(type(tab)) as for_ever:
            if size is not None:
                tab.set_viewport_size(size)
            yield tab
        if for_ever or not kept.is_emptied(url):
            kept.context.close()
            return
        self._kept[key] = kept
        if len(self._kept) > _AT_MOST:
            self._kept.popitem(last=False)[1].context.close()

    def close(self) -> None:
        """Close the contexts that were kept."""
        while self._kept:
            self._kept.popitem()[1].context.close()

    def _made(self, url: str, settings: dict[str, Any]) -> _Kept:
        headers = {KEEPING: "yes"}
        context = self._browser.new_context(extra_http_headers=headers, **settings)
        context.set_default_timeout(60_000)
        waiting = context.new_page()
        waiting.goto(f"{url}icon.svg")
        return _Kept(context, waiting, context.new_cdp_session(waiting))


@contextmanager
def _asked(kind: Any) -> Iterator[list[str]]:
    """What tabs were asked for meanwhile that can change more than the tab."""
    asked: list[str] = []

    def noticing(name: str, plain: Any) -> property:
        return property(lambda tab: asked.append(name) or plain.fget(tab))

    with pytest.MonkeyPatch.context() as patched:
        for name in ("context", "clock"):
            patched.setattr(kind, name, noticing(name, getattr(kind, name)))
        yield asked


@contextmanager
def _windows(context: Any, kind: Any, in_windows: bool) -> Iterator[None]:
    """Meanwhile, a tab without an emulated size is given one by its window."""
    if not in_windows:
        yield
        return
    sizes: dict[Any, Size] = {}
    emulated, emulated_size, context_of = kind.set_viewport_size, kind.viewport_size, kind.context

    def set_viewport_size(tab: Any, viewport_size: Size) -> None:
        if context_of.fget(tab) != context:
            emulated(tab, viewport_size)
            return
        session = context.new_cdp_session(tab)
        number = session.send("Browser.getWindowForTarget")["windowId"]
        session.send("Browser.setWindowBounds", {"windowId": number, "bounds": viewport_size})
        session.detach()
        wanted = [viewport_size["width"], viewport_size["height"]]
        # A browser that draws a frame around its windows has none that small.
        if any(tab.evaluate("[innerWidth, innerHeight]") == wanted for _ in range(_LOOKS)):
            sizes[tab] = viewport_size
        else:
            emulated(tab, viewport_size)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(kind, "set_viewport_size", set_viewport_size)
        patched.setattr(
            kind, "viewport_size", property(lambda tab: emulated_size.fget(tab) or sizes.get(tab))
        )
        yield
