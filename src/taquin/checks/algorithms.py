"""Does an algorithm solve every board that it should, at the cost and with the proofs it claims?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from typing import Any

from taquin.checks.findings import Report, Tally
from taquin.checks.heuristics import Sizes, check_sizes
from taquin.ground.errors import OptionError, named
from taquin.ground.registry import parse_options
from taquin.heuristics.base import Estimate, find_heuristic
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Metric, Puzzle, PuzzleSpace, State
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, run
from taquin.search.monitor import Limits, Stop
from taquin.search.result import SearchResult, Status
from taquin.whole.oracle import ALL_METRICS, SIZES, USUAL_GOALS, puzzles, true_distances

__all__ = ["check_algorithm"]

# An algorithm that answers none of this many boards nearest to the goal answers none at all.
_ENOUGH = 20
_UNSOLVABLE_EXPANSIONS = 2_000
_STATES = 4096
Steps = Callable[[State], Sequence[tuple[str, State, int]]]


def check_algorithm(
    subject: str | AlgorithmSpec,
    *,
    sizes: Sizes | None = None,
    goals: Sequence[str] = USUAL_GOALS,
    metrics: Sequence[Metric] = ALL_METRICS,
    topologies: Sequence[str] = ("grid",),
    heuristic: str = "manhattan",
    options: Mapping[str, object] | None = None,
    order: str = DIRECTIONS,
    optimal: bool | None = None,
    complete: bool | None = None,
    bounded: bool = True,
    expansions: int = 20_000,
    most: int | None = None,
    unsolvable: int = 6,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Solve every board of every puzzle and compare with the true distances.

    Every algorithm must return solutions that replay to the goal at the reported cost, prove only
    true bounds, and never report a solvable board as unsolvable. A bounded one must stay within its
    factor of the true distance, and prove it. A complete algorithm must solve every solvable board;
    an optimal one (with unit costs only, if so declared) must do so at the true distance. An
    incomplete algorithm may give up; such boards are counted.

    sizes: (width, height) pairs of at most ten cells. By default: 2x2, 3x2, and one 3x3 board per
    distance, with the first goal and metric; this sample can refute but prove nothing. optimal,
    complete: the promises to check, by default the declared ones. bounded: whether to check the
    declared factor. expansions: the limit for each search. A board on which a complete algorithm
    reaches it is undecided; if this happens on the first twenty boards, which are nearest to the
    goal, the check stops. most: the largest number of boards per puzzle, spread evenly over the
    distances and including the hardest; None means all. unsolvable: how many unsolvable boards to
    try per puzzle, each with at most 2,000 expansions. progress: see
    `taquin.checks.findings.Tally`.

    The check runs in this process and waits for a search that never returns. `taquin check` runs
    it in a separate process, under limits.
    """
    check_sizes(sizes or ())
    spec = ALGORITHMS.get(subject) if isinstance(subject, str) else subject
    spec = replace(
        spec,
        optimal=spec.optimal if optimal is None else optimal,
        complete=spec.complete if complete is None else complete,
        bounded=spec.bounded if bounded else None,
    )
    parse_options(spec.name, spec.options, options or {})  # raises for a wrong option
    chosen = "".join(f" {name}={value}" for name, value in (options or {}).items())
    tally = Tally(
        f"algorithm {spec.name}{chosen}",
        "puzzles",
        "boards",
        "unsolvable boards",
        "limits reached",
        "longer than optimal",
        "left unanswered",
        progress=progress,
    )
    sampled: list[tuple[str, int, int]] = []
    silent_searches = _SilentSearches()
    for where, puzzle, one_each in _plan(sizes, goals, metrics, topologies):
        tally.enter(puzzle, where)
        attempt = _Attempt(spec, puzzle, heuristic, options or {}, order, where, tally)
        attempt.silent_searches, attempt.proving = silent_searches, not one_each
        distance = true_distances(puzzle)
        tally.counts["puzzles"] += 1
        boards = _one_each(distance) if one_each else _spread(list(distance), most)
        if len(boards) < len(distance):
            sampled.append((puzzle.goal.size, len(boards), len(distance)))
        for state in boards:
            attempt.solvable(state, distance[state], expansions)
            if tally.counts["limits reached"] == tally.counts["boards"] == _ENOUGH:
                return tally.report()
        for state in _spread(_swapped(distance), unsolvable) if unsolvable else ():
            attempt.unsolvable(state)
    silent_searches.add_note(tally)
    return tally.report(_describe_samples(tally, sampled))


