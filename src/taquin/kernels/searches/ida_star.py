"""IDA* on any board of up to 255 cells, any goal, with any estimate that `EstimateTables` holds.

One call continues a pass under one bound until its budget of expansions is used up, so it always
stops just before an expansion. The board is one array on which moves are made and undone; the
counters are those of `taquin.search.ida_star`.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.sums import sum_change
from taquin.kernels.searches.estimates import (
    CONFLICTS,
    DISTANCE,
    NUMBER,
    PARTS,
    PRIME,
    TILES,
    divided,
    fill,
    total,
)
from taquin.kernels.searches.lines import (
    Lines,
    distance,
    first_contents,
    prepare_lines,
    shift,
)
from taquin.kernels.searches.moves import MoveTables, go, go_back, price
from taquin.kernels.searches.slices import write_counters
from taquin.kernels.searches.successors import (
    END,
    path_letters,
    root_row,
    row_width,
    successor_rows,
)
from taquin.kernels.searches.tables import BoardTables, EstimateTables, PartTables, Signal

__all__ = ["Frames", "Tables", "advance", "begin", "first_frames", "grow", "prepare", "search"]

U64 = np.uint64
I64 = np.int64

UNREACHED = 1 << 62
# Entries of a row of successors, if each is a step: a constant is faster than a load.
_STEPS = 5
_DEPTHS = 256


class Register(IntEnum):
    """Places in `Frames.registers`."""

    DEPTH = 0
    FRESH = auto()  # the node at DEPTH has not been expanded yet
    BLANK = auto()
    POSITION = auto()  # of its next move in `Tables.rows`
    BOUND = auto()
    BEYOND = auto()  # the least f beyond the bound
    EXPANDED = auto()
    GENERATED = auto()
    EVALUATED = auto()
    DEEPEST = auto()
    PEAK = auto()  # the most nodes on a path
    CLOSEST = auto()  # the least h so far
    START_BLANK = auto()
    START_POSITION = auto()
    START_VALUE = auto()  # h of the start


class Scalar(IntEnum):
    """Places in `Tables.scalars`."""

    GOAL_BLANK = 0
    GOAL_VALUE = 1  # the goal's estimate, if moves are direct
    WIDTH = 2  # of a row of successors


class Tables(NamedTuple):
    """A board, an estimate and the options of one search; cells2 = cells * cells.

    rows:     uint32[25 * cells], see `successor_rows`
    rise:     int64[4 * cells2]; [edge * cells + tile], the increase of f; kind 0, divisor 1
    gain:     int64[4 * cells2]; the same for h
    cost:     int64[cells], the cost of moving a tile
    goal:     uint8[cells]
    lines:    the changes for other kinds
    estimate, patterns, start: the tables that the others were made from
    keys:     uint64[cells2], [cell * cells + tile]: random words, empty unless duplicates=path
    scalars:  int64[3], see `Scalar`
    direct:   (0,) if a move changes f by `rise` alone, whatever the board, else ()
    path:     (0,) if duplicates=path, else ()
    kind:     as many zeros as `PartTables.kind`, unless moves are a table
    moves:    see `BoardTables`

    The kernel is compiled for each length of the last three: what a search does not need costs it
    neither branches nor registers of the processor.
    """

    rows: npt.NDArray[np.uint32]
    rise: npt.NDArray[np.int64]
    gain: npt.NDArray[np.int64]
    cost: npt.NDArray[np.int64]
    goal: npt.NDArray[np.uint8]
    lines: Lines
    estimate: PartTables
    patterns: PatternTables
    start: npt.NDArray[np.int64]
    keys: npt.NDArray[np.uint64]
    scalars: npt.NDArray[np.int64]
    direct: tuple[int, ...]
    path: tuple[int, ...]
    kind: tuple[int, ...]
    moves: MoveTables | None


class Frames(NamedTuple):
    """The state of a search between two calls; d is the capacity in depths.

    registers: int64[15], see `Register`
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
    sums:      int64[views * d], see `patterns.sums`
    where:     uint8[cells], the cell of each tile
    """

    registers: npt.NDArray[np.int64]
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
    cells, (parts, patterns, start) = len(board.goal), estimate
    source = np.repeat(np.arange(cells), 4)
    target = np.where(board.neighbors.reshape(-1) < cells, board.neighbors.reshape(-1), 0)
    gain = parts.value[source] - parts.value[target]
    if parts.kind == 2:
        gain[:] = 0
    gain[:, 0] = 0
    direct = parts.kind == 0 and parts.divisor == 1 and not patterns.views and board.moves is None
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
        start=start,
        keys=keys if duplicates == "path" else keys[:0],
        scalars=np.array([goal_blank, goal_value, row_width(board)], np.int64),
        direct=(0,) if direct else (),
        path=(0,) if duplicates == "path" else (),
        kind=(0,) * (parts.kind if board.moves is None else 0),
        moves=board.moves,
    )


def first_frames(tables: Tables, board: BoardTables, cells: bytes) -> Frames:
    """Frames of a search from a board; h of the start is in START_VALUE."""
    count, start = len(cells), tables.start
    frames = Frames(
        registers=np.zeros(len(Register), np.int64),
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
    registers, blank = frames.registers, cells.index(0)
    registers[Register.START_BLANK] = registers[Register.BLANK] = blank
    registers[Register.START_POSITION] = row_width(board) * root_row(board, blank)
    fill(frames.board, tables.estimate, frames.parts[:PARTS])
    whole = total if board.moves is None else divided
    value = max(int(whole(tables.estimate, frames.parts[:PARTS])), *start.tolist(), 0)
    registers[Register.START_VALUE] = registers[Register.CLOSEST] = value
    registers[Register.EVALUATED] = 1
    return frames


def begin(frames: Frames, bound: int) -> None:
    """Begin a pass under `bound`; an exhausted pass leaves the board at the start."""
    registers = frames.registers
    registers[Register.BOUND], registers[Register.BEYOND] = bound, UNREACHED
    registers[Register.DEPTH], registers[Register.FRESH] = 0, 1
    registers[Register.BLANK], registers[Register.POSITION] = (
        registers[Register.START_BLANK],
        registers[Register.START_POSITION],
    )
    frames.totals[0] = frames.values[0] = registers[Register.START_VALUE]
    frames.earlier[0] = -1
    frames.latest[:] = -1
    frames.latest[registers[Register.START_BLANK]] = 0


def grow(frames: Frames) -> Frames:
    """The same frames with room for twice the depth."""
    wider = {
        name: np.concatenate((array, np.zeros_like(array)))
        for name, array in frames._asdict().items()
        if name not in ("registers", "board", "closest", "scratch", "latest", "contents", "where")
    }
    return frames._replace(**wider)


class _Rules(NamedTuple):
    """What does not change during a search, read once: loads in the loop would be repeated."""

    cells: Any
    views: Any
    direct: Any
    check_path: Any
    conflicting: Any
    walking: Any
    divisor: Any
    goal_blank: Any
    goal_value: Any
    width: Any


class _Move(NamedTuple):
    """A move of `rows`: the blank goes to `target`, the tile there takes its place.

    Where moves are a table, `tile` is the one that moves first, and `index` is not used.
    """

    target: Any
    edge: Any
    tile: Any
    index: Any  # edge * cells + tile, in tables of changes


@inlined
def _rules(tables: Tables, frames: Frames) -> _Rules:
    kind = len(tables.kind)
    return _Rules(
        U64(len(frames.board)),
        U64(len(tables.start)),
        len(tables.direct) > 0,
        len(tables.path) > 0,
        kind == 1 or kind == 3,
        kind >= 2,
        tables.estimate.divisor if kind == 0 else 1,
        U64(tables.scalars[Scalar.GOAL_BLANK]),
        tables.scalars[Scalar.GOAL_VALUE],
        _width(tables.moves, tables),
    )


@inlined
def _width(moves: Any, tables: Tables) -> Any:
    if moves is None:
        return U64(_STEPS)
    return U64(tables.scalars[Scalar.WIDTH])


@quick
def advance(tables: Tables, frames: Frames, budget: int) -> Signal:
    """Continue the current pass for at most `budget` expansions; returns a Signal.

    FOUND: DEPTH and `edges` hold the path. EXHAUSTED: BEYOND is the next bound, UNREACHED = none.
    FULL: `grow` the frames and call again.
    """
    registers, rules = frames.registers, _rules(tables, frames)
    totals, values, positions = frames.totals, frames.values, frames.positions
    bound, beyond = registers[Register.BOUND], registers[Register.BEYOND]
    depth, blank = U64(registers[Register.DEPTH]), U64(registers[Register.BLANK])
    position, fresh = U64(registers[Register.POSITION]), registers[Register.FRESH] != 0
    left, generated, pruned = U64(budget), U64(0), U64(0)
    deepest, peak = U64(registers[Register.DEEPEST]), U64(registers[Register.PEAK])
    f, closest = totals[depth], registers[Register.CLOSEST]
    while True:
        if fresh:
            if left == U64(0):
                status = Signal.BUDGET
                break
            if depth + U64(1) >= U64(len(frames.edges)):
                status = Signal.FULL
                break
            left -= U64(1)
            peak = max(peak, depth + U64(1))
            fresh = False
        entry = U64(tables.rows[position])
        if entry == U64(END):
            if depth == U64(0):
                status = Signal.EXHAUSTED
                break
            depth, blank = _take_back(tables, tables.moves, frames, rules, depth, blank)
            f, position = totals[depth], U64(positions[depth])
            continue
        position += U64(1)
        generated += U64(1)
        target, edge = entry & U64(255), entry >> U64(8)
        tile = U64(frames.board[_first_cell(tables.moves, target, edge)])
        move = _Move(target, edge, tile, edge * rules.cells + tile)
        if rules.check_path and _is_on_path(tables, tables.moves, frames, depth, blank, move):
            pruned += U64(1)
            continue
        if rules.direct:
            child = f + tables.rise[move.index]
        else:
            value = _value(tables.moves, tables, frames, rules, (depth, blank), move)
            values[depth + U64(1)] = value
            child = f - values[depth] + _cost(tables.moves, tables, frames, move) + value
        if child > bound:
            beyond = min(beyond, child)
            continue
        if rules.direct:
            values[depth + U64(1)] = values[depth] + tables.gain[move.index]
        positions[depth] = position
        depth, blank = _make(tables, tables.moves, frames, rules, (depth, blank), move)
        totals[depth] = f = child
        position = rules.width * edge
        deepest = max(deepest, depth)
        if values[depth] < closest:
            closest = values[depth]
            _copy(frames.board, frames.closest)
        fresh = True
        at_goal = blank == rules.goal_blank
        if at_goal and (not rules.direct or values[depth] == rules.goal_value):  # noqa: SIM102
            if _same(frames.board, tables.goal):
                status = Signal.FOUND
                break
    registers[Register.BEYOND], registers[Register.CLOSEST] = beyond, closest
    registers[Register.DEPTH], registers[Register.BLANK] = depth, blank
    registers[Register.POSITION], registers[Register.FRESH] = position, fresh
    registers[Register.EXPANDED] += I64(U64(budget) - left)
    registers[Register.GENERATED] += I64(generated)
    registers[Register.EVALUATED] += I64(generated - pruned)
    registers[Register.DEEPEST], registers[Register.PEAK] = deepest, peak
    return status


@inlined
def _first_cell(moves: Any, target: Any, edge: Any) -> Any:
    """The cell of the tile that a move moves first."""
    if moves is None:
        return target
    return U64(moves.passed[moves.begins[edge]])


@inlined
def _cost(moves: Any, tables: Tables, frames: Frames, move: _Move) -> Any:
    """What a move costs."""
    if moves is None:
        return tables.cost[move.tile]
    return price(moves, tables.cost, frames.board, move.edge)


@inlined
def _make(
    tables: Tables, moves: Any, frames: Frames, rules: _Rules, here: Any, move: _Move
) -> tuple[Any, Any]:
    """Make a move on the board. here: the depth and the blank; returns those after it."""
    board, (target, edge, tile, _), (depth, blank) = frames.board, move, here
    depth += U64(1)
    frames.edges[depth] = edge
    if moves is None:
        if rules.conflicting:
            shift(tables.lines, frames.contents, target, blank, tile)
        frames.where[tile] = blank
        board[blank] = tile
        board[target] = 0
    else:
        go(moves, board, I64(edge))
    if rules.check_path:
        frames.earlier[depth] = frames.latest[target]
        frames.latest[target] = depth
    return depth, target


@inlined
def _take_back(
    tables: Tables, moves: Any, frames: Frames, rules: _Rules, depth: Any, blank: Any
) -> tuple[Any, Any]:
    """Undo the move that led to `depth`; returns the depth and the blank before it."""
    board, parent = frames.board, _parent(moves, frames, depth)
    if rules.check_path:
        frames.latest[blank] = frames.earlier[depth]
    if moves is None:
        _step_back(tables, frames, rules, blank, parent)
    else:
        go_back(moves, board, I64(frames.edges[depth]))
    return depth - U64(1), parent


@inlined
def _parent(moves: Any, frames: Frames, depth: Any) -> Any:
    """The blank's cell before the move that led to a depth."""
    if moves is None:
        return U64(frames.edges[depth]) >> U64(2)
    return U64(moves.origin[U64(frames.edges[depth])])


