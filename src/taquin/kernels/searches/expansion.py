"""Boards reached by a search and their expansion: what searches with a frontier and an index share.

A node is one row of `Nodes`, numbered in the order of the Python engine. It takes 12 bytes on
boards of up to 16 cells, plus 5 to 9 bytes in the index; pattern databases add one or two per
view. If duplicates are checked on generation, parents are not stored: the index finds them again
when the path is reconstructed. Rows never change but for their link, so a path keeps the nodes
that it was made of. A search takes a node from its frontier, makes it PENDING, calls `begin`, and
`make` for each successor.
"""

from collections.abc import Sequence
from enum import IntEnum, auto
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base import hashing
from taquin.kernels.base.growing import bytes_to_extend, extended, more
from taquin.kernels.base.hashing import (
    ID_BITS,
    NOWHERE,
    entry_of,
    find,
    home,
    mixed,
    moved,
    prefetch,
    unpack,
)
from taquin.kernels.base.jit import inlined, internal
from taquin.kernels.patterns.layout import PatternTables
from taquin.kernels.patterns.sums import sum_change
from taquin.kernels.searches.estimates import PARTS, divided, fill, largest, slide, total
from taquin.kernels.searches.moves import (
    MoveTables,
    end_of,
    labels_along,
    most_moves,
    price,
    pushed,
)
from taquin.kernels.searches.slices import write_counters
from taquin.kernels.searches.tables import NONE, BoardTables, EstimateTables, PartTables

__all__ = [
    "Expansion",
    "Nodes",
    "Register",
    "Tables",
    "Workspace",
    "begin",
    "child_of",
    "columns",
    "enter",
    "is_closed",
    "is_left_out",
    "is_short",
    "largest_g",
    "letters_between",
    "look_ahead",
    "make",
]

U64 = np.uint64
I64 = npt.NDArray[np.int64]
U32 = npt.NDArray[np.uint32]

GLOBAL, CLOSED, PATH, PARENT, ANYTHING = 0, 1, 2, 3, 4
POLICIES = {"global": GLOBAL, "closed": CLOSED, "path": PATH, "parent": PARENT, "none": ANYTHING}

# A node's link, from the low bits up: whether it was expanded, the column of the move straight
# back, the blank's cell, h, and g from bit G_AT on. A superseded node in the frontier has DEAD in
# the bits before h, which cannot occur otherwise: no blank is in cell 31. Its others are 0 or KEPT.
BACK_AT, BLANK_AT, H_AT = 1, 3, 8
WAS_EXPANDED = 1
DEAD = 0xFF
# Bits of h and of g, types of links and sums: the first of these in which no h is too large.
LAYOUTS = (
    (8, 16, np.uint32, np.uint8),
    (12, 16, np.int64, np.uint16),
    (20, 24, np.int64, np.uint32),
)

# The index grows when more than LOAD / LOAD_OF of its entries are used, up to 2 ** ID_BITS entries.
LOAD, LOAD_OF = 13, 15
MOST_NODES = (LOAD << ID_BITS) // LOAD_OF - 8


class Register(IntEnum):
    """Places in `Workspace.at`: the counters, and the rules. A search has its own from END on."""

    EXPANDED = 0
    GENERATED = auto()
    EVALUATED = auto()
    REOPENED = auto()
    POPPED = auto()
    DEEPEST = auto()
    USED = auto()  # nodes
    DISTINCT = auto()  # boards reached
    PENDING = auto()  # the node taken but not expanded yet; -1 = none
    # The rules.
    CELLS = auto()
    DEAREST = auto()  # no move costs more
    WIDE = auto()
    STRIDE = auto()
    INFORMED = auto()
    POLICY = auto()
    REOPEN = auto()
    MOST_H = auto()  # no estimate exceeds it
    DEPTHS = auto()
    PLAIN = auto()
    FORESEES = auto()  # whether successors are often expanded next
    VIEWS = auto()  # pattern-database sums per node
    PARENTS = auto()  # whether parents are stored
    G_AT = auto()  # the layout of links
    H_MASK = auto()
    GOAL = auto()  # its two words
    GOAL_SECOND = auto()
    BRANCHES = auto()  # no board has more successors
    MOST_G = auto()  # no link has room for more
    KEPT = auto()  # the bits of a link that a superseded node keeps beside those of DEAD
    # The words and the mixed bits of each successor, three for each column.
    CHILDREN = auto()


