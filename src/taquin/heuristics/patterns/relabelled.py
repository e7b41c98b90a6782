"""A relabelled table as a heuristic: the distance in pushes if tiles of a group were alike.

The table is looked up for the board and, where the goal's blank is on the diagonal of a square,
for the transposed board too: the greater distance counts. Like pattern databases, tables are made
for canonical goals, so that one serves many goals, and stored. Walls only make solutions longer, so
the tables of the plain grid serve boards with walls.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from taquin.ground.announce import announce
from taquin.ground.errors import OptionError
from taquin.ground.once import once
from taquin.ground.storage import may_store
from taquin.heuristics.base import heuristic, refuse_move_costs
from taquin.heuristics.parts import Lowerable, Parts, Uncompilable
from taquin.heuristics.patterns.grouping import GROUPED_CELLS
from taquin.heuristics.patterns.partition import Canonical, canonical_goal, canonicalise
from taquin.heuristics.patterns.relabelled_file import is_stored, load, load_or_build
from taquin.heuristics.patterns.relabelled_table import RelabelledTable, built
from taquin.puzzle.puzzle import Puzzle, State
from taquin.puzzle.topology import Topology, grid

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from taquin.kernels.searches.ida_star_pushes import PushQuestion, Reach

__all__ = [
    "RelabelledHeuristic",
    "is_at_hand",
    "is_ready",
    "is_served",
    "open_table",
    "relabelled",
]

BUDGET = 400_000_000  # bytes of tables kept open


def place_of(puzzle: Puzzle) -> tuple[RelabelledTable, Canonical]:
    """The table of a puzzle, and how its boards are converted. Raises OptionError without one."""
    goal = puzzle.goal
    refuse_move_costs("relabelled", puzzle)
    if puzzle.metric != "mtm":
        raise OptionError("relabelled is defined only for the metric mtm. Use manhattan or pdb.")
    if not is_served(puzzle):
        raise OptionError(
            f"relabelled needs a grid of up to {GROUPED_CELLS} cells, with or without walls, "
            "because pushes along its rows and columns must alternate; this is "
            f"{goal.size} on {puzzle.topology.name}. Use manhattan."
        )
    plain = grid(goal.width, goal.height)
    canonical = canonicalise(goal.cells, goal.width, goal.height, plain)
    return RelabelledTable(goal.width, goal.height, canonical.blank), canonical


def is_served(puzzle: Puzzle) -> bool:
    """Whether there are tables for a puzzle."""
    small = puzzle.metric == "mtm" and puzzle.cells <= GROUPED_CELLS
    return small and puzzle.topology.is_part_of_grid


def is_ready(puzzle: Puzzle) -> bool:
    """Whether a search for this puzzle can begin without building a large table in memory only."""
    return may_store() or is_at_hand(puzzle)


def is_at_hand(puzzle: Puzzle) -> bool:
    """Whether a value takes no seconds of building first."""
    table, _ = place_of(puzzle)
    return not table.stores or is_stored(table) or open_table.known(table)


@once(maxsize=BUDGET, size=lambda codes: int(codes.nbytes))
def open_table(table: RelabelledTable) -> "npt.NDArray[np.uint64]":
    """The codes of a table, uint64[2, sequences]: from memory, from its file, or built.

    Built by one thread while others wait, and stored. Raises NoRoom if there is no memory for it,
    TimeUp if it cannot be stored and takes too long, and TableError for a damaged file that may not
    be rebuilt.
    """
    if not table.stores:
        return built(table)[0]
    if not may_store():
        return load(table) if is_stored(table) else built(table)[0]
    codes, problem = load_or_build(table)
    if problem:
        announce(f"the table could not be stored for later runs: {problem}", private=True)
    return codes


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
        from taquin.kernels.searches.ida_star_pushes import bytes_of, words
        from taquin.kernels.searches.pushes import PushTables

        table, blank = self.table, self.table.blank
        tiles = [group for cell, group in enumerate(table.groups) if cell != blank]
        shape = sequences([tiles.count(group) for group in range(GROUPS)])
        self._goal = canonical_goal(puzzle.cells, blank)
        self._groups = self._views()
        self.reach = self._reach(puzzle.topology)
        self.tables: PushTables = PushTables(
            codes, shape.base, shape.local, shape.near, table.width, table.height,
            len(self._groups), np.zeros(2, np.uint64), blank, bytes_of(self.reach),
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

    def _reach(self, board_type: Topology) -> "Reach":
        """The places to which pushes lead, in canonical labelling."""
        width, carried = self.table.width, self.canonical.symmetry.cells
        along_row: list[tuple[int, ...]] = [()] * len(carried)
        along_column = [*along_row]
        for blank, cell in enumerate(carried):
            lines = [board_type.line(blank, direction) for direction in range(4)]
            ends = sorted(carried[end] for line in lines for end in line)
            along_row[cell] = tuple(e % width for e in ends if e // width == cell // width)
            along_column[cell] = tuple(e // width for e in ends if e % width == cell % width)
        return tuple(along_row), tuple(along_column)

    def question(self, cells: Sequence[int]) -> "PushQuestion":
        """A board of the puzzle, as the search reads it."""
        return self._question(tuple(self.canonical.board(cells)))

    def _question(self, board: tuple[int, ...]) -> "PushQuestion":
        from taquin.kernels.searches.ida_star_pushes import PushQuestion

        return PushQuestion(board, self._goal, self._groups)

    def __call__(self, state: State) -> int:
        """The least number of pushes in which groups can be where they are in the goal."""
        from taquin.kernels.searches.ida_star_pushes import distances_of

        along_row, along_column = distances_of(self.tables, self.question(state))
        value = max(map(min, along_row, along_column))
        if value < 0:
            raise OptionError(
                f"the table {self.table.name} has no way to the goal from {list(state)}: the board "
                "is unsolvable, or the table is damaged; `taquin pdb verify` checks it."
            )
        return value

    def letters(self, pushes: Sequence[tuple[int, int]], cells: Sequence[int]) -> tuple[str, ...]:
        """Each push as moves of the puzzle's board; cells: the tile in each cell at first."""
        width = self.table.width
        y, x = divmod(self.canonical.board(cells).index(0), width)
        letters = []
        for along, place in pushes:
            if along:
                run = "U" * (place - y) or "D" * (y - place)
                y = place
            else:
                run = "L" * (place - x) or "R" * (x - place)
                x = place
            letters.append(self.canonical.moves(run))
        return tuple(letters)

    def lower(self) -> Parts:
        """Raises Uncompilable: only IDA* in mtm has a kernel for it, with engine auto."""
        raise Uncompilable("relabelled: only IDA* in mtm runs compiled, with engine=auto.")


@heuristic(
    "relabelled",
    admissible=True,
    consistent=True,
    goals="every",
    metrics="every",
    paper="T. Rokicki, as the solver slidy credits him",
    label="relabelled tables",
)
def relabelled(puzzle: Puzzle) -> RelabelledHeuristic:
    """The distance in multi-tile moves if tiles of a group were alike; grids of up to 16 cells.

    On a board with walls, the distance on the plain grid.

    Four groups of tiles, the blank exact: a table with an entry for each arrangement, looked up for
    the transposed board too. IDA* in mtm searches over it by default from 10 cells on.
    """
    return RelabelledHeuristic(puzzle)
