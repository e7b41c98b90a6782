"""IDA* over pattern databases for many boards at once, on one core.

What one board's search waits for is memory: the first contours have too few nodes to divide among
lanes. Here each lane searches a board of its own, contour by contour, strictly depth-first, and
takes up the next board when it is done. A lane prefetches what its node's children need and reads
it when its turn comes again. A board's counts depend on no other board and not on the lanes.

Both views of a board are complete, and a move changes the distance of one pattern in each by one.
So f of a view never falls and grows by two or not at all, as in `whole_rows`: the search keeps how
often it may still grow, and a node as deep as the bound is the goal. Of a node's children, those
are tried first for which f grows in fewer views.
"""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.intrinsics import count_bits, load_byte, prefetch
from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.patterns.layout import ROW, Column
from taquin.kernels.patterns.shared import (
    BELOW,
    BLOCK,
    CELLS,
    ENTRY,
    PLACES,
    RANK,
    SIDE,
    STEP,
    Entry,
    share_slots,
    shared_words,
)
from taquin.kernels.patterns.sums import evaluate
from taquin.kernels.searches.lanes import SearchTables, separate_zeros
from taquin.kernels.searches.waves import SharedTables

__all__ = [
    "BOARDS",
    "MOST_EXPANSIONS",
    "BoardOutcome",
    "Boards",
    "Fate",
    "blank_boards",
    "enter",
    "expansions",
    "outcome",
    "pair_tables",
    "run",
]

U64 = np.uint64
LANES = 4  # more wait no less, and do not fit the nearest cache
BOARDS = 64  # that wait, are searched, or whose answers have not been read
# Beyond, a board is given up: with subtrees in its lanes and several threads it is solved sooner.
MOST_EXPANSIONS = 250_000
_DEPTHS = 128
_CONTOURS = 40
_VIEWS, _MOST_CELLS = 2, 16
_SLOTS = 6  # a row has room for

# A depth's row: the board, four bits a cell; where the search stands; the slots' words; and for
# each direction and view the word after the move.
_STANDS, _WORDS, _CHILDREN, _ROW = 1, 2, 8, 16
# Where the search stands: the automaton's state, and from these bits on the blank's cell, how often
# f may still grow, a byte a view, and the children to try, four bits for each number of views in
# which f grows.
_BLANK, _GROWTH, _TODO = 28, 32, 48
_STATE, _CELL, _PAIR, _BELOW_ZERO = (1 << 28) - 1, 15, 0xFFFF, 0x8080
_GREW = 63  # the bit of a child's word that tells whether its distance grew
_MASK = ((1 << _MOST_CELLS) - 1) << CELLS


class Fate(IntEnum):
    """What became of a board."""

    OPEN = 0
    FOUND = auto()
    GIVEN_UP = auto()


class BoardsPlace(IntEnum):
    """Places in `Boards.registers`."""

    TURN = 0  # position of the current lane
    ACTIVE = auto()  # active lanes
    NEXT = auto()  # the next board, counted from the first ever
    PLACED = auto()  # end of the boards that can be searched
    END = auto()  # end of the boards that were entered
    MOST = auto()  # expansions after which a board is given up
    EXPANDED = auto()  # by all boards


class Lane(IntEnum):
    """Columns of `Boards.lanes`."""

    DEPTH = 0
    ITEM = auto()  # its board
    BOUND = auto()
    SPENT = auto()  # expansions of this contour
    LEFT = auto()  # expansions of this board that are left
    CUT = auto()  # whether a child was cut in this contour


_LANE = len(Lane)