END = Register.CHILDREN + 12


class Tables(NamedTuple):
    """The constants of a search.

    board: int64[…]; neighbours [cells, 4], cost [cells] and value [cells, cells], concatenated.
    moves: None where `board` has all moves.
    """

    board: I64
    estimate: PartTables
    patterns: PatternTables
    moves: MoveTables | None


class Nodes(NamedTuple):
    """All nodes, and the index of their boards.

    boards:  int64[capacity, stride] flat: one or two words, and the depth if moves can cost more
             than 1
    links:   uint32[capacity], or int64 for large h
    parents: uint32[capacity] of node numbers; empty with the policy "global", unless moves are a
             table
    places:  uint32[any size], the index of reached boards
    sums:    uint8[capacity, views] flat, or uint16 for large h; see `patterns.sums`
    """

    boards: I64
    links: Any
    parents: U32
    places: U32
    sums: Any


class Workspace(NamedTuple):
    """The registers, and working space for one expansion."""

    at: I64  # int64[…], see `Register`
    board: npt.NDArray[np.uint8]  # uint8[cells]
    parts: I64  # int64[2, PARTS]
    where: npt.NDArray[np.uint8]  # uint8[cells], the cell of each tile of `board`
    # The successors where moves are a table: int64[branches, 4] flat, their words, mixed bits, and
    # whether a successor is left out; and uint8[cells], one of them.
    pushed: I64
    child: npt.NDArray[np.uint8]


@inlined
def is_short(nodes: Nodes, at: I64) -> Any:
    """Whether the arrays are too short for one more expansion, or links for a larger g."""
    g = np.int64(nodes.links[at[Register.PENDING]]) >> at[Register.G_AT]
    made = at[Register.BRANCHES]
    short = at[Register.USED] + made > len(nodes.links)
    short |= at[Register.POLICY] <= CLOSED and at[Register.USED] + 2 * made > len(nodes.places)
    short |= LOAD_OF * (at[Register.DISTINCT] + made) > LOAD * len(nodes.places)
    return short or g + at[Register.DEAREST] > at[Register.MOST_G]


@inlined
def begin(tables: Tables, nodes: Nodes, scratch: Workspace) -> Any:
    """Begin to expand the pending node; returns its blank and where it was before, or -1.

    The move straight back is always a duplicate then, so it is not looked up.
    """
    at = scratch.at
    number = at[Register.PENDING]
    link = np.int64(nodes.links[number])
    blank = (link >> BLANK_AT) & 31
    nodes.links[number] = link | WAS_EXPANDED
    at[Register.EXPANDED] += 1
    if at[Register.POLICY] == CLOSED:
        enter(nodes, at, number)
    return blank, _prepare(tables.moves, tables, nodes, scratch, link)


@inlined
def _prepare(moves: Any, tables: Tables, nodes: Nodes, scratch: Workspace, link: Any) -> Any:
    """Pack the successors of the pending node; returns where its blank was before, or -1."""
    at, blank, back = scratch.at, (link >> BLANK_AT) & 31, np.int64(-1)
    if moves is None:
        if at[Register.PENDING] and (
            at[Register.POLICY] == GLOBAL or at[Register.POLICY] == PARENT
        ):
            back = tables.board[4 * blank + ((link >> BACK_AT) & 3)]
        _successors(tables, nodes, scratch, blank, back)
    else:
        _pushes(moves, nodes, scratch, blank)
    return back


