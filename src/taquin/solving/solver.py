"""solve(): from a question to its answer."""

from collections.abc import Mapping
from dataclasses import replace

from taquin.cluster.address import GivenCluster
from taquin.heuristics.learned.plan import LONGEST
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.puzzle import Metric
from taquin.search.monitor import Limits, Observer
from taquin.solving.advice import advice
from taquin.solving.answers import attempted, cheaper, noted, relayed, unproved, unsolvable
from taquin.solving.checkpoint import Checkpoints
from taquin.solving.engine import search
from taquin.solving.reading import Given, check_watchers, read_request, request_for
from taquin.solving.relay import patient, relieved
from taquin.solving.request import Engine, GivenHeuristic, Progress, SearchRequest
from taquin.solving.result import Result

__all__ = ["answer", "solve"]

# On boards of more cells, tables with an entry for every tile and cell take seconds.
_MANY_CELLS = 2500
# Beyond so many moves for each cell, few boards are proved quickly: they get a part of the effort.
_NEAR, _LESS = 2, 5


def solve(
    board: Given,
    *,
    goal: Board | str | None = None,
    algorithm: str | None = None,
    heuristic: GivenHeuristic | None = None,
    options: Mapping[str, object] | None = None,
    engine: Engine = "auto",
    metric: Metric = "stm",
    costs: GivenCosts | None = None,
    topology: str = "grid",
    size: tuple[int, int] | None = None,
    time_limit: float | None = None,
    node_limit: int | None = None,
    memory_limit: int | None = None,
    workers: int | None = None,
    optimal: bool = False,
    checkpoints: Checkpoints | None = None,
    cluster: GivenCluster | None = None,
    observer: Observer | None = None,
    progress: Progress | None = None,
) -> Result:
    """Solve one board; without `algorithm`, optimally by the best method for its size.

    board: a Board, its rows, a NumPy array, its text in any notation, or the name of an instance
    (``korf100:1``). algorithm: a name, or one with its heuristic, such as ``astar:misplaced``.
    heuristic: a name, or a function of the board, ``f(board) -> int``, which makes no claims, so
    results are unproved.
    costs: with metric expense, what a move of each tile costs: a list, the cost of tile 1 first, or
    a dictionary by tile; without it, the tiles' numbers.
    options: of the algorithm, plus ``order``, the successor order in tile letters.
    time_limit in seconds of search (after any compiling and loading of pattern databases),
    node_limit in expansions, memory_limit in bytes of the whole process; reaching one is an outcome
    (status limit), not an error, and so is Ctrl-C. workers: threads, at most one per usable core; a
    note reports if fewer are used than requested. By default one, or all cores with `optimal` on
    boards of more than 16 cells.
    optimal: search until the solution is proved optimal, also on boards where that may take hours;
    where no such search is known (other metrics, more than 25 cells), status limit, limit effort.
    checkpoints: where such a search saves its progress; see `taquin.Checkpoints`.
    cluster: spread a search over pattern databases over the workers of a Dask cluster: "local:N"
    starts N processes here, "tcp://HOST:PORT" names a scheduler; or a `distributed.Client`.
    Raises NotationError, UnknownName or OptionError if the arguments describe no search, and
    ClusterError for a cluster that cannot be used; an unsolvable board is an outcome, found before
    any search.

    >>> result = solve("702853614", goal="first", algorithm="astar", heuristic="manhattan")
    >>> result.cost, result.optimal, result.moves[:5]
    (27, True, 'ULDRU')
    """
    request = read_request(
        board,
        goal=goal,
        size=size,
        topology=topology,
        metric=metric,
        costs=costs,
        algorithm=algorithm,
        heuristic=heuristic,
        options=options,
        engine=engine,
        time_limit=time_limit,
        node_limit=node_limit,
        memory_limit=memory_limit,
        workers=1 if workers is None and observer is not None else workers,
        optimal=optimal,
        checkpoints=checkpoints,
        cluster=cluster,
    )
    check_watchers(observer, progress)
    return answer(request, observer=observer, progress=progress)


