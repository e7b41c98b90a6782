"""Where a builder keeps its rows of bits: in memory, or in files where they do not fit.

The files have no names, so that even a killed builder leaves nothing behind. They are mapped, so
that the same kernel fills them; as soon as the process uses as much memory as it may, their pages
are handed back to the system, which keeps them in its own cache or writes them to the disk.
"""

import errno
import math
import mmap
import os
import shutil
from pathlib import Path
from tempfile import TemporaryFile
from typing import TYPE_CHECKING, Any, BinaryIO
from weakref import WeakSet

from taquin.ground.announce import announce
from taquin.ground.errors import NoRoom
from taquin.ground.heard import NoticeSentence
from taquin.ground.memory import resident_bytes
from taquin.ground.sentences import said

if TYPE_CHECKING:
    import numpy.typing as npt

    from taquin.kernels.patterns.build import Needs, Rows

__all__ = ["FileRows", "in_memory", "rows_for"]

# What a builder's threads may read between two looks at the memory.
_BETWEEN = 64_000_000
_ZEROS = 1 << 20


class FileRows:
    """Rows in files of a folder, of which no more is resident than may be.

    most: bytes that the whole process may use.
    """

    def __init__(self, folder: Path, most: int) -> None:
        self._folder = folder
        self._most = most
        self._pages: WeakSet[mmap.mmap] = WeakSet()  # those of arrays that are still in use

    def zeros(self, shape: tuple[int, ...], dtype: "npt.DTypeLike") -> "npt.NDArray[Any]":
        """An array of zeros in a file of its own. Raises NoRoom on a full disk."""
        import numpy as np

        size = math.prod(shape) * np.dtype(dtype).itemsize
        if size == 0:
            return np.zeros(shape, dtype)
        try:
            with TemporaryFile(dir=self._folder) as file:
                _reserve(file, size)
                pages = mmap.mmap(file.fileno(), size)  # has a descriptor of its own
        except OSError as error:
            why = error.strerror or str(error)
            raise NoRoom(f"needs {_size(size)} in {self._folder}: {why}") from None
        self._pages.add(pages)
        return np.frombuffer(pages, dtype).reshape(shape)

    def relieve(self) -> None:
        """Hand the files' pages back if the process uses nearly as much memory as it may."""
        advice = getattr(mmap, "MADV_DONTNEED", None)  # elsewhere the system decides alone
        if advice is not None and resident_bytes() >= self._most - _BETWEEN:
            for pages in list(self._pages):
                pages.madvise(advice)


def _reserve(file: "BinaryIO", size: int) -> None:
    """Give an empty file its blocks on the disk: writing to a mapped page that has none, on a disk
    that has filled meanwhile, would kill the process.
    """
    if hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file.fileno(), 0, size)
            return
        except OSError as error:
            if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL):  # some file systems cannot
                raise
    zeros = bytes(_ZEROS)
    for begin in range(0, size, _ZEROS):
        file.write(zeros[: size - begin])
    file.flush()


def in_memory(needs: "Needs", free: int | None, folder: Path | None) -> bool:
    """Whether a build's rows are kept in memory; if not, then in files of the folder.

    free: bytes of memory that the build may take, None if unknown: then it is tried.
    folder: None if nothing may be written. Raises NoRoom if neither has room.
    """
    whole = needs.rows + needs.rest
    if free is None or whole < free:
        return True
    if folder is None:
        raise NoRoom(f"takes {_size(whole)} of memory; it may use {_size(free)}", whole)
    least, disk = needs.rest + 2 * _BETWEEN, needs.rows + needs.table
    if least > free:
        raise NoRoom(f"takes at least {_size(least)} of memory; it may use {_size(free)}", least)
    disk_free = shutil.disk_usage(folder).free
    if disk > disk_free:
        raise NoRoom(
            f"takes {_size(whole)} of memory, and may use {_size(free)}, or {_size(disk)} of disk "
            f"space, of which {_size(disk_free)} are free in {folder}",
            whole,
        )
    return False


def rows_for(needs: "Needs", free: int | None, folder: Path | None) -> "Rows":
    """Where a build keeps its rows; see `in_memory`."""
    from taquin.kernels.patterns.build import InMemory

    if in_memory(needs, free, folder):
        return InMemory()
    assert free is not None and folder is not None
    needed = _size(needs.rows + needs.rest)
    announce(said(NoticeSentence.IN_FILES, needed=needed, free=_size(free)))
    return FileRows(folder, resident_bytes() + free)


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"
