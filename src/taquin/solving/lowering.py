"""Lowers puzzles and heuristics to the tables that kernels read, and raises outcomes to results.

The protocol of a kernel module: ``search(board, estimate, start, options, monitor)`` takes
BoardTables, EstimateTables (None for uninformed algorithms), the start as bytes, all options of
the algorithm with defaults filled in and its name under "algorithm", and a
`taquin.search.monitor.Monitor`. It returns ``(status, letters)``: Signal.FOUND and the moves as
letters of UDLR, or Signal.EXHAUSTED, Signal.FULL or Signal.BEYOND and None. It runs its kernel
in slices:

    while (status := kernel(…, monitor.budget())) == Signal.BUDGET:
        publish(monitor)                    # sets the fields of monitor.stats, monitor.prove(…)
        monitor.slice(waiting, reached)     # limits (raises Stop: let it pass), progress, Ctrl-C
    publish(monitor)

A budget counts expansions. A kernel that has used it up returns where the Python engine would
call ``monitor.expand`` next, so that a limit on expansions stops both at the same node.
`monitor.near(state, h)` names the state with the smallest h so far. A module whose arrays grow by
kernels of their own has a ``load_growth()`` that loads those kernels, for `Lowered.warm`.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import product
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.ground.deadline import check_deadline
from taquin.ground.errors import OptionError
from taquin.ground.once import once
from taquin.ground.registry import parse_options
from taquin.heuristics.base import PerTile, find_heuristic
from taquin.heuristics.linear_conflict import linear_conflict, taken_out
from taquin.heuristics.manhattan import manhattan
from taquin.heuristics.maximum import maximum
from taquin.heuristics.patterns.heuristic import PatternHeuristic
from taquin.heuristics.walking_distance import Axis, _axis, walking_distance, walking_table
from taquin.kernels.base.cache import is_cached
from taquin.kernels.patterns.layout import joined
from taquin.kernels.searches import estimates
from taquin.kernels.searches.tables import NONE, BoardTables, EstimateTables, PartTables, Signal
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import topology
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Limits, Monitor, Stop
from taquin.search.result import SearchResult, Status
from taquin.solving.replay import states_along

__all__ = [
    "COMPILED",
    "Beyond",
    "Lowered",
    "Refusal",
    "board_tables",
    "estimate_tables",
    "is_compiled",
    "lower",
    "run_compiled",
]

# Algorithm: the module of `taquin.kernels.searches` whose search runs it.
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


def is_compiled(module: str) -> bool:
    """Whether a compiled search, by its module such as breadth_first, was compiled here before."""
    return is_cached(f"taquin.kernels.searches.{module}")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something has no compiled form, in one sentence for the user."""

    reason: str


class _Refused(Exception):
    """Carries the reason of a Refusal out of the builders."""


@dataclass(frozen=True, slots=True)
class _Parts:
    """The parts whose maximum is the estimate; PDBs are `patterns`."""

    tiles: PerTile | None = None
    conflicts: bool = False
    walk: bool = False
    patterns: tuple[PatternHeuristic, ...] = ()

    def join(self, other: "_Parts") -> "_Parts":
        one, two = self.tiles, other.tiles
        if one and two and (one.table, one.divisor) != (two.table, two.divisor):
            raise _Refused("the maximum of two different sums over tiles has no compiled form.")
        return _Parts(
            tiles=one or two,
            conflicts=self.conflicts or other.conflicts,
            walk=self.walk or other.walk,
            patterns=(*self.patterns, *other.patterns),
        )


def board_tables(puzzle: Puzzle, order: str = DIRECTIONS) -> BoardTables:
    """The puzzle's arrays, with successors in the given order of tile letters."""
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
    """The arrays of the heuristic called `name` (None: no heuristic, all zero).

    Raises OptionError, with the reason, if it has no compiled form, and for pattern databases:
    their sums are updated move by move from a start, which only `lower` knows.
    """
    try:
        parts = _Parts() if name is None else _parts(name, puzzle)
        if parts.patterns:
            raise _Refused(f"{name}: pattern databases are lowered together with a start.")
        return _estimate_tables(parts, puzzle)
    except _Refused as refused:
        raise OptionError(str(refused)) from None


def _estimate_tables(parts: _Parts, puzzle: Puzzle) -> EstimateTables:
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
    return EstimateTables(PartTables(kind, tiles, divisor, extra))


