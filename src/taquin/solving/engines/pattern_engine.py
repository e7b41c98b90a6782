"""IDA* with pattern databases: passes a request to the kernel and makes a result of its outcome."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, cast

from taquin.ground.announce import announce
from taquin.ground.deadline import deadline
from taquin.ground.errors import NoWay
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.partition import format_partition
from taquin.heuristics.patterns.store import wanted
from taquin.heuristics.patterns.turned_tables import TurnedTables
from taquin.search.monitor import Monitor, Stop
from taquin.search.problem import Route
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.making import answered
from taquin.solving.answers.replay import states_along
from taquin.solving.answers.result import Result
from taquin.solving.engines.checkpoint import Keeper, inherit, keeper_of, misfit, read_checkpoint
from taquin.solving.engines.pattern_bench import bench_of, ready
from taquin.solving.engines.scout import Beams, Scout
from taquin.solving.question.request import Progress, SearchRequest

if TYPE_CHECKING:
    from taquin.kernels.searches.ida_star_pdb import AnyFrames
    from taquin.kernels.searches.snapshot import Snapshot

__all__ = ["NOTE", "search_patterns"]

NOTE = (
    "This fast solver skips redundant move sequences, so its counts are below plain IDA*'s; use "
    "--engine compiled for comparable counts."
)


_SCOUTED = (
    "A beam search with a learned heuristic found this solution; IDA* proved that there is no "
    "shorter one, without searching for it."
)
_FOUND = "A beam search with a learned heuristic found this solution; it is not proved optimal yet."


def search_patterns(
    request: SearchRequest, progress: Progress | None, beams: Beams | None = None
) -> Result:
    """Run IDA* with the request's ``pdb:…`` heuristic; limits and Ctrl-C work as in any search.

    beams: look for a solution before each long contour; see `Scout`.
    """
    partition = cast(str, request.heuristic).partition(":")[2]
    kept = _kept(request, partition)
    with deadline(request.limits.time):  # holds for tables that are built for this search alone
        heuristic, seconds = ready(request.puzzle, partition)
    if request.checkpoints is not None or request.cluster is not None:
        heuristic.collection.wait()  # nothing is kept or shared that a damaged table has spoilt
    with ExitStack() as stack:
        frames = stack.enter_context(bench_of(heuristic.collection).frames(heuristic.collection))
        search: Callable[..., tuple[str | None, str | None]] = _searched
        if request.cluster is not None:
            from taquin.solving.engines.spread import spread_crew, spread_search

            began = time.perf_counter()
            team = stack.enter_context(spread_crew(request, heuristic))
            seconds["tables"] += time.perf_counter() - began  # which the workers open
            search = partial(spread_search, team=team)
        monitor: Monitor[bytes] = Monitor(request.limits, None, progress)
        scout = Scout(beams, monitor, partial(_tell, request, monitor))
        began = time.perf_counter()
        letters, limit = search(request, heuristic, frames, monitor, kept, scout)
        seconds["search"] = time.perf_counter() - began - monitor.preparing
        seconds["tables"] += monitor.preparing
    seconds["tables"] += _sound(heuristic)
    scouted: tuple[str, ...] = ()
    if letters is None and scout.letters is not None:
        letters, scouted = scout.letters, (_SCOUTED if limit is None else _FOUND,)
    found = _result(request, letters, limit, monitor)
    return answered(
        request,
        found,
        engine="pruned",
        seconds=seconds,
        peak_memory=monitor.peak_memory,
        root_h=None,
        notes=((NOTE,) if found.stats.generated else ()) + scouted + _kept_notes(found, kept),
    )


def _sound(heuristic: PatternHeuristic) -> float:
    """Wait until all tables are checked; the seconds that this took."""
    heuristic.collection.poll()
    if not heuristic.collection.checking:
        return 0.0
    began = time.perf_counter()
    announce("checking the tables before the answer")
    heuristic.collection.wait()
    return time.perf_counter() - began


def _tell(request: SearchRequest, monitor: Monitor[bytes], letters: str) -> None:
    """Report a solution that is not proved yet."""
    puzzle = request.puzzle
    goal, moves = puzzle.encode(puzzle.goal), tuple(letters)
    monitor.found(Route(puzzle.space(request.start), goal, moves, len(moves)))


def _searched(
    request: SearchRequest,
    heuristic: PatternHeuristic,
    frames: "AnyFrames",
    monitor: Monitor[bytes],
    kept: "tuple[Keeper | None, Snapshot | None]",
    scout: Scout,
) -> tuple[str | None, str | None]:
    """(the solution's moves, the name of the limit that stopped the search).

    Both are None where what the scout found is proved optimal. Raises NoWay where the tables prove
    that there is no solution.
    """
    from taquin.kernels.searches.ida_star_pdb import (
        Misfit,
        deepest,
        ida_star_pdb,
        nearest,
        share,
    )
    from taquin.kernels.searches.tables import Signal

    keeper, snapshot = kept

    def count(expanded: int, generated: int) -> None:
        stats = monitor.stats
        stats.expanded, stats.generated, stats.evaluated = expanded, generated, generated + 1

    def nearer() -> TurnedTables | None:
        collection = heuristic.collection
        # As much again stays free: the scout's beams need memory too, and a limit ends the search.
        if not monitor.affords(2 * collection.nbytes):
            return None
        return TurnedTables.of(collection, request.plan.main.workers)

    inherited = snapshot is not None  # its contour is open, with the nodes that it has

    def on_contour(expanded: int, generated: int, bound: int) -> int | None:
        nonlocal inherited
        opened, inherited = inherited, False
        heuristic.collection.poll()
        if not opened:
            count(expanded, generated)
        monitor.prove(bound)
        known = scout.before(bound)
        if known is None or known > bound:
            if not opened:
                monitor.contour(bound)
            monitor.slice()
        return known

    def on_slice(expanded: int, generated: int, bound: int) -> bool:
        heuristic.collection.poll()
        count(expanded, generated)
        monitor.share = share(frames)
        monitor.slice()
        return scout.within(bound)

    letters, limit = None, None
    if snapshot is not None:
        inherit(monitor, snapshot)
    try:
        outcome = ida_star_pdb(
            heuristic.collection,
            heuristic.canonical.board(request.start.cells),
            workers=request.plan.main.workers,
            max_expanded=request.limits.expansions,
            on_slice=on_slice,
            on_contour=on_contour,
            frames=frames,
            saver=keeper,
            resume=snapshot,
            nearer=nearer,
        )
        count(outcome.expanded, outcome.generated)
        monitor.prove(outcome.lower_bound)
        match outcome.status:
            case Signal.FOUND:
                letters = heuristic.canonical.moves(outcome.moves or "")
            case Signal.BEYOND:
                limit = "depth"
            case Signal.STOPPED if len(scout.letters or ()) != outcome.lower_bound:
                limit = "expansions"
            case Signal.STOPPED | Signal.PROVED:  # what the scout found is optimal
                assert scout.letters is not None
            case Signal.EXHAUSTED:
                raise NoWay("every contour is searched, and none has the goal")
        if limit is None and keeper is not None:
            keeper.done()
    except Misfit as why:
        assert request.checkpoints is not None and request.checkpoints.resume is not None
        raise misfit(request.checkpoints.resume, why) from None
    except Stop as stop:
        limit = stop.limit
    except KeyboardInterrupt:
        limit = "interrupt"
    monitor.stats.max_depth, (seen, h) = deepest(frames), nearest(frames)
    monitor.near(heuristic.canonical.original(seen), h)
    return letters, limit


def _kept_notes(
    found: SearchResult, kept: "tuple[Keeper | None, Snapshot | None]"
) -> tuple[str, ...]:
    """Where the search came from, and how it can continue."""
    keeper, snapshot = kept
    notes = []
    if snapshot is not None:
        notes.append(
            f"Resumed after {snapshot.expanded:,} expansions, which are counted; the time is of "
            "this run."
        )
    if keeper is not None and keeper.written and found.limit is not None:
        notes.append(f"To continue, repeat the command with --resume {keeper.file}.")
    return tuple(notes)


def _kept(request: SearchRequest, partition: str) -> "tuple[Keeper | None, Snapshot | None]":
    """What writes the search's checkpoints, and the one that it continues from."""
    asked = request.checkpoints
    if asked is None:
        return None, None
    tables, canonical = wanted(request.puzzle, partition)
    place = tables.place
    identity = {
        "board": " ".join(map(str, canonical.board(request.start.cells))),
        "size": f"{place.width}x{place.height}",
        "board type": place.key,
        "goal cell": place.blank,
        "partitions": "/".join(map(format_partition, tables.partitions)),
        "cluster": request.cluster is not None,
    }
    snapshot = None if asked.resume is None else read_checkpoint(asked.resume, identity)
    return keeper_of(asked, identity), snapshot


def _result(
    request: SearchRequest, letters: str | None, limit: str | None, monitor: Monitor[bytes]
) -> SearchResult:
    stats = monitor.stats
    if stats.expanded:
        # The length of a path is the depth of its last node; the goal is not expanded.
        stats.peak_frontier = stats.max_depth + (letters is None)
    closest = monitor.closest
    states, cost = None, None
    if letters is not None:
        states, cost = states_along(request.puzzle, request.puzzle.encode(request.start), letters)
    return SearchResult(
        status=Status.SOLVED if limit is None else Status.LIMIT,
        limit=limit,
        moves=None if letters is None else tuple(letters),
        states=states,
        cost=cost,
        lower_bound=monitor.lower_bound,
        stats=monitor.finish(),
        closest=(closest.state, closest.h) if closest else None,
    )
