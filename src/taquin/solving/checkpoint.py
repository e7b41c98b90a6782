"""The file from which a long search continues: written completely or not at all, and checked.

Layout, little-endian: magic (8 bytes), format version, header length, CRC-32 of the header (4 bytes
each), the header as JSON, then the arrays of the search, compressed. The header says to which
search they belong, their names, types and sizes, and the CRC-32 of what follows.
"""

import contextlib
import json
import os
import struct
import time
import zlib
from collections.abc import Iterator, Mapping
from functools import partial
from glob import escape
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from taquin.ground.announce import announce
from taquin.ground.errors import OptionError, quoted
from taquin.search.monitor import Monitor

if TYPE_CHECKING:
    import numpy.typing as npt

    from taquin.kernels.searches.snapshot import Snapshot

__all__ = [
    "EVERY",
    "FORMAT",
    "Checkpoints",
    "Keeper",
    "inherit",
    "read_checkpoint",
    "write_checkpoint",
]

FORMAT = 2
EVERY = 60.0  # seconds between two checkpoints, and the most that a killed search loses
_MAGIC = b"TAQUINCK"
_PREFIX = struct.Struct("<8sIII")
# More than any search has; a header beyond it is damaged.
_LONGEST_HEADER = 1 << 20


class Checkpoints(NamedTuple):
    """Where a search keeps its checkpoints.

    file: to write to, None for none.   resume: to continue from, None to begin.
    every: seconds between two checkpoints.
    """

    file: Path | None = None
    resume: Path | None = None
    every: float = EVERY

    def keeper(self, identity: Mapping[str, Any]) -> "Keeper | None":
        """What writes the file; that of `resume` unless another is named.

        Raises OptionError for a file that cannot be written there, or would be overwritten.
        """
        file = self.file or self.resume
        if file is None:
            return None
        if not os.access(file.parent, os.W_OK):
            raise OptionError(
                f"the checkpoint {str(file)!r} cannot be written: {str(file.parent)!r} is not a "
                "folder that you may write to."
            )
        if file != self.resume and os.path.exists(file):
            raise OptionError(
                f"the checkpoint {str(file)!r} exists: --resume continues it; name another file "
                "to start again."
            )
        # What a process that was killed while it wrote has left.
        for leftover in file.parent.glob(f"{escape(file.name)}.*.tmp"):
            with contextlib.suppress(OSError):
                leftover.unlink()
        return Keeper(file, identity, self.every, written=file == self.resume)


class Keeper:
    """Writes a search's checkpoints, one a minute; a full disk is reported and does not end it."""

    def __init__(
        self, file: Path, identity: Mapping[str, Any], every: float, *, written: bool
    ) -> None:
        """identity: what another search must have in common to continue from the file.

        `written` tells whether there is a checkpoint of this search.
        """
        self.file, self._identity, self._every = file, identity, every
        self.written = written
        self._last = time.monotonic()
        self._failed = False

    def due(self) -> bool:
        """Whether it is time for the next one."""
        return time.monotonic() - self._last >= self._every

    def save(self, snapshot: "Snapshot") -> None:
        """Replace the file; if that fails, say so once, and keep the one before it."""
        self._last = time.monotonic()
        try:
            write_checkpoint(self.file, self._identity, snapshot)
        except OSError as error:
            if not self._failed:
                announce(
                    f"the checkpoint {self.file} cannot be written ({error.strerror or error}); "
                    "the search continues and tries again"
                )
            self._failed = True
            return
        if self._failed:
            announce(f"the checkpoint {self.file} is written again")
        self._failed, self.written = False, True

    def done(self) -> None:
        """Remove the file: the search has its answer."""
        with contextlib.suppress(OSError):
            self.file.unlink()


def inherit(monitor: Monitor[Any], snapshot: "Snapshot") -> None:
    """Tell a search's monitor of the contours that the search before it has completed."""
    monitor.inherited, past = snapshot.expanded, 0
    for bound, expanded in snapshot.contours:
        monitor.stats.expanded = past
        monitor.contour(bound)
        past += expanded


