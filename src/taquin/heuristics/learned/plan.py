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
    "LONGEST",
    "MOST_CELLS",
    "MOST_MOVES",
    "BeamPlan",
    "blank_walk",
    "core_of",
    "inner_of",
    "memory_needed",
    "plan_for",
    "refusal",
]

# The rows of a model take 8 n⁴ bytes, 134 MB for 64 cells. Larger boards are solved by the value of
# neighbouring tiles, `taquin.heuristics.learned.near`, from whose wider sides strips come first.
LEARNED_CELLS = 64
MOST_CELLS = 1024  # for strips: those of 32x32 take some 40,000 moves, and each is a layer
_CORE_SIDE = 10  # the longest for a beam that solves the board at once
_LEAST_SIDE = 7  # of such a core: in narrower ones beams lead nowhere
_NARROW_CORE = 8  # columns of a board with fewer rows, or rows of one with fewer columns
_NARROW = 40_000_000  # bytes
_NEAR = 120_000  # bytes for each cell
MOST_MOVES = 24  # of a solution, for each cell: more than any beam should need
LONGEST = 24 * 3600.0  # seconds; a longer time limit guards against accidents and asks for nothing


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
    """Why no model fits this puzzle; None if one does."""
    width, height = puzzle.goal.width, puzzle.goal.height
    if not puzzle.topology.is_grid:
        return f"models know the plain rectangle only, not {puzzle.topology.name}."
    if puzzle.metric != "stm":
        return f"models count single-tile moves (stm), not {puzzle.metric}."
    core = core_of(width, height)
    if core[0] * core[1] <= LEARNED_CELLS and source_of(*core) is None:
        return f"there is no model for {width}x{height}; `taquin model train` makes one."
    return None


def inner_of(width: int, height: int) -> tuple[int, int]:
    """The width and height of what beams solve; lines around it come first on larger boards.

    >>> inner_of(32, 32), inner_of(100, 100), inner_of(100, 20)
    ((32, 32), (32, 32), (51, 20))
    """
    while width * height > MOST_CELLS:
        if width >= height:
            width = max(height - 1, MOST_CELLS // height)
        else:
            height = max(width - 1, MOST_CELLS // width)
    return width, height


def core_of(width: int, height: int) -> tuple[int, int]:
    """The width and height of the core that is left when the strips of a board are solved.

    >>> core_of(8, 8), core_of(16, 9), core_of(20, 5)
    ((8, 8), (10, 9), (8, 5))
    """
    if width * height <= LEARNED_CELLS:
        return width, height
    side = _CORE_SIDE if min(width, height) >= _LEAST_SIDE else _NARROW_CORE
    return min(width, side), min(height, side)


def memory_needed(width: int, height: int) -> int:
    """The bytes of the values of a board, its strips and its core, and of a narrow beam."""
    core, inner = core_of(width, height), inner_of(width, height)
    cells = inner[0] * inner[1]
    near = _NEAR * cells + 24 * cells**2 if cells > LEARNED_CELLS else 0
    least = core[0] * core[1]
    return near + (12 * least**4 if least <= LEARNED_CELLS else 0) + _NARROW


def blank_walk(board: Board, cell: int) -> str:
    """The moves that take the blank to a cell, first along its column."""
    row, column = divmod(board.blank, board.width)
    to_row, to_column = divmod(cell, board.width)
    # The blank goes down as a tile moves up.
    vertical = "U" * (to_row - row) + "D" * (row - to_row)
    return vertical + "L" * (to_column - column) + "R" * (column - to_column)


@lru_cache(maxsize=16)
def plan_for(goal: Board) -> BeamPlan:
    """The plan for a goal: towards the corner that is nearest to the goal's blank, and back."""
    row, column = divmod(goal.blank, goal.width)
    to_row = 0 if 2 * row < goal.height else goal.height - 1
    to_column = 0 if 2 * column < goal.width else goal.width - 1
    letters = blank_walk(goal, to_row * goal.width + to_column)
    corner = goal.apply(letters) if letters else goal
    view = view_of(corner)
    assert view is not None
    return BeamPlan(goal.width, goal.height, view, inverse(letters))
