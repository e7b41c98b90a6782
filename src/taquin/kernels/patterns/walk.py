"""The distances of one board, found in Python: the slow twin of `sums.evaluate`.

It takes some hundredths of a second for a 15-puzzle, so that a process that solves a single board
need not wait a whole one for the kernel to compile.
"""

import ctypes
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from taquin.kernels.patterns.layout import MOST_INDEXES, ROW, Column, PatternTables
from taquin.kernels.patterns.ranking import rank_set_reference

__all__ = ["evaluate_reference"]


def evaluate_reference(
    neighbors: npt.NDArray[np.uint8],
    tables: PatternTables,
    board: npt.NDArray[np.uint8],
    words: npt.NDArray[np.uint64],
    sums: npt.NDArray[np.int64],
) -> bool:
    """The words of all slots, with distances, and the sums of all views, of one board.

    neighbors: uint8[cells * 4], of the tables' cells. board: uint8[cells], the tile in each cell.
    Output: words: uint64[S]; sums: int64[V]. Returns whether every pattern can reach its goal.
    """
    near = [[cell for cell in row if cell != 255] for row in neighbors.reshape(-1, 4).tolist()]
    where = np.argsort(board)
    begin, rows = tables.begin.tolist(), tables.row.tolist()
    for view, place in enumerate(tables.cell.reshape(-1, len(board))):
        sums[view] = 0
        for slot in range(begin[view], begin[view + 1]):
            table = _Table(tables, rows[slot], near)
            tiles = tables.tiles[slot * MOST_INDEXES :][: table.tiles]
            cells = place[where[tiles]].tolist()
            distance = table.distance(tuple(cells), int(place[where[0]]))
            if distance is None:
                return False
            words[slot] = table.word(tuple(cells)) | distance
            sums[view] += distance
    return True


class _Table:
    """One pattern database, as its row in the layout describes it.

    A placement is the tuple of its tiles' cells; `hole` is the blank's cell.
    """

    def __init__(self, tables: PatternTables, begin: int, near: list[list[int]]) -> None:
        self._row: list[int] = tables.patterns[begin : begin + ROW].tolist()
        self._tables, self._near = tables, near
        self.tiles = self._row[Column.TILES]

    def distance(self, cells: tuple[int, ...], hole: int) -> int | None:
        """How many moves of the pattern's tiles it takes to the goal; None if there is no way.

        Only the distance modulo four is known: the walk follows placements that are one nearer.
        """
        goal = self._row[Column.GOAL], self._row[Column.GOAL_REGION]
        seen, walked = self._remainder(cells, hole), 0
        while (self.word(cells), self._region(cells, hole)) != goal:
            seen = (seen - 1) % 4
            for after in self._moved(cells, hole):
                if self._remainder(*after) == seen:
                    cells, hole = after
                    break
            else:
                return None
            walked += 1
            if walked == _FARTHEST:
                return None
        return walked

    def word(self, cells: tuple[int, ...]) -> int:
        """The tiles' cells and the rank of their arrangement, without distance."""
        order = sorted(range(self.tiles), key=cells.__getitem__)
        code = flips = 0
        for later, index in enumerate(reversed(order)):
            code += index // 2 * self._row[Column.POWERS + later]
            if index % 2 and cells[index] < cells[index - 1]:
                flips |= 1 << index // 2
        number = int(self._tables.numbers[self._row[Column.NUMBERS] + code])
        rank = (number << self._row[Column.SHIFT]) + flips
        return sum(1 << cell for cell in cells) << 32 | rank << 8

    def _moved(self, cells: tuple[int, ...], hole: int) -> Iterator[tuple[tuple[int, ...], int]]:
        """The placements after one move of a tile into the blank's region, and the blank's cell."""
        region = self._region(cells, hole)
        for index, source in enumerate(cells):
            for target in self._near[source]:
                if target not in cells and self._region(cells, target) == region:
                    yield (*cells[:index], target, *cells[index + 1 :]), source

    def _set(self, cells: tuple[int, ...]) -> int:
        return self._row[Column.SETS] + rank_set_reference(sum(1 << cell for cell in cells))

    def _region(self, cells: tuple[int, ...], hole: int) -> int:
        return int(self._tables.regions[self._set(cells) * len(self._near) + hole])

    def _remainder(self, cells: tuple[int, ...], hole: int) -> int:
        """The distance modulo four."""
        row = self._row
        block = int(self._tables.first[self._set(cells)]) + self._region(cells, hole)
        rank = self.word(cells) >> 8 & 0xFFFFFF
        address = row[Column.ADDRESS] + block * row[Column.STRIDE] + rank // 8
        odd = sum(row[Column.ODD] >> cell & 1 for cell in cells)
        low = odd + row[Column.PARITY] & 1
        if row[Column.PLANE0]:
            low = _byte(address + row[Column.PLANE0]) >> rank % 8 & 1
        return 2 * (_byte(address) >> rank % 8 & 1) + low


_FARTHEST = 256  # moves of the longest walk


def _byte(address: int) -> int:
    return ctypes.c_ubyte.from_address(address).value
