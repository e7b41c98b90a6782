"""Answers the questions of a check in the process that runs the heuristic or the search."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf
from numbers import Rational
from typing import Any

from taquin.checks.answers import SearchAnswer, Value
from taquin.ground.declaration import is_ours, located
from taquin.ground.errors import OptionError, named, quoted, shown
from taquin.ground.estimates import number_of
from taquin.ground.registry import parse_options
from taquin.heuristics.base import (
    Estimate,
    Extent,
    checked_estimate,
    factory_advice,
    find_heuristic,
)
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import METRICS, Puzzle, PuzzleSpace, State
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, run
from taquin.search.monitor import Limits, Stop
from taquin.search.watchdog import Overdue
from taquin.solving.question.plugins import place
from taquin.whole.oracle import USUAL_GOALS

__all__ = ["HeuristicInside", "SearchInside", "extent", "read_value", "value_of", "wrong_with"]

_STATES = 4096
_BITS = 62
Steps = Callable[[State], Sequence[tuple[str, State, int]]]


def raised(error: BaseException) -> str:
    """What a user's code raised, and in which line of its file."""
    where = place(error)
    return f"raised {named(error)}" + (f" ({where})" if where else "")


def wrong_with(given: Value, true: int) -> str | None:
    """What is wrong with a value where the true distance is `true`, were it no claim at all."""
    if isinstance(given, str):
        return given
    if given < 0:
        return f"h = {given}, expected 0 or more,"
    if true == 0 and given:
        return f"h = {given}, expected 0 at the goal,"
    return None


def value_of(h: Callable[[Any], Any], state: Any, *, infinite: bool = False) -> Value:
    """The value of h for a state, or what is wrong with it. A float such as 2.0 is an int.

    infinite: whether infinity is a value: no way leads from there.
    """
    try:
        estimate = h(state)
    except MemoryError:
        raise
    except (Exception, SystemExit, GeneratorExit) as error:
        return f"h {raised(error)}"
    return read_value(estimate, infinite=infinite)


def read_value(estimate: object, *, infinite: bool = False) -> Value:
    """A number as searches read it, negative or not, or what is wrong with it."""
    number: Any = number_of(estimate)
    if number is None or (abs(number) == inf and not (infinite and number == inf)):
        return f"h = {quoted(estimate)}, expected a number,"
    if isinstance(estimate, Rational) and abs(number) >= 1 << _BITS:
        return f"h = {shown(estimate)}, expected a number below 2^{_BITS},"
    return number if type(number) is int and abs(number) < 1 << _BITS else float(number)


def extent(declared: Extent, every: Sequence[str]) -> tuple[str, ...] | None:
    """The goals or metrics that a declaration names."""
    return None if declared is None else tuple(every if declared == "every" else declared)


class HeuristicInside:
    """A heuristic of this process; see `taquin.checks.answers.HeuristicSubject`."""

    def __init__(self, subject: str | Callable[[Puzzle], Estimate]) -> None:
        """subject: a heuristic's name or a factory, which is taken to claim both."""
        arguments: tuple[str, ...] = ()
        self.goals: Sequence[str] | None = None
        self.metrics: Sequence[str] | None = None
        if isinstance(subject, str):
            spec, arguments = find_heuristic(subject)
            self.name, factory = subject, spec.factory
            self.claims = spec.admissible, spec.consistent
            self.goals = extent(spec.goals, USUAL_GOALS)
            self.metrics = extent(spec.metrics, tuple(METRICS))
        else:
            if subject is None or not callable(subject):
                raise OptionError(
                    f"heuristic {quoted(subject)}: expected a name such as manhattan, or a factory."
                )
            self.name, factory = getattr(subject, "__name__", "(unnamed)"), subject
            self.claims = True, True
        self._located = located(f"heuristic {self.name}", factory)
        self._factory: Callable[[Puzzle], Estimate] = lambda puzzle: factory(puzzle, *arguments)
        self._h: Estimate | None = None

    def build(self, puzzle: Puzzle) -> str:
        """Call the factory."""
        try:
            h = self._factory(puzzle)
        except MemoryError:
            raise
        except OptionError:
            raise
        except (Exception, SystemExit) as error:
            return f"the factory {raised(error)}\n{factory_advice(named(error)).strip()}"
        try:
            self._h = checked_estimate(self._located, h, puzzle)
        except OptionError as error:
            return str(error).rstrip(".")
        return ""

    def values(self, states: Sequence[State]) -> Iterator[Value]:
        """Call the function for each state."""
        h = self._h
        assert h is not None, "build comes first"
        return (value_of(h, state) for state in states)


