"""The documentation at /docs/: the built site where there is one, else a page that says how."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from taquin.faces.web.http import app as served
from taquin.faces.web.http.policy import HEADERS
from taquin.faces.web.http.security import Message
from taquin.faces.web.process.limits import local_limits


def get(path: str) -> tuple[int, dict[str, str], str]:
    """Status, headers and body of one GET, without a server."""
    messages: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        messages.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8315),
    }
    guard, _ = served.make_app(local_limits())
    # A thread of its own: the browser's tests may have a loop in this one.
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, guard(scope, receive, send)).result()
    headers = {name.decode(): value.decode() for name, value in messages[0]["headers"]}
    body = b"".join(message.get("body", b"") for message in messages[1:])
    return messages[0]["status"], headers, body.decode()


@pytest.fixture
def static(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package with a page and no site."""
    folder = tmp_path / "static"
    (folder / "docs").mkdir(parents=True)
    (folder / "index.html").write_text("the page", encoding="utf-8")
    (folder / "docs" / "index.html").write_text("not here", encoding="utf-8")
    monkeypatch.setattr(served, "PAGE_FOLDER", folder)
    return folder


def test_without_a_site_a_page_says_how_to_build_it(static: Path) -> None:
    status, headers, _ = get("/docs")
    assert (status, headers["location"]) == (307, "/docs/")
    status, headers, text = get("/docs/")
    assert (status, text) == (200, "not here")
    assert headers["content-type"].startswith("text/html")
    assert get("/docs/learn/01-state.html")[0] == 404


def test_the_link_of_the_page_s_help_leads_somewhere() -> None:
    static = served.PAGE_FOLDER
    assert "href: documents" in (static / "app" / "help.js").read_text(encoding="utf-8")
    assert '"docs/"' in (static / "server" / "place.js").read_text(encoding="utf-8")
    assert get("/docs/")[0] == 200


def test_a_built_site_is_served_under_the_page_s_policy(static: Path) -> None:
    lesson = static.parent / "site" / "learn" / "01-state.html"
    lesson.parent.mkdir(parents=True)
    lesson.write_text("a lesson", encoding="utf-8")
    (static.parent / "site" / "index.html").write_text("the site", encoding="utf-8")
    assert get("/docs/")[2] == "the site"
    status, headers, text = get("/docs/learn/01-state.html")
    assert (status, text) == (200, "a lesson")
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert get("/learn/01-state.html")[0] == 404
    assert get("/docs/../static/index.html")[0] == 404


def test_the_interface_is_described_without_a_server() -> None:
    paths = served.interface()["paths"]
    assert "post" in paths["/api/jobs"] and "/docs" not in paths
