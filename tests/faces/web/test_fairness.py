"""Fairness among visitors: whoever asks for most waits, gives way and loses first."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taquin.faces.web.http.rates import RateLimit, Unread
from taquin.faces.web.jobs.answers import Answers
from taquin.faces.web.jobs.fairness import Ledger, giving_way
from taquin.faces.web.jobs.job import Job, Run
from taquin.faces.web.jobs.keeping import Kept, Written
from taquin.faces.web.jobs.queueing import JobQueue
from taquin.faces.web.jobs.turns import Gate, Turns
from taquin.faces.web.process.limits import local_limits, public_limits
from taquin.faces.web.process.question import Question
from taquin.faces.web.process.refusals import Refusal
from taquin.ground.heard import RefusalSentence

LIMITS = replace(public_limits(), processes=1, waiting=6, jobs_of_address=6)
_WAITING = RefusalSentence.QUESTIONS, RefusalSentence.QUESTIONS_OF_ADDRESS


def ran(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    """Run `work` in a thread: a browser of other tests keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, asyncio.wait_for(work(), 10)).result()


def job(name: str, address: str, *, client: str = "", rows: int = 1, state: Any = "waiting") -> Job:
    runs = [Run(n, {"label": None}, state=state) for n in range(rows)]
    kind = "solve" if rows == 1 else "compare"
    question = Question(kind, [{}] * rows, ["key"] * rows)
    return Job(name, client or name, address, question, runs, Path("nowhere", name))


# Turns


def test_addresses_take_turns_whatever_each_asks() -> None:
    order: list[str] = []

    async def ask(turns: Turns, address: str) -> None:
        async with turns.turn(address):
            order.append(address)

    async def work() -> None:
        turns = Turns("things", _WAITING, 100, 100)
        async with turns.turn("somebody"):
            asked = ["many"] * 3 + ["one", "two"]
            asking = [asyncio.create_task(ask(turns, address)) for address in asked]
            await asyncio.sleep(0)
        await asyncio.gather(*asking)

    ran(work)
    assert order == ["many", "one", "two", "many", "many"]


def test_waiting_for_a_turn_is_bounded() -> None:
    async def work() -> None:
        turns = Turns("things", _WAITING, 4, 2)

        async def hold(address: str) -> None:
            async with turns.turn(address):
                await asyncio.sleep(60)

        held = [asyncio.create_task(hold(address)) for address in ("near", "near", "far")]
        await asyncio.sleep(0)
        with pytest.raises(
            Refusal, match="your address already has 2 questions waiting"
        ) as refused:
            await hold("near")
        assert (refused.value.status, refused.value.retry_after) == (503, 2)
        held.append(asyncio.create_task(hold("farther")))
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="there are already 4 questions waiting"):
            await hold("elsewhere")
        for task in held:
            task.cancel()
        await asyncio.gather(*held, return_exceptions=True)
        async with turns.turn("near"):  # nobody who left holds it
            pass

    ran(work)


def test_whoever_waits_most_is_turned_away_for_another() -> None:
    async def work() -> None:
        turns = Turns("things", _WAITING, 4, 4)

        async def hold(address: str) -> None:
            async with turns.turn(address):
                await asyncio.sleep(60)

        held = [asyncio.create_task(hold("near")) for _ in range(4)]
        await asyncio.sleep(0)
        far = asyncio.create_task(hold("far"))
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="there are already 4 questions waiting"):
            await held[3]
        assert not far.done() and not any(task.done() for task in held[:3])
        with pytest.raises(
            Refusal, match="there are already 4"
        ):  # no one has two more than this address
            await hold("far")
        for task in (*held, far):
            task.cancel()
        await asyncio.gather(*held, far, return_exceptions=True)

    ran(work)


def test_lists_of_numbers_count_as_what_they_take() -> None:
    one = job("one", "near")
    one.runs[0].result = {"moves": "UD" * 5000}
    one.runs[0].size = 10_000 + 15_000  # the moves, and a thousand contours
    lean = job("two", "near").size
    assert one.size - lean == 2 * 10_000 + 10 * 15_000


def test_a_caller_cancelled_at_its_turn_passes_it_on() -> None:
    async def work() -> None:
        turns = Turns("things", _WAITING, 9, 9)
        reached: list[str] = []

        async def visit(name: str) -> None:
            async with turns.turn(name):
                reached.append(name)

        async with turns.turn("first"):
            second, third = (asyncio.create_task(visit(name)) for name in ("second", "third"))
            await asyncio.sleep(0)
        second.cancel()  # its turn has come, but it has not run since
        await asyncio.gather(second, third, return_exceptions=True)
        assert reached == ["third"] and second.cancelled()

    ran(work)


