"""The folder that `taquin site` writes, on a host of files: every view, at the top and below."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from page_states import STATES, WELCOMED, arrows
from page_support import axe_violations
from plain_host import PlainHost, hosted, made, written
from taquin.faces.web.publish import contents

# A month of games is made by a module at the page's own address, which a folder names otherwise.
ABSENT = {"stats"}
WATCH = """addEventListener("securitypolicyviolation", (event) => console.error(
  `policy: ${event.effectiveDirective} ${event.blockedURI}`))"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"
BASE = "https://example.org/games/taquin/"
LARGE = "1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 0 19"
NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
# What solves a random board of that side, asked of the folder's own modules.
SOLVED_BY = """async (side) => {
  const { src } = document.querySelector("script[type=module]");
  const at = (path) => import(new URL(`../${path}`, src).href);
  const [{ createSolver }, { namedGoal }] = [await at("solver/solver.js"), await at("board.js")];
  const { randomBoard } = await at("game/random.js");
  const solver = createSolver({ online: false });
  const goal = namedGoal("last", side, side);
  const asking = { budget: 0, signal: new AbortController().signal };
  const board = randomBoard(side, side, goal, "3");
  const { by } = (await solver.approach(board, goal, asking)) ?? { by: "" };
  solver.close();
  return by;
}"""
# When the browser looks for a new worker after a visit is up to it; here it is asked to at once.
RENEWED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const { installing, waiting, active } = registration;
  const done = !installing && !waiting && active?.state === "activated";
  return done && (await caches.keys()).length === 2;
}"""
# What comes last of all.
KEPT = """async () => Boolean(await caches.match("taquin-board.js"))"""
# A visit goes through every so manieth state.
PARTS = 6
VIEWS = ["Daily", "Timed", "Train", "Review", "Lab", "Statistics", "Play"]


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A host's folder, with the page at games/taquin/."""
    top = tmp_path_factory.mktemp("host")
    (top / "games").mkdir()
    written(top / "games" / "taquin")
    return top


@pytest.fixture(params=["/games/taquin/", "/"])
def host(root: Path, request: pytest.FixtureRequest) -> Iterator[PlainHost]:
    path = request.param
    with hosted(root if path != "/" else root / "games" / "taquin", path) as running:
        yield running


class Visit:
    """A tab of somebody's browser, and everything that went wrong in it."""

    def __init__(self, browser: Any, host: PlainHost) -> None:
        self.host = host
        self.context = browser.new_context(viewport={"width": 1440, "height": 900})
        self.context.set_default_timeout(60_000)
        self.tab = self.context.new_page()
        self.tab.add_init_script(f"{WELCOMED}; {WATCH}")
        self.troubles: list[str] = []
        tell = self.troubles.append
        self.tab.on("console", lambda m: m.type == "error" and tell(f"console: {m.text}"))
        self.tab.on("pageerror", lambda error: tell(f"exception: {error}"))
        self.tab.on("requestfailed", lambda asked: self._failed(asked.url, asked.failure))
        self.tab.on("request", lambda asked: self._asked(asked.url))

    def _asked(self, url: str) -> None:
        if not url.startswith((self.host.url, "blob:", "data:")):
            self.troubles.append(f"elsewhere: {url}")

    def _failed(self, url: str, why: str) -> None:
        # A tab that is left gives up what it was still waiting for.
        if why != "net::ERR_ABORTED":
            self.troubles.append(f"failed: {url}: {why}")

    def open(self, fragment: str) -> Any:
        """Load the page anew at that fragment."""
        self.tab.goto(f"{self.host.url}icon.svg")
        self.tab.goto(self.host.url + fragment)
        return self.tab

    def judge(self) -> None:
        assert self.troubles == []
        path = self.host.url[self.host.url.index("/", 8) :]
        wrong = [one for one in self.host.heard if one[1] >= 400 or not one[0].startswith(path)]
        assert wrong == []


