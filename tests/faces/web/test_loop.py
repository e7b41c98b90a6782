"""No question holds the server's event loop: the longest of its steps, for hostile questions.

A step is measured in processor time of the loop's own thread, so a busy machine does not count.
"""

import asyncio
import gc
import json
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from taquin.faces.web.http.app import make_app
from taquin.faces.web.http.security import Guard, Message
from taquin.faces.web.jobs.progress_log import ProgressLog
from taquin.faces.web.process.limits import local_limits
from taquin.faces.web.process.question import Question
from taquin.solving.question.reading import read_puzzle

LONGEST = 0.020  # seconds
# No process is free, so that questions are read and queued and nothing runs.
LIMITS = replace(local_limits(), processes=0, rate=1e6, burst=10**6, grace=600)


@contextmanager
def stopwatch() -> Iterator[list[float]]:
    """The processor seconds of every step of event loops in this process, while it lasts."""
    steps: list[float] = []
    plain = asyncio.Handle._run

    def timed(handle: asyncio.Handle) -> None:
        begun = time.thread_time()
        plain(handle)
        steps.append(time.thread_time() - begun)

    asyncio.Handle._run = timed  # type: ignore[method-assign]
    gc.collect()
    try:
        yield steps
    finally:
        asyncio.Handle._run = plain  # type: ignore[method-assign]


class Asking:
    """The server without sockets: requests go to its outermost layer, one after another."""

    def __init__(self) -> None:
        self.guard, self.service = make_app(LIMITS)
        self._thread = ThreadPoolExecutor(1)
        self._runner = asyncio.Runner()
        self.run(self.service.start())

    def run(self, work: Any) -> Any:
        return self._thread.submit(self._runner.run, work).result(60)

    def post(self, path: str, body: bytes) -> int:
        """The status of the answer."""
        return int(self.run(_status(self.guard, "POST", path, body=body)))

    def get(self, path: str, query: bytes = b"") -> int:
        """The status of the answer; of an event stream only the first pieces are read."""
        return int(self.run(_status(self.guard, "GET", path, query=query)))

    def cancel_all(self) -> None:
        """End every job, so that the queue stays open."""

        async def cancel() -> None:
            for job in self.service._active():
                self.service.cancel(job.id)

        self.run(cancel())

    def close(self) -> None:
        self.run(self.service.stop())
        self._thread.submit(self._runner.close).result(60)


async def _status(
    guard: Guard, method: str, path: str, *, query: bytes = b"", body: bytes = b""
) -> int:
    said: list[Message] = []
    read = asyncio.Event()
    given_body: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if given_body:
            return given_body.pop()
        await read.wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        said.append(message)
        if len(said) > _PIECES:
            read.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": query,
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
        "client": ("192.0.2.1", 50_000),
        "server": ("127.0.0.1", 8315),
    }
    await guard(scope, receive, send)
    return int(said[0]["status"])


def _slow_reading(*given: Any, **named: Any) -> Any:
    """Read a board, in a thread with an event loop as slowly as the slowest question would."""
    begun = time.thread_time()
    while asyncio._get_running_loop() and time.thread_time() - begun < 2 * LONGEST:
        pass
    return read_puzzle(*given, **named)


@pytest.fixture(scope="module")
def asking() -> Iterator[Asking]:
    # So that no collection before a measurement goes through what other tests have left.
    gc.collect()
    gc.freeze()
    # Today's questions are all quick to read. Should the loop read them, tomorrow's would not be.
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("taquin.faces.web.process.question.read_puzzle", _slow_reading)
        asking = Asking()
        yield asking
        asking.close()


_PIECES = 15  # messages of an event stream after which its reader goes
SIDES = [2, 3, 4, 5, 19, 20]
TWENTY = " ".join(map(str, [*range(399, 2, -1), 1, 2, 0]))
TABLES = "pdb:" + "-".join(["19"] * 21)
NINETEEN = "max:" + ",".join(f"pdb:{n}-{14 - n}-1" for n in range(1, 15)) + ",manhattan" * 5


@st.composite
def boards(draw: st.DrawFn) -> str:
    width, height = draw(st.sampled_from(SIDES)), draw(st.sampled_from(SIDES))
    cells = draw(st.permutations(range(width * height)))
    rows = [cells[n * width : (n + 1) * width] for n in range(height)]
    return "/".join(" ".join(map(str, row)) for row in rows)


