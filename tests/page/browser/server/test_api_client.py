"""api.js in a browser: jobs with progress, cancelling, one stream a tab, a server that goes."""

import re
from typing import Any

import pytest

from page_support import Page, started
from taquin.puzzle.board import Board
from web_client import Client

ENDLESS = {"board": "korf24:1", "algorithm": "idastar", "heuristic": "manhattan"}


@pytest.fixture
def tab(page: Page) -> Any:
    """The reference of the interface: a page of the server without a script of its own."""
    page.tab.goto(page.url + "api/docs")
    return page.tab


def test_a_solve_with_progress(tab: Any) -> None:
    found = tab.evaluate(
        """async (question) => {
          const { createApi } = await import("/server/api.js");
          const seen = [];
          const result = await createApi().solve(question, { onProgress: (p) => seen.push(p) });
          return { result, seen };
        }""",
        {**ENDLESS, "time_limit": 3},
    )
    assert found["result"]["limit"] == "time"
    assert len(found["seen"]) >= 2
    assert found["seen"][-1]["expanded"] > found["seen"][0]["expanded"] > 0


def test_a_long_solution_comes_whole(tab: Any) -> None:
    question = {"board": "702853614", "goal": "first", "algorithm": "dfs"}
    found = tab.evaluate(
        """async (question) => {
          const { createApi } = await import("/server/api.js");
          const { moves, cost, omitted } = await createApi().solve(question);
          return { moves, cost, omitted: omitted.moves };
        }""",
        {**question, "options": {"order": "DULR"}},
    )
    assert found["cost"] == len(found["moves"]) == 54497 and found["omitted"] == 0
    assert Board.parse("702853614").apply(found["moves"]) == Board.parse("012345678")


def test_jobs_share_one_stream(page: Page, tab: Any) -> None:
    streams: list[str] = []
    tab.on("request", lambda request: "/api/events" in request.url and streams.append(request.url))
    costs = tab.evaluate(
        """async () => {
          const { createApi } = await import("/server/api.js");
          const api = createApi();
          const boards = ["1 2 3/4 0 5/7 8 6", "1 2 3/4 5 0/7 8 6", "0 1 3/4 2 5/7 8 6"];
          const results = await Promise.all(boards.map((board) => api.solve({ board })));
          return results.map((result) => result.cost);
        }"""
    )
    assert costs == [2, 1, 4]
    assert len(streams) == 1


def test_an_abort_kills_the_job(page: Page, tab: Any) -> None:
    jobs: list[str] = []
    tab.on(
        "request",
        lambda request: request.method == "DELETE" and jobs.append(request.url.rpartition("/")[2]),
    )
    told = tab.evaluate(
        """async (question) => {
          const { createApi } = await import("/server/api.js");
          const stop = new AbortController();
          const solving = createApi().solve(question, {
            signal: stop.signal,
            onProgress: () => stop.abort(),
          });
          return solving.then(() => "solved", (error) => error.name);
        }""",
        ENDLESS,
    )
    assert told == "AbortError"
    state = Client(page.url).wait(jobs[0], 5)
    assert (state["state"], state["cancelled_by"]) == ("cancelled", "client")


def test_an_abort_before_the_question_asks_nothing(tab: Any) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: "/api/jobs" in request.url and asked.append(request.url))
    told = tab.evaluate(
        """async () => {
          const { createApi } = await import("/server/api.js");
          const solving = createApi().solve({ board: "1 2/3 0" }, { signal: AbortSignal.abort() });
          return solving.then(() => "solved", (error) => error.name);
        }"""
    )
    assert told == "AbortError" and asked == []


def test_a_comparison_with_a_row_that_cannot_run(tab: Any) -> None:
    found = tab.evaluate(
        """async () => {
          const { createApi } = await import("/server/api.js");
          const rows = [{ algorithm: "bfs", label: "first" }, { algorithm: "rbfs" }];
          const told = {};
          const question = { board: "8 1 3/4 0 2/7 6 5", engine: "compiled", rows };
          const onRow = (row, result) => (told[row] = result.status);
          const results = await createApi().compare(question, { onRow });
          return { told, results };
        }"""
    )
    assert found["told"] == {"0": "solved", "1": "error"}
    first, second = found["results"]
    assert first["label"] == "first" and first["status"] == "solved"
    assert second["status"] == "error"
    assert second["error"]["kind"] == "option" and "compiled" in second["error"]["message"]


