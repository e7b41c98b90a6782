"""From puzzles and heuristics to the tables that kernels read, and back to results.

The protocol of a kernel module: ``search(board, estimate, start, options, monitor)`` with
BoardTables, EstimateTables (None for uninformed algorithms), the start as bytes, the algorithm's
options (all of them, read and defaulted), and a `taquin.search.monitor.Monitor`. It returns
``(status, letters)``: Status.FOUND and the moves as letters of UDLR, or Status.EXHAUSTED or
Status.FULL and None. It drives its kernel in slices:

    while (status := kernel(…, monitor.budget())) == Status.BUDGET:
        publish(monitor)                    # sets the fields of monitor.stats, monitor.prove(…)
        monitor.slice(waiting, reached)     # limits (raises Stop: let it pass), progress, Ctrl-C
    publish(monitor)

A budget counts expansions; a kernel that has used it up returns where the Python engine would
call ``monitor.expand`` next, so that a limit on expansions ends both alike. `monitor.near(state,
h)` names the state of smallest h met.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from taquin.errors import OptionError
from taquin.heuristics.base import PerTile, find_heuristic
from taquin.heuristics.linear_conflict import linear_conflict, taken_out
from taquin.heuristics.manhattan import manhattan
from taquin.heuristics.maximum import maximum
from taquin.heuristics.walking_distance import Axis, _axis, walking_distance, walking_table
from taquin.kernels import estimates
from taquin.kernels.tables import NONE, BoardTables, EstimateTables
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import topology

__all__ = ["COMPILED", "Refusal", "board_tables", "estimate_tables"]

# Algorithm: the module of `taquin.kernels` whose search runs it.
COMPILED = {
    "ucs": "best_first",
    "greedy": "best_first",
    "astar": "best_first",
    "wastar": "best_first",
    "bfs": "breadth_first",
    "bibfs": "bidirectional",
    "dfs": "depth_first",
    "dls": "depth_first",
    "ids": "depth_first",
    "idastar": "ida_star",
}
HASHING = ("ucs", "greedy", "astar", "wastar", "bfs", "bibfs")
# A state of a hash search is one or two machine words; kernels count tiles in bytes.
_MOST_CELLS = {True: 25, False: 255}
_LARGEST_ESTIMATE = {True: 4095, False: 1 << 40}
_LONGEST_LINE = 6


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something has no compiled form: one sentence, for people."""

    reason: str


class _Refused(Exception):
    """Carries the sentence of a Refusal out of the builders."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """What an estimate is the largest of: one table a tile, conflicts, walking distance."""

    tiles: PerTile | None = None
    conflicts: bool = False
    walk: bool = False

    def join(self, other: "_Parts") -> "_Parts":
        mine, theirs = self.tiles, other.tiles
        if mine and theirs and (mine.table, mine.divisor) != (theirs.table, theirs.divisor):
            raise _Refused("the larger of two different sums over tiles has no compiled form.")
        return _Parts(mine or theirs, self.conflicts or other.conflicts, self.walk or other.walk)


def board_tables(puzzle: Puzzle, order: str = DIRECTIONS) -> BoardTables:
    """The puzzle's arrays, with successors in the order of those tile letters."""
    columns = [DIRECTIONS.index(letter) for letter in order]
    neighbors = np.array(puzzle.topology.neighbors, np.int64)[:, columns]
    expense = puzzle.metric == "expense"
    return BoardTables(
        neighbors=np.where(neighbors < 0, NONE, neighbors).astype(np.uint8),
        letters=np.array(columns, np.uint8),
        cost=np.arange(puzzle.cells) if expense else np.ones(puzzle.cells, np.int64),
        goal=np.array(puzzle.goal.cells, np.uint8),
    )


def estimate_tables(name: str | None, puzzle: Puzzle) -> EstimateTables:
    """The arrays of the heuristic that `name` names (None: no heuristic, all zero).

    Raises OptionError with the reason where it has no compiled form.
    """
    try:
        return _estimate_tables(name, puzzle)
    except _Refused as refused:
        raise OptionError(str(refused)) from None


def _estimate_tables(name: str | None, puzzle: Puzzle) -> EstimateTables:
    parts = _Parts() if name is None else _parts(name, puzzle)
    count = puzzle.cells
    tiles = np.zeros((count, count), np.int64) if parts.tiles is None else _table(parts.tiles)
    divisor = 1 if parts.tiles is None else parts.tiles.divisor
    kind = estimates.kind_of(
        tiles=parts.tiles is not None, conflicts=parts.conflicts, walk=parts.walk
    )
    if kind and divisor != 1:
        raise _Refused("a divided sum over tiles cannot be combined with others when compiled.")
    extra = np.zeros(0, np.int64)
    if kind:
        goal = puzzle.goal
        conflicts = _conflicts(puzzle) if parts.conflicts else None
        walks = (_walk(puzzle, 0), _walk(puzzle, 1)) if parts.walk else None
        extra = estimates.lay_out(goal.width, goal.height, conflicts, walks)
    return EstimateTables(kind, tiles, divisor, extra)


