"""The plan for a puzzle when the caller names no search."""

from dataclasses import replace
from functools import partial

from taquin.beams.value.plan import (
    LEARNED_CELLS,
    has_grid_beam,
    has_metric_beam,
    has_torus_beam,
)
from taquin.constructive.scene import has_all_grid_moves
from taquin.heuristics.base import pushes_per_move
from taquin.heuristics.linear_conflict import LONGEST_LINE
from taquin.heuristics.patterns.heuristic import (
    default_partition,
    larger_partition,
    proving_partition,
)
from taquin.heuristics.patterns.relabelled import is_ready, is_served
from taquin.heuristics.patterns.store import is_stored
from taquin.heuristics.patterns.weighted import (
    bounding_partition,
    is_at_hand,
    is_weighted_ready,
    weighing_partition,
)
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.plan.stage import Budget, Changes, HandsOver, Plan, Stage

__all__ = [
    "DEFAULT_HEURISTIC",
    "best_means",
    "bound_search",
    "is_near_distances",
    "optimal_means",
    "rough_plan",
]

# Of an algorithm named without one: every reader knows it.
DEFAULT_HEURISTIC = "manhattan"

# For the bound of what a beam found: a fraction of a second, or of the time limit.
_PROOF_BUDGET = 1_000_000
_PROOF_SHARE = 0.1
# The same in Python, where lines are too long for the kernel of linear conflict. Its first contours
# prove more there than hundreds of times as many expansions over Manhattan distances.
_LONG_LINE = 8  # beyond it
_LONG_BUDGET, _LARGE_SHARE = 10_000, 0.05
# On a torus of up to 25 cells, where distances come so near to costs that IDA* proves most boards.
_TORUS_BUDGET = 40_000_000
# There, where stored tables, or A* in mtm, prove most boards, and where IDA* proves some.
_TORUS_SHARE, _EXPENSE_SHARE = 0.7, 0.5
_WEIGHTED_SHARE = 0.2  # where they only raise a bound
# Of the time is left to beams where a proof takes longer. Each contour takes several times as long
# as the one before it, so that a proof seldom lacks just this.
_BEAM_SHARE = 0.3
_WHOLE_CELLS = 12  # up to here A* may search all boards
_SMALL_CELLS = 16
# Where moves have costs: the widths of beams on boards that kernels search and on larger ones, the
# expansions of each, and the shares of the time that the rough solution and each beam leave.
_STORED_WIDTHS, _WIDTHS = (100, 1_000, 10_000), (100, 300, 1_000)
_USUAL_WIDTH = 1_000  # of beam, whose default is left out
_BEAM_BUDGET = 100_000
_ROUGH_LEAVES, _BEAM_LEAVES = 0.7, 0.3
# Of boards that A* in a kernel can store.
_STORED_CELLS = 25
# Seconds, about as long as building 7-8 of 4x4 takes on two cores.
_PATIENCE = 4.0
# For a proof tried first, in Python: tenths of a second, also on boards of many cells.
_TRY_BUDGET = 5_000
_TRY_CELLS = 100  # from here on fewer expansions, as each takes longer
_TRY_LEAST = 100
_TRY_SHARE = 0.1  # of the limits
_STEPS = 4  # successors of a board by single-tile moves
_TRY_TABLES = 400  # cells; the tables of linear conflict take longer beyond


