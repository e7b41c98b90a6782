"""The page that is served: it opens, keeps its content policy and is accessible."""

from page_support import Page, axe_violations, browser, page, server

__all__ = ["browser", "page", "server"]


def test_the_page_opens_without_a_word_on_the_console(page: Page) -> None:
    tab = page.open()
    tab.wait_for_selector("main")
    assert tab.title()
    assert page.troubles == []


def test_axe_finds_nothing(page: Page) -> None:
    tab = page.open()
    tab.wait_for_selector("main")
    assert axe_violations(tab) == []


def test_the_watch_sees_what_the_policy_forbids(page: Page) -> None:
    tab = page.tab
    tab.goto(page.url + "icon.svg")
    tab.goto(page.url + "page.css")
    tab.evaluate("() => { document.body.setAttribute('style', 'color: red'); }")
    tab.wait_for_timeout(200)
    page.forgive("CSP violation: style-src-attr")
    page.forgive("violates the following Content Security Policy")
