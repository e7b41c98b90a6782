"""A bare page for tests of `<taquin-board>`: the strictest content policy, no server."""

from collections.abc import Iterator
from typing import Any

import pytest

from page_support import ROOT, browser
from page_tabs import in_window

__all__ = ["ADDRESS", "FIFTEEN", "STATIC", "Stage", "browser", "stage"]

STATIC = ROOT / "src" / "taquin" / "faces" / "static"
# A browser gives coalesced samples to secure pages only, and takes this for one.
ADDRESS = "http://localhost/"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "worker-src 'self'; img-src 'self' data: blob:; base-uri 'none'; frame-ancestors 'none'; "
    "require-trusted-types-for 'script'; trusted-types taquin"
)
FIFTEEN = "1 2 3 4/5 6 7 8/9 10 0 11/13 14 15 12"
KINDS = {".js": "text/javascript", ".css": "text/css"}
DOCUMENT = (
    '<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width">'
    '<title>Board</title><link rel="stylesheet" href="page.css"></head>'
    "<body><main><h1>Board</h1></main></body></html>"
)
SETUP = """async ({ size, board, attributes, sheet }) => {
  const [engine, { randomBoard }] = await Promise.all(
    [import("/board.js"), import("/game/random.js")]);
  const element = document.createElement("taquin-board");
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  const [width, height] = size;
  const goal = engine.namedGoal("last", width, height);
  element.board = board ?? randomBoard(width, height, goal, "stage");
  element.style.inlineSize = `${sheet}px`;
  element.style.maxInlineSize = "100%";
  document.querySelector("main").append(element);
  const log = [];
  for (const name of ["taquin-move", "taquin-refused", "taquin-model"]) {
    document.addEventListener(name, ({ detail }) => {
      const { from, to, ...rest } = detail;
      const shown = to && { from: engine.formatBoard(from), to: engine.formatBoard(to) };
      log.push({ name, ...rest, ...shown });
    });
  }
  Object.assign(window, { engine, element, log });
}"""


class Stage:
    """A tab with one board in it. Cells are named by number, in reading order.

    pages: further pages and scripts to serve, by name. troubles: what the console, exceptions and
    the content policy said; [] at the end.
    """

    def __init__(self, browser: Any, **settings: Any) -> None:
        self.context = browser.new_context(**in_window(settings))
        self.context.set_default_timeout(60_000)
        self.context.route("**/*", self._answer)
        self.pages = {"": ("text/html", DOCUMENT)}
        self.tab = self.context.new_page()
        self.troubles: list[str] = []
        self.tab.on("console", lambda m: m.type == "error" and self.troubles.append(m.text))
        self.tab.on("pageerror", lambda error: self.troubles.append(str(error)))

    def _answer(self, route: Any) -> None:
        name = route.request.url.removeprefix(ADDRESS).split("?")[0]
        path = STATIC / name
        if name in self.pages:
            kind, text = self.pages[name]
            headers = {"content-security-policy": POLICY}
            route.fulfill(body=text, content_type=kind, headers=headers)
        elif path.suffix in KINDS and path.is_file():
            route.fulfill(body=path.read_text(encoding="utf-8"), content_type=KINDS[path.suffix])
        else:
            route.fulfill(status=204)

    def show(
        self,
        board: str | None = None,
        *,
        size: tuple[int, int] = (4, 4),
        sheet: int = 480,
        **attributes: str,
    ) -> "Stage":
        """Put up the board, a random one of that size if none is given."""
        self.tab.goto(ADDRESS)
        given = {"size": size, "board": board, "attributes": attributes, "sheet": sheet}
        self.tab.evaluate(SETUP, given)
        return self

    def run(self, script: str, argument: Any = None) -> Any:
        """What a function of the page returns; it sees `element`, `engine` and `log`."""
        return self.tab.evaluate(script, argument)

    @property
    def board(self) -> str:
        """The position shown by the element's property."""
        return str(self.run("() => engine.formatBoard(element.board)"))

    @property
    def seen(self) -> str:
        """The position the reader sees: the texts of the buttons."""
        return str(
            self.run("""() => [...element.shadowRoot.querySelectorAll("[role=row]")]
              .map((row) => [...row.querySelectorAll("button")].map((b) => b.textContent || "0")
              .join(" ")).join("/")""")
        )

    def log(self, name: str = "taquin-move") -> list[dict[str, Any]]:
        """The details of the events of that name."""
        return [entry for entry in self.run("() => log") if entry["name"] == name]

    def place(self, cell: int) -> tuple[float, float]:
        """The middle of a cell, in pixels of the page."""
        x, y = self.run(
            """(cell) => {
              const grid = element.shadowRoot.querySelector("[role=grid]").getBoundingClientRect();
              const side = grid.width / element.board.width;
              const [column, row] = [cell % element.board.width,
                Math.floor(cell / element.board.width)];
              return [grid.left + (column + 0.5) * side, grid.top + (row + 0.5) * side];
            }""",
            cell,
        )
        return x, y

    def box(self, tile: int) -> dict[str, float]:
        """Where a tile is drawn now."""
        return dict(self.button(tile).bounding_box())

    def button(self, tile: int) -> Any:
        return (
            self.tab.locator("button", has_text="")
            .filter(has_text=str(tile))
            .and_(self.tab.locator(f'button[aria-label^="{tile},"]'))
        )

    def still(self) -> "Stage":
        """Wait until nothing moves."""
        self.run(
            """async () => {
              const running = [...element.shadowRoot.querySelectorAll("button")]
                .flatMap((button) => button.getAnimations());
              await Promise.allSettled(running.map((animation) => animation.finished));
            }"""
        )
        return self

    def touch(self, *events: tuple[str, list[tuple[float, float]]]) -> None:
        """Touches by the debugger: (touchStart|touchMove|touchEnd|touchCancel, points)."""
        session = self.context.new_cdp_session(self.tab)
        for kind, points in events:
            given = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})
        session.detach()


@pytest.fixture
def stage(browser: Any, request: pytest.FixtureRequest) -> Iterator[Stage]:
    """A stage of its own; parametrize indirectly for settings of the browser's context."""
    made = Stage(browser, **getattr(request, "param", {}))
    yield made
    made.context.close()
    assert made.troubles == [], made.troubles