NUMBERS = st.integers(0, 500)
LISTS = st.lists(NUMBERS, max_size=300).map(lambda numbers: ",".join(map(str, numbers)))
PARTS = st.lists(NUMBERS, min_size=1, max_size=40).map(lambda numbers: "-".join(map(str, numbers)))
PATTERNS = st.lists(LISTS, max_size=8).map("|".join)
TABLE = st.one_of(PARTS, LISTS, PATTERNS).map("pdb:{}".format)
SMALL = st.sampled_from(["manhattan", "linear_conflict", "walking_distance", "gaschnig", "zero"])
SUMS = st.lists(st.one_of(TABLE, SMALL), max_size=30).map(lambda names: "max:" + ",".join(names))
HEURISTICS = st.one_of(st.none(), TABLE, SMALL, SUMS).map(lambda name: name and name[:200])
TOPOLOGIES = st.one_of(
    st.sampled_from(["grid", "torus", "cylinder", "walls:", "nonsense"]),
    st.lists(st.tuples(NUMBERS, NUMBERS), max_size=400).map(
        lambda pairs: "walls:" + ",".join(f"{a}-{b}" for a, b in pairs)
    ),
)
ROWS = st.fixed_dictionaries(
    {
        "algorithm": st.sampled_from(["astar", "idastar", "wastar", "beam", "bfs", "mm", "nobody"]),
        "heuristic": HEURISTICS,
        "options": st.dictionaries(
            st.sampled_from(["weight", "width", "depth", "order", "nonsense"]),
            st.one_of(
                st.integers(), st.floats(allow_nan=False), st.text(max_size=99), st.booleans()
            ),
            max_size=4,
        ),
    }
)
QUESTIONS = st.fixed_dictionaries(
    {
        "board": st.one_of(boards(), st.text(max_size=3000)),
        "goal": st.one_of(st.sampled_from([None, "last", "snake", "spiral"]), boards()),
        "topology": TOPOLOGIES,
        "metric": st.sampled_from(["stm", "mtm", "expense"]),
        "rows": st.lists(ROWS, min_size=1, max_size=12),
    }
)
WORST = {"algorithm": "astar", "heuristic": "pdb:200-199"}


def steps_of(asking: Asking, path: str, question: dict[str, Any]) -> list[float]:
    with stopwatch() as steps:
        status = asking.post(path, json.dumps(question).encode())
        asking.cancel_all()
    assert status in (200, 202, 400, 409, 413, 422), status
    assert len(steps) > 3  # the loop really ran under the stopwatch
    return steps


@settings(max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck))
@given(QUESTIONS)
@example({"board": TWENTY, "topology": "torus", "rows": [WORST] * 12})
@example({"board": TWENTY, "topology": "torus", "rows": [WORST | {"heuristic": TABLES}] * 12})
@example({"board": "korf100:1", "rows": [WORST | {"heuristic": NINETEEN}] * 12})
@example({"board": "[" * 8000, "rows": [WORST]})
@example({"board": "1 2/3 0", "rows": [{"algorithm": "wastar", "options": {"weight": 10**99}}]})
def test_no_question_holds_the_loop(asking: Asking, question: dict[str, Any]) -> None:
    question = {"client": "a-hostile-client", "kind": "compare", **question}
    # A collection of garbage or a first import may fall into one attempt, but not into all.
    longest = min(max(steps_of(asking, "/api/jobs", question)) for _ in range(2))
    assert longest < LONGEST, longest


def test_no_answer_holds_the_loop(asking: Asking) -> None:
    service = asking.service
    contours = [[bound, 10**9 + bound] for bound in range(1000)]
    moves = "UDLR" * (LIMITS.answer_moves // 4)
    result = {"status": "solved", "moves": moves, "notes": ["x" * 200]}
    result |= {"stats": {"contours": contours}, "omitted": {"moves": 10**6, "contours": 10**6}}

    async def prepared() -> str:
        question = Question("compare", [{"request": {"label": None}}] * 12, ["no key"] * 12)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(service, "_pump", lambda: None)
            job = service.submit(question, "one-client")
        for run in job.runs:
            run.state, run.result, run.size = "done", result | {"label": run.label}, 10**5
            run.progress = ProgressLog({"expanded": n, "seconds": n / 7} for n in range(60))
            service._tell_row(service.clients["one-client"].log, job, run)
        job.moves(11).path.write_text(moves * 50, encoding="ascii")
        service._finish(job)
        return job.id

    job = asking.run(prepared())
    for path, more in (
        (f"/api/jobs/{job}", b""),
        (f"/api/jobs/{job}/moves", b"row=11"),
        ("/api/events", b"client=one-client"),
        ("/api/catalogue", b""),
        ("/api/docs", b""),
        ("/index.html", b""),
        ("/no/such/file", b""),
    ):
        longest = []
        for _ in range(3):
            with stopwatch() as steps:
                assert asking.get(path, more) == (404 if "no/such" in path else 200)
            longest.append(max(steps))
        assert min(longest) < LONGEST, (path, longest)
