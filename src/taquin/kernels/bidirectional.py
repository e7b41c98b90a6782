"""Bidirectional breadth-first search on packed boards; twin of `taquin.search.bidirectional`."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels import hashing
from taquin.kernels.best_first import letters_between
from taquin.kernels.breadth_first import (
    BEFORE_AT,
    BLANK_AT,
    Layers,
    append,
    blanks_to,
    doubled,
    is_short,
    layers_from,
    successor,
)
from taquin.kernels.hashing import NOWHERE, entry_of, find, load_growth, quick
from taquin.kernels.tables import NONE, BoardTables, EstimateTables, Status

__all__ = ["advance", "load_growth", "search"]

I64 = npt.NDArray[np.int64]
BUDGET, FOUND, EXHAUSTED, FULL = Status.BUDGET, Status.FOUND, Status.EXHAUSTED, Status.FULL

# Registers; those from USED on are pairs, one for each side.
EXPANDED, GENERATED, POPPED, PEAK, PENDING, SIDE, BOUND, DEEPEST = 0, 1, 2, 3, 4, 5, 6, 7
CELLS, WIDE, LAST = 8, 9, 10
USED, HEAD, LEVEL, LEVEL_END, MET = 12, 14, 16, 18, 20
REGISTERS = 22


@quick
def advance(neighbors: I64, sides: tuple[Layers, Layers], at: I64, budget: int) -> int:
    """Expand up to `budget` more nodes; returns a Status.

    neighbors: int64[cells, 4]. at: int64[REGISTERS]. BUDGET: the next node has been taken from
    its queue. FULL: an array of the current side must grow before the search can continue.
    """
    at[LAST] = at[EXPANDED] + budget
    status = BUDGET
    while status == BUDGET:
        if not at[PENDING]:
            side = at[SIDE]
            if at[HEAD + side] + 1 == at[LEVEL_END + side]:  # a level is complete
                waiting = at[USED] - at[HEAD] - 1
                other = at[USED + 1] - at[HEAD + 1] - 1
                if waiting == 0 or other == 0:
                    status = EXHAUSTED
                    break
                side = 0 if waiting <= other else 1
                at[SIDE] = side
                at[LEVEL + side] += 1
                at[LEVEL_END + side] = at[USED + side]
                # The open nodes are on this side's level and on the other side's next level.
                at[BOUND] = at[LEVEL] + at[LEVEL + 1] + 2
            at[HEAD + side] += 1
            at[POPPED] += 1
            at[PENDING] = 1
        if at[EXPANDED] >= at[LAST]:
            break
        side = at[SIDE]
        if is_short(sides[side], at[USED + side]):
            status = FULL
            break
        at[PENDING] = 0
        status = _expand(neighbors, sides[side], sides[1 - side], at)
    return status


@quick
def _expand(neighbors: I64, layers: Layers, opposite: Layers, at: I64) -> Any:
    """Generate the successors of the pending node; FOUND if the other side has reached one."""
    side, wide = at[SIDE], at[WIDE]
    number = at[HEAD + side]
    link = layers.links[number]
    blank = (link >> BLANK_AT) & 31
    back = (link >> BEFORE_AT) & 31 if number else np.int64(-1)
    first = layers.boards[number << wide]
    second = layers.boards[(number << wide) + 1] if wide else np.int64(0)
    waiting = at[USED] - at[HEAD] + at[USED + 1] - at[HEAD + 1] - 1
    at[PEAK] = max(at[PEAK], waiting)
    at[EXPANDED] += 1
    for k in range(4):
        at[GENERATED] += neighbors[blank, k] != NONE
    for k in range(4):
        cell = neighbors[blank, k]
        if cell == NONE or cell == back:  # noqa: SIM109 (a tuple is slower to compile)
            continue
        words = successor(wide, at[CELLS], (first, second), blank, cell)
        known, place = find(layers.boards, 1 + wide, wide, layers.places, words)
        if known != NOWHERE:
            continue
        made = at[USED + side]
        layers.places[place] = entry_of(made, words[2], len(layers.places), place)
        append(layers, made, wide, words, number | (cell << BLANK_AT) | (blank << BEFORE_AT))
        at[USED + side] += 1
        at[DEEPEST] = max(at[DEEPEST], at[LEVEL + side] + 1)
        met, _ = find(opposite.boards, 1 + wide, wide, opposite.places, words)
        if met != NOWHERE:
            at[MET + side], at[MET + 1 - side] = made, met
            return FOUND
    return BUDGET


def _publish(at: list[int], monitor: Any) -> None:
    stats = monitor.stats
    stats.expanded, stats.generated, stats.popped = at[EXPANDED], at[GENERATED], at[POPPED]
    stats.peak_frontier, stats.max_depth = at[PEAK], at[DEEPEST]
    stats.peak_reached = at[USED] + at[USED + 1]
    monitor.prove(at[BOUND])


def search(
    board: BoardTables,
    estimate: EstimateTables | None,
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, str | None]:
    """Run bibfs: see `taquin.lowering` for the protocol. It has no options."""
    at, goal = np.zeros(REGISTERS, np.int64), board.goal.tobytes()
    at[[CELLS, WIDE]] = len(start), hashing.is_wide(len(start))
    at[USED : USED + 2], at[HEAD : HEAD + 2], at[LEVEL : LEVEL + 2] = 1, -1, -1
    neighbors = board.neighbors.astype(np.int64)
    sides = [layers_from(start), layers_from(goal)]
    if start == goal:
        _publish(at.tolist(), monitor)
        return FOUND, ""
    while True:
        status = advance(neighbors, (sides[0], sides[1]), at, monitor.budget())
        _publish(at.tolist(), monitor)
        if status == BUDGET:
            waiting = int((at[USED : USED + 2] - at[HEAD : HEAD + 2] - 1).sum())
            monitor.slice(waiting, monitor.stats.peak_reached)
        elif status == FULL:
            side = int(at[SIDE])
            more = doubled(sides[side], int(at[USED + side]), monitor)
            if more is None:
                return FULL, None
            sides[side] = more
        elif status == FOUND:
            return FOUND, _joined(board, sides, at[MET : MET + 2].tolist())
        else:
            return status, None


def _joined(board: BoardTables, sides: list[Layers], met: list[int]) -> str:
    """The moves from the start to the meeting point and from there to the goal."""
    there, back = (blanks_to(layers, number) for layers, number in zip(sides, met, strict=True))
    turned = letters_between(board, back).translate(str.maketrans("UDLR", "DURL"))
    return letters_between(board, there) + turned[::-1]
