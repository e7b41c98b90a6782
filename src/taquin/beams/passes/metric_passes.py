"""The passes of an anytime beam on every board type and in every metric.

Most beams rank boards by a value in the question's metric. Where no model fits the board, what is
short in single-tile moves may cost less: there, a beam ranks by these, too, and its solution is
charged in the metric. Later passes rank as the one did whose solution cost less.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, Protocol

from taquin.beams.passes.beam import Width, clock_width, fixed
from taquin.beams.passes.metric_pass import MetricBeam, bytes_per_board
from taquin.beams.passes.passes import Watch, within_limits
from taquin.beams.passes.step_pass import StepBeam, step_beam
from taquin.beams.value.metric_value import metric_tables, metric_value
from taquin.beams.value.plan import (
    LONGEST,
    MOST_MOVES,
    has_own_model,
    has_own_value,
    has_step_beam,
    has_torus_beam,
)
from taquin.ground.announce import announce
from taquin.ground.heard import NoticeSentence
from taquin.ground.once import once
from taquin.kernels.base.cache import telling_of_compiling
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.scramble import random_walk

__all__ = ["MetricPasses", "Ranking", "rankings"]

# By the value of the question's metric, or by one of single-tile moves.
Ranking = Literal["metric", "steps"]

_NARROW = 300  # boards of the first beam, which takes a fraction of a second
_WIDEST = 10_000  # without a time limit
_GROWTH = 6  # from one width to the next without a time limit
_MOST = 1 << 20  # boards in a layer, however much time and memory there is
_SHARES = (0.08, 0.3, 1.0)  # of the time that is left, for one pass after another
_TRIAL = 0.12  # the first of them, where beams rank by two metrics, for each
_PUSHES = 1.5  # times less must a solution in steps cost in pushes than one of a narrow beam
_WORTH = 2  # a pass must be wider than the first by this factor, unless it is the last
_AGAIN = 3  # times, with what a pass leaves that is stuck, or that left out a part
_RESERVE = 0.06  # of the time goes to shortening what was found
_FASTEST = 1e-7  # seconds for a board: no machine is faster, so no layer is wider
_WIDE_GAIN = 2  # wide layers take about this much less time for each board than narrow ones
_MEMORY = 0.4  # of the free memory, at most
_REMEMBERED = 1 << 22  # boards expanded before, at most
_AWAY = 4  # moves from the goal of the board with which kernels are compiled
_SECTIONED = 10  # more of them may be tried, at equal intervals
_SECTIONS = 3  # beside the whole board, for which the first pass is made in any case
_UNSOLVED = 1.5  # layers of a first solution for each of an average board, where none is known


class Best(Protocol):
    """A solution: its cost and the labels of its moves."""

    @property
    def g(self) -> int:
        """Its cost."""

    def moves(self) -> tuple[str, ...]:
        """The labels of its moves."""


class MetricWatch(Watch, Protocol):
    """What the passes report to: a `taquin.search.monitor.Monitor`."""

    @property
    def incumbent(self) -> Best | None:
        """The best solution so far."""


class Portion(Protocol):
    """A board, or what is left of one: a `taquin.constructive.sections.Section`."""

    @property
    def puzzle(self) -> Puzzle:
        """Its board type, goal and metric."""

    @property
    def start(self) -> State:
        """Its board."""

    @property
    def cost(self) -> int:
        """Of the moves before it."""

    def joined(self, labels: Sequence[str]) -> list[str]:
        """The moves of the whole board, with these for this part."""


class MetricPasses:
    """The passes for one board. `run` yields solutions as labels of moves.

    sections: the whole board, then what is left of it once more and more of its cells are done.
    """

    def __init__(
        self,
        sections: Sequence[Portion],
        monitor: MetricWatch,
        width: int,
        threads: int,
        finish: Callable[[str], str],
    ) -> None:
        """finish: extends moves that lead near the goal."""
        self._sections, self._threads, self._finish = sections, threads, finish
        self._puzzle, self._monitor, self._width = sections[0].puzzle, monitor, width
        self._rankings = rankings(self._puzzle)
        self._ranking = self._rankings[0]  # of the next pass
        # In mtm, wide beams gain more by their own value than a second trial of steps tells.
        tried = len(self._rankings) > 1 and self._puzzle.metric != "mtm"
        self._on_trial: tuple[Ranking | None, ...] = self._rankings if tried else (None,)
        self._paces: dict[Ranking, float] = {}
        self._charged: dict[Ranking, int] = {}  # the least cost so far
        self._steps: dict[int, int] = {}  # the fewest single-tile moves so far by section
        self._pace = 0.0  # seconds for each board of the last pass
        self._stuck = False  # whether it found nothing
        self._costs: dict[int, int] = {}  # the least so far by section
        self._barred = 0  # the section in which the last pass that was stuck was

    def run(self, before: float) -> Iterator[list[str] | None]:
        """What each pass found: moves cheaper than the monitor's incumbent, or None.

        before: seconds of search so far; what has gone by since was spent on loading code.
        """
        for ranking in self._rankings:
            _prepared(self._puzzle, ranking, self._threads)
        self._monitor.ready(before)
        moves = max(self._beam(0, ranking).moves for ranking in self._rankings)
        for number, (widest, width) in enumerate(self._widths(moves)):
            for section in self._tried(number):
                yield self._pass(section, widest, width)
            if number == 0:
                for ranking in self._rankings[1:]:
                    self._rank_by(ranking)
                    yield self._pass(self._cheapest, widest, width)

    @property
    def _cheapest(self) -> int:
        """The section through which the cheapest solution came; the whole board without any."""
        return min(self._costs, key=self._costs.__getitem__, default=0)

    @property
    def _without_solution(self) -> Ranking | None:
        """A ranking whose beams have found nothing so far; None without one."""
        return next((one for one in self._rankings if one not in self._charged), None)

    def _rank_by(self, ranking: Ranking | None) -> None:
        """Rank the next pass; with None, as the one did that found the cheapest solution.

        Where no pass has found any, by turns.
        """
        if ranking is None:
            at = self._rankings.index(self._ranking)
            other = self._rankings[(at + 1) % len(self._rankings)]
            charged = [(cost * self._handicap(one), one) for one, cost in self._charged.items()]
            ranking = min(charged, key=lambda each: each[0], default=(0, other))[1]
        self._ranking, self._pace = ranking, self._paces.get(ranking, self._pace)

    def _handicap(self, ranking: Ranking) -> float:
        return _PUSHES if ranking == "steps" and self._puzzle.metric == "mtm" else 1

    def _tried(self, number: int) -> Iterator[int]:
        """The sections for a pass of this number.

        The first pass, which is narrow, is repeated for several of them, and until a beam comes
        through; the whole board is enough if that costs half of what was built. Wider beams come
        through larger parts of the board. So later passes are by turns for the section that cost
        least and for the whole board, if hardly more was done in that; else mostly for one between
        that section and the last in which a pass was stuck.
        """
        if number == 0:
            section, last, built = 0, len(self._sections) - 1, self._monitor.incumbent
            while section <= last and (section <= _SECTIONS or not self._costs):
                yield section
                if built is not None and 0 in self._costs and 2 * self._costs[0] < built.g:
                    break
                section += 1 if section < _SECTIONS else max(1, last // _SECTIONED)
            self._barred = 0
            return
        best = self._cheapest
        if best <= _SECTIONS:
            yield best if number % 2 else 0
        else:
            yield best if number % 3 == 0 else (min(self._barred, best) + best) // 2

    def _beam(self, section: int, ranking: Ranking) -> MetricBeam | StepBeam:
        return _lowered(self._sections[section].puzzle, ranking, self._threads)

    @property
    def _layers(self) -> int:
        """About how many layers a pass has: the moves of the best solution, if there is one."""
        best, most = self._monitor.incumbent, int(_UNSOLVED * self._puzzle.cells**1.5)
        if best is None:
            return most
        steps = self._ranking == "steps"
        length = sum(map(len, best.moves())) if steps else len(best.moves())
        # On a torus, rows take three times as many; so with walls.
        board_type = self._puzzle.topology
        walled = board_type.is_part_of_grid and not board_type.is_grid
        fast = steps and not walled and has_step_beam(self._puzzle)
        short = fast or len(self._sections) > 1
        return min(length, most) if short else length

    def _widths(self, moves: int) -> Iterator[tuple[int, Width]]:
        """Each pass's widest layer, and the width of each of its layers."""
        limit, first = self._monitor.limits.time, min(_NARROW, self._width or _NARROW)
        yield first, fixed(first)
        if limit is None or limit > LONGEST:
            width, tried = first, self._on_trial
            while width < (self._width or _WIDEST):
                width = min(width * _GROWTH, self._width or _WIDEST)
                for ranking in tried:
                    self._rank_by(ranking)
                    yield width, fixed(width)
                tried = (None,)
            return
        first_share = _SHARES[0] if self._on_trial == (None,) else _TRIAL
        passes = [(first_share, ranking) for ranking in self._on_trial]
        passes += [(share, None) for share in _SHARES[1:]]
        for number, (share, ranking) in enumerate((*passes, *[(1.0, None)] * _AGAIN)):
            if number >= len(passes) and not (self._stuck or len(self._sections) > 1):
                return
            if len(self._rankings) > 1 and ranking is None and share < 1:
                ranking = self._without_solution
            self._rank_by(ranking)
            seconds = (limit - self._monitor.seconds) * share - limit * _RESERVE
            brief = seconds / self._layers < _WORTH * first * self._pace
            if share < 1 and ranking is None and brief:
                continue  # hardly wider than the first
            widest = min(int(seconds / _FASTEST / self._layers), self._width or _MOST)
            widest = min(widest, self._affordable(moves))
            if widest > first and seconds > 0:
                pace = max(_FASTEST, self._pace / _WIDE_GAIN)
                yield widest, clock_width(widest, seconds, self._layers, pace=pace)

    def _affordable(self, moves: int) -> int:
        """The widest layer for which there is memory."""
        each = bytes_per_board(self._puzzle.cells, moves, 2 * self._layers)
        width = _MOST
        while width > _NARROW and not self._monitor.affords(int(each * width / _MEMORY)):
            width //= 2
        return width

    def _pass(self, number: int, widest: int, width: Width) -> list[str] | None:
        """A beam within the limits, which counts, for a section: cheaper moves, or None."""
        monitor, cells, section = self._monitor, self._puzzle.cells, self._sections[number]
        ranking = self._ranking
        expanded, began = monitor.stats.expanded, time.perf_counter()
        narrowed, report = within_limits(monitor, width, widest)
        beam, nearest = self._beam(number, ranking), list[str]()
        solve = (
            partial(beam.solve, stuck=nearest.append) if isinstance(beam, StepBeam) else beam.solve
        )
        moves = solve(
            [*section.start],
            widest,
            narrowed,
            remembered=min(_REMEMBERED, widest * 4 * cells),
            longest=MOST_MOVES * cells,
            below=self._below(number),
            after_layer=report,
        )
        self._stuck = moves is None
        done = max(1, monitor.stats.expanded - expanded)
        self._pace = self._paces[ranking] = (time.perf_counter() - began) / done
        if moves is None:
            self._barred = number
            return None if self._costs or number else self._finished(nearest)
        if ranking == "steps":
            self._steps[number] = len(moves)
        found = section.joined(moves)
        cost = self._puzzle.cost(self._puzzle.decode(self._sections[0].start), "".join(found))
        self._costs[number] = min(cost, self._costs.get(number, cost))
        self._charged[ranking] = min(cost, self._charged.get(ranking, cost))
        return found if monitor.incumbent is None or cost < monitor.incumbent.g else None

    def _finished(self, nearest: Sequence[str]) -> list[str] | None:
        """What the row-and-column method makes of where beams were stuck, if that is cheaper."""
        best = self._monitor.incumbent
        for letters in nearest:
            found = self._finish(letters)
            cost = self._puzzle.cost(self._puzzle.decode(self._sections[0].start), found)
            if best is None or cost < best.g:
                return [*found]
        return None

    def _below(self, number: int) -> int | None:
        """What a solution of a section must cost less than, as the next pass counts costs."""
        if self._ranking == "steps" and self._puzzle.metric != "stm":
            return self._steps.get(number)
        best = self._monitor.incumbent
        return None if best is None else best.g - self._sections[number].cost


