"""The first load: small, and in the chosen theme before the first paint."""

from typing import Any

import pytest
from make_languages import catalogue

from page_support import Page

BACKGROUNDS = {
    "contrast": "rgb(255, 255, 255)",
    "dark": "rgb(20, 25, 31)",
    "light": "rgb(246, 244, 239)",
}


def test_a_theme_acts_at_once_and_before_the_next_first_paint(tab: Any) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    for theme, background in BACKGROUNDS.items():
        tab.get_by_role("button", name="Settings").click()
        tab.get_by_label("Theme").select_option(theme)
        assert tab.evaluate(colour) == background
        tab.route("**/app/main.js", lambda route: route.fulfill(content_type="text/javascript"))
        tab.reload()  # with its style sheets, and without the page's own code
        assert tab.evaluate(colour) == background
        tab.unroute("**/app/main.js")
        tab.reload()


SHIFT = """
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value;
  }).observe({ type: "layout-shift", buffered: true });
"""


LANGUAGE = [
    pytest.param({"locale": locale}, language, id=language)
    for locale, language in [
        *(("en-GB", "en"), ("de-DE", "de"), ("es-ES", "es"), ("fr-FR", "fr"), ("zh-CN", "zh-Hans")),
    ]
]


@pytest.mark.parametrize(("page", "language"), LANGUAGE, indirect=["page"])
def test_the_first_load_is_small_and_nothing_moves_meanwhile(page: Page, language: str) -> None:
    received: list[int] = []
    tab = page.tab
    tab.add_init_script(SHIFT)
    session = tab.context.new_cdp_session(tab)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")  # another test may have loaded the page before
    session.on("Network.loadingFinished", lambda event: received.append(event["encodedDataLength"]))
    page.open()
    hint = "Hint" if language == "en" else catalogue(language)["Hint"]
    tab.get_by_role("button", name=hint).first.wait_for()
    tab.wait_for_load_state("networkidle")
    assert tab.evaluate("document.documentElement.lang") == language
    print(f"first load in {language}: {sum(received):,.0f} bytes in {len(received)} requests")
    assert min(received) > 0 and sum(received) <= 150_000
    assert len(received) <= 60
    assert tab.evaluate("window.shift") <= 0.02
