"""A copy of a search's tables that is looked up faster, for searches that last.

It has a row of bits for each arrangement (`kernels.patterns.turned`), and lies in large pages where
the system has them: a file's pages are 4 kB, and the processor remembers where a few thousand of
them lie, 8 MB of the 317 MB that a collection for the 24-puzzle looks up at random. A page of 2 MB
holds as much as 512.
"""

import contextlib
import mmap
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.heuristics.patterns.collection import PatternCollection
    from taquin.kernels.searches.wave_nodes import SharedTables

__all__ = ["TurnedTables"]


class TurnedTables:
    """The tables that a collection's search reads, copied; the copy goes when this object goes."""

    def __init__(self, tables: "SharedTables", room: "npt.NDArray[np.uint8]") -> None:
        """room: what the tables' addresses point into."""
        self._tables = tables
        self._room = room

    @classmethod
    def of(cls, collection: "PatternCollection", workers: int = 1) -> "TurnedTables | None":
        """The collection's tables copied, about `nbytes` of them; 300 MB take half a second.

        workers: threads that copy, a table at a time.

        None where there is no memory, and for tables that are looked up by lanes.
        """
        import numpy as np

        from taquin.kernels.patterns.shared import LINE, CacheLine, turned
        from taquin.kernels.patterns.turned import row_bytes, turn_bits
        from taquin.kernels.searches.wave_nodes import SharedTables

        tables = collection.search_tables()
        if not isinstance(tables, SharedTables):
            return None
        lines = tables.shared.lines.reshape(-1, LINE)
        strides = dict(lines[:, [CacheLine.ADDRESS, CacheLine.STRIDE]].tolist())
        planes = [database.planes.reshape(-1) for database in collection.databases]
        turns = [strides[plane.ctypes.data] for plane in planes]
        widths = [row_bytes(len(plane) // turn) for plane, turn in zip(planes, turns, strict=True)]
        sizes = [8 * turn * width for turn, width in zip(turns, widths, strict=True)]
        steps = tables.shared.steps
        room = _room(sum(sizes) + steps.nbytes)
        if room is None:
            return None
        begins = np.cumsum([0, *sizes]).tolist()
        copies = [room[begin : begin + size] for begin, size in zip(begins, sizes, strict=False)]
        rows = {
            plane.ctypes.data: (copy.ctypes.data, width)
            for plane, copy, width in zip(planes, copies, widths, strict=True)
        }
        with ThreadPoolExecutor(workers) as pool:
            for _ in pool.map(turn_bits, planes, turns, copies, widths):
                pass
        near = room[begins[-1] :].view(steps.dtype)
        near[:] = steps
        shared = turned(tables.shared, rows)._replace(steps=near)
        return cls(tables._replace(shared=shared), room)

    def search_tables(self) -> "SharedTables":
        """What `ida_star_pdb` reads; valid while this object lives."""
        return self._tables


def _room(size: int) -> "npt.NDArray[np.uint8] | None":
    """Zeros in large pages where the system has them; None where there is no memory."""
    import numpy as np

    try:
        # Private: the system keeps shared memory in small pages. Windows knows no such flag.
        private = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)
        pages = mmap.mmap(-1, size, flags=private) if private else mmap.mmap(-1, size)
    except OSError:
        return None
    with contextlib.suppress(AttributeError, OSError):  # without them the small ones serve
        pages.madvise(mmap.MADV_HUGEPAGE)
    return np.frombuffer(pages, np.uint8)
