"""The transcript of a search that some courses ask for."""

import math
from typing import Any, TextIO

from taquin.ground.errors import OptionError
from taquin.puzzle.notation import write_board
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Observer
from taquin.search.problem import Node

__all__ = ["ExpansionPrinter"]


class ExpansionPrinter(Observer):
    """Prints every expansion as the UCR assignment asks (CS 170, the eight-puzzle).

    puzzle: gives the width of the rows; without it, boards are square. The blank is 0. most: the
    largest number of expansions to print, None for all; `left_out` counts the others.
    """

    def __init__(
        self, stream: TextIO, puzzle: Puzzle | None = None, *, most: int | None = None
    ) -> None:
        self._stream = stream
        self._width = None if puzzle is None else puzzle.goal.width
        self._left = math.inf if most is None else most
        self.left_out = 0

    def on_expand(self, node: Node[Any]) -> None:
        """Print g(n), h(n) and the rows of the board."""
        if self._left <= 0:
            self.left_out += 1
            return
        self._left -= 1
        cells = tuple(node.state)
        width = self._width or math.isqrt(len(cells))
        if self._width is None and width * width != len(cells):
            raise OptionError(f"{len(cells)} cells do not form a square; pass the puzzle, too.")
        self._stream.write(
            f"The best state to expand with g(n) = {node.g} and h(n) = {node.h} is ...\n"
            f"{write_board(width, cells, form='lines')}\n\n"
        )