def _parts(name: str, puzzle: Puzzle) -> _Parts:
    spec, arguments = find_heuristic(name)
    if spec.factory is linear_conflict:
        linear_conflict(puzzle)  # raises on the topologies where it would overestimate
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
    if isinstance(built, PatternHeuristic):
        return _Parts(patterns=(built,))
    if not isinstance(built, PerTile):
        raise _Refused(
            f"{name} has no compiled form; only sums over tiles (PerTile), linear_conflict, "
            "walking_distance, pattern databases and maxima of these do."
        )
    return _Parts(tiles=built)


def _table(tiles: PerTile) -> npt.NDArray[np.int64]:
    """value[cell, tile], checked: whole numbers of at least 0, and 0 for the blank."""
    try:
        value = np.array(tiles.table)
        fits = value.dtype.kind in "iub" and value.min() >= 0 and not value[:, 0].any()
    except (ValueError, OverflowError):
        fits = False
    if not fits or not isinstance(tiles.divisor, int) or tiles.divisor < 1:
        raise _Refused(
            "compiled sums over tiles need whole numbers of at least 0 and a 0 for the blank."
        )
    return value.astype(np.int64)


def _conflicts(puzzle: Puzzle) -> estimates.Conflicts:
    """Linear conflicts of rows and columns, looked up by the contents of a line."""
    goal, cells = puzzle.goal, np.arange(puzzle.cells)
    width, height = goal.width, goal.height
    if max(width, height) > _LONGEST_LINE:
        raise _Refused(
            f"compiled linear_conflict supports lines of up to {_LONGEST_LINE} cells; this board "
            f"is {goal.size}."
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
    """The moves that a line's conflicts add: int64[(length + 1) ** length].

    A line's contents are the goal place, from 1, of the tile on each cell, 0 for none; they are
    the digits of the index in base length + 1, the first cell's the lowest.
    weights: the cost of one step of the tile of each place. Contents that repeat a place stay 0.
    """
    length = len(weights)
    table = np.zeros((length + 1) ** length, np.int64)
    home = {place: place for place in range(1, length + 1)}
    weight = (0, *weights)
    for contents in product(range(length + 1), repeat=length):
        if contents[-2:] == (0, 0):
            check_deadline()
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


@once(maxsize=8)
def _walk_states(axis: Axis) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    table = walking_table(axis)
    numbers = np.array([number % estimates.PRIME for number in table], np.int64)
    if len(np.unique(numbers)) < len(numbers):
        raise _Refused("two walking-distance states collide modulo the kernels' prime.")
    return numbers, np.fromiter(table.values(), np.int64, len(table))


@dataclass(frozen=True, slots=True)
class Lowered:
    """One search, ready for its kernel; `run_compiled` runs it.

    patterns: the open pattern databases into which `estimate` points.
    """

    algorithm: str
    board: BoardTables
    estimate: EstimateTables | None
    start: bytes
    options: Mapping[str, Any]
    puzzle: Puzzle
    module: Any
    patterns: tuple[PatternHeuristic, ...] = ()

    def warm(self) -> float:
        """Load or compile the kernel with a search of one expansion; returns the seconds it took.

        Also loads the kernels that a longer search calls to grow its arrays.
        """
        began = time.perf_counter()
        if hasattr(self.module, "load_growth"):
            self.module.load_growth()
        if run_compiled(self, Monitor(Limits(expansions=1))).limit == "interrupt":
            raise KeyboardInterrupt
        return time.perf_counter() - began


def lower(
    puzzle: Puzzle,
    start: Board,
    algorithm: str,
    heuristic: str | None,
    settings: Mapping[str, object],
) -> Lowered | Refusal:
    """The tables of one search, or why it has no compiled form.

    settings: the algorithm's options and ``order``, parsed, defaults left out. O(cells²), plus
    seconds for large walking-distance tables, once in each process.
    """
    try:
        return _lower(puzzle, start, algorithm, heuristic, settings)
    except _Refused as refused:
        return Refusal(str(refused))


def _lower(
    puzzle: Puzzle,
    start: Board,
    algorithm: str,
    heuristic: str | None,
    settings: Mapping[str, object],
) -> Lowered:
    if algorithm not in COMPILED:
        raise _Refused(f"{algorithm} has no compiled form; only {', '.join(sorted(COMPILED))} do.")
    hashing, spec = algorithm in HASHING, ALGORITHMS.get(algorithm)
    if puzzle.metric == "mtm":
        raise _Refused("compiled searches move one tile at a time; metric mtm moves several.")
    most = _MOST_CELLS[hashing]
    if puzzle.cells > most:
        raise _Refused(
            f"compiled {algorithm} supports boards of up to {most} cells; this one has "
            f"{puzzle.cells}."
        )
    order = str(settings.get("order", DIRECTIONS))
    given = {name: value for name, value in settings.items() if name != "order"}
    options = {name: option.default for name, option in spec.options.items()}
    options.update(parse_options(algorithm, spec.options, given))
    options["algorithm"] = algorithm
    weight = options.get("weight")
    if isinstance(weight, float) and not _is_simple(weight):
        raise _Refused(
            f"weight={weight}: compiled priorities are whole numbers, so the weight must be at "
            "least 1 and a multiple of 1/16, such as 1.25."
        )
    estimate, parts, state = None, _Parts(), puzzle.encode(start)
    if spec.informed:
        parts = _parts(heuristic or "zero", puzzle)
        estimate = _estimate_tables(parts, puzzle)
        if parts.patterns:
            start_sums = [found.lookup.sums([[*state]])[0] for found in parts.patterns]
            estimate = estimate._replace(
                patterns=joined([found.lookup.tables for found in parts.patterns]),
                start=np.concatenate(start_sums),
            )
        if estimates.largest(estimate) > _LARGEST_ESTIMATE[hashing]:
            raise _Refused(
                f"compiled {algorithm} supports estimates of up to {_LARGEST_ESTIMATE[hashing]}; "
                f"{heuristic} can reach {estimates.largest(estimate)}."
            )
    try:
        module = import_module(f"taquin.kernels.searches.{COMPILED[algorithm]}")
    except ModuleNotFoundError:
        raise _Refused(f"the kernel of {algorithm} is not installed.") from None
    board = board_tables(puzzle, order)
    return Lowered(algorithm, board, estimate, state, options, puzzle, module, parts.patterns)


def _is_simple(weight: float) -> bool:
    return 1 <= weight <= 1024 and weight.as_integer_ratio()[1] <= 16


class Beyond(Exception):
    """A search outgrew the numbers of its kernel; the Python engine has no such limit."""

    def __init__(self, reason: str, seconds: float) -> None:
        """`seconds`: how long the kernel had searched."""
        super().__init__(reason)
        self.seconds = seconds


def run_compiled(lowered: Lowered, monitor: Monitor[bytes]) -> SearchResult:
    """Run a lowered search to its end or to a limit; the counterpart of `search.algorithm.run`.

    Raises Beyond if a cost outgrows the kernel's numbers.
    """
    letters, limit = None, None
    try:
        found, letters = lowered.module.search(
            lowered.board, lowered.estimate, lowered.start, lowered.options, monitor
        )
        if found == Signal.BEYOND:
            raise Beyond(
                f"this search exceeded the largest cost that compiled {lowered.algorithm} can "
                f"count, {lowered.module.LARGEST_G:,}.",
                monitor.seconds,
            )
        status = _STATUS[found]
        if status is Status.UNSOLVABLE and monitor.incomplete:
            status = Status.INCOMPLETE
        limit = "memory" if status is Status.LIMIT else None
    except Stop as stop:
        status, limit = Status.LIMIT, stop.limit
    except KeyboardInterrupt:
        status, limit = Status.LIMIT, "interrupt"
    except MemoryError:
        status, limit = Status.LIMIT, "memory"
    states, cost = None, None
    if letters is not None:
        states, cost = states_along(lowered.puzzle, lowered.start, letters)
    closest = monitor.closest
    return SearchResult(
        status=status,
        limit=limit,
        moves=None if letters is None else tuple(letters),
        states=states,
        cost=cost,
        lower_bound=None if status is Status.UNSOLVABLE else monitor.lower_bound,
        stats=monitor.finish(),
        closest=(closest.state, closest.h) if closest else None,
    )


_STATUS = {
    Signal.FOUND: Status.SOLVED,
    Signal.EXHAUSTED: Status.UNSOLVABLE,
    Signal.FULL: Status.LIMIT,
}
