"""What a move changes in the learned value, as rows with one entry for each cell's content.

A model's value is a sum over the cells' contents and over pairs of them
(`taquin.heuristics.learned`).
A move changes only the terms with the blank or the moved tile, so its change is the sum of one
entry a cell, in a row chosen by the blank's cell, the direction and the tile.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import kernel

__all__ = ["NO_CELL", "BeamTables", "build_rows", "full_value"]

# No neighbour in that direction.
NO_CELL = 255


class BeamTables(NamedTuple):
    """A board type and a model; n cells, contents 0 (the blank) to n - 1.

    neighbors: uint8[n, 4]      the cell whose tile can move here by direction; NO_CELL if none
    rows:      int16[4n², n²]   row (blank · 4 + direction) · n + tile, column cell · n + content
    hashes:    uint64[n, n]     a random number for each tile in each cell
    """

    neighbors: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.int16]
    hashes: npt.NDArray[np.uint64]


@kernel
def build_rows(
    neighbors: npt.NDArray[np.uint8],
    single: npt.NDArray[np.int16],
    pairs: npt.NDArray[np.int16],
    rows: npt.NDArray[np.int16],
    first: int,
    last: int,
) -> None:
    """Fill the rows of the blank in cells `first` to `last` - 1.

    single: int16[n²] and pairs: int16[n², n²], symmetric, by cell · n + content. rows: as in
    BeamTables.
    """
    n = neighbors.shape[0]
    for b in range(first, last):
        for d in range(4):
            c = np.int64(neighbors[b, d])
            if c == NO_CELL:
                continue
            for t in range(1, n):
                row = rows[(b * 4 + d) * n + t]
                arrives, leaves = pairs[b * n + t], pairs[c * n + t]
                blank_arrives, blank_leaves = pairs[c * n], pairs[b * n]
                for i in range(n * n):
                    row[i] = arrives[i] - leaves[i] + blank_arrives[i] - blank_leaves[i]
                row[b * n : (b + 1) * n] = 0
                row[c * n : (c + 1) * n] = 0
                row[c * n + t] = (
                    single[b * n + t]
                    - single[c * n + t]
                    + single[c * n]
                    - single[b * n]
                    + arrives[c * n]
                    - leaves[b * n]
                )


@kernel
def full_value(
    single: npt.NDArray[np.int16], pairs: npt.NDArray[np.int16], board: npt.NDArray[np.uint8]
) -> int:
    """The value of a board (uint8[n]) from scratch; O(n²)."""
    n = len(board)
    value = 0
    for c in range(n):
        i = c * n + np.int64(board[c])
        value += single[i]
        for x in range(c):
            value += pairs[i, x * n + np.int64(board[x])]
    return value
