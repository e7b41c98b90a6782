"""What a move changes in the value of neighbouring tiles, and the beam's step that adds it up.

`taquin.beams.value.near` defines the value. A move changes only the terms of the moved tile,
of the blank and of the cells around both, so that its change is the sum of one entry for each of
those cells, in a row chosen by the blank's cell, the direction and the tile's displacement. The
rows fit the processor's cache, whatever the board's size.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_beam import NO_THRESHOLD, Children, Layer
from taquin.beams.kernels.learned_rows import NO_CELL
from taquin.kernels.base.jit import kernel

__all__ = ["NearTables", "NearWeights", "build_near_rows", "expand_near_layer"]


class NearTables(NamedTuple):
    """A board type and the value of neighbouring tiles; n cells, Q displacements.

    Cells are uint8, or uint16 on boards of more than 254 cells. If some tiles do not count, Q and
    Q' have one place more, for them.

    neighbors: cell[n, 4]       the cell whose tile can move here by direction; n or more if none
    hashes: uint64[n, n]        a random number for each tile in each cell
    alone: int32[n, 4, n]       the change that does not depend on other cells, by the blank's
                                cell, the direction and the tile
    near: cell[n, 4, S]         the other cells around a move, by the blank's cell and direction
    slots: uint8[n, 4]          how many there are
    mark: uint8[n, n]           the displacement by cell and tile
    wide: uint8[n, n]           the same, cut off one step farther
    rows: int16[n, 4, Q', S·Q]  their terms, by the tile's wide displacement where it was
    """

    neighbors: npt.NDArray[Any]
    hashes: npt.NDArray[np.uint64]
    alone: npt.NDArray[np.int32]
    near: npt.NDArray[Any]
    slots: npt.NDArray[np.uint8]
    mark: npt.NDArray[np.uint8]
    wide: npt.NDArray[np.uint8]
    rows: npt.NDArray[np.int16]


class NearWeights(NamedTuple):
    """The model for one size.

    zones: uint8[n]           of each cell
    where: uint8[n, n]        where the second cell is, seen from the first; NO_CELL: out of reach
    moved: uint8[4, 2, Q']    by direction: the moved tile's displacement after and before, by its
                              wide displacement before
    pairs: int16[K, Q, W, Q]  as in NearModel
    blank: int16[K, W, Q]     as in NearModel
    """

    zones: npt.NDArray[np.uint8]
    where: npt.NDArray[np.uint8]
    moved: npt.NDArray[np.uint8]
    pairs: npt.NDArray[np.int16]
    blank: npt.NDArray[np.int16]


@kernel
def build_near_rows(tables: NearTables, weights: NearWeights, alike: npt.NDArray[np.int64]) -> None:
    """Fill `near`, `slots` and `rows`, and add the blank's own part to `alone`.

    alike: int64[n], for each cell the first one whose rows are the same.
    """
    zones, where, pairs, blank = weights.zones, weights.where, weights.pairs, weights.blank
    n = tables.neighbors.shape[0]
    marks = pairs.shape[1]
    for b in range(n):
        for d in range(4):
            c = np.int64(tables.neighbors[b, d])
            if c >= n:
                continue
            for t in range(1, n):
                tables.alone[b, d, t] += np.int32(blank[zones[c], where[c, b], tables.mark[b, t]])
                tables.alone[b, d, t] -= np.int32(blank[zones[b], where[b, c], tables.mark[c, t]])
            used = 0
            for x in range(n):
                by_b, by_c = where[b, x], where[c, x]
                if x in (b, c) or (by_b == NO_CELL and by_c == NO_CELL):
                    continue
                tables.near[b, d, used] = x
                if alike[b] < b:
                    used += 1
                    continue
                for q in range(tables.rows.shape[2]):
                    to, at = weights.moved[d, 0, q], weights.moved[d, 1, q]
                    for m in range(marks):
                        change = 0
                        if by_b != NO_CELL:
                            change += pairs[zones[b], to, by_b, m]
                            change += pairs[zones[x], m, where[x, b], to]
                            change -= blank[zones[b], by_b, m]
                        if by_c != NO_CELL:
                            change -= pairs[zones[c], at, by_c, m]
                            change -= pairs[zones[x], m, where[x, c], at]
                            change += blank[zones[c], by_c, m]
                        tables.rows[b, d, q, used * marks + m] = change
                used += 1
            tables.slots[b, d] = used
            if alike[b] < b:
                tables.rows[b, d] = tables.rows[alike[b], d]


@kernel
def expand_near_layer(
    tables: NearTables, layer: Layer, children: Children, first: int, last: int, threshold: int
) -> tuple[int, int, int]:
    """As `expand_layer` of the learned beam, with this value."""
    neighbors, hashes, alone, wide = tables.neighbors, tables.hashes, tables.alone, tables.wide
    near, slots = tables.near, tables.slots
    n = neighbors.shape[0]
    flat, mark = tables.rows.reshape(-1), tables.mark.reshape(-1)
    boards = layer.boards.reshape(-1)
    kinds, length = tables.rows.shape[2], tables.rows.shape[3]
    marks = length // near.shape[2]
    count, generated, least = 0, 0, NO_THRESHOLD
    for i in range(first, last):
        b = np.int64(layer.blanks[i])
        came = layer.came[i]
        start = i * n
        for d in range(4):
            c = np.int64(neighbors[b, d])
            if c >= n or (d ^ 1) == came:
                continue
            t = np.int64(boards[start + c])
            at = ((b * 4 + d) * kinds + np.int64(wide[c, t])) * length
            value = layer.values[i] + alone[b, d, t]
            for s in range(slots[b, d]):
                x = np.int64(near[b, d, s])
                value += flat[at + s * marks + mark[x * n + np.int64(boards[start + x])]]
            generated += 1
            if value > threshold:
                continue
            children.values[count] = value
            children.hashes[count] = layer.hashes[i] ^ hashes[t, c] ^ hashes[t, b]
            children.origins[count] = np.uint32(i * 4 + d)
            children.cells[count] = c
            least = min(least, int(value))
            count += 1
    return count, generated, least
