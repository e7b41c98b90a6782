"""Which algorithm and heuristic to use when none is named, and the honest words about it."""

from dataclasses import dataclass

from taquin.heuristics.base import pushes_per_move
from taquin.heuristics.pdb import default_partition
from taquin.puzzle.puzzle import Puzzle

__all__ = ["Choice", "best_means", "default_heuristic"]


@dataclass(frozen=True, slots=True)
class Choice:
    """An algorithm, its heuristic and options, and what the user should be told about it."""

    algorithm: str
    heuristic: str | None
    options: dict[str, object]
    note: str | None = None


def default_heuristic(puzzle: Puzzle) -> str:
    """The heuristic for an algorithm named without one: Manhattan, known to every reader."""
    return "manhattan"


def best_means(puzzle: Puzzle) -> Choice:
    """The surest quick way to a solution, optimal wherever that is feasible.

    Small spaces are searched by A*. Thirteen to sixteen cells by IDA* over pattern databases,
    which are built at first need, or with Manhattan in the expense metric.
    Beyond that optimal search may take hours or for ever, so weighted A* gives a good solution
    and says that it may not be the shortest.
    """
    cells, unit = puzzle.cells, puzzle.metric == "stm"
    on_grid = puzzle.topology.is_grid
    if cells <= 9:
        return Choice("astar", "manhattan", {})
    if cells <= 12:
        return Choice("astar", "linear_conflict" if on_grid and unit else "manhattan", {})
    partition = default_partition(puzzle) if unit else None
    if partition is not None:
        return Choice("idastar", f"pdb:{partition}", {})
    if cells <= 16 and puzzle.metric == "expense":
        return Choice("idastar", "manhattan", {})
    rough = "linear_conflict" if on_grid and puzzle.metric != "expense" else "manhattan"
    note = (
        f"A {puzzle.goal.size} board in {puzzle.metric} is too large to be solved optimally by "
        "these means; weighted A* found this solution and the bound below it. For a proof, try "
        "-a idastar with a time limit."
    )
    return Choice("wastar", rough, {"weight": _weight(puzzle)}, note)


def _weight(puzzle: Puzzle) -> float:
    """Chosen so that most random boards of the size take seconds: the larger, the rougher.

    In the multi-tile metric estimates are divided by the longest push; this makes up for it.
    """
    cells = puzzle.cells
    by_size = 1.5 if cells <= 25 else 3.0 if cells <= 36 else 5.0
    return max(by_size, float(pushes_per_move(puzzle))) if puzzle.metric == "mtm" else by_size
