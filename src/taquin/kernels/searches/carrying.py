"""Moves one tile along a shortest path, as `taquin.constructive.carry`, its readable twin, does.

On boards of thousands of cells the row-and-column method makes millions of moves, all but a few of
which bring a tile one step nearer; this kernel makes those.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.jit import inlined, kernel

__all__ = ["DONE", "PAUSED", "STUCK", "Carriage", "carry_tile"]

# How a call ended: the tile is there, the steps are used up, or the next step needs a search.
DONE, PAUSED, STUCK = 0, 1, 2
_NONE = 1 << 30


class Carriage(NamedTuple):
    """A board that is rearranged in place; n cells, a direction is an index of U D L R.

    steps: int32[n, 4]      where the blank goes, -1 for nowhere
    cells, place: int32[n]  the tile in each cell, and the cell of each tile and of the blank
    home: int32[n]          the goal cell of each tile
    free: uint8[n]          1 for cells whose tile may move
    sides: int32[2]         columns and rows
    path: uint8[]           receives the blank's steps
    trial: uint8[3, L]      room for two paths and the best one, which have L - 8 steps at most
    """

    steps: npt.NDArray[np.int32]
    cells: npt.NDArray[np.int32]
    place: npt.NDArray[np.int32]
    home: npt.NDArray[np.int32]
    free: npt.NDArray[Any]
    sides: npt.NDArray[np.int32]
    path: npt.NDArray[np.uint8]
    trial: npt.NDArray[np.uint8]


@kernel
def carry_tile(room: Carriage, tile: int, to: int, within: int, most: int) -> tuple[int, int]:
    """Move `tile` to `within` steps of cell `to`; at most `most` steps of the blank.

    Returns how it ended and how many steps were written to `path`.
    """
    width = room.sides[0]
    used, most = 0, min(most, len(room.path))
    while True:
        at = room.place[tile]
        down, right = to // width - at // width, to % width - at % width
        if abs(down) + abs(right) <= within:
            return DONE, used
        length = _best_push(room, at, down, right)
        if length == 0:
            return STUCK, used
        if used + length > most:
            return PAUSED, used
        _follow(room, length, used)
        used += length


@inlined
def _best_push(room: Carriage, at: int, down: int, right: int) -> int:
    """Write the best path that moves the tile in `at` one step nearer; its length, 0 for none.

    The fewest moves plus steps that other tiles move away from home; then the longer leg; then the
    path that comes first.
    """
    best, best_left, length = _NONE, 0, 0
    for leg in range(2):
        left = abs(right) if leg else abs(down)
        direction = leg * 2 + (0 if (right if leg else down) > 0 else 1)
        if left == 0:
            continue
        beside = room.steps[at, direction]
        if beside < 0 or room.free[beside] == 0:
            continue
        for k in range(2):
            steps = _approach(room, at, direction, k)
            if steps < 0:
                continue
            room.trial[k, steps] = direction ^ 1
            steps += 1
            cost = _cost(room, k, steps, at)
            if cost == _NONE:
                continue
            if cost < best or (
                cost == best
                and (left > best_left or (left == best_left and _is_first(room, k, steps, length)))
            ):
                best, best_left, length = cost, left, steps
                for i in range(steps):
                    room.trial[2, i] = room.trial[k, i]
    return length


@inlined
def _approach(room: Carriage, at: int, direction: int, k: int) -> int:
    """Write the k-th way of the blank to the side of the tile; its length, -1 for none."""
    path, width, blank = room.trial, room.sides[0], room.place[0]
    for side in range(4):
        if room.steps[at, side] != blank:
            continue
        # Beside the tile: around one corner of it, or two.
        if side == direction:
            return 0 if k == 0 else -1
        if side == direction ^ 1:
            a = 2 if direction < 2 else 0
            path[k, 0] = a + k
            path[k, 1], path[k, 2] = direction, direction
            path[k, 3] = a + 1 - k
            return 4
        path[k, 0], path[k, 1] = direction, side ^ 1
        return 2 if k == 0 else -1
    goal = room.steps[at, direction]
    down, right = goal // width - blank // width, goal % width - blank % width
    if k == 1 and (down == 0 or right == 0):
        return -1
    rows, columns = abs(down), abs(right)
    vertical, horizontal = 0 if down > 0 else 1, 2 if right > 0 else 3
    for i in range(rows + columns):
        first = i < rows if k == 0 else i >= columns
        path[k, i] = vertical if first else horizontal
    return int(rows + columns)


@inlined
def _cost(room: Carriage, k: int, steps: int, at: int) -> int:
    """The moves of a path plus the steps that tiles move away from home; _NONE if not clear."""
    width, cell, cost = room.sides[0], room.place[0], steps
    for i in range(steps):
        direction = room.trial[k, i]
        after = room.steps[cell, direction]
        if i < steps - 1 and (after < 0 or after == at or room.free[after] == 0):
            return _NONE
        home = room.home[room.cells[after]]
        if direction < 2:
            cost += abs(home // width - cell // width) - abs(home // width - after // width)
        else:
            cost += abs(home % width - cell % width) - abs(home % width - after % width)
        cell = after
    return cost


@inlined
def _is_first(room: Carriage, k: int, steps: int, length: int) -> bool:
    """Whether a path comes before the best one in the order of their steps."""
    for i in range(min(steps, length)):
        if room.trial[k, i] != room.trial[2, i]:
            return bool(room.trial[k, i] < room.trial[2, i])
    return steps < length


@inlined
def _follow(room: Carriage, length: int, used: int) -> None:
    """Take the blank along the best path."""
    for i in range(length):
        blank, direction = room.place[0], room.trial[2, i]
        cell = room.steps[blank, direction]
        tile = room.cells[cell]
        room.cells[blank], room.cells[cell] = tile, 0
        room.place[tile], room.place[0] = blank, cell
        room.path[used + i] = direction
