"""Heuristic search from both ends on packed boards: NBS, MM and DVCBS.

Twin of the Python searches of the same names; what they choose stands in a file for each.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import load_growth
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.searches import meet_in_the_middle, near_optimal, vertex_cover
from taquin.kernels.searches.expansion import LARGEST_G, Expansion, Register
from taquin.kernels.searches.shelves import Store
from taquin.kernels.searches.sides import (
    SUPERSEDED,
    H,
    Meeting,
    Open,
    Side,
    expand,
    highest_row,
    is_full,
)
from taquin.kernels.searches.tables import BoardTables, EstimateTables, Signal
from taquin.search.problem import Node

__all__ = ["LARGEST_G", "advance", "load_growth", "search"]

I64 = npt.NDArray[np.int64]

# The length of a tuple of zeros selects the search, each of which is a kernel of its own.
NBS, MM, DVCBS = 1, 2, 3
_RULES = {"nbs": (0,) * NBS, "mm": (0,) * MM, "dvcbs": (0,) * DVCBS}
_COLUMNS = {
    "nbs": near_optimal.columns,
    "mm": meet_in_the_middle.columns,
    "dvcbs": vertex_cover.columns,
}
_ROWS = 256
# In place of a side: node 0 of those just made is the start, which is not open yet.
NOT_BEGUN = -2


@quick
def advance(sides: tuple[Side, Side], at: I64, budget: int, rule: tuple[int, ...]) -> Signal:
    """Expand up to `budget` more nodes; returns a Signal.

    at: int64[len(Meeting)]. BUDGET: the next node is closed. FULL: some array
    must grow before the search can go on, or its g is too large.
    """
    at[Meeting.LAST] = at[Meeting.EXPANDED] + budget
    status = Signal.BUDGET
    one, two = sides
    if at[Meeting.SIDE] == NOT_BEGUN:
        _open(one, at, 0, rule)
        _open(two, at, 0, rule)
        at[Meeting.SIDE] = -1
    while status == Signal.BUDGET:
        if at[Meeting.SIDE] < 0:
            status = _choose(one, two, at, rule)
            if status != Signal.BUDGET:
                break
        if at[Meeting.EXPANDED] >= at[Meeting.LAST]:
            break
        status = _turn(one, two, at, rule) if at[Meeting.SIDE] == 0 else _turn(two, one, at, rule)
    return status


@inlined
def _choose(one: Side, two: Side, at: I64, rule: tuple[int, ...]) -> Any:
    """Close the next node; returns a Signal."""
    if len(rule) == NBS:
        return near_optimal.choose_pair(one, two, at)
    if len(rule) == MM:
        return meet_in_the_middle.choose_least(one, two, at)
    return vertex_cover.choose_cover(one, two, at)


@inlined
def _open(side: Side, at: I64, i: Any, rule: tuple[int, ...]) -> None:
    """Open node i of those just made."""
    if len(rule) == NBS:
        near_optimal.open_node(side, at, i)
    elif len(rule) == MM:
        meet_in_the_middle.open_by_priority(side, at, i)
    else:
        vertex_cover.open_to_wait(side, at, i)


@inlined
def _turn(side: Side, other: Side, at: I64, rule: tuple[int, ...]) -> Any:
    """Expand the pending node of a side."""
    if is_full(side, at):
        return Signal.FULL
    for i in range(expand(side, other, at)):
        _open(side, at, i, rule)
    at[Meeting.SIDE] = -1
    return Signal.BUDGET


class _End(Expansion):
    """One direction: its nodes, its shelves and their growth."""

    def __init__(
        self, board: BoardTables, estimate: EstimateTables, start: bytes, algorithm: str
    ) -> None:
        super().__init__(board, estimate, start, registers=len(Open))
        columns = _COLUMNS[algorithm](int(self.scratch.at[Register.MOST_H]))
        self.store = Store(columns, queues=algorithm != "nbs", rows=_ROWS)
        self.made = np.zeros((4, 5), np.int64)
        self.counts = np.zeros((2, _ROWS), np.int64)
        self.made[0, [H, SUPERSEDED]] = self.h, -1
        self.scratch.at[[Open.NODES, Open.READY, Open.READY_G, Open.MOST_G]] = 1, -1, -1, -1

    @property
    def side(self) -> Side:
        """The arrays, for the kernel."""
        waiting, ready = self.store.shelves
        return Side(
            self.tables,
            self.nodes,
            self.scratch,
            self.store.pool,
            waiting,
            ready,
            self.made,
            self.counts,
        )

    def row(self, gap: int) -> int:
        """An upper bound on the rows of the pending node's successors."""
        at = self.scratch.at.tolist()
        return highest_row.py_func(self.g, at[Register.DEAREST], at[Register.MOST_H], gap)  # type: ignore[attr-defined,no-any-return]

    def lengthen(self, monitor: Any, gap: int) -> bool:
        """Lengthen every array that is too short; whether there is enough memory."""
        row = self.row(gap)
        more = self.bytes_to_grow() + self.store.bytes_to_grow(row)
        if self.is_numbered_out or not monitor.affords(more):
            return False
        self.grow()
        self.store.grow(row)
        if self.store.rows > self.counts.shape[1]:
            longer = np.zeros((2, self.store.rows), np.int64)
            longer[:, : self.counts.shape[1]] = self.counts
            self.counts = longer
        return True