@inlined
def columns(tables: Tables, scratch: Workspace) -> Any:
    """How many columns the successors of a board may have."""
    return _columns(tables.moves, scratch)


@inlined
def _columns(moves: Any, scratch: Workspace) -> Any:
    if moves is None:
        return np.int64(4)
    return scratch.at[Register.BRANCHES]


@inlined
def is_left_out(tables: Tables, scratch: Workspace, blank: Any, back: Any, k: Any) -> Any:
    """Whether a node of that blank has no successor by column k, or it need not be looked up."""
    return _is_left_out(tables.moves, tables, scratch, blank, back, k)


@inlined
def _is_left_out(
    moves: Any, tables: Tables, scratch: Workspace, blank: Any, back: Any, k: Any
) -> Any:
    if moves is None:
        cell = tables.board[4 * blank + k]
        return (cell == NONE) | (cell == back)  # `in` a tuple is slower to compile
    return scratch.pushed[4 * k + 3] != 0


@internal
def _pushes(moves: Any, nodes: Nodes, scratch: Workspace, blank: Any) -> None:
    """`_successors` where moves are a table."""
    at, board = scratch.at, scratch.board
    wide, cells, number = at[Register.WIDE], at[Register.CELLS], at[Register.PENDING]
    here = number * at[Register.STRIDE]
    first, second = nodes.boards[here], nodes.boards[here + 1] if wide else np.int64(0)
    unpack(wide, first, second, board)
    before, begin_at = np.int64(-1), moves.first[blank]
    if number and at[Register.POLICY] == PARENT:
        before = np.int64(nodes.parents[number]) * at[Register.STRIDE]
    for k in range(moves.first[blank + 1] - begin_at):
        child, other, bits = pushed(moves, wide, cells, (first, second), blank, begin_at + k)
        back = before >= 0 and nodes.boards[before] == child
        if back and wide:
            back = nodes.boards[before + 1] == other
        scratch.pushed[4 * k], scratch.pushed[4 * k + 1] = child, other
        scratch.pushed[4 * k + 2], scratch.pushed[4 * k + 3] = bits, back
        at[Register.GENERATED] += not back
        if at[Register.POLICY] == GLOBAL:
            prefetch(nodes.places, home(bits, len(nodes.places)))  # type: ignore[call-arg]
    for k in range(moves.first[blank + 1] - begin_at, at[Register.BRANCHES]):
        scratch.pushed[4 * k + 3] = 1


@internal
def is_closed(nodes: Nodes, at: I64, number: Any) -> Any:
    """Whether a node's board was expanded, and this path is not worth expanding it again."""
    known, _, _ = _known(nodes, at, number)
    if known == NOWHERE:
        return False
    if (
        not at[Register.REOPEN]
        or nodes.links[known] >> at[Register.G_AT] <= nodes.links[number] >> at[Register.G_AT]
    ):
        return True
    at[Register.REOPENED] += 1
    return False


@internal
def _known(nodes: Nodes, at: I64, number: Any) -> Any:
    """The index entry of a node's board: number or NOWHERE, and place; and its mixed bits."""
    boards, here = nodes.boards, number * at[Register.STRIDE]
    first, second = boards[here], boards[here + 1] if at[Register.WIDE] else np.int64(0)
    bits = mixed(at[Register.WIDE], first, second)
    words = first, second, bits
    known, place = find(boards, at[Register.STRIDE], at[Register.WIDE], nodes.places, words)
    return known, place, bits


@internal
def enter(nodes: Nodes, at: I64, number: Any) -> None:
    """Make a node the index entry of its board."""
    known, place, bits = _known(nodes, at, number)
    at[Register.DISTINCT] += known == NOWHERE
    nodes.places[place] = entry_of(number, bits, len(nodes.places), place)


