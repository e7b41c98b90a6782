"""Drives the compiled depth-first searches: passes, limits, growth, proofs.

All follow the protocol of `taquin.lowering`: (board, estimate, start, options, monitor) in,
(status, letters) out, with the counters in `monitor.stats` as the Python engine counts them.
"""

from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from taquin.errors import OptionError
from taquin.kernels import depth_first as dive
from taquin.kernels import ida_star as deepen
from taquin.kernels.successors import path_letters
from taquin.kernels.tables import BoardTables, EstimateTables, Status
from taquin.search.memory import resident_bytes
from taquin.search.monitor import Monitor

__all__ = ["SEARCHES", "depth_first", "depth_limited", "ida_star", "iterative_deepening", "search"]

Options = Mapping[str, Any]
Outcome = tuple[int, str | None]
# The cheapest move costs 1 in every metric.
_MIN_COST = 1


def depth_first(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Options,
    monitor: Monitor[bytes],
) -> Outcome:
    """Compiled twin of `taquin.search.depth_first.depth_first`."""
    dives = _Dives(board, start, options, monitor, limited=False)
    return dives.run(None)


def depth_limited(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Options,
    monitor: Monitor[bytes],
) -> Outcome:
    """Compiled twin of `taquin.search.depth_first.depth_limited`."""
    depth = options["depth"]
    if depth < 0:
        raise OptionError(f"depth={depth}: expected 0 or more.")
    dives = _Dives(board, start, options, monitor, limited=True)
    status, letters = dives.run(depth)
    if status == Status.EXHAUSTED and dives.cut:
        monitor.incomplete = True
        if options["duplicates"] != "blind":
            monitor.prove((depth + 1) * _MIN_COST)
    return status, letters


def iterative_deepening(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Options,
    monitor: Monitor[bytes],
) -> Outcome:
    """Compiled twin of `taquin.search.depth_first.iterative_deepening`."""
    depth = options["depth"]
    if depth is not None and depth < 0:
        raise OptionError(f"depth={depth}: expected 0 or more.")
    dives = _Dives(board, start, options, monitor, limited=True)
    for limit in count():
        if depth is not None and limit > depth:
            monitor.incomplete = True
            return Status.EXHAUSTED, None
        monitor.contour(limit)
        if options["duplicates"] != "blind":
            monitor.prove(limit * _MIN_COST)
        status, letters = dives.run(limit)
        if status != Status.EXHAUSTED or not dives.cut:
            return status, letters
    raise AssertionError("unreachable: count() does not end")


class _Dives:
    """Depth-first passes of one search; `cut` tells whether the last one's limit mattered."""

    def __init__(
        self,
        board: BoardTables,
        start: bytes,
        options: Options,
        monitor: Monitor[bytes],
        *,
        limited: bool,
    ) -> None:
        self.board, self.monitor = board, monitor
        self.tables = dive.prepare(
            board,
            options["duplicates"],
            options["tie_break"],
            options["goal_test"],
            limited=limited,
        )
        self.frames = dive.start(self.tables, start)
        self.cut = False

    def run(self, limit: int | None) -> Outcome:
        """One pass to depth `limit`."""
        dive.begin(self.tables, self.frames, limit)
        monitor, budget = self.monitor, 0  # the first look at the limits is before any expansion
        while True:
            status = dive.search(self.tables, self.frames, budget)
            reached = self._publish()
            if status == Status.BUDGET:
                monitor.slice(int(self.frames.progress[dive.TOP]), reached)
                budget = monitor.budget()
            elif status == Status.FULL:
                if not self._grow():
                    return status, None
                budget = monitor.budget()
            else:
                break
        if status == Status.FOUND:
            edges = self.frames.edges[1 : self.frames.progress[dive.LEVEL] + 1]
            return status, path_letters(self.board, edges)
        self.cut = bool(self.frames.progress[dive.CUT])
        if self.tables.options[dive.AWARE]:
            # Every state was at last expanded at its least depth, or lies at the limit.
            self.cut = bool((self.frames.depths[:reached] == limit).any())
        return status, None

    def _publish(self) -> int:
        """Counters to the monitor; returns the number of states remembered."""
        stats, progress = self.monitor.stats, self.frames.progress
        stats.expanded = int(progress[dive.EXPANDED])
        stats.generated = int(progress[dive.GENERATED])
        stats.reopened = int(progress[dive.REOPENED])
        stats.popped = int(progress[dive.POPPED])
        stats.peak_frontier = int(progress[dive.PEAK])
        stats.max_depth = int(progress[dive.MAX_DEPTH])
        reached = int(progress[dive.ENTRIES]) if self.tables.options[dive.GRAPH] else 0
        stats.peak_reached = max(stats.peak_reached, reached)
        return reached

    def _grow(self) -> bool:
        needed = sum(
            size * getattr(self.frames, name)[:1].nbytes
            for name, size in dive.growth(self.frames).items()
        )
        if not _fits(self.monitor, needed):
            return False
        try:
            self.frames = dive.grow(self.frames)
        except MemoryError:
            return False
        return True


