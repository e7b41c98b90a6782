"""The passes of an anytime beam: how wide each is, how long it may take, and what it found."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple, Protocol

from taquin.beams.passes.beam import (
    Counts,
    LearnedBeam,
    PassAnswer,
    Width,
    clock_width,
    fixed,
    in_a_row,
)
from taquin.beams.passes.near_tables import lowered_strip
from taquin.beams.passes.prepared import prepared
from taquin.beams.passes.strips import Strip, Way, corner, strip_off
from taquin.beams.passes.windows import shortened
from taquin.beams.value.plan import (
    LEARNED_CELLS,
    LONGEST,
    MOST_CELLS,
    MOST_MOVES,
    core_of,
    inner_of,
    is_near,
    plan_for,
)
from taquin.beams.value.tables import BeamFrame, bytes_per_board
from taquin.puzzle.board import Board
from taquin.puzzle.move import simplify
from taquin.puzzle.puzzle import Puzzle, State

__all__ = ["Passes", "Watch", "within_limits"]

_FIRST = 1_000  # boards: an answer within a fraction of a second
_WIDEST = 10_000  # without a time limit
_MOST = 1 << 20  # boards in a layer, however much time and memory there is
_TRIAL = 0.15  # of the time that is left goes to the second pass, which tells how fast it is
_SHARES = (0.1, 0.4, 1.0)  # of what is left, on boards where a pass may be stuck
_FASTEST = 1e-7  # seconds for a board: no machine is faster, so no layer is wider
_WIDE_GAIN = 3  # wide layers take about this much less time for each board than narrow ones
_WORTH = 2  # a second pass must be wider than the first by this factor
_RESERVE = 0.04  # of the time goes to windows
_SHARE = 0.5  # of the free memory, at most
_NARROW = 300  # boards of a first beam, where a pass may be stuck
_PATIENCE = 150  # layers without a better value, after which a beam over neighbours is stuck
_STRIPS = 300  # boards of a first beam for a strip
_LINES, _WIDE_LINES = 2, 3  # of a strip; in narrow beams fewer lines are better
_SHORT_LINES = 4  # of two cells
_STRIPS_UNTIL = 0.7  # of the time; then rows follow
_STRIP_TIME = 0.5  # of the time that is left goes to wider beams for the strips
_STRIP_PATIENCE = 400  # layers: the blank may cross the board between two tiles of a strip
_REMEMBERED = 1 << 23  # states expanded before, at most


class Watch(Protocol):
    """What a pass reports to: a `taquin.search.monitor.Monitor`."""

    stats: Any
    limits: Any

    @property
    def seconds(self) -> float:
        """Since the search began."""

    def ready(self, before: float, /) -> None:
        """Start the clock at `before` seconds."""

    def affords(self, more: int, /) -> bool:
        """Whether `more` bytes may be used."""

    def slice(self, waiting: int, reached: int) -> None:
        """Check the limits; raises at one."""


def within_limits(
    monitor: Watch, width: Width, widest: int
) -> tuple[Width, Callable[[Counts], None]]:
    """For one pass of a beam: widths within the limit on expansions, and what counts its layers."""
    stats, most = monitor.stats, monitor.limits.expansions
    begun = Counts(stats.expanded, stats.generated)

    def narrowed(counts: Counts) -> int:
        # The present layer is expanded before the next one, whose width this is.
        left = widest if most is None else most - begun.expanded - counts.expanded - counts.size
        return max(1, min(width(counts), left))

    def report(counts: Counts) -> None:
        stats.expanded = begun.expanded + counts.expanded
        stats.generated = stats.evaluated = begun.generated + counts.generated
        stats.max_depth = max(stats.max_depth, counts.layers)
        stats.peak_frontier = max(stats.peak_frontier, counts.size)
        monitor.slice(counts.size, counts.expanded)

    return narrowed, report


class RowMethod(NamedTuple):
    """The row-and-column method.

    finish: extends moves that lead near the goal. narrow: moves from a board towards the goal
    `first` until so many columns and rows are left.
    """

    finish: Callable[[str], str]
    narrow: Callable[[Board, Board, tuple[int, int]], str]


class Outer(NamedTuple):
    """Moves that solve the outer lines of a canonical board, and what is left of it."""

    moves: str
    rest: Board


class Passes:
    """The passes for one board. `run` yields solutions in the puzzle's own moves.

    A large board is first solved down to its core, strip by strip; the passes solve the core.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        start: State,
        monitor: Watch,
        width: int,
        threads: int,
        lines: RowMethod,
    ) -> None:
        """lines: solves what is too large for beams, and what they leave unsolved."""
        self._lines, self._monitor, self._width = lines, monitor, width
        self._plan = plan_for(puzzle.goal)
        self._start = puzzle.decode(start)
        self._inner = inner_of(self._plan.width, self._plan.height)
        self._core = core_of(self._plan.width, self._plan.height)
        self._cells = self._core[0] * self._core[1]
        self._threads = threads
        self._patience: int | None = None
        if is_near(*self._core):
            self._patience = _PATIENCE if self._cells > LEARNED_CELLS else _STRIP_PATIENCE
        self._best: str | None = None  # from the core on
        self._latest: tuple[str, str] | None = None  # to the core and from there
        self._pace = 0.0  # seconds for each board of the last pass

    @property
    def latest(self) -> str | None:
        """The last solution found, also where shortening it has not ended; None without one."""
        return None if self._latest is None else simplify("".join(self._latest))

    def run(self) -> Iterator[str]:
        """Solutions, one for each pass that found any."""
        before = self._monitor.seconds
        judge = prepared(self._inner, self._core, self._threads)
        self._monitor.ready(before)
        with ThreadPoolExecutor(self._threads) as pool:
            beam = LearnedBeam(judge, pool, self._threads)
            widest = min(_STRIPS, self._width or _STRIPS)
            outer = self._narrowed()
            way = self._way(pool, outer, fixed(widest), widest)
            if way.core is None:
                yield simplify(self._lines.finish(way.letters))
                return
            first = way.letters != ""
            for widest, width in self._widths():
                solution = self._solution(beam, way, widest, width)
                if solution is not None:
                    yield solution
                if first:
                    way, first = self._wider(pool, outer, way), False

    def _way(
        self,
        pool: ThreadPoolExecutor,
        outer: Outer,
        width: Width,
        widest: int,
        lines: int = _LINES,
    ) -> Way:
        """A way to the core."""

        limit = self._monitor.limits.time

        def beam(strip: Strip, board: Board) -> PassAnswer:
            solver = LearnedBeam(lowered_strip(strip), pool, self._threads, strip.ends())
            longest = MOST_MOVES * len(board.cells)
            return self._solve(solver, board, width, widest, longest, _STRIP_PATIENCE)

        def go_on() -> bool:
            return limit is None or self._monitor.seconds < limit * _STRIPS_UNTIL

        if min(self._core) == 2:  # rows or columns
            lines = _SHORT_LINES
        moves, core = strip_off(beam, outer.rest, self._core, lines, go_on)
        letters = self._plan.view.moves(outer.moves + moves)
        letters = self._shortened(self._start, letters) if letters else ""
        return Way(letters, self._start.apply(letters), core)

    def _narrowed(self) -> Outer:
        """What lines solve on the largest boards, before any beam."""
        size = self._plan.width, self._plan.height
        board, moves = Board(*size, self._plan.board(self._start)), ""
        if size != self._inner:
            goal = Board(*size, tuple(range(len(board.cells))))
            moves = self._lines.narrow(goal, board, self._inner)
            board = corner(board.apply(moves), *self._inner)
        return Outer(moves, board)

    def _wider(self, pool: ThreadPoolExecutor, outer: Outer, way: Way) -> Way:
        """A way to the core by beams that share some of the time left, if it is better."""
        limit = self._monitor.limits.time
        if limit is None or limit > LONGEST:
            return way
        layers = max(1, len(way.letters) - len(outer.moves))
        seconds = (limit - self._monitor.seconds) * _STRIP_TIME
        widest = min(int(seconds / _FASTEST / layers), self._affordable(layers, len(self._start)))
        if widest <= _WORTH * _STRIPS or self._width:
            return way
        width = in_a_row(clock_width(widest, seconds, layers, pace=self._pace))
        wider = self._way(pool, outer, width, widest, _WIDE_LINES)
        if wider.cost() >= way.cost():
            return way
        self._best = None  # it began at another core
        return wider

    def _widths(self) -> Iterator[tuple[int, Width]]:
        """Each pass's widest layer, and the width of each of its layers."""
        limit = self._monitor.limits.time
        if limit is None or limit > LONGEST:
            for width in self._growing(self._width or _WIDEST):
                yield width, fixed(width)
            return
        first = _FIRST if self._patience is None else _NARROW
        first = min(first, self._width or first)
        yield first, fixed(first)
        for share in (_TRIAL, 1.0) if self._patience is None else _SHARES:
            seconds = (limit - self._monitor.seconds) * share - limit * _RESERVE
            # Random squares of n cells take about 0.9 n√n moves.
            length = len(self._best) if self._best else int(0.9 * self._cells**1.5)
            if share < 1 and seconds / length < _WORTH * first * self._pace:
                continue  # hardly wider than the first
            widest = int(seconds / _FASTEST / length)
            widest = min(widest, self._width or widest, self._affordable(length, self._cells))
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

    def _affordable(self, layers: int, cells: int) -> int:
        """The widest beam that fits the memory."""
        each = bytes_per_board(cells, layers)
        width = _MOST
        while width > _FIRST and not self._monitor.affords(int(width * each / _SHARE)):
            width = width * 3 // 4
        return width

    def _solution(self, beam: LearnedBeam, way: Way, widest: int, width: Width) -> str | None:
        """What one pass finds; None where that is not a solution that could be the shortest."""
        assert way.core is not None
        longest = MOST_MOVES * self._cells
        if self._best is not None:
            longest = len(self._best) - len(self._plan.walk) - 2
        expanded, began = self._monitor.stats.expanded, time.perf_counter()
        answer = self._solve(beam, way.core, width, widest, longest, self._patience)
        expanded = self._monitor.stats.expanded - expanded
        self._pace = (time.perf_counter() - began) / max(1, expanded)
        moves = self._completed(answer, way)
        if moves is None:
            return None

        def keep(found: str) -> None:
            self._latest = way.letters, found

        keep(moves)
        moves = self._shortened(way.board, moves, keep)
        if self._best is None or len(moves) < len(self._best):
            self._best = moves
        return simplify(way.letters + moves)

    def _solve(
        self,
        beam: LearnedBeam,
        board: Board,
        width: Width,
        widest: int,
        longest: int,
        patience: int | None,
    ) -> PassAnswer:
        """A beam within the limits, which counts."""
        cells = len(board.cells)
        remembered = min(_REMEMBERED, widest * 4 * cells)
        frame = BeamFrame(cells, widest, remembered=remembered, parts=self._threads)
        narrowed, report = within_limits(self._monitor, width, widest)
        return beam.solve(
            board.cells, frame, narrowed, longest=longest, patience=patience, after_layer=report
        )

    def _completed(self, answer: PassAnswer, way: Way) -> str | None:
        """The moves from the core on; None where there are none that could be the shortest."""
        if answer.solved:
            return self._plan.moves(answer.moves)
        if self._patience is None or not answer.moves:
            return None
        so_far = self._plan.view.moves(answer.moves)
        if self._best is not None and len(so_far) >= len(self._best):
            return None
        return simplify(self._lines.finish(way.letters + so_far)[len(way.letters) :])

    def _shortened(
        self, board: Board, letters: str, keep: Callable[[str], None] = lambda letters: None
    ) -> str:
        """The moves from a board with short stretches replaced, as far as the time goes."""
        limit = self._monitor.limits.time
        if len(board.cells) > MOST_CELLS:  # the windows' table would be too large
            return letters

        def go_on() -> bool:
            return limit is None or self._monitor.seconds < limit * (1 - _RESERVE / 4)

        size = self._plan.width, self._plan.height
        return shortened(*size, board.cells, letters, go_on, keep)
