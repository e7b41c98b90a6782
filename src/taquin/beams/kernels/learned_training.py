"""Training of the learned value: narrow beams that record their layers, and ranking updates."""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_beam import (
    NO_THRESHOLD,
    Children,
    Layer,
    Memory,
    Target,
    choose_cut,
    count_survivors,
    drop_duplicates,
    expand_layer,
    find_hash,
    next_threshold,
    place_survivors,
)
from taquin.beams.kernels.learned_rows import BeamTables
from taquin.kernels.base.jit import kernel

__all__ = ["Lesson", "Workspace", "quantize", "record_beam", "teach"]


class Workspace(NamedTuple):
    """Room for one narrow beam; B its width, D the deepest layer.

    layer, after: the present and the next layer; children: their records
    origins: uint32[D, B]    parent · 4 + direction, by layer
    memory: for duplicates
    """

    layer: Layer
    after: Layer
    children: Children
    origins: npt.NDArray[np.uint32]
    memory: Memory


class Lesson(NamedTuple):
    """What a solved board teaches; D layers, S samples of each.

    path: uint8[D, n]         the boards on the solution
    others: uint8[D, S, n]    boards of the same layers, drawn at random
    """

    path: npt.NDArray[np.uint8]
    others: npt.NDArray[np.uint8]


@kernel
def record_beam(
    tables: BeamTables,
    space: Workspace,
    lesson: Lesson,
    goals: npt.NDArray[np.uint64],
    how: tuple[int, int, int],
) -> int:
    """Solve the board in `space.layer` with a narrow beam; returns its moves, or -1.

    The layer's first board is the start, with its value and hash. goals: its hash.
    how: the beam's width, the slack of its threshold, and the seed of the generator that draws
    boards of each layer.
    """
    width, slack, seed = how
    n = tables.neighbors.shape[0]
    layer, after = space.layer, space.after
    space.memory.earlier[:] = 0
    ranges = np.zeros((1, 2), np.int64)
    places = np.zeros((1, n), np.int64)
    # Numba would compile what is called again for each literal number.
    none: Any = np.int64(0)
    one: Any = np.int64(1)
    never: Any = np.int64(NO_THRESHOLD)
    size, threshold, full = one, never, 0
    cuts = np.zeros(3, np.int64)
    state = np.uint64(seed)
    lesson.path[0] = layer.boards[0]
    for depth in range(len(space.origins) - 1):
        for s in range(lesson.others.shape[1]):
            state = state * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            drawn = np.int64((state >> np.uint64(33)) % np.uint64(size))
            lesson.others[depth, s] = layer.boards[drawn]
        ranges[0, 1], _, least = expand_layer(tables, layer, space.children, none, size, threshold)
        found = find_hash(space.children, ranges, goals)
        if found >= 0:
            space.origins[depth, 0] = space.children.origins[found]
            _trace(tables, space, lesson, depth)
            return depth + 1
        numbers = depth, none, one, least
        drop_duplicates(space.children, ranges, space.memory, layer.hashes[:size], numbers)
        cut, ties = choose_cut(space.memory.bins, width, least)
        size = count_survivors(space.children, ranges, cut, ties, width, places)
        if size == 0:
            return -1
        target = Target(after, space.origins[depth], places[0])
        place_survivors(tables, layer, space.children, ranges[0], cut, target)
        layer, after = after, layer
        full = full + 1 if cut < NO_THRESHOLD else 0
        cuts[2], cuts[1], cuts[0] = cuts[1], cuts[0], cut
        threshold = next_threshold(cuts, slack) if full >= 3 else never
    return -1


@kernel
def _trace(tables: BeamTables, space: Workspace, lesson: Lesson, depth: int) -> None:
    """Write the boards on the path to the goal, whose record is in origins[depth, 0]."""
    n = tables.neighbors.shape[0]
    moves = np.zeros(depth + 1, np.int64)
    at = np.int64(0)
    for k in range(depth, -1, -1):
        origin = np.int64(space.origins[k, at])
        moves[k], at = origin & 3, origin >> 2
    board = lesson.path[0].copy()
    blank = 0
    for c in range(n):
        if board[c] == 0:
            blank = c
    for k in range(depth):
        cell = int(tables.neighbors[blank, moves[k]])
        board[blank], board[cell] = board[cell], 0
        blank = cell
        lesson.path[k + 1] = board


