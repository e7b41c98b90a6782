"""Runs one stage of a plan: in Python, in a compiled twin, or over pattern databases."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any

from taquin.ground.announce import announce
from taquin.ground.deadline import TimeUp, deadline
from taquin.ground.errors import NoRoom, NoWay
from taquin.ground.heard import NoticeSentence
from taquin.ground.memory import available_bytes
from taquin.ground.sentences import said
from taquin.ground.storage import may_store, using_memory
from taquin.heuristics.base import Estimate, build_heuristic, checked_value, is_foreign
from taquin.kernels import load_numba
from taquin.puzzle.move import DIRECTIONS
from taquin.search.algorithm import ALGORITHMS, execute
from taquin.search.monitor import Limits, Monitor, Observer
from taquin.search.result import SearchResult
from taquin.search.watchdog import Overdue, Watchdog
from taquin.solving.answers.contradiction import contradiction
from taquin.solving.answers.making import Account, answered, stopped
from taquin.solving.answers.replay import check_solution, pushed_at_once
from taquin.solving.answers.result import Result
from taquin.solving.engines.scout import Beams
from taquin.solving.question.request import Progress, SearchRequest

if TYPE_CHECKING:
    from taquin.solving.engines.lowering import Lowered

__all__ = [
    "Engine",
    "beside",
    "by_contours",
    "by_pushes",
    "engine_of",
    "in_kernel",
    "in_python",
    "told_early",
]

Engine = Callable[
    [SearchRequest, Observer | None, Progress | None, Account],
    SearchResult,
]

# On boards of more cells, tables with an entry for every tile and cell take seconds.
_MANY_CELLS = 2500
# About how long it takes to compile a search, once on each machine; announced first.
_COMPILE_SECONDS = 10
_UNREADY = {
    "interrupt": "Interrupted before there was an answer, while building or checking tables or "
    "compiling code.",
    "time": "The time limit was reached before the search began, while building tables or asking "
    "{heuristic} for its value of the start.",
    "memory": "The memory limit ended the search before it began: {why}",
}


@contextmanager
def told_early(request: SearchRequest, account: Account) -> Iterator[list[SearchResult]]:
    """Yield a list for what the block finds; Ctrl-C and limits before a search add their own."""
    began = time.perf_counter()
    found: list[SearchResult] = []
    try:
        with using_memory(request.limits.memory):  # holds for tables built for this search
            yield found
    except KeyboardInterrupt:
        found.append(_unready(request, account, "interrupt", began))
    except TimeUp:
        found.append(_unready(request, account, "time", began))
    except NoWay as error:
        raise contradiction(request) or error from None
    except NoRoom as error:
        if not _forbids(request.limits, error):
            raise
        found.append(_unready(request, account, "memory", began, str(error)))


def engine_of(means: str | None) -> Engine:
    """What runs a stage by such means: in Python, in its kernel, or over pattern databases.

    `compiled` expands the same nodes as `python`; `pruned` and `pushes`, the kernels of IDA* over
    pattern databases and over relabelled tables, skip redundant move sequences. An engine raises
    Uncompilable, with the reason, for a search that has no compiled form. `beside` is `python`
    while another stage proves a bound in a kernel.
    """
    by: dict[str, Engine] = {
        "beside": beside,
        "compiled": in_kernel,
        "pruned": by_contours,
        "pushes": by_pushes,
    }
    return by.get(means or "", in_python)


def _forbids(limits: Limits, error: NoRoom) -> bool:
    """Whether the limit alone, not the machine, has no room for a table."""
    free = available_bytes()
    return (
        limits.memory is not None
        and may_store()
        and error.needed > 0
        and (free is None or error.needed < free)
    )


def _scouting(request: SearchRequest) -> Beams | None:
    """The request's scout within some seconds, and within its memory; None without a scout.

    It learns the bound that is proved otherwise, and so ends as soon as a solution has that cost.
    """
    scout = request.plan.scout
    if scout is None:
        return None

    def beams(seconds: float, bound: int) -> Result:
        def prove(monitor: Monitor[Any]) -> None:
            monitor.prove(bound)

        limits = Limits(time=seconds, memory=request.limits.memory)
        account = Account()
        one = request.at(scout, limits)
        return answered(one, in_python(one, None, prove, account), account)

    return beams


@contextmanager
def _limited(seconds: float | None, *, foreign: bool) -> Iterator[None]:
    """Raise TimeUp in the block once the seconds have passed.

    taquin's own tables check the deadline; foreign code may never do so, and is ended from outside.
    """
    watchdog = Watchdog(seconds if foreign else None)
    try:
        with deadline(seconds), watchdog:
            yield
    except Overdue:
        if not watchdog.fired:  # a watchdog of an outer search
            raise
        raise TimeUp("the time limit was reached before the search began") from None


def _unready(
    request: SearchRequest, account: Account, limit: str, began: float, why: str = ""
) -> SearchResult:
    """The answer to Ctrl-C or a limit before the search began: what the start alone proves."""
    bound, seconds = 0, time.perf_counter() - began
    board_type = request.puzzle.topology
    if board_type.cells <= _MANY_CELLS or board_type.distance_formula() is not None:
        bound = build_heuristic("manhattan", request.puzzle)(request.puzzle.encode(request.start))
    reason = _UNREADY[limit].format(heuristic=request.heuristic, why=why)
    return stopped(account, limit, seconds, bound, reason)


def _remaining(limits: Limits, spent: float) -> Limits:
    """The limits, with the seconds already spent on searching deducted."""
    left = None if limits.time is None else max(0.0, limits.time - spent)
    return Limits(time=left, expansions=limits.expansions, memory=limits.memory)


def in_python(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
) -> SearchResult:
    """The search in Python, its solution replayed."""
    spec, puzzle, limits = request.spec, request.puzzle, request.limits
    began = time.perf_counter()
    estimates: list[Estimate] = []
    # A user's code may never end, and does not check the deadline as taquin's tables do.
    foreign = request.heuristic is not None and is_foreign(request.heuristic)
    with _limited(limits.time, foreign=foreign):
        if request.estimate is not None and request.heuristic is not None:
            estimates.append(request.estimate)
            if spec.bidirectional:
                estimates.append(
                    build_heuristic(request.heuristic, puzzle.backwards(request.start))
                )
    tables = time.perf_counter() - began
    if puzzle.cells > _MANY_CELLS:  # these tables are made for every search
        limits = _remaining(limits, tables)
    space = puzzle.space(request.start, order=request.order or DIRECTIONS)
    root_h = None
    if estimates:
        with _limited(limits.time, foreign=foreign):
            root_h = checked_value(
                f"Heuristic {request.heuristic}", estimates[0](space.start), request.start
            )
    monitor: Monitor[bytes] = Monitor(limits, observer, progress)
    monitor.known = request.known
    began = time.perf_counter()
    found = pushed_at_once(request, execute(spec, space, estimates, request.options, monitor))
    searching = time.perf_counter() - began - monitor.preparing
    check_solution(request, found)
    account.engine, account.peak_memory, account.root_h = (
        monitor.engine,
        monitor.peak_memory,
        root_h,
    )
    account.seconds["compile"] = monitor.preparing
    account.seconds["tables"] = tables
    account.seconds["search"] = searching
    return found


def in_kernel(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
) -> SearchResult:
    """The search in its kernel. Raises Uncompilable if it has none, or has outgrown it."""
    limits = request.limits
    load_numba()
    from taquin.solving.engines.lowering import lower, run_compiled

    with deadline(limits.time):
        lowered = lower(request)
    compiling = _warmed(lowered)
    began = time.perf_counter()
    with deadline(limits.time):
        root_h = None if request.estimate is None else request.estimate(lowered.start)
    tables = time.perf_counter() - began
    monitor: Monitor[bytes] = Monitor(limits, observer, progress)
    monitor.known = request.known
    began = time.perf_counter()
    found = pushed_at_once(request, run_compiled(lowered, monitor))
    searching = time.perf_counter() - began
    account.engine, account.peak_memory, account.root_h = "compiled", monitor.peak_memory, root_h
    account.seconds = {"compile": compiling, "tables": tables, "search": searching}
    return found


def _warmed(lowered: "Lowered") -> float:
    """Load or compile the kernel of a search, and say so; returns the seconds that it took."""
    from taquin.kernels.base.cache import telling_of_compiling

    name = ALGORITHMS.get(lowered.algorithm).label
    words = said(NoticeSentence.SEARCH, algorithm=name, seconds=_COMPILE_SECONDS)
    with telling_of_compiling(announce, words, lost=partial(announce, private=True)):
        return lowered.warm()


def by_contours(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
) -> SearchResult:
    """IDA* over pattern databases."""
    from taquin.solving.engines.contours import search_patterns

    return search_patterns(request, observer, progress, account, _scouting(request))


def by_pushes(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
) -> SearchResult:
    """IDA* over a relabelled table."""
    from taquin.solving.engines.pushes import search_pushes

    return search_pushes(request, observer, progress, account)


def beside(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
) -> SearchResult:
    """The search in Python, with a proof in another thread."""
    from taquin.solving.engines.beside import search_beside

    return search_beside(request, observer, progress, account, in_python, _warmed)
