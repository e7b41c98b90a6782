"""Detours in a list of moves: those that lead back to a board passed before."""

from typing import NamedTuple

from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.topology import Topology

__all__ = ["Loop", "find_loops"]

# Every board that is passed is kept.
_MOST_CELLS = 5_000_000
_MOST_MOVES = 100_000


class Loop(NamedTuple):
    """Moves that lead back to the board before them; numbers count from 1, both ends included."""

    first: int
    last: int

    @property
    def saved(self) -> int:
        """How many moves they are."""
        return self.last - self.first + 1


def find_loops(start: Board, board_type: Topology, letters: str) -> tuple[Loop, ...] | None:
    """The loops of legal moves, in order, none inside another; None if there are too many moves.

    Leaving them out gives moves that reach the same board and pass no board twice. O(len * cells).
    """
    if len(letters) > _MOST_MOVES or len(letters) * len(start) > _MOST_CELLS:
        return None
    cells, blank = list(start.cells), start.blank
    # The boards on the way without loops, and after how many moves each was first reached.
    way, after = [tuple(cells)], [0]
    place = {way[0]: 0}
    loops: list[Loop] = []
    for number, letter in enumerate(letters, start=1):
        cell = board_type.neighbors[blank][DIRECTIONS.index(letter)]
        cells[blank], cells[cell] = cells[cell], 0
        blank, board = cell, tuple(cells)
        if board not in place:
            place[board] = len(way)
            way.append(board)
            after.append(number)
            continue
        known = place[board]
        for passed in way[known + 1 :]:
            del place[passed]
        del way[known + 1 :], after[known + 1 :]
        while loops and loops[-1].first > after[known]:
            loops.pop()
        loops.append(Loop(after[known] + 1, number))
    return tuple(loops)
