"""What EES on packed boards counts and reports, however its open nodes are kept in order."""

from collections.abc import Mapping, Sequence
from enum import IntEnum, auto
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import is_goal
from taquin.kernels.base.jit import inlined
from taquin.kernels.searches.nodes import END, H_AT, Nodes, Register
from taquin.kernels.searches.reached import Reached
from taquin.kernels.searches.tables import BoardTables, EstimateTables, Signal

__all__ = ["Estimating", "Extra", "h_of", "take"]

I64 = npt.NDArray[np.int64]


class Extra(IntEnum):
    """Places in `Workspace.at` behind those of `Register`."""

    LAST = END  # the value of EXPANDED at which the budget is used up
    PEAK = auto()
    WAITING = auto()  # open nodes
    SOLUTION = auto()
    LEAST_F = auto()  # the greatest so far
    CLOSEST = auto()  # the node with the smallest h so far
    CLOSEST_H = auto()


@inlined
def h_of(nodes: Nodes, at: I64, number: Any) -> Any:
    """The h of a node."""
    return (np.int64(nodes.links[number]) >> H_AT) & at[Register.H_MASK]


@inlined
def take(nodes: Nodes, at: I64, number: Any) -> Any:
    """Make an open node the pending one; FOUND if it is the goal, otherwise BUDGET."""
    at[Extra.WAITING] -= 1
    at[Register.POPPED] += 1
    at[Register.PENDING] = number
    h = h_of(nodes, at, number)
    if h < at[Extra.CLOSEST_H]:
        at[Extra.CLOSEST_H], at[Extra.CLOSEST] = h, number
    status = Signal.BUDGET
    here = number * at[Register.STRIDE]
    goal = at[Register.GOAL], at[Register.GOAL_SECOND]
    if is_goal(nodes.boards, here, at[Register.WIDE], goal[0], goal[1]):
        at[Extra.SOLUTION] = number
        status = Signal.FOUND
    return status


class Estimating(Reached):
    """One search: its nodes, its options, and what it reports."""

    def __init__(
        self, board: BoardTables, estimate: EstimateTables, start: bytes, options: Mapping[str, Any]
    ) -> None:
        super().__init__(board, estimate, start, foresees=True, registers=len(Extra))
        self.weight, self.slowest = float(options["weight"]), float(options["slowest"])
        self.scratch.at[Extra.CLOSEST_H] = self.h

    @property
    def left(self) -> int:
        """How many of the requested expansions remain."""
        return int(self.scratch.at[Extra.LAST] - self.scratch.at[Register.EXPANDED])

    def publish(self, monitor: Any) -> None:
        """Report the counters and the proved bound to the monitor."""
        at = self.scratch.at.tolist()
        self.count(monitor.stats, at[Extra.PEAK])
        monitor.prove(at[Extra.LEAST_F])
        monitor.near(self.board(at[Extra.CLOSEST]), at[Extra.CLOSEST_H])

    def solution(self) -> Sequence[str]:
        """The moves to the solution."""
        return self.letters(int(self.scratch.at[Extra.SOLUTION]))

    def sizes(self) -> tuple[int, int]:
        """The numbers of open nodes and of reached boards."""
        return int(self.scratch.at[Extra.WAITING]), int(self.scratch.at[Register.DISTINCT])
