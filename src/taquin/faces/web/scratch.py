"""The folder that a server writes to: removed when it ends, or when the next server starts.

A file in it stays locked while its server is alive, however that ends, so a folder whose file can
be locked was left behind by a server that was killed.
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
    """A new temporary folder; folders of killed servers are removed first."""

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
        with suppress(OSError):  # a file system without locks: no server will think it abandoned
            fcntl.flock(lock, fcntl.LOCK_EX)
        # A server started at the same moment may have removed it before it was locked.
        with suppress(FileNotFoundError):
            path.stat()
            return folder, lock
        os.close(lock)
        folder.cleanup()


def _sweep(place: Path) -> None:
    """Remove what dead servers of this user have left behind."""
    for path in place.glob(f"{_PREFIX}*"):
        # Its server is alive, another server is removing it, or it is not such a folder.
        with suppress(OSError):
            _remove_abandoned(path)


def _remove_abandoned(path: Path) -> None:
    """Delete the folder if it holds only a server's files; OSError if its server is alive."""
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
