"""A puzzle as the learned beam solves it: which model, which goal, and the way back."""

from dataclasses import dataclass
from functools import lru_cache

from taquin.heuristics.learned.store import source_of
from taquin.heuristics.learned.symmetry import CanonicalView, view_of
from taquin.puzzle.board import Board
from taquin.puzzle.move import inverse, simplify
from taquin.puzzle.puzzle import Puzzle

__all__ = [
    "LEARNED_CELLS",
    "MOST_CELLS",
    "MOST_MOVES",
    "BeamPlan",
    "memory_needed",
    "plan_for",
    "refusal",
]

# The rows of a model take 8 n⁴ bytes, 134 MB for 64 cells. Larger boards are solved by the value of
# neighbouring tiles, `taquin.heuristics.learned.near`; cells are bytes there, and 255 is none.
LEARNED_CELLS = 64
MOST_CELLS = 254
_LEAST_SIDE = 7  # of larger boards: in narrow ones such beams lead nowhere
_NARROW = 40_000_000  # bytes
_NEAR = 100_000  # bytes for each cell
MOST_MOVES = 24  # of a solution, for each cell: more than any beam should need


@dataclass(frozen=True, slots=True)
class BeamPlan:
    """How boards of one puzzle are solved.

    view: how they become canonical. walk: the moves from the view's goal to the puzzle's, empty if
    the puzzle's goal has the blank in a corner.
    """

    width: int
    height: int
    view: CanonicalView
    walk: str

    def board(self, board: Board) -> tuple[int, ...]:
        """The canonical board."""
        return self.view.board(board.cells)

    def moves(self, canonical: str) -> str:
        """The moves of the puzzle for those of the canonical board."""
        return simplify(self.view.moves(canonical) + self.walk)


def refusal(puzzle: Puzzle) -> str | None:
    """Why no model serves this puzzle; None if one does."""
    width, height = puzzle.goal.width, puzzle.goal.height
    if not puzzle.topology.is_grid:
        return f"models know the plain rectangle only, not {puzzle.topology.name}."
    if puzzle.metric != "stm":
        return f"models count single-tile moves (stm), not {puzzle.metric}."
    if puzzle.cells > MOST_CELLS:
        return f"models serve boards of up to {MOST_CELLS} cells; {width}x{height} has more."
    if puzzle.cells > LEARNED_CELLS:
        if min(width, height) < _LEAST_SIDE:
            return f"boards of more than {LEARNED_CELLS} cells need {_LEAST_SIDE} rows and columns."
    elif min(width, height) < 2 or source_of(width, height) is None:
        return f"there is no model for {width}x{height}; `taquin model train` makes one."
    return None


def memory_needed(cells: int) -> int:
    """The bytes of a model of so many cells and of a narrow beam."""
    if cells > LEARNED_CELLS:
        return _NEAR * cells + _NARROW
    return 12 * cells**4 + _NARROW


@lru_cache(maxsize=16)
def plan_for(goal: Board) -> BeamPlan:
    """The plan for a goal: towards the corner that is nearest to the goal's blank, and back."""
    row, column = divmod(goal.blank, goal.width)
    down, right = goal.height - 1 - row, goal.width - 1 - column
    # The blank goes up as the tiles move down.
    letters = "D" * row if row <= down else "U" * down
    letters += "R" * column if column <= right else "L" * right
    corner = goal.apply(letters) if letters else goal
    view = view_of(corner)
    assert view is not None
    return BeamPlan(goal.width, goal.height, view, inverse(letters))
