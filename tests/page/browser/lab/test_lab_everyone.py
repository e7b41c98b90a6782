"""The lab in every size and theme, and by keyboard."""

from typing import Any

import pytest
from experimenting import EASY, lab, press, record, run

from page_support import SIZES, Page, axe_violations


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        ("phone", "dark"),
        pytest.param("phone", "light", marks=pytest.mark.slow),
        pytest.param("tablet", "dark", marks=pytest.mark.slow),
        pytest.param("wide", "light", marks=pytest.mark.slow),
    ],
)
def test_axe_finds_nothing_and_nothing_is_wider_than_the_page(
    browser: Any, server: Any, size: str, scheme: str
) -> None:
    width, height = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
    )
    tab = context.new_page()
    made = Page(tab, server.url)
    lab(made, board=EASY, preset="Little memory")
    tab.get_by_label("Goal", exact=True).select_option("last")
    run(tab)
    record(tab)
    press(tab, "+ Step")
    tab.evaluate(
        "() => { for (const one of document.querySelectorAll('details')) one.open = true; }"
    )
    assert axe_violations(tab) == []
    for picture in ("rows", "heat"):
        tab.get_by_label("Picture", exact=True).select_option(picture)
        assert axe_violations(tab, ".lab-pane") == []
    tab.get_by_label("Chart", exact=True).select_option("frontier")
    assert axe_violations(tab, ".lab-chart") == []
    assert tab.evaluate("() => document.documentElement.scrollWidth") <= width
    context.close()


def test_the_whole_lab_by_keyboard(page: Page) -> None:
    tab = lab(page, board=EASY)
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.get_by_label("Board", exact=True).focus()

    def go_to(name: str) -> None:
        for _ in range(80):
            tab.keyboard.press("Tab")
            here = tab.evaluate(
                "() => document.activeElement.getAttribute('aria-label') "
                "?? document.activeElement.textContent"
            )
            if here.strip() == name:
                return
        raise AssertionError(f"no way to {name} by Tab")

    go_to("Run")
    tab.keyboard.press("Enter")
    tab.get_by_text("All searches have finished.").wait_for(timeout=60_000)
    go_to("Record")
    tab.keyboard.press("Enter")
    tab.wait_for_selector(".lab-pane .lab-facts:not(:empty)")
    go_to("+ Step")
    tab.keyboard.press("Enter")
    assert "step 2 of" in tab.locator(".lab-where").inner_text()
    tab.wait_for_function("() => document.getElementById('say').textContent.includes('step 2 of')")
    assert "Smallest f = g + h" in tab.locator("#say").inner_text()
