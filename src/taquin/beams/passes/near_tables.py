"""The value of neighbouring tiles, lowered to the arrays of its compiled beam."""

from dataclasses import replace
from itertools import product
from typing import NamedTuple

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
from taquin.beams.value.near import NearModel, NearValue, near_model, shorter_way
from taquin.beams.value.symmetry import CanonicalView, Neighbors
from taquin.beams.value.tables import (
    Judge,
    cell_table,
    cell_type,
    hash_table,
    shared_hashes,
)
from taquin.ground.once import once
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import topology

__all__ = ["lowered_near", "lowered_strip", "near_judge", "near_tables", "walled_near"]


@once(maxsize=4)
def lowered_near(width: int, height: int, topology: str = "grid") -> Judge:
    """The judge for a size, ready for beams. Raises TableError."""
    value = NearValue(near_model(), width, height, topology=topology)
    return near_judge(value, near_tables(value))


def lowered_strip(strip: Strip) -> Judge:
    """The judge for a strip, whose tiles alone count. Raises TableError."""
    value = NearValue(near_model(), strip.width, strip.height, strip.tiles)
    return near_judge(value, near_tables(value))


def walled_near(puzzle: Puzzle, view: CanonicalView) -> Judge:
    """The judge for a grid with walls, as a view shows it. Raises TableError."""
    value = NearValue(near_model(), puzzle.goal.width, puzzle.goal.height)
    return near_judge(value, near_tables(value, view.neighbors(puzzle.topology.neighbors)))


def near_tables(value: NearValue, neighbors: Neighbors | None = None) -> NearTables:
    """The arrays: about 0.1 MB for each cell, and 24 bytes for each two cells.

    neighbors: of a board that has walls; None for the usual ones.
    """
    usual = topology(value.topology, value.width, value.height).neighbors
    among = usual if neighbors is None else neighbors
    n, kind = value.cells, cell_type(value.cells)
    others = np.array([not value.counts(content) for content in range(n)])
    model = value.model if value.counted is None else _with_others(value.model)
    marks = model.single.shape[1]
    hashes = hash_table(n)
    slots = (2 * model.reach + 1) * (2 * model.reach + 2) - 2
    cells = np.arange(n)
    rows, columns = (_Axis.of(value, side) for side in (value.height, value.width))
    down = rows.to_go(cells // value.width)
    right = columns.to_go(cells % value.width)
    mark = _marks(down, right, model.clip)
    wide = (rows.kind[down] * len(columns.marks) + columns.kind[right]).astype(np.uint8)
    moved = _moved(rows, columns)
    kinds = moved.shape[2]
    zones = np.array([value.zone(cell) for cell in range(n)], np.uint8)
    alone = _alone(among, np.where(others, 0, _each(value, down, right, zones, mark)))
    if value.counted is not None:
        mark[:, others], wide[:, others] = marks - 1, kinds
        moved = np.pad(moved, ((0, 0), (0, 0), (0, 1)), constant_values=marks - 1)
        hashes[others] = shared_hashes(n)
        hashes[0] = 0
    tables = NearTables(
        cell_table(among),
        hashes,
        alone,
        np.zeros((n, 4, slots), kind),
        np.zeros((n, 4), np.uint8),
        mark,
        wide,
        np.zeros((n, 4, moved.shape[2], slots * marks), np.int16),
    )
    weights = NearWeights(zones, _where(value), moved, model.pairs, model.blank)
    build_near_rows(tables, weights, _alike(value) if neighbors is None else cells)
    return tables


def _where(value: NearValue) -> npt.NDArray[np.uint8]:
    """uint8[n, n]: where the second cell is, seen from the first; NO_CELL: out of reach."""
    where = np.full((value.cells, value.cells), NO_CELL, np.uint8)
    for cell in range(value.cells):
        for other, place in value.around(cell):
            where[cell, other] = place
    return where


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


def _alone(neighbors: Neighbors, each: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
    """int32[n, 4, n]: the change of what each tile adds alone, by blank, direction and tile."""
    alone = np.zeros((len(each), 4, len(each)), np.int32)
    for cell, beside in enumerate(neighbors):
        for direction, other in enumerate(beside):
            if other >= 0:
                alone[cell, direction] = each[cell] - each[other]
    return alone


def _moved(rows: "_Axis", columns: "_Axis") -> npt.NDArray[np.uint8]:
    """uint8[4, 2, Q']: a tile's displacement after and before a move U, D, L or R."""
    kinds = list(product(rows.marks, columns.marks))
    moved = np.zeros((4, 2, len(kinds)), np.uint8)
    narrow = 2 * columns.clip + 1
    for direction, (down, right) in enumerate(((-1, 0), (1, 0), (0, -1), (0, 1))):
        for index, (row, column) in enumerate(kinds):
            moved[direction, 0, index] = row[1 + down] * narrow + column[1 + right]
            moved[direction, 1, index] = row[1] * narrow + column[1]
    return moved


class _Axis(NamedTuple):
    """What becomes of displacements along rows, or along columns.

    kind: int64[side], or more: which of the kinds below a displacement is; negative ones from the
    end. marks: for each kind, the displacement as an index, cut off at `clip`: after a step back,
    as it is, and after a step forth.
    """

    side: int
    clip: int
    wraps: bool
    kind: npt.NDArray[np.int64]
    marks: tuple[tuple[int, int, int], ...]

    @classmethod
    def of(cls, value: NearValue, side: int) -> "_Axis":
        """The axis along lines of `side` cells."""
        clip, wraps = value.model.clip, value.wraps(side)
        number: dict[tuple[int, int, int], int] = {}
        kind = np.zeros(2 * side, np.int64)
        for steps in range(1 - side, side):
            after, at, before = (
                max(-clip, min(clip, shorter_way(to, side) if wraps else to)) + clip
                for to in (steps + 1, steps, steps - 1)
            )
            kind[steps] = number.setdefault((after, at, before), len(number))
        return cls(side, clip, wraps, kind, tuple(number))

    def to_go(self, at: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        """int64[n, n]: the displacement by cell and tile, from their coordinates."""
        steps = at - at[:, None]
        if not self.wraps:
            return steps
        back = (self.side - 1) // 2
        shorter: npt.NDArray[np.int64] = (steps + back) % self.side - back
        return shorter


def near_judge(value: NearValue, tables: NearTables) -> Judge:
    """The judge that goes by neighbouring tiles."""
    return Judge(tables, expand_near_layer, value.value)
