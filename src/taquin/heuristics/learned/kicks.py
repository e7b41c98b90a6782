"""How beams over neighbouring tiles get out of jams.

On large boards a beam is often stuck while most tiles are still far from home: around its blank,
every tile has come as near as it can without the others. Elsewhere the board is as it was, so a
*kick* takes the blank there by the shortest way, and the next beam goes on. Some kicks are tried
with narrow beams, and the best one is then followed by a wide beam.
"""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from taquin.heuristics.learned.beam import PassAnswer
from taquin.puzzle.board import Board

__all__ = ["Beam", "past_jams"]

# A beam from a canonical board; the second value is True for a narrow one. `PassAnswer` has the
# moves to the goal, or to the board of the smallest value.
Beam = Callable[[Sequence[int], bool], PassAnswer]

_TRIED = 4  # kicks
_MOST = 24  # kicks on one way
_RATE = 2.0  # moves that a step of Manhattan distance will cost, at most
_NEAR = 0.4  # Manhattan distance for each cell: what is left then is no jam


class _Way(NamedTuple):
    """Moves to a board, and its Manhattan distance."""

    moves: str
    board: Board
    distance: int
    solved: bool

    def cost(self) -> float:
        """The moves of the whole solution, about."""
        return len(self.moves) + _RATE * self.distance


def past_jams(beam: Beam, board: Board, *, longest: int) -> PassAnswer:
    """Moves from a canonical board to the goal, or to a board near it; the same ones each time.

    longest: gives up where a solution would need more moves. Calls `beam` at most 121 times.
    """
    source = random.Random(1)
    way = _onward(beam, _Way("", board, _distance(board), False), "", narrow=False)
    for _ in range(_MOST):
        left = way.distance
        if way.solved or left <= _NEAR * len(board.cells) or len(way.moves) + left > longest:
            break
        kicks = [_walk(way.board, source.randrange(len(board.cells))) for _ in range(_TRIED)]
        tried = [(_onward(beam, way, kick, narrow=True), kick) for kick in kicks]
        best, kick = min(tried, key=lambda pair: pair[0].cost())
        way = min(best, _onward(beam, way, kick, narrow=False), key=_Way.cost)
    return PassAnswer(way.moves, way.solved)


def _onward(beam: Beam, way: _Way, kick: str, *, narrow: bool) -> _Way:
    """The way, the kick and a beam."""
    kicked = way.board.apply(kick)
    answer = beam(kicked.cells, narrow)
    end = kicked.apply(answer.moves)
    return _Way(way.moves + kick + answer.moves, end, _distance(end), answer.solved)


def _walk(board: Board, cell: int) -> str:
    """The moves that take the blank to a cell, first along its column."""
    row, column = divmod(board.blank, board.width)
    to_row, to_column = divmod(cell, board.width)
    # The blank goes down as a tile moves up.
    vertical = "U" * (to_row - row) + "D" * (row - to_row)
    return vertical + "L" * (to_column - column) + "R" * (column - to_column)


def _distance(board: Board) -> int:
    """The Manhattan distance of a canonical board."""
    width, total = board.width, 0
    for cell, tile in enumerate(board.cells):
        if tile:
            total += abs(cell // width - tile // width) + abs(cell % width - tile % width)
    return total
