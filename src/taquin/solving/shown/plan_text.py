"""A plan as text, in one screen: what is run, within which limits, and what its result changes."""

from collections.abc import Iterator

from taquin.ground.grammar import counted
from taquin.search.monitor import Limits
from taquin.solving.plan.stage import Changes, HandsOver, Plan, Stage
from taquin.solving.question.naming import search_label
from taquin.solving.question.request import SearchRequest
from taquin.solving.shown.result_text import labelled_text, puzzle_lines

__all__ = ["plan_data", "plan_text"]

_MEANS = {
    "python": "in Python",
    "compiled": "compiled",
    "pruned": "compiled, skipping redundant moves",
    "pushes": "compiled, pushes along rows and columns in turn",
    None: "in any engine",
}


# Searches of the Python engine whose inner loops are kernels.
_COMPILED_PARTS = ("anytime_beam",)


def plan_text(request: SearchRequest, width: int | None = None) -> str:
    """The plan of a question as labelled lines, wrapped to `width`."""
    return labelled_text(_lines(request), width)


def plan_data(request: SearchRequest) -> dict[str, object]:
    """The plan as plain data; its stages have the limits that `plan_text` tells."""
    verdict, limits = request.verdict, request.limits
    return {
        "board": request.start.text,
        "goal": request.puzzle.goal.text,
        "topology": request.puzzle.topology.name,
        "metric": request.puzzle.metric,
        "solvable": verdict.solvable,
        "reason": verdict.reason,
        "limits": {"time": limits.time, "expansions": limits.expansions, "memory": limits.memory},
        "order": request.order,
        **request.plan.data(),
    }


def _lines(request: SearchRequest) -> Iterator[tuple[str, str]]:
    yield from puzzle_lines(request.start, request.puzzle)
    if not request.verdict.solvable:
        yield "plan", f"no search: {request.verdict.reason}"
        return
    yield "limits", _limits(request.limits)
    for number, stage in enumerate(request.plan, 1):
        yield f"stage {number}", _stage_text(request.plan, stage, request.limits)
    if request.plan.proof:
        yield "proof", "a solution that is not proved optimal counts as limit effort"


def _limits(limits: Limits) -> str:
    parts = []
    if limits.time is not None:
        parts.append(f"{limits.time:g} s")
    if limits.expansions is not None:
        parts.append(counted(limits.expansions, "expansion"))
    if limits.memory is not None:
        parts.append(f"{limits.memory / 1e9:.1f} GB of memory")
    return ", ".join(parts) or "none"


def _stage_text(plan: Plan, stage: Stage, limits: Limits) -> str:
    search = search_label(stage.algorithm, stage.heuristic, stage.options)
    means = _MEANS[stage.means]
    if stage.algorithm in _COMPILED_PARTS:
        means = "its layers compiled"
    if stage.workers > 1 and stage.means in ("pruned", "pushes"):
        means += f", {counted(stage.workers, 'thread')}"
    return f"{', '.join([search, means, *_budget(stage, limits)])}. {_effect(plan, stage)}"


def _budget(stage: Stage, limits: Limits) -> Iterator[str]:
    """The stage's own limits."""
    budget = stage.budget
    if budget.free:
        yield "no limit until it has a solution"
    if budget.expansions is not None:
        without = " without a time limit" if budget.timed else ""
        yield f"at most {counted(budget.expansions, 'expansion')}{without}"
    if budget.seconds is not None:
        yield f"at most {budget.seconds:g} s"
    if budget.share < 1 and (limits.time, limits.expansions) != (None, None):
        yield f"at most {100 * budget.share:g}% of the limits"
    if budget.leaves and limits.time is not None:
        yield f"leaves {100 * budget.leaves:g}% of the time"


def _effect(plan: Plan, stage: Stage) -> str:
    """When the stage runs, and what its result changes."""
    number = plan.stages.index(stage) + 1
    before = plan.stages[number - 2] if number > 1 else stage
    if (before.means, before.changes) == ("compiled", stage.changes) and before is not stage:
        return f"Runs only if stage {number - 1} has no compiled form, or outgrows it."
    if before.hands_over is not None and before.changes is stage.changes is Changes.IMPROVE:
        return f"Takes over from stage {number - 1}."
    change = {
        Changes.ANSWER: "Gives the answer.",
        Changes.IMPROVE: "Runs if the solution is not proved optimal: may find a cheaper one, or "
        "prove a better bound.",
        Changes.RESCUE: "Runs if a limit or Ctrl-C leaves no solution: builds one.",
        Changes.SCOUT: f"Runs alongside stage {number + 1}, which then need not search for a "
        "solution.",
        Changes.BESIDE: f"Runs alongside stage {number + 1}, in a thread of its own: proves a "
        "bound, and ends both once the best solution is optimal.",
    }[stage.changes]
    after = f"if that is too little, stage {number + 1} starts over"
    match stage.hands_over:
        case HandsOver.UNPROVED if stage.budget.near is not None:
            steps = counted(stage.budget.near, "step")
            return (
                f"Runs only near the goal, if the tiles' distances sum to at most {steps}: gives "
                "the answer if it proves one; otherwise only its bound is kept."
            )
        case HandsOver.UNPROVED:
            return "Gives the answer if it proves one; otherwise only its bound is kept."
        case HandsOver.TRIAL:
            return f"{change[:-1]}; {after}."
        case HandsOver.LASTING:
            return f"{change[:-1]}; {after} with larger tables, and the bound is kept."
    return change
