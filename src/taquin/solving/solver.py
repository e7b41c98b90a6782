"""solve(): from a question to its answer."""

from collections.abc import Mapping
from dataclasses import replace

from taquin.cluster.address import GivenCluster
from taquin.heuristics.learned.plan import LONGEST
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.puzzle import Metric
from taquin.search.monitor import Limits, Observer
from taquin.solving.answers import cheaper, relayed, unsolvable
from taquin.solving.checkpoint import Checkpoints
from taquin.solving.engine import search
from taquin.solving.proof_effort import proof_effort
from taquin.solving.reading import Given, check_watchers, read_request
from taquin.solving.relay import patient, relieved
from taquin.solving.request import Engine, GivenHeuristic, Progress, SearchRequest
from taquin.solving.result import Result

__all__ = ["answer", "solve"]


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
    optimal: search until the solution is proved optimal, also on boards where that may take hours.
    checkpoints: where such a search keeps what it has done; see `taquin.Checkpoints`.
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
    # An observer sees a single search.
    short = patient(request) if observer is None else None
    result = search(short or _sparing(request), observer, progress)
    longer = None if short is None else relieved(request, result)
    if longer is not None:
        return relayed(result, search(longer, None, progress))
    rival = request.rival
    if rival is None or observer is not None or not result.solved or result.optimal:
        return result
    left = _left(request, result, rival)
    if rival.share and left.time == 0:
        return _with_effort(request, result)
    second = search(replace(rival, limits=left), None, progress)
    return _with_effort(request, cheaper(result, second))


def _with_effort(request: SearchRequest, result: Result) -> Result:
    """The result of a default search, with what a proof of it would take."""
    if result.cost is None or result.optimal or request.note is None:
        return result
    effort = proof_effort(request.puzzle, request.start, result.cost)
    return result if effort is None else replace(result, notes=(*result.notes, effort))


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
