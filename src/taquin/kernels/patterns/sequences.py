"""Numbers the sequences of tiles on a board where the tiles of a group are alike.

A sequence names the tiles in reading order, without the blank. A push along a row leaves it as it
is; likewise a push along a column leaves the sequence by columns. A word has two bits for each
tile, the first tile's lowest: its group, of four. The number of a word is the sum of what its first
half and its second half look up in two small tables.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import internal

__all__ = ["GROUPS", "MOST_CELLS", "Sequences", "number", "rank", "sequences", "word_of"]

GROUPS = 4
MOST_CELLS = 16


class Sequences(NamedTuple):
    """How the sequences with given numbers of tiles of each group are numbered.

    near:    tiles in the first half of a word, which has n = near + far tiles
    base:    uint32[4**near]  number of the first sequence that begins with this half
    follow:  uint32[4**near]  how many begin with it: 0 if it has too many of a group
    begin:   uint32[4**near]  where their second halves begin in `endings`
    local:   uint16[4**far]   place of a half among those with as many of each group
    endings: uint32[4**far]   the second halves, those with as many of each group together
    """

    near: int
    base: npt.NDArray[np.uint32]
    follow: npt.NDArray[np.uint32]
    begin: npt.NDArray[np.uint32]
    local: npt.NDArray[np.uint16]
    endings: npt.NDArray[np.uint32]

    @property
    def total(self) -> int:
        """How many sequences there are."""
        return int(self.follow.sum())


def sequences(sizes: Sequence[int]) -> Sequences:
    """The numbering for groups of these sizes, four of them, with up to 15 tiles together."""
    near = sum(sizes) // 2
    first, second = _contents(near), _contents(sum(sizes) - near)
    order = np.argsort(_key(second), kind="stable")
    keys = _key(second)[order]
    left = np.array(sizes) - first
    fits = (left >= 0).all(axis=1)
    wanted = np.where(fits, _key(left), -1)
    begin = np.searchsorted(keys, wanted, "left")
    count = np.where(fits, np.searchsorted(keys, wanted, "right") - begin, 0)
    local = np.empty(len(keys), np.uint16)
    local[order] = np.arange(len(keys)) - np.searchsorted(keys, keys, "left")
    return Sequences(
        near,
        (np.cumsum(count) - count).astype(np.uint32),
        count.astype(np.uint32),
        begin.astype(np.uint32),
        local,
        order.astype(np.uint32),
    )


def _contents(tiles: int) -> npt.NDArray[np.int64]:
    """int64[4**tiles, 4]: how many of each group each word of so many tiles has."""
    words = np.arange(4**tiles, dtype=np.int64)
    found = np.zeros((len(words), GROUPS), np.int64)
    for tile in range(tiles):
        found[np.arange(len(words)), words >> 2 * tile & 3] += 1
    return found


def _key(contents: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    keys: npt.NDArray[np.int64] = contents @ np.array([1, 16, 256, 4096])
    return keys


def word_of(groups: Sequence[int]) -> int:
    """The word of a sequence; groups: of its tiles, in order."""
    return sum(group << 2 * place for place, group in enumerate(groups))


def number(shape: Sequences, word: int) -> int:
    """The readable twin of `rank`."""
    return int(shape.base[word % 4**shape.near]) + int(shape.local[word >> 2 * shape.near])


@internal
def rank(near: Any, base: Any, local: Any, word: Any) -> Any:
    """The number of a sequence; word: uint32."""
    shift = np.uint32(2 * near)
    return np.int64(base[word & ((np.uint32(1) << shift) - np.uint32(1))]) + np.int64(
        local[word >> shift]
    )
