"""Tabs as on a slow machine: where a test, or the page, is in haste.

With TAQUIN_PAGE_SLOWDOWN=6 every tab has a sixth of its processor, and what a test waits for may
take six times as long. A test that presses a key before the page is ready for it then fails each
time, instead of once in a hundred runs.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

__all__ = ["slowed_down"]

# Playwright's own limit, in milliseconds.
_LIMIT = 30_000


@contextmanager
def slowed_down(browser: Any) -> Iterator[None]:
    """Slow down every tab that is opened meanwhile, as often as the environment says.

    A tab is not asked for its context: that would make the context its test's own (page_tabs.py).
    """
    times = float(os.environ.get("TAQUIN_PAGE_SLOWDOWN", "1"))
    if times == 1:
        yield
        return
    from playwright.sync_api import BrowserContext

    fresh, open_tab = browser.new_context, BrowserContext.new_page
    limit = BrowserContext.set_default_timeout

    def new_context(**settings: Any) -> Any:
        context = fresh(**settings)
        context.set_default_timeout(_LIMIT)
        return context

    def new_page(context: Any) -> Any:
        tab = open_tab(context)
        session = context.new_cdp_session(tab)
        session.send("Emulation.setCPUThrottlingRate", {"rate": times})
        return tab

    def set_default_timeout(context: Any, milliseconds: float) -> None:
        limit(context, times * milliseconds)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(browser, "new_context", new_context)
        patched.setattr(BrowserContext, "new_page", new_page)
        patched.setattr(BrowserContext, "set_default_timeout", set_default_timeout)
        yield
