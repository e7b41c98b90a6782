"""The least cost of solving a board, as far as it is known or can be proved quickly."""

from dataclasses import dataclass

from taquin.heuristics.manhattan import manhattan
from taquin.puzzle.board import Board
from taquin.puzzle.instances import published
from taquin.puzzle.puzzle import Puzzle
from taquin.solving.plan.choice import bound_search
from taquin.solving.question.reading import read_limits, request_for
from taquin.solving.question.request import Progress, SearchRequest
from taquin.solving.runner import answer
from taquin.solving.shown.result_text import method
from taquin.whole.census import distance_table, tabled

__all__ = ["Optimum", "optimum"]

_SOLVED_CELLS = 12  # up to here the default search proves its solution
_SEARCHED_CELLS = 64


@dataclass(frozen=True, slots=True)
class Optimum:
    """What is known of a solvable board's optimal cost, in the puzzle's metric.

    lower: no solution costs less.   cost: the optimum, None if it is not known.
    source: where the larger of the two comes from.
    interrupted: whether Ctrl-C ended the search for it.
    """

    lower: int
    cost: int | None
    source: str
    interrupted: bool = False


def optimum(
    start: Board,
    puzzle: Puzzle,
    *,
    seconds: float,
    found: int | None = None,
    progress: Progress | None = None,
) -> Optimum:
    """The optimal cost of a solvable board: published, from a table, or proved by a search.

    seconds: of search at most, without compiling and loading tables; 0 for no search.
    found: the cost of a known solution.
    """
    if start == puzzle.goal:
        return Optimum(0, 0, "the board is the goal")
    known = published(start, puzzle.goal, puzzle.metric) if puzzle.topology.is_grid else None
    if known is not None and known.optimal is not None:
        return Optimum(known.optimal, known.optimal, f"{known.name}; source: {known.source}")
    if tabled(puzzle):
        distance = distance_table(puzzle)[start]
        assert distance is not None, "a solvable board has a distance"
        return Optimum(distance, distance, f"table of all {start.size} boards")
    lower = manhattan(puzzle)(puzzle.encode(start))
    if lower == found:
        return Optimum(lower, lower, "its Manhattan distance")
    at_least = Optimum(lower, None, "Manhattan distance")
    if not seconds or puzzle.cells > _SEARCHED_CELLS:
        return at_least
    return _searched(_request(start, puzzle, seconds), at_least, progress)


def _request(start: Board, puzzle: Puzzle, seconds: float) -> SearchRequest:
    """The search that proves most in a short time, without building pattern databases."""
    limits = read_limits(seconds, None, None)
    if puzzle.cells <= _SOLVED_CELLS:
        return request_for(start, puzzle, limits=limits)
    plain = puzzle.topology.is_grid and puzzle.metric == "stm"
    heuristic = bound_search(puzzle).heuristic if plain else "manhattan"
    return request_for(start, puzzle, algorithm="idastar", heuristic=heuristic, limits=limits)


def _searched(request: SearchRequest, known: Optimum, progress: Progress | None) -> Optimum:
    result = answer(request, progress=progress)
    interrupted = result.limit == "interrupt"
    if result.optimal and result.cost is not None:
        return Optimum(result.cost, result.cost, f"proved by {method(result)}")
    lower = result.lower_bound or 0
    if lower <= known.lower:
        return Optimum(known.lower, None, known.source, interrupted)
    spent = result.seconds["search"]
    return Optimum(lower, None, f"proved by {method(result)} in {spent:.1f} s", interrupted)
