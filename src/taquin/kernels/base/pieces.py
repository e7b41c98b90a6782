"""Splits long array operations into pieces of some hundredths of a second, so Ctrl-C works."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

__all__ = ["copy", "lengthened", "pieces"]

PIECE = 1 << 21  # items


def pieces(length: int) -> Iterator[tuple[int, int]]:
    """The start and end of each piece, in order."""
    for begin in range(0, length, PIECE):
        yield begin, min(begin + PIECE, length)


def copy(old: npt.NDArray[Any], longer: npt.NDArray[Any]) -> None:
    """Copy `old` to the beginning of `longer`."""
    for begin, end in pieces(len(old)):
        longer[begin:end] = old[begin:end]


def lengthened(old: npt.NDArray[Any], length: int) -> npt.NDArray[Any]:
    """The same array, extended with zeros."""
    longer = np.zeros((length, *old.shape[1:]), old.dtype)
    copy(old, longer)
    return longer
