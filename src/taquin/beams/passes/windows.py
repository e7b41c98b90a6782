"""Short stretches of a path, each replaced by a shortest one."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_window import WindowTables, shortest_between
from taquin.beams.value.tables import cell_type, neighbor_table
from taquin.puzzle.move import DIRECTIONS, inverse

__all__ = ["shortened"]

_LENGTH = 44  # moves of a window
_STEP = 11  # moves from one window to the next
_BUDGET = 150_000  # children of a window: some milliseconds


def shortened(
    width: int,
    height: int,
    board: Sequence[int],
    letters: str,
    go_on: Callable[[], bool] = lambda: True,
    keep: Callable[[str], None] = lambda letters: None,
) -> str:
    """A path from a board that is at most as long, over the same boards at the windows' ends.

    board: contents by cell; letters: the tile moves. go_on: asked before each window. keep: told
    each shorter path at once, as Ctrl-C may end this.
    """
    cells = np.arange(width * height)
    rows, columns = cells // width, cells % width
    steps = abs(rows[:, None] - rows) + abs(columns[:, None] - columns)
    tables = WindowTables(neighbor_table(width, height), steps.astype(np.int16))
    room = np.zeros(_LENGTH + 2, np.uint8)
    at, first = 0, np.array(board, cell_type(width * height))
    while at < len(letters) - 2 and go_on():
        last = _after(tables, first, letters[at : at + _LENGTH])
        old = len(letters[at : at + _LENGTH])
        length = shortest_between(tables, first, last, room, old - 2, _BUDGET)
        if length >= 0:
            better = "".join(DIRECTIONS[d] for d in room[:length])
            letters = letters[:at] + better + letters[at + old :]
            keep(letters)
            back = min(at, _LENGTH - _STEP)
            first = _after(tables, first, inverse(letters[at - back : at]))
            at -= back
        else:
            first = _after(tables, first, letters[at : at + _STEP])
            at += _STEP
    return letters


def _after(tables: WindowTables, board: npt.NDArray[Any], letters: str) -> npt.NDArray[Any]:
    """The board after some moves."""
    cells = board.copy()
    blank = int(np.flatnonzero(cells == 0)[0])
    for letter in letters:
        cell = int(tables.neighbors[blank, DIRECTIONS.index(letter)])
        cells[blank], cells[cell] = cells[cell], 0
        blank = cell
    return cells