def answer(
    request: SearchRequest, *, observer: Observer | None = None, progress: Progress | None = None
) -> Result:
    """The answer to a question that has been read; for observer and progress see `solve`."""
    if not request.verdict.solvable:
        return unsolvable(request)
    # An observer sees a single search: the one that was announced.
    tried = _tried(request, progress) if observer is None else None
    if tried is not None and (tried.optimal or tried.limit == "interrupt"):
        return tried
    result = _searched(request, tried, observer, progress)
    if observer is None and result.cost is None and result.limit == "time" and request.advised:
        result = _any_solution(request, result, progress)
    if request.proof:
        result = unproved(result)
    return noted(result, advice(request, result, tried))


def _any_solution(request: SearchRequest, result: Result, progress: Progress | None) -> Result:
    """The result, or, where the time was too short, what is built in milliseconds."""
    if request.algorithm != "anytime_beam" and not request.runs_pushes:
        return result
    built = request_for(request.start, request.puzzle, algorithm="rows")
    return cheaper(result, search(built, None, progress))


def _searched(
    request: SearchRequest,
    tried: Result | None,
    observer: Observer | None,
    progress: Progress | None,
) -> Result:
    """The result of the search itself, and of those that may follow it."""
    short = patient(request) if observer is None else None
    result = search(short or _sparing(_less(request, tried)), observer, progress)
    if tried is not None:
        result = attempted(tried, result)
    longer = None if short is None else relieved(request, result)
    if longer is not None:
        return relayed(result, search(longer, None, progress))
    rival = request.rival
    if rival is None or observer is not None or not result.solved or result.optimal:
        return result
    left = _left(_less(request, tried, clock=False), result, rival)
    if rival.share and left.time == 0:
        return result
    return cheaper(result, search(replace(rival, limits=left), None, progress))


def _tried(request: SearchRequest, progress: Progress | None) -> Result | None:
    """The result of the short search that is tried first; None without one.

    Nor is it tried where it cannot succeed, as it expands a board for each move of a solution at
    least, nor on very large boards whose tables take seconds. Far from the goal it is shorter.
    """
    attempt, puzzle = request.attempt, request.puzzle
    if attempt is None or attempt.estimate is None:
        return None
    if puzzle.cells > _MANY_CELLS and puzzle.topology.distance_formula() is None:
        return None
    least = attempt.estimate(puzzle.encode(request.start)) if puzzle.counts_moves else 0
    limits, most = attempt.limits, attempt.limits.expansions
    if most is not None:
        most = most if least <= _NEAR * puzzle.cells else most // _LESS
        if least > most:
            return None
        within = Limits(time=limits.time, expansions=most, memory=limits.memory)
        attempt = replace(attempt, limits=within)
    return search(attempt, None, progress)


def _less(request: SearchRequest, tried: Result | None, *, clock: bool = True) -> SearchRequest:
    """The request, its limits without what the attempt before it took; clock: also in seconds."""
    if tried is None:
        return request
    limits, time = request.limits, request.limits.time
    if clock and time is not None:
        time = max(0.0, time - tried.seconds["search"])
    nodes = limits.expansions
    left = None if nodes is None else nodes - tried.stats.expanded
    return replace(request, limits=Limits(time=time, expansions=left, memory=limits.memory))


def _sparing(request: SearchRequest) -> SearchRequest:
    """The first search's request, with its rival's share of the time limit left over."""
    time, rival = request.limits.time, request.rival
    if time is None or rival is None:
        return request
    limits = request.limits
    short = Limits(
        time=time * (1 - rival.share), expansions=limits.expansions, memory=limits.memory
    )
    return replace(request, limits=short)


def _left(request: SearchRequest, first: Result, rival: SearchRequest) -> Limits:
    """The limits of a second search: what the first left over, within its own expansions."""
    limits, allowed = request.limits, rival.limits.expansions
    left = None if limits.expansions is None else max(0, limits.expansions - first.stats.expanded)
    seconds = limits.time
    if seconds is not None and rival.share:
        allowed = allowed if seconds > LONGEST else None
        seconds -= first.seconds["search"]
    elif seconds is not None:
        seconds -= sum(first.seconds.values())
    most = allowed if left is None else left if allowed is None else min(allowed, left)
    time = None if seconds is None else max(0.0, seconds)
    return Limits(time=time, expansions=most, memory=limits.memory)
