"""IDA* over pattern databases for many boards at once, on one core.

The first contours of one board have too few nodes for a wave (`waves`). Here each lane searches a
board of its own, contour by contour, on its own stack, and takes up the next board when it is done.
A wave has the last few nodes of each lane's stack. A board's counts depend on no other board and
not on the lanes.

Each view contains every tile, so f of a view never falls and grows by two or not at all: a node
keeps how often it may still grow, and a node as deep as the bound is the goal. Of the children of
a lane's nodes, those are expanded first for which f grows in fewer views.
"""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.patterns.layout import ROW, Column
from taquin.kernels.patterns.shared import share_slots, shared_words
from taquin.kernels.patterns.sums import evaluate
from taquin.kernels.searches.lanes import SearchTables
from taquin.kernels.searches.wave_nodes import (
    MOST_CHILDREN,
    MOST_MOVES,
    NUMBER,
    ONES,
    PATH,
    STATE,
    WIDTH,
    Child,
    NodeRow,
    Part,
    SharedTables,
    Waves,
    blank_waves,
    expand,
    look_up,
    put_cells,
    put_child,
    row_of,
    sort_stack,
)

__all__ = [
    "BOARDS",
    "LANES",
    "MOST_EXPANSIONS",
    "BoardOutcome",
    "Boards",
    "Fate",
    "blank_boards",
    "enter",
    "expansions",
    "has_room",
    "outcome",
    "pair_tables",
    "run",
]

U64 = np.uint64
LANES = 8
_BREADTH = 4  # nodes of a board that are expanded together
BOARDS = 64  # that wait, are searched, or whose answers have not been read
# Beyond, a board is given up: with subtrees in its lanes and several threads it is solved sooner.
MOST_EXPANSIONS = 250_000
_DEPTHS = 128
_CONTOURS = 40
_VIEWS, _MOST_CELLS = 2, 16
_ROOM = 1024  # nodes on a lane's stack
# Room that only single nodes may take: they add no more than this on the way down.
_RESERVE = (MOST_MOVES - 1) * _DEPTHS


class Fate(IntEnum):
    """What became of a board."""

    OPEN = 0
    FOUND = auto()
    GIVEN_UP = auto()


class BoardsPlace(IntEnum):
    """Places in `Boards.registers`."""

    ACTIVE = 0  # active lanes
    NEXT = auto()  # the next board, counted from the first ever
    PLACED = auto()  # end of the boards that can be searched
    END = auto()  # end of the boards that were entered
    MOST = auto()  # expansions after which a board is given up
    BREADTH = auto()  # nodes of a board that are expanded together
    SHIFT = auto()  # log2 of the nodes on a lane's stack
    EXPANDED = auto()  # by all boards


class Lane(IntEnum):
    """Columns of `Boards.lanes`."""

    ITEM = 0  # its board
    BOUND = auto()
    SPENT = auto()  # expansions of this contour
    LEFT = auto()  # expansions of this board that are left
    FIRST = auto()  # where its nodes of the wave begin on the stack
    COUNT = auto()  # how many there are
    END = auto()  # where the stack ends, the wave's children included
    GOAL = auto()  # the goal's node + 1, 0 if it is not found


_LANE = len(Lane)


class Boards(NamedTuple):
    """The state of the search; L lanes, D depths, B boards, S slots.

    registers: int64[8]          see `BoardsPlace`
    order:     uint8[L]          lanes, the active ones first
    lanes:     uint64[L * 8]     see `Lane`
    waves:     the lanes' stacks, one behind the other, and scratch
    cells:     uint8[B * cells]  tile on each cell, canonical labelling
    words:     uint64[B * S]     see `SharedSlots`
    first:     int64[B * 2]      h of the start in each view
    fate:      uint8[B]          see `Fate`
    bound:     int64[B]          the last contour's
    contours:  int64[B * 40]     expansions of each contour
    generated: int64[B]          children created
    path:      uint8[B * D]      the directions from the start to the goal
    board:     uint8[1, cells]   scratch, as the rest
    where:     uint8[cells]
    found:     uint64[S of `PatternTables`]
    sums:      int64[1, 2]
    """

    registers: npt.NDArray[np.int64]
    order: npt.NDArray[np.uint8]
    lanes: npt.NDArray[np.uint64]
    waves: Waves
    cells: npt.NDArray[np.uint8]
    words: npt.NDArray[np.uint64]
    first: npt.NDArray[np.int64]
    fate: npt.NDArray[np.uint8]
    bound: npt.NDArray[np.int64]
    contours: npt.NDArray[np.int64]
    generated: npt.NDArray[np.int64]
    path: npt.NDArray[np.uint8]
    board: npt.NDArray[np.uint8]
    where: npt.NDArray[np.uint8]
    found: npt.NDArray[np.uint64]
    sums: npt.NDArray[np.int64]


