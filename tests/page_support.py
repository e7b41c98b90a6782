"""A served page and a browser for tests: fixtures, axe-core, and what a page must never do.

The tests below tests/page have the fixtures from its conftest.py; others import those they need:
``from page_support import browser, page, server``. Outside continuous integration (the environment
variable CI) a missing browser or package skips the test and says how to get it; inside, that is a
failure.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import pytest

from page_slowdown import slowed_down
from page_tabs import Tabs, in_window

__all__ = [
    "CHROMIUM_ARGUMENTS",
    "ROOT",
    "SIZES",
    "Page",
    "Server",
    "axe_violations",
    "browser",
    "browser_version",
    "chromium",
    "chromium_path",
    "ipv6",
    "missing",
    "node",
    "page",
    "server",
    "started",
    "tabs",
]

ROOT = Path(__file__).parent.parent
# Width and height in CSS pixels: a small phone, a tablet, a laptop.
SIZES = {"phone": (320, 640), "tablet": (768, 1024), "wide": (1440, 900)}
CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # No process started in advance for a page that never comes.
    "--renderer-process-limit=1",
    f"--window-size={SIZES['wide'][0]},{SIZES['wide'][1]}",
]
# The first is the same browser without windows of its own: a page costs it a third of the time.
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
_ADDRESS = re.compile(r"http://(?:127\.0\.0\.1|\[::1\]):\d+/")


def missing(what: str, remedy: str) -> NoReturn:
    """Skip the test, or fail it in continuous integration."""
    message = f"{what} is missing: {remedy}"
    if os.environ.get("CI"):
        pytest.fail(message, pytrace=False)
    pytest.skip(message)


def chromium_path(*, whole: bool = False) -> str | None:
    """TAQUIN_CHROMIUM, or the first Chromium on PATH; None where there is none.

    whole: only one that people use, with windows, for measuring.
    """
    chosen = os.environ.get("TAQUIN_CHROMIUM")
    names = (chosen,) if chosen else _NAMES[1:] if whole else _NAMES
    return next(filter(None, map(shutil.which, names)), None)


def chromium(*, whole: bool = False) -> tuple[str, str]:
    """The path of the browser and its version; a test without one is skipped or fails."""
    path = chromium_path(whole=whole)
    if path is None:
        missing(
            f"Chromium ({os.environ.get('TAQUIN_CHROMIUM') or ', '.join(_NAMES)})",
            "install Debian's (apt-get install chromium-headless-shell), or name another in "
            "TAQUIN_CHROMIUM.",
        )
    return path, browser_version(path)


def browser_version(path: str) -> str:
    """What the browser says of itself."""
    return subprocess.run([path, "--version"], capture_output=True, text=True).stdout.strip()


def node() -> str:
    """The path of Node.js, 20 or newer."""
    path = shutil.which("node")
    if path is None:
        missing("Node.js", "install Debian's (apt-get install nodejs), version 20 or newer.")
    return path


# The server


@dataclass
class Server:
    """A running `taquin serve`: where it is, and its process."""

    url: str
    process: "subprocess.Popen[str]"

    def stop(self) -> int:
        """End it as Ctrl-C does; returns the exit status."""
        if self.process.poll() is None:
            self.process.terminate()
        return self.process.wait(20)


def ipv6() -> bool:
    """Whether this machine has the loopback address of IPv6."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as tried:
            tried.bind(("::1", 0))
    except OSError:
        return False
    return True


_PLAIN = ("-m", "taquin")
_KEEPING = (str(ROOT / "tests" / "kept_files.py"),)


def started(
    *arguments: str, python: tuple[str, ...] = _PLAIN, port: str = "0", **environment: str
) -> Server:
    """A server of its own, for tests that stop or starve it; port 0: a free one."""
    process = subprocess.Popen(
        [sys.executable, *python, "serve", "--port", port, *arguments],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    found = _ADDRESS.search(line)
    if found is None:
        process.kill()
        pytest.fail(f"taquin serve did not start: {line!r}, exit status {process.wait()}")
    return Server(found[0], process)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """One `taquin serve` on a free port for all tests of a process."""
    running = started(python=_KEEPING)
    yield running
    assert running.stop() == 0


# The browser


_launched: list[Any] = []


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """One headless Chromium for all tests of a process; its version is printed.

    pytest makes this fixture once for each module that imports it, and Playwright runs once in a
    process: the first one launches, the others borrow.
    """
    if _launched:
        yield _launched[0]
        return
    path, version = chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        missing("playwright", "pip install -e '.[test]'.")
    print(f"browser: {version} ({path})")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=CHROMIUM_ARGUMENTS)
        _launched.append(running)
        with slowed_down(running):
            yield running
        _launched.clear()
        running.close()


_WATCH = """
addEventListener("securitypolicyviolation", (event) => {
  console.error(`CSP violation: ${event.effectiveDirective} ${event.blockedURI} ` +
    `${event.sourceFile}:${event.lineNumber} ${event.sample}`);
});
"""


