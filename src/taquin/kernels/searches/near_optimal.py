"""NBS on packed boards: how it chooses pairs of nodes; twin of `taquin.search.near_optimal`.

Open nodes that wait are in rows by f, those that are ready in rows by g; columns are by h. As the
newest node of a bucket comes first, buckets are stacks. Once the first node released under a bound
does not lead to a pair, none of the others of this f does: so either one is released and taken at
once, or all of them are poured over, and every stack stays in the order of its numbers.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import lowest_bit, prefetch
from taquin.kernels.base.jit import inlined, internal
from taquin.kernels.searches.nodes import DEAD, Register
from taquin.kernels.searches.shelves import (
    Pool,
    ShelfField,
    Shelves,
    drop,
    first,
    least,
    peek,
    pour,
    put,
)
from taquin.kernels.searches.sides import (
    MADE_G,
    MADE_H,
    NUMBER,
    Meeting,
    Open,
    SideArrays,
    close,
    is_dead,
    prove,
)
from taquin.kernels.searches.tables import Signal

__all__ = ["choose_pair", "columns", "open_node"]

I64 = npt.NDArray[np.int64]


def columns(most_h: int) -> tuple[int, int]:
    """How many columns the shelves of waiting and ready nodes have."""
    return most_h + 1, most_h + 1


@inlined
def open_node(side: SideArrays, at: I64, i: Any) -> None:
    """Put node i of those just made among the waiting, or below the bound among the ready."""
    number, h, g = side.made[i, NUMBER], side.made[i, MADE_H], side.made[i, MADE_G]
    if g + h < at[Meeting.BOUND]:
        put(side.ready, side.pool, g, h, number)
        if g <= side.scratch.at[Open.READY_G]:  # it is the newest
            _note_ready(side.scratch.at, g, h, number)
    else:
        column = side.scratch.at[Register.MOST_H] - h
        put(side.waiting, side.pool, g + h, column, number)


@inlined
def choose_pair(one: SideArrays, two: SideArrays, at: I64) -> Any:
    """Close the next node of a pair, of a new one if both of the last are expanded.

    FOUND: the best path is proved. EXHAUSTED: there is no pair left.
    """
    if at[Meeting.NEXT] == 1:
        at[Meeting.NEXT] = -1
        _close_ready(two, at, 1)
        return Signal.BUDGET
    bound = at[Meeting.BOUND]
    while True:
        g0, g1 = _least_g(one), _least_g(two)
        both = g0 + g1 + at[Meeting.GAP]
        if g0 >= 0 and g1 >= 0 and both <= bound:
            break
        f0, f1 = _least_f(one), _least_f(two)
        if 0 <= f0 <= bound:
            _release(one, f0, bound - at[Meeting.GAP] - g1 if g1 >= 0 else -1, g0)
        elif 0 <= f1 <= bound:
            _release(two, f1, bound - at[Meeting.GAP] - g0 if g0 >= 0 else -1, g1)
        elif max(g0, f0) < 0 or max(g1, f1) < 0:
            return Signal.EXHAUSTED
        else:
            bound = both if g0 >= 0 and g1 >= 0 else max(f0, f1)
            if f0 >= 0:
                bound = min(bound, f0)
            if f1 >= 0:
                bound = min(bound, f1)
    if prove(at, bound):
        return Signal.FOUND
    at[Meeting.NEXT] = 1
    _close_ready(one, at, 0)
    return Signal.BUDGET


@inlined
def _least_f(side: SideArrays) -> Any:
    """The least f of a node that waits, -1 if none does."""
    f = least(side.waiting)
    while f >= 0:
        column = first(side.waiting, f)
        if not is_dead(side, peek(side.waiting, side.pool, f, column)):
            break
        drop(side.waiting, side.pool, f, column)
        f = least(side.waiting)
    return f


@inlined
def _least_g(side: SideArrays) -> Any:
    """The least g of a node that is ready, -1 if none is; notes the newest such node."""
    rules = side.scratch.at
    if rules[Open.READY] < 0 or is_dead(side, rules[Open.READY]):
        g = least(side.ready)
        rules[Open.READY_G], rules[Open.READY] = g, -1
        while g >= 0:
            number, column = _newest(side.ready, side.pool, side.nodes.links, g)
            if number >= 0:
                _note_ready(rules, g, column, number)
                prefetch(side.nodes.boards, number * rules[Register.STRIDE])  # type: ignore[call-arg]
                prefetch(side.nodes.links, number)
                break
            g = least(side.ready)
            rules[Open.READY_G] = g
    return rules[Open.READY_G]


@inlined
def _note_ready(rules: I64, g: Any, column: Any, number: Any) -> None:
    """Note the ready node that is next: the newest one with the least g."""
    rules[Open.READY_G], rules[Open.READY_COLUMN], rules[Open.READY] = g, column, number


@internal
def _newest(ready: Shelves, pool: Pool, links: Any, g: Any) -> Any:
    """(number, column) of the newest ready node with this g, -1 if there is none."""
    words = ready.at[ShelfField.WORDS]
    number = where = np.int64(-1)
    for word in range(words):
        bits = ready.marks[g * words + word]
        while bits:
            column = 64 * word + lowest_bit(bits)  # type: ignore[call-arg]
            bits &= bits - 1
            found = peek(ready, pool, g, column)
            while links[found] == DEAD:
                drop(ready, pool, g, column)
                found = np.int64(-1)
                if not (ready.marks[g * words + word] >> (column & 63)) & 1:
                    break
                found = peek(ready, pool, g, column)
            if found > number:
                number, where = found, column
    return number, where


@inlined
def _release(side: SideArrays, f: Any, most_g: Any, least_g: Any) -> None:
    """Make the first node ready if it completes a pair, else all waiting nodes of this f.

    most_g: the greatest g that would complete one; -1 if the other side has no ready node.
    """
    waiting, most_h = side.waiting, side.scratch.at[Register.MOST_H]
    column = first(waiting, f)
    g = f - most_h + column
    if g <= most_g and (least_g < 0 or g < least_g):
        number = peek(waiting, side.pool, f, column)
        drop(waiting, side.pool, f, column)
        put(side.ready, side.pool, g, most_h - column, number)
        _note_ready(side.scratch.at, g, most_h - column, number)
    else:
        side.scratch.at[Open.READY] = -1
        while waiting.sizes[f]:
            column = first(waiting, f)
            g = f - most_h + column
            pour(waiting, side.pool, (f, column), side.ready, (g, most_h - column))


@inlined
def _close_ready(side: SideArrays, at: I64, which: Any) -> None:
    """Close the ready node that is next, and look for the one after it to prefetch its memory."""
    rules = side.scratch.at
    drop(side.ready, side.pool, rules[Open.READY_G], rules[Open.READY_COLUMN])
    close(side, at, rules[Open.READY], which)
    rules[Open.READY] = -1
    _least_g(side)
