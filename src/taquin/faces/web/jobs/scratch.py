"""The folder that a server writes to: removed when it ends, or when the next server starts.

Only this user may enter it, and nobody else may put another folder in its place.

A file in it stays locked while its server is alive, however that ends, so a folder whose file can
be locked was left behind by a server that was killed.
"""

import fcntl
import os
import secrets
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from taquin.ground.ownership import owned_folder

__all__ = ["Scratch", "temporary_place"]

_PREFIX = "taquin-serve-"
_LOCK = ".taquin-server"
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_WRITTEN = {".jsonl", ".moves", ".places"}


class Scratch:
    """A new temporary folder; folders of killed servers are removed first.

    Raises FolderError if other users could exchange it for one of theirs.
    """

    def __init__(self) -> None:
        place = temporary_place()
        _sweep(place)
        self._folder, self._lock = _locked(place)
        self.path = Path(self._folder.name)

    def remove(self) -> None:
        """Delete it with all that is in it."""
        self._folder.cleanup()
        os.close(self._lock)


def temporary_place() -> Path:
    """The folder for temporary files; FolderError if other users could replace what is in it."""
    # Of that folder itself nothing is expected: /tmp is everybody's. So the name is a new one.
    name = Path(tempfile.gettempdir()).absolute() / f"{_PREFIX}{secrets.token_hex(8)}"
    return owned_folder(name, "TMPDIR").parent


def _locked(place: Path) -> tuple[tempfile.TemporaryDirectory[str], int]:
    """A new folder and its lock, as a file descriptor that no other process inherits."""
    while True:
        folder = tempfile.TemporaryDirectory(prefix=_PREFIX, dir=place, ignore_cleanup_errors=True)
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
    # Everything by this descriptor: what the name stands for could be exchanged meanwhile.
    folder = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        status = os.fstat(folder)
        if status.st_uid == os.geteuid() and not status.st_mode & _OTHERS:
            _empty_unlocked(folder)
            path.rmdir()
    finally:
        os.close(folder)


def _empty_unlocked(folder: int) -> None:
    """Delete a dead server's files in a folder, given by its descriptor; OSError if it lives."""
    lock = os.open(_LOCK, os.O_RDWR | os.O_NOFOLLOW, dir_fd=folder)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        written = [name for name in os.listdir(folder) if name != _LOCK]
        if all(Path(name).suffix in _WRITTEN for name in written):
            for name in (*written, _LOCK):
                os.unlink(name, dir_fd=folder)
    finally:
        os.close(lock)
