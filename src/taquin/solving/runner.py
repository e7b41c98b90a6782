"""answer(): runs a plan, stage by stage, each within what is left of the limits."""

from dataclasses import replace

from taquin.ground.announce import announce
from taquin.ground.errors import OptionError
from taquin.ground.heard import NoticeSentence
from taquin.ground.sentences import said
from taquin.heuristics.parts import Uncompilable
from taquin.search.monitor import Limits, Observer
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.advice import advice
from taquin.solving.answers.making import (
    Account,
    after,
    answered,
    attempted,
    cheaper,
    noted,
    relayed,
    rescued,
    unproved,
    unsolvable,
)
from taquin.solving.answers.result import Result
from taquin.solving.engines.engine import engine_of, told_early
from taquin.solving.plan.stage import Changes, HandsOver, Plan, Spent, Stage
from taquin.solving.question.request import Progress, SearchRequest

__all__ = ["answer"]

# On boards of more cells, tables with an entry for every tile and cell take seconds.
_MANY_CELLS = 2500
# Beyond so many moves for each cell, few boards are proved quickly: they get a part of the effort.
_NEAR, _LESS = 2, 5
# What the answer keeps of a stage that handed over to the next one.
_KEPT = {
    HandsOver.TRIAL: after,
    HandsOver.LASTING: relayed,
    HandsOver.UNPROVED: attempted,
}


def answer(
    request: SearchRequest, *, observer: Observer | None = None, progress: Progress | None = None
) -> Result:
    """The answer to a question that has been read; for observer and progress see `solve`.

    An observer sees a single search: the one that was announced.
    """
    if not request.verdict.solvable:
        return unsolvable(request)
    plan = request.plan if observer is None else request.plan.observed(request.workers)
    _check(request, plan, observer)
    course = _Course(request.limits)
    for stage in plan:
        if not course.calls_for(stage):
            continue
        limits = course.limits(stage)
        at = request.at(stage, limits, *course.notes, known=course.known)
        one = _worthwhile(stage, at)
        if one is None:
            continue
        if course.lasted is not None:
            seconds = f"{course.lasted:.0f}"
            announce(said(NoticeSentence.LARGER, seconds=seconds, heuristic=stage.heuristic))
        beside = one.plan.beside is not None
        account, run = Account(), engine_of("beside" if beside else stage.means)
        try:
            with told_early(one, account) as found:
                found.append(run(one, observer, progress, account))
            course.take(stage, one, found[0], account)
        except Uncompilable as reason:
            if request.engine == "compiled":
                refusal = f"engine=compiled: {reason} Use engine=python or auto."
                raise OptionError(refusal) from None
            course.refuse(reason)
    result = course.result
    assert result is not None, "a plan ends with an answer"
    if plan.proof:
        result = unproved(result)
    return noted(result, advice(request, result, course.tried))


def _check(request: SearchRequest, plan: Plan, observer: Observer | None) -> None:
    """Raise OptionError for what the main search cannot do."""
    if request.engine == "compiled" and observer is not None:
        raise OptionError(
            "compiled searches cannot be observed or traced node by node; use engine=python or "
            "engine=auto."
        )
    required = {"runs on a cluster": request.cluster, "writes checkpoints": request.checkpoints}
    for does, means in required.items():
        if means is not None and plan.main.means != "pruned":
            raise OptionError(
                f"only IDA* over pattern databases with engine=auto {does}, in stm and with the "
                "order UDLR; name one with -a idastar --heuristic pdb:PARTITION, or use --optimal."
            )


def _worthwhile(stage: Stage, one: SearchRequest) -> SearchRequest | None:
    """The question of a stage; None where a short search before the main one cannot succeed.

    It expands a board for each move of a solution at least. Nor is it tried on very large boards
    whose tables take seconds. Far from the goal it is shorter, or is none.
    """
    puzzle, limits = one.puzzle, one.limits
    if not stage.tries or limits.expansions is None:
        return one
    near = stage.budget.near
    if near is not None and _steps(one) > near:
        return None
    if puzzle.cells > _MANY_CELLS and puzzle.topology.distance_formula() is None:
        return None
    least, most = 0, limits.expansions
    if puzzle.counts_moves and one.estimate is not None:
        least = one.estimate(puzzle.encode(one.start))
    if least > _NEAR * puzzle.cells:
        most //= _LESS
    if least > most:
        return None
    return replace(one, limits=Limits(time=limits.time, expansions=most, memory=limits.memory))


