"""What can be checked of a row that a worker of a cluster has sent.

Types, the arithmetic of cost and bound, solvability, and the moves, which are replayed. That a
search took place, and that a bound is proved, is believed.
"""

import json
from typing import Any

from taquin.ground.errors import ClusterError, TaquinError, quoted
from taquin.puzzle.move import parse_moves
from taquin.puzzle.puzzle import Puzzle
from taquin.search.result import Status
from taquin.solving.question.request import SearchRequest

__all__ = ["check_row"]

_ENDS = frozenset(map(str, Status))


def check_row(
    row: Any, given: dict[str, Any], request: SearchRequest | BaseException, notation: Any
) -> None:
    """Raise ClusterError unless this can be the answer to the question.

    given: the fields that repeat the question. request: the question as read here, or its error.
    """
    if not isinstance(row, dict) or any(row.get(name) != value for name, value in given.items()):
        raise _untrue(f"{quoted(row)} is not an answer to line {given['line']}")
    try:
        json.dumps(row)
    except (TypeError, ValueError, RecursionError):
        raise _untrue(f"the row of line {given['line']} is not JSON") from None
    status = row.get("status")
    if status not in _ENDS or (isinstance(request, BaseException) and status != Status.ERROR):
        raise _untrue(f"status {quoted(status)} for line {given['line']}")
    notes = row.get("notes", [])
    if not (isinstance(notes, list) and all(isinstance(note, str) for note in notes)):
        raise _untrue(f"notes {quoted(notes)} for line {given['line']}")
    if status == Status.ERROR or isinstance(request, BaseException):
        return
    _check_numbers(row, status, request.puzzle)
    if (status == Status.UNSOLVABLE) == request.puzzle.judge(request.start).solvable:
        raise _untrue(f"status {status} for the board {request.start}")
    if row.get("moves") is not None:
        _check_moves(row, request, notation)


def _untrue(what: str) -> ClusterError:
    return ClusterError(
        f"a worker sent a row that cannot be true ({what}). Its memory, its Python or its taquin "
        "may be damaged: take it out of the cluster."
    )


def _check_numbers(row: dict[str, Any], status: str, puzzle: Puzzle) -> None:
    cost, bound = row.get("cost"), row.get("lower_bound")
    for name, number in (("cost", cost), ("lower_bound", bound)):
        if number is not None and (type(number) is not int or number < 0):
            raise _untrue(f"{name} {quoted(number)}")
    may_have_cost = status in (Status.SOLVED, Status.LIMIT)
    if (status == Status.SOLVED and cost is None) or (cost is not None and not may_have_cost):
        raise _untrue(f"status {status} with cost {quoted(cost)}")
    if cost is not None and bound is not None and bound > cost:
        raise _untrue(f"a lower bound of {bound} for a solution of {cost}")
    if row.get("optimal") is True and (cost is None or bound != cost):
        raise _untrue(f"an optimal cost of {quoted(cost)} with a lower bound of {quoted(bound)}")
    most = _most(puzzle)
    if bound is not None and most is not None and bound > most:
        raise _untrue(f"a lower bound of {bound}, where {most} is always enough")


def _most(puzzle: Puzzle) -> int | None:
    """A cost that is enough for every solvable board of a grid: tile after tile is put in place.

    It goes at most width + height cells, five moves of the blank each; to fetch it, the blank
    goes as far, and the last of a row or column may take twenty moves more.
    """
    if not puzzle.topology.is_grid:
        return None
    dearest = max(puzzle.tile_costs) if puzzle.metric == "expense" else 1
    ways = 6 * (puzzle.goal.width + puzzle.goal.height) + 20
    return puzzle.cells * ways * dearest


def _check_moves(row: dict[str, Any], request: SearchRequest, notation: Any) -> None:
    puzzle, moves = request.puzzle, row["moves"]
    try:
        letters = parse_moves(moves, notation=notation, directions=puzzle.topology.letters)
        end, cost = puzzle.follow(request.start, letters)
    except TaquinError as error:
        raise _untrue(f"illegal moves: {error}") from None
    if end != puzzle.goal or cost != row.get("cost"):
        raise _untrue(f"moves that lead to {end} at cost {cost}, not {quoted(row.get('cost'))}")
