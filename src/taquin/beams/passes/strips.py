"""Solves a large board down to its core: a few rows or columns at a time, by a beam.

A *strip* is the last lines of what is left. Only its tiles count while a beam solves it; the others
are all alike, so that boards which differ in them alone are one. What is solved stays as it is.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from taquin.beams.passes.beam import PassAnswer
from taquin.puzzle.board import Board

__all__ = ["Strip", "StripBeam", "Stripped", "Way", "corner", "strip_off", "strips_of"]

_RATE = 1.42  # moves for each step of Manhattan distance that is left


class Strip(NamedTuple):
    """The last `lines` rows of a canonical board, or its last columns."""

    width: int
    height: int
    lines: int
    in_rows: bool

    @property
    def rest(self) -> tuple[int, int]:
        """The width and height of what is left."""
        if self.in_rows:
            return self.width, self.height - self.lines
        return self.width - self.lines, self.height

    @property
    def tiles(self) -> frozenset[int]:
        """Its tiles, which are also its cells."""
        width, height = self.rest
        cells = range(self.width * self.height)
        return frozenset(x for x in cells if x // self.width >= height or x % self.width >= width)

    def ends(self) -> Iterator[list[int]]:
        """The boards at which it is solved: the move that solves it leaves the blank beside it.

        All other tiles are 1, which stands for any of them.
        """
        width, height = self.rest
        beside = range(width) if self.in_rows else range(height)
        tiles = self.tiles
        for k in beside:
            blank = (height - 1) * self.width + k if self.in_rows else k * self.width + width - 1
            board = [x if x in tiles else 1 for x in range(self.width * self.height)]
            board[blank] = 0
            yield board

    def is_solved(self, board: Sequence[int]) -> bool:
        """Whether its tiles are at home."""
        return all(board[tile] == tile for tile in self.tiles)

    def without(self, board: Sequence[int]) -> Board:
        """What is left of a board on which it is solved, as a canonical board."""
        return corner(Board(self.width, self.height, tuple(board)), *self.rest)


def corner(board: Board, width: int, height: int) -> Board:
    """The first columns and rows of a canonical board on which all others are solved."""
    cells = (row * board.width + column for row in range(height) for column in range(width))
    places = (divmod(board.cells[cell], board.width) for cell in cells)
    return Board(width, height, tuple(row * width + column for row, column in places))


class Stripped(NamedTuple):
    """Moves that solve the strips, and the core; None where some are left."""

    moves: str
    core: Board | None


class Way(NamedTuple):
    """Moves to the core, the whole board after them, and the core; None if there is no way."""

    letters: str
    board: Board
    core: Board | None

    def cost(self) -> float:
        """About how many moves a solution takes."""
        if self.core is None:
            return math.inf
        width, cells = self.core.width, self.core.cells
        left = sum(
            abs(cell // width - tile // width) + abs(cell % width - tile % width)
            for cell, tile in enumerate(cells)
            if tile
        )
        return len(self.letters) + _RATE * left


# A beam from a canonical board until a strip is solved.
StripBeam = Callable[[Strip, Board], PassAnswer]


def strips_of(size: tuple[int, int], core: tuple[int, int], lines: int) -> Iterator[Strip]:
    """The strips across the longer side, of so many lines and then of fewer."""
    (width, height), (least_width, least_height) = size, core
    in_rows = height > least_height and (height >= width or width == least_width)
    most = height - least_height if in_rows else width - least_width
    for count in range(min(lines, most), 0, -1):
        yield Strip(width, height, count, in_rows)


def strip_off(
    beam: StripBeam,
    board: Board,
    core: tuple[int, int],
    lines: int,
    go_on: Callable[[], bool] = lambda: True,
) -> Stripped:
    """Solve the strips of a canonical board one by one, down to the core.

    lines: of a strip; fewer where a beam is stuck. go_on: asked before each strip.
    """
    moves = ""
    while (size := (board.width, board.height)) != core:
        if not go_on():
            return Stripped(moves, None)
        for strip in strips_of(size, core, lines):
            solved = strip.is_solved(board.cells)
            answer = PassAnswer("", True) if solved else beam(strip, board)
            if answer.solved:
                break
        else:
            return Stripped(moves, None)
        moves += answer.moves
        board = strip.without(board.apply(answer.moves).cells)
    return Stripped(moves, board)