class _Run:
    """One search from both ends."""

    def __init__(
        self,
        board: BoardTables,
        estimates: tuple[EstimateTables, EstimateTables],
        start: bytes,
        algorithm: str,
    ) -> None:
        goal = board.goal.tobytes()
        reversed_board = board._replace(goal=np.frombuffer(start, np.uint8))
        self.board, self.start, self.rule = board, start, _RULES[algorithm]
        self.ends = (
            _End(board, estimates[0], start, algorithm),
            _End(reversed_board, estimates[1], goal, algorithm),
        )
        self.at = np.zeros(len(Meeting), np.int64)
        self.at[[Meeting.SIDE, Meeting.NEXT, Meeting.BEST]] = NOT_BEGUN, -1, -1
        self.at[Meeting.GAP] = board.cost[1:].min()
        self.published = -1

    def advance(self, budget: int, monitor: Any) -> int:
        """Expand up to `budget` more nodes, and lengthen arrays meanwhile; returns a Signal."""
        while True:
            sides = self.ends[0].side, self.ends[1].side
            status = advance(sides, self.at, budget, self.rule)
            if status != Signal.FULL:
                return status
            if any(end.is_beyond for end in self.ends):
                return Signal.BEYOND
            gap = int(self.at[Meeting.GAP])
            if not all(end.lengthen(monitor, gap) for end in self.ends):
                return Signal.FULL
            budget = int(self.at[Meeting.LAST] - self.at[Meeting.EXPANDED])

    def publish(self, monitor: Any) -> None:
        """Report the counters, the proved bound and the best solution to the monitor."""
        stats, both = monitor.stats, [end.scratch.at.tolist() for end in self.ends]
        for name, register in _COUNTERS.items():
            setattr(stats, name, both[0][register] + both[1][register])
        stats.max_depth = max(at[Register.DEEPEST] for at in both)
        stats.peak_frontier = int(self.at[Meeting.PEAK])
        monitor.prove(int(self.at[Meeting.PROVED]))
        best = int(self.at[Meeting.BEST])
        if best >= 0 and best != self.published:
            self.published = best
            monitor.found(self._path(self.solution()))

    def solution(self) -> str:
        """The moves of the cheapest path found."""
        there, back = (
            end.letters(int(self.at[Meeting.MET + side])) for side, end in enumerate(self.ends)
        )
        return there + back.translate(str.maketrans("UDLR", "DURL"))[::-1]

    def _path(self, letters: str) -> Node[bytes]:
        """The goal's node on a path from the start."""
        node, board = Node(self.start, None, "", 0, 0), bytearray(self.start)
        for letter in letters:
            blank = board.index(0)
            column = self.board.letters.tolist().index("UDLR".index(letter))
            cell = int(self.board.neighbors[blank, column])
            g = node.g + int(self.board.cost[board[cell]])
            board[blank], board[cell] = board[cell], 0
            node = Node(bytes(board), node, letter, g, node.depth + 1)
        return node

    def sizes(self) -> tuple[int, int]:
        """The numbers of open nodes and of reached boards, of both sides together."""
        both = [end.scratch.at for end in self.ends]
        waiting = sum(int(at[Open.NODES]) for at in both)
        return waiting, sum(int(at[Register.DISTINCT]) for at in both)


_COUNTERS = {
    "expanded": Register.EXPANDED,
    "generated": Register.GENERATED,
    "evaluated": Register.EVALUATED,
    "reopened": Register.REOPENED,
    "popped": Register.POPPED,
    "peak_reached": Register.DISTINCT,
}


def search(
    board: BoardTables,
    estimate: tuple[EstimateTables, EstimateTables],
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, str | None]:
    """Run nbs, mm or dvcbs: see `taquin.solving.lowering` for the protocol. They have no options.

    estimate: one to the goal, and one to the start.
    """
    run = _Run(board, estimate, start, options["algorithm"])
    monitor.near(start, run.ends[0].h)
    if start == board.goal.tobytes():
        monitor.stats.evaluated = 2
        return Signal.FOUND, ""
    while True:
        status = run.advance(monitor.budget(), monitor)
        run.publish(monitor)
        best = run.at[Meeting.BEST]
        if status == Signal.EXHAUSTED and best >= 0:
            monitor.prove(int(best))
            status = Signal.FOUND
        if status != Signal.BUDGET:
            return status, run.solution() if status == Signal.FOUND else None
        monitor.slice(*run.sizes())
