"""Shelves: open nodes in rows and columns of buckets, of which the first that is not empty counts.

A row is a priority, a column what breaks ties, so the next node is in the least row and there in
the least column; a bucket is a stack or a queue of node numbers in chunks of 32. Taking one costs
a look at a bit set. Several shelves can share one pool of chunks.
"""

from collections.abc import Sequence
from enum import IntEnum, auto
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.growing import bytes_to_extend, extended, more
from taquin.kernels.base.hashing import lowest_bit
from taquin.kernels.base.jit import inlined

__all__ = [
    "Pool",
    "ShelfField",
    "Shelves",
    "Store",
    "drop",
    "first",
    "is_tight",
    "least",
    "peek",
    "pour",
    "put",
]

I64 = npt.NDArray[np.int64]
U32 = npt.NDArray[np.uint32]

# A chunk of the pool is a link and 31 nodes.
CHUNK_BITS = 5
CHUNK = 1 << CHUNK_BITS
WORD_BITS = 6
# Spare chunks that a search needs before it takes nodes and expands one of at most 60 successors.
SPARE = 64


class ShelfField(IntEnum):
    """Places in `Shelves.at`."""

    SIZE = 0  # nodes, with superseded ones
    LEAST = auto()  # no row before it has a node
    COLUMNS = auto()
    WORDS = auto()  # of bits in a row
    FREE_CHUNK = auto()  # in the pool's `at`
    NEXT_CHUNK = auto()


class Shelves(NamedTuple):
    """Buckets of node numbers; bucket = row * COLUMNS + column.

    at:    int64[len(ShelfField)]
    tops:  uint32[rows * COLUMNS], where the next node goes in the pool, 0 for an empty bucket; a
           multiple of 32 is a new chunk
    heads: uint32[rows * COLUMNS] of queues, where the oldest node is; empty for stacks
    marks: int64[rows * WORDS], bits of the columns that are not empty
    sizes: int64[rows], numbers of nodes
    """

    at: I64
    tops: U32
    heads: U32
    marks: I64
    sizes: I64


class Pool(NamedTuple):
    """Chunks of node numbers.

    at:    int64[len(ShelfField)], of which FREE_CHUNK and NEXT_CHUNK are used
    words: uint32[chunks, 32] flat. The first of a chunk is, for stacks, the bucket's top before
           it; for queues, the next chunk; for free chunks, the next free chunk.
    """

    at: I64
    words: U32


@inlined
def is_tight(pool: Pool) -> Any:
    """Whether the pool has too few spare chunks."""
    return (pool.at[ShelfField.NEXT_CHUNK] + SPARE) * CHUNK > len(pool.words)


@inlined
def put(shelves: Shelves, pool: Pool, row: Any, column: Any, number: Any) -> None:
    """Add a node to a bucket."""
    words = pool.words
    bucket = row * shelves.at[ShelfField.COLUMNS] + column
    place = np.int64(shelves.tops[bucket])
    if place & (CHUNK - 1) == 0:
        chunk = pool.at[ShelfField.FREE_CHUNK]
        if chunk:
            pool.at[ShelfField.FREE_CHUNK] = words[chunk << CHUNK_BITS]
        else:
            chunk = pool.at[ShelfField.NEXT_CHUNK]
            pool.at[ShelfField.NEXT_CHUNK] += 1
        if len(shelves.heads) == 0:
            words[chunk << CHUNK_BITS] = place
        elif place == 0:
            shelves.heads[bucket] = (chunk << CHUNK_BITS) + 1
        else:
            words[place - CHUNK] = chunk
        place = (chunk << CHUNK_BITS) + 1
    words[place] = number
    shelves.tops[bucket] = place + 1
    _count(shelves, row, column, 1)


@inlined
def least(shelves: Shelves) -> Any:
    """The least row with a node, -1 if there is none."""
    at = shelves.at
    row = np.int64(-1)
    if at[ShelfField.SIZE] > 0:
        row = at[ShelfField.LEAST]
        while shelves.sizes[row] == 0:
            row += 1
        at[ShelfField.LEAST] = row
    return row


@inlined
def first(shelves: Shelves, row: Any) -> Any:
    """The least column with a node in a row that is not empty."""
    word = row * shelves.at[ShelfField.WORDS]
    column = np.int64(0)
    while shelves.marks[word] == 0:
        word += 1
        column += 1 << WORD_BITS
    return column + lowest_bit(shelves.marks[word])  # type: ignore[call-arg]


@inlined
def peek(shelves: Shelves, pool: Pool, row: Any, column: Any) -> Any:
    """The next node of a bucket that is not empty: a stack's newest, a queue's oldest."""
    bucket = row * shelves.at[ShelfField.COLUMNS] + column
    if len(shelves.heads) == 0:
        return np.int64(pool.words[shelves.tops[bucket] - 1])
    return np.int64(pool.words[shelves.heads[bucket]])


