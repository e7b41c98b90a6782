"""Planted fault: twice the Manhattan distance, declared admissible."""

from taquin.heuristics.base import heuristic
from taquin.heuristics.manhattan import manhattan


@heuristic("double_manhattan", admissible=True, consistent=True, paper="folklore")
def double_manhattan(puzzle):
    """2 x Manhattan."""
    once = manhattan(puzzle)
    return lambda state: 2 * once(state)
