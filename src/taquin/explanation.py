"""Explains a board: how it was read, whether it is solvable and why, how far the goal is.

`explain` runs no long search: it searches boards of at most nine cells, looks up 3x3 distances in
a table, and derives the rest from parity, heuristics, instance data and published tables.
"""

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib import resources
from math import factorial, log10

from taquin.errors import OptionError, TaquinError, UnsolvableError
from taquin.heuristics.base import HEURISTICS, build_heuristic, find_heuristic, pushes_per_move
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.heuristics.manhattan import manhattan
from taquin.heuristics.pdb import PatternHeuristic, default_partition, is_stored
from taquin.puzzle.blocks import blocks
from taquin.puzzle.board import Board
from taquin.puzzle.goal import GOALS, goal_name, named_goal
from taquin.puzzle.instances import Instance, instance
from taquin.puzzle.notation import is_instance_name, recognise
from taquin.puzzle.puzzle import METRICS, Metric, Puzzle, State
from taquin.puzzle.rows import is_rows, rows_text
from taquin.puzzle.size import check_fit
from taquin.puzzle.solvability import blank_distance, inversions
from taquin.puzzle.topology import Topology
from taquin.search.algorithm import run
from taquin.spaces import distance_table, tabled

__all__ = ["Explanation", "Extent", "HeuristicValue", "explain"]

_SEARCHED = 9  # largest board, in cells, to search: it takes well under half a second
_MOST_CELLS = 1600  # tile-by-cell tables take seconds at this size, and too much memory beyond it
_DIGITS = 45  # longer numbers are rounded in the text
_MOST_DIGITS = 1000  # longer numbers are left out of JSON: many parsers cannot hold them
_READ_AS = {
    "rows": "rows with separators",
    "lines": "one row per line",
    "flat": "one line of numbers",
    "compact": "one digit per cell",
    "letters": "one digit or letter per cell",
    "json": "JSON lists",
    "counted": "a count followed by the rows",
    "instance": "the name of an instance",
    "board": "a Board",
}


@dataclass(frozen=True, slots=True)
class HeuristicValue:
    """The value of one registered heuristic.

    value: None where the heuristic does not apply; `refused` then says why.
    patterns: for pattern databases, the tiles of each pattern and its share of the value.
    """

    name: str
    value: int | None
    admissible: bool
    consistent: bool
    refused: str | None = None
    patterns: tuple[tuple[tuple[int, ...], int], ...] = ()

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "name": self.name,
            "value": self.value,
            "admissible": self.admissible,
            "consistent": self.consistent,
            "refused": self.refused,
            "patterns": [{"tiles": list(tiles), "adds": value} for tiles, value in self.patterns],
        }


@dataclass(frozen=True, slots=True)
class Extent:
    """The greatest distance from a puzzle's goal, how many boards are there, and the mean."""

    diameter: int
    boards_at_diameter: int
    mean_distance: float
    source: str

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return {
            "diameter": self.diameter,
            "boards_at_diameter": self.boards_at_diameter,
            "mean_distance": self.mean_distance,
            "source": self.source,
        }


