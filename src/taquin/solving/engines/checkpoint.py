"""The file from which a long search continues: written completely or not at all, and checked.

It is sealed (`taquin.ground.sealed`). The header says to which search it belongs, what that has
proved and counted, and the names, types and lengths of its arrays; the body has those, compressed.
What they hold is checked again when the search is made of them: `kernels.searches.snapshot`.
"""

import contextlib
import os
import time
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile, OptionError, TableError
from taquin.ground.fields import Field, IntegerIn, ListOf, OneOf, OrNull, RecordOf, TextOf
from taquin.ground.sealed import Kind, read_sealed, remove_leftovers, write_sealed
from taquin.search.monitor import Monitor
from taquin.solving.question.checkpoints import Checkpoints

if TYPE_CHECKING:
    import numpy.typing as npt

    from taquin.kernels.searches.snapshot import Snapshot

__all__ = [
    "CHECKPOINT",
    "Keeper",
    "inherit",
    "keeper_of",
    "misfit",
    "read_checkpoint",
    "write_checkpoint",
]

_MOST_NODES = 1 << 62
_MOST_BOUND = 1 << 12
_MOST_WORKERS = 1024
_LONGEST = 1 << 28  # bytes of an array
_TYPES = ("|u1", "<u2", "<u4", "<i8", "<f8")
_ARRAY: dict[str, Field] = {
    "name": TextOf(40),
    "worker": OrNull(IntegerIn(0, _MOST_WORKERS - 1)),
    "type": OneOf(_TYPES),
    "length": IntegerIn(0, _LONGEST),
}
_CONTOUR: dict[str, Field] = {
    "bound": IntegerIn(0, _MOST_BOUND),
    "nodes": IntegerIn(1, _MOST_NODES),
}
CHECKPOINT = Kind(
    "checkpoint",
    b"TAQUINCK",
    3,
    RecordOf(
        {
            "board": TextOf(2000),
            "size": TextOf(40),
            "board type": TextOf(2000),
            "goal cell": IntegerIn(0, 399),
            "partitions": TextOf(20_000),
            "cluster": OneOf((False, True)),
            "bound": IntegerIn(0, _MOST_BOUND),
            "contours": ListOf(RecordOf(_CONTOUR), most=_MOST_BOUND),
            "expanded": IntegerIn(0, _MOST_NODES),
            "generated": IntegerIn(0, _MOST_NODES),
            "workers": IntegerIn(0, _MOST_WORKERS),
            "arrays": ListOf(RecordOf(_ARRAY), most=10 * _MOST_WORKERS),
        }
    ),
    "Start again with --checkpoint FILE, which begins a search that writes a new one.",
    elsewhere="name another file with --checkpoint",
    largest=1 << 32,
    longest_header=1 << 22,
)


