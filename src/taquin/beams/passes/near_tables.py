"""The value of neighbouring tiles, lowered to the arrays of its compiled beam."""

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_rows import NO_CELL
from taquin.beams.kernels.near_rows import (
    NearTables,
    NearWeights,
    build_near_rows,
    expand_near_layer,
)
from taquin.beams.passes.strips import Strip
from taquin.beams.value.model import UNIT
from taquin.beams.value.near import NearModel, NearValue, near_model
from taquin.beams.value.tables import (
    Judge,
    cell_type,
    hash_table,
    neighbor_table,
    shared_hashes,
)
from taquin.ground.once import once
from taquin.puzzle.topology import grid

__all__ = ["lowered_near", "lowered_strip", "near_judge", "near_tables"]


@once(maxsize=4)
def lowered_near(width: int, height: int) -> Judge:
    """The judge for a size, ready for beams. Raises TableError."""
    value = NearValue(near_model(), width, height)
    return near_judge(value, near_tables(value))


def lowered_strip(strip: Strip) -> Judge:
    """The judge for a strip, whose tiles alone count. Raises TableError."""
    value = NearValue(near_model(), strip.width, strip.height, strip.tiles)
    return near_judge(value, near_tables(value))


def near_tables(value: NearValue) -> NearTables:
    """The arrays: about 0.1 MB for each cell, and 24 bytes for each two cells."""
    n, kind = value.cells, cell_type(value.cells)
    others = np.array([not value.counts(content) for content in range(n)])
    model = value.model if value.counted is None else _with_others(value.model)
    marks, kinds = model.single.shape[1], (2 * model.clip + 3) ** 2
    moved = _moved(model.clip)
    hashes = hash_table(n)
    slots = (2 * model.reach + 1) * (2 * model.reach + 2) - 2
    cells = np.arange(n)
    down = cells // value.width - (cells // value.width)[:, None]
    right = cells % value.width - (cells % value.width)[:, None]
    mark, wide = (_marks(down, right, clip) for clip in (model.clip, model.clip + 1))
    zones = np.array([value.zone(cell) for cell in range(n)], np.uint8)
    alone = _alone(value, np.where(others, 0, _each(value, down, right, zones, mark)))
    if value.counted is not None:
        mark[:, others], wide[:, others] = marks - 1, kinds
        moved = np.pad(moved, ((0, 0), (0, 0), (0, 1)), constant_values=marks - 1)
        hashes[others] = shared_hashes(n)
        hashes[0] = 0
    tables = NearTables(
        neighbor_table(value.width, value.height),
        hashes,
        alone,
        np.zeros((n, 4, slots), kind),
        np.zeros((n, 4), np.uint8),
        mark,
        wide,
        np.zeros((n, 4, moved.shape[2], slots * marks), np.int16),
    )
    where = np.full((n, n), NO_CELL, np.uint8)
    for cell in range(n):
        for other, place in value.around(cell):
            where[cell, other] = place
    weights = NearWeights(zones, where, moved, model.pairs, model.blank)
    build_near_rows(tables, weights, _alike(value))
    return tables


def _alike(value: NearValue) -> npt.NDArray[np.int64]:
    """int64[n]: the first cell around which the board looks the same as around each cell."""
    seen = value.model.margin + value.model.reach + 1  # rows from a side that make no difference
    first: dict[tuple[int, ...], int] = {}
    firsts = []
    for cell in range(value.cells):
        row, column = divmod(cell, value.width)
        to_sides = row, column, value.height - 1 - row, value.width - 1 - column
        firsts.append(first.setdefault(tuple(min(seen, side) for side in to_sides), cell))
    return np.array(firsts, np.int64)


def _with_others(model: NearModel) -> NearModel:
    """The model with one displacement more, without weight: that of tiles that do not count."""
    one = (0, 1)
    return replace(
        model,
        single=np.pad(model.single, ((0, 0), one)),
        pairs=np.pad(model.pairs, ((0, 0), one, (0, 0), one)),
        blank=np.pad(model.blank, ((0, 0), (0, 0), one)),
    )


def _marks(
    down: npt.NDArray[np.int64], right: npt.NDArray[np.int64], clip: int
) -> npt.NDArray[np.uint8]:
    """Displacements as indices, cut off at `clip`."""
    side = 2 * clip + 1
    rows, columns = (np.clip(part, -clip, clip) + clip for part in (down, right))
    marks: npt.NDArray[np.uint8] = (rows * side + columns).astype(np.uint8)
    return marks


def _each(
    value: NearValue,
    down: npt.NDArray[np.int64],
    right: npt.NDArray[np.int64],
    zones: npt.NDArray[np.uint8],
    mark: npt.NDArray[np.uint8],
) -> npt.NDArray[np.int64]:
    """int64[n, n]: what each tile adds alone, by cell and tile."""
    model = value.model
    far: npt.NDArray[np.int64] = UNIT * (abs(down) + abs(right)) + model.far * (down**2 + right**2)
    return far + model.single[zones[:, None], mark]


def _alone(value: NearValue, each: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """int32[n, 4, n]: the change of what each tile adds alone, by blank, direction and tile."""
    alone = np.zeros((value.cells, 4, value.cells), np.int32)
    for cell, beside in enumerate(grid(value.width, value.height)):
        for direction, other in enumerate(beside):
            if other >= 0:
                alone[cell, direction] = each[cell] - each[other]
    return alone


def _moved(clip: int) -> npt.NDArray[np.uint8]:
    """uint8[4, 2, Q']: a tile's displacement after and before a move U, D, L or R."""
    side, narrow = 2 * clip + 3, 2 * clip + 1
    moved = np.zeros((4, 2, side * side), np.uint8)
    for direction, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
        for index in range(side * side):
            row, column = (part - clip - 1 for part in divmod(index, side))
            for k, (a, b) in enumerate(((row - down, column - right), (row, column))):
                a, b = (max(-clip, min(clip, part)) + clip for part in (a, b))
                moved[direction, k, index] = a * narrow + b
    return moved


def near_judge(value: NearValue, tables: NearTables) -> Judge:
    """The judge that goes by neighbouring tiles."""
    return Judge(tables, expand_near_layer, value.value)
