"""The passes of an anytime beam: how wide each is, how long it may take, and what it found."""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Protocol

from taquin.ground.announce import announce
from taquin.heuristics.learned.beam import (
    Counts,
    LearnedBeam,
    PassAnswer,
    Width,
    clock_width,
    fixed,
)
from taquin.heuristics.learned.kicks import past_jams
from taquin.heuristics.learned.lowered import lowered
from taquin.heuristics.learned.near_tables import lowered_near
from taquin.heuristics.learned.plan import LEARNED_CELLS, MOST_MOVES, plan_for
from taquin.heuristics.learned.tables import BeamFrame, Judge, bytes_per_board, judge_of
from taquin.heuristics.learned.windows import shortened
from taquin.kernels.base.cache import telling_of_compiling
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["Passes", "Watch"]

_FIRST = 1_000  # boards: an answer within a fraction of a second
_WIDEST = 10_000  # without a time limit
_LONGEST = 24 * 3600.0  # seconds; a longer time limit guards against accidents and asks for nothing
_MOST = 1 << 20  # boards in a layer, however much time and memory there is
_TRIAL = 0.15  # of the time that is left goes to the second pass, which tells how fast it is
_SHARES = (0.1, 0.4, 1.0)  # of what is left, on boards where a pass may be stuck
_FASTEST = 1e-7  # seconds for a board: no machine is faster, so no layer is wider
_WIDE_GAIN = 3  # wide layers take about this much less time for each board than narrow ones
_WORTH = 2  # a second pass must be wider than the first by this factor
_RESERVE = 0.04  # of the time goes to windows
_SHARE = 0.5  # of the free memory, at most
_NARROW = 300  # boards, where a pass may be stuck: a first beam, and those that try kicks
_PATIENCE = 150  # layers without a better value, after which a beam over neighbours is stuck
_SHORT_PATIENCE = 80  # of a beam that tries a kick
_COMPILING = "compiling anytime_beam (once, about 20 s)"
_REMEMBERED = 1 << 23  # states expanded before, at most


class Watch(Protocol):
    """What a pass reports to: a `taquin.search.monitor.Monitor`."""

    stats: Any
    limits: Any

    @property
    def seconds(self) -> float:
        """Since the search began."""

    def ready(self) -> None:
        """Start the clock."""

    def affords(self, more: int, /) -> bool:
        """Whether so many more bytes may be used."""

    def slice(self, waiting: int, reached: int) -> None:
        """Check the limits; raises at one."""