def best_means(puzzle: Puzzle, memory: int | None = None) -> Plan:
    """The most reliable fast way to a solution, optimal wherever that is feasible.

    memory: bytes for its tables, None for enough.
    Boards of up to 12 cells: A*. Boards of 13 to 16 cells: IDA* over pattern databases, which are
    built the first time they are needed. Boards of 10 to 16 cells in the multi-tile metric, with
    walls of 13 to 16: IDA* over relabelled tables. Boards of 13 to 16 cells in expense: A* over
    pattern databases that weigh moves by the tiles' costs. Where such a proof may take long, as on
    a torus or with walls, beams have the last part of a time limit. On larger boards an optimal
    search may never end: beams answer, in stm on a grid with a learned heuristic, elsewhere up to
    64 cells, on a torus or with walls up to 254, after the row-and-column method. IDA*, or A* in
    mtm, then proves the solution, or a bound. Where moves have costs of their own, weighted A*
    answers from 13 cells on, then beams and A*; from 26 on rows, beams and IDA*. Where the search
    proves nothing, a short one that may is tried first, and where limits or Ctrl-C end it without a
    solution, the row-and-column method builds one.
    """
    cells, unit = puzzle.cells, _counts_steps(puzzle)
    on_grid = puzzle.topology.is_grid
    if cells <= 9:
        return Plan((Stage("astar", "manhattan"),))
    if is_served(puzzle) and (on_grid or cells > _WHOLE_CELLS) and is_ready(puzzle):
        proof = Stage("idastar", "relabelled", budget=Budget(leaves=_BEAM_SHARE))
        beams = Stage("anytime_beam", changes=Changes.IMPROVE)
        return Plan((_near_try(puzzle), proof, beams, *_rescue(puzzle)), advised=True)
    if cells <= _WHOLE_CELLS:
        simple = "linear_conflict" if on_grid and unit else "manhattan"
        return Plan(_with_other_means(puzzle, Stage("astar", simple)))
    weighing = weighing_partition(puzzle)
    if weighing is not None and is_weighted_ready(puzzle, weighing):
        proof = Stage("astar", f"pdb:{weighing}", budget=Budget(leaves=_BEAM_SHARE))
        wider = (Stage("anytime_beam", changes=Changes.IMPROVE),) if has_metric_beam(puzzle) else ()
        return Plan((_near_try(puzzle), proof, *wider, *_rescue(puzzle)), advised=True)
    partition = default_partition(puzzle, memory) if unit else None
    if partition is not None:
        return _by_patterns(puzzle, partition)
    if puzzle.topology.costs is not None:
        return _by_priced_moves(puzzle)
    if has_grid_beam(puzzle):
        if cells > LEARNED_CELLS:
            return _with_bound(puzzle, Stage("anytime_beam"))
        prover = bound_search(puzzle)
        beams = Stage("anytime_beam", budget=Budget(leaves=_PROOF_SHARE))
        return _unproved(puzzle, beams, prover)
    if has_metric_beam(puzzle):
        return _by_beams(puzzle)
    wider = () if has_all_grid_moves(puzzle.topology) else (_rough_after(puzzle),)
    return _with_bound(puzzle, Stage("rows"), *wider)


def optimal_means(puzzle: Puzzle, memory: int | None = None) -> Plan:
    """The search that proves its solution optimal on the largest boards, however long it takes.

    memory: bytes for its tables, None for enough. On boards of up to 16 cells that is the default.
    Where no search can be expected to end, in other metrics and on boards of more cells than
    pattern databases can number, it is the default, which may prove its solution.
    """
    usual = best_means(puzzle, memory)
    if not usual.advised:
        return usual
    partition = proving_partition(puzzle, memory) if _counts_steps(puzzle) else None
    if partition is None:
        return replace(usual, stages=tuple(map(partial(_weighted, puzzle), usual)), proof=True)
    scouts = usual.main.algorithm == "anytime_beam"
    scout = (Stage("anytime_beam", changes=Changes.SCOUT),) if scouts else ()
    return Plan((_first_try(puzzle), *scout, Stage("idastar", f"pdb:{partition}")))


def _weighted(puzzle: Puzzle, stage: Stage) -> Stage:
    """The stage; A* over weighted tables, which it builds, where IDA* would prove a bound."""
    partition = bounding_partition(puzzle)
    if partition is None or (stage.algorithm, stage.changes) != ("idastar", Changes.IMPROVE):
        return stage
    return replace(stage, algorithm="astar", heuristic=f"pdb:{partition}")


def _by_patterns(puzzle: Puzzle, partition: str) -> Plan:
    """IDA* over pattern databases; once it lasts, over larger ones, as long as these take to build.

    Nobody knows in advance how long a search will last. A user who waits as long as the larger
    tables take to build, and builds them then, waits about twice as long as with the better choice
    at worst, or longer where building takes longer; later boards find the tables there.
    """
    first, larger = Stage("idastar", f"pdb:{partition}"), larger_partition(puzzle)
    near = _near_try(puzzle)
    if larger in (None, partition):
        return Plan((near, *_with_other_means(puzzle, first)))
    short = replace(first, hands_over=HandsOver.LASTING, budget=Budget(seconds=_PATIENCE))
    return Plan((near, short, *_with_other_means(puzzle, Stage("idastar", f"pdb:{larger}"))))


