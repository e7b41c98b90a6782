"""The question: one board and the plan that solves it, read and checked once."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from taquin.cluster.address import Cluster
from taquin.heuristics.base import Estimate, build_heuristic
from taquin.heuristics.own import BoardHeuristic
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.solvability import Verdict
from taquin.search.algorithm import AlgorithmSpec
from taquin.search.monitor import Limits, Monitor
from taquin.solving.plan.stage import Engine, Plan, Stage
from taquin.solving.question.checkpoints import Checkpoints

__all__ = ["ENGINES", "Engine", "GivenHeuristic", "Progress", "SearchRequest"]

ENGINES = ("auto", "python", "compiled")
Progress = Callable[[Monitor[Any]], None]
# A heuristic's name, or a function of the board.
GivenHeuristic = str | BoardHeuristic


@dataclass(frozen=True)
class SearchRequest:
    """A question about one board; `solving.question.reading` makes it, and nothing checks it again.

    plan: the searches that answer it; `algorithm`, `heuristic` and `options` are those of its main
    stage, as results name them.
    order: of the successors, as tile letters; None if it was not given: UDLR.
    workers: threads, at most one per usable core; None where taquin chooses.
    notes: shown with every answer.
    label: the name of its row in a comparison.
    checkpoints: where a long search saves its progress, None without.
    cluster: the Dask cluster that searches the subtrees of large contours, None without.
    estimates: the heuristics built so far, by name; all stages share them.
    known: the cost of the solution that earlier stages have found; a bound as high ends the search.
    """

    start: Board
    puzzle: Puzzle
    plan: Plan
    order: str | None = None
    engine: Engine = "auto"
    limits: Limits = field(default_factory=Limits)
    workers: int | None = None
    notes: tuple[str, ...] = ()
    label: str | None = None
    checkpoints: Checkpoints | None = None
    cluster: Cluster | None = None
    estimates: dict[str, Estimate] = field(default_factory=dict, repr=False, compare=False)
    known: int | None = None

    @property
    def algorithm(self) -> str:
        """The name of the main stage's algorithm."""
        return self.plan.main.algorithm

    @property
    def heuristic(self) -> str | None:
        """The name of the main stage's heuristic; None for an uninformed search."""
        return self.plan.main.heuristic

    @property
    def options(self) -> Mapping[str, object]:
        """The options of the main stage's algorithm."""
        return self.plan.main.options

    @property
    def spec(self) -> AlgorithmSpec:
        """The algorithm's specification."""
        return self.plan.main.spec

    @property
    def settings(self) -> dict[str, object]:
        """The order, if it was given, and the options: what people set, and results show."""
        order = {} if self.order is None else {"order": self.order}
        return {**order, **self.options}

    @cached_property
    def verdict(self) -> Verdict:
        """Whether the goal can be reached, and why; decided once, before any search."""
        return self.puzzle.judge(self.start)

    @property
    def estimate(self) -> Estimate | None:
        """The heuristic, built once, at its first use; None for uninformed searches."""
        name = self.heuristic
        if name is None:
            return None
        if name not in self.estimates:
            self.estimates[name] = build_heuristic(name, self.puzzle)
        return self.estimates[name]

    def at(
        self, stage: Stage, limits: Limits, *notes: str, known: int | None = None
    ) -> "SearchRequest":
        """The question of one stage of the plan, within its own limits."""
        plan, told = self.plan.only(stage), (*self.notes, *notes)
        one = replace(self, plan=plan, limits=limits, notes=told, known=known)
        vars(one)["verdict"] = self.verdict  # as the property keeps it: it is decided once
        return one