def _plan(
    sizes: Sizes | None,
    goals: Sequence[str],
    metrics: Sequence[Metric],
    topologies: Sequence[str],
) -> Iterator[tuple[str, Puzzle, bool]]:
    """(description, puzzle, whether to sample one board per distance) for every puzzle to try."""
    for where, puzzle in puzzles(SIZES if sizes is None else sizes, goals, metrics, topologies):
        yield where, puzzle, False
    if sizes is None:
        for where, puzzle in puzzles([(3, 3)], goals[:1], metrics[:1], topologies):
            yield where, puzzle, True


def _describe_samples(tally: Tally, sampled: list[tuple[str, int, int]]) -> str:
    """Report the sample: as a note if other puzzles were enumerated, else as a gap in the proof."""
    if not sampled:
        return ""
    size, tried, boards = sampled[-1]
    words = f"{tried:,} of the {boards:,} boards of {size}"
    if len(sampled) == tally.counts["puzzles"]:
        return f"only {words} were tried"
    tally.notes.append(f"All boards of the smaller sizes were tried, and {words}.")
    return ""


def _spread(states: Sequence[State], most: int | None) -> Sequence[State]:
    """At most `most` states at equal steps, always including the last one."""
    if most is None or most >= len(states):
        return states
    return [states[-1 - i * len(states) // most] for i in range(most)][::-1]


def _one_each(distance: Mapping[State, int]) -> Sequence[State]:
    """One state per distance, from the middle of its layer."""
    layers = (list(layer) for _, layer in groupby(distance, key=distance.__getitem__))
    return [layer[len(layer) // 2] for layer in layers]


def _swapped(distance: Mapping[State, int]) -> list[State]:
    """Unreachable boards, found by exchanging tiles 1 and 2 (sometimes there are none)."""
    swap = bytes.maketrans(bytes((1, 2)), bytes((2, 1)))
    return [other for state in distance if (other := state.translate(swap)) not in distance]


class _SilentSearches:
    """Counts solutions found without a counted expansion: no limit can stop such a search."""

    def __init__(self) -> None:
        self.solved = self.silent = 0

    def note(self, result: SearchResult) -> None:
        """Count one solution."""
        if result.moves:
            self.solved += 1
            self.silent += result.stats.expanded == 0

    def add_note(self, tally: Tally) -> None:
        """Add a note to the report. A solution of one move may need no expansion."""
        if self.silent > 1:
            boards = "all" if self.silent == self.solved else f"{self.silent:,} of {self.solved:,}"
            tally.notes.append(
                f"It solves {boards} boards with 0 nodes expanded: it does not call "
                "monitor.expand(node, len(successors)) before it uses a node's successors. Its "
                "counters stay 0, and no time, node or memory limit can stop it."
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


class _Attempt:
    """One algorithm on one puzzle."""

    def __init__(
        self,
        spec: AlgorithmSpec,
        puzzle: Puzzle,
        heuristic: str,
        options: Mapping[str, object],
        order: str,
        where: str,
        tally: Tally,
    ) -> None:
        self.spec, self.puzzle, self.options = spec, puzzle, options
        self._space = space = puzzle.space(puzzle.goal, order=order)
        self._steps = _kept(space.successors), _kept(space.predecessors)
        self.where, self.tally = where, tally
        self.silent_searches, self.proving = _SilentSearches(), True
        heuristic_spec, arguments = find_heuristic(heuristic)
        self._build_back: Callable[[Board], Estimate] = lambda goal: heuristic_spec.factory(
            puzzle.backwards(goal), *arguments
        )
        self._h = heuristic_spec.factory(puzzle, *arguments) if spec.informed else None
        self._proves = not spec.informed or heuristic_spec.admissible
        self._optimal = spec.optimal and (puzzle.equal_costs or not spec.unit_cost)
        self._factor: float | None = None
        if spec.bounded is not None and self._proves:
            given = {name: option.default for name, option in spec.options.items()}
            self._factor = float(str({**given, **options}[spec.bounded]))

    def _run(self, state: State, expansions: int) -> SearchResult | None:
        self.tally.examine(state)
        two_sided = self.spec.informed and self.spec.bidirectional
        try:
            result = run(
                self.spec,
                _LimitedSpace(self._space, self._steps, state, 2 * expansions),
                self._h,
                self._build_back(self.puzzle.decode(state)) if two_sided else None,
                options=self.options,
                limits=Limits(expansions=expansions),
            )
        except MemoryError:
            raise
        except OptionError as error:
            self._fail(state, str(error).rstrip("."))
            return None
        except (Exception, SystemExit) as error:
            self._fail(state, f"raised {named(error)}")
            return None
        if result.limit == "interrupt":
            raise KeyboardInterrupt
        return result

    def _fail(self, state: State, what: str) -> None:
        self.tally.fail_on(what, state, self.puzzle, self.where)

    def solvable(self, state: State, true: int, expansions: int) -> None:
        """Run from `state`, whose distance is `true`, and judge the outcome."""
        self.tally.counts["boards"] += 1
        result = self._run(state, expansions)
        if result is None:
            return
        if result.status is Status.LIMIT:
            self.tally.counts["limits reached"] += 1
            self.tally.undecided += self.spec.complete and self.proving
        elif result.status is Status.UNSOLVABLE:
            self._fail(state, f"reported unsolvable, but the true distance is {true}")
        elif result.status is Status.INCOMPLETE:
            self.tally.counts["left unanswered"] += 1
            if self.spec.complete:
                self._fail(state, "gave up although declared complete")
        self.silent_searches.note(result)
        bound = result.refuted_bound or result.lower_bound
        if self._proves and bound is not None and bound > true:
            self._fail(state, f"lower bound {bound} exceeds the true distance {true}")
        if result.status is Status.SOLVED and result.moves is None:
            self._fail(state, "reported solved, but returned no moves,")
        if result.moves is None or not self._replays(state, result):
            return
        self.tally.counts["longer than optimal"] += result.cost != true
        if self._optimal and result.status is Status.SOLVED and result.cost != true:
            self._fail(state, f"cost {result.cost} exceeds the true distance {true}")
        if self._factor is not None and result.status is Status.SOLVED:
            self._check_factor(state, result, true, self._factor)

    def _check_factor(self, state: State, result: SearchResult, true: int, factor: float) -> None:
        """The cost must be within the declared factor of the optimum, and the result prove it."""
        within = f"{factor:g} times (-o {self.spec.bounded}={factor:g})"
        if (result.cost or 0) > factor * true + 1e-9:
            self._fail(state, f"cost {result.cost} exceeds {within} the true distance {true}")
        proved = result.bound_factor
        if proved is None or proved > factor + 1e-9:
            self._fail(state, f"cost {result.cost} is proved only {proved} times, not {within},")

    def _replays(self, state: State, result: SearchResult) -> bool:
        """Follow the moves on the neighbour table alone; report the first disagreement."""
        at, cost = state, 0
        successors = self.puzzle.space(self.puzzle.goal).successors
        for number, move in enumerate(result.moves or (), start=1):
            step = {name: (after, price) for name, after, price in successors(at)}.get(move)
            if step is None:
                self._fail(state, f"move {number} of its solution, {move}, is illegal")
                return False
            at, cost = step[0], cost + step[1]
        if self.puzzle.decode(at) != self.puzzle.goal:
            self._fail(state, f"its solution ends at {self.puzzle.decode(at)}, not at the goal,")
            return False
        if cost != result.cost:
            self._fail(state, f"reports cost {result.cost}, but its moves cost {cost},")
            return False
        return True

    def unsolvable(self, state: State) -> None:
        """Run from an unsolvable board: the search must prove it unsolvable or reach its limit."""
        self.tally.counts["unsolvable boards"] += 1
        result = self._run(state, _UNSOLVABLE_EXPANSIONS)
        if result is None:
            return
        if result.moves is not None or result.status is Status.SOLVED:
            self._fail(state, "returned a solution although none exists")
        elif result.status is Status.INCOMPLETE and self.spec.complete:
            self._fail(state, "gave up although declared complete")
