"""The service without HTTP: the queue, its fairness, kept answers, processes and their ends."""

import asyncio
import os
import signal
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from taquin.faces.web.jobs.clients import Clients
from taquin.faces.web.jobs.events import EventLog
from taquin.faces.web.jobs.job import Job
from taquin.faces.web.jobs.progress_log import ProgressLog
from taquin.faces.web.jobs.service import Service
from taquin.faces.web.process.limits import ServerLimits, local_limits, public_limits
from taquin.faces.web.process.moves import shortened
from taquin.faces.web.process.question import Asked, Question, Search, read_question
from taquin.faces.web.process.refusals import Refusal
from taquin.ground.errors import OptionError
from taquin.puzzle.board import Board

# Nobody listens in these tests, so jobs would end after the grace.
LIMITS = replace(local_limits(), processes=2, waiting=4, grace=600)
ENDLESS = (Search("idastar", "manhattan"),)


def asked(limits: ServerLimits = LIMITS, **fields: Any) -> Question:
    return read_question(Asked(**{"kind": "solve", "board": "korf24:1", **fields}), limits)


def endless(rows: int = 1) -> Question:
    kind = "solve" if rows == 1 else "compare"
    return asked(kind=kind, searches=ENDLESS * rows)


def with_service(
    work: Callable[[Service], Awaitable[None]], limits: ServerLimits = LIMITS
) -> Service:
    """Run `work` on a service of its own, and see that nothing of it is left."""

    async def run() -> Service:
        service = Service(limits)
        await service.start()
        try:
            await work(service)
        finally:
            fork_server = service.fork_server
            await service.stop()
        assert fork_server is not None and not alive(fork_server)
        return service

    # In a thread of its own: a browser of other tests keeps a loop running in this one.
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, run()).result()


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def until(condition: Callable[[], object], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.01)


async def children(service: Service) -> list[int]:
    """The job processes."""
    path = Path(f"/proc/{service.fork_server}/task/{service.fork_server}/children")
    return [int(pid) for pid in (await asyncio.to_thread(path.read_text)).split()]


async def born(service: Service) -> list[int]:
    """The job processes, once there are some."""
    for _ in range(3000):
        if found := await children(service):
            return found
        await asyncio.sleep(0.01)
    raise AssertionError("no process was started")


# The queue


def test_rows_run_side_by_side_and_clients_in_turn() -> None:
    async def work(service: Service) -> None:
        table = service.submit(endless(4), "first-client")
        assert (table.running, len(table.waiting), table.state) == (2, 2, "running")
        second = service.submit(endless(), "second-client")
        own = service.submit(endless(), "first-client")
        third = service.submit(endless(), "third-client")
        assert {second.state, own.state, third.state} == {"waiting"}
        table_run = next(run for run in table.runs if run.state == "running")
        await until(lambda: table_run.process)
        # A free place goes to the client with the least running, the one that came first.
        service.cancel(table.id)
        assert (second.state, own.state, third.state) == ("running", "running", "waiting")
        service.cancel(second.id)
        assert third.state == "running"

    with_service(work)


def test_a_client_runs_one_job_at_a_time() -> None:
    async def work(service: Service) -> None:
        first = service.submit(endless(), "one-client")
        second = service.submit(endless(), "one-client")
        assert (first.state, second.state) == ("running", "waiting")
        service.cancel(first.id)
        assert second.state == "running"

    with_service(work)


def test_the_queue_is_bounded() -> None:
    async def work(service: Service) -> None:
        for number in range(6):
            service.submit(endless(), f"client-{number}")
        with pytest.raises(Refusal) as refused:
            service.submit(endless(), "client-6")
        assert (refused.value.status, refused.value.kind) == (503, "queue")
        assert refused.value.retry_after
        with pytest.raises(Refusal) as refused:
            for _ in range(9):
                service.submit(endless(), "client-0")
        assert refused.value.status in (409, 503)

    with_service(work)


def test_an_address_has_a_few_jobs_whatever_clients_it_names() -> None:
    async def work(service: Service) -> None:
        jobs = [service.submit(endless(), f"invented-{n}", "192.0.2.1") for n in range(3)]
        with pytest.raises(Refusal, match="your address already has 3 jobs") as refused:
            service.submit(endless(), "invented-3", "192.0.2.1")
        assert (refused.value.status, refused.value.kind) == (429, "jobs")
        assert refused.value.retry_after
        service.submit(endless(), "somebody", "192.0.2.2")
        service.cancel(jobs[0].id)
        service.submit(endless(), "invented-3", "192.0.2.1")

    with_service(work, replace(LIMITS, jobs_of_address=3))


