"""IDA* with pattern databases: passes a request to the kernel and makes a result of its outcome."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import copy_context
from functools import partial
from typing import TYPE_CHECKING, cast
from weakref import WeakKeyDictionary

from taquin.ground.announce import announce
from taquin.ground.deadline import deadline
from taquin.ground.errors import OptionError
from taquin.ground.once import SharedLock
from taquin.heuristics.patterns.collection import PatternCollection
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.patterns.partition import format_partition
from taquin.heuristics.patterns.store import Wanted, open_tables, wanted
from taquin.kernels import load_numba
from taquin.kernels.base.cache import telling_of_compiling
from taquin.kernels.base.interrupts import interrupts_wait, submit_all
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Monitor, Stop
from taquin.search.result import SearchResult, Status
from taquin.solving.answers import answered
from taquin.solving.checkpoint import Keeper, read_checkpoint
from taquin.solving.replay import states_along
from taquin.solving.request import Progress, SearchRequest
from taquin.solving.result import Result

if TYPE_CHECKING:
    from taquin.kernels.searches.ida_star_pdb import Frames
    from taquin.kernels.searches.snapshot import Snapshot

__all__ = ["search_patterns"]

NOTE = (
    "This fast solver skips redundant move sequences, so its counts are below plain IDA*'s; use "
    "--engine compiled for comparable counts."
)
_COMPILE_SECONDS = 10
_SPARE = 8  # scratch arrays kept for later searches, 2 MB each


class _Bench:
    """What searches over one collection of tables share.

    loaded: whether the kernel has run over these tables, and so is compiled.
    spare: sets of scratch arrays that no search is using; a search removes one and returns it at
        its end, so that no two searches write to the same arrays.
    """

    def __init__(self) -> None:
        self.loading = SharedLock()
        self.loaded = False
        self.spare: list[Frames] = []

    @contextmanager
    def frames(self, collection: PatternCollection) -> "Iterator[Frames]":
        """Scratch arrays that belong to the caller alone until the block ends."""
        from taquin.kernels.searches.ida_star_pdb import blank_frames

        try:
            frames = self.spare.pop()
        except IndexError:
            frames = blank_frames(collection.search_tables())
        yield frames
        # Dropped after an exception: Ctrl-C may have left a thread that still writes to them.
        if len(self.spare) < _SPARE:
            self.spare.append(frames)


# A bench goes when its tables go.
_benches: "WeakKeyDictionary[PatternCollection, _Bench]" = WeakKeyDictionary()
_lock = SharedLock()


def _bench(collection: PatternCollection) -> _Bench:
    with _lock.lock:
        return _benches.setdefault(collection, _Bench())


@contextmanager
def _opening(
    puzzle: Puzzle, partition: str, tables: Wanted
) -> Iterator[Callable[[], PatternHeuristic]]:
    """Yield a function that returns the open tables, read while the block imports Numba.

    Reading and checking 7-8 takes a tenth of a second, nearly all of it outside the interpreter.
    Tables that do not exist yet are built by the call itself, so that Ctrl-C reaches the builder.
    """
    if open_tables.known(tables) or not tables.stored:
        yield lambda: PatternHeuristic(puzzle, partition)
        return
    with interrupts_wait():
        import numpy  # noqa: F401 - before the thread that reads the tables imports it too

    with ThreadPoolExecutor(1) as reader:
        # In this context, so that a table removed in between is built by the caller's rules.
        opening = partial(copy_context().run, PatternHeuristic, puzzle, partition)
        (opened,) = submit_all(reader, [opening])
        yield opened.result


def _ready(request: SearchRequest, partition: str) -> tuple[PatternHeuristic, dict[str, float]]:
    """The heuristic, its tables open and the kernel loaded, and the seconds that this took.

    Where both were ready before the call, the seconds are 0. Builds and stores tables that do not
    exist and reports it through `taquin.ground.announce`. Raises OptionError, before any work, if
    the partition does not fit the board.
    """
    began = time.perf_counter()
    puzzle = request.puzzle
    tables = wanted(puzzle, partition)[0]
    were_open = open_tables.known(tables)
    words = f"compiling the 15-puzzle solver (once, about {_COMPILE_SECONDS} s)"
    with telling_of_compiling(announce, words, lost=partial(announce, private=True)):
        with _opening(puzzle, partition, tables) as opened_tables:
            load_numba()
            from taquin.kernels.searches.ida_star_pdb import ida_star_pdb

            loaded = time.perf_counter()
            heuristic = opened_tables()
        opened = time.perf_counter()
        bench = _bench(heuristic.collection)
        with bench.loading.lock:
            first = not bench.loaded
            if first:
                # One expansion, so that the kernel is compiled or loaded before a search is timed.
                goal = puzzle.encode(puzzle.goal)
                near = [state for _, state, _ in puzzle.space(puzzle.goal).successors(goal)]
                # Walls may leave no move.
                board = heuristic.canonical.board(near[0] if near else goal)
                with bench.frames(heuristic.collection) as frames:
                    ida_star_pdb(heuristic.collection, board, max_expanded=1, frames=frames)
                bench.loaded = True
    ended = time.perf_counter()
    if first:
        compiling = loaded - began + ended - opened
        return heuristic, {"compile": compiling, "tables": opened - loaded}
    # Another thread that loaded the kernel in the meantime had opened the tables too.
    return heuristic, {"compile": 0.0, "tables": 0.0 if were_open else ended - began}


def search_patterns(request: SearchRequest, progress: Progress | None) -> Result:
    """Run IDA* with the request's ``pdb:…`` heuristic; limits and Ctrl-C work as in any search."""
    partition = cast(str, request.heuristic).partition(":")[2]
    kept = _kept(request, partition)
    with deadline(request.limits.time):  # holds for tables that are built for this search alone
        heuristic, seconds = _ready(request, partition)
    monitor: Monitor[bytes] = Monitor(request.limits, None, progress)
    began = time.perf_counter()
    with _bench(heuristic.collection).frames(heuristic.collection) as frames:
        letters, limit = _searched(request, heuristic, frames, monitor, kept)
    seconds["search"] = time.perf_counter() - began
    found = _result(request, letters, limit, monitor)
    return answered(
        request,
        found,
        engine="pruned",
        seconds=seconds,
        peak_memory=monitor.peak_memory,
        root_h=None,
        notes=((NOTE,) if found.stats.generated else ()) + _kept_notes(found, kept),
    )


