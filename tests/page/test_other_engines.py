"""The page in Firefox and in WebKit: a game, a hint, a solve, a review, the lab, files and links.

``pytest -m engines`` runs these; CONTRIBUTING.md says what they need.
"""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from engines import ENGINES, KEYS, Engine, absent, started_engine

from page_states import WELCOMED
from page_support import Server, started
from plain_host import PlainHost, hosted, written
from taquin import compare
from taquin.solving.question.row import Row

pytestmark = pytest.mark.engines

NEAR = "#/play?board=1+2+3/4+5+6/0+7+8"
NEAR4 = "#/play?board=1+2+3+4/5+6+7+8/9+10+11+12/0+13+14+15"
TEXT = "document.querySelector('main').innerText.includes(a0)"
BOARD = """
  const { formatBoard } = await import("./board.js");
  const boards = [...document.querySelectorAll("taquin-board")];
  return formatBoard(boards.find((board) => board.checkVisibility()).board);"""
FORGET = """
  const { createHistory } = await import("./game/history.js");
  const history = await createHistory();
  await history.remove((await history.all()).map(({ id }) => id));
  history.close();"""
WATCH = """
  window.troubles = [];
  for (const type of ["error", "unhandledrejection", "securitypolicyviolation"])
    addEventListener(type, (event) => troubles.push(
      `${type}: ${event.message ?? event.reason ?? event.violatedDirective}`));"""


def need(name: str) -> None:
    """Skip a test whose engine is not on this machine."""
    packages = absent(name)
    if packages:
        pytest.skip(f"{name} is missing: apt-get install --no-install-recommends {packages}")


@pytest.fixture(scope="module", params=ENGINES)
def running(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Engine]:
    need(request.param)
    with started_engine(request.param, tmp_path_factory.mktemp(request.param)) as engine:
        yield engine


@pytest.fixture
def engine(running: Engine, server: Server) -> Iterator[Engine]:
    """A page without games, of somebody who has seen the introduction; it must work."""
    visit(running, server, "#/play")
    running.run(f"{WELCOMED}; {FORGET}")
    visit(running, server, "#/play")
    yield running
    assert running.run("return window.troubles") == []


def visit(engine: Engine, server: Server | PlainHost, fragment: str) -> None:
    """Load the page anew and go to that fragment.

    A page that is left for another can be kept asleep, in WebKit with its use of the database.
    """
    if engine.run("return location.href").startswith(server.url):
        engine.send("Refresh")
    engine.open(server.url + fragment)
    engine.wait("document.querySelector('main h1') !== null")
    engine.run(WATCH)


def solved(engine: Engine, server: Server) -> None:
    visit(engine, server, NEAR)
    engine.wait("location.hash === '#/play'")
    engine.press(2 * KEYS["left"])
    engine.wait(TEXT, "Perfect")


def test_a_game_with_a_hint(engine: Engine, server: Server) -> None:
    visit(engine, server, NEAR)
    engine.wait("document.querySelector('.hints__words') !== null")
    engine.press("h")
    engine.wait("document.querySelector('.hints__words').innerText.includes('Move tile 7.')")
    engine.press(2 * KEYS["left"])
    engine.wait(TEXT, "Solved")
    engine.wait(TEXT, "1 hint")


def test_a_solve_that_is_proved(engine: Engine, server: Server) -> None:
    visit(engine, server, NEAR4)
    engine.wait("document.querySelector('.hints') !== null")
    engine.press("o")
    engine.wait("document.querySelector('aside').innerText.includes('proved')")


def test_a_review(engine: Engine, server: Server) -> None:
    solved(engine, server)
    engine.click("Review", "main")
    engine.wait("document.querySelector('.view--review') !== null")
    engine.wait(TEXT, "100%")


def compared(engine: Engine) -> None:
    """Run the lab's first comparison and hold its counts to Python's."""
    engine.wait("document.querySelector('.lab-roster li') !== null")
    engine.click("Run")
    lab = "document.querySelector('.view--lab').innerText"
    engine.wait(f"{lab}.includes('All searches have finished')")
    rows = engine.run(
        """const text = (row, name) => row.querySelector(`[data-name=${name}]`).textContent;
        return [...document.querySelectorAll(".lab-table tbody tr")].map((row) =>
          ["Expanded", "Generated"].map((name) => text(row, name)))"""
    )
    classics = ("bfs", "ucs", "greedy", "astar")
    asked = [Row(name, None if at < 2 else "manhattan") for at, name in enumerate(classics)]
    expected = compare("7 0 2/8 5 3/6 1 4", asked, goal="first")
    counted = [[result.stats.expanded, result.stats.generated] for result in expected]
    assert [[int(text.replace(",", "")) for text in row] for row in rows[:4]] == counted