class SearchInside:
    """A search of this process; see `taquin.checks.answers.SearchSubject`.

    heuristic: the name of the one that an informed search gets. order: of successors.
    """

    def __init__(
        self,
        subject: str | AlgorithmSpec,
        heuristic: str = "manhattan",
        options: Mapping[str, object] | None = None,
        order: str = DIRECTIONS,
    ) -> None:
        spec = subject if isinstance(subject, AlgorithmSpec) else ALGORITHMS.get(subject)
        parse_options(
            spec.name, spec.options, {} if options is None else options
        )  # raises for a wrong option
        self.spec, self._order = spec, order
        self.options: Mapping[str, object] = options or {}
        self.name, self.optimal, self.complete = spec.name, spec.optimal, spec.complete
        self.unit_cost, self.informed, self.ours = (
            spec.unit_cost,
            spec.informed,
            is_ours(spec.search),
        )
        self._heuristic, self._arguments = find_heuristic(heuristic)
        self.admissible = not spec.informed or self._heuristic.admissible
        self.bounded: tuple[str, float] | None = None
        given = {name: option.default for name, option in spec.options.items()}
        given.update(self.options)
        unbounded = any(f"{name}={value}" in spec.unbounded for name, value in given.items())
        if spec.bounded is not None and not unbounded:
            self.bounded = spec.bounded, float(str(given[spec.bounded]))
        self._puzzle: Puzzle | None = None
        self._h: Estimate | None = None

    def _build_back(self, goal: Board) -> Estimate:
        assert self._puzzle is not None
        return self._heuristic.factory(self._puzzle.backwards(goal), *self._arguments)

    def prepare(self, puzzle: Puzzle) -> None:
        """Build the heuristic; keep successors, for which all searches of a small space ask."""
        self._puzzle = puzzle
        self._space = space = puzzle.space(puzzle.goal, order=self._order)
        self._steps = _kept(space.successors), _kept(space.predecessors)
        self._h = None
        if self.spec.informed:
            self._h = self._heuristic.factory(puzzle, *self._arguments)

    def solve(self, state: State, expansions: int, patience: float | None = None) -> SearchAnswer:
        """Run the search. Nothing limits its time here."""
        puzzle, two_sided = self._puzzle, self.spec.informed and self.spec.bidirectional
        assert puzzle is not None, "prepare comes first"
        try:
            result = run(
                self.spec,
                _LimitedSpace(self._space, self._steps, state, 2 * expansions),
                self._h,
                self._build_back(puzzle.decode(state)) if two_sided else None,
                options=self.options,
                limits=Limits(expansions=expansions),
            )
        except (MemoryError, Overdue):
            raise
        except OptionError as error:
            return SearchAnswer(fault=str(error).rstrip("."))
        except (Exception, SystemExit) as error:
            return SearchAnswer(fault=raised(error))
        if result.limit == "interrupt":
            raise KeyboardInterrupt
        return SearchAnswer(
            str(result.status),
            result.limit,
            result.moves,
            result.cost,
            result.refuted_bound or result.lower_bound,
            result.stats.expanded,
            result.stats.generated,
        )


def _kept(step: Steps) -> Steps:
    """The same, kept for later searches: a small board has few states, and all ask for them."""
    return lru_cache(_STATES)(lambda state: tuple(step(state)))


class _LimitedSpace:
    """A puzzle's space that stops the search after `most` calls, even if the search counts none.

    steps: the puzzle's successors and predecessors.
    """

    costs_hold = True

    def __init__(
        self, space: PuzzleSpace, steps: tuple[Steps, Steps], start: State, most: int
    ) -> None:
        self.start, self.goal, self.min_cost = start, space.goal, space.min_cost
        self.is_goal, self.puzzle, self.order = space.is_goal, space.puzzle, space.order
        self._left = most
        self.successors, self.predecessors = map(self._counted, steps)

    def _counted(self, step: Callable[[State], Any]) -> Callable[[State], Any]:
        def counted(state: State) -> Any:
            self._left -= 1
            if self._left < 0:
                raise Stop("expansions")
            return step(state)

        return counted
