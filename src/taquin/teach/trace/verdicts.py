"""What a trace says about a successor, and about the end of a search."""

from taquin.search.result import SearchResult, Status
from taquin.solving.answers.result import Result

__all__ = ["VERDICTS", "outcome"]

VERDICTS = {
    "new": "a state that the search had not stored; it will be examined",
    "better": "a state reached before, now with a smaller g or depth",
    "duplicate": "a state reached before; this path to it is discarded",
    "pruned": "f or the depth exceeds the limit of this pass; discarded for now",
}


def outcome(result: Result | SearchResult) -> str:
    """How a search ended, and what is proved, in a sentence or two."""
    match result.status:
        case Status.SOLVED:
            if result.optimal:
                return f"Solved at cost {result.cost}, which is proved optimal."
            return f"Solved at cost {result.cost}; {_bound(result)}."
        case Status.UNSOLVABLE:
            return (
                getattr(result, "reason", "")
                or "Every reachable state was examined, and none is a goal."
            )
        case Status.INCOMPLETE:
            return "The search ended without a solution and without a proof that there is none."
    what = "by an interrupt" if result.limit == "interrupt" else f"by the limit on {result.limit}"
    best = "" if result.cost is None else f"the best solution so far costs {result.cost}; "
    return f"Stopped {what}; {best}{_bound(result)}."


def _bound(result: Result | SearchResult) -> str:
    if not result.lower_bound:
        return "no lower bound on the optimal cost was proved"
    return f"the optimal cost is proved to be at least {result.lower_bound}"
