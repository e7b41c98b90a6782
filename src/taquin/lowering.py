"""From puzzles and heuristics to the tables that kernels read, and back to results.

The protocol of a kernel module: ``search(board, estimate, start, options, monitor)`` with
BoardTables, EstimateTables (None for uninformed algorithms), the start as bytes, all options of
the algorithm, read and defaulted, and its name under "algorithm", and a
`taquin.search.monitor.Monitor`. It returns ``(status, letters)``: Status.FOUND and the moves as
letters of UDLR, or Status.EXHAUSTED, Status.FULL or Status.BEYOND and None. It drives its kernel
in slices:

    while (status := kernel(…, monitor.budget())) == Status.BUDGET:
        publish(monitor)                    # sets the fields of monitor.stats, monitor.prove(…)
        monitor.slice(waiting, reached)     # limits (raises Stop: let it pass), progress, Ctrl-C
    publish(monitor)

A budget counts expansions; a kernel that has used it up returns where the Python engine would
call ``monitor.expand`` next, so that a limit on expansions ends both alike. `monitor.near(state,
h)` names the state of smallest h met. A module whose arrays are lengthened by kernels has a
``load_growth()`` that loads them, for `Lowered.warm`.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from itertools import pairwise, product
from typing import Any

import numpy as np
import numpy.typing as npt

from taquin.errors import OptionError
from taquin.heuristics.base import PerTile, find_heuristic
from taquin.heuristics.linear_conflict import linear_conflict, taken_out
from taquin.heuristics.manhattan import manhattan
from taquin.heuristics.maximum import maximum
from taquin.heuristics.pdb import PatternHeuristic
from taquin.heuristics.walking_distance import Axis, _axis, walking_distance, walking_table
from taquin.kernels import estimates
from taquin.kernels.tables import NONE, BoardTables, EstimateTables, PartTables
from taquin.kernels.tables import Status as KernelStatus
from taquin.once import once
from taquin.pattern_tables import pattern_tables
from taquin.puzzle.board import Board
from taquin.puzzle.move import DIRECTIONS
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import topology
from taquin.registry import parse_options
from taquin.search.algorithm import ALGORITHMS
from taquin.search.monitor import Limits, Monitor, Stop
from taquin.search.result import SearchResult, Status

__all__ = [
    "COMPILED",
    "Beyond",
    "Lowered",
    "Refusal",
    "board_tables",
    "estimate_tables",
    "lower",
    "run_compiled",
]

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
    """What an estimate is the largest of: a table a tile, conflicts, walking distance, patterns."""

    tiles: PerTile | None = None
    conflicts: bool = False
    walk: bool = False
    patterns: tuple[PatternHeuristic, ...] = ()

    def join(self, other: "_Parts") -> "_Parts":
        mine, theirs = self.tiles, other.tiles
        if mine and theirs and (mine.table, mine.divisor) != (theirs.table, theirs.divisor):
            raise _Refused("the larger of two different sums over tiles has no compiled form.")
        return _Parts(
            tiles=mine or theirs,
            conflicts=self.conflicts or other.conflicts,
            walk=self.walk or other.walk,
            patterns=(*self.patterns, *other.patterns),
        )


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

    Raises OptionError with the reason where it has no compiled form, and for pattern databases,
    whose sums are followed from a start: `lower` knows one.
    """
    try:
        parts = _Parts() if name is None else _parts(name, puzzle)
        if parts.patterns:
            raise _Refused(f"{name}: the tables of pattern databases begin with a start.")
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
    if isinstance(built, PatternHeuristic):
        return _Parts(patterns=(built,))
    if not isinstance(built, PerTile):
        raise _Refused(
            f"{name} has no compiled form; sums over tiles (PerTile), linear_conflict, "
            "walking_distance, pattern databases and their maximum have."
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


@once(maxsize=8)
def _walk_states(axis: Axis) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    table = walking_table(axis)
    numbers = np.array([number % estimates.PRIME for number in table], np.int64)
    if len(np.unique(numbers)) < len(numbers):
        raise _Refused("two walking-distance states share a number modulo the kernels' prime.")
    return numbers, np.fromiter(table.values(), np.int64, len(table))


@dataclass(frozen=True, slots=True)
class Lowered:
    """One search as a kernel runs it; `run_compiled` does.

    patterns: the open pattern databases that `estimate` points into.
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
        """Load or compile the kernel by a search of one expansion; returns the seconds it took.

        What a longer search calls besides, to lengthen its arrays, is loaded with it.
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

    settings: options of the algorithm, read or missing, and ``order``. O(cells²) and, once a
    process, seconds for large walking-distance tables.
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
        raise _Refused(f"{algorithm} has no compiled form; {', '.join(sorted(COMPILED))} have.")
    hashing, spec = algorithm in HASHING, ALGORITHMS.get(algorithm)
    if puzzle.metric == "mtm":
        raise _Refused("compiled searches move one tile at a time; metric mtm pushes several.")
    most = _MOST_CELLS[hashing]
    if puzzle.cells > most:
        raise _Refused(
            f"compiled {algorithm} serves boards of up to {most} cells, this one has "
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
            "least 1 and a multiple of 1/16, as 1.25 is."
        )
    estimate, parts, state = None, _Parts(), puzzle.encode(start)
    if spec.informed:
        parts = _parts(heuristic or "zero", puzzle)
        estimate = _estimate_tables(parts, puzzle)
        estimate = estimate._replace(patterns=pattern_tables(parts.patterns, state))
        if estimates.largest(estimate) > _LARGEST_ESTIMATE[hashing]:
            raise _Refused(
                f"compiled {algorithm} serves estimates of up to {_LARGEST_ESTIMATE[hashing]}, "
                f"{heuristic} can reach {estimates.largest(estimate)}."
            )
    try:
        module = import_module(f"taquin.kernels.{COMPILED[algorithm]}")
    except ModuleNotFoundError:
        raise _Refused(f"the kernel of {algorithm} is not installed.") from None
    board = board_tables(puzzle, order)
    return Lowered(algorithm, board, estimate, state, options, puzzle, module, parts.patterns)


def _is_simple(weight: float) -> bool:
    return 1 <= weight <= 1024 and weight.as_integer_ratio()[1] <= 16


class Beyond(Exception):
    """A search met numbers that its kernel cannot count, after so many seconds; Python can."""

    def __init__(self, reason: str, seconds: float) -> None:
        super().__init__(reason)
        self.seconds = seconds


def run_compiled(lowered: Lowered, monitor: Monitor[bytes]) -> SearchResult:
    """Run a lowered search to its end or to a limit; the counterpart of `search.algorithm.run`.

    Raises Beyond where a cost outgrows its kernel's numbers.
    """
    letters, limit = None, None
    try:
        found, letters = lowered.module.search(
            lowered.board, lowered.estimate, lowered.start, lowered.options, monitor
        )
        if found == KernelStatus.BEYOND:
            most = f"compiled {lowered.algorithm} counts costs up to {lowered.module.LARGEST_G:,}"
            raise Beyond(f"{most}, and this search went beyond.", monitor.seconds)
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
    states = None if letters is None else _replay(lowered, letters)
    closest = monitor.closest
    return SearchResult(
        status=status,
        limit=limit,
        moves=None if letters is None else tuple(letters),
        states=states,
        cost=None if states is None else _cost(lowered, states),
        lower_bound=None if status is Status.UNSOLVABLE else monitor.lower_bound,
        stats=monitor.finish(),
        closest=(closest.state, closest.h) if closest else None,
    )


_STATUS = {
    KernelStatus.FOUND: Status.SOLVED,
    KernelStatus.EXHAUSTED: Status.UNSOLVABLE,
    KernelStatus.FULL: Status.LIMIT,
}


def _replay(lowered: Lowered, letters: str) -> tuple[bytes, ...]:
    neighbors, state = lowered.puzzle.topology.neighbors, lowered.start
    # Where a letter leads the blank, and the exchange of two values everywhere: one C call each.
    onward = [dict(zip(DIRECTIONS, row, strict=True)) for row in neighbors]
    swap = [bytes.maketrans(bytes((0, t)), bytes((t, 0))) for t in range(len(state))]
    blank, states = state.index(0), [state]
    for letter in letters:
        blank = onward[blank][letter]
        state = state.translate(swap[state[blank]])
        states.append(state)
    return tuple(states)


def _cost(lowered: Lowered, states: Sequence[bytes]) -> int:
    if lowered.puzzle.metric == "stm":
        return len(states) - 1
    cost = lowered.board.cost.tolist()
    return sum(cost[before[after.index(0)]] for before, after in pairwise(states))