def test_one_request_passes_the_gate_in_each_cycle() -> None:
    passed: list[tuple[int, str]] = []

    async def work() -> None:
        gate, cycle = Gate(), 0

        async def visit(address: str) -> None:
            await gate.passage(address)
            passed.append((cycle, address))

        visits = [asyncio.create_task(visit(a)) for a in ["many"] * 4 + ["one"]]
        while not all(one.done() for one in visits):
            await asyncio.sleep(0)
            cycle += 1

    ran(work)
    cycles = [cycle for cycle, _ in passed]
    assert len(set(cycles)) == len(cycles) == 5
    assert [address for _, address in passed].index("one") <= 2


def test_those_above_their_share_pass_the_gate_last() -> None:
    passed: list[str] = []

    async def work() -> None:
        gate = Gate()

        async def visit(address: str, last: bool) -> None:
            await gate.passage(address, last=last)
            passed.append(address)

        asked = [("many", True)] * 5 + [("one", False), ("two", False)]
        await asyncio.gather(*(visit(*one) for one in asked))

    ran(work)
    assert passed == ["many", "one", "two"] + ["many"] * 4


# Budgets


@given(st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 50)), max_size=40))
def test_whoever_holds_most_loses_first(entered: list[tuple[str, int]]) -> None:
    ledger: Ledger[int] = Ledger(most_bytes=100, most=8)
    things: dict[int, tuple[str, int]] = {}
    for key, (holder, size) in enumerate(entered):
        ledger.enter(key, holder, size)
        things[key] = holder, size
        gone = ledger.surplus()
        for lost in gone:
            by_bytes = sum(size for _, size in things.values()) > 100
            held = {
                h: sum(s if by_bytes else 1 for o, s in things.values() if o == h) for h in "abc"
            }
            holder = things[lost][0]
            assert held[holder] == max(held.values())
            assert lost == min(k for k, (h, _) in things.items() if h == holder)
            del things[lost]
        assert len(ledger) == len(things) <= 8
        assert ledger.bytes == sum(size for _, size in things.values()) <= 100


def test_nothing_is_removed_without_need() -> None:
    ledger: Ledger[str] = Ledger(10, 2)
    ledger.enter("one", "near", 5)
    ledger.enter("two", "near", 5)
    assert ledger.surplus() == []
    ledger.enter("one", "near", 6)  # renewed, and larger
    assert ledger.surplus() == ["two"]


def test_answers_of_others_survive_a_flood() -> None:
    answers: Answers[str] = Answers(most_bytes=1000, most=10)
    answers.put("theirs", "kept", 10, "far")
    for n in range(50):
        answers.put(f"flood-{n}", "more", 100, f"near-{n % 3}")
    assert answers.get("theirs") == "kept"
    assert answers.get("flood-0") is None and answers.get("flood-49") == "more"


def test_the_answer_used_last_is_kept_longest() -> None:
    answers: Answers[str] = Answers(most_bytes=1000, most=2)
    for key in ("one", "two"):
        answers.put(key, key, 1)
    assert answers.get("one") == "one"
    answers.put("three", "three", 1)
    assert answers.get("two") is None and answers.get("one") == "one"


def test_ended_jobs_of_others_survive_a_flood() -> None:
    kept = Kept(replace(LIMITS, kept_jobs=9))
    assert kept.ended(job("theirs", "far")) == []
    gone = [name for n in range(40) for name in kept.ended(job(f"flood-{n}", f"near-{n % 4}"))]
    assert len(gone) == 32 and "theirs" not in gone


def test_files_count_when_they_are_written_and_not_when_their_job_ends(tmp_path: Path) -> None:
    """Comparisons of nine addresses that all still run: only so much is on disk at any time."""
    kept, most = Kept(replace(LIMITS, scratch_bytes=100)), 0
    jobs = {f"job-{n}": job(f"job-{n}", f"near-{n}", rows=3, state="running") for n in range(9)}
    for one in jobs.values():
        one.files = tmp_path / one.id
    for row in range(3):
        for one in jobs.values():
            one.moves(row).path.write_text("U" * 30)
            for name, number in kept.wrote(one, one.runs[row]):
                for path in jobs[name].written(number):
                    path.unlink()
            sizes = [path.stat().st_size for path in tmp_path.iterdir()]
            most = max(most, sum(sizes))
    assert most == 90
    assert kept.wrote(job("theirs", "far"), Run(0, {})) == []