def test_clients_are_bounded() -> None:
    async def work(service: Service) -> None:
        service.submit(endless(), "client-0")
        with pytest.raises(Refusal, match="visitors"):
            service.submit(endless(), "client-1")

    with_service(work, replace(LIMITS, clients=1))


def test_who_neither_listens_nor_has_jobs_makes_room() -> None:
    async def work(service: Service) -> None:
        service.submit(endless(), "with-a-job")
        stream = service.clients.follow("listening", 0, heartbeat=60)
        await anext(stream)
        listening = asyncio.create_task(anext(stream))
        await until(lambda: service.clients["listening"].log.readers)
        for number in range(20):
            service.clients.greet(f"invented-{number}")
        assert all(service.clients[name] for name in ("with-a-job", "listening", "invented-19"))
        with pytest.raises(KeyError):
            service.clients["invented-18"]
        service.submit(endless(), "invented-19")
        with pytest.raises(Refusal, match="visitors"):
            service.clients.follow("too-late", 0, heartbeat=60)
        listening.cancel()

    with_service(work, replace(LIMITS, clients=3))


def test_a_stream_hears_its_client_though_forgotten_before_it_began() -> None:
    async def work(service: Service) -> None:
        stream = service.clients.follow("first-client", 0, heartbeat=60)
        service.clients.greet("second-client")
        service.clients.forget(time.monotonic() + 2 * LIMITS.grace)
        assert await anext(stream)
        service.clients["first-client"].log.add("notice", {"job": "some", "row": None})
        assert b"notice" in await anext(stream)

    with_service(work, replace(LIMITS, clients=1))


def test_what_has_ended_is_forgotten_in_time() -> None:
    async def work(service: Service) -> None:
        jobs = [service.submit(asked(board="1 2/3 0"), "one-client") for _ in range(5)]
        await until(lambda: all(job.finished for job in jobs))
        await until(lambda: len(service.jobs) == 2)
        assert list(service.jobs) == [job.id for job in jobs[-2:]]

    with_service(work, replace(LIMITS, kept_jobs=2, waiting_of_one=9))


# Answers


def test_a_kept_answer_needs_no_process_whatever_the_notation() -> None:
    async def work(service: Service) -> None:
        first = service.submit(asked(board="8 6 7/2 5 4/3 0 1"), "one-client")
        await until(lambda: first.finished)
        again = service.submit(
            asked(board="[[8,6,7],[2,5,4],[3,0,1]]", goal="last"), "other-client"
        )
        assert again.state == "done" and again.result == first.result
        assert [first.as_dict()["cached"], again.as_dict()["cached"]] == [[False], [True]]
        for other in (
            asked(board="8 6 7/2 5 4/3 0 1", goal="snake"),
            asked(board="8 6 7/2 5 4/3 0 1", node_limit=5),
            asked(board="8 6 7/2 5 4/3 0 1", searches=(Search("bfs"),)),
        ):
            job = service.submit(other, "third-client")
            assert job.state != "done"
            service.cancel(job.id)

    with_service(work)


def test_a_kept_answer_keeps_how_its_search_went() -> None:
    async def work(service: Service) -> None:
        # All states of the board one by one: long enough for a report.
        question = asked(
            kind="compare", board="8 6 7/2 5 4/3 0 1", engine="python", searches=(Search("bfs"),)
        )
        first = service.submit(question, "one-client")
        heard = service.clients.greet("one-client").log
        await until(lambda: first.finished)
        again = service.submit(question, "other-client")
        assert again.runs[0].progress.reports == first.runs[0].progress.reports != []
        row = next(e for e in service.clients.greet("other-client").log._lasting if e.name == "row")
        assert (row.data["cached"], row.data["samples"]) == (True, first.runs[0].progress.reports)
        fresh = next(e for e in heard._lasting if e.name == "row")
        assert (fresh.data["cached"], fresh.data["samples"]) == (False, [])
        # Its last report is of its end, where every state was met and none waits.
        assert first.runs[0].result is not None
        stats = first.runs[0].result["stats"]
        last = fresh.data["last"]
        assert last == row.data["last"] == first.runs[0].progress.last
        assert (last["expanded"], last["reached"]) == (stats["expanded"], stats["peak_reached"])
        assert last["bound"] == 31

    with_service(work)


