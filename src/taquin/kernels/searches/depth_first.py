"""Depth-first passes to a depth limit, on any board of up to 255 cells and any goal.

The stack holds nodes as (depth, move): the board is moved back along the current path and then
forward to the node taken. A hash table stores states, packed into words. One call continues a pass
until its budget of expansions is used up, so it always stops just before an expansion; the
counters are those of `taquin.search.depth_first`.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from itertools import count as count_from
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.base.pieces import lengthened, pieces
from taquin.kernels.searches.moves import MoveTables, go, go_back, most_moves
from taquin.kernels.searches.slices import write_counters
from taquin.kernels.searches.successors import (
    END,
    path_letters,
    root_row,
    row_lengths,
    row_width,
    successor_rows,
)
from taquin.kernels.searches.tables import BoardTables, EstimateTables, Signal

__all__ = [
    "Frames",
    "Tables",
    "advance",
    "begin",
    "first_frames",
    "grow",
    "load_growth",
    "prepare",
    "search",
]

Options = Mapping[str, Any]
Outcome = tuple[int, Sequence[str] | None]

U64 = np.uint64
I64 = np.int64

NO_LIMIT = 1 << 40

# A node on the stack is depth << _EDGE_BITS | edge.
_EDGE_BITS = 16
_EDGE_MASK = (1 << _EDGE_BITS) - 1
_WAS_EXPANDED, _DEPTH_MASK = np.uint32(1 << 31), U64((1 << 31) - 1)
_FIRST_ROOM = 1 << 10
_MOST_ENTRIES = (1 << 32) - 2


class Register(IntEnum):
    """Places in `Frames.registers`."""

    LEVEL = 0  # depth of the board
    FRESH = auto()  # the node at LEVEL was taken but is not expanded yet
    BLANK = auto()  # blank of the board
    TOP = auto()  # nodes on the stack
    ENTRIES = auto()  # states stored
    LIMIT = auto()
    CUT = auto()  # whether the limit cut anything off
    EXPANDED = auto()
    GENERATED = auto()
    REOPENED = auto()
    POPPED = auto()
    PEAK = auto()
    DEEPEST = auto()
    BRANCHES = auto()  # no board has more successors


class Setting(IntEnum):
    """Places in `Tables.options`."""

    GRAPH = 0  # store every state reached
    AWARE = auto()  # with its depth
    BLIND = auto()  # expand at the limit
    ON_PATH = auto()  # store the path
    EARLY = auto()  # test for the goal on generation
    GOAL_BLANK = auto()
    ROOT = auto()  # the row of a start with its blank in cell 0
    WIDTH = auto()  # of a row of successors


class Tables(NamedTuple):
    """A board and the options of one search.

    rows:       uint32[25 * cells], see `successor_rows`
    lengths:    uint8[5 * cells], the number of moves in each row
    target:     uint8[4 * cells], the cell the blank goes to, by edge
    goal:       uint8[cells]
    word, unit: uint64[cells]; a tile in a cell adds tile * unit[cell] to word[cell] of the packed
                state. The last cell adds nothing, because the others determine its tile.
    options:    int64[8], see `Setting`
    moves:      see `BoardTables`; in place of `target`
    """

    rows: npt.NDArray[np.uint32]
    lengths: npt.NDArray[np.uint8]
    target: npt.NDArray[np.uint8]
    goal: npt.NDArray[np.uint8]
    word: npt.NDArray[np.uint64]
    unit: npt.NDArray[np.uint64]
    options: npt.NDArray[np.int64]
    moves: MoveTables | None


class Frames(NamedTuple):
    """The state of a search between two calls; d, m, n, s are capacities, see `growth`.

    registers: int64[14], see `Register`
    start:    uint8[cells]
    board:    uint8[cells], the board at LEVEL
    state:    uint64[w], the board packed
    edges:    uint16[d], the move that led to each depth
    stack:    uint64[m], the open nodes
    places:   uint32[m], the entry of each open node (aware only)
    entries:  uint64[n, w], the packed states stored; under duplicates=path those of the path
    depths:   uint32[n], the least depth at which each was reached; bit 31: and expanded there
    slots:    uint64[s], open addressing: half of the hash << 32 | entry + 1; 0 = free
    """

    registers: npt.NDArray[np.int64]
    start: npt.NDArray[np.uint8]
    board: npt.NDArray[np.uint8]
    state: npt.NDArray[np.uint64]
    edges: npt.NDArray[np.uint16]
    stack: npt.NDArray[np.uint64]
    places: npt.NDArray[np.uint32]
    entries: npt.NDArray[np.uint64]
    depths: npt.NDArray[np.uint32]
    slots: npt.NDArray[np.uint64]


def prepare(
    board: BoardTables, duplicates: str, tie_break: str, goal_test: str, *, limited: bool
) -> Tables:
    """The tables of one search. limited: dls or ids; other options as in the Python engine."""
    cells = len(board.goal)
    bits = 4 if cells <= 16 else 5 if cells <= 32 else 6 if cells <= 64 else 8
    cell = np.arange(cells)
    unit = np.uint64(1) << (cell % (64 // bits) * bits).astype(np.uint64)
    unit[-1] = 0
    rows = successor_rows(board, back=duplicates != "parent", reverse=tie_break == "fifo")
    options = (
        duplicates in ("global", "blind"),
        duplicates == "global" and limited,
        duplicates == "blind",
        duplicates == "path",
        goal_test == "generation",
        np.flatnonzero(board.goal == 0)[0],
        root_row(board, 0),
        row_width(board),
    )
    return Tables(
        rows=rows,
        lengths=row_lengths(board, rows),
        target=board.neighbors.reshape(-1),
        goal=board.goal,
        word=np.minimum(cell // (64 // bits), (cells - 2) // (64 // bits)).astype(np.uint64),
        unit=unit,
        options=np.array(options, np.int64),
        moves=board.moves,
    )


def first_frames(tables: Tables, cells: bytes) -> Frames:
    """Frames of a search from a board."""
    return _frames(int(tables.word[-1]) + 1, cells, most_moves(tables.moves))


def _frames(words: int, cells: bytes, branches: int) -> Frames:
    frames = Frames(
        registers=np.zeros(len(Register), np.int64),
        start=np.frombuffer(cells, np.uint8).copy(),
        board=np.zeros(len(cells), np.uint8),
        state=np.zeros(words, np.uint64),
        edges=np.zeros(_FIRST_ROOM, np.uint16),
        stack=np.zeros(_FIRST_ROOM, np.uint64),
        places=np.zeros(_FIRST_ROOM, np.uint32),
        entries=np.zeros((_FIRST_ROOM, words), np.uint64),
        depths=np.zeros(_FIRST_ROOM, np.uint32),
        slots=np.zeros(4 * _FIRST_ROOM, np.uint64),
    )
    frames.registers[Register.BRANCHES] = branches
    return frames


def load_growth() -> None:
    """Load or compile the code that lengthens arrays, so that timed searches need not wait."""
    rehash(_frames(1, bytes(4), 4), 0, 0)


def begin(tables: Tables, frames: Frames, limit: int | None) -> None:
    """Begin a pass to depth `limit` (None = unlimited) with only the start stored."""
    registers = frames.registers
    frames.board[:] = frames.start
    frames.slots.fill(0)
    frames.state.fill(0)
    shares = frames.board * tables.unit
    for word in range(len(frames.state)):
        frames.state[word] = shares[tables.word == word].sum(dtype=np.uint64)
    registers[Register.BLANK] = np.flatnonzero(frames.board == 0)[0]
    registers[Register.LIMIT] = NO_LIMIT if limit is None else limit
    registers[Register.LEVEL] = registers[Register.FRESH] = registers[Register.CUT] = registers[
        Register.ENTRIES
    ] = 0
    frames.stack[0] = frames.places[0] = 0
    registers[Register.TOP] = 1
    if tables.options[Setting.GRAPH]:
        remember(frames, 0)


def growth(frames: Frames) -> dict[str, int]:
    """The new lengths of the arrays that are nearly full, as `grow` needs them."""
    registers = frames.registers
    lengths, made = {}, registers[Register.BRANCHES]
    if registers[Register.LEVEL] + 2 >= len(frames.edges):
        lengths["edges"] = 2 * len(frames.edges)
    if registers[Register.TOP] + made >= len(frames.stack):
        lengths["stack"] = lengths["places"] = 2 * len(frames.stack)
    if registers[Register.ENTRIES] + made >= len(frames.entries):
        lengths["entries"] = lengths["depths"] = 2 * len(frames.entries)
        lengths["slots"] = 2 * len(frames.slots)
    return lengths


def grow(frames: Frames) -> Frames:
    """The same frames with more room where it was short. Raises MemoryError if there is none."""
    wider: dict[str, npt.NDArray[Any]] = {}
    for name, size in growth(frames).items():
        array = getattr(frames, name)
        if name == "entries" and size > _MOST_ENTRIES:
            raise MemoryError
        wider[name] = lengthened(array[:0] if name == "slots" else array, size)
    frames = frames._replace(**wider)
    if "slots" in wider:
        # With random access, the first entries would have to wait for nearly all of its pages.
        for begin, end in pieces(len(frames.slots)):
            frames.slots[begin:end] = 0
        for begin, end in pieces(int(frames.registers[Register.ENTRIES])):
            rehash(frames, begin, end)
    return frames


@inlined
def _hash(words: Any) -> Any:
    # The finaliser of MurmurHash3, once per word.
    value = U64(0)
    for i in range(U64(len(words))):
        value = (value ^ words[i]) * U64(0xFF51AFD7ED558CCD)
        value = (value ^ (value >> U64(33))) * U64(0xC4CEB9FE1A85EC53)
        value ^= value >> U64(29)
    return value


@inlined
def _place(slots: Any, entries: Any, words: Any, code: Any) -> Any:
    """The slot of a packed state with this hash, or the free one where it belongs."""
    mask = U64(len(slots)) - U64(1)
    at = code & mask
    while slots[at] != U64(0):
        if (slots[at] ^ code) >> U64(32) == U64(0):
            entry = (slots[at] & U64(0xFFFFFFFF)) - U64(1)
            same = True
            for i in range(U64(len(words))):
                same &= entries[entry, i] == words[i]
            if same:
                return at
        at = (at + U64(1)) & mask
    return at


@inlined
def _occupy(code: Any, entry: Any) -> Any:
    return (code >> U64(32) << U64(32)) | (entry + U64(1))


@quick
def remember(frames: Frames, depth: Any) -> None:
    """Add the packed state to the entries, at a depth."""
    code, entry = _hash(frames.state), U64(frames.registers[Register.ENTRIES])
    frames.slots[_place(frames.slots, frames.entries, frames.state, code)] = _occupy(code, entry)
    for i in range(U64(len(frames.state))):
        frames.entries[entry, i] = frames.state[i]
    frames.depths[entry] = depth
    frames.registers[Register.ENTRIES] = I64(entry + U64(1))


@quick
def forget(frames: Frames, keep: Any) -> None:
    """Remove the entries after the first `keep`.

    Removal in reverse order of insertion is safe: no entry was placed past a later one.
    """
    entry = U64(frames.registers[Register.ENTRIES])
    mask = U64(len(frames.slots)) - U64(1)
    while entry > keep:
        at = _hash(frames.entries[entry - U64(1)]) & mask
        while frames.slots[at] & U64(0xFFFFFFFF) != entry:
            at = (at + U64(1)) & mask
        frames.slots[at] = U64(0)
        entry -= U64(1)
    frames.registers[Register.ENTRIES] = I64(entry)


@quick
def rehash(frames: Frames, first: int, end: int) -> None:
    """Enter these entries, in order of insertion, into slots that hold all entries before them."""
    mask = U64(len(frames.slots)) - U64(1)
    for entry in range(U64(first), U64(end)):
        code = _hash(frames.entries[entry])
        at = code & mask
        while frames.slots[at] != U64(0):
            at = (at + U64(1)) & mask
        frames.slots[at] = _occupy(code, entry)


@internal
def _is_goal(tables: Tables, board: Any) -> bool:
    for cell in range(U64(len(board))):  # noqa: SIM110
        if board[cell] != tables.goal[cell]:
            return False
    return True


@internal
def _is_goal_after(tables: Tables, moves: Any, board: Any, way: Any) -> bool:
    """Whether a move gives the goal; restores the board.

    way: the blank's cell before and after, and the edge.
    """
    blank, target, edge = way
    if moves is not None:
        go(moves, board, I64(edge))
        there = _is_goal(tables, board)
        go_back(moves, board, I64(edge))
        return there
    tile = board[target]
    board[target] = 0
    board[blank] = tile
    same = _is_goal(tables, board)
    board[target] = tile
    board[blank] = 0
    return same


class _Rules(NamedTuple):
    """The options of a search, read once: loads in the loop would be repeated."""

    graph: Any
    aware: Any
    blind: Any
    on_path: Any
    early: Any
    goal_blank: Any
    limit: Any
    width: Any


@inlined
def _rules(tables: Tables, frames: Frames) -> _Rules:
    options = tables.options
    return _Rules(
        options[Setting.GRAPH] != 0,
        options[Setting.AWARE] != 0,
        options[Setting.BLIND] != 0,
        options[Setting.ON_PATH] != 0,
        options[Setting.EARLY] != 0,
        U64(options[Setting.GOAL_BLANK]),
        U64(frames.registers[Register.LIMIT]),
        U64(options[Setting.WIDTH]),
    )


@quick
def advance(tables: Tables, frames: Frames, budget: int) -> Signal:
    """Continue the current pass for at most `budget` expansions; returns a Signal.

    FOUND: LEVEL and `edges` hold the path. EXHAUSTED: CUT says whether the limit cut anything off,
    unless states are stored with depths, which then say so. FULL: `grow`, then call again.
    """
    registers, rules, stack = frames.registers, _rules(tables, frames), frames.stack
    level, blank = U64(registers[Register.LEVEL]), U64(registers[Register.BLANK])
    top, fresh = U64(registers[Register.TOP]), registers[Register.FRESH] != 0
    left, popped, peak = U64(budget), U64(0), U64(registers[Register.PEAK])
    status = Signal.BUDGET
    # Nothing is fresh only at the beginning of a pass.
    if rules.early and not fresh and top == U64(1) and _at_goal(tables, frames, rules, blank):
        status = Signal.FOUND
    while status == Signal.BUDGET:
        if not fresh:
            if top == U64(0):
                status = Signal.EXHAUSTED
                break
            top -= U64(1)
            popped += U64(1)
            depth = stack[top] >> U64(_EDGE_BITS)
            if rules.aware and U64(frames.depths[frames.places[top]]) & _DEPTH_MASK < depth:
                continue
            level, blank = _travel(tables, tables.moves, frames, level, blank, stack[top])
            if not rules.early and _at_goal(tables, frames, rules, blank):
                status = Signal.FOUND
                break
            if level == rules.limit and not rules.blind:
                registers[Register.CUT] = 1
                continue
            fresh = True
        if left == U64(0):
            break
        if _is_short(frames, level, top):
            status = Signal.FULL
            break
        fresh = False
        left -= U64(1)
        peak = max(peak, top + U64(1))
        top, status = _expand(tables, frames, rules, level, blank, top)
        if status == Signal.FOUND:
            level += U64(1)
    registers[Register.LEVEL], registers[Register.BLANK] = level, blank
    registers[Register.TOP], registers[Register.FRESH] = top, fresh
    registers[Register.EXPANDED] += I64(U64(budget) - left)
    registers[Register.POPPED] += I64(popped)
    registers[Register.PEAK] = peak
    return status


@inlined
def _is_short(frames: Frames, level: Any, top: Any) -> Any:
    """Whether an array is too short for one more expansion; see `growth`."""
    made = U64(frames.registers[Register.BRANCHES])
    short = level + U64(2) >= U64(len(frames.edges)) or top + made >= U64(len(frames.stack))
    return short or U64(frames.registers[Register.ENTRIES]) + made >= U64(len(frames.entries))


@inlined
def _at_goal(tables: Tables, frames: Frames, rules: _Rules, blank: Any) -> Any:
    return blank == rules.goal_blank and _is_goal(tables, frames.board)


@inlined
def _carry(tables: Tables, state: Any, tile: Any, source: Any, sink: Any) -> None:
    """Update a packed state for a tile that moves."""
    state[tables.word[sink]] += tile * tables.unit[sink]
    state[tables.word[source]] -= tile * tables.unit[source]


@inlined
def _slide(tables: Tables, frames: Frames, blank: Any, target: Any) -> None:
    """Move the blank to `target`, on the board and in its packed state."""
    tile = U64(frames.board[target])
    frames.board[blank] = tile
    frames.board[target] = 0
    _carry(tables, frames.state, tile, target, blank)


@inlined
def _travel(
    tables: Tables, moves: Any, frames: Frames, level: Any, blank: Any, node: Any
) -> tuple[Any, Any]:
    """Take moves back as far as needed and make the move of a node; returns its level and blank."""
    depth, edge = node >> U64(_EDGE_BITS), node & U64(_EDGE_MASK)
    while level >= depth and level > U64(0):
        blank = _undo(tables, moves, frames, blank, U64(frames.edges[level]))
        level -= U64(1)
    if depth > U64(0):
        blank, level = _do(tables, moves, frames, blank, edge), depth
        frames.edges[level] = edge
    return level, blank


@inlined
def _undo(tables: Tables, moves: Any, frames: Frames, blank: Any, edge: Any) -> Any:
    """Take back the move of an edge; returns the blank before it."""
    if moves is None:
        parent = edge >> U64(2)
        _slide(tables, frames, blank, parent)
        return parent
    begin, i = U64(moves.begins[edge]), U64(moves.begins[edge + U64(1)]) - U64(1)
    while i > begin:
        i -= U64(1)
        cell = U64(moves.passed[i])
        _slide(tables, frames, blank, cell)
        blank = cell
    parent = U64(moves.origin[edge])
    _slide(tables, frames, blank, parent)
    return parent


@inlined
def _do(tables: Tables, moves: Any, frames: Frames, blank: Any, edge: Any) -> Any:
    """Make the move of an edge; returns the blank after it."""
    if moves is None:
        target = U64(tables.target[edge])
        _slide(tables, frames, blank, target)
        return target
    for i in range(U64(moves.begins[edge]), U64(moves.begins[edge + U64(1)])):
        cell = U64(moves.passed[i])
        _slide(tables, frames, blank, cell)
        blank = cell
    return blank


@inlined
def _carry_all(tables: Tables, moves: Any, frames: Frames, way: Any, back: bool) -> None:
    """Update the packed state for a move, or for its taking back; the board stays as before it.

    way: the blank's cell before and after, and the edge.
    """
    blank, target, edge = way
    if moves is None:
        _carry_one(tables, frames, blank, target, back)
    else:
        for i in range(U64(moves.begins[edge]), U64(moves.begins[edge + U64(1)])):
            cell = U64(moves.passed[i])
            _carry_one(tables, frames, blank, cell, back)
            blank = cell


@inlined
def _carry_one(tables: Tables, frames: Frames, blank: Any, cell: Any, back: bool) -> None:
    """The same for the step of the tile in `cell` into `blank`."""
    if back:
        _carry(tables, frames.state, U64(frames.board[cell]), blank, cell)
    else:
        _carry(tables, frames.state, U64(frames.board[cell]), cell, blank)


@inlined
def _expand(
    tables: Tables, frames: Frames, rules: _Rules, level: Any, blank: Any, top: Any
) -> tuple[Any, Any]:
    """Put the successors of the board on the stack; returns its new top and a Signal.

    FOUND: the last of them is the goal (goal_test=generation). BUDGET: go on.
    """
    registers, rows = frames.registers, tables.rows
    if rules.aware:
        frames.depths[frames.places[top]] |= _WAS_EXPANDED
    row = U64(tables.options[Setting.ROOT]) + blank
    if level > U64(0):
        row = U64(frames.edges[level])
    registers[Register.GENERATED] += I64(tables.lengths[row])
    if rules.on_path:
        forget(frames, level)
        remember(frames, I64(level))
    status, depth, position = Signal.BUDGET, level + U64(1), rules.width * row
    if level == rules.limit:
        registers[Register.CUT] = 1
        return top, status
    begin = top
    while rows[position] != U64(END):
        target, edge = U64(rows[position]) & U64(255), U64(rows[position]) >> U64(8)
        position += U64(1)
        entry, way = U64(0), (blank, target, edge)
        if rules.graph or rules.on_path:
            keep, entry = _reach(tables, frames, rules, depth, way)
            if not keep:
                continue
        frames.stack[top] = (depth << U64(_EDGE_BITS)) | edge
        frames.places[top] = entry
        top += U64(1)
        if rules.early and target == rules.goal_blank:  # noqa: SIM102
            if _is_goal_after(tables, tables.moves, frames.board, way):
                frames.edges[depth] = edge
                status = Signal.FOUND
                break
    if top > begin:
        registers[Register.DEEPEST] = max(registers[Register.DEEPEST], I64(depth))
    return top, status


@inlined
def _reach(tables: Tables, frames: Frames, rules: _Rules, depth: Any, way: Any) -> tuple[Any, Any]:
    """Whether a successor is worth expanding, and its entry; stores it if it is new.

    way: the blank's cell before and after, and the edge.
    """
    state, slots, registers = frames.state, frames.slots, frames.registers
    _carry_all(tables, tables.moves, frames, way, False)
    code = _hash(state)
    at = _place(slots, frames.entries, state, code)
    known, entry = slots[at] != U64(0), U64(0)
    if known:
        entry = (slots[at] & U64(0xFFFFFFFF)) - U64(1)
    elif rules.graph:
        entry = U64(registers[Register.ENTRIES])
        slots[at] = _occupy(code, entry)
        for i in range(U64(len(state))):
            frames.entries[entry, i] = state[i]
        registers[Register.ENTRIES] += 1
    _carry_all(tables, tables.moves, frames, way, True)
    before = frames.depths[entry]
    keep = not known or (rules.aware and U64(before) & _DEPTH_MASK > depth)
    if keep:
        registers[Register.REOPENED] += I64(known and before & _WAS_EXPANDED != 0)
        frames.depths[entry] = depth
    return keep, entry


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Options,
    monitor: Any,
) -> Outcome:
    """Run dfs, dls or ids: see `solving.engines.lowering` for the protocol.

    options: algorithm, duplicates, tie_break, goal_test, and depth with dls and ids.
    """
    run = {"dfs": _unlimited, "dls": _limited, "ids": _deepen}
    return run[options["algorithm"]](board, start, options, monitor)


def _unlimited(board: BoardTables, start: bytes, options: Options, monitor: Any) -> Outcome:
    dives = _Dives(board, start, options, monitor, limited=False)
    return dives.run(None)


def _limited(board: BoardTables, start: bytes, options: Options, monitor: Any) -> Outcome:
    depth = options["depth"]
    if depth < 0:
        raise ValueError(f"depth={depth}: expected 0 or more.")
    dives = _Dives(board, start, options, monitor, limited=True)
    status, letters = dives.run(depth)
    if status == Signal.EXHAUSTED:
        monitor.incomplete = dives.cut
        if dives.cut and options["duplicates"] != "blind":
            monitor.prove((depth + 1) * board.cheapest)
    return status, letters


def _deepen(board: BoardTables, start: bytes, options: Options, monitor: Any) -> Outcome:
    depth = options["depth"]
    if depth is not None and depth < 0:
        raise ValueError(f"depth={depth}: expected 0 or more.")
    dives = _Dives(board, start, options, monitor, limited=True)
    cheapest = board.cheapest
    for limit in count_from():
        if depth is not None and limit > depth:
            monitor.incomplete = True
            return Signal.EXHAUSTED, None
        monitor.contour(limit)
        if options["duplicates"] != "blind":
            monitor.prove(limit * cheapest)
        status, letters = dives.run(limit)
        if status != Signal.EXHAUSTED or not dives.cut:
            return status, letters
    raise AssertionError("unreachable: count_from() does not end")


class _Dives:
    """The depth-first passes of one search; `cut`: whether the limit cut off the last one."""

    def __init__(
        self,
        board: BoardTables,
        start: bytes,
        options: Options,
        monitor: Any,
        *,
        limited: bool,
    ) -> None:
        self.board, self.monitor = board, monitor
        self.tables = prepare(
            board,
            options["duplicates"],
            options["tie_break"],
            options["goal_test"],
            limited=limited,
        )
        self.frames = first_frames(self.tables, start)
        self.cut = False

    def run(self, limit: int | None) -> Outcome:
        """One pass to depth `limit`."""
        begin(self.tables, self.frames, limit)
        monitor, budget = self.monitor, 0  # check the limits before the first expansion
        while True:
            status = advance(self.tables, self.frames, budget)
            reached = self._publish()
            if status == Signal.BUDGET:
                monitor.slice(int(self.frames.registers[Register.TOP]), reached)
                budget = monitor.budget()
            elif status == Signal.FULL:
                if not self._grow():
                    return status, None
                budget = monitor.budget()
            else:
                break
        if status == Signal.FOUND:
            edges = self.frames.edges[1 : self.frames.registers[Register.LEVEL] + 1]
            return status, path_letters(self.board, edges)
        self.cut = bool(self.frames.registers[Register.CUT])
        if self.tables.options[Setting.AWARE]:
            # By now every state was expanded at its least depth or is at the limit.
            depths = self.frames.depths[:reached] & np.uint32(_DEPTH_MASK)
            self.cut = bool((depths == limit).any())
        return status, None

    def _publish(self) -> int:
        """Report the counters to the monitor; returns the number of states stored."""
        stats, registers = self.monitor.stats, self.frames.registers
        write_counters(stats, registers, Register)
        reached = int(registers[Register.ENTRIES]) if self.tables.options[Setting.GRAPH] else 0
        stats.peak_reached = max(stats.peak_reached, reached)
        return reached

    def _grow(self) -> bool:
        needed = sum(
            size * getattr(self.frames, name)[:1].nbytes
            for name, size in growth(self.frames).items()
        )
        if not self.monitor.affords(needed):
            return False
        try:
            self.frames = grow(self.frames)
        except MemoryError:
            return False
        return True