@dataclass
class Page:
    """A tab of its own and what went wrong in it.

    tab: Playwright's page. troubles: errors on the console, exceptions, violations of the content
    policy, answers of 400 and above; a test that provokes some forgives them.
    """

    tab: Any
    url: str
    troubles: list[str] = field(default_factory=list)
    _forgiven: list[str] = field(default_factory=list)

    def open(self, fragment: str = "") -> Any:
        """Load the page, at that fragment, and return the tab."""
        self.tab.goto(self.url + fragment)
        return self.tab

    def open_anew(self, fragment: str = "") -> Any:
        """Load the whole page again, where `open` might change the fragment alone."""
        self.tab.goto(f"{self.url}icon.svg")
        return self.open(fragment)

    def forgive(self, pattern: str) -> None:
        """The troubles that match are no trouble, those included that are still to come.

        At least one must match by the end: the browser tells of them when it has time.
        """
        self._forgiven.append(pattern)

    def judge(self) -> None:
        """Fail if there is any trouble that was not forgiven, or nothing to forgive."""
        for pattern in self._forgiven:
            found = any(re.search(pattern, trouble) for trouble in self.troubles)
            assert found, f"nothing matches {pattern!r}: {self.troubles}"
        left = [
            trouble
            for trouble in self.troubles
            if not any(re.search(pattern, trouble) for pattern in self._forgiven)
        ]
        assert not left, "the page is in trouble:\n" + "\n".join(left)


@pytest.fixture(scope="session")
def tabs(browser: Any) -> Iterator[Tabs]:
    """Where the tabs of all tests of a process come from."""
    made = Tabs(browser)
    yield made
    made.close()


@pytest.fixture
def page(tabs: Tabs, server: Server, request: pytest.FixtureRequest) -> Iterator[Page]:
    """A fresh tab (no storage, 1440x900, light); fails the test if the page misbehaves.

    Parametrize indirectly for other settings: ``@pytest.mark.parametrize("page", [{"viewport":
    {"width": 320, "height": 640}, "color_scheme": "dark", "has_touch": True}], indirect=True)``;
    the keys are those of Playwright's ``browser.new_context``.
    """
    # Playing offline has its own test; for the others the worker would fetch every file again.
    settings = {"service_workers": "block", **in_window(getattr(request, "param", {}))}
    with tabs.tab(server.url, settings) as tab:
        made = Page(tab, server.url)
        tab.add_init_script(_WATCH)
        tab.on(
            "console", lambda m: m.type == "error" and made.troubles.append(f"console: {m.text}")
        )
        tab.on("pageerror", lambda error: made.troubles.append(f"exception: {error}"))
        tab.on("response", lambda answer: _watch_answer(made, answer))
        yield made
    made.judge()


def _watch_answer(made: Page, answer: Any) -> None:
    if answer.status >= 400:
        made.troubles.append(f"answer {answer.status}: {answer.request.method} {answer.url}")
    elif not answer.url.startswith((made.url, "blob:", "data:")):
        made.troubles.append(f"request to elsewhere: {answer.url}")


# Waits for all; what the page builds anew meanwhile is then not between two readings.
_ENDS = """(parts) => {
  const found = parts.map((part) =>
    [...document.querySelectorAll(part)].find((one) => one.checkVisibility()));
  if (!found.every(Boolean)) return null;
  return found.map((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    return [top, bottom];
  });
}"""


def ends(tab: Any, *parts: str) -> list[tuple[float, float]]:
    """Where the first visible element of each selector begins and ends, all at one moment."""
    found = tab.wait_for_function(_ENDS, arg=list(parts)).json_value()
    return [(top, bottom) for top, bottom in found]


# What is fading in has less contrast than it will have.
AT_REST = """() => {
  const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
  const running = document.getAnimations().filter((one) => one.playState === "running");
  const ending = running.filter(ends);
  return Promise.allSettled(ending.map((one) => one.finished)).then(() => null);
}"""


def axe_violations(tab: Any, within: str = "html", **options: Any) -> list[str]:
    """What axe-core finds wrong in the tab as it is, one line each; [] is wanted.

    within: a selector of the part to look at. options: of ``axe.run``, such as
    ``rules={"region": {"enabled": False}}``.
    """
    source = ROOT / "node_modules" / "axe-core" / "axe.min.js"
    if not source.exists():
        missing("axe-core", "npm install --no-package-lock, in the project's folder.")
    # Evaluated by the debugger, which the content policy does not concern.
    tab.evaluate(source.read_text(encoding="utf-8") + "; 0")
    tab.evaluate(AT_REST)
    # Working out what to say of all that passes would take several times as long.
    options = {"resultTypes": ["violations"], **options}
    found = tab.evaluate(
        "async ([within, options]) => (await axe.run(within, options)).violations",
        [within, options],
    )
    return [
        f"{item['id']} ({item['impact']}): {item['help']}: "
        + "; ".join(
            json.dumps(place["target"]) + " " + place["html"][:120] for place in item["nodes"]
        )
        for item in found
    ]