def test_samples_are_thinned_and_keep_the_newest() -> None:
    progress = ProgressLog()
    for number in range(1000):
        progress.add({"seconds": number / 10})
        assert len(progress) <= 60 and progress.last == {"seconds": number / 10}
    seconds = [report["seconds"] for report in progress.reports]
    assert seconds == sorted(set(seconds)) and len(seconds) > 20


def test_what_a_limit_cut_short_is_not_kept() -> None:
    async def work(service: Service) -> None:
        question = asked(board="korf100:1", searches=(Search("astar"),), node_limit=10)
        first = service.submit(question, "one-client")
        await until(lambda: first.finished)
        assert service.submit(question, "one-client").state != "done"

    with_service(work)


def test_an_explanation_is_kept() -> None:
    async def work(service: Service) -> None:
        question = asked(kind="explain", board="1 2/3 0")
        first = await service.explainer.explain(question)
        assert first["already_solved"] is True
        assert await service.explainer.explain(asked(kind="explain", board="1 2/3 0")) is first

    with_service(work)


def test_one_address_does_not_fill_the_queue_of_explanations() -> None:
    async def work(service: Service) -> None:
        def explain(board: str, address: str) -> "asyncio.Task[dict[str, Any]]":
            question = asked(kind="explain", board=board)
            return asyncio.create_task(service.explainer.explain(question, address))

        kept = [explain(board, "near") for board in ("1 2/3 0", "1 2/0 3")]
        await asyncio.sleep(0)
        refused, other = explain("0 1/3 2", "near"), explain("0 2/1 3", "far")
        with pytest.raises(Refusal, match="your address already has 2 boards waiting"):
            await refused
        assert all(await asyncio.gather(*kept, other))
        assert (await explain("0 1/3 2", "near"))["solvable"] is True

    with_service(work, replace(LIMITS, explaining_of_address=2))


# Processes


def test_cancelling_kills_the_process_at_once() -> None:
    async def work(service: Service) -> None:
        job = service.submit(endless(), "one-client")
        (pid,) = await born(service)
        service.cancel(job.id)
        await until(lambda: not alive(pid))

    with_service(work)


def test_a_job_past_its_memory_is_killed_and_says_so() -> None:
    async def work(service: Service) -> None:
        # These tables take longer to build than the time between two checks of the memory;
        # sometimes the search checks first and ends by its own limit.
        search = (Search("astar", "walking_distance"),)
        board = " ".join(map(str, [*range(1, 12), 13, 12, 15, 14, 0]))
        tight = replace(LIMITS, memory=1 << 10)
        for _ in range(20):
            job = service.submit(asked(tight, board=board, searches=search), "one-client")
            await until(lambda job=job: job.finished, 60)
            if job.state == "failed":
                break
            assert job.runs[0].result is not None and job.runs[0].result["limit"] == "memory"
        assert job.state == "failed", job.as_dict()
        assert job.runs[0].error is not None and job.runs[0].error["kind"] == "memory"

    with_service(work)


def test_an_explanation_past_its_time_is_refused() -> None:
    async def work(service: Service) -> None:
        with pytest.raises(Refusal) as refused:
            await service.explainer.explain(asked(kind="explain", board="korf24:2"))
        assert refused.value.kind == "time"

    with_service(work, replace(LIMITS, explain_seconds=0.0))


def test_a_fork_server_that_died_is_replaced() -> None:
    async def work(service: Service) -> None:
        job = service.submit(endless(), "one-client")
        (pid,) = await born(service)
        before = service.fork_server
        assert before is not None
        os.kill(before, signal.SIGKILL)
        await until(lambda: job.finished)
        assert job.state == "failed"
        await until(lambda: not alive(pid))
        again = service.submit(asked(board="1 2 3/4 0 5/7 8 6"), "one-client")
        await until(lambda: again.finished)
        assert again.state == "done" and service.fork_server != before

    with_service(work)


