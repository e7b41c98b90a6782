"""How heuristics are declared, found by name and built for a puzzle.

A heuristic is a function of the state, built by a factory for one puzzle (board type, goal,
metric). `taquin.checks.check_heuristic` verifies by enumeration what the factory claims.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import inf
from operator import index
from typing import Literal, TypeVar

from taquin.ground.deadline import check_deadline
from taquin.ground.declaration import bound_by_name, check_parameters, is_ours, located
from taquin.ground.errors import OptionError, TaquinError, check_text, items_of, quoted
from taquin.ground.estimates import estimate_of
from taquin.ground.registry import Registry
from taquin.heuristics.computed import ComputedTable
from taquin.heuristics.parts import Lowerable, Parts, Uncompilable, lowered
from taquin.heuristics.selection import TileSelection
from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import METRICS, Puzzle, PuzzleSpace, State
from taquin.puzzle.size import LARGEST_SIDE

__all__ = [
    "HEURISTICS",
    "Estimate",
    "FunctionName",
    "HeuristicSpec",
    "Memo",
    "PerTile",
    "build_heuristic",
    "canonical_name",
    "cheapest_moves",
    "checked_estimate",
    "checked_value",
    "claims",
    "factory_advice",
    "find_heuristic",
    "heuristic",
    "is_foreign",
    "pushes_per_move",
    "refuse_move_costs",
    "scaled_to_metric",
]

Estimate = Callable[[State], int]
Factory = Callable[..., Estimate]
# The goals or metrics for which a promise is made.
Extent = Sequence[str] | Literal["every"] | None


@dataclass(frozen=True)
class HeuristicSpec:
    """A registered heuristic and what it promises on every puzzle that its factory accepts.

    takes_argument: its full name is ``name:argument``, and the factory takes (puzzle, argument).
    parts: for a combination, returns the names of its parts from the argument; a combination
    promises only what all its parts promise, which `find_heuristic` determines.
    aliases: other names that people type; results carry `name`.
    goals, metrics: those for which it promises it, by name, or `every`; None if it does not say.
    label: its name for people; "" for the registered name.
    """

    name: str
    factory: Factory
    admissible: bool
    consistent: bool
    paper: str
    summary: str
    takes_argument: bool = False
    parts: Callable[[str], Sequence[str]] | None = None
    aliases: tuple[str, ...] = ()
    goals: Extent = None
    metrics: Extent = None
    label: str = ""


HEURISTICS: Registry[HeuristicSpec] = Registry(
    "heuristic", ("taquin.heuristics", "taquin.heuristics.patterns"), "taquin.heuristics"
)
F = TypeVar("F", bound=Factory)


def heuristic(
    name: str,
    *,
    admissible: bool,
    consistent: bool,
    paper: str = "none given",
    takes_argument: bool = False,
    parts: Callable[[str], Sequence[str]] | None = None,
    aliases: tuple[str, ...] = (),
    goals: Extent = None,
    metrics: Extent = None,
    label: str = "",
) -> Callable[[F], F]:
    """Decorator that registers ``factory(puzzle) -> (state -> int)`` under `name`.

    The factory raises OptionError for board types or metrics that it does not support. goals,
    metrics: those for which the promises hold, such as ("last",) and ("stm",), or "every"; they
    decide what `taquin check` tries. If they are left out, it tries single-tile moves and the goal
    at which the heuristic returns 0. label: the heuristic's name for people, if it is not `name`.
    """

    def register(factory: F) -> F:
        summary = (factory.__doc__ or "").strip().split("\n")[0]
        wanted = ("puzzle", "argument") if takes_argument else ("puzzle",)
        because = ", because it is declared takes_argument=True" if takes_argument else ""
        what = f"heuristic {name!r}"
        check_parameters(what, factory, wanted, because=because)
        _check_extent(what, goals, metrics)
        HEURISTICS.add(
            HeuristicSpec(
                name,
                bound_by_name(what, factory, wanted, because=because),
                admissible,
                consistent,
                paper,
                summary,
                takes_argument,
                parts,
                aliases,
                goals,
                metrics,
                label,
            )
        )
        return factory

    return register


def _check_extent(what: str, goals: Extent, metrics: Extent) -> None:
    """Raise OptionError unless each is None, ``every``, or a tuple of names."""
    for name, given, example in (("goals", goals, "last"), ("metrics", metrics, "stm")):
        names = [] if given is None or given == "every" else given
        sound = isinstance(names, (list, tuple)) and all(isinstance(one, str) for one in names)
        if not sound or (name == "metrics" and set(names) - METRICS.keys()):
            known = f" of {', '.join(METRICS)}" if name == "metrics" else ""
            raise OptionError(
                f'{what}: {name}={quoted(given)}: expected "every" or a tuple of '
                f"names{known}, as in "
                f'{name}=("{example}",).'
            )


class FunctionName(str):
    """The name of a heuristic that a caller passed as a function, with its specification.

    It is a string, so that it passes through requests and results like any other name. It is in no
    registry, so that two callers or threads can use one name for different functions.
    """

    spec: HeuristicSpec

    def __new__(cls, spec: HeuristicSpec) -> "FunctionName":
        """The string is the specification's name."""
        name = super().__new__(cls, spec.name)
        name.spec = spec
        return name