class Passes:
    """The passes for one board. `run` yields solutions in the puzzle's own moves."""

    def __init__(
        self,
        puzzle: Puzzle,
        start: State,
        monitor: Watch,
        width: int,
        threads: int,
        finish: Callable[[str], str],
    ) -> None:
        """finish: extends moves that lead near the goal, if a beam finds no way from there."""
        self._finish = finish
        self._puzzle, self._monitor, self._width = puzzle, monitor, width
        self._plan = plan_for(puzzle.goal)
        self._board = self._plan.board(puzzle.decode(start))
        self._start = tuple(puzzle.decode(start).cells)
        self._threads = threads
        self._patience = _PATIENCE if puzzle.cells > LEARNED_CELLS else None
        self._best: str | None = None
        self._pace = 0.0  # seconds for each board of the last pass

    def run(self) -> Iterator[str]:
        """Solutions, one for each pass that found any."""
        judge = _prepared(self._plan.width, self._plan.height, self._threads)
        self._monitor.ready()
        with ThreadPoolExecutor(self._threads) as pool:
            beam = LearnedBeam(judge, pool, self._threads)
            for frame_width, layers in self._widths():
                found = self._pass(beam, frame_width, layers)
                if found is not None:
                    letters = self._shortened(found)
                    if self._best is None or len(letters) < len(self._best):
                        self._best = letters
                    yield letters

    def _widths(self) -> Iterator[tuple[int, Width]]:
        """Each pass's widest layer, and the width of each of its layers."""
        limit = self._monitor.limits.time
        if limit is None or limit > _LONGEST:
            for width in self._growing(self._width or _WIDEST):
                yield width, fixed(width)
            return
        first = _FIRST if self._patience is None else _NARROW
        first = min(first, self._width or first)
        yield first, fixed(first)
        for share in (_TRIAL, 1.0) if self._patience is None else _SHARES:
            seconds = (limit - self._monitor.seconds) * share - limit * _RESERVE
            # Random squares of n cells take about 0.9 n√n moves.
            length = len(self._best) if self._best else int(0.9 * self._puzzle.cells**1.5)
            if share < 1 and seconds / length < _WORTH * first * self._pace:
                continue  # hardly wider than the first
            widest = int(seconds / _FASTEST / length)
            widest = min(widest, self._width or widest, self._affordable(length))
            if widest > first:
                pace = max(_FASTEST, self._pace / _WIDE_GAIN)
                yield widest, clock_width(widest, seconds, length, pace=pace)

    @staticmethod
    def _growing(widest: int) -> Iterator[int]:
        width = min(_FIRST, widest)
        while width < widest:
            yield width
            width = min(10 * width, widest)
        yield widest

    def _affordable(self, layers: int) -> int:
        """The widest beam that fits the memory."""
        each = bytes_per_board(self._puzzle.cells, layers)
        width = _MOST
        while width > _FIRST and not self._monitor.affords(int(width * each / _SHARE)):
            width = width * 3 // 4
        return width

    def _pass(self, beam: LearnedBeam, widest: int, width: Width) -> str | None:
        """One pass; only for solutions shorter than the best so far, in the puzzle's moves."""
        cells = self._puzzle.cells
        longest = MOST_MOVES * cells
        if self._best is not None:
            longest = len(self._best) + len(self._plan.walk) - 2
        remembered = min(_REMEMBERED, widest * 4 * cells)
        frame = BeamFrame(cells, widest, remembered=remembered, parts=self._threads)
        stats = self._monitor.stats
        first = stats.expanded
        most = self._monitor.limits.expansions

        def solve(board: Sequence[int], narrow: bool = False) -> PassAnswer:
            begun = Counts(stats.expanded, stats.generated)

            def narrowed(counts: Counts) -> int:
                expanded = begun.expanded + counts.expanded
                so_far = Counts(expanded - first, layers=counts.layers, size=counts.size)
                wide = _NARROW if narrow else width(so_far)
                # The present layer is expanded before the next one, whose width this is.
                left = wide if most is None else most - expanded - counts.size
                return max(1, min(wide, left))

            def report(counts: Counts) -> None:
                stats.expanded = begun.expanded + counts.expanded
                stats.generated = stats.evaluated = begun.generated + counts.generated
                stats.max_depth = max(stats.max_depth, counts.layers)
                stats.peak_frontier = max(stats.peak_frontier, counts.size)
                self._monitor.slice(counts.size, counts.expanded)

            return beam.solve(
                board, frame, narrowed,
                longest=longest, patience=_SHORT_PATIENCE if narrow else self._patience,
                after_layer=report,
            )  # fmt: skip

        began = time.perf_counter()
        if self._patience is None:
            answer = solve(self._board)
        else:
            board = Board(self._plan.width, self._plan.height, self._board)
            answer = past_jams(solve, board, longest=longest)
        self._pace = (time.perf_counter() - began) / max(1, stats.expanded - first)
        return self._completed(answer)

    def _completed(self, answer: PassAnswer) -> str | None:
        """The solution; None where there is none that could be the shortest."""
        if answer.solved:
            return self._plan.moves(answer.moves)
        if self._patience is None or not answer.moves:
            return None
        so_far = self._plan.view.moves(answer.moves)
        shorter = self._best is None or len(so_far) < len(self._best)
        return self._finish(so_far) if shorter else None

    def _shortened(self, letters: str) -> str:
        """The solution with short stretches replaced, as far as the time goes."""
        limit = self._monitor.limits.time

        def go_on() -> bool:
            return limit is None or self._monitor.seconds < limit * (1 - _RESERVE / 4)

        return shortened(self._plan.width, self._plan.height, self._start, letters, go_on)


def _prepared(width: int, height: int, threads: int) -> Judge:
    """What the beam goes by, with every kernel compiled."""
    cells = width * height
    with telling_of_compiling(announce, _COMPILING, lost=partial(announce, private=True)):
        if cells > LEARNED_CELLS:
            judge = lowered_near(width, height)
        else:
            judge = judge_of(*lowered(width, height, threads))
        board = list(range(cells))
        board[0], board[1], board[2] = board[1], board[2], board[0]
        with ThreadPoolExecutor(1) as pool:
            frame = BeamFrame(cells, 4, remembered=64)
            LearnedBeam(judge, pool).solve(board, frame, fixed(4), longest=8)
        shortened(width, height, range(cells), "LRLR")
    return judge