def keeper_of(checkpoints: Checkpoints, identity: Mapping[str, Any]) -> "Keeper | None":
    """What writes the file that was asked for; that of `resume` unless another is named.

    Raises OptionError for a file that cannot be written there, or would be overwritten.
    """
    file = checkpoints.file or checkpoints.resume
    if file is None:
        return None
    if not os.access(file.parent, os.W_OK):
        raise OptionError(
            f"the checkpoint {str(file)!r} cannot be written: {str(file.parent)!r} is not a "
            "folder that you may write to."
        )
    if file != checkpoints.resume and os.path.exists(file):
        raise OptionError(
            f"the checkpoint {str(file)!r} exists: --resume continues it; name another file "
            "to start again."
        )
    remove_leftovers(file)
    return Keeper(file, identity, checkpoints.every, written=file == checkpoints.resume)


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
        except TableError as error:
            if not self._failed:
                why = getattr(error.__cause__, "strerror", None) or error
                announce(
                    f"the checkpoint {self.file} cannot be written ({why}); the search continues "
                    "and tries again"
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
    """Tell a search's monitor what the search before it did, and open the contour it was in."""
    stats, past = monitor.stats, 0
    for bound, expanded in (*snapshot.contours, (snapshot.bound, 0)):
        stats.expanded = past
        monitor.contour(bound)
        past += expanded
    monitor.inherited = stats.expanded = snapshot.expanded
    stats.generated, stats.evaluated = snapshot.generated, snapshot.generated + 1


def write_checkpoint(file: Path, identity: Mapping[str, Any], snapshot: "Snapshot") -> None:
    """Write a checkpoint, completely or not at all. Raises TableError."""
    arrays = list(_arrays(snapshot))
    header = {
        **identity,
        "bound": snapshot.bound,
        "contours": [{"bound": bound, "nodes": nodes} for bound, nodes in snapshot.contours],
        "expanded": snapshot.expanded,
        "generated": snapshot.generated,
        "workers": len(snapshot.workers),
        "arrays": [
            {"name": name, "worker": worker, "type": array.dtype.str, "length": len(array)}
            for worker, name, array in arrays
        ],
    }
    body = zlib.compress(b"".join(array.tobytes() for _, _, array in arrays), 1)
    write_sealed(file, CHECKPOINT, header, body)


def _arrays(snapshot: "Snapshot") -> "Iterator[tuple[int | None, str, npt.NDArray[Any]]]":
    """Every array of a snapshot, with its worker and its name."""
    for worker, arrays in enumerate((snapshot.shared, *snapshot.workers), -1):
        for name, array in arrays.items():
            yield (None if worker < 0 else worker), name, array


def read_checkpoint(file: Path, identity: Mapping[str, Any]) -> "Snapshot":
    """The search that a checkpoint holds.

    Raises OptionError, saying what to do, if there is none, or it belongs to another search than
    `identity`; DamagedFile if it is damaged, or another version of taquin wrote it.
    """
    if not os.path.exists(file):
        raise OptionError(
            f"the checkpoint {str(file)!r} does not exist. --checkpoint FILE begins a search that "
            "writes one."
        )
    header, body = read_sealed(file, CHECKPOINT)
    for name, expected in identity.items():
        if header[name] != expected:
            raise OptionError(_of_another(file, name, header[name], expected))
    return _snapshot(file, header, body)


def _of_another(file: Path, name: str, found: object, expected: object) -> str:
    if name == "cluster":
        way = "with --cluster local" if found else "without it"
        return (
            f"the checkpoint {str(file)!r} was written {'with' if found else 'without'} "
            f"--cluster: continue {way}, or start again with --checkpoint."
        )
    return (
        f"the checkpoint {str(file)!r} belongs to another search: {name} is {found!r:.80}, here "
        f"{expected!r:.80}. Name the same board, goal and heuristic, or start again with "
        "--checkpoint."
    )


def misfit(file: Path, why: object) -> DamagedFile:
    """The error of a checkpoint whose content no search of its board can have written."""
    return CHECKPOINT.damaged(file, f"cannot be from a search of this board: {why}")


def _snapshot(file: Path, header: Mapping[str, Any], body: bytes) -> "Snapshot":
    import numpy as np

    from taquin.kernels.searches.snapshot import Snapshot

    sizes = [np.dtype(array["type"]).itemsize * array["length"] for array in header["arrays"]]
    content, at = _decompressed(file, body, sum(sizes)), 0
    shared: dict[str, npt.NDArray[Any]] = {}
    workers: list[dict[str, npt.NDArray[Any]]] = [{} for _ in range(header["workers"])]
    for array, size in zip(header["arrays"], sizes, strict=True):
        worker = array["worker"]
        if worker is not None and worker >= len(workers):
            raise misfit(file, f"there is no worker {worker}")
        of_one = shared if worker is None else workers[worker]
        if array["name"] in of_one:
            raise misfit(file, f"there are two arrays {array['name']!r}")
        of_one[array["name"]] = np.frombuffer(content, array["type"], array["length"], at)
        at += size
    contours = tuple((contour["bound"], contour["nodes"]) for contour in header["contours"])
    return Snapshot(
        header["bound"], contours, header["expanded"], header["generated"], shared, tuple(workers)
    )


def _decompressed(file: Path, body: bytes, size: int) -> bytes:
    """So many bytes, and no more: a few may claim to be gigabytes."""
    if size > _LONGEST:
        raise misfit(file, f"its arrays have {size:,} bytes")
    unpacker = zlib.decompressobj()
    try:
        content = unpacker.decompress(body, size + 1)
    except zlib.error as error:
        raise misfit(file, error) from None
    if len(content) != size or not unpacker.eof or unpacker.unused_data:
        raise misfit(file, "its arrays have other lengths")
    return content
