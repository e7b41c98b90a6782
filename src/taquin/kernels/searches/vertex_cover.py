"""DVCBS on packed boards: how it chooses clusters; twin of `taquin.search.vertex_cover`.

Open nodes that wait are in a queue for each f, those in clusters in a queue for each g; a cluster
is expanded as a whole. `SideArrays.counts` has the sizes of clusters, without superseded nodes.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import prefetch
from taquin.kernels.base.jit import inlined
from taquin.kernels.searches.nodes import H_AT, Register
from taquin.kernels.searches.shelves import drop, is_tight, least, peek, put
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

__all__ = ["choose_cover", "columns", "open_to_wait"]

I64 = npt.NDArray[np.int64]


def columns(most_h: int) -> tuple[int, int]:
    """How many columns the shelves of waiting nodes and of clusters have."""
    return 1, 1


@inlined
def open_to_wait(side: SideArrays, at: I64, i: Any) -> None:
    """Open node i of those just made; the one that it supersedes leaves its cluster."""
    rules, made = side.scratch.at, side.made
    superseded, link = made[i, SUPERSEDED], made[i, BEFORE]
    if 0 <= superseded < rules[Open.RELEASED]:
        g = link >> rules[Register.G_AT]
        if g + ((link >> H_AT) & rules[Register.H_MASK]) <= rules[Open.RELEASED_F]:
            side.counts[0, g] -= 1
    put(side.waiting, side.pool, made[i, MADE_G] + made[i, MADE_H], 0, made[i, NUMBER])


@inlined
def choose_cover(one: SideArrays, two: SideArrays, at: I64) -> Any:
    """Close the next node of the current cluster, or of the one of a new cover that has least g.

    FOUND: the best path is proved. EXHAUSTED: no pair is left. FULL: a pool has to grow first.
    """
    while True:
        if at[Meeting.NEXT] < 0:
            bound = _least_bound(one, two, at)
            if bound < 0:
                return Signal.EXHAUSTED if bound == -1 else Signal.FULL
            prove(at, bound)
            _cover(one, two, at)
        if 0 <= at[Meeting.BEST] <= at[Meeting.BOUND]:
            return Signal.FOUND
        which, g = at[Meeting.NEXT], at[Meeting.CLUSTER]
        found = _close_next(one, at, g, 0) if which == 0 else _close_next(two, at, g, 1)
        if found:
            return Signal.BUDGET
        at[Meeting.NEXT] = -1


@inlined
def _close_next(side: SideArrays, at: I64, g: Any, which: Any) -> Any:
    """Close the oldest node of a cluster; whether there is one."""
    clusters, pool = side.ready, side.pool
    found = False
    while clusters.sizes[g] and not found:
        number = peek(clusters, pool, g, 0)
        drop(clusters, pool, g, 0)
        if not is_dead(side, number):
            found = True
            side.counts[0, g] -= 1
            close(side, at, number, which)
    if clusters.sizes[g]:
        following = peek(clusters, pool, g, 0)
        prefetch(side.nodes.boards, following * side.scratch.at[Register.STRIDE])  # type: ignore[call-arg]
        prefetch(side.nodes.links, following)
    return found


@inlined
def _least_bound(one: SideArrays, two: SideArrays, at: I64) -> Any:
    """The least bound of any pair, with all nodes in clusters that can have it.

    -1: no pair is left. -2: a pool has to grow before more nodes can be released.
    """
    bound = at[Meeting.BOUND]
    while one.scratch.at[Open.NODES] and two.scratch.at[Open.NODES]:
        at[Meeting.BOUND] = bound  # nothing is lost if a pool has to grow
        f0, f1 = _release(one, bound), _release(two, bound)
        if min(f0, f1) == -2:
            return np.int64(-2)
        g0, g1 = _least_g(one), _least_g(two)
        both = g0 + g1 + at[Meeting.GAP]
        paired = g0 >= 0 and g1 >= 0
        if paired and both <= bound:
            return bound
        bound = both if paired else max(f0, f1)
        if f0 >= 0:
            bound = min(bound, f0)
        if f1 >= 0:
            bound = min(bound, f1)
    return np.int64(-1)


@inlined
def _release(side: SideArrays, bound: Any) -> Any:
    """Put the waiting nodes with f up to the bound into clusters; returns the least f left.

    -1: none is left. -2: the pool has to grow first.
    """
    waiting, pool, rules = side.waiting, side.pool, side.scratch.at
    rules[Open.RELEASED], rules[Open.RELEASED_F] = rules[Register.USED], bound
    f = least(waiting)
    while f >= 0:
        number = peek(waiting, pool, f, 0)
        dead = is_dead(side, number)
        if f > bound and not dead:
            break
        if is_tight(pool):
            return np.int64(-2)
        drop(waiting, pool, f, 0)
        if not dead:
            g, _ = value_of(side, number)
            put(side.ready, pool, g, 0, number)
            side.counts[0, g] += 1
            rules[Open.LEAST_G] = min(rules[Open.LEAST_G], g)
            rules[Open.MOST_G] = max(rules[Open.MOST_G], g)
        f = least(waiting)
    return f


@inlined
def _least_g(side: SideArrays) -> Any:
    """The least g of a cluster, -1 if there is none."""
    rules = side.scratch.at
    g, most = rules[Open.LEAST_G], rules[Open.MOST_G]
    while g <= most and side.counts[0, g] == 0:
        g += 1
    rules[Open.LEAST_G] = g
    return g if g <= most else np.int64(-1)


@inlined
def _cover(one: SideArrays, two: SideArrays, at: I64) -> None:
    """Choose the cluster with the least g of a smallest cover.

    A cover is a prefix of each side's clusters by g: the least pair up with the most.
    """
    forwards, backwards, most = one.counts, two.counts, at[Meeting.BOUND] - at[Meeting.GAP]
    g0, g1 = one.scratch.at[Open.LEAST_G], two.scratch.at[Open.LEAST_G]
    end, end_back = one.scratch.at[Open.MOST_G], two.scratch.at[Open.MOST_G]
    # behind: the nodes that the other side must have where this side has those before g.
    last, behind = g1 - 1, np.int64(0)
    while last < end_back and last + 1 + g0 <= most:
        last += 1
        behind += backwards[0, last]
    ahead, size = np.int64(0), behind
    has_one, has_two = False, behind > 0
    for g in range(g0, end + 1):
        if forwards[0, g]:
            # One more on this side: the other needs those that pair up with the next g.
            ahead += forwards[0, g]
            following = g + 1
            while following <= end and forwards[0, following] == 0:
                following += 1
            while last >= g1 and (following > end or last + following > most):
                behind -= backwards[0, last]
                last -= 1
            if ahead + behind <= size:
                # Of equal ones, the one with fewer of the other side; fewer there is never
                # more, and where it is the same, this side's are more, so the sum is not equal.
                size = ahead + behind
                has_one, has_two = True, behind > 0
            if behind == 0:
                break
    if has_one and (not has_two or g0 <= g1):
        at[Meeting.NEXT], at[Meeting.CLUSTER] = 0, g0
    else:
        at[Meeting.NEXT], at[Meeting.CLUSTER] = 1, g1
