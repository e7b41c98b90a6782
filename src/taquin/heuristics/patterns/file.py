"""The file of one pattern database: written completely or not at all, and checked before use.

Layout, little-endian: magic (8 bytes), format version, header length, CRC-32 of the header (4
bytes each), the header as JSON, zeros up to a multiple of 4096, then the planes of bits. For each
1 MiB of data, the header holds the 64-bit sum and the exclusive or of its words. Any flipped bit
changes both, and checks run at memory speed (10 GB/s), so opening a file checks all of it; a large
one while it is already in use.
"""

import contextlib
import errno
import json
import mmap
import os
import struct
import zlib
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Any, BinaryIO, NamedTuple

from taquin.ground.errors import TableError
from taquin.heuristics.patterns.soundness import AT_ONCE, Check

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "FORMAT",
    "Contents",
    "checksums",
    "damaged",
    "read_header",
    "read_table",
    "remove_leftovers",
    "write_table",
]

FORMAT = 1
_MAGIC = b"TAQUINPD"
_PREFIX = struct.Struct("<8sIII")
_PAGE = 4096
_CHUNK = 1 << 20
_CHUNKS_AT_ONCE = 32


class Contents(NamedTuple):
    """The contents of a file.

    header: the header as saved.
    data: uint8[bytes], read-only.
    check: of the data, still running; None once it has succeeded, and where none was asked for.
    """

    header: dict[str, Any]
    data: "npt.NDArray[np.uint8]"
    check: Check | None = None


def damaged(path: Path, what: str) -> TableError:
    """The error that says what is wrong with a table's file and how to repair it."""
    return TableError(
        f"the pattern database {path} {what}. `taquin pdb remove {path.name}` removes it, and "
        "it is rebuilt on next use; `taquin pdb verify` checks all stored tables."
    )


def _failed(path: Path, doing: str, error: OSError) -> TableError:
    reason = {
        errno.ENOSPC: "the disk is full: free some space or point TAQUIN_CACHE at another folder",
        errno.EDQUOT: "the disk quota is used up: point TAQUIN_CACHE at another folder",
        errno.EROFS: "the folder is read-only: point TAQUIN_CACHE at one you may write to",
        errno.EACCES: "permission denied: point TAQUIN_CACHE at a folder you may write to",
        errno.ENOENT: "the file does not exist: `taquin pdb build` builds it",
    }.get(error.errno or 0, error.strerror or str(error))
    return TableError(f"the pattern database {path} cannot be {doing}: {reason}.")


def checksums(
    data: "npt.NDArray[np.uint8]", relieve: Callable[[], None] | None = None
) -> list[str]:
    """The sum and the exclusive or of each chunk's 64-bit words, as hexadecimal text."""
    return [_checksum(chunk) for chunk in _chunks(data, relieve)]


def _chunks(
    data: "npt.NDArray[np.uint8]", relieve: Callable[[], None] | None
) -> "Iterator[npt.NDArray[np.uint8]]":
    for begin in range(0, len(data), _CHUNK):
        yield data[begin : begin + _CHUNK]
        if relieve is not None and begin // _CHUNK % _CHUNKS_AT_ONCE == 0:
            relieve()


def _checksum(chunk: "npt.NDArray[np.uint8]") -> str:
    import numpy as np

    if len(chunk) % 8:
        chunk = np.concatenate([chunk, np.zeros(-len(chunk) % 8, np.uint8)])
    words = chunk.view("<u8")
    return f"{int(np.add.reduce(words)):016x}{int(np.bitwise_xor.reduce(words)):016x}"


