"""A copy of a search's tables in large pages of memory, for searches that last.

A file's pages are 4 kB, and the processor remembers where a few thousand of them lie: 8 MB of the
317 MB that a collection for the 24-puzzle looks up at random. A page of 2 MB holds as much as 512.
"""

import mmap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.heuristics.patterns.collection import PatternCollection
    from taquin.kernels.searches.waves import SharedTables

__all__ = ["LargePages"]

_ALIGNED = 64  # bytes of a cache line


class LargePages:
    """The tables that a collection's search reads, copied; the copy goes when this object goes."""

    def __init__(self, tables: "SharedTables", room: "npt.NDArray[np.uint8]") -> None:
        """room: what the tables' addresses point into."""
        self._tables = tables
        self._room = room

    @classmethod
    def of(cls, collection: "PatternCollection") -> "LargePages | None":
        """The collection's tables copied, `nbytes` of them; 300 MB take less than a second.

        None where the system has no large pages to give, and for tables that are looked up by
        lanes, which wait for memory anyhow.
        """
        import numpy as np

        from taquin.kernels.patterns.shared import moved
        from taquin.kernels.searches.waves import SharedTables

        tables = collection.search_tables()
        if not isinstance(tables, SharedTables) or not hasattr(mmap, "MADV_HUGEPAGE"):
            return None
        planes = [database.planes for database in collection.databases]
        sizes = [-(-plane.nbytes // _ALIGNED) * _ALIGNED for plane in planes]
        try:
            # Private: the system keeps shared memory in small pages.
            pages = mmap.mmap(-1, sum(sizes), flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
            pages.madvise(mmap.MADV_HUGEPAGE)
        except OSError:  # no memory, or a kernel without large pages: the mapped tables serve
            return None
        room, begins = np.frombuffer(pages, np.uint8), np.cumsum([0, *sizes])
        addresses = {}
        for plane, begin in zip(planes, begins.tolist(), strict=False):
            copy = room[begin : begin + plane.nbytes]
            copy[:] = plane.reshape(-1)
            addresses[plane.ctypes.data] = copy.ctypes.data
        return cls(tables._replace(shared=moved(tables.shared, addresses)), room)

    def search_tables(self) -> "SharedTables":
        """What `ida_star_pdb` reads; valid while this object lives."""
        return self._tables
