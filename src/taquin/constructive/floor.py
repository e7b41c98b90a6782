"""A lower bound for a single board, without the tables that a search of millions would use."""

from collections.abc import Sequence

from taquin.heuristics.base import pushes_per_move
from taquin.heuristics.linear_conflict import taken_out
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["floor"]

# On larger boards that are neither grid nor torus, steps are not counted: that takes O(cells²).
_MOST_CELLS = 400


def floor(puzzle: Puzzle, state: State) -> int:
    """No solution of `state` costs less: linear conflict on a grid, else Manhattan distance.

    With walls, the greater of both: only Manhattan distance knows the ways around them.
    """
    weight, board_type = puzzle.tile_costs, puzzle.topology
    total = 0 if board_type.is_grid else _manhattan(puzzle, state, weight, board_type.name)
    if board_type.is_part_of_grid:
        straight = _manhattan(puzzle, state, weight, "grid")
        total = max(total, straight + _conflicts(puzzle, state, weight))
    return -(-total // pushes_per_move(puzzle))


def _conflicts(puzzle: Puzzle, state: State, weight: Sequence[int]) -> int:
    width, goal = puzzle.goal.width, puzzle.goal.cells
    parts = [slice(i, i + width) for i in range(0, len(goal), width)]
    parts += [slice(i, None, width) for i in range(width)]
    total = 0
    for part in parts:
        home = {tile: place for place, tile in enumerate(goal[part]) if tile}
        total += 2 * sum(weight[tile] for tile in taken_out(state[part], home, weight))
    return total


def _manhattan(puzzle: Puzzle, state: State, weight: Sequence[int], name: str) -> int:
    width, height = puzzle.goal.width, puzzle.goal.height
    place = {tile: cell for cell, tile in enumerate(state)}
    total = 0
    for home, tile in enumerate(puzzle.goal):
        if not tile:
            continue
        at = place[tile]
        if name in ("grid", "torus"):
            down, right = abs(at // width - home // width), abs(at % width - home % width)
            if name == "torus":
                down, right = min(down, height - down), min(right, width - right)
            total += weight[tile] * (down + right)
        elif puzzle.cells <= _MOST_CELLS:
            total += weight[tile] * max(0, puzzle.topology.distances(home)[at])
    return total
