"""The threads of one search over pattern databases: budget, pauses, the caller's callback."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from functools import partial
from typing import Protocol

import numpy as np

from taquin.kernels.base.interrupts import submit_all
from taquin.kernels.searches.lanes import QueuePlace, Register
from taquin.kernels.searches.pdb_kernels import (
    AnyFrames,
    AnyTables,
    blank_frames,
    greatest_bound,
    search_some,
)
from taquin.kernels.searches.slices import Allowance
from taquin.kernels.searches.snapshot import Snapshot, restored, taken
from taquin.kernels.searches.tables import Signal
from taquin.kernels.searches.wave_nodes import Waves
from taquin.kernels.searches.wave_stack import deal

__all__ = ["Nearer", "Saver", "Slice", "Tabled", "Workers"]

Slice = Callable[[int, int, int], bool]
_POLL_SECONDS = 0.02  # how often the caller's thread checks on the others once it has finished
_WORTH_DEALING = 100  # open nodes; fewer are soon searched


class Tabled(Protocol):
    """An object that holds tables and keeps their memory alive: a `PatternCollection`."""

    def search_tables(self) -> AnyTables:
        """The tables to search with."""
        ...


# The same tables where they are looked up faster; None if there is no such place.
Nearer = Callable[[], Tabled | None]


class Saver(Protocol):
    """Keeps snapshots of a search that takes long."""

    def due(self) -> bool:
        """Whether it is time for the next snapshot."""
        ...

    def save(self, snapshot: Snapshot) -> None:
        """Keep a snapshot; called in the caller's thread, while no worker runs."""
        ...


