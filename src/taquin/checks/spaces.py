"""Does your own problem keep the promises of `StateSpace`? Checked on every reachable state."""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Sequence
from heapq import heappop, heappush
from math import inf
from typing import Any, TypeVar

from taquin.checks.findings import Report, Tally
from taquin.checks.inside import value_of, wrong_with
from taquin.ground.errors import OptionError, check_function, check_listener, named, quoted
from taquin.ground.grammar import counted
from taquin.search.algorithm import ALGORITHMS
from taquin.search.problem import (
    Heuristic,
    StateSpace,
    cost_of,
    fraction_advice,
    is_fractional,
    min_cost,
)

__all__ = ["check_space"]

S = TypeVar("S")
Moves = Sequence[tuple[str, Any, int]]


def check_space(
    space: StateSpace[S],
    h: Heuristic[S] | None = None,
    *,
    states: int = 100_000,
    admissible: bool = True,
    consistent: bool = True,
    progress: Callable[[Tally], None] | None = None,
) -> Report:
    """Check your own problem on the states reachable from its start, breadth-first.

    States must be hashable and must not change. `successors` must return the same triples (move,
    state, cost) on every call; moves are strings, and costs are whole numbers (or floats, if the
    space says ``fractional = True``) of at least `min_cost` and 0. `is_goal` must return the same
    answer on every call. If present, `goal` is the only state that `is_goal` accepts,
    `predecessors` reverses `successors`, and `neighbors` lists the states of `successors`.

    states: the largest number of states to examine. h: a heuristic for the problem, which must
    return whole numbers of 0 or more, or infinity where no way leads to a goal, 0 at the goals, and
    be what `admissible` and `consistent` claim; admissibility is proved only if every reachable
    state was examined. A broken promise is a failure in the report; it raises nothing.

    >>> class Count:  # from 0 to 6 by adding 1 or 3
    ...     start, min_cost = 0, 1
    ...     def is_goal(self, state): return state == 6
    ...     def successors(self, state):
    ...         return [(f"+{n}", state + n, 1) for n in (1, 3) if state + n <= 6]
    >>> print(check_space(Count(), lambda state: (6 - state) // 3))
    problem Count: 7 states, 10 edges, 1 goal, 0 overestimates, 0 inconsistent edges. Passed.
    """
    if not all(hasattr(space, name) for name in ("start", "is_goal", "successors")):
        raise OptionError(
            f"space={quoted(space)}: expected a StateSpace, with `start`, `is_goal` and "
            f"`successors`."
        )
    if type(states) is not int or states < 1:
        raise OptionError(f"states={quoted(states)}: expected a whole number, 1 or more.")
    check_function("h", h, "the state")
    check_listener("progress", progress, "the tally")
    counted = ["states", "edges", "goals"]
    if h is not None:
        counted += ["overestimates", "inconsistent edges"]
    tally = Tally(f"problem {type(space).__name__}", *counted, progress=progress)
    survey = _Survey(space, tally)
    unfinished = survey.enumerate(states)
    if survey.sound:
        survey.compare_goals()
        survey.compare_backwards()
        if h is not None:
            survey.compare_estimates(h, (admissible and not unfinished, consistent))
    return tally.report(unfinished)


