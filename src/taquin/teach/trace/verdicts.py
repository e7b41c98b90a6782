"""What a trace says about a successor, and about the end of a search."""

from taquin.ground.sentences import TraceSentence, said
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
    proved = _proved(result)
    match result.status:
        case Status.SOLVED:
            if result.optimal:
                return said(TraceSentence.OPTIMAL, cost=result.cost)
            return said(TraceSentence.SOLVED, cost=result.cost, proved=proved)
        case Status.UNSOLVABLE:
            return getattr(result, "reason", "") or said(TraceSentence.NO_GOAL)
        case Status.INCOMPLETE:
            return said(TraceSentence.INCOMPLETE)
    interrupt, best = result.limit == "interrupt", result.cost is not None
    sentence = {
        (False, False): TraceSentence.LIMIT,
        (False, True): TraceSentence.LIMIT_BEST,
        (True, False): TraceSentence.INTERRUPT,
        (True, True): TraceSentence.INTERRUPT_BEST,
    }[interrupt, best]
    return said(sentence, limit=result.limit, cost=result.cost, proved=proved)


def _proved(result: Result | SearchResult) -> str:
    if not result.lower_bound:
        return said(TraceSentence.NO_BOUND)
    return said(TraceSentence.BOUND, bound=result.lower_bound)
