"""IDA* in the multi-tile metric over relabelled tables (`patterns.relabelled`).

Pushes along rows and columns alternate, so a node has as many children as its line has other cells,
three on 4x4; fewer where there are walls, which only make solutions longer than the table says. A
child is cut off if the distance of any view is above what is left. A solution of the last contour
is replayed on the board, because boards that differ in tiles of one group look alike. A large
contour is split into subtrees, which several workers take from one queue; a completed contour
expands the same nodes in any order.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import partial
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from taquin.kernels.base.interrupts import submit_all
from taquin.kernels.patterns.sequences import word_of
from taquin.kernels.searches.pushes import (
    BATCH,
    Frames,
    PushNode,
    PushTables,
    Register,
    ReplayRow,
    blank_frames,
    distance,
    search_some,
)
from taquin.kernels.searches.slices import Allowance
from taquin.kernels.searches.tables import Signal

__all__ = [
    "PushOutcome",
    "PushQuestion",
    "Reach",
    "bytes_of",
    "distances_of",
    "ida_star_pushes",
    "ida_star_pushes_reference",
    "pushed",
    "words",
]

_WORTH_SPLITTING = 50_000  # expansions of the previous contour
_SPLIT_DEPTH = 6
_POLL_SECONDS = 0.02
Cells = tuple[int, ...]
Push = tuple[int, int]  # along row (0) or column (1), and the place in that line
# [along row or column][the blank's cell]: the places to which pushes lead, in order.
Reach = tuple[tuple[tuple[int, ...], ...], tuple[tuple[int, ...], ...]]


class PushQuestion(NamedTuple):
    """A board to solve, in canonical labelling.

    start, goal: the tile in each cell.   groups: for each view, the group of each tile.
    """

    start: Cells
    goal: Cells
    groups: tuple[Cells, ...]


class PushOutcome(NamedTuple):
    """The outcome of a search.

    status: FOUND; STOPPED by the caller or its limit; BEYOND, if no solution is short enough to be
    noted; or EXHAUSTED, where a damaged table has no way to the goal.
    pushes: of the solution; None unless FOUND.
    expanded, generated: nodes.   deepest: depth of the deepest.   waiting: most nodes on a stack.
    lower_bound: in pushes.
    contours: (bound, nodes expanded under it); the last one may be incomplete.
    """

    status: Signal
    pushes: tuple[Push, ...] | None
    expanded: int
    generated: int
    deepest: int
    waiting: int
    lower_bound: int
    contours: tuple[tuple[int, int], ...]


OnSlice = Callable[[int, int, int], None]


def ida_star_pushes(
    tables: PushTables,
    question: PushQuestion,
    *,
    workers: int = 1,
    max_expanded: int | None = None,
    slice_expansions: int = 250_000,
    on_slice: OnSlice | None = None,
    on_contour: OnSlice | None = None,
) -> PushOutcome:
    """A shortest solution of a solvable board, in pushes.

    workers: threads that search large contours; with several, the solution found and the expansions
        of the last contour vary.   max_expanded: stop after this many expansions.
    on_slice, on_contour: called in the caller's thread after each slice of about 10 ms, and as each
        contour begins, with (expanded, generated, bound); raising ends the search.
    """
    bounds = distances_of(tables, question)
    if -1 in bounds[0] + bounds[1]:
        return PushOutcome(Signal.EXHAUSTED, None, 0, 0, 0, 0, 0, ())
    bound = min(map(max, bounds))
    if question.start == question.goal:
        return PushOutcome(Signal.FOUND, (), 0, 0, 0, 0, 0, ())
    team = _Team(tables, question, bounds, max_expanded, slice_expansions, on_slice)
    status, bound = team.deepen(max(bound, 1), workers, on_contour)
    return PushOutcome(
        status,
        team.pushes,
        team.total(Register.EXPANDED),
        team.total(Register.GENERATED),
        team.greatest(Register.DEEPEST),
        team.greatest(Register.WAITING),
        bound,
        tuple(team.contours),
    )


def bytes_of(reach: Reach) -> npt.NDArray[np.uint64]:
    """`PushTables.reach` of these places."""
    return np.array(
        [[sum(128 << 8 * place for place in places) for places in line] for line in reach],
        np.uint64,
    )


def distances_of(tables: PushTables, question: PushQuestion) -> tuple[list[int], list[int]]:
    """For a next push along the row, and along the column: the distance in each view."""
    rows, columns = words(tables, question)
    cell = question.start.index(0)

    def of(along: int) -> list[int]:
        return [
            int(distance(tables, rows, columns, cell, along, view)) for view in range(tables.views)
        ]

    return of(0), of(1)


def words(tables: PushTables, question: PushQuestion) -> tuple[np.uint64, np.uint64]:
    """The words of the start, by rows and by columns; see `pushes.PushNode`."""
    width, height = tables.width, tables.height
    by_row = [tile for tile in question.start if tile]
    lines = [question.start[y * width + x] for x in range(width) for y in range(height)]
    by_column = [tile for tile in lines if tile]

    def word(tiles: list[int]) -> np.uint64:
        views = [word_of([groups[tile] for tile in tiles]) for groups in question.groups]
        return np.uint64(sum(part << 32 * view for view, part in enumerate(views)))

    return word(by_row), word(by_column)


class _Team:
    """The workers of one search: their frames, their budget, and what they have found."""

    def __init__(
        self,
        tables: PushTables,
        question: PushQuestion,
        bounds: tuple[list[int], list[int]],
        max_expanded: int | None,
        slice_expansions: int,
        on_slice: OnSlice | None,
    ) -> None:
        self.tables, self.question, self.bounds = tables, question, bounds
        self.frames = [blank_frames()]
        for row, board in ((ReplayRow.START, question.start), (ReplayRow.GOAL, question.goal)):
            self.frames[0].boards[row, : len(board)] = board
        self.contours: list[tuple[int, int]] = []
        self.pushes: tuple[Push, ...] | None = None
        self.bound = 0
        self._allowance = Allowance(max_expanded, slice_expansions)
        self._on_slice = on_slice
        self._stopping = False
        self._lock = Lock()

    def total(self, register: int) -> int:
        """Sum of a register over the workers."""
        return sum(int(frames.registers[register]) for frames in self.frames)

    def greatest(self, register: int) -> int:
        """The greatest value of a register among the workers."""
        return max(int(frames.registers[register]) for frames in self.frames)

    def deepen(self, bound: int, workers: int, on_contour: OnSlice | None) -> tuple[Signal, int]:
        """Contour by contour; returns a status and the last bound."""
        most = _longest(self.tables)
        last = 0
        while bound <= most:
            before = self.total(Register.EXPANDED)
            self.bound = bound
            if on_contour is not None:
                on_contour(before, self.total(Register.GENERATED), bound)
            status = self._contour(workers if last > _WORTH_SPLITTING else 1)
            last = self.total(Register.EXPANDED) - before
            self.contours.append((bound, last))
            if status is not Signal.EXHAUSTED:
                return status, bound
            bound += 1
        return Signal.BEYOND, bound

    def _contour(self, workers: int) -> Signal:
        first = self.frames[0]
        self._plant(first)
        if workers == 1:
            return self._run([first])
        first.registers[Register.SPLIT] = _SPLIT_DEPTH
        first.registers[Register.CUT] = 0
        status = self._run([first])
        first.registers[Register.SPLIT] = 0
        if status is not Signal.EXHAUSTED:
            return status
        while len(self.frames) < workers:
            self.frames.append(blank_frames(first))
        for frames in self.frames:
            frames.registers[Register.BOUND] = self.bound
        first.queue[:] = 0, first.registers[Register.CUT]
        return self._run(self.frames)

    def _plant(self, frames: Frames) -> None:
        """Make the start the only node: once for each line along which the first push can be."""
        registers = frames.registers
        registers[Register.TOP] = registers[Register.TAKEN] = registers[Register.AT] = 0
        registers[Register.BOUND] = self.bound
        frames.queue[:] = 0
        rows, columns = words(self.tables, self.question)
        for along, least in enumerate(self.bounds):
            if max(least) <= self.bound:
                y, x = divmod(self.question.start.index(0), self.tables.width)
                rest = x | y << 4 | along << 8
                for view, value in enumerate(least):
                    rest |= self.bound - value << 17 + 8 * view
                top = registers[Register.TOP]
                frames.stack[top] = rows, columns, 0, 0, rest
                registers[Register.TOP] += 1

    def _run(self, active: Sequence[Frames]) -> Signal:
        """Search until the workers have no node left, one has found the goal, or they must stop."""
        if len(active) == 1:
            return self._work(active[0], self._on_slice)
        with ThreadPoolExecutor(len(active) - 1) as pool:
            others: list[Future[Signal]] = []
            try:
                others = submit_all(
                    pool, [partial(self._work, frames, None) for frames in active[1:]]
                )
                own = self._work(active[0], self._on_slice)
                while wait(others, timeout=_POLL_SECONDS).not_done:
                    self._report()
            except BaseException:
                self._stopping = True
                raise
        found = [own, *(other.result() for other in others)]
        for status in (Signal.FOUND, Signal.STOPPED):
            if status in found:
                return status
        return Signal.EXHAUSTED

    def _report(self) -> None:
        if self._on_slice is not None:
            expanded, generated = self.total(Register.EXPANDED), self.total(Register.GENERATED)
            self._on_slice(expanded, generated, self.bound)

    def _work(self, frames: Frames, on_slice: OnSlice | None) -> Signal:
        """One worker: slice after slice."""
        registers = frames.registers
        while not self._stopping:
            granted = self._allowance.grant()
            if granted == 0:
                return Signal.STOPPED
            before = int(registers[Register.EXPANDED])
            status = Signal(search_some(self.tables, frames, granted))
            self._allowance.give_back(granted - int(registers[Register.EXPANDED]) + before)
            if status is Signal.FOUND:
                self._note(frames)
            if status in (Signal.FOUND, Signal.EXHAUSTED):
                return status
            if status is Signal.BUDGET and on_slice is not None:
                self._report()
        return Signal.STOPPED

    def _note(self, frames: Frames) -> None:
        """Note the pushes to the node above the top of the stack."""
        node = [int(part) for part in frames.stack[frames.registers[Register.TOP]]]
        path, along = (
            node[PushNode.PATH] | node[PushNode.EARLIER] << 64,
            1 - (node[PushNode.REST] >> 8 & 1),
        )
        pushes: list[Push] = []
        for _ in range(self.bound):
            bits = _bits(self.tables, along)
            pushes.append((along, path & (1 << bits) - 1))
            path, along = path >> bits, 1 - along
        with self._lock:
            self._stopping, self.pushes = True, tuple(reversed(pushes))


def _bits(tables: PushTables, along: int) -> int:
    """Bits of a path for a place in a line."""
    return ((tables.height if along else tables.width) - 1).bit_length()


def _longest(tables: PushTables) -> int:
    """The longest path that a node has room for."""
    return 128 // (_bits(tables, 0) + _bits(tables, 1)) * 2


def pushed(board: Cells, width: int, push: Push) -> Cells:
    """The board after a push."""
    along, place = push
    blank = board.index(0)
    y, x = divmod(blank, width)
    target = place * width + x if along else y * width + place
    step = (width if along else 1) * (1 if target > blank else -1)
    cells = list(board)
    for cell in range(blank, target, step):
        cells[cell] = cells[cell + step]
    cells[target] = 0
    return tuple(cells)


def ida_star_pushes_reference(
    width: int, question: PushQuestion, reach: Reach, least: Callable[[Cells, int], int]
) -> PushOutcome:
    """Slow twin of `ida_star_pushes` with one worker.

    reach: where pushes lead.
    least: of a board and the line of its next push (0: row, 1: column), a lower bound: the greatest
    of the views.
    """
    expanded = generated = deepest = waiting = 0
    contours = []
    if question.start == question.goal:
        return PushOutcome(Signal.FOUND, (), 0, 0, 0, 0, 0, ())
    bound = max(1, min(least(question.start, along) for along in (0, 1)))
    while True:
        before = expanded
        stack: list[tuple[Cells, int, tuple[Push, ...]]] = [
            (question.start, along, ()) for along in (0, 1) if least(question.start, along) <= bound
        ]
        while stack:
            waiting = max(waiting, len(stack))
            batch = [stack.pop() for _ in range(min(BATCH, len(stack)))]
            for board, along, path in batch:
                expanded += 1
                deepest = max(deepest, len(path) + 1)
                places = reach[along][board.index(0)]
                generated += len(places)
                for place in places:
                    child, pushes = pushed(board, width, (along, place)), (*path, (along, place))
                    if len(pushes) + least(child, 1 - along) > bound:
                        continue
                    if child == question.goal:
                        contours.append((bound, expanded - before))
                        return PushOutcome(
                            Signal.FOUND,
                            pushes,
                            expanded,
                            generated,
                            deepest,
                            waiting,
                            bound,
                            tuple(contours),
                        )
                    if len(pushes) < bound:  # else it only looks like the goal
                        stack.append((child, 1 - along, pushes))
        contours.append((bound, expanded - before))
        bound += 1
