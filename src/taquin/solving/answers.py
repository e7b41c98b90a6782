"""Makes the `Result` of a request, in one piece, from whatever ended its search."""

from typing import Any

from taquin.ground.memory import resident_bytes
from taquin.heuristics.base import find_heuristic, is_foreign
from taquin.puzzle.solvability import Verdict
from taquin.search.result import SearchResult, Stats, Status
from taquin.solving.record import Failure
from taquin.solving.replay import Searched, broken
from taquin.solving.request import SearchRequest
from taquin.solving.result import Result

__all__ = ["answered", "failed", "unsolvable"]


def unsolvable(request: SearchRequest, verdict: Verdict) -> Result:
    """The result for a board from which the goal cannot be reached: no search ran."""
    return _result(request, verdict, status=Status.UNSOLVABLE)


def failed(request: SearchRequest, seconds: float, why: Failure | str) -> Result:
    """The result of a search that ended with an error, or with the name of a limit."""
    outcome: dict[str, Any] = {"status": Status.ERROR, "error": why}
    if isinstance(why, str):
        outcome = {"status": Status.LIMIT, "limit": why, "lower_bound": 0}
    spent = {"compile": 0.0, "tables": 0.0, "search": seconds}
    verdict = request.puzzle.judge(request.start)
    return _result(request, verdict, engine=request.engine, seconds=spent, **outcome)


def answered(request: SearchRequest, verdict: Verdict, searched: Searched) -> Result:
    """The result of a search that ran to its end or to a limit."""
    found = searched.found
    if found.status is Status.UNSOLVABLE:
        raise broken(
            request,
            f"found no solution for {request.start}, which is solvable. It is declared "
            "complete=True, so returning None claims that no solution exists; declare "
            "complete=False, or set monitor.incomplete = True where it prunes.",
        )
    lower_bound, remarks = _proved(request, found, searched.root_h)
    applies = request.note is not None and found.moves and not found.optimal
    note = (request.note,) if applies else ()
    closest = None
    if found.closest is not None and found.moves is None:
        state: Any = found.closest[0]
        closest = (request.puzzle.decode(state), found.closest[1])
    return _result(
        request,
        verdict,
        engine=searched.engine,
        status=found.status,
        limit=found.limit,
        moves=None if found.moves is None else "".join(found.moves),
        solution=found.moves or (),
        cost=found.cost,
        lower_bound=lower_bound,
        stats=found.stats,
        seconds=searched.seconds,
        peak_memory_bytes=searched.peak_memory,
        notes=(*request.notes, *note, *searched.notes, *remarks),
        closest=closest,
    )


def _result(request: SearchRequest, verdict: Verdict, **outcome: Any) -> Result:
    """A result: the question's part here, the outcome's as given, nothing found by default."""
    nothing: dict[str, Any] = {
        "engine": "python",
        "limit": None,
        "moves": None,
        "cost": None,
        "lower_bound": None,
        "stats": Stats(),
        "seconds": {"compile": 0.0, "tables": 0.0, "search": 0.0},
        "peak_memory_bytes": resident_bytes(),
    }
    return Result(
        board=request.start,
        puzzle=request.puzzle,
        algorithm=request.algorithm,
        # As a plain string: the name of a user's function carries the function.
        heuristic=None if request.heuristic is None else str(request.heuristic),
        options=request.settings,
        reason=verdict.reason,
        swap=verdict.swap,
        label=request.label,
        **{**nothing, **outcome},
    )


def _proved(
    request: SearchRequest, found: SearchResult, root_h: int | None
) -> tuple[int | None, tuple[str, ...]]:
    """The lower bound that the search and its heuristic prove, and what must be said of it."""
    lower_bound, heuristic = found.lower_bound, request.heuristic
    notes: tuple[str, ...] = ()
    admissible = heuristic is None or find_heuristic(heuristic)[0].admissible
    if heuristic is not None and lower_bound is not None:
        if admissible:
            lower_bound = max(lower_bound, root_h or 0)
        else:
            lower_bound = 0
            words = "is not declared admissible: it proves no bound and no optimality."
            notes = (f"{heuristic} {words}",)
    claimed = max(lower_bound or 0, found.refuted_bound or 0)
    if admissible and found.cost is not None and claimed > found.cost:
        # A promise was broken: the result must not contain anything derived from it.
        words = f"its lower bound {claimed} exceeds the cost {found.cost} of a solution"
        promise = f"{heuristic or request.algorithm} breaks its declared promise: {words}"
        lower_bound, notes = 0, (*notes, f"{promise}; see `taquin check`.")
    proved = found.cost is not None and lower_bound == found.cost
    if proved and heuristic is not None and is_foreign(heuristic):
        words = "is admissible, as it declares; `taquin check` tests that."
        notes = (*notes, f"The proof of optimality holds if {heuristic} {words}")
    return lower_bound, notes
