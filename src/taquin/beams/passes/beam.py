"""One pass of the compiled beam search with the learned heuristic, layer by layer, in threads."""

import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from taquin.beams.kernels.learned_beam import (
    NO_THRESHOLD,
    Children,
    Target,
    choose_cut,
    count_survivors,
    drop_duplicates,
    find_hash,
    next_threshold,
    place_survivors,
)
from taquin.beams.value.tables import SLACK, BeamFrame, Judge, hash_of
from taquin.puzzle.move import DIRECTIONS

__all__ = ["Counts", "LearnedBeam", "PassAnswer", "Width", "clock_width", "fixed", "in_a_row"]

T = TypeVar("T")
_CHILDREN = 3  # of a board at most
_LEAST_PART = 2_000  # boards; below, starting threads takes longer than the work


@dataclass
class Counts:
    """What a pass has done so far; size: boards of the last layer."""

    expanded: int = 0
    generated: int = 0
    layers: int = 0
    size: int = 1


class Width(Protocol):
    """How wide each layer may be, decided as the beam goes."""

    def __call__(self, counts: Counts) -> int:
        """The width of the next layer, at most the frame's."""


def _from(children: Children, first: int) -> Children:
    """The records from `first` on."""
    return Children(
        children.values[first:],
        children.hashes[first:],
        children.origins[first:],
        children.cells[first:],
        children.kept[first:],
    )


def fixed(width: int) -> Width:
    """The same width for every layer."""
    return lambda counts: width


def in_a_row(width: Width) -> Width:
    """The same width for beams that follow one another, as if they were one."""
    before, last = Counts(), Counts()

    def summed(counts: Counts) -> int:
        nonlocal before, last
        if counts.layers < last.layers:
            before = Counts(before.expanded + last.expanded, layers=before.layers + last.layers)
        last = Counts(counts.expanded, layers=counts.layers)
        expanded, layers = before.expanded + last.expanded, before.layers + last.layers
        return width(Counts(expanded, layers=layers, size=counts.size))

    return summed


class PassAnswer(NamedTuple):
    """Moves to the goal, or if it was not found, to the board of the smallest value."""

    moves: str
    solved: bool


class LearnedBeam:
    """A value ready for beams. Its room belongs to each call, so threads can share it."""

    def __init__(
        self,
        judge: Judge,
        pool: ThreadPoolExecutor,
        workers: int = 1,
        goals: Iterable[Sequence[int]] | None = None,
    ) -> None:
        """pool: runs the parts of a layer, `workers` of them; a single part runs here.

        goals: boards at which a pass ends; None for the canonical goal.
        """
        self.judge, self.pool, self.workers = judge, pool, workers
        ends = [range(judge.cells)] if goals is None else goals
        self.goals = np.array([hash_of(judge.tables, board) for board in ends])

    def solve(
        self,
        board: Sequence[int],
        frame: BeamFrame,
        width: Width,
        *,
        longest: int,
        patience: int | None = None,
        after_layer: Callable[[Counts], None] = lambda counts: None,
    ) -> PassAnswer:
        """Moves from a canonical board to a goal, at most `longest`.

        patience: the layers after which the pass ends if none has a smaller value than before.
        after_layer may raise to end the pass.
        """
        if hash_of(self.judge.tables, board) in self.goals:
            return PassAnswer("", True)
        run = Pass(self, frame, board)
        while run.counts.layers < longest and run.size:
            found = run.step(min(width(run.counts), frame.width))
            if found is not None:
                return PassAnswer(found, True)
            if patience is not None and run.layers_since_best() > patience:
                break
            after_layer(run.counts)
        return PassAnswer(run.best(), False)


