"""The files of relabelled tables: sealed, checked before use, built under a lock."""

import contextlib
import os.path
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.ground.announce import announce
from taquin.ground.errors import DamagedFile, TableError
from taquin.ground.fields import IntegerIn, ListOf, OneOf, RecordOf
from taquin.ground.sealed import Kind, map_sealed, remove_leftovers, write_sealed
from taquin.ground.storage import may_rebuild
from taquin.heuristics.patterns.grouping import GROUPED_CELLS
from taquin.heuristics.patterns.relabelled_table import RelabelledTable, built
from taquin.heuristics.patterns.store import table_folder

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["RELABELLED", "is_stored", "load", "load_or_build", "verify_relabelled"]

_DISTANCES = ListOf(IntegerIn(0, 1 << 40), least=1, most=128)

RELABELLED = Kind(
    name="relabelled table",
    magic=b"TAQUINPU",
    version=1,
    header=RecordOf(
        {
            "width": IntegerIn(2, GROUPED_CELLS // 2),
            "height": IntegerIn(2, GROUPED_CELLS // 2),
            "blank": IntegerIn(0, GROUPED_CELLS - 1),
            "groups": ListOf(IntegerIn(0, 3), least=4, most=GROUPED_CELLS),
            "metric": OneOf(("mtm",)),
            "bits": IntegerIn(4, 4),
            "histograms": ListOf(_DISTANCES, least=2, most=2),
        }
    ),
    remedy=(
        "The next search that needs it rebuilds it; `taquin pdb remove {name}` removes it, and "
        "`taquin pdb verify` checks all stored tables."
    ),
    largest=1 << 30,
    align=4096,
)


def _identity(table: RelabelledTable) -> dict[str, Any]:
    return {
        "width": table.width,
        "height": table.height,
        "blank": table.blank,
        "groups": list(table.groups),
        "metric": "mtm",
        "bits": 4,
    }


def is_stored(table: RelabelledTable) -> bool:
    """Whether the folder of tables has a table."""
    # Unlike Path.exists, this is False in a folder that cannot be read.
    return table.stores and os.path.exists(table_folder() / table.name)


def load(table: RelabelledTable, *, again: bool = False) -> "npt.NDArray[np.uint64]":
    """The codes of a stored table, checked, in memory of large pages. Raises TableError.

    again: check all of it, even if that was done before.
    """
    import numpy as np

    path = table_folder() / table.name
    mapped = map_sealed(path, RELABELLED, lambda size: np.empty(size, np.uint8).data)
    for key, value in _identity(table).items():
        if mapped.header[key] != value:
            what = f"was made for another {key}: {mapped.header[key]}, not {value}"
            raise RELABELLED.damaged(path, what)
    if len(mapped.body) != table.nbytes:
        raise RELABELLED.damaged(path, f"has {len(mapped.body):,} bytes, not {table.nbytes:,}")
    mapped.check(again=again)
    codes = np.frombuffer(mapped.body, np.uint64).reshape(2, -1)
    codes.flags.writeable = False
    return codes


def load_or_build(table: RelabelledTable) -> tuple["npt.NDArray[np.uint64]", str]:
    """The codes of a table, stored afterwards; and why they could not be stored, or nothing."""
    from filelock import FileLock, Timeout

    if is_stored(table):
        try:
            return load(table), ""
        except DamagedFile as error:
            if not may_rebuild():
                raise
            announce(f"the table {table.name} {error.what}; it is rebuilt", private=True)
    path = table_folder(make=True) / table.name
    lock, told = FileLock(f"{path}.lock", mode=0o644), False
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        while not lock.is_locked:
            try:
                lock.acquire(timeout=0.1)
            except Timeout:
                if not told:
                    announce(f"waiting for another process that is building {table.name}")
                told = True
    except OSError as error:
        problem = f"{path.parent} cannot be written ({error.strerror or error})"
        return built(table)[0], problem
    try:
        remove_leftovers(path)
        if told:  # built by another process, if it is sound
            with contextlib.suppress(TableError):
                return load(table), ""
        codes, histograms = built(table)
        try:
            header = {**_identity(table), "histograms": [list(one) for one in histograms]}
            write_sealed(path, RELABELLED, header, codes.reshape(-1).view("uint8").data)
        except TableError as error:
            return codes, str(error).removesuffix(".")
        return codes, ""
    finally:
        lock.release()


def verify_relabelled(path: Path) -> None:
    """Check all of a file, and whether it is what its name says. Raises TableError."""
    from taquin.ground.sealed import read_sealed_header

    header = read_sealed_header(path, RELABELLED)
    table = RelabelledTable(header["width"], header["height"], header["blank"])
    if table.name != path.name or header["blank"] >= header["width"] * header["height"]:
        raise RELABELLED.damaged(path, f"has the wrong name: it contains {table.name}")
    load(table, again=True)
