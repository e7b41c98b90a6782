"""MM on packed boards: how it chooses nodes; twin of `meet_in_the_middle` in Python.

Rows are priorities; in a row, a smaller g comes first, then the oldest node, so buckets are queues.
Where f is the priority, g follows from h; all other nodes of a row have one g, which is larger.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import prefetch
from taquin.kernels.base.jit import inlined
from taquin.kernels.searches.nodes import H_AT, Register
from taquin.kernels.searches.shelves import drop, first, least, peek, put
from taquin.kernels.searches.sides import (
    BEFORE,
    MADE_G,
    MADE_H,
    NUMBER,
    SUPERSEDED,
    Meeting,
    Open,
    SideArrays,
    close,
    is_dead,
    prove,
    value_of,
)
from taquin.kernels.searches.tables import Signal

__all__ = ["choose_least", "columns", "open_by_priority"]

I64 = npt.NDArray[np.int64]
BY_F, BY_G = 0, 1  # rows of `SideArrays.counts`


def columns(most_h: int) -> tuple[int, int]:
    """How many columns the shelves have; the second ones are not used."""
    return most_h + 2, 1


@inlined
def open_by_priority(side: SideArrays, at: I64, i: Any) -> None:
    """Open node i of those just made, in place of the one that it supersedes."""
    rules, made = side.scratch.at, side.made
    number, h, g = made[i, NUMBER], made[i, MADE_H], made[i, MADE_G]
    if made[i, SUPERSEDED] >= 0:
        link = made[i, BEFORE]
        before = link >> rules[Register.G_AT]
        side.counts[BY_F, before + ((link >> H_AT) & rules[Register.H_MASK])] -= 1
        side.counts[BY_G, before] -= 1
    side.counts[BY_F, g + h] += 1
    side.counts[BY_G, g] += 1
    rules[Open.LEAST_F] = min(rules[Open.LEAST_F], g + h)
    rules[Open.LEAST_G] = min(rules[Open.LEAST_G], g)
    priority, column = 2 * g + at[Meeting.GAP], rules[Register.MOST_H] + 1
    if g + h > priority:
        priority, column = g + h, rules[Register.MOST_H] - h
    put(side.waiting, side.pool, priority, column, number)


@inlined
def choose_least(one: SideArrays, two: SideArrays, at: I64) -> Any:
    """Close the node with the least priority.

    FOUND: the best path is proved. EXHAUSTED: a side has no open node.
    """
    status = Signal.EXHAUSTED
    if one.scratch.at[Open.NODES] and two.scratch.at[Open.NODES]:
        forwards, backwards = _least_priority(one), _least_priority(two)
        bound = max(min(forwards, backwards), _least(one, BY_F, Open.LEAST_F))
        bound = max(bound, _least(two, BY_F, Open.LEAST_F))
        both = _least(one, BY_G, Open.LEAST_G) + _least(two, BY_G, Open.LEAST_G)
        status = Signal.FOUND
        if not prove(at, max(bound, both + at[Meeting.GAP])):
            status = Signal.BUDGET
            if forwards <= backwards:
                _close_first(one, at, forwards, 0)
            else:
                _close_first(two, at, backwards, 1)
    return status


@inlined
def _least(side: SideArrays, kind: Any, register: Any) -> Any:
    """The least f or g of the open nodes, of which there is one."""
    value = side.scratch.at[register]
    while side.counts[kind, value] == 0:
        value += 1
    side.scratch.at[register] = value
    return value


@inlined
def _least_priority(side: SideArrays) -> Any:
    """The least priority of the open nodes, of which there is one."""
    while True:
        row = least(side.waiting)
        column = first(side.waiting, row)
        if not is_dead(side, peek(side.waiting, side.pool, row, column)):
            return row
        drop(side.waiting, side.pool, row, column)


@inlined
def _close_first(side: SideArrays, at: I64, row: Any, which: Any) -> None:
    """Close the first node of a row, which is open."""
    column = first(side.waiting, row)
    number = peek(side.waiting, side.pool, row, column)
    drop(side.waiting, side.pool, row, column)
    g, h = value_of(side, number)
    side.counts[BY_F, g + h] -= 1
    side.counts[BY_G, g] -= 1
    close(side, at, number, which)
    if side.waiting.sizes[row]:
        following = peek(side.waiting, side.pool, row, first(side.waiting, row))
        prefetch(side.nodes.boards, following * side.scratch.at[Register.STRIDE])  # type: ignore[call-arg]
        prefetch(side.nodes.links, following)
