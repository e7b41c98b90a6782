"""The HTTP interface, asked over real sockets: answers, errors, headers, streams."""

import gzip
import itertools
import json
import time
from collections.abc import Iterator
from typing import Any

import pytest

from page_support import Server, server
from taquin import Board, solve
from taquin.teach.explain.explanation import explain
from web_client import Client

__all__ = ["server"]

EIGHT = "7 0 2/8 5 3/6 1 4"
KORF = "korf100:1"
# Expands for minutes: a 24-puzzle by plain IDA*.
ENDLESS = {"board": "korf24:1", "algorithm": "idastar", "heuristic": "manhattan"}
_names = itertools.count()


@pytest.fixture
def client(server: Server) -> Client:
    return Client(server.url, f"test-client-{next(_names)}")


@pytest.fixture
def endless(client: Client) -> Iterator[str]:
    """A job that runs."""
    job = client.start("solve", **ENDLESS)
    client.until(job, "running")
    yield job
    client.ask("DELETE", f"/api/jobs/{job}")


# Answers


def test_a_solve_is_what_the_command_prints(client: Client) -> None:
    state = client.wait(client.start("solve", board=EIGHT, goal="first", algorithm="astar"))
    result = state["result"]
    expected = solve(EIGHT, goal="first", algorithm="astar").as_row()
    for changing in ("seconds", "peak_memory_bytes"):
        result.pop(changing)
        expected.pop(changing)
    assert result.pop("omitted") == {"moves": 0, "contours": 0}
    assert result == json.loads(json.dumps(expected))
    assert state["state"] == "done" and state["error"] is None and state["rows"] == ["done"]


@pytest.mark.parametrize(
    ("board", "goal", "read"),
    [
        ([[7, 0, 2], [8, 5, 3], [6, 1, 4]], "first", EIGHT),
        ([7, None, 2, 8, 5, 3, 6, 1, 4], [[0, 1, 2], [3, 4, 5], [6, 7, 8]], EIGHT),
        ([["7", "_", "2"], ["8", "5", "3"], ["6", "1", "4"]], "first", EIGHT),
        ("7_2 853 614", "first", EIGHT),
        ("7-0-2-8-5-3-6-1-4", "0-1-2-3-4-5-6-7-8", EIGHT),
        ("７ ０ ２／８ ５ ３／６ １ ４", "０１２３４５６７８", EIGHT),
        ("int[][] tiles = {{7, 0, 2}, {8, 5, 3}, {6, 1, 4}};", "first", EIGHT),
        ('{"puzzle": [[7, 0, 2], [8, 5, 3], [6, 1, 4]]}', "first", EIGHT),
        ("8\n7 b 2\n8 5 3\n6 1 4", "first", EIGHT),
    ],
)
def test_boards_are_read_as_they_are_written(
    client: Client, board: object, goal: object, read: str
) -> None:
    answer = client.ask("POST", "/api/explain", {"board": board, "goal": goal})
    assert answer.status == 200 and answer.json["board"] == read
    assert answer.json["goal"] == "0 1 2/3 4 5/6 7 8"


@pytest.mark.parametrize("board", [[[[7]]], [[1, 2], [3, {}]], [[1.5, 2], [3, 0]], [], [0] * 90])
def test_arrays_that_are_no_boards_are_refused(client: Client, board: object) -> None:
    answer = client.ask("POST", "/api/explain", {"board": board})
    assert answer.status == 422 and answer.json["error"]["message"]


def test_the_best_means_is_chosen_for_a_fifteen_puzzle(client: Client) -> None:
    result = client.wait(client.start("solve", board=KORF))["result"]
    assert (result["cost"], result["optimal"]) == (57, True)
    *_, last = Board.parse(result["board"]).path(result["moves"])
    assert last.text == result["goal"]


def test_an_unsolvable_board_is_an_answer(client: Client) -> None:
    result = client.wait(client.start("solve", board="1 2 3/4 5 6/8 7 0"))["result"]
    assert result["status"] == "unsolvable"
    assert result["swap"] == [7, 8]
    assert "Unsolvable" in result["reason"]


def test_a_limit_is_an_answer(client: Client) -> None:
    fields = {"board": KORF, "algorithm": "idastar", "node_limit": 1000}
    result = client.wait(client.start("solve", **fields))["result"]
    assert (result["status"], result["limit"]) == ("limit", "expansions")
    assert result["lower_bound"] >= 41


