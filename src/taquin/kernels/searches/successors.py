"""Successors as rows of a table: the moves of a node, by the move that led to it.

A move is an *edge*, 4 * (cell the blank leaves) + column of `BoardTables.neighbors`, or a number in
`BoardTables.moves`. A node's row depends on the edge that led to it, so that it already omits the
move straight back.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from taquin.kernels.searches.moves import MoveTables, most_moves
from taquin.kernels.searches.tables import NONE, BoardTables

__all__ = ["END", "path_letters", "root_row", "row_lengths", "row_width", "successor_rows"]

# Entries per row: up to four moves and END.
_ROW = 5
END = 0xFFFFFFFF


def successor_rows(
    board: BoardTables, *, back: bool = True, reverse: bool = False
) -> npt.NDArray[np.uint32]:
    """uint32[5 * 5 * cells]: the moves after edge e, from entry 5 * e up to END.

    An entry is edge << 8 | cell the blank goes to. Rows from 4 * cells on are for a start with its
    blank in each cell. Where moves are a table, rows are longer: see `row_width`.
    back: include the move straight back to the previous state. reverse: reverse the successor
    order.
    """
    if board.moves is not None:
        return _rows_of_table(board.moves, back=back, reverse=reverse)
    near: list[list[int]] = board.neighbors.tolist()
    cells = len(near)
    moves = [
        [(4 * blank + column) << 8 | cell for column, cell in enumerate(row) if cell != NONE]
        for blank, row in enumerate(near)
    ]
    if reverse:
        moves = [row[::-1] for row in moves]
    rows = np.full((_ROW * cells, _ROW), END, np.uint32)
    for blank, row in enumerate(moves):
        rows[4 * cells + blank, : len(row)] = row
        for entry in row:
            kept = [after for after in moves[entry & 255] if back or after & 255 != blank]
            rows[entry >> 8, : len(kept)] = kept
    return rows.reshape(-1)


def _rows_of_table(moves: MoveTables, *, back: bool, reverse: bool) -> npt.NDArray[np.uint32]:
    first, width = moves.first.tolist(), most_moves(moves) + 1
    ends = moves.passed[moves.begins[1:] - 1].tolist()
    alike, undoes = moves.alike.tolist(), moves.undoes.tolist()
    rows = np.full((len(ends) + len(first) - 1, width), END, np.uint32)
    for row, (blank, undone) in enumerate(
        [*zip(ends, undoes, strict=True), *((cell, -1) for cell in range(len(first) - 1))]
    ):
        after = range(first[blank], first[blank + 1])
        kept = [move << 8 | ends[move] for move in after if back or alike[move] != undone]
        rows[row, : len(kept)] = kept[::-1] if reverse else kept
    return rows.reshape(-1)


def row_width(board: BoardTables) -> int:
    """Entries of a row, END included."""
    return _ROW if board.moves is None else most_moves(board.moves) + 1


def row_lengths(board: BoardTables, rows: npt.NDArray[np.uint32]) -> npt.NDArray[np.uint8]:
    """uint8[rows]: the number of moves in each row."""
    entries = rows.reshape(-1, row_width(board))
    lengths: npt.NDArray[np.uint8] = (entries != END).sum(axis=1).astype(np.uint8)
    return lengths


def root_row(board: BoardTables, blank: int) -> int:
    """The row number of a start with its blank in a cell."""
    if board.moves is not None:
        return len(board.labels) + blank
    return 4 * len(board.neighbors) + blank


def path_letters(board: BoardTables, edges: npt.NDArray[np.uint16]) -> Sequence[str]:
    """The moves of a path of edges."""
    if board.moves is not None:
        return tuple(board.labels[edge] for edge in edges.tolist())
    names = np.frombuffer(b"UDLR", np.uint8)
    return bytes(names[board.letters[edges & 3]]).decode("ascii")
