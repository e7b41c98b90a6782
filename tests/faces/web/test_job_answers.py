"""The service without HTTP: answers that are kept, explanations, answers that are long."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from serving import LIMITS, asked, until, with_service

from taquin.faces.web.jobs.progress_log import ProgressLog
from taquin.faces.web.jobs.service import Service
from taquin.faces.web.process.moves import shortened
from taquin.faces.web.process.question import Search
from taquin.faces.web.process.refusals import Refusal
from taquin.puzzle.board import Board


def test_a_kept_answer_needs_no_process_whatever_the_notation() -> None:
    async def work(service: Service) -> None:
        first = service.submit(asked(board="8 6 7/2 5 4/3 0 1"), "one-client")
        await until(lambda: first.finished)
        again = service.submit(
            asked(board="[[8,6,7],[2,5,4],[3,0,1]]", goal="last"), "other-client"
        )
        assert again.state == "done" and again.result == first.result
        assert [first.as_dict()["cached"], again.as_dict()["cached"]] == [[False], [True]]
        known = first.runs[0].progress.reports
        assert [first.as_dict()["samples"], again.as_dict()["samples"]] == [[[]], [known]]
        for other in (
            asked(board="8 6 7/2 5 4/3 0 1", goal="snake"),
            asked(board="8 6 7/2 5 4/3 0 1", node_limit=5),
            asked(board="8 6 7/2 5 4/3 0 1", searches=(Search("bfs"),)),
        ):
            job = service.submit(other, "third-client")
            assert job.state != "done"
            service.cancel(job.id)

    with_service(work)


def test_a_kept_answer_is_computed_again_where_that_is_asked_for() -> None:
    async def work(service: Service) -> None:
        question = asked(board="8 6 7/2 5 4/3 0 1")
        first = service.submit(question, "one-client")
        await until(lambda: first.finished)
        kept = service.submit(question, "one-client")
        fresh = service.submit(replace(question, fresh=True), "one-client")
        assert [kept.as_dict()["cached"], fresh.as_dict()["cached"]] == [[True], [False]]
        assert fresh.state != "done"
        await until(lambda: fresh.finished)
        assert first.runs[0].result is not None and fresh.runs[0].result is not None
        counted = fresh.runs[0].result["stats"]
        assert fresh.state == "done" and counted == first.runs[0].result["stats"]
        # Whoever asks next has the newer answer, and its time.
        again = service.submit(question, "other-client")
        assert again.as_dict()["cached"] == [True] and again.result == fresh.result

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


def test_files_of_comparisons_that_run_are_within_the_budget() -> None:
    limits = replace(LIMITS, answer_moves=1, scratch_bytes=50)

    async def work(service: Service) -> None:
        assert service._scratch is not None
        folder, most = service._scratch.path, 0
        rows = (Search("bfs"), Search("astar", "manhattan"), Search("astar", "zero"))
        question = asked(limits, kind="compare", board="8 6 7/2 5 4/3 0 1", searches=rows)
        jobs = [service.submit(question, f"client-{n}", f"192.0.2.{n}") for n in range(2)]

        def done() -> bool:
            nonlocal most
            finished = [path for path in folder.glob("*.moves") if path.stat().st_size]
            most = max(most, sum(path.stat().st_size for path in finished))
            return all(job.finished for job in jobs)

        await until(done, 60)
        # Each solution has 31 moves: one is kept, and each running process may write another.
        assert 31 <= most <= (1 + LIMITS.processes) * 31
        assert len(list(folder.glob("*.moves"))) == 1

    with_service(work, limits)
