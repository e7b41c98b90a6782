"""IDA* with pattern databases: runs a request's search by contours, here or on a cluster."""

import time
from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import TYPE_CHECKING, cast

from taquin.ground.announce import announce
from taquin.ground.deadline import deadline
from taquin.ground.heard import NoticeSentence
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.partition import format_partition
from taquin.heuristics.patterns.store import wanted
from taquin.heuristics.patterns.turned_tables import TurnedTables
from taquin.search.monitor import Monitor, Observer, Stop
from taquin.search.problem import Route
from taquin.search.result import SearchResult
from taquin.solving.answers.making import Account
from taquin.solving.engines.checkpoint import Keeper, inherit, keeper_of, read_checkpoint
from taquin.solving.engines.contour_search import ContourSearch, no_way
from taquin.solving.engines.pattern_bench import bench_of, ready
from taquin.solving.engines.scout import Beams, Scout
from taquin.solving.question.request import Progress, SearchRequest

if TYPE_CHECKING:
    from taquin.kernels.searches.snapshot import Snapshot

__all__ = ["NOTE", "search_patterns"]

NOTE = (
    "This fast solver skips redundant move sequences, so its counts are below plain IDA*'s; use "
    "--engine compiled for comparable counts."
)


def search_patterns(
    request: SearchRequest,
    observer: Observer | None,
    progress: Progress | None,
    account: Account,
    beams: Beams | None = None,
) -> SearchResult:
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
        kind: Callable[..., ContourSearch] = HereSearch
        if request.cluster is not None:
            from taquin.solving.engines.spread import SpreadSearch, spread_crew

            began = time.perf_counter()
            team = stack.enter_context(spread_crew(request, heuristic))
            seconds["tables"] += time.perf_counter() - began  # which the workers open
            kind = partial(SpreadSearch, team=team)
        monitor: Monitor[bytes] = Monitor(request.limits, observer, progress)
        monitor.known = request.known
        scout = Scout(beams, monitor, partial(_tell, request, monitor))
        search = kind(request, heuristic, frames, monitor, scout, *kept)
        began = time.perf_counter()
        search.run()
        seconds["search"] = time.perf_counter() - began - monitor.preparing
        seconds["compile"] += scout.compiling
        seconds["tables"] += monitor.preparing - scout.compiling
    seconds["tables"] += _sound(heuristic)
    found = search.found()
    account.engine, account.seconds, account.peak_memory = "pruned", seconds, monitor.peak_memory
    account.notes = ((NOTE,) if found.stats.generated else ()) + search.notes()
    return found


class HereSearch(ContourSearch):
    """The search in this process, in one thread or several."""

    def deepen(self) -> str | None:
        """Contour by contour, in the kernel, which asks before each and within it."""
        from taquin.kernels.searches.ida_star_pdb import deepest, ida_star_pdb, nearest
        from taquin.kernels.searches.tables import Signal

        # The contour of a search that continues is open, with the nodes that it has.
        self._opened = self.snapshot is not None
        if self.snapshot is not None:
            inherit(self.monitor, self.snapshot)
        try:
            outcome = ida_star_pdb(
                self.heuristic.collection,
                self.heuristic.canonical.board(self.request.start.cells),
                workers=self.request.plan.main.workers,
                max_expanded=self.request.limits.expansions,
                on_slice=self._slice,
                on_contour=self._contour,
                frames=self.frames,
                saver=self.keeper,
                resume=self.snapshot,
                nearer=self._nearer,
            )
        finally:
            self.monitor.stats.max_depth, (seen, h) = deepest(self.frames), nearest(self.frames)
            self.monitor.near(self.heuristic.canonical.original(seen), h)
        self.count(outcome.expanded, outcome.generated)
        self.monitor.prove(outcome.lower_bound)
        match outcome.status:
            case Signal.FOUND:
                return outcome.moves or ""
            case Signal.BEYOND:
                raise Stop("depth")
            case Signal.STOPPED if len(self.scout.letters or ()) != outcome.lower_bound:
                raise Stop("expansions")
            case Signal.EXHAUSTED:
                raise no_way()
        assert self.scout.letters is not None  # what the scout found is optimal
        return None

    def _contour(self, expanded: int, generated: int, bound: int) -> int | None:
        """Before a contour: the cost of a known solution, from which on none is searched."""
        opened, self._opened = self._opened, False
        self.heuristic.collection.poll()
        if not opened:
            self.count(expanded, generated)
        self.monitor.prove(bound)
        known = self.scout.before(bound)
        if known is None or known > bound:
            if not opened:
                self.monitor.contour(bound)
            self.monitor.slice()
        return known

    def _slice(self, expanded: int, generated: int, bound: int) -> bool:
        """Within a contour: whether a solution of its bound is known."""
        from taquin.kernels.searches.ida_star_pdb import share

        self.heuristic.collection.poll()
        self.count(expanded, generated)
        self.monitor.share = share(self.frames)
        self.monitor.slice()
        return self.scout.within(bound)

    def _nearer(self) -> TurnedTables | None:
        """The tables in a faster layout, where memory allows for it."""
        collection = self.heuristic.collection
        # As much again stays free: the scout's beams need memory too, and a limit ends the search.
        if not self.monitor.affords(2 * collection.nbytes):
            return None
        return TurnedTables.of(collection, self.request.plan.main.workers)


def _sound(heuristic: PatternHeuristic) -> float:
    """Wait until all tables are checked; the seconds that this took."""
    heuristic.collection.poll()
    if not heuristic.collection.checking:
        return 0.0
    began = time.perf_counter()
    announce(NoticeSentence.CHECKING)
    heuristic.collection.wait()
    return time.perf_counter() - began


def _tell(request: SearchRequest, monitor: Monitor[bytes], letters: str) -> None:
    """Report a solution that is not proved yet."""
    puzzle = request.puzzle
    goal, moves = puzzle.encode(puzzle.goal), tuple(letters)
    monitor.found(Route(puzzle.space(request.start), goal, moves, len(moves)))


def _kept(request: SearchRequest, partition: str) -> "tuple[Keeper | None, Snapshot | None]":
    """What writes the search's checkpoints, and the one that it continues from."""
    checkpoints = request.checkpoints
    if checkpoints is None:
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
    snapshot = None if checkpoints.resume is None else read_checkpoint(checkpoints.resume, identity)
    return keeper_of(checkpoints, identity), snapshot
