"""The pattern databases that this process has open: one store for everything that reads them.

Python heuristics, compiled searches, explanations and the server's processes share the same
tables, whatever the puzzle's goal. Those used longest ago are dropped when all together exceed a
budget of bytes; a search that still uses them keeps them alive until it ends.
"""

import os.path
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from taquin.ground.announce import announce
from taquin.ground.deadline import check_deadline
from taquin.ground.heard import NoticeSentence
from taquin.ground.once import once
from taquin.ground.sentences import said
from taquin.ground.storage import may_store
from taquin.heuristics.base import refuse_move_costs
from taquin.heuristics.patterns.partition import (
    Canonical,
    Partition,
    canonicalise,
    refuse_large_board,
)
from taquin.heuristics.patterns.several import named_partitions
from taquin.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from taquin.heuristics.patterns.collection import PatternCollection
    from taquin.heuristics.patterns.place import Place

__all__ = ["BUDGET", "Wanted", "is_stored", "open_tables", "table_folder", "wanted"]

# Bytes of entries: the tables of 7-8 on 4x4 take 72 MB, those of a 24-puzzle by 6-6-6-6 61 MB.
BUDGET = 1 << 30


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


@dataclass(frozen=True)
class Wanted:
    """The tables of one or more partitions; equal for all puzzles that share them.

    name: the partitions as they were named, for messages.
    """

    place: "Place"
    partitions: tuple[Partition, ...]
    folder: Path
    name: str = field(compare=False)

    @property
    def patterns(self) -> Partition:
        """The patterns of all partitions, each once."""
        return tuple(dict.fromkeys(pattern for part in self.partitions for pattern in part))

    @property
    def stored(self) -> bool:
        """Whether the folder holds all of them."""
        # Unlike Path.exists, this is False in a folder that cannot be read.
        names = _file_names(self.place, self.partitions)
        return all(os.path.exists(os.path.join(self.folder, name)) for name in names)


@lru_cache(maxsize=64)  # a batch asks for the same ones with every board
def _file_names(place: "Place", partitions: tuple[Partition, ...]) -> tuple[str, ...]:
    from taquin.heuristics.patterns.collection import PatternDatabase

    patterns = dict.fromkeys(pattern for part in partitions for pattern in part)
    return tuple(PatternDatabase.name(place, pattern) for pattern in patterns)


def wanted(puzzle: Puzzle, partition: str) -> tuple[Wanted, Canonical]:
    """The tables of partitions for the puzzle's goal, and how to convert its boards to theirs.

    Raises OptionError for a board that is too large, or for a text that is not a partition, before
    any symmetry of the board is tried.
    """
    from taquin.heuristics.patterns.place import Place

    goal, neighbors = puzzle.goal, puzzle.topology.neighbors
    refuse_move_costs("pdb", puzzle)
    refuse_large_board(puzzle.cells)
    named_partitions(partition, goal.width, goal.height)
    canonical = canonicalise(goal.cells, goal.width, goal.height, neighbors)
    place = Place(goal.width, goal.height, neighbors, canonical.blank)
    partitions = named_partitions(partition, goal.width, goal.height, canonical.blank)
    return Wanted(place, partitions, table_folder(), partition), canonical


def is_stored(puzzle: Puzzle, partition: str) -> bool:
    """Whether the folder holds all tables of a partition for the puzzle's goal; see `wanted`."""
    return wanted(puzzle, partition)[0].stored


@once(maxsize=BUDGET, size=lambda collection: collection.nbytes)
def open_tables(tables: Wanted) -> "PatternCollection":
    """The tables, open, for all threads: from the store, from their files, or built.

    Missing tables are built and stored by one thread while the others wait; see
    `taquin.ground.storage.nothing_stored`. Raises TimeUp if one that cannot be stored takes too
    long, and TableError for a damaged file; see `PatternCollection.wait` for large ones.
    """
    from taquin.heuristics.patterns.collection import PatternCollection

    announced: set[str] = set()

    def tell(pattern: str, fraction: float, left: float) -> None:
        if left < 0 and pattern not in announced:
            announced.add(pattern)
            announce(said(NoticeSentence.OTHERS_TILES, tiles=pattern))
        if not may_store():  # then nobody else has any use for the table
            check_deadline()

    if not tables.stored:
        built = NoticeSentence.PATTERNS if may_store() else NoticeSentence.PATTERNS_NOW
        announce(said(built, partition=tables.name))
    place = tables.place
    collection = PatternCollection.load_or_build(
        place.width,
        place.height,
        place.neighbors,
        place.blank,
        *tables.partitions,
        folder=table_folder(make=may_store()),
        progress=tell,
        workers=2 if may_store() else 1,  # a server runs one search a core
    )
    collection.on_damage = partial(open_tables.forget, tables)  # it may be repaired
    if not may_store():  # tables built in less than a tenth of a second report no progress
        check_deadline()
    if collection.unsaved:
        lost = f"the tables could not be stored for later runs: {collection.unsaved}"
        announce(lost, private=True)
    return collection