@kernel
def _features(board: npt.NDArray[np.uint8], chosen: npt.NDArray[np.int64]) -> None:
    n = len(board)
    for c in range(n):
        chosen[c] = c * n + np.int64(board[c])


@kernel
def _value(
    single: npt.NDArray[np.float32],
    pairs: npt.NDArray[np.float32],
    chosen: npt.NDArray[np.int64],
) -> np.float32:
    n = len(chosen)
    value = np.float32(0)
    for c in range(n):
        i = chosen[c]
        value += single[i]
        row = pairs[i]
        for x in range(c + 1, n):
            value += row[chosen[x]]
    return value


@kernel
def _add(
    single: npt.NDArray[np.float32],
    pairs: npt.NDArray[np.float32],
    chosen: npt.NDArray[np.int64],
    step: np.float32,
) -> None:
    n = len(chosen)
    for c in range(n):
        i = chosen[c]
        single[i] += step
        row = pairs[i]
        for x in range(c + 1, n):
            row[chosen[x]] += step


@kernel
def _mirrored(
    board: npt.NDArray[np.uint8], mirror: npt.NDArray[np.uint8], chosen: npt.NDArray[np.int64]
) -> None:
    """The features of the board transposed; mirror: uint8[n], where transposing takes a cell."""
    n = len(board)
    for c in range(n):
        cell = np.int64(mirror[c])
        chosen[cell] = cell * n + np.int64(mirror[board[c]])


@kernel
def teach(
    single: npt.NDArray[np.float32],
    pairs: npt.NDArray[np.float32],
    mirror: npt.NDArray[np.uint8],
    lesson: Lesson,
    moves: int,
    rates: npt.NDArray[np.float32],
) -> int:
    """Rank the boards of a solution before others of their layers; returns the share that was not.

    single: float32[n²]; pairs: float32[n², n²], used where the first cell is the smaller one.
    mirror: uint8[n], cells transposed; empty where the board is not a square.
    rates: float32[3]: step, margin in moves, and the share of the step that pulls the value of the
    solution's boards to the moves that were left.
    """
    n = lesson.path.shape[1]
    step, margin, pull = rates[0], rates[1], rates[2]
    good, other = np.empty(n, np.int64), np.empty(n, np.int64)
    good_mirrored, other_mirrored = np.empty(n, np.int64), np.empty(n, np.int64)
    wrong = 0
    for depth in range(1, moves):
        _features(lesson.path[depth], good)
        if len(mirror) > 0:
            _mirrored(lesson.path[depth], mirror, good_mirrored)
        value = _value(single, pairs, good)
        for s in range(lesson.others.shape[1]):
            _features(lesson.others[depth, s], other)
            differ = 0
            for c in range(n):
                differ += good[c] != other[c]
            if differ == 0 or value + margin <= _value(single, pairs, other):
                continue
            wrong += 1
            _add(single, pairs, good, -step)
            _add(single, pairs, other, step)
            if len(mirror) > 0:
                _mirrored(lesson.others[depth, s], mirror, other_mirrored)
                _add(single, pairs, good_mirrored, -step)
                _add(single, pairs, other_mirrored, step)
            value = _value(single, pairs, good)
        error = value - np.float32(moves - depth)
        back = -step * pull * min(max(error, np.float32(-5)), np.float32(5))
        _add(single, pairs, good, back)
        if len(mirror) > 0:
            _add(single, pairs, good_mirrored, back)
    return wrong


@kernel
def quantize(
    pairs: npt.NDArray[np.float32],
    scale: np.float32,
    limit: np.float32,
    out: npt.NDArray[np.int16],
    first: int,
    last: int,
) -> None:
    """Round float32[n², n²] to int16, symmetric, for features `first` to `last` - 1."""
    size = len(pairs)
    n = np.int64(np.sqrt(size))
    for i in range(first, last):
        for j in range(size):
            value = pairs[i, j] if i // n < j // n else pairs[j, i]
            out[i, j] = np.int16(np.rint(min(max(value * scale, -limit), limit)))