class BoardOutcome(NamedTuple):
    """What became of one board.

    moves: tile directions as letters U D L R, a shortest solution; None if it was given up.
    expanded, generated, contours: as in `ida_star_pdb.Outcome`.
    bound: no solution is shorter.
    """

    moves: str | None
    expanded: int
    generated: int
    contours: tuple[tuple[int, int], ...]
    bound: int


def pair_tables(tables: object) -> SharedTables | None:
    """The tables as this search reads them; None where it does not apply.

    It needs one partition, up to 16 cells of two colours, and two views that contain every tile.
    """
    if not isinstance(tables, SearchTables) or tables.partial:
        return None
    patterns, cells = tables.patterns, len(tables.neighbors) // 4
    planes = patterns.patterns.reshape(-1, ROW)[:, Column.PLANE0]
    if cells > _MOST_CELLS or patterns.views != _VIEWS or planes.any():
        return None
    shared = share_slots(tables.neighbors, patterns)
    if shared is None:
        return None
    return SharedTables(tables.neighbors, tables.steps, tables.choices, patterns, shared)


def blank_boards(
    tables: SharedTables, *, lanes: int = LANES, breadth: int = _BREADTH, room: int = _ROOM
) -> Boards:
    """Arrays for a search of many boards over `tables`: about 2 MB.

    breadth: how many nodes of a board are expanded together; 1 searches strictly depth-first.
    lanes * breadth is at most 32.   room: nodes on a lane's stack, a power of two from 512 on.
    """
    assert lanes * breadth <= WIDTH and room >= 512 and room & (room - 1) == 0
    cells, slots = len(tables.neighbors) // 4, tables.shared.slots
    boards = Boards(
        registers=np.zeros(len(BoardsPlace), np.int64),
        order=np.arange(lanes).astype(np.uint8),
        lanes=np.zeros(lanes * _LANE, np.uint64),
        waves=blank_waves(tables, nodes=lanes * room, subtrees=1),
        cells=np.zeros(BOARDS * cells, np.uint8),
        words=np.zeros(BOARDS * slots, np.uint64),
        first=np.zeros(BOARDS * _VIEWS, np.int64),
        fate=np.zeros(BOARDS, np.uint8),
        bound=np.zeros(BOARDS, np.int64),
        contours=np.zeros(BOARDS * _CONTOURS, np.int64),
        generated=np.zeros(BOARDS, np.int64),
        path=np.zeros(BOARDS * _DEPTHS, np.uint8),
        board=np.zeros((1, cells), np.uint8),
        where=np.zeros(cells, np.uint8),
        found=np.zeros(tables.patterns.slots, np.uint64),
        sums=np.zeros((1, _VIEWS), np.int64),
    )
    boards.registers[BoardsPlace.MOST] = MOST_EXPANSIONS
    boards.registers[BoardsPlace.BREADTH] = breadth
    boards.registers[BoardsPlace.SHIFT] = room.bit_length() - 1
    return boards


def enter(boards: Boards, cells: bytes) -> int:
    """Put a solvable board, in canonical labelling, at the end of the queue; returns its number.

    There must be room for it (`has_room`).
    """
    number = int(boards.registers[BoardsPlace.END])
    item = number % BOARDS
    boards.cells[item * len(cells) : (item + 1) * len(cells)] = np.frombuffer(cells, np.uint8)
    boards.fate[item] = Fate.OPEN
    boards.contours[item * _CONTOURS : (item + 1) * _CONTOURS] = 0
    boards.registers[BoardsPlace.END] += 1
    return number


