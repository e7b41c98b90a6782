"""Which algorithm and heuristic to use when the caller names none."""

from dataclasses import dataclass, replace

from taquin.constructive.scene import has_all_grid_moves
from taquin.heuristics.base import pushes_per_move
from taquin.heuristics.learned.plan import LEARNED_CELLS, refusal
from taquin.heuristics.linear_conflict import LONGEST_LINE
from taquin.heuristics.patterns.grouping import GROUPED_CELLS
from taquin.heuristics.patterns.heuristic import (
    default_partition,
    larger_partition,
    proving_partition,
)
from taquin.heuristics.patterns.relabelled import is_ready
from taquin.heuristics.patterns.store import is_stored
from taquin.puzzle.puzzle import Puzzle

__all__ = [
    "DEFAULT_HEURISTIC",
    "Choice",
    "best_means",
    "bound_search",
    "optimal_means",
    "rough_search",
]

# Of an algorithm named without one: every reader knows it.
DEFAULT_HEURISTIC = "manhattan"

# The largest boards on which weighted A* often finds a solution, and its budget of expansions:
# about a second in the kernel, which serves up to 25 cells and no multi-tile moves, or in Python.
_RIVAL_CELLS = {"stm": 36, "mtm": 25, "expense": 0}
_COMPILED_CELLS = 25
_COMPILED_BUDGET = 1_000_000
_PYTHON_BUDGET = 25_000
# Of a beam in Python, on 5x5 in mtm about three seconds for twice as many layers as it needs.
_BEAM_BUDGET = 150_000
# For the bound of what a beam found: a fraction of a second, or of the time limit.
_PROOF_BUDGET = 1_000_000
_PROOF_SHARE = 0.1
# For a proof tried first, in Python: tenths of a second, also on boards of many cells.
_TRY_BUDGET = 5_000
_TRY_CELLS = 100  # from here on fewer expansions, as each takes longer
_TRY_LEAST = 100
_STEPS = 4  # successors of a board by single-tile moves
_TRY_TABLES = 400  # cells; the tables of linear conflict take longer beyond


@dataclass(frozen=True, slots=True)
class Choice:
    """An algorithm, its heuristic and options, and the searches that go with it.

    advised: whether a solution that is not proved optimal comes with advice.
    rival: a second search to try afterwards, limited to its `expansions`; the cheaper of the two
    solutions is the answer, with the better of the two bounds.
    share: of a time limit, for this rival, which then has no other limit. 0: what the first left
    over. A limit of more than a day counts as none.
    scout: a search that looks for a solution while this one proves a bound.
    further: the heuristic that replaces it in a search that lasts; see `taquin.solving.relay`.
    attempt: a short search tried first, within its `expansions`; the answer if it proves one.
    proof: whether a solution that is not proved optimal counts as one of limited effort.
    """

    algorithm: str
    heuristic: str | None
    options: dict[str, object]
    advised: bool = False
    rival: "Choice | None" = None
    expansions: int | None = None
    share: float = 0.0
    scout: "Choice | None" = None
    further: str | None = None
    attempt: "Choice | None" = None
    proof: bool = False


def best_means(puzzle: Puzzle) -> Choice:
    """The most reliable fast way to a solution, optimal wherever that is feasible.

    Boards of up to 12 cells: A*. Boards of 13 to 16 cells: IDA* over pattern databases, which
    are built the first time they are needed, or with Manhattan in the expense metric. On larger
    boards an optimal search may never end: a beam search with a learned heuristic answers where
    there is a model for the board. The row-and-column method answers everywhere else, and where
    weighted A* usually ends within a second or two, it runs as well. Where moves have costs of
    their own, weighted A* answers from 13 cells on. Where the search proves nothing, a short one
    that may is tried first.
    """
    cells, unit = puzzle.cells, _counts_steps(puzzle)
    on_grid = puzzle.topology.is_grid
    if cells <= 9:
        return Choice("astar", "manhattan", {})
    if puzzle.metric == "mtm" and on_grid and cells <= GROUPED_CELLS and is_ready(puzzle):
        return Choice("idastar", "relabelled", {}, advised=True)
    if cells <= 12:
        return Choice("astar", "linear_conflict" if on_grid and unit else "manhattan", {})
    partition = default_partition(puzzle) if unit else None
    if partition is not None:
        larger = larger_partition(puzzle)
        further = None if larger in (None, partition) else f"pdb:{larger}"
        return Choice("idastar", f"pdb:{partition}", {}, further=further)
    if puzzle.topology.costs is not None:
        return _tried_first(rough_search(puzzle), puzzle)
    if cells <= 16 and puzzle.metric == "expense":
        return Choice("idastar", "manhattan", {})
    if cells <= 16 or not has_all_grid_moves(puzzle.topology):
        return _tried_first(rough_search(puzzle), puzzle)
    if refusal(puzzle) is None:
        prover = bound_search(puzzle) if cells <= LEARNED_CELLS else None
        return _tried_first(Choice("anytime_beam", None, {}, advised=True, rival=prover), puzzle)
    rival = _rival(puzzle) if cells <= _RIVAL_CELLS[puzzle.metric] else None
    return _tried_first(Choice("rows", None, {}, advised=True, rival=rival), puzzle)