def test_a_comparison_keeps_its_rows_in_order(client: Client) -> None:
    rows = [
        {"algorithm": "bfs", "label": "breadth", "options": {"order": "DULR"}},
        {"algorithm": "astar", "heuristic": "manhattan", "options": {"order": "DULR"}},
        {"algorithm": "dls", "options": {"depth": 3}},
        {"algorithm": "beam", "heuristic": "manhattan", "options": {"width": 20}},
    ]
    state = client.wait(client.start("compare", board=EIGHT, goal="first", rows=rows))
    results = state["result"]
    assert [result["algorithm"] for result in results] == ["bfs", "astar", "dls", "beam"]
    assert results[0]["label"] == "breadth" and results[1]["label"] is None
    assert results[0]["stats"]["expanded"] == 174_385
    assert results[1]["options"] == {"order": "DULR"}
    assert results[2]["status"] in ("limit", "incomplete")


def test_a_trace_is_read_in_pages(client: Client) -> None:
    fields = {"board": "1 2 3/4 0 5/7 8 6", "algorithm": "astar", "cap": 3}
    job = client.start("trace", **fields)
    result = client.wait(job)["result"]
    first = client.get(f"/api/jobs/{job}/trace?count=2").json
    rest = client.get(f"/api/jobs/{job}/trace?start=2&count=2000").json
    assert first["total"] == rest["total"] == result["trace_lines"]
    lines = first["lines"] + rest["lines"]
    assert len(lines) == first["total"]
    assert (lines[0]["kind"], lines[-1]["kind"]) == ("header", "end")
    assert sum(line["kind"] == "expand" for line in lines) == result["stats"]["expanded"]
    assert client.get(f"/api/jobs/{job}/trace?start=9999").json["lines"] == []


def test_a_trace_of_long_lines_is_bounded(client: Client) -> None:
    board = "/".join(" ".join(str(20 * r + c + 1) for c in range(20)) for r in range(20))
    board = board.removesuffix(" 399 400") + " 0 399"
    job = client.start("trace", board=board, algorithm="bfs", cap=100, node_limit=20_000)
    result = client.wait(job)["result"]
    assert result["status"] in ("limit", "solved")
    page = client.get(f"/api/jobs/{job}/trace?count=2000")
    assert len(page.body) < 6_000_000


def test_explain_is_what_info_prints(client: Client) -> None:
    answer = client.ask("POST", "/api/explain", {"board": EIGHT, "goal": "first"})
    assert answer.status == 200
    assert answer.json == json.loads(json.dumps(explain(EIGHT, goal="first").as_dict()))


def test_the_catalogue_names_what_a_question_may_name(client: Client) -> None:
    known = client.get("/api/catalogue").json
    astar = next(a for a in known["algorithms"] if a["name"] == "astar")
    assert astar["optimal"] and astar["heuristic"]
    assert astar["options"]["tie_break"]["choices"] == ["lifo", "fifo", "state", "low_h"]
    order = {"type": "order", "default": "UDLR", "choices": [], "least": None}
    assert astar["options"]["order"] == order
    assert "manhattan" in [h["name"] for h in known["heuristics"]]
    assert set(known["counters"]) >= {"expanded", "generated", "peak_frontier"}
    assert known["limits"]["body"] == 16384
    korf = next(s for s in known["instances"] if s["name"] == "korf100")
    assert len(korf["boards"]) == 100 and korf["boards"][0]["optimal"] == 57


def test_the_same_question_is_answered_from_memory(client: Client) -> None:
    board = "8 6 7/2 5 4/3 0 1"
    first = client.wait(client.start("solve", board=board, algorithm="astar"))["result"]
    again = client.post("solve", board="867254301", goal="last", algorithm="astar")
    assert again.json["state"] == "done"
    assert client.get(f"/api/jobs/{again.json['id']}").json["result"] == first
    other = client.post("solve", board=board, algorithm="bfs")
    assert client.wait(other.json["id"])["result"]["algorithm"] == "bfs"


# Streams


def test_the_stream_tells_progress_and_the_end(client: Client) -> None:
    stream = client.stream()
    assert stream.headers["content-type"].startswith("text/event-stream")
    assert "content-encoding" not in stream.headers
    job = client.start("solve", **ENDLESS, time_limit=3)
    events = stream.until("done")
    stream.close()
    progress = [event.data for event in events if event.name == "progress"]
    assert 2 <= len(progress) <= 31
    assert all(data["job"] == job and data["row"] is None for data in progress)
    fields = {"expanded", "generated", "frontier", "reached", "bound", "contour", "depth", "best"}
    assert fields <= set(progress[0])
    expanded = [data["expanded"] for data in progress]
    assert expanded == sorted(expanded)
    assert events[-1].data["result"]["limit"] == "time"
    assert [event.number for event in events] == sorted({event.number for event in events})