@dataclass(frozen=True)
class Explanation:
    """Everything `explain` finds out about a board; `text` for people, `as_dict` for programs.

    notation: how the text was read (a key of `taquin.puzzle.notation.FORMATS`, instance or board).
    other_goals: for every other named goal, whether this board can reach it.
    swap, fixed: two tiles whose exchange makes an unsolvable board solvable, and that board.
    manhattan: the contribution of the tile in each cell, in reading order.
    lower_bound: None if there is no solution.
    distance: the optimal cost, None if unknown; distance_source: computed, or where published.
    first_moves: the moves that start an optimal solution; None unless the distance is computed.
    states: how many boards are reachable from this one, None if unknown.
    """

    board: Board
    puzzle: Puzzle
    notation: str
    instance: Instance | None
    solvable: bool
    reason: str
    inversions: int
    blank_distance: int
    other_goals: dict[str, bool]
    swap: tuple[int, int] | None
    fixed: Board | None
    misplaced: tuple[int, ...]
    manhattan: tuple[int, ...]
    conflicts: tuple[int, ...] | None
    heuristics: tuple[HeuristicValue, ...]
    lower_bound: int | None
    lower_bound_reason: str
    distance: int | None
    distance_source: str | None
    first_moves: tuple[str, ...] | None
    legal_moves: tuple[str, ...]
    states: int | None
    extent: Extent | None

    @property
    def goal(self) -> Board:
        """The goal the board is judged against."""
        return self.puzzle.goal

    @property
    def goal_name(self) -> str | None:
        """last, first, snake or spiral, if the goal has a name."""
        return goal_name(self.goal)

    @property
    def already_solved(self) -> bool:
        """Whether the board is the goal."""
        return self.board == self.goal

    def as_dict(self) -> dict[str, object]:
        """The JSON object of ``taquin info --format json``."""
        named, fixed = self.instance, self.fixed
        return {
            "version": 1,
            "board": self.board.text,
            "notation": self.notation,
            "instance": None if named is None else {"name": named.name, "source": named.source},
            "size": self.board.size,
            "goal": self.goal.text,
            "goal_name": self.goal_name,
            "topology": self.puzzle.topology.name,
            "metric": self.puzzle.metric,
            "solvable": self.solvable,
            "reason": self.reason,
            "already_solved": self.already_solved,
            "inversions": self.inversions,
            "blank_distance": self.blank_distance,
            "other_goals": self.other_goals,
            "fix": None if fixed is None else {"swap": list(self.swap or ()), "board": fixed.text},
            "misplaced": list(self.misplaced),
            "manhattan": list(self.manhattan),
            "linear_conflicts": None if self.conflicts is None else list(self.conflicts),
            "heuristics": [value.as_dict() for value in self.heuristics],
            "lower_bound": self.lower_bound,
            "lower_bound_reason": self.lower_bound_reason,
            "distance": self.distance,
            "distance_source": self.distance_source,
            "first_moves": None if self.first_moves is None else list(self.first_moves),
            "legal_moves": list(self.legal_moves),
            "states": None if _digits(self.states or 0) > _MOST_DIGITS else self.states,
            "extent": None if self.extent is None else self.extent.as_dict(),
            "text": self.lines(),
        }

    def __str__(self) -> str:
        return self.text()

    def text(self) -> str:
        """The explanation in short sentences, one per line."""
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """The lines of `text`."""
        return [
            *self._what(),
            *self._solvability(),
            *self._distance(),
            *self._estimates(),
            *self._space(),
        ]

    def _what(self) -> Iterator[str]:
        board, named = self.board, self.instance
        yield f"Board: {board}  ({board.size}, read as {_READ_AS[self.notation]})"
        if named is not None:
            note = f" ({named.note})" if named.note else ""
            yield f"Instance: {named.name}, from {named.source}{note}."
        name = f"  ({self.goal_name}: {GOALS[self.goal_name]})" if self.goal_name else ""
        yield f"Goal:  {self.goal}{name}"
        yield f"Board type: {self.puzzle.topology.name}. Metric: {self._unit()}."

    def _unit(self) -> str:
        return f"{self.puzzle.metric} ({METRICS[self.puzzle.metric]})"

    def _solvability(self) -> Iterator[str]:
        if self.already_solved:
            yield "Already solved: the board is the goal."
        else:
            yield self.reason
            pairs = "a pair" if self.inversions == 1 else "pairs"
            blank = (
                f"is {_counted(self.blank_distance, 'step')} from"
                if self.blank_distance >= 0
                else "cannot reach"
            )
            yield (
                f"It has {_counted(self.inversions, 'inversion')} ({pairs} of tiles in the "
                f"opposite order from the goal). The blank {blank} its goal cell."
            )
        if self.swap is not None:
            a, b = self.swap
            yield f"Nearest fix: swap {a} and {b}, which gives {self.fixed}."
        reached = [_goal_words(name) for name, can in self.other_goals.items() if can]
        missed = [_goal_words(name) for name, can in self.other_goals.items() if not can]
        also = "also " if self.solvable else ""
        if reached:
            yield f"This board is {also}solvable for {_listed(reached)}."
        if missed:
            other = "It" if reached else "This board"
            yield f"{other} is not solvable for {_listed(missed, 'or')}."

    def _distance(self) -> Iterator[str]:
        legal = f"Legal moves: {', '.join(self.legal_moves)}"
        if not self.solvable or self.already_solved:
            yield f"{legal}."
            return
        if self.distance is None:
            yield f"Finding the exact distance takes a search. It is at least {self._bound()}."
            yield f"{legal}."
            return
        computed = self.distance_source == "computed"
        source = "computed" if computed else f"published: {self.distance_source}"
        yield f"An optimal solution {self._cost(self.distance)} ({source})."
        yield f"The best lower bound without a search is {self._bound()}."
        if self.first_moves is None:
            yield f"{legal}."
        elif len(self.first_moves) == len(self.legal_moves):
            every = "it starts" if len(self.legal_moves) == 1 else "each of them starts"
            yield f"{legal}; {every} an optimal solution."
        else:
            start = "starts" if len(self.first_moves) == 1 else "each start"
            yield f"{legal}; {_listed(self.first_moves)} {start} an optimal solution."

    def _cost(self, cost: int) -> str:
        if self.puzzle.metric == "expense":
            return f"costs {cost} (sum of the tiles moved)"
        kind = "single-tile" if self.puzzle.metric == "stm" else "multi-tile"
        return f"takes {_counted(cost, f'{kind} move')}"

    def _bound(self) -> str:
        return f"{self.lower_bound}: {self.lower_bound_reason}"

    def _estimates(self) -> Iterator[str]:
        total = len(self.board.cells) - 1
        if not self.already_solved:
            if len(self.misplaced) == total:
                yield f"All {total} tiles are misplaced."
            else:
                tiles = ", ".join(map(str, self.misplaced))
                verb = "is" if len(self.misplaced) == 1 else "are"
                yield f"{len(self.misplaced)} of {total} tiles {verb} misplaced: {tiles}."
            yield f"Manhattan distance, tile by tile (total {sum(self.manhattan)}):"
            yield from _table(self.manhattan, self.board)
            longest = pushes_per_move(self.puzzle)
            if longest > 1:
                yield (
                    f"One move can push up to {longest} tiles, so the total is divided by "
                    f"{longest} and rounded up."
                )
            if self.conflicts:
                yield f"Linear conflict: {self._stepping_out(self.conflicts)} pass."
        yield "Heuristics (an admissible heuristic never overestimates):"
        shown = [value for value in self.heuristics if value.value is not None]
        width = max(len(value.name) for value in shown)
        for value in shown:
            yield f"  {value.name:<{width}}  {value.value:>4}  {self._promise(value)}"
            for pattern, adds in value.patterns:
                yield f"  {'':<{width}}  {adds:>4}  from tiles {_tiles(pattern)}"
        for value in self.heuristics:
            if value.refused is not None:
                yield f"  Not shown: {value.refused}"

    def _stepping_out(self, tiles: tuple[int, ...]) -> str:
        """The tiles that a linear conflict forces out of their line, as the start of a sentence."""
        lines = {self._goal_lines(tile) for tile in tiles}
        line = lines.pop() if len(lines) == 1 else "row or column"
        if len(tiles) == 1:
            return f"tile {tiles[0]} must step out of its {line} to let another"
        every = _listed([str(tile) for tile in tiles])
        return f"tiles {every} must step out of their {line} to let others"

    def _goal_lines(self, tile: int) -> str:
        """The lines of the tile's goal cell that contain the tile: row, column or both."""
        width = self.board.width
        here, home = (divmod(board.cells.index(tile), width) for board in (self.board, self.goal))
        return " or ".join(
            name for name, a, b in zip(("row", "column"), here, home, strict=True) if a == b
        )

    def _promise(self, value: HeuristicValue) -> str:
        claims = "admissible" if value.admissible else "not admissible"
        claims += ", consistent" if value.consistent else ", not consistent"
        if self.distance is not None and not self.already_solved:
            off = (value.value or 0) - self.distance
            if off:
                claims += f"; {abs(off)} {'above' if off > 0 else 'below'} the true distance"
            else:
                claims += "; exact"
        return claims

    def _space(self) -> Iterator[str]:
        if self.states is None:
            yield "The number of boards reachable from this one is not known."
        else:
            arrangements = factorial(self.puzzle.cells)
            share = f"of {_rounded(arrangements)} arrangements"
            if self.states == arrangements:
                share = "every arrangement"
            elif 2 * self.states == arrangements:
                share = f"half of all {_rounded(arrangements)} arrangements"
            yield f"{_rounded(self.states)} boards are reachable from this one, {share}."
        extent = self.extent
        if extent is None:
            yield "The greatest distance from this goal is not known."
        else:
            count = extent.boards_at_diameter
            yield (
                f"The greatest distance from this goal is {extent.diameter} "
                f"({count:,} board{'' if count == 1 else 's'}); "
                f"the mean is {extent.mean_distance:.1f}."
            )


