"""What the tests of the page do where a browser is missing."""

import pytest

from page_support import Page, chromium, missing


def test_a_missing_browser_skips_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setenv("TAQUIN_CHROMIUM", "/no/such/browser")
    with pytest.raises(pytest.skip.Exception, match=r"/no/such/browser.*apt-get install chromium"):
        chromium()


def test_in_continuous_integration_it_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CI", "1")
    monkeypatch.setenv("TAQUIN_CHROMIUM", "/no/such/browser")
    with pytest.raises(pytest.fail.Exception, match="apt-get install chromium"):
        chromium()
    with pytest.raises(pytest.fail.Exception, match=r"axe-core is missing: npm install\."):
        missing("axe-core", "npm install.")


def test_what_is_forgiven_may_come_late_but_must_come() -> None:
    page = Page(None, "", ["console: refused"])
    page.forgive("refused")
    page.troubles.append("console: refused again")
    page.judge()
    page.forgive("never seen")
    with pytest.raises(AssertionError, match="nothing matches 'never seen'"):
        page.judge()
    other = Page(None, "", ["console: refused", "exception: broken"])
    other.forgive("refused")
    with pytest.raises(AssertionError, match=r"^the page is in trouble:\nexception: broken$"):
        other.judge()
