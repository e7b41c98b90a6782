"""Sets of small numbers, of which the least is found by a look at two levels of bits."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.hashing import lowest_bit
from taquin.kernels.base.jit import inlined

__all__ = ["Bits", "add", "discard", "first", "new_bits"]

I64 = npt.NDArray[np.int64]


class Bits(NamedTuple):
    """A set of numbers.

    words: int64[…], a bit for each number
    heads: int64[…], a bit for each word that is not 0
    """

    words: I64
    heads: I64


def new_bits(numbers: int) -> Bits:
    """An empty set, for the numbers below this one."""
    words = (numbers >> 6) + 1
    return Bits(np.zeros(words, np.int64), np.zeros((words >> 6) + 1, np.int64))


@inlined
def add(bits: Bits, number: Any) -> None:
    """Add a number."""
    bits.words[number >> 6] |= 1 << (number & 63)
    bits.heads[number >> 12] |= 1 << ((number >> 6) & 63)


@inlined
def discard(bits: Bits, number: Any) -> None:
    """Remove a number, if it is in the set."""
    bits.words[number >> 6] &= ~(1 << (number & 63))
    if bits.words[number >> 6] == 0:
        bits.heads[number >> 12] &= ~(1 << ((number >> 6) & 63))


@inlined
def first(bits: Bits) -> Any:
    """The least number, -1 if there is none."""
    least = np.int64(-1)
    for i in range(len(bits.heads)):
        if bits.heads[i]:
            word = 64 * i + lowest_bit(bits.heads[i])  # type: ignore[call-arg]
            least = np.int64(64 * word + lowest_bit(bits.words[word]))
            break
    return least