def test_old_traces_make_room() -> None:
    async def work(service: Service) -> None:
        jobs: list[Job] = []
        for _ in range(4):
            question = asked(kind="trace", board="1 2 3/4 0 5/7 8 6", searches=(Search("bfs"),))
            jobs.append(service.submit(question, "one-client"))
            await until(lambda: jobs[-1].finished)
        kept = [job for job in jobs if job.id in service.jobs]
        assert kept == jobs[-2:]
        assert all(len(job.written()) == 2 for job in kept)
        assert not any(job.written() for job in jobs[:2])
        assert service.trace(jobs[-1].id).total() > 3

    with_service(work, replace(LIMITS, kept_jobs=2))


# Long answers


def test_long_solutions_are_cut_and_the_rest_is_kept() -> None:
    search = Search("dfs", None, {"order": "DULR"})

    async def work(service: Service) -> None:
        question = asked(service.limits, board="702853614", goal="first", searches=(search,))
        job = service.submit(question, "one-client")
        await until(lambda: job.finished)
        result = job.runs[0].result
        assert result is not None and result["cost"] == result["lengths"]["stm"] == 54497
        assert len(result["moves"]) == 1000 and result["omitted"]["moves"] == 53497
        moves = service.moves(job.id, 0)
        assert moves.total() == 54497
        whole = moves.page(0, 30_000) + moves.page(30_000, 30_000)
        assert whole.startswith(result["moves"])
        board = Board.parse("702853614")
        assert board.apply(whole) == Board.parse("012345678")
        assert not service.submit(question, "one-client").runs[0].cached
        assert [path.stat().st_size for path in job.written()] == [54497]
        service.cancel(job.id)
        assert job.written() == []

    with_service(work, replace(LIMITS, answer_moves=1000))


def test_short_solutions_have_pages_too_and_others_have_none() -> None:
    async def work(service: Service) -> None:
        solved = service.submit(asked(board="1 2 3/4 0 5/7 8 6"), "one-client")
        unsolvable = service.submit(asked(board="1 2 3/4 5 6/8 7 0"), "two-clients")
        await until(lambda: solved.finished and unsolvable.finished)
        assert service.moves(solved.id, 0).page(1, 5) == "U" and solved.written() == []
        for job, row in ((unsolvable, 0), (solved, 1)):
            with pytest.raises(Refusal, match=f"row {row} of this job has no solution") as refused:
                service.moves(job.id, row)
            assert refused.value.status == 404

    with_service(work)


def test_only_the_last_contours_are_answered(tmp_path: Path) -> None:
    contours = [[bound, 2 * bound] for bound in range(5000)]
    result = {"moves": "UD" * 50, "stats": {"expanded": 7, "contours": contours}}
    short = shortened(result, 100, tmp_path / "moves")
    assert short["omitted"] == {"moves": 0, "contours": 4000}
    assert short["stats"] == {"expanded": 7, "contours": contours[4000:]}
    assert short["moves"] == result["moves"] and not list(tmp_path.iterdir())
    assert result["stats"]["contours"] is contours  # type: ignore[index]


# Event streams


async def _heard(log: EventLog, after: int, most: int) -> list[object]:
    found: list[object] = []
    async for event in log.follow(after, heartbeat=0.05):
        found.append(event and event.data["n"])
        if len(found) == most or event is None:
            return found
    return found


def test_a_reader_holds_one_event_at_a_time() -> None:
    async def work() -> None:
        log = EventLog()
        for n in range(3):
            log.add("done", {"job": f"job-{n}", "n": n})
        reading = log.follow(0, heartbeat=0.05)
        first = await anext(reading)
        assert first is not None and first.data["n"] == 0
        log.forget("job-1")  # while the reader has not asked for more
        second = await anext(reading)
        assert second is not None and second.data["n"] == 2
        assert second.encoded is second.encoded
        assert await _heard(log, second.number + 10**9, 9) == [0, 2, None]  # never given
        assert await _heard(log, second.number, 9) == [None]

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


def test_whoever_has_most_streams_gives_way() -> None:
    async def work() -> None:
        limits = replace(LIMITS, streams=3)
        clients = Clients(limits, lambda: ())
        ends: list[str] = []

        async def read(name: str, address: str) -> None:
            async for _ in clients.follow(name, 0, heartbeat=60, address=address):
                pass
            ends.append(name)

        near = [asyncio.create_task(read(f"near-{n}", "near")) for n in range(3)]
        await asyncio.sleep(0.01)
        with pytest.raises(Refusal, match="all 3 event streams are in use"):
            clients.follow("another", 0, heartbeat=60, address="near")
        far = asyncio.create_task(read("far", "far"))
        await asyncio.sleep(0.01)
        assert ends == ["near-2"] and not far.done()
        with pytest.raises(Refusal, match="all 3 event streams are in use"):
            clients.follow("elsewhere", 0, heartbeat=60, address="far")
        clients.close()
        await asyncio.gather(*near, far)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


