"""Planted fault: a board type with a door that opens in one direction only."""

from taquin.puzzle.topology import grid, register_topology


@register_topology("one_way")
def one_way(width, height):
    """From cell 0 to cell 1, never back."""
    table = [list(row) for row in grid(width, height)]
    table[1] = [-1 if n == 0 else n for n in table[1]]
    return tuple(tuple(row) for row in table)