@inlined
def _successors(tables: Tables, nodes: Nodes, scratch: Workspace, blank: Any, back: Any) -> None:
    """Pack the successors of the pending node and prefetch their index entries."""
    at, board, neighbors = scratch.at, scratch.board, tables.board
    wide, cells, number = at[Register.WIDE], at[Register.CELLS], at[Register.PENDING]
    here = number * at[Register.STRIDE]
    first, second = nodes.boards[here], nodes.boards[here + 1] if wide else np.int64(0)
    if at[Register.PLAIN]:
        scratch.parts[0, 0] = (np.int64(nodes.links[number]) >> H_AT) & at[Register.H_MASK]
    else:
        unpack(wide, first, second, board)
        if at[Register.INFORMED]:
            fill(board, tables.estimate, scratch.parts[0])
        if at[Register.VIEWS]:
            for cell in range(cells):
                scratch.where[board[cell]] = cell
    for k in range(4):
        cell = neighbors[4 * blank + k]
        if cell == NONE:
            continue
        if cell == back:
            at[Register.GENERATED] += at[Register.POLICY] == GLOBAL
            continue
        at[Register.GENERATED] += 1
        child, other = first, second
        if wide:
            tile = np.int64(board[cell])
            child, other = moved(first, 0, tile, cell, blank), moved(second, 1, tile, cell, blank)
        else:
            tile = (first >> (4 * (cells - 1 - cell))) & 15
            child = first ^ (tile << (4 * (cells - 1 - cell))) ^ (tile << (4 * (cells - 1 - blank)))
            board[cell] = tile
        bits = mixed(wide, child, other)
        at[Register.CHILDREN + 3 * k], at[Register.CHILDREN + 3 * k + 1] = child, other
        at[Register.CHILDREN + 3 * k + 2] = bits
        if at[Register.POLICY] == GLOBAL:
            prefetch(nodes.places, home(bits, len(nodes.places)))  # type: ignore[call-arg]
            if at[Register.FORESEES]:
                look_ahead(neighbors, nodes.places, cells, child, blank, cell)


@internal
def look_ahead(neighbors: I64, places: U32, cells: Any, board: Any, back: Any, blank: Any) -> None:
    """Prefetch the index entries of the successors of a board that will soon be expanded."""
    for k in range(4):
        cell = neighbors[4 * blank + k]
        # A missing successor is replaced by the board itself: a branch would cost more.
        if cell == NONE or cell == back:  # noqa: SIM109 (a tuple is slower to compile)
            cell = blank
        tile = (board >> (4 * (cells - 1 - cell))) & 15
        after = board ^ (tile << (4 * (cells - 1 - cell))) ^ (tile << (4 * (cells - 1 - blank)))
        prefetch(places, home(mixed(0, after, 0), len(places)))  # type: ignore[call-arg]