def explain(
    board: Board | Instance | str,
    *,
    goal: Board | str | None = None,
    size: tuple[int, int] | None = None,
    topology: str = "grid",
    metric: Metric = "stm",
) -> Explanation:
    """Explain a board: how it was read, whether it is solvable, how far the goal is. O(cells**2).

    Takes milliseconds, or a second or two if a walking-distance table has to be built first.

    board: a Board, its text in any notation, or the name of an instance, which has its own goal.
    Raises NotationError for text that is not a board, naming any missing or repeated tiles;
    OptionError if `size` contradicts the board.
    On grids of more than 1,600 cells the only heuristics are zero and Manhattan distance. Other
    board types of that size raise OptionError or UnsolvableError with the verdict and its reason.

    >>> found = explain("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0")
    >>> found.solvable, found.swap, found.other_goals["first"]
    (False, (14, 15), True)
    """
    start, notation, named = _read(board, size)
    if goal is None:
        goal = "last" if named is None else named.goal
    puzzle = Puzzle.of(start, goal=goal, topology=topology, metric=metric)
    state, verdict = puzzle.encode(start), puzzle.judge(start)
    on_grid, tables = puzzle.topology.is_grid, puzzle.cells <= _MOST_CELLS
    if not on_grid and not tables:
        unable = OptionError if verdict.solvable else UnsolvableError
        raise unable(
            f"{verdict.reason} On board types other than grid, boards of more than "
            f"{_MOST_CELLS:,} cells are not explained further: their tables take too long to build."
        )
    if tables:
        values = tuple(_value(name, puzzle, state) for name in HEURISTICS.names())
        shares = tuple(manhattan(puzzle).shares(state))
    else:
        shares = _steps_home(start, puzzle)
        values = tuple(_without_tables(name, puzzle, shares) for name in HEURISTICS.names())
    bound, why = _lower_bound(values, start, puzzle) if verdict.solvable else (None, "")
    distance, source, first = _known_distance(start, puzzle, named, verdict.solvable)
    conflicts = LinearConflict(puzzle).conflicts(state) if on_grid and tables else None
    space = puzzle.space(start)
    return Explanation(
        board=start,
        puzzle=puzzle,
        notation=notation,
        instance=named,
        solvable=verdict.solvable,
        reason=verdict.reason,
        inversions=inversions(start, puzzle.goal),
        blank_distance=blank_distance(puzzle.topology, start, puzzle.goal),
        other_goals=_other_goals(start, puzzle),
        swap=verdict.swap,
        fixed=None if verdict.swap is None else start.swapped(*verdict.swap),
        misplaced=tuple(
            sorted(t for t, home in zip(start, puzzle.goal, strict=True) if t not in (0, home))
        ),
        manhattan=shares,
        conflicts=None if conflicts is None else tuple(conflicts),
        heuristics=values,
        lower_bound=bound,
        lower_bound_reason=why,
        distance=distance,
        distance_source=source,
        first_moves=first,
        legal_moves=tuple(move for move, _, _ in space.successors(state)),
        states=_states(puzzle.topology),
        extent=_extent(puzzle),
    )


