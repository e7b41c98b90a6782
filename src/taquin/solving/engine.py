"""Chooses the engine for a search and runs it: Python, a compiled twin, or pattern databases."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from taquin.ground.announce import announce
from taquin.ground.deadline import TimeUp, deadline
from taquin.ground.errors import NoRoom, NoWay, OptionError
from taquin.ground.memory import available_bytes
from taquin.ground.storage import may_store, using_memory
from taquin.heuristics.base import Estimate, build_heuristic, checked_value, is_foreign
from taquin.heuristics.parts import Uncompilable
from taquin.kernels import load_numba
from taquin.puzzle.move import DIRECTIONS
from taquin.search.algorithm import execute
from taquin.search.monitor import Limits, Monitor, Observer
from taquin.search.watchdog import Overdue, Watchdog
from taquin.solving.answers import after, answered, stopped
from taquin.solving.contradiction import contradiction
from taquin.solving.replay import check_solution, pushed_at_once
from taquin.solving.request import Progress, SearchRequest
from taquin.solving.result import Result
from taquin.solving.scout import Beams

__all__ = ["search"]

# Up to 3x3, a search in Python ends before Numba is loaded.
_SMALL_CELLS = 9
# On larger boards Python first tries this many expansions, about ten milliseconds of work.
_TRIAL = 1500
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


def search(request: SearchRequest, observer: Observer | None, progress: Progress | None) -> Result:
    """Run the search in the engine of the request; with `auto`, in the faster one.

    `compiled` expands the same nodes as `python`. Only `auto` uses the kernel of IDA* over pattern
    databases that skips redundant move sequences.

    Raises OptionError, with the reason, for a search that has no compiled form.
    """
    if request.engine == "compiled" and observer is not None:
        raise OptionError(
            "compiled searches cannot be observed or traced node by node; use engine=python or "
            "engine=auto."
        )
    keeps = request.engine == "auto" and observer is None and request.runs_pruned
    asked = {"runs on a cluster": request.cluster, "writes checkpoints": request.checkpoints}
    for does, means in asked.items():
        if means is not None and not keeps:
            raise OptionError(
                f"only IDA* over pattern databases with engine=auto {does}, in stm and with the "
                "order UDLR; name one with -a idastar --heuristic pdb:PARTITION, or use --optimal."
            )
    began = time.perf_counter()
    try:
        with using_memory(request.limits.memory):  # holds for tables built for this search
            if request.engine == "python" or observer is not None:
                return _in_python(request, request.limits, observer, progress)
            if request.engine == "compiled":
                return _compiled(request, request.limits, progress)
            if request.runs_pruned:
                from taquin.solving.pattern_engine import search_patterns

                return search_patterns(request, progress, _scouting(request))
            if request.runs_pushes:
                from taquin.solving.push_engine import search_pushes

                return search_pushes(request, progress)
            if request.puzzle.cells > _SMALL_CELLS and not request.spec.needs:
                return _in_python_then_compiled(request, progress)
            return _in_python(request, request.limits, None, progress)
    except Uncompilable as reason:
        raise OptionError(f"engine=compiled: {reason} Use engine=python or auto.") from None
    except KeyboardInterrupt:
        return _unready(request, "interrupt", time.perf_counter() - began)
    except TimeUp:
        return _unready(request, "time", time.perf_counter() - began)
    except NoWay as error:
        raise contradiction(request) or error from None
    except NoRoom as error:
        if not _forbids(request.limits, error):
            raise
        return _unready(request, "memory", time.perf_counter() - began, str(error))


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
    scout = request.scout
    if scout is None:
        return None

    def beams(seconds: float, bound: int) -> Result:
        def prove(monitor: Monitor[Any]) -> None:
            monitor.prove(bound)

        limits = Limits(time=seconds, memory=request.limits.memory)
        return _in_python(scout, limits, None, prove)

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


def _unready(request: SearchRequest, limit: str, seconds: float, why: str = "") -> Result:
    """The answer to Ctrl-C or a limit before the search began: what the start alone proves."""
    bound = 0
    board_type = request.puzzle.topology
    if board_type.cells <= _MANY_CELLS or board_type.distance_formula() is not None:
        bound = build_heuristic("manhattan", request.puzzle)(request.puzzle.encode(request.start))
    words = _UNREADY[limit].format(heuristic=request.heuristic, why=why)
    return stopped(request, limit, seconds, bound, words)


def _in_python_then_compiled(request: SearchRequest, progress: Progress | None) -> Result:
    """A short attempt in Python, enough for easy boards; then the kernel, from the beginning."""
    limits = request.limits
    enough = limits.expansions is None or limits.expansions > _TRIAL
    most = _TRIAL if enough else limits.expansions
    trial = Limits(time=limits.time, memory=limits.memory, expansions=most)
    tried = _in_python(request, trial, None, progress)
    if tried.limit != "expansions" or not enough:
        return tried
    left = _remaining(limits, tried.seconds["search"])
    try:
        return after(tried, _compiled(request, left, progress))
    except Uncompilable as reason:
        left = _remaining(left, reason.seconds)
        note = f"Ran in the Python engine: {reason}"
        return after(tried, _in_python(request, left, None, progress, note))


def _remaining(limits: Limits, spent: float) -> Limits:
    """The limits, with the seconds already spent on searching deducted."""
    left = None if limits.time is None else max(0.0, limits.time - spent)
    return Limits(time=left, expansions=limits.expansions, memory=limits.memory)


def _in_python(
    request: SearchRequest,
    limits: Limits,
    observer: Observer | None,
    progress: Progress | None,
    *notes: str,
) -> Result:
    spec, puzzle = request.spec, request.puzzle
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
    began = time.perf_counter()
    found = pushed_at_once(request, execute(spec, space, estimates, request.options, monitor))
    searching = time.perf_counter() - began - monitor.preparing
    seconds = {"compile": 0.0, "tables": tables + monitor.preparing, "search": searching}
    check_solution(request, found)
    return answered(
        request,
        found,
        engine=monitor.engine,
        seconds=seconds,
        peak_memory=monitor.peak_memory,
        root_h=root_h,
        notes=notes,
    )


def _compiled(request: SearchRequest, limits: Limits, progress: Progress | None) -> Result:
    """The search in its kernel. Raises Uncompilable if it has none, or has outgrown it."""
    load_numba()
    from taquin.kernels.base.cache import telling_of_compiling
    from taquin.solving.lowering import lower, run_compiled

    with deadline(request.limits.time):
        lowered = lower(request)
    words = f"compiling {request.algorithm} (once, about {_COMPILE_SECONDS} s)"
    with telling_of_compiling(announce, words, lost=partial(announce, private=True)):
        compiling = lowered.warm()
    began = time.perf_counter()
    with deadline(limits.time):
        root_h = None if request.estimate is None else request.estimate(lowered.start)
    tables = time.perf_counter() - began
    monitor: Monitor[bytes] = Monitor(limits, None, progress)
    began = time.perf_counter()
    found = run_compiled(lowered, monitor)
    seconds = {"compile": compiling, "tables": tables, "search": time.perf_counter() - began}
    return answered(
        request,
        found,
        engine="compiled",
        seconds=seconds,
        peak_memory=monitor.peak_memory,
        root_h=root_h,
    )
