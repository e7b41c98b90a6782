"""A relabelled table as a heuristic: the distance in pushes if tiles of a group were alike.

The table is looked up for the board and, where the goal's blank is on the diagonal of a square,
for the transposed board too: the greater distance counts. Like pattern databases, tables are made
for canonical goals, so that one serves many goals, and stored.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from taquin.ground.announce import announce
from taquin.ground.deadline import check_deadline
from taquin.ground.errors import NoRoom, OptionError, TableError
from taquin.ground.once import once
from taquin.ground.storage import affordable_bytes, may_store
from taquin.heuristics.base import heuristic, refuse_move_costs
from taquin.heuristics.parts import Lowerable, Parts, Uncompilable
from taquin.heuristics.patterns.grouping import GROUPED_CELLS, grouping
from taquin.heuristics.patterns.partition import Canonical, canonical_goal, canonicalise
from taquin.puzzle.puzzle import Puzzle, State

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.kernels.searches.ida_star_pushes import Question

__all__ = ["RelabelledHeuristic", "RelabelledTable", "is_ready", "open_table", "relabelled"]

BUDGET = 400_000_000  # bytes of tables kept open
_WORTH_STORING = 1 << 20  # bytes; smaller tables are built in some milliseconds
_BYTES_A_SEQUENCE = 28  # while building; 16 are left


@dataclass(frozen=True)
class RelabelledTable:
    """The place of a table: the board, and the blank's canonical goal cell."""

    width: int
    height: int
    blank: int

    @property
    def groups(self) -> tuple[int, ...]:
        """The group of the tile whose goal is each cell."""
        return grouping(self.width, self.height, self.blank)

    @property
    def is_symmetric(self) -> bool:
        """Whether the transposed board has the same goal."""
        return self.width == self.height and self.blank % self.width == self.blank // self.width

    @property
    def name(self) -> str:
        """The name of its file."""
        return f"{self.width}x{self.height}-blank{self.blank}.pushes"

    @cached_property
    def sequences(self) -> int:
        """How many sequences of its groups there are; two words of 64 bits each."""
        from math import factorial, prod

        tiles = [g for cell, g in enumerate(self.groups) if cell != self.blank]
        alike = prod(factorial(tiles.count(group)) for group in set(tiles))
        return factorial(len(tiles)) // alike

    @property
    def nbytes(self) -> int:
        """Bytes of its entries."""
        return 16 * self.sequences

    @property
    def stores(self) -> bool:
        """Whether it is large enough to be stored."""
        return self.nbytes >= _WORTH_STORING

    @property
    def is_stored(self) -> bool:
        """Whether the folder of tables has it."""
        import os.path

        from taquin.heuristics.patterns.store import table_folder

        # Unlike Path.exists, this is False in a folder that cannot be read.
        return self.stores and os.path.exists(table_folder() / self.name)


def place_of(puzzle: Puzzle) -> tuple[RelabelledTable, Canonical]:
    """The table of a puzzle, and how its boards are converted. Raises OptionError without one."""
    goal = puzzle.goal
    refuse_move_costs("relabelled", puzzle)
    if not puzzle.topology.is_grid or puzzle.cells > GROUPED_CELLS:
        raise OptionError(
            f"relabelled needs a plain grid of up to {GROUPED_CELLS} cells, because pushes along "
            f"its rows and columns must alternate; this is {goal.size} on {puzzle.topology.name}. "
            "Use manhattan."
        )
    canonical = canonicalise(goal.cells, goal.width, goal.height, puzzle.topology.neighbors)
    return RelabelledTable(goal.width, goal.height, canonical.blank), canonical


def is_ready(puzzle: Puzzle) -> bool:
    """Whether a search for this puzzle can begin without building a large table in memory only."""
    table, _ = place_of(puzzle)
    return may_store() or not table.stores or table.is_stored or open_table.known(table)


@once(maxsize=BUDGET, size=lambda codes: int(codes.nbytes))
def open_table(table: RelabelledTable) -> "npt.NDArray[np.uint64]":
    """The codes of a table, uint64[2, sequences]: from memory, from its file, or built.

    Built by one thread while others wait, and stored. Raises NoRoom if there is no memory for it,
    TimeUp if it cannot be stored and takes too long, and TableError for a damaged file that may not
    be rebuilt.
    """
    from taquin.heuristics.patterns.relabelled_file import load, load_or_build

    if not table.stores:
        return built(table)[0]
    if not may_store():
        return load(table) if table.is_stored else built(table)[0]
    codes, problem = load_or_build(table)
    if problem:
        announce(f"the table could not be stored for later runs: {problem}", private=True)
    return codes