def has_room(boards: Boards, oldest: int) -> bool:
    """Whether a board may be entered. oldest: number of the first whose outcome is to be read."""
    return int(boards.registers[BoardsPlace.END]) - oldest < BOARDS


def run(tables: SharedTables, boards: Boards, expansions: int, *, more: bool) -> None:
    """Search for about `expansions` nodes, or until there is nothing to search.

    more: whether to return as soon as a lane finds no board to take up.
    """
    place(tables, boards)
    search(tables, boards, expansions, more)


def expansions(boards: Boards) -> int:
    """How many nodes were expanded, of all boards together."""
    return int(boards.registers[BoardsPlace.EXPANDED])


def outcome(boards: Boards, number: int) -> BoardOutcome | None:
    """What became of a board; None as long as it is open."""
    item = number % BOARDS
    if boards.fate[item] == Fate.OPEN:
        return None
    first = max(boards.first[item * _VIEWS : (item + 1) * _VIEWS].tolist())
    counts = boards.contours[item * _CONTOURS : (item + 1) * _CONTOURS].tolist()
    bound = int(boards.bound[item])
    contours = tuple(zip(range(first, bound + 1, 2), counts, strict=False))
    moves = None
    if boards.fate[item] == Fate.FOUND:
        path = boards.path[item * _DEPTHS : item * _DEPTHS + bound].tolist()
        moves = "".join(["UDLR"[direction] for direction in path])
    expanded = sum(count for _, count in contours)
    return BoardOutcome(moves, expanded, int(boards.generated[item]), contours, bound)


_kernels: Any = (evaluate, shared_words)
_evaluated, _shared = (internal(kernel.py_func) for kernel in _kernels)


@quick
def place(tables: SharedTables, boards: Boards) -> None:
    """Look up the words and the views' h of the boards that were entered since the last call."""
    registers, cells = boards.registers, U64(len(boards.where))
    for number in range(registers[BoardsPlace.PLACED], registers[BoardsPlace.END]):
        item, blank = U64(number) % U64(BOARDS), U64(0)
        for cell in range(cells):
            boards.board[0, cell] = boards.cells[item * cells + cell]
            blank = U64(cell) if boards.board[0, cell] == 0 else blank
        scratch = boards.board, boards.where, boards.found, boards.sums
        reached = _evaluated(tables.neighbors, tables.patterns, *scratch) < 0
        _shared(tables.patterns, tables.shared, boards.found, blank, boards.found)
        slots = U64(len(tables.shared.owner))
        for slot in range(slots):
            boards.words[item * slots + slot] = boards.found[slot]
        for view in range(_VIEWS):
            boards.first[item * U64(_VIEWS) + U64(view)] = boards.sums[0, view]
        bound = max(boards.sums[0, 0], boards.sums[0, 1])
        boards.bound[item], boards.generated[item] = bound, 0
        # No way to the goal, or none to search.
        boards.fate[item] = Fate.OPEN if reached and 0 < bound < _DEPTHS else Fate.GIVEN_UP
    registers[BoardsPlace.PLACED] = registers[BoardsPlace.END]


@quick
def search(tables: SharedTables, boards: Boards, budget: Any, more: Any) -> None:
    """Search for about `budget` more expansions; for `more` see `run`."""
    registers, order, waves = boards.registers, boards.order, boards.waves
    active, all_lanes = U64(registers[BoardsPlace.ACTIVE]), U64(len(order))
    row, expanded = row_of(tables, waves), np.int64(0)
    while active < all_lanes and _next_board(tables, boards, row, U64(order[active])):
        active += U64(1)
    while expanded < budget and active > 0 and (active == all_lanes or not more):
        children = U64(0)
        for turn in range(active):
            lane = U64(order[turn])
            count, children = _expand_lane(tables, boards, row, lane, children)
            expanded += np.int64(count)
        look_up(tables, waves, row, children)
        _put_children(tables, boards, row, children)
        place = U64(0)
        while place < active:
            if _go_on(tables, boards, row, U64(order[place])):
                place += U64(1)
            else:
                active -= U64(1)
                order[place], order[active] = order[active], order[place]
    registers[BoardsPlace.ACTIVE] = active
    registers[BoardsPlace.EXPANDED] += expanded


