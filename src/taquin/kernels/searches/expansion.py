"""The expansion of a board: what searches with a frontier and an index share.

A search takes a node from its frontier, makes it PENDING, calls `begin`, and `make` for each
successor.
"""

from typing import Any

import numpy as np

from taquin.kernels.base.hashing import (
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
from taquin.kernels.patterns.sums import sum_change
from taquin.kernels.searches.estimates import divided, fill, slide, total
from taquin.kernels.searches.moves import end_of, price, pushed
from taquin.kernels.searches.nodes import (
    BACK_AT,
    BLANK_AT,
    CLOSED,
    DEAD,
    GLOBAL,
    H_AT,
    I64,
    LOAD,
    LOAD_OF,
    PARENT,
    PATH,
    U32,
    WAS_EXPANDED,
    Nodes,
    Register,
    Tables,
    Workspace,
)
from taquin.kernels.searches.tables import NONE

__all__ = [
    "begin",
    "child_of",
    "columns",
    "enter",
    "is_closed",
    "is_left_out",
    "is_short",
    "look_ahead",
    "make",
]

U64 = np.uint64


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
