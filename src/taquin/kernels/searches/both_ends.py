"""Heuristic search from both ends on packed boards: NBS, MM and DVCBS.

Twin of the Python searches of the same names; what they choose stands in a file for each.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import load_growth
from taquin.kernels.base.jit import inlined, quick
from taquin.kernels.searches import meet_in_the_middle, near_optimal, vertex_cover
from taquin.kernels.searches.nodes import Register
from taquin.kernels.searches.paths import joined, steps_from
from taquin.kernels.searches.reached import Reached, largest_g
from taquin.kernels.searches.shelves import Store
from taquin.kernels.searches.sides import (
    MADE_H,
    SUPERSEDED,
    Meeting,
    Open,
    SideArrays,
    expand,
    highest_row,
    is_full,
)
from taquin.kernels.searches.slices import in_slices, write_counters
from taquin.kernels.searches.tables import BoardTables, EstimateTables, Signal

__all__ = ["advance", "largest_g", "load_growth", "search"]

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
def advance(
    sides: tuple[SideArrays, SideArrays], at: I64, budget: int, rule: tuple[int, ...]
) -> Signal:
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
def _choose(one: SideArrays, two: SideArrays, at: I64, rule: tuple[int, ...]) -> Any:
    """Close the next node; returns a Signal."""
    if len(rule) == NBS:
        return near_optimal.choose_pair(one, two, at)
    if len(rule) == MM:
        return meet_in_the_middle.choose_least(one, two, at)
    return vertex_cover.choose_cover(one, two, at)


@inlined
def _open(side: SideArrays, at: I64, i: Any, rule: tuple[int, ...]) -> None:
    """Open node i of those just made."""
    if len(rule) == NBS:
        near_optimal.open_node(side, at, i)
    elif len(rule) == MM:
        meet_in_the_middle.open_by_priority(side, at, i)
    else:
        vertex_cover.open_to_wait(side, at, i)


@inlined
def _turn(side: SideArrays, other: SideArrays, at: I64, rule: tuple[int, ...]) -> Any:
    """Expand the pending node of a side."""
    if is_full(side, at):
        return Signal.FULL
    for i in range(expand(side, other, at)):
        _open(side, at, i, rule)
    at[Meeting.SIDE] = -1
    return Signal.BUDGET


class _End(Reached):
    """One direction: its nodes, its shelves and their growth."""

    def __init__(
        self, board: BoardTables, estimate: EstimateTables, start: bytes, algorithm: str
    ) -> None:
        super().__init__(board, estimate, start, registers=len(Open))
        self._gap = board.cheapest
        rows = max(_ROWS, self.h + 1, self._gap + 1)  # the start's f and priority are rows
        columns = _COLUMNS[algorithm](int(self.scratch.at[Register.MOST_H]))
        self.store = Store(columns, queues=algorithm != "nbs", rows=rows)
        self.made = np.zeros((self.branches, 5), np.int64)
        self.counts = np.zeros((2, rows), np.int64)
        self.made[0, [MADE_H, SUPERSEDED]] = self.h, -1
        self.scratch.at[[Open.NODES, Open.READY, Open.READY_G, Open.MOST_G]] = 1, -1, -1, -1

    @property
    def side(self) -> SideArrays:
        """The arrays, for the kernel."""
        waiting, ready = self.store.shelves
        return SideArrays(
            self.tables,
            self.nodes,
            self.scratch,
            self.store.pool,
            waiting,
            ready,
            self.made,
            self.counts,
        )

    @property
    def _row(self) -> int:
        """An upper bound on the rows of the pending node's successors."""
        at = self.scratch.at.tolist()
        rules = at[Register.DEAREST], at[Register.MOST_H], self._gap
        return int(highest_row.py_func(self.g, *rules))  # type: ignore[attr-defined]

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""
        return super().bytes_to_grow() + self.store.bytes_to_grow(self._row)

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        row = self._row
        super().grow()
        self.store.grow(row)
        if self.store.rows > self.counts.shape[1]:
            longer = np.zeros((2, self.store.rows), np.int64)
            longer[:, : self.counts.shape[1]] = self.counts
            self.counts = longer


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
        reversed_board = board.backwards._replace(goal=np.frombuffer(start, np.uint8))
        self.board, self.start, self.rule = board, start, _RULES[algorithm]
        self.ends = (
            _End(board, estimates[0], start, algorithm),
            _End(reversed_board, estimates[1], goal, algorithm),
        )
        self.at = np.zeros(len(Meeting), np.int64)
        self.at[[Meeting.SIDE, Meeting.NEXT, Meeting.BEST]] = NOT_BEGUN, -1, -1
        self.at[Meeting.GAP] = board.cheapest
        self.published = -1

    @property
    def is_beyond(self) -> bool:
        """Whether a g would no longer fit in a link."""
        return any(end.is_beyond for end in self.ends)

    @property
    def is_numbered_out(self) -> bool:
        """Whether a node number would no longer fit in an index."""
        return any(end.is_numbered_out for end in self.ends)

    @property
    def left(self) -> int:
        """How many of the requested expansions remain."""
        return int(self.at[Meeting.LAST] - self.at[Meeting.EXPANDED])

    def bytes_to_grow(self) -> int:
        """How many bytes `grow` will allocate."""
        return sum(end.bytes_to_grow() for end in self.ends)

    def grow(self) -> None:
        """Lengthen every array that is too short for one more expansion."""
        for end in self.ends:
            end.grow()

    def advance(self, budget: int) -> int:
        """Expand up to `budget` more nodes; returns a Signal."""
        status = advance((self.ends[0].side, self.ends[1].side), self.at, budget, self.rule)
        if status == Signal.EXHAUSTED and self.at[Meeting.BEST] >= 0:  # no cheaper path remains
            self.at[Meeting.PROVED] = max(self.at[Meeting.PROVED], self.at[Meeting.BEST])
            return Signal.FOUND
        return status

    def publish(self, monitor: Any) -> None:
        """Report the counters, the proved bound and the best solution to the monitor."""
        stats, both = monitor.stats, [end.scratch.at for end in self.ends]
        write_counters(stats, (both[0] + both[1]).tolist(), Register)
        stats.max_depth = int(max(at[Register.DEEPEST] for at in both))
        stats.peak_frontier = int(self.at[Meeting.PEAK])
        monitor.prove(int(self.at[Meeting.PROVED]))
        best = int(self.at[Meeting.BEST])
        if best >= 0 and best != self.published:
            self.published = best
            monitor.improved(self.start, self._steps())

    def solution(self) -> Sequence[str]:
        """The moves of the cheapest path found."""
        there, back = (
            end.letters(int(self.at[Meeting.MET + side])) for side, end in enumerate(self.ends)
        )
        return joined(there, back)

    def _steps(self) -> list[tuple[str, bytes, int]]:
        """Move, board and cost of each step of the cheapest path found."""
        if self.board.moves is not None:
            return self._pushes()
        board, steps = bytearray(self.start), []
        letters = self.board.letters.tolist()
        for move in self.solution():
            blank = board.index(0)
            cell = int(self.board.neighbors[blank, letters.index("UDLR".index(move))])
            cost = int(self.board.cost[board[cell]])
            board[blank], board[cell] = board[cell], 0
            steps.append((move, bytes(board), cost))
        return steps

    def _pushes(self) -> list[tuple[str, bytes, int]]:
        """`_steps` where moves are a table."""
        state, steps = self.start, []
        for label in self.solution():
            step = next(step for step in steps_from(self.board, state) if step.label == label)
            steps.append((step.label, step.state, step.cost))
            state = step.state
        return steps

    def sizes(self) -> tuple[int, int]:
        """The numbers of open nodes and of reached boards, of both sides together."""
        both = [end.scratch.at for end in self.ends]
        waiting = sum(int(at[Open.NODES]) for at in both)
        return waiting, sum(int(at[Register.DISTINCT]) for at in both)


def search(
    board: BoardTables,
    estimate: tuple[EstimateTables, EstimateTables],
    start: bytes,
    options: Mapping[str, Any],
    monitor: Any,
) -> tuple[int, Sequence[str] | None]:
    """Run nbs, mm or dvcbs: see `solving.engines.lowering` for the protocol. They have no options.

    estimate: one to the goal, and one to the start.
    """
    run = _Run(board, estimate, start, options["algorithm"])
    monitor.near(start, run.ends[0].h)
    if start == board.goal.tobytes():
        monitor.stats.evaluated = 2
        return Signal.FOUND, ""
    return in_slices(run, monitor)