class Boards(NamedTuple):
    """The state of the search; L lanes, D depths, B boards, S slots.

    registers: int64[7]          see `BoardsPlace`
    order:     uint8[L]          lanes, the active ones first
    lanes:     uint64[L * 6]     see `Lane`
    rows:      uint64[L * D * 16]  see above
    fetched:   uint64[L * 8]     addresses of the prefetched bytes, by direction and view
    cells:     uint8[B * cells]  tile on each cell, canonical labelling
    words:     uint64[B * 6]     see `SharedSlots`
    first:     int64[B * 2]      h of the start in each view
    fate:      uint8[B]          see `Fate`
    bound:     int64[B]          the last contour's
    contours:  int64[B * 40]     expansions of each contour
    generated: int64[B]          children created
    path:      uint8[B * D]      the blank's cells from the start to the goal
    board:     uint8[1, cells]   scratch, as the rest
    where:     uint8[cells]
    found:     uint64[S]
    sums:      int64[1, 2]
    """

    registers: npt.NDArray[np.int64]
    order: npt.NDArray[np.uint8]
    lanes: npt.NDArray[np.uint64]
    rows: npt.NDArray[np.uint64]
    fetched: npt.NDArray[np.uint64]
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
    if shared is None or shared.slots > _SLOTS:
        return None
    # One entry a view for each tile, the first view's first.
    each = np.tile(np.array([1, 1 << 8], np.uint64), cells - 1)
    if not np.array_equal(shared.weights, each):
        return None
    return SharedTables(tables.neighbors, tables.steps, tables.choices, patterns, shared)