def _fits(monitor: Monitor[bytes], needed: int) -> bool:
    """Whether arrays of so many bytes stay within the limit on memory."""
    most = monitor.limits.memory
    return most is None or resident_bytes() + needed < most


def ida_star(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Options,
    monitor: Monitor[bytes],
) -> Outcome:
    """Compiled twin of `taquin.search.ida_star.ida_star`."""
    assert estimate is not None
    tables = deepen.prepare(board, estimate, options["duplicates"])
    frames = deepen.start(tables, board, start)
    progress = frames.progress
    bound = int(progress[deepen.VALUE])
    monitor.stats.evaluated = 1
    monitor.near(start, bound)
    while True:
        monitor.contour(bound)
        monitor.prove(bound)
        if start == board.goal.tobytes():
            return Status.FOUND, ""
        deepen.begin(frames, bound)
        status, frames = _contour(tables, frames, monitor)
        if status == Status.FOUND:
            edges = frames.edges[1 : progress[deepen.DEPTH] + 1]
            return status, path_letters(board, edges)
        bound = int(progress[deepen.BEYOND])
        if status != Status.EXHAUSTED or bound == deepen.UNREACHED:
            return status, None


def _contour(
    tables: deepen.Tables, frames: deepen.Frames, monitor: Monitor[bytes]
) -> tuple[int, deepen.Frames]:
    stats, progress, budget = monitor.stats, frames.progress, 0
    while True:
        status = deepen.search(tables, frames, budget)
        stats.expanded = int(progress[deepen.EXPANDED])
        stats.generated = int(progress[deepen.GENERATED])
        stats.evaluated = int(progress[deepen.EVALUATED])
        stats.max_depth = int(progress[deepen.MAX_DEPTH])
        stats.peak_frontier = int(progress[deepen.PEAK])
        monitor.near(frames.closest.tobytes(), int(progress[deepen.CLOSEST]))
        if status == Status.BUDGET:
            monitor.slice(int(progress[deepen.DEPTH]))
            budget = monitor.budget()
        elif status == Status.FULL:
            if not _fits(monitor, 2 * sum(array.nbytes for array in frames)):
                return status, frames
            frames = deepen.grow(frames)
            budget = monitor.budget()
        else:
            return status, frames


SEARCHES: Mapping[str, Callable[..., Outcome]] = {
    "dfs": depth_first,
    "dls": depth_limited,
    "ids": iterative_deepening,
    "idastar": ida_star,
}


def search(
    name: str,
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Options,
    monitor: Monitor[bytes],
) -> Outcome:
    """The compiled search of that name, one of `SEARCHES`."""
    return SEARCHES[name](board, estimate, start, options, monitor)