def _read(
    board: Board | Instance | str, size: tuple[int, int] | None
) -> tuple[Board, str, Instance | None]:
    """The board, how it was read, and the instance that was named, if any."""
    if isinstance(board, str) and is_instance_name(board):
        board = instance(board)
    named = board if isinstance(board, Instance) else None
    start = board.board if isinstance(board, Instance) else board
    if isinstance(start, Board):
        check_fit(size, start.width, start.height)
        return start, "board" if named is None else "instance", named
    if is_rows(start):
        start = rows_text(start)
    reading = recognise(start, size=size)
    height = len(reading.cells) // reading.width
    return Board.of(reading.width, height, reading.cells), reading.format, None


def _digits(number: int) -> int:
    """How many decimal digits a number has, or one more."""
    return int(number.bit_length() * log10(2)) + 1


def _rounded(number: int) -> str:
    """The number with thousands separators; a very long one in scientific notation."""
    digits = _digits(number)
    if digits <= _DIGITS:
        return f"{number:,}"
    first, exponent = number // 10 ** (digits - 4), digits - 1
    if first < 1000:
        first, exponent = number // 10 ** (digits - 5), digits - 2
    return f"about {first // 1000}.{first // 10 % 100:02} × 10^{exponent}"


def _tiles(tiles: tuple[int, ...]) -> str:
    return ", ".join(map(str, tiles))


