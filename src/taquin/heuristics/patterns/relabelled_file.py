"""The files of relabelled tables: sealed, checked before use, built under a lock."""

import os.path
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from taquin.ground.fields import IntegerIn, ListOf, OneOf, RecordOf
from taquin.ground.sealed import Kind, map_sealed, write_sealed
from taquin.heuristics.patterns.grouping import GROUPED_CELLS
from taquin.heuristics.patterns.relabelled_table import RelabelledTable, built
from taquin.heuristics.patterns.store import table_folder
from taquin.heuristics.patterns.stored import load_or_make

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
    path = table_folder(make=True) / table.name

    def make() -> "tuple[npt.NDArray[np.uint64], Callable[[], None]]":
        codes, histograms = built(table)
        header = {**_identity(table), "histograms": [list(one) for one in histograms]}
        body = codes.reshape(-1).view("uint8").data
        return codes, lambda: write_sealed(path, RELABELLED, header, body)

    return load_or_make(path, partial(load, table), make)


def verify_relabelled(path: Path) -> None:
    """Check all of a file, and whether it is what its name says. Raises TableError."""
    from taquin.ground.sealed import read_sealed_header

    header = read_sealed_header(path, RELABELLED)
    table = RelabelledTable(header["width"], header["height"], header["blank"])
    if table.name != path.name or header["blank"] >= header["width"] * header["height"]:
        raise RELABELLED.damaged(path, f"has the wrong name: it contains {table.name}")
    load(table, again=True)
