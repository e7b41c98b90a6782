"""Subtrees of one contour, each searched as a board of its own: on one machine of several.

A subtree is named by the moves that lead to it. It is searched under the bound less their number,
split and in lanes like a whole contour, and it continues the start's automaton, so that the nodes
of a contour are the same however it is cut up. A search that has lasted long enough gives up what
is left of its subtrees: those not begun, and from each lane the shallower of its open
branches. The lanes' deeper branches are soon searched, and no node is searched twice.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import numpy as np

from taquin.kernels.searches.ida_star_pdb import deepest
from taquin.kernels.searches.lanes import DEPTHS, UNREACHED, Frames, QueuePlace, Register
from taquin.kernels.searches.pdb_kernels import (
    AnyFrames,
    AnyTables,
    begin,
    evaluate_start,
    first_levels,
    goal_moves,
    search_some,
)
from taquin.kernels.searches.resumed import Misfit, Standing, moved
from taquin.kernels.searches.snapshot import Snapshot, check_next
from taquin.kernels.searches.tables import Signal
from taquin.kernels.searches.wave_stack import give_up

__all__ = ["Subtree", "SubtreeReport", "search_subtrees", "split", "waiting_subtrees"]

_LETTERS = "UDLR"
# Levels of a subtree that are searched first, so that all lanes have enough to do: deeper, and what
# is given up would be thousands of subtrees too small to be worth their way.
_SPLIT = 5
_MOST_NODES = 48  # that a wave's stack gives up at once: about as many as eight lanes
_MOST_LEVELS = 4  # that a lane gives up at once; each holds less than half of the one above
_SLICE = 100_000  # expansions between two readings of the clock
_LEAST_GROWTH = 1.5  # how many times more nodes a level holds than the one above it, at least
_MOST_LEFT = 0.95  # of a subtree's weight that may remain after some of it was searched
Enough = Callable[[int, int], bool]


class Subtree(NamedTuple):
    """A subtree of a contour.

    moves:  the tile directions that lead to it from the start, canonical labelling
    weight: about which part of the contour it is
    """

    moves: str
    weight: float


class SubtreeReport(NamedTuple):
    """What a search of some subtrees did.

    solution:   the moves from the start to the goal; None without
    next_bound: the smallest f beyond the bound
    expanded, generated: nodes
    deepest:    the depth of the deepest node
    nearest:    the board with the smallest h
    h:          that h
    left:       what the search has given up
    """

    solution: str | None
    next_bound: int
    expanded: int
    generated: int
    deepest: int
    nearest: bytes
    h: int
    left: tuple[Subtree, ...]


def search_subtrees(
    tables: AnyTables,
    frames: AnyFrames,
    start: bytes,
    subtrees: Sequence[Subtree],
    bound: int,
    enough: Enough,
    *,
    slice_expansions: int = _SLICE,
) -> SubtreeReport:
    """Search subtrees of `start` under `bound` until a solution is found, or it is enough.

    start: tile on each cell, canonical labelling.   enough: called with (expanded, generated) after
    each slice; once it returns true, the rest is given up. It may raise.
    """
    registers = frames.registers
    left: list[Subtree] = []
    deep, next_bound, solution = 0, UNREACHED, None
    registers[Register.EXPANDED] = registers[Register.GENERATED] = 0
    registers[Register.NEAREST] = UNREACHED
    for number, subtree in enumerate(subtrees):
        if number and enough(*_counts(frames)):
            left += subtrees[number:]
            break
        h = _stand(tables, frames, start, subtree.moves)
        if h == 0:
            solution = subtree.moves
            break
        if len(subtree.moves) + h > bound:
            # Given up before it was looked up.
            next_bound = min(next_bound, len(subtree.moves) + h)
            continue
        status = first_levels(tables, frames, bound - len(subtree.moves), _SPLIT)
        if status is Signal.EXHAUSTED and registers[Register.CUT] > 1:
            given_up, status = _lanes(tables, frames, subtree, enough, slice_expansions)
            left += given_up
        deep = max(deep, len(subtree.moves) + deepest(frames))
        next_bound = min(next_bound, int(registers[Register.NEXT]) + len(subtree.moves))
        if status is Signal.FOUND:
            solution = subtree.moves + _text(goal_moves(frames))
            break
    return _report(frames, solution, next_bound, deep, left)


def split(
    tables: AnyTables, frames: AnyFrames, start: bytes, bound: int, depth: int
) -> SubtreeReport:
    """Search the levels of a contour above `depth`, at most 8; what is below is left."""
    frames.registers[Register.EXPANDED] = frames.registers[Register.GENERATED] = 0
    frames.registers[Register.NEAREST] = UNREACHED
    _stand(tables, frames, start, "")
    solution, left = None, []
    if first_levels(tables, frames, bound, depth) is Signal.FOUND:
        solution = _text(goal_moves(frames))
    else:
        count = int(frames.registers[Register.CUT])
        paths = _paths(frames, depth)
        left = [Subtree(_text(paths[item]), 1 / (count - 1)) for item in range(1, count)]
    next_bound, deep = int(frames.registers[Register.NEXT]), deepest(frames)
    return _report(frames, solution, next_bound, deep, left)


def waiting_subtrees(tables: AnyTables, start: bytes, snapshot: Snapshot) -> list[Subtree]:
    """The subtrees that a search on a cluster has kept. Raises Misfit for what is none of a board.

    shared: subtree_moves, letters as uint8; subtree_lengths: int64; subtree_weights: float64;
    next_bound: int64[1].
    """
    names = ("subtree_moves", "subtree_lengths", "subtree_weights", "next_bound")
    kinds = (np.uint8, np.int64, np.float64, np.int64)
    arrays = [snapshot.shared.get(name, np.zeros(0, np.bool_)) for name in names]
    if [array.dtype for array in arrays] != list(kinds):
        raise Misfit("the subtrees are missing or have other types")
    moves, lengths, weights, following = arrays
    if len(following) != 1 or len(lengths) != len(weights) or not len(lengths):
        raise Misfit("the subtrees have arrays of different lengths")
    if not ((lengths >= 0) & (lengths <= DEPTHS)).all() or lengths.sum() != len(moves):
        raise Misfit("the subtrees have moves of other lengths")
    if not ((weights >= 0) & (weights <= 1)).all():
        raise Misfit("a subtree is more than the contour")
    check_next(snapshot.bound, int(following[0]), tables)
    subtrees, at = {}, 0
    text = moves.tobytes().decode("ascii", "replace")
    for length, weight in zip(lengths.tolist(), weights.tolist(), strict=True):
        path, node = text[at : at + length], Standing(start, start.index(0), start.index(0) + 1)
        for letter in path:
            node, _ = moved(tables, node, _LETTERS.find(letter))
        subtrees[path] = Subtree(path, weight)
        at += length
    if len(subtrees) < len(lengths):
        raise Misfit("a subtree waits twice")
    return list(subtrees.values())


def _counts(frames: AnyFrames) -> tuple[int, int]:
    registers = frames.registers
    return int(registers[Register.EXPANDED]), int(registers[Register.GENERATED])


def _report(
    frames: AnyFrames, solution: str | None, next_bound: int, deep: int, left: list[Subtree]
) -> SubtreeReport:
    nearest, h = frames.nearest.tobytes(), int(frames.registers[Register.NEAREST])
    return SubtreeReport(solution, next_bound, *_counts(frames), deep, nearest, h, tuple(left))


def _stand(tables: AnyTables, frames: AnyFrames, start: bytes, moves: str) -> int:
    """Make the root of a subtree subtree 0 of the frames; returns its h."""
    cells, blank = bytearray(start), start.index(0)
    state = blank + 1
    for letter in moves:
        direction = _LETTERS.index(letter)
        source = int(tables.neighbors[blank * 4 + direction])
        cells[blank], cells[source] = cells[source], 0
        state, blank = int(tables.steps[state * 4 + direction]), source
    frames.item_cells[: len(cells)] = np.frombuffer(bytes(cells), dtype=np.uint8)
    frames.item_blank[0], frames.item_state[0] = blank, state
    frames.state[:] = 0  # depths that no lane has reached
    h = evaluate_start(tables, frames)
    if h < frames.registers[Register.NEAREST]:
        frames.registers[Register.NEAREST] = h
        frames.nearest[:] = frames.item_cells[: len(cells)]
    return h


def _lanes(
    tables: AnyTables, frames: AnyFrames, subtree: Subtree, enough: Enough, expansions: int
) -> tuple[list[Subtree], Signal]:
    """Search what was split off, with all lanes; (what is given up, EXHAUSTED or FOUND)."""
    count = int(frames.registers[Register.CUT])
    begin(frames, min(len(frames.order), count - 1), _SPLIT, 0, (1, count))
    left: list[Subtree] = []
    while (status := search_some(tables, frames, expansions)) is Signal.BUDGET:
        if enough(*_counts(frames)):
            left += _give_up(frames, subtree)
    return _scaled(left, _MOST_LEFT * subtree.weight), status


def _scaled(left: list[Subtree], most: float) -> list[Subtree]:
    """The subtrees with weights of `most` together, at most: their growth is an estimate."""
    total = sum(subtree.weight for subtree in left)
    if total <= most:
        return left
    return [Subtree(moves, weight * most / total) for moves, weight in left]


def _give_up(frames: AnyFrames, subtree: Subtree) -> list[Subtree]:
    """Take away what others could search: subtrees not begun, and open nodes of small depth.

    The others are soon searched.
    """
    registers, paths = frames.registers, _paths(frames, _SPLIT)
    end, base = int(registers[Register.END]), int(registers[Register.BASE])
    share = subtree.weight / (end - 1)
    growth = max(_LEAST_GROWTH, (end - 1) ** (1 / _SPLIT))
    left = [
        Subtree(subtree.moves + _text(paths[item]), share)
        for item in range(min(int(frames.queue[QueuePlace.ITEM]), end), end)
    ]
    frames.queue[QueuePlace.ITEM] = end
    if isinstance(frames, Frames):
        opened = _given_up_by_lanes(frames, base)
    else:
        opened = give_up(frames, _MOST_NODES)
    for path in opened:
        left.append(Subtree(subtree.moves + _text(path), share / growth ** (len(path) - base)))
    return left


def _given_up_by_lanes(frames: Frames, base: int) -> list[list[int]]:
    """The moves to the children that lanes give up: nothing that the lanes stand on."""
    registers, paths, given_up = frames.registers, _paths(frames, _SPLIT), []
    moves, todo = frames.moves.reshape(-1, DEPTHS), frames.todo.reshape(-1, DEPTHS)
    for lane in frames.order[: registers[Register.ACTIVE]].tolist():
        levels = base + np.flatnonzero(todo[lane, base : frames.depths[lane]])
        above = paths[frames.item[lane]].tolist()
        for level in levels[: min(_MOST_LEVELS, (len(levels) + 1) // 2)].tolist():
            bits = int(todo[lane, level])
            path = above + moves[lane, base:level].tolist()
            given_up += [[*path, d] for d in range(4) if bits >> d & 1]
            todo[lane, level] = 0
    return given_up


def _paths(frames: AnyFrames, depth: int) -> "np.ndarray[tuple[int, int], np.dtype[np.uint8]]":
    """uint8[T, depth]: the moves that lead to each subtree that was split off."""
    whole = len(frames.item_moves) // depth * depth
    return frames.item_moves[:whole].reshape(-1, depth)


def _text(directions: Iterable[int]) -> str:
    return "".join(_LETTERS[direction] for direction in directions)
