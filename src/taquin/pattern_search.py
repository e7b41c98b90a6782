"""IDA* over pattern databases: from a request to their kernel and back."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, cast

from taquin.announce import announce
from taquin.heuristics.pattern import named_partition
from taquin.heuristics.pdb import PatternHeuristic, is_stored
from taquin.kernels.cache import telling_of_compiling
from taquin.kernels.interrupts import submit_all
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Monitor, Stop
from taquin.search.result import SearchResult, Status

if TYPE_CHECKING:
    from taquin.engines import Request, Searched
    from taquin.kernels.ida_star_pdb import Frames, Outcome

__all__ = ["search_patterns"]

NOTE = (
    "Where two sequences of moves lead to the same board, only the first is followed, and large "
    "contours are searched in parts by turns; --engine compiled counts as plain IDA* does."
)
_COMPILE_SECONDS = 10


class _Ready(NamedTuple):
    """What a search needs that outlives it: a heuristic with open tables, and arrays."""

    heuristic: PatternHeuristic
    frames: "Frames"


_kept: dict[tuple[Puzzle, str], _Ready] = {}


@contextmanager
def _opening(puzzle: Puzzle, partition: str) -> Iterator[Callable[[], PatternHeuristic]]:
    """A function that gives the opened tables, which are read while the block imports Numba.

    Reading and checking 7-8 takes a tenth of a second, nearly all of it outside the interpreter.
    Tables that must be built wait for the call, so that Ctrl-C reaches the builder.
    """
    if not is_stored(puzzle, partition):
        yield lambda: PatternHeuristic(puzzle, partition)
        return
    import numpy  # noqa: F401 - not by two threads at once

    with ThreadPoolExecutor(1) as reader:
        (opened,) = submit_all(reader, [partial(PatternHeuristic, puzzle, partition)])
        yield opened.result


def _ready(request: "Request", partition: str) -> tuple[_Ready, dict[str, float]]:
    """What the search needs, made once a process, and the seconds that took.

    Builds and stores what is not there, and says so through `taquin.announce`. Raises OptionError
    first where the partition does not fit the board.
    """
    puzzle = request.puzzle
    key, began = (puzzle, partition), time.perf_counter()
    if key in _kept:
        return _kept[key], {"compile": 0.0, "tables": 0.0}
    named_partition(partition, puzzle.goal.width, puzzle.goal.height)  # or it raises
    words = f"compiling the 15-puzzle solver, about {_COMPILE_SECONDS} s, once"
    with telling_of_compiling(announce, words):
        with _opening(puzzle, partition) as opened_tables:
            from taquin.kernels.ida_star_pdb import blank_frames, ida_star_pdb

            loaded = time.perf_counter()
            heuristic = opened_tables()
        frames = blank_frames(heuristic.collection.search_tables())
        opened = time.perf_counter()
        # One expansion, so that the kernel is compiled or loaded before the search is timed.
        board = heuristic.canonical.board(request.start.cells)
        ida_star_pdb(heuristic.collection, board, max_expanded=1, frames=frames)
    warmed = time.perf_counter()
    if len(_kept) >= 4:  # tables are large; a process rarely needs more than one or two
        _kept.pop(next(iter(_kept)))
    _kept[key] = _Ready(heuristic, frames)
    return _kept[key], {"compile": loaded - began + warmed - opened, "tables": opened - loaded}


def search_patterns(request: "Request") -> "Searched":
    """Run IDA* with the heuristic ``pdb:…`` of the request; limits, progress, Ctrl-C as ever."""
    from taquin.engines import Searched
    from taquin.kernels.ida_star_pdb import deepest, ida_star_pdb, nearest

    partition = cast(str, request.heuristic).partition(":")[2]
    (heuristic, frames), seconds = _ready(request, partition)
    board = heuristic.canonical.board(request.start.cells)
    monitor: Monitor[bytes] = Monitor(request.limits, None, request.progress)

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
        monitor.slice()
        return False

    outcome: Outcome | None = None
    limit = None
    began = time.perf_counter()
    try:
        outcome = ida_star_pdb(
            heuristic.collection,
            board,
            workers=request.workers,
            max_expanded=request.limits.expansions,
            on_slice=on_slice,
            on_contour=on_contour,
            frames=frames,
        )
    except Stop as stop:
        limit = stop.limit
    except KeyboardInterrupt:
        limit = "interrupt"
    seconds["search"] = time.perf_counter() - began
    monitor.stats.max_depth, (seen, h) = deepest(frames), nearest(frames)
    monitor.near(heuristic.canonical.original(seen), h)
    found = _result(request, heuristic, outcome, limit, monitor)
    return Searched(
        found=found,
        engine="compiled",
        seconds=seconds,
        peak_memory=monitor.peak_memory,
        root_h=None,
        notes=(NOTE,) if found.stats.generated else (),
    )


def _result(
    request: "Request",
    heuristic: PatternHeuristic,
    outcome: "Outcome | None",
    limit: str | None,
    monitor: Monitor[bytes],
) -> SearchResult:
    letters, stats = None, monitor.stats
    if outcome is not None:
        stats.expanded, stats.generated = outcome.expanded, outcome.generated
        stats.evaluated = outcome.generated + 1
        monitor.prove(outcome.lower_bound)
        if outcome.moves is None:
            limit = "expansions"
        else:
            letters = heuristic.canonical.moves(outcome.moves)
    if stats.expanded:
        # A path is as long as its last node is deep, and the goal is not expanded.
        stats.peak_frontier = stats.max_depth + (letters is None)
    states, closest = None, monitor.closest
    if letters is not None:
        path = request.start.path(letters, board_type=request.puzzle.topology)
        states = tuple(request.puzzle.encode(board) for board in path)
    return SearchResult(
        status=Status.SOLVED if letters is not None else Status.LIMIT,
        limit=limit,
        moves=None if letters is None else tuple(letters),
        states=states,
        cost=None if letters is None else len(letters),
        lower_bound=monitor.lower_bound,
        stats=monitor.finish(),
        closest=(closest.state, closest.h) if closest else None,
    )