class _Survey:
    """The states examined so far, their moves, and what is wrong with them."""

    def __init__(self, space: Any, tally: Tally) -> None:
        self.space, self.tally = space, tally
        self.moves: dict[Any, Moves] = {}
        self.goals: set[Any] = set()
        self.kind = "a number" if is_fractional(space) else "a whole number"
        self.least = self.free = 0  # the promised least cost; moves that cost nothing
        self.sound = True  # whether further checks are meaningful

    def enumerate(self, most: int) -> str:
        """Generate the moves of every state; returns why some were left out, or nothing."""
        tally, space = self.tally, self.space
        self.least = self._min_cost()
        if not self._hashable(space.start, "the start"):
            return ""
        frontier, reached = deque([space.start]), {space.start}
        while frontier:
            if len(self.moves) >= most:
                return f"more states are reachable than the {most:,} examined"
            state = frontier.popleft()
            tally.examine(state)
            if (moves := self._moves(state)) is None:
                return "the enumeration stopped at a state whose successors are invalid"
            self.moves[state] = moves
            tally.counts["states"] += 1
            tally.counts["edges"] += len(moves)
            for _, after, _ in moves:
                if after not in reached:
                    reached.add(after)
                    frontier.append(after)
        return ""

    def _min_cost(self) -> int:
        try:
            return min_cost(self.space)
        except OptionError:
            promised = getattr(self.space, "min_cost", 0)
            self.tally.fail(f"min_cost = {quoted(promised)}, expected {self.kind}, 0 or more")
            return 0

    def _hashable(self, state: object, what: str) -> bool:
        try:
            sound = isinstance(state, Hashable) and hash(state) == hash(state) and state == state
        except Exception as error:
            self.tally.fail(f"hashing {what}, {quoted(state)}, raised {named(error)}")
            self.sound = False
            return False
        if not sound:
            kind = type(state).__name__
            self.tally.fail(
                f"{what}, {quoted(state)}, is a {kind}, which is not hashable or does not equal "
                "itself; expected a state such as a tuple"
            )
            self.sound = False
        return sound

    def _moves(self, state: Any) -> Moves | None:
        """The moves of a state, generated twice and compared; None if they are invalid."""
        before, text = hash(state), repr(state)
        try:
            first, second = (list(self.space.successors(state)) for _ in range(2))
            for move in first:
                _, after, cost = move
                if not self._hashable(after, f"a successor of {quoted(state)}"):
                    return None
                self._judge(state, move[0], cost)
        except Exception as error:
            self.tally.fail(f"successors of {quoted(state)} raised {named(error)}")
            self.sound = False
            return None
        if first != second:
            self.tally.fail(
                f"successors of {quoted(state)} were {quoted(first, 80)}, then {quoted(second, 80)}"
            )
        if hash(state) != before or repr(state) != text:
            self.tally.fail(
                f"state {text:.60} became {quoted(state)} while its successors were generated"
            )
            self.sound = False
            return None
        self._judge_neighbors(state, first)
        self._judge_goal(state)
        return first

    def _judge(self, state: object, move: object, cost: object) -> None:
        self.free += cost == 0
        if not isinstance(move, str):
            self.tally.fail(f"move {quoted(move, 40)} of {quoted(state)} is not a string")
        number = cost_of(cost, fractional=is_fractional(self.space))
        if number is None or number < self.least:
            least = f"at least {self.least}, its min_cost" if self.least > 0 else "0 or more"
            self.tally.fail(
                f"move {quoted(move, 40)} of {quoted(state)} costs {quoted(cost, 40)}, expected "
                f"{self.kind}, {least}{fraction_advice(cost, self.space).rstrip('.')}"
            )
            self.sound = self.sound and number is not None

    def _judge_neighbors(self, state: object, moves: Moves) -> None:
        neighbors = getattr(self.space, "neighbors", None)
        if neighbors is None or not getattr(self.space, "costs_hold", False):
            return
        expected, given = [after for _, after, _ in moves], list(neighbors(state))
        if given != expected:
            self.tally.fail(
                f"neighbors of {quoted(state)} are {quoted(given, 80)}, but its successors lead to "
                f"{quoted(expected, 80)}"
            )

    def _judge_goal(self, state: Any) -> None:
        is_goal, again = bool(self.space.is_goal(state)), bool(self.space.is_goal(state))
        if is_goal != again:
            self.tally.fail(f"is_goal of {quoted(state)} was {is_goal}, then {again}")
        if is_goal:
            self.goals.add(state)
            self.tally.counts["goals"] += 1

    def compare_goals(self) -> None:
        """Check that `goal`, if present, is the only state that `is_goal` accepts."""
        if self.free:
            names = [spec.name for spec in ALGORITHMS if spec.positive_costs]
            free = dict[tuple[str, ...], list[str]]()
            for spec in ALGORITHMS:
                free.setdefault(spec.endless_at_0, []).append(spec.name)
            circles = "".join(
                f" With {' or '.join(options)}, {', '.join(searches)} can follow a circle of such "
                "moves for ever."
                for options, searches in free.items()
                if options
            )
            self.tally.notes.append(
                f"{counted(self.free, 'move')} {'costs' if self.free == 1 else 'cost'} 0; "
                f"{', '.join(names)} {'needs' if len(names) == 1 else 'need'} moves that cost more."
                f"{circles}"
            )
        if not self.goals:
            self.tally.notes.append("No goal was reached.")
        if not hasattr(self.space, "goal"):
            return
        goal = self.space.goal
        if not self._hashable(goal, "the goal"):
            return
        if not self.space.is_goal(goal):
            self.tally.fail(f"is_goal of the goal, {quoted(goal)}, is False")
        for state in self.goals - {goal}:
            self.tally.fail(f"is_goal of {quoted(state)} is True, but the goal is {quoted(goal)}")

    def compare_backwards(self) -> None:
        """Check that `predecessors`, if present, reverses `successors`."""
        back = getattr(self.space, "predecessors", None)
        if back is None:
            return
        into = self._into()
        for state in self.moves:
            given = {tuple(move) for move in back(state)}
            known = {move for move in given if move[1] in self.moves}
            for move, before, cost in sorted(known - into[state], key=repr):
                self.tally.fail(
                    f"predecessors of {quoted(state)} include {quoted(before)} by {move} at cost "
                    f"{cost}, but {quoted(before)} has no such move"
                )
            for move, before, cost in sorted(into[state] - known, key=repr):
                self.tally.fail(
                    f"predecessors of {quoted(state)} lack {quoted(before)}, whose move "
                    f"{move} leads "
                    f"to {quoted(state)} at cost {cost}"
                )

    def _into(self) -> dict[Any, set[tuple[str, Any, int]]]:
        """The moves into each state examined, as (move, state before, cost)."""
        into: dict[Any, set[tuple[str, Any, int]]] = defaultdict(set)
        for state, moves in self.moves.items():
            for move, after, cost in moves:
                into[after].add((move, state, cost))
        return into

    def compare_estimates(self, h: Callable[[Any], Any], claims: tuple[bool, bool]) -> None:
        """Check h on every state; claims: (admissible, consistent)."""
        admissible, consistent = claims
        value = {}
        for state in self.moves:
            given = value_of(h, state, infinite=True)
            problem = None
            if given != inf or state in self.goals:  # infinity: no way leads from there
                problem = wrong_with(given, 0 if state in self.goals else 1)
            if problem is not None:
                self.tally.fail(f"{problem} on {quoted(state)}")
            if not isinstance(given, str):
                value[state] = given
        for state, true in self._distances().items() if admissible else ():
            if value.get(state, 0) > true + self._slack(true):
                self.tally.counts["overestimates"] += 1
                self.tally.fail(
                    f"h = {value[state]} exceeds the true distance {true} on {quoted(state)}"
                )
        for state, estimate in value.items():
            for move, after, cost in self.moves[state]:
                if estimate > cost + value.get(after, estimate) + self._slack(cost):
                    self.tally.counts["inconsistent edges"] += 1
                    if consistent:
                        self.tally.fail(
                            f"h falls from {estimate} to {value[after]} by move {move}, which "
                            f"costs {cost}, on {quoted(state)}"
                        )

    def _slack(self, cost: Any) -> float:
        """What sums of floats may differ by."""
        return 1e-9 * max(1.0, cost) if is_fractional(self.space) else 0

    def _distances(self) -> dict[Any, int]:
        """The least cost to a goal from every state that can reach one."""
        into, distance = self._into(), {}
        frontier = [(0, number, goal) for number, goal in enumerate(self.goals)]
        pushed = len(frontier)
        while frontier:
            cost, _, state = heappop(frontier)
            if state in distance:
                continue
            distance[state] = cost
            for _, before, price in into[state]:
                pushed += 1
                heappush(frontier, (cost + price, pushed, before))
        return distance
