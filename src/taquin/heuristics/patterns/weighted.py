"""Additive pattern databases where tiles have costs: `pdb:6-6-3` in the metric expense.

A move moves one tile, so patterns without common tiles add in this metric, too. A reflection of
the board gives other tiles each other's places, but not each other's costs: unlike in single-tile
moves, a table says nothing about the mirrored board. Instead, the mirrored partition has tables of
its own, and the greater sum counts.
"""

from typing import TYPE_CHECKING

from taquin.ground.storage import may_store
from taquin.heuristics.base import refuse_move_costs
from taquin.heuristics.parts import Lowerable, Parts
from taquin.heuristics.patterns.lookup import Lookup
from taquin.heuristics.patterns.partition import (
    Canonical,
    Partition,
    canonicalise,
    refuse_large_board,
    symmetries,
)
from taquin.heuristics.patterns.place import Place
from taquin.heuristics.patterns.several import named_partitions
from taquin.heuristics.patterns.weighted_table import WeightedTable, greatest, open_weighted
from taquin.puzzle.puzzle import Puzzle, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "WeightedPatterns",
    "bounding_partition",
    "has_weighted",
    "is_at_hand",
    "is_weighted_ready",
    "weighing_partition",
]

_MIRRORS = 2  # of a partition, itself among them, that have tables
_LARGEST = 25  # cells of boards that A* packs into two words
# Patterns of five tiles, so that all tables of 5x5 take 0.3 GB; compact, as those of 6-6-6-6.
_FIVES = "1,2,5,6,7|3,4,8,9,13|10,11,15,16,20|12,17,18,21,22|14,19,23,24"
_PARTITIONS = {14: "5-5-3", 15: "6-6-2", 16: "6-6-3"}  # by cells


def has_weighted(puzzle: Puzzle) -> bool:
    """Whether tiles have costs that such tables can count."""
    return puzzle.metric == "expense" and puzzle.topology.costs is None


def weighing_partition(puzzle: Puzzle) -> str | None:
    """The partition with which A* proves most boards in a second; None beyond 16 cells.

    Also None where tiles have no costs, or moves have costs of their own.
    """
    if not has_weighted(puzzle):
        return None
    return _PARTITIONS.get(puzzle.cells)


def bounding_partition(puzzle: Puzzle) -> str | None:
    """The partition that raises the lower bounds of boards of 17 to 25 cells; None elsewhere."""
    if not has_weighted(puzzle) or not 16 < puzzle.cells <= _LARGEST:
        return None
    if (puzzle.goal.width, puzzle.goal.height) == (5, 5):
        return _FIVES
    tiles = puzzle.cells - 1
    patterns = -(-tiles // 5)
    return "-".join(str((tiles + later) // patterns) for later in reversed(range(patterns)))


def is_weighted_ready(puzzle: Puzzle, partition: str) -> bool:
    """Whether a search with the partition can begin without building tables in memory only."""
    return may_store() or is_at_hand(puzzle, partition)


def is_at_hand(puzzle: Puzzle, partition: str) -> bool:
    """Whether a value takes no seconds of building tables first."""
    return all(table.is_at_hand for table in _wanted(puzzle, partition)[2])


def _wanted(
    puzzle: Puzzle, text: str
) -> tuple[Canonical, tuple[Partition, ...], tuple[WeightedTable, ...]]:
    """How boards are converted, the partitions with their reflections, and all their tables."""
    goal, neighbors = puzzle.goal, puzzle.topology.neighbors
    refuse_move_costs("pdb", puzzle)
    refuse_large_board(puzzle.cells)
    named_partitions(text, goal.width, goal.height)  # refused before any symmetry is tried
    canonical = canonicalise(goal.cells, goal.width, goal.height, neighbors)
    place = Place(goal.width, goal.height, neighbors, canonical.blank)
    named = named_partitions(text, goal.width, goal.height, canonical.blank)
    partitions = tuple(dict.fromkeys(one for part in named for one in _mirrored(place, part)))
    costs = [0] * puzzle.cells
    for tile, cost in enumerate(puzzle.tile_costs):
        costs[canonical.names[tile]] = cost
    patterns = dict.fromkeys(pattern for part in partitions for pattern in part)
    tables = (WeightedTable(place, one, tuple(costs[t] for t in one)) for one in patterns)
    return canonical, partitions, tuple(tables)


def _mirrored(place: Place, partition: Partition) -> list[Partition]:
    """The partition, and its first different reflection that keeps the blank's goal cell."""
    partitions: dict[frozenset[tuple[int, ...]], Partition] = {}
    for symmetry in symmetries(place.width, place.height, place.neighbors):
        if symmetry.cells[place.blank] == place.blank:
            names = [place.goal[symmetry.cells[place.home(tile)]] for tile in range(place.cells)]
            mirrored = tuple(tuple(sorted(names[tile] for tile in part)) for part in partition)
            partitions.setdefault(frozenset(mirrored), mirrored)
    return list(partitions.values())[:_MIRRORS]


class WeightedPatterns(Lowerable):
    """The greatest sum of the tables of some partitions, for boards of one puzzle in expense."""

    def __init__(self, puzzle: Puzzle, partition: str) -> None:
        """Open the tables, or find them open, or build them; see `open_weighted`."""
        from taquin.kernels import load_numba

        self.canonical, self.partitions, tables = _wanted(puzzle, partition)
        load_numba()
        self.tables = tables
        entries = [open_weighted(table) for table in tables]
        self.lookup = _lookup(self.partitions, tables, entries).carried(self.canonical)

    def values(self, boards: "npt.ArrayLike") -> "npt.NDArray[np.int64]":
        """int64[n]: the estimate for each of the puzzle's boards, uint8[n, cells]."""
        return self.lookup.values(boards)

    def __call__(self, state: State) -> int:
        """The estimate for `state`, a sum of the costs of moves."""
        return int(self.values([list(state)])[0])

    def lower(self) -> Parts:
        """Itself: the sums are updated move by move, from those of the start."""
        return Parts(patterns=(self,))


def _lookup(
    partitions: tuple[Partition, ...],
    tables: tuple[WeightedTable, ...],
    entries: "list[npt.NDArray[np.uint16]]",
) -> Lookup:
    """The sums of the partitions, in canonical labelling."""
    import numpy as np

    from taquin.kernels.patterns import layout
    from taquin.kernels.patterns.build import packed_neighbors

    place = tables[0].place
    number = {table.pattern: at for at, table in enumerate(tables)}
    views = [
        layout.PatternView(range(place.cells), [(number[pattern], pattern) for pattern in part])
        for part in partitions
    ]
    patterns = [
        layout.Pattern(
            tuple(map(place.home, table.pattern)),
            costs.view(np.uint8).reshape(1, -1),
            greatest(costs),
            weighted=True,
        )
        for table, costs in zip(tables, entries, strict=True)
    ]
    neighbors = packed_neighbors(place.neighbors)
    near = np.zeros((place.cells, place.cells), np.bool_)
    for cell, row in enumerate(place.neighbors):
        near[cell, [other for other in row if other >= 0]] = True
    laid_out = layout.lay_out(neighbors, place.blank, patterns, views)
    return Lookup(laid_out, [pattern.planes for pattern in patterns], neighbors, near)
