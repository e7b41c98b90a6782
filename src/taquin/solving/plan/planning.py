"""Makes the plan of a question: the stages of the search that was named, or of the best one."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from taquin.beams.value.plan import has_grid_beam
from taquin.ground.cores import usable_cores
from taquin.ground.memory import resident_bytes
from taquin.ground.storage import affordable_bytes, may_store
from taquin.heuristics.patterns.weighted import has_weighted
from taquin.puzzle.puzzle import Puzzle
from taquin.search.monitor import Limits
from taquin.solving.plan.choice import (
    best_means,
    is_near_distances,
    optimal_means,
    rough_plan,
)
from taquin.solving.plan.stage import Budget, Changes, Engine, HandsOver, Plan, Stage

__all__ = ["Terms", "chosen_plan", "planned"]

# Up to 3x3, a search in Python ends before Numba is loaded.
_SMALL_CELLS = 9
# On larger boards Python first tries this many expansions, about ten milliseconds of work.
_TRIAL = 1500
# The memory that building the larger tables of 4x4 takes, and some more.
_LARGER_BYTES = 1_000_000_000
# Boards that are solved optimally within seconds; one thread makes all their counts reproducible.
_QUICK_CELLS = 16
# Expansions of a search for a bound, in Python.
_MOST_IN_PYTHON = 1_000_000
# Of the widest beam where no time limit was asked for, as without any.
_UNHURRIED_WIDTH = 10_000
# Searches without a heuristic, and with options of their own.
_FIXED = ("anytime_beam", "rows")


class Terms(NamedTuple):
    """What a question says of how its plan is carried out.

    order: of the successors; None for the usual one.
    workers: None where taquin chooses.
    lasting: whether it is known to last, as it writes checkpoints or runs on a cluster.
    spread: whether it runs on a cluster. optimal: whether a proof is asked for.
    unhurried: whether its time limit only guards against accidents.
    """

    engine: Engine
    limits: Limits
    order: str | None = None
    workers: int | None = None
    lasting: bool = False
    spread: bool = False
    optimal: bool = False
    unhurried: bool = False


def chosen_plan(
    puzzle: Puzzle,
    heuristic: str | None,
    options: Mapping[str, object],
    *,
    engine: Engine,
    limits: Limits,
    optimal: bool,
) -> Plan:
    """The best plan for a puzzle, with the heuristic and the options that were given.

    optimal: whether its solution has to be optimal.
    """
    memory = None if limits.memory is None else limits.memory - resident_bytes()
    plan = optimal_means(puzzle, memory) if optimal else best_means(puzzle, memory)
    if plan.main.algorithm in _FIXED and _is_special(heuristic, options):
        plan = replace(rough_plan(puzzle, tried=plan.proof), proof=plan.proof)
    beams = plan.main.algorithm == "anytime_beam" and not has_grid_beam(puzzle)
    priced = puzzle.topology.costs is not None and plan.main.algorithm == "rows"
    if engine == "compiled" and (beams or priced):  # no compiled twins of searches in Python
        plan = replace(rough_plan(puzzle, tried=False), proof=plan.proof)
    if heuristic is None and not options:
        return plan
    return replace(plan, stages=tuple(_given(plan, heuristic, options)))


def _is_special(heuristic: str | None, options: Mapping[str, object]) -> bool:
    """Whether more was given than an order, which suits every search."""
    return heuristic is not None or bool(options.keys() - {"order"})


def _given(plan: Plan, heuristic: str | None, options: Mapping[str, object]) -> Iterator[Stage]:
    """The stages that stay where a heuristic or options were given, with these."""
    main, of_its_own = plan.main, _is_special(heuristic, options)
    for stage in plan:
        if stage is main:
            # Only what taquin has chosen gives way to something else.
            over, budget = stage.hands_over, stage.budget
            if over is HandsOver.LASTING:
                over, budget = None, Budget()
            yield _with(replace(stage, hands_over=over, budget=budget), heuristic, options)
        elif stage.tries:
            if plan.proof:
                yield _with(stage, heuristic, options)
        elif stage.changes is Changes.IMPROVE:
            if stage.algorithm not in _FIXED or not of_its_own:
                yield _with(stage, None, options)
        elif stage.changes is Changes.SCOUT or (stage.changes is Changes.RESCUE and not of_its_own):
            yield stage


def _with(stage: Stage, heuristic: str | None, options: Mapping[str, object]) -> Stage:
    return replace(
        stage,
        heuristic=stage.heuristic if heuristic is None else heuristic,
        options={**stage.options, **options},
    )


def planned(plan: Plan, puzzle: Puzzle, terms: Terms) -> Plan:
    """The plan with the means of every stage, and without the stages that cannot run."""
    stages = tuple(_stages(plan, puzzle, terms))
    return replace(plan, stages=tuple(_alongside(stages, puzzle, terms)))


def _alongside(stages: tuple[Stage, ...], puzzle: Puzzle, terms: Terms) -> Iterator[Stage]:
    """The stages; a proof that has most of the time after the beams runs alongside instead.

    That takes another core and a time limit: both have all of it. A server runs one search a core.
    """
    time = terms.limits.time
    spare = usable_cores() > 1 and terms.workers is None and may_store()
    timed = time is not None and not terms.unhurried and terms.limits.expansions is None
    proof = next((one for one in stages if one.changes is Changes.IMPROVE and _proves(one)), None)
    if not (spare and timed and proof is not None and is_near_distances(puzzle)):
        yield from stages
        return
    for stage in stages:
        if stage.algorithm == "anytime_beam":
            yield replace(proof, changes=Changes.BESIDE, budget=Budget())
            yield replace(stage, budget=Budget())
        elif stage.changes is not Changes.IMPROVE:
            yield stage


def _proves(stage: Stage) -> bool:
    """Whether the stage is IDA* in the kernel that expands what Python does."""
    return (stage.algorithm, stage.means) == ("idastar", "compiled")


def _raises_bound(stage: Stage) -> bool:
    """Whether the stage may raise the bound of a solution that is there."""
    return (stage.algorithm, stage.changes) == ("idastar", Changes.IMPROVE)


def _stages(plan: Plan, puzzle: Puzzle, terms: Terms) -> Iterator[Stage]:
    restarts = _may_restart(plan, terms)
    for stage in plan:
        stage = replace(stage, workers=terms.workers or 1)
        if terms.unhurried:
            stage = replace(stage, budget=stage.budget._replace(timed=False))
        if stage.tries and (terms.engine == "compiled" or terms.lasting):
            continue
        if stage.means == "python" and _raises_bound(stage) and terms.engine == "compiled":
            continue
        if stage.means is not None or stage.changes in (Changes.SCOUT, Changes.RESCUE):
            yield replace(stage, means="python")
            continue
        if stage.hands_over is HandsOver.LASTING and not restarts:
            yield from _by_means(_whole(stage), puzzle, terms)
            return
        yield from _by_means(stage, puzzle, terms)


def _whole(stage: Stage) -> Stage:
    """The stage within the question's limits alone."""
    return replace(stage, hands_over=None, budget=Budget())