@inlined
def _base(boards: Boards, lane: Any) -> Any:
    """Where a lane's stack begins."""
    return lane << U64(boards.registers[BoardsPlace.SHIFT])


@inlined
def _next_board(tables: SharedTables, boards: Boards, row: NodeRow, lane: Any) -> Any:
    """Take up the next board that can be searched; whether there is one."""
    registers = boards.registers
    while registers[BoardsPlace.NEXT] < registers[BoardsPlace.PLACED]:
        item = U64(registers[BoardsPlace.NEXT]) % U64(BOARDS)
        registers[BoardsPlace.NEXT] += 1
        if boards.fate[item] == Fate.OPEN:
            at = lane * U64(_LANE)
            boards.lanes[at + U64(Lane.ITEM)] = item
            boards.lanes[at + U64(Lane.BOUND)] = boards.bound[item]
            boards.lanes[at + U64(Lane.LEFT)] = registers[BoardsPlace.MOST]
            boards.lanes[at + U64(Lane.GOAL)] = 0
            _begin_contour(tables, boards, row, lane)
            return True
    return False


@inlined
def _begin_contour(tables: SharedTables, boards: Boards, row: NodeRow, lane: Any) -> None:
    """Put the start of the lane's board on its stack."""
    at, lanes, waves = lane * U64(_LANE), boards.lanes, boards.waves
    item, bound = lanes[at + U64(Lane.ITEM)], np.int64(lanes[at + U64(Lane.BOUND)])
    base = _base(boards, lane)
    number = U64(waves.stack[base])
    node, slots = number * row.length, row.growth
    for slot in range(slots):
        waves.nodes[node + slot] = boards.words[item * slots + slot]
    growth: Any = U64(0)
    for view in range(U64(_VIEWS)):
        allowed = U64(bound - boards.first[item * U64(_VIEWS) + view]) >> U64(1)
        growth |= allowed << (view * U64(8))
    waves.nodes[node + row.growth] = growth
    blank = put_cells(waves, row, node, boards.cells, item * U64(len(boards.where)))
    waves.nodes[node + row.last] = blank | (blank + U64(1)) << U64(STATE)
    lanes[at + U64(Lane.SPENT)] = 0
    lanes[at + U64(Lane.END)] = base + U64(1)


@inlined
def _expand_lane(
    tables: SharedTables, boards: Boards, row: NodeRow, lane: Any, children: Any
) -> tuple[Any, Any]:
    """List the children of a lane's last nodes after those listed already.

    Returns how many nodes these are, and how many children are listed then.
    """
    at, lanes = lane * U64(_LANE), boards.lanes
    item, end = lanes[at + U64(Lane.ITEM)], lanes[at + U64(Lane.END)]
    opened = end - _base(boards, lane)
    count: Any = min(U64(boards.registers[BoardsPlace.BREADTH]), lanes[at + U64(Lane.LEFT)])
    count = min(count, opened)
    if opened + U64(MOST_MOVES) * count + U64(_RESERVE) > _base(boards, U64(1)):
        count = U64(1)
    before = children
    children = expand(tables, boards.waves, row, (end - count, count), children)
    boards.generated[item] += np.int64(children - before)
    lanes[at + U64(Lane.SPENT)] += count
    lanes[at + U64(Lane.LEFT)] -= count
    lanes[at + U64(Lane.FIRST)], lanes[at + U64(Lane.COUNT)] = end - count, count
    return count, children


