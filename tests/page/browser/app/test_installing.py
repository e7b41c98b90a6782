"""The page installed as an app: what the browser finds in its manifest, and what others share."""

import re

import pytest

from page_states import WELCOMED, board
from page_support import Page


def test_the_browser_finds_nothing_wrong_with_the_manifest(page: Page) -> None:
    tab = page.open()
    session = tab.context.new_cdp_session(tab)
    found = session.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"] == f"{page.url}manifest.webmanifest"
    read = found["manifest"]
    assert (read["name"], read["display"], read["startUrl"]) == ("taquin", "kStandalone", page.url)
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in read["icons"]}
    # A browser without a window lacks nothing, whatever the page.
    missing = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # Playwright's tabs are private windows, from which nothing is installed.
    assert {error["errorId"] for error in missing} <= {"in-incognito"}


@pytest.mark.parametrize(
    "query",
    [
        "?title=Mail&text=Can+you+do+this?%0A1+2+3/4+5+6/7+0+8",
        "?url=https://example.org/%23/play?board=1%2B2%2B3/4%2B5%2B6/7%2B0%2B8",
    ],
)
def test_a_shared_board_is_set_up(page: Page, query: str) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open(query)
    tab.wait_for_function("() => location.href.endsWith('/#/play')")
    tab.get_by_text(
        re.compile("^The (shared board|board from the link) is set up")
    ).first.wait_for()
    assert board(tab) == "1 2 3/4 5 6/7 0 8"


def test_a_shared_text_without_a_board_says_so(page: Page) -> None:
    tab = page.open("?text=hello+there")
    tab.get_by_text("What was shared cannot be opened: ").first.wait_for()
    assert tab.locator("taquin-board:visible").count() == 1


def test_the_offer_to_install_is_in_the_settings(page: Page) -> None:
    page.tab.add_init_script(WELCOMED)
    tab = page.open()
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("dialog").wait_for()
    assert tab.get_by_role("button", name="Install taquin").count() == 0
    tab.keyboard.press("Escape")
    tab.get_by_role("dialog").wait_for(state="detached")
    tab.evaluate("""() => dispatchEvent(Object.assign(
      new Event("beforeinstallprompt"), { prompt: async () => { window.asked = true; } }))""")
    tab.get_by_role("button", name="Settings").click()
    tab.get_by_role("button", name="Install taquin").click()
    assert tab.evaluate("window.asked")
    assert tab.get_by_role("button", name="Install taquin").is_disabled()