def test_the_files_of_a_job_that_is_gone_make_room(tmp_path: Path) -> None:
    kept = Kept(replace(LIMITS, scratch_bytes=100))
    first, second = job("first", "near", rows=2), job("second", "far")
    for one in (first, second):
        one.files = tmp_path / one.id
        one.moves(0).path.write_text("U" * 60)
    assert kept.wrote(first, first.runs[0]) == []
    kept.remove(first)
    assert kept.wrote(second, second.runs[0]) == []
    assert kept.wrote(first, first.runs[0]) == [Written("second", 0)]


@given(st.dictionaries(st.sampled_from("abcd"), st.integers(1, 9)), st.integers(0, 9))
def test_one_rule_says_who_gives_way(held: dict[str, int], own: int) -> None:
    giving = giving_way(held, own)
    if giving is None:
        assert max(held.values(), default=0) < own + 2
    else:
        assert held[giving] == max(held.values()) >= own + 2


# The queue


def test_the_newest_job_of_whoever_has_most_gives_way() -> None:
    queue = JobQueue(LIMITS)
    active = [job("running", "near", state="running")]
    active += [job(f"near-{n}", "near") for n in range(4)] + [
        job(f"mid-{n}", "mid") for n in range(2)
    ]
    giving = queue.admit(active, "newcomer", "far")
    assert giving is not None and giving.id == "near-3"
    with pytest.raises(Refusal, match="the queue is full: 7 jobs") as refused:
        queue.admit([job(f"job-{n}", f"address-{n}") for n in range(7)], "newcomer", "far")
    assert refused.value.status == 503
    assert queue.admit(active[:-1], "newcomer", "far") is None


def test_whoever_has_used_least_goes_first() -> None:
    queue = JobQueue(LIMITS)
    active = [job("one", "near"), job("two", "far")]

    def chosen() -> str:
        found = queue.next(active, 0)
        assert found is not None
        return found[0].id

    assert chosen() == "one"
    queue.charge("near", LIMITS.crowded_seconds)  # no more than everybody's first search may take
    assert chosen() == "one"
    queue.charge("near", 2)
    assert chosen() == "two"
    for _ in range(100):
        queue.forget(0.1)
    assert chosen() == "one"
    # As many as there may be, running or cancelled a moment ago.
    assert queue.next(active, LIMITS.processes) is None


def test_whoever_waits_with_fewest_jobs_goes_first() -> None:
    active = [job(f"near-{n}", "near") for n in range(3)] + [job("far", "far")]
    chosen = JobQueue(LIMITS).next(active, 0)
    assert chosen is not None and chosen[0].id == "far"


def test_searches_are_shorter_while_others_wait() -> None:
    queue, mine = JobQueue(LIMITS), job("mine", "near", state="running")
    assert queue.seconds([mine], mine) == LIMITS.longest_time
    others = [job(f"other-{n}", f"far-{n}") for n in range(3)]
    assert queue.seconds([mine, *others], mine) == LIMITS.time_limit / 4
    crowd = [job(f"other-{n}", f"far-{n}") for n in range(200)]
    assert queue.seconds([mine, *crowd], mine) == LIMITS.crowded_seconds
    local = local_limits()
    same = [job(f"other-{n}", "near") for n in range(9)]
    assert JobQueue(local).seconds([mine, *same], mine) == local.longest_time


def test_a_search_is_not_shortened_for_who_could_not_use_it() -> None:
    queue, mine = JobQueue(LIMITS), job("mine", "near", state="running")
    running = job("theirs", "far", client="one-tab", state="running")
    behind = job("next", "far", client="one-tab")  # waits for the tab's own job
    assert queue.seconds([mine, running, behind], mine) == LIMITS.longest_time
    another = job("another", "far", client="another-tab")  # has as many processes already
    assert queue.seconds([mine, running, another], mine) == LIMITS.longest_time
    second = job("second", "near", state="running")
    assert queue.seconds([mine, second, running, another], mine) == LIMITS.time_limit / 2


# Rates


def test_reading_above_the_rate_is_slowed_down_on_credit() -> None:
    rate = RateLimit(rate=10, burst=5)
    assert [rate.delay("near", 0.0) for _ in range(5)] == [0.0] * 5
    assert [round(rate.delay("near", 0.0), 3) for _ in range(3)] == [0.1, 0.2, 0.3]
    assert rate.delay("far", 0.0) == 0.0
    assert rate.delay("near", 0.5) == 0.0  # the credit is paid back


def test_unread_bytes_are_counted_while_they_are_held() -> None:
    unread = Unread()
    with unread.held("near", 10), unread.held("near", 5), unread.held("far", 1):
        assert (unread.of("near"), unread.of("far"), unread.total()) == (15, 1, 16)
    assert (unread.of("near"), unread.total()) == (0, 0)
