"""Heuristics in kernels, computed from scratch or updated move by move.

An estimate is the largest of up to three sums, its *parts*: per tile (Manhattan distance or any
table), Manhattan distance with linear conflicts, walking distance. A depth-first search keeps one
row of parts per depth and calls `slide`; a best-first search calls `fill` once per board and
`slide` for each of its successors. `evaluate` is the slow twin of both. Pattern databases, which
can be combined with them, are updated by `taquin.kernels.patterns.sums`.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import internal, kernel
from taquin.kernels.patterns.layout import largest_sum
from taquin.kernels.searches.tables import EstimateTables, PartTables

__all__ = [
    "COLUMNS",
    "PARTS",
    "PRIME",
    "ROWS",
    "Conflicts",
    "Walk",
    "divided",
    "evaluate",
    "fill",
    "kind_of",
    "largest",
    "lay_out",
    "slide",
    "total",
]

I64 = npt.NDArray[np.int64]

# A row of parts: the sum per tile, the sum with conflicts, and, for each axis of walking distance,
# the state number and its distance.
PARTS = 6
TILES, CONFLICTS, NUMBER, DISTANCE = 0, 1, 2, 3  # + 2 * axis for the last two

ROWS, COLUMNS = 0, 1  # the axes: lines are rows, or columns

# State numbers of walking distance are sums of large units, kept modulo a prime.
PRIME = (1 << 61) - 1
_MIX = -7046029254386353131  # odd; 2^64 / golden ratio as a signed number

# Offsets in `PartTables.extra`.
_WIDTH, _HEIGHT, _LINES, _STEPS, _DIGITS, _BASES, _WALKS = 0, 1, 2, 3, 4, 5, 6
_LARGEST, _DIVISOR = 8, 9
_HEADER = 10
# Offsets in the block of one axis of walking distance.
_COUNT, _MASK, _BELONG, _UNIT, _BLANK, _CHANGE, _SLOTS = 0, 1, 2, 3, 4, 5, 6
_WALK_HEADER = 7


class Conflicts(NamedTuple):
    """Manhattan distance on the plain rectangle, and the linear conflicts of its lines.

    steps:  int64[cells, cells], steps[cell, tile]
    digits: int64[2, cells, cells]; digits[axis, cell, tile] is the contribution of `tile` in
            `cell` to its line's contents number on that axis; 0 for tiles of other lines
    added:  for each axis and line, int64[contents], the extra steps of a line with these contents
    """

    steps: I64
    digits: I64
    added: Sequence[Sequence[I64]]


class Walk(NamedTuple):
    """One axis of walking distance.

    belong: int64[cells], the goal line of every tile
    unit:   int64[lines, lines]; a tile of goal line j in line i adds unit[i, j] to the state
            number, modulo PRIME
    blank:  int64[lines], the contribution of the blank, modulo PRIME
    numbers, distances: int64[states]; all other states have distance 0
    """

    belong: I64
    unit: I64
    blank: I64
    numbers: I64
    distances: I64


def kind_of(*, tiles: bool, conflicts: bool, walk: bool) -> int:
    """`PartTables.kind` of the largest of these parts."""
    if conflicts:
        return 3 if walk else 1
    return (4 if tiles else 2) if walk else 0


def lay_out(
    width: int,
    height: int,
    conflicts: Conflicts | None = None,
    walks: tuple[Walk, Walk] | None = None,
    divisor: int = 1,
) -> I64:
    """`PartTables.extra` for a board of that size.

    divisor: of the sums of conflicts and of walks, which `divided` alone reads.
    """
    cells = np.arange(width * height)
    blocks: list[I64] = [np.zeros(_HEADER, np.int64)]
    header = blocks[0]
    header[_WIDTH], header[_HEIGHT], header[_DIVISOR] = width, height, divisor
    header[_LINES] = _append(blocks, np.array([cells // width, cells % width]))
    if conflicts is not None:
        header[_STEPS] = _append(blocks, conflicts.steps)
        header[_DIGITS] = _append(blocks, conflicts.digits)
        bases = np.zeros((2, len(cells)), np.int64)
        places: dict[int, int] = {}  # most lines have the same table
        for axis, lines in enumerate(conflicts.added):
            for line, added in enumerate(lines):
                if id(added) not in places:
                    places[id(added)] = _append(blocks, added)
                bases[axis, line] = places[id(added)]
        header[_BASES] = _append(blocks, bases)
        header[_LARGEST] = conflicts.steps.max(axis=0).sum()
        header[_LARGEST] += sum(added.max() for lines in conflicts.added for added in lines)
    for axis, walk in enumerate(walks or ()):
        header[_WALKS + axis] = _append_walk(blocks, walk)
    walked = sum(int(walk.distances.max()) for walk in walks or ())
    header[_LARGEST] = max(int(header[_LARGEST]), walked)
    return np.concatenate(blocks)


def largest(tables: EstimateTables) -> int:
    """An upper bound on all estimates."""
    parts = tables.parts
    tiles = int(parts.value.max(axis=0).sum())
    other = -(-int(parts.extra[_LARGEST]) // int(parts.extra[_DIVISOR])) if parts.kind else 0
    return max(-(-tiles // parts.divisor), other, largest_sum(tables.patterns))


def _append(blocks: list[I64], table: npt.ArrayLike) -> int:
    at = sum(len(block) for block in blocks)
    blocks.append(np.asarray(table, np.int64).ravel())
    return at


def _append_walk(blocks: list[I64], walk: Walk) -> int:
    lines = len(walk.blank)
    unit = walk.unit.astype(object)
    change = np.zeros((lines, lines, lines), np.int64)
    for there in range(lines):
        for here in range(lines):
            price = int(walk.blank[there]) - int(walk.blank[here])
            change[there, here] = (unit[here] - unit[there] + price) % PRIME
    slots = np.full((1 << int(2 * len(walk.numbers)).bit_length(), 2), -1, np.int64)
    _enter(slots, walk.numbers, walk.distances)
    header = np.zeros(_WALK_HEADER, np.int64)
    at = _append(blocks, header)
    header = blocks[-1]
    header[_COUNT], header[_MASK] = lines, len(slots) - 1
    header[_BELONG] = _append(blocks, walk.belong)
    header[_UNIT] = _append(blocks, walk.unit)
    header[_BLANK] = _append(blocks, walk.blank)
    header[_CHANGE] = _append(blocks, change)
    header[_SLOTS] = _append(blocks, slots)
    return at


@kernel
def _enter(slots: I64, numbers: I64, distances: I64) -> None:
    """Open addressing: slots int64[a power of two, 2], (number, distance), -1 where free."""
    mask = len(slots) - 1
    for i in range(len(numbers)):
        slot = ((numbers[i] * _MIX) >> 32) & mask
        while slots[slot, 0] >= 0:
            slot = (slot + 1) & mask
        slots[slot, 0], slots[slot, 1] = numbers[i], distances[i]


@kernel
def evaluate(board: npt.NDArray[np.uint8], tables: PartTables) -> Any:
    """The estimate for a board, uint8[cells], from scratch."""
    parts = np.zeros(PARTS, np.int64)
    fill(board, tables, parts)
    return total(tables, parts)


@kernel
def total(tables: PartTables, parts: I64) -> Any:
    """The estimate of a row of parts."""
    kind = tables.kind
    if kind == 0:
        value = parts[TILES]
        return value if tables.divisor == 1 else -(-value // tables.divisor)
    best = parts[TILES] if kind != 2 else np.int64(0)
    if kind == 1 or kind == 3:
        best = max(best, parts[CONFLICTS])
    if kind != 1:
        best = max(best, parts[DISTANCE] + parts[DISTANCE + 2])
    return best


@internal
def divided(tables: PartTables, parts: I64) -> Any:
    """The estimate of a row of parts where several tiles may move at once."""
    kind, steps = tables.kind, np.int64(0)
    if kind == 1 or kind == 3:
        steps = parts[CONFLICTS]
    if kind >= 2:
        steps = max(steps, parts[DISTANCE] + parts[DISTANCE + 2])
    best = np.int64(0)
    if kind != 0:
        best = -(-steps // tables.extra[_DIVISOR])
    if kind != 2:
        best = max(best, -(-parts[TILES] // tables.divisor))
    return best


@kernel
def fill(board: npt.NDArray[np.uint8], tables: PartTables, parts: I64) -> None:
    """All parts of a board, from scratch. parts: int64[PARTS]."""
    kind, extra, cells = tables.kind, tables.extra, len(board)
    if kind != 2:
        tiles = 0
        for cell in range(cells):
            tiles += tables.value[cell, board[cell]]
        parts[TILES] = tiles
    if kind == 1 or kind == 3:
        steps = 0
        for cell in range(cells):
            steps += extra[extra[_STEPS] + cell * cells + board[cell]]
        for line in range(extra[_HEIGHT]):
            steps += extra[_contents(board, extra, 0, line)]
        for line in range(extra[_WIDTH]):
            steps += extra[_contents(board, extra, 1, line)]
        parts[CONFLICTS] = steps
    if kind >= 2:
        for axis in range(2):
            number = _number(board, extra, axis)
            parts[NUMBER + 2 * axis] = number
            parts[DISTANCE + 2 * axis] = _distance(extra, axis, number)


@internal
def slide(
    board: npt.NDArray[np.uint8],
    blank: Any,
    cell: Any,
    tables: PartTables,
    parts: I64,
    child: I64,
) -> None:
    """The parts after the tile in `cell` has moved into `blank`.

    board: uint8[cells] before the move. parts: those of `board`; child: int64[PARTS], written.
    """
    kind, extra, cells, tile = tables.kind, tables.extra, len(board), np.int64(board[cell])
    if kind != 2:
        child[TILES] = parts[TILES] + tables.value[blank, tile] - tables.value[cell, tile]
    if kind == 0:
        return
    rows = extra[_LINES]
    axis = 0 if extra[rows + blank] != extra[rows + cell] else 1
    lines = extra[_LINES] + axis * cells
    here, there = extra[lines + blank], extra[lines + cell]
    if kind == 1 or kind == 3:
        steps = extra[_STEPS] + tile
        change = extra[steps + blank * cells] - extra[steps + cell * cells]
        # Only the lines left and entered can change: along the other axis, no tile is passed.
        digits = extra[_DIGITS] + axis * cells * cells + tile
        gone, come = extra[digits + cell * cells], extra[digits + blank * cells]
        if gone != 0:
            contents = _contents(board, extra, axis, there)
            change += extra[contents - gone] - extra[contents]
        if come != 0:
            contents = _contents(board, extra, axis, here)
            change += extra[contents + come] - extra[contents]
        child[CONFLICTS] = parts[CONFLICTS] + change
    if kind >= 2:
        other = 2 - 2 * axis
        child[NUMBER + other] = parts[NUMBER + other]
        child[DISTANCE + other] = parts[DISTANCE + other]
        walk = extra[_WALKS + axis]
        belongs = extra[extra[walk + _BELONG] + tile]
        count = extra[walk + _COUNT]
        change = extra[extra[walk + _CHANGE] + (there * count + here) * count + belongs]
        number = parts[NUMBER + 2 * axis] + change
        if number >= PRIME:
            number -= PRIME
        child[NUMBER + 2 * axis] = number
        child[DISTANCE + 2 * axis] = _distance(extra, axis, number)


@internal
def _contents(board: npt.NDArray[np.uint8], extra: I64, axis: Any, line: Any) -> Any:
    """The place in `extra` of the extra steps of a line with its current contents."""
    cells, width = len(board), extra[_WIDTH]
    at = extra[extra[_BASES] + axis * cells + line]
    digits = extra[_DIGITS] + axis * cells * cells
    first, step, count = line * width, np.int64(1), width
    if axis == 1:
        first, step, count = line, width, extra[_HEIGHT]
    for i in range(count):
        cell = first + i * step
        at += extra[digits + cell * cells + board[cell]]
    return at


@internal
def _number(board: npt.NDArray[np.uint8], extra: I64, axis: Any) -> Any:
    """The number of a board's walking-distance state on one axis."""
    cells, walk = len(board), extra[_WALKS + axis]
    count, lines = extra[walk + _COUNT], extra[_LINES] + axis * cells
    number = np.int64(0)
    for cell in range(cells):
        line, tile = extra[lines + cell], np.int64(board[cell])
        if tile == 0:
            number += extra[extra[walk + _BLANK] + line]
        else:
            belongs = extra[extra[walk + _BELONG] + tile]
            number += extra[extra[walk + _UNIT] + line * count + belongs]
        if number >= PRIME:
            number -= PRIME
    return number


@internal
def _distance(extra: I64, axis: Any, number: Any) -> Any:
    walk = extra[_WALKS + axis]
    mask, slots = extra[walk + _MASK], extra[walk + _SLOTS]
    slot = ((number * _MIX) >> 32) & mask
    while True:
        found = extra[slots + 2 * slot]
        if found == number:
            return extra[slots + 2 * slot + 1]
        if found < 0:
            return np.int64(0)
        slot = (slot + 1) & mask
