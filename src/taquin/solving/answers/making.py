"""Makes every `Result`: in one piece, from whatever ended its search, or from two of them."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from taquin.ground.grammar import counted
from taquin.ground.memory import resident_bytes
from taquin.heuristics.base import find_heuristic, is_foreign
from taquin.search.result import SearchResult, Stats, Status
from taquin.solving.answers.contradiction import contradiction
from taquin.solving.answers.replay import broken
from taquin.solving.answers.result import Result
from taquin.solving.question.naming import search_label
from taquin.solving.question.request import SearchRequest
from taquin.solving.shown.record import Failure

__all__ = [
    "Account",
    "after",
    "answered",
    "attempted",
    "cheaper",
    "failed",
    "noted",
    "relayed",
    "rescued",
    "stopped",
    "unproved",
    "unsolvable",
]

_ONE_WORKER = (
    "Only batch and IDA* over pattern databases (with --engine auto) use --workers; this search "
    "used one worker."
)


def unsolvable(request: SearchRequest) -> Result:
    """The result for a board from which the goal cannot be reached: no search ran."""
    return _result(request, status=Status.UNSOLVABLE)


def failed(request: SearchRequest, seconds: float, why: Failure | str) -> Result:
    """The result of a search that ended with an error, or with the name of a limit."""
    outcome: dict[str, Any] = {"status": Status.ERROR, "error": why}
    if isinstance(why, str):
        outcome = {"status": Status.LIMIT, "limit": why, "lower_bound": 0}
    spent = {"compile": 0.0, "tables": 0.0, "search": seconds}
    return _result(request, engine=request.engine, seconds=spent, **outcome)


class Account:
    """What an engine writes down about its run, beside what the search found.

    engine: python, compiled, or pruned, the IDA* that skips redundant move sequences.
    seconds: of compiling, of building tables, of the search. peak_memory: bytes of the process.
    root_h: the heuristic's value of the start, where it was asked; None for uninformed searches.
    notes: what must be said of the run. began: whether the search began at all.
    """

    def __init__(
        self,
        *,
        engine: str = "python",
        seconds: dict[str, float] | None = None,
        peak_memory: int | None = None,
        notes: tuple[str, ...] = (),
    ) -> None:
        self.engine, self.peak_memory, self.notes = engine, peak_memory, notes
        self.seconds = seconds or {"compile": 0.0, "tables": 0.0, "search": 0.0}
        self.root_h: int | None = None
        self.began = True


def stopped(account: Account, limit: str, seconds: float, bound: int, reason: str) -> SearchResult:
    """What was found where a limit, or Ctrl-C, ended a search before it began.

    seconds: spent on tables and code. bound: the lower bound that the start alone proves.
    """
    account.engine, account.peak_memory, account.root_h = "python", None, None
    account.seconds = {"compile": 0.0, "tables": seconds, "search": 0.0}
    account.notes, account.began = (reason,), False
    return SearchResult(Status.LIMIT, limit, None, None, None, bound, Stats())


def answered(request: SearchRequest, outcome: SearchResult, account: Account) -> Result:
    """The result of a search that ended, or reached a limit, its solution replayed."""
    if outcome.status is Status.UNSOLVABLE:
        raise contradiction(request) or broken(
            request,
            f"found no solution for {request.start}, which is solvable. It is declared "
            "complete=True, so returning None claims that no solution exists; declare "
            "complete=False, or set monitor.incomplete = True where it prunes.",
        )
    lower_bound, remarks = _proved(request, outcome, account.root_h)
    several = request.plan.main.workers > 1 and account.engine != "pruned" and account.began
    alone = (_ONE_WORKER,) if several else ()
    closest = None
    if outcome.closest is not None and outcome.moves is None:
        state: Any = outcome.closest[0]
        closest = (request.puzzle.decode(state), outcome.closest[1])
    return _result(
        request,
        engine=account.engine,
        status=outcome.status,
        limit=outcome.limit,
        moves=None if outcome.moves is None else "".join(outcome.moves),
        solution=outcome.moves or (),
        cost=outcome.cost,
        lower_bound=lower_bound,
        stats=outcome.stats,
        seconds=account.seconds,
        peak_memory_bytes=resident_bytes() if account.peak_memory is None else account.peak_memory,
        notes=(*request.notes, *account.notes, *alone, *remarks),
        closest=closest,
    )


def after(tried: Result, result: Result) -> Result:
    """The result of a search that began again in another engine: people waited for both."""
    return replace(result, seconds=_sum(tried, result))


def noted(result: Result, notes: tuple[str, ...]) -> Result:
    """The result with further notes; itself without any."""
    return replace(result, notes=(*result.notes, *notes)) if notes else result


def unproved(result: Result) -> Result:
    """The result where a proof was asked for: without one, the effort ended, not the question."""
    if not result.solved or result.optimal:
        return result
    return replace(result, status=Status.LIMIT, limit="effort")


def attempted(tried: Result, result: Result) -> Result:
    """The result of a search before which another one proved no solution, but a lower bound."""
    result = replace(result, seconds=_sum(tried, result))
    if result.cost is not None and (tried.lower_bound or 0) > result.cost:
        return result  # the search's own promise is broken, and its notes say so
    return replace(result, lower_bound=max(tried.lower_bound or 0, result.lower_bound or 0))


def cheaper(built: Result, rival: Result) -> Result:
    """The cheaper of two solutions, with the better lower bound and the times of both attempts."""
    wins = rival.cost is not None and (built.cost is None or rival.cost < built.cost)
    chosen = rival if wins else built
    interrupted = rival.limit == "interrupt"
    joined = replace(
        chosen,
        status=Status.LIMIT if interrupted else chosen.status,
        limit="interrupt" if interrupted else chosen.limit,
        lower_bound=max(built.lower_bound or 0, rival.lower_bound or 0),
        seconds=_sum(built, rival),
        peak_memory_bytes=max(built.peak_memory_bytes, rival.peak_memory_bytes),
        closest=None,
    )
    return replace(joined, notes=(*joined.notes, *_on_bounds(built, rival)))


def rescued(result: Result, built: Result) -> Result:
    """The result of a search that a limit or Ctrl-C ended, with a solution built afterwards."""
    if built.cost is None:
        return result
    interrupted = result.limit == "interrupt"
    return replace(
        built,
        status=Status.LIMIT if interrupted else built.status,
        limit="interrupt" if interrupted else built.limit,
        lower_bound=max(result.lower_bound or 0, built.lower_bound or 0),
        seconds=_sum(result, built),
        peak_memory_bytes=max(result.peak_memory_bytes, built.peak_memory_bytes),
    )


def _on_bounds(built: Result, rival: Result) -> Iterator[str]:
    """Which search proved the bound."""
    effort = counted(rival.stats.expanded, "expansion")
    how = search_label(rival.algorithm, rival.heuristic, {})
    if (rival.lower_bound or 0) > (built.lower_bound or 0) and not rival.solved:
        yield f"{how} proved the bound with {effort}."


def relayed(first: Result, result: Result) -> Result:
    """The result of a search that began again with larger tables.

    It has the seconds and the better bound of both searches. Its counters are its own, those of a
    search with these tables from the start; a note has the expansions of the first search, which
    depend on the clock.
    """
    effort = counted(first.stats.expanded, "expansion")
    note = (
        f"A search with {first.heuristic} came first: {effort} in "
        f"{first.seconds['search']:.1f} s, not counted here. It proved a lower bound of "
        f"{first.lower_bound}."
    )
    return replace(
        result,
        lower_bound=max(first.lower_bound or 0, result.lower_bound or 0),
        seconds=_sum(first, result),
        peak_memory_bytes=max(first.peak_memory_bytes, result.peak_memory_bytes),
        notes=(*result.notes, note),
    )


def _sum(first: Result, second: Result) -> dict[str, float]:
    """The seconds of both, each part apart."""
    return {name: value + second.seconds[name] for name, value in first.seconds.items()}


def _result(request: SearchRequest, **outcome: Any) -> Result:
    """A result: the question's part here, the outcome's as given, nothing found by default."""
    nothing: dict[str, Any] = {
        "engine": "python",
        "limit": None,
        "moves": None,
        "cost": None,
        "lower_bound": None,
        "stats": Stats(),
        "seconds": {"compile": 0.0, "tables": 0.0, "search": 0.0},
    }
    if "peak_memory_bytes" not in outcome:
        outcome["peak_memory_bytes"] = resident_bytes()
    return Result(
        board=request.start,
        puzzle=request.puzzle,
        algorithm=request.algorithm,
        # As a plain string: the name of a user's function carries the function.
        heuristic=None if request.heuristic is None else str(request.heuristic),
        options=request.settings,
        reason=request.verdict.reason,
        swap=request.verdict.swap,
        label=request.label,
        **{**nothing, **outcome},
    )


def _proved(
    request: SearchRequest, outcome: SearchResult, root_h: int | None
) -> tuple[int | None, tuple[str, ...]]:
    """The lower bound that the search and its heuristic prove, and what must be said of it."""
    lower_bound, heuristic = outcome.lower_bound, request.heuristic
    notes: tuple[str, ...] = ()
    admissible = heuristic is None or find_heuristic(heuristic)[0].admissible
    if heuristic is not None and lower_bound is not None:
        if admissible:
            lower_bound = max(lower_bound, root_h or 0)
        else:
            lower_bound = 0
            claim = "is not declared admissible: it proves no bound and no optimality."
            notes = (f"{heuristic} {claim}",)
    claimed = max(lower_bound or 0, outcome.refuted_bound or 0)
    if admissible and outcome.cost is not None and claimed > outcome.cost:
        # A promise was broken: the result must not contain anything derived from it.
        claim = f"its lower bound {claimed} exceeds the cost {outcome.cost} of a solution"
        promise = f"{heuristic or request.algorithm} breaks its declared promise: {claim}"
        lower_bound, notes = 0, (*notes, f"{promise}; see `taquin check`.")
    proved = outcome.cost is not None and lower_bound == outcome.cost
    if proved and heuristic is not None and is_foreign(heuristic):
        claim = "is admissible, as it declares; `taquin check` tests that."
        notes = (*notes, f"The proof of optimality holds if {heuristic} {claim}")
    return lower_bound, notes
