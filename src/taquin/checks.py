"""Contracts, proved by enumeration: for our own heuristics and algorithms and for yours.

A claim such as "admissible" is false on a handful of boards in a hundred thousand before anyone
notices, so nothing is sampled that can be enumerated: every state of the small boards, compared
with the true distance found by breadth-first search.

>>> from taquin.checks import check_heuristic
>>> print(check_heuristic("manhattan", sizes=[(3, 2)], goals=["last"], metrics=["stm"]))
heuristic manhattan: 1 puzzle, 360 states, 840 edges, 0 overestimates, 0 inconsistent edges. Passed.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from math import factorial
from typing import Any

from taquin.errors import OptionError
from taquin.findings import Report, Tally, named
from taquin.heuristics.base import Estimate, find_heuristic
from taquin.oracle import GOALS, METRICS, SIZES, census, puzzles, true_distances
from taquin.plugins import load_plugin
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS, opposite
from taquin.puzzle.puzzle import Metric, Puzzle, State
from taquin.puzzle.topology import Topology, topology
from taquin.registry import parse_options
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec, run
from taquin.search.monitor import Limits, Stop
from taquin.search.result import SearchResult, Status

__all__ = [
    "Report",
    "census",
    "check_algorithm",
    "check_heuristic",
    "check_topology",
    "load_plugin",
    "puzzles",
    "true_distances",
]

# An algorithm that answers none of so many boards nearest to the goal answers none.
_ENOUGH = 20


def check_heuristic(
    subject: str | Callable[[Puzzle], Estimate],
    *,
    sizes: Sequence[tuple[int, int]] | None = None,
    goals: Sequence[str] = GOALS,
    metrics: Sequence[Metric] = METRICS,
    topologies: Sequence[str] = ("grid",),
    admissible: bool | None = None,
    consistent: bool | None = None,
) -> Report:
    """h on every state and every move of every puzzle, against the true distances.

    subject: a heuristic's name (``max:A,B`` too) or a factory. sizes: (width, height) pairs, by
    default 2x2 and 3x2, or 3x3 for what serves neither. admissible, consistent: what it promises;
    by default what its name declares, both for a factory. h(goal) = 0 and whole numbers from 0
    are required of all. Overestimates and inconsistent edges are always counted.
    """
    name, factory, declared = _heuristic(subject)
    claimed = (
        declared[0] if admissible is None else admissible,
        declared[1] if consistent is None else consistent,
    )
    silent = [
        word for word, claim in zip(("admissible", "consistent"), claimed, strict=True) if not claim
    ]
    unclaimed = f", which does not claim to be {' or '.join(silent)}" if silent else ""
    tally = Tally(
        f"heuristic {name}{unclaimed}",
        "puzzles",
        "states",
        "edges",
        "overestimates",
        "inconsistent edges",
    )
    for chosen in [SIZES, [(3, 3)]] if sizes is None else [sizes]:
        if tally.counts["puzzles"] or tally.failed:
            break
        for where, puzzle in puzzles(chosen, goals, metrics, topologies):
            h = _built(tally, factory, puzzle, where)
            if h is not None:
                tally.counts["puzzles"] += 1
                _check_estimates(tally, h, puzzle, where, *claimed)
    return tally.report()


def _heuristic(
    subject: str | Callable[[Puzzle], Estimate],
) -> tuple[str, Callable[[Puzzle], Estimate], tuple[bool, bool]]:
    if not isinstance(subject, str):
        return getattr(subject, "__name__", "without a name"), subject, (True, True)
    spec, arguments = find_heuristic(subject)
    return (
        subject,
        lambda puzzle: spec.factory(puzzle, *arguments),
        (spec.admissible, spec.consistent),
    )


def _built(
    tally: Tally, factory: Callable[[Puzzle], Estimate], puzzle: Puzzle, where: str
) -> Estimate | None:
    try:
        return factory(puzzle)
    except OptionError as error:
        tally.refuse(str(error))
    except Exception as error:
        tally.fail(f"the factory raised {named(error)} for {puzzle.goal.size} ({where})")
    return None


def _check_estimates(
    tally: Tally, h: Estimate, puzzle: Puzzle, where: str, admissible: bool, consistent: bool
) -> None:
    successors = puzzle.space(puzzle.goal).successors
    value: dict[State, int] = {}
    for state, true in true_distances(puzzle).items():
        problem, estimate = _asked(h, state, true)
        if estimate is not None:
            value[state] = estimate
            if estimate > true:
                tally.counts["overestimates"] += 1
                if admissible and problem is None:
                    problem = f"h = {estimate}, true distance {true}"
        if problem is not None:
            tally.fail(f"{problem} on {puzzle.decode(state)} ({where})")
    tally.counts["states"] += len(value)
    for state, estimate in value.items():
        for move, after, cost in successors(state):
            tally.counts["edges"] += 1
            if estimate <= cost + value.get(after, estimate):
                continue
            tally.counts["inconsistent edges"] += 1
            if consistent:
                tally.fail(
                    f"h falls from {estimate} to {value[after]} over {move}, which costs {cost}, "
                    f"on {puzzle.decode(state)} ({where})"
                )


def _asked(h: Estimate, state: State, true: int) -> tuple[str | None, int | None]:
    """(what is wrong with h of this state by itself, its value if that is a whole number)."""
    try:
        estimate = h(state)
    except Exception as error:
        return f"h raised {named(error)}", None
    if not isinstance(estimate, int):
        return f"h = {estimate!r}, expected a whole number,", None
    if estimate < 0:
        return f"h = {estimate}, expected 0 or more,", estimate
    if true == 0 and estimate:
        return f"h = {estimate}, expected 0 as it is the goal,", estimate
    return None, estimate


def check_algorithm(
    subject: str | AlgorithmSpec,
    *,
    sizes: Sequence[tuple[int, int]] = SIZES,
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
) -> Report:
    """Solve every board of every puzzle and compare with the true distances.

    Required of all: a solution replays to the goal at the cost it names, proved bounds hold,
    `unsolvable` is said of no solvable board. If complete, every solvable board is solved; if
    optimal (with unit costs only, where it says so), at the true distance.

    optimal, complete: what it promises, by default what it declares. expansions: the limit of
    one search; what a complete algorithm leaves at it is undecided, and if that is so of the
    twenty boards that come first, nearest to the goal, no other is tried. most: boards of each
    puzzle, evenly spread over the distances, the hardest among them; None is all. unsolvable:
    boards that cannot be solved, of each puzzle; they are run under a limit of 2,000 expansions.
    """
    spec = ALGORITHMS.get(subject) if isinstance(subject, str) else subject
    spec = replace(
        spec,
        optimal=spec.optimal if optimal is None else optimal,
        complete=spec.complete if complete is None else complete,
    )
    chosen = "".join(f" {name}={value}" for name, value in (options or {}).items())
    tally = Tally(
        f"algorithm {spec.name}{chosen}",
        "puzzles",
        "boards",
        "unsolvable boards",
        "limits reached",
        "longer than optimal",
    )
    parse_options(spec.name, spec.options, options or {})  # or it raises
    for where, puzzle in puzzles(sizes, goals, metrics, topologies):
        attempt = _Attempt(spec, puzzle, heuristic, options or {}, order, where, tally)
        distance = true_distances(puzzle)
        tally.counts["puzzles"] += 1
        for state in _spread(list(distance), most):
            attempt.solvable(state, distance[state], expansions)
            if tally.counts["limits reached"] == tally.counts["boards"] == _ENOUGH:
                return tally.report()
        for state in _spread(_swapped(distance), unsolvable):
            attempt.unsolvable(state)
    return tally.report()


def _spread(states: Sequence[State], most: int | None) -> Sequence[State]:
    """At most `most` states at equal steps, the last one always among them."""
    if most is None or most >= len(states):
        return states
    return [states[-1 - i * len(states) // most] for i in range(most)][::-1]


def _swapped(distance: Mapping[State, int]) -> list[State]:
    """Boards beyond reach, made by exchanging tiles 1 and 2 (sometimes there are none)."""
    swap = bytes.maketrans(bytes((1, 2)), bytes((2, 1)))
    return [other for state in distance if (other := state.translate(swap)) not in distance]


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
        heuristic_spec, arguments = find_heuristic(heuristic)
        self._build: Callable[[Board], Estimate] = lambda goal: heuristic_spec.factory(
            puzzle.towards(goal), *arguments
        )
        self._h = self._build(puzzle.goal) if spec.informed else None
        self._proves = not spec.informed or heuristic_spec.admissible
        self._optimal = spec.optimal and not (spec.unit_cost and puzzle.metric == "expense")

    def _run(self, state: State, expansions: int) -> SearchResult | None:
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
        except OptionError as error:
            self._fail(state, str(error).rstrip("."))
            return None
        except Exception as error:
            self._fail(state, f"raised {named(error)}")
            return None
        if result.limit == "interrupt":
            raise KeyboardInterrupt
        return result

    def _fail(self, state: State, what: str) -> None:
        self.tally.fail(f"{what} on {self.puzzle.decode(state)} ({self.where})")

    def solvable(self, state: State, true: int, expansions: int) -> None:
        """Run from `state`, whose distance is `true`, and judge the outcome."""
        self.tally.counts["boards"] += 1
        result = self._run(state, expansions)
        if result is None:
            return
        if result.status is Status.LIMIT:
            self.tally.counts["limits reached"] += 1
            self.tally.undecided += self.spec.complete
        elif result.status is Status.UNSOLVABLE:
            self._fail(state, f"said unsolvable, true distance {true}")
        elif result.status is Status.INCOMPLETE and self.spec.complete:
            self._fail(state, f"gave up though declared complete, true distance {true}")
        bound = result.lower_bound
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
        result = self._run(state, 2_000)
        if result is None:
            return
        if result.moves is not None or result.status is Status.SOLVED:
            self._fail(state, "returned a solution though there is none")
        elif result.status is Status.INCOMPLETE and self.spec.complete:
            self._fail(state, "gave up though declared complete, no solution exists")


def check_topology(text: str, width: int, height: int, *, goals: Iterable[str] = GOALS) -> Report:
    """The neighbour table is symmetric, and `solvable` is said of exactly what can be reached.

    The second is enumerated over all arrangements, for boards of at most 7 cells.
    """
    table = topology(text, width, height)
    tally = Tally(f"topology {text} {width}x{height}", "puzzles", "cells", "boards")
    _check_table(tally, table)
    if tally.failed or factorial(table.cells) > 5040:
        tally.counts["puzzles"] += 1
        return tally.report()
    for where, puzzle in puzzles([(width, height)], goals, ["stm"], [text]):
        tally.counts["puzzles"] += 1
        reachable = true_distances(puzzle)
        for cells in permutations(range(table.cells)):
            board = Board(width, height, cells)
            tally.counts["boards"] += 1
            verdict = puzzle.judge(board)
            if verdict.solvable != (puzzle.encode(board) in reachable):
                said = "solvable" if verdict.solvable else "unsolvable"
                tally.fail(f"said {said}, which is wrong, of {board} ({where})")
    return tally.report()


def _check_table(tally: Tally, table: Topology) -> None:
    if len(table.neighbors) != table.cells:
        tally.fail(f"{len(table.neighbors)} rows in the table, expected {table.cells}")
        return
    for cell, row in enumerate(table.neighbors):
        tally.counts["cells"] += 1
        if len(row) != 4:
            tally.fail(f"cell {cell} has {len(row)} neighbours, expected four (U D L R)")
            return
        for letter, other in zip(DIRECTIONS, row, strict=True):
            if not -1 <= other < table.cells or other == cell:
                tally.fail(f"the {letter} neighbour of cell {cell} is {other}, not another cell")
                continue
            back = opposite(letter)
            if other >= 0 and table.neighbors[other][DIRECTIONS.index(back)] != cell:
                way_back = table.neighbors[other][DIRECTIONS.index(back)]
                tally.fail(
                    f"the {letter} neighbour of cell {cell} is {other}, but the {back} neighbour "
                    f"of cell {other} is {way_back}"
                )