def _searched(
    request: SearchRequest,
    heuristic: PatternHeuristic,
    frames: "Frames",
    monitor: Monitor[bytes],
    kept: "tuple[Keeper | None, Snapshot | None]",
) -> tuple[str | None, str | None]:
    """(the solution's moves, or None if a limit stopped the search; the name of that limit)."""
    from taquin.kernels.searches.ida_star_pdb import (
        Misfit,
        deepest,
        ida_star_pdb,
        nearest,
        share,
    )

    keeper, snapshot = kept

    def count(expanded: int, generated: int) -> None:
        stats = monitor.stats
        stats.expanded, stats.generated, stats.evaluated = expanded, generated, generated + 1

    def on_contour(expanded: int, generated: int, bound: int) -> None:
        count(expanded, generated)
        monitor.contour(bound)
        monitor.prove(bound)
        monitor.slice()

    def on_slice(expanded: int, generated: int, bound: int) -> bool:
        count(expanded, generated)
        monitor.share = share(frames)
        monitor.slice()
        return False

    letters, limit = None, None
    if snapshot is not None:
        monitor.inherited, past = snapshot.expanded, 0
        for bound, expanded in snapshot.contours:
            monitor.stats.expanded = past
            monitor.contour(bound)
            past += expanded
    try:
        outcome = ida_star_pdb(
            heuristic.collection,
            heuristic.canonical.board(request.start.cells),
            workers=request.workers,
            max_expanded=request.limits.expansions,
            on_slice=on_slice,
            on_contour=on_contour,
            frames=frames,
            saver=keeper,
            resume=snapshot,
        )
        count(outcome.expanded, outcome.generated)
        monitor.prove(outcome.lower_bound)
        if outcome.moves is None:
            limit = "expansions"
        else:
            letters = heuristic.canonical.moves(outcome.moves)
            if keeper is not None:
                keeper.done()
    except Misfit:
        raise OptionError(
            "the checkpoint does not fit the tables of this version of taquin: continue with the "
            "version that wrote it, or start again with --checkpoint."
        ) from None
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
    }
    snapshot = None if asked.resume is None else read_checkpoint(asked.resume, identity)
    return asked.keeper(identity), snapshot


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
        status=Status.SOLVED if letters is not None else Status.LIMIT,
        limit=limit,
        moves=None if letters is None else tuple(letters),
        states=states,
        cost=cost,
        lower_bound=monitor.lower_bound,
        stats=monitor.finish(),
        closest=(closest.state, closest.h) if closest else None,
    )
