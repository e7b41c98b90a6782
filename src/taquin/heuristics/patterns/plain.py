"""Additive pattern databases with the published definitions: plain_pdb:7-8, plain_pdb:6-6-3.

Those of `pdb` know the region in which the blank is, and IDA* over them leaves out redundant move
sequences; both make its counts lower than Korf & Felner's. These have one value for a placement of
the tiles, the least of any region, and the value of a board is the greatest sum of any reflection
that keeps the blank's goal cell. They serve to repeat published counts, so they are not stored.
"""

from typing import TYPE_CHECKING, NamedTuple

from taquin.ground.announce import announce
from taquin.ground.deadline import check_deadline
from taquin.ground.errors import NoRoom
from taquin.ground.heard import NoticeSentence
from taquin.ground.once import once
from taquin.ground.sentences import said
from taquin.ground.storage import affordable_bytes
from taquin.heuristics.base import Estimate, heuristic, refuse_move_costs, scaled_to_metric
from taquin.heuristics.patterns.partition import (
    Partition,
    canonicalise,
    format_partition,
    named_partition,
    refuse_large_board,
)
from taquin.puzzle.puzzle import Puzzle, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.heuristics.patterns.collection import PatternCollection
    from taquin.heuristics.patterns.place import Place
    from taquin.kernels.patterns.layout import PatternTables

__all__ = ["PlainPatterns", "plain_patterns", "published_partition"]

# Korf & Felner 2002, for goals with the blank in a corner; `pdb:6-6-3` has better blocks.
_PUBLISHED: dict[tuple[int, int, int, str], Partition] = {
    (4, 4, 0, "6-6-3"): ((1, 2, 4, 5, 8, 9), (3, 6, 7, 10, 11, 15), (12, 13, 14)),
}
_KEPT = 1 << 30  # bytes of tables kept for other searches
_MOST_TILES = 8


def published_partition(text: str, width: int, height: int, blank: int) -> Partition:
    """The partition that a text names, as in `pdb:`, but with the published blocks if any."""
    given = named_partition(text, width, height, blank)
    return _PUBLISHED.get((width, height, blank, text.strip()), given)


class _Wanted(NamedTuple):
    """Tables that puzzles share."""

    place: "Place"
    partition: Partition


class PlainPatterns:
    """The greatest sum of a partition's tables over its views, for boards of one puzzle."""

    def __init__(self, puzzle: Puzzle, partition: str) -> None:
        """Build the tables, or find them in memory; see `plain_patterns`."""
        from taquin.heuristics.patterns.collection import refuse_large
        from taquin.heuristics.patterns.place import Place

        goal, neighbors = puzzle.goal, puzzle.topology.neighbors
        refuse_move_costs("plain_pdb", puzzle)
        refuse_large_board(puzzle.cells)
        self.canonical = canonicalise(goal.cells, goal.width, goal.height, neighbors)
        place = Place(goal.width, goal.height, neighbors, self.canonical.blank)
        self.partition = published_partition(partition, goal.width, goal.height, place.blank)
        refuse_large(self.partition)
        self._collection = _tables(_Wanted(place, self.partition))

    @property
    def tables(self) -> "PatternTables":
        """The layout that `taquin.kernels.patterns.plain.value` reads, in canonical labelling."""
        return self._collection.lookup.tables

    def values(self, boards: "npt.ArrayLike") -> "npt.NDArray[np.int64]":
        """int64[n]: the estimate for each of the puzzle's boards, uint8[n, cells].

        Unsolvable boards have values too: each pattern can reach its goal without the others.
        """
        import numpy as np

        from taquin.kernels.patterns.plain import values

        given = [[*self.canonical.board(bytes(board))] for board in np.asarray(boards, np.uint8)]
        found = np.empty(len(given), np.int64)
        where = np.empty(self._collection.place.cells, np.uint8)
        values(self.tables, np.array(given, np.uint8).reshape(-1, len(where)), where, found)
        return found

    def __call__(self, state: State) -> int:
        """The estimate for `state`, in single-tile moves."""
        return int(self.values([list(state)])[0])


@heuristic(
    "plain_pdb",
    label="plain pattern databases",
    admissible=True,
    consistent=False,  # two boards one move apart can have their least values in different regions
    goals="every",
    metrics="every",
    paper="Korf & Felner 2002",
    takes_argument=True,
)
def plain_patterns(puzzle: Puzzle, partition: str) -> Estimate:
    """Pattern databases as published, to repeat counts: no regions of the blank, no pruning.

    plain_pdb:6-6-3 has the blocks of the paper. Tables are built for each process, within a second
    or two, for 7-8 within a minute, and take a byte for each placement. Runs in Python.
    """
    return scaled_to_metric(puzzle, PlainPatterns(puzzle, partition))


@once(maxsize=_KEPT, size=lambda collection: collection.nbytes)
def _tables(wanted: _Wanted) -> "PatternCollection":
    """The tables in all views."""
    from math import comb, factorial

    from taquin.heuristics.patterns.collection import PatternCollection, PatternDatabase
    from taquin.kernels.patterns.build import packed_neighbors
    from taquin.kernels.patterns.plain import distances

    place, partition = wanted
    needed = sum(comb(place.cells, len(p)) * factorial(len(p)) for p in partition)
    room = affordable_bytes()
    if max(map(len, partition)) > _MOST_TILES or (room is not None and needed > room):
        raise NoRoom(
            f"the plain tables of {format_partition(partition)} take {needed:,} bytes of memory, "
            f"more than there are, or a pattern has more than {_MOST_TILES} tiles. Choose smaller "
            "patterns.",
            needed,
        )
    announce(said(NoticeSentence.PLAIN_PATTERNS, partition=format_partition(partition)))
    packed, databases = packed_neighbors(place.neighbors), []
    for pattern in partition:
        check_deadline()
        homes = tuple(map(place.home, pattern))
        table = distances(packed, homes, place.blank)
        largest = (1,) * (1 + int(table.max()))  # a histogram of that length
        databases.append(PatternDatabase(place, pattern, table.reshape(1, -1), largest, largest))
    return PatternCollection(place, databases)