@pytest.fixture
def visit(browser: Any, host: PlainHost) -> Iterator[Visit]:
    made = Visit(browser, host)
    yield made
    made.context.close()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_view_works_and_asks_for_nothing_that_is_not_there(visit: Visit, part: int) -> None:
    for state in [state for state in STATES if state.name not in ABSENT][part::PARTS]:
        tab = visit.open(state.fragment)
        tab.locator("main h1").first.wait_for(state="attached")
        state.act(tab)
        assert axe_violations(tab) == [], state.name
        assert "server" not in tab.locator("body").inner_text().lower(), state.name
        visit.judge()
    assert not any("/api/" in path for path, _ in visit.host.heard)


def test_the_lab_offers_what_the_page_can_search(visit: Visit) -> None:
    tab = visit.open("#/lab")
    tab.get_by_text("on boards of up to 16 cells.").wait_for()
    assert tab.get_by_role("button", name="Try again").count() == 0
    tab.get_by_label("Example", exact=True).select_option("Korf’s board 79, 42 moves")
    tab.get_by_label("Set of searches").select_option("Growing weights")
    tab.get_by_role("button", name="Run", exact=True).click()
    tab.get_by_text("All searches have finished.").wait_for()
    row = tab.get_by_role("row").filter(has_text="A* with Manhattan distance").first
    assert "42" in row.inner_text() and "68,615" in row.inner_text()
    tab.get_by_role("button", name="Record", exact=True).click()
    tab.get_by_text("10,000 expansions recorded").first.wait_for()
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Recording as JSON Lines").click()
    lines = saved.value.path().read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[-1])["limit"] == "expansions"
    tab.get_by_text("What each estimate sees on this board").click()
    tab.get_by_text("Manhattan distance: 28.").wait_for()
    tab.get_by_label("Goal", exact=True).select_option("last")
    tab.get_by_label("Board", exact=True).fill(LARGE.replace("/", "\n"))
    tab.get_by_text(
        "This page searches boards of up to 16 cells itself; this one has 20.", exact=True
    ).wait_for()
    assert tab.get_by_role("button", name="Run", exact=True).is_disabled()
    tab.goto(f"{visit.host.url}#/analysis?board={LARGE.replace(' ', '+')}")
    tab.locator(".analyse__mark").first.wait_for()
    assert not tab.get_by_role("button", name="Open in the lab").is_visible()
    visit.judge()


def test_the_lab_searches_a_torus(visit: Visit) -> None:
    tab = visit.open("#/lab")
    tab.get_by_text("Rules and limits").click()
    tab.get_by_label("Board type").select_option("torus")
    # Of the set it is left out.
    tab.get_by_role("button", name="Add a search").click()
    added = tab.locator(".lab-roster li").last
    added.get_by_label("Heuristic").select_option("linear_conflict")
    tab.get_by_role("button", name="Run", exact=True).click()
    tab.get_by_text("All searches have finished.").wait_for()
    row = tab.get_by_role("row").filter(has_text="A* with Manhattan distance").first
    assert "15" in row.inner_text() and "832" in row.inner_text()
    tab.get_by_text("linear_conflict works only on grids").first.wait_for()
    visit.judge()


def test_after_the_first_visit_the_page_works_without_a_connection(visit: Visit) -> None:
    tab = visit.open("#/play")
    tab.wait_for_function(CONTROLLED)
    # What nobody has opened yet comes once the page itself is there.
    assert any(tab.evaluate(KEPT) for _ in range(300) if not tab.wait_for_timeout(100))
    visit.judge()
    visit.host.stop()
    tab.get_by_role("button", name="Help", exact=True).click()
    tab.get_by_role("link", name="Lessons, recipes and reference").click()
    tab.get_by_role("heading", name="Documentation").wait_for()
    for path in ("docs/index.html", "docs/do/site.html", "examples/", "taquin-board.js"):
        assert tab.goto(visit.host.url + path).status == 200, path
    assert tab.goto(f"{visit.host.url}docs/no.html").status == 504
    assert visit.troubles.pop().startswith("console: Failed to load resource")
    for fragment, moves in [
        ("#/play?board=1+2+3/4+5+6/0+7+8", 2),
        ("#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/0+13+14+15", 3),
    ]:
        visit.open(fragment)
        tab.wait_for_function("() => location.hash === '#/play'")
        tab.get_by_role("button", name="Hint").first.click()
        tab.locator("aside").get_by_text("proved", exact=True).wait_for()
        arrows(tab, *["Left"] * moves)
        tab.get_by_role("heading", name="Solved").wait_for()
    for name in VIEWS:
        tab.get_by_role("navigation", name="Views").get_by_role("link", name=name).click()
        tab.locator("main .view h1").first.wait_for(state="attached")
    tab.get_by_role("link", name="Lab").click()
    tab.get_by_role("button", name="Run", exact=True).click()
    tab.get_by_text("All searches have finished.").wait_for()
    assert visit.troubles == []


