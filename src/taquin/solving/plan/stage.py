"""A plan: the searches that answer a question, in order, as data.

>>> plan = Plan((Stage("astar", "manhattan"), Stage("rows", changes=Changes.RESCUE)))
>>> plan.main.algorithm, Plan.of(plan.data()) == plan
('astar', True)
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, NamedTuple

from taquin.search.algorithm import ALGORITHMS, AlgorithmSpec
from taquin.search.monitor import Limits

__all__ = ["Budget", "Changes", "Engine", "HandsOver", "Means", "Plan", "Spent", "Stage"]

# How a stage is run: in Python, in a kernel, by the contours of IDA* over pattern databases, or by
# those of IDA* over relabelled tables.
Means = Literal["python", "compiled", "pruned", "pushes"]
# What people may ask for instead.
Engine = Literal["auto", "python", "compiled"]
# A time limit of more seconds guards against accidents and asks for nothing.
_LONGEST = 24 * 3600.0


class Changes(StrEnum):
    """What a stage's result changes. A stage runs only where it can change that.

    ANSWER: it is the answer, while there is none.
    IMPROVE: an answer that is not proved optimal becomes cheaper, or its lower bound better; one
    without a solution, once a share of the time has ended it, has one.
    RESCUE: an answer without a solution, at a limit or after Ctrl-C, has one.
    SCOUT: while the next stage proves a bound, solutions that it need not look for.
    BESIDE: while the next stage looks for solutions, the bound, proved in a thread of its own.
    """

    ANSWER = "answer"
    IMPROVE = "improve"
    RESCUE = "rescue"
    SCOUT = "scout"
    BESIDE = "beside"


_ALONGSIDE = (Changes.SCOUT, Changes.BESIDE)


class HandsOver(StrEnum):
    """When the next stage begins again in place of this one, and what is kept of it.

    TRIAL: once its own limit has ended it, to the same search; its time is kept.
    LASTING: once its own limit has ended it; its time and its lower bound are kept.
    UNPROVED: unless it proves its solution; its time and its lower bound are kept.
    """

    TRIAL = "trial"
    LASTING = "lasting"
    UNPROVED = "unproved"


class Spent(NamedTuple):
    """What the stages of a plan have used up: seconds of search, and expansions."""

    seconds: float = 0.0
    expansions: int = 0


class Budget(NamedTuple):
    """The limits of a stage, within what is left of the question's.

    expansions, seconds: its own. share: of the question's limits.
    leaves: the share of the time that is left to the stages after it.
    timed: a time limit of the question, of less than a day, takes the place of `expansions`.
    free: its first solution takes no limit; only what makes that cheaper has no more than the time.
    near: the greatest sum of the distances of tiles to their goal cells for which the stage runs.
    """

    expansions: int | None = None
    seconds: float | None = None
    share: float = 1.0
    leaves: float = 0.0
    timed: bool = False
    free: bool = False
    near: int | None = None

    def within(self, limits: Limits, spent: Spent) -> Limits:
        """The limits of the stage."""
        if self.free:
            rest = None if limits.time is None else max(0.0, limits.time - spent.seconds)
            return Limits(time=rest, completes=True)
        if self is _WHOLE and not any(spent):
            return limits
        time, own = limits.time, self.expansions
        if time is not None:
            if self.timed and time <= _LONGEST:
                own = None
            time = max(0.0, min(self.share * time, time - spent.seconds) * (1 - self.leaves))
        nodes = limits.expansions
        if nodes is not None:
            nodes = max(0, min(int(self.share * nodes), nodes - spent.expansions))
        return Limits(
            time=_least(time, self.seconds), expansions=_least(nodes, own), memory=limits.memory
        )

    def ended(self, limit: str | None, limits: Limits, spent: Spent) -> bool:
        """Whether its own limit, and none of the question's, has ended the stage."""
        own, rest = self.within(limits, spent), _WHOLE.within(limits, spent)
        match limit:
            case "expansions":
                return rest.expansions is None or (own.expansions or 0) < rest.expansions
            case "time":
                return rest.time is None or (own.time or 0.0) < rest.time
        return False


_WHOLE = Budget()  # what is left of the question's limits


def _least(limit: Any, own: Any) -> Any:
    return min((one for one in (limit, own) if one is not None), default=None)


@dataclass(frozen=True)
class Stage:
    """One search of the board: what is run, within which limits, and what its result changes.

    heuristic: None for uninformed searches.
    options: of the algorithm, as values; those with their default are left out.
    means: None until the plan is made for an engine.
    workers: threads, at most one per usable core.
    """

    algorithm: str
    heuristic: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    changes: Changes = Changes.ANSWER
    hands_over: HandsOver | None = None
    budget: Budget = _WHOLE
    means: Means | None = None
    workers: int = 1

    @property
    def spec(self) -> AlgorithmSpec:
        """The algorithm's specification."""
        return ALGORITHMS.get(self.algorithm)

    @property
    def tries(self) -> bool:
        """Whether it is a short search before the one that was chosen."""
        return self.hands_over is HandsOver.UNPROVED


@dataclass(frozen=True)
class Plan:
    """Stages in order.

    advised: whether taquin chose the search, so that a solution that is not proved optimal comes
    with advice; see `taquin.solving.answers.advice`.
    proof: whether a solution that is not proved optimal counts as one of limited effort.
    """

    stages: tuple[Stage, ...]
    advised: bool = False
    proof: bool = False

    def __iter__(self) -> Iterator[Stage]:
        return iter(self.stages)

    @cached_property
    def main(self) -> Stage:
        """The search that was chosen: what results are called after unless another one wins."""
        chosen = (one for one in self if not one.tries and one.changes not in _ALONGSIDE)
        return next(chosen, self.stages[-1])

    @cached_property
    def scout(self) -> Stage | None:
        """What looks for solutions while the next stage proves a bound; None without one."""
        return next((one for one in self if one.changes is Changes.SCOUT), None)

    @cached_property
    def beside(self) -> Stage | None:
        """What proves a bound while the next stage looks for solutions; None without one."""
        return next((one for one in self if one.changes is Changes.BESIDE), None)

    def only(self, stage: Stage) -> "Plan":
        """The plan of one stage, and of what runs alongside."""
        other = self.scout if stage.means == "pruned" else self.beside
        alongside = other is not None and stage is self.main
        stages = (other, stage) if alongside and other is not None else (stage,)
        return Plan(stages, self.advised, self.proof)

    def observed(self, workers: int | None) -> "Plan":
        """The plan of a search that is observed: it alone, in Python, in one worker.

        workers: None unless people said how many.
        """
        main = replace(self.main, means="python", hands_over=None, budget=Budget())
        return replace(self, stages=(replace(main, workers=workers or 1),))

    def data(self) -> dict[str, Any]:
        """The plan as names, numbers, lists and dictionaries."""
        return {
            "advised": self.advised,
            "proof": self.proof,
            "stages": [
                vars(stage) | {"options": dict(stage.options), "budget": stage.budget._asdict()}
                for stage in self
            ],
        }

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Plan":
        """The plan of `data`."""
        stages = tuple(map(_stage, data["stages"]))
        return cls(stages, advised=data["advised"], proof=data["proof"])


def _stage(data: Mapping[str, Any]) -> Stage:
    over = data["hands_over"]
    return Stage(
        **{
            **data,
            "options": dict(data["options"]),
            "changes": Changes(data["changes"]),
            "hands_over": None if over is None else HandsOver(over),
            "budget": Budget(**data["budget"]),
        }
    )