# What to give to a heuristic that takes an argument.
_ARGUMENTS = {"max": "heuristics", "pdb": "a partition"}


def _value(name: str, puzzle: Puzzle, state: State) -> HeuristicValue:
    spec = HEURISTICS.get(name)
    if name == "pdb" and puzzle.judge(puzzle.decode(state)).solvable:
        partition = default_partition(puzzle)
        if partition is not None and puzzle.metric == "stm" and is_stored(puzzle, partition):
            tables = PatternHeuristic(puzzle, partition)
            shares = tuple(tables.pattern_shares(state))
            return HeuristicValue(
                f"pdb:{partition}", tables(state), spec.admissible, spec.consistent, None, shares
            )
    if spec.takes_argument:
        examples = spec.summary.rstrip(".").partition("for example ")[2] or f"{name}:…"
        argument = _ARGUMENTS.get(name, "an argument")
        refused = f"{name} (give it {argument}, for example {examples})."
        return HeuristicValue(name, None, spec.admissible, spec.consistent, refused)
    try:
        value = build_heuristic(name, puzzle)(state)
    except TaquinError as error:
        return HeuristicValue(name, None, spec.admissible, spec.consistent, str(error))
    return HeuristicValue(name, value, spec.admissible, spec.consistent)


def _steps_home(board: Board, puzzle: Puzzle) -> tuple[int, ...]:
    """Each cell's contribution to the Manhattan distance on a grid, computed without the table."""
    width, home = board.width, {tile: cell for cell, tile in enumerate(puzzle.goal)}
    steps = []
    for cell, tile in enumerate(board):
        (row, column), (other_row, other_column) = divmod(cell, width), divmod(home[tile], width)
        count = abs(row - other_row) + abs(column - other_column) if tile else 0
        steps.append(count * tile if puzzle.metric == "expense" else count)
    return tuple(steps)


