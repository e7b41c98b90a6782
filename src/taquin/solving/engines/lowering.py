"""Lowers puzzles and heuristics to the tables that kernels read, and raises outcomes to results.

The protocol of a kernel module: ``search(board, estimate, start, options, monitor)`` takes
BoardTables, EstimateTables (None for uninformed algorithms, a pair for informed ones from both
ends), the start as bytes, all options of the algorithm with defaults filled in and its name under
"algorithm", and a
`taquin.search.monitor.Monitor`. It returns ``(status, moves)``: Signal.FOUND and the moves, each
one or more letters, or Signal.EXHAUSTED, Signal.FULL or Signal.BEYOND and None. It runs its kernel
in slices:

    while (status := kernel(…, monitor.budget())) == Signal.BUDGET:
        publish(monitor)                    # sets the fields of monitor.stats, monitor.prove(…)
        monitor.slice(waiting, reached)     # limits (raises Stop: let it pass), progress, Ctrl-C
    publish(monitor)

A budget counts expansions. A kernel that has used it up returns where the Python engine would
call ``monitor.expand`` next, so that a limit on expansions stops both at the same node.
A solution that may still be improved is reported by `monitor.improved`; at a limit it is the
answer.
`monitor.near(state, h)` names the state with the smallest h so far. A module whose arrays grow by
kernels of their own has a ``load_growth()`` that loads those kernels, for `Lowered.warm`.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import ceil
from typing import Any

import numpy as np

from taquin.ground.errors import OptionError
from taquin.heuristics.base import build_heuristic
from taquin.heuristics.parts import Parts, PatternSums, Uncompilable, lowered
from taquin.heuristics.patterns.relabelled import is_served
from taquin.kernels.base.cache import is_cached
from taquin.kernels.patterns.layout import joined
from taquin.kernels.searches import estimates
from taquin.kernels.searches.moves import Move, MoveTables, lay_out_moves
from taquin.kernels.searches.tables import NONE, BoardTables, EstimateTables, PartTables, Signal
from taquin.puzzle.move import DIRECTIONS, check_order, opposite
from taquin.puzzle.puzzle import Puzzle
from taquin.search.explicit_estimation import SLOWEST
from taquin.search.monitor import Limits, Monitor, Stop
from taquin.search.result import SearchResult, Status
from taquin.solving.answers.replay import states_along
from taquin.solving.question.request import SearchRequest

__all__ = [
    "COMPILED",
    "Beyond",
    "Lowered",
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
    "beam": "beam",
    "bfs": "breadth_first",
    "bibfs": "bidirectional",
    "nbs": "both_ends",
    "mm": "both_ends",
    "dvcbs": "both_ends",
    "ees": "explicit_estimation",
    "dfs": "depth_first",
    "dls": "depth_first",
    "ids": "depth_first",
    "idastar": "ida_star",
}
HASHING = ("ucs", "greedy", "astar", "wastar", "beam", "bfs", "bibfs", "nbs", "mm", "dvcbs", "ees")
# A state of a hash search is one or two machine words; kernels count tiles in bytes.
_MOST_CELLS = {True: 25, False: 255}
# See `kernels.searches.shelves`.
_MOST_MOVES = 60
_LARGEST_ESTIMATE = 1 << 40
# By module; 4,095 where there is a list for each estimate.
_LARGEST_HASHED = {"best_first": (1 << 20) - 1, "beam": (1 << 16) - 1}


def is_compiled(module: str) -> bool:
    """Whether a compiled search, by its module such as breadth_first, was compiled here before."""
    return is_cached(f"taquin.kernels.searches.{module}")


def board_tables(puzzle: Puzzle, order: str = DIRECTIONS) -> BoardTables:
    """The puzzle's arrays, with successors in the given order of tile letters."""
    columns = [DIRECTIONS.index(letter) for letter in order if letter in DIRECTIONS]
    neighbors = np.array(puzzle.topology.neighbors, np.int64)[:, columns]
    board = BoardTables(
        neighbors=np.where(neighbors < 0, NONE, neighbors).astype(np.uint8),
        letters=np.array(columns, np.uint8),
        cost=np.array(puzzle.tile_costs, np.int64),
        goal=np.array(puzzle.goal.cells, np.uint8),
    )
    if _takes_steps(puzzle):
        return board
    order = check_order(order, puzzle.topology.letters)
    moves, labels = undoing = _moves(puzzle, order)
    if not puzzle.topology.reversible:
        undoing = _moves(puzzle.backwards(puzzle.goal), opposite(order))
    reverse = undoing[0], tuple(map(opposite, undoing[1]))
    return board._replace(moves=moves, labels=labels, reverse=reverse)


