"""What an explanation contains, as data; `taquin.teach.explain.words` turns it into sentences."""

from dataclasses import dataclass

from taquin.heuristics.base import pushes_per_move
from taquin.puzzle.board import Board
from taquin.puzzle.goal import goal_name
from taquin.puzzle.instances import Instance
from taquin.puzzle.puzzle import Puzzle
from taquin.teach.explain.distance import Extent
from taquin.teach.explain.estimates import HeuristicValue

__all__ = ["Facts"]


@dataclass(frozen=True)
class Facts:
    """Everything that `explain` finds out about a board.

    notation: how the text was read (a key of `taquin.puzzle.notation.FORMATS`, instance or board).
    other_goals: for every other named goal, whether this board can reach it.
    swap, fixed: two tiles whose exchange makes an unsolvable board solvable, and that board.
    manhattan: the contribution of the tile in each cell, in reading order.
    lower_bound: None if there is no solution.
    distance: the optimal cost, None if unknown; distance_source: computed, or where published.
    first_moves: the moves that start an optimal solution; None unless the distance is computed.
    states: how many boards are reachable from this one, None if unknown.
    """

    board: Board
    puzzle: Puzzle
    notation: str
    instance: Instance | None
    solvable: bool
    reason: str
    inversions: int
    blank_distance: int
    other_goals: dict[str, bool]
    swap: tuple[int, int] | None
    fixed: Board | None
    misplaced: tuple[int, ...]
    manhattan: tuple[int, ...]
    conflicts: tuple[int, ...] | None
    heuristics: tuple[HeuristicValue, ...]
    lower_bound: int | None
    lower_bound_reason: str
    distance: int | None
    distance_source: str | None
    first_moves: tuple[str, ...] | None
    legal_moves: tuple[str, ...]
    states: int | None
    extent: Extent | None

    @property
    def goal(self) -> Board:
        """The goal the board is judged against."""
        return self.puzzle.goal

    @property
    def goal_name(self) -> str | None:
        """last, first, snake or spiral, if the goal has a name."""
        return goal_name(self.goal)

    @property
    def already_solved(self) -> bool:
        """Whether the board is the goal."""
        return self.board == self.goal

    @property
    def pushes(self) -> int:
        """The largest number of tiles that one move can push."""
        return pushes_per_move(self.puzzle)
