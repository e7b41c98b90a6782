"""The index of packed boards: grown in place it holds what one filled anew holds."""

import random

import numpy as np
import pytest

from taquin.kernels.hashing import NOWHERE, look_up, pack, reindex_by, spread_out

OLD, ENOUGH = 2000, 1700


def boards(cells: int) -> np.ndarray:
    rng = random.Random(cells)
    drawn = {bytes(rng.sample(range(cells), cells)) for _ in range(ENOUGH)}
    words = [pack(board) for board in sorted(drawn, key=lambda _: rng.random())]
    return np.array(words if cells > 16 else [first for first, _ in words], np.int64).ravel()


@pytest.mark.parametrize("new", [OLD + 1, 2100, 3800, 40_000])
@pytest.mark.parametrize("cells", [9, 16, 20, 25])
def test_an_index_grown_in_place_finds_every_board(cells: int, new: int) -> None:
    packed, wide = boards(cells), int(cells > 16)
    stride, links = 1 + wide, np.zeros(0, np.uint32)
    count = len(packed) // stride
    index = np.zeros(new, np.uint32)
    reindex_by(packed, (stride, wide, 12), links, index[:OLD], 0, count)
    assert spread_out(packed, (stride, wide, 12, 17), index, OLD, np.zeros(OLD, np.int64))
    assert np.count_nonzero(index) == count
    for number in range(count):
        pair = tuple(packed[number * stride : (number + 1) * stride].tolist()) + (0,) * (1 - wide)
        assert look_up(packed, (stride, wide, 17), index, pair) == number
    absent = pack(bytes(range(cells)))
    assert look_up(packed, (stride, wide, 17), index, absent) == NOWHERE


def test_without_room_for_those_aside_it_says_so() -> None:
    packed, links = boards(16), np.zeros(0, np.uint32)
    index = np.zeros(OLD + 1, np.uint32)
    reindex_by(packed, (1, 0, 12), links, index[:OLD], 0, len(packed))
    assert not spread_out(packed, (1, 0, 12, 12), index, OLD, np.zeros(1, np.int64))
