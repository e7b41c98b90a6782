"""What a search reports. Every counter is defined here, once."""

from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum

__all__ = ["COUNTERS", "SearchResult", "Stats", "Status", "effective_branching_factor"]


class Status(StrEnum):
    """How a search ended."""

    SOLVED = "solved"
    UNSOLVABLE = "unsolvable"  # proved: by parity, or by an exhausted complete search
    INCOMPLETE = "incomplete"  # ended without an answer and without a proof
    LIMIT = "limit"  # a resource ran out first


COUNTERS = {
    "expanded": "states whose successors were generated, once per expansion; the goal that ends "
    "the search is not expanded",
    "generated": "successors created, before any duplicate check; the start is not counted, nor "
    "the move straight back under duplicates=parent, which is never made",
    "evaluated": "heuristic values computed, the start's included",
    "reopened": "expanded states that were reached again with a smaller g and queued again",
    "popped": "nodes taken from the frontier, duplicates found stale and the goal included",
    "peak_frontier": "most nodes waiting at one time, measured as each node is expanded, that node "
    "included; in IDA* and recursive best-first search the length of the path",
    "peak_reached": "most states kept to recognise duplicates (closed and open ones together)",
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
        return {**plain, "contours": [list(contour) for contour in self.contours]}


assert [f.name for f in fields(Stats) if f.name != "contours"] == list(COUNTERS)


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The outcome of one search over any state space.

    limit: which resource ended it (time, expansions, memory, interrupt), with status LIMIT only.
    moves and states: the solution, states one longer than moves; None without one. With status
    LIMIT they are the best solution found so far, if any was.
    cost: of that solution. lower_bound: no solution is cheaper; proved, given an admissible
    heuristic; None where there is no solution.
    closest: the state of smallest h met, and that h, where the search was informed.
    """

    status: Status
    limit: str | None
    moves: tuple[str, ...] | None
    states: Sequence[object] | None
    cost: int | None
    lower_bound: int | None
    stats: Stats
    closest: tuple[object, int] | None = None

    @property
    def optimal(self) -> bool:
        """Whether the cost is proved to be the least."""
        return self.cost is not None and self.cost == self.lower_bound


def effective_branching_factor(generated: int, depth: int) -> float | None:
    """b* with generated + 1 = 1 + b* + b*² + … + b*^depth, None for depth 0.

    Russell & Norvig, Artificial Intelligence: A Modern Approach, section 3.6.1. Bisection to 1e-9.
    """
    if depth <= 0 or generated < depth:
        return None
    low: float = 1.0
    high: float = 1.0 + generated ** (1.0 / depth)
    while high - low > 1e-9:
        middle = (low + high) / 2
        total, power = 0.0, 1.0
        for _ in range(depth):
            power *= middle
            total += power
            if total > generated:
                break
        low, high = (low, middle) if total > generated else (middle, high)
    return (low + high) / 2
