"""Looking up many boards at once in additive pattern databases."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from taquin.ground.errors import NoWay, OptionError
from taquin.heuristics.patterns.partition import Canonical

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.kernels.patterns.layout import PatternTables

__all__ = ["Lookup"]

# Boards in one kernel call: about 40 ms, so that Ctrl-C works.
_WALKS, _STEPS = 1 << 10, 1 << 15


class Lookup:
    """The sums of some tables in all their views, for boards in one labelling.

    tables: see `taquin.kernels.patterns.layout`.
    planes: the memory that `tables` points into, kept alive.
    neighbors: uint8[cells * 4], 255 = none, of the cells that `tables` numbers.
    near: bool[cells, cells], which cells of the boards are neighbours.
    """

    def __init__(
        self,
        tables: "PatternTables",
        planes: "Sequence[npt.NDArray[np.uint8]]",
        neighbors: "npt.NDArray[np.uint8]",
        near: "npt.NDArray[np.bool_]",
    ) -> None:
        self.tables = tables
        self._planes = planes
        self._neighbors = neighbors
        self._near = near

    def carried(self, canonical: Canonical) -> "Lookup":
        """The same for boards that `canonical` converts to the labelling of this object."""
        from taquin.kernels.patterns.layout import carried

        cells = list(canonical.symmetry.cells)
        tables = carried(self.tables, cells, canonical.names)
        return Lookup(tables, self._planes, self._neighbors, self._near[cells][:, cells])

    def sums(self, boards: "npt.ArrayLike") -> "npt.NDArray[np.int64]":
        """int64[n, views]: the sum of each view for each board.

        boards: uint8[n, cells], the tile in each cell. Takes 5 to 40 µs per board, because
        distances are found by walking to the goal; `sums_by_parent` takes about a microsecond.
        Raises OptionError unless each board contains each tile once, and if a pattern cannot reach
        its goal.
        """
        sums: npt.NDArray[np.int64] = self._evaluated(self._boards(boards))[0]
        return sums

    def values(self, boards: "npt.ArrayLike") -> "npt.NDArray[np.int64]":
        """int64[n]: the estimate for each board, the greatest sum; see `sums`."""
        greatest: npt.NDArray[np.int64] = self.sums(boards).max(axis=1)
        return greatest

    def slot_values(self, board: "npt.ArrayLike") -> list[list[int]]:
        """The distance of each pattern of each view, for one board: [view][pattern]."""
        import numpy as np

        words = self._evaluated(self._boards(np.asarray(board)[None]))[1]
        from taquin.kernels.patterns.layout import weighted_slots

        begin = self.tables.begin.tolist()
        distances = np.where(weighted_slots(self.tables), words, words & np.uint64(0xFF))
        values = distances.astype(np.int64).tolist()
        return [values[begin[v] : begin[v + 1]] for v in range(self.tables.views)]

    def sums_by_parent(
        self, parents: "npt.ArrayLike", sums: "npt.ArrayLike", children: "npt.ArrayLike"
    ) -> "npt.NDArray[np.int64]":
        """int64[n, views]: the sums of boards one move away from others whose sums are known.

        parents, children: uint8[n, cells].   sums: int64[n, views], the parents'.
        Raises OptionError unless each child is one single-tile move away from its parent.
        """
        import numpy as np

        from taquin.kernels.patterns.sums import follow

        before, after = self._boards(parents), self._boards(children)
        given = np.ascontiguousarray(sums, dtype=np.int64)
        if before.shape != after.shape or given.shape != (len(before), self.tables.views):
            raise OptionError(
                f"{len(before)} parents, {len(after)} children and sums of shape {given.shape}: "
                f"expected as many of each, and one sum for each of {self.tables.views} views."
            )
        rows = np.arange(len(before))
        blanks, targets = before.argmin(axis=1), after.argmin(axis=1)
        moved = before.copy()
        moved[rows, blanks], moved[rows, targets] = before[rows, targets], 0
        wrong = (moved != after).any(axis=1) | ~self._near[blanks, targets]
        if wrong.any():
            raise OptionError(
                f"child {int(wrong.argmax())} is not one single-tile move away from its parent."
            )
        found, to = np.empty_like(given), targets.astype(np.uint8)
        where = np.empty(before.shape[1], np.uint8)
        for begin in range(0, len(before), _STEPS):
            part = slice(begin, begin + _STEPS)
            follow(self.tables, before[part], to[part], where, given[part], found[part])
        return found

    def _boards(self, boards: "npt.ArrayLike") -> "npt.NDArray[np.uint8]":
        """uint8[n, cells], checked and copied: kernels are recompiled for read-only arrays."""
        import numpy as np

        cells, given = len(self._near), np.asarray(boards)
        proper = given.ndim == 2 and given.shape[1] == cells and given.dtype.kind in "iu"
        if not proper or (np.sort(given, axis=1) != np.arange(cells)).any():
            raise OptionError(f"the board must contain each of 0 to {cells - 1} exactly once.")
        return np.array(given, np.uint8, order="C")

    def _evaluated(self, boards: "npt.NDArray[np.uint8]") -> tuple[Any, Any]:
        """The sums, and the words of the last board."""
        import numpy as np

        from taquin.kernels.patterns.sums import evaluate

        tables = self.tables
        words = np.zeros(tables.slots, np.uint64)
        where = np.empty(boards.shape[1], np.uint8)
        sums = np.zeros((len(boards), tables.views), np.int64)
        for begin in range(0, len(boards), _WALKS):
            part = slice(begin, begin + _WALKS)
            if evaluate(self._neighbors, tables, boards[part], where, words, sums[part]) >= 0:
                raise NoWay("a pattern cannot reach its goal: the board is unsolvable")
        return sums, words
