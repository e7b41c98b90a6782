"""IDA* on any board of up to 255 cells, any goal, with any estimate that `EstimateTables` holds.

One call continues a pass under one bound until its budget of expansions is used up, so it always
stops just before an expansion. The board is one array on which moves are made and undone; the
counters are those of `taquin.search.ida_star`.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.estimates import CONFLICTS, DISTANCE, NUMBER, PARTS, PRIME, TILES, fill, total
from taquin.kernels.jit import kernel
from taquin.kernels.lines import (
    CONFLICTING,
    DIVISOR,
    MASK,
    SLOTS,
    WALKING,
    Lines,
    distance,
    first_contents,
    prepare_lines,
    shift,
)
from taquin.kernels.pattern_sums import sum_change
from taquin.kernels.successors import END, ROW, path_letters, root_row, successor_rows
from taquin.kernels.tables import BoardTables, EstimateTables, PartTables, PatternTables, Status

__all__ = ["Frames", "Tables", "advance", "begin", "first_frames", "grow", "prepare", "search"]

U64 = np.uint64
I64 = np.int64

# Indices into `Frames.progress`. FRESH: the node at DEPTH has not been expanded yet.
DEPTH, FRESH, BLANK, POSITION, VALUE = 0, 1, 2, 3, 4
BOUND, BEYOND = 5, 6
EXPANDED, GENERATED, EVALUATED, MAX_DEPTH, PEAK, CLOSEST = 7, 8, 9, 10, 11, 12
START_BLANK, START_ROW, START_VALUE = 13, 14, 15
PROGRESS_SIZE = 16

UNREACHED = 1 << 62
# Numba cannot read class attributes.
BUDGET, FOUND, EXHAUSTED, FULL = Status.BUDGET, Status.FOUND, Status.EXHAUSTED, Status.FULL
_DEPTHS = 256


class Tables(NamedTuple):
    """A board, an estimate and the options of one search; cells2 = cells * cells.

    rows:     uint32[25 * cells], see `successor_rows`
    rise:     int64[4 * cells2]; [edge * cells + tile], the increase of f; kind 0, divisor 1
    gain:     int64[4 * cells2]; the same for h
    cost:     int64[cells], the cost of moving a tile
    goal:     uint8[cells]
    lines:    the changes for other kinds
    estimate, patterns: the tables that the others were made from
    keys:     uint64[cells2], [cell * cells + tile]: random words, empty unless duplicates=path
    scalars:  int64[3]: direct, the goal's blank, the goal's estimate (direct only)
    """

    rows: npt.NDArray[np.uint32]
    rise: npt.NDArray[np.int64]
    gain: npt.NDArray[np.int64]
    cost: npt.NDArray[np.int64]
    goal: npt.NDArray[np.uint8]
    lines: Lines
    estimate: PartTables
    patterns: PatternTables
    keys: npt.NDArray[np.uint64]
    scalars: npt.NDArray[np.int64]


class Frames(NamedTuple):
    """The state of a search between two calls; d is the capacity in depths.

    progress:  int64[16], see the names above
    board:     uint8[cells], the board at DEPTH
    closest:   uint8[cells], the board with the least h so far
    scratch:   uint8[2, cells]
    edges:     uint16[d], the move that led to each depth
    positions: uint32[d], the position in `rows` at each depth
    totals:    int64[d], f
    values:    int64[d], h
    parts:     int64[PARTS * d], the parts of h, unless direct
    words:     uint64[d], sums of keys
    earlier:   int32[d], the previous depth with the blank in the same cell, -1 = none
    latest:    int32[cells], the last depth with the blank in a cell (duplicates=path only)
    contents:  int64[lines], the contents of lines that can have conflicts, see `lines`
    sums:      int64[views * d], see `pattern_sums`
    where:     uint8[cells], the cell of each tile
    """

    progress: npt.NDArray[np.int64]
    board: npt.NDArray[np.uint8]
    closest: npt.NDArray[np.uint8]
    scratch: npt.NDArray[np.uint8]
    edges: npt.NDArray[np.uint16]
    positions: npt.NDArray[np.uint32]
    totals: npt.NDArray[np.int64]
    values: npt.NDArray[np.int64]
    parts: npt.NDArray[np.int64]
    words: npt.NDArray[np.uint64]
    earlier: npt.NDArray[np.int32]
    latest: npt.NDArray[np.int32]
    contents: npt.NDArray[np.int64]
    sums: npt.NDArray[np.int64]
    where: npt.NDArray[np.uint8]


def prepare(board: BoardTables, estimate: EstimateTables, duplicates: str) -> Tables:
    """Tables of one search. duplicates: parent, none or path.  O(cells ** 2)."""
    cells, (parts, patterns) = len(board.goal), estimate
    source = np.repeat(np.arange(cells), 4)
    target = np.where(board.neighbors.reshape(-1) < cells, board.neighbors.reshape(-1), 0)
    gain = parts.value[source] - parts.value[target]
    if parts.kind == 2:
        gain[:] = 0
    gain[:, 0] = 0
    direct = parts.kind == 0 and parts.divisor == 1 and not len(patterns.start)
    goal_blank = int(np.flatnonzero(board.goal == 0)[0])
    goal_value = int(parts.value[np.arange(cells), board.goal].sum())
    keys = np.random.default_rng(cells).integers(0, 1 << 64, cells * cells, np.uint64)
    return Tables(
        rows=successor_rows(board, back=duplicates != "parent"),
        rise=np.ascontiguousarray(gain + board.cost).reshape(-1),
        gain=np.ascontiguousarray(gain).reshape(-1),
        cost=board.cost,
        goal=board.goal,
        lines=prepare_lines(board, parts),
        estimate=parts,
        patterns=patterns,
        keys=keys if duplicates == "path" else keys[:0],
        scalars=np.array([direct, goal_blank, goal_value], np.int64),
    )


def first_frames(tables: Tables, board: BoardTables, cells: bytes) -> Frames:
    """Frames of a search from a board; h of the start is in progress[VALUE]."""
    count, start = len(cells), tables.patterns.start
    frames = Frames(
        progress=np.zeros(PROGRESS_SIZE, np.int64),
        board=np.frombuffer(cells, np.uint8).copy(),
        closest=np.frombuffer(cells, np.uint8).copy(),
        scratch=np.zeros((2, count), np.uint8),
        edges=np.zeros(_DEPTHS, np.uint16),
        positions=np.zeros(_DEPTHS, np.uint32),
        totals=np.zeros(_DEPTHS, np.int64),
        values=np.zeros(_DEPTHS, np.int64),
        parts=np.zeros(PARTS * _DEPTHS, np.int64),
        words=np.zeros(_DEPTHS, np.uint64),
        earlier=np.zeros(_DEPTHS, np.int32),
        latest=np.zeros(count, np.int32),
        contents=first_contents(tables.lines, np.frombuffer(cells, np.uint8)),
        sums=np.zeros(len(start) * _DEPTHS, np.int64),
        where=np.argsort(np.frombuffer(cells, np.uint8)).astype(np.uint8),
    )
    frames.sums[: len(start)] = start
    progress, blank = frames.progress, cells.index(0)
    progress[START_BLANK] = progress[BLANK] = blank
    progress[START_ROW] = ROW * root_row(board, blank)
    fill(frames.board, tables.estimate, frames.parts[:PARTS])
    value = max(int(total(tables.estimate, frames.parts[:PARTS])), *start.tolist(), 0)
    progress[START_VALUE] = progress[VALUE] = progress[CLOSEST] = value
    progress[EVALUATED] = 1
    return frames


def begin(frames: Frames, bound: int) -> None:
    """Begin a pass under `bound`; an exhausted pass leaves the board at the start."""
    progress = frames.progress
    progress[BOUND], progress[BEYOND] = bound, UNREACHED
    progress[DEPTH], progress[FRESH] = 0, 1
    progress[BLANK], progress[POSITION] = progress[START_BLANK], progress[START_ROW]
    frames.totals[0] = frames.values[0] = progress[START_VALUE]
    frames.earlier[0] = -1
    frames.latest[:] = -1
    frames.latest[progress[START_BLANK]] = 0


def grow(frames: Frames) -> Frames:
    """The same frames with room for twice the depth."""
    wider = {
        name: np.concatenate((array, np.zeros_like(array)))
        for name, array in frames._asdict().items()
        if name not in ("progress", "board", "closest", "scratch", "latest", "contents", "where")
    }
    return frames._replace(**wider)


@kernel
def _same(board: Any, other: Any) -> bool:
    for cell in range(U64(len(board))):  # noqa: SIM110
        if board[cell] != other[cell]:
            return False
    return True


@kernel
def _copy(board: Any, other: Any) -> None:
    for cell in range(U64(len(board))):
        other[cell] = board[cell]


@kernel
def _taken_back(frames: Frames, depth: Any, blank: Any, target: Any, ancestor: Any) -> bool:
    """Whether moving the blank to `target` gives the state at depth `ancestor`, cell by cell."""
    before, after = frames.scratch[0], frames.scratch[1]
    _copy(frames.board, before)
    _copy(frames.board, after)
    after[blank] = after[target]
    after[target] = 0
    while depth > ancestor:
        parent = U64(frames.edges[depth]) >> U64(2)
        before[blank] = before[parent]
        before[parent] = 0
        blank = parent
        depth -= U64(1)
    return _same(before, after)


@kernel
def advance(tables: Tables, frames: Frames, budget: int) -> int:
    """Continue the current pass for at most `budget` expansions; returns a

    FOUND: DEPTH and `edges` hold the path. EXHAUSTED: BEYOND is the next bound, UNREACHED = none.
    FULL: `grow` the frames and call again.
    """
    progress, board = frames.progress, frames.board
    rows, rise, gain, keys = tables.rows, tables.rise, tables.gain, tables.keys
    cost, lines, extra, contents = tables.cost, tables.lines, tables.lines.extra, frames.contents
    conflicting, walking = lines.scalars[CONFLICTING] != 0, lines.scalars[WALKING] != 0
    divisor = lines.scalars[DIVISOR]
    edges, positions, totals, values = frames.edges, frames.positions, frames.totals, frames.values
    parts, words, earlier, latest = frames.parts, frames.words, frames.earlier, frames.latest
    sums, where, patterns = frames.sums, frames.where, tables.patterns
    views = U64(len(patterns.start))
    cells, room, check_path = U64(len(board)), U64(len(edges)), len(keys) > 0
    direct, goal_blank = tables.scalars[0] != 0, U64(tables.scalars[1])
    goal_value = tables.scalars[2]
    bound, beyond, closest = progress[BOUND], progress[BEYOND], progress[CLOSEST]
    depth, blank, position = U64(progress[DEPTH]), U64(progress[BLANK]), U64(progress[POSITION])
    fresh, left = progress[FRESH] != 0, U64(budget)
    generated, pruned, deepest = U64(0), U64(0), U64(progress[MAX_DEPTH])
    peak = U64(progress[PEAK])
    f = totals[depth]
    status = -1
    while status < 0:
        if fresh:
            if left == U64(0) or depth + U64(1) >= room:
                status = BUDGET if left == U64(0) else FULL
                break
            left -= U64(1)
            peak = max(peak, depth + U64(1))
            fresh = False
        entry = U64(rows[position])
        if entry == U64(END):
            if depth == U64(0):
                status = EXHAUSTED
                break
            if check_path:
                latest[blank] = earlier[depth]
            parent = U64(edges[depth]) >> U64(2)
            depth -= U64(1)
            if conflicting:
                shift(lines, contents, parent, blank, U64(board[parent]))
            where[board[parent]] = blank
            board[blank] = board[parent]
            board[parent] = 0
            blank = parent
            f, position = totals[depth], U64(positions[depth])
            continue
        position += U64(1)
        generated += U64(1)
        target, edge = entry & U64(255), entry >> U64(8)
        tile = U64(board[target])
        if check_path:
            if depth > U64(0) and target == U64(edges[depth]) >> U64(2):
                pruned += U64(1)
                continue
            word = words[depth] + keys[blank * cells + tile] - keys[target * cells + tile]
            # Equal sums of keys are proved equal states by taking the moves back.
            ancestor = latest[target]
            while ancestor >= 0 and (
                words[U64(ancestor)] != word
                or not _taken_back(frames, depth, blank, target, U64(ancestor))
            ):
                ancestor = earlier[U64(ancestor)]
            if ancestor >= 0:
                pruned += U64(1)
                continue
            words[depth + U64(1)] = word
        if direct:
            child = f + rise[edge * cells + tile]
        else:
            move = edge * cells + tile
            here, after = U64(PARTS) * depth, U64(PARTS) * (depth + U64(1))
            value = parts[here + U64(TILES)] + gain[move]
            parts[after + U64(TILES)] = value
            if divisor != 1:
                value = -(-value // divisor)
            if conflicting:
                # Only the lines left and entered can change: on the other axis no tile is passed.
                axis = U64(lines.crosses[edge]) * cells
                leaves, enters = axis + target, axis + blank
                left_line = U64(contents[lines.line[leaves]])
                line_entered = U64(contents[lines.line[enters]])
                gone = U64(lines.digits[leaves * cells + tile])
                come = U64(lines.digits[enters * cells + tile])
                change = lines.steps[move] + extra[left_line - gone] - extra[left_line]
                change += extra[line_entered + come] - extra[line_entered]
                parts[after + U64(CONFLICTS)] = parts[here + U64(CONFLICTS)] + change
                value = max(value, parts[after + U64(CONFLICTS)])
            if walking:
                crossed = U64(lines.crosses[edge])
                axis = U64(2) * crossed
                other = U64(2) - axis
                number = parts[here + U64(NUMBER) + axis] + lines.turn[move]
                if number >= PRIME:
                    number -= PRIME
                mask, slots = (
                    lines.scalars[U64(MASK) + crossed],
                    lines.scalars[U64(SLOTS) + crossed],
                )
                walked = distance(extra, mask, slots, number)
                still = parts[here + U64(DISTANCE) + other]
                parts[after + U64(NUMBER) + axis] = number
                parts[after + U64(DISTANCE) + axis] = walked
                parts[after + U64(NUMBER) + other] = parts[here + U64(NUMBER) + other]
                parts[after + U64(DISTANCE) + other] = still
                value = max(value, walked + still)
            for view in range(views):
                seen = sums[depth * views + view]
                seen += sum_change(patterns, where, view, tile, target, blank)
                sums[(depth + U64(1)) * views + view] = seen
                value = max(value, seen)
            values[depth + U64(1)] = value
            child = f - values[depth] + cost[tile] + value
        if child > bound:
            beyond = min(beyond, child)
            continue
        if direct:
            values[depth + U64(1)] = values[depth] + gain[edge * cells + tile]
        positions[depth] = position
        depth += U64(1)
        edges[depth] = edge
        totals[depth] = f = child
        if conflicting:
            shift(lines, contents, target, blank, tile)
        where[tile] = blank
        board[blank] = tile
        board[target] = 0
        blank = target
        position = U64(ROW) * edge
        if check_path:
            earlier[depth] = latest[blank]
            latest[blank] = depth
        deepest = max(deepest, depth)
        if values[depth] < closest:
            closest = values[depth]
            _copy(board, frames.closest)
        fresh = True
        if blank == goal_blank and (not direct or values[depth] == goal_value):  # noqa: SIM102
            if _same(board, tables.goal):
                status = FOUND
    progress[BEYOND], progress[CLOSEST] = beyond, closest
    progress[DEPTH], progress[BLANK], progress[POSITION] = depth, blank, position
    progress[FRESH] = fresh
    progress[EXPANDED] += I64(U64(budget) - left)
    progress[GENERATED] += I64(generated)
    progress[EVALUATED] += I64(generated - pruned)
    progress[MAX_DEPTH], progress[PEAK] = deepest, peak
    return status


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, str | None]:
    """Run idastar: see `taquin.lowering` for the protocol. options: duplicates."""
    assert estimate is not None
    tables = prepare(board, estimate, options["duplicates"])
    frames = first_frames(tables, board, start)
    progress = frames.progress
    bound = int(progress[VALUE])
    monitor.stats.evaluated = 1
    monitor.near(start, bound)
    while True:
        monitor.contour(bound)
        monitor.prove(bound)
        if start == board.goal.tobytes():
            return FOUND, ""
        begin(frames, bound)
        status, frames = _contour(tables, frames, monitor)
        if status == FOUND:
            edges = frames.edges[1 : progress[DEPTH] + 1]
            return status, path_letters(board, edges)
        bound = int(progress[BEYOND])
        if status != EXHAUSTED or bound == UNREACHED:
            return status, None


def _contour(tables: Tables, frames: Frames, monitor: Any) -> tuple[int, Frames]:
    stats, progress, budget = monitor.stats, frames.progress, 0
    while True:
        status = advance(tables, frames, budget)
        stats.expanded = int(progress[EXPANDED])
        stats.generated = int(progress[GENERATED])
        stats.evaluated = int(progress[EVALUATED])
        stats.max_depth = int(progress[MAX_DEPTH])
        stats.peak_frontier = int(progress[PEAK])
        monitor.near(frames.closest.tobytes(), int(progress[CLOSEST]))
        if status == BUDGET:
            monitor.slice(int(progress[DEPTH]))
            budget = monitor.budget()
        elif status == FULL:
            if not monitor.affords(2 * sum(array.nbytes for array in frames)):
                return status, frames
            frames = grow(frames)
            budget = monitor.budget()
        else:
            return status, frames