def test_every_row_of_a_comparison_is_reported(client: Client) -> None:
    stream = client.stream()
    rows: list[dict[str, Any]] = [{"algorithm": name} for name in ("bfs", "astar", "idastar")]
    client.start("compare", board="8 1 3/4 0 2/7 6 5", rows=rows)
    events = stream.until("done")
    stream.close()
    results = {event.data["row"]: event.data["result"] for event in events if event.name == "row"}
    assert {row: result["algorithm"] for row, result in results.items()} == {
        0: "bfs",
        1: "astar",
        2: "idastar",
    }
    assert events[-1].data["result"] == [results[0], results[1], results[2]]


def test_a_reconnected_stream_replays_what_was_missed(client: Client) -> None:
    client.wait(client.start("solve", board="1 2 3/4 0 5/7 8 6"))
    client.wait(client.start("solve", board="1 2 3/4 5 0/7 8 6"))
    stream = client.stream()
    first = stream.until("done")[-1]
    second = stream.until("done")[-1]
    stream.close()
    again = client.stream(last=first.number)
    assert again.until("done")[-1] == second
    again.close()
    # A number of an earlier life of the server is smaller than all of this one.
    foreign = client.stream(last=10_000)
    assert foreign.until("done")[-1] == first
    foreign.close()


@pytest.mark.parametrize("last", ["\xb2", "1\xb9", "-1", "1_0", "nothing"])
def test_a_stream_after_what_is_no_number_begins_at_the_start(client: Client, last: str) -> None:
    client.wait(client.start("solve", board="1 2 3/4 0 5/7 8 6"))
    stream = client.stream(last=last)
    assert stream.status == 200
    assert stream.until("done")
    stream.close()


# Ends


def test_delete_ends_the_job_at_once(client: Client, endless: str) -> None:
    stream = client.stream()
    assert client.ask("DELETE", f"/api/jobs/{endless}").status == 204
    ended = stream.until("cancelled")[-1].data
    stream.close()
    assert ended == {"job": endless, "by": "client"}
    state = client.get(f"/api/jobs/{endless}").json
    assert (state["state"], state["cancelled_by"], state["result"]) == ("cancelled", "client", None)
    assert client.ask("DELETE", f"/api/jobs/{endless}").status == 204
    assert client.get(f"/api/jobs/{endless}").status == 404


def test_a_client_has_a_few_jobs_at_most(client: Client, endless: str) -> None:
    waiting = [client.start("solve", **ENDLESS) for _ in range(3)]
    assert [client.get(f"/api/jobs/{job}").json["state"] for job in waiting] == ["waiting"] * 3
    refused = client.post("solve", **ENDLESS)
    assert refused.status == 409
    assert "4 jobs" in refused.error["message"]
    for job in waiting:
        assert client.ask("DELETE", f"/api/jobs/{job}").status == 204


def test_a_client_that_goes_takes_its_jobs_along(client: Client) -> None:
    stream = client.stream()
    job = client.start("solve", **ENDLESS)
    assert stream.until("progress")
    stream.close()
    time.sleep(1.5)
    other = Client(f"http://{client.host}:{client.port}/", client.name + "-other")
    again = client.stream()  # within the grace: a reload, or a short loss of the network
    assert again.until("progress")
    again.close()
    # Asking keeps a job alive, so the test waits for longer than the grace before each question; a
    # busy server notices late that the stream has closed.
    for seconds in (7, 7, 10, 15, 20):
        time.sleep(seconds)
        state = other.get(f"/api/jobs/{job}").json
        if state["state"] != "running":
            break
    assert (state["state"], state["cancelled_by"]) == ("cancelled", "disconnect")


# Errors


