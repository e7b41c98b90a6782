"""Does an algorithm solve what it should, as cheaply as it says, and never claim too much?"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from taquin.checks.heuristics import Sizes, check_sizes
from taquin.errors import OptionError
from taquin.findings import Report, Tally, named
from taquin.heuristics.base import Estimate, find_heuristic
from taquin.oracle import GOALS, METRICS, SIZES, puzzles, true_distances
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.registry import parse_options
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, run
from taquin.search.monitor import Limits, Stop
from taquin.search.result import SearchResult, Status

__all__ = ["check_algorithm"]

# An algorithm that answers none of so many boards nearest to the goal answers none.
_ENOUGH = 20
_UNSOLVABLE_EXPANSIONS = 2_000


def check_algorithm(
    subject: str | AlgorithmSpec,
    *,
    sizes: Sizes | None = None,
    goals: Sequence[str] = GOALS,
    metrics: Sequence[Metric] = METRICS,
    topologies: Sequence[str] = ("grid",),
    heuristic: str = "manhattan",
    options: Mapping[str, object] | None = None,
    order: str = DIRECTIONS,
    optimal: bool | None = None,
    complete: bool | None = None,
    expansions: int = 20_000,
    most: int | None = None,
    unsolvable: int = 6,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Solve every board of every puzzle and compare with the true distances.

    Required of all: a solution replays to the goal at the cost it names, proved bounds hold,
    `unsolvable` is said of no solvable board. If complete, every solvable board is solved; if
    optimal (with unit costs only, where it says so), at the true distance. What is declared
    incomplete may give up, which is counted.

    sizes: (width, height) pairs of at most ten cells; by default 2x2 and 3x2, and of 3x3, with the
    first of the goals and metrics, one board a distance, which proves nothing and may refute.
    optimal, complete: what it promises, by default what it declares. expansions: the limit of
    one search; what a complete algorithm leaves at it is undecided, and if that is so of the
    twenty boards that come first, nearest to the goal, no other is tried. most: boards of each
    puzzle, evenly spread over the distances, the hardest among them; None is all. unsolvable:
    boards that cannot be solved, of each puzzle; they are run under a limit of 2,000 expansions.
    progress: see `taquin.findings.Tally`.

    It runs in this process: a search that never returns is waited for. `taquin check` runs it in
    a process of its own, under limits.
    """
    check_sizes(sizes or ())
    spec = ALGORITHMS.get(subject) if isinstance(subject, str) else subject
    spec = replace(
        spec,
        optimal=spec.optimal if optimal is None else optimal,
        complete=spec.complete if complete is None else complete,
    )
    parse_options(spec.name, spec.options, options or {})  # or it raises
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
    uncounted = _Uncounted()
    for where, puzzle, one_each in _plan(sizes, goals, metrics, topologies):
        tally.enter(puzzle, where)
        attempt = _Attempt(spec, puzzle, heuristic, options or {}, order, where, tally)
        attempt.uncounted, attempt.proving = uncounted, not one_each
        distance = true_distances(puzzle)
        tally.counts["puzzles"] += 1
        boards = _one_each(distance) if one_each else _spread(list(distance), most)
        if len(boards) < len(distance):
            sampled.append((puzzle.goal.size, len(boards), len(distance)))
        for state in boards:
            attempt.solvable(state, distance[state], expansions)
            if tally.counts["limits reached"] == tally.counts["boards"] == _ENOUGH:
                return tally.report()
        for state in _spread(_swapped(distance), unsolvable):
            attempt.unsolvable(state)
    uncounted.add_note(tally)
    return tally.report(_describe_samples(tally, sampled))


def _plan(
    sizes: Sizes | None,
    goals: Sequence[str],
    metrics: Sequence[Metric],
    topologies: Sequence[str],
) -> Iterator[tuple[str, Puzzle, bool]]:
    """(description, puzzle, whether one board a distance will do) for all that is to be tried."""
    for where, puzzle in puzzles(SIZES if sizes is None else sizes, goals, metrics, topologies):
        yield where, puzzle, False
    if sizes is None:
        for where, puzzle in puzzles([(3, 3)], goals[:1], metrics[:1], topologies):
            yield where, puzzle, True


def _describe_samples(tally: Tally, sampled: list[tuple[str, int, int]]) -> str:
    """What a sample means: a note beside what was enumerated, else why nothing is proved."""
    if not sampled:
        return ""
    size, tried, boards = sampled[-1]
    words = f"{tried:,} of the {boards:,} boards of {size}"
    if len(sampled) == tally.counts["puzzles"]:
        return f"only {words} were tried"
    tally.notes.append(f"All boards of the smaller sizes were tried, and {words}.")
    return ""


