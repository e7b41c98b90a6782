"""Ranking updates for weights that features share, see `taquin.beams.value.relative`."""

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_training import Lesson
from taquin.kernels.base.jit import internal, kernel

__all__ = ["teach_relative"]


@internal
def _weights_at(
    away: npt.NDArray[np.int32],
    classes: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]],
    board: npt.NDArray[np.uint8],
    alone: npt.NDArray[np.int64],
    both: npt.NDArray[np.int64],
) -> None:
    """Write the class of each content (int64[n]) and of each pair of contents (int64[n(n-1)/2])."""
    of_one, of_two = classes
    n = len(board)
    used = 0
    for c in range(n):
        t = np.int64(board[c])
        alone[c] = of_one[np.int64(t == 0), away[c, t]]
        for x in range(c):
            u = np.int64(board[x])
            first, second, between = away[c, t], away[x, u], away[u, t]
            if u == 0:  # the blank comes first
                first, second, between = second, first, away[t, u]
            at = (np.int64(first) * n + np.int64(second)) * n + np.int64(between)
            both[used] = of_two[np.int64(t == 0 or u == 0), at]
            used += 1


@internal
def _sum(
    singles: npt.NDArray[np.float32],
    pairs: npt.NDArray[np.float32],
    alone: npt.NDArray[np.int64],
    both: npt.NDArray[np.int64],
) -> np.float32:
    value = np.float32(0)
    for i in alone:
        value += singles[i]
    for i in both:
        value += pairs[i]
    return value


@internal
def _shift(
    singles: npt.NDArray[np.float32],
    pairs: npt.NDArray[np.float32],
    alone: npt.NDArray[np.int64],
    both: npt.NDArray[np.int64],
    step: np.float32,
) -> None:
    for i in alone:
        singles[i] += step
    for i in both:
        pairs[i] += step


@kernel
def teach_relative(
    weights: tuple[npt.NDArray[np.float32], npt.NDArray[np.float32]],
    away: npt.NDArray[np.int32],
    classes: tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]],
    lesson: Lesson,
    moves: int,
    rates: npt.NDArray[np.float32],
) -> int:
    """Rank the boards of a solution before others of their layers; returns how many were not.

    weights: float32 by class, of single contents and of pairs; changed.
    away, classes: as in `taquin.beams.value.relative.Shared`, `singles` and `pairs` in one tuple.
    rates: float32[3]: step, margin in moves, and the share of the step that pulls the value of the
    solution's boards to the moves that were left.
    """
    singles, pairs = weights
    n = lesson.path.shape[1]
    step, margin, pull = rates[0], rates[1], rates[2]
    alone, both = np.empty(n, np.int64), np.empty(n * (n - 1) // 2, np.int64)
    other_alone, other_both = np.empty_like(alone), np.empty_like(both)
    wrong = 0
    for depth in range(1, moves):
        good = lesson.path[depth]
        _weights_at(away, classes, good, alone, both)
        value = _sum(singles, pairs, alone, both)
        for s in range(lesson.others.shape[1]):
            other = lesson.others[depth, s]
            differ = 0
            for c in range(n):
                differ += good[c] != other[c]
            if differ == 0:
                continue
            _weights_at(away, classes, other, other_alone, other_both)
            if value + margin <= _sum(singles, pairs, other_alone, other_both):
                continue
            wrong += 1
            _shift(singles, pairs, alone, both, -step)
            _shift(singles, pairs, other_alone, other_both, step)
            value = _sum(singles, pairs, alone, both)
        error = value - np.float32(moves - depth)
        back = -step * pull * min(max(error, np.float32(-5)), np.float32(5))
        _shift(singles, pairs, alone, both, back)
    return wrong
