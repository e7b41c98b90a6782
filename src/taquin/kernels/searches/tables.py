"""The arrays that every general kernel reads, with their dtypes and shapes."""

from enum import IntEnum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.patterns.layout import NO_PATTERNS, PatternTables
from taquin.kernels.searches.moves import MoveTables

__all__ = [
    "NONE",
    "BoardTables",
    "EstimateTables",
    "PartTables",
    "Signal",
]

# No neighbour in a table of cells.
NONE = 255


class BoardTables(NamedTuple):
    """A board type, goal and metric.

    neighbors: uint8[cells, 4]; columns in *successor order* (not U D L R), so that kernels try
               moves in the order of the Python engine; NONE if there is no neighbour
    letters:   uint8[4]; which of U D L R (0 … 3) each column is
    cost:      int64[cells]; the cost of moving tile t: 1, or t in the expense metric
    goal:      uint8[cells]; the goal arrangement
    moves:     None if a move is a step to a neighbour that costs what its tile costs; otherwise
               all moves, in place of the neighbours
    labels:    the letters of each of these
    reverse:   the moves that undo them, and the letters of the moves that they undo
    """

    neighbors: npt.NDArray[np.uint8]
    letters: npt.NDArray[np.uint8]
    cost: npt.NDArray[np.int64]
    goal: npt.NDArray[np.uint8]
    moves: MoveTables | None = None
    labels: tuple[str, ...] = ()
    reverse: tuple[MoveTables, tuple[str, ...]] | None = None

    @property
    def backwards(self) -> "BoardTables":
        """The moves of a search from the goal, each by the letters of the move that it undoes."""
        if self.reverse is None:
            return self._replace(letters=self.letters ^ np.uint8(1))
        return self._replace(moves=self.reverse[0], labels=self.reverse[1])

    @property
    def cheapest(self) -> int:
        """The cost of the cheapest move."""
        least = int(self.cost[1:].min())
        if self.moves is None:
            return least
        return int((self.moves.fixed + self.moves.factor * least).min())

    @property
    def dearest(self) -> int:
        """The cost of the dearest move."""
        most = int(self.cost.max())
        if self.moves is None:
            return most
        return int((self.moves.fixed + self.moves.factor * most).max())


class PartTables(NamedTuple):
    """A heuristic that a kernel can evaluate, from scratch or by differences.

    kind: 0 per tile (zero, misplaced, Manhattan, any table); 1 the larger of per tile and linear
    conflict; 2 walking distance; 3 the maximum of 1 and 2; 4 the larger of 0 and 2.
    value: int64[cells, cells]; value[cell, tile] is what a tile adds in a cell, 0 for the blank.
    divisor: the sum is divided by it and rounded up; 1 unless kind is 0.
    extra: int64[…]; further tables of kinds 1 … 4, laid out by `taquin.kernels.searches.estimates`.
    """

    kind: int
    value: npt.NDArray[np.int64]
    divisor: int
    extra: npt.NDArray[np.int64]


class EstimateTables(NamedTuple):
    """The larger of two heuristics, kept apart because passing arrays between kernels is slow.

    patterns: pattern databases; the caller keeps their memory alive.
    start: int64[V], the start's sum in each of their views.
    """

    parts: PartTables
    patterns: PatternTables = NO_PATTERNS
    start: npt.NDArray[np.int64] = np.zeros(0, np.int64)


class Signal(IntEnum):
    """What a kernel returns; the wrapper names it."""

    BUDGET = 0  # the budget of this call is used up; call again to continue
    FOUND = 1
    EXHAUSTED = 2  # everything that this call had to examine is examined
    FULL = 3  # a table or frontier has no room left
    BEYOND = 4  # a number grew larger than the kernel can count
    STOPPED = 5  # the caller, or another worker, asked to stop
    PROVED = 6  # nothing is cheaper than a solution that was known before