@inlined
def _put_children(tables: SharedTables, boards: Boards, row: NodeRow, children: Any) -> None:
    """Put the children within the bound on their lanes' stacks, beyond their parents.

    They are divided into three lists by the views in which f grows; those of few end up above the
    others. The lists stand where the rounds had theirs (`Part`).
    """
    scratch, nodes = boards.waves.scratch, boards.waves.nodes
    child, counts = U64(Part.CHILDREN) + children * row.child, U64(0)
    for _ in range(children):
        child -= row.child
        before = nodes[scratch[child + U64(Child.PARENT)] + row.growth]
        grown = ((before - scratch[child + U64(Child.GROWTH)]) * U64(ONES)) >> U64(56)
        kept = scratch[child + U64(Child.KEPT)]
        rank = kept * (U64(_VIEWS) - grown)
        scratch[rank * U64(MOST_CHILDREN) + ((counts >> (rank * U64(16))) & U64(0xFFFF))] = child
        counts += kept << (rank * U64(16))
    for rank in range(U64(_VIEWS + 1)):
        for place in range((counts >> (rank * U64(16))) & U64(0xFFFF)):
            _put(tables, boards, row, scratch[rank * U64(MOST_CHILDREN) + place])


@inlined
def _put(tables: SharedTables, boards: Boards, row: NodeRow, child: Any) -> None:
    """Put a child on its lane's stack."""
    waves, lanes = boards.waves, boards.lanes
    parent = waves.scratch[child + U64(Child.MOVE)] >> U64(NUMBER)
    lane = parent >> U64(boards.registers[BoardsPlace.SHIFT])
    at = lane * U64(_LANE)
    end = lanes[at + U64(Lane.END)]
    number = U64(waves.stack[end])
    depth = put_child(tables, waves, row, child, number)
    lanes[at + U64(Lane.END)] = end + U64(1)
    if depth == lanes[at + U64(Lane.BOUND)]:
        lanes[at + U64(Lane.GOAL)] = number + U64(1)


@inlined
def _go_on(tables: SharedTables, boards: Boards, row: NodeRow, lane: Any) -> Any:
    """Close a lane's wave, contour and board if they are done; whether the lane has a board."""
    at, lanes = lane * U64(_LANE), boards.lanes
    item = lanes[at + U64(Lane.ITEM)]
    if lanes[at + U64(Lane.GOAL)] != 0:
        _close_contour(boards, lane)
        _note_path(boards, lane)
        return _next_board(tables, boards, row, lane)
    # All nodes of the wave were expanded: no rest is between them and their children.
    first = lanes[at + U64(Lane.FIRST)]
    children = first + lanes[at + U64(Lane.COUNT)]
    end = sort_stack(boards.waves, (first, children, children, lanes[at + U64(Lane.END)]))
    lanes[at + U64(Lane.END)] = end
    left = lanes[at + U64(Lane.LEFT)]
    if end > _base(boards, lane) and left > 0:
        return True
    number = _close_contour(boards, lane)
    bound = lanes[at + U64(Lane.BOUND)] + U64(2)
    if left > 0 and number + U64(1) < U64(_CONTOURS) and bound < U64(_DEPTHS):
        lanes[at + U64(Lane.BOUND)] = bound
        _begin_contour(tables, boards, row, lane)
        return True
    boards.fate[item] = Fate.GIVEN_UP
    return _next_board(tables, boards, row, lane)


@inlined
def _close_contour(boards: Boards, lane: Any) -> Any:
    """Store the contour's expansions; returns its number."""
    at = lane * U64(_LANE)
    item, bound = boards.lanes[at + U64(Lane.ITEM)], boards.lanes[at + U64(Lane.BOUND)]
    first = item * U64(_VIEWS)
    number = (bound - U64(max(boards.first[first], boards.first[first + U64(1)]))) >> U64(1)
    boards.contours[item * U64(_CONTOURS) + number] = boards.lanes[at + U64(Lane.SPENT)]
    boards.bound[item] = bound
    return number


@inlined
def _note_path(boards: Boards, lane: Any) -> None:
    """Store the moves that lead from the start to the goal."""
    at, waves = lane * U64(_LANE), boards.waves
    item, number = boards.lanes[at + U64(Lane.ITEM)], boards.lanes[at + U64(Lane.GOAL)] - U64(1)
    boards.fate[item] = Fate.FOUND
    for depth in range(boards.lanes[at + U64(Lane.BOUND)]):
        word = waves.paths[number * U64(PATH) + (depth >> U64(5))]
        boards.path[item * U64(_DEPTHS) + depth] = (word >> ((depth & U64(31)) << U64(1))) & U64(3)