def test_a_comparison_in_the_lab(engine: Engine, server: Server) -> None:
    visit(engine, server, "#/lab")
    compared(engine)
    assert not engine.run("return document.body.innerText.includes('on this page')")


def test_the_lab_without_its_server(running: Engine) -> None:
    own = started()
    visit(running, own, "#/play")
    running.wait("navigator.serviceWorker.controller !== null")
    own.stop()
    # Firefox, told to reload, asks the network alone.
    running.open("about:blank")
    visit(running, own, "#/lab")
    compared(running)
    assert running.run("return document.body.innerText.includes('on this page')")
    assert running.run("return window.troubles") == []


@pytest.mark.parametrize("path", ["/games/taquin/", "/"])
def test_the_folder_on_a_host_of_files(running: Engine, tmp_path: Path, path: str) -> None:
    """At the top and below, with the host, and without it after the first visit."""
    folder = tmp_path / "games" / "taquin"
    folder.parent.mkdir()
    written(folder)
    with hosted(tmp_path if path != "/" else folder, path) as host:
        visit(running, host, "#/play")
        running.run(WELCOMED)
        running.wait("navigator.serviceWorker.controller !== null")
        for there in (True, False):
            if not there:
                host.stop()
            # Firefox, told to reload, asks the network alone.
            running.open("about:blank")
            visit(running, host, NEAR4)
            running.wait("document.querySelector('.hints') !== null")
            running.press("o")
            running.wait("document.querySelector('aside').innerText.includes('proved')")
            for view in ("daily", "timed", "train", "review", "analysis", "stats"):
                running.open(f"{host.url}#/{view}")
                running.wait(f"document.querySelector('.view--{view} h1') !== null")
            running.open("about:blank")
            visit(running, host, "#/lab")
            compared(running)
            assert "server" not in running.run("return document.body.innerText")
            assert running.run("return window.troubles") == []
        assert [one for one in host.heard if one[1] >= 400 or not one[0].startswith(path)] == []


def test_games_go_out_as_a_file_and_come_in_again(engine: Engine, server: Server) -> None:
    solved(engine, server)
    visit(engine, server, "#/stats")
    engine.click("Export JSON")
    path = engine.downloaded(".json")
    assert [game["moves"] for game in json.loads(path.read_text("utf-8"))["games"]] == ["LL"]
    engine.run(FORGET)
    visit(engine, server, "#/stats")
    engine.wait(TEXT, "No solved games yet.")
    engine.attach("input[type=file]", path)
    engine.wait("document.body.innerText.includes('Import: 1 added')")


def test_a_game_is_shared_as_a_link(engine: Engine, server: Server) -> None:
    visit(engine, server, NEAR)
    engine.wait("location.hash === '#/play'")
    engine.press(KEYS["left"])
    engine.press("c")
    link = engine.wait("document.querySelector('dialog[open] #share-position')?.value")
    board = engine.run(BOARD)
    engine.click("Copy", "dialog")
    # Where the clipboard is refused, the text is selected for the reader's own copy.
    engine.wait("/Copied|Press Ctrl.C/.test(document.querySelector('dialog').innerText)")
    engine.click("Save PNG", "dialog")
    assert engine.downloaded(".png").read_bytes().startswith(b"\x89PNG")
    engine.press(KEYS["escape"])
    engine.wait("document.querySelector('dialog[open]') === null")
    engine.press(KEYS["left"])
    assert engine.run(BOARD) != board
    visit(engine, server, link.removeprefix(server.url))
    engine.wait("location.hash === '#/play'")
    assert engine.run(BOARD) == board == "1 2 3/4 5 6/7 0 8"


def test_firefox_follows_a_dark_system(server: Server, tmp_path: Path) -> None:
    need("firefox")
    with started_engine("firefox", tmp_path, ui__systemUsesDarkTheme=1) as engine:
        visit(engine, server, "#/play")
        colour = "return getComputedStyle(document.body).backgroundColor"
        assert engine.run(colour) == "rgb(20, 25, 31)"
        engine.run(
            """const { Settings } = await import("./shared/settings.js");
            new Settings(localStorage).set("theme", "light")"""
        )
        visit(engine, server, "#/play")
        assert engine.run(colour) == "rgb(246, 244, 239)"
        assert (
            json.loads(engine.run("return localStorage.getItem('taquin.settings')"))["theme"]
            == "light"
        )