def built(
    table: RelabelledTable,
) -> tuple["npt.NDArray[np.uint64]", tuple[tuple[int, ...], tuple[int, ...]]]:
    """The codes of a table and its histograms, built now. Raises NoRoom."""
    from taquin.kernels import load_numba

    load_numba()
    from taquin.kernels.patterns.relabelled import build

    needed, room = _BYTES_A_SEQUENCE * table.sequences, affordable_bytes()
    if room is not None and needed > room:
        raise NoRoom(
            f"building the relabelled table of {table.width}x{table.height} takes {needed:,} bytes "
            "of memory, more than there are. Allow more memory, or use manhattan.",
            needed,
        )
    if table.stores:
        until = "once, about 10 s" if may_store() else "for this search"
        announce(f"building the relabelled table of {table.width}x{table.height} ({until})")

    def tick(_: float) -> None:
        if not may_store():  # then nobody else has any use for the table
            check_deadline()

    workers = 2 if may_store() else 1  # a server runs one search a core
    return build(
        table.width, table.height, table.groups, table.blank, workers=workers, progress=tick
    )


class RelabelledHeuristic(Lowerable):
    """The greater of the table's distances of a board and its transpose, in pushes."""

    def __init__(self, puzzle: Puzzle) -> None:
        """Open the table, or find it open; see `open_table`."""
        from taquin.kernels import load_numba

        self.table, self.canonical = place_of(puzzle)
        codes = open_table(self.table)
        load_numba()
        import numpy as np

        from taquin.kernels.patterns.sequences import GROUPS, sequences
        from taquin.kernels.searches.ida_star_pushes import words
        from taquin.kernels.searches.pushes import PushTables

        table, blank = self.table, self.table.blank
        tiles = [group for cell, group in enumerate(table.groups) if cell != blank]
        shape = sequences([tiles.count(group) for group in range(GROUPS)])
        self._goal = canonical_goal(puzzle.cells, blank)
        self._groups = self._views()
        self.tables: PushTables = PushTables(
            codes, shape.base, shape.local, shape.near, table.width, table.height,
            len(self._groups), np.zeros(2, np.uint64), blank,
        )  # fmt: skip
        goal = words(self.tables, self._question(self._goal))
        self.tables = self.tables._replace(goal=np.array(goal, np.uint64))

    def _views(self) -> tuple[tuple[int, ...], ...]:
        """The group of each tile, on the board and on the transposed board."""
        table, side = self.table, self.table.width
        homes = [self._goal.index(tile) for tile in range(len(self._goal))]
        first = tuple(table.groups[home] for home in homes)
        if not table.is_symmetric:
            return (first,)
        return first, tuple(table.groups[home % side * side + home // side] for home in homes)

    def question(self, cells: Sequence[int]) -> "Question":
        """A board of the puzzle, as the search reads it."""
        return self._question(tuple(self.canonical.board(cells)))

    def _question(self, board: tuple[int, ...]) -> "Question":
        from taquin.kernels.searches.ida_star_pushes import Question

        return Question(board, self._goal, self._groups)

    def __call__(self, state: State) -> int:
        """The least number of pushes in which groups can be where they are in the goal."""
        from taquin.kernels.searches.ida_star_pushes import distances_of

        along_row, along_column = distances_of(self.tables, self.question(state))
        value = max(map(min, along_row, along_column))
        if value < 0:
            raise TableError(
                f"the table {self.table.name} has no way to the goal from {list(state)}: the board "
                "is unsolvable, or the table is damaged; `taquin pdb remove` removes it."
            )
        return value

    def letters(self, pushes: Sequence[tuple[int, int]], cells: Sequence[int]) -> tuple[str, ...]:
        """Each push as moves of the puzzle's board; cells: the tile in each cell at first."""
        width = self.table.width
        y, x = divmod(self.canonical.board(cells).index(0), width)
        found = []
        for along, place in pushes:
            if along:
                run = "U" * (place - y) or "D" * (y - place)
                y = place
            else:
                run = "L" * (place - x) or "R" * (x - place)
                x = place
            found.append(self.canonical.moves(run))
        return tuple(found)

    def lower(self) -> Parts:
        """Raises Uncompilable: only IDA* in mtm has a kernel for it, with engine auto."""
        raise Uncompilable("relabelled: only IDA* in mtm runs compiled, with engine=auto.")


@heuristic(
    "relabelled",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="none given",
)
def relabelled(puzzle: Puzzle) -> RelabelledHeuristic:
    """The distance in multi-tile moves if tiles of a group were alike; grids of up to 16 cells.

    Four groups of tiles, the blank exact: a table with an entry for each arrangement, looked up for
    the transposed board too. IDA* in mtm searches over it by default from 10 cells on.
    """
    return RelabelledHeuristic(puzzle)
