"""The one reader and writer of files that taquin stores: tables, models, states, compiled code.

Layout, little-endian: magic (8 bytes), format version and length of the header (4 bytes each),
length of the body (8 bytes), the seal (32 bytes), the header as JSON, the BLAKE2b digest of each
MiB of the body (32 bytes each), zeros up to a multiple of `align`, the body. The seal is the
BLAKE2b digest of everything before the body but itself, so it covers the header, the digests and
thereby the body, in their order. Whatever is flipped, swapped, cut off or added is found.

A seal protects against accidents. Anyone who can write to the folder can also compute a new
seal, so nothing in a sealed file is believed beyond it: every number of a header has bounds
(`taquin.ground.fields`), and code that uses the body as indexes checks that they are in range.

Digests take about a second for each gigabyte. A large body that was checked once is not checked
again while its file stays the same: `NAME.checked` beside it holds a digest of the file's device,
inode, size, times and seal. Anything else in there only means that the body is checked again.
"""

import contextlib
import errno
import json
import mmap
import os
import stat
import struct
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from glob import escape
from hashlib import blake2b
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from typing import Any

from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.fields import RecordOf, WrongField
from taquin.ground.host import shortage
from taquin.ground.storage import may_store

__all__ = [
    "Bytes",
    "Kind",
    "Mapped",
    "digest_of",
    "forget_check",
    "map_sealed",
    "read_sealed",
    "read_sealed_header",
    "remove_leftovers",
    "write_sealed",
]