def _takes_steps(puzzle: Puzzle) -> bool:
    """Whether each move is one step of one tile, and costs what that tile costs."""
    return puzzle.metric != "mtm" and puzzle.topology.costs is None


def _most_moves(puzzle: Puzzle) -> int:
    """The most moves of a board."""
    board_type, cells = puzzle.topology, range(puzzle.cells)
    if puzzle.metric == "mtm":
        return max(sum(len(board_type.line(b, d)) for d in range(4)) for b in cells)
    return max(sum(cell >= 0 for cell in row) for row in board_type.neighbors)


def _moves(puzzle: Puzzle, order: str) -> tuple[MoveTables, tuple[str, ...]]:
    """The table of all moves, successors in the given order of letters, and their labels."""
    board_type, ways = puzzle.topology, []
    for blank in range(puzzle.cells):
        row: list[Move] = []
        for letter in order:
            column = board_type.letters.index(letter)
            if puzzle.metric == "mtm":
                line = tuple(board_type.line(blank, column))
                row += [Move(letter * n, line[:n], 1, 0) for n in range(1, len(line) + 1)]
            elif (cell := board_type.neighbors[blank][column]) >= 0:
                assert board_type.costs is not None
                row.append(Move(letter, (cell,), 0, board_type.costs[blank][column]))
        ways.append(row)
    return lay_out_moves(ways), tuple(move.label for row in ways for move in row)


def estimate_tables(name: str | None, puzzle: Puzzle) -> EstimateTables:
    """The arrays of the heuristic called `name` (None: no heuristic, all zero).

    Raises OptionError, with the reason, if it has no compiled form, and for pattern databases:
    their sums are updated move by move from a start, which only `lower` knows.
    """
    try:
        parts = Parts() if name is None else lowered(name, build_heuristic(name, puzzle))
        if parts.patterns:
            raise Uncompilable(f"{name}: pattern databases are lowered together with a start.")
        return EstimateTables(_part_tables(parts, puzzle))
    except Uncompilable as refused:
        raise OptionError(str(refused)) from None


def _part_tables(parts: Parts, puzzle: Puzzle) -> PartTables:
    """The arrays of all parts but the pattern databases."""
    tiles = parts.tiles
    kind = estimates.kind_of(
        tiles=tiles is not None,
        conflicts=parts.conflicts is not None,
        walk=parts.walks is not None,
    )
    if kind and parts.divisor != 1 and _takes_steps(puzzle):
        raise Uncompilable("a divided sum over tiles cannot be combined with others when compiled.")
    if tiles is None:
        tiles = np.zeros((puzzle.cells, puzzle.cells), np.int64)
    extra = np.zeros(0, np.int64)
    if kind:
        width, height = puzzle.goal.width, puzzle.goal.height
        extra = estimates.lay_out(width, height, parts.conflicts, parts.walks, parts.pushes)
    return PartTables(kind, tiles, parts.divisor, extra)


def _started(parts: Parts, puzzle: Puzzle, start: bytes) -> EstimateTables:
    """The arrays of all parts, with the sums of the pattern databases at the start."""
    tables = EstimateTables(_part_tables(parts, puzzle))
    if not parts.patterns:
        return tables
    if not _takes_steps(puzzle):
        raise Uncompilable("compiled pattern databases are updated one step of one tile at a time.")
    sums = [found.lookup.sums([[*start]])[0] for found in parts.patterns]
    patterns = joined([found.lookup.tables for found in parts.patterns])
    return tables._replace(patterns=patterns, start=np.concatenate(sums))


@dataclass(frozen=True, slots=True)
class Lowered:
    """One search, ready for its kernel; `run_compiled` runs it.

    patterns: the open pattern databases into which `estimate` points.
    """

    algorithm: str
    board: BoardTables
    estimate: EstimateTables | tuple[EstimateTables, EstimateTables] | None
    start: bytes
    options: Mapping[str, Any]
    puzzle: Puzzle
    module: Any
    patterns: tuple[PatternSums, ...] = ()

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


