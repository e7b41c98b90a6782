"""The page that is served: it opens, keeps its content policy and is accessible."""

from page_support import Page, axe_violations


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
    tab = page.open()
    tab.wait_for_selector("main")
    tab.evaluate("() => document.body.setAttribute('style', 'color: red')")
    tab.wait_for_timeout(200)
    page.forgive("CSP violation: style-src-attr")
    page.forgive("violates the following Content Security Policy")


def test_the_watch_sees_what_is_not_there_and_what_is_elsewhere(page: Page) -> None:
    tab = page.open()
    tab.wait_for_selector("main")
    tab.evaluate("() => fetch('/no/such/file').then((answer) => answer.text())")
    elsewhere = page.url.replace("127.0.0.1", "localhost")
    assert elsewhere != page.url
    tab.goto(f"{elsewhere}icon.svg")
    page.forgive(f"answer 404: GET {page.url}no/such/file")
    page.forgive("Failed to load resource")
    page.forgive(f"request to elsewhere: {elsewhere}icon.svg")


def test_the_reference_of_the_interface_needs_no_scripts_and_is_accessible(page: Page) -> None:
    tab = page.open("api/docs")
    assert "The HTTP interface of taquin" in tab.inner_text("h1")
    assert tab.locator("section", has_text="POST /api/jobs").count() >= 1
    assert tab.locator("script").count() == 0
    assert axe_violations(tab) == []