def write_checkpoint(file: Path, identity: Mapping[str, Any], snapshot: "Snapshot") -> None:
    """Write a checkpoint to a temporary file beside `file`, then rename it. Raises OSError."""
    arrays = list(_arrays(snapshot))
    body = zlib.compress(b"".join(array.tobytes() for _, array in arrays), 1)
    header = {
        "search": identity,
        "bound": snapshot.bound,
        "contours": snapshot.contours,
        "expanded": snapshot.expanded,
        "generated": snapshot.generated,
        "workers": len(snapshot.workers),
        "arrays": [[name, array.dtype.str, len(array)] for name, array in arrays],
        "checksum": zlib.crc32(body),
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    head = _PREFIX.pack(_MAGIC, FORMAT, len(text), zlib.crc32(text)) + text
    temporary = file.with_name(f"{file.name}.{os.getpid()}-{token_hex(4)}.tmp")
    try:
        with open(temporary, "xb", opener=partial(os.open, mode=0o644)) as stream:
            stream.write(head + body)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(temporary, file)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def _arrays(snapshot: "Snapshot") -> "Iterator[tuple[str, npt.NDArray[Any]]]":
    """Every array of a snapshot; those of worker 2 are named 2/NAME"""
    yield from snapshot.shared.items()
    for number, arrays in enumerate(snapshot.workers):
        for name, array in arrays.items():
            yield f"{number}/{name}", array


def read_checkpoint(file: Path, identity: Mapping[str, Any]) -> "Snapshot":
    """The search that a checkpoint holds.

    Raises OptionError, saying what to do, if there is none, it is damaged, another version of
    taquin wrote it, or it belongs to another search than `identity`.
    """
    try:
        content = file.read_bytes()
    except OSError as error:
        raise OptionError(
            f"the checkpoint {str(file)!r} cannot be read: {error.strerror}. --checkpoint FILE "
            "begins a search that writes one."
        ) from None
    header, body = _checked(file, content)
    search = header["search"]
    for name, expected in identity.items():
        if search.get(name) != expected:
            raise OptionError(
                f"the checkpoint {str(file)!r} is of another search: {name} is "
                f"{quoted(search.get(name), 80)}, here {quoted(expected, 80)}. Name the "
                f"same board, goal and "
                "heuristic, or start again with --checkpoint."
            )
    return _snapshot(file, header, body)


def _checked(file: Path, content: bytes) -> tuple[dict[str, Any], bytes]:
    """The header and the arrays' bytes; raises OptionError."""
    if len(content) < _PREFIX.size:
        _damaged(file, "it is cut short")
    magic, version, length, checksum = _PREFIX.unpack_from(content)
    if magic != _MAGIC:
        _damaged(file, "it is not a checkpoint of taquin")
    if version != FORMAT:
        raise OptionError(
            f"the checkpoint {str(file)!r} has format {version}, and this version of taquin reads "
            f"format {FORMAT}: continue with the version that wrote it, or start again with "
            "--checkpoint."
        )
    text, body = content[_PREFIX.size :][:length], content[_PREFIX.size + length :]
    if length > _LONGEST_HEADER or len(text) < length or zlib.crc32(text) != checksum:
        _damaged(file, "its header is damaged")
    header: dict[str, Any] = json.loads(text)
    if zlib.crc32(body) != header["checksum"]:
        _damaged(file, "it is cut short or damaged")
    return header, body


def _damaged(file: Path, what: str) -> NoReturn:
    raise OptionError(
        f"the checkpoint {str(file)!r} cannot be used: {what}. Start again with --checkpoint."
    )


def _snapshot(file: Path, header: Mapping[str, Any], body: bytes) -> "Snapshot":
    import numpy as np

    from taquin.kernels.searches.snapshot import Snapshot

    shared: dict[str, npt.NDArray[Any]] = {}
    workers: list[dict[str, npt.NDArray[Any]]] = [{} for _ in range(header["workers"])]
    content, at = zlib.decompress(body), 0
    for full, kind, length in header["arrays"]:
        dtype: np.dtype[Any] = np.dtype(kind)
        array = np.frombuffer(content, dtype, length, at)
        at += array.nbytes
        number, _, name = full.rpartition("/")
        (workers[int(number)] if number else shared)[name] = array
    contours = tuple((int(bound), int(count)) for bound, count in header["contours"])
    return Snapshot(
        header["bound"], contours, header["expanded"], header["generated"], shared, tuple(workers)
    )
