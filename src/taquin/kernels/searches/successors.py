"""Successors as rows of a table: the moves of a node, by the move that led to it.

A move is an *edge*, 4 * (cell the blank leaves) + column of `BoardTables.neighbors`. A node's row
depends on the edge that led to it, so that it already omits the move straight back.
"""

import numpy as np
import numpy.typing as npt

from taquin.kernels.searches.tables import NONE, BoardTables

__all__ = ["END", "ROW", "path_letters", "root_row", "row_lengths", "successor_rows"]

# Entries per row: up to four moves and END.
ROW = 5
END = 0xFFFFFFFF


def successor_rows(
    board: BoardTables, *, back: bool = True, reverse: bool = False
) -> npt.NDArray[np.uint32]:
    """uint32[5 * 5 * cells]: the moves after edge e, from entry 5 * e up to END.

    An entry is edge << 8 | cell the blank goes to. Rows from 4 * cells on are for a start with its
    blank in each cell. back: include the move straight back to the previous state.
    reverse: reverse the successor order.
    """
    near: list[list[int]] = board.neighbors.tolist()
    cells = len(near)
    moves = [
        [(4 * blank + column) << 8 | cell for column, cell in enumerate(row) if cell != NONE]
        for blank, row in enumerate(near)
    ]
    if reverse:
        moves = [row[::-1] for row in moves]
    rows = np.full((ROW * cells, ROW), END, np.uint32)
    for blank, row in enumerate(moves):
        rows[4 * cells + blank, : len(row)] = row
        for entry in row:
            kept = [after for after in moves[entry & 255] if back or after & 255 != blank]
            rows[entry >> 8, : len(kept)] = kept
    return rows.reshape(-1)


def row_lengths(rows: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """uint8[5 * cells]: the number of moves in each row."""
    lengths: npt.NDArray[np.uint8] = (rows.reshape(-1, ROW) != END).sum(axis=1).astype(np.uint8)
    return lengths


def root_row(board: BoardTables, blank: int) -> int:
    """The row number of a start with its blank in a cell."""
    return 4 * len(board.neighbors) + blank


def path_letters(board: BoardTables, edges: npt.NDArray[np.uint16]) -> str:
    """The letters of a path of edges."""
    names = np.frombuffer(b"UDLR", np.uint8)
    return bytes(names[board.letters[edges & 3]]).decode("ascii")