def _by_beams(puzzle: Puzzle) -> Plan:
    """Beams that rank by distances, or by a model of stm; then a proof, or a better bound."""
    prover, share = bound_search(puzzle), _PROOF_SHARE
    if prover.heuristic is not None and prover.heuristic.startswith("pdb:"):
        share = _TORUS_SHARE if _counts_steps(puzzle) else _WEIGHTED_SHARE
    elif is_near_distances(puzzle):
        share = _TORUS_SHARE
        prover = replace(prover, budget=prover.budget._replace(expansions=_TORUS_BUDGET))
    if puzzle.cells <= _SMALL_CELLS:
        share = _TORUS_SHARE if puzzle.metric == "mtm" else _EXPENSE_SHARE
        prover = replace(prover, budget=Budget())
    return _unproved(puzzle, Stage("anytime_beam", budget=Budget(leaves=share)), prover)


def _by_priced_moves(puzzle: Puzzle) -> Plan:
    """Where moves have costs: a rough solution, beams that may find cheaper ones, and a proof.

    Beyond the boards that A* stores in a kernel, it comes from rows if the board type allows that.
    """
    stored = puzzle.cells <= _STORED_CELLS
    rows = not stored and has_all_grid_moves(puzzle.topology)
    first = Stage("rows") if rows else _rough(puzzle)
    beams = (
        Stage(
            "beam",
            "manhattan",
            {} if width == _USUAL_WIDTH else {"width": width},
            changes=Changes.IMPROVE,
            budget=Budget(expansions=_BEAM_BUDGET, leaves=_BEAM_LEAVES, timed=True),
        )
        for width in (_STORED_WIDTHS if stored else _WIDTHS)
    )
    first = replace(first, budget=Budget(leaves=_ROUGH_LEAVES))
    return _unproved(puzzle, first, *beams, bound_search(puzzle))


def _with_bound(puzzle: Puzzle, *stages: Stage) -> Plan:
    """The plan of stages on boards of more than 64 cells, and of a bound where that is quick."""
    if not puzzle.topology.is_part_of_grid or puzzle.cells > _TRY_TABLES:
        return _unproved(puzzle, *stages)
    shorter = (replace(one, budget=one.budget._replace(leaves=_LARGE_SHARE)) for one in stages)
    return _unproved(puzzle, *shorter, bound_search(puzzle))


def is_near_distances(puzzle: Puzzle) -> bool:
    """Whether beams find short solutions at once, which cost little more than the distances."""
    return _counts_steps(puzzle) and puzzle.cells <= _STORED_CELLS and has_torus_beam(puzzle)


def _unproved(puzzle: Puzzle, main: Stage, *more: Stage) -> Plan:
    """The plan of a search that proves nothing: a short one that may comes first."""
    return Plan((_first_try(puzzle), main, *more, *_rescue(puzzle)), advised=True)


def _rescue(puzzle: Puzzle) -> tuple[Stage, ...]:
    """What builds a solution where a limit or Ctrl-C leaves none; nothing where it cannot."""
    if puzzle.topology.costs is not None and not has_all_grid_moves(puzzle.topology):
        return ()
    return (Stage("rows", changes=Changes.RESCUE, budget=Budget(free=True)),)


def _with_other_means(puzzle: Puzzle, proof: Stage) -> tuple[Stage, ...]:
    """The proof of a small board and what else has a solution.

    Beams, too, where a proof may take long; on a plain grid it takes seconds at most.
    """
    if puzzle.topology.is_grid or not has_metric_beam(puzzle):
        return (proof, *_rescue(puzzle))
    proof = replace(proof, budget=Budget(leaves=_BEAM_SHARE))
    return (proof, Stage("anytime_beam", changes=Changes.IMPROVE), *_rescue(puzzle))


