"""Compiles the search over 15-puzzles in a second process, while this one builds its tables.

The package holds prepared code of it for some machines (`kernels.base.prepared`); elsewhere, Numba
compiles one kernel at a time in a process. Both find each other's code in the cache folder,
and neither compiles what the other has begun to.
"""

import gc
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from taquin.ground.cores import usable_cores
from taquin.ground.interpreters import python_command
from taquin.kernels.base.cache import has_code, usable_code_folder
from taquin.kernels.base.prepared import is_prepared

__all__ = ["compile_lanes", "compiling_lanes", "main"]


def main() -> None:
    """Compile the search, as all that this process does, and leave its garbage uncollected.

    Numba creates half a million objects that last: looking for garbage among them takes a tenth of
    the time.
    """
    gc.disable()
    compile_lanes()


def compile_lanes() -> None:
    """Compile `lanes.search` for 16 cells, two colours and two views, by a search of no nodes."""
    import numpy as np

    from taquin.kernels.patterns.layout import NO_PATTERNS
    from taquin.kernels.searches.lanes import SearchTables, blank_frames, search

    tables = SearchTables(
        neighbors=np.zeros(64, np.uint8),
        steps=np.zeros(0, np.uint32),
        choices=np.zeros(0, np.uint8),
        patterns=NO_PATTERNS,
        fixed=(0,),
        partial=(),
    )
    search(tables, blank_frames(tables), 0)


@contextmanager
def compiling_lanes() -> Iterator[None]:
    """Have the search compiled during the block, unless it is, or there is only one core.

    Whatever becomes of the other process, this one compiles what it finds missing.
    """
    spare = usable_cores() > 1 and usable_code_folder() is not None
    if not spare or has_code("lanes.search-") or is_prepared("lanes.search"):
        yield
        return
    try:
        process = subprocess.Popen(
            python_command("taquin.solving.engines.ahead"),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:  # no room for another process, or no interpreter
        yield
        return
    try:
        yield
    finally:
        process.kill()
        process.wait()