@inlined
def make(tables: Tables, nodes: Nodes, scratch: Workspace, k: Any) -> Any:
    """Generate the successor of the pending node by column k, unless it is a duplicate.

    (h, g, superseded, before): of the new node, which is the last one, h and g; h = -1 if there is
    none. Of the node of the same board that was open and is no longer, number and link, else -1.
    """
    at, links, parent, cells = (
        scratch.at,
        nodes.links,
        scratch.at[Register.PENDING],
        scratch.at[Register.CELLS],
    )
    link = np.int64(links[parent])
    blank = (link >> BLANK_AT) & 31
    cell, cost = _step(tables.moves, tables, scratch, blank, k)
    g = (link >> at[Register.G_AT]) + cost
    first, second, bits = child_of(tables, scratch, k)
    number, h, keep, like = at[Register.USED], np.int64(-1), True, np.int64(-1)
    superseded, before = np.int64(-1), np.int64(-1)
    if at[Register.POLICY] == GLOBAL:
        words = first, second, bits
        known, place = find(
            nodes.boards, at[Register.STRIDE], at[Register.WIDE], nodes.places, words
        )
        if known == NOWHERE:
            at[Register.DISTINCT] += 1
        else:
            other = np.int64(links[known])
            keep = at[Register.REOPEN] and g < other >> at[Register.G_AT]
            if keep:
                h, like = (other >> H_AT) & at[Register.H_MASK], known
                if other & WAS_EXPANDED:
                    at[Register.REOPENED] += 1
                else:
                    superseded, before = known, other
                    links[known] = DEAD | (other & at[Register.KEPT])
        if keep:
            nodes.places[place] = entry_of(number, bits, len(nodes.places), place)
    elif at[Register.POLICY] == PATH:
        keep = not _on_path(nodes, at, first, second)
    if keep:
        if h < 0:
            h = _value(tables.moves, tables, scratch, (first, second), (blank, cell))
            if at[Register.VIEWS]:
                h = max(h, _sums(tables, nodes, scratch, blank, cell))
            at[Register.EVALUATED] += at[Register.INFORMED]
        else:
            for view in range(at[Register.VIEWS]):
                nodes.sums[number * at[Register.VIEWS] + view] = nodes.sums[
                    like * at[Register.VIEWS] + view
                ]
        here = number * at[Register.STRIDE]
        nodes.boards[here] = first
        if at[Register.WIDE]:
            nodes.boards[here + 1] = second
        depth = g
        if at[Register.DEPTHS]:
            depth = nodes.boards[(parent + 1) * at[Register.STRIDE] - 1] + 1
            nodes.boards[here + at[Register.STRIDE] - 1] = depth
        at[Register.DEEPEST] = max(at[Register.DEEPEST], depth)
        back_column = _back_column(tables.moves, tables, cells, blank, k)
        links[number] = (
            (back_column << BACK_AT) | (cell << BLANK_AT) | (h << H_AT) | (g << at[Register.G_AT])
        )
        if at[Register.PARENTS]:
            nodes.parents[number] = parent
        at[Register.USED] += 1
    return h, g, superseded, before


@inlined
def child_of(tables: Tables, scratch: Workspace, k: Any) -> Any:
    """The two words and the mixed bits of the successor of the pending node by column k."""
    return _child_of(tables.moves, scratch, k)


@inlined
def _child_of(moves: Any, scratch: Workspace, k: Any) -> Any:
    if moves is None:
        at, child = scratch.at, Register.CHILDREN + 3 * k
        return at[child], at[child + 1], at[child + 2]
    return scratch.pushed[4 * k], scratch.pushed[4 * k + 1], scratch.pushed[4 * k + 2]


@inlined
def _step(moves: Any, tables: Tables, scratch: Workspace, blank: Any, k: Any) -> Any:
    """Where the move of column k leaves the blank, and what it costs."""
    cells = scratch.at[Register.CELLS]
    if moves is None:
        cell = tables.board[4 * blank + k]
        return cell, tables.board[4 * cells + scratch.board[cell]]
    move = moves.first[blank] + k
    return end_of(moves, move), price(moves, tables.board[4 * cells :], scratch.board, move)


@inlined
def _back_column(moves: Any, tables: Tables, cells: Any, blank: Any, k: Any) -> Any:
    """The column of the move that undoes that of column k; 0 where moves are a table."""
    if moves is None:
        return tables.board[cells * (5 + cells) + 4 * blank + k]
    return np.int64(0)


@inlined
def _value(moves: Any, tables: Tables, scratch: Workspace, words: Any, ends: Any) -> Any:
    """h of a successor. words: of its board. ends: the blank before and after the move."""
    if moves is None:
        return _estimate(tables, scratch, ends[0], ends[1])
    value = np.int64(0)
    if scratch.at[Register.INFORMED]:
        unpack(scratch.at[Register.WIDE], words[0], words[1], scratch.child)
        fill(scratch.child, tables.estimate, scratch.parts[1])
        value = divided(tables.estimate, scratch.parts[1])
    return value


