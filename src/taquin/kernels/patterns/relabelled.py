"""Builds tables of distances in pushes on a board where the tiles of a group are alike.

Two pushes along one line are one push or none, so in a shortest solution pushes along rows and
columns alternate. Each state therefore has two distances: that of the solutions which begin along
its row, and that of those which begin along its column. A search knows which one it needs, and the
greater of the two is more than the distance.

The first kind is looked up after a push along a column, the second after one along a row. The table
of a kind is ordered by the sequence that such a push leaves alone (`sequences`): a word of it has
16 entries, one for each cell of the blank, and all children of a node lie in one word. An entry has
four bits, the distance modulo 16, which is enough because the parent's is known.

Breadth first, in both orders at once: a word of 16 bits says where the blank can be. A look-up
turns it into the word of all pushes along the lines; the states that are new are carried into the
other order, in which the next push is made.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.interrupts import submit_all
from taquin.kernels.base.intrinsics import count_bits
from taquin.kernels.base.jit import internal, kernel
from taquin.kernels.patterns.sequences import GROUPS, Sequences, number, rank, sequences, word_of

__all__ = ["ALONG_COLUMN", "ALONG_ROW", "BuiltCodes", "build", "build_reference", "by_columns"]

ALONG_ROW, ALONG_COLUMN = 0, 1
# A level has up to 25 million states: a slice of it takes some milliseconds.
_SLICES = 64
Progress = Callable[[float], None]


class CellOrder(NamedTuple):
    """One order of the cells: by rows, or by columns. S sequences.

    frontier: uint16[S]      states of the last level, whose next push is along a line of this order
    target:   uint16[S]      the new states, in the other order
    reached:  uint16[S]      states that such a push has found
    codes:    uint64[S]      four bits for each cell of the blank: the distance modulo 16
    step:     uint16[2**n]   cells of the blank after a push, from those before it
    turn:     uint32[4, 256] the words of a board's groups in the other order, four cells at a time
    cell:     uint32[n]      each cell's number in the other order
    """

    frontier: npt.NDArray[np.uint16]
    target: npt.NDArray[np.uint16]
    reached: npt.NDArray[np.uint16]
    codes: npt.NDArray[np.uint64]
    step: npt.NDArray[np.uint16]
    turn: npt.NDArray[np.uint32]
    cell: npt.NDArray[np.uint32]


class BuiltCodes(NamedTuple):
    """A finished table of S sequences.

    codes: uint64[2, S]; by rows: distances of solutions that begin along the column, which are
        looked up for pushes along a row; by columns: of those that begin along the row.
    histograms: of both, states by distance.
    """

    codes: npt.NDArray[np.uint64]
    histograms: tuple[tuple[int, ...], tuple[int, ...]]


def by_columns(width: int, height: int) -> list[int]:
    """Each cell's number if cells are counted column by column."""
    return [cell % width * height + cell // width for cell in range(width * height)]


def build(
    width: int,
    height: int,
    groups: Sequence[int],
    blank: int,
    *,
    workers: int = 2,
    progress: Progress | None = None,
) -> BuiltCodes:
    """The distances of all states to the goal.

    groups: of the tile whose goal is each cell, 0 to 3; any for the blank's goal cell, `blank`.
    workers: threads, of which two have work. progress: called often with the fraction done.
    Ctrl-C ends the build within one slice, some 20 ms. Takes 28 bytes for each sequence, of
    which 16 are left.
    """
    tiles = [group for cell, group in enumerate(groups) if cell != blank]
    shape = sequences([tiles.count(group) for group in range(GROUPS)])
    codes = np.zeros((2, shape.total), np.uint64)
    sides = _sides(width, height, groups, blank, shape, codes)
    histograms: tuple[list[int], list[int]] = ([1], [1])
    total = shape.total * width * height
    with _Pair(min(workers, 2), shape) as pair:
        while histograms[0][-1] or histograms[1][-1]:
            done = min(1.0, (sum(map(sum, histograms)) / (2 * total)) ** 0.25)
            tick = partial(progress, done) if progress is not None else None
            found = pair.level(sides, len(histograms[0]) - 1, tick)
            for histogram, states in zip(histograms, found, strict=True):
                histogram.append(states)
            rows, columns = sides
            sides = (
                rows._replace(frontier=columns.target, target=columns.frontier),
                columns._replace(frontier=rows.target, target=rows.frontier),
            )
    # What a push along a row has found is stored by columns.
    return BuiltCodes(codes, (_trimmed(histograms[1]), _trimmed(histograms[0])))


def _trimmed(histogram: list[int]) -> tuple[int, ...]:
    last = max(level for level, states in enumerate(histogram) if states)
    return tuple(histogram[: last + 1])


def _sides(
    width: int,
    height: int,
    groups: Sequence[int],
    blank: int,
    shape: Sequences,
    codes: npt.NDArray[np.uint64],
) -> tuple[CellOrder, CellOrder]:
    """Both orders, with the goal as the first frontier."""
    cells, across = width * height, by_columns(width, height)
    back = sorted(range(cells), key=across.__getitem__)
    sides = []
    for order, line in ((ALONG_ROW, width), (ALONG_COLUMN, height)):
        other = across if order == ALONG_ROW else back
        side = CellOrder(
            frontier=np.zeros(shape.total, np.uint16),
            target=np.zeros(shape.total, np.uint16),
            reached=np.zeros(shape.total, np.uint16),
            codes=codes[order],
            step=_steps(cells, line),
            turn=_turn(other),
            cell=np.array(other, np.uint32),
        )
        at = range(cells) if order == ALONG_ROW else back
        goal = number(shape, word_of([groups[cell] for cell in at if cell != blank]))
        side.frontier[goal] = side.reached[goal] = 1 << list(at).index(blank)
        sides.append(side)
    return sides[0], sides[1]


def _steps(cells: int, line: int) -> npt.NDArray[np.uint16]:
    """For each set of the blank's cells, those after a push along a line; line: its cells."""
    sets = np.arange(1 << cells, dtype=np.int64)
    after, whole = np.zeros_like(sets), (1 << line) - 1
    for begin in range(0, cells, line):
        part = sets >> begin & whole
        one = (part & (part - 1)) == 0
        after |= np.where(part == 0, 0, np.where(one, whole ^ part, whole)) << begin
    return after.astype(np.uint16)


def _turn(other: Sequence[int]) -> npt.NDArray[np.uint32]:
    table = np.zeros((4, 256), np.uint32)
    for cell, place in enumerate(other):
        group = np.arange(256) >> 2 * (cell % 4) & 3
        table[cell // 4] |= (group << 2 * place).astype(np.uint32)
    return table


class _Pair:
    """Two threads, one for each order; or this one for both."""

    def __init__(self, workers: int, shape: Sequences) -> None:
        self.shape, self.stop = shape, Event()
        self.pool = ThreadPoolExecutor(1) if workers > 1 else None

    def __enter__(self) -> "_Pair":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop.set()
        if self.pool is not None:
            self.pool.shutdown(wait=True, cancel_futures=True)

    def level(
        self, sides: tuple[CellOrder, CellOrder], level: int, tick: Callable[[], None] | None
    ) -> tuple[int, int]:
        """Make all pushes from the states at distance `level`; how many each order has found."""
        if self.pool is None:
            return self._sweep(sides[0], level, tick), self._sweep(sides[1], level, tick)
        (helper,) = submit_all(self.pool, [partial(self._sweep, sides[1], level, None)])
        try:
            found = self._sweep(sides[0], level, tick)
        except BaseException:
            self.stop.set()
            raise
        return found, helper.result()

    def _sweep(self, side: CellOrder, level: int, tick: Callable[[], None] | None) -> int:
        halves, found = len(self.shape.base), 0
        cuts = [halves * part // _SLICES for part in range(_SLICES + 1)]
        for first, last in pairwise(cuts):
            if self.stop.is_set():
                break
            found += int(_sweep(self.shape, side, level, first, last))
            if tick is not None:
                tick()
        return found


@kernel
def _sweep(shape: Any, side: Any, level: Any, first: Any, last: Any) -> Any:
    """Push along the lines from the states of the frontier; returns how many are new.

    first, last: the first halves of the sequences to take. Notes the level of the frontier's states
    and clears it.
    """
    one, two = np.uint32(1), np.uint32(2)
    found = np.int64(0)
    for half in range(first, last):
        at = np.int64(shape.base[half])
        for ending in range(shape.begin[half], shape.begin[half] + shape.follow[half]):
            here = side.frontier[at]
            if here != 0:
                side.frontier[at] = 0
                side.codes[at] |= _spread(here) * np.uint64(level & 15)
                fresh = np.uint32(side.step[here] & ~side.reached[at])
                side.reached[at] |= np.uint16(fresh)
                word = np.uint32(half) | shape.endings[ending] << np.uint32(2 * shape.near)
                while fresh != 0:
                    place = fresh & (~fresh + one)
                    fresh ^= place
                    cell = side.cell[count_bits(place - one)]
                    below = place * place - one  # two bits for each cell before the blank's
                    board = word & below | (word & ~below) << two
                    turned = (
                        side.turn[0, board & np.uint32(255)]
                        | side.turn[1, board >> np.uint32(8) & np.uint32(255)]
                        | side.turn[2, board >> np.uint32(16) & np.uint32(255)]
                        | side.turn[3, board >> np.uint32(24)]
                    )
                    below = (one << two * cell) - one
                    carried = turned & below | turned >> two & ~below
                    there = rank(shape.near, shape.base, shape.local, carried)
                    side.target[there] |= np.uint16(one << cell)
                    found += 1
            at += 1
    return found


@internal
def _spread(cells: Any) -> Any:
    """A 1 in the four bits of each cell of a set."""
    word = np.uint64(cells)
    word = (word | word << np.uint64(24)) & np.uint64(0x000000FF000000FF)
    word = (word | word << np.uint64(12)) & np.uint64(0x000F000F000F000F)
    word = (word | word << np.uint64(6)) & np.uint64(0x0303030303030303)
    return (word | word << np.uint64(3)) & np.uint64(0x1111111111111111)


def build_reference(
    width: int, height: int, groups: Sequence[int], blank: int
) -> tuple[dict[tuple[tuple[int, ...], int], int], dict[tuple[tuple[int, ...], int], int]]:
    """Slow twin of `build`: the distance of each state, one dictionary for each array of codes.

    A state is the group in each cell, 0 for the blank, and the cell of the blank.
    """
    goal = tuple(0 if cell == blank else group for cell, group in enumerate(groups)), blank
    found = ({goal: 0}, {goal: 0})
    layers = [[goal], [goal]]  # states whose solutions begin along the column, along the row
    while any(layers):
        after: list[list[tuple[tuple[int, ...], int]]] = [[], []]
        for kind, layer in enumerate(layers):
            for state in layer:
                for other in _pushed(state, width, height, kind):
                    if other not in found[1 - kind]:
                        found[1 - kind][other] = found[kind][state] + 1
                        after[1 - kind].append(other)
        layers = after
    return found


def _pushed(
    state: tuple[tuple[int, ...], int], width: int, height: int, along: int
) -> list[tuple[tuple[int, ...], int]]:
    """The states after each push along the blank's row or column."""
    cells, blank = state
    if along == ALONG_ROW:
        line = [blank // width * width + x for x in range(width)]
    else:
        line = [blank % width + y * width for y in range(height)]
    after = []
    for target in line:
        if target != blank:
            moved = list(cells)
            order = line[line.index(blank) :: 1 if target > blank else -1]
            for into, source in pairwise(order):
                moved[into] = cells[source]
                if source == target:
                    break
            moved[target] = 0
            after.append((tuple(moved), target))
    return after
