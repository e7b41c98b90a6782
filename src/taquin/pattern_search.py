"""IDA* over pattern databases: from a request to their kernel and back."""

import time
from typing import TYPE_CHECKING, cast

from taquin.announce import announce
from taquin.heuristics.pattern import named_partition
from taquin.heuristics.pdb import PatternHeuristic
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Monitor, Stop
from taquin.search.result import SearchResult, Status

if TYPE_CHECKING:
    from taquin.engines import Request, Searched
    from taquin.kernels.ida_star_pdb import Frames, Outcome

__all__ = ["opened", "search_patterns"]

NOTE = (
    "Move strings that another, no longer one replaces were left out, so fewer nodes were "
    "generated than by plain IDA*."
)
_COMPILE_SECONDS = 10
_kept: dict[tuple[Puzzle, str], tuple[PatternHeuristic, "Frames"]] = {}


def opened(
    puzzle: Puzzle, partition: str, *, workers: int = 2
) -> tuple[PatternHeuristic, "Frames"]:
    """The tables of a partition and the arrays of a search, opened once a process.

    Builds and stores what is not there, and says so through `taquin.announce`. Raises OptionError
    first where the partition does not fit the board.
    """
    key = (puzzle, partition)
    if key not in _kept:
        from taquin.kernels import ida_star_pdb
        from taquin.kernels.jit import is_cached

        named_partition(partition, puzzle.goal.width, puzzle.goal.height)  # or it raises
        if not is_cached(ida_star_pdb.__name__):
            announce(f"compiling the 15-puzzle solver, about {_COMPILE_SECONDS} s, once")
        heuristic = PatternHeuristic(puzzle, partition, workers=workers)
        tables = heuristic.collection.search_tables()
        if len(_kept) >= 4:  # tables are large; a process rarely needs more than one or two
            _kept.pop(next(iter(_kept)))
        _kept[key] = heuristic, ida_star_pdb.blank_frames(tables)
    return _kept[key]


def search_patterns(request: "Request") -> "Searched":
    """Run IDA* with the heuristic ``pdb:…`` of the request; limits, progress, Ctrl-C as ever."""
    from taquin.engines import Searched
    from taquin.kernels.ida_star_pdb import ida_star_pdb

    began = time.perf_counter()
    partition = cast(str, request.heuristic).partition(":")[2]
    heuristic, frames = opened(request.puzzle, partition)
    board = heuristic.canonical.board(request.start.cells)
    opening = time.perf_counter() - began
    monitor: Monitor[bytes] = Monitor(request.limits, None, request.progress)

    def on_slice(expanded: int, generated: int, bound: int) -> bool:
        monitor.stats.expanded, monitor.stats.generated = expanded, generated
        monitor.prove(bound)
        monitor.slice()
        return False

    outcome: Outcome | None = None
    limit = None
    began = time.perf_counter()
    try:
        monitor.slice()
        outcome = ida_star_pdb(
            heuristic.collection,
            board,
            workers=request.workers,
            max_expanded=request.limits.expansions,
            on_slice=on_slice,
            frames=frames,
        )
    except Stop as stop:
        limit = stop.limit
    except KeyboardInterrupt:
        limit = "interrupt"
    seconds = time.perf_counter() - began
    found = _result(request, heuristic, outcome, limit, monitor)
    return Searched(
        found=found,
        engine="compiled",
        seconds={"compile": 0.0, "tables": opening, "search": seconds},
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
        stats.contours = [list(contour) for contour in outcome.contours]
        monitor.prove(outcome.lower_bound)
        if outcome.moves is None:
            limit = "expansions"
        else:
            letters = heuristic.canonical.moves(outcome.moves)
            stats.max_depth = len(letters)
    states = None
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
    )