def test_a_client_has_few_streams() -> None:
    async def work() -> None:
        clients = Clients(LIMITS, lambda: ())
        streams = [clients.follow("one-client", 0, heartbeat=60) for _ in range(4)]
        waiting = [asyncio.create_task(anext(stream)) for stream in streams]
        await asyncio.gather(*waiting)
        more = [asyncio.create_task(anext(stream)) for stream in streams]
        await asyncio.sleep(0.01)
        with pytest.raises(Refusal, match="already has 4 event streams"):
            clients.follow("one-client", 0, heartbeat=60)
        for task in more:
            task.cancel()
        await asyncio.gather(*more, return_exceptions=True)

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


def test_a_stopping_server_starts_nothing_more() -> None:
    service = with_service(lambda service: asyncio.sleep(0))

    async def work() -> None:
        with pytest.raises(Refusal) as refused:
            await service.reader.read(QUESTION)
        assert refused.value.status == 503
        assert service.fork_server is None

    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, work()).result()


# Reading questions


QUESTION = Asked(kind="solve", board="1 2 3/4 0 5/7 8 6")


def test_questions_are_read_by_another_process() -> None:
    async def work(service: Service) -> None:
        assert await service.reader.read(QUESTION) == read_question(QUESTION, LIMITS)
        with pytest.raises(Refusal, match="tile 1 given more than once") as refused:
            await service.reader.read(replace(QUESTION, board="1 1 3/4 0 5/7 8 6"))
        assert (refused.value.status, refused.value.kind) == (422, "notation")
        (reader,) = await children(service)
        os.kill(reader, signal.SIGKILL)
        assert (await service.reader.read(QUESTION)).tasks
        assert reader not in await children(service)

    with_service(work)


def test_a_question_that_takes_too_long_is_refused() -> None:
    async def work(service: Service) -> None:
        with pytest.raises(Refusal, match="takes longer than 0 s to read") as refused:
            await service.reader.read(QUESTION)
        assert refused.value.status == 422
        await until(lambda: service.fork_server)
        service.reader._limits = LIMITS
        assert (await service.reader.read(QUESTION)).tasks

    with_service(work, replace(LIMITS, reading_seconds=0))


def test_a_reader_is_replaced_before_it_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taquin.faces.web.jobs.reader._QUESTIONS", 2)

    async def work(service: Service) -> None:
        seen = set()
        for _ in range(4):
            await service.reader.read(QUESTION)
            (reader,) = await children(service)
            seen.add(reader)
        assert len(seen) == 2

    with_service(work)


# Limits


def test_no_question_is_above_the_limits() -> None:
    for limits in (local_limits(), public_limits()):
        with pytest.raises(OptionError, match="time_limit"):
            asked(limits, time_limit=limits.longest_time + 1)
        with pytest.raises(OptionError, match="node_limit"):
            asked(limits, node_limit=limits.most_nodes + 1)
        task = asked(limits).tasks[0]
        assert task["request"]["time"] == limits.time_limit and task["memory"] == limits.memory


def test_strangers_get_less() -> None:
    local, public = local_limits(), public_limits()
    assert public.longest_time < local.longest_time
    assert public.processes <= local.processes and public.memory <= local.memory
    # One address cannot hold the queue; a machine's own users all have the same.
    assert public.jobs_of_address is not None and local.jobs_of_address is None
    assert 2 * public.jobs_of_address < public.waiting


def test_a_flood_of_defects_does_not_flood_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    """A task without a board is a defect in the server, and not the visitor's to see."""

    async def work(service: Service) -> None:
        for _ in range(9):
            named = {"topology": "grid", "algorithm": "astar", "heuristic": None}
            task = {"do": "solve", "request": named, "every": 1, "wall": 60, "memory": 1 << 28}
            process = await service._launcher.launch(task)
            said = [line async for line in process.lines()]
            assert [line["kind"] for line in said] == ["failed", "ended"]
            assert (said[0]["error"], said[0]["message"]) == ("defect", "")

    with_service(work)
    log = capfd.readouterr().err
    assert log.count("taquin: a job failed:\n") == log.count("KeyError: 'width'") == 5
