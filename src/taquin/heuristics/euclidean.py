"""Straight-line distance: the sum over tiles of the length of the straight line home."""

from collections.abc import Callable, Sequence
from math import isqrt

from taquin.ground.errors import OptionError
from taquin.heuristics.base import PerTile, heuristic, pushes_per_move
from taquin.heuristics.computed import MANY_CELLS, ComputedTable
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import Topology

__all__ = ["UNIT", "euclidean"]

# Lengths are counted in steps of 2**-32, which leaves room for 100x100 boards in 64 bits. Each is
# rounded down, only their sum up. Two roundings down of numbers that differ by at most a whole
# number differ by at most that number, so what is declared holds exactly, whatever the unit.
UNIT = 1 << 32


@heuristic(
    "euclidean",
    label="Euclidean distance",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    aliases=("straight_line",),
    paper="Hart, Nilsson & Raphael 1968 (airline distance)",
)
def euclidean(puzzle: Puzzle) -> PerTile:
    """The sum of each tile's straight-line distance to its goal cell, rounded up.

    The sum is rounded, not its parts: a move changes it by at most 1, and so the next whole number.
    Where the board wraps around, lines do too; walls do not bend them. In expense a distance is
    multiplied by the tile's number; in the multi-tile metric the sum is divided by the longest
    push. Raises OptionError for board types whose moves are not steps between cells side by side.
    """
    cells, squared = puzzle.cells, _squared_distance(puzzle.topology)
    lengths = [isqrt(square * UNIT * UNIT) for square in range(_farthest(puzzle.topology) + 1)]
    home, expense = [0] * cells, puzzle.metric == "expense"
    for cell, tile in enumerate(puzzle.goal):
        home[tile] = cell

    def value(cell: int, tile: int) -> int:
        if not tile:
            return 0
        length = lengths[squared(cell, home[tile])]
        return length * tile if expense else length

    table: Sequence[Sequence[int]] = ComputedTable(cells, value)
    if cells <= MANY_CELLS:
        table = [list(row) for row in table]
    return PerTile(table, divisor=UNIT * pushes_per_move(puzzle))


def _farthest(board_type: Topology) -> int:
    """The square of a length that no two cells exceed."""
    return (board_type.width - 1) ** 2 + (board_type.height - 1) ** 2


def _squared_distance(board_type: Topology) -> Callable[[int, int], int]:
    """The square of the straight-line distance between two cells, around the board where it wraps.

    Raises OptionError unless every move is then a step of length 1.
    """
    width, height = board_type.width, board_type.height
    steps = [
        (abs(cell // width - other // width), abs(cell % width - other % width))
        for cell in range(board_type.cells)
        for other in board_type.adjacent(cell)
    ]
    down = height if any(dy == height - 1 for dy, _ in steps) and height > 2 else 2 * height
    across = width if any(dx == width - 1 for _, dx in steps) and width > 2 else 2 * width

    def squared(a: int, b: int) -> int:
        dy, dx = abs(a // width - b // width), abs(a % width - b % width)
        return min(dy, down - dy) ** 2 + min(dx, across - dx) ** 2

    if any(min(dy, down - dy) + min(dx, across - dx) != 1 for dy, dx in steps):
        raise OptionError(
            f"euclidean works only where every move is a step between cells side by side, not on "
            f"{board_type.name}. Use manhattan, which counts steps on any board type."
        )
    return squared
