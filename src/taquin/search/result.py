"""What a search reports; the one definition of every counter."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from math import inf, isclose, nextafter

from taquin.ground.estimates import plain_number

__all__ = [
    "COUNTERS",
    "SearchResult",
    "Stats",
    "Status",
    "effective_branching_factor",
    "proved_factor",
    "proved_gap",
]


class Status(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"  # proved: by parity, or by an exhausted complete search
    INCOMPLETE = "incomplete"  # ended without an answer and without a proof
    LIMIT = "limit"  # a resource ran out
    ERROR = "error"  # it raised an error; only in a set of searches, where the others continue


COUNTERS = {
    "expanded": "states whose successors were generated, once per expansion; the goal that ends "
    "the search is not expanded, and looking up a single move again, to rebuild the path (bfs, "
    "bfhs) or to find the way back (bpmx), is no expansion; one of EPEA* may create no successor, "
    "so that it can expand more than it generates",
    "generated": "successors created, before any duplicate check; excludes the start and, under "
    "duplicates=parent, the move straight back, which is never made; idastar and bpmx take "
    "successors one at a time, as Korf counts them: those not taken, such as those after the goal, "
    "do not count",
    "evaluated": "calls of the heuristic, including the start's; values that follow from a "
    "parent's (EPEA*) are not counted",
    "reopened": "expanded states that were reached again with a smaller g and queued again",
    "popped": "nodes taken from the frontier, including stale duplicates and the goal; 0 where a "
    "path takes its place (IDA*, recursive best-first search)",
    "peak_frontier": "largest number of nodes in the frontier, measured at each expansion and "
    "including the node expanded; in IDA* and recursive best-first search, the length of the path",
    "peak_reached": "largest number of states stored to recognise duplicates, open and closed",
    "max_depth": "greatest depth, in moves, of a node kept for expansion; the start has depth 0",
}


@dataclass(slots=True)
class Stats:
    """Counters of one search, defined in `COUNTERS`; `contours` lists [bound, expanded] pairs.

    A contour is one pass of an iterative-deepening search under one bound (a depth for
    iterative deepening, a cost for IDA*); the last one may be cut short by the goal or a limit.
    """

    expanded: int = 0
    generated: int = 0
    evaluated: int = 0
    reopened: int = 0
    popped: int = 0
    peak_frontier: int = 0
    peak_reached: int = 0
    max_depth: int = 0
    contours: list[list[int]] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON, in field order."""
        plain: dict[str, object] = {name: getattr(self, name) for name in COUNTERS}
        contours = [[plain_number(bound), expanded] for bound, expanded in self.contours]
        return {**plain, "contours": contours}


assert [f.name for f in fields(Stats) if f.name != "contours"] == list(COUNTERS)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of one search over any state space.

    limit: what ran out (time, expansions, memory, depth, cluster, effort) or interrupt; only with
    status LIMIT.
    moves, states: the solution, with one state more than moves; None if there is none. With status
    LIMIT, the best solution found so far, if any.
    cost: the cost of that solution.
    lower_bound: no solution is cheaper, which is proved if the heuristic is admissible; None if
    there is no solution.
    closest: in an informed search, the state with the smallest h, and that h.
    refuted_bound: a lower bound that the search claimed and its own solution refutes, as with an
    inadmissible heuristic; `lower_bound` is then 0.
    seconds: of wall-clock time, of the search alone; not compared, nor is `rests_on`.
    error: why it failed; only with status ERROR.
    rests_on: what `lower_bound`, `optimal` and the status `unsolvable` take for granted; empty if
    they rest on nothing but the space's own moves and goal test.
    """

    status: Status
    limit: str | None
    moves: tuple[str, ...] | None
    states: Sequence[object] | None
    cost: int | None
    lower_bound: int | None
    stats: Stats
    closest: tuple[object, int] | None = None
    refuted_bound: int | None = None
    seconds: float = field(default=0.0, compare=False)
    rests_on: tuple[str, ...] = field(default=(), compare=False)
    error: str | None = None

    def __post_init__(self) -> None:
        """Withdraw a bound that the solution itself refutes."""
        assert (self.status is Status.LIMIT) == (self.limit is not None), self.limit
        assert self.cost is not None or self.status is not Status.SOLVED, "solved at no cost"
        assert self.cost is None or self.status in (Status.SOLVED, Status.LIMIT), self.status
        if self.cost is None or self.lower_bound is None or self.lower_bound <= self.cost:
            return
        if self.optimal:  # sums of floats are rounded
            object.__setattr__(self, "lower_bound", self.cost)
            return
        object.__setattr__(self, "refuted_bound", self.lower_bound)
        object.__setattr__(self, "lower_bound", 0)

    @property
    def optimal(self) -> bool:
        """Whether the cost is proved optimal."""
        if self.cost is None or self.lower_bound is None:
            return False
        if isinstance(self.cost, float):  # a space with fractional costs
            return isclose(self.cost, self.lower_bound, rel_tol=1e-9, abs_tol=1e-12)
        return self.cost == self.lower_bound

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON: all but `states` and `closest`, which hold the space's states."""
        return {
            "status": str(self.status),
            "limit": self.limit,
            "optimal": self.optimal,
            "rests_on": list(self.rests_on),
            "cost": plain_number(self.cost),
            "lower_bound": plain_number(self.lower_bound),
            "refuted_bound": plain_number(self.refuted_bound),
            "error": self.error,
            "moves": None if self.moves is None else list(self.moves),
            "stats": self.stats.as_dict(),
            "seconds": self.seconds,
        }

    @property
    def bound_factor(self) -> float | None:
        """The cost is proved to be at most this many times the optimum; None without a proof."""
        return proved_factor(self.cost, self.lower_bound)

    @property
    def gap(self) -> float | None:
        """By how many per cent the cost exceeds the lower bound; None without a proof."""
        return proved_gap(self.cost, self.lower_bound)


def proved_factor(cost: int | None, lower_bound: int | None) -> float | None:
    """The cost divided by the proved lower bound; None if either is unknown or nothing is proved.

    >>> proved_factor(30, 20), proved_factor(0, 0), proved_factor(30, 0)
    (1.5, 1.0, None)
    """
    if cost is None or lower_bound is None:
        return None
    if cost == lower_bound:
        return 1.0
    if not lower_bound:
        return None
    try:
        return max(cost / lower_bound, nextafter(1.0, inf))  # more than 1, as rounded as it may be
    except OverflowError:
        return inf


def proved_gap(cost: int | None, lower_bound: int | None) -> float | None:
    """By how many per cent the cost exceeds the proved lower bound; None as in `proved_factor`.

    >>> proved_gap(30, 20), proved_gap(0, 0), proved_gap(30, 0)
    (50.0, 0.0, None)
    """
    factor = proved_factor(cost, lower_bound)
    return None if factor is None else 100 * (factor - 1)


def effective_branching_factor(generated: int, depth: int) -> float | None:
    """b* with generated + 1 = 1 + b* + b*² + … + b*^depth, None for depth 0.

    Russell & Norvig, Artificial Intelligence: A Modern Approach, section 3.6.1. To 1e-9.
    """
    if depth <= 0 or generated < depth:
        return None
    # The sum is convex in b*, so Newton's method never goes below its root from above.
    factor: float = generated ** (1.0 / depth)
    while True:
        total, slope = 0.0, 0.0
        for _ in range(depth):  # Horner's rule, for b* + b*² + … and its derivative
            slope = slope * factor + total + 1.0
            total = (total + 1.0) * factor
        better = factor - (total - generated) / slope
        if not better < factor - 1e-10:
            return better
        factor = better
