"""The service worker: what it controls, what it caches, and that its copies are never preferred."""

import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

import taquin
from page_support import Server
from taquin.faces.web.http.weights import packed, page_models
from web_client import Client

STATIC = Path(taquin.__file__).parent / "faces" / "static"
MODELS = page_models()
(CACHE,) = re.findall(r'CACHE = "(taquin-[1-9]\d*)"', (STATIC / "sw.js").read_text("utf-8"))
TEXT = """async (path) => {
  const response = await fetch(path);
  return [response.status, await response.text()];
}"""
CACHED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    for (const request of await (await caches.open(name)).keys()) found.push([name, request.url]);
  }
  return found;
}"""
CONTROLLED = "() => navigator.serviceWorker.controller !== null"


@dataclass
class StandIn:
    """Serves the page's files as the real server does, except those that a test has replaced."""

    replaced: dict[str, tuple[int, dict[str, str], str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        stand_in = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                status, headers, body = stand_in.answer(self.path)
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}"
        threading.Thread(target=self.http.serve_forever, daemon=True).start()

    def answer(self, path: str) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body."""
        if path in self.replaced:
            status, headers, text = self.replaced[path]
            return status, headers, text.encode()
        if path[1:] in MODELS:
            return 200, {"Content-Type": "application/octet-stream"}, packed(MODELS[path[1:]])
        file = STATIC / path[1:]
        if path == "/":
            script = 'navigator.serviceWorker.register("sw.js")'
            return 200, {"Content-Type": "text/html"}, f"<script>{script}</script>".encode()
        if not file.is_file():
            return 404, {}, b"no such file"
        kind = "text/javascript" if file.suffix == ".js" else "text/plain"
        return 200, {"Content-Type": kind, "Cache-Control": "no-cache"}, file.read_bytes()

    def stop(self) -> None:
        """Be there no more."""
        self.http.shutdown()
        self.http.server_close()


@pytest.fixture
def stand_in() -> Iterator[StandIn]:
    serving = StandIn()
    yield serving
    serving.stop()


@pytest.fixture
def tab(browser: Any) -> Iterator[Any]:
    """A tab in which service workers may run."""
    context = browser.new_context()
    context.set_default_timeout(30_000)
    yield context.new_page()
    context.close()


def test_no_response_widens_its_scope(server: Server) -> None:
    client = Client(server.url)
    for path in ("/sw.js", "/", "/api/catalogue", "/api/docs", "/no/such/file"):
        assert "service-worker-allowed" not in client.get(path).headers
    assert client.get("/sw.js").headers["cache-control"] == "no-cache"


def test_it_controls_its_own_server_alone_and_caches_no_api(tab: Any, server: Server) -> None:
    tab.goto(server.url)
    tab.wait_for_function(CONTROLLED)
    scopes = tab.evaluate(
        "async () => (await navigator.serviceWorker.getRegistrations()).map((r) => r.scope)"
    )
    assert scopes == [server.url]
    for path, status in {
        "/api/catalogue": 200,
        "/api/docs": 200,
        "/api/jobs/none": 404,
        "/no/such/file": 404,
        "/board.js?from=elsewhere": 200,
    }.items():
        assert tab.evaluate(TEXT, path)[0] == status
    cached = tab.evaluate(CACHED)
    assert {name for name, _ in cached} == {CACHE}
    for _, url in cached:
        assert url.startswith(server.url)
        assert not url.startswith((f"{server.url}api/", f"{server.url}no/"))


def test_its_copies_are_used_only_if_the_server_is_silent(tab: Any, stand_in: StandIn) -> None:
    tab.goto(stand_in.url)
    tab.wait_for_function(CONTROLLED)
    assert tab.evaluate(TEXT, "/board.js") == [200, (STATIC / "board.js").read_text("utf-8")]
    stand_in.replaced["/board.js"] = (200, {}, "newer")
    assert tab.evaluate(TEXT, "/board.js") == [200, "newer"]
    # An error is shown for what it is, and does not replace the copy.
    stand_in.replaced["/board.js"] = (500, {}, "broken")
    assert tab.evaluate(TEXT, "/board.js") == [500, "broken"]
    for status in (429, 503):
        stand_in.replaced["/board.js"] = (status, {}, "busy")
        assert tab.evaluate(TEXT, "/board.js") == [200, "newer"]
    # What another site would send instead is neither shown nor kept.
    stand_in.replaced["/board.js"] = (302, {"Location": "http://localhost:9/board.js"}, "")
    assert tab.evaluate(TEXT, "/board.js") == [200, "newer"]
    stand_in.stop()
    assert tab.evaluate(TEXT, "/board.js") == [200, "newer"]


def test_it_removes_its_own_older_copies_alone(tab: Any, stand_in: StandIn) -> None:
    # A page that does not register it yet.
    tab.goto(f"{stand_in.url}/icon.svg")
    fill = """async () => {
      for (const name of ["taquin-0", "another-program"]) {
        await (await caches.open(name)).put("/old", new Response("old"));
      }
    }"""
    tab.evaluate(fill)
    tab.goto(stand_in.url)
    tab.wait_for_function(CONTROLLED)
    assert tab.evaluate("() => caches.keys()") == ["another-program", CACHE]
