"""The question: one search of one board, read and checked once, then carried unchanged."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from taquin.cluster.address import Cluster
from taquin.heuristics.base import Estimate, build_heuristic
from taquin.heuristics.own import BoardHeuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.solvability import Verdict
from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec
from taquin.search.monitor import Limits, Monitor
from taquin.solving.checkpoint import Checkpoints

__all__ = ["ENGINES", "Engine", "GivenHeuristic", "Progress", "SearchRequest"]

Engine = Literal["auto", "python", "compiled"]
ENGINES = ("auto", "python", "compiled")
Progress = Callable[[Monitor[Any]], None]
# A heuristic's name, or a function of the board.
GivenHeuristic = str | BoardHeuristic


@dataclass(frozen=True)
class SearchRequest:
    """One search of one board; made by `taquin.solving.reading`, it needs no further check.

    algorithm, heuristic: the names that results carry; heuristic: None for uninformed searches.
    options: of the algorithm, as values; those with their default are left out.
    order: of the successors, as tile letters; None if it was not given: UDLR.
    workers: threads, at most one per usable core.
    notes: shown with every answer.
    advised: whether taquin chose the search, so that a solution that is not proved optimal comes
    with advice; see `taquin.solving.advice`.
    rival: a second search, for a solution that is not proved optimal, within its own limit on
    expansions and what the first left over; the cheaper solution is the answer, with the better
    bound. share: of a time limit, for this search as a rival, whose only limit it is then.
    scout: a search that looks for a solution before each long contour of this one.
    further: the heuristic that takes over once a search has lasted longer than building its tables
    takes; None where people named the search.
    attempt: a short search tried first, within its own limits; it is the answer if it proves one.
    proof: whether a solution that is not proved optimal counts as one of limited effort.
    label: the name of its row in a comparison.
    checkpoints: where a long search saves its progress, None without.
    cluster: the Dask cluster that searches the subtrees of large contours, None without.
    """

    start: Board
    puzzle: Puzzle
    algorithm: str
    heuristic: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    order: str | None = None
    engine: Engine = "auto"
    limits: Limits = field(default_factory=Limits)
    workers: int = 1
    notes: tuple[str, ...] = ()
    advised: bool = False
    rival: "SearchRequest | None" = None
    share: float = 0.0
    scout: "SearchRequest | None" = None
    further: str | None = None
    attempt: "SearchRequest | None" = None
    proof: bool = False
    label: str | None = None
    checkpoints: Checkpoints | None = None
    cluster: "Cluster | None" = None

    @property
    def spec(self) -> AlgorithmSpec:
        """The algorithm's specification."""
        return ALGORITHMS.get(self.algorithm)

    @property
    def settings(self) -> dict[str, object]:
        """The order, if it was given, and the options: what people set, and results show."""
        order = {} if self.order is None else {"order": self.order}
        return {**order, **self.options}

    @property
    def runs_pruned(self) -> bool:
        """Whether the kernel of IDA* over pattern databases, which is not a twin, can run this."""
        return (
            self.algorithm == "idastar"
            and self.heuristic is not None
            and self.heuristic.startswith("pdb:")
            and self.puzzle.metric == "stm"
            and self.puzzle.counts_moves
            and self.options.get("duplicates", "parent") == "parent"
            and self.order is None
        )

    @property
    def runs_pushes(self) -> bool:
        """Whether the kernel of IDA* over relabelled tables, which is not a twin, can run this."""
        return (
            self.algorithm == "idastar"
            and self.heuristic == "relabelled"
            and self.puzzle.metric == "mtm"
            and self.options.get("duplicates", "parent") == "parent"
            and self.order is None
        )

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the goal can be reached, and why; decided once, before any search."""
        return self.puzzle.judge(self.start)

    @cached_property
    def estimate(self) -> Estimate | None:
        """The heuristic, built once, at its first use; None for uninformed searches."""
        return None if self.heuristic is None else build_heuristic(self.heuristic, self.puzzle)