@inlined
def drop(shelves: Shelves, pool: Pool, row: Any, column: Any) -> None:
    """Remove the next node of a bucket."""
    words = pool.words
    bucket = row * shelves.at[ShelfField.COLUMNS] + column
    end = np.int64(shelves.tops[bucket])
    emptied, place = False, end - 1
    if len(shelves.heads) == 0:
        emptied = place & (CHUNK - 1) == 1
        shelves.tops[bucket] = np.int64(words[place - 1]) if emptied else place
    else:
        place = np.int64(shelves.heads[bucket])
        empty = place == end - 1
        emptied = empty or (place + 1) & (CHUNK - 1) == 0
        if empty:
            shelves.tops[bucket] = 0
        elif emptied:
            following = np.int64(words[place + 1 - CHUNK])
            shelves.heads[bucket] = (following << CHUNK_BITS) + 1
        else:
            shelves.heads[bucket] = place + 1
    if emptied:
        chunk = place >> CHUNK_BITS
        words[chunk << CHUNK_BITS] = pool.at[ShelfField.FREE_CHUNK]
        pool.at[ShelfField.FREE_CHUNK] = chunk
    _uncount(shelves, row, column, 1)


@inlined
def pour(source: Shelves, pool: Pool, origin: Any, target: Shelves, goal: Any) -> None:
    """Move all nodes of a stack on top of another one, in their order.

    origin, goal: (row, column) of the two stacks.
    """
    words = pool.words
    (row, column), (to_row, to_column) = origin, goal
    bucket = row * source.at[ShelfField.COLUMNS] + column
    top, moved = np.int64(source.tops[bucket]), np.int64(0)
    chunk = (top - 1) >> CHUNK_BITS
    if words[chunk << CHUNK_BITS] == 0:  # one by one, so that chunks are filled
        moved = top - 1 - (chunk << CHUNK_BITS)
        for i in range(moved):
            put(target, pool, to_row, to_column, np.int64(words[(chunk << CHUNK_BITS) + 1 + i]))
        words[chunk << CHUNK_BITS] = pool.at[ShelfField.FREE_CHUNK]
        pool.at[ShelfField.FREE_CHUNK] = chunk
    else:
        end = top
        while True:
            chunk = (end - 1) >> CHUNK_BITS
            moved += end - 1 - (chunk << CHUNK_BITS)
            end = np.int64(words[chunk << CHUNK_BITS])
            if end == 0:
                break
        to = to_row * target.at[ShelfField.COLUMNS] + to_column
        words[chunk << CHUNK_BITS] = target.tops[to]
        target.tops[to] = top
        _count(target, to_row, to_column, moved)
    source.tops[bucket] = 0
    _uncount(source, row, column, moved)


@inlined
def _count(shelves: Shelves, row: Any, column: Any, nodes: Any) -> None:
    """Note that there are more nodes in a bucket."""
    at = shelves.at
    shelves.marks[row * at[ShelfField.WORDS] + (column >> WORD_BITS)] |= 1 << (column & 63)
    shelves.sizes[row] += nodes
    at[ShelfField.SIZE] += nodes
    at[ShelfField.LEAST] = min(at[ShelfField.LEAST], row)


@inlined
def _uncount(shelves: Shelves, row: Any, column: Any, nodes: Any) -> None:
    """Note that there are fewer nodes in a bucket, maybe none."""
    at = shelves.at
    if shelves.tops[row * at[ShelfField.COLUMNS] + column] == 0:
        shelves.marks[row * at[ShelfField.WORDS] + (column >> WORD_BITS)] &= ~(1 << (column & 63))
    shelves.sizes[row] -= nodes
    at[ShelfField.SIZE] -= nodes


class Store:
    """Shelves that share a pool, from the Python side, and how they grow.

    columns: of each of the shelves. queues: whether buckets are queues.
    """

    def __init__(self, columns: Sequence[int], *, queues: bool, rows: int) -> None:
        at, capacity = np.zeros(len(ShelfField), np.int64), 1 << 12
        at[ShelfField.NEXT_CHUNK] = 1
        self.pool = Pool(at, np.zeros(capacity, np.uint32))
        self.shelves = [_shelves(count, rows, queues=queues) for count in columns]

    @property
    def rows(self) -> int:
        """The number of rows."""
        return len(self.shelves[0].sizes)

    def longer(self, row: int) -> list[tuple[npt.NDArray[Any], int]]:
        """Arrays that are too short for this row, or for another expansion, and new lengths."""
        found: list[tuple[npt.NDArray[Any], int]] = []
        if (self.pool.at[ShelfField.NEXT_CHUNK] + SPARE) * CHUNK > len(self.pool.words):
            found.append((self.pool.words, more(len(self.pool.words), 4)))
        if row >= self.rows:
            times = -(-(row + 1) // self.rows)
            times = max(2, times)
            found += [(array, times * len(array)) for one in self.shelves for array in one[1:]]
        return found

    def bytes_to_grow(self, row: int) -> int:
        """How many bytes `grow` will allocate."""
        return sum(bytes_to_extend(array, length) for array, length in self.longer(row))

    def grow(self, row: int) -> None:
        """Lengthen every array that is too short."""
        longer = {id(array): extended(array, length) for array, length in self.longer(row)}
        self.pool = Pool(*(longer.get(id(array), array) for array in self.pool))
        self.shelves = [
            Shelves(*(longer.get(id(array), array) for array in one)) for one in self.shelves
        ]


def _shelves(columns: int, rows: int, *, queues: bool) -> Shelves:
    at = np.zeros(len(ShelfField), np.int64)
    at[[ShelfField.COLUMNS, ShelfField.WORDS]] = columns, -(-columns // 64)
    return Shelves(
        at=at,
        tops=np.zeros(rows * columns, np.uint32),
        heads=np.zeros(rows * columns if queues else 0, np.uint32),
        marks=np.zeros(rows * int(at[ShelfField.WORDS]), np.int64),
        sizes=np.zeros(rows, np.int64),
    )
