"""A table of values by cell and tile that is never written out, for boards of many cells.

A board of 100x100 has 10⁸ pairs of a cell and a tile, of which a search uses few.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from operator import index
from typing import overload

__all__ = ["MANY_CELLS", "ComputedTable"]

# Above this size, pass a ComputedTable to `PerTile`: a full table takes longer than many searches.
MANY_CELLS = 256


class _Row(Sequence[int]):
    """The values of all tiles in one cell."""

    def __init__(self, count: int, value: Callable[[int], int]) -> None:
        self._count, self._value = count, value

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, tile: int) -> int: ...
    @overload
    def __getitem__(self, tile: slice) -> list[int]: ...
    def __getitem__(self, tile: int | slice) -> int | list[int]:
        if isinstance(tile, slice):
            return [self._value(number) for number in range(self._count)[tile]]
        return self._value(range(self._count)[tile])


class ComputedTable(Sequence[Sequence[int]]):
    """table[cell][tile], each value computed by ``value(cell, tile)`` on every access."""

    def __init__(self, cells: int, value: Callable[[int, int], int]) -> None:
        self._cells, self._value = cells, value

    def __len__(self) -> int:
        return self._cells

    @overload
    def __getitem__(self, cell: int) -> Sequence[int]: ...
    @overload
    def __getitem__(self, cell: slice) -> list[Sequence[int]]: ...
    def __getitem__(self, cell: int | slice) -> Sequence[int] | list[Sequence[int]]:
        if isinstance(cell, slice):
            return [self._row(number) for number in range(self._cells)[cell]]
        return self._row(range(self._cells)[index(cell)])

    def __iter__(self) -> Iterator[Sequence[int]]:
        return map(self._row, range(self._cells))

    def _row(self, cell: int) -> Sequence[int]:
        return _Row(self._cells, partial(self._value, cell))
