"""A foreign name that leads to this machine, in a real browser.

A page of another site can have its name point at 127.0.0.1 once it is loaded (DNS rebinding). The
browser then takes this server for a part of that site, so only the server can tell them apart.
"""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from page_support import CHROMIUM_ARGUMENTS, Server, chromium
from web_client import Client

REBOUND = [
    "--host-resolver-rules=MAP evil.test 127.0.0.1",
    # Newer browsers keep pages of the network from this machine; older ones leave it to the server.
    "--disable-features=LocalNetworkAccessChecks",
]
# What a page of the other site tries; `null` where the browser shows it nothing at all.
TRIES = """
async () => {
  const body = JSON.stringify({client: "from-evil-page", kind: "solve", board: "1 2/3 0"});
  const headers = {"content-type": "application/json"};
  const tries = {
    file: fetch("/board.js"),
    catalogue: fetch("/api/catalogue"),
    // Where it is answered, it has no end.
    events: fetch("/api/events?client=from-evil-page", {signal: AbortSignal.timeout(5000)}),
    job: fetch("/api/jobs", {method: "POST", headers, body}),
    simple: fetch("/api/jobs", {method: "POST", body}),
    elsewhere: fetch(`http://127.0.0.1:${location.port}/api/catalogue`),
    blind: fetch(`http://127.0.0.1:${location.port}/api/jobs`, {method: "POST", body,
                                                               mode: "no-cors"}),
  };
  const found = {};
  for (const [name, tried] of Object.entries(tries)) {
    found[name] = await tried.then(
      async (response) => [response.status, (await response.text()).slice(0, 300)], () => null);
  }
  found.worker = await navigator.serviceWorker?.register("/sw.js").then(
    () => "registered", (error) => error.name) ?? "none";
  return found;
}
"""


@pytest.fixture(scope="module")
def rebound(browser: Any) -> Iterator[Any]:
    """A browser in which the name evil.test leads to this machine."""
    path, _ = chromium()
    running = browser.browser_type.launch(
        executable_path=path, args=[*CHROMIUM_ARGUMENTS, *REBOUND]
    )
    yield running
    running.close()


def test_a_foreign_name_does_not_load_the_page(rebound: Any, server: Server) -> None:
    port = Client(server.url).port
    tab = rebound.new_page()
    answer = tab.goto(f"http://evil.test:{port}/")
    assert answer.status == 400
    assert json.loads(answer.body())["error"]["kind"] == "host"
    assert tab.locator("script").count() == 0
    tab.close()


def test_a_foreign_page_whose_name_leads_here_reaches_nothing(rebound: Any, server: Server) -> None:
    client = Client(server.url, "from-evil-page")
    tab = rebound.new_page()
    # The page came from its own server, before its name was pointed at this machine.
    tab.route("**/attack", lambda route: route.fulfill(body="<p>", content_type="text/html"))
    tab.goto(f"http://evil.test:{client.port}/attack")
    found = tab.evaluate(TRIES)
    tab.close()
    assert found.pop("worker") in ("none", "SecurityError", "TypeError")
    # Another origin: the browser shows nothing, and no job was started.
    assert found.pop("elsewhere") is None
    blind = found.pop("blind")
    assert blind in (None, [0, ""])
    for name, answer in found.items():
        assert answer is not None and answer[0] == 400, name
        assert json.loads(answer[1])["error"]["kind"] == "host", name
    stream = client.stream(last=0)
    own = client.start("solve", board="1 2/0 3", engine="python")
    assert [event.data["job"] for event in stream.until("done")] == [own]
    stream.close()
