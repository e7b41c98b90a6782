"""Additive pattern databases as a heuristic: pdb:6-6-3, pdb:7-8, pdb:1,2,5|3,4,…"""

import os.path
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.ground.announce import announce
from taquin.ground.deadline import check_deadline
from taquin.ground.once import once
from taquin.ground.storage import may_store
from taquin.heuristics.base import Estimate, heuristic, scaled_to_metric
from taquin.heuristics.parts import Lowerable, Parts
from taquin.heuristics.patterns.lookup import Lookup
from taquin.heuristics.patterns.partition import (
    canonicalise,
    named_partition,
    partition_names,
    refuse_large_board,
)
from taquin.puzzle.puzzle import Puzzle, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "PatternHeuristic",
    "default_partition",
    "is_stored",
    "open_patterns",
    "pattern_heuristic",
    "table_folder",
]


# By number of cells; docs/decisions/0011-pattern-databases.md has the measurements.
_QUICK = {14: "7-6", 15: "5-5-4", 16: "5-5-5"}
_LARGER = {15: "7-7", 16: "7-8"}


def table_folder(*, make: bool = False) -> Path:
    """The folder of stored tables: `tables` in the cache folder (`TAQUIN_CACHE` overrides it).

    make: create it if it is missing and can be created. Raises FolderError if another user can
    change it.
    """
    from taquin.kernels.base.cache import cache_folder

    if make:
        with suppress(OSError):  # storing a table in it will fail too, and say why
            return cache_folder("tables", make=True)
    return cache_folder("tables")


class PatternHeuristic(Lowerable):
    """The greatest sum of a collection's tables over its views, for boards of one puzzle.

    The tables are built for a canonical goal. A symmetry and new names for the tiles map the
    puzzle's goal to it, so that one set of tables works for every goal.
    """

    def __init__(self, puzzle: Puzzle, partition: str, *, workers: int = 2) -> None:
        from taquin.heuristics.patterns.collection import PatternCollection, refuse_large

        goal, neighbors = puzzle.goal, puzzle.topology.neighbors
        self.partition = partition
        self.canonical = canonicalise(goal.cells, goal.width, goal.height, neighbors)
        patterns = named_partition(partition, goal.width, goal.height, self.canonical.blank)
        waiting: set[str] = set()

        def tell(pattern: str, fraction: float, left: float) -> None:
            if left < 0 and pattern not in waiting:
                waiting.add(pattern)
                announce(f"waiting for another process that is building tiles {pattern}")
            if not may_store():  # then nobody else has any use for the table
                check_deadline()

        refuse_large(patterns)
        if not is_stored(puzzle, partition):
            until = "once" if may_store() else "for this search"
            announce(f"building the pattern databases of {partition} ({until})")
        self.collection = PatternCollection.load_or_build(
            goal.width,
            goal.height,
            neighbors,
            self.canonical.blank,
            patterns,
            folder=table_folder(make=may_store()),
            progress=tell,
            workers=workers if may_store() else 1,  # a server runs one search a core
        )
        if self.collection.unsaved:
            lost = f"the tables could not be stored for later runs: {self.collection.unsaved}"
            announce(lost, private=True)

    @cached_property
    def lookup(self) -> Lookup:
        """The sums of many of the puzzle's boards at once."""
        return self.collection.lookup.carried(self.canonical)

    def values(self, boards: "npt.ArrayLike") -> "npt.NDArray[np.int64]":
        """int64[n]: the estimate for each of the puzzle's boards, uint8[n, cells]."""
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
    admissible=True,
    consistent=True,
    paper="Korf & Felner 2002",
    takes_argument=True,
)
def pattern_heuristic(puzzle: Puzzle, partition: str) -> Estimate:
    """Additive pattern databases, for example pdb:6-6-3, pdb:7-8 or pdb:1,2,5|3,4,6,7,8.

    Tables are built the first time they are needed, and stored. Metrics other than stm scale the
    value.
    """
    return scaled_to_metric(puzzle, open_patterns(puzzle, partition))


def open_patterns(puzzle: Puzzle, partition: str) -> PatternHeuristic:
    """The heuristic of a partition for a puzzle, with open tables that all threads share.

    The last four used stay open: reading and checking large tables takes a tenth of a second.
    Missing tables are built and stored by one thread while the others wait; see
    `taquin.ground.storage.nothing_stored`. Raises TimeUp if one that cannot be stored takes too
    long.
    """
    return _opened(puzzle, partition, table_folder())


@once(maxsize=4)
def _opened(puzzle: Puzzle, partition: str, folder: Path) -> PatternHeuristic:
    return PatternHeuristic(puzzle, partition)


def default_partition(puzzle: Puzzle) -> str | None:
    """The partition to use by default; None beyond 16 cells and where Manhattan is enough.

    On oblong grids, the hardest boards of their size, a partition that takes up to ten seconds to
    build. On other boards, and where nothing may be stored, the same if its tables exist, or else
    one built in a second or two.
    """
    larger = _LARGER.get(puzzle.cells)
    oblong = puzzle.goal.width != puzzle.goal.height and puzzle.topology.is_grid
    if larger is not None and ((oblong and may_store()) or is_stored(puzzle, larger)):
        return larger
    if "6-6-3" in partition_names(puzzle.goal.width, puzzle.goal.height):
        return "6-6-3"
    return _QUICK.get(puzzle.cells)


def is_stored(puzzle: Puzzle, partition: str) -> bool:
    """Whether the folder holds all tables of a partition for the puzzle's goal.

    Raises OptionError for a board that is too large, or a text that is no partition of it, before
    any symmetry of the board is tried.
    """
    from taquin.heuristics.patterns.collection import PatternDatabase, Place

    goal, neighbors = puzzle.goal, puzzle.topology.neighbors
    refuse_large_board(puzzle.cells)
    named_partition(partition, goal.width, goal.height)
    canonical = canonicalise(goal.cells, goal.width, goal.height, neighbors)
    place = Place(goal.width, goal.height, neighbors, canonical.blank)
    patterns = named_partition(partition, goal.width, goal.height, canonical.blank)
    folder = table_folder()
    # Unlike Path.exists, this is False in a folder that cannot be read.
    return all(os.path.exists(folder / PatternDatabase.name(place, p)) for p in patterns)