@inlined
def _estimate(tables: Tables, scratch: Workspace, blank: Any, cell: Any) -> Any:
    """h of the successor of the pending node whose blank is `cell`."""
    board, estimate, cells = scratch.board, tables.estimate, scratch.at[Register.CELLS]
    value = np.int64(0)
    if estimate.kind == 0:
        tile = 5 * cells + np.int64(board[cell])
        change = tables.board[tile + cells * blank] - tables.board[tile + cells * cell]
        value = scratch.parts[0, 0] + change
        if estimate.divisor != 1:
            value = -(-value // estimate.divisor)
    else:
        slide(board, blank, cell, estimate, scratch.parts[0], scratch.parts[1])
        value = total(estimate, scratch.parts[1])
    return value


@inlined
def _sums(tables: Tables, nodes: Nodes, scratch: Workspace, blank: Any, cell: Any) -> Any:
    """The greatest sum of that successor, which will be the next node; stores its sums."""
    at, patterns = scratch.at, tables.patterns
    tile, greatest = U64(scratch.board[cell]), np.int64(0)
    before, after = (
        at[Register.PENDING] * at[Register.VIEWS],
        at[Register.USED] * at[Register.VIEWS],
    )
    for view in range(at[Register.VIEWS]):
        value = np.int64(nodes.sums[before + view])
        value += sum_change(patterns, scratch.where, U64(view), tile, U64(cell), U64(blank))
        nodes.sums[after + view] = value
        greatest = max(greatest, value)
    return greatest


@internal
def _on_path(nodes: Nodes, at: I64, first: Any, second: Any) -> Any:
    """Whether a board is the board of the pending node or of one of its ancestors."""
    number = at[Register.PENDING]
    while True:
        here = number * at[Register.STRIDE]
        if nodes.boards[here] == first and (
            not at[Register.WIDE] or nodes.boards[here + 1] == second
        ):
            return True
        if number == 0:
            return False
        number = np.int64(nodes.parents[number])


class Expansion:
    """The boards reached from a start, from the Python side: their arrays and how these grow.

    registers: how many the search has of its own.
    """

    def __init__(
        self,
        board: BoardTables,
        estimate: EstimateTables | None,
        start: bytes,
        *,
        duplicates: str = "global",
        reopen: bool = True,
        foresees: bool = False,
        registers: int = 0,
    ) -> None:
        cells, informed = len(start), estimate is not None
        if estimate is None:
            zero = np.zeros((cells, cells), np.int64)
            estimate = EstimateTables(PartTables(0, zero, 1, np.zeros(0, np.int64)))
        neighbors = board.neighbors.astype(np.int64)
        steps = neighbors.tolist() if board.moves is None else []
        back_columns = [
            row.index(cell) if there != NONE else NONE
            for cell, there_all in enumerate(steps)
            for there in there_all
            for row in [neighbors[there].tolist() if there != NONE else []]
        ]
        parts = (
            neighbors.ravel(),
            board.cost,
            estimate.parts.value.ravel(),
            np.array(back_columns, np.int64),
        )
        flat = np.concatenate(parts, dtype=np.int64)
        self.tables = Tables(flat, estimate.parts, estimate.patterns, board.moves)
        self.letters_of, self.branches = board, most_moves(board.moves)
        at = np.zeros(END + registers, np.int64)
        rules = _rules(board, estimate, POLICIES[duplicates], informed=informed)
        rules |= {Register.REOPEN: reopen, Register.FORESEES: foresees and rules[Register.PLAIN]}
        at[list(rules)] = list(rules.values())
        self.scratch = Workspace(
            at=at,
            board=np.frombuffer(start, np.uint8).copy(),
            parts=np.zeros((2, PARTS), np.int64),
            where=np.zeros(cells, np.uint8),
            pushed=np.zeros(4 * self.branches, np.int64),
            child=np.zeros(cells, np.uint8),
        )
        capacity, wide = 1 << 12, int(at[Register.WIDE])
        first = (wide, hashing.pack(start)) if duplicates == "global" else (0, None)
        _, _, links, sums = _layout(int(at[Register.MOST_H]))
        self.nodes = Nodes(
            boards=np.zeros(capacity * int(at[Register.STRIDE]), np.int64),
            links=np.zeros(capacity, links),
            parents=np.zeros(capacity if at[Register.PARENTS] else 0, np.uint32),
            places=hashing.new_index(2 * capacity, *first),
            sums=np.zeros(capacity * int(at[Register.VIEWS]), sums),
        )
        self.h = self._enter_start(start, estimate.start)

    def _enter_start(self, start: bytes, sums: I64) -> int:
        """Make the start the first node; returns its h."""
        at, h = self.scratch.at, 0
        if at[Register.INFORMED]:
            fill(self.scratch.board, self.tables.estimate, self.scratch.parts[0])
            value = total if self.tables.moves is None else divided
            h = int(value(self.tables.estimate, self.scratch.parts[0]))
            self.nodes.sums[: len(sums)] = sums
            h = max(h, 0, *sums.tolist())
        self.nodes.boards[: 1 + at[Register.WIDE]] = hashing.pack(start)[: 1 + at[Register.WIDE]]
        self.nodes.links[0] = (start.index(0) << BLANK_AT) | (h << H_AT)
        at[Register.PENDING] = -1
        at[[Register.USED, Register.EVALUATED]] = 1, at[Register.INFORMED]
        at[Register.DISTINCT] = at[Register.POLICY] == GLOBAL
        return h

    def longer(self) -> dict[str, int]:
        """New lengths for the arrays that are too short for one more expansion."""
        at, nodes, lengths = self.scratch.at, self.nodes, {}
        made = self.branches
        full = LOAD_OF * (at[Register.DISTINCT] + made) > LOAD * len(nodes.places)
        # Node numbers must fit in its entries.
        if full or (
            at[Register.POLICY] <= CLOSED and at[Register.USED] + 2 * made > len(nodes.places)
        ):
            lengths["places"] = 2 * len(nodes.places)
        if at[Register.USED] + made > len(nodes.links):
            rows = more(len(nodes.links), 8)
            lengths["boards"], lengths["links"] = rows * int(at[Register.STRIDE]), rows
            lengths["parents"] = rows if at[Register.PARENTS] else 0
            lengths["sums"] = rows * int(at[Register.VIEWS])
        return lengths

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""
        nodes = self.nodes._asdict()
        return sum(bytes_to_extend(nodes[name], n) for name, n in self.longer().items())

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        for name, length in self.longer().items():
            longer = extended(getattr(self.nodes, name), length)
            self.nodes = self.nodes._replace(**{name: longer})
            if name == "places":
                at, aside = self.scratch.at, np.zeros(length // 2, np.int64)
                shape = int(at[Register.STRIDE]), int(at[Register.WIDE])
                hashing.spread_out(self.nodes.boards, shape, longer, aside)

    def count(self, stats: Any, peak: int) -> None:
        """Write the counters to `stats`; peak: the most nodes that were open."""
        write_counters(stats, self.scratch.at.tolist(), Register)
        stats.peak_frontier = peak

    @property
    def is_numbered_out(self) -> bool:
        """Whether the nodes are all that the longest index holds."""
        return bool(self.scratch.at[Register.USED] + 2 * self.branches > MOST_NODES)

    @property
    def is_beyond(self) -> bool:
        """Whether a g would no longer fit in a link."""
        at = self.scratch.at
        return bool(self.g + at[Register.DEAREST] > at[Register.MOST_G])

    @property
    def g(self) -> int:
        """The g of the pending node."""
        at = self.scratch.at
        return int(self.nodes.links[at[Register.PENDING]]) >> int(at[Register.G_AT])

    def board(self, number: int) -> bytes:
        """The board of a node."""
        at = self.scratch.at
        here = number * int(at[Register.STRIDE])
        first, second = self.nodes.boards[here], self.nodes.boards[here + int(at[Register.WIDE])]
        return hashing.unpack_bytes(int(at[Register.CELLS]), int(first), int(second))

    def letters(self, number: int) -> Sequence[str]:
        """The moves from the start to a node."""
        path = [number]
        while path[-1]:
            path.append(self._parent(path[-1]))
        path.reverse()
        if self.tables.moves is not None:
            return labels_along(self.letters_of, [self.board(node) for node in path])
        blanks = [int(self.nodes.links[node]) >> BLANK_AT & 31 for node in path]
        return letters_between(self.letters_of, blanks)

    def _parent(self, number: int) -> int:
        """The parent of a node.

        If parents are not stored, it is found by its board, one move back, and by its g: each
        node of the same board has a smaller g than those before it.
        """
        at, nodes, cells = self.scratch.at, self.nodes, bytearray(self.board(number))
        if at[Register.PARENTS]:
            return int(nodes.parents[number])
        link = int(nodes.links[number])
        blank = link >> BLANK_AT & 31
        before = int(self.tables.board[4 * blank + (link >> BACK_AT & 3)])
        g = (link >> int(at[Register.G_AT])) - int(self.letters_of.cost[cells[before]])
        cells[blank], cells[before] = cells[before], 0
        words = hashing.pack(bytes(cells))
        found = hashing.look_up(
            nodes.boards, tuple(at[[Register.STRIDE, Register.WIDE]]), nodes.places, words
        )
        if int(nodes.links[found]) >> int(at[Register.G_AT]) == g:
            return found
        stride, end = int(at[Register.STRIDE]), int(at[Register.USED] * at[Register.STRIDE])
        equal = nodes.boards[:end:stride] == words[0]
        if at[Register.WIDE]:
            equal &= nodes.boards[1:end:stride] == words[1]
        equal &= nodes.links[: at[Register.USED]] != DEAD
        same = np.flatnonzero(equal)
        return int(same[nodes.links[same] >> int(at[Register.G_AT]) == g][0])


def letters_between(board: BoardTables, blanks: Sequence[int]) -> str:
    """The moves that take the blank through these cells."""
    letters = []
    for here, there in pairwise(blanks):
        column = board.neighbors[here].tolist().index(there)
        letters.append("UDLR"[board.letters[column]])
    return "".join(letters)


def _layout(most_h: int) -> tuple[int, int, Any, Any]:
    """One of `LAYOUTS`."""
    return next(layout for layout in LAYOUTS if most_h < 1 << layout[0])


def largest_g(estimate: EstimateTables | tuple[EstimateTables, EstimateTables] | None) -> int:
    """The largest cost that a search with this estimate can count."""
    ends = (estimate,) if isinstance(estimate, EstimateTables) else estimate or ()
    return (1 << _layout(max(map(largest, ends), default=0))[1]) - 1


def _rules(
    board: BoardTables, estimate: EstimateTables, policy: int, *, informed: bool
) -> dict[int, int]:
    """The registers that hold the rules."""
    cells, parts = len(board.goal), estimate.parts
    wide, most = hashing.is_wide(cells), largest(estimate) if informed else 0
    h_bits, g_bits, _, _ = _layout(most)
    depths, views = (board.cheapest, board.dearest) != (1, 1), estimate.patterns.views
    plain = not wide and parts.kind == 0 and parts.divisor == 1 and not views
    goal = hashing.pack(board.goal.tobytes())
    return {
        Register.CELLS: cells,
        Register.DEAREST: max(cells, board.dearest),
        Register.WIDE: wide,
        Register.STRIDE: 1 + wide + depths,
        Register.INFORMED: informed,
        Register.POLICY: policy,
        Register.MOST_H: most,
        Register.DEPTHS: depths,
        Register.PLAIN: plain and board.moves is None,
        Register.VIEWS: views,
        Register.PARENTS: policy != GLOBAL or board.moves is not None,
        Register.G_AT: H_AT + h_bits,
        Register.H_MASK: (1 << h_bits) - 1,
        Register.MOST_G: (1 << g_bits) - 1,
        Register.GOAL: goal[0],
        Register.GOAL_SECOND: goal[1],
        Register.BRANCHES: most_moves(board.moves),
    }
