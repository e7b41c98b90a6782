"""The folder that a server writes to: gone when it ends, or when the next one begins.

A file in it is locked for as long as its server lives, however that ends, so a folder whose file
can be locked was left behind by a server that was killed.
"""

import fcntl
import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

__all__ = ["Scratch"]

_PREFIX = "taquin-serve-"
_LOCK = ".taquin-server"
_WRITTEN = {".jsonl", ".places"}


class Scratch:
    """A new folder among temporary files; those of servers that were killed are removed."""

    def __init__(self) -> None:
        _sweep(Path(tempfile.gettempdir()))
        self._folder, self._lock = _locked()
        self.path = Path(self._folder.name)

    def remove(self) -> None:
        """Delete it with all that is in it."""
        self._folder.cleanup()
        os.close(self._lock)


def _locked() -> tuple[tempfile.TemporaryDirectory[str], int]:
    """A new folder and its lock, as a file descriptor that no other process inherits."""
    while True:
        folder = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        path = Path(folder.name, _LOCK)
        lock = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        with suppress(OSError):  # a file system without locks: nobody will take it for abandoned
            fcntl.flock(lock, fcntl.LOCK_EX)
        # A server that began at the same moment may have swept it away before it was locked.
        with suppress(FileNotFoundError):
            path.stat()
            return folder, lock
        os.close(lock)
        folder.cleanup()


def _sweep(place: Path) -> None:
    """Remove what servers of this user left behind that live no more."""
    for path in place.glob(f"{_PREFIX}*"):
        # Another server lives, or sweeps as well; or it is no such folder.
        with suppress(OSError):
            _remove_abandoned(path)


def _remove_abandoned(path: Path) -> None:
    """Delete the folder if it holds only what a server writes; OSError where its server lives."""
    status = path.lstat()
    if not stat.S_ISDIR(status.st_mode) or status.st_uid != os.getuid():
        return
    lock = os.open(path / _LOCK, os.O_RDWR | os.O_NOFOLLOW)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        written = [file for file in path.iterdir() if file.name != _LOCK]
        if all(file.suffix in _WRITTEN for file in written):
            for file in (*written, path / _LOCK):
                file.unlink()
            path.rmdir()
    finally:
        os.close(lock)