@inlined
def _step_back(tables: Tables, frames: Frames, rules: _Rules, blank: Any, parent: Any) -> None:
    """Move the blank back to the cell `parent`, one step."""
    board = frames.board
    tile = U64(board[parent])
    if rules.conflicting:
        shift(tables.lines, frames.contents, parent, blank, tile)
    frames.where[tile] = blank
    board[blank] = tile
    board[parent] = 0


@inlined
def _is_on_path(
    tables: Tables, moves: Any, frames: Frames, depth: Any, blank: Any, move: _Move
) -> Any:
    """Whether a move gives a state of the current path (duplicates=path)."""
    words, target = frames.words, move.target
    if moves is None:  # noqa: SIM102 (Numba leaves out the branch)
        if depth > U64(0) and target == U64(frames.edges[depth]) >> U64(2):
            return True
    word = _word(moves, tables, frames, words[depth], blank, move)
    # Equal sums of keys are proved equal states by taking the moves back.
    ancestor = frames.latest[target]
    while ancestor >= 0 and (
        words[U64(ancestor)] != word
        or not _taken_back(moves, frames, (depth, U64(ancestor)), blank, move)
    ):
        ancestor = frames.earlier[U64(ancestor)]
    words[depth + U64(1)] = word
    return ancestor >= 0