@pytest.mark.parametrize(
    ("fields", "status", "kind", "words"),
    [
        ({"kind": "solve", "board": "1 2 3/4 5 6/7 8"}, 422, "notation", "row 3 has 2"),
        ({"kind": "solve", "board": "1 1 3/4 5 6/7 8 0"}, 422, "notation", "more than once"),
        ({"kind": "solve", "board": "korf100:101"}, 422, "unknown_name", "korf100:1"),
        ({"kind": "solve", "board": EIGHT, "goal": "lst"}, 422, "unknown_name", "last"),
        ({"kind": "solve", "board": EIGHT, "goal": "1 2/3 0"}, 422, "notation", "3x3"),
        ({"kind": "solve", "board": EIGHT, "algorithm": "aster"}, 422, "unknown_name", "astar"),
        ({"kind": "solve", "board": EIGHT, "algorithm": "bfs", "heuristic": "manhattan"}, 422,
         "option", "no heuristic"),
        ({"kind": "solve", "board": EIGHT, "algorithm": "wastar", "options": {"wieght": 2}}, 422,
         "unknown_name", "weight"),
        ({"kind": "solve", "board": EIGHT, "algorithm": "bfs", "options": {"order": "UDLL"}}, 422,
         "option", "UDLL"),
        ({"kind": "solve", "board": EIGHT, "time_limit": 1e4}, 422, "option", "600"),
        ({"kind": "solve", "board": EIGHT, "time_limit": -1}, 422, "field", "time_limit"),
        ({"kind": "solve", "board": EIGHT, "topology": "klein"}, 422, "unknown_name", "torus"),
        ({"kind": "solve", "board": "1 0", "size": "2x1"}, 422, "notation", "2"),
        ({"kind": "solve", "board": EIGHT, "heuristic": "pdb:1,4,5,8|2,3,6,7"}, 422, "option",
         "taquin pdb build"),
        ({"kind": "solve", "board": "1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", "metric": "expense",
          "heuristic": "pdb:6-5-4"}, 422, "option", "with these costs"),
        ({"kind": "solve", "board": EIGHT, "plugin": "/etc/passwd"}, 422, "field", "plugin"),
        ({"kind": "solve"}, 422, "field", "board"),
        ({"kind": "dance", "board": EIGHT}, 422, "field", "kind"),
        ({"kind": "compare", "board": EIGHT, "rows": []}, 422, "field", "rows"),
        ({"kind": "compare", "board": EIGHT, "rows": [{"algorithm": "bfs"}] * 13}, 422, "field",
         "rows"),
        ({"kind": "trace", "board": EIGHT, "algorithm": "bfs", "node_limit": 20_001}, 422, "field",
         "node_limit"),
    ],
    ids=lambda value: str(value)[:40],
)  # fmt: skip
def test_mistakes_are_reported(
    client: Client, fields: dict[str, Any], status: int, kind: str, words: str
) -> None:
    answer = client.ask("POST", "/api/jobs", {"client": client.name, **fields})
    assert answer.status == status
    assert answer.error["kind"] == kind
    assert words in answer.error["message"]


def test_boards_larger_than_the_server_takes(client: Client) -> None:
    board = " ".join(map(str, [*range(1, 441), 0]))
    answer = client.post("solve", board=board)
    assert answer.status == 422
    assert "21x21" in answer.error["message"] and "20" in answer.error["message"]
    assert client.ask("POST", "/api/explain", {"board": board}).status == 422


@pytest.mark.parametrize("name", ["short", "with space", "../../etc", "x" * 65, ""])
def test_client_names_are_plain(client: Client, name: str) -> None:
    answer = client.ask("POST", "/api/jobs", {"client": name, "kind": "solve", "board": EIGHT})
    assert answer.status == 422 and "client" in answer.error["message"]


def test_what_is_not_json(client: Client) -> None:
    headers = {"content-type": "application/json"}
    answer = client.ask("POST", "/api/jobs", b"{not json", headers)
    assert (answer.status, answer.error["kind"]) == (400, "json")
    assert client.ask("POST", "/api/jobs", b"\xff\xfe", headers).status == 400
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.ask("POST", "/api/jobs", b"kind=solve", form).status == 422


def test_what_is_not_there(client: Client) -> None:
    for method, path in [
        ("GET", "/api/jobs/none"),
        ("DELETE", "/api/jobs/none"),
        ("GET", "/api/jobs/none/trace"),
        ("GET", "/api/nothing"),
        ("GET", "/nothing.js"),
        ("GET", "/../pyproject.toml"),
        ("GET", "/%2e%2e/web/app.py"),
        ("GET", "//etc/passwd"),
    ]:
        answer = client.ask(method, path)
        assert answer.status == 404, path
        assert answer.error["hint"]
    assert client.ask("PUT", "/api/jobs").status == 405


def test_a_trace_must_be_one_and_be_done(client: Client, endless: str) -> None:
    assert client.get(f"/api/jobs/{endless}/trace").status == 404
    waiting = client.start("trace", board=EIGHT, algorithm="bfs")
    assert client.get(f"/api/jobs/{waiting}/trace").status == 409
    assert client.ask("DELETE", f"/api/jobs/{waiting}").status == 204


