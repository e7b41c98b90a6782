"""A model lowered to the arrays of the compiled beam, and the room in which a beam runs."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_beam import (
    BINS,
    Children,
    Layer,
    Memory,
    expand_layer,
)
from taquin.beams.kernels.learned_rows import NO_CELL, BeamTables, build_rows, full_value
from taquin.beams.kernels.near_rows import NearTables
from taquin.beams.value.model import UNIT, Model
from taquin.beams.value.symmetry import Neighbors
from taquin.puzzle.topology import topology as find_topology

__all__ = [
    "SLACK",
    "BeamFrame",
    "Judge",
    "beam_tables",
    "bytes_per_board",
    "cell_table",
    "cell_type",
    "hash_of",
    "hash_table",
    "judge_of",
    "neighbor_table",
    "shared_hashes",
]

# How much worse than expected a child may be and still get a record.
SLACK = UNIT // 4
_FIRST = 255  # the direction before any move
_HASH_SEED = 18
_CHILDREN = 3  # of a board, at most, without the move back
_WAY = 8


def cell_type(cells: int) -> type[np.uint8] | type[np.uint16]:
    """The smallest type for the cells of a board, with a number left that is none."""
    return np.uint8 if cells < NO_CELL else np.uint16


def neighbor_table(width: int, height: int, topology: str = "grid") -> npt.NDArray[Any]:
    """cell[n, 4]: the cell from which a tile moves U, D, L or R into a blank cell.

    Where there is none, the largest number: NO_CELL in uint8.
    """
    return cell_table(find_topology(topology, width, height).neighbors)


def cell_table(neighbors: Neighbors) -> npt.NDArray[Any]:
    """The same of a board type's table of neighbours."""
    table = np.array(neighbors, np.int64)
    cell = cell_type(len(table))
    return np.where(table < 0, np.iinfo(cell).max, table).astype(cell)


def hash_table(cells: int) -> npt.NDArray[np.uint64]:
    """uint64[n, n]: a random number for each tile in each cell; 0 for the blank."""
    source = np.random.Generator(np.random.PCG64(_HASH_SEED))
    hashes = source.integers(1, 1 << 63, size=(cells, cells), dtype=np.uint64)
    hashes[0] = 0
    return hashes


def shared_hashes(cells: int) -> npt.NDArray[np.uint64]:
    """uint64[n]: a random number for each cell with a tile that is like all others."""
    source = np.random.Generator(np.random.PCG64(_HASH_SEED + 1))
    return source.integers(1, 1 << 63, size=cells, dtype=np.uint64)


def beam_tables(
    model: Model, pool: ThreadPoolExecutor | None = None, workers: int = 1
) -> BeamTables:
    """The arrays of a model; 8 n⁴ bytes."""
    n = model.cells
    neighbors = neighbor_table(model.width, model.height, model.topology)
    rows = np.empty((4 * n * n, n * n), np.int16)
    cuts = [n * k // workers for k in range(workers + 1)]

    def part(k: int) -> None:
        build_rows(neighbors, model.single, model.pairs, rows, cuts[k], cuts[k + 1])

    list((pool.map if pool else map)(part, range(workers)))
    return BeamTables(neighbors, rows, hash_table(n))


def hash_of(tables: BeamTables | NearTables, board: Sequence[int]) -> np.uint64:
    """The hash of a canonical board."""
    parts = tables.hashes[np.array(board), np.arange(len(board))]
    return np.uint64(np.bitwise_xor.reduce(parts))


class Judge(NamedTuple):
    """A value of boards, ready for the compiled beam.

    tables: BeamTables, or others with `neighbors` and `hashes`
    expand: writes the children of a part of a layer, as `expand_layer` does
    value: of a canonical board
    """

    tables: Any
    expand: Callable[..., tuple[int, int, int]]
    value: Callable[[Sequence[int]], int]

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.tables.neighbors)


def judge_of(model: Model, tables: BeamTables) -> Judge:
    """The judge that goes by a model."""

    def value(board: Sequence[int]) -> int:
        return int(full_value(model.single, model.pairs, np.array(board, np.uint8)))

    return Judge(tables, expand_layer, value)


def bytes_per_board(cells: int, layers: int) -> int:
    """The memory of a beam for each board of its width, with a path of so many layers."""
    size = np.dtype(cell_type(cells)).itemsize
    layer, record, seen = (cells + 1) * size + 13, 17 + size, 32
    return 2 * layer + _CHILDREN * record + 2 * _CHILDREN * seen // 2 + 4 * layers


class BeamFrame:
    """Room for a beam of `width` boards of n cells, in `parts` parts.

    layer, after: two layers. children: three records for each board of a layer.
    """

    def __init__(self, cells: int, width: int, *, remembered: int = 1 << 17, parts: int = 1):
        self.width, self.parts = width, parts
        self.layer, self.after = _layer(cells, width), _layer(cells, width)
        records = _CHILDREN * width + 8
        self.children = Children(
            np.empty(records, np.int32),
            np.empty(records, np.uint64),
            np.empty(records, np.uint32),
            np.empty(records, cell_type(cells)),
            np.empty(records, np.uint8),
        )
        self._earlier = np.zeros((_power_of_two(max(1, remembered // _WAY)), _WAY), np.uint64)
        places = _power_of_two(2 * records)
        self._seen = [np.empty(places, np.uint64) for _ in range(parts)]
        self._bins = [np.empty(BINS, np.int64) for _ in range(parts)]

    def memory(self, part: int = 0, records: int | None = None) -> Memory:
        """What a part needs to recognise duplicates among so many records."""
        seen = self._seen[part]
        if records is not None:
            seen = seen[: _power_of_two(2 * records + 1)]  # a table that fits the cache is faster
        return Memory(seen, self._earlier, self._bins[part])

    def forget(self) -> None:
        """Clear the states of an earlier run."""
        self._earlier[:] = 0

    @staticmethod
    def place_start(layer: Layer, judge: Judge, board: Sequence[int]) -> None:
        """Make a canonical board the first of a layer."""
        layer.boards[0] = np.array(board, layer.boards.dtype)
        layer.blanks[0], layer.came[0] = list(board).index(0), _FIRST
        layer.values[0] = judge.value(board)
        layer.hashes[0] = hash_of(judge.tables, board)


def _layer(cells: int, width: int) -> Layer:
    return Layer(
        np.empty((width, cells), cell_type(cells)),
        np.empty(width, cell_type(cells)),
        np.empty(width, np.uint8),
        np.empty(width, np.int32),
        np.empty(width, np.uint64),
    )


def _power_of_two(least: int) -> int:
    return 1 << max(0, least - 1).bit_length()