def _steps(one: SearchRequest) -> int:
    """The sum of the tiles' distances to their goal cells, whatever a move costs."""
    table, goal = one.puzzle.topology, one.puzzle.goal
    return sum(table.steps(cell)[goal.index(tile)] for cell, tile in enumerate(one.start) if tile)


def _change(stage: Stage) -> tuple[Changes, str, str]:
    """What a search changes: the same search by other means has nothing to add."""
    return stage.changes, stage.algorithm, str(stage.options)


class _Course:
    """How far a plan has come.

    result: the answer so far. tried: the result of a short search that proved nothing.
    lasted: seconds of the search before, if it lasted too long. notes: for the next stage.
    """

    def __init__(self, limits: Limits) -> None:
        self.result: Result | None = None
        self.tried: Result | None = None
        self.lasted: float | None = None
        self.notes: tuple[str, ...] = ()
        self._limits, self._spent = limits, Spent()
        self._handed: list[tuple[HandsOver, Result]] = []
        self._changed: set[tuple[Changes, str, str]] = set()

    def calls_for(self, stage: Stage) -> bool:
        """Whether the stage can change the answer; what the time ended can become no better."""
        result = self.result
        if _change(stage) in self._changed:
            return False
        match stage.changes:
            case Changes.ANSWER:
                return result is None
            case Changes.IMPROVE:
                short = result is not None and result.limit in ("time", "memory")
                late = result is not None and result.cost is None and short
                unproved = result is not None and result.solved and not result.optimal
                return (late or unproved) and self.limits(stage).time != 0
            case Changes.RESCUE:
                return result is not None and result.status is Status.LIMIT and result.cost is None
        return False

    @property
    def known(self) -> int | None:
        """The cost of the solution so far; None without one."""
        return None if self.result is None else self.result.cost

    def limits(self, stage: Stage) -> Limits:
        """The limits of the stage."""
        return stage.budget.within(self._limits, self._spent)

    def take(
        self, stage: Stage, one: SearchRequest, outcome: SearchResult, account: Account
    ) -> None:
        """What a stage has found changes the answer, unless the next one begins again."""
        found = answered(one, outcome, account)
        over = self._hands_over(stage, found)
        self._spend(found.seconds["search"], 0 if over is HandsOver.TRIAL else found.stats.expanded)
        self.lasted = found.seconds["search"] if over is HandsOver.LASTING else None
        if over is not None:
            self._handed.append((over, found))
            self.tried = found if over is HandsOver.UNPROVED else self.tried
            return
        for kept, earlier in reversed(self._handed):
            found = _KEPT[kept](earlier, found)
        self._handed.clear()
        self._changed.add(_change(stage))
        if self.result is None:
            self.result = found
        else:
            joined = rescued if stage.changes is Changes.RESCUE else cheaper
            self.result = joined(self.result, found)

    def refuse(self, reason: Uncompilable) -> None:
        """A stage has no compiled form, or has outgrown it: the next one runs in Python."""
        self._spend(reason.seconds, 0)
        self.notes = (f"Ran in the Python engine: {reason}",)

    def _hands_over(self, stage: Stage, found: Result) -> HandsOver | None:
        """How the stage hands over to the next one; None where it has ended the search."""
        if stage.hands_over is None:
            return None
        if stage.tries:
            ends = found.optimal or found.limit == "interrupt"
        else:
            ends = not stage.budget.ended(found.limit, self._limits, self._spent)
        return None if ends else stage.hands_over

    def _spend(self, seconds: float, expansions: int) -> None:
        spent = self._spent
        self._spent = Spent(spent.seconds + seconds, spent.expansions + expansions)