@inlined
def _word(moves: Any, tables: Tables, frames: Frames, word: Any, blank: Any, move: _Move) -> Any:
    """The sum of keys after a move, from that before it."""
    keys, cells, tile = tables.keys, U64(len(frames.board)), move.tile
    if moves is None:
        return word + keys[blank * cells + tile] - keys[move.target * cells + tile]
    for i in range(moves.begins[move.edge], moves.begins[move.edge + U64(1)]):
        cell = U64(moves.passed[i])
        tile = U64(frames.board[cell])
        word += keys[blank * cells + tile] - keys[cell * cells + tile]
        blank = cell
    return word


@inlined
def _value(
    moves: Any, tables: Tables, frames: Frames, rules: _Rules, here: Any, move: _Move
) -> Any:
    """h after a move; stores its parts for the next depth. here: the depth and the blank."""
    if moves is None:
        return _estimate(tables, frames, rules, here[0], here[1], move)
    after = frames.scratch[0]
    _copy(frames.board, after)
    go(moves, after, I64(move.edge))
    parts = frames.parts[: U64(PARTS)]
    fill(after, tables.estimate, parts)
    return divided(tables.estimate, parts)


@inlined
def _estimate(
    tables: Tables, frames: Frames, rules: _Rules, depth: Any, blank: Any, move: _Move
) -> Any:
    """h after a move; stores its parts for the next depth."""
    parts = frames.parts
    here, after = U64(PARTS) * depth, U64(PARTS) * (depth + U64(1))
    value = parts[here + U64(TILES)] + tables.gain[move.index]
    parts[after + U64(TILES)] = value
    if rules.divisor != 1:
        value = -(-value // rules.divisor)
    if rules.conflicting:
        steps = parts[here + U64(CONFLICTS)]
        steps += _conflict_change(tables.lines, frames.contents, rules.cells, blank, move)
        parts[after + U64(CONFLICTS)] = steps
        value = max(value, steps)
    if rules.walking:
        value = max(value, _walk(tables.lines, parts, here, after, move))
    for view in range(rules.views):
        seen = frames.sums[depth * rules.views + view]
        seen += sum_change(tables.patterns, frames.where, view, move.tile, move.target, blank)
        frames.sums[(depth + U64(1)) * rules.views + view] = seen
        value = max(value, seen)
    return value


@inlined
def _conflict_change(lines: Lines, contents: Any, cells: Any, blank: Any, move: _Move) -> Any:
    """The change of the sum with conflicts.

    Only the lines left and entered can change: on the other axis no tile is passed.
    """
    extra, axis = lines.extra, U64(lines.crosses[move.edge]) * cells
    leaves, enters = axis + move.target, axis + blank
    left_line = U64(contents[lines.line[leaves]])
    line_entered = U64(contents[lines.line[enters]])
    gone = U64(lines.digits[leaves * cells + move.tile])
    come = U64(lines.digits[enters * cells + move.tile])
    change = lines.steps[move.index] + extra[left_line - gone] - extra[left_line]
    return change + extra[line_entered + come] - extra[line_entered]


@inlined
def _walk(lines: Lines, parts: Any, here: Any, after: Any, move: _Move) -> Any:
    """The walking distance after a move; stores both axes' numbers and distances.

    here, after: where the parts of this depth and of the next begin.
    """
    crossed = U64(lines.crosses[move.edge])
    axis = U64(2) * crossed
    other = U64(2) - axis
    number = parts[here + U64(NUMBER) + axis] + lines.turn[move.index]
    if number >= PRIME:
        number -= PRIME
    mask = lines.hashes[U64(2) * crossed]
    slots = lines.hashes[U64(2) * crossed + U64(1)]
    walked = distance(lines.extra, mask, slots, number)
    still = parts[here + U64(DISTANCE) + other]
    parts[after + U64(NUMBER) + axis] = number
    parts[after + U64(DISTANCE) + axis] = walked
    parts[after + U64(NUMBER) + other] = parts[here + U64(NUMBER) + other]
    parts[after + U64(DISTANCE) + other] = still
    return walked + still


@internal
def _taken_back(moves: Any, frames: Frames, depths: Any, blank: Any, move: _Move) -> bool:
    """Whether a move gives the state of an ancestor, cell by cell. depths: now, the ancestor's."""
    before, after, (depth, ancestor) = frames.scratch[0], frames.scratch[1], depths
    _copy(frames.board, before)
    _copy(frames.board, after)
    if moves is None:
        after[blank] = after[move.target]
        after[move.target] = 0
    else:
        go(moves, after, I64(move.edge))
    while depth > ancestor:
        if moves is None:
            parent = U64(frames.edges[depth]) >> U64(2)
            before[blank] = before[parent]
            before[parent] = 0
            blank = parent
        else:
            go_back(moves, before, I64(frames.edges[depth]))
        depth -= U64(1)
    return _same(before, after)


@inlined
def _same(board: Any, other: Any) -> bool:
    for cell in range(U64(len(board))):  # noqa: SIM110
        if board[cell] != other[cell]:
            return False
    return True


@inlined
def _copy(board: Any, other: Any) -> None:
    for cell in range(U64(len(board))):
        other[cell] = board[cell]


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, Sequence[str] | None]:
    """Run idastar: see `solving.engines.lowering` for the protocol. options: duplicates."""
    assert estimate is not None
    tables = prepare(board, estimate, options["duplicates"])
    frames = first_frames(tables, board, start)
    registers = frames.registers
    bound = int(registers[Register.START_VALUE])
    monitor.stats.evaluated = 1
    monitor.near(start, bound)
    while True:
        monitor.contour(bound)
        monitor.prove(bound)
        if start == board.goal.tobytes():
            return Signal.FOUND, ""
        begin(frames, bound)
        status, frames = _contour(tables, frames, monitor)
        if status == Signal.FOUND:
            edges = frames.edges[1 : registers[Register.DEPTH] + 1]
            return status, path_letters(board, edges)
        bound = int(registers[Register.BEYOND])
        if status != Signal.EXHAUSTED or bound == UNREACHED:
            return status, None


def _contour(tables: Tables, frames: Frames, monitor: Any) -> tuple[int, Frames]:
    registers, budget = frames.registers, 0
    while True:
        status = advance(tables, frames, budget)
        write_counters(monitor.stats, registers, Register)
        monitor.near(frames.closest.tobytes(), int(registers[Register.CLOSEST]))
        if status == Signal.BUDGET:
            monitor.slice(int(registers[Register.DEPTH]))
            budget = monitor.budget()
        elif status == Signal.FULL:
            if not monitor.affords(2 * sum(array.nbytes for array in frames)):
                return status, frames
            frames = grow(frames)
            budget = monitor.budget()
        else:
            return status, frames
