"""Searches as the page's modules know them: plain data for the front end."""

from collections.abc import Iterable
from typing import Any

from taquin.solving.question.catalogue import algorithm_entry
from taquin.solving.question.request import SearchRequest

__all__ = ["algorithms_of", "choices_of", "question_of"]


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
