"""The index of packed boards: doubled again and again it holds what its slow twin finds in it."""

import random

import numpy as np
import pytest

from taquin.kernels.base import pieces
from taquin.kernels.base.hashing import (
    BUCKET,
    DISPLACED,
    ID_BITS,
    NOWHERE,
    entry_of,
    find,
    home,
    lined_up,
    look_up,
    mixed,
    new_index,
    pack,
    spread_out,
)
from taquin.kernels.base.jit import kernel
from taquin.kernels.searches import breadth_first, nodes
from taquin.kernels.searches.nodes import LOAD, LOAD_OF

MANY = 3000
# Shares of an index that are taken when it is doubled: few, as searches do, and nearly all.
LOADS = (0.3, 0.85, 0.99)


@kernel
def enter(boards, shape, index, begin, end):
    """Enter boards begin … end - 1, none of which may be in the index."""
    stride, wide = shape
    for number in range(begin, end):
        first, second = boards[number * stride], boards[number * stride + 1] if wide else 0
        words = first, second, mixed(wide, first, second)
        _, place = find(boards, stride, wide, index, words)
        index[place] = entry_of(number, words[2], len(index), place)


@kernel
def found(boards, shape, index, pairs, numbers):
    """The numbers that `find` finds."""
    for number, (first, second) in enumerate(pairs):
        words = first, second, mixed(shape[1], first, second)
        numbers[number] = find(boards, shape[0], shape[1], index, words)[0]


def drawn(cells: int) -> list[tuple[int, int]]:
    rng = random.Random(cells)
    boards = {bytes(rng.sample(range(cells), cells)) for _ in range(MANY)}
    return [pack(board) for board in sorted(boards, key=lambda _: rng.random())]


@pytest.mark.parametrize(
    ("load", "piece"), [(load, pieces.PIECE) for load in LOADS] + [(0.85, 8 * BUCKET)]
)
@pytest.mark.parametrize("cells", [9, 16, 20, 25])
def test_a_doubled_index_finds_every_board_and_no_other(
    cells: int, load: float, piece: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pieces, "PIECE", piece)
    pairs, wide = drawn(cells), int(cells > 16)
    boards = np.array(pairs if wide else [pair[:1] for pair in pairs], np.int64).ravel()
    asked, numbers = np.array(pairs, np.int64), np.empty(len(pairs), np.int64)
    shape = 1 + wide, wide
    size, entered = 4 * BUCKET, 1
    index = new_index(size, wide, pairs[0])
    while True:
        most = min(int(load * size), len(pairs))
        enter(boards, shape, index, entered, most)
        entered = most
        # The twin reads lists three times faster than arrays.
        words, entries = boards.tolist(), index.tolist()
        there = [number if number < entered else NOWHERE for number in range(len(pairs))]
        assert [look_up(words, shape, entries, pair) for pair in pairs] == there
        found(boards, shape, index, asked, numbers)
        assert numbers.tolist() == there
        taken = index.reshape(-1, BUCKET) != 0
        assert (taken[:, :-1] >= taken[:, 1:]).all(), "a bucket has a gap"
        if entered == len(pairs):
            break
        longer = lined_up(2 * size, 2 * size, index.dtype)
        longer[:size] = index
        spread_out(boards, shape, longer, np.zeros(size, np.int64))
        size, index = 2 * size, longer
        assert np.count_nonzero(index) == entered


def test_buckets_are_lines_of_the_cache() -> None:
    for size in (64, 1 << 12, 1 << 20):
        index = new_index(size, 0, pack(bytes(range(16))))
        assert index.ctypes.data % 64 == 0 and np.count_nonzero(index) == 1


def test_the_longest_index_tells_all_numbers_that_searches_give() -> None:
    size = 1 << ID_BITS
    for most in (nodes.MOST_NODES, breadth_first.MOST_NODES):
        for bits in (0, -1, 0x5A5A5A5A5A5A5A5A, -(1 << 63)):
            place = int(home.py_func(bits, size))
            assert 0 <= place < size
            for number in (0, most):
                entry = int(entry_of.py_func(number, bits, size, place))
                assert 0 < entry < DISPLACED
                assert (entry & (size - 1)) - 1 == number
    # A search ends before its index would have to be doubled once more.
    assert LOAD * size >= LOAD_OF * (nodes.MOST_NODES + 8)
    assert 3 * size >= 4 * breadth_first.MOST_NODES
