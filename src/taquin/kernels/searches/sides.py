"""The two sides of a search from both ends on packed boards; twin of `taquin.search.both_ends`.

Each side has nodes and an index of its own, so both number theirs as the Python engine does. A
node that was closed is marked as expanded; one that is superseded while open is DEAD, and shelves
drop it when it comes up.
"""

from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import NOWHERE, find, home, prefetch
from taquin.kernels.base.jit import inlined
from taquin.kernels.searches.expansion import begin, child_of, columns, is_left_out, is_short, make
from taquin.kernels.searches.nodes import (
    DEAD,
    END,
    H_AT,
    WAS_EXPANDED,
    Nodes,
    Register,
    Tables,
    Workspace,
)
from taquin.kernels.searches.shelves import Pool, Shelves, is_tight

__all__ = [
    "BEFORE",
    "MADE_G",
    "MADE_H",
    "NUMBER",
    "SUPERSEDED",
    "Meeting",
    "Open",
    "SideArrays",
    "expand",
]

I64 = npt.NDArray[np.int64]

# Columns of `SideArrays.made`.
NUMBER, MADE_H, MADE_G, SUPERSEDED, BEFORE = 0, 1, 2, 3, 4


class Open(IntEnum):
    """Places in a side's registers behind those of `Register`."""

    NODES = END  # open ones
    LEAST_F = auto()  # no open node has a smaller f,
    LEAST_G = auto()  # or g
    READY = auto()  # the ready node that is next; -1 = it must be looked for
    READY_G = auto()  # no ready node has a smaller g
    READY_COLUMN = auto()
    RELEASED = auto()  # the nodes before this one are in clusters, if their f
    RELEASED_F = auto()  # is at most this
    MOST_G = auto()  # no cluster has a larger g


class Meeting(IntEnum):
    """Places in the registers of the whole search."""

    EXPANDED = 0
    LAST = auto()  # the value of EXPANDED at which the budget is used up
    PEAK = auto()
    SIDE = auto()  # of the pending node; -1 = none
    NEXT = auto()  # the side whose node of a pair or a cluster is next; -1 = a new choice
    CLUSTER = auto()  # the g of the cluster
    BOUND = auto()
    PROVED = auto()
    BEST = auto()  # the cost of the cheapest path; -1 = none
    GAP = auto()  # the cost of the cheapest move
    MET = auto()  # the nodes where its halves meet, forwards and backwards
    MET_BACK = auto()


class SideArrays(NamedTuple):
    """One direction.

    made:   int64[branches, 5], the nodes made by the last expansion
    counts: int64[2, rows], how many open nodes have each f and each g, or are in each cluster
    """

    tables: Tables
    nodes: Nodes
    scratch: Workspace
    pool: Pool
    waiting: Shelves
    ready: Shelves
    made: I64
    counts: I64


@inlined
def is_dead(side: SideArrays, number: Any) -> Any:
    """Whether a node was superseded while it was open."""
    return side.nodes.links[number] == DEAD


@inlined
def value_of(side: SideArrays, number: Any) -> Any:
    """(g, h) of a node."""
    link, at = np.int64(side.nodes.links[number]), side.scratch.at
    return link >> at[Register.G_AT], (link >> H_AT) & at[Register.H_MASK]


@inlined
def close(side: SideArrays, at: I64, number: Any, which: Any) -> None:
    """Make an open node the pending one."""
    side.scratch.at[Register.PENDING] = number
    side.scratch.at[Register.POPPED] += 1
    side.scratch.at[Open.NODES] -= 1
    at[Meeting.SIDE] = which


@inlined
def prove(at: I64, bound: Any) -> Any:
    """Record that a path costs at least `bound`; whether the best one costs no more."""
    best = at[Meeting.BEST]
    at[Meeting.BOUND] = bound
    proved = bound if best < 0 else min(bound, best)
    at[Meeting.PROVED] = max(at[Meeting.PROVED], proved)
    return 0 <= best <= bound


@inlined
def is_full(side: SideArrays, at: I64) -> Any:
    """Whether the side's arrays are too short for one more expansion."""
    rules = side.scratch.at
    g, _ = value_of(side, rules[Register.PENDING])
    highest = highest_row(g, rules[Register.DEAREST], rules[Register.MOST_H], at[Meeting.GAP])
    return is_short(side.nodes, rules) or is_tight(side.pool) or highest >= side.counts.shape[1]


@inlined
def highest_row(g: Any, dearest: Any, most_h: Any, gap: Any) -> Any:
    """An upper bound on the row of a successor of a node with this g."""
    return 2 * (g + dearest) + most_h + gap


@inlined
def expand(side: SideArrays, other: SideArrays, at: I64) -> Any:
    """Expand the pending node; returns how many nodes were made, and notes where the sides meet."""
    tables, rules, nodes, scratch = side.tables, side.scratch.at, side.nodes, side.scratch
    waiting = rules[Open.NODES] + other.scratch.at[Open.NODES]
    at[Meeting.PEAK] = max(at[Meeting.PEAK], waiting + 1)
    at[Meeting.EXPANDED] += 1
    blank, back = begin(tables, nodes, scratch)
    for k in range(columns(tables, scratch)):
        if not is_left_out(tables, scratch, blank, back, k):
            _, _, bits = child_of(tables, scratch, k)
            prefetch(other.nodes.places, home(bits, len(other.nodes.places)))  # type: ignore[call-arg]
    count = 0
    for k in range(columns(tables, scratch)):
        if is_left_out(tables, scratch, blank, back, k):
            continue
        h, g, superseded, before = make(tables, nodes, scratch, k)
        if h < 0:
            continue
        number = rules[Register.USED] - 1
        made = side.made
        made[count, NUMBER], made[count, MADE_H], made[count, MADE_G] = number, h, g
        made[count, SUPERSEDED], made[count, BEFORE] = superseded, before
        rules[Open.NODES] += superseded < 0
        count += 1
        _meet(other, at, child_of(tables, scratch, k), number, g)
    return count


@inlined
def _meet(other: SideArrays, at: I64, words: Any, number: Any, g: Any) -> None:
    """Note the path through a new node and an open one of the other side, if it is the cheapest.

    words: the two of its board, and their mixed bits.
    """
    rules, nodes = other.scratch.at, other.nodes
    there, _ = find(nodes.boards, rules[Register.STRIDE], rules[Register.WIDE], nodes.places, words)
    if there != NOWHERE:
        link = np.int64(nodes.links[there])
        cost = g + (link >> rules[Register.G_AT])
        if not link & WAS_EXPANDED and (at[Meeting.BEST] < 0 or cost < at[Meeting.BEST]):
            at[Meeting.BEST] = cost
            side = at[Meeting.SIDE]
            at[Meeting.MET + side], at[Meeting.MET + 1 - side] = number, there
