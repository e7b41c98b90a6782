"""Breadth-first search on packed boards: the compiled twin of `taquin.search.breadth_first`.

Nodes are numbered in the order of generation, so the numbers themselves are the queue. A board of
up to 16 cells takes 16 bytes, plus about 8 in the index.
"""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base import hashing
from taquin.kernels.base.hashing import (
    ID_BITS,
    ID_MASK,
    NOWHERE,
    entry_of,
    find,
    is_goal,
    load_growth,
)
from taquin.kernels.base.jit import inlined, internal, quick
from taquin.kernels.base.pieces import copy, lengthened
from taquin.kernels.searches.expansion import letters_between
from taquin.kernels.searches.moves import (
    MoveTables,
    columns,
    leads_back,
    most_moves,
    successor,
    target,
)
from taquin.kernels.searches.slices import write_counters
from taquin.kernels.searches.tables import NONE, BoardTables, EstimateTables, Signal

__all__ = [
    "Layers",
    "Register",
    "advance",
    "back_of",
    "doubled",
    "layers_from",
    "link_to",
    "load_growth",
    "path_to",
    "search",
]

I64 = npt.NDArray[np.int64]

GLOBAL, PATH, PARENT, ANYTHING = 0, 1, 2, 3
POLICIES = {"global": GLOBAL, "path": PATH, "parent": PARENT, "none": ANYTHING}

# A node's link, from the low bits up: parent, blank's cell, blank's cell in the parent, and where
# moves are a table, the number of the move that led to the node.
BLANK_AT, BEFORE_AT, MOVE_AT = ID_BITS, ID_BITS + 5, ID_BITS + 10
# The index grows when three quarters of its entries are used, up to 2 ** ID_BITS entries.
MOST_NODES = (3 << ID_BITS) // 4


class Register(IntEnum):
    """Places in the registers of a search."""

    EXPANDED = 0
    GENERATED = auto()
    POPPED = auto()
    PEAK = auto()
    DEEPEST = auto()
    LAST = auto()  # the value of EXPANDED at which the budget is used up
    USED = auto()  # nodes
    HEAD = auto()  # the oldest open node, or the pending one
    LEVEL = auto()
    LEVEL_END = auto()  # the first node of the next level
    PENDING = auto()  # whether HEAD is taken but not expanded yet
    SOLUTION = auto()
    # The rules.
    CELLS = auto()
    WIDE = auto()
    POLICY = auto()
    EARLY = auto()
    GOAL = auto()  # its two words
    GOAL_SECOND = auto()
    BRANCHES = auto()  # no board has more successors


class Layers(NamedTuple):
    """All nodes, layer by layer, and the index of their boards.

    boards: int64[capacity << wide]
    links:  int64[capacity]
    places: uint32[a power of two], the index of reached boards
    """

    boards: I64
    links: I64
    places: npt.NDArray[np.uint32]


