"""Arrays that grow in steps, where they are, while a search runs."""

import sys
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from taquin.kernels.base import hashing
from taquin.kernels.base.hashing import LINE
from taquin.kernels.base.pieces import copy

__all__ = ["bytes_to_extend", "extended", "more"]

# Arrays of at least this many bytes grow in steps into address space reserved behind them, if the
# system allocates memory only on writing. Smaller arrays are copied.
LARGE = 1 << 20
RESERVED = 1 << 30
STEP = 32  # items


def more(length: int, itemsize: int) -> int:
    """A greater length, a multiple of STEP."""
    if length * itemsize < LARGE:
        return 2 * length
    return length + max(length >> 6, STEP) & -STEP


def _in_place(old: npt.NDArray[Any], length: int) -> bool:
    return isinstance(old.base, np.ndarray) and len(old.base) - LINE // old.itemsize >= length


def bytes_to_extend(old: npt.NDArray[Any], length: int) -> int:
    """How many bytes `extended` allocates: the whole array, or only its extension."""
    return int(length * old.itemsize - (old.nbytes if _in_place(old, length) else 0))


def extended(old: npt.NDArray[Any], length: int) -> npt.NDArray[Any]:
    """The same array, extended with zeros."""
    if _in_place(old, length):
        whole = cast("npt.NDArray[Any]", old.base)
        begin = (old.ctypes.data - whole.ctypes.data) // old.itemsize
        return whole[begin : begin + length]
    if old.nbytes < LARGE:
        longer = hashing.lined_up(length, length, old.dtype)
    else:
        longer = _roomy(length, old.dtype)
    copy(old, longer)
    return longer


def _roomy(length: int, dtype: np.dtype[Any]) -> npt.NDArray[Any]:
    """Zeros, with reserved address space behind them if that costs no memory."""
    room = max(RESERVED // dtype.itemsize, 8 * length)
    while sys.platform == "linux" and room > length:
        try:
            return hashing.lined_up(length, room, dtype)
        except MemoryError:
            room //= 4
    return hashing.lined_up(length, length, dtype)