class Pass:
    """The state of one pass."""

    def __init__(self, beam: LearnedBeam, frame: BeamFrame, board: Sequence[int]) -> None:
        self._beam, self._frame = beam, frame
        self._layer, self._after = frame.layer, frame.after
        frame.forget()
        frame.place_start(self._layer, beam.judge, board)
        self.size, self.counts = 1, Counts()
        self._threshold, self._full = NO_THRESHOLD, 0
        self._cuts = np.zeros(3, np.int64)
        self._origins: list[npt.NDArray[np.uint32]] = []
        self._best = (int(self._layer.values[0]), 0, 0)  # the value, its layer and place there

    def step(self, width: int) -> str | None:
        """Replace the layer by the next one; the moves if the goal is among its children."""
        beam, children = self._beam, self._frame.children
        parts = max(1, min(beam.workers, self.size // _LEAST_PART))
        cuts = [self.size * k // parts for k in range(parts + 1)]

        def expand(k: int) -> tuple[int, int, int]:
            part = _from(children, _CHILDREN * cuts[k])
            judge = beam.judge
            return judge.expand(
                judge.tables, self._layer, part, cuts[k], cuts[k + 1], self._threshold
            )

        written = self._each(expand, parts)
        ranges = np.array(
            [(_CHILDREN * cuts[k], _CHILDREN * cuts[k] + written[k][0]) for k in range(parts)],
            np.int64,
        )
        self.counts.expanded += self.size
        self.counts.generated += sum(generated for _, generated, _ in written)
        found = find_hash(children, ranges, beam.goals)
        if found >= 0:
            origin = int(children.origins[found])
            return self._path(len(self._origins), origin >> 2) + DIRECTIONS[origin & 3]
        self._select(ranges, parts, width, min(least for _, _, least in written))
        self.counts.layers += 1
        return None

    def _select(self, ranges: npt.NDArray[np.int64], parts: int, width: int, least: int) -> None:
        """Make the next layer of the best children."""
        frame, children = self._frame, self._frame.children
        records = int((ranges[:, 1] - ranges[:, 0]).sum())
        hashes, depth = self._layer.hashes[: self.size], self.counts.layers
        memories = [frame.memory(k, records) for k in range(parts)]
        self._each(
            lambda k: drop_duplicates(
                children, ranges, memories[k], hashes, (depth, k, parts, least)
            ),
            parts,
        )
        bins = memories[0].bins
        for memory in memories[1:]:
            bins += memory.bins
        cut, ties = choose_cut(bins, width, least)
        places = np.zeros((parts, self._layer.boards.shape[1]), np.int64)
        size = count_survivors(children, ranges, cut, ties, width, places)
        origins = np.empty(size, np.uint32)
        targets = [Target(self._after, origins, places[k]) for k in range(parts)]
        tables, layer = self._beam.judge.tables, self._layer
        self._each(
            lambda k: place_survivors(tables, layer, children, ranges[k], cut, targets[k]), parts
        )
        self._origins.append(origins)
        self._layer, self._after = self._after, self._layer
        self._expect(cut)
        self.size = self.counts.size = size

    def _expect(self, cut: int) -> None:
        """Set the next layer's threshold."""
        self._full = self._full + 1 if cut < NO_THRESHOLD else 0
        self._cuts[:] = cut, *self._cuts[:2]
        self._threshold = next_threshold(self._cuts, SLACK) if self._full >= 3 else NO_THRESHOLD

    def _each(self, work: Callable[[int], T], parts: int) -> list[T]:
        """The work of every part, in threads if there are several."""
        if parts == 1:
            return [work(0)]
        return list(self._beam.pool.map(work, range(parts)))

    def layers_since_best(self) -> int:
        """How many layers ago the smallest value of all was met."""
        if self.size:
            place = int(self._layer.values[: self.size].argmin())
            value = int(self._layer.values[place])
            if value < self._best[0]:
                self._best = value, self.counts.layers, place
        return self.counts.layers - self._best[1]

    def best(self) -> str:
        """The moves to the board of the smallest value, as far as `layers_since_best` looked."""
        return self._path(*self._best[1:])

    def _path(self, layer: int, place: int) -> str:
        """The moves to a board of a layer; the start is layer 0."""
        letters = []
        for origins in reversed(self._origins[:layer]):
            origin = int(origins[place])
            letters.append(DIRECTIONS[origin & 3])
            place = origin >> 2
        return "".join(reversed(letters))


def clock_width(
    widest: int, seconds: float, layers: int, *, pace: float, least: int = 200
) -> Width:
    """A width for each layer such that about `layers` of them take `seconds` in total.

    pace: seconds for each board, as a first guess; then that of the last layers counts.
    """
    began = last = time.perf_counter()
    expanded = 0

    def width(counts: Counts) -> int:
        nonlocal last, expanded, pace
        now = time.perf_counter()
        if counts.expanded - expanded >= least:  # smaller layers say nothing of large ones
            pace = 0.8 * pace + 0.2 * (now - last) / (counts.expanded - expanded)
        last, expanded = now, counts.expanded
        ahead = max(1, layers - counts.layers)
        return max(least, min(widest, int((seconds - (now - began)) / ahead / pace)))

    return width
