"""Explains a board: how it was read, whether it is solvable and why, how far the goal is.

`explain` runs no long search: it searches boards of at most nine cells, looks up 3x3 distances in
a table, and derives the rest from parity, heuristics, instance data and published tables.
"""

from dataclasses import dataclass
from typing import NamedTuple

from taquin.ground.errors import OptionError, UnsolvableError
from taquin.heuristics.linear_conflict import LinearConflict
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.goal import GOALS, named_goal
from taquin.puzzle.instances import Instance, instance
from taquin.puzzle.notation import is_instance_name, recognise
from taquin.puzzle.puzzle import Metric, Puzzle
from taquin.puzzle.rows import is_rows, rows_text
from taquin.puzzle.size import check_fit
from taquin.puzzle.solvability import blank_distance, inversions
from taquin.teach.explain.distance import extent, known_distance, reachable
from taquin.teach.explain.estimates import (
    MOST_CELLS,
    lower_bound,
    with_tables,
    without_tables,
)
from taquin.teach.explain.facts import Facts
from taquin.teach.explain.words import digits, sentences

__all__ = ["Explanation", "Subject", "explain", "explain_subject", "read_subject"]

_MOST_DIGITS = 1000  # longer numbers are left out of JSON: many parsers cannot hold them


@dataclass(frozen=True)
class Explanation(Facts):
    """Everything `explain` finds out about a board; `text` for people, `as_dict` for programs."""

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
            **({} if self.puzzle.costs is None else {"costs": list(self.puzzle.costs)}),
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
            "states": None if digits(self.states or 0) > _MOST_DIGITS else self.states,
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
        return sentences(self)


def explain(
    board: Board | Instance | str,
    *,
    goal: Board | str | None = None,
    size: tuple[int, int] | None = None,
    topology: str = "grid",
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
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
    return explain_subject(
        read_subject(board, goal=goal, size=size, topology=topology, metric=metric, costs=costs)
    )


class Subject(NamedTuple):
    """What is explained: a board that has been read.

    notation: how it was written.   instance: the instance that was named, if any.
    """

    start: Board
    puzzle: Puzzle
    notation: str
    instance: Instance | None


def read_subject(
    board: Board | Instance | str,
    *,
    goal: Board | str | None = None,
    size: tuple[int, int] | None = None,
    topology: str = "grid",
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
) -> Subject:
    """Read what `explain` is given; it raises the same errors."""
    start, notation, named = _read(board, size)
    if goal is None:
        goal = "last" if named is None else named.goal
    puzzle = Puzzle.of(start, goal=goal, topology=topology, metric=metric, costs=costs)
    return Subject(start, puzzle, notation, named)


def explain_subject(subject: Subject) -> Explanation:
    """`explain` for a board that has been read."""
    start, puzzle, notation, named = subject
    state, verdict = puzzle.encode(start), puzzle.judge(start)
    on_grid, tables = puzzle.topology.is_grid, puzzle.cells <= MOST_CELLS
    if not on_grid and not tables:
        unable = OptionError if verdict.solvable else UnsolvableError
        raise unable(
            f"{verdict.reason} On board types other than grid, boards of more than "
            f"{MOST_CELLS:,} cells are not explained further: their tables take too long to build."
        )
    values, shares = (with_tables if tables else without_tables)(start, puzzle)
    bound, why = lower_bound(values, start, puzzle) if verdict.solvable else (None, "")
    distance, source, first = known_distance(start, puzzle, verdict.solvable)
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
        states=reachable(puzzle.topology),
        extent=extent(puzzle),
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
    return Board(reading.width, reading.height, reading.cells), reading.format, None


def _other_goals(board: Board, puzzle: Puzzle) -> dict[str, bool]:
    goals = {name: named_goal(name, board.width, board.height) for name in GOALS}
    return {
        name: puzzle.towards(goal).judge(board).solvable
        for name, goal in goals.items()
        if goal != puzzle.goal
    }