def _parts(name: str, puzzle: Puzzle) -> _Parts:
    spec, arguments = find_heuristic(name)
    if spec.factory is linear_conflict:
        linear_conflict(puzzle)  # refuses the board types on which it would be wrong
        plain = puzzle.topology.is_grid
        return _Parts(tiles=None if plain else manhattan(puzzle), conflicts=True)
    if spec.factory is walking_distance:
        return _Parts(walk=True)
    if spec.factory is maximum:
        assert spec.parts is not None
        joined = _Parts()
        for part in spec.parts(arguments[0]):
            joined = joined.join(_parts(part, puzzle))
        return joined
    built = spec.factory(puzzle, *arguments)
    if not isinstance(built, PerTile):
        raise _Refused(
            f"{name} has no compiled form; sums over tiles (PerTile), linear_conflict, "
            "walking_distance and their maximum have."
        )
    return _Parts(tiles=built)


def _table(tiles: PerTile) -> npt.NDArray[np.int64]:
    """value[cell, tile], checked: whole numbers, none negative, nothing for the blank."""
    try:
        value = np.array(tiles.table)
        fits = value.dtype.kind in "iub" and value.min() >= 0 and not value[:, 0].any()
    except (ValueError, OverflowError):
        fits = False
    if not fits or not isinstance(tiles.divisor, int) or tiles.divisor < 1:
        raise _Refused(
            "compiled sums over tiles need whole numbers of at least 0, and 0 for the blank."
        )
    return value.astype(np.int64)


def _conflicts(puzzle: Puzzle) -> estimates.Conflicts:
    """Linear conflicts of rows and columns, by the contents of a line."""
    goal, cells = puzzle.goal, np.arange(puzzle.cells)
    width, height = goal.width, goal.height
    if max(width, height) > _LONGEST_LINE:
        raise _Refused(
            f"compiled linear_conflict serves lines of up to {_LONGEST_LINE} cells, this board is "
            f"{goal.size}."
        )
    expense = puzzle.metric == "expense"
    digits = np.zeros((2, len(cells), len(cells)), np.int64)
    added: list[list[npt.NDArray[np.int64]]] = []
    for axis, lines in enumerate((cells.reshape(height, width), cells.reshape(height, width).T)):
        length, tables = lines.shape[1], []
        for line in lines:
            home = [goal[cell] for cell in line]
            for place, tile in enumerate(home, start=1):
                if tile:
                    for i, cell in enumerate(line):
                        digits[axis, cell, tile] = place * (length + 1) ** i
            tables.append(_line_table(tuple(home) if expense else (1,) * length))
        added.append(tables)
    plain = Puzzle(topology("grid", width, height), goal, puzzle.metric)
    return estimates.Conflicts(_table(manhattan(plain)), digits, added)


@lru_cache(maxsize=64)
def _line_table(weights: tuple[int, ...]) -> npt.NDArray[np.int64]:
    """What a line adds, by its contents: the goal place, from 1, of what each cell holds.

    weights: cost of a step of the tile of each place. int64[(length + 1) ** length]; the first
    cell counts units, the next length + 1, and so on. Contents that repeat a place are left 0.
    """
    length = len(weights)
    table = np.zeros((length + 1) ** length, np.int64)
    home = {place: place for place in range(1, length + 1)}
    weight = (0, *weights)
    for contents in product(range(length + 1), repeat=length):
        places = [place for place in contents if place]
        if len(places) > 1 and len(set(places)) == len(places):
            number = sum(place * (length + 1) ** i for i, place in enumerate(contents))
            table[number] = 2 * sum(weight[t] for t in taken_out(bytes(contents), home, weight))
    return table


def _walk(puzzle: Puzzle, which: int) -> estimates.Walk:
    """Walking distance along one axis: 0 for rows, 1 for columns."""
    width, height, cells = puzzle.goal.width, puzzle.goal.height, range(puzzle.cells)
    lines = [slice(i, i + width) for i in cells[::width]]
    if which:
        lines = [slice(i, None, width) for i in range(width)]
    axis, belongs = _axis(puzzle, lines, height if which else width)
    numbers, distances = _walk_states(axis)
    many = range(len(lines))
    return estimates.Walk(
        belong=np.array([belongs.get(tile, 0) for tile in cells]),
        unit=np.array([[axis.unit(i, j) % estimates.PRIME for j in many] for i in many]),
        blank=np.array([i * axis.blank_unit % estimates.PRIME for i in many]),
        numbers=numbers,
        distances=distances,
    )


@lru_cache(maxsize=8)
def _walk_states(axis: Axis) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    table = walking_table(axis)
    numbers = np.array([number % estimates.PRIME for number in table], np.int64)
    if len(np.unique(numbers)) < len(numbers):
        raise _Refused("two walking-distance states share a number modulo the kernels' prime.")
    return numbers, np.fromiter(table.values(), np.int64, len(table))