def canonical_name(text: str) -> str:
    """The name that results carry, aliases replaced; raises UnknownName.

    >>> canonical_name("h2"), canonical_name("max:hamming,h2")
    ('manhattan', 'max:misplaced,manhattan')
    """
    if isinstance(text, FunctionName):
        return text
    name, colon, argument = text.partition(":")
    spec = HEURISTICS.get(name)
    if spec.parts is not None and argument:
        argument = ",".join(canonical_name(part) for part in spec.parts(argument))
    return f"{spec.name}{colon}{argument}"


def find_heuristic(text: str) -> tuple[HeuristicSpec, tuple[str, ...]]:
    """The specification that ``manhattan``, ``max:misplaced,manhattan``, … names, and its argument.

    For a combination, the specification has the claims that all its parts share:

    >>> find_heuristic("max:manhattan,sequence_score")[0].admissible
    False
    """
    if isinstance(text, FunctionName):
        return text.spec, ()
    check_text("heuristic", text, "a name such as manhattan", OptionError)
    name, colon, argument = text.partition(":")
    spec = HEURISTICS.get(name)
    if spec.takes_argument != bool(colon and argument):
        form = f"{name}:ARGUMENT" if spec.takes_argument else name
        raise OptionError(f"heuristic {quoted(text)}: expected {form}. {spec.summary}")
    if spec.parts is not None:
        combined = [find_heuristic(part)[0] for part in spec.parts(argument)]
        spec = replace(
            spec,
            admissible=spec.admissible and all(part.admissible for part in combined),
            consistent=spec.consistent and all(part.consistent for part in combined),
        )
    return spec, (argument,) if spec.takes_argument else ()


def claims(text: str) -> HeuristicSpec:
    """What the heuristic named `text` promises; for a combination, what all its parts promise."""
    return find_heuristic(text)[0]


def is_foreign(text: str) -> bool:
    """Whether the heuristic that `text` names, or a part of it, is not part of taquin."""
    if isinstance(text, FunctionName):
        return True
    name, _, argument = text.partition(":")
    spec = HEURISTICS.get(name)
    parts = spec.parts(argument) if spec.parts is not None else ()
    return not is_ours(spec.factory) or any(map(is_foreign, parts))


def build_heuristic(text: str, puzzle: Puzzle) -> Estimate:
    """The heuristic that `text` names, for `puzzle`."""
    spec, arguments = find_heuristic(text)
    Puzzle.required(puzzle)
    name = located(f"Heuristic {text}", spec.factory)
    try:
        built = spec.factory(puzzle, *arguments)
    except (TypeError, AttributeError, LookupError, ArithmeticError, ValueError) as error:
        if is_ours(spec.factory) or isinstance(error, TaquinError):
            raise
        raise OptionError(_failed(text, spec.factory, error)) from error
    h = checked_estimate(name, built, puzzle)
    if is_ours(h) and not (spec.parts is not None and is_foreign(text)):
        return h
    return _Watched(text, name, h, puzzle)