def test_a_large_model_is_kept_from_its_first_use_on(visit: Visit) -> None:
    tab = visit.open("#/play")
    tab.wait_for_function(CONTROLLED)
    asked = [path for path, _ in visit.host.heard]
    assert any(path.endswith("values5.bin") for path in asked)
    assert not any(path.endswith(f"values{side}.bin") for path in asked for side in (6, 7, 8))
    tab.reload()  # under the service worker
    assert tab.evaluate(SOLVED_BY, 6) == "beam"
    visit.judge()
    visit.host.stop()
    tab.reload()
    tab.locator("taquin-board").first.wait_for()
    assert [tab.evaluate(SOLVED_BY, side) for side in (5, 6, 7)] == ["beam", "beam", ""]
    assert visit.troubles == []


def test_a_tab_of_the_version_before_finds_its_own_files(
    browser: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = written(tmp_path / "public")
    with hosted(folder) as host:
        visit = Visit(browser, host)
        tab = visit.open("#/play")
        tab.wait_for_function(CONTROLLED)
        page = contents._page_files()
        help_words = page["app/help.js"].replace(b"t`Moving`", b"t`Sliding`")
        assert help_words != page["app/help.js"]
        monkeypatch.setattr(contents, "_page_files", lambda: {**page, "app/help.js": help_words})
        made.cache_clear()
        written(folder)
        made.cache_clear()
        topic = tab.get_by_role("dialog").locator(".topics dt").first
        for words in ("Moving", "Sliding"):
            tab.get_by_role("button", name="Help", exact=True).click()
            topic.filter(has_text=words).wait_for()
            tab.reload()
        # The cache of the version before is kept for tabs that are still open.
        # As a condition to wait for, an async function is true at once: it returns a promise.
        assert any(tab.evaluate(RENEWED) for _ in range(300) if not tab.wait_for_timeout(100))
        host.stop()
        tab.reload()
        tab.get_by_role("button", name="Help", exact=True).click()
        topic.filter(has_text="Sliding").wait_for()
        assert visit.troubles == []
        visit.context.close()


def test_links_name_the_address_that_was_given(browser: Any, tmp_path: Path) -> None:
    with hosted(written(tmp_path / "public", base=BASE)) as host:
        visit = Visit(browser, host)
        tab = visit.open(NEAR)
        tab.wait_for_function("() => location.hash === '#/play'")
        tab.keyboard.press("c")
        link = tab.locator("#share-position").input_value()
        assert link == f"{BASE}{NEAR}"
        assert tab.get_by_text("work only on this computer").count() == 0
        visit.judge()
        visit.context.close()


def test_without_one_share_says_that_only_this_computer_opens_them(visit: Visit) -> None:
    tab = visit.open(NEAR)
    tab.wait_for_function("() => location.hash === '#/play'")
    tab.keyboard.press("c")
    tab.get_by_text("These links work only on this computer").wait_for()
    assert axe_violations(tab) == []
    assert tab.locator("#share-position").input_value() == visit.host.url + NEAR
    tab.keyboard.press("Escape")
    arrows(tab, "Left")
    tab.keyboard.press("c")
    tab.get_by_text("Send the text, a picture or the file instead.").wait_for()
    tab.get_by_role("button", name="Save JSON").wait_for()
    tab.keyboard.press("Escape")
    arrows(tab, "Left")
    tab.get_by_role("heading", name="Solved").wait_for()
    tab.keyboard.press("c")
    with tab.expect_download() as saved:
        tab.get_by_role("button", name="Save JSON").click()
    game = json.loads(saved.value.path().read_text(encoding="utf-8"))["games"][0]
    assert (game["start"], game["moves"]) == ("1 2 3/4 5 6/0 7 8", "LL")
    visit.judge()