def blank_boards(tables: SharedTables, *, lanes: int = LANES) -> Boards:
    """Arrays for a search of many boards over `tables`: about 0.2 MB."""
    cells = len(tables.neighbors) // 4
    boards = Boards(
        registers=np.zeros(len(BoardsPlace), np.int64),
        order=np.arange(lanes).astype(np.uint8),
        lanes=np.zeros(lanes * _LANE, np.uint64),
        rows=separate_zeros(lanes * _DEPTHS * _ROW, dtype=np.uint64),
        fetched=np.zeros(lanes * 4 * _VIEWS, np.uint64),
        cells=np.zeros(BOARDS * cells, np.uint8),
        words=np.zeros(BOARDS * _SLOTS, np.uint64),
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
    return boards


def enter(boards: Boards, cells: bytes) -> int:
    """Put a solvable board, in canonical labelling, at the end of the queue; returns its number.

    No more than BOARDS may have been entered since the oldest one whose outcome is to be read.
    """
    number = int(boards.registers[BoardsPlace.END])
    item = number % BOARDS
    boards.cells[item * len(cells) : (item + 1) * len(cells)] = np.frombuffer(cells, np.uint8)
    boards.fate[item] = Fate.OPEN
    boards.contours[item * _CONTOURS : (item + 1) * _CONTOURS] = 0
    boards.registers[BoardsPlace.END] += 1
    return number


def run(tables: SharedTables, boards: Boards, expansions: int, *, more: bool) -> None:
    """Search for so many expansions, or until there is nothing to search.

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
    bound, counts = int(boards.bound[item]), boards.contours[item * _CONTOURS :].tolist()
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
        for slot in range(U64(len(boards.found))):
            boards.words[item * U64(_SLOTS) + slot] = boards.found[slot]
        for view in range(_VIEWS):
            boards.first[item * U64(_VIEWS) + U64(view)] = boards.sums[0, view]
        bound = max(boards.sums[0, 0], boards.sums[0, 1])
        boards.bound[item], boards.generated[item] = bound, 0
        # No way to the goal, or none to search.
        boards.fate[item] = Fate.OPEN if reached and 0 < bound < _DEPTHS else Fate.GIVEN_UP
    registers[BoardsPlace.PLACED] = registers[BoardsPlace.END]


@quick
def search(tables: SharedTables, boards: Boards, budget: Any, more: Any) -> None:
    """Search for `budget` more expansions; for `more` see `run`.

    A lane's turn: read the bits of its node's children, backtrack as far as needed, descend to a
    child within the bound, and prefetch the bits of that node's children.
    """
    registers, order, lanes, rows = boards.registers, boards.order, boards.lanes, boards.rows
    turn, active = U64(registers[BoardsPlace.TURN]), U64(registers[BoardsPlace.ACTIVE])
    expanded, all_lanes = np.int64(0), U64(len(order))
    while active < all_lanes and _next_board(tables, boards, U64(order[active])):
        active += U64(1)
    while expanded < budget and active > 0 and (active == all_lanes or not more):
        if turn >= active:
            turn = U64(0)
        lane = U64(order[turn])
        at = lane * U64(_LANE)
        depth = lanes[at + U64(Lane.DEPTH)]
        row = (lane * U64(_DEPTHS) + depth) * U64(_ROW)
        todo = _read_children(tables, boards, lane, row)
        while todo == 0 and depth > 0:
            depth, row = depth - U64(1), row - U64(_ROW)
            todo = rows[row + U64(_STANDS)] >> U64(_TODO)
        searching = True
        if todo != 0:
            row = _descend(tables, boards, row, todo)
            depth += U64(1)
            lanes[at + U64(Lane.DEPTH)] = depth
            if depth == lanes[at + U64(Lane.BOUND)]:
                _close_contour(boards, lane)
                _note_path(tables, boards, lane)
                searching = _next_board(tables, boards, lane)
            elif lanes[at + U64(Lane.LEFT)] == 0:
                _close_contour(boards, lane)
                boards.fate[lanes[at + U64(Lane.ITEM)]] = Fate.GIVEN_UP
                searching = _next_board(tables, boards, lane)
            else:
                _expand(tables, boards, lane, row)
        else:
            searching = _next_contour(tables, boards, lane)
        if searching:
            expanded += 1
            turn += U64(1)
        else:
            active -= U64(1)
            order[turn], order[active] = order[active], order[turn]
    registers[BoardsPlace.TURN], registers[BoardsPlace.ACTIVE] = turn, active
    registers[BoardsPlace.EXPANDED] += expanded


@inlined
def _next_board(tables: SharedTables, boards: Boards, lane: Any) -> Any:
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
            _begin_contour(tables, boards, lane)
            return True
    return False


@inlined
def _next_contour(tables: SharedTables, boards: Boards, lane: Any) -> Any:
    """Begin the board's next contour, or the next board; whether there is one."""
    at = lane * U64(_LANE)
    number = _close_contour(boards, lane)
    bound = boards.lanes[at + U64(Lane.BOUND)] + U64(2)
    room = number + U64(1) < U64(_CONTOURS) and bound < U64(_DEPTHS)
    if room and boards.lanes[at + U64(Lane.CUT)] != 0 and boards.lanes[at + U64(Lane.LEFT)] != 0:
        boards.lanes[at + U64(Lane.BOUND)] = bound
        _begin_contour(tables, boards, lane)
        return True
    boards.fate[boards.lanes[at + U64(Lane.ITEM)]] = Fate.GIVEN_UP
    return _next_board(tables, boards, lane)


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
def _begin_contour(tables: SharedTables, boards: Boards, lane: Any) -> None:
    """Go to the start of the lane's board, and expand it."""
    at, row, rows = lane * U64(_LANE), lane * U64(_DEPTHS * _ROW), boards.rows
    item, bound = boards.lanes[at + U64(Lane.ITEM)], np.int64(boards.lanes[at + U64(Lane.BOUND)])
    cells, board, blank, growth = U64(len(boards.where)), U64(0), U64(0), U64(0)
    for cell in range(cells):
        tile = U64(boards.cells[item * cells + cell])
        board |= tile << (cell * U64(4))
        blank = U64(cell) if tile == 0 else blank
    for view in range(U64(_VIEWS)):
        more = U64(bound - boards.first[item * U64(_VIEWS) + view]) >> U64(1)
        growth |= more << (view * U64(8))
    rows[row] = board
    rows[row + U64(_STANDS)] = blank + U64(1) | blank << U64(_BLANK) | growth << U64(_GROWTH)
    for slot in range(U64(_SLOTS)):
        rows[row + U64(_WORDS) + slot] = boards.words[item * U64(_SLOTS) + slot]
    boards.lanes[at + U64(Lane.DEPTH)] = 0
    boards.lanes[at + U64(Lane.SPENT)] = boards.lanes[at + U64(Lane.CUT)] = 0
    _expand(tables, boards, lane, row)


@inlined
def _note_path(tables: SharedTables, boards: Boards, lane: Any) -> None:
    """Store the moves that lead from the start to the goal, where the lane stands."""
    at, row = lane * U64(_LANE), lane * U64(_DEPTHS * _ROW) + U64(_STANDS)
    item = boards.lanes[at + U64(Lane.ITEM)]
    boards.fate[item] = Fate.FOUND
    for depth in range(boards.lanes[at + U64(Lane.DEPTH)]):
        blank = (boards.rows[row] >> U64(_BLANK)) & U64(_CELL)
        row += U64(_ROW)
        source = (boards.rows[row] >> U64(_BLANK)) & U64(_CELL)
        direction = U64(0)
        while tables.neighbors[blank * U64(4) + direction] != source:
            direction += U64(1)
        boards.path[item * U64(_DEPTHS) + depth] = direction


@inlined
def _read_children(tables: SharedTables, boards: Boards, lane: Any, row: Any) -> Any:
    """Read the bits that the last turn prefetched; returns the children to try."""
    rows, one = boards.rows, U64(1)
    stands = rows[row + U64(_STANDS)]
    growth = (stands >> U64(_GROWTH)) & U64(_PAIR)
    left, todo, cut = U64(tables.choices[stands & U64(_STATE)]), U64(0), U64(0)
    while left != 0:
        bit = left & (~left + one)
        pair = U64(count_bits(bit - one)) * U64(_VIEWS)
        left ^= bit
        child, at = row + U64(_CHILDREN) + pair, lane * U64(4 * _VIEWS) + pair
        word, grew = _read(rows[child], boards.fetched[at])
        rows[child] = word
        other, other_grew = _read(rows[child + one], boards.fetched[at + one])
        rows[child + one] = other
        over = (growth - grew - (other_grew << U64(8))) & U64(_BELOW_ZERO) != 0
        cut |= U64(over)
        todo |= U64(0) if over else bit << (U64(4) * (grew + other_grew))
    boards.lanes[lane * U64(_LANE) + U64(Lane.CUT)] |= cut
    return todo


@inlined
def _read(word: Any, address: Any) -> tuple[Any, Any]:
    """A word after the move, with its distance, and 1 if that grew, else 0."""
    one = U64(1)
    bit = U64(load_byte(address)) >> ((word >> U64(RANK)) & U64(7))
    # The stored bit is the second of the distance; it tells h + 1 from h - 1.
    h = word & U64(3)
    shrank = (bit ^ ((h + one) >> one)) & one
    grew = one - shrank
    h = (h + one - shrank - shrank) & U64(3)
    return (word & ~U64(3)) | h | grew << U64(_GREW), grew


@inlined
def _descend(tables: SharedTables, boards: Boards, row: Any, todo: Any) -> Any:
    """Go to the first of the children to try; returns its row."""
    rows, one, slot_of = boards.rows, U64(1), tables.shared.entries
    stands, board = rows[row + U64(_STANDS)], rows[row]
    bit = todo & (~todo + one)
    direction = U64(count_bits(bit - one)) & U64(3)
    rows[row + U64(_STANDS)] = stands & U64((1 << _TODO) - 1) | (todo ^ bit) << U64(_TODO)
    state, blank = stands & U64(_STATE), (stands >> U64(_BLANK)) & U64(_CELL)
    source = U64(tables.neighbors[blank * U64(4) + direction])
    tile = (board >> (source * U64(4))) & U64(_CELL)
    below = row + U64(_ROW)
    for slot in range(U64(_SLOTS)):
        rows[below + U64(_WORDS) + slot] = rows[row + U64(_WORDS) + slot]
    growth = (stands >> U64(_GROWTH)) & U64(_PAIR)
    for view in range(U64(_VIEWS)):
        word = rows[row + U64(_CHILDREN) + direction * U64(_VIEWS) + view]
        growth -= word >> U64(_GREW) << (U64(8) * view)
        entry = ((tile - one) * U64(_VIEWS) + view) * U64(ENTRY)
        rows[below + U64(_WORDS) + slot_of[entry + U64(Entry.SLOT)]] = word & U64((1 << _GREW) - 1)
    state = U64(tables.steps[state * U64(4) + direction])
    rows[below + U64(_STANDS)] = state | source << U64(_BLANK) | growth << U64(_GROWTH)
    rows[below] = board ^ tile << (source * U64(4)) ^ tile << (blank * U64(4))
    return below


@inlined
def _expand(tables: SharedTables, boards: Boards, lane: Any, row: Any) -> None:
    """Count the node of a row, compute where the bits of its children lie, and prefetch them."""
    rows, one, at = boards.rows, U64(1), lane * U64(_LANE)
    stands, board = rows[row + U64(_STANDS)], rows[row]
    blank = (stands >> U64(_BLANK)) & U64(_CELL)
    left = U64(tables.choices[stands & U64(_STATE)])
    boards.lanes[at + U64(Lane.SPENT)] += one
    boards.lanes[at + U64(Lane.LEFT)] -= one
    boards.generated[boards.lanes[at + U64(Lane.ITEM)]] += np.int64(count_bits(left))
    while left != 0:
        bit = left & (~left + one)
        direction = U64(count_bits(bit - one))
        left ^= bit
        move = blank * U64(4) + direction
        source = U64(tables.neighbors[move])
        tile = (board >> (source * U64(4))) & U64(_CELL)
        for view in range(U64(_VIEWS)):
            entry = ((tile - one) * U64(_VIEWS) + view) * U64(ENTRY)
            slot = tables.shared.entries[entry + U64(Entry.SLOT)]
            word, address = _after(tables, entry, rows[row + U64(_WORDS) + slot], move)
            pair = direction * U64(_VIEWS) + view
            rows[row + U64(_CHILDREN) + pair] = word
            boards.fetched[lane * U64(4 * _VIEWS) + pair] = address
            prefetch(address)


@inlined
def _after(tables: SharedTables, entry: Any, word: Any, move: Any) -> tuple[Any, Any]:
    """A slot's word after a move, still with the old distance, and the address of its byte."""
    shared, one = tables.shared, U64(1)
    entries = shared.entries
    turn = shared.turns[entries[entry + U64(Entry.TURNS)] + move]
    place = U64(count_bits((word >> U64(CELLS)) & (turn & U64(BELOW))))
    block = (word >> U64(BLOCK)) & U64((1 << CELLS - BLOCK) - 1)
    step = entries[entry + U64(Entry.STEPS)] + block * entries[entry + U64(Entry.WIDTH)]
    step += place * U64(4) + ((turn >> U64(SIDE)) & U64(3))
    taken = U64(shared.steps[step])
    rank = (word >> U64(RANK)) & U64((1 << BLOCK - RANK) - 1)
    shift, words = entries[entry + U64(Entry.SHIFT)], entries[entry + U64(Entry.WORDS)]
    arrangement = entries[entry + U64(Entry.MAPS)] + (rank >> shift)
    arrangement += (taken >> U64(PLACES)) * words
    rank = U64(shared.maps[arrangement]) ^ (rank & ((one << shift) - one))
    block = taken & U64(STEP)
    address = entries[entry + U64(Entry.ADDRESS)] + block * entries[entry + U64(Entry.STRIDE)]
    address += rank >> U64(3)
    cells = (word ^ turn) & U64(_MASK)
    known = block << U64(BLOCK) | rank << U64(RANK) | (word & U64(3))
    return cells | known, address