def _failed(text: str, factory: Factory, error: Exception) -> str:
    """What a factory raised, where in its file, and advice on the commonest mistake."""
    code = getattr(factory, "__code__", None)
    place, trace = "", error.__traceback__
    while trace is not None:
        if code is not None and trace.tb_frame.f_code.co_filename == code.co_filename:
            place = f"{code.co_filename}, line {trace.tb_lineno}: "
        trace = trace.tb_next
    what = f"{type(error).__name__}: {error}".removesuffix(": ")
    return f"{place}the factory of heuristic {text} raised {what}.{factory_advice(what)}"


def factory_advice(what: str) -> str:
    """Advice for a factory that raised `what`, if it seems to expect a board."""
    if "Puzzle" not in what:
        return ""
    return (
        " A heuristic is declared as a factory: it takes the puzzle and returns a function of the "
        "state. To use a function of the board, pass it as heuristic=f to solve or compare."
    )


def checked_estimate(name: str, h: object, puzzle: Puzzle) -> Estimate:
    """What a factory returned; raises OptionError unless it is a function of the state."""
    if not callable(h):
        raise OptionError(
            f"{name}: its factory returned {quoted(h)}; expected a function of the state."
        )
    if isinstance(h, PerTile) and len(h.table) != puzzle.cells:
        raise OptionError(
            f"{name}: PerTile has {len(h.table)} rows; expected one per cell, "
            f"{puzzle.cells} for {puzzle.goal.size}."
        )
    return h


class _Watched(Lowerable):
    """A user's heuristic, with every value checked.

    None, a string or a fraction would otherwise break a search far from its cause.
    """

    __module__ = "plug-in"  # marks it as a user's code
    values_hold = True

    def __init__(self, name: str, place: str, h: Estimate, puzzle: Puzzle) -> None:
        self._name, self._place, self._h, self._puzzle = name, place, h, puzzle

    def __call__(self, state: State) -> int:
        value = self._h(state)
        if type(value) is int and value >= 0:
            return value
        return checked_value(self._place, value, self._puzzle.decode(state))

    def lower(self) -> Parts:
        return lowered(self._name, self._h)


def checked_value(name: str, value: object, board: Board) -> int:
    """The value of a board, checked: raises OptionError unless it is a whole number, 0 or more.

    A fraction would make every bound false.
    """
    estimate = estimate_of(value)
    if type(estimate) is int:
        return estimate
    fraction = estimate is not None and estimate < inf
    advice = " math.ceil rounds up and keeps it admissible." if fraction else ""
    raise OptionError(
        f"{name} returned {quoted(value)} for the board {board}; expected a whole number, 0 or "
        f"more.{advice}"
    )


def cheapest_moves(puzzle: Puzzle) -> list[int]:
    """What the cheapest move of each tile costs, 0 for the blank."""
    least = min(puzzle.topology.move_costs)
    return [cost * least for cost in puzzle.tile_costs]


def refuse_move_costs(name: str, puzzle: Puzzle) -> None:
    """Raise OptionError on board types whose moves have costs of their own, or are diagonal."""
    if puzzle.topology.costs is not None:
        raise OptionError(
            f"{name} does not fit {puzzle.topology.name}, whose moves have costs of their own or "
            "are diagonal. Use manhattan, misplaced or gaschnig."
        )


def pushes_per_move(puzzle: Puzzle) -> int:
    """The largest number of tiles that one move can displace in the puzzle's metric."""
    if puzzle.metric != "mtm":
        return 1
    board_type = puzzle.topology
    if board_type.is_grid:
        return max(board_type.width, board_type.height) - 1
    return max(len(board_type.line(b, d)) for b in range(board_type.cells) for d in range(4))


