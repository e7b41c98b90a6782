"""A puzzle as the learned beam solves it: which model, which goal, and the way back."""

from dataclasses import dataclass
from functools import lru_cache

from taquin.beams.value.model import UNIT
from taquin.beams.value.relative import LEAST_SIDE
from taquin.beams.value.store import file_of, source_of
from taquin.beams.value.symmetry import CanonicalView, view_of
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
    "cost_unit",
    "fits_torus_model",
    "has_grid_beam",
    "has_metric_beam",
    "has_own_model",
    "has_own_value",
    "has_step_beam",
    "has_torus_beam",
    "inner_of",
    "is_near",
    "memory_needed",
    "plan_for",
]

# The rows of a model take 8 n⁴ bytes, 134 MB for 64 cells. Larger boards, and long ones without a
# model of their size, are solved by the value of neighbouring tiles, see `beams.value.near`.
# Strips come first on the wider sides of large boards.
LEARNED_CELLS = 64
MOST_CELLS = 1024  # for strips: those of 32x32 take some 40,000 moves, and each is a layer
_CORE_SIDE = 10  # the longest for a beam that solves the board at once
_LEAST_SIDE = 7  # of such a core: in narrower ones beams lead nowhere
_NARROW_CORE = 8  # columns of a board with fewer rows, or rows of one with fewer columns
_COARSE = 64  # units of the dearest move: values of one layer then differ by some thousands
_DEAREST = 256  # cost; above it the value's numbers are too small
_SHORT_CELLS = 24  # up to which beams that rank by distances get through long boards, too
_LEAN = 3  # half sides
_TWO = 2  # rows, between which tiles pass each other only with detours: strips come first
_TORUS_SIDE = 16  # beyond twice the side of any model, distances rank better
_MODEL_SIDE = 8  # of a torus; on longer ones neighbouring tiles rank better in single-tile moves
_NEAR_CELLS = 254  # of a torus, or with walls: up to which kernels' cells are those of other beams
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


def has_grid_beam(puzzle: Puzzle) -> bool:
    """Whether beams that count single-tile moves on the plain rectangle serve this puzzle.

    On large and long boards also in other metrics; elsewhere, others may: see `has_metric_beam`.
    """
    if not puzzle.topology.is_grid:
        return False
    width, height = puzzle.goal.width, puzzle.goal.height
    long = puzzle.cells > _SHORT_CELLS and is_near(*core_of(width, height))
    return puzzle.metric == "stm" or long or puzzle.cells > LEARNED_CELLS


def cost_unit(puzzle: Puzzle) -> int:
    """How many units of the value for any metric are a cost of 1; 0 if costs are too large."""
    if puzzle.metric != "expense":
        return UNIT
    dearest = max(puzzle.tile_costs)
    return max(1, _COARSE // dearest) if dearest <= _DEAREST else 0


def has_metric_beam(puzzle: Puzzle) -> bool:
    """Whether there are beams for this board type and metric.

    They rank by `beams.value.metric_value`, or in single-tile moves: see `has_step_beam`.
    """
    return has_own_value(puzzle) or has_step_beam(puzzle)


def has_own_value(puzzle: Puzzle) -> bool:
    """Whether a value weighs the moves of this board type and metric: see `metric_value`."""
    plain = puzzle.topology.costs is None
    return plain and puzzle.cells <= LEARNED_CELLS and cost_unit(puzzle) > 0


def has_own_model(puzzle: Puzzle) -> bool:
    """Whether that value is the one of a model that fits the board, not only distances."""
    if not puzzle.topology.is_grid:
        return fits_torus_model(puzzle)
    return _has_corner_goal(puzzle) and file_of(puzzle.goal.width, puzzle.goal.height) is not None


def _has_corner_goal(puzzle: Puzzle) -> bool:
    goal = puzzle.goal
    row, column = divmod(goal.blank, goal.width)
    return row in (0, goal.height - 1) and column in (0, goal.width - 1)


def has_step_beam(puzzle: Puzzle) -> bool:
    """Whether a model or neighbouring tiles rank whole boards of this type in single-tile moves."""
    size = puzzle.goal.width, puzzle.goal.height
    if puzzle.topology.is_grid:
        return core_of(*size) == size
    walled = puzzle.topology.is_part_of_grid and _has_corner_goal(puzzle)
    return (walled or puzzle.topology.name == "torus") and puzzle.cells <= _NEAR_CELLS


def fits_torus_model(puzzle: Puzzle) -> bool:
    """Whether a model for a torus ranks boards of this puzzle best."""
    return has_torus_beam(puzzle) and max(puzzle.goal.width, puzzle.goal.height) <= _MODEL_SIDE


def has_torus_beam(puzzle: Puzzle) -> bool:
    """Whether a model for a torus ranks boards of this puzzle."""
    width, height = puzzle.goal.width, puzzle.goal.height
    sides = min(width, height) >= LEAST_SIDE and max(width, height) <= _TORUS_SIDE
    if puzzle.topology.name != "torus" or not sides or puzzle.cells > LEARNED_CELLS:
        return False
    return source_of(width, height, "torus") is not None


def is_near(width: int, height: int) -> bool:
    """Whether a core of this size is solved by the value of neighbouring tiles.

    On boards with a side half as long again as the other, it ranks better than the model of the
    square, and on longer ones there is none.

    >>> is_near(6, 6), is_near(7, 5), is_near(8, 4), is_near(12, 3), is_near(9, 8)
    (False, False, True, True, True)
    """
    short, long = sorted((width, height))
    if width * height > LEARNED_CELLS:
        return True
    return file_of(width, height) is None and (
        _LEAN * short < 2 * long or file_of(long, long) is None
    )


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

    >>> core_of(8, 8), core_of(16, 9), core_of(20, 5), core_of(12, 3), core_of(12, 2)
    ((8, 8), (10, 9), (8, 5), (12, 3), (8, 2))
    """
    if width * height <= LEARNED_CELLS and min(width, height) > _TWO:
        return width, height
    side = _CORE_SIDE if min(width, height) >= _LEAST_SIDE else _NARROW_CORE
    return min(width, side), min(height, side)


def memory_needed(width: int, height: int) -> int:
    """The bytes of the values of a board, its strips and its core, and of a narrow beam."""
    core, inner = core_of(width, height), inner_of(width, height)
    cells = inner[0] * inner[1]
    near = _NEAR * cells + 24 * cells**2 if is_near(*core) or core != inner else 0
    least = core[0] * core[1]
    return near + (0 if is_near(*core) else 12 * least**4) + _NARROW


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
