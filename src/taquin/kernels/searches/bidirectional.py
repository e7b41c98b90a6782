"""Bidirectional breadth-first search on packed boards; twin of `taquin.search.bidirectional`."""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base import hashing
from taquin.kernels.base.hashing import NOWHERE, entry_of, find, load_growth
from taquin.kernels.base.jit import internal, quick
from taquin.kernels.searches.breadth_first import (
    BLANK_AT,
    Layers,
    append,
    back_of,
    doubled,
    is_short,
    layers_from,
    link_to,
    path_to,
)
from taquin.kernels.searches.moves import (
    MoveTables,
    columns,
    joined,
    leads_back,
    most_moves,
    successor,
    target,
)
from taquin.kernels.searches.slices import write_counters
from taquin.kernels.searches.tables import NONE, BoardTables, EstimateTables, Signal

__all__ = ["advance", "load_growth", "search"]

I64 = npt.NDArray[np.int64]


class Register(IntEnum):
    """Places in the registers of a search; those from USED on are pairs, one for each side."""

    EXPANDED = 0
    GENERATED = auto()
    POPPED = auto()
    PEAK = auto()
    DEEPEST = auto()
    LAST = auto()  # the value of EXPANDED at which the budget is used up
    PENDING = auto()  # whether a node is taken but not expanded yet
    SIDE = auto()  # the side that is searched now
    BOUND = auto()
    CELLS = auto()
    WIDE = auto()
    BRANCHES = auto()  # no board has more successors
    USED = 12  # nodes
    HEAD = 14  # the oldest open node, or the pending one
    LEVEL = 16
    LEVEL_END = 18  # the first node of the next level
    MET = 20  # where the sides met
    END = 22


@quick
def advance(
    neighbors: I64,
    moves: tuple[MoveTables | None, MoveTables | None],
    sides: tuple[Layers, Layers],
    at: I64,
    budget: int,
) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    neighbors: int64[cells, 4]. moves: in place of it, of both sides, or None twice.
    at: int64[Register.END]. BUDGET: the next node has been taken from its queue. FULL: an array of
    the current side must grow before the search can continue.
    """
    at[Register.LAST] = at[Register.EXPANDED] + budget
    status = Signal.BUDGET
    while status == Signal.BUDGET:
        if not at[Register.PENDING]:
            side = at[Register.SIDE]
            if at[Register.HEAD + side] + 1 == at[Register.LEVEL_END + side]:  # a level is complete
                waiting = at[Register.USED] - at[Register.HEAD] - 1
                other = at[Register.USED + 1] - at[Register.HEAD + 1] - 1
                if waiting == 0 or other == 0:
                    status = Signal.EXHAUSTED
                    break
                side = 0 if waiting <= other else 1
                at[Register.SIDE] = side
                at[Register.LEVEL + side] += 1
                at[Register.LEVEL_END + side] = at[Register.USED + side]
                # The open nodes are on this side's level and on the other side's next level.
                at[Register.BOUND] = at[Register.LEVEL] + at[Register.LEVEL + 1] + 2
            at[Register.HEAD + side] += 1
            at[Register.POPPED] += 1
            at[Register.PENDING] = 1
        if at[Register.EXPANDED] >= at[Register.LAST]:
            break
        side = at[Register.SIDE]
        if is_short(sides[side], at[Register.USED + side], at[Register.BRANCHES]):
            status = Signal.FULL
            break
        at[Register.PENDING] = 0
        status = _expand(neighbors, moves[side], sides[side], sides[1 - side], at)
    return status


@internal
def _expand(neighbors: I64, moves: Any, layers: Layers, opposite: Layers, at: I64) -> Any:
    """Generate the successors of the pending node; FOUND if the other side has reached one."""
    side, wide = at[Register.SIDE], at[Register.WIDE]
    number = at[Register.HEAD + side]
    link = layers.links[number]
    blank = (link >> BLANK_AT) & 31
    back = back_of(moves, link) if number else np.int64(-1)
    first = layers.boards[number << wide]
    second = layers.boards[(number << wide) + 1] if wide else np.int64(0)
    waiting = (
        at[Register.USED] - at[Register.HEAD] + at[Register.USED + 1] - at[Register.HEAD + 1] - 1
    )
    at[Register.PEAK] = max(at[Register.PEAK], waiting)
    at[Register.EXPANDED] += 1
    for k in range(columns(moves, blank)):
        at[Register.GENERATED] += target(moves, neighbors, blank, k) != NONE
    for k in range(columns(moves, blank)):
        cell = target(moves, neighbors, blank, k)
        if cell == NONE or leads_back(moves, neighbors, blank, k, back):
            continue
        words = successor(moves, wide, at[Register.CELLS], (first, second), (blank, cell, k))
        known, place = find(layers.boards, 1 + wide, wide, layers.places, words)
        if known != NOWHERE:
            continue
        made = at[Register.USED + side]
        layers.places[place] = entry_of(made, words[2], len(layers.places), place)
        append(layers, made, wide, words, link_to(moves, number, blank, cell, k))
        at[Register.USED + side] += 1
        at[Register.DEEPEST] = max(at[Register.DEEPEST], at[Register.LEVEL + side] + 1)
        met, _ = find(opposite.boards, 1 + wide, wide, opposite.places, words)
        if met != NOWHERE:
            at[Register.MET + side], at[Register.MET + 1 - side] = made, met
            return Signal.FOUND
    return Signal.BUDGET


def _publish(at: list[int], cheapest: int, monitor: Any) -> None:
    write_counters(monitor.stats, at, Register)
    monitor.stats.peak_reached = at[Register.USED] + at[Register.USED + 1]
    monitor.prove(at[Register.BOUND] * cheapest)


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, Sequence[str] | None]:
    """Run bibfs: see `solving.engines.lowering` for the protocol. It has no options."""
    at, goal = np.zeros(Register.END, np.int64), board.goal.tobytes()
    at[[Register.CELLS, Register.WIDE]] = len(start), hashing.is_wide(len(start))
    for register, value in ((Register.USED, 1), (Register.HEAD, -1), (Register.LEVEL, -1)):
        at[register : register + 2] = value
    neighbors, cheapest = board.neighbors.astype(np.int64), board.cheapest
    ends = (board, board.backwards)
    at[Register.BRANCHES] = max(most_moves(end.moves) for end in ends)
    sides = [layers_from(start), layers_from(goal)]
    if start == goal:
        _publish(at.tolist(), cheapest, monitor)
        return Signal.FOUND, ""
    while True:
        moves = (ends[0].moves, ends[1].moves)
        status = advance(neighbors, moves, (sides[0], sides[1]), at, monitor.budget())
        _publish(at.tolist(), cheapest, monitor)
        if status == Signal.BUDGET:
            used, head = (at[i : i + 2] for i in (Register.USED, Register.HEAD))
            waiting = int((used - head - 1).sum())
            monitor.slice(waiting, monitor.stats.peak_reached)
        elif status == Signal.FULL:
            side = int(at[Register.SIDE])
            used, branches = at[[Register.USED + side, Register.BRANCHES]].tolist()
            more = doubled(sides[side], used, branches, monitor)
            if more is None:
                return Signal.FULL, None
            sides[side] = more
        elif status == Signal.FOUND:
            there, back = (
                path_to(end, layers, int(met))
                for end, layers, met in zip(ends, sides, at[Register.MET :], strict=False)
            )
            return Signal.FOUND, joined(there, back)
        else:
            return status, None
