"""Additive pattern databases as a heuristic: pdb:6-6-3, pdb:7-8, pdb:1,2,5|3,4,…"""

from typing import TYPE_CHECKING

from taquin.ground.storage import may_store
from taquin.heuristics.base import Estimate, heuristic, scaled_to_metric
from taquin.heuristics.parts import Lowerable, Parts
from taquin.heuristics.patterns.lookup import Lookup
from taquin.heuristics.patterns.partition import partition_names
from taquin.heuristics.patterns.store import is_stored, open_tables, wanted
from taquin.heuristics.patterns.weighted import WeightedPatterns, has_weighted
from taquin.puzzle.puzzle import Puzzle, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "PatternHeuristic",
    "default_partition",
    "larger_partition",
    "pattern_heuristic",
    "proving_partition",
]


# By number of cells; docs/decisions/0011-pattern-databases.md has the measurements.
_QUICK = {14: "7-6", 15: "5-5-4", 16: "5-5-5"}
# On 4x4: 35 MB for all boards from then on, or 3 MB for this search alone.
_USUAL_FIFTEEN, _QUICK_FIFTEEN = "7-7-1", "6-6-3"
_USUAL_BYTES = 250_000_000  # what building the former takes, and the kernels
_LARGER = {15: "7-7", 16: "7-8"}
# The tables of `small` on 5x5, 317 MB, what builds one of them, and the search.
_SMALL_BYTES = 600_000_000


class PatternHeuristic(Lowerable):
    """The greatest sum of a collection's tables over its views, for boards of one puzzle.

    The tables are built for a canonical goal. A symmetry and new names for the tiles map the
    puzzle's goal to it, so that one set of tables works for every goal.
    """

    def __init__(self, puzzle: Puzzle, partition: str) -> None:
        """Open the partition's tables, or find them open; see `open_tables`."""
        from taquin.heuristics.patterns.collection import refuse_large

        self.partition = partition
        tables, self.canonical = wanted(puzzle, partition)
        refuse_large(tables.patterns)
        self.collection = open_tables(tables)

    @property
    def lookup(self) -> Lookup:
        """The sums of many of the puzzle's boards at once."""
        return self.collection.carried(self.canonical)

    def values(self, boards: "npt.ArrayLike") -> "npt.NDArray[np.int64]":
        """int64[n]: the estimate for each of the puzzle's boards, uint8[n, cells].

        Raises OptionError for boards that do not have each tile once. Unsolvable boards are not
        refused: their values bound nothing, because each pattern is judged without the others;
        `Puzzle.judge` tells. One whose pattern cannot reach its goal at all raises OptionError.
        """
        return self.lookup.values(boards)

    def __call__(self, state: State) -> int:
        """The estimate for `state`, in single-tile moves."""
        return self.collection.value(self.canonical.board(state))

    def lower(self) -> Parts:
        """Itself: the sums are updated move by move, from those of the start."""
        return Parts(patterns=(self,))

    def pattern_shares(self, state: State) -> list[tuple[tuple[int, ...], int]]:
        """Each pattern of the best view, in the puzzle's tiles, and its share of the sum."""
        names = self.canonical.names
        return [
            (tuple(sorted(names.index(tile) for tile in pattern)), value)
            for pattern, value in self.collection.shares(self.canonical.board(state))
        ]


@heuristic(
    "pdb",
    label="pattern databases",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="Korf & Felner 2002",
    takes_argument=True,
)
def pattern_heuristic(puzzle: Puzzle, partition: str) -> Estimate:
    """Additive pattern databases, for example pdb:6-6-3, pdb:7-8 or pdb:1,2,5|3,4,6,7,8.

    They know the blank's region and are looked up in the mirrored board too, and the default search
    leaves out redundant moves: fewer nodes than Korf & Felner's, which plain_pdb repeats.
    Tables are built the first time they are needed, and stored. In expense, tables of their own
    weigh moves by the costs of the tiles; in mtm, the value is scaled.
    """
    if has_weighted(puzzle):
        return WeightedPatterns(puzzle, partition)
    return scaled_to_metric(puzzle, PatternHeuristic(puzzle, partition))


def larger_partition(puzzle: Puzzle) -> str | None:
    """The partition for the hardest boards of a grid, about 200 MB; None where there is no such."""
    return _LARGER.get(puzzle.cells) if puzzle.topology.is_grid else None


def proving_partition(puzzle: Puzzle, memory: int | None = None) -> str | None:
    """The partitions with which to prove solutions optimal; None beyond 25 cells.

    memory: bytes that may be used, None for enough. For a 24-puzzle, the seven partitions of
    `small`, or one where they do not fit, and on a torus, whose eight symmetries give one partition
    as many views. docs/measurements/0025-collections-of-partitions.md has the figures.
    """
    if puzzle.cells <= 16:
        return default_partition(puzzle, memory)
    if puzzle.cells > 25:
        return None
    if (puzzle.goal.width, puzzle.goal.height) == (5, 5):
        several = puzzle.topology.name != "torus" and (memory is None or memory >= _SMALL_BYTES)
        return "small" if several else "6-6-6-6"
    tiles = puzzle.cells - 1
    patterns = -(-tiles // 6)
    return "-".join(str((tiles + later) // patterns) for later in reversed(range(patterns)))


def default_partition(puzzle: Puzzle, memory: int | None = None) -> str | None:
    """The partition to use by default; None beyond 16 cells and where Manhattan is enough.

    memory: bytes that may be used, None for enough.
    On oblong grids, the hardest boards of their size, a partition that takes up to ten seconds to
    build. On other boards, and where nothing may be stored, the same if its tables exist, or else
    one built in a second or two; on a 4x4 grid 35 MB of tables that are stored.
    """
    larger = _LARGER.get(puzzle.cells)
    oblong = puzzle.goal.width != puzzle.goal.height and puzzle.topology.is_grid
    if larger is not None and ((oblong and may_store()) or is_stored(puzzle, larger)):
        return larger
    if _QUICK_FIFTEEN in partition_names(puzzle.goal.width, puzzle.goal.height):
        room = memory is None or memory >= _USUAL_BYTES
        kept = puzzle.topology.is_grid and may_store() and room
        usual = kept or is_stored(puzzle, _USUAL_FIFTEEN)
        return _USUAL_FIFTEEN if usual else _QUICK_FIFTEEN
    return _QUICK.get(puzzle.cells)
