"""Breadth-first search on packed boards: the compiled twin of `taquin.search.breadth_first`.

Nodes are numbered in the order of generation, so the numbers themselves are the queue. A board of
up to 16 cells takes 16 bytes, plus about 8 in the index.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels import hashing
from taquin.kernels.best_first import letters_between
from taquin.kernels.hashing import (
    ID_BITS,
    ID_MASK,
    NOWHERE,
    entry_of,
    find,
    inlined,
    is_goal,
    load_growth,
    mixed,
    moved,
    quick,
)
from taquin.kernels.pieces import copy, lengthened
from taquin.kernels.tables import NONE, BoardTables, EstimateTables, Status

__all__ = [
    "Layers",
    "advance",
    "blanks_to",
    "board_of",
    "doubled",
    "layers_from",
    "load_growth",
    "search",
]

I64 = npt.NDArray[np.int64]

GLOBAL, PATH, PARENT, ANYTHING = 0, 1, 2, 3
POLICIES = {"global": GLOBAL, "path": PATH, "parent": PARENT, "none": ANYTHING}
BUDGET, FOUND, EXHAUSTED, FULL = Status.BUDGET, Status.FOUND, Status.EXHAUSTED, Status.FULL

# A node's link, from the low bits up: parent, blank's cell, blank's cell in the parent.
BLANK_AT, BEFORE_AT = 28, 33
MOST_NODES = (1 << ID_BITS) - 8

# Registers.
EXPANDED, GENERATED, POPPED, PEAK, USED, HEAD, LEVEL, LEVEL_END = 0, 1, 2, 3, 4, 5, 6, 7
PENDING, SOLUTION, LAST, CELLS, WIDE, POLICY, EARLY, GOAL, DEEPEST = (
    8,
    9,
    10,
    11,
    12,
    13,
    14,
    15,
    17,
)
REGISTERS = 18


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
def advance(neighbors: I64, layers: Layers, at: I64, budget: int) -> int:
    """Expand up to `budget` more nodes; returns a Status.

    neighbors: int64[cells, 4]. at: int64[REGISTERS]. BUDGET: the next node is taken from the
    queue and is not the goal. FULL: an array must grow before the search can go on.
    """
    at[LAST] = at[EXPANDED] + budget
    status = BUDGET
    while status == BUDGET:
        if not at[PENDING]:
            status = _take(layers.boards, at)
            if status != BUDGET:
                break
        if at[EXPANDED] >= at[LAST]:
            break
        if is_short(layers, at[USED]):
            status = FULL
            break
        at[PENDING] = 0
        status = _expand(neighbors, layers, at)
    return status


@inlined
def is_short(layers: Layers, used: Any) -> Any:
    """Whether the arrays are too short for one more expansion."""
    return used + 4 > len(layers.links) or 4 * (used + 4) > 3 * len(layers.places)


@inlined
def _take(boards: I64, at: I64) -> Any:
    """Take the oldest node from the queue as the pending node."""
    status = EXHAUSTED
    if at[HEAD] + 1 < at[USED]:
        status = BUDGET
        at[HEAD] += 1
        at[PENDING] = 1
        at[POPPED] += 1
        if at[HEAD] == at[LEVEL_END]:
            at[LEVEL] += 1
            at[LEVEL_END] = at[USED]
        here = at[HEAD] << at[WIDE]
        if not at[EARLY] and is_goal(boards, here, at[WIDE], at[GOAL], at[GOAL + 1]):
            at[SOLUTION] = at[HEAD]
            status = FOUND
    return status


@inlined
def _expand(neighbors: I64, layers: Layers, at: I64) -> Any:
    """Generate the successors of the pending node."""
    boards, wide, number = layers.boards, at[WIDE], at[HEAD]
    link = layers.links[number]
    blank = (link >> BLANK_AT) & 31
    back = np.int64(-1)
    if number and (at[POLICY] == GLOBAL or at[POLICY] == PARENT):
        back = (link >> BEFORE_AT) & 31
    first = boards[number << wide]
    second = boards[(number << wide) + 1] if wide else np.int64(0)
    at[PEAK] = max(at[PEAK], at[USED] - number)
    at[EXPANDED] += 1
    for k in range(4):
        cell = neighbors[blank, k]
        if cell != NONE:
            at[GENERATED] += cell != back or at[POLICY] == GLOBAL
    status = BUDGET
    for k in range(4):
        cell = neighbors[blank, k]
        if cell == NONE or cell == back:  # noqa: SIM109 (a tuple is slower to compile)
            continue
        words = successor(wide, at[CELLS], (first, second), blank, cell)
        keep = True
        if at[POLICY] == GLOBAL:
            known, place = find(boards, 1 + wide, wide, layers.places, words)
            keep = known == NOWHERE
            if keep:
                layers.places[place] = entry_of(at[USED], words[2], len(layers.places), place)
        elif at[POLICY] == PATH:
            keep = not _on_path(boards, layers.links, at, words[0], words[1])
        if keep:
            made = at[USED]
            at[USED] += 1
            at[DEEPEST] = max(at[DEEPEST], at[LEVEL] + 1)
            append(layers, made, wide, words, number | (cell << BLANK_AT) | (blank << BEFORE_AT))
            if at[EARLY] and words[0] == at[GOAL] and words[1] == at[GOAL + 1]:
                at[SOLUTION] = made
                status = FOUND
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
def successor(wide: Any, cells: Any, words: Any, blank: Any, cell: Any) -> Any:
    """The words and mixed bits of a board after the tile in `cell` has moved into `blank`."""
    first, second = words
    if wide:
        tile = tile_at(cells, first, second, cell)
        first, second = moved(first, 0, tile, cell, blank), moved(second, 1, tile, cell, blank)
    else:
        tile = (first >> (4 * (cells - 1 - cell))) & 15
        first ^= (tile << (4 * (cells - 1 - cell))) ^ (tile << (4 * (cells - 1 - blank)))
    return first, second, mixed(wide, first, second)


@inlined
def tile_at(cells: Any, first: Any, second: Any, cell: Any) -> Any:
    """The tile in a cell of a wide board."""
    tile = np.int64(24)
    if cell < 12:
        tile = (first >> (5 * (11 - cell))) & 31
    elif cell < 24:
        tile = (second >> (5 * (23 - cell))) & 31
    else:  # 0 ^ 1 ^ … ^ 24 = 24
        for i in range(12):
            tile ^= ((first >> (5 * i)) ^ (second >> (5 * i))) & 31
    return tile


@quick
def _on_path(boards: I64, links: I64, at: I64, first: Any, second: Any) -> Any:
    """Whether a board is the board of the pending node or of one of its ancestors."""
    number, wide = at[HEAD], at[WIDE]
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


def doubled(layers: Layers, used: int, monitor: Any, *, indexed: bool = True) -> Layers | None:
    """The same layers with twice the capacity; None if there is not enough memory."""
    boards, links, index = layers
    if used + 4 > MOST_NODES or not monitor.affords(2 * (boards.nbytes + links.nbytes)):
        return None
    wide = len(boards) // len(links) - 1
    if used + 4 > len(links):
        boards, links = (lengthened(array, 2 * len(array)) for array in (boards, links))
    if 4 * (used + 4) > 3 * len(index):
        before, index = index, hashing.new_index(2 * len(index), wide, None)
        if indexed:
            copy(before, index)
            hashing.spread_out(boards, (1 + wide, wide), index, np.zeros(used, np.int64))
    return Layers(boards, links, index)


def board_of(layers: Layers, number: int, cells: int) -> bytes:
    """The board of a node."""
    wide = hashing.is_wide(cells)
    words = layers.boards[number << wide : (number + 1) << wide]
    return hashing.unpack_bytes(cells, int(words[0]), int(words[-1]))


def blanks_to(layers: Layers, number: int) -> list[int]:
    """Where the blank was on the way from the first node to this one."""
    blanks = []
    while True:
        link = int(layers.links[number])
        blanks.append(link >> BLANK_AT & 31)
        if number == 0:
            return blanks[::-1]
        number = link & ID_MASK


def _publish(at: list[int], monitor: Any) -> None:
    stats = monitor.stats
    stats.expanded, stats.generated, stats.popped = at[EXPANDED], at[GENERATED], at[POPPED]
    stats.peak_frontier, stats.max_depth = at[PEAK], at[DEEPEST]
    stats.peak_reached = at[USED] if at[POLICY] == GLOBAL else 0
    if at[POPPED]:
        monitor.prove(at[LEVEL] + at[EARLY])


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, str | None]:
    """Run bfs: see `taquin.lowering` for the protocol. options: duplicates, goal_test."""
    at = np.zeros(REGISTERS, np.int64)
    at[[USED, HEAD, LEVEL_END]] = 1, -1, 1
    at[[CELLS, WIDE]] = len(start), hashing.is_wide(len(start))
    at[[POLICY, EARLY]] = POLICIES[options["duplicates"]], options["goal_test"] == "generation"
    at[GOAL : GOAL + 2] = hashing.pack(board.goal.tobytes())
    neighbors, layers = board.neighbors.astype(np.int64), layers_from(start)
    if at[EARLY] and start == board.goal.tobytes():
        _publish(at.tolist(), monitor)
        return FOUND, ""
    while True:
        status = advance(neighbors, layers, at, monitor.budget())
        _publish(at.tolist(), monitor)
        if status == BUDGET:
            monitor.slice(int(at[USED] - at[HEAD] - 1), monitor.stats.peak_reached)
        elif status == FULL:
            more = doubled(layers, int(at[USED]), monitor, indexed=bool(at[POLICY] == GLOBAL))
            if more is None:
                return FULL, None
            layers = more
        elif status == FOUND:
            return FOUND, letters_between(board, blanks_to(layers, int(at[SOLUTION])))
        else:
            return status, None
