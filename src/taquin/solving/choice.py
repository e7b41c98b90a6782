"""Which algorithm and heuristic to use when the caller names none, and what to say about it."""

from dataclasses import dataclass

from taquin.constructive.scene import has_all_grid_moves
from taquin.ground.errors import OptionError
from taquin.heuristics.base import pushes_per_move
from taquin.heuristics.learned.plan import LEARNED_CELLS, refusal
from taquin.heuristics.linear_conflict import LONGEST_LINE
from taquin.heuristics.patterns.heuristic import (
    default_partition,
    larger_partition,
    proving_partition,
)
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
_PATTERN_TILES = 5
_COMPILED_BUDGET = 1_000_000
_PYTHON_BUDGET = 25_000
# For the bound of what a beam found: a fraction of a second, or of the time limit.
_PROOF_BUDGET = 1_000_000
_PROOF_SHARE = 0.1
_BEAM = "A beam search with a learned heuristic found this solution."
_LONGER = "With more time, such as --time-limit 60, wider beams may find a shorter one."
_BUILT = "The row-and-column method built this solution tile by tile."
_MORE = "A longer search, such as -a wastar or -a beam, may find a cheaper one."
_BOUND = "For a better lower bound, try -a idastar with a time limit."


@dataclass(frozen=True, slots=True)
class Choice:
    """An algorithm, its heuristic and options, and a note for the user.

    rival: a second search to try afterwards, limited to its `expansions`; the cheaper of the two
    solutions is the answer, with the better of the two bounds.
    share: of a time limit, for this rival, which then has no other limit. 0: what the first left
    over. A limit of more than a day counts as none.
    scout: a search that looks for a solution while this one proves a bound.
    further: the heuristic that replaces it in a search that lasts; see `taquin.solving.relay`.
    """

    algorithm: str
    heuristic: str | None
    options: dict[str, object]
    note: str | None = None
    rival: "Choice | None" = None
    expansions: int | None = None
    share: float = 0.0
    scout: "Choice | None" = None
    further: str | None = None


def best_means(puzzle: Puzzle) -> Choice:
    """The most reliable fast way to a solution, optimal wherever that is feasible.

    Boards of up to 12 cells: A*. Boards of 13 to 16 cells: IDA* over pattern databases, which
    are built the first time they are needed, or with Manhattan in the expense metric. On larger
    boards an optimal search may never end: a beam search with a learned heuristic answers
    where there is a model for the board. The row-and-column method answers everywhere else, and
    where weighted A* usually ends within a second or two, it runs as well. Where moves have costs
    of their own, weighted A* answers from 13 cells on.
    """
    cells, unit = puzzle.cells, _counts_steps(puzzle)
    on_grid = puzzle.topology.is_grid
    if cells <= 9:
        return Choice("astar", "manhattan", {})
    if cells <= 12:
        return Choice("astar", "linear_conflict" if on_grid and unit else "manhattan", {})
    partition = default_partition(puzzle) if unit else None
    if partition is not None:
        larger = larger_partition(puzzle)
        further = None if larger in (None, partition) else f"pdb:{larger}"
        return Choice("idastar", f"pdb:{partition}", {}, further=further)
    if puzzle.topology.costs is not None:
        return rough_search(puzzle)
    if cells <= 16 and puzzle.metric == "expense":
        return Choice("idastar", "manhattan", {})
    if cells <= 16 or not has_all_grid_moves(puzzle.topology):
        return rough_search(puzzle)
    if refusal(puzzle) is None:
        note = f"{_too_large(puzzle)} {_BEAM} {_LONGER}"
        prover = bound_search(puzzle) if cells <= LEARNED_CELLS else None
        return Choice("anytime_beam", None, {}, note, prover)
    rival = rough_search(puzzle) if cells <= _RIVAL_CELLS[puzzle.metric] else None
    note = f"{_too_large(puzzle)} {_BUILT} {_patterns_hint(puzzle) or _MORE}"
    return Choice("rows", None, {}, note, rival)


def optimal_means(puzzle: Puzzle, memory: int | None = None) -> Choice:
    """The search that proves its solution optimal on the largest boards, however long it takes.

    memory: bytes for its tables, None for enough. On boards of up to 16 cells that is the default.
    Raises OptionError where no search for an optimal solution could end: in other metrics, and on
    boards of more cells than pattern databases can number.
    """
    usual = best_means(puzzle)
    if usual.rival is None and usual.algorithm in ("astar", "idastar"):
        return usual
    partition = proving_partition(puzzle, memory) if _counts_steps(puzzle) else None
    if partition is None:
        own = " with costs of moves" if puzzle.topology.costs is not None else ""
        raise OptionError(
            f"no search in taquin proves solutions of {puzzle.goal.size} boards in "
            f"{puzzle.metric}{own} optimal; expected single-tile moves (stm) and at most 25 cells. "
            "Leave optimal out."
        )
    scout = Choice("anytime_beam", None, {}) if usual.algorithm == "anytime_beam" else None
    return Choice("idastar", f"pdb:{partition}", {}, scout=scout)


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


def rough_search(puzzle: Puzzle) -> Choice:
    """Weighted A* with a weight for this size, and its budget when it runs as a second search."""
    rough = "manhattan"
    if puzzle.topology.is_grid and puzzle.counts_moves:
        rough = "linear_conflict"
    hint = _BOUND if puzzle.cells <= 16 else _patterns_hint(puzzle)
    found = "Weighted A* found this solution and its lower bound."
    note = f"{_too_large(puzzle)} {found} {hint}".rstrip()
    one_tile = puzzle.metric != "mtm" and puzzle.topology.costs is None
    compiled = one_tile and puzzle.cells <= _COMPILED_CELLS
    budget = _COMPILED_BUDGET if compiled else _PYTHON_BUDGET
    return Choice("wastar", rough, {"weight": _weight(puzzle)}, note, expansions=budget)


def _counts_steps(puzzle: Puzzle) -> bool:
    """Whether a solution costs as many as it has single-tile moves, as pattern databases count."""
    return puzzle.metric == "stm" and puzzle.counts_moves


def _patterns_hint(puzzle: Puzzle) -> str:
    """Advice on the search that usually does better where its kernel applies; "" elsewhere.

    docs/decisions/0014 has the figures.
    """
    if not puzzle.topology.is_grid or puzzle.metric != "stm" or puzzle.cells > _COMPILED_CELLS:
        return ""
    tiles = puzzle.cells - 1
    patterns = -(-tiles // _PATTERN_TILES)
    sizes = "-".join(str((tiles + later) // patterns) for later in reversed(range(patterns)))
    weight = 1.25 if puzzle.cells <= 20 else 1.5
    return (
        "For an often cheaper one within seconds, after about 10 s of building tables, try "
        f"-a wastar --heuristic pdb:{sizes} -o weight={weight} --time-limit 60."
    )


def _too_large(puzzle: Puzzle) -> str:
    proves = _counts_steps(puzzle) and proving_partition(puzzle) is not None
    return (
        f"taquin does not solve {puzzle.goal.size} ({puzzle.metric}) optimally by default"
        f"{'; --optimal does, in seconds to hours' if proves else ''}."
    )


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
