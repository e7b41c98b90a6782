"""Searches as the page's modules know them: plain data for the front end."""

from collections.abc import Iterable, Sequence
from typing import Any

from taquin.puzzle.board import Board
from taquin.puzzle.puzzle import Metric
from taquin.search.monitor import Limits
from taquin.solving.catalogue import algorithm_entry
from taquin.solving.reading import Given, read_puzzle, request_for
from taquin.solving.request import Engine, SearchRequest
from taquin.solving.row import Row

__all__ = ["algorithms_of", "choices_of", "question_of", "requests_for"]


def requests_for(
    board: Given,
    rows: Sequence[Row],
    *,
    goal: Board | str | None,
    metric: Metric,
    limits: Limits,
    engine: Engine = "auto",
) -> list[SearchRequest]:
    """One request for each row; raises what `solve` raises for an invalid question."""
    start, puzzle = read_puzzle(board, goal=goal, metric=metric)
    return [
        request_for(
            start,
            puzzle,
            algorithm=row.algorithm,
            heuristic=row.heuristic,
            options=row.options,
            engine=engine,
            limits=limits,
            label=row.label,
        )
        for row in rows
    ]


def question_of(request: SearchRequest) -> dict[str, Any]:
    """What is searched, and within which limits."""
    return {
        "board": request.start.text,
        "goal": request.puzzle.goal.text,
        "metric": request.puzzle.metric,
        "time_limit": request.limits.time,
        "node_limit": request.limits.expansions,
    }


def choices_of(requests: Iterable[SearchRequest]) -> list[dict[str, Any]]:
    """How: one search for each request, with its number; options only where they were given."""
    return [
        {
            "number": number,
            "algorithm": request.algorithm,
            "heuristic": request.heuristic,
            "options": dict(request.options)
            | ({} if request.order is None else {"order": request.order}),
            "label": request.label,
        }
        for number, request in enumerate(requests)
    ]


def algorithms_of(requests: Iterable[SearchRequest]) -> list[dict[str, Any]]:
    """The declarations of the algorithms that take part, each once."""
    specs = {request.algorithm: request.spec for request in requests}
    return [algorithm_entry(spec) for spec in specs.values()]
