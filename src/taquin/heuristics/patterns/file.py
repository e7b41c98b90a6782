"""The files of pattern databases and of move automata: sealed, and checked before use.

A table's body is its planes of bits, an automaton's its numbers; see `taquin.ground.sealed` for
the rest. A large table is checked while it is already in use, and only once while its file stays
the same.
"""

from collections.abc import Callable, Mapping
from math import perm
from operator import le
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from taquin.ground.fields import IntegerIn, ListOf, OneOf, RecordOf
from taquin.ground.sealed import Kind, map_sealed, read_sealed_header, write_sealed
from taquin.heuristics.patterns.soundness import AT_ONCE, Check

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "AUTOMATON",
    "TABLE",
    "Contents",
    "read_header",
    "read_table",
    "refuse_another",
    "write_table",
]

_CELLS = 32  # as many as a mask of the kernels has bits
_TILES = 9
_COUNT = IntegerIn(0, 1 << 62)
_DISTANCES = ListOf(_COUNT, least=1, most=256)  # no pattern's distance is greater than 255
_NEIGHBORS = ListOf(ListOf(IntegerIn(-1, _CELLS - 1), least=4, most=4), least=2, most=_CELLS)

_FORMAT = 2
_REMEDY = (
    "The next search that needs it rebuilds it; `taquin pdb remove {name}` removes it, and "
    "`taquin pdb verify` checks all stored tables."
)

TABLE = Kind(
    name="pattern database",
    magic=b"TAQUINPD",
    version=_FORMAT,
    header=RecordOf(
        {
            "width": IntegerIn(1, _CELLS),
            "height": IntegerIn(1, _CELLS),
            "neighbors": _NEIGHBORS,
            "blank": IntegerIn(0, _CELLS - 1),
            "pattern": ListOf(IntegerIn(1, _CELLS - 1), least=1, most=_TILES),
            "metric": OneOf(("stm",)),
            "planes": IntegerIn(1, 2),
            "bits": IntegerIn(1, 2),
            "entries": _COUNT,
            "histogram": _DISTANCES,
            "merged": _DISTANCES,
        }
    ),
    remedy=_REMEDY,
    align=4096,
)
AUTOMATON = Kind(
    name="move automaton",
    magic=b"TAQUINPD",
    version=_FORMAT,
    header=RecordOf({"neighbors": _NEIGHBORS, "moves": IntegerIn(2, 64)}),
    remedy=_REMEDY,
    largest=1 << 28,
)


class Contents(NamedTuple):
    """The contents of a file.

    header: the header as saved.
    data: uint8[bytes], read-only.
    digest: a digest of the data, as the file names it.
    check: of the data, still running; None once it has succeeded, and where none was asked for.
    """

    header: dict[str, Any]
    data: "npt.NDArray[np.uint8]"
    digest: str
    check: Check | None = None


def write_table(
    path: Path,
    header: Mapping[str, Any],
    data: "npt.NDArray[np.uint8]",
    relieve: Callable[[], None] | None = None,
) -> None:
    """Write a table completely or not at all; raises TableError. See `write_sealed`.

    data: uint8[bytes], contiguous.   relieve: called now and then while the data is read.
    """
    write_sealed(path, TABLE, header, data.data, relieve)


def read_header(path: Path) -> dict[str, Any]:
    """Read and check only the header of a table. Raises TableError."""
    header = read_sealed_header(path, TABLE)
    _refuse_contradictions(path, header)
    return header


def read_table(
    path: Path,
    expected: Mapping[str, Any],
    *,
    in_memory: bool = False,
    check: bool = True,
    again: bool = False,
) -> Contents:
    """Open a table read-only, check it, and compare its header with `expected`.

    in_memory: read it into private memory (large pages, look-ups an eighth faster) instead of
    mapping the file, which opens sooner and is shared with other processes.
    check: compare the data with its digests, unless that was done before and the file is the same;
        `Contents.check` says of a large table whether it is damaged (see `Check`).
    again: compare all of it before it is returned, even if that was done before.
    Raises DamagedFile, or TableError for a file that cannot be read; never returns a small table
    that is damaged.
    """
    import numpy as np

    def room(size: int) -> memoryview:
        return np.empty(size, dtype=np.uint8).data

    mapped = map_sealed(path, TABLE, room if in_memory else None)
    refuse_another(path, TABLE, mapped.header, expected)
    _refuse_contradictions(path, mapped.header)
    data = np.frombuffer(mapped.body, dtype=np.uint8)
    data.flags.writeable = False
    if not again and (not check or mapped.is_known):
        return Contents(mapped.header, data, mapped.digest)
    # A large table about which there is any doubt is checked first: then it can be rebuilt.
    if len(data) > AT_ONCE and not again and not mapped.is_doubtful:
        return Contents(mapped.header, data, mapped.digest, Check(mapped.check))
    mapped.check(again=again)
    return Contents(mapped.header, data, mapped.digest)


def refuse_another(
    path: Path, kind: Kind, header: Mapping[str, Any], expected: Mapping[str, Any]
) -> None:
    """Raise DamagedFile unless the header has the values that are expected."""
    for key, value in expected.items():
        if header[key] != value:
            raise kind.damaged(path, f"was made for another {key}: {header[key]}, not {value}")


def _refuse_contradictions(path: Path, header: Mapping[str, Any]) -> None:
    """Raise DamagedFile for numbers that are possible one by one, but not together."""
    histogram, merged = header["histogram"], header["merged"]
    # Each placement of the tiles counts once in `merged`, at the least of its regions' distances.
    counted = len(merged) <= len(histogram) and all(map(le, merged, histogram))
    placements = perm(header["width"] * header["height"], len(header["pattern"]))
    counted = counted and 0 < sum(merged) <= placements
    agreed = header["bits"] == header["planes"] and header["entries"] == sum(histogram)
    if not (agreed and counted):
        raise TABLE.damaged(path, "has a wrong header: its numbers contradict each other")
