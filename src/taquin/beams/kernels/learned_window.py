"""IDA* between two boards of a path, to replace a stretch of it by a shorter one."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import kernel

__all__ = ["NONE_SHORTER", "OUT_OF_BUDGET", "WindowTables", "shortest_between"]

NONE_SHORTER, OUT_OF_BUDGET = -1, -2


class WindowTables(NamedTuple):
    """A board type; n cells.

    neighbors: cell[n, 4]    as in NearTables
    steps: int16[n, n]       moves of a tile from one cell to another, with no other tile there
    """

    neighbors: npt.NDArray[Any]
    steps: npt.NDArray[np.int16]


@kernel
def shortest_between(
    tables: WindowTables,
    board: npt.NDArray[Any],
    target: npt.NDArray[Any],
    path: npt.NDArray[np.uint8],
    longest: int,
    most: int,
) -> int:
    """A shortest path of at most `longest` moves; its length, NONE_SHORTER or OUT_OF_BUDGET.

    board: cell[n], left as it was found. target: cell[n]. path: uint8[longest + 1], receives the
    directions. most: children to make.
    """
    steps = tables.steps
    n = len(board)
    home = np.empty(n, np.int64)
    for c in range(n):
        home[target[c]] = c
    # Literal zeros would make Numba compile `_under_bound` twice.
    h: Any = np.int64(0)
    blank: Any = np.int64(0)
    for c in range(n):
        if board[c] == 0:
            blank = c
        else:
            h += steps[home[board[c]], c]
    start = board.copy()
    bound = h
    while bound <= longest:
        board[:] = start
        numbers = blank, h, bound, most
        length, most = _under_bound(tables, board, home, path, numbers)
        if length != NONE_SHORTER:
            board[:] = start
            return length
        bound += 2  # every move changes the parity of the distance
    return NONE_SHORTER


@kernel
def _under_bound(
    tables: WindowTables,
    board: npt.NDArray[Any],
    home: npt.NDArray[np.int64],
    path: npt.NDArray[np.uint8],
    numbers: tuple[int, int, int, int],
) -> tuple[int, int]:
    """Depth-first search for a path with f at most the bound; (its length, budget left)."""
    neighbors, steps = tables.neighbors, tables.steps
    n = len(board)
    blank, h, bound, budget = numbers
    tried = np.zeros(bound + 2, np.int64)
    depth = 0
    while True:
        if h == 0:
            return depth, budget
        moved = False
        while tried[depth] < 4:
            d = tried[depth]
            tried[depth] += 1
            c = int(neighbors[blank, d])
            if c >= n or (depth > 0 and (path[depth - 1] ^ 1) == d):
                continue
            t = board[c]
            after = h + steps[home[t], blank] - steps[home[t], c]
            budget -= 1
            if depth + 1 + after > bound:
                continue
            board[blank], board[c] = t, 0
            path[depth] = d
            blank, h, moved = int(c), after, True
            depth += 1
            tried[depth] = 0
            break
        if moved:
            continue
        if budget <= 0:
            return OUT_OF_BUDGET, budget
        if depth == 0:
            return NONE_SHORTER, budget
        depth -= 1
        # Undo: the tile that moved went to where the blank was.
        d = np.int64(path[depth])
        old = int(neighbors[blank, d ^ 1])
        t = board[old]
        h += steps[home[t], blank] - steps[home[t], old]
        board[blank], board[old] = t, 0
        blank = old