def write_table(
    path: Path,
    header: Mapping[str, Any],
    data: "npt.NDArray[np.uint8]",
    relieve: Callable[[], None] | None = None,
) -> None:
    """Write a table to a temporary file beside `path`, then rename it.

    data: uint8[bytes], contiguous.   relieve: called now and then while the data is read.
    Raises TableError on a full disk or in a read-only folder, without leaving any files behind.
    """
    sums = checksums(data, relieve)
    full = {**header, "bytes": len(data), "chunk": _CHUNK, "checksums": sums}
    text = json.dumps(full, separators=(",", ":")).encode()
    head = _PREFIX.pack(_MAGIC, FORMAT, len(text), zlib.crc32(text)) + text
    head += bytes(-len(head) % _PAGE)
    # Two threads may store the same table at the same time. In a shared folder, nobody can guess
    # the name and put a link there; and only this user may change the table.
    temporary = path.with_name(f"{path.name}.{os.getpid()}-{token_hex(4)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "xb", opener=partial(os.open, mode=0o644)) as file:
            file.write(head)
            for chunk in _chunks(data, relieve):
                file.write(chunk.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        raise _failed(path, "written", error) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def remove_leftovers(path: Path) -> None:
    """Delete the files that killed builders left; call it only while holding the table's lock."""
    for leftover in path.parent.glob(f"{path.name}.*.tmp"):
        with contextlib.suppress(OSError):
            leftover.unlink()


def _read_head(path: Path, file: BinaryIO) -> tuple[dict[str, Any], int]:
    """The header of an open file, however long, and the offset of the data."""
    size = os.fstat(file.fileno()).st_size
    start = file.read(_PREFIX.size)
    if not start:
        raise damaged(path, "is empty")
    if start[:8] != _MAGIC[: len(start)]:
        raise damaged(path, "is not a pattern database: its first bytes are not TAQUINPD")
    if len(start) < _PREFIX.size:
        raise damaged(path, "is cut off inside its header")
    _, version, length, checksum = _PREFIX.unpack(start)
    if version != FORMAT:
        raise damaged(path, f"has format version {version}; this taquin reads version {FORMAT}")
    if _PREFIX.size + length > size:
        raise damaged(path, "is cut off inside its header, or its header is damaged")
    text = file.read(length)
    if zlib.crc32(text) != checksum:
        raise damaged(path, "has a damaged header (its checksum differs)")
    header: dict[str, Any] = json.loads(text)
    offset = (_PREFIX.size + length + _PAGE - 1) // _PAGE * _PAGE
    if size != offset + header["bytes"]:
        raise damaged(path, f"has {size:,} bytes where {offset + header['bytes']:,} are expected")
    return header, offset


def read_header(path: Path) -> dict[str, Any]:
    """Read and check only the header. Raises TableError."""
    try:
        with open(path, "rb") as file:
            return _read_head(path, file)[0]
    except OSError as error:
        if isinstance(error, TableError):
            raise
        raise _failed(path, "read", error) from error


def read_table(
    path: Path, expected: Mapping[str, Any], *, in_memory: bool = False, check: bool = True
) -> Contents:
    """Open a table read-only, check it, and compare its header with `expected`.

    in_memory: read it into private memory (large pages, look-ups an eighth faster) instead of
    mapping the file, which opens sooner and is shared with other processes.
    check: compare the data with the checksums; `Contents.check` says of a large table whether it
        is damaged (see `Check`). Raises TableError; never returns a small table that is damaged.
    """
    import numpy as np

    try:
        with open(path, "rb") as file:
            header, offset = _read_head(path, file)
            for key, value in expected.items():
                if header.get(key) != value:
                    raise damaged(
                        path, f"was made for another {key}: {header.get(key)}, not {value}"
                    )
            if in_memory:
                data = np.empty(header["bytes"], dtype=np.uint8)
                file.seek(offset)
                if file.readinto(data.data) != len(data):
                    raise damaged(path, "ended early while it was read")
                data.flags.writeable = False
            else:
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                data = np.frombuffer(mapped, dtype=np.uint8, offset=offset)
    except OSError as error:
        if isinstance(error, TableError):
            raise
        raise _failed(path, "read", error) from error
    if not check:
        return Contents(header, data)
    compare = partial(_compare, path, data, header["checksums"])
    if len(data) > AT_ONCE:
        return Contents(header, data, Check(compare))
    compare()
    return Contents(header, data)


def _compare(path: Path, data: "npt.NDArray[np.uint8]", expected: list[str]) -> None:
    if checksums(data) != expected:
        raise damaged(path, "is damaged: its bits do not match their checksums")
