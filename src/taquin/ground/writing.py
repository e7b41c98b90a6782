"""Writes a user's files: beside the name first, then in its place.

A disk that is full, or an error in the middle, leaves what was there before, or nothing; never half
a file, nor an empty one.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from secrets import token_hex
from types import TracebackType
from typing import IO, Any, Literal

from taquin.ground.ownership import open_output

__all__ = ["LineFile", "written_whole"]


@contextmanager
def written_whole(path: Path, mode: Literal["w", "wb"] = "w") -> Iterator[IO[Any]]:
    """Within the block, a stream for the new content of a file, which it gets at the end.

    If the block raises, or the content cannot be stored, the file stays as it was. Anything
    but a regular file, such as a pipe, is written directly. Raises OSError; PermissionError for
    another user's symbolic link.
    """
    beside = _Beside.of(path)
    encoding = "utf-8" if mode == "w" else None
    if beside is None:
        with open(path, mode, encoding=encoding, opener=open_output) as stream:
            yield stream
        return
    try:
        with os.fdopen(beside.descriptor, mode, encoding=encoding) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        beside.replace()
    except BaseException:
        beside.remove()
        raise


class LineFile:
    """A file that grows line by line; what is flushed is stored, whatever follows.

    A new file takes the place of an old one with its first lines: if not even those can be stored,
    the old one stays. A line that is stored in part is cut off again. A context manager.
    """

    def __init__(self, path: Path, *, append: bool = False) -> None:
        self._waiting: list[bytes] = []
        self._beside = None if append else _Beside.of(path)
        if self._beside is not None:
            self._descriptor = self._beside.descriptor
        else:
            flags = os.O_WRONLY | os.O_CREAT | (os.O_APPEND if append else os.O_TRUNC)
            self._descriptor = open_output(
                str(path), flags | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
            )

    def write(self, text: str) -> int:
        """Keep a text for the next `flush`, as a text stream does."""
        self._waiting.append(text.encode())
        return len(text)

    def flush(self) -> None:
        """Store what was written since the last time; OSError if that fails, and all of it is lost.

        One flush stores whole lines.
        """
        data, self._waiting = b"".join(self._waiting), []
        regular = stat.S_ISREG(os.fstat(self._descriptor).st_mode)
        length = os.fstat(self._descriptor).st_size
        try:
            while data:
                data = data[os.write(self._descriptor, data) :]
        except OSError:
            if regular:
                with suppress(OSError):
                    os.ftruncate(self._descriptor, length)
            raise
        self._settle()

    def _settle(self) -> None:
        beside, self._beside = self._beside, None
        if beside is not None:
            try:
                beside.replace()
            except OSError:
                beside.remove()
                raise

    def __enter__(self) -> "LineFile":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.flush()
        finally:
            if self._beside is not None:
                self._beside.remove()
            os.close(self._descriptor)


class _Beside:
    """A new file in the folder of another one, whose place it can take.

    target: the other one.   path: the new one.   descriptor: of the new one, to write to.
    """

    def __init__(self, target: Path, path: Path, descriptor: int) -> None:
        self.target, self.path, self.descriptor = target, path, descriptor

    @classmethod
    def of(cls, path: Path) -> "_Beside | None":
        """A new file beside `path`; None if `path` must be written directly.

        For anything but a regular file, and for a file in a folder where none can be made.
        Raises PermissionError for another user's symbolic link, and OSError.
        """
        mode = None
        if os.path.lexists(path):
            # As every output is opened: this refuses a link of others, and a file not writable.
            descriptor = open_output(str(path), os.O_WRONLY | getattr(os, "O_NONBLOCK", 0))
            try:
                told = os.fstat(descriptor)
            finally:
                os.close(descriptor)
            if not stat.S_ISREG(told.st_mode):
                return None
            mode = stat.S_IMODE(told.st_mode)
        target = Path(os.path.realpath(path))
        beside = target.with_name(f".{target.name[:100]}.{token_hex(4)}.part")
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        try:
            new = os.open(beside, flags | getattr(os, "O_CLOEXEC", 0), 0o666)
        except PermissionError:
            if mode is None:
                raise
            return None
        if mode is not None and hasattr(os, "fchmod"):
            with suppress(OSError):
                os.fchmod(new, mode)
        return cls(target, beside, new)

    def replace(self) -> None:
        """Put the new file in the other's place."""
        os.replace(self.path, self.target)

    def remove(self) -> None:
        """Remove the new file."""
        with suppress(OSError):
            self.path.unlink()