def _spread(states: Sequence[State], most: int | None) -> Sequence[State]:
    """At most `most` states at equal steps, the last one always among them."""
    if most is None or most >= len(states):
        return states
    return [states[-1 - i * len(states) // most] for i in range(most)][::-1]


def _one_each(distance: Mapping[State, int]) -> Sequence[State]:
    """One state of every distance, from the middle of all those."""
    layers = (list(layer) for _, layer in groupby(distance, key=distance.__getitem__))
    return [layer[len(layer) // 2] for layer in layers]


def _swapped(distance: Mapping[State, int]) -> list[State]:
    """Boards beyond reach, made by exchanging tiles 1 and 2 (sometimes there are none)."""
    swap = bytes.maketrans(bytes((1, 2)), bytes((2, 1)))
    return [other for state in distance if (other := state.translate(swap)) not in distance]


class _Uncounted:
    """Searches that moved and counted nothing: no limit can stop such a search."""

    def __init__(self) -> None:
        self.solved = self.silent = 0

    def note(self, result: SearchResult) -> None:
        """Look at one solution."""
        if result.moves:
            self.solved += 1
            self.silent += result.stats.expanded == 0

    def add_note(self, tally: Tally) -> None:
        """Say so in the report. A solution of one move may be found without an expansion."""
        if self.silent > 1:
            boards = "all" if self.silent == self.solved else f"{self.silent:,} of {self.solved:,}"
            tally.notes.append(
                f"It solves {boards} boards with 0 nodes expanded: it does not call "
                "monitor.expand(node, len(successors)) before it uses a node's successors. Its "
                "counters stay 0, and no time, node or memory limit can stop it."
            )


class _Fence:
    """A puzzle's space that ends the search after so many calls, whatever the search counts."""

    costs_hold = True

    def __init__(self, puzzle: Puzzle, start: Board, order: str, most: int) -> None:
        space = puzzle.space(start, order=order)
        self.start, self.goal, self.min_cost = space.start, space.goal, space.min_cost
        self.is_goal, self.puzzle, self.order = space.is_goal, puzzle, order
        self._left = most
        self.successors = self._counted(space.successors)
        self.predecessors = self._counted(space.predecessors)

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
        self.spec, self.puzzle, self.options, self.order = spec, puzzle, options, order
        self.where, self.tally = where, tally
        self.uncounted, self.proving = _Uncounted(), True
        heuristic_spec, arguments = find_heuristic(heuristic)
        self._build: Callable[[Board], Estimate] = lambda goal: heuristic_spec.factory(
            puzzle.towards(goal), *arguments
        )
        self._h = self._build(puzzle.goal) if spec.informed else None
        self._proves = not spec.informed or heuristic_spec.admissible
        self._optimal = spec.optimal and not (spec.unit_cost and puzzle.metric == "expense")

    def _run(self, state: State, expansions: int) -> SearchResult | None:
        self.tally.examine(state)
        start = self.puzzle.decode(state)
        two_sided = self.spec.informed and self.spec.bidirectional
        try:
            result = run(
                self.spec,
                _Fence(self.puzzle, start, self.order, 2 * expansions),
                self._h,
                self._build(start) if two_sided else None,
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
            self._fail(state, f"said unsolvable, true distance {true}")
        elif result.status is Status.INCOMPLETE:
            self.tally.counts["left unanswered"] += 1
            if self.spec.complete:
                self._fail(state, f"gave up though declared complete, true distance {true}")
        self.uncounted.note(result)
        bound = result.refuted_bound or result.lower_bound
        if self._proves and bound is not None and bound > true:
            self._fail(state, f"lower bound {bound}, true distance {true}")
        if result.status is Status.SOLVED and result.moves is None:
            self._fail(state, "solved without moves")
        if result.moves is None or not self._replays(state, result):
            return
        self.tally.counts["longer than optimal"] += result.cost != true
        if self._optimal and result.status is Status.SOLVED and result.cost != true:
            self._fail(state, f"cost {result.cost}, true distance {true}")

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
            self._fail(state, f"its solution ends on {self.puzzle.decode(at)}, not on the goal")
            return False
        if cost != result.cost:
            self._fail(state, f"names cost {result.cost}, its moves cost {cost}")
            return False
        return True

    def unsolvable(self, state: State) -> None:
        """Run from a board without solution: it must be proved so, or end at the limit."""
        self.tally.counts["unsolvable boards"] += 1
        result = self._run(state, _UNSOLVABLE_EXPANSIONS)
        if result is None:
            return
        if result.moves is not None or result.status is Status.SOLVED:
            self._fail(state, "returned a solution though there is none")
        elif result.status is Status.INCOMPLETE and self.spec.complete:
            self._fail(state, "gave up though declared complete, no solution exists")