Bytes = bytes | bytearray | memoryview
CHUNK = 1 << 20
_PREFIX = struct.Struct("<8sIIQ")
_DIGEST = 32
_CHUNKS_AT_ONCE = 32
_REMEMBERED = ".checked"
_DAMAGED = b"damaged"
_WORTH_REMEMBERING = 1 << 20  # bytes that take a millisecond
# A file that is changed twice within a tick of the clock that stamps it looks unchanged.
_SETTLED = 2 * 10**9  # nanoseconds


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file.

    name: as messages call it.   magic: its first 8 bytes.   version: of its format.
    header: what its header may hold.
    remedy: sentences that say what to do about a damaged one; {name} and {path} stand for its own.
    elsewhere: what to do where it cannot be written.
    largest: the most bytes of a body.   longest_header: the most bytes of a header.
    align: the body begins at a multiple of this.
    """

    name: str
    magic: bytes
    version: int
    header: RecordOf
    remedy: str
    elsewhere: str = "point TAQUIN_CACHE at another folder"
    largest: int = 1 << 40
    longest_header: int = 1 << 20
    align: int = 1

    def damaged(self, path: Path, what: str, *, outdated: bool = False) -> DamagedFile:
        """The error that says what is wrong with a file and what to do. what: begins with a verb"""
        remedy = self.remedy.replace("{name}", path.name).replace("{path}", str(path))
        text = f"the {self.name} {path} {what}. {remedy}"
        return DamagedFile(text, path, what, outdated=outdated)

    def failed(self, path: Path, doing: str, error: OSError) -> TableError:
        """The error of a file that cannot be "read" or "written"."""
        reason = {
            errno.ENOSPC: f"the disk is full: free some space or {self.elsewhere}",
            errno.EDQUOT: f"the disk quota is used up: {self.elsewhere}",
            errno.EROFS: f"the folder is read-only: {self.elsewhere}",
            errno.EACCES: f"permission denied: {self.elsewhere}",
            errno.EFBIG: f"files may not be that large here (see ulimit -f): {self.elsewhere}",
            errno.ENOENT: "it does not exist",
            errno.EISDIR: "a folder has its name; move that away",
        }.get(error.errno or 0, (shortage(error) or error.strerror or str(error)).rstrip("."))
        return TableError(f"the {self.name} {path} cannot be {doing}: {reason}.")


def write_sealed(
    path: Path,
    kind: Kind,
    header: Mapping[str, Any],
    body: Bytes,
    relieve: Callable[[], None] | None = None,
) -> None:
    """Write a file beside `path`, then rename it: completely or not at all.

    body: contiguous bytes.   relieve: called now and then while they are read.
    Raises TableError on a full disk or in a read-only folder, and leaves no file behind then;
    WrongField for a header that could not be read again.
    """
    kind.header.check(header)
    text = json.dumps(header, separators=(",", ":")).encode()
    if len(text) > kind.longest_header:
        raise WrongField(f"the header of {path.name} has {len(text):,} bytes")
    view = _bytes_of(body)
    size = len(view)
    head = _PREFIX.pack(kind.magic, kind.version, len(text), size)
    digests = bytearray()
    offset = _offset(kind, len(text), size)
    # Two threads may store the same file at the same time. In a shared folder, nobody can guess
    # the name and put a link there; and only this user may change the file.
    temporary = path.with_name(f"{path.name}.{os.getpid()}-{token_hex(4)}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(temporary, "xb", opener=partial(os.open, mode=0o644)) as file:
            file.seek(offset)
            for chunk in _chunks(view, relieve):
                digests += _digest(kind, chunk)
                file.write(chunk)
            rest = text + digests
            rest += bytes(offset - _PREFIX.size - _DIGEST - len(rest))
            file.seek(0)
            file.write(head + _seal(kind, head, rest) + rest)
            file.flush()
            os.fsync(file.fileno())
        forget_check(path)
        os.replace(temporary, path)
    except OSError as error:
        raise kind.failed(path, "written", error) from error
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink()


def remove_leftovers(path: Path) -> None:
    """Delete what killed writers of a file left; call it only while nobody else writes the file."""
    for leftover in path.parent.glob(f"{escape(path.name)}.*.tmp"):
        with contextlib.suppress(OSError):
            leftover.unlink()


def read_sealed_header(path: Path, kind: Kind) -> dict[str, Any]:
    """The header of a file, checked; of the body, only the length. Raises TableError."""
    with _opened(path, kind) as file:
        return _head(path, kind, file).header


def read_sealed(path: Path, kind: Kind) -> tuple[dict[str, Any], bytes]:
    """The header and the body of a file, all checked. Raises DamagedFile or TableError."""
    with _opened(path, kind) as file:
        head = _head(path, kind, file)
        body = file.read(head.size)
    _compare(path, kind, head, memoryview(body))
    return head.header, body


def map_sealed(path: Path, kind: Kind, into: Callable[[int], memoryview] | None = None) -> "Mapped":
    """A file with its header checked and its body mapped; see `Mapped.check` for the body.

    into: read the body into the memory that this provides for so many bytes, instead of mapping
    it.   Raises DamagedFile or TableError.
    """
    with _opened(path, kind) as file:
        head = _head(path, kind, file)
        identity = _identity(file, head)
        if into is not None:
            body = into(head.size)
            if file.readinto(body) != head.size:
                raise kind.damaged(path, "ended early while it was read")
        elif not head.size:
            body = memoryview(b"")
        else:
            whole = mmap.mmap(file.fileno(), head.offset + head.size, access=mmap.ACCESS_READ)
            body = memoryview(whole)[head.offset :]
        return Mapped(path, kind, head, body, identity)


class Mapped:
    """A file whose body is used where it lies.

    header: as checked.   body: its bytes, not checked before `check` has returned.
    """

    def __init__(
        self, path: Path, kind: Kind, head: "_Head", body: memoryview, identity: bytes
    ) -> None:
        self.path, self.kind, self.header, self.body = path, kind, head.header, body
        self._head, self._found = head, identity

    @property
    def digest(self) -> str:
        """A digest of the body as it was written: see `digest_of`."""
        return blake2b(self._head.digests, digest_size=16).hexdigest()

    @property
    def is_known(self) -> bool:
        """Whether the body was checked before, and the file has not changed since."""
        return self._note() == self._found

    @property
    def is_doubtful(self) -> bool:
        """Whether the file was found damaged, or has changed since it was checked."""
        return self._note() not in (b"", self._found)

    def check(self, *, again: bool = False) -> None:
        """Return once the body is known to be as it was written. Raises DamagedFile.

        again: check even what is known.
        """
        if not again and self.is_known:
            return
        began = time.time_ns()
        try:
            _compare(self.path, self.kind, self._head, self.body)
        except DamagedFile:
            self._write_note(_DAMAGED)
            raise
        self._remember(began)

    def _remember(self, began: int) -> None:
        """Note that the file was found sound, unless it is so new that a change could not show."""
        if self.is_known:
            return
        with contextlib.suppress(TableError), _opened(self.path, self.kind) as file:
            status = os.fstat(file.fileno())
            settled = max(status.st_mtime_ns, status.st_ctime_ns) + _SETTLED <= began
            if settled and _identity(file, self._head) == self._found:
                self._write_note(self._found)
                return
        forget_check(self.path)

    def _note(self) -> bytes:
        """What was noted about the file; nothing if there is no note."""
        with contextlib.suppress(OSError), open(_record(self.path), "rb") as file:
            return file.read(_DIGEST + 1)
        return b""

    def _write_note(self, text: bytes) -> None:
        """Write a note, completely or not at all; without one, the file is checked again."""
        if self._head.size < _WORTH_REMEMBERING or not may_store() or self._note() == text:
            return
        record = _record(self.path)
        temporary = record.with_name(f"{record.name}.{os.getpid()}-{token_hex(4)}.tmp")
        with contextlib.suppress(OSError):
            try:
                with open(temporary, "xb", opener=partial(os.open, mode=0o644)) as file:
                    file.write(text)
                os.replace(temporary, record)
            finally:
                with contextlib.suppress(OSError):
                    temporary.unlink()


def forget_check(path: Path) -> None:
    """Forget that a file was checked, if it was; for a caller that removes it."""
    if may_store():
        with contextlib.suppress(OSError):
            _record(path).unlink()


def digest_of(body: Bytes, kind: Kind) -> str:
    """A digest of a body, the same as that of a file which holds it. A second for a gigabyte."""
    digests = b"".join(_digest(kind, chunk) for chunk in _chunks(_bytes_of(body)))
    return blake2b(digests, digest_size=16).hexdigest()


@dataclass(frozen=True, slots=True)
class _Head:
    """header: as JSON says. size, offset: of the body. digests: of its chunks."""

    header: dict[str, Any]
    size: int
    offset: int
    digests: bytes = field(repr=False)
    seal: bytes = field(repr=False)


@contextlib.contextmanager
def _opened(path: Path, kind: Kind) -> Iterator[BufferedReader]:
    """A regular file, open; a pipe or device in its place is refused, not waited for."""
    try:
        waitless = getattr(os, "O_NONBLOCK", 0)
        with open(path, "rb", opener=lambda p, flags: os.open(p, flags | waitless)) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise kind.damaged(path, "is not a file")
            yield file
    except IsADirectoryError:
        raise kind.damaged(path, "is a folder, not a file; move it away") from None
    except OSError as error:
        if isinstance(error, TableError):
            raise
        raise kind.failed(path, "read", error) from error


def _head(path: Path, kind: Kind, file: BufferedReader) -> _Head:
    """Everything before the body, checked; the file is left at the body."""
    whole = os.fstat(file.fileno()).st_size
    start = file.read(_PREFIX.size + _DIGEST)
    if not start:
        raise kind.damaged(path, "is empty")
    if start[:8] != kind.magic[: len(start)]:
        named = kind.magic.decode("ascii", "replace")
        raise kind.damaged(path, f"is not a {kind.name}: its first bytes are not {named}")
    if len(start) >= 12:
        _check_version(path, kind, int.from_bytes(start[8:12], "little"))
    if len(start) < _PREFIX.size + _DIGEST:
        raise kind.damaged(path, "is cut off inside its header")
    _, _, length, size = _PREFIX.unpack_from(start)
    if length > kind.longest_header or size > kind.largest:
        raise kind.damaged(path, "has a damaged header: it names lengths that no such file has")
    offset = _offset(kind, length, size)
    if whole != offset + size:
        raise kind.damaged(path, f"has {whole:,} bytes where {offset + size:,} are expected")
    rest = file.read(offset - _PREFIX.size - _DIGEST)
    seal = start[_PREFIX.size :]
    if _seal(kind, start[: _PREFIX.size], rest) != seal:
        raise kind.damaged(path, "has a damaged header: its digest differs")
    digests = rest[length : length + _DIGEST * _count(size)]
    return _Head(_parsed(path, kind, rest[:length]), size, offset, digests, seal)


def _check_version(path: Path, kind: Kind, version: int) -> None:
    if version == kind.version:
        return
    outdated = 0 < version < kind.version
    if outdated:
        what = f"was written by an older taquin (format {version}; this one reads {kind.version})"
    else:
        what = f"has format {version}, which this taquin cannot read (it reads {kind.version})"
    raise kind.damaged(path, what, outdated=outdated)


def _parsed(path: Path, kind: Kind, text: bytes) -> dict[str, Any]:
    """The header that a text holds, its numbers within their bounds."""
    try:
        header = json.loads(text)
        kind.header.check(header)
    except WrongField as error:
        raise kind.damaged(path, f"has a wrong header: {error}") from None
    except (ValueError, RecursionError):
        raise kind.damaged(path, "has a wrong header: it is not JSON") from None
    found: dict[str, Any] = header
    return found


def _offset(kind: Kind, length: int, size: int) -> int:
    """Where the body begins, behind a header of so many bytes."""
    end = _PREFIX.size + _DIGEST + length + _DIGEST * _count(size)
    return -(-end // kind.align) * kind.align


def _bytes_of(body: Bytes) -> memoryview:
    view = memoryview(body)
    return view.cast("B") if view.nbytes else memoryview(b"")


def _count(size: int) -> int:
    return -(-size // CHUNK)


def _chunks(body: memoryview, relieve: Callable[[], None] | None = None) -> Iterator[memoryview]:
    for number, begin in enumerate(range(0, len(body), CHUNK)):
        yield body[begin : begin + CHUNK]
        if relieve is not None and number % _CHUNKS_AT_ONCE == 0:
            relieve()


def _digest(kind: Kind, chunk: memoryview) -> bytes:
    return blake2b(chunk, digest_size=_DIGEST, person=kind.magic).digest()


def _seal(kind: Kind, head: bytes, rest: bytes) -> bytes:
    return blake2b(head + rest, digest_size=_DIGEST, person=b"seal" + kind.magic).digest()


def _compare(path: Path, kind: Kind, head: _Head, body: memoryview) -> None:
    """Raise DamagedFile unless the body has the digests that its head names."""
    if len(body) != head.size:
        raise kind.damaged(path, "ended early while it was read")
    for number, chunk in enumerate(_chunks(body)):
        if _digest(kind, chunk) != head.digests[_DIGEST * number : _DIGEST * (number + 1)]:
            at = f"between byte {head.offset + number * CHUNK:,} and the next MiB"
            raise kind.damaged(path, f"is damaged: its content differs from its digest {at}")


def _identity(file: BufferedReader, head: _Head) -> bytes:
    """A digest of what must stay the same for a file to be the one that was checked."""
    status = os.fstat(file.fileno())
    facts = (
        *(status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns),
        head.seal.hex(),
    )
    return blake2b(repr(facts).encode(), digest_size=_DIGEST, person=b"checked").digest()


def _record(path: Path) -> Path:
    return path.with_name(path.name + _REMEMBERED)