def scaled_to_metric(puzzle: Puzzle, stm: Estimate) -> Estimate:
    """A heuristic for single-tile moves, scaled to be admissible in the puzzle's metric.

    A multi-tile move is at most `pushes_per_move` single-tile moves; in expense every move costs
    at least 1.
    """
    longest = pushes_per_move(puzzle)
    if longest == 1:
        return stm
    return lambda state: -(-stm(state) // longest)


class PerTile(Lowerable):
    """A sum over tiles of values that depend only on the tile and its cell.

    table[cell][tile]: the contribution of `tile` in `cell`; tile 0, the blank, contributes 0.
    divisor: the sum is divided by it and rounded up (multi-tile metric).

    Such a heuristic runs compiled, whatever its table. In Python, the sum is taken over short
    slices of the state, each looked up in a memo: four look-ups on 4x4 instead of sixteen.
    """

    def __init__(self, table: Sequence[Sequence[int]], *, divisor: int = 1) -> None:
        self.table = table if isinstance(table, ComputedTable) else _written_out(table)
        self.divisor = divisor
        # Sums of a table with negative numbers have to be checked.
        self.values_hold = isinstance(self.table, ComputedTable) or all(
            not row or min(row) >= 0 for row in self.table
        )
        count = len(self.table)
        size = 4 if 9 < count <= 16 else 3 if count <= 25 else 2
        self._parts = [
            (slice(i, i + size), Memo(partial(_sum_over, self.table[i : i + size])))
            for i in range(0, count, size)
        ]

    def __call__(self, state: State) -> int:
        """The estimate for `state`."""
        total = 0
        for part, memo in self._parts:
            total += memo[state[part]]
        return -(-total // self.divisor) if self.divisor > 1 else total

    def lower(self) -> Parts:
        """The table as an array, checked: whole numbers of at least 0, and 0 for the blank."""
        import numpy as np

        try:
            value = np.array(self.table)
            fits = value.dtype.kind in "iub" and value.min() >= 0 and not value[:, 0].any()
        except (ValueError, OverflowError):
            fits = False
        if not fits or not isinstance(self.divisor, int) or self.divisor < 1:
            raise Uncompilable(
                "compiled sums over tiles need whole numbers of at least 0 and a 0 for the blank."
            )
        return Parts(tiles=value.astype(np.int64), divisor=self.divisor)

    def operator_selection(self, space: object) -> TileSelection | None:
        """The moves of a state by what they change in the sum, for EPEA*.

        None for other problems, and where several tiles move at once.
        """
        if not isinstance(space, PuzzleSpace) or space.puzzle.metric == "mtm":
            return None
        return TileSelection(self.table, space) if self.divisor == 1 else None

    def reference(self, state: State) -> int:
        """The same value computed cell by cell: the slow twin of `__call__`."""
        total = sum(row[tile] for row, tile in zip(self.table, state, strict=True))
        return -(-total // self.divisor)

    def shares(self, state: State) -> list[int]:
        """Each cell's contribution to the undivided sum, in reading order."""
        return [row[tile] for row, tile in zip(self.table, state, strict=True)]


def _written_out(table: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], ...]:
    """The table as tuples; raises OptionError unless it is square and contains whole numbers."""
    rows: list[tuple[int, ...]] = []
    kinds: set[type] = set()
    square = "a square table of whole numbers"
    for row in items_of("PerTile: table", table, square, LARGEST_SIDE**2):
        check_deadline()
        rows.append(tuple(items_of("PerTile: row", row, square, LARGEST_SIDE**2)))
        kinds.update(map(type, rows[-1]))
    whole = all(hasattr(kind, "__index__") for kind in kinds)
    if not whole or not all(len(row) == len(rows) for row in rows):
        raise OptionError(
            "PerTile: expected a square table of whole numbers, one row per cell and in each "
            "row one number per tile, starting with the blank's."
        )
    if kinds != {int}:  # NumPy's numbers wrap around
        rows = [tuple(map(index, row)) for row in rows]
    return tuple(rows)


def _sum_over(rows: Sequence[Sequence[int]], part: State) -> int:
    return sum(row[tile] for row, tile in zip(rows, part, strict=True))


class Memo(dict[State, int]):
    """A memo of a function of one slice of the state.

    It is cleared at two million values, so that long lines cannot fill the memory.
    """

    def __init__(self, value: Callable[[State], int]) -> None:
        super().__init__()
        self._value = value

    def __missing__(self, part: State) -> int:
        if len(self) >= 2_000_000:
            self.clear()
        value = self[part] = self._value(part)
        return value