def lower(request: SearchRequest) -> Lowered:
    """The tables of one search. O(cells²), plus what `lowered` takes for its heuristic.

    Raises Uncompilable, with the reason, if it has no compiled form.
    """
    algorithm, puzzle = request.algorithm, request.puzzle
    if algorithm not in COMPILED:
        raise Uncompilable(
            f"{algorithm} has no compiled form; only {', '.join(sorted(COMPILED))} do."
        )
    hashing = algorithm in HASHING
    if puzzle.cells > _MOST_CELLS[hashing]:
        raise Uncompilable(
            f"compiled {algorithm} supports boards of up to {_MOST_CELLS[hashing]} cells; this one "
            f"has {puzzle.cells}."
        )
    if hashing and not _takes_steps(puzzle) and (most := _most_moves(puzzle)) > _MOST_MOVES:
        raise Uncompilable(
            f"compiled {algorithm} supports up to {_MOST_MOVES} moves of a board; here there are "
            f"{most}."
        )
    options = {name: option.default for name, option in request.spec.options.items()}
    options |= {**request.options, "algorithm": algorithm}
    weight = options.get("weight")
    if algorithm == "ees":
        options["slowest"] = SLOWEST
    if algorithm == "wastar" and isinstance(weight, float) and not _is_simple(weight):
        raise Uncompilable(
            f"weight={weight}: compiled priorities are whole numbers, so the weight must be at "
            "least 1 and a multiple of 1/16, such as 1.25."
        )
    state = puzzle.encode(request.start)
    estimate: EstimateTables | tuple[EstimateTables, EstimateTables] | None = None
    patterns: tuple[PatternSums, ...] = ()
    if request.heuristic is not None:
        estimate, patterns = _lower_estimate(request, request.estimate, puzzle, state)
        if request.spec.bidirectional:
            back = puzzle.backwards(request.start)
            h_back, goal = build_heuristic(request.heuristic, back), puzzle.encode(puzzle.goal)
            backwards, others = _lower_estimate(request, h_back, back, goal)
            estimate, patterns = (estimate, backwards), (*patterns, *others)
    try:
        module = import_module(f"taquin.kernels.searches.{COMPILED[algorithm]}")
    except ModuleNotFoundError:
        raise Uncompilable(f"the kernel of {algorithm} is not installed.") from None
    board = board_tables(puzzle, request.order or DIRECTIONS)
    return Lowered(algorithm, board, estimate, state, options, puzzle, module, patterns)


def _lower_estimate(
    request: SearchRequest, h: object, puzzle: Puzzle, start: bytes
) -> tuple[EstimateTables, tuple[PatternSums, ...]]:
    """The arrays of a heuristic of the request in one direction, and its pattern databases."""
    if puzzle.metric == "mtm" and "pdb:" in str(request.heuristic):
        tables = "idastar with relabelled, whose tables count pushes"
        raise Uncompilable(
            f"{request.heuristic} has no compiled form in metric mtm: a push moves several tiles, "
            "each of which counts in the sum, so that only a fraction of it is a lower bound. Use "
            f"{tables if is_served(puzzle) else 'manhattan'}."
        )
    parts = lowered(str(request.heuristic), h)
    estimate, most = _started(parts, puzzle, start), _largest_estimate(request)
    if estimates.largest(estimate) > most:
        raise Uncompilable(
            f"compiled {request.algorithm} supports estimates of up to {most}; "
            f"{request.heuristic} can reach {estimates.largest(estimate)}."
        )
    return estimate, parts.patterns


def _largest_estimate(request: SearchRequest) -> int:
    """The largest estimate with which a kernel can run the request."""
    if request.algorithm not in HASHING:
        return _LARGEST_ESTIMATE
    most = _LARGEST_HASHED.get(COMPILED[request.algorithm], 4095)
    if request.algorithm == "ees" and not request.puzzle.counts_moves:  # in heaps
        most = _LARGEST_HASHED["best_first"]
    weight = request.options.get("weight", 1) if request.algorithm == "wastar" else 1
    return most // ceil(float(weight))  # type: ignore[arg-type]


def _is_simple(weight: float) -> bool:
    return 1 <= weight <= 1024 and weight.as_integer_ratio()[1] <= 16


class Beyond(Uncompilable):
    """A search outgrew the numbers of its kernel; the Python engine has no such limit."""

    def __init__(self, reason: str, seconds: float) -> None:
        """`seconds`: how long the kernel had searched."""
        super().__init__(reason)
        self.seconds = seconds


def run_compiled(lowered: Lowered, monitor: Monitor[bytes]) -> SearchResult:
    """Run a lowered search to its end or to a limit; the counterpart of `search.algorithm.run`.

    Raises Beyond if a cost outgrows the kernel's numbers.
    """
    moves: Sequence[str] | None = None
    limit = None
    try:
        found, moves = lowered.module.search(
            lowered.board, lowered.estimate, lowered.start, lowered.options, monitor
        )
        if found == Signal.BEYOND:
            raise Beyond(
                f"this search exceeded the largest cost that compiled {lowered.algorithm} can "
                f"count, {lowered.module.largest_g(lowered.estimate):,}.",
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
    if moves is None and monitor.incumbent is not None:
        moves = monitor.incumbent.moves()
    if moves is not None:
        states, cost = states_along(lowered.puzzle, lowered.start, moves)
    closest = monitor.closest
    return SearchResult(
        status=status,
        limit=limit,
        moves=None if moves is None else tuple(moves),
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