# Hygiene


def test_every_answer_carries_the_policy(client: Client) -> None:
    for path in ("/", "/board.js", "/api/catalogue", "/api/jobs/none", "/nothing"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "require-trusted-types-for 'script'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert "server" not in headers
        # Said of documents; fifty parts of a page would carry it for nothing.
        assert headers.get("cross-origin-opener-policy", "same-origin") == "same-origin"
        names = {"cross-origin-opener-policy", "permissions-policy", "x-frame-options"}
        of_documents = names & {name.lower() for name in headers}
        assert len(of_documents) == (0 if path == "/board.js" else 3)


def test_only_the_threads_of_the_solver_may_run_compiled_loops(client: Client) -> None:
    own = client.get("/").headers["content-security-policy"]
    for path in ("/solver/worker.js", "/solver/tableworker.js"):
        policy = client.get(path).headers["content-security-policy"]
        assert policy.replace(" 'wasm-unsafe-eval'", "") == own != policy
    assert client.get("/solver/bitkernel.wasm").headers["content-type"] == "application/wasm"
    for path in ("/solver/engine.js", "/lab/searches/searchworker.js", "/sw.js"):
        assert client.get(path).headers["content-security-policy"] == own


def test_files_are_revalidated_and_compressed(client: Client) -> None:
    plain = client.get("/board.js")
    assert plain.headers["content-type"] == "text/javascript; charset=utf-8"
    assert plain.headers["cache-control"] == "no-cache"
    again = client.get("/board.js", if_none_match=plain.headers["etag"])
    assert (again.status, again.body) == (304, b"")
    zipped = client.get("/board.js", accept_encoding="gzip")
    assert zipped.headers["content-encoding"] == "gzip"
    assert gzip.decompress(zipped.body) == plain.body


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 400),
        ({"host": "evil.example:80"}, 400),
        ({"host": "localhost.evil.example"}, 400),
        ({"host": "localhost:\xb2"}, 400),
        ({"host": "localhost:000080"}, 400),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"sec-fetch-site": "same-origin"}, 202),
    ],
    ids=str,
)
def test_other_sites_may_not_ask(client: Client, headers: dict[str, str], status: int) -> None:
    body = {"client": client.name, "kind": "solve", "board": "1 2/3 0"}
    assert client.ask("POST", "/api/jobs", body, headers).status == status


@pytest.mark.parametrize("path", ["/api/events?client=evil-client-1", "/api/catalogue"])
@pytest.mark.parametrize(
    ("headers", "refused"),
    [
        ({"sec-fetch-site": "cross-site"}, True),
        ({"sec-fetch-site": "same-site"}, True),
        ({"origin": "https://evil.example"}, True),
        ({"origin": "null", "sec-fetch-site": "none"}, True),
        ({"sec-fetch-site": "same-origin"}, False),
        ({"sec-fetch-site": "none"}, False),
        ({}, False),
    ],
    ids=str,
)
def test_other_sites_may_not_read_either(
    client: Client, path: str, headers: dict[str, str], refused: bool
) -> None:
    assert client.head_of(path, headers) == (403 if refused else 200)


@pytest.mark.parametrize("path", ["/", "/api/docs"])
def test_a_page_may_be_opened_from_another_site(client: Client, path: str) -> None:
    assert client.get(path, sec_fetch_site="cross-site").status == 200


def test_the_own_origin_may_ask(client: Client) -> None:
    for host in (f"127.0.0.1:{client.port}", f"localhost:{client.port}", "localhost:9999"):
        headers = {"host": host, "origin": f"http://{host}"}
        body = {"client": client.name, "kind": "solve", "board": "1 2/3 0"}
        assert client.ask("POST", "/api/jobs", body, headers).status == 202
    # Another port of this machine is another site.
    foreign = {"host": f"127.0.0.1:{client.port}", "origin": "http://127.0.0.1:1"}
    assert client.ask("POST", "/api/jobs", {}, foreign).status == 403


def test_reading_needs_a_known_host_too(client: Client) -> None:
    assert client.get("/", host="rebound.example").status == 400


def test_large_bodies_are_refused_unread(client: Client) -> None:
    answer = client.ask("POST", "/api/jobs", b"x" * 20_000, {"content-type": "application/json"})
    assert (answer.status, answer.error["kind"]) == (413, "body")
    assert answer.headers["connection"] == "close"
