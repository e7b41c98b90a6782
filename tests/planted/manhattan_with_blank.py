"""Planted fault: a Manhattan distance that counts the blank, too large on a few boards only."""

from taquin.heuristics.base import heuristic


@heuristic("manhattan_with_blank", admissible=True, consistent=True, paper="folklore")
def manhattan_with_blank(puzzle):
    """Every cell's content counted, the blank too."""
    width = puzzle.goal.width
    home = {tile: divmod(cell, width) for cell, tile in enumerate(puzzle.goal)}

    def h(state):
        return sum(
            abs(row - home[tile][0]) + abs(column - home[tile][1])
            for cell, tile in enumerate(state)
            for row, column in (divmod(cell, width),)
        )

    return h