def _without_tables(name: str, puzzle: Puzzle, shares: tuple[int, ...]) -> HeuristicValue:
    """A heuristic's value on a large grid, if it can be computed without a table."""
    spec = HEURISTICS.get(name)
    promises = spec.admissible, spec.consistent
    if name == "zero":
        return HeuristicValue(name, 0, *promises)
    if name == "manhattan":
        return HeuristicValue(name, -(-sum(shares) // pushes_per_move(puzzle)), *promises)
    why = f"{name} (its tables take too long for boards of more than {_MOST_CELLS:,} cells)."
    return HeuristicValue(name, None, *promises, why)


def _lower_bound(
    values: tuple[HeuristicValue, ...], board: Board, puzzle: Puzzle
) -> tuple[int, str]:
    """The largest admissible value, plus one where the solution's parity requires it."""
    sure = [v for v in values if v.value is not None and find_heuristic(v.name)[0].admissible]
    # Of equal values prefer Manhattan distance: every reader knows it.
    best = max(sure, key=lambda v: (v.value or 0, v.name == "manhattan"))
    bound = best.value or 0
    reason = f"{best.name} gives {bound} and never overestimates"
    if puzzle.metric == "stm" and _is_bipartite(puzzle.topology):
        steps = blank_distance(puzzle.topology, board, puzzle.goal)
        if (bound - steps) % 2:
            parity = "odd" if steps % 2 else "even"
            return bound + 1, f"{reason}, and the number of moves must be {parity}"
    return bound, reason


def _known_distance(
    board: Board, puzzle: Puzzle, named: Instance | None, solvable: bool
) -> tuple[int | None, str | None, tuple[str, ...] | None]:
    """The optimal cost, where it comes from, and the moves that start an optimal solution."""
    if not solvable:
        return None, None, None
    if board == puzzle.goal:
        return 0, "computed", ()
    if puzzle.cells <= _SEARCHED:
        cost_by_move = {
            move: cost + _distance(puzzle, puzzle.decode(after))
            for move, after, cost in puzzle.space(board).successors(puzzle.encode(board))
        }
        distance = min(cost_by_move.values())
        first = tuple(move for move, cost in cost_by_move.items() if cost == distance)
        return distance, "computed", first
    fits = named is not None and named.goal == puzzle.goal and named.metric == puzzle.metric
    if named is not None and fits and named.optimal is not None and puzzle.topology.is_grid:
        return named.optimal, named.source, None
    return None, None, None


def _distance(puzzle: Puzzle, board: Board) -> int:
    if tabled(puzzle):
        distance = distance_table(puzzle)[board]
    elif puzzle.metric == "expense":
        distance = run("astar", puzzle.space(board), manhattan(puzzle)).cost
    else:
        distance = run("bibfs", puzzle.space(board)).cost
    assert distance is not None, "a solvable board has a solution"
    return distance


def _other_goals(board: Board, puzzle: Puzzle) -> dict[str, bool]:
    goals = {name: named_goal(name, board.width, board.height) for name in GOALS}
    return {
        name: puzzle.towards(goal).judge(board).solvable
        for name, goal in goals.items()
        if goal != puzzle.goal
    }


def _states(board_type: Topology) -> int | None:
    """How many boards are mutually reachable (Wilson 1974); None if walls split the board.

    A ring of cells preserves the cyclic order of its tiles. Any other board without an
    articulation cell reaches every arrangement, or half of them if its cells can be coloured like
    a chessboard. The one exception has seven cells, which no rectangle has.
    """
    parts = blocks(board_type, 0)
    if [len(part) for part in parts] != [board_type.cells]:
        return None
    if all(len(board_type.adjacent(cell)) == 2 for cell in range(board_type.cells)):
        return board_type.cells * (board_type.cells - 1)
    return factorial(board_type.cells) // (2 if _is_bipartite(board_type) else 1)


def _is_bipartite(board_type: Topology) -> bool:
    """Whether every step changes the parity of the distance from the first cell."""
    steps = board_type.distances(0)
    return all(
        (steps[cell] - steps[other]) % 2
        for cell in range(board_type.cells)
        for other in board_type.adjacent(cell)
    )


@cache
def _extents() -> dict[tuple[int, int, str, str], Extent]:
    """Published extents, by width, height (the smaller side), metric and the blank's goal cell."""
    path = resources.files("taquin") / "data" / "gods_numbers.csv"
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line[:1] != "#"]
    return {
        (int(r["width"]), int(r["height"]), r["metric"].lower(), r["blank_goal"]): Extent(
            int(r["diameter"]),
            int(r["positions_at_diameter"]),
            float(r["mean_length"]),
            r["source"],
        )
        for r in csv.DictReader(lines)
    }


def _extent(puzzle: Puzzle) -> Extent | None:
    """The published extent. Renaming tiles keeps distances: only the blank's goal cell matters."""
    if not puzzle.topology.is_grid:
        return None
    goal = puzzle.goal
    y, x = divmod(goal.blank, goal.width)
    y, x = min(y, goal.height - 1 - y), min(x, goal.width - 1 - x)
    if goal.height > goal.width or (goal.height == goal.width and y > x):
        y, x = x, y
    width, height = max(goal.width, goal.height), min(goal.width, goal.height)
    place = "corner" if (y, x) == (0, 0) else f"r{y}c{x}"
    if (width, height) == (4, 4):
        place = {"r0c1": "edge", "r1c1": "center"}.get(place, place)
    return _extents().get((width, height, puzzle.metric, place))


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


def _goal_words(name: str) -> str:
    return {
        "last": "the goal with the blank last",
        "first": "the goal with the blank first",
        "snake": "the snake goal",
        "spiral": "the spiral goal",
    }[name]


def _listed(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def _table(numbers: tuple[int, ...], board: Board) -> Iterator[str]:
    """The numbers laid out like the board, with a dot for the blank."""
    width = max(len(str(number)) for number in numbers)
    shown = [str(n) if tile else "·" for tile, n in zip(board.cells, numbers, strict=True)]
    for row in range(0, len(shown), board.width):
        yield "  " + " ".join(f"{text:>{width}}" for text in shown[row : row + board.width])