@quick
def advance(
    neighbors: I64, moves: MoveTables | None, layers: Layers, at: I64, budget: int
) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    neighbors: int64[cells, 4]. moves: in place of it, or None. at: int64[len(Register)]. BUDGET:
    the next node is taken from the queue and is not the goal. FULL: an array must grow before the
    search can go on.
    """
    at[Register.LAST] = at[Register.EXPANDED] + budget
    status = Signal.BUDGET
    while status == Signal.BUDGET:
        if not at[Register.PENDING]:
            status = _take(layers.boards, at)
            if status != Signal.BUDGET:
                break
        if at[Register.EXPANDED] >= at[Register.LAST]:
            break
        if is_short(layers, at[Register.USED], at[Register.BRANCHES]):
            status = Signal.FULL
            break
        at[Register.PENDING] = 0
        status = _expand(neighbors, moves, layers, at)
    return status


@inlined
def is_short(layers: Layers, used: Any, branches: Any) -> Any:
    """Whether the arrays are too short for one more expansion, which has that many successors."""
    used += branches
    return used > len(layers.links) or 4 * used > 3 * len(layers.places)


@inlined
def _take(boards: I64, at: I64) -> Any:
    """Take the oldest node from the queue as the pending node."""
    status = Signal.EXHAUSTED
    if at[Register.HEAD] + 1 < at[Register.USED]:
        status = Signal.BUDGET
        at[Register.HEAD] += 1
        at[Register.PENDING] = 1
        at[Register.POPPED] += 1
        if at[Register.HEAD] == at[Register.LEVEL_END]:
            at[Register.LEVEL] += 1
            at[Register.LEVEL_END] = at[Register.USED]
        here = at[Register.HEAD] << at[Register.WIDE]
        if not at[Register.EARLY] and is_goal(
            boards, here, at[Register.WIDE], at[Register.GOAL], at[Register.GOAL_SECOND]
        ):
            at[Register.SOLUTION] = at[Register.HEAD]
            status = Signal.FOUND
    return status


@inlined
def _expand(neighbors: I64, moves: Any, layers: Layers, at: I64) -> Any:
    """Generate the successors of the pending node."""
    boards, wide, number = layers.boards, at[Register.WIDE], at[Register.HEAD]
    link = layers.links[number]
    blank = (link >> BLANK_AT) & 31
    back = np.int64(-1)
    if number and (at[Register.POLICY] == GLOBAL or at[Register.POLICY] == PARENT):
        back = back_of(moves, link)
    first = boards[number << wide]
    second = boards[(number << wide) + 1] if wide else np.int64(0)
    at[Register.PEAK] = max(at[Register.PEAK], at[Register.USED] - number)
    at[Register.EXPANDED] += 1
    for k in range(columns(moves, blank)):
        if target(moves, neighbors, blank, k) != NONE:
            ahead = not leads_back(moves, neighbors, blank, k, back)
            at[Register.GENERATED] += ahead or at[Register.POLICY] == GLOBAL
    status = Signal.BUDGET
    for k in range(columns(moves, blank)):
        cell = target(moves, neighbors, blank, k)
        if cell == NONE or leads_back(moves, neighbors, blank, k, back):
            continue
        words = successor(moves, wide, at[Register.CELLS], (first, second), (blank, cell, k))
        keep = True
        if at[Register.POLICY] == GLOBAL:
            known, place = find(boards, 1 + wide, wide, layers.places, words)
            keep = known == NOWHERE
            if keep:
                layers.places[place] = entry_of(
                    at[Register.USED], words[2], len(layers.places), place
                )
        elif at[Register.POLICY] == PATH:
            keep = not _on_path(boards, layers.links, at, words[0], words[1])
        if keep:
            made = at[Register.USED]
            at[Register.USED] += 1
            at[Register.DEEPEST] = max(at[Register.DEEPEST], at[Register.LEVEL] + 1)
            append(layers, made, wide, words, link_to(moves, number, blank, cell, k))
            if (
                at[Register.EARLY]
                and words[0] == at[Register.GOAL]
                and words[1] == at[Register.GOAL_SECOND]
            ):
                at[Register.SOLUTION] = made
                status = Signal.FOUND
                break
    return status


@inlined
def append(layers: Layers, number: Any, wide: Any, words: Any, link: Any) -> None:
    """Write a node."""
    layers.boards[number << wide] = words[0]
    if wide:
        layers.boards[(number << wide) + 1] = words[1]
    layers.links[number] = link


@inlined
def link_to(moves: Any, parent: Any, blank: Any, cell: Any, k: Any) -> Any:
    """The link of the child by column k, where the blank goes to `cell`."""
    link = parent | (cell << BLANK_AT) | (blank << BEFORE_AT)
    if moves is None:
        return link
    return link | ((moves.first[blank] + k) << MOVE_AT)


@inlined
def back_of(moves: Any, link: Any) -> Any:
    """What `leads_back` needs of a node that is not the first: the way to its parent."""
    if moves is None:
        return (link >> BEFORE_AT) & 31
    return moves.undoes[link >> MOVE_AT]


@internal
def _on_path(boards: I64, links: I64, at: I64, first: Any, second: Any) -> Any:
    """Whether a board is the board of the pending node or of one of its ancestors."""
    number, wide = at[Register.HEAD], at[Register.WIDE]
    while True:
        here = number << wide
        if boards[here] == first and (not wide or boards[here + 1] == second):
            return True
        if number == 0:
            return False
        number = links[number] & ID_MASK


def layers_from(board: bytes) -> Layers:
    """Layers with a single node."""
    wide, capacity = hashing.is_wide(len(board)), 1 << 12
    layers = Layers(
        boards=np.zeros(capacity << wide, np.int64),
        links=np.zeros(capacity, np.int64),
        places=hashing.new_index(2 * capacity, wide, hashing.pack(board)),
    )
    layers.boards[: 1 + wide] = hashing.pack(board)[: 1 + wide]
    layers.links[0] = board.index(0) << BLANK_AT
    return layers


def doubled(
    layers: Layers, used: int, branches: int, monitor: Any, *, indexed: bool = True
) -> Layers | None:
    """The same layers with twice the capacity; None if there is not enough memory.

    branches: no board has more successors.
    """
    boards, links, index = layers
    if used + branches > MOST_NODES or not monitor.affords(2 * (boards.nbytes + links.nbytes)):
        return None
    wide = len(boards) // len(links) - 1
    if used + branches > len(links):
        boards, links = (lengthened(array, 2 * len(array)) for array in (boards, links))
    if 4 * (used + branches) > 3 * len(index):
        before, index = index, hashing.new_index(2 * len(index), wide, None)
        if indexed:
            copy(before, index)
            hashing.spread_out(boards, (1 + wide, wide), index, np.zeros(used, np.int64))
    return Layers(boards, links, index)


def path_to(board: BoardTables, layers: Layers, number: int) -> Sequence[str]:
    """The moves from the first node to this one."""
    links = [int(layers.links[number])]
    while number:
        number = links[-1] & ID_MASK
        links.append(int(layers.links[number]))
    links.reverse()
    if board.moves is not None:
        return tuple(board.labels[link >> MOVE_AT] for link in links[1:])
    return letters_between(board, [link >> BLANK_AT & 31 for link in links])


def _publish(at: list[int], cheapest: int, monitor: Any) -> None:
    write_counters(monitor.stats, at, Register)
    monitor.stats.peak_reached = at[Register.USED] if at[Register.POLICY] == GLOBAL else 0
    if at[Register.POPPED]:
        monitor.prove((at[Register.LEVEL] + at[Register.EARLY]) * cheapest)


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, Sequence[str] | None]:
    """Run bfs: see `solving.engines.lowering` for the protocol. options: duplicates, goal_test."""
    at = np.zeros(len(Register), np.int64)
    at[[Register.USED, Register.HEAD, Register.LEVEL_END]] = 1, -1, 1
    at[[Register.CELLS, Register.WIDE]] = len(start), hashing.is_wide(len(start))
    at[[Register.POLICY, Register.EARLY]] = (
        POLICIES[options["duplicates"]],
        options["goal_test"] == "generation",
    )
    at[Register.GOAL : Register.GOAL + 2] = hashing.pack(board.goal.tobytes())
    neighbors, layers = board.neighbors.astype(np.int64), layers_from(start)
    at[Register.BRANCHES], cheapest = most_moves(board.moves), board.cheapest
    if at[Register.EARLY] and start == board.goal.tobytes():
        _publish(at.tolist(), cheapest, monitor)
        return Signal.FOUND, ""
    while True:
        status = advance(neighbors, board.moves, layers, at, monitor.budget())
        _publish(at.tolist(), cheapest, monitor)
        if status == Signal.BUDGET:
            monitor.slice(
                int(at[Register.USED] - at[Register.HEAD] - 1), monitor.stats.peak_reached
            )
        elif status == Signal.FULL:
            used, branches = at[[Register.USED, Register.BRANCHES]].tolist()
            indexed = bool(at[Register.POLICY] == GLOBAL)
            more = doubled(layers, used, branches, monitor, indexed=indexed)
            if more is None:
                return Signal.FULL, None
            layers = more
        elif status == Signal.FOUND:
            return Signal.FOUND, path_to(board, layers, int(at[Register.SOLUTION]))
        else:
            return status, None