class Workers:
    """The threads of one search: their frames, their budget, and the caller's callback.

    frames: one set for each worker; the first is the caller's, the others share its subtrees and
        its queue.
    winner: the frames of the worker that found a solution.
    greatest_bound: the last bound that the frames have room for.
    """

    def __init__(
        self,
        tabled: Tabled,
        frames: AnyFrames,
        *,
        max_expanded: int | None,
        slice_expansions: int,
        on_slice: Slice | None,
        saver: Saver | None = None,
        nearer: Nearer | None = None,
    ) -> None:
        self.frames = [frames]
        self.winner = frames
        self._tabled, self._nearer = tabled, nearer
        self.greatest_bound = greatest_bound(self._tables, frames)
        self._allowance = Allowance(max_expanded, slice_expansions)
        self._on_slice = on_slice
        self._saver = saver
        self._pausing = self._stopping = self._dealing = False
        self.contours: list[tuple[int, int]] = []
        frames.registers[Register.EXPANDED] = frames.registers[Register.GENERATED] = 0

    @property
    def _tables(self) -> AnyTables:
        return self._tabled.search_tables()

    def come_nearer(self) -> None:
        """Search the same tables where they are looked up faster; between two contours only."""
        nearer, self._nearer = self._nearer, None
        if nearer is not None:
            self._tabled = nearer() or self._tabled

    def total(self, register: int) -> int:
        """Sum of a register over the workers, as of their last slices."""
        return sum(int(frames.registers[register]) for frames in self.frames)

    def add_up_to(self, workers: int) -> None:
        """Make frames until there are `workers` sets."""
        first = self.frames[0]
        subtrees = {name: getattr(first, name) for name in first._fields if name[:5] == "item_"}
        while len(self.frames) < workers:
            frames = blank_frames(self._tables)
            for register in (Register.NEAREST, Register.FLOOR):
                frames.registers[register] = first.registers[register]
            frames.nearest[:] = first.nearest
            self.frames.append(frames._replace(queue=first.queue, **subtrees))

    def merge(self) -> None:
        """Merge the depths and the smallest h of all workers into the first one's arrays."""
        first = self.frames[0]
        for other in self.frames[1:]:
            np.maximum(first.state, other.state, out=first.state)
            if other.registers[Register.NEAREST] < first.registers[Register.NEAREST]:
                first.registers[Register.NEAREST] = other.registers[Register.NEAREST]
                first.nearest[:] = other.nearest

    def run(self, active: Sequence[AnyFrames]) -> Signal:
        """Search all subtrees in the queue, with one thread for each of the `active` frames.

        EXHAUSTED: all are searched. FOUND: `winner` found a solution.
        """
        team = [frames for frames in active if isinstance(frames, Waves)]
        self._deals = len(team) > 1
        while True:
            statuses = self._round(active)
            if Signal.FOUND in statuses:
                self.winner = active[statuses.index(Signal.FOUND)]
                return Signal.FOUND
            active = [f for f, s in zip(active, statuses, strict=True) if s is not Signal.EXHAUSTED]
            if not active:
                return Signal.EXHAUSTED
            if self._stopping or self._allowance.left == 0:
                return Signal.STOPPED
            # Otherwise a worker found the budget used up before others returned what they had not
            # needed, or the workers have stopped for one of these.
            self.frames[0].queue[QueuePlace.HALT] = 0
            if self._pausing:
                self._pause()
            if self._dealing:
                self._dealing = False
                self._deals = deal(team, _WORTH_DEALING)
                active = team if self._deals else active

    def _round(self, active: Sequence[AnyFrames]) -> list[Signal]:
        if len(active) == 1:
            return [self._work(active[0], reports=True)]
        queue = active[0].queue
        with ThreadPoolExecutor(len(active) - 1) as pool:
            try:
                others = submit_all(pool, [partial(self._work, frames) for frames in active[1:]])
                first = self._work(active[0], reports=True)
                while wait(others, timeout=_POLL_SECONDS).not_done:
                    if self._caller_stops():
                        queue[QueuePlace.HALT] = 1
                return [first, *(other.result() for other in others)]
            except BaseException:
                queue[QueuePlace.HALT] = 1  # the pool waits for its threads, which check this
                raise

    def _work(self, frames: AnyFrames, *, reports: bool = False) -> Signal:
        """Search slice by slice until no subtree or no budget is left."""
        registers = frames.registers
        while granted := self._allowance.grant():
            before = int(registers[Register.EXPANDED])
            status = search_some(self._tables, frames, granted)
            self._allowance.give_back(granted - (int(registers[Register.EXPANDED]) - before))
            if status is Signal.FOUND:
                frames.queue[QueuePlace.HALT] = 1
            if status is Signal.EXHAUSTED and self._deals:
                # The others may have much left to search.
                self._dealing = True
                frames.queue[QueuePlace.HALT] = 1
            if status is not Signal.BUDGET:
                return status
            if reports and self._caller_stops():
                frames.queue[QueuePlace.HALT] = 1
                return Signal.STOPPED
        return Signal.STOPPED

    def _pause(self) -> None:
        """Save a snapshot, while no worker runs, and let them go on."""
        self._pausing = False
        if self._saver is not None:
            self._saver.save(taken(self.frames, self.contours))

    def resume(self, snapshot: Snapshot, h: int) -> None:
        """Put the workers where they were. h: of the start. Raises Misfit, see `restored`."""
        self.frames = restored(self._tables, snapshot, h, self.frames[0])
        self.contours = list(snapshot.contours)
        if self._allowance.left is not None:
            self._allowance.left = max(0, self._allowance.left - snapshot.expanded)

    def _caller_stops(self) -> bool:
        """Report progress to the caller; whether all workers should stop, for good or to pause."""
        if self._allowance.left == 0:
            return False
        bound = int(self.frames[0].registers[Register.BOUND])
        expanded, generated = self.total(Register.EXPANDED), self.total(Register.GENERATED)
        if self._on_slice is not None and self._on_slice(expanded, generated, bound):
            self._stopping = True
            return True
        # Before its subtrees are known, a contour is too short to be worth it.
        split = int(self.frames[0].registers[Register.BASE])
        if self._saver is not None and split and not self._pausing:
            self._pausing = self._saver.due()
        return self._pausing
