"""solve(): from a question to its answer."""

from collections.abc import Mapping

from taquin.cluster.address import GivenCluster
from taquin.puzzle.board import Board
from taquin.puzzle.costs import GivenCosts
from taquin.puzzle.puzzle import Metric
from taquin.search.monitor import Observer
from taquin.solving.answers.result import Result
from taquin.solving.question.checkpoints import Checkpoints
from taquin.solving.question.reading import Given, check_watchers, read_request
from taquin.solving.question.request import Engine, GivenHeuristic, Progress
from taquin.solving.runner import answer

__all__ = ["solve"]


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
        workers=workers,
        optimal=optimal,
        checkpoints=checkpoints,
        cluster=cluster,
    )
    check_watchers(observer, progress)
    return answer(request, observer=observer, progress=progress)