def rankings(puzzle: Puzzle) -> tuple[Ranking, ...]:
    """How beams rank boards of the puzzle.

    By single-tile moves alone, if a model or neighbouring tiles know these on the whole board; if
    there is a stretched model, or with walls, by two values whose beams are stuck on different
    boards. In other metrics by both, unless a model fits. Where distances alone rank single-tile
    moves, they say little of pushes.
    """
    knows_steps = has_step_beam(puzzle)
    if puzzle.metric == "stm":
        stretched = has_torus_beam(puzzle) and not has_own_model(puzzle)
        walled = puzzle.topology.is_part_of_grid and has_own_value(puzzle)
        both = knows_steps and (stretched or walled)
        return ("steps", "metric") if both else ("steps",) if knows_steps else ("metric",)
    if not has_own_value(puzzle):
        return ("steps",)
    both = not has_own_model(puzzle) and (knows_steps or puzzle.metric == "expense")
    return ("metric", "steps") if both else ("metric",)


def _prepared(puzzle: Puzzle, ranking: Ranking, threads: int) -> None:
    """Compile every kernel of the puzzle's beam."""
    with telling_of_compiling(announce, NoticeSentence.BEAM, lost=partial(announce, private=True)):
        beam = _lowered(puzzle, ranking, threads)
        start = random_walk(puzzle, _AWAY, seed=0)  # a board that takes some layers
        beam.solve(start.cells, 4, fixed(4), remembered=64, longest=8, below=8)


@once(maxsize=2)
def _lowered(puzzle: Puzzle, ranking: Ranking, threads: int) -> MetricBeam | StepBeam:
    if ranking == "steps":
        if puzzle.metric != "stm":
            puzzle = replace(puzzle, metric="stm", costs=None)
        beam = step_beam(puzzle, threads)
        if beam is not None:
            return beam
    value = metric_value(puzzle)
    lacking = puzzle.topology.is_part_of_grid and not puzzle.topology.is_grid
    return MetricBeam(metric_tables(puzzle, value), value, puzzle.goal.cells, lacking=lacking)
