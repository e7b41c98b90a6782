"""IDA* over a relabelled table: passes a request to the kernel and makes a result of it."""

import time
from functools import partial
from typing import TYPE_CHECKING, cast

from taquin.ground.announce import announce
from taquin.ground.deadline import deadline
from taquin.ground.heard import NoticeSentence
from taquin.ground.sentences import said
from taquin.heuristics.patterns.relabelled import RelabelledHeuristic
from taquin.kernels import load_numba
from taquin.kernels.base.cache import telling_of_compiling
from taquin.search.monitor import Monitor, Observer, Stop
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.making import Account
from taquin.solving.answers.replay import states_along
from taquin.solving.question.request import Progress, SearchRequest

if TYPE_CHECKING:
    from taquin.kernels.searches.ida_star_pushes import PushOutcome

__all__ = ["NOTE", "search_pushes"]

NOTE = (
    "This fast solver alternates pushes along rows and columns, so its counts are below plain "
    "IDA*'s."
)
_COMPILE_SECONDS = 5


def search_pushes(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
) -> SearchResult:
    """Run IDA* with the relabelled table of the request's board, in mtm."""
    began = time.perf_counter()
    load_numba()
    message = said(NoticeSentence.OVER_RELABELLED, seconds=_COMPILE_SECONDS)
    with (
        telling_of_compiling(announce, message, lost=partial(announce, private=True)),
        deadline(request.limits.time),
    ):
        heuristic = cast(RelabelledHeuristic, request.estimate)
        opened = time.perf_counter()
        _load(request, heuristic)
    ready = time.perf_counter()
    monitor: Monitor[bytes] = Monitor(request.limits, observer, progress)
    began_search = time.perf_counter()
    outcome, limit = _searched(request, heuristic, monitor)
    searching = time.perf_counter() - began_search
    account.engine, account.peak_memory = "pruned", monitor.peak_memory
    account.seconds = {"compile": ready - opened, "tables": opened - began, "search": searching}
    account.notes = (NOTE,) if monitor.stats.generated else ()
    return _result(request, heuristic, outcome, limit, monitor)


def _load(request: SearchRequest, heuristic: RelabelledHeuristic) -> None:
    """Compile the kernels, or load them, before the clock starts."""
    from taquin.kernels.searches.ida_star_pushes import ida_star_pushes

    question = heuristic.question(request.start.cells)
    ida_star_pushes(heuristic.tables, question, max_expanded=1)


def _searched(
    request: SearchRequest, heuristic: RelabelledHeuristic, monitor: Monitor[bytes]
) -> "tuple[PushOutcome | None, str | None]":
    """The outcome of the search, and the limit that ended it; counts are the monitor's."""
    from taquin.kernels.searches.ida_star_pushes import ida_star_pushes
    from taquin.kernels.searches.tables import Signal

    def count(expanded: int, generated: int) -> None:
        stats = monitor.stats
        stats.expanded, stats.generated, stats.evaluated = expanded, generated, generated + 1

    def on_slice(expanded: int, generated: int, bound: int) -> None:
        count(expanded, generated)
        monitor.slice()

    def on_contour(expanded: int, generated: int, bound: int) -> None:
        count(expanded, generated)
        monitor.prove(bound)
        monitor.contour(bound)
        monitor.slice()

    try:
        outcome = ida_star_pushes(
            heuristic.tables,
            heuristic.question(request.start.cells),
            workers=request.plan.main.workers,
            max_expanded=request.limits.expansions,
            on_slice=on_slice,
            on_contour=on_contour,
        )
    except Stop as stop:
        return None, stop.limit
    except KeyboardInterrupt:
        return None, "interrupt"
    count(outcome.expanded, outcome.generated)
    stats = monitor.stats
    stats.max_depth, stats.peak_frontier = outcome.deepest, outcome.waiting
    monitor.prove(outcome.lower_bound)
    if outcome.status in (Signal.EXHAUSTED, Signal.BEYOND):
        from taquin.heuristics.patterns.relabelled_file import RELABELLED
        from taquin.heuristics.patterns.store import table_folder

        path = table_folder() / heuristic.table.name
        raise RELABELLED.damaged(path, "has no way to the goal") from None
    return outcome, None if outcome.status is Signal.FOUND else "expansions"


def _result(
    request: SearchRequest,
    heuristic: RelabelledHeuristic,
    outcome: "PushOutcome | None",
    limit: str | None,
    monitor: Monitor[bytes],
) -> SearchResult:
    moves = states = cost = None
    if outcome is not None and outcome.pushes is not None:
        moves = heuristic.letters(outcome.pushes, request.start.cells)
        start = request.puzzle.encode(request.start)
        steps, _ = states_along(request.puzzle, start, "".join(moves))
        ends, cost = [0], len(moves)
        for run in moves:
            ends.append(ends[-1] + len(run))
        states = tuple(steps[end] for end in ends)
    return SearchResult(
        status=Status.SOLVED if limit is None else Status.LIMIT,
        limit=limit,
        moves=moves,
        states=states,
        cost=cost,
        lower_bound=monitor.lower_bound,
        stats=monitor.finish(),
    )
