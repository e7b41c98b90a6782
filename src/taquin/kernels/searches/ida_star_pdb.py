"""IDA* (Korf 1985) over additive pattern databases.

Views and slots are those of `patterns.layout`: the mirrored board, for example, looked up in the
same tables, gives a second bound. The search keeps one word for each slot: the cell set of its
tiles, the rank of their arrangement, and their distance. A move changes one slot in each view, by
three small look-ups and one bit of the pattern database, which tells whether the distance grew or
shrank. An automaton (`pdb_automaton`) decides which moves to try. The whole state of the search
lies in the caller's arrays, so it can stop and resume after any number of expansions.

A look-up in a large table waits for memory far longer than it computes. A large contour is
therefore split into subtrees at a small depth, and several *lanes* take turns, each searching one
subtree: a lane prefetches the bytes it needs and reads them when its turn comes again. The lanes
of several threads take their subtrees from one queue. Where views share slots, nodes are expanded
in *waves* instead (`waves`). A completed contour expands the same nodes in any order, so its count
depends neither on lanes nor on waves and threads.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from taquin.kernels.searches.lanes import (
    LANES,
    SPLIT_DEPTH,
    UNREACHED,
    QueuePlace,
    Register,
)
from taquin.kernels.searches.pdb_kernels import (
    AnyFrames,
    AnyTables,
    begin,
    blank_frames,
    evaluate_start,
    goal_moves,
    nearest_first,
)
from taquin.kernels.searches.pdb_workers import Nearer, Saver, Slice, Tabled, Workers
from taquin.kernels.searches.snapshot import Misfit, Snapshot, deepest
from taquin.kernels.searches.tables import Signal

__all__ = [
    "AnyFrames",
    "AnyTables",
    "Misfit",
    "Nearer",
    "Outcome",
    "Saver",
    "Snapshot",
    "Tabled",
    "blank_frames",
    "deepest",
    "ida_star_pdb",
    "nearest",
    "share",
]


class Outcome(NamedTuple):
    """The outcome of a search.

    status: FOUND, STOPPED, PROVED, BEYOND or EXHAUSTED, see `ida_star_pdb`.
    moves: tile directions as letters U D L R; None unless FOUND.
    cost: number of moves.
    expanded: nodes expanded.
    generated: children created; forbidden move strings create none.
    contours: (bound, nodes expanded under it); the last contour may be incomplete.
    lower_bound: no solution is shorter.
    """

    status: Signal
    moves: str | None
    cost: int | None
    expanded: int
    generated: int
    contours: tuple[tuple[int, int], ...]
    lower_bound: int


OnContour = Callable[[int, int, int], int | None]
_WORTH_SPLITTING = 200  # expansions of the previous contour
_WORTH_THREADS = 20_000  # the same; starting a thread costs as much as a thousand expansions
_WORTH_COPYING = 500_000  # the same; what copying the tables costs takes a contour to win back


def _moves(frames: AnyFrames) -> str:
    """The solution that the search in `frames` has found."""
    return "".join("UDLR"[move] for move in goal_moves(frames))


def share(frames: AnyFrames) -> float | None:
    """The part of the contour's subtrees that is searched; None before there are any.

    Subtrees that other workers search count as searched.
    """
    registers = frames.registers
    if registers[Register.BASE] == 0:
        return None
    end = int(registers[Register.END])
    begun = min(int(frames.queue[QueuePlace.ITEM]), end) - 1
    return max(0, begun - int(registers[Register.ACTIVE])) / max(1, end - 1)


def nearest(frames: AnyFrames) -> tuple[bytes, int]:
    """The board with the smallest h in the last search over these arrays, and that h."""
    return frames.nearest.tobytes(), int(frames.registers[Register.NEAREST])


def _contour(workers: Workers, bound: int, split: int = 0) -> tuple[Signal, int]:
    """Search under `bound` strictly depth-first, down to depth `split` unless it is 0.

    Returns a status and the next bound.
    """
    frames = workers.frames[0]
    frames.registers[Register.BOUND], frames.registers[Register.NEXT] = bound, UNREACHED
    begin(frames, 1, 0, split, (0, 1))
    status = workers.run((frames,))
    return status, int(frames.registers[Register.NEXT])


def _split_contour(workers: Workers, bound: int, lanes: int, count: int) -> tuple[Signal, int]:
    """Search under `bound` in subtrees, with `lanes` lanes in each of `count` workers.

    Returns a status and the next bound.
    """
    status, next_bound = _contour(workers, bound, SPLIT_DEPTH)
    if status is not Signal.EXHAUSTED:
        return status, next_bound
    subtrees = int(workers.frames[0].registers[Register.CUT])
    nearest_first(workers.frames[0], subtrees)
    workers.add_up_to(count)
    active = workers.frames[:count]
    for frames in active:
        frames.registers[Register.BOUND], frames.registers[Register.NEXT] = bound, next_bound
        begin(frames, min(lanes, subtrees - 1, len(frames.order)), SPLIT_DEPTH, 0, (1, subtrees))
    return _finish(workers, active)


def _finish(workers: Workers, active: Sequence[AnyFrames]) -> tuple[Signal, int]:
    """Search the subtrees in the queue; returns a status and the next bound."""
    return workers.run(active), min(int(frames.registers[Register.NEXT]) for frames in active)


def _deepen(
    team: Workers,
    bound: int,
    lanes: int,
    workers: int,
    on_contour: OnContour | None,
    resumed: bool,
) -> tuple[Signal, int]:
    """Contour by contour; returns a status and the last bound.

    PROVED: every contour below a known solution is completed. EXHAUSTED: no node is beyond the
    last one, and none was a goal. BEYOND: the frames have no room for the next one.
    resumed: whether the first contour goes on where a snapshot left it.
    """
    contours = team.contours
    while bound <= team.greatest_bound:
        before = sum(count for _, count in contours)
        known = None
        if on_contour is not None:
            known = on_contour(before, team.total(Register.GENERATED), bound)
        if known is not None and bound >= known:
            return Signal.PROVED, known
        last = contours[-1][1] if contours else 0
        if last > _WORTH_COPYING:
            team.come_nearer()
        if resumed:
            resumed, (status, next_bound) = False, _finish(team, team.frames)
        elif lanes > 1 and last > _WORTH_SPLITTING:
            threads = workers if last > _WORTH_THREADS else 1
            status, next_bound = _split_contour(team, bound, lanes, threads)
        else:
            status, next_bound = _contour(team, bound)
        contours.append((bound, team.total(Register.EXPANDED) - before))
        if status is not Signal.EXHAUSTED or next_bound == UNREACHED:
            return status, bound
        bound = next_bound
    return Signal.BEYOND, bound


def ida_star_pdb(
    collection: Tabled,
    cells: Sequence[int],
    *,
    workers: int = 1,
    max_expanded: int | None = None,
    slice_expansions: int = 250_000,
    on_slice: Slice | None = None,
    on_contour: OnContour | None = None,
    lanes: int = LANES,
    frames: AnyFrames | None = None,
    saver: Saver | None = None,
    resume: Snapshot | None = None,
    nearer: Nearer | None = None,
) -> Outcome:
    """A shortest solution of a solvable board, by IDA* over pattern databases.

    Its status is FOUND or, without moves: STOPPED by the caller or its limit; PROVED, see
    `on_contour`; BEYOND, as the next bound is above 510 or what the frames have room for; EXHAUSTED
    where the tables prove that there is no solution, so for a solvable board they are wrong.

    collection: a `PatternCollection` whose partition covers all tiles.
    cells: tile on each cell, canonical labelling. The search may not notice that a board is
        unsolvable: check its solvability first.
    workers: threads that search large contours; each needs 2 to 4 MB. With several, the solution
        found and the expansions of the last contour vary from run to run.
    max_expanded: stop (STOPPED) after this many expansions by all workers together.
    slice_expansions: how many nodes a worker expands between two reports.
    on_slice: called in the caller's thread after each slice of about 20 ms with (expanded,
        generated, bound); returning true stops the search, and so does raising.
    on_contour: called with the same arguments as each contour begins; returns the cost of a
        solution that is known otherwise, or None. Contours from that bound on are not searched:
        the status is then PROVED and the lower bound that cost.
    lanes: subtrees searched in turn, 1 to 8, or a quarter of the nodes expanded together where
        views share slots; 1 searches strictly depth-first. The counts of completed contours do not
        depend on lanes and workers; those of the last contour, which ends at the first solution,
        may. Depth is limited to 510 moves.
    frames: arrays to reuse, from `blank_frames(collection.search_tables())`, for one search at a
        time; `deepest` and `nearest` read from them how far a stopped search had come.
    saver: is asked after each slice whether a snapshot is due.
    resume: a snapshot of the same search over the same tables; the contour resumes with as many
        workers as it was taken with. Raises Misfit if no search can have come to it.
    nearer: is asked once, before the first contour that is expected to last, for a copy of the
        tables that is faster to look up.
    """
    tables = collection.search_tables()
    frames = frames or blank_frames(tables)
    board = frames.item_cells[: len(frames.nearest)]
    board[:] = np.frombuffer(bytes(cells), dtype=np.uint8)
    frames.item_blank[0] = board.argmin()
    frames.item_state[0] = board.argmin() + 1
    frames.state[:] = 0  # depths that no lane has reached
    bound = evaluate_start(tables, frames)
    frames.registers[Register.NEAREST], frames.nearest[:] = bound, board
    if bound < 0:
        return Outcome(Signal.EXHAUSTED, None, None, 0, 0, (), 0)
    if bound == 0:
        return Outcome(Signal.FOUND, "", 0, 0, 0, (), 0)
    team = Workers(
        collection,
        frames,
        max_expanded=max_expanded,
        slice_expansions=slice_expansions,
        on_slice=on_slice,
        saver=saver,
        nearer=nearer,
    )
    if resume is not None:
        team.resume(resume, bound)
        bound = resume.bound
    try:
        status, bound = _deepen(team, bound, lanes, workers, on_contour, resume is not None)
    finally:
        team.merge()
    moves = _moves(team.winner) if status is Signal.FOUND else None
    return Outcome(
        status,
        moves,
        None if moves is None else len(moves),
        team.total(Register.EXPANDED),
        team.total(Register.GENERATED),
        tuple(team.contours),
        bound,
    )
