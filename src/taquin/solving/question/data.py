"""A question as plain data, for another process; nothing in it is read from text again.

>>> from taquin.solving.question.reading import read_request
>>> data = request_data(read_request("702853614", goal="first", node_limit=9))
>>> data["start"], data["plan"]["stages"][0]["algorithm"], data["expansions"]
([7, 0, 2, 8, 5, 3, 6, 1, 4], 'astar', 9)
>>> request_data(request_of(data)) == data
True
"""

from collections.abc import Mapping
from typing import Any

from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Puzzle
from taquin.puzzle.topology import topology
from taquin.search.monitor import Limits
from taquin.solving.plan.stage import Plan
from taquin.solving.question.request import SearchRequest

__all__ = ["board_data", "board_of", "request_data", "request_of"]

# The fields of a request that are plain data already.
_PLAIN = ("order", "engine", "workers", "label")


def board_data(start: Board, puzzle: Puzzle) -> dict[str, Any]:
    """A board and its puzzle: numbers, and the names of the board type and the metric."""
    return {
        "width": start.width,
        "height": start.height,
        "start": list(start.cells),
        "goal": list(puzzle.goal.cells),
        "topology": puzzle.topology.name,
        "metric": puzzle.metric,
        "costs": None if puzzle.costs is None else list(puzzle.costs),
    }


def board_of(data: Mapping[str, Any]) -> tuple[Board, Puzzle]:
    """The board and the puzzle of `board_data`."""
    width, height = data["width"], data["height"]
    goal = Board(width, height, tuple(data["goal"]))
    costs = data.get("costs")
    table = topology(data["topology"], width, height)
    puzzle = Puzzle(table, goal, data["metric"], None if costs is None else tuple(costs))
    return Board(width, height, tuple(data["start"])), puzzle


def request_data(request: SearchRequest) -> dict[str, Any]:
    """A request as numbers, names, lists and dictionaries; not for a user's own function."""
    limits = request.limits
    return board_data(request.start, request.puzzle) | {
        **{name: getattr(request, name) for name in _PLAIN},
        "plan": request.plan.data(),
        "notes": list(request.notes),
        "time": limits.time,
        "expansions": limits.expansions,
        "memory": limits.memory,
    }


def request_of(data: Mapping[str, Any]) -> SearchRequest:
    """The request of `request_data`."""
    start, puzzle = board_of(data)
    return SearchRequest(
        start,
        puzzle,
        Plan.of(data["plan"]),
        **{name: data[name] for name in _PLAIN},
        notes=tuple(data["notes"]),
        limits=Limits(time=data["time"], expansions=data["expansions"], memory=data["memory"]),
    )