def optimal_means(puzzle: Puzzle, memory: int | None = None) -> Choice:
    """The search that proves its solution optimal on the largest boards, however long it takes.

    memory: bytes for its tables, None for enough. On boards of up to 16 cells that is the default.
    Where no search can be expected to end, in other metrics and on boards of more cells than
    pattern databases can number, it is the default, which may prove its solution.
    """
    usual = best_means(puzzle)
    if usual.attempt is None:
        return usual
    partition = proving_partition(puzzle, memory) if _counts_steps(puzzle) else None
    if partition is None:
        return replace(usual, proof=True)
    scout = Choice("anytime_beam", None, {}) if usual.algorithm == "anytime_beam" else None
    return Choice("idastar", f"pdb:{partition}", {}, scout=scout, attempt=usual.attempt)


def _tried_first(choice: Choice, puzzle: Puzzle) -> Choice:
    """The choice after a short A*, which proves the solutions of boards near their goal.

    In Python, with a heuristic of no large tables: compiling or building would take longer. On
    large boards, and where a board has many successors, an expansion takes longer: fewer are tried.
    """
    size = puzzle.goal
    successors = size.width + size.height - 2 if puzzle.metric == "mtm" else _STEPS
    work = max(puzzle.cells, _TRY_CELLS) * max(successors, _STEPS)
    budget = max(_TRY_LEAST, _TRY_BUDGET * _TRY_CELLS * _STEPS // work)
    heuristic = _simple(puzzle) if puzzle.cells <= _TRY_TABLES else "manhattan"
    return replace(choice, attempt=Choice("astar", heuristic, {}, expansions=budget))


def bound_search(puzzle: Puzzle) -> Choice:
    """IDA*, whose completed contours prove a better lower bound than a heuristic of the start.

    Over pattern databases where they are stored, as `--optimal` leaves them; they are not built
    for this. Linear conflict has a kernel for lines of up to seven cells only.
    """
    partition = proving_partition(puzzle)
    if partition is not None and is_stored(puzzle, partition):
        heuristic = f"pdb:{partition}"
    elif max(puzzle.goal.width, puzzle.goal.height) <= LONGEST_LINE:
        heuristic = "linear_conflict"
    else:
        heuristic = "manhattan"
    return Choice("idastar", heuristic, {}, expansions=_PROOF_BUDGET, share=_PROOF_SHARE)


def _rival(puzzle: Puzzle) -> Choice:
    """What often finds a cheaper solution than the row-and-column method, in a few seconds."""
    if puzzle.metric == "mtm":
        return Choice("beam", DEFAULT_HEURISTIC, {}, expansions=_BEAM_BUDGET)
    return rough_search(puzzle)


def rough_search(puzzle: Puzzle) -> Choice:
    """Weighted A* with a weight for this size, and its budget when it runs as a second search."""
    one_tile = puzzle.metric != "mtm" and puzzle.topology.costs is None
    compiled = one_tile and puzzle.cells <= _COMPILED_CELLS
    budget = _COMPILED_BUDGET if compiled else _PYTHON_BUDGET
    return Choice(
        "wastar", _simple(puzzle), {"weight": _weight(puzzle)}, advised=True, expansions=budget
    )


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