def _may_restart(plan: Plan, terms: Terms) -> bool:
    """Whether a search that lasts may restart with larger tables.

    Not where the tables do not fit in memory or could not be stored: for one search alone, building
    them takes as long as they save.
    """
    if not any(stage.hands_over is HandsOver.LASTING for stage in plan):
        return False
    if terms.engine != "auto" or terms.lasting or not may_store():
        return False
    free, most = affordable_bytes(), terms.limits.memory
    allowed = None if most is None else most - resident_bytes()
    return all(size is None or size >= _LARGER_BYTES for size in (free, allowed))


def _by_means(stage: Stage, puzzle: Puzzle, terms: Terms) -> Iterator[Stage]:
    """The stage by the means of the engine; with `auto`, by one after another."""
    if stage.algorithm == "anytime_beam" and terms.unhurried and not stage.options.get("width"):
        stage = replace(stage, options={**stage.options, "width": _UNHURRIED_WIDTH})
    if terms.engine == "compiled":
        yield replace(stage, means="compiled")
    elif terms.engine == "python":
        yield _in_python(stage)
    elif _skips_moves(stage, puzzle, terms.order):
        yield replace(stage, means="pruned", workers=_threads(stage, puzzle, terms))
    elif _alternates_pushes(stage, puzzle, terms.order):
        yield replace(stage, means="pushes")
    elif puzzle.cells <= _SMALL_CELLS or stage.spec.needs:
        yield replace(stage, means="python")
    elif _weighs(stage, puzzle):  # a value takes long in Python, and loads kernels
        yield replace(stage, means="compiled")
        yield replace(stage, means="python")
    else:
        # A short search in Python is enough for easy boards; then the kernel, from the beginning.
        short = stage.budget._replace(expansions=_TRIAL, timed=False)
        yield replace(stage, means="python", hands_over=HandsOver.TRIAL, budget=short)
        yield replace(stage, means="compiled")
        yield _in_python(stage)


def _in_python(stage: Stage) -> Stage:
    """The stage in Python, where a proof that is tried for its bound may take a second or two."""
    budget = stage.budget
    if budget.timed and budget.expansions is not None:
        budget = budget._replace(expansions=min(budget.expansions, _MOST_IN_PYTHON))
    return replace(stage, means="python", budget=budget)


def _skips_moves(stage: Stage, puzzle: Puzzle, order: str | None) -> bool:
    """Whether the kernel of IDA* over pattern databases, which is not a twin, can run this."""
    return (
        stage.algorithm == "idastar"
        and stage.heuristic is not None
        and stage.heuristic.startswith("pdb:")
        and puzzle.metric == "stm"
        and puzzle.counts_moves
        and stage.options.get("duplicates", "parent") == "parent"
        and order is None
    )


def _alternates_pushes(stage: Stage, puzzle: Puzzle, order: str | None) -> bool:
    """Whether the kernel of IDA* over relabelled tables, which is not a twin, can run this."""
    return (
        (stage.algorithm, stage.heuristic) == ("idastar", "relabelled")
        and puzzle.metric == "mtm"
        and stage.options.get("duplicates", "parent") == "parent"
        and order is None
    )


def _weighs(stage: Stage, puzzle: Puzzle) -> bool:
    """Whether the stage looks up pattern databases that weigh moves."""
    name = stage.heuristic
    return name is not None and name.startswith("pdb:") and has_weighted(puzzle)


def _threads(stage: Stage, puzzle: Puzzle, terms: Terms) -> int:
    """All cores for a proof that may take hours, unless people said how many."""
    lasts = terms.optimal and not terms.spread and puzzle.cells > _QUICK_CELLS
    return usable_cores() if terms.workers is None and lasts else stage.workers
