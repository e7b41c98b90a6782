"""Traces on disk: lines of JSON, with an index of their offsets."""

import array
from dataclasses import dataclass
from pathlib import Path

__all__ = ["TraceFile"]

_PAGE = 256 << 10


@dataclass(frozen=True)
class TraceFile:
    """A trace written by a job. Pages are read without reading the rest."""

    path: Path

    @property
    def places(self) -> Path:
        """Offsets of the lines and of the end, eight bytes each."""
        return self.path.with_suffix(".places")

    def total(self) -> int:
        """The number of lines."""
        return self.places.stat().st_size // 8 - 1

    def lines(self, start: int, count: int) -> list[bytes]:
        """At most `count` lines from number `start`, from 0, each one JSON object.

        Fewer if they are long: a page has at most 256 kB, or one line.
        """
        offsets = array.array("Q")
        with self.places.open("rb") as places:
            places.seek(8 * start)
            offsets.frombytes(places.read(8 * (count + 1)))
        if len(offsets) < 2:
            return []
        begin = offsets[0]
        end = max([offsets[1], *(offset for offset in offsets if offset - begin <= _PAGE)])
        with self.path.open("rb") as file:
            file.seek(begin)
            return file.read(end - begin).splitlines()

    def remove(self) -> None:
        """Delete both files."""
        self.path.unlink(missing_ok=True)
        self.places.unlink(missing_ok=True)
