"""What a move changes in the learned value, as rows with one entry for each cell's content.

A model's value is a sum over the cells' contents and over pairs of them
(`taquin.beams.value`).
A move changes only the terms with the blank or the moved tile, so its change is the sum of one
entry a cell, in a row chosen by the blank's cell, the direction and the tile.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import kernel

__all__ = ["NO_CELL", "BeamTables", "build_rows", "full_value", "unpack_pairs"]

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
    single: npt.NDArray[Any],
    pairs: npt.NDArray[np.int16],
    rows: npt.NDArray[np.int16],
    first: int,
    last: int,
) -> None:
    """Fill the rows of the blank in cells `first` to `last` - 1.

    single: int16[n²] or int32[n²]. pairs: int16[n², n²], symmetric. Both by cell · n + content.
    rows: as in BeamTables.
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
def unpack_pairs(
    stored: npt.NDArray[np.int8],
    mirror: npt.NDArray[np.uint8],
    pairs: npt.NDArray[np.int16],
) -> int:
    """Fill symmetric pairs from the entries of a file; returns how many it needs.

    stored: int8, by first and second feature with the smaller cell first, as
    `taquin.beams.value.file` writes them; if too few, only the number is meant.
    mirror: uint8[n], where transposing a square takes a cell; empty for a rectangle.
    """
    size = len(pairs)
    n = np.int64(np.sqrt(size))
    square = len(mirror) > 0
    used = 0
    for i in range(size):
        c, t = i // n, i % n
        other = np.int64(mirror[c]) * n + np.int64(mirror[t]) if square else i
        for x in range(c + 1, n):
            for u in range(n):
                j = x * n + u
                if u == t:
                    continue
                if square:
                    partner = np.int64(mirror[x]) * n + np.int64(mirror[u])
                    low, high = min(other, partner), max(other, partner)
                    if i * size + j > low * size + high:
                        continue
                if used < len(stored):
                    weight = np.int16(stored[used])
                    pairs[i, j], pairs[j, i] = weight, weight
                    if square:
                        pairs[low, high], pairs[high, low] = weight, weight
                used += 1
    return used


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