def test_a_trace_is_read_in_parts(tab: Any) -> None:
    found = tab.evaluate(
        """async () => {
          const { createApi } = await import("/server/api.js");
          const question = { board: "8 1 3/4 0 2/7 6 5", algorithm: "bfs", cap: 5 };
          const trace = await createApi().trace(question);
          const all = await trace.lines(0, 1_000_000);
          const some = await trace.lines(3, 2);
          return { total: trace.total, all: all.length, same: JSON.stringify(some) ===
            JSON.stringify(all.slice(3, 5)), kinds: [all[0].kind, all.at(-1).kind] };
        }"""
    )
    assert found["total"] == found["all"] > 1000
    assert found["same"] and found["kinds"] == ["header", "end"]


def test_mistakes_come_back_with_a_hint(page: Page, tab: Any) -> None:
    told = tab.evaluate(
        """async () => {
          const { createApi } = await import("/server/api.js");
          const { ApiError } = await import("/server/apierror.js");
          return createApi().explain({ board: "1 1/3 0" }).catch((error) => ({
            own: error instanceof ApiError, kind: error.kind, hint: error.hint,
            status: error.status, message: error.message,
          }));
        }"""
    )
    assert told["own"] and (told["kind"], told["status"]) == ("notation", 422)
    assert "more than once" in told["message"] and told["hint"]
    page.forgive("answer 422")
    page.forgive("status of 422")


def test_a_server_that_goes_is_noticed_and_its_jobs_end(page: Page) -> None:
    own = started()
    try:
        tab = page.tab
        tab.goto(own.url + "api/docs")
        tab.evaluate(
            """async (question) => {
              const { createApi } = await import("/server/api.js");
              globalThis.api = createApi();
              globalThis.changes = [];
              api.addEventListener("change", () => changes.push(api.online));
              await new Promise((runs) => {
                globalThis.solving = api.solve(question, { onProgress: runs })
                  .catch((error) => error.kind);
              });
            }""",
            ENDLESS,
        )
        assert own.stop() == 0
        assert tab.evaluate("globalThis.solving") == "lost"
        kind = tab.evaluate("api.explain({ board: '1 2/3 0' }).catch((error) => error.kind)")
        assert kind == "offline"
        assert tab.evaluate("[api.online, changes]") == [False, [False]]
    finally:
        own.process.kill()
        own.process.wait()
    page.forgive("request to elsewhere|ERR_")


def test_a_job_that_a_restarted_server_does_not_know_is_lost(page: Page, tab: Any) -> None:
    tab.route("**/api/events*", lambda route: route.abort(), times=1)
    tab.route(
        re.compile("/api/jobs/"),
        lambda route: route.fulfill(status=404, json={"error": {"kind": "job", "message": "No."}}),
    )
    lost = tab.evaluate(
        """async (question) => {
          const { createApi } = await import("/server/api.js");
          return createApi().solve(question).catch(({ kind, message }) => [kind, message]);
        }""",
        ENDLESS,
    )
    assert lost == ["lost", "the server was restarted."]
    page.forgive("/api/jobs/|/api/events|ERR_FAILED|404")


@pytest.mark.parametrize("trouble", ["no answer", "busy"])
def test_a_stream_that_fails_is_opened_again(page: Page, tab: Any, trouble: str) -> None:
    failed: list[str] = []

    def fail_once(route: Any) -> None:
        failed.append(route.request.url)
        if len(failed) > 1:
            route.continue_()
        elif trouble == "busy":
            route.fulfill(status=503, body="")
        else:
            route.abort()

    tab.route("**/api/events*", fail_once)
    found = tab.evaluate(
        """async (question) => {
          const { createApi } = await import("/server/api.js");
          return createApi().solve(question).then((result) => result.cost);
        }""",
        {"board": "8 6 7/2 5 4/3 0 1", "algorithm": "idastar", "heuristic": "manhattan"},
    )
    assert found == 31
    assert len(failed) == 2
    page.forgive("/api/events|ERR_FAILED|503")


def test_a_page_without_a_server_asks_none(tab: Any) -> None:
    asked: list[str] = []
    tab.evaluate("() => import('/server/api.js')")
    tab.on("request", lambda request: asked.append(request.url))
    kinds = tab.evaluate(
        """async (question) => {
          const { createApi } = await import("/server/api.js");
          const api = createApi(false);
          const ways = ["catalogue", "explain", "solve", "trace"];
          const settled = await Promise.allSettled(ways.map((way) => api[way](question)));
          return [api.online, ...settled.map(({ reason }) => reason.kind)];
        }""",
        ENDLESS,
    )
    assert kinds == [False, *["absent"] * 4]
    assert asked == []