def _first_try(puzzle: Puzzle) -> Stage:
    """A short A*, which proves the solutions of boards near their goal.

    In Python, with a heuristic of no large tables: compiling or building would take longer. On
    large boards, and where a board has many successors, an expansion takes longer: fewer are tried.
    """
    size = puzzle.goal
    successors = size.width + size.height - 2 if puzzle.metric == "mtm" else _STEPS
    work = max(puzzle.cells, _TRY_CELLS) * max(successors, _STEPS)
    most = max(_TRY_LEAST, _TRY_BUDGET * _TRY_CELLS * _STEPS // work)
    heuristic = _simple(puzzle) if puzzle.cells <= _TRY_TABLES else "manhattan"
    budget = Budget(expansions=most, share=_TRY_SHARE)
    return Stage("astar", heuristic, hands_over=HandsOver.UNPROVED, budget=budget, means="python")


def _near_try(puzzle: Puzzle) -> Stage:
    """The same where tables are built first, for boards near their goal alone.

    Whether the tables are stored already does not matter: the same board has the same counters.
    """
    stage = _first_try(puzzle)
    return replace(stage, budget=stage.budget._replace(near=puzzle.cells))


def bound_search(puzzle: Puzzle) -> Stage:
    """IDA* or A*, which prove a better lower bound than a heuristic of the start.

    Over pattern databases where they are stored, as `--optimal` leaves them; they are not built
    for this. A* where these or the board type weigh moves, as IDA* has a contour for almost each
    sum of costs, and in mtm, where IDA* expands the boards that pushes reach in several orders
    again and again. Linear conflict has a kernel for lines of up to seven cells only; from nine on
    it proves more in Python than Manhattan distance in a kernel.
    """
    longest = max(puzzle.goal.width, puzzle.goal.height)
    priced = puzzle.metric == "mtm" or puzzle.topology.costs is not None
    stores = priced and puzzle.cells <= _STORED_CELLS
    by_lines = longest > _LONG_LINE and not stores
    partition = proving_partition(puzzle) if _counts_steps(puzzle) else None
    if partition is not None and is_stored(puzzle, partition):
        heuristic = f"pdb:{partition}"
    elif puzzle.topology.is_part_of_grid and (longest <= LONGEST_LINE or by_lines):
        # Only Manhattan distances know the ways around walls.
        on_grid = puzzle.topology.is_grid
        heuristic = "linear_conflict" if on_grid else "max:manhattan,linear_conflict"
    else:
        heuristic = "manhattan"
    budget = Budget(expansions=_PROOF_BUDGET, timed=True)
    algorithm = "astar" if stores else "idastar"
    stage = Stage(algorithm, heuristic, changes=Changes.IMPROVE, budget=budget)
    weighing = bounding_partition(puzzle)
    if weighing is not None and is_at_hand(puzzle, weighing):
        return _weighted(puzzle, stage)
    if by_lines and heuristic.endswith("linear_conflict"):
        return replace(stage, means="python", budget=budget._replace(expansions=_LONG_BUDGET))
    return stage


def rough_plan(puzzle: Puzzle, *, tried: bool) -> Plan:
    """Weighted A* alone, or after a short search that may prove its solution.

    IDA*, which proves its solutions, where tiles have costs and boards up to 16 cells.
    """
    if puzzle.cells <= _SMALL_CELLS and puzzle.metric == "expense":
        return Plan((Stage("idastar", "manhattan"),))
    first = (_first_try(puzzle),) if tried else ()
    return Plan((*first, _rough(puzzle)), advised=True)


def _rough(puzzle: Puzzle) -> Stage:
    """Weighted A* with a weight for this size."""
    return Stage("wastar", _simple(puzzle), {"weight": _weight(puzzle)})


def _rough_after(puzzle: Puzzle) -> Stage:
    """The same after a solution that was built: on boards near their goal it finds cheaper ones."""
    budget = Budget(expansions=_PROOF_BUDGET, timed=True)
    return replace(_rough(puzzle), changes=Changes.IMPROVE, budget=budget)


def _simple(puzzle: Puzzle) -> str:
    """The best heuristic that needs no large tables."""
    grid = puzzle.topology.is_grid and puzzle.counts_moves
    return "linear_conflict" if grid else "manhattan"


def _counts_steps(puzzle: Puzzle) -> bool:
    """Whether a solution costs as many as it has single-tile moves, as pattern databases count."""
    return puzzle.metric == "stm" and puzzle.counts_moves


def _weight(puzzle: Puzzle) -> float:
    """A weight under which most random boards of this size take seconds; larger boards need more.

    In the multi-tile metric, estimates are divided by the longest push. The weight compensates for
    that and, on large boards, for most pushes being short.
    """
    cells = puzzle.cells
    by_size = 1.5 if cells <= 20 else 2.0 if cells <= 25 else 3.0 if cells <= 36 else 5.0
    if puzzle.metric != "mtm":
        return by_size
    return max(by_size, (2.0 if cells > 16 else 1.0) * pushes_per_move(puzzle))
